//! Tokens of a text, and the possible meanings of a single token: the words that the parser and the notations of
//! dialects share.

use std::borrow::Cow;
use std::ops::Range;

use thiserror::Error;

/// The two ways to write the parentheses of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    /// `(` and `)`
    Round,
    /// `[` and `]`
    Square,
}

impl Bracket {
    /// Returns the closing parenthesis.
    #[must_use]
    pub fn closing(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Square => ']',
        }
    }
}

/// An abbreviation written before a datum: `'x` is `(quote x)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefix {
    /// `'`
    Quote,
    /// `` ` ``
    QuasiQuote,
    /// `,`
    Unquote,
    /// `,@`
    UnquoteSplicing,
    /// `#'`
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
    /// `(` or `[`
    Open(Bracket),
    /// `)` or `]`
    Close(Bracket),
    /// `#(`
    OpenVector,
    /// `#u8(`
    OpenBytes,
    /// An abbreviation before a datum.
    Prefix(Prefix),
    /// `"..."`
    String,
    /// `#\` and what follows.
    Character,
    /// A number, a symbol or a keyword, perhaps with parts in `|bars|`.
    Word,
    /// A `.` that stands alone.
    Dot,
    /// `#` with anything else: `#t`, `#xff`, `#<...>`, nonsense.
    Hash,
    /// A string that reaches to the end of the text, where its other end is missing.
    OpenString,
    /// A block comment that reaches to the end of the text.
    OpenBlockComment,
    /// A name in bars that reaches to the end of the text.
    OpenBars,
}

impl TokenKind {
    /// Returns whether the reader skips such a token.
    #[must_use]
    pub fn is_blank(self) -> bool {
        matches!(self, TokenKind::Space | TokenKind::LineComment | TokenKind::BlockComment)
    }
}

impl Prefix {
    /// Returns the token.
    #[must_use]
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
    /// The name of a keyword.
    Keyword(Cow<'t, str>),
    /// Meaning that the notation of a dialect gives it itself.
    Own(&'t str),
    /// A number after `#x`, `#e` and the like.
    Number {
        /// Digits after the prefixes.
        digits: &'t str,
        /// The base.
        radix: u32,
        /// Whether `#e` or `#i` was among the prefixes.
        exactness: Option<Exactness>,
    },
    /// The content of a string.
    String(Cow<'t, str>),
    /// A vector of bits: `0` and `1` only.
    Bits(&'t str),
    /// A character.
    Character(char),
    /// `#t`
    True,
    /// `#f`
    False,
    /// `#!eof`
    EndOfFile,
}

/// `#e` or `#i`.
#[derive(Debug, PartialEq, Clone, Copy)]
pub enum Exactness {
    /// `#e`
    Exact,
    /// `#i`
    Inexact,
}

/// Reason for which a token is no datum.
#[derive(Error, Debug, PartialEq, Eq, Clone)]
#[error("{message}")]
pub struct Bad {
    /// Description of the error.
    pub message: String,
    /// Range of bytes that it is about, counted from the token's beginning.
    pub range: Range<usize>,
    /// Advice.
    pub help: Option<String>,
}

impl Bad {
    /// Returns the error of this part of a token.
    #[must_use]
    pub fn new(range: Range<usize>, message: String) -> Bad {
        Bad { message, range, help: None }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Bad {
        self.help = Some(help.into());
        self
    }
}
