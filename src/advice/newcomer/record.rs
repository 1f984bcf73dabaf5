//! Advice on records and types of the host: names of constructors and of what reads their fields, as other languages
//! have them.

use crate::spelling::near;

/// Advice on a name that nothing defines, beside the names that a definition of records has made.
pub(super) fn on_name(name: &str, visible: &[&str]) -> Option<String> {
    let visible = visible.iter().copied();
    let is_type = |t: &str| visible.clone().any(|v| v.strip_prefix("make-") == Some(t));
    // `(point 1 2)`, `(new-point 1 2)`
    let made = name.strip_prefix("new-").or_else(|| name.strip_prefix("create-")).unwrap_or(name);
    if is_type(made) {
        return Some(format!("records are made by `make-{made}`"));
    }
    // A type of the host need not have a function that makes objects.
    let has_predicate = |t: &str| visible.clone().any(|v| v.strip_suffix('?') == Some(t));
    let splits = name.rmatch_indices('-').map(|(at, _)| name.get(..at).unwrap_or(""));
    if let Some(t) = splits.clone().find(|t| is_type(t) || has_predicate(t)) {
        let mut fields: Vec<&str> = readers(t, visible.clone()).collect();
        fields.sort_unstable();
        // One slip of the fingers is told as such: in the name of a field, or of another function of the type.
        let own = name.get(t.len() + 1..).unwrap_or("");
        let names = visible.filter_map(|v| v.strip_prefix(t)?.strip_prefix('-'));
        if near(own, 1, names).next().is_some() {
            return None;
        }
        return match fields.as_slice() {
            [] => None,
            [only] => Some(format!("the field of a {t} is read by `{only}`")),
            several => Some(format!("the fields of a {t} are read by {}", super::listed(several))),
        };
    }
    // `p.x`, `(x p)`, `(p-x p)`
    let field = name.rsplit(['.', '-']).next().filter(|field| !field.is_empty())?;
    let types = visible.clone().filter_map(|v| v.strip_prefix("make-"));
    let found = types.flat_map(|t| readers(t, visible.clone()).filter(move |r| r.get(t.len() + 1..) == Some(field)));
    let reader = found.min()?;
    let object = name.strip_suffix(field).and_then(|o| o.strip_suffix(['.', '-'])).unwrap_or("record");
    Some(format!("a field is read by its function: ({reader} {object})"))
}

/// The functions that read the fields of records of a type: those that there is another for that changes the field.
fn readers<'a>(t: &str, visible: impl Iterator<Item = &'a str> + Clone) -> impl Iterator<Item = &'a str> {
    let setters = visible.clone().filter_map(|v| v.strip_prefix("set-")?.strip_suffix('!'));
    let of_type = format!("{t}-");
    setters.filter(move |v| v.starts_with(&of_type))
}

#[cfg(feature = "own-tests")]
mod tests {
    use super::*;

    #[test]
    fn names_that_come_near_those_of_records_are_known() {
        let visible = ["make-point", "point-x", "set-point-x!", "point-y", "set-point-y!", "make-array", "array-map"];
        let on = |name| on_name(name, &visible).unwrap_or_default();
        assert_eq!(on("new-point"), "records are made by `make-point`");
        assert_eq!(on("point-z"), "the fields of a point are read by `point-x` and `point-y`");
        // Types of the host: without a constructor, with names of several words.
        let visible = ["monster?", "monster-health", "set-monster-health!", "monsters", "monster-hurt!"];
        let on_host = |name| on_name(name, &visible).unwrap_or_default();
        assert_eq!(on_host("monster-hp"), "the field of a monster is read by `monster-health`");
        assert_eq!(on_host("monster-max-hp"), "the field of a monster is read by `monster-health`");
        assert_eq!(on_host("monster-helth"), "", "one slip");
        assert_eq!(["monster-hrut!", "monster-hurt"].map(on_host), [""; 2], "one slip");
        assert_eq!(on("p.x"), "a field is read by its function: (point-x p)");
        assert_eq!(on("x"), "a field is read by its function: (point-x record)");
        assert_eq!(["array-size", "y2", "map"].map(on), [""; 3]);
    }
}
