//! A debug adapter: a program is debugged by an editor over the Debug Adapter Protocol.
//!
//! The thread that calls [`run`] runs the program, and answers the editor while the program pauses. Another one reads
//! the editor's messages. Each of them requests a pause, so the program also answers between two forms.

use std::io::{self, BufRead, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use klammer::inspect::{Breakpoints, Debugger, ErrorBreaks, Pause, PauseReason, Resume};
use klammer::{Engine, Error, Handle, Interrupt};
use serde_json::{Value as Json, json};

/// The program that an editor wants to debug.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The file.
    pub program: PathBuf,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// Whether it pauses before its first form.
    pub stop_on_entry: bool,
    /// Whether it runs without a debugger.
    pub no_debug: bool,
}

/// The output of a program, which the editor shows.
#[derive(Clone, Debug)]
pub struct ProgramOutput {
    editor: Arc<Editor>,
    category: &'static str,
    /// The beginning of a character of which the rest has not come.
    rest: Vec<u8>,
}

impl ProgramOutput {
    /// Output that the editor shows as errors.
    #[must_use]
    pub fn of_errors(&self) -> ProgramOutput {
        ProgramOutput { editor: Arc::clone(&self.editor), category: "stderr", rest: Vec::new() }
    }
}

impl Write for ProgramOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.rest) {
            Ok(text) => text.len(),
            // Bytes that are no text are shown as well as possible.
            Err(error) => error.error_len().map_or(error.valid_up_to(), |_| self.rest.len()),
        };
        if whole > 0 {
            let text: Vec<u8> = self.rest.drain(..whole).collect();
            let text = String::from_utf8_lossy(&text);
            self.editor.event("output", &json!({ "category": self.category, "output": text }))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The connection to the editor, for messages to it.
struct Editor(Mutex<(Box<dyn Write + Send>, u64)>);

impl std::fmt::Debug for Editor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Editor").finish_non_exhaustive()
    }
}

impl Editor {
    fn send(&self, mut message: Json) -> io::Result<()> {
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (output, number) = &mut *connection;
        *number += 1;
        message["seq"] = json!(*number);
        let text = message.to_string();
        write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        output.flush()
    }

    fn event(&self, event: &str, body: &Json) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": event, "body": body }))
    }

    fn answer(&self, request: &Json, body: &Json) -> io::Result<()> {
        self.send(json!({
            "type": "response", "request_seq": request["seq"], "command": request["command"], "success": true,
            "body": body,
        }))
    }

    fn refuse(&self, request: &Json, message: &str) -> io::Result<()> {
        self.send(json!({
            "type": "response", "request_seq": request["seq"], "command": request["command"], "success": false,
            "message": message, "body": { "error": { "id": 1, "format": message } },
        }))
    }
}

/// Greatest length of a message of an editor.
const MAX_MESSAGE: usize = 1 << 26;

/// Reads a message; nothing at the end of the connection.
fn read_message(input: &mut impl BufRead) -> io::Result<Option<Json>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() && length.is_some() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok().filter(|&n: &usize| n <= MAX_MESSAGE);
        }
    }
    let mut bytes = vec![0; length.unwrap_or(0)];
    input.read_exact(&mut bytes)?;
    serde_json::from_slice(&bytes).map(Some).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Handles by which the thread that reads reaches a program that runs.
/// Whether the editor has gone comes second.
#[derive(Clone, Default)]
struct Reins(Arc<Mutex<Option<(Interrupt, Interrupt)>>>, Arc<AtomicBool>);

impl Reins {
    /// A message has come: the program looks at it at its next form, or ends.
    fn pull(&self, message: Option<&Json>) {
        self.1.fetch_or(message.is_none(), Ordering::Relaxed);
        let reins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((request, stop)) = &*reins else { return };
        request.interrupt();
        let is_over = message.is_none_or(|m| ["disconnect", "terminate"].iter().any(|name| m["command"] == *name));
        if is_over {
            stop.interrupt();
        }
    }

