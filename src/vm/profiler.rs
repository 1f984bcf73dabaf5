//! The profiler: samples of the calls under way, and counts of calls.
//!
//! A thread raises a flag every half millisecond. The machine looks at it before and after each native, and after each
//! slice of ticks, which is short while there is a profile. When it is up, the calls that are under way get the time
//! since the last sample. A native that takes long is under way when it ends, so that it gets its own time. By ticks, a
//! sample is due after a number of them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use hashbrown::HashMap;

use super::Vm;
use super::slow_paths::NativeOutcome;
use crate::builtins::NativeFn;
use crate::call_site::{FrameDefinition, levels};
use crate::error::Place;
use crate::fault::{Limit, Unwind};
use crate::inspection::{Profile, ProfileUnit, ProfiledFunction, ProfiledKind, ProfiledStack};
use crate::limits::SLICE;
use crate::module::ProgramState;
use crate::runtime::Runtime;
use crate::source::Span;
use crate::symbol;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Time between two samples.
const PERIOD: Duration = Duration::from_micros(500);

/// Ticks of a slice while time is measured, and ticks between two samples while ticks are: a prime, so that samples do
/// not follow the period of a loop.
const SAMPLE: u64 = 61;

/// Slices after which the machine looks at the clock itself, in case that the thread does not come to run.
const SLICES_BETWEEN_CLOCKS: u32 = 8;

/// A sample of a very deep recursion takes long. The next one is due after this many times as long.
const PAUSE: u32 = 10;

/// Frames that a sample looks at.
const MAX_FRAMES: usize = 2_000_000;

/// Calls of a sample that are kept: the innermost and the outermost ones.
const MAX_INNERMOST: usize = 300;
const MAX_OUTERMOST: usize = 100;

/// Different sequences of calls that a profile distinguishes.
const MAX_STACKS: usize = 100_000;

/// A profile that is being taken.
pub(crate) struct Profiler {
    unit: ProfileUnit,
    /// Raised by the thread. Without threads there is none, and the clock says when a sample is due.
    timer: Option<Arc<AtomicBool>>,
    /// Ticks of the evaluation at the last sample.
    seen: u64,
    /// The host's clock at the last sample, or when the evaluation began.
    since: Duration,
    /// The clock before which no sample of time is due.
    not_before: Duration,
    /// Slices that have ended since the machine looked at the clock.
    slices: u32,
    /// Ticks and time of evaluations that ended before a sample was due: the next sample stands for them, too.
    carried: Share,
    /// The sum of all samples.
    sum: Share,
    /// The native that has ended when a sample was due.
    finished: Option<u32>,
    /// Calls of natives, by their numbers.
    native_calls: Vec<u64>,
    calls: CallTree,
}

#[derive(Clone, Copy, Default)]
struct Share {
    ticks: u64,
    time: Duration,
}

/// The sequences of calls that samples have found.
#[derive(Default)]
struct CallTree {
    functions: Vec<ProfiledFunction>,
    numbers: HashMap<Key, u32>,
    stacks: Vec<ProfiledStack>,
    /// The position of a function called by a sequence of calls.
    callees: HashMap<(Option<usize>, u32), usize>,
    /// The sequence of the last sample.
    last: Option<usize>,
}

/// The identity of a function in a profile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// A function of this name, or a top-level form, that is written at this place.
    Code(Option<Symbol>, Span, bool),
    Native(u32),
    Work(Work),
}

/// Work that is no call of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Work {
    Compilation,
    Collection,
    /// Reading, output, conversions.
    Other,
}

impl Work {
    fn name(self) -> &'static str {
        match self {
            Work::Compilation => "(compiling)",
            Work::Collection => "(collecting garbage)",
            Work::Other => "(reading and writing)",
        }
    }
}

/// Begins a profile.
pub(crate) fn start(vm: &mut Vm, unit: ProfileUnit) {
    let budget = &mut vm.program.rt.budget;
    budget.slice_length = match unit {
        ProfileUnit::Time => SAMPLE as i64,
        ProfileUnit::Ticks => 1,
    };
    let seen = budget.used();
    let timer = if unit == ProfileUnit::Time { timer() } else { None };
    vm.inspection.profiler = Some(Box::new(Profiler {
        unit,
        timer,
        seen,
        since: vm.program.rt.host.now(),
        not_before: Duration::ZERO,
        slices: 0,
        carried: Share::default(),
        sum: Share::default(),
        finished: None,
        native_calls: Vec::new(),
        calls: CallTree::default(),
    }));
}

