//! `klammer run`, `profile`, `check` and `fmt`: a program from a file, standard input or the command line is run,
//! measured, checked, or laid out.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use std::{env, fs, thread};

use klammer::inspect::{Profile, ProfileUnit, ProfiledFunction, ProfiledKind};
use klammer::syntax::format::{FormatOptions, format};
use klammer::{Code, Diagnostics, Engine, Error, Handle, Limits, syntax};

use crate::args::{Check, Fmt, Options, Profile as Arguments, Program, Run, has_option, program_of};
use crate::console::{self, FAILURE, INTERRUPTED, Output, Reporter, SignalMode, USAGE, print_message};
use crate::puzzle_input::{self, is_program_file, with_similar_file};

/// Runs the program with `*arguments*` bound to its own arguments.
pub fn run(run: &Run, options: &Options, program: Program) -> ExitCode {
    let arguments = run.arguments();
    let script = match &program {
        Program::File(path) => Some(path.as_path()),
        Program::Stdin | Program::Expression(_) => None,
    };
    if let Some(message) = script.and_then(puzzle_input::no_program) {
        print_message(&message);
        return ExitCode::from(console::USAGE);
    }
    if let Some(option) = script.and_then(|path| misplaced(path, &arguments)) {
        print_message(&format!(
            "{option} is an argument of the program: options of {} stand before the file",
            options.app.name
        ));
    }
    let name = script.map_or_else(|| options.app.name.to_string(), |path| path.display().to_string());
    let command_line = std::iter::once(name).chain(arguments.iter().cloned()).collect();
    let result = console::engine(options, script, command_line, Output::Standard)
        .map_err(|error| with_similar_file(error, script))
        .and_then(|mut engine| {
            let result = evaluate(&mut engine, program, arguments, stop_at_ctrl_c);
            // The process ends here: to give its memory back piece by piece would be lost time.
            std::mem::forget(engine);
            result
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    }
}

/// Returns the first argument of a program that is an option of `run`, unless the program asks for its arguments.
fn misplaced<'a>(path: &Path, arguments: &'a [String]) -> Option<&'a str> {
    let is_option = |word: &&String| {
        let name = word.strip_prefix("--").map(|word| word.split('=').next().unwrap_or(word));
        name.is_some_and(has_option)
    };
    let option = arguments.iter().find(is_option)?;
    let text = fs::read_to_string(path).ok()?;
    (!text.contains("arguments") && !text.contains("command-line")).then_some(option)
}

/// Evaluates the program with `*arguments*` bound to its own arguments. Ctrl-C is caught by `catch`, once the text is
/// there.
pub fn evaluate(
    engine: &mut Engine,
    program: Program,
    arguments: Vec<String>,
    catch: impl FnOnce(&Engine),
) -> Result<(), Error> {
    engine.set("*arguments*", arguments.as_slice())?;
    match program {
        Program::File(path) => {
            catch(engine);
            engine.eval(&path).map_err(|error| with_similar_file(error, Some(&path)))
        }
        Program::Stdin => {
            let text = read_stdin(engine)?;
            // Only now, so that Ctrl-C ends at once a program that waits for its text.
            catch(engine);
            engine.eval(("<stdin>", &text))
        }
        Program::Expression(text) => {
            catch(engine);
            let value: Handle = engine.eval(("<command line>", &text))?;
            let shown = engine.inspect().show(&value)?;
            engine.inspect().fresh_line()?;
            match shown {
                // A long text exists once: no account would have its copy.
                Some(shown) => engine.inspect().write(&shown).and_then(|()| engine.inspect().write("\n")),
                None => Ok(()),
            }
        }
    }
}

/// Lets Ctrl-C stop the program; a second one ends the process.
pub fn stop_at_ctrl_c(engine: &Engine) {
    console::catch_ctrl_c(&engine.interrupt(), SignalMode::Once);
}

/// Reads all of standard input, which the engine is to evaluate: its memory limit shrinks by the text. That may be
/// endless: it is at most half of the limit, because the engine keeps a copy.
pub fn read_stdin(engine: &mut Engine) -> Result<String, Error> {
    let limits = engine.limits_mut().clone();
    let most = limits.memory / 2;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(most as u64).read_to_end(&mut bytes).and_then(|read| {
        if read == most {
            return Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than the memory limit"));
        }
        syntax::text_from_bytes(bytes)
    });
    let text = read.map_err(|cause| Error::unreadable("<stdin>", &cause))?;
    *engine.limits_mut() = Limits { memory: limits.memory - text.len(), ..limits };
    Ok(text)
}

