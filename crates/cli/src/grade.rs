//! `klammer grade`: runs scripts against hidden tests and puzzles, each script in a process of its own.

use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::BuildHasher;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use klammer::docs::ExampleOutcome as Expected;
use klammer::syntax::{self, TokenKind, tokens};
use klammer::{Engine, EngineBuilder, Error, Handle, Scope, Snapshot, Warnings};
use klammer_language_server::examples::{Part, parts};
use klammer_search::board::Board;
use klammer_search::puzzle::Reader;
use serde::{Deserialize, Serialize};

use crate::args::{Grade, GradeFormat, Options};
use crate::console::{
    self, FAILURE, Failure, Output, OutputRecorder, Reporter, USAGE, csv_cell, duration, markdown_cell, print_message,
};
use crate::puzzle_input::{self, BoardKind};
use crate::run;
use crate::solve::outcome::{Outcome, judge};
use crate::solver::Solver;
use crate::test::{compared_of, mark};

/// Time that a script has for each test and puzzle, unless the command line states it.
const LIMIT: Duration = Duration::from_secs(5);

/// Processes that one script may end or block before the rest of its tests count as failed.
const MAX_PROCESSES: usize = 4;

/// A graded script.
pub struct GradedScript {
    script: String,
    /// Failure of the script when it was loaded.
    failure: Option<String>,
    marks: Vec<ItemResult>,
}

/// Grades each script, and writes the results. `words` are the command line, for the processes of the scripts.
pub fn run(grade: &Grade, options: &Options, words: &[OsString]) -> ExitCode {
    // Scripts of others have nothing but themselves and what the command line grants.
    let mut options = options.clone();
    let timeout = *options.limits.timeout.get_or_insert(LIMIT);
    options.sandbox.is_on = true;
    let endings: Vec<&str> = match console::engine(&options, None, Vec::new(), Output::Errors) {
        Ok(mut engine) => engine.inspect().file_endings().collect(),
        Err(error) => return Reporter::new(&options).error(&error),
    };
    let read = TestSuite::read(&grade.tests, &endings).map_err(|message| (message, FAILURE));
    let (suite, scripts) = match read.and_then(|suite| {
        let scripts = scripts(&grade.scripts, &grade.tests, &endings).map_err(|message| (message, USAGE))?;
        Ok((suite, scripts))
    }) {
        Ok(found) => found,
        Err((message, status)) => {
            print_message(&message);
            return ExitCode::from(status);
        }
    };
    if let Some(script) = &grade.alone {
        let run = SubmissionRun { suite: &suite, options: &options, script: Some(script), fatal: &grade.fatal };
        let mut written = Ok(());
        run.run(&mut |progress| {
            let line = serde_json::to_string(&progress).unwrap_or_default();
            written = console::write_out(&format!("{line}\n"));
        });
        return console::status_of(written, ExitCode::SUCCESS);
    }
    let built_in = built_in(&suite, &options);
    let process = |script: &Path, fatal: &[usize]| process(words, script, fatal);
    let graded = scripts.iter().map(|script| watch(&suite, script, timeout * 2 + GRACE, &process));
    let written = write(&suite, &built_in, graded, grade.format);
    console::status_of(written, ExitCode::SUCCESS)
}

/// Returns the results of the library's search for the puzzles.
fn built_in(suite: &TestSuite, options: &Options) -> Vec<ItemResult> {
    let mut marks = vec![ItemResult::default(); suite.items.len()];
    SubmissionRun { suite, options, script: None, fatal: &[] }.run(&mut |progress| {
        if let RunProgress::Decided { item, mark } = progress
            && let Some(place) = marks.get_mut(item)
        {
            *place = mark;
        }
    });
    marks
}

/// Returns the process that tries the items after the `fatal` ones against a script.
fn process(words: &[OsString], script: &Path, fatal: &[usize]) -> Command {
    let mut command = Command::new(env::current_exe().unwrap_or_else(|_| PathBuf::from("klammer")));
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (before, after) = words.split_at(end);
    let fatal = fatal.iter().map(|item| format!("--fatal={item}"));
    command.args(before.iter().skip(1)).arg("--alone").arg(script).args(fatal).args(after);
    command
}

/// Time beyond its limits after which a silent process is ended: its engine should have ended the script.
const GRACE: Duration = Duration::from_secs(10);

