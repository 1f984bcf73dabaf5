//! Source texts, places in them, and errors of texts that cannot be read.

use std::borrow::Cow;
use std::io;
use std::sync::OnceLock;

use thiserror::Error;

/// The number of a source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

/// A half-open range of bytes in one source.
///
/// One word, because each form and node carries a span. It is passed in a register, and a larger value would be copied
/// through memory. A *near* span begins in the first 16 MiB of its text and is shorter than 256 KiB, as nearly all are.
/// Bit fields hold its source, start and length. A *far* span has a start. Its end is known if it is at most
/// [`Span::LONGEST_FAR`] bytes after the start; otherwise the range ends there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Span(u64);

impl Span {
    /// Code without a place (made by the engine itself).
    pub const NONE: Span = Span((Span::SOURCES as u64) << Span::SOURCE_SHIFT);

    /// Number of bits of the source's number.
    const SOURCE_BITS: u32 = 21;

    /// Largest number of sources at a time. The number of which all bits are set belongs to none.
    pub const SOURCES: usize = (1 << Span::SOURCE_BITS) - 1;

    /// Of what is near, bits of its length; the start has the bits between those and the source. The first bit is 0.
    const LENGTH_BITS: u32 = 18;

    /// Of what is far, likewise. The first bit is 1.
    const FAR_LENGTH_BITS: u32 = 10;

    /// The greatest length that what is far can have.
    pub const LONGEST_FAR: u32 = (1 << Span::FAR_LENGTH_BITS) - 1;

    const SOURCE_SHIFT: u32 = 63 - Span::SOURCE_BITS;

    const FAR: u64 = 1 << 63;

    /// From `start` up to, not including, `end`.
    #[inline]
    pub fn new(source: SourceId, start: u32, end: u32) -> Span {
        let (number, length) = (u64::from(source.0) << Span::SOURCE_SHIFT, end.saturating_sub(start));
        let start_bits = Span::SOURCE_SHIFT - Span::LENGTH_BITS;
        if (start >> start_bits) | (length >> Span::LENGTH_BITS) == 0 {
            Span(number | u64::from(start) << Span::LENGTH_BITS | u64::from(length))
        } else {
            Span::far(number, start, length)
        }
    }

    #[cold]
    #[inline(never)]
    fn far(number: u64, start: u32, length: u32) -> Span {
        let length = u64::from(length.min(Span::LONGEST_FAR));
        Span(Span::FAR | number | u64::from(start) << Span::FAR_LENGTH_BITS | length)
    }

    /// Returns whether this is [`Span::NONE`].
    #[inline]
    #[must_use]
    pub fn is_none(self) -> bool {
        self.source() == Span::NONE.source()
    }

    /// Returns the source.
    #[inline]
    #[must_use]
    pub fn source(self) -> SourceId {
        SourceId((self.0 >> Span::SOURCE_SHIFT) as u32 & Span::SOURCES as u32)
    }

    #[inline]
    fn length_bits(self) -> u32 {
        if self.0 & Span::FAR == 0 { Span::LENGTH_BITS } else { Span::FAR_LENGTH_BITS }
    }

    /// Returns the beginning, in bytes.
    #[inline]
    #[must_use]
    pub fn start(self) -> u32 {
        // Without the source, which is above.
        ((self.0 & ((1 << Span::SOURCE_SHIFT) - 1)) >> self.length_bits()) as u32
    }

    /// Returns the end, in bytes.
    #[inline]
    #[must_use]
    pub fn end(self) -> u32 {
        self.start().saturating_add((self.0 & ((1 << self.length_bits()) - 1)) as u32)
    }

    /// Returns the span with another start.
    #[inline]
    #[must_use]
    pub fn from(self, start: u32) -> Span {
        Span::new(self.source(), start, self.end())
    }

    /// Returns the span with another end.
    #[inline]
    #[must_use]
    pub fn up_to(self, end: u32) -> Span {
        Span::new(self.source(), self.start(), end)
    }
}

/// A text with a name (a file's path, `<eval>`, `<repl:3>`).
#[derive(Debug)]
pub struct Source {
    /// Name of the text.
    pub name: Cow<'static, str>,
    /// The text.
    pub text: Cow<'static, str>,
    /// Ends of lines in the text.
    line_ends: usize,
    /// Offset at which each line starts, made at the first request: most texts need none.
    lines: OnceLock<Box<[u32]>>,
}

/// A place for people: one-based line and column (in characters).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// Counts the ends of lines in a text, in pieces whose count fits a byte, so that many bytes are counted at a time.
pub fn line_ends(text: &str) -> usize {
    let count = |piece: &[u8]| usize::from(piece.iter().map(|&b| u8::from(b == b'\n')).sum::<u8>());
    text.as_bytes().chunks(255).map(count).sum()
}

