//! Warnings: what they are given for, what they are not given for, and what hosts can do with them.

use klammer::{Code, Engine, Error, Warnings};

use crate::support::host::TestHost;

fn warnings(text: &str) -> Vec<String> {
    let mut engine = Engine::builder().host(klammer::StdHost::new()).build();
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
    let mut engine = Engine::builder().host(klammer::StdHost::new()).build();
    engine.eval::<()>(text).unwrap();
    assert_eq!(engine.warnings()[0].help(), Some("did you mean `counter`?"));
    warns(
        "(dotimes (i 3) (setq latest i))\n",
        "undefined-assignment @1:16 latest is defined nowhere: this makes a new global variable of it",
    );
    // At top level it is a definition, before or behind; so are the others that define.
    is_silent("(setq a 1)\n(defproc f () (setq a 2))\n(f)");
    is_silent("(defproc f () (setq a 2))\n(f)\n(setq a 1)");
    is_silent("(defproc f () (setq a 2))\n(let ((b 1)) (setq a b))");
    is_silent("(defvar a 1)\n(defproc f () (setq a 2))");
    is_silent("(defproc f (a) (setq a 2))");
    is_silent("(require 'common-lisp)\n(defun f () (setq a 2))\n(defparameter a 1)");
}

#[test]
fn functions_that_the_library_would_call_under_another_name() {
    let text = "(require 'search)\n(defproc choose-cel (board) (first (best-cells board)))";
    let (host, _) = TestHost::new([("hooks.lisp".into(), text.into())].into());
    let mut engine = Engine::builder().host(host).build();
    engine.eval_file::<()>("hooks.lisp").unwrap();
    let said: Vec<String> = engine.warnings().iter().map(shown).collect();
    let problem = "nothing calls choose-cel: the library goes on calling its own choose-cell";
    assert_eq!(said, [format!("unused-function @2:10 {problem}")]);
    // A text that is no file may be the beginning of a program: only a slip of the fingers counts.
    warns(
        "(require 'search) (defproc choose-cel (board) (first (best-cells board)))",
        &format!("unused-function @1:28 {problem}"),
    );
    is_silent("(require 'search) (defproc choose-cells (board) (best-cells board))");
    is_silent("(require 'search) (defproc choose-value (board cell) 1)");
}

#[test]
fn a_variable_of_a_store_that_is_compared_with_a_number() {
    let problem = "is never true: x is a variable of a store, and no number";
    let bound = "(require 'constraints)\n(let* ((s (make-store)) (x (variable s 1 9)))\n  ";
    warns(&format!("{bound}(if (= x 1) 'one 'other))"), &format!("doubtful-clause @3:7 `(= x 1)` {problem}"));
    let global = "(require 'constraints)\n(setq s (make-store))\n(setq x (variable s 1 9))\n";
    warns(&format!("{global}(print (= 1 x))"), &format!("doubtful-clause @4:8 `(= 1 x)` {problem}"));
    is_silent(&format!("{bound}(post! s (= x 1)) (solve s))"));
    is_silent(&format!("{bound}(= (value s x) 1))"));
    is_silent(&format!("{bound}(= x (most-constrained s)))"));
    is_silent(&format!("{global}(let ((x 1)) (= x 1))"));
    is_silent(&format!("{global}(filter (lambda (x) (= x 1)) '(1 2))"));
}

#[test]
fn clauses_that_cannot_be_meant() {
    warns(
        "(let ((x 1)) (cond (> x 0) 'positive))",
        "doubtful-clause @1:20 cond: the test of this clause is the function `>` itself, not a call of it",
    );
    warns(
        "(cond (t 1) ((= 1 2) 2))",
        "doubtful-clause @1:13 cond: this clause is never reached: the one with `t` before it is always taken",
    );
    warns(
        "(case 3 (1 'one) ((2 1) 'uno))",
        "doubtful-clause @1:22 case: the key 1 stands in a clause before: this one is never reached by it",
    );
    warns(
        "(case 3 ('one 1))",
        "doubtful-clause @1:10 case: keys are not evaluated: this clause has the keys `quote` and `one`",
    );
    warns(
        "(case 3 (t 1) (3 2))",
        "doubtful-clause @1:10 case: `t` takes everything in the last clause only: here it is a key like others",
    );
    is_silent("(let ((first nil)) (cond (first 1) (t 2)))");
    is_silent("(setq handler car) (cond (handler 1) (t 2))");
    is_silent("(case 'quote ((quote unquote) 1) (t 2))");
    is_silent("(cond ((assoc 1 nil) => second) (else 3))");
    // What a macro puts behind the last clause is not the program's.
    is_silent("(require 'scheme)\n(guard (e (#t 1)) (raise 'a))");
}

