//! `klammer test`: tries the examples of programs, those in the documentation of what they define and those at top level.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use klammer::syntax::{self, TokenKind, tokens};
use klammer::{Engine, Error, Example, Handle, Outcome, Snapshot};
use serde::Serialize;

use crate::args::{Options, Test};
use crate::console::{self, FAILURE, Reporter, USAGE, complain};
use crate::similar::with_similar_file;

/// Subjects of the host's own entries: its functions, and its evaluations.
const OF_HOST: [&str; 2] = ["host", "main"];

/// The results of the examples, told as they are tried.
struct Results<'a> {
    options: &'a Options,
    all: usize,
    wrong: usize,
    /// The first output that could not be written.
    written: io::Result<()>,
}

/// An example and what came of it, as `--json` writes it.
#[derive(Serialize)]
struct Line<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    /// The documented name; absent for a form at top level.
    name: Option<&'a str>,
    expression: &'a str,
    expected: &'a str,
    is_true: bool,
    /// The value, error or output that came instead.
    got: Option<&'a str>,
}

/// The last line that `--json` writes.
#[derive(Serialize)]
struct Summary<'a> {
    examples: usize,
    not_true: usize,
    not_tried: &'a [String],
}

/// The place of an example.
struct At<'a> {
    name: Option<&'a str>,
    place: Option<(&'a str, u32)>,
}

impl Results<'_> {
    /// Counts an example, and tells it if it is not true.
    fn add(&mut self, at: &At, example: &Example, result: Result<(), String>) {
        self.all += 1;
        self.wrong += usize::from(result.is_err());
        let (mark, expected) = mark(&example.outcome);
        if self.options.json {
            self.write_json(&Line {
                file: at.place.map(|(file, _)| file),
                line: at.place.map(|(_, line)| line),
                name: at.name,
                expression: &example.expression,
                expected: &format!("{mark} {expected}"),
                is_true: result.is_ok(),
                got: result.as_ref().err().map(String::as_str),
            });
        } else if let Err(got) = result {
            let place = at.place.map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
            let name = at.name.map(|name| format!("{name}: ")).unwrap_or_default();
            self.write(&format!("{place}{name}{example}\n    {got}\n"));
        }
    }

    /// Tells how many there were, and whose could not be tried.
    fn finish(mut self, untried: &[String]) -> ExitCode {
        let (all, wrong) = (self.all, self.wrong);
        if self.options.json {
            self.write_json(&Summary { examples: all, not_true: wrong, not_tried: untried });
        } else {
            let plural = if all == 1 { "" } else { "s" };
            let mut summary = format!("{all} example{plural}, {wrong} not true");
            if !untried.is_empty() {
                summary.push_str(&format!("; those of {} were not tried, for an error", untried.join(", ")));
            }
            self.write(&format!("{summary}\n"));
        }
        let is_fine = untried.is_empty() && wrong == 0;
        console::status_of(self.written, if is_fine { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
    }

    fn write(&mut self, text: &str) {
        if self.written.is_ok() {
            self.written = console::write_out(text);
        }
    }

    fn write_json(&mut self, line: &impl Serialize) {
        match serde_json::to_string(line) {
            Ok(text) => self.write(&format!("{text}\n")),
            Err(error) => self.written = Err(error.into()),
        }
    }
}

/// The mark that stands before an outcome, and the outcome.
fn mark(outcome: &Outcome) -> (&'static str, &str) {
    match outcome {
        Outcome::Error(code) => (";!!", code),
        Outcome::Output(text) => (";>>", text),
        Outcome::Value(value) => (";=>", value),
        _ => ("", ""),
    }
}

/// Tries all examples, and says which are not true.
pub fn run(test: &Test) -> ExitCode {
    let options = &test.options;
    let mut results = Results { options, all: 0, wrong: 0, written: Ok(()) };
    let mut untried = Vec::new();
    let hosts = options.tool.has_own();
    if test.files.is_empty() && !hosts {
        complain("a file to test is missing; --help shows examples");
        return ExitCode::from(USAGE);
    }
    let mut failed = |error, subject: Subject<'_>| {
        untried.push(subject.to_string());
        Reporter::new(options).error(&with_similar_file(error, subject.file()));
    };
    let mut modules = Vec::new();
    if hosts {
        match Trial::new(options, Subject::Host, &mut results).and_then(|mut trial| {
            modules = trial.engine.provided_modules().map(str::to_string).collect();
            trial.run(&mut results)
        }) {
            Ok(()) => {}
            Err(error) => failed(error, Subject::Host),
        }
    }
    let modules = modules.iter().map(|module| Subject::Module(module));
    let files = test.files.iter().map(|path| Subject::File(path));
    for subject in modules.chain(files) {
        let before = results.all;
        let tested = Trial::new(options, subject, &mut results).and_then(|mut trial| trial.run(&mut results));
        match tested {
            Err(error) => failed(error, subject),
            Ok(()) if results.all == before && !options.json && subject.file().is_some() => {
                complain(&format!("{subject} has no examples: a line such as `(+ 1 2)  ;=> 3` is one"));
            }
            Ok(()) => {}
        }
    }
    results.finish(&untried)
}

