//! The library in Lisp, embedded in the program.
//!
//! The core files need no `require`. They consist of definitions, forms that begin with `(def` or, for a variable,
//! `(setq`. The scan reads no more of a definition before its first use. The other files are modules. A definition of
//! these is also compiled on first use, if it defines a function, a macro or a literal list. The other forms are
//! evaluated when the module is required.
//!
//! `(definline (name parameter ...) doc body ...)` is a `defproc` whose calls with that number of arguments are inlined
//! (`module/definitions.rs`). More of them directly after it are for calls with other numbers of arguments. A function
//! literal as an argument is compiled inside the body, if the body calls the parameter at one place or passes it on to
//! such a function.

use std::fmt;
use std::ops::Deref;
use std::slice::from_ref;
use std::sync::{LazyLock, OnceLock};

use crate::symbol;

/// A file of the library.
#[derive(Debug)]
pub(crate) struct File {
    /// Name of it in errors.
    pub name: &'static str,
    pub text: &'static str,
    /// Definitions of it, in the order of the text.
    pub definitions: Vec<ScannedDefinition>,
    /// Positions of forms that a module's file evaluates as soon as the module is required.
    pub at_once: Vec<usize>,
}

/// A form of a module's file.
pub(crate) enum LibraryForm {
    /// It is compiled when what it defines is first used.
    Definition(LibraryDefinition),
    /// It begins here, and is evaluated when the module is required.
    AtOnce(usize),
}

impl File {
    fn scanned(name: &'static str, text: &'static str) -> File {
        let (definitions, at_once) = scan(text);
        File { name, text, definitions, at_once }
    }

    /// Iterates over the forms of a module's file, in its order.
    pub fn forms(&'static self, module: &'static str) -> impl Iterator<Item = LibraryForm> {
        let is_later =
            |found: &&ScannedDefinition| !found.is_further && self.at_once.binary_search(&found.start).is_err();
        let mut definitions = self.definitions.iter().filter(is_later).peekable();
        let mut at_once = self.at_once.iter().peekable();
        std::iter::from_fn(move || {
            let next = at_once.peek().map_or(usize::MAX, |&&start| start);
            if let Some(found) = definitions.next_if(|found| found.start < next) {
                return Some(LibraryForm::Definition(LibraryDefinition { file: self, home: Some(module), found }));
            }
            at_once.next().map(|&start| LibraryForm::AtOnce(start))
        })
    }
}

/// Texts in the language that belong to the library, each with the name that errors call it. They are scanned when they
/// are first needed.
pub struct LibraryTexts {
    texts: &'static [(&'static str, &'static str)],
    files: OnceLock<Vec<File>>,
}

impl LibraryTexts {
    /// Makes a library of these texts: name, then content.
    #[must_use]
    pub const fn new(texts: &'static [(&'static str, &'static str)]) -> LibraryTexts {
        LibraryTexts { texts, files: OnceLock::new() }
    }

    pub(crate) fn files(&'static self) -> &'static [File] {
        self.files.get_or_init(|| self.texts.iter().map(|&(name, text)| File::scanned(name, text)).collect())
    }
}

impl fmt::Debug for LibraryTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.texts.iter().map(|text| text.0)).finish()
    }
}

/// A text by its path in the project, which is its name in errors, too, unless another is given.
macro_rules! file {
    ($path:literal) => {
        file!($path as $path)
    };
    ($path:literal as $name:literal) => {
        ($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path)))
    };
}

/// Texts whose definitions belong to the core.
static CORE: LibraryTexts = LibraryTexts::new(&[
    file!("lisp/array.lisp"),
    file!("lisp/budget.lisp"),
    file!("lisp/choice.lisp"),
    file!("lisp/control.lisp"),
    file!("lisp/function.lisp"),
    file!("lisp/list.lisp"),
    file!("lisp/measure.lisp"),
    file!("lisp/port.lisp"),
    file!("lisp/record.lisp"),
    file!("lisp/sort.lisp"),
    file!("lisp/string.lisp"),
    file!("lisp/table.lisp"),
]);

/// The form by which a function of the library looks at its arguments before its body.
pub(crate) const CHECK: &str = "%check";

/// Marker before the body of a `definline` that does not replace calls in tail position. The body's last call would
/// otherwise have to be a tail call.
pub(crate) const NOT_LAST: &str = "not-last";

/// The texts of a module.
pub(crate) type Texts = &'static [File];