/// Grades a script by what its process tells. An item during which the process ends, or is silent for longer than
/// `patience`, is failed; another process tries the next.
fn watch(
    suite: &TestSuite,
    script: &Path,
    patience: Duration,
    process: &dyn Fn(&Path, &[usize]) -> Command,
) -> GradedScript {
    let mut graded = GradedScript { script: script.display().to_string(), failure: None, marks: Vec::new() };
    let mut marks: Vec<Option<ItemResult>> = vec![None; suite.items.len()];
    let mut fatal = Vec::new();
    let mut last_failure = "the script was not tried".to_string();
    for _ in 0..MAX_PROCESSES {
        // A process that tells of none was preparing the next.
        let mut running = first_after(&fatal);
        let end = listen(process(script, &fatal), patience, &mut |progress| match progress {
            RunProgress::Begun { item } => running = item,
            RunProgress::Prepared { failure } => {
                if let Some(failure) = failure {
                    graded.failure.get_or_insert_with(|| failure.clone());
                    last_failure = failure;
                }
            }
            RunProgress::Decided { item, mark } => {
                if let Some(place) = marks.get_mut(item) {
                    *place = Some(mark);
                }
                running = item + 1;
            }
        });
        let ProcessExit::Abrupt(why) = end else { break };
        let Some(place) = marks.get_mut(running) else { break };
        last_failure = why;
        *place = Some(ItemResult::failed(&last_failure));
        fatal.push(running);
    }
    graded.marks = marks.into_iter().map(|mark| mark.unwrap_or_else(|| ItemResult::failed(&last_failure))).collect();
    graded
}

/// Returns the item after those that have ended a process, where the next process begins.
fn first_after(fatal: &[usize]) -> usize {
    fatal.last().map_or(0, |item| item + 1)
}

/// End of a process.
enum ProcessExit {
    Regular,
    Abrupt(String),
}

/// Tells the progress that a process writes, until it ends or is silent for longer than `patience`.
fn listen(mut command: Command, patience: Duration, tell: &mut dyn FnMut(RunProgress)) -> ProcessExit {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(cause) => return ProcessExit::Abrupt(format!("cannot start a process: {cause}")),
    };
    let Some(output) = child.stdout.take() else { return ProcessExit::Regular };
    let (sender, lines) = channel();
    // The thread ends when the process does.
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            // A host's own function may write other lines.
            if let Ok(progress) = serde_json::from_slice::<RunProgress>(&line)
                && sender.send(progress).is_err()
            {
                return;
            }
        }
    });
    loop {
        match lines.recv_timeout(patience) {
            Ok(progress) => tell(progress),
            Err(RecvTimeoutError::Timeout) => {
                let _ = child.kill().and_then(|()| child.wait());
                return ProcessExit::Abrupt("the process did not end in time".to_string());
            }
            Err(RecvTimeoutError::Disconnected) => {
                return match child.wait() {
                    Ok(status) if status.success() => ProcessExit::Regular,
                    Ok(status) => ProcessExit::Abrupt(format!("the process ended: {status}")),
                    Err(cause) => ProcessExit::Abrupt(format!("the process ended: {cause}")),
                };
            }
        }
    }
}

/// Everything that each script is graded by.
pub struct TestSuite {
    pub files: Vec<TestFile>,
    /// In the order in which they run: those of a file of tests are together, its examples first. The puzzles are last.
    pub items: Vec<Item>,
}

/// A file of tests.
pub struct TestFile {
    pub name: String,
    pub text: String,
    pub forms: Vec<ExamForm>,
    /// The names in it, of which a script may define some.
    pub names: BTreeSet<String>,
}

/// A form at top level that is no test.
pub struct ExamForm {
    /// Position in the text.
    pub start: usize,
    /// Index of the example among the items, if it is one.
    pub example: Option<usize>,
}

/// A test, an example or a puzzle.
pub struct Item {
    /// Place, and the test or example as written.
    pub name: String,
    /// Number of its file among those of the suite, and its line.
    pub place: (usize, u32),
    pub points: u32,
    pub task: Task,
}

pub enum Task {
    /// The body of a test in one of the files.
    Test {
        file: usize,
        body: Range<usize>,
    },
    /// All of them hold.
    Example(Vec<Expected>),
    Puzzle(Board),
}

