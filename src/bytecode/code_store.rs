//! The store of all code of an engine: linked functions, the room of those that are gone, listings.
//!
//! Every function's instructions are in one array, so that a return address is one number. The collector finds code
//! that nothing refers to (a top-level form that has run, a redefined function) and reuses its space.

use std::fmt::Write;
use std::sync::Arc;

use hashbrown::HashMap;

use super::frame_registers::WrittenRegisters;
use super::insn::{Field, Insn, Offset, Reg};
use super::{
    Assumptions, CodePlace, CompiledFunction, ExpansionSite, FunctionDefinition, FunctionEntry, Iteration,
    LocalVariable, Params, SiteOperator, SiteTables, VARIADIC, Wanted,
};
use crate::call_site::{CallSites, FrameDefinition, InlinedCode, InlinedCopy};
use crate::heap::Functions;
use crate::inspection::DebugInfo;
use crate::source::{SourceId, Span};
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// A copy of a function in another one: the number of that one, and the call.
#[derive(Clone, Copy, Debug)]
struct CopySite {
    caller: u32,
    call: Iteration,
}

/// A linked function: what only errors, introspection and the collector look at.
#[derive(Clone, Debug)]
pub(crate) struct Proto {
    pub name: Option<Symbol>,
    pub params: Params,
    pub signature: Value,
    pub doc: Option<Box<str>>,
    pub span: Span,
    pub source: Value,
    places: Box<[CodePlace]>,
    rare: Option<Box<Rare>>,
    /// See [`CompiledFunction::is_form`].
    pub is_form: bool,
    code: std::ops::Range<u32>,
    consts: std::ops::Range<u32>,
    inner: Box<[u32]>,
}

/// Data that only few functions have.
#[derive(Clone, Debug)]
struct Rare {
    sites: SiteTables,
    iterations: Vec<Iteration>,
    /// See [`CompiledFunction::expansions`].
    expansions: Option<(u32, Arc<[ExpansionSite]>)>,
    /// See [`Assumptions::leaves`].
    leaves: Vec<u32>,
    /// See [`CompiledFunction::home`].
    home: Option<ModuleId>,
}

/// Macro expansions of a form, shared by all functions of the form. Each function copies only the numbers of the
/// expansions at its call sites.
#[derive(Clone)]
struct Expansions {
    all: Arc<[ExpansionSite]>,
    /// Number of users: the functions that refer to it, and the generator that is at work on the form.
    users: u32,
}

/// The rare data of a function that has none.
static NOTHING_RARE: Rare =
    Rare { sites: SiteTables::EMPTY, iterations: Vec::new(), expansions: None, leaves: Vec::new(), home: None };

/// All code of an engine.
#[derive(Clone)]
pub(crate) struct CodeStore {
    pub insns: Vec<Insn>,
    pub consts: Vec<Value>,
    pub entries: Vec<FunctionEntry>,
    /// Shared by the copies of an engine.
    protos: Vec<Option<Arc<Proto>>>,
    expansions: Vec<Expansions>,
    /// The copies of each function in others.
    copies: HashMap<u32, Vec<CopySite>>,
    /// Function that each instruction belongs to, by number.
    owners: Vec<u32>,
    free: Free,
    reached: Vec<bool>,
    /// Of functions with frames in continuations, during a collection.
    written: HashMap<u32, WrittenRegisters>,
    linked: Linked,
    pub debug: DebugInfo,
}

/// Account of linked code.
#[derive(Clone, Copy, Default)]
struct Linked {
    /// Number of functions that have been linked and not given up at once ([`CodeStore::release`]).
    functions: u64,
    /// Bytes of data besides instructions and constants.
    cold_bytes: usize,
    /// Bytes since the last collection.
    fresh_bytes: usize,
}

/// Room of functions that are gone, for those that come.
#[derive(Clone, Default)]
struct Free {
    /// Number of functions that have gone.
    gone: u64,
    protos: Vec<u32>,
    expansions: Vec<u32>,
    code: FreeRanges,
    consts: FreeRanges,
}

/// Instructions of a function of which there are copies.
const SMALL_FUNCTION: usize = 10;

/// Bytes that the name of a function takes where printing looks it up.
const NAME_BYTES: usize = size_of::<Option<Symbol>>();

/// Position of the `Halt` instruction, which ends a run.
pub(crate) const HALT: usize = 0;

/// Position of another one: the stack is empty, and the result goes to frames on the heap.
pub(crate) const UNDERFLOW: usize = 1;

