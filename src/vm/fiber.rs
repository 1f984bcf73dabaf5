//! Fibers: a stack with its runs, their handlers and their dynamic bindings; and runs that the host steps.
//!
//! The machine has one fiber. A run that waits for a step has a fiber of its own ([`SuspendedRuns`]). To switch, the two
//! change places: nothing of a stack is copied, however deep it is. Dynamic bindings are shallow, so a switch gives the
//! variables that the fiber has bound their outer values, or its own.
//!
//! A step is a run like any other, and stops at the end of a slice of ticks if its own is used up. Nested runs
//! (expansions, files, calls by host functions) are on the native stack and cannot be suspended. The machine finishes them
//! first. Calls by futures of the host are an exception ([`super::async_calls`]): the run that waits for one and the
//! called run are in one fiber.

use std::mem::swap;
use std::ops::Range;
use std::slice::from_ref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use super::async_calls::AwaitedFuture;
use super::dialects::Interpreter;
use super::host_call::{Answer, Asked, Signal};
use super::host_call::{LentValues, Nothing};
use super::loader;
use super::loader::FormOutcome;
use super::profiler;
use super::run_stack::{self, RUN_LEVELS, RunFrame};
use super::slow_paths::WINDOW;
use super::unwind;
use super::unwind::InFlightThrow;
use super::{INITIAL_STACK, Vm, async_calls, continuation, describe, dialects, host_call};
use crate::bytecode::{CodeStore, HALT};
use crate::fault::{Code, Result, fail, internal};
use crate::handle::Handle;
use crate::limits::SLICE;
use crate::module::ProgramState;
use crate::module::loading::{Active, Progress};
use crate::object::continuation::{Handler, HandlerKind, Link};
use crate::reader::{Reader, Spans};
use crate::search::Budgets;
use crate::source::SourceId;
use crate::symbol::{ModuleId, well_known};
use crate::value::Value;

/// Slots of a new stack: a window, and a little more for the calls of an ordinary function.
const SLOTS: usize = WINDOW + 64;

/// A computation: a stack with the runs on it, their handlers, and the bindings that they have made.
#[derive(Clone)]
pub(super) struct Fiber {
    /// Empty before the first step.
    pub stack: Vec<Value>,
    /// Position up to which the stack can be used before the machine counts calls again.
    pub usable: usize,
    /// The limit on depth for which that holds. Each count is paid for, so a run in steps must not make more of them.
    usable_for: Option<usize>,
    /// The innermost run.
    pub run: RunFrame,
    /// The runs that wait for an inner one, the outermost first. The first of all in a fiber for steps does nothing.
    pub suspended: Vec<RunFrame>,
    pub handlers: Vec<Handler>,
    /// Positions of those handlers that end bindings, in rising order, so that a step need not look at all handlers. A
    /// handler that was left may still be here, and another one that is no binding in its place.
    pub bindings: Vec<u32>,
    /// A throw that a cleanup has stopped.
    pub passing: Option<InFlightThrow>,
    /// Variables that it has bound and cleanups give back, the innermost binding first, while it waits.
    bound: Vec<Bound>,
    /// The program is ending itself, with this status. Its cleanups run; one of them may throw only to handlers that
    /// have no number below this one.
    pub exiting: Option<(Value, u32)>,
}

/// A dynamic variable bound by a fiber: the cell, its value in the fiber, and the stack slot of the outer value, if
/// any.
#[derive(Clone)]
struct Bound {
    cell: u32,
    inner: Value,
    slot: Option<usize>,
}

impl Fiber {
    /// The fiber of a machine that does nothing.
    pub fn idle() -> Fiber {
        let stack = vec![Value::ZERO; INITIAL_STACK];
        Fiber { stack, usable: INITIAL_STACK, suspended: Vec::new(), ..Fiber::new(RunFrame::outermost()) }
    }

    /// A fiber that nothing has run on, for this run.
    pub fn new(run: RunFrame) -> Fiber {
        Fiber {
            stack: Vec::new(),
            usable: 0,
            usable_for: None,
            run,
            suspended: vec![RunFrame::outermost()],
            handlers: Vec::new(),
            bindings: Vec::new(),
            passing: None,
            bound: Vec::new(),
            exiting: None,
        }
    }

