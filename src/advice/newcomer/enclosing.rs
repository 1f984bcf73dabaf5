//! Advice that follows from the forms around a place.

use super::around::around;
use super::{is_name, parts};
use crate::library;
use crate::reader::{TokenKind, tokens};

/// Parameters of the library's functions that take functions.
const FUNCTIONS: [&str; 5] = ["f", "predicate", "key", "before?", "better?"];

/// What begins a form that is a function, or makes one of others.
const MAKERS: [&str; 7] = ["lambda", "alambda", "function", "partial", "compose", "complement", "memoize"];

/// The parameters of a function that the core defines in its own language.
fn parameters(name: &str) -> Option<impl Iterator<Item = &'static str>> {
    let definition = library::core_definitions().find(|d| d.name == name && !d.is_macro)?;
    let text = definition.text()?;
    let list = match text.strip_prefix("(definline (") {
        Some(call) => call.split_once(' ')?.1,
        None => text.strip_prefix("(defproc ")?.split_once(" (")?.1,
    };
    Some(list.split(')').next()?.split_whitespace())
}

/// Does the core's function of this name take a function in this place, counted from 1?
pub(super) fn takes_function(name: &str, place: usize) -> bool {
    let parameter = place.checked_sub(1).and_then(|n| parameters(name)?.nth(n));
    parameter.is_some_and(|p| FUNCTIONS.contains(&p))
}

/// Advice on `(map-with (x) (* x x) list)` and `(filter (> x 1) list)`: a function stands there.
pub(super) fn function_meant(name: &str, form: &str, text: &str, start: usize) -> Option<String> {
    if !is_name(&name) {
        return None;
    }
    let forms = around(text, start);
    for (level, call) in forms.iter().enumerate().take(3) {
        if MAKERS.contains(&call.head) {
            return None;
        }
        if !takes_function(call.head, call.part) {
            continue;
        }
        // A mere name may be that of a function, unless it is used again in what follows.
        let behind = text.get(start + form.len()..).unwrap_or("");
        let end = behind.find("\n(").unwrap_or(behind.len());
        let is_used = words(behind.get(..end).unwrap_or("")).any(|word| word == name);
        if level == 0 && !is_used {
            return None;
        }
        let inner = level.checked_sub(1).and_then(|inner| text.get(forms.get(inner)?.start..));
        let inner = inner.and_then(super::first_list);
        // What compares two elements, as `(< a b)` does.
        let names = match inner.and_then(parts).as_deref() {
            Some(&[_, a, b]) if call.head.starts_with("sort") && is_name(&a) && is_name(&b) => format!("{a} {b}"),
            _ => name.to_string(),
        };
        let function = format!("(lambda ({names}) {})", inner.unwrap_or("expr..."));
        let arguments = parameters(call.head)?.take_while(|p| !p.starts_with('&')).enumerate();
        let written: String =
            arguments.map(|(i, p)| format!(" {}", if i + 1 == call.part { function.as_str() } else { p })).collect();
        return Some(format!("`{}` takes a function: ({0}{written})", call.head));
    }
    None
}

/// Advice on a name that the same `let` binds: its values do not see it.
pub(super) fn bound_beside(name: &str, text: &str, start: usize) -> Option<String> {
    let forms = around(text, start);
    let at = forms.iter().position(|a| a.head == "let" && a.part == 1)?;
    let list = forms.get(at.checked_sub(1)?)?;
    let before = text.get(list.start..start)?;
    before
        .contains(&format!("({name} "))
        .then(|| format!("`let` binds all of its variables at once: in (let* (...) expr...) each value sees `{name}`"))
}

/// Advice on `(dolist (x in list) ...)`.
pub(super) fn word_between(name: &str, text: &str, start: usize) -> Option<String> {
    let forms = around(text, start);
    let (head, operator) = (forms.first()?, forms.get(1)?);
    let is_head = head.part == 1 && operator.part == 1 && ["dolist", "dotimes", "dotable"].contains(&operator.head);
    (is_head && ["in", "of", "from", "on", "="].contains(&name)).then(|| {
        let shape = match operator.head {
            "dotimes" => format!("({} count)", head.head),
            "dotable" => "(key value table)".to_string(),
            _ => format!("({} list)", head.head),
        };
        format!("there is no word in between: ({} {shape} expr...)", operator.head)
    })
}

/// Advice on `(catch e ...)`: the tag is evaluated.
pub(super) fn tag_meant(name: &str, text: &str, start: usize) -> Option<String> {
    let forms = around(text, start);
    let form = forms.first().filter(|form| form.part == 1 && ["catch", "catch-and-apply"].contains(&form.head))?;
    Some(match form.head {
        "catch" => format!(
            "the tag is quoted: (catch '{name} expr...); errors are caught by (catch-and-apply 'error (lambda (tag e) \
             ...) expr...)"
        ),
        _ => format!("the tag is quoted: (catch-and-apply '{name} (lambda (tag e) ...) expr...)"),
    })
}

/// Advice on an argument that is the list of all arguments: `(lambda x (* x 2))`.
pub(super) fn list_of_arguments(form: &str, text: &str, start: usize) -> Option<String> {
    let arguments = parts(form)?;
    around(text, start).iter().find_map(|a| {
        let function = parts_of_beginning(text.get(a.start..)?);
        let parameter = match *function.as_slice() {
            ["(", "lambda", parameter, ..] if a.part > 1 => parameter,
            ["(", "defproc", _, parameter] if a.part > 2 => parameter,
            _ => return None,
        };
        let is_meant = is_name(&parameter) && arguments.iter().skip(1).any(|argument| *argument == parameter);
        is_meant.then(|| {
            format!("`{parameter}` is the list of all arguments: parameters stand in parentheses, ({parameter})")
        })
    })
}

/// The first tokens of a text that are no blanks.
fn parts_of_beginning(text: &str) -> Vec<&str> {
    let written = tokens(text).filter(|(kind, _)| !kind.is_blank());
    written.take(4).filter_map(|(_, range)| text.get(range)).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    tokens(text).filter(|(kind, _)| *kind == TokenKind::Word).filter_map(|(_, range)| text.get(range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_take_functions_are_known_by_their_parameters() {
        assert!(takes_function("map-with", 1) && takes_function("sort", 2) && takes_function("find-if", 1));
        assert!(!takes_function("map-with", 2) && !takes_function("list", 1) && !takes_function("map-with", 0));
    }
}