    fn set(&self, reins: Option<(Interrupt, Interrupt)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = reins;
    }
}

/// Serves an editor until it disconnects. `make` makes the engine for a program; its output goes to the editor.
///
/// # Errors
/// When a message cannot be written.
pub fn run(
    mut input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    make: impl FnOnce(&Launch, ProgramOutput) -> Result<Engine, Error>,
) -> io::Result<()> {
    let editor = Arc::new(Editor(Mutex::new((Box::new(output), 0))));
    let (sender, messages) = unbounded();
    let reins = Reins::default();
    let reading = reins.clone();
    thread::Builder::new().name("debug-adapter".to_string()).spawn(move || {
        while let Ok(Some(message)) = read_message(&mut input) {
            let is_sent = send(&sender, &reading, message);
            if !is_sent {
                return;
            }
        }
        drop(sender);
        reading.pull(None);
    })?;
    let (breakpoints, is_disconnected) = (Breakpoints::default(), Arc::default());
    let mut session = Session { editor, messages, breakpoints, is_disconnected };
    let Some(launch) = session.prepare()? else { return Ok(()) };
    let output = ProgramOutput { editor: Arc::clone(&session.editor), category: "stdout", rest: Vec::new() };
    let status = debug(&session, &launch, &reins, || make(&launch, output))?;
    reins.set(None);
    session.editor.event("exited", &json!({ "exitCode": status }))?;
    session.editor.event("terminated", &json!({}))?;
    session.finish()
}

fn send(sender: &Sender<Json>, reins: &Reins, message: Json) -> bool {
    let kept = message.clone();
    let is_sent = sender.send(message).is_ok();
    reins.pull(Some(&kept));
    is_sent
}

/// Runs the program to its end. Returns its exit status.
fn debug(
    session: &Session,
    launch: &Launch,
    reins: &Reins,
    make: impl FnOnce() -> Result<Engine, Error>,
) -> io::Result<u8> {
    let shown = |error: &Error| {
        let text = format!("{}\n", error.render(&klammer::RenderOptions::default()));
        session.editor.event("output", &json!({ "category": "stderr", "output": text }))
    };
    let mut engine = match make() {
        Ok(engine) => engine,
        Err(error) => return shown(&error).map(|()| 1),
    };
    let stop = engine.interrupt();
    let request = if launch.no_debug {
        Interrupt::new()
    } else {
        let begin = if launch.stop_on_entry { Resume::Step } else { Resume::Continue };
        let debugger = Adapter {
            editor: Arc::clone(&session.editor),
            messages: session.messages.clone(),
            is_disconnected: Arc::clone(&session.is_disconnected),
            stops_at_entry: launch.stop_on_entry,
            references: Vec::new(),
        };
        engine.inspect().attach_debugger(debugger, session.breakpoints.clone(), begin)
    };
    reins.set(Some((request.clone(), stop.clone())));
    // Requests that came before the program had started.
    if !session.messages.is_empty() {
        request.interrupt();
    }
    if reins.1.load(Ordering::Relaxed) {
        stop.interrupt();
    }
    match engine.run(launch.program.as_path()) {
        Ok(()) => Ok(0),
        Err(error) => match error.exit_status() {
            Some(status) => Ok(status),
            None => shown(&error).map(|()| 1),
        },
    }
}

/// The conversation before the program runs and after it has ended.
struct Session {
    editor: Arc<Editor>,
    messages: Receiver<Json>,
    breakpoints: Breakpoints,
    is_disconnected: Arc<AtomicBool>,
}

