//! The library in Lisp, embedded in the program.
//!
//! The core files need no `require`. By convention each of their definitions begins in the first column with `(def` or,
//! for a variable, `(setq`; this is all that is looked at before one is used. The other files are modules.
//!
//! `(definline (name parameter ...) doc body ...)` is a `defproc` that says, too, that calls with so many arguments are
//! compiled as the body (`module/inlines.rs`). Those that follow the definition of the name directly say only what
//! calls with other numbers of arguments become. A function that a call writes in place is compiled in the body if that
//! calls its parameter at one place, or passes it on to such a function.

use crate::symbol;

/// A file of the library: its name and its text.
pub(crate) type File = (&'static str, &'static str);

/// Files whose definitions belong to the core.
pub(crate) const CORE_FILES: &[File] = &[
    ("lisp/array.lisp", include_str!("../lisp/array.lisp")),
    ("lisp/budget.lisp", include_str!("../lisp/budget.lisp")),
    ("lisp/control.lisp", include_str!("../lisp/control.lisp")),
    ("lisp/function.lisp", include_str!("../lisp/function.lisp")),
    ("lisp/list.lisp", include_str!("../lisp/list.lisp")),
    ("lisp/measure.lisp", include_str!("../lisp/measure.lisp")),
    ("lisp/port.lisp", include_str!("../lisp/port.lisp")),
    ("lisp/record.lisp", include_str!("../lisp/record.lisp")),
    ("lisp/sort.lisp", include_str!("../lisp/sort.lisp")),
    ("lisp/string.lisp", include_str!("../lisp/string.lisp")),
    ("lisp/table.lisp", include_str!("../lisp/table.lisp")),
];

/// The form by which a function of the library looks at its arguments before its body.
pub(crate) const CHECK: &str = "%check";

/// What stands before the body of a `definline` that calls in tail position do not become, because what the body calls
/// last would have to be called in their place.
pub(crate) const NOT_LAST: &str = "not-last";

/// The texts of a module: what each is called in errors, and what it says.
pub(crate) type Texts = &'static [File];

/// Modules that `require` finds when no file has their name.
const MODULES: &[(&str, Texts)] = &[
    ("amb", &[("amb", include_str!("../lisp/amb.lisp"))]),
    ("constraints", &[("constraints", include_str!("../lisp/constraints.lisp"))]),
    #[cfg(feature = "date")]
    ("date", &[("date", include_str!("../lisp/date.lisp"))]),
    #[cfg(feature = "json")]
    ("json", &[("json", include_str!("../lisp/json.lisp"))]),
    #[cfg(feature = "regex")]
    ("regex", &[("regex", include_str!("../lisp/regex.lisp"))]),
    ("search", &[("search", include_str!("../lisp/search.lisp"))]),
    ("sudoku", &[("sudoku", include_str!("../lisp/sudoku.lisp")), SUDOKU_SOLVE]),
    ("sudoku-reference", &[("sudoku-reference", include_str!("../lisp/sudoku-reference.lisp")), SUDOKU_SOLVE]),
];

const SUDOKU_SOLVE: File = ("sudoku-solve", include_str!("../lisp/sudoku-solve.lisp"));

/// A definition in one of the core files or of a layer's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub name: &'static str,
    pub file: &'static File,
    /// The layer that the file belongs to, if it is not one of the core's.
    pub layer: Option<&'static str>,
    /// Offset of its opening parenthesis.
    pub start: usize,
    pub is_macro: bool,
    pub is_variable: bool,
    /// `(defalias name other)`: the name has the value of this other one from the start.
    pub alias: Option<&'static str>,
    /// `(definline (name parameter ...) ...)`: a function, calls of which with this number of arguments are compiled as
    /// its body.
    pub inline: Option<usize>,
    /// Another such definition of the name before it: it says only what calls become.
    pub is_further: bool,
}

impl Definition {
    /// Is this the same definition?
    pub fn is_at(&self, other: Definition) -> bool {
        (self.file.0, self.start) == (other.file.0, other.start)
    }

    /// Its text, and what there is up to the next definition.
    pub fn text(&self) -> Option<&'static str> {
        let text = self.file.1.get(self.start..)?;
        text.split("\n(def").next()
    }

    /// What the definition is about: the name of its file without folder and ending.
    pub fn subject(&self) -> &'static str {
        if let Some(layer) = self.layer {
            return layer;
        }
        let path = self.file.0;
        path.strip_prefix("lisp/").and_then(|p| p.strip_suffix(".lisp")).unwrap_or(path)
    }
}

/// Where the definitions of the core files begin, found while the crate is compiled.
pub(crate) struct CoreDefinitions {
    /// File and offset.
    places: [(u8, u32); MOST_CORE_DEFINITIONS],
    pub count: usize,
    /// Those of each `definline`.
    inlines: [(u8, u32); MOST_CORE_INLINES],
    pub inline_count: usize,
}

const MOST_CORE_DEFINITIONS: usize = 512;
const MOST_CORE_INLINES: usize = 64;

