//! Advice on changing a part of something by the form that reads it: `(setf (aref a 1) 2)`.

use std::ops::Range;

use super::around::lists_around;
use super::{Visible, parts};

/// What changes the part that `place` reads, written out for `value`.
fn setter<'a>(place: &str, value: &str, visible: Visible<'_, 'a>) -> Option<String> {
    let parts = parts(place)?;
    let (&head, arguments) = parts.split_first()?;
    let arguments = arguments.join(" ");
    let setter = match head {
        "aref" | "vector-ref" | "svref" | "elt" => "aset",
        "car" | "first" => "set-car!",
        "cdr" | "rest" => "set-cdr!",
        "table-ref" | "gethash" | "hash-table-ref" | "hash-ref" => "table-set!",
        "get-array-element" => "set-array-element",
        _ => {
            let setter = format!("set-{head}!");
            return visible().contains(&setter.as_str()).then(|| format!("({setter} {arguments} {value})"));
        }
    };
    // Other languages have the key in front, and `table-ref` may have a value for keys that there are not.
    let [first, second, ..] = parts.get(1..)? else { return Some(format!("({setter} {arguments} {value})")) };
    Some(match (head, setter) {
        ("gethash", _) => format!("({setter} {second} {first} {value})"),
        (_, "table-set!") => format!("({setter} {first} {second} {value})"),
        _ => format!("({setter} {arguments} {value})"),
    })
}

/// What is written for a form that is to change a part: `(incf (f x) 2)`.
pub(super) fn of_form<'a>(form: &str, visible: Visible<'_, 'a>) -> Option<String> {
    let parts = parts(form)?;
    let (&operator, operands) = parts.split_first()?;
    let changed = |sign: &str| {
        let place = operands.first()?;
        Some((*place, format!("({sign} {place} {})", operands.get(1).unwrap_or(&"1"))))
    };
    let (place, value) = match (operator, operands) {
        ("setf" | "setq" | "set!" | "psetf", [place, value, ..]) => (*place, (*value).to_string()),
        ("incf" | "inc!", _) => changed("+")?,
        ("decf" | "dec!", _) => changed("-")?,
        ("push" | "push!" | "pushnew", [x, place, ..]) => (*place, format!("(cons {x} {place})")),
        ("pop" | "pop!", [place]) => (*place, format!("(rest {place})")),
        _ => return None,
    };
    if !place.starts_with('(') {
        return None;
    }
    if ["nth", "list-ref", "second", "third"].iter().any(|head| place.starts_with(&format!("({head} "))) {
        return Some("lists are not changed by position: an array is, (aset array index value)".into());
    }
    setter(place, &value, visible).map(|form| format!("a part is changed by a function of its own: {form}"))
}

/// What is written where the place of a change is a form, which stands at `place` of `text`.
pub(super) fn of_place<'a>(text: &str, place: Range<usize>, visible: Visible<'_, 'a>) -> Option<String> {
    let around = lists_around(text, &place);
    let form = around.first().and_then(|list| text.get(list.clone()));
    let written = form.and_then(|form| of_form(form, visible));
    written.or_else(|| setter(text.get(place)?, "value", visible).map(|form| format!("{form} changes it")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_a_part_is_written_out() {
        let visible = || vec!["set-point-x!"];
        let of = |form: &str| of_form(form, &visible).map(|help| help.split_once(": ").unwrap().1.to_string());
        assert_eq!(of("(setf (point-x p) 5)").unwrap(), "(set-point-x! p 5)");
        assert_eq!(of("(incf (aref a i j))").unwrap(), "(aset a i j (+ (aref a i j) 1))");
        assert_eq!(of("(push 1 (gethash 'k t))").unwrap(), "(table-set! t 'k (cons 1 (gethash 'k t)))");
        assert_eq!(of("(decf (table-ref t 'k 0) 2)").unwrap(), "(table-set! t 'k (- (table-ref t 'k 0) 2))");
        assert_eq!(of("(setf (car p) (f 1))").unwrap(), "(set-car! p (f 1))");
        assert_eq!(of("(setf x 5)"), None);
        assert_eq!(of("(setf (point-y p) 5)"), None);
        assert_eq!(of("(setf (aref a i))"), None);
    }
}
