//! What the Common Lisp layer needs of the machine: names as values, dynamic variables, definitions that are compiled anew. Multiple values are
//! in [`super::values`].
//!
//! A function may call a name that becomes a macro only later, because a document or a session defines it later. The code compiled before took
//! the form for a call. Such functions are remembered, and compiled anew when they are used after the macro has been defined.

use super::Vm;
use super::call::Next;
use super::control::{controls, first, misused};
use crate::compile;
use crate::dialect::common_lisp::Reading;
use crate::fault::{Res, internal};
use crate::module::renewal::Waiting;
use crate::reader::{Reader, Spans};
use crate::source::Span;
use crate::symbol::{ModuleId, PackageId, Symbol, well_known};
use crate::value::{Kind, Value};

/// Functions for which there are quicker ones where they get just so many arguments: no keywords.
const QUICK: &[(&str, usize, &str)] = &[
    ("member", 2, "%member-eql"),
    ("assoc", 2, "%assoc-eql"),
    ("find", 2, "%find-eql"),
    ("position", 2, "%position-eql"),
    ("remove", 2, "%remove-eql"),
    ("delete", 2, "%remove-eql"),
    ("adjoin", 2, "%adjoin-eql"),
    ("mapcar", 2, "%mapcar-1"),
    ("mapc", 2, "%mapc-1"),
    ("aref", 2, "aref"),
    ("aref", 3, "aref"),
    ("last", 1, "last-pair"),
];

impl Vm {
    /// The function that a symbol stands for where a function is called: the one that the running program calls by that name.
    pub(super) fn function_of_symbol(&mut self, v: Value) -> Res<Option<Value>> {
        let module = self.current_module();
        let Some(name) = v.as_symbol().filter(|_| self.separates_functions(module)) else { return Ok(None) };
        let Some(cell) = self.find_function(module, name) else { return Ok(None) };
        self.force_lazy(cell)?;
        Ok(Some(self.globals.value(cell)).filter(|f| f.is_procedure()))
    }

    /// A function that does the same as the layer's own in `cell` for so many arguments, only quicker.
    pub(crate) fn quick_function(&mut self, cell: u32, arguments: usize) -> Res<Option<Value>> {
        let Some(&info) = self.globals.info(cell).filter(|i| i.from_core) else { return Ok(None) };
        let name = self.rt.name(info.name);
        match QUICK.iter().find(|q| q.1 == arguments && q.0 == name) {
            Some(&(_, _, quick)) => self.function_for_layer(info.module, quick),
            None => Ok(None),
        }
    }

    // ---- dynamic variables

    /// `*` is the value of the last form that was evaluated, `**` and `***` are those before it.
    pub(super) fn note_value(&mut self, module: ModuleId, value: Value) {
        let mut value = self.primary_value(value);
        for name in ["*", "**", "***"] {
            let name = self.rt.symbols.intern(name);
            let cell = self.cell(module, name);
            let old = self.globals.value(cell);
            self.set_cell(cell, value);
            value = if old == Value::UNBOUND { Value::NIL } else { old };
        }
    }

    /// What the variables `*package*`, `*read-base*` and `*features*` say about the text that is read next.
    pub(super) fn wishes_about_reading(&self, module: ModuleId) -> Reading {
        let value = |name: &str| {
            let cell = self.modules.get(module.0 as usize)?.cell(self.rt.symbols.find(name)?)?;
            // One that nobody has asked for has its first value.
            Some(self.globals.value(cell)).filter(|&v| v != Value::UNBOUND && !v.is(Kind::LAZY))
        };
        let mut reading = Reading::default();
        // A package is a record with its number in the second field.
        let package = value("*package*").filter(|v| v.is(Kind::RECORD));
        if let Some(v) = package.filter(|&v| self.rt.heap.record_type(v).is_some_and(|t| t.fields.len() == 2)) {
            let number = self.rt.heap.word(v, 1).as_fixnum().and_then(|n| u16::try_from(n).ok());
            reading.package = number.map_or(reading.package, PackageId);
        }
        let base = value("*read-base*").and_then(Value::as_fixnum).and_then(|n| u32::try_from(n).ok());
        reading.base = base.filter(|n| (2..=36).contains(n)).unwrap_or(10);
        reading.features = value("*features*").unwrap_or(reading.features);
        reading
    }

    // ---- definitions that are compiled anew

    /// Evaluates a top-level form, and remembers it if it defines a function and calls what is not there.
    pub(super) fn evaluate_renewable(
        &mut self,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
        span: Span,
    ) -> Res<Value> {
        self.renewal.undefined.clear();
        let package = self.rt.reading.package;
        let thunk = self.compile_form(module, form, spans, span)?;
        let undefined = std::mem::take(&mut self.renewal.undefined);
        if let Some(target) = self.defined_by(module, form)? {
            self.renewal.waiting.retain(|w| w.target != target);
            if !undefined.is_empty() && !span.is_none() {
                self.rt.heap.add_external(size_of::<Waiting>() + undefined.len() * 4)?;
                self.renewal.waiting.push(Waiting { module, target, span, undefined, package });
                if !self.loader.renewable.contains(&span.source) {
                    self.loader.renewable.push(span.source);
                }
            }
        }
        self.call_nested(thunk, &[])
    }

