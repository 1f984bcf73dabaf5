//! The virtual machine: stack, handlers and runs, on a [`World`] of code and globals, and the driver around the inner
//! loop.
//!
//! [`run`] holds the hot loop. Whatever is rare leaves it with an [`Exit`] and is done here or in a sibling, where the
//! whole machine is at hand: general calls ([`call`]), throwing ([`unwind`]), generic functions ([`generic`]),
//! operations that re-enter the compiler ([`control`]), room on the stack ([`stack`]), collecting ([`collection`]).

pub(crate) mod asking;
pub(crate) mod awaiting;
mod binding;
mod blame;
pub(crate) mod call;
pub(crate) mod callback;
mod collection;
pub(crate) mod continuation;
pub(crate) mod control;
pub(crate) mod controls;
pub(crate) mod copy;
mod describe;
mod fiber;
pub(crate) mod generic;
mod handlers;
mod image;
mod inspect;
pub(crate) mod interpreter;
pub(crate) mod language;
mod loader;
mod nested;
mod operators;
pub(crate) mod parking;
mod place;
pub(crate) mod provided;
mod run;
mod scope;
mod search_documentation;
pub(crate) mod signal;
mod slow;
mod stack;
pub(crate) mod unwind;
pub(crate) mod values;
mod window;

use std::ops::{Deref, DerefMut};

use callback::{Callbacks, Ended, Lent};

use crate::bytecode::UNDERFLOW;
use crate::compile::special::Special;
use crate::compile::{Machine, Workshop};
use crate::fault::{Condition, Fault, Res};
use crate::io::Host;
use crate::limits::{Interrupt, Limits};
use crate::module::World;
use crate::module::hosted::Owner;
use crate::object::host::HostData;
use crate::reader::Spans;
use crate::runtime::Runtime;
use crate::source::Span;
use crate::symbol::ModuleId;
use crate::symbol::well_known;
use crate::value::{Kind, Value};
use controls::Control;
use language::{Dialects, Language};

use asking::Signal;
use fiber::Fiber;
pub(crate) use nested::RUN_LEVELS;
use parking::Parking;
use provided::{Filled, LibraryPart, Provided};
use window::WINDOW;

/// Values in a fresh stack: 4 KiB, because each page that is written to for the first time is felt when a program
/// starts.
const INITIAL_STACK: usize = 512;

