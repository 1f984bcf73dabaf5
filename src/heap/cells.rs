//! The cell space: pairs, and small blocks (captures of closures, fields of records, elements of short vectors), in one
//! array of 16-byte cells without headers.
//!
//! Allocation takes free bits straight out of the inverted mark bitmap of the last collection: there is no sweep and no
//! free list. Two cursors share the bitmap. Pairs are allocated upward from the bottom; blocks, which need neighbouring
//! cells within one 64-cell word, downward from the top. The space is used up when the cursors meet.
//!
//! An eighth of the space is a reserve for code that cannot collect. Without it, a program that allocates mostly in
//! natives would get new memory before each collection, and more and more of it.

use std::ops::Range;

use crate::value::Value;

/// A pair, or two words of a block.
pub(crate) type Cell = [Value; 2];

/// Bytes of one cell with its mark bit, rounded up.
pub(crate) const CELL_BYTES: usize = size_of::<Cell>();

/// Pairs of a list that are looked at together.
const NEIGHBOURS: usize = 8;

/// The largest block, in words.
pub(crate) const MAX_BLOCK: usize = 128;

#[derive(Clone)]
pub(crate) struct Cells {
    cells: Vec<Cell>,
    marks: Vec<u64>,
    /// Free cells of the word of the pair cursor.
    pair_free: u64,
    pair_word: usize,
    /// Free cells of the word of the block cursor.
    block_free: u64,
    block_word: usize,
    /// Words at the bottom that are still kept back.
    reserved: usize,
    /// Cells that the last collection found alive.
    live: usize,
    /// The last collection was made when nothing was left but the reserve.
    ran_out: bool,
    /// A block found no neighbouring free cells: the next collection must provide some.
    block_wanted: bool,
}

/// The reserve is this part of the space.
const RESERVE: usize = 8;

impl Cells {
    pub fn new(capacity: usize) -> Cells {
        let capacity = capacity.next_multiple_of(64);
        let mut c = Cells {
            cells: vec![[Value::ZERO; 2]; capacity],
            marks: vec![0; capacity / 64],
            pair_free: 0,
            pair_word: 0,
            block_free: 0,
            block_word: 0,
            reserved: 0,
            live: 0,
            ran_out: false,
            block_wanted: false,
        };
        c.finish_collection();
        c
    }

    pub fn capacity(&self) -> usize {
        self.cells.len()
    }

    /// Returns the position of the pair cursor. Cells before it are in use, or garbage.
    pub fn given_out(&self) -> usize {
        if self.reserved > 0 { self.pair_word * 64 } else { self.capacity() }
    }

    /// Lets the reserve be used until the next collection; false if it is already.
    pub fn open_reserve(&mut self) -> bool {
        let words = std::mem::take(&mut self.reserved);
        if words > 0 {
            self.set_cursors(0, words);
        }
        words > 0
    }

    /// Lets the cursors work toward each other on the words from `first` up to and without `end`.
    fn set_cursors(&mut self, first: usize, end: usize) {
        self.pair_word = first;
        self.pair_free = self.marks.get(first).map_or(0, |m| !m);
        self.block_word = end;
        self.block_free = 0;
    }

    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<&Cell> {
        self.cells.get(i)
    }

    #[inline(always)]
    pub fn get_mut(&mut self, i: usize) -> Option<&mut Cell> {
        self.cells.get_mut(i)
    }

    /// Appends the first words of [`NEIGHBOURS`] pairs to `items` if each pair leads to the adjacent cell. Returns the
    /// link of the last pair. They are looked at together: none waits for the one before it.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "there are so many")]
    pub fn take_adjacent(&self, first: usize, items: &mut Vec<Value>) -> Option<Value> {
        let next = self.cells.get(first)?[1];
        let last = NEIGHBOURS - 1;
        if next == Value::pair(first + 1) {
            let pairs: &[Cell; NEIGHBOURS] = self.cells.get(first..)?.first_chunk()?;
            if !(1..last).all(|k| pairs[k][1] == Value::pair(first + k + 1)) {
                return None;
            }
            items.extend(pairs.iter().map(|pair| pair[0]));
            return Some(pairs[last][1]);
        }
        let low = first.checked_sub(last)?;
        if next != Value::pair(first - 1) {
            return None;
        }
        let pairs: &[Cell; NEIGHBOURS] = self.cells.get(low..)?.first_chunk()?;
        if !(1..last).all(|k| pairs[k][1] == Value::pair(low + k - 1)) {
            return None;
        }
        items.extend(pairs.iter().rev().map(|pair| pair[0]));
        Some(pairs[0][1])
    }

