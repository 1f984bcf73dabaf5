//! Generated programs under tiny limits.

use std::cell::RefCell;

use klammer::Limits;

use super::choices::Choices;
use super::grammar::{self, PRELUDE};
use super::reader::check_round_trip;
use super::subject::{Outcome, Subject, tiny_limits};

/// Programs that one engine runs before it is replaced: what they define adds up, symbols above all.
const PROGRAMS_PER_ENGINE: u32 = 100;

thread_local! {
    static SUBJECT: RefCell<Option<(Subject, u32)>> = const { RefCell::new(None) };
}

/// The program that `data` stands for.
pub fn program(data: &[u8]) -> String {
    grammar::program(&mut Choices::new(data))
}

/// Runs the program that `data` stands for, in an engine that has run others.
pub fn run(data: &[u8]) {
    let program = program(data);
    SUBJECT.with_borrow_mut(|slot| {
        let (mut subject, count) = slot.take().unwrap_or_else(|| (fresh(), 0));
        if let Outcome::Value(printed) = subject.run(&program) {
            check_round_trip(&mut subject.engine, &printed);
        }
        // A panic leaves the slot empty, so that the next program begins with a new engine.
        let full = subject.live_bytes() > tiny_limits().memory / 2;
        if count < PROGRAMS_PER_ENGINE && !full {
            *slot = Some((subject, count + 1));
        }
    });
}

/// Runs the program twice, the second time with a collection at every opportunity (in builds with debug assertions):
/// the outcome must be the same.
pub fn run_stressed(data: &[u8]) {
    let program = program(data);
    // A tick with its collections takes a thousand times as long: a few ticks are enough, and the clock is looked at
    // seldom.
    let short = || Subject::new(Limits { ticks: Some(2_000), ..tiny_limits() }).prepared();
    let calm = short().run(&program);
    let mut subject = short();
    subject.engine.inspect().stress_collector(true);
    let stressed = subject.run(&program);
    let shows_chance = |o: &Outcome| matches!(o, Outcome::Value(text) if text.contains("#<") || text.contains("milli"));
    let reads_chance = ["collect-garbage", "current-milliseconds"].iter().any(|f| program.contains(f));
    if !calm.is_accidental() && !stressed.is_accidental() && !shows_chance(&calm) && !reads_chance {
        assert_eq!(calm, stressed, "a collection changes the outcome");
    }
}

fn fresh() -> Subject {
    Subject::new(tiny_limits()).prepared()
}

impl Subject {
    /// With the definitions that generated programs use.
    fn prepared(mut self) -> Subject {
        self.run(PRELUDE);
        self
    }
}
