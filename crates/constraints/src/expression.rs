//! Expressions: ordinary arithmetic and logic over variables, taken apart into constraints.
//!
//! Sums and multiples become one linear relation, in any order. Nonlinear parts get auxiliary variables. A condition
//! inside an expression is a variable that is 1 if it holds and 0 otherwise.

use Expression as E;

use crate::Variable;
use crate::domain::{Error, Relation};
use crate::propagate::{division, extremum_of};
use crate::store::{MAX_VALUE, Store};

/// Arithmetic and logic over variables. Conditions are numbers: 1 if they hold, else 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Constant(i64),
    /// A variable.
    Variable(Variable),
    /// The sum of all.
    Sum(Vec<Expression>),
    /// The product of all.
    Product(Vec<Expression>),
    /// The first divided by the second, rounded towards 0.
    Quotient(Box<[Expression; 2]>),
    /// Rest of the first, divided by the second and rounded down.
    Modulo(Box<[Expression; 2]>),
    /// Rest of the first, divided by the second and rounded towards 0.
    Remainder(Box<[Expression; 2]>),
    /// A power: the product of equal factors; 1 of none.
    Power(Box<Expression>, u32),
    /// Without the sign.
    Absolute(Box<Expression>),
    /// The least.
    Minimum(Vec<Expression>),
    /// The greatest.
    Maximum(Vec<Expression>),
    /// All are equal.
    Equal(Vec<Expression>),
    /// The two differ.
    NotEqual(Box<[Expression; 2]>),
    /// Each is less than the next.
    Less(Vec<Expression>),
    /// Each is at most the next.
    LessEqual(Vec<Expression>),
    /// All hold.
    And(Vec<Expression>),
    /// One holds, or several do.
    Or(Vec<Expression>),
    /// It does not hold.
    Not(Box<Expression>),
    /// If the first holds, so does the second.
    Implies(Box<[Expression; 2]>),
    /// If the first holds, the second, else the third: conditions or numbers.
    IfThenElse(Box<[Expression; 3]>),
    /// Both hold, or neither does.
    Iff(Box<[Expression; 2]>),
}

/// Expressions inside one another, at most.
const MAX_DEPTH: usize = 200;

/// Exponents, at most: what has more is 0, 1 or too large.
const MAX_EXPONENT: u32 = 60;

/// A sum under construction.
#[derive(Default)]
struct Sum {
    terms: Vec<(i64, Variable)>,
    constant: i64,
}

impl Sum {
    fn add_constant(&mut self, factor: i64, value: i64) -> Result<(), Error> {
        let product = factor.checked_mul(value).ok_or(Error::Overflow)?;
        self.constant = self.constant.checked_add(product).ok_or(Error::Overflow)?;
        Ok(())
    }
}

/// The parts of a comparison that have no value where a divisor is 0 (the relational semantics of A. Frisch and
/// P. Stuckey, 2009: a comparison of what has no value does not hold).
enum Undefined {
    /// The comparison is demanded, so all parts have a value.
    Excluded,
    /// Variables that are 1 where a part has no value.
    Noted(Vec<Variable>),
}

impl Store {
    /// Demands that a condition holds.
    pub fn post(&mut self, condition: &Expression) -> Result<(), Error> {
        self.post_condition(condition, true, 0)
    }

    /// A variable that has the value of the expression: itself if it is one, else one made for it.
    pub fn variable_for(&mut self, expression: &Expression) -> Result<Variable, Error> {
        self.term(expression, None, &mut Undefined::Excluded, 0)
    }

