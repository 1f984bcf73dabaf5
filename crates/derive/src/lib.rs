//! Derive macros of Klammer. They are used through its feature `derive`:
//!
//! | | for | gives |
//! |---|---|---|
//! | `#[derive(FromLisp)]`, `#[derive(IntoLisp)]` | data | a struct is a table with symbols as keys, an enum a symbol or a list that begins with one |
//! | `#[derive(HostType)]` | things with an identity | objects that live in the engine, with functions for their fields |
//! | `#[methods]` on an `impl` | the same | functions for its public methods |
//! | `#[function]` on a function | functions | its definition, with the names of its parameters and its comment |
//!
//! Names become those of Lisp: `max_health` is `max-health`, `TurnLeft` is `turn-left`, `r#move` is `move`. There are
//! examples on the pages that the derives have in the documentation of `klammer`. Attributes:
//!
//! | | where | means |
//! |---|---|---|
//! | `#[lisp(name = "...")]` | everywhere | another name |
//! | `#[lisp(skip)]` | a field, a method | programs do not see it; a field of data is `Default` when it is made |
//! | `#[lisp(method)]` | a method | it is one of a generic function, which its name is: an operator, with `name = "+"` |
//! | `#[lisp(default)]` | a field of data | it may be missing: then it is `Default` |
//! | `#[lisp(list)]` | a struct of data | it is given as a list, `(:x 1 :y 2)`, instead of a table; both are taken |
//! | `#[lisp(deny_unknown_fields)]`, `#[lisp(allow_unknown_fields)]` | a struct of data | a table may have no keys that are no fields; a list may have some |
//! | `#[lisp(read_only)]` | a field of a `HostType` | programs cannot change it |
//! | `#[lisp(equality)]`, `#[lisp(order)]`, `#[lisp(print)]`, `#[lisp(display)]` | a `HostType` | as its `Eq` and `Hash`, `Ord`, `Display` say: `print` after the name of the type, `#<money 3 coins>`, `display` alone where people read it |
//! | `#[lisp(copies)]` | a `HostType` that is `Clone` | objects are in snapshots, and what is done to them is undone |
//! | `#[lisp(size = path)]` | a `HostType` | the bytes that it holds beside itself, a function of a reference to it |
//! | `#[lisp(methods)]` | a `HostType` | it has an `impl` with `#[methods]` |

mod data;
mod methods;

use proc_macro::TokenStream;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, DeriveInput, Expr, Ident, ItemFn, ItemImpl, LitStr, Path, Token, parse_macro_input, token};

/// Expands to a compile error, together with items that prevent further errors which follow from it.
fn refused(error: &syn::Error, rest: proc_macro2::TokenStream) -> TokenStream {
    let mut all = error.to_compile_error();
    all.extend(rest);
    all.into()
}

