//! Going through a value from left to right, one small step at a time.
//!
//! An explicit stack holds the tasks still to be done, so depth costs heap memory, never native stack. A step cannot
//! fail and does bounded work. The caller does the tasks that could be long or need the budget (numbers, strings).
//!
//! [`pretty`] breaks long lists: as many elements on a line as fit. An element that does not fit on a line of its own is
//! broken itself, and then stands alone. The elements of a list begin one column to the right of its parenthesis.

use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};

use super::{LOT, PrintStyle, print};
use crate::fault::{Limit, Result};
use crate::memory::table_bytes;
use crate::object::array::{ArrayElements, ArrayView, ElementKind, Shape, StoredElement, dimensions_text};
use crate::object::{Object, RecordNotation};
use crate::runtime::Runtime;
use crate::runtime::dialect::{Dialect, Notation, push_up_to};
use crate::symbol::well_known;
use crate::value::{Kind, Value};

/// Result of a step.
pub(super) enum WriterStep {
    Done,
    More,
    /// The caller writes this number.
    Number(Value),
    /// The caller writes this float.
    Float(f64),
    /// The caller writes this string, with [`PrintWalk::string`].
    String(Value),
}

/// Something still to be written.
enum Task {
    Value(Value),
    /// The rest of a list after an element.
    Rest(Value),
    /// The array's elements from this row-major position on.
    Elements(Value, usize),
    /// The record's fields from this one on.
    Fields(Value, usize),
    /// The multiple values from this one on.
    Items(Value, usize),
    Text(&'static str),
    /// The containers entered since the path had this length are complete.
    Leave(usize),
}

pub(super) struct PrintWalk {
    pub out: String,
    pub style: PrintStyle,
    pub dialect: Dialect,
    /// Bytes of output after which nothing more is written.
    pub limit: usize,
    tasks: Vec<Task>,
    path: Option<Path>,
    labels: SharingLabels,
}

/// The containers that are being written: those that contain the place reached.
#[derive(Default)]
struct Path {
    containers: Vec<u64>,
    members: HashSet<u64>,
}

impl PrintWalk {
    pub fn new(v: Value, style: PrintStyle, limit: usize, dialect: Dialect) -> PrintWalk {
        PrintWalk {
            out: String::new(),
            style,
            dialect,
            limit,
            tasks: vec![Task::Value(v)],
            path: None,
            labels: SharingLabels::default(),
        }
    }

    /// Writes parts with datum labels.
    pub fn with_labels(mut self, labels: SharingLabels) -> PrintWalk {
        self.labels = labels;
        self
    }

