//! A text with its names: what can be said of it without any other text, and without evaluating it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use klammer_syntax::format::{FormatOptions, format};
use klammer_syntax::grammar::Grammar;
use klammer_syntax::tree::{NodeId, NodeKind, Tree};

use crate::examples::{Part, parts};
use crate::text::Text;
use klammer_syntax::scopes::{NameKind, Names, Use};

/// Operators whose argument names a module or a file.
const LOADERS: [&str; 3] = ["require", "load", "include"];

/// A part of a text that is no name, in the order of the text: comments, strings, numbers, characters, keywords.
pub type Leaf = (Range<usize>, NodeKind);

/// A text and what is known of it.
#[derive(Debug)]
pub struct Analysis {
    path: PathBuf,
    text: Text,
    dialect: &'static str,
    grammar: Grammar,
    names: Names,
    leaves: Vec<Leaf>,
    /// Lists on several lines, and comments side by side.
    folds: Vec<Range<usize>>,
    /// Modules and files that the text requires and loads.
    required: Vec<(Range<usize>, String)>,
    /// Puzzles that the text writes, with the places of their forms.
    puzzles: Vec<(Range<usize>, String)>,
}

/// A definition at top level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Kind of the definition.
    pub kind: NameKind,
    /// Range of the name.
    pub range: Range<usize>,
    /// Range of the form.
    pub form: Range<usize>,
}

/// A test or an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// Name of the test, or text of the expression.
    pub name: String,
    /// Whether it is a `deftest`.
    pub is_test: bool,
    /// Line of its beginning, from 0.
    pub line: u32,
}

impl Analysis {
    /// Analyses a text: `path` is its file, `dialect` one of `core`, `scheme` and `common-lisp`.
    #[must_use]
    pub fn new(path: &Path, text: Text, dialect: &'static str, grammar: Grammar) -> Analysis {
        let tree = Tree::parse(text.as_str(), grammar);
        let names = Names::of(&tree, dialect);
        let (mut leaves, mut folds, mut required, mut puzzles) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut comment: Option<Range<usize>> = None;
        for node in tree.nodes() {
            let (kind, range) = (tree.kind(node), tree.range(node));
            if kind == NodeKind::List {
                puzzles.extend(puzzle(&tree, node).map(|puzzle| (range.clone(), puzzle)));
            }
            match kind {
                NodeKind::Number
                | NodeKind::String
                | NodeKind::Character
                | NodeKind::Keyword
                | NodeKind::Hash
                | NodeKind::BlockComment => leaves.push((range, kind)),
                NodeKind::LineComment => {
                    leaves.push((range.clone(), kind));
                    let is_next = |c: &Range<usize>| text.line(c.end) + 1 >= text.line(range.start);
                    match comment.as_mut().filter(|c| is_next(c)) {
                        Some(comment) => comment.end = range.end,
                        None => folds.extend(comment.replace(range)),
                    }
                }
                NodeKind::List | NodeKind::Vector if text.slice(range.clone()).contains('\n') => folds.push(range),
                _ => {}
            }
        }
        folds.extend(comment);
        folds.retain(|fold| text.line(fold.start) < text.line(fold.end.saturating_sub(1)));
        folds.sort_by_key(|fold| fold.start);
        for &form in tree.elements(tree.root()) {
            let [head, arguments @ ..] = tree.elements(form) else { continue };
            if LOADERS.contains(&tree.written(*head)) {
                required.extend(arguments.iter().filter_map(|&argument| required_name(&tree, argument)));
            }
        }
        Analysis { path: path.to_path_buf(), dialect, grammar, names, leaves, folds, required, puzzles, text }
    }

