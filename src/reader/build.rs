//! The builder that makes data on the heap of what the parser reads, and the places at which pairs were written.
//!
//! The places are a side table, because a pair is two words and has no room for one. The key is the pair's cell, which
//! stays valid until the next collection. The compiler clears the table before it lets the machine run.

use hashbrown::HashMap;
use klammer_syntax::builder::Builder;
use klammer_syntax::lexer::Class;
use klammer_syntax::lexer::{Atom, Prefix};
use klammer_syntax::literal;
use klammer_syntax::parser::{Open, SHORT};

use super::DatumLabels;
use crate::fault::{Code, ErrorData, Limit, Result, Unwind};
use crate::object::array::{ArrayObject, Shape, Storage};
use crate::runtime::Runtime;
use crate::runtime::dialect::{AtomComplaint, Dialect};
use crate::source::{SourceId, Span};
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

/// Builds lists, vectors and atoms on the heap, and notes where the pairs were written, if anyone wants to know.
pub(super) struct HeapBuilder<'a> {
    rt: &'a mut Runtime,
    places: Option<&'a mut RecordedSpans>,
    dialect: Dialect,
    /// Elements of the lists and vectors that are open, those of the innermost last.
    elements: &'a mut Vec<ReadElement>,
    labels: DatumLabels,
    /// Bytes of the symbols when reading began, and when memory was last asked for: the heap's account learns of new
    /// ones only later.
    symbol_bytes: usize,
    last_symbol_bytes: usize,
    /// Bytes of what is open that the heap's account has until the datum is read.
    held: usize,
}

/// Takes what is open out of the heap's account.
impl Drop for HeapBuilder<'_> {
    fn drop(&mut self) {
        self.rt.heap.release(self.held);
    }
}

impl<'a> HeapBuilder<'a> {
    /// `elements` is empty.
    pub fn new(
        rt: &'a mut Runtime,
        places: Option<&'a mut RecordedSpans>,
        dialect: Dialect,
        elements: &'a mut Vec<ReadElement>,
    ) -> HeapBuilder<'a> {
        let symbol_bytes = rt.symbols.bytes();
        HeapBuilder {
            rt,
            places,
            dialect,
            elements,
            labels: DatumLabels::default(),
            symbol_bytes,
            last_symbol_bytes: symbol_bytes,
            held: 0,
        }
    }

    /// Sees to it that the account has at least `bytes` bytes for what is open.
    fn charge_open(&mut self, bytes: usize) -> Result<()> {
        let more = bytes.saturating_sub(self.held);
        self.rt.heap.charge_temporary(more)?;
        self.held += more;
        Ok(())
    }

    /// The datum that has been read was written here.
    pub fn set_top(&mut self, span: Span) {
        if let Some(places) = &mut self.places {
            places.set_top(span);
        }
    }
}

/// An element of what is open, and where in its text it was written.
#[derive(Clone, Copy)]
pub(super) struct ReadElement {
    value: Value,
    place: PackedSpan,
}

/// A list or vector that is open. `first` is the number of its first element among [`HeapBuilder::elements`]: a text
/// has at most 4 GiB.
pub(super) enum Partial {
    List { first: u32, tail: Value },
    Vector { first: u32, bytes: bool },
}

/// Elements and open lists for which there is room in what is kept while nothing is read.
const MAX_KEPT: usize = 64;

/// Lists that reading keeps for the next datum, which then need not be allocated and grow again.
#[derive(Default)]
pub(super) struct Room {
    pub elements: Vec<ReadElement>,
    pub open: Vec<Open<Partial>>,
}

impl Room {
    /// Forgets the remains of an error, and lists that have become large.
    pub fn clear(&mut self) {
        self.elements.clear();
        self.open.clear();
        if self.elements.capacity() > MAX_KEPT || self.open.capacity() > MAX_KEPT {
            *self = Room::default();
        }
    }
}

