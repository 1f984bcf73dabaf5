//! Calls, the general way: everything but a plain function with the right number of arguments.

use super::backtrace;
use super::bootstrap;
use super::continuation;
use super::describe;
use super::dialects;
use super::dialects::Interpreter;
use super::generic;
use super::host_call;
use super::host_call::LentValues;
use super::profiler;
use super::vm_natives::{MachineNative, Next};
use super::{Vm, vm_natives};
use crate::bytecode::{Insn, Params, VARIADIC};
use crate::fault::{Blamed, Code, ErrorData, Limit, Result, Unwind, fail_in};
use crate::module::ProgramState;
use crate::module::native::call_host;
use crate::module::native::{Native, NativeInfo, NativeKind};
use crate::object::Object;
use crate::object::continuation::return_info;
use crate::value::{Kind, Value};

/// Arguments that fit below the end of a callee's window.
pub(super) const MAX_IN_WINDOW: usize = 220;

impl Vm {
    /// A call that the inner loop left to us.
    pub(super) fn general_call(
        &mut self,
        a: u8,
        n: u8,
        global: Option<u32>,
        tail: bool,
        lent: LentValues<'_>,
    ) -> Result<()> {
        let a = usize::from(a);
        if let Some(g) = global {
            super::follow(&mut self.program, self.fiber.run.pc.wrapping_sub(1), g);
            let mut f = self.program.globals.value(g);
            if f.is(Kind::LAZY) {
                self.fiber.run.top = self.fiber.run.base + a + 1 + usize::from(n);
                self.make_readable(g)?;
                f = self.program.globals.value(g);
            }
            self.fiber.set_register(a, f);
        }
        if self.program.rt.heap.wants_collection() {
            self.collect(self.fiber.run.base + a + 1 + usize::from(n), &[])?;
        }
        self.call_in_place(self.fiber.register(a), a, usize::from(n), tail, lent)
    }

    /// Calls `f` with the `n` arguments after register `a`.
    fn call_in_place(&mut self, f: Value, a: usize, n: usize, tail: bool, lent: LentValues<'_>) -> Result<()> {
        let mut f = f;
        loop {
            match f.kind() {
                Kind::CLOSURE => {
                    let Some(&entry) = self.program.code.entries.get(f.meta() as usize) else {
                        return crate::fault::internal("a closure without code");
                    };
                    let count = if entry.arity == VARIADIC {
                        let params = self.program.code.proto(f.meta()).map(|p| p.params.clone()).unwrap_or_default();
                        self.arrange(f, &params, a, n)?
                    } else if usize::from(entry.arity) == n {
                        n
                    } else {
                        return Err(self.argument_count(f, n).into());
                    };
                    return self.enter(f, entry.start as usize, a, count, tail);
                }
                Kind::GENERIC => f = generic::generic_entry(self, f, a, n)?,
                Kind::CONTINUATION if n == 1 && continuation::winds_of(self, f).is_none() => {
                    return continuation::enter_continuation(self, f, self.fiber.register(a + 1));
                }
                _ => {
                    let args = self.fiber.arguments(a, n);
                    return self.call_with(a, f, args, tail, lent);
                }
            }
        }
    }

    /// Calls the function in register `a + 1` with the current continuation.
    pub(super) fn capture_in_place(&mut self, a: usize, tail: bool, lent: LentValues<'_>) -> Result<()> {
        if self.program.rt.heap.wants_collection() {
            self.collect(self.fiber.run.base + a + 2, &[])?;
        }
        let receiver = self.fiber.register(a + 1);
        let k = continuation::capture(self, a, tail, receiver)?;
        // A receiver that is `call/cc` itself calls a continuation then, so this goes no deeper.
        self.start_call(receiver, &[k], lent)
    }

