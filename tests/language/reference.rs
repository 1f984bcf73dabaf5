//! The reference in `docs/reference`: one page for the core and one for each module, generated from the documentation
//! in the program. Each name has its usage and its first sentence; `klammer doc NAME` and `klammer doc --html` have the
//! whole text.
//!
//! `UPDATE=1 cargo test --test language reference` writes the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use klammer::docs::Documentation;

use crate::support::documented::{
    core_documentation, engine, engine_with_module, library_modules, module_documentation,
};
use crate::support::settings::root;
use crate::support::settings::update;

/// Subjects of the core's names: subject, heading, and the page of the guide about it.
const CHAPTERS: &[(&str, &str, Option<&str>)] = &[
    ("special", "Special operators", Some("lists-and-functions")),
    ("control", "Evaluation and control", Some("lists-and-functions")),
    ("function", "Functions that make functions", Some("lists-and-functions")),
    ("predicate", "Equality and types", None),
    ("number", "Numbers", None),
    ("list", "Lists", Some("lists-and-functions")),
    ("sort", "Sorting", Some("lists-and-functions")),
    ("digits", "Digit sets", Some("boards")),
    ("array", "Arrays", None),
    ("board", "Boards", Some("boards")),
    ("puzzle", "Puzzles as texts", Some("boards")),
    ("state", "States of a search", Some("boards")),
    ("step", "Steps of a search", Some("boards")),
    ("choice", "Choosing where to branch", Some("heuristic")),
    ("search", "Statistics of a search", Some("measuring")),
    ("budget", "Budgets of a search", Some("measuring")),
    ("table", "Hash tables", None),
    ("record", "Records", None),
    ("string", "Strings", None),
    ("character", "Characters", None),
    ("symbol", "Symbols and keywords", None),
    ("condition", "Errors", Some("errors")),
    ("drawing", "Pictures of puzzles", Some("boards")),
    ("port", "Ports: input, and output to other places", Some("first-script")),
    ("system", "Files, time, environment, the end of a program", Some("first-script")),
    ("random", "Random numbers", None),
    ("measure", "Watching a program", Some("measuring")),
];

/// Modules that are other languages.
const DIALECTS: &[(&str, &str)] = &[("scheme", "Scheme"), ("common-lisp", "Common Lisp")];

const INTRODUCTION: &str = "# Reference

Every name of the library with its usage and its first sentence, one page a module. In a usage line, `[x]` is optional
and `x...` stands for any number. `klammer doc NAME` shows parameters, details and examples; `klammer doc --html FOLDER`
writes all of that as a site.

";

/// Returns the pages: paths below `docs/reference` with their texts.
fn pages() -> BTreeMap<String, String> {
    let mut index = String::from(INTRODUCTION);
    let mut pages = BTreeMap::new();
    let mut add = |name: &str, title: &str, text: String| {
        writeln!(index, "- [{title}]({name}.md)").unwrap();
        pages.insert(format!("{name}.md"), format!("# {title}\n\n{text}"));
    };
    add("core", "The core", core());
    for module in &library_modules() {
        if let Some((_, title)) = DIALECTS.iter().find(|d| d.0 == module) {
            let text = format!("Supported and missing: [{title}](../{module}.md).\n\n{}", list(&dialect(module)));
            add(module, title, text);
        } else {
            let comment = engine().0.docs().module(module).unwrap().text;
            assert!(!comment.is_empty(), "{module}: the first comment is missing");
            let text = format!("{comment}\n\n{}", list(&module_documentation(module)));
            add(module, &format!("Module {module}"), text);
        }
    }
    pages.insert("README.md".into(), index);
    pages
}

fn core() -> String {
    let names = core_documentation();
    let mut text = String::new();
    for (subject, heading, guide) in CHAPTERS {
        let entries: Vec<_> = names.iter().filter(|e| e.subject == *subject).cloned().collect();
        let guide = guide.map_or_else(String::new, |page| format!("Guide: [{page}](../guide/{page}.md).\n\n"));
        writeln!(text, "## {heading}\n\n{guide}{}", list(&entries)).unwrap();
    }
    for entry in &names {
        assert!(CHAPTERS.iter().any(|c| c.0 == entry.subject), "{}: no heading for {}", entry.name, entry.subject);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Returns the names that a dialect defines itself.
fn dialect(module: &str) -> Vec<Documentation> {
    let (mut engine, _) = engine_with_module(module);
    let names: BTreeSet<String> = engine.docs().names().into_iter().collect();
    let described = names.iter().filter_map(|name| engine.docs().describe(name));
    described.filter(|entry| entry.subject.starts_with(module)).collect()
}

/// Returns one line for each name: its usage, and the first sentence of its documentation.
fn list(entries: &[Documentation]) -> String {
    let mut text = String::new();
    for entry in entries {
        let usage: Vec<String> = entry.usage.iter().map(|u| format!("`{u}`")).collect();
        let usage = if usage.is_empty() { format!("`{}`", entry.name) } else { usage.join(" ") };
        match entry.subject.split_once(": other name of ") {
            Some((_, original)) => writeln!(text, "- {usage} is `{original}`.").unwrap(),
            None if entry.text.is_empty() => writeln!(text, "- {usage}").unwrap(),
            None => writeln!(text, "- {usage} {}", first_sentence(&entry.text)).unwrap(),
        }
    }
    text
}

fn first_sentence(text: &str) -> String {
    let text = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let end = text.match_indices(". ").map(|(at, _)| at + 1).find(|&at| {
        let after = text.get(at..).unwrap_or_default().trim_start();
        after.chars().next().is_some_and(|c| c.is_uppercase() || c == '`')
    });
    text.get(..end.unwrap_or(text.len())).unwrap_or_default().to_string()
}

#[test]
fn reference_is_up_to_date() {
    let folder = root().join("docs/reference");
    let generated = pages();
    if update() {
        for (name, text) in &generated {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }
    for (name, text) in &generated {
        let present = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(present == *text, "{name} is out of date: UPDATE=1 cargo test --test language reference");
    }
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, generated.len(), "docs/reference has files that nothing generates");
}
