//! Tokens of a text, and the possible meanings of a single token: the words that the reader and the notations of
//! dialects share.

use std::borrow::Cow;
use std::ops::Range;

/// The two ways to write the parentheses of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    Round,
    Square,
}

impl Bracket {
    pub(crate) fn closing(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Square => ']',
        }
    }
}

/// An abbreviation written before a datum: `'x` is `(quote x)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefix {
    Quote,
    QuasiQuote,
    Unquote,
    UnquoteSplicing,
    Function,
    /// The datum after it is evaluated when it has been read, in dialects that have this.
    ReadTime,
}

/// Kind of a token by its look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// White space of any kind, and byte order marks.
    Space,
    /// `; ...` up to the end of the line, or a `#!` line at the beginning of the text.
    LineComment,
    /// `#| ... |#`, nested.
    BlockComment,
    /// `#;`: the datum that follows is skipped.
    DatumComment,
    Open(Bracket),
    Close(Bracket),
    /// `#(`
    OpenVector,
    /// `#u8(`
    OpenBytes,
    Prefix(Prefix),
    String,
    /// `#\` and what follows.
    Character,
    /// A number, a symbol or a keyword, perhaps with parts in `|bars|`.
    Word,
    /// A `.` that stands alone.
    Dot,
    /// `#` with anything else: `#t`, `#xff`, `#<...>`, nonsense.
    Hash,
    /// These three reach to the end of the text, where their other end is missing.
    OpenString,
    OpenBlockComment,
    OpenBars,
}

impl TokenKind {
    /// Returns whether the reader skips such a token.
    pub fn is_blank(self) -> bool {
        matches!(self, TokenKind::Space | TokenKind::LineComment | TokenKind::BlockComment)
    }
}

impl Prefix {
    /// The token.
    pub fn text(self) -> &'static str {
        match self {
            Prefix::Quote => "'",
            Prefix::QuasiQuote => "`",
            Prefix::Unquote => ",",
            Prefix::UnquoteSplicing => ",@",
            Prefix::Function => "#'",
            Prefix::ReadTime => "#.",
        }
    }
}

/// A token that is a datum by itself.
#[derive(Debug, PartialEq)]
pub enum Atom<'t> {
    /// A number if it reads as one, else a symbol.
    Word(&'t str),
    /// A symbol, whatever it looks like.
    Symbol(Cow<'t, str>),
    Keyword(Cow<'t, str>),
    /// Meaning that the notation of a dialect gives it (`Notation::word`).
    Own(&'t str),
    /// A number after `#x`, `#e` and the like.
    Number {
        digits: &'t str,
        radix: u32,
        exactness: Option<Exactness>,
    },
    String(Cow<'t, str>),
    /// `0` and `1` only.
    Bits(&'t str),
    Character(char),
    True,
    False,
    /// `#!eof`
    EndOfFile,
}

/// `#e` or `#i`.
#[derive(Debug, PartialEq, Clone, Copy)]
pub enum Exactness {
    Exact,
    Inexact,
}

/// Why a token is no datum. `range` counts from the token's beginning.
#[derive(Debug, PartialEq)]
pub struct Bad {
    pub message: String,
    pub range: Range<usize>,
    pub help: Option<String>,
}

impl Bad {
    pub fn new(range: Range<usize>, message: String) -> Bad {
        Bad { message, range, help: None }
    }

    pub fn help(mut self, help: impl Into<String>) -> Bad {
        self.help = Some(help.into());
        self
    }
}