/// Starts a thread that raises a flag again and again until nobody else has the flag. Returns `None` where there are no
/// threads.
fn timer() -> Option<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let weak: Weak<AtomicBool> = Arc::downgrade(&flag);
    let raise = move || {
        while let Some(flag) = weak.upgrade() {
            flag.store(true, Ordering::Relaxed);
            drop(flag);
            thread::sleep(PERIOD);
        }
    };
    thread::Builder::new().name("profile".to_string()).stack_size(64 << 10).spawn(raise).ok()?;
    Some(flag)
}

/// Ends the profile and returns it.
pub(crate) fn stop(vm: &mut Vm) -> Profile {
    vm.program.rt.budget.slice_length = SLICE;
    let Some(mut profiler) = vm.inspection.profiler.take() else { return Profile::default() };
    let unit = profiler.unit;
    let since = vm.program.rt.budget.used().saturating_sub(profiler.seen);
    let rest = Share { ticks: profiler.carried.ticks + since, ..profiler.carried };
    for (number, count) in std::mem::take(&mut profiler.native_calls).into_iter().enumerate().filter(|(_, n)| *n > 0) {
        if let Some(function) = profiler.function(&vm.program, Key::Native(number as u32)) {
            function.calls = count;
        }
    }
    // Too short for a sample of its own.
    if let Some(last) = profiler.calls.last {
        profiler.add(last, rest);
    }
    let calls = profiler.calls;
    let mut functions = calls.functions;
    for (i, stack) in calls.stacks.iter().enumerate().filter(|(_, stack)| stack.own > 0) {
        let mut met: Vec<usize> = Vec::new();
        let mut at = Some(i);
        while let Some(call) = at.and_then(|at| calls.stacks.get(at)) {
            if let Some(f) = functions.get_mut(call.function).filter(|_| !met.contains(&call.function)) {
                f.total += stack.own;
                f.own += if met.is_empty() { stack.own } else { 0 };
                met.push(call.function);
            }
            at = call.caller;
        }
    }
    // Largest first, and then by name: the same calls always give the same order.
    let mut order: Vec<usize> = (0..functions.len()).collect();
    let key = |i: &usize| functions.get(*i).map(|f| (std::cmp::Reverse((f.own, f.total, f.calls)), f.name.clone()));
    order.sort_by_key(key);
    let mut ranks = vec![0; order.len()];
    for (rank, &i) in order.iter().enumerate() {
        if let Some(slot) = ranks.get_mut(i) {
            *slot = rank;
        }
    }
    let sorted = order.iter().filter_map(|&i| functions.get(i).cloned()).collect();
    let rank =
        |stack: ProfiledStack| ProfiledStack { function: ranks.get(stack.function).copied().unwrap_or(0), ..stack };
    let stacks = calls.stacks.into_iter().map(rank).collect();
    Profile { unit, ticks: profiler.sum.ticks, time: profiler.sum.time, functions: sorted, stacks }
}

/// Begins an evaluation, whose ticks count from zero. Returns the ticks of those before it that no sample stands for
/// yet: of many short evaluations, none would come to the end of a slice otherwise.
pub(super) fn begin_evaluation(vm: &mut Vm) -> u64 {
    let Some(profiler) = &mut vm.inspection.profiler else { return 0 };
    let used = vm.program.rt.budget.used();
    profiler.carried.ticks += used.saturating_sub(std::mem::take(&mut profiler.seen));
    profiler.since = vm.program.rt.host.now();
    profiler.carried.ticks
}

/// Ends an evaluation: the time until the next one is the host's.
pub(crate) fn end_evaluation(vm: &mut Vm) {
    let Some(profiler) = &mut vm.inspection.profiler else { return };
    let now = vm.program.rt.host.now();
    profiler.carried.time += now.saturating_sub(std::mem::replace(&mut profiler.since, now));
}

/// Looks at the calls under way if a sample is due. A slice of ticks has ended, at a call or before the next iteration
/// of a loop.
pub(super) fn end_slice(vm: &mut Vm) {
    let Some(mut profiler) = vm.inspection.profiler.take() else { return };
    if let Some(native) = profiler.finished.take() {
        profiler.sample(vm, Some(Key::Native(native)));
    } else {
        let weight = vm.program.rt.budget.slice_length.unsigned_abs();
        profiler.count_entry(&vm.program, vm.fiber.run.pc, weight);
        if profiler.is_due_after_slice(&vm.program.rt) {
            profiler.sample(vm, None);
        }
    }
    vm.inspection.profiler = Some(profiler);
}

