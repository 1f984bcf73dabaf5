//! For those who look into programs: the frames that an error goes through are noted before they are left, and samples
//! are taken of what is under way. Both only where a host has asked for it.

use std::time::Duration;

use hashbrown::HashMap;

use super::Vm;
use crate::bytecode::{Home, Local};
use crate::error::Place;
use crate::inspection::{ErrorFrame, Profile, ProfiledFunction};
use crate::limits::SLICE;
use crate::object::continuation::frame_distance;
use crate::source::Span;
use crate::symbol::{self, Symbol};
use crate::value::{Kind, Value};

/// Frames that are noted, the innermost ones.
const MOST_FRAMES: usize = 64;
/// Frames that are looked at for them, and for a sample.
const FRAMES_LOOKED_AT: usize = 2_000;

/// Ticks between two samples: no number that loops are fond of.
const SAMPLE: i64 = 251;

/// Data that a host has asked for.
#[derive(Default)]
pub(crate) struct Inspection {
    /// The frames of the error that is leaving for the host.
    pub frames: Vec<ErrorFrame>,
    profile: Option<Samples>,
}

/// Results of the samples so far.
#[derive(Default)]
struct Samples {
    /// Ticks that the evaluation had used at the last sample.
    seen: u64,
    /// The host's clock at the last sample, or when the evaluation began.
    since: Duration,
    /// Time since then that builtins and functions of the host took, which is theirs.
    in_natives: Duration,
    /// Ticks and time of evaluations that were over before a sample was due: the next sample stands for them, too.
    carried: u64,
    carried_time: Duration,
    ticks: u64,
    time: Duration,
    functions: HashMap<(Option<Symbol>, Span), Share>,
}

/// The time of a function: its own, and with what it has called.
#[derive(Clone, Copy, Default)]
struct Share {
    own: Duration,
    total: Duration,
}

/// A builtin that takes longer ends a sample, so that its time belongs to the functions that have called it.
const LONG_CALL: Duration = Duration::from_micros(20);

impl Inspection {
    pub fn is_profiling(&self) -> bool {
        self.profile.is_some()
    }
}

impl Vm {
    /// Notes the frames of the program that are about to be left for the host.
    pub(super) fn note_frames(&mut self) {
        if !self.keeps_locals {
            return;
        }
        let windows = self.runs().flat_map(|run| run.windows(&self.fiber.stack));
        let windows = windows.map(|(pc, base)| (pc.wrapping_sub(1), base)).take(FRAMES_LOOKED_AT);
        let of_program = windows.filter(|&(at, _)| self.code.owner(at).is_some() && !self.is_library(at));
        let of_program: Vec<(usize, usize)> = of_program.take(MOST_FRAMES).collect();
        self.inspection.frames = of_program.into_iter().map(|(at, base)| self.frame(at, base)).collect();
    }

    /// The frame whose window begins at `base`, stopped at an instruction.
    fn frame(&mut self, at: usize, base: usize) -> ErrorFrame {
        let place = Place::new(&self.rt.sources, self.code.span_at(at));
        let mut seen: Vec<(Symbol, Value)> = Vec::new();
        for local in self.code.locals_at(at) {
            let value = self.value_of_local(local, base);
            if let Some(value) = value.filter(|_| seen.iter().all(|s| s.0 != local.name)) {
                seen.push((local.name, value));
            }
        }
        let rt = &mut self.world.rt;
        let locals = seen.into_iter().rev();
        let locals = locals.map(|(name, v)| (rt.name(name).to_string(), rt.host_roots.hold(v))).collect();
        ErrorFrame { function: self.function_at(at, base), place, locals }
    }

    /// The name of the function whose window begins at `base`; `None` for a top-level form.
    fn function_at(&self, at: usize, base: usize) -> Option<String> {
        let info = self.fiber.stack.get(base).copied().unwrap_or(Value::ZERO);
        // It is what a run begins with.
        let is_outermost = !info.is_fixnum() || frame_distance(info) == 0;
        let function = self.code.owner(at)?;
        let is_form = function.name.is_none() && is_outermost;
        (!is_form).then(|| self.locator().running(function.definition()).text(&self.rt.symbols, &self.rt.sources))
    }

    /// Returns the value of a variable in the frame whose window begins at `base`. `None` while it holds nothing that a
    /// program could see.
    fn value_of_local(&self, local: Local, base: usize) -> Option<Value> {
        let register = |r: u8| self.fiber.stack.get(base + usize::from(r)).copied();
        let there = match local.home {
            Home::Register(r) => register(r)?,
            Home::Capture { closure, number } => {
                let closure = register(closure).filter(|c| c.is(Kind::CLOSURE))?;
                self.rt.heap.word(closure, usize::from(number))
            }
        };
        // A box is a pair that no program sees.
        let value = if local.boxed && there.is_pair() { self.rt.heap.car(there) } else { there };
        (value != Value::MISSING && value != Value::UNBOUND).then_some(value)
    }

