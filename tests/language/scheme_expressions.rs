//! Expressions of every section of R7RS against another implementation of Scheme: `tests/scheme/expressions/*.scm`.
//!
//! Each line of such a file is an expression and, after `;=>`, the answer of Guile: the value as `write` writes it, or
//! `error`. Where Klammer answers something else, the next line says so: `;/= answer -- reason`, and the reason is in
//! `docs/scheme.md`, too. The test asks Guile again if it is installed, and its answers must be those in the files;
//! `UPDATE_GUILE=1` writes them to the files.

use std::collections::HashMap;
use std::fmt::Write;
use std::process::Command;

use klammer::{Engine, Handle, Limits};

use crate::support::expressions::scheme::{Line, SETUP, expressions, paths, read};
use crate::support::host::TestHost;
use crate::support::places::root;

/// Returns the answer of Klammer.
fn answer(engine: &mut Engine, text: &str) -> String {
    let value = engine.eval_named::<Handle>("expression", text);
    value.and_then(|v| engine.call::<String>("answer-text", (v,))).unwrap_or_else(|_| "error".to_string())
}

#[test]
fn klammer_answers_as_the_files_say() {
    let (mut count, mut wrong) = (0, String::new());
    for path in paths() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (host, _) = TestHost::new(HashMap::new());
        let limits = Limits { memory: 256 << 20, fuel: Some(50_000_000), ..Limits::default() };
        let mut engine = crate::support::host::builder().host(host).limits(limits).build();
        engine.eval::<()>(SETUP).expect("the layer");
        for e in expressions(&read(&path)) {
            count += 1;
            let got = answer(&mut engine, &e.text);
            match e.klammer() {
                None => writeln!(wrong, "{name}:{}: there is no answer", e.number),
                Some(said) if said != got => {
                    writeln!(wrong, "{name}:{}: {}\n    expected {said}\n    got      {got}", e.number, e.text)
                }
                Some(_) => Ok(()),
            }
            .expect("a string");
        }
    }
    assert!(count >= 1200, "{count} expressions are too few");
    assert!(wrong.is_empty(), "of {count} expressions:\n{wrong}");
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

#[test]
fn guile_answers_as_the_files_say() {
    let update = std::env::var_os("UPDATE_GUILE").is_some();
    let mut wrong = String::new();
    for path in paths() {
        let lines = read(&path);
        let texts: Vec<&str> = expressions(&lines).map(|e| e.text.as_str()).collect();
        let Some(answers) = ask_guile(&texts) else {
            assert!(!update, "Guile is not installed");
            eprintln!("skipped: Guile is not installed");
            return;
        };
        let mut answers = answers.into_iter();
        let mut text = String::new();
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
                wrong += &format!("{}:{}: {} is {answer}\n", path.display(), e.number, e.text);
            }
            text += &format!("{}  ;=> {answer}\n", e.text);
            if let Some((answer, reason)) = &e.difference {
                text += &format!(";/= {answer} -- {reason}\n");
            }
        }
        if update {
            std::fs::write(&path, text).expect("the file");
        }
    }
    assert!(update || wrong.is_empty(), "{wrong}");
}
