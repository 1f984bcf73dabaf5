//! Stores, their domains, and the names of variables and constraints in texts.

#[allow(dead_code, reason = "the store needs more of it")]
#[path = "../../src/domain.rs"]
mod domain;

use std::collections::BTreeSet;

use klammer_constraints::{
    ConstraintText, Error, Expression as E, MAX_VALUE, Progress, Random, Relation, Space, Store, Strength, TieBreak,
    Variable, Weights,
};

use crate::cases::{Case, Stated, between, check, problems, search, values};
use crate::settings::seed;
use domain::Domains;

/// `n` queens, one in each row.
fn queens(count: i64, strength: Strength) -> (Store, Vec<Variable>) {
    let mut store = Store::new();
    let queens: Vec<Variable> = (0..count).map(|_| store.variable(0, count - 1).unwrap()).collect();
    store.all_different(&queens, strength).unwrap();
    for slope in [1, -1] {
        let shifted: Vec<Variable> = queens
            .iter()
            .zip(0..)
            .map(|(&x, row)| store.variable_for(&E::Sum(vec![E::Variable(x), E::Constant(slope * row)])).unwrap())
            .collect();
        store.all_different(&shifted, strength).unwrap();
    }
    (store, queens)
}

fn count(mut store: Store, random: &mut Random) -> usize {
    if store.propagate_all().is_err() {
        return 0;
    }
    let weights = Weights::new(store.len());
    let tie = [TieBreak::First, TieBreak::Degree, TieBreak::Weight(&weights), TieBreak::Random(&mut random.clone())];
    let Some(x) = tie.into_iter().nth(random.below(4)).and_then(|tie| store.most_constrained(tie)) else { return 1 };
    let x = store.variable_at(x).unwrap();
    let values: Vec<i64> = store.values(x).collect();
    let branches = values.into_iter().filter_map(|value| {
        let mut next = store.clone();
        next.assign(x, value).ok().map(|()| next)
    });
    branches.map(|next| count(next, random)).sum()
}

#[test]
fn queens_have_as_many_solutions_as_is_known() {
    let mut random = Random::new(39 + seed());
    for strength in [Strength::Value, Strength::Bounds, Strength::Domain] {
        let counts: Vec<usize> = (1..8).map(|n| count(queens(n, strength).0, &mut random)).collect();
        assert_eq!(counts, [1, 0, 0, 2, 10, 4, 40], "{strength:?}");
    }
}

#[test]
fn a_budget_interrupts_and_nothing_is_lost() {
    let mut store = Store::new();
    let (x, y) = (store.variable(0, 1000).unwrap(), store.variable(0, 1000).unwrap());
    // Each bound goes up by one at a time.
    store.linear(&[(1, x), (-1, y)], Relation::AtMost, -1).unwrap();
    store.linear(&[(1, y), (-1, x)], Relation::AtMost, 0).unwrap();
    let mut whole = store.clone();
    assert!(whole.propagate_all().is_err());
    let mut calls = 0;
    let end = loop {
        calls += 1;
        match store.propagate(&mut 10) {
            Ok(Progress::OutOfBudget) => {}
            other => break other,
        }
    };
    assert!(end.is_err() && calls > 100, "{end:?} after {calls}");
    assert_eq!(store.contradiction(), whole.contradiction());
}

#[test]
fn copies_go_their_own_ways() {
    let (mut store, queens) = queens(6, Strength::Domain);
    store.propagate_all().unwrap();
    let mut other = store.clone();
    other.assign(queens[0], 1).unwrap();
    other.propagate_all().unwrap();
    assert_eq!(store.size(queens[1]), 6);
    // A further constraint belongs to the copy alone.
    let shared = store.shared_bytes();
    other.linear(&[(1, queens[4]), (1, queens[5])], Relation::AtMost, -1).unwrap();
    assert!(other.propagate_all().is_err());
    assert!(store.propagate_all().is_ok());
    assert_eq!(store.shared_bytes(), shared);
    assert!(other.shared_bytes() > shared);
}

#[test]
fn contradictions_make_their_variables_heavier() {
    let mut store = Store::new();
    let pair: Vec<Variable> = (0..2).map(|_| store.variable(1, 1).unwrap()).collect();
    let other = store.variable(0, 3).unwrap();
    store.all_different(&pair, Strength::Value).unwrap();
    let (copy, weights) = (store.clone(), Weights::new(store.len()));
    let contradiction = store.propagate_all().unwrap_err();
    assert_eq!(store.variables_of(contradiction.group.unwrap() as u32), pair);
    weights.bump_all(copy.involved(contradiction));
    assert_eq!([pair[0], pair[1], other].map(|x| weights.get(x.number() as usize)), [2.0, 2.0, 1.0]);
    weights.decay(0.5);
    assert_eq!(weights.get(0), 1.5);
}

