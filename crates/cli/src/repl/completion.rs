//! Completion of the word that is being typed: names, words of the form around it, keywords, modules, files, commands.
//!
//! Knows texts and what [`CompletionSource`] tells it, no engine and no editor. What it shares with the language server
//! is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use klammer::Code;
use klammer::syntax::{Completeness, Inside, TokenKind, completeness, tokens};
use klammer_language_server::input::{self, CompletionSource, call_at, open_lists};
use rustyline::Context;
use rustyline::hint::Hint;
use rustyline::history::SearchDirection;

use crate::repl::commands::{self, ArgumentKind, CommandFacts};

/// Returns the start of the word before the cursor, and its completions.
pub fn complete(
    line: &str,
    position: usize,
    known: &CompletionSource,
    commands: &[&'static CommandFacts],
) -> (usize, Vec<String>) {
    let none = (position, Vec::new());
    let Some(before) = line.get(..position) else { return none };
    if let Some(rest) = before.trim_start().strip_prefix(commands::MARK) {
        let names = || commands.iter().map(|command| command.name);
        let start = position - rest.len();
        if !rest.contains(char::is_whitespace) {
            return (start, beginning(rest, names()));
        }
        let (name, _) = commands::split(rest);
        let argument = rest.trim_start_matches(name).trim_start();
        let word = argument.rsplit(char::is_whitespace).next().unwrap_or("");
        match commands::find(commands, name).map(|c| c.takes) {
            Some(ArgumentKind::File) => return files(argument, position),
            Some(ArgumentKind::Command) => return (position - word.len(), beginning(word, names())),
            Some(ArgumentKind::Name) if !word.starts_with(['(', '\'']) => {
                let mut names: Vec<&str> = known.names.iter().map(String::as_str).collect();
                names.extend(known.modules.iter().map(String::as_str));
                names.extend(Code::ALL.iter().map(|code| -> &str { code.as_str() }));
                return (position - word.len(), beginning(word, names.into_iter()));
            }
            Some(ArgumentKind::Words | ArgumentKind::Nothing) | None => return none,
            Some(ArgumentKind::Name | ArgumentKind::Form) => {}
        }
    }
    match input::string_before(line, position) {
        Some(path) => files(path, position),
        None if call_at(before).is_some_and(|call| call.head == "require") => {
            input::complete(line, position, &CompletionSource { modules: &with_files(known.modules), ..*known })
                .unwrap_or(none)
        }
        None => input::complete(line, position, known).unwrap_or(none),
    }
}

/// Returns the words that begin with the prefix, sorted, each once.
fn beginning<'a>(prefix: &str, words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let found: BTreeSet<&str> = words.filter(|word| word.starts_with(prefix)).collect();
    found.into_iter().map(str::to_string).collect()
}

/// Returns the names that `require` finds: the library's modules, and files beside the prompt.
fn with_files(library: &[String]) -> Vec<String> {
    let entries = fs::read_dir(".").into_iter().flatten().flatten();
    let own = entries.filter_map(|e| e.file_name().to_str()?.strip_suffix(".lisp").map(str::to_string));
    library.iter().cloned().chain(own).collect()
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

/// Parentheses that are shown as the end of a form.
const MAX_CLOSED: usize = 20;

/// Bytes of a form that is still open that are shown.
const MAX_SHOWN: usize = 40;

/// Text shown after the cursor.
#[derive(Debug, PartialEq, Eq)]
pub enum Suggestion {
    /// The rest of an earlier input, which the right arrow takes.
    Earlier(String),
    /// Parameters: for information only.
    Parameters(String),
    /// Innermost open part of the input: for information only, on a line of its own.
    Open(String),
}

impl Hint for Suggestion {
    fn display(&self) -> &str {
        match self {
            Suggestion::Earlier(text) | Suggestion::Parameters(text) | Suggestion::Open(text) => text,
        }
    }

    fn completion(&self) -> Option<&str> {
        match self {
            Suggestion::Earlier(text) => Some(text),
            Suggestion::Parameters(_) | Suggestion::Open(_) => None,
        }
    }
}

/// Suggests how to end an input of several lines that is incomplete, perhaps against the intention of its writer. Names
/// the string or comment that crosses the end of a line. If a line has closed all that it opened itself, names the
/// lists that earlier lines opened.
pub fn open(text: &str) -> Option<Suggestion> {
    let Completeness::Incomplete { inside, .. } = completeness(text) else { return None };
    let last = tokens(text).last()?;
    let line_of = |at: usize| text.get(..at).map(|before| before.matches('\n').count() + 1);
    let begun = line_of(last.range.start)?;
    let is_over_lines = text.get(last.range)?.contains('\n');
    let what = match inside {
        Inside::String if is_over_lines => format!("the string that begins in line {begun} is still open: \" ends it"),
        Inside::Comment if is_over_lines => {
            format!("the comment that begins in line {begun} is still open: |# ends it")
        }
        Inside::String | Inside::Comment => return None,
        _ => {
            let lists = open_lists(text);
            let (outermost, innermost) = (*lists.first()?, *lists.last()?);
            if innermost >= text.rfind('\n')? {
                return None;
            }
            let closing = ")".repeat(lists.len().min(MAX_CLOSED));
            let line = line_of(outermost)?;
            format!("still open since line {line}, `{}`: {closing} closes it", word_beginning(text.get(outermost..)?))
        }
    };
    Some(Suggestion::Open(format!("\n({what}, Ctrl-C drops the input)")))
}

/// The first words of a form, by which one knows it again: `(defproc f`.
fn word_beginning(form: &str) -> &str {
    let words = tokens(form).filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Comment));
    let end = words.take(3).take_while(|token| token.range.end <= MAX_SHOWN).last().map_or(1, |token| token.range.end);
    form.get(..end).and_then(|words| words.lines().next()).unwrap_or("(")
}

