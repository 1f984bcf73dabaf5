//! Expressions with the answers of other implementations: Guile's for R7RS, in `tests/scheme/expressions`, and SBCL's
//! for Common Lisp as textbooks have it, in `tests/common-lisp/expressions`.
//!
//! Each line of a file of Scheme is an expression and, after `;=>`, the answer of Guile: the value as `write` writes
//! it, or `error`. Where Klammer answers something else, the next line says so: `;/= answer -- reason`, and the reason
//! is in `docs/scheme.md`, too.
//!
//! In a file of Common Lisp, a form begins in the first column; its other lines are indented. Below it stands `;=>`
//! with its values as `prin1` writes them (` ; ` between several), or `;!!` with the type of the condition that it ends
//! in. Definitions (forms that begin with `(def`) have no answer. `;->` or `;-!`, on a line below SBCL's answer, states
//! an intended difference of Klammer. docs/common-lisp.md lists these differences.
//!
//! The tests ask Guile and SBCL again where they are installed. `UPDATE=1` writes their answers into the files.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use klammer::{Engine, Handle, Limits};
use libtest_mimic::Trial;

use crate::support::expressions::common_lisp::{self, ANSWER, Expression};
use crate::support::expressions::scheme::{self, Line, SETUP, read};
use crate::support::host::TestHost;
use crate::support::lisp_files;
use crate::support::run::ENOUGH;
use crate::support::settings::update;
use crate::support::settings::{folder, root};
use crate::trial;

/// Kind of comparison: name, files of expressions, and the function that returns the differences in a file.
type Comparison = (&'static str, Vec<PathBuf>, fn(&Path) -> Vec<String>);

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let kinds: [Comparison; 4] = [
        ("scheme", scheme::paths(), scheme_mismatches),
        ("guile", scheme::paths(), guile_differs),
        ("common-lisp", lisp_files(&folder("common-lisp/expressions")), common_lisp_mismatches),
        ("sbcl", lisp_files(&folder("common-lisp/expressions")), sbcl_differs),
    ];
    for (kind, paths, run) in kinds {
        assert!(!paths.is_empty(), "there are no expressions of {kind}");
        for path in paths {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(trial(format!("{kind}::{name}"), move || run(&path)));
        }
    }
    trials
}

/// Returns the answer of Klammer to an expression of Scheme.
fn answer(engine: &mut Engine, text: &str) -> String {
    let value = engine.eval::<Handle>(("expression", text));
    value.and_then(|v| engine.call::<String>("answer-text", (v,))).unwrap_or_else(|_| "error".to_string())
}

fn scheme_mismatches(path: &Path) -> Vec<String> {
    let (host, _) = TestHost::new(HashMap::new());
    let limits = Limits { memory: 256 << 20, ticks: Some(50_000_000), ..Limits::default() };
    let mut engine = crate::support::host::builder().host(host).limits(limits).build();
    engine.eval::<()>(SETUP).expect("the dialect");
    let mut wrong = Vec::new();
    for e in scheme::expressions(&read(path)) {
        let got = answer(&mut engine, &e.text);
        match e.klammer() {
            None => wrong.push(format!("{}: {} has no answer yet, which UPDATE=1 writes", e.number, e.text)),
            Some(said) if said != got => {
                wrong.push(format!("{}: {}\n    expected {said}\n    got      {got}", e.number, e.text));
            }
            Some(_) => {}
        }
    }
    wrong
}

/// A program that writes a line for each expression, what it writes itself not included.
fn program(texts: &[&str]) -> String {
    let mut program = String::from(
        "(import (scheme base) (scheme case-lambda) (scheme char) (scheme cxr) (scheme eval) (scheme file) (scheme inexact)\n\
         (scheme lazy) (scheme process-context) (scheme read) (scheme time) (scheme write))\n\
         (print-enable 'r7rs-symbols)\n\
         (define (value-of text)\n\
           (let* ((port (open-input-string text)) (datum (read port)))\n\
             (if (eof-object? (read port)) (eval datum (interaction-environment)) (error \"more than one datum\"))))\n\
         (define (answer text)\n\
           (catch #t\n\
             (lambda ()\n\
               (let ((value (with-output-to-string (lambda () #f))) (port (open-output-string)))\n\
                 (write (value-of text) port)\n\
                 (get-output-string port)))\n\
             (lambda ignored \"error\")))\n\
         (define (ask text) (display (answer text)) (display #\\x1e))\n",
    );
    for text in texts {
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(program, "(ask \"{quoted}\")").expect("a string");
    }
    program
}

