//! The prompt, at a pseudo-terminal: keys go in, what a person would see comes out.
//!
//! This file tests the line while it is typed, and the state that lives from one input to the next. `commands` tests
//! each command and the prompt of `(break)`.

mod commands;

use crate::Sandbox;
use crate::terminal::Terminal;

const PROMPT: &str = "klammer> ";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const UP: &str = "\x1b[A";
const ENTER: &str = "\r";

/// A person at a terminal.
struct Person {
    terminal: Terminal,
}

impl Person {
    /// Starts `klammer` with its history in the folder, at a terminal without colours, and waits for the prompt.
    fn sits_down(sandbox: &Sandbox, arguments: &[&str]) -> Person {
        Person::sits_down_at(80, &[("NO_COLOR", "1")], sandbox, arguments)
    }

    /// Starts a session at a terminal of `width` columns, with more environment variables.
    fn sits_down_at(width: u16, variables: &[(&str, &str)], sandbox: &Sandbox, arguments: &[&str]) -> Person {
        let history = sandbox.path().join("history");
        let environment = [&[("TERM", "xterm"), ("KLAMMER_HISTORY", history.to_str().unwrap())], variables].concat();
        let mut person = Person { terminal: Terminal::start(sandbox, arguments, &environment, width) };
        person.sees("Klammer ");
        person.sees(PROMPT);
        person
    }

    fn types(&mut self, keys: impl AsRef<[u8]>) {
        self.terminal.types(keys);
    }

    /// Waits for a text; what was shown before it since the last one.
    #[track_caller]
    fn sees(&mut self, text: &str) -> String {
        self.terminal.sees(text)
    }

    /// Types an input; what is shown up to the next prompt, with the input itself as its first line.
    #[track_caller]
    fn asks(&mut self, input: &str) -> String {
        self.types(input);
        self.types(ENTER);
        // The line is drawn again with each key; what counts begins when it is entered.
        self.sees("\r\n");
        let answer = self.sees(PROMPT).replace("\r\n", "\n");
        // The editor sends this sequence to the terminal before it draws the prompt.
        answer.split("\x1b[?2004h").next().unwrap_or("").to_string()
    }

    /// Types an input and waits for what follows and the next prompt.
    #[track_caller]
    fn enters(&mut self, input: &str, answer: &str) {
        self.types(input);
        self.types(ENTER);
        self.sees(&format!("\n{answer}\r\n"));
        self.sees(PROMPT);
    }

    /// Types an input without an end, waits for what it prints first, so that it is being evaluated, and interrupts it.
    #[track_caller]
    fn interrupts(&mut self, input: &str, printed: &str) {
        self.types(input);
        self.types(ENTER);
        self.sees(&format!("\n{printed}\r\n"));
        self.types(CTRL_C);
        self.sees("error[interrupted]: interrupted");
        self.sees(PROMPT);
    }

    /// Drops what has been typed.
    #[track_caller]
    fn leaves_line(&mut self) {
        self.types(CTRL_C);
        // The line may still be drawn for earlier keys, each time with its prompt. The editor first restores the
        // terminal, and input until then is lost.
        self.sees("\x1b[?2004l");
        self.sees(PROMPT);
    }

    #[track_caller]
    fn leaves(mut self) {
        self.types(CTRL_D);
        self.terminal.sees_the_end();
    }
}

#[test]
fn a_session_keeps_its_state_through_errors() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    // A definition over several lines is evaluated when it is complete.
    person.types("(defproc twice (x)\r");
    person.types("(let ((factor 2))\r");
    person.types("(* factor x)))\r");
    let typed = person.sees("\ntwice\r\n");
    assert!(typed.contains("\n           (let") && !typed.contains("error"), "{typed}");
    person.sees(PROMPT);
    person.enters("(twice 21)", "42");
    // An error shows its excerpt, with lines and columns as if the text stood in a file, and the session goes on.
    person.types("(+ 1 (twice 'a))\r");
    person.sees("error[wrong-type]");
    person.sees("<repl:1>:3:");
    person.sees("(* factor x)))");
    person.sees("^^^^^^^^^^^^");
    person.sees("in `twice`, called from <repl:3>:1:6");
    person.sees(PROMPT);
    // An endless loop is interrupted.
    person.interrupts("(progn (print (* 6 7)) (do () (nil) 1))", "42");
    // Everything is still there.
    person.enters("(twice 4)", "8");
    person.leaves();
}

