//! Natives that need the machine itself: calling, evaluating, loading, capturing, introspection.
//!
//! They are rows like the other builtins, but get the whole machine and say what to do next instead of calling back.

use super::Vm;
use super::controls::{Control, Next, controls, misused};
use crate::builtins::arg;
use crate::fault::{Code, Res, complain};
use crate::io::Capability;
use crate::object::generic::Method;
use crate::object::{Macro, Object};
use crate::reader::Spans;
use crate::source::Span;
use crate::value::{Kind, Value};

controls! { "control";
    /// Calls a function with the elements of the last argument, a list; arguments before it come first.
    ///
    /// (apply + '(1 2 3))       ;=> 6
    /// (apply list 1 2 '(3 4))  ;=> (1 2 3 4)
    /// (apply car '((1) 2))     ;!! argument-count
    "apply" (Required function, Rest arguments) => |vm| apply(vm, function, arguments);
    /// Calls a function with the arguments that follow it.
    ///
    /// (funcall + 1 2)  ;=> 3
    #[inline_as(Funcall)]
    "funcall" (Required function, Rest arguments) => |_| Ok(Next::Call(function, arguments));
    /// Calls `function` with the current continuation: a function that, when it is called with a value, goes on as if
    /// this call had returned it; any number of times. A continuation of a top-level form has the forms after it in its
    /// file, too: entered from a later form, it has them evaluated again.
    ///
    /// (+ 1 (call/cc (lambda (k) (+ 10 (k 1)))))  ;=> 2
    /// (let ((n 0) (k nil)) (call/cc (lambda (c) (setq k c))) (setq n (+ n 1)) (if (< n 3) (k nil) n))  ;=> 3
    "call/cc" (Required function) => |_| crate::fault::internal("call/cc is special to the machine");
    /// Evaluates a form, in the module of the program that is running. The parts of a `progn` are evaluated like forms
    /// of a file: a macro that one defines is seen by the next.
    ///
    /// (eval '(progn (defmacro twice (x) (list + x x)) (twice 4)))  ;=> 8
    /// (eval '(+ 1 2))                        ;=> 3
    /// (eval (list progn 1 2))                ;=> 2
    /// (let ((f (lambda (x) (* x x)))) (eval (list f 5)))  ;=> 25
    "eval" (Required form) => |vm| {
        let module = vm.current_module();
        let form = vm.evaluate_all_but_last(module, form)?;
        let thunk = vm.compile_form(module, form, &mut Spans::new(), Span::NONE)?;
        Ok(Next::Call(thunk, Vec::new()))
    };
    /// Expands the macro at the head of a form, again and again until its head is no macro.
    ///
    /// (progn (defmacro twice (x) `(progn ,x ,x)) (expand-macro '(twice a)))  ;=> (progn a a)
    /// (expand-macro '(+ 1 2))                                                ;=> (+ 1 2)
    "expand-macro" (Required form) => |vm| expand(vm, form, true);
    /// Expands the macro at the head of a form once.
    ///
    /// (progn (defmacro a1 () '(a2)) (defmacro a2 () 3) (expand-macro-once '(a1)))  ;=> (a2)
    "expand-macro-once" (Required form) => |vm| expand(vm, form, false);
    /// Reads a file and evaluates its forms in the current module; a relative name is looked for beside the file that
    /// is loading. Returns the value of the last form.
    ///
    /// (load "no-such-file.lisp")  ;!! file
    "load" (Required file) => |vm| vm.load(file).map(Next::Return);
    /// Loads a module once and makes the names that it provides visible here. It is looked for in the folder of the
    /// file that requires it, in the folders of `KLAMMER_PATH`, and in the library.
    ///
    /// (require 'no-such-module)  ;!! file
    "require" (Required name) => |vm| vm.require(name).map(Next::Return);
    /// States which names this module provides to those that require it. Without it, a module provides everything it
    /// defines; likewise if it provides only its own name, `(provide 'util)` in `util.lisp`, and defines nothing of
    /// that name.
    ///
    /// (provide 'one 'two)  ;=> nil
    "provide" (Rest names) => |vm| {
        let symbol = |v: &Value| v.as_symbol().ok_or_else(|| vm.rt.wrong_type("provide", "name", "a symbol", *v));
        let symbols = names.iter().map(symbol).collect::<Res<_>>()?;
        let span = vm.present_call();
        vm.provide(symbols, span);
        Ok(Next::Return(Value::NIL))
    };
    /// The documentation of a function, macro or special operator (or of what a symbol names), or nil.
    ///
    /// (progn (defproc f (x) "Adds one." (+ x 1)) (doc 'f))  ;=> "Adds one."
    /// (progn (defproc g (x) x) (doc 'g))                    ;=> nil
    "doc" (Required name) => |vm| {
        let text = vm.documentation(name)?;
        match text {
            Some(t) => vm.rt.heap.string(t).map(Next::Return),
            None => Ok(Next::Return(Value::NIL)),
        }
    };
    /// The form that a function was made by, or nil for a builtin.
    ///
    /// (progn (defproc f (x) (+ x 1)) (function-source f))  ;=> (defproc f (x) (+ x 1))
    /// (function-source car)                               ;=> nil
    "function-source" (Required function) => |vm| {
        let source = match function.kind() {
            Kind::CLOSURE => vm.code.proto(function.meta()).map_or(Value::NIL, |p| p.source),
            Kind::NATIVE | Kind::GENERIC | Kind::CONTINUATION => Value::NIL,
            _ => return Err(vm.rt.wrong_type("function-source", "function", "a function", function)),
        };
        Ok(Next::Return(source))
    };
    /// The methods of a generic function, the latest definition first; each is a list of its parameters, guard and
    /// body.
    ///
    /// (progn (defmethod f (x) t 1) (length (generic-function-methods f)))  ;=> 1
    "generic-function-methods" (Required function) => |vm| {
        let methods: Vec<Value> = match vm.rt.heap.as_object(function) {
            Some(Object::Generic(g)) => {
                g.methods.iter().rev().filter(|m| m.is_own()).map(|m: &Method| m.source).collect()
            }
            _ => return Err(vm.rt.wrong_type("generic-function-methods", "function", "a generic function", function)),
        };
        vm.rt.heap.list(&methods).map(Next::Return)
    };
    /// Prints the instructions that a function was compiled to, for those who want to know what is fast. A line for
    /// each: its number, the instruction, registers (`r3 <-` is written, `r1` read), what it refers to, and the line
    /// that a jump leads to. Returns nil.
    ///
    /// (string-empty? (with-output-to-string (progn (defproc f (x) x) (disassemble f))))  ;=> nil
    "disassemble" (Required function) => |vm| {
        let text = vm.listing(function)?;
        vm.rt.write_to(None, &text)?;
        Ok(Next::Return(Value::NIL))
    };
    /// The parameter list of a function, or of a method as `generic-function-methods` gives it.
    ///
    /// (progn (defproc f (a &optional b) (list a b)) (parameters f))               ;=> (a &optional b)
    /// (progn (defmethod g ((x integer)) t x) (parameters (first (generic-function-methods g))))  ;=> ((x integer))
    /// (parameters 5)                                                              ;!! wrong-type
    "parameters" (Required function) => |vm| {
        match function.kind() {
            Kind::PAIR | Kind::DIGITS => Ok(Next::Return(vm.rt.heap.first(function))),
            Kind::CLOSURE => Ok(Next::Return(vm.code.proto(function.meta()).map_or(Value::NIL, |p| p.signature))),
            _ => Err(vm.rt.wrong_type("parameters", "function", "a method or a function written in Klammer", function)),
        }
    };
    /// The guard of a method as `generic-function-methods` gives it.
    ///
    /// (progn (defmethod f (x) (> x 1) 'large) (method-guard (first (generic-function-methods f))))  ;=> (> x 1)
    "method-guard" (Required method) => |vm| {
        match vm.rt.heap.iter(method).nth(1) {
            Some(guard) => Ok(Next::Return(guard)),
            None => Err(vm.rt.wrong_type("method-guard", "method", "a method", method)),
        }
    };
    /// The expressions that a function evaluates, or a method as `generic-function-methods` gives it.
    ///
    /// (progn (defproc f (x) (print x) (+ x 1)) (body f))  ;=> ((print x) (+ x 1))
    /// (progn (defmethod g (x) t 'any) (body (first (generic-function-methods g))))  ;=> ('any)
    /// (body car)                                          ;!! wrong-type
    "body" (Required function) => |vm| {
        if let Some(body) = vm.rt.heap.iter(function).nth(2) {
            return Ok(Next::Return(body));
        }
        match vm.body_of(function) {
            Some(body) => Ok(Next::Return(body)),
            None => Err(vm.rt.wrong_type("body", "function", "a method or a function written in Klammer", function)),
        }
    };
    /// Returns whether the name has a global value in the module of the running program.
    ///
    /// (defined? 'car)               ;=> t
    /// (defined? 'no-such-name)      ;=> nil
    /// (progn (setq n 1) (defined? 'n))  ;=> t
    "defined?" (Required name) => |vm| {
        let Some(symbol) = name.as_symbol() else { return Err(vm.rt.wrong_type("defined?", "name", "a symbol", name)) };
        let cell = vm.find_cell(vm.current_module(), symbol);
        Ok(Next::Return(Value::truth(cell.is_some_and(|c| vm.globals.value(c) != Value::UNBOUND))))
    };
    /// Milliseconds since some fixed moment, as a float. The host may refuse.
    ///
    /// (float? (current-milliseconds))  ;=> t
    "current-milliseconds" () => |vm| {
        vm.rt.must_have("current-milliseconds", "ask for the time", Capability::Clock)?;
        let ms = vm.rt.host.now().as_secs_f64() * 1000.0;
        vm.rt.heap.float(ms).map(Next::Return)
    };
    /// Collects garbage now, which takes as many ticks as there is to be looked at. Returns the number of bytes in use.
    ///
    /// (integer? (collect-garbage))  ;=> t
    "collect-garbage" () => |vm| {
        let top = vm.fiber.run.top;
        vm.collect(top, &[])?;
        let work = vm.rt.heap.work_of_collection();
        vm.rt.charge(work / 8)?;
        Ok(Next::Return(Value::fix(vm.rt.heap.used() as i64)))
    };
    "%redirect-output" (Required port) => |vm| vm.rt.redirect_output(port).map(|()| Next::Return(Value::NIL));
    "%redirect-input" (Required port) => |vm| vm.rt.redirect_input(port).map(|()| Next::Return(Value::NIL));
    "%make-macro" (Required expander, Required name) => |vm| {
        let object = Object::Macro(Macro { expander, rules: None, name: name.as_symbol() });
        vm.rt.heap.object(object).map(Next::Return)
    };
    "%add-method" (Required cell, Required name, Required types, Required guard, Required body, Required form) => |vm| {
        vm.add_method(cell, name, [types, guard, body, form]).map(Next::Return)
    };
    "%type?" (Required object, Required type_name) => |vm| {
        let is_one = type_name.as_symbol().is_some_and(|t| vm.is_of_type(object, t));
        Ok(Next::Return(Value::truth(is_one)))
    };
    "%no-method" (Required function, Rest arguments) => |vm| {
        if !function.is(Kind::GENERIC) {
            return misused("%no-method");
        }
        Err(vm.no_method(function, &arguments).into())
    };
    "%no-operator-method" (Required function, Rest arguments) => |vm| vm.without_operator_method(function, arguments);
    // Enters a continuation, but what is left on the way is not cleaned up: whoever waits there will be gone back to.
    "%switch" (Required continuation, Required value) => |vm| {
        if !continuation.is(Kind::CONTINUATION) {
            return misused("%switch");
        }
        vm.switch(continuation, value).map(|()| Next::Entered)
    };
    "%values->list" (Required values) => |vm| {
        let items = match vm.rt.heap.as_object(values) {
            Some(Object::Values(items)) => items.to_vec(),
            _ => vec![values],
        };
        vm.rt.heap.list(&items).map(Next::Return)
    };
}