impl Session {
    /// Answers until the program is to run: the editor has sent its breakpoints. Nothing if the editor leaves before.
    fn prepare(&mut self) -> io::Result<Option<Launch>> {
        let mut launch = None;
        let mut is_configured = false;
        while !(is_configured && launch.is_some()) {
            let Ok(request) = self.messages.recv() else { return Ok(None) };
            let arguments = &request["arguments"];
            match request["command"].as_str().unwrap_or("") {
                "initialize" => {
                    self.editor.answer(&request, &capabilities())?;
                    self.editor.event("initialized", &json!({}))?;
                }
                "launch" => match arguments["program"].as_str() {
                    Some(program) => {
                        let words = arguments["args"].as_array().map_or(&[][..], Vec::as_slice);
                        let word = |word: &Json| word.as_str().map_or_else(|| word.to_string(), str::to_string);
                        launch = Some(Launch {
                            program: program.into(),
                            arguments: words.iter().map(word).collect(),
                            stop_on_entry: arguments["stopOnEntry"].as_bool().unwrap_or(false),
                            no_debug: arguments["noDebug"].as_bool().unwrap_or(false),
                        });
                        self.editor.answer(&request, &json!({}))?;
                    }
                    None => self.editor.refuse(&request, "launch: \"program\" must be the path of a file")?,
                },
                "configurationDone" => {
                    is_configured = true;
                    self.editor.answer(&request, &json!({}))?;
                }
                _ if leaves(&self.editor, &self.is_disconnected, &request)? => return Ok(None),
                _ => answer_anywhere(&self.editor, &mut self.breakpoints, &request)?,
            }
        }
        Ok(launch)
    }

    /// Answers after the end of the program, until the editor disconnects.
    fn finish(&mut self) -> io::Result<()> {
        while !self.is_disconnected.load(Ordering::Relaxed) {
            let Ok(request) = self.messages.recv() else { break };
            if !leaves(&self.editor, &self.is_disconnected, &request)? {
                answer_anywhere(&self.editor, &mut self.breakpoints, &request)?;
            }
        }
        Ok(())
    }
}

/// Returns whether the editor ends the program with this request, which is answered then.
fn leaves(editor: &Editor, is_disconnected: &AtomicBool, request: &Json) -> io::Result<bool> {
    let is_last = request["command"] == "disconnect";
    if is_last || request["command"] == "terminate" {
        is_disconnected.fetch_or(is_last, Ordering::Relaxed);
        editor.answer(request, &json!({}))?;
        return Ok(true);
    }
    Ok(false)
}

fn capabilities() -> Json {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [
            { "filter": "all", "label": "All errors", "default": false },
            { "filter": "uncaught", "label": "Errors without a handler", "default": true },
        ],
    })
}

/// Answers a request that does not depend on whether the program pauses.
fn answer_anywhere(editor: &Editor, breakpoints: &mut Breakpoints, request: &Json) -> io::Result<()> {
    let arguments = &request["arguments"];
    let list = |of: &Json| of.as_array().cloned().unwrap_or_default();
    match request["command"].as_str().unwrap_or("") {
        "setBreakpoints" => {
            let lines: Vec<u32> = list(&arguments["breakpoints"])
                .iter()
                .filter_map(|b| u32::try_from(b["line"].as_u64()?).ok())
                .collect();
            breakpoints.set_lines(arguments["source"]["path"].as_str().unwrap_or(""), &lines);
            let verified: Vec<Json> = lines.iter().map(|line| json!({ "verified": true, "line": line })).collect();
            editor.answer(request, &json!({ "breakpoints": verified }))
        }
        "setFunctionBreakpoints" => {
            let all = list(&arguments["breakpoints"]);
            breakpoints.set_functions(all.iter().filter_map(|b| b["name"].as_str()));
            let verified: Vec<Json> = all.iter().map(|_| json!({ "verified": true })).collect();
            editor.answer(request, &json!({ "breakpoints": verified }))
        }
        "setExceptionBreakpoints" => {
            let filters = list(&arguments["filters"]);
            let has = |name: &str| filters.iter().any(|filter| filter == name);
            breakpoints.errors = match (has("all"), has("uncaught")) {
                (true, _) => ErrorBreaks::All,
                (false, true) => ErrorBreaks::Uncaught,
                (false, false) => ErrorBreaks::Never,
            };
            editor.answer(request, &json!({}))
        }
        "threads" => editor.answer(request, &json!({ "threads": [{ "id": 1, "name": "program" }] })),
        "initialize" => editor.answer(request, &capabilities()),
        "pause" => editor.answer(request, &json!({})),
        command => editor.refuse(request, &format!("{command}: the program does not pause, or the request is unknown")),
    }
}

