//! A text as an editor sees it, with lines and columns in UTF-16 units, and with its names: what can be said of it without
//! any other text, and without evaluating it. Mistakes in it while it is typed.
//!
//! [`Engine::check`] finds mistakes: it reads, expands and compiles every form in a copy of an engine, so definitions and
//! macros take effect there and required files are loaded, but nothing at the top level of the text is run. The copy
//! has no capability but that of reading files, and it has limits. So a macro that never ends costs a moment.

use std::collections::HashMap;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use klammer::{Capability, Diagnostics, Engine, Error, Host, Limits, Place, StdHost};
use klammer_syntax::format::{FormatOptions, format};
use klammer_syntax::grammar::Grammar;
use klammer_syntax::scopes::{NameKind, Names, Use};
use klammer_syntax::tree::{NodeId, NodeKind, Tree};

use crate::examples::{Part, parts};

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

/// Makes an engine with this host, in which a dialect can be required.
pub type EngineMaker = Arc<dyn Fn(BufferHost) -> Result<Engine, Error> + Send + Sync>;

/// Limits of one check.
const TICKS: u64 = 30_000_000;
const TIME: Duration = Duration::from_secs(2);
const MEMORY: usize = 512 << 20;

/// Texts that are being edited: they count instead of their files.
#[derive(Clone, Default, Debug)]
pub struct Buffers(Arc<Mutex<HashMap<PathBuf, Arc<str>>>>);

impl Buffers {
    fn locked(&self) -> MutexGuard<'_, HashMap<PathBuf, Arc<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the text of a file.
    pub fn set(&self, path: &Path, text: &str) {
        self.locked().insert(canonical(path), text.into());
    }

    /// Forgets the text of a file, which is closed.
    pub fn remove(&self, path: &Path) {
        self.locked().remove(&canonical(path));
    }

    /// Returns the text of a file that is edited.
    #[must_use]
    pub fn get(&self, path: &Path) -> Option<Arc<str>> {
        let open = self.locked();
        if open.is_empty() { None } else { open.get(&canonical(path)).cloned() }
    }
}

/// Returns one path for all that mean the same file.
#[must_use]
pub fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The host of engines that check texts: they can read files and [`Buffers`].
#[derive(Debug)]
pub struct BufferHost {
    disk: StdHost,
    buffers: Buffers,
}

impl BufferHost {
    /// Makes a host that reads these texts instead of their files.
    #[must_use]
    pub fn new(buffers: Buffers) -> BufferHost {
        BufferHost { disk: StdHost::new(), buffers }
    }
}

impl Host for BufferHost {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn grant(&self, capability: Capability) -> io::Result<()> {
        self.disk.grant(capability)
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        match self.buffers.get(path) {
            Some(text) => Ok(text.to_string()),
            None => self.disk.read_file(path),
        }
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        match self.buffers.get(path) {
            Some(text) => Ok(Box::new(io::Cursor::new(text.as_bytes().to_vec()))),
            None => self.disk.open_file(path),
        }
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.buffers.get(path).is_some() || self.disk.file_exists(path)?)
    }

    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        self.disk.is_directory(path)
    }

    fn list_directory(&self, path: &Path) -> io::Result<klammer::Names> {
        self.disk.list_directory(path)
    }

    fn module_path(&self) -> Vec<PathBuf> {
        self.disk.module_path()
    }
}

/// A mistake, or code that hardly means what its writer intends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its place in the text. Empty at the beginning if the mistake is in another file.
    pub range: Range<usize>,
    /// Whether it keeps the program from running.
    pub is_error: bool,
    /// Its code, such as `unbound-variable`.
    pub code: &'static str,
    /// The sentence that says it.
    pub message: String,
    /// A hint.
    pub help: Option<String>,
    /// Another place in the text that has to do with it, and its meaning.
    pub related: Option<(Range<usize>, String)>,
}

/// Finds mistakes in texts, with an engine for each dialect.
#[expect(missing_debug_implementations, reason = "it holds a function")]
pub struct Checker {
    make: EngineMaker,
    buffers: Buffers,
    engines: HashMap<&'static str, Engine>,
}

impl Checker {
    /// Makes a checker.
    #[must_use]
    pub fn new(make: EngineMaker, buffers: Buffers) -> Checker {
        Checker { make, buffers, engines: HashMap::new() }
    }

    /// Returns the mistakes in a text of a dialect, in its order. `path` is the file of the text, if it has one.
    pub fn check(&mut self, path: &Path, text: &str, dialect: &'static str) -> Vec<Diagnostic> {
        let found = match self.engine(dialect) {
            Ok(engine) if path.is_absolute() => engine.check(path),
            Ok(engine) => engine.check((path.display().to_string(), text)),
            Err(error) => return vec![diagnostic(&error, true, path)],
        };
        let Diagnostics { errors, warnings, .. } = found;
        let mut all: Vec<Diagnostic> = errors.iter().map(|error| diagnostic(error, true, path)).collect();
        all.extend(warnings.iter().map(|warning| diagnostic(warning, false, path)));
        all.sort_by_key(|d| d.range.start);
        all
    }

