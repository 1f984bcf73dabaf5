//! What a store is told of the names that its program uses, and what it says of them.

use std::sync::Arc;

use crate::Variable;
use crate::store::Store;
use crate::words::{MOST_DEPTH, Wording, Words};

/// What a store has before something is posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    constraints: usize,
    failed: bool,
}

impl Store {
    /// From now on, the variable is called so, in this store and in copies that are made of it.
    pub fn set_name(&mut self, x: Variable, name: &str) {
        if self.has(x) {
            self.pay_for(64 + name.len());
            self.words().names.insert(x.0, name.into());
        }
    }

    /// The name that was given to the variable.
    pub fn name(&self, x: Variable) -> Option<&Arc<str>> {
        self.model.words.names.get(&x.0)
    }

    /// What the variable is called: its name, the expression that it is the value of, or else `#` and its number.
    pub fn called(&self, x: Variable) -> String {
        let words = &self.model.words;
        words.shown(|out| words.write_variable(x.0, MOST_DEPTH, out))
    }

    /// What [`Store::say_since`] begins with.
    pub fn before(&self) -> Before {
        Before { constraints: self.constraints(), failed: self.contradiction().is_some() }
    }

    /// What was posted since then is the constraint that says this.
    pub fn say_since(&mut self, before: Before, wording: Wording) {
        let has_propagators = before.constraints < self.constraints();
        let is_refuted = !before.failed && self.contradiction().is_some();
        if !has_propagators && !is_refuted {
            return;
        }
        self.pay_for(wording.bytes());
        let wording = Arc::new(wording);
        let words = self.words();
        if is_refuted {
            words.refuted = Some(Arc::clone(&wording));
        }
        if has_propagators {
            words.constraints.push((before.constraints as u32, wording));
        }
    }

    /// The constraint that has found the contradiction, as it was written: that of a propagator, or one that was
    /// impossible when it was posted.
    pub fn said_of_contradiction(&self) -> Option<String> {
        let words = &self.model.words;
        match self.contradiction()?.group {
            Some(group) => self.said_of(u32::try_from(group).ok()?),
            None => words.refuted.as_ref().map(|said| words.shown(|out| words.write(said, MOST_DEPTH, out))),
        }
    }

    /// The variable was made as the value of this expression.
    pub fn say_meaning(&mut self, x: Variable, wording: Wording) {
        self.pay_for(wording.bytes());
        self.words().meanings.insert(x.0, Arc::new(wording));
    }

    /// What the constraint says that the propagator with this number, as contradictions tell it, belongs to.
    pub fn said_of(&self, constraint: u32) -> Option<String> {
        let words = &self.model.words;
        let known = words.constraints.partition_point(|(first, _)| *first <= constraint);
        let (_, wording) = words.constraints.get(known.checked_sub(1)?)?;
        Some(words.shown(|out| words.write(wording, MOST_DEPTH, out)))
    }

    fn words(&mut self) -> &mut Words {
        Arc::make_mut(&mut Arc::make_mut(&mut self.model).words)
    }
}