#[test]
fn the_owner_carries_out_propagators_of_his_own() {
    let mut store = Store::new();
    let (x, y) = (store.variable(0, 9).unwrap(), store.variable(0, 9).unwrap());
    store.script(7, &[x], false, false).unwrap();
    assert_eq!(store.propagate(&mut 1000), Ok(Progress::UserPropagators));
    assert_eq!((store.next_user_propagator(), store.next_user_propagator()), (Some(7), None));
    assert_eq!(store.propagate(&mut 1000), Ok(Progress::Fixpoint));
    store.remove(x, 4).unwrap();
    store.at_least(x, 2).unwrap();
    assert_eq!(store.propagate(&mut 1000), Ok(Progress::Fixpoint));
    store.assign(x, 5).unwrap();
    assert_eq!(store.propagate(&mut 1000), Ok(Progress::UserPropagators));
    assert_eq!((store.next_user_propagator(), store.next_user_propagator()), (Some(7), None));
    store.assign(y, 5).unwrap();
    assert_eq!(store.propagate(&mut 1000), Ok(Progress::Fixpoint));
    assert!(store.is_solved());
}

#[test]
fn variables_named_first_are_chosen_first() {
    let mut store = Store::new();
    let [a, b, c] = [9, 5, 1].map(|most| store.variable(0, most).unwrap());
    let first = |store: &Store| store.most_constrained(TieBreak::First).map(|x| store.variable_at(x).unwrap());
    assert_eq!(first(&store), Some(c));
    store.set_decisions(&[a, b]).unwrap();
    assert_eq!(first(&store), Some(b));
    let weights = Weights::new(store.len());
    weights.bump(a.number() as usize, 9.0);
    assert_eq!(store.min_dom_wdeg(&weights), Some(a.number() as usize));
    store.assign(a, 0).unwrap();
    store.assign(b, 0).unwrap();
    assert_eq!(first(&store), Some(c));
}

#[test]
fn senseless_constraints_are_refused() {
    let mut store = Store::new();
    let x = store.variable(-3, 3).unwrap();
    let huge = store.variable(-MAX_VALUE, MAX_VALUE).unwrap();
    let stranger = Store::new().variable(0, 1).unwrap();
    assert_eq!(store.variable(2, 1), Err(Error::EmptyRange(2, 1)));
    assert_eq!(store.variable(0, i64::MAX), Err(Error::Overflow));
    assert_eq!(store.linear(&[(1, stranger)], Relation::Equal, 0), Err(Error::NoSuchVariable));
    assert_eq!(store.linear(&[(9, huge), (1, x)], Relation::Equal, 0), Err(Error::Overflow));
    assert_eq!(store.linear(&[(1, x)], Relation::Equal, i64::MIN), Err(Error::Overflow));
    assert_eq!(store.linear(&[(i64::MAX, x)], Relation::Equal, 0), Err(Error::Overflow));
    assert_eq!(store.maximum(&[], x), Err(Error::Empty("maximum")));
    assert!(matches!(store.all_different(&[x, huge], Strength::Domain), Err(Error::TooLarge(_))));
    assert!(matches!(store.table(&[x], &[vec![1, 2]]), Err(Error::Lengths(..))));
    let [less, one, much] = [-1, 1, klammer_constraints::MAX_VALUE].map(|n| store.constant(n).unwrap());
    assert!(matches!(store.cumulative(&[x], &[less], &[one], one), Err(Error::Negative(_))));
    assert!(matches!(store.cumulative(&[x; 3], &[one; 3], &[much; 3], one), Err(Error::Overflow)));
    let square = E::Product(vec![E::Variable(huge), E::Variable(huge)]);
    assert_eq!(store.variable_for(&square), Err(Error::Overflow));
    // Nothing of that has harmed the store.
    assert!(store.propagate_all().is_ok());
    assert_eq!((store.size(x), store.constraints()), (7, 0));
    assert!(store.assign(stranger, 0).is_err());
}

