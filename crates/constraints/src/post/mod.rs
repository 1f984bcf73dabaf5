//! Posting: what constraints there are, and how strong each is.
//!
//! *Domain consistent*: every value that is left of a variable belongs to a solution of the constraint by itself.
//! *Bounds consistent*: the least and the greatest do, if the others may have any value, for sums any real number,
//! between theirs. A constraint posted takes effect with the next [`Store::propagate`]; all refuse variables of other
//! stores.

mod counting;
pub(crate) mod schedule;
mod sequence;

use std::collections::BTreeMap;
use std::sync::Arc;

use klammer_space::Contradiction;

use crate::Variable;
use crate::domain::event;
use crate::propagate::{Linear, Propagator};
use crate::relation::Relation;
use crate::store::Store;
use crate::variable::Error;

/// Greatest absolute value of a sum.
const MOST_SUM: i64 = 1 << 61;

// A run of a propagator is not interrupted, so none may take long: a tenth of a second for what is ordinary.

/// Variables of a domain consistent `all_different`, and tasks.
const MOST_ITEMS: usize = 4096;

fn numbers(variables: &[Variable]) -> Vec<u32> {
    variables.iter().map(|x| x.0).collect()
}

impl Store {
    // ---- linear relations

    /// Collects a sum: a variable has one coefficient, what is fixed belongs to the constant.
    pub(crate) fn sum(
        &self,
        terms: &[(i64, Variable)],
        mut constant: i64,
        relation: Relation,
    ) -> Result<Linear, Error> {
        let mut coefficients = BTreeMap::new();
        for &(a, x) in terms {
            self.check(&[x])?;
            match self.value(x) {
                Some(value) => {
                    let product = a.checked_mul(value).ok_or(Error::Overflow)?;
                    constant = constant.checked_add(product).ok_or(Error::Overflow)?;
                }
                None => {
                    let sum: &mut i64 = coefficients.entry(x.0).or_default();
                    *sum = sum.checked_add(a).ok_or(Error::Overflow)?;
                }
            }
        }
        let terms: Box<[_]> = coefficients.into_iter().filter(|&(_, a)| a != 0).map(|(x, a)| (a, x)).collect();
        let mut most = constant.checked_abs().ok_or(Error::Overflow)?;
        for &(a, x) in &terms {
            let (lo, hi) = self.bounds(self.named(x));
            let greatest = a.checked_abs().and_then(|a| a.checked_mul(lo.abs().max(hi.abs())));
            most = greatest.and_then(|greatest| most.checked_add(greatest)).ok_or(Error::Overflow)?;
        }
        if most > MOST_SUM { Err(Error::Overflow) } else { Ok(Linear { terms, constant, relation }) }
    }

    /// Coefficients times variables add up to something that compares with `bound` as `relation` says. Bounds
    /// consistent; for [`Relation::NotEqual`], when one variable is open.
    pub fn linear(&mut self, terms: &[(i64, Variable)], relation: Relation, bound: i64) -> Result<(), Error> {
        let constant = bound.checked_neg().ok_or(Error::Overflow)?;
        let linear = self.sum(terms, constant, relation)?;
        self.post_linear(linear);
        Ok(())
    }

    pub(crate) fn post_linear(&mut self, linear: Linear) {
        let variables: Vec<u32> = linear.terms.iter().map(|&(_, x)| x).collect();
        if variables.len() < 2 {
            // Its conclusion is final: propagation cannot contradict it later.
            if linear.run(&mut self.workspace()).is_err() {
                let place = variables.first().map(|&x| x as usize);
                let _ = self.fail(Contradiction { place, group: None });
            }
            return;
        }
        let (priority, work) = (if variables.len() < 4 { 0 } else { 1 }, variables.len() * 2);
        self.pay_for(variables.len() * 16);
        self.add(Propagator::Linear(linear), variables, priority, work);
    }

    /// `truth`, which becomes 0 or 1, is 1 exactly if the relation holds.
    pub fn linear_iff(
        &mut self,
        truth: Variable,
        terms: &[(i64, Variable)],
        relation: Relation,
        bound: i64,
    ) -> Result<(), Error> {
        self.check(&[truth])?;
        let constant = bound.checked_neg().ok_or(Error::Overflow)?;
        let linear = self.sum(terms, constant, relation)?;
        self.post_reified(truth, linear);
        Ok(())
    }