#[test]
fn calls_that_cannot_be_meant() {
    let point = "(defrecord point x y) (setq a 1)\n";
    let on = |form: &str, expected: &str| {
        warns(&format!("{point}(let ((l \"b\")) {form})"), &format!("doubtful-call @2:16 {expected}"));
    };
    let is_fine = |form: &str| is_silent(&format!("{point}(let ((l \"b\")) {form})"));
    // Names where arguments are told by their order.
    on("(make-point :x 3)", "`make-point` tells its arguments by their order: :x is the value of one here");
    on("(make-point :y a)", "`make-point` tells its arguments by their order: :y is the value of one here");
    ["(make-point ':x 3)", "(make-point 3 :x)", "(make-point :other 3)"].into_iter().for_each(is_fine);
    is_silent("(defproc f (&key x) x) (f :x 3)");
    warns(
        "(defproc f (a &optional (b 1) c) (list a b c))\n(f 1 :b 2)",
        "doubtful-call @2:1 `f` tells its arguments by their order: :b is the value of one here",
    );
    on("(print a :end \"\")", "`print` takes no options: it prints `:end` and what follows, too");
    is_fine("(print :end)");
    // Operators between their operands.
    on("(print \"sum\" + a)", "`+` is an argument of its own here: `print` gets the function");
    on("(list a * 2)", "`*` is an argument of its own here: `list` gets the function");
    is_fine("(list 'plus + 'minus -)");
    is_fine("(list \"plus\" + 2)");
    is_fine("(list + - a)");
    is_fine("(apply reduce + (list 0 (list a)))");
    is_fine("(let ((+ 3)) (list a + 2))");
    is_fine("(fold-left + 0 (list a))");
    warns("(setq b 1)\n(setq a b + 1)", "doubtful-call @2:1 this setq gives `+` a new value, too");
    is_silent("(setq a 1 b 2)");
    // Strings in the other order.
    on("(string-split \" \" l)", "the text that `string-split` looks into is \" \" here");
    on("(string-prefix? l \"#\")", "the text that `string-prefix?` looks into is \"#\" here");
    on("(string-replace \"a\" \"b\" l)", "the text that `string-replace` looks into is \"a\" here");
    is_fine("(string-replace \"dear NAME\" \"NAME\" l)");
    is_fine("(string-split \"a b c\" l)");
    is_fine("(string-split \" \" \" \")");
    is_fine("(string-prefix? \"#\" l)");
    is_fine("(string-contains? \"+-\" l)");
    // Tags, points.
    on("(catch (length l))", "`(length l)` is the tag of this catch, which has no body");
    let p = "a point is part of a name: `p.x` is a variable of its own, no part of `p`";
    warns("(setq p 1)\n(setq p.x 3)", &format!("doubtful-call @2:1 {p}"));
    is_silent("(setq v.1 3)");
}

#[test]
fn tests_of_what_is_never_nil() {
    let problem =
        |tested: &str| format!("`{tested}` is never nil: where there is no more to read, it is the end-of-file object");
    // The function is not called: what it would read is not there.
    let on = |text: &str, column: usize, tested: &str| {
        let column = column + "(defproc f () ".len();
        warns(&format!("(defproc f () {text})"), &format!("doubtful-call @1:{column} {}", problem(tested)));
    };
    on("(let ((x nil)) (while (setq x (read-line)) (print x)))", 23, "(setq x (read-line))");
    on("(let ((x (read-line))) (while x (setq x (read-line))))", 31, "x");
    on("(let loop ((x (read-char))) (when x (loop (read-char))))", 35, "x");
    on("(let ((x (read-line))) (until (null? x) (setq x (read-line))))", 38, "x");
    is_silent("(defproc f () (let ((x (read-line))) (until (eof-object? x) (setq x (read-line)))))");
    is_silent("(defproc f () (let ((x (read-line))) (while x (setq x nil))))");
    is_silent("(defproc f (x) (when x (setq x (read-line))))");
    is_silent("(defproc f () (while (read)))");
}

