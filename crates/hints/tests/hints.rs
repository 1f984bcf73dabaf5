//! Tests of the hints on mistakes, and of their absence in programs without any.

use klammer::{Code, Engine, StdHost};
use klammer_hints::{Hints, LINTS};

fn engine() -> Engine {
    let builder = klammer_search::builder().dialect(klammer_scheme::dialect()).dialect(klammer_common_lisp::dialect());
    builder.advisor(Hints::new()).host(StdHost::new()).build()
}

/// The names of the lints of a program, which may fail.
fn lints(text: &str) -> Vec<&'static str> {
    let mut engine = engine();
    let _ = engine.eval::<()>(text);
    let codes = engine.warnings().iter().map(|w| w.code());
    codes.filter_map(|code| if let Code::Lint(name) = code { Some(name) } else { None }).collect()
}

#[track_caller]
fn suggests(text: &str, help: &str) {
    let error = engine().eval::<()>(text).unwrap_err();
    assert_eq!(error.help(), Some(help), "{text}: {error}");
}

#[track_caller]
fn has_no_hint(text: &str) {
    let error = engine().eval::<()>(text).unwrap_err();
    assert_eq!(error.help(), None, "{text}: {error}");
}

#[test]
fn a_misspelt_name_gets_the_near_one_that_fits() {
    suggests("(pritn 1)", "did you mean `print`?");
    suggests("(cra '(1))", "did you mean `car`?");
    suggests("(defproc f (count)\n  (+ cuont 1))\n(f 1)", "did you mean `count`?");
    suggests("(let ((number-of-cells 3))\n  (* numberof-cells 2))", "did you mean `number-of-cells`?");
    suggests("(print Car)", "did you mean `car`? Upper and lower case are different here");
    suggests(
        "(later 1)\n(defproc later (x) x)",
        "line 2 defines it: a file is evaluated form by form, from top to bottom",
    );
    suggests("(count-solutoins 1)", "did you mean `count-solutions`? It is in the module `search`: (require 'search)");
    suggests("(all-values 1)", "it is in the module `amb`: (require 'amb)");
    suggests("(require search)", "the name stands there with a quote: (require 'search)");
    suggests("(catch found 1)", "a tag is quoted: (catch 'found ...)");
    suggests("(defrecord point x y)\n(point 1 2)", "did you mean `make-point`?");
    suggests("(let lp ((i 0)) (if (< i 3) (loop (+ i 1)) i))", "the name of the let around it is `lp`");
    suggests("(const x 5)", "(setq x value) gives a variable a value");
    // A word of another meaning is no slip of the fingers, a missing variable no name of a module.
    for text in ["best", "found", "test", "parameterize", "write-line", "(write-line 1)", "(print value)"] {
        has_no_hint(text);
    }
    // Short names are near to everything, an operator is no argument.
    has_no_hint("(let ((abcdef 1)) xyz)");
    has_no_hint("(print fo)");
    has_no_hint("(print untl)");
    has_no_hint("(lowr 2 3)");
    suggests("(print 1+2)", "the operator comes first: (+ 1 2)");
    suggests("(let ((i 1) (n 3)) (print n-i))", "the operator comes first: (- n i)");
    suggests("(setq x 1)\n(if x>3 1)", "the operator comes first: (> x 3)");
    suggests("(require 'scheme)\n(let loop ((i 0)) (if (< i 3) (loop i+1)))", "the operator comes first: (+ i 1)");
    has_no_hint("(let ((first 1)) (print first-of))");
    let help = "the values of a let do not see its variables: let* binds `x` before the next value";
    suggests("(let ((x 5) (y (+ x 1))) y)", help);
    has_no_hint("(let ((y (+ x 1)) (x 5)) y)");
    // A parenthesis in the wrong place.
    has_no_hint("(let ((x 5) (print x)))");
    has_no_hint("(+1 2)");
    suggests("(string-join '(\"a\") 5)", "usage: (string-join strings [separator])");
    has_no_hint("(aref (array-ref 1) 2)");
    suggests(
        "(elt '(1 2) 0)",
        "(nth index list), (aref array index) and (string-ref string index) take an element out",
    );
    let module = "a file is a module: (provide 'name) makes a name visible where (require 'file) stands";
    suggests("(module m)", module);
    suggests("(ns m)", module);
    suggests("(eq 1 1)", "here this is called =");
    suggests(
        "(format \"~a\" 5)",
        "the destination comes first: (format t ...) shows the text, (format nil ...) returns it",
    );
    suggests("(string-append \"a\" 5)", "a number is no text: (number->string 5) is one");
    has_no_hint("(let ((x 1)) (print y))");
}

