//! The prompt, at a pseudo-terminal: keys go in, what a person would see comes out.

use std::process::Command;
use std::time::Duration;

use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Session};

use crate::Sandbox;

const PROMPT: &str = "klammer> ";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const TAB: &str = "\t";
const UP: &str = "\x1b[A";
const ENTER: &str = "\r";

/// A person at a terminal without colours.
struct Person {
    session: OsSession,
}

impl Person {
    /// Starts `klammer` with its history in the folder, and waits for the prompt.
    fn sits_down(sandbox: &Sandbox, arguments: &[&str]) -> Person {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klammer"));
        command.args(arguments).current_dir(sandbox.path()).env_clear();
        command.env("TERM", "xterm").env("NO_COLOR", "1").env("KLAMMER_HISTORY", sandbox.path().join("history"));
        let mut session = Session::spawn(command).unwrap();
        session.set_expect_timeout(Some(Duration::from_secs(30)));
        let mut person = Person { session };
        person.sees("Klammer ");
        person.sees(PROMPT);
        person
    }

    fn types(&mut self, keys: &str) {
        self.session.send(keys).unwrap();
    }

    /// Waits for a text; what was shown before it since the last one.
    #[track_caller]
    fn sees(&mut self, text: &str) -> String {
        match self.session.expect(text) {
            Ok(found) => String::from_utf8_lossy(found.before()).into_owned(),
            Err(error) => panic!("waiting for {text:?}: {error}"),
        }
    }

    /// Types an input and waits for what follows and the next prompt.
    #[track_caller]
    fn enters(&mut self, input: &str, answer: &str) {
        self.types(input);
        self.types(ENTER);
        self.sees(&format!("\n{answer}\r\n"));
        self.sees(PROMPT);
    }

    #[track_caller]
    fn leaves(mut self) {
        self.types(CTRL_D);
        self.session.expect(Eof).unwrap();
    }
}

#[test]
fn a_session_with_a_definition_an_error_and_an_endless_loop_keeps_its_state() {
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
    person.types("(do () (nil) 1)\r");
    std::thread::sleep(Duration::from_millis(300));
    person.types(CTRL_C);
    person.sees("error[interrupted]: interrupted");
    person.sees(PROMPT);
    // Everything is still there.
    person.enters("(twice 4)", "8");
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
    person.enters("(display \"abc\")", "abc\r\n\"abc\"");
    person.enters("(print 1)", "1\r\n1");
    person.leaves();
}

#[test]
fn commands_begin_with_a_comma() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.types(",help\r");
    person.sees(",doc NAME");
    person.sees(",quit");
    person.sees(PROMPT);
    person.types(",doc first\r");
    person.sees("The first element; nil of nil.");
    person.sees(PROMPT);
    person.enters(",doc no-such-name", "no-such-name is not defined.");
    person.enters(",nonsense", "There is no command ,nonsense. There are ,help ,doc ,names ,quit.");
    person.types(",quit\r");
    person.session.expect(Eof).unwrap();
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
fn ctrl_c_at_the_prompt_drops_the_input_and_nothing_else() {
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
fn a_prompt_without_home_history_or_a_clever_terminal_works() {
    let sandbox = Sandbox::new(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_klammer"));
    command.current_dir(sandbox.path()).env_clear().env("TERM", "dumb").env("KLAMMER_HISTORY", "/nonexistent/folder/h");
    let mut session = Session::spawn(command).unwrap();
    session.set_expect_timeout(Some(Duration::from_secs(30)));
    session.expect(PROMPT).unwrap();
    session.send("(+ 1\n2)\n").unwrap();
    session.expect("3\r\n").unwrap();
}

#[test]
fn limits_hold_for_each_input() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &["--fuel", "10000"]);
    person.types("(do () (nil) 1)\r");
    person.sees("error[out-of-fuel]");
    person.sees(PROMPT);
    person.enters("(+ 1 2)", "3");
    person.leaves();
}
