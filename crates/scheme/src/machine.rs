//! Natives of Scheme that need the machine: its dynamic context, errors, libraries.

use klammer::dialect::{Interpreter, ModuleId, Next, Result, Value, machine_builtins, misused};

use super::NAME;
use super::values::error;

/// `error`: asks the handlers of the dynamic context if there are any, or else is an error like others.
fn signal(it: &mut Interpreter<'_>, message: Value, irritants: &[Value]) -> Result<Next> {
    if it.dynamic_context().is_nil() {
        return Err(error(it.rt(), message, irritants)?.into());
    }
    // Comes first: when it is defined, garbage may be collected, and nobody else holds what is made here.
    let raise = it.library_function(NAME, "%raise-error")?;
    let condition = error(it.rt(), message, irritants)?;
    let object = it.condition_object(condition)?;
    Ok(Next::Call(raise, vec![object]))
}

machine_builtins! { "control";
    "%winds" () => |it| Ok(Next::Return(it.dynamic_context()));
    "%set-winds!" (Required context) => |it| {
        it.set_dynamic_context(context);
        Ok(Next::Return(Value::NIL))
    };
    "%error" (Required message, Rest irritants) => |it| signal(it, message, &irritants);
    "%new-module" () => |it| it.new_module().map(|m| Next::Return(Value::fix(i64::from(m.0))));
    "%evaluate-in" (Required module, Required form) => |it| {
        let module = it.module(module)?;
        it.evaluate_in(module, form).map(Next::Return)
    };
    "%load-library" (Required file) => |it| Ok(Next::Return(Value::boolean(load_library(it, file)?)));
    "%forms-of-file" (Required file, Required folds_case) => |it| {
        forms_of_file(it, file, !folds_case.is_false()).map(Next::Return)
    };
    "%visible-names" () => |it| library_names(it).map(Next::Return);
    "%share-name" (Required module, Required name, Required shown) => |it| {
        let (Some(name), Some(shown)) = (name.as_symbol(), shown.as_symbol()) else { return misused("%share-name") };
        let module = if module.is_nil() { it.current_module() } else { it.module(module)? };
        it.share_name(module, name, shown)?;
        Ok(Next::Return(Value::NIL))
    };
}

/// Extensions of files that can contain a library.
const ENDINGS: [&str; 2] = ["sld", "scm"];

/// Evaluates the file that a library is looked for in, in a module of its own: `a/b.sld` or `a/b.scm` for `(a b)`.
/// Returns whether there is one.
pub(super) fn load_library(it: &mut Interpreter<'_>, file: Value) -> Result<bool> {
    let Some(name) = it.rt().heap.as_str(file).map(str::to_string) else {
        return misused("%load-library");
    };
    let names = ENDINGS.map(|ending| format!("{name}.{ending}"));
    let Some((path, text)) = it.find_file(&names)? else { return Ok(false) };
    let module = it.new_module()?;
    it.evaluate("import", module, &path, text)?;
    Ok(true)
}

/// Returns the forms of a file as a list: what `include` stands for where it is a part of another form.
pub(super) fn forms_of_file(it: &mut Interpreter<'_>, file: Value, folds_case: bool) -> Result<Value> {
    let (path, text) = it.read_file("include", file)?;
    it.read_forms(path.display().to_string(), text, folds_case)
}

/// Evaluates the forms of a file at top level, where they keep their places.
pub(super) fn include(it: &mut Interpreter<'_>, module: ModuleId, file: Value) -> Result<Value> {
    let (path, text) = it.read_file("include", file)?;
    it.evaluate("include", module, &path, text)
}

/// Returns the files that a form at top level includes, if it is a call of the dialect's `include`.
pub(super) fn files_to_include(it: &mut Interpreter<'_>, module: ModuleId, form: Value) -> Result<Option<Vec<Value>>> {
    match it.library_head(module, form) {
        Some(name) if it.rt().symbols.name(name) == "include" => {
            let files = it.rt().heap.cdr(form);
            it.rt().list_items("include", files).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns the names that the modules of the dialect see without importing anything.
pub(super) fn library_names(it: &mut Interpreter<'_>) -> Result<Value> {
    let names: Vec<Value> = it.library_names()?.into_iter().map(Value::symbol).collect();
    it.rt().heap.list(&names)
}