impl TestSuite {
    /// Reads the file, or the files of the folder: `endings` tell programs, which hold tests, from puzzles.
    pub fn read(path: &Path, endings: &[&str]) -> Result<TestSuite, String> {
        let mut suite = TestSuite { files: Vec::new(), items: Vec::new() };
        let found = if path.is_dir() { run::below(path, |_| true) } else { Ok(vec![path.to_path_buf()]) };
        let found = found.map_err(|cause| format!("cannot read {}: {cause}", path.display()))?;
        let (tests, puzzles): (Vec<_>, Vec<_>) =
            found.iter().partition(|file| puzzle_input::is_program_file(file, endings));
        tests.into_iter().try_for_each(|file| suite.add_tests(file))?;
        puzzles.into_iter().try_for_each(|file| suite.add_puzzles(file))?;
        if suite.items.is_empty() {
            return Err(format!(
                "{} has neither tests nor puzzles: (deftest sums (assert (= (sum '(1 2)) 3))) is a test",
                path.display()
            ));
        }
        Ok(suite)
    }

    fn add_tests(&mut self, path: &Path) -> Result<(), String> {
        let name = path.display().to_string();
        let text = fs::read(path).and_then(syntax::text_from_bytes);
        let text = text.map_err(|cause| Error::unreadable(&name, &cause).to_string())?;
        let (mut forms, mut tests) = (Vec::new(), Vec::new());
        for part in parts(&text) {
            match part {
                Part::Test(test) => {
                    let task = Task::Test { file: self.files.len(), body: test.body };
                    let place = (self.files.len(), test.line);
                    let name = format!("{name}:{}: {}", test.line, test.name);
                    tests.push(Item { name, place, points: test.points, task });
                }
                Part::Example { form, line, outcomes } => {
                    forms.push(ExamForm { start: form.start, example: Some(self.items.len()) });
                    let expression = text.get(form).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
                    let (mark, expected) = outcomes.first().map(mark).unwrap_or_default();
                    let name = format!("{name}:{line}: {expression} {mark} {expected}");
                    let place = (self.files.len(), line);
                    self.items.push(Item { name, place, points: 1, task: Task::Example(outcomes) });
                }
                Part::Other { form } => forms.push(ExamForm { start: form.start, example: None }),
            }
        }
        self.items.append(&mut tests);
        let symbols = tokens(&text).filter(|token| token.kind == TokenKind::Symbol);
        let names = symbols.filter_map(|token| text.get(token.range)).map(str::to_string).collect();
        self.files.push(TestFile { name, text, forms, names });
        Ok(())
    }

    fn add_puzzles(&mut self, path: &Path) -> Result<(), String> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|cause| Error::unreadable(&name, &cause).to_string())?;
        for placed in Reader::new(&*name, BufReader::new(file)) {
            let placed = placed.map_err(|error| error.to_string())?;
            let name = format!("{name}:{}", placed.line);
            let layout = BoardKind::Plain.layout_of(&placed).map_err(|cause| format!("{name}: {cause}"))?;
            let task = Task::Puzzle(placed.puzzle.board(&layout));
            // Puzzles follow all tests, in their order.
            self.items.push(Item { name, place: (usize::MAX, 0), points: 1, task });
        }
        Ok(())
    }

    /// Returns the items with their results, in the order of the files' lines.
    fn by_place<'a>(&'a self, marks: &'a [ItemResult]) -> impl Iterator<Item = (&'a Item, &'a ItemResult)> {
        let mut items: Vec<_> = self.items.iter().zip(marks).collect();
        items.sort_by_key(|(item, _)| item.place);
        items.into_iter()
    }

    /// Returns the points of a script that passes everything.
    pub fn points(&self) -> u32 {
        self.items.iter().fold(0, |sum, item| sum.saturating_add(item.points))
    }
}

/// Returns the scripts: files, and those in folders whose names end in one of `endings`, but for the tests.
pub fn scripts(paths: &[PathBuf], tests: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let tests = fs::canonicalize(tests).unwrap_or_else(|_| tests.to_path_buf());
    let mut scripts = Vec::new();
    for path in paths {
        let unreadable = |cause| format!("cannot read {}: {cause}", path.display());
        if !fs::metadata(path).map_err(unreadable)?.is_dir() {
            scripts.push(path.clone());
            continue;
        }
        let is_script = |file: &Path| puzzle_input::is_program_file(file, endings);
        let mut found = run::below(path, is_script).map_err(unreadable)?;
        found.retain(|path| !fs::canonicalize(path).is_ok_and(|path| path.starts_with(&tests)));
        if found.is_empty() {
            return Err(format!("no file in {} is a script", path.display()));
        }
        scripts.append(&mut found);
    }
    Ok(scripts)
}

