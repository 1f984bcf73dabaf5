//! Warnings of the library itself: what they are given for, and what hosts can do with them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use klammer::hints::{Advisor, Form, Lint, NameScope};
use klammer::{Code, Error, Warnings};

use crate::support::host::TestHost;

fn warnings(text: &str) -> Vec<String> {
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    let _ = engine.eval::<()>(text);
    engine.warnings().iter().map(shown).collect()
}

fn shown(w: &Error) -> String {
    let place = w.place().map_or(String::new(), |p| format!("@{}:{}", p.line(), p.column()));
    format!("{} {place} {}", w.code().as_str(), w.message())
}

#[track_caller]
fn warns(text: &str, expected: &str) {
    assert_eq!(warnings(text), [expected], "{text}");
}

#[track_caller]
fn is_silent(text: &str) {
    assert_eq!(warnings(text), [""; 0], "{text}");
}

#[test]
fn an_assignment_of_what_is_nowhere_defined() {
    let text = "(setq counter 0)\n(defproc count ()\n  (setq conter (+ counter 1)))\n(count)";
    warns(text, "undefined-assignment @3:3 conter is defined nowhere: this makes a new global variable of it");
    warns(
        "(dotimes (i 3) (setq latest i))\n",
        "undefined-assignment @1:16 latest is defined nowhere: this makes a new global variable of it",
    );
    // At top level it is a definition, before or after the use; so are the others that define.
    is_silent("(setq a 1)\n(defproc f () (setq a 2))\n(f)");
    is_silent("(defproc f () (setq a 2))\n(f)\n(setq a 1)");
    is_silent("(defproc f () (setq a 2))\n(let ((b 1)) (setq a b))");
    is_silent("(defvar a 1)\n(defproc f () (setq a 2))");
    is_silent("(defproc f (a) (setq a 2))");
    is_silent("(require 'common-lisp)\n(defun f () (setq a 2))\n(defparameter a 1)");
}

#[test]
fn a_name_of_two_modules_gives_a_warning_at_use() {
    let both = "(require 'search)\n(require 'amb)\n";
    warns(
        &format!("{both}(solutions (board 4))"),
        "ambiguous-name @3:1 solutions is defined by `search` and by `amb`, which was required last: here it is that of `amb`",
    );
    is_silent(&format!("{both}(count-solutions (board 4))"));
    is_silent(&format!("{both}(defproc solutions (b) b)\n(solutions 1)"));
    is_silent("(require 'search)\n(require 'search)\n(first (solutions (board 4)))");
}