    /// The notation, if it does what `does` says in a way of its own.
    fn own(&self, does: impl FnOnce(&'static dyn Notation) -> bool) -> bool {
        self.dialect.notation().is_some_and(does)
    }

    /// Remembers the containers that are open, at some cost, and does not enter them again.
    pub fn looking_for_cycles(mut self) -> PrintWalk {
        self.path = Some(Path::default());
        self
    }

    /// Memory held, output included.
    pub fn bytes(&self) -> usize {
        let path = self.path.as_ref().map_or(0, |p| {
            let containers = growing(p.containers.len(), p.containers.capacity());
            containers * size_of::<u64>()
                + table_bytes(growing(p.members.len(), p.members.capacity()), size_of::<u64>())
        });
        let tasks = growing(self.tasks.len(), self.tasks.capacity()) * size_of::<Task>();
        self.out.capacity() + tasks + path + self.labels.bytes()
    }

    pub fn is_full(&self) -> bool {
        self.out.len() >= self.limit
    }

    /// Writes `text`, up to the limit.
    pub fn text(&mut self, text: &str) {
        push_up_to(&mut self.out, text, self.limit);
    }

    /// Room for `bytes` more in the text, within the memory limit.
    pub fn make_room(&mut self, rt: &mut Runtime, bytes: usize) -> Result<()> {
        let (length, capacity) = (self.out.len(), self.out.capacity());
        if capacity - length >= bytes {
            return Ok(());
        }
        let wanted = bytes.max(length);
        rt.heap.reserve((self.bytes() - capacity).saturating_add(length).saturating_add(wanted))?;
        self.out.try_reserve_exact(wanted).map_err(|_| Limit::Memory.into())
    }

    pub fn step(&mut self, rt: &Runtime) -> WriterStep {
        match self.tasks.pop() {
            None => return WriterStep::Done,
            Some(Task::Value(v)) => return self.value(rt, v),
            Some(Task::Rest(rest)) => self.rest(rt, rest),
            Some(Task::Elements(array, at)) => return self.elements(rt, array, at),
            Some(Task::Fields(record, at)) => self.fields(rt, record, at),
            Some(Task::Items(values, at)) => self.items(rt, values, at),
            Some(Task::Text(text)) => self.text(text),
            Some(Task::Leave(length)) => self.leave(length),
        }
        WriterStep::More
    }

    fn value(&mut self, rt: &Runtime, v: Value) -> WriterStep {
        match self.labels.label_of(v) {
            Some(SharingLabel::Reference(number)) => {
                self.text(&format!("#{number}#"));
                return WriterStep::More;
            }
            Some(SharingLabel::Definition(number)) => self.text(&format!("#{number}=")),
            None => {}
        }
        match v.kind() {
            _ if v.is_fixnum() && self.own(|n| n.changes_numerals(rt)) => return WriterStep::Number(v),
            _ if v.is_fixnum() => self.integer(v.untag()),
            _ if v.is_float() => return WriterStep::Number(v),
            Kind::BIGINT | Kind::RATIO => return WriterStep::Number(v),
            Kind::STRING => return WriterStep::String(v),
            Kind::CHARACTER => self.character(v),
            Kind::SYMBOL => self.symbol(rt, v),
            Kind::KEYWORD if self.style == PrintStyle::Display && self.own(|n| n.has_bare_keywords()) => {
                if let Some(symbol) = v.as_keyword() {
                    self.name(rt, symbol);
                }
            }
            Kind::KEYWORD => self.keyword(rt, v),
            Kind::NIL | Kind::CONSTANT => self.constant(rt, v),
            Kind::PAIR if self.enter(v) => self.pair(rt, v),
            Kind::DIGITS => {
                self.text(self.dialect.writing().list_brackets.0);
                self.digits(v);
            }
            Kind::ARRAY if self.enter(v) => self.array(rt, v),
            Kind::RECORD if self.enter(v) => self.record(rt, v),
            Kind::VALUES if self.enter(v) => {
                self.text("#<values");
                self.tasks.push(Task::Items(v, 0));
            }
            Kind::PAIR | Kind::ARRAY | Kind::RECORD | Kind::VALUES => self.text(CYCLE),
            _ => self.opaque(rt, v),
        }
        WriterStep::More
    }

    // ---- lists

    fn pair(&mut self, rt: &Runtime, pair: Value) {
        let abbreviation = if self.dialect.writing().abbreviates { self.abbreviation(rt, pair) } else { None };
        if let Some((prefix, datum)) = abbreviation {
            self.text(prefix);
            self.tasks.push(Task::Value(datum));
            return;
        }
        self.text(self.dialect.writing().list_brackets.0);
        self.tasks.push(Task::Rest(rt.heap.cdr(pair)));
        self.tasks.push(Task::Value(rt.heap.car(pair)));
    }

    fn rest(&mut self, rt: &Runtime, rest: Value) {
        let close = self.dialect.writing().list_brackets.1;
        if rest.is_nil() {
            self.text(close);
        } else if rest.is(Kind::DIGITS) {
            self.text(" ");
            self.digits(rest);
        } else if rest.is_pair() && !self.labels.include(rest) && self.enter_part(rest) {
            self.text(" ");
            self.tasks.push(Task::Rest(rt.heap.cdr(rest)));
            self.tasks.push(Task::Value(rt.heap.car(rest)));
        } else {
            // A pair here has a label, or is being written: entering it as a value says so.
            self.text(" . ");
            self.tasks.push(Task::Text(close));
            self.tasks.push(Task::Value(rest));
        }
    }

    /// The members of a digit set, and the parenthesis that ends the list.
    fn digits(&mut self, set: Value) {
        let mut rest = set;
        while rest.is(Kind::DIGITS) {
            self.integer(rest.least_digit().untag());
            rest = rest.other_digits();
            self.text(if rest.is_nil() { self.dialect.writing().list_brackets.1 } else { " " });
        }
    }

    /// `(quote x)` as `'` and x, and so on.
    fn abbreviation(&self, rt: &Runtime, pair: Value) -> Option<(&'static str, Value)> {
        let prefix = match rt.heap.car(pair).as_symbol()? {
            well_known::QUOTE => "'",
            well_known::QUASI_QUOTE => "`",
            well_known::UNQUOTE => ",",
            well_known::UNQUOTE_SPLICING => ",@",
            well_known::FUNCTION => "#'",
            _ => return None,
        };
        let second = rt.heap.cdr(pair);
        if !second.has_elements() || !rt.heap.rest(second).is_nil() {
            return None;
        }
        let datum = rt.heap.first(second);
        // `,@x` would read as something else.
        let at = prefix == "," && datum.as_symbol().is_some_and(|s| rt.name(s).starts_with('@'));
        (!at).then_some((prefix, datum))
    }

    // ---- arrays

    /// `#(1 2)`, `#2A((1 2) (3 4))`; for unboxed elements `#u8(1 2)`, `#2f64((1.0) (2.0))`.
    fn array(&mut self, rt: &Runtime, v: Value) {
        let Some(array) = rt.heap.as_array(v) else { return };
        let dimensions = array.dimensions();
        let rank = dimensions.len();
        let is_in_use = rt.heap.as_host_object(v).is_some_and(|object| object.data().is_none());
        if rank != 1 && array.len() == 0 || is_in_use {
            if let Some(text) = self.dialect.notation().and_then(|n| n.empty_array(&dimensions)) {
                return self.text(&text);
            }
            // Nested parentheses could not tell the dimensions.
            self.text(&format!("#<array {}>", dimensions_text(&dimensions)));
            return;
        }
        if is_bit_vector(array) {
            self.tasks.push(Task::Elements(v, 0));
            return self.text("#*");
        }
        self.text("#");
        if rank != 1 {
            self.text(&rank.to_string());
        }
        self.text(match array.element_kind() {
            ElementKind::Any | ElementKind::Digits if rank == 1 => "",
            ElementKind::Any | ElementKind::Bit | ElementKind::Digits => "A",
            ElementKind::Byte => "u8",
            ElementKind::Fixnum => "s64",
            ElementKind::Float => "f64",
        });
        self.brackets("(", rank);
        self.tasks.push(Task::Elements(v, 0));
    }

    fn elements(&mut self, rt: &Runtime, v: Value, at: usize) -> WriterStep {
        let Some(array) = rt.heap.as_array(v) else { return WriterStep::More };
        let boundary = if is_bit_vector(array) { 0 } else { complete_rows(array, at) };
        // An object that a function of the host has shows no elements.
        let Some(element) = rt.heap.element(v, at).unwrap_or(None) else {
            self.brackets(")", boundary);
            return WriterStep::More;
        };
        if at > 0 && !is_bit_vector(array) {
            self.brackets(")", boundary);
            self.text(" ");
            self.brackets("(", boundary);
        }
        self.tasks.push(Task::Elements(v, at + 1));
        match element {
            StoredElement::Any(x) => self.tasks.push(Task::Value(x)),
            StoredElement::Byte(n) => self.integer(n.into()),
            StoredElement::Bit(b) => self.integer(b.into()),
            StoredElement::Fixnum(n) => self.integer(n),
            StoredElement::Float(x) => return WriterStep::Float(x),
            StoredElement::Digits(set) => self.tasks.push(Task::Value(Value::digits(set))),
        }
        WriterStep::More
    }

    fn brackets(&mut self, bracket: &str, count: usize) {
        for _ in 0..count {
            self.text(bracket);
        }
    }

    // ---- records and multiple values

    fn record(&mut self, rt: &Runtime, v: Value) {
        let notation = notation_of(rt, v);
        if notation == RecordNotation::Text {
            let text = rt.heap.word(v, 0);
            return self.text(rt.heap.as_str(text).unwrap_or(""));
        }
        let own = self.brackets_of_record(notation);
        self.text(own.map_or("#<", |(open, _)| open));
        match rt.heap.record_type(v) {
            Some(t) if own.is_some() => self.symbol(rt, Value::symbol(t.name)),
            Some(t) => self.name(rt, t.name),
            None => self.text("record"),
        }
        match notation {
            RecordNotation::Opaque => self.text(">"),
            _ => self.tasks.push(Task::Fields(v, 0)),
        }
    }

    /// Returns the brackets of a record that does not look like the core's.
    fn brackets_of_record(&self, notation: RecordNotation) -> Option<(&'static str, &'static str)> {
        self.dialect.notation().and_then(|n| n.record(notation))
    }

    fn fields(&mut self, rt: &Runtime, record: Value, at: usize) {
        let Some(&field) = rt.heap.record_type(record).and_then(|t| t.fields.get(at)) else {
            return self.text(self.brackets_of_record(notation_of(rt, record)).map_or(">", |(_, close)| close));
        };
        self.text(" ");
        self.keyword(rt, Value::keyword(field));
        self.text(" ");
        self.tasks.push(Task::Fields(record, at + 1));
        self.tasks.push(Task::Value(rt.heap.word(record, at)));
    }

    fn items(&mut self, rt: &Runtime, values: Value, at: usize) {
        let item = match rt.heap.as_object(values) {
            Some(Object::Values(items)) => items.get(at),
            _ => None,
        };
        let Some(&item) = item else { return self.text(">") };
        self.text(" ");
        self.tasks.push(Task::Items(values, at + 1));
        self.tasks.push(Task::Value(item));
    }

    // ---- cycles

    /// Begins a container and sees to it that it will be left; false if it is being written already.
    fn enter(&mut self, container: Value) -> bool {
        let Some(path) = &self.path else { return true };
        let length = path.containers.len();
        let fresh = self.enter_part(container);
        if fresh {
            self.tasks.push(Task::Leave(length));
        }
        fresh
    }

    /// Begins a further pair of a list that has been entered.
    fn enter_part(&mut self, container: Value) -> bool {
        let Some(path) = &mut self.path else { return true };
        let fresh = path.members.insert(container.bits());
        if fresh {
            path.containers.push(container.bits());
        }
        fresh
    }

    fn leave(&mut self, length: usize) {
        let Some(path) = &mut self.path else { return };
        for container in path.containers.drain(length.min(path.containers.len())..) {
            path.members.remove(&container);
        }
    }
}

/// Places that a collection has before it is asked for again: with the new ones where it may have to grow until then.
fn growing(length: usize, capacity: usize) -> usize {
    // A step adds at most two tasks and a container.
    if length + 2 * LOT > capacity { capacity * 3 } else { capacity }
}

/// Stands for a container inside of itself.
const CYCLE: &str = "#<cycle>";

fn notation_of(rt: &Runtime, record: Value) -> RecordNotation {
    rt.heap.record_type(record).map_or(RecordNotation::Record, |t| t.notation)
}

/// Returns whether this array is written as `#*0101`.
fn is_bit_vector(array: ArrayView<'_>) -> bool {
    matches!(array, ArrayView { shape: Shape::Vector, elements: ArrayElements::Bits(_) })
}

/// Returns the number of nested rows of the array that end just before row-major position `at`: all of them at the end.
fn complete_rows(array: ArrayView<'_>, at: usize) -> usize {
    let dimensions = array.dimensions();
    let mut size = 1usize;
    let ends = |&&d: &&usize| {
        size = size.saturating_mul(d);
        at.is_multiple_of(size)
    };
    dimensions.iter().rev().take_while(ends).count()
}

/// The parts that have labels.
#[derive(Debug, Default)]
pub(super) struct SharingLabels {
    /// Each with its number, once it has been written.
    parts: HashMap<u64, Option<usize>>,
    written: usize,
}

/// Text to write for an occurrence of a part with a label.
pub(super) enum SharingLabel {
    /// `#0=`, and the part.
    Definition(usize),
    /// `#0#` alone.
    Reference(usize),
}

impl SharingLabels {
    /// Returns these labels, numbered from `first`.
    pub fn counted_from(self, first: usize) -> SharingLabels {
        SharingLabels { written: first, ..self }
    }

