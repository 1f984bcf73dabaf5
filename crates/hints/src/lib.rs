//! Hints for errors of Klammer, and lints for its programs.
//!
//! A hint says what might help against an error. A lint is a warning about code that has a meaning, but hardly the one
//! that its writer intends. Both are few, and none is a guess: what cannot be shown from the error, the text and the
//! names in scope is not said.
//!
//! ```
//! use klammer::Engine;
//! use klammer_hints::Hints;
//!
//! let mut engine = Engine::builder().advisor(Hints::new()).build();
//! let error = engine.eval::<i64>("(lenght '(1 2))").unwrap_err();
//! assert_eq!(error.help(), Some("did you mean `length`?"));
//! engine.eval::<()>("(defproc f (l) (sort l <) (first l))")?;
//! assert_eq!(engine.warnings()[0].code().as_str(), "unused-value");
//! # Ok::<(), klammer::Error>(())
//! ```
//!
//! [`LINTS`] lists the lints. A program allows one by a comment anywhere in its text, `; klammer: allow unused-value`,
//! a host by [`Hints::allow`].

#![forbid(unsafe_code)]

mod elsewhere;
mod hint;
mod lint;
mod syntax;

use std::sync::{Arc, Mutex, PoisonError};

use klammer::Error;
use klammer::hints::{Advisor, Form, Lint, NameScope, TextKey};

use lint::{LintFacts, lint_with};

pub use hint::hint;
pub use lint::{Description, LINTS};

/// A text, and the facts about it.
type Known = (TextKey, Arc<LintFacts>);

/// The advisor of the program `klammer`: [`hint`] and lints, without the lints that the user allows.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    allowed: Vec<String>,
    /// The facts of the text whose forms have been looked at last.
    latest: Arc<Mutex<Option<Known>>>,
}

impl Hints {
    /// Returns an advisor that gives all hints and lints.
    #[must_use]
    pub fn new() -> Hints {
        Hints::default()
    }

    fn facts(&self, form: &Form<'_>) -> Arc<LintFacts> {
        let key = form.key();
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        match &*latest {
            Some((known, facts)) if *known == key => Arc::clone(facts),
            _ => {
                let facts = Arc::new(LintFacts::of(form.source()));
                *latest = Some((key, Arc::clone(&facts)));
                facts
            }
        }
    }

    /// Gives no lint of this name.
    #[must_use]
    pub fn allow(mut self, name: impl Into<String>) -> Hints {
        self.allowed.push(name.into());
        self
    }
}

impl Advisor for Hints {
    fn hint(&self, error: &Error, scope: &dyn NameScope) -> Option<String> {
        hint(error, scope)
    }

    fn lint(&self, form: &Form<'_>, scope: &dyn NameScope) -> Vec<Lint> {
        let facts = self.facts(form);
        let mut found = lint_with(form, scope, &facts);
        found.retain(|lint| !self.allowed.iter().any(|name| name == lint.name()));
        found
    }
}
