//! A script on trial: all tests and puzzles, tried in this process.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use klammer::{Engine, EngineBuilder, Error, Handle, Scope, Snapshot, Warnings};
use klammer_search::board::Board;
use serde::{Deserialize, Serialize};

use super::exam::{Exam, Task, TestFile};
use crate::args::Options;
use crate::console::{self, Failure};
use crate::solve::outcome::{Outcome, judge};
use crate::solver::Solver;
use crate::test::outcome::{Paper, compared};

/// Characters of a failure that are kept.
const MOST_SHOWN: usize = 300;

/// Progress of a trial.
#[derive(Serialize, Deserialize, Debug)]
pub enum Progress {
    /// The script has been loaded, or a form of a file of tests has been evaluated.
    Prepared { failure: Option<String> },
    /// A test, example or puzzle is decided.
    Decided { item: usize, mark: Mark },
}

/// Result of a test, an example or a puzzle.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
pub struct Mark {
    /// Reason for which it is not passed.
    pub failure: Option<String>,
    /// Nodes of the search that solved a puzzle.
    pub nodes: u64,
    pub seconds: f64,
}

impl Mark {
    /// Returns the result of an item that is not passed.
    pub fn failed(why: &str) -> Mark {
        Mark { failure: Some(cut(why)), ..Mark::default() }
    }
}

/// A script on trial. Each test gets a fresh engine that has loaded the script and the file of the test.
pub struct Trial<'a> {
    pub exam: &'a Exam,
    pub options: &'a Options,
    /// Path of the script; `None` stands for the search of the library.
    pub script: Option<&'a Path>,
    /// Index of the first item to try.
    pub first: usize,
}

impl Trial<'_> {
    /// Tries the items, and tells each step.
    pub fn run(&self, tell: &mut dyn FnMut(Progress)) {
        if let Some(script) = self.script.filter(|_| !self.exam.files.is_empty())
            && let Err(error) = self.run_tests(script, tell)
        {
            tell(Progress::Prepared { failure: Some(told(&error)) });
        }
        let mut solver = None;
        for (item, puzzle) in self.exam.items.iter().enumerate().skip(self.first) {
            let Task::Puzzle(board) = &puzzle.task else { continue };
            let mark = match solver.get_or_insert_with(|| Solver::new(self.options, self.script)) {
                Ok(solver) => solve(solver, board),
                Err(Failure::Script(error)) => Mark::failed(&told(error)),
                Err(Failure::Unfit(message)) => Mark::failed(message),
            };
            tell(Progress::Decided { item, mark });
        }
    }

    fn run_tests(&self, script: &Path, tell: &mut dyn FnMut(Progress)) -> Result<(), Error> {
        for (index, file) in self.exam.files.iter().enumerate() {
            let output = Paper::default();
            let mut loaded = self.load(script, &output, tell)?;
            self.evaluate_forms(&mut loaded, file, &output, tell)?;
            // A copy would lack what only one engine can have.
            let snapshot = loaded.0.snapshot().ok().filter(Snapshot::is_whole);
            for (item, test) in self.exam.items.iter().enumerate().skip(self.first) {
                let Task::Test { file: of, body } = &test.task else { continue };
                if *of != index {
                    continue;
                }
                let mut engine = match &snapshot {
                    Some(snapshot) => self.builder(io::sink())?.copy_of(snapshot).build(),
                    None => {
                        let mut loaded = self.load(script, &output, &mut |_| {})?;
                        self.evaluate_forms(&mut loaded, file, &output, &mut |_| {})?;
                        loaded.0
                    }
                };
                let begin = Instant::now();
                let failure = run_body(&mut engine, file, body);
                let seconds = begin.elapsed().as_secs_f64();
                tell(Progress::Decided { item, mark: Mark { failure, nodes: 0, seconds } });
            }
        }
        Ok(())
    }

    fn builder(&self, output: impl io::Write + Send + 'static) -> Result<EngineBuilder, Error> {
        Ok(console::builder(self.options, self.script, Vec::new(), output)?.warnings(Warnings::Ignore))
    }

    /// Loads the script with global names of its own: what it redefines of the core changes nothing that tests use. The
    /// script has what it defined before it failed.
    fn load(&self, script: &Path, output: &Paper, tell: &mut dyn FnMut(Progress)) -> Result<(Engine, Scope), Error> {
        let mut engine = self.builder(output.clone())?.build();
        console::set_up(&mut engine, self.options)?;
        let own = engine.scope(&script.display().to_string())?;
        let failure = engine.with().scope(&own).run(script).err().filter(|error| error.exit_status().is_none());
        tell(Progress::Prepared { failure: failure.as_ref().map(told) });
        Ok((engine, own))
    }

    /// Evaluates the forms of a file of tests, and tries its examples. A name in the file that the core does not have
    /// means the script's, even if a module that the file requires has it.
    fn evaluate_forms(
        &self,
        (engine, own): &mut (Engine, Scope),
        file: &TestFile,
        output: &Paper,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<(), Error> {
        let mut shared = Vec::new();
        for name in &file.names {
            if !engine.has(name.as_str())? && engine.has((&*own, name.as_str()))? {
                let value: Handle = engine.with().scope(own).get(name)?;
                // Some names of dialects, such as `nil`, are no variables here.
                if engine.set(name, &value).is_ok() {
                    shared.push((name, value));
                }
            }
        }
        for form in &file.forms {
            output.take_line();
            let begin = Instant::now();
            let mut position = form.start;
            let value = engine.inspect().eval_form::<Handle>(&file.name, &file.text, &mut position);
            let seconds = begin.elapsed().as_secs_f64();
            if file.text.get(form.start..).is_some_and(|text| text.starts_with("(require")) {
                shared.iter().try_for_each(|(name, value)| engine.set(name, value))?;
            }
            let item = form.example.and_then(|item| Some((item, &self.exam.items.get(item)?.task)));
            let Some((item, Task::Example(outcome))) = item else {
                tell(Progress::Prepared { failure: value.err().as_ref().map(told) });
                continue;
            };
            let printed =
                value.and_then(|value| value.map_or_else(|| Ok(String::new()), |value| engine.inspect().repr(&value)));
            if item >= self.first {
                let failure = compared(outcome, printed, &output.take_line()).err().map(|miss| cut(&miss.told));
                tell(Progress::Decided { item, mark: Mark { failure, nodes: 0, seconds } });
            }
        }
        Ok(())
    }
}