#[allow(long_running_const_eval, reason = "every byte of the core files is looked at")]
pub(crate) static CORE_DEFINITIONS: CoreDefinitions = CoreDefinitions::find();

#[expect(clippy::indexing_slicing, reason = "while the crate is compiled, a panic is an error of the compiler")]
impl CoreDefinitions {
    pub const fn find() -> CoreDefinitions {
        let mut found = CoreDefinitions {
            places: [(0, 0); MOST_CORE_DEFINITIONS],
            count: 0,
            inlines: [(0, 0); MOST_CORE_INLINES],
            inline_count: 0,
        };
        let mut file = 0;
        while file < CORE_FILES.len() {
            let text = CORE_FILES[file].1.as_bytes();
            let mut start = 0;
            while start < text.len() {
                if (start == 0 || text[start - 1] == b'\n')
                    && let Some(name) = defined_name(text, start)
                {
                    let is_inline = is_definline(text, start);
                    if is_inline {
                        found.inlines[found.inline_count] = (file as u8, start as u32);
                        found.inline_count += 1;
                    }
                    if !is_inline || found.count == 0 || !symbol::same(found.name(found.count - 1), name) {
                        found.places[found.count] = (file as u8, start as u32);
                        found.count += 1;
                    }
                }
                start += 1;
            }
            file += 1;
        }
        found
    }

    /// The name that the definition of this number defines.
    pub const fn name(&self, number: usize) -> &'static [u8] {
        CoreDefinitions::name_at(self.places[number])
    }

    /// The name that the `definline` of this number is about.
    pub const fn inline_name(&self, number: usize) -> &'static [u8] {
        CoreDefinitions::name_at(self.inlines[number])
    }

    const fn name_at((file, start): (u8, u32)) -> &'static [u8] {
        match defined_name(CORE_FILES[file as usize].1.as_bytes(), start as usize) {
            Some(name) => name,
            None => &[],
        }
    }

    pub fn get(&self, number: usize) -> Option<Definition> {
        CoreDefinitions::at(*self.places.get(..self.count)?.get(number)?)
    }

    pub fn get_inline(&self, number: usize) -> Option<Definition> {
        CoreDefinitions::at(*self.inlines.get(..self.inline_count)?.get(number)?)
    }

    fn at((file, start): (u8, u32)) -> Option<Definition> {
        definition(CORE_FILES.get(usize::from(file))?, None, start as usize)
    }
}

const fn is_definline(text: &[u8], start: usize) -> bool {
    matches!(text.split_at(start + 1).1, [b'd', b'e', b'f', b'i', b'n', b'l', b'i', b'n', b'e', b' ', ..])
}