#[test]
fn a_constructor_is_found_with_and_without_make() {
    suggests("(require 'constraints)\n(make-variable (make-store) 1 5)", "did you mean `variable`?");
    suggests("(new-array '(3))", "did you mean `make-array`?");
    suggests("(table)", "did you mean `make-table`?");
    has_no_hint("(make-coffee 1)");
}

#[test]
fn a_line_with_an_operator_in_between_is_told() {
    suggests("x = 5", "the operator comes first: (= x 5) compares, and (setq x 5) assigns");
    suggests("(setq y 1)\nx + y ; a sum", "the operator comes first: (+ x y)");
    has_no_hint("x y 5");
    assert_eq!(lints("1 + 2"), ["infix-operator"]);
    assert_eq!(lints("(setq x 1)\n(* x 2) < 5"), ["infix-operator"]);
    for fine in ["(print 1) (print 2)", "1 +", "1\n+\n2", "1 + 2 3", "(list 1) + (list 2) 3"] {
        assert_eq!(lints(fine), [""; 0], "{fine}");
    }
}

#[test]
fn what_a_hook_returns_is_told_with_its_call() {
    let search = |hook: &str| format!("(require 'search)\n{hook}\n(solve (board 4))");
    suggests(
        &search("(defproc choose-cell (board) 'first)"),
        "the search has called (choose-cell board), and this is its value",
    );
    suggests(
        &search("(defproc order-values (board cell) 3)"),
        "the search has called (order-values board cell), and this is its value",
    );
    suggests(
        &search("(defproc propagation-level () 'hiden)"),
        "the search has called (propagation-level), and this is its value; did you mean `hidden`?",
    );
    suggests("(require 'search) (propagate! (board 4) 'nakd)", "did you mean `naked`?");
    has_no_hint("(require 'search) (propagate! (board 4) 'xyz)");
}

#[test]
fn a_variable_of_a_store_is_no_number() {
    let with_store =
        |form: &str| format!("(require 'constraints) (setq s (make-store)) (setq x (variable s 1 5))\n{form}");
    let help = "#<variable 0> is a variable of a store: conditions on it stand in (post! store ...), computations with \
                it in (expression! store ...), and its value in a solution is (value solution variable)";
    suggests(&with_store("(+ x 3)"), help);
    let help = "conditions have no fractions: (quotient a b), or multiply both sides";
    suggests(&with_store("(post! s (= (/ x 2) 2))"), help);
    suggests(&with_store("(post! s (even? x))"), "this condition is written (= (modulo x 2) 0)");
    let help = "nil is what nth and assoc give for what is not there, and value for a variable that is undecided";
    suggests(&with_store("(post! s (= (value s x) 3))"), help);
    suggests(&with_store("(post! s (= (dot '(1 2) (list x nil)) 3))"), help);
}

#[test]
fn swapped_arguments_are_exchanged_in_the_help() {
    for (call, right) in [
        ("(nth '(a b) 1)", "(nth 1 '(a b))"),
        ("(filter '(1 2) even?)", "(filter even? '(1 2))"),
        ("(map-with (list 1 2) (lambda (x) x))", "(map-with (lambda (x) x) (list 1 2))"),
        ("(sort < '(3 1 2))", "(sort '(3 1 2) <)"),
        ("(fold-left '(1 2) 0 +)", "(fold-left + 0 '(1 2))"),
        ("(aref 0 (vector 1 2))", "(aref (vector 1 2) 0)"),
        ("(string-ref 1 \"abc\")", "(string-ref \"abc\" 1)"),
        ("(string-join \", \" '(\"a\"))", "(string-join '(\"a\") \", \")"),
        ("(substring 0 2 \"abc\")", "(substring \"abc\" 0 2)"),
        ("(member '(1 2) 1)", "(member 1 '(1 2))"),
    ] {
        suggests(call, &format!("arguments seem swapped: {right}"));
    }
    // The other argument may be anything, or does not fit.
    for call in [
        "(filter even? odd?)",
        "(let ((l '(1 2))) (filter l even?))",
        "(take '(1 2) '(3))",
        "(filter 5 even?)",
        "(let ((f filter)) (f '(1 2) even?))",
        "(sort-by 5 '(1 2))",
    ] {
        let error = engine().eval::<()>(call).unwrap_err();
        assert!(!error.help().unwrap_or_default().contains("swapped"), "{call}: {error}");
    }
}