    /// Returns whether the value has a label.
    pub fn include(&self, v: Value) -> bool {
        self.parts.contains_key(&v.bits())
    }

    /// Returns the label to write for a value, or `None` if it has none.
    pub fn label_of(&mut self, v: Value) -> Option<SharingLabel> {
        let number = self.parts.get_mut(&v.bits())?;
        if let Some(number) = *number {
            return Some(SharingLabel::Reference(number));
        }
        *number = Some(self.written);
        self.written += 1;
        Some(SharingLabel::Definition(self.written - 1))
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn bytes(&self) -> usize {
        table_bytes(self.parts.capacity(), size_of::<(u64, Option<usize>)>())
    }

    /// The parts that contain themselves; with `shared` also those that are met more than once.
    pub fn of(rt: &mut Runtime, v: Value, shared: bool) -> Result<SharingLabels> {
        // Whether what has been met is still being gone through.
        let (mut labels, mut met, mut open) = (SharingLabels::default(), HashMap::<u64, bool>::new(), Vec::new());
        let mut next = Some(v);
        loop {
            rt.charge(1)?;
            // A table that is full is about to grow to twice its size.
            if met.len() == met.capacity() || open.len() == open.capacity() {
                let met = table_bytes(3 * met.capacity(), size_of::<(u64, bool)>());
                let open = 3 * open.capacity() * size_of::<(Value, usize)>();
                rt.heap.reserve(met + open + 3 * labels.bytes())?;
            }
            if let Some(part) = next.take().filter(|&part| is_container(part)) {
                match met.entry(part.bits()) {
                    Entry::Occupied(on_path) => {
                        if shared || *on_path.get() {
                            labels.parts.insert(part.bits(), None);
                        }
                    }
                    Entry::Vacant(entry) => {
                        entry.insert(true);
                        open.push((part, 0));
                    }
                }
            }
            let Some((container, at)) = open.last_mut() else { return Ok(labels) };
            match child(rt, *container, *at) {
                Some(part) => {
                    *at += 1;
                    next = Some(part);
                }
                None => {
                    met.insert(container.bits(), false);
                    open.pop();
                }
            }
        }
    }
}

fn is_container(v: Value) -> bool {
    matches!(v.kind(), Kind::PAIR | Kind::ARRAY | Kind::RECORD | Kind::VALUES)
}

/// The part number `at` of a container.
fn child(rt: &Runtime, container: Value, at: usize) -> Option<Value> {
    match container.kind() {
        Kind::PAIR => match at {
            0 => Some(rt.heap.car(container)),
            1 => Some(rt.heap.cdr(container)),
            _ => None,
        },
        Kind::ARRAY => rt.heap.values(container)?.get(at).copied(),
        Kind::RECORD => {
            let fields = rt.heap.record_type(container)?.fields.len();
            (at < fields).then(|| rt.heap.word(container, at))
        }
        _ => match rt.heap.as_object(container) {
            Some(Object::Values(items)) => items.get(at).copied(),
            _ => None,
        },
    }
}

/// Default line width, in characters.
pub const WIDTH: usize = 80;

/// Maximum depth of lists that are examined: deeper ones are not broken.
const DEPTH: usize = 60;

/// Returns the text of a value that will begin at `column`, in lines of at most `most` characters.
pub fn pretty(rt: &mut Runtime, v: Value, style: PrintStyle, column: usize, most: usize) -> Result<String> {
    let flat = print(rt, v, style)?;
    if column + width(&flat) <= most
        || !has_parts(rt, v)
        || rt.dialects.writing.notation().is_some_and(|n| n.labels_parts(rt))
        || flat.contains("#<cycle>")
    {
        return Ok(flat);
    }
    let mut layout = Layout { rt, style, width: most, out: String::new(), column, lines: 0 };
    layout.value(v, 0, 0)?;
    Ok(layout.out)
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn has_parts(rt: &Runtime, v: Value) -> bool {
    let heap = &rt.heap;
    v.is_pair()
        || heap.as_array(v).is_some_and(|a| a.is_vector() && a.values().is_some())
        || heap
            .record_type(v)
            .is_some_and(|t| v.is(Kind::RECORD) && t.notation == RecordNotation::Structure && !t.fields.is_empty())
}

struct Layout<'rt> {
    rt: &'rt mut Runtime,
    style: PrintStyle,
    width: usize,
    out: String,
    /// Column of the next character.
    column: usize,
    /// Lines that are complete.
    lines: usize,
}

impl Layout<'_> {
    fn push(&mut self, text: &str) -> Result<()> {
        self.rt.charge(1 + text.len() / 32)?;
        self.rt.heap.reserve(self.out.len() + text.len())?;
        self.out.push_str(text);
        self.lines += text.matches('\n').count();
        self.column = match text.rsplit_once('\n') {
            Some((_, line)) => width(line),
            None => self.column + width(text),
        };
        Ok(())
    }