/// Characters of a failure that are kept.
const MAX_SHOWN: usize = 300;

/// Progress of a run of a submission.
#[derive(Serialize, Deserialize, Debug)]
pub enum RunProgress {
    /// The script has been loaded, or a form of a file of tests has been evaluated.
    Prepared { failure: Option<String> },
    /// A test, example or puzzle is tried.
    Begun { item: usize },
    /// A test, example or puzzle is decided.
    Decided { item: usize, mark: ItemResult },
}

/// Result of a test, an example or a puzzle.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
pub struct ItemResult {
    /// Reason for which it is not passed.
    pub failure: Option<String>,
    /// Nodes of the search that solved a puzzle.
    pub nodes: u64,
    pub seconds: f64,
}

impl ItemResult {
    /// Returns the result of an item that is not passed.
    pub fn failed(why: &str) -> ItemResult {
        ItemResult { failure: Some(cut(why)), ..ItemResult::default() }
    }
}

/// A run of a submitted script, or of the search of the library. Each test gets a fresh engine that has loaded the
/// script and the file of the test.
pub struct SubmissionRun<'a> {
    pub suite: &'a TestSuite,
    pub options: &'a Options,
    /// Path of the script; `None` stands for the search of the library.
    pub script: Option<&'a Path>,
    /// Indices of the items that have ended a process, in order. Those after them are tried.
    pub fatal: &'a [usize],
}

impl SubmissionRun<'_> {
    /// Tries the items, and tells each step.
    pub fn run(&self, tell: &mut dyn FnMut(RunProgress)) {
        if let Some(script) = self.script.filter(|_| !self.suite.files.is_empty())
            && let Err(error) = self.run_tests(script, tell)
        {
            tell(RunProgress::Prepared { failure: Some(told(&error)) });
        }
        let mut solver = None;
        for (item, puzzle) in self.suite.items.iter().enumerate().skip(first_after(self.fatal)) {
            let Task::Puzzle(board) = &puzzle.task else { continue };
            tell(RunProgress::Begun { item });
            let mark = match solver.get_or_insert_with(|| Solver::new(self.options, self.script)) {
                Ok(solver) => solve(solver, board),
                Err(Failure::Script(error)) => ItemResult::failed(&told(error)),
                Err(Failure::Unfit(message) | Failure::Usage(message)) => ItemResult::failed(message),
            };
            tell(RunProgress::Decided { item, mark });
        }
    }

    fn run_tests(&self, script: &Path, tell: &mut dyn FnMut(RunProgress)) -> Result<(), Error> {
        for (index, file) in self.suite.files.iter().enumerate() {
            let output = OutputRecorder::default();
            let mut loaded = self.load(script, &output, tell)?;
            self.evaluate_forms(&mut loaded, file, &output, tell)?;
            // A copy would lack what only one engine can have.
            let snapshot = loaded.0.snapshot().ok().filter(Snapshot::is_whole);
            for (item, test) in self.suite.items.iter().enumerate().skip(first_after(self.fatal)) {
                let Task::Test { file: of, body } = &test.task else { continue };
                if *of != index {
                    continue;
                }
                tell(RunProgress::Begun { item });
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
                tell(RunProgress::Decided { item, mark: ItemResult { failure, nodes: 0, seconds } });
            }
        }
        Ok(())
    }

    fn builder(&self, output: impl io::Write + Send + 'static) -> Result<EngineBuilder, Error> {
        Ok(console::builder(self.options, self.script, Vec::new(), output)?.warnings(Warnings::Ignore))
    }

    /// Loads the script with global names of its own: what it redefines of the core changes nothing that tests use. The
    /// script has what it defined before it failed.
    fn load(
        &self,
        script: &Path,
        output: &OutputRecorder,
        tell: &mut dyn FnMut(RunProgress),
    ) -> Result<(Engine, Scope), Error> {
        let mut engine = self.builder(output.clone())?.build();
        console::set_up(&mut engine, self.options, None)?;
        let own = engine.scope(&script.display().to_string())?;
        if let Some(dialect) = console::dialect_of(&mut engine, script) {
            engine.with().scope(&own).run(("<dialect>", format!("(require '{dialect})")))?;
        }
        let failure = engine.with().scope(&own).run(script).err().filter(|error| error.exit_status().is_none());
        tell(RunProgress::Prepared { failure: failure.as_ref().map(told) });
        Ok((engine, own))
    }

    /// Evaluates the forms of a file of tests, and tries its examples. A name in the file that the core does not have
    /// means the script's, even if a module that the file requires has it.
    fn evaluate_forms(
        &self,
        (engine, own): &mut (Engine, Scope),
        file: &TestFile,
        output: &OutputRecorder,
        tell: &mut dyn FnMut(RunProgress),
    ) -> Result<(), Error> {
        let mut shared = Vec::new();
        for name in &file.names {
            if !engine.has(name.as_str())? && engine.has((&*own, name.as_str()))? {
                let value: Handle = engine.get((&*own, name.as_str()))?;
                // Some names of dialects, such as `nil`, are no variables here.
                if engine.set(name, &value).is_ok() {
                    shared.push((name, value));
                }
            }
        }
        for form in &file.forms {
            if form.example.is_some_and(|item| self.fatal.contains(&item)) {
                continue;
            }
            if let Some(item) = form.example.filter(|&item| item >= first_after(self.fatal)) {
                tell(RunProgress::Begun { item });
            }
            output.take_line();
            let begin = Instant::now();
            let mut position = form.start;
            let value = engine.inspect().eval_form::<Handle>(&file.name, &file.text, &mut position);
            let seconds = begin.elapsed().as_secs_f64();
            if file.text.get(form.start..).is_some_and(|text| text.starts_with("(require")) {
                shared.iter().try_for_each(|(name, value)| engine.set(name, value))?;
            }
            let item = form.example.and_then(|item| Some((item, &self.suite.items.get(item)?.task)));
            let Some((item, Task::Example(outcomes))) = item else {
                tell(RunProgress::Prepared { failure: value.err().as_ref().map(told) });
                continue;
            };
            let printed =
                value.and_then(|value| value.map_or_else(|| Ok(String::new()), |value| engine.inspect().repr(&value)));
            if item >= first_after(self.fatal) {
                let (written, is_alone) = (output.take_line(), outcomes.len() == 1);
                let mut misses =
                    outcomes.iter().filter_map(|outcome| compared_of(outcome, is_alone, &printed, &written).err());
                let failure = misses.next().map(|miss| cut(&miss.told));
                tell(RunProgress::Decided { item, mark: ItemResult { failure, nodes: 0, seconds } });
            }
        }
        Ok(())
    }
}