/// Shows what is wrong, file by file and from top to bottom.
pub fn check(check: &Check, options: &Options) -> ExitCode {
    let reporter = Reporter::new(options);
    let mut is_fine = true;
    let files = match console::engine(options, None, Vec::new(), Output::Errors) {
        Ok(mut engine) => programs(&check.files, &mut engine),
        Err(error) => return reporter.error(&error),
    };
    let message = files.as_ref().map_or_else(
        |message| Some(message.clone()),
        |files| files.iter().find_map(|path| puzzle_input::no_program(path)),
    );
    if let Some(message) = message {
        print_message(&message);
        return ExitCode::from(console::USAGE);
    }
    for path in &files.unwrap_or_default() {
        match checkup(options, path) {
            Ok(found) => {
                is_fine &= found.errors.is_empty() && (found.warnings.is_empty() || !options.deny_warnings);
                show(reporter, &found);
            }
            Err(error) => {
                is_fine = false;
                reporter.error(&with_similar_file(error, Some(path)));
            }
        }
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) }
}

/// Each file is a program of its own: none knows what another has defined.
fn checkup(options: &Options, path: &Path) -> Result<Diagnostics, Error> {
    let script = (path != Path::new("-")).then_some(path);
    let mut engine = console::engine(options, script, Vec::new(), Output::Errors)?;
    engine.set("*arguments*", ())?;
    match script {
        // A file that cannot be read is an error of the command, not of a program.
        Some(path) => match engine.check(path) {
            Diagnostics { errors, .. }
                if errors.first().is_some_and(|e| e.code() == Code::File && e.place().is_none()) =>
            {
                Err(errors[0].clone())
            }
            found => Ok(found),
        },
        None => {
            let text = read_stdin(&mut engine)?;
            Ok(engine.check(("<stdin>", &text)))
        }
    }
}

fn show(reporter: Reporter, found: &Diagnostics) {
    let errors = found.errors.iter().map(|error| (error, true));
    let mut all: Vec<_> = errors.chain(found.warnings.iter().map(|warning| (warning, false))).collect();
    all.sort_by_key(|(found, _)| found.place().map(|place| (place.line(), place.column())));
    for (found, is_error) in all {
        if is_error {
            reporter.error(found);
        } else {
            reporter.warning(found);
        }
    }
}

/// Lays out standard input, or each file.
pub fn format_files(fmt: &Fmt, options: &Options) -> ExitCode {
    let reporter = Reporter::new(options);
    let mut engine = match console::engine(options, None, Vec::new(), Output::Errors) {
        Ok(engine) => engine,
        Err(error) => return reporter.error(&error),
    };
    if fmt.paths.is_empty() || fmt.paths == [Path::new("-")] {
        return match standard_input(fmt, &mut engine) {
            Ok(status) => status,
            Err(error) => reporter.error(&error),
        };
    }
    let (mut found, mut is_fine) = (Vec::new(), true);
    for path in &fmt.paths {
        match programs_in(path, &mut engine) {
            Ok(mut more) => found.append(&mut more),
            Err(message) => {
                print_message(&message);
                is_fine = false;
            }
        }
    }
    for path in &found {
        is_fine &= match file(fmt, path, &mut engine) {
            Ok(is_fine) => is_fine,
            Err(error) => {
                reporter.error(&with_similar_file(error, Some(path)));
                false
            }
        };
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) }
}

/// Returns a text with the usual layout.
fn laid_out(fmt: &Fmt, name: &str, text: &str, engine: &mut Engine) -> Result<String, Error> {
    engine.inspect().check_syntax(name, text)?;
    Ok(format(text, &FormatOptions { grammar: engine.inspect().grammar(name, text), width: fmt.width }))
}

