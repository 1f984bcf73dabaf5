//! The engine behind the page: a session runs programs in steps, so its worker can take messages in between.
//!
//! Everything that crosses to the page is a text of JSON; `page/worker.js` is the other side.

#![forbid(unsafe_code)]

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(target_arch = "wasm32")]
use std::time::Duration;

use klammer::trace::Event;
use klammer::{Engine, Error, Handle, Host, Interrupt, Limits, RenderOptions, Run, Step};
use klammer_hints::Hints;
use klammer_search::BoardEvent;
use klammer_search::board::Board;
use klammer_search::puzzle::Puzzle;
use klammer_search::recording::{Recorder, Recording};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// Memory of a session in bytes. A browser tab has little more than a gigabyte.
const MEMORY: usize = 512 << 20;

/// Bytes of output that wait for the page at most; a program that prints more ends with an error.
const OUTPUT: usize = 16 << 20;

/// Columns of error reports.
const WIDTH: usize = 88;

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

#[derive(Default)]
struct Shared {
    output: String,
    /// Warnings as JSON.
    warnings: Vec<String>,
    /// Latest state of a search that is recorded.
    latest: Option<Event>,
}

type SharedState = Arc<Mutex<Shared>>;

fn lock(shared: &SharedState) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Collects output and warnings for the page. Programs have the clock and nothing else.
struct Page(SharedState);

impl Host for Page {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let output = &mut lock(&self.0).output;
        if output.len() + text.len() > OUTPUT {
            return Err(io::Error::other("too much output at once"));
        }
        output.push_str(text);
        Ok(())
    }

    fn warn(&mut self, warning: &Error) {
        lock(&self.0).warnings.push(warning.warning_to_json());
    }

    #[cfg(target_arch = "wasm32")]
    fn now(&self) -> Duration {
        Duration::from_secs_f64(milliseconds().max(0.0) / 1000.0)
    }
}

/// One program and what it has defined.
#[wasm_bindgen]
pub struct Session {
    engine: Engine,
    shared: SharedState,
    run: Option<Run<Handle>>,
    recorder: Option<Recorder>,
}

/// Answer to [`Session::start`] and [`Session::step`].
#[derive(Serialize)]
struct Answer {
    state: State,
    output: String,
    warnings: Vec<String>,
    /// The value of the last expression, as a prompt shows it.
    value: Option<String>,
    error: Option<Complaint>,
    /// The latest board of a recorded search, as SVG.
    board: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Running,
    Done,
    Failed,
}

#[derive(Serialize)]
struct Complaint {
    /// The report as a terminal shows it, without colours.
    report: String,
    /// The error as [`Error::to_json`] writes it.
    json: String,
}

impl Complaint {
    fn new(error: &Error) -> Complaint {
        let report = error.render(&RenderOptions::default().width(WIDTH));
        Complaint { report, json: error.to_json() }
    }
}

fn json(value: &impl Serialize) -> String {
    // Texts and numbers can always be written.
    serde_json::to_string(value).unwrap_or_default()
}

#[wasm_bindgen]
impl Session {
    /// Returns a session for programs in a dialect: `core`, `scheme` or `common-lisp`.
    #[wasm_bindgen(constructor)]
    pub fn new(dialect: &str) -> Session {
        let shared = SharedState::default();
        let limits = Limits { memory: MEMORY, ..Limits::default() };
        let mut engine = klammer_search::builder()
            .dialect(klammer_scheme::dialect())
            .dialect(klammer_common_lisp::dialect())
            .advisor(Hints::new())
            .limits(limits)
            .host(Page(Arc::clone(&shared)))
            .build();
        if dialect != "core"
            && let Err(error) = engine.require(dialect)
        {
            lock(&shared).output = error.to_string();
        }
        Session { engine, shared, run: None, recorder: None }
    }

    /// Starts a program, of which nothing runs before [`Session::step`]. `record` is the number of search nodes to
    /// record for [`Session::tree`]; with 0 the search runs at full speed.
    pub fn start(&mut self, name: &str, text: &str, record: usize) -> String {
        self.stop();
        self.trace(record);
        let program = self.engine.compile((name, text)).inspect(|program| {
            lock(&self.shared).warnings.extend(program.warnings().iter().map(Error::warning_to_json));
        });
        match program.and_then(|program| self.engine.start::<Handle>(&program, ())) {
            Ok(run) => {
                self.run = Some(run);
                self.answer(State::Running, None, None)
            }
            Err(error) => self.answer(State::Failed, None, Some(&error)),
        }
    }

    /// Runs the program for about `ticks` ticks.
    pub fn step(&mut self, ticks: u32) -> String {
        let Some(run) = &mut self.run else { return self.answer(State::Done, None, None) };
        match run.step(&mut self.engine, ticks.into()) {
            Ok(Step::Done(value)) => {
                self.run = None;
                let shown = self.engine.inspect().show(&value);
                match shown {
                    Ok(value) => self.answer(State::Done, value, None),
                    Err(error) => self.answer(State::Failed, None, Some(&error)),
                }
            }
            Ok(_) => self.answer(State::Running, None, None),
            Err(error) => {
                self.run = None;
                self.answer(State::Failed, None, Some(&error))
            }
        }
    }

    /// Ends the program where it is. Its definitions stay.
    pub fn stop(&mut self) {
        self.run = None;
    }

