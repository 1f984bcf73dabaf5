//! Names of the variables and constraints of a store, for people who ask why a search has backtracked.
//!
//! A constraint comes to several propagators, and an expression to variables that nobody has asked for; what is said of
//! any of them is what the program wrote. Names are looked up when somebody asks, so they can be given at any time.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Variable;

/// Mark for a variable in a text.
const MARK: char = '\0';

/// Bytes after which a text goes on with dots.
const MOST_BYTES: usize = 240;

/// Expressions inside one another that are written out.
pub(crate) const MOST_DEPTH: usize = 3;

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

    /// Returns whether it is as long as anybody reads.
    pub fn is_long(&self) -> bool {
        self.text.len() > MOST_BYTES
    }

    /// Returns the memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        64 + self.text.len() + self.variables.len() * 4
    }
}

/// Names that the copies of a store share, until one of them learns more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    pub names: BTreeMap<u32, Arc<str>>,
    /// Of which expressions auxiliary variables are the value.
    pub meanings: BTreeMap<u32, Arc<Wording>>,
    /// The numbers of the first propagators of constraints, ascending, and what the constraints say.
    pub constraints: Vec<(u32, Arc<Wording>)>,
    /// The constraint that was found to be impossible when it was posted.
    pub refuted: Option<Arc<Wording>>,
}

impl Words {
    pub fn write(&self, wording: &Wording, depth: usize, out: &mut String) {
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

    pub fn write_variable(&self, x: u32, depth: usize, out: &mut String) {
        match (self.names.get(&x), self.meanings.get(&x)) {
            (Some(name), _) => out.push_str(name),
            (None, Some(meaning)) if depth > 0 => self.write(meaning, depth - 1, out),
            _ => out.push_str(&format!("#{x}")),
        }
    }

    pub fn shown(&self, write: impl FnOnce(&mut String)) -> String {
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
