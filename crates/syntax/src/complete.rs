//! Completeness of texts: whether one holds whole data, and where the datum ends that one begins with.

use std::ops::Range;

use crate::builder::Nothing;
use crate::grammar::{Grammar, Labels};
use crate::lexer::TokenKind;
use crate::lexer::is_delimiter;
use crate::parser::{Open, Outcome, Parser, Progress, stray};
use crate::source::SyntaxError;
use crate::source::{Source, SourceId, Span};

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
    /// After a quote or `#;`, before its datum.
    Prefix,
}

/// Search for the end of a datum in a text that comes piece by piece. It goes through no part of the text twice.
pub struct DatumScanner {
    grammar: Grammar,
    progress: Progress,
    open: Vec<Open<()>>,
    /// Length of the text at the last look, and the token that reached to its end.
    seen: usize,
    unfinished: Option<TokenKind>,
    /// Set if an unfinished string ends in a backslash that protects the next character.
    protects: bool,
}

impl DatumScanner {
    /// Returns a search in a text of this dialect.
    #[must_use]
    pub fn new(grammar: Grammar) -> DatumScanner {
        let (progress, open) = (Progress::default(), Vec::new());
        DatumScanner { grammar, progress, open, seen: 0, unfinished: None, protects: false }
    }

    /// Returns the bytes that the search holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.open.capacity() * size_of::<Open<()>>()
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
        let mut parser = Parser::<Nothing>::resume(text, self.grammar, &self.progress, &mut self.open);
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
const ANY: Grammar = Grammar { labels: Labels::Everywhere, has_directives: true, ..Grammar::CORE };

/// Returns whether `text` ends inside an open list, string or comment. Needs no heap.
pub fn completeness(text: &str) -> Completeness {
    let mut open = Vec::new();
    let mut parser = Parser::<Nothing>::new(text, Span::NONE.source(), 0, ANY, &mut open);
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

/// Returns the first error of a text, if it has one.
#[must_use]
pub fn first_error(source: &Source, id: SourceId, grammar: Grammar) -> Option<SyntaxError> {
    let mut open = Vec::new();
    let mut parser = Parser::<Nothing>::new(&source.text, id, 0, grammar, &mut open);
    let mut previous = None;
    loop {
        match parser.datum(&mut Nothing) {
            Ok(Outcome::Datum((), span)) => previous = Some(span),
            Ok(Outcome::End) => return None,
            Ok(Outcome::Stray(at)) => return Some(stray(source, at, previous)),
            Ok(Outcome::Unclosed(token)) => return Some(parser.unclosed(source, token)),
            Err(error) => return Some(error),
        }
    }
}

/// Returns the range of the form in the first column of a text that a place is in.
///
/// ```
/// assert_eq!(klammer_syntax::complete::form_around("(f\n 1)\n(g)", 4), 0..6);
/// ```
#[must_use]
pub fn form_around(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind("\n(")).map_or(0, |line| line + 1);
    let behind = text.get(at..).unwrap_or("");
    let end = behind.find("\n(").map_or(text.len(), |line| at + line);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the end of the datum or the nonsense that `text` begins with; `None` if that depends on what follows.
    fn end_of_datum(text: &str, grammar: Grammar) -> Option<usize> {
        DatumScanner::new(grammar).look(text)
    }

    #[test]
    fn the_first_error_of_a_text_is_found() {
        let error = |text: &'static str| first_error(&Source::new("x", text), SourceId(0), Grammar::CORE);
        assert_eq!(error("(a) 'b ; )"), None);
        let places = [")", "(a))", "(a] b", "(a\n", "(. b)"].map(|text| error(text).map(|e| e.span.start()));
        assert_eq!(places, [Some(0), Some(3), Some(2), Some(0), Some(1)]);
    }

    #[test]
    fn completeness_says_what_a_text_ends_inside_of() {
        use Completeness::*;
        let incomplete = |open, inside| Incomplete { open, inside };
        for (text, expected) in [
            ("", Complete),
            ("(a) b ; (", Complete),
            ("(a [b", incomplete(2, Inside::List)),
            ("(a \"b)", incomplete(1, Inside::String)),
            ("#| (", incomplete(0, Inside::Comment)),
            ("(a '", incomplete(1, Inside::Prefix)),
            ("#;", incomplete(0, Inside::Prefix)),
            ("|a", incomplete(0, Inside::Name)),
            ("(a .", incomplete(1, Inside::List)),
            ("(a))", Invalid),
            ("(a]", Invalid),
            ("#\\nope (", Invalid),
        ] {
            assert_eq!(completeness(text), expected, "{text}");
        }
    }

    /// The end of the datum that a text begins with, when the text comes in pieces of this number of bytes.
    fn end_in_pieces(text: &str, size: usize) -> Option<usize> {
        let mut ending = DatumScanner::new(Grammar::CORE);
        (1..=text.len()).filter(|&end| (end % size == 0 || end == text.len()) && text.is_char_boundary(end)).find_map(
            |end| {
                let found = ending.look(&text[..end]);
                found.inspect(|&at| {
                    assert_eq!(Some(at), end_of_datum(&text[..end], Grammar::CORE), "{text} up to {end}")
                })
            },
        )
    }

    #[test]
    fn a_datum_in_pieces_ends_where_the_whole_does() {
        let whole = [
            "(a \"b \\\" c\" #\\) #\\space |d e| . f) g",
            " ; (\n #| ( #| |# ) |# #;(x y) '`(1 ,@2) more",
            "\"\\\\\" \"",
            "#2A((1 2) (3 4)) x",
            "#0=(a . #0#) ",
            "#u8(1 2)#(3)",
            "word another",
            "|a\\|b|c d",
            ") rest",
            "(1 . ) 2",
            "#<no datum> 1",
            "(ä ö) ü",
        ];
        for text in whole {
            let end = end_of_datum(text, Grammar::CORE);
            assert!(end.is_some(), "{text}");
            for size in 1..=text.len() {
                assert_eq!(end_in_pieces(text, size), end, "{text} in pieces of {size}");
            }
        }
        for text in ["(a (b)", "\"a", "#| a", "word", "; a", "'", "#;(a)", ""] {
            assert_eq!((end_of_datum(text, Grammar::CORE), end_in_pieces(text, 1)), (None, None), "{text}");
        }
    }
}
