//! Source texts and modules: evaluating texts, `load` and `require`.
//!
//! The loader fills modules whose functions are written in Rust when a program requires them, and again in copies of
//! the engine.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use klammer_syntax::nearest;

use super::Vm;
use super::bootstrap;
use super::continuation;
use super::describe;
use super::dialects;
use super::dialects::FormTreatment;
use super::dialects::Interpreter;
use super::host_call::{LentValues, Nothing};
use super::profiler;
use super::profiler::Work;
use crate::compile::{Compiled, CompiledDefinition};
use crate::fault::{Code, ErrorData, Result, internal};
use crate::files::refused;
use crate::library::{File, Texts};
use crate::module::ProgramState;
use crate::module::loading::{Active, Checking, Progress};
use crate::module::native::Owner;
use crate::module::native::{NativeInfo, NativeKind};
use crate::reader::{Reader, Spans};
use crate::source::{Source, SourceId, Span};
use crate::symbol::{CORE, ModuleId};
use crate::value::{Kind, Value};
use crate::{compile, library};

/// Outcome of a top-level form.
pub(super) enum FormOutcome {
    Evaluated(Value),
    /// A function without parameters.
    Compiled(Value),
    /// The definition of a function.
    Definition(CompiledDefinition),
}

/// Forms that load others.
const LOADING: &[&str] = &["require", "load", "import", "include"];

/// Forms besides definitions that say what names mean.
const DECLARING: &[&str] = &["provide", "setq", "in-package", "use-package", "export", "eval-when", "declaim"];

/// Places where `require` looks, for messages.
const WHERE_MODULES_ARE: &str = "it is looked for beside the file, in the folders of KLAMMER_PATH, and in the library";

impl Vm {
    /// Evaluates a top-level form in another module.
    pub(crate) fn evaluate_in(&mut self, module: ModuleId, form: Value) -> Result<Value> {
        let (source, folder) = match self.program.loader.active.last() {
            Some(a) => (a.source, a.folder.clone()),
            None => (Span::NONE.source(), None),
        };
        let progress = continuation::new_progress(self);
        self.program.loader.active.push(Active { module, source, folder, progress });
        let mut spans = std::mem::take(&mut self.program.loader.spans);
        let span = if form.is_pair() { spans.list(form) } else { None };
        let result = self.evaluate_form(module, form, &mut spans, span.unwrap_or(Span::NONE), &mut Nothing);
        self.program.loader.spans = spans;
        self.program.loader.active.pop();
        result
    }

    // ---- evaluating

    /// Compiles a form to a function without parameters.
    pub(crate) fn compile_form(
        &mut self,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
        span: Span,
    ) -> Result<Value> {
        let number = profiler::working(self, Work::Compilation, |vm| {
            vm.rooted(&[form], |vm| compile::compile(vm, module, form, spans, span))
        })?;
        let thunk = Value::reference(Kind::CLOSURE, number, 0);
        if self.program.definitions.lazy.needs_recompile() {
            self.rooted(&[thunk, form], Vm::recompile_stale)?;
        }
        self.account_for_code(&[thunk, form])?;
        Ok(thunk)
    }

    /// Evaluates all forms of a text in a module; the value is that of the last. Functions of the host that its forms
    /// call reach what is lent.
    pub(crate) fn evaluate(
        &mut self,
        module: ModuleId,
        name: Cow<'static, str>,
        text: impl Into<String> + AsRef<str>,
        folder: Option<PathBuf>,
        lenient: bool,
        lent: LentValues<'_>,
    ) -> Result<Value> {
        self.program.rt.reserve_source(&name, text.as_ref())?;
        let source = self.program.rt.add_source(&Arc::new(Source::new(name, text.into())))?;
        self.account()?;
        self.evaluate_source(module, source, folder, lenient, lent)
    }

    /// Defines the contents of a library module's file. Definitions without an effect are compiled on first use; other
    /// forms are evaluated now.
    fn evaluate_library(&mut self, module: ModuleId, name: &'static str, file: &'static File) -> Result<()> {
        for form in file.forms(name) {
            match form {
                library::LibraryForm::Definition(definition) => self.program.define_later(module, definition)?,
                library::LibraryForm::AtOnce(start) => self.evaluate_library_form(module, file, start)?,
            }
        }
        self.account()
    }

