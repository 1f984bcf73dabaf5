//! The prompt: reads an input, evaluates it, shows its values, and goes on after errors.
//!
//! [`editor`] is the line while it is typed, with its colours, indentation and history; [`completion`] finds what fits
//! there. [`Session`] holds the state between inputs, [`show`] formats values, and [`commands`] has the words that
//! begin with a comma, those of all prompts included. [`debugger`] is the prompt of a pause. An
//! input is a text of its own, called `<repl:3>`; all of them share the engine's main module.

mod commands;
mod completion;
pub mod debugger;
mod editor;
mod show;

use std::cell::{RefCell, RefMut};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use klammer::docs::Documentation;
use klammer::inspect::{ErrorFrame, Resume};
use klammer::syntax::{TokenKind, tokens};
use klammer::{Engine, Error, Handle};
use rustyline::error::ReadlineError;

use crate::AppInfo;
use crate::args::{Options, Program, Run};
use crate::console::{self, OutputRecorder, Reporter, SignalMode, USAGE, print_message};
use crate::puzzle_input;
use crate::repl::commands::{CommandFacts, MARK};
use crate::repl::debugger::Prompt;
use crate::repl::editor::{InputNames, LineEditor};
use crate::repl::show::Excerpt;
use crate::run::{Stamp, stamp};

/// Talks until the user leaves, after the program of the command line if there is one.
pub fn run(run: &Run, options: &Options) -> ExitCode {
    let mut options = options.clone();
    let program = run.program();
    let unfit = match &program {
        Some(Program::File(path)) => puzzle_input::no_program(path),
        Some(Program::Stdin) => Some("standard input is what is typed at the prompt: name a file".to_string()),
        Some(Program::Expression(_)) | None => None,
    };
    if let Some(message) = unfit {
        print_message(&message);
        return ExitCode::from(USAGE);
    }
    if let (true, Some(Program::File(path))) = (options.sandbox.is_on, &program) {
        options.sandbox.allow_read.push(path.clone());
    }
    let talked = Session::new(&options).and_then(|mut session| {
        session.engine().set("*arguments*", run.arguments().as_slice())?;
        match &program {
            Some(Program::File(path)) => {
                let dialect = console::dialect_of(&mut session.engine(), path);
                dialect.map_or(Ok(()), |dialect| session.engine().require(dialect))?;
                commands::evaluate(&mut session, path).map(drop)?;
            }
            Some(Program::Expression(text)) => session.evaluate(text)?,
            Some(Program::Stdin) | None => {}
        }
        talk(&mut session, &options.app)
    });
    match talked {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(&options).error(&error),
    }
}

/// Shows the documentation of these names. Returns a failure if one of them has none.
pub fn document(options: &Options, names: &[String]) -> ExitCode {
    if !names.is_empty() && names.iter().all(|name| name.trim().is_empty()) {
        print_message("the name is empty; --help shows examples");
        return ExitCode::from(USAGE);
    }
    let shown = Session::new(options).and_then(|mut session| {
        let mut are_known = true;
        for name in names.iter().flat_map(|name| commands::meant(name)) {
            are_known &= commands::document(&mut session, name)?;
        }
        Ok(are_known)
    });
    match shown {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => Reporter::new(options).error(&error),
    }
}

fn talk(session: &mut Session, tool: &AppInfo) -> Result<(), Error> {
    let prompt = format!("{}> ", tool.name);
    let mut editor = LineEditor::new(session.share_engine(), prompt).map_err(|error| unusable(&error))?;
    let title = if tool.name == "klammer" { "Klammer" } else { tool.name };
    session.say(&format!("{title} {}. ,help for help, Ctrl-D to leave.", tool.version))?;
    loop {
        // One that came too late for the last input is not for the next one.
        session.engine().interrupt().clear();
        let input = match editor.read() {
            Ok(input) => input,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                session.say("\nThat is not UTF-8: this input is dropped.")?;
                continue;
            }
            Err(error) => return Err(unusable(&error)),
        };
        session.width = editor.width().unwrap_or(USUAL_WIDTH);
        commands::load_changed(session)?;
        answer(session, &input)?;
        if session.is_over {
            return Ok(());
        }
    }
}