/// Modules of this crate, which `require` finds when no file has their name.
static MODULES: LazyLock<Vec<(&str, LibraryTexts)>> = LazyLock::new(|| {
    vec![
        ("amb", LibraryTexts::new(&[file!("lisp/amb.lisp" as "amb")])),
        ("csv", LibraryTexts::new(&[file!("lisp/csv.lisp" as "csv")])),
        #[cfg(feature = "date")]
        ("date", LibraryTexts::new(&[file!("lisp/date.lisp" as "date")])),
        #[cfg(feature = "json")]
        ("json", LibraryTexts::new(&[file!("lisp/json.lisp" as "json")])),
        #[cfg(feature = "regex")]
        ("regex", LibraryTexts::new(&[file!("lisp/regex.lisp" as "regex")])),
    ]
});

/// Modules of the library that this build lacks, each with the feature of the crate that has it.
const LEFT_OUT: &[(&str, &str)] = &[
    #[cfg(not(feature = "date"))]
    ("date", "date"),
    #[cfg(not(feature = "json"))]
    ("json", "json"),
    #[cfg(not(feature = "regex"))]
    ("regex", "regex"),
];

/// The feature of the crate that has the module of that name, which this build lacks.
pub(crate) fn lacking_feature(module: &str) -> Option<&'static str> {
    LEFT_OUT.iter().find(|m| m.0 == module).map(|m| m.1)
}

/// A definition in a file of the core, of a dialect or of a module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LibraryDefinition {
    pub file: &'static File,
    /// The dialect or module that the file belongs to, if it is not one of the core's.
    pub home: Option<&'static str>,
    found: &'static ScannedDefinition,
}

impl Deref for LibraryDefinition {
    type Target = ScannedDefinition;

    fn deref(&self) -> &ScannedDefinition {
        self.found
    }
}

impl LibraryDefinition {
    /// Returns whether this is the same definition.
    pub fn is_at(&self, other: LibraryDefinition) -> bool {
        (self.file.name, self.start) == (other.file.name, other.start)
    }

    /// Its text, and what there is up to the next definition.
    pub fn text(&self) -> Option<&'static str> {
        let text = self.file.text.get(self.start..)?;
        text.split("\n(def").next()
    }

    /// The words between the name and the end of `(definline (name parameter ...`.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> + use<> {
        let signature = self.text().and_then(|t| t.split(')').next()).unwrap_or_default();
        signature.split_ascii_whitespace().skip(2)
    }

    /// Returns the subject of the definition: the name of its file without folder and ending.
    pub fn subject(&self) -> &'static str {
        if let Some(home) = self.home {
            return home;
        }
        let path = self.file.name;
        path.strip_prefix("lisp/").and_then(|p| p.strip_suffix(".lisp")).unwrap_or(path)
    }
}

/// All definitions of the core files. Their numbers are their positions here.
pub(crate) fn core_definitions() -> &'static [LibraryDefinition] {
    static ALL: OnceLock<Vec<LibraryDefinition>> = OnceLock::new();
    ALL.get_or_init(|| definitions(None, CORE.files()).filter(|d| !d.is_further).collect())
}

/// All that the core compiles in place.
pub(crate) fn core_inlines() -> impl Iterator<Item = LibraryDefinition> {
    definitions(None, CORE.files()).filter(|d| d.inline.is_some())
}

/// Iterator over parts of the library. (One type for all callers: code that uses it is compiled again for each other
/// one.)
pub(crate) type Listed<T> = Box<dyn Iterator<Item = T>>;

/// All definitions of these files, of a dialect or of the core.
pub(crate) fn definitions(library: Option<&'static str>, files: &'static [File]) -> Listed<LibraryDefinition> {
    let of = move |file: &'static File| {
        file.definitions.iter().map(move |found| LibraryDefinition { file, home: library, found })
    };
    Box::new(files.iter().flat_map(of))
}

/// Returns whether calls of the core's function of that name are compiled in place.
#[cfg(all(test, feature = "reference-evaluator"))]
pub(crate) fn is_inline(name: &str, argc: usize) -> bool {
    core_inlines().any(|d| d.name == name && d.inline == Some(argc))
}