fn standard_input(fmt: &Fmt, engine: &mut Engine) -> Result<ExitCode, Error> {
    let text = read_stdin(engine)?;
    let new = laid_out(fmt, "<stdin>", &text, engine)?;
    if !fmt.check {
        return Ok(console::status_of(console::write_out(&new), ExitCode::SUCCESS));
    }
    if new != text {
        print_message("<stdin> would change");
    }
    Ok(if new == text { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
}

/// Lays a file out. Returns false if it would change and may not, or cannot be written.
fn file(fmt: &Fmt, path: &Path, engine: &mut Engine) -> Result<bool, Error> {
    let name = path.display().to_string();
    let text = fs::read(path).and_then(syntax::text_from_bytes).map_err(|cause| Error::unreadable(&name, &cause))?;
    let new = laid_out(fmt, &name, &text, engine)?;
    if new == text {
        return Ok(true);
    }
    if fmt.check {
        print_message(&format!("{name} would change"));
        return Ok(false);
    }
    let written = console::write_file(path, &new);
    if let Err(cause) = &written {
        print_message(&format!("cannot write {name}: {cause}"));
    }
    Ok(written.is_ok())
}

/// Returns the programs that paths name: files, and those in folders whose names have an ending of a dialect. A folder
/// without programs is an error.
pub fn programs(paths: &[PathBuf], engine: &mut Engine) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        let mut found = programs_in(path, engine)?;
        if found.is_empty() {
            return Err(format!("no file in {} is a program", path.display()));
        }
        files.append(&mut found);
    }
    Ok(files)
}

/// Returns the file, or the programs in the folder.
fn programs_in(path: &Path, engine: &mut Engine) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let endings: Vec<&str> = engine.inspect().file_endings().collect();
    below(path, |file| is_program_file(file, &endings))
        .map_err(|cause| format!("cannot read {}: {cause}", path.display()))
}

/// Returns the files in a folder and its subfolders that are wanted, in order, without hidden ones.
pub fn below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, &is_wanted, &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        // `./a.lisp` is called `a.lisp`.
        let path = entry.path();
        let path = path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path);
        // A link to a folder may lead back to a folder around it.
        if entry.file_type()?.is_dir() {
            collect(&path, is_wanted, files)?;
        } else if path.is_file() && is_wanted(&path) {
            files.push(path);
        }
    }
    Ok(())
}

// ---- `klammer run --watch`: a program runs again whenever its file changes

/// When a file was written and how long it is, to see that it has changed.
pub type Stamp = (SystemTime, u64);

/// Returns the stamp of a file, if it is there.
pub fn stamp(path: &Path) -> Option<Stamp> {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len()))
}

/// Time between two looks at the file.
const PAUSE: Duration = Duration::from_millis(200);

/// Pauses in which the program may end by itself after a signal.
const PATIENCE: usize = 5;

/// Runs the program, and again at each change of the file, until a signal ends this process. A run that is not over by
/// then is ended. Each run is a process of its own, with the same command line but for `--watch`.
pub fn watch(path: &Path, words: &[OsString]) -> ExitCode {
    let is_asked = Arc::new(AtomicBool::new(false));
    let _signals = console::stop_by_signals(&is_asked);
    let at = words.iter().position(|word| word == "--watch").unwrap_or(words.len());
    let arguments = || words.iter().enumerate().filter(|&(i, _)| i > 0 && i != at).map(|(_, word)| word);
    // Before the run, which may read the file at once: a change after that counts.
    let mut before = stamp(path);
    let mut program = start(path, arguments());
    while !is_asked.load(Ordering::Relaxed) {
        thread::sleep(PAUSE);
        let now = stamp(path);
        // An editor that replaces a file may leave none for a moment.
        if now.is_some() && now != before {
            before = now;
            end(program, 0);
            program = start(path, arguments());
        }
    }
    end(program, PATIENCE);
    ExitCode::from(console::asked_to_end().unwrap_or(INTERRUPTED))
}

/// Starts a run after a line with the time.
fn start<'a>(path: &Path, arguments: impl Iterator<Item = &'a OsString>) -> Option<Child> {
    let time = jiff::Zoned::now().strftime("%H:%M:%S").to_string();
    // If it fails there is nowhere to say so.
    let _ = writeln!(io::stderr(), "── {time} {} ──", path.display());
    let program = env::current_exe().unwrap_or_else(|_| PathBuf::from(console::name()));
    match Command::new(program).args(arguments).spawn() {
        Ok(child) => Some(child),
        Err(cause) => {
            print_message(&format!("cannot run {}: {cause}", path.display()));
            None
        }
    }
}

/// Ends a run that is not over after some pauses.
fn end(program: Option<Child>, pauses: usize) {
    let Some(mut child) = program else { return };
    for _ in 0..pauses {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(PAUSE);
    }
    let _ = child.kill().and_then(|()| child.wait());
}

