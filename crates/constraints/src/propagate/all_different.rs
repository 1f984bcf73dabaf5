//! All different, by values, and by bounds: A. López-Ortiz, C.-G. Quimper, J. Tromp and P. van Beek, "A fast and simple
//! algorithm for bounds consistency of the alldifferent constraint", IJCAI 2003.

use crate::domain::Failure;
use crate::propagate::{Outcome, Run, at, put};
use crate::propagation_queue::Workspace;
use klammer_space::SmallMatching;

/// Maximum removals per run; a run beyond it returns `Again`.
const MAX_LOOKS: usize = 1 << 22;

/// In the memory, a bit for each variable whose value has left the others.
pub(super) fn values(work: &mut Workspace<'_>, items: &[u32], memory: usize) -> Run {
    let mut looks = 0;
    loop {
        let mut settled = 0;
        let mut changed = false;
        for (i, &x) in items.iter().enumerate() {
            let (word, bit) = (memory + i / 64, 1u64 << (i % 64));
            if work.recall(word) & bit != 0 {
                settled += 1;
                continue;
            }
            let Some(value) = work.value(x) else { continue };
            if looks > MAX_LOOKS {
                return Ok(Outcome::Again);
            }
            let known = work.recall(word);
            work.remember(word, known | bit);
            settled += 1;
            changed = true;
            looks += items.len();
            for (j, &y) in items.iter().enumerate() {
                if i != j {
                    work.remove(y, value)?;
                }
            }
        }
        if settled == items.len() {
            return Ok(Outcome::Subsumed);
        }
        if !changed {
            return Ok(Outcome::NoFix);
        }
    }
}

/// Returns whether the fixed variables have different values, for propagators that reason by bounds.
pub(super) fn is_possible(values: &mut [i64]) -> bool {
    values.sort_unstable();
    values.windows(2).all(|pair| at(pair, 0) != at(pair, 1))
}

// All different, with a given sum: a cage of killer sudoku. Domain consistent: for each set of values with that sum,
// the variables are filtered as for all different.

/// `sets` are of values counted from `base`.
pub(super) fn all_different_sum(work: &mut Workspace<'_>, items: &[u32], base: i64, sets: &[u64]) -> Run {
    let mut values = [0u64; SmallMatching::MAX];
    let (mut all, mut fixed) = (0, 0);
    for (i, &x) in items.iter().enumerate() {
        let word = work.word(x, base);
        put(&mut values, i, word);
        all |= word;
        fixed |= if word.is_power_of_two() { word } else { 0 };
    }
    let mut possible = [0u64; SmallMatching::MAX];
    for &set in sets.iter().filter(|&&set| fixed & !set == 0 && set & !all == 0) {
        let within = values.map(|word| word & set);
        let mut matching = SmallMatching::new(within);
        if matching.complete(items.len()) {
            let supported = within.iter().zip(matching.impossible(items.len())).map(|(word, gone)| word & !gone);
            possible.iter_mut().zip(supported).for_each(|(word, more)| *word |= more);
        }
        if possible == values {
            break;
        }
    }
    let mut open = false;
    for (i, &x) in items.iter().enumerate() {
        let (before, left) = (at(&values, i), at(&possible, i));
        if left == 0 {
            return Err(Failure);
        }
        let mut gone = before & !left;
        while gone != 0 {
            work.remove(x, base + i64::from(gone.trailing_zeros()))?;
            gone &= gone - 1;
        }
        open |= left.count_ones() > 1;
    }
    Ok(if open { Outcome::NoFix } else { Outcome::Subsumed })
}

// The number of variables that have a value. Domain consistent.

pub(super) fn count(work: &mut Workspace<'_>, items: &[u32], value: i64, count: u32) -> Run {
    let (mut sure, mut open) = (0, 0);
    for &x in items {
        if work.value(x) == Some(value) {
            sure += 1;
        } else if work.contains(x, value) {
            open += 1;
        }
    }
    work.set_lo(count, sure)?;
    work.set_hi(count, sure + open)?;
    let range = work.range(count);
    if open == 0 {
        return Ok(Outcome::Subsumed);
    }
    if range.hi == sure {
        for &x in items {
            if work.value(x) != Some(value) {
                work.remove(x, value)?;
            }
        }
        return Ok(Outcome::Subsumed);
    }
    if range.lo == sure + open {
        for &x in items {
            if work.contains(x, value) {
                work.fix(x, value)?;
            }
        }
        return Ok(Outcome::Subsumed);
    }
    Ok(Outcome::NoFix)
}

#[derive(Clone, Copy, Default)]
struct Interval {
    x: u32,
    lo: i64,
    hi: i64,
    lo_rank: usize,
    hi_rank: usize,
}

pub(super) fn bounds(work: &mut Workspace<'_>, items: &[u32]) -> Run {
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
        return if is_possible(&mut values) { Ok(Outcome::Subsumed) } else { Err(Failure) };
    }
    Ok(Outcome::NoFix)
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
