//! `klammer debug`: a session at its prompt, and one that an editor drives.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::Sandbox;

const PROGRAM: &[u8] = b"(defmacro unless-small (n . body) `(when (> ,n 2) ,@body))
(defproc square (x)
  (* x x))
(defproc total (numbers)
  (let ((sum 0))
    (dolist (n numbers)
      (setq sum (+ sum (square n)))
      (unless-small n
        (print sum)))
    sum))
(print (total '(1 2 3)))
(print (catch 'done (total (list 1 (break \"look\") 3))))
(print (unwind-protect (car 5) (print 'cleanup)))
";

/// Returns the debugger's output for these commands.
fn session(program: &[u8], name: &str, options: &[&str], commands: &[&str]) -> String {
    let sandbox = Sandbox::new(&[(name, program)]);
    let arguments: Vec<&str> = ["debug"].iter().chain(options).chain(&[name]).copied().collect();
    sandbox.run_with_input(&arguments, (commands.join("\n") + "\n").as_bytes())
}

/// The places of the pauses of a session, as `line:column`.
fn places(shown: &str, name: &str) -> Vec<String> {
    let at = format!(" at {name}:");
    let lines = shown.lines().filter(|line| line.starts_with("in "));
    lines.filter_map(|line| Some(line.split_once(&at)?.1.to_string())).collect()
}

#[test]
fn steps_go_through_written_forms_of_macros() {
    let commands = [",s", ",s", ",s", ",s", ",s", ",s", ",s", ",s", ",q"];
    let shown = session(PROGRAM, "a.lisp", &["--break", "a.lisp:9"], &[",l", ",n", ",q"]);
    assert!(shown.contains("sum = 14"), "{shown}");
    assert_eq!(places(&shown, "a.lisp"), ["9:9", "12:1"], "{shown}");
    let shown = session(PROGRAM, "a.lisp", &["-b", "total"], &commands);
    let expected = ["4:1", "5:3", "6:5", "7:7", "7:17", "7:24", "3:3", "8:7", "7:7"];
    assert_eq!(places(&shown, "a.lisp"), expected, "{shown}");
    assert!(shown.starts_with("exit status 0\n"), "{shown}");
}

#[test]
fn next_stays_and_out_leaves_the_function() {
    let shown = session(PROGRAM, "a.lisp", &["-b", "a.lisp:7"], &[",n", ",n", ",n", ",b square", ",c", ",c", ",q"]);
    assert_eq!(places(&shown, "a.lisp"), ["7:7", "7:17", "7:24", "8:7", "7:7", "2:1"], "{shown}");
}

#[test]
fn expressions_see_and_change_the_variables() {
    let commands = ["sum", "(setq sum 100)", "(list n (square n))", ",d a.lisp:8", ",c", ",q"];
    let shown = session(PROGRAM, "a.lisp", &["-b", "a.lisp:8"], &commands);
    assert!(shown.contains("debug> \n1\ndebug> \n100\ndebug> \n(1 1)\n"), "{shown}");
    assert!(shown.contains("113\n113\n"), "{shown}");
    // The frame of a caller.
    let shown = session(PROGRAM, "a.lisp", &["-b", "square"], &[",f 1", "numbers", "(undefined-name)", ",c 9", ",q"]);
    assert!(shown.contains("(1 2 3)\n") && shown.contains("undefined-name is not defined"), "{shown}");
}

#[test]
fn break_and_uncaught_errors_pause() {
    let shown = session(PROGRAM, "a.lisp", &["-b", "none"], &["(throw 'done 'thrown)", ",bt", ",c"]);
    assert!(shown.contains("break: look\n") && shown.contains("\nthrown\n"), "{shown}");
    assert!(shown.contains("wrong-type: car: list must be a list, got 5\nin the top level at a.lisp:13:24"), "{shown}");
    assert!(shown.contains("cleanup") && shown.starts_with("exit status 1\n"), "{shown}");
    let alone = Sandbox::new(&[("a.lisp", PROGRAM)]).run(&["a.lisp"]);
    assert!(alone.contains("break: the program does not run under a debugger"), "{alone}");
}

#[test]
fn limits_hold_and_pauses_take_no_time() {
    let shown = session(b"(print 1) (while t)", "a.lisp", &["--ticks", "1000"], &[",c"]);
    assert!(shown.contains("out-of-ticks"), "{shown}");
    let shown = session(b"(print 1) (print 2)", "a.lisp", &["--ticks", "10000"], &["(while t)", ",c"]);
    assert!(shown.contains("out-of-ticks") && !shown.contains("\n2\n"), "{shown}");
}

#[test]
fn scheme_and_common_lisp_step_alike() {
    let scheme = b"(define (square x) (* x x))\n(define (f l)\n  (let loop ((l l) (s 0))\n    (if (null? l) s\n      (loop (cdr l) (+ s (square (car l)))))))\n(display (f '(1 2)))\n(break \"s\")\n";
    let shown = session(
        scheme,
        "a.scm",
        &["-r", "scheme", "-b", "square"],
        &[",bt", "(set! x 3)", ",s", "x", ",c", ",c", ",c"],
    );
    assert_eq!(places(&shown, "a.scm")[..2], ["1:1", "1:20"], "{shown}");
    assert!(shown.contains("13") && shown.contains("break: s"), "{shown}");
    let lisp = b"(defun square (x) (* x x))\n(print (loop for x in '(1 2) sum (square x)))\n(print (restart-case (progn (break \"~a\" 7) 1) (use-it (v) v)))\n";
    let commands = ["(setq x 3)", ",c", ",c", "(error \"mine\")", "(invoke-restart 'use-it 42)"];
    let shown = session(lisp, "a.cl", &["-r", "common-lisp", "-b", "square"], &commands);
    assert!(shown.contains("\n13 ") && shown.contains("break: 7") && shown.contains("user-error: mine"), "{shown}");
    assert!(shown.contains("\n42 "), "{shown}");
}

#[test]
fn a_pause_at_an_error_is_left_by_a_restart() {
    let program =
        b"(defun risky (n) (restart-case (if (> n 2) (error \"too big: ~a\" n) n) (use-value (v) v) (skip () 0)))
(print (+ 1 (risky 5)))
(print (catch 'out (risky 6)))
(print (unwind-protect (risky 7) (print 'cleanup)))
(print 'never)
";
    let commands =
        ["(mapcar #'restart-name (compute-restarts))", "(invoke-restart 'use-value 10)", "(throw 'out 20)", ",q"];
    let commands = [&[",c"], &commands[..]].concat();
    let shown = session(program, "a.cl", &["-r", "common-lisp"], &commands);
    assert!(shown.contains("(USE-VALUE SKIP)") && shown.contains("user-error: too big: 5"), "{shown}");
    assert!(shown.contains("\n11 ") && shown.contains("\n20 "), "{shown}");
    assert!(shown.contains("CLEANUP") && !shown.contains("NEVER") && shown.starts_with("exit status 0\n"), "{shown}");
}

/// An editor.
struct Client {
    adapter: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
    events: Vec<Value>,
}

impl Client {
    fn new(sandbox: &Sandbox) -> Client {
        let mut adapter = sandbox.command(&["debug", "--dap"]).stdin(Stdio::piped()).spawn().unwrap();
        let (input, output) = (adapter.stdin.take().unwrap(), BufReader::new(adapter.stdout.take().unwrap()));
        Client { adapter, input, output, requests: 0, events: Vec::new() }
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the adapter has gone: {:?}", self.events);
            match line.trim().split_once(": ") {
                Some((_, number)) => length = number.parse().unwrap(),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    fn send(&mut self, command: &str, arguments: Value) {
        self.requests += 1;
        let message = json!({"seq": self.requests, "type": "request", "command": command, "arguments": arguments});
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    /// Returns the body of the answer, or its message if the request is refused.
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        self.send(command, arguments);
        loop {
            let message = self.receive();
            if message["type"] == "response" && message["request_seq"] == self.requests {
                assert_eq!(message["command"], command);
                return if message["success"] == true { message["body"].clone() } else { message["message"].clone() };
            }
            self.events.push(message);
        }
    }

    /// Waits for an event.
    fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|event| event["event"] == name) {
                return self.events.remove(at)["body"].clone();
            }
            let message = self.receive();
            self.events.push(message);
        }
    }

    /// The function and line of the innermost call.
    fn place(&mut self) -> (String, u64) {
        let trace = self.ask("stackTrace", json!({"threadId": 1}));
        let frame = &trace["stackFrames"][0];
        (frame["name"].as_str().unwrap().to_string(), frame["line"].as_u64().unwrap())
    }

    fn launch(sandbox: &Sandbox, file: &str, entry: bool, before: &[(&str, Value)]) -> Client {
        let mut client = Client::new(sandbox);
        let capabilities = client.ask("initialize", json!({"adapterID": "klammer"}));
        assert_eq!(capabilities["supportsFunctionBreakpoints"], true);
        client.event("initialized");
        let program = sandbox.path().join(file);
        client.ask("launch", json!({"program": program, "args": ["a", "b"], "stopOnEntry": entry}));
        for (command, arguments) in before {
            client.ask(command, arguments.clone());
        }
        client.ask("configurationDone", json!({}));
        client
    }

    fn leave(mut self) {
        self.ask("disconnect", json!({}));
        assert!(self.adapter.wait().unwrap().success());
    }
}

#[test]
fn an_editor_debugs_a_program() {
    let sandbox = Sandbox::new(&[("a.lisp", PROGRAM)]);
    let path = sandbox.path().join("a.lisp");
    let before = [
        ("setBreakpoints", json!({"source": {"path": path}, "breakpoints": [{"line": 8}]})),
        ("setFunctionBreakpoints", json!({"breakpoints": [{"name": "square"}]})),
        ("setExceptionBreakpoints", json!({"filters": ["uncaught"]})),
    ];
    let mut client = Client::launch(&sandbox, "a.lisp", true, &before);
    assert_eq!(client.event("stopped")["reason"], "entry");
    assert_eq!(client.ask("threads", json!({}))["threads"][0]["id"], 1);
    client.ask("continue", json!({"threadId": 1}));
    assert_eq!(client.event("stopped")["reason"], "breakpoint");
    let trace = client.ask("stackTrace", json!({"threadId": 1}));
    let names: Vec<&str> =
        trace["stackFrames"].as_array().unwrap().iter().map(|f| f["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["square", "total", "top level"]);
    assert_eq!(trace["stackFrames"][1]["source"]["path"], json!(path));
    // The variables of the caller; lists unfold.
    let scopes = client.ask("scopes", json!({"frameId": trace["stackFrames"][1]["id"]}));
    let reference = &scopes["scopes"][0]["variablesReference"];
    let variables = client.ask("variables", json!({"variablesReference": reference}))["variables"].clone();
    let numbers = variables.as_array().unwrap().iter().find(|v| v["name"] == "numbers").unwrap();
    assert_eq!(numbers["value"], "(1 2 3)");
    let parts = client.ask("variables", json!({"variablesReference": numbers["variablesReference"]}));
    assert_eq!(parts["variables"][2]["value"], "3");
    assert_eq!(client.ask("evaluate", json!({"expression": "(* x 7)", "frameId": 1}))["result"], "7");
    assert_eq!(
        client.ask("evaluate", json!({"expression": "(car x)", "frameId": 1})),
        "car: list must be a list, got 1"
    );
    client.ask("setFunctionBreakpoints", json!({"breakpoints": []}));
    client.ask("stepIn", json!({"threadId": 1}));
    assert_eq!(client.event("stopped")["reason"], "step");
    assert_eq!(client.place(), ("square".to_string(), 3));
    client.ask("stepOut", json!({"threadId": 1}));
    client.event("stopped");
    assert_eq!(client.place(), ("total".to_string(), 8));
    client.ask("setBreakpoints", json!({"source": {"path": path}, "breakpoints": []}));
    client.ask("next", json!({"threadId": 1}));
    client.event("stopped");
    assert_eq!(client.place(), ("total".to_string(), 7));
    client.ask("continue", json!({"threadId": 1}));
    assert_eq!(client.event("stopped")["text"], "look");
    client.ask("evaluate", json!({"expression": "(throw 'done 'thrown)", "frameId": 1}));
    let error = client.event("stopped");
    assert_eq!((&error["reason"], &error["text"]), (&json!("exception"), &json!("car: list must be a list, got 5")));
    client.ask("continue", json!({"threadId": 1}));
    assert_eq!(client.event("exited")["exitCode"], 1);
    client.event("terminated");
    let of_category = |client: &Client, category: &str| -> String {
        let of = client.events.iter().filter(|e| e["event"] == "output" && e["body"]["category"] == category);
        of.map(|e| e["body"]["output"].as_str().unwrap()).collect()
    };
    let output = of_category(&client, "stdout");
    assert!(output.starts_with("14\n14\nthrown\n"), "{output:?}");
    assert!(of_category(&client, "stderr").contains("error[wrong-type]"));
    client.leave();
}

#[test]
fn an_editor_pauses_and_ends_a_loop() {
    let sandbox = Sandbox::new(&[("a.lisp", b"(setq n 0)\n(while t\n  (setq n (+ n 1)))\n")]);
    let mut client = Client::launch(&sandbox, "a.lisp", false, &[]);
    assert_eq!(client.ask("threads", json!({}))["threads"][0]["id"], 1);
    client.ask("pause", json!({"threadId": 1}));
    assert_eq!(client.event("stopped")["reason"], "pause");
    let line = client.place().1;
    assert!((1..=3).contains(&line), "{line}");
    client.ask("continue", json!({"threadId": 1}));
    client.leave();
}
