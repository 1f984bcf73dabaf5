//! Sets of cells: a bit for each, in as many words as boards of the size need.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

/// A set of cells of a board with at most `64 * W` cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Default for Set<W> {
    fn default() -> Set<W> {
        Set([0; W])
    }
}

impl<const W: usize> Set<W> {
    pub fn insert(&mut self, cell: usize) {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
    }

    pub fn has(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The two cells of a set of two.
    pub fn pair(self) -> Option<[usize; 2]> {
        let mut cells = self.iter();
        let pair = [cells.next()?, cells.next()?];
        cells.next().is_none().then_some(pair)
    }

    /// Returns whether the other set has all of these cells.
    pub fn is_within(&self, other: &Set<W>) -> bool {
        (*self - *other).is_empty()
    }

    /// The cells in ascending order.
    pub fn iter(self) -> SetCells<W> {
        SetCells { left: self.0, at: 0 }
    }

    fn each(mut self, other: Set<W>, f: impl Fn(u64, u64) -> u64) -> Set<W> {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = f(*word, other);
        }
        self
    }
}

/// Iterator over the cells of a set. It is a type of its own, because every rule goes through sets: the compiler
/// compiles a chain of adapters again at every use.
pub(crate) struct SetCells<const W: usize> {
    left: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for SetCells<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.left.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.at * 64 + bit);
            }
            self.at += 1;
        }
        None
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Set<W> {
        let mut set = Set::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> BitAnd for Set<W> {
    type Output = Set<W>;
    fn bitand(self, other: Set<W>) -> Set<W> {
        self.each(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Set<W> {
    type Output = Set<W>;
    fn bitor(self, other: Set<W>) -> Set<W> {
        self.each(other, |a, b| a | b)
    }
}

impl<const W: usize> Sub for Set<W> {
    type Output = Set<W>;
    fn sub(self, other: Set<W>) -> Set<W> {
        self.each(other, |a, b| a & !b)
    }
}

impl<const W: usize> BitOrAssign for Set<W> {
    fn bitor_assign(&mut self, other: Set<W>) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for Set<W> {
    fn bitand_assign(&mut self, other: Set<W>) {
        *self = *self & other;
    }
}