    fn post_condition(&mut self, e: &Expression, holds: bool, depth: usize) -> Result<(), Error> {
        let depth = deeper(depth)?;
        match e {
            E::Not(e) => self.post_condition(e, !holds, depth),
            E::IfThenElse(parts) => {
                let chosen = self.chosen(parts, depth)?;
                self.post_condition(&chosen, holds, depth)
            }
            E::And(all) if holds => all.iter().try_for_each(|e| self.post_condition(e, true, depth)),
            E::Or(all) if !holds => all.iter().try_for_each(|e| self.post_condition(e, false, depth)),
            E::Implies(parts) if !holds => {
                let [premise, conclusion] = &**parts;
                self.post_condition(premise, true, depth)?;
                self.post_condition(conclusion, false, depth)
            }
            E::Iff(parts) => {
                // One side may serve as the truth of the other.
                let [a, b] = &**parts;
                let (side, other) = if matches!(b, E::Variable(_)) { (b, a) } else { (a, b) };
                let side = self.reify(side, true, None, depth)?;
                self.reify(other, holds, Some(side), depth).map(drop)
            }
            E::Equal(all) | E::Less(all) | E::LessEqual(all) if holds => {
                let shared = self.shared(all, &mut Undefined::Excluded, depth)?;
                for pair in shared.as_deref().unwrap_or(all).windows(2) {
                    if let [a, b] = pair {
                        self.demand_comparison(e, a, b, depth)?;
                    }
                }
                Ok(())
            }
            E::Equal(all) | E::Less(all) | E::LessEqual(all) if all.len() == 2 => {
                let (relation, gap) = relation_of(e, false);
                let (a, b) = (all.first(), all.last());
                let (a, b) = if matches!(e, E::Equal(_)) { (a, b) } else { (b, a) };
                match (a, b) {
                    (Some(a), Some(b)) => self.compare(a, b, (relation, gap), false, depth),
                    _ => Ok(()),
                }
            }
            E::NotEqual(parts) => {
                let relation = if holds { Relation::NotEqual } else { Relation::Equal };
                let [a, b] = &**parts;
                self.compare(a, b, (relation, 0), holds, depth)
            }
            E::And(_) | E::Or(_) | E::Implies(_) | E::Equal(_) | E::Less(_) | E::LessEqual(_) => {
                // One of several has to hold.
                let truths = self.alternatives(e, holds, depth)?;
                let terms: Vec<_> = truths.into_iter().map(|x| (-1, x)).collect();
                self.linear(&terms, Relation::AtMost, -1)
            }
            E::Variable(_) | E::Constant(_) => {
                let truth = self.reify(e, holds, None, depth)?;
                self.linear(&[(1, truth)], Relation::Equal, 1)
            }
            _ => Err(Error::Expected("a condition, which holds or does not")),
        }
    }

    /// The conditions that one of two holds, as the first part says. That is taken apart once: conditions in it may
    /// be of the same kind.
    fn chosen(&mut self, [condition, yes, no]: &[E; 3], depth: usize) -> Result<E, Error> {
        let truth = E::Variable(self.reify(condition, true, None, depth)?);
        Ok(E::And(vec![E::Implies(Box::new([truth.clone(), yes.clone()])), E::Or(vec![truth, no.clone()])]))
    }

    /// The operands of a chain of comparisons. Otherwise each operand is parsed once, however often it is compared.
    /// Nested operands would take exponential time.
    fn shared(&mut self, all: &[E], gaps: &mut Undefined, depth: usize) -> Result<Option<Vec<E>>, Error> {
        if all.len() == 2 || all.iter().all(is_linear) {
            return Ok(None);
        }
        let operand =
            |e: &E| if is_linear(e) { Ok(e.clone()) } else { self.term(e, None, gaps, depth).map(E::Variable) };
        all.iter().map(operand).collect::<Result<_, _>>().map(Some)
    }

    fn demand_comparison(&mut self, e: &Expression, a: &E, b: &E, depth: usize) -> Result<(), Error> {
        // An expression that a variable is equal to needs no other variable.
        if matches!(e, E::Equal(_)) {
            for (side, other) in [(a, b), (b, a)] {
                if is_compound(side)
                    && let E::Variable(x) = other
                {
                    self.check(&[*x])?;
                    return self.term(side, Some(*x), &mut Undefined::Excluded, depth).map(drop);
                }
            }
        }
        self.compare(a, b, relation_of(e, true), true, depth)
    }

