//! The reference manual is made of the documentation in the program, and stays in step with it.

use std::fmt::Write;

use klammer::{Documentation, Engine};

use crate::support::documented::{core_documentation, module_documentation};
use crate::support::places::root;

/// The chapters: subject and title, in the order of the manual.
const CHAPTERS: &[(&str, &str)] = &[
    ("special", "Special operators"),
    ("control", "Evaluation and control"),
    ("function", "Functions that make functions"),
    ("predicate", "Equality and types"),
    ("number", "Numbers"),
    ("integer", "Integers"),
    ("real", "Roots, logarithms, angles, exactness"),
    ("pair", "Pairs and places in lists"),
    ("list", "Lists"),
    ("sort", "Sorting"),
    ("digits", "Digit sets"),
    ("array", "Arrays"),
    ("board", "Boards"),
    ("puzzle", "Puzzles as texts"),
    ("step", "Steps of a search"),
    ("choice", "Choosing where to branch"),
    ("search", "Statistics of a search"),
    ("budget", "Budgets of a search"),
    ("table", "Hash tables"),
    ("record", "Records"),
    ("string", "Strings"),
    ("character", "Characters"),
    ("symbol", "Symbols and keywords"),
    ("condition", "Errors"),
    ("drawing", "Pictures of puzzles"),
    ("output", "Output"),
    ("port", "Ports: input, and output to other places"),
    ("system", "Files, time, environment, the end of a program"),
    ("random", "Random numbers"),
    ("measure", "Watching a program"),
];

const INTRODUCTION: &str = "# Reference

Every name that is there without `require`, then the modules of the library. In a usage line, `[x]` can be left out and `x...` stands for any
number. Examples show an expression and its value (`;=>`), the code of its error (`;!!`) or what it writes (`;>>`); all of them are
run as tests.

This file is generated from the documentation in the program: `UPDATE_REFERENCE=1 cargo test --test language reference`.
";

fn reference() -> String {
    let core = core_documentation();
    for entry in &core {
        assert!(CHAPTERS.iter().any(|c| c.0 == entry.subject), "{}: no chapter on {}", entry.name, entry.subject);
    }
    let modules: Vec<_> = Engine::library_modules().map(|m| (m, module_documentation(m))).collect();
    let mut text = String::from(INTRODUCTION);
    text.push('\n');
    for (subject, title) in CHAPTERS {
        contents(&mut text, title, core.iter().filter(|e| e.subject == *subject));
    }
    for (module, entries) in &modules {
        contents(&mut text, &format!("Module {module}"), entries.iter());
    }
    for (subject, title) in CHAPTERS {
        chapter(&mut text, title, core.iter().filter(|e| e.subject == *subject));
    }
    for (module, entries) in &modules {
        chapter(&mut text, &format!("Module {module}"), entries.iter());
    }
    text
}

fn contents<'a>(text: &mut String, title: &str, entries: impl Iterator<Item = &'a Documentation>) {
    let names: Vec<String> = entries.map(|e| format!("`{}`", e.name)).collect();
    writeln!(text, "- **{title}**: {}", names.join(" ")).unwrap();
}

fn chapter<'a>(text: &mut String, title: &str, entries: impl Iterator<Item = &'a Documentation>) {
    writeln!(text, "\n## {title}").unwrap();
    for entry in entries {
        let kind = match entry.kind.as_str() {
            "function" | "special operator" => String::new(),
            other => format!(" ({other})"),
        };
        writeln!(text, "\n### `{}`{kind}\n", entry.name).unwrap();
        let usage: Vec<String> = entry.usage.iter().map(|u| format!("`{u}`")).collect();
        let parameters: Vec<String> =
            entry.parameters.iter().map(|(name, what)| format!("`{name}` is {what}")).collect();
        let checked = if parameters.is_empty() { String::new() } else { format!("  \n{}.", parameters.join(", ")) };
        writeln!(text, "{}{checked}\n\n{}\n\n```lisp", usage.join("  \n"), entry.text).unwrap();
        for example in &entry.examples {
            writeln!(text, "{example}").unwrap();
        }
        text.push_str("```\n");
    }
}

#[test]
fn the_reference_manual_is_up_to_date() {
    let path = root().join("docs/reference.md");
    let generated = reference();
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let present = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = present.lines().zip(generated.lines()).position(|(a, b)| a != b);
    assert!(
        present == generated,
        "docs/reference.md is out of date (line {}); update it with UPDATE_REFERENCE=1 cargo test --test language reference",
        differs.map_or(present.lines().count().min(generated.lines().count()), |l| l) + 1
    );
}
