//! Wrong command lines, help and version.

use crate::{Sandbox, klammer};
use insta::assert_snapshot;

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(klammer(&["--version"]), format!("exit status 0\n--- stdout\nklammer {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn help_shows_options_and_examples() {
    let commands: [&[&str]; 4] = [&["--help"], &["run", "--help"], &["solve", "--help"], &["draw", "--help"]];
    assert_snapshot!(commands.map(klammer).concat());
}

#[cfg(unix)]
#[test]
fn help_is_wrapped_once_at_a_terminal() {
    // found: 2026-11-26, lines were broken in the source, and again by the terminal
    for (command, sentence) in [
        (
            "check",
            "Reads every form, expands its macros and compiles it.\n\
             Definitions take effect, and what a file requires is loaded.",
        ),
        ("test", "a comment with the\nexpected result. Examples at top level run while the file is\nloaded."),
    ] {
        let environment = [("NO_COLOR", "1"), ("TERM", "xterm")];
        let sandbox = Sandbox::new(&[]);
        let mut terminal = crate::terminal::Terminal::start(&sandbox, &[command, "--help"], &environment, 60);
        let said = terminal.sees_the_end().replace("\r\n", "\n");
        assert!(said.contains(sentence) && said.lines().all(|line| line.chars().count() <= 60), "{said}");
    }
}

#[test]
fn run_without_a_program_is_wrong_usage() {
    assert_snapshot!(klammer(&["run"]), @r"
    exit status 2
    --- stderr
    error: the following required arguments were not provided:
      <FILE [ARGS]>...

    Usage: klammer run [OPTIONS] FILE [ARGS]...
           klammer run [OPTIONS] -e EXPR [ARGS]...

    For more information, try '--help'.
    ");
}

#[test]
fn an_unknown_option_is_wrong_usage() {
    assert_snapshot!(klammer(&["run", "--tikcs", "3", "main.lisp"]), @r"
    exit status 2
    --- stderr
    error: unexpected argument '--tikcs' found

      tip: a similar argument exists: '--ticks'

    Usage: klammer run [OPTIONS] FILE [ARGS]...
           klammer run [OPTIONS] -e EXPR [ARGS]...

    For more information, try '--help'.
    ");
}

#[test]
fn an_unknown_command_is_wrong_usage() {
    assert_snapshot!(klammer(&["sovle"]), @r"
    exit status 2
    --- stderr
    error: unrecognized subcommand 'sovle'

      tip: a similar subcommand exists: 'solve'

    Usage: klammer [OPTIONS] [FILE [ARGS]...]
           klammer [OPTIONS] -e EXPR [ARGS]...
           klammer [OPTIONS] COMMAND ...

    For more information, try '--help'.
    ");
}

#[test]
fn words_tried_as_commands_lead_to_the_right_one() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(print 1)")]);
    for (word, tip) in [
        ("repl", "'klammer' without arguments is the prompt"),
        ("eval", "'klammer -e EXPR' evaluates an expression"),
        ("(+ 1 2)", "'klammer -e EXPR' evaluates an expression"),
        ("version", "'klammer --version' prints it"),
        ("main", "there is a file: 'klammer main.lisp'"),
        ("rnu", "a similar subcommand exists: 'run'"),
        ("lint", "'klammer check FILE' finds mistakes without running the program"),
    ] {
        let said = sandbox.run(&[word]);
        assert!(said.starts_with("exit status 2") && said.contains(&format!("\n  tip: {tip}\n")), "{said}");
        assert_eq!(said.matches("tip:").count(), 1, "{said}");
    }
    // A suggestion must be near.
    for line in [&["foo"] as &[&str], &["--givens", "3", "main.lisp"], &["run", "--rule", "main.lisp"]] {
        let said = sandbox.run(line);
        assert!(said.starts_with("exit status 2") && !said.contains("tip:"), "{said}");
    }
    let short = Sandbox::new(&[("t.lisp", b"1")]).run(&["run", "q.lisp"]);
    assert!(short.contains("cannot read") && !short.contains("did you mean"), "{short}");
    for command in
        [&["run", "main"] as &[&str], &["check", "main"], &["solve", "--heuristic", "main", "1..............."]]
    {
        let said = sandbox.run(command);
        assert!(said.contains("did you mean `main.lisp`?"), "{command:?}\n{said}");
    }
}

#[test]
fn doc_of_a_name_that_there_is_not_fails() {
    assert!(klammer(&["doc", "car", "(cdr x)"]).starts_with("exit status 0"));
    assert!(klammer(&["doc", "car", "cdx"]).starts_with("exit status 1"));
    // Of a generic function, each module's is told once.
    let told = klammer(&["doc", "solve"]);
    for module in ["search", "sudoku", "sudoku-reference"] {
        assert_eq!(told.matches(&format!("(require '{module})")).count(), 1, "{told}");
    }
}

#[test]
fn doc_html_writes_a_page_a_module() {
    let sandbox = Sandbox::new(&[]);
    assert!(sandbox.run(&["doc", "--html", "pages/of/names"]).starts_with("exit status 0"));
    let page = |name: &str| std::fs::read_to_string(sandbox.path().join("pages/of/names").join(name)).unwrap();
    assert!(page("index.html").contains("<a href=\"core.html#map-with\">map-with</a>"));
    assert!(page("core.html").contains("(remove 2 '(1 2 3 2))  ;=&gt; (1 3)"));
    assert!(page("scheme.html").contains("<h3 id=\"and-let*\">"));
    let failed = sandbox.run(&["doc", "--html", "pages/of/names/core.html"]);
    assert!(failed.starts_with("exit status 1") && failed.contains("cannot make pages/of/names/core.html"), "{failed}");
}

#[test]
fn options_stand_before_or_after_a_command() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(car *arguments*)")]);
    for line in [
        &["--json", "run", "main.lisp", "x"] as &[&str],
        &["run", "--json", "main.lisp", "x"],
        &["--json", "main.lisp", "x"],
    ] {
        assert!(sandbox.run(line).starts_with("exit status 0"), "{line:?}");
    }
    let said = sandbox.run(&["--json", "check", "none.lisp"]);
    assert!(said.contains("{\""), "{said}");
    assert!(sandbox.run(&["-e", "1", "check", "main.lisp"]).starts_with("exit status 2"));
    assert!(sandbox.run(&["--timeout", "1", "-e", "(while t)"]).contains("error[out-of-time]"));
}

#[test]
fn a_language_by_another_name_is_told() {
    for (name, language) in [("r7rs", "scheme"), ("Scheme", "scheme")] {
        let said = klammer(&["-r", name, "-e", "1"]);
        assert!(said.contains(&format!("did you mean -r {language}?")), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn unwritable_messages_are_failures() {
    for line in [&["--version"] as &[&str], &["--help"], &["run", "--help"], &["doc", "car"], &["test", "main.lisp"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let sandbox = Sandbox::new(&[("main.lisp", b"(+ 1 2) ;=> 3")]);
        let said = crate::shown(&sandbox.command(line).stdout(full).output().unwrap());
        assert!(said.starts_with("exit status 1") && said.contains("No space left"), "{line:?}\n{said}");
    }
}

#[test]
fn a_name_of_any_length_is_looked_up_at_once() {
    let said = klammer(&["doc", &"x".repeat(100_000)]);
    assert!(said.starts_with("exit status 1") && said.len() < 1_000, "{said}");
}

#[test]
fn a_time_may_have_a_unit() {
    for time in ["5", "5s", "5000ms"] {
        assert_eq!(klammer(&["--timeout", time, "-e", "1"]), "exit status 0\n--- stdout\n1\n");
    }
}

#[test]
fn a_call_without_its_parentheses_is_asked_about() {
    let said = klammer(&["-e", "+ 1 2"]);
    assert!(
        said.starts_with("exit status 0\n--- stdout\n2\n")
            && said.contains("a call has its parenthesis in front: (+ 1 2)"),
        "{said}"
    );
    assert!(!klammer(&["-e", "(setq x 1) x"]).contains("front"));
}

#[test]
fn a_file_is_run_without_a_command() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(write *arguments*) (newline)")]);
    assert_eq!(sandbox.run(&["main.lisp", "-x", "a b"]), "exit status 0\n--- stdout\n(\"-x\" \"a b\")\n");
}

#[test]
fn a_size_with_an_unknown_unit_is_wrong_usage() {
    assert_snapshot!(klammer(&["run", "--memory", "3X", "main.lisp"]), @r"
    exit status 2
    --- stderr
    error: invalid value '3X' for '--memory <SIZE>': expected a number of bytes, such as 500k, 64M or 2G

    For more information, try '--help'.
    ");
}

#[test]
fn a_negative_time_is_wrong_usage() {
    assert_snapshot!(klammer(&["--timeout=-1", "-e", "1"]), @r"
    exit status 2
    --- stderr
    error: invalid value '-1' for '--timeout <TIME>': expected a time, such as 10 or 0.5 (seconds), 10s or 50ms

    For more information, try '--help'.
    ");
}

#[test]
fn ticks_that_are_no_number_are_wrong_usage() {
    assert_snapshot!(klammer(&["--ticks", "much", "-e", "1"]), @r"
    exit status 2
    --- stderr
    error: invalid value 'much' for '--ticks <TICKS>': expected a number of ticks, such as 1000000

    For more information, try '--help'.
    ");
}

#[test]
fn options_after_the_file_belong_to_the_program() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(write *arguments*)")]);
    assert_snapshot!(sandbox.run(&["run", "--ticks", "1000", "main.lisp", "--ticks", "-x", "--", "a b"]), @r#"
    exit status 0
    --- stdout
    ("--ticks" "-x" "--" "a b")
    "#);
}

#[test]
fn wrong_words_are_refused_with_the_right_ones() {
    // found: 2026-11-27, a reader of the source
    for (line, said) in [
        (&["--allow", "no-such-lint", "-e", "1"] as &[&str], "there is no lint of this name"),
        (&["--allow", "unused-valeu", "-e", "1"], "did you mean unused-value?"),
    ] {
        let told = klammer(line);
        assert!(told.starts_with("exit status 2\n") && told.contains(said), "{line:?}\n{told}");
    }
    assert!(!klammer(&["fmt", "--help"]).contains("--seed"));
    assert!(klammer(&["--allow", "unused-value", "-e", "1"]).starts_with("exit status 0\n"));
}

#[cfg(unix)]
#[test]
fn a_report_begins_a_line_at_a_terminal() {
    // found: 2026-11-27, a reader of the source
    let sandbox =
        Sandbox::new(&[("a.lisp", b"(dotimes (i 3) (display i)) (no-such)"), ("b.lisp", b"(print 1) (no-such)")]);
    for (file, expected) in [("a.lisp", "012\nerror[unbound-variable]"), ("b.lisp", "1\nerror[unbound-variable]")] {
        let mut terminal = crate::terminal::Terminal::start(&sandbox, &[file], &[("NO_COLOR", "1")], 80);
        let said = terminal.sees_the_end().replace("\r\n", "\n");
        assert!(said.starts_with(expected), "{said:?}");
    }
}

#[test]
fn completions_name_all_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = klammer(&["completions", shell]);
        assert!(text.starts_with("exit status 0\n"), "{text}");
        for word in ["klammer", "solve", "compare", "check-unique", "draw"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    assert!(klammer(&["completions", "csh"]).contains("possible values: bash, elvish, fish, powershell, zsh"));
}

#[test]
fn each_command_has_a_manual_page() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(sandbox.run(&["man", "man1"]), "exit status 0\n");
    let page = |name: &str| std::fs::read_to_string(sandbox.path().join("man1").join(name)).unwrap();
    let all = page("klammer.1");
    let commands: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("klammer\\-")).collect();
    assert!(commands.len() >= 16, "{all}");
    for command in commands {
        let name = command.trim_end_matches("(1)");
        assert!(page(&format!("klammer-{name}.1")).contains(&format!("klammer\\-{name}")), "{name}");
    }
    assert!(page("klammer-solve.1").contains("Check that each solution is the only one"));
    std::fs::write(sandbox.path().join("file"), "").unwrap();
    assert!(sandbox.run(&["man", "file"]).starts_with("exit status 1\n--- stderr\nklammer: cannot write to file: "));
}
