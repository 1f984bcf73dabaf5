//! Random problems of each constraint.

use std::collections::BTreeSet;

use klammer_constraints::{Random, Relation, Space, Store, Strength, Transition, Variable};

use crate::settings::{self, number};

fn related(sum: i64, relation: Relation, bound: i64) -> bool {
    match relation {
        Relation::AtMost => sum <= bound,
        Relation::Equal => sum == bound,
        Relation::NotEqual => sum != bound,
    }
}

fn a_relation(random: &mut Random) -> Relation {
    [Relation::AtMost, Relation::Equal, Relation::NotEqual][random.below(3)]
}

fn a_sum(random: &mut Random, count: usize) -> Vec<i64> {
    (0..count).map(|_| between(random, -3, 3)).collect()
}

fn dot(a: &[i64], x: &[i64]) -> i64 {
    a.iter().zip(x).map(|(a, x)| a * x).sum()
}

fn terms(a: &[i64], x: &[Variable]) -> Vec<(i64, Variable)> {
    a.iter().copied().zip(x.iter().copied()).collect()
}

#[test]
fn linear_relations() {
    run(1, |random| {
        let count = 1 + random.below(4);
        let (a, relation, bound) = (a_sum(random, count), a_relation(random), between(random, -9, 9));
        let (b, c) = (a.clone(), a.clone());
        let stated = match relation {
            Relation::NotEqual => Stated::Domain,
            // Over the real numbers: the others reach from one sum to another.
            _ => Stated::Custom(Box::new(move |bounds, i, value| {
                let ends = bounds.iter().zip(&c).enumerate().filter(|&(j, _)| j != i);
                let (lo, hi) = ends.fold((0, 0), |(lo, hi), (_, (&(least, greatest), a))| {
                    (lo + (a * least).min(a * greatest), hi + (a * least).max(a * greatest))
                });
                let own = c[i] * value;
                if relation == Relation::AtMost { own + lo <= bound } else { own + lo <= bound && bound <= own + hi }
            })),
        };
        Case {
            domains: domains(random, count, -4, 4),
            text: format!("{a:?} {relation:?} {bound}"),
            post: Box::new(move |s, x| s.linear(&terms(&a, x), relation, bound).unwrap()),
            holds: Box::new(move |x| related(dot(&b, x), relation, bound)),
            stated,
        }
    });
}

#[test]
fn reified_linear_relations() {
    run(2, |random| {
        let count = 1 + random.below(3);
        let (a, relation, bound) = (a_sum(random, count), a_relation(random), between(random, -6, 6));
        let b = a.clone();
        let mut domains = domains(random, count, -4, 4);
        domains.push(values(random, -1, 2));
        // Of one variable by itself, everything is concluded.
        let stated = if count == 1 { Stated::Domain } else { Stated::Sound };
        Case {
            domains,
            text: format!("truth of {a:?} {relation:?} {bound}"),
            post: Box::new(move |s, x| s.linear_iff(x[count], &terms(&a, x), relation, bound).unwrap()),
            holds: Box::new(move |x| {
                (x[count] == 1) == related(dot(&b, x), relation, bound) && (0..2).contains(&x[count])
            }),
            stated,
        }
    });
}

type Ternary = fn(&mut Store, Variable, Variable, Variable) -> Result<(), klammer_constraints::Error>;

fn ternary(seed: u64, text: &'static str, post: Ternary, holds: fn(i64, i64, i64) -> bool) {
    run(seed, |random| Case {
        domains: [values(random, -6, 6), values(random, -4, 4), values(random, -12, 12)].into(),
        text: text.into(),
        post: Box::new(move |s, x| post(s, x[0], x[1], x[2]).unwrap()),
        holds: Box::new(move |x| holds(x[0], x[1], x[2])),
        stated: Stated::Sound,
    });
}

