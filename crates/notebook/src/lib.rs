//! A Jupyter kernel for Klammer.
//!
//! [`Session`] evaluates cells and knows nothing of Jupyter; a host can use it for a notebook of its own. [`serve`]
//! connects a session to the sockets of Jupyter's messaging protocol, and [`install`] registers the kernel.

#![forbid(unsafe_code)]

mod kernel;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use jupyter_zmq_client::dirs;
use klammer::syntax::{Completeness, TokenKind, completeness, tokens};
use klammer::{Code, Engine, Error, Handle, Interrupt, RenderOptions, StdHost, Warnings};
use klammer_hints::Hints;
use klammer_language_server::input::{self, CompletionSource, call_around};
use klammer_search::puzzle::Puzzle;
use klammer_search::recording::{Recorder, Recording};
use klammer_search::{Board, Store};
use serde_json::json;

pub use kernel::{KernelError, serve};

/// The name of a dialect: the core, Scheme or Common Lisp.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Dialect {
    /// The language of Klammer itself.
    #[default]
    Core,
    /// R7RS.
    Scheme,
    /// Common Lisp.
    CommonLisp,
}

impl Dialect {
    /// Returns the name, as `require` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Core => "core",
            Dialect::Scheme => "scheme",
            Dialect::CommonLisp => "common-lisp",
        }
    }

    /// Returns the name for people.
    fn title(self) -> &'static str {
        match self {
            Dialect::Core => "Klammer",
            Dialect::Scheme => "Scheme (Klammer)",
            Dialect::CommonLisp => "Common Lisp (Klammer)",
        }
    }
}

/// Writes the specification of the kernel for a dialect, and returns its folder. It is for the user, or below `prefix`
/// (an environment of Python, for instance). `program` is the kernel's program.
///
/// # Errors
/// If the folder cannot be written, or the user has no data folder.
pub fn install(dialect: Dialect, prefix: Option<&Path>, program: &Path) -> io::Result<PathBuf> {
    let data = match prefix {
        Some(prefix) => prefix.join("share/jupyter"),
        None => dirs::user_data_dir().map_err(io::Error::other)?,
    };
    let name = if dialect == Dialect::Core { "klammer".to_string() } else { format!("klammer-{}", dialect.name()) };
    let folder = data.join("kernels").join(name);
    fs::create_dir_all(&folder)?;
    let specification = json!({
        "argv": [program, "run", "--dialect", dialect.name(), "{connection_file}"],
        "display_name": dialect.title(),
        "language": "klammer",
        // A signal would end a process that is about to start.
        "interrupt_mode": "message",
    });
    let text = format!("{specification:#}\n");
    // Replaced, never emptied first: a notebook may start meanwhile.
    let file = folder.join("kernel.json");
    let new = folder.join("kernel.json.new");
    fs::write(&new, text)?;
    fs::rename(&new, &file)?;
    Ok(folder)
}

/// Columns of values and error reports.
const WIDTH: usize = 100;

/// Variables and constraints of a store that are shown.
const MAX_ROWS: usize = 1_000;

/// Boards of a list that are drawn.
const MAX_BOARDS: usize = 12;

/// Search nodes that `%%tree` records if it states no number.
const TREE_NODES: usize = 10_000;

/// Bytes of output that wait at most for the next message.
const OUTPUT: usize = 16 << 10;

/// Greatest time that output waits for the next message.
const DELAY: Duration = Duration::from_millis(50);

/// A stream that a program writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Output,
    /// The error port; warnings appear there, too.
    Errors,
}

/// A value or picture that a cell shows, in one or more notations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Display {
    /// Plain text, as the prompt shows it.
    pub text: String,
    /// A picture in SVG.
    pub svg: Option<String>,
    /// A part of an HTML page.
    pub html: Option<String>,
}

/// The error that ended a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The error code: `wrong-type`.
    pub code: String,
    /// The message, without the place.
    pub message: String,
    /// The report with the source text, in the colours of a terminal.
    pub report: String,
}

impl Failure {
    fn new(error: &Error) -> Failure {
        let options = RenderOptions::default().width(WIDTH).colour(true);
        Failure {
            code: error.code().as_str().to_string(),
            message: error.message().to_string(),
            report: error.render(&options),
        }
    }
}

/// The receiver of output.
type Sink = Arc<dyn Fn(Stream, &str) + Send + Sync>;

