//! Tests with the oracle: they compare the engine with it, on the corpus of the language and on random programs.

mod generate;
mod shapes;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use generate::{Generator, Sexp, shrink};
use support::host::{Heard, TestHost};
use support::lisp_files;
use support::script::{Script, output};
use support::settings::folder;
use support::settings::{full, number, seed};

use crate::engine::Engine;
use crate::error::Error;
use crate::handle::Handle;
use crate::limits::Limits;
use crate::oracle::Oracle;

/// Helpers of the tests that make no engine.
#[allow(dead_code, unused_imports, unreachable_pub, reason = "integration tests use them, too")]
#[allow(unreachable_patterns, reason = "to those outside of the crate an enum is open")]
#[path = "../../../tests/support"]
mod support {
    #[path = "test_host.rs"]
    pub mod host;
    pub mod script;
    pub mod settings;

    pub use script::lisp_files;
}

/// Scripts about subjects that the oracle does not have: places, nesting of code, the engine's answers about its
/// functions, assumptions of compiled code, forwarded cells, texts of a prompt one after the other, markers in nested
/// patterns of macros.
const OTHERS: [&str; 12] = [
    "a caught error is located when somebody asks",
    "a condition holds message code irritants and place",
    "a condition keeps its text after collections",
    "a continuation of an earlier text leaves the present form",
    "a module required after use means its names",
    "code relies on what builtins capture",
    "errors at the same frames share what they know of them",
    "functions for the compiler check arguments",
    "rethrowing passes the error on with its place",
    "tests of aand are no native recursion",
    "functions that call one another in tail position are one loop",
    "nested patterns have markers and fixed lengths",
];

/// Dialects, modules and functions that other crates define on the public interface: only engines have them.
const FOR_ENGINES: [&str; 16] = [
    "(require 'scheme", "(require 'common-lisp", "(require 'constraints", "(require 'teach", "(require 'easy-sudoku",
    "read-puzzle", "read-cages", "write-puzzle", "draw-puzzle", "puzzle->svg", "board-variant", "board->line",
    "propagate-constraint", "(board", ":of 'digits", "(places ",
];

/// Returns the scripts in a folder of tests without those for engines.
fn scripts_in(name: &str) -> Vec<Script> {
    let mut scripts: Vec<Script> = lisp_files(&folder(name)).iter().flat_map(|file| Script::read(file)).collect();
    scripts.retain(|script| !FOR_ENGINES.iter().any(|name| script.text.contains(name)));
    scripts
}