#[test]
fn an_open_list_is_told_on_each_further_line() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.types("(defproc twice (x)\r");
    person.sees("still open since line 1, `(defproc twice`: ) closes it");
    person.types("(* 2 x)");
    person.sees("still open since line 1, `(defproc twice`: ) closes it");
    person.types(")\r");
    person.sees("twice\r\n");
    person.sees(PROMPT);
    person.leaves();
}

#[test]
fn the_last_values_have_names() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("1", "1");
    person.enters("(list 2)", "(2)");
    person.enters("nil", "nil");
    person.enters("(list *1 *2 *3)", "(nil (2) 1)");
    person.leaves();
}

#[test]
fn output_stands_on_its_own_lines() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(progn (display \"abc\") 1)", "abc\r\n1");
    person.enters("(progn (print 1) 2)", "1\r\n2");
    person.leaves();
}

#[test]
fn ctrl_c_at_the_prompt_drops_the_input() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(setq kept 5)", "5");
    person.types("(this is (not finished");
    person.types(CTRL_C);
    person.sees(PROMPT);
    person.enters("kept", "5");
    person.leaves();
}

#[test]
fn the_history_outlives_the_session() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(+ 40 2)", "42");
    person.leaves();
    let mut person = Person::sits_down(&sandbox, &[]);
    person.types(UP);
    person.sees("(+ 40 2)");
    person.enters("", "42");
    person.leaves();
}

#[test]
fn a_prompt_without_history_or_terminal_works() {
    let sandbox = Sandbox::new(&[]);
    let environment = [("TERM", "dumb"), ("KLAMMER_HISTORY", "/nonexistent/folder/h")];
    let mut terminal = Terminal::start(&sandbox, &[], &environment, 80);
    terminal.sees(PROMPT);
    terminal.types("(+ 1\n2)\n");
    terminal.sees("3\r\n");
}

#[test]
fn limits_hold_for_each_input() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &["--ticks", "10000"]);
    person.types("(do () (nil) 1)\r");
    person.sees("error[out-of-ticks]");
    person.sees(PROMPT);
    person.enters("(+ 1 2)", "3");
    person.leaves();
}

#[test]
fn an_input_may_be_in_scheme() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &["-r", "scheme"]);
    person.enters("(define (twice x) (* 2 x))", "twice");
    person.enters("(list #t '() (twice 4))", "(#t () 8)");
    // A value without a notation is not shown.
    assert_eq!(person.asks("(if #f #f)").trim(), "");
    person.enters("(display \"abc\")", "abc");
    person.types(",doc vector-map\r");
    person.sees("(vector-map ");
    person.sees(PROMPT);
    person.types("(twice 'a)\r");
    person.sees("error[wrong-type]");
    person.sees(PROMPT);
    person.types(",locals\r");
    person.sees("x = a");
    person.sees(PROMPT);
    // If an input fails before it defines a name, the name keeps its meaning.
    person.types("(vector-ref (vector 1) 5) (begin\r");
    person.types("(define (assert x) x))\r");
    person.sees("error[index-out-of-range]");
    person.sees(PROMPT);
    person.types("(assert (= 1 2))\r");
    person.sees("assertion failed");
    person.sees(PROMPT);
    person.leaves();
}

#[test]
fn an_input_may_be_in_common_lisp() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &["-r", "common-lisp"]);
    person.enters("(defun twice (x) (* 2 x))", "TWICE");
    person.enters("(list t nil (twice 4))", "(T NIL 8)");
    person.enters("(values 1 2)", "1\r\n2");
    person.enters("(+ 7 *)", "8");
    person.types(",doc mapcar\r");
    person.sees("(mapcar ");
    person.sees(PROMPT);
    person.enters(",trace twice", "Calls of twice are written from now on; ,untrace twice ends that.");
    person.types("(twice 4)\r");
    person.sees("(twice 4)");
    person.sees("=> 8");
    person.sees(PROMPT);
    person.leaves();
}

#[test]
fn a_misspelt_hook_gives_one_warning() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(require 'search)", "search");
    let said = person.asks("(defproc choose-cel (board) 1) (+ 1 2)");
    assert_eq!(said.matches("nothing calls choose-cel").count(), 1, "{said}");
    assert!(said.contains("did you mean `choose-cell`?"), "{said}");
    assert!(!person.asks("(defproc choose-cells (board) 1)").contains("warning"));
    person.leaves();
}

