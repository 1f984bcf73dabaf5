//! The prompt of a pause: of a program under `klammer debug`, or of `(break)` at the ordinary prompt.

use std::io::{self, BufRead, ErrorKind, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use klammer::docs::Documentation;
use klammer::inspect::{Breakpoints, Debugger, ErrorFrame, Pause, PauseReason, Resume};
use klammer::{Error, Handle};
use klammer_search::Store;
use rustyline::error::ReadlineError;

use crate::console;
use crate::repl::commands::{CommandFacts, CommandTable, MARK, PromptCommand, commands, split};
use crate::repl::editor::{InputNames, LineEditor, is_finished};

/// Adds a function, or a line of a file: `FILE:LINE`.
pub fn add_breakpoint(breakpoints: &mut Breakpoints, place: &str) {
    match line_of(place) {
        Some((file, line)) => {
            let known = breakpoints.lines().find(|(known, _)| *known == file).map(|(_, lines)| lines.to_vec());
            let mut lines = known.unwrap_or_default();
            lines.push(line);
            breakpoints.set_lines(file, &lines);
        }
        None => {
            let names: Vec<String> = breakpoints.functions().iter().cloned().chain([place.to_string()]).collect();
            breakpoints.set_functions(names);
        }
    }
}

fn line_of(place: &str) -> Option<(&str, u32)> {
    let (file, line) = place.rsplit_once(':')?;
    Some((file, line.parse().ok().filter(|&line| line > 0)?)).filter(|(file, _)| !file.is_empty())
}

/// The function that carries out a command. It returns the way in which the program goes on, if it does.
type Run = fn(&mut Prompt, &mut Pause<'_>, &str) -> Result<Option<Resume>, Error>;

/// Commands of programs that have been loaded with points to pause at.
const STEPS: &[PromptCommand<Run>] = commands! {
    "step" "s", Nothing "" => |_, _, _| Ok(Some(Resume::Step)), "go to the next form, into functions";
    "next" "n", Nothing "" => |_, _, _| Ok(Some(Resume::Next)), "go to the next form of this function, or of its caller";
    "out" "o", Nothing "" => |_, _, _| Ok(Some(Resume::Out)), "go on until this function has returned";
    "break" "b", Words "[NAME]" => break_at, "pause in the function NAME, or at FILE:LINE; without NAME, show the \
        breakpoints";
    "delete" "d", Words "NAME" => delete, "remove the breakpoint NAME";
};

/// Commands of each pause.
const PAUSE: &[PromptCommand<Run>] = commands! {
    "continue" "c", Nothing "" => |_, _, _| Ok(Some(Resume::Continue)), "go on";
    "return" "r", Form "FORM" => return_value, "go on: the value of FORM is that of (break)";
    "locals" "l", Nothing "" => locals, "show the variables of the frame";
    "backtrace" "bt", Nothing "" => backtrace, "show the calls that led here";
    "frame" "f", Words "[N]" => frame, "look at frame N of the backtrace: expressions see its variables";
    "help" "h", Command "[COMMAND]" => help, "list the commands, or describe one";
    "quit" "q", Nothing "" => |_, _, _| Ok(Some(Resume::End)), "end the program, or the input at the prompt";
};

/// The commands of `klammer debug`.
static OF_PROGRAM: CommandTable<Run> = CommandTable(&[STEPS, PAUSE]);

/// The commands of a pause at the ordinary prompt.
static AT_BREAK: CommandTable<Run> = CommandTable(&[PAUSE]);

/// Width of lines where there is no terminal.
const WIDTH: usize = 80;

/// Text of the prompt.
const PROMPT: &str = "debug> ";

/// Variables and constraints of a store that are shown.
const MAX_ROWS: usize = 100;

/// The names that an expression in a pause can use.
struct PauseNames {
    names: Vec<String>,
    table: &'static CommandTable<Run>,
}

impl InputNames for PauseNames {
    fn names(&mut self) -> Vec<String> {
        self.names.clone()
    }

    fn modules(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn describe(&mut self, _: &str) -> Option<Documentation> {
        None
    }

    fn commands(&self) -> Vec<&'static CommandFacts> {
        self.table.facts()
    }
}

/// The prompt of the debugger.
pub struct Prompt {
    /// The line editor at a terminal, once it is needed.
    editor: Option<LineEditor<PauseNames>>,
    table: &'static CommandTable<Run>,
    /// Receiver of the news that the user ends the evaluation at the ordinary prompt.
    dropped: Option<Arc<AtomicBool>>,
    /// The last command that resumed the program, which an empty line repeats.
    last: Option<Resume>,
    /// Number of the frame that expressions see.
    frame: usize,
    width: usize,
}

impl Debugger for Prompt {
    fn pause(&mut self, pause: &mut Pause<'_>) -> Resume {
        self.frame = 0;
        let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        self.width = width.unwrap_or(WIDTH).max(20);
        // A program whose output nobody reads has no use for a debugger.
        let resume = self.talk(pause).unwrap_or(Resume::End);
        if let (Resume::End, Some(dropped)) = (resume, &self.dropped) {
            dropped.store(true, Ordering::Relaxed);
        }
        resume
    }
}

impl Prompt {
    /// Returns the prompt of a program that steps.
    pub fn of_program() -> Prompt {
        Prompt { editor: None, table: &OF_PROGRAM, dropped: None, last: None, frame: 0, width: WIDTH }
    }

    /// Returns the prompt of calls of `break` at the ordinary prompt. It tells `dropped` that the user ends one.
    pub fn at_break(dropped: Arc<AtomicBool>) -> Prompt {
        Prompt { table: &AT_BREAK, dropped: Some(dropped), ..Prompt::of_program() }
    }

    fn talk(&mut self, pause: &mut Pause<'_>) -> Result<Resume, Error> {
        pause.fresh_line()?;
        pause.write(&self.header(pause))?;
        loop {
            let Some(input) = self.read(pause)? else { return Ok(Resume::End) };
            match self.answer(pause, input.trim()) {
                Ok(Some(resume)) => {
                    if resume != Resume::End {
                        self.last = Some(resume);
                    }
                    return Ok(resume);
                }
                Ok(None) => {}
                Err(error) if pause.has_left() && !error.is_limit() => {
                    pause.write("The program goes on at its handler.\n")?;
                    return Ok(Resume::Continue);
                }
                Err(error) if pause.has_left() => return Err(error),
                Err(error) => pause.write(&format!("{}: {}\n", error.code().as_str(), error.message()))?,
            }
            if pause.has_left() {
                return Ok(Resume::Continue);
            }
        }
    }

    /// Reads an input; nothing at the end of all input.
    fn read(&mut self, pause: &mut Pause<'_>) -> Result<Option<String>, Error> {
        if io::stdin().is_terminal() { self.read_edited(pause) } else { read_plain(pause) }
    }

    fn read_edited(&mut self, pause: &Pause<'_>) -> Result<Option<String>, Error> {
        let mut names = pause.names();
        let locals = pause.frames.get(self.frame).map_or(&[][..], |frame| &frame.locals);
        names.extend(locals.iter().map(|(name, _)| name.clone()));
        names.sort_unstable();
        names.dedup();
        let known = PauseNames { names, table: self.table };
        let editor = match &mut self.editor {
            Some(editor) => {
                editor.set_names(known);
                editor
            }
            none => none.insert(LineEditor::new(known, PROMPT.to_string()).map_err(|error| unusable(&error))?),
        };
        loop {
            match editor.read() {
                Ok(input) => return Ok(Some(input)),
                // As at the ordinary prompt, Ctrl-C clears the line, and what is no text is dropped.
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {}
                Err(ReadlineError::Eof) => return Ok(None),
                Err(error) => return Err(unusable(&error)),
            }
        }
    }

    /// Runs a command, or evaluates an expression. Returns the way in which the program goes on, if it does.
    fn answer(&mut self, pause: &mut Pause<'_>, input: &str) -> Result<Option<Resume>, Error> {
        if input.is_empty() {
            return Ok(self.last.filter(|_| self.dropped.is_none()));
        }
        let Some(line) = input.strip_prefix(MARK) else {
            let value = pause.eval(self.frame, input)?;
            if let Some(text) = shown(pause, &value, self.width)? {
                pause.write(&format!("{}\n", text.trim_end()))?;
            }
            return Ok(None);
        };
        match self.table.chosen(line) {
            Ok((command, argument)) => return (command.run)(self, pause, argument),
            Err(_) if self.table.find(split(line).0).is_none() && OF_PROGRAM.find(split(line).0).is_some() => {
                pause.write("Steps and breakpoints need a program that klammer debug FILE has loaded.\n")?;
            }
            Err(text) => pause.write(&format!("{text}\n"))?,
        }
        Ok(None)
    }

    /// The place of the pause, and the line with a mark under the form.
    fn header(&self, pause: &Pause<'_>) -> String {
        let reason = match &pause.reason {
            PauseReason::Break(Some(message)) => format!("break: {message}\n"),
            PauseReason::Break(None) => "break\n".to_string(),
            PauseReason::Error(error) => format!("{}: {}\n", error.code().as_str(), error.message()),
            _ => String::new(),
        };
        reason + &pause.frames.first().map_or_else(String::new, |frame| marked(frame, self.width))
    }
}

/// Reads lines up to the end of a form.
fn read_plain(pause: &mut Pause<'_>) -> Result<Option<String>, Error> {
    pause.write(PROMPT)?;
    let mut input = String::new();
    loop {
        let read = console::waiting(|| io::stdin().lock().read_line(&mut input)).map_err(|error| unusable(&error))?;
        if read == 0 || is_finished(&input) {
            pause.write("\n")?;
            return Ok((!input.is_empty()).then_some(input));
        }
    }
}

/// The terminal has gone, or is none.
fn unusable(error: &dyn std::fmt::Display) -> Error {
    Error::unreadable("the terminal", &io::Error::other(error.to_string()))
}

/// Returns the text of a value: a store is its table.
fn shown(pause: &mut Pause<'_>, value: &Handle, width: usize) -> Result<Option<String>, Error> {
    match pause.with_object(value, |store: &mut Store| store.text(MAX_ROWS)) {
        Ok(table) => Ok(Some(table)),
        Err(_) => pause.show_within(value, width),
    }
}

/// The function and place of a frame.
fn title(frame: &ErrorFrame) -> String {
    let function = frame.function.as_deref().map_or("the top level".to_string(), ToString::to_string);
    match &frame.place {
        Some(place) => format!("{function} at {place}"),
        None => function,
    }
}

/// The frame's place, its line, and a mark under its form as far as it is on that line.
fn marked(frame: &ErrorFrame, width: usize) -> String {
    let mut text = format!("in {}\n", title(frame));
    let Some(place) = &frame.place else { return text };
    let line: String = place.line_text().trim_end().chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
    let number = format!("{:5} | ", place.line());
    let start = place.column().saturating_sub(1) as usize;
    let end = if place.end_line() == place.line() {
        place.end_column().saturating_sub(1) as usize
    } else {
        line.chars().count()
    };
    // Of a long line the part around the form is shown.
    let room = width.saturating_sub(number.len()).max(20);
    let skipped = if line.chars().count() <= room { 0 } else { start.saturating_sub(room / 4) };
    let shown: String = line.chars().skip(skipped).take(room).collect();
    let marks = "^".repeat((end.saturating_sub(start)).clamp(1, room.saturating_sub(start - skipped).max(1)));
    text.push_str(&format!("{number}{shown}\n{:1$}{marks}\n", "", number.len() + start - skipped));
    text
}

fn locals(prompt: &mut Prompt, pause: &mut Pause<'_>, _: &str) -> Result<Option<Resume>, Error> {
    let frame = pause.frames.get(prompt.frame);
    let locals: Vec<(String, Handle)> = frame.map_or_else(Vec::new, |frame| frame.locals.clone());
    if locals.is_empty() {
        pause.write("The frame has no variables.\n")?;
    }
    for (name, value) in locals {
        let room = prompt.width.saturating_sub(name.chars().count() + 3).max(20);
        let shown = shown(pause, &value, room);
        // A value that cannot be printed within the limits is not worth an error.
        let shown = shown.map_or_else(|error| format!("({})", error.message()), Option::unwrap_or_default);
        let margin = format!("\n{:1$}", "", name.chars().count() + 3);
        pause.write(&format!("{name} = {}\n", shown.trim_end().replace('\n', &margin)))?;
    }
    Ok(None)
}

fn backtrace(prompt: &mut Prompt, pause: &mut Pause<'_>, _: &str) -> Result<Option<Resume>, Error> {
    let mut text = String::new();
    for (number, frame) in pause.frames.iter().enumerate() {
        let mark = if number == prompt.frame { '>' } else { ' ' };
        let written = frame.place.as_ref().map(|place| place.text().split_whitespace().collect::<Vec<_>>().join(" "));
        let line = format!("{mark}{number:3}  {}: {}", title(frame), written.unwrap_or_default());
        text.extend(line.chars().take(prompt.width));
        text.push('\n');
    }
    pause.write(&text)?;
    Ok(None)
}

fn frame(prompt: &mut Prompt, pause: &mut Pause<'_>, number: &str) -> Result<Option<Resume>, Error> {
    let chosen = if number.is_empty() { Some(prompt.frame) } else { number.parse().ok() };
    let text = match chosen.and_then(|n: usize| Some((n, pause.frames.get(n)?))) {
        Some((n, frame)) => {
            prompt.frame = n;
            marked(frame, prompt.width)
        }
        None => format!("Frames have numbers from 0 to {}.\n", pause.frames.len().saturating_sub(1)),
    };
    pause.write(&text)?;
    Ok(None)
}

fn break_at(_: &mut Prompt, pause: &mut Pause<'_>, place: &str) -> Result<Option<Resume>, Error> {
    if place.is_empty() {
        let functions = pause.breakpoints.functions().iter().map(|name| format!("{name}\n"));
        let lines = pause.breakpoints.lines();
        let lines = lines.flat_map(|(file, lines)| lines.iter().map(move |line| format!("{file}:{line}\n")));
        let all: String = functions.chain(lines).collect();
        pause.write(if all.is_empty() { "There are no breakpoints.\n" } else { &all })?;
        return Ok(None);
    }
    // A number is a line of the file that is shown.
    let file = pause.frames.first().and_then(|frame| Some(frame.place.as_ref()?.file().to_string()));
    let place = match (place.parse::<u32>(), file) {
        (Ok(line), Some(file)) => format!("{file}:{line}"),
        _ => place.to_string(),
    };
    add_breakpoint(pause.breakpoints, &place);
    Ok(None)
}

fn delete(_: &mut Prompt, pause: &mut Pause<'_>, place: &str) -> Result<Option<Resume>, Error> {
    let mut is_known = pause.breakpoints.functions().iter().any(|name| name == place);
    let names: Vec<String> = pause.breakpoints.functions().iter().filter(|name| *name != place).cloned().collect();
    pause.breakpoints.set_functions(names);
    if let Some((file, line)) = line_of(place) {
        let known = pause.breakpoints.lines().find(|(known, _)| Path::new(known) == Path::new(file));
        if let Some((file, lines)) = known.map(|(file, lines)| (file.to_string(), lines.to_vec())) {
            is_known |= lines.contains(&line);
            let lines: Vec<u32> = lines.into_iter().filter(|known| *known != line).collect();
            pause.breakpoints.set_lines(&file, &lines);
        }
    }
    if !is_known {
        pause.write(&format!("There is no breakpoint {place}. ,break shows all.\n"))?;
    }
    Ok(None)
}

/// Lets `break` return the value of a form.
fn return_value(prompt: &mut Prompt, pause: &mut Pause<'_>, form: &str) -> Result<Option<Resume>, Error> {
    if !matches!(pause.reason, PauseReason::Break(_)) {
        pause.write("Only a pause at (break) has a value to return.\n")?;
        return Ok(None);
    }
    let value = pause.eval(prompt.frame, form)?;
    pause.answer(value);
    Ok(Some(Resume::Continue))
}

fn help(prompt: &mut Prompt, pause: &mut Pause<'_>, name: &str) -> Result<Option<Resume>, Error> {
    let name = name.trim_start_matches(MARK);
    let text = match prompt.table.find(name) {
        Some(command) => prompt.table.help(Some(command), prompt.width),
        None if !name.is_empty() => prompt.table.unknown(name) + "\n",
        None => {
            let mut text = prompt.table.help(None, prompt.width);
            text.push_str("Any other input is an expression, which sees the variables of the frame.\n");
            if prompt.dropped.is_none() {
                text.push_str("An empty line repeats the last step.\n");
            }
            text
        }
    };
    pause.write(&text)?;
    Ok(None)
}
