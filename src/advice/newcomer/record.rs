//! Advice on records: names of constructors and of what reads their fields, as other languages have them.

use super::on_fields;
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
    let changed = name.strip_prefix("set-").and_then(|rest| rest.strip_suffix('!'));
    let of_type = changed.unwrap_or(name);
    let splits = of_type.rmatch_indices('-').map(|(at, _)| of_type.get(..at).unwrap_or(""));
    if let Some(t) = splits.clone().find(|t| is_type(t)) {
        let mut fields: Vec<&str> = readers(t, visible.clone()).collect();
        fields.sort_unstable();
        // One slip of the fingers is told as such: in the name of a field, or of another function of the type.
        let own = of_type.get(t.len() + 1..).unwrap_or("");
        let names = visible.filter_map(|v| v.strip_prefix(t)?.strip_prefix('-'));
        if near(own, 1, names).next().is_some() {
            return None;
        }
        return match changed {
            None => on_fields(t, "read", &fields),
            Some(_) => {
                let setters: Vec<String> = fields.iter().map(|field| format!("set-{field}!")).collect();
                on_fields(t, "changed", &setters)
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_come_near_those_of_records_are_known() {
        let visible = ["make-point", "point-x", "set-point-x!", "point-y", "set-point-y!", "make-array", "array-map"];
        let on = |name| on_name(name, &visible).unwrap_or_default();
        assert_eq!(on("new-point"), "records are made by `make-point`");
        assert_eq!(on("point-z"), "the fields of `point` are read by `point-x` and `point-y`");
        assert_eq!(on("set-point-z!"), "the fields of `point` are changed by `set-point-x!` and `set-point-y!`");
        // With names of several words.
        let visible = ["make-cave-troll", "cave-troll-health", "set-cave-troll-health!", "cave-troll-hurt!"];
        let on_troll = |name| on_name(name, &visible).unwrap_or_default();
        assert_eq!(on_troll("cave-troll-max-hp"), "the field of `cave-troll` is read by `cave-troll-health`");
        assert_eq!(["cave-troll-helth", "cave-troll-hrut!", "cave-troll-hurt"].map(on_troll), [""; 3], "one slip");
        assert_eq!(on("p.x"), "a field is read by its function: (point-x p)");
        assert_eq!(on("x"), "a field is read by its function: (point-x record)");
        assert_eq!(["array-size", "y2", "map"].map(on), [""; 3]);
    }
}