#[test]
fn values_that_a_form_returns_to_nobody() {
    let on = |text: &str, column: usize, call: &str| {
        let column = column + "(defproc f (l i) ".len();
        let problem = format!("unused-value @1:{column} the value of `{call}` is not used");
        warns(&format!("(defproc f (l i) {text} l)"), &problem);
    };
    on("(dotimes (k 3) (let ((x k)) (append l (list x))))", 29, "(append l (list x))");
    on("(dolist (x '(1 2)) (when (> x 1) (append l (list x))))", 34, "(append l (list x))");
    on("(if (null? l) (push! i l) (append l i))", 27, "(append l i)");
    on("(cond ((null? l) (print l)) (t (when i (cons i l))))", 40, "(cons i l)");
    on("(and (> i 0) (+ i 1))", 14, "(+ i 1)");
    let silent = |text: &str| is_silent(&format!("(defproc f (l i) {text} l)"));
    silent("(when (> i 1) (push! i l))");
    silent("(if (null? l) (print l) (inc! i))");
    silent("(let again ((k 0)) (if (< k 3) (again (+ k 1))))");
    silent("(cond ((append l l)) (t nil))");
    is_silent("(defproc f (l) (when l (append l l)))");
    is_silent("(defmacro m (x) `(when ,x (+ 1 ,x))) (defproc f (x) (m x) x)");
}

#[test]
fn lists_are_never_numbers() {
    let problem = "`(= (candidates b c) 1)` is never true: what candidates returns is a list, and no number";
    warns("(defproc f (b c) (= (candidates b c) 1))", &format!("doubtful-clause @1:18 {problem}"));
    is_silent("(defproc f (b c) (= (candidates b c) '(1)))");
    is_silent("(defproc f (b c) (= (count-candidates b c) 1))");
    is_silent("(defproc f (candidates b c) (= (candidates b c) 1))");
}

#[test]
fn a_value_where_a_named_let_has_its_bindings() {
    let problem = |name: &str, f: &str| format!("this `let` is a loop named `{name}`, with `{f}` and what follows it");
    let on = |text: &str, name: &str, f: &str| {
        let text = format!("(defproc f (a b) {text})");
        warns(&text, &format!("doubtful-clause @1:18 {} as variables", problem(name, f)));
    };
    on("(let x (* a b))", "x", "*");
    on("(let sum (+ a b) (print sum))", "sum", "+");
    is_silent("(defproc f (a b) (let again (list) (if list nil (again '(1)))))");
    is_silent("(defproc f (a b) (let again ((i 0)) (if (< i a) (again (+ i 1)) b)))");
    is_silent("(defproc f (a b) (let again () (if (> (random 2) 0) (again) b)))");
}

#[test]
fn loops_that_cannot_end() {
    let on = |text: &str, column: usize, name: &str| {
        let problem = format!("nothing in this loop gives `{name}` another value: its test stays what it is");
        let column = column + "(setq n 3) (defproc f (l) ".len();
        warns(&format!("(setq n 3) (defproc f (l) {text})"), &format!("doubtful-clause @1:{column} {problem}"));
    };
    on("(let ((i 0)) (while (< i 3) (print i)))", 21, "i");
    on("(while (and (not (null? l)) (pair? l)) (print (first l)))", 8, "l");
    on("(while (> n 0) (display n))", 8, "n");
    on("(let ((i 0)) (while (< i (length l)) (print (nth i l))))", 21, "i");
    on("(let ((done nil)) (until done (print l)))", 19, "done");
    on("(do ((i 0 (+ i 1)) (j 0)) ((= j 3)) (print i))", 28, "j");
    let silent = |text: &str| is_silent(&format!("(setq n 3) (defproc f (l) {text})"));
    // What the program's own functions do is not looked into, nor what tells a test to end.
    silent("(let ((i 0)) (while (< i 3) (inc! i)))");
    silent("(let ((i 0)) (while (< i 3) (when (= i 2) (return i))))");
    silent("(let* ((i 0) (g (lambda () (inc! i)))) (while (< i 3) (g)))");
    silent("(while (> n 0) (f l))");
    silent("(while (> n 0) (for-each l '(1 2)))");
    silent("(while (< (aref l 0) 3) (aset l 0 5))");
    silent("(while (empty? l) (table-set! l 1 2))");
    silent("(let again ((i 0)) (while (< i 3) (again 4)))");
    silent("(catch 'out (while (< n 3) (throw 'out 1)))");
    silent("(while (< n 3) (error \"no\" n))");
    silent("(while (< n 3) (read-line))");
    silent("(while t (print 1))");
    silent("(while (< (random 6) 5) (print 1))");
    silent("(do ((i 0 (+ i 1))) ((= i 3)) (print i))");
    silent("(do ((i 0)) ((= i 3)) (setq i (+ i 1)))");
    // Where a value is thrown away, that is what has been forgotten.
    let text = "(defproc f () (let ((i 0)) (while (< i 3) (print i) (+ i 1))))";
    warns(text, "unused-value @1:53 the value of `(+ i 1)` is not used");
}

