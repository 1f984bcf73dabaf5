//! Tests of README and the guide: their commands print the output below them, their Lisp gives the values that its
//! comments state, and their links lead somewhere. (Their Rust is a documentation test of the crate.)
//!
//! A page is followed from top to bottom, in a folder of its own that has the project's `examples`:
//!
//! - `lisp`: all of these blocks are one program with expectations (`support::script`), which can require the files
//!   of the page; so are `scheme` and `common-lisp`, each in its language.
//! - `lisp file=NAME`, `text file=NAME`: the file is written.
//! - `console`: lines that begin with `$ ` are given to a shell; what they write, errors included, stands below. `…`
//!   stands for any text: for what depends on the machine.
//! - `prompt`: lines that begin with `klammer> ` are typed at the prompt; what it answers stands below.
//! - Tables with a column `Klammer` and, after it, a column `value`: the one is evaluated, each row by itself, and
//!   prints as the other says; an error is `error` and its code.

mod codes;
mod links;
mod markdown;
mod readme;
#[cfg(unix)]
mod transcript;

use std::path::Path;
use std::process::{Command, Stdio};

use klammer::{Handle, Limits};

use crate::Sandbox;
use crate::support::documented::engine;
use crate::support::places::root;
use crate::support::run;
use crate::support::script::Script;
use markdown::Page;
#[cfg(unix)]
use transcript::{PROMPT, Transcript};

/// README and the pages of the guide.
fn pages() -> Vec<Page> {
    let mut names: Vec<String> = ["README.md", "docs/README.md"].map(String::from).into();
    for entry in std::fs::read_dir(root().join("docs/guide")).unwrap() {
        names.push(format!("docs/guide/{}", entry.unwrap().file_name().to_string_lossy()));
    }
    names.sort();
    assert!(names.len() > 15, "{names:?}");
    names.iter().map(|name| Page::read(name)).collect()
}

/// Kinds of blocks; what is not tried here is a documentation test or tried elsewhere.
const KINDS: &[&str] = &["lisp", "scheme", "common-lisp", "text", "console", "prompt", "rust", "toml", "sh"];

#[test]
fn all_code_of_the_pages_is_of_a_kind_that_is_tried() {
    for page in pages() {
        for block in &page.blocks {
            let (kind, file) = block.info.split_once(" file=").unwrap_or((&block.info, ""));
            let known = KINDS.contains(&kind) && (kind != "text" || !file.is_empty());
            assert!(known, "{}:{}: a block of kind {:?}", page.name, block.line, block.info);
            if kind == "sh" {
                assert!(page.name == "README.md" || block.text.starts_with("cargo install"), "{}", page.name);
            }
            if kind == "toml" || kind == "rust" {
                let tried = page.name == "README.md" || page.name.starts_with("docs/guide/embedding");
                assert!(tried, "{}", page.name);
            }
        }
    }
}

