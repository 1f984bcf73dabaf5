//! Completion of the word that is being typed: names, words of the form around it, keywords, modules, files, commands.
//!
//! Knows texts and what [`CompletionSource`] tells it, no engine and no editor.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use klammer::Code;
use klammer::docs::{Documentation, ExampleOutcome};
use klammer::syntax::{Completeness, Inside, Token, TokenKind, completeness, tokens};
use rustyline::Context;
use rustyline::hint::Hint;
use rustyline::history::SearchDirection;

use crate::repl::commands::{self, ArgumentKind};

/// Knowledge of the program that completion uses.
pub struct CompletionSource<'a> {
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
            Some(ArgumentKind::File) => return files(argument, position),
            Some(ArgumentKind::Command) => return (position - word.len(), beginning(word, commands::all())),
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
    let all: Vec<Token> = tokens(line).collect();
    let at = |t: &Token| t.range.start < position && position <= t.range.end;
    let Some(number) = all.iter().position(at) else { return none };
    let Some(token) = all.get(number) else { return none };
    let start = token.range.start;
    let Some(word) = line.get(start..position) else { return none };
    let is_module = call_at(before).is_some_and(|call| call.head == "require");
    match token.kind {
        TokenKind::String => {
            // A cursor after the closing quote is in no string.
            let is_closed = position == token.range.end && word.len() > 1 && word.ends_with('"');
            let path = word.strip_prefix('"').filter(|_| !is_closed);
            path.map_or(none, |path| files(path, position))
        }
        TokenKind::Symbol if is_module => (start, beginning(word, modules(known).iter().map(String::as_str))),
        TokenKind::Keyword | TokenKind::Symbol if word.starts_with(':') => {
            let own = call_around(before).map(|call| (known.keywords)(&call.head)).unwrap_or_default();
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

/// Keywords that a function takes according to its documentation: those of its parameters, those that the text names,
/// and those of calls in its examples.
pub fn keywords(d: &Documentation) -> Vec<String> {
    let prose = d.usage.iter().chain([&d.text]).flat_map(|text| text.split(|c| "[]() \n`,;.".contains(c)));
    let mut found: Vec<String> =
        prose.filter(|word| word.len() > 1 && word.starts_with(':')).map(str::to_string).collect();
    for example in d.examples.iter().filter(|e| !matches!(e.outcome, ExampleOutcome::Error(_))) {
        let text = example.expression.as_str();
        let is_own = |t: &Token| {
            let call = text.get(..t.range.end).and_then(call_around);
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

/// Positions of the lists that a text leaves open, the outermost first.
fn open_lists(text: &str) -> Vec<usize> {
    let mut open = Vec::new();
    for token in tokens(text) {
        match token.kind {
            TokenKind::Open => open.push(token.range.start),
            TokenKind::Close => drop(open.pop()),
            _ => {}
        }
    }
    open
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

/// The call that the end of a text is in.
#[derive(Debug, PartialEq, Eq)]
pub struct PartialCall {
    /// The name of what is called.
    pub head: String,
    /// Arguments before the one at the end.
    pub arguments: usize,
    /// The text ends in the middle of an argument.
    pub in_argument: bool,
}

/// A list that is open.
#[derive(Default)]
struct Open {
    head: Option<String>,
    parts: usize,
    is_quoted: bool,
}

/// The innermost call around the end of a text. `None` if the list around it is data, or if the function's name is
/// incomplete.
pub fn call_at(text: &str) -> Option<PartialCall> {
    let mut open: Vec<Open> = Vec::new();
    let mut is_quoted = false;
    let mut in_word = false;
    for token in tokens(text) {
        let word = text.get(token.range.clone()).unwrap_or("");
        in_word = false;
        match token.kind {
            TokenKind::Space | TokenKind::Comment => continue,
            TokenKind::Prefix => {
                is_quoted = matches!(word, "'" | "`");
                continue;
            }
            TokenKind::Open => {
                if let Some(outer) = open.last_mut() {
                    outer.parts += 1;
                }
                // In a list of lists the heads are names that are bound, or tests.
                let in_list = open.last().is_some_and(|outer| outer.head.is_none() || outer.is_quoted);
                open.push(Open { is_quoted: is_quoted || in_list || word != "(", ..Open::default() });
            }
            TokenKind::Close => {
                open.pop();
            }
            _ => {
                in_word = true;
                if let Some(outer) = open.last_mut() {
                    outer.parts += 1;
                    if outer.parts == 1 && token.kind == TokenKind::Symbol {
                        outer.head = Some(word.to_string());
                    }
                }
            }
        }
        is_quoted = false;
    }
    let Open { head, parts, is_quoted } = open.pop()?;
    let arguments = parts.checked_sub(1 + usize::from(in_word))?;
    let head = head.filter(|_| !is_quoted)?;
    Some(PartialCall { head, arguments, in_argument: in_word })
}

/// Lists around the end of a text that are looked through for a call.
const MAX_AROUND: usize = 8;

/// The call that may take a keyword at the end of a text: the innermost one, or one around a list of options as in
/// `(with-budget (:nodes`.
pub fn call_around(text: &str) -> Option<PartialCall> {
    std::iter::successors(Some(text), |text| before_list(text)).take(MAX_AROUND).find_map(call_at)
}

/// Text before the innermost list that is open at the end of a text.
fn before_list(text: &str) -> Option<&str> {
    text.get(..open_lists(text).pop()?)
}

/// The parameters that a call may still be given, for the first way to call it that has some.
pub fn parameters(line: &str, usage: &dyn Fn(&str) -> Vec<String>) -> Option<Suggestion> {
    let call = call_at(line)?;
    let is_behind_blank = line.ends_with(char::is_whitespace);
    if !call.in_argument && !is_behind_blank {
        return None;
    }
    let next = call.arguments + usize::from(call.in_argument);
    let rest = usage(&call.head).iter().find_map(|way| remaining(&parts(way), next))?;
    let blank = if call.in_argument { " " } else { "" };
    Some(Suggestion::Parameters(format!("{blank}{rest})")))
}

/// The parameters from number `next` on; a last one that stands for any number of arguments again and again.
fn remaining(parameters: &[&str], next: usize) -> Option<String> {
    let last = parameters.len().checked_sub(1)?;
    let first = if parameters.get(last)?.ends_with("...") { next.min(last) } else { next };
    let rest = parameters.get(first..).filter(|rest| !rest.is_empty())?;
    Some(rest.join(" "))
}

/// The parameters in a line of usage: `(f a [b] (c d)...)` has three.
fn parts(usage: &str) -> Vec<&str> {
    let inside = usage.strip_prefix('(').and_then(|u| u.strip_suffix(')')).unwrap_or("");
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in inside.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => {
                parts.extend(inside.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(inside.get(start..));
    // The first is the name.
    parts.into_iter().skip(1).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete_at_end(line: &str) -> (usize, Vec<String>) {
        let names: Vec<String> = ["help-me", "map", "map-with", "member?", "x"].map(String::from).into();
        let words = ["blank-row", ":width"].map(String::from).into();
        let keywords = |name: &str| if name == "map" { vec![":wide".into(), ":key".into()] } else { Vec::new() };
        let modules = ["search", "sudoku", "sudoku-reference"].map(String::from);
        complete(
            line,
            line.len(),
            &CompletionSource { names: &names, modules: &modules, words: &words, keywords: &keywords },
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
    fn commands_and_their_arguments_complete() {
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
