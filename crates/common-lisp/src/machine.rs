//! Natives of Common Lisp that need the machine: names as values, dynamic variables, several values, handlers and
//! restarts.

use klammer::Code;
use klammer::dialect::number::{Rounding, ceiling, floor, left, round, truncate};
use klammer::dialect::{
    ErrorData, GlobalId, HandlerMark, Interpreter, Kind, Next, Result, Runtime, Symbol, TableRef, Value,
    machine_builtins, misused, natives, well_known,
};

machine_builtins! { "common-lisp";
    "%macro-defined" (Required cell) => |it| {
        match cell.as_fixnum().and_then(|n| GlobalId::try_from(n).ok()) {
            Some(cell) => it.macro_defined(cell).map(|()| Next::Return(Value::NIL)),
            None => misused("%macro-defined"),
        }
    };
    "%binding-of-symbols" (Required symbols, Required values) => |it| {
        binding_of_symbols(it, symbols, values).map(Next::Return)
    };
    "%declare-dynamic" (Required name) => |it| {
        let symbol = symbol_argument(it, "defvar", name)?;
        let cell = it.define(it.current_module(), symbol)?;
        it.make_dynamic(cell);
        Ok(Next::Return(name))
    };
    /// Returns whether the symbol has a value as a variable.
    ///
    /// (progn (defvar *x* 1) (boundp '*x*))  ;=> t
    /// (boundp 'nobody)                      ;=> nil
    "%boundp" (Required symbol) => |it| {
        let is_constant = symbol.is_nil() || symbol == Value::T || symbol.is(Kind::KEYWORD);
        let bound = is_constant || symbol_cell(it, "boundp", symbol)?.is_some();
        Ok(Next::Return(Value::truth(bound)))
    };
    /// The value of the global or dynamic variable that the symbol names.
    ///
    /// (progn (defvar *x* 1) (symbol-value '*x*))  ;=> 1
    /// (symbol-value 'nobody)                      ;!! unbound-variable
    "%symbol-value" (Required symbol) => |it| {
        if symbol.is_nil() || symbol == Value::T || symbol.is(Kind::KEYWORD) {
            return Ok(Next::Return(symbol));
        }
        match symbol_cell(it, "symbol-value", symbol)? {
            Some(cell) => it.value(cell).map(Next::Return),
            None => Err(unbound(it, symbol, "variable").into()),
        }
    };
    /// Gives the global variable that the symbol names a value.
    ///
    /// (progn (set 'a 5) (symbol-value 'a))  ;=> 5
    "%set" (Required symbol, Required value) => |it| {
        let symbol = symbol_argument(it, "set", symbol)?;
        let cell = it.define(it.current_module(), symbol)?;
        it.set(cell, value);
        Ok(Next::Return(value))
    };
    /// Takes the symbol's value as a variable away.
    ///
    /// (progn (defvar *x* 1) (makunbound '*x*) (boundp '*x*))  ;=> nil
    "%makunbound" (Required symbol) => |it| {
        if let Some(cell) = symbol_cell(it, "makunbound", symbol)? {
            it.set(cell, Value::UNBOUND);
        }
        Ok(Next::Return(symbol))
    };
    /// Returns whether the symbol names a function, macro or special operator.
    ///
    /// (fboundp 'car)     ;=> t
    /// (fboundp 'nobody)  ;=> nil
    "%fboundp" (Required name) => |it| {
        let cell = function_cell(it, "fboundp", name)?;
        Ok(Next::Return(Value::truth(cell.is_some_and(|c| it.is_bound(c)))))
    };
    /// The function that the symbol names.
    ///
    /// (funcall (symbol-function 'car) '(1 2))  ;=> 1
    /// (symbol-function 'nobody)                ;!! unbound-variable
    "%symbol-function" (Required name) => |it| {
        match function_cell(it, "symbol-function", name)?.filter(|&c| it.is_bound(c)) {
            Some(cell) => it.value(cell).map(Next::Return),
            None => Err(unbound(it, name, "function").into()),
        }
    };
    "%set-function" (Required name, Required function) => |it| {
        let symbol = function_name(it, "(setf symbol-function)", name)?;
        let named = if function.as_symbol().is_some() { it.function_of_symbol(function)? } else { None };
        let function = named.unwrap_or(function);
        if !function.is_procedure() && !function.is(Kind::MACRO) {
            return Err(it.rt().wrong_type("(setf symbol-function)", "function", "a function", function));
        }
        let cell = it.define_function(it.current_module(), symbol)?;
        it.set(cell, function);
        if function.is(Kind::MACRO) {
            it.macro_defined(cell)?;
        }
        Ok(Next::Return(function))
    };
    /// Takes the symbol's meaning as a function away.
    ///
    /// (progn (defun f () 1) (fmakunbound 'f) (fboundp 'f))  ;=> nil
    "%fmakunbound" (Required name) => |it| {
        let symbol = function_name(it, "fmakunbound", name)?;
        let cell = it.define_function(it.current_module(), symbol)?;
        it.set(cell, Value::UNBOUND);
        Ok(Next::Return(name))
    };
    /// Returns whether `load` finds a file of that name.
    "%file-to-load?" (Required name) => |it| it.is_loadable(name).map(|there| Next::Return(Value::truth(there)));
    /// Returns the kind of operator that the symbol names at the head of a form: `macro`, `special`, `function` or nil.
    "%operator-kind" (Required name) => |it| {
        let cell = match name.as_symbol() {
            Some(s) => it.function(it.current_module(), s),
            None => None,
        };
        let Some(cell) = cell.filter(|&c| it.is_bound(c)) else { return Ok(Next::Return(Value::NIL)) };
        let kind = match it.value(cell)?.kind() {
            Kind::MACRO => "macro",
            Kind::SPECIAL => "special",
            _ => "function",
        };
        Ok(Next::Return(it.rt().symbol(kind)))
    };
    /// Returns whether the variable has dynamic bindings, that is, whether it was declared special.
    "%dynamic?" (Required name) => |it| {
        let is_dynamic = name.as_symbol().is_some_and(|s| it.is_dynamic(it.current_module(), s));
        Ok(Next::Return(Value::truth(is_dynamic)))
    };
    /// The text of a function's docstring without what comes after, or nil.
    "%function-doc" (Required name) => |it| {
        let cell = function_cell(it, "documentation", name)?;
        match cell.and_then(|c| it.documentation(c)) {
            Some(t) => it.rt().heap.string(t).map(Next::Return),
            None => Ok(Next::Return(Value::NIL)),
        }
    };

    /// Gives all of its arguments as values.
    ///
    /// (multiple-value-list (values 1 2 3))                     ;=> (1 2 3)
    /// (list (values 1 2) (values))                             ;=> (1 nil)
    /// (progn (defun two () (values 1 2)) (multiple-value-list (two)))  ;=> (1 2)
    #[inline_as(AllValues("list"))]
    "%values" (Rest objects) => |it| it.give(&objects);
    /// Gives the elements of the list as values.
    ///
    /// (multiple-value-list (values-list '(1 2)))  ;=> (1 2)
    "%values-list" (Required list) => |it| {
        let values = it.rt().list_items("values-list", list)?;
        it.give(&values)
    };
    /// The quotient rounded down, and as a second value what is left.
    ///
    /// (floor 7 2)                         ;=> 3
    /// (list (floor -7 2))                 ;=> (-4)
    /// (multiple-value-list (floor 5.5))   ;=> (5 0.5)
    #[inline_as(OneValue("floor"), AllValues("%%%floor"))]
    "%%floor" (Required number, Optional divisor) => |it| divide(it, number, divisor, floor, Rounding::Floor);
    /// The quotient rounded up, and as a second value what is left.
    ///
    /// (multiple-value-list (ceiling 7 2))  ;=> (4 -1)
    #[inline_as(OneValue("ceiling"), AllValues("%%%ceiling"))]
    "%%ceiling" (Required number, Optional divisor) => |it| divide(it, number, divisor, ceiling, Rounding::Ceiling);
    /// The quotient rounded towards zero, and as a second value what is left.
    ///
    /// (multiple-value-list (truncate -7 2))  ;=> (-3 -1)
    #[inline_as(OneValue("truncate"), AllValues("%%%truncate"))]
    "%%truncate" (Required number, Optional divisor) => |it| divide(it, number, divisor, truncate, Rounding::Truncate);
    /// The quotient rounded to the nearest integer (to the even one in the middle), and as a second value what is left.
    ///
    /// (multiple-value-list (round 7 2))  ;=> (4 -1)
    /// (list (round 5 2) (round 2.6))     ;=> (2 3)
    #[inline_as(OneValue("round"), AllValues("%%%round"))]
    "%%round" (Required number, Optional divisor) => |it| divide(it, number, divisor, round, Rounding::Round);
    /// Returns the value of a key in a hash table (`default`, or nil, if it is missing), and as a second value whether
    /// the key is present.
    ///
    /// (let ((h (make-hash-table))) (setf (gethash 'a h) 1) (multiple-value-list (gethash 'a h)))  ;=> (1 t)
    /// (gethash 'a (make-hash-table) 0)                                                            ;=> 0
    #[inline_as(OneValue("%gethash"), AllValues("%%%gethash"))]
    "%%gethash" (Required key, Required table, Optional default) => |it| {
        if !table.is(Kind::TABLE) {
            return Err(it.rt().wrong_type("gethash", "table", "a hash table", table));
        }
        let found = it.rt().table_get(table, key)?;
        let value = found.or(default).unwrap_or(Value::NIL);
        it.give(&[value, Value::truth(found.is_some())])
    };

    "%next-mark" (Required kind, Required inner, Required is_error) => |it| {
        let Some(kind) = kind_of_mark(it.rt(), kind) else { return misused("%next-mark") };
        it.next_mark(kind, inner, !is_error.is_nil()).map(Next::Return)
    };
    "%mark-content" (Required mark) => |it| it.mark_content("%mark-content", mark).map(Next::Return);
    // Throws what has been offered to all handlers: a condition of the core, or one that is made for an object.
    "%throw-offered" (Required message, Required object) => |it| {
        let value = match it.rt().heap.as_str(message).map(str::to_string) {
            None => object,
            Some(text) => it.condition_object(ErrorData::new(Code::User, text).with_irritants(&[object]))?,
        };
        Err(it.declined(value))
    };
}

