//! Definition of a constraint's task, by a trial of all assignments.

use std::collections::BTreeSet;

use klammer_constraints::{Random, Space, Store, Variable};

use crate::settings::number;

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
    /// Nothing but the values of solutions is left.
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

/// The same problem where some variables occur at several places, and constants in place of others.
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

/// Random problems of one kind.
pub fn run(seed: u64, make: impl Fn(&mut Random) -> Case) {
    let mut random = Random::new(seed);
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