/// What the form that begins at `start` defines, if it is a definition.
#[expect(clippy::indexing_slicing, reason = "while the crate is compiled, a panic is an error of the compiler")]
const fn defined_name(text: &'static [u8], start: usize) -> Option<&'static [u8]> {
    if text[start] != b'(' {
        return None;
    }
    let operator = word_at(text, start + 1);
    let is_definition = matches!(operator, [b'd', b'e', b'f', ..] | b"setq");
    if !is_definition {
        return None;
    }
    let name = start + 1 + operator.len() + 1;
    Some(word_at(text, if text[name] == b'(' { name + 1 } else { name }))
}

/// Up to a space, the end of the line or a closing parenthesis.
#[expect(clippy::indexing_slicing, reason = "while the crate is compiled, a panic is an error of the compiler")]
const fn word_at(text: &'static [u8], start: usize) -> &'static [u8] {
    let mut end = start;
    while end < text.len() && !matches!(text[end], b' ' | b'\n' | b')') {
        end += 1;
    }
    text.split_at(end).0.split_at(start).1
}

/// All definitions of the core files.
pub(crate) fn core_definitions() -> impl Iterator<Item = Definition> {
    (0..CORE_DEFINITIONS.count).filter_map(|n| CORE_DEFINITIONS.get(n))
}

/// All that the core compiles in place.
#[cfg(test)]
pub(crate) fn core_inlines() -> impl Iterator<Item = Definition> {
    (0..CORE_DEFINITIONS.inline_count).filter_map(|n| CORE_DEFINITIONS.get_inline(n))
}

/// All definitions of these files, of a layer or of the core.
pub(crate) fn definitions(layer: Option<&'static str>, files: &'static [File]) -> impl Iterator<Item = Definition> {
    files.iter().flat_map(move |file| {
        let text = file.1;
        let starts = std::iter::once(0).chain(text.match_indices("\n(").map(|(i, _)| i + 1));
        let mut before = "";
        starts.filter_map(move |start| {
            let mut d = definition(file, layer, start)?;
            d.is_further = d.inline.is_some() && d.name == before;
            before = d.name;
            Some(d)
        })
    })
}

fn definition(file: &'static File, layer: Option<&'static str>, start: usize) -> Option<Definition> {
    let text = file.1;
    let mut words = text.get(start..)?.strip_prefix('(')?.split([' ', '\n', ')']);
    let operator = words.next().filter(|w| w.starts_with("def") || *w == "setq")?;
    let name = words.next()?;
    let alias = if operator == "defalias" { words.next() } else { None };
    let inline = if operator == "definline" { Some(parameters(text.get(start..)?)) } else { None };
    Some(Definition {
        name: name.trim_start_matches('('),
        file,
        layer,
        start,
        is_macro: operator == "defmacro",
        is_variable: operator == "setq",
        alias,
        inline,
        is_further: false,
    })
}

/// How many parameters follow `(definline (name`.
fn parameters(text: &str) -> usize {
    text.split(')').next().unwrap_or("").split_ascii_whitespace().count().saturating_sub(2)
}

/// Are calls of the core's function of that name compiled in place? For those who compile otherwise.
#[cfg(test)]
pub(crate) fn is_inline(name: &str, argc: usize) -> bool {
    core_inlines().any(|d| d.name == name && d.inline == Some(argc))
}

/// The texts of the module of that name, which are evaluated one after the other.
pub(crate) fn module(name: &str) -> Option<Texts> {
    MODULES.iter().find(|m| m.0 == name).map(|m| m.1)
}

/// What there is to know of the module of that name: the comment that its text begins with.
pub(crate) fn module_comment(name: &str) -> Option<String> {
    let comment = |text: &str| {
        let lines = text.lines().map_while(|line| line.strip_prefix(';')).map(str::trim);
        lines.collect::<Vec<_>>().join("\n")
    };
    module(name).and_then(|texts| texts.first()).map(|(_, text)| comment(text))
}

/// What a module gives its users: names, and what their definitions begin with.
pub(crate) fn provided(texts: Texts) -> impl Iterator<Item = (&'static str, &'static str)> {
    texts.iter().flat_map(|file| {
        let text = file.1;
        let list = text.find("(provide").and_then(|at| text.get(at..)).and_then(|t| t.split(')').next());
        let provided = list.map(|list| list.split(['\'', ' ', '\n']).collect::<Vec<_>>());
        let starts = text.match_indices("\n(").map(|(i, _)| i + 1);
        starts.filter_map(move |start| {
            let d = definition(file, None, start)?;
            let is_provided = provided.as_ref().is_none_or(|names| names.contains(&d.name));
            let text = text.get(start..)?.split("\n(def").next()?;
            (is_provided && !symbol::is_private(d.name)).then_some((d.name, text))
        })
    })
}

/// Each module's name and texts.
pub(crate) fn modules() -> impl Iterator<Item = (&'static str, Texts)> {
    MODULES.iter().copied()
}

/// The modules that give their users a function or macro of that name.
pub(crate) fn modules_that_define(name: &str) -> impl Iterator<Item = &'static str> {
    MODULES.iter().filter(move |(_, texts)| provided(texts).any(|(provided, _)| provided == name)).map(|m| m.0)
}

/// The names of all modules.
pub(crate) fn module_names() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|m| m.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_defined_only_once_in_the_core() {
        let mut seen = std::collections::HashSet::new();
        let natives = crate::builtins::all().map(|b| b.name);
        let controls = crate::vm::control::control_rows().map(|c| c.row.name);
        let specials = crate::compile::special::NAMES.iter().copied();
        for name in
            core_definitions().filter(|d| !d.is_further).map(|d| d.name).chain(natives).chain(controls).chain(specials)
        {
            assert!(seen.insert(name), "{name} is defined twice");
        }
    }

    #[test]
    fn what_is_found_while_the_crate_is_compiled_is_what_a_scan_finds() {
        let scanned = definitions(None, CORE_FILES).filter(|d| !d.is_further);
        let scanned: Vec<_> = scanned.map(|d| (d.file.0, d.start, d.name)).collect();
        let found: Vec<_> = core_definitions().map(|d| (d.file.0, d.start, d.name)).collect();
        assert_eq!(found, scanned);
        for (number, definition) in core_definitions().enumerate() {
            assert_eq!(CORE_DEFINITIONS.name(number), definition.name.as_bytes());
        }
        let inlines = definitions(None, CORE_FILES).filter(|d| d.inline.is_some());
        assert!(inlines.map(|d| (d.file.0, d.start)).eq(core_inlines().map(|d| (d.file.0, d.start))));
    }

    #[test]
    fn every_line_of_a_core_file_that_begins_a_form_begins_a_definition() {
        // In a docstring an example begins in the first column, too; there a definition would be taken for one of the
        // library.
        let layers = crate::dialects::DIALECTS.languages.iter().flat_map(|l| l.layer.files);
        for file in CORE_FILES.iter().chain(layers) {
            let (name, text) = file;
            let mut in_string = false;
            let mut offset = 0;
            for line in text.split_inclusive('\n') {
                if line.starts_with('(') {
                    let found = definition(file, None, offset).is_some();
                    assert_eq!(found, !in_string, "{name}: {line}");
                }
                let code = if in_string { line } else { line.split(" ;").next().unwrap_or("") };
                in_string ^= code.replace("\\\\", "").replace("\\\"", "").matches('"').count() % 2 == 1;
                offset += line.len();
            }
        }
    }
}
