//! The virtual machine: stack, handlers and runs, on a [`World`] of code and globals, and the driver around the inner
//! loop.
//!
//! [`run`] holds the hot loop. Whatever is rare leaves it with an [`Exit`] and is done here or in a sibling, where the
//! whole machine is at hand: general calls ([`call`]), throwing ([`unwind`]), generic functions ([`generic`]),
//! operations that re-enter the compiler ([`control`]).

/// What a collection begins with. Stack slots below `top` are live. (The parts are borrowed one by one: the heap is not
/// among them.)
macro_rules! roots {
    ($vm:ident, $top:expr) => {{
        let stack = &$vm.stack;
        stack
            .get(..$top)
            .unwrap_or(stack)
            .iter()
            .chain($vm.handlers.iter().map(|h| &h.tag))
            .chain($vm.world.globals.cells.iter().map(|c| &c.value))
            .chain($vm.world.roots.iter())
            .chain($vm.world.loader.values())
            .chain($vm.world.rt.host_roots.values())
            .chain($vm.world.rt.search.roots())
            .chain($vm.world.rt.ports.values())
            .chain($vm.world.lazy.values())
            .chain($vm.world.inlines.forms())
            .chain($vm.parking.values())
            .chain(std::iter::once(&$vm.run).chain(&$vm.suspended).flat_map(|run| run.roots()))
    }};
}

mod binding;
mod blame;
pub(crate) mod call;
pub(crate) mod callback;
pub(crate) mod continuation;
pub(crate) mod control;
pub(crate) mod copy;
mod describe;
mod exchange;
mod forgetting;
pub(crate) mod generic;
mod handlers;
mod inspect;
pub(crate) mod language;
mod library;
mod loader;
mod nested;
pub(crate) mod parking;
mod place;
pub(crate) mod provided;
mod run;
mod search_documentation;
pub(crate) mod signal;
mod slow;
pub(crate) mod unwind;
pub(crate) mod values;
mod window;

use std::any::{Any, TypeId};
use std::ops::{Deref, DerefMut};

use hashbrown::HashMap;

use callback::{Callbacks, Ended, Lent};

use crate::code::{Insn, UNDERFLOW};
use crate::compile::special::Special;
use crate::compile::{Machine, Workshop};
use crate::fault::{Condition, Fault, Limit, Res};
use crate::host::Host;
use crate::limits::{InterruptHandle, Limits};
use crate::module::World;
use crate::object::continuation::Handler;
use crate::reader::Spans;
use crate::runtime::Runtime;
use crate::source::Span;
use crate::symbol::ModuleId;
use crate::symbol::well_known;
use crate::value::{Kind, Value};
use control::Control;
use language::{Dialects, Language};

pub(crate) use nested::RUN_LEVELS;
use nested::Run;
use parking::Parking;
use provided::{Filled, LibraryPart, Provided};
use window::WINDOW;

/// Values in a fresh stack: 4 KiB, because each page that is written to for the first time is felt when a program
/// starts.
const INITIAL_STACK: usize = 512;

