//! One test for each script or name: `tests/lang`, `tests/regression`, `tests/limit` and `tests/code`, the expressions
//! with answers of other implementations, and the examples of the documentation.
//!
//! The name of a test says how the script runs, its file and title: `plain::lang/lists::append copies`, `stress::…`,
//! `example::sort`. `cargo test --test corpus lists` runs all that has `lists` in its name.

mod expressions;
#[path = "../support/mod.rs"]
mod support;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use klammer::docs::{DefinitionKind, Documentation, Example};
use libtest_mimic::{Arguments, Failed, Trial};

use support::documented::{check, core_documentation, library_modules, module_documentation};
use support::lisp_files;
use support::run::{Profile, SMALL_STACK, mismatches, refuse, starve};
use support::script::Script;
use support::settings::folder;
use support::settings::{full, update};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let sample = Sample { whole: full() || arguments.filter.is_some() };
    let mut trials = scripts_as_tests(sample);
    trials.extend(expressions::trials());
    trials.extend(examples_as_tests(sample));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Choice of the tests of a kind that takes long.
#[derive(Clone, Copy)]
struct Sample {
    /// Whether to take all: in a full run, or if the command line has a filter.
    whole: bool,
}

impl Sample {
    /// Returns each `part`th, beginning at `first`; or all.
    fn of<T>(self, part: usize, first: usize, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let (first, part) = if self.whole { (0, 1) } else { (first, part) };
        all.into_iter().skip(first).step_by(part)
    }
}

/// A test that fails with the mismatches that `run` returns.
fn trial(name: String, run: impl FnOnce() -> Vec<String> + Send + 'static) -> Trial {
    Trial::test(name, move || match run() {
        wrong if wrong.is_empty() => Ok(()),
        wrong => Err(Failed::from(wrong.join("\n"))),
    })
}

// Everything public is documented, and every example in the documentation is true.

/// Modules of the examples, which are documented as those of the library are.
const OF_EXAMPLES: [&str; 2] = ["course-sudoku", "easy-sudoku"];

/// Interval of the names and files whose examples and scripts run with collections.
const STRESSED: usize = 8;