    fn evaluate_library_form(&mut self, module: ModuleId, file: &'static File, start: usize) -> Result<()> {
        let source = bootstrap::library_source(&mut self.program, file)?;
        let Some(text) = self.program.rt.sources.get(source).cloned() else { return internal("a source") };
        let progress = continuation::new_progress(self);
        self.program.loader.active.push(Active { module, source, folder: None, progress });
        let mut reader = Reader::new(source, text).starting_at(start);
        let result = self.evaluate_forms(module, &mut reader, true, &mut Nothing);
        leave_text(&mut self.program);
        result.map(drop)
    }

    /// Compiles the unused definitions of library modules. Code under compilation will turn a shared function into a
    /// macro, or a macro into something else.
    fn recompile_stale(&mut self) -> Result<()> {
        let all: Vec<(Value, ModuleId, &str)> = self.program.definitions.lazy.uncompiled().collect();
        for (mark, module, name) in all {
            if self.program.is_library_module(module) {
                continue;
            }
            let cell = self.program.rt.symbols.find(name).and_then(|name| self.program.modules[module].cell(name));
            if let Some(cell) = cell.filter(|&cell| self.program.globals.value(cell) == mark) {
                bootstrap::force_lazy(self, cell)?;
            }
        }
        Ok(())
    }

    pub(crate) fn evaluate_source(
        &mut self,
        module: ModuleId,
        source: SourceId,
        folder: Option<PathBuf>,
        lenient: bool,
        lent: LentValues<'_>,
    ) -> Result<Value> {
        let Some(text) = self.program.rt.sources.get(source).cloned() else { return internal("a source") };
        let is_file = folder.is_some();
        let progress = continuation::new_progress(self);
        begin_text(&mut self.program, lenient);
        self.program.loader.active.push(Active { module, source, folder, progress });
        let linked = self.program.code.linked();
        let mut reader = Reader::new(source, text).lenient(lenient);
        let result = self.evaluate_forms(module, &mut reader, false, lent).map(|(value, _)| value);
        let is_outermost = self.program.loader.depth() == 1;
        let settled = if is_outermost { self.settle_text(source, result.is_ok()) } else { Ok(()) };
        leave_text(&mut self.program);
        let value = result.and_then(|value| settled.map(|()| value))?;
        // Of a text that has left neither code nor conditions behind, nothing has a place any more.
        let is_used = self.program.code.linked() != linked || !self.program.rt.heap.conditions.is_empty();
        if is_outermost && !is_file && !is_used && !self.program.rt.sources.is_library(source) {
            self.program.rt.sources.release(source);
        }
        Ok(value)
    }

    /// See [`describe::report_unresolved`]. `whole` says whether the text was evaluated to its end.
    fn settle_text(&mut self, source: SourceId, whole: bool) -> Result<()> {
        if !self.program.warning_collector.waits_for_names() {
            return describe::report_unresolved(self, whole, "");
        }
        let text = self.program.rt.sources.get(source).cloned();
        let position = self.program.loader.progress().map_or(0, |p| p.position);
        describe::report_unresolved(self, whole, text.as_ref().and_then(|text| text.text.get(position..)).unwrap_or(""))
    }

    /// Evaluates the form of a text that begins at a position or after it. Returns its value and the position after it,
    /// or `None` if there is no form.
    pub(crate) fn evaluate_next(
        &mut self,
        module: ModuleId,
        text: &Arc<Source>,
        position: usize,
        folder: Option<PathBuf>,
        lenient: bool,
    ) -> Result<Option<(Value, usize)>> {
        let source = match self.program.rt.sources.find_shared(text) {
            Some(known) => known,
            None => {
                self.program.rt.reserve_source(&text.name, &text.text)?;
                self.program.rt.add_source(text)?
            }
        };
        let progress = continuation::new_progress(self);
        begin_text(&mut self.program, lenient);
        self.program.loader.active.push(Active { module, source, folder, progress });
        let mut reader = Reader::new(source, Arc::clone(text)).lenient(lenient).starting_at(position);
        let result = self.evaluate_forms(module, &mut reader, true, &mut Nothing);
        leave_text(&mut self.program);
        let (value, end) = result?;
        Ok(end.map(|end| (value, end)))
    }

