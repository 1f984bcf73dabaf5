//! Domains: the values that each variable can still take.
//!
//! A variable whose initial range is small has a bit for each value. All others are intervals with a sorted list of
//! holes. Everything is in three flat vectors, so that a copy is three copies of memory. The least and the greatest
//! value always belong to the domain.
//!
//! Also the part of a variable that does not change during a search, and the words in which constraints are posted.

/// Changes of a domain, for which propagators wait.
pub(crate) mod event {
    /// One value is left.
    pub const FIXED: u8 = 1;
    /// The least or the greatest value has changed.
    pub const BOUNDS: u8 = 2;
    /// Anything has.
    pub const DOMAIN: u8 = 4;
}

/// No value is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Failure;

/// Values that a domain of bits may span.
pub(crate) const MAX_BITS: u64 = 4096;

/// Position of the bits of a variable, fixed when it was made.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BitSpan {
    /// The value of the first bit.
    base: i64,
    start: u32,
    /// Words; none for an interval with holes.
    count: u32,
}

impl BitSpan {
    pub fn has_bits(self) -> bool {
        self.count > 0
    }
}

/// Least and greatest value, and how many there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub lo: i64,
    pub hi: i64,
    pub size: u64,
}

/// The domains of all variables.
#[derive(Debug, Clone, Default)]
pub(crate) struct Domains {
    ranges: Vec<Range>,
    words: Vec<u64>,
    /// Variable and value, ascending; only those between the bounds.
    holes: Vec<(u32, i64)>,
}

impl Domains {
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Bytes that the vectors take.
    pub fn bytes(&self) -> usize {
        self.ranges.len() * size_of::<Range>() + self.words.len() * 8 + self.holes.len() * size_of::<(u32, i64)>()
    }

    /// A new variable with all values from `lo` to `hi`, of which there is at least one.
    pub fn add(&mut self, lo: i64, hi: i64) -> BitSpan {
        let size = hi.abs_diff(lo) + 1;
        self.ranges.push(Range { lo, hi, size });
        // One value needs no bit.
        if size == 1 || size > MAX_BITS {
            return BitSpan::default();
        }
        let (start, count) = (self.words.len() as u32, size.div_ceil(64) as u32);
        let last = if size.is_multiple_of(64) { u64::MAX } else { (1 << (size % 64)) - 1 };
        self.words.resize(self.words.len() + count as usize - 1, u64::MAX);
        self.words.push(last);
        BitSpan { base: lo, start, count }
    }

    #[inline]
    pub fn range(&self, x: usize) -> Range {
        self.ranges.get(x).copied().unwrap_or_default()
    }

    #[inline]
    fn word(&self, shape: BitSpan, offset: u64) -> u64 {
        self.words.get(shape.start as usize + (offset / 64) as usize).copied().unwrap_or(0)
    }

    #[inline]
    pub fn contains(&self, shape: BitSpan, x: usize, value: i64) -> bool {
        let range = self.range(x);
        if value < range.lo || value > range.hi {
            return false;
        }
        if !shape.has_bits() {
            return self.holes.is_empty() || self.holes.binary_search(&(x as u32, value)).is_err();
        }
        let offset = value.abs_diff(shape.base);
        self.word(shape, offset) >> (offset % 64) & 1 != 0
    }

    /// The values from `base` on as a set of bits, as far as they fit into a word.
    #[inline]
    pub fn as_word(&self, shape: BitSpan, x: usize, base: i64) -> u64 {
        let range = self.range(x);
        if range.hi < base || range.lo > base + 63 {
            return 0;
        }
        if shape.count == 1 {
            // The bits begin at the shape's base, which may be on either side.
            let word = self.word(shape, 0);
            let shift = shape.base - base;
            return match shift {
                0..=63 => word << shift,
                -63..=-1 => word >> -shift,
                _ => 0,
            };
        }
        let (mut word, mut next) = (0, self.next(shape, x, base));
        while let Some(value) = next.filter(|&value| value <= base + 63) {
            word |= 1 << (value - base);
            next = self.next(shape, x, value + 1);
        }
        word
    }

