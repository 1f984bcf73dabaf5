//! Dialects and the machine. [`Interpreter`] is the machine as a dialect sees it: a view with the operations that
//! evaluating texts and the natives of a dialect need. [`Language`] is a dialect as the machine knows it: what it consists
//! of, and what it does otherwise when a program is evaluated.
//!
//! The machine is handed all dialects when it is made, and knows none by its name. One is put into use when a module
//! first requires it: until then it costs nothing.

use std::fmt;
use std::path::{Path, PathBuf};

use super::host_call::Nothing;
use super::loader::{self, FormOutcome};
use super::vm_natives::{self, MachineBuiltin, Next, misused};
use super::{RUN_LEVELS, Vm, bootstrap, describe, handler_stack};
use crate::compile;
use crate::compile::special::Special;
use crate::fault::{Code, ErrorData, Result, Unwind, fail_in, internal};
use crate::heap::Heap;
use crate::module::definitions::{PendingRecompile, WAITING_PER_TICK};
use crate::module::globals::CellInfo;
use crate::module::loading::DialectLibrary;
use crate::module::native::{Native, NativeInfo, NativeKind};
use crate::object::Object;
use crate::reader::{Reader, Spans};
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::{self, CORE, ModuleId, PackageId, Symbol};
use crate::value::{Kind, Value};

/// The number of a global cell: a place for a value that a name means in a module.
pub type GlobalId = u32;

/// A kind of mark among the handlers of the machine, which a library uses for handlers that run where something is
/// signalled, and for restarts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandlerMark {
    /// A list of handlers.
    Handlers,
    /// A list of restarts.
    Restarts,
    /// The outermost mark whose handlers do not count at present.
    Mask,
}

impl HandlerMark {
    fn tag(self) -> Value {
        match self {
            HandlerMark::Handlers => Value::HANDLERS,
            HandlerMark::Restarts => Value::RESTARTS,
            HandlerMark::Mask => Value::MASK,
        }
    }

    /// Makes a mark, which a `catch` with it for a tag puts among the handlers.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn mark(self, heap: &mut Heap, content: Value) -> Result<Value> {
        heap.pair(self.tag(), content)
    }
}

/// The machine as a dialect sees it.
pub struct Interpreter<'a>(&'a mut Vm);

