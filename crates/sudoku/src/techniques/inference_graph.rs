//! Candidates and the links between them: two that cannot both be right (weak), two of which one must be (strong).

use crate::board::Mask;

/// A row of bits for each candidate.
#[derive(Clone)]
pub(super) struct Matrix {
    words: Vec<u64>,
    width: usize,
}

impl Matrix {
    pub fn new(size: usize) -> Matrix {
        let width = size.div_ceil(64).max(1);
        Matrix { words: vec![0; size * width], width }
    }

    pub fn row(&self, i: usize) -> &[u64] {
        self.words.get(i * self.width..(i + 1) * self.width).unwrap_or(&[])
    }

    fn row_mut(&mut self, i: usize) -> &mut [u64] {
        self.words.get_mut(i * self.width..(i + 1) * self.width).unwrap_or(&mut [])
    }

    pub fn set(&mut self, i: usize, j: usize) {
        set(self.row_mut(i), j);
    }

    pub fn union(&self, other: &Matrix) -> Matrix {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| a | b).collect();
        Matrix { words, width: self.width }
    }
}

pub(super) fn set(row: &mut [u64], i: usize) {
    if let Some(word) = row.get_mut(i / 64) {
        *word |= 1 << (i % 64);
    }
}

pub(super) fn add(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

/// The bits of some words, in ascending order.
pub(super) fn bits(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.into_iter().enumerate().flat_map(|(i, mut word)| {
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                i * 64 + bit
            })
        })
    })
}

/// The bits that both rows have.
pub(super) fn common(a: &[u64], b: &[u64]) -> impl Iterator<Item = usize> {
    bits(a.iter().zip(b).map(|(a, b)| a & b).collect::<Vec<_>>())
}

pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | a & b) != 0
}

/// The candidates of all open cells.
pub(super) struct Candidates {
    pub list: Vec<(usize, u32)>,
    /// Index in the list of the first candidate of each cell.
    pub starts: Vec<u16>,
    pub masks: Vec<Mask>,
}

impl Candidates {
    pub fn number(&self, cell: usize, digit: u32) -> usize {
        let before = self.masks.get(cell).map_or(0, |mask| (mask & ((1 << digit) - 1)).count_ones());
        usize::from(self.starts.get(cell).copied().unwrap_or(0)) + before as usize
    }

    pub fn get(&self, number: usize) -> (usize, u32) {
        self.list.get(number).copied().unwrap_or((0, 0))
    }
}

/// Links that a chain may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Those between places of one digit.
    Digit,
    /// Strong ones in cells, weak ones between places of a digit.
    Cell,
    All,
}

/// All links of a board.
pub(super) struct Links {
    pub candidates: Candidates,
    pub weak_of_digit: Matrix,
    /// Weak links of both kinds.
    pub weak: Matrix,
    pub strong_of_digit: Matrix,
    pub strong_in_cell: Matrix,
}

impl Links {
    pub fn of(&self, kind: Kind) -> Chains {
        let strong = match kind {
            Kind::Digit => self.strong_of_digit.clone(),
            Kind::Cell => self.strong_in_cell.clone(),
            Kind::All => self.strong_of_digit.union(&self.strong_in_cell),
        };
        let weak = if kind == Kind::All { self.weak.clone() } else { self.weak_of_digit.clone() };
        let size = self.candidates.list.len();
        let mut next = Matrix::new(size);
        for i in 0..size {
            let row = next.row_mut(i);
            for wrong in bits(weak.row(i).iter().copied()) {
                add(row, strong.row(wrong));
            }
            if let Some(word) = row.get_mut(i / 64) {
                *word &= !(1 << (i % 64));
            }
        }
        Chains { weak, strong, next, size }
    }
}

/// Consequences of a candidate by links of a kind, one link after the other.
pub(super) struct Chains {
    pub weak: Matrix,
    strong: Matrix,
    /// For each candidate, those that are right if it is: a strong link leads to them from a candidate weakly linked to
    /// it.
    next: Matrix,
    pub size: usize,
}

/// Candidates that are right if one candidate is, and the number of links to each.
pub(super) struct Reach {
    /// For each candidate, the one that it follows from.
    from: Vec<u16>,
    /// For each candidate, how many steps away it is; [`Reach::NEVER`] if it does not follow.
    pub depth: Vec<u8>,
    pub right: Vec<u64>,
}

impl Reach {
    pub const NEVER: u8 = u8::MAX;

    /// The candidates from the first one to this one.
    pub fn path(&self, end: usize) -> Vec<usize> {
        let mut path = vec![end];
        let mut at = end;
        while self.depth.get(at).is_some_and(|&depth| depth != 0) && path.len() < self.depth.len() {
            at = self.from.get(at).copied().unwrap_or(0).into();
            path.push(at);
        }
        path.reverse();
        path
    }
}

impl Chains {
    /// Returns the number of steps until a consequence excludes the candidate itself, if it is below `limit`.
    pub fn refuted(&self, start: usize, limit: usize) -> Option<usize> {
        let weak = self.weak.row(start);
        let mut seen = vec![0; weak.len()];
        set(&mut seen, start);
        let mut frontier = seen.clone();
        for depth in 1..limit {
            let mut fresh = vec![0; seen.len()];
            for at in bits(frontier.iter().copied()) {
                add(&mut fresh, self.next.row(at));
            }
            fresh.iter_mut().zip(&seen).for_each(|(fresh, seen)| *fresh &= !seen);
            if meet(&fresh, weak) {
                return Some(depth);
            }
            if fresh.iter().all(|word| *word == 0) {
                return None;
            }
            add(&mut seen, &fresh);
            frontier = fresh;
        }
        None
    }

    /// All that follows.
    pub fn reach(&self, start: usize) -> Reach {
        let mut reach = Reach {
            from: vec![0; self.size],
            depth: vec![Reach::NEVER; self.size],
            right: vec![0; self.weak.row(start).len()],
        };
        set(&mut reach.right, start);
        if let Some(depth) = reach.depth.get_mut(start) {
            *depth = 0;
        }
        let mut frontier = vec![start];
        let mut depth = 0u8;
        while !frontier.is_empty() && depth < Reach::NEVER - 1 {
            depth += 1;
            let mut fresh = Vec::new();
            for &at in &frontier {
                let new = self.next.row(at).iter().zip(&reach.right).map(|(next, seen)| next & !seen);
                for to in bits(new.collect::<Vec<_>>()) {
                    set(&mut reach.right, to);
                    if let (Some(from), Some(place)) = (reach.from.get_mut(to), reach.depth.get_mut(to)) {
                        (*from, *place) = (at as u16, depth);
                    }
                    fresh.push(to);
                }
            }
            frontier = fresh;
        }
        reach
    }

    /// Returns the candidate that is wrong between two consecutive ones of a path.
    pub fn between(&self, from: usize, to: usize) -> usize {
        common(self.weak.row(from), self.strong.row(to)).next().unwrap_or(from)
    }
}
