//! Cuts a text into tokens.
//!
//! Owns where a token begins and ends, and nothing of what it means. Never fails: every byte of every text belongs to
//! exactly one token, so editors, the prompt and the reader can share it. Knows no heap, no symbols and no errors.

use std::borrow::Cow;
use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::character::complete::{anychar, char};
use nom::combinator::{opt, recognize, value};
use nom::multi::many0_count;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use thiserror::Error;

use crate::grammar::{Grammar, Hooks};

/// Returns whether `c` separates tokens and means nothing else.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Returns whether `c` ends a word.
pub fn is_delimiter(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '"' | ';' | '\'' | '`' | ',') || is_space(c)
}

/// Returns `true` if the text begins with `#!fold-case`, `false` if it begins with `#!no-fold-case`.
pub fn folding(text: &str) -> Option<bool> {
    let (folds, rest) = match text.strip_prefix("#!fold-case") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix("#!no-fold-case")?),
    };
    rest.chars().next().is_none_or(is_delimiter).then_some(folds)
}

/// The tokens of a text, one after the other, without gaps.
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, position: 0, hooks: None }
}

/// Iterator over the tokens of a text: see [`tokens`].
#[derive(Clone)]
#[allow(missing_debug_implementations)]
pub struct Tokens<'t> {
    text: &'t str,
    position: usize,
    /// Hooks that may cut the text otherwise.
    hooks: Option<&'static dyn Hooks>,
}

impl<'t> Tokens<'t> {
    /// The tokens from byte `position` on, which must be where a token begins.
    #[must_use]
    pub fn from(text: &'t str, position: usize) -> Tokens<'t> {
        Tokens { text, position, hooks: None }
    }

    /// Returns the lexer for a dialect.
    #[must_use]
    pub fn of(self, grammar: Grammar) -> Tokens<'t> {
        Tokens { hooks: grammar.hooks, ..self }
    }
}

impl Iterator for Tokens<'_> {
    type Item = (TokenKind, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.position..)?;
        let first_line = self.position == 0 && is_for_the_shell(rest);
        let own = self.hooks.filter(|_| !first_line).and_then(|h| h.token(rest));
        let found = match own {
            Some((kind, length)) => Ok((rest.get(length..)?, kind)),
            None if first_line => line_comment(rest),
            None => match plain_token(rest.as_bytes()) {
                Some((kind, length)) => Ok((rest.get(length..)?, kind)),
                None => token(rest),
            },
        };
        let (rest, kind) = found.ok()?;
        let start = std::mem::replace(&mut self.position, self.text.len() - rest.len());
        Some((kind, start..self.position))
    }
}

/// The end of the word that begins at `start` with a byte that begins plain words. Nothing if it is told otherwise: a
/// name may go on in bars, and with what is not ASCII.
#[inline(always)]
pub fn plain_word_end(text: &[u8], start: usize) -> Option<usize> {
    let mut end = start + 1;
    while let Some(&byte) = text.get(end) {
        let class = Class::of(byte);
        if !class.is_in_word() {
            return (!matches!(class, Class::Bar | Class::Other)).then_some(end);
        }
        end += 1;
    }
    Some(end)
}

/// Returns the token of ASCII at the beginning of a text, with its length: of all kinds that programs mostly consist
/// of. The grammar in [`token`] says the same.
fn plain_token(text: &[u8]) -> Option<(TokenKind, usize)> {
    match Class::of(*text.first()?) {
        Class::Open => Some((TokenKind::Open(Bracket::Round), 1)),
        Class::Close => Some((TokenKind::Close(Bracket::Round), 1)),
        Class::InName | Class::Digit | Class::Sign => Some((TokenKind::Word, plain_word_end(text, 0)?)),
        Class::Space => {
            let mut end = 1;
            while let Some(&byte) = text.get(end) {
                match Class::of(byte) {
                    Class::Space => end += 1,
                    Class::Other => return None,
                    _ => break,
                }
            }
            Some((TokenKind::Space, end))
        }
        Class::BeginsOther | Class::Mark | Class::Bar | Class::Other => None,
    }
}