    /// A fresh pair, or `None` when the space is used up.
    #[inline(always)]
    pub fn pair(&mut self, car: Value, cdr: Value) -> Option<Value> {
        if self.pair_free == 0 && !self.next_pair_word() {
            return None;
        }
        let i = self.pair_word.wrapping_mul(64).wrapping_add(self.pair_free.trailing_zeros() as usize);
        self.pair_free &= self.pair_free - 1;
        *self.cells.get_mut(i)? = [car, cdr];
        Some(Value::pair(i))
    }

    /// Returns the numbers of fresh pairs side by side, at least one and at most `most`. Nothing when the space is used
    /// up.
    #[inline]
    pub fn row(&mut self, most: usize) -> Option<Range<usize>> {
        if self.pair_free == 0 && !self.next_pair_word() {
            return None;
        }
        let bit = self.pair_free.trailing_zeros();
        let count = ((self.pair_free >> bit).trailing_ones() as usize).min(most.max(1));
        let first = self.pair_word.wrapping_mul(64).wrapping_add(bit as usize);
        self.pair_free &= !(run_mask(count) << bit);
        Some(first..first + count)
    }

    #[cold]
    #[inline(never)]
    fn next_pair_word(&mut self) -> bool {
        while self.pair_word + 1 < self.block_word {
            self.pair_word += 1;
            self.pair_free = self.marks.get(self.pair_word).map_or(0, |m| !m);
            if self.pair_free != 0 {
                return true;
            }
        }
        false
    }

    /// Puts `words` (at most [`MAX_BLOCK`]) into neighbouring cells, at least one: the index of the first, or `None` when
    /// there are none.
    #[inline(never)]
    pub fn block(&mut self, words: &[Value]) -> Option<usize> {
        // Most have two cells.
        let cells = match *words {
            [a, b, c] => [[a, b], [c, Value::NIL]],
            [a, b, c, d] => [[a, b], [c, d]],
            _ => return self.block_of_any_size(words),
        };
        let Some(i) = self.next_free(2) else { return self.block_of_any_size(words) };
        *self.cells.get_mut(i..)?.first_chunk_mut()? = cells;
        Some(i)
    }

    /// Takes the first free cells of the block cursor's word if they are neighbours, as most often.
    #[inline(always)]
    fn next_free(&mut self, count: usize) -> Option<usize> {
        let bit = self.block_free.trailing_zeros();
        let run = run_mask(count);
        if self.block_free.wrapping_shr(bit) & run != run {
            return None;
        }
        self.block_free &= !(run << bit);
        Some(self.block_word.wrapping_mul(64).wrapping_add(bit as usize))
    }

    #[inline(never)]
    fn block_of_any_size(&mut self, words: &[Value]) -> Option<usize> {
        let (pairs, odd) = words.as_chunks();
        let count = (pairs.len() + odd.len()).clamp(1, 64);
        let i = match self.next_free(count) {
            Some(i) => i,
            None => self.find_block(count)?,
        };
        let cells = self.cells.get_mut(i..i.wrapping_add(count))?;
        if let (Some(cell), &[last]) = (cells.last_mut(), odd) {
            *cell = [last, Value::NIL];
        }
        for (cell, pair) in cells.iter_mut().zip(pairs) {
            *cell = *pair;
        }
        Some(i)
    }

    /// Takes the next `count` free neighbours that the block cursor finds.
    #[cold]
    #[inline(never)]
    fn find_block(&mut self, count: usize) -> Option<usize> {
        loop {
            // Bit i stays set when cells i .. i+count are all free.
            let mut starts = self.block_free;
            for _ in 1..count {
                starts &= starts >> 1;
            }
            if starts != 0 {
                let bit = starts.trailing_zeros();
                self.block_free &= !(run_mask(count) << bit);
                return Some(self.block_word * 64 + bit as usize);
            }
            if self.block_word <= self.pair_word + 1 {
                self.block_wanted = true;
                return None;
            }
            self.block_word -= 1;
            self.block_free = self.marks.get(self.block_word).map_or(0, |m| !m);
        }
    }