impl Builder for HeapBuilder<'_> {
    type Datum = Value;
    type Partial = Partial;
    type Error = Box<Unwind>;

    #[cold]
    fn located(mut error: Box<Unwind>, span: Span) -> Box<Unwind> {
        if let Unwind::Error(condition) = &mut *error
            && condition.span().is_none()
        {
            condition.details_mut().span = span;
        }
        error
    }

    #[inline]
    fn charge(&mut self, ticks: usize) -> Result<()> {
        self.rt.charge(ticks)
    }

    #[cold]
    fn reserve(&mut self, bytes: usize, stack: usize) -> Result<()> {
        // Open elements take memory while pairs and other values are made, too.
        let elements = self.elements.capacity() * size_of::<ReadElement>();
        let places = self.places.as_ref().map_or(0, |places| places.bytes());
        self.charge_open(elements.saturating_add(places).saturating_add(stack))?;
        let symbols = self.rt.symbols.bytes().saturating_sub(self.symbol_bytes);
        self.rt.heap.reserve(bytes.saturating_add(symbols))
    }

    fn atom(&mut self, atom: Atom<'_>, token: &str) -> Result<Value, AtomComplaint> {
        Ok(match atom {
            Atom::Own(word) => match self.dialect.notation() {
                Some(notation) => notation.word(self.rt, word)?,
                None => self.symbol(word)?,
            },
            Atom::Word(name) => match super::plain(self.rt, name)? {
                Some(n) => n.into_value(&mut self.rt.heap)?,
                None if self.dialect.reading().has_complex_numerals && super::is_complex(self.rt, name)? => {
                    return Err(AtomComplaint::Token(literal::complex(token)));
                }
                None => self.symbol(name)?,
            },
            Atom::Symbol(name) => self.symbol(&name)?,
            Atom::Keyword(name) if !self.dialect.has_keywords => self.symbol(&format!(":{name}"))?,
            Atom::Keyword(name) => self.keyword(&name)?,
            Atom::Number { digits, radix, exactness } => match super::prefixed(self.rt, digits, radix, exactness)? {
                Some(n) => n.into_value(&mut self.rt.heap)?,
                None => return Err(AtomComplaint::Token(literal::not_a_number(token, radix))),
            },
            Atom::String(text) => {
                self.rt.heap.reserve(text.len())?;
                self.rt.heap.string(text)?
            }
            Atom::Bits(bits) => {
                let data = Storage::Bits(bits.bytes().map(|b| b == b'1').collect());
                self.rt.heap.array(ArrayObject { shape: Shape::Vector, data })?
            }
            Atom::Character(c) => Value::character(c),
            Atom::True => Value::T,
            Atom::False if self.dialect.has_false => Value::FALSE,
            Atom::False => Value::NIL,
            Atom::EndOfFile => Value::EOF,
        })
    }

    #[inline]
    fn word(&mut self, first: Class, text: &[u8], length: usize) -> Option<Value> {
        match first {
            Class::Digit => small_integer(text.get(..length)?).map(Value::fix),
            Class::Sign if length > 1 => None,
            _ => self.rt.symbols.recent_at(text, length).map(|symbol| self.meant(symbol)),
        }
    }

    /// A number, or a name that has not been read lately.
    #[inline(never)]
    fn unusual_word(&mut self, word: &[u8]) -> Result<Value, AtomComplaint> {
        let word = std::str::from_utf8(word).unwrap_or("");
        self.atom(Atom::Word(word), word)
    }

    #[inline]
    fn list(&mut self) -> Partial {
        Partial::List { first: self.elements.len() as u32, tail: Value::NIL }
    }

    fn vector(&mut self, bytes: bool) -> Partial {
        Partial::Vector { first: self.elements.len() as u32, bytes }
    }

    #[inline]
    fn append(&mut self, datum: Value, start: u32, end: u32) -> Result<()> {
        if self.elements.len() == self.elements.capacity() {
            self.grow()?;
        }
        self.elements.push(ReadElement { value: datum, place: PackedSpan::new(start, end) });
        Ok(())
    }

    fn set_tail(&mut self, of: &mut Partial, datum: Value) {
        if let Partial::List { tail, .. } = of {
            *tail = datum;
        }
    }

    #[inline(always)]
    fn finish(&mut self, partial: &Partial, source: SourceId, start: u32, end: u32) -> Result<Value> {
        match *partial {
            Partial::List { first, tail } => self.list_of(first as usize, tail, source, start, end),
            Partial::Vector { first, bytes } => self.vector_of(first as usize, bytes, Span::new(source, start, end)),
        }
    }

    fn begin_label(&mut self, label: u32) -> Result<()> {
        self.labels.begin(self.rt, label)
    }

    fn labelled(&mut self, label: u32) -> Option<Value> {
        self.labels.find(label)
    }

    fn end_label(&mut self, label: u32, datum: Value) -> Result<Option<Value>> {
        self.labels.end(self.rt, label, datum)
    }

    fn array(&mut self, rank: u8, rows: Value, span: Span) -> Result<Value> {
        let (mut dimensions, mut elements) = (Vec::new(), vec![rows]);
        for _ in 0..rank {
            let mut inner = Vec::new();
            let mut size = None;
            for row in elements {
                let items: Vec<Value> = self.rt.heap.iter(row).collect();
                self.rt.charge(1 + items.len() / 16)?;
                if *size.get_or_insert(items.len()) != items.len() {
                    let message = "the rows of an array must be of the same length";
                    return Err(ErrorData::new(Code::BadToken, message).at(span).into());
                }
                inner.extend(items);
            }
            dimensions.push(size.unwrap_or(0));
            elements = inner;
        }
        self.rt.heap.reserve(size_of_val(elements.as_slice()))?;
        match Shape::new(&dimensions) {
            Some((shape, _)) => self.rt.heap.array(ArrayObject { shape, data: Storage::Values(elements.into()) }),
            None => crate::fault::internal("an array without a shape"),
        }
    }

    fn skips(&mut self, wanted: bool, expression: Value, span: Span) -> Result<bool> {
        let known = match self.dialect.notation() {
            Some(notation) => notation.has_feature(self.rt, expression, span)?,
            None => false,
        };
        Ok(known != wanted)
    }

    fn nothing(&self) -> Value {
        Value::NIL
    }

    fn prefixed(&mut self, prefix: Prefix, mark: Span, datum: Value, span: Span) -> Result<Value> {
        let name = match prefix {
            Prefix::Quote => Value::symbol(well_known::QUOTE),
            Prefix::QuasiQuote => Value::symbol(self.dialect.reading().quasi_quote),
            Prefix::Unquote => Value::symbol(well_known::UNQUOTE),
            Prefix::UnquoteSplicing => Value::symbol(well_known::UNQUOTE_SPLICING),
            Prefix::Function => self.rt.symbol("function"),
            Prefix::ReadTime => match self.dialect.notation().and_then(|n| n.read_time(self.rt)) {
                Some(mark) => mark,
                None => {
                    let message = "`#.`: what is read here is not evaluated";
                    return Err(ErrorData::new(Code::BadToken, message).at(mark).into());
                }
            },
        };
        let list = self.list();
        self.append(name, mark.start(), mark.end())?;
        self.append(datum, span.start(), span.end())?;
        self.finish(&list, span.source(), mark.start(), span.end())
    }
}