#[test]
fn a_name_of_another_language_gets_its_hint() {
    suggests("(defun f (x) x)", "here this is called defproc");
    suggests("(setq x None)", "here this is called nil");
    // Only a call shows that the function is meant.
    has_no_hint("(print len)");
    has_no_hint("(let ((x 1)) (print sum))");
}

#[test]
fn an_operator_between_operands_is_put_in_front() {
    suggests("(let ((x 5))\n  (x > 2))", "the operator comes first: (> x 2)");
    suggests("(1 + 2)", "the operator comes first: (+ 1 2)");
    suggests("(if 3 > 2 'a 'b)", "the operator comes first: (> 3 2)");
    suggests("(x = 5)", "the operator comes first: (= x 5) compares, and (setq x 5) assigns");
    has_no_hint("(5 car 6)");
}

#[test]
fn wrong_types_are_explained_where_it_is_certain() {
    suggests("(+ 1 \"5\")", "a text that looks like a number is none: (string->number \"5\") is one");
    suggests("(max '(1 2))", "(apply max list) takes the numbers of a list");
    suggests("(sort '(\"b\" \"a\") <)", "< compares numbers, string<? compares texts");
    suggests("(nth -1 '(1 2))", "usage: (nth n list)");
    has_no_hint("(+ 1 'a)");
    let passed = "(defmacro square (x) `(* ,x ,x))\n(map-with square '(1 2))";
    suggests(passed, "a macro is no function: a lambda around its call is one");
    let early = "(defproc f (x) (twice x))\n(defmacro twice (x) `(* 2 ,x))\n(f 1)";
    suggests(early, "a macro must be defined before the code that uses it is compiled");
    suggests(
        "(require 'common-lisp)\n(let ((n 6)) (cond (> n 5) (t 'small)))",
        "a clause has parentheses around its test: ((> n 5) ...)",
    );
    suggests("(require 'common-lisp)\n(print car)", "`car` is a function: #'car is its value");
    let variables = "(require 'constraints) (setq s (make-store)) (setq x (variable s 1 5))\n(all-different! s x x)";
    suggests(variables, "several variables stand in a list: (list x y ...)");
}

#[test]
fn forms_of_other_languages_get_a_remedy() {
    suggests("(defproc f (a) (return a))", "`return` leaves a loop: (return-from f value) leaves the function");
    let each = "`for` is not defined: (dolist (x list) expr...) goes through a list, (dotimes (i count) expr...) counts, \
                (do ...) is for all else";
    suggests("(defproc f (l)\n  (for (q l) (print q)))\n(f '(1))", each);
    suggests("(defproc f (l)\n  (for (x l) (return x)))", each);
    suggests(
        "(let ((h (make-table))) (+ (table-ref h 1) 1))",
        "the table has no such key: (table-ref h 1 0) is 0 there",
    );
    suggests("(let ((l '(1))) (+ 1 (nth 3 l)))", "(nth 3 l) is nil here");
    suggests("(let ((n 1)) (n++))", "(inc! n) counts a variable up");
    suggests("(let ((h (make-table))) (h 1))", "(table-ref h 1) is the value of a key");
    suggests("(let ((l '(1 2))) (l 0))", "(nth 0 l) is an element of a list");
    suggests("(let ((s 0)) (s = s + 1))", "(setq s (+ s 1)) assigns");
    suggests("(defproc f (list) (list 1))\n(f 2)", "`list` is a variable here, which hides the function of that name");
    suggests("(defproc f () 1)\n(f())", "`()` is an argument: (f) is a call without any");
    suggests("(defproc f (n) n)\n(f 1 - 2)", "the operator comes first: (f (- 1 2))");
    suggests(
        "(if 1 2 3 4)",
        "(cond (test value) ...) has several tests, (progn expr...) makes one expression of several",
    );
    suggests("(defproc f (t) 1)", "`t` is a constant: give the parameter another name");
    suggests("(fold-left 0 + '(1))", "usage: (fold-left f initial list)");
    suggests("(print (red green))", "a list of symbols is quoted: '(red green)");
    suggests("('a 'b)", "a list of symbols is quoted as a whole: '(a b)");
    suggests(
        "(defmacro m (test) `(if test 1))\n(m 2)",
        "`test` is a parameter of `m`: a template has its value by ,test",
    );
    suggests(
        "(defmacro m (&body body) `(progn ,body))\n(m (string 1) 2)",
        "`body` of `m` is a list of expressions: ,@body inserts them into the template, ,body calls the first",
    );
    let help = "`catch-and-apply` takes a function like (lambda (tag error) ...)";
    suggests("(catch-and-apply 'error (lambda (e) 1) (car 1))", help);
    suggests(
        "(require 'common-lisp)\n(defun f (g) (g 1))\n(f 1)",
        "`g` is a variable: (funcall g ...) calls its value",
    );
    has_no_hint("(let ((f 5)) (f 1))");
    has_no_hint("(let ((x nil)) (+ x 1))");
}