opaque!("Interpreter" Interpreter<'_>);

impl<'a> Interpreter<'a> {
    pub(super) fn new(vm: &'a mut Vm) -> Interpreter<'a> {
        Interpreter(vm)
    }

    /// Returns the part of the engine that natives work on.
    pub fn rt(&mut self) -> &mut Runtime {
        &mut self.0.program.rt
    }

    /// Runs `f` while the collector keeps these values.
    pub fn rooted<T>(&mut self, values: &[Value], f: impl FnOnce(&mut Interpreter<'_>) -> T) -> T {
        self.0.rooted(values, |vm| f(&mut Interpreter(vm)))
    }

    // ---- names

    /// Returns the module whose code is running.
    #[must_use]
    pub fn current_module(&self) -> ModuleId {
        self.0.program.current_module()
    }

    /// Returns the cell of a variable, or of any name where functions have no namespace of their own.
    #[must_use]
    pub fn variable(&self, module: ModuleId, name: Symbol) -> Option<GlobalId> {
        self.0.program.modules[module].cell(name)
    }

    /// Returns the cell of a function, macro or operator.
    #[must_use]
    pub fn function(&self, module: ModuleId, name: Symbol) -> Option<GlobalId> {
        self.0.program.find_function(module, name)
    }

    /// Returns the cell of a variable that the module has itself, whatever the core means by its name.
    pub fn own_variable(&mut self, module: ModuleId, name: &str) -> GlobalId {
        let name = self.0.program.rt.symbols.intern(name);
        self.0.program.cell(module, name)
    }

    /// Returns the cell that a definition of a variable sets.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn define(&mut self, module: ModuleId, name: Symbol) -> Result<GlobalId> {
        self.0.program.define(module, name)
    }

    /// Returns the cell that a definition of a function sets.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn define_function(&mut self, module: ModuleId, name: Symbol) -> Result<GlobalId> {
        self.0.program.define_function(module, name)
    }

    /// Returns the cell of a function that a form is going to define.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn function_to_define(&mut self, module: ModuleId, name: Symbol) -> Result<GlobalId> {
        self.0.program.resolve_function(module, name)
    }

    /// Returns the value of a cell; a definition of the library that has not been used is compiled first.
    ///
    /// # Errors
    /// When that fails.
    pub fn value(&mut self, cell: GlobalId) -> Result<Value> {
        bootstrap::force_lazy(self.0, cell)?;
        Ok(self.0.program.globals.value(cell))
    }

    /// Returns whether a cell has a value.
    #[must_use]
    pub fn is_bound(&self, cell: GlobalId) -> bool {
        self.0.program.globals.value(cell) != Value::UNBOUND
    }

    /// Returns the value of a cell, unless it has none or is a definition that has not been used.
    #[must_use]
    pub fn present_value(&self, cell: GlobalId) -> Option<Value> {
        Some(self.0.program.globals.value(cell)).filter(|v| !v.is(Kind::LAZY))
    }

    /// Gives a cell a value.
    pub fn set(&mut self, cell: GlobalId, value: Value) {
        self.0.program.set_cell(cell, value);
    }

    /// A name has become a macro: functions that were compiled as if it were a function are compiled again when they
    /// are used.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn macro_defined(&mut self, cell: GlobalId) -> Result<()> {
        self.0.program.macro_defined(cell)
    }

    /// Returns whether binding the variable is dynamic.
    #[must_use]
    pub fn is_dynamic(&self, module: ModuleId, name: Symbol) -> bool {
        self.0.program.dynamic_cell(module, name).is_some()
    }

    /// Makes bindings of the variable dynamic from now on.
    pub fn make_dynamic(&mut self, cell: GlobalId) {
        self.0.program.globals.change(cell, |info| info.dynamic = true);
    }

    /// Lets a name of the core mean nothing until the text that is evaluated defines it, or ends. Returns its cell.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn reserve(&mut self, module: ModuleId, name: &str) -> Result<Option<GlobalId>> {
        let name = self.0.program.rt.symbols.intern(name);
        let cell = self.0.program.resolve(module, name)?;
        let is_from_core = self.0.program.globals.info(cell).is_some_and(|info| info.from_core);
        if is_from_core {
            self.0.program.globals.change(cell, |info: &mut CellInfo| info.reserved = true);
        }
        Ok(is_from_core.then_some(cell))
    }

    /// Returns the names that the current module sees of its dialect and of the core, in no order.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn library_names(&mut self) -> Result<Vec<Symbol>> {
        let module = self.current_module();
        let library = self.0.program.dialect_library_of(module).into_iter().flat_map(|(_, m)| m.names());
        let mut names: Vec<_> = library.chain(self.0.program.modules[CORE].names()).map(|(name, _)| name).collect();
        names.retain(|&name| !symbol::is_private(self.0.program.rt.name(name)));
        names.sort_unstable();
        names.dedup();
        self.0.program.rt.charge(names.len())?;
        Ok(names)
    }

    /// Returns the name at the head of a form if the library of the module's dialect, and not the program, gives it its
    /// meaning there.
    #[must_use]
    pub fn library_head(&self, module: ModuleId, form: Value) -> Option<Symbol> {
        let name = if form.is_pair() { self.0.program.rt.heap.car(form).as_symbol()? } else { return None };
        let (module, name) = self.0.program.aliases.origin(module, name);
        let own = self.head_cell(module, name)?;
        let library = self.0.program.dialect_library_of(module)?.1;
        let there = library.function_cell(name).or_else(|| library.cell(name))?;
        (self.0.program.globals.value(own) == self.0.program.globals.value(there)).then_some(name)
    }

    /// Returns the cell of a name at the head of a form.
    fn head_cell(&self, module: ModuleId, name: Symbol) -> Option<GlobalId> {
        if self.0.program.separates_functions(module) {
            self.0.program.find_function(module, name)
        } else {
            self.0.program.find_cell(module, name)
        }
    }

    /// Returns the function that a symbol names, where functions have a namespace of their own.
    ///
    /// # Errors
    /// When a definition of the library cannot be compiled.
    pub fn function_of_symbol(&mut self, symbol: Value) -> Result<Option<Value>> {
        self.0.function_of_symbol(symbol)
    }

    /// Returns a function of the library of a dialect in use.
    ///
    /// # Errors
    /// When the library has none of this name.
    pub fn library_function(&mut self, dialect: &str, name: &str) -> Result<Value> {
        bootstrap::dialect_function(self.0, dialect, name)
    }

    /// Returns the documentation of the function, macro or operator in a cell.
    #[must_use]
    pub fn documentation(&self, cell: GlobalId) -> Option<String> {
        describe::documentation_of(self.0, self.0.program.globals.value(cell))
    }

    // ---- modules

    /// Makes a module for a library that a program defines.
    ///
    /// # Errors
    /// When there are too many.
    pub fn new_module(&mut self) -> Result<ModuleId> {
        self.0.program.new_library()
    }

    /// Returns the module that [`Interpreter::new_module`] made under this number.
    ///
    /// # Errors
    /// When there is none.
    pub fn module(&self, number: Value) -> Result<ModuleId> {
        loader::library_module(&self.0.program, number)
    }

    /// Makes a name of a module visible in the current one, perhaps under another name.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn share_name(&mut self, module: ModuleId, name: Symbol, shown: Symbol) -> Result<()> {
        self.0.program.share_name(module, name, shown)
    }

    // ---- files

    /// Returns the path and text of the first of these files that exists. The search visits the folder of the current
    /// text, the folders of its callers, the working folder, and the host's module folders.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn find_file(&mut self, names: &[String]) -> Result<Option<(PathBuf, String)>> {
        let vm = &mut *self.0;
        let mut folders: Vec<PathBuf> = vm.program.loader.folders().map(Path::to_path_buf).collect();
        folders.push(PathBuf::new());
        folders.extend(vm.program.rt.host.module_path());
        vm.program.rt.write_out_all()?;
        for folder in folders {
            for name in names {
                let path = folder.join(name);
                if let Ok(text) = vm.program.rt.file_text(&path)? {
                    return Ok(Some((path, text)));
                }
            }
        }
        Ok(None)
    }

    /// Returns the path and the text of the file of this name, a string, beside the text that is evaluated. Errors name
    /// `function`.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn read_file(&mut self, function: &str, file: Value) -> Result<(PathBuf, String)> {
        let vm = &mut *self.0;
        if !file.is(Kind::STRING) {
            return Err(vm.program.rt.wrong_type(function, "file", "a string", file));
        }
        let name = vm.program.rt.path(function, file)?;
        let path = vm.program.loader.folders().next().unwrap_or(Path::new("")).join(name);
        let text = vm.program.rt.read_file(function, &path)?;
        Ok((path, text))
    }

    /// Returns whether `load` finds a file of this name.
    ///
    /// # Errors
    /// When the name is no string.
    pub fn is_loadable(&self, file: Value) -> Result<bool> {
        loader::is_loadable(&self.0.program, file)
    }

    // ---- evaluation

    /// Evaluates a text that was read from a file. Errors name `function` when such texts lead to one another too
    /// deeply.
    ///
    /// # Errors
    /// The errors of the text.
    pub fn evaluate(&mut self, function: &str, module: ModuleId, path: &Path, text: String) -> Result<Value> {
        // Its forms are at top level, so they share no run's levels, but the native stack all the same.
        if self.0.program.loader.depth() * RUN_LEVELS > self.0.program.rt.budget.levels_left() {
            return fail_in(function, Code::TooComplex, "files include each other too deeply");
        }
        let folder = path.parent().map(Path::to_path_buf);
        self.0.evaluate(module, path.display().to_string().into(), text, folder, false, &mut Nothing)
    }

    /// Returns the forms of a text as a list, read as the current module's dialect has it; `folds_case`: names without
    /// regard to case.
    ///
    /// # Errors
    /// When the text cannot be read.
    pub fn read_forms(&mut self, name: String, text: String, folds_case: bool) -> Result<Value> {
        let dialect = self.0.program.dialect(self.0.program.current_module());
        crate::reader::read_forms(&mut self.0.program.rt, name, text, dialect, folds_case)
    }

    /// Evaluates a top-level form in a module.
    ///
    /// # Errors
    /// The errors of the form.
    pub fn evaluate_in(&mut self, module: ModuleId, form: Value) -> Result<Value> {
        self.0.evaluate_in(module, form)
    }

    /// Evaluates an expression of a text that is being read, and returns its first value.
    ///
    /// # Errors
    /// The errors of the expression.
    pub fn evaluate_now(&mut self, module: ModuleId, expression: Value, spans: &mut Spans) -> Result<Value> {
        let thunk = self.0.compile_form(module, expression, spans, Span::NONE)?;
        let value = self.0.run_form(expression, thunk, &mut Nothing)?;
        Ok(self.0.program.primary_value(value))
    }

    /// Returns the expansion of a call of a macro if that is a sequence, whose parts are forms at top level.
    ///
    /// # Errors
    /// The errors of the macro.
    pub fn expanded_sequence(
        &mut self,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
        fully: bool,
    ) -> Result<Option<Value>> {
        let name = if form.is_pair() { self.0.program.rt.heap.car(form).as_symbol() } else { None };
        let Some(cell) = name.and_then(|n| self.head_cell(module, n)) else { return Ok(None) };
        let vm = &mut *self.0;
        let value = vm.program.globals.value(cell);
        let is_reserved = vm.program.globals.info(cell).is_some_and(|i| i.reserved);
        if is_reserved || !value.is(Kind::MACRO) && !vm.program.lazy_is_macro(value) {
            return Ok(None);
        }
        let expanded = compile::expand_macro(vm, module, form, spans, fully)?;
        Ok(loader::is_progn(&vm.program, module, expanded).then_some(expanded))
    }

    // ---- values and conditions

    /// Returns the first of several values, or a single one.
    #[must_use]
    pub fn first_value(&self, value: Value) -> Value {
        self.0.program.primary_value(value)
    }

    /// Returns all of several values, or a single one.
    #[must_use]
    pub fn all_values(&self, value: Value) -> Vec<Value> {
        match self.0.program.rt.heap.as_object(value) {
            Some(Object::Values(items)) if value.is(Kind::VALUES) => items.to_vec(),
            _ => vec![value],
        }
    }

    /// Returns values to the caller of a builtin: all of them if it takes several, else the first, or nil.
    ///
    /// # Errors
    /// When memory is used up, or a limit is reached.
    pub fn give(&mut self, values: &[Value]) -> Result<Next> {
        vm_natives::give(self.0, values)
    }

    /// Returns whether the code that waits for the native takes several values.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn takes_several(&mut self) -> Result<bool> {
        vm_natives::takes_several(self.0)
    }

    /// Returns the dynamic context, which the library keeps: its value goes along with continuations.
    #[must_use]
    pub fn dynamic_context(&self) -> Value {
        self.0.fiber.winds()
    }

    /// Sets the dynamic context.
    pub fn set_dynamic_context(&mut self, context: Value) {
        self.0.fiber.set_winds(context);
    }

    /// Returns a condition as an object that programs see.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn condition_object(&mut self, condition: ErrorData) -> Result<Value> {
        self.0.condition_object(condition).map(|(_, object)| object)
    }

    /// Returns the innermost mark of a kind, outside of the mark `inner` if that is one, or nil. The way of an error
    /// ends where something else catches errors.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn next_mark(&mut self, kind: HandlerMark, inner: Value, is_error: bool) -> Result<Value> {
        handler_stack::next_mark(self.0, kind.tag(), inner, is_error)
    }

    /// Returns the content of a mark. Errors name `function`.
    ///
    /// # Errors
    /// When it is something else.
    pub fn mark_content(&self, function: &str, mark: Value) -> Result<Value> {
        if handler_stack::is_private_tag(&self.0.program, mark) {
            Ok(self.0.program.rt.heap.cdr(mark))
        } else {
            misused(function)
        }
    }

    /// Returns the fault that throws what all handlers have declined, so that the machine does not offer it again.
    #[must_use]
    pub fn declined(&self, value: Value) -> Box<Unwind> {
        Box::new(Unwind::Throw { tag: Value::SIGNALLED_TAG, value })
    }
}

