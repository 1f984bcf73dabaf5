//! The library in Lisp, embedded in the program.
//!
//! The core files need no `require`; by convention each of their definitions begins in the first column with `(def`, which is all
//! that is looked at before one is used. The other files are modules.

/// Files whose definitions belong to the core: name and text.
pub(crate) const CORE_FILES: &[(&str, &str)] = &[
    ("lisp/control.lisp", include_str!("../lisp/control.lisp")),
    ("lisp/list.lisp", include_str!("../lisp/list.lisp")),
];

/// Modules that `require` finds when no file has their name: name and text.
const MODULES: &[(&str, &str)] = &[];

/// A definition in one of the core files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub name: &'static str,
    pub file: usize,
    /// Offset of its opening parenthesis.
    pub start: usize,
    pub is_macro: bool,
}

/// All definitions of the core files.
pub(crate) fn core_definitions() -> impl Iterator<Item = Definition> {
    CORE_FILES.iter().enumerate().flat_map(|(file, (_, text))| {
        let starts = std::iter::once(0).chain(text.match_indices("\n(").map(|(i, _)| i + 1));
        starts.filter_map(move |start| definition(file, text, start))
    })
}

fn definition(file: usize, text: &'static str, start: usize) -> Option<Definition> {
    let mut words = text.get(start..)?.strip_prefix('(')?.split([' ', '\n']);
    let operator = words.next().filter(|w| w.starts_with("def"))?;
    Some(Definition { name: words.next()?, file, start, is_macro: operator == "defmacro" })
}

/// The module of that name: its name and text.
pub(crate) fn module(name: &str) -> Option<(&'static str, &'static str)> {
    MODULES.iter().find(|m| m.0 == name).copied()
}

pub(crate) fn module_names() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|m| m.0)
}