/// The debugger that an editor is.
struct Adapter {
    editor: Arc<Editor>,
    messages: Receiver<Json>,
    is_disconnected: Arc<AtomicBool>,
    /// Whether the first pause is that before the first form.
    stops_at_entry: bool,
    /// Parts of what the editor can unfold in the present pause. Numbers of references begin with 1.
    references: Vec<Vec<(String, Handle)>>,
}

/// Characters of a value that a list of variables shows.
const MAX_SHOWN: usize = 200;

/// Width of the lines in which an evaluated expression is shown.
const WIDTH: usize = 80;

impl Debugger for Adapter {
    fn pause(&mut self, pause: &mut Pause<'_>) -> Resume {
        // Without a connection nobody could carry the program on.
        self.talk(pause).unwrap_or(Resume::End)
    }
}

impl Adapter {
    fn talk(&mut self, pause: &mut Pause<'_>) -> io::Result<Resume> {
        if matches!(pause.reason, PauseReason::Requested)
            && let Some(resume) = self.look_at_messages(pause)?
        {
            return Ok(resume);
        }
        let is_first = std::mem::take(&mut self.stops_at_entry);
        let (reason, text) = match &pause.reason {
            PauseReason::Step if is_first => ("entry", None),
            PauseReason::Step => ("step", None),
            PauseReason::Breakpoint => ("breakpoint", None),
            PauseReason::Break(message) => ("breakpoint", message.clone()),
            PauseReason::Error(error) => ("exception", Some(error.message().to_string())),
            _ => ("pause", None),
        };
        let mut body = json!({ "reason": reason, "threadId": 1, "allThreadsStopped": true });
        if let Some(text) = text {
            body["text"] = json!(text);
            body["description"] = json!(text);
        }
        self.references.clear();
        self.editor.event("stopped", &body)?;
        loop {
            let Ok(request) = self.messages.recv() else { return Ok(Resume::End) };
            if self.leaves(&request)? {
                return Ok(Resume::End);
            }
            let resume = match request["command"].as_str().unwrap_or("") {
                "continue" => Resume::Continue,
                "next" => Resume::Next,
                "stepIn" => Resume::Step,
                "stepOut" => Resume::Out,
                _ => {
                    self.answer(pause, &request)?;
                    if pause.has_left() {
                        return Ok(Resume::Continue);
                    }
                    continue;
                }
            };
            self.editor.answer(&request, &json!({ "allThreadsContinued": true }))?;
            return Ok(resume);
        }
    }

    /// Answers what has come while the program ran. Returns the way in which it goes on, unless the editor wants a
    /// pause.
    fn look_at_messages(&mut self, pause: &mut Pause<'_>) -> io::Result<Option<Resume>> {
        let mut resume = Some(Resume::Unchanged);
        for request in self.messages.clone().try_iter() {
            if self.leaves(&request)? {
                return Ok(Some(Resume::End));
            }
            if request["command"] == "pause" {
                resume = None;
            }
            answer_anywhere(&self.editor, pause.breakpoints, &request)?;
        }
        Ok(resume)
    }

    /// Returns whether the editor ends the program with this request, which is answered then.
    fn leaves(&self, request: &Json) -> io::Result<bool> {
        leaves(&self.editor, &self.is_disconnected, request)
    }

