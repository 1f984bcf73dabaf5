//! Options that other programs have: what does the same here.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options as they are called elsewhere, and what to say of them: the first whose option the command has, in any
/// command if it needs none.
struct Row {
    names: &'static [&'static str],
    here: &'static [(&'static str, &'static str)],
}

const ROWS: &[Row] = &[
    Row {
        names: &["--difficulty", "--level", "--hard", "--easy", "--medium", "--grade", "--min-rating", "--max-rating"],
        here: &[("rating", "'--rating 2.8-5' says how hard: up to 1.5 easy, to 2.8 medium, to 5 hard")],
    },
    Row {
        names: &[
            "--heuristic",
            "--solver",
            "--strategy",
            "--program",
            "--lisp",
            "--load",
            "--rules",
            "--file",
            "-f",
            "-s",
            "-l",
        ],
        here: &[
            ("script", "'--script FILE' loads a file in Lisp"),
            ("eval", "the file stands without an option: 'run FILE'"),
        ],
    },
    Row {
        names: &["--rule", "--technique", "--techniques"],
        here: &[("language", "'--script FILE' brings rules of your own, which it puts into *rules*")],
    },
    Row {
        names: &["--givens", "--clues", "--blanks", "--holes", "--empty", "--min-givens", "--max-givens"],
        here: &[("symmetry", "a puzzle has as few givens as it takes; '--rating' and '--symmetry' can be wished")],
    },
    Row {
        names: &["--runs", "--repeat", "--repetitions", "--iterations", "--rounds"],
        here: &[("turns", "'--turns N' has each script solve each puzzle so many times")],
    },
    Row {
        names: &["--format", "--type"],
        here: &[("ascii", "'--output FILE.svg' writes a picture; klammer solve writes other notations")],
    },
    Row {
        names: &["--script"],
        here: &[("eval", "a file stands without an option: 'klammer FILE', or 'klammer solve --script FILE PUZZLES'")],
    },
    Row {
        names: &["--solutions", "--max-solutions", "--count", "--number", "--num", "-n", "-k", "--max"],
        here: &[
            (
                "all",
                "'--all --limit K' finds at most K solutions; 'klammer search --number N' takes the Nth puzzle of a file",
            ),
            ("solutions", "'--solutions K' finds at most K solutions"),
            ("limit", "'--limit N' takes only the first N puzzles"),
            ("count", "'--count N' makes so many"),
            ("ascii", "all puzzles of a file are drawn; '--output FILE.svg' draws the first"),
        ],
    },
    Row {
        names: &["--puzzle", "--puzzles", "--input-file", "--in", "-i", "-p", "--board", "--grid"],
        here: &[
            ("on", "'--on FILE' names the puzzles"),
            ("input", "a puzzle, or a file of puzzles, stands without an option"),
        ],
    },
    Row {
        names: &["--verbose", "-v", "-vv", "--debug", "-d", "--stats", "--statistics", "--progress", "--info"],
        here: &[
            ("summary", "'--summary' says at the end what came out"),
            ("max-nodes", "'--tree FILE.html' shows all steps, '--trace FILE.jsonl' writes them"),
        ],
    },
    Row {
        names: &["--timeout", "--time-limit", "--max-time", "--seconds", "-t", "--deadline"],
        here: &[("time", "'--time SECONDS' is the limit, as in '--time 5' or '--time 50ms'")],
    },
    Row {
        names: &["--nodes", "--max-steps", "--steps", "--node-limit", "--max-depth"],
        here: &[
            ("max-nodes", "'--max-nodes N' stops after so many steps"),
            ("budget", "'--budget 10000' gives a puzzle up after so many nodes, '--budget 50ms' after a time"),
        ],
    },
    Row {
        names: &["--threads", "--parallel", "--cores", "--workers", "--processes"],
        here: &[("jobs", "'--jobs N' works on so many puzzles at the same time")],
    },
    Row {
        names: &[
            "--html",
            "--svg",
            "--png",
            "--picture",
            "--image",
            "--plot",
            "--draw",
            "--visualize",
            "--graph",
            "--show",
        ],
        here: &[
            ("tree", "'--tree FILE.html' writes a page that shows the search"),
            ("ascii", "'--output FILE.svg' writes a picture"),
            ("format", "'--format draw' draws grids"),
        ],
    },
    Row {
        names: &["--pretty", "--print"],
        here: &[("summary", "'--format draw' draws grids"), ("symmetry", "'--format draw' draws grids")],
    },
    Row {
        names: &["--output", "-o", "--out", "--outfile"],
        here: &[
            ("tree", "'--tree FILE.html' writes a page, '--trace FILE.jsonl' the steps"),
            ("", "results go to standard output: '> FILE' behind the command writes them to a file"),
        ],
    },
    Row {
        names: &["--mem", "--max-memory", "--memory-limit", "--ram", "--heap"],
        here: &[("memory", "'--memory BYTES' is the limit, as in '--memory 100M'")],
    },
    Row { names: &["--random", "--random-seed", "--rng"], here: &[("seed", "'--seed NUMBER' fixes random numbers")] },
    Row {
        names: &["--verify", "--check", "--check-unique", "--proof", "--prove"],
        here: &[("unique", "'--unique' has each solution proved to be the only one")],
    },
    Row {
        names: &["--symmetric", "--rotational"],
        here: &[("symmetry", "'--symmetry half-turn' makes symmetric puzzles")],
    },
    Row {
        names: &["--lang", "--locale"],
        here: &[
            ("language", "'--language de' tells reasons in German"),
            ("require", "'-r scheme' runs a program in Scheme"),
        ],
    },
    Row {
        names: &["--scheme", "--r7rs", "--common-lisp", "--cl", "--dialect"],
        here: &[("require", "'-r scheme' runs a program in Scheme, '-r common-lisp' one in Common Lisp")],
    },
    Row { names: &["--csv", "--jsonl"], here: &[("json", "'--json' writes each result as a line of JSON")] },
    Row {
        names: &["--steps", "--next", "--explain", "--why", "--path"],
        here: &[("language", "'--all' shows all steps, each with its reason")],
    },
    Row {
        names: &["--expr", "--expression", "--execute", "--command", "-c"],
        here: &[("eval", "'-e EXPR' evaluates an expression")],
    },
    Row {
        names: &["--strict", "--werror", "-W", "-Wall", "-Werror"],
        here: &[("deny-warnings", "'--deny-warnings' lets the first warning be an error")],
    },
    Row {
        names: &["--color", "--colour", "--no-color", "--no-colour", "--colors"],
        here: &[("", "the environment's variable NO_COLOR turns colours off, CLICOLOR_FORCE turns them on")],
    },
    Row { names: &["--repl", "--interactive", "-i"], here: &[("", "the program without arguments is a prompt")] },
];