/// Evaluates the body of a test, and returns the failure that ends it. Its last value is a number that no script can
/// know. A script that leaves the test early, for example by a continuation, does not pass it.
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

/// Runs of a puzzle whose first one took less than [`REPEATED`]. The shortest counts: the first also compiles the
/// search.
const RUNS: usize = 5;

/// Seconds below which other work of the machine would decide the time of one run.
const REPEATED: f64 = 0.02;

/// Solves a puzzle, and judges the solution.
fn solve(solver: &mut Solver, board: &Board) -> ItemResult {
    let mut timed = || {
        solver.begin();
        let begin = Instant::now();
        let found = solver.solve(board, 1);
        (found, begin.elapsed().as_secs_f64(), solver.engine().inspect().search_statistics().nodes)
    };
    let (found, mut seconds, nodes) = timed();
    if found.is_ok() && seconds < REPEATED {
        (1..RUNS).for_each(|_| seconds = seconds.min(timed().1));
    }
    let failure = match found.map(|solutions| judge(board, solutions, nodes)) {
        Ok(Outcome::Failed(message, _)) => Some(cut(&message)),
        Ok(_) => None,
        Err(error) => Some(told(&error)),
    };
    ItemResult { failure, nodes, seconds }
}

/// Returns an error as one line.
fn told(error: &Error) -> String {
    let place = error.place().map(|place| format!("{place}: ")).unwrap_or_default();
    cut(&format!("{place}error[{}]: {error}", error.code().as_str()))
}

/// Returns the beginning of a text, on one line.
fn cut(text: &str) -> String {
    let line = || text.chars().map(|c| if c.is_control() { ' ' } else { c });
    if line().nth(MAX_SHOWN).is_none() { line().collect() } else { line().take(MAX_SHOWN).chain(['…']).collect() }
}

