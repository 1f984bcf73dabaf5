//! From a form to linked code: expand, analyze, generate.
//!
//! A form is ordinary data. A side table, keyed by the identity of pairs, has the spans of its parts (see
//! [`crate::reader::Spans`]). A macro that keeps parts of its arguments therefore keeps their spans.

mod assembler;
pub(crate) mod definitions;
mod escape_analysis;
pub(crate) mod expand;
mod generate;
mod generic_dispatch;
mod inline_calls;
mod inline_local;
pub(crate) mod ir;
mod known_calls;
pub(crate) mod lambda_list;
mod quasiquote;
pub(crate) mod scopes;
pub(crate) mod special;
pub(crate) mod syntax_form;
mod syntax_rules;

pub(crate) use generic_dispatch::{Otherwise, dispatcher, over_more};
#[cfg(all(test, feature = "reference-evaluator"))]
pub(crate) use inline_calls::is_instruction;

use std::ops::{Deref, DerefMut};

use crate::fault::Result;
use crate::module::ProgramState;
use crate::reader::Spans;
use crate::source::Span;
use crate::symbol::ModuleId;
use crate::value::{Kind, Value};
use assembler::Assembly;
use ir::{Ir, LambdaId, Origin};
use special::{SPECIALS, Special};

/// Services that the compiler requests from the machine: running macros, and compiling library definitions on first
/// use. The [`ProgramState`] that it compiles into it sees as its own.
pub(crate) trait Machine {
    fn program(&self) -> &ProgramState;

    fn program_mut(&mut self) -> &mut ProgramState;

    /// Returns the arenas and lists that earlier compilers have left for reuse.
    fn workshop(&mut self) -> &mut Workshop;

    /// Calls a function.
    fn call(&mut self, f: Value, args: &[Value]) -> Result<Value>;

    /// Compiles the library definition that a cell stands for, if it stands for one.
    fn force(&mut self, cell: u32) -> Result<()>;

    /// Compiles a form to a function without parameters.
    fn compile(&mut self, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Result<Value>;

    /// The core's own function of that name.
    fn core_function(&mut self, name: &str) -> Result<Value>;

    /// Returns the meaning of the name of a function in the files of the dialect that a module uses (or is).
    fn function_for_dialect(&mut self, module: ModuleId, name: &str) -> Result<Option<Value>>;

    /// The special operators that dialects have added, in the order of their numbers.
    fn own_operators(&self) -> &[&'static Special];

    /// Gives an error in the code of a library's macro the place of the macro's call.
    fn locate_at_call(&mut self, condition: Value, name: &str, call: Span);
}

impl dyn Machine + '_ {
    /// The special operator that a value is.
    pub fn operator(&self, v: Value) -> Option<&'static Special> {
        if !v.is(Kind::SPECIAL) {
            return None;
        }
        match v.index().checked_sub(SPECIALS.len()) {
            Some(own) => self.own_operators().get(own).copied(),
            None => SPECIALS.get(v.index()),
        }
    }
}

impl<'a> Deref for dyn Machine + 'a {
    type Target = ProgramState;

    fn deref(&self) -> &ProgramState {
        self.program()
    }
}

impl DerefMut for dyn Machine + '_ {
    fn deref_mut(&mut self) -> &mut ProgramState {
        self.program_mut()
    }
}

/// Result of compiling a top-level form. Functions are given by their numbers.
pub(crate) enum Compiled {
    /// A function without parameters.
    Function(u32),
    /// The form does nothing but define a function: there is nothing to run.
    Definition(CompiledDefinition),
}

/// A global cell gets this function, which captures nothing; the value of the form is `name`.
#[derive(Clone, Copy)]
pub(crate) struct CompiledDefinition {
    pub cell: u32,
    pub function: u32,
    pub name: Value,
}

/// Compiles one top-level form to a function without parameters and returns its number.
pub(crate) fn compile(
    vm: &mut dyn Machine,
    module: ModuleId,
    form: Value,
    spans: &mut Spans,
    span: Span,
) -> Result<u32> {
    let (ir, top) = understood(vm, module, form, spans, span)?;
    linked(vm, ir, top)
}

