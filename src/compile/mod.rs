//! From a form to linked code: expand, analyze, generate.
//!
//! A form is ordinary data. Where its parts stand in the source is looked up in a side table by the identity of its
//! pairs (see [`crate::reader::Spans`]), so whatever a macro keeps of its arguments keeps its place.

mod analyze;
mod definitions;
mod dispatch;
mod dynamic;
mod escape;
mod expand;
mod frames;
mod generate;
mod higher_order;
mod hygiene;
mod inline;
mod ir;
mod lambda_list;
mod macros;
mod quasi;
mod registers;
mod rules;
mod scopes;
pub(crate) mod special;

pub(crate) use dispatch::{Otherwise, dispatcher};
pub(crate) use higher_order::is_loop;
pub(crate) use hygiene::Aliases;
#[cfg(test)]
pub(crate) use inline::is_instruction;

use crate::fault::Res;
use crate::reader::Spans;
use crate::source::Span;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;

/// Compiles one top-level form to a function without parameters and returns its number.
pub(crate) fn compile(vm: &mut Vm, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Res<u32> {
    let mut expander = expand::Expander::new(vm, module, spans);
    let top = expander.top_level(form, span)?;
    let mut ir = expander.finish();
    escape::blocks_for_continuations(&mut ir);
    analyze::analyze(&mut ir, top);
    generate::generate(vm, &ir, top)
}

/// One step of macro expansion, or all steps at the head of `form`.
pub(crate) fn expand_macro(vm: &mut Vm, module: ModuleId, form: Value, spans: &mut Spans, full: bool) -> Res<Value> {
    expand::Expander::new(vm, module, spans).expand_macro(form, full)
}