/// The dialects that programs can be written in besides the core's.
#[derive(Clone, Default)]
pub(crate) struct Dialects {
    all: Vec<&'static Language>,
    /// Dialects in use, with the modules of their libraries.
    pub in_use: Vec<(ModuleId, &'static Language)>,
    /// Natives and special operators that these have added. Their numbers follow those of the core.
    pub own_natives: Vec<&'static MachineBuiltin>,
    pub own_operators: Vec<&'static Special>,
}

impl Dialects {
    /// Adds a dialect, unless one of its name is there.
    pub fn add(&mut self, language: &'static Language) {
        if !self.all.iter().any(|l| l.library.name == language.library.name) {
            self.all.push(language);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static Language> + '_ {
        self.all.iter().copied()
    }

    /// Returns whether a dialect has this name, or files with this ending.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the dialect that a file of this name is written in, as far as its ending tells.
    pub fn of_file(&self, name: &str) -> Option<&'static str> {
        let (_, ending) = name.rsplit_once('.')?;
        self.iter().find(|l| l.library.dialect.wording().endings.contains(&ending)).map(|l| l.library.name)
    }

    /// The dialect that a text is written in, as far as its forms tell: one that it requires, or whose signs it has.
    pub fn of_text(&self, text: &str) -> Option<&'static str> {
        let required = self.iter().find(|l| text.contains(&format!("(require '{})", l.library.name)));
        let signed = || self.iter().find(|l| l.library.dialect.wording().signs.iter().any(|sign| text.contains(sign)));
        required.or_else(signed).map(|l| l.library.name)
    }

