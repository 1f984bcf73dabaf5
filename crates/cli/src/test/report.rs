//! The results of examples and tests: for people, as lines of JSON, and in the format of JUnit.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use klammer::Error;
use klammer::docs::Example;
use klammer::syntax;
use serde::Serialize;

use super::outcome::{Miss, mark};
use crate::args::Test;
use crate::console::{self, FAILURE, complain};

/// The results of examples and tests, told as they are tried.
pub struct Results<'a> {
    test: &'a Test,
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
    pub fn new(test: &'a Test) -> Results<'a> {
        Results {
            test,
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

    /// Counts an example, and tells it if it is not true. The outcome stands at `written` in the file.
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

    /// Counts a test, and tells it if it fails.
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
        if let (false, Some(got)) = (self.test.options.json, &got) {
            let place = at.place.map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
            let name = at.name.map(|name| format!("{name}: ")).unwrap_or_default();
            self.write(&format!("{place}{name}{subject}\n    {got}\n"));
        }
        let (file, name) = (file.map(str::to_string), at.name.map(str::to_string));
        let case = Case { file, line, name, expression, expected, is_true, got };
        if self.test.options.json {
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
            complain(&format!("cannot write {}: {cause}", path.display()));
            return ExitCode::from(FAILURE);
        }
        if self.test.options.json {
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
    let escaped = |text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "?")
    };
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