/// Reserves space for `more` elements and a sixteenth more. The account sees the growth only afterwards, so doubling
/// could exceed a limit by far.
fn make_room<T>(all: &mut Vec<T>, more: usize) {
    if more > all.capacity() - all.len() {
        all.reserve_exact(more.max(all.len() / 16).max(256));
    }
}

impl CodeStore {
    pub fn new() -> CodeStore {
        CodeStore {
            insns: vec![Insn::Halt, Insn::Halt],
            consts: Vec::new(),
            entries: Vec::new(),
            protos: Vec::new(),
            expansions: Vec::new(),
            copies: HashMap::new(),
            owners: vec![u32::MAX; 2],
            free: Free::default(),
            reached: Vec::new(),
            written: HashMap::new(),
            linked: Linked::default(),
            debug: DebugInfo::default(),
        }
    }

    /// Returns the number of functions that have been linked so far, without those that have been released.
    pub fn linked(&self) -> u64 {
        self.linked.functions
    }

    /// Hands over all values and names that functions hold.
    pub fn each_name(&self, f: &mut dyn FnMut(Value)) {
        self.consts.iter().copied().for_each(&mut *f);
        for p in self.protos.iter().flatten() {
            [p.signature, p.source].into_iter().for_each(&mut *f);
            let written = p.places.iter().filter_map(|place| place.operator.name());
            p.params.keys.iter().copied().chain(p.name).chain(written).for_each(|s| f(Value::symbol(s)));
        }
        let expansions = self.expansions.iter().flat_map(|e| e.all.iter());
        expansions.filter_map(|e| e.name).for_each(|s| f(Value::symbol(s)));
    }

    /// Takes in the expansions of a form, for its functions to refer to, and returns their number. Whoever calls this
    /// uses them until [`CodeStore::leave_expansions`].
    pub fn add_expansions(&mut self, all: &[ExpansionSite]) -> u32 {
        let expansions = Expansions { all: all.into(), users: 1 };
        self.linked.cold_bytes += size_of_val(all);
        self.linked.fresh_bytes += size_of_val(all);
        if let Some(free) = self.free.expansions.pop() {
            if let Some(slot) = self.expansions.get_mut(free as usize) {
                *slot = expansions;
            }
            return free;
        }
        self.expansions.push(expansions);
        self.expansions.len() as u32 - 1
    }

    /// One user less of the expansions of a form: nobody has them after the last.
    pub fn leave_expansions(&mut self, number: u32) {
        let Some(expansions) = self.expansions.get_mut(number as usize) else { return };
        expansions.users = expansions.users.saturating_sub(1);
        if expansions.users == 0 {
            self.linked.cold_bytes = self.linked.cold_bytes.saturating_sub(size_of_val(&*expansions.all));
            expansions.all = Arc::default();
            self.free.expansions.push(number);
        }
    }

    /// Returns a number for a function that is linked later; `None` when there are too many functions.
    pub fn reserve(&mut self) -> Option<u32> {
        if let Some(free) = self.free.protos.pop() {
            return Some(free);
        }
        let n = self.protos.len() as u32;
        if n > crate::value::MAX_META {
            return None;
        }
        self.protos.push(None);
        self.entries.push(FunctionEntry { start: 0, arity: VARIADIC, captures: 0, accessor: false, iterates: false });
        Some(n)
    }

    /// Takes back a reserved number, if no function has been linked under it.
    pub fn give_back(&mut self, number: u32) {
        if self.protos.get(number as usize).is_some_and(Option::is_none) {
            self.free.protos.push(number);
        }
    }