    fn answer(&mut self, pause: &mut Pause<'_>, request: &Json) -> io::Result<()> {
        let arguments = &request["arguments"];
        let number = |name: &str| arguments[name].as_u64().and_then(|n| usize::try_from(n).ok());
        match request["command"].as_str().unwrap_or("") {
            "stackTrace" => {
                let (first, count) = (number("startFrame").unwrap_or(0), number("levels").filter(|&n| n > 0));
                let all = pause.frames.iter().enumerate();
                let frames: Vec<Json> = all.skip(first).take(count.unwrap_or(usize::MAX)).map(stack_frame).collect();
                let body = json!({ "stackFrames": frames, "totalFrames": pause.frames.len() });
                self.editor.answer(request, &body)
            }
            "scopes" => {
                let frame = number("frameId").and_then(|id| pause.frames.get(id.checked_sub(1)?));
                let Some(frame) = frame else { return self.editor.refuse(request, "there is no such frame") };
                let count = frame.locals.len();
                let locals = frame.locals.clone();
                let reference = self.refer(locals);
                let scope = json!({
                    "name": "Locals", "presentationHint": "locals", "variablesReference": reference,
                    "namedVariables": count, "expensive": false,
                });
                self.editor.answer(request, &json!({ "scopes": [scope] }))
            }
            "variables" => {
                let parts = number("variablesReference").and_then(|n| self.references.get(n.checked_sub(1)?)).cloned();
                let (first, count) = (number("start").unwrap_or(0), number("count").filter(|&n| n > 0));
                let parts = parts.unwrap_or_default().into_iter().skip(first).take(count.unwrap_or(usize::MAX));
                let mut variables = Vec::new();
                for (name, value) in parts {
                    let mut variable = self.shown(pause, &value, false);
                    variable["name"] = json!(name);
                    variables.push(variable);
                }
                self.editor.answer(request, &json!({ "variables": variables }))
            }
            "evaluate" => {
                let frame = number("frameId").and_then(|id| id.checked_sub(1)).unwrap_or(0);
                match pause.eval(frame, arguments["expression"].as_str().unwrap_or("")) {
                    Ok(value) => {
                        let is_long = arguments["context"] == "repl";
                        let mut body = self.shown(pause, &value, is_long);
                        body["result"] = body["value"].take();
                        self.editor.answer(request, &body)
                    }
                    Err(error) => self.editor.refuse(request, error.message()),
                }
            }
            _ => answer_anywhere(&self.editor, pause.breakpoints, request),
        }
    }

    fn refer(&mut self, parts: Vec<(String, Handle)>) -> usize {
        self.references.push(parts);
        self.references.len()
    }

    /// Returns a value as text, and the reference by which the editor asks for its parts.
    fn shown(&mut self, pause: &mut Pause<'_>, value: &Handle, is_long: bool) -> Json {
        let text = if is_long {
            pause.show_within(value, WIDTH).map(Option::unwrap_or_default)
        } else {
            pause.repr(value).map(|text| match text.char_indices().nth(MAX_SHOWN) {
                Some((end, _)) => format!("{}...", &text[..end]),
                None => text,
            })
        };
        // A value that cannot be printed within the limits is not worth an error.
        let text = text.unwrap_or_else(|error| format!("({})", error.message()));
        let parts = pause.parts(value).unwrap_or_default();
        let reference = if parts.is_empty() { 0 } else { self.refer(parts) };
        json!({ "value": text, "variablesReference": reference })
    }
}

fn stack_frame((number, frame): (usize, &klammer::inspect::ErrorFrame)) -> Json {
    let name = frame.function.as_deref().unwrap_or("top level");
    let mut shown = json!({ "id": number + 1, "name": name, "line": 0, "column": 0 });
    if let Some(place) = &frame.place {
        shown["line"] = json!(place.line());
        shown["column"] = json!(place.column());
        shown["endLine"] = json!(place.end_line());
        shown["endColumn"] = json!(place.end_column());
        let path = Path::new(place.file());
        let file_name = path.file_name().map_or_else(|| place.file().into(), |name| name.to_string_lossy());
        shown["source"] = json!({ "name": file_name });
        if path.is_file() {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
            shown["source"]["path"] = json!(path);
        }
    }
    shown
}
