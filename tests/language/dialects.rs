//! Tests of the Scheme dialect on whole programs: those of `examples/scheme`, and the program of a document that is not
//! part of the project (skipped if the document is missing). The differences from Guile are documented.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;

use klammer::Engine;

use crate::support::documented::{engine, evaluate, module_documentation};
use crate::support::expressions::scheme::{expressions, paths, read};
use crate::support::host::TestHost;
use crate::support::script::output;
use crate::support::settings::{number, seed, update};
use crate::support::settings::{root, shared};

#[test]
fn portable_programs_write_what_they_say() {
    let folder = root().join("examples/scheme");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "scm"));
    paths.sort();
    assert!(paths.len() >= 25);
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("; "), "{name}: it does not begin by saying what it shows");
        assert!(!output(&text).is_empty(), "{name}: it does not say what it writes");
        let (host, heard) = TestHost::new(HashMap::new());
        let mut engine = crate::support::host::builder().host(host).build();
        let _: () = engine.eval("(require 'scheme)").unwrap();
        if let Err(error) = engine.eval::<()>((&name, &text)) {
            panic!("{name}: {error:#}");
        }
        assert_eq!(heard.take_output(), output(&text), "{name}");
    }
}

/// The document's code: every form that begins in the first column, up to its last parenthesis.
fn code(document: &str) -> String {
    let mut depth = 0;
    let mut code = String::new();
    for line in document.lines() {
        if depth > 0 || line.starts_with('(') {
            let form = line.split(';').next().unwrap_or("");
            depth += form.matches('(').count() as i32 - form.matches(')').count() as i32;
            code.push_str(line);
        }
        code.push('\n');
    }
    code
}

/// Returns the program, which stands at the end of the document, and the session before it, in which the author runs
/// it.
fn document() -> Option<(String, String)> {
    let text = shared("seeds/002-gauche-backtracking.txt")?;
    let (session, program) = text.split_at(text.find("(use srfi-1)").expect("the program"));
    Some((code(program), code(session)))
}

#[test]
fn the_printed_backtracking_solver_runs() {
    let Some((program, session)) = document() else { return };
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    let _: () = engine.eval("(require 'scheme)").unwrap();
    let _: () = engine.eval(("document", &program)).unwrap();
    let _: () = engine.eval(("document", &session)).unwrap();
    for (puzzle, backtracks) in [("test-data-1", 3), ("test-data-2", 20), ("most-difficult-data", 2854)] {
        let solved: bool = engine.eval(&format!("(equal? (backtrack-solver {puzzle}) {puzzle}-ans)")).unwrap();
        assert!(solved, "{puzzle}");
        let count: i64 = engine
            .eval(&format!(
                "(call-with-values (lambda () (backtrack-solver {puzzle})) (lambda (solution count) count))"
            ))
            .unwrap();
        assert_eq!(count, backtracks, "{puzzle}");
    }
    let easy: bool = engine.eval("(equal? (fix-naked-singles-solver test-data-1) test-data-1-ans)").unwrap();
    assert!(easy, "naked singles alone solve the first puzzle");
}

/// Values of every kind, as a program writes them.
const ANYTHING: [&str; 15] = [
    "0", "-7", "2/3", "1.5", "#f", "#t", "'()", "'(1 2)", "'((a . 1))", "'a", "\"ab\"", "#\\a", "(vector 1 2)",
    "even?", "(make-equal-hash-table)",
];