impl HeapBuilder<'_> {
    /// Makes room for as many elements again.
    #[cold]
    fn grow(&mut self) -> Result<()> {
        let more = self.elements.capacity().max(4);
        self.charge_open(self.held.saturating_add(more * size_of::<ReadElement>()))?;
        self.elements.try_reserve_exact(more).map_err(|_| Limit::Memory.into())
    }

    /// The list of the elements from number `first` on. All pairs of the list are allocated now, in sequence, so that
    /// they and their spans are adjacent. The last comes first, because each pair needs its successor.
    #[inline(never)]
    fn list_of(&mut self, first: usize, tail: Value, source: SourceId, start: u32, end: u32) -> Result<Value> {
        let count = self.elements.len().saturating_sub(first);
        if self.places.as_ref().is_some_and(|places| places.lacks_room(count)) {
            self.reserve(count.saturating_mul(RecordedSpans::BYTES_PER_PAIR), 0)?;
        }
        let HeapBuilder { rt, places, elements, .. } = self;
        let mut list = tail;
        for element in elements.get(first..).unwrap_or(&[]).iter().rev() {
            list = rt.heap.pair(element.value, list)?;
            if let Some(places) = places {
                places.add(list, element.place, source, end);
            }
        }
        // The first pair is written where the list is, the others where the rest of the list is.
        if let Some(places) = places.as_mut().filter(|_| count > 0) {
            places.begin_list(list, start);
        }
        elements.truncate(first);
        Ok(list)
    }

    #[inline(never)]
    fn vector_of(&mut self, first: usize, bytes: bool, span: Span) -> Result<Value> {
        self.rt.heap.reserve(self.elements.len().saturating_sub(first) * size_of::<Value>())?;
        let elements: Vec<Value> = self.elements.drain(first..).map(|e| e.value).collect();
        if bytes { bytes_from(self.rt, &elements, span) } else { self.rt.heap.vector(elements) }
    }

    /// `nil` and `t` are no symbols but constants, in bars or not: a name means one thing. (In some dialects they are
    /// names like others.)
    fn symbol(&mut self, name: &str) -> Result<Value, AtomComplaint> {
        let symbol = self.interned(name)?;
        Ok(self.meant(symbol))
    }

    #[inline]
    fn meant(&self, symbol: Symbol) -> Value {
        match symbol {
            well_known::NIL if !self.dialect.has_plain_constants => Value::NIL,
            well_known::T if !self.dialect.has_plain_constants => Value::T,
            symbol => Value::symbol(symbol),
        }
    }

    fn keyword(&mut self, name: &str) -> Result<Value, AtomComplaint> {
        Ok(Value::keyword(self.interned(name)?))
    }

    fn interned(&mut self, name: &str) -> Result<Symbol> {
        if name.len() >= SHORT {
            self.rt.check_name(name.len())?;
        }
        let symbol = self.rt.symbols.intern(name);
        let bytes = self.rt.symbols.bytes();
        if std::mem::replace(&mut self.last_symbol_bytes, bytes) != bytes {
            self.reserve(0, 0)?;
        }
        Ok(symbol)
    }
}

/// The integer that a word of few digits is.
#[inline]
fn small_integer(word: &[u8]) -> Option<i64> {
    let digit = |n: i64, b: &u8| b.is_ascii_digit().then(|| n * 10 + i64::from(b - b'0'));
    if word.len() <= MAX_DIGITS { word.iter().try_fold(0, digit) } else { None }
}

/// Number of digits up to which any number is small.
const MAX_DIGITS: usize = 15;

/// The vector of bytes with these elements.
fn bytes_from(rt: &mut Runtime, elements: &[Value], span: Span) -> Result<Value> {
    let byte = |v: &Value| v.as_fixnum().and_then(|n| u8::try_from(n).ok());
    let Some(bytes) = elements.iter().map(byte).collect::<Option<Box<[u8]>>>() else {
        let message = "a vector of bytes has integers from 0 to 255 as its elements";
        return Err(ErrorData::new(Code::BadToken, message).at(span).into());
    };
    match Shape::new(&[bytes.len()]) {
        Some((shape, _)) => rt.heap.array(ArrayObject { shape, data: Storage::Bytes(bytes) }),
        None => crate::fault::internal("a vector without a shape"),
    }
}

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
