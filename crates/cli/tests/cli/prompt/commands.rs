//! Each command: what it does, and its kind word about an argument that makes no sense. Pauses:
//! `(break)` at the ordinary prompt, and the line of the debugger's prompt at a terminal.

use super::{CTRL_C, CTRL_D, PROMPT, Person, UP};
use crate::Sandbox;
use crate::terminal::Terminal;

/// Enters a command; the answer is this text.
#[track_caller]
fn answers(person: &mut Person, command: &str, answer: &str) {
    assert_eq!(person.asks(command).trim_end(), answer);
}

/// Enters a command; these texts are in the answer.
#[track_caller]
fn shows(person: &mut Person, command: &str, texts: &[&str]) -> String {
    let answer = person.asks(command);
    for text in texts {
        assert!(answer.contains(text), "{command}: {text:?} is not in\n{answer}");
    }
    answer
}

#[test]
fn help_lists_all_commands_and_explains_one() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    shows(&mut person, ",help", &[",doc NAME", ",apropos WORDS", ",quit", "Tab completes"]);
    answers(&mut person, ",help reload", ",reload  load again all files that were loaded here");
    answers(&mut person, ",help nonsense", "There is no command ,nonsense. ,help lists all.");
    answers(&mut person, ",nonsense", "There is no command ,nonsense. ,help lists all.");
    answers(&mut person, ",laod", "There is no command ,laod. Did you mean ,load?");
    answers(&mut person, ",", "There is no command ,. ,help lists all.");
    answers(&mut person, ",re", ",re may be ,reload or ,reset.");
    answers(&mut person, ",doc", "Which name? ,doc NAME");
    answers(&mut person, ",where now", ",where takes no argument.");
    person.types(",q\r");
    person.terminal.sees_the_end();
}

#[test]
fn doc_finds_names_modules_codes_and_near_names() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    shows(&mut person, ",doc first", &["(first list)", "The first element; nil of nil.", "(first '(1 2))  ;=> 1"]);
    shows(&mut person, ",doc \"first\" '(last", &["(first list)", "(last list)"]);
    shows(&mut person, ",doc if", &["(if test then [else])", "special operator"]);
    shows(&mut person, ",doc search", &["(require 'search)", "count-solutions"]);
    shows(&mut person, ",doc scheme", &["(require 'scheme)"]);
    shows(&mut person, ",doc wrong-type", &["error code wrong-type", "An argument has the wrong type."]);
    shows(&mut person, ",doc count-solutions", &["(require 'search)", "(count-solutions board [limit])"]);
    shows(&mut person, ",doc count-solutoins", &["did you mean `count-solutions`?", "(require 'search)"]);
    shows(&mut person, ",doc sort-byy", &["did you mean `sort-by`?"]);
    shows(&mut person, ",doc foldl", &["fold-left"]);
    answers(&mut person, ",doc no-such-name", "no-such-name is not defined.");
    answers(&mut person, ",doc ((", "(( is not defined.");
    person.leaves();
}

#[test]
fn apropos_searches_names_and_docs() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let found = shows(&mut person, ",apropos sort", &["sort-by", "[sudoku]"]);
    assert!(found.starts_with("sort "), "{found}");
    shows(&mut person, ",apropos fewest candidates", &["choose-cell", "[search] The cell to branch on next"]);
    answers(&mut person, ",apropos zzzz", "Nothing has zzzz in its name or documentation.");
    shows(&mut person, ",apropos list", &["more words find fewer"]);
    // Documentation of a program is found like any other.
    person.enters("(defproc f (x) \"Counts zebras.\" x)", "f");
    answers(&mut person, ",apropos zebras", "f   Counts zebras.");
    person.leaves();
}

#[test]
fn names_lists_what_begins_so() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    shows(&mut person, ",names string-a", &["string-append  One string of all these strings."]);
    shows(&mut person, ",names", &["You have defined nothing yet. There are "]);
    person.enters("(defproc twice (n) \"Doubles. Quickly.\" (* 2 n))", "twice");
    shows(&mut person, ",names", &["twice  Doubles.\n", "names: ,names PREFIX"]);
    answers(&mut person, ",names zzz", "No name begins so.");
    person.leaves();
}