/// Subject whose examples are tried.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// Those of the functions that the host gives all its engines.
    Host,
    /// Those of a module that the host provides.
    Module(&'a str),
    File(&'a Path),
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Host => f.write_str("the host"),
            Subject::Module(name) => f.write_str(name),
            Subject::File(path) => path.display().fmt(f),
        }
    }
}

impl<'a> Subject<'a> {
    fn file(self) -> Option<&'a Path> {
        match self {
            Subject::File(path) => Some(path),
            Subject::Host | Subject::Module(_) => None,
        }
    }

    /// Evaluates the file, or requires the module.
    fn load(self, engine: &mut Engine) -> Result<(), Error> {
        match self {
            Subject::Host => Ok(()),
            Subject::Module(name) => engine.require(name),
            Subject::File(path) => engine.run(path),
        }
    }
}

/// A trial of examples.
struct Trial<'a> {
    options: &'a Options,
    subject: Subject<'a>,
    engine: Engine,
    /// Names that an engine of the host has without the module: the module does not own them.
    others: HashSet<String>,
    /// The engine as it was when the file had been loaded; `None` if a copy would lack something of the host's.
    loaded: Option<Snapshot>,
}

/// Recorder of the output while an example is tried.
#[derive(Clone, Default)]
struct Paper {
    text: Arc<Mutex<Vec<u8>>>,
    /// Standard error shows it, too.
    is_shown: bool,
}

impl io::Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_shown {
            io::stderr().write_all(bytes)?;
        }
        self.text.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    /// Takes what has been written, in the one line that an example has for it.
    fn take_line(&self) -> String {
        let bytes = std::mem::take(&mut *self.text.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).trim_end_matches('\n').replace('\n', "\\n")
    }
}

impl<'a> Trial<'a> {
    /// Loads what has examples; those that stand in a file at top level are tried at once.
    fn new(options: &'a Options, subject: Subject<'a>, results: &mut Results) -> Result<Trial<'a>, Error> {
        let paper = Paper { is_shown: true, ..Paper::default() };
        let mut engine = console::builder(options, subject.file(), Vec::new(), paper.clone())?.build();
        console::furnish(&mut engine, options)?;
        let mut others = HashSet::new();
        match subject {
            Subject::File(path) => load_and_try(&mut engine, path, &paper, results)?,
            Subject::Module(_) => {
                others.extend(engine.names());
                subject.load(&mut engine)?;
            }
            Subject::Host => {}
        }
        let loaded = engine.snapshot().ok().filter(Snapshot::is_whole);
        Ok(Trial { options, subject, engine, others, loaded })
    }

    fn run(&mut self, results: &mut Results) -> Result<(), Error> {
        let file = self.subject.file().map(|path| path.display().to_string());
        for name in self.engine.names() {
            let Some(described) = self.engine.describe(&name).filter(|d| !d.examples.is_empty()) else { continue };
            let places = self.engine.definition(&name);
            let place = places.iter().find(|place| file.as_deref() == Some(place.file()));
            let is_meant = if file.is_some() {
                place.is_some()
            } else {
                let of = described.subject.as_str();
                let is_own = OF_HOST.contains(&of) || matches!(self.subject, Subject::Module(m) if m == of);
                is_own && !self.others.contains(&name)
            };
            let at = At { name: Some(&name), place: place.map(|place| (place.file(), place.line())) };
            for example in described.examples.iter().filter(|_| is_meant) {
                let result = self.check(example)?;
                results.add(&at, example, result);
            }
        }
        Ok(())
    }

    /// An engine that has loaded the file, and in which nothing else has been done.
    fn fresh(&self, paper: &Paper) -> Result<Engine, Error> {
        let builder = console::builder(self.options, self.subject.file(), Vec::new(), paper.clone())?;
        if let Some(loaded) = &self.loaded {
            return Ok(builder.copy_of(loaded).build());
        }
        let mut engine = builder.build();
        console::furnish(&mut engine, self.options)?;
        self.subject.load(&mut engine)?;
        paper.take_line();
        Ok(engine)
    }

    /// Tries an example; what came of it instead if it is not true.
    fn check(&self, example: &Example) -> Result<Result<(), String>, Error> {
        let paper = Paper::default();
        let mut engine = self.fresh(&paper)?;
        let value = engine.eval::<Handle>(("<example>", &example.expression));
        let printed = value.and_then(|value| engine.repr(&value));
        Ok(compared(&example.outcome, printed, &paper.take_line()))
    }
}

