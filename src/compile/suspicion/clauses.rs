//! Clauses that are never reached or always taken.

use hashbrown::HashMap;

use crate::compile::expand::Expander;
use crate::compile::parts::Item;
use crate::fault::{Code, Condition, Res};
use crate::source::Span;
use crate::symbol::well_known;
use crate::value::{Kind, Value};

impl Expander<'_> {
    /// A test of `cond` that names a function or operator of the library: its parentheses have been forgotten.
    pub fn suspect_test(&mut self, form: Item, clause: Item, test: Item, body: &[Item]) -> Res<()> {
        let Some(name) = test.value.as_symbol().filter(|_| !body.is_empty() && self.is_suspect(clause.span)) else {
            return Ok(());
        };
        let separate = self.separates_functions();
        if self.lookup(name).is_some() || separate && self.vm.global_variable_is_bound(self.module, name) {
            return Ok(());
        }
        let cell =
            if separate { self.vm.find_function(self.module, name) } else { self.vm.find_cell(self.module, name) };
        let Some(cell) = cell.filter(|&c| self.vm.is_given(c)) else { return Ok(()) };
        let Some(what) = self.vm.called_as(self.vm.globals.value(cell)) else { return Ok(()) };
        let name = self.vm.rt.name(name);
        let problem = format!("the test of this clause is the {what} `{name}` itself, not a call of it");
        let help =
            format!("a clause has parentheses of its own around test and body: ({} ...)", self.shown(clause.span));
        self.is_settled = Some(form.span);
        self.vm.warn(Condition::by("cond", Code::DoubtfulClause, problem).at(clause.span).with_help(help))
    }

    /// Clauses of `cond` behind one that is always taken.
    pub fn suspect_clauses_behind(&mut self, always: Item, test: Item, rest: &[Item]) -> Res<()> {
        let Some(clause) = rest.first().filter(|c| self.is_suspect(c.span) && self.are_neighbours(always, **c)) else {
            return Ok(());
        };
        let problem =
            format!("this clause is never reached: the one with `{}` before it is always taken", self.show(test.value));
        self.vm.warn(Condition::by("cond", Code::DoubtfulClause, problem).at(clause.span))
    }

    /// Keys of a clause of `case`, each once, and not quoted. `seen`: those of the clauses before.
    pub fn suspect_keys(&mut self, data: Item, keys: &[Item], seen: &mut HashMap<u64, Span>) -> Res<()> {
        if !self.is_suspect(data.span) {
            return Ok(());
        }
        if let [quote, key] = keys
            && quote.value == Value::symbol(well_known::QUOTE)
            && self.text_of(data.span).starts_with('\'')
        {
            let key = self.shown(key.span);
            let problem = format!("keys are not evaluated: this clause has the keys `quote` and `{key}`");
            let help = format!("write the key without the quote: {key}");
            return self.vm.warn(Condition::by("case", Code::DoubtfulClause, problem).at(data.span).with_help(help));
        }
        let is_only = keys.len() == 1 && !data.value.has_elements();
        if is_only && (data.value == Value::T || self.is_word(data.value, well_known::ELSE)) {
            let problem = format!(
                "`{}` takes everything in the last clause only: here it is a key like others",
                self.show(data.value)
            );
            return self.vm.warn(Condition::by("case", Code::DoubtfulClause, problem).at(data.span));
        }
        for key in keys {
            let is_comparable =
                matches!(key.value.kind(), Kind::SYMBOL | Kind::KEYWORD | Kind::CHARACTER | Kind::CONSTANT)
                    || key.value.is_fixnum();
            if !is_comparable {
                continue;
            }
            match seen.get(&key.value.bits()) {
                Some(&before) if before != key.span => {
                    let problem = format!(
                        "the key {} stands in a clause before: this one is never reached by it",
                        self.show(key.value)
                    );
                    let c = Condition::by("case", Code::DoubtfulClause, problem).at(key.span);
                    self.vm.warn(c.with_related(before, "here"))?;
                }
                _ => drop(seen.insert(key.value.bits(), key.span)),
            }
        }
        Ok(())
    }
}