    /// From now on, looks again and again at what is under way.
    pub(crate) fn start_profile(&mut self) {
        self.rt.budget.slice_length = SAMPLE;
        let (seen, since) = (self.rt.budget.used(), self.rt.host.now());
        self.inspection.profile = Some(Samples { seen, since, ..Samples::default() });
    }

    /// Ends the profile, and returns what has been seen since [`Self::start_profile`].
    pub(crate) fn stop_profile(&mut self) -> Profile {
        self.rt.budget.slice_length = SLICE;
        let Some(samples) = self.inspection.profile.take() else { return Profile::default() };
        let mut functions: Vec<ProfiledFunction> = samples
            .functions
            .into_iter()
            .map(|((name, span), share)| {
                let unnamed = || if span.is_none() { "code without a place" } else { "an anonymous function or form" };
                ProfiledFunction {
                    name: name.map_or_else(unnamed, |name| self.rt.name(name)).to_string(),
                    place: Place::new(&self.rt.sources, span),
                    own: share.own,
                    total: share.total,
                }
            })
            .collect();
        functions.sort_by(|a, b| (b.own, b.total, &a.name).cmp(&(a.own, a.total, &b.name)));
        Profile { ticks: samples.ticks, time: samples.time, functions }
    }

    /// An evaluation begins, which counts from zero: the ticks of those before it that no sample stands for yet. Of
    /// many short ones, none would ever be seen otherwise.
    pub(super) fn carry_sample(&mut self) -> u64 {
        let Some(samples) = &mut self.inspection.profile else { return 0 };
        let used = self.world.rt.budget.used();
        samples.carried += used.saturating_sub(std::mem::take(&mut samples.seen));
        samples.since = self.world.rt.host.now();
        samples.carried
    }

    /// An evaluation is over: what the host does until the next one is not the program's time.
    pub(crate) fn end_sample(&mut self) {
        let Some(samples) = &mut self.inspection.profile else { return };
        let now = self.world.rt.host.now();
        samples.carried_time += now.saturating_sub(std::mem::replace(&mut samples.since, now));
    }

    /// Calls a builtin, or a function of the host that calls nothing of the program, and takes its time.
    pub(super) fn measured<T>(&mut self, f: Value, call: impl FnOnce(&mut Vm) -> T) -> T {
        let begun = self.rt.host.now();
        let result = call(self);
        let taken = self.rt.host.now().saturating_sub(begun);
        let name = self.function_name(f);
        let name = self.world.rt.symbols.find(&name);
        let Some(samples) = &mut self.inspection.profile else { return result };
        let share = samples.functions.entry((name, Span::NONE)).or_default();
        share.own += taken;
        share.total += taken;
        samples.in_natives += taken;
        if taken >= LONG_CALL {
            self.sample(self.fiber.run.pc.wrapping_sub(1));
        }
        result
    }

    /// Takes a sample when a slice of ticks or a long call is over, and gives the time to the functions that used it.
    /// Helpers of the library work for the function that a program has called. The innermost function stands at the
    /// instruction `at`.
    pub(super) fn sample(&mut self, at: usize) {
        let Some(mut samples) = self.inspection.profile.take() else { return };
        let (used, now) = (self.rt.budget.used(), self.rt.host.now());
        samples.ticks += std::mem::take(&mut samples.carried) + used.saturating_sub(samples.seen);
        let time = std::mem::take(&mut samples.carried_time) + now.saturating_sub(samples.since);
        let own = time.saturating_sub(std::mem::take(&mut samples.in_natives));
        (samples.seen, samples.since) = (used, now);
        samples.time += time;
        let mut met: Vec<(Option<Symbol>, Span)> = Vec::new();
        // The others stand after the call that they are in.
        let innermost = std::iter::once(at);
        let places = innermost.chain(self.frames().skip(1).map(|pc| pc.wrapping_sub(1)));
        for at in places.take(FRAMES_LOOKED_AT) {
            let Some(proto) = self.code.owner(at) else { continue };
            let is_helper = proto.name.is_none_or(|name| symbol::is_private(self.rt.name(name))) && self.is_library(at);
            let function = (proto.name, proto.span);
            if is_helper || met.contains(&function) {
                continue;
            }
            let share = samples.functions.entry(function).or_default();
            share.total += time;
            if met.is_empty() {
                share.own += own;
            }
            met.push(function);
        }
        self.inspection.profile = Some(samples);
    }
}
