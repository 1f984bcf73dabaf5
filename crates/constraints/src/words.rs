//! What a program calls the variables and constraints of a store: for people who ask why a search has turned back.
//!
//! A constraint comes to several propagators, and an expression to variables that nobody has asked for; what is said of
//! any of them is what the program wrote. Names are looked up when somebody asks, so they can be given at any time.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Variable;
use crate::store::Store;

/// What stands in a text for a variable.
const MARK: char = '\0';

/// Bytes after which a text goes on with dots.
const MOST_BYTES: usize = 240;

/// Expressions inside one another that are written out.
const MOST_DEPTH: usize = 3;

/// A text in which variables occur.
#[derive(Debug, Clone, Default)]
pub struct Wording {
    text: String,
    variables: Vec<u32>,
}

impl Wording {
    /// Goes on with a text.
    pub fn push_str(&mut self, text: &str) {
        self.text.extend(text.chars().filter(|&c| c != MARK));
    }

    /// Goes on with what the variable will be called.
    pub fn push_variable(&mut self, x: Variable) {
        self.text.push(MARK);
        self.variables.push(x.0);
    }

    /// Goes on as another text does.
    pub fn push(&mut self, more: &Wording) {
        self.text.push_str(&more.text);
        self.variables.extend_from_slice(&more.variables);
    }

    /// Is it as long as anybody reads?
    pub fn is_long(&self) -> bool {
        self.text.len() > MOST_BYTES
    }

    fn bytes(&self) -> usize {
        64 + self.text.len() + self.variables.len() * 4
    }
}

/// What the copies of a store know of names, until one of them learns more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    names: BTreeMap<u32, Arc<str>>,
    /// Of which expressions auxiliary variables are the value.
    meanings: BTreeMap<u32, Arc<Wording>>,
    /// The numbers of the first propagators of constraints, ascending, and what the constraints say.
    constraints: Vec<(u32, Arc<Wording>)>,
}

impl Words {
    fn write(&self, wording: &Wording, depth: usize, out: &mut String) {
        let mut variables = wording.variables.iter();
        for c in wording.text.chars() {
            if out.len() > MOST_BYTES {
                return;
            }
            match c {
                MARK => variables.next().into_iter().for_each(|&x| self.write_variable(x, depth, out)),
                c => out.push(c),
            }
        }
    }

    fn write_variable(&self, x: u32, depth: usize, out: &mut String) {
        match (self.names.get(&x), self.meanings.get(&x)) {
            (Some(name), _) => out.push_str(name),
            (None, Some(meaning)) if depth > 0 => self.write(meaning, depth - 1, out),
            _ => out.push_str(&format!("#{x}")),
        }
    }

    fn shown(&self, write: impl FnOnce(&mut String)) -> String {
        let mut text = String::new();
        write(&mut text);
        if text.len() > MOST_BYTES {
            let end = (0..=MOST_BYTES).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            text.truncate(end);
            text.push('…');
        }
        text
    }
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
