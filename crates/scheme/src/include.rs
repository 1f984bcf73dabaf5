//! Files of programs: libraries that are looked for by their names, and files whose forms are included in others.

use klammer::dialect::{Interpreter, ModuleId, Result, Value, misused};

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