pub(crate) struct Vm {
    /// The fiber that is on.
    fiber: Box<Fiber>,
    /// The runs that wait for the host.
    pub parking: Parking,
    /// The run that may pause, by its number.
    stepping: Option<u64>,
    /// World that the running code was compiled into.
    pub world: World,
    workshop: Workshop,
    max_depth: Option<usize>,
    /// The limit that ended the evaluation, with the place where it did.
    pub stopped: Option<Condition>,
    /// The host's functions that may call back.
    pub callbacks: Callbacks,
    /// Outcome that nothing stops, in a function of the host that has called back. It goes on when that function
    /// returns.
    pub ended: Option<Ended>,
    /// Signal of a function of the host, until it has returned and the run pauses.
    pub signal: Option<Signal>,
    /// Whether the host polls the futures of its functions in this step.
    pub polls: bool,
    /// Function by which the host waits for a future where the run cannot.
    pub block_on: Option<awaiting::BlockOn>,
    /// Data that the host keeps for its functions, one value of each type.
    pub data: HostData,
    /// Number of runs so far.
    runs: u64,
    /// Texts whose evaluation has begun.
    loads: u64,
    /// Numbers given out, to segments and to handlers.
    segments: u64,
    handler_numbers: u32,
    /// Number of trails that conditions have been given, whose code must not be released.
    trails: u64,
    /// Data for those who look into programs.
    pub inspection: inspect::Inspection,
    /// Whether the program has ever had restarts, or handlers that are asked where something is signalled.
    has_marks: bool,
    /// All dialects that there are.
    pub dialects: Dialects,
    /// Those in use, and the modules of their layers.
    languages: Vec<(ModuleId, &'static Language)>,
    /// Control natives that these dialects have added. Their numbers follow those of the core.
    own_controls: Vec<&'static Control>,
    own_operators: Vec<&'static Special>,
    /// Modules of the host's, by what programs call them.
    pub provided: Vec<Provided>,
    /// Modules that the host has added to the library.
    pub library: Vec<&'static dyn LibraryPart>,
    /// Modules with functions in Rust that have been required, in this order.
    filled: Vec<Filled>,
    /// Owner of the functions that are being defined.
    pub defining: Owner,
    /// Whether modules are filled again only to restore the functions that a copy lacks.
    pub refilling: bool,
}

/// Result of running: the value of the run that has ended, or the signal with which it pauses.
enum Outcome {
    Done(Value),
    Signal(Signal),
}

impl Outcome {
    /// The value of a run that has ended.
    fn value(self) -> Value {
        if let Outcome::Done(value) = self { value } else { Value::NIL }
    }
}

/// Why the inner loop stopped. The machine's `pc` stands after the instruction (at it, for those that repeat).
enum Exit {
    Done(Value),
    /// The slice of ticks is used up.
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
    /// Dynamic variables are bound from here on, until a cleanup `off` instructions further.
    Bind {
        a: u8,
        off: i32,
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
    pub fn new(limits: &Limits, host: Box<dyn Host>, interrupt: Interrupt, dialects: Dialects) -> Vm {
        let world = World::new(Runtime::new(image::core_names(), limits, host, interrupt, crate::printer::brief));
        let mut vm = Vm::idle(world, dialects);
        vm.install_core();
        vm
    }

    /// A machine that nothing has run on.
    fn idle(world: World, dialects: Dialects) -> Vm {
        Vm {
            fiber: Box::new(Fiber::idle()),
            parking: Parking::default(),
            stepping: None,
            world,
            workshop: Workshop::default(),
            max_depth: None,
            stopped: None,
            callbacks: Callbacks::default(),
            ended: None,
            signal: None,
            polls: false,
            block_on: None,
            data: HostData::default(),
            runs: 0,
            loads: 0,
            segments: 0,
            handler_numbers: 1,
            trails: 0,
            inspection: inspect::Inspection::default(),
            has_marks: false,
            dialects,
            languages: Vec::new(),
            own_controls: Vec::new(),
            own_operators: Vec::new(),
            provided: Vec::new(),
            library: Vec::new(),
            filled: Vec::new(),
            defining: Owner::Host,
            refilling: false,
        }
    }

    /// Begins the account of an evaluation that the host asked for.
    pub fn start(&mut self, limits: &Limits) {
        self.rt.host_roots.release_dropped();
        let reserved = self.parking.release_dropped();
        self.release_reserved(&reserved);
        let now = if limits.time.is_some() { self.rt.host.now() } else { std::time::Duration::ZERO };
        let unsampled = self.carry_sample();
        self.rt.budget.start(limits, now);
        self.rt.budget.shorten_slice(unsampled);
        self.rt.heap.set_limit(limits.memory);
        if self.fiber.suspended.is_empty() {
            // An evaluation that a limit has ended leaves its budgets behind.
            self.rt.search.drop_budgets();
            if self.is_crowded(limits.memory) {
                self.make_room();
            } else if self.rt.heap.wants_collection() || self.rt.symbols.may_forget() {
                // If what is still alive leaves no room, the evaluation will find out.
                let _ = self.collect_between_evaluations();
            }
        }
        self.max_depth = limits.depth;
        self.fiber.usable = self.usable_from(self.fiber.run.base, 0);
        self.stopped = None;
        if self.fiber.suspended.is_empty() {
            self.rt.ports.reset();
            self.fiber.exiting = None;
            if !self.inspection.frames.is_empty() {
                self.inspection.frames.clear();
            }
            self.ended = None;
        }
    }

    /// Runs until the current run ends.
    fn drive(&mut self, lent: Lent<'_>) -> Res<Value> {
        match self.drive_or_pause(lent)? {
            Outcome::Done(value) => Ok(value),
            Outcome::Signal(_) => crate::fault::internal("a pause of a run that cannot pause"),
        }
    }

    /// Runs until the current run ends, or pauses with a signal.
    fn drive_or_pause(&mut self, lent: Lent<'_>) -> Res<Outcome> {
        loop {
            let step = match run::run(self) {
                Exit::Done(v) if self.fiber.run.pc > UNDERFLOW => self.underflow(v),
                Exit::Done(v) => return Ok(Outcome::Done(v)),
                // A slice ends between two instructions, after a jump or call: the program stops at the next one.
                Exit::Slice => {
                    self.sample(self.fiber.run.pc);
                    match self.rt.refill() {
                        Ok(()) if self.pauses_here() => return Ok(Outcome::Signal(self.take_signal())),
                        refilled => refilled.inspect_err(|_| self.fiber.run.pc = self.fiber.run.pc.wrapping_add(1)),
                    }
                }
                Exit::Grow => {
                    let grown = self.grow();
                    self.repeat(grown)
                }
                Exit::Collect { top } => {
                    let collected = self.collect(self.fiber.run.base + usize::from(top), &[]);
                    self.repeat(collected)
                }
                Exit::Call { a, n, global, tail } => {
                    let called = self.general_call(a, n, global, tail, lent);
                    if let Some(signal) = self.signal_after(&called) {
                        return Ok(Outcome::Signal(signal));
                    }
                    called
                }
                Exit::Callback { callback, native, a, n } => {
                    let called = self.call_back_in_place(callback, native, usize::from(a), usize::from(n), lent);
                    if let Some(signal) = self.signal_after(&called) {
                        return Ok(Outcome::Signal(signal));
                    }
                    called
                }
                Exit::Unreadable(g) => {
                    self.fiber.run.top = self.fiber.run.base + WINDOW;
                    let readable = self.make_readable(g);
                    self.repeat(readable)
                }
                Exit::Define { s, g } => {
                    self.fiber.run.top = self.fiber.run.base + WINDOW;
                    self.define_procedure(s, g)
                }
                Exit::Bind { a, off } => self.push_binding(a, off),
                Exit::Throw { tag, value } => {
                    self.throw(tag, value)?;
                    continue;
                }
                Exit::Fault(f) => Err(f),
            };
            if let Err(fault) = step {
                self.unwind(fault)?;
                // A loop of caught errors makes conditions and has no other safepoint.
                if self.rt.heap.wants_collection()
                    && let Err(fault) = self.collect(self.fiber.run.base + WINDOW, &[])
                {
                    self.unwind(fault)?;
                }
            }
        }
    }

    /// Returns the signal with which the run pauses after the call, if it does: the call may have taken all of the step
    /// where it could not pause.
    fn signal_after(&mut self, called: &Res<()>) -> Option<Signal> {
        let pauses = self.stepping.is_some() && called.is_ok() && self.pauses_here();
        pauses.then(|| self.take_signal())
    }

    /// The instruction at `pc` is executed again, unless what it waited for has failed: then that is its own error, and
    /// the machine stands after it as after any other.
    fn repeat(&mut self, prepared: Res<()>) -> Res<()> {
        if prepared.is_err() {
            self.fiber.run.pc += 1;
        }
        prepared
    }

    /// The frames of the current run, innermost first: of each the instruction after the one it executes.
    fn frames_of_run(&self) -> impl Iterator<Item = usize> + '_ {
        self.fiber.run.stack_frames(&self.fiber.stack).chain(self.heap_frames(self.fiber.run.rest))
    }