    /// The first `n` words of the block that begins at cell `i`.
    #[inline(always)]
    pub fn words(&self, i: usize, n: usize) -> Option<&[Value]> {
        self.cells.get(i..i + n.div_ceil(2))?.as_flattened().get(..n)
    }

    #[inline(always)]
    pub fn words_mut(&mut self, i: usize, n: usize) -> Option<&mut [Value]> {
        self.cells.get_mut(i..i + n.div_ceil(2))?.as_flattened_mut().get_mut(..n)
    }

    /// Word `k` of the block that begins at cell `i`.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a cell has two words")]
    pub fn word(&self, i: usize, k: usize) -> Option<Value> {
        self.cells.get(i + k / 2).map(|c| c[k % 2])
    }

    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a cell has two words")]
    pub fn word_mut(&mut self, i: usize, k: usize) -> Option<&mut Value> {
        self.cells.get_mut(i + k / 2).map(|c| &mut c[k % 2])
    }

    /// Begins a collection: nothing is marked.
    pub fn clear_marks(&mut self) {
        self.ran_out = self.reserved == 0 || self.pair_word + 1 >= self.block_word;
        self.marks.fill(0);
    }

    /// Marks cell `i`; true if it was not marked.
    #[inline(always)]
    pub fn mark(&mut self, i: usize) -> bool {
        let Some(word) = self.marks.get_mut(i / 64) else { return false };
        let bit = 1 << (i % 64);
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }

    #[inline]
    pub fn is_marked(&self, i: usize) -> bool {
        self.marks.get(i / 64).is_some_and(|word| word & 1 << (i % 64) != 0)
    }

    /// Number of cells that the last collection found alive.
    pub fn live(&self) -> usize {
        self.live
    }

    /// Returns whether the last collection was made when nothing was left but the reserve, or not even that.
    pub fn ran_out(&self) -> bool {
        self.ran_out
    }

    /// Returns whether a block found no room before the last collection, and the largest would find none now. It asks
    /// once.
    pub fn are_scattered(&mut self) -> bool {
        std::mem::take(&mut self.block_wanted) && !self.has_room_for_blocks()
    }

    /// Number of unmarked cells that code finds which can collect. To be called right after a collection.
    pub fn free_beyond_reserve(&self) -> usize {
        self.marks.iter().skip(self.reserved).map(|m| m.count_zeros() as usize).sum()
    }

    /// Returns whether there is room for a block of any size. The heap calls it right after a collection.
    pub fn has_room_for_blocks(&self) -> bool {
        self.marks.iter().skip(self.reserved + 1).rev().any(|&m| m == 0)
    }

    /// Marking is done: whatever is unmarked can be given out again.
    pub fn finish_collection(&mut self) {
        self.live = self.marks.iter().map(|m| m.count_ones() as usize).sum();
        self.reserved = self.marks.len() / RESERVE;
        self.set_cursors(self.reserved, self.marks.len());
    }

    /// Adds `extra` cells at the top; false if the system has no memory. Cells below the old top stay as they are
    /// until the next collection, so references that only Rust code holds remain good.
    pub fn grow(&mut self, extra: usize) -> bool {
        let extra = extra.next_multiple_of(64);
        let old_words = self.marks.len();
        if self.cells.try_reserve_exact(extra).is_err() || self.marks.try_reserve_exact(extra / 64).is_err() {
            return false;
        }
        self.cells.resize(self.cells.len() + extra, [Value::ZERO; 2]);
        self.marks.resize(old_words + extra / 64, 0);
        self.reserved = 0;
        self.set_cursors(old_words, self.marks.len());
        true
    }

    /// Gives back the unmarked cells at the top, but keeps `least`. To be called right after a collection.
    pub fn shrink(&mut self, least: usize) {
        let used = self.marks.iter().rposition(|&m| m != 0).map_or(0, |last| last + 1);
        let words = used.max(least.div_ceil(64)).min(self.marks.len());
        self.marks.truncate(words);
        self.marks.shrink_to_fit();
        self.cells.truncate(words * 64);
        self.cells.shrink_to_fit();
        self.finish_collection();
    }
}