    /// Returns errors and warnings of a text that is not run, as an array of objects of JSON.
    pub fn check(&mut self, name: &str, text: &str) -> String {
        let found = self.engine.check((name, text));
        let errors = found.errors.iter().map(Error::to_json);
        let all: Vec<String> = errors.chain(found.warnings.iter().map(Error::warning_to_json)).collect();
        format!("[{}]", all.join(","))
    }

    /// Returns the page of the search tree that the last program has recorded, if it has searched.
    pub fn tree(&mut self, title: &str) -> Option<String> {
        let recorder = self.recorder.take()?;
        self.engine.inspect().trace_search(None);
        let stopped = recorder.is_full().then(|| "the recording is full".to_string());
        let search = recorder.searches().nth(0)?;
        Recording { stopped, ..Recording::new(title, search) }.page().ok()
    }
}

impl Session {
    fn trace(&mut self, nodes: usize) {
        lock(&self.shared).latest = None;
        // A full recording interrupts nobody: the program goes on.
        self.recorder = (nodes > 0).then(|| Recorder::new(nodes, Interrupt::new()));
        let sink = self.recorder.as_ref().map(|recorder| {
            let shared = Arc::clone(&self.shared);
            recorder.sink(move |event| {
                if event.layout().is_some() {
                    lock(&shared).latest = Some(event.clone());
                }
                true
            })
        });
        self.engine.inspect().trace_search(sink);
    }

    fn answer(&mut self, state: State, value: Option<String>, error: Option<&Error>) -> String {
        let Shared { output, warnings, latest } = std::mem::take(&mut *lock(&self.shared));
        let board = latest.as_ref().and_then(picture);
        json(&Answer { state, output, warnings, value, error: error.map(Complaint::new), board })
    }
}

/// Draws the board of an event with its candidates.
fn picture(event: &Event) -> Option<String> {
    let layout = event.layout()?;
    Puzzle::svg_of_board(&Board::with_masks(layout, event.cells().iter().copied()))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Runs a program to its end. Returns the output of all steps and the last answer.
    fn run(session: &mut Session, text: &str, record: usize) -> (String, Value) {
        let mut output = String::new();
        let mut answer: Value = serde_json::from_str(&session.start("program.lisp", text, record)).unwrap();
        loop {
            output += answer["output"].as_str().unwrap();
            if answer["state"] != "running" {
                return (output, answer);
            }
            answer = serde_json::from_str(&session.step(10_000)).unwrap();
        }
    }

    #[test]
    fn a_session_keeps_definitions() {
        let mut session = Session::new("core");
        let (output, answer) = run(&mut session, "(defproc twice (n) (* 2 n)) (print \"hello\") (twice 21)", 0);
        assert_eq!((output.as_str(), &answer["value"]), ("hello\n", &"42".into()));
        assert_eq!(run(&mut session, "(twice 4)", 0).1["value"], "8");
    }

    #[test]
    fn a_program_stops_between_steps() {
        let mut session = Session::new("core");
        session.start("endless.lisp", "(setq n 0) (while t (inc! n))", 0);
        assert!(session.step(1_000).contains("\"running\""));
        session.stop();
        assert!(session.step(1_000).contains("\"done\""));
        let (_, answer) = run(&mut session, "(> n 10)", 0);
        assert_eq!(answer["value"], "t");
    }

    #[test]
    fn an_error_has_its_report_and_place() {
        let (_, answer) = run(&mut Session::new("core"), "(print 1)\n(car 5)", 0);
        assert_eq!(answer["state"], "failed");
        assert!(answer["error"]["report"].as_str().unwrap().contains("program.lisp:2"), "{answer}");
        let error: Value = serde_json::from_str(answer["error"]["json"].as_str().unwrap()).unwrap();
        assert_eq!((&error["line"], &error["code"]), (&2.into(), &"wrong-type".into()));
    }

    #[test]
    fn a_check_finds_errors_and_lints() {
        let found: Value =
            serde_json::from_str(&Session::new("core").check("a.lisp", "(defproc f (x) (crd x))\n(f")).unwrap();
        let severities: Vec<&Value> = found.as_array().unwrap().iter().map(|error| &error["severity"]).collect();
        assert_eq!(severities, ["error", "warning"], "{found}");
    }

    #[test]
    fn dialects_have_their_own_notation() {
        assert_eq!(run(&mut Session::new("scheme"), "(map (lambda (x) (> x 1)) '(1 2))", 0).1["value"], "(#f #t)");
        assert_eq!(run(&mut Session::new("common-lisp"), "(loop for i below 3 collect i)", 0).1["value"], "(0 1 2)");
    }

    #[test]
    fn a_recorded_search_has_board_and_tree() {
        let mut session = Session::new("core");
        let (_, answer) = run(&mut session, "(require 'search) (solved? (solve (board 4)))", 1_000);
        assert!(answer["board"].as_str().unwrap().contains("<svg"), "{answer}");
        assert!(session.tree("a board").unwrap().contains("a board"));
        run(&mut session, "(+ 1 2)", 1_000);
        assert!(session.tree("nothing").is_none());
    }

    #[test]
    fn memory_is_limited() {
        let (_, answer) = run(&mut Session::new("core"), "(setq l nil) (while t (push! (make-array 1000 0) l))", 0);
        let report = answer["error"]["report"].as_str().unwrap();
        assert!(report.contains("out-of-memory"), "{report}");
    }
}
