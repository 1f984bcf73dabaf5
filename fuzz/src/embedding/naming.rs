//! Namespaces: made and used, also those of another engine.

use klammer::{Code, Error, Handle, Scope, Value};

use super::furnish::NAMES;
use super::subject::check_error;
use super::values::{Kept, alive};
use super::{Turn, calls, check};

/// Bound of the namespaces that the host holds.
const MOST: usize = 12;

pub fn make(turn: &mut Turn<'_, '_>) {
    // Namespaces stay as long as their engine.
    if turn.held.is_alone {
        return;
    }
    // The host drops its hold of the oldest, which lives on in its engine.
    if turn.held.model.spaces.len() >= MOST {
        turn.held.model.spaces.remove(0);
    }
    let name = *turn.choices.pick(&["orc", "elf", "", "main"]);
    match turn.e.scope(name) {
        Ok(namespace) => {
            if let Some(kept) = turn.e.data::<Kept>() {
                kept.namespaces.truncate(3);
                kept.namespaces.insert(0, namespace.clone());
            }
            // It begins with what the host has.
            let mine = turn.held.model.mine[turn.which()];
            turn.held.model.spaces.push(Space { owner: turn.owner, namespace, mine });
        }
        Err(e) => assert!(e.is_limit(), "{e:#}"),
    }
}

/// One of those that are held, and which.
fn any(turn: &mut Turn<'_, '_>) -> Option<(usize, Scope)> {
    let which = turn.choices.below(turn.held.model.spaces.len());
    turn.held.model.spaces.get(which).map(|space| (which, space.namespace.clone()))
}

pub fn eval(turn: &mut Turn<'_, '_>) {
    let Some((which, namespace)) = any(turn) else { return make(turn) };
    let owner = turn.owner;
    let text = calls::program(turn);
    let result = turn.e.with().scope(&namespace).eval::<Handle>(&text);
    turn.held.model.spaces[which].check(owner, &result);
    turn.keep(result);
}

pub fn get_and_set(turn: &mut Turn<'_, '_>) {
    let Some((which, namespace)) = any(turn) else { return make(turn) };
    let owner = turn.owner;
    let name = *turn.choices.pick(NAMES);
    match turn.choices.below(3) {
        0 => {
            let result = turn.e.get::<Handle>((&namespace, name));
            turn.held.model.spaces[which].check(owner, &result);
            turn.keep(result);
        }
        1 => {
            let result = turn.e.with().scope(&namespace).set(name, turn.choices.rest_as_text());
            turn.held.model.spaces[which].check(owner, &result);
            check(result);
        }
        _ => {
            let n: i64 = turn.choices.byte().into();
            let result = turn.e.with().scope(&namespace).set(MINE, n);
            let space = &mut turn.held.model.spaces[which];
            space.check(owner, &result);
            match result {
                Ok(()) => space.mine = Some(n),
                Err(e) => assert!(e.is_limit() || !space.is_usable(owner), "{e:#}"),
            }
        }
    }
}

pub fn call(turn: &mut Turn<'_, '_>) {
    let Some((which, namespace)) = any(turn) else { return make(turn) };
    let owner = turn.owner;
    let name = *turn.choices.pick(NAMES);
    match turn.choices.below(3) {
        0 => {
            let result = turn.e.call::<Handle>((&namespace, name), (turn.choices.byte(), "b"));
            turn.held.model.spaces[which].check(owner, &result);
            turn.keep(result);
        }
        1 => match turn.e.start::<Handle>((&namespace, name), (1,)) {
            Ok(run) => {
                assert!(turn.held.model.spaces[which].is_usable(owner), "a namespace of another engine begins a run");
                turn.held.runs.push((owner, run));
            }
            Err(e) => {
                check_error(&e);
            }
        },
        _ => {
            let result = turn.e.get::<Handle>((&namespace, "%fuzz-add"));
            turn.held.model.spaces[which].check(owner, &result);
            if let Ok(f) = result {
                turn.held.functions.push((owner, f));
            }
        }
    }
}

pub fn define(turn: &mut Turn<'_, '_>) {
    if turn.held.is_alone {
        return;
    }
    let Some((which, namespace)) = any(turn) else { return make(turn) };
    let (owner, name) = (turn.owner, *turn.choices.pick(NAMES));
    let text = turn.choices.byte().to_string();
    let result = turn.e.with().scope(&namespace).define(name, move |s: Option<String>| format!("{s:?}{text}"));
    let result = result.map(|definition| {
        definition.doc("Of a namespace.");
    });
    turn.held.model.spaces[which].check(owner, &result);
}

// Model of the engines: values that no program can reach, which only the host changes.

/// The name of the variable that only the host knows, in the host's programs and in each namespace.
pub const MINE: &str = "%fuzz-mine";

/// Facts that must be true.
#[derive(Default)]
pub struct Model {
    /// Value of `%fuzz-mine` in each of the two engines.
    pub mine: [Option<i64>; 2],
    pub spaces: Vec<Space>,
    pub treasures: Vec<Treasure>,
}

/// A namespace, and what must be true of it.
#[derive(Clone)]
pub struct Space {
    pub owner: usize,
    pub namespace: Scope,
    pub mine: Option<i64>,
}

/// Data that only the host has.
pub struct Treasure {
    pub owner: usize,
    pub handle: Handle,
    pub value: Value,
}

impl Space {
    /// Checks the result of a call that uses the namespace: nothing is known of an `Ok`.
    pub fn check<T>(&self, owner: usize, result: &Result<T, Error>) {
        if !self.is_usable(owner) {
            let Err(error) = result else { panic!("a namespace of another engine is used") };
            assert_eq!(error.code(), Code::Host, "{error:#}");
        }
    }

    pub fn is_usable(&self, owner: usize) -> bool {
        self.owner == owner
    }
}

/// Checks the engine against the model.
pub fn check_model(turn: &mut Turn<'_, '_>) {
    turn.at_ease(|turn| {
        let (owner, which) = (turn.owner, turn.which());
        let Turn { e, held, .. } = turn;
        let model = &held.model;
        assert_eq!(e.call::<i64>("%fuzz-add", (40, 2)).expect("the engine goes on"), 42);
        let mine = e.get::<Option<i64>>(MINE).expect("it is defined");
        assert_eq!(mine, model.mine[which], "a variable has changed that nobody has assigned");
        for space in &model.spaces {
            let mine = e.get::<Option<i64>>((&space.namespace, MINE));
            space.check(owner, &mine);
            if space.is_usable(owner) {
                assert_eq!(mine.expect("it is defined"), space.mine, "a namespace has changed");
            }
        }
        for treasure in model.treasures.iter().filter(|t| t.owner == owner) {
            let now: Value = match e.get(&treasure.handle) {
                Ok(value) => value,
                Err(e) => panic!("what is held is gone: {e:#}: {:?}", treasure.value),
            };
            assert_eq!(now, treasure.value, "what is held has changed");
        }
        assert!(alive() >= 0, "an object has been dropped twice");
    });
}
