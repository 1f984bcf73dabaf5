//! Tasks in time: cumulative and no-overlap against their definitions, and against the rule of edge finding as it is
//! defined, for all sets of tasks.

use klammer_constraints::{Error, Random, Store, Variable};

use crate::check::{Case, Possible, Stated, between, domains, run, values};

/// Duration and need of a task.
type Needs = Vec<(i64, i64)>;

fn needs(random: &mut Random, count: usize, most: (i64, i64)) -> Needs {
    (0..count).map(|_| (between(random, 0, most.0), between(random, 0, most.1))).collect()
}

fn constants(store: &mut Store, numbers: &[i64]) -> Vec<Variable> {
    numbers.iter().map(|&n| store.constant(n).unwrap()).collect()
}

/// Never more than there is: looked at each time.
fn fits(starts: &[i64], needs: &[(i64, i64)], capacity: i64) -> bool {
    (-20..20).all(|time| {
        let running =
            starts.iter().zip(needs).filter(|&(&start, &(duration, _))| start <= time && time < start + duration);
        running.map(|(_, &(_, demand))| demand).sum::<i64>() <= capacity
    })
}

/// The non-empty sets among these numbers.
fn sets(numbers: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    let member = |set: usize, i: usize| set >> i & 1 == 1;
    (1..1usize << numbers.len())
        .map(move |set| (0..numbers.len()).filter(|&i| member(set, i)).map(|i| numbers[i]).collect())
}

/// Edge finding by its definition: when task `i` can start at the earliest, if these are the bounds of all starts.
fn earliest(bounds: &[(i64, i64)], needs: &[(i64, i64)], capacity: i64, i: usize) -> i64 {
    let energy = |set: &[usize]| set.iter().map(|&j| needs[j].0 * needs[j].1).sum::<i64>();
    let release = |set: &[usize]| set.iter().map(|&j| bounds[j].0).min().unwrap();
    let deadline = |set: &[usize]| set.iter().map(|&j| bounds[j].1 + needs[j].0).max().unwrap();
    let (own, demand) = (energy(&[i]), needs[i].1);
    let others: Vec<usize> = (0..bounds.len()).filter(|&j| j != i && energy(&[j]) > 0).collect();
    let mut earliest = bounds[i].0;
    for set in sets(&others).filter(|_| own > 0) {
        if energy(&set) + own <= capacity * (deadline(&set) - release(&set).min(bounds[i].0)) {
            continue;
        }
        // The task ends after all of the set.
        for part in sets(&set) {
            let rest = energy(&part) - (capacity - demand) * (deadline(&part) - release(&part));
            if rest > 0 {
                earliest = earliest.max(release(&part) + (rest + demand - 1) / demand);
            }
        }
    }
    earliest
}

/// The rule in both directions of time.
fn edges(needs: &[(i64, i64)], capacity: i64) -> Possible {
    let needs = needs.to_vec();
    Box::new(move |bounds, i, value| {
        let reversed: Vec<(i64, i64)> =
            bounds.iter().zip(&needs).map(|(&(lo, hi), &(duration, _))| (-hi - duration, -lo - duration)).collect();
        let latest = -earliest(&reversed, &needs, capacity, i) - needs[i].0;
        (earliest(bounds, &needs, capacity, i)..=latest).contains(&value)
    })
}

fn cumulative(random: &mut Random, count: usize, most: (i64, i64)) -> Case {
    let needs = needs(random, count, most);
    let capacity = between(random, 1, most.1 + 1);
    let (durations, demands): (Vec<i64>, Vec<i64>) = needs.iter().copied().unzip();
    let stated = Stated::Custom(edges(&needs, capacity));
    Case {
        domains: domains(random, count, 0, 5),
        text: format!("cumulative {needs:?} {capacity}"),
        post: Box::new(move |s, x| {
            let (d, n, c) = (constants(s, &durations), constants(s, &demands), s.constant(capacity).unwrap());
            s.cumulative(x, &d, &n, c).unwrap()
        }),
        holds: Box::new(move |x| fits(x, &needs, capacity)),
        stated,
    }
}

