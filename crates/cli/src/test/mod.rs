//! `klammer test`: tries the examples of programs, in the documentation of what they define and at top level, and the
//! tests that `deftest` defines.

mod report;
mod text;

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

use klammer::{Engine, Error, Example, Handle, Outcome, Snapshot, syntax};

use self::report::{At, Miss, Results};
use self::text::{Deftest, blank, deftest, form, mark, outcome};
use crate::args::{Options, Test};
use crate::console::{self, Reporter, USAGE, complain};
use crate::puzzle_input::with_similar_file;

/// Subjects of the host's own entries: its functions, and its evaluations.
const OF_HOST: [&str; 2] = ["host", "main"];

/// Tries all examples and tests, and says which are not true.
pub fn test(test: &Test) -> ExitCode {
    let options = &test.options;
    let mut results = Results::new(test);
    let mut untried = Vec::new();
    let hosts = options.app.has_own();
    let here = [PathBuf::from(".")];
    let paths = if test.paths.is_empty() && !hosts { &here[..] } else { &test.paths };
    let files = match programs(paths) {
        Ok(files) => files,
        Err(trouble) => {
            complain(&trouble);
            return ExitCode::from(USAGE);
        }
    };
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
    for subject in modules.chain(files.iter().map(|path| Subject::File(path))) {
        if console::asked_to_end().is_some() {
            break;
        }
        let before = (results.examples, results.tests);
        let tested = Trial::new(options, subject, &mut results).and_then(|mut trial| trial.run(&mut results));
        let updated = results.update(subject.file());
        let is_silent = options.json || test.filter.is_some();
        match tested {
            Err(error) => failed(error, subject),
            Ok(()) if (results.examples, results.tests) == before && !is_silent => {
                // Of the files of a folder, many need none.
                if let Some(file) = subject.file().filter(|file| paths.iter().any(|path| path == file)) {
                    let file = file.display();
                    complain(&format!("{file} has no examples: a line such as `(+ 1 2)  ;=> 3` is one"));
                }
            }
            Ok(()) => {}
        }
        if let Err(error) = updated {
            failed(error, subject);
        }
    }
    let status = results.finish(&untried);
    console::asked_to_end().map_or(status, ExitCode::from)
}

/// Returns the files, and those of the folders that end in `.lisp`, in order.
fn programs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        programs_below(path, &mut files).map_err(|cause| format!("cannot read {}: {cause}", path.display()))?;
        if files.len() == before {
            return Err(format!("no file in {} ends in .lisp", path.display()));
        }
    }
    Ok(files)
}

/// Adds the programs in a folder and the folders in it, but for hidden ones.
fn programs_below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        // `./a.lisp` is called `a.lisp`.
        let path = entry.path();
        let path = path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path);
        // A link to a folder may lead back to where it stands.
        if entry.file_type()?.is_dir() {
            programs_below(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "lisp") && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
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
    /// The text of the file, and the tests in it.
    text: String,
    tests: Vec<Deftest>,
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
        let _ = console::stop_by_signals(&engine.interrupt_handle().flag());
        console::set_up(&mut engine, options)?;
        let mut others = HashSet::new();
        let (mut text, mut tests) = (String::new(), Vec::new());
        match subject {
            Subject::File(path) => (text, tests) = load_and_try(&mut engine, path, &paper, results)?,
            Subject::Module(_) => {
                others.extend(engine.names());
                subject.load(&mut engine)?;
            }
            Subject::Host => {}
        }
        let loaded = engine.snapshot().ok().filter(Snapshot::is_whole);
        Ok(Trial { options, subject, engine, others, loaded, text, tests })
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
                let written = place.and_then(|place| self.outcome_in_docstring(place.line(), example));
                results.add(&at, example, result, written);
            }
        }
        for test in self.tests.iter().filter(|test| results.wants(&test.name)).collect::<Vec<_>>() {
            let failure = self.evaluate(test)?;
            let file = file.as_deref().unwrap_or_default();
            let (line, told) = match &failure {
                Some(error) => {
                    let inside = error.place().filter(|place| place.file() == file).map(klammer::Place::line);
                    (inside, Some(format!("error[{}]: {error}", error.code().as_str())))
                }
                None => (None, None),
            };
            let place = Some((file, line.unwrap_or(test.line)));
            results.add_test(&At { name: Some(&test.name), place }, told);
        }
        Ok(())
    }

    /// Evaluates the body of a test, and returns the error that ends it.
    fn evaluate(&self, test: &Deftest) -> Result<Option<Error>, Error> {
        let mut engine = self.fresh(&Paper { is_shown: true, ..Paper::default() })?;
        let stopping = console::stop_by_signals(&engine.interrupt_handle().flag());
        let result = self.evaluate_in(&mut engine, test);
        stopping.end();
        not_interrupted(result).map(Result::err)
    }

    fn evaluate_in(&self, engine: &mut Engine, test: &Deftest) -> Result<(), Error> {
        let file = self.subject.file().map(|path| path.display().to_string()).unwrap_or_default();
        let mut position = test.body;
        loop {
            position += blank(self.text.get(position..).unwrap_or(""));
            if self.text.get(position..).is_none_or(|rest| rest.is_empty() || rest.starts_with(')')) {
                return Ok(());
            }
            engine.eval_form::<Handle>(&file, &self.text, &mut position)?;
        }
    }

    /// Returns the range of the outcome of an example in the docstring of the definition that begins on a line, if
    /// only one is written like it.
    fn outcome_in_docstring(&self, line: u32, example: &Example) -> Option<Range<usize>> {
        let start: usize = self.text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        let definition = self.text.get(start..)?;
        let definition = definition.get(..form(definition))?;
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let (mark, expected) = mark(&example.outcome);
        let expected = escaped(expected);
        let mut found = definition.match_indices(mark).filter_map(|(at, _)| {
            let after = at + mark.len();
            let rest = definition.get(after..)?;
            let begin = after + (rest.len() - rest.trim_start_matches(' ').len());
            let before = definition.get(..at)?.trim_end();
            let is_same =
                definition.get(begin..)?.starts_with(&expected) && before.ends_with(&escaped(&example.expression));
            is_same.then(|| start + begin..start + begin + expected.len())
        });
        found.next().filter(|_| found.next().is_none())
    }

    /// An engine that has loaded the file, and in which nothing else has been done.
    fn fresh(&self, paper: &Paper) -> Result<Engine, Error> {
        let builder = console::builder(self.options, self.subject.file(), Vec::new(), paper.clone())?;
        if let Some(loaded) = &self.loaded {
            return Ok(builder.copy_of(loaded).build());
        }
        let mut engine = builder.build();
        console::set_up(&mut engine, self.options)?;
        self.subject.load(&mut engine)?;
        paper.take_line();
        Ok(engine)
    }

    /// Tries an example; what came of it instead if it is not true.
    fn check(&self, example: &Example) -> Result<Result<(), Miss>, Error> {
        let paper = Paper::default();
        let mut engine = self.fresh(&paper)?;
        let stopping = console::stop_by_signals(&engine.interrupt_handle().flag());
        let value = engine.eval::<Handle>(("<example>", &example.expression));
        let printed = value.and_then(|value| engine.repr(&value));
        stopping.end();
        let printed = not_interrupted(printed)?;
        Ok(compared(&example.outcome, printed, &paper.take_line()))
    }
}