    /// `a - b` plus the number compares with 0 so. If that is said because a comparison does not hold, `a` or `b` may
    /// have no value instead.
    fn compare(
        &mut self,
        a: &E,
        b: &E,
        (relation, added): (Relation, i64),
        holds: bool,
        depth: usize,
    ) -> Result<(), Error> {
        let mut gaps = if holds { Undefined::Excluded } else { Undefined::Noted(Vec::new()) };
        let sum = self.difference(a, b, added, &mut gaps, depth)?;
        let linear = self.sum(&sum.terms, sum.constant, relation)?;
        match gaps {
            Undefined::Noted(gaps) if !gaps.is_empty() => {
                let truth = self.new_variable(0, 1, true)?;
                self.post_reified(truth, linear);
                let terms: Vec<_> = gaps.into_iter().chain([truth]).map(|x| (-1, x)).collect();
                self.linear(&terms, Relation::AtMost, -1)
            }
            _ => {
                self.post_linear(linear);
                Ok(())
            }
        }
    }

    fn difference(&mut self, a: &E, b: &E, added: i64, gaps: &mut Undefined, depth: usize) -> Result<Sum, Error> {
        let mut sum = Sum { constant: added, ..Sum::default() };
        self.collect_terms(a, 1, &mut sum, gaps, depth)?;
        self.collect_terms(b, -1, &mut sum, gaps, depth)?;
        Ok(sum)
    }

    /// The variable to divide by. Where gaps are noted, it is 1 in place of 0, so that the quotient has a value.
    fn divisor(&mut self, y: Variable, gaps: &mut Undefined) -> Result<Variable, Error> {
        let gaps = match gaps {
            Undefined::Noted(gaps) if self.contains(y, 0) => gaps,
            _ => return Ok(y),
        };
        let is_zero = self.new_variable(0, 1, true)?;
        self.linear_iff(is_zero, &[(1, y)], Relation::Equal, 0)?;
        gaps.push(is_zero);
        let (lo, hi) = self.bounds(y);
        let divisor = self.new_variable(lo, hi.max(1), true)?;
        let _ = self.remove(divisor, 0);
        self.linear(&[(1, y), (1, is_zero), (-1, divisor)], Relation::Equal, 0)?;
        Ok(divisor)
    }

    /// Adds a multiple of the expression.
    fn collect_terms(
        &mut self,
        e: &Expression,
        factor: i64,
        sum: &mut Sum,
        gaps: &mut Undefined,
        depth: usize,
    ) -> Result<(), Error> {
        let depth = deeper(depth)?;
        let (factor, term) = match e {
            E::Constant(value) => return sum.add_constant(factor, *value),
            E::Sum(all) => return all.iter().try_for_each(|e| self.collect_terms(e, factor, sum, gaps, depth)),
            E::Product(all) => {
                let mut factor = factor;
                let mut others = Vec::new();
                for e in all {
                    match e {
                        E::Constant(value) => factor = factor.checked_mul(*value).ok_or(Error::Overflow)?,
                        other => others.push(other),
                    }
                }
                match others.as_slice() {
                    [] => return sum.add_constant(factor, 1),
                    [other] => return self.collect_terms(other, factor, sum, gaps, depth),
                    several => (factor, self.product_of(several, None, gaps, depth)?),
                }
            }
            _ => (factor, self.term(e, None, gaps, depth)?),
        };
        sum.terms.push((factor, term));
        Ok(())
    }

