//! Dialects as the machine knows them: what each consists of, and what it does otherwise when a program is evaluated.
//!
//! The machine is handed all of them when it is made, and knows none by its name. One is put into use when a module
//! first requires it: until then it costs nothing.

use std::fmt;

use super::Vm;
use super::bootstrap;
use super::host_call::Nothing;
use super::interpreter::{GlobalId, Interpreter};
use super::loader::FormOutcome;
use super::vm_natives::MachineBuiltin;
use crate::compile::special::Special;
use crate::fault::{Result, internal};
use crate::module::definitions::{PendingRecompile, WAITING_PER_TICK};
use crate::module::loading::DialectLibrary;
use crate::module::native::{Native, NativeInfo, NativeKind};
use crate::reader::{Reader, Spans};
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::{ModuleId, PackageId};
use crate::value::{Kind, Value};

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
