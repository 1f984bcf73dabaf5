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
//!
//! This file has the interface, forms as hints and lints see them, and the names of other languages.

#![forbid(unsafe_code)]

mod hint;
mod lint;

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use klammer::Error;
use klammer::hints::{Advisor, Form, Lint, NameScope, TextKey};
use klammer_syntax::complete::form_around;
use klammer_syntax::grammar::Grammar;
use klammer_syntax::scopes::Names;
use klammer_syntax::tree::{NodeId, NodeKind};

pub use hint::hint;
pub use lint::{Description, LINTS};
use lint::{LintFacts, lint_with};

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

/// The names that only other languages have, one a line, sorted: whether the name means the same where it is no call
/// (`always`) or not (`called`), then the help, or after `=` the name here. Programs of the core get the help.
const NAMES: &str = include_str!("elsewhere.txt");

/// The lines: a name, whether it is looked up anywhere, and the help.
fn rows() -> impl Iterator<Item = (&'static str, bool, &'static str)> {
    NAMES.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        let (kind, help) = rest.split_once(' ')?;
        Some((name, kind == "always", help))
    })
}

/// Returns the hint about a name at the head of a call, or anywhere.
fn elsewhere_help(name: &str, is_called: bool) -> Option<String> {
    let (.., help) = rows().find(|&(known, is_anywhere, _)| known == name && (is_called || is_anywhere))?;
    Some(match help.strip_prefix("= ") {
        Some(here) => format!("here this is called {here}"),
        None => help.to_string(),
    })
}

/// Lists inside one another that are looked into.
const MAX_NESTED: usize = 100;

/// Bytes of a text that are looked at: longer forms are data.
const MAX_BYTES: usize = 200_000;

/// Counts the bytes of a text that is looked through, for tests.
#[inline]
pub(crate) fn count_work(_text: &str) {
    #[cfg(test)]
    tests::WORK.with(|work| work.set(work.get() + _text.len()));
}

/// The forms of a text. A part is a datum with the prefixes before it, its children are those of the datum.
pub(crate) struct Tree<'t> {
    tree: klammer_syntax::tree::Tree<'t>,
    /// Offset of its text in the whole text.
    start: usize,
}

impl<'t> Tree<'t> {
    /// Parses a part of a text. `None` if its lists are not balanced, or it is too large or too deep.
    pub fn of(text: &'t str, range: Range<usize>) -> Option<Tree<'t>> {
        let part = text.get(range.clone()).filter(|part| part.len() <= MAX_BYTES)?;
        count_work(part);
        let tree = klammer_syntax::tree::Tree::parse(part, Grammar::CORE);
        // A text with a datum comment gets no hints.
        let is_strange = tree.has_errors() || tree.depth() > MAX_NESTED;
        let is_strange = is_strange || tree.nodes().any(|node| tree.kind(node) == NodeKind::Discarded);
        (!is_strange).then_some(Tree { tree, start: range.start })
    }

    /// Returns the tree of the form in the first column of a text that a place is in.
    pub fn around(text: &'t str, at: usize) -> Option<Tree<'t>> {
        Tree::of(text, form_around(text, at))
    }

    /// Returns the forms at top level.
    pub fn forms(&self) -> &[NodeId] {
        self.tree.elements(self.tree.root())
    }

    /// Returns all parts, each before its own parts.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut inside = self.tree.root();
        self.tree.nodes().filter(move |&node| {
            let is_part = node > inside && (self.tree.kind(node).has_parts() || self.tree.kind(node).is_datum());
            if is_part {
                inside = self.datum(node);
            }
            is_part
        })
    }

    /// The datum of a part, without the prefixes before it.
    fn datum(&self, node: NodeId) -> NodeId {
        let mut datum = node;
        while self.tree.kind(datum) == NodeKind::Prefixed
            && let Some(&inner) = self.tree.elements(datum).first()
        {
            datum = inner;
        }
        datum
    }

    /// Returns the kind of the datum.
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.tree.kind(self.datum(node))
    }

