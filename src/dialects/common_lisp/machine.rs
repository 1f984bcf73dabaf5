//! Natives of Common Lisp that need the machine: names as values, and dynamic variables.

use crate::fault::Res;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::controls::{Next, controls, misused};

controls! { "common-lisp";
    "%macro-defined" (Required cell) => |vm| {
        match cell.as_fixnum().and_then(|n| u32::try_from(n).ok()) {
            Some(cell) => vm.macro_defined(cell).map(|()| Next::Return(Value::NIL)),
            None => misused("%macro-defined"),
        }
    };
    "%binding-of-symbols" (Required symbols, Required values) => |vm| {
        binding_of_symbols(vm, symbols, values).map(Next::Return)
    };
    "%declare-dynamic" (Required name) => |vm| {
        let symbol = symbol_argument(vm, "defvar", name)?;
        let module = vm.current_module();
        vm.make_dynamic(module, symbol)?;
        Ok(Next::Return(name))
    };
    /// Returns whether the symbol has a value as a variable.
    ///
    /// (progn (defvar *x* 1) (boundp '*x*))  ;=> t
    /// (boundp 'nobody)                      ;=> nil
    "%boundp" (Required symbol) => |vm| {
        let is_constant = symbol.is_nil() || symbol == Value::T || symbol.is(Kind::KEYWORD);
        let bound = is_constant || symbol_cell(vm, "boundp", symbol)?.is_some();
        Ok(Next::Return(Value::truth(bound)))
    };
    /// The value of the global or dynamic variable that the symbol names.
    ///
    /// (progn (defvar *x* 1) (symbol-value '*x*))  ;=> 1
    /// (symbol-value 'nobody)                      ;!! unbound-variable
    "%symbol-value" (Required symbol) => |vm| {
        if symbol.is_nil() || symbol == Value::T || symbol.is(Kind::KEYWORD) {
            return Ok(Next::Return(symbol));
        }
        match symbol_cell(vm, "symbol-value", symbol)? {
            Some(cell) => Ok(Next::Return(vm.globals.value(cell))),
            None => Err(unbound(vm, symbol, "variable").into()),
        }
    };
    /// Gives the global variable that the symbol names a value.
    ///
    /// (progn (set 'a 5) (symbol-value 'a))  ;=> 5
    "%set" (Required symbol, Required value) => |vm| {
        let symbol = symbol_argument(vm, "set", symbol)?;
        let module = vm.current_module();
        let cell = vm.define(module, symbol)?;
        vm.set_cell(cell, value);
        Ok(Next::Return(value))
    };
    /// Takes the symbol's value as a variable away.
    ///
    /// (progn (defvar *x* 1) (makunbound '*x*) (boundp '*x*))  ;=> nil
    "%makunbound" (Required symbol) => |vm| {
        if let Some(cell) = symbol_cell(vm, "makunbound", symbol)? {
            vm.set_cell(cell, Value::UNBOUND);
        }
        Ok(Next::Return(symbol))
    };
    /// Returns whether the symbol names a function, macro or special operator.
    ///
    /// (fboundp 'car)     ;=> t
    /// (fboundp 'nobody)  ;=> nil
    "%fboundp" (Required name) => |vm| {
        let found = function_cell(vm, "fboundp", name)?.map(|c| vm.globals.value(c));
        Ok(Next::Return(Value::truth(found.is_some_and(|v| v != Value::UNBOUND))))
    };
    /// The function that the symbol names.
    ///
    /// (funcall (symbol-function 'car) '(1 2))  ;=> 1
    /// (symbol-function 'nobody)                ;!! unbound-variable
    "%symbol-function" (Required name) => |vm| {
        let cell = function_cell(vm, "symbol-function", name)?;
        if let Some(cell) = cell {
            vm.force_lazy(cell)?;
        }
        match cell.map(|c| vm.globals.value(c)).filter(|&f| f != Value::UNBOUND) {
            Some(f) => Ok(Next::Return(f)),
            None => Err(unbound(vm, name, "function").into()),
        }
    };
    "%set-function" (Required name, Required function) => |vm| {
        let symbol = function_name(vm, "(setf symbol-function)", name)?;
        let named = if function.as_symbol().is_some() { vm.function_of_symbol(function)? } else { None };
        let function = named.unwrap_or(function);
        if !function.is_procedure() && !function.is(Kind::MACRO) {
            return Err(vm.rt.wrong_type("(setf symbol-function)", "function", "a function", function));
        }
        let module = vm.current_module();
        let cell = vm.define_function(module, symbol)?;
        vm.set_cell(cell, function);
        if function.is(Kind::MACRO) {
            vm.macro_defined(cell)?;
        }
        Ok(Next::Return(function))
    };
    /// Takes the symbol's meaning as a function away.
    ///
    /// (progn (defun f () 1) (fmakunbound 'f) (fboundp 'f))  ;=> nil
    "%fmakunbound" (Required name) => |vm| {
        let symbol = function_name(vm, "fmakunbound", name)?;
        let module = vm.current_module();
        let cell = vm.define_function(module, symbol)?;
        vm.set_cell(cell, Value::UNBOUND);
        Ok(Next::Return(name))
    };
    /// Returns whether `load` finds a file of that name.
    "%file-to-load?" (Required name) => |vm| vm.is_loadable(name).map(|there| Next::Return(Value::truth(there)));
    /// Returns the kind of operator that the symbol names at the head of a form: `macro`, `special`, `function` or nil.
    "%operator-kind" (Required name) => |vm| {
        let cell = match name.as_symbol() {
            Some(s) => vm.find_function(vm.current_module(), s),
            None => None,
        };
        if let Some(cell) = cell {
            vm.force_lazy(cell)?;
        }
        let kind = match cell.map(|c| vm.globals.value(c)) {
            Some(Value::UNBOUND) | None => return Ok(Next::Return(Value::NIL)),
            Some(f) if f.is(Kind::MACRO) => "macro",
            Some(f) if f.is(Kind::SPECIAL) => "special",
            Some(_) => "function",
        };
        Ok(Next::Return(vm.rt.symbol(kind)))
    };
    /// Returns whether the variable has dynamic bindings, that is, whether it was declared special.
    "%dynamic?" (Required name) => |vm| {
        let cell = name.as_symbol().and_then(|s| vm.dynamic_cell(vm.current_module(), s));
        Ok(Next::Return(Value::truth(cell.is_some())))
    };
    /// The text of a function's docstring without what comes after, or nil.
    "%function-doc" (Required name) => |vm| {
        let cell = function_cell(vm, "documentation", name)?;
        let text = cell.and_then(|c| vm.documentation_of(vm.globals.value(c)));
        match text {
            Some(t) => vm.rt.heap.string(t).map(Next::Return),
            None => Ok(Next::Return(Value::NIL)),
        }
    };
}

