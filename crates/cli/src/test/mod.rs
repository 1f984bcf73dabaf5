//! `klammer test`: tries the examples of programs, in the documentation of what they define and at top level, and the
//! tests that `deftest` defines.

pub mod outcome;
mod report;
pub mod text;

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use klammer::docs::Example;
use klammer::{Engine, Error, Handle, Snapshot, syntax};

use self::outcome::{Miss, Paper, compared, mark};
use self::report::{At, Results};
use self::text::{Deftest, blank, deftest, form, line, outcome};
use crate::args::{Options, Test};
use crate::console::{self, Reporter, USAGE, complain};
use crate::files;
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
        match ExampleRun::new(options, Subject::Host, &mut results).and_then(|mut trial| {
            modules = trial.engine.docs().host_modules().map(str::to_string).collect();
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
        let tested = ExampleRun::new(options, subject, &mut results).and_then(|mut trial| trial.run(&mut results));
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
        let found = files::below(path, &["lisp"]);
        let mut found = found.map_err(|cause| format!("cannot read {}: {cause}", path.display()))?;
        if found.is_empty() {
            return Err(format!("no file in {} ends in .lisp", path.display()));
        }
        files.append(&mut found);
    }
    Ok(files)
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
struct ExampleRun<'a> {
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

impl<'a> ExampleRun<'a> {
    /// Loads what has examples; those at the top level of a file are tried at once.
    fn new(options: &'a Options, subject: Subject<'a>, results: &mut Results) -> Result<ExampleRun<'a>, Error> {
        let paper = Paper::shown();
        let mut engine = console::builder(options, subject.file(), Vec::new(), paper.clone())?.build();
        let _ = console::stop_by_signals(&engine.interrupt().flag());
        console::set_up(&mut engine, options)?;
        let mut others = HashSet::new();
        let (mut text, mut tests) = (String::new(), Vec::new());
        match subject {
            Subject::File(path) => (text, tests) = load_and_try(&mut engine, path, &paper, results)?,
            Subject::Module(_) => {
                others.extend(engine.docs().names());
                subject.load(&mut engine)?;
            }
            Subject::Host => {}
        }
        let loaded = engine.snapshot().ok().filter(Snapshot::is_whole);
        Ok(ExampleRun { options, subject, engine, others, loaded, text, tests })
    }

    fn run(&mut self, results: &mut Results) -> Result<(), Error> {
        let file = self.subject.file().map(|path| path.display().to_string());
        for name in self.engine.docs().names() {
            let Some(described) = self.engine.docs().describe(&name).filter(|d| !d.examples.is_empty()) else {
                continue;
            };
            let places = self.engine.docs().definition(&name);
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
        let mut engine = self.fresh(&Paper::shown())?;
        let stopping = console::stop_by_signals(&engine.interrupt().flag());
        let result = self.evaluate_in(&mut engine, test);
        stopping.end();
        not_interrupted(result).map(Result::err)
    }

    fn evaluate_in(&self, engine: &mut Engine, test: &Deftest) -> Result<(), Error> {
        let file = self.subject.file().map(|path| path.display().to_string()).unwrap_or_default();
        let mut position = test.body.start;
        loop {
            position += blank(self.text.get(position..).unwrap_or(""));
            if self.text.get(position..).is_none_or(|rest| rest.is_empty() || rest.starts_with(')')) {
                return Ok(());
            }
            engine.inspect().eval_form::<Handle>(&file, &self.text, &mut position)?;
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
        let stopping = console::stop_by_signals(&engine.interrupt().flag());
        let value = engine.eval::<Handle>(("<example>", &example.expression));
        let printed = value.and_then(|value| engine.inspect().repr(&value));
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
        if let Some(test) = deftest(&text, start) {
            let is_own = engine.docs().describe("deftest").is_none_or(|own| own.subject == "main");
            if !is_own {
                tests.push(test);
                position = start + form(text.get(start..).unwrap_or(""));
                continue;
            }
        }
        let value = engine.inspect().eval_form::<Handle>(&name, &text, &mut position);
        let (result, end) = match value {
            Ok(None) => return Ok((text, tests)),
            Ok(Some(value)) => (engine.inspect().repr(&value), position),
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
                let at = At { name: None, place: Some((&name, line(&text, start))) };
                let written = Some(end + range.start..end + range.end);
                results.add(&at, &Example::new(expression, outcome), result, written);
                position = end;
            }
            (_, result) => drop(result?),
        }
    }
}