    /// Evaluates the forms that a reader reads: all, or one. Returns the value of the last. The position is after it,
    /// unless the end of the text has been reached before.
    fn evaluate_forms(
        &mut self,
        module: ModuleId,
        reader: &mut Reader,
        only_one: bool,
        lent: LentValues<'_>,
    ) -> Result<(Value, Option<usize>)> {
        let mut spans = Spans::new();
        let spans = &mut spans;
        let mut last = Value::NIL;
        // Set once the dialect has been told of the text. A form of the text may require the dialect.
        let mut begun = false;
        loop {
            spans.clear();
            let Some(form) = self.read_form(module, reader, spans, &mut begun)? else {
                return Ok((last, None));
            };
            let span = spans.top();
            if let Some(checking) = checked_text(&mut self.program) {
                *checking = Checking { position: reader.position(), ..Checking::default() };
            }
            describe::lint_form(self, module, span)?;
            self.program.loader.keeps_values = only_one;
            last = self.evaluate_form(module, form, spans, span, lent)?;
            // A continuation may have led to the end of another form.
            if let Some(position) =
                self.program.loader.progress().map(|p| p.position).filter(|&p| p != reader.position())
            {
                reader.go_to(position);
            }
            if let Some(language) = dialects::language(self, module) {
                language.evaluation.after_form(&mut Interpreter::new(self), module, last);
            }
            if only_one {
                return Ok((last, Some(reader.position())));
            }
        }
    }

    /// Reads the next form of a text as the module's dialect has it, and notes where the reader is; nothing at the end.
    /// `begun` says whether the dialect has been told of the text.
    pub(super) fn read_form(
        &mut self,
        module: ModuleId,
        reader: &mut Reader,
        spans: &mut Spans,
        begun: &mut bool,
    ) -> Result<Option<Value>> {
        reader.set_dialect(self.program.dialect(module));
        if let Some(language) = dialects::language(self, module) {
            if !std::mem::replace(begun, true) {
                let reserved = language.evaluation.begin_text(&mut Interpreter::new(self), module, reader.rest())?;
                if let Some(progress) = self.program.loader.progress() {
                    progress.reserved = reserved;
                }
            }
            language.evaluation.before_form(&mut Interpreter::new(self), module);
        }
        begin_checking_form(&mut self.program);
        let form = reader.read(&mut self.program.rt, spans);
        for warning in reader.take_warnings() {
            self.program.warn(warning)?;
        }
        let form = form?;
        if let Some(progress) = self.program.loader.progress().filter(|_| form.is_some()) {
            progress.position = reader.position();
        }
        Ok(form)
    }

    /// Evaluates a top-level form. The parts of a `progn` are top-level forms themselves: a macro that one defines is
    /// seen by the next.
    pub(super) fn evaluate_form(
        &mut self,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
        span: Span,
        lent: LentValues<'_>,
    ) -> Result<Value> {
        let mut last = self.rooted(&[form], |vm| vm.evaluate_part(module, form, spans, span, lent))?;
        while let Some((form, span)) = self.program.loader.progress().and_then(Progress::next_part) {
            last = self.rooted(&[form], |vm| vm.evaluate_part(module, form, spans, span, lent))?;
        }
        Ok(last)
    }

    fn evaluate_part(
        &mut self,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
        span: Span,
        lent: LentValues<'_>,
    ) -> Result<Value> {
        let part = self.prepare_part(module, form, spans, span)?;
        let outer = std::mem::replace(&mut self.program.loader.spans, std::mem::take(spans));
        let result = match part {
            FormOutcome::Evaluated(value) => Ok(value),
            FormOutcome::Compiled(thunk) => self.run_form_once(form, thunk, lent),
            FormOutcome::Definition(definition) => self.carry_out(form, definition),
        };
        *spans = std::mem::replace(&mut self.program.loader.spans, outer);
        result
    }