    fn new_line(&mut self, indent: usize) -> Result<()> {
        self.push(&format!("\n{:indent$}", ""))
    }

    /// Writes a value after which `after` characters must fit on the line.
    fn value(&mut self, v: Value, after: usize, depth: usize) -> Result<()> {
        let flat = print(self.rt, v, self.style)?;
        if self.column + width(&flat) + after <= self.width || depth > DEPTH || !has_parts(self.rt, v) {
            return self.push(&flat);
        }
        if v.is_pair() {
            return self.list(v, after, depth);
        }
        if v.is(Kind::RECORD) {
            return self.structure(v, after, depth);
        }
        self.push("#(")?;
        let items = self.rt.heap.values(v).unwrap_or_default().to_vec();
        self.elements(&items, None, after, depth)
    }

    fn list(&mut self, list: Value, after: usize, depth: usize) -> Result<()> {
        let mut items = Vec::new();
        let mut rest = list;
        while rest.is_pair() {
            items.push(self.rt.heap.car(rest));
            rest = self.rt.heap.cdr(rest);
            self.rt.charge(1)?;
        }
        self.rt.heap.reserve(items.capacity() * size_of::<Value>())?;
        if let (&[head, datum], true) = (items.as_slice(), rest.is_nil()) {
            let mark = match head.as_symbol() {
                Some(well_known::QUOTE) => "'",
                Some(well_known::FUNCTION) => "#'",
                _ => "",
            };
            if !mark.is_empty() {
                self.push(mark)?;
                return self.value(datum, after, depth + 1);
            }
        }
        self.push("(")?;
        self.elements(&items, (!rest.is_nil()).then_some(rest), after, depth)
    }