#[test]
fn first_inputs_of_newcomers_are_understood() {
    let sandbox = Sandbox::new(&[]);
    for word in ["help", "(help)", "?"] {
        let mut person = Person::sits_down(&sandbox, &[]);
        person.types(format!("{word}\r"));
        person.sees(",apropos WORDS");
        person.sees(PROMPT);
        person.leaves();
    }
    for word in ["quit", "(quit)", "exit", "(exit)", ",quit"] {
        let mut person = Person::sits_down(&sandbox, &[]);
        person.types(format!("{word}\r"));
        person.terminal.sees_the_end();
    }
    // Two values, which nobody has asked for.
    let mut person = Person::sits_down(&sandbox, &[]);
    person.types("string-length \"abc\"\r");
    person.sees("a call has its parenthesis in front: (string-length \"abc\")");
    person.sees("#<function string-length>\r\n\"abc\"\r\n");
    person.sees(PROMPT);
    let said = person.asks("print(\"abc\" + 1)");
    assert!(said.contains("a call has its parenthesis in front: (print (string \"abc\" 1))"), "{said}");
    person.leaves();
    // A program may mean something else.
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(setq help 5)", "5");
    person.enters("help", "5");
    person.leaves();
}

#[test]
fn a_long_history_is_there_and_grows() {
    let lines: String = (0..9_999).map(|n| format!("(+ {n} 1)\n")).collect();
    let sandbox = Sandbox::new(&[("history", format!("#V2\n{lines}").as_bytes())]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.types(UP);
    person.sees("(+ 9998 1)");
    person.enters("", "9999");
    person.enters("(+ 40 2)", "42");
    person.leaves();
    let history = std::fs::read_to_string(sandbox.path().join("history")).unwrap();
    assert!(history.contains("(+ 9998 1)\n") && history.ends_with("(+ 40 2)\n"));
}

#[test]
fn a_byte_that_is_no_text_ends_the_input_only() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(setq a 41)", "41");
    person.types(b"(+ \xff");
    person.sees("That is not UTF-8: this input is dropped.");
    person.sees(PROMPT);
    person.enters("(+ a 1)", "42");
    person.leaves();
}

#[test]
fn a_line_after_an_interrupted_read_is_input() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.types("(progn (print 'waits) (read-line))\r");
    person.sees("waits\r\n");
    person.types(CTRL_C);
    person.sees("error[interrupted]");
    person.sees(PROMPT);
    person.enters("(+ 1 41)", "42");
    person.leaves();
}

#[test]
fn a_history_that_is_none_is_told_and_left_alone() {
    let sandbox = Sandbox::new(&[("bad", b"(old 1)\n\xff(bad)\n")]);
    let path = |name: &str| sandbox.path().join(name);
    std::os::unix::fs::symlink("/dev/zero", path("endless")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    for name in ["endless", "pipe"] {
        let variables = [("TERM", "xterm"), ("NO_COLOR", "1"), ("KLAMMER_HISTORY", name)];
        let mut terminal = Terminal::start(&sandbox, &[], &variables, 80);
        terminal.sees(&format!("the history {name} is not used: it is no ordinary file"));
        terminal.sees(PROMPT);
        terminal.types("(+ 1 41)\r");
        terminal.sees("42");
    }
    // A bad byte costs nothing but itself.
    let variables = [("TERM", "xterm"), ("NO_COLOR", "1"), ("KLAMMER_HISTORY", "bad")];
    let mut terminal = Terminal::start(&sandbox, &[], &variables, 80);
    terminal.sees(PROMPT);
    terminal.types("(+ 1 41)\r");
    terminal.sees("42");
    let kept = std::fs::read_to_string(path("bad")).unwrap();
    assert!(kept.contains("(old 1)\n\u{fffd}(bad)\n") && kept.ends_with("(+ 1 41)\n"), "{kept}");
}

#[test]
fn a_long_text_that_is_pasted_arrives_whole() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let list = " (f 1 2)".repeat(500);
    person.types(format!("(length '({list}))\r"));
    person.sees("500\r\n");
    person.sees(PROMPT);
    // A terminal with bracketed paste marks the lines.
    let lines = format!("{}\"{}\"", " (f 1 2)\n".repeat(300), "line\n".repeat(300));
    person.types(format!("\u{1b}[200~(length '({lines} 1))\u{1b}[201~\r"));
    person.sees("302\r\n");
    person.sees(PROMPT);
    person.leaves();
}

