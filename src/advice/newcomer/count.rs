//! Advice on calls with a wrong number of arguments.

use super::call::{call_in_library, infix_inside};
use super::{is_name, parts};
use crate::fault::{Condition, Finding};

/// How many arguments a call should have had.
#[derive(Clone, Copy)]
struct Count<'a> {
    required: usize,
    most: Option<usize>,
    /// `list &optional before?`; empty if they have no names.
    parameters: &'a str,
    got: usize,
}

impl<'a> Count<'a> {
    fn of(c: &'a Condition) -> Option<Count<'a>> {
        match c.finding {
            Some(Finding::Count { required, most, ref parameters, got }) => {
                Some(Count { required, most, parameters, got })
            }
            _ => None,
        }
    }

    /// Must there be exactly so many?
    fn takes(self, count: usize) -> bool {
        self.required == count && self.most == Some(count)
    }
}

/// Advice on a call with a wrong number of arguments.
pub(super) fn on_count(c: &Condition, form: &str, text: &str, start: usize) -> Option<String> {
    let count = Count::of(c);
    if form.starts_with("(catch-and-apply ") && count.is_some_and(|count| count.got == 2) {
        return Some("the handler takes the tag and what was thrown: (lambda (tag e) expr...)".into());
    }
    if c.library.is_some()
        && let Some(definition) = c.subject.as_deref().and_then(call_in_library)
    {
        return Some(format!("the library calls it: (defproc {definition} ...)"));
    }
    if let Some(help) =
        count.and_then(|count| closed_too_late(count, form).or_else(|| variables_one_by_one(count, form)))
    {
        return Some(help);
    }
    if form.starts_with("(sort ") && count.is_some_and(|count| count.takes(1) && count.got == 2) {
        let list = parts(form).and_then(|parts| parts.get(1).copied()).unwrap_or("list");
        return Some(format!(
            "two elements are compared, (lambda (a b) (< a b)); by a key: (sort-by (lambda (x) ...) {list} <)"
        ));
    }
    if form.starts_with("(best-cell") && count.is_some_and(|count| count.takes(1) && count.got == 2) {
        return Some("the key is asked with the board and a cell: (lambda (board cell) expr...)".into());
    }
    if form.starts_with("(receive ") && count.is_some_and(|count| count.got == 1) {
        return Some(
            "one value has come: (values a b) returns two; (apply (lambda (a b) expr...) list) takes a list apart"
                .into(),
        );
    }
    if let Some(help) = infix_inside(form) {
        return Some(help);
    }
    let (parts, count) = (parts(form)?, count?);
    let subject = c.subject.as_deref().filter(|s| parts.first() == Some(s))?;
    match (subject, parts.as_slice()) {
        ("format", [_, control]) if control.starts_with('"') => {
            Some("the destination comes first: (format t ...) prints, (format nil ...) returns a string".into())
        }
        ("make-table", [_, data]) if data.contains('(') => {
            Some(format!("(list->table {data}) makes a table of a list of keys and values, '((key value)...)"))
        }
        ("make-table", _) if count.takes(0) => {
            Some("(make-table) is empty; (list->table '((a 1) (b 2))) has entries".into())
        }
        ("sort", [_, list]) if count.parameters == "list before?" => {
            Some(format!("(sort {list} <) sorts numbers upwards, (sort {list} string<?) strings"))
        }
        ("random", [_]) if count.parameters == "bound" => {
            Some("(random 6) is an integer from 0 to 5, (random 1.0) a number from 0 to 1".into())
        }
        ("random", [_, from, to]) if count.parameters == "bound" => {
            let count = match (from.parse::<i32>(), to.parse::<i32>()) {
                (Ok(from), Ok(to)) => to.saturating_sub(from).saturating_add(1).to_string(),
                _ => format!("(- {to} {from} -1)"),
            };
            Some(format!("from {from} to {to}: (+ {from} (random {count}))"))
        }
        (_, [_, record, value]) if count.parameters == "record" => {
            Some(format!("(set-{subject}! {record} {value}) changes the field"))
        }
        (_, [_, board, row, column]) if count.parameters == "board cell" => {
            Some(format!("a cell is one list: ({subject} {board} (list {row} {column}))"))
        }
        ("variable", [_, store, name, bounds @ ..]) if bounds.len() == 2 && count.parameters == "store lo hi" => {
            let (bounds, name) = (bounds.join(" "), name.trim_start_matches('\''));
            Some(format!("a name is given afterwards: (name! {store} '{name} (variable {store} {bounds}))"))
        }
        ("variable", [_, _, values])
            if count.parameters == "store lo hi"
                && values.starts_with("'(")
                && values.contains(|c: char| c.is_ascii_alphabetic()) =>
        {
            Some(
                "values are integers: of three colours, (variable store 0 2), and (nth value colours) is the name"
                    .into(),
            )
        }
        ("variable", [_, _, values]) if count.parameters == "store lo hi" && values.contains('(') => {
            Some("(variable store 1 9) has the values from 1 to 9; eliminate! and post! take others away".into())
        }
        _ => by_star(count)
            .or_else(|| by_default(count))
            .or_else(|| by_name(count, subject, &parts))
            .or_else(|| by_keyword(count, subject, &parts))
            .or_else(|| without_first(count, subject, &parts))
            .or_else(|| takes_in_next(count, &parts, text, start)),
    }
}

/// Advice on `(map-with (lambda (x) (* x x) list))`: a parenthesis closes too late.
fn closed_too_late(count: Count<'_>, form: &str) -> Option<String> {
    let call = parts(form)?;
    let (function, before) = call.split_last().filter(|(_, before)| before.len() == count.got)?;
    let is_too_few = count.required == before.len() + 1 && count.most.is_none_or(|most| most == count.required);
    let inside = parts(function).filter(|parts| parts.first() == Some(&"lambda") && parts.len() > 3)?;
    let (last, kept) = inside.split_last()?;
    is_too_few.then(|| {
        format!(
            "does the parenthesis of the function close too late? ({} ({}) {last})",
            before.join(" "),
            kept.join(" ")
        )
    })
}

/// Advice on `(= (abs a (abs b)))`: a parenthesis closes too late, so that a call takes in what should stand beside it.
fn takes_in_next(count: Count<'_>, parts: &[&str], text: &str, start: usize) -> Option<String> {
    let (next, call) = parts.split_last().filter(|(next, _)| next.starts_with('('))?;
    let is_one_too_many = count.takes(call.len() - 1) && count.got == call.len();
    let around = super::around::around(text, start);
    let outer = around.first().filter(|outer| JOINING.contains(&outer.head) && outer.part == 1)?;
    is_one_too_many
        .then(|| format!("does the parenthesis close too late? ({} ({}) {next})", outer.head, call.join(" ")))
}

/// Operations that are hardly meant with a single operand.
const JOINING: [&str; 11] = ["=", "/=", "<", ">", "<=", ">=", "-", "+", "*", "cons", "equal?"];

/// Advice on `(all-different! s a b c)`: what the function works on stands in a list.
fn variables_one_by_one(count: Count<'_>, form: &str) -> Option<String> {
    let at = count.parameters.split(' ').take_while(|p| !p.starts_with('&')).position(|p| p == "variables")?;
    let call = parts(form)?;
    let (before, variables) = call.split_at_checked(at + 1)?;
    let are_names = variables.len() > 1 && variables.iter().all(is_name);
    let is_all = call.len() - 1 == count.got;
    (are_names && is_all)
        .then(|| format!("variables stand in a list: ({} (list {}))", before.join(" "), variables.join(" ")))
}

/// Advice on keywords that a function of another language takes.
fn by_keyword(count: Count<'_>, subject: &str, parts: &[&str]) -> Option<String> {
    let parameters = count.parameters;
    let keyword = parts.iter().skip(1).find(|part| part.len() > 1 && part.starts_with(':'))?;
    if parameters.is_empty() || parameters.contains("&key") || parameters.contains("&rest") {
        return None;
    }
    Some(match (subject, *keyword) {
        ("sort", ":key") => "(sort-by key list before?) sorts by what a function gives for each element".into(),
        ("sort", ":reverse") => "(sort list >) is the descending order".into(),
        ("member" | "assoc" | "remove" | "remove-duplicates" | "union", ":test" | ":key") => {
            format!("{subject} compares with equal?; (find-if (lambda (e) ...) list) and filter take any test")
        }
        ("board", _) => {
            "(board 9) has nothing but its size; (board-variant :digits 6 :box '(2 3)) takes such words".into()
        }
        _ => format!("it takes no keywords: its arguments are told by their order, ({subject} {parameters})"),
    })
}

/// Advice on a call that lacks the first of its arguments, the store or board that it works on.
fn without_first(count: Count<'_>, subject: &str, parts: &[&str]) -> Option<String> {
    let parameters = count.parameters;
    let first = parameters.split(' ').next().filter(|first| matches!(*first, "store" | "board"))?;
    let (_, arguments) = parts.split_first()?;
    let is_datum = arguments.first()?.starts_with(|c: char| c.is_ascii_digit() || c == '\'' || c == ':');
    let needed = parameters.split(" &").next()?.split(' ').count();
    (is_datum && arguments.len() + 1 == needed)
        .then(|| format!("the {first} comes first: ({subject} {first} {})", arguments.join(" ")))
}

/// Advice on a function that was meant to take any number of arguments: `(defproc f (*all) ...)`.
fn by_star(count: Count<'_>) -> Option<String> {
    let parameters = count.parameters;
    let starred = parameters.split(' ').find(|p| p.starts_with('*') && !p.ends_with('*'))?;
    Some(format!("any number of arguments: &rest {}", starred.trim_start_matches('*')))
}

/// Advice on a parameter that was meant to have a default: `(defproc f (x n=1) ...)`.
fn by_default(count: Count<'_>) -> Option<String> {
    let parameters = count.parameters;
    let (name, value) = parameters.split(' ').find_map(|p| p.split_once('='))?;
    let is_meant = !name.is_empty() && !value.is_empty();
    is_meant
        .then(|| format!("what may be left out comes behind &optional, with its default: &optional ({name} {value})"))
}

/// Advice on `(make-point :x 1 :y 2)`, where the function takes its arguments by their order.
fn by_name(count: Count<'_>, subject: &str, parts: &[&str]) -> Option<String> {
    let parameters = count.parameters;
    let is_keyword = |part: &&&str| part.starts_with(':');
    let given = parts.iter().filter(is_keyword).count();
    let mut call = subject.to_string();
    for parameter in parameters.split(' ') {
        let at = parts.iter().position(|part| part.strip_prefix(':') == Some(parameter))?;
        call = format!("{call} {}", parts.get(at + 1)?);
    }
    (given == parameters.split(' ').count())
        .then(|| format!("its arguments are told by their order, without names: ({call})"))
}