    pub fn has_begun(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Its runs, the outermost first.
    fn runs(&self) -> impl DoubleEndedIterator<Item = &RunFrame> {
        self.suspended.iter().skip(1).chain(from_ref(&self.run))
    }

    /// Returns the levels that its waiting runs take of the limit on nesting.
    pub fn levels(&self) -> usize {
        self.suspended.len() * RUN_LEVELS
    }

    /// The handlers of a run on the stack, and its frames on the heap. The number of the innermost run is that of those
    /// that wait for it.
    pub fn handlers_of(&self, run: usize) -> Option<(Range<usize>, Link)> {
        let of = |run: usize| self.suspended.get(run).or((run == self.suspended.len()).then_some(&self.run));
        let own = of(run)?;
        let end = of(run + 1).map_or(self.handlers.len(), |inner| inner.handler_floor);
        Some((own.handler_floor..end, own.rest))
    }

    /// The lists of swaps ([`super::unwind`]) of its runs, the outermost first. Hardly any run has one.
    fn swaps(&self) -> Vec<Value> {
        let mut swaps = Vec::new();
        for run in self.suspended.get(1..).unwrap_or(&[]).iter().chain(from_ref(&self.run)) {
            if !run.bindings.is_nil() {
                swaps.push(run.bindings);
            }
        }
        swaps
    }

    /// The slots that the collector must see.
    fn live(&self) -> &[Value] {
        self.stack.get(..self.run.base + WINDOW).unwrap_or(&self.stack)
    }

    /// Shows `look` the values that the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(self.live());
        self.runs().for_each(|run| run.each_root(look));
        self.handlers.iter().for_each(|h| look(from_ref(&h.tag)));
        self.bound.iter().for_each(|bound| look(from_ref(&bound.inner)));
        self.exiting.iter().for_each(|(status, _)| look(from_ref(status)));
    }

    /// The instructions that its frames will go on at.
    pub fn each_frame(&self, look: &mut dyn FnMut(usize)) {
        self.runs().for_each(|run| run.code_addresses(&self.stack).for_each(&mut *look));
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        size_of::<Fiber>()
            + self.stack.capacity() * size_of::<Value>()
            + self.handlers.capacity() * size_of::<Handler>()
            + self.suspended.capacity() * size_of::<RunFrame>()
            + self.bindings.capacity() * size_of::<u32>()
            + self.bound.capacity() * size_of::<Bound>()
    }

    /// Gives back room that a deeper recursion of before has taken.
    fn shrink(&mut self) {
        let live = self.run.base + WINDOW;
        if self.stack.len() > 4 * live {
            self.stack.truncate(2 * live);
            self.stack.shrink_to_fit();
        }
        if self.handlers.capacity() > 64 && self.handlers.capacity() > 4 * self.handlers.len() {
            self.handlers.shrink_to(2 * self.handlers.len());
            self.bindings.retain(|&position| (position as usize) < self.handlers.len());
            self.bindings.shrink_to_fit();
        }
    }

    pub fn arguments(&self, a: usize, n: usize) -> Vec<Value> {
        let start = self.run.base + a + 1;
        self.stack.get(start..start + n).unwrap_or(&[]).to_vec()
    }

    /// The dynamic context, which a library keeps.
    pub fn winds(&self) -> Value {
        self.run.winds
    }

    pub fn set_winds(&mut self, winds: Value) {
        self.run.winds = winds;
    }

    /// Returns the position of the first handler of the run that handler `i` belongs to, and the run's frames on the
    /// heap.
    pub fn run_of(&self, i: usize) -> (usize, Link) {
        let run = self.all_runs().find(|run| run.handler_floor <= i).unwrap_or(&self.run);
        (run.handler_floor, run.rest)
    }

    /// Reads a register of the current window.
    pub fn register(&self, r: usize) -> Value {
        self.stack.get(self.run.base + r).copied().unwrap_or(Value::NIL)
    }

    pub fn set_register(&mut self, r: usize, v: Value) {
        if let Some(slot) = self.stack.get_mut(self.run.base + r) {
            *slot = v;
        }
    }

