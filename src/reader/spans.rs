//! Where the pairs of a datum were written.
//!
//! A side table, because a pair is two words and has no room for a place. Its key is the pair's cell, which is good as
//! long as no collection runs: the compiler clears the table before it lets the machine run. Knows nothing of texts and
//! messages.

use hashbrown::HashMap;

use crate::source::{SourceId, Span};
use crate::value::Value;

/// The places of one pair.
#[derive(Clone, Copy, Debug)]
struct Entry {
    cell: u32,
    source: SourceId,
    car_start: u32,
    car_end: u32,
    list_start: u32,
    /// Where the list that begins at this pair ends. While that list is being read: the number of the entry of the pair
    /// before, so that the end can be filled in when it is known.
    list_end: u32,
}

/// No entry: the first pair of a list has no pair before.
pub(super) const NO_ENTRY: u32 = u32::MAX;

/// Marks the number of an entry that came out of order.
const OTHER: u32 = 1 << 31;

/// Bytes that a table may take that is kept while nothing is read.
const MOST_KEPT: usize = 256 * size_of::<Entry>();

/// From pairs to the places of their elements and of the lists that begin at them.
#[derive(Clone, Default)]
pub(crate) struct Spans {
    /// Ascending by cell, which is the order in which the reader makes pairs.
    entries: Vec<Entry>,
    /// What came out of order, by cell. Has precedence.
    others: HashMap<u32, Entry>,
    /// The cells of those, as they came.
    others_in_turn: Vec<u32>,
    top: Option<Span>,
}

impl Spans {
    pub fn new() -> Spans {
        Spans::default()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.others.clear();
        self.others_in_turn.clear();
        self.top = None;
    }

    /// Does the next pair perhaps need more room?
    pub fn is_full(&self) -> bool {
        self.entries.len() == self.entries.capacity() || !self.others.is_empty()
    }

    /// Is it small enough to be kept for the next text?
    pub fn is_small(&self) -> bool {
        self.bytes() <= MOST_KEPT
    }

    /// Where the list that begins at `pair` was written. For the first pair of a list that is from parenthesis to
    /// parenthesis.
    #[inline]
    pub fn list(&self, pair: Value) -> Option<Span> {
        self.find(pair).map(|e| Span { source: e.source, start: e.list_start, end: e.list_end })
    }

    /// Where the element that `pair` holds was written.
    #[inline]
    pub fn element(&self, pair: Value) -> Option<Span> {
        self.find(pair).map(|e| Span { source: e.source, start: e.car_start, end: e.car_end })
    }

    /// Where an element was written: `element`, which `pair` holds.
    #[inline]
    pub fn of_element(&self, pair: Value, element: Value) -> Option<Span> {
        let own = if element.is_pair() { self.list(element) } else { None };
        own.or_else(|| self.element(pair))
    }

    /// Where the datum that was read last was written, be it an atom or a list.
    pub fn top(&self) -> Span {
        self.top.unwrap_or(Span::NONE)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.others.capacity() * (size_of::<(u32, Entry)>() + 1)
            + self.others_in_turn.capacity() * size_of::<u32>()
    }

    #[inline]
    fn find(&self, pair: Value) -> Option<&Entry> {
        if !pair.is_pair() {
            return None;
        }
        let cell = pair.index() as u32;
        // Mostly cells are taken one after the other.
        let distance = cell.wrapping_sub(self.entries.first()?.cell) as usize;
        match self.entries.get(distance) {
            Some(entry) if entry.cell == cell && self.others.is_empty() => Some(entry),
            _ => self.search(cell),
        }
    }

    #[cold]
    #[inline(never)]
    fn search(&self, cell: u32) -> Option<&Entry> {
        if let Some(entry) = self.others.get(&cell) {
            return Some(entry);
        }
        // At least as many cells lie between two as there are entries.
        let distance = cell.checked_sub(self.entries.first()?.cell)? as usize;
        let before = self.entries.get(..distance.saturating_add(1)).unwrap_or(&self.entries);
        before.get(before.binary_search_by_key(&cell, |e| e.cell).ok()?)
    }

