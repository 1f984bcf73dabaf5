//! Errors of texts that cannot be read.

use thiserror::Error;

use crate::source::Span;

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