    /// Bytes of the machine's own stack and handlers.
    pub fn bytes_in_use(&self) -> usize {
        self.stack.len() * size_of::<Value>()
            + self.handlers.capacity() * size_of::<Handler>()
            + self.bindings.capacity() * size_of::<u32>()
    }

    /// Begins a run. Nothing of the current one may be on the stack.
    pub fn begin_run(&mut self) {
        self.run.base = self.run.bottom;
        self.run.rest = Link::NONE;
        self.run.calls_below = 0;
        self.run.pc = HALT;
        // The bottom of the run: nothing to return to.
        self.set_register(0, Value::ZERO);
    }

    /// The run that is on and those that wait for it, innermost first.
    pub fn all_runs(&self) -> impl Iterator<Item = &RunFrame> {
        std::iter::once(&self.run).chain(self.suspended.iter().rev())
    }

    /// Returns the number of calls under way in the runs that wait for this one.
    #[inline]
    pub fn calls_outside(&mut self, code: &CodeStore) -> usize {
        let Fiber { stack, run, suspended, .. } = self;
        *run.calls_outside.get_or_insert_with(|| run_stack::calls_of(suspended, stack, code))
    }

    /// Returns the number of calls under way.
    pub fn calls(&mut self, code: &CodeStore) -> usize {
        self.run.calls(&self.stack, code) + self.calls_outside(code)
    }

    /// Lets the stack be used until `calls` more calls may be under way than now.
    pub fn allow_calls(&mut self, calls: usize) {
        // Each frame takes a slot at least.
        self.usable = self.run.base.saturating_add(calls).saturating_add(WINDOW);
    }

    #[inline]
    pub fn has_window(&self, base: usize) -> bool {
        base + WINDOW <= self.usable.min(self.stack.len())
    }

    /// Goes on at a handler, whose frame is the current one.
    pub fn land(&mut self, h: &Handler, tag: Value, value: Value) {
        self.run.pc = h.pc;
        let a = usize::from(h.a);
        if h.kind == HandlerKind::Catch {
            self.set_register(a, value);
        } else {
            // A cleanup throws on what it has stopped: it is not offered again.
            let caught = h.kind == HandlerKind::Handler && tag == Value::SIGNALLED_TAG;
            self.set_register(a, if caught { Value::symbol(well_known::ERROR) } else { tag });
            self.set_register(a + 1, value);
        }
    }
}

/// Puts a fiber into the machine, which does nothing at the moment; that one's own is in its place then.
pub(super) fn enter_fiber(vm: &mut Vm, fiber: &mut Box<Fiber>) -> Result<()> {
    swap(&mut vm.fiber, fiber);
    let own = &mut *vm.fiber;
    if own.stack.is_empty() {
        vm.program.rt.heap.reserve(SLOTS * size_of::<Value>())?;
        own.stack.resize(SLOTS, Value::ZERO);
    }
    if own.usable_for != vm.max_depth || own.usable_for.is_none() {
        vm.fiber.usable = vm.usable_from(vm.fiber.run.bottom, vm.fiber.run.calls_below);
    }
    if vm.fiber.bound.is_empty() {
        return Ok(());
    }
    // The outermost binding first, as they were made.
    for Bound { cell, inner, slot } in std::mem::take(&mut vm.fiber.bound).into_iter().rev() {
        let outer = vm.program.globals.value(cell);
        if let Some(kept) = slot.and_then(|slot| vm.fiber.stack.get_mut(slot)) {
            *kept = outer;
        }
        vm.program.set_cell(cell, inner);
    }
    Ok(())
}

/// Takes the fiber that is on out of the machine, which has its own again.
pub(super) fn leave_fiber(vm: &mut Vm, fiber: &mut Box<Fiber>) {
    vm.fiber.bound = unbind(vm);
    vm.fiber.usable_for = vm.max_depth;
    swap(&mut vm.fiber, fiber);
    fiber.shrink();
}

/// Gives the variables that the runs of the fiber have bound, and that cleanups would give back, their outer values.
fn unbind(vm: &mut Vm) -> Vec<Bound> {
    let mut bound = Vec::new();
    // A run that nothing is inside of waits for the outermost one, which does nothing.
    let is_alone = vm.fiber.suspended.len() == 1;
    if is_alone && vm.fiber.handlers.is_empty() && vm.fiber.run.rest.segment.is_nil() {
        return bound;
    }
    for run in (1..=vm.fiber.suspended.len()).rev() {
        unwind::each_bound_of(vm, run, |vm, cell, outer, slot| {
            bound.push(Bound { cell, inner: vm.program.globals.value(cell), slot });
            vm.program.set_cell(cell, outer);
        });
    }
    bound
}

