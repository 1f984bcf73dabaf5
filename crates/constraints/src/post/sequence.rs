//! Arrays, tables, nogoods, automata, orders, round trips.

use std::collections::HashSet;

use klammer_space::Contradiction;

use crate::Variable;
use crate::post::numbers;
use crate::propagate::{Propagator, Regular, Table};
use crate::relation::{Strength, Transition};
use crate::store::Store;
use crate::variable::Error;

/// Words that the sets of one constraint may take.
const MOST_WORDS: usize = 1 << 20;

/// Variables times transitions of an automaton.
const MOST_LOOKS: usize = 1 << 24;

impl Store {
    /// `result` is the variable that `index` tells, counted from 0. The index is domain consistent, and so is the
    /// result if it has few values, else its bounds.
    pub fn element(&mut self, items: &[Variable], index: Variable, result: Variable) -> Result<(), Error> {
        self.check(items)?;
        self.check(&[index, result])?;
        if items.is_empty() {
            return Err(Error::Empty("element"));
        }
        let mut variables = numbers(items);
        self.pay_for(variables.len() * 4);
        let propagator = Propagator::Element { items: variables.as_slice().into(), index: index.0, result: result.0 };
        let work = variables.len() * (1 + self.size(result).min(64) as usize);
        // Fixed variables do not change.
        variables.retain(|&x| self.value(self.named(x)).is_none());
        variables.extend([index.0, result.0]);
        // An index beyond the array would cost as much as its range.
        let _ = self.at_least(index, 0).and_then(|()| self.at_most(index, items.len() as i64 - 1));
        self.add(propagator, variables, 2, work);
        Ok(())
    }

    /// The values of the variables are one of the tuples, each as long as there are variables. Domain consistent.
    pub fn table(&mut self, items: &[Variable], tuples: &[Vec<i64>]) -> Result<(), Error> {
        self.check(items)?;
        if let Some(tuple) = tuples.iter().find(|tuple| tuple.len() != items.len()) {
            return Err(Error::Lengths("a tuple and the variables", tuple.len(), items.len()));
        }
        if items.is_empty() {
            return Ok(());
        }
        let words = tuples.len().div_ceil(64).max(1);
        let column = |i: usize| tuples.iter().filter_map(move |tuple| tuple.get(i)).collect::<HashSet<_>>().len();
        let sets: usize = (0..items.len()).map(column).sum();
        if words.saturating_mul(sets) > MOST_WORDS {
            return Err(Error::TooLarge("a table has too many tuples with too many values"));
        }
        let variables = numbers(items);
        let table = Table::new(&variables, tuples, self.state.memory.len());
        self.memory(&table.memory(tuples.len()));
        let work = table.bytes() / 8 + variables.len();
        self.pay_for(table.bytes());
        self.add(Propagator::Table(table), variables, 2, work);
        Ok(())
    }

    /// The variables do not have these values all at once. Domain consistent.
    pub fn nogood(&mut self, items: &[Variable], values: &[i64]) -> Result<(), Error> {
        self.check(items)?;
        if items.len() != values.len() {
            return Err(Error::Lengths("variables and values", items.len(), values.len()));
        }
        if items.is_empty() {
            let _ = self.fail(Contradiction::default());
            return Ok(());
        }
        let variables = numbers(items);
        let pairs: Box<[(u32, i64)]> = variables.iter().copied().zip(values.iter().copied()).collect();
        self.pay_for(pairs.len() * 16);
        let work = pairs.len();
        self.add(Propagator::Nogood { pairs }, variables, 1, work);
        Ok(())
    }

    /// An automaton, which may have several ways, accepts the values of the variables in their order: it begins in
    /// state `start` and ends in one of `accepting`. Domain consistent where domains have at most 4096 values, else by
    /// bounds.
    pub fn regular(
        &mut self,
        items: &[Variable],
        transitions: &[Transition],
        start: u32,
        accepting: &[u32],
    ) -> Result<(), Error> {
        self.check(items)?;
        let named = transitions.iter().flat_map(|t| [t.from, t.to]).chain(accepting.iter().copied()).chain([start]);
        let states = named.max().unwrap_or(0).saturating_add(1);
        let size = (states as usize).div_ceil(64).saturating_mul(items.len() + 1);
        if size > MOST_WORDS || items.len().saturating_mul(transitions.len()) > MOST_LOOKS {
            return Err(Error::TooLarge("an automaton has too many states or transitions for so many variables"));
        }
        let mut transitions = transitions.to_vec();
        transitions.sort_unstable();
        let variables = numbers(items);
        self.pay_for(variables.len() * 4 + transitions.len() * size_of::<Transition>());
        let work = size + 2 * variables.len() * transitions.len();
        let accepting: Box<[u32]> = accepting.into();
        if variables.is_empty() {
            if !accepting.contains(&start) {
                let _ = self.fail(Contradiction::default());
            }
            return Ok(());
        }
        let items = variables.as_slice().into();
        let regular = Regular { items, transitions: transitions.into(), states, start, accepting };
        self.add(Propagator::Regular(regular), variables, 3, work);
        Ok(())
    }

    /// The values on the left come before those on the right as in a dictionary; with `strict`, they are not the same.
    /// Domain consistent.
    pub fn lexicographic(&mut self, left: &[Variable], right: &[Variable], strict: bool) -> Result<(), Error> {
        self.check(left)?;
        self.check(right)?;
        if left.len() != right.len() {
            return Err(Error::Lengths("the two lists", left.len(), right.len()));
        }
        let (left, right) = (numbers(left), numbers(right));
        let variables = [&left[..], &right[..]].concat();
        self.pay_for(variables.len() * 4);
        let work = variables.len();
        let propagator = Propagator::Lexicographic { left: left.into(), right: right.into(), strict };
        if variables.is_empty() {
            if strict {
                let _ = self.fail(Contradiction::default());
            }
            return Ok(());
        }
        self.add(propagator, variables, 1, work);
        Ok(())
    }

    /// Each variable tells the number, from 0, of the place that comes after its own, and this way visits all. All
    /// different by domains, and no circle before all are visited.
    pub fn circuit(&mut self, next: &[Variable]) -> Result<(), Error> {
        self.check(next)?;
        let last = next.len() as i64 - 1;
        for &x in next {
            let _ = self.at_least(x, 0).and_then(|()| self.at_most(x, last));
        }
        if self.failed.is_some() || next.is_empty() {
            return Ok(());
        }
        self.all_different(next, Strength::Domain)?;
        let variables = numbers(next);
        self.pay_for(variables.len() * 4);
        let work = variables.len() * 3;
        self.add(Propagator::Circuit { next: variables.as_slice().into() }, variables, 1, work);
        Ok(())
    }
}
