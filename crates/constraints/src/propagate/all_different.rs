//! All different, by values, and by bounds: A. López-Ortiz, C.-G. Quimper, J. Tromp and P. van Beek, "A fast and simple
//! algorithm for bounds consistency of the alldifferent constraint", IJCAI 2003.

use klammer_space::{SmallMatching, bits};

use super::{Outcome, Run, at, put};
use crate::domain::Failure;
use crate::propagate::Workspace;

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

// All different, by domains: a value stays only if all variables can have different ones with it (J.-C. Régin, "A
// filtering algorithm for constraints of difference in CSPs", AAAI 1994).
//
// The memory holds the value that each variable was matched with, counted from the first, plus 1. Filtering from a
// matching: a variable may take another value if both are on a cycle of the graph. Edges lead from a variable to its
// other values, from a value to the variable that has it, from a free value to the sink, and from the sink to the used
// values.

/// A value that no variable has, a variable that has no value.
const NONE: u32 = u32::MAX;

struct Matching<'a> {
    items: &'a [u32],
    base: i64,
    /// For each variable, its value.
    of_variable: Vec<u32>,
    /// For each value, its variable.
    of_value: Vec<u32>,
}

pub(super) fn run(work: &mut Workspace<'_>, items: &[u32], base: i64, values: usize, memory: usize) -> Run {
    if items.len() <= SmallMatching::MAX && values <= SmallMatching::MAX {
        return run_small(work, items, base, memory);
    }
    let mut matching = Matching { items, base, of_variable: vec![NONE; items.len()], of_value: vec![NONE; values] };
    for (i, &x) in items.iter().enumerate() {
        if let Some(value) = work.recall(memory + i).checked_sub(1)
            && work.contains(x, base + value as i64)
        {
            put(&mut matching.of_variable, i, value as u32);
            put(&mut matching.of_value, value as usize, i as u32);
        }
    }
    let mut from = vec![NONE; values];
    for i in 0..items.len() {
        if at(&matching.of_variable, i) == NONE && !matching.augment(work, i as u32, &mut from) {
            return Err(Failure);
        }
    }
    for i in 0..items.len() {
        work.remember(memory + i, u64::from(at(&matching.of_variable, i)) + 1);
    }
    let component = matching.components(work);
    for (i, &x) in items.iter().enumerate() {
        if work.value(x).is_some() {
            continue;
        }
        let (own, matched) = (at(&component, i), at(&matching.of_variable, i));
        work.retain(x, |_, value| {
            let value = (value - base) as usize;
            value as u32 == matched || at(&component, items.len() + value) == own
        })?;
    }
    let fixed = items.iter().all(|&x| work.value(x).is_some());
    Ok(if fixed { Outcome::Subsumed } else { Outcome::NoFix })
}