    /// A variable with the value of the expression; this one, if it is given.
    fn term(
        &mut self,
        e: &Expression,
        target: Option<Variable>,
        gaps: &mut Undefined,
        depth: usize,
    ) -> Result<Variable, Error> {
        let depth = deeper(depth)?;
        let result = match e {
            E::Constant(value) => self.constant(*value)?,
            E::Variable(x) => {
                self.check(&[*x])?;
                *x
            }
            E::Sum(_) => return self.linear_term(e, target, gaps, depth),
            E::Product(all) => {
                let constants = all.iter().any(|e| matches!(e, E::Constant(_)));
                if constants || all.len() < 2 {
                    return self.linear_term(e, target, gaps, depth);
                }
                return self.product_of(&all.iter().collect::<Vec<_>>(), target, gaps, depth);
            }
            E::Quotient(parts) => {
                let [x, y] = &**parts;
                let (x, y) = self.division_of(x, y, gaps, depth)?;
                let (lo, hi) = self.bounds(x);
                let most = lo.abs().max(hi.abs());
                let z = self.target(target, -most, most)?;
                self.quotient(x, y, z)?;
                return Ok(z);
            }
            E::Modulo(parts) => {
                let [x, y] = &**parts;
                let (x, y) = self.division_of(x, y, gaps, depth)?;
                if let (Some(a), Some(b)) = (self.value(x), self.value(y))
                    && let Some((_, left)) = division(a, b)
                {
                    return self.same(left, target);
                }
                let (lo, hi) = self.bounds(y);
                let z = self.target(target, (lo + 1).min(0), (hi - 1).max(0))?;
                self.modulo(x, y, z)?;
                return Ok(z);
            }
            E::Remainder(parts) => {
                let [x, y] = &**parts;
                let (x, y) = self.division_of(x, y, gaps, depth)?;
                return self.remainder(x, y, target, gaps, depth);
            }
            E::Power(base, exponent) => {
                if *exponent > MAX_EXPONENT {
                    return Err(Error::TooLarge("an exponent is at most 60"));
                }
                let base = E::Variable(self.term(base, None, gaps, depth)?);
                return match exponent {
                    0 => self.same(1, target),
                    _ => self.term(&E::Product(vec![base; *exponent as usize]), target, gaps, depth),
                };
            }
            E::Absolute(e) => {
                let x = self.term(e, None, gaps, depth)?;
                let (lo, hi) = self.bounds(x);
                let z = self.target(target, 0, lo.abs().max(hi.abs()))?;
                self.absolute(x, z)?;
                return Ok(z);
            }
            E::Minimum(all) | E::Maximum(all) => {
                let sign = if matches!(e, E::Maximum(_)) { 1 } else { -1 };
                let items = all.iter().map(|e| self.term(e, None, gaps, depth)).collect::<Result<Vec<_>, _>>()?;
                let (lo, hi) = extremum_of(sign, items.iter().map(|&x| self.bounds(x)));
                let z = self.target(target, lo, hi)?;
                self.extremum(sign, &items, z)?;
                return Ok(z);
            }
            E::IfThenElse(parts) if !is_condition(e) => return self.chosen_number(parts, target, gaps, depth),
            _ => return self.reify(e, true, target, depth),
        };
        match target {
            Some(target) => {
                self.linear(&[(1, result), (-1, target)], Relation::Equal, 0)?;
                Ok(target)
            }
            None => Ok(result),
        }
    }

    /// A variable with the value of one of two numbers, as the first part says. Only a gap in the chosen one counts.
    fn chosen_number(
        &mut self,
        [condition, yes, no]: &[E; 3],
        target: Option<Variable>,
        gaps: &mut Undefined,
        depth: usize,
    ) -> Result<Variable, Error> {
        let truth = E::Variable(self.reify(condition, true, None, depth)?);
        let mut branches = Vec::with_capacity(2);
        for (number, is_chosen) in [(yes, truth.clone()), (no, E::Not(Box::new(truth)))] {
            let mut own = Undefined::Noted(Vec::new());
            let x = self.term(number, None, &mut own, depth)?;
            branches.push((x, is_chosen, own));
        }
        let ranges: Vec<(i64, i64)> = branches.iter().map(|(x, ..)| self.bounds(*x)).collect();
        let (lo, hi) = ranges.iter().fold((MAX_VALUE, -MAX_VALUE), |(lo, hi), r| (lo.min(r.0), hi.max(r.1)));
        let z = self.target(target, lo, hi)?;
        for (x, is_chosen, own) in branches {
            let is_same = E::Equal(vec![E::Variable(z), E::Variable(x)]);
            self.post_condition(&E::Implies(Box::new([is_chosen.clone(), is_same])), true, depth)?;
            let Undefined::Noted(own) = own else { continue };
            for gap in own {
                let counts = E::And(vec![is_chosen.clone(), E::Variable(gap)]);
                match gaps {
                    Undefined::Excluded => self.post_condition(&counts, false, depth)?,
                    Undefined::Noted(gaps) => gaps.push(self.reify(&counts, true, None, depth)?),
                }
            }
        }
        Ok(z)
    }

