//! Advice on forms of other Lisps that are written otherwise here: `(loop for x in list collect ...)`,
//! `(define (f x) ...)`.

use super::{is_name, parts};

/// A definition is written out as far as its parts are no longer than this.
const MOST_SHOWN: usize = 80;

/// What is written for such a form here.
pub(super) fn on_form(form: &str) -> Option<String> {
    loop_in_words(form).or_else(|| definition(form)).map(|meant| format!("here this is {meant}"))
}

/// The definition of a function, with its name among the parameters.
fn definition(form: &str) -> Option<String> {
    let (call, body) = form.strip_prefix("(define (")?.split_once(')')?;
    let (name, parameters) = call.split_once(' ').unwrap_or((call, ""));
    let is_shown = is_name(&name) && !parameters.contains(['(', '.', '\n']) && call.len() <= MOST_SHOWN;
    let body = if body.len() <= MOST_SHOWN && !body.contains('\n') { body } else { " ...)" };
    is_shown.then(|| format!("(defproc {name} ({parameters}){body}"))
}

fn loop_in_words(form: &str) -> Option<String> {
    let mut parts = parts(form)?;
    if let Some(operator @ &mut "cl-loop") = parts.first_mut() {
        *operator = "loop";
    }
    Some(match parts.as_slice() {
        ["loop", "for", x, "in", list, what @ ..] => through(x, list, what)?,
        ["loop", "for", x, "across", array, what @ ..] => through(x, &format!("(array->list {array})"), what)?,
        ["loop", "for", x, "from", from, to @ ("to" | "upto" | "below"), end, what @ ..] => {
            counting(x, from, *to != "below", end, what)?
        }
        ["loop", "for", x, to @ ("to" | "upto" | "below"), end, what @ ..] => {
            counting(x, "0", *to != "below", end, what)?
        }
        ["loop", "repeat", count, "do", body @ ..] => format!("(dotimes (i {count}) {})", body.join(" ")),
        ["loop", "while", test, "do", body @ ..] => format!("(while {test} {})", body.join(" ")),
        ["loop", "until", test, "do", body @ ..] => format!("(while (not {test}) {})", body.join(" ")),
        ["loop", ..] if form.ends_with("))") && !parts.iter().skip(1).any(is_name) => {
            format!("(while t {})", parts.get(1..)?.join(" "))
        }
        _ => return None,
    })
}

/// Through the elements of a list.
fn through(x: &str, list: &str, what: &[&str]) -> Option<String> {
    Some(match what {
        ["do", body @ ..] if !body.is_empty() => format!("(dolist ({x} {list}) {})", body.join(" ")),
        ["when" | "if", test, "collect", element] if element == &x => format!("(filter (lambda ({x}) {test}) {list})"),
        ["collect", element] if element == &x => list.to_string(),
        [what @ ("collect" | "collecting" | "append" | "sum" | "maximize" | "minimize"), element] => {
            let mapped = format!("(map-with (lambda ({x}) {element}) {list})");
            match *what {
                "append" => format!("(append-map (lambda ({x}) {element}) {list})"),
                "sum" => format!("(apply + {mapped})"),
                "maximize" => format!("(apply max {mapped})"),
                "minimize" => format!("(apply min {mapped})"),
                _ => mapped,
            }
        }
        ["count", test] => format!("(count-if (lambda ({x}) {test}) {list})"),
        ["always", test] => format!("(every? (lambda ({x}) {test}) {list})"),
        ["thereis", test] => format!("(some? (lambda ({x}) {test}) {list})"),
        _ => return None,
    })
}

/// From one number to another.
fn counting(x: &str, from: &str, is_end_part: bool, end: &str, what: &[&str]) -> Option<String> {
    let number = |text: &str| text.parse::<i64>().ok();
    let extra = i64::from(is_end_part);
    let count = match (number(from), number(end)) {
        (Some(from), Some(end)) => end.checked_sub(from)?.checked_add(extra)?.to_string(),
        (Some(0), None) if !is_end_part => end.to_string(),
        (Some(0), None) => format!("(+ {end} 1)"),
        (Some(1), None) if is_end_part => end.to_string(),
        _ if is_end_part => format!("(- {end} {from} -1)"),
        _ => format!("(- {end} {from})"),
    };
    match what {
        ["do", body @ ..] if !body.is_empty() && from == "0" => {
            Some(format!("(dotimes ({x} {count}) {})", body.join(" ")))
        }
        _ if from == "0" => through(x, &format!("(iota {count})"), what),
        _ => through(x, &format!("(iota {count} {from})"), what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_written_out() {
        for (form, meant) in [
            ("(loop for x in l collect (* x x))", "(map-with (lambda (x) (* x x)) l)"),
            ("(loop for x in l do (print x) (f x))", "(dolist (x l) (print x) (f x))"),
            ("(loop for x in l when (odd? x) collect x)", "(filter (lambda (x) (odd? x)) l)"),
            ("(loop for x in l sum (f x))", "(apply + (map-with (lambda (x) (f x)) l))"),
            ("(loop for i from 1 to 9 collect (f i))", "(map-with (lambda (i) (f i)) (iota 9 1))"),
            ("(loop for i from 0 below n do (print i))", "(dotimes (i n) (print i))"),
            ("(loop for i below 3 do (print i))", "(dotimes (i 3) (print i))"),
            ("(loop for i from a to b do (print i))", "(dolist (i (iota (- b a -1) a)) (print i))"),
            ("(loop repeat 3 do (f))", "(dotimes (i 3) (f))"),
            ("(loop until (f) do (g))", "(while (not (f)) (g))"),
            ("(define (f x y) (* x y))", "(defproc f (x y) (* x y))"),
            ("(define (f)\n  (g))", "(defproc f () ...)"),
            ("(loop (f) (g))", "(while t (f) (g))"),
            ("(cl-loop for x in l collect (f x))", "(map-with (lambda (x) (f x)) l)"),
        ] {
            assert_eq!(on_form(form).unwrap().strip_prefix("here this is ").unwrap(), meant, "{form}");
        }
        assert_eq!(on_form("(loop for x in l)"), None);
        assert_eq!(on_form("(loop x)"), None);
        assert_eq!(on_form("(define x 1)"), None);
    }
}