    /// The cell that the form defines, if it is `(defun name ...)`.
    fn defined_by(&mut self, module: ModuleId, form: Value) -> Res<Option<u32>> {
        let mut parts = self.rt.heap.iter(form);
        let (head, name) = (parts.next().and_then(Value::as_symbol), parts.next().and_then(Value::as_symbol));
        let (Some(head), Some(name)) = (head, name) else { return Ok(None) };
        let value = self.find_function(module, head).map_or(Value::NIL, |c| self.globals.value(c));
        if self.layer_macro(module, value) != Some("defun") {
            return Ok(None);
        }
        self.resolve_function(module, name).map(Some)
    }

    /// Compiles the definition at this place anew. It sets the cell `g`.
    pub(super) fn renew(&mut self, g: u32, module: ModuleId, span: Span, package: PackageId) -> Res<()> {
        let Some(text) = self.rt.sources.get(span.source).cloned() else { return internal("a text") };
        let mut reader = Reader::new(span.source, text).starting_at(span.start as usize);
        reader.set_dialect(self.dialect(module));
        self.rt.reading = Reading { package, ..Reading::default() };
        let mut spans = Spans::new();
        let Some(form) = reader.read(&mut self.rt, &mut spans)? else { return internal("an empty definition") };
        let span = spans.top();
        self.rooted(&[form], |vm| vm.evaluate_renewable(module, form, &mut spans, span))?;
        if self.is_stale(self.globals.value(g)) { internal("a definition that defines nothing") } else { Ok(()) }
    }

