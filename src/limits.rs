//! Limits on what an evaluation may use, and the counter that enforces them.
//!
//! Work is counted in *ticks*: one per call and one per iteration of a loop; natives whose work grows with their
//! arguments charge for it. The same program with the same ticks stops at the same place, on any machine. When a slice
//! of ticks ends, the engine looks at the interrupt flag and the clock: the hot path knows only one counter.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::fault::{Limit, Result};

/// Bytes of text that are read, copied, scanned or written for one tick: about the cost of a call.
pub(crate) const BYTES_PER_TICK: usize = 32;

/// Limits on what one evaluation may use. `None` means without limit.
///
/// ```
/// use klammer::{Code, Engine, Limits};
///
/// let limits = Limits { ticks: Some(100_000), memory: 8 << 20, ..Limits::default() };
/// let mut engine = Engine::builder().limits(limits).build();
/// assert_eq!(engine.eval::<()>("(while t)").unwrap_err().code(), Code::OutOfTicks);
/// assert_eq!(engine.eval::<i64>("(+ 1 2)")?, 3);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Ticks: calls and iterations of loops, plus what natives charge for long work. Unlimited by default.
    pub ticks: Option<u64>,
    /// Wall time. Unlimited by default.
    pub time: Option<Duration>,
    /// Bytes that the engine's heap, stack, code and symbols may take together. 2 GiB by default.
    pub memory: usize,
    /// Maximum depth of calls; `None` means as many as memory allows. The default is 2,000,000: endless recursion ends
    /// within a fraction of a second, and recursion over a list of a million elements succeeds.
    pub depth: Option<usize>,
    /// Bits of the largest integer. 2^22 (about 1.2 million decimal digits) by default: one operation on larger ones
    /// takes seconds, and nothing can interrupt it.
    pub integer_bits: usize,
    /// Depth to which source code may be nested, expansions of macros and evaluations inside each other included. The
    /// default is 200. That is safe on the 2 MiB stack of a Rust thread in a debug build, and on 512 KiB in a release
    /// build. A larger number needs a larger stack in proportion. Data may be nested without limit.
    pub nesting: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { ticks: None, time: None, memory: 2 << 30, depth: Some(2_000_000), integer_bits: 1 << 22, nesting: 200 }
    }
}

/// A request to stop, which another thread or a signal handler makes.
///
/// The request holds until [`Interrupt::clear`]: the evaluation that runs ends with
/// [`Code::Interrupted`](crate::Code::Interrupted), and so does each one that begins later. So nothing depends on
/// whether the request comes before, during or between evaluations. One handle can belong to several engines
/// ([`EngineBuilder::interrupt`](crate::EngineBuilder::interrupt)).
///
/// ```
/// use klammer::{Code, Engine};
///
/// let mut engine = Engine::new();
/// let handle = engine.interrupt();
/// engine.define("stop-me", {
///     let handle = handle.clone();
///     move || handle.interrupt()
/// });
/// // Another thread, or a function of the host as here, asks for the end.
/// let error = engine.eval::<()>("(stop-me) (while t)").unwrap_err();
/// assert_eq!(error.code(), Code::Interrupted);
/// assert_eq!(engine.eval::<i64>("(+ 1 2)").unwrap_err().code(), Code::Interrupted);
/// handle.clear();
/// assert_eq!(engine.eval::<i64>("(+ 1 2)")?, 3);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Returns a handle without a request.
    #[must_use]
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Stops the evaluation that runs, and those that begin before [`Interrupt::clear`].
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns whether a request holds.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the flag that [`Interrupt::interrupt`] sets, for signal handlers that can only set one.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

/// Ticks between two looks at the clock and the interrupt flag.
pub(crate) const SLICE: i64 = 4096;

/// Ticks that a step may overrun by at a time, where it cannot pause.
const OVERRUN: i64 = 64;

/// Additional account of a step: see [`Budget::pause_after`].
struct SlicePause {
    /// Ticks that the step may take in all, those beyond its own included: the limit on ticks.
    most: Option<u64>,
    /// Whether the step has a number of ticks of its own, after which it pauses.
    has_ticks: bool,
    /// It pauses at the next place where it can: its own ticks are used up, or it has been asked to.
    is_due: bool,
}

/// An account that waits while something is done for free.
pub(crate) struct PausedAccount {
    ticks: i64,
    pauses: Option<SlicePause>,
}

