//! `klammer grade`: runs scripts against hidden tests and puzzles, each script in a process of its own.

mod exam;
mod report;
mod trial;

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use std::{env, thread};

use self::exam::{Exam, scripts};
use self::trial::{Mark, Progress, Trial};
use crate::args::{Grade, Options};
use crate::console::{self, FAILURE, Output, Reporter, USAGE, complain};

/// Time that a script has for each test and puzzle, unless the command line states it.
const LIMIT: Duration = Duration::from_secs(5);

/// Processes that one script may end or block before the rest of its tests count as failed.
const MOST_PROCESSES: usize = 4;

/// A graded script.
pub struct Graded {
    script: String,
    /// Failure of the script when it was loaded.
    failure: Option<String>,
    marks: Vec<Mark>,
}

/// Grades each script, and writes the results. `words` are the command line, for the processes of the scripts.
pub fn run(grade: &Grade, words: &[OsString]) -> ExitCode {
    // Scripts of others have nothing but themselves and what the command line grants.
    let timeout = grade.options.timeout.unwrap_or(LIMIT);
    let options = Options { sandbox: true, timeout: Some(timeout), ..grade.options.clone() };
    let endings: Vec<&str> = match console::engine(&options, None, Vec::new(), Output::Errors) {
        Ok(mut engine) => engine.inspect().file_endings().collect(),
        Err(error) => return Reporter::new(&options).error(&error),
    };
    let read = Exam::read(&grade.tests, &endings).map_err(|message| (message, FAILURE));
    let (exam, scripts) = match read.and_then(|exam| {
        let scripts = scripts(&grade.scripts, &grade.tests, &endings).map_err(|message| (message, USAGE))?;
        Ok((exam, scripts))
    }) {
        Ok(found) => found,
        Err((message, status)) => {
            complain(&message);
            return ExitCode::from(status);
        }
    };
    if let Some(script) = &grade.alone {
        let trial = Trial { exam: &exam, options: &options, script: Some(script), first: grade.first };
        let mut written = Ok(());
        trial.run(&mut |progress| {
            let line = serde_json::to_string(&progress).unwrap_or_default();
            written = console::write_out(&format!("{line}\n"));
        });
        return console::status_of(written, ExitCode::SUCCESS);
    }
    let built_in = built_in(&exam, &options);
    let process = |script: &Path, first: usize| process(words, script, first);
    let graded = scripts.iter().map(|script| watch(&exam, script, timeout * 2 + GRACE, &process));
    let written = report::write(&exam, &built_in, graded, grade.format);
    console::status_of(written, ExitCode::SUCCESS)
}

/// Returns the results of the library's search for the puzzles.
fn built_in(exam: &Exam, options: &Options) -> Vec<Mark> {
    let mut marks = vec![Mark::default(); exam.items.len()];
    Trial { exam, options, script: None, first: 0 }.run(&mut |progress| {
        if let Progress::Decided { item, mark } = progress
            && let Some(place) = marks.get_mut(item)
        {
            *place = mark;
        }
    });
    marks
}

/// Returns the process that tries the items from `first` on against a script.
fn process(words: &[OsString], script: &Path, first: usize) -> Command {
    let mut command = Command::new(env::current_exe().unwrap_or_else(|_| PathBuf::from("klammer")));
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (before, after) = words.split_at(end);
    command.args(before.iter().skip(1)).arg("--alone").arg(script).arg("--first").arg(first.to_string()).args(after);
    command
}

/// Time beyond its limits after which a silent process is ended: its engine should have ended the script.
const GRACE: Duration = Duration::from_secs(10);

/// Grades a script by what its process tells. An item during which the process ends, or is silent for longer than
/// `patience`, is failed; another process tries the next.
fn watch(exam: &Exam, script: &Path, patience: Duration, process: &dyn Fn(&Path, usize) -> Command) -> Graded {
    let mut graded = Graded { script: script.display().to_string(), failure: None, marks: Vec::new() };
    let mut marks: Vec<Option<Mark>> = vec![None; exam.items.len()];
    let mut first = 0;
    let mut last_failure = "the script was not tried".to_string();
    for _ in 0..MOST_PROCESSES {
        let end = listen(process(script, first), patience, &mut |progress| match progress {
            Progress::Prepared { failure } => {
                if let Some(failure) = failure {
                    graded.failure.get_or_insert_with(|| failure.clone());
                    last_failure = failure;
                }
            }
            Progress::Decided { item, mark } => {
                if let Some(place) = marks.get_mut(item) {
                    *place = Some(mark);
                }
            }
        });
        let Some(item) = marks.iter().position(Option::is_none) else { break };
        match end {
            End::Regular => break,
            End::Abrupt(why) => {
                last_failure = why;
                if let Some(place) = marks.get_mut(item) {
                    *place = Some(Mark::failed(&last_failure));
                }
                first = item + 1;
            }
        }
    }
    graded.marks = marks.into_iter().map(|mark| mark.unwrap_or_else(|| Mark::failed(&last_failure))).collect();
    graded
}

/// End of a process.
enum End {
    Regular,
    Abrupt(String),
}

/// Tells the progress that a process writes, until it ends or is silent for longer than `patience`.
fn listen(mut command: Command, patience: Duration, tell: &mut dyn FnMut(Progress)) -> End {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(cause) => return End::Abrupt(format!("cannot start a process: {cause}")),
    };
    let Some(output) = child.stdout.take() else { return End::Regular };
    let (sender, lines) = channel();
    // The thread ends when the process does.
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            // A host's own function may write other lines.
            if let Ok(progress) = serde_json::from_slice::<Progress>(&line)
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
                return End::Abrupt("the process did not end in time".to_string());
            }
            Err(RecvTimeoutError::Disconnected) => {
                return match child.wait() {
                    Ok(status) if status.success() => End::Regular,
                    Ok(status) => End::Abrupt(format!("the process ended: {status}")),
                    Err(cause) => End::Abrupt(format!("the process ended: {cause}")),
                };
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use klammer::docs::Outcome;

    use super::exam::{Item, Task};
    use super::*;

    /// Grades by the items of processes that a shell is: `$1` is the first item to try.
    fn watched(script: &str) -> Vec<Option<String>> {
        let item = || Item { name: String::new(), points: 1, task: Task::Example(Outcome::Value("1".into())) };
        let exam = Exam { files: Vec::new(), items: (0..4).map(|_| item()).collect() };
        let shell = |_: &Path, first: usize| {
            let mut command = Command::new("sh");
            let tell = r#"pass() { echo "{\"Decided\":{\"item\":$1,\"mark\":{\"failure\":null,\"nodes\":0,\"seconds\":0}}}"; }"#;
            command.args(["-c", &format!("{tell}; {script}"), "sh", &first.to_string()]);
            command
        };
        let graded = watch(&exam, Path::new("a.lisp"), Duration::from_secs(2), &shell);
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
    fn processes_that_always_end_fail_all_items() {
        let failures = watched("exit 3");
        assert_eq!(failures.iter().flatten().count(), 4, "{failures:?}");
    }
}