    fn engine(&mut self, dialect: &'static str) -> Result<&mut Engine, Error> {
        match self.engines.entry(dialect) {
            std::collections::hash_map::Entry::Occupied(known) => Ok(known.into_mut()),
            std::collections::hash_map::Entry::Vacant(free) => {
                let mut engine = engine_in(&self.make, &self.buffers, dialect)?;
                *engine.limits_mut() =
                    Limits { ticks: Some(TICKS), time: Some(TIME), memory: MEMORY, ..engine.limits_mut().clone() };
                Ok(free.insert(engine))
            }
        }
    }
}

/// Makes an engine in which a dialect is in use.
pub(crate) fn engine_in(make: &EngineMaker, buffers: &Buffers, dialect: &str) -> Result<Engine, Error> {
    let mut engine = make(BufferHost::new(buffers.clone()))?;
    if dialect != "core" {
        engine.require(dialect)?;
    }
    Ok(engine)
}

fn diagnostic(error: &Error, is_error: bool, path: &Path) -> Diagnostic {
    let name = path.display().to_string();
    let own = |place: &Place| (place.file() == name).then(|| place.in_text().0);
    let place = error.place();
    // Of a call, the name that nothing defines is the mistake.
    let narrowed = |range: Range<usize>, text: &str| match error.unbound() {
        Some(name) if text.strip_prefix('(').is_some_and(|call| call.starts_with(name)) => {
            range.start + 1..range.start + 1 + name.len()
        }
        _ => range,
    };
    let message = match place.filter(|place| place.file() != name) {
        Some(place) => format!("{place}: {}", error.message()),
        None => error.message().to_string(),
    };
    Diagnostic {
        range: place.and_then(|place| Some(narrowed(own(place)?, place.text()))).unwrap_or(0..0),
        is_error,
        code: error.code().as_str(),
        message,
        help: error.help().map(str::to_string),
        related: error.related().and_then(|related| Some((own(&related.place)?, related.text.clone()))),
    }
}

/// A place as the protocol counts: both from 0, the column in UTF-16 units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A text that is edited.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text {
    text: String,
    /// Beginnings of the lines, in bytes.
    lines: Vec<usize>,
}

impl Text {
    /// Makes a text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Text {
        let text = text.into();
        let bytes = text.as_bytes();
        // A line ends with "\n", "\r\n" or "\r".
        let is_end = |&(at, byte): &(usize, &u8)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let lines = std::iter::once(0).chain(bytes.iter().enumerate().filter(is_end).map(|(at, _)| at + 1)).collect();
        Text { text, lines }
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text between two offsets, and none if they are no boundaries of characters.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// Returns the number of the line with the byte at an offset.
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Returns the position of an offset.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let line = self.line(offset);
        let before = self.slice(self.lines.get(line).copied().unwrap_or(0)..offset.min(self.text.len()));
        Position { line: line as u32, column: units(before) }
    }

    /// Returns the offset of a position. A column beyond the end of its line means the end, one within a character its
    /// beginning.
    #[must_use]
    pub fn offset(&self, position: Position) -> usize {
        let Some(&start) = self.lines.get(position.line as usize) else { return self.text.len() };
        let end = self.lines.get(position.line as usize + 1).copied().unwrap_or(self.text.len());
        let line = self.slice(start..end).trim_end_matches(['\r', '\n']);
        let mut column = 0;
        for (at, c) in line.char_indices() {
            column += c.len_utf16() as u32;
            if column > position.column {
                return start + at;
            }
        }
        start + line.len()
    }

    /// Replaces a range by another text.
    pub fn replace(&mut self, from: Position, to: Position, new: &str) {
        let (from, to) = (self.offset(from), self.offset(to));
        let mut text = std::mem::take(&mut self.text);
        text.replace_range(from..to.max(from), new);
        *self = Text::new(text);
    }
}

/// Returns the length of a text in UTF-16 units.
#[must_use]
pub fn units(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.chars().map(char::len_utf16).sum::<usize>() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn columns_count_utf16_units() {
        let text = Text::new("(ä \"😀\")\r\nx\ry\nz");
        let places = [(0, at(0, 0)), (3, at(0, 2)), (5, at(0, 4)), (9, at(0, 6)), (13, at(1, 0)), (15, at(2, 0))];
        for (offset, position) in places {
            assert_eq!((text.position(offset), text.offset(position)), (position, offset));
        }
        assert_eq!(text.offset(at(0, 5)), 5, "within a pair of units");
        assert_eq!((text.offset(at(0, 99)), text.offset(at(9, 0))), (11, 18));
    }

    #[test]
    fn a_replaced_range_gives_the_text_of_the_editor() {
        let mut text = Text::new("(ä 1)\n(b)\n");
        text.replace(at(0, 3), at(1, 1), "2)\n(😀");
        assert_eq!(text, Text::new("(ä 2)\n(😀b)\n"));
        text.replace(at(1, 3), at(1, 99), "");
        assert_eq!(text.as_str(), "(ä 2)\n(😀\n");
        text.replace(at(5, 0), at(2, 0), "end");
        assert_eq!(text.as_str(), "(ä 2)\n(😀\nend");
    }
}
