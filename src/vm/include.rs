//! Files of Scheme programs: libraries that are looked for by their names, and files whose forms are included in others.

use std::path::{Path, PathBuf};

use super::control::misused;
use super::{RUN_LEVELS, Vm};
use crate::fault::{Code, Res, complain, fail, internal};
use crate::reader::{Reader, Spans};
use crate::symbol;
use crate::symbol::ModuleId;
use crate::value::{Kind, Value};

/// How the names of files end that can have a library in them.
const ENDINGS: [&str; 2] = ["sld", "scm"];

impl Vm {
    /// Evaluates the file that a library is looked for in, in a module of its own: `a/b.sld` or `a/b.scm` for `(a b)`, beside the file that
    /// imports it, beside those that have led to that one, and in the host's folders. Is there one?
    pub(super) fn load_library(&mut self, file: Value) -> Res<bool> {
        let Some(name) = self.rt.heap.as_str(file).map(str::to_string) else {
            return misused("%load-library");
        };
        let mut folders: Vec<PathBuf> = self.loader.folders().map(Path::to_path_buf).collect();
        folders.push(PathBuf::new());
        folders.extend(self.rt.host.module_path());
        self.rt.write_out_all()?;
        for folder in folders {
            for ending in ENDINGS {
                let path = folder.join(format!("{name}.{ending}"));
                let Ok(text) = self.rt.file_text(&path)? else { continue };
                let module = self.new_library()?;
                let folder = path.parent().map(Path::to_path_buf);
                self.evaluate(module, &path.display().to_string(), text, folder, false)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The forms of a file, as a list: what `include` stands for where it is a part of another form.
    pub(super) fn forms_of_file(&mut self, file: Value, folds_case: bool) -> Res<Value> {
        let (name, text, _) = self.text_to_include(file)?;
        self.rt.reserve_source(&text)?;
        let Some(source) = self.rt.sources.add(&name, text) else {
            return fail(Code::File, format!("{name}: the text is longer than 4 GiB"));
        };
        let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a source") };
        let mut reader = Reader::new(source, text);
        reader.set_dialect(self.dialect(self.current_module()));
        reader.set_folding(folds_case);
        let mut forms = Vec::new();
        while let Some(form) = reader.read(&mut self.rt, &mut Spans::new())? {
            forms.push(form);
        }
        self.rt.heap.list(&forms)
    }

    /// Evaluates the forms of a file at top level, where they keep their places.
    pub(super) fn include(&mut self, module: ModuleId, file: Value) -> Res<Value> {
        // Its forms are at top level, so they share no run's levels, but the native stack all the same.
        if self.loader.depth() * RUN_LEVELS > self.levels_left() {
            return complain("include", Code::TooComplex, "files include each other too deeply");
        }
        let (name, text, path) = self.text_to_include(file)?;
        let folder = path.parent().map(Path::to_path_buf);
        self.evaluate(module, &name, text, folder, false)
    }

    fn text_to_include(&mut self, file: Value) -> Res<(String, String, PathBuf)> {
        if !file.is(Kind::STRING) {
            return Err(self.rt.wrong_type("include", "file", "a string", file));
        }
        let name = self.rt.path("include", file)?;
        let path = self.loader.folders().next().unwrap_or(Path::new("")).join(name);
        let text = self.rt.read_file("include", &path)?;
        Ok((path.display().to_string(), text, path))
    }

    /// The files that a form at top level includes, if it is a call of the layer's `include`.
    pub(super) fn files_to_include(&mut self, module: ModuleId, form: Value) -> Res<Option<Vec<Value>>> {
        let Some(name) = (if form.is_pair() { self.rt.heap.car(form).as_symbol() } else { None }) else {
            return Ok(None);
        };
        let (module, name) = self.aliases.origin(module, name);
        if self.rt.name(name) != "include" {
            return Ok(None);
        }
        let Some(cell) = self.find_cell(module, name) else { return Ok(None) };
        let of_layer = self.layer_of(module).and_then(|(_, m)| m.cell(name));
        let (own, library) = (self.globals.value(cell), of_layer.map(|c| self.globals.value(c)));
        if library != Some(own) {
            return Ok(None);
        }
        let files = self.rt.heap.cdr(form);
        self.rt.list_items("include", files).map(Some)
    }

    /// The names that the modules of a layer see without importing anything.
    pub(super) fn library_names(&mut self) -> Res<Value> {
        let module = self.current_module();
        let layer = self.layer_of(module).into_iter().flat_map(|(_, m)| m.names());
        let core = self.modules.first().into_iter().flat_map(|m| m.names());
        let mut names: Vec<_> = layer.chain(core).map(|(name, _)| name).collect();
        names.retain(|&name| !symbol::is_private(self.rt.name(name)));
        names.sort_unstable();
        names.dedup();
        self.rt.charge(names.len())?;
        let names: Vec<Value> = names.into_iter().map(Value::symbol).collect();
        self.rt.heap.list(&names)
    }
}
