//! Definitions of the library: compiled on first use, as the bodies of their calls, and again when a name that they
//! call has become a macro.
//!
//! `(definline (name parameter ...) ...)` is a function whose calls are compiled as its body. A keyword among the
//! parameters, as in `(definline (find item list :test test) ...)`, must be in the call at the same place. The scan of
//! the library records the position of such a definition; the reader reads it when the first call of it is compiled.

use std::sync::Arc;

use hashbrown::HashMap;

use super::ProgramState;
use super::globals::each_value_of;
use crate::fault::{Result, internal};
use crate::library::{self, LibraryDefinition, core_definitions};
use crate::reader::{Reader, Spans};
use crate::runtime::Runtime;
use crate::source::{Source, Span};
use crate::symbol::{CORE, ModuleId, PackageId, Symbol, well_known};
use crate::value::{Kind, Value};

/// Definitions that are compiled on first use, by their number. The first are those of the core.
#[derive(Clone, Default)]
pub(crate) struct LazyDefinitions {
    /// Values of the core's definitions, once compiled.
    core: Vec<Value>,
    others: Vec<LazyDefinition>,
    /// Code under compilation will redefine a name of a library module. All definitions of the module must be compiled
    /// first: see [`ProgramState::note_operator`].
    has_stale_callers: bool,
}

/// A definition that is compiled on first use.
#[derive(Clone, Copy)]
pub(crate) struct LazyDefinition {
    pub origin: LazyOrigin,
    /// The core, or the module of a dialect or of the library.
    pub module: ModuleId,
    /// Value of the definition, once compiled.
    pub value: Value,
}

#[derive(Clone, Copy)]
pub(crate) enum LazyOrigin {
    Library(library::LibraryDefinition),
    /// A definition of a program, at this place in this module, that must be compiled again.
    Program(ModuleId, Span, PackageId),
}

impl LazyDefinitions {
    pub fn of_core() -> LazyDefinitions {
        LazyDefinitions { core: vec![Value::UNBOUND; core_definitions().len()], ..LazyDefinitions::default() }
    }

    /// Adds a definition; the value that marks the cells it will set.
    pub fn push(&mut self, origin: LazyOrigin, module: ModuleId) -> Value {
        let definition = LazyDefinition { origin, module, value: Value::UNBOUND };
        self.others.push(definition);
        Value::object(Kind::LAZY, self.core.len() + self.others.len() - 1)
    }

    /// The definition that the value of a cell stands for.
    pub fn get(&self, mark: Value) -> Option<LazyDefinition> {
        if !mark.is(Kind::LAZY) || mark == Value::UNBOUND {
            return None;
        }
        match mark.index().checked_sub(self.core.len()) {
            Some(i) => self.others.get(i).copied(),
            None => self.of_core_at(mark.index()),
        }
    }

    fn of_core_at(&self, number: usize) -> Option<LazyDefinition> {
        let origin = LazyOrigin::Library(*core_definitions().get(number)?);
        Some(LazyDefinition { origin, module: CORE, value: *self.core.get(number)? })
    }

    /// The definition that has defined a value.
    pub fn find(&self, value: Value) -> Option<LazyDefinition> {
        match self.core.iter().position(|&v| v == value) {
            Some(number) => self.of_core_at(number),
            None => self.others.iter().find(|l| l.value == value).copied(),
        }
    }

    pub fn set(&mut self, mark: Value, value: Value) {
        let slot = match mark.index().checked_sub(self.core.len()) {
            Some(i) => self.others.get_mut(i).map(|l| &mut l.value),
            None => self.core.get_mut(mark.index()),
        };
        if let Some(slot) = slot {
            *slot = value;
        }
    }

    /// Returns whether the value of a cell stands for the definition of a function or a macro.
    pub fn is_operator(&self, mark: Value) -> bool {
        let origin = self.get(mark).map(|l| l.origin);
        origin.is_some_and(|origin| !matches!(origin, LazyOrigin::Library(d) if d.is_variable))
    }

    /// Takes the note that a name is going to mean something else.
    pub fn needs_recompile(&mut self) -> bool {
        std::mem::take(&mut self.has_stale_callers)
    }

