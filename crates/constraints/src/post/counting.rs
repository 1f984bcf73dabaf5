//! Values that differ, and how many variables have each.

use std::collections::BTreeMap;

use crate::Variable;
use crate::post::{MOST_ITEMS, numbers};
use crate::propagate::{Propagator, sets};
use crate::relation::{Relation, Strength};
use crate::store::Store;
use crate::variable::Error;

/// Variables of an `all_different` by values or bounds.
const MOST_DIFFERENT: usize = 1 << 16;

/// Values that the variables of a domain consistent `all_different` may span.
const MOST_SPAN: u64 = 1 << 16;

/// Values of all variables of a domain consistent `all_different` together.
const MOST_EDGES: u64 = 1 << 19;

impl Store {
    /// No two variables have the same value.
    pub fn all_different(&mut self, items: &[Variable], strength: Strength) -> Result<(), Error> {
        self.check(items)?;
        let variables = numbers(items);
        if variables.len() < 2 {
            return Ok(());
        }
        let count = variables.len();
        if count > MOST_DIFFERENT {
            return Err(Error::TooLarge("there are at most 65536 variables that differ"));
        }
        if strength == Strength::Domain && count > MOST_ITEMS {
            let problem = "at most 4096 variables differ by domains: take the strength bounds or value";
            return Err(Error::TooLarge(problem));
        }
        let lo = items.iter().map(|&x| self.bounds(x).0).min().unwrap_or(0);
        let hi = items.iter().map(|&x| self.bounds(x).1).max().unwrap_or(0);
        let span = hi.abs_diff(lo) + 1;
        let edges = items.iter().fold(0u64, |sum, &x| sum.saturating_add(self.size(x)));
        if strength == Strength::Domain && (span > MOST_SPAN || edges > MOST_EDGES) {
            let problem = "variables that differ by domains span at most 65536 values, and have 524288 together: take \
                           the strength bounds or value";
            return Err(Error::TooLarge(problem));
        }
        self.pay_for(count * 12);
        // By values first: it is cheap, and says most of what there is to say.
        let memory = self.memory(&vec![0; count.div_ceil(64)]);
        let value = Propagator::Distinct { items: variables.as_slice().into(), memory };
        self.add(value, variables.clone(), 0, count * 2);
        let items = variables.as_slice().into();
        match strength {
            Strength::Value => {}
            Strength::Bounds => self.add(Propagator::DistinctBounds { items }, variables, 2, count * 16),
            Strength::Domain => {
                let memory = self.memory(&vec![0; count]);
                let propagator = Propagator::DistinctDomain { items, base: lo, values: span as u32, memory };
                self.add(propagator, variables, 3, (edges as usize + count + span as usize) * 4);
            }
        }
        Ok(())
    }

    /// No two variables have the same value, and they add up to `sum`. Domain consistent if the variables span at most
    /// 64 values with at most 4096 sets that add up so; else all different by domains and bounds of the sum.
    pub fn all_different_sum(&mut self, items: &[Variable], sum: i64) -> Result<(), Error> {
        self.check(items)?;
        let terms: Vec<(i64, Variable)> = items.iter().map(|&x| (1, x)).collect();
        let lo = items.iter().map(|&x| self.bounds(x).0).min().unwrap_or(0);
        let hi = items.iter().map(|&x| self.bounds(x).1).max().unwrap_or(0);
        let count = hi.abs_diff(lo) + 1;
        let offset = lo.checked_mul(items.len() as i64).and_then(|least| sum.checked_sub(least));
        let sets = match offset {
            Some(rest) if count <= 64 && items.len() <= 64 => sets(items.len(), count as usize, rest),
            _ => None,
        };
        let strength = if sets.is_some() { Strength::Value } else { Strength::Domain };
        self.all_different(items, strength)?;
        self.linear(&terms, Relation::Equal, sum)?;
        if let Some(sets) = sets.filter(|_| items.len() > 1) {
            let variables = numbers(items);
            self.pay_for(variables.len() * 4 + sets.len() * 8);
            let work = (1 + sets.len()) * (variables.len() * 16);
            let items = variables.as_slice().into();
            self.add(Propagator::DistinctSum { items, base: lo, sets: sets.into() }, variables, 2, work);
        }
        Ok(())
    }

    /// The variable `count` is the number of variables that have `value`. Domain consistent.
    pub fn count(&mut self, items: &[Variable], value: i64, count: Variable) -> Result<(), Error> {
        self.check(items)?;
        self.check(&[count])?;
        let mut variables = numbers(items);
        self.pay_for(variables.len() * 4);
        let propagator = Propagator::Count { items: variables.as_slice().into(), value, count: count.0 };
        variables.push(count.0);
        let work = variables.len();
        self.add(propagator, variables, 1, work);
        Ok(())
    }

    /// Global cardinality: each value is that of as many variables as the variable of the same index in
    /// `counts` says. Each count by itself is domain consistent, their sum bounds consistent.
    pub fn cardinality(&mut self, items: &[Variable], values: &[i64], counts: &[Variable]) -> Result<(), Error> {
        self.check(items)?;
        self.check(counts)?;
        if values.len() != counts.len() {
            return Err(Error::Lengths("values and counts", values.len(), counts.len()));
        }
        let mut distinct = BTreeMap::new();
        for (&value, &count) in values.iter().zip(counts) {
            if let Some(same) = distinct.insert(value, count) {
                self.linear(&[(1, same), (-1, count)], Relation::Equal, 0)?;
            }
        }
        for (&value, &count) in &distinct {
            self.count(items, value, count)?;
        }
        let terms: Vec<_> = distinct.values().map(|&count| (1, count)).collect();
        // If every value of a variable is counted, all are.
        let all_counted = items.iter().all(|&x| {
            self.size(x) <= distinct.len() as u64 && self.values(x).all(|value| distinct.contains_key(&value))
        });
        let relation = if all_counted { Relation::Equal } else { Relation::AtMost };
        self.linear(&terms, relation, items.len() as i64)
    }
}
