//! Places at which the pairs of a datum were written.
//!
//! A side table, because a pair is two words and has no room for a place. The key is the pair's cell, which stays valid
//! until the next collection. The compiler clears the table before it lets the machine run. Knows nothing of texts and
//! messages.

use hashbrown::HashMap;

use crate::source::{SourceId, Span};
use crate::value::Value;

/// Beginning and end of something in its text. One word that is written and read whole. Reading a word just after half
/// of it was written stalls the processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedSpan(u64);

impl PackedSpan {
    #[inline]
    pub fn new(start: u32, end: u32) -> PackedSpan {
        PackedSpan(u64::from(start) << 32 | u64::from(end))
    }

    #[inline]
    fn start(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    fn end(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    fn span(self, source: SourceId) -> Span {
        Span::new(source, self.start(), self.end())
    }
}

/// The places of one pair.
#[derive(Clone, Copy, Debug)]
struct PairSpans {
    cell: u32,
    source: SourceId,
    element: PackedSpan,
    list: PackedSpan,
}

/// From pairs to the places of their elements and of the lists that begin at them.
///
/// One word, because it changes hands several times for each form.
#[derive(Clone, Default)]
pub struct Spans {
    table: Option<Box<RecordedSpans>>,
}

opaque!("Spans" Spans);

impl Spans {
    /// Makes an empty table.
    pub fn new() -> Spans {
        Spans::default()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            let RecordedSpans { entries, next, others, top } = &mut **table;
            entries.clear();
            *next = 0;
            *others = None;
            *top = None;
        }
    }

    /// Returns the span of the list that begins at `pair`. For the first pair of a list, that is from parenthesis to
    /// parenthesis.
    #[inline]
    pub(crate) fn list(&self, pair: Value) -> Option<Span> {
        self.find(pair).map(|e| e.list.span(e.source))
    }

    /// Returns the span of the element that `pair` holds.
    #[inline]
    pub(crate) fn element(&self, pair: Value) -> Option<Span> {
        self.find(pair).map(|e| e.element.span(e.source))
    }

    /// Returns the span of an element: `element`, which `pair` holds.
    #[inline]
    pub(crate) fn of_element(&self, pair: Value, element: Value) -> Option<Span> {
        let own = if element.is_pair() { self.list(element) } else { None };
        own.or_else(|| self.element(pair))
    }

    /// Returns the span of the datum that was read last, be it an atom or a list.
    pub(crate) fn top(&self) -> Span {
        self.table.as_ref().and_then(|table| table.top).unwrap_or(Span::NONE)
    }

    /// Returns the table that a reader fills.
    pub(super) fn table(&mut self) -> &mut RecordedSpans {
        self.table.get_or_insert_default()
    }

    #[inline]
    fn find(&self, pair: Value) -> Option<&PairSpans> {
        self.table.as_ref()?.find(pair)
    }
}

/// Places that a reader has noted.
#[derive(Clone, Default)]
pub(super) struct RecordedSpans {
    /// Ascending by cell, which is the order in which the reader makes pairs.
    entries: Vec<PairSpans>,
    /// The number after that of the last one's cell.
    next: u32,
    /// Places that came out of order, by cell. They have precedence. Mostly there are none.
    others: Option<Box<HashMap<u32, PairSpans>>>,
    top: Option<Span>,
}

impl RecordedSpans {
    /// Bytes that the places of a pair take, and twice as much while their table grows.
    pub const BYTES_PER_PAIR: usize = 2 * size_of::<PairSpans>();

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let others = self.others.as_ref().map_or(0, |others| others.capacity());
        self.entries.capacity() * size_of::<PairSpans>() + others * (size_of::<(u32, PairSpans)>() + 1)
    }

    #[inline]
    fn find(&self, pair: Value) -> Option<&PairSpans> {
        if !pair.is_pair() {
            return None;
        }
        let cell = pair.index() as u32;
        // Mostly cells are taken one after the other.
        let distance = cell.wrapping_sub(self.entries.first()?.cell) as usize;
        match self.entries.get(distance) {
            Some(entry) if entry.cell == cell && self.others.is_none() => Some(entry),
            _ => self.search(cell),
        }
    }