/// Evaluates an input or runs its command.
fn answer(session: &mut Session, input: &str) -> Result<(), Error> {
    if input.trim().is_empty() {
        return Ok(());
    }
    if let Some(command) = input.trim_start().strip_prefix(MARK) {
        return commands::run(session, command);
    }
    if let Some(command) = commands::plain_word(input) {
        // Unless the program has given the word another meaning.
        let word = input.trim().trim_matches(['(', ')']);
        let meaning = session.engine().docs().describe(word);
        if meaning.is_none_or(|meaning| meaning.subject != "main") {
            return commands::run(session, command);
        }
    }
    if let Some(name) = commands::asked_for(input)
        && session.engine().docs().describe(input.trim()).is_none()
    {
        return commands::run(session, &format!("doc {name}"));
    }
    if let Some(command) = commands::with_colon(input) {
        return session.say(&format!("Commands begin with a comma here: {command}"));
    }
    session.evaluate(input)
}

/// The terminal has gone, or is none.
fn unusable(error: &ReadlineError) -> Error {
    Error::unreadable("the terminal", &std::io::Error::other(error.to_string()))
}

/// Names of the last values, the latest first.
const RECENT: [&str; 3] = ["*1", "*2", "*3"];

/// Names that are defined in each session.
pub const PREDEFINED: [&str; 4] = ["*1", "*2", "*3", "*arguments*"];

/// Bound of the values of names that wait for the form after them.
const MAX_NAMES: usize = 20;

/// Width of a terminal that does not say how wide it is.
pub const USUAL_WIDTH: usize = 80;

/// The engine, which the line that is typed asks for names while nothing is evaluated.
pub type SharedEngine = Rc<RefCell<Engine>>;

impl InputNames for SharedEngine {
    fn names(&mut self) -> Vec<String> {
        self.borrow_mut().docs().names()
    }

    fn modules(&mut self) -> Vec<String> {
        self.borrow_mut().docs().modules().map(str::to_string).collect()
    }

    fn describe(&mut self, name: &str) -> Option<Documentation> {
        self.borrow_mut().docs().describe(name)
    }

    fn commands(&self) -> Vec<&'static CommandFacts> {
        commands::COMMANDS.facts()
    }
}

pub struct Session<'o> {
    options: &'o Options,
    engine: SharedEngine,
    reporter: Reporter,
    written: OutputRecorder,
    /// Whether the user has dropped an input in a pause: the end of the evaluation is not the end of the session.
    dropped: Arc<AtomicBool>,
    /// Characters on a line of the terminal.
    pub width: usize,
    pub history: History,
    /// All of what has been cut.
    pub whole: Option<String>,
    pub errors: ErrorHistory,
    pub files: Files,
    /// Functions that report their calls.
    pub traced: Vec<String>,
    /// Whether the user has left.
    pub is_over: bool,
}

/// Inputs of a session, and their values.
#[derive(Default)]
pub struct History {
    /// Number of inputs so far.
    count: usize,
    /// Inputs that were evaluated without an error.
    pub accepted: Vec<String>,
    /// The last values, the latest first; fewer than [`RECENT`] at the beginning.
    recent: Vec<Handle>,
}

impl History {
    /// Counts the next input, and returns its name.
    fn next_name(&mut self) -> String {
        self.count += 1;
        format!("<repl:{}>", self.count)
    }

    /// Gives a value the first of the names of the last values.
    fn remember(&mut self, value: Handle, engine: &mut Engine) -> Result<(), Error> {
        self.recent.insert(0, value);
        self.recent.truncate(RECENT.len());
        RECENT.iter().zip(&self.recent).try_for_each(|(name, value)| engine.set(name, value))
    }
}

/// Errors of a session.
#[derive(Default)]
pub struct ErrorHistory {
    /// The last error, and the frames that it went through.
    pub last: Option<(Error, Vec<ErrorFrame>)>,
    /// Whether the user has been told which commands show the frames.
    has_explained: bool,
}

