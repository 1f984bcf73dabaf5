//! Parser of `#[lisp(...)]`, and the conversion of names of Rust to names of Lisp.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Expr, Ident, LitStr, Path, Token, token};

/// Kind of item that attributes annotate, and the words for it: those for all items of its kind, and those for some of
/// them. The derives of a type all see the same attributes, and none sees the other derives, so each accepts the words
/// of all.
pub struct AttributeTarget {
    kind: &'static str,
    words: &'static [(&'static str, &'static [&'static str])],
}

pub const TYPE: AttributeTarget = AttributeTarget {
    kind: "a type",
    words: &[
        ("", &["name"]),
        (" of `FromLisp` and `IntoLisp`", &["list", "deny_unknown_fields", "allow_unknown_fields"]),
        (" of `HostType`", &["equality", "order", "print", "display", "copies", "size", "methods"]),
    ],
};

pub const FIELD: AttributeTarget = AttributeTarget {
    kind: "a struct's field",
    words: &[("", &["name", "skip"]), (" of data", &["default"]), (" of a `HostType`", &["read_only"])],
};

/// Of the fields of an enum, programs have no functions.
pub const FIELD_OF_ENUM: AttributeTarget =
    AttributeTarget { kind: "an enum's field", words: &[("", &["name", "skip"]), (" of data", &["default"])] };

pub const VARIANT: AttributeTarget = AttributeTarget { kind: "a variant", words: &[("", &["name"])] };

pub const METHOD: AttributeTarget = AttributeTarget { kind: "a method", words: &[("", &["name", "skip", "method"])] };

pub const FUNCTION: AttributeTarget = AttributeTarget { kind: "a function", words: &[("", &["name"])] };

/// Words of other crates that are not near to ours.
const ELSEWHERE: &[(&str, &str)] = &[
    ("rename", "name"),
    ("ignore", "skip"),
    ("eq", "equality"),
    ("hash", "equality"),
    ("ord", "order"),
    ("clone", "copies"),
    ("to_string", "print"),
];

impl AttributeTarget {
    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.words.iter().flat_map(|(_, words)| words.iter().copied())
    }

    fn has(&self, word: &str) -> bool {
        self.words().any(|w| w == word)
    }

    /// Returns the message for a word without a meaning here, with the word that was probably meant or the words that
    /// exist.
    fn problem_with(&self, word: &str) -> String {
        let places = [TYPE, FIELD, FIELD_OF_ENUM, VARIANT, METHOD, FUNCTION];
        let others: Vec<&str> = places.iter().filter(|place| place.has(word)).map(|place| place.kind).collect();
        let problem = match others.as_slice() {
            [] => format!("`{word}` says nothing at {}", self.kind),
            kinds => format!("`{word}` stands at {}, not at {}", alternatives(kinds), self.kind),
        };
        let elsewhere = || ELSEWHERE.iter().find(|(theirs, ours)| *theirs == word && self.has(ours));
        match nearest(word, self.words()).or_else(|| elsewhere().map(|&(_, ours)| ours)) {
            Some(meant) => format!("{problem}; did you mean `{meant}`?"),
            None if self.words().count() == 1 => format!("{problem}; there is {}", self.listed()),
            None => format!("{problem}; there are {}", self.listed()),
        }
    }

    fn listed(&self) -> String {
        let group = |(of, words): &(&str, &[&str])| {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            format!("{}{of}", words.join(", "))
        };
        self.words.iter().map(group).collect::<Vec<_>>().join("; ")
    }
}

/// The word that is most like this one, if one is close: by the rule that the library has for names.
fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let far = (word.chars().count() / 3).min(3);
    let distances = words.map(|w| (strsim::damerau_levenshtein(w, &word.to_lowercase()), w));
    distances.filter(|&(distance, _)| distance <= far).min().map(|(_, w)| w)
}

/// All that can be said; each place takes its own part of it.
#[derive(Default)]
pub struct LispAttributes {
    pub name: Option<LitStr>,
    pub size: Option<Path>,
    words: Vec<Ident>,
}

impl LispAttributes {
    /// Reads the attributes of an item at such a place.
    pub fn read(attributes: &[Attribute], place: &AttributeTarget) -> syn::Result<LispAttributes> {
        let mut said = LispAttributes::default();
        for attribute in attributes.iter().filter(|a| a.path().is_ident("lisp")) {
            attribute.parse_nested_meta(|meta| said.add(&meta, place))?;
        }
        Ok(said)
    }

    fn add(&mut self, meta: &ParseNestedMeta<'_>, place: &AttributeTarget) -> syn::Result<()> {
        let word = meta.path.require_ident()?;
        if !place.has(&word.to_string()) {
            return Err(meta.error(place.problem_with(&word.to_string())));
        }
        if word == "name" {
            self.name = Some(meta.value()?.parse()?);
        } else if word == "size" {
            self.size = Some(meta.value()?.parse()?);
        } else if meta.input.peek(Token![=]) || meta.input.peek(token::Paren) {
            return Err(meta.error(format!("`{word}` stands alone: it has no value")));
        } else {
            self.words.push(word.clone());
        }
        Ok(())
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }

    /// The name that was given, or that of the item in the style of Lisp.
    pub fn name_of(&self, item: &Ident) -> String {
        self.name.as_ref().map_or_else(|| lisp_name(item), LitStr::value)
    }
}

/// "a, b or c"
pub fn alternatives(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// `max_health` and `MaxHealth` are `max-health`.
pub fn lisp_name(name: &Ident) -> String {
    let name = name.to_string();
    let mut result = String::new();
    for (i, c) in name.trim_start_matches("r#").chars().enumerate() {
        match c {
            '_' => result.push('-'),
            c if c.is_uppercase() => {
                if i > 0 && !result.ends_with('-') {
                    result.push('-');
                }
                result.extend(c.to_lowercase());
            }
            c => result.push(c),
        }
    }
    result
}

/// The text of the comments with three strokes.
pub fn comment(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|a| a.path().is_ident("doc")).filter_map(|a| match &a.meta {
        syn::Meta::NameValue(value) => match &value.value {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value().trim().to_string()),
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::format_ident;

    #[test]
    fn names_are_those_of_lisp() {
        for (rust, lisp) in [("max_health", "max-health"), ("TurnLeft", "turn-left"), ("A", "a"), ("HTTP", "h-t-t-p")] {
            assert_eq!(lisp_name(&format_ident!("{rust}")), lisp);
        }
    }
}
