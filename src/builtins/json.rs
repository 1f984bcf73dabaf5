//! JSON: texts to values and back. Only with the feature `json`; the module `json` gives these natives their names.
//!
//! Both directions keep what is open in a list of their own, so that nesting takes no native stack.

use compact_str::CompactString;
use json_event_parser::{JsonEvent, JsonSyntaxError, LowLevelJsonParser};

use hashbrown::HashSet;

use super::arg::StringRef;
use super::array::element;
use super::builtins;
use super::string::copy_of;
use super::table;
use crate::fault::{Code, Result, fail_in};
use crate::format::FormatSink;
use crate::limits::BYTES_PER_TICK;
use crate::num;
use crate::object::Object;
use crate::object::table::TableObject;
use crate::runtime::Runtime;
use crate::source::boundary_before;
use crate::value::{Kind, Value};

/// Columns that a level may be indented by.
const MAX_INDENT: usize = 16;

const DECODE: &str = "json-decode";
const ENCODE: &str = "json-encode";

/// An array or object that has begun.
enum OpenValue {
    Array(Vec<Value>),
    /// The table, and the key whose value comes next.
    Object(Value, Value),
}

/// A text that is being read. The text does not move while values are made beside it.
struct JsonReader {
    text: CompactString,
    at: usize,
    parser: LowLevelJsonParser,
    open: Vec<OpenValue>,
    whole: Value,
    /// Bytes in the account of the arrays that are open.
    held: usize,
}

fn decode(rt: &mut Runtime, string: StringRef) -> Result<Value> {
    let text = copy_of(rt, string)?;
    let mut reading =
        JsonReader { text, at: 0, parser: LowLevelJsonParser::new(), open: Vec::new(), whole: Value::NIL, held: 0 };
    let result = rt.with_charged(reading.text.len(), |rt| reading.read_value(rt));
    rt.heap.release(reading.held);
    result?;
    Ok(reading.whole)
}

impl JsonReader {
    fn read_value(&mut self, rt: &mut Runtime) -> Result<()> {
        while self.step(rt)? {
            rt.charge(1)?;
        }
        rt.charge(1)
    }

    /// Reads up to the next value, or up to its beginning. Returns whether there is more.
    fn step(&mut self, rt: &mut Runtime) -> Result<bool> {
        let JsonReader { text, at, parser, open, whole, held } = self;
        let read = parser.parse_next(text.as_bytes().get(*at..).unwrap_or_default(), true);
        *at += read.consumed_bytes;
        let event = match read.event {
            None => return Ok(true),
            Some(Ok(event)) => event,
            Some(Err(e)) => return Err(malformed(&e)),
        };
        let value = match event {
            JsonEvent::Eof => return Ok(false),
            JsonEvent::StartArray => {
                rt.heap.charge_next(open, held)?;
                open.push(OpenValue::Array(Vec::new()));
                return Ok(true);
            }
            JsonEvent::StartObject => {
                rt.heap.charge_next(open, held)?;
                let object = rt.heap.object(Object::Table(TableObject::default()))?;
                open.push(OpenValue::Object(object, Value::NIL));
                return Ok(true);
            }
            JsonEvent::ObjectKey(key) => {
                let name = rt.heap.string(&*key)?;
                if let Some(OpenValue::Object(_, key)) = open.last_mut() {
                    *key = name;
                }
                return Ok(true);
            }
            JsonEvent::EndArray | JsonEvent::EndObject => match open.pop() {
                Some(OpenValue::Array(items)) => {
                    let bytes = items.capacity() * size_of::<Value>();
                    rt.heap.release(bytes);
                    *held = held.saturating_sub(bytes);
                    rt.heap.vector(items)?
                }
                Some(OpenValue::Object(table, _)) => table,
                None => Value::NIL,
            },
            JsonEvent::String(s) => {
                rt.charge(s.len() / BYTES_PER_TICK)?;
                rt.heap.string(&*s)?
            }
            JsonEvent::Number(digits) => number(rt, &digits)?,
            JsonEvent::Boolean(b) => rt.truth(b),
            JsonEvent::Null => rt.symbol("null"),
        };
        match open.last_mut() {
            Some(OpenValue::Array(items)) => {
                rt.heap.charge_next(items, held)?;
                items.push(value);
            }
            Some(&mut OpenValue::Object(table, key)) => table::set(rt, table, key, value)?,
            None => *whole = value,
        }
        Ok(true)
    }
}

/// Integers are exact, however large; everything else is a float.
fn number(rt: &mut Runtime, digits: &str) -> Result<Value> {
    let parsed = num::parse::parse_number(rt, digits, 10)?;
    match parsed.map(|n| n.into_value(&mut rt.heap)).transpose()? {
        Some(v) if rt.heap.as_float(v).is_none_or(f64::is_finite) => Ok(v),
        _ => fail_in(DECODE, Code::BadValue, format!("{} is no number that can be held", shortened(digits))),
    }
}

fn shortened(text: &str) -> String {
    let end = boundary_before(text, 40);
    let start = text.get(..end).unwrap_or(text);
    if start.len() < text.len() { format!("{start}...") } else { start.to_string() }
}