/// Returns whether a text begins with a line that names its interpreter to a shell.
fn is_for_the_shell(text: &str) -> bool {
    let begin = text.trim_start_matches('\u{feff}');
    begin.starts_with("#!") && folding(begin).is_none()
}

/// Bytes by what they are as characters of their own: nearly all of a program consists of such.
#[expect(clippy::indexing_slicing, reason = "while the crate is compiled, a panic is an error of the compiler")]
const ASCII: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut i = 0;
    while i < 128 {
        classes[i] = match i as u8 {
            b'\t'..=b'\r' | b' ' => Class::Space,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'[' | b']' | b'"' | b';' | b'\'' | b'`' | b',' => Class::Mark,
            b'#' | b'.' | b':' => Class::BeginsOther,
            b'|' => Class::Bar,
            b'0'..=b'9' => Class::Digit,
            b'+' | b'-' => Class::Sign,
            _ => Class::InName,
        };
        i += 1;
    }
    classes
};

/// Class of a byte as a character of its own, and of the token of the core language that begins with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A word: the name of a symbol, unless it has bars.
    InName,
    /// A word: a number, or a name.
    Digit,
    /// A sign.
    Sign,
    /// It goes on in words, but what begins with it may be something else.
    BeginsOther,
    /// White space.
    Space,
    /// `(`
    Open,
    /// `)`
    Close,
    /// Ends a word, as parentheses do.
    Mark,
    /// `|`
    Bar,
    /// No character of its own.
    Other,
}

impl Class {
    /// Returns the class of a byte.
    #[inline]
    #[must_use]
    pub fn of(byte: u8) -> Class {
        ASCII.get(usize::from(byte)).copied().unwrap_or(Class::Other)
    }

    #[inline]
    fn is_space(self) -> bool {
        self == Class::Space
    }

    #[inline]
    fn is_in_word(self) -> bool {
        matches!(self, Class::InName | Class::Digit | Class::Sign | Class::BeginsOther)
    }
}

/// Returns the rest after the longest prefix of `input` that consists of such characters; `goes_on` decides about those
/// that are not ASCII.
fn behind(is_inside: impl Fn(Class) -> bool, goes_on: impl Fn(char) -> bool, input: &str) -> &str {
    let mut rest = input;
    loop {
        let end = rest.bytes().position(|b| !is_inside(Class::of(b))).unwrap_or(rest.len());
        rest = rest.get(end..).unwrap_or("");
        match rest.chars().next() {
            Some(c) if !c.is_ascii() && goes_on(c) => rest = rest.get(c.len_utf8()..).unwrap_or(""),
            _ => return rest,
        }
    }
}

/// A token that is a character of ASCII.
fn one(input: &str, kind: TokenKind) -> IResult<&str, TokenKind> {
    Ok((input.get(1..).unwrap_or(""), kind))
}

