//! All different, by values: a value that one variable has leaves the others.

use crate::domain::Failure;
use crate::propagate::regin_small::{MOST, supported};
use crate::propagate::{Outcome, Run, at, put};
use crate::propagation_queue::Workspace;

/// Looks at a variable in one run: of many that are fixed at once, the next run has the rest.
const MOST_LOOKS: usize = 1 << 22;

/// In the memory, a bit for each variable whose value has left the others.
pub(super) fn run(work: &mut Workspace<'_>, items: &[u32], memory: usize) -> Run {
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
            if looks > MOST_LOOKS {
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
            return Ok(Outcome::Done);
        }
        if !changed {
            return Ok(Outcome::Open);
        }
    }
}

/// Returns whether the fixed variables have different values, for propagators that reason by bounds.
pub(super) fn is_possible(values: &mut [i64]) -> bool {
    values.sort_unstable();
    values.windows(2).all(|pair| at(pair, 0) != at(pair, 1))
}

// All different, with a given sum: a cage of killer sudoku. Domain consistent: for each set of values that adds up to
// the sum, what the variables can have of it is found as for all different.

/// Sets of values that are looked at, at most.
const MOST_SETS: usize = 4096;

/// So many numbers below `count`, all different, that add up to `sum`: the sets of them, as bits. None if there are too
/// many.
pub(crate) fn sets(size: usize, count: usize, sum: i64) -> Option<Vec<u64>> {
    let mut found = Vec::new();
    // The chosen values, the number that is missing, the least next value, the sum that they need.
    let mut open = vec![(0u64, size, 0usize, sum)];
    let mut looks = 0;
    while let Some((chosen, missing, least, rest)) = open.pop() {
        looks += 1;
        if looks > 16 * MOST_SETS || found.len() > MOST_SETS {
            return None;
        }
        if missing == 0 {
            if rest == 0 {
                found.push(chosen);
            }
            continue;
        }
        // The least and the greatest that so many can add up to.
        let (k, first, last) = (missing as i64, least as i64, count as i64 - 1);
        if first + k - 1 > last || rest < k * first + k * (k - 1) / 2 || rest > k * last - k * (k - 1) / 2 {
            continue;
        }
        open.push((chosen, missing, least + 1, rest));
        open.push((chosen | 1 << least, missing - 1, least + 1, rest - first));
    }
    Some(found)
}

/// `sets` are of values counted from `base`.
pub(super) fn all_different_sum(work: &mut Workspace<'_>, items: &[u32], base: i64, sets: &[u64]) -> Run {
    let mut values = [0u64; MOST];
    let (mut all, mut fixed) = (0, 0);
    for (i, &x) in items.iter().enumerate() {
        let word = work.word(x, base);
        put(&mut values, i, word);
        all |= word;
        fixed |= if word.is_power_of_two() { word } else { 0 };
    }
    let mut possible = [0u64; MOST];
    for &set in sets.iter().filter(|&&set| fixed & !set == 0 && set & !all == 0) {
        let mut within = values;
        within.iter_mut().for_each(|word| *word &= set);
        if let Some(supported) = supported(within, items.len()) {
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
    Ok(if open { Outcome::Open } else { Outcome::Done })
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
        return Ok(Outcome::Done);
    }
    if range.hi == sure {
        for &x in items {
            if work.value(x) != Some(value) {
                work.remove(x, value)?;
            }
        }
        return Ok(Outcome::Done);
    }
    if range.lo == sure + open {
        for &x in items {
            if work.contains(x, value) {
                work.fix(x, value)?;
            }
        }
        return Ok(Outcome::Done);
    }
    Ok(Outcome::Open)
}