/// Returns the documentation of a module: the comment that its text begins with.
pub(crate) fn module_comment(texts: Texts) -> String {
    let text = texts.first().map_or("", |file| file.text);
    let lines = text.lines().map_while(|line| line.strip_prefix(';')).map(str::trim);
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the names that a module gives its users, and the beginnings of their definitions.
pub(crate) fn provided(texts: Texts) -> Listed<(&'static str, &'static str)> {
    Box::new(texts.iter().flat_map(|file| {
        let list = file.text.find("(provide").and_then(|at| file.text.get(at..)).and_then(|t| t.split(')').next());
        let provided = list.map(|list| list.split(['\'', ' ', '\n']).collect::<Vec<_>>());
        definitions(None, from_ref(file)).filter_map(move |d| {
            let is_provided = provided.as_ref().is_none_or(|names| names.contains(&d.name));
            Some((d.name, d.text()?)).filter(|_| is_provided && !symbol::is_private(d.name))
        })
    }))
}

/// Returns whether a module with these texts gives its users a function or macro of that name.
pub(crate) fn provides(texts: Texts, name: &str) -> bool {
    // Few define it, and only of those it is read what they provide.
    let is_defined = definitions(None, texts).any(|d| d.name == name);
    is_defined && provided(texts).any(|(provided, _)| provided == name)
}

/// The name and the texts of each module of this crate. The texts are evaluated one after the other.
pub(crate) fn modules() -> impl Iterator<Item = (&'static str, Texts)> {
    MODULES.iter().map(|(name, texts)| (*name, texts.files()))
}

// Finds the definitions in a file of the library, which is scanned when it is first needed.

/// A definition in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScannedDefinition {
    /// Offset of its opening parenthesis.
    pub start: usize,
    pub name: &'static str,
    /// `(defalias name other)`: the name has the value of this other one from the start.
    pub alias: Option<&'static str>,
    /// `(definline (name parameter ...) ...)`: a function, calls of which with this number of arguments are compiled as
    /// its body.
    pub inline: Option<usize>,
    /// Another such definition of the name before it: it says only what calls become.
    pub is_further: bool,
    pub is_macro: bool,
    pub is_variable: bool,
}

/// Returns the definitions of a file, and the positions of its other forms and of definitions with an effect. Those are
/// evaluated as soon as the module is required.
pub(crate) fn scan(text: &'static str) -> (Vec<ScannedDefinition>, Vec<usize>) {
    let (mut definitions, mut at_once) = (Vec::new(), Vec::new());
    let mut before = "";
    for form in forms(text) {
        let start = form.as_ptr() as usize - text.as_ptr() as usize;
        let found = definition(form, start, before);
        if found.is_none() || !is_without_effect(form) {
            at_once.push(start);
        }
        before = found.map_or(before, |definition| definition.name);
        definitions.extend(found);
    }
    (definitions, at_once)
}

/// The top-level lists of a text.
fn forms(text: &str) -> Vec<&str> {
    let mut forms = Vec::new();
    let (mut depth, mut start, mut position) = (0usize, 0, 0);
    while let Some(&byte) = text.as_bytes().get(position) {
        match byte {
            b'(' => {
                if depth == 0 {
                    start = position;
                }
                depth += 1;
            }
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    forms.extend(text.get(start..=position));
                }
            }
            b';' | b'"' | b'|' | b'#' => {
                position += text.get(position..).map_or(1, token_length);
                continue;
            }
            _ => {}
        }
        position += 1;
    }
    // A list that is not closed is a form, too: its evaluation gives the reader's error.
    if depth > 0 {
        forms.extend(text.get(start..));
    }
    forms
}

/// Returns whether a form defines something and does nothing else, so that the time of its evaluation does not matter.
/// Functions and macros are such, and variables whose value is a literal list.
fn is_without_effect(form: &str) -> bool {
    let is_function = ["(defproc ", "(definline ", "(defmacro "].iter().any(|head| form.starts_with(head));
    let value = form.strip_prefix("(setq ").and_then(|rest| rest.split_once(char::is_whitespace)).map(|parts| parts.1);
    let list = value.and_then(|value| value.trim_start().strip_prefix('\''));
    is_function
        || list.is_some_and(|rest| {
            let list = forms(rest).first().copied().filter(|list| rest.starts_with(list));
            list.is_some_and(|list| rest.get(list.len()..) == Some(")"))
        })
}

/// Length in bytes of the first token, as far as form boundaries need it: a comment, string, name in bars, character
/// name, or single character.
fn token_length(text: &str) -> usize {
    match text.chars().next() {
        Some(';') => text.find('\n').unwrap_or(text.len()),
        Some(mark @ ('"' | '|')) => quoted(text, mark),
        // A character: what it is called begins with any character.
        Some('#') if text.starts_with("#\\") => 2 + text.chars().nth(2).map_or(0, char::len_utf8),
        first => first.map_or(0, char::len_utf8),
    }
}

