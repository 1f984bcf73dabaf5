//! Advice on what the functions of stores were given.

use super::around::lists_around;
use super::parts;
use crate::fault::Condition;
use crate::reader::{TokenKind, tokens};

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

/// Constraints that are functions of their own, by their names without `!`.
const CONSTRAINTS: [&str; 12] = [
    "all-different",
    "alldifferent",
    "all_different",
    "allDifferent",
    "distinct",
    "all-distinct",
    "element",
    "table",
    "circuit",
    "cumulative",
    "no-overlap",
    "lexicographic",
];

/// Advice on `(post! s (all-different xs))`: that one is no condition, and takes the place of the `post!`.
pub(super) fn on_constraint_inside(name: &str, form: &str, text: &str, start: usize) -> Option<String> {
    let plain = name.trim_end_matches('!');
    CONSTRAINTS.contains(&plain).then_some(())?;
    let place = start..start + form.len();
    let post = lists_around(text, &place)
        .into_iter()
        .filter_map(|list| text.get(list))
        .find(|list| list.starts_with("(post! "))?;
    let function = match plain {
        "alldifferent" | "all_different" | "allDifferent" | "distinct" | "all-distinct" => "all-different",
        plain => plain,
    };
    let store = post.split_whitespace().nth(1)?;
    let arguments = parts(form)?.get(1..)?.join(" ");
    let meant = match arguments.as_str() {
        "" => format!("({function}! {store} ...)"),
        arguments => format!("({function}! {store} {arguments})"),
    };
    Some(format!("that is a constraint by itself, in the place of the post!: {meant}"))
}

/// Advice on a condition of variables in a function that `post!` calls: there it is a list that says the condition.
pub(super) fn on_own_condition(text: &str, place: &std::ops::Range<usize>, condition: &str) -> Option<String> {
    let around = lists_around(text, place).into_iter().filter_map(|list| text.get(list));
    let function = around.filter_map(|list| parts_of_definition(list)).next()?;
    let is_posted = text.match_indices("(post! ").any(|(at, _)| {
        let rest = text.get(at..).unwrap_or_default();
        let call = format!("({function} ");
        rest.lines().take(3).any(|line| line.contains(&call))
    });
    let written = as_template(condition).filter(|_| is_posted)?;
    Some(format!(
        "a function that post! calls returns its condition as a list, `{written}; what no operation says is posted by \
         propagator!, or by table!, with the tuples that are allowed"
    ))
}

/// The name that a definition gives.
fn parts_of_definition(list: &str) -> Option<&str> {
    let rest = list.strip_prefix("(defproc ").or_else(|| list.strip_prefix("(defun "))?;
    rest.split([' ', '(', '\n']).next().filter(|name| !name.is_empty())
}

/// A form as a template, with the values of its variables.
fn as_template(form: &str) -> Option<String> {
    let mut written = String::new();
    let mut is_head = false;
    for (kind, range) in tokens(form) {
        let token = form.get(range)?;
        let is_name = kind == TokenKind::Word && !is_head && token.parse::<f64>().is_err();
        written.push_str(if is_name { "," } else { "" });
        written.push_str(token);
        is_head = matches!(kind, TokenKind::Open(_));
    }
    (written.len() <= 100 && !written.contains('\n')).then_some(written)
}