/// Compiles one top-level form; one that defines a function, to no more than that.
pub(crate) fn compile_part(
    vm: &mut dyn Machine,
    module: ModuleId,
    form: Value,
    spans: &mut Spans,
    span: Span,
) -> Result<Compiled> {
    let (mut ir, top) = understood(vm, module, form, spans, span)?;
    // On the name of a generic function, a definition adds a method: that the machine does.
    match ir.definition(top).filter(|&(cell, ..)| !vm.globals.value(cell).is(Kind::GENERIC)) {
        Some((cell, function, name)) => {
            ir.own_name = Some((cell, function));
            let function = linked(vm, ir, function)?;
            Ok(Compiled::Definition(CompiledDefinition { cell, function, name }))
        }
        None => linked(vm, ir, top).map(Compiled::Function),
    }
}

/// Expands and analyses a form. Returns the nodes and the top-level function.
fn understood(
    vm: &mut dyn Machine,
    module: ModuleId,
    form: Value,
    spans: &mut Spans,
    span: Span,
) -> Result<(Box<Ir>, LambdaId)> {
    let (keeps_locals, has_points) = (vm.code.debug.keeps_locals, vm.code.debug.points.is_some());
    let mut expander = expand::Expander::new(vm, module, spans);
    let top = expander.top_level(form, span)?;
    let mut ir = expander.ir;
    escape_analysis::blocks_for_continuations(&mut ir);
    // A host that looks at frames sees each function with its variables.
    if !keeps_locals {
        inline_local::inline_local_functions(&mut ir, top);
    }
    escape_analysis::analyze(&mut ir, top);
    if !has_points {
        known_calls::find_known_calls(&mut ir);
    }
    ir.own_name = ir.assigned_function(top);
    Ok((ir, top))
}

/// The number of a function, with all that is inside it, once it is linked.
fn linked(vm: &mut dyn Machine, ir: Box<Ir>, function: LambdaId) -> Result<u32> {
    let linked = generate::generate(vm, &ir, function);
    vm.workshop().give_ir(ir);
    linked
}

/// One step of macro expansion, or all steps at the head of `form`.
pub(crate) fn expand_macro(
    vm: &mut dyn Machine,
    module: ModuleId,
    form: Value,
    spans: &mut Spans,
    full: bool,
) -> Result<Value> {
    expand::Expander::new(vm, module, spans).expand_macro(form, full)
}

// Empty arenas and lists that compiling leaves for the next form, so that a short form need not allocate and grow its
// own.

/// Functions inside each other whose lists are kept.
const MAX_ASSEMBLIES: usize = 4;

/// Belongs to the machine. Compilers inside one another (a macro that evaluates code) each take what is there.
#[derive(Default)]
pub(crate) struct Workshop {
    ir: Option<Box<Ir>>,
    #[expect(clippy::vec_box, reason = "they go in and out as they are: a list of them is large")]
    assemblies: Vec<Box<Assembly>>,
}

impl Workshop {
    /// An empty arena.
    fn take_ir(&mut self) -> Box<Ir> {
        self.ir.take().unwrap_or_default()
    }

    /// The arena is no longer needed. (One that is not given back is dropped, and the next is a new one.)
    fn give_ir(&mut self, mut ir: Box<Ir>) {
        if ir.is_small() {
            ir.clear();
            self.ir = Some(ir);
        }
    }

    /// A function without instructions: see [`Assembly::begin`].
    fn take_assembly(&mut self, lambda: LambdaId, params: usize, origin: Origin) -> Box<Assembly> {
        let mut assembly = self.assemblies.pop().unwrap_or_default();
        assembly.begin(lambda, params, origin);
        assembly
    }

    /// The function has been linked.
    fn give_assembly(&mut self, assembly: Box<Assembly>) {
        if assembly.is_small() && self.assemblies.len() < MAX_ASSEMBLIES {
            self.assemblies.push(assembly);
        }
    }
}