/// Runs the program, and writes its profile after it to standard error.
pub fn profile(arguments: &Arguments, options: &Options) -> ExitCode {
    let (program, words) = program_of(&arguments.words);
    let program = program.unwrap_or(Program::Stdin);
    let script = match &program {
        Program::File(path) => Some(path.as_path()),
        Program::Stdin | Program::Expression(_) => None,
    };
    if let Some(message) = script.and_then(puzzle_input::no_program) {
        print_message(&message);
        return ExitCode::from(USAGE);
    }
    let name = script.map_or_else(|| options.app.name.to_string(), |path| path.display().to_string());
    let command_line = std::iter::once(name.clone()).chain(words.iter().cloned()).collect();
    let unit = if options.limits.ticks.is_some() { ProfileUnit::Ticks } else { ProfileUnit::Time };
    let engine = console::engine(options, script, command_line, Output::Standard);
    let mut engine = match engine.map_err(|error| with_similar_file(error, script)) {
        Ok(engine) => engine,
        Err(error) => return Reporter::new(options).error(&error),
    };
    engine.inspect().start_profile(unit);
    let result = evaluate(&mut engine, program, words, stop_at_ctrl_c);
    let profile = engine.inspect().stop_profile();
    // The process ends here: to give its memory back piece by piece would be lost time.
    std::mem::forget(engine);
    let status = match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    };
    let width = terminal_size::terminal_size_of(io::stderr()).map_or(usize::MAX, |(width, _)| width.0.into());
    // If it fails there is nowhere to say so.
    let _ = io::stderr().write_all(table(&profile, arguments.top, width).as_bytes());
    if let Some(path) = &arguments.output
        && let Err(cause) = console::write_file(path, &profile.flame_graph(&name))
    {
        print_message(&format!("cannot write {}: {cause}", path.display()));
        return ExitCode::from(FAILURE);
    }
    status
}

/// Returns the profile as a table of at most `top` functions, in lines of at most `width` columns.
pub fn table(profile: &Profile, top: usize, width: usize) -> String {
    let total = profile.total();
    if total == 0 {
        return "No samples: the program ended before the first one.\n".to_string();
    }
    let amount = |share: u64| match profile.unit {
        ProfileUnit::Time => format!("{:.1}", share as f64 / 1e6),
        _ => grouped(share),
    };
    let unit = if profile.unit == ProfileUnit::Time { "ms" } else { "ticks" };
    let heading = match profile.unit {
        ProfileUnit::Time => format!("{} ms, {} ticks\n", amount(total), grouped(profile.ticks)),
        _ => format!("{} ticks\n", amount(total)),
    };
    let column = |share: u64| format!("{:>10} {:5.1}%", amount(share), share as f64 * 100.0 / total as f64);
    let mut text = heading;
    text.push_str(&format!(
        "{:>17}  {:>17}  {:>12}  function\n",
        format!("self {unit}   "),
        format!("total {unit}   "),
        "calls"
    ));
    let is_shown = |f: &&ProfiledFunction| f.total > 0 || f.calls > 0 && profile.unit != ProfileUnit::Time;
    let rows: Vec<_> = profile.functions.iter().filter(is_shown).collect();
    for f in rows.iter().take(top) {
        let calls = match f.calls {
            0 if f.place.is_none() => String::new(),
            calls if (f.is_estimate || calls == 0) && calls < FEW => format!("<{}", grouped(FEW)),
            calls if f.is_estimate => format!("~{}", grouped(rounded(calls))),
            calls => grouped(calls),
        };
        let place = match (&f.place, f.kind) {
            (Some(place), _) => format!("  {place}"),
            (None, ProfiledKind::Native) => "  builtin".to_string(),
            (None, _) => String::new(),
        };
        let line = format!("{}  {}  {calls:>12}  {}{place}", column(f.own), column(f.total), f.name);
        text.extend(line.chars().take(width));
        text.push('\n');
    }
    match rows.len().saturating_sub(top) {
        0 => {}
        more => text.push_str(&format!("... and {more} more\n")),
    }
    text
}

/// An estimate below is too rough to be shown.
const FEW: u64 = 1_000;

/// Two digits of a number that is an estimate.
fn rounded(n: u64) -> u64 {
    let unit = 10u64.pow(n.max(1).ilog10().saturating_sub(1));
    (n + unit / 2) / unit * unit
}

/// A number with a comma between each three digits.
pub fn grouped(n: u64) -> String {
    indicatif::HumanCount(n).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn an_estimate_has_two_digits() {
        assert_eq!([0, 7, 61, 122, 99_960].map(rounded), [0, 7, 61, 120, 100_000]);
    }
}
