//! Evaluation of texts in Common Lisp. Variables of the program control the reader, `*` is the last value, and
//! definitions are compiled again if necessary.
//!
//! A function may call a name that becomes a macro only later, because a document or a session defines it later. The
//! code compiled before took the form for a call. The engine remembers such functions and compiles them again at their
//! first use after the definition of the macro.

use hashbrown::HashSet;
use klammer::dialect::{
    Evaluation, FormTreatment, GlobalId, Interpreter, ModuleId, PackageId, Result, Runtime, Spans, Unwind, Value,
};

use super::notation::{READ_TIME, wishes};
use super::{ReadOptions, lisp};

pub(super) struct LispEvaluation;

impl Evaluation for LispEvaluation {
    fn before_form(&self, it: &mut Interpreter<'_>, module: ModuleId) {
        declare_history(it, module);
        let [package, base, features] =
            ["*package*", "*read-base*", "*features*"].map(|name| variable(it, module, name));
        let rt = it.rt();
        let reading = wishes(&rt.heap, package, base, features);
        lisp(rt).reading = reading;
    }

    fn after_form(&self, it: &mut Interpreter<'_>, module: ModuleId, value: Value) {
        note_value(it, module, value);
    }

    fn form_read(&self, it: &mut Interpreter<'_>, module: ModuleId, form: Value, spans: &mut Spans) -> Result<Value> {
        read_time_values(it, module, form, spans)
    }

    fn form(
        &self,
        it: &mut Interpreter<'_>,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
    ) -> Result<FormTreatment> {
        let latest = it.own_variable(module, "-");
        it.set(latest, form);
        if let Some(parts) = top_level_progn(it, module, form, spans)? {
            return Ok(FormTreatment::Parts(parts));
        }
        Ok(defined_by(it, module, form)?.map_or(FormTreatment::Plain, FormTreatment::Definition))
    }

    fn sequence_in_eval(&self, it: &mut Interpreter<'_>, module: ModuleId, form: Value) -> Result<Option<Value>> {
        top_level_progn(it, module, form, &mut Spans::new())
    }

    fn package(&self, it: &mut Interpreter<'_>) -> PackageId {
        lisp(it.rt()).reading.package
    }

    fn read_again(&self, it: &mut Interpreter<'_>, package: PackageId) {
        lisp(it.rt()).reading = ReadOptions { package, is_program: true, ..ReadOptions::default() };
    }
}

/// The variables of what was evaluated before, the latest first in each row: forms, values, lists of all values. `-` is
/// the form that is evaluated now.
const HISTORY: [[&str; 3]; 3] = [["+", "++", "+++"], ["*", "**", "***"], ["/", "//", "///"]];

/// Makes the variables of the history dynamic, each nil at first, unless they are.
fn declare_history(it: &mut Interpreter<'_>, module: ModuleId) {
    let latest = it.rt().symbols.intern("-");
    if it.is_dynamic(module, latest) {
        return;
    }
    for name in HISTORY.iter().flatten().chain(&["-"]) {
        let cell = it.own_variable(module, name);
        it.set(cell, Value::NIL);
        it.make_dynamic(cell);
    }
}

/// Notes a form and its values in the variables of the history.
fn note_value(it: &mut Interpreter<'_>, module: ModuleId, value: Value) {
    let form = it.own_variable(module, "-");
    let all = it.all_values(value);
    let all = it.rt().heap.list(&all).unwrap_or(Value::NIL);
    let latest = [it.present_value(form).unwrap_or(Value::NIL), it.first_value(value), all];
    for (names, mut value) in HISTORY.iter().zip(latest) {
        for name in names {
            let cell = it.own_variable(module, name);
            let old = it.present_value(cell).unwrap_or(Value::NIL);
            it.set(cell, value);
            value = old;
        }
    }
}

/// Returns the value of a variable of the program, if anybody has asked for it: before, it has its first value.
fn variable(it: &mut Interpreter<'_>, module: ModuleId, name: &str) -> Option<Value> {
    let name = it.rt().symbols.find(name)?;
    let cell = it.variable(module, name)?;
    it.present_value(cell)
}

/// Returns the form in which what `#.` stands before is replaced by its values, the innermost first.
fn read_time_values(it: &mut Interpreter<'_>, module: ModuleId, form: Value, spans: &mut Spans) -> Result<Value> {
    if !std::mem::take(&mut lisp(it.rt()).reading.has_read_time) {
        return Ok(form);
    }
    let root = it.rt().heap.pair(form, Value::NIL)?;
    let found = marked_parts(it.rt(), root)?;
    it.rooted(&[root], |it| {
        for (pair, is_first, part) in found.into_iter().rev() {
            let rest = it.rt().heap.cdr(part);
            let datum = it.rt().heap.car(rest);
            let value = it.evaluate_now(module, datum, spans)?;
            if is_first {
                it.rt().heap.set_car(pair, value);
            } else {
                it.rt().heap.set_cdr(pair, value);
            }
        }
        Ok(it.rt().heap.car(root))
    })
}

/// Returns the pairs whose first or second part has the mark of `#.`: the pair, whether it is the first part, and the
/// part.
fn marked_parts(rt: &mut Runtime, root: Value) -> Result<Vec<(Value, bool, Value)>> {
    let mark = rt.symbol(READ_TIME);
    // Labels may have made a circle.
    let (mut found, mut pending, mut visited) = (Vec::new(), vec![root], HashSet::new());
    while let Some(pair) = pending.pop() {
        if !visited.insert(pair.bits()) {
            continue;
        }
        rt.charge(1)?;
        rt.heap.reserve((pending.capacity() + visited.capacity()) * 2 * size_of::<Value>())?;
        for (part, is_first) in [(rt.heap.cdr(pair), false), (rt.heap.car(pair), true)] {
            if part.is_pair() {
                if rt.heap.car(part) == mark && rt.heap.cdr(part).is_pair() {
                    found.push((pair, is_first, part));
                }
                pending.push(part);
            }
        }
    }
    Ok(found)
}

/// Returns the cell that the form defines, if it is `(defun name ...)`.
fn defined_by(it: &mut Interpreter<'_>, module: ModuleId, form: Value) -> Result<Option<GlobalId>> {
    let Some(head) = it.library_head(module, form) else { return Ok(None) };
    let heap = &it.rt().heap;
    let name = heap.iter(form).nth(1).and_then(Value::as_symbol);
    match name.filter(|_| it.rt().symbols.name(head) == "defun") {
        Some(name) => it.function_to_define(module, name).map(Some),
        None => Ok(None),
    }
}

/// Returns the `progn` that a macro of the program (or `eval-when`) makes of a top-level form: its parts are top-level
/// forms, too.
fn top_level_progn(
    it: &mut Interpreter<'_>,
    module: ModuleId,
    form: Value,
    spans: &mut Spans,
) -> Result<Option<Value>> {
    if it.library_head(module, form).is_some_and(|name| it.rt().symbols.name(name) != "eval-when") {
        return Ok(None);
    }
    match it.expanded_sequence(module, form, spans, false) {
        // Expanding it once more as a part of the program will say where.
        Err(fault) if matches!(*fault, Unwind::Error(_)) => Ok(None),
        expanded => expanded,
    }
}