    /// The elements of what has just been opened, perhaps what comes after a dot, and the closing parenthesis.
    fn elements(&mut self, items: &[Value], tail: Option<Value>, after: usize, depth: usize) -> Result<()> {
        let indent = self.column;
        let mut broken = false;
        for (i, &item) in items.iter().enumerate() {
            let last = i + 1 == items.len() && tail.is_none();
            let after = if last { after + 1 } else { 1 };
            if i > 0 {
                let flat = print(self.rt, item, self.style)?;
                if broken || self.column + 1 + width(&flat) + after > self.width {
                    self.new_line(indent)?;
                } else {
                    self.push(" ")?;
                }
            }
            let lines = self.lines;
            self.value(item, after, depth + 1)?;
            broken = self.lines > lines;
        }
        if let Some(tail) = tail {
            self.push(" . ")?;
            self.value(tail, after + 1, depth + 1)?;
        }
        self.push(")")
    }

    /// Each slot on a line of its own.
    fn structure(&mut self, v: Value, after: usize, depth: usize) -> Result<()> {
        let Some((name, fields)) = self.rt.heap.record_type(v).map(|t| (t.name, t.fields.to_vec())) else {
            return Ok(());
        };
        self.push("#S(")?;
        let indent = self.column;
        let name = print(self.rt, Value::symbol(name), self.style)?;
        self.push(&name)?;
        for (i, &field) in fields.iter().enumerate() {
            self.new_line(indent)?;
            let keyword = print(self.rt, Value::keyword(field), PrintStyle::Readable)?;
            self.push(&keyword)?;
            self.push(" ")?;
            let after = if i + 1 == fields.len() { after + 1 } else { 0 };
            let value = self.rt.heap.word(v, i);
            self.value(value, after, depth + 1)?;
        }
        self.push(")")
    }
}
