//! Calls that leave programs, waiting runs and copies behind.

use klammer::{Code, Engine, Handle, HostError, Limits, Run, SearchBudget, Snapshot, Step};

use super::furnish::{self, NAMES, Paper, furnish};
use super::naming::MINE;
use super::subject::{Choices, check_error, tiny_limits};
use super::values::{Kept, World, alive, count_anew};
use super::{Counts, Held, Turn, calls, check as look_at};

/// Bound of the programs, runs and snapshots that the host holds.
const MOST: usize = 6;

pub fn program(turn: &mut Turn<'_, '_>) {
    if turn.choices.rarely(3) {
        let which = turn.choices.below(MOST);
        let Some(program) = turn.held.programs.get(which) else { return };
        let result = turn.e.eval::<Handle>(program);
        return turn.keep(result);
    }
    let text = calls::program(turn);
    match turn.e.compile(("<program>", &text)) {
        Ok(program) => {
            program.warnings().iter().for_each(|w| drop(check_error(w)));
            turn.held.programs.truncate(MOST - 1);
            turn.held.programs.insert(0, program);
        }
        Err(e) => drop(check_error(&e)),
    }
}

/// A check finds something or not, and changes nothing.
pub fn check(turn: &mut Turn<'_, '_>) {
    let text = calls::program(turn);
    let e = &mut *turn.e;
    turn.held.desk.take_output();
    let (names, objects) = (e.docs().names(), alive());
    let found = e.check(("<checked>", &text));
    found.errors.iter().chain(&found.warnings).for_each(|e| drop(check_error(e)));
    drop(found);
    assert_eq!(e.docs().names(), names, "a check has defined something");
    assert_eq!(alive(), objects, "a check leaves objects");
    assert_eq!(turn.held.desk.take_output(), "", "a check prints");
}

pub fn start(turn: &mut Turn<'_, '_>) {
    if turn.held.runs.len() > MOST {
        let which = turn.choices.below(MOST);
        turn.held.runs.swap_remove(which);
    }
    let started = match (turn.choices.below(3), turn.held.programs.get(turn.choices.below(MOST))) {
        (0 | 1, Some(program)) => turn.e.start(program, ()),
        (0, None) => match turn.held.handles.last() {
            Some((_, h)) => turn.e.start(h, (1,)),
            None => return,
        },
        _ => turn.e.start(*turn.choices.pick(NAMES), (turn.choices.below(3), "s")),
    };
    match started {
        Ok(run) => turn.held.runs.push((turn.owner, run)),
        Err(e) => drop(check_error(&e)),
    }
}

pub fn step(turn: &mut Turn<'_, '_>) {
    let which = turn.choices.below(turn.held.runs.len());
    let ticks = [0, 1, 2, 10, 100, 1000, 20_000][turn.choices.below(7)];
    let (owner, e) = (turn.owner, &mut *turn.e);
    if let Some((of, run)) = turn.held.runs.get_mut(which) {
        match run.step(e, ticks) {
            Ok(step) => {
                assert_eq!(*of, owner, "a run of another engine");
                match step {
                    Step::Done(value) => {
                        turn.held.handles.push((owner, value));
                        // It is over, and says so.
                        check_error(&run.step(e, ticks).expect_err("a run that has ended"));
                    }
                    Step::Asked(question) => {
                        answer(turn.choices, e, run, &question);
                    }
                    Step::Yielded(_) | Step::OutOfTicks => {
                        check_error(&run.answer(e, 1).expect_err("nothing is asked"));
                    }
                }
            }
            Err(e) => drop(check_error(&e)),
        }
    }
    if turn.choices.rarely(4) && which < turn.held.runs.len() {
        turn.held.runs.swap_remove(which);
    }
}

/// A run is ended early, wherever it stands.
pub fn close(turn: &mut Turn<'_, '_>) {
    if turn.held.runs.is_empty() {
        return;
    }
    let which = turn.choices.below(turn.held.runs.len());
    let (of, run) = turn.held.runs.swap_remove(which);
    match run.close(turn.e) {
        Ok(()) => assert_eq!(of, turn.owner, "a run of another engine"),
        Err(e) => drop(check_error(&e)),
    }
    // Nothing is bound any more.
    turn.at_ease(|turn| look_at(turn.e.call::<i64>("%fuzz-add", (1, 2))));
}

