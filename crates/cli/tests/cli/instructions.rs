//! Guard against slower code. Valgrind counts the machine instructions of programs, so a noisy machine does not matter.
//!
//! Counts depend on the compiler; they are pinned in `benches/pinned/counts.txt` together with its version. After a
//! change that is meant to alter them: `UPDATE=1 cargo test --release --test cli instructions`. The tests measure
//! an optimised program, which a full run builds.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Sandbox;
use crate::optimised;
use crate::support::settings::root;
use crate::support::settings::{full, update};

const PROGRAMS: [&str; 5] = ["calls", "lists", "vectors", "exits", "solver"];

/// Greatest excess over the pinned count that is no failure.
const TOLERANCE: f64 = 0.03;

fn folder() -> PathBuf {
    root().join("benches/pinned")
}

/// Returns the output of callgrind for one run, or `None` without valgrind.
fn profile(program: &Path, arguments: &[&str], options: &[&str]) -> Option<String> {
    let out = tempfile::NamedTempFile::new().unwrap();
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--log-fd=2"])
        .args(options)
        .arg(format!("--callgrind-out-file={}", out.path().display()))
        .arg(program)
        .args(arguments)
        .current_dir(folder())
        .output()
        .ok()?;
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(std::fs::read_to_string(out.path()).unwrap())
}

/// Instructions of one run, or `None` without valgrind.
fn instructions(program: &Path, arguments: &[&str]) -> Option<u64> {
    let text = profile(program, arguments, &[])?;
    let total = text.lines().find_map(|l| l.strip_prefix("summary: ").or_else(|| l.strip_prefix("totals: ")));
    Some(total.expect("valgrind counts").trim().parse().unwrap())
}

fn compiler() -> String {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into())).arg("--version").output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

#[test]
fn five_programs_take_the_pinned_instructions() {
    let Some(program) = optimised::program(full()) else {
        println!("skipped: counts are those of an optimised build (cargo test --release --test cli instructions)");
        return;
    };
    let Some(start) = instructions(&program, &["-e", "1"]) else {
        println!("skipped: valgrind is not installed");
        return;
    };
    let counts = PROGRAMS.map(|name| {
        let total = instructions(&program, &["run", &format!("{name}.lisp")]).unwrap();
        (name, total.saturating_sub(start))
    });
    let file = folder().join("counts.txt");
    if update() {
        let lines: String = counts.iter().map(|(name, n)| format!("{name} {n}\n")).collect();
        std::fs::write(file, format!("{}\n{lines}", compiler())).unwrap();
        return;
    }
    let pinned = std::fs::read_to_string(&file).unwrap();
    let mut lines = pinned.lines();
    let with = lines.next().unwrap();
    if with != compiler() {
        println!("skipped: the counts are pinned for {with}");
        return;
    }
    for (line, (name, count)) in lines.zip(counts) {
        let (pinned_name, pinned) = line.split_once(' ').unwrap();
        assert_eq!(pinned_name, name);
        let ratio = count as f64 / pinned.parse::<f64>().unwrap();
        println!("{name}: {count} instructions, {ratio:.3} of what is pinned");
        assert!(ratio <= 1.0 + TOLERANCE, "{name} takes {count} instructions, {ratio:.3} times what is pinned");
    }
}

/// Instructions that an iteration of a loop around an expression takes, or `None` without valgrind.
fn instructions_each(program: &Path, expression: &str) -> Option<f64> {
    let text =
        |n: usize| format!("(defproc f (x) (rest x)) (defproc g (x) (throw 'a x)) (dotimes (i {n}) {expression})");
    let [few, many] = [1000, 11_000].map(|n| instructions(program, &["-e", &text(n)]));
    Some((many?.saturating_sub(few?)) as f64 / 10_000.0)
}

#[test]
fn a_caught_error_costs_a_few_throws() {
    let Some(program) = optimised::program(full()) else {
        println!("skipped: counts are those of an optimised build (cargo test --release --test cli instructions)");
        return;
    };
    let each = ["(catch 'error (f 5))", "(catch 'a (g 5))"].map(|text| instructions_each(&program, text));
    let [Some(error), Some(throw)] = each else {
        println!("skipped: valgrind is not installed");
        return;
    };
    println!("a caught error takes {error} instructions, a throw {throw}");
    assert!(error < 3.0 * throw, "a caught error takes {error} instructions, a throw {throw}");
}

// found: 2026-11-26, each of the names was looked for in the code of all functions
#[test]
fn a_require_after_use_takes_no_scan_of_all_code() {
    const NAMES: usize = 300;
    let all = |form: &dyn Fn(usize) -> String| (0..NAMES).map(form).collect::<String>();
    let uses = all(&|i| format!("(defproc g{i} () (f{i}))\n"));
    let sandbox = Sandbox::new(&[
        ("many.lisp", all(&|i| format!("(defproc f{i} () {i})\n")).as_bytes()),
        ("first.lisp", format!("(require 'many)\n{uses}(print (g299))").as_bytes()),
        ("last.lisp", format!("{uses}(require 'many)\n(print (g299))").as_bytes()),
    ]);
    for file in ["first.lisp", "last.lisp"] {
        assert_eq!(sandbox.run(&["--deny-warnings", file]), "exit status 0\n--- stdout\n299\n");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_klammer"));
    let counts = ["first.lisp", "last.lisp"]
        .map(|file| instructions(program, &["run", &sandbox.path().join(file).to_string_lossy()]));
    let [Some(first), Some(last)] = counts else {
        println!("skipped: valgrind is not installed");
        return;
    };
    // It was ten times as many.
    assert!(last < 2 * first, "{last} instructions after {NAMES} uses, {first} before");
}

// found: 2026-11-26, each error looked through all modules
#[test]
fn a_caught_error_costs_the_same_beside_many_modules() {
    let module = |i: usize| (format!("m{i}.lisp"), format!("(provide 'f{i})\n(defproc f{i} () {i})\n"));
    let modules: Vec<(String, String)> = (0..205).map(module).collect();
    let errors = |count: usize, errors: usize| {
        let required: String = (0..count).map(|i| format!("(require 'm{i})\n")).collect();
        format!("{required}(dotimes (i {errors}) (catch nil (car i)))\n")
    };
    let program = Path::new(env!("CARGO_BIN_EXE_klammer"));
    let cost = |count: usize| {
        let [none, many] = [0, 500].map(|n| errors(count, n));
        let mut files: Vec<(&str, &[u8])> = modules.iter().map(|(name, text)| (&**name, text.as_bytes())).collect();
        files.extend([("none.lisp", none.as_bytes()), ("many.lisp", many.as_bytes())]);
        let sandbox = Sandbox::new(&files);
        let [none, many] = ["none.lisp", "many.lisp"]
            .map(|file| instructions(program, &["run", &sandbox.path().join(file).to_string_lossy()]));
        Some(many? - none?)
    };
    let (Some(few), Some(many)) = (cost(5), cost(205)) else {
        println!("skipped: valgrind is not installed");
        return;
    };
    assert!(many < 2 * few, "{many} instructions beside 205 modules, {few} beside 5");
}
