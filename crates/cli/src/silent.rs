//! Scripts that end well and have done nothing that anybody could see: most often their writer expects the value of the
//! last form, which the prompt shows and a file does not.

use klammer::syntax::{TokenKind, tokens};

/// Values and forms longer than this are not shown.
const MOST_SHOWN: usize = 60;

/// What the last form of a script begins with where nobody expects a value.
const STATEMENTS: [&str; 13] = [
    "setq", "set!", "require", "provide", "assert", "load", "aset", "exit", "catch", "dolist", "dotimes", "while",
    "for-each",
];

/// Parts of the names of functions that do something outside of the program.
const EFFECTS: [&str; 9] =
    ["write", "open-", "delete-file", "rename-file", "make-directory", "exit", "current-time", "sleep", "read-line"];

/// Languages in which something else than `print` shows values.
const OTHER_LANGUAGES: [&str; 2] = ["'scheme", "'common-lisp"];

/// What to say of a script that has written nothing; `shown` is the value of its last form, as it is shown.
pub fn note(name: &str, text: &str, shown: &str) -> Option<String> {
    let form = last_form(text)?;
    let head = form.strip_prefix('(')?.split([' ', ')', '\n', '(']).next().filter(|head| !head.is_empty())?;
    let is_statement = head.starts_with("def") || head.ends_with('!') || STATEMENTS.contains(&head);
    // What holds is not worth a word, unless it was asked for.
    let is_plain = shown == "nil" || shown == "t" && !head.ends_with('?');
    let has_effects = EFFECTS.iter().chain(&OTHER_LANGUAGES).any(|part| text.contains(part));
    if is_statement || is_plain || has_effects || shown.len() > MOST_SHOWN || shown.contains('\n') {
        return None;
    }
    let form = if form.len() <= MOST_SHOWN && !form.contains('\n') { form } else { "..." };
    Some(format!("{name} has printed nothing: its last value is {shown}, which (print {form}) shows"))
}

/// The last form of a text.
fn last_form(text: &str) -> Option<&str> {
    let (mut depth, mut start, mut last) = (0usize, None, None);
    for token in tokens(text) {
        match token.kind {
            TokenKind::Space | TokenKind::Comment => continue,
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let begun = *start.get_or_insert(token.range.start);
        if depth == 0 && token.kind != TokenKind::Prefix {
            last = text.get(begun..token.range.end);
            start = None;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_value_that_somebody_may_wait_for_is_told() {
        let told = note("x.lisp", "(defproc f (x) (* x x))\n(f 3) ; nine\n", "9").unwrap();
        assert_eq!(told, "x.lisp has printed nothing: its last value is 9, which (print (f 3)) shows");
        assert!(note("x.lisp", "(even? 2)", "t").is_some());
        for (text, shown) in [
            ("(defproc f (x) x)", "f"),
            ("(setq x 5)", "5"),
            ("(assert (= 1 1))", "t"),
            ("(run-tests)", "t"),
            ("(f 3)", "nil"),
            ("(table-set! table 'a 1)", "1"),
            ("(write-file \"a\" \"b\") (length l)", "3"),
            ("(require 'scheme) (f 3)", "9"),
            ("'a", "a"),
            ("", "nil"),
        ] {
            assert_eq!(note("x.lisp", text, shown), None, "{text}");
        }
    }
}