    /// Iterates over the uncompiled definitions besides the core's: their marks, modules and names.
    pub fn uncompiled(&self) -> impl Iterator<Item = (Value, ModuleId, &'static str)> + '_ {
        let uncompiled = self.others.iter().enumerate().filter(|(_, l)| l.value == Value::UNBOUND);
        uncompiled.filter_map(|(i, l)| match l.origin {
            LazyOrigin::Library(d) => Some((Value::object(Kind::LAZY, self.core.len() + i), l.module, d.name)),
            LazyOrigin::Program(..) => None,
        })
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.core.capacity() * size_of::<Value>() + self.others.capacity() * size_of::<LazyDefinition>()
    }

    /// Shows `look` all compiled values.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(&self.core);
        each_value_of(&self.others, |definition| definition.value, look);
    }
}

impl ProgramState {
    /// Returns whether the uncompiled definition `v` is that of a macro.
    pub(crate) fn lazy_is_macro(&self, v: Value) -> bool {
        self.definitions.lazy.get(v).is_some_and(|l| matches!(l.origin, LazyOrigin::Library(d) if d.is_macro))
    }

    /// Returns whether the uncompiled definition `v` is that of a function.
    pub(crate) fn lazy_is_function(&self, v: Value) -> bool {
        self.definitions.lazy.is_operator(v) && !self.lazy_is_macro(v)
    }

    /// Defines a name of a module of the library, whose definition is compiled when it is first used.
    pub(crate) fn define_later(&mut self, module: ModuleId, definition: library::LibraryDefinition) -> Result<()> {
        let name = self.rt.symbols.intern(definition.name);
        let cell = self.define(module, name)?;
        let mark = self.definitions.lazy.push(LazyOrigin::Library(definition), module);
        self.set_cell(cell, mark);
        Ok(())
    }

    /// A definition in `module` makes a macro of what a cell means. If that is a function of a library module, the
    /// module's uncompiled definitions still use it. They are compiled before the redefinition takes effect. The same
    /// holds if it was a macro ([`ProgramState::define`]).
    pub(crate) fn note_operator(&mut self, module: ModuleId, cell: u32) {
        let Some(home) = self.globals.info(cell).map(|i| i.module).filter(|&home| home != module) else { return };
        let is_waiting = self.definitions.lazy.uncompiled().any(|(_, module, _)| module == home);
        self.definitions.lazy.has_stale_callers |= is_waiting;
    }

    /// [`Self::note_operator`], if the cell holds a macro now.
    pub(super) fn note_redefined(&mut self, module: ModuleId, cell: u32) {
        let value = self.globals.value(cell);
        if value.is(Kind::MACRO) || self.lazy_is_macro(value) {
            self.note_operator(module, cell);
        }
    }
}

/// Definitions that can be compiled in place. Those of the core come here when they are used.
#[derive(Clone, Default)]
pub(crate) struct InlineTemplates {
    all: Vec<InlineDefinition>,
    /// Definitions of dialects by name: the module that has it under this name, the module whose definition it is, and
    /// the definition.
    by_name: HashMap<Symbol, Vec<(ModuleId, ModuleId, LibraryDefinition)>>,
    /// Definitions of the core, by the number of the name.
    pub core: &'static [Vec<LibraryDefinition>],
}

#[derive(Clone)]
struct InlineDefinition {
    definition: LibraryDefinition,
    /// Module in which its names have their meaning.
    module: ModuleId,
    /// The definition, once it has been read.
    form: Value,
    template: Option<Arc<Template>>,
}

/// Template that replaces a call.
pub(crate) struct Template {
    pub module: ModuleId,
    pub params: Vec<TemplateParameter>,
    pub body: Vec<Value>,
    /// Not where the value of the call is that of a function: something that it calls last must be called in its place.
    pub not_last: bool,
}

pub(crate) struct TemplateParameter {
    /// NIL for a keyword, which is in the call as it is here.
    pub name: Symbol,
    /// Number of arguments with which the body calls it, if the body does nothing else with it and calls it at one
    /// place. A function literal can be inlined there.
    pub called_with: Option<usize>,
}

