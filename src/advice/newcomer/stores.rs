//! Advice on what the functions of stores were given.

use std::ops::Range;

use super::around::{around, calls_around, head, lists_around};
use super::parts;
use crate::fault::Condition;
use crate::reader::{TokenKind, tokens};

/// Bytes of a form that advice repeats.
const MOST_SHOWN: usize = 60;

/// Advice on `(post! (= x y))` and `(values-of (solve s) x)`: what stands there is no store.
pub(super) fn on_store(c: &Condition, form: &str, text: &str) -> Option<String> {
    let (_, got) = c.mismatch().filter(|(expected, _)| *expected == "a store")?;
    let parts = parts(form)?;
    let [function, first, ..] = parts.as_slice() else { return None };
    // What has been the store is another thing by now.
    let was_store = text.contains(&format!("(setq {first} (make-store"));
    if *function == "all-different!" && got.starts_with("#<variable ") && !was_store {
        let variables = parts.get(1..)?.join(" ");
        return Some(format!(
            "the store comes first, and the variables stand in a list: (all-different! store (list {variables}))"
        ));
    }
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

/// What is said of a variable of a store where a number is expected: the expression around it is one of the store.
pub(super) fn on_variable(c: &Condition, subject: &str, text: &str) -> Option<String> {
    let (expected, got) = c.mismatch()?;
    if !got.starts_with("#<variable ") || !(expected.contains("number") || expected.contains("integer")) {
        return None;
    }
    let operations = klammer_constraints::OPERATIONS;
    let is_operation = |name: &str| operations.split(' ').any(|operation| operation == name);
    let place = c.span.start() as usize..c.span.end() as usize;
    let form = text.get(place.clone()).filter(|form| head(form) == Some(subject) && is_operation(subject));
    let Some(form) = form else {
        if let Some(help) = on_other_operation(subject, text, &place) {
            return Some(help);
        }
        return Some(format!(
            "of variables, conditions (post!, expression!) are made with {operations}; (apply + variables) is a sum; a \
             test of your own is posted by propagator!, or by table!, with the tuples that pass it"
        ));
    };
    let around = lists_around(text, &place).into_iter().map_while(|list| text.get(list));
    let whole = around.take_while(|list| head(list).is_some_and(is_operation)).last().unwrap_or(form);
    let outermost = head(whole).unwrap_or(subject);
    if let Some(help) = on_own_condition(text, &place, whole) {
        return Some(help);
    }
    let shown = if whole.len() <= MOST_SHOWN && !whole.contains('\n') {
        whole.to_string()
    } else {
        format!("({outermost} ...)")
    };
    let store = store_of(text);
    Some(if ["=", "/=", "<", "<=", ">", ">=", "and", "or", "not", "if", "iff"].contains(&outermost) {
        format!("a condition on variables is one of their store: (post! {store} {shown})")
    } else {
        format!(
            "an expression of variables is one of their store, with a variable as its value: \
             (expression! {store} {shown})"
        )
    })
}

/// The name of the store that a text makes.
pub(super) fn store_of(text: &str) -> &str {
    let name = text.split_once("(make-store").and_then(|(before, _)| before.split_whitespace().next_back());
    name.map_or("store", |name| name.trim_start_matches('('))
}

/// Advice on a function that is no operation on variables, or is handed one that is.
pub(super) fn on_other_operation(subject: &str, text: &str, place: &Range<usize>) -> Option<String> {
    let store = store_of(text);
    if matches!(subject, "nth" | "list-ref" | "aref") {
        return Some(format!(
            "an element whose place is a variable is a variable, too: (element! {store} list index result), with \
             (setq result (variable {store} lo hi))"
        ));
    }
    let around = calls_around(text, place);
    let folds = |(head, _): &&(&str, Range<usize>)| ["reduce", "fold-left", "fold-right", "apply"].contains(head);
    let (_, call) = around.iter().find(folds).filter(|_| matches!(subject, "+" | "*" | "max" | "min"))?;
    let list = parts(text.get(call.clone())?)?.pop()?;
    let meant = format!("(apply {subject} {list})");
    let is_posted = around.iter().any(|(head, _)| matches!(*head, "post!" | "expression!"));
    Some(if is_posted {
        format!("of variables that is written {meant}")
    } else {
        format!("of variables that is an expression, whose value is a variable: (expression! {store} {meant})")
    })
}

/// Advice on `(!= a b)` within `(post! store ...)`.
pub(super) fn within_post(name: &str, form: &str, text: &str, start: usize) -> Option<String> {
    let is_posted = around(text, start).iter().any(|form| form.head == "post!");
    match parts(form)?.as_slice() {
        ["!=" | "<>" | "not=" | "~=" | "!==" | "≠", a, b] if is_posted && form.contains(name) => {
            Some(format!("here this is (/= {a} {b})"))
        }
        _ => None,
    }
}

/// Advice on `(variables s 1 9 4)`, least and greatest value before the count.
pub(super) fn on_range(c: &Condition, form: &str) -> Option<String> {
    c.problem.strip_prefix("the least value ")?;
    match parts(form)?.as_slice() {
        ["variables", store, least, greatest, count] => Some(format!(
            "how many there are comes first, then the least and the greatest value: \
             (variables {store} {count} {least} {greatest})"
        )),
        ["variable", store, greatest, least] => {
            Some(format!("the least value comes first: (variable {store} {least} {greatest})"))
        }
        _ => None,
    }
}

/// Advice on a condition of variables in a function that `post!` calls: there it is a list that says the condition.
pub(super) fn on_own_condition(text: &str, place: &Range<usize>, condition: &str) -> Option<String> {
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
