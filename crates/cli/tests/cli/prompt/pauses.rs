//! Pauses: `(break)` at the ordinary prompt, and the line of the debugger's prompt at a terminal.

use super::{CTRL_C, CTRL_D, PROMPT, Person, UP};
use crate::Sandbox;
use crate::terminal::Terminal;

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
