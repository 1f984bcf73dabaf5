//! A function under construction: the code that is being written, its constants, the registers given out in stack
//! order, and the blocks and loops around the present point.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::ir::{BlockId, LambdaId, LoopName, NodeId, Origin, VarId};
use crate::bytecode::{
    CodePlace, Field, Insn, Iteration, LocalVariable, Offset, Property, Reg, SiteTables, ValueSite, VariableHome,
    Wanted,
};
use crate::call_site::{CopyRegisters, FrameDefinition, InlinedCall, InlinedCopy, repeat_entry};
use crate::symbol::Symbol;
use crate::value::Value;

/// Registers that a function may use; the rest of the window is for the arguments of its calls.
pub(super) const MAX_REGISTERS: usize = 240;

/// Number of constants that are searched linearly: most functions have fewer.
const FEW: usize = 16;

/// Instructions for which there is room in what is kept while nothing is compiled.
const MAX_KEPT: usize = 64;

/// Jumps to jumps that become one.
const MAX_JUMPS: usize = 4;

/// Instructions between the two parts of a list that one instruction takes.
const MAX_BETWEEN: usize = 3;

/// Results in registers that are known at once.
const MAX_DONE: usize = 4;

/// Instructions whose results are still in their registers.
type Done = SmallVec<[Insn; MAX_DONE]>;

/// A place to jump to, known later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(u32);

/// Destination of the value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dest {
    /// Evaluation for effect: the value is dropped.
    Effect,
    /// Into a register that nothing reads before the expression is evaluated.
    Fresh(Reg),
    /// Into a register that the expression itself may read: to be written last.
    Reg(Reg),
    /// Into a fresh register, from which the values go to this consumer, all of them if it takes several.
    Passing(Reg, Wanted),
    /// It is the function's value.
    Return,
}

impl Dest {
    /// The register of the value, if it has one.
    pub fn register(self) -> Option<Reg> {
        match self {
            Dest::Fresh(r) | Dest::Reg(r) | Dest::Passing(r, _) => Some(r),
            Dest::Effect | Dest::Return => None,
        }
    }

    /// The consumer of values, unless the destination takes one value.
    pub fn wanted(self) -> Option<Wanted> {
        match self {
            Dest::Passing(_, wanted) => Some(wanted),
            Dest::Return => Some(Wanted::Returned),
            _ => None,
        }
    }

    /// Destination in the fresh register `r` for a value that then goes to this one.
    pub fn through(self, r: Reg) -> Dest {
        self.wanted().map_or(Dest::Fresh(r), |wanted| Dest::Passing(r, wanted))
    }
}

/// Target of `Leave`.
#[derive(Clone, Copy)]
pub(super) struct BlockTarget {
    pub id: BlockId,
    pub dest: Dest,
    pub end: Label,
    pub handlers: usize,
}

/// Target of `Again`.
#[derive(Clone)]
pub(super) struct LoopTarget {
    pub id: LoopName,
    pub head: Label,
    pub registers: Vec<Reg>,
    /// The loop's body is a choice, and its test can be made again where the loop goes on.
    pub choice: Option<Choice>,
    /// The inlined call whose code the loop belongs to.
    pub in_call: u32,
    /// Whether its body is being generated, and not what jumps to it from elsewhere.
    pub is_around: bool,
    /// One of the registers is that of a variable outside, which the loop leaves as it is.
    pub shares: bool,
}

/// See [`LoopTarget::choice`].
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub test: NodeId,
    pub then: Label,
    pub otherwise: Label,
    /// The branch whose code is being generated, or the one that goes on if none is.
    pub in_then: bool,
    /// Whether the loop may go on from both branches.
    pub both_continue: bool,
}