#[cold]
fn malformed(e: &JsonSyntaxError) -> Box<crate::fault::Unwind> {
    let at = e.location().start;
    let message = format!("line {}, column {}: {}", at.line + 1, at.column + 1, shortened(e.message()));
    crate::fault::ErrorData::by(DECODE, Code::BadValue, message).into()
}

/// Remaining part of a value that is being written.
enum RemainingPart {
    /// All of it.
    Whole,
    /// The elements of a list, or the fields of a record with their names; where a name is nil, there is none.
    Entries { entries: std::vec::IntoIter<(Value, Value)>, is_object: bool },
    /// Of an array: the lengths of what is inside an element, the position of the first element, and the number of
    /// elements left.
    Elements { inner: Vec<usize>, at: usize, left: usize },
}

/// An array, object or string that is being written.
struct OpenContainer {
    container: Value,
    rest: RemainingPart,
    /// Whether an element has been written.
    has_element: bool,
    /// It is a row of an array that has begun before it.
    is_row: bool,
}

/// A text under construction.
struct JsonWriter {
    out: FormatSink,
    /// Columns by which each level is indented; without, everything is on one line.
    indent: Option<usize>,
    open: Vec<OpenContainer>,
    /// The bits of the values that have begun.
    inside: HashSet<u64>,
}
impl JsonWriter {
    fn new(v: Value, indent: Option<usize>) -> JsonWriter {
        let whole = OpenContainer { container: v, rest: RemainingPart::Whole, has_element: false, is_row: false };
        JsonWriter { out: FormatSink::at_column(0), indent, open: vec![whole], inside: HashSet::new() }
    }

    /// Writes all that has begun.
    fn write(&mut self, rt: &mut Runtime) -> Result<()> {
        while let Some(begun) = self.open.pop() {
            self.part(rt, begun)?;
            rt.charge(1)?;
        }
        Ok(())
    }

    /// Writes the next part of what has begun.
    fn part(&mut self, rt: &mut Runtime, mut begun: OpenContainer) -> Result<()> {
        let (container, has_element) = (begun.container, begun.has_element);
        begun.has_element = true;
        match &mut begun.rest {
            RemainingPart::Whole => self.value(rt, container),
            RemainingPart::Entries { entries, is_object } => match (entries.next(), *is_object) {
                (Some((key, v)), is_object) => {
                    self.open.push(begun);
                    self.between(rt, has_element)?;
                    if is_object {
                        self.key(rt, key)?;
                    }
                    self.value(rt, v)
                }
                (None, true) => self.end(rt, &begun, has_element, "}"),
                (None, false) => self.end(rt, &begun, has_element, "]"),
            },
            RemainingPart::Elements { inner, at, left } if *left > 0 => {
                let (inner, from) = (inner.clone(), *at);
                *at += inner.iter().product::<usize>();
                *left -= 1;
                self.open.push(begun);
                self.between(rt, has_element)?;
                match inner.split_first() {
                    None => {
                        let v = element(rt, container, from)?;
                        self.value(rt, v)
                    }
                    Some((&left, inner)) => {
                        let row = RemainingPart::Elements { inner: inner.to_vec(), at: from, left };
                        self.begin(rt, container, row, true, "[")
                    }
                }
            }
            RemainingPart::Elements { .. } => self.end(rt, &begun, has_element, "]"),
        }
    }

    fn end(&mut self, rt: &mut Runtime, ended: &OpenContainer, has_element: bool, bracket: &str) -> Result<()> {
        if !ended.is_row {
            self.inside.remove(&ended.container.bits());
        }
        if has_element {
            self.line(rt)?;
        }
        self.out.push(rt, bracket)
    }

    /// Writes the separator before an element.
    fn between(&mut self, rt: &mut Runtime, has_element: bool) -> Result<()> {
        if has_element {
            self.out.push(rt, ",")?;
        }
        self.line(rt)
    }

    /// A new line, if there are any.
    fn line(&mut self, rt: &mut Runtime) -> Result<()> {
        let Some(indent) = self.indent else { return Ok(()) };
        self.out.push(rt, "\n")?;
        self.out.fill(rt, ' ', indent.saturating_mul(self.open.len()))
    }

    fn key(&mut self, rt: &mut Runtime, key: Value) -> Result<()> {
        let name = match key.as_symbol().or(key.as_keyword()) {
            Some(s) => rt.name(s).to_string(),
            None if key.is(Kind::STRING) => self.text_of(rt, key)?,
            None => return Err(rt.wrong_type(ENCODE, "a key", "a string, symbol or keyword", key)),
        };
        self.quoted(rt, &name)?;
        self.out.push(rt, if self.indent.is_some() { ": " } else { ":" })
    }

    fn text_of(&self, rt: &mut Runtime, string: Value) -> Result<String> {
        let bytes = rt.heap.text_of(string)?.as_str().len();
        rt.heap.reserve(bytes)?;
        Ok(rt.heap.text_of(string)?.as_str().to_string())
    }