/// The cell in which the variable has a value.
fn symbol_cell(vm: &mut Vm, function: &str, v: Value) -> Res<Option<u32>> {
    let symbol = symbol_argument(vm, function, v)?;
    let module = vm.current_module();
    let cell = vm.modules[module].cell(symbol);
    if let Some(cell) = cell {
        vm.force_lazy(cell)?;
    }
    Ok(cell.filter(|&c| vm.globals.value(c) != Value::UNBOUND))
}

/// The symbol that a function is found by: the name itself, or that of the setter for `(setf place)`.
fn function_name(vm: &mut Vm, function: &str, v: Value) -> Res<Symbol> {
    let parts: Vec<Value> = vm.rt.heap.iter(v).take(3).collect();
    if let [setf, place] = *parts.as_slice()
        && let (Some(setf), Some(place)) = (setf.as_symbol(), place.as_symbol())
        && vm.rt.name(setf) == "setf"
    {
        let rt = &mut vm.rt;
        return Ok(super::setter(rt, place));
    }
    symbol_argument(vm, function, v)
}

fn function_cell(vm: &mut Vm, function: &str, v: Value) -> Res<Option<u32>> {
    if v.is_nil() || v == Value::T {
        return Ok(None);
    }
    let symbol = function_name(vm, function, v)?;
    Ok(vm.find_function(vm.current_module(), symbol))
}

fn unbound(vm: &Vm, v: Value, what: &str) -> crate::fault::Condition {
    let name = v.as_symbol().map_or("nil", |s| vm.rt.name(s));
    let irritants = [v, Value::symbol(well_known::FUNCTION)];
    crate::fault::Condition::new(crate::fault::Code::UnboundVariable, format!("the {what} {name} is not defined"))
        .with_irritants(if what == "function" { &irritants } else { &irritants[..1] })
}

fn symbol_argument(vm: &Vm, function: &str, v: Value) -> Res<Symbol> {
    v.as_symbol().ok_or_else(|| vm.rt.wrong_type(function, "symbol", "a symbol", v))
}

/// Makes the argument of `%exchange!` for the variables that symbols name. Variables without a value in the list become
/// unbound.
fn binding_of_symbols(vm: &mut Vm, symbols: Value, values: Value) -> Res<Value> {
    let symbols = vm.rt.list_items("progv", symbols)?;
    let mut values = vm.rt.list_items("progv", values)?;
    values.resize(symbols.len(), Value::UNBOUND);
    let module = vm.current_module();
    let mut cells = Vec::with_capacity(symbols.len());
    for symbol in symbols {
        let symbol = symbol_argument(vm, "progv", symbol)?;
        let cell = vm.define(module, symbol)?;
        vm.force_lazy(cell)?;
        cells.push(Value::fix(i64::from(cell)));
    }
    let values = vm.rt.heap.list(&values)?;
    let cells = vm.rt.heap.list(&cells)?;
    let parts = vm.rt.heap.pair(cells, values)?;
    vm.rt.heap.pair(Value::NIL, parts)
}
