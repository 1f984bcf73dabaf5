//! Tests of the real binary: its output, exit status and drawn errors, the pages of README and guide, and instruction
//! counts.

mod check;
mod compare;
mod debug;
mod draw;
mod errors;
mod instructions;
#[cfg(unix)]
mod lsp;
#[path = "../optimised.rs"]
mod optimised;
mod pages;
mod program;
#[cfg(unix)]
mod prompt;
mod search;
mod solve;
#[path = "../../../../tests/support/mod.rs"]
mod support;
mod teach;
#[cfg(unix)]
mod terminal;
mod usage;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder of its own with some files in it, and `klammer` running there.
struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    fn new(files: &[(&str, &[u8])]) -> Sandbox {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            std::fs::write(folder.path().join(name), content).unwrap();
        }
        Sandbox { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klammer"));
        command.args(arguments).current_dir(self.path()).env_clear();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> String {
        shown(&self.command(arguments).output().unwrap())
    }

    fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> String {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        shown(&child.wait_with_output().unwrap())
    }
}

/// Runs `klammer` where there are no files.
fn klammer(arguments: &[&str]) -> String {
    Sandbox::new(&[]).run(arguments)
}

/// Runs one file, `main.lisp`.
fn run_file(text: &str) -> String {
    Sandbox::new(&[("main.lisp", text.as_bytes())]).run(&["run", "main.lisp"])
}

/// Exit status, output and errors in one text.
fn shown(output: &Output) -> String {
    let mut text = match output.status.code() {
        Some(status) => format!("exit status {status}\n"),
        None => format!("{}\n", output.status),
    };
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            writeln!(text, "--- {name}\n{}", String::from_utf8_lossy(bytes).trim_end_matches('\n')).unwrap();
        }
    }
    text
}

/// With every number before a unit of time taken out.
fn without_times(text: &str) -> String {
    let mut result = String::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let is_number = |i: usize| words.get(i).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let is_unit =
            |i: usize| i > 0 && is_number(i - 1) && words.get(i).is_some_and(|unit| matches!(*unit, "ms" | "s" | "µs"));
        let shown = (0..words.len()).filter(|&i| !is_unit(i)).map(|i| if is_unit(i + 1) { "TIME" } else { words[i] });
        let shown: Vec<&str> = shown.collect();
        result.push_str(&shown.join(" "));
        result.push('\n');
    }
    result
}