fn expanded(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Converts from a program's data to a struct or enum. A struct is a table with symbols as keys, an enum a symbol or a
/// list that begins with one.
///
/// | Rust | is taken from |
/// |---|---|
/// | a struct with named fields | a hash table with symbols, keywords or strings as keys, or a list such as `(:x 1 :y 2)` |
/// | a tuple struct of one | what is in it |
/// | a tuple struct of several | a list of as many |
/// | a unit struct, a variant without fields | a symbol: `stop` |
/// | a variant with fields without names | a list that begins with its name: `(walk 3)` |
/// | a variant with named fields | such a list with keywords: `(turn-left :by 90)` |
///
/// Names become those of Lisp: the field `start_at` is `start-at`, the variant `TurnLeft` is `turn-left`, `r#type` is
/// `type`. Each field has a type that can be taken itself. A field that is an `Option` may be missing.
///
/// | attribute | where | means |
/// |---|---|---|
/// | `#[lisp(name = "...")]` | type, field, variant | another name |
/// | `#[lisp(skip)]` | a field | programs do not see it; it is `Default` when it is made |
/// | `#[lisp(default)]` | a field | it may be missing: then it is `Default` |
/// | `#[lisp(list)]` | a struct | it is given as a list, `(:x 1 :y 2)`, instead of a table; both are taken |
/// | `#[lisp(deny_unknown_fields)]` | a struct | a table with a key that is no field is an error, too |
/// | `#[lisp(allow_unknown_fields)]` | a struct, an enum | a list may have keys that are no fields |
///
/// An unknown key in a list such as `(:x 1 :z 2)` is an error, because a person has written it. The message names the
/// nearest field. A table may have more than the struct takes from it, as it may be the program's own.
#[proc_macro_derive(FromLisp, attributes(lisp))]
pub fn derive_from_lisp(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match data::from_lisp(&input) {
        Ok(made) => made.into(),
        Err(error) => refused(&error, data::stub_from_lisp(&input)),
    }
}

/// Converts a struct or enum to a program's data. A struct is a hash table with symbols as keys, or a list such as `(:x
/// 1 :y 2)` with `#[lisp(list)]`. A tuple struct is a list, or its field if it has one. An enum is a symbol or a list
/// that begins with one. Names and attributes are those of [`FromLisp`](derive@FromLisp): both together give back what
/// was given, but for fields that are skipped.
#[proc_macro_derive(IntoLisp, attributes(lisp))]
pub fn derive_into_lisp(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match data::into_lisp(&input) {
        Ok(made) => made.into(),
        Err(error) => refused(&error, data::in_place_of_given(&input)),
    }
}

/// Makes a struct a type whose objects live in the engine, with functions for its fields. The field `health` of `Enemy`
/// gets `enemy-health` and `set-enemy-health!`, and the type gets the predicate `enemy?`. Further functions are
/// methods: [`methods`](macro@methods). An enum has no functions for its fields. Comments at the type and at its fields
/// become documentation.
///
/// `Engine::register` makes the type known to an engine. Names become those of Lisp: the field `full_name` of
/// `CaveTroll` is `cave-troll-full-name`. The value of a field is `Clone` and can be converted, unless it is skipped.
///
/// | attribute | where | means |
/// |---|---|---|
/// | `#[lisp(name = "...")]` | the type, a field | another name; of a field, the part after `enemy-` |
/// | `#[lisp(skip)]` | a field | programs do not see it: what cannot be converted needs it |
/// | `#[lisp(read_only)]` | a field | programs cannot change it |
/// | `#[lisp(equality)]`, `#[lisp(order)]`, `#[lisp(print)]`, `#[lisp(display)]` | the type | as its `Eq` and `Hash`, `Ord`, `Display` say: `print` after the name of the type, `display` alone where people read it |
/// | `#[lisp(copies)]` | the type, which is `Clone` | objects are in snapshots, and what is done to them is undone |
/// | `#[lisp(size = path)]` | the type | the bytes that it holds beside itself, a function of a reference to it |
/// | `#[lisp(methods)]` | the type | it has an `impl` with `#[methods]` |
///
/// Several stand together: `#[lisp(methods, print)]`.
///
/// An enum has no fields that always exist, so it gets no functions for them. Programs hold its values, test its type,
/// compare and print them if it declares so, and call its methods, which also construct it. If programs should see the
/// variant, derive [`FromLisp`](derive@FromLisp) and [`IntoLisp`](derive@IntoLisp) instead. A variant is then a symbol,
/// or a list that begins with one.
#[proc_macro_derive(HostType, attributes(lisp))]
pub fn derive_host_type(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match data::host_type(&input) {
        Ok(made) => made.into(),
        Err(error) => refused(&error, data::in_place_of_refused(&input)),
    }
}

/// Makes a function one that programs call: `NAME::define(&mut engine)` gives an engine, a module or a class its
/// definition. That has the function's name, the names of its parameters, and its comment as documentation. A parameter
/// or result that cannot cross the host boundary is an error at its type.
///
/// Parameters and result are those of [`methods`](macro@methods), without `self`. `#[lisp(name = "...")]` gives another
/// name; that of `can_sell` is `can-sell`.
#[proc_macro_attribute]
pub fn function(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if !arguments.is_empty() {
        let message = "`function` takes nothing in parentheses; `#[lisp(name = \"...\")]` gives another name";
        return expanded(Err(syn::Error::new(proc_macro2::Span::call_site(), message)));
    }
    match methods::function(parse_macro_input!(item as ItemFn)) {
        (made, Ok(())) => made.into(),
        (made, Err(error)) => refused(&error, made),
    }
}

/// Makes the public methods of an `impl` functions of programs. The type has `#[lisp(methods)]` beside its
/// `#[derive(HostType)]`: without one of the two, the other does not compile. There is one such `impl` for a type.
///
/// | method of `Enemy` | function |
/// |---|---|
/// | `new(...)` | `make-enemy` |
/// | `hurt_badly(&mut self, ...)` | `enemy-hurt-badly!` |
/// | `health(&self, ...)`, and what has no `self` | `enemy-health` |
/// | `r#move(&mut self, ...)` | `enemy-move!` (but `move_` is `enemy-move-!`) |
/// | `#[lisp(name = "strike")] hurt(...)` | `strike`: the whole name, also of its first part |
/// | `#[lisp(method)] area(&self, ...)` | a method of the generic function `area`, as `Engine::define_method` defines it |
/// | `#[lisp(method, name = "+")] add(&self, other: &Enemy)` | the same of `+`: an operator |
/// | `async fn load(...)` | `enemy-load`, which programs wait for, as `Engine::define` defines it |
/// | `#[lisp(skip)] hurt(...)`, and what is not public | none |
///
/// A method takes `&self`, `&mut self` or no `self`, but not `self`. Its other parameters are those of any function of
/// the host; `&Other` and `&mut Other` are objects of a type of the host. It may take a `&mut Context` besides, which
/// is no argument of the function. It returns what it owns, or a `&str`, or an `Option` or `Result` of one of these.
/// Its comment becomes documentation.
///
/// The future of an `async fn` owns its arguments: it has no `self`, and its parameters are no references. It gets an
/// object as a `Handle`, or as a copy of the type itself, if that is `Clone`. `AsyncContext::with` and
/// `Context::with_object` lend the object of a `Handle` for a moment. Only with the copy does a generic function choose
/// a method by the type: a `Handle` is anything. An `AsyncContext` is no argument of the function.
#[proc_macro_attribute]
pub fn methods(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if !arguments.is_empty() {
        let error = syn::Error::new(proc_macro2::Span::call_site(), "`methods` takes nothing in parentheses");
        return expanded(Err(error));
    }
    match methods::methods(parse_macro_input!(item as ItemImpl)) {
        (made, Ok(())) => made.into(),
        (made, Err(error)) => refused(&error, made),
    }
}

/// Kind of item that attributes annotate, and the words for it: those for all items of its kind, and those for some of
/// them. The derives of a type all see the same attributes, and none sees the other derives, so each accepts the words
/// of all.
pub(crate) struct AttributeTarget {
    kind: &'static str,
    words: &'static [(&'static str, &'static [&'static str])],
}

