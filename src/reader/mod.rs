//! The reader: from text to data, one top-level datum at a time.
//!
//! The crate `klammer-syntax` has the grammar. `build` makes data on the heap of the parser's events and keeps the
//! places of the pairs, this file makes the numbers.
//!
//! **Invariant:** no text makes the reader panic, recurse, or use more memory than the heap's limit allows.

mod build;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use build::Spans;
use build::{HeapBuilder, Room};
use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;
use dashu_ratio::RBig;
use hashbrown::HashSet;
use klammer_syntax::lexer::Exactness;
use klammer_syntax::literal;
use klammer_syntax::parser::{Outcome, Parser};
use klammer_syntax::source::{SyntaxError, SyntaxErrorKind};

use crate::fault::{Code, ErrorData, Limit, Result, Unwind, internal};
use crate::num::Number;
use crate::num::parse::{Numeral, parse_number};
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
use crate::source::{Source, SourceId, Span};
use crate::value::{Kind, Value};

/// Warnings that one text can give; a text with more of them is no program.
const MAX_WARNINGS: usize = 50;

/// Reads the data of one text, one after the other.
pub(crate) struct Reader {
    source: SourceId,
    text: Arc<Source>,
    position: usize,
    lenient: bool,
    dialect: Dialect,
    folds_case: bool,
    /// The top-level datum before `position`.
    previous: Option<Span>,
    warnings: Vec<ErrorData>,
    /// Lists that are kept for the next datum.
    room: Room,
}

impl Reader {
    /// A reader at the beginning of `text`, which is known to the engine as `source`.
    pub fn new(source: SourceId, text: Arc<Source>) -> Reader {
        Reader {
            source,
            text,
            position: 0,
            lenient: false,
            dialect: Dialect::CORE,
            folds_case: false,
            previous: None,
            warnings: Vec::new(),
            room: Room::default(),
        }
    }

    /// Sets whether a surplus closing parenthesis is skipped with a warning, instead of being an error.
    pub fn lenient(self, lenient: bool) -> Reader {
        Reader { lenient, ..self }
    }

    /// Sets the dialect in which the text is read from here on.
    pub fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    /// Sets whether upper case in names is the same as lower case from here on. A text can change that where it may
    /// hold directives.
    pub fn set_folding(&mut self, folds_case: bool) {
        self.folds_case = folds_case;
    }

    /// Returns whether upper case in names is now the same as lower case.
    pub fn folds_case(&self) -> bool {
        self.folds_case
    }

    /// Returns the text that has not been read yet.
    pub fn rest(&self) -> &str {
        self.text.text.get(self.position..).unwrap_or("")
    }

    /// Returns this reader at a later position of its text.
    pub fn starting_at(self, position: usize) -> Reader {
        Reader { position, ..self }
    }

    /// Goes on elsewhere in the text.
    pub fn go_to(&mut self, position: usize) {
        (self.position, self.previous) = (position, None);
    }

    /// The next datum; `None` at the end of the text. `spans` learns where its pairs were written.
    ///
    /// After an error, reading goes on after the token that was wrong: a list around it is lost.
    pub fn read(&mut self, rt: &mut Runtime, spans: &mut Spans) -> Result<Option<Value>> {
        self.read_with(rt, Some(spans))
    }

    /// The next datum, without places: for data that are no program. `None` at the end of the text.
    pub fn read_datum(&mut self, rt: &mut Runtime) -> Result<Option<Value>> {
        self.read_with(rt, None)
    }

    /// The data of the rest of the text, as a list, without places.
    pub fn read_all(&mut self, rt: &mut Runtime) -> Result<Value> {
        let mut data = Vec::new();
        while let Some(datum) = self.read_datum(rt)? {
            data.push(datum);
        }
        rt.heap.list(&data)
    }

    /// Returns the number of bytes that have been read.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Takes the warnings about what has been skipped since the last call.
    pub fn take_warnings(&mut self) -> Vec<ErrorData> {
        std::mem::take(&mut self.warnings)
    }

    fn read_with(&mut self, rt: &mut Runtime, spans: Option<&mut Spans>) -> Result<Option<Value>> {
        let Reader { text, source, position, dialect, folds_case, previous, room, .. } = self;
        if *position == text.text.len() {
            return Ok(None);
        }
        room.clear();
        let Room { elements, open } = room;
        let mut builder = HeapBuilder::new(rt, spans.map(Spans::table), *dialect, elements);
        loop {
            let mut parser = Parser::new(&text.text, *source, *position, dialect.grammar(), open);
            parser.folds_case = *folds_case;
            let outcome = parser.datum(&mut builder);
            (*position, *folds_case) = (parser.position, parser.folds_case);
            match outcome? {
                Outcome::Datum(value, span) => {
                    *previous = Some(span);
                    builder.set_top(span);
                    return Ok(Some(value));
                }
                Outcome::End => return Ok(None),
                Outcome::Unclosed(token) => {
                    *position = text.text.len();
                    return Err(parser.unclosed(text, token).into());
                }
                Outcome::Stray(at) => {
                    let stray = klammer_syntax::parser::stray(text, at, *previous);
                    if !self.lenient {
                        return Err(stray.into());
                    }
                    if self.warnings.len() < MAX_WARNINGS {
                        self.warnings.push(stray.into());
                    }
                }
            }
        }
    }
}