#[test]
fn products_quotients_and_remainders() {
    ternary(3, "product", Store::product, |x, y, z| x * y == z);
    ternary(4, "quotient", Store::quotient, |x, y, z| y != 0 && x / y == z);
    let floored = |x: i64, y: i64, z: i64| y != 0 && x - (x as f64 / y as f64).floor() as i64 * y == z;
    ternary(5, "modulo", Store::modulo, floored);
}

#[test]
fn squares() {
    run(6, |random| Case {
        domains: [values(random, -5, 5), values(random, -3, 25)].into(),
        text: "square".into(),
        post: Box::new(|s, x| s.product(x[0], x[0], x[1]).unwrap()),
        holds: Box::new(|x| x[0] * x[0] == x[1]),
        stated: Stated::Sound,
    });
}

#[test]
fn positive_factors_by_bounds() {
    run(7, |random| Case {
        domains: [values(random, 1, 6), values(random, 1, 6), values(random, 1, 20)].into(),
        text: "product".into(),
        post: Box::new(|s, x| s.product(x[0], x[1], x[2]).unwrap()),
        holds: Box::new(|x| x[0] * x[1] == x[2]),
        // Over the real numbers.
        stated: Stated::Custom(Box::new(|bounds, i, value| {
            let [(a, b), (c, d), (e, f)] = [bounds[0], bounds[1], bounds[2]];
            match i {
                2 => a * c <= value && value <= b * d,
                0 => value * c <= f && value * d >= e,
                _ => value * a <= f && value * b >= e,
            }
        })),
    });
}

#[test]
fn absolute_values() {
    run(8, |random| Case {
        domains: [values(random, -8, 8), values(random, -3, 8)].into(),
        text: "absolute".into(),
        post: Box::new(|s, x| s.absolute(x[0], x[1]).unwrap()),
        holds: Box::new(|x| x[0].abs() == x[1]),
        // Domains that began large are treated by bounds until they have few values, which is at once.
        stated: Stated::Domain,
    });
}

#[test]
fn greatest_and_least() {
    for greatest in [true, false] {
        run(9, |random| {
            let count = 1 + random.below(3);
            let mut domains = domains(random, count, -4, 4);
            domains.push(values(random, -5, 5));
            Case {
                domains,
                text: format!("extremum {greatest}"),
                post: Box::new(move |s, x| {
                    let (z, items) = x.split_last().unwrap();
                    if greatest { s.maximum(items, *z) } else { s.minimum(items, *z) }.unwrap();
                }),
                holds: Box::new(move |x| {
                    let (z, items) = x.split_last().unwrap();
                    let items = items.iter().copied();
                    (if greatest { items.max() } else { items.min() }) == Some(*z)
                }),
                stated: Stated::Bounds,
            }
        });
    }
}

fn differ(x: &[i64]) -> bool {
    x.iter().collect::<BTreeSet<_>>().len() == x.len()
}

#[test]
fn all_different() {
    for (seed, strength) in [(10, Strength::Value), (11, Strength::Bounds), (12, Strength::Domain)] {
        run(seed, |random| {
            let count = 2 + random.below(4);
            let hi = count as i64 - 1 + random.below(3) as i64;
            Case {
                domains: domains(random, count, 0, hi),
                text: format!("all different, {strength:?}"),
                post: Box::new(move |s, x| s.all_different(x, strength).unwrap()),
                holds: Box::new(differ),
                stated: match strength {
                    Strength::Value => Stated::Sound,
                    Strength::Bounds => Stated::Bounds,
                    Strength::Domain => Stated::Domain,
                },
            }
        });
    }
}