pub(crate) struct Vm {
    stack: Vec<Value>,
    /// The run that is on.
    run: Run,
    /// The runs that wait for a nested one, outermost first.
    suspended: Vec<Run>,
    /// The runs that wait for the host.
    parking: Parking,
    /// The run that may pause, by its number.
    stepping: Option<u64>,
    handlers: Vec<Handler>,
    passing: Option<unwind::Passing>,
    /// What the code that runs was compiled into.
    pub world: World,
    workshop: Workshop,
    max_depth: Option<usize>,
    /// The stack may be used up to here before frames are counted again.
    usable: usize,
    /// The limit that ended the evaluation, with the place where it did.
    pub stopped: Option<Condition>,
    /// The program is ending itself, with this status. Its cleanups run; one of them may throw only to handlers that
    /// have no number below this one.
    exiting: Option<(Value, u32)>,
    /// The host's functions that may call back.
    pub callbacks: Callbacks,
    /// What nothing stops has come to a function of the host that has called back: it goes on when that returns.
    pub ended: Option<Ended>,
    /// What the host keeps for its functions, one of each type.
    pub data: HashMap<TypeId, Box<dyn Any + Send>>,
    /// How many runs there have been.
    runs: u64,
    /// Texts whose evaluation has begun.
    loads: u64,
    /// Numbers given out, to segments and to handlers.
    segments: u64,
    handler_numbers: u32,
    /// What those see who look into programs.
    pub inspection: inspect::Inspection,
    /// Has the program ever had handlers that are asked where something is signalled, or restarts?
    has_marks: bool,
    /// All dialects that there are.
    dialects: &'static Dialects,
    /// Those in use, and the modules of their layers.
    languages: Vec<(ModuleId, &'static Language)>,
    /// What these have added; the numbers follow those of the core's.
    own_controls: Vec<&'static Control>,
    own_operators: Vec<&'static Special>,
    /// Modules of the host's, by what programs call them.
    pub provided: Vec<Provided>,
    /// What modules of the library have in Rust.
    library_parts: &'static [LibraryPart],
    /// Modules with functions in Rust that have been required, in this order.
    filled: Vec<Filled>,
    /// Are the functions that are defined at the moment a part of the library?
    pub defines_library: bool,
    /// Are functions only given back what a copy lacks?
    pub refilling: bool,
}

/// Why the inner loop stopped. The machine's `pc` stands after the instruction (at it, for those that repeat).
enum Exit {
    Done(Value),
    /// The slice of fuel is used up.
    Slice,
    /// The instruction needs a larger stack or handler table and is to be repeated.
    Grow,
    /// The free cells are used up: collect; the registers below `top` are live. The instruction is to be repeated.
    Collect {
        top: u8,
    },
    /// A call that needs a closer look: of `a` (already in its register), or of global `g`.
    Call {
        a: u8,
        n: u8,
        global: Option<u32>,
        tail: bool,
    },
    /// A call of the native of this number, a function of the host that may call back, with the `n` arguments after
    /// register `a`.
    Callback {
        callback: usize,
        native: u32,
        a: u8,
        n: u8,
    },
    /// Global `g` is unbound or not compiled yet; the instruction is to be repeated.
    Unreadable(u32),
    Define {
        s: u8,
        g: u32,
    },
    Throw {
        tag: Value,
        value: Value,
    },
    Fault(Box<Fault>),
}

/// The machine shows the world's parts as its own.
impl Deref for Vm {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl DerefMut for Vm {
    fn deref_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

impl Vm {
    pub fn new(
        limits: &Limits,
        host: Box<dyn Host>,
        interrupt: InterruptHandle,
        dialects: &'static Dialects,
        library_parts: &'static [LibraryPart],
    ) -> Vm {
        let world = World::new(Runtime::new(library::core_names(), limits, host, interrupt, crate::printer::brief));
        let mut vm = Vm::idle(world, dialects);
        vm.library_parts = library_parts;
        vm.install_core();
        vm
    }

    /// A machine that nothing has run on.
    fn idle(world: World, dialects: &'static Dialects) -> Vm {
        Vm {
            stack: vec![Value::ZERO; INITIAL_STACK],
            run: Run::outermost(),
            suspended: Vec::new(),
            parking: Parking::default(),
            stepping: None,
            handlers: Vec::new(),
            passing: None,
            world,
            workshop: Workshop::default(),
            max_depth: None,
            usable: INITIAL_STACK,
            stopped: None,
            exiting: None,
            callbacks: Callbacks::default(),
            ended: None,
            data: HashMap::new(),
            runs: 0,
            loads: 0,
            segments: 0,
            handler_numbers: 1,
            inspection: inspect::Inspection::default(),
            has_marks: false,
            dialects,
            languages: Vec::new(),
            own_controls: Vec::new(),
            own_operators: Vec::new(),
            provided: Vec::new(),
            library_parts: &[],
            filled: Vec::new(),
            defines_library: false,
            refilling: false,
        }
    }

    /// Begins the account of an evaluation that the host asked for.
    pub fn start(&mut self, limits: &Limits) {
        self.rt.host_roots.release_dropped();
        let reserved = self.parking.release_dropped();
        self.release_reserved(&reserved);
        let now = if limits.time.is_some() { self.rt.host.now() } else { std::time::Duration::ZERO };
        self.rt.budget.start(limits, now);
        self.rt.heap.set_limit(limits.memory);
        if self.suspended.is_empty() {
            // An evaluation that a limit has ended leaves its budgets behind.
            self.rt.search.drop_budgets();
            if self.is_crowded(limits.memory) {
                self.make_room();
            } else if self.rt.symbols.may_forget() {
                // If what is still alive leaves no room, the evaluation will find out.
                let _ = self.collect_with_names();
            } else {
                self.collect_if_due(&[]);
            }
        }
        self.max_depth = limits.depth;
        self.usable = self.usable_from(self.run.base, 0);
        self.stopped = None;
        if self.suspended.is_empty() {
            self.rt.ports.reset();
            self.exiting = None;
            self.inspection.frames.clear();
            self.ended = None;
        }
    }