#[test]
fn source_shows_the_text_of_a_definition() {
    let sandbox = Sandbox::new(&[("a.lisp", b"; first line\n(defproc twice (x)\n  (* 2 x))\n")]);
    let mut person = Person::sits_down(&sandbox, &[]);
    shows(&mut person, ",load a.lisp", &["a.lisp is loaded."]);
    answers(&mut person, ",source twice", "; a.lisp:2:1\n(defproc twice (x)\n  (* 2 x))");
    shows(&mut person, ",source max-by", &["; lisp/list.lisp:", "(defproc max-by (key list)"]);
    shows(&mut person, ",source when", &["built in"]);
    shows(&mut person, ",source car", &["car is a function that is built in"]);
    person.enters("(setq n 1)", "1");
    answers(&mut person, ",source n", "n is a variable: it has no source.");
    shows(&mut person, ",source no-such-name", &["no-such-name is not defined."]);
    person.leaves();
}

#[test]
fn type_says_what_a_value_is() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    answers(&mut person, ",type (+ 1 2)", "an integer");
    answers(&mut person, ",type (board 4)", "a board of 4 by 4 cells, which is an array");
    person.enters("(defrecord point x y)", "point");
    answers(&mut person, ",type (make-point 1 2)", "a record of type point");
    shows(&mut person, ",type (car 1)", &["error[wrong-type]"]);
    person.leaves();
}

#[test]
fn a_store_is_a_table_at_the_prompt() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(require 'constraints)", "constraints");
    person.enters("(setq s (make-store))", "variable  values");
    person.enters(
        "(progn (setq x (set-name! s 'x (variables s 2 1 9))) (post! s (< (first x) (second x)) (/= (first x) 5)) t)",
        "t",
    );
    shows(&mut person, "s", &["x[0]      1..4 6..9\n", "constraints\n  (< x[0] x[1])  <repl:3>:1:54"]);
    answers(&mut person, "(solve s)", "variable  values\nx[0]      1\nx[1]      2");
    // So are those of the calls of an error.
    person.enters("(defproc use (store) (+ 1 (car store)))", "use");
    shows(&mut person, "(use s)", &["error[wrong-type]"]);
    shows(&mut person, ",locals", &["store = variable  values\n", "x[0]      1..4 6..9\n"]);
    person.leaves();
}

#[test]
fn time_says_what_a_form_took() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let shown = shows(&mut person, ",time (let ((n 0)) (dotimes (i 100000) (inc! n)) n)", &["100000\n", " ms, 100,0"]);
    assert!(!shown.contains("nodes"), "{shown}");
    person.enters("(require 'search)", "search");
    shows(&mut person, ",time (count-solutions (board 4))", &["288", " nodes of a search"]);
    shows(&mut person, ",time (car 1)", &["error[wrong-type]", " ticks"]);
    person.leaves();
}

#[test]
fn profile_says_which_functions_took_how_much() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(defproc spin (n) (dotimes (i n) (list i)))", "spin");
    person.enters("(defproc work () (spin 1000) (spin 99000))", "work");
    let shown = shows(&mut person, ",profile (work)", &["ticks", "self ms", "spin  <repl:1>:1:1"]);
    let spin = shown.lines().find(|line| line.contains("spin")).unwrap();
    let part: f64 = spin.split_whitespace().nth(3).unwrap().trim_end_matches('%').parse().unwrap();
    assert!(part > 60.0, "{shown}");
    // A builtin has its own line: few calls that take long are seen.
    person.enters("(defproc heavy (n) (dotimes (i n t) (length (list (expt 3 200000)))))", "heavy");
    let shown = shows(&mut person, ",profile (progn (spin 1000) (heavy 30))", &["expt  builtin"]);
    let place = |name: &str| shown.find(name).unwrap_or(usize::MAX);
    assert!(place("expt") < place("spin") && place("heavy  <repl") < usize::MAX, "{shown}");
    answers(&mut person, ",profile 1", "1\nNo samples: the program ended before the first one.");
    shows(&mut person, ",profile (car 1)", &["error[wrong-type]"]);
    person.leaves();
}

