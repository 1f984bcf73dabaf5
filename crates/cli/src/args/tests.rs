//! What command lines mean.

use super::*;

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
    let tool = Tool { name: "shop", ..Tool::default() };
    for line in [&["target/debug/a-file", "--help"][..], &["a-file", "--bogus"], &["a-file", "check", "--bogus"]] {
        let error = Arguments::of(line.iter().map(OsString::from).collect(), tool.clone()).unwrap_err().to_string();
        assert!(error.contains("Usage: shop ") && !error.contains("a-file"), "{line:?}: {error}");
    }
}

#[test]
fn plain_command_lines_mean_what_the_definition_says() {
    let plain = |line: &[&str]| Arguments::plain(&line.iter().map(OsString::from).collect::<Vec<_>>());
    for line in [
        &[] as &[&str],
        &["-e", "(+ 1 2)"],
        &["-e", ""],
        &["run", "a.lisp"],
        &["run", "a.lisp", "x", ""],
        &["solve", "a.sdm"],
        &["solve", "--unique", "a.sdm", "-j", "2"],
        &["solve", "", "--unique"],
    ] {
        let defined = Arguments::try_parse_from(["klammer"].iter().chain(line)).unwrap();
        assert_eq!(format!("{:?}", plain(line).unwrap()), format!("{defined:?}"), "{line:?}");
    }
    for line in [
        &["run"] as &[&str],
        &["-e"],
        &["-e", "-1"],
        &["-h"],
        &["solve"],
        &["solve", "a", "b"],
        &["solve", "a", "-j"],
        &["solve", "a", "-j", "0"],
        &["solve", "--unique", "--unique", "a"],
        &["solve", "a", "--all"],
        &["solve", "-"],
        &["run", "-"],
        &["run", "a", "-b"],
    ] {
        assert!(plain(line).is_none(), "{line:?}");
    }
}

#[test]
fn the_definition_of_one_command_says_what_that_of_all_does() {
    for command in Arguments::command().get_subcommands() {
        let name = command.get_name();
        let endings: &[&[&str]] = &[
            &[],
            &["a"],
            &["a", "b"],
            &["a", "--on", "b"],
            &["-e", "1", "-x"],
            &["a", "--seed", "7"],
            &["--size", "9", "a"],
            &["--all", "--limit", "3", "-j", "2", "a"],
            &["--allow-read", "a", "b"],
            &["--help"],
            &["-V"],
            &["a", "--bogus"],
        ];
        let mut read = 0;
        for ending in endings {
            let line: Vec<&str> = [name].iter().chain(*ending).copied().collect();
            let defined = Arguments::try_parse_from(["klammer"].iter().chain(&line));
            let words: Vec<OsString> = line.iter().map(OsString::from).collect();
            let own = Arguments::of_command(&words);
            let (own, defined) = (own.map(|a| format!("{a:?}")), defined.ok().map(|a| format!("{a:?}")));
            assert_eq!(own, defined, "{line:?}");
            read += usize::from(own.is_some());
        }
        assert!((1..endings.len()).contains(&read), "{name}: {read}");
    }
}

#[test]
fn what_follows_the_file_belongs_to_the_program() {
    let parse = |line: &str| match Arguments::try_parse_from(line.split(' ')).map(|a| a.command) {
        Ok(Some(Command::Run(run))) => Some((run.program(), run.options)),
        _ => None,
    };
    let ((program, words), options) = parse("klammer run --fuel 3 a.lisp --fuel x -e").unwrap();
    assert_eq!(program, Program::File("a.lisp".into()));
    assert_eq!((words, options.fuel), (vec!["--fuel".to_string(), "x".into(), "-e".into()], Some(3)));
    let ((program, words), _) = parse("klammer run - b").unwrap();
    assert_eq!((program, words), (Program::Stdin, vec!["b".to_string()]));
    let ((program, words), _) = parse("klammer run -e -1 b c").unwrap();
    assert_eq!((program, words), (Program::Expression("-1".into()), vec!["b".to_string(), "c".into()]));
    let file = |line: &str| match Arguments::of_words(line.split(' ').map(OsString::from).collect(), &Tool::default())
        .map(|a| a.command)
    {
        Ok(Some(Command::Run(run))) => Some((run.program(), run.options.fuel)),
        _ => None,
    };
    let ((program, words), fuel) = file("klammer --fuel 3 a.lisp b").unwrap();
    assert_eq!((program, words, fuel), (Program::File("a.lisp".into()), vec!["b".to_string()], Some(3)));
    assert!(file("klammer sovle").is_none());
    assert!(parse("klammer run").is_none());
    assert!(parse("klammer run --bogus a.lisp").is_none());
}