/// Keeps the calls that return something else than `#t` or `#f`; an error is no answer at all.
const CHECK: &str = "
    (define wrong '())
    (define (check call thunk)
      (if (not (guard (e (#t #t)) (boolean? (thunk)))) (set! wrong (cons call wrong))))";

#[test]
fn predicates_return_truth_values() {
    let mut engine = crate::support::host::builder().host(TestHost::new(HashMap::new()).0).build();
    let _: () = engine.eval("(require 'scheme)").unwrap();
    let _: () = engine.eval(CHECK).unwrap();
    let names: Vec<String> = engine.docs().names().into_iter().filter(|n| n.ends_with('?')).collect();
    assert!(names.len() > 150, "{names:?}");
    for name in &names {
        // As an instruction or a call, as a value, and by way of `apply`.
        let one = ANYTHING.iter().flat_map(|a| {
            [format!("({name} {a})"), format!("(let ((f {name})) (f {a}))"), format!("(apply {name} (list {a}))")]
        });
        let two = ANYTHING.iter().flat_map(|a| ANYTHING.iter().map(move |b| format!("({name} {a} {b})")));
        let checks: Vec<String> = one.chain(two).map(|call| format!("(check '{call} (lambda () {call}))")).collect();
        let _: () = engine.eval(&format!("(begin {})", checks.join("\n"))).unwrap();
    }
    let wrong: String = engine.eval("(let ((p (open-output-string))) (write wrong p) (get-output-string p))").unwrap();
    assert_eq!(wrong, "()");
}

#[test]
fn differences_are_documented() {
    let document = std::fs::read_to_string(root().join("docs/scheme.md")).expect("the document");
    let document = document.split_whitespace().collect::<Vec<_>>().join(" ");
    for path in paths() {
        for e in expressions(&read(&path)) {
            let Some((answer, reason)) = &e.difference else { continue };
            assert_ne!(Some(answer), e.guile.as_ref(), "{}:{}: this is no difference", path.display(), e.number);
            assert!(document.contains(reason), "{}:{}: docs/scheme.md lacks: {reason}", path.display(), e.number);
        }
    }
}

const BEGIN: &str =
    "<!-- The list from here on is generated: UPDATE=1 cargo test --test language common_lisp_names -->\n";

/// Degree to which a name is supported.
enum Support {
    Whole,
    /// The part that is missing.
    Partly(String),
    /// The reason for its absence.
    None(String),
}

/// The names that can be looked for, functions, operators, variables and constants, and what each of them is.
fn standard() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(root().join("crates/common-lisp/src/package/standard.txt")).unwrap();
    let names = text.lines().map(|line| {
        let mut words = line.split(' ').map(str::to_string);
        (words.next().unwrap(), words.collect::<Vec<String>>())
    });
    let kinds = ["function", "macro", "special", "variable", "constant"];
    names.filter(|(_, is)| is.iter().any(|k| kinds.contains(&k.as_str()))).collect()
}

/// The sentence that follows a word in a documentation, up to the end of its paragraph.
fn after(documentation: &str, word: &str) -> Option<String> {
    let (_, rest) = documentation.split_once(word)?;
    let paragraph = rest.split("\n\n").next().unwrap_or(rest);
    Some(paragraph.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_string())
}

/// The variables that crates/common-lisp/lisp/environment.lisp says have no effect.
fn without_effect() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("crates/common-lisp/lisp/environment.lisp")).unwrap();
    let (_, rest) = text.split_once("(setq %without-effect").unwrap();
    let names = rest.split("))").next().unwrap().trim().trim_start_matches("'(");
    names.split_whitespace().map(str::to_string).collect()
}

fn support() -> Vec<(String, Support)> {
    let (mut engine, _) = engine();
    evaluate(&mut engine, "(require 'common-lisp)").unwrap();
    let documented: HashMap<String, String> =
        module_documentation("common-lisp").into_iter().map(|d| (d.name.to_string(), d.text.to_string())).collect();
    let unheeded = without_effect();
    let mut is_there =
        |question: &str, name: &str| evaluate(&mut engine, &format!("({question} '{name})")).unwrap() == "t";
    standard()
        .into_iter()
        .map(|(name, kinds)| {
            let has = |k: &str| kinds.iter().any(|x| x == k);
            let operator = has("function") || has("macro") || has("special");
            let missing_operator = operator && !is_there("fboundp", &name);
            let missing_variable = (has("variable") || has("constant")) && !is_there("boundp", &name);
            let text = documented.get(&name).map_or("", |t| t);
            let support = if let Some(why) = after(text, "Not supported: ") {
                Support::None(why)
            } else if missing_operator || missing_variable && !operator {
                Support::None("it is not defined".to_string())
            } else if missing_variable {
                Support::Partly("it is no variable".to_string())
            } else if let Some(what) = after(text, "Partly: ") {
                Support::Partly(what)
            } else if unheeded.contains(&name) {
                Support::Partly("the variable has no effect".to_string())
            } else {
                Support::Whole
            };
            (name, support)
        })
        .collect()
}

fn list() -> String {
    let names = support();
    let whole: Vec<&str> = names.iter().filter(|n| matches!(n.1, Support::Whole)).map(|n| n.0.as_str()).collect();
    let partly = names.iter().filter_map(|n| if let Support::Partly(t) = &n.1 { Some((&n.0, t)) } else { None });
    let none = names.iter().filter_map(|n| if let Support::None(t) = &n.1 { Some((&n.0, t)) } else { None });
    let (partly, none): (Vec<_>, Vec<_>) = (partly.collect(), none.collect());
    let mut text = String::from(BEGIN);
    writeln!(
        text,
        "\nThe package COMMON-LISP exports 978 names. {} of them are functions, macros, special operators, variables or constants: {} are \
         supported, {} partly, {} not. A name that is not there is an error where it is used.\n",
        names.len(),
        whole.len(),
        partly.len(),
        none.len()
    )
    .unwrap();
    // Names with the same remark stand together.
    let grouped = |text: &mut String, names: &[(&String, &String)]| {
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        for (name, remark) in names {
            match groups.iter_mut().find(|g| g.0 == remark.as_str()) {
                Some(group) => group.1.push(name),
                None => groups.push((remark, vec![name])),
            }
        }
        for (remark, names) in groups {
            writeln!(text, "- `{}`: {remark}.", names.join("` `")).unwrap();
        }
    };
    text.push_str("### Partly\n\n");
    grouped(&mut text, &partly);
    text.push_str("\n### Not supported\n\n");
    grouped(&mut text, &none);
    text.push_str("\n### Supported\n\n");
    writeln!(text, "`{}`", whole.join("` `")).unwrap();
    text
}

#[test]
fn the_list_of_names_says_what_is_there() {
    let path = root().join("docs/common-lisp.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let (before, written) = document.split_once(BEGIN).expect("docs/common-lisp.md has a list of names");
    let list = list();
    if update() {
        std::fs::write(&path, format!("{before}{list}")).unwrap();
        return;
    }
    let differs = list.lines().zip(format!("{BEGIN}{written}").lines()).find(|(a, b)| a != b).map(|d| d.0.to_string());
    assert!(
        format!("{BEGIN}{written}") == list,
        "docs/common-lisp.md is not what the program has: UPDATE=1 writes it anew; first difference: {differs:?}"
    );
}

#[test]
fn advice_names_only_what_a_program_sees() {
    let mut engine = crate::support::host::builder().build();
    let _: () = engine.eval("(require 'common-lisp)").unwrap();
    for text in ["(+ \"a\" 1)", "(+ \"a\" \"b\")", "(format nil 5)", "(number->string 5)", "(aref \"a\" 'x)"] {
        let error = engine.eval::<()>(text).unwrap_err();
        let help = error.help().unwrap_or_default();
        for name in ["display", "string-append", "->", "cl-format", "string-ref"] {
            assert!(!help.contains(name) && !error.message().contains("cl-format"), "{text}: {error:#}");
        }
    }
}

/// Random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }
}

/// Pieces of which texts are made: those of numerals, and some that make no number of them.
const PIECES: [&str; 40] = [
    "0", "1", "7", "9", "12", "007", "18446744073709551616", "1152921504606846976", "123456789012345678901", ".", ".",
    "/", "/", "-", "+", "e", "E", "e3", "e-2", "E+05", "e308", "e-330", "d0", "f1", "inf", "nan", "+inf.0", "-nan.0",
    "#x", "#b", "#o", "#d", "#e", "#i", "#X", "#E", "a", "ff", "_", "i",
];

fn text(random: &mut Random) -> String {
    let prefix = |random: &mut Random| ["", "", "", "#x", "#b", "#e", "#i", "#d", "#o"][random.below(9)];
    let sign = |random: &mut Random| ["", "", "-", "+"][random.below(4)];
    let digits = |random: &mut Random| ["0", "1", "10", "101", "7", "42", "9", "4503599627370497", ""][random.below(9)];
    // Half of the texts are nearly numerals, half are pieces in any order.
    if random.below(2) == 0 {
        let rest =
            ["", "", ".", ".5", "/3", "/4", "/0", "e2", ".25e-1", "e", "/", "x", "e400", ".5.5"][random.below(14)];
        [prefix(random), prefix(random), sign(random), digits(random), rest].concat()
    } else {
        (0..1 + random.below(4)).map(|_| PIECES[random.below(PIECES.len())]).collect()
    }
}

#[test]
fn a_string_is_a_number_where_the_reader_says() {
    let (mut differ, mut numbers) = (Vec::new(), 0);
    for (dialect, written) in [("", "(format nil \"~s\" n)"), ("(require 'scheme)", "(number->string n)")] {
        let mut engine: Engine = crate::support::host::builder().build();
        engine.eval::<()>(dialect).unwrap();
        let mut random = Random(seed());
        for _ in 0..number(5_000, 50_000) {
            let text = text(&mut random);
            let show = |engine: &mut Engine, form: &str| {
                let form = format!("(let ((n {form})) (if (number? n) {written} \"\"))");
                engine.eval::<String>(&form).unwrap_or_default()
            };
            let read = show(&mut engine, &format!("'{text}\n"));
            let converted = show(&mut engine, &format!("(string->number {text:?})"));
            numbers += usize::from(!read.is_empty());
            if read != converted {
                differ.push(format!("{dialect} {text}: the reader {read:?}, string->number {converted:?}"));
            }
        }
    }
    assert!(differ.is_empty(), "{} texts:\n{}", differ.len(), differ.join("\n"));
    assert!(numbers > 2_000, "{numbers} numbers");
}