#[test]
fn expand_shows_what_a_macro_call_becomes() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(defmacro twice (x) `(progn ,x ,x))", "twice");
    answers(&mut person, ",expand (twice (print 1))", "(progn (print 1) (print 1))");
    answers(&mut person, ",expand (print 1)", "That is no call of a macro: it stays as it is.");
    shows(&mut person, ",expand (twice)", &["error[argument-count]"]);
    answers(&mut person, ",expand )", "That is not a whole form.");
    person.leaves();
}

#[test]
fn disassemble_lists_instructions() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(defproc f (x) (+ x 1))", "f");
    let listing = shows(&mut person, ",disassemble f", &["0 AddInt", "Return"]);
    assert!(!listing.contains("is not compiled"), "{listing}");
    shows(&mut person, ",disassemble (lambda (x) x)", &["Return"]);
    shows(&mut person, ",disassemble car", &["car is a function that is not compiled to instructions"]);
    shows(&mut person, ",disassemble maxx-by", &["maxx-by is not defined: did you mean `max-by`?"]);
    person.leaves();
}

#[test]
fn trace_writes_calls_until_untrace() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    answers(&mut person, ",trace", "No function is traced.");
    answers(&mut person, ",untrace", "No function is traced.");
    person.enters("(defproc fact (n) (if (= n 0) 1 (* n (fact (- n 1)))))", "fact");
    answers(&mut person, ",trace fact", "Calls of fact are written from now on; ,untrace fact ends that.");
    answers(&mut person, ",trace", "Traced: fact");
    answers(&mut person, "(fact 1)", "(fact 1)\n  (fact 0)\n  => 1\n=> 1\n1");
    shows(&mut person, ",source fact", &["(defproc fact (n)"]);
    shows(&mut person, ",disassemble fact", &["Mul"]);
    answers(&mut person, ",untrace", "Calls of fact are no longer written.");
    answers(&mut person, "(fact 1)", "1");
    let traced = "Calls of fact are written from now on; ,untrace fact ends that.\nNow enter the call itself: (fact 3)";
    answers(&mut person, ",trace (fact 3)", traced);
    answers(&mut person, ",untrace (fact 3)", "Calls of fact are no longer written.");
    shows(&mut person, ",source (fact 3)", &["(defproc fact"]);
    answers(&mut person, ",trace fakt", "fakt is not defined: did you mean `fact`?");
    answers(&mut person, ",trace if", "if is no function.");
    person.leaves();
}

#[test]
fn backtrace_and_locals_show_frames_of_errors() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    answers(&mut person, ",where", "There has been no error yet.");
    answers(&mut person, ",locals", "There has been no error yet.");
    person.enters("(defproc half (n) (let ((k (* 2 n)) (f (lambda () n))) (+ k (car n) (apply f nil))))", "half");
    person.enters("(defproc all (numbers) (map-with (lambda (x) (list (half x) x)) numbers))", "all");
    shows(&mut person, "(all '(7 8))", &["error[wrong-type]", ",where", ",locals"]);
    shows(
        &mut person,
        ",where",
        &[
            "wrong-type: car: list must be a list, got 7",
            "  0  in half at <repl:1>:1:61: (car n)",
            "  1  in all at <repl:2>:1:52: (half x)",
            "  2  in a top-level form at <repl:3>:1:1: (all '(7 8))",
        ],
    );
    let innermost =
        shows(&mut person, ",locals", &["  0  in half", "     n = 7\n", "     k = 14\n", "     f = #<function"]);
    // No variable that the library has written.
    assert_eq!(innermost.matches(" = ").count(), 3, "{innermost}");
    let outer = shows(&mut person, ",locals 1", &["     numbers = (7 8)\n", "     x = 7\n"]);
    assert_eq!(outer.matches(" = ").count(), 2, "{outer}");
    shows(&mut person, ",locals 2", &["It has no variables."]);
    answers(&mut person, ",locals 3", "Calls have numbers from 0 to 2: ,where shows them.");
    answers(&mut person, ",locals x", "Calls have numbers from 0 to 2: ,where shows them.");
    // An error before anything runs has no frames.
    shows(&mut person, "(let)", &["error[syntax]"]);
    shows(&mut person, ",where", &["syntax: ", "before anything was called"]);
    answers(&mut person, ",locals", "The last error happened in no call.");
    person.leaves();
}

#[test]
fn locals_are_those_where_the_program_stopped() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    // Variables that are shared and changed, counters, elements, optional and rest parameters, a name that hides
    // another.
    person.enters(
        "(defproc f (a &optional (b 2) &rest more) (let ((sum 0)) (let ((add (lambda (x) (inc! sum x)))) \
        (dolist (e more) (add e)) (let ((a 'inner)) (dotimes (i 3) (if (= i 2) (car sum)))))))",
        "f",
    );
    shows(&mut person, "(f 1 5 10 20)", &["error[wrong-type]"]);
    shows(&mut person, ",locals", &["b = 5\n", "more = (10 20)\n", "sum = 30\n", "a = inner\n", "i = 2\n"]);
    let locals = person.asks(",locals");
    assert!(!locals.contains("a = 1\n") && !locals.contains(" e = "), "{locals}");
    // A function that has captured variables.
    person.enters("(defproc adder (n) (lambda (x) (+ n (car x))))", "adder");
    shows(&mut person, "((adder 3) 4)", &["error[wrong-type]"]);
    shows(&mut person, ",locals", &["in an anonymous function", "n = 3\n", "x = 4\n"]);
    // A limit has frames, too.
    person.interrupts("(let ((turns 5)) (print (* 6 7)) (while t (list turns)))", "42");
    shows(&mut person, ",locals", &["turns = 5\n"]);
    person.leaves();
}

#[test]
fn load_and_reload_evaluate_files() {
    let sandbox = Sandbox::new(&[("a.lisp", b"(setq n 1)"), ("wrong.lisp", b"(car 1)"), ("b c.lisp", b"(setq m 2)")]);
    let mut person = Person::sits_down(&sandbox, &[]);
    answers(&mut person, ",reload", "No file has been loaded yet: ,load FILE");
    answers(&mut person, ",load", "Which file? ,load FILE");
    shows(&mut person, ",load a.lisp", &["a.lisp is loaded."]);
    shows(&mut person, ",load \"b c.lisp\"", &["b c.lisp is loaded."]);
    person.enters("(list n m)", "(1 2)");
    std::fs::write(sandbox.path().join("a.lisp"), "(setq n 10)").unwrap();
    shows(&mut person, ",reload", &["a.lisp is loaded again.", "b c.lisp is loaded again."]);
    person.enters("n", "10");
    shows(&mut person, ",load wrong.lisp", &["error[wrong-type]", "wrong.lisp:1:1"]);
    shows(&mut person, ",load none.lisp", &["error[file]: cannot read none.lisp"]);
    std::fs::write(sandbox.path().join("there.lisp"), "1").unwrap();
    shows(&mut person, ",load thre", &["help: did you mean `there.lisp`?"]);
    answers(&mut person, ",watch thre.lisp", "There is no file thre.lisp. Did you mean there.lisp?");
    person.leaves();
}

#[test]
fn a_watched_file_is_loaded_when_it_is_saved() {
    let sandbox = Sandbox::new(&[("h.lisp", b"(defproc weigh () 'light)")]);
    let mut person = Person::sits_down(&sandbox, &[]);
    answers(&mut person, ",watch", "No file is watched: ,watch FILE");
    answers(&mut person, ",watch none.lisp", "There is no file none.lisp.");
    shows(&mut person, ",watch h.lisp", &["h.lisp is loaded."]);
    person.enters("(weigh)", "light");
    let file = sandbox.path().join("h.lisp");
    std::fs::write(&file, "(defproc weigh () 'very-heavy)").unwrap();
    answers(&mut person, "(weigh)", "h.lisp has changed and is loaded again.\nvery-heavy");
    // A mistake in it is shown once, and what was there before stays.
    std::fs::write(&file, "(defproc weigh () 'wrong").unwrap();
    shows(
        &mut person,
        "(weigh)",
        &["error[unclosed]", "h.lisp has an error: what it defined before still holds.", "very-heavy"],
    );
    answers(&mut person, "(weigh)", "very-heavy");
    answers(&mut person, ",watch", "h.lisp");
    std::fs::remove_file(&file).unwrap();
    answers(&mut person, "(weigh)", "h.lisp is gone. What it has defined stays.\nvery-heavy");
    answers(&mut person, ",unwatch h.lisp", "h.lisp is no longer watched.");
    answers(&mut person, ",unwatch h.lisp", "h.lisp was not watched.");
    person.leaves();
}

#[test]
fn save_keeps_the_inputs_that_made_no_error() {
    let sandbox = Sandbox::new(&[("mine.lisp", b"precious")]);
    let mut person = Person::sits_down(&sandbox, &[]);
    answers(&mut person, ",save s.lisp", "There is nothing to save yet.");
    person.enters("(defproc twice (x) (* 2 x))", "twice");
    shows(&mut person, "(twice 'a)", &["error[wrong-type]"]);
    person.enters("(setq n (twice 4))", "8");
    answers(&mut person, ",save s.lisp", "2 inputs saved in s.lisp.");
    answers(&mut person, ",save mine.lisp", "mine.lisp is there already: choose another name.");
    shows(&mut person, ",save no/such/folder", &["no/such/folder cannot be written"]);
    let saved = std::fs::read_to_string(sandbox.path().join("s.lisp")).unwrap();
    assert_eq!(saved, "(defproc twice (x) (* 2 x))\n\n(setq n (twice 4))\n");
    assert_eq!(std::fs::read_to_string(sandbox.path().join("mine.lisp")).unwrap(), "precious");
    person.leaves();
}

#[test]
fn reset_forgets_definitions() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(setq kept 5)", "5");
    answers(&mut person, ",reset", "All definitions are forgotten.");
    shows(&mut person, "kept", &["error[unbound-variable]"]);
    person.enters("(+ 1 2)", "3");
    // Ctrl-C stops an evaluation of the new engine.
    person.interrupts("(progn (print (* 6 7)) (do () (nil) 1))", "42");
    person.leaves();
}

#[test]
fn doc_knows_the_names_that_are_values() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    shows(&mut person, ",doc nil", &["constant, value", "only false value", "(if nil 'yes 'no)  ;=> no"]);
    shows(&mut person, ",doc t", &["Every value but nil is true"]);
    person.leaves();
    let mut person = Person::sits_down(&sandbox, &["-r", "scheme"]);
    shows(&mut person, ",doc nil", &["constant, value", "It is true, as all values but #f."]);
    person.leaves();
}

#[test]
fn locals_show_a_board_as_its_line() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &["-r", "search"]);
    person.enters("(defproc f (b) (list (car 5) b))", "f");
    person.asks("(f (assign (board 4) 0 0 1))");
    shows(&mut person, ",locals", &["     b = board 1...............\n"]);
    person.leaves();
}

#[test]
fn a_program_runs_before_the_prompt() {
    let (right, wrong): (&[u8], &[u8]) = (b"(setq x 40) (print *arguments*)", b"(setq x 40) (car 1)");
    let sandbox = Sandbox::new(&[("a.lisp", right), ("wrong.lisp", wrong)]);
    for words in [&["-i", "a.lisp", "b"][..], &["run", "--sandbox", "-i", "a.lisp"], &["-i", "wrong.lisp"]] {
        let mut person = Person::sits_down(&sandbox, words);
        answers(&mut person, "(+ x 2)", "42");
        person.leaves();
    }
    let mut person = Person::sits_down(&sandbox, &["-i", "-e", "(setq x 40)"]);
    answers(&mut person, "(+ x 2)", "42");
    person.leaves();
    let sandbox = Sandbox::new(&[("a.scm", b"(define x 40)")]);
    let mut person = Person::sits_down(&sandbox, &["-i", "a.scm"]);
    answers(&mut person, "(let-values (((a b) (values x 2))) (+ a b))", "42");
    person.leaves();
}

const PAUSE: &str = "debug> ";

/// A function that pauses in tail position, and a call of it whose value is that of `break`.
const PROGRAMS: [(&str, &str, &str); 3] = [
    ("core", "(defproc f (width) (let ((area (* 2 width))) (break \"look\")))", "(list (f 4))"),
    ("scheme", "(define (f width) (let ((area (* 2 width))) (break \"look\")))", "(list (f 4))"),
    ("common-lisp", "(defun f (width) (let ((area (* 2 width))) (break \"lo~a\" 'ok)))", "(list (f 4))"),
];

#[test]
fn break_pauses_at_the_prompt_in_each_dialect() {
    for (dialect, definition, call) in PROGRAMS {
        let sandbox = Sandbox::new(&[]);
        let arguments = ["-r", dialect];
        let mut person = Person::sits_down(&sandbox, if dialect == "core" { &[] } else { &arguments });
        person.asks(definition);
        person.types(format!("{call}\r"));
        person.sees("break: lo");
        person.sees("in f at <repl:1>:1:");
        person.sees(PAUSE);
        for (input, answer) in [
            (",locals", "\nwidth = 4\r\narea = 8\r\n"),
            (",bt", "  1  the top level at <repl:2>:1:7: (f 4)\r\n"),
            ("(+ area\rwidth)", "\n12\r\n"),
            ("(no-such-function)", "no-such-function is not defined"),
            ("(break)", "the program is paused already"),
            (",step", "Steps and breakpoints need a program that klammer debug FILE has loaded."),
            (",nonsense", "There is no command ,nonsense."),
            (",return", "Which form? ,return FORM, ,r"),
            (",continue 5", "takes no argument."),
        ] {
            person.types(format!("{input}\r"));
            person.sees(answer);
            person.sees(PAUSE);
        }
        person.types(",return (* 10 area)\r");
        person.sees("\n(80)\r\n");
        person.sees(PROMPT);
        person.leaves();
    }
}

#[test]
fn leaving_a_pause_drops_the_input_only() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    for way in [",quit\r", CTRL_D] {
        person.types("(unwind-protect (break) (print 'cleanup))\r");
        person.sees("\r\nbreak\r\n");
        person.sees(PAUSE);
        person.types(way);
        person.sees("cleanup\r\n");
        person.sees(PROMPT);
    }
    person.enters("(+ 1 2)", "3");
    // Ctrl-C ends an evaluation in a pause, and the evaluation that pauses with it.
    person.types("(break)\r");
    person.sees(PAUSE);
    person.types("(progn (print 'begun) (while t))\r");
    person.sees("begun\r\n");
    person.types(CTRL_C);
    person.sees(PROMPT);
    person.types("(throw 'nobody 1)\r");
    person.sees("error");
    person.sees(PROMPT);
    person.leaves();
}

#[test]
fn debugger_completes_names_and_keeps_history() {
    let program = b"(defproc area-of (width-of-board)\n  (* 2 width-of-board))\n(print (area-of 3))\n(print 'end)\n";
    let sandbox = Sandbox::new(&[("a.lisp", program)]);
    let history = sandbox.path().join("history");
    let environment = [("TERM", "xterm"), ("NO_COLOR", "1"), ("KLAMMER_HISTORY", history.to_str().unwrap())];
    let mut terminal = Terminal::start(&sandbox, &["debug", "-b", "area-of", "a.lisp"], &environment, 80);
    terminal.sees(PAUSE);
    // A variable of the frame, a function of the program, a command.
    terminal.types("(list width-o\t (area-\t 1)\r)\r");
    terminal.sees("\n(3 2)\r\n");
    terminal.sees(PAUSE);
    terminal.types(",backt\t\r");
    terminal.sees("  1  the top level at a.lisp:3:8: (area-of 3)");
    terminal.sees(PAUSE);
    terminal.types("(while t\x03");
    terminal.sees(PAUSE);
    terminal.types(UP);
    terminal.types(UP);
    terminal.types("\r");
    terminal.sees("\n(3 2)\r\n");
    terminal.sees(PAUSE);
    terminal.types(",q\r");
    terminal.sees_the_end();
}