pub(crate) const TYPE: AttributeTarget = AttributeTarget {
    kind: "a type",
    words: &[
        ("", &["name"]),
        (" of `FromLisp` and `IntoLisp`", &["list", "deny_unknown_fields", "allow_unknown_fields"]),
        (" of `HostType`", &["equality", "order", "print", "display", "copies", "size", "methods"]),
    ],
};

pub(crate) const FIELD: AttributeTarget = AttributeTarget {
    kind: "a struct's field",
    words: &[("", &["name", "skip"]), (" of data", &["default"]), (" of a `HostType`", &["read_only"])],
};

/// Of the fields of an enum, programs have no functions.
pub(crate) const FIELD_OF_ENUM: AttributeTarget =
    AttributeTarget { kind: "an enum's field", words: &[("", &["name", "skip"]), (" of data", &["default"])] };

pub(crate) const VARIANT: AttributeTarget = AttributeTarget { kind: "a variant", words: &[("", &["name"])] };

pub(crate) const METHOD: AttributeTarget =
    AttributeTarget { kind: "a method", words: &[("", &["name", "skip", "method"])] };

pub(crate) const FUNCTION: AttributeTarget = AttributeTarget { kind: "a function", words: &[("", &["name"])] };

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
pub(crate) struct LispAttributes {
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
pub(crate) fn alternatives(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// `max_health` and `MaxHealth` are `max-health`.
pub(crate) fn lisp_name(name: &Ident) -> String {
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
pub(crate) fn comment(attributes: &[Attribute]) -> String {
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