natives! { "common-lisp";
    /// A new mark for a `catch`.
    fn "%mark" (rt, kind: Value, content: Value) {
        let Some(kind) = kind_of_mark(rt, kind) else { return misused("%mark") };
        kind.mark(&mut rt.heap, content)
    }

    /// The list of the values of `floor`.
    fn "%%%floor" (rt, number: Value, ?divisor: Value) { divided(rt, number, divisor, floor, Rounding::Floor) }

    /// The list of the values of `ceiling`.
    fn "%%%ceiling" (rt, number: Value, ?divisor: Value) { divided(rt, number, divisor, ceiling, Rounding::Ceiling) }

    /// The list of the values of `truncate`.
    fn "%%%truncate" (rt, number: Value, ?divisor: Value) { divided(rt, number, divisor, truncate, Rounding::Truncate) }

    /// The list of the values of `round`.
    fn "%%%round" (rt, number: Value, ?divisor: Value) { divided(rt, number, divisor, round, Rounding::Round) }

    /// The list of the values of `gethash`.
    fn "%%%gethash" (rt, key: Value, table: TableRef, ?default: Value) {
        let found = rt.table_get(table.0, key)?;
        rt.heap.list(&[found.or(default).unwrap_or(Value::NIL), Value::truth(found.is_some())])
    }
}