/// The uses of a name in a definition.
#[derive(Default)]
struct Uses {
    count: usize,
    called_with: Option<usize>,
}

impl InlineTemplates {
    /// The definitions that have been read.
    pub fn each_form(&self, look: &mut dyn FnMut(&[Value])) {
        each_value_of(&self.all, |inline| inline.form, look);
    }

    /// Returns whether a call of a function of that name may have been compiled in place.
    pub fn has(&self, name: Symbol) -> bool {
        !self.of_core(name).is_empty() || self.by_name.contains_key(&name)
    }

    /// All that the core says of calls of `name`.
    fn of_core(&self, name: Symbol) -> &'static [LibraryDefinition] {
        self.core.get(name.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Finds the template of a dialect for calls of `name` with these arguments.
    fn of_library(
        &self,
        rt: &Runtime,
        module: ModuleId,
        name: Symbol,
        args: &[Value],
    ) -> Option<(ModuleId, LibraryDefinition)> {
        let known = self.by_name.get(&name)?;
        known.iter().find(|(seen_in, _, d)| *seen_in == module && fits(rt, d, args)).map(|&(_, home, d)| (home, d))
    }

    fn number(&mut self, module: ModuleId, definition: LibraryDefinition) -> usize {
        let is_this = |i: &InlineDefinition| i.module == module && i.definition.is_at(definition);
        self.all.iter().position(is_this).unwrap_or_else(|| {
            self.all.push(InlineDefinition { definition, module, form: Value::NIL, template: None });
            self.all.len() - 1
        })
    }
}

/// Returns whether the definition covers a call with these arguments: the count matches, and the required keywords are
/// literal in the call.
fn fits(rt: &Runtime, definition: &LibraryDefinition, args: &[Value]) -> bool {
    definition.inline == Some(args.len())
        && definition.parameters().zip(args).all(|(parameter, arg)| match parameter.strip_prefix(':') {
            Some(keyword) => arg.as_keyword().is_some_and(|k| rt.name(k) == keyword),
            None => true,
        })
}

/// `(definline (name parameter ...) ...)` of the library as the `defproc` that it is, too.
pub(crate) fn procedure_of_definline(rt: &mut Runtime, form: Value) -> Result<Value> {
    let rest = rt.heap.rest(form);
    let (signature, body) = (rt.heap.first(rest), rt.heap.rest(rest));
    let lambda = rt.heap.pair(rt.heap.rest(signature), body)?;
    let named = rt.heap.pair(rt.heap.first(signature), lambda)?;
    let defproc = rt.symbol("defproc");
    rt.heap.pair(defproc, named)
}

impl ProgramState {
    /// Notes that calls of what this definition of a dialect defines are compiled in place.
    pub(super) fn note_inline(&mut self, module: ModuleId, definition: LibraryDefinition) {
        if definition.inline.is_some() {
            let name = self.rt.symbols.intern(definition.name);
            self.definitions.inlines.by_name.entry(name).or_default().push((module, module, definition));
        }
    }

    /// Notes that `name` in a dialect is an alias of `other` in the module `of`, the dialect or the core.
    pub(super) fn note_inline_alias(&mut self, module: ModuleId, name: Symbol, of: ModuleId, other: Symbol) {
        if !self.definitions.inlines.has(other) {
            return;
        }
        let meant: Vec<LibraryDefinition> = if of == module {
            let known = self.definitions.inlines.by_name.get(&other).into_iter().flatten();
            known.filter(|k| k.0 == module).map(|k| k.2).collect()
        } else {
            self.definitions.inlines.of_core(other).to_vec()
        };
        self.definitions.inlines.by_name.entry(name).or_default().extend(meant.into_iter().map(|d| (module, of, d)));
    }

