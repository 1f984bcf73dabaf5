//! Everything public is documented, and every example in the documentation is true.
//!
//! `EXAMPLES=sort` looks only at what has `sort` in its name.

use klammer::{DefinitionKind, Documentation, Engine, Example};

use crate::support::documented::{check, core_documentation, library_modules, module_documentation};
use crate::support::run::sample;

/// Modules that lie among the examples: what documents the library's is asked of them, too.
const OF_EXAMPLES: [&str; 2] = ["course-sudoku", "easy-sudoku"];

/// The entries that are asked for.
fn chosen(entries: Vec<Documentation>) -> impl Iterator<Item = Documentation> {
    let only = std::env::var("EXAMPLES").unwrap_or_default();
    entries.into_iter().filter(move |e| e.name.contains(&only))
}

/// Returns the mistakes in one entry, one line for each.
fn complaints(entry: &Documentation, module: Option<&str>) -> Vec<String> {
    let name = &entry.name;
    let mut complaints = Vec::new();
    if entry.text.is_empty() {
        complaints.push(format!("{name} ({}): no documentation", entry.subject));
    }
    if !entry.examples.iter().any(|e| names(e, name)) {
        complaints.push(format!("{name} ({}): no example that names it", entry.subject));
    }
    for example in &entry.examples {
        if let Err(got) = check(example, module, false) {
            complaints.push(format!("{name} ({}): {example}\n    got {got}", entry.subject));
        }
    }
    complaints
}

/// Returns whether the name occurs in the example, not merely as a part of a longer one.
fn names(example: &Example, name: &str) -> bool {
    example.expression.split(|c: char| c.is_whitespace() || "()'`,@\"".contains(c)).any(|word| word == name)
}

fn report(complaints: &[String]) {
    for complaint in complaints {
        println!("{complaint}");
    }
    assert!(complaints.is_empty(), "{} complaint(s), see above", complaints.len());
}

#[test]
fn every_name_of_the_core_is_documented_and_its_examples_are_true() {
    let entries = core_documentation();
    assert!(entries.len() > 300, "only {} names", entries.len());
    let complaints: Vec<_> = chosen(entries).flat_map(|entry| complaints(&entry, None)).collect();
    report(&complaints);
}

#[test]
fn every_name_of_a_module_is_documented_and_its_examples_are_true() {
    for module in library_modules().into_iter().chain(OF_EXAMPLES) {
        let entries = module_documentation(module);
        assert!(!entries.is_empty(), "{module} provides nothing");
        // A variable has no place for documentation.
        let documented = chosen(entries).filter(|e| e.kind != DefinitionKind::Variable);
        let complaints: Vec<_> = documented.flat_map(|entry| complaints(&entry, Some(module))).collect();
        report(&complaints);
    }
}

#[test]
fn examples_are_true_when_garbage_is_collected_at_every_opportunity() {
    let modules = std::iter::once(None).chain(library_modules().into_iter().chain(OF_EXAMPLES).map(Some));
    let mut complaints = Vec::new();
    for module in modules {
        let entries = module.map_or_else(core_documentation, module_documentation);
        for example in sample(chosen(entries).flat_map(|e| e.examples)) {
            if let Err(got) = check(&example, module, true) {
                complaints.push(format!("{example}\n    got {got}"));
            }
        }
    }
    report(&complaints);
}

#[test]
fn everything_that_can_be_called_says_how() {
    for entry in core_documentation() {
        assert!(!entry.usage.is_empty(), "{}", entry.name);
        assert!(entry.usage.iter().all(|u| u.starts_with(&format!("({}", entry.name))), "{:?}", entry.usage);
    }
}

#[test]
fn what_a_program_defines_is_described_as_well() {
    let mut engine = crate::support::host::builder().build();
    let text = "(defproc area (width &optional (height width)) \"Multiplies.\n\n(area 2 3)  ;=> 6\" (* width height))
        (defmacro swap args \"Swaps.\" (reverse args))
        (defmethod size (x) t \"Of anything.\" 1) (defmethod size (x y) t \"Of two.\" 2)";
    let _: () = engine.eval(text).unwrap();
    let area = engine.describe("area").unwrap();
    assert_eq!((area.usage, area.text.as_str()), (vec!["(area width [height])".into()], "Multiplies."));
    assert_eq!(area.examples[0].to_string(), "(area 2 3)  ;=> 6");
    assert_eq!(area.subject, "main");
    assert_eq!(engine.describe("swap").unwrap().usage, ["(swap args...)"]);
    let size = engine.describe("size").unwrap();
    assert_eq!(size.usage, ["(size x)", "(size x y)"]);
    assert_eq!(size.text, "Of anything.\n\nOf two.");
    assert_eq!(engine.describe("no-such-name"), None);
}