/// A run that has asked gets an answer, an error, or nothing for now.
fn answer(choices: &mut Choices<'_>, e: &mut Engine, run: &mut Run<Handle>, question: &Handle) {
    let result = match choices.below(5) {
        0 => {
            let again = run.step(e, 100).expect("it goes on waiting");
            assert!(matches!(again, Step::Asked(same) if same == *question), "it asks something else");
            return;
        }
        1 => run.answer_error(e, HostError::new("no answer").with_data([question.clone()])),
        2 => run.answer(e, "text"),
        _ => run.answer(e, question),
    };
    match result {
        Ok(()) => drop(check_error(&run.answer(e, 1).expect_err("it has its answer"))),
        Err(error) => drop(check_error(&error)),
    }
}

/// Calls and steps that are lent something.
pub fn lend(turn: &mut Turn<'_, '_>) {
    let mut world = World::default();
    match turn.held.runs.pop() {
        Some((of, mut run)) if of == turn.owner => {
            let step = turn.e.with().lend(&mut world).ticks(u64::from(turn.choices.byte())).step(&mut run);
            turn.held.runs.push((of, run));
            look_at(step);
        }
        waiting => {
            turn.held.runs.extend(waiting);
            look_at(turn.e.with().lend(&mut world).call::<()>(*turn.choices.pick(NAMES), ()));
        }
    }
    // Nothing is lent any more.
    let seen = turn.at_ease(|turn| turn.e.call::<Handle>("%fuzz-visit", ()).and_then(|v| turn.e.inspect().repr(&v)));
    assert!(seen.is_err() || seen.is_ok_and(|text| text == "(nil nil)"), "something is still lent");
}

/// A call that gives up when its budget is used up.
pub fn within(turn: &mut Turn<'_, '_>) {
    let budget = SearchBudget { nodes: Some(turn.choices.byte().into()), ..SearchBudget::default() };
    let name = *turn.choices.pick(&["host-nodes", "host-nodes", "host-call", "x", "f"]);
    let nodes = u64::from(turn.choices.byte());
    let result = turn.e.with().call_within::<Handle>(budget, name, (nodes,));
    match result {
        Ok(value) => turn.held.handles.extend(value.map(|h| (turn.owner, h))),
        Err(e) => drop(check_error(&e)),
    }
}

pub fn snapshot(turn: &mut Turn<'_, '_>) {
    match turn.e.snapshot() {
        Ok(snapshot) => {
            turn.held.snapshots.truncate(2);
            let mine = turn.held.model.mine[turn.which()];
            turn.held.snapshots.insert(0, (snapshot, mine));
        }
        Err(error) => assert_eq!(error.code(), Code::Host, "{error:#}"),
    }
}

/// An engine is replaced by one that is made of a snapshot.
pub fn copy(turn: &mut Turn<'_, '_>) {
    let which = turn.choices.below(3);
    if turn.held.is_alone {
        return;
    }
    let Some((snapshot, mine)) = turn.held.snapshots.get(which) else { return };
    let (mine, snapshot) = (*mine, snapshot.clone());
    let engine = of(&snapshot, turn);
    *turn.e = engine;
    let which = turn.which();
    turn.held.ages[which] += 1;
    turn.owner += 2;
    turn.held.model.mine[which] = mine;
    let now = turn.at_ease(|turn| turn.e.get::<Option<i64>>(MINE));
    assert_eq!(now.expect("it is defined"), mine, "a copy differs");
    if turn.choices.rarely(2) {
        furnish(turn.e);
    }
}

/// A copy. The thread of some waits where no run can.
fn of(snapshot: &Snapshot, turn: &mut Turn<'_, '_>) -> Engine {
    let builder = snapshot.builder().host(Paper::new(&turn.held.desk));
    if turn.choices.rarely(4) { builder.block_on(super::futures::block_on) } else { builder }.build()
}

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
    check_leaks(&looks.iter().map(|look| look.0).collect::<Vec<_>>(), "the engine");
    check_leaks(&looks.iter().map(|look| look.1).collect::<Vec<_>>(), "the process");
    drop((held, outer, e));
    assert_eq!(alive(), 0, "objects of the host are left");
    counts
}

/// Memory that grows each time is lost.
fn check_leaks(looks: &[usize], whose: &str) {
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