    /// The variables that are divided and divide.
    fn division_of(&mut self, x: &E, y: &E, gaps: &mut Undefined, depth: usize) -> Result<(Variable, Variable), Error> {
        let (x, y) = (self.term(x, None, gaps, depth)?, self.term(y, None, gaps, depth)?);
        Ok((x, self.divisor(y, gaps)?))
    }

    /// Returns the rest of `x / y`, rounded towards 0: `x - y (x / y)`, or the modulus if nothing is negative.
    fn remainder(
        &mut self,
        x: Variable,
        y: Variable,
        target: Option<Variable>,
        gaps: &mut Undefined,
        depth: usize,
    ) -> Result<Variable, Error> {
        let pair = || Box::new([E::Variable(x), E::Variable(y)]);
        if self.bounds(x).0 >= 0 && self.bounds(y).0 >= 0 {
            return self.term(&E::Modulo(pair()), target, gaps, depth);
        }
        let whole = E::Product(vec![E::Constant(-1), E::Variable(y), E::Quotient(pair())]);
        let rest = self.term(&E::Sum(vec![E::Variable(x), whole]), target, gaps, depth)?;
        // It is nearer to 0 than either, on the side of `x`.
        let ((lo, hi), (least, greatest)) = (self.bounds(x), self.bounds(y));
        let most = least.abs().max(greatest.abs()) - 1;
        self.linear(&[(1, rest)], Relation::AtMost, hi.clamp(0, most.max(0)))?;
        self.linear(&[(-1, rest)], Relation::AtMost, (-lo).clamp(0, most.max(0)))?;
        Ok(rest)
    }

    fn same(&mut self, value: i64, target: Option<Variable>) -> Result<Variable, Error> {
        match target {
            Some(target) => self.linear(&[(1, target)], Relation::Equal, value).map(|()| target),
            None => self.constant(value),
        }
    }

    fn target(&mut self, target: Option<Variable>, lo: i64, hi: i64) -> Result<Variable, Error> {
        match target {
            Some(target) => Ok(target),
            None => self.new_variable(lo, hi, true),
        }
    }

    fn linear_term(
        &mut self,
        e: &Expression,
        target: Option<Variable>,
        gaps: &mut Undefined,
        depth: usize,
    ) -> Result<Variable, Error> {
        let mut sum = Sum::default();
        self.collect_terms(e, 1, &mut sum, gaps, depth)?;
        if let (None, [(1, x)], 0) = (target, sum.terms.as_slice(), sum.constant) {
            return Ok(*x);
        }
        let linear = self.sum(&sum.terms, sum.constant, Relation::Equal)?;
        // Fixed variables add to the constant, and nothing else may be left.
        if let (None, [(1, x)], 0) = (target, &*linear.terms, linear.constant) {
            return Ok(self.named(*x));
        }
        let (mut lo, mut hi) = (linear.constant, linear.constant);
        for &(a, x) in &linear.terms {
            let (least, greatest) = self.bounds(self.named(x));
            lo += (a * least).min(a * greatest);
            hi += (a * least).max(a * greatest);
        }
        if target.is_none() && (lo < -MAX_VALUE || hi > MAX_VALUE) {
            return Err(Error::Overflow);
        }
        let z = self.target(target, lo, hi)?;
        sum.terms.push((-1, z));
        let linear = self.sum(&sum.terms, sum.constant, Relation::Equal)?;
        self.post_linear(linear);
        Ok(z)
    }