/// The running account of one evaluation.
pub(crate) struct Budget {
    /// Ticks of the current slice after the next one. The machine counts them down; below zero, [`Budget::refill`]. (A
    /// comparison with any other number is an instruction more.)
    pub later: i64,
    slice: i64,
    /// Ticks of a slice: [`SLICE`], unless somebody wants to look more often.
    pub slice_length: i64,
    /// Ticks beyond the current slice.
    reserve: Option<u64>,
    used: u64,
    /// Ticks of parts that came before, of an evaluation that the limit on ticks holds for as a whole.
    pub before: u64,
    /// Account of a step, if the ticks are those of one. The step pauses when its ticks are used up instead of failing.
    pauses: Option<SlicePause>,
    deadline: Option<Duration>,
    pub interrupt: Interrupt,
    pub integer_bits: usize,
    pub nesting: usize,
    /// Levels of native stack in use, of those that [`Limits::nesting`] allows.
    pub nested: usize,
}

impl Budget {
    pub fn new(interrupt: Interrupt) -> Budget {
        let limits = Limits::default();
        let mut b = Budget {
            later: -1,
            slice: 0,
            slice_length: SLICE,
            reserve: None,
            used: 0,
            before: 0,
            pauses: None,
            deadline: None,
            interrupt,
            integer_bits: 0,
            nesting: 0,
            nested: 0,
        };
        b.start(&limits, Duration::ZERO);
        b
    }

    /// Takes `levels` of native stack, to be given back with [`Budget::unnest`]; false if there are no more.
    pub fn nest(&mut self, levels: usize) -> bool {
        let fits = self.nested.saturating_add(levels) <= self.nesting;
        if fits {
            self.nested += levels;
        }
        fits
    }

    pub fn levels_left(&self) -> usize {
        self.nesting.saturating_sub(self.nested)
    }

    pub fn unnest(&mut self, levels: usize) {
        self.nested = self.nested.saturating_sub(levels);
    }

    /// Begins a new account. `now` is the host's clock.
    pub fn start(&mut self, limits: &Limits, now: Duration) {
        self.reserve = limits.ticks;
        self.used = 0;
        self.pauses = None;
        self.deadline = limits.time.map(|t| now.saturating_add(t));
        self.integer_bits = limits.integer_bits;
        self.nesting = limits.nesting;
        self.begin_slices();
    }

    /// Ends the first slice of the account that has just begun as if `ticks` had been taken from slices before.
    #[inline]
    pub fn shorten_first_slice(&mut self, ticks: u64) {
        // Each call of the host comes by, and hardly any is profiled.
        if ticks == 0 {
            return;
        }
        let taken = (ticks % self.slice_length.unsigned_abs()) as i64;
        let taken = taken.min(self.slice.saturating_sub(1)).max(0);
        if let Some(left) = &mut self.reserve {
            *left = left.saturating_add(taken.unsigned_abs());
        }
        self.slice -= taken;
        self.later -= taken;
    }

    /// Makes the account that has just begun that of a step. A resumable run pauses after `ticks` ticks and at the
    /// limit on ticks. What cannot stop goes on, up to that limit. Without ticks of its own, it pauses only where it is
    /// asked to.
    pub fn pause_after(&mut self, ticks: Option<u64>) {
        let most = self.reserve.map(|left| left.saturating_add(self.slice.unsigned_abs()));
        // A step that may use nothing has nothing to go on with: it would pause at the same place for ever.
        let has_ticks = ticks.is_some() && most != Some(0);
        self.pauses = Some(SlicePause { most, has_ticks, is_due: false });
        self.reserve = most.into_iter().chain(ticks).min();
        self.begin_slices();
    }

    /// Takes the first slice. Under a request to stop it is empty, so that even a short evaluation sees the request.
    fn begin_slices(&mut self) {
        self.slice = if self.interrupt.is_set() { 0 } else { self.next_slice() };
        self.later = self.slice - 1;
    }

    /// Returns whether a step has used up what it was given.
    pub fn is_pause_due(&self) -> bool {
        self.pauses.as_ref().is_some_and(|pause| pause.is_due)
    }

    /// If a step has used up what it was given while it could not stop, it stops at the next tick.
    pub fn stop_if_due(&mut self) {
        if self.is_pause_due() {
            self.slice -= self.left().max(0);
            self.later = self.later.min(-1);
        }
    }

    /// Makes a step give up what it has left, and pause at the next place where it can. Returns whether there is a
    /// step.
    pub fn pause_now(&mut self) -> bool {
        let Some(pause) = &mut self.pauses else { return false };
        pause.is_due = true;
        self.reserve = Some(0);
        self.slice -= self.left().max(0);
        self.later = self.later.min(-1);
        true
    }