/// The cell in which the variable has a value.
fn symbol_cell(it: &mut Interpreter<'_>, function: &str, v: Value) -> Result<Option<GlobalId>> {
    let symbol = symbol_argument(it, function, v)?;
    Ok(it.variable(it.current_module(), symbol).filter(|&c| it.is_bound(c)))
}

/// The symbol that a function is found by: the name itself, or that of the setter for `(setf place)`.
fn function_name(it: &mut Interpreter<'_>, function: &str, v: Value) -> Result<Symbol> {
    let parts: Vec<Value> = it.rt().heap.iter(v).take(3).collect();
    if let [setf, place] = *parts.as_slice()
        && let (Some(setf), Some(place)) = (setf.as_symbol(), place.as_symbol())
        && it.rt().symbols.name(setf) == "setf"
    {
        return Ok(super::setter(it.rt(), place));
    }
    symbol_argument(it, function, v)
}

fn function_cell(it: &mut Interpreter<'_>, function: &str, v: Value) -> Result<Option<GlobalId>> {
    if v.is_nil() || v == Value::T {
        return Ok(None);
    }
    let symbol = function_name(it, function, v)?;
    Ok(it.function(it.current_module(), symbol))
}

fn unbound(it: &mut Interpreter<'_>, v: Value, what: &str) -> ErrorData {
    let name = v.as_symbol().map_or("nil", |s| it.rt().symbols.name(s)).to_string();
    let irritants = [v, Value::symbol(well_known::FUNCTION)];
    ErrorData::new(Code::UnboundVariable, format!("the {what} {name} is not defined"))
        .with_irritants(if what == "function" { &irritants } else { &irritants[..1] })
}

