//! Sequences of calls that a host makes.
//!
//! Beside failures (panics, internal errors, leaked objects), the driver checks results. A model follows values that
//! programs cannot reach (`naming.rs`), stepped runs are compared with whole ones (`compare.rs`), and repetition must
//! not use more memory (`longer.rs`).

mod calls;
mod compare;
mod furnish;
mod futures;
mod longer;
mod naming;
mod values;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use klammer::{Engine, Error, Handle, Limits, Program, Run, Snapshot};

use self::furnish::Desk;
use self::naming::Model;
use self::subject::Choices;
use self::subject::check_error;
use super::{grammar, subject};

/// Makes the same calls again and again in one engine. `taken` tells the bytes that the process has.
pub fn repeat(data: &[u8], taken: &dyn Fn() -> usize) -> Counts {
    longer::repeat(data, taken)
}

/// Bound of the calls of one pair of engines.
const MAX_CALLS: u64 = if cfg!(miri) { 20 } else { 400 };

/// A kind of calls.
struct Kind {
    name: &'static str,
    /// Weight of the kind among all kinds.
    share: usize,
    call: fn(&mut Turn<'_, '_>),
}

const fn kind(name: &'static str, share: usize, call: fn(&mut Turn<'_, '_>)) -> Kind {
    Kind { name, share, call }
}

/// All that a host does.
const KINDS: &[Kind] = &[
    kind("eval", 9, calls::eval),
    kind("eval through the host", 12, calls::eval_through_the_host),
    kind("get, set", 6, calls::get_and_set),
    kind("call", 4, calls::call),
    kind("call_handle", 5, calls::call_handle),
    kind("define", 2, calls::define),
    kind("provide", 2, calls::provide),
    kind("drop handles", 2, calls::drop_handles),
    kind("set_limits", 3, calls::set_limits),
    kind("interrupt", 1, calls::interrupt),
    kind("look", 3, calls::look),
    kind("files", 4, calls::files),
    kind("make, with_object", 4, values::objects),
    kind("round trip", 5, values::round_trip),
    kind("treasures", 4, values::treasures),
    kind("identity", 3, values::identity),
    kind("function", 4, values::function),
    kind("errors kept", 2, values::errors),
    kind("compile, run", 5, longer::program),
    kind("check", 2, longer::check),
    kind("start", 6, longer::start),
    kind("step", 12, longer::step),
    kind("close", 3, longer::close),
    kind("call_with, step_with", 3, longer::lend),
    kind("call_within", 2, longer::within),
    kind("snapshot", 3, longer::snapshot),
    kind("engine of a snapshot", 2, longer::copy),
    kind("namespace", 4, naming::make),
    kind("eval_in", 8, naming::eval),
    kind("get_in, set_in", 5, naming::get_and_set),
    kind("call in a namespace", 4, naming::call),
    kind("define_in", 2, naming::define),
    kind("steps against whole", 3, compare::steps_and_whole),
    kind("futures", 6, futures::poll),
    kind("poll_step, close", 3, futures::close),
    kind("futures against calls", 3, compare::futures_and_calls),
    kind("model", 5, naming::check_model),
];

/// Number of calls of each kind.
#[derive(Clone, Debug)]
pub struct Counts([u64; KINDS.len()]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([0; KINDS.len()])
    }
}

impl Counts {
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    pub fn add(&mut self, others: &Counts) {
        self.0.iter_mut().zip(others.0).for_each(|(n, more)| *n += more);
    }
}

/// A line for each kind.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        KINDS.iter().zip(self.0).try_for_each(|(kind, n)| writeln!(f, "{n:>12} {}", kind.name))
    }
}

/// Things that the host holds of its engines, with the number of the engine.
#[derive(Default)]
struct Held {
    desk: Desk,
    handles: Vec<(usize, Handle)>,
    functions: Vec<(usize, Handle)>,
    runs: Vec<(usize, Run<Handle>)>,
    /// With what the model knows of the engine.
    snapshots: Vec<(Snapshot, Option<i64>)>,
    programs: Vec<Program>,
    errors: Vec<Error>,
    model: Model,
    /// Number of replacements of each engine: things held of the one before belong to nobody.
    ages: [usize; 2],
    /// Whether there is only one engine, and never another.
    is_alone: bool,
    counts: Counts,
}

