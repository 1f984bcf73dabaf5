//! Model of the engines: values that no program can reach, which only the host changes.

use klammer::{Code, Error, Handle, Scope, Value};

use super::Turn;
use super::values::alive;

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
pub fn check(turn: &mut Turn<'_, '_>) {
    turn.at_ease(|turn| {
        let (owner, which) = (turn.owner, turn.which());
        let Turn { e, held, .. } = turn;
        let model = &held.model;
        assert_eq!(e.call::<i64>("%fuzz-add", (40, 2)).expect("the engine goes on"), 42);
        let mine = e.get::<Option<i64>>(MINE).expect("it is defined");
        assert_eq!(mine, model.mine[which], "a variable has changed that nobody has assigned");
        for space in &model.spaces {
            let mine = e.with().scope(&space.namespace).get::<Option<i64>>(MINE);
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