    /// The number of the template for calls with these arguments of what a cell means, if it is what the library says.
    pub(crate) fn inline_for(&mut self, cell: u32, args: &[Value]) -> Option<usize> {
        let info = self.globals.info(cell)?;
        if !self.definitions.inlines.has(info.name) || !self.is_given(cell) {
            return None;
        }
        let home = match self.modules[info.module].library {
            Some(library) if self.modules[library].has(info.name) => library,
            None if !info.from_core => info.module,
            _ => self.core_of(info.module),
        };
        let (module, definition) = if home == self.core_of(home) {
            (home, *self.definitions.inlines.of_core(info.name).iter().find(|d| fits(&self.rt, d, args))?)
        } else {
            self.definitions.inlines.of_library(&self.rt, home, info.name, args)?
        };
        Some(self.definitions.inlines.number(module, definition))
    }

    /// Returns the template of this number, and reads it at its first use.
    pub(crate) fn template(&mut self, number: usize) -> Result<Arc<Template>> {
        let Some(inlined) = self.definitions.inlines.all.get(number) else {
            return internal("a template that is not there");
        };
        if let Some(template) = &inlined.template {
            return Ok(Arc::clone(template));
        }
        let (definition, module) = (inlined.definition, inlined.module);
        // Its parts need no spans of their own, because the generated code has the span of the call. Its file need not
        // be a known source.
        let Some(text) = definition.text() else { return internal("a library text") };
        let text = Arc::new(Source::new(String::new(), text.to_string()));
        let mut reader = Reader::new(Span::NONE.source(), text);
        reader.set_dialect(self.dialect(module));
        let Some(form) = reader.read(&mut self.rt, &mut Spans::new())? else { return internal("an empty definition") };
        if let Some(i) = self.definitions.inlines.all.get_mut(number) {
            i.form = form;
        }
        let template = Arc::new(self.read_template(module, form)?);
        if let Some(i) = self.definitions.inlines.all.get_mut(number) {
            i.template = Some(Arc::clone(&template));
        }
        Ok(template)
    }

    fn read_template(&mut self, module: ModuleId, form: Value) -> Result<Template> {
        let mut parts: Vec<Value> = self.rt.heap.iter(form).skip(1).collect();
        if parts.is_empty() {
            return internal("a definline without a signature");
        }
        let parameter = |v: Value| v.as_symbol().unwrap_or(well_known::NIL);
        let signature: Vec<Symbol> = self.rt.heap.iter(parts.remove(0)).skip(1).map(parameter).collect();
        if parts.len() > 1 && parts.first().is_some_and(|v| v.is(Kind::STRING)) {
            parts.remove(0);
        }
        // An error in the inlined body is an error of the call that it replaced. Only a function that is called checks
        // its arguments first.
        if parts.first().is_some_and(|&form| self.is_check(form)) {
            parts.remove(0);
        }
        let not_last = parts.first().and_then(|v| v.as_keyword()).is_some_and(|k| self.rt.name(k) == library::NOT_LAST);
        if not_last {
            parts.remove(0);
        }
        let mut uses: Vec<Uses> = signature.iter().map(|_| Uses::default()).collect();
        for &form in &parts {
            self.count_uses(module, form, &signature, &mut uses)?;
        }
        let param = |(name, uses): (_, Uses)| TemplateParameter {
            name,
            called_with: uses.called_with.filter(|_| uses.count == 1),
        };
        let params = signature.into_iter().zip(uses).map(param).collect();
        Ok(Template { module, params, body: parts, not_last })
    }

    /// Returns whether it is the check of arguments at the beginning of a function of the library.
    fn is_check(&self, form: Value) -> bool {
        let head = if form.is_pair() { self.rt.heap.car(form).as_symbol() } else { None };
        head.is_some_and(|name| self.rt.name(name) == library::CHECK)
    }