/// Calls the swaps of a list ([`super::unwind`]), the outermost first, to bind, or the innermost first, to
/// unbind. They are short, and have a slice of their own.
pub(super) fn swap_all(vm: &mut Vm, swaps: Value, bind: bool) {
    let mut all: Vec<Value> = vm.program.rt.heap.iter(swaps).collect();
    if bind {
        all.reverse();
    }
    for swap in all {
        let left = std::mem::replace(&mut vm.program.rt.budget.later, SLICE);
        // If one cannot be done, the others still can.
        let _ = vm.call_lending(swap, &[Value::truth(bind)], &mut Nothing);
        vm.program.rt.budget.later = left;
    }
}

/// A run that waits for its next step.
struct SuspendedRun {
    /// Token of its [`RunId`]. When it is dropped, the run cannot be resumed.
    owner: Weak<()>,
    fiber: Box<Fiber>,
    /// Call that the run begins with. The arguments are taken when it begins.
    call: Option<(Value, Vec<Value>)>,
    text: Option<FormSequence>,
    /// Whether the run has been given up: the next step leaves it.
    gives_up: bool,
    output: Option<Value>,
    input: Option<Value>,
    budgets: Budgets,
    /// Question that a function of the host has asked for it.
    asked: Option<Asked>,
    /// Ticks that the last step has taken too many.
    owed: u64,
    /// Bytes that it holds, as they were counted when it was suspended.
    bytes: usize,
}

/// A program whose forms are run one after the other.
#[derive(Clone)]
struct FormSequence {
    active: Active,
    spans: Spans,
    lenient: bool,
    folds_case: bool,
    /// Whether a form of it has been evaluated.
    begun: bool,
    /// Whether the dialect has been told of it.
    announced: bool,
    last: Value,
}

/// The runs that wait.
#[derive(Default)]
pub(crate) struct SuspendedRuns {
    /// A run that is being carried on is not in its slot.
    slots: Vec<Option<Box<SuspendedRun>>>,
    /// Slots of runs that have ended.
    free: Vec<usize>,
    /// Bytes that the runs hold, for the memory limit.
    bytes: usize,
    /// The run that may pause, by its number.
    pub stepping: Option<u64>,
    /// The function of the run that is carried on.
    called: Option<Value>,
    /// Number of runs that the host has dropped.
    dropped: Arc<AtomicUsize>,
    /// Number of dropped runs that have been released.
    seen: usize,
}

/// Identity of a run that the host holds, by which it is found in its engine.
#[derive(Debug)]
pub(crate) struct RunId {
    slot: usize,
    /// The run in the slot asks whether this is still there. It is another run's slot if it does not.
    owner: Arc<()>,
    dropped: Arc<AtomicUsize>,
}

impl Drop for RunId {
    fn drop(&mut self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

/// State of a run after a step.
pub(crate) enum Stepped {
    /// It has ended with a value, which a function has returned if it began with a call.
    Done {
        value: Value,
        function: Option<Value>,
    },
    Paused,
    /// A function of the host has asked for it, and handed over a value.
    Waiting(Handle),
    /// It goes on when what a function of the host has asked has been answered, by a future if there is one.
    Asking(Handle),
}

impl SuspendedRuns {
    fn suspend(&mut self, slot: usize, mut suspended: Box<SuspendedRun>) {
        suspended.bytes = suspended.count_bytes();
        self.bytes += suspended.bytes;
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = Some(suspended);
        }
    }

    /// Takes a run out to carry it on. Its slot is its own until it has ended.
    fn take(&mut self, id: &RunId) -> Result<Box<SuspendedRun>> {
        let Some(suspended) = self.slots.get_mut(id.slot).and_then(Option::take) else {
            return internal("a suspended run");
        };
        self.bytes = self.bytes.saturating_sub(suspended.bytes);
        Ok(suspended)
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the run if it waits here. One that is being carried on does not wait.
    #[inline]
    fn get(&self, id: &RunId) -> Result<Option<&SuspendedRun>> {
        if !Arc::ptr_eq(&id.dropped, &self.dropped) {
            return fail(Code::Host, "the run belongs to another engine");
        }
        let suspended = self.slots.get(id.slot).and_then(Option::as_deref);
        Ok(suspended.filter(|suspended| suspended.owner.as_ptr() == Arc::as_ptr(&id.owner)))
    }

    /// Returns the waiting run, mutably.
    #[inline]
    fn find(&mut self, id: &RunId) -> Result<&mut SuspendedRun> {
        if self.get(id)?.is_none() {
            return fail(Code::Host, "the run has ended");
        }
        self.slots.get_mut(id.slot).and_then(Option::as_deref_mut).map_or_else(|| internal("a suspended run"), Ok)
    }

    /// Returns whether the host has dropped runs that have not been forgotten.
    #[inline]
    pub fn has_dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed) != self.seen
    }