/// Returns the forms of a text as a list.
pub(crate) fn read_forms(
    rt: &mut Runtime,
    name: String,
    text: String,
    dialect: Dialect,
    folds_case: bool,
) -> Result<Value> {
    rt.reserve_source(&name, &text)?;
    let text = Arc::new(Source::new(name, text));
    let source = rt.add_source(&text)?;
    let mut reader = Reader::new(source, text);
    reader.set_dialect(dialect);
    reader.set_folding(folds_case);
    reader.read_all(rt)
}

impl From<SyntaxError> for ErrorData {
    fn from(error: SyntaxError) -> ErrorData {
        let code = match error.kind {
            SyntaxErrorKind::Unclosed => Code::Unclosed,
            SyntaxErrorKind::StrayParenthesis => Code::StrayParenthesis,
            _ => Code::BadToken,
        };
        let SyntaxError { message, span, related, help, .. } = error;
        let mut c = ErrorData::new(code, message).at(span);
        let d = c.details_mut();
        (d.related, d.help) = (related, help);
        c
    }
}

impl From<SyntaxError> for Box<Unwind> {
    fn from(error: SyntaxError) -> Box<Unwind> {
        ErrorData::from(error).into()
    }
}

#[derive(Default)]
struct DatumLabels(Vec<DatumLabel>);

struct DatumLabel {
    number: u32,
    /// The datum, or its placeholder until it has been read.
    datum: Value,
    read: bool,
    used: bool,
}

impl DatumLabels {
    /// A datum with this label is going to come.
    pub fn begin(&mut self, rt: &mut Runtime, number: u32) -> Result<()> {
        let datum = rt.heap.pair(Value::NIL, Value::NIL)?;
        rt.heap.reserve(self.0.capacity().saturating_mul(2 * size_of::<DatumLabel>()))?;
        self.0.push(DatumLabel { number, datum, read: false, used: false });
        Ok(())
    }

    /// Returns the datum that a label stands for.
    pub fn find(&mut self, number: u32) -> Option<Value> {
        let label = self.0.iter_mut().rev().find(|l| l.number == number)?;
        label.used = true;
        Some(label.datum)
    }

    /// The datum of the label has been read; nothing if that is nothing but the label.
    pub fn end(&mut self, rt: &mut Runtime, number: u32, datum: Value) -> Result<Option<Value>> {
        let Some(label) = self.0.iter_mut().rev().find(|l| l.number == number && !l.read) else { return Ok(None) };
        let place = std::mem::replace(&mut label.datum, datum);
        label.read = true;
        if place == datum {
            return Ok(None);
        }
        if label.used {
            replace(rt, datum, place, datum)?;
        }
        Ok(Some(datum))
    }
}

/// Puts a value in the place of another everywhere in a datum that has just been read.
fn replace(rt: &mut Runtime, datum: Value, old: Value, new: Value) -> Result<()> {
    let mut seen = HashSet::new();
    let mut pending = vec![datum];
    while let Some(v) = pending.pop() {
        rt.charge(1)?;
        if !(v.is_pair() || rt.heap.as_array(v).is_some()) || !seen.insert(v.bits()) {
            continue;
        }
        rt.heap.reserve(pending.capacity() * 2 * size_of::<Value>() + seen.capacity() * 2 * size_of::<u64>())?;
        if v.is_pair() {
            let (car, cdr) = (rt.heap.car(v), rt.heap.cdr(v));
            if car == old {
                rt.heap.set_car(v, new);
            }
            if cdr == old {
                rt.heap.set_cdr(v, new);
            }
            pending.extend([car, cdr].into_iter().filter(|&part| part != old));
        } else if let Some(elements) = rt.heap.values_mut(v) {
            for element in elements.iter_mut() {
                if *element == old {
                    *element = new;
                } else if element.is_pair() || element.is(Kind::ARRAY) {
                    pending.push(*element);
                }
            }
            let length = elements.len();
            rt.charge(length / 16)?;
        }
    }
    Ok(())
}

