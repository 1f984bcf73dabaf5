//! Expressions against their evaluation.

use klammer_constraints::{Error, Expression as E, Random, Store, Variable};

use crate::cases::{Case, Stated, between, check, problems, search, values};
use crate::settings::seed;

/// The value of the expression; none where something is divided by 0. A comparison of what is worth nothing does not
/// hold, as in MiniZinc.
fn evaluate(e: &E, x: &[i64]) -> Option<i64> {
    let all = |list: &[E]| list.iter().map(|e| evaluate(e, x)).collect::<Option<Vec<i64>>>();
    let two = |pair: &[E; 2]| Some((evaluate(&pair[0], x)?, evaluate(&pair[1], x)?));
    let chain = |list: &[E], f: fn(i64, i64) -> bool| {
        let holds = all(list).is_some_and(|numbers| numbers.windows(2).all(|w| f(w[0], w[1])));
        Some(i64::from(holds))
    };
    Some(match e {
        E::Constant(n) => *n,
        E::Variable(v) => x[v.number() as usize],
        E::Sum(list) => all(list)?.iter().sum(),
        E::Product(list) => all(list)?.iter().product(),
        E::Quotient(pair) => two(pair).and_then(|(a, b)| a.checked_div(b))?,
        E::Modulo(pair) => two(pair).filter(|p| p.1 != 0).map(|(a, b)| a - (a as f64 / b as f64).floor() as i64 * b)?,
        E::Remainder(pair) => two(pair).and_then(|(a, b)| a.checked_rem(b))?,
        E::Power(e, n) => evaluate(e, x)?.pow(*n),
        E::Absolute(e) => evaluate(e, x)?.abs(),
        E::Minimum(list) => *all(list)?.iter().min()?,
        E::Maximum(list) => *all(list)?.iter().max()?,
        E::Equal(list) => chain(list, |a, b| a == b)?,
        E::NotEqual(pair) => i64::from(two(pair).is_some_and(|(a, b)| a != b)),
        E::Less(list) => chain(list, |a, b| a < b)?,
        E::LessEqual(list) => chain(list, |a, b| a <= b)?,
        E::And(list) => i64::from(all(list)?.iter().all(|&n| n == 1)),
        E::Or(list) => i64::from(all(list)?.contains(&1)),
        E::Not(e) => 1 - evaluate(e, x)?,
        E::Implies(pair) => two(pair).map(|(a, b)| i64::from(a == 0 || b == 1))?,
        E::Iff(pair) => two(pair).map(|(a, b)| i64::from(a == b))?,
        E::IfThenElse(parts) => evaluate(&parts[if evaluate(&parts[0], x)? == 1 { 1 } else { 2 }], x)?,
    })
}

fn number(random: &mut Random, depth: usize, x: &[Variable]) -> E {
    let list = |random: &mut Random| (0..1 + random.below(3)).map(|_| number(random, depth - 1, x)).collect::<Vec<_>>();
    let pair = |random: &mut Random| Box::new([number(random, depth - 1, x), number(random, depth - 1, x)]);
    match if depth == 0 { random.below(4) } else { random.below(15) } {
        0 => E::Constant(between(random, -3, 3)),
        1..=3 => E::Variable(x[random.below(3)]),
        4 | 5 => E::Sum(list(random)),
        6 => E::Product(list(random)),
        7 => E::Quotient(pair(random)),
        8 => E::Modulo(pair(random)),
        9 => E::Absolute(Box::new(number(random, depth - 1, x))),
        10 if random.below(2) == 0 => E::Minimum(list(random)),
        10 => E::Maximum(list(random)),
        11 => E::Remainder(pair(random)),
        12 => E::Power(Box::new(number(random, depth - 1, x)), random.below(4) as u32),
        13 => E::IfThenElse(Box::new([
            condition(random, depth - 1, x),
            number(random, depth - 1, x),
            number(random, depth - 1, x),
        ])),
        _ => condition(random, depth - 1, x),
    }
}

fn condition(random: &mut Random, depth: usize, x: &[Variable]) -> E {
    let numbers = |random: &mut Random| {
        (0..[2, 2, 2, 3, 3, 1][random.below(6)]).map(|_| number(random, depth, x)).collect::<Vec<_>>()
    };
    let list = |random: &mut Random| {
        let count = random.below(4);
        (0..count).map(|_| condition(random, depth - 1, x)).collect::<Vec<_>>()
    };
    let pair = |random: &mut Random| Box::new([condition(random, depth - 1, x), condition(random, depth - 1, x)]);
    match if depth == 0 { random.below(4) } else { random.below(10) } {
        0 => E::Equal(numbers(random)),
        1 => E::Less(numbers(random)),
        2 => E::LessEqual(numbers(random)),
        3 => E::NotEqual(Box::new([number(random, depth, x), number(random, depth, x)])),
        4 => E::And(list(random)),
        5 => E::Or(list(random)),
        6 => E::Not(Box::new(condition(random, depth - 1, x))),
        7 => E::Implies(pair(random)),
        8 => E::Iff(pair(random)),
        _ => E::IfThenElse(Box::new([0; 3].map(|_| condition(random, depth - 1, x)))),
    }
}