/// A call that is made: what decides about it, whom it is made of, and what there is besides.
struct Turn<'t, 'd> {
    choices: &'t mut Choices<'d>,
    e: &'t mut Engine,
    held: &'t mut Held,
    /// The engine that is there now: each has a number of its own.
    owner: usize,
}

impl Turn<'_, '_> {
    /// One call of any kind.
    fn go(&mut self) {
        let all: usize = KINDS.iter().map(|kind| kind.share).sum();
        let mut n = self.choices.below(all);
        let next = KINDS.iter().position(|kind| {
            let is_it = n < kind.share;
            n = n.saturating_sub(kind.share);
            is_it
        });
        let Some(next) = next else { return };
        self.held.counts.0[next] += 1;
        let number = self.held.counts.total();
        trace(&format_args!("== {number}: {} of engine {}", KINDS[next].name, self.owner));
        (KINDS[next].call)(self);
    }

    /// Returns the index of this engine among the two.
    fn which(&self) -> usize {
        self.owner % 2
    }

    fn keep(&mut self, result: Result<Handle, Error>) {
        match result {
            Ok(h) => self.held.handles.push((self.owner, h)),
            Err(e) => {
                check_error(&e);
                if self.choices.rarely(8) && self.held.errors.len() < 20 {
                    self.held.errors.push(e);
                }
            }
        }
    }

    /// Does something with limits that nothing reaches, and without a request to stop.
    fn at_ease<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let eased = Eased::begin(self.e);
        let result = f(self);
        eased.end(self.e);
        result
    }
}

/// The limits of an engine and whether a request to stop is set, kept while neither counts.
struct Eased {
    limits: Limits,
    is_stopped: bool,
}

impl Eased {
    fn begin(e: &mut Engine) -> Eased {
        let eased = Eased { limits: e.limits_mut().clone(), is_stopped: e.interrupt().is_set() };
        *e.limits_mut() = Limits::default();
        e.interrupt().clear();
        eased
    }

    fn end(self, e: &mut Engine) {
        *e.limits_mut() = self.limits;
        if self.is_stopped {
            e.interrupt().interrupt();
        }
    }
}

/// Interprets `data` as calls of two engines' methods, in any order and with any arguments. Returns how many it was, of
/// each kind.
pub fn run(data: &[u8]) -> Counts {
    values::count_anew();
    let mut choices = Choices::new(data);
    let mut held = Held::default();
    let mut engines = [furnish::engine(&held.desk), furnish::engine(&held.desk)];
    let length = 8 << choices.below(6);
    while held.counts.total() < MAX_CALLS && !choices.is_used_up() {
        let mut part = choices.part(length);
        let which = part.below(2);
        let owner = which + 2 * held.ages[which];
        let e = &mut engines[which];
        Turn { choices: &mut part, e, held: &mut held, owner }.go();
    }
    let counts = finish(held, engines);
    assert_eq!(values::alive(), 0, "objects of the host are left");
    counts
}

/// Drops everything, and asks of the engines what they must still know.
fn finish(mut held: Held, mut engines: [Engine; 2]) -> Counts {
    held.desk.jam(false);
    for (which, e) in engines.iter_mut().enumerate() {
        let owner = which + 2 * held.ages[which];
        naming::check_model(&mut Turn { choices: &mut Choices::new(&[]), e, held: &mut held, owner });
    }
    let counts = held.counts.clone();
    if counts.total().is_multiple_of(2) {
        // Handles and other things of an engine may be dropped after it.
        drop(engines);
        return counts;
    }
    drop(held);
    for mut e in engines {
        *e.limits_mut() = Limits::default();
        e.interrupt().clear();
        assert_eq!(e.call::<i64>("%fuzz-add", (40, 2)).expect("the engine goes on"), 42);
    }
    counts
}

/// Whether each call is shown. A thread runs one target at a time.
static SHOWS_CALLS: AtomicBool = AtomicBool::new(false);

/// Shows each call from now on, or no longer.
pub fn show_calls(yes: bool) {
    SHOWS_CALLS.store(yes, Ordering::Relaxed);
}

fn trace(what: &dyn fmt::Display) {
    if SHOWS_CALLS.load(Ordering::Relaxed) {
        eprintln!("{what}");
    }
}

fn check<T>(result: Result<T, Error>) {
    if let Err(e) = result {
        check_error(&e);
    }
}