/// An answer in the notation of R7RS, where Guile has one of its own for the same datum.
fn notation(answer: &str) -> String {
    let own = [("#vu8(", "#u8("), (".0e", "e"), ("#\\nul", "#\\null"), ("\\\\nul", "\\\\null"), ("\\esc", "\\escape")];
    own.into_iter().fold(answer.to_string(), |text, (guile, standard)| text.replace(guile, standard))
}

/// Returns the answers of Guile; `None` where it is not installed.
fn ask_guile(texts: &[&str]) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ask.scm");
    std::fs::write(&path, program(texts)).expect("the program");
    let output = Command::new("guile").args(["--r7rs", "-q", "--no-auto-compile"]).arg(&path).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<String> = said.split_terminator('\u{1e}').map(|a| notation(&a.replace('\n', "\\n"))).collect();
    assert_eq!(answers.len(), texts.len(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(answers)
}

/// Returns the expressions to which Guile answers something else than the file says, or writes its answers.
fn guile_differs(path: &Path) -> Vec<String> {
    let lines = read(path);
    let texts: Vec<&str> = scheme::expressions(&lines).map(|e| e.text.as_str()).collect();
    let Some(answers) = ask_guile(&texts) else {
        eprintln!("skipped: Guile is not installed");
        return Vec::new();
    };
    let mut answers = answers.into_iter();
    let (mut text, mut wrong) = (String::new(), Vec::new());
    for line in &lines {
        let e = match line {
            Line::Comment(comment) => {
                text += &format!("{comment}\n");
                continue;
            }
            Line::Expression(e) => e,
        };
        let answer = answers.next().expect("an answer");
        if e.guile.as_ref() != Some(&answer) {
            let note = if answer == "error" { " (it imports the libraries of R7RS only)" } else { "" };
            wrong.push(format!("{}: Guile answers {answer} to {}{note}", e.number, e.text));
        }
        text += &format!("{}  ;=> {answer}\n", e.text);
        if let Some((answer, reason)) = &e.difference {
            text += &format!(";/= {answer} -- {reason}\n");
        }
    }
    if update() {
        std::fs::write(path, text).expect("the file");
        return Vec::new();
    }
    wrong
}

/// Returns the mismatch of one expression.
fn common_lisp_mismatch(engine: &mut Engine, path: &Path, e: &Expression) -> Option<String> {
    let limits = Limits { ticks: Some(ENOUGH), memory: 256 << 20, ..Limits::default() };
    *engine.limits_mut() = limits;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let at = format!("{}:{}", path.display(), e.line);
    let Some(answer) = &e.answer else {
        let failed = engine.eval::<()>((&name, &e.text)).err()?;
        return Some(format!("{at}: the definition fails: {failed:#}"));
    };
    let got = engine.eval::<String>((&name, &e.question(answer)));
    // Line breaks in strings are written like this in an answer.
    match got.map(|g| g.replace('\n', "\\n")) {
        Ok(got) if got == *answer => None,
        Ok(got) => Some(format!("{at}: {}\n    expected {answer}\n    got      {got}", e.text)),
        Err(error) => Some(format!("{at}: {}\n    expected {answer}\n    got the error {error:#}", e.text)),
    }
}

fn common_lisp_mismatches(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the file");
    let (host, _heard) = TestHost::new(HashMap::new());
    let mut engine = crate::support::host::builder().host(host).build();
    engine.eval::<()>(ANSWER).expect("the dialect");
    let expressions = common_lisp::expressions(&text);
    assert!(expressions.iter().any(|e| e.answer.is_some()), "no answers");
    expressions.iter().filter_map(|e| common_lisp_mismatch(&mut engine, path, e)).collect()
}

/// Returns the first line that SBCL answers otherwise than the file says, or writes its answers.
fn sbcl_differs(path: &Path) -> Vec<String> {
    let script = root().join("tests/common-lisp/ask.lisp");
    let Ok(run) = Command::new("sbcl").arg("--script").arg(&script).arg(path).output() else {
        eprintln!("skipped: SBCL is not installed");
        return Vec::new();
    };
    let answered = String::from_utf8(run.stdout).expect("a text");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    if update() {
        std::fs::write(path, answered).expect("the file");
        return Vec::new();
    }
    let text = std::fs::read_to_string(path).expect("the file");
    let differs = text.lines().zip(answered.lines()).enumerate().find(|(_, (ours, theirs))| ours != theirs);
    if let Some((i, (ours, theirs))) = differs {
        return vec![format!("{}: the file says {ours:?}, SBCL {theirs:?}", i + 1)];
    }
    let is_complete = text.lines().count() == answered.lines().count();
    if is_complete { Vec::new() } else { vec!["an answer is missing".to_string()] }
}
