//! The machine as a dialect sees it: a view with the operations that evaluating texts and the natives of a dialect
//! need.

use std::path::{Path, PathBuf};

use super::bootstrap;
use super::describe;
use super::handler_stack;
use super::host_call::Nothing;
use super::loader;
use super::vm_natives;
use super::vm_natives::{Next, misused};
use super::{RUN_LEVELS, Vm};
use crate::fault::{Code, ErrorData, Result, Unwind, fail_in};
use crate::module::globals::CellInfo;
use crate::object::Object;
use crate::reader::Spans;
use crate::runtime::Runtime;
use crate::source::Span;
use crate::symbol::{CORE, ModuleId, Symbol};
use crate::value::{Kind, Value};
use crate::{compile, symbol};

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

    /// Makes a mark, which a `catch` with it for a tag puts among the handlers.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn new_mark(&mut self, kind: HandlerMark, content: Value) -> Result<Value> {
        handler_stack::new_mark(self.0, kind.tag(), content)
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
