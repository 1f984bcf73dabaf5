//! Documented examples: running them, and everything that is documented.

use std::collections::HashMap;
use std::path::PathBuf;

use klammer::docs::{Documentation, Example, ExampleOutcome};
use klammer::{Engine, Handle, Limits};

use super::host::{Heard, TestHost};
use super::run::ENOUGH;
use super::settings::root;

/// An engine without files, and what it writes.
pub fn engine() -> (Engine, Heard) {
    engine_with(HashMap::new())
}

/// An engine with these files, and what it writes. Each evaluation may take [`ENOUGH`] ticks.
pub fn engine_with(files: HashMap<PathBuf, String>) -> (Engine, Heard) {
    let (host, heard) = TestHost::new(files);
    let limits = Limits { ticks: Some(ENOUGH), ..Limits::default() };
    (crate::support::host::builder().host(host).limits(limits).build(), heard)
}

/// An engine that can find a module: of the library, or of the examples.
fn engine_for(module: &str) -> (Engine, Heard) {
    let (mut found, heard) = engine();
    if found.docs().modules().any(|known| known == module) {
        return (found, heard);
    }
    let file = format!("{module}.lisp");
    let text = std::fs::read_to_string(root().join("examples").join(&file)).expect("a module of the examples");
    engine_with(HashMap::from([(file.into(), text)]))
}

/// An engine that has a module.
pub fn engine_with_module(module: &str) -> (Engine, Heard) {
    let (mut engine, heard) = engine_for(module);
    engine.require(module).unwrap_or_else(|e| panic!("(require '{module}): {e}"));
    (engine, heard)
}

/// The value of an expression, printed; or the error's code.
pub fn evaluate(engine: &mut Engine, expression: &str) -> Result<String, String> {
    let value: Handle = engine.eval(("<example>", expression)).map_err(|e| format!("{} ({e})", e.code().as_str()))?;
    engine.inspect().repr(&value).map_err(|e| format!("printing: {e}"))
}

/// Runs an example in an engine of its own, which has a module if one is given; with `stress`, garbage is collected at
/// every opportunity. The error says what was got instead.
pub fn check(example: &Example, module: Option<&str>, stress: bool) -> Result<(), String> {
    let (mut engine, output) = module.map_or_else(engine, engine_for);
    engine.inspect().stress_collector(stress);
    if let Some(module) = module {
        engine.require(module).map_err(|e| format!("(require '{module}): {e}"))?;
    }
    let result = evaluate(&mut engine, &example.expression);
    let got = match (&example.outcome, &result) {
        (ExampleOutcome::Value(_), Ok(value)) => value.clone(),
        (ExampleOutcome::Output(_), Ok(_)) => output.take_output().trim_end_matches('\n').replace('\n', "\\n"),
        (ExampleOutcome::Error(_), Err(error)) => error.split(' ').next().unwrap_or_default().to_string(),
        (_, Ok(value)) => format!("the value {value}"),
        (_, Err(error)) => format!("the error {error}"),
    };
    let expected = match &example.outcome {
        ExampleOutcome::Value(text) | ExampleOutcome::Output(text) | ExampleOutcome::Error(text) => text,
        other => return Err(format!("a kind of outcome that the tests do not know: {other:?}")),
    };
    if got == *expected { Ok(()) } else { Err(got) }
}

/// The names of the modules of the library.
pub fn library_modules() -> Vec<String> {
    engine().0.docs().modules().map(str::to_string).collect()
}

/// The documentation of every public name of the core, in alphabetical order.
pub fn core_documentation() -> Vec<Documentation> {
    let (mut engine, _) = engine();
    described(&mut engine)
}

/// The documentation of every public name that a module defines, in alphabetical order.
pub fn module_documentation(module: &str) -> Vec<Documentation> {
    let (mut engine, _) = engine_with_module(module);
    described(&mut engine).into_iter().filter(|d| d.subject == module).collect()
}

fn described(engine: &mut Engine) -> Vec<Documentation> {
    let names = engine.docs().names();
    let describe = |name: &String| engine.docs().describe(name).unwrap_or_else(|| panic!("{name} cannot be described"));
    names.iter().map(describe).collect()
}
