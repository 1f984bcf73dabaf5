//! The reader: from text to data, one top-level datum at a time.
//!
//! The crate `klammer-syntax` has the grammar. `build` makes data on the heap of what its parser reads, `number` the
//! numbers among them, and `spans` keeps where the pairs were written.
//!
//! **Invariant:** no text makes the reader panic, recurse, or use more memory than the heap's limit allows.

mod build;
mod labels;
pub(crate) mod number;
mod spans;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use klammer_syntax::error::{SyntaxError, SyntaxErrorKind};
use klammer_syntax::parser::{Outcome, Parser};

pub use spans::Spans;

use crate::fault::{Code, ErrorData, Result, Unwind, fail, internal};
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
use crate::source::{Source, SourceId, Span};
use crate::value::Value;
use build::{HeapBuilder, Room};
use spans::Table;

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
    /// Lists that reading without places keeps for the next datum.
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

    /// The same reader, further on in its text.
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
        let (spans, room) = match spans {
            Some(spans) => {
                let Table { places, room } = spans.table();
                (Some(places), room)
            }
            None => (None, room),
        };
        room.clear();
        let Room { elements, open } = room;
        let mut builder = HeapBuilder::new(rt, spans, *dialect, elements);
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
    rt.reserve_source(&text)?;
    let Some(source) = rt.sources.add(name.clone(), text) else {
        return fail(Code::File, format!("{name}: the text is longer than 4 GiB"));
    };
    let Some(text) = rt.sources.get(source).cloned() else { return internal("a source") };
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
