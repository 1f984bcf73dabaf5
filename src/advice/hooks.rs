//! Functions that a program defines in vain: under nearly the name of one that the library would call.

use std::iter;
use std::ops::Range;

use crate::reader::{TokenKind, tokens};
use crate::spelling::{near, nearest};

/// A function that nothing uses.
pub(crate) struct Misspelt<'t> {
    /// Its name.
    pub name: &'t str,
    /// In which of the texts it stands, and where.
    pub text: usize,
    pub range: Range<usize>,
    /// What was meant.
    pub hook: &'static str,
}

impl Misspelt<'_> {
    /// Is it the hook but for a slip of the fingers, and not a name that is made from the hook's (`choose-cells`)?
    pub fn is_slip(&self) -> bool {
        !self.name.starts_with(self.hook) && near(self.name, 2, iter::once(self.hook)).next().is_some()
    }
}

/// Further ones are not looked at.
const MOST_FOUND: usize = 100;

/// What the texts with a mark define and no text uses, if its name is nearly one of `hooks`, which no text defines
/// itself. A text that uses the hook knows how it is spelt: its own function is another one.
pub(crate) fn misspelt<'t>(texts: &[(&'t str, bool)], hooks: &[&'static str]) -> Vec<Misspelt<'t>> {
    let mut found = Vec::new();
    for (number, (text, _)) in texts.iter().enumerate().filter(|(_, (_, is_marked))| *is_marked) {
        each_name(text, |name, range, is_definition| {
            if is_definition
                && found.len() < MOST_FOUND
                && let Some(hook) = meant(name, hooks)
            {
                found.push(Misspelt { name, text: number, range, hook });
            }
        });
    }
    if !found.is_empty() {
        for (number, (text, _)) in texts.iter().enumerate() {
            each_name(text, |name, _, is_definition| {
                let clears = |f: &Misspelt| f.hook == name && (is_definition || f.text == number);
                found.retain(|f| !clears(f) && (is_definition || f.name != name));
            });
        }
    }
    found
}

/// Calls `each` with every name in a text, its place, and whether a form at top level defines it there.
fn each_name<'t>(text: &'t str, mut each: impl FnMut(&'t str, Range<usize>, bool)) {
    /// What comes next.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Next {
        Head,
        Defined,
        Any,
    }
    let (mut depth, mut next) = (0usize, Next::Any);
    for (kind, range) in tokens(text).filter(|(kind, _)| !kind.is_blank()) {
        next = match kind {
            TokenKind::Open(_) => {
                depth += 1;
                match next {
                    // `(define (name parameter) ...)`
                    Next::Defined => Next::Defined,
                    _ if depth == 1 => Next::Head,
                    _ => Next::Any,
                }
            }
            TokenKind::OpenVector | TokenKind::OpenBytes => {
                depth += 1;
                Next::Any
            }
            TokenKind::Close(_) => {
                depth = depth.saturating_sub(1);
                Next::Any
            }
            TokenKind::Word => {
                let word = text.get(range.clone()).unwrap_or("");
                let defines = next == Next::Head && (word.starts_with("def") || word == "setq");
                each(word, range, next == Next::Defined);
                if defines { Next::Defined } else { Next::Any }
            }
            _ => Next::Any,
        };
    }
}

/// The hook that is meant by a name: one that is nearly spelt so, or one with the same last word where all words are
/// those of hooks (`choose-value` for `order-values`).
fn meant(name: &str, hooks: &[&'static str]) -> Option<&'static str> {
    if hooks.contains(&name) {
        return None;
    }
    if let Some((_, hook)) = near(name, 2, hooks.iter().copied()).min() {
        return Some(hook);
    }
    // Cells are variables of a store, too, and digits values.
    let name = &*name.replace("variable", "cell").replace("digit", "value");
    if let Some(hook) = hooks.iter().copied().find(|hook| *hook == name) {
        return Some(hook);
    }
    let has_word = |hook: &str, word| hook.split('-').any(|own| is_like(word, own));
    let is_of_hooks = |word| hooks.iter().any(|hook| has_word(hook, word));
    let last = name.rsplit_once('-').map(|(_, last)| last).filter(|_| name.split('-').all(is_of_hooks));
    let with_last = last.and_then(|last| hooks.iter().copied().find(|hook| has_word(hook, last)));
    with_last.or_else(|| nearest(name, hooks.iter().copied()))
}

/// Is one word the other, perhaps shortened or misspelt?
fn is_like(word: &str, own: &str) -> bool {
    let is_cut = |long: &str, short: &str| short.len() > 2 && long.starts_with(short);
    is_cut(own, word) || is_cut(word, own) || near(word, 2, iter::once(own)).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOOKS: &[&str] = &["choose-cell", "order-values", "observe"];

    fn found(text: &str) -> Vec<(&str, &str)> {
        misspelt(&[(text, true)], HOOKS).into_iter().map(|m| (m.name, m.hook)).collect()
    }

    #[test]
    fn a_name_that_is_nearly_a_hook_is_found_in_any_language() {
        for text in [
            "(defproc choose-cel (board) 1)",
            "(define (choose-cel board) 1)",
            "(setq choose-cel (lambda (board) 1))",
            "(defun choose-cel (board) 1) ; choose-cel is the hook",
        ] {
            assert_eq!(found(text), [("choose-cel", "choose-cell")], "{text}");
        }
        assert_eq!(found("(defproc choose-valu (board cell) 1)"), [("choose-valu", "order-values")]);
        assert_eq!(found("(defproc observer (board cell) 1)"), [("observer", "observe")]);
        assert_eq!(found("(defproc choose-variable (s) 1)"), [("choose-variable", "choose-cell")]);
        assert_eq!(found("(defproc order-digits (board cell) 1)"), [("order-digits", "order-values")]);
    }

    #[test]
    fn a_slip_of_the_fingers_is_told_from_another_name() {
        let is_slip = |text| misspelt(&[(text, true)], HOOKS).iter().map(Misspelt::is_slip).collect::<Vec<_>>();
        assert_eq!(is_slip("(defproc choose-cel (board) 1)"), [true]);
        assert_eq!(is_slip("(defproc choose-cells (board) 1)"), [false]);
        assert_eq!(is_slip("(defproc choose-value (board cell) 1)"), [false]);
    }

    #[test]
    fn what_is_used_or_named_otherwise_is_not() {
        for text in [
            "(defproc choose-cell (board) 1)",
            "(defproc choose-cells (board) 1) (defproc choose-cell (board) (first (choose-cells board)))",
            "(defproc choose-cells (board) 1) (print choose-cells)",
            "(provide 'choose-cells) (defproc choose-cells (board) 1)",
            "(defproc choose-cell-2 (board) 1) (defproc choose-cell (board) 1)",
            "(defproc best-cell-of-row (board row) 1)",
            "(defproc choose-cells (board) (list (choose-cell board)))",
            "(defproc f (choose-cel) 1)",
            "(let ((choose-cel 1)) 2)",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
