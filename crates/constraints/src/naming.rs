//! What a store is told of the names that its program uses, and what it says of them.

use std::sync::Arc;

use crate::Variable;
use crate::store::Store;
use crate::words::{MOST_DEPTH, Wording, Words};

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

    /// The propagators from number `first` on were posted by the constraint that says this.
    pub fn say_since(&mut self, first: usize, wording: Wording) {
        if first < self.constraints() {
            self.pay_for(wording.bytes());
            self.words().constraints.push((first as u32, Arc::new(wording)));
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
        store.linear(&[(1, x), (-1, y)], Relation::Equal, 0).unwrap();
        store.say_since(0, wording(&[("(= ", Some(x)), (" ", Some(y)), (")", None)]));
        // Two propagators.
        store.all_different(&[x, y], Strength::Domain).unwrap();
        store.say_since(1, wording(&[("different", None)]));
        store.set_name(x, "left");
        assert_eq!(store.constraints(), 3);
        let said: Vec<_> = (0..3).map(|number| store.said_of(number).unwrap()).collect();
        assert_eq!(said, ["(= left #1)", "different", "different"]);
        // A constraint that is no propagator has no words to be asked for.
        store.say_since(3, wording(&[("nothing", None)]));
        assert_eq!(store.said_of(3).unwrap(), "different");
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