/// Counts a call of a function of the program that the inner loop has not made.
pub(super) fn count_call(vm: &mut Vm) {
    let Some(mut profiler) = vm.inspection.profiler.take() else { return };
    profiler.count_entry(&vm.program, vm.fiber.run.pc, 1);
    vm.inspection.profiler = Some(profiler);
}

/// Calls a native outside of the inner loop.
pub(super) fn measured<T>(vm: &mut Vm, f: Value, call: impl FnOnce(&mut Vm) -> T) -> T {
    if let Some(profiler) = &mut vm.inspection.profiler {
        profiler.count_native(f.meta());
    }
    sampled(vm, Key::Native(f.meta()), call)
}

/// Does work that is no call of a function.
pub(super) fn working<T>(vm: &mut Vm, work: Work, f: impl FnOnce(&mut Vm) -> T) -> T {
    if vm.inspection.is_profiling() { sampled(vm, Key::Work(work), f) } else { f(vm) }
}

fn sampled<T>(vm: &mut Vm, key: Key, f: impl FnOnce(&mut Vm) -> T) -> T {
    sample_if_due(vm, None);
    let result = f(vm);
    sample_if_due(vm, Some(key));
    result
}

fn sample_if_due(vm: &mut Vm, innermost: Option<Key>) {
    let Some(mut profiler) = vm.inspection.profiler.take() else { return };
    if profiler.is_due(&vm.program.rt) {
        let finished = profiler.finished.take().map(Key::Native);
        profiler.sample(vm, innermost.or(finished));
    }
    vm.inspection.profiler = Some(profiler);
}

impl Profiler {
    /// Calls a builtin in the inner loop, unless a sample is due or it needs more than its arguments: then the call is
    /// made outside of the loop, as after a failure for want of memory.
    #[inline(never)]
    pub(super) fn call_leaf(
        &mut self,
        leaves: &[Option<NativeFn>],
        rt: &mut Runtime,
        number: u32,
        args: &[Value],
    ) -> NativeOutcome {
        let Some(&Some(call)) = leaves.get(number as usize).filter(|_| !self.is_due(rt)) else {
            return NativeOutcome::Other;
        };
        let result = call(rt, args);
        self.count_native(number);
        if result.is_ok() && self.is_due(rt) {
            self.finished = Some(number);
            rt.budget.end_slice();
        }
        match result {
            Err(e) if matches!(*e, Unwind::Limit(Limit::Memory)) => NativeOutcome::Other,
            result => NativeOutcome::Called(result),
        }
    }

    pub fn has_finished_native(&self) -> bool {
        self.finished.is_some()
    }

    #[inline]
    fn is_due(&self, rt: &Runtime) -> bool {
        match (self.unit, &self.timer) {
            (ProfileUnit::Ticks, _) => self.carried.ticks + rt.budget.used().saturating_sub(self.seen) >= SAMPLE,
            (ProfileUnit::Time, Some(flag)) => flag.load(Ordering::Relaxed),
            (ProfileUnit::Time, None) => self.is_period_over(rt),
        }
    }

    fn is_period_over(&self, rt: &Runtime) -> bool {
        self.carried.time + rt.host.now().saturating_sub(self.since) >= PERIOD
    }

    fn is_due_after_slice(&mut self, rt: &Runtime) -> bool {
        self.slices += 1;
        let looks = self.unit == ProfileUnit::Time && self.slices >= SLICES_BETWEEN_CLOCKS;
        if looks {
            self.slices = 0;
        }
        self.is_due(rt) || looks && self.is_period_over(rt)
    }

    fn count_native(&mut self, number: u32) {
        let number = number as usize;
        if number >= self.native_calls.len() {
            self.native_calls.resize(number + 1, 0);
        }
        if let Some(count) = self.native_calls.get_mut(number) {
            *count += 1;
        }
    }

    /// Counts calls of the function that begins at `pc`, if one does.
    fn count_entry(&mut self, program: &ProgramState, pc: usize, weight: u64) {
        if let Some(key) = program.code.entered_at(pc).and_then(|function| code_of(program, function))
            && let Some(function) = self.function(program, key)
        {
            function.calls += weight;
            function.is_estimate |= weight > 1;
        }
    }

    fn function(&mut self, program: &ProgramState, key: Key) -> Option<&mut ProfiledFunction> {
        let number = self.number(program, key);
        self.calls.functions.get_mut(number as usize)
    }

    /// The number of a function in the profile.
    fn number(&mut self, program: &ProgramState, key: Key) -> u32 {
        let calls = &mut self.calls;
        *calls.numbers.entry(key).or_insert_with(|| {
            calls.functions.push(described(program, key));
            calls.functions.len() as u32 - 1
        })
    }

