//! Hostile scripts. Each runs in its own process under limits, and must end as declared, in time, within its memory,
//! and without other output.
//!
//! Each script is a test, named by its place (`hostile::cycles.lisp:12`). It has a third of the declared time. A script
//! that may end by its limit on time has a tenth, because such scripts take most of the time of these tests. A full run
//! gives all of it, runs each script under other limits, too, large and small, and judges an optimised program.
//!
//! The test judges the time of the processor and not of the clock: the machine may be busy with something else.

#[path = "../optimised.rs"]
mod optimised;
#[path = "../../../../tests/support/mod.rs"]
mod support;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use support::lisp_files;
use support::settings::folder;
use support::settings::full;
use wait4::Wait4;

/// Bytes that an error may have.
const LOUD: u64 = 100_000;

/// The program that runs the scripts, and whether it is without optimisation.
static PROGRAM: LazyLock<(PathBuf, bool)> = LazyLock::new(|| match optimised::program(full()) {
    Some(program) => (program, false),
    None => (env!("CARGO_BIN_EXE_klammer").into(), true),
});

/// Memory of the process beside what the limit is for: the program itself, and a tenth of the limit. The program is
/// larger without optimisation.
fn outside() -> u64 {
    if PROGRAM.1 { 20 << 20 } else { 16 << 20 }
}

/// Time of the processor beside what the limit is for: starting, what lies between two looks at the clock, drawing the
/// error. Without optimisation all that takes ten times as long.
fn beside() -> Duration {
    Duration::from_millis(if PROGRAM.1 { 500 } else { 50 })
}

/// Attempts for a script that did not end as declared, because the system's times and memory vary. An attempt that
/// ended by time alone gets more time in the next, since the machine may be slow or busy.
const TRIES: u32 = 4;

/// Returns the fault of a run. If `strict`, the end has to be the one that the script states.
fn fault(script: &Hostile, limits: Bounds, run: &Run, strict: bool) -> Option<String> {
    let code = run.code();
    if run.hung {
        return Some("it did not end".to_string());
    }
    match run.status.code() {
        Some(0) if code.is_none() => {}
        Some(1) if code.is_some_and(|c| c != "internal") => {}
        // `(exit 1)`
        Some(1) if run.errors.is_empty() => {}
        _ => return Some(format!("it ended with {} and {}", run.status, run.errors.trim())),
    }
    let seconds = limits.time.as_secs_f64() * 1.2 + beside().as_secs_f64();
    if run.processor.as_secs_f64() > seconds {
        return Some(format!("it took {:?} of the processor, its limit is {:?}", run.processor, limits.time));
    }
    if run.resident > limits.memory + limits.memory / 10 + outside() {
        return Some(format!("it took {} KiB, its limit is {} KiB", run.resident >> 10, limits.memory >> 10));
    }
    if run.loudness >= LOUD {
        return Some(format!("its error has {} bytes", run.loudness));
    }
    let reached = matches!(code, Some("out-of-time" | "out-of-memory" | "out-of-ticks"));
    let right = match &script.end {
        End::Any => true,
        End::Value(None) => run.status.success(),
        End::Value(Some(value)) => run.status.success() && run.output.trim_end().lines().next_back() == Some(value),
        End::Error(codes) => code.is_some_and(|c| codes.iter().any(|known| known == c)),
    };
    // Under limits of which the end is not known, there may be room and time enough.
    let is_limit = |codes: &[String]| codes.iter().any(|code| matches!(code.as_str(), "out-of-time" | "out-of-memory"));
    let fits = run.status.success() && matches!(&script.end, End::Error(codes) if is_limit(codes));
    let said = if code.is_some() { &run.errors } else { &run.output };
    let found = || said.trim().chars().take(500).collect::<String>();
    (!right && (strict || !reached && !fits)).then(|| format!("expected {:?}, got {}", script.end, found()))
}

/// Runs a script under limits, again if it has not ended as it should.
fn judge(script: &Hostile, limits: Bounds, strict: bool) -> Result<(), Failed> {
    let mut more = limits;
    for attempt in 1..=TRIES {
        let run = run(script, more, 10 * more.time + Duration::from_secs(10));
        match fault(script, more, &run, strict) {
            None => break,
            Some(fault) if attempt == TRIES => return Err(format!("{fault}\n    {}", script.text.trim()).into()),
            Some(_) if run.code() == Some("out-of-time") => more.time *= 4,
            Some(_) => {}
        }
    }
    Ok(())
}