/// Passes on the error of an evaluation that a signal has ended: nothing more is tried.
fn not_interrupted<T>(result: Result<T, Error>) -> Result<Result<T, Error>, Error> {
    match result {
        Err(error) if console::asked_to_end().is_some() => Err(error),
        result => Ok(result),
    }
}

/// Compares an outcome with the value or error, and the output.
fn compared(expected: &Outcome, printed: Result<String, Error>, written: &str) -> Result<(), Miss> {
    let miss = |told: String, instead: Option<String>| Err(Miss { told, instead });
    match (expected, printed) {
        (Outcome::Value(expected), Ok(value)) if value == *expected => Ok(()),
        (Outcome::Error(expected), Err(error)) if error.code().as_str() == expected => Ok(()),
        (Outcome::Output(expected), Ok(_)) if written == expected => Ok(()),
        (Outcome::Output(_), Ok(_)) => miss(format!("it writes {written}"), Some(written.to_string())),
        (expected, Ok(value)) => {
            let told = format!("its value is {value}");
            miss(told, matches!(expected, Outcome::Value(_)).then_some(value))
        }
        (expected, Err(error)) => {
            let code = error.code().as_str();
            let told = format!("error[{code}]: {error}");
            miss(told, matches!(expected, Outcome::Error(_)).then(|| code.to_string()))
        }
    }
}

/// Evaluates a file form by form, and tries what the ends of lines say of the forms before them. Returns its text, and
/// the tests that it defines.
fn load_and_try(
    engine: &mut Engine,
    path: &Path,
    paper: &Paper,
    results: &mut Results,
) -> Result<(String, Vec<Deftest>), Error> {
    let name = path.display().to_string();
    let read = fs::read(path).and_then(syntax::text_from_bytes);
    let text = read.map_err(|cause| Error::unreadable(&name, &cause))?;
    let mut tests = Vec::new();
    let mut position = 0;
    loop {
        let start = position + blank(text.get(position..).unwrap_or(""));
        paper.take_line();
        let line = || {
            let lines = text.get(..start).unwrap_or("").matches('\n').count();
            u32::try_from(lines).unwrap_or(u32::MAX).saturating_add(1)
        };
        if let Some((test, body)) = deftest(text.get(start..).unwrap_or("")) {
            let is_own = engine.describe("deftest").is_none_or(|own| own.subject == "main");
            if !is_own {
                tests.push(Deftest { name: test.to_string(), line: line(), body: start + body });
                position = start + form(text.get(start..).unwrap_or(""));
                continue;
            }
        }
        let value = engine.eval_form::<Handle>(&name, &text, &mut position);
        let (result, end) = match value {
            Ok(None) => return Ok((text, tests)),
            Ok(Some(value)) => (engine.repr(&value), position),
            // The text goes on after a form that fails, if the failure is the example.
            Err(error) => (not_interrupted(Err(error))?, start + form(text.get(start..).unwrap_or(""))),
        };
        let outcome = text.get(end..).and_then(|rest| outcome(rest.lines().next()?));
        match (outcome, result) {
            (Some((outcome, range)), result)
                if result.as_ref().err().is_none_or(|error| error.exit_status().is_none()) =>
            {
                let expression = text.get(start..end).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
                let result = compared(&outcome, result, &paper.take_line());
                let at = At { name: None, place: Some((&name, line())) };
                let written = Some(end + range.start..end + range.end);
                results.add(&at, &Example::new(expression, outcome), result, written);
                position = end;
            }
            (_, result) => drop(result?),
        }
    }
}