impl<'o> Session<'o> {
    pub fn new(options: &'o Options) -> Result<Session<'o>, Error> {
        let written = OutputRecorder::on(console::standard_output());
        let mut engine = fresh_engine(options, &written)?;
        let dropped = Arc::new(AtomicBool::new(false));
        engine.inspect().attach_debugger(Prompt::at_break(Arc::clone(&dropped)), None, Resume::Continue);
        Ok(Session {
            options,
            engine: Rc::new(RefCell::new(engine)),
            reporter: Reporter::new(options),
            written,
            dropped,
            width: USUAL_WIDTH,
            history: History::default(),
            whole: None,
            errors: ErrorHistory::default(),
            files: Files::default(),
            traced: Vec::new(),
            is_over: false,
        })
    }

    /// Begins again: nothing is defined, no file is watched.
    pub fn reset(&mut self) -> Result<(), Error> {
        let fresh = Session::new(self.options)?;
        let engine = Rc::clone(&self.engine);
        engine.swap(&fresh.engine);
        *self = Session { engine, width: self.width, ..fresh };
        Ok(())
    }

    /// The engine, for as long as nothing else of the session is used: so it is never asked for twice at the same time.
    pub fn engine(&mut self) -> RefMut<'_, Engine> {
        self.engine.borrow_mut()
    }

    /// The program that the session is one of.
    pub fn tool(&self) -> &AppInfo {
        &self.options.app
    }

    /// Another engine, in which a module of the host's has been required; nothing that it writes is shown.
    pub fn engine_with(&self, module: &str) -> Result<Engine, Error> {
        let mut engine = fresh_engine(self.options, &OutputRecorder::on(console::standard_output()))?;
        engine.require(module)?;
        Ok(engine)
    }

    pub fn share_engine(&self) -> SharedEngine {
        Rc::clone(&self.engine)
    }

    /// Writes lines for the user.
    pub fn say(&mut self, text: &str) -> Result<(), Error> {
        self.engine().inspect().write(&format!("{}\n", text.trim_end()))
    }

    /// Writes what may be long.
    pub fn say_shown(&mut self, shown: Excerpt) -> Result<(), Error> {
        self.say(&shown.text)?;
        if shown.whole.is_some() {
            self.whole = shown.whole;
        }
        Ok(())
    }

    /// Evaluates an input and shows the value of each of its forms. An error of the input is shown; one of the output
    /// is returned.
    pub fn evaluate(&mut self, input: &str) -> Result<(), Error> {
        if self.evaluate_forms(input, |session, value, written| session.show(value, &written))? {
            self.history.accepted.push(input.trim().to_string());
        }
        Ok(())
    }

    /// Evaluates the forms of an input one by one, and hands over each value with the output of the form. Returns
    /// whether all of them have a value.
    pub fn evaluate_forms(
        &mut self,
        input: &str,
        mut each: impl FnMut(&mut Self, Handle, String) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let name = self.history.next_name();
        let mut position = 0;
        // The value of a mere name, as of `print` in `print("a")`, means nothing if the form after it is an error.
        let mut of_names = Vec::new();
        loop {
            let start = position;
            self.written.take();
            let result = self.engine().inspect().eval_form::<Handle>(&name, input, &mut position);
            match result {
                Ok(None) => {
                    of_names.drain(..).try_for_each(|value| each(self, value, String::new()))?;
                    return Ok(true);
                }
                Ok(Some(value)) => {
                    let written = self.written.take();
                    if is_name(input.get(start..position).unwrap_or("")) && of_names.len() < MAX_NAMES {
                        of_names.push(value);
                        continue;
                    }
                    of_names.drain(..).try_for_each(|value| each(self, value, String::new()))?;
                    self.engine().inspect().fresh_line()?;
                    each(self, value, written)?;
                }
                Err(error) => {
                    self.fail(error)?;
                    return Ok(false);
                }
            }
        }
    }

    /// Shows an error of a program. The end of the program is returned.
    pub fn fail(&mut self, error: Error) -> Result<(), Error> {
        // The error is shown by means of the engine.
        self.engine().interrupt().clear();
        let frames = self.engine().inspect().take_error_frames();
        self.engine().inspect().fresh_line()?;
        if error.exit_status().is_some() {
            return if self.dropped.swap(false, Ordering::Relaxed) { Ok(()) } else { Err(error) };
        }
        self.reporter.error(&error);
        let has_locals = frames.iter().any(|frame| !frame.locals.is_empty());
        self.errors.last = Some((error, frames));
        // Once is enough.
        if has_locals && !std::mem::replace(&mut self.errors.has_explained, true) {
            self.say("(,where shows the calls that led here, ,locals their variables)")?;
        }
        Ok(())
    }