    /// Does `cell` come after all that are in order?
    fn is_next(&self, cell: u32) -> bool {
        self.entries.last().is_none_or(|last| last.cell < cell)
    }

    pub(super) fn set_top(&mut self, span: Span) {
        self.top = Some(span);
    }

    /// The reader has made a pair. `before` is what this returned for the pair before in the same list. Cells ascend,
    /// until the free ones begin again from below, be it in the middle of a list.
    #[inline]
    pub(super) fn pair(&mut self, pair: Value, element: Span, before: u32) -> u32 {
        let Span { source, start, end } = element;
        let cell = pair.index() as u32;
        // Until the list is complete, its end is what leads to the pair before.
        let entry = Entry { cell, source, car_start: start, car_end: end, list_start: start, list_end: before };
        if !self.is_next(cell) {
            return self.add_other(entry);
        }
        self.entries.push(entry);
        self.entries.len() as u32 - 1
    }

    #[cold]
    #[inline(never)]
    fn add_other(&mut self, entry: Entry) -> u32 {
        self.others.insert(entry.cell, entry);
        self.others_in_turn.push(entry.cell);
        OTHER | (self.others_in_turn.len() as u32 - 1)
    }

    /// A list is complete: `first` is its first pair, `last` what [`Spans::pair`] returned for its last, `whole` its
    /// place.
    #[inline]
    pub(super) fn finish(&mut self, first: Value, last: u32, whole: Span) {
        let mut number = last;
        while let Some(entry) = self.numbered(number) {
            number = std::mem::replace(&mut entry.list_end, whole.end);
            if entry.cell as usize == first.index() {
                entry.list_start = whole.start;
                return;
            }
        }
    }

    /// The entry of which [`Spans::pair`] has returned this.
    #[inline]
    fn numbered(&mut self, number: u32) -> Option<&mut Entry> {
        if number & OTHER == 0 { self.entries.get_mut(number as usize) } else { self.numbered_other(number) }
    }

    #[cold]
    #[inline(never)]
    fn numbered_other(&mut self, number: u32) -> Option<&mut Entry> {
        if number == NO_ENTRY {
            return None;
        }
        let cell = self.others_in_turn.get((number & !OTHER) as usize)?;
        self.others.get_mut(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u32, end: u32) -> Span {
        Span { source: SourceId(0), start, end }
    }

    #[test]
    fn a_list_knows_its_elements_and_its_tails() {
        let mut s = Spans::new();
        let (a, b) = (Value::pair(4), Value::pair(7));
        let first = s.pair(a, span(1, 2), NO_ENTRY);
        let second = s.pair(b, span(3, 4), first);
        s.finish(a, second, span(0, 5));
        assert_eq!(s.list(a), Some(span(0, 5)));
        assert_eq!(s.element(a), Some(span(1, 2)));
        assert_eq!(s.list(b), Some(span(3, 5)), "a tail begins at its first element");
        assert_eq!(s.list(Value::pair(5)), None);
        assert_eq!(s.list(Value::fix(4)), None);
    }

    #[test]
    fn what_comes_out_of_order_is_found_all_the_same() {
        let mut s = Spans::new();
        let late = s.pair(Value::pair(9), span(1, 2), NO_ENTRY);
        s.finish(Value::pair(9), late, span(0, 3));
        let early = s.pair(Value::pair(2), span(5, 6), NO_ENTRY);
        s.finish(Value::pair(2), early, span(4, 7));
        assert_eq!(s.list(Value::pair(2)), Some(span(4, 7)));
        s.clear();
        assert_eq!(s.list(Value::pair(9)), None);
    }

    #[test]
    fn a_list_whose_cells_begin_again_from_below_is_known_as_a_whole() {
        let mut s = Spans::new();
        let (a, b, c) = (Value::pair(9), Value::pair(2), Value::pair(3));
        let first = s.pair(a, span(1, 2), NO_ENTRY);
        let second = s.pair(b, span(3, 4), first);
        let third = s.pair(c, span(5, 6), second);
        s.finish(a, third, span(0, 7));
        assert_eq!(s.list(a), Some(span(0, 7)));
        assert_eq!([s.list(b), s.list(c)], [Some(span(3, 7)), Some(span(5, 7))]);
    }
}
