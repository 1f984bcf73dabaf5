//! All different, by domains: a value stays only if all variables can have different ones with it (J.-C. Régin, "A
//! filtering algorithm for constraints of difference in CSPs", AAAI 1994).
//!
//! The memory holds the value that each variable was matched with, counted from the first, plus 1. Filtering from a
//! matching: a variable may take another value if both are on a cycle of the graph. Edges lead from a variable to its
//! other values, from a value to the variable that has it, from a free value to the sink, and from the sink to the used
//! values.

use crate::domain::Failure;
use crate::propagate::{Outcome, Run, at, put};
use crate::propagation_queue::Workspace;

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
    if items.len() <= MOST && values <= MOST {
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
    Ok(if fixed { Outcome::Done } else { Outcome::Open })
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

/// A value that no variable has, a variable that has no value.
const NO_VALUE: u8 = u8::MAX;

/// Variables, and values, at most.
pub(super) const MOST: usize = 64;

struct SmallMatching {
    /// The values of each variable, counted from the first.
    values: [u64; MOST],
    /// For each variable, its value.
    of_variable: [u8; MOST],
    /// For each value, its variable.
    of_value: [u8; MOST],
}

/// The numbers of the bits, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

pub(super) fn run_small(work: &mut Workspace<'_>, items: &[u32], base: i64, memory: usize) -> Run {
    let mut matching = SmallMatching { values: [0; MOST], of_variable: [NO_VALUE; MOST], of_value: [NO_VALUE; MOST] };
    for (i, &x) in items.iter().enumerate() {
        let values = work.word(x, base);
        put(&mut matching.values, i, values);
        if let Some(value) = work.recall(memory + i).checked_sub(1)
            && values >> value & 1 != 0
        {
            put(&mut matching.of_variable, i, value as u8);
            put(&mut matching.of_value, value as usize, i as u8);
        }
    }
    if !matching.complete(items.len()) {
        return Err(Failure);
    }
    for i in 0..items.len() {
        work.remember(memory + i, u64::from(at(&matching.of_variable, i)) + 1);
    }
    let impossible = matching.impossible(items.len());
    let mut open = false;
    for (i, &x) in items.iter().enumerate() {
        for value in bits(at(&impossible, i)) {
            work.remove(x, base + value as i64)?;
        }
        open |= (at(&matching.values, i) & !at(&impossible, i)).count_ones() > 1;
    }
    Ok(if open { Outcome::Open } else { Outcome::Done })
}

/// Returns the parts of value sets, one set for each variable, that belong to an assignment of different values; none
/// if there is no such assignment.
pub(super) fn supported(values: [u64; MOST], count: usize) -> Option<[u64; MOST]> {
    let mut matching = SmallMatching { values, of_variable: [NO_VALUE; MOST], of_value: [NO_VALUE; MOST] };
    if !matching.complete(count) {
        return None;
    }
    let mut supported = values;
    for (values, impossible) in supported.iter_mut().zip(matching.impossible(count)) {
        *values &= !impossible;
    }
    Some(supported)
}

impl SmallMatching {
    /// Gives a value to each variable that has none yet, if all can have different ones.
    fn complete(&mut self, count: usize) -> bool {
        (0..count).all(|i| at(&self.of_variable, i) != NO_VALUE || self.augment(i))
    }

    /// Finds a value for a variable that has none, perhaps by giving others different ones (breadth first).
    fn augment(&mut self, start: usize) -> bool {
        let mut from = [NO_VALUE; MOST];
        let mut open = [0u8; MOST];
        let (mut next, mut end, mut seen) = (0, 1, 0u64);
        put(&mut open, 0, start as u8);
        while next < end {
            let i = at(&open, next);
            next += 1;
            let fresh = at(&self.values, usize::from(i)) & !seen;
            seen |= fresh;
            for value in bits(fresh) {
                put(&mut from, value, i);
                match at(&self.of_value, value) {
                    NO_VALUE => {
                        self.exchange(value as u8, start as u8, &from);
                        return true;
                    }
                    other => {
                        put(&mut open, end, other);
                        end += 1;
                    }
                }
            }
        }
        false
    }

    /// Goes back along the way that the search came.
    fn exchange(&mut self, mut value: u8, start: u8, from: &[u8; MOST]) {
        loop {
            let i = at(from, usize::from(value));
            let before = at(&self.of_variable, usize::from(i));
            put(&mut self.of_variable, usize::from(i), value);
            put(&mut self.of_value, usize::from(value), i);
            if i == start {
                return;
            }
            value = before;
        }
    }

    /// For each variable, the values that it cannot have if all are to have different ones.
    fn impossible(&self, count: usize) -> [u64; MOST] {
        let mut impossible = [0; MOST];
        // Edges of the variables that have a choice, in both directions, and variables that can take a free value.
        let (mut onward, mut back, mut free, mut left) = ([0u64; MOST], [0u64; MOST], 0u64, 0u64);
        let had = (0..count).fold(0u64, |had, i| had | 1 << (at(&self.of_variable, i) & 63));
        for i in 0..count {
            let values = at(&self.values, i);
            if values.count_ones() < 2 {
                continue;
            }
            left |= 1 << i;
            free |= u64::from(values & !had != 0) << i;
            for value in bits(values & had & !(1 << (at(&self.of_variable, i) & 63))) {
                let j = usize::from(at(&self.of_value, value));
                add(&mut onward, i, 1 << j);
                add(&mut back, j, 1 << i);
            }
        }
        let open = left;
        let relaxed = reached(&back, free, u64::MAX);
        left &= !relaxed;
        let mut component = [0u64; MOST];
        while left != 0 {
            let seed = left & left.wrapping_neg();
            let together = reached(&onward, seed, left) & reached(&back, seed, left);
            bits(together).for_each(|i| put(&mut component, i, together));
            left &= !together;
        }
        for i in bits(open) {
            let good = at(&component, i) | relaxed;
            for j in bits(at(&onward, i) & !good) {
                add(&mut impossible, i, 1 << (at(&self.of_variable, j) & 63));
            }
        }
        impossible
    }
}

fn add(sets: &mut [u64; MOST], at: usize, more: u64) {
    if let Some(set) = sets.get_mut(at) {
        *set |= more;
    }
}

/// Returns the nodes that can be reached from some nodes over allowed ones, themselves included.
fn reached(edges: &[u64; MOST], from: u64, allowed: u64) -> u64 {
    let (mut seen, mut fresh) = (from, from);
    while fresh != 0 {
        let next = bits(fresh).fold(0, |next, i| next | at(edges, i)) & allowed;
        fresh = next & !seen;
        seen |= fresh;
    }
    seen
}