    /// Calls `f` with arguments from anywhere; the result goes to register `a`.
    pub(super) fn call_with(
        &mut self,
        a: usize,
        f: Value,
        args: Vec<Value>,
        tail: bool,
        lent: LentValues<'_>,
    ) -> Result<()> {
        let (mut a, mut f, mut args, mut tail) = (a, f, args, tail);
        let collections = self.program.rt.heap.collections();
        loop {
            // Everything that a builtin allocates or calls is above the registers in use.
            self.fiber.run.top = self.fiber.run.base + a + 1;
            let next = match f.kind() {
                Kind::GENERIC if args.len() > MAX_IN_WINDOW => {
                    f = generic::entry_for(&self.program, f, args.len(), args.iter().copied())?;
                    continue;
                }
                Kind::CLOSURE | Kind::GENERIC => {
                    if args.len() > MAX_IN_WINDOW {
                        return self.call_with_many(a, f, args, tail);
                    }
                    return self.call_in_window(a, f, &args, tail, lent);
                }
                Kind::NATIVE if self.program.is_capturer(f) && args.len() == 1 => {
                    f = args.first().copied().unwrap_or(Value::NIL);
                    let k = continuation::capture(self, a, tail, f)?;
                    // The machine is at the bottom of its run.
                    (a, tail, args) = (0, false, vec![k]);
                    continue;
                }
                Kind::NATIVE => {
                    self.fiber.run.top += args.len();
                    match self.call_native(f, &mut args, lent) {
                        Err(fault)
                            if may_retry(&self.program, f, &fault)
                                && self.program.rt.heap.collections() == collections =>
                        {
                            // A native cannot collect. It has done nothing yet: with room it may succeed.
                            self.rooted(&args, |vm| vm.collect(vm.fiber.run.base + a + 1, &[f]))?;
                            continue;
                        }
                        result => result?,
                    }
                }
                Kind::CONTINUATION => match continuation::winds_of(self, f) {
                    None => {
                        let value = match *args.as_slice() {
                            [v] => v,
                            _ => self.program.rt.heap.object(Object::Values(args.into()))?,
                        };
                        return continuation::enter_continuation(self, f, value);
                    }
                    Some(winds) => {
                        // When that is defined, garbage may be collected.
                        let kept = [&args, [f].as_slice()].concat();
                        let enter = self.rooted(&kept, |vm| dialects::function_for(vm, |l| l.enter_continuation))?;
                        let list = self.program.rt.heap.list(&args)?;
                        Next::Call(enter, vec![f, winds, list])
                    }
                },
                Kind::SYMBOL => {
                    // Looking it up may compile it, and so collect.
                    match self.rooted(&args, |vm| vm.function_of_symbol(f))? {
                        Some(g) => {
                            f = g;
                            continue;
                        }
                        None => return Err(backtrace::not_a_function(self, f).into()),
                    }
                }
                _ => return Err(backtrace::not_a_function(self, f).into()),
            };
            match next {
                Next::Return(v) => {
                    self.fiber.set_register(a, v);
                    if self.program.rt.heap.wants_collection() {
                        self.collect(self.fiber.run.base + a + 1, &[])?;
                    }
                    return Ok(());
                }
                Next::Entered => return Ok(()),
                Next::Pause => {
                    self.host.answer_goes_to(a);
                    return Ok(());
                }
                Next::Call(g, more) => {
                    tick(&mut self.program)?;
                    (f, args) = (g, more);
                }
            }
        }
    }

    /// Calls a function of the program with arguments for which a window has room; the result goes to register `a`.
    pub(super) fn call_in_window(
        &mut self,
        a: usize,
        f: Value,
        args: &[Value],
        tail: bool,
        lent: LentValues<'_>,
    ) -> Result<()> {
        self.fiber.run.top = self.fiber.run.base + a + 1;
        self.ensure_window_for(self.fiber.run.base + a, f, args)?;
        let first = self.fiber.run.base + a + 1;
        if let Some(registers) = self.fiber.stack.get_mut(first..first + args.len()) {
            registers.copy_from_slice(args);
        }
        self.call_in_place(f, a, args.len(), tail, lent)
    }

    /// The function that a symbol stands for where a function is called: the one that the running program calls by that
    /// name.
    pub(crate) fn function_of_symbol(&mut self, v: Value) -> Result<Option<Value>> {
        let module = self.program.current_module();
        let Some(name) = v.as_symbol().filter(|_| self.program.separates_functions(module)) else { return Ok(None) };
        let Some(cell) = self.program.find_function(module, name) else { return Ok(None) };
        bootstrap::force_lazy(self, cell)?;
        Ok(Some(self.program.globals.value(cell)).filter(|f| f.is_procedure()))
    }

    /// Calls a native. One that needs the machine takes the arguments.
    fn call_native(&mut self, f: Value, args: &mut Vec<Value>, lent: LentValues<'_>) -> Result<Next> {
        if self.inspection.is_profiling() {
            return profiler::measured(self, f, |vm| vm.call_native_now(f, args, lent));
        }
        self.call_native_now(f, args, lent)
    }