    /// The dialect of this name.
    pub fn dialect(&self, name: &str) -> Option<Dialect> {
        self.get(name).map(|l| l.library.dialect)
    }

    /// The endings of the names of files in all of them.
    pub fn endings(&self) -> impl Iterator<Item = &'static str> {
        self.iter().flat_map(|l| l.library.dialect.wording().endings.iter().copied())
    }

    fn get(&self, name: &str) -> Option<&'static Language> {
        let named = self.iter().find(|l| l.library.name == name);
        named.or_else(|| self.iter().find(|l| l.library.dialect.wording().endings.contains(&name)))
    }

    /// The dialect of that name.
    pub fn language_named(&self, name: &str) -> Option<&'static Language> {
        self.get(name)
    }
}

/// A dialect: its library, and what the machine does otherwise for programs in it.
///
/// [`EngineBuilder::dialect`](crate::EngineBuilder::dialect) gives an engine the dialect. Programs then require it by
/// the name of its library. There is an example at [`dialect`](crate::dialect).
pub struct Language {
    /// Names that its programs see.
    pub library: DialectLibrary,
    /// Natives that need the machine.
    pub machine_builtins: &'static [&'static [MachineBuiltin]],
    /// Special operators: groups of [`operators`](crate::dialect::operators).
    pub operators: &'static [&'static [Special]],
    /// Treatment of texts and forms.
    pub evaluation: &'static dyn Evaluation,
    /// Library function that continues in another dynamic context. Its arguments are a continuation, the context of its
    /// capture, and the list of values.
    pub enter_continuation: Option<&'static str>,
    /// The function of its library that gives a condition to the handlers that are asked before anything is left.
    pub offer: Option<&'static str>,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Language").field(&self.library.name).finish()
    }
}

