//! The interface between the parser and the builders of data or trees.

use crate::lexer::Class;
use crate::lexer::{Atom, Bad, Prefix};
use crate::source::SyntaxError;
use crate::source::{SourceId, Span};

/// Reason why there is no datum for an atom.
#[derive(Debug)]
pub enum Complaint<E> {
    /// The token is wrong.
    Token(Bad),
    /// Something else is: a limit is reached.
    Other(E),
}

impl<E> From<E> for Complaint<E> {
    fn from(error: E) -> Complaint<E> {
        Complaint::Other(error)
    }
}

/// Turns what the parser reads into data. The parser makes no tree of its own.
pub trait Builder {
    /// A datum.
    type Datum: Copy;
    /// A list or vector of which the end has not been read yet.
    type Partial;
    /// Reason for which reading ends early.
    type Error: From<SyntaxError>;

    /// Adds a place to an error of the builder that has none.
    #[must_use]
    fn located(error: Self::Error, span: Span) -> Self::Error;

    /// Pays for tokens: a tick for each, and for each 64 bytes of one.
    ///
    /// # Errors
    /// There is nothing left to pay with.
    fn charge(&mut self, ticks: usize) -> Result<(), Self::Error>;

    /// Asks for memory for a long token of `bytes` bytes, or for the stack of open forms, which may then take `stack`
    /// bytes.
    ///
    /// # Errors
    /// There is none.
    fn reserve(&mut self, bytes: usize, stack: usize) -> Result<(), Self::Error>;

    /// Makes a datum of a token.
    ///
    /// # Errors
    /// The token is no datum.
    fn atom(&mut self, atom: Atom<'_>, token: &str) -> Result<Self::Datum, Complaint<Self::Error>>;

    /// Returns the datum of a word of the core language without bars that is no keyword: the first `length` bytes of a
    /// text, whose first byte has that class. `None` if it takes a closer look.
    fn word(&mut self, first: Class, text: &[u8], length: usize) -> Option<Self::Datum>;

    /// Makes the datum that such a word is.
    ///
    /// # Errors
    /// The word is no datum.
    fn unusual_word(&mut self, word: &[u8]) -> Result<Self::Datum, Complaint<Self::Error>>;

    /// Begins a list.
    fn list(&mut self) -> Self::Partial;

    /// Begins a vector, or a vector of bytes.
    fn vector(&mut self, bytes: bool) -> Self::Partial;

    /// Adds an element to the innermost list or vector that is open. It was written from `start` to `end`.
    ///
    /// # Errors
    /// There is no memory.
    fn append(&mut self, datum: Self::Datum, start: u32, end: u32) -> Result<(), Self::Error>;

    /// Adds the datum after the dot.
    fn set_tail(&mut self, of: &mut Self::Partial, datum: Self::Datum);

    /// Ends a list or vector, which was written in that text from `start` to `end`.
    ///
    /// # Errors
    /// It cannot be made.
    fn finish(
        &mut self,
        partial: &Self::Partial,
        source: SourceId,
        start: u32,
        end: u32,
    ) -> Result<Self::Datum, Self::Error>;

    /// Begins the datum with the label `#label=`.
    ///
    /// # Errors
    /// There is no memory.
    fn begin_label(&mut self, label: u32) -> Result<(), Self::Error>;

    /// Returns the datum with that label, which may still be open; `None` if there is none.
    fn labelled(&mut self, label: u32) -> Option<Self::Datum>;

    /// Ends the datum of the innermost label that has begun. Returns `None` if it is nothing but the label itself.
    ///
    /// # Errors
    /// There is no memory.
    fn end_label(&mut self, label: u32, datum: Self::Datum) -> Result<Option<Self::Datum>, Self::Error>;

    /// Makes the array of `rank` dimensions whose elements are in lists in lists.
    ///
    /// # Errors
    /// The lists are not of the same length.
    fn array(&mut self, rank: u8, rows: Self::Datum, span: Span) -> Result<Self::Datum, Self::Error>;

    /// Returns whether the datum after this expression is skipped, after `#+` (wanted) and `#-`.
    ///
    /// # Errors
    /// It is no feature expression.
    fn skips(&mut self, wanted: bool, expression: Self::Datum, span: Span) -> Result<bool, Self::Error>;

    /// Makes the placeholder for a datum that is skipped.
    fn nothing(&self) -> Self::Datum;

    /// Makes `(name datum)`. The prefix was written at `mark`, the datum at `span`.
    ///
    /// # Errors
    /// The prefix has no meaning, or there is no memory.
    fn prefixed(
        &mut self,
        prefix: Prefix,
        mark: Span,
        datum: Self::Datum,
        span: Span,
    ) -> Result<Self::Datum, Self::Error>;
}

/// Builds nothing: for texts of which only the shape matters.
pub(crate) struct Nothing;

impl Builder for Nothing {
    type Datum = ();
    type Partial = ();
    type Error = SyntaxError;

    fn located(error: SyntaxError, _: Span) -> SyntaxError {
        error
    }

    fn charge(&mut self, _: usize) -> Result<(), SyntaxError> {
        Ok(())
    }

    fn reserve(&mut self, _: usize, _: usize) -> Result<(), SyntaxError> {
        Ok(())
    }

    fn atom(&mut self, _: Atom<'_>, _: &str) -> Result<(), Complaint<SyntaxError>> {
        Ok(())
    }

    fn list(&mut self) {}

    fn vector(&mut self, _: bool) {}

    fn word(&mut self, _: Class, _: &[u8], _: usize) -> Option<()> {
        Some(())
    }

    fn unusual_word(&mut self, _: &[u8]) -> Result<(), Complaint<SyntaxError>> {
        Ok(())
    }

    fn append(&mut self, (): (), _: u32, _: u32) -> Result<(), SyntaxError> {
        Ok(())
    }

    fn set_tail(&mut self, _: &mut (), _: ()) {}

    fn finish(&mut self, &(): &(), _: SourceId, _: u32, _: u32) -> Result<(), SyntaxError> {
        Ok(())
    }

    fn begin_label(&mut self, _: u32) -> Result<(), SyntaxError> {
        Ok(())
    }

    fn labelled(&mut self, _: u32) -> Option<()> {
        Some(())
    }

    fn end_label(&mut self, _: u32, (): ()) -> Result<Option<()>, SyntaxError> {
        Ok(Some(()))
    }

    fn array(&mut self, _: u8, _: (), _: Span) -> Result<(), SyntaxError> {
        Ok(())
    }

    fn skips(&mut self, _: bool, _: (), _: Span) -> Result<bool, SyntaxError> {
        Ok(true)
    }

    fn nothing(&self) {}

    fn prefixed(&mut self, _: Prefix, _: Span, _: (), _: Span) -> Result<(), SyntaxError> {
        Ok(())
    }
}
