//! Everything public is documented, and every example in the documentation is true.

use klammer::docs::{DefinitionKind, Documentation, Example};
use libtest_mimic::Trial;

use crate::support::documented::{check, core_documentation, library_modules, module_documentation};
use crate::{Sample, trial};

/// Modules of the examples, which are documented as those of the library are.
const OF_EXAMPLES: [&str; 2] = ["course-sudoku", "easy-sudoku"];

/// Interval of the names whose examples run with collections.
const STRESSED: usize = 8;

pub fn trials(sample: Sample) -> Vec<Trial> {
    let core = core_documentation();
    assert!(core.len() > 300, "only {} names", core.len());
    let mut all: Vec<(Option<&'static str>, Documentation)> = core.into_iter().map(|entry| (None, entry)).collect();
    for module in library_modules().into_iter().chain(OF_EXAMPLES) {
        let entries = module_documentation(module);
        assert!(!entries.is_empty(), "{module} provides nothing");
        // A variable has no place for documentation.
        let documented = entries.into_iter().filter(|entry| entry.kind != DefinitionKind::Variable);
        all.extend(documented.map(|entry| (Some(module), entry)));
    }
    let name = |module: Option<&str>, entry: &Documentation| match module {
        Some(module) => format!("{module}::{}", entry.name),
        None => entry.name.clone(),
    };
    let mut trials = Vec::new();
    for (module, entry) in sample.of(STRESSED, 0, all.clone()) {
        trials.push(trial(format!("example-stress::{}", name(module, &entry)), move || wrong(&entry, module, true)));
    }
    for (module, entry) in all {
        trials.push(trial(format!("example::{}", name(module, &entry)), move || complaints(&entry, module)));
    }
    trials
}

/// Returns the mistakes in one entry, one line for each.
fn complaints(entry: &Documentation, module: Option<&str>) -> Vec<String> {
    let mut complaints = Vec::new();
    if entry.text.is_empty() {
        complaints.push(format!("{}: no documentation", entry.subject));
    }
    if !entry.examples.iter().any(|e| names(e, &entry.name)) {
        complaints.push(format!("{}: no example that names it", entry.subject));
    }
    complaints.extend(wrong(entry, module, false));
    complaints
}

/// Returns the examples of an entry that are not true.
fn wrong(entry: &Documentation, module: Option<&str>, stress: bool) -> Vec<String> {
    let wrong = |example: &Example| Some(format!("{example}\n    got {}", check(example, module, stress).err()?));
    entry.examples.iter().filter_map(wrong).collect()
}

/// Returns whether the name occurs in the example, not merely as a part of a longer one.
fn names(example: &Example, name: &str) -> bool {
    example.expression.split(|c: char| c.is_whitespace() || "()'`,@\"".contains(c)).any(|word| word == name)
}
