//! README, beyond what holds for every page: its first commands, and those that stand without what they write.

use std::process::Command;

use super::markdown::Page;
use super::shell;
use crate::support::places::root;

fn readme() -> Page {
    Page::read("README.md")
}

#[test]
fn the_first_command_solves_a_sudoku() {
    let readme = readme();
    let first = &readme.of_kind("sh")[0].text;
    let command = first.lines().next().unwrap();
    let arguments = command.strip_prefix("cargo run --release -- ").expect("the first command runs the program");
    assert!(shell(&format!("klammer {arguments}"), root()).contains("│ 5 3 4 │ 6 7 8 │ 9 1 2 │"));
    assert!(first.lines().any(|l| l == "cargo test"));
}

/// The script `mine.lisp` of README, and what its commands on files of puzzles need.
fn with_a_heuristic() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.lisp"), &readme().of_kind("lisp file=mine.lisp")[0].text).unwrap();
    std::fs::write(folder.path().join("yours.lisp"), "(require 'search)\n").unwrap();
    let puzzles = "..6.........4..2...9.....35..52.6....6....1.9.......4.3.2.85..61...9.7.......7...\n\
                   53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    std::fs::write(folder.path().join("puzzles.sdm"), puzzles).unwrap();
    folder
}

#[test]
fn the_commands_on_files_of_puzzles_succeed() {
    let readme = readme();
    let commands =
        readme.of_kind("sh").into_iter().find(|b| b.text.starts_with("klammer solve")).expect("the commands");
    let folder = with_a_heuristic();
    for command in commands.text.lines() {
        let (command, _) = command.split_once(" > ").unwrap_or((command, ""));
        let arguments = command.split_whitespace().skip(1);
        let output = Command::new(env!("CARGO_BIN_EXE_klammer")).args(arguments).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for (name, beginning) in [("tree.html", "<!doctype html>"), ("grid.svg", "<svg")] {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text.to_lowercase().contains(beginning), "{name}");
    }
}
