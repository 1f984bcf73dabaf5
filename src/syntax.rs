//! The surface syntax, for tools: prompts, highlighters, editors.
//!
//! Owns the public names of what the reader knows about texts. Needs no engine, and no text makes it fail: a half-typed
//! form has tokens like any other.
//!
//! ```
//! use klammer::syntax::{Completeness, completeness};
//!
//! assert_eq!(completeness("(+ 1 2)"), Completeness::Complete);
//! assert!(matches!(completeness("(+ 1"), Completeness::Incomplete { .. }));
//! assert_eq!(completeness(")"), Completeness::Invalid);
//! ```

use std::io;
use std::ops::Range;

use klammer_syntax::lexer::TokenKind as Raw;
use klammer_syntax::literal::Numeral;

pub use klammer_syntax::complete::{Completeness, Inside};
pub use klammer_syntax::grammar::Grammar;
pub use klammer_syntax::{format, tree};

/// Returns whether `text` holds whole data, ends inside something, or is wrong whatever follows. A console asks this to
/// know whether to take another line.
///
/// ```
/// use klammer::syntax::{Completeness, completeness};
///
/// let lines = ["(defproc twice (n)", "  (* 2 n))"];
/// let mut text = String::new();
/// let mut asked = 0;
/// for line in lines {
///     text.push_str(line);
///     text.push('\n');
///     asked += 1;
///     if completeness(&text) == Completeness::Complete {
///         break;
///     }
/// }
/// assert_eq!(asked, 2);
/// ```
#[must_use]
pub fn completeness(text: &str) -> Completeness {
    klammer_syntax::complete::completeness(text)
}

/// The text of a file. Files are UTF-8.
///
/// ```
/// use klammer::syntax::text_from_bytes;
///
/// assert_eq!(text_from_bytes(b"(+ 1 2)".to_vec())?, "(+ 1 2)");
/// assert_eq!(text_from_bytes(vec![b'(', 0xff]).unwrap_err().kind(), std::io::ErrorKind::InvalidData);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// A [`std::io::Error`] of the kind `InvalidData`, with the line and column of the first byte that is not UTF-8.
pub fn text_from_bytes(bytes: Vec<u8>) -> io::Result<String> {
    crate::source::text_from_bytes(bytes)
}

/// Kind of a token by its look. Only evaluation knows its meaning at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// White space.
    Space,
    /// A comment of any kind; for `#;`, only the mark.
    Comment,
    /// `(`, `[` or `#(`.
    Open,
    /// `)` or `]`.
    Close,
    /// `'`, `` ` ``, `,`, `,@` or `#'`.
    Prefix,
    /// A string; without its closing quote, if it reaches to the end of the text.
    String,
    /// `#\a` and the like.
    Character,
    /// A word that looks like a number.
    Number,
    /// `:name`
    Keyword,
    /// Any other word.
    Symbol,
    /// `#` with anything else: `#t`, `#xff`, nonsense.
    Hash,
}

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Range of the token, in bytes.
    pub range: Range<usize>,
}

/// Cuts a text into tokens, one after the other, without gaps: for colours, and to find the word that is completed.
///
/// ```
/// use klammer::syntax::{TokenKind, tokens};
///
/// let kinds: Vec<TokenKind> = tokens("(f \"x").map(|t| t.kind).collect();
/// assert_eq!(kinds, [TokenKind::Open, TokenKind::Symbol, TokenKind::Space, TokenKind::String]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    klammer_syntax::lexer::tokens(text).map(|(raw, range)| {
        let word = text.get(range.clone()).unwrap_or("");
        Token { kind: kind(raw, word), range }
    })
}

fn kind(raw: Raw, word: &str) -> TokenKind {
    match raw {
        Raw::Space => TokenKind::Space,
        Raw::LineComment | Raw::BlockComment | Raw::OpenBlockComment | Raw::DatumComment => TokenKind::Comment,
        Raw::Open(_) | Raw::OpenVector | Raw::OpenBytes => TokenKind::Open,
        Raw::Close(_) => TokenKind::Close,
        Raw::Prefix(_) => TokenKind::Prefix,
        Raw::String | Raw::OpenString => TokenKind::String,
        Raw::Character => TokenKind::Character,
        Raw::Hash => TokenKind::Hash,
        Raw::Word if Numeral::of(word, 10).is_some() => TokenKind::Number,
        Raw::Word if word.len() > 1 && word.starts_with(':') => TokenKind::Keyword,
        Raw::Word | Raw::Dot | Raw::OpenBars => TokenKind::Symbol,
    }
}

/// Returns whether `c` ends a symbol, keyword or number.
///
/// ```
/// let line = "(print (enem";
/// let begun = line.rsplit(klammer::syntax::is_delimiter).next();
/// assert_eq!(begun, Some("enem"));
/// ```
#[must_use]
pub fn is_delimiter(c: char) -> bool {
    klammer_syntax::lexer::is_delimiter(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_by_their_look() {
        let kinds = |text: &str| -> Vec<TokenKind> {
            tokens(text).map(|t| t.kind).filter(|&k| k != TokenKind::Space).collect()
        };
        use TokenKind::*;
        assert_eq!(
            kinds("1 -2/3 .5e-7 +inf.0 1+ - ... 1/2/3 :key : x"),
            [Number, Number, Number, Number, Symbol, Symbol, Symbol, Symbol, Keyword, Symbol, Symbol]
        );
        assert_eq!(
            kinds("#t #\\( '(a . b) ;c"),
            [Hash, Character, Prefix, Open, Symbol, Symbol, Symbol, Close, Comment]
        );
    }
}