    /// Compiles a top-level form, unless it has parts, which come next, or its dialect evaluates it.
    pub(super) fn prepare_part(
        &mut self,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
        span: Span,
    ) -> Result<FormOutcome> {
        let Some(language) = dialects::language(self, module) else { return self.prepare(module, form, spans, span) };
        self.program.definitions.recompiles.undefined.clear();
        let form = language.evaluation.form_read(&mut Interpreter::new(self), module, form, spans)?;
        self.rooted(&[form], |vm| vm.prepare(module, form, spans, span))
    }

    fn prepare(&mut self, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Result<FormOutcome> {
        if is_progn(&self.program, module, form) {
            let rest = self.program.rt.heap.cdr(form);
            let parts = self.program.rt.list_items("progn", rest)?.into_iter();
            let place = |part: Value| if part.is_pair() { spans.list(part) } else { None };
            add_parts(&mut self.program, parts.map(|part| (part, place(part).unwrap_or(span))));
            return Ok(FormOutcome::Evaluated(Value::NIL));
        }
        if let Some(language) = dialects::language(self, module) {
            match language.evaluation.form(&mut Interpreter::new(self), module, form, spans)? {
                FormTreatment::Plain => {}
                FormTreatment::Parts(parts) => {
                    add_parts(&mut self.program, [(parts, span)]);
                    return Ok(FormOutcome::Evaluated(Value::NIL));
                }
                FormTreatment::Definition(cell) => {
                    return dialects::compile_definition(self, language, module, form, spans, (span, cell));
                }
                FormTreatment::Done(value) => return Ok(FormOutcome::Evaluated(value)),
            }
        }
        begin_checking_form(&mut self.program);
        self.compile_part(module, form, spans, span)
    }

    /// Compiles a form of a text.
    pub(super) fn compile_part(
        &mut self,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
        span: Span,
    ) -> Result<FormOutcome> {
        let compiled = profiler::working(self, Work::Compilation, |vm| {
            vm.rooted(&[form], |vm| compile::compile_part(vm, module, form, spans, span))
        })?;
        let (Compiled::Function(number) | Compiled::Definition(CompiledDefinition { function: number, .. })) = compiled;
        let function = Value::reference(Kind::CLOSURE, number, 0);
        if self.program.definitions.lazy.needs_recompile() {
            self.rooted(&[function, form], Vm::recompile_stale)?;
        }
        self.account_for_code(&[function, form])?;
        Ok(match compiled {
            Compiled::Function(_) => FormOutcome::Compiled(function),
            Compiled::Definition(definition) => FormOutcome::Definition(definition),
        })
    }

    /// Runs a top-level form, now that it has been compiled; of a text that is checked, only what others need.
    pub(crate) fn run_form(&mut self, form: Value, thunk: Value, lent: LentValues<'_>) -> Result<Value> {
        if is_run(&mut self.program, form) { self.call_lending(thunk, &[], lent) } else { Ok(Value::NIL) }
    }

    /// Runs a form once. Its code is free when it ends, unless a continuation or an error's trail has captured it.
    fn run_form_once(&mut self, form: Value, thunk: Value, lent: LentValues<'_>) -> Result<Value> {
        let captured = (self.counters.segments, self.counters.backtraces);
        let value = self.run_form(form, thunk, lent)?;
        if (self.counters.segments, self.counters.backtraces) == captured {
            self.program.code.release(thunk.meta());
        }
        Ok(value)
    }

    /// Carries out a definition, as far as [`Vm::run_form`] would run it.
    pub(super) fn carry_out(&mut self, form: Value, definition: CompiledDefinition) -> Result<Value> {
        if !is_run(&mut self.program, form) {
            return Ok(Value::NIL);
        }
        define(&mut self.program, definition);
        if self.program.rt.heap.wants_collection() {
            self.collect(self.fiber.run.top, &[form])?;
        }
        Ok(definition.name)
    }

    /// Evaluates the parts of a top-level sequence up to the last, which is given back; what is no sequence is given
    /// back as it is.
    pub(super) fn evaluate_all_but_last(&mut self, module: ModuleId, form: Value) -> Result<Value> {
        let mut form = form;
        loop {
            if is_progn(&self.program, module, form) {
                let rest = self.program.rt.heap.cdr(form);
                let parts = self.program.rt.list_items("progn", rest)?;
                let Some((&last, others)) = parts.split_last() else { return Ok(Value::NIL) };
                for &part in others {
                    self.rooted(&[form], |vm| vm.evaluate_in(module, part))?;
                }
                form = last;
            } else {
                let Some(language) = dialects::language(self, module) else { return Ok(form) };
                match self.rooted(&[form], |vm| {
                    language.evaluation.sequence_in_eval(&mut Interpreter::new(vm), module, form)
                })? {
                    Some(parts) => form = parts,
                    None => return Ok(form),
                }
            }
            self.program.rt.charge(1)?;
        }
    }

    /// `(load file)`
    pub(super) fn load(&mut self, file: Value) -> Result<Value> {
        let name = self.program.rt.path_or_name("load", file)?;
        let path = folder(&self.program).unwrap_or_default().join(&name);
        let text = self.program.rt.read_file("load", &path)?;
        let module = self.program.current_module();
        let folder = path.parent().map(Path::to_path_buf);
        self.evaluate(
            module,
            path.display().to_string().into(),
            text,
            folder,
            self.program.loader.lenient,
            &mut Nothing,
        )
    }

    /// `(require name)`
    pub(crate) fn require(&mut self, name: Value) -> Result<Value> {
        let needless = self.program.dialect(self.program.current_module()).wording().needless_modules;
        let word = name.as_symbol().or(name.as_keyword()).map(|s| self.program.rt.name(s)).or(self
            .program
            .rt
            .heap
            .as_str(name));
        if word.is_some_and(|word| needless.iter().any(|n| n.eq_ignore_ascii_case(word))) {
            return Ok(name);
        }
        let shown = self.program.rt.path_or_name("require", name)?;
        if let Some(language) = self.dialects.language_named(&shown) {
            let user = self.program.current_module();
            dialects::use_language(self, user, language)?;
            return Ok(name);
        }
        if let Some(fill) = self.native_modules.provided(&shown) {
            // A module of the host's: files cannot take its place.
            self.import_once(&shown, &shown, |vm, module| vm.fill_provided(module, fill))?;
            return Ok(name);
        }
        let file = if shown.ends_with(".lisp") { shown.clone() } else { format!("{shown}.lisp") };
        let folders =
            std::iter::once(folder(&self.program).unwrap_or_default()).chain(self.program.rt.host.module_path());
        let mut found = None;
        for folder in folders {
            let path = folder.join(&file);
            match self.program.rt.file_text(&path)? {
                Ok(text) => {
                    found = Some((path.display().to_string(), text, path.parent().map(Path::to_path_buf)));
                    break;
                }
                // A file that is not there, or that the host hides, may be in the next folder.
                Err(cause) if is_absent(&cause) => {}
                Err(cause) => return Err(refused("require", "read", &path, &cause).into()),
            }
        }
        let texts = self.native_modules.library_module_named(&shown);
        if found.is_none() && texts.is_none() {
            let c = ErrorData::by("require", Code::File, format!("there is no module {shown}"));
            if let Some(feature) = library::lacking_feature(&shown) {
                let help = format!("the engine was built without it: its crate has the feature `{feature}`");
                return Err(c.with_help(help).into());
            }
            let languages = self.dialects.iter().map(|l| l.library.name);
            let names = self.native_modules.library_module_names().chain(languages);
            let beside = self.program.rt.names_beside(&folder(&self.program).unwrap_or_default().join(&file));
            let mut files = beside.iter().filter_map(|name| name.strip_suffix(".lisp"));
            return Err(match nearest(&shown, names).or_else(|| nearest(&shown, files.by_ref())) {
                Some(name) => c.with_help(format!("did you mean {name}?")).into(),
                None => c.with_help(WHERE_MODULES_ARE).into(),
            });
        }
        let key = found.as_ref().map_or(&shown, |found| &found.0).clone();
        let part = self.native_modules.library_part(&shown).filter(|_| found.is_none());
        self.import_once(&key, &shown, |vm, module| match found {
            Some((_, text, folder)) => {
                vm.evaluate(module, key.clone().into(), text, folder, vm.program.loader.lenient, &mut Nothing).map(drop)
            }
            None => {
                vm.fill_library(module, &key);
                let Some((name, texts)) = texts else { return Ok(()) };
                texts.iter().try_for_each(|file| vm.evaluate_library(module, name, file))
            }
        })?;
        let user = self.program.current_module();
        self.program.import_core_functions(user, part.map_or(&[], |part| part.core_functions()))?;
        Ok(name)
    }

    /// Imports the module that is known by a key. If it is not loaded yet, it is filled first; if that fails, it is
    /// as if it had never been required.
    fn import_once(
        &mut self,
        key: &str,
        shown: &str,
        fill: impl FnOnce(&mut Self, ModuleId) -> Result<()>,
    ) -> Result<()> {
        let importer = self.program.current_module();
        let module = match self.program.loader.loaded.iter().find(|l| l.0 == key) {
            Some(&(_, Some(module))) => module,
            Some((_, None)) => return Err(self.in_circle(key, shown).into()),
            None => {
                let module = self.program.modules.add(shown.to_string());
                self.program.loader.loaded.push((key.to_string(), None));
                let result = fill(self, module);
                self.program.loader.loaded.retain(|l| l.0 != key);
                if let Err(fault) = result {
                    self.native_modules.filled.retain(|filled| filled.module() != module);
                    return Err(fault);
                }
                self.program.settle_provided(module, key);
                self.program.loader.loaded.push((key.to_string(), Some(module)));
                module
            }
        };
        self.program.import(importer, module)?;
        self.program.warn_of_overridden()?;
        Ok(())
    }

    /// Returns the error of a module that is required while it is loaded.
    #[cold]
    fn in_circle(&self, key: &str, shown: &str) -> ErrorData {
        let innermost = self.program.loader.loaded.iter().rfind(|l| l.1.is_none());
        if innermost.is_none_or(|l| l.0 != key) {
            let text = format!("{shown} is being loaded already: the modules require each other");
            return ErrorData::by("require", Code::File, text);
        }
        let error = ErrorData::by("require", Code::File, format!("{key} requires itself"));
        if self.native_modules.library_module_names().any(|name| name == shown) {
            return error.with_help(format!("the file hides the library's module {shown}: give the file another name"));
        }
        error
    }
}

/// Returns whether a failure to read a file leaves open that there is none: a host may hide its files.
fn is_absent(cause: &io::Error) -> bool {
    match cause.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::Unsupported => true,
        io::ErrorKind::PermissionDenied => cause.raw_os_error().is_none(),
        _ => false,
    }
}