/// The rest of the latest input of one line that begins with `line`.
pub fn earlier(line: &str, context: &Context) -> Option<Suggestion> {
    // A line of fewer than two characters matches too many earlier inputs.
    if line.trim().len() < 2 {
        return None;
    }
    let history = context.history();
    let mut index = context.history_index().min(history.len().checked_sub(1)?);
    loop {
        let found = history.starts_with(line, index, SearchDirection::Reverse).ok()??;
        let rest = found.entry.get(line.len()..).unwrap_or("");
        if !rest.is_empty() && !found.entry.contains('\n') {
            return Some(Suggestion::Earlier(rest.to_string()));
        }
        index = found.idx.checked_sub(1)?;
    }
}

/// Suggests the parameters that a call may still be given.
pub fn parameters(line: &str, usage: &dyn Fn(&str) -> Vec<String>) -> Option<Suggestion> {
    input::open_parameters(line, usage).map(Suggestion::Parameters)
}

#[cfg(test)]
mod tests {
    use klammer_language_server::input::{call_around, keywords};

    use super::*;
    use crate::repl::commands::COMMANDS;

    fn complete_at_end(line: &str) -> (usize, Vec<String>) {
        let names: Vec<String> = ["help-me", "map", "map-with", "member?", "x"].map(String::from).into();
        let words = ["blank-row", ":width"].map(String::from).into();
        let keywords = |name: &str| if name == "map" { vec![":wide".into(), ":key".into()] } else { Vec::new() };
        let modules = ["search", "sudoku", "sudoku-reference"].map(String::from);
        complete(
            line,
            line.len(),
            &CompletionSource { names: &names, modules: &modules, words: &words, keywords: &keywords },
            &COMMANDS.facts(),
        )
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
    fn words_of_the_form_complete_but_not_the_typed() {
        assert_eq!(found("(defproc f (board best-cell) (print bes"), ["best-cell"]);
        assert_eq!(found("(let ((row-number 1)) (+ row-number ro"), ["row-number"]);
        assert_eq!(found("(let ((row 1)) (+ row"), ["row"]);
    }

    #[test]
    fn quoted_symbols_of_earlier_inputs_complete() {
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
    fn library_keywords_are_the_documented_ones() {
        let mut engine = crate::console::engine_builder().build();
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
    fn modules_complete_after_require() {
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
    fn commands_and_their_arguments_complete() {
        assert_eq!(found(","), {
            let mut all: Vec<_> = COMMANDS.facts().iter().map(|command| command.name).collect();
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

    #[test]
    fn the_call_at_the_cursor_is_the_innermost_one() {
        let call = |text: &str| call_at(text).map(|c| (c.head, c.arguments, c.in_argument));
        assert_eq!(call("(f "), Some(("f".into(), 0, false)));
        assert_eq!(call("(f (g 1) x"), Some(("f".into(), 1, true)));
        assert_eq!(call("(f (g 1 2) (h "), Some(("h".into(), 0, false)));
        assert_eq!(call("(f 'a \"b\" "), Some(("f".into(), 2, false)));
        for none in ["", "f ", "(", "(f", "'(f ", "(let ((list ", "(f)", "#(f "] {
            assert_eq!(call(none), None, "{none}");
        }
    }

    #[test]
    fn multiline_input_shows_what_is_missing() {
        let waits = |text: &str| {
            open(text).map(|s| s.display().trim_start_matches("\n(").replace(", Ctrl-C drops the input)", ""))
        };
        let of_f = "still open since line 1, `(defproc f`: ) closes it";
        assert_eq!(waits("(defproc f (x)\n  ").as_deref(), Some(of_f));
        assert_eq!(waits("(defproc f (x)\n  (g x)").as_deref(), Some(of_f));
        assert_eq!(waits("(defproc f (x)\n  (g x"), None);
        let twice = "still open since line 2, `(let (`: )) closes it";
        assert_eq!(waits("1\n(let ((x 1)\n      ").as_deref(), Some(twice));
        assert_eq!(waits("(f"), None);
        assert_eq!(waits("(f\n\"a"), None);
        assert!(waits("(f \"a\n").unwrap().starts_with("the string that begins in line 1"));
    }

    #[test]
    fn a_list_of_options_belongs_to_its_call() {
        let head = |text: &str| call_around(text).map(|call| call.head);
        assert_eq!(head("(with-budget (:nodes 10 :el").as_deref(), Some("with-budget"));
        assert_eq!(head("(with-budget (:nodes 10) (assign b :le").as_deref(), Some("assign"));
        assert_eq!(head(":le"), None);
    }

    #[test]
    fn parameters_with_an_argument_are_not_shown() {
        let usage = |name: &str| match name {
            "f" => vec!["(f a [b])".to_string()],
            "all" => vec!["(all list lists...)".into()],
            "let" => vec!["(let ((name value)...) body...)".into()],
            _ => Vec::new(),
        };
        let hint = |line: &str| parameters(line, &usage).map(|s| s.display().to_string());
        assert_eq!(hint("(f ").as_deref(), Some("a [b])"));
        assert_eq!(hint("(f x").as_deref(), Some(" [b])"));
        assert_eq!(hint("(f x ").as_deref(), Some("[b])"));
        assert_eq!(hint("(f x y "), None);
        assert_eq!(hint("(f (g 1)"), None);
        assert_eq!(hint("(all 1 2 3 ").as_deref(), Some("lists...)"));
        assert_eq!(hint("(let ").as_deref(), Some("((name value)...) body...)"));
        assert_eq!(hint("(unknown "), None);
    }
}
