//! The reader: from text to data, one top-level datum at a time.
//!
//! Owns the surface syntax. Knows nothing of what a datum will mean: `(if)` reads as well as `(a b)`.
//!
//! - `lexer` cuts the text into tokens and never fails;
//! - `literal` and `number` say what a token means;
//! - `parser` is the grammar, a state machine that drives a *maker* (`make`);
//! - `spans` keeps where the pairs were written;
//! - `diagnose` finds words for parentheses that do not match.
//!
//! **Invariant:** no text makes the reader panic, recurse, or use more memory than the heap's limit allows.

mod diagnose;
mod labels;
mod lexer;
pub(crate) mod literal;
mod make;
pub(crate) mod number;
mod parser;
mod spans;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub(crate) use lexer::{TokenKind, tokens};
pub use lexer::{is_delimiter, is_space};
pub use spans::Spans;

use crate::fault::{Code, Condition, Res, fail, internal};
use crate::runtime::Runtime;
use crate::runtime::dialect::{Description, Dialect, Labels};
use crate::source::{Source, SourceId, Span};
use crate::value::Value;
use diagnose::Pending;
use make::{HeapMaker, Nothing, Room};
use parser::{Maker, Outcome, Parser, Progress};
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
    warnings: Vec<Condition>,
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
    pub fn read(&mut self, rt: &mut Runtime, spans: &mut Spans) -> Res<Option<Value>> {
        self.read_with(rt, Some(spans))
    }

    /// The next datum, without places: for data that are no program. `None` at the end of the text.
    pub fn read_datum(&mut self, rt: &mut Runtime) -> Res<Option<Value>> {
        self.read_with(rt, None)
    }

    /// The data of the rest of the text, as a list, without places.
    pub fn read_all(&mut self, rt: &mut Runtime) -> Res<Value> {
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
    pub fn take_warnings(&mut self) -> Vec<Condition> {
        std::mem::take(&mut self.warnings)
    }

    fn read_with(&mut self, rt: &mut Runtime, spans: Option<&mut Spans>) -> Res<Option<Value>> {
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
        let mut maker = HeapMaker::new(rt, spans, *dialect, elements);
        loop {
            let mut parser = Parser::new(&text.text, *source, *position, open);
            (parser.dialect, parser.folds_case) = (*dialect, *folds_case);
            let outcome = parser.datum(&mut maker);
            (*position, *folds_case) = (parser.position, parser.folds_case);
            match outcome? {
                Outcome::Datum(value, span) => {
                    *previous = Some(span);
                    maker.set_top(span);
                    return Ok(Some(value));
                }
                Outcome::End => return Ok(None),
                Outcome::Unclosed(token) => {
                    *position = text.text.len();
                    return Err(unclosed(text, *source, &parser, token).into());
                }
                Outcome::Stray(at) => {
                    let stray = diagnose::stray(text, at, *previous);
                    if !self.lenient {
                        return Err(stray.into());
                    }
                    if self.warnings.len() < MAX_WARNINGS {
                        self.warnings.push(stray);
                    }
                }
            }
        }
    }
}