/// Treatment of a form at top level.
#[derive(Debug)]
pub enum FormTreatment {
    /// The treatment of the core.
    Plain,
    /// This form, a sequence, is to be evaluated in its place.
    Parts(Value),
    /// The form defines the function of this cell. If a name at the head of a call in it becomes a macro later, the
    /// definition is compiled again when it is next used.
    Definition(GlobalId),
    /// It has been evaluated, and this is its value.
    Done(Value),
}

/// Evaluation of texts in a dialect, where it differs from that of the core.
pub trait Evaluation: Sync {
    /// A text of the module begins. Returns the cells of the library that it will define. Until then, and at most while
    /// the text lasts, their names have no library meaning.
    ///
    /// # Errors
    /// When a limit is reached.
    fn begin_text(&self, _it: &mut Interpreter<'_>, _module: ModuleId, _text: &str) -> Result<Vec<GlobalId>> {
        Ok(Vec::new())
    }

    /// The next form of a text is going to be read.
    fn before_form(&self, _it: &mut Interpreter<'_>, _module: ModuleId) {}

    /// A form of a text has had this value.
    fn after_form(&self, _it: &mut Interpreter<'_>, _module: ModuleId, _value: Value) {}

    /// Returns the form that is evaluated instead of one that has been read.
    ///
    /// # Errors
    /// The errors of what is evaluated meanwhile.
    fn form_read(
        &self,
        _it: &mut Interpreter<'_>,
        _module: ModuleId,
        form: Value,
        _spans: &mut Spans,
    ) -> Result<Value> {
        Ok(form)
    }

    /// A form is going to be evaluated that is no sequence.
    ///
    /// # Errors
    /// The errors of what is evaluated meanwhile.
    fn form(
        &self,
        _it: &mut Interpreter<'_>,
        _module: ModuleId,
        _form: Value,
        _spans: &mut Spans,
    ) -> Result<FormTreatment> {
        Ok(FormTreatment::Plain)
    }

    /// Returns the sequence that `eval` evaluates instead of a form, if there is one.
    ///
    /// # Errors
    /// The errors of macros.
    fn sequence_in_eval(&self, _it: &mut Interpreter<'_>, _module: ModuleId, _form: Value) -> Result<Option<Value>> {
        Ok(None)
    }

    /// Returns the package in which the text is read at present.
    fn package(&self, _it: &mut Interpreter<'_>) -> PackageId {
        PackageId(0)
    }

    /// A definition is going to be read again that was read in this package.
    fn read_again(&self, _it: &mut Interpreter<'_>, _package: PackageId) {}
}

/// The dialect that a module is written in, if it is not the core's.
pub(super) fn language(vm: &Vm, module: ModuleId) -> Option<&'static Language> {
    let library = vm.program.dialect_library_of(module)?.0;
    vm.dialects.in_use.iter().find(|l| l.0 == library).map(|l| l.1)
}

/// From now on a module is written in that language, which is prepared at its first use.
pub(super) fn use_language(vm: &mut Vm, user: ModuleId, language: &'static Language) -> Result<()> {
    let known = vm.dialects.in_use.iter().find(|l| l.1.library.name == language.library.name);
    let module = match known {
        Some(&(module, _)) => module,
        None => {
            let own = install_natives(vm, language)?;
            let module = vm.program.install_dialect_library(&language.library, own)?;
            vm.dialects.in_use.push((module, language));
            module
        }
    };
    vm.program.use_dialect_library(user, &language.library, module)
}

/// Makes the natives that need the machine and the special operators of a language; their names and values.
fn install_natives(vm: &mut Vm, language: &'static Language) -> Result<Vec<(&'static str, Value)>> {
    let mut made = Vec::new();
    for control in language.machine_builtins.iter().copied().flatten() {
        let action = NativeKind::Machine(super::vm_natives::count() + vm.dialects.own_natives.len());
        vm.dialects.own_natives.push(control);
        made.push((
            control.row.name,
            vm.program.add_native(Native { facts: NativeInfo::Builtin(&control.row), action })?,
        ));
    }
    for operator in language.operators.iter().copied().flatten() {
        vm.dialects.own_operators.push(operator);
        let number = vm.program.rt.procedures.push_operator(operator.name);
        made.push((operator.name, Value::object(Kind::SPECIAL, number)));
    }
    Ok(made)
}

/// A function of a language in use, by what it is for.
pub(super) fn function_for(vm: &mut Vm, what: fn(&Language) -> Option<&'static str>) -> Result<Value> {
    let found = vm.dialects.in_use.iter().find_map(|&(_, l)| Some((l.library.name, what(l)?)));
    match found {
        Some((library, name)) => bootstrap::dialect_function(vm, library, name),
        None => internal("a function that no library has"),
    }
}

/// Compiles a top-level form that defines a function, and remembers it if it calls what is not there.
pub(super) fn compile_definition(
    vm: &mut Vm,
    language: &Language,
    module: ModuleId,
    form: Value,
    spans: &mut Spans,
    (span, target): (Span, GlobalId),
) -> Result<FormOutcome> {
    vm.program.definitions.recompiles.undefined.clear();
    let package = language.evaluation.package(&mut Interpreter::new(vm));
    let part = vm.compile_part(module, form, spans, span)?;
    let mut undefined = std::mem::take(&mut vm.program.definitions.recompiles.undefined);
    undefined.sort_unstable();
    undefined.dedup();
    let waiting = vm.program.definitions.recompiles.waiting.len();
    vm.program.rt.charge(waiting / WAITING_PER_TICK)?;
    vm.program.definitions.recompiles.waiting.retain(|w| w.target != target);
    if !undefined.is_empty() && !span.is_none() {
        vm.program.rt.heap.add_external(size_of::<PendingRecompile>() + undefined.len() * 4)?;
        vm.program.definitions.recompiles.waiting.push(PendingRecompile { module, target, span, undefined, package });
        if !vm.program.loader.renewable.contains(&span.source()) {
            vm.program.loader.renewable.push(span.source());
        }
    }
    Ok(part)
}

/// Compiles the definition at this place, which was read in this package, again. It sets the cell.
pub(super) fn recompile(vm: &mut Vm, cell: GlobalId, module: ModuleId, span: Span, package: PackageId) -> Result<()> {
    let Some(language) = language(vm, module) else { return internal("a definition of a program in the core") };
    let Some(text) = vm.program.rt.sources.get(span.source()).cloned() else { return internal("a text") };
    let mut reader = Reader::new(span.source(), text).starting_at(span.start() as usize);
    reader.set_dialect(vm.program.dialect(module));
    language.evaluation.read_again(&mut Interpreter::new(vm), package);
    let mut spans = Spans::new();
    let Some(form) = reader.read(&mut vm.program.rt, &mut spans)? else { return internal("an empty definition") };
    let span = spans.top();
    let form = language.evaluation.form_read(&mut Interpreter::new(vm), module, form, &mut spans)?;
    vm.rooted(&[form], |vm| match compile_definition(vm, language, module, form, &mut spans, (span, cell))? {
        FormOutcome::Compiled(thunk) => vm.run_form(form, thunk, &mut Nothing),
        FormOutcome::Definition(definition) => vm.carry_out(form, definition),
        FormOutcome::Evaluated(value) => Ok(value),
    })?;
    if vm.program.is_stale(vm.program.globals.value(cell)) {
        internal("a definition that defines nothing")
    } else {
        Ok(())
    }
}