/// A function under construction, in parts.
#[derive(Default)]
pub(super) struct Assembly {
    pub lambda: LambdaId,
    pub code: CodeWriter,
    pub constants: Constants,
    pub registers: Registers,
    pub control: ControlScopes,
    /// Numbers of the functions that `MakeClosure` and known calls refer to.
    pub inner: Vec<u32>,
    /// Calls by global names that are jumps or copies of functions.
    pub replaced_calls: Vec<ReplacedCall>,
    /// Calls of itself that become copies of its body.
    pub recursion: Recursion,
    /// Global cells of natives that neither call nor capture anything, called here.
    pub leaves: Vec<u32>,
    /// A variable in the frame is assigned.
    pub assigns: bool,
    /// The functions in the place of whose calls this point is.
    pub in_place: Vec<LambdaId>,
}

impl Assembly {
    /// Begins a function. Whatever was there before is forgotten, but for the room that it took. (`params`: registers
    /// that have values from the start.)
    pub fn begin(&mut self, lambda: LambdaId, params: usize, origin: Origin) {
        self.lambda = lambda;
        self.code.begin(origin);
        self.constants.clear();
        self.registers.begin(params);
        self.control.begin();
        self.inner.clear();
        self.replaced_calls.clear();
        self.recursion.clear();
        self.leaves.clear();
        self.assigns = false;
        self.in_place.clear();
    }

    /// Returns whether the variables of a function are in registers of the function under construction.
    pub fn is_of(&self, id: LambdaId) -> bool {
        id == self.lambda || self.in_place.contains(&id)
    }

    /// Returns whether it is small enough to be kept while nothing is compiled.
    pub fn is_small(&self) -> bool {
        self.code.is_small()
            && self.constants.values.capacity() <= MAX_KEPT
            && self.constants.index.is_empty()
            && self.inner.capacity() + self.leaves.capacity() <= MAX_KEPT
            && self.recursion.inner.capacity() + self.recursion.tails.capacity() <= MAX_KEPT
    }

    /// The position of a function among those that instructions refer to.
    pub fn inner_function(&mut self, number: u32) -> u32 {
        let last = self.inner.iter().rev().take(FEW).position(|&n| n == number);
        if last.is_none() {
            self.inner.push(number);
        }
        (self.inner.len() - 1 - last.unwrap_or(0)) as u32
    }
}

/// The calls by which a small function calls itself.
#[derive(Default)]
pub(super) struct Recursion {
    /// Those that are not in tail position.
    pub inner: Vec<NodeId>,
    /// Those in tail position.
    pub tails: Vec<NodeId>,
    /// The copy of the function's body that is being generated.
    pub copy: Option<BodyCopy>,
    /// Copies that may still be within each other.
    pub levels: usize,
}

impl Recursion {
    pub fn clear(&mut self) {
        self.inner.clear();
        self.tails.clear();
        self.copy = None;
        self.levels = 0;
    }
}

/// A copy of a function's body in the place of a call: the registers of its parameters, the use of its value, and what
/// comes after it.
#[derive(Clone, Copy)]
pub(super) struct BodyCopy {
    pub registers: CopyRegisters,
    pub goal: Goal,
    pub end: Label,
}

/// The use of the value of a loop, a label, or the copy of a function.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Goal {
    Value(Dest),
    /// Its truth: a jump to the label if it is this one.
    Test(Label, bool),
}

/// A call by a global name that is a jump or a copy of the function: the position of the first instruction after its
/// arguments, and its place.
#[derive(Clone, Copy)]
pub(super) struct ReplacedCall {
    pub site: u32,
    /// The global cell, and the number of arguments.
    pub cell: u32,
    pub n: u8,
    /// The function of which there is a copy, unless it is the function itself.
    pub of: Option<u32>,
    /// The copy that takes the place of the call or makes it, unless its arguments are in the function's parameters.
    pub copy: Option<BodyCopy>,
    /// The instruction at the site, if it gives the last parameter its value, and its origin.
    pub step: Option<(Insn, Origin)>,
    pub origin: Origin,
    pub head: (u16, u16),
    pub in_call: u32,
}

/// An operand that is the same in each iteration of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Invariant {
    /// A constant, by its bits.
    Constant(u64),
    /// A variable that nobody assigns, in the closure.
    Capture(VarId),
}