    /// Takes a compiled function in, under the reserved `number` if it has one, and returns its number; `None` when
    /// there are too many functions.
    pub fn link(&mut self, f: CompiledFunction<'_>, number: Option<u32>) -> Option<u32> {
        let number = match number {
            Some(number) => number,
            None => self.reserve()?,
        };
        make_room(&mut self.consts, f.consts.values.len());
        make_room(&mut self.insns, f.insns.len());
        make_room(&mut self.owners, f.insns.len());
        let consts = self.free.consts.allocate(&mut self.consts, f.consts.values);
        if let Some(own) = f.consts.own.and_then(|k| self.consts.get_mut((consts.start + k) as usize)) {
            *own = Value::reference(Kind::CLOSURE, number, 0);
        }
        let code = self.free.code.allocate(&mut self.insns, f.insns);
        self.owners.resize(self.insns.len(), number);
        let range = code.start as usize..code.end as usize;
        if let Some(owners) = self.owners.get_mut(range.clone()) {
            owners.fill(number);
        }
        for insn in self.insns.get_mut(range).unwrap_or_default() {
            if insn.refers() {
                insn.each_field(&mut |_, field| match field {
                    Field::Constant(k) => *k += consts.start,
                    Field::Inner(inner) => *inner = f.inner.get(*inner as usize).copied().unwrap_or(u32::MAX),
                    _ => {}
                });
            }
        }
        if let Some(e) = self.entries.get_mut(number as usize) {
            let arity = if f.params.is_variadic() { VARIADIC } else { f.params.required };
            let accessor = match *f.insns {
                [Insn::RecordRef { d, a: 1, .. }, Insn::Return { a }] => a == d && arity == 1 && f.captures == 0,
                _ => false,
            };
            let iterates = f.assumptions.iterations.iter().any(|call| call.of.is_none());
            *e = FunctionEntry { start: code.start, arity, captures: f.captures, accessor, iterates };
        }
        for &call in f.assumptions.iterations {
            if let Some(of) = call.of
                && let Some(e) = self.entries.get_mut(of as usize)
            {
                e.iterates = true;
                self.copies.entry(of).or_default().push(CopySite { caller: number, call });
            }
        }
        let expansions = f.expansions.and_then(|number| {
            let table = self.expansions.get_mut(number as usize)?;
            table.users += 1;
            Some((number, Arc::clone(&table.all)))
        });
        let Assumptions { leaves, iterations } = f.assumptions;
        let is_plain = f.sites.is_empty() && iterations.is_empty() && leaves.is_empty();
        let rare = (!is_plain || expansions.is_some() || f.home.is_some()).then(|| {
            Box::new(Rare {
                sites: f.sites.clone(),
                iterations: iterations.into(),
                expansions,
                leaves: leaves.into(),
                home: f.home,
            })
        });
        let FunctionDefinition { name, signature, doc, span, source } = f.definition;
        let proto = Proto {
            name,
            params: f.params,
            signature,
            doc,
            span,
            source,
            places: f.places.into(),
            rare,
            is_form: f.is_form,
            code,
            consts,
            inner: f.inner.into(),
        };
        self.linked.functions += 1;
        self.linked.cold_bytes += proto.cold_bytes();
        self.linked.fresh_bytes += proto.bytes();
        if let Some(slot) = self.protos.get_mut(number as usize) {
            *slot = Some(Arc::new(proto));
        }
        Some(number)
    }

    pub fn proto(&self, number: u32) -> Option<&Proto> {
        self.protos.get(number as usize)?.as_deref()
    }

    /// Returns whether the function begins with the field of a record, as accessors do.
    pub fn is_field_access(&self, number: u32) -> bool {
        let first = self.entries.get(number as usize).and_then(|e| self.insns.get(e.start as usize));
        matches!(first, Some(Insn::RecordRef { .. } | Insn::RecordSet { .. }))
    }

    /// The constants of a function.
    pub fn constants(&self, number: u32) -> &[Value] {
        let range = self.proto(number).map_or(0..0, |p| p.consts.start as usize..p.consts.end as usize);
        self.consts.get(range).unwrap_or(&[])
    }

    /// The instructions of a function of `n` parameters, if a copy of it can take the place of a call: it is a few
    /// instructions, and has no captures.
    pub fn small_function(&self, number: u32, n: usize) -> Option<&[Insn]> {
        let entry = self.entries.get(number as usize)?;
        let p = self.proto(number).filter(|p| p.rare.is_none() && !p.is_form && !p.span.is_none())?;
        let is_small = p.code.len() <= SMALL_FUNCTION && usize::from(entry.arity) == n && entry.captures == 0;
        let insns = self.instructions(number);
        // The place of what a definition of records makes is the whole definition. A constructor cannot fail.
        let is_located = p.site(0).span != p.span || matches!(insns, [Insn::MakeRecord { .. }, Insn::Return { .. }]);
        (is_small && is_located && insns.iter().all(Insn::is_copyable)).then_some(insns)
    }

    /// The instructions of a function.
    pub fn instructions(&self, number: u32) -> &[Insn] {
        let range = self.proto(number).map_or(0..0, |p| p.code.start as usize..p.code.end as usize);
        self.insns.get(range).unwrap_or(&[])
    }

