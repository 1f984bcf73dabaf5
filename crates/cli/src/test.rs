//! `klammer test`: tries the examples of programs, in the documentation of what they define and at top level, and the
//! tests that `deftest` defines.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fmt, fs, io};

use klammer::docs::{Example, ExampleOutcome};
use klammer::{Engine, Error, Handle, Snapshot, syntax};
use klammer_language_server::examples::{Deftest, blank, deftest, form, line, outcomes};
use serde::Serialize;

use crate::args::{Options, Test};
use crate::console::{self, FAILURE, Output, OutputRecorder, Reporter, USAGE, print_message};
use crate::doc::escape;
use crate::puzzle_input::with_similar_file;
use crate::run;

/// Subjects of the host's own entries: its functions, and its evaluations.
const OF_HOST: [&str; 2] = ["host", "main"];

/// Tries all examples and tests, and says which are not true.
pub fn test(test: &Test, options: &Options) -> ExitCode {
    let mut results = Results::new(test, options.json);
    let mut untried = Vec::new();
    let hosts = options.app.has_own();
    let here = [PathBuf::from(".")];
    let paths = if test.paths.is_empty() && !hosts { &here[..] } else { &test.paths };
    let files = match console::engine(options, None, Vec::new(), Output::Errors) {
        Ok(mut engine) => run::programs(paths, &mut engine),
        Err(error) => return Reporter::new(options).error(&error),
    };
    let files = match files {
        Ok(files) => files,
        Err(trouble) => {
            print_message(&trouble);
            return ExitCode::from(USAGE);
        }
    };
    let mut failed = |error, subject: Subject<'_>| {
        untried.push(subject.to_string());
        Reporter::new(options).error(&with_similar_file(error, subject.file()));
    };
    let mut modules = Vec::new();
    if hosts {
        match ExampleRun::new(options, Subject::Host, &mut results).and_then(|mut examples| {
            modules = console::host_modules(&mut examples.engine);
            examples.run(&mut results)
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
        let tested =
            ExampleRun::new(options, subject, &mut results).and_then(|mut examples| examples.run(&mut results));
        let updated = results.update(subject.file());
        let is_silent = options.json || test.filter.is_some();
        match tested {
            Err(error) => failed(error, subject),
            Ok(()) if (results.examples, results.tests) == before && !is_silent => {
                // Of the files of a folder, many need none.
                if let Some(file) = subject.file().filter(|file| paths.iter().any(|path| path == file)) {
                    let file = file.display();
                    print_message(&format!("{file} has no examples: a line such as `(+ 1 2)  ;=> 3` is one"));
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

/// Subject whose examples are tried.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// Examples of functions that the host gives all its engines.
    Host,
    /// Examples of a module that the host provides.
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

/// A run of examples.
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
        let paper = OutputRecorder::on(io::stderr());
        let mut engine = console::builder(options, subject.file(), Vec::new(), paper.clone())?.build();
        let _ = console::stop_by_signals(&engine.interrupt().flag());
        console::set_up(&mut engine, options, subject.file())?;
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
        let mut engine = self.fresh(&OutputRecorder::on(io::stderr()))?;
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

    /// Returns the range of the outcome of an example in the docstring of the definition at a line, if only one example
    /// is written so.
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
    fn fresh(&self, paper: &OutputRecorder) -> Result<Engine, Error> {
        let builder = console::builder(self.options, self.subject.file(), Vec::new(), paper.clone())?;
        if let Some(loaded) = &self.loaded {
            return Ok(builder.copy_of(loaded).build());
        }
        let mut engine = builder.build();
        console::set_up(&mut engine, self.options, self.subject.file())?;
        self.subject.load(&mut engine)?;
        paper.take_line();
        Ok(engine)
    }

    /// Tries an example; what came of it instead if it is not true.
    fn check(&self, example: &Example) -> Result<Result<(), Miss>, Error> {
        let paper = OutputRecorder::default();
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
    paper: &OutputRecorder,
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
        let outcomes = text.get(end..).map(outcomes).unwrap_or_default();
        let is_end = result.as_ref().err().is_some_and(|error| error.exit_status().is_some());
        if outcomes.is_empty() || is_end {
            result?;
            continue;
        }
        let expression = text.get(start..end).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
        let output = paper.take_line();
        let is_alone = outcomes.len() == 1;
        for (outcome, range) in outcomes {
            let result = compared_of(&outcome, is_alone, &result, &output);
            let at = At { name: None, place: Some((&name, line(&text, start))) };
            let written = Some(end + range.start..end + range.end);
            results.add(&at, &Example::new(expression.clone(), outcome), result, written);
        }
        position = end;
    }
}

/// The outcome that came in place of the one that an example states.
pub struct Miss {
    /// The sentence that says it.
    pub told: String,
    /// The outcome to write in its place, if it is of the same kind.
    pub instead: Option<String>,
}

/// Returns the mark before an outcome, and the outcome.
pub fn mark(outcome: &ExampleOutcome) -> (&'static str, &str) {
    match outcome {
        ExampleOutcome::Error(code) => (";!!", code),
        ExampleOutcome::Output(text) => (";>>", text),
        ExampleOutcome::Value(value) => (";=>", value),
        _ => ("", ""),
    }
}

/// Compares an expected outcome with the value or error, and the output.
pub fn compared(expected: &ExampleOutcome, printed: Result<String, Error>, written: &str) -> Result<(), Miss> {
    let miss = |told: String, instead: Option<String>| Err(Miss { told, instead });
    match (expected, printed) {
        (ExampleOutcome::Value(expected), Ok(value)) if value == *expected => Ok(()),
        (ExampleOutcome::Error(expected), Err(error)) if error.code().as_str() == expected => Ok(()),
        (ExampleOutcome::Output(expected), Ok(_)) if written == expected => Ok(()),
        (ExampleOutcome::Output(_), Ok(_)) => miss(format!("it writes {written}"), Some(written.to_string())),
        (expected, Ok(value)) => {
            let told = format!("its value is {value}");
            miss(told, matches!(expected, ExampleOutcome::Value(_)).then_some(value))
        }
        (expected, Err(error)) => {
            let code = error.code().as_str();
            let told = format!("error[{code}]: {error}");
            miss(told, matches!(expected, ExampleOutcome::Error(_)).then(|| code.to_string()))
        }
    }
}

/// [`compared`] for one of several outcomes of a form: output is compared however the form ends, which another says.
pub fn compared_of(
    expected: &ExampleOutcome,
    is_alone: bool,
    printed: &Result<String, Error>,
    written: &str,
) -> Result<(), Miss> {
    let is_other = !is_alone && matches!(expected, ExampleOutcome::Output(_));
    compared(expected, if is_other { Ok(String::new()) } else { printed.clone() }, written)
}

/// The results of examples and tests, told as they are tried.
pub struct Results<'a> {
    test: &'a Test,
    json: bool,
    pub examples: usize,
    pub tests: usize,
    wrong: usize,
    updated: usize,
    /// All of them, for `--junit`.
    cases: Vec<Case>,
    /// The new outcomes that `--update` writes into the file that is tried.
    updates: Vec<(Range<usize>, String)>,
    /// The first output that could not be written.
    written: io::Result<()>,
}

/// A tried example or test, as `--json` writes it.
#[derive(Serialize)]
struct Case {
    file: Option<String>,
    line: Option<u32>,
    /// The documented name, or that of the test; absent for an example at top level.
    name: Option<String>,
    /// Absent for a test.
    expression: Option<String>,
    expected: Option<String>,
    is_true: bool,
    /// The value, error or output that came instead.
    got: Option<String>,
}

/// The last line that `--json` writes.
#[derive(Serialize)]
struct TestSummary<'a> {
    examples: usize,
    tests: usize,
    not_true: usize,
    not_tried: &'a [String],
}

/// The place of an example.
pub struct At<'a> {
    pub name: Option<&'a str>,
    pub place: Option<(&'a str, u32)>,
}

impl<'a> Results<'a> {
    /// Returns the results of no tests.
    pub fn new(test: &'a Test, json: bool) -> Results<'a> {
        Results {
            test,
            json,
            examples: 0,
            tests: 0,
            wrong: 0,
            updated: 0,
            cases: Vec::new(),
            updates: Vec::new(),
            written: Ok(()),
        }
    }

    /// Returns whether `--filter` lets a name or an expression through.
    pub fn wants(&self, text: &str) -> bool {
        self.test.filter.as_ref().is_none_or(|filter| text.contains(filter.as_str()))
    }

    /// Counts an example, and reports it if it is not true. The outcome is at `written` in the file.
    pub fn add(&mut self, at: &At, example: &Example, result: Result<(), Miss>, written: Option<Range<usize>>) {
        if !self.wants(at.name.unwrap_or(&example.expression)) {
            return;
        }
        self.examples += 1;
        let mut got = None;
        if let Err(miss) = result {
            match (written, miss.instead) {
                (Some(range), Some(outcome)) if self.test.update && !outcome.contains('\n') => {
                    self.updates.push((range, outcome));
                    self.updated += 1;
                }
                _ => got = Some(miss.told),
            }
        }
        let (mark, expected) = mark(&example.outcome);
        let expected = Some(format!("{mark} {expected}"));
        self.tell(at, Some(example.expression.clone()), expected, got, &example.to_string());
    }

    /// Counts a test, and reports it if it fails.
    pub fn add_test(&mut self, at: &At, failure: Option<String>) {
        self.tests += 1;
        self.tell(at, None, None, failure, "the test fails");
    }

    fn tell(
        &mut self,
        at: &At,
        expression: Option<String>,
        expected: Option<String>,
        got: Option<String>,
        subject: &str,
    ) {
        let (file, line) = at.place.unzip();
        let is_true = got.is_none();
        self.wrong += usize::from(!is_true);
        if let (false, Some(got)) = (self.json, &got) {
            let place = at.place.map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
            let name = at.name.map(|name| format!("{name}: ")).unwrap_or_default();
            self.write(&format!("{place}{name}{subject}\n    {got}\n"));
        }
        let (file, name) = (file.map(str::to_string), at.name.map(str::to_string));
        let case = Case { file, line, name, expression, expected, is_true, got };
        if self.json {
            self.write_json(&case);
        }
        if self.test.junit.is_some() {
            self.cases.push(case);
        }
    }

    /// Tells how many there were, and whose could not be tried.
    pub fn finish(mut self, untried: &[String]) -> ExitCode {
        let (examples, tests, not_true) = (self.examples, self.tests, self.wrong);
        if let Some(path) = &self.test.junit
            && let Err(cause) = console::write_file(path, &junit(&self.cases, untried))
        {
            print_message(&format!("cannot write {}: {cause}", path.display()));
            return ExitCode::from(FAILURE);
        }
        if self.json {
            self.write_json(&TestSummary { examples, tests, not_true, not_tried: untried });
        } else {
            let counted = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
            let mut summary = counted(examples, "example");
            if tests > 0 {
                summary = format!("{}, {summary}", counted(tests, "test"));
            }
            let _ = write!(summary, ", {not_true} not true");
            if self.updated > 0 {
                let _ = write!(summary, ", {} updated", self.updated);
            }
            if !untried.is_empty() {
                let _ = write!(summary, "; those of {} were not tried, for an error", untried.join(", "));
            }
            self.write(&format!("{summary}\n"));
        }
        let is_fine = untried.is_empty() && not_true == 0;
        console::status_of(self.written, if is_fine { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
    }

    /// Writes the new outcomes of a file's examples into it.
    pub fn update(&mut self, file: Option<&Path>) -> Result<(), Error> {
        let mut updates = std::mem::take(&mut self.updates);
        let Some(path) = file.filter(|_| !updates.is_empty()) else { return Ok(()) };
        let name = path.display().to_string();
        let unreadable = |cause: io::Error| Error::unreadable(&name, &cause);
        let mut text = fs::read(path).and_then(syntax::text_from_bytes).map_err(unreadable)?;
        updates.sort_by_key(|(range, _)| range.start);
        for (range, outcome) in updates.into_iter().rev() {
            text.replace_range(range, &outcome);
        }
        console::write_file(path, &text).map_err(unreadable)
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

/// Returns the results in the format of JUnit.
fn junit(cases: &[Case], untried: &[String]) -> String {
    let escaped = |text: &str| escape(text).replace(|c: char| c.is_control() && c != '\n' && c != '\t', "?");
    let failures = cases.iter().filter(|case| !case.is_true).count();
    let (all, errors) = (cases.len() + untried.len(), untried.len());
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites>\n<testsuite name=\"klammer\" tests=\"{all}\" failures=\"{failures}\" errors=\"{errors}\">\n"
    );
    for case in cases {
        let file = escaped(case.file.as_deref().unwrap_or("host"));
        let parts = [&case.name, &case.expression, &case.expected];
        let name = parts.into_iter().flatten().map(|part| escaped(part)).collect::<Vec<_>>().join(" ");
        let line = case.line.unwrap_or(0);
        let _ = write!(xml, "<testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\" line=\"{line}\"");
        let _ = match &case.got {
            Some(got) => writeln!(xml, "><failure message=\"{}\"/></testcase>", escaped(got)),
            None => writeln!(xml, "/>"),
        };
    }
    for file in untried.iter().map(|file| escaped(file)) {
        let _ = writeln!(
            xml,
            "<testcase classname=\"{file}\" name=\"{file}\"><error message=\"the file fails\"/></testcase>"
        );
    }
    xml + "</testsuite>\n</testsuites>\n"
}