#[test]
fn a_name_after_a_question_mark_is_documented() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    for input in ["?car", "??car", "? car"] {
        assert!(person.asks(input).contains("The first element of a list"), "{input}");
    }
    // Unless it is the name of something.
    person.enters("(setq ?car 5)", "5");
    person.enters("?car", "5");
    person.leaves();
}

const BOARD: &str = "\
┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
┃  1  │  2  ┃  3  │  4  ┃
┃     │     ┃     │     ┃
┠─────┼─────╂─────┼─────┨
┃  3  │ 1 2 ┃  1  │  2  ┃
┃     │ 3 4 ┃     │     ┃
┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫
┃ 1 2 │  1  ┃  4  │  3  ┃
┃ 3 4 │     ┃     │     ┃
┠─────┼─────╂─────┼─────┨
┃  4  │  3  ┃  2  │  1  ┃
┃     │     ┃     │     ┃
┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛
";

#[test]
fn boards_are_drawn_with_their_candidates() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    assert_eq!(person.asks("(read-puzzle \"12343.12.1434321\")"), BOARD);
    // A list of boards is one drawing after the other; not all of very many.
    let two = person.asks("(list *1 *1)");
    assert_eq!(two.matches("┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛").count(), 2);
    let many = person.asks("(map-with (lambda (i) (board 4)) (iota 7))");
    assert_eq!(many.matches("┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛").count(), 4);
    assert!(many.ends_with("... 3 more boards: ,more shows all\n"), "{many}");
    assert_eq!(person.asks(",more").matches("┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛").count(), 7);
    person.leaves();
}

#[test]
fn a_long_string_of_lines_is_shown_as_lines() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let shown = person.asks("(doc first)");
    assert!(shown.starts_with('"') && shown.contains("\n(first '(1 2))  ;=> 1"), "{shown}");
    person.enters("\"a\\nb\"", "\"a\\nb\"");
    person.leaves();
}

#[test]
fn help_on_an_error_is_wrapped_between_words() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down_at(60, &[("NO_COLOR", "1")], &sandbox, &[]);
    person.types("import something\r");
    person.sees("= help: (require 'name) loads a module, whose name");
    let rest = person.sees(PROMPT);
    assert!(rest.lines().all(|line| line.chars().count() <= 60), "{rest}");
    assert!(rest.contains("\n          quoted; what needs none"), "{rest}");
    person.leaves();
}

#[test]
fn a_board_fits_the_terminal() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down_at(40, &[("NO_COLOR", "1")], &sandbox, &[]);
    // With candidates it would take more than 70 columns.
    let drawn = person.asks("(board 9)");
    assert!(drawn.contains("│ . . . │"), "{drawn}");
    person.leaves();
}

#[test]
fn a_solved_board_needs_no_room_for_candidates() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let drawn = person.asks("(require 'search) (solve (read-puzzle \"12343.12.1434321\"))");
    assert!(drawn.contains("│ 1 2 │ 3 4 │") && drawn.lines().count() < 9, "{drawn}");
    person.leaves();
}

#[test]
fn displayed_values_are_not_shown_again() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    assert_eq!(person.asks("(display \"abc\")"), "abc\n");
    assert_eq!(person.asks("(print '(1 \"b\"))"), "(1 b)\n");
    assert_eq!(person.asks("(display '(1 \"b\"))"), "(1 b)\n");
    // It is the value all the same.
    person.enters("*1", "(1 \"b\")");
    // Something else that has been displayed says nothing of the value.
    assert_eq!(person.asks("(progn (display \"abc\") \"abcd\")"), "abc\n\"abcd\"\n");
    person.leaves();
}

#[test]
fn each_form_of_an_input_shows_its_value() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    assert_eq!(person.asks("1 (print 2) (list 3) \"four\""), "1\n2\n(3)\n\"four\"\n");
    person.enters("(list *1 *2)", "(\"four\" (3))");
    // An error ends the input; its place is that in the whole input.
    person.types("(setq n 5) (car n) (setq n 6)\r");
    person.sees("<repl:3>:1:12");
    person.sees(PROMPT);
    person.enters("n", "5");
    person.leaves();
}

#[test]
fn long_values_are_cut_and_more_shows_them() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters(",more", "Nothing has been cut.");
    let shown = person.asks("(iota 5000)");
    assert_eq!(shown.lines().count(), 31, "{shown}");
    assert!(shown.contains("more lines: ,more shows all") && !shown.contains("4999"), "{shown}");
    assert!(person.asks(",more").ends_with("4998 4999)\n"));
    let text = person.asks("(make-string 5000 #\\a)");
    assert!(text.contains("more lines: ,more shows all"), "{text}");
    person.leaves();
}