// ---- libraries that a program defines

/// Returns the module that [`ProgramState::new_library`] made under this number.
pub(crate) fn library_module(program: &ProgramState, number: Value) -> Result<ModuleId> {
    let number = number.as_fixnum().and_then(|n| u32::try_from(n).ok());
    let id = number.and_then(|n| program.modules.id(n)).filter(|&id| program.modules[id].name == "library");
    match id {
        Some(id) => Ok(id),
        None => super::vm_natives::misused("%evaluate-in"),
    }
}

/// The outermost text says whether closing parentheses too many are skipped, in what it loads, too.
pub(super) fn begin_text(program: &mut ProgramState, lenient: bool) {
    if program.loader.active.is_empty() {
        program.loader.lenient = lenient;
    }
}

/// The innermost text is over.
pub(super) fn leave_text(program: &mut ProgramState) {
    if let Some(active) = program.loader.active.pop() {
        program.release_reserved(&active.progress.reserved);
    }
}

/// Puts parts before those that are to be evaluated.
pub(super) fn add_parts(
    program: &mut ProgramState,
    parts: impl IntoIterator<Item = (Value, Span), IntoIter: DoubleEndedIterator>,
) {
    if let Some(progress) = program.loader.progress() {
        progress.add_parts(parts.into_iter().rev());
    }
}