/// Evaluates the body of a test, and returns the failure that ends it. Its last value is a number that no script can
/// know: a script that leaves the test early, by a continuation for example, does not pass it.
fn run_body(engine: &mut Engine, file: &TestFile, body: &Range<usize>) -> Option<String> {
    const BEGIN: &str = "(let ()";
    let secret = i64::from(RandomState::new().hash_one(body.start) as u32);
    let before = file.text.get(..body.start).unwrap_or("");
    // In one form: a script that leaves a form at top level comes to the next. The forms keep their lines and columns,
    // because `(deftest`, whose place the beginning takes, is longer.
    let mut text: String = before.chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
    if let Some(place) = text.rfind(&" ".repeat(BEGIN.len())) {
        text.replace_range(place..place + BEGIN.len(), BEGIN);
    }
    text.push_str(file.text.get(body.clone()).unwrap_or(""));
    text.push_str(&format!("\n{secret})"));
    match engine.inspect().eval_form::<Handle>(&file.name, &text, &mut 0) {
        Ok(Some(value)) if engine.get::<i64>(&value).is_ok_and(|value| value == secret) => None,
        Ok(_) => Some("the script left the test before its end".to_string()),
        Err(error) => Some(told(&error)),
    }
}

/// Solves a puzzle, and judges the solution.
fn solve(solver: &mut Solver, board: &Board) -> Mark {
    solver.begin();
    let begin = Instant::now();
    let found = solver.solve(board, 1);
    let seconds = begin.elapsed().as_secs_f64();
    let nodes = solver.engine().inspect().search_statistics().nodes;
    let failure = match found.map(|solutions| judge(board, solutions, nodes)) {
        Ok(Outcome::Failed(message, _)) => Some(cut(&message)),
        Ok(_) => None,
        Err(error) => Some(told(&error)),
    };
    Mark { failure, nodes, seconds }
}

/// Returns an error as one line.
fn told(error: &Error) -> String {
    let place = error.place().map(|place| format!("{place}: ")).unwrap_or_default();
    cut(&format!("{place}error[{}]: {error}", error.code().as_str()))
}

/// Returns the beginning of a text, on one line.
fn cut(text: &str) -> String {
    let line = || text.chars().map(|c| if c.is_control() { ' ' } else { c });
    if line().nth(MOST_SHOWN).is_none() { line().collect() } else { line().take(MOST_SHOWN).chain(['…']).collect() }
}