fn symbol_argument(it: &mut Interpreter<'_>, function: &str, v: Value) -> Result<Symbol> {
    v.as_symbol().ok_or_else(|| it.rt().wrong_type(function, "symbol", "a symbol", v))
}

/// Makes the argument of `%exchange!` for the variables that symbols name. Variables without a value in the list become
/// unbound.
fn binding_of_symbols(it: &mut Interpreter<'_>, symbols: Value, values: Value) -> Result<Value> {
    let symbols = it.rt().list_items("progv", symbols)?;
    let mut values = it.rt().list_items("progv", values)?;
    values.resize(symbols.len(), Value::UNBOUND);
    let module = it.current_module();
    let mut cells = Vec::with_capacity(symbols.len());
    for symbol in symbols {
        let symbol = symbol_argument(it, "progv", symbol)?;
        let cell = it.define(module, symbol)?;
        it.value(cell)?;
        cells.push(Value::fix(i64::from(cell)));
    }
    let values = it.rt().heap.list(&values)?;
    let cells = it.rt().heap.list(&cells)?;
    let parts = it.rt().heap.pair(cells, values)?;
    it.rt().heap.pair(Value::NIL, parts)
}

/// A rounded quotient.
type Quotient = fn(&mut Runtime, Value, Option<Value>) -> Result<Value>;

/// `(floor number [divisor])` and its kin: the quotient and what is left.
fn divide(
    it: &mut Interpreter<'_>,
    x: Value,
    divisor: Option<Value>,
    quotient: Quotient,
    how: Rounding,
) -> Result<Next> {
    if !it.takes_several()? {
        return quotient(it.rt(), x, divisor).map(Next::Return);
    }
    let values = quotient_and_rest(it.rt(), x, divisor, quotient, how)?;
    it.give(&values)
}

/// The list of the quotient and what is left.
fn divided(rt: &mut Runtime, x: Value, divisor: Option<Value>, quotient: Quotient, how: Rounding) -> Result<Value> {
    let values = quotient_and_rest(rt, x, divisor, quotient, how)?;
    rt.heap.list(&values)
}

fn quotient_and_rest(
    rt: &mut Runtime,
    x: Value,
    divisor: Option<Value>,
    quotient: Quotient,
    how: Rounding,
) -> Result<[Value; 2]> {
    let q = quotient(rt, x, divisor)?;
    Ok([q, left(rt, "floor", how, x, divisor.unwrap_or(Value::fix(1)))?])
}

fn kind_of_mark(rt: &Runtime, name: Value) -> Option<HandlerMark> {
    match name.as_symbol().map(|s| rt.symbols.name(s)) {
        Some("handlers") => Some(HandlerMark::Handlers),
        Some("restarts") => Some(HandlerMark::Restarts),
        Some("mask") => Some(HandlerMark::Mask),
        _ => None,
    }
}
