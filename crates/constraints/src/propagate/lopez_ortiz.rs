//! All different, by bounds: A. López-Ortiz, C.-G. Quimper, J. Tromp and P. van Beek, "A fast and simple algorithm for
//! bounds consistency of the alldifferent constraint", IJCAI 2003.

use crate::domain::Failure;
use crate::propagate::{Outcome, Run, at, put};
use crate::propagation_queue::Workspace;

#[derive(Clone, Copy, Default)]
struct Interval {
    x: u32,
    lo: i64,
    hi: i64,
    lo_rank: usize,
    hi_rank: usize,
}

pub(super) fn run(work: &mut Workspace<'_>, items: &[u32]) -> Run {
    let mut intervals: Vec<Interval> = items
        .iter()
        .map(|&x| {
            let range = work.range(x);
            Interval { x, lo: range.lo, hi: range.hi, ..Interval::default() }
        })
        .collect();
    let mut by_lo: Vec<usize> = (0..items.len()).collect();
    let mut by_hi = by_lo.clone();
    by_lo.sort_by_key(|&i| at(&intervals, i).lo);
    by_hi.sort_by_key(|&i| at(&intervals, i).hi);
    let bounds = ranks(&mut intervals, &by_lo, &by_hi);
    filter_lower(work, &intervals, &by_hi, &bounds)?;
    filter_upper(work, &intervals, &by_lo, &bounds)?;
    let fixed = items.iter().filter(|&&x| work.value(x).is_some()).count();
    if fixed == items.len() {
        let mut values: Vec<i64> = items.iter().map(|&x| work.lo(x)).collect();
        return if crate::propagate::all_different::is_possible(&mut values) {
            Ok(Outcome::Done)
        } else {
            Err(Failure)
        };
    }
    Ok(Outcome::Open)
}

/// All bounds, ascending, with one more on either side; each interval learns the places of its own.
fn ranks(intervals: &mut [Interval], by_lo: &[usize], by_hi: &[usize]) -> Vec<i64> {
    let first = at(intervals, at(by_lo, 0)).lo;
    let mut bounds = vec![first - 2];
    let mut last = first - 2;
    let (mut i, mut j) = (0, 0);
    while j < by_hi.len() {
        let high = at(intervals, at(by_hi, j)).hi + 1;
        let low = by_lo.get(i).map(|&k| at(intervals, k).lo).filter(|&low| low <= high);
        let bound = low.unwrap_or(high);
        if bound != last {
            bounds.push(bound);
            last = bound;
        }
        let rank = bounds.len() - 1;
        let (list, at) = if low.is_some() { (by_lo, &mut i) } else { (by_hi, &mut j) };
        if let Some(interval) = list.get(*at).and_then(|&k| intervals.get_mut(k)) {
            *(if low.is_some() { &mut interval.lo_rank } else { &mut interval.hi_rank }) = rank;
        }
        *at += 1;
    }
    bounds.push(last + 2);
    bounds
}

fn follow(links: &[usize], mut i: usize, onward: impl Fn(usize, usize) -> bool) -> usize {
    while onward(at(links, i), i) {
        i = at(links, i);
    }
    i
}

fn set_path(links: &mut [usize], start: usize, end: usize, to: usize) {
    let mut i = start;
    while i != end {
        let next = at(links, i);
        put(links, i, to);
        i = next;
    }
}

fn filter_lower(
    work: &mut Workspace<'_>,
    intervals: &[Interval],
    by_hi: &[usize],
    bounds: &[i64],
) -> Result<(), Failure> {
    let up = |next: usize, here: usize| next > here;
    let mut trees: Vec<usize> = (0..bounds.len()).map(|i| i.saturating_sub(1)).collect();
    let mut halls = trees.clone();
    let mut room: Vec<i64> = (0..bounds.len()).map(|i| at(bounds, i) - at(bounds, i.saturating_sub(1))).collect();
    for &k in by_hi {
        let interval = at(intervals, k);
        let (x, y) = (interval.lo_rank, interval.hi_rank);
        let mut z = follow(&trees, x + 1, up);
        let j = at(&trees, z);
        let left = at(&room, z) - 1;
        put(&mut room, z, left);
        if left == 0 {
            put(&mut trees, z, z + 1);
            z = follow(&trees, z + 1, up);
            put(&mut trees, z, j);
        }
        set_path(&mut trees, x + 1, z, z);
        let missing = at(bounds, z) - at(bounds, y);
        if at(&room, z) < missing {
            return Err(Failure);
        }
        if at(&halls, x) > x {
            let w = follow(&halls, at(&halls, x), up);
            work.set_lo(interval.x, at(bounds, w))?;
            set_path(&mut halls, x, w, w);
        }
        if at(&room, z) == missing {
            let start = at(&halls, y);
            set_path(&mut halls, start, j.saturating_sub(1), y);
            put(&mut halls, y, j.saturating_sub(1));
        }
    }
    Ok(())
}

fn filter_upper(
    work: &mut Workspace<'_>,
    intervals: &[Interval],
    by_lo: &[usize],
    bounds: &[i64],
) -> Result<(), Failure> {
    let down = |next: usize, here: usize| next < here;
    let mut trees: Vec<usize> = (0..bounds.len()).map(|i| i + 1).collect();
    let mut halls = trees.clone();
    let mut room: Vec<i64> = (0..bounds.len()).map(|i| at(bounds, i + 1) - at(bounds, i)).collect();
    for &k in by_lo.iter().rev() {
        let interval = at(intervals, k);
        let (x, y) = (interval.hi_rank, interval.lo_rank);
        let mut z = follow(&trees, x.saturating_sub(1), down);
        let j = at(&trees, z);
        let left = at(&room, z) - 1;
        put(&mut room, z, left);
        if left == 0 {
            put(&mut trees, z, z.saturating_sub(1));
            z = follow(&trees, z.saturating_sub(1), down);
            put(&mut trees, z, j);
        }
        set_path(&mut trees, x.saturating_sub(1), z, z);
        let missing = at(bounds, y) - at(bounds, z);
        if at(&room, z) < missing {
            return Err(Failure);
        }
        if at(&halls, x) < x {
            let w = follow(&halls, at(&halls, x), down);
            work.set_hi(interval.x, at(bounds, w) - 1)?;
            set_path(&mut halls, x, w, w);
        }
        if at(&room, z) == missing {
            let start = at(&halls, y);
            set_path(&mut halls, start, j + 1, y);
            put(&mut halls, y, j + 1);
        }
    }
    Ok(())
}