    /// The least value that is not below `from`.
    #[inline]
    pub fn next(&self, shape: BitSpan, x: usize, from: i64) -> Option<i64> {
        let range = self.range(x);
        if from <= range.lo {
            return Some(range.lo);
        }
        if from > range.hi {
            return None;
        }
        if range.size == range.hi.abs_diff(range.lo) + 1 {
            return Some(from);
        }
        if !shape.has_bits() {
            return Some(self.past_holes(x, from, 1));
        }
        let offset = from.abs_diff(shape.base);
        let (mut at, mut word) = (offset & !63, self.word(shape, offset) & u64::MAX << (offset % 64));
        while word == 0 {
            at += 64;
            if at / 64 >= u64::from(shape.count) {
                return None;
            }
            word = self.word(shape, at);
        }
        Some(shape.base + (at + u64::from(word.trailing_zeros())) as i64)
    }

    /// The greatest value that is not above `from`.
    #[inline]
    pub fn previous(&self, shape: BitSpan, x: usize, from: i64) -> Option<i64> {
        let range = self.range(x);
        if from >= range.hi {
            return Some(range.hi);
        }
        if from < range.lo {
            return None;
        }
        if range.size == range.hi.abs_diff(range.lo) + 1 {
            return Some(from);
        }
        if !shape.has_bits() {
            return Some(self.past_holes(x, from, -1));
        }
        let offset = from.abs_diff(shape.base);
        let (mut at, mut word) = (offset & !63, self.word(shape, offset) & u64::MAX >> (63 - offset % 64));
        while word == 0 {
            at = at.checked_sub(64)?;
            word = self.word(shape, at);
        }
        Some(shape.base + (at + 63 - u64::from(word.leading_zeros())) as i64)
    }

    /// From `value` on, upwards or downwards, the first that is no hole.
    fn past_holes(&self, x: usize, mut value: i64, step: i64) -> i64 {
        let Ok(mut at) = self.holes.binary_search(&(x as u32, value)) else { return value };
        loop {
            value += step;
            let next = if step > 0 { at.checked_add(1) } else { at.checked_sub(1) };
            match next {
                Some(next) if self.holes.get(next) == Some(&(x as u32, value)) => at = next,
                _ => return value,
            }
        }
    }

    /// Takes out the bits from `from` up to, without, `end`; returns how many there were.
    fn clear(&mut self, shape: BitSpan, from: i64, end: i64) -> u64 {
        if from >= end {
            return 0;
        }
        let (from, last) = (from.abs_diff(shape.base), end.abs_diff(shape.base) - 1);
        let mut removed = 0;
        let first_word = shape.start as usize + (from / 64) as usize;
        let last_word = shape.start as usize + (last / 64) as usize;
        let Some(words) = self.words.get_mut(first_word..=last_word) else { return 0 };
        let count = words.len();
        for (i, word) in words.iter_mut().enumerate() {
            let mut mask = u64::MAX;
            if i == 0 {
                mask &= u64::MAX << (from % 64);
            }
            if i + 1 == count {
                mask &= u64::MAX >> (63 - last % 64);
            }
            removed += u64::from((*word & mask).count_ones());
            *word &= !mask;
        }
        removed
    }

    fn put(&mut self, x: usize, range: Range) -> u8 {
        if let Some(slot) = self.ranges.get_mut(x) {
            *slot = range;
        }
        event::DOMAIN | event::BOUNDS | if range.lo == range.hi { event::FIXED } else { 0 }
    }

    /// An interval has new bounds: holes outside it are forgotten, the size is counted.
    fn narrow(&mut self, x: usize, lo: i64, hi: i64) -> u8 {
        let of = x as u32;
        let mut size = hi.abs_diff(lo) + 1;
        if !self.holes.is_empty() {
            let begin = self.holes.partition_point(|&hole| hole < (of, i64::MIN));
            let first = self.holes.partition_point(|&hole| hole < (of, lo));
            self.holes.drain(begin..first);
            let last = self.holes.partition_point(|&hole| hole <= (of, hi));
            let end = self.holes.partition_point(|&hole| hole <= (of, i64::MAX));
            self.holes.drain(last..end);
            size -= (last - begin) as u64;
        }
        self.put(x, Range { lo, hi, size })
    }

    /// Takes out what is below `value`. Returns what happened.
    pub fn set_lo(&mut self, shape: BitSpan, x: usize, value: i64) -> Result<u8, Failure> {
        let range = self.range(x);
        if value <= range.lo {
            return Ok(0);
        }
        let lo = self.next(shape, x, value).ok_or(Failure)?;
        if !shape.has_bits() {
            return Ok(self.narrow(x, lo, range.hi));
        }
        let size = range.size - self.clear(shape, range.lo, lo);
        Ok(self.put(x, Range { lo, size, ..range }))
    }

