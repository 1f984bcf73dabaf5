//! Functions that each start of the program runs lie together (`crates/cli/start.ld`): the system maps a program piece
//! by piece as it is touched, which is a third of the time of a short run.
//!
//! Which functions these are depends on the program and the compiler. A name that is not there any more does no harm,
//! and a function that is not listed lies elsewhere. When the test finds too many pieces, `UPDATE_START=1 cargo test
//! --release --test cli start` writes the list anew. If `KLAMMER_BINARY` names an optimised program, it is that one
//! which is looked at.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::instructions::{profile, program};

/// What the system maps at once when a page of a file is touched.
const PIECE: u64 = 64 << 10;

/// There were 47 before functions were put together, and 16 after that.
const MOST_PIECES: usize = 24;

/// Names of generic functions may be very long.
const MOST_LETTERS: usize = 100;

/// A short program of somebody's: a definition, a loop, output.
const SCRIPT: &str = "(defproc square (x) (* x x)) (dolist (n (map-with square (list 1 2 3))) (print n))";

/// One that takes some search.
const PUZZLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn what_each_start_runs_lies_together() {
    let Some(program) = program() else {
        println!("skipped: functions are those of an optimised build (cargo test --release --test cli start)");
        return;
    };
    let options = ["--demangle=no", "--dump-instr=yes", "--compress-strings=no", "--compress-pos=no"];
    let Some(first) = profile(&program, &["-e", "1"], &options) else {
        println!("skipped: valgrind is not installed");
        return;
    };
    if std::env::var_os("UPDATE_START").is_some() {
        let second = profile(&program, &["-e", SCRIPT], &options).unwrap();
        let third = profile(&program, &["solve", "--unique", PUZZLE], &options).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("start.ld");
        fs::write(script, script_of(&[&first, &second, &third].map(|profile| patterns(profile)))).unwrap();
        return;
    }
    let name = fs::canonicalize(&program).unwrap().display().to_string();
    let pieces = pieces(&first, &name);
    println!("{} pieces", pieces.len());
    assert!(!pieces.is_empty(), "{name} is not in the profile");
    assert!(pieces.len() <= MOST_PIECES, "`-e 1` runs in {} pieces, see this file's head", pieces.len());
}

/// The pieces of the program's file in which something ran.
fn pieces(profile: &str, program: &str) -> BTreeSet<u64> {
    let mut is_own = false;
    let mut lines = profile.lines();
    let mut pieces = BTreeSet::new();
    while let Some(line) = lines.next() {
        if let Some(object) = line.strip_prefix("ob=") {
            is_own = object == program;
        } else if line.starts_with("calls=") {
            // The line after it is what the call took, not what ran here.
            lines.next();
        } else if let Some(position) = line.strip_prefix("0x").filter(|_| is_own) {
            let digits = position.split(' ').next().unwrap_or_default();
            pieces.insert(u64::from_str_radix(digits, 16).unwrap() / PIECE);
        }
    }
    pieces
}

/// What the names of the functions that ran begin with, without what changes with each compiler: hashes, and numbers of
/// crates.
fn patterns(profile: &str) -> BTreeSet<String> {
    let names = profile.lines().filter_map(|line| line.strip_prefix("fn="));
    names.filter(|name| name.starts_with("_ZN") || name.starts_with("_R") || *name == "main").map(pattern).collect()
}

fn pattern(name: &str) -> String {
    let hash = name.rfind("17h").filter(|_| name.starts_with("_ZN"));
    let mut pattern = String::new();
    let mut rest = hash.map_or(name, |hash| &name[..hash + 3]);
    while let Some(start) = rest.find("Cs").filter(|_| name.starts_with("_R")) {
        let (before, number) = rest.split_at(start + 2);
        pattern += before;
        pattern.push('*');
        rest = number.find('_').map_or("", |end| &number[end..]);
    }
    pattern += rest;
    pattern.truncate(MOST_LETTERS);
    pattern + "*"
}

/// What adds to the linker's own script: what each start runs, after that what only programs do, and then what only
/// searches do. What is generic in the standard library, and compiled here, comes last: of those functions there are many
/// with the same name, most of which do not run.
fn script_of([starts, programs, searches]: &[BTreeSet<String>; 3]) -> String {
    let others = searches.iter().filter(|name| !starts.contains(*name) && !programs.contains(*name));
    let names = starts.iter().chain(programs.difference(starts)).chain(others);
    let (single, generic): (Vec<&String>, Vec<&String>) =
        names.partition(|name| name.contains("klammer") || !name.starts_with("_ZN"));
    let lines: String = single.iter().chain(&generic).map(|name| format!("    *(.text*.{name})\n")).collect();
    format!(
        "/* Functions that each start runs lie together. Written by a test, tests/cli/start.rs, which says why and how. */\n\
         SECTIONS\n{{\n  .text :\n  {{\n{lines}    *(.text .text.*)\n  }}\n}}\nINSERT AFTER .init;\n"
    )
}
