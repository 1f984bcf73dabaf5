//! Advice on what the functions of stores were given.

use super::parts;
use crate::fault::Condition;

/// Advice on `(post! (= x y))` and `(values-of (solve s) x)`: what stands there is no store.
pub(super) fn on_store(c: &Condition, form: &str) -> Option<String> {
    let (_, got) = c.mismatch().filter(|(expected, _)| *expected == "a store")?;
    let parts = parts(form)?;
    let [function, first, ..] = parts.as_slice() else { return None };
    if *function == "post!" && first.starts_with('(') && got != "nil" {
        return Some(format!("the store comes first: ({function} store {})", parts.get(1..)?.join(" ")));
    }
    (got == "nil" && !first.starts_with('\'')).then(|| {
        let maker = if first.starts_with('(') { first } else { "what solve and settle return" };
        format!("{maker} is nil where there is no solution: (when solution ...) asks for that")
    })
}
