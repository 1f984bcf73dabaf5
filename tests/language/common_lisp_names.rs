//! The names that the standard of Common Lisp has, and what of them is there: the list in docs/common-lisp.md is made
//! of the program, and stays in step with it. `UPDATE=1` writes it.

use std::collections::HashMap;
use std::fmt::Write;

use crate::support::documented::{engine, evaluate, module_documentation};
use crate::support::places::root;
use crate::support::settings::update;

const BEGIN: &str =
    "<!-- The list from here on is generated: UPDATE=1 cargo test --test language common_lisp_names -->\n";

/// Degree to which a name is supported.
enum Support {
    Whole,
    /// The part that is missing.
    Partly(String),
    /// The reason for its absence.
    None(String),
}

/// The names that can be looked for, functions, operators, variables and constants, and what each of them is.
fn standard() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(root().join("crates/common-lisp/src/package/standard.txt")).unwrap();
    let names = text.lines().map(|line| {
        let mut words = line.split(' ').map(str::to_string);
        (words.next().unwrap(), words.collect::<Vec<String>>())
    });
    let kinds = ["function", "macro", "special", "variable", "constant"];
    names.filter(|(_, is)| is.iter().any(|k| kinds.contains(&k.as_str()))).collect()
}

/// The sentence that follows a word in a documentation, up to the end of its paragraph.
fn after(documentation: &str, word: &str) -> Option<String> {
    let (_, rest) = documentation.split_once(word)?;
    let paragraph = rest.split("\n\n").next().unwrap_or(rest);
    Some(paragraph.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_string())
}

/// The variables that crates/common-lisp/lisp/environment.lisp says have no effect.
fn without_effect() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("crates/common-lisp/lisp/environment.lisp")).unwrap();
    let (_, rest) = text.split_once("(setq %without-effect").unwrap();
    let names = rest.split("))").next().unwrap().trim().trim_start_matches("'(");
    names.split_whitespace().map(str::to_string).collect()
}

fn support() -> Vec<(String, Support)> {
    let (mut engine, _) = engine();
    evaluate(&mut engine, "(require 'common-lisp)").unwrap();
    let documented: HashMap<String, String> =
        module_documentation("common-lisp").into_iter().map(|d| (d.name.to_string(), d.text.to_string())).collect();
    let unheeded = without_effect();
    let mut is_there =
        |question: &str, name: &str| evaluate(&mut engine, &format!("({question} '{name})")).unwrap() == "t";
    standard()
        .into_iter()
        .map(|(name, kinds)| {
            let has = |k: &str| kinds.iter().any(|x| x == k);
            let operator = has("function") || has("macro") || has("special");
            let missing_operator = operator && !is_there("fboundp", &name);
            let missing_variable = (has("variable") || has("constant")) && !is_there("boundp", &name);
            let text = documented.get(&name).map_or("", |t| t);
            let support = if let Some(why) = after(text, "Not supported: ") {
                Support::None(why)
            } else if missing_operator || missing_variable && !operator {
                Support::None("it is not defined".to_string())
            } else if missing_variable {
                Support::Partly("it is no variable".to_string())
            } else if let Some(what) = after(text, "Partly: ") {
                Support::Partly(what)
            } else if unheeded.contains(&name) {
                Support::Partly("the variable has no effect".to_string())
            } else {
                Support::Whole
            };
            (name, support)
        })
        .collect()
}

fn list() -> String {
    let names = support();
    let whole: Vec<&str> = names.iter().filter(|n| matches!(n.1, Support::Whole)).map(|n| n.0.as_str()).collect();
    let partly = names.iter().filter_map(|n| if let Support::Partly(t) = &n.1 { Some((&n.0, t)) } else { None });
    let none = names.iter().filter_map(|n| if let Support::None(t) = &n.1 { Some((&n.0, t)) } else { None });
    let (partly, none): (Vec<_>, Vec<_>) = (partly.collect(), none.collect());
    let mut text = String::from(BEGIN);
    writeln!(
        text,
        "\nThe package COMMON-LISP exports 978 names. {} of them are functions, macros, special operators, variables or constants: {} are \
         supported, {} partly, {} not. A name that is not there is an error where it is used.\n",
        names.len(),
        whole.len(),
        partly.len(),
        none.len()
    )
    .unwrap();
    // Names with the same remark stand together.
    let grouped = |text: &mut String, names: &[(&String, &String)]| {
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        for (name, remark) in names {
            match groups.iter_mut().find(|g| g.0 == remark.as_str()) {
                Some(group) => group.1.push(name),
                None => groups.push((remark, vec![name])),
            }
        }
        for (remark, names) in groups {
            writeln!(text, "- `{}`: {remark}.", names.join("` `")).unwrap();
        }
    };
    text.push_str("### Partly\n\n");
    grouped(&mut text, &partly);
    text.push_str("\n### Not supported\n\n");
    grouped(&mut text, &none);
    text.push_str("\n### Supported\n\n");
    writeln!(text, "`{}`", whole.join("` `")).unwrap();
    text
}

#[test]
fn the_list_of_names_says_what_is_there() {
    let path = root().join("docs/common-lisp.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let (before, written) = document.split_once(BEGIN).expect("docs/common-lisp.md has a list of names");
    let list = list();
    if update() {
        std::fs::write(&path, format!("{before}{list}")).unwrap();
        return;
    }
    let differs = list.lines().zip(format!("{BEGIN}{written}").lines()).find(|(a, b)| a != b).map(|d| d.0.to_string());
    assert!(
        format!("{BEGIN}{written}") == list,
        "docs/common-lisp.md is not what the program has: UPDATE=1 writes it anew; first difference: {differs:?}"
    );
}

#[test]
fn advice_names_only_what_a_program_sees() {
    let mut engine = crate::support::host::builder().build();
    let _: () = engine.eval("(require 'common-lisp)").unwrap();
    for text in ["(+ \"a\" 1)", "(+ \"a\" \"b\")", "(format nil 5)", "(number->string 5)", "(aref \"a\" 'x)"] {
        let error = engine.eval::<()>(text).unwrap_err();
        let help = error.help().unwrap_or_default();
        for name in ["display", "string-append", "->", "cl-format", "string-ref"] {
            assert!(!help.contains(name) && !error.message().contains("cl-format"), "{text}: {error:#}");
        }
    }
}