    #[cold]
    #[inline(never)]
    fn search(&self, cell: u32) -> Option<&PairSpans> {
        if let Some(entry) = self.others.as_ref().and_then(|others| others.get(&cell)) {
            return Some(entry);
        }
        // At least as many cells are between two as there are entries.
        let distance = cell.checked_sub(self.entries.first()?.cell)? as usize;
        let before = self.entries.get(..distance.saturating_add(1)).unwrap_or(&self.entries);
        before.get(before.binary_search_by_key(&cell, |e| e.cell).ok()?)
    }

    pub fn set_top(&mut self, span: Span) {
        self.top = Some(span);
    }

    /// Returns whether there may be no room for `pairs` more pairs.
    pub fn lacks_room(&self, pairs: usize) -> bool {
        self.entries.len() + pairs > self.entries.capacity() || self.others.is_some()
    }

    /// The reader has made a pair, whose element was written there, in a list that ends at `end` in the same text.
    /// Cells ascend, until the free ones begin again from below, be it in the middle of a list.
    #[inline(always)]
    pub fn add(&mut self, pair: Value, element: PackedSpan, source: SourceId, end: u32) {
        let cell = pair.index() as u32;
        let list = PackedSpan::new(element.start(), end);
        if cell >= self.next {
            self.next = cell.wrapping_add(1);
            // Made where it stays: the cold way is given the parts.
            self.entries.push(PairSpans { cell, source, element, list });
        } else {
            self.add_out_of_order(cell, source, element, list);
        }
    }

    #[cold]
    #[inline(never)]
    fn add_out_of_order(&mut self, cell: u32, source: SourceId, element: PackedSpan, list: PackedSpan) {
        self.others.get_or_insert_default().insert(cell, PairSpans { cell, source, element, list });
    }

    /// The list that begins at the pair that was added last begins there.
    #[inline]
    pub fn begin_list(&mut self, pair: Value, start: u32) {
        let cell = pair.index() as u32;
        let entry = match self.entries.last_mut() {
            Some(entry) if entry.cell == cell => Some(entry),
            _ => self.others.as_mut().and_then(|others| others.get_mut(&cell)),
        };
        if let Some(entry) = entry {
            entry.list = PackedSpan::new(start, entry.list.end());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u32, end: u32) -> Span {
        Span::new(SourceId(0), start, end)
    }

    /// Notes the pairs of a list whose elements are digits, written from `start` on with a blank between each other:
    /// the last pair first.
    fn add_list(s: &mut Spans, cells: &[usize], start: u32) {
        let whole = span(start, start + 2 * cells.len() as u32 + 1);
        for (i, &cell) in (0..cells.len() as u32).rev().zip(cells) {
            let element = PackedSpan::new(start + 2 * i + 1, start + 2 * i + 2);
            s.table().add(Value::pair(cell), element, whole.source(), whole.end());
        }
        if let Some(&first) = cells.last() {
            s.table().begin_list(Value::pair(first), start);
        }
    }

    #[test]
    fn a_list_knows_its_elements_and_its_tails() {
        let mut s = Spans::new();
        let (a, b) = (Value::pair(7), Value::pair(4));
        add_list(&mut s, &[4, 7], 0);
        assert_eq!(s.list(a), Some(span(0, 5)));
        assert_eq!(s.element(a), Some(span(1, 2)));
        assert_eq!(s.list(b), Some(span(3, 5)), "a tail begins at its first element");
        assert_eq!(s.of_element(a, b), Some(span(3, 5)), "an element that is a list has the place of the list");
        assert_eq!(s.of_element(Value::fix(0), Value::fix(1)), None);
        assert_eq!(s.list(Value::pair(5)), None);
        assert_eq!(s.list(Value::fix(4)), None);
    }

    #[test]
    fn spans_out_of_order_are_found() {
        let mut s = Spans::new();
        add_list(&mut s, &[9], 0);
        add_list(&mut s, &[2], 4);
        assert_eq!(s.list(Value::pair(2)), Some(span(4, 7)));
        assert_eq!(s.list(Value::pair(9)), Some(span(0, 3)));
        s.clear();
        assert_eq!(s.list(Value::pair(9)), None);
    }

    #[test]
    fn a_list_with_descending_cells_is_known_whole() {
        let mut s = Spans::new();
        let (a, b, c) = (Value::pair(9), Value::pair(2), Value::pair(3));
        add_list(&mut s, &[9, 2, 3], 0);
        assert_eq!(s.list(c), Some(span(0, 7)));
        assert_eq!([s.list(b), s.list(a)], [Some(span(3, 7)), Some(span(5, 7))]);
    }
}
