//! Global names as an advisor sees them, and the errors and forms that it is asked about.

use std::path::Path;

use super::Vm;
use crate::error::Error;
use crate::fault::{Code, ErrorData, Result};
use crate::hints::{Form, Meaning, MeaningKind, Scope};
use crate::library;
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::{ModuleId, PROGRAM, Symbol};
use crate::value::{Kind, Value};

/// The names of a module.
struct InModule<'a> {
    vm: &'a Vm,
    module: ModuleId,
}

impl InModule<'_> {
    /// The value of a name, as a function where functions have names of their own.
    fn value(&self, name: &str) -> Option<(u32, Value)> {
        let symbol = self.vm.program.rt.symbols.find(name)?;
        let variable = || self.vm.program.find_cell(self.module, symbol);
        let cell = self.vm.program.find_function(self.module, symbol).or_else(variable)?;
        let value = self.vm.program.globals.value(cell);
        (value != Value::UNBOUND).then_some((cell, value))
    }
}

impl Scope for InModule<'_> {
    fn dialect(&self) -> &'static str {
        self.vm.program.dialect(self.module).name
    }

    fn names(&self) -> Vec<&str> {
        self.vm.program.visible_names(self.module)
    }

    fn meaning(&self, name: &str) -> Option<Meaning> {
        let (cell, value) = self.value(name)?;
        let kind = match value.kind() {
            Kind::SPECIAL | Kind::MACRO => MeaningKind::Operator,
            Kind::LAZY if self.vm.program.lazy_is_macro(value) => MeaningKind::Operator,
            Kind::LAZY if self.vm.program.lazy_is_function(value) => MeaningKind::Function,
            _ if value.is_procedure() => MeaningKind::Function,
            _ => MeaningKind::Variable,
        };
        let in_library = |span: &Span| self.vm.program.rt.sources.is_library(span.source());
        let is_of_library = self.vm.program.is_given(cell)
            || value.is(Kind::LAZY)
            || value.is(Kind::CLOSURE) && self.vm.definition_spans(value).first().is_some_and(in_library);
        Some(Meaning::new(kind, is_of_library))
    }

    fn usage(&self, name: &str) -> Option<String> {
        self.vm.usage_of(self.module, name)
    }

    fn modules_with(&self, name: &str) -> Vec<&'static str> {
        if self.vm.program.dialect(self.module) != Dialect::CORE {
            return Vec::new();
        }
        let modules = self.vm.native_modules.library_modules();
        modules.filter(|(_, texts)| library::provides(texts, name)).map(|(module, _)| module).collect()
    }

    fn names_of_modules(&self) -> Vec<&'static str> {
        if self.vm.program.dialect(self.module) != Dialect::CORE {
            return Vec::new();
        }
        self.vm
            .native_modules
            .library_modules()
            .flat_map(|(_, texts)| library::provided(texts))
            .map(|(name, _)| name)
            .collect()
    }

    fn elsewhere(&self, name: &str) -> Option<&'static str> {
        let table = self.vm.program.dialect(self.module).elsewhere;
        table.iter().find(|(known, _)| *known == name).map(|(_, here)| *here)
    }

    fn language_of(&self, file: &str, text: &str) -> Option<&'static str> {
        if self.vm.program.dialect(self.module) != Dialect::CORE {
            return None;
        }
        let dialects = &self.vm.dialects;
        let signed = || dialects.iter().find(|l| l.layer.dialect.signs.iter().any(|sign| text.contains(sign)));
        dialects.of_file(file).or_else(|| signed().map(|l| l.layer.name))
    }

    fn keeper_of(&self, name: &str) -> Option<String> {
        let vm = self.vm;
        let symbol = vm.program.rt.symbols.find(name)?;
        let keeps = |other: ModuleId| {
            let list = vm.program.modules[other].provided.as_ref()?;
            let cell =
                vm.program.modules[other].cell(symbol).filter(|_| other != self.module && !list.contains(&symbol))?;
            let is_own = vm.program.globals.info(cell).is_some_and(|info| info.module == other && !info.from_core);
            (is_own && vm.program.globals.value(cell) != Value::UNBOUND && !vm.program.is_library_module(other))
                .then_some(symbol)
        };
        let mut loaded = vm.program.loader.loaded.iter().filter_map(|(file, module)| Some((file, (*module)?)));
        let file = loaded.find_map(|(file, other)| keeps(other).map(|_: Symbol| file))?;
        Some(Path::new(file).file_name()?.to_str()?.to_string())
    }

    fn files_beside(&self, file: &Path) -> Vec<String> {
        if self.vm.program.rt.host.file_exists(file).unwrap_or(true) {
            return Vec::new();
        }
        self.vm.program.rt.names_beside(file)
    }
}