    /// Ends the slice here. Its other ticks are for later slices.
    pub fn end_slice(&mut self) {
        let rest = self.left().max(0);
        if let Some(left) = &mut self.reserve {
            *left = left.saturating_add(rest.unsigned_abs());
        }
        self.slice -= rest;
        self.later -= rest;
    }

    fn next_slice(&mut self) -> i64 {
        match &mut self.reserve {
            None => self.slice_length,
            Some(left) => {
                let n = (*left).min(self.slice_length.unsigned_abs());
                *left -= n;
                n as i64
            }
        }
    }

    /// The slice is used up: take the next one, or say which limit ended the evaluation.
    #[cold]
    #[inline(never)]
    pub fn refill(&mut self, now: impl FnOnce() -> Duration) -> Result<()> {
        let debt = self.left().min(0).unsigned_abs();
        self.used = self.used.saturating_add(self.slice as u64).saturating_add(debt);
        if let Some(left) = &mut self.reserve {
            if *left < debt && self.pauses.is_none() {
                return Err(Limit::Ticks.into());
            }
            *left = left.saturating_sub(debt);
        }
        self.look(now)?;
        self.slice = self.next_slice();
        if self.slice == 0 {
            let Some(pause) = &mut self.pauses else { return Err(Limit::Ticks.into()) };
            let is_spent = pause.most.is_some_and(|most| self.used >= most);
            // One that is given as much as the limit, or more, may still come to a place where it pauses.
            if is_spent && (pause.is_due || !pause.has_ticks) {
                return Err(Limit::Ticks.into());
            }
            pause.is_due = true;
            self.slice = OVERRUN;
        }
        self.later = self.slice - 1;
        Ok(())
    }

    /// Returns an error if the evaluation was interrupted or its time is over. It is for waits, which use no ticks.
    pub fn look(&self, now: impl FnOnce() -> Duration) -> Result<()> {
        if self.interrupt.is_set() {
            return Err(Limit::Interrupt.into());
        }
        if self.deadline.is_some_and(|end| now() >= end) {
            return Err(Limit::Time.into());
        }
        Ok(())
    }

    /// Stops the account: everything up to [`Budget::resume`] is free.
    pub fn wait(&mut self) -> PausedAccount {
        PausedAccount { ticks: std::mem::replace(&mut self.later, i64::MAX), pauses: self.pauses.take() }
    }

    /// From here on everything is paid for again.
    pub fn resume(&mut self, waiting: PausedAccount) {
        PausedAccount { ticks: self.later, pauses: self.pauses } = waiting;
    }

    /// Puts the limit on time off: the program has waited for somebody who debugs it.
    pub fn put_off(&mut self, by: Duration) {
        self.deadline = self.deadline.map(|end| end.saturating_add(by));
    }

    /// Ticks left of the current slice.
    fn left(&self) -> i64 {
        self.later.saturating_add(1)
    }

    /// Ticks used since [`Budget::start`].
    pub fn used(&self) -> u64 {
        self.used.saturating_add((self.slice - self.left()).max(0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(limits: &Limits, charge: i64) -> u64 {
        let mut b = Budget::new(Interrupt::default());
        b.start(limits, Duration::ZERO);
        let mut steps = 0;
        loop {
            b.later -= charge;
            steps += 1;
            if b.later < 0 && b.refill(|| Duration::ZERO).is_err() {
                return steps;
            }
        }
    }

    #[test]
    fn ticks_are_exact_across_slices() {
        let limits = Limits { ticks: Some(10_000), ..Limits::default() };
        assert_eq!(run(&limits, 1), 10_000);
        assert_eq!(run(&limits, 10_000), 1);
        assert_eq!(run(&limits, 2_500), 4);
    }

    #[test]
    fn a_cleared_interrupt_stops_nothing() {
        let handle = Interrupt::default();
        let mut b = Budget::new(handle.clone());
        handle.interrupt();
        handle.clear();
        b.later = -1;
        assert!(b.refill(|| Duration::ZERO).is_ok());
    }

    #[test]
    fn an_interrupt_holds_until_it_is_cleared() {
        let handle = Interrupt::default();
        let mut b = Budget::new(handle.clone());
        handle.interrupt();
        for _ in 0..2 {
            b.later = -1;
            assert!(b.refill(|| Duration::ZERO).is_err());
        }
        b.start(&Limits::default(), Duration::ZERO);
        b.later -= 1;
        assert!(b.later < 0 && b.refill(|| Duration::ZERO).is_err());
        handle.clear();
        assert!(b.refill(|| Duration::ZERO).is_ok() && b.later >= 0);
    }
}