    /// Drops the runs that cannot be resumed any more. Returns the cells that their texts have reserved.
    #[cold]
    pub fn release_dropped(&mut self) -> Vec<u32> {
        self.seen = self.dropped.load(Ordering::Relaxed);
        let mut reserved = Vec::new();
        for (number, slot) in self.slots.iter_mut().enumerate() {
            if let Some(mut suspended) = slot.take_if(|suspended| suspended.owner.strong_count() == 0) {
                self.bytes = self.bytes.saturating_sub(suspended.bytes);
                self.free.push(number);
                reserved.extend(suspended.text.take().map(|text| text.active.progress.reserved).unwrap_or_default());
            }
        }
        reserved
    }

    fn runs(&self) -> impl Iterator<Item = &SuspendedRun> {
        self.slots.iter().filter_map(Option::as_deref)
    }

    /// Shows `look` the values that the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(self.called.as_slice());
        for p in self.runs() {
            p.fiber.each_value(look);
            if let Some((f, args)) = &p.call {
                look(from_ref(f));
                look(args);
            }
            if let Some(text) = &p.text {
                text.active.progress.each_value(look);
                look(from_ref(&text.last));
            }
            look(p.output.as_slice());
            look(p.input.as_slice());
            p.budgets.each_root(look);
            p.asked.iter().for_each(|asked| asked.each_value(look));
        }
    }

    /// The instructions that the runs will go on at.
    pub fn each_frame(&self, look: &mut dyn FnMut(usize)) {
        for p in self.runs() {
            p.fiber.each_frame(look);
        }
    }

    /// The texts of the programs.
    pub fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        self.runs().filter_map(|p| p.text.as_ref().map(|t| t.active.source))
    }

    /// Gives a run its answer. Limits are no answer.
    pub fn answer(&mut self, id: &RunId, answer: Result<Value>) -> Result<()> {
        self.give_answer(id, Answer::new(answer)?)
    }

    pub(super) fn give_answer(&mut self, id: &RunId, answer: Answer) -> Result<()> {
        match self.asked_by_mut(id)? {
            Some(asked) if asked.answer.is_none() => asked.answer = Some(answer),
            Some(_) => return fail(Code::Host, "the run has its answer, and goes on with the next step"),
            None => return fail(Code::Host, "the run does not wait for an answer"),
        }
        Ok(())
    }

    /// Returns whether a run waits for an answer that it has not got.
    pub fn awaits_answer(&self, id: &RunId) -> Result<bool> {
        Ok(self.asked_by(id)?.is_some_and(|asked| asked.answer.is_none()))
    }

    /// Returns the question of a run, if it waits for an answer or has just got one.
    pub(super) fn asked_by(&self, id: &RunId) -> Result<Option<&Asked>> {
        match self.get(id)? {
            Some(suspended) => Ok(suspended.asked.as_ref()),
            None => fail(Code::Host, "the run has ended"),
        }
    }

    /// Returns the pending request of a run, mutably.
    pub(super) fn asked_by_mut(&mut self, id: &RunId) -> Result<Option<&mut Asked>> {
        self.find(id).map(|suspended| suspended.asked.as_mut())
    }

    /// Gives up a run: the next step leaves it. Returns whether there is anything to leave.
    pub fn give_up(&mut self, id: &RunId) -> Result<bool> {
        if self.get(id)?.is_none() {
            return Ok(false);
        }
        let suspended = self.find(id)?;
        (suspended.asked, suspended.gives_up) = (None, true);
        Ok(suspended.fiber.has_begun())
    }
}