/// Sends output in blocks: a message for each call of `print` would be slow. The engine flushes it after each form.
struct BlockWriter {
    sink: Sink,
    block: Vec<u8>,
    last: Instant,
}

impl Write for BlockWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.block.extend_from_slice(bytes);
        if self.block.len() >= OUTPUT || self.last.elapsed() >= DELAY {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            (self.sink)(Stream::Output, &String::from_utf8_lossy(&self.block));
            self.block.clear();
        }
        self.last = Instant::now();
        Ok(())
    }
}

/// Sends what a program writes to its error port at once.
struct ErrorWriter(Sink);

impl Write for ErrorWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.0)(Stream::Errors, &String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The first line of a cell that begins with `%%`.
enum Magic {
    /// `%%tree [NODES]`: record the search and show its tree.
    Tree(usize),
    /// `%%time`: show the time that the cell took.
    Time,
}

/// An engine with the definitions of all cells so far.
#[expect(missing_debug_implementations, reason = "an engine has none")]
pub struct Session {
    engine: Engine,
    cells: usize,
}

impl Session {
    /// Returns a session in a dialect. `sink` receives output and warnings, in blocks; `input` returns what programs
    /// read, as [`Host::read_input`](klammer::Host::read_input) does.
    ///
    /// # Errors
    /// If the dialect's library does not load.
    pub fn new(
        dialect: Dialect,
        sink: impl Fn(Stream, &str) + Send + Sync + 'static,
        input: impl FnMut() -> io::Result<String> + Send + 'static,
    ) -> Result<Session, Error> {
        let sink: Sink = Arc::new(sink);
        let output = BlockWriter { sink: Arc::clone(&sink), block: Vec::new(), last: Instant::now() };
        let errors = ErrorWriter(Arc::clone(&sink));
        let options = RenderOptions::default().width(WIDTH).colour(true);
        let host = StdHost::new()
            .input(input)
            .allow_writing(true)
            .output(output)
            .errors(errors)
            .warnings(move |warning| sink(Stream::Errors, &format!("{}\n", warning.render_warning(&options))));
        let mut engine = klammer_search::builder()
            .dialect(klammer_scheme::dialect())
            .dialect(klammer_common_lisp::dialect())
            .advisor(Hints::new())
            .warnings(Warnings::Tell)
            .host(host)
            .build();
        if dialect != Dialect::Core {
            engine.require(dialect.name())?;
        }
        Ok(Session { engine, cells: 0 })
    }

    /// Returns the token by which another thread stops a cell.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.engine.interrupt()
    }

    /// Evaluates a cell, form by form, and returns what it shows: a recorded tree, and the value of the last form unless
    /// that is unspecified.
    ///
    /// # Errors
    /// If a form fails. The forms before it have taken effect.
    pub fn execute(&mut self, cell: &str) -> Result<Vec<Display>, Failure> {
        self.cells += 1;
        let (magic, text) = magic(cell)?;
        let recorder = match magic {
            // A full recording interrupts nothing: the search goes on without it.
            Some(Magic::Tree(nodes)) => Some(Recorder::new(nodes, Interrupt::new())),
            Some(Magic::Time) | None => None,
        };
        self.engine.inspect().trace_search(recorder.as_ref().map(|recorder| recorder.sink(|_| true)));
        let begun = Instant::now();
        let value = self.evaluate(&text);
        let taken = begun.elapsed();
        self.engine.inspect().trace_search(None);
        let mut shown: Vec<Display> = recorder.and_then(|recorder| self.tree(&recorder)).into_iter().collect();
        if let Some(value) = value? {
            shown.extend(self.display(&value).map_err(|error| Failure::new(&error))?);
        }
        if let Some(Magic::Time) = magic {
            shown.push(Display { text: format!("{taken:.1?}"), ..Display::default() });
        }
        Ok(shown)
    }

    fn evaluate(&mut self, text: &str) -> Result<Option<Handle>, Failure> {
        let name = format!("<cell:{}>", self.cells);
        let (mut position, mut last) = (0, None);
        loop {
            match self.engine.inspect().eval_form::<Handle>(&name, text, &mut position) {
                Ok(Some(value)) => last = Some(value),
                Ok(None) => return Ok(last),
                Err(error) => return Err(Failure::new(&error)),
            }
        }
    }

    /// Returns the page of the recorded search in a frame, if the cell has searched.
    fn tree(&self, recorder: &Recorder) -> Option<Display> {
        let stopped = recorder.is_full().then(|| "the recording is full".to_string());
        let title = format!("cell {}", self.cells);
        let recording = Recording { stopped, ..Recording::new(title, recorder.searches().nth(0)?) };
        let page = recording.page().ok()?.replace('&', "&amp;").replace('"', "&quot;");
        let html = format!(r#"<iframe style="width:100%;height:640px;border:0" srcdoc="{page}"></iframe>"#);
        Some(Display { text: "the tree of the search".to_string(), html: Some(html), svg: None })
    }

    /// Returns what a value shows: boards are pictures, stores tables.
    fn display(&mut self, value: &Handle) -> Result<Option<Display>, Error> {
        let Some(text) = self.engine.inspect().show_within(value, WIDTH)? else { return Ok(None) };
        let boards = match self.engine.get::<Board>(value) {
            Ok(board) => vec![board],
            Err(_) => self.engine.get::<Vec<Board>>(value).unwrap_or_default(),
        };
        if let [board] = boards.as_slice() {
            return Ok(Some(Display { text, svg: Puzzle::svg_of_board(board), html: None }));
        }
        if !boards.is_empty() {
            let pictures: String =
                boards.iter().take(MAX_BOARDS).filter_map(|board| Puzzle::svg_of_board(board)).collect();
            let more = boards.len().saturating_sub(MAX_BOARDS);
            let rest = if more > 0 { format!("<p>and {more} more</p>") } else { String::new() };
            return Ok(Some(Display { text, html: Some(format!("<div>{pictures}{rest}</div>")), svg: None }));
        }
        let table = self.engine.with_object(value, |store: &mut Store| store.text(MAX_ROWS)).ok();
        Ok(Some(Display { text: table.unwrap_or(text), ..Display::default() }))
    }

    /// Returns the start of the word before a position, in bytes, and its completions.
    pub fn complete(&mut self, text: &str, position: usize) -> (usize, Vec<String>) {
        let names = self.engine.docs().names();
        let modules: Vec<String> = self.engine.docs().modules().map(str::to_string).collect();
        let docs = RefCell::new(self.engine.docs());
        let keywords = |name: &str| {
            docs.borrow_mut().describe(name).map(|documentation| input::keywords(&documentation)).unwrap_or_default()
        };
        let words = BTreeSet::new();
        let known = CompletionSource { names: &names, modules: &modules, words: &words, keywords: &keywords };
        input::complete(text, position, &known).unwrap_or((position, Vec::new()))
    }

    /// Returns the documentation of the name at a position, or of the function that is called there.
    pub fn document(&mut self, text: &str, position: usize) -> Option<String> {
        let at = |token: &klammer::syntax::Token| token.range.start <= position && position <= token.range.end;
        let name = tokens(text).find(|token| token.kind == TokenKind::Symbol && at(token));
        if let Some(found) = name.and_then(|name| self.engine.docs().text(text.get(name.range)?)) {
            return Some(found);
        }
        let call = call_around(text.get(..position)?)?;
        self.engine.docs().text(&call.head)
    }

    /// Returns whether a cell ends inside an open list, string or comment, or cannot be read.
    #[must_use]
    pub fn completeness(cell: &str) -> Completeness {
        completeness(magic(cell).map_or(String::new(), |(_, text)| text).as_str())
    }
}

/// Splits a cell into its magic and the rest. The line of the magic stays, empty: lines keep their numbers.
fn magic(cell: &str) -> Result<(Option<Magic>, String), Failure> {
    let Some(rest) = cell.trim_start().strip_prefix("%%") else { return Ok((None, cell.to_string())) };
    let (line, text) = rest.split_once('\n').unwrap_or((rest, ""));
    let words: Vec<&str> = line.split_whitespace().collect();
    let magic = match words.as_slice() {
        ["tree"] => Some(Magic::Tree(TREE_NODES)),
        ["tree", number] => number.parse().ok().filter(|&nodes| nodes > 0).map(Magic::Tree),
        ["time"] => Some(Magic::Time),
        _ => None,
    };
    if magic.is_none() {
        let message = format!("%%{line} is no command of the notebook: %%tree [NODES] and %%time are");
        let code = Code::BadValue.as_str().to_string();
        return Err(Failure { code, report: format!("error: {message}"), message });
    }
    Ok((magic, format!("\n{text}")))
}