/// The program that a page's blocks of one language are, each line where it is on the page.
fn program(page: &Page, language: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut put = |line: usize, text: &str| {
        lines.resize(lines.len().max(line), String::new());
        lines[line - 1] = text.to_string();
    };
    for block in &page.blocks {
        let file = block.file().filter(|_| block.info.starts_with("lisp "));
        if let Some(name) = file {
            put(block.line - 1, &format!(";; file: {name}"));
        }
        if file.is_some() || block.info == language {
            for (i, line) in block.text.lines().enumerate() {
                put(block.line + i, line);
            }
        }
        if file.is_some() {
            put(block.line + block.text.lines().count(), ";; main");
        }
    }
    if language != "lisp" {
        put(1, &format!("(require '{language})"));
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_lisp_gives_the_values_that_it_states() {
    let mut wrong = Vec::new();
    for page in pages() {
        for language in ["lisp", "scheme", "common-lisp"] {
            if page.blocks.iter().any(|b| b.info == language) {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join(page.name.replace('/', "-"));
                std::fs::write(&path, program(&page, language)).unwrap();
                let scripts = Script::read(&path);
                wrong.extend(scripts.iter().flat_map(|script| run::mismatches(script, run::Profile::Plain)));
            }
        }
    }
    run::report(&wrong);
}

/// The folder in which a page is followed.
fn folder() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(root().join("examples"), sandbox.path().join("examples")).unwrap();
    sandbox
}

/// Gives a command to the shell, with `klammer` on its path; what it writes, errors included.
fn shell(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_klammer"));
    let path = std::env::join_paths(program.parent().into_iter().chain(["/bin", "/usr/bin"].map(Path::new))).unwrap();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{command}\n")).current_dir(folder).env_clear().env("PATH", path);
    let output = shell.stdin(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// Returns whether the text is as expected; `…` stands for any text.
fn fits(text: &str, expected: &str) -> bool {
    let mut parts = expected.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// The entries of a block: what stands after a mark at the beginning of a line, and the lines up to the next one.
fn entries<'a>(text: &'a str, mark: &str) -> Vec<(&'a str, &'a str)> {
    let starts: Vec<usize> =
        text.match_indices(mark).map(|m| m.0).filter(|&i| i == 0 || text[..i].ends_with('\n')).collect();
    assert_eq!(starts.first(), Some(&0), "a block begins with {mark:?}: {text}");
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| text[start + mark.len()..end].split_once('\n').unwrap()).collect()
}

#[test]
#[cfg(unix)]
fn every_command_writes_what_stands_below_it() {
    let mut wrong = Vec::new();
    for page in pages() {
        let sandbox = folder();
        for block in &page.blocks {
            if let Some(name) = block.file() {
                std::fs::write(sandbox.path().join(name), &block.text).unwrap();
            }
            if block.info == "console" {
                for (command, expected) in entries(&block.text, "$ ") {
                    let got = shell(command, sandbox.path());
                    if !fits(got.trim_end(), expected.trim_end()) {
                        wrong.push(format!("{}:{}: $ {command}\n{got}", page.name, block.line));
                    }
                }
            }
        }
    }
    run::report(&wrong);
}

#[test]
#[cfg(unix)]
fn the_prompt_answers_what_stands_below_each_input() {
    let mut wrong = Vec::new();
    for page in pages().iter().filter(|p| p.blocks.iter().any(|b| b.info == "prompt")) {
        let sandbox = folder();
        for block in &page.blocks {
            if let Some(name) = block.file() {
                std::fs::write(sandbox.path().join(name), &block.text).unwrap();
            }
            if block.info == "prompt" {
                let mut transcript = Transcript::begin(&sandbox);
                for (input, expected) in entries(&block.text, PROMPT) {
                    let got = transcript.ask(input);
                    if !fits(got.trim_end(), expected.trim_end()) {
                        wrong.push(format!("{}:{}: klammer> {input}\n{got}", page.name, block.line));
                    }
                }
            }
        }
    }
    run::report(&wrong);
}

#[test]
fn tables_of_correspondences_state_true_values() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for page in pages() {
        for table in &page.tables {
            let column = |title: &str| table.header.iter().position(|cell| cell.text == title);
            let (Some(ours), Some(value)) = (column("Klammer"), column("value")) else { continue };
            for (line, row) in &table.rows {
                let (code, expected) = (row[ours].code.join(" "), &row[value].text);
                if code.is_empty() && expected.is_empty() {
                    continue;
                }
                let (mut engine, heard) = engine();
                *engine.limits_mut() =
                    Limits { memory: 64 << 20, depth: Some(10_000), ticks: Some(10_000_000), ..Limits::default() };
                let result = engine.eval::<Handle>(&code).and_then(|value| engine.inspect().repr(&value));
                let output = heard.take_output();
                let got = match result {
                    Err(error) => format!("error {}", error.code().as_str()),
                    Ok(_) if expected.starts_with("writes ") => format!("writes {}", output.trim_end()),
                    Ok(value) => value,
                };
                tried += 1;
                if got != *expected {
                    wrong.push(format!("{}:{line}: {code}: expected {expected}, got {got}", page.name));
                }
            }
        }
    }
    assert!(tried > 100, "only {tried} rows");
    run::report(&wrong);
}