impl SuspendedRun {
    /// Bytes held, for the memory limit.
    fn count_bytes(&self) -> usize {
        let call = self.call.as_ref().map_or(0, |(_, args)| args.capacity() * size_of::<Value>());
        size_of::<SuspendedRun>() + self.fiber.bytes() + call
    }
}

/// A run that will call `f`.
pub(crate) fn start_run(vm: &mut Vm, f: Value, args: Vec<Value>) -> Result<RunId> {
    begin_parked(vm, Some((f, args)), None)
}

/// A run that will evaluate a text.
pub(crate) fn start_text(
    vm: &mut Vm,
    module: ModuleId,
    source: SourceId,
    folder: Option<std::path::PathBuf>,
    lenient: bool,
) -> Result<RunId> {
    let progress = Progress {
        runs: vm.fiber.suspended.len(),
        nested: vm.program.rt.budget.nested,
        ..continuation::new_progress(vm)
    };
    let active = Active { module, source, folder, progress };
    let text = FormSequence {
        active,
        spans: Spans::new(),
        lenient,
        folds_case: false,
        begun: false,
        announced: false,
        last: Value::NIL,
    };
    begin_parked(vm, None, Some(text))
}

fn begin_parked(vm: &mut Vm, call: Option<(Value, Vec<Value>)>, text: Option<FormSequence>) -> Result<RunId> {
    let owner = Arc::new(());
    let run = vm.new_run();
    let suspended = Box::new(SuspendedRun {
        owner: Arc::downgrade(&owner),
        fiber: Box::new(Fiber::new(run)),
        call,
        text,
        gives_up: false,
        output: None,
        input: None,
        budgets: Budgets::default(),
        asked: None,
        owed: 0,
        bytes: 0,
    });
    let slot = vm.suspended_runs.free.pop().unwrap_or_else(|| {
        vm.suspended_runs.slots.push(None);
        vm.suspended_runs.slots.len() - 1
    });
    vm.suspended_runs.suspend(slot, suspended);
    // If it does not fit, it is dropped.
    let id = RunId { slot, owner, dropped: Arc::clone(&vm.suspended_runs.dropped) };
    vm.account()?;
    Ok(id)
}

