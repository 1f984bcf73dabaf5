//! Expressions of Common Lisp with the answers that SBCL gives, in `tests/common-lisp/expressions`.
//!
//! A form begins in the first column; its other lines are indented. Below it stands `;=>` with its values as `prin1`
//! writes them (` ; ` between several), or `;!!` with the type of the condition that it ends in. Definitions (forms
//! that begin with `(def`) have no answer. Where Klammer answers otherwise for good, `;->` or `;-!` says how, on a line
//! below SBCL's: these are the differences that docs/common-lisp.md lists.
//!
//! The test asks SBCL again if it is installed. `UPDATE_ANSWERS=1` writes its answers into the files; `CORPUS` runs
//! only files whose path contains it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use klammer::{Engine, Limits};

use crate::support::expressions::common_lisp::{ANSWER, Expression, expressions};
use crate::support::host::TestHost;
use crate::support::lisp_files;
use crate::support::places::{folder, root};
use crate::support::run::ENOUGH;

/// Returns the mismatch of one expression.
fn mismatch(engine: &mut Engine, path: &Path, e: &Expression) -> Option<String> {
    let limits = Limits { fuel: Some(ENOUGH), memory: 256 << 20, ..Limits::default() };
    engine.set_limits(limits);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let at = format!("{}:{}", path.display(), e.line);
    let Some(answer) = &e.answer else {
        let failed = engine.eval_named::<()>(&name, &e.text).err()?;
        return Some(format!("{at}: the definition fails: {failed:#}"));
    };
    let got = engine.eval_named::<String>(&name, &e.question(answer));
    // Line breaks in strings are written like this in an answer.
    match got.map(|g| g.replace('\n', "\\n")) {
        Ok(got) if got == *answer => None,
        Ok(got) => Some(format!("{at}: {}\n    expected {answer}\n    got      {got}", e.text)),
        Err(error) => Some(format!("{at}: {}\n    expected {answer}\n    got the error {error:#}", e.text)),
    }
}

fn files() -> Vec<PathBuf> {
    let wanted = std::env::var("CORPUS").unwrap_or_default();
    let mut files = lisp_files(&folder("common-lisp/expressions"));
    files.retain(|p| p.to_string_lossy().contains(&wanted));
    assert!(!files.is_empty(), "no file of expressions has {wanted:?} in its path");
    files
}

#[test]
fn expressions_are_what_sbcl_says() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let (host, _heard) = TestHost::new(HashMap::new());
        let mut engine = crate::support::host::builder().host(host).build();
        let _: () = engine.eval(ANSWER).unwrap();
        let expressions = expressions(&text);
        assert!(expressions.iter().any(|e| e.answer.is_some()), "{}: no answers", path.display());
        wrong.extend(expressions.iter().filter_map(|e| mismatch(&mut engine, &path, e)));
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn sbcl_still_says_so() {
    let script = root().join("tests/common-lisp/ask.lisp");
    for path in files() {
        let Ok(run) = Command::new("sbcl").arg("--script").arg(&script).arg(&path).output() else {
            eprintln!("skipped: SBCL is not installed");
            return;
        };
        let answered = String::from_utf8(run.stdout).unwrap();
        assert!(run.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&run.stderr));
        if std::env::var_os("UPDATE_ANSWERS").is_some() {
            std::fs::write(&path, answered).unwrap();
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let differs = text.lines().zip(answered.lines()).enumerate().find(|(_, (ours, theirs))| ours != theirs);
        if let Some((i, (ours, theirs))) = differs {
            panic!("{}:{}: the file says {ours:?}, SBCL {theirs:?}", path.display(), i + 1);
        }
        assert_eq!(text.lines().count(), answered.lines().count(), "{}: an answer is missing", path.display());
    }
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