/// The error with what the option of another program is called here, if that is what is wrong.
pub fn with_tip(mut error: clap::Error, words: &[OsString], command: &clap::Command) -> clap::Error {
    let option = error.get(ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::UnknownArgument);
    let Some(ContextValue::String(option)) = option else { return error };
    let option = option.split(['=', ' ']).next().unwrap_or_default();
    // That of options before the command stands for `run`.
    let named = words.iter().skip(1).find_map(|word| command.find_subcommand(word));
    let run = command.find_subcommand("run").unwrap_or(command);
    let command = named.unwrap_or(run);
    let tip = match tip(option, command) {
        Some(tip) => tip.to_string(),
        None if is_near(option, error.get(ContextKind::SuggestedArg)) || !option.starts_with("--") => return error,
        None => options_of(command, run),
    };
    if let Some(ContextValue::String(suggested)) = error.remove(ContextKind::SuggestedArg)
        && let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage)
    {
        // It shows the option that is not meant.
        let usage = usage.to_string();
        if let Some((before, behind)) = usage.split_once(&suggested) {
            let behind =
                behind.strip_prefix(" <").and_then(|rest| rest.split_once('>')).map_or(behind, |(_, rest)| rest);
            let usage = format!("{before}[OPTIONS]{behind}");
            error.insert(ContextKind::Usage, ContextValue::StyledStr(usage.into()));
        }
    }
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Is the option that is suggested one that could have been meant? One slip in three letters is.
fn is_near(option: &str, suggested: Option<&ContextValue>) -> bool {
    let Some(ContextValue::String(suggested)) = suggested else { return false };
    let (option, suggested) = (option.trim_start_matches('-'), suggested.trim_start_matches('-'));
    strsim::damerau_levenshtein(option, suggested) <= option.len() / 3
}