/// The state of the check, if it is the text that is checked whose form is evaluated.
fn checked_text(program: &mut ProgramState) -> Option<&mut Checking> {
    let is_outermost = program.loader.depth() == 1;
    program.loader.checking.as_mut().filter(|_| is_outermost)
}

/// A form is going to be read or compiled, and is not run yet.
fn begin_checking_form(program: &mut ProgramState) {
    if let Some(checking) = checked_text(program) {
        (checking.runs, checking.loads) = (false, false);
    }
}

pub(super) fn define(program: &mut ProgramState, definition: CompiledDefinition) {
    program.set_cell(definition.cell, Value::reference(Kind::CLOSURE, definition.function, 0));
}

/// Returns whether this form runs after it has been compiled. In a text that is checked, only definitions run, and
/// forms that make other names known.
fn is_run(program: &mut ProgramState, form: Value) -> bool {
    if checked_text(program).is_none() {
        return true;
    }
    let head = if form.is_pair() { program.rt.heap.car(form).as_symbol() } else { None };
    let head = head.map_or("", |s| program.rt.name(s));
    let loads = LOADING.contains(&head);
    let runs = loads || head.starts_with("def") || DECLARING.contains(&head);
    if let Some(checking) = checked_text(program) {
        (checking.runs, checking.loads) = (runs, loads);
    }
    runs
}