#[test]
fn tasks_share_a_resource() {
    run(21, |random| {
        let count = 1 + random.below(4);
        cumulative(random, count, (3, 3))
    });
    run(23, |random| cumulative(random, 5, (2, 2)));
}

#[test]
fn a_resource_there_is_nothing_of_is_shared_by_tasks_that_need_nothing() {
    run(24, |random| {
        let needs = needs(random, 3, (2, 1));
        let (durations, demands): (Vec<i64>, Vec<i64>) = needs.iter().copied().unzip();
        Case {
            domains: domains(random, 3, 0, 3),
            text: format!("cumulative {needs:?} 0"),
            post: Box::new(move |s, x| {
                let (d, n, c) = (constants(s, &durations), constants(s, &demands), s.constant(0).unwrap());
                s.cumulative(x, &d, &n, c).unwrap()
            }),
            holds: Box::new(move |x| fits(x, &needs, 0)),
            stated: Stated::Sound,
        }
    });
}

#[test]
fn tasks_come_one_after_the_other() {
    for (seed, most) in [(22, 3), (25, 5)] {
        run(seed, |random| {
            let count = if most == 3 { 1 + random.below(3) } else { 3 + random.below(3) };
            let needs: Needs = (0..count).map(|_| (between(random, 0, if most == 3 { 3 } else { 2 }), 1)).collect();
            let durations: Vec<i64> = needs.iter().map(|task| task.0).collect();
            let edges = edges(&needs, 1);
            Case {
                domains: domains(random, count, 0, 6),
                text: format!("no overlap {durations:?}"),
                post: Box::new(move |s, x| {
                    let d = constants(s, &durations);
                    s.no_overlap(x, &d).unwrap()
                }),
                holds: Box::new(move |x| fits(x, &needs, 1)),
                // Each two by themselves, and sets.
                stated: if count == 2 { Stated::Bounds } else { Stated::Custom(edges) },
            }
        });
    }
}

#[test]
fn durations_demands_and_capacity_are_variables() {
    run(27, |random| {
        let count = 1 + random.below(2);
        let mut domains = domains(random, count, 0, 4);
        domains.extend((0..count).map(|_| values(random, -1, 3)));
        domains.extend((0..count).map(|_| values(random, -1, 2)));
        domains.push(values(random, -1, 3));
        domains.iter_mut().for_each(|domain| _ = domain.insert(1));
        Case {
            domains,
            text: format!("cumulative of {count}"),
            post: Box::new(move |s, x| {
                let posted = s.cumulative(&x[..count], &x[count..2 * count], &x[2 * count..3 * count], x[3 * count]);
                refuse_negative(s, posted);
            }),
            holds: Box::new(move |x| {
                let (starts, rest) = x.split_at(count);
                let (durations, rest) = rest.split_at(count);
                let needs: Needs = durations.iter().copied().zip(rest.iter().copied()).collect();
                x[count..].iter().all(|&n| n >= 0) && fits(starts, &needs, rest[count])
            }),
            stated: Stated::Sound,
        }
    });
    run(28, |random| {
        let count = 1 + random.below(3);
        let mut domains = domains(random, count, 0, 4);
        domains.extend((0..count).map(|_| values(random, -1, 3)));
        Case {
            domains,
            text: format!("no overlap of {count}"),
            post: Box::new(move |s, x| {
                let posted = s.no_overlap(&x[..count], &x[count..]);
                refuse_negative(s, posted);
            }),
            holds: Box::new(move |x| {
                let needs: Needs = x[count..].iter().map(|&n| (n, 1)).collect();
                x[count..].iter().all(|&n| n >= 0) && fits(&x[..count], &needs, 1)
            }),
            stated: Stated::Sound,
        }
    });
}

/// A variable that can only be negative is refused, and has no solutions here.
fn refuse_negative(store: &mut Store, posted: Result<(), Error>) {
    match posted {
        Ok(()) => {}
        Err(Error::Negative(_)) => {
            let one = store.constant(1).unwrap();
            let _ = store.remove(one, 1);
        }
        Err(error) => panic!("{error}"),
    }
}