/// All options that a command has, but for those that all commands have with `run`.
fn options_of(command: &clap::Command, run: &clap::Command) -> String {
    let is_common = |name: &str| run.get_arguments().any(|arg| arg.get_long() == Some(name));
    let own = command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(clap::Arg::get_long);
    let names: Vec<String> = own.filter(|name| !is_common(name)).map(|name| format!("--{name}")).collect();
    match names.as_slice() {
        [] => "'--help' shows the options".to_string(),
        names => format!("its own options are {}; '--help' says what they do", names.join(", ")),
    }
}

/// Values that other programs have for an option, and what to say of them.
const VALUES: &[(&str, &[&str], &str)] = &[
    (
        "--symmetry",
        &["rotational", "rotation", "rotate", "point", "central", "180", "rot180", "half", "c2"],
        "'half-turn' is the symmetry about the middle, 'quarter-turn' that of all quarters",
    ),
    ("--symmetry", &["mirror", "mirrored", "left-right", "reflection", "axis"], "'vertical' mirrors left and right"),
    ("--symmetry", &["top-bottom", "up-down", "flip"], "'horizontal' mirrors top and bottom"),
    ("--language", &["german", "deutsch", "ger", "de_DE", "de-DE"], "German is 'de'"),
    ("--language", &["english", "eng", "en_US", "en_GB", "en-US"], "English is 'en'"),
];

/// The error with the value that is meant, where it is one that other programs have.
pub fn with_value(mut error: clap::Error) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.to_lowercase(),
        _ => String::new(),
    };
    let (option, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    if error.kind() != ErrorKind::InvalidValue || option.is_empty() {
        return error;
    }
    let of_option = |row: &&(&str, &[&str], &str)| option.starts_with(row.0);
    let known = VALUES.iter().filter(of_option).find(|row| row.1.iter().any(|name| name.to_lowercase() == value));
    match known {
        Some((_, _, tip)) => {
            error.remove(ContextKind::SuggestedValue);
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![(*tip).into()]));
        }
        None => {
            let suggested = error.get(ContextKind::SuggestedValue);
            if suggested.is_some() && !is_near(&value, suggested) {
                error.remove(ContextKind::SuggestedValue);
            }
        }
    }
    error
}

fn tip(option: &str, command: &clap::Command) -> Option<&'static str> {
    let has = |name: &str| name.is_empty() || command.get_arguments().any(|arg| arg.get_long() == Some(name));
    let rows = ROWS.iter().filter(|row| row.names.contains(&option));
    rows.flat_map(|row| row.here).find(|(name, _)| has(name)).map(|(_, tip)| *tip)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Arguments;

    #[test]
    fn every_option_that_is_named_is_there() {
        let command = Arguments::command();
        let all: Vec<String> = command
            .get_subcommands()
            .flat_map(clap::Command::get_arguments)
            .filter_map(|arg| arg.get_long().map(|name| format!("--{name}")))
            .collect();
        for (name, tip) in ROWS.iter().flat_map(|row| row.here) {
            assert!(name.is_empty() || all.contains(&format!("--{name}")), "{name}");
            for word in tip.split([' ', '\'']).filter(|word| word.starts_with("--")) {
                assert!(all.iter().any(|option| option == word), "{tip}");
            }
        }
    }

    #[test]
    fn what_is_not_near_is_not_suggested() {
        let near = |option: &str, name: &str| is_near(option, Some(&ContextValue::String(name.into())));
        assert!(near("--candidate", "--candidates") && near("--summery", "--summary"));
        assert!(!near("--givens", "--tries") && !near("--rule", "--fuel"));
        let command = Arguments::command();
        let of =
            |name: &str| options_of(command.find_subcommand(name).unwrap(), command.find_subcommand("run").unwrap());
        let options = of("hint");
        assert!(
            options.contains("--all") && options.contains("--language") && !options.contains("--fuel"),
            "{options}"
        );
        assert_eq!(of("run"), "'--help' shows the options");
    }

    #[test]
    fn the_tip_is_one_for_the_command() {
        let command = Arguments::command();
        let of = |name: &str, option: &str| tip(option, command.find_subcommand(name).unwrap()).unwrap_or("");
        assert!(of("generate", "--difficulty").contains("--rating"));
        assert!(of("solve", "--solutions").contains("--limit"));
        assert!(of("compare", "--puzzles").contains("--on"));
        assert!(of("rate", "--puzzles").contains("without an option"));
        assert_eq!(of("solve", "--nonsense"), "");
    }
}