/// The token at the beginning of `input`, which fails only where there is none.
fn token(input: &str) -> IResult<&str, TokenKind> {
    use TokenKind::*;
    // The first character decides, so that a word does not have to wait for every other kind to fail.
    let mut begin = input.chars();
    match begin.next() {
        Some('(') => one(input, Open(Bracket::Round)),
        Some(')') => one(input, Close(Bracket::Round)),
        Some('[') => one(input, Open(Bracket::Square)),
        Some(']') => one(input, Close(Bracket::Square)),
        Some('\'') => one(input, Prefix(self::Prefix::Quote)),
        Some('`') => one(input, Prefix(self::Prefix::QuasiQuote)),
        Some(',') => alt((
            value(Prefix(self::Prefix::UnquoteSplicing), tag(",@")),
            value(Prefix(self::Prefix::Unquote), char(',')),
        ))
        .parse(input),
        Some('"') => quoted('"', input).map(|(rest, closed)| (rest, if closed { String } else { OpenString })),
        Some(';') => line_comment(input),
        Some('#') => match begin.next() {
            Some('(') => value(OpenVector, tag("#(")).parse(input),
            Some('u') if input.starts_with("#u8(") => value(OpenBytes, tag("#u8(")).parse(input),
            Some('!') if folding(input).is_some() => {
                value(Space, (tag("#!"), take_while(|c| !is_delimiter(c)))).parse(input)
            }
            Some('\'') => value(Prefix(self::Prefix::Function), tag("#'")).parse(input),
            Some(';') => value(DatumComment, tag("#;")).parse(input),
            Some('|') => block_comment(input),
            Some('\\') => character(input),
            Some('<') => value(Hash, (tag("#<"), take_till(|c| c == '>' || c == '\n'), opt(char('>')))).parse(input),
            // A lone element may follow at once: `#0A5`.
            Some('0') if input.starts_with("#0A") || input.starts_with("#0a") => {
                Ok((input.get(3..).unwrap_or_default(), Hash))
            }
            Some('0'..='9') if after_label(input).is_some() => Ok((after_label(input).unwrap_or_default(), Hash)),
            _ => value(Hash, (char('#'), take_while(|c| !is_delimiter(c)))).parse(input),
        },
        Some(c) if is_space(c) => Ok((behind(Class::is_space, is_space, input), Space)),
        _ => word(input),
    }
}

fn line_comment(input: &str) -> IResult<&str, TokenKind> {
    value(TokenKind::LineComment, take_till(|c| c == '\n')).parse(input)
}

/// A text between two `mark`s, where a backslash protects the next character; false if the second is missing.
fn quoted(mark: char, input: &str) -> IResult<&str, bool> {
    let is_plain = move |c| c != mark && c != '\\';
    let inside = many0_count(alt((take_while1(is_plain), preceded(char('\\'), recognize(anychar)))));
    let (rest, (_, _, end)) = (char(mark), inside, opt(char(mark))).parse(input)?;
    // The rest of a text that ends inside is at most a backslash.
    if end.is_some() { Ok((rest, true)) } else { Ok(("", false)) }
}

fn block_comment(input: &str) -> IResult<&str, TokenKind> {
    let mut rest = input;
    let mut depth = 0u32;
    loop {
        (rest, _) = take_till(|c| c == '#' || c == '|').parse(rest)?;
        if let Some(after) = rest.strip_prefix("#|") {
            (rest, depth) = (after, depth.saturating_add(1));
        } else if let Some(after) = rest.strip_prefix("|#") {
            (rest, depth) = (after, depth.saturating_sub(1));
            if depth == 0 {
                return Ok((rest, TokenKind::BlockComment));
            }
        } else if rest.is_empty() {
            return Ok((rest, TokenKind::OpenBlockComment));
        } else {
            (rest, _) = anychar(rest)?;
        }
    }
}

/// Returns the rest after a datum label, `#0=` or `#0#`: the next token can follow it at once.
fn after_label(input: &str) -> Option<&str> {
    let digits = input.strip_prefix('#')?;
    digits.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['=', '#'])
}

/// The character after `#\` belongs to the token whatever it is; a name goes on up to a delimiter.
fn character(input: &str) -> IResult<&str, TokenKind> {
    let (rest, (_, first)) = (tag("#\\"), opt(anychar)).parse(input)?;
    match first {
        Some(c) if !is_delimiter(c) => value(TokenKind::Character, take_while(|c| !is_delimiter(c))).parse(rest),
        _ => Ok((rest, TokenKind::Character)),
    }
}