    /// The global name of `f`, if it is a function that has one, means something else from now on: where the function
    /// goes on with another iteration, and where others have copies of it, they call what the name means then.
    pub fn stop_iterating(&mut self, f: Value) {
        let Some(entry) = self.entries.get_mut(f.meta() as usize).filter(|e| f.is(Kind::CLOSURE) && e.iterates) else {
            return;
        };
        entry.iterates = false;
        let own = self.proto(f.meta()).map(|p| p.rare().iterations.clone()).unwrap_or_default();
        let own = own.into_iter().filter(|call| call.of.is_none());
        let own = own.map(|call| CopySite { caller: f.meta(), call });
        let copies = self.copies.remove(&f.meta()).unwrap_or_default();
        for CopySite { caller, call: Iteration { site, call, .. } } in own.chain(copies) {
            let Some(start) = self.entries.get(caller as usize).map(|e| e.start) else { continue };
            if let Some(insn) = self.insns.get_mut((start + site) as usize) {
                *insn = Insn::Jump { off: call as Offset - (site as Offset + 1) };
            }
        }
    }

    /// Lets the instruction at `pc`, which refers to global cell `old`, refer to `new`.
    pub fn redirect(&mut self, pc: usize, old: u32, new: u32) {
        if let Some(insn) = self.insns.get_mut(pc) {
            insn.each_field(&mut |_, field| match field {
                Field::Global(g) if *g == old => *g = new,
                _ => {}
            });
        }
    }

    /// The global cell that the call before `pc` calls, if its function relies on that to capture nothing. `target` is
    /// the cell that has taken the place of one.
    pub fn leaf_called(&self, pc: usize, target: impl Fn(u32) -> u32) -> Option<u32> {
        let leaves = &self.owner(pc.wrapping_sub(1))?.rare().leaves;
        if leaves.is_empty() {
            return None;
        }
        match self.insns.get(pc.wrapping_sub(1)) {
            Some(Insn::CallGlobal { g, .. }) if leaves.iter().any(|&leaf| target(leaf) == target(*g)) => Some(*g),
            _ => None,
        }
    }

    /// The function that the instruction at `pc` belongs to.
    pub fn owner(&self, pc: usize) -> Option<&Proto> {
        self.proto(*self.owners.get(pc)?)
    }

    /// The namespace of the host that a function was compiled in, if it was one.
    pub fn home(&self, pc: usize) -> Option<ModuleId> {
        self.owner(pc)?.rare().home
    }

    pub fn owner_number(&self, pc: usize) -> Option<u32> {
        self.owners.get(pc).copied().filter(|&n| n != u32::MAX)
    }

    /// Returns the place in the source that the instruction at `pc` comes from.
    pub fn span_at(&self, pc: usize) -> Span {
        self.place_at(pc).map_or(Span::NONE, |p| p.span)
    }

    /// The name at the head of the form that the instruction at `pc` comes from.
    pub fn operator_at(&self, pc: usize) -> SiteOperator {
        self.place_at(pc).map_or(SiteOperator::NONE, |p| p.operator)
    }

    /// Returns the place of the expression whose value the instruction at `pc` calls.
    pub fn head_at(&self, pc: usize) -> Option<Span> {
        self.place_at(pc)?.head_span()
    }

