//! The interface between an engine and what explains its errors: hints for errors, and lints for programs.
//!
//! The library knows neither hints nor lints. A program that talks to people gives its engines an [`Advisor`]
//! ([`EngineBuilder::advisor`](crate::EngineBuilder::advisor)); the crate `klammer-hints` has the one of the program
//! `klammer`. An engine without an advisor pays nothing for it.
//!
//! ```
//! use klammer::{Code, Engine, Error};
//! use klammer::hints::{Advisor, Form, Lint, NameScope};
//!
//! struct Nearest;
//!
//! impl Advisor for Nearest {
//!     fn hint(&self, error: &Error, scope: &dyn NameScope) -> Option<String> {
//!         let name = error.unbound()?;
//!         let near = klammer::hints::nearest(name, scope.names().into_iter())?;
//!         Some(format!("did you mean `{near}`?"))
//!     }
//!
//!     fn lint(&self, form: &Form<'_>, _: &dyn NameScope) -> Vec<Lint> {
//!         let found = form.text().find("goto");
//!         found.into_iter().map(|at| Lint::new("goto", form.start() + at..form.start() + at + 4, "there is no goto")).collect()
//!     }
//! }
//!
//! let mut engine = Engine::builder().advisor(Nearest).build();
//! let error = engine.eval::<()>("(prnt 1)").unwrap_err();
//! assert_eq!(error.help(), Some("did you mean `print`?"));
//! engine.eval::<()>("(setq x 'goto)")?;
//! assert_eq!(engine.warnings()[0].code(), Code::Lint("goto"));
//! # Ok::<(), Error>(())
//! ```

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Weak};

use crate::error::Error;
use crate::source::Source;

pub use klammer_syntax::{near, nearest};

/// Explains errors and looks for what a program cannot mean.
pub trait Advisor: Send + Sync {
    /// Returns what might help against an error that has no help of its own.
    fn hint(&self, error: &Error, scope: &dyn NameScope) -> Option<String>;

    /// Returns what is suspicious in a form at the top level of a program's text, before it is compiled.
    fn lint(&self, form: &Form<'_>, scope: &dyn NameScope) -> Vec<Lint>;
}

/// The global names that an error or a form can see.
pub trait NameScope {
    /// Returns the name of the dialect: `core`, `scheme` or `common-lisp`.
    fn dialect(&self) -> &'static str;

    /// Returns all names that have a value, those of the library included, in no order.
    fn names(&self) -> Vec<&str>;

    /// Returns what a name means, unless nothing defines it.
    fn meaning(&self, name: &str) -> Option<Meaning>;

    /// Returns how a function or an operator is called, such as `(nth n list)`, if there is one way.
    fn usage(&self, name: &str) -> Option<String>;

    /// Returns the modules of the library that define a name.
    fn modules_with(&self, name: &str) -> Vec<&'static str>;

    /// Returns the names that modules of the library define, whether or not a program has required them.
    fn names_of_modules(&self) -> Vec<&'static str>;

    /// Returns what the dialect has instead of a name of other languages of its family.
    fn elsewhere(&self, name: &str) -> Option<&'static str>;

    /// Returns the dialect of a file, from its extension or from forms in its text, if it differs from the one in use.
    fn language_of(&self, file: &str, text: &str) -> Option<&'static str>;

    /// Returns the loaded file that defines a name and does not provide it.
    fn private_definer(&self, name: &str) -> Option<String>;

    /// Returns the names of the files beside a file, if the host shows that the file does not exist.
    fn files_beside(&self, file: &Path) -> Vec<String>;
}

/// The meaning of a global name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Meaning {
    /// The kind of thing that it is.
    pub kind: MeaningKind,
    /// Whether the library defines it, and not the program or the host.
    pub is_of_library: bool,
}

impl Meaning {
    pub(crate) fn new(kind: MeaningKind, is_of_library: bool) -> Meaning {
        Meaning { kind, is_of_library }
    }
}

/// The kinds of things that global names mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MeaningKind {
    /// A function, which gets the values of its arguments.
    Function,
    /// A special operator or a macro, which decides what its arguments mean.
    Operator,
    /// Any other value.
    Variable,
}

/// A form at the top level of a text, which is about to be compiled.
#[derive(Clone, Debug)]
pub struct Form<'a> {
    pub(crate) source: &'a Arc<Source>,
    pub(crate) range: Range<usize>,
    pub(crate) is_file: bool,
}

impl<'a> Form<'a> {
    /// Returns the form as it is written.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.source.text.get(self.range.clone()).unwrap_or("")
    }

    /// Returns the whole text around the form.
    #[must_use]
    pub fn source(&self) -> &'a str {
        &self.source.text
    }

    /// Returns the identity of the whole text, also for when the text is gone: advisors that remember facts about it
    /// compare it.
    #[must_use]
    pub fn key(&self) -> TextKey {
        TextKey(Arc::downgrade(self.source))
    }

    /// Returns where the form begins in the whole text, in bytes.
    #[must_use]
    pub fn start(&self) -> usize {
        self.range.start
    }

    /// Returns whether the text is a file, whose values are not shown.
    #[must_use]
    pub fn is_of_file(&self) -> bool {
        self.is_file
    }
}

/// The identity of a text: see [`Form::key`].
#[derive(Clone, Debug)]
pub struct TextKey(Weak<Source>);

impl PartialEq for TextKey {
    fn eq(&self, other: &TextKey) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

impl Eq for TextKey {}

/// Something suspicious in a program: a warning with the code [`Code::Lint`](crate::Code::Lint).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lint {
    pub(crate) name: &'static str,
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Lint {
    /// A lint of this name about a range of bytes in the whole text.
    #[must_use]
    pub fn new(name: &'static str, range: Range<usize>, message: impl Into<String>) -> Lint {
        Lint { name, range, message: message.into(), help: None }
    }

    /// The lint with what might help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Lint {
        self.help = Some(help.into());
        self
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the range of bytes that it is about.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}