fn word(input: &str) -> IResult<&str, TokenKind> {
    let behind_word = |input| behind(Class::is_in_word, |c| !is_space(c), input);
    let mut rest = behind_word(input);
    while rest.starts_with('|') {
        let closed;
        (rest, closed) = quoted('|', rest)?;
        if !closed {
            return Ok((rest, TokenKind::OpenBars));
        }
        rest = behind_word(rest);
    }
    match input.get(..input.len() - rest.len()).unwrap_or("") {
        "" => Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Eof))),
        "." => Ok((rest, TokenKind::Dot)),
        _ => Ok((rest, TokenKind::Word)),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lex(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text).map(|(k, r)| (k, &text[r])).filter(|(k, _)| *k != TokenKind::Space).collect()
    }

    #[test]
    fn every_kind_of_token_is_told_by_its_beginning() {
        use TokenKind::*;
        assert_eq!(
            lex("(a .5 . [b]) #(1) '`,x,@#'f \"s\\\"\" #\\a #\\( #\\space #t #xff #<a b> #;x |a b|c ;c\n#|x #|y|# z|#"),
            [
                (Open(Bracket::Round), "("),
                (Word, "a"),
                (Word, ".5"),
                (Dot, "."),
                (Open(Bracket::Square), "["),
                (Word, "b"),
                (Close(Bracket::Square), "]"),
                (Close(Bracket::Round), ")"),
                (OpenVector, "#("),
                (Word, "1"),
                (Close(Bracket::Round), ")"),
                (Prefix(super::Prefix::Quote), "'"),
                (Prefix(super::Prefix::QuasiQuote), "`"),
                (Prefix(super::Prefix::Unquote), ","),
                (Word, "x"),
                (Prefix(super::Prefix::UnquoteSplicing), ",@"),
                (Prefix(super::Prefix::Function), "#'"),
                (Word, "f"),
                (String, "\"s\\\"\""),
                (Character, "#\\a"),
                (Character, "#\\("),
                (Character, "#\\space"),
                (Hash, "#t"),
                (Hash, "#xff"),
                (Hash, "#<a b>"),
                (DatumComment, "#;"),
                (Word, "x"),
                (Word, "|a b|c"),
                (LineComment, ";c"),
                (BlockComment, "#|x #|y|# z|#"),
            ]
        );
    }

    #[test]
    fn open_tokens_reach_to_the_end() {
        assert_eq!(lex("\"abc\\"), [(TokenKind::OpenString, "\"abc\\")]);
        assert_eq!(lex("#| a #| b |# #"), [(TokenKind::OpenBlockComment, "#| a #| b |# #")]);
        assert_eq!(lex("ab|c d"), [(TokenKind::OpenBars, "ab|c d")]);
        assert_eq!(lex("#\\"), [(TokenKind::Character, "#\\")]);
    }

    #[test]
    fn a_shell_line_and_byte_order_mark_are_skipped() {
        assert_eq!(lex("#!/usr/bin/env klammer\nx")[0].0, TokenKind::LineComment);
        assert_eq!(lex("\u{feff}#!/bin/klammer\nx")[0].0, TokenKind::LineComment);
        assert_eq!(lex("\u{feff}x\u{a0}y"), [(TokenKind::Word, "x"), (TokenKind::Word, "y")]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn tokens_cover_any_text_without_gaps(text in "([()\\[\\]'`,\"#|;\\\\ .a0\n\u{a0}ä<>]|#;|#\\||\\|#|\\PC){0,60}") {
            let mut end = 0;
            for (_, range) in tokens(&text) {
                prop_assert_eq!(range.start, end);
                prop_assert!(range.end > range.start);
                prop_assert!(text.get(range.clone()).is_some());
                end = range.end;
            }
            prop_assert_eq!(end, text.len());
        }

        #[test]
        fn bytes_tell_what_characters_tell(text in "([()\\[\\]'#.:|a0\\t\n\u{a0}ä]|\\PC){0,30}") {
            for (_, range) in tokens(&text) {
                let rest = &text[range.start..];
                if let Some((kind, length)) = plain_token(rest.as_bytes()) {
                    prop_assert_eq!(token(rest), Ok((&rest[length..], kind)));
                }
            }
        }
    }
}