    fn product_of(
        &mut self,
        all: &[&E],
        target: Option<Variable>,
        gaps: &mut Undefined,
        depth: usize,
    ) -> Result<Variable, Error> {
        let mut product = None;
        for (i, e) in all.iter().enumerate() {
            let y = self.term(e, None, gaps, depth)?;
            product = Some(match product {
                None => y,
                Some(x) => {
                    let ((a, b), (c, d)) = (self.bounds(x), self.bounds(y));
                    let mut corners = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x) * i128::from(y));
                    corners.sort_unstable();
                    let last = i + 1 == all.len();
                    let target = target.filter(|_| last);
                    let z = match target {
                        Some(target) => target,
                        None => {
                            let fits = |n: i128| i64::try_from(n).map_err(|_| Error::Overflow);
                            self.new_variable(fits(corners[0])?, fits(corners[3])?, true)?
                        }
                    };
                    self.product(x, y, z)?;
                    z
                }
            });
        }
        product.ok_or(Error::Empty("a product"))
    }

    /// A variable that is 1 if the condition is as it should be, else 0; this one, if it is given.
    fn reify(&mut self, e: &E, holds: bool, target: Option<Variable>, depth: usize) -> Result<Variable, Error> {
        let depth = deeper(depth)?;
        match e {
            E::Not(e) => self.reify(e, !holds, target, depth),
            E::Constant(value @ 0..=1) => self.same(i64::from((*value == 1) == holds), target),
            E::Variable(x) => {
                self.check(&[*x])?;
                let (lo, hi) = self.bounds(*x);
                if lo < 0 || hi > 1 {
                    return Err(Error::Expected("a condition or a variable that is 0 or 1"));
                }
                match (holds, target) {
                    (true, None) => Ok(*x),
                    (true, Some(target)) => {
                        self.linear(&[(1, *x), (-1, target)], Relation::Equal, 0)?;
                        Ok(target)
                    }
                    (false, _) => {
                        let z = self.target(target, 0, 1)?;
                        self.linear(&[(1, *x), (1, z)], Relation::Equal, 1)?;
                        Ok(z)
                    }
                }
            }
            E::NotEqual(parts) => {
                let relation = if holds { Relation::NotEqual } else { Relation::Equal };
                let [a, b] = &**parts;
                self.truth_of_comparison(a, b, (relation, 0), holds, target, depth)
            }
            E::Equal(all) | E::Less(all) | E::LessEqual(all) if all.len() == 2 => {
                let swap = !holds && !matches!(e, E::Equal(_));
                match all.as_slice() {
                    [b, a] if swap => self.truth_of_comparison(a, b, relation_of(e, holds), holds, target, depth),
                    [a, b] => self.truth_of_comparison(a, b, relation_of(e, holds), holds, target, depth),
                    _ => self.constant(1),
                }
            }
            E::IfThenElse(parts) => {
                let chosen = self.chosen(parts, depth)?;
                self.reify(&chosen, holds, target, depth)
            }
            E::Iff(parts) => {
                let [a, b] = &**parts;
                let (a, b) = (self.reify(a, true, None, depth)?, self.reify(b, true, None, depth)?);
                let sum = Sum { terms: vec![(1, a), (-1, b)], constant: 0 };
                self.truth_of_sum(sum, if holds { Relation::Equal } else { Relation::NotEqual }, target)
            }
            E::And(_) | E::Or(_) | E::Implies(_) | E::Equal(_) | E::Less(_) | E::LessEqual(_) => {
                // One of several has to hold, or all.
                let one = matches!(e, E::Or(_) | E::Implies(_)) == holds;
                let truths = self.alternatives(e, holds, depth)?;
                if truths.is_empty() {
                    return self.same(i64::from(!one), target);
                }
                let z = self.target(target, 0, 1)?;
                self.extremum(if one { 1 } else { -1 }, &truths, z)?;
                Ok(z)
            }
            _ => Err(Error::Expected("a condition, which holds or does not")),
        }
    }

    /// The truth of what [`Store::compare`] says.
    fn truth_of_comparison(
        &mut self,
        a: &E,
        b: &E,
        (relation, added): (Relation, i64),
        holds: bool,
        target: Option<Variable>,
        depth: usize,
    ) -> Result<Variable, Error> {
        let mut gaps = Undefined::Noted(Vec::new());
        let sum = self.difference(a, b, added, &mut gaps, depth)?;
        let gaps = match gaps {
            Undefined::Noted(gaps) if !gaps.is_empty() => gaps,
            _ => return self.truth_of_sum(sum, relation, target),
        };
        let compared = self.truth_of_sum(sum, relation, None)?;
        // It holds if it does and there is no gap; it does not if it does not or there is one.
        let sign = if holds { 1 } else { -1 };
        let terms = gaps.into_iter().map(|x| (sign, x)).chain([(-1, compared)]).collect();
        self.truth_of_sum(Sum { terms, constant: 1 }, Relation::AtMost, target)
    }

    fn truth_of_sum(&mut self, sum: Sum, relation: Relation, target: Option<Variable>) -> Result<Variable, Error> {
        let linear = self.sum(&sum.terms, sum.constant, relation)?;
        let z = self.target(target, 0, 1)?;
        self.post_reified(z, linear);
        Ok(z)
    }

    /// The conditions of which one has to hold, or all, for the whole to be as it should be.
    fn alternatives(&mut self, e: &Expression, holds: bool, depth: usize) -> Result<Vec<Variable>, Error> {
        match e {
            E::Or(all) | E::And(all) => all.iter().map(|e| self.reify(e, holds, None, depth)).collect(),
            E::Implies(parts) => {
                let [premise, conclusion] = &**parts;
                let premise = self.reify(premise, !holds, None, depth)?;
                Ok(vec![premise, self.reify(conclusion, holds, None, depth)?])
            }
            E::Equal(all) | E::Less(all) | E::LessEqual(all) => {
                let pair = |a: &E, b: &E| match e {
                    E::Equal(_) => E::Equal(vec![a.clone(), b.clone()]),
                    E::Less(_) => E::Less(vec![a.clone(), b.clone()]),
                    _ => E::LessEqual(vec![a.clone(), b.clone()]),
                };
                let mut gaps = Undefined::Noted(Vec::new());
                let shared = self.shared(all, &mut gaps, depth)?;
                let pairs = shared.as_deref().unwrap_or(all).windows(2);
                let pairs: Vec<E> = pairs.filter_map(|w| Some(pair(w.first()?, w.last()?))).collect();
                let mut truths =
                    pairs.iter().map(|e| self.reify(e, holds, None, depth)).collect::<Result<Vec<_>, _>>()?;
                if let Undefined::Noted(gaps) = gaps {
                    for x in gaps {
                        truths.push(self.reify(&E::Variable(x), !holds, None, depth)?);
                    }
                }
                Ok(truths)
            }
            _ => Err(Error::Expected("a condition, which holds or does not")),
        }
    }
}

