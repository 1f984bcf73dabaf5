//! `klammer check` and `klammer test`.

use crate::{Sandbox, klammer};
use insta::assert_snapshot;

#[test]
fn all_that_is_wrong_is_told_from_top_to_bottom_and_nothing_runs() {
    let text = "(write-file \"out\" \"x\")
(defproc area (w h) (* w h))
(defproc largest (l) (sort l >) (first l))
(let ((x)) (print (area x y)))
(print (aera 1 2))
(car (list 1 2)";
    let sandbox = Sandbox::new(&[("main.lisp", text.as_bytes())]);
    assert_snapshot!(sandbox.run(&["check", "main.lisp"]));
    assert!(!sandbox.path().join("out").exists());
}

#[test]
fn a_file_with_nothing_wrong_is_checked_in_silence() {
    let files: &[(&str, &[u8])] = &[
        ("shapes.lisp", b"(provide 'area) (defproc area (w h) (* w h))"),
        ("main.lisp", b"(require 'shapes) (print (area 2 3))"),
        ("a.scm", b"(define (f x) (if #f x (list x)))"),
        ("warns.lisp", b"(defproc f (n) (+ n 1) n)"),
    ];
    let sandbox = Sandbox::new(files);
    assert_eq!(sandbox.run(&["check", "main.lisp", "shapes.lisp"]), "exit status 0\n");
    assert_eq!(sandbox.run(&["check", "-r", "scheme", "a.scm"]), "exit status 0\n");
    assert_eq!(sandbox.run_with_input(&["check", "-"], files[0].1), "exit status 0\n");
    assert!(
        sandbox
            .run(&["check", "main.lisp", "warns.lisp"])
            .starts_with("exit status 0\n--- stderr\nwarning[unused-value]")
    );
    assert!(
        sandbox.run(&["check", "--deny-warnings", "warns.lisp"]).starts_with("exit status 1\n--- stderr\nwarning[")
    );
    let json = sandbox.run(&["check", "--json", "warns.lisp", "none.lisp"]);
    let codes = ["\"code\":\"unused-value\"", "\"code\":\"file\""];
    assert!(json.starts_with("exit status 1\n") && codes.iter().all(|code| json.contains(code)), "{json}");
}

#[test]
fn a_file_to_check_must_be_named() {
    assert!(klammer(&["check"]).starts_with("exit status 2\n"));
    assert!(klammer(&["test"]).starts_with("exit status 2\n"));
}

#[test]
fn examples_are_tried_one_by_one_as_if_each_were_the_first() {
    let text = "(print 'loading)
(setq counter 0)
(defproc next ()
  \"The next number.

   (next)                  ;=> 1
   (list (next) (next))    ;=> (1 2)
   (next 5)                ;!! argument-count
   (print (next))          ;>> 1\"
  (setq counter (+ counter 1)))
(defproc twice (n)
  \"Twice as much.

   (twice 3)    ;=> 9
   (twice 'x)   ;=> 6
   (print 'a)   ;>> b
   (twice 3)    ;!! wrong-type\"
  (* 2 n))";
    let sandbox = Sandbox::new(&[("main.lisp", text.as_bytes())]);
    assert_snapshot!(sandbox.run(&["test", "main.lisp"]));
}

#[test]
fn examples_that_are_true_are_counted() {
    let files: &[(&str, &[u8])] = &[
        ("a.lisp", b"(require 'b) (defproc f (n) \"(f 1) ;=> 2\" (g n))"),
        ("b.lisp", b"(defproc g (n) \"(g 1) ;=> 3\" (+ n 1))"),
        ("c.lisp", b"(defproc f (n) \"(f 1) ;=> 2\" (car n)) (f 1)"),
    ];
    let sandbox = Sandbox::new(files);
    // A module's examples are the module's.
    assert_eq!(sandbox.run(&["test", "a.lisp"]), "exit status 0\n--- stdout\n1 example, 0 not true\n");
    let failed = sandbox.run(&["test", "c.lisp", "a.lisp"]);
    assert!(
        failed.starts_with("exit status 1\n--- stdout\n1 example, 0 not true\n--- stderr\nerror[wrong-type]"),
        "{failed}"
    );
}