#[test]
fn dialects_get_no_help_of_the_core() {
    for text in [
        "(require 'common-lisp)\n(table-set! 1 2 3)",
        "(require 'common-lisp)\n(defun f (x) x)\n(+ 1 \"5\")",
        "(require 'scheme)\n(lenght '(1))",
    ] {
        let error = engine().eval::<()>(text).unwrap_err();
        let help = error.help().unwrap_or("");
        assert!(!help.contains("string->number") && !help.contains("require"), "{text}: {help}");
    }
}

#[test]
fn lints_read_the_syntax_of_the_dialects() {
    for (text, name) in [
        ("(define (f l) (append l l) l)", "unused-value"),
        ("(define (f l) (if 0 1 2))", "constant-test"),
        ("(define (f x) (eq? x \"a\"))", "never-equal"),
        ("(define (f l) (assq \"a\" l))", "never-equal"),
        ("(define (f n) (cond ((< n 0) 1) (else 2) ((= n 0) 3)))", "unreachable-clause"),
        ("(define (f x) (define y x))", "missing-body"),
        ("(define (f x) (let ((y x))))", "missing-body"),
        ("(define (f x) '(1 ,x))", "comma-in-quote"),
    ] {
        assert_eq!(lints(&format!("(require 'scheme)\n{text}")), [name], "{text}");
    }
    for (text, name) in [
        ("(defun f (l) (sort l #'<) l)", "unused-value"),
        ("(defun f (l) (member \"a\" l))", "never-equal"),
        ("(defun f (x) (format nil \"~a\" x) x)", "unused-value"),
        ("(defun f (x) (format t \"%d~%\" x))", "surplus-argument"),
        ("(defun f (n) (cond ((> n 5) 1) (t 2) ((= n 0) 3)))", "unreachable-clause"),
    ] {
        assert_eq!(lints(&format!("(require 'common-lisp)\n{text}")), [name], "{text}");
    }
    // The forms of the core's lints have another meaning there.
    for text in [
        "(require 'scheme)\n(define (f t) (if t 1 2))",
        "(require 'scheme)\n(define (f list) (if list 1 2))",
        "(require 'scheme)\n(define (f x) (define y x) (+ y 1))",
        "(require 'scheme)\n(define (append a b) (display a))\n(define (f l) (append l l) l)",
        "(require 'common-lisp)\n(defun f (l) (member \"a\" l :test #'equal))",
        "(require 'common-lisp)\n(defun f (list) (if list 1 2))",
        "(require 'common-lisp)\n(defun f (x) (eql x #\\a))",
    ] {
        assert_eq!(lints(text), [""; 0], "{text}");
    }
}