#[test]
fn products_that_undo_a_division() {
    let problem = "`/` is exact, so this is `row` again: of 7, 3 times 7/3 is 7";
    warns("(defproc f (row) (* 3 (/ row 3)))", &format!("doubtful-call @1:18 {problem}"));
    warns("(defproc f (row) (* (/ row 3) 3))", &format!("doubtful-call @1:18 {problem}"));
    is_silent("(defproc f (row) (* 3 (quotient row 3)))");
    is_silent("(defproc f (row) (* 3 (/ row 4)))");
    is_silent("(defproc f (row n) (* n (/ row n)))");
    is_silent("(defproc f (row) (* 3 (floor (/ row 3))))");
}

#[test]
fn calls_without_parentheses_of_their_own() {
    let problem = "a call has parentheses of its own: these are expressions one after the other";
    for (text, place) in [
        ("(defproc f (a b) a + b)", "1:18"),
        ("(defproc f (a) (when a > 2 (print a)))", "1:24"),
        ("(defproc f (a) (when (first a) > 2 (print a)))", "1:32"),
        ("(for-each (lambda (x) print x) '(1 2))", "1:23"),
    ] {
        warns(text, &format!("unused-value @{place} {problem}"));
    }
    // What is given to the library in place is looked at, too.
    let text = "(map-with (lambda (l) (sort l <) (first l)) '((2 1)))";
    warns(text, "unused-value @1:23 the value of `(sort l <)` is not used");
}

#[test]
fn values_that_are_thrown_away() {
    warns(
        "(let ((total 0)) (dolist (x '(1 2)) (+ total x)) total)",
        "unused-value @1:37 the value of `(+ total x)` is not used",
    );
    warns("(defproc f (l) (sort l <) (first l))", "unused-value @1:16 the value of `(sort l <)` is not used");
    warns("(defproc f (x) 5 x)", "unused-value @1:16 the value of `5` is not used");
    warns("(defproc f (x) x nil)", "unused-value @1:16 the value of `x` is not used");
    warns(
        "(defproc f (l) (dolist (x l) (when (even? x) (return x))) nil)",
        "unused-value @1:54 the value of this `return` is not used: it leaves the loop, and what comes behind goes on",
    );
    warns(
        "(let ((x 5)))",
        "unused-value @1:1 this `let` has no body: what it binds is gone behind its closing parenthesis",
    );
    warns(
        "(defproc negative? (l) (dolist (x l) (when (< x 0) (return t))) nil)",
        "unused-value @1:60 the value of this `return` is not used: it leaves the loop, and what comes behind goes on",
    );
    // At top level values are looked at, strings in front are comments, and macros have their own mind.
    is_silent("(+ 1 2)\n5\n'a");
    is_silent("(defproc f (x) \"What it does.\" x)");
    is_silent("(defmacro first-of (a b) `(progn ,b ,a)) (defproc f (x) (first-of x 5))");
    is_silent("(defproc f (l) (dolist (x l) (when (even? x) (return))) nil)");
    is_silent("(defproc f (+ l) (+ l 1) nil)");
    is_silent("(time (+ 1 2))");
    is_silent("(require 'common-lisp)\n(defun f (v) (sort v #'<) v)");
    is_silent("(require 'common-lisp)\n(defun f () (prog (x) again (setq x 1) (when (> x 2) (go again)) (return x)))");
}

/// What a file warns of, as lines.
fn warnings_of_file(text: &str) -> Vec<String> {
    let (host, _) = TestHost::new([("main.lisp".into(), text.into())].into());
    let mut engine = Engine::builder().host(host).build();
    let _ = engine.eval_file::<()>("main.lisp");
    engine.warnings().iter().map(|w| format!("{} ({})", shown(w), w.help().unwrap_or(""))).collect()
}