#[test]
fn an_undefined_name_is_told_at_the_files_end() {
    let folder = tempfile::tempdir().unwrap();
    let evaluate = |text: &str| {
        let path = folder.path().join("main.lisp");
        std::fs::write(&path, text).unwrap();
        let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
        let _ = engine.run(&path);
        engine.warnings().iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(
        evaluate("(defproc f (x) (if x (pritn x) later))\n(setq later 3)"),
        ["unbound-variable @1:22 pritn is not defined anywhere"]
    );
    // A text that fails has already reported the error.
    assert_eq!(evaluate("(defproc f (x) (pritn x))\n(f 1)"), [""; 0]);
    // A text that is no file may be one of many.
    is_silent("(defproc f (x) (pritn x))");
    // Common Lisp compiles a function again that has called a macro before the macro was defined.
    assert_eq!(
        evaluate(
            "(require 'common-lisp)\n(defun f (x) (twice (y x) (print y)))\n\
             (defmacro twice (b form) `(let (,b) ,form ,form))\n(f 1)"
        ),
        [""; 0]
    );
}

#[test]
fn a_module_provides_what_it_does_not_define() {
    let with = |module: &str, text: &str| {
        let (host, _) = TestHost::new([("shapes.lisp".into(), module.to_string())].into());
        let mut engine = crate::support::host::builder().host(host).build();
        engine.eval::<()>(text).unwrap();
        engine.warnings().iter().map(|w| (shown(w), w.help().map(str::to_string))).collect::<Vec<_>>()
    };
    let text = "; Areas.\n(provide 'area 'permeter 'colour)\n(defproc area (r) r)\n(defproc perimeter (r) r)";
    let said = "unbound-variable @2:1 provide: this module provides what it does not define: permeter, colour";
    assert_eq!(with(text, "(require 'shapes)"), [(said.to_string(), None)]);
    assert_eq!(with(text, "(load \"shapes.lisp\")"), [(said.to_string(), None)]);
    // Later definitions, macros, names of the core, another module's, and a module's own name are no mistakes.
    let text = "(provide 'area 'twice 'car 'solutions)(require 'amb)(setq area 1)(defmacro twice (x) `(* 2 ,x))";
    assert_eq!(with(text, "(require 'shapes)"), []);
    assert_eq!(with("(provide 'shapes) (defproc area (r) r)", "(require 'shapes)"), []);
    assert_eq!(with("(provide 'shapes) (defproc area (r) r)", "(load \"shapes.lisp\")"), []);
    let text = "(require 'common-lisp) (provide 'area) (defun area (r) r)";
    assert_eq!(with(text, "(require 'shapes)"), []);
}

#[test]
fn each_is_given_once_for_its_place() {
    let text = "(defmacro again () '(progn (defproc f () (setq w 1)) nil))\n(dotimes (i 3) (load \"a.lisp\"))";
    let (host, _) = TestHost::new([("a.lisp".into(), "(defproc g () (setq v 1))".to_string())].into());
    let mut engine = crate::support::host::builder().host(host).build();
    engine.eval::<()>(text).unwrap();
    // Three texts, one name.
    assert_eq!(engine.warnings().len(), 1);
    engine.eval::<()>("1").unwrap();
    assert!(engine.warnings().is_empty(), "they are those of the last evaluation");
}

#[test]
fn the_host_says_what_becomes_of_them() {
    const TEXT: &str = "(defproc f () (setq a 5)) (defproc g () (setq b 6)) 7";
    let engine = |warnings| {
        let (host, heard) = TestHost::new([].into());
        (crate::support::host::builder().host(host).warnings(warnings).build(), heard)
    };
    let (mut told, heard) = engine(Warnings::Tell);
    told.eval::<()>(TEXT).unwrap();
    assert_eq!(
        heard.take_warnings(),
        [
            "1:15: a is defined nowhere: this makes a new global variable of it",
            "1:41: b is defined nowhere: this makes a new global variable of it"
        ]
    );
    assert!(told.warnings().is_empty());
    let (mut strict, heard) = engine(Warnings::Deny);
    let error = strict.eval::<()>(TEXT).unwrap_err();
    assert_eq!((error.code(), error.place().unwrap().column()), (Code::UndefinedAssignment, 15));
    assert!(heard.take_warnings().is_empty());
    let (mut careless, heard) = engine(Warnings::Ignore);
    assert_eq!(careless.eval::<i64>(TEXT).unwrap(), 7);
    assert!(heard.take_warnings().is_empty() && careless.warnings().is_empty());
}

/// An advisor that counts the hints it is asked for.
struct Counting(Arc<AtomicUsize>);

impl Advisor for Counting {
    fn hint(&self, _: &Error, _: &dyn NameScope) -> Option<String> {
        self.0.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn lint(&self, _: &Form<'_>, _: &dyn NameScope) -> Vec<Lint> {
        Vec::new()
    }
}

// found: 2026-11-27, a check looked through the whole text for each of its errors
#[test]
fn a_check_asks_for_hints_of_the_first_errors() {
    let asked = Arc::new(AtomicUsize::new(0));
    let mut engine = crate::support::host::builder().advisor(Counting(asked.clone())).build();
    let found = engine.check(("many.lisp", &"(let ((x)) (if))\n".repeat(1000)));
    assert_eq!((found.errors.len(), asked.load(Ordering::Relaxed)), (1000, 100));
}
