//! Evaluation of texts in Common Lisp: the variables of a program say how the reader reads its text, `*` is the last
//! value, and definitions are compiled again if need be.
//!
//! A function may call a name that becomes a macro only later, because a document or a session defines it later. The
//! code compiled before took the form for a call. The engine remembers such functions and compiles them again at their
//! first use after the definition of the macro.

use hashbrown::HashSet;

use super::reading::READ_TIME;
use super::state::{Reading, lisp};
use super::writing::LispNotation;
use crate::compile;
use crate::fault::{Res, internal};
use crate::module::invalidate::{WAITING_PER_TICK, Waiting};
use crate::object::Object;
use crate::reader::{Reader, Spans};
use crate::runtime::notation::Notation;
use crate::source::Span;
use crate::symbol::{ModuleId, PackageId};
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::language::{Evaluation, Turn};

pub(super) struct LispEvaluation;

impl Evaluation for LispEvaluation {
    fn before_form(&self, vm: &mut Vm, module: ModuleId) {
        declare_history(vm, module);
        let values: Vec<Option<Value>> =
            LispNotation.variables().iter().map(|name| variable(vm, module, name)).collect();
        LispNotation.heed(&mut vm.rt, &values);
    }

    fn after_form(&self, vm: &mut Vm, module: ModuleId, value: Value) {
        note_value(vm, module, value);
    }