    pub(crate) fn post_reified(&mut self, truth: Variable, relation: Linear) {
        self.make_boolean(truth);
        let negation = relation.negation();
        let mut variables: Vec<u32> = relation.terms.iter().map(|&(_, x)| x).collect();
        variables.push(truth.0);
        let work = variables.len() * 2;
        self.pay_for(variables.len() * 32);
        self.add(Propagator::Reified { truth: truth.0, relation, negation }, variables, 1, work);
    }

    fn make_boolean(&mut self, truth: Variable) {
        let _ = self.at_least(truth, 0).and_then(|()| self.at_most(truth, 1));
    }

    pub(crate) fn pay_for(&mut self, bytes: usize) {
        Arc::make_mut(&mut self.model).pay(bytes);
    }

    // ---- arithmetic

    /// `x * y = z`, by bounds.
    pub fn product(&mut self, x: Variable, y: Variable, z: Variable) -> Result<(), Error> {
        self.check(&[x, y, z])?;
        self.add(Propagator::Product { x: x.0, y: y.0, z: z.0 }, vec![x.0, y.0, z.0], 0, 8);
        Ok(())
    }

    /// `x / y = z`, rounded towards 0, by bounds of `x` and `z`; `y` is not 0.
    pub fn quotient(&mut self, x: Variable, y: Variable, z: Variable) -> Result<(), Error> {
        self.check(&[x, y, z])?;
        self.add(Propagator::Quotient { x: x.0, y: y.0, z: z.0 }, vec![x.0, y.0, z.0], 0, 8);
        Ok(())
    }

    /// Posts that `z` is the rest of `x / y`, rounded down, with the sign of `y`, which is not 0. By bounds; domain
    /// consistent once `y` is fixed, where `x` and `z` have few values.
    pub fn modulo(&mut self, x: Variable, y: Variable, z: Variable) -> Result<(), Error> {
        self.check(&[x, y, z])?;
        let work = self.size(x).min(4096) as usize;
        self.add(Propagator::Modulo { x: x.0, y: y.0, z: z.0 }, vec![x.0, y.0, z.0], 1, work);
        Ok(())
    }

    /// `z` is `x` without its sign. Domain consistent where both have few values, else by bounds.
    pub fn absolute(&mut self, x: Variable, z: Variable) -> Result<(), Error> {
        self.check(&[x, z])?;
        let work = self.size(x).min(4096) as usize;
        self.add(Propagator::Absolute { x: x.0, z: z.0 }, vec![x.0, z.0], 0, work);
        Ok(())
    }

    /// `z` is the greatest of the variables. Bounds consistent.
    pub fn maximum(&mut self, items: &[Variable], z: Variable) -> Result<(), Error> {
        self.extremum(1, items, z)
    }

    /// `z` is the least of the variables. Bounds consistent.
    pub fn minimum(&mut self, items: &[Variable], z: Variable) -> Result<(), Error> {
        self.extremum(-1, items, z)
    }

    pub(crate) fn extremum(&mut self, sign: i64, items: &[Variable], z: Variable) -> Result<(), Error> {
        self.check(items)?;
        self.check(&[z])?;
        if items.is_empty() {
            return Err(Error::Empty(if sign > 0 { "maximum" } else { "minimum" }));
        }
        let mut variables = numbers(items);
        self.pay_for(variables.len() * 4);
        let propagator = Propagator::Extremum { sign, items: variables.as_slice().into(), z: z.0 };
        variables.push(z.0);
        let work = variables.len() * 2;
        self.add(propagator, variables, 1, work);
        Ok(())
    }

    // ---- propagators of the owner

    /// A propagator that the owner carries out: when a variable is fixed, or with `on_bounds` also when its bounds
    /// change, or with `on_domain` when anything does, it is its turn (see [`Store::next_script`]).
    pub fn script(
        &mut self,
        number: u32,
        variables: &[Variable],
        on_bounds: bool,
        on_domain: bool,
    ) -> Result<(), Error> {
        self.check(variables)?;
        let mut events = event::FIXED;
        if on_bounds {
            events |= event::BOUNDS;
        }
        if on_domain {
            events |= event::DOMAIN;
        }
        self.add(Propagator::Script { number, events }, numbers(variables), 4, 32);
        Ok(())
    }
}