    /// Has the evaluation before this one filled the memory, or one part of it so that the others want for room?
    fn is_crowded(&self, limit: usize) -> bool {
        let heap = &self.rt.heap;
        let stack = self.stack.len() * size_of::<Value>();
        heap.used() > limit - limit / 8 || stack > limit / 8 || heap.hoards_cells()
    }

    /// What the evaluation before this one left behind makes room for the next.
    fn make_room(&mut self) {
        self.stack.truncate(self.run.top.max(INITIAL_STACK));
        self.stack.shrink_to_fit();
        self.handlers.shrink_to_fit();
        // If what is still alive leaves no room, the evaluation will find out.
        let _ = self.collect_with_names();
        self.rt.heap.shrink();
        self.code.shrink();
        let _ = self.account();
    }

    /// Tells the heap what is held outside of it.
    fn account(&mut self) -> Res<()> {
        self.world.machine_bytes = self.stack.len() * size_of::<Value>()
            + self.handlers.capacity() * size_of::<Handler>()
            + self.parking.bytes();
        self.world.account()
    }

    /// Code has been added. If it does not fit, code and texts that have served their purpose may make room; `new` is
    /// kept.
    fn account_for_code(&mut self, new: &[Value]) -> Res<()> {
        if self.account().is_err() { self.collect(self.run.top, new) } else { Ok(()) }
    }

    /// Keeps values alive for as long as `f` runs, however it ends.
    pub fn rooted<T>(&mut self, values: &[Value], f: impl FnOnce(&mut Vm) -> T) -> T {
        let mark = self.roots.len();
        self.roots.extend_from_slice(values);
        let result = f(self);
        self.roots.truncate(mark);
        result
    }

    /// Runs until the current run ends.
    fn drive(&mut self, lent: Lent<'_>) -> Res<Value> {
        match self.drive_or_pause(lent)? {
            Some(value) => Ok(value),
            None => crate::fault::internal("a pause of a run that cannot pause"),
        }
    }

    /// Runs until the current run ends, or pauses.
    fn drive_or_pause(&mut self, lent: Lent<'_>) -> Res<Option<Value>> {
        loop {
            let step = match run::run(self) {
                Exit::Done(v) if self.run.pc > UNDERFLOW => self.underflow(v),
                Exit::Done(v) => return Ok(Some(v)),
                // A slice ends between two instructions, after a jump or call: the program stops at the next one.
                Exit::Slice => {
                    self.sample();
                    match self.rt.refill() {
                        Ok(()) if self.pauses_here() => return Ok(None),
                        refilled => refilled.inspect_err(|_| self.run.pc = self.run.pc.wrapping_add(1)),
                    }
                }
                Exit::Grow => {
                    let grown = self.grow();
                    self.repeat(grown)
                }
                Exit::Collect { top } => {
                    let collected = self.collect(self.run.base + usize::from(top), &[]);
                    self.repeat(collected)
                }
                Exit::Call { a, n, global, tail } => {
                    let called = self.general_call(a, n, global, tail, lent);
                    if self.pauses_after(&called) {
                        return Ok(None);
                    }
                    called
                }
                Exit::Callback { callback, native, a, n } => {
                    let called = self.call_back_in_place(callback, native, usize::from(a), usize::from(n), lent);
                    if self.pauses_after(&called) {
                        return Ok(None);
                    }
                    called
                }
                Exit::Unreadable(g) => {
                    self.run.top = self.run.base + WINDOW;
                    let readable = self.make_readable(g);
                    self.repeat(readable)
                }
                Exit::Define { s, g } => {
                    self.run.top = self.run.base + WINDOW;
                    self.define_procedure(s, g)
                }
                Exit::Throw { tag, value } => {
                    self.throw(tag, value)?;
                    continue;
                }
                Exit::Fault(f) if matches!(*f, Fault::Throw { .. }) => Err(f),
                Exit::Fault(f) => self.in_other_order(f),
            };
            if let Err(fault) = step {
                self.unwind(fault)?;
            }
        }
    }

