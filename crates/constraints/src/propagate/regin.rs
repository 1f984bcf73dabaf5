//! All different, by domains: a value stays only if all variables can have different ones with it (J.-C. Régin, "A
//! filtering algorithm for constraints of difference in CSPs", AAAI 1994).
//!
//! The memory holds the value that each variable was matched with, counted from the first, plus 1. Filtering from a
//! matching: a variable may take another value if both are on a cycle of the graph. Edges lead from a variable to its
//! other values, from a value to the variable that has it, from a free value to the sink, and from the sink to the used
//! values.

use klammer_space::{SmallMatching, bits};

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