/// Compares an outcome with the value or error, and the output; the error says what came instead.
fn compared(expected: &Outcome, printed: Result<String, Error>, written: &str) -> Result<(), String> {
    match (expected, printed) {
        (Outcome::Value(expected), Ok(value)) if value == *expected => Ok(()),
        (Outcome::Error(expected), Err(error)) if error.code().as_str() == expected => Ok(()),
        (Outcome::Output(expected), Ok(_)) if written == expected => Ok(()),
        (Outcome::Output(_), Ok(_)) => Err(format!("it writes {written}")),
        (_, Ok(value)) => Err(format!("its value is {value}")),
        (_, Err(error)) => Err(format!("error[{}]: {error}", error.code().as_str())),
    }
}

/// Evaluates a file form by form, and tries what the ends of lines say of the forms before them.
fn load_and_try(engine: &mut Engine, path: &Path, paper: &Paper, results: &mut Results) -> Result<(), Error> {
    let name = path.display().to_string();
    let read = fs::read(path).and_then(syntax::text_from_bytes);
    let text = read.map_err(|cause| Error::unreadable(&name, &cause))?;
    let mut position = 0;
    loop {
        let start = position + blank(text.get(position..).unwrap_or(""));
        paper.take_line();
        let value = engine.eval_form::<Handle>(&name, &text, &mut position);
        let (result, end) = match value {
            Ok(None) => return Ok(()),
            Ok(Some(value)) => (engine.repr(&value), position),
            // The text goes on after a form that fails, if the failure is the example.
            Err(error) => (Err(error), start + form(text.get(start..).unwrap_or(""))),
        };
        let outcome = text.get(end..).and_then(|rest| outcome(rest.lines().next()?));
        match (outcome, result) {
            (Some(outcome), result) if result.as_ref().err().is_none_or(|error| error.exit_status().is_none()) => {
                let expression = text.get(start..end).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
                let lines = text.get(..start).unwrap_or("").matches('\n').count();
                let line = u32::try_from(lines).unwrap_or(u32::MAX).saturating_add(1);
                let result = compared(&outcome, result, &paper.take_line());
                let at = At { name: None, place: Some((&name, line)) };
                results.add(&at, &Example::new(expression, outcome), result);
                position = end;
            }
            (_, result) => drop(result?),
        }
    }
}

/// Returns the outcome that the rest of a line after a form states.
fn outcome(rest: &str) -> Option<Outcome> {
    let rest = rest.trim();
    let behind = |mark| rest.strip_prefix(mark).map(|text: &str| text.trim().to_string());
    let value = || behind(";=>").map(Outcome::Value);
    value().or_else(|| behind(";!!").map(Outcome::Error)).or_else(|| behind(";>>").map(Outcome::Output))
}

/// The length of what stands before the first form of a text.
fn blank(text: &str) -> usize {
    let is_blank = |kind| matches!(kind, TokenKind::Space | TokenKind::Comment);
    tokens(text).find(|token| !is_blank(token.kind)).map_or(text.len(), |token| token.range.start)
}

/// The length of the form that a text begins with.
fn form(text: &str) -> usize {
    let mut depth = 0usize;
    for token in tokens(text) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Space | TokenKind::Comment | TokenKind::Prefix => continue,
            _ => {}
        }
        if depth == 0 {
            return token.range.end;
        }
    }
    text.len()
}