/// The last boundary between characters of `text` at or before the byte `at`.
pub fn boundary_before(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

impl Source {
    /// Returns a text with a name.
    pub fn new(name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        let text = text.into();
        let line_ends = line_ends(&text);
        Source { name: name.into(), text, line_ends, lines: OnceLock::new() }
    }

    /// Returns the number of ends of lines in the text.
    #[must_use]
    pub fn line_ends(&self) -> usize {
        self.line_ends
    }

    /// Offset at which each line starts.
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let mut lines = Vec::with_capacity(self.line_ends + 1);
            lines.push(0);
            lines.extend(self.text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1));
            lines.into()
        })
    }

    /// Returns the line and the column of a byte.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.lines().partition_point(|&start| start <= offset).max(1);
        let start = self.lines().get(line - 1).copied().unwrap_or(0);
        let column = self.text.get(start as usize..offset as usize).map_or(0, |s| s.chars().count());
        LineColumn { line: line as u32, column: column as u32 + 1 }
    }

    /// The text of a one-based line, without its end.
    pub fn line(&self, line: u32) -> &str {
        let start = self.lines().get(line as usize - 1).copied().unwrap_or(0) as usize;
        self.text.get(start..).and_then(|s| s.lines().next()).unwrap_or("")
    }
}

/// The text of a file. Files are UTF-8; the error names the line and column of the first byte that is not.
pub fn text_from_bytes(bytes: Vec<u8>) -> io::Result<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(e) => {
            let good = e.as_bytes().get(..e.utf8_error().valid_up_to()).unwrap_or(&[]);
            let good = String::from_utf8_lossy(good);
            let line = 1 + good.bytes().filter(|&b| b == b'\n').count();
            let column = 1 + good.chars().rev().take_while(|&c| c != '\n').count();
            let byte = e.as_bytes().get(good.len()).copied().unwrap_or_default();
            let message = format!("it is not UTF-8: line {line}, column {column} has the byte {byte:#04x}");
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
    }
}

/// An error in a text, with its place.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[error("{message}")]
pub struct SyntaxError {
    /// Kind of the error.
    pub kind: SyntaxErrorKind,
    /// Description of the error.
    pub message: String,
    /// Place of the error.
    pub span: Span,
    /// A second place that belongs to the message: where an unclosed list began.
    pub related: Option<(Span, String)>,
    /// Advice.
    pub help: Option<String>,
}

/// Kind of a [`SyntaxError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The text ends inside a form.
    Unclosed,
    /// A closing parenthesis closes nothing.
    StrayParenthesis,
    /// A token is not a datum, or is not allowed at its place.
    BadToken,
}

impl SyntaxError {
    pub(crate) fn new(kind: SyntaxErrorKind, span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError { kind, message: message.into(), span, related: None, help: None }
    }

    pub(crate) fn bad(span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(SyntaxErrorKind::BadToken, span, message)
    }

    pub(crate) fn with_related(self, span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError { related: Some((span, message.into())), ..self }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> SyntaxError {
        SyntaxError { help: Some(help.into()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let s = Source::new("x", "ab\nä(c)\n");
        assert_eq!(s.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(s.line_column(5), LineColumn { line: 2, column: 2 });
        assert_eq!(s.line(2), "ä(c)");
        assert_eq!(s.line_column(9), LineColumn { line: 3, column: 1 });
        assert_eq!((s.line_ends, s.lines().len()), (2, 3));
        assert_eq!(line_ends(&"\n\nab\n".repeat(1000)), 3000);
    }

    #[test]
    fn a_place_in_one_word_is_what_it_was_made_of() {
        let sources = [0, 1, Span::SOURCES as u32 - 1].map(SourceId);
        let (starts, lengths) = ([0, 1, (1 << 24) - 1, 1 << 24, u32::MAX], [0, 1, 1023, 1024, (1 << 18) - 1, 1 << 18]);
        for (source, start, length) in sources.into_iter().flat_map(|source| {
            starts.into_iter().flat_map(move |start| lengths.into_iter().map(move |length| (source, start, length)))
        }) {
            let end = start.saturating_add(length);
            let span = Span::new(source, start, end);
            let is_far = start >= 1 << 24 || length >= 1 << 18;
            let known = if is_far { end.min(start.saturating_add(Span::LONGEST_FAR)) } else { end };
            assert_eq!((span.source(), span.start(), span.end()), (source, start, known));
            assert!(!span.is_none());
        }
        assert_eq!((Span::NONE.start(), Span::NONE.end()), (0, 0));
        assert!(Span::NONE.is_none());
    }

    #[test]
    fn bytes_that_are_no_text_fail_with_their_place() {
        let error = text_from_bytes(b"(a\n \xc3\xa4\xff)".to_vec()).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
        assert_eq!(error.to_string(), "it is not UTF-8: line 2, column 3 has the byte 0xff");
        assert_eq!(text_from_bytes(b"(a)".to_vec()).unwrap(), "(a)");
    }
}