    /// Looks for the parameters in a definition of the library, which is small and binds no name twice.
    fn count_uses(&mut self, module: ModuleId, form: Value, params: &[Symbol], uses: &mut [Uses]) -> Result<()> {
        let position = |v: Value| v.as_symbol().and_then(|name| params.iter().position(|&p| p == name));
        if let Some(uses) = position(form).and_then(|p| uses.get_mut(p)) {
            uses.count += 1;
        }
        if !form.is_pair() {
            return Ok(());
        }
        let head = self.rt.heap.first(form);
        let args: Vec<Value> = self.rt.heap.iter(form).skip(1).collect();
        if let Some(uses) = position(head).and_then(|p| uses.get_mut(p)) {
            uses.called_with = Some(args.len());
        }
        if args.iter().any(|&a| position(a).is_some())
            && let Some(function) = head.as_symbol()
            && let Some(cell) = self.find_cell(module, function)
            && let Some(number) = self.inline_for(cell, &args)
        {
            // They are passed on to what is compiled in place itself.
            let template = self.template(number)?;
            for (&arg, param) in args.iter().zip(&template.params) {
                if let Some(uses) = position(arg).and_then(|p| uses.get_mut(p)) {
                    uses.called_with = param.called_with;
                }
            }
        }
        let mut rest = form;
        while rest.is_pair() {
            self.count_uses(module, self.rt.heap.first(rest), params, uses)?;
            rest = self.rt.heap.rest(rest);
        }
        Ok(())
    }
}

/// Definitions looked at for one tick.
pub(crate) const WAITING_PER_TICK: usize = 16;

/// Definitions that may have to be compiled again.
#[derive(Clone, Default)]
pub(crate) struct PendingRecompiles {
    /// Names at heads of forms that were undefined when the current form was compiled.
    pub undefined: Vec<u32>,
    pub waiting: Vec<PendingRecompile>,
}

/// A definition that called names which meant nothing.
#[derive(Clone)]
pub(crate) struct PendingRecompile {
    pub module: ModuleId,
    /// The cell that it defines.
    pub target: u32,
    pub span: Span,
    pub undefined: Vec<u32>,
    /// The package in which its text was read.
    pub package: PackageId,
}

impl ProgramState {
    /// The cell of the variable if binding it is dynamic.
    pub(crate) fn dynamic_cell(&self, module: ModuleId, name: Symbol) -> Option<u32> {
        let cell = self.modules[module].cell(name)?;
        self.globals.info(cell).is_some_and(|i| i.dynamic).then_some(cell)
    }

    /// Returns whether the name is a dynamic variable that shares its name with a core function (`*`). A module sees it
    /// only with a separate namespace of functions.
    pub(super) fn hides_function(&self, name: Symbol, cell: u32) -> bool {
        self.globals.info(cell).is_some_and(|i| i.dynamic) && self.modules[CORE].has(name)
    }

    /// From now on, binding the variable is dynamic.
    pub(crate) fn make_dynamic(&mut self, module: ModuleId, name: Symbol) -> Result<()> {
        let cell = self.define(module, name)?;
        self.globals.change(cell, |info| info.dynamic = true);
        Ok(())
    }

    /// The head of a form meant nothing.
    pub(crate) fn note_undefined(&mut self, cell: u32) {
        if self.definitions.recompiles.undefined.last() != Some(&cell) {
            self.definitions.recompiles.undefined.push(cell);
        }
    }

    /// Returns whether this is the mark of a definition that has to be compiled again.
    pub(crate) fn is_stale(&self, v: Value) -> bool {
        self.definitions.lazy.get(v).is_some_and(|l| matches!(l.origin, LazyOrigin::Program(..)))
    }

    /// A name has become a macro: functions that were compiled as if it were a function are compiled again when they
    /// are used.
    pub(crate) fn macro_defined(&mut self, cell: u32) -> Result<()> {
        self.rt.charge(self.definitions.recompiles.waiting.len() / WAITING_PER_TICK)?;
        let all = std::mem::take(&mut self.definitions.recompiles.waiting);
        let (stale, waiting) = all.into_iter().partition(|w| w.undefined.contains(&cell));
        self.definitions.recompiles.waiting = waiting;
        let stale: Vec<PendingRecompile> = stale;
        for w in stale {
            self.warning_collector.forget(w.span);
            self.rt.heap.add_external(size_of::<LazyDefinition>())?;
            let mark = self.definitions.lazy.push(LazyOrigin::Program(w.module, w.span, w.package), w.module);
            self.set_cell(w.target, mark);
        }
        Ok(())
    }
}