    fn call_native_now(&mut self, f: Value, args: &mut Vec<Value>, lent: LentValues<'_>) -> Result<Next> {
        let ProgramState { natives, rt, .. } = &mut self.program;
        if let Some(call) = natives.leaf(f.meta()) {
            return call(rt, args).map(Next::Return);
        }
        if let Some(number) = natives.machine(f.meta()) {
            return self.call_machine_builtin(number, args);
        }
        let Some(Native { facts, action }) = natives.own.get_mut(f.meta()) else {
            return crate::fault::internal("a native that is not there");
        };
        match action {
            // One was found above; the other has no owner.
            NativeKind::Leaf(_) => crate::fault::internal("a native that is not there"),
            NativeKind::Host(call) => match facts {
                NativeInfo::Host(facts) => call_host(facts, call, rt, args).map(Next::Return),
                _ => crate::fault::internal("a function of the host"),
            },
            NativeKind::Absent => absent(&self.program, f),
            &mut NativeKind::Callback(number) => {
                Ok(host_call::call_back(self, number, f.meta(), args, lent)?.map_or(Next::Pause, Next::Return))
            }
            &mut NativeKind::Machine(number) => self.call_machine_builtin(number, args),
            &mut NativeKind::NormalisesFalse(number) => match self.call_machine_builtin(number, args)? {
                Next::Return(v) if v.is_nil() => Ok(Next::Return(Value::FALSE)),
                next => Ok(next),
            },
        }
    }

    /// Calls a native that needs the machine, by the number of its row.
    fn call_machine_builtin(&mut self, number: usize, args: &mut Vec<Value>) -> Result<Next> {
        let control = vm_natives::row(number, &self.dialects.own_natives)?;
        vm_natives::check_arguments_of(control, args.len())?;
        match control.call {
            MachineNative::Core(call) => call(self, std::mem::take(args)),
            MachineNative::Dialect(call) => call(&mut Interpreter::new(self), std::mem::take(args)),
        }
    }

    /// More arguments than a window holds: only a rest parameter can take them.
    fn call_with_many(&mut self, a: usize, f: Value, args: Vec<Value>, tail: bool) -> Result<()> {
        let params = match f.kind() {
            Kind::CLOSURE => self.program.code.proto(f.meta()).map(|p| p.params.clone()),
            _ => None,
        };
        let Some(params) = params.filter(|p| p.rest && p.keys.is_empty()) else {
            return Err(self.argument_count(f, args.len()).into());
        };
        let fixed = usize::from(params.required) + usize::from(params.optional);
        let (first, rest) = args.split_at(fixed.min(args.len()));
        self.ensure_window_for(self.fiber.run.base + a, f, &args)?;
        self.program.rt.charge(rest.len())?;
        let list = self.rest_list(a, f, &args, rest)?;
        for (i, &v) in first.iter().chain([&list]).enumerate() {
            self.fiber.set_register(a + 1 + i, v);
        }
        let start = self.program.code.entries.get(f.meta() as usize).map_or(0, |e| e.start as usize);
        self.enter(f, start, a, params.count(), tail)
    }

    /// The list of a rest parameter. Where there is no room for it, garbage is collected first: all but the registers up
    /// to `last`, the function and its arguments.
    #[inline]
    fn rest_list(&mut self, last: usize, f: Value, args: &[Value], rest: &[Value]) -> Result<Value> {
        match self.program.rt.heap.list(rest) {
            Err(fault) if matches!(*fault, Unwind::Limit(Limit::Memory)) => {
                self.rooted(args, |vm| vm.collect(vm.fiber.run.base + last + 1, &[f]))?;
                self.program.rt.heap.list(rest)
            }
            result => result,
        }
    }

    /// Brings `n` arguments into the registers of optional, rest and keyword parameters; returns how many those are.
    fn arrange(&mut self, f: Value, params: &Params, a: usize, n: usize) -> Result<usize> {
        let required = usize::from(params.required);
        let positional = required + usize::from(params.optional);
        if n < required || params.most().is_some_and(|most| n > most) {
            return Err(self.argument_count(f, n).into());
        }
        self.ensure_window(self.fiber.run.base + a)?;
        let rest = if n > positional { self.fiber.arguments(a + positional, n - positional) } else { Vec::new() };
        for i in n..positional {
            self.fiber.set_register(a + 1 + i, Value::MISSING);
        }
        let mut at = a + 1 + positional;
        if params.rest {
            let list = self.rest_list(a + n, f, &[], &rest)?;
            self.fiber.set_register(at, list);
            at += 1;
        }
        if params.keys.is_empty() {
            return Ok(params.count());
        }
        for i in 0..params.keys.len() {
            self.fiber.set_register(at + i, Value::MISSING);
        }
        for pair in rest.chunks(2) {
            let (key, value) = match *pair {
                [key, value] => (key, value),
                [key] if key.as_keyword().is_none() => (key, Value::MISSING),
                _ => return bad_keyword(&self.program, f, "the last keyword has no value".into()),
            };
            let known =
                || -> Vec<String> { params.keys.iter().map(|&k| format!(":{}", self.program.rt.name(k))).collect() };
            let Some(name) = key.as_keyword() else {
                let shown = crate::printer::brief(&self.program.rt, key);
                let message = format!("expected a keyword, found {shown} (known: {})", known().join(" "));
                return bad_keyword(&self.program, f, message);
            };
            match params.keys.iter().position(|&k| k == name) {
                // The first of equal keywords counts, as in Common Lisp.
                Some(i) if self.fiber.register(at + i) == Value::MISSING => self.fiber.set_register(at + i, value),
                Some(_) => {}
                None if allows_other_keys(&self.program, key, &rest) => {}
                None => {
                    let message =
                        format!("unknown keyword :{} (known: {})", self.program.rt.name(name), known().join(" "));
                    return bad_keyword(&self.program, f, message);
                }
            }
        }
        Ok(params.count())
    }

