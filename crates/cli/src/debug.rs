//! `klammer debug`: a program that pauses, with a prompt at each pause, or for an editor.

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use klammer::inspect::{Breakpoints, Debugger, ErrorFrame, Pause, PauseReason, Resume};
use klammer::{Engine, Error, Handle};
use klammer_language_server::debug_adapter::{self, Launch, ProgramOutput};
use rustyline::DefaultEditor;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::args::{Debug, Options, Program, program_of};
use crate::console::{self, FAILURE, Output, Reporter, USAGE, print_message};
use crate::puzzle_input::{self, with_similar_file};
use crate::run::evaluate;

/// Debugs the program of the command line, or serves an editor.
pub fn run(arguments: &Debug, options: &Options) -> ExitCode {
    if arguments.dap {
        return serve(options);
    }
    let (Some(Program::File(script)), words) = program_of(&arguments.words) else {
        print_message("standard input is where the debugger reads its commands: name a file");
        return ExitCode::from(USAGE);
    };
    if let Some(message) = puzzle_input::no_program(&script) {
        print_message(&message);
        return ExitCode::from(USAGE);
    }
    let command_line = std::iter::once(script.display().to_string()).chain(words.iter().cloned()).collect();
    let engine = console::engine(options, Some(&script), command_line, Output::Standard);
    let mut engine = match engine.map_err(|error| with_similar_file(error, Some(&script))) {
        Ok(engine) => engine,
        Err(error) => return Reporter::new(options).error(&error),
    };
    let mut breakpoints = Breakpoints::default();
    arguments.places.iter().for_each(|place| add(&mut breakpoints, place));
    let begin = if arguments.places.is_empty() { Resume::Step } else { Resume::Continue };
    let request = engine.inspect().attach_debugger(Prompt::new(), breakpoints, begin);
    let result = evaluate(&mut engine, Program::File(script), words, |_| {
        // Ctrl-C pauses the program. Without a handler it would end the process.
        let _ = flag::register(SIGINT, request.flag());
    });
    std::mem::forget(engine);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    }
}

/// Answers an editor on standard input and output until it disconnects.
fn serve(options: &Options) -> ExitCode {
    let options = options.clone();
    let make = move |launch: &Launch, output: ProgramOutput| -> Result<Engine, Error> {
        let errors = output.of_errors();
        let name = launch.program.display().to_string();
        let command_line = std::iter::once(name).chain(launch.arguments.iter().cloned()).collect();
        let builder = console::builder_on(&options, Some(&launch.program), command_line, output, errors)?;
        let mut engine = builder.build();
        engine.set("*arguments*", launch.arguments.as_slice())?;
        console::set_up(&mut engine, &options)?;
        Ok(engine)
    };
    match debug_adapter::run(io::BufReader::new(io::stdin()), io::stdout(), make) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_message(&format!("the debug adapter ends: {error}"));
            ExitCode::from(FAILURE)
        }
    }
}

