//! The virtual machine: a fiber (stack, handlers, runs) on a [`ProgramState`] of code and globals, and the driver
//! around the inner loop.
//!
//! [`run`] holds the hot loop. Rare cases leave the inner loop with an [`Exit`] and are handled here or in a sibling:
//! general calls ([`call`]), throws ([`unwind`]), generic functions ([`generic`]), builtins that need the machine
//! ([`vm_natives`]), stack space ([`run_stack`]), collection ([`gc_roots`]).
//!
//! A method belongs to the part whose data it needs ([`Fiber`], [`ProgramState`], [`Dialects`], [`NativeModules`]).
//! A function that combines two parts stands in the module of its subject. [`Vm`] has methods only for driving: calls,
//! runs, unwinding, loading and collection.

pub(crate) mod async_calls;
pub(crate) mod backtrace;
pub(crate) mod bootstrap;
pub(crate) mod call;
pub(crate) mod continuation;
pub(crate) mod debugger;
pub(crate) mod describe;
pub(crate) mod dialects;
pub(crate) mod fiber;
pub(crate) mod gc_roots;
pub(crate) mod generic;
pub(crate) mod handler_stack;
pub(crate) mod host_call;
pub(crate) mod loader;
pub(crate) mod profiler;
mod run;
pub(crate) mod run_stack;
mod slow_paths;
pub(crate) mod unwind;
pub(crate) mod vm_natives;

use host_call::{HostState, LentValues};

use crate::bytecode::{Insn, UNDERFLOW};
use crate::compile::special::Special;
use crate::compile::{Machine, Workshop};
use crate::fault::{ErrorData, Limit, Result, Unwind};
use crate::io::Host;
use crate::limits::{Interrupt, Limits};
use crate::module::ProgramState;
use crate::object::continuation::tail_site;
use crate::reader::Spans;
use crate::runtime::Runtime;
use crate::source::Span;
use crate::symbol::ModuleId;
use crate::symbol::well_known;
use crate::value::{Kind, Value};
use dialects::Dialects;

use fiber::Fiber;
use fiber::SuspendedRuns;
use loader::NativeModules;
pub(crate) use run_stack::RUN_LEVELS;
use run_stack::RunFrame;
use slow_paths::WINDOW;

/// Values in a fresh stack: 4 KiB, because each page that is written to for the first time is felt when a program
/// starts.
const INITIAL_STACK: usize = 512;

/// The machine. What combines two of its parts is a function of this module or a method here; the rest belongs to the
/// parts.
pub(crate) struct Vm {
    /// The fiber that is on.
    fiber: Box<Fiber>,
    /// The runs that wait for the host.
    pub suspended_runs: SuspendedRuns,
    /// State that the running code was compiled into.
    pub program: ProgramState,
    workshop: Workshop,
    /// State of the functions of the host.
    pub host: HostState,
    /// Modules with functions in Rust.
    pub native_modules: NativeModules,
    pub dialects: Dialects,
    counters: Counters,
    /// Data for those who look into programs.
    pub inspection: backtrace::Inspection,
    max_depth: Option<usize>,
    /// The limit that ended the evaluation, with the place where it did.
    pub stopped: Option<ErrorData>,
}

/// Numbers that the machine gives out.
#[derive(Clone, Copy, Default)]
struct Counters {
    /// Runs so far.
    runs: u64,
    /// Texts whose evaluation has begun.
    loads: u64,
    /// Segments of continuations.
    segments: u64,
    /// The next number of a handler.
    handlers: u32,
    /// Trails that conditions have been given, whose code must not be released.
    backtraces: u64,
    /// Captures that code has ruled out which was compiled for builtins.
    #[cfg(all(test, feature = "reference-evaluator"))]
    refused_captures: u64,
}