    /// The variables that the instruction at `pc` sees, the latest first.
    pub fn locals_at(&self, pc: usize) -> impl Iterator<Item = LocalVariable> + '_ {
        let (locals, offset) = self.sites_at(pc).map_or((&[][..], 0), |(p, offset)| (&p.rare().sites.locals, offset));
        locals.iter().rev().copied().filter(move |l| (l.from..l.to).contains(&offset))
    }

    fn place_at(&self, pc: usize) -> Option<CodePlace> {
        let (p, offset) = self.sites_at(pc)?;
        Some(p.site(offset))
    }

    /// The consumer of the values of the call before `pc`; `None` if it takes one value.
    pub fn wanted_after(&self, pc: usize) -> Option<Wanted> {
        let call = pc.checked_sub(1)?;
        if self.insns.get(call).is_some_and(Insn::is_tail_call) {
            return Some(Wanted::Returned);
        }
        self.value_site(call, false)
    }

    /// The consumer of the values of a throw that lands at `pc`; `None` if it takes one value.
    pub fn wanted_at_landing(&self, pc: usize) -> Option<Wanted> {
        self.value_site(pc, true)
    }

    fn value_site(&self, pc: usize, is_landing: bool) -> Option<Wanted> {
        let (p, offset) = self.sites_at(pc)?;
        let all = &p.rare().sites.values;
        let first = all.partition_point(|site| site.offset < offset);
        let mut here = all.get(first..)?.iter().take_while(|site| site.offset == offset);
        here.find(|site| site.is_landing == is_landing).map(|site| site.wanted)
    }

    /// The dynamic variables that the cleanup at `pc` restores: registers of the outer values, and cells.
    pub fn restored_at(&self, pc: usize) -> Vec<(Reg, u32)> {
        let Some((p, offset)) = self.sites_at(pc) else { return Vec::new() };
        let here = p.rare().sites.restores.iter().filter(|site| site.offset == offset);
        here.map(|site| (site.register, site.cell)).collect()
    }

    /// The call sites of the function that the instruction at `pc` belongs to, and the instruction's offset in it.
    pub fn sites_at(&self, pc: usize) -> Option<(&Arc<Proto>, u32)> {
        let p = self.protos.get(*self.owners.get(pc)? as usize)?.as_ref()?;
        Some((p, (pc as u32).wrapping_sub(p.code.start)))
    }

    /// Returns the copies of functions that the instruction at `pc` belongs to, innermost first. They have no frames of
    /// their own.
    pub fn copies_at(&self, pc: usize) -> impl Iterator<Item = (FrameDefinition, InlinedCopy)> + '_ {
        let sites = self.sites_at(pc).into_iter();
        sites.flat_map(|(p, offset)| p.rare().sites.inlined.copies_at(offset))
    }

    /// Returns whether the frame before `pc` stands for one call, and its function relies on none that captures nothing.
    #[inline]
    pub fn is_plain_call(&self, pc: usize) -> bool {
        let rare = self.owner(pc.wrapping_sub(1)).and_then(|p| p.rare.as_deref());
        rare.is_none_or(|rare| rare.leaves.is_empty() && rare.sites.inlined.calls.is_empty())
    }

    /// Returns the number of calls that the frame before `pc` stands for.
    pub fn calls_at(&self, pc: usize) -> usize {
        let at = pc.wrapping_sub(1);
        match self.owner(at) {
            Some(p) if !p.rare().sites.inlined.calls.is_empty() => {
                let offset = (at as u32).wrapping_sub(p.code.start);
                1 + p.rare().sites.inlined.frames_at(offset)
            }
            _ => 1,
        }
    }

    /// Returns the function that begins at `pc`, or of which a copy does.
    pub fn entered_at(&self, pc: usize) -> Option<FrameDefinition> {
        let (p, offset) = self.sites_at(pc)?;
        if offset == 0 { Some(p.definition()) } else { p.rare().sites.inlined.entered_at(offset) }
    }

    /// Returns the number of functions that have gone, whose places others may have taken.
    pub fn gone(&self) -> u64 {
        self.free.gone
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.insns.capacity() * (size_of::<Insn>() + 4)
            + self.consts.capacity() * size_of::<Value>()
            + self.protos.capacity() * (size_of::<Option<Arc<Proto>>>() + size_of::<FunctionEntry>() + NAME_BYTES)
            + self.expansions.capacity() * size_of::<Expansions>()
            + self.linked.cold_bytes
    }

    /// Bytes of what has been linked since the last collection.
    pub fn fresh_bytes(&self) -> usize {
        self.linked.fresh_bytes
    }

    /// Begins a collection: nothing is reached yet.
    pub fn clear_marks(&mut self) {
        self.reached.clear();
        self.reached.resize(self.protos.len(), false);
    }

    /// Ends a collection: functions that were not reached give up their room.
    pub fn sweep(&mut self) {
        self.linked.fresh_bytes = 0;
        self.written = HashMap::new();
        for n in 0..self.protos.len() {
            let Some(slot) = self.protos.get_mut(n) else { continue };
            if self.reached.get(n).copied().unwrap_or(true) || slot.is_none() {
                continue;
            }
            let Some(p) = slot.take() else { continue };
            self.wipe(&p);
            self.free.code.free(p.code.clone());
            self.free.consts.free(p.consts.clone());
            self.free.protos.push(n as u32);
        }
        self.forget_copies();
        self.free.code.merge();
        self.free.consts.merge();
    }

    /// Frees the space of an unreachable function at once. The next function that is linked reuses it while it is still
    /// in the processor's cache.
    pub fn release(&mut self, number: u32) {
        let Some(p) = self.protos.get_mut(number as usize).and_then(Option::take) else { return };
        self.wipe(&p);
        if !p.rare().iterations.is_empty() {
            self.forget_copies();
        }
        self.linked.functions = self.linked.functions.saturating_sub(1);
        self.linked.fresh_bytes = self.linked.fresh_bytes.saturating_sub(p.bytes());
        self.free.code.free_last(&mut self.insns, p.code.clone());
        self.owners.truncate(self.insns.len());
        self.free.consts.free_last(&mut self.consts, p.consts.clone());
        self.free.protos.push(number);
    }

    /// Forgets the copies in functions that are gone, and those of such functions.
    fn forget_copies(&mut self) {
        let protos = &self.protos;
        let is_there = |number: u32| protos.get(number as usize).is_some_and(Option::is_some);
        self.copies.retain(|&of, sites| {
            sites.retain(|site| is_there(site.caller));
            is_there(of) && !sites.is_empty()
        });
    }

    /// Overwrites the code of a freed function with traps.
    fn wipe(&mut self, p: &Proto) {
        self.free.gone += 1;
        if let Some((number, _)) = p.rare().expansions {
            self.leave_expansions(number);
        }
        self.linked.cold_bytes = self.linked.cold_bytes.saturating_sub(p.cold_bytes());
        let code = p.code.start as usize..p.code.end as usize;
        if let (Some(insns), Some(owners)) = (self.insns.get_mut(code.clone()), self.owners.get_mut(code)) {
            insns.fill(Insn::Trap);
            owners.fill(u32::MAX);
        }
    }

    /// Gives back the room at the end that no function takes. To be called right after a collection.
    pub fn shrink(&mut self) {
        self.free.code.shrink(&mut self.insns);
        self.owners.truncate(self.insns.len());
        self.owners.shrink_to_fit();
        self.free.consts.shrink(&mut self.consts);
        let protos = self.protos.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        self.protos.truncate(protos);
        self.protos.shrink_to_fit();
        self.entries.truncate(protos);
        self.entries.shrink_to_fit();
        self.free.protos.retain(|&n| (n as usize) < protos);
    }

    /// Sources that some living function was compiled from.
    pub fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        self.protos.iter().flatten().map(|p| p.span.source())
    }
}