/// Grade of a script, as JSON and CSV have it.
#[derive(Serialize)]
struct Row<'a> {
    script: &'a str,
    points: u32,
    out_of: u32,
    passed: usize,
    tests: usize,
    solved: usize,
    puzzles: usize,
    #[serde(flatten)]
    effort: Effort,
    first_failure: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    results: Vec<ReportEntry<'a>>,
}

/// Effort of the script and of the library's search for the puzzles that the script has solved.
#[derive(Serialize, Default)]
struct Effort {
    nodes: u64,
    built_in_nodes: u64,
    seconds: f64,
    built_in_seconds: f64,
}

impl Effort {
    fn add(&mut self, script: &ItemResult, built_in: &ItemResult) {
        self.nodes += script.nodes;
        self.built_in_nodes += built_in.nodes;
        self.seconds += script.seconds;
        self.built_in_seconds += built_in.seconds;
    }
}

/// Result of a test, an example or a puzzle, as JSON has it.
#[derive(Serialize)]
struct ReportEntry<'a> {
    name: &'a str,
    points: u32,
    out_of: u32,
    nodes: u64,
    seconds: f64,
    failure: Option<&'a str>,
}

/// Columns of CSV.
const COLUMNS: &str = "script,points,out_of,passed,tests,solved,puzzles,nodes,built_in_nodes,seconds,built_in_seconds,\
                       first_failure\n";

/// Writes the grade of each script as soon as there is one. `built_in` are the results of the library's search.
pub fn write(
    suite: &TestSuite,
    built_in: &[ItemResult],
    graded: impl Iterator<Item = GradedScript>,
    format: GradeFormat,
) -> io::Result<()> {
    let has_puzzles = suite.items.iter().any(|item| matches!(item.task, Task::Puzzle(_)));
    let has_tests = suite.items.iter().any(|item| !matches!(item.task, Task::Puzzle(_)));
    match format {
        GradeFormat::Json => {}
        GradeFormat::Csv => console::write_out(COLUMNS)?,
        GradeFormat::Markdown => {
            let tests = if has_tests { " tests |" } else { "" };
            let puzzles = if has_puzzles { " puzzles | nodes | built-in | time | built-in |" } else { "" };
            let columns = format!("| script | points |{tests}{puzzles} first failure |\n");
            let rule: String = columns.chars().map(|c| if matches!(c, '|' | '\n') { c } else { '-' }).collect();
            console::write_out(&format!("{columns}{rule}"))?;
        }
    }
    for graded in graded {
        let grade = grade(suite, built_in, &graded);
        let line = match format {
            GradeFormat::Json => {
                let results = entries(suite, &graded);
                serde_json::to_string(&Row { results, ..grade })? + "\n"
            }
            GradeFormat::Csv => csv(&grade),
            GradeFormat::Markdown => row(&grade, has_tests, has_puzzles),
        };
        console::write_out(&line)?;
    }
    Ok(())
}

fn grade<'a>(suite: &TestSuite, built_in: &[ItemResult], graded: &'a GradedScript) -> Row<'a> {
    let mut grade = Row {
        script: &graded.script,
        points: 0,
        out_of: suite.points(),
        passed: 0,
        tests: 0,
        solved: 0,
        puzzles: 0,
        effort: Effort::default(),
        first_failure: graded.failure.clone(),
        results: Vec::new(),
    };
    let mut failures = suite.by_place(&graded.marks).filter_map(|(item, mark)| Some((item, mark.failure.as_ref()?)));
    if let Some((item, failure)) = failures.next() {
        grade.first_failure.get_or_insert_with(|| format!("{}: {failure}", item.name));
    }
    for ((item, mark), built_in) in suite.items.iter().zip(&graded.marks).zip(built_in) {
        let is_puzzle = matches!(item.task, Task::Puzzle(_));
        *(if is_puzzle { &mut grade.puzzles } else { &mut grade.tests }) += 1;
        if mark.failure.is_some() {
            continue;
        }
        grade.points += item.points;
        if is_puzzle {
            grade.solved += 1;
            grade.effort.add(mark, built_in);
        } else {
            grade.passed += 1;
        }
    }
    grade
}

fn entries<'a>(suite: &'a TestSuite, graded: &'a GradedScript) -> Vec<ReportEntry<'a>> {
    let results = suite.by_place(&graded.marks).map(|(item, mark)| ReportEntry {
        name: &item.name,
        points: if mark.failure.is_none() { item.points } else { 0 },
        out_of: item.points,
        nodes: mark.nodes,
        seconds: mark.seconds,
        failure: mark.failure.as_deref(),
    });
    results.collect()
}

