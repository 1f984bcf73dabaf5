//! What `#[lisp(...)]` says, and how names of Rust become names of Lisp.

use syn::{Attribute, Expr, Ident, LitStr, Path};

/// What can be said of a type; whichever derives are asked for, they all see it.
pub const OF_TYPES: &[&str] = &[
    "list",
    "deny_unknown_fields",
    "allow_unknown_fields",
    "equality",
    "order",
    "print",
    "display",
    "copies",
    "size",
    "methods",
];

/// All that can be said; each place takes its own part of it.
#[derive(Default)]
pub struct Said {
    pub name: Option<LitStr>,
    pub size: Option<Path>,
    words: Vec<Ident>,
}

impl Said {
    /// Reads the attributes. `allowed` are the words that mean something here; `name` does everywhere.
    pub fn read(attributes: &[Attribute], allowed: &[&str]) -> syn::Result<Said> {
        let mut said = Said::default();
        for attribute in attributes.iter().filter(|a| a.path().is_ident("lisp")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("name") {
                    said.name = Some(meta.value()?.parse()?);
                    return Ok(());
                }
                let word = meta.path.get_ident().filter(|word| allowed.iter().any(|a| *word == a));
                let Some(word) = word else {
                    let list: Vec<String> = ["name"].iter().chain(allowed).map(|a| format!("`{a}`")).collect();
                    return Err(meta.error(format!("this says nothing here; there are {}", list.join(", "))));
                };
                if word == "size" {
                    said.size = Some(meta.value()?.parse()?);
                } else {
                    said.words.push(word.clone());
                }
                Ok(())
            })?;
        }
        Ok(said)
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }

    /// The name that was given, or that of the item in the style of Lisp.
    pub fn name_of(&self, item: &Ident) -> String {
        self.name.as_ref().map_or_else(|| lisp_name(item), LitStr::value)
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