/// Bytes of what stands between two marks, with both; a backslash takes its meaning from what follows it.
fn quoted(text: &str, mark: char) -> usize {
    let mut from = mark.len_utf8();
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(mark)) {
        let before = text.get(from..from + found).unwrap_or("");
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        from += found + mark.len_utf8();
        if backslashes % 2 == 0 {
            return from;
        }
    }
    text.len()
}

/// The definition that a form is, if it is one, after one of the name `before`.
fn definition(form: &'static str, start: usize, before: &str) -> Option<ScannedDefinition> {
    let mut words = form.strip_prefix('(')?.split([' ', '\n', ')']);
    let operator = words.next().filter(|word| word.starts_with("def") || *word == "setq")?;
    let name = words.next()?.trim_start_matches('(');
    let inline = (operator == "definline").then(|| parameters(form));
    Some(ScannedDefinition {
        start,
        name,
        alias: if operator == "defalias" { Some(words.next()?) } else { None },
        inline,
        is_further: inline.is_some() && name == before,
        is_macro: operator == "defmacro",
        is_variable: operator == "setq",
    })
}

/// Returns the number of parameters after `(definline (name`.
fn parameters(form: &str) -> usize {
    form.split(')').next().unwrap_or("").split_ascii_whitespace().count().saturating_sub(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_defined_only_once_in_the_core() {
        let mut seen = std::collections::HashSet::new();
        let natives = crate::builtins::all().map(|b| b.name);
        let machine_builtins = crate::vm::vm_natives::machine_builtins_of_core().map(|c| c.row.name);
        let specials = crate::compile::special::NAMES.iter().copied();
        for name in core_definitions().iter().map(|d| d.name).chain(natives).chain(machine_builtins).chain(specials) {
            assert!(seen.insert(name), "{name} is defined twice");
        }
    }

    #[test]
    fn a_definition_is_found_by_name_and_alias() {
        let text = "; (defproc no () 1)\n(defproc one (a) \"\n(setq x 1)\")\n\n(defalias two core:one)\n(progn (setq no 1))\n\
            (definline (three a b)\n  c)\n(definline (three a) c)\n(defmacro four (x) x)\n(setq *five* 5)\n\
            (setq *six*\n  '(1 (2)))\n(setq *seven* '() x '(1))\n(print #\\( '|(|)\n";
        let (found, at_once) = scan(text);
        let shown = found.iter().map(|f| (f.name, f.alias, f.inline, f.is_further, f.is_macro, f.is_variable));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                ("one", None, None, false, false, false),
                ("two", Some("core:one"), None, false, false, false),
                ("three", None, Some(2), false, false, false),
                ("three", None, Some(1), true, false, false),
                ("four", None, None, false, true, false),
                ("*five*", None, None, false, false, true),
                ("*six*", None, None, false, false, true),
                ("*seven*", None, None, false, false, true),
            ]
        );
        let at_once = at_once.iter().map(|&start| text[start..].split('\n').next().unwrap());
        let expected = [
            "(defalias two core:one)",
            "(progn (setq no 1))",
            "(setq *five* 5)",
            "(setq *seven* '() x '(1))",
            "(print #\\( '|(|)",
        ];
        assert_eq!(at_once.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn core_files_consist_of_definitions() {
        for file in CORE.files() {
            let is_definition = |start: &usize| file.definitions.iter().any(|d| d.start == *start);
            assert!(file.at_once.iter().all(is_definition), "{}", file.name);
        }
    }

    #[test]
    fn forms_of_a_module_come_once_and_in_order() {
        for (name, texts) in modules() {
            for file in texts {
                let starts: Vec<usize> = file
                    .forms(name)
                    .map(|form| match form {
                        LibraryForm::Definition(definition) => definition.start,
                        LibraryForm::AtOnce(start) => start,
                    })
                    .collect();
                assert!(starts.is_sorted() && !starts.is_empty(), "{name}");
                let all = file.definitions.iter().map(|d| d.start).chain(file.at_once.iter().copied());
                assert_eq!(starts, Vec::from_iter(std::collections::BTreeSet::from_iter(all)), "{name}");
            }
        }
    }
}
