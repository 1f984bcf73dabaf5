//! Programs that do what they should, and where their output goes.

#[path = "../../examples/embed_own_cli.rs"]
mod embed_own_cli;

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{ExitCode, Stdio};

use insta::assert_snapshot;
use klammer_cli::App;

use crate::{Sandbox, klammer, run_file, shown};

#[test]
fn an_expression_prints_its_last_value() {
    assert_snapshot!(klammer(&["-e", "(print 'a) (+ 1 2)"]), @r"
    exit status 0
    --- stdout
    a
    3
    ");
    assert_snapshot!(klammer(&["run", "-e", "(list \"a\" #\\b nil)"]), @r#"
    exit status 0
    --- stdout
    ("a" #\b nil)
    "#);
    assert_snapshot!(klammer(&["-e", "nil"]), @r"
    exit status 0
    --- stdout
    nil
    ");
    assert_snapshot!(klammer(&["-e", "-1"]), @r"
    exit status 0
    --- stdout
    -1
    ");
}

#[test]
fn a_module_or_dialect_is_required_by_an_option() {
    let program = "(define-values (q r) (floor/ 17 5)) (display (list q r 't #t #f '()))";
    assert!(klammer(&["run", "-r", "scheme", "-e", program]).ends_with("\n(3 2 t #t #f ())\n"));
    assert!(klammer(&["run", "--require", "no-such-module", "-e", "1"]).contains("there is no module no-such-module"));
}

#[test]
fn the_ending_of_a_file_tells_its_language() {
    let scheme = b"(define (twice x) (* 2 x))\n(display (twice 3))\n" as &[u8];
    let lisp = b"(defun twice (x) (* 2 x))\n(print (twice 3))\n" as &[u8];
    // found: 2026-11-27, grading a folder of three languages: they ran as if they were Klammer's own
    for (name, text, language) in
        [("b.scm", scheme, "scheme"), ("b.ss", scheme, "scheme"), ("b.lsp", lisp, "common-lisp")]
    {
        let sandbox = Sandbox::new(&[(name, text), ("b.lisp", text)]);
        for command in [&["run", name] as &[&str], &[name], &["profile", name], &["run", "-r", language, "b.lisp"]] {
            let said = sandbox.run(command);
            assert!(said.starts_with("exit status 0\n") && said.contains("\n6"), "{command:?}\n{said}");
        }
        assert_eq!(sandbox.run(&["check", name]), "exit status 0\n");
        assert!(sandbox.run(&["test", name]).starts_with("exit status 0\n"));
        let said = sandbox.run(&["solve", "--heuristic", name, "1..............."]);
        assert!(said.contains("defines neither find-solutions nor solve"), "{said}");
        // The command line counts more.
        let other = if language == "scheme" { "common-lisp" } else { "scheme" };
        assert!(sandbox.run(&["run", "-r", other, name]).starts_with("exit status 1\n"));
    }
}

#[test]
fn the_value_stands_on_a_line_of_its_own() {
    assert_snapshot!(klammer(&["-e", "(display \"no newline\") 1"]), @r"
    exit status 0
    --- stdout
    no newline
    1
    ");
}

#[test]
fn a_file_prints_only_what_it_prints() {
    assert_snapshot!(run_file("#!/usr/bin/env -S klammer run\n(print \"hello\")\n42\n"), @r"
    exit status 0
    --- stdout
    hello
    ");
    assert_snapshot!(run_file(""), @"exit status 0");
}

#[test]
fn a_program_finds_its_arguments() {
    assert_snapshot!(klammer(&["run", "-e", "*arguments*", "a", "-b", "ä"]), @r#"
    exit status 0
    --- stdout
    ("a" "-b" "ä")
    "#);
    assert_snapshot!(klammer(&["-e", "*arguments*"]), @r"
    exit status 0
    --- stdout
    nil
    ");
}

#[test]
fn standard_input_is_a_program_too() {
    let sandbox = Sandbox::new(&[]);
    let program = b"(write *arguments*) (newline)";
    assert_snapshot!(sandbox.run_with_input(&["run", "-", "x"], program), @r#"
    exit status 0
    --- stdout
    ("x")
    "#);
    assert_snapshot!(sandbox.run_with_input(&[], program), @r"
    exit status 0
    --- stdout
    nil
    ");
}

#[test]
fn files_are_loaded_from_the_programs_folder() {
    let sandbox = Sandbox::new(&[]);
    std::fs::create_dir(sandbox.path().join("sub")).unwrap();
    std::fs::write(sandbox.path().join("sub/main.lisp"), "(load \"other.lisp\") (print (double 21))").unwrap();
    std::fs::write(sandbox.path().join("sub/other.lisp"), "(defproc double (x) (* 2 x))").unwrap();
    assert_snapshot!(sandbox.run(&["run", "sub/main.lisp"]), @r"
    exit status 0
    --- stdout
    42
    ");
}

#[test]
fn nobody_who_stops_reading_makes_it_fail() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(do ((i 0 (+ i 1))) (nil) (print i))")]);
    for arguments in [&["run", "main.lisp"][..], &["-e", "(catch nil (dotimes (i 1000000) (print i)))"]] {
        let mut child = sandbox.command(arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "0\n");
        assert_eq!(shown(&child.wait_with_output().unwrap()), "exit status 0\n");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    for arguments in [&["-e", "1"][..], &["run", "-e", "(dotimes (i 100000) (print i))"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Sandbox::new(&[]).command(arguments).stdout(full).output().unwrap();
        let text = shown(&output);
        assert!(
            text.starts_with("exit status 1\n--- stderr\nerror[file]: cannot write output: No space left"),
            "{text}"
        );
    }
}

#[test]
fn output_comes_before_the_error_that_follows_it() {
    let sandbox = Sandbox::new(&[]);
    let both = sandbox.path().join("both");
    let file = std::fs::File::create(&both).unwrap();
    let mut command = sandbox.command(&["run", "-e", "(print 1) (display 2) (car 3)"]);
    command.stdout(file.try_clone().unwrap()).stderr(file).status().unwrap();
    let text = std::fs::read_to_string(both).unwrap();
    assert!(text.starts_with("1\n2"), "{text}");
    assert!(text.find("error[").unwrap() > 2, "{text}");
}

/// With a shell, as nothing else sends a signal without unsafe code.
#[cfg(unix)]
#[test]
fn ctrl_c_interrupts_and_says_where() {
    let text = b"(display \"ready\")\n(print 1) (write-file \"runs\" \"\")\n(do () (nil) (list 1))\n";
    let sandbox = Sandbox::new(&[("main.lisp", text)]);
    let mut child = sandbox.command(&["run", "main.lisp"]).spawn().unwrap();
    // The program's output is not shown before it ends: a file tells that it runs, and its handler is there.
    let runs = sandbox.path().join("runs");
    while !runs.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &pid]).stdin(Stdio::null()).status().unwrap();
    let mut output = String::new();
    child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    assert_eq!(output, "ready1\n");
    let text = shown(&child.wait_with_output().unwrap());
    assert_snapshot!(text, @r"
    exit status 130
    --- stderr
    warning[unused-value]: the value of `(list 1)` is not used
     --> main.lisp:3:14
      |
    3 | (do () (nil) (list 1))
      |              ^^^^^^^^
      |
      = help: `list` computes a value and changes nothing
    error[interrupted]: interrupted
     --> main.lisp:3:20
      |
    3 | (do () (nil) (list 1))
      |                    ^
    ");
}

#[cfg(unix)]
fn send(signal: &str, child: &std::process::Child) {
    let pid = child.id().to_string();
    std::process::Command::new("kill").args([signal, &pid]).stdin(Stdio::null()).status().unwrap();
}

#[cfg(unix)]
#[test]
fn output_is_flushed_before_a_program_waits() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(print 'asleep) (sleep 1000)")]);
    let mut child = sandbox.command(&["run", "main.lisp"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "asleep\n");
    send("-TERM", &child);
    assert!(shown(&child.wait_with_output().unwrap()).starts_with("exit status 143\n"));
}

#[cfg(unix)]
#[test]
fn a_terminated_program_keeps_output_and_files() {
    let text = b"(setq p (open-output-file \"kept\")) (dotimes (i 20000) (print i p)) (display \"so far\")
        (write-file \"runs\" \"\") (while t)";
    let sandbox = Sandbox::new(&[("main.lisp", text), ("kept", b"old")]);
    let child = sandbox.command(&["run", "main.lisp"]).spawn().unwrap();
    while !sandbox.path().join("runs").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    send("-TERM", &child);
    let said = shown(&child.wait_with_output().unwrap());
    assert!(said.starts_with("exit status 143\n--- stdout\nso far\n"), "{said}");
    assert_eq!(std::fs::read_to_string(sandbox.path().join("kept")).unwrap(), "old");
    assert_eq!(std::fs::read_dir(sandbox.path()).unwrap().count(), 3, "no draft is left");
}

/// `test` tries an example without an end, `rate` has read one puzzle and waits for the next.
#[cfg(unix)]
#[test]
fn signals_end_other_commands_and_leave_no_draft() {
    let text =
        b"(setq p (open-output-file \"kept\")) (print 1 p)\n(progn (write-file \"runs\" \"\") (while t)) ;=> 1\n";
    for (signal, status) in [("-TERM", 143), ("-INT", 130)] {
        let sandbox = Sandbox::new(&[("main.lisp", text), ("kept", b"old")]);
        let mut child = sandbox.command(&["test", "main.lisp"]).spawn().unwrap();
        while !sandbox.path().join("runs").exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert_eq!(std::fs::read_dir(sandbox.path()).unwrap().count(), 3, "no draft is left");

        let mut child = sandbox.command(&["rate", "-"]).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // So much is read at once.
        std::io::Write::write_all(&mut input, "12343.12.1434321\n".repeat(1000).as_bytes()).unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        drop(input);
    }
}

/// A file system that is full: the shell lets no file grow.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_keeps_its_text() {
    let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    for line in [
        "-e '(write-file \"kept\" \"new\")'",
        "-e '(with-open-port (p (open-output-file \"kept\")) (print 1 p))'",
        "-e '(progn (setq p (open-output-file \"kept\")) (print 1 p))'",
        "--sandbox --allow-write=kept -e '(write-file \"kept\" \"new\")'",
        &format!("draw -o kept.svg {puzzle}"),
        &format!("search --tree kept.html {puzzle}"),
        &format!("search --trace kept.jsonl {puzzle}"),
    ] {
        let files: &[(&str, &[u8])] =
            &[("kept", b"old"), ("kept.svg", b"old"), ("kept.html", b"old"), ("kept.jsonl", b"old")];
        let sandbox = Sandbox::new(files);
        let script = format!("trap '' XFSZ; ulimit -f 0; '{}' {line}", env!("CARGO_BIN_EXE_klammer"));
        let mut shell = std::process::Command::new("bash");
        shell.args(["-c", &script]).current_dir(sandbox.path()).env_clear().stdin(Stdio::null());
        let said = shown(&shell.output().unwrap());
        assert!(!said.starts_with("exit status 0") && said.contains("File too large"), "{line}\n{said}");
        for (name, _) in files {
            assert_eq!(std::fs::read_to_string(sandbox.path().join(name)).unwrap(), "old", "{line}");
        }
        assert_eq!(std::fs::read_dir(sandbox.path()).unwrap().count(), files.len(), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_written_file_stays_the_file_that_it_was() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let sandbox = Sandbox::new(&[("file", b"old"), ("named", b"old")]);
    let path = |name: &str| sandbox.path().join(name);
    symlink("file", path("link")).unwrap();
    std::fs::hard_link(path("named"), path("other")).unwrap();
    std::fs::set_permissions(path("file"), std::fs::Permissions::from_mode(0o640)).unwrap();
    let text = "(write-file \"link\" \"a\") (write-file \"named\" \"b\") (write-file \"new\" \"c\")
        (write-file \"/dev/null\" \"d\") (write-file \"/dev/stdout\" \"e\")";
    assert!(sandbox.run(&["-e", text]).starts_with("exit status 0\n--- stdout\ne"));
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    assert_eq!((read("file"), read("other"), read("new")), ("a".into(), "b".into(), "c".into()));
    assert!(std::fs::symlink_metadata(path("link")).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(path("file")).unwrap().mode() & 0o777, 0o640);
}

#[test]
fn a_port_shows_its_file_as_it_will_be() {
    let text = "(write-file \"f\" \"old\") (setq p (open-output-file \"f\")) (display 1 p)
        (print (read-file \"f\")) (display 2 p) (flush-output p) (display 3 p) (close-port p) (read-file \"f\")";
    assert_eq!(klammer(&["-e", text]), "exit status 0\n--- stdout\n1\n\"123\"\n");
    let failing = "(write-file \"f\" \"old\") (setq p (open-output-file \"f\")) (display 1 p) (car 5)";
    let sandbox = Sandbox::new(&[]);
    assert!(sandbox.run(&["-e", failing]).starts_with("exit status 1"));
    assert_eq!(std::fs::read_to_string(sandbox.path().join("f")).unwrap(), "1");
}

#[test]
fn a_program_chooses_its_exit_status() {
    assert_snapshot!(klammer(&["-e", "(progn (display \"bye\") (exit 3))"]), @r"
    exit status 3
    --- stdout
    bye
    ");
    assert_snapshot!(run_file("(catch nil (exit))\n(print 'never)\n"), @"exit status 0");
    assert_snapshot!(klammer(&["-e", "(unwind-protect (exit nil) (print 'cleaned))"]), @r"
    exit status 1
    --- stdout
    cleaned
    ");
}

#[test]
fn a_program_reads_standard_input() {
    let sandbox = Sandbox::new(&[("a.lisp", b"(write (read-line) (read) (read-all) 'end (read-char))")]);
    assert_snapshot!(sandbox.run_with_input(&["run", "a.lisp"], "a line\n(1 2) rest\nof it".as_bytes()), @r#"
    exit status 0
    --- stdout
    "a line"(1 2)" rest\nof it"end#<end-of-file>
    "#);
    assert_snapshot!(sandbox.run_with_input(&["run", "a.lisp"], b"a\xffb"), @r"
    exit status 1
    --- stderr
    error[file]: cannot read standard input: it is not UTF-8: it has the byte 0xff
     --> a.lisp:1:8
      |
    1 | (write (read-line) (read) (read-all) 'end (read-char))
      |        ^^^^^^^^^^^
    ");
}

#[test]
fn a_program_writes_files_and_to_standard_error() {
    let sandbox = Sandbox::new(&[(
        "a.lisp",
        b"(with-open-port (p (open-output-file \"b.txt\")) (write (command-line) p))
         (display \"note\" (current-error-port))
         (display (read-file \"b.txt\"))",
    )]);
    assert_snapshot!(sandbox.run_with_input(&["run", "a.lisp", "x"], b""), @r#"
    exit status 0
    --- stdout
    ("a.lisp" "x")
    --- stderr
    note
    "#);
}

/// Returns whether it is a program is not asked of what can be read once only.
#[cfg(target_os = "linux")]
#[test]
fn a_program_from_a_pipe_is_read_once() {
    let sandbox = Sandbox::new(&[]);
    let told = sandbox.run_with_input(&["run", "/dev/stdin"], b"(print 42)");
    assert!(told.contains("42") && told.contains("status 0"), "{told}");
    let told = sandbox.run_with_input(&["check", "/dev/stdin"], b"(prnt 42)");
    assert!(told.contains("prnt is not defined"), "{told}");
}

#[test]
fn all_copies_of_input_count_against_memory() {
    let sandbox = Sandbox::new(&[(
        "line.lisp",
        b"(let ((x (read))) (print (+ (string-length x) (string-length (make-string 9000000 #\\a)))))",
    )]);
    // The program holds what it has read, and the text that it was read from.
    let datum = format!("{:?}", "a".repeat(8_000_000));
    let reads = |memory: &str| sandbox.run_with_input(&["run", "--memory", memory, "line.lisp"], datum.as_bytes());
    assert!(reads("48M").contains("17000000"), "{}", reads("48M"));
    assert!(reads("34M").contains("out-of-memory"), "{}", reads("34M"));
    // A program at standard input is there, in the engine's copy, and in its value.
    let text = format!("{datum}{datum}");
    let runs = |memory: &str| sandbox.run_with_input(&["run", "--memory", memory, "-"], text.as_bytes());
    assert!(runs("64M").contains("status 0"), "{}", runs("64M"));
    assert!(runs("40M").contains("out-of-memory"), "{}", runs("40M"));
}

#[test]
fn an_option_after_the_file_is_told() {
    let sandbox = Sandbox::new(&[("a.lisp", b"(print 1)"), ("b.lisp", b"(print *arguments*)")]);
    let told = " is an argument of the program: options of klammer stand before the file";
    for (arguments, is_told) in [
        (&["a.lisp", "x", "--timeout=2"] as &[&str], true),
        (&["run", "a.lisp", "--timeout", "2", "--seed", "1"], true),
        (&["a.lisp", "--other", "-e", "timeout"], false),
        (&["b.lisp", "--timeout", "2"], false),
    ] {
        let said = sandbox.run(arguments);
        assert_eq!(said.contains(told), is_told, "{said}");
        assert!(said.starts_with("exit status 0"), "{said}");
    }
}

#[test]
fn an_empty_name_has_no_documentation() {
    assert!(klammer(&["doc", ""]).starts_with("exit status 2\n--- stderr\nklammer: the name is empty"));
    assert!(klammer(&["doc", "", "car"]).starts_with("exit status 0"));
}

#[test]
fn a_seed_decides_the_random_numbers() {
    let numbers = |seed: &str| klammer(&["run", "--seed", seed, "-e", "(list (random 1000) (random 1000))"]);
    assert_eq!(numbers("1"), numbers("1"));
    assert_ne!(numbers("1"), numbers("2"));
}

#[test]
fn the_time_limit_holds_while_input_is_awaited() {
    let sandbox = Sandbox::new(&[]);
    let arguments = ["run", "--timeout", "0.2", "-e", "(progn (display \"name? \") (read-line))"];
    let mut child = sandbox.command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
    // Nothing comes, and the end does not either.
    let input = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(input);
    let shown = shown(&output);
    assert!(shown.contains("exit status 1") && shown.contains("name? "), "{shown}");
    assert!(shown.contains("error[out-of-time]") && shown.contains("<command line>:1:27"), "{shown}");
}

/// Functions that programs have to ask for.
fn with_modules() -> App {
    App::new("shop").engine(|engine| {
        engine.define("net", |gross: u64| gross * 5 / 6).example("(net 6)", "5");
        engine.module("stock", |module| {
            module.define("left", |n: u64| n.saturating_sub(1)).parameters(["n"]).example("(left 3)", "2");
            module.source("stock", "(defproc none-left? (n) \"(none-left? 1) ;=> t\" (= (left n) 0))");
        });
        engine.module("wrong", |module| {
            module.define("price", |n: u64| n).parameters(["n"]).example("(price 3)", "4");
        });
        Ok(())
    })
}

fn status_of(tool: App, words: &[&str]) -> String {
    let words = std::iter::once("a-file").chain(words.iter().copied()).map(OsString::from);
    format!("{:?}", tool.run_with(words))
}

#[test]
fn its_modules_are_documented_and_tested() {
    let success = format!("{:?}", ExitCode::SUCCESS);
    for known in ["net", "stock", "left", "none-left?", "wrong", "price"] {
        assert_eq!(status_of(with_modules(), &["doc", known]), success, "{known}");
    }
    assert_ne!(status_of(with_modules(), &["doc", "stocks"]), success);
    // One of the examples of the module `wrong` is that.
    assert_ne!(status_of(with_modules(), &["test"]), success);
    let right = App::new("shop").engine(|engine| {
        engine.module("stock", |module| {
            module.define("left", |n: u64| n.saturating_sub(1)).parameters(["n"]).example("(left 3)", "2");
        });
        Ok(())
    });
    assert_eq!(status_of(right, &["test"]), success);
    let wrong = App::new("shop").engine(|engine| {
        let text = "(defproc none? (n) \"(none? 1) ;=> t\" nil)";
        engine.module("stock", move |module| module.source("stock", text));
        Ok(())
    });
    assert_ne!(status_of(wrong, &["test"]), success);
}

/// Its commands wait for what its functions wait for.
#[test]
fn asynchronous_functions_are_called_and_tested() {
    let tool = || {
        App::new("shop")
            .engine(|engine| {
                let later = |price: u64| async move {
                    tokio::task::yield_now().await;
                    2 * price
                };
                engine.define("price-of", later).parameters(["n"]).example("(price-of 3)", "6");
                Ok(())
            })
            .block_on(|wait| tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(wait))
    };
    let success = format!("{:?}", ExitCode::SUCCESS);
    assert_eq!(status_of(tool(), &["test"]), success);
    assert_eq!(status_of(tool(), &["-e", "(if (= (price-of 4) 8) (exit 0) (exit 1))"]), success);
    assert_eq!(status_of(tool(), &["-e", "(sort (list 2 1) (lambda (a b) (< (price-of a) (price-of b))))"]), success);
    assert_ne!(status_of(tool(), &["-e", "(price-of 'x)"]), success);
}

fn status(words: &[&str]) -> String {
    let words = std::iter::once("shop").chain(words.iter().copied()).map(OsString::from);
    format!("{:?}", embed_own_cli::tool().run_with(words))
}

#[test]
fn its_functions_are_in_all_engines() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let success = format!("{:?}", ExitCode::SUCCESS);
    let out = path("out");
    assert_eq!(status(&["-e", &format!("(write-file \"{out}\" (format nil \"~a\" (total '(100 50))))")]), success);
    assert_eq!(fs::read_to_string(&out).unwrap(), "180");
    fs::write(path("a.lisp"), format!("(write-file \"{out}\" (format nil \"~a\" (gross (length *arguments*))))"))
        .unwrap();
    assert_eq!(status(&[&path("a.lisp"), "x", "y", "z", "u", "v"]), success);
    assert_eq!(fs::read_to_string(&out).unwrap(), "6");
    assert_eq!(status(&["doc", "gross", "total"]), success);
    // Solvers are engines, too.
    let solver = "(require 'search) (setq unit (gross 1))";
    fs::write(path("s.lisp"), solver).unwrap();
    let puzzle = "12343.12.1434321";
    assert_eq!(status(&["solve", "--quiet", "--heuristic", &path("s.lisp"), puzzle]), success);
    // The examples of its functions, and of a file that calls them.
    assert_eq!(status(&["test"]), success);
    let text = |cost: u32| format!("(defproc bill (n) \"(bill 100) ;=> {cost}\" (total (list n n)))");
    fs::write(path("t.lisp"), text(240)).unwrap();
    assert_eq!(status(&["test", &path("t.lisp")]), success);
    assert_eq!(status(&["check", &path("t.lisp")]), success);
    fs::write(path("t.lisp"), text(241) + "(bill 3").unwrap();
    assert_ne!(status(&["test", &path("t.lisp")]), success);
    assert_ne!(status(&["check", &path("t.lisp")]), success);
    assert_ne!(status(&["run", &path("none.lisp")]), success);
    assert_eq!(status(&["run", "--bogus"]), format!("{:?}", ExitCode::from(2)));
    assert_ne!(status(&["-e", "(gross 'x)"]), success);
}

fn folder() -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("script.lisp", b"(print (read-file (first *arguments*)))"),
        ("out.lisp", b"(write-file (first *arguments*) \"new\") (print 'written)"),
        ("clock.lisp", b"(print (> (current-time) 0))"),
        ("env.lisp", b"(print (getenv \"NO_SUCH\"))"),
        ("input.lisp", b"(print (read-line))"),
        ("secret", b"hidden"),
    ]);
    std::fs::create_dir(sandbox.path().join("data")).unwrap();
    std::fs::write(sandbox.path().join("data/a"), "granted").unwrap();
    std::fs::write(sandbox.path().join("data/util.lisp"), "(provide 'double)\n(defproc double (n) (* 2 n))").unwrap();
    sandbox
}

fn succeeds(sandbox: &Sandbox, arguments: &[&str], expected: &str) {
    let output = sandbox.command(arguments).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {err}");
    assert_eq!(out.trim(), expected, "{arguments:?}");
}

fn fails(sandbox: &Sandbox, arguments: &[&str], expected: &str) {
    let output = sandbox.command(arguments).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{arguments:?}");
    assert!(err.contains(expected), "{arguments:?}: {err}");
}

#[test]
fn only_granted_files_are_reachable() {
    let s = folder();
    succeeds(&s, &["run", "script.lisp", "secret"], "hidden");
    fails(&s, &["run", "--sandbox", "script.lisp", "secret"], "--allow-read=secret grants it");
    fails(
        &s,
        &["run", "--sandbox", "--allow-read=data", "script.lisp", "data/../secret"],
        "--allow-read=data/../secret",
    );
    succeeds(&s, &["run", "--sandbox", "--allow-read=data", "script.lisp", "data/a"], "granted");
    succeeds(&s, &["run", "--sandbox", "--allow-read=data/a", "script.lisp", "data/../data/a"], "granted");
    succeeds(&s, &["run", "--sandbox", "script.lisp", "script.lisp"], "(print (read-file (first *arguments*)))");

    fails(&s, &["run", "--sandbox", "out.lisp", "data/x"], "--allow-write=data grants it");
    fails(&s, &["run", "--sandbox", "--allow-read=data", "out.lisp", "data/x"], "--allow-write=data grants it");
    assert!(!s.path().join("data/x").exists());
    succeeds(&s, &["run", "--sandbox", "--allow-write=data", "out.lisp", "data/x"], "written");
    fails(&s, &["run", "--sandbox", "--allow-write=data", "out.lisp", "secret"], "--allow-write=. grants it");
    // A file or folder that is granted for writing need not exist yet.
    let new = ["run", "--sandbox", "--allow-write=data/new", "out.lisp"];
    fails(&s, &[&new[..], &["data/newer"]].concat(), "--allow-write=data grants it");
    succeeds(&s, &[&new[..], &["data/new"]].concat(), "written");
    succeeds(&s, &[&new[..], &["data/../data/new"]].concat(), "written");
    let program = "(make-directory \"made\") (write-file \"made/x\" \"y\") (write-file \"made/../x\" \"y\")";
    fails(&s, &["--sandbox", "--allow-write=made", "-e", program], "--allow-write=made/.. grants it");
    assert!(s.path().join("made/x").exists() && !s.path().join("x").exists());

    fails(&s, &["run", "--sandbox", "clock.lisp"], "--allow-clock grants it");
    succeeds(&s, &["run", "--sandbox", "--allow-clock", "clock.lisp"], "t");
    fails(&s, &["run", "--sandbox", "env.lisp"], "--allow-env grants it");
    succeeds(&s, &["run", "--sandbox", "--allow-env", "env.lisp"], "nil");
    succeeds(&s, &["run", "--sandbox", "input.lisp"], "#<end-of-file>");
    succeeds(&s, &["--sandbox", "-e", "(+ 1 2)"], "3");
}

#[test]
fn modules_are_files_that_are_granted() {
    let s = folder();
    let program = "(require 'data/util) (double 4)";
    succeeds(&s, &["--sandbox", "--allow-read=data", "-e", program], "8");
    fails(&s, &["--sandbox", "-e", program], "there is no module data/util");
    succeeds(&s, &["--sandbox", "-e", "(require 'search) (count-solutions (board 4))"], "288");
}

#[test]
fn command_lines_that_make_no_sense_are_refused() {
    let s = folder();
    fails(&s, &["run", "--allow-read=data", "script.lisp", "data/a"], "--sandbox");
    fails(&s, &["run", "--sandbox", "--allow-read=none", "script.lisp", "data/a"], "cannot read none");
    for missing in ["none/x", "none/../none/x", "data/a/x"] {
        let grant = format!("--allow-write={missing}");
        let folder = missing.strip_suffix("/x").unwrap();
        let problem = format!("there is no folder {folder}: a file or folder that is not there yet can be granted in");
        fails(&s, &["run", "--sandbox", &grant, "out.lisp", missing], &problem);
    }
    fails(&s, &["run", "--sandbox", "scrypt.lisp"], "did you mean");
}

#[test]
fn a_module_that_cannot_be_read_is_told() {
    // found: 2026-11-27, by reading the loader: it said that there is no module
    let s = Sandbox::new(&[("util.lisp", b"(defproc f ()\n \"\xff\")"), ("main.lisp", b"(require 'util)")]);
    fails(&s, &["main.lisp"], "require: cannot read util.lisp: it is not UTF-8: line 2");
    fails(&s, &["run", "--sandbox", "--allow-read=.", "main.lisp"], "require: cannot read util.lisp: it is not UTF-8");
    // A module of the library does not take the place of a file that cannot be read.
    std::fs::rename(s.path().join("util.lisp"), s.path().join("search.lisp")).unwrap();
    fails(&s, &["-e", "(require 'search)"], "require: cannot read search.lisp: it is not UTF-8");
    fails(&s, &["-e", "(require 'none)"], "there is no module none");
}

// ---- `klammer profile`: shares of functions, calls, flame graphs.

const PROGRAM: &[u8] = b"(defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(defproc spin (n) (while (> n 0) (setq n (- n 1))))
(defproc keywords (x &key (y 1)) (+ x y))
(defproc nested (n) (if (= n 0) 0 (+ 1 (nested (- n 1)))))
(dotimes (i 10) (spin 1000) (keywords i :y 2))
(spin 20000)
(nested 99)
(print (fib 20))
(iota 3000)
";

#[test]
fn a_profile_by_ticks_counts_each_call() {
    let sandbox = Sandbox::new(&[("a.lisp", PROGRAM)]);
    let shown = sandbox.run(&["profile", "--ticks", "--top", "2", "a.lisp"]);
    assert_eq!(shown, sandbox.run(&["profile", "--ticks", "--top", "2", "a.lisp"]));
    assert_snapshot!(shown);
    let all = sandbox.run(&["profile", "--ticks", "--top", "100", "a.lisp"]);
    for (function, calls) in [("fib", "21,891"), ("spin", "11"), ("keywords", "10"), ("nested", "100"), ("iota", "1")] {
        let row = all.lines().find(|line| line.contains(&format!(" {function}  "))).unwrap();
        assert_eq!(row.split_whitespace().nth(4), Some(calls), "{row}");
    }
}

/// The first and third column of each row: the share of a function itself, and with what it calls.
fn shares(table: &str) -> Vec<(f64, f64)> {
    let rows = table.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let percent = |word: &&str| word.strip_suffix('%')?.parse::<f64>().ok();
        Some((percent(words.get(1)?)?, percent(words.get(3)?)?))
    });
    rows.collect()
}

#[test]
fn a_profile_by_time_adds_up() {
    let program = b"(defproc inner (n) (dotimes (i n) (list i)))
(defproc heavy (n) (dotimes (i n t) (expt 3 200000)))
(defproc outer () (inner 300000) (heavy 40))
(outer)
" as &[u8];
    let sandbox = Sandbox::new(&[("a.lisp", program)]);
    let shown = sandbox.run(&["profile", "--top", "1000", "-o", "flames.svg", "a.lisp"]);
    let shares = shares(&shown);
    let own: f64 = shares.iter().map(|(own, _)| own).sum();
    assert!(shares.len() > 4 && (95.0..105.0).contains(&own), "{shown}");
    assert!(shares.iter().all(|(own, total)| own <= total && *total <= 100.0), "{shown}");
    let place = |name: &str| shown.find(name).unwrap_or_else(|| panic!("{name}: {shown}"));
    // A long builtin has its own row, and its callers have its time in their totals.
    assert!(place("  expt  builtin") < place("  heavy  a.lisp:2:1"), "{shown}");
    let svg = std::fs::read_to_string(sandbox.path().join("flames.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let titles: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    assert!(
        titles.iter().any(|title| title.starts_with("outer (a.lisp:3:1): ") && title.ends_with(" %")),
        "{titles:?}"
    );
    // Each box stands on its caller: no wider than that.
    let number = |node: &roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let boxes: Vec<_> =
        document.descendants().filter(|n| n.has_tag_name("rect") && n.attribute("x").is_some()).collect();
    for b in &boxes {
        let (left, right, y) = (number(b, "x"), number(b, "x") + number(b, "width"), number(b, "y"));
        let stands = boxes.iter().any(|below| {
            let (from, to) = (number(below, "x"), number(below, "x") + number(below, "width"));
            (number(below, "y") - y - 17.0).abs() < 0.5 && from <= left + 0.05 && right <= to + 0.05
        });
        let lowest = boxes.iter().all(|other| number(other, "y") <= y);
        assert!(stands || lowest, "{b:?}");
    }
}

#[test]
fn a_program_that_fails_still_has_a_profile() {
    let spins = "(defproc spin (n) (while (> n 0) (setq n (- n 1)))) (spin 3000000)";
    let sandbox = Sandbox::new(&[
        ("a.lisp", format!("{spins} (car 1)").as_bytes()),
        ("b.lisp", format!("{spins} (exit 3)").as_bytes()),
    ]);
    let failed = sandbox.run(&["profile", "a.lisp"]);
    assert!(
        failed.starts_with("exit status 1") && failed.contains("error[wrong-type]") && failed.contains("  spin  "),
        "{failed}"
    );
    let exited = sandbox.run(&["profile", "b.lisp"]);
    assert!(exited.starts_with("exit status 3") && exited.contains("  spin  "), "{exited}");
    let limited = sandbox.run(&["profile", "--ticks=5000", "a.lisp"]);
    assert!(limited.contains("error[out-of-ticks]") && limited.contains("5,000 ticks"), "{limited}");
    let refused = sandbox.run(&["profile", "-o", "a.png", "a.lisp"]);
    assert!(refused.starts_with("exit status 2") && refused.contains("name it a.svg"), "{refused}");
}

#[test]
fn programs_of_other_dialects_have_profiles() {
    let scheme = b"(define (count n) (if (> n 0) (+ 1 (count (- n 1))) 0))\n(count 5000)\n" as &[u8];
    let lisp = b"(defun spin (n) (dotimes (i n) (gcd i 6)))\n(spin 5000)\n" as &[u8];
    let sandbox = Sandbox::new(&[("a.scm", scheme), ("a.lsp", lisp)]);
    let shown = sandbox.run(&["profile", "--ticks", "-r", "scheme", "a.scm"]);
    assert!(shown.contains("5,001  count  a.scm:1:1"), "{shown}");
    let shown = sandbox.run(&["profile", "--ticks", "-r", "common-lisp", "a.lsp"]);
    assert!(shown.contains("5,000  gcd  builtin") && shown.contains("spin  a.lsp:1:1"), "{shown}");
}