fn csv(grade: &Row) -> String {
    let Row { points, out_of, passed, tests, solved, puzzles, .. } = grade;
    let Effort { nodes, built_in_nodes, seconds, built_in_seconds } = grade.effort;
    format!(
        "{},{points},{out_of},{passed},{tests},{solved},{puzzles},{nodes},{built_in_nodes},{seconds:.6},{built_in_seconds:.6},{}\n",
        csv_cell(grade.script),
        grade.first_failure.as_deref().map(csv_cell).unwrap_or_default()
    )
}

fn row(grade: &Row, has_tests: bool, has_puzzles: bool) -> String {
    let tests = if has_tests { format!(" {} of {} |", grade.passed, grade.tests) } else { String::new() };
    let Effort { nodes, built_in_nodes, seconds, built_in_seconds } = grade.effort;
    let puzzles = match grade {
        _ if !has_puzzles => String::new(),
        Row { solved: 0, puzzles, .. } => format!(" 0 of {puzzles} | | | | |"),
        Row { solved, puzzles, .. } => format!(
            " {solved} of {puzzles} | {nodes} | {built_in_nodes} | {} | {} |",
            duration(seconds),
            duration(built_in_seconds)
        ),
    };
    let failure = grade.first_failure.as_deref().map(markdown_cell).unwrap_or_default();
    let Row { points, out_of, script, .. } = grade;
    format!("| {} | {points} of {out_of} |{tests}{puzzles} {failure} |\n", markdown_cell(script))
}

#[cfg(all(test, unix))]
mod tests {
    use klammer::docs::ExampleOutcome;

    use super::*;
    use super::{Item, Task};

    /// Grades by the items of processes that a shell is: `$1` is the first item to try.
    fn watched(script: &str) -> Vec<Option<String>> {
        let item = || Item {
            name: String::new(),
            place: (0, 0),
            points: 1,
            task: Task::Example(vec![ExampleOutcome::Value("1".into())]),
        };
        let suite = TestSuite { files: Vec::new(), items: (0..4).map(|_| item()).collect() };
        let shell = |_: &Path, fatal: &[usize]| {
            let mut command = Command::new("sh");
            let tell = r#"pass() { echo "{\"Decided\":{\"item\":$1,\"mark\":{\"failure\":null,\"nodes\":0,\"seconds\":0}}}"; }"#;
            command.args(["-c", &format!("{tell}; {script}"), "sh", &first_after(fatal).to_string()]);
            command
        };
        let graded = watch(&suite, Path::new("a.lisp"), Duration::from_secs(2), &shell);
        graded.marks.into_iter().map(|mark| mark.failure).collect()
    }

    #[test]
    fn a_process_that_ends_fails_one_item() {
        let failures = watched("for i in 0 1 2 3; do [ $i -ge $1 ] && { [ $i = 1 ] && kill -9 $$; pass $i; }; done; :");
        let [None, Some(failure), None, None] = &failures[..] else { panic!("{failures:?}") };
        assert!(failure.contains("signal: 9"), "{failure}");
    }

    #[test]
    fn a_silent_process_fails_one_item() {
        let failures = watched("echo junk; [ $1 = 0 ] && { pass 0; exec sleep 60; }; pass 2; pass 3");
        let [None, Some(failure), None, None] = &failures[..] else { panic!("{failures:?}") };
        assert_eq!(failure, "the process did not end in time");
    }

    #[test]
    fn the_item_that_runs_fails_with_its_process() {
        let begun = r#"begin() { echo "{\"Begun\":{\"item\":$1}}"; }"#;
        let failures = watched(&format!(
            "{begun}; for i in 0 2 3; do [ $i -ge $1 ] && {{ begin $i; [ $i = 2 ] && exit 3; pass $i; }}; done; :"
        ));
        let [None, Some(untried), Some(failure), None] = &failures[..] else { panic!("{failures:?}") };
        assert!(failure.contains("status: 3") && untried == failure, "{failures:?}");
    }

    #[test]
    fn processes_that_always_end_fail_all_items() {
        let failures = watched("exit 3");
        assert_eq!(failures.iter().flatten().count(), 4, "{failures:?}");
    }
}