/// Carries a run on. The account and the limits of the step have begun. The step has this many ticks, or continues
/// until the run ends or is asked to pause.
pub(crate) fn step_run(
    vm: &mut Vm,
    id: &RunId,
    ticks: Option<u64>,
    future: &mut AwaitedFuture,
    lent: LentValues<'_>,
) -> Result<Stepped> {
    let suspended = vm.suspended_runs.find(id)?;
    if let Some(asked) = suspended.asked.as_ref().filter(|asked| asked.answer.is_none() && !future.has_request()) {
        let question = asked.question;
        return Ok(Stepped::Asking(vm.program.rt.host_roots.handle_of(question)));
    }
    let paid = suspended.owed.min(ticks.unwrap_or(u64::MAX));
    suspended.owed -= paid;
    let ticks = ticks.map(|ticks| ticks - paid);
    if ticks == Some(0) {
        return Ok(Stepped::Paused);
    }
    let swaps = suspended.fiber.swaps();
    vm.program.rt.budget.pause_after(ticks);
    let unsampled = profiler::begin_evaluation(vm);
    vm.program.rt.budget.shorten_first_slice(unsampled);
    vm.host.signal = None;
    swaps.into_iter().for_each(|swaps| swap_all(vm, swaps, true));
    let mut suspended = vm.suspended_runs.take(id)?;
    let levels = suspended.fiber.levels();
    if !vm.program.rt.budget.nest(levels) {
        vm.suspended_runs.free.push(id.slot);
        return fail(Code::TooComplex, "the limit on nesting leaves no room for a run");
    }
    let idle = vm.fiber.bytes_in_use();
    vm.suspended_runs.bytes += idle;
    vm.suspended_runs.called = suspended.call.as_ref().map(|(f, _)| *f);
    let result = resume_run(vm, &mut suspended, future, lent);
    vm.suspended_runs.stepping = None;
    let function = vm.suspended_runs.called.take();
    let stepped = match result.transpose() {
        None => {
            let used = vm.program.rt.budget.used();
            suspended.owed = ticks.map_or(0, |ticks| used.saturating_sub(ticks));
            let levels = vm.fiber.suspended.len() * RUN_LEVELS;
            vm.program.rt.budget.unnest(levels);
            detach(vm, &mut suspended);
            let signal = vm.host.take_signal();
            Ok(paused(&mut vm.program, &mut suspended, signal, future))
        }
        Some(result) => {
            vm.end_dynamic(&result);
            if suspended.text.is_some() {
                loader::leave_text(&mut vm.program);
                vm.program.loader.spans = Spans::new();
            }
            vm.leave_run();
            leave_fiber(vm, &mut suspended.fiber);
            result.map(|value| Stepped::Done { value, function })
        }
    };
    vm.suspended_runs.bytes = vm.suspended_runs.bytes.saturating_sub(idle);
    if let Ok(Stepped::Paused | Stepped::Waiting(_) | Stepped::Asking(_)) = stepped {
        let swaps = suspended.fiber.swaps();
        vm.suspended_runs.suspend(id.slot, suspended);
        swaps.into_iter().rev().for_each(|swaps| swap_all(vm, swaps, false));
        if vm.must_account()
            && vm.account().is_err()
            && let Err(fault) = vm.collect(vm.fiber.run.top, &[])
        {
            vm.suspended_runs.take(id)?;
            vm.suspended_runs.free.push(id.slot);
            return Err(fault);
        }
    } else {
        vm.suspended_runs.free.push(id.slot);
    }
    stepped
}

/// Returns the state of a run that pauses with this signal, and keeps its question if it has asked one.
fn paused(
    program: &mut ProgramState,
    suspended: &mut SuspendedRun,
    signal: Signal,
    awaited: &mut AwaitedFuture,
) -> Stepped {
    match signal {
        Signal::StepOver => Stepped::Paused,
        Signal::Yield(value) => Stepped::Waiting(value),
        Signal::Request { a, question, future } => {
            let held = program.rt.host_roots.value_of(&question).unwrap_or(Value::NIL);
            suspended.asked = Some(Asked { a, question: held, answer: None });
            if let Some(future) = future.and_then(|future| future.downcast().ok()) {
                awaited.set(*future);
            }
            Stepped::Asking(question)
        }
    }
}

/// Returns whether a step is over and the run that pauses with it is the current one.
#[cold]
pub(super) fn pauses_here(vm: &Vm) -> bool {
    vm.suspended_runs.stepping == Some(vm.fiber.run.number) && vm.program.rt.budget.is_pause_due()
}

/// Runs until the run ends or pauses.
fn resume(vm: &mut Vm, mut text: Option<&mut FormSequence>, lent: LentValues<'_>) -> Result<Option<Value>> {
    // The call that a run begins with may have taken all of a step.
    if pauses_here(vm) {
        return Ok(None);
    }
    loop {
        let Some(value) = vm.drive_or_pause(lent)? else { return Ok(None) };
        let Some(text) = &mut text else { return Ok(Some(value)) };
        // Before the first form, it is nothing that has ended.
        text.last = if std::mem::replace(&mut text.begun, true) { value } else { Value::NIL };
        match next_form(vm, text)? {
            Some(thunk) => {
                vm.fiber.begin_run();
                vm.start_call(thunk, &[], lent)?;
            }
            None => {
                describe::report_unresolved(vm, true, "")?;
                return Ok(Some(text.last));
            }
        }
    }
}