#[test]
fn all_different_with_a_sum() {
    run(40, |random| {
        let count = 1 + random.below(4);
        let (lo, hi) = (between(random, -3, 2), between(random, 3, 5));
        let sum = between(random, lo * count as i64 + 1, hi * count as i64 - 1);
        Case {
            domains: domains(random, count, lo, hi),
            text: format!("all different, together {sum}"),
            post: Box::new(move |s, x| s.all_different_sum(x, sum).unwrap()),
            holds: Box::new(move |x| differ(x) && x.iter().sum::<i64>() == sum),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn all_different_takes_more_values_than_a_word() {
    run(41, |random| {
        let count = 2 + random.below(2);
        Case {
            domains: (0..count)
                .map(|i| values(random, 0, 2).into_iter().map(|v| v + 40 * (v % 2) * (i as i64 % 2 + 1)).collect())
                .collect(),
            text: "all different, far apart".to_string(),
            post: Box::new(move |s, x| s.all_different(x, Strength::Domain).unwrap()),
            holds: Box::new(differ),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn a_variable_is_another_one_and_something_added() {
    run(42, |random| {
        let (sign, added) = ([1, -1][random.below(2)], between(random, -3, 3));
        Case {
            domains: domains(random, 2, -4, 4),
            text: format!("y = {sign} x + {added}"),
            post: Box::new(move |s, x| s.linear(&[(sign, x[0]), (-1, x[1])], Relation::Equal, -added).unwrap()),
            holds: Box::new(move |x| sign * x[0] + added == x[1]),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn counts() {
    run(13, |random| {
        let count = 1 + random.below(4);
        let mut domains = domains(random, count, 0, 3);
        domains.push(values(random, -1, 5));
        Case {
            domains,
            text: "count of 1".into(),
            post: Box::new(|s, x| {
                let (n, items) = x.split_last().unwrap();
                s.count(items, 1, *n).unwrap();
            }),
            holds: Box::new(|x| {
                let (n, items) = x.split_last().unwrap();
                items.iter().filter(|&&x| x == 1).count() as i64 == *n
            }),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn cardinalities() {
    run(14, |random| {
        let count = 1 + random.below(3);
        let mut domains = domains(random, count, 0, 2);
        domains.extend((0..2).map(|_| values(random, 0, 3)));
        Case {
            domains,
            text: "cardinality of 0 and 1".into(),
            post: Box::new(move |s, x| s.cardinality(&x[..count], &[0, 1], &x[count..]).unwrap()),
            holds: Box::new(move |x| {
                let of = |value| x[..count].iter().filter(|&&x| x == value).count() as i64;
                of(0) == x[count] && of(1) == x[count + 1]
            }),
            stated: Stated::Sound,
        }
    });
}

#[test]
fn elements() {
    run(15, |random| {
        let count = 1 + random.below(3);
        let mut domains = domains(random, count, 0, 4);
        domains.push(values(random, -1, 4));
        domains.push(values(random, -1, 5));
        Case {
            domains,
            text: "element".into(),
            post: Box::new(move |s, x| s.element(&x[..count], x[count], x[count + 1]).unwrap()),
            holds: Box::new(move |x| {
                usize::try_from(x[count]).ok().and_then(|i| x[..count].get(i)) == Some(&x[count + 1])
            }),
            // Index and result by domains; what is in the array follows when the index is known.
            stated: Stated::Sound,
        }
    });
    run(16, |random| {
        let numbers: Vec<i64> = (0..1 + random.below(5)).map(|_| between(random, 0, 5)).collect();
        let array = numbers.clone();
        Case {
            domains: [values(random, -1, 5), values(random, -1, 6)].into(),
            text: format!("element of {numbers:?}"),
            post: Box::new(move |s, x| {
                let items: Vec<Variable> = numbers.iter().map(|&n| s.constant(n).unwrap()).collect();
                s.element(&items, x[0], x[1]).unwrap();
            }),
            holds: Box::new(move |x| usize::try_from(x[0]).ok().and_then(|i| array.get(i)) == Some(&x[1])),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn tables() {
    run(17, |random| {
        let count = 1 + random.below(3);
        let tuples: Vec<Vec<i64>> =
            (0..random.below(80)).map(|_| (0..count).map(|_| between(random, 0, 4)).collect()).collect();
        let set: BTreeSet<Vec<i64>> = tuples.iter().cloned().collect();
        Case {
            domains: domains(random, count, 0, 4),
            text: format!("table {tuples:?}"),
            post: Box::new(move |s, x| s.table(x, &tuples).unwrap()),
            holds: Box::new(move |x| set.contains(x)),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn nogoods() {
    run(26, |random| {
        let count = 1 + random.below(3);
        let places: Vec<usize> = (0..random.below(5)).map(|_| random.below(count)).collect();
        let forbidden: Vec<i64> = places.iter().map(|_| between(random, 0, 3)).collect();
        let (of, values) = (places.clone(), forbidden.clone());
        Case {
            domains: domains(random, count, 0, 3),
            text: format!("no good {places:?} {forbidden:?}"),
            post: Box::new(move |s, x| {
                let items: Vec<Variable> = places.iter().map(|&i| x[i]).collect();
                s.nogood(&items, &forbidden).unwrap();
            }),
            holds: Box::new(move |x| of.iter().zip(&values).any(|(&i, &value)| x[i] != value)),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn automata() {
    run(18, |random| {
        let (count, states) = (1 + random.below(4), 1 + random.below(4) as i64);
        let state = |random: &mut Random| between(random, 0, states - 1) as u32;
        let transitions: Vec<Transition> = (0..random.below(12))
            .map(|_| Transition { from: state(random), value: between(random, 0, 2), to: state(random) })
            .collect();
        let (start, accepting) = (state(random), vec![state(random)]);
        let (automaton, ends) = (transitions.clone(), accepting.clone());
        Case {
            domains: domains(random, count, 0, 2),
            text: format!("automaton {transitions:?} {start} {accepting:?}"),
            post: Box::new(move |s, x| s.regular(x, &transitions, start, &accepting).unwrap()),
            holds: Box::new(move |x| {
                let after = x.iter().fold(BTreeSet::from([start]), |at, &value| {
                    let moves = automaton.iter().filter(|t| t.value == value && at.contains(&t.from));
                    moves.map(|t| t.to).collect()
                });
                ends.iter().any(|end| after.contains(end))
            }),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn orders_of_words() {
    run(19, |random| {
        let (count, strict) = (1 + random.below(3), random.below(2) == 0);
        Case {
            domains: domains(random, 2 * count, 0, 3),
            text: format!("lexicographic, strict: {strict}"),
            post: Box::new(move |s, x| s.lexicographic(&x[..count], &x[count..], strict).unwrap()),
            holds: Box::new(move |x| if strict { x[..count] < x[count..] } else { x[..count] <= x[count..] }),
            stated: Stated::Domain,
        }
    });
}

#[test]
fn circuits() {
    run(20, |random| {
        let count = 1 + random.below(5);
        Case {
            domains: domains(random, count, -1, count as i64),
            text: "circuit".into(),
            post: Box::new(|s, x| s.circuit(x).unwrap()),
            holds: Box::new(|x| {
                let mut seen = BTreeSet::new();
                let mut at = 0;
                while seen.insert(at) {
                    match x.get(at).copied().and_then(|next| usize::try_from(next).ok()) {
                        Some(next) if next < x.len() => at = next,
                        _ => return false,
                    }
                }
                at == 0 && seen.len() == x.len()
            }),
            stated: Stated::Sound,
        }
    });
}

/// Returns the number of random problems of each kind.
pub fn problems() -> u64 {
    number(300, 10_000)
}

/// Returns whether the variable with this number can have this value, if these are the bounds of all.
pub type Possible = Box<dyn Fn(&[(i64, i64)], usize, i64) -> bool>;
/// Posts the constraint on variables of a store.
pub type Post = Box<dyn Fn(&mut Store, &[Variable])>;
/// Returns whether an assignment is a solution: the definition.
pub type Holds = Box<dyn Fn(&[i64]) -> bool>;

/// Strength that a constraint states.
pub enum Stated {
    /// Domains hold only values of solutions.
    Domain,
    /// Least and greatest values belong to solutions, if the others may have any value between theirs.
    Bounds,
    /// Stated by a function of the bounds, which says whether a variable can have a value.
    Custom(Possible),
    /// It takes no solution away, and in the end it decides.
    Sound,
}

/// A random problem of one constraint.
pub struct Case {
    pub domains: Vec<BTreeSet<i64>>,
    pub post: Post,
    pub holds: Holds,
    pub stated: Stated,
    pub text: String,
}

/// Some values between these two.
pub fn values(random: &mut Random, lo: i64, hi: i64) -> BTreeSet<i64> {
    loop {
        let set: BTreeSet<i64> = (lo..=hi).filter(|_| random.below(3) > 0).collect();
        if !set.is_empty() {
            return set;
        }
    }
}

pub fn between(random: &mut Random, lo: i64, hi: i64) -> i64 {
    lo + random.below((hi - lo + 1) as usize) as i64
}

/// Variables with these domains: some as bits, some as intervals with holes.
fn make(random: &mut Random, domains: &[BTreeSet<i64>]) -> (Store, Vec<Variable>) {
    let mut store = Store::new();
    let mut variables = Vec::new();
    for domain in domains {
        let (lo, hi) = (*domain.first().unwrap(), *domain.last().unwrap());
        let is_large = random.below(3) == 0;
        let x = if is_large { store.variable(lo - 5000, hi + 5000) } else { store.variable(lo, hi) }.unwrap();
        store.at_least(x, lo).unwrap();
        store.at_most(x, hi).unwrap();
        for value in (lo..=hi).filter(|value| !domain.contains(value)) {
            store.remove(x, value).unwrap();
        }
        variables.push(x);
    }
    (store, variables)
}

fn assignments(domains: &[BTreeSet<i64>]) -> Vec<Vec<i64>> {
    domains.iter().fold(vec![vec![]], |all, domain| {
        all.iter().flat_map(|start| domain.iter().map(|&value| [&start[..], &[value]].concat())).collect()
    })
}

pub fn search(random: &mut Random, mut store: Store, variables: &[Variable], found: &mut Vec<Vec<i64>>) {
    if store.propagate_all().is_err() {
        return;
    }
    let open: Vec<Variable> = variables.iter().copied().filter(|&x| store.value(x).is_none()).collect();
    if open.is_empty() {
        // Auxiliary variables have one value each, or solutions would be counted several times.
        if let Some(x) = store.open().first().copied().map(|x| store.variable_at(x).unwrap()) {
            for value in store.values(x).collect::<Vec<_>>() {
                let mut next = store.clone();
                if next.assign(x, value).is_ok() {
                    search(random, next, variables, found);
                }
            }
            return;
        }
        assert!(store.is_solved());
        found.push(variables.iter().map(|&x| store.value(x).unwrap()).collect());
        return;
    }
    let x = open[random.below(open.len())];
    let values: Vec<i64> = store.values(x).collect();
    if random.below(2) == 0 {
        // Two branches: a value, or not.
        let value = values[random.below(values.len())];
        let mut next = store.clone();
        if next.assign(x, value).is_ok() {
            search(random, next, variables, found);
        }
        if store.remove(x, value).is_ok() {
            search(random, store, variables, found);
        }
        return;
    }
    for value in values {
        let mut next = store.clone();
        if next.assign(x, value).is_ok() {
            search(random, next, variables, found);
        }
    }
}

/// Tries all there is to say about a problem.
pub fn check(random: &mut Random, case: &Case) {
    let (mut store, variables) = make(random, &case.domains);
    let solutions: Vec<Vec<i64>> = assignments(&case.domains).into_iter().filter(|a| (case.holds)(a)).collect();
    (case.post)(&mut store, &variables);
    let mut found = Vec::new();
    search(random, store.clone(), &variables, &mut found);
    found.sort();
    let shown = format!("{} on {:?}", case.text, case.domains);
    let missing: Vec<_> = solutions.iter().filter(|a| found.binary_search(a).is_err()).take(5).collect();
    let wrong: Vec<_> = found.iter().filter(|a| solutions.binary_search(a).is_err()).take(5).collect();
    assert!(found == solutions, "{missing:?} are missing, {wrong:?} are wrong or found twice: {shown}");

    let result = store.propagate_all();
    if result.is_err() {
        assert!(solutions.is_empty(), "{shown} has solutions");
        return;
    }
    // Another run finds nothing more.
    let left: Vec<BTreeSet<i64>> = variables.iter().map(|&x| store.values(x).collect()).collect();
    for (i, domain) in left.iter().enumerate() {
        let possible: BTreeSet<i64> = solutions.iter().map(|solution| solution[i]).collect();
        assert!(possible.is_subset(domain), "a solution is gone: {shown}");
        if matches!(case.stated, Stated::Domain) {
            assert_eq!(domain, &possible, "what is left of variable {i}: {shown}");
        }
    }
    let bounds: Vec<(i64, i64)> = left.iter().map(|d| (*d.first().unwrap(), *d.last().unwrap())).collect();
    let hull: Vec<BTreeSet<i64>> = bounds.iter().map(|&(lo, hi)| (lo..=hi).collect()).collect();
    for (i, &(lo, hi)) in bounds.iter().enumerate() {
        for value in [lo, hi] {
            let supported = match &case.stated {
                Stated::Bounds => {
                    let mut at_value = hull.clone();
                    at_value[i] = [value].into();
                    assignments(&at_value).iter().any(|a| (case.holds)(a))
                }
                Stated::Custom(supported) => supported(&bounds, i, value),
                _ => true,
            };
            assert!(supported, "{value} of variable {i} has no support in {bounds:?}: {shown}");
        }
    }
}

/// Returns the problem with some variables repeated, and others replaced by constants.
fn aliased(random: &mut Random, case: Case) -> Case {
    #[derive(Clone, Copy, Debug)]
    enum Place {
        Variable(usize),
        Constant(i64),
    }
    let (mut places, mut domains) = (Vec::new(), Vec::new());
    for domain in &case.domains {
        places.push(match random.below(4) {
            0 if !domains.is_empty() => Place::Variable(random.below(domains.len())),
            1 => Place::Constant(*domain.iter().nth(random.below(domain.len())).unwrap()),
            _ => {
                domains.push(domain.clone());
                Place::Variable(domains.len() - 1)
            }
        });
    }
    let (Case { post, holds, text, .. }, of) = (case, places.clone());
    Case {
        domains,
        text: format!("{text} at {places:?}"),
        post: Box::new(move |s, x| {
            let variable = |place: &Place| match *place {
                Place::Variable(i) => x[i],
                Place::Constant(n) => s.constant(n).unwrap(),
            };
            let all: Vec<Variable> = places.iter().map(variable).collect();
            post(s, &all);
        }),
        holds: Box::new(move |x| {
            let value = |place: &Place| match *place {
                Place::Variable(i) => x[i],
                Place::Constant(n) => n,
            };
            holds(&of.iter().map(value).collect::<Vec<_>>())
        }),
        stated: Stated::Sound,
    }
}

/// Random problems of one kind; `kind` tells it from others.
pub fn run(kind: u64, make: impl Fn(&mut Random) -> Case) {
    let mut random = Random::new(kind + 1_000 * (settings::seed() - 1));
    for _ in 0..problems() {
        let case = make(&mut random);
        check(&mut random, &case);
        let case = aliased(&mut random, case);
        check(&mut random, &case);
    }
}

/// Random domains of `n` variables.
pub fn domains(random: &mut Random, count: usize, lo: i64, hi: i64) -> Vec<BTreeSet<i64>> {
    (0..count).map(|_| values(random, lo, hi)).collect()
}