#[test]
fn each_lint_finds_its_example() {
    let examples = [
        ("constant-test", "(if 0 1 2)"),
        ("constant-test", "(cond (> 1 2) (t 3))"),
        ("constant-test", "(do ((i 0 (+ i 1))) (= i 3) (print i))"),
        ("constant-test", "(defproc f (l) (if (length l) 1 2))"),
        ("comma-in-quote", "(defproc f (x) '(move ,x))"),
        ("missing-body", "(let ((x 1)))"),
        ("never-equal", "(defproc f (l) (= (string-ref l 0) \"-\"))"),
        ("never-equal", "(= 'a \"a\")"),
        ("single-choice", "(require 'amb)\n(defproc f (n) (amb (iota n)))"),
        ("surplus-argument", "(format t \"%s has %d~%\" 1 2)"),
        ("infix-operator", "(let ((a 1) (b 2)) (print a + b))"),
        ("misspelt-hook", "(require 'search)\n(defproc choose-cel (board) 1)"),
        ("unused-value", "(defproc f (l) (unless (null? l) (reverse l)) l)"),
        ("named-argument", "(defrecord point x y)\n(defproc f () (make-point :x 3 :y 4))"),
        ("never-equal", "(= (string \"5\") 5)"),
        ("never-equal", "(let ((x 1)) (= x #(1 2)))"),
        ("uncalled-function", "(defproc f (x) print x)"),
        ("unused-value", "(do ((i 0 (+ i 1))) ((= i 2)) (list i))"),
        ("unreachable-clause", "(cond (t 1) ((= 1 2) 2))"),
        ("unused-value", "(defproc f (l) (sort l <) (first l))"),
        ("misspelt-hook", "(require 'search)\n(setq propagation-level 'naked)"),
        ("never-equal", "(require 'constraints)\n(setq s (make-store))\n(setq x (variable s 1 3))\n(if (= x 3) 1 2)"),
        ("uncalled-function", "(require 'search)\n(count-nodes solve (board 4))"),
        ("uncalled-function", "(require 'amb)\n(defproc pick () (amb 1 2))\n(all-values pick)"),
        ("unreachable-clause", "(defproc f (n) (case n (1 2) (default 3)))"),
        ("unused-value", "(for-each (lambda (x) (cons x nil)) '(1 2))"),
    ];
    for (name, text) in examples {
        assert_eq!(lints(text), [name], "{text}");
        // A comment of the program allows it, and so does the host.
        assert_eq!(lints(&format!("; klammer: allow {name} it is meant so\n{text}")), [""; 0], "{text}");
        let mut engine = klammer_search::builder().advisor(Hints::new().allow(name)).build();
        let _ = engine.eval::<()>(text);
        assert!(engine.warnings().iter().all(|w| w.code() != Code::Lint(name)), "{text}");
    }
    for lint in LINTS {
        // Comments have no example: they are read before the program.
        let is_shown = lint.name == "unknown-lint" || examples.iter().any(|(name, _)| *name == lint.name);
        assert!(is_shown && !lint.text.is_empty(), "{}", lint.name);
    }
}

// found: 2026-11-26, mistakes of newcomers: each of these had a hint that led astray
#[test]
fn errors_with_several_causes_have_no_hint() {
    for text in ["(append '(1) 2 3)", "(require 'search) (nodes-of 5)", "(let ((few 5)) (few 1))"] {
        let error = engine().eval::<()>(text).unwrap_err();
        assert_eq!(error.help(), None, "{text}: {error}");
    }
    let said = engine().eval::<()>("(require 'common-lisp) (string-append \"a\")").unwrap_err();
    assert_eq!(said.help(), Some("here this is called concatenate: (concatenate 'string a b)"));
    let large =
        "(require 'constraints) (let* ((s (make-store)) (x (variable s 0 3))) (post! s (= x 9223372036854775807)))";
    let error = engine().eval::<()>(large).unwrap_err();
    assert!(error.message().contains("must have integers between"), "{error}");
}