    /// May what has been called have taken all of a step, where it could not pause?
    fn pauses_after(&mut self, called: &Res<()>) -> bool {
        self.stepping.is_some() && called.is_ok() && self.pauses_here()
    }

    /// The instruction at `pc` is executed again, unless what it waited for has failed: then that is its own error, and
    /// the machine stands after it as after any other.
    fn repeat(&mut self, prepared: Res<()>) -> Res<()> {
        if prepared.is_err() {
            self.run.pc += 1;
        }
        prepared
    }

    /// Makes room for a window at `base`, for a call whose function and arguments are not in registers yet.
    #[inline]
    fn ensure_window_for(&mut self, base: usize, f: Value, args: &[Value]) -> Res<()> {
        if self.has_window(base) {
            return Ok(());
        }
        self.rooted(args, |vm| vm.rooted(&[f], |vm| vm.ensure_window(base)))
    }

    /// Makes room for a window at `base`. What the window holds already is kept.
    #[inline]
    fn ensure_window(&mut self, base: usize) -> Res<()> {
        if self.has_window(base) { Ok(()) } else { self.make_window(base) }
    }

    #[inline]
    fn has_window(&self, base: usize) -> bool {
        base + WINDOW <= self.usable.min(self.stack.len())
    }

    #[inline(never)]
    fn make_window(&mut self, base: usize) -> Res<()> {
        self.count_depth(base)?;
        let needed = base + WINDOW;
        if needed > self.stack.len() {
            let new_len = (self.stack.len() + self.stack.len() / 2).max(needed + WINDOW);
            let extra = new_len - self.stack.len();
            let bytes = extra * size_of::<Value>();
            if self.rt.heap.reserve(bytes).is_err() {
                // What the program no longer needs may make room.
                self.collect(base + WINDOW, &[])?;
                self.rt.heap.reserve(bytes)?;
            }
            if self.stack.try_reserve_exact(extra).is_err() {
                return Err(Limit::Memory.into());
            }
            self.stack.resize(new_len, Value::ZERO);
            self.account()?;
        }
        if self.max_depth.is_none() {
            self.usable = self.stack.len();
        }
        Ok(())
    }

    /// Enforces the depth limit, before a frame at `next` is entered. Frames are counted only when the usable part of
    /// the stack is used up; each takes at least one slot, so the next count comes before the limit can be passed.
    fn count_depth(&mut self, next: usize) -> Res<()> {
        let Some(limit) = self.max_depth else { return Ok(()) };
        let on_stack = self.run.stack_frames(&self.stack).count();
        let depth = on_stack + self.run.calls_below + self.calls_outside();
        self.rt.charge(on_stack / 16)?;
        if depth >= limit {
            return Err(Limit::Depth.into());
        }
        self.usable = next.max(self.run.base.saturating_add(limit - depth)).saturating_add(WINDOW);
        Ok(())
    }

    /// How far the stack may be used before frames are counted again: `calls` are under way below `bottom`, and there
    /// is nothing above it.
    fn usable_from(&self, bottom: usize, calls: usize) -> usize {
        match self.max_depth {
            None => self.stack.len(),
            // Each frame takes a slot at least.
            Some(limit) if self.suspended.is_empty() => {
                bottom.saturating_add(limit.saturating_sub(calls + 1)).saturating_add(WINDOW)
            }
            Some(_) => bottom + WINDOW,
        }
    }

    fn grow(&mut self) -> Res<()> {
        if self.handlers.len() == self.handlers.capacity() {
            self.reserve_handlers(1)?;
        }
        // The call that needs a window has not moved the base yet.
        let next = match self.code.insns.get(self.run.pc) {
            Some(Insn::CallGlobal { a, .. } | Insn::Call { a, .. }) => usize::from(*a),
            _ => 0,
        };
        self.ensure_window(self.run.base + next)
    }

    /// Collects, before the host calls something, what it has left behind; `kept` is what it holds itself.
    pub fn collect_if_due(&mut self, kept: &[Value]) {
        if self.rt.heap.wants_collection() {
            // If what is still alive leaves no room, the call will find out.
            let _ = self.collect(self.run.top, kept);
        }
    }