#[test]
fn expressions_mean_what_they_say() {
    let mut random = Random::new(29 + seed());
    let mut store = Store::new();
    let any: Vec<Variable> = (0..3).map(|_| store.variable(0, 0).unwrap()).collect();
    for _ in 0..2 * problems() {
        let depth = random.below(3);
        let seed = random.clone();
        let evaluated = condition(&mut random, depth, &any);
        let case = Case {
            domains: (0..3).map(|_| values(&mut random, -2, 3)).collect(),
            text: format!("{evaluated:?}"),
            // The same expression of the store's own variables.
            post: Box::new(move |s, x| s.post(&condition(&mut seed.clone(), depth, x)).unwrap()),
            holds: Box::new(move |x| evaluate(&evaluated, x) == Some(1)),
            stated: Stated::Sound,
        };
        check(&mut random, &case);
    }
}

#[test]
fn chains_inside_chains_are_taken_apart_once() {
    let mut store = Store::new();
    let x = store.variable(0, 9).unwrap();
    let mut e = E::Variable(x);
    for _ in 0..60 {
        e = E::LessEqual(vec![E::Constant(0), E::Quotient(Box::new([e, E::Variable(x)])), E::Constant(1)]);
    }
    store.post(&e).unwrap();
    store.variable_for(&E::Not(Box::new(e))).unwrap();
    assert!(store.len() < 1000, "{} variables", store.len());
}

#[test]
fn division_by_zero_fails_the_nearest_condition() {
    let count = |make: &dyn Fn(E, E) -> E| {
        let mut store = Store::new();
        let x: Vec<Variable> = (0..2).map(|_| store.variable(0, 3).unwrap()).collect();
        store.post(&make(E::Variable(x[0]), E::Variable(x[1]))).unwrap();
        let mut found = Vec::new();
        search(&mut Random::new(1), store, &x, &mut found);
        found.len()
    };
    let is = |a, b| E::Equal(vec![a, E::Constant(b)]);
    let half = |x, y| E::Quotient(Box::new([x, y]));
    let rest = |x, y| E::Modulo(Box::new([x, y]));
    assert_eq!(count(&|x, y| E::Or(vec![is(y.clone(), 0), is(half(x, y), 2)])), 5);
    assert_eq!(count(&|x, y| E::Implies(Box::new([E::Not(Box::new(is(y.clone(), 0))), is(rest(x, y), 0)]))), 12);
    assert_eq!(count(&|x, y| E::Not(Box::new(is(rest(x, y), 0)))), 8);
    assert_eq!(count(&|x, y| E::NotEqual(Box::new([rest(x, y), E::Constant(0)]))), 4);
    assert_eq!(count(&|x, _| E::Or(vec![is(x.clone(), 3), is(half(x, E::Constant(0)), 1)])), 4);
    assert_eq!(count(&|x, y| is(E::Sum(vec![is(half(x, y.clone()), 3), is(y, 0)]), 1)), 5);
}

#[test]
fn a_gap_counts_in_the_chosen_number_only() {
    let mut store = Store::new();
    let x = store.variable(0, 3).unwrap();
    let is = |n| E::Equal(vec![E::Variable(x), E::Constant(n)]);
    let sixth = E::Quotient(Box::new([E::Constant(6), E::Variable(x)]));
    let chosen = E::IfThenElse(Box::new([is(0), E::Constant(5), sixth]));
    store.post(&E::Less(vec![E::Constant(2), chosen])).unwrap();
    let mut found = Vec::new();
    search(&mut Random::new(1), store, &[x], &mut found);
    found.sort();
    assert_eq!(found, [[0], [1], [2]]);
}

#[test]
fn non_conditions_are_refused() {
    let mut store = Store::new();
    let x = store.variable(0, 9).unwrap();
    for e in [E::Variable(x), E::Constant(5), E::Sum(vec![E::Variable(x)])] {
        assert!(matches!(store.post(&e), Err(Error::Expected(_))), "{e:?}");
    }
    let mut deep = E::Constant(1);
    for _ in 0..300 {
        deep = E::Not(Box::new(deep));
    }
    assert!(matches!(store.post(&deep), Err(Error::TooLarge(_))));
    let stranger = Store::new().variable(0, 9).unwrap();
    let condition = E::Equal(vec![E::Variable(stranger), E::Constant(1)]);
    assert_eq!(store.post(&condition), Err(Error::NoSuchVariable));
    assert_eq!(store.variable_for(&E::Variable(stranger)), Err(Error::NoSuchVariable));
}