    fn form(&self, vm: &mut Vm, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Res<Turn> {
        let form = read_time_values(vm, module, form, spans)?;
        set(vm, module, "-", form);
        match top_level_progn(vm, module, form, spans)? {
            Some(parts) => Ok(Turn::Parts(parts)),
            None => compile_renewable(vm, module, form, spans, span).map(Turn::Compiled),
        }
    }

    fn sequence_in_eval(&self, vm: &mut Vm, module: ModuleId, form: Value) -> Res<Option<Value>> {
        top_level_progn(vm, module, form, &mut Spans::new())
    }

    fn renew(&self, vm: &mut Vm, cell: u32, module: ModuleId, span: Span, package: PackageId) -> Res<()> {
        renew(vm, cell, module, span, package)
    }
}

/// The variables of what was evaluated before, the latest first in each row: forms, values, lists of all values. `-` is
/// the form that is evaluated now.
const HISTORY: [[&str; 3]; 3] = [["+", "++", "+++"], ["*", "**", "***"], ["/", "//", "///"]];

/// Makes the variables of the history dynamic, each nil at first, unless they are.
fn declare_history(vm: &mut Vm, module: ModuleId) {
    let latest = vm.rt.symbols.intern("-");
    if vm.dynamic_cell(module, latest).is_some() {
        return;
    }
    for name in HISTORY.iter().flatten().chain(&["-"]) {
        set(vm, module, name, Value::NIL);
        let cell = cell(vm, module, name);
        vm.globals.change(cell, |info| info.dynamic = true);
    }
}

/// Returns the cell of a variable of the program that has a name of the core's.
fn cell(vm: &mut Vm, module: ModuleId, name: &str) -> u32 {
    let name = vm.rt.symbols.intern(name);
    vm.cell(module, name)
}

fn set(vm: &mut Vm, module: ModuleId, name: &str, value: Value) {
    let cell = cell(vm, module, name);
    vm.set_cell(cell, value);
}

/// Notes a form and its values in the variables of the history.
fn note_value(vm: &mut Vm, module: ModuleId, value: Value) {
    let form = cell(vm, module, "-");
    let all = match vm.rt.heap.as_object(value) {
        Some(Object::Values(items)) if value.is(Kind::VALUES) => items.to_vec(),
        _ => vec![value],
    };
    let all = vm.rt.heap.list(&all).unwrap_or(Value::NIL);
    let latest = [vm.globals.value(form), vm.primary_value(value), all];
    for (names, mut value) in HISTORY.iter().zip(latest) {
        for name in names {
            let cell = cell(vm, module, name);
            let old = vm.globals.value(cell);
            vm.set_cell(cell, value);
            value = old;
        }
    }
}

/// The value of a variable of the program, if anybody has asked for it: before, it has its first value.
fn variable(vm: &Vm, module: ModuleId, name: &str) -> Option<Value> {
    let cell = vm.modules[module].cell(vm.rt.symbols.find(name)?)?;
    Some(vm.globals.value(cell)).filter(|&v| v != Value::UNBOUND && !v.is(Kind::LAZY))
}

/// Returns the form in which what `#.` stands before is replaced by its values, the innermost first.
fn read_time_values(vm: &mut Vm, module: ModuleId, form: Value, spans: &mut Spans) -> Res<Value> {
    if !std::mem::take(&mut lisp(&mut vm.rt.states).reading.has_read_time) {
        return Ok(form);
    }
    let mark = vm.rt.symbol(READ_TIME);
    let root = vm.rt.heap.pair(form, Value::NIL)?;
    // Pairs whose first part, or whose second, is to be replaced. Labels may have made a circle.
    let (mut found, mut pending, mut visited) = (Vec::new(), vec![root], HashSet::new());
    while let Some(pair) = pending.pop() {
        if !visited.insert(pair.bits()) {
            continue;
        }
        vm.rt.charge(1)?;
        vm.rt.heap.reserve((pending.capacity() + visited.capacity()) * 2 * size_of::<Value>())?;
        for (part, is_first) in [(vm.rt.heap.cdr(pair), false), (vm.rt.heap.car(pair), true)] {
            if part.is_pair() {
                if vm.rt.heap.car(part) == mark && vm.rt.heap.cdr(part).is_pair() {
                    found.push((pair, is_first, part));
                }
                pending.push(part);
            }
        }
    }
    vm.rooted(&[root], |vm| {
        for (pair, is_first, part) in found.into_iter().rev() {
            let rest = vm.rt.heap.cdr(part);
            let datum = vm.rt.heap.car(rest);
            let thunk = vm.compile_form(module, datum, spans, Span::NONE)?;
            let value = vm.run_form(datum, thunk)?;
            let value = vm.primary_value(value);
            if is_first {
                vm.rt.heap.set_car(pair, value);
            } else {
                vm.rt.heap.set_cdr(pair, value);
            }
        }
        Ok(vm.rt.heap.car(root))
    })
}

/// Compiles a top-level form, and remembers it if it defines a function and calls what is not there.
fn compile_renewable(vm: &mut Vm, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Res<Value> {
    vm.renewal.undefined.clear();
    let package = lisp(&mut vm.rt.states).reading.package;
    let thunk = vm.compile_form(module, form, spans, span)?;
    let mut undefined = std::mem::take(&mut vm.renewal.undefined);
    undefined.sort_unstable();
    undefined.dedup();
    if let Some(target) = defined_by(vm, module, form)? {
        let waiting = vm.renewal.waiting.len();
        vm.rt.charge(waiting / WAITING_PER_TICK)?;
        vm.renewal.waiting.retain(|w| w.target != target);
        if !undefined.is_empty() && !span.is_none() {
            vm.rt.heap.add_external(size_of::<Waiting>() + undefined.len() * 4)?;
            vm.renewal.waiting.push(Waiting { module, target, span, undefined, package });
            if !vm.loader.renewable.contains(&span.source()) {
                vm.loader.renewable.push(span.source());
            }
        }
    }
    Ok(thunk)
}

/// The cell that the form defines, if it is `(defun name ...)`.
fn defined_by(vm: &mut Vm, module: ModuleId, form: Value) -> Res<Option<u32>> {
    let mut parts = vm.rt.heap.iter(form);
    let (head, name) = (parts.next().and_then(Value::as_symbol), parts.next().and_then(Value::as_symbol));
    let (Some(head), Some(name)) = (head, name) else { return Ok(None) };
    let value = vm.find_function(module, head).map_or(Value::NIL, |c| vm.globals.value(c));
    if vm.layer_macro(module, value) != Some("defun") {
        return Ok(None);
    }
    vm.resolve_function(module, name).map(Some)
}

/// Compiles the definition at this place again. It sets the cell `g`.
fn renew(vm: &mut Vm, g: u32, module: ModuleId, span: Span, package: PackageId) -> Res<()> {
    let Some(text) = vm.rt.sources.get(span.source()).cloned() else { return internal("a text") };
    let mut reader = Reader::new(span.source(), text).starting_at(span.start() as usize);
    reader.set_dialect(vm.dialect(module));
    lisp(&mut vm.rt.states).reading = Reading { package, is_program: true, ..Reading::default() };
    let mut spans = Spans::new();
    let Some(form) = reader.read(&mut vm.rt, &mut spans)? else { return internal("an empty definition") };
    let span = spans.top();
    let form = read_time_values(vm, module, form, &mut spans)?;
    vm.rooted(&[form], |vm| {
        let thunk = compile_renewable(vm, module, form, &mut spans, span)?;
        vm.run_form(form, thunk)
    })?;
    if vm.is_stale(vm.globals.value(g)) { internal("a definition that defines nothing") } else { Ok(()) }
}

/// The `progn` that a macro of the program (or `eval-when`) makes of a top-level form: its parts are top-level forms,
/// too.
fn top_level_progn(vm: &mut Vm, module: ModuleId, form: Value, spans: &mut Spans) -> Res<Option<Value>> {
    if !form.is_pair() {
        return Ok(None);
    }
    let Some(head) = vm.rt.heap.car(form).as_symbol() else { return Ok(None) };
    let Some(cell) = vm.find_function(module, head) else { return Ok(None) };
    if vm.rt.name(head) == "eval-when" {
        vm.force_lazy(cell)?;
    }
    let value = vm.globals.value(cell);
    if !value.is(Kind::MACRO) || vm.layer_macro(module, value).is_some_and(|name| name != "eval-when") {
        return Ok(None);
    }
    match compile::expand_macro(vm, module, form, spans, false) {
        Ok(expanded) if vm.is_progn(module, expanded) => Ok(Some(expanded)),
        Ok(_) => Ok(None),
        // Expanding it once more as a part of the program will say where.
        Err(fault) if matches!(*fault, crate::fault::Fault::Error(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}