/// Adds a function, or a line of a file: `FILE:LINE`.
fn add(breakpoints: &mut Breakpoints, place: &str) {
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

/// A command of the debugger: names, help, and what it does.
struct DebugCommand {
    names: [&'static str; 2],
    argument: &'static str,
    help: &'static str,
    run: fn(&mut Prompt, &mut Pause<'_>, &str) -> Result<Option<Resume>, Error>,
}

const COMMANDS: &[DebugCommand] = &[
    DebugCommand {
        names: ["step", "s"],
        argument: "",
        help: "go to the next form, into functions",
        run: |_, _, _| Ok(Some(Resume::Step)),
    },
    DebugCommand {
        names: ["next", "n"],
        argument: "",
        help: "go to the next form of this function, or of its caller",
        run: |_, _, _| Ok(Some(Resume::Next)),
    },
    DebugCommand {
        names: ["out", "o"],
        argument: "",
        help: "go on until this function has returned",
        run: |_, _, _| Ok(Some(Resume::Out)),
    },
    DebugCommand {
        names: ["continue", "c"],
        argument: "",
        help: "go on to the next breakpoint",
        run: |_, _, _| Ok(Some(Resume::Continue)),
    },
    DebugCommand { names: ["locals", "l"], argument: "", help: "show the variables of the frame", run: locals },
    DebugCommand { names: ["backtrace", "bt"], argument: "", help: "show the calls that led here", run: backtrace },
    DebugCommand {
        names: ["frame", "f"],
        argument: "N",
        help: "look at frame N of the backtrace: expressions see its variables",
        run: frame,
    },
    DebugCommand {
        names: ["break", "b"],
        argument: "NAME",
        help: "pause in the function NAME, or at FILE:LINE; without NAME, show the breakpoints",
        run: break_at,
    },
    DebugCommand { names: ["delete", "d"], argument: "NAME", help: "remove the breakpoint NAME", run: delete },
    DebugCommand { names: ["help", "h"], argument: "", help: "show the commands", run: help },
    DebugCommand { names: ["quit", "q"], argument: "", help: "end the program", run: |_, _, _| Ok(Some(Resume::End)) },
];

/// Width of lines where there is no terminal.
const WIDTH: usize = 80;

/// The prompt of the debugger.
struct Prompt {
    /// The line editor at a terminal, once it is needed.
    editor: Option<DefaultEditor>,
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
        self.talk(pause).unwrap_or(Resume::End)
    }
}

impl Prompt {
    fn new() -> Prompt {
        Prompt { editor: None, last: None, frame: 0, width: WIDTH }
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

    /// Reads a line; nothing at the end of the input.
    fn read(&mut self, pause: &mut Pause<'_>) -> Result<Option<String>, Error> {
        const PROMPT: &str = "debug> ";
        let unusable =
            |error: &dyn std::fmt::Display| Error::unreadable("the terminal", &io::Error::other(error.to_string()));
        if io::stdin().is_terminal() {
            let editor = match &mut self.editor {
                Some(editor) => editor,
                none => none.insert(DefaultEditor::new().map_err(|error| unusable(&error))?),
            };
            return match editor.readline(PROMPT) {
                Ok(line) => {
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(rustyline::error::ReadlineError::Interrupted) => Ok(Some(",help".to_string())),
                Err(rustyline::error::ReadlineError::Eof) => Ok(None),
                Err(error) => Err(unusable(&error)),
            };
        }
        pause.write(PROMPT)?;
        let mut line = String::new();
        let read = console::waiting(|| io::stdin().lock().read_line(&mut line)).map_err(|error| unusable(&error))?;
        pause.write("\n")?;
        Ok((read > 0).then_some(line))
    }

    /// Runs a command, or evaluates an expression. Returns the way in which the program goes on, if it does.
    fn answer(&mut self, pause: &mut Pause<'_>, input: &str) -> Result<Option<Resume>, Error> {
        if input.is_empty() {
            return Ok(self.last);
        }
        let Some(command) = input.strip_prefix(',') else {
            let value = pause.eval(self.frame, input)?;
            if let Some(text) = pause.show_within(&value, self.width)? {
                pause.write(&format!("{text}\n"))?;
            }
            return Ok(None);
        };
        let (name, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let known = |c: &&DebugCommand| c.names.contains(&name) || name.len() > 2 && c.names[0].starts_with(name);
        match COMMANDS.iter().find(known) {
            Some(command) => (command.run)(self, pause, argument.trim()),
            None => {
                pause.write(&format!("There is no command ,{name}. ,help lists all.\n"))?;
                Ok(None)
            }
        }
    }

    /// The place of the pause, and the line with a mark under the form.
    fn header(&self, pause: &Pause<'_>) -> String {
        let reason = match pause.reason() {
            PauseReason::Break(Some(message)) => format!("break: {message}\n"),
            PauseReason::Break(None) => "break\n".to_string(),
            PauseReason::Error(error) => format!("{}: {}\n", error.code().as_str(), error.message()),
            _ => String::new(),
        };
        reason + &pause.frames().first().map_or_else(String::new, |frame| marked(frame, self.width))
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
    let frame = pause.frames().get(prompt.frame);
    let locals: Vec<(String, Handle)> = frame.map_or_else(Vec::new, |frame| frame.locals.clone());
    if locals.is_empty() {
        pause.write("The frame has no variables.\n")?;
    }
    for (name, value) in locals {
        let room = prompt.width.saturating_sub(name.chars().count() + 3).max(20);
        let shown = pause.show_within(&value, room);
        // A value that cannot be printed within the limits is not worth an error.
        let shown = shown.map_or_else(|error| format!("({})", error.message()), Option::unwrap_or_default);
        let margin = format!("\n{:1$}", "", name.chars().count() + 3);
        pause.write(&format!("{name} = {}\n", shown.replace('\n', &margin)))?;
    }
    Ok(None)
}

fn backtrace(prompt: &mut Prompt, pause: &mut Pause<'_>, _: &str) -> Result<Option<Resume>, Error> {
    let mut text = String::new();
    for (number, frame) in pause.frames().iter().enumerate() {
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
    let text = match chosen.and_then(|n: usize| Some((n, pause.frames().get(n)?))) {
        Some((n, frame)) => {
            prompt.frame = n;
            marked(frame, prompt.width)
        }
        None => format!("Frames have numbers from 0 to {}.\n", pause.frames().len().saturating_sub(1)),
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
    let file = pause.frames().first().and_then(|frame| Some(frame.place.as_ref()?.file().to_string()));
    let place = match (place.parse::<u32>(), file) {
        (Ok(line), Some(file)) => format!("{file}:{line}"),
        _ => place.to_string(),
    };
    add(pause.breakpoints, &place);
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

fn help(_: &mut Prompt, pause: &mut Pause<'_>, _: &str) -> Result<Option<Resume>, Error> {
    let mut text = String::new();
    for command in COMMANDS {
        let [name, short] = command.names;
        let usage = format!(",{name} {}", command.argument);
        text.push_str(&format!("{usage:15} ,{short:3} {}\n", command.help));
    }
    text.push_str("Any other input is an expression, which sees the variables of the frame.\n");
    text.push_str("An empty line repeats the last step.\n");
    pause.write(&text)?;
    Ok(None)
}