fn unclosed<M: Maker>(
    source: &Source,
    id: SourceId,
    parser: &Parser<'_, M>,
    token: Option<(TokenKind, Span)>,
) -> Condition {
    match token {
        Some((kind, at)) => diagnose::unclosed_token(source, kind, at, parser.open.first().map(|open| open.start)),
        None => {
            let pending = |open: &parser::Open<M::Partial>| Pending {
                start: open.start,
                opener: open.opener(),
                closer: open.closer(),
            };
            diagnose::unclosed_forms(source, id, &parser.open.iter().map(pending).collect::<Vec<_>>())
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
) -> Res<Value> {
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

/// Whether a text can be read as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Completeness {
    /// It holds whole data, or nothing.
    Complete,
    /// It ends inside something: reading on may make it whole.
    Incomplete {
        /// Lists and vectors that are open.
        open: usize,
        /// Kind of form that it ends inside of.
        inside: Inside,
    },
    /// It is wrong whatever follows.
    Invalid,
}

/// Kind of form in which an incomplete text ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Inside {
    /// A list or vector.
    List,
    /// A string.
    String,
    /// A block comment.
    Comment,
    /// A name in bars.
    Name,
    /// Behind a quote or `#;`, before what it belongs to.
    Prefix,
}

/// Search for the end of a datum in a text that comes piece by piece. It goes through no part of the text twice.
pub(crate) struct Ending {
    dialect: Dialect,
    progress: Progress,
    open: Vec<parser::Open<()>>,
    /// Length of the text at the last look, and the token that reached to its end.
    seen: usize,
    unfinished: Option<TokenKind>,
    /// Set if an unfinished string ends in a backslash that protects the next character.
    protects: bool,
}

impl Ending {
    pub fn new(dialect: Dialect) -> Ending {
        let (progress, open) = (Progress::default(), Vec::new());
        Ending { dialect, progress, open, seen: 0, unfinished: None, protects: false }
    }

    /// Returns the bytes that the search holds.
    pub fn bytes(&self) -> usize {
        self.open.capacity() * size_of::<parser::Open<()>>()
    }

    /// Returns the end of the datum or the nonsense that `text` begins with, if it is there already. The text is the
    /// one of the last look with more at its end.
    pub fn look(&mut self, text: &str) -> Option<usize> {
        let new = text.get(self.seen..).unwrap_or_default();
        let may_end = self.may_end(new);
        self.seen = text.len();
        if !may_end {
            return None;
        }
        let mut parser = Parser::<Nothing>::resume(text, self.dialect, &self.progress, &mut self.open);
        let outcome = parser.datum(&mut Nothing);
        self.progress = parser.progress();
        self.unfinished = parser.unfinished.flatten();
        if self.unfinished == Some(TokenKind::OpenString) {
            let inside = text.get(self.progress.position + 1..).unwrap_or_default();
            (_, self.protects) = through_string(inside, false);
        }
        match outcome {
            Ok(Outcome::End | Outcome::Unclosed(_)) => None,
            Ok(Outcome::Datum(..) | Outcome::Stray(_)) | Err(_) => Some(self.progress.position),
        }
    }

    /// Returns whether the token that reached to the end of the text may end in what is new. Going through all of the
    /// token for each piece would take too long.
    fn may_end(&mut self, new: &str) -> bool {
        match self.unfinished {
            None => true,
            Some(TokenKind::OpenString) => {
                let closes;
                (closes, self.protects) = through_string(new, self.protects);
                closes
            }
            Some(TokenKind::OpenBars) => new.contains('|'),
            // The first of the two characters may be there already.
            Some(TokenKind::OpenBlockComment) => new.contains(['|', '#']),
            Some(TokenKind::LineComment) => new.contains('\n'),
            Some(TokenKind::Word | TokenKind::Hash) => {
                new.contains(|c| is_delimiter(c) || matches!(c, '|' | '>' | '#' | '='))
            }
            Some(_) => !new.is_empty(),
        }
    }
}

/// Returns whether a string ends in this part of it, and whether the character after the part is protected.
fn through_string(part: &str, protected: bool) -> (bool, bool) {
    let mut protects = protected;
    for byte in part.bytes() {
        match byte {
            _ if protects => protects = false,
            b'\\' => protects = true,
            b'"' => return (true, false),
            _ => {}
        }
    }
    (false, protects)
}

/// A text of which only the shape matters. Datum labels count: a datum ends after the one that follows a label.
static ANY: Description = Description { labels: Labels::Everywhere, has_directives: true, ..Description::CORE };

/// Returns whether `text` ends inside an open list, string or comment. Needs no heap.
pub(crate) fn completeness(text: &str) -> Completeness {
    let mut open = Vec::new();
    let mut parser = Parser::<Nothing>::new(text, Span::NONE.source(), 0, &mut open);
    parser.dialect = Dialect::new(&ANY);
    loop {
        let token = match parser.datum(&mut Nothing) {
            Ok(Outcome::Datum(..)) => continue,
            Ok(Outcome::End) => return Completeness::Complete,
            Ok(Outcome::Stray(_)) | Err(_) => return Completeness::Invalid,
            Ok(Outcome::Unclosed(token)) => token,
        };
        let inside = match token {
            Some((TokenKind::OpenString, _)) => Inside::String,
            Some((TokenKind::OpenBlockComment, _)) => Inside::Comment,
            Some(_) => Inside::Name,
            None if parser.open.last().is_some_and(|open| open.closer().is_none()) => Inside::Prefix,
            None => Inside::List,
        };
        let open = parser.open.iter().filter(|open| open.closer().is_some()).count();
        return Completeness::Incomplete { open, inside };
    }
}
