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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Relation, Strength};

    fn wording(parts: &[(&str, Option<Variable>)]) -> Wording {
        let mut made = Wording::default();
        for (text, variable) in parts {
            made.push_str(text);
            variable.iter().for_each(|&x| made.push_variable(x));
        }
        made
    }

    #[test]
    fn a_propagator_belongs_to_the_constraint_that_posted_it() {
        let mut store = Store::new();
        let [x, y] = [0, 1].map(|_| store.variable(0, 9).unwrap());
        let begin = store.before();
        store.linear(&[(1, x), (-1, y)], Relation::Equal, 0).unwrap();
        store.say_since(begin, wording(&[("(= ", Some(x)), (" ", Some(y)), (")", None)]));
        let second = store.before();
        // Two propagators.
        store.all_different(&[x, y], Strength::Domain).unwrap();
        store.say_since(second, wording(&[("different", None)]));
        store.set_name(x, "left");
        assert_eq!(store.constraints(), 3);
        let said: Vec<_> = (0..3).map(|number| store.said_of(number).unwrap()).collect();
        assert_eq!(said, ["(= left #1)", "different", "different"]);
        // A constraint that is no propagator has no words to be asked for.
        store.say_since(store.before(), wording(&[("nothing", None)]));
        assert_eq!(store.said_of(3).unwrap(), "different");
    }

    #[test]
    fn what_is_impossible_when_it_is_posted_is_told() {
        let mut store = Store::new();
        let x = store.variable(0, 9).unwrap();
        for value in [12, 13] {
            let before = store.before();
            store.linear(&[(1, x)], Relation::Equal, value).unwrap();
            store.say_since(before, wording(&[("(= ", Some(x)), (&format!(" {value})"), None)]));
        }
        assert_eq!(store.said_of_contradiction().unwrap(), "(= #0 12)");
        let mut other = Store::new();
        let x = other.variable(0, 9).unwrap();
        assert_eq!(other.said_of_contradiction(), None);
        assert!(other.assign(x, 10).is_err());
        assert_eq!(other.said_of_contradiction(), None);
    }

    #[test]
    fn a_copy_keeps_what_it_knows_and_learns_by_itself() {
        let mut store = Store::new();
        let x = store.variable(0, 9).unwrap();
        let mut copy = store.clone();
        copy.set_name(x, "a\u{e9}");
        assert_eq!((store.name(x), copy.called(x)), (None, "a\u{e9}".to_string()));
    }

    #[test]
    fn expressions_are_written_out_up_to_a_length() {
        let mut store = Store::new();
        let mut last = store.variable(0, 1).unwrap();
        for _ in 0..20 {
            let next = store.variable(0, 1).unwrap();
            store.say_meaning(next, wording(&[("(+ ", Some(last)), (" ", Some(last)), (")", None)]));
            last = next;
        }
        assert_eq!(store.called(store.variable_at(1).unwrap()), "(+ #0 #0)");
        let deep = store.called(last);
        assert!(deep.starts_with("(+ (+ (+ #17 #17)") && deep.len() < 300, "{deep}");
        store.set_name(last, &"é".repeat(500));
        assert!(store.called(last).ends_with("é…"));
    }
}
