//! Evaluation of texts in Scheme: the compiler knows names before their definitions, texts can include files, and
//! macros can make definitions.

use super::include;
use crate::compile;
use crate::fault::Res;
use crate::reader::Spans;
use crate::source::Span;
use crate::symbol::ModuleId;
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::language::{Evaluation, Turn};

pub(super) struct SchemeEvaluation;

impl Evaluation for SchemeEvaluation {
    fn begin_text(&self, vm: &mut Vm, module: ModuleId, text: &str) -> Res<Vec<u32>> {
        reserve_definitions(vm, module, text)
    }

    fn form(&self, vm: &mut Vm, module: ModuleId, form: Value, spans: &mut Spans, _: Span) -> Res<Turn> {
        if let Some(files) = include::files_to_include(vm, module, form)? {
            let included = files.into_iter().try_fold(Value::NIL, |_, file| include::include(vm, module, file));
            return included.map(Turn::Done);
        }
        Ok(expanded_to_progn(vm, module, form, spans)?.map_or(Turn::Plain, Turn::Parts))
    }
}

/// The names that a text defines in the first column: a program may use them before, and may well call something
/// `repeat` that has another meaning here.
fn reserve_definitions(vm: &mut Vm, module: ModuleId, text: &str) -> Res<Vec<u32>> {
    vm.rt.charge(text.len() / 64)?;
    let mut names = Vec::new();
    for line in text.lines() {
        let Some(target) = line.strip_prefix("(define ") else { continue };
        let target = target.trim_start().trim_start_matches('(');
        let end = target.find(klammer_syntax::lexer::is_delimiter).unwrap_or(target.len());
        names.extend(target.get(..end).filter(|n| !n.is_empty()));
    }
    let mut reserved = Vec::new();
    for name in names {
        let name = vm.rt.symbols.intern(name);
        reserved.push(vm.resolve(module, name)?);
    }
    reserved.retain(|&cell| {
        let is_from_core = vm.globals.info(cell).is_some_and(|info| info.from_core);
        if is_from_core {
            vm.globals.change(cell, |info| info.reserved = true);
        }
        is_from_core
    });
    Ok(reserved)
}

/// Returns the expansion of a macro call if it is a sequence: its parts may define names that the next ones use.
fn expanded_to_progn(vm: &mut Vm, module: ModuleId, form: Value, spans: &mut Spans) -> Res<Option<Value>> {
    let name = if form.is_pair() { vm.rt.heap.car(form).as_symbol() } else { None };
    let Some(cell) = name.and_then(|n| vm.find_cell(module, n)) else { return Ok(None) };
    let value = vm.globals.value(cell);
    if vm.globals.info(cell).is_some_and(|i| i.reserved) || !value.is(Kind::MACRO) && !vm.lazy_is_macro(value) {
        return Ok(None);
    }
    let expanded = compile::expand_macro(vm, module, form, spans, true)?;
    Ok(vm.is_progn(module, expanded).then_some(expanded))
}
