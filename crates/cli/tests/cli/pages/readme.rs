//! README, beyond what holds for every page: its first commands, and those that stand without what they write.

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

#[test]
#[cfg(unix)]
fn the_commands_on_files_of_puzzles_succeed() {
    let readme = readme();
    let sandbox = super::folder();
    std::fs::write(sandbox.path().join("mine.lisp"), &readme.of_kind("lisp file=mine.lisp")[0].text).unwrap();
    let commands =
        readme.of_kind("sh").into_iter().find(|b| b.text.starts_with("klammer solve")).expect("the commands");
    for command in commands.text.lines() {
        let shown = shell(&format!("{command} && echo good"), sandbox.path());
        assert!(shown.contains("good\n"), "{command}: {shown}");
    }
    for (name, beginning) in [("tree.html", "<!doctype html>"), ("grid.svg", "<svg")] {
        let text = std::fs::read_to_string(sandbox.path().join(name)).unwrap();
        assert!(text.to_lowercase().contains(beginning), "{name}");
    }
}