#[test]
fn huge_ranges_are_as_good_as_small_ones() {
    let mut store = Store::new();
    let [x, y, z] = [(); 3].map(|()| store.variable(-(1 << 40), 1 << 40).unwrap());
    store.product(x, y, z).unwrap();
    store.at_least(x, 1000).unwrap();
    store.at_least(y, 1 << 20).unwrap();
    store.at_most(z, 1 << 31).unwrap();
    store.propagate_all().unwrap();
    assert_eq!(store.bounds(x), (1000, 1 << 11));
    assert_eq!(store.bounds(z).0, 1000 << 20);
    store.linear(&[(1, x), (-1, y)], Relation::NotEqual, 0).unwrap();
    store.assign(x, 1500).unwrap();
    store.propagate_all().unwrap();
    assert!(!store.contains(y, 1500) && store.bounds(y).1 == (1 << 31) / 1500);
}

#[test]
fn variables_of_another_store_are_refused() {
    let (mut store, mut other) = (Store::new(), Store::new());
    let (x, y) = (store.variable(0, 9).unwrap(), other.variable(3, 5).unwrap());
    assert_eq!(x.number(), y.number());
    assert!(store.has(x) && !store.has(y) && x != y);
    assert_eq!(store.all_different(&[x, y], Strength::Value), Err(Error::NoSuchVariable));
    assert_eq!((store.value(y), store.size(y), store.contains(y, 4), store.values(y).count()), (None, 0, false, 0));
    // A copy has what its original had, and each has what it gets later for itself.
    let mut copy = store.clone();
    assert!(copy.has(x));
    let (mine, own) = (store.variable(0, 1).unwrap(), copy.variable(0, 2).unwrap());
    assert_eq!(mine.number(), own.number());
    assert!(store.has(mine) && !store.has(own) && copy.has(own) && !copy.has(mine));
    assert!(store.clone().has(mine));
    assert!(store.assign(y, 4).is_err());
}

#[test]
fn thousands_of_variables_differ() {
    let mut store = Store::new();
    let xs: Vec<Variable> = (0..6000).map(|_| store.variable(0, 5999).unwrap()).collect();
    assert!(matches!(store.all_different(&xs, Strength::Domain), Err(Error::TooLarge(_))));
    store.all_different(&xs, Strength::Value).unwrap();
    // All but one are fixed at once: more than one run looks at.
    for (&x, value) in xs.iter().skip(1).zip(0..) {
        store.assign(x, value).unwrap();
    }
    store.propagate_all().unwrap();
    assert_eq!(store.value(xs[0]), Some(5999));
    for (count, possible) in [(6000, true), (6001, false)] {
        let mut store = Store::new();
        let xs: Vec<Variable> = (0..count).map(|i| store.variable(i / 2, 5999).unwrap()).collect();
        store.all_different(&xs, Strength::Bounds).unwrap();
        assert_eq!(store.propagate_all().is_ok(), possible);
    }
}

/// Any sequence of operations leaves what it leaves of a set.
#[test]
fn domains_are_sets_of_values() {
    let mut random = Random::new(1);
    for (lo, hi) in [(0, 5), (-70, 70), (-3, 200), (1 << 40, (1 << 40) + 5000)] {
        for _ in 0..200 {
            let mut domains = Domains::default();
            let other = domains.add(-9000, 9000);
            domains.remove(other, 0, 5).unwrap();
            let shape = domains.add(lo, hi);
            let mut set: BTreeSet<i64> = (lo..=hi).collect();
            for _ in 0..30 {
                let value = lo - 1 + random.below((hi - lo + 3) as usize) as i64;
                let mostly_near = random.below(3) > 0;
                let near = |end: i64| if mostly_near { end } else { value };
                let result = match random.below(8) {
                    0 => {
                        let value = near(lo + 3);
                        set.retain(|&v| v >= value);
                        domains.set_lo(shape, 1, value)
                    }
                    1 => {
                        let value = near(hi - 3);
                        set.retain(|&v| v <= value);
                        domains.set_hi(shape, 1, value)
                    }
                    2 if random.below(8) == 0 => {
                        set.retain(|&v| v == value);
                        domains.fix(shape, 1, value)
                    }
                    _ => {
                        set.remove(&value);
                        domains.remove(shape, 1, value)
                    }
                };
                assert_eq!(result.is_err(), set.is_empty());
                if set.is_empty() {
                    break;
                }
                let range = domains.range(1);
                let found = (range.lo, range.hi, range.size);
                assert_eq!(found, (*set.first().unwrap(), *set.last().unwrap(), set.len() as u64));
                for probe in [value - 1, value, value + 1, lo, hi] {
                    assert_eq!(domains.contains(shape, 1, probe), set.contains(&probe));
                    assert_eq!(domains.next(shape, 1, probe), set.range(probe..).next().copied());
                    assert_eq!(domains.previous(shape, 1, probe), set.range(..=probe).next_back().copied());
                }
            }
            assert_eq!(domains.range(0).size, 18000);
        }
    }
}