/// The registers of a function, given out in stack order.
#[derive(Default)]
pub(super) struct Registers {
    /// First register that is not given out.
    pub next: Reg,
    /// The register that holds the closure itself.
    pub closure: Reg,
    /// Operands that loops around this point keep in registers.
    pub hoisted: Vec<(Invariant, Reg)>,
}

impl Registers {
    fn begin(&mut self, params: usize) {
        self.hoisted.clear();
        self.closure = (params + 1) as Reg;
        self.next = self.closure + 1;
    }

    /// The next register in stack order, or `None` when the function has too many.
    pub fn allocate(&mut self) -> Option<Reg> {
        let r = self.next;
        if usize::from(r) >= MAX_REGISTERS {
            return None;
        }
        self.next += 1;
        Some(r)
    }
}

/// A set of registers.
#[derive(Clone, Copy, Default)]
pub(super) struct RegisterSet([u64; 4]);

impl RegisterSet {
    pub fn insert(&mut self, r: Reg) {
        if let Some(word) = self.0.get_mut(usize::from(r / 64)) {
            *word |= 1 << (r % 64);
        }
    }

    pub fn contains(&self, r: Reg) -> bool {
        self.0.get(usize::from(r / 64)).is_some_and(|word| word >> (r % 64) & 1 != 0)
    }
}

/// The blocks, loops and handlers around the point that is being generated.
#[derive(Default)]
pub(super) struct ControlScopes {
    pub blocks: Vec<BlockTarget>,
    pub loops: Vec<LoopTarget>,
    /// Handlers that are pushed at this point.
    pub handlers: usize,
    /// Position at which the cleanup begins whose code is being generated.
    pub cleanup: u32,
}

impl ControlScopes {
    fn begin(&mut self) {
        self.blocks.clear();
        self.loops.clear();
        self.handlers = 0;
    }
}

/// The constants of a function.
#[derive(Default)]
pub(super) struct Constants {
    pub values: Vec<Value>,
    /// Positions of those after the first [`FEW`], by their bits.
    index: HashMap<u64, u32>,
    /// The constant that is to be the function itself, once it has a number.
    pub own: Option<u32>,
}

impl Constants {
    fn clear(&mut self) {
        self.values.clear();
        self.index.clear();
        self.own = None;
    }

    /// The number of this constant.
    pub fn number(&mut self, v: Value) -> u32 {
        let own = self.own.map(|k| k as usize);
        let mut few = self.values.iter().take(FEW).enumerate();
        if let Some((k, _)) = few.find(|&(k, c)| c.bits() == v.bits() && own != Some(k)) {
            return k as u32;
        }
        let next = self.values.len() as u32;
        let k = if self.values.len() < FEW { next } else { *self.index.entry(v.bits()).or_insert(next) };
        if k == next {
            self.values.push(v);
        }
        k
    }

    /// The number of the first of these constants, which stand in a row.
    pub fn row(&mut self, values: &[Value]) -> u32 {
        let first = self.values.len() as u32;
        self.values.extend_from_slice(values);
        first
    }

    /// The constant that is the function itself. It has no captures, so there is only one closure of it.
    pub fn own_number(&mut self) -> u32 {
        let next = self.values.len() as u32;
        let k = *self.own.get_or_insert(next);
        if k == next {
            self.values.push(Value::NIL);
        }
        k
    }
}

/// A jump whose offset is filled in at the end.
#[derive(Clone, Copy, PartialEq)]
struct Patch {
    at: usize,
    label: Label,
    /// The jump belongs to the instruction before it.
    in_row: bool,
}

/// The instructions of a function as they are written, with what is known of them.
#[derive(Default)]
pub(super) struct CodeWriter {
    pub insns: Vec<Insn>,
    pub places: Vec<CodePlace>,
    /// The variables of the table are those that have been given registers so far; those in scope have no end yet.
    pub sites: SiteTables,
    labels: Vec<Option<u32>>,
    patches: Vec<Patch>,
    /// Instructions whose results are still in their registers: here, and where all jumps to a label come from.
    done: Done,
    done_at: Vec<Option<Done>>,
    /// There is a label here: the next instruction must not be merged with the one before.
    barrier: usize,
    pub origin: Origin,
    /// See [`CodePlace::head`].
    pub head: (u16, u16),
    /// The number of the inlined call whose code is being written.
    pub in_call: u32,
    /// Registers of variables that the program assigns.
    pub assigned: RegisterSet,
}

