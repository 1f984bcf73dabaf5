//! Completion of the word that is being typed: names, words of the form around it, keywords, modules, files, commands.
//!
//! Knows texts and what [`Known`] tells it, no engine and no editor.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use klammer::Code;
use klammer::docs::{Documentation, Outcome};
use klammer::syntax::{Token, TokenKind, tokens};

use crate::repl::commands::{self, Takes};
use crate::repl::hint;

/// Knowledge of the program that completion uses.
pub struct Known<'a> {
    /// Global names, in alphabetical order.
    pub names: &'a [String],
    /// Modules of the library.
    pub modules: &'a [String],
    /// Words of earlier inputs.
    pub words: &'a BTreeSet<String>,
    /// The keywords that a function takes.
    pub keywords: &'a dyn Fn(&str) -> Vec<String>,
}

/// Returns the start of the word before the cursor, and its completions.
pub fn complete(line: &str, position: usize, known: &Known) -> (usize, Vec<String>) {
    let none = (position, Vec::new());
    let Some(before) = line.get(..position) else { return none };
    if let Some(rest) = before.trim_start().strip_prefix(commands::MARK) {
        let start = position - rest.len();
        if !rest.contains(char::is_whitespace) {
            return (start, beginning(rest, commands::all()));
        }
        let (name, _) = commands::split(rest);
        let argument = rest.trim_start_matches(name).trim_start();
        let word = argument.rsplit(char::is_whitespace).next().unwrap_or("");
        match commands::find(name).map(|c| c.takes) {
            Some(Takes::File) => return files(argument, position),
            Some(Takes::Command) => return (position - word.len(), beginning(word, commands::all())),
            Some(Takes::Name) if !word.starts_with(['(', '\'']) => {
                let mut names: Vec<&str> = known.names.iter().map(String::as_str).collect();
                names.extend(known.modules.iter().map(String::as_str));
                names.extend(Code::ALL.iter().map(|code| -> &str { code.as_str() }));
                return (position - word.len(), beginning(word, names.into_iter()));
            }
            Some(Takes::Words | Takes::Nothing) | None => return none,
            Some(Takes::Name | Takes::Form) => {}
        }
    }
    let all: Vec<Token> = tokens(line).collect();
    let at = |t: &Token| t.range.start < position && position <= t.range.end;
    let Some(number) = all.iter().position(at) else { return none };
    let Some(token) = all.get(number) else { return none };
    let start = token.range.start;
    let Some(word) = line.get(start..position) else { return none };
    let is_module = hint::call_at(before).is_some_and(|call| call.head == "require");
    match token.kind {
        TokenKind::String => {
            // A cursor after the closing quote is in no string.
            let is_closed = position == token.range.end && word.len() > 1 && word.ends_with('"');
            let path = word.strip_prefix('"').filter(|_| !is_closed);
            path.map_or(none, |path| files(path, position))
        }
        TokenKind::Symbol if is_module => (start, beginning(word, modules(known).iter().map(String::as_str))),
        TokenKind::Keyword | TokenKind::Symbol if word.starts_with(':') => {
            let own = hint::call_around(before).map(|call| (known.keywords)(&call.head)).unwrap_or_default();
            let others = words(line, &all, &token.range, TokenKind::Keyword);
            let all = own.iter().chain(known.words).map(String::as_str);
            (start, beginning(word, all.chain(others)))
        }
        TokenKind::Symbol => {
            let is_quoted = number.checked_sub(1).and_then(|n| all.get(n)).is_some_and(|t| t.kind == TokenKind::Prefix);
            let earlier = known.words.iter().map(String::as_str).filter(|_| is_quoted);
            let around = words(line, &all, &token.range, TokenKind::Symbol);
            (start, beginning(word, known.names.iter().map(String::as_str).chain(around).chain(earlier)))
        }
        _ => none,
    }
}

/// Those that begin so, in order, each once.
fn beginning<'a>(prefix: &str, words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let found: BTreeSet<&str> = words.filter(|word| word.starts_with(prefix)).collect();
    found.into_iter().map(str::to_string).collect()
}

/// The words of a kind in the input, but for the one that is being typed. Among them are all variables that the form
/// binds.
fn words<'l>(line: &'l str, all: &[Token], typed: &Range<usize>, kind: TokenKind) -> impl Iterator<Item = &'l str> {
    let others = all.iter().filter(move |t| t.kind == kind && t.range != *typed);
    others.filter_map(|t| line.get(t.range.clone())).filter(|w| *w != ".").collect::<Vec<_>>().into_iter()
}

/// The keywords that a function takes, as far as its documentation tells: those of its parameters, those that the text
/// names, and those that calls of it in examples have.
pub fn keywords(d: &Documentation) -> Vec<String> {
    let prose = d.usage.iter().chain([&d.text]).flat_map(|text| text.split(|c| "[]() \n`,;.".contains(c)));
    let mut found: Vec<String> =
        prose.filter(|word| word.len() > 1 && word.starts_with(':')).map(str::to_string).collect();
    for example in d.examples.iter().filter(|e| !matches!(e.outcome, Outcome::Error(_))) {
        let text = example.expression.as_str();
        let is_own = |t: &Token| {
            let call = text.get(..t.range.end).and_then(hint::call_around);
            t.kind == TokenKind::Keyword && call.is_some_and(|call| call.head == d.name)
        };
        found.extend(tokens(text).filter(is_own).filter_map(|t| text.get(t.range)).map(str::to_string));
    }
    found
}

