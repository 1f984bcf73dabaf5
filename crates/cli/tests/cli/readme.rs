//! What README shows is true: its commands print what stands below them, its Lisp gives the values that its comments state. (Its Rust is a
//! documentation test of the crate.)

use std::path::Path;
use std::process::Command;

use crate::support::places::root;
use crate::support::run;
use crate::support::script::Script;

/// A fenced block: what stands after the fence, its text, and the line of the file where the text begins.
struct Block {
    info: String,
    text: String,
    line: usize,
}

fn blocks() -> Vec<Block> {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (i, line) in readme.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(info) => {
                open = true;
                blocks.push(Block { info: info.to_string(), text: String::new(), line: i + 2 });
            }
            None if open => {
                let block = blocks.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!open, "a block is not closed");
    blocks
}

fn of_kind(kind: &str) -> Vec<Block> {
    let found: Vec<Block> = blocks().into_iter().filter(|b| b.info == kind).collect();
    assert!(!found.is_empty(), "README has no block of kind {kind}");
    found
}

/// Runs `klammer` with these arguments in the project's folder; what it writes, errors included.
fn klammer(arguments: &[String], folder: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_klammer")).args(arguments).current_dir(folder).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// The words of a command, with double quotes as a shell takes them.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

#[test]
fn every_command_writes_what_stands_below_it() {
    for block in of_kind("console") {
        for entry in format!("\n{}", block.text).split("\n$ ").skip(1) {
            let (command, expected) = entry.split_once('\n').unwrap();
            let mut words = words(command);
            assert_eq!(words.remove(0), "klammer", "README.md:{}: {command}", block.line);
            assert_eq!(klammer(&words, root()).trim_end(), expected.trim_end(), "README.md:{}: {command}", block.line);
        }
    }
}

#[test]
fn the_first_command_solves_a_sudoku() {
    let shell = of_kind("sh").remove(0).text;
    let command = shell.lines().next().unwrap();
    let arguments = command.strip_prefix("cargo run --release -- ").expect("the first command runs the program");
    assert!(klammer(&words(arguments), root()).contains("│ 5 3 4 │ 6 7 8 │ 9 1 2 │"));
    assert!(shell.lines().any(|l| l == "cargo test"));
}

#[test]
fn the_lisp_gives_the_values_that_it_states() {
    let folder = tempfile::tempdir().unwrap();
    for block in of_kind("lisp") {
        let path = folder.path().join("README.lisp");
        std::fs::write(&path, &block.text).unwrap();
        let script = Script::read(&path);
        assert!(script.steps.iter().filter(|s| s.value.is_some() || s.error.is_some()).count() >= 10, "{}", block.line);
        run::report(&run::mismatches(&path, run::Profile::Plain));
    }
}

#[test]
fn the_first_script_runs() {
    let block = of_kind("lisp file=pythagoras.lisp").remove(0);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pythagoras.lisp"), block.text).unwrap();
    let arguments = ["run", "pythagoras.lisp", "15"].map(str::to_string);
    assert_eq!(klammer(&arguments, folder.path()), "(3 4 5)\n(6 8 10)\n(5 12 13)\n(9 12 15)\n");
}

/// The script `mine.lisp` of README, and what its commands on files of puzzles need.
fn with_a_heuristic() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.lisp"), of_kind("lisp file=mine.lisp").remove(0).text).unwrap();
    std::fs::write(folder.path().join("yours.lisp"), "(require 'search)\n").unwrap();
    let puzzles = "..6.........4..2...9.....35..52.6....6....1.9.......4.3.2.85..61...9.7.......7...\n\
                   53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    std::fs::write(folder.path().join("puzzles.sdm"), puzzles).unwrap();
    folder
}

#[test]
fn the_commands_on_files_of_puzzles_succeed() {
    let commands = of_kind("sh").into_iter().find(|b| b.text.starts_with("klammer solve")).expect("the commands");
    let folder = with_a_heuristic();
    for command in commands.text.lines() {
        let (command, _) = command.split_once(" > ").unwrap_or((command, ""));
        let arguments = &words(command)[1..];
        let output = Command::new(env!("CARGO_BIN_EXE_klammer")).args(arguments).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for (name, beginning) in [("tree.html", "<!doctype html>"), ("grid.svg", "<svg")] {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text.to_lowercase().contains(beginning), "{name}");
    }
}