#[test]
fn uncertain_hints_are_not_given() {
    for text in [
        "(let ((line nil)) (while (setq line (car nil)) (print line)))",
        "(iota 9 1) (iota 5) (iota 1 1) (iota 2 9)",
        "(require 'search)\n(defproc on-search-event (e b c d) (case e ((try fail) 1) ((mine) 2)))",
        "(while t (exit))",
        "(if nil 1 2)",
        "(format t \"~a ~5d ~{~a~}~%\" 1 2 '(3) 4)",
        "(format t \"~~ ~,2f~%\" 1)",
        "(dotimes (i 5 1) (print i))",
        "(let () 1)",
        "(defproc f (x) `(a '(b ,x)))",
        "(require 'amb)\n(defproc f (x) (amb x))",
        "(defproc f (l) (sort l (lambda (a b) (< (- a) (- b)))))",
        "(defproc f (a) (= (string-ref a 0) #\\a))",
        "(print '(f 'x))",
        "(defproc f (row) (member? row '(row column)))",
        "(defproc f (x y) (list x y '(x y)))",
        "(defproc f (x) `(1 ,x))",
        "(defproc f (l) (dolist (x l) (if (even? x) (return x))))",
        "(defproc f (l) (dolist (x l) (if (even? x) (return))) 1)",
        "(defproc f (l) (dolist (x l) (let loop ((y x)) (if (even? y) (return-from f y)))) 1)",
        "(defproc f (e) (case e (t 1)))",
        "(require 'constraints)\n(setq s (make-store))\n(setq x (variable s 1 3))\n(= (set-name! s 'x x) x)",
        "(let ((a (vector 0 0))) (aset a 0 1) a)",
        "(require 'search)\n(count-nodes (solve (board 4)))",
        "(defproc f (i) (while (< i 3) (inc! i)))",
        "(defproc f (i step) (while (< i 3) (step)))",
        "(defproc f (i) (while (< i 3) (return)))",
        "(setq i 0)\n(defproc step () (inc! i))\n(while (< i 3) (step))",
        "(fold-left + 0 (list 1 2))",
        "(print + 1)",
        "(list 1 + 2)",
        "(defproc sort (l f) (print l))\n(defproc f (l) (sort l <) l)",
        "(defproc f (sort l) (sort l <) l)",
        "(let ((append print)) (append 1) 2)",
        "(defproc f (l) (sort l <) l)\n(defproc sort (l f) (print l))",
        "(defmacro twice (x) `(progn ,x ,x))\n(twice (sort l <))",
        "(defmacro quietly (&rest body) nil)\n(quietly (sort l <) 1)",
        "(defproc f (a &key b) a)\n(f 1 :b 2)",
        "(list :x 1)",
        "(require 'search)\n(defproc choose-cells (board) 1)\n(defproc choose-cell (board) (choose-cells board))",
        "(defproc choose-cel (board) 1)",
        "(print \"100%\" 1)",
        "(format t \"~a\" 1)",
        "(cond ((= 1 2) 1) (t 2))",
        "(defproc f () \"documentation\" 1)",
        "print",
        "(print 1) ; print 2",
        "#;(sort l <) 1",
    ] {
        assert_eq!(lints(text), [""; 0], "{text}");
    }
}

#[test]
fn the_kept_variable_is_the_one_that_is_changed() {
    let help = |text: &str| {
        let mut engine = engine();
        let _ = engine.eval::<()>(text);
        engine.warnings().first().and_then(|w| w.help()).unwrap_or("").to_string()
    };
    let kept = "`remove` changes nothing: (setq l (remove x l)) keeps what it returns";
    assert_eq!(help("(defproc f (x l) (remove x l) l)"), kept);
    assert_eq!(
        help("(defproc f (x l) (cons x l) l)"),
        "`cons` changes nothing: (setq l (cons x l)) keeps what it returns"
    );
    let kept = "`assign` returns a changed copy: (assign! b 0 3) changes `b` itself";
    assert_eq!(help("(require 'search)\n(defproc f (b) (when b (assign b 0 3)) b)"), kept);
    assert_eq!(help("(defproc f (x) (* x x) x)"), "`*` computes a value and changes nothing");
}

#[test]
fn an_engine_without_an_advisor_gives_no_hints() {
    let error = Engine::new().eval::<()>("(pritn 1)").unwrap_err();
    assert_eq!((error.message(), error.help()), ("pritn is not defined", None));
    let mut engine = Engine::new();
    engine.eval::<()>("(defproc f (l) (sort l <) l)").unwrap();
    assert!(engine.warnings().is_empty());
}

#[test]
fn a_copy_has_the_advisor_of_its_snapshot() {
    let snapshot = engine().snapshot().unwrap();
    let error = snapshot.builder().build().eval::<()>("(pritn 1)").unwrap_err();
    assert_eq!(error.help(), Some("did you mean `print`?"));
}

#[test]
fn deep_and_broken_texts_are_survived() {
    let deep = format!("{}1{}", "(list ".repeat(20_000), ")".repeat(20_000));
    for text in
        [&deep as &str, "(((", "'", "(= \u{1F600} 1)", "(\u{e4}\u{e4} + 1)", "('\u{e4} '\u{1F600})", "(print ' (1 x))"]
    {
        let _ = lints(text);
    }
}

#[test]
fn common_lisp_without_its_language_is_told() {
    let told = |text: &str| {
        let error = engine().eval::<()>(text).err()?;
        Some(error.help().is_some_and(|help| help.contains("this looks like a program in common-lisp")))
    };
    assert_eq!(Some(true), told("(in-package :cl-user) (defun f () 1)"));
    assert_eq!(Some(true), told("(defun f (l) (dolist (x l) (return-from f x)))"));
    assert_eq!(Some(false), told("(defproc f (l) (return-from g 1))"));
    let mut engine = engine();
    let _: () = engine.eval("(require 'common-lisp)").unwrap();
    assert_eq!(engine.eval::<()>("(display 1)").unwrap_err().help(), Some("here this is called princ"));
}