impl Functions for CodeStore {
    fn reach(&mut self, number: u32, gray: &mut Vec<Value>) -> usize {
        if let Some(reached) = self.reached.get_mut(number as usize)
            && !*reached
        {
            *reached = true;
            if let Some(Some(p)) = self.protos.get(number as usize) {
                let consts = self.consts.get(p.consts.start as usize..p.consts.end as usize).unwrap_or(&[]);
                gray.extend(consts.iter().chain([&p.source, &p.signature]).filter(|v| v.is_heap()));
                // Inner functions are kept alive as the closures that this one can make.
                gray.extend(
                    p.inner.iter().map(|&f| Value::reference(crate::value::Kind::CLOSURE, f, u32::MAX as usize)),
                );
            }
        }
        self.entries.get(number as usize).map_or(0, |e| usize::from(e.captures))
    }

    fn reach_code(&mut self, pc: usize, gray: &mut Vec<Value>) {
        if let Some(f) = self.owner_number(pc) {
            self.reach(f, gray);
        }
    }

    fn clear_unset(&mut self, pc: usize, frame: &mut [Value]) {
        let Some(f) = self.owner_number(pc.wrapping_sub(1)) else { return };
        if !self.written.contains_key(&f) {
            let entry = self.entries.get(f as usize);
            let is_plain = entry.is_some_and(|e| e.arity != VARIADIC && e.captures == 0);
            let parameters = self.proto(f).map_or(0, |p| p.params.count() + usize::from(p.params.captured));
            // A call by a global name writes no closure, and calls only functions that capture nothing.
            let given = parameters + usize::from(!is_plain);
            self.written.insert(f, WrittenRegisters::new(self.instructions(f), given));
        }
        let start = self.entries.get(f as usize).map_or(0, |e| e.start as usize);
        if let Some(written) = self.written.get(&f) {
            written.clear_others(pc - start, frame);
        }
    }
}

impl CallSites for Proto {
    fn function(&self) -> FrameDefinition {
        self.definition()
    }