/// Compiles the next form of a text that is to be run; nothing at the end.
fn next_form(vm: &mut Vm, text: &mut FormSequence) -> Result<Option<Value>> {
    let module = text.active.module;
    loop {
        vm.fiber.begin_run();
        while let Some((form, span)) = vm.program.loader.progress().and_then(Progress::next_part) {
            let mut spans = std::mem::take(&mut vm.program.loader.spans);
            // A form may be nested as deep as where its text is evaluated in one go, outside of every run.
            let nested = vm.program.rt.budget.nested;
            vm.program.rt.budget.unnest(RUN_LEVELS);
            let part = vm.rooted(&[form, text.last], |vm| vm.prepare_part(module, form, &mut spans, span));
            (vm.program.rt.budget.nested, vm.program.loader.spans) = (nested, spans);
            match part? {
                FormOutcome::Compiled(thunk) => return Ok(Some(thunk)),
                FormOutcome::Evaluated(value) => text.last = value,
                FormOutcome::Definition(definition) => text.last = vm.carry_out(form, definition)?,
            }
        }
        if let Some(language) = dialects::language(vm, module).filter(|_| text.announced) {
            language.evaluation.after_form(&mut Interpreter::new(vm), module, text.last);
        }
        let Some(source) = vm.program.rt.sources.get(text.active.source).cloned() else {
            return internal("a source");
        };
        let position = vm.program.loader.progress().map_or(0, |p| p.position);
        let mut reader = Reader::new(text.active.source, source).lenient(text.lenient).starting_at(position);
        reader.set_folding(text.folds_case);
        let mut spans = Spans::new();
        let announced = &mut text.announced;
        let form = vm.rooted(&[text.last], |vm| vm.read_form(module, &mut reader, &mut spans, announced))?;
        let Some(form) = form else { return Ok(None) };
        text.folds_case = reader.folds_case();
        loader::add_parts(&mut vm.program, vec![(form, spans.top())]);
        vm.program.loader.spans = spans;
    }
}

/// Puts a run into the machine, and carries it on until it ends or pauses.
fn resume_run(
    vm: &mut Vm,
    suspended: &mut SuspendedRun,
    future: &mut AwaitedFuture,
    lent: LentValues<'_>,
) -> Result<Option<Value>> {
    let has_begun = suspended.fiber.has_begun();
    let entered = enter_fiber(vm, &mut suspended.fiber);
    vm.suspended_runs.stepping = Some(vm.fiber.run.number);
    if let Some(text) = &mut suspended.text {
        loader::begin_text(&mut vm.program, text.lenient);
        vm.program.loader.active.push(Active {
            module: text.active.module,
            source: text.active.source,
            folder: text.active.folder.clone(),
            progress: std::mem::take(&mut text.active.progress),
        });
        vm.program.loader.spans = std::mem::take(&mut text.spans);
    }
    (vm.program.rt.ports.output, vm.program.rt.ports.input) = (suspended.output.take(), suspended.input.take());
    vm.program.rt.search.put_back(std::mem::take(&mut suspended.budgets));
    let SuspendedRun { text, call, asked, gives_up, .. } = suspended;
    match (entered, asked.take()) {
        (Err(fault), _) => Err(fault),
        (Ok(()), _) if !has_begun => {
            vm.fiber.begin_run();
            match call {
                Some((f, args)) => vm.start_call(*f, &std::mem::take(args), lent),
                // The first form of a text comes when nothing has ended with nil.
                None => Ok(()),
            }
        }
        (Ok(()), _) if std::mem::take(gives_up) => async_calls::leave_given_up(vm),
        (Ok(()), Some(Asked { a, answer: Some(answer), .. })) => host_call::take_answer(vm, a, answer),
        (Ok(()), Some(Asked { a, answer: None, .. })) => future.serve(vm, a, lent),
        (Ok(()), None) => Ok(()),
    }?;
    if vm.host.has_asked() {
        // A function of the host has asked, or goes on waiting.
        return Ok(None);
    }
    resume(vm, text.as_mut(), lent)
}

/// Takes the run that is on out of the machine, and those that wait for it.
fn detach(vm: &mut Vm, suspended: &mut SuspendedRun) {
    if let Some(text) = &mut suspended.text
        && let Some(active) = vm.program.loader.active.pop()
    {
        (text.active, text.spans) = (active, std::mem::take(&mut vm.program.loader.spans));
    }
    leave_fiber(vm, &mut suspended.fiber);
    (suspended.output, suspended.input) = (vm.program.rt.ports.output.take(), vm.program.rt.ports.input.take());
    suspended.budgets = vm.program.rt.search.set_aside();
}