pub(crate) fn is_progn(program: &ProgramState, module: ModuleId, form: Value) -> bool {
    if !form.is_pair() {
        return false;
    }
    let head = program.rt.heap.car(form);
    let operator = match head.as_symbol().map(|n| program.aliases.origin(module, n)) {
        Some((module, name)) => program.find_cell(module, name).map_or(Value::NIL, |c| program.globals.value(c)),
        None => head,
    };
    compile::special::name(operator) == Some("progn")
}

// ---- files and modules

fn folder(program: &ProgramState) -> Option<PathBuf> {
    program.loader.active.last().and_then(|a| a.folder.clone())
}

/// Returns whether there is a file of that name for `load`.
pub(crate) fn is_loadable(program: &ProgramState, file: Value) -> Result<bool> {
    let name = program.rt.path_or_name("load", file)?;
    let path = folder(program).unwrap_or_default().join(&name);
    Ok(program.rt.host.file_exists(&path).unwrap_or(false))
}

/// A text that belongs to a module.
pub(crate) struct ModuleText {
    pub name: Arc<str>,
    pub text: Arc<str>,
}

/// Defines what a module has, and says which texts are to be evaluated after that.
pub(crate) type Filling = Arc<dyn Fn(&mut Vm, ModuleId, &mut Vec<ModuleText>) -> Result<()> + Send + Sync>;

/// A module that the host adds to the library.
pub(crate) trait LibraryPart: Sync {
    fn name(&self) -> &'static str;

    /// Returns whether programs have it without `require`.
    fn is_core(&self) -> bool;

    /// Returns the texts of the module, which are scanned when they are first needed.
    fn texts(&'static self) -> Texts;

    /// Returns subjects and names of the core's functions that come with the module where programs do not see the
    /// core's.
    fn core_functions(&self) -> &'static [&'static str];

    /// Defines the functions of the module that are written in Rust.
    fn fill(&self, vm: &mut Vm, module: ModuleId);
}

/// A module of the host's.
#[derive(Clone)]
pub(crate) struct HostModule {
    pub name: String,
    pub fill: Filling,
}