impl CodeWriter {
    fn begin(&mut self, origin: Origin) {
        let CodeWriter { insns, places, sites, labels, patches, done, done_at, .. } = self;
        done.clear();
        done_at.clear();
        insns.clear();
        places.clear();
        sites.clear();
        labels.clear();
        patches.clear();
        self.in_call = 0;
        self.assigned = RegisterSet::default();
        self.barrier = 0;
        self.origin = origin;
    }

    fn is_small(&self) -> bool {
        self.insns.capacity() <= MAX_KEPT
            && self.places.capacity() <= MAX_KEPT
            && self.sites.locals.capacity() <= MAX_KEPT
            && self.labels.capacity() + self.patches.capacity() <= MAX_KEPT
            && self.done_at.capacity() <= MAX_KEPT
    }

    /// Writes an instruction, unless its result is already in its register.
    pub fn emit(&mut self, insn: Insn) {
        if self.done.contains(&insn) {
            return;
        }
        let insn = self.read_again(insn);
        self.note_done(insn);
        if self.merge(insn) {
            return;
        }
        let Origin { span, expansion, operator } = self.origin;
        let place = CodePlace { offset: self.insns.len() as u32, span, expansion, operator, head: self.head };
        if self.places.last().is_none_or(|&p| CodePlace { offset: p.offset, ..place } != p) {
            self.places.push(place);
        }
        self.sites.inlined.note(self.insns.len() as u32, self.in_call);
        self.insns.push(insn);
    }

    /// Returns the instruction, or a move if its result is still in another register.
    fn read_again(&self, insn: Insn) -> Insn {
        if self.done.is_empty() || !insn.has(Property::Repeats) {
            return insn;
        }
        let Some(&d) = insn.registers(true).first() else { return insn };
        let held = self.done.iter().find_map(|before| {
            let s = before.registers(true).first().copied()?;
            (before.with_result_in(d) == insn).then_some(s)
        });
        held.map_or(insn, |s| Insn::Move { d, s })
    }

    /// The instruction whose result is still in this register.
    pub fn result_in(&self, r: Reg) -> Option<Insn> {
        self.done.iter().copied().find(|insn| insn.registers(true).contains(&r))
    }

    /// The register that the last instruction moves to `d`, if nothing jumps behind it.
    pub fn moved_to(&self, d: Reg) -> Option<Reg> {
        match self.insns.last() {
            Some(&Insn::Move { d: to, s }) if to == d && self.barrier != self.insns.len() => Some(s),
            _ => None,
        }
    }

    /// Brings the value in `a`, which nothing else reads, to `d`. The instruction that has computed it may do so itself.
    pub fn move_last(&mut self, a: Reg, d: Reg) {
        let is_apart = self.barrier == self.insns.len();
        if let Some(last) = self.insns.last_mut().filter(|_| !is_apart) {
            let (mut written, mut writes) = (None, 0);
            last.each_field(&mut |_, field| match field {
                Field::Dest(r) => (written, writes) = (Some(r), writes + 1),
                Field::Offset(_) => writes += 2,
                _ => {}
            });
            if let (Some(r), 1) = (written.filter(|r| **r == a), writes) {
                *r = d;
                self.done.clear();
                return;
            }
        }
        if a != d {
            self.emit(Insn::Move { d, s: a });
        }
    }

    /// Begins the body of a function at the place of its call, which the present origin is; a copy has `registers` for
    /// its parameters. Returns the number of the call that the place belongs to itself.
    pub fn begin_inlined(&mut self, function: FrameDefinition, is_tail: bool, registers: Option<CopyRegisters>) -> u32 {
        let Origin { span, expansion, operator } = self.origin;
        let place = CodePlace { offset: 0, span, expansion, operator, head: (0, 0) };
        let copy = registers.map(|registers| InlinedCopy { entry: self.insns.len() as u32, registers });
        self.sites.inlined.calls.push(InlinedCall { function, place, is_tail, outer: self.in_call, copy });
        std::mem::replace(&mut self.in_call, self.sites.inlined.calls.len() as u32)
    }