fn examples_as_tests(sample: Sample) -> Vec<Trial> {
    let core = core_documentation();
    assert!(core.len() > 300, "only {} names", core.len());
    let mut all: Vec<(Option<String>, Documentation)> = core.into_iter().map(|entry| (None, entry)).collect();
    for module in library_modules().into_iter().chain(OF_EXAMPLES.map(String::from)) {
        let entries = module_documentation(&module);
        assert!(!entries.is_empty(), "{module} provides nothing");
        // A variable has no place for documentation.
        let documented = entries.into_iter().filter(|entry| entry.kind != DefinitionKind::Variable);
        all.extend(documented.map(|entry| (Some(module.clone()), entry)));
    }
    let name = |module: Option<&str>, entry: &Documentation| match module {
        Some(module) => format!("{module}::{}", entry.name),
        None => entry.name.clone(),
    };
    let mut trials = Vec::new();
    for (module, entry) in sample.of(STRESSED, 0, all.clone()) {
        trials.push(trial(format!("example-stress::{}", name(module.as_deref(), &entry)), move || {
            wrong(&entry, module.as_deref(), true)
        }));
    }
    for (module, entry) in all {
        trials.push(trial(format!("example::{}", name(module.as_deref(), &entry)), move || {
            complaints(&entry, module.as_deref())
        }));
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

// The language's corpus. `support::script` describes the files; here each runs under several profiles.

/// Ticks up to which a script runs with more and more ticks.
const MAX_FUEL: u64 = 1000;
/// Interval of the files that run under a debugger.
const DEBUGGED: usize = 16;
/// Interval of the files that run with refused memory, other files for each way to refuse.
const REFUSED: usize = 12;

fn scripts_as_tests(sample: Sample) -> Vec<Trial> {
    let corpus = scripts(&["lang", "regression"]);
    let mut trials = Vec::new();
    let mut add = |kind: &str, script: &Arc<Script>, run: fn(&Arc<Script>) -> Vec<String>| {
        let script = Arc::clone(script);
        let separator = if script.title.is_empty() { "" } else { "::" };
        let name = format!("{kind}::{}{separator}{}", name(&script.path), script.title);
        trials.push(trial(name, move || run(&script)));
    };
    for script in &corpus {
        // They give no false alarm, either.
        add("plain", script, |script| mismatches(script, Profile::Warnings));
        add("small-stack", script, on_small_stack);
        add("starved", script, |script| starve(script, MAX_FUEL));
    }
    for script in sample.of(DEBUGGED, 0, &corpus) {
        add("debugged", script, |script| mismatches(script, Profile::Debugged));
    }
    if cfg!(debug_assertions) {
        for script in sample.of(STRESSED, 0, &corpus) {
            add("stress", script, |script| mismatches(script, Profile::Stress));
        }
        for script in sample.of(REFUSED, 0, &corpus) {
            add("refused-once", script, |script| refused(script, false));
        }
        for script in sample.of(REFUSED, REFUSED / 2, &corpus) {
            add("refused-from-then-on", script, |script| refused(script, true));
        }
    }
    for script in &scripts(&["limit"]) {
        add("plain", script, |script| mismatches(script, Profile::Plain));
    }
    let mut add = |kind: &str, folder_name: &str, run: fn(&Path) -> Vec<String>| {
        for path in lisp_files(&folder(folder_name)) {
            trials.push(trial(format!("{kind}::{}", name(&path)), move || run(&path)));
        }
    };
    add("listing", "code", listing);
    add("origin", "regression", origin);
    trials
}

/// Returns the scripts in these folders of `tests`.
fn scripts(folders: &[&str]) -> Vec<Arc<Script>> {
    let files = folders.iter().flat_map(|name| lisp_files(&folder(name)));
    files.flat_map(|path| Script::read(&path)).map(Arc::new).collect()
}

/// Returns the path below `tests`, without its ending.
fn name(path: &Path) -> String {
    let tests = folder("");
    path.strip_prefix(&tests).unwrap_or(path).with_extension("").display().to_string()
}

fn on_small_stack(script: &Arc<Script>) -> Vec<String> {
    let script = Arc::clone(script);
    let run = move || mismatches(&script, Profile::SmallStack);
    let run = std::thread::Builder::new().stack_size(SMALL_STACK).spawn(run);
    run.expect("a thread").join().expect("a script stays within the stack")
}

/// Refuses one request for memory after another: few of them, with gaps that grow fast, or in a full run many.
fn refused(script: &Script, lasting: bool) -> Vec<String> {
    let (most, gaps) = if full() { (100_000, 16) } else { (1000, 2) };
    refuse(script, most, gaps, lasting)
}

/// Compares the code of small functions with the listing in the file, or writes it.
fn listing(path: &Path) -> Vec<String> {
    let now = with_listings(path);
    if update() {
        std::fs::write(path, now).expect("the file");
        return Vec::new();
    }
    let before = std::fs::read_to_string(path).expect("the file");
    if before == now { Vec::new() } else { vec![format!("UPDATE=1 writes the listing, which is now\n{now}")] }
}

/// Checks that each regression names its origin. Without it nobody can tell whether the case still matters.
fn origin(path: &Path) -> Vec<String> {
    let says = |script: &Script| {
        let mut lines = script.text.trim_start().lines().skip_while(|line| line.starts_with(";;;; "));
        lines.next().is_some_and(|line| line.starts_with("; found: 20"))
    };
    let silent = Script::read(path).into_iter().filter(|script| !says(script));
    silent
        .map(|script| format!("{}: it should begin with `; found: DATE, by what: what was wrong`", script.name()))
        .collect()
}

// The files in `tests/code` have definitions, and what they are compiled to:
//
//     (defproc f (x) (car x))
//     ;; code of f
//     ;;    0 Car                   r3 <- r1
//     ;;    1 Return                r3
//
// The lines after `;; code of` are what `(disassemble f)` prints once the whole file has been evaluated. `UPDATE=1`
// writes them; a function without such a heading gets none.

const HEADING: &str = ";; code of ";

/// The text of a file with its listings as they are now.
fn with_listings(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut engine = support::host::builder().host(klammer::StdHost::new()).build();
    engine.eval::<()>(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut result = String::new();
    for line in text.lines() {
        if line.starts_with(";;") && !line.starts_with(HEADING) {
            continue;
        }
        result.push_str(line);
        result.push('\n');
        if let Some(name) = line.strip_prefix(HEADING) {
            let listing: String = engine
                .eval(&format!("(with-output-to-string (disassemble {name}))"))
                .unwrap_or_else(|e| panic!("{}: {name}: {e}", path.display()));
            for line in listing.lines() {
                result.push_str(";; ");
                result.push_str(line);
                result.push('\n');
            }
        }
    }
    result
}