#[test]
fn values_of_a_file_that_nobody_sees() {
    let warned = |text: &str, expected: &str| assert_eq!(warnings_of_file(text), [expected], "{text}");
    warned(
        "(setq l '(1 2))\n(append l 3)\n(print l)",
        "unused-value @2:1 the value of `(append l 3)` is not used (`append` changes nothing: (setq l (append l \
         (list 3))) keeps what it returns)",
    );
    warned(
        "(setq b (board 4))\n\n(assign b 0 0 1)\n\n; The board:\n(print b)",
        "unused-value @3:1 the value of `(assign b 0 0 1)` is not used (`assign` changes nothing: (setq b (assign b \
         0 0 1)) keeps what it returns)",
    );
    warned(
        "(+ 1 2)\n(print 3)",
        "unused-value @1:1 the value of `(+ 1 2)` is not used (a file shows no values by itself: (print (+ 1 2)))",
    );
    warned(
        "(setq l '(1 2))\n(length l)\n(print 3)",
        "unused-value @2:1 the value of `(length l)` is not used (a file shows no values by itself: (print (length l)))",
    );
    let search = "(require 'search)\n(setq b (board 4))\n(solve b)\n";
    warned(
        &format!("{search}(print b)"),
        "unused-value @3:1 the value of `(solve b)` is not used (`solve` changes nothing: (setq b (solve b)) keeps \
         what it returns)",
    );
    let silent = [
        // The last value is the file's, and a comment says what a value is.
        "(print 3)\n(+ 1 2)",
        "(+ 1 2)\n",
        "(+ 1 2) ; 3\n(print 3)",
        "(+ 1 2)\n;=> 3\n(print 3)",
        "(+ 1 2) (print 3)",
        // Something is done, or said.
        "(map-with print '(1 2))\n(print 3)",
        "\"A file.\"\n(print 3)",
        "(defproc append (a b) (print a))\n(append 1 2)\n(print 3)",
    ];
    for text in silent {
        assert_eq!(warnings_of_file(text), [""; 0], "{text}");
    }
    // Somebody watches the search.
    assert_eq!(warnings_of_file(&format!("{search}(print (search-statistics))")), [""; 0]);
}

#[test]
fn calls_at_top_level_without_their_parentheses() {
    let warned = |text: &str, expected: &[&str]| {
        let mut engine = Engine::builder().host(klammer::StdHost::new()).build();
        let _ = engine.eval::<()>(text);
        let said = |w: &Error| {
            w.help().and_then(|h| h.strip_prefix("a call has its parenthesis in front: ")).map(str::to_string)
        };
        let said: Vec<String> = engine.warnings().iter().filter_map(said).collect();
        assert_eq!(said, expected, "{text}");
    };
    warned("print \"a\"", &["(print \"a\")"]);
    warned("load average.lisp", &["(load \"average.lisp\")"]);
    warned("require search", &["(require 'search)"]);
    warned("2 + 3", &["(+ 2 3)"]);
    warned("(setq x 1)\nx + (* 2 3) ; a sum", &["(+ x (* 2 3))"]);
    warned("(defproc main () 1)\nmain()", &["(main)"]);
    warned("print(max(1 2))", &["(print (max 1 2))"]);
    warned("print(length '(1 2))", &["(print (length '(1 2)))"]);
    warned("defproc f (x) x", &["(defproc f (x) x)"]);
    // A name by itself is a value, as is a list of names behind another.
    for text in ["car", "car ; the function", "car\n(car '(1))", "(setq limit 3)\nlimit 3", "nil 3", "'car 3"] {
        warned(text, &[]);
    }
    // That is an error, which says the same.
    warned("print(3)", &[]);
}

#[test]
fn tests_and_loops_that_mean_something_else() {
    warns(
        "(defproc odd (n) (if (mod n 2) 'odd 'even))",
        "doubtful-clause @1:22 as a test, `(mod n 2)` is always true: it is a number, and 0 is as true as the others",
    );
    warns(
        "(let ((l nil)) (when (and t (not (length l))) 'none))",
        "doubtful-clause @1:34 as a test, `(length l)` is always true: it is a number, and 0 is as true as the others",
    );
    warns(
        "(dotimes (i 1 10) (display i))",
        "doubtful-clause @1:15 `10` is the value of this loop, and not where it ends: it runs once, for 0",
    );
    warns(
        "(let ((n 5)) (dotimes (i 0 n) (display i)))",
        "doubtful-clause @1:28 `n` is the value of this loop, and not where it ends: it runs not at all",
    );
    is_silent("(defproc odd (n) (if (= (mod n 2) 1) 'odd 'even))");
    is_silent("(let ((l nil)) (or (length l) 1))");
    is_silent("(defproc f (mod) (if (mod 1) 'odd 'even))");
    is_silent("(let ((sum 0)) (dotimes (i 5 sum) (setq sum (+ sum i))))");
    is_silent("(dotimes (i 3 t) (display i))");
}

