//! Definitions and redefinitions between the calls of random programs: global functions of every kind.

use super::generate::Kind::{Number, Truth};
use super::generate::{FUNCTIONS, Generator, Kind, NAMES, arity};
use super::sexp::{Sexp, atom, form};
use super::shapes;

impl Generator {
    /// A definition of a global function.
    pub(super) fn definition(&mut self) -> Sexp {
        let i = self.dice.below(FUNCTIONS.len());
        let (name, count) = (atom(FUNCTIONS[i]), arity(i));
        // Mostly a function calls those before it; now and then any, itself included.
        self.level = if self.dice.one_in(8) { FUNCTIONS.len() } else { i };
        let names = &NAMES[..count];
        let bound: Vec<(&str, Kind)> = names.iter().map(|n| (*n, Number)).collect();
        let parameters = Sexp::List(names.iter().map(|n| atom(*n)).collect());
        let depth = 2 + self.dice.below(4);
        match self.dice.below(16) {
            0..=3 => {
                let body = self.in_block(FUNCTIONS[i], |g| g.within(&bound, |g| g.number(depth)));
                form("(defproc _ _ _)", [name, parameters, body])
            }
            4 | 5 => {
                let f = self.function(count, depth);
                form("(setq _ _)", [name, f])
            }
            6 => form(
                "(setq _ _)",
                [name, atom(self.dice.of(&["car", "list", "+", "1+", "cons", "5", "nil", "identity"]))],
            ),
            7 | 8 => {
                let f = shapes::recursive(self, count, depth);
                form("(setq _ _)", [name, f])
            }
            9..=11 => {
                let types = ["integer", "number", "float", "list", "fixnum", "t", "string"];
                let typed = names.iter().map(|n| form(&format!("({n} {})", self.dice.of(&types)), []));
                let typed = Sexp::List(typed.collect());
                let guard = if self.dice.one_in(2) { atom("t") } else { self.within(&bound, |g| g.value(Truth, 2)) };
                let body = self.in_block(FUNCTIONS[i], |g| g.within(&bound, |g| g.number(depth)));
                form("(defmethod _ _ _ _)", [name, typed, guard, body])
            }
            12 => {
                let body = self.within(&bound, |g| g.number(2));
                // The parameters hold forms: the expansion evaluates them once or twice.
                let template = ["(+ (unquote a) _)", "(list (unquote a) (unquote a) _)", "(let ((b (unquote a))) _)"];
                let template = form(self.dice.of(&template), [body]);
                let rest = if count == 1 { "(a &optional b)" } else { "(a &rest b)" };
                form(&format!("(defmacro _ {rest} (quasi-quote _))"), [name, template])
            }
            13 => shapes::lambda_list(self, FUNCTIONS[i], depth),
            14 => shapes::redefinition(self, depth),
            _ => shapes::stored(self, FUNCTIONS[i], count, depth),
        }
    }
}