fn wording(parts: &[(&str, Option<Variable>)]) -> ConstraintText {
    let mut made = ConstraintText::default();
    for (text, variable) in parts {
        made.push_str(text);
        variable.iter().for_each(|&x| made.push_variable(x));
    }
    made
}

#[test]
fn a_propagator_belongs_to_its_constraint() {
    let mut store = Store::new();
    let [x, y] = [0, 1].map(|_| store.variable(0, 9).unwrap());
    let begin = store.before();
    store.linear(&[(1, x), (-1, y)], Relation::Equal, 0).unwrap();
    store.label_since(begin, wording(&[("(= ", Some(x)), (" ", Some(y)), (")", None)]));
    let second = store.before();
    // Two propagators.
    store.all_different(&[x, y], Strength::Domain).unwrap();
    store.label_since(second, wording(&[("different", None)]));
    store.set_name(x, "left");
    assert_eq!(store.constraints(), 3);
    let said: Vec<_> = (0..3).map(|number| store.constraint_text(number).unwrap()).collect();
    assert_eq!(said, ["(= left #1)", "different", "different"]);
    // A constraint that is no propagator has no words to be asked for.
    store.label_since(store.before(), wording(&[("nothing", None)]));
    assert_eq!(store.constraint_text(3).unwrap(), "different");
}

#[test]
fn constraints_tell_where_they_were_posted() {
    let mut store = Store::new();
    let [x, y] = [0, 1].map(|_| store.variable(0, 1).unwrap());
    for (line, name) in ["first", "second"].into_iter().enumerate() {
        let before = store.before();
        store.all_different(&[x, y], Strength::Value).unwrap();
        let mut wording = wording(&[(name, None)]);
        wording.set_place(Some(format!("a.lisp:{line}:1").into()));
        store.label_since(before, wording);
    }
    let posted: Vec<_> = store.posted_constraints().collect();
    assert_eq!((posted[1].text.as_str(), posted[1].place.as_deref()), ("second", Some("a.lisp:1:1")));
    assert_eq!(store.last_failed(), None);
    // A copy that fails is known to the store that it comes from.
    let mut copy = store.clone();
    copy.assign(x, 1).unwrap();
    copy.assign(y, 1).unwrap();
    assert!(copy.propagate_all().is_err());
    assert_eq!(copy.contradiction_constraint().unwrap(), posted[0]);
    assert_eq!(store.contradiction_constraint(), None);
    assert_eq!(store.last_failed().unwrap(), posted[0]);
}

#[test]
fn impossible_constraints_are_told_when_posted() {
    let mut store = Store::new();
    let x = store.variable(0, 9).unwrap();
    for value in [12, 13] {
        let before = store.before();
        store.linear(&[(1, x)], Relation::Equal, value).unwrap();
        store.label_since(before, wording(&[("(= ", Some(x)), (&format!(" {value})"), None)]));
    }
    assert_eq!(store.contradiction_text().unwrap(), "(= #0 12)");
    let mut other = Store::new();
    let x = other.variable(0, 9).unwrap();
    assert_eq!(other.contradiction_text(), None);
    assert!(other.assign(x, 10).is_err());
    assert_eq!(other.contradiction_text(), None);
}

#[test]
fn a_copy_keeps_its_knowledge_and_learns_alone() {
    let mut store = Store::new();
    let x = store.variable(0, 9).unwrap();
    let mut copy = store.clone();
    copy.set_name(x, "a\u{e9}");
    assert_eq!((store.name(x), copy.name_of(x)), (None, "a\u{e9}".to_string()));
}

#[test]
fn expressions_are_written_out_up_to_a_length() {
    let mut store = Store::new();
    let mut last = store.variable(0, 1).unwrap();
    for _ in 0..20 {
        let next = store.variable(0, 1).unwrap();
        store.label_variable(next, wording(&[("(+ ", Some(last)), (" ", Some(last)), (")", None)]));
        last = next;
    }
    assert_eq!(store.name_of(store.variable_at(1).unwrap()), "(+ #0 #0)");
    let deep = store.name_of(last);
    assert!(deep.starts_with("(+ (+ (+ #17 #17)") && deep.len() < 300, "{deep}");
    store.set_name(last, &"é".repeat(500));
    assert!(store.name_of(last).ends_with("é…"));
}

// Expressions against their evaluation.

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