impl Matching<'_> {
    fn value(&self, value: i64) -> usize {
        (value - self.base) as usize
    }

    fn variable(&self, i: u32) -> u32 {
        at(self.items, i as usize)
    }

    /// Finds a value for a variable that has none, perhaps by giving others different ones (breadth first).
    fn augment(&mut self, work: &Workspace<'_>, start: u32, from: &mut [u32]) -> bool {
        from.fill(NONE);
        let mut open = vec![start];
        let mut next = 0;
        while let Some(&i) = open.get(next) {
            next += 1;
            for value in work.values(self.variable(i)) {
                let value = self.value(value);
                if at(from, value) != NONE {
                    continue;
                }
                put(from, value, i);
                match self.of_value.get(value) {
                    Some(&NONE) => {
                        self.exchange(value as u32, start, from);
                        return true;
                    }
                    Some(&other) => open.push(other),
                    None => {}
                }
            }
        }
        false
    }

    /// Goes back along the way that the search came.
    fn exchange(&mut self, mut value: u32, start: u32, from: &[u32]) {
        loop {
            let i = at(from, value as usize);
            let before = at(&self.of_variable, i as usize);
            put(&mut self.of_variable, i as usize, value);
            put(&mut self.of_value, value as usize, i);
            if i == start {
                return;
            }
            value = before;
        }
    }

    /// The strongly connected component of each variable, each value, and the end (R. Tarjan, 1972; without recursion).
    fn components(&self, work: &Workspace<'_>) -> Vec<u32> {
        let variables = self.items.len();
        let end = variables + self.of_value.len();
        let mut number = vec![0u32; end + 1];
        let mut low = vec![0u32; end + 1];
        let mut component = vec![NONE; end + 1];
        let mut stack = Vec::new();
        // Nodes that are being visited, each with what comes next: a value for a variable, else a number.
        let mut path: Vec<(usize, i64)> = Vec::new();
        let mut count = 0;
        let mut enter = |node: usize, number: &mut [u32], low: &mut [u32], stack: &mut Vec<usize>| {
            count += 1;
            put(number, node, count);
            put(low, node, count);
            stack.push(node);
            (node, i64::MIN)
        };
        for root in 0..variables {
            if at(&number, root) != 0 {
                continue;
            }
            path.push(enter(root, &mut number, &mut low, &mut stack));
            while let Some(&(node, progress)) = path.last() {
                let (target, progress) = self.successor(work, node, progress, end);
                if let Some(top) = path.last_mut() {
                    top.1 = progress;
                }
                match target {
                    Some(target) if at(&number, target) == 0 => {
                        path.push(enter(target, &mut number, &mut low, &mut stack));
                    }
                    Some(target) => {
                        if at(&component, target) == NONE {
                            let least = at(&low, node).min(at(&number, target));
                            put(&mut low, node, least);
                        }
                    }
                    None => {
                        path.pop();
                        if at(&low, node) == at(&number, node) {
                            while let Some(member) = stack.pop() {
                                put(&mut component, member, node as u32);
                                if member == node {
                                    break;
                                }
                            }
                        }
                        if let Some(&(parent, _)) = path.last() {
                            let least = at(&low, parent).min(at(&low, node));
                            put(&mut low, parent, least);
                        }
                    }
                }
            }
        }
        component
    }

    /// Returns the end of the next edge.
    fn successor(&self, work: &Workspace<'_>, node: usize, progress: i64, end: usize) -> (Option<usize>, i64) {
        let variables = self.items.len();
        if let Some(&x) = self.items.get(node) {
            let matched = i64::from(at(&self.of_variable, node)) + self.base;
            let mut value = work.next(x, progress);
            if value == Some(matched) {
                value = work.next(x, matched + 1);
            }
            return match value {
                Some(value) => (Some(variables + self.value(value)), value + 1),
                None => (None, i64::MAX),
            };
        }
        let step = if progress == i64::MIN { 0 } else { progress };
        if node == end {
            let matched = self.of_variable.get(step as usize);
            return (matched.map(|&value| variables + value as usize), step + 1);
        }
        if step > 0 {
            return (None, step);
        }
        match at(&self.of_value, node - variables) {
            NONE => (Some(end), 1),
            i => (Some(i as usize), 1),
        }
    }
}

fn run_small(work: &mut Workspace<'_>, items: &[u32], base: i64, memory: usize) -> Run {
    let mut matching = SmallMatching::default();
    for (i, &x) in items.iter().enumerate() {
        let values = work.word(x, base);
        matching.allow(i, values);
        if let Some(value) = work.recall(memory + i).checked_sub(1)
            && values >> value & 1 != 0
        {
            matching.give(i, value as u8);
        }
    }
    if !matching.complete(items.len()) {
        return Err(Failure);
    }
    for i in 0..items.len() {
        work.remember(memory + i, u64::from(matching.value_of(i)) + 1);
    }
    let mut open = false;
    for (i, (&x, gone)) in items.iter().zip(matching.impossible(items.len())).enumerate() {
        for value in bits(gone) {
            work.remove(x, base + value as i64)?;
        }
        open |= (matching.values(i) & !gone).count_ones() > 1;
    }
    Ok(if open { Outcome::NoFix } else { Outcome::Subsumed })
}