/// The rows of the functions of the machine, file by file.
pub(super) const TABLES: &[&[Control]] = &[CONTROLS, super::binding::CONTROLS];

/// All rows of functions of the machine.
pub(crate) fn control_rows() -> impl Iterator<Item = &'static Control> {
    TABLES.iter().copied().flatten()
}

/// Returns the number of control natives of the core.
pub(super) fn count() -> usize {
    TABLES.iter().map(|t| t.len()).sum()
}

/// The row of this number; those that dialects have added (`own`) follow the core's.
pub(super) fn row(number: usize, own: &[&'static Control]) -> Res<&'static Control> {
    let row = control_rows().nth(number).or_else(|| own.get(number - count()).copied());
    row.map_or_else(|| crate::fault::internal("a function that the machine lacks"), Ok)
}

/// The name under which `call/cc` is recognised by the machine: it needs the register of its result.
pub(super) const CALL_CC: &str = "call/cc";

fn apply(vm: &mut Vm, f: Value, mut arguments: Vec<Value>) -> Res<Next> {
    let Some(list) = arguments.pop() else {
        return complain("apply", Code::ArgumentCount, "expected a function and a list of arguments");
    };
    arguments.extend(vm.rt.list_items("apply", list)?);
    vm.rt.charge(arguments.len() / 16)?;
    Ok(Next::Call(f, arguments))
}

fn expand(vm: &mut Vm, form: Value, full: bool) -> Res<Next> {
    let module = vm.current_module();
    let expanded = |vm: &mut Vm| crate::compile::expand_macro(vm, module, form, &mut Spans::new(), full);
    vm.rooted(&[form], expanded).map(Next::Return)
}

impl Vm {
    /// The forms of a function's body, from the form that defined it: what follows the parameter list, and a docstring.
    fn body_of(&self, f: Value) -> Option<Value> {
        let proto = self.code.proto(f.meta()).filter(|_| f.is(Kind::CLOSURE))?;
        let heap = &self.rt.heap;
        let mut rest = proto.source;
        while rest.is_pair() && heap.car(rest) != proto.signature {
            rest = heap.cdr(rest);
        }
        let body = if rest.is_pair() { heap.cdr(rest) } else { return None };
        let documented = proto.doc.is_some() && heap.cdr(body).is_pair();
        Some(if documented { heap.cdr(body) } else { body })
    }

    /// The documentation of `v`: of the function itself, or of what the symbol names.
    pub(crate) fn documentation(&mut self, v: Value) -> Res<Option<String>> {
        let mut v = v;
        if let Some(name) = v.as_symbol() {
            let module = self.current_module();
            let Some(cell) = self.find_cell(module, name) else { return Ok(None) };
            if self.globals.value(cell).is(Kind::LAZY) && self.globals.value(cell) != Value::UNBOUND {
                self.force_lazy(cell)?;
            }
            v = self.globals.value(cell);
        }
        Ok(self.documentation_of(v))
    }

    /// Checks the number of arguments of a control native by its row.
    pub(super) fn check_control(&self, control: &Control, n: usize) -> Res<()> {
        arg::count(n, control.row.name, &control.row.signature)
    }
}

/// The lines of a row's documentation, without the space that begins each.
pub(crate) fn join(doc: &str) -> String {
    let lines: Vec<&str> = doc.lines().map(|l| l.strip_prefix(' ').unwrap_or(l)).collect();
    lines.join("\n").trim().to_string()
}