    /// Enters code with `count` parameters in place after register `a`.
    fn enter(&mut self, f: Value, start: usize, a: usize, count: usize, tail: bool) -> Result<()> {
        if tail {
            let from = self.fiber.run.base + a + 1;
            if let Some(args) = self.fiber.stack.get(from..from + count) {
                let args = args.to_vec();
                for (i, v) in args.into_iter().enumerate() {
                    self.fiber.set_register(1 + i, v);
                }
            }
            self.fiber.set_register(count + 1, f);
        } else {
            self.ensure_window(self.fiber.run.base + a)?;
            self.fiber.set_register(a, return_info(self.fiber.run.pc, a));
            self.fiber.run.base += a;
            self.fiber.set_register(count + 1, f);
        }
        self.fiber.run.pc = start;
        if self.inspection.is_profiling() {
            profiler::count_call(self);
        }
        tick(&mut self.program)
    }

    /// Makes room for the window of the frame that has just become the current one.
    pub(super) fn window_fits(&mut self) -> Result<()> {
        self.ensure_window(self.fiber.run.base)
    }

    /// `add: expected 2 arguments (a b), got 3`
    #[cold]
    fn argument_count(&self, f: Value, n: usize) -> ErrorData {
        let name = function_name(&self.program, f);
        let Some(proto) = self.program.code.proto(f.meta()).filter(|_| f.is(Kind::CLOSURE)) else {
            return ErrorData::by(&name, Code::ArgumentCount, format!("cannot be called with {n} arguments"));
        };
        let signature = describe::signature(&self.program, proto.signature);
        let required = usize::from(proto.params.required);
        let c = ErrorData::count(&name, required, proto.params.most(), &signature, n);
        // The place is another one if the library makes the call.
        let mut c = c.with_related(describe::head_of_definition(&self.program, proto), "what is called");
        let at = self.fiber.run.pc.wrapping_sub(1);
        let is_by_name = self.program.code.insns.get(at).and_then(Insn::called_global).is_some();
        if is_by_name && backtrace::is_library(&self.program, at) {
            // The library asks a function that the program has defined for it.
            c.details_mut().blamed = Some(Blamed::Function(f.meta()));
        }
        c
    }
}

fn tick(program: &mut ProgramState) -> Result<()> {
    program.rt.charge(1)
}

/// Returns whether a native has failed for want of memory and can be called again without harm.
fn may_retry(program: &ProgramState, f: Value, fault: &Unwind) -> bool {
    matches!(fault, Unwind::Limit(Limit::Memory)) && program.is_leaf(f)
}

#[cold]
fn absent<T>(program: &ProgramState, f: Value) -> Result<T> {
    let name = function_name(program, f);
    let problem = "the host function was not copied with the engine";
    let help = "define it again in the copy, or give it a context: copies share functions with a context";
    Err(ErrorData::by(&name, Code::Host, problem).with_help(help).into())
}

/// Returns whether the call allows keywords that the function does not know, as in Common Lisp.
#[cold]
fn allows_other_keys(program: &ProgramState, unknown: Value, arguments: &[Value]) -> bool {
    let allows = |key: Value| key.as_keyword().is_some_and(|k| program.rt.name(k) == "allow-other-keys");
    let given = arguments.chunks(2).find_map(|pair| match *pair {
        [key, value] if allows(key) => Some(value),
        _ => None,
    });
    program.has_dialect_libraries() && (allows(unknown) || given.is_some_and(|v| !v.is_nil()))
}

#[cold]
fn bad_keyword<T>(program: &ProgramState, f: Value, message: String) -> Result<T> {
    fail_in(&function_name(program, f), Code::ArgumentCount, message)
}

pub(crate) fn function_name(program: &ProgramState, f: Value) -> String {
    program.rt.procedure_name(f).map_or_else(|| "an anonymous function".into(), Into::into)
}

/// The condition that `v` is, if it is one.
pub(crate) fn condition(program: &ProgramState, v: Value) -> Option<&ErrorData> {
    program.rt.heap.as_condition(v)
}