    fn site(&self, offset: u32) -> CodePlace {
        let i = self.places.partition_point(|place| place.offset <= offset);
        let before_any =
            CodePlace { offset: 0, span: self.span, expansion: 0, operator: SiteOperator::NONE, head: (0, 0) };
        i.checked_sub(1).and_then(|i| self.places.get(i)).copied().unwrap_or(before_any)
    }

    fn expansions(&self) -> &[ExpansionSite] {
        self.rare().expansions.as_ref().map_or(&[], |(_, all)| all)
    }

    fn inlined(&self) -> &InlinedCode {
        &self.rare().sites.inlined
    }
}

impl Proto {
    pub fn definition(&self) -> FrameDefinition {
        FrameDefinition { name: self.name, span: self.span, is_form: self.is_form }
    }

    fn rare(&self) -> &Rare {
        self.rare.as_deref().unwrap_or(&NOTHING_RARE)
    }

    /// Bytes that it takes with its instructions and constants.
    fn bytes(&self) -> usize {
        self.cold_bytes() + self.code.len() * (size_of::<Insn>() + 4) + self.consts.len() * size_of::<Value>()
    }

    fn cold_bytes(&self) -> usize {
        let rare = self.rare.as_ref().map_or(0, |r| {
            // A copy is known to the function that it is of, too.
            let iterations = r.iterations.len() * (size_of::<Iteration>() + size_of::<CopySite>());
            size_of::<Rare>() + r.sites.bytes() + iterations + size_of_val(&*r.leaves)
        });
        size_of::<Proto>()
            + rare
            + self.places.len() * size_of::<CodePlace>()
            + self.inner.len() * 4
            + self.doc.as_ref().map_or(0, |d| d.len())
    }
}

/// Ranges of an array that are free for new code.
#[derive(Clone, Default)]
struct FreeRanges {
    free: Vec<std::ops::Range<u32>>,
    /// Index of the range that was used last, where the next search begins.
    next: usize,
}

/// FreeRanges that are looked at for a function. There may be very many that are too small.
const MAX_TRIED_RANGES: usize = 32;

impl FreeRanges {
    /// Copies `items` into a free range of `all`, or to its end.
    pub fn allocate<T: Copy>(&mut self, all: &mut Vec<T>, items: &[T]) -> std::ops::Range<u32> {
        let n = items.len() as u32;
        for _ in 0..MAX_TRIED_RANGES.min(self.free.len()) {
            if self.next >= self.free.len() {
                self.next = 0;
            }
            if let Some(room) = self.free.get_mut(self.next)
                && room.end - room.start >= n
                && let Some(target) = all.get_mut(room.start as usize..(room.start + n) as usize)
            {
                target.copy_from_slice(items);
                room.start += n;
                return room.start - n..room.start;
            }
            self.next += 1;
        }
        let start = all.len() as u32;
        all.extend_from_slice(items);
        start..start + n
    }

    pub fn free(&mut self, room: std::ops::Range<u32>) {
        if !room.is_empty() {
            self.free.push(room);
        }
    }

    /// Frees the code that was placed last, so that the next code takes its place.
    pub fn free_last<T>(&mut self, all: &mut Vec<T>, room: std::ops::Range<u32>) {
        if room.end as usize == all.len() {
            all.truncate(room.start as usize);
        } else if let Some(behind) = self.free.get_mut(self.next).filter(|free| free.start == room.end) {
            behind.start = room.start;
        } else {
            self.next = self.free.len();
            self.free(room);
        }
    }

    /// Removes a free range at the end of `all`. To be called right after [`FreeRanges::merge`].
    pub fn shrink<T>(&mut self, all: &mut Vec<T>) {
        if let Some(last) = self.free.pop_if(|room| room.end as usize == all.len()) {
            all.truncate(last.start as usize);
        }
        all.shrink_to_fit();
    }

    /// Joins neighbours.
    pub fn merge(&mut self) {
        self.free.retain(|r| !r.is_empty());
        self.free.sort_unstable_by_key(|r| r.start);
        self.free.dedup_by(|next, room| {
            let touch = next.start == room.end;
            if touch {
                room.end = next.end;
            }
            touch
        });
    }
}

/// Referent that an instruction has by number, for callers that know its name.
#[derive(Clone, Copy)]
pub(crate) enum Referent {
    Constant(Value),
    Global(u32),
    Function(u32),
    RecordType(u32),
    Leaf(u32),
}