/// The relation of `a - b` plus the second number to 0 if the comparison holds; otherwise that of `b - a`, except for
/// equations.
fn relation_of(e: &Expression, holds: bool) -> (Relation, i64) {
    match (e, holds) {
        (E::Equal(_), true) => (Relation::Equal, 0),
        (E::Equal(_), false) => (Relation::NotEqual, 0),
        (E::Less(_), true) | (E::LessEqual(_), false) => (Relation::AtMost, 1),
        _ => (Relation::AtMost, 0),
    }
}

/// Returns whether no auxiliary variable is needed for the expression.
fn is_linear(e: &Expression) -> bool {
    match e {
        E::Constant(_) | E::Variable(_) => true,
        E::Sum(all) => all.iter().all(is_linear),
        E::Product(all) => {
            let mut others = all.iter().filter(|e| !matches!(e, E::Constant(_)));
            others.next().is_none_or(is_linear) && others.next().is_none()
        }
        _ => false,
    }
}

/// Returns whether the expression holds or does not, by its operation.
fn is_condition(e: &Expression) -> bool {
    match e {
        E::IfThenElse(parts) => {
            let [_, then, otherwise] = &**parts;
            is_condition(then) && is_condition(otherwise)
        }
        E::Equal(_) | E::NotEqual(_) | E::Less(_) | E::LessEqual(_) => true,
        E::And(_) | E::Or(_) | E::Not(_) | E::Implies(_) | E::Iff(_) => true,
        _ => false,
    }
}