/// Modules that have been filled: what is to be done again in a copy.
#[derive(Clone)]
pub(crate) enum Filled {
    Library(ModuleId, &'static dyn LibraryPart),
    Host(ModuleId, Filling),
}

impl Filled {
    pub fn module(&self) -> ModuleId {
        match self {
            Filled::Library(module, _) | Filled::Host(module, _) => *module,
        }
    }
}

/// Modules with functions in Rust.
#[derive(Clone)]
pub(crate) struct NativeModules {
    /// Modules of the host's, by what programs call them.
    pub provided: Vec<HostModule>,
    /// Modules that the host has added to the library.
    library: Vec<&'static dyn LibraryPart>,
    /// Required modules, in order.
    pub filled: Vec<Filled>,
    /// Owner of the functions that are being defined.
    pub defining: Owner,
    /// Whether modules are filled again only to restore the functions that a copy lacks.
    pub refilling: bool,
}

impl Default for NativeModules {
    fn default() -> NativeModules {
        NativeModules {
            provided: Vec::new(),
            library: Vec::new(),
            filled: Vec::new(),
            defining: Owner::Host,
            refilling: false,
        }
    }
}

impl NativeModules {
    /// Returns the function that fills the module of that name, if the host has provided it.
    pub fn provided(&self, name: &str) -> Option<Filling> {
        self.provided.iter().rev().find(|p| p.name == name).map(|p| Arc::clone(&p.fill))
    }

    /// Returns the name and the texts of the module of the library that has this name.
    pub fn library_module_named(&self, name: &str) -> Option<(&'static str, Texts)> {
        let added = self.library_part(name).map(|part| (part.name(), part.texts()));
        added.or_else(|| library::modules().find(|m| m.0 == name))
    }

    /// Returns the name and the texts of each module of the library.
    pub fn library_modules(&self) -> impl Iterator<Item = (&'static str, Texts)> + '_ {
        library::modules().chain(self.library.iter().map(|part| (part.name(), part.texts())))
    }

    /// Returns the names of the modules of the library, without a look at their texts.
    pub fn library_module_names(&self) -> impl Iterator<Item = &str> {
        library::modules().map(|m| m.0).chain(self.library.iter().map(|part| part.name()))
    }

    fn library_part(&self, name: &str) -> Option<&'static dyn LibraryPart> {
        self.library.iter().rev().find(|part| part.name() == name).copied()
    }
}

impl Vm {
    /// Fills a module of the host's: the value is not used.
    pub(super) fn fill_provided(&mut self, module: ModuleId, fill: Filling) -> Result<()> {
        let mut sources = Vec::new();
        fill(self, module, &mut sources)?;
        self.native_modules.filled.push(Filled::Host(module, fill));
        sources.into_iter().try_for_each(|s| {
            self.evaluate(module, s.name.to_string().into(), &*s.text, None, false, &mut Nothing).map(drop)
        })
    }

    /// Adds a module to the library. A part of the core is there at once.
    pub(crate) fn add_to_library(&mut self, part: &'static dyn LibraryPart) {
        if part.is_core() {
            self.fill_as_library(CORE, part);
            self.native_modules.filled.push(Filled::Library(CORE, part));
        } else {
            self.native_modules.library.push(part);
        }
    }

    /// Defines the part in Rust of a module of the library, if it has one.
    pub(super) fn fill_library(&mut self, module: ModuleId, name: &str) {
        if let Some(part) = self.native_modules.library_part(name) {
            self.fill_as_library(module, part);
            self.native_modules.filled.push(Filled::Library(module, part));
        }
    }

    fn fill_as_library(&mut self, module: ModuleId, part: &'static dyn LibraryPart) {
        let owner = if part.is_core() { Owner::Core(part.name()) } else { Owner::Module };
        let before = std::mem::replace(&mut self.native_modules.defining, owner);
        part.fill(self, module);
        self.native_modules.defining = before;
    }

    /// In a copy of an engine, gives functions their code that the copy lacks, because there is only one of each.
    pub fn fill_again(&mut self) {
        if !self
            .program
            .natives
            .own
            .iter()
            .any(|n| matches!((&n.action, &n.facts), (NativeKind::Absent, NativeInfo::Host(_))))
        {
            return;
        }
        self.native_modules.refilling = true;
        for filled in self.native_modules.filled.clone() {
            match filled {
                Filled::Library(module, part) => self.fill_as_library(module, part),
                // If a panic ends the filling, the copy lacks the rest.
                Filled::Host(module, fill) => fill(self, module, &mut Vec::new()).unwrap_or(()),
            }
        }
        self.native_modules.refilling = false;
    }
}