/// Why the inner loop stopped. The machine's `pc` points after the instruction (at it, for those that repeat).
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
    /// A collection is due, and any register may be live.
    Full,
    /// A call that needs a closer look: of `a` (already in its register), or of global `g`.
    Call {
        a: u8,
        n: u8,
        global: Option<u32>,
        tail: bool,
    },
    /// A call of `call/cc` with the function after register `a`.
    Capture {
        a: u8,
        tail: bool,
    },
    /// A call of the continuation in register `a` with the value after it.
    Continue {
        a: u8,
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
    /// A global cell gets another value that holds a function which calls itself by its name.
    Assign {
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
    /// An instruction on numbers, or a builtin that an instruction has called, has failed: without an effect if it
    /// lacked memory.
    Failed(Box<Unwind>),
    Unwind(Box<Unwind>),
}

impl Exit {
    /// Returns whether it asks for a call.
    fn is_call(&self) -> bool {
        matches!(
            self,
            Exit::Call { .. } | Exit::Capture { .. } | Exit::Continue { .. } | Exit::Callback { .. } | Exit::Failed(_)
        )
    }
}

impl Vm {
    pub fn new(limits: &Limits, host: Box<dyn Host>, interrupt: Interrupt, dialects: Dialects) -> Vm {
        let program =
            ProgramState::new(Runtime::new(bootstrap::core_names(), limits, host, interrupt, crate::printer::brief));
        let mut vm = Vm::idle(program, dialects);
        bootstrap::install_core(&mut vm.program);
        vm
    }

    /// Number of captures that code has ruled out which was compiled for builtins.
    #[cfg(all(test, feature = "reference-evaluator"))]
    pub fn refused_captures(&self) -> u64 {
        self.counters.refused_captures
    }

    /// A machine that nothing has run on.
    fn idle(program: ProgramState, dialects: Dialects) -> Vm {
        Vm {
            fiber: Box::new(Fiber::idle()),
            suspended_runs: SuspendedRuns::default(),
            program,
            workshop: Workshop::default(),
            host: HostState::default(),
            native_modules: NativeModules::default(),
            dialects,
            counters: Counters { handlers: 1, ..Counters::default() },
            inspection: backtrace::Inspection::default(),
            max_depth: None,
            stopped: None,
        }
    }

    /// A copy with a host of its own, without handles, data of the host, and what objects of the host are to it.
    /// Returns a copy of the machine. Nothing must be running.
    pub fn copy(&self, outside: Box<dyn Host>, interrupt: Interrupt) -> Vm {
        let host = HostState {
            callbacks: self.host.callbacks.clone(),
            block_on: self.host.block_on.clone(),
            ..HostState::default()
        };
        Vm {
            host,
            native_modules: self.native_modules.clone(),
            counters: self.counters,
            max_depth: self.max_depth,
            ..Vm::idle(self.program.copy(outside, interrupt), self.dialects.clone())
        }
    }

    /// Begins the account of an evaluation that the host asked for.
    pub fn start(&mut self, limits: &Limits) {
        if self.suspended_runs.has_dropped() {
            let reserved = self.suspended_runs.release_dropped();
            self.program.release_reserved(&reserved);
        }
        self.start_reading(limits);
        self.max_depth = limits.depth;
        self.fiber.usable = self.usable_from(self.fiber.run.base, 0);
        if self.fiber.suspended.is_empty() {
            // An evaluation that a limit has ended leaves its budgets behind.
            self.program.rt.search.drop_budgets();
            if self.program.rt.heap.wants_collection() || self.program.rt.symbols.may_forget() {
                // If what is still alive leaves no room, the evaluation will find out.
                let _ = self.collect_between_evaluations();
            }
            self.program.rt.ports.reset();
            self.fiber.exiting = None;
            if !self.inspection.frames.is_empty() {
                self.inspection.frames.clear();
            }
            self.host.ended = None;
        }
    }

    /// Begins the account of a conversion that the host asked for: nothing of a program runs in it.
    #[inline]
    pub fn start_reading(&mut self, limits: &Limits) {
        let now = if limits.time.is_some() { self.program.rt.host.now() } else { std::time::Duration::ZERO };
        let unsampled = profiler::begin_evaluation(self);
        self.program.rt.budget.start(limits, now);
        self.program.rt.budget.shorten_first_slice(unsampled);
        self.program.rt.heap.set_limit(limits.memory);
        self.stopped = None;
        if self.fiber.suspended.is_empty() && self.is_crowded(limits.memory) {
            self.make_room();
        }
    }

    /// Runs until the current run ends.
    fn drive(&mut self, lent: LentValues<'_>) -> Result<Value> {
        match self.drive_or_pause(lent)? {
            Some(value) => Ok(value),
            None => crate::fault::internal("a pause of a run that cannot pause"),
        }
    }

    /// Runs until the current run ends, or pauses: then there is no value, but [`HostState::take_signal`].
    fn drive_or_pause(&mut self, lent: LentValues<'_>) -> Result<Option<Value>> {
        let mut repeated = None;
        loop {
            let exit = run::run(self);
            let is_call = exit.is_call();
            let step = match exit {
                Exit::Done(v) if self.fiber.run.pc > UNDERFLOW => continuation::underflow(self, v),
                Exit::Done(v) => return Ok(Some(v)),
                // A slice ends between two instructions, after a jump or call: the program stops at the next one.
                Exit::Slice => {
                    profiler::end_slice(self);
                    match self.program.rt.refill() {
                        Ok(()) if fiber::pauses_here(self) => return Ok(None),
                        // Loops that count, or read numbers from arrays, have no other safepoint.
                        refilled => refilled
                            .and_then(|()| self.collect_window_if_due())
                            .inspect_err(|_| self.fiber.run.pc = self.fiber.run.pc.wrapping_add(1)),
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
                Exit::Full => self.collect_window_if_due(),
                Exit::Call { a, n, global, tail } => self.general_call(a, n, global, tail, lent),
                Exit::Capture { a, tail } => self.capture_in_place(usize::from(a), tail, lent),
                Exit::Continue { a, .. } if continuation::resume_in_run(self, usize::from(a)) => continue,
                Exit::Continue { a, tail } => self.general_call(a, 1, None, tail, lent),
                Exit::Failed(fault) => self.execute_again(fault, &mut repeated, lent),
                Exit::Callback { callback, native, a, n } => {
                    host_call::call_back_in_place(self, callback, native, usize::from(a), usize::from(n), lent)
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
                Exit::Assign { s, g } => {
                    let value = self.fiber.register(usize::from(s));
                    self.program.set_cell(g, value);
                    Ok(())
                }
                Exit::Bind { a, off } => handler_stack::push_binding(self, a, off),
                Exit::Throw { tag, value } => {
                    self.throw(tag, value)?;
                    continue;
                }
                Exit::Unwind(f) => Err(f),
            };
            if is_call && step.is_ok() && self.suspended_runs.stepping.is_some() && fiber::pauses_here(self) {
                // The call may have used up the step where it could not pause.
                return Ok(None);
            }
            if let Err(fault) = step {
                self.unwind(fault)?;
                // A loop of caught errors makes conditions and has no other safepoint.
                if let Err(fault) = self.collect_window_if_due() {
                    self.unwind(fault)?;
                }
            }
        }
    }

    /// Collects garbage if that is due, where any register may be live.
    fn collect_window_if_due(&mut self) -> Result<()> {
        if !self.program.rt.heap.wants_collection() {
            return Ok(());
        }
        self.collect(self.fiber.run.base + WINDOW, &[])
    }

    /// The instruction that has failed is executed again after a collection if it lacked memory: garbage counts, too.
    /// `repeated` has the collections and the bytes in use when one was last repeated. If both are the same, no
    /// collection helps.
    fn repeat_with_room(&mut self, fault: Box<Unwind>, repeated: &mut Option<(u64, usize)>) -> Result<()> {
        let state = |vm: &Vm| (vm.program.rt.heap.collections(), vm.program.rt.heap.used());
        if *repeated == Some(state(self)) {
            return Err(fault);
        }
        self.fiber.run.pc = self.fiber.run.pc.wrapping_sub(1);
        let collected = self.collect(self.fiber.run.base + WINDOW, &[]);
        *repeated = Some(state(self));
        self.repeat(collected)
    }

    /// Does again an instruction that has failed for want of memory, a call of a builtin once.
    fn execute_again(
        &mut self,
        fault: Box<Unwind>,
        repeated: &mut Option<(u64, usize)>,
        lent: LentValues<'_>,
    ) -> Result<()> {
        if !matches!(*fault, Unwind::Limit(Limit::Memory)) {
            return Err(fault);
        }
        let (a, n, global, tail) = match self.program.code.insns.get(self.fiber.run.pc.wrapping_sub(1)).copied() {
            Some(Insn::CallGlobal { a, n, g, .. }) => (a, n, Some(g), false),
            Some(Insn::TailGlobal { a, n, g }) => (a, n, Some(g), true),
            Some(Insn::Call { a, n, .. }) => (a, n, None, false),
            Some(Insn::TailCall { a, n, .. }) => (a, n, None, true),
            Some(Insn::Apply { d, a, f }) => return self.apply_again(d, f, &[a]),
            Some(Insn::Apply2 { d, a, b, f }) => return self.apply_again(d, f, &[a, b]),
            _ => return self.repeat_with_room(fault, repeated),
        };
        self.general_call(a, n, global, tail, lent)
    }

    fn apply_again(&mut self, d: u8, f: u32, registers: &[u8]) -> Result<()> {
        self.collect(self.fiber.run.base + WINDOW, &[])?;
        let args: Vec<Value> = registers.iter().map(|&r| self.fiber.register(usize::from(r))).collect();
        let ProgramState { natives, rt, .. } = &mut self.program;
        let Some(call) = natives.leaf(f) else { return crate::fault::internal("a builtin that is not there") };
        let v = call(rt, &args)?;
        self.fiber.set_register(usize::from(d), v);
        Ok(())
    }

    /// The instruction at `pc` is executed again, unless what it waited for has failed. Then the failure is its own
    /// error.
    fn repeat(&mut self, prepared: Result<()>) -> Result<()> {
        if prepared.is_err() {
            self.fiber.run.pc += 1;
        }
        prepared
    }

    /// The frames of the current run, innermost first: of each the instruction after the one it executes.
    fn frames_of_run(&self) -> impl Iterator<Item = usize> + '_ {
        self.frames_of(&self.fiber.run)
    }

    /// The frames of everything that is running, innermost first: of each the instruction after the one it executes.
    pub(crate) fn frames(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        Box::new(self.fiber.all_runs().flat_map(|run| self.frames_of(run)))
    }

    /// The frames of a run. After a function of the library comes the tail call by which the program has entered it, as
    /// though the frame that the call has replaced were still there.
    fn frames_of<'a>(&'a self, run: &RunFrame) -> impl Iterator<Item = usize> + use<'a> {
        let stack = &self.fiber.stack;
        let on_stack = run.windows(stack).flat_map(move |(pc, base)| {
            let tail_call = stack.get(base).and_then(|&info| tail_site(info));
            let tail_call = tail_call.filter(|_| !backtrace::is_written_by_program(&self.program, pc.wrapping_sub(1)));
            [Some(pc), tail_call].into_iter().flatten()
        });
        on_stack.chain(continuation::heap_frames(&self.program, run.rest))
    }

    /// The cell could not be read: compile the library definition it stands for, or say that it is unbound.
    fn make_readable(&mut self, g: u32) -> Result<()> {
        if follow(&mut self.program, self.fiber.run.pc, g) {
            return Ok(());
        }
        if self.program.globals.value(g) != Value::UNBOUND {
            return bootstrap::force_lazy(self, g);
        }
        Err(unbound(&self.program, g).into())
    }

    /// `defproc` at run time.
    fn define_procedure(&mut self, s: u8, g: u32) -> Result<()> {
        let f = self.fiber.register(usize::from(s));
        if self.program.globals.value(g).is(Kind::GENERIC) {
            return generic::add_plain_method(self, g, f);
        }
        self.program.set_cell(g, f);
        Ok(())
    }
}

/// The instruction at `pc` has come upon global cell `g`: if another has taken its place, it refers to that one
/// from now on.
fn follow(program: &mut ProgramState, pc: usize, g: u32) -> bool {
    let target = program.globals.target(g);
    if target != g {
        program.code.redirect(pc, g, target);
    }
    target != g
}

#[cold]
fn unbound(program: &ProgramState, g: u32) -> ErrorData {
    let Some(info) = program.globals.info(g) else {
        return ErrorData::new(crate::fault::Code::Internal, "a global without a name");
    };
    let name = program.rt.name(info.name);
    let c = ErrorData::new(crate::fault::Code::UnboundVariable, format!("{name} is not defined"))
        .with_irritants(&[Value::symbol(info.name)]);
    // If functions have a namespace of their own, the irritant says which of the two was meant.
    let function = program.modules[info.module].function_cell(info.name);
    let c = if function == Some(g) { c.with_irritants(&[Value::symbol(well_known::FUNCTION)]) } else { c };
    let mut c = c;
    c.details_mut().unbound = Some(g);
    c
}

impl Machine for Vm {
    fn program(&self) -> &ProgramState {
        &self.program
    }

    fn program_mut(&mut self) -> &mut ProgramState {
        &mut self.program
    }

    fn workshop(&mut self) -> &mut Workshop {
        &mut self.workshop
    }

    fn call(&mut self, f: Value, args: &[Value]) -> Result<Value> {
        self.call_nested(f, args)
    }

    fn force(&mut self, cell: u32) -> Result<()> {
        bootstrap::force_lazy(self, cell)
    }

    fn compile(&mut self, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Result<Value> {
        self.compile_form(module, form, spans, span)
    }

    fn core_function(&mut self, name: &str) -> Result<Value> {
        bootstrap::core_function(self, name)
    }

    fn function_for_dialect(&mut self, module: ModuleId, name: &str) -> Result<Option<Value>> {
        bootstrap::function_for_dialect(self, module, name)
    }

    fn own_operators(&self) -> &[&'static Special] {
        &self.dialects.own_operators
    }

    fn locate_at_call(&mut self, condition: Value, name: &str, call: Span) {
        backtrace::locate_at_call(self, condition, name, call);
    }
}