    /// Records the consumer of the values of the next instruction, or of a throw that lands here.
    pub fn add_value_site(&mut self, dest: Dest, is_landing: bool) {
        let wanted = match dest {
            Dest::Passing(_, wanted) => wanted,
            // Calls in tail position are instructions of their own.
            Dest::Return if is_landing => Wanted::Returned,
            _ => return,
        };
        self.sites.values.push(ValueSite { offset: self.insns.len() as u32, is_landing, wanted });
    }

    /// Records that the variable is in this home from here on.
    pub fn begin_local(&mut self, name: Symbol, home: VariableHome, boxed: bool) {
        let from = self.insns.len() as u32;
        self.sites.locals.push(LocalVariable { name, home, boxed, from, to: u32::MAX });
    }

    /// Ends the scope of all variables but the first ones here.
    pub fn end_locals(&mut self, first: usize) {
        let end = self.insns.len() as u32;
        for local in self.sites.locals.iter_mut().skip(first) {
            local.to = local.to.min(end);
        }
    }

    /// Keeps what comes next apart from what came before, and returns its position.
    pub fn separate(&mut self) -> u32 {
        self.done.clear();
        self.barrier = self.insns.len();
        self.insns.len() as u32
    }

    /// The last instruction, if it may become one with a test that follows, and nothing jumps behind it.
    pub fn last_step(&self) -> Option<Insn> {
        let last = self.insns.last().filter(|_| self.barrier != self.insns.len());
        last.copied().filter(|insn| matches!(insn, Insn::AddInt { .. } | Insn::Add { .. } | Insn::Cdr { .. }))
    }

    /// The origin of the last instruction.
    pub fn last_origin(&self) -> Option<Origin> {
        self.places.last().map(|&CodePlace { span, expansion, operator, .. }| Origin { span, expansion, operator })
    }

    /// Emits a jump back to `head`. If a counter gets its next value just before, one instruction does both for small
    /// integers.
    pub fn jump_back(&mut self, insn: Insn, head: Label) {
        if let Some(step) = self.last_step()
            && let Some(both) = step.counting(insn)
            && let Some(last) = self.insns.last_mut()
        {
            // It takes the place of the addition in the tables, too.
            *last = both;
            self.patches.push(Patch { at: self.insns.len() - 1, label: head, in_row: false });
            self.insns.push(step);
        }
        self.jump(insn, head);
    }

    /// Records what is known after an instruction of the results in registers.
    fn note_done(&mut self, insn: Insn) {
        let repeats = insn.has(Property::Repeats);
        let reads_back = insn.reads_back();
        if self.done.is_empty() && !repeats && reads_back.is_none() {
            return;
        }
        if !insn.only_writes_registers() {
            self.done.clear();
            self.done.extend(reads_back);
            return;
        }
        let written = insn.registers(true);
        self.done.retain(|before| !written.iter().any(|&r| before.has_register(r)));
        if repeats && !insn.registers(false).iter().any(|r| written.contains(r)) {
            if self.done.len() == MAX_DONE {
                self.done.remove(0);
            }
            self.done.push(insn);
        }
    }

    /// Moves in a row become one instruction, and so do the parts of a pair.
    fn merge(&mut self, insn: Insn) -> bool {
        if self.barrier == self.insns.len() {
            return false;
        }
        let Some(last) = self.insns.last_mut() else { return false };
        *last = match (*last, insn) {
            (Insn::Move { d, s }, Insn::Move { d: d2, s: s2 }) => Insn::Move2 { d, s, d2, s2 },
            (Insn::Move2 { d, s, d2, s2 }, Insn::Move { d: d3, s: s3 }) => Insn::Move3 { d, s, d2, s2, d3, s3 },
            (Insn::Cons { d, a, b, top }, Insn::Return { a: same }) if d == same => Insn::ReturnCons { a, b, top },
            _ => return self.merge_pair(insn),
        };
        true
    }

