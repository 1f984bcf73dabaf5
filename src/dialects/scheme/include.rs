//! Files of programs: libraries that are looked for by their names, and files whose forms are included in others.

use std::path::{Path, PathBuf};

use crate::fault::{Code, Res, complain, fail, internal};
use crate::reader::Reader;
use crate::symbol::ModuleId;
use crate::symbol::{self, CORE};
use crate::value::{Kind, Value};
use crate::vm::controls::misused;
use crate::vm::{RUN_LEVELS, Vm};

/// Extensions of files that can contain a library.
const ENDINGS: [&str; 2] = ["sld", "scm"];

/// Evaluates the file that a library is looked for in, in a module of its own: `a/b.sld` or `a/b.scm` for `(a b)`,
/// beside the file that imports it, beside those that have led to that one, and in the host's folders. Returns whether
/// there is one.
pub(super) fn load_library(vm: &mut Vm, file: Value) -> Res<bool> {
    let Some(name) = vm.rt.heap.as_str(file).map(str::to_string) else {
        return misused("%load-library");
    };
    let mut folders: Vec<PathBuf> = vm.loader.folders().map(Path::to_path_buf).collect();
    folders.push(PathBuf::new());
    folders.extend(vm.rt.host.module_path());
    vm.rt.write_out_all()?;
    for folder in folders {
        for ending in ENDINGS {
            let path = folder.join(format!("{name}.{ending}"));
            let Ok(text) = vm.rt.file_text(&path)? else { continue };
            let module = vm.new_library()?;
            let folder = path.parent().map(Path::to_path_buf);
            vm.evaluate(module, path.display().to_string().into(), text, folder, false)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// The forms of a file, as a list: what `include` stands for where it is a part of another form.
pub(super) fn forms_of_file(vm: &mut Vm, file: Value, folds_case: bool) -> Res<Value> {
    let (name, text, _) = text_to_include(vm, file)?;
    vm.rt.reserve_source(&text)?;
    let Some(source) = vm.rt.sources.add(name.clone(), text) else {
        return fail(Code::File, format!("{name}: the text is longer than 4 GiB"));
    };
    let Some(text) = vm.rt.sources.get(source).cloned() else { return internal("a source") };
    let mut reader = Reader::new(source, text);
    reader.set_dialect(vm.dialect(vm.current_module()));
    reader.set_folding(folds_case);
    reader.read_all(&mut vm.rt)
}

/// Evaluates the forms of a file at top level, where they keep their places.
pub(super) fn include(vm: &mut Vm, module: ModuleId, file: Value) -> Res<Value> {
    // Its forms are at top level, so they share no run's levels, but the native stack all the same.
    if vm.loader.depth() * RUN_LEVELS > vm.levels_left() {
        return complain("include", Code::TooComplex, "files include each other too deeply");
    }
    let (name, text, path) = text_to_include(vm, file)?;
    let folder = path.parent().map(Path::to_path_buf);
    vm.evaluate(module, name.into(), text, folder, false)
}

fn text_to_include(vm: &mut Vm, file: Value) -> Res<(String, String, PathBuf)> {
    if !file.is(Kind::STRING) {
        return Err(vm.rt.wrong_type("include", "file", "a string", file));
    }
    let name = vm.rt.path("include", file)?;
    let path = vm.loader.folders().next().unwrap_or(Path::new("")).join(name);
    let text = vm.rt.read_file("include", &path)?;
    Ok((path.display().to_string(), text, path))
}

/// Returns the files that a form at top level includes, if it is a call of the dialect's `include`.
pub(super) fn files_to_include(vm: &mut Vm, module: ModuleId, form: Value) -> Res<Option<Vec<Value>>> {
    let Some(name) = (if form.is_pair() { vm.rt.heap.car(form).as_symbol() } else { None }) else {
        return Ok(None);
    };
    let (module, name) = vm.aliases.origin(module, name);
    if vm.rt.name(name) != "include" {
        return Ok(None);
    }
    let Some(cell) = vm.find_cell(module, name) else { return Ok(None) };
    let of_layer = vm.layer_of(module).and_then(|(_, m)| m.cell(name));
    let (own, library) = (vm.globals.value(cell), of_layer.map(|c| vm.globals.value(c)));
    if library != Some(own) {
        return Ok(None);
    }
    let files = vm.rt.heap.cdr(form);
    vm.rt.list_items("include", files).map(Some)
}

/// Returns the names that the modules of a dialect see without importing anything.
pub(super) fn library_names(vm: &mut Vm) -> Res<Value> {
    let module = vm.current_module();
    let layer = vm.layer_of(module).into_iter().flat_map(|(_, m)| m.names());
    let core = vm.modules[CORE].names();
    let mut names: Vec<_> = layer.chain(core).map(|(name, _)| name).collect();
    names.retain(|&name| !symbol::is_private(vm.rt.name(name)));
    names.sort_unstable();
    names.dedup();
    vm.rt.charge(names.len())?;
    let names: Vec<Value> = names.into_iter().map(Value::symbol).collect();
    vm.rt.heap.list(&names)
}
