//! The notation of a dialect as far as texts are concerned: hooks in the one grammar.

use crate::token::{Atom, Bad, TokenKind};

/// Changes that a dialect makes to the grammar. The defaults leave it as it is.
pub trait Hooks: Sync {
    /// Returns the kind and the length in bytes of the token that a text begins with, if it is cut otherwise than in
    /// the core.
    fn token(&self, _text: &str) -> Option<(TokenKind, usize)> {
        None
    }

    /// Returns the meaning of a word, a string, a character or a token that begins with `#`.
    ///
    /// # Errors
    /// The reason for which the token means nothing.
    fn meaning<'t>(&self, _kind: TokenKind, _token: &'t str, _at: TextContext<'_>) -> Result<Meaning<'t>, Bad> {
        Ok(Meaning::Plain)
    }
}

/// Context of a token.
#[derive(Clone, Copy, Debug)]
pub struct TextContext<'t> {
    /// Whether the token is in a datum that the reader skips.
    pub skipped: bool,
    /// Whether the token is in a feature expression.
    pub feature: bool,
    /// The text after it.
    pub behind: &'t str,
}

/// Meaning of a token.
#[derive(Debug)]
pub enum Meaning<'t> {
    /// Its meaning to the core.
    Plain,
    /// A datum by itself.
    Atom(Atom<'t>),
    /// It precedes an expression that says whether the reader reads the next datum: if it is true, or if it is not.
    Feature(bool),
    /// It precedes the rows of an array with this number of dimensions.
    Array(u8),
    /// It belongs to the datum that follows and says nothing.
    Nothing,
    /// It is a skipped datum, whose value does not matter.
    Skipped,
}

/// Regions in which datum labels (`#0=`, `#0#`) stand for an earlier part of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// They are no syntax.
    Nowhere,
    /// In all of a text.
    Everywhere,
    /// Not in what a text has the reader skip.
    OutsideOfSkipped,
}

/// The grammar of a dialect: the core's, with these differences.
#[derive(Clone, Copy)]
pub struct Grammar {
    /// Tokens that are cut otherwise or mean something else.
    pub hooks: Option<&'static dyn Hooks>,
    /// Regions in which datum labels count.
    pub labels: Labels,
    /// Whether directives in a text (`#!fold-case`) say if the case of names counts.
    pub has_directives: bool,
    /// Whether a comma outside of a template is an error.
    pub refuses_stray_commas: bool,
}

impl Grammar {
    /// The grammar of the core.
    pub const CORE: Grammar =
        Grammar { hooks: None, labels: Labels::Nowhere, has_directives: false, refuses_stray_commas: false };

    /// Returns whether datum labels count here. `skipped`: in a datum that the reader skips.
    #[must_use]
    pub fn reads_labels(self, skipped: bool) -> bool {
        match self.labels {
            Labels::Nowhere => false,
            Labels::Everywhere => true,
            Labels::OutsideOfSkipped => !skipped,
        }
    }
}

impl std::fmt::Debug for Grammar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grammar").field("labels", &self.labels).finish_non_exhaustive()
    }
}
