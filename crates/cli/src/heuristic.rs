//! Files that define how a search chooses, and search nothing themselves.

use std::path::Path;

use klammer::syntax::{TokenKind, tokens};

/// What the library's searches call, of which a program may have its own.
const HOOKS: [&str; 6] = ["choose-cell", "order-values", "search-level", "observe", "find-choices", "sort-choices"];

/// What to say of a program that has been run and has only defined a heuristic.
pub fn note(path: &Path, text: &str, arguments: &[String], tool: &str) -> Option<String> {
    let hook = only_hook(text)?;
    let path = path.display();
    let puzzles = match arguments {
        [] => "PUZZLES".to_string(),
        arguments => arguments.join(" "),
    };
    Some(format!(
        "{path} defines {hook} for a search, and searches nothing itself: {tool} solve --script {path} {puzzles}"
    ))
}

/// The first of the functions that the library calls which a text defines, if it does nothing but to define.
fn only_hook(text: &str) -> Option<&str> {
    let (mut depth, mut head, mut hook) = (0usize, None, None);
    for token in tokens(text).filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Comment)) {
        let word = text.get(token.range).unwrap_or("");
        match token.kind {
            TokenKind::Open => {
                depth += 1;
                match (depth, head) {
                    (1, _) => head = None,
                    (2, None) => return None,
                    _ => {}
                }
                continue;
            }
            TokenKind::Close => {
                depth = depth.checked_sub(1)?;
                continue;
            }
            _ if depth > 1 => continue,
            _ if depth == 0 => return None,
            _ => {}
        }
        match head {
            None if word.starts_with("def") || ["require", "provide", "setq", "load"].contains(&word) => {
                head = Some(word);
            }
            None => return None,
            Some(definition) => {
                if definition.starts_with("def") && HOOKS.contains(&word) {
                    hook = hook.or(Some(word));
                }
            }
        }
    }
    hook
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_only_defines_a_heuristic_is_known() {
        let text = "; mine\n(require 'search)\n(setq n 1)\n(defproc choose-cell (board) (first (best-cells board)))\n";
        assert_eq!(only_hook(text), Some("choose-cell"));
        for other in [
            "",
            "(require 'search)",
            "(defproc f (x) (choose-cell x))",
            "(defproc choose-cell (board) nil) (print (solve (board 4)))",
            "(defproc choose-cell (board) nil) 1",
            "(defproc choose-cell (board) nil))",
        ] {
            assert_eq!(only_hook(other), None, "{other}");
        }
    }
}
