//! Natives that need the machine: calling, evaluating, loading, capturing, introspection, multiple values. They are
//! entries like the other builtins, but get the whole machine and return its next step ([`Next`]) instead of calling
//! back.
//!
//! A native that returns several values looks at what the code after its call does with the result. If that code
//! returns the result, the native looks at the caller of the function in the same way. A form that takes several
//! values, or the end of a run, gets all of them, any other code the first. So only programs that use several values
//! pay for them.

use smallvec::SmallVec;

use super::Vm;
use super::backtrace;
use super::bootstrap;
use super::continuation;
use super::debugger;
use super::describe;
use super::dialects::Interpreter;
use super::generic;
use super::handler_stack::HandlerPosition;
use super::unwind;
use crate::builtins::{Builtin, arg};
use crate::bytecode::{HALT, Reg, UNDERFLOW, Wanted};
use crate::fault::{Code, Result, fail, fail_in};
use crate::io::Capability;
use crate::module::ProgramState;
use crate::object::continuation::{Link, frame_distance, return_address};
use crate::object::generic::Method;
use crate::object::{Macro, Object};
use crate::reader::Spans;
use crate::source::Span;
use crate::value::{Kind, Value};

/// The code of a native that needs the machine. It says what to do next instead of calling back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MachineNative {
    Core(fn(&mut Vm, Vec<Value>) -> Result<Next>),
    Dialect(fn(&mut Interpreter<'_>, Vec<Value>) -> Result<Next>),
}

/// Next step of the machine after a native that needs it.
#[derive(Debug)]
pub enum Next {
    /// Return this value.
    Return(Value),
    /// Call a function in its place (a tail call, if it was in tail position).
    Call(Value, Vec<Value>),
    /// A continuation has been entered: go on there.
    Entered,
    /// A function of the host waits for an answer, which is the result of the call.
    Pause,
}

/// A builtin that the machine carries out. It begins `|vm|`: its parameters have the names that it lists, a value each,
/// an `Option` if optional, a vector if they are the rest.
#[derive(Debug)]
pub struct MachineBuiltin {
    pub(crate) row: Builtin,
    pub(crate) call: MachineNative,
}

impl MachineBuiltin {
    /// Makes the row of a native of the core.
    pub(crate) const fn of_core(row: Builtin, call: fn(&mut Vm, Vec<Value>) -> Result<Next>) -> MachineBuiltin {
        MachineBuiltin { row, call: MachineNative::Core(call) }
    }

    /// Makes the row of a native of a dialect.
    #[doc(hidden)]
    pub const fn of_dialect(
        row: Builtin,
        call: fn(&mut Interpreter<'_>, Vec<Value>) -> Result<Next>,
    ) -> MachineBuiltin {
        MachineBuiltin { row, call: MachineNative::Dialect(call) }
    }
}

/// Declares the natives of one subject that need the machine as the constant `MACHINE_BUILTINS`. Names that begin with
/// `%` are for the compiler and the library only. `$make` is a function that makes a [`MachineBuiltin`].
#[doc(hidden)]
#[macro_export]
macro_rules! __machine_builtins {
    ($make:path, $module:literal; $(
        $(#[doc = $doc:literal])*
        $(#[inline_as($($inline:expr),+)])?
        $name:literal ($($mode:ident $param:ident),*) => |$vm:pat_param| $body:expr;
    )*) => {
        pub(crate) const MACHINE_BUILTINS: &[$crate::__private::MachineBuiltin] = &[$($make(
            $crate::__private::Builtin::new(
                $name,
                concat!($($doc, "\n"),*),
                $crate::__signature!($module; [
                    $(($mode, $param, "a value"),)*
                ]),
                None,
                $crate::__becomes!($($($inline),+)?),
            ),
            |$vm, args| {
                #[allow(unused_mut, unused_variables, reason = "some rows have no parameters")]
                let mut args = args.into_iter();
                $(
                    #[allow(unused_variables, reason = "some are there for their documentation")]
                    let $param = $crate::__bound!($mode args);
                )*
                $body
            },
        )),*];
    };
}

/// An argument of a row, whose number of arguments has been checked ([`check_arguments_of`]).
#[doc(hidden)]
#[macro_export]
macro_rules! __bound {
    (Required $args:ident) => {
        $args.next().unwrap_or($crate::__private::Value::NIL)
    };
    (Optional $args:ident) => {
        $args.next()
    };
    (Rest $args:ident) => {
        $args.collect::<Vec<$crate::__private::Value>>()
    };
}

macro_rules! machine_builtins {
    ($($rows:tt)*) => { $crate::__machine_builtins! { $crate::__private::MachineBuiltin::of_core, $($rows)* } };
}
pub(crate) use machine_builtins;

/// Returns the error of a program that calls a private name (they begin with `%`).
#[cold]
pub fn misused<T>(function: &str) -> Result<T> {
    fail(Code::BadValue, format!("{function} is for the compiler and the library only"))
}

machine_builtins! { "control";
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
    /// Calls `function` with the current continuation. Calling the continuation with a value resumes here as if this
    /// call had returned the value, any number of times. A continuation of a top-level form has the forms after it in
    /// its file, too: entered from a later form, it has them evaluated again.
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
        let module = vm.program.current_module();
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
    /// States which names this module provides to those that require it. Without it, a module provides everything that
    /// it defines. The same holds for a module that provides only its own name, `(provide 'util)` in `util.lisp`, and
    /// defines nothing of that name.
    ///
    /// (provide 'one 'two)  ;=> nil
    "provide" (Rest names) => |vm| {
        let symbol = |v: &Value| v.as_symbol().ok_or_else(|| vm.program.rt.wrong_type("provide", "name", "a symbol", *v));
        let symbols = names.iter().map(symbol).collect::<Result<_>>()?;
        let span = backtrace::present_call(vm);
        vm.program.provide(symbols, span);
        Ok(Next::Return(Value::NIL))
    };
    /// The documentation of a function, macro or special operator, given itself or by its name; nil without one.
    ///
    /// (progn (defproc f (x) "Adds one." (+ x 1)) (doc 'f))  ;=> "Adds one."
    /// (progn (defproc g (x) x) (doc 'g))                    ;=> nil
    "doc" (Required name) => |vm| {
        let text = documentation(vm, name)?;
        match text {
            Some(t) => vm.program.rt.heap.string(t).map(Next::Return),
            None => Ok(Next::Return(Value::NIL)),
        }
    };
    /// The form that a function was made by, or nil for a builtin.
    ///
    /// (progn (defproc f (x) (+ x 1)) (function-source f))  ;=> (defproc f (x) (+ x 1))
    /// (function-source car)                               ;=> nil
    "function-source" (Required function) => |vm| {
        let source = match function.kind() {
            Kind::CLOSURE => vm.program.code.proto(function.meta()).map_or(Value::NIL, |p| p.source),
            Kind::NATIVE | Kind::GENERIC | Kind::CONTINUATION => Value::NIL,
            _ => return Err(vm.program.rt.wrong_type("function-source", "function", "a function", function)),
        };
        Ok(Next::Return(source))
    };
    /// The methods of a generic function, the latest definition first; each is a list of its parameters, guard and
    /// body.
    ///
    /// (progn (defmethod f (x) t 1) (length (generic-function-methods f)))  ;=> 1
    "generic-function-methods" (Required function) => |vm| {
        let methods: Vec<Value> = match vm.program.rt.heap.as_object(function) {
            Some(Object::Generic(g)) => {
                g.methods.iter().rev().filter(|m| m.is_own()).map(|m: &Method| m.source).collect()
            }
            _ => return Err(vm.program.rt.wrong_type("generic-function-methods", "function", "a generic function", function)),
        };
        vm.program.rt.heap.list(&methods).map(Next::Return)
    };
    /// Prints the instructions of a function, one line each: its number, name, registers (`r3 <-` is written, `r1`
    /// read), its operands, and the target line of a jump. Returns nil.
    ///
    /// (string-empty? (with-output-to-string (progn (defproc f (x) x) (disassemble f))))  ;=> nil
    "disassemble" (Required function) => |vm| {
        let text = describe::listing(&mut vm.program, function)?;
        vm.program.rt.write_to(None, &text)?;
        Ok(Next::Return(Value::NIL))
    };
    /// The parameter list of a function, or of a method as `generic-function-methods` gives it.
    ///
    /// (progn (defproc f (a &optional b) (list a b)) (parameters f))               ;=> (a &optional b)
    /// (progn (defmethod g ((x integer)) t x) (parameters (first (generic-function-methods g))))  ;=> ((x integer))
    /// (parameters 5)                                                              ;!! wrong-type
    "parameters" (Required function) => |vm| {
        match function.kind() {
            Kind::PAIR => Ok(Next::Return(method_part(vm, "parameters", "function", function, 0)?)),
            Kind::CLOSURE => Ok(Next::Return(vm.program.code.proto(function.meta()).map_or(Value::NIL, |p| p.signature))),
            _ => Err(vm.program.rt.wrong_type("parameters", "function", "a method or a function written in Klammer", function)),
        }
    };
    /// The guard of a method as `generic-function-methods` gives it.
    ///
    /// (progn (defmethod f (x) (> x 1) 'large) (method-guard (first (generic-function-methods f))))  ;=> (> x 1)
    "method-guard" (Required method) => |vm| {
        method_part(vm, "method-guard", "method", method, 1).map(Next::Return)
    };
    /// The expressions that a function evaluates, or a method as `generic-function-methods` gives it.
    ///
    /// (progn (defproc f (x) (print x) (+ x 1)) (body f))  ;=> ((print x) (+ x 1))
    /// (progn (defmethod g (x) t 'any) (body (first (generic-function-methods g))))  ;=> ('any)
    /// (body car)                                          ;!! wrong-type
    "body" (Required function) => |vm| {
        if function.is_pair() {
            return method_part(vm, "body", "function", function, 2).map(Next::Return);
        }
        match body_of(&vm.program, function) {
            Some(body) => Ok(Next::Return(body)),
            None => Err(vm.program.rt.wrong_type("body", "function", "a method or a function written in Klammer", function)),
        }
    };
    /// Returns whether the name has a global value in the module of the running program.
    ///
    /// (defined? 'car)               ;=> t
    /// (defined? 'no-such-name)      ;=> nil
    /// (progn (setq n 1) (defined? 'n))  ;=> t
    "defined?" (Required name) => |vm| {
        let Some(symbol) = name.as_symbol() else { return Err(vm.program.rt.wrong_type("defined?", "name", "a symbol", name)) };
        let cell = vm.program.find_cell(vm.program.current_module(), symbol);
        Ok(Next::Return(Value::truth(cell.is_some_and(|c| vm.program.globals.value(c) != Value::UNBOUND))))
    };
    /// Milliseconds since some fixed moment, as a float. The host may refuse.
    ///
    /// (float? (current-milliseconds))  ;=> t
    "current-milliseconds" () => |vm| {
        vm.program.rt.must_have("current-milliseconds", "ask for the time", Capability::Clock)?;
        let ms = vm.program.rt.host.now().as_secs_f64() * 1000.0;
        vm.program.rt.heap.float(ms).map(Next::Return)
    };
    /// Collects garbage now. The ticks are in proportion to the live data. Returns the number of bytes in use.
    ///
    /// (integer? (collect-garbage))  ;=> t
    "collect-garbage" () => |vm| {
        let top = vm.fiber.run.top;
        vm.collect(top, &[])?;
        let work = vm.program.rt.heap.work_of_collection();
        vm.program.rt.charge(work / 8)?;
        Ok(Next::Return(Value::fix(vm.program.rt.heap.used() as i64)))
    };
    /// Pauses the program for the debugger that it runs under, which shows the message. Returns the value that the
    /// debugger gives, or nil. The prompt of `klammer` has a debugger, and `klammer debug FILE` runs a program under
    /// one. Without a debugger it is an error.
    ///
    /// (break "the board is complete")  ;!! user-error
    "break" (Optional message) => |vm| debugger::break_here(vm, message).map(Next::Return);
    // The same for the libraries of dialects, in which `break` means something else.
    "%break" (Optional message) => |vm| debugger::break_here(vm, message).map(Next::Return);
    "%debug-point" (Required is_entry) => |vm| debugger::reach_point(vm, !is_entry.is_nil()).map(|()| Next::Return(Value::NIL));
    "%redirect-output" (Required port) => |vm| vm.program.rt.redirect_output(port).map(|()| Next::Return(Value::NIL));
    "%redirect-input" (Required port) => |vm| vm.program.rt.redirect_input(port).map(|()| Next::Return(Value::NIL));
    "%make-macro" (Required expander, Required name) => |vm| {
        let object = Object::Macro(Macro { expander, rules: None, name: name.as_symbol() });
        vm.program.rt.heap.object(object).map(Next::Return)
    };
    "%add-method" (Required cell, Required name, Required types, Required guard, Required body, Required form) => |vm| {
        generic::add_method(vm, cell, name, [types, guard, body, form]).map(Next::Return)
    };
    "%type?" (Required object, Required type_name) => |vm| {
        let is_one = type_name.as_symbol().is_some_and(|t| generic::is_of_type(&vm.program, object, t));
        Ok(Next::Return(Value::truth(is_one)))
    };
    "%no-method" (Required function, Rest arguments) => |vm| {
        if !function.is(Kind::GENERIC) {
            return misused("%no-method");
        }
        Err(generic::no_method(&vm.program, function, &arguments).into())
    };
    "%no-operator-method" (Required function, Rest arguments) => |vm| generic::without_operator_method(&vm.program, function, arguments);
    // Enters a continuation without running cleanups: the code that it leaves is entered again later.
    "%switch" (Required continuation, Required value) => |vm| {
        if !continuation.is(Kind::CONTINUATION) {
            return misused("%switch");
        }
        continuation::switch(vm, continuation, value).map(|()| Next::Entered)
    };
}

/// The rows of the functions of the machine, file by file.
pub(super) const TABLES: &[&[MachineBuiltin]] = &[MACHINE_BUILTINS, super::unwind::MACHINE_BUILTINS];

/// All rows of functions of the machine.
pub(crate) fn machine_builtins_of_core() -> impl Iterator<Item = &'static MachineBuiltin> {
    TABLES.iter().copied().flatten()
}

/// Returns the number of control natives of the core.
pub(super) fn count() -> usize {
    TABLES.iter().map(|t| t.len()).sum()
}

/// The row of this number; those that dialects have added (`own`) follow the core's.
pub(super) fn row(number: usize, own: &[&'static MachineBuiltin]) -> Result<&'static MachineBuiltin> {
    let row = machine_builtins_of_core().nth(number).or_else(|| own.get(number - count()).copied());
    row.map_or_else(|| crate::fault::internal("a function that the machine lacks"), Ok)
}

/// The name under which `call/cc` is recognised by the machine: it needs the register of its result.
pub(super) const CALL_CC: &str = "call/cc";

fn apply(vm: &mut Vm, f: Value, mut arguments: Vec<Value>) -> Result<Next> {
    let Some(list) = arguments.pop() else {
        return fail_in("apply", Code::ArgumentCount, "expected a function and a list of arguments");
    };
    arguments.extend(vm.program.rt.list_items("apply", list)?);
    vm.program.rt.charge(arguments.len() / 16)?;
    Ok(Next::Call(f, arguments))
}

fn expand(vm: &mut Vm, form: Value, full: bool) -> Result<Next> {
    let module = vm.program.current_module();
    let expanded = |vm: &mut Vm| crate::compile::expand_macro(vm, module, form, &mut Spans::new(), full);
    vm.rooted(&[form], expanded).map(Next::Return)
}

/// A part of a method as `generic-function-methods` gives it: a list of its parameters, guard and body.
fn method_part(vm: &mut Vm, function: &str, parameter: &str, method: Value, part: usize) -> Result<Value> {
    let parts: SmallVec<[Value; 4]> = vm.program.rt.heap.iter(method).take(4).collect();
    let is_list = |v: Value| v.is_nil() || v.is_pair();
    match (parts.as_slice(), parts.get(part)) {
        (&[parameters, _, body], Some(&part)) if is_list(parameters) && is_list(body) => Ok(part),
        _ => Err(vm.program.rt.wrong_type(function, parameter, "a method", method)),
    }
}

/// The forms of a function's body, from the form that defined it: what follows the parameter list, and a docstring.
fn body_of(program: &ProgramState, f: Value) -> Option<Value> {
    let proto = program.code.proto(f.meta()).filter(|_| f.is(Kind::CLOSURE))?;
    let heap = &program.rt.heap;
    let mut rest = proto.source;
    while rest.is_pair() && heap.car(rest) != proto.signature {
        rest = heap.cdr(rest);
    }
    let body = if rest.is_pair() { heap.cdr(rest) } else { return None };
    let documented = proto.doc.is_some() && heap.cdr(body).is_pair();
    Some(if documented { heap.cdr(body) } else { body })
}

/// The documentation of `v`: of the function itself, or of what the symbol names.
pub(crate) fn documentation(vm: &mut Vm, v: Value) -> Result<Option<String>> {
    let mut v = v;
    if let Some(name) = v.as_symbol() {
        let module = vm.program.current_module();
        let Some(cell) = vm.program.find_cell(module, name) else { return Ok(None) };
        if vm.program.globals.value(cell).is(Kind::LAZY) && vm.program.globals.value(cell) != Value::UNBOUND {
            bootstrap::force_lazy(vm, cell)?;
        }
        v = vm.program.globals.value(cell);
    }
    Ok(describe::documentation_of(vm, v))
}

/// Checks the number of arguments of a control native by its row.
pub(super) fn check_arguments_of(control: &MachineBuiltin, n: usize) -> Result<()> {
    arg::count(n, control.row.name, &control.row.signature)
}

/// The lines of a row's documentation, without the space that begins each.
pub(crate) fn join(doc: &str) -> String {
    let lines: Vec<&str> = doc.lines().map(|l| l.strip_prefix(' ').unwrap_or(l)).collect();
    lines.join("\n").trim().to_string()
}

/// Returns values to the caller of a native: all of them if it takes several, else the first, or nil.
pub(crate) fn give(vm: &mut Vm, values: &[Value]) -> Result<Next> {
    if let [one] = values {
        return Ok(Next::Return(*one));
    }
    if !takes_several(vm)? {
        return Ok(Next::Return(values.first().copied().unwrap_or(Value::NIL)));
    }
    vm.program.rt.heap.reserve(size_of_val(values))?;
    vm.program.rt.heap.object(Object::Values(values.into())).map(Next::Return)
}

/// Returns whether the code that waits for the native takes several values. The call sites tell: values become those
/// of the function in tail position, and those of a catch after a throw.
pub(crate) fn takes_several(vm: &mut Vm) -> Result<bool> {
    if vm.fiber.run.pc == HALT {
        return Ok(true);
    }
    let mut frame = FrameRef::Stack { base: vm.fiber.run.base, rest: vm.fiber.run.rest };
    let mut handlers = unwind::HandlerSearch::new(vm);
    let mut wanted = match vm.fiber.run.pc {
        UNDERFLOW => Some(Wanted::Returned),
        pc => vm.program.code.wanted_after(pc),
    };
    let mut frames = 0_usize;
    loop {
        frames += 1;
        if frames.is_multiple_of(unwind::FRAMES_PER_TICK) {
            vm.program.rt.charge(1)?;
        }
        match wanted {
            None => return Ok(false),
            Some(Wanted::All) => return Ok(true),
            Some(Wanted::Returned) => {
                let Some((pc, caller)) = frame.caller(vm) else { return Ok(true) };
                frame = caller;
                wanted = vm.program.code.wanted_after(pc);
            }
            Some(Wanted::Thrown(tag)) => {
                let tag = frame.register(vm, tag);
                let Some((place, h)) = handlers.next(vm, tag)? else { return Ok(false) };
                frame = match place {
                    HandlerPosition::Stack(i) => FrameRef::Stack { base: h.base, rest: vm.fiber.run_of(i).1 },
                    HandlerPosition::Segment(segment, _) => FrameRef::Segment(Link { segment, at: h.base }),
                };
                wanted = vm.program.code.wanted_at_landing(h.pc);
            }
        }
    }
}

/// A frame on the stack or in a segment.
#[derive(Clone, Copy)]
enum FrameRef {
    /// `rest` has the frames below those of its run on the stack.
    Stack { base: usize, rest: Link },
    /// The position is that of its register 0.
    Segment(Link),
}

impl FrameRef {
    fn register(self, vm: &Vm, r: Reg) -> Value {
        let r = usize::from(r);
        let word = match self {
            FrameRef::Stack { base, .. } => vm.fiber.stack.get(base + r).copied(),
            FrameRef::Segment(Link { segment, at }) => {
                continuation::segment_of(&vm.program, segment).map(|s| s.info(at + r))
            }
        };
        word.unwrap_or(Value::NIL)
    }

    /// The frame that it returns to and the address there; `None` for the lowest of its run.
    fn caller(self, vm: &Vm) -> Option<(usize, FrameRef)> {
        let mut link = match self {
            FrameRef::Stack { base, rest } => {
                let info = self.register(vm, 0);
                let distance = if info.is_fixnum() { frame_distance(info) } else { 0 };
                if distance > 0 && distance <= base {
                    return Some((return_address(info), FrameRef::Stack { base: base - distance, rest }));
                }
                rest
            }
            FrameRef::Segment(link) => link,
        };
        loop {
            let s = continuation::segment_of(&vm.program, link.segment)?;
            let info = s.info(link.at);
            match frame_distance(info) {
                0 => link = s.below,
                distance => {
                    let at = link.at.checked_sub(distance)?;
                    return Some((return_address(info), FrameRef::Segment(Link { segment: link.segment, at })));
                }
            }
        }
    }
}