/// The number that a bare word is, if it is one: `1+`, `-` and `...` are not.
pub fn plain(rt: &mut Runtime, word: &str) -> Result<Option<Number>> {
    // Most words are symbols, and most of them can be told by their first characters.
    let mut bytes = word.bytes();
    let may_be = match bytes.next() {
        Some(b'0'..=b'9') => true,
        Some(b'+' | b'-' | b'.') => bytes.next().is_some(),
        _ => false,
    };
    if may_be { parse_number(rt, word, 10) } else { Ok(None) }
}

/// Returns whether a bare word is a complex number, such as `1+2i`, `-i` or `1@2`.
fn is_complex(rt: &mut Runtime, word: &str) -> Result<bool> {
    if !word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
        return Ok(false);
    }
    if let Some((magnitude, angle)) = word.split_once('@') {
        return Ok(parse_number(rt, magnitude, 10)?.is_some() && parse_number(rt, angle, 10)?.is_some());
    }
    let Some(parts) = word.strip_suffix(['i', 'I']) else { return Ok(false) };
    // The sign of the imaginary part is the last one that is not that of an exponent.
    let signs = parts.char_indices().rev().filter(|&(_, c)| matches!(c, '+' | '-'));
    let exponent = |at: usize| parts.get(..at).is_some_and(|before| before.ends_with(['e', 'E']));
    let Some(at) = signs.map(|(at, _)| at).find(|&at| !exponent(at)) else { return Ok(false) };
    let (real, imaginary) = parts.split_at(at);
    Ok((real.is_empty() || parse_number(rt, real, 10)?.is_some())
        && (imaginary.len() == 1 || parse_number(rt, imaginary, 10)?.is_some()))
}

/// Returns the number that a text denotes, as the reader reads it, with prefixes such as `#x`. Without a radix prefix
/// it is in base `radix`. `None` if the text denotes none, or one that is too long for the limits.
pub fn numeral(rt: &mut Runtime, text: &str, radix: u32) -> Result<Option<Number>> {
    let Some((digits, own, exactness)) = literal::number_prefixes(text) else { return Ok(None) };
    prefixed(rt, digits, own.unwrap_or(radix), exactness).or_else(|fault| match *fault {
        Unwind::Limit(Limit::IntegerBits) => Ok(None),
        // A denominator of zero.
        Unwind::Error(c) if c.code == Code::BadToken => Ok(None),
        other => Err(Box::new(other)),
    })
}

/// The number after `#x`, `#e` and the like; `None` if there is none.
pub fn prefixed(rt: &mut Runtime, digits: &str, radix: u32, exactness: Option<Exactness>) -> Result<Option<Number>> {
    if exactness == Some(Exactness::Exact)
        && let Some((negative, Numeral::Decimal)) = Numeral::of(digits, radix)
    {
        return exact_decimal(rt, negative, digits).map(Some);
    }
    let Some(n) = parse_number(rt, digits, radix)? else { return Ok(None) };
    match (exactness, n) {
        // Infinities, and what is not a number.
        (Some(Exactness::Exact), Number::Float(_)) => Ok(None),
        (Some(Exactness::Inexact), Number::Fixnum(n)) => Ok(Some(Number::Float(n as f64))),
        (Some(Exactness::Inexact), Number::Integer(n)) => Ok(Some(Number::Float(n.to_f64().value()))),
        (Some(Exactness::Inexact), Number::Ratio(r)) => Ok(Some(Number::Float(r.to_f64().value()))),
        (_, n) => Ok(Some(n)),
    }
}

/// Returns the number that is written with a point or an exponent, exactly: `#e0.1` is 1/10, not the float next to it.
fn exact_decimal(rt: &mut Runtime, negative: bool, text: &str) -> Result<Number> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = whole.trim_start_matches(['+', '-']);
    let digits = match parse_number(rt, &format!("{whole}{fraction}"), 10)? {
        Some(Number::Fixnum(n)) => IBig::from(n),
        Some(Number::Integer(n)) => n,
        _ => return internal("a decimal number without digits"),
    };
    if digits.is_zero() {
        return Ok(Number::Fixnum(0));
    }
    let digits = if negative { -digits } else { digits };
    // An exponent that does not fit is one that no limit allows.
    let limit = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
    let exponent = exponent.parse::<i32>().map_or(limit, i64::from);
    let scale = exponent.saturating_sub(fraction.len() as i64);
    let size = usize::try_from(scale.unsigned_abs()).unwrap_or(usize::MAX);
    rt.reserve_bits(size.saturating_add(text.len()).saturating_mul(4))?;
    // Reducing the fraction may take the product of both lengths in words.
    rt.charge((size / 16).saturating_mul(1 + text.len() / 16))?;
    let power = IBig::from(10).pow(size);
    Ok(if scale >= 0 {
        Number::Integer(digits * power)
    } else {
        Number::Ratio(RBig::from_parts(digits, power.unsigned_abs()))
    })
}
