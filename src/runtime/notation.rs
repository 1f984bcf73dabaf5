//! Notation of a dialect where it differs from the core's. The defaults of its methods leave the core's notation as it
//! is.

use std::borrow::Cow;

pub(crate) use klammer_syntax::grammar::Hooks;
use klammer_syntax::token::Bad;

use super::Runtime;
use crate::fault::{Result, Unwind};
use crate::object::Look;
use crate::source::{Span, boundary_before};
use crate::symbol::Symbol;
use crate::value::Value;

/// Reader of a written value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// So that it reads back: strings in quotes, characters with `#\\`.
    Readable,
    /// For people: strings and characters bare.
    Display,
}

/// Reason why there is no datum for an atom.
pub type Complaint = klammer_syntax::builder::Complaint<Box<Unwind>>;

/// Appends as much of `text` as fits into `limit` bytes.
pub fn push_up_to(out: &mut String, text: &str, limit: usize) {
    let room = limit.saturating_sub(out.len());
    let end = boundary_before(text, room);
    out.push_str(text.get(..end).unwrap_or(text));
}

/// Reading and writing in a dialect. `out` is the text written so far; methods that write something that can be long
/// stop when `limit` bytes are there.
pub trait Notation: Hooks {
    // ---- reading

    /// The datum that a word is which [`Hooks::meaning`] has found to be `Atom::Own`.
    fn word(&self, _rt: &mut Runtime, word: &str) -> Result<Value, Complaint> {
        Err(Complaint::Token(Bad::new(0..word.len(), format!("`{word}` means nothing"))))
    }

    /// Returns whether this feature expression is true of the program.
    fn has_feature(&self, _rt: &mut Runtime, _expression: Value, _span: Span) -> Result<bool> {
        Ok(false)
    }

    /// The symbol that begins the list `(symbol datum)`, which is replaced by the value of the datum before the form
    /// around it is compiled; nothing where texts are only read.
    fn read_time(&self, _rt: &mut Runtime) -> Option<Value> {
        None
    }

    // ---- writing: true, or something, if it has been written

    /// Returns whether a value begins with labels for all parts that occur more than once.
    fn labels_parts(&self, _rt: &Runtime) -> bool {
        false
    }

    /// A string so that it reads back.
    fn string(&self, _out: &mut String, _text: &str, _limit: usize) -> bool {
        false
    }

    /// A character so that it reads back.
    fn character(&self, _out: &mut String, _c: char) -> bool {
        false
    }

    /// The empty list and other constants.
    fn constant(&self, _rt: &Runtime, _v: Value) -> Option<&'static str> {
        None
    }

    /// Appends the qualifier with which the name of a symbol reads back: its package, `#:`.
    fn qualifier(&self, _rt: &Runtime, _symbol: Symbol, _out: &mut String) -> bool {
        false
    }

    /// The name of a symbol or a keyword.
    fn name(&self, _rt: &Runtime, _symbol: Symbol, _style: Style, _out: &mut String, _limit: usize) -> bool {
        false
    }

    /// Returns whether keywords are written as bare names for people.
    fn has_bare_keywords(&self) -> bool {
        false
    }

    /// Returns whether integers and ratios are currently written in an unusual way.
    fn changes_numerals(&self, _rt: &Runtime) -> bool {
        false
    }

    /// An integer or a ratio.
    fn numeral(&self, _rt: &mut Runtime, _n: Value) -> Result<Option<String>> {
        Ok(None)
    }

    /// A float.
    fn float(&self, _x: f64) -> Option<String> {
        None
    }

    /// Returns the brackets of a record; the name of its type is then a symbol, which may have a qualifier.
    fn record(&self, _look: Look) -> Option<(&'static str, &'static str)> {
        None
    }

    /// An array without elements of any number of dimensions but one.
    fn empty_array(&self, _dimensions: &[usize]) -> Option<String> {
        None
    }

    /// Returns the kind of a value that does not read back.
    fn kind(&self, _rt: &Runtime, _v: Value) -> Option<Cow<'static, str>> {
        None
    }

    /// The name of such a thing.
    fn shown_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        Cow::Borrowed(name)
    }

    /// Returns whether the program currently requests long values on several lines.
    fn breaks_lines(&self, _rt: &Runtime) -> bool {
        false
    }
}