/// Returns the files of a folder of programs without those for engines.
fn files_in(name: &str) -> Vec<PathBuf> {
    let mut files = lisp_files(&folder(name));
    files.retain(|f| !FOR_ENGINES.iter().any(|name| text_of(f).contains(name)));
    files
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Returns the mismatches of a script, a line for each.
fn mismatches(script: &Script) -> Vec<String> {
    if !script.limits.is_empty() {
        return Vec::new();
    }
    let (host, heard) = TestHost::new(script.files.clone());
    let limits = Limits { ticks: Some(20_000_000), ..Limits::default() };
    let mut oracle = Oracle::new(host, limits);
    let mut wrong = Vec::new();
    for step in &script.steps {
        let result = oracle.eval("corpus", &step.text);
        let output = heard.take_output();
        let said = match (&result, &step.value, &step.error) {
            (Ok(got), Some(expected), _) if got != expected => format!("expected {expected}, got {got}"),
            (Ok(got), None, Some(e)) => format!("expected the error {}, got {got}", e.code),
            (Err(got), _, None) => format!("unexpected error {}: {got}", got.code().as_str()),
            (Err(got), _, Some(e)) if got.code().as_str() != e.code => {
                format!("expected the error {}, got {}: {got}", e.code, got.code().as_str())
            }
            _ if output.lines().collect::<Vec<_>>() != step.output => format!("got the output {output:?}"),
            _ => continue,
        };
        wrong.push(format!("{}: {said}", script.place(step.line)));
    }
    wrong
}

/// Runs `check` on one of every `parts` files, in a full run on all: trees are expanded and dropped by recursion.
fn nothing_is_wrong<T: Sync>(parts: usize, files: &[T], check: impl Fn(&T) -> Vec<String> + Sync) {
    let chosen: Vec<&T> = files.iter().step_by(number(parts, 1)).collect();
    let all = || chosen.iter().flat_map(|f| check(f)).collect::<Vec<_>>();
    let wrong = std::thread::scope(|s| {
        std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(s, all).unwrap().join().unwrap()
    });
    println!("{} files", chosen.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_oracle_gives_what_the_corpus_expects() {
    let mut scripts = scripts_in("lang");
    scripts.extend(scripts_in("regression"));
    for other in OTHERS {
        assert!(scripts.iter().any(|script| script.name() == other), "{other} is no script of the corpus");
    }
    scripts.retain(|script| !OTHERS.contains(&script.name().as_str()));
    nothing_is_wrong(4, &scripts, mismatches);
}

#[test]
fn examples_write_what_they_say() {
    let mut scripts = files_in("../examples");
    // They write nothing: each changes how the library searches.
    scripts.retain(|p| !p.parent().is_some_and(|folder| folder.ends_with("heuristics")));
    nothing_is_wrong(6, &scripts, |path| {
        let beside = scripts.iter().filter_map(|p| Some((PathBuf::from(p.file_name()?), text_of(p)))).collect();
        let (host, heard) = TestHost::new(beside);
        let limits = Limits { ticks: Some(50_000_000), memory: 1 << 30, ..Limits::default() };
        let result = Oracle::new(host, limits).eval("example", &text_of(path));
        let said = heard.take_output();
        match result {
            Err(error) => vec![format!("{}: {error}", path.display())],
            Ok(_) if said != output(&text_of(path)) => vec![format!("{}: writes {said}", path.display())],
            Ok(_) => Vec::new(),
        }
    });
}

/// Programs that share an engine: they meet what those before them have defined.
const PROGRAMS_PER_ENGINE: u64 = 60;

/// Definitions for the programs of the core.
const PRELUDE: &str = "(setq g0 1 g1 2.5 g2 '(1 2 3) g3 1152921504606846975)
    (defproc f0 (a) (+ a 1)) (defproc f1 (a b) (list a b)) (setq f2 (lambda (a) a)) (setq f3 cons) (defmethod f4 ((a number)) t (- a))";

/// Ticks for each form.
const TICKS: u64 = 20_000;

/// The program of a number.
fn program(seed: u64) -> Vec<Sexp> {
    Generator::new(seed).program()
}

/// Native stack for trees inside each other.
const STACK: usize = 256 << 20;

/// Conditions that stress the machine.
#[derive(Clone, Copy)]
struct Stress {
    /// Number of safepoints between two collections.
    safepoints: u32,
    /// Number of ticks in a slice of ticks.
    ticks: i64,
    /// So many calls may be under way. The fewer that are, the more often the machine looks at its stack.
    depth: usize,
}

impl Stress {
    /// That of the engine whose first program is `seed`.
    fn of(seed: u64) -> Stress {
        let choose = |choices: [u64; 4], by: u64| choices[(seed / PROGRAMS_PER_ENGINE / by % 4) as usize];
        Stress {
            safepoints: choose([7, 11, 17, 29], 1) as u32,
            ticks: choose([1, 2, 5, 4096], 4) as i64,
            depth: choose([100, 150, 1000, 2_000_000], 16) as usize,
        }
    }
}

/// Both evaluators, in the same state.
struct Pair {
    engine: Engine,
    engine_said: Heard,
    oracle: Oracle,
    oracle_said: Heard,
}

/// Outcome of a form.
#[derive(PartialEq, Eq, Debug)]
enum Outcome {
    Same,
    /// A limit ended it on one side, or the engine refused to capture a continuation: from here on they may differ.
    Limited,
    Different(String),
}

impl Pair {
    fn new(stress: Option<Stress>) -> Pair {
        let (host, engine_said) = TestHost::new(HashMap::new());
        let limits = Limits { ticks: Some(TICKS), memory: 64 << 20, integer_bits: 20_000, ..Limits::default() };
        let depth = stress.map_or(limits.depth, |s| Some(s.depth));
        let mut engine = Engine::builder().host(host).limits(Limits { depth, ..limits.clone() }).build();
        if let Some(stress) = stress {
            engine.stress(stress.safepoints, stress.ticks);
        }
        let (host, oracle_said) = TestHost::new(HashMap::new());
        // The oracle counts other steps.
        let limits = Limits { ticks: Some(5 * TICKS), memory: 512 << 20, ..limits };
        let mut pair = Pair { engine, engine_said, oracle: Oracle::new(host, limits), oracle_said };
        assert_eq!(pair.run(PRELUDE), Outcome::Same);
        pair
    }

    fn run(&mut self, form: &str) -> Outcome {
        let value = self.engine.eval::<Handle>(("program", form));
        // A program may have caught the error of a capture that only the machine cannot do.
        if self.engine.refused_captures() > 0 {
            return Outcome::Limited;
        }
        // The oracle takes much longer to come to its limit.
        let Some(engine) = shown(value.and_then(|v| self.engine.inspect().repr(&v))) else { return Outcome::Limited };
        let Some(oracle) = shown(self.oracle.eval("program", form)) else { return Outcome::Limited };
        let engine = format!("{engine} {:?}", self.engine_said.take_output());
        let oracle = format!("{oracle} {:?}", self.oracle_said.take_output());
        if engine == oracle { Outcome::Same } else { Outcome::Different(format!("engine: {engine}\noracle: {oracle}")) }
    }

    fn run_program(&mut self, forms: &[Sexp]) -> Outcome {
        forms.iter().map(|f| self.run(&f.to_string())).find(|o| *o != Outcome::Same).unwrap_or(Outcome::Same)
    }
}

/// The value or the error, `None` for a limit.
fn shown(result: Result<String, Error>) -> Option<String> {
    match result {
        Ok(value) => Some(value),
        Err(e) if e.is_limit() || e.code().as_str() == "too-complex" => None,
        Err(e) => Some(format!("the error {}", e.code().as_str())),
    }
}

/// Returns the outcomes of both sides: the errors, without values and output.
fn ends_of(said: &str) -> Vec<String> {
    let end = |line: &str| match line.split_once(": ").map(|(_, said)| said) {
        Some(said) if said.starts_with("the error ") => said.split(' ').nth(2).unwrap_or_default().to_string(),
        _ => "a value".to_string(),
    };
    said.lines().map(end).collect()
}

fn printed(program: &[Sexp]) -> String {
    let forms: Vec<String> = program.iter().map(Sexp::to_string).collect();
    forms.join("\n")
}

/// Returns the number of programs that ran to their end on both, and the first difference, minimized.
fn compare(first: u64, count: u64, stressed: bool) -> (u64, Option<String>) {
    let mut ended = 0;
    let (mut seed, end) = (first, first + count);
    while seed < end {
        let stress = stressed.then(|| Stress::of(seed));
        let mut pair = Pair::new(stress);
        let begin = seed;
        for _ in 0..PROGRAMS_PER_ENGINE.min(end - seed) {
            let program = program(seed);
            let outcome = pair.run_program(&program);
            seed += 1;
            match outcome {
                Outcome::Same => ended += 1,
                Outcome::Limited => break,
                Outcome::Different(_) => return (ended, Some(describe(begin, seed - 1, stress))),
            }
        }
    }
    (ended, None)
}

/// The difference that program `seed` shows, alone or after those before it, which begin with `begin`.
fn describe(begin: u64, seed: u64, stress: Option<Stress>) -> String {
    let program = program(seed);
    let history: Vec<Sexp> = (begin..=seed).flat_map(self::program).collect();
    let outcome = |forms: &[Sexp]| Pair::new(stress).run_program(forms);
    let ends = |outcome: &Outcome| if let Outcome::Different(said) = outcome { Some(ends_of(said)) } else { None };
    let found = ends(&outcome(&program)).or_else(|| ends(&outcome(&history)));
    // Another difference that is met on the way is not what was found.
    let differs = |forms: &[Sexp]| found.is_some() && ends(&outcome(forms)) == found;
    let small = shrink(if differs(&program) { program } else { history }, differs);
    let said = match outcome(&small) {
        Outcome::Different(said) => said,
        other => format!("{other:?}"),
    };
    format!("seed {seed}:\n{}\n{said}", printed(&small))
}

/// Programs for which random programs once found a difference.
#[test]
fn earlier_differences_are_none_now() {
    let outcome = |forms: &[&str]| {
        let mut pair = Pair::new(None);
        forms.iter().map(|form| pair.run(form)).find(|o| *o != Outcome::Same).unwrap_or(Outcome::Same)
    };
    for form in [
        // A function that captures nothing is one object.
        "(group-by (lambda it (letrec ((it (lambda v12))) it)) (digit-range 1 9))",
        "(group-by (lambda (x) (let loop ((n 3)) (if (= n 0) loop (loop (- n 1))))) (iota 5))",
        "(group-by (lambda (x) (letrec ((g (lambda (n) (if (= n 0) g (g (- n 1)))))) g)) (iota 5))",
        "(group-by (lambda (x) (letrec ((g (lambda (n) (h n))) (h (lambda (n) (g n)))) g)) (iota 5))",
        "(group-by (lambda (x) (alambda (n) (self n))) (iota 5))",
        "(group-by (lambda (x) (let ((g (lambda (n) n))) (lambda () (g 1)))) (iota 5))",
        "(group-by (lambda (x) (let loop ((n 3)) (if (= n 0) (lambda () (loop 1)) (loop (- n 1))))) (iota 5))",
        // The others are not.
        "(group-by (lambda (x) (lambda () x)) (iota 5))",
        "(block b (group-by (lambda (x) (block c (lambda () (return-from c x)))) (iota 5)))",
        "(group-by (lambda (x) (letrec ((g (lambda (n) (h n))) (h (lambda (n) x))) g)) (iota 5))",
        "(group-by (lambda (x) (letrec ((g (lambda (n) h)) (h (lambda (n) g))) g)) (iota 5))",
        "(group-by (lambda (x) (letrec ((g (lambda (n) (h n))) (h (lambda (n) (g n)))) (car (list g h)))) (iota 5))",
        "(group-by (lambda (x) (letrec ((g (lambda (n) (setq g n)))) g)) (iota 5))",
        "(group-by (lambda (x) (letrec ((g (lambda (n) (lambda () g)))) (g 1))) (iota 5))",
        "(group-by (lambda (x) (letrec ((g (lambda (n) (h))) (h (lambda (n) n))) g)) (iota 5))",
        "(block b (group-by (lambda (x) (letrec ((g (lambda () (h))) (h (lambda () (return-from b x)))) g)) (iota 5)))",
        // Of two mistakes in a template the first is reported.
        "(progn (defmacro f1 (b) b) (quasi-quote ((unquote (lambda)) (unquote (f1)))))",
    ] {
        assert_eq!(outcome(&[form]), Outcome::Same, "{form}");
    }
    // The engine cannot capture in code that was compiled for a builtin.
    let caught = [
        "(defproc f () (let (r) (for-each (lambda (q) (setq r (length))) (digits 1))))",
        "(defproc length a (catch-and-apply nil (lambda tag 2) (call/cc (lambda c))))",
        "(f)",
    ];
    assert_eq!(outcome(&caught), Outcome::Limited);
}

#[test]
fn random_programs_give_the_same_on_both() {
    let (first, count) = (seed(), number(120, if cfg!(debug_assertions) { 300 } else { 100_000 }));
    let run = move || {
        let (ended, difference) = compare(first, count, false);
        let stressed = full() && cfg!(debug_assertions) && difference.is_none();
        (ended, difference.or_else(|| stressed.then(|| compare(first, count, true).1).flatten()))
    };
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap();
    let (ended, difference) = worker.join().unwrap();
    println!("{ended} of {count} programs ran to their end on both");
    assert!(difference.is_none(), "{}", difference.unwrap_or_default());
    assert!(ended > count / 2, "too many programs come to a limit: {} of {count}", count - ended);
}