    /// The frames of everything that is running, innermost first: of each the instruction after the one it executes.
    pub(crate) fn frames(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        Box::new(self.runs().flat_map(|run| run.stack_frames(&self.fiber.stack).chain(self.heap_frames(run.rest))))
    }

    /// Reads a register of the current window.
    fn register(&self, r: usize) -> Value {
        self.fiber.stack.get(self.fiber.run.base + r).copied().unwrap_or(Value::NIL)
    }

    fn set_register(&mut self, r: usize, v: Value) {
        if let Some(slot) = self.fiber.stack.get_mut(self.fiber.run.base + r) {
            *slot = v;
        }
    }

    /// The cell could not be read: compile the library definition it stands for, or say that it is unbound.
    fn make_readable(&mut self, g: u32) -> Res<()> {
        if self.follow(self.fiber.run.pc, g) {
            return Ok(());
        }
        if self.globals.value(g) != Value::UNBOUND {
            return self.force_lazy(g);
        }
        Err(self.unbound(g).into())
    }

    /// The instruction at `pc` has come upon global cell `g`: if another has taken its place, it refers to that one
    /// from now on.
    fn follow(&mut self, pc: usize, g: u32) -> bool {
        let target = self.globals.target(g);
        if target != g {
            self.code.redirect(pc, g, target);
        }
        target != g
    }

    #[cold]
    fn unbound(&self, g: u32) -> Condition {
        let Some(info) = self.globals.info(g) else {
            return Condition::new(crate::fault::Code::Internal, "a global without a name");
        };
        let name = self.rt.name(info.name);
        let c = Condition::new(crate::fault::Code::UnboundVariable, format!("{name} is not defined"))
            .with_irritants(&[Value::symbol(info.name)]);
        // If functions have a namespace of their own, the irritant says which of the two was meant.
        let function = self.modules[info.module].function_cell(info.name);
        let c = if function == Some(g) { c.with_irritants(&[Value::symbol(well_known::FUNCTION)]) } else { c };
        let mut c = c;
        c.details_mut().unbound = Some(g);
        c
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