#[test]
fn a_name_of_two_modules_is_told_where_it_is_used() {
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
fn a_name_that_a_whole_file_does_not_define_is_told_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let evaluate = |text: &str| {
        let path = folder.path().join("main.lisp");
        std::fs::write(&path, text).unwrap();
        let mut engine = Engine::builder().host(klammer::StdHost::new()).build();
        let _ = engine.eval_file::<()>(&path);
        engine.warnings().iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(
        evaluate("(defproc f (x) (if x (pritn x) later))\n(setq later 3)"),
        ["unbound-variable @1:22 pritn is not defined anywhere"]
    );
    // What fails has said so.
    assert_eq!(evaluate("(defproc f (x) (pritn x))\n(f 1)"), [""; 0]);
    // A text that is no file may be one of many.
    is_silent("(defproc f (x) (pritn x))");
    // Common Lisp compiles anew what has called a macro before it was defined.
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
        let mut engine = Engine::builder().host(host).build();
        engine.eval::<()>(text).unwrap();
        engine.warnings().iter().map(|w| (shown(w), w.help().map(str::to_string))).collect::<Vec<_>>()
    };
    let text = "; Areas.\n(provide 'area 'permeter 'colour)\n(defproc area (r) r)\n(defproc perimeter (r) r)";
    let said = "unbound-variable @2:1 provide: this module provides what it does not define: permeter, colour";
    let help = Some("did you mean `perimeter`?".to_string());
    assert_eq!(with(text, "(require 'shapes)"), [(said.to_string(), help.clone())]);
    assert_eq!(with(text, "(load \"shapes.lisp\")"), [(said.to_string(), help)]);
    // What stands behind, macros, names of the core, another module's, and a module's own name are no mistakes.
    let text = "(provide 'area 'twice 'car 'solutions)(require 'amb)(setq area 1)(defmacro twice (x) `(* 2 ,x))";
    assert_eq!(with(text, "(require 'shapes)"), []);
    assert_eq!(with("(provide 'shapes) (defproc area (r) r)", "(require 'shapes)"), []);
    assert_eq!(with("(provide 'shapes) (defproc area (r) r)", "(load \"shapes.lisp\")"), []);
    let text = "(require 'common-lisp) (provide 'area) (defun area (r) r)";
    assert_eq!(with(text, "(require 'shapes)"), []);
}

#[test]
fn each_is_given_once_for_its_place() {
    let text = "(defmacro again () '(progn (defproc f (x) 5 x) nil))\n(dotimes (i 3) (load \"a.lisp\"))";
    let (host, _) = TestHost::new([("a.lisp".into(), "(defproc g (x) 5 x)".to_string())].into());
    let mut engine = Engine::builder().host(host).build();
    engine.eval::<()>(text).unwrap();
    // Three texts, one warning each.
    assert_eq!(engine.warnings().len(), 3);
    engine.eval::<()>("1").unwrap();
    assert!(engine.warnings().is_empty(), "they are those of the last evaluation");
}

#[test]
fn the_host_says_what_becomes_of_them() {
    const TEXT: &str = "(defproc f (x) 5 x) (defproc g (x) 6 x) 7";
    let engine = |warnings| {
        let (host, heard) = TestHost::new([].into());
        (Engine::builder().host(host).warnings(warnings).build(), heard)
    };
    let (mut told, heard) = engine(Warnings::Tell);
    told.eval::<()>(TEXT).unwrap();
    assert_eq!(heard.take_warnings(), ["1:16: the value of `5` is not used", "1:36: the value of `6` is not used"]);
    assert!(told.warnings().is_empty());
    let (mut strict, heard) = engine(Warnings::Deny);
    let error = strict.eval::<()>(TEXT).unwrap_err();
    assert_eq!((error.code(), error.place().unwrap().column()), (Code::UnusedValue, 16));
    assert!(heard.take_warnings().is_empty());
    let (mut careless, heard) = engine(Warnings::Ignore);
    assert_eq!(careless.eval::<i64>(TEXT).unwrap(), 7);
    assert!(heard.take_warnings().is_empty() && careless.warnings().is_empty());
}