/// The limits under which a script runs, and whether its end is known under them.
fn bounds(script: &Hostile) -> Vec<(Bounds, bool)> {
    let own = script.limits;
    if full() {
        let with = |time, memory, ticks| (Bounds { time: Duration::from_millis(time), memory, ticks }, false);
        let others = [with(100, 16 << 20, None), with(1000, 256 << 20, None), with(2000, 32 << 20, Some(300_000))];
        return std::iter::once((own, true)).chain(others).collect();
    }
    let time = match &script.end {
        End::Error(codes) if codes.iter().any(|code| code == "out-of-time") => own.time / 10,
        _ => own.time / 3,
    };
    vec![(Bounds { time, ..own }, true)]
}

/// This process runs nothing else: what the system tells as the greatest memory of a child begins with that of the
/// process which started it.
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let scripts = lisp_files(&folder("hostile")).into_iter().flat_map(|file| read(&file));
    let trial = |script: Hostile| {
        let name = format!("hostile::{}", script.place);
        Trial::test(name, move || {
            bounds(&script).into_iter().try_for_each(|(limits, strict)| judge(&script, limits, strict))
        })
    };
    let trials = scripts.map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Bytes of the output that are kept: its end is what is compared.
const KEPT: usize = 4096;

/// Prefix of the program's message.
const MESSAGE: &[u8] = b"error[";

/// Result of a process.
struct Run {
    status: ExitStatus,
    /// Whether the test killed the process because it did not end.
    hung: bool,
    /// Time that the processor spent on it.
    processor: Duration,
    /// Its memory where it was largest.
    resident: u64,
    /// The end of its standard output, and of its standard error what begins with the message, or everything if there
    /// is none.
    output: String,
    errors: String,
    /// Bytes of that.
    loudness: u64,
}

impl Run {
    /// The code of the error that ended it.
    fn code(&self) -> Option<&str> {
        let (_, rest) = self.errors.lines().find_map(|l| l.split_once("error["))?;
        rest.split(']').next()
    }
}