#[test]
fn lists_wrap_at_the_width_of_the_terminal() {
    let sandbox = Sandbox::new(&[]);
    for width in [40, 80, 200] {
        let mut person = Person::sits_down_at(width, &[("NO_COLOR", "1")], &sandbox, &[]);
        let shown = person.asks("(iota 100)");
        let longest = shown.lines().map(str::len).max().unwrap();
        assert!(longest <= usize::from(width) && longest + 4 > usize::from(width), "{shown}");
        let documented = person.asks(",doc amb");
        assert!(documented.lines().all(|line| line.len() <= usize::from(width)), "{documented}");
        person.leaves();
    }
}

#[test]
fn a_table_shows_its_entries() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let shown =
        person.asks("(let ((ages (make-table))) (table-set! ages 'ann 31) (table-set! ages \"bob\" '(4 5)) ages)");
    assert!(shown.ends_with("#<table 2 entries>\n  ann  31\n  \"bob\"  (4 5)\n"), "{shown}");
    person.leaves();
}

const TAB: &str = "\t";
const RIGHT: &str = "\x1b[C";

/// Types the beginning of an input and Tab, and waits for what it has become.
#[track_caller]
fn completes(person: &mut Person, beginning: &str, whole: &str) {
    person.types(beginning);
    person.types(TAB);
    person.sees(whole);
}

#[test]
fn tab_completes_names_that_were_just_defined() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(defproc propagate-all (x) (list x))", "propagate-all");
    person.types("(propagate-al");
    person.types(TAB);
    person.sees("(propagate-all");
    person.enters(" 1)", "(1)");
    person.leaves();
}

#[test]
fn tab_completes_variables_of_the_typed_form() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    completes(&mut person, "(let ((best-cell 7)) (+ 1 best", "(+ 1 best-cell");
    person.enters("))", "8");
    person.leaves();
}

#[test]
fn tab_completes_keywords_modules_and_files() {
    let sandbox = Sandbox::new(&[("heuristic.lisp", b"(setq loaded 'yes)")]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(defproc paint (&key colour) colour)", "paint");
    completes(&mut person, "(paint :col", "(paint :colour");
    person.enters(" 'dark-blue)", "dark-blue");
    completes(&mut person, "(list 'dark", "(list 'dark-blue");
    person.enters(")", "(dark-blue)");
    completes(&mut person, "(require 'sudoku-r", "(require 'sudoku-reference");
    person.enters(")", "sudoku-reference");
    completes(&mut person, "(load \"heu", "(load \"heuristic.lisp");
    person.enters("\")", "yes");
    completes(&mut person, ",load heu", ",load heuristic.lisp");
    person.enters("", "heuristic.lisp is loaded.");
    completes(&mut person, ",apr", ",apropos");
    person.leaves_line();
    person.leaves();
}

#[test]
fn tab_completes_keywords_of_the_library() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    completes(&mut person, "(most-constrained (board 4) :ti", "(board 4) :tie");
    person.enters(" 'first)", "(0 0)");
    completes(&mut person, "(make-array 3 :ini", "(make-array 3 :initial");
    person.enters(" 7)", "#(7 7 7)");
    completes(&mut person, "(with-budget (:nodes 10 :el", "(:nodes 10 :else");
    person.enters(" 'out) 1)", "1");
    person.leaves();
}

#[test]
fn parameters_stand_after_the_cursor() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down_at(80, &[], &sandbox, &[]);
    person.types("(member? ");
    person.sees("x list)");
    person.types("3 ");
    person.sees("list)");
    person.leaves_line();
    // A function of one's own, at once.
    person.types("(defproc weigh (board &optional cell) cell)\r");
    person.sees("\nweigh\r\n");
    person.sees(PROMPT);
    person.types("(weigh ");
    person.sees("board [cell])");
    person.leaves_line();
    person.leaves();
}

#[test]
fn the_right_arrow_takes_an_earlier_input() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down_at(80, &[], &sandbox, &[]);
    person.types("(list 10 20 30)\r");
    person.sees("\n(10 20 30)\r\n");
    person.sees(PROMPT);
    person.types("(list 1");
    person.sees("0 20 30)");
    person.types(RIGHT);
    person.types("\r");
    person.sees("\n(10 20 30)\r\n");
    person.sees(PROMPT);
    person.leaves();
}