    /// Returns the path of its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Returns its dialect.
    #[must_use]
    pub fn dialect(&self) -> &'static str {
        self.dialect
    }

    /// Returns its names.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Returns the modules and files that it requires and loads, with the places of their names.
    #[must_use]
    pub fn required(&self) -> &[(Range<usize>, String)] {
        &self.required
    }

    /// Returns the parts that are no names.
    #[must_use]
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// Returns the ranges on several lines that an editor may hide.
    #[must_use]
    pub fn folds(&self) -> &[Range<usize>] {
        &self.folds
    }

    /// Returns the definitions of global names, in the order of the text.
    #[must_use]
    pub fn symbols(&self) -> Vec<Symbol> {
        let names = self.names.defined().filter(|name| !name.is_derived);
        let mut symbols: Vec<Symbol> = names
            .flat_map(|name| {
                name.definitions.iter().map(|d| Symbol {
                    name: name.name.clone(),
                    kind: name.kind,
                    range: d.name.clone(),
                    form: d.form.clone(),
                })
            })
            .collect();
        symbols.sort_by_key(|symbol| symbol.range.start);
        symbols
    }

    /// Returns the places of the name at an offset.
    #[must_use]
    pub fn references(&self, at: usize) -> Vec<Use> {
        self.names.at(at).map(|found| self.names.uses_of(found.name).cloned().collect()).unwrap_or_default()
    }

    /// Returns the places to be replaced when the name at an offset gets another name.
    ///
    /// # Errors
    /// The reason for which it cannot: it comes from elsewhere, the new name is none, or names would change their
    /// meanings.
    pub fn rename(&self, at: usize, new: &str) -> Result<Vec<Range<usize>>, String> {
        let found = self.names.at(at).ok_or("there is no name")?;
        let name = self.names.all.get(found.name).ok_or("there is no name")?;
        let old = &name.name;
        if name.definitions.is_empty() {
            return Err(format!("`{old}` is not defined in this file"));
        }
        let is_part = |d: &klammer_syntax::scopes::Definition| {
            self.names.all.iter().any(|other| other.is_derived && other.definitions.iter().any(|o| o.name == d.name))
        };
        if name.is_derived || name.definitions.iter().any(is_part) {
            return Err(format!("`{old}` is a part of other names, or is made of parts"));
        }
        let parsed = Tree::parse(new, self.grammar);
        let is_name = matches!(*parsed.elements(parsed.root()), [node] if parsed.kind(node) == NodeKind::Symbol && parsed.written(node) == new);
        if !is_name {
            return Err(format!("`{new}` is no name"));
        }
        let places: Vec<Range<usize>> = self.names.uses_of(found.name).map(|u| u.range.clone()).collect();
        let mut text = self.text.as_str().to_string();
        places.iter().rev().for_each(|place| text.replace_range(place.clone(), new));
        let renamed = Names::of(&Tree::parse(&text, self.grammar), self.dialect);
        if same_meanings(&self.names, &renamed) {
            Ok(places)
        } else {
            Err(format!("`{new}` has a meaning already where `{old}` stands"))
        }
    }

    /// Returns the text with the usual layout. `None` if it cannot be read.
    #[must_use]
    pub fn formatted(&self) -> Option<String> {
        let options = FormatOptions { grammar: self.grammar, ..FormatOptions::default() };
        let text = self.text.as_str();
        (!Tree::parse(text, self.grammar).has_errors()).then(|| format(text, &options))
    }

    /// Returns the tests and examples at top level.
    #[must_use]
    pub fn test_cases(&self) -> Vec<TestCase> {
        let parts = parts(self.text.as_str()).into_iter();
        let test_cases = parts.filter_map(|part| match part {
            Part::Test(test) => Some(TestCase { name: test.name, is_test: true, line: test.line - 1 }),
            Part::Example { form, line, .. } => {
                let name = self.text.slice(form).split_whitespace().collect::<Vec<_>>().join(" ");
                Some(TestCase { name, is_test: false, line: line - 1 })
            }
            Part::Other { .. } => None,
        });
        test_cases.collect()
    }

    /// Returns the puzzles in calls such as `(read-puzzle "1...")`, with the places of these calls.
    #[must_use]
    pub fn puzzles(&self) -> &[(Range<usize>, String)] {
        &self.puzzles
    }

    /// Returns the documentation of a definition: its docstring, or the comment above it.
    #[must_use]
    pub fn documentation(&self, definition: &klammer_syntax::scopes::Definition) -> String {
        if let Some(doc) = &definition.doc {
            return doc.clone();
        }
        let before = self.text.slice(0..definition.form.start);
        let lines = before.lines().rev().map_while(|line| line.strip_prefix(';'));
        let mut lines: Vec<&str> = lines.map(|line| line.trim_start_matches(';').trim()).collect();
        lines.reverse();
        if before.ends_with('\n') { lines.join("\n") } else { String::new() }
    }
}

/// The module or file in `'search` or `"helpers.lisp"`.
fn required_name(tree: &Tree<'_>, argument: NodeId) -> Option<(Range<usize>, String)> {
    let name = match tree.kind(argument) {
        NodeKind::String => tree.written(argument).trim_matches('"'),
        NodeKind::Prefixed => tree.written(*tree.elements(argument).first()?),
        _ => return None,
    };
    Some((tree.range(argument), name.to_string()))
}

/// The puzzle in `(read-puzzle "1...")`. A text with a backslash is not what it says.
fn puzzle(tree: &Tree<'_>, form: NodeId) -> Option<String> {
    let [head, text, ..] = tree.elements(form) else { return None };
    let is_puzzle = tree.written(*head) == "read-puzzle" && tree.kind(*text) == NodeKind::String;
    let puzzle = tree.written(*text).strip_prefix('"')?.strip_suffix('"')?;
    (is_puzzle && !puzzle.contains('\\')).then(|| puzzle.to_string())
}

/// Returns whether the names of two texts mean the same, but for how they are written.
fn same_meanings(old: &Names, new: &Names) -> bool {
    let (mut forth, mut back) = (vec![None; old.all.len()], vec![None; new.all.len()]);
    let mut is_same = |a: usize, b: usize| {
        let (Some(forth), Some(back)) = (forth.get_mut(a), back.get_mut(b)) else { return false };
        *forth.get_or_insert(b) == b && *back.get_or_insert(a) == a
    };
    old.uses.len() == new.uses.len() && old.uses.iter().zip(&new.uses).all(|(a, b)| is_same(a.name, b.name))
}