/// The lowest `n` bits, at least one and at most all.
fn run_mask(n: usize) -> u64 {
    u64::MAX.wrapping_shr(64_u32.wrapping_sub(n as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_blocks_never_overlap() {
        let mut c = Cells::new(256);
        let mut seen = std::collections::HashSet::new();
        let words: Vec<Value> = (0..5).map(Value::fix).collect();
        for size in (3..=5).cycle() {
            let Some(p) = c.pair(Value::fix(1), Value::NIL) else { break };
            assert!(seen.insert(p.index()));
            let Some(b) = c.block(&words[..size]) else { break };
            let cells = size.div_ceil(2);
            for i in b..b + cells {
                assert!(seen.insert(i), "cell {i} given out twice");
                assert!(i < c.capacity());
            }
            assert_eq!(b / 64, (b + cells - 1) / 64);
            assert_eq!(c.words(b, size), Some(&words[..size]));
        }
        assert!(seen.len() > 150, "{}", seen.len());
    }

    #[test]
    fn a_row_takes_what_is_free_side_by_side() {
        let mut c = Cells::new(128);
        assert_eq!(c.row(3), Some(0..3));
        assert_eq!(c.row(100), Some(3..64));
        c.clear_marks();
        assert!(c.mark(1) && c.mark(4));
        c.finish_collection();
        let rows: Vec<_> = std::iter::from_fn(|| c.row(64)).collect();
        assert_eq!(rows, [0..1, 2..4, 5..64, 64..128]);
    }

    #[test]
    fn only_unmarked_cells_come_back() {
        let mut c = Cells::new(64);
        assert!(!c.open_reserve());
        let all: Vec<Value> = std::iter::from_fn(|| c.pair(Value::NIL, Value::NIL)).collect();
        assert_eq!(all.len(), 64);
        c.clear_marks();
        assert!(c.mark(all[3].index()) && !c.mark(all[3].index()));
        c.finish_collection();
        let again: Vec<Value> = std::iter::from_fn(|| c.pair(Value::NIL, Value::NIL)).collect();
        assert_eq!(again.len(), 63);
        assert!(!again.contains(&all[3]));
    }

    #[test]
    fn the_reserve_holds_what_all_words_before_need() {
        let mut c = Cells::new(64 * 16);
        let all = |c: &mut Cells| std::iter::from_fn(|| c.pair(Value::NIL, Value::NIL)).map(|p| p.index()).collect();
        let mut before: Vec<usize> = all(&mut c);
        assert_eq!((before.len(), c.block(&[Value::NIL; 2])), (14 * 64, None));
        assert!(c.open_reserve());
        before.push(c.block(&[Value::NIL; 2]).unwrap());
        before.extend(all(&mut c));
        assert!(!c.open_reserve());
        before.sort_unstable();
        before.dedup();
        // The word in which blocks were begun has no pairs.
        assert_eq!(before.len(), 15 * 64 + 1);
    }

    #[test]
    fn shrinking_keeps_what_is_marked() {
        let mut c = Cells::new(64);
        let kept = c.pair(Value::fix(1), Value::fix(2)).unwrap();
        assert!(c.grow(6400));
        let kept_above = c.pair(Value::fix(3), Value::fix(4)).unwrap();
        c.clear_marks();
        assert!(c.mark(kept.index()) && c.mark(kept_above.index()));
        c.finish_collection();
        c.shrink(64);
        assert_eq!(c.capacity(), 128);
        assert_eq!(c.get(kept_above.index()), Some(&[Value::fix(3), Value::fix(4)]));
        assert_eq!(std::iter::from_fn(|| c.pair(Value::NIL, Value::NIL)).count(), 126);
    }

    #[test]
    fn the_largest_block_fills_a_word() {
        let mut c = Cells::new(128);
        assert_eq!(c.block(&[Value::NIL; MAX_BLOCK]), Some(64));
        assert_eq!(c.block(&[Value::NIL; MAX_BLOCK]), None, "the pair cursor's word is not touched");
    }
}