    fn begin(
        &mut self,
        rt: &mut Runtime,
        container: Value,
        rest: RemainingPart,
        is_row: bool,
        bracket: &str,
    ) -> Result<()> {
        // The place here and that in the set, both with room to spare.
        rt.heap.reserve((self.open.len() + 1) * 2 * (size_of::<OpenContainer>() + 2 * size_of::<u64>()))?;
        self.out.push(rt, bracket)?;
        self.open.push(OpenContainer { container, rest, has_element: false, is_row });
        Ok(())
    }

    fn value(&mut self, rt: &mut Runtime, v: Value) -> Result<()> {
        match v.kind() {
            _ if rt.is_false(v) => return self.out.push(rt, "false"),
            _ if v == Value::T => return self.out.push(rt, "true"),
            _ if v.is_number() => return self.number(rt, v),
            Kind::STRING => {
                let text = self.text_of(rt, v)?;
                return rt.with_charged(text.len(), |rt| self.quoted(rt, &text));
            }
            Kind::SYMBOL if v == rt.symbol("null") => return self.out.push(rt, "null"),
            Kind::PAIR | Kind::DIGITS | Kind::NIL | Kind::ARRAY | Kind::TABLE | Kind::RECORD => {}
            _ => {
                let expected = "a number, string, list, array, table, record, t, nil or the symbol null";
                return Err(rt.wrong_type(ENCODE, "a value", expected, v));
            }
        }
        if !self.inside.insert(v.bits()) {
            return fail_in(ENCODE, Code::BadValue, "the value contains itself".to_string());
        }
        let (rest, bracket) = self.parts(rt, v)?;
        self.begin(rt, v, rest, false, bracket)
    }

    /// Returns the parts of an array or object.
    fn parts(&self, rt: &mut Runtime, v: Value) -> Result<(RemainingPart, &'static str)> {
        let entries = |entries: Vec<(Value, Value)>, is_object| RemainingPart::Entries {
            entries: entries.into_iter(),
            is_object,
        };
        if let Some(array) = rt.heap.as_array(v) {
            let dimensions = array.dimensions();
            let inner = dimensions.get(1..).unwrap_or_default().to_vec();
            let left = dimensions.first().copied().unwrap_or(1);
            return Ok((RemainingPart::Elements { inner, at: 0, left }, "["));
        }
        if let Some(Object::Table(t)) = rt.heap.as_object(v) {
            let count = t.len();
            rt.charge(count / BYTES_PER_TICK)?;
            rt.heap.reserve(count * size_of::<(Value, Value)>())?;
            return Ok((entries(rt.heap.table_of(v)?.iter().collect(), true), "{"));
        }
        if let Some(t) = rt.heap.record_type(v) {
            let fields = t.fields.iter().enumerate().map(|(k, &name)| (Value::symbol(name), rt.heap.word(v, k)));
            return Ok((entries(fields.collect(), true), "{"));
        }
        let items = rt.list_items(ENCODE, v)?;
        rt.heap.reserve(items.len() * 2 * size_of::<(Value, Value)>())?;
        Ok((entries(items.into_iter().map(|v| (Value::NIL, v)).collect(), false), "["))
    }

    fn number(&mut self, rt: &mut Runtime, v: Value) -> Result<()> {
        let holds = num::is_exact_integer(v) || rt.heap.as_float(v).is_some_and(f64::is_finite);
        if !holds {
            return Err(rt.wrong_type(ENCODE, "a number", "an integer or a finite float", v));
        }
        let text = num::print::number_to_string(rt, v, 10)?;
        self.out.push(rt, &text)
    }

    fn quoted(&mut self, rt: &mut Runtime, text: &str) -> Result<()> {
        rt.charge(text.len() / BYTES_PER_TICK)?;
        self.out.push(rt, "\"")?;
        self.characters(rt, text)?;
        self.out.push(rt, "\"")
    }

    /// The characters of a string.
    fn characters(&mut self, rt: &mut Runtime, text: &str) -> Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
            let (plain, special) = rest.split_at(at);
            self.out.push(rt, plain)?;
            let c = special.as_bytes().first().copied().unwrap_or_default();
            match c {
                b'"' => self.out.push(rt, "\\\"")?,
                b'\\' => self.out.push(rt, "\\\\")?,
                b'\n' => self.out.push(rt, "\\n")?,
                b'\r' => self.out.push(rt, "\\r")?,
                b'\t' => self.out.push(rt, "\\t")?,
                _ => self.out.push(rt, &format!("\\u{c:04x}"))?,
            }
            rest = special.get(1..).unwrap_or_default();
        }
        self.out.push(rt, rest)
    }
}

builtins! { "json";
    fn "%json-decode" (rt, string: StringRef) { decode(rt, string) }

    fn "%json-encode" (rt, value: Value, ?indent: usize) {
        if indent.is_some_and(|n| n > MAX_INDENT) {
            return fail_in(ENCODE, Code::BadValue, format!("indent must be at most {MAX_INDENT}"));
        }
        let mut writer = JsonWriter::new(value, indent);
        writer.write(rt)?;
        rt.heap.string(writer.out.into_text())
    }
}