    /// Collects garbage. Stack slots below `top` are live, and so are `extra`.
    pub fn collect(&mut self, top: usize, extra: &[Value]) -> Res<()> {
        self.code.clear_marks();
        let mut gray = Vec::new();
        // Code that frames will return to.
        let code = &mut self.world.code;
        let mut last = None;
        let runs = std::iter::once(&self.run).chain(&self.suspended);
        let under_way = runs.flat_map(|run| run.stack_frames(&self.stack));
        for pc in under_way.chain(self.parking.stack_frames()) {
            if last.replace(pc) != Some(pc) {
                crate::heap::Functions::reach_code(code, pc, &mut gray);
            }
        }
        let all = roots!(self, top).chain(&gray).chain(extra).copied();
        self.world.rt.heap.collect(all, &mut self.world.code);
        let World { code, rt, loader, .. } = &mut self.world;
        code.sweep();
        // Conditions that a program keeps have places, too.
        let mut used: Vec<_> = code.sources().chain(loader.sources()).collect();
        used.extend(rt.heap.conditions().flat_map(Condition::sources));
        used.extend(self.parking.sources());
        used.sort_unstable();
        used.dedup();
        rt.sources.retain(|id| used.binary_search(&id).is_ok());
        self.account()?;
        self.rt.heap.make_room()
    }

    /// The frames of the current run, innermost first: of each the instruction after the one it executes.
    fn frames_of_run(&self) -> impl Iterator<Item = usize> + '_ {
        self.run.stack_frames(&self.stack).chain(self.heap_frames(self.run.rest))
    }

    /// The frames of everything that is running, innermost first: of each the instruction after the one it executes.
    pub(crate) fn frames(&self) -> impl Iterator<Item = usize> + '_ {
        self.runs().flat_map(|run| run.stack_frames(&self.stack).chain(self.heap_frames(run.rest)))
    }

    /// Reads a register of the current window.
    fn register(&self, r: usize) -> Value {
        self.stack.get(self.run.base + r).copied().unwrap_or(Value::NIL)
    }

    fn set_register(&mut self, r: usize, v: Value) {
        if let Some(slot) = self.stack.get_mut(self.run.base + r) {
            *slot = v;
        }
    }

    /// The cell could not be read: compile the library definition it stands for, or say that it is unbound.
    fn make_readable(&mut self, g: u32) -> Res<()> {
        if self.globals.value(g) != Value::UNBOUND {
            return self.force_lazy(g);
        }
        Err(self.unbound(g).into())
    }

    #[cold]
    fn unbound(&self, g: u32) -> Condition {
        let Some(info) = self.globals.info(g) else {
            return Condition::new(crate::fault::Code::Internal, "a global without a name");
        };
        let name = self.rt.name(info.name);
        let c = Condition::new(crate::fault::Code::UnboundVariable, format!("{name} is not defined"))
            .with_irritants(&[Value::symbol(info.name)]);
        // Where functions have a namespace of their own, it says which of the two was meant.
        let function = self.modules[info.module].function_cell(info.name);
        let c = if function == Some(g) { c.with_irritants(&[Value::symbol(well_known::FUNCTION)]) } else { c };
        Condition { unbound: Some(g), ..c }
    }

    /// `defproc` at run time.
    fn define_procedure(&mut self, s: u8, g: u32) -> Res<()> {
        let f = self.register(usize::from(s));
        if self.globals.value(g).is(Kind::GENERIC) {
            return self.add_plain_method(g, f);
        }
        self.set_cell(g, f);
        Ok(())
    }
}

impl Machine for Vm {
    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn workshop(&mut self) -> &mut Workshop {
        &mut self.workshop
    }

    fn call(&mut self, f: Value, args: &[Value]) -> Res<Value> {
        self.call_nested(f, args)
    }

    fn force(&mut self, cell: u32) -> Res<()> {
        self.force_lazy(cell)
    }

    fn compile(&mut self, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Res<Value> {
        self.compile_form(module, form, spans, span)
    }

    fn core_function(&mut self, name: &str) -> Res<Value> {
        self.core_function(name)
    }

    fn function_for_layer(&mut self, module: ModuleId, name: &str) -> Res<Option<Value>> {
        self.function_for_layer(module, name)
    }

    fn own_operators(&self) -> &[&'static Special] {
        &self.own_operators
    }

    fn place_at_call(&mut self, condition: Value, name: &str, call: Span) {
        self.place_at_call(condition, name, call);
    }
}