impl CodeStore {
    /// The instructions of a function, with what `name` calls the things that they refer to. Jumps name the line they
    /// lead to.
    pub fn listing(&self, number: u32, name: impl Fn(Referent) -> String) -> String {
        let mut text = String::new();
        for (line, insn) in self.instructions(number).iter().enumerate() {
            let fields = self.fields(*insn, line, &name);
            // Writing to a string does not fail.
            let _ = writeln!(text, "{line:4} {:21} {}", insn.name(), fields.join(" "));
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }

    /// The fields of an instruction, in the order of the table.
    fn fields(&self, mut insn: Insn, line: usize, name: impl Fn(Referent) -> String) -> Vec<String> {
        let mut shown: Vec<String> = Vec::new();
        // Registers side by side, whose number comes after the first of them.
        let mut first = None;
        insn.each_field(&mut |label, field| {
            let text = match field {
                Field::Dest(r) => format!("r{r} <-"),
                Field::Source(r) | Field::Changed(r) => format!("r{r}"),
                Field::First(r) => {
                    first = Some(*r);
                    return;
                }
                Field::Window(r) => format!("r{r}:"),
                Field::Count(n) => match first {
                    Some(a) => format!("r{a}..r{}", u16::from(a) + u16::from(*n)),
                    None => format!("{n}"),
                },
                Field::Top(r) => format!("{label}=r{r}"),
                Field::Index(i) => format!("[{i}]"),
                Field::Flag(true) => label.to_string(),
                Field::Flag(false) => return,
                Field::Int(i) => i.to_string(),
                Field::Short(i) => i.to_string(),
                Field::Step(i) => format!("step {i}"),
                Field::Word(w) => Value::from_raw(i64::from(w.get())).untag().to_string(),
                Field::Asked(question) => question.name().to_string(),
                Field::Kinds(kind) => kind.type_words().map_or("kind", |(name, _)| name).to_string(),
                Field::Constant(k) => {
                    let value = self.consts.get(*k as usize).copied().unwrap_or(Value::NIL);
                    name(Referent::Constant(value))
                }
                Field::Global(g) => name(Referent::Global(*g)),
                Field::Inner(f) => name(Referent::Function(*f)),
                Field::RecordType(t) => name(Referent::RecordType(*t)),
                Field::Leaf(f) => name(Referent::Leaf(*f)),
                Field::Near(off) => format!("-> {}", (line + 1).wrapping_add_signed(isize::from(*off))),
                Field::Beyond(off) => format!("-> {}", (line + 2).wrapping_add_signed(isize::from(*off))),
                Field::Offset(off) => format!("-> {}", (line + 1).wrapping_add_signed(*off as isize)),
            };
            shown.push(text);
        });
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_used_again_and_never_twice() {
        let (mut rooms, mut all) = (FreeRanges::default(), Vec::new());
        let mut taken: Vec<(std::ops::Range<u32>, u32)> = Vec::new();
        let mut state = 1u32;
        for step in 0..20_000u32 {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let random = state >> 16;
            if random % 3 < 2 || taken.is_empty() {
                let items = vec![step; 1 + random as usize % 20];
                taken.push((rooms.allocate(&mut all, &items), step));
            } else {
                let (room, _) = taken.swap_remove(random as usize % taken.len());
                if random.is_multiple_of(2) { rooms.free(room) } else { rooms.free_last(&mut all, room) }
            }
            if step % 500 == 0 {
                rooms.merge();
                taken.iter().for_each(|(room, own)| {
                    assert!(all[room.start as usize..room.end as usize].iter().all(|item| item == own));
                });
            }
        }
        // Not many more places than items.
        let used: usize = taken.iter().map(|(room, _)| room.len()).sum();
        assert!(all.len() < 2 * used, "{} places for {used} items", all.len());
    }

    #[test]
    fn a_released_room_is_used_by_the_next() {
        let (mut rooms, mut all) = (FreeRanges::default(), vec![0; 1000]);
        (0..300).for_each(|i| rooms.free(3 * i..3 * i + 2));
        let first = rooms.allocate(&mut all, &[1, 2]);
        rooms.free_last(&mut all, first.clone());
        assert_eq!(rooms.allocate(&mut all, &[3, 4]), first);
        // Too large for any room: the search ends early, and goes on where it ended.
        assert_eq!(rooms.allocate(&mut all, &[5; 3]), 1000..1003);
        assert_eq!(rooms.allocate(&mut all, &[6, 6]).len(), 2);
        rooms.free_last(&mut all, 1000..1003);
        assert_eq!(all.len(), 1000);
    }
}
