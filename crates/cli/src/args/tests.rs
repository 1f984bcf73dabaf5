//! Tests of the meaning of command lines.

use crate::args::*;

#[test]
fn the_definition_is_consistent() {
    Arguments::command().debug_assert();
}

#[test]
fn the_help_of_another_program_names_that() {
    let mut command = named(Arguments::command(), "shop");
    command.build();
    let mut texts = vec![command.render_long_help().to_string()];
    texts.extend(command.get_subcommands_mut().map(|inner| inner.render_long_help().to_string()));
    assert!(texts.len() > 5);
    for text in texts {
        assert!(text.contains("shop ") && !text.contains("klammer "), "{text}");
    }
}

#[test]
fn the_usage_of_another_program_names_that_and_not_its_file() {
    let tool = AppInfo { name: "shop", ..AppInfo::default() };
    for line in [&["target/debug/a-file", "--help"][..], &["a-file", "--bogus"], &["a-file", "check", "--bogus"]] {
        let error = Arguments::of(line.iter().map(OsString::from), tool.clone()).unwrap_err().to_string();
        assert!(error.contains("Usage: shop ") && !error.contains("a-file"), "{line:?}: {error}");
    }
}

#[test]
fn words_after_the_file_belong_to_the_program() {
    let parse = |line: &str| {
        let words = line.split(' ').map(OsString::from);
        let arguments = Arguments::of(words, AppInfo::default()).ok()?;
        let run = match arguments.command {
            Some(Command::Run(run)) => run,
            None => arguments.run,
            _ => return None,
        };
        Some((run.program()?, run.arguments().join(" "), run.options.ticks))
    };
    let file = || Program::File("a.lisp".into());
    for line in ["klammer run --ticks 3 a.lisp --ticks x -e", "klammer --ticks 3 a.lisp --ticks x -e"] {
        assert_eq!(parse(line), Some((file(), "--ticks x -e".into(), Some(3))), "{line}");
    }
    assert_eq!(parse("klammer --ticks 3 run a.lisp run"), Some((file(), "run".into(), Some(3))));
    assert_eq!(parse("klammer run - b"), Some((Program::Stdin, "b".into(), None)));
    for line in ["klammer run -e -1 b c", "klammer -e -1 b c"] {
        assert_eq!(parse(line), Some((Program::Expression("-1".into()), "b c".into(), None)), "{line}");
    }
    for wrong in ["klammer sovle", "klammer run", "klammer run --bogus a.lisp", "klammer -e 1 check a.lisp"] {
        assert_eq!(parse(wrong), None, "{wrong}");
    }
}

#[test]
fn only_a_near_name_is_suggested() {
    assert!(is_near("--candidate", "--candidates") && is_near("--summery", "--summary") && is_near("rnu", "run"));
    assert!(!is_near("--givens", "--tries") && !is_near("--rule", "--ticks") && !is_near("foo", "doc"));
}