    /// Returns the quotes and the like before the datum.
    pub fn prefix(&self, node: NodeId) -> &'t str {
        let range = self.tree.range(node).start..self.tree.range(self.datum(node)).start;
        self.tree.text().get(range).unwrap_or("").trim_end()
    }

    /// Returns the place of the datum in the whole text.
    pub fn range(&self, node: NodeId) -> Range<usize> {
        self.shifted(self.tree.range(self.datum(node)))
    }

    /// Returns the place of the part in the whole text.
    pub fn whole_range(&self, node: NodeId) -> Range<usize> {
        self.shifted(self.tree.range(node))
    }

    fn shifted(&self, range: Range<usize>) -> Range<usize> {
        self.start + range.start..self.start + range.end
    }

    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.tree.elements(self.datum(node))
    }

    /// Returns the part as it is written, without its prefix.
    pub fn text(&self, node: NodeId) -> &'t str {
        self.tree.written(self.datum(node))
    }

    /// Returns the part as it is written, or dots for one that is long.
    pub fn shown(&self, node: NodeId) -> String {
        let written = format!("{}{}", self.prefix(node), self.text(node));
        if written.len() <= 50 && !written.contains('\n') { written } else { "...".to_string() }
    }

    /// Returns the name, if the part is a symbol that is not quoted.
    pub fn symbol(&self, node: NodeId) -> Option<&'t str> {
        let is_symbol = matches!(self.tree.kind(node), NodeKind::Symbol | NodeKind::Dot);
        is_symbol.then(|| self.text(node))
    }

    /// Returns whether the part is a list that is evaluated.
    pub fn is_form(&self, node: NodeId) -> bool {
        self.tree.kind(node) == NodeKind::List
    }

    /// Returns the name that an evaluated list begins with.
    pub fn head(&self, node: NodeId) -> Option<&'t str> {
        if !self.is_form(node) {
            return None;
        }
        self.symbol(*self.children(node).first()?)
    }

    /// Returns the parts after the head of a list.
    pub fn arguments(&self, node: NodeId) -> &[NodeId] {
        self.children(node).get(1..).unwrap_or_default()
    }

    /// Returns the parts after the head of a list without a prefix, and none of anything else.
    pub fn arguments_or_none(&self, node: NodeId) -> &[NodeId] {
        if self.tree.kind(node) != NodeKind::Prefixed { self.arguments(node) } else { &[] }
    }

    /// Returns the number that the part is, as it is written.
    pub fn number(&self, node: NodeId) -> Option<&'t str> {
        (self.kind(node) == NodeKind::Number).then(|| self.text(node))
    }

    /// Returns the names that these forms bind or define in a dialect.
    pub fn bound_names(&self, dialect: &str) -> Vec<&'t str> {
        let names = Names::of(&self.tree, dialect);
        let bound = names.uses.into_iter().filter(|name| name.is_definition);
        bound.filter_map(|name| self.tree.text().get(name.range)).collect()
    }
}

/// Returns the call whose head is at the place, or the place itself where it is no head.
pub(crate) fn call_at(text: &str, place: Range<usize>) -> Range<usize> {
    let start = text.get(..place.start).filter(|before| before.ends_with('(')).map(|before| before.len() - 1);
    let call = start.and_then(|start| {
        let tree = Tree::around(text, start)?;
        tree.all().map(|node| tree.range(node)).find(|range| range.start == start)
    });
    call.unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use klammer::Engine;

    use super::*;

    #[test]
    fn names_are_sorted_and_nothing_here_has_them() {
        assert!(rows().is_sorted_by(|a, b| a.0 < b.0), "sorted by name, each once");
        assert_eq!(rows().count(), NAMES.lines().count());
        let mut engine = Engine::new();
        for (name, ..) in rows() {
            assert!(!engine.eval::<bool>(&format!("(defined? (string->symbol {name:?}))")).unwrap(), "{name}");
        }
    }

    #[test]
    fn names_that_help_leads_to_are_there() {
        let mut engine = Engine::new();
        for (name, _, help) in rows() {
            let Some(here) = help.strip_prefix("= ") else { continue };
            let word = here.split([' ', ',', ':']).next().unwrap();
            let mut is_there = || engine.eval::<bool>(&format!("(defined? (string->symbol {word:?}))")).unwrap();
            assert!(["t", "nil"].contains(&word) || is_there(), "{name}: {word}");
        }
    }

    thread_local! {
        /// Bytes of texts that this thread has looked through.
        pub(crate) static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    #[test]
    fn parts_know_their_places_and_quotes() {
        let text = "x (f '(a \")\") #(1)) ; (\n";
        let tree = Tree::of(text, 2..text.len()).unwrap();
        let form = tree.forms()[0];
        assert_eq!((tree.head(form), tree.forms().len()), (Some("f"), 1));
        let [list, array] = *tree.arguments(form) else { panic!() };
        assert_eq!((tree.text(list), tree.prefix(list)), ("(a \")\")", "'"));
        assert_eq!(tree.kind(array), NodeKind::Vector);
        assert!(Tree::of("(f", 0..2).is_none() && Tree::of(")", 0..1).is_none());
        let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        assert!(Tree::of(&deep, 0..deep.len()).is_none());
    }

    #[test]
    fn names_are_bound_by_parameters_and_bindings() {
        let text = "(defproc f (a &optional b) (let ((c 1)) (receive (d e) (g) (list d e))))";
        assert_eq!(Tree::of(text, 0..text.len()).unwrap().bound_names("core"), ["f", "a", "b", "c", "d", "e"]);
    }
}
