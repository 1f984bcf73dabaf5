//! Options of the program behind the file of a script, where they are arguments of the script.

use std::fs;
use std::path::Path;

use klammer::Engine;
use klammer::syntax::{TokenKind, tokens};

/// What a script reads its arguments by, or what may read them for it.
const READERS: [&str; 4] = ["*arguments*", "command-line", "load", "eval"];

/// What to say of the first of a script's arguments that is an option of the program, if the script has no use for it.
/// `is_option` knows the options, `call` is the command line up to the file.
pub fn advice(script: &Path, arguments: &[String], call: &str, is_option: impl Fn(&str) -> bool) -> Option<String> {
    let name = |word: &String| word.split('=').next().unwrap_or("").to_string();
    let at = arguments.iter().position(|word| word.starts_with('-') && is_option(&name(word)))?;
    let option = name(arguments.get(at)?);
    if fs::read_to_string(script).map_or(true, |text| may_read(&text)) {
        return None;
    }
    let file = script.display();
    let rest: Vec<&str> = arguments.iter().skip(at).map(String::as_str).collect();
    Some(format!(
        "{option} stands behind {file}: it is an argument of the script, which reads none; options stand before the \
         file: {call} {} {file}",
        rest.join(" ")
    ))
}

/// Does the script read its arguments, or load what could do so?
fn may_read(text: &str) -> bool {
    let words = tokens(text).filter(|token| token.kind == TokenKind::Symbol).filter_map(|token| text.get(token.range));
    let mut before = "";
    for word in words {
        let is_own_module = before == "require" && Engine::module_documentation(word).is_none();
        if READERS.contains(&word) || is_own_module {
            return true;
        }
        before = word;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_read_their_arguments_are_known() {
        for reads in ["(print *arguments*)", "(command-line)", "(load \"other.lisp\")", "(require 'own)"] {
            assert!(may_read(reads), "{reads}");
        }
        for reads_not in ["(print 1) ; not *arguments*", "(require 'search) (print \"*arguments*\")", "("] {
            assert!(!may_read(reads_not), "{reads_not}");
        }
    }
}