    /// Takes out what is above `value`.
    pub fn set_hi(&mut self, shape: BitSpan, x: usize, value: i64) -> Result<u8, Failure> {
        let range = self.range(x);
        if value >= range.hi {
            return Ok(0);
        }
        let hi = self.previous(shape, x, value).ok_or(Failure)?;
        if !shape.has_bits() {
            return Ok(self.narrow(x, range.lo, hi));
        }
        let size = range.size - self.clear(shape, hi + 1, range.hi + 1);
        Ok(self.put(x, Range { hi, size, ..range }))
    }

    /// Takes out everything else.
    pub fn fix(&mut self, shape: BitSpan, x: usize, value: i64) -> Result<u8, Failure> {
        if !self.contains(shape, x, value) {
            return Err(Failure);
        }
        let range = self.range(x);
        if range.lo == range.hi {
            return Ok(0);
        }
        if !shape.has_bits() {
            return Ok(self.narrow(x, value, value));
        }
        self.clear(shape, range.lo, value);
        self.clear(shape, value + 1, range.hi + 1);
        Ok(self.put(x, Range { lo: value, hi: value, size: 1 }))
    }

    pub fn remove(&mut self, shape: BitSpan, x: usize, value: i64) -> Result<u8, Failure> {
        let range = self.range(x);
        if !self.contains(shape, x, value) {
            return Ok(0);
        }
        if value == range.lo {
            return self.set_lo(shape, x, value + 1);
        }
        if value == range.hi {
            return self.set_hi(shape, x, value - 1);
        }
        if shape.has_bits() {
            self.clear(shape, value, value + 1);
        } else if let Err(at) = self.holes.binary_search(&(x as u32, value)) {
            self.holes.insert(at, (x as u32, value));
        }
        self.put(x, Range { size: range.size - 1, ..range });
        Ok(event::DOMAIN)
    }
}

/// A propagator that waits for events of a variable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    pub propagator: u32,
    pub events: u8,
    /// That of the propagator, which is asked for at each change.
    pub priority: u8,
}

/// Facts about a variable besides its domain.
#[derive(Debug, Clone)]
pub(crate) struct VariableInfo {
    pub shape: BitSpan,
    /// The least and the greatest value that it was made with.
    pub initial_bounds: (i64, i64),
    /// Made for an expression, not by the program.
    pub is_auxiliary: bool,
    /// The mark of the model that it was made for.
    pub model_id: u32,
    pub watches: Vec<Watch>,
}

/// Returns the shape of a variable's domain; any shape for a variable that is missing.
#[inline]
pub(crate) fn shape(variables: &[VariableInfo], x: usize) -> BitSpan {
    variables.get(x).map(|info| info.shape).unwrap_or_default()
}

// Errors of posting.

/// Reason to refuse a variable or a constraint. Parts of an expression may have been posted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A variable of another store, or one that was made for a copy only.
    #[error("the variable belongs to another store")]
    NoSuchVariable,
    /// The least value is above the greatest.
    #[error("the least value {0} is greater than the greatest value {1}")]
    EmptyRange(i64, i64),
    /// Values or sums that may become too large.
    #[error(
        "values may get beyond 60 bits, the range from -1152921504606846975 to 1152921504606846975: give the variables \
         smaller ranges"
    )]
    Overflow,
    /// A list that needs elements has none.
    #[error("{0} needs at least one element")]
    Empty(&'static str),
    /// Two lists that must be equally long are not.
    #[error("{0} are not equally long ({1} and {2})")]
    Lengths(&'static str, usize, usize),
    /// Something that must not be negative is.
    #[error("{0} must not be negative")]
    Negative(&'static str),
    /// More than a constraint can deal with.
    #[error("{0}")]
    TooLarge(&'static str),
    /// An expression where a condition is needed, or the other way round.
    #[error("expected {0}")]
    Expected(&'static str),
}

/// Relation between a sum and a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The sum is at most the number.
    AtMost,
    /// They are equal.
    Equal,
    /// They differ.
    NotEqual,
}

/// Strength of [`Store::all_different`](crate::Store::all_different).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The value of a fixed variable leaves the others.
    Value,
    /// Bounds consistent.
    Bounds,
    /// Domain consistent.
    Domain,
}

/// An automaton in state `from` that reads `value` may go to state `to`. States are numbers from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// The value read.
    pub value: i64,
    /// The state before.
    pub from: u32,
    /// The state after.
    pub to: u32,
}