    /// Gives the time, or the ticks, since the last sample to the calls that are under way.
    fn sample(&mut self, vm: &Vm, innermost: Option<Key>) {
        if let Some(flag) = &self.timer {
            flag.store(false, Ordering::Relaxed);
        }
        let (used, now) = (vm.program.rt.budget.used(), vm.program.rt.host.now());
        if self.unit == ProfileUnit::Time && now < self.not_before {
            return;
        }
        let carried = std::mem::take(&mut self.carried);
        let share = Share {
            ticks: carried.ticks + used.saturating_sub(self.seen),
            time: carried.time + now.saturating_sub(self.since),
        };
        (self.seen, self.since) = (used, now);
        let mut path: Vec<u32> = Vec::new();
        if let Some(key) = innermost {
            path.push(self.number(&vm.program, key));
        }
        // The innermost frame is before an instruction, the others after the call that they are in.
        let others = vm.frames().skip(1).map(|pc| pc.wrapping_sub(1));
        for pc in std::iter::once(vm.fiber.run.pc).chain(others).take(MAX_FRAMES) {
            let Some((sites, offset)) = vm.program.code.sites_at(pc) else { continue };
            for key in levels(&**sites, offset).into_iter().filter_map(|(function, _)| code_of(&vm.program, function)) {
                let number = self.number(&vm.program, key);
                if path.last() != Some(&number) {
                    path.push(number);
                }
            }
        }
        if path.len() > MAX_INNERMOST + MAX_OUTERMOST {
            path.drain(MAX_INNERMOST..path.len() - MAX_OUTERMOST);
        }
        if path.is_empty() {
            path.push(self.number(&vm.program, Key::Work(Work::Other)));
        }
        let mut stack = None;
        for number in path.into_iter().rev() {
            stack = self.calls.callee(stack, number);
        }
        self.calls.last = stack;
        if let Some(stack) = stack {
            self.add(stack, share);
        }
        if self.unit == ProfileUnit::Time {
            let end = vm.program.rt.host.now();
            self.not_before = end.saturating_add(end.saturating_sub(now).saturating_mul(PAUSE));
        }
    }

    fn add(&mut self, stack: usize, share: Share) {
        self.sum = Share { ticks: self.sum.ticks + share.ticks, time: self.sum.time + share.time };
        if let Some(stack) = self.calls.stacks.get_mut(stack) {
            stack.own += match self.unit {
                ProfileUnit::Ticks => share.ticks,
                ProfileUnit::Time => u64::try_from(share.time.as_nanos()).unwrap_or(u64::MAX),
            };
        }
    }
}

impl CallTree {
    /// A function called by a sequence of calls; the caller alone if there are too many sequences.
    fn callee(&mut self, caller: Option<usize>, number: u32) -> Option<usize> {
        if let Some(&known) = self.callees.get(&(caller, number)) {
            return Some(known);
        }
        if self.stacks.len() >= MAX_STACKS && caller.is_some() {
            return caller;
        }
        self.stacks.push(ProfiledStack { function: number as usize, caller, own: 0 });
        self.callees.insert((caller, number), self.stacks.len() - 1);
        Some(self.stacks.len() - 1)
    }
}

/// The key of a function of the program or the library. Helpers of the library work for the function that has called
/// them.
fn code_of(program: &ProgramState, function: FrameDefinition) -> Option<Key> {
    let is_helper = function.name.is_none_or(|name| symbol::is_private(program.rt.name(name)));
    let is_library = program.rt.sources.is_library(function.span.source());
    (!is_helper || !is_library).then_some(Key::Code(function.name, function.span, function.is_form))
}

/// A function without shares.
fn described(program: &ProgramState, key: Key) -> ProfiledFunction {
    let rt = &program.rt;
    let (name, kind, place) = match key {
        Key::Code(name, span, is_form) => {
            let kind = if rt.sources.is_library(span.source()) { ProfiledKind::Library } else { ProfiledKind::Program };
            let unnamed = if is_form { "(top level)" } else { "(lambda)" };
            let name = name.map_or(unnamed, |name| rt.name(name));
            (name, kind, Place::new(&rt.sources, span))
        }
        Key::Native(number) => {
            let name = rt.procedure_name(Value::reference(Kind::NATIVE, number, 0));
            (name.unwrap_or("(a function of the host)"), ProfiledKind::Native, None)
        }
        Key::Work(work) => (work.name(), ProfiledKind::Engine, None),
    };
    ProfiledFunction { name: name.to_string(), kind, place, own: 0, total: 0, calls: 0, is_estimate: false }
}