/// Names that `require` finds: the library's modules, and files beside the prompt.
fn modules(known: &Known) -> Vec<String> {
    let library = known.modules.iter().cloned();
    let entries = fs::read_dir(".").into_iter().flatten().flatten();
    let own = entries.filter_map(|e| e.file_name().to_str()?.strip_suffix(".lisp").map(str::to_string));
    library.chain(own).collect()
}

/// The files whose path begins so; folders end with a slash.
fn files(path: &str, position: usize) -> (usize, Vec<String>) {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
    let start = position - name.len();
    let shown = match folder {
        "" if path.starts_with('/') => Path::new("/"),
        "" => Path::new("."),
        folder => Path::new(folder),
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(shown).into_iter().flatten().flatten() {
        let Ok(file) = entry.file_name().into_string() else { continue };
        // Hidden files are for those who ask for them.
        if !file.starts_with(name) || name.is_empty() && file.starts_with('.') {
            continue;
        }
        let is_folder = entry.path().is_dir();
        found.push(if is_folder { file + "/" } else { file });
    }
    found.sort_unstable();
    (start, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete_at_end(line: &str) -> (usize, Vec<String>) {
        let names: Vec<String> = ["help-me", "map", "map-with", "member?", "x"].map(String::from).into();
        let words = ["blank-row", ":width"].map(String::from).into();
        let keywords = |name: &str| if name == "map" { vec![":wide".into(), ":key".into()] } else { Vec::new() };
        let modules = ["search", "sudoku", "sudoku-reference"].map(String::from);
        complete(line, line.len(), &Known { names: &names, modules: &modules, words: &words, keywords: &keywords })
    }

    fn found(line: &str) -> Vec<String> {
        complete_at_end(line).1
    }

    #[test]
    fn names_complete_at_the_cursor() {
        assert_eq!(complete_at_end("(map"), (1, vec!["map".to_string(), "map-with".into()]));
        assert_eq!(complete_at_end("(f (me"), (4, vec!["member?".to_string()]));
        assert_eq!(complete_at_end("'x"), (1, vec!["x".to_string()]));
        for nothing in ["(f ; ma", "(f ", "ä", "(f \"no-such-file"] {
            assert_eq!(found(nothing), Vec::<String>::new(), "{nothing}");
        }
    }

    #[test]
    fn words_of_the_form_complete_and_the_one_that_is_typed_is_none_of_them() {
        assert_eq!(found("(defproc f (board best-cell) (print bes"), ["best-cell"]);
        assert_eq!(found("(let ((row-number 1)) (+ row-number ro"), ["row-number"]);
        assert_eq!(found("(let ((row 1)) (+ row"), ["row"]);
    }

    #[test]
    fn quoted_symbols_are_those_of_earlier_inputs_too() {
        assert_eq!(found("(f 'bla"), ["blank-row"]);
        assert_eq!(found("(f bla"), Vec::<String>::new());
    }

    #[test]
    fn keywords_are_those_of_the_function() {
        assert_eq!(found("(map f :w"), [":wide", ":width"]);
        assert_eq!(found("(map f :key 1 :k"), [":key"]);
        assert_eq!(found("(f :wi"), [":width"]);
        assert_eq!(found("(map (:key 1 :wid"), [":wide", ":width"]);
    }

    #[test]
    fn keywords_of_the_library_are_those_that_its_documentation_names() {
        let mut engine = crate::console::begin().build();
        engine.require("teach").unwrap();
        for (name, expected) in [
            ("assign", &[":level"] as &[&str]),
            ("make-array", &[":of", ":initial"]),
            ("most-constrained", &[":tie"]),
            ("with-budget", &[":nodes", ":ms", ":else"]),
            ("generate", &[":like", ":rating", ":symmetry", ":tries", ":seed", ":techniques"]),
            ("car", &[]),
        ] {
            let found: BTreeSet<String> = keywords(&engine.docs().describe(name).unwrap()).into_iter().collect();
            assert_eq!(found, expected.iter().map(|k| k.to_string()).collect(), "{name}");
        }
    }

    #[test]
    fn modules_complete_behind_require() {
        assert_eq!(found("(require 'sea"), ["search"]);
        assert_eq!(found("(require 'sudoku-"), ["sudoku-reference"]);
    }

    #[test]
    fn files_complete_in_strings_and_commands() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("heuristic.lisp"), "").unwrap();
        fs::create_dir(folder.path().join("heap")).unwrap();
        let path = folder.path().display();
        assert_eq!(found(&format!("(load \"{path}/he")), ["heap/", "heuristic.lisp"]);
        assert_eq!(found(&format!(",load {path}/heu")), ["heuristic.lisp"]);
        assert_eq!(found(&format!("(load \"{path}/heu\"")), Vec::<String>::new());
    }

    #[test]
    fn commands_complete_behind_the_comma_and_so_does_what_they_take() {
        assert_eq!(found(","), {
            let mut all: Vec<_> = commands::all().collect();
            all.sort_unstable();
            all
        });
        assert_eq!(complete_at_end(",he"), (1, vec!["help".to_string()]));
        assert_eq!(complete_at_end(",help ap"), (6, vec!["apropos".to_string()]));
        assert_eq!(complete_at_end(",doc ma"), (5, vec!["map".to_string(), "map-with".into()]));
        assert_eq!(found(",doc wrong-t"), ["wrong-type"]);
        assert_eq!(found(",time (map-"), ["map-with"]);
        assert_eq!(found(",apropos ma"), Vec::<String>::new());
    }
}