    /// The `progn` that a macro of the program (or `eval-when`) makes of a top-level form: its parts are top-level forms, too.
    pub(super) fn top_level_progn(&mut self, module: ModuleId, form: Value, spans: &mut Spans) -> Res<Option<Value>> {
        if !form.is_pair() {
            return Ok(None);
        }
        let Some(head) = self.rt.heap.car(form).as_symbol() else { return Ok(None) };
        let Some(cell) = self.find_function(module, head) else { return Ok(None) };
        if self.rt.name(head) == "eval-when" {
            self.force_lazy(cell)?;
        }
        let value = self.globals.value(cell);
        if !value.is(Kind::MACRO) || self.layer_macro(module, value).is_some_and(|name| name != "eval-when") {
            return Ok(None);
        }
        match compile::expand_macro(self, module, form, spans, false) {
            Ok(expanded) if self.is_progn(module, expanded) => Ok(Some(expanded)),
            Ok(_) => Ok(None),
            // Expanding it once more as a part of the program will say where.
            Err(fault) if matches!(*fault, crate::fault::Fault::Error(_)) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    pub(super) fn symbol_argument(&self, function: &str, v: Value) -> Res<Symbol> {
        v.as_symbol().ok_or_else(|| self.rt.wrong_type(function, "symbol", "a symbol", v))
    }
}

controls! { "common-lisp";
    "%macro-defined" (Required cell) => |vm, args| {
        let (&cell, _) = first("%macro-defined", &args)?;
        match cell.as_fixnum().and_then(|n| u32::try_from(n).ok()) {
            Some(cell) => vm.macro_defined(cell).map(|()| Next::Return(Value::NIL)),
            None => misused("%macro-defined"),
        }
    };
    "%declare-dynamic" (Required name) => |vm, args| {
        let (&name, _) = first("defvar", &args)?;
        let symbol = vm.symbol_argument("defvar", name)?;
        let module = vm.current_module();
        vm.make_dynamic(module, symbol)?;
        Ok(Next::Return(name))
    };
    /// Has the symbol a value as a variable?
    ///
    /// (progn (defvar *x* 1) (boundp '*x*))  ;=> t
    /// (boundp 'nobody)                      ;=> nil
    "%boundp" (Required symbol) => |vm, args| {
        let (&v, _) = first("boundp", &args)?;
        let bound = v.is_nil() || v == Value::T || v.is(Kind::KEYWORD) || symbol_cell(vm, "boundp", v)?.is_some();
        Ok(Next::Return(Value::truth(bound)))
    };
    /// The value of the global or dynamic variable that the symbol names.
    ///
    /// (progn (defvar *x* 1) (symbol-value '*x*))  ;=> 1
    /// (symbol-value 'nobody)                      ;!! unbound-variable
    "%symbol-value" (Required symbol) => |vm, args| {
        let (&v, _) = first("symbol-value", &args)?;
        if v.is_nil() || v == Value::T || v.is(Kind::KEYWORD) {
            return Ok(Next::Return(v));
        }
        match symbol_cell(vm, "symbol-value", v)? {
            Some(cell) => Ok(Next::Return(vm.globals.value(cell))),
            None => Err(unbound(vm, v, "variable").into()),
        }
    };
    /// Gives the global variable that the symbol names a value.
    ///
    /// (progn (set 'a 5) (symbol-value 'a))  ;=> 5
    "%set" (Required symbol, Required value) => |vm, args| {
        let &[v, value] = args.as_slice() else { return misused("set") };
        let symbol = vm.symbol_argument("set", v)?;
        let module = vm.current_module();
        let cell = vm.define(module, symbol)?;
        vm.set_cell(cell, value);
        Ok(Next::Return(value))
    };
    /// Takes the symbol's value as a variable away.
    ///
    /// (progn (defvar *x* 1) (makunbound '*x*) (boundp '*x*))  ;=> nil
    "%makunbound" (Required symbol) => |vm, args| {
        let (&v, _) = first("makunbound", &args)?;
        if let Some(cell) = symbol_cell(vm, "makunbound", v)? {
            vm.set_cell(cell, Value::UNBOUND);
        }
        Ok(Next::Return(v))
    };
    /// Does the symbol name a function, macro or special operator?
    ///
    /// (fboundp 'car)     ;=> t
    /// (fboundp 'nobody)  ;=> nil
    "%fboundp" (Required name) => |vm, args| {
        let (&v, _) = first("fboundp", &args)?;
        let found = function_cell(vm, "fboundp", v)?.map(|c| vm.globals.value(c));
        Ok(Next::Return(Value::truth(found.is_some_and(|v| v != Value::UNBOUND))))
    };
    /// The function that the symbol names.
    ///
    /// (funcall (symbol-function 'car) '(1 2))  ;=> 1
    /// (symbol-function 'nobody)                ;!! unbound-variable
    "%symbol-function" (Required name) => |vm, args| {
        let (&v, _) = first("symbol-function", &args)?;
        let cell = function_cell(vm, "symbol-function", v)?;
        if let Some(cell) = cell {
            vm.force_lazy(cell)?;
        }
        match cell.map(|c| vm.globals.value(c)).filter(|&f| f != Value::UNBOUND) {
            Some(f) => Ok(Next::Return(f)),
            None => Err(unbound(vm, v, "function").into()),
        }
    };
    "%set-function" (Required name, Required function) => |vm, args| {
        let &[v, f] = args.as_slice() else { return misused("%set-function") };
        let symbol = function_name(vm, "(setf symbol-function)", v)?;
        let f = if f.as_symbol().is_some() { vm.function_of_symbol(f)?.unwrap_or(f) } else { f };
        if !f.is_procedure() && !f.is(Kind::MACRO) {
            return Err(vm.rt.wrong_type("(setf symbol-function)", "function", "a function", f));
        }
        let module = vm.current_module();
        let cell = vm.define_function(module, symbol)?;
        vm.set_cell(cell, f);
        if f.is(Kind::MACRO) {
            vm.macro_defined(cell)?;
        }
        Ok(Next::Return(f))
    };
    /// Takes the symbol's meaning as a function away.
    ///
    /// (progn (defun f () 1) (fmakunbound 'f) (fboundp 'f))  ;=> nil
    "%fmakunbound" (Required name) => |vm, args| {
        let (&v, _) = first("fmakunbound", &args)?;
        let symbol = function_name(vm, "fmakunbound", v)?;
        let module = vm.current_module();
        let cell = vm.define_function(module, symbol)?;
        vm.set_cell(cell, Value::UNBOUND);
        Ok(Next::Return(v))
    };
    /// Is there a file of that name for `load`?
    "%file-to-load?" (Required name) => |vm, args| {
        let (&name, _) = first("load", &args)?;
        vm.is_loadable(name).map(|there| Next::Return(Value::truth(there)))
    };
    /// What the symbol means at the head of a form: `macro`, `special`, `function` or nil.
    "%operator-kind" (Required name) => |vm, args| {
        let (&v, _) = first("%operator-kind", &args)?;
        let cell = match v.as_symbol() {
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
    /// Which binding of the variable is dynamic? Only that of a variable that was declared so.
    "%dynamic?" (Required name) => |vm, args| {
        let (&v, _) = first("%dynamic?", &args)?;
        let cell = v.as_symbol().and_then(|s| vm.dynamic_cell(vm.current_module(), s));
        Ok(Next::Return(Value::truth(cell.is_some())))
    };
    /// The text of a function's docstring without what comes after, or nil.
    "%function-doc" (Required name) => |vm, args| {
        let (&v, _) = first("documentation", &args)?;
        let cell = function_cell(vm, "documentation", v)?;
        let text = cell.and_then(|c| vm.documentation_of(vm.globals.value(c)));
        match text {
            Some(t) => vm.rt.heap.string(t).map(Next::Return),
            None => Ok(Next::Return(Value::NIL)),
        }
    };
}

/// The cell in which the variable has a value.
fn symbol_cell(vm: &mut Vm, function: &str, v: Value) -> Res<Option<u32>> {
    let symbol = vm.symbol_argument(function, v)?;
    let module = vm.current_module();
    let cell = vm.modules.get(module.0 as usize).and_then(|m| m.cell(symbol));
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
        return Ok(rt.packages.setter(&mut rt.symbols, place));
    }
    vm.symbol_argument(function, v)
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
