//! Expressions on the command line out of which the shell has taken the quotes: of `-e "(display "hi there")"` are left
//! the words `(display hi` and `there)`.

use std::ffi::OsString;

use klammer::syntax::{Completeness, completeness};
use klammer::{Code, Error};

/// The error about a name or an open list with what may have become of a text, if there is none in the expression.
pub fn with_help(error: Error, text: &str, tool: &str) -> Error {
    if text.contains(['"', '\'']) {
        return error;
    }
    let meant = match error.message().strip_suffix(" is not defined") {
        // What is called is no text.
        Some(name) if error.code() == Code::UnboundVariable && text.contains(&format!(" {name}")) => {
            let meant = text.replacen(&format!(" {name}"), &format!(" \"{name}\""), 1);
            format!("{tool} -e '{meant}'")
        }
        _ => return error,
    };
    let joint = |help: &str| if help.ends_with(['?', '.']) { " " } else { ". " };
    let before = error.help().map_or(String::new(), |help| format!("{help}{}", joint(help)));
    let advice =
        format!("{before}If it is a text, the shell has taken its quotes; within single ones they stay: {meant}");
    error.with_help(advice)
}

/// What to say of a command line whose expression the shell has cut into words.
pub fn advice(words: &[OsString], tool: &str) -> Option<String> {
    let words: Vec<&str> = words.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    let at = words.iter().position(|word| matches!(*word, "-e" | "--eval"))?;
    let pieces = words.get(at + 1..).filter(|pieces| pieces.len() > 1)?;
    let is_open = |text: &str| matches!(completeness(text), Completeness::Incomplete { .. });
    let whole = pieces.join(" ");
    (is_open(pieces.first()?) && completeness(&whole) == Completeness::Complete).then(|| {
        format!(
            "the shell has cut the expression into words, `{}` and others, and taken its quotes: within single ones it \
             stays whole, {tool} -e '(display \"hi there\")'",
            pieces.first().unwrap_or(&"")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_that_the_shell_has_cut_is_known() {
        let words = |all: &[&str]| all.iter().map(OsString::from).collect::<Vec<_>>();
        assert!(advice(&words(&["klammer", "-e", "(display hi", "there)"]), "klammer").is_some());
        for whole in [&["klammer", "-e", "(f)", "x"][..], &["klammer", "-e", "(f x"], &["klammer", "run", "(a", "b)"]] {
            assert_eq!(advice(&words(whole), "klammer"), None, "{whole:?}");
        }
    }
}