fn is_compound(e: &Expression) -> bool {
    match e {
        E::Product(all) => all.iter().filter(|e| !matches!(e, E::Constant(_))).count() > 1 && all.len() > 1,
        E::Constant(_) | E::Variable(_) | E::Sum(_) => false,
        _ => true,
    }
}

fn deeper(depth: usize) -> Result<usize, Error> {
    if depth < MAX_DEPTH { Ok(depth + 1) } else { Err(Error::TooLarge("the expression is nested too deeply")) }
}

/// The names of the operations. (The reader of a program takes `apply` and `dot` apart.)
pub const OPERATIONS: &str =
    "+ - * quotient modulo remainder expt abs min max = /= < <= > >= and or not if iff apply dot";

impl E {
    /// The expression that an operation of that name is with these operands; none if there is no such operation.
    pub fn operation(name: &str, operands: Vec<E>) -> Option<E> {
        let negated = |e: E| E::Product(vec![E::Constant(-1), e]);
        let two = |parts: Vec<E>| Some(Box::new(<[E; 2]>::try_from(parts).ok()?));
        let one = |parts: Vec<E>| <[E; 1]>::try_from(parts).ok().map(|[e]| Box::new(e));
        let reversed = |mut parts: Vec<E>| {
            parts.reverse();
            parts
        };
        let parts = operands;
        Some(match name {
            "+" => E::Sum(parts),
            "*" => E::Product(parts),
            "-" => {
                let mut parts = parts.into_iter();
                let first = parts.next()?;
                if parts.len() == 0 {
                    negated(first)
                } else {
                    E::Sum([first].into_iter().chain(parts.map(negated)).collect())
                }
            }
            "quotient" => E::Quotient(two(parts)?),
            "modulo" => E::Modulo(two(parts)?),
            "remainder" => E::Remainder(two(parts)?),
            "expt" => match <[E; 2]>::try_from(parts).ok()? {
                [base, E::Constant(exponent @ 0..=60)] => E::Power(Box::new(base), exponent as u32),
                _ => return None,
            },
            "abs" => E::Absolute(one(parts)?),
            "min" if !parts.is_empty() => E::Minimum(parts),
            "max" if !parts.is_empty() => E::Maximum(parts),
            "=" if !parts.is_empty() => E::Equal(parts),
            "/=" => E::NotEqual(two(parts)?),
            "<" if !parts.is_empty() => E::Less(parts),
            "<=" if !parts.is_empty() => E::LessEqual(parts),
            ">" if !parts.is_empty() => E::Less(reversed(parts)),
            ">=" if !parts.is_empty() => E::LessEqual(reversed(parts)),
            "and" => E::And(parts),
            "or" => E::Or(parts),
            "not" => E::Not(one(parts)?),
            "if" if parts.len() == 3 => E::IfThenElse(Box::new(<[E; 3]>::try_from(parts).ok()?)),
            "if" => E::Implies(two(parts)?),
            "iff" => E::Iff(two(parts)?),
            _ => return None,
        })
    }
}
