//! Tasks in time: cumulative and no-overlap against their definitions, and against the rule of edge finding as it is
//! defined, for all sets of tasks.

use klammer_constraints::{Error, Random, Relation, Space, Store, TieBreak, Variable};

use crate::cases::{Case, Possible, Stated, between, domains, problems, run, values};

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
fn an_empty_resource_takes_tasks_without_demand() {
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

/// The machine and the duration of each task, job after job.
const FT06: &[&str] = &[
    "2 1 0 3 1 6 3 7 5 3 4 6",
    "1 8 2 5 4 10 5 10 0 10 3 4",
    "2 5 3 4 5 8 0 9 1 1 4 7",
    "1 5 0 5 2 5 3 3 4 8 5 9",
    "2 9 1 3 4 5 5 4 0 3 3 1",
    "1 3 3 3 5 9 0 10 4 4 2 1",
];

const FT10: &[&str] = &[
    "0 29 1 78 2 9 3 36 4 49 5 11 6 62 7 56 8 44 9 21",
    "0 43 2 90 4 75 9 11 3 69 1 28 6 46 5 46 7 72 8 30",
    "1 91 0 85 3 39 2 74 8 90 5 10 7 12 6 89 9 45 4 33",
    "1 81 2 95 0 71 4 99 6 9 8 52 7 85 3 98 9 22 5 43",
    "2 14 0 6 1 22 5 61 3 26 4 69 8 21 7 49 9 72 6 53",
    "2 84 1 2 5 52 3 95 8 48 9 72 0 47 6 65 4 6 7 25",
    "1 46 0 37 3 61 2 13 6 32 5 21 9 32 8 89 7 30 4 55",
    "2 31 0 86 1 46 5 74 4 32 6 88 8 19 9 48 7 36 3 79",
    "0 76 1 69 3 76 5 51 2 85 9 11 6 40 7 89 4 26 8 74",
    "1 85 0 13 2 61 6 7 8 64 9 76 5 47 3 52 4 90 7 45",
];

const LA01: &[&str] = &[
    "1 21 0 53 4 95 3 55 2 34",
    "0 21 3 52 4 16 2 26 1 71",
    "3 39 4 98 1 42 2 31 0 12",
    "1 77 0 55 4 79 2 66 3 77",
    "0 83 3 34 2 64 1 19 4 37",
    "1 54 2 43 4 79 0 92 3 62",
    "3 69 4 77 1 87 2 87 0 93",
    "2 38 0 60 1 41 3 24 4 83",
    "3 17 1 49 4 25 0 44 2 98",
    "4 77 3 79 2 43 1 75 0 96",
];

const LA02: &[&str] = &[
    "0 20 3 87 1 31 4 76 2 17",
    "4 25 2 32 0 24 1 18 3 81",
    "1 72 2 23 4 28 0 58 3 99",
    "2 86 1 76 4 97 0 45 3 90",
    "4 27 0 42 3 48 2 17 1 46",
    "1 67 0 98 4 48 3 27 2 62",
    "4 28 1 12 3 19 0 80 2 50",
    "1 63 0 94 2 98 3 50 4 80",
    "4 14 0 75 2 50 1 41 3 55",
    "4 72 2 18 1 37 3 79 0 61",
];

const LA03: &[&str] = &[
    "1 23 2 45 0 82 4 84 3 38",
    "2 21 1 29 0 18 4 41 3 50",
    "2 38 3 54 4 16 0 52 1 52",
    "4 37 0 54 2 74 1 62 3 57",
    "4 57 0 81 1 61 3 68 2 30",
    "4 81 0 79 1 89 2 89 3 11",
    "3 33 2 20 0 91 4 20 1 66",
    "4 24 1 84 0 32 2 55 3 8",
    "4 56 0 7 3 54 2 64 1 39",
    "4 40 1 83 0 19 2 8 3 7",
];

const LA04: &[&str] = &[
    "0 12 2 94 3 92 4 91 1 7",
    "1 19 3 11 4 66 2 21 0 87",
    "1 14 0 75 3 13 4 16 2 20",
    "2 95 4 66 0 7 3 7 1 77",
    "1 45 3 6 4 89 0 15 2 34",
    "3 77 2 20 0 76 4 88 1 53",
    "2 74 1 88 0 52 3 27 4 9",
    "1 88 3 69 0 62 4 98 2 52",
    "2 61 4 9 0 62 1 52 3 90",
    "2 54 4 5 3 59 1 15 0 88",
];

const LA05: &[&str] = &[
    "1 72 0 87 4 95 2 66 3 60",
    "4 5 3 35 0 48 2 39 1 54",
    "1 46 3 20 2 21 0 97 4 55",
    "0 59 3 19 4 46 1 34 2 37",
    "4 23 2 73 3 25 1 24 0 28",
    "3 28 0 45 4 5 1 78 2 83",
    "0 53 3 71 1 37 4 29 2 12",
    "4 12 2 87 3 33 1 55 0 38",
    "2 49 3 83 1 40 0 48 4 7",
    "2 65 3 17 0 90 4 27 1 23",
];

/// The store of an instance, and the end of all jobs.
fn shop(jobs: &[&str]) -> (Store, Variable) {
    let mut store = Store::new();
    let numbers = |job: &str| job.split(' ').map(|n| n.parse().unwrap()).collect::<Vec<i64>>();
    let jobs: Vec<Vec<i64>> = jobs.iter().map(|job| numbers(job)).collect();
    let horizon = jobs.iter().flat_map(|job| job.chunks(2)).map(|task| task[1]).sum();
    let end = store.variable(0, horizon).unwrap();
    let mut machines = vec![(Vec::new(), Vec::new()); jobs[0].len() / 2];
    for job in &jobs {
        let starts: Vec<Variable> = job.chunks(2).map(|_| store.variable(0, horizon).unwrap()).collect();
        for ((i, &start), task) in starts.iter().enumerate().zip(job.chunks(2)) {
            let next = starts.get(i + 1).copied().unwrap_or(end);
            store.linear(&[(1, start), (-1, next)], Relation::AtMost, -task[1]).unwrap();
            let machine = &mut machines[task[0] as usize];
            machine.0.push(start);
            machine.1.push(store.constant(task[1]).unwrap());
        }
    }
    for (starts, durations) in machines {
        store.no_overlap(&starts, &durations).unwrap();
    }
    (store, end)
}

/// Branch and bound with restarts of growing node limits. Returns the objectives of the solutions, each better than the
/// last, the nodes to the first solution, and the nodes of the proof of optimality.
fn minimize(store: &Store, end: Variable, most: usize) -> (Vec<i64>, usize, Option<usize>) {
    let (mut found, mut first, mut nodes, mut limit) = (Vec::new(), 0, 0, 256);
    let mut root = store.clone();
    'runs: loop {
        if let Some(&best) = found.last() {
            let _ = root.at_most(end, best - 1);
        }
        let mut open = vec![root.clone()];
        let stop = nodes + limit;
        while let Some(mut s) = open.pop() {
            if let Some(&best) = found.last() {
                let _ = s.at_most(end, best - 1);
            }
            nodes += 1;
            if nodes > most {
                return (found, first, None);
            }
            if nodes > stop {
                limit += limit / 4;
                continue 'runs;
            }
            if s.propagate_all().is_err() {
                continue;
            }
            let Some(place) = s.most_constrained(TieBreak::Degree) else {
                found.push(s.value(end).unwrap());
                s.note_best();
                if first == 0 {
                    first = nodes;
                }
                continue 'runs;
            };
            let x = s.variable_at(place).unwrap();
            for value in s.ordered_values(x).into_iter().rev() {
                let mut next = s.clone();
                if next.assign(x, value).is_ok() {
                    open.push(next);
                }
            }
        }
        return (found, first, Some(nodes));
    }
}

#[test]
fn known_job_shops_are_proved_optimal() {
    for (jobs, optimum, most) in [
        (FT06, 55, 2_000),
        (LA01, 666, 10_000),
        (LA02, 655, 10_000),
        (LA03, 597, 20_000),
        (LA04, 590, 10_000),
        (LA05, 593, 10_000),
        (FT10, 930, 200_000),
    ] {
        // The largest one takes half a minute.
        if jobs.len() * jobs[0].len() < 200 || problems() > 5_000 {
            let (store, end) = shop(jobs);
            let (found, first, proof) = minimize(&store, end, most);
            assert_eq!(found.last(), Some(&optimum), "{found:?}");
            assert!(proof.is_some(), "{optimum} is not proved within {most} nodes");
            // Hardly a choice is taken back.
            assert!(first <= 3 * store.len(), "{first} nodes until {:?}", found.first());
        }
    }
}
