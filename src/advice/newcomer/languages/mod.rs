//! What the languages that people come from call things, a file for each. Of these names many are words that a program
//! may well have variables of, so a name that is not called means what is like it in the program first.

mod clojure;
mod emacs_lisp;
mod janet;
mod javascript;
mod others;
mod python;
mod racket;

use super::Visible;

/// Rows as in [`super::elsewhere`].
type Table = &'static [(&'static str, &'static str)];

/// Names of things that have another name here.
pub(super) const NAMES: &[Table] =
    &[clojure::NAMES, emacs_lisp::NAMES, janet::NAMES, javascript::NAMES, others::NAMES, python::NAMES, racket::NAMES];

/// Names of what is written otherwise here.
pub(super) const INSTEAD: &[Table] = &[
    clojure::INSTEAD,
    emacs_lisp::INSTEAD,
    janet::INSTEAD,
    javascript::INSTEAD,
    others::INSTEAD,
    python::INSTEAD,
    racket::INSTEAD,
];

/// Prefixes of the names of libraries, where names have no mark between a module and its own.
const PREFIXES: [&str; 4] = ["cl-", "seq-", "srfi-", "-"];

/// Modules whose functions have the word in front here: `string/join` is `string-join`.
const KINDS: [(&str, &str); 7] = [
    ("string", "string-"),
    ("str", "string-"),
    ("clojure.string", "string-"),
    ("s", "string-"),
    ("table", "table-"),
    ("array", "array-"),
    ("char", "char-"),
];

/// What is to be written for a name.
pub(super) fn translation(name: &str) -> Option<String> {
    let find = |tables: &[Table]| {
        let mut rows = tables.iter().copied().flatten();
        rows.find(|(known, _)| *known == name).map(|(_, here)| *here)
    };
    find(INSTEAD).map(str::to_string).or_else(|| find(NAMES).map(|here| format!("here this is called {here}")))
}

/// What is to be written for `string/join`, `std::sort` and `cl-remove-if`, which name a library, too.
pub(super) fn within_module(name: &str, visible: Visible<'_, '_>) -> Option<String> {
    let is_word = |word: &&str| word.starts_with(char::is_alphabetic);
    let of_mark = ["/", "::"].into_iter().find_map(|mark| name.rsplit_once(mark));
    let of_prefix = || PREFIXES.into_iter().find_map(|prefix| Some((prefix, name.strip_prefix(prefix)?)));
    let (module, function) = of_mark.or_else(of_prefix).filter(|(module, _)| !module.is_empty())?;
    let function = Some(function).filter(is_word)?;
    let visible = visible();
    let of_kind = KINDS.iter().find(|(kind, _)| *kind == module).map(|(_, word)| format!("{word}{function}"));
    let found = of_kind.into_iter().chain([function.to_string()]).find(|name| visible.contains(&name.as_str()));
    match found {
        Some(here) => Some(format!("here this is called {here}, and needs no module")),
        None => super::elsewhere::translation(function, crate::runtime::dialect::Dialect::CORE)
            .or_else(|| translation(function)),
    }
}
