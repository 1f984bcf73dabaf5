//! The same calls again and again in one engine, from which nothing is held in between: what they take must come back.

use klammer::{Engine, Handle, Limits};

use super::choices::Choices;
use super::furnish::{self, NAMES};
use super::model::MINE;
use super::subject::tiny_limits;
use super::types::{Kept, alive, count_anew};
use super::{Counts, Held, Turn};

/// Number of calls to repeat.
const CALLS: u64 = 12;

/// Rounds before the memory is looked at for the first time, in between, and how often it is looked at.
const WARM: usize = 6;
const ROUNDS: usize = 8;
const LOOKS: usize = 6;

/// Variables that programs assign. The test resets them, so that nothing accumulates there.
const VARIABLES: &[&str] =
    &["x", "y", "z", "n", "l", "it", "self", "car", "list", "+", "k", "f", "again", "kept", "g", "m", "tool-seen", "s"];

/// Bytes for each round that are nobody's: the names of what is made by number.
const SLACK: usize = 48;

/// Interprets `data` as calls of one engine, as [`super::run`] does, and makes them again and again. `taken` tells what
/// the process has taken of memory, if that is known. Returns how many calls it was.
pub fn repeat(data: &[u8], taken: &dyn Fn() -> usize) -> Counts {
    count_anew();
    let mut counts = Counts::default();
    let mut looks = Vec::new();
    let mut held = Held { is_alone: true, ..Held::default() };
    let mut e = furnish::engine(&held.desk);
    *e.limits_mut() = Limits::default();
    // Functions of the host stay as long as their engine, also those of a module that fails.
    e.module("tools", |module| module.source("tools", "(defproc tool-add (a b) (+ a b)) (setq tool-seen 0)"));
    let outer = outer_values(&mut e);
    for look in 0..LOOKS {
        for _ in 0..if look == 0 { WARM } else { ROUNDS } {
            *e.limits_mut() = tiny_limits();
            counts.add(&round(data, &mut e, &mut held));
            held = forget(held, &mut e, &outer);
        }
        looks.push((collected(&mut e), taken()));
    }
    check(&looks.iter().map(|look| look.0).collect::<Vec<_>>(), "the engine");
    check(&looks.iter().map(|look| look.1).collect::<Vec<_>>(), "the process");
    drop((held, outer, e));
    assert_eq!(alive(), 0, "objects of the host are left");
    counts
}

/// Memory that grows each time is lost.
fn check(looks: &[usize], whose: &str) {
    let grown: Vec<usize> = looks.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    let is_lost = grown.iter().all(|&bytes| bytes > SLACK * ROUNDS);
    assert!(!is_lost, "the memory of {whose} grows: {looks:?} after {ROUNDS} rounds each");
}

fn round(data: &[u8], e: &mut Engine, held: &mut Held) -> Counts {
    let mut choices = Choices::new(data);
    held.counts = Counts::default();
    let length = 8 << choices.below(6);
    while held.counts.total() < CALLS && !choices.is_used_up() {
        let mut part = choices.part(length);
        Turn { choices: &mut part, e, held, owner: 0 }.go();
    }
    held.counts.clone()
}

fn outer_values(e: &mut Engine) -> Vec<(&'static str, Handle)> {
    let names = VARIABLES.iter().chain(NAMES).filter(|name| !name.is_empty());
    let value = |name: &&'static str| match e.get::<Handle>(*name) {
        Ok(value) => (*name, value),
        Err(_) => (*name, e.handle(()).expect("it fits")),
    };
    names.map(value).collect()
}

/// Nothing of a round is held any more, by the host or by global names.
fn forget(held: Held, e: &mut Engine, outer: &[(&'static str, Handle)]) -> Held {
    *e.limits_mut() = Limits::default();
    e.inspect().stress_collector(false);
    let desk = held.desk.clone();
    drop(held);
    desk.jam(false);
    desk.take_output();
    *e.data() = Some(Kept::default());
    e.set(MINE, ()).expect("it fits");
    for (name, value) in outer {
        e.set(name, value).expect("it fits");
    }
    Held { desk, is_alone: true, ..Held::default() }
}

/// Bytes that the engine has when garbage has been collected.
fn collected(e: &mut Engine) -> usize {
    // Names that nobody has are forgotten when there are very many of them.
    e.call::<()>("%fuzz-names", ()).expect("names can be made");
    for _ in 0..2 {
        e.call::<Handle>("%fuzz-collect", ()).expect("garbage can be collected");
    }
    e.run("nil").expect("the engine goes on");
    e.usage().memory
}