    /// Lets one instruction take both parts of a list, also if a few others are between the two. The second part cannot
    /// fail where the first one has not. It comes before its turn, which a handler of an error could tell by a variable
    /// that the program assigns.
    fn merge_pair(&mut self, insn: Insn) -> bool {
        let (Insn::Car { d: d2, a: list } | Insn::Cdr { d: d2, a: list }) = insn else { return false };
        let is_assigned = self.assigned.contains(d2);
        let reached = self.insns.get_mut(self.barrier..).unwrap_or_default();
        for before in reached.iter_mut().rev().take(MAX_BETWEEN + 1) {
            *before = match (*before, insn) {
                (Insn::Car { d, a }, Insn::Cdr { .. }) if a == list && a != d => Insn::CarCdr { d, d2, a },
                (Insn::Cdr { d, a }, Insn::Car { .. }) if a == list && a != d => Insn::CdrCar { d, d2, a },
                (other, _) if !is_assigned && other.may_follow(d2, list) => continue,
                _ => return false,
            };
            return true;
        }
        false
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        self.done_at.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Puts a label here that jumps before and after it go to.
    pub fn bind(&mut self, label: Label) {
        self.put(label);
        self.done.clear();
    }

    /// Puts a label here that only jumps before it go to.
    pub fn join(&mut self, label: Label) {
        self.drop_jump(label);
        // Without jumps, nothing meets here.
        let Some(from_jumps) = self.done_at.get_mut(label.0 as usize).and_then(Option::take) else { return };
        if self.is_unreached() {
            self.done = from_jumps;
        } else {
            self.done.retain(|insn| from_jumps.contains(insn));
        }
        self.put(label);
    }

    /// Expects a jump to the label that will be written after the code that the label is in.
    pub fn expect_jump(&mut self, label: Label) {
        if let Some(done) = self.done_at.get_mut(label.0 as usize) {
            *done = Some(Done::new());
        }
    }

    fn put(&mut self, label: Label) {
        self.drop_jump(label);
        if let Some(l) = self.labels.get_mut(label.0 as usize) {
            *l = Some(self.insns.len() as u32);
        }
        self.barrier = self.insns.len();
    }

    /// A jump to what comes next is none.
    fn drop_jump(&mut self, label: Label) {
        let last = Patch { at: self.insns.len().wrapping_sub(1), label, in_row: false };
        // Another label after the jump would have to move with it.
        let is_jump = matches!(self.insns.last(), Some(Insn::Jump { .. })) && self.barrier != self.insns.len();
        if is_jump && self.patches.last() == Some(&last) {
            self.patches.pop();
            self.drop_last();
        }
    }

    fn drop_last(&mut self) {
        self.insns.pop();
        let end = self.insns.len();
        self.places.pop_if(|p| p.offset as usize == end);
        self.sites.inlined.ranges.pop_if(|r| r.0 as usize == end);
    }

    /// Drops a move to `d` that has just been written, and returns the register from which the next instruction takes
    /// the value: `d` if there is none.
    pub fn take_move(&mut self, d: Reg) -> Reg {
        let Some(s) = self.moved_to(d) else { return d };
        self.drop_last();
        let end = self.insns.len() as u32;
        // Variables whose scope ended after the move.
        self.sites.locals.iter_mut().filter(|l| l.to == end + 1).for_each(|l| l.to = end);
        s
    }

    /// Emits a jump; its offset is filled in at the end. A jump that nothing reaches is none.
    pub fn jump(&mut self, insn: Insn, to: Label) {
        if !(self.is_unreached() && matches!(insn, Insn::Jump { .. })) {
            self.emit_jump(insn, to, false);
        }
    }

    /// Emits jumps that belong to the instruction before them, one after the other.
    pub fn row(&mut self, labels: &[Label]) {
        labels.iter().for_each(|&to| self.emit_jump(Insn::Jump { off: 0 }, to, true));
        self.barrier = self.insns.len();
    }

    fn emit_jump(&mut self, insn: Insn, to: Label, in_row: bool) {
        self.emit(insn);
        self.patches.push(Patch { at: self.insns.len() - 1, label: to, in_row });
        match self.done_at.get_mut(to.0 as usize) {
            Some(Some(done)) => done.retain(|insn| self.done.contains(insn)),
            Some(none) => *none = Some(self.done.clone()),
            None => {}
        }
    }

    /// Returns whether nothing gets here, as far as is known.
    fn is_unreached(&self) -> bool {
        self.barrier != self.insns.len() && self.insns.last().is_some_and(Insn::never_goes_on)
    }

    /// Fills in all jumps. False if one refers to a label that was never bound, or is no jump.
    pub fn finish(&mut self, iterations: &[Iteration]) -> bool {
        for &Patch { at, label, .. } in &self.patches {
            let Some(&Some(target)) = self.labels.get(label.0 as usize) else { return false };
            let Some(offset) = self.insns.get_mut(at).and_then(Insn::offset_mut) else { return false };
            *offset = target as Offset - (at as Offset + 1);
        }
        self.shorten_jumps(iterations);
        self.join_pairs(iterations);
        true
    }

    /// Lets jumps to a jump go where that one goes, unless a redefinition may replace it, and puts a return in the place
    /// of a jump to it.
    fn shorten_jumps(&mut self, iterations: &[Iteration]) {
        let mut returns: SmallVec<[(usize, Insn, usize); 8]> = SmallVec::new();
        for &Patch { at, label, in_row } in &self.patches {
            let Some(&Some(first)) = self.labels.get(label.0 as usize) else { continue };
            let mut target = first as usize;
            for _ in 0..MAX_JUMPS {
                let Some(&Insn::Jump { off }) = self.insns.get(target) else { break };
                if iterations.iter().any(|i| i.site as usize == target) {
                    break;
                }
                target = (target + 1).wrapping_add_signed(off as isize);
            }
            let Some(insn) = self.insns.get_mut(at) else { continue };
            // A throw finds more at its landing than an instruction.
            if target != first as usize
                && !insn.has(Property::Handler)
                && let Some(offset) = insn.offset_mut()
            {
                *offset = target as Offset - (at as Offset + 1);
            }
            if matches!(insn, Insn::Jump { .. })
                && !in_row
                && let Some(&insn) = self.insns.get(target).filter(|insn| insn.has(Property::Returns))
            {
                returns.push((at, insn, target));
            }
        }
        returns.into_iter().for_each(|(at, insn, from)| self.overwrite(at, insn, from));
    }

    /// Writes an instruction over the one at `at`, with the place of the one at `from`.
    fn overwrite(&mut self, at: usize, insn: Insn, from: usize) {
        let Some(slot) = self.insns.get_mut(at) else { return };
        *slot = insn;
        let (from, at) = (from as u32, at as u32);
        repeat_entry(&mut self.places, from, at, |place| &mut place.offset);
        self.sites.inlined.repeat(from, at);
    }

    /// Lets instructions do the work of those after them, which stay: jumps may lead there. A redefinition must find the
    /// ones that it changes.
    fn join_pairs(&mut self, iterations: &[Iteration]) {
        for at in (0..self.insns.len().saturating_sub(1)).rev() {
            let Some(&[first, next]) = self.insns.get(at..=at + 1) else { return };
            let (joined, last) = match first {
                Insn::Add { .. } => (first.counting_with(next, 0).or_else(|| first.joined(next)), at + 1),
                // After the plain instructions.
                Insn::MulAdd { .. } => (self.insns.get(at + 3).and_then(|&end| first.counting_with(end, 2)), at + 3),
                _ => (first.joined(next), at + 1),
            };
            if let Some(joined) = joined
                && !iterations.iter().any(|i| i.site as usize == last)
            {
                let place = if joined.has(Property::Returns) { last } else { at };
                self.overwrite(at, joined, place);
            }
        }
    }
}