impl Vm {
    /// The error that a condition is for the host, with the advisor's hint. `main` is the module of the program.
    pub(crate) fn explained(&self, main: ModuleId, mut c: ErrorData) -> Error {
        let module =
            c.details().unbound.and_then(|cell| self.program.globals.info(cell)).map_or(main, |info| info.module);
        if c.help().is_none()
            && let Some(help) = self.defined_since(module, &c)
        {
            c.details_mut().help = Some(help);
        }
        let is_open = c.help().is_none();
        let error = self.program.rt.error(c);
        let Some(advisor) = self.program.warner.advisor.as_ref().filter(|_| is_open) else { return error };
        match advisor.hint(&error, &InModule { vm: self, module }) {
            Some(help) => error.with_help(help),
            None => error,
        }
    }

    /// A name of a namespace that is defined where the host's programs are, but came later.
    fn defined_since(&self, module: ModuleId, c: &ErrorData) -> Option<String> {
        let name = c.irritants.first().filter(|_| c.details().unbound.is_some())?.as_symbol()?;
        self.program.modules[module].is_namespace.then_some(())?;
        let cell =
            self.program.find_cell(PROGRAM, name).filter(|&cell| self.program.globals.value(cell) != Value::UNBOUND)?;
        let name = self.program.globals.info(cell).map(|info| self.program.rt.name(info.name))?;
        Some(format!(
            "`{name}` has been defined outside since: a scope has what there was when it was made \
             (`Engine::define_in` defines in it)"
        ))
    }

    /// The advisor's hint for a name that the program in `module` does not have.
    pub(crate) fn hint_on_name(&self, module: ModuleId, name: &str) -> Option<String> {
        let c = ErrorData::new(Code::UnboundVariable, format!("{name} is not defined"));
        let error =
            Error::from_condition(&self.program.rt.sources, &self.program.rt.symbols, vec![name.to_string()], c);
        self.program.warner.advisor.as_ref()?.hint(&error, &InModule { vm: self, module })
    }

    /// Gives the warnings that the advisor has about a form at the top level of a text.
    pub(super) fn lint_form(&mut self, module: ModuleId, span: Span) -> Result<()> {
        let Some(advisor) = self.program.warner.advisor.clone() else { return Ok(()) };
        if !self.program.is_watched(span) || self.program.is_warned_enough() {
            return Ok(());
        }
        let Some(source) = self.program.rt.sources.get(span.source()).cloned() else { return Ok(()) };
        let is_file = self.program.loader.active.last().is_some_and(|a| a.folder.is_some());
        let range = span.start() as usize..span.end() as usize;
        let form = Form { source: &source, range, is_file };
        let found = advisor.lint(&form, &InModule { vm: self, module });
        for lint in found {
            let place = Span::new(span.source(), lint.range.start as u32, lint.range.end as u32);
            let warning = ErrorData::new(Code::Lint(lint.name), lint.message).at(place);
            self.program.warn(lint.help.into_iter().fold(warning, ErrorData::with_help))?;
        }
        Ok(())
    }

    /// The outermost text has been evaluated, to its end if `whole`; `rest` is what was not. Warns of names that it
    /// never defines.
    pub(crate) fn settle_names(&mut self, whole: bool, rest: &str) -> Result<()> {
        for (module, warning) in self.program.unresolved(whole, rest)? {
            if !self.program.is_new_warning(&warning) {
                continue;
            }
            let mut plain = warning.clone();
            plain.details_mut().help = None;
            let help = self
                .program
                .warner
                .advisor
                .is_some()
                .then(|| self.explained(module, plain))
                .and_then(|e| e.help().map(str::to_string));
            self.program.warn(help.into_iter().fold(warning, ErrorData::with_help))?;
        }
        Ok(())
    }
}