/// Runs a script under limits; `patience` is a limit of real time for when it does not keep them.
fn run(script: &Hostile, limits: Bounds, patience: Duration) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(&PROGRAM.0);
    command.arg("run").args(["--timeout", &limits.time.as_secs_f64().to_string()]);
    command.args(["--memory", &limits.memory.to_string()]);
    if let Some(ticks) = limits.ticks {
        command.args(["--ticks", &ticks.to_string()]);
    }
    if let Some(language) = &script.language {
        command.args(["-r", language]);
    }
    command.args(["-e", &script.text]).current_dir(folder.path()).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be started");
    let output = child.stdout.take().expect("its standard output");
    let errors = child.stderr.take().expect("its standard error");
    let output = std::thread::spawn(|| end_of(output));
    let errors = std::thread::spawn(|| message(errors));
    let end = Instant::now() + patience;
    let mut hung = false;
    let used = loop {
        if let Some(used) = child.try_wait4().expect("the process can be waited for") {
            break used;
        }
        if !hung && Instant::now() > end {
            hung = true;
            child.kill().expect("the process can be killed");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let output = output.join().expect("its output is read");
    let (errors, loudness) = errors.join().expect("its errors are read");
    let processor = used.rusage.utime + used.rusage.stime;
    Run { status: used.status, hung, processor, resident: used.rusage.maxrss, output, errors, loudness }
}

/// Reads all of a stream, and keeps its end.
fn end_of(mut stream: impl Read) -> String {
    let (mut kept, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    while let Ok(n @ 1..) = stream.read(&mut piece) {
        kept.extend_from_slice(&piece[..n]);
        kept.drain(..kept.len().saturating_sub(KEPT));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Reads all of standard error, and keeps the beginning of the program's message, and how long it is. A script may
/// write there itself, as much as its ticks allow.
fn message(mut stream: impl Read) -> (String, u64) {
    let (mut kept, mut length, mut piece) = (Vec::new(), 0, vec![0; 1 << 16]);
    let mut found = false;
    while let Ok(n @ 1..) = stream.read(&mut piece) {
        length += n as u64;
        if found && kept.len() >= KEPT {
            continue;
        }
        kept.extend_from_slice(&piece[..n]);
        if !found {
            let at = kept.windows(MESSAGE.len()).position(|w| w == MESSAGE);
            found = at.is_some();
            // Of what is not the message, the end stays: it may be the beginning of one.
            let before = at.unwrap_or(kept.len().saturating_sub(KEPT));
            kept.drain(..before);
            length = kept.len() as u64;
        }
    }
    (String::from_utf8_lossy(&kept).into_owned(), length)
}

/// One script.
struct Hostile {
    /// File and line, for messages.
    place: String,
    text: String,
    language: Option<String>,
    limits: Bounds,
    end: End,
}

/// Bounds on the resources of a script.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    time: Duration,
    memory: u64,
    ticks: Option<u64>,
}

/// Expected end of a script.
#[derive(Debug)]
enum End {
    Any,
    Value(Option<String>),
    Error(Vec<String>),
}

/// Bounds of a script that states none.
const BOUNDS: Bounds = Bounds { time: Duration::from_millis(300), memory: 64 << 20, ticks: None };

/// The scripts of a file.
fn read(path: &Path) -> Vec<Hostile> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let (mut limits, mut language) = (BOUNDS, None);
    let (mut scripts, mut paragraph, mut first) = (Vec::new(), Vec::new(), 0);
    for (i, line) in text.lines().chain([""]).enumerate() {
        if !line.trim().is_empty() {
            first = if paragraph.is_empty() { i + 1 } else { first };
            paragraph.push(line);
            continue;
        }
        let lines = std::mem::take(&mut paragraph);
        let place = format!("{file}:{first}");
        if lines.iter().all(|l| l.starts_with(';')) {
            settings(&lines, &place, &mut limits, &mut language);
        } else {
            scripts.push(script(&lines, place, limits, language.clone()));
        }
    }
    scripts
}

fn script(lines: &[&str], place: String, limits: Bounds, language: Option<String>) -> Hostile {
    let (mut limits, mut language) = (limits, language);
    settings(lines, &place, &mut limits, &mut language);
    assert!(lines.first().is_some_and(|l| l.starts_with("; ")), "{place}: the script does not say what it is");
    let last = lines.last().copied().unwrap_or_default();
    let at = [";!!", ";=>", ";??"].iter().filter_map(|m| last.rfind(m)).max();
    let (before, expected) = last.split_at(at.unwrap_or_else(|| panic!("{place}: the script expects nothing")));
    let (kind, rest) = expected.split_at(3);
    let end = match (kind, rest.trim()) {
        (";!!", codes) => End::Error(codes.split_whitespace().map(str::to_string).collect()),
        (";=>", value) => End::Value((!value.is_empty()).then(|| value.to_string())),
        _ => End::Any,
    };
    let (_, body) = lines.split_last().expect("a paragraph has lines");
    let text = body.iter().filter(|l| !l.starts_with("; ")).chain([&before]).copied().collect::<Vec<_>>().join("\n");
    Hostile { place, text, language, limits, end }
}

/// Applies the comments that set something.
fn settings(lines: &[&str], place: &str, limits: &mut Bounds, language: &mut Option<String>) {
    for line in lines {
        if let Some(name) = line.strip_prefix("; language: ") {
            *language = (name.trim() != "core").then(|| name.trim().to_string());
        }
        for word in line.strip_prefix("; limits: ").unwrap_or_default().split_whitespace() {
            let number = |text: &str| -> u64 {
                let digits = text.trim_end_matches(['K', 'M']);
                let unit = if text.ends_with('K') {
                    1 << 10
                } else if text.ends_with('M') {
                    1 << 20
                } else {
                    1
                };
                digits.parse::<u64>().unwrap_or_else(|_| panic!("{place}: {text} is no number")) * unit
            };
            match word.split_once('=') {
                Some(("time", seconds)) => {
                    limits.time = Duration::from_secs_f64(seconds.parse().expect("a time in seconds"));
                }
                Some(("memory", bytes)) => limits.memory = number(bytes),
                Some(("ticks", ticks)) => limits.ticks = Some(number(ticks)),
                _ => panic!("{place}: there is no limit like {word}"),
            }
        }
    }
}