    /// Shows the value of a form, and gives it a name.
    pub fn show(&mut self, value: Handle, written: &str) -> Result<(), Error> {
        let width = self.width;
        let shown = show::value(&mut self.engine(), &value, written, width);
        match shown {
            Ok(Some(shown)) => self.say_shown(shown)?,
            Ok(None) => {}
            Err(error) => self.fail(error)?,
        }
        self.history.remember(value, &mut self.engine.borrow_mut())
    }
}

/// Returns whether a form is a single word, whose evaluation writes nothing.
fn is_name(form: &str) -> bool {
    let mut tokens = tokens(form).filter(|t| !matches!(t.kind, TokenKind::Space | TokenKind::Comment));
    tokens.next().is_some_and(|t| t.kind == TokenKind::Symbol) && tokens.next().is_none()
}

fn fresh_engine(options: &Options, written: &OutputRecorder) -> Result<Engine, Error> {
    let arguments = vec![options.app.name.to_string()];
    let mut engine = console::builder(options, None, arguments, written.clone())?.inspected(true).build();
    engine.set("*arguments*", ())?;
    for name in RECENT {
        engine.set(name, ())?;
    }
    console::set_up(&mut engine, options, None)?;
    // While an input is edited, the terminal passes Ctrl-C on as a key; the signal comes only during evaluation.
    // Without a handler it would end the process.
    console::catch_ctrl_c(&engine.interrupt(), SignalMode::Always);
    Ok(engine)
}

// Files that an input may name: loaded, loaded again, watched.

#[derive(Default)]
pub struct Files {
    /// Files that `,load` and `,watch` have loaded, in order.
    loaded: Vec<PathBuf>,
    watched: Vec<(PathBuf, Option<Stamp>)>,
    /// Files that `,save` has written.
    saved: Vec<PathBuf>,
}

/// Change of a watched file.
#[derive(PartialEq, Eq, Debug)]
pub enum Change {
    Written(PathBuf),
    Gone(PathBuf),
}

impl Files {
    pub fn note_loaded(&mut self, path: &Path) {
        if !self.loaded.iter().any(|loaded| loaded == path) {
            self.loaded.push(path.to_path_buf());
        }
    }

    pub fn loaded(&self) -> &[PathBuf] {
        &self.loaded
    }

    pub fn watch(&mut self, path: &Path) {
        self.unwatch(path);
        self.watched.push((path.to_path_buf(), stamp(path)));
    }

    /// Removes a file from the watched ones. Returns whether it was among them.
    pub fn unwatch(&mut self, path: &Path) -> bool {
        let before = self.watched.len();
        self.watched.retain(|(watched, _)| watched != path);
        self.watched.len() < before
    }

    pub fn watched(&self) -> impl Iterator<Item = &Path> {
        self.watched.iter().map(|(path, _)| path.as_path())
    }

    /// The watched files that have changed since this was last asked.
    pub fn changes(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (path, before) in &mut self.watched {
            let now = stamp(path);
            if now != std::mem::replace(before, now) {
                changes.push(if now.is_some() { Change::Written(path.clone()) } else { Change::Gone(path.clone()) });
            }
        }
        changes
    }

    pub fn note_saved(&mut self, path: &Path) {
        self.saved.push(path.to_path_buf());
    }

    /// Returns whether `,save` may write to a path without destroying another file.
    pub fn is_free(&self, path: &Path) -> bool {
        !path.exists() || self.saved.iter().any(|saved| saved == path)
    }
}

/// The file that somebody means: quotes around the name are no part of it, and `~` is the home folder.
pub fn named(text: &str) -> PathBuf {
    let text = text.trim();
    let name = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
    match name.strip_prefix("~/").zip(dirs::home_dir()) {
        Some((rest, home)) => home.join(rest),
        None => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_change_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lisp");
        fs::write(&path, "1").unwrap();
        let mut files = Files::default();
        files.watch(&path);
        assert_eq!(files.changes(), []);
        fs::write(&path, "22").unwrap();
        assert_eq!(files.changes(), [Change::Written(path.clone())]);
        assert_eq!(files.changes(), []);
        fs::remove_file(&path).unwrap();
        assert_eq!(files.changes(), [Change::Gone(path.clone())]);
        assert!(files.unwatch(&path) && !files.unwatch(&path));
    }

    #[test]
    fn names_may_stand_in_quotes() {
        assert_eq!(named(" \"a b.lisp\" "), PathBuf::from("a b.lisp"));
        assert_eq!(named("a.lisp"), PathBuf::from("a.lisp"));
    }
}
