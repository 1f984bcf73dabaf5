//! The machine: control, environment, continuation. Pending work is an immutable list of frames. A continuation is that
//! list, and entering it continues with the list. A generic function has the methods that may fit in order, and the first
//! whose guard is true is called.

use std::cmp::Reverse;
use std::rc::Rc;

use super::Oracle;
use super::expand::{Env, Expr, Lambda, Tree};
use crate::fault::{Code, ErrorData, Result, Unwind, fail, internal};
use crate::num;
use crate::object::Object;
use crate::object::generic::{Generic, Method, NumericOperator, Reflection, UnaryResult, is_numeric};
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// Next step of the machine.
pub(super) enum State {
    Eval(Tree, Env),
    Return(Value),
    Apply(Value, Vec<Value>),
}

/// Continuation: frames, innermost first.
pub(super) type Frames = Option<Rc<Link>>;

pub(super) struct Link {
    pub frame: Frame,
    pub below: Frames,
    /// Number of frames below it.
    pub depth: usize,
}

impl Drop for Link {
    /// One after the other: there can be more frames than the native stack is deep.
    fn drop(&mut self) {
        let mut below = self.below.take();
        while let Some(mut link) = below.and_then(Rc::into_inner) {
            below = link.below.take();
        }
    }
}

pub(super) enum Frame {
    /// The tree is a form of several parts: its part of this number has a value now.
    Part(Tree, usize, Env),
    /// Likewise, with the values of the parts before.
    Values(Tree, Vec<Value>, Env),
    SetLocal(Symbol, Env),
    /// The iteration of this number has ended.
    Turn(Tree, i64, Env),
    /// An element of a list has been gone through; the others are these.
    Element(Tree, Value, Env),
    /// The parameters of a function, the number of the one whose default is being evaluated.
    Default(Rc<Lambda>, Vec<Option<Value>>, usize, Env),
    /// The methods that may fit, and the number of the one whose guard is being evaluated.
    Guard(Value, Rc<Vec<Method>>, usize, Vec<Value>),
    /// The value is negated.
    Negated,
    /// `catch`; with a function, `catch-and-apply`.
    Catch(Value, Option<Value>),
    Block(u64),
    Cleanup(Tree, Env),
    /// A cleanup is running; then this value is returned, or what was thrown goes on.
    Cleaned(Result<Value, (Value, Value)>),
}

/// A function as a value.
pub(super) struct Closure {
    pub lambda: Rc<Lambda>,
    pub env: Env,
}

/// State that a continuation captures.
#[derive(Clone)]
pub(super) struct Captured {
    pub frames: Frames,
    pub run: u64,
    pub outermost: bool,
    /// Rest of the text after the top-level form.
    pub place: Option<super::Progress>,
}

/// A run: the evaluation of a top-level form, or of a macro's expander.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    pub number: u64,
    /// The number of the text whose top-level form this is.
    pub text: Option<u64>,
    pub outermost: bool,
}

/// The present run with its frames, and the runs that wait for it.
#[derive(Default)]
pub(super) struct Runs {
    pub frames: Frames,
    pub present: Run,
    /// The runs that wait for the present one.
    pub suspended: Vec<(Frames, Run)>,
    /// Number of runs so far.
    count: u64,
}

impl Runs {
    pub fn push(&mut self, frame: Frame) {
        let below = self.frames.take();
        let depth = below.as_ref().map_or(0, |link| link.depth + 1);
        self.frames = Some(Rc::new(Link { frame, below, depth }));
    }

    /// Begins a run inside the present one. `text` is the number of the text whose top-level form it is.
    fn begin(&mut self, text: Option<u64>) {
        self.count += 1;
        let outermost = self.suspended.is_empty() && text.is_some();
        let run = Run { number: self.count, text, outermost };
        self.suspended.push((self.frames.take(), std::mem::replace(&mut self.present, run)));
    }

    /// Ends the present run.
    fn end(&mut self) {
        if let Some((frames, run)) = self.suspended.pop() {
            (self.frames, self.present) = (frames, run);
        }
    }
}

impl Oracle {
    /// Calls a function and waits for its value. `text` is the number of the text whose top-level form it is.
    pub(super) fn run(&mut self, f: Value, args: Vec<Value>, text: Option<u64>) -> Result<Value> {
        self.run_state(State::Apply(f, args), text)
    }

    pub(super) fn run_tree(&mut self, tree: Tree) -> Result<Value> {
        self.run_state(State::Eval(tree, Env::default()), None)
    }

    pub(super) fn run_state(&mut self, state: State, text: Option<u64>) -> Result<Value> {
        if self.runs.suspended.len() > 50 {
            return fail(Code::TooComplex, "evaluations are nested too deeply");
        }
        self.runs.begin(text);
        let result = self.drive(state);
        self.runs.end();
        result
    }

    fn drive(&mut self, mut state: State) -> Result<Value> {
        loop {
            let next = match state {
                State::Eval(tree, env) => self.step_into(&tree, env),
                State::Apply(f, args) => self.apply(f, args),
                State::Return(v) => {
                    let Some(link) = self.runs.frames.take() else { return Ok(v) };
                    self.runs.frames.clone_from(&link.below);
                    self.go_on(&link.frame, v)
                }
            };
            state = match next {
                Ok(state) => state,
                Err(fault) => self.unwind(*fault)?,
            };
        }
    }

    fn step_into(&mut self, tree: &Tree, env: Env) -> Result<State> {
        let part = |n| Frame::Part(Rc::clone(tree), n, env.clone());
        let (frame, next) = match &**tree {
            Expr::Const(v) => return Ok(State::Return(*v)),
            Expr::Local(name) => return Ok(State::Return(env.get(*name).unwrap_or(Value::NIL))),
            Expr::Global(module, name) => return self.global(*module, *name).map(State::Return),
            Expr::Outer(module, name) => {
                return Ok(State::Return(self.value_of(*module, *name)?.unwrap_or(Value::UNBOUND)));
            }
            Expr::Lambda(lambda) => return Ok(State::Return(self.closure(lambda, env))),
            Expr::Loop(itself, lambda) => {
                let env = env.bind(*itself, Value::NIL);
                let f = self.closure(lambda, env.clone());
                env.set(*itself, f);
                return Ok(State::Return(f));
            }
            Expr::Let(bindings, body) => match bindings.first() {
                Some(b) => (Frame::Values(Rc::clone(tree), Vec::new(), env.clone()), &b.1),
                None => return Ok(State::Eval(Rc::clone(body), env)),
            },
            Expr::Letrec(bindings, body) => {
                let env = bindings.iter().fold(env, |env, b| env.bind(b.0, Value::NIL));
                let Some(first) = bindings.first() else { return Ok(State::Eval(Rc::clone(body), env)) };
                self.runs.push(Frame::Part(Rc::clone(tree), 0, env.clone()));
                return Ok(State::Eval(Rc::clone(&first.1), env));
            }
            Expr::Call(f, args) => match (&**f, args.first()) {
                // The operator is a global name, which is looked up when the arguments are there.
                (Expr::Global(..), Some(first)) => (Frame::Values(Rc::clone(tree), Vec::new(), env.clone()), first),
                (Expr::Global(..), None) => {
                    let f = self.called(f)?;
                    return Ok(State::Apply(f, Vec::new()));
                }
                _ => (Frame::Values(Rc::clone(tree), Vec::new(), env.clone()), f),
            },
            Expr::SetLocal(name, value) => (Frame::SetLocal(*name, env.clone()), value),
            Expr::SetGlobal(_, _, value) | Expr::Define(_, _, value) | Expr::Case(value, ..) => (part(0), value),
            Expr::If(test, ..) | Expr::Catch(test, _) | Expr::CatchApply(test, ..) => (part(0), test),
            Expr::While(test, _) => (part(0), test),
            Expr::Seq(parts) | Expr::Or(parts) => match parts.first() {
                Some(first) => (part(0), first),
                None => return Ok(State::Return(Value::NIL)),
            },
            Expr::DoTimes(_, count, _, _) => (Frame::Turn(Rc::clone(tree), -1, env.clone()), count),
            Expr::DoList(_, list, _, _) => (part(0), list),
            Expr::UnwindProtect(body, cleanup) => (Frame::Cleanup(Rc::clone(cleanup), env.clone()), body),
            Expr::Block(block, body) => {
                self.entered_blocks += 1;
                let number = self.entered_blocks;
                self.runs.push(Frame::Block(number));
                return Ok(State::Eval(Rc::clone(body), env.bind_block(*block, number)));
            }
            Expr::Leave(_, value) => (part(0), value),
        };
        self.runs.push(frame);
        Ok(State::Eval(Rc::clone(next), env))
    }

    fn closure(&mut self, lambda: &Rc<Lambda>, env: Env) -> Value {
        if let Some(object) = lambda.object.get() {
            return object;
        }
        let number = match lambda.number.get() {
            Some(number) => number,
            None => {
                self.rt.procedures.closures.push(lambda.name.get());
                self.rt.procedures.closures.len() as u32 - 1
            }
        };
        lambda.number.set(Some(number));
        self.closures.push(Rc::new(Closure { lambda: Rc::clone(lambda), env }));
        let closure = Value::reference(Kind::CLOSURE, number, self.closures.len() - 1);
        lambda.object.set((!lambda.captures()).then_some(closure));
        closure
    }

    /// The function that a global name means.
    fn called(&mut self, f: &Tree) -> Result<Value> {
        match **f {
            Expr::Global(module, name) => self.global(module, name),
            _ => internal("a call of a name"),
        }
    }

    /// A part has the value `v`.
    fn go_on(&mut self, frame: &Frame, v: Value) -> Result<State> {
        match frame {
            Frame::Part(tree, i, env) => self.after_part(tree, *i, env, v),
            Frame::Values(tree, before, env) => {
                let mut values = before.clone();
                values.push(v);
                self.after_values(tree, values, env)
            }
            Frame::SetLocal(name, env) => {
                env.set(*name, v);
                Ok(State::Return(v))
            }
            Frame::Turn(tree, -1, env) => self.turn(tree, 0, env, v),
            Frame::Turn(tree, i, env) => {
                let Expr::DoTimes(_, count, _, _) = &**tree else { return internal("a loop") };
                let Expr::Local(count) = &**count else { return internal("a loop") };
                self.turn(tree, i + 1, env, env.get(*count).unwrap_or(Value::NIL))
            }
            Frame::Element(tree, rest, env) => self.element(tree, *rest, env),
            Frame::Default(lambda, values, i, env) => self.bind_default(lambda, values, *i, env, v),
            Frame::Guard(generic, methods, i, args) => match methods.get(*i) {
                Some(m) if !v.is_false() => self.method(m, args),
                _ => self.dispatch(*generic, methods, i + 1, args),
            },
            Frame::Negated => Ok(State::Return(Value::truth(v.is_false()))),
            Frame::Catch(..) | Frame::Block(_) => Ok(State::Return(v)),
            Frame::Cleanup(cleanup, env) => {
                self.runs.push(Frame::Cleaned(Ok(v)));
                Ok(State::Eval(Rc::clone(cleanup), env.clone()))
            }
            Frame::Cleaned(Ok(value)) => Ok(State::Return(*value)),
            Frame::Cleaned(Err((tag, value))) => Err(Box::new(Unwind::Throw { tag: *tag, value: *value })),
        }
    }

    fn after_part(&mut self, tree: &Tree, i: usize, env: &Env, v: Value) -> Result<State> {
        let next = |t: &Tree| Ok(State::Eval(Rc::clone(t), env.clone()));
        match &**tree {
            Expr::If(_, then, otherwise) => next(if v.is_false() { otherwise } else { then }),
            Expr::Or(_) if !v.is_false() => Ok(State::Return(v)),
            Expr::Seq(parts) | Expr::Or(parts) => match parts.get(i + 1) {
                Some(part) => {
                    if i + 2 < parts.len() {
                        self.runs.push(Frame::Part(Rc::clone(tree), i + 1, env.clone()));
                    }
                    next(part)
                }
                None => Ok(State::Return(v)),
            },
            Expr::Letrec(bindings, body) => {
                if let Some(b) = bindings.get(i) {
                    env.set(b.0, v);
                }
                match bindings.get(i + 1) {
                    Some(b) => {
                        self.runs.push(Frame::Part(Rc::clone(tree), i + 1, env.clone()));
                        next(&b.1)
                    }
                    None => next(body),
                }
            }
            Expr::SetGlobal(module, name, _) => {
                self.names.set_global(*module, *name, v);
                Ok(State::Return(v))
            }
            Expr::Define(module, name, _) => self.define_function(*module, *name, v).map(|()| State::Return(v)),
            Expr::Case(_, clauses, otherwise) => {
                for clause in clauses {
                    let mut fits = clause.keys.is_none();
                    for &key in clause.keys.iter().flatten() {
                        fits = fits || crate::equality::equal(&mut self.rt, v, key)?;
                    }
                    if fits && clause.applies {
                        let key = self.hidden();
                        let call = Expr::Call(Rc::clone(&clause.body), vec![Rc::new(Expr::Local(key))]);
                        return Ok(State::Eval(Rc::new(call), env.bind(key, v)));
                    }
                    if fits {
                        return next(&clause.body);
                    }
                }
                next(otherwise)
            }
            Expr::While(_, body) if i == 0 && !v.is_false() => {
                self.runs.push(Frame::Part(Rc::clone(tree), 1, env.clone()));
                next(body)
            }
            Expr::While(..) if i == 0 => Ok(State::Return(Value::NIL)),
            Expr::While(..) => {
                self.rt.charge(1)?;
                next(tree)
            }
            Expr::DoList(..) => self.element(tree, v, env),
            Expr::Catch(_, body) => {
                self.runs.push(Frame::Catch(v, None));
                next(body)
            }
            Expr::CatchApply(_, f, _) => {
                self.runs.push(Frame::Values(Rc::clone(tree), vec![v], env.clone()));
                next(f)
            }
            Expr::Leave(block, _) => {
                let number = env.block(*block).unwrap_or(0);
                self.leave_block(number, v)
            }
            _ => internal("a form without parts"),
        }
    }

    fn after_values(&mut self, tree: &Tree, values: Vec<Value>, env: &Env) -> Result<State> {
        let part = match &**tree {
            Expr::Let(bindings, _) => bindings.get(values.len()).map(|b| &b.1),
            Expr::Call(f, args) => {
                let first = usize::from(!matches!(**f, Expr::Global(..)));
                args.get(values.len() - first)
            }
            _ => None,
        };
        if let Some(part) = part {
            self.runs.push(Frame::Values(Rc::clone(tree), values, env.clone()));
            return Ok(State::Eval(Rc::clone(part), env.clone()));
        }
        match &**tree {
            Expr::Let(bindings, body) => {
                let env = bindings.iter().zip(values).fold(env.clone(), |env, (b, v)| env.bind(b.0, v));
                Ok(State::Eval(Rc::clone(body), env))
            }
            Expr::Call(f, _) => match &**f {
                Expr::Global(..) => Ok(State::Apply(self.called(f)?, values)),
                _ => match values.split_first() {
                    Some((&f, args)) => Ok(State::Apply(f, args.to_vec())),
                    None => internal("a call"),
                },
            },
            Expr::CatchApply(_, _, body) => match *values.as_slice() {
                [tag, f] => {
                    self.runs.push(Frame::Catch(tag, Some(f)));
                    Ok(State::Eval(Rc::clone(body), env.clone()))
                }
                _ => internal("catch-and-apply"),
            },
            _ => internal("a form without values"),
        }
    }

    /// Begins iteration `i` of a `dotimes`, or ends the loop.
    fn turn(&mut self, tree: &Tree, i: i64, env: &Env, count: Value) -> Result<State> {
        let Expr::DoTimes(name, _, body, result) = &**tree else { return internal("a loop") };
        let order = num::compare(&mut self.rt, "<", Value::fix(i), count)?;
        if order != Some(std::cmp::Ordering::Less) {
            return Ok(State::Eval(Rc::clone(result), env.bind(*name, count)));
        }
        self.rt.charge(1)?;
        self.runs.push(Frame::Turn(Rc::clone(tree), i, env.clone()));
        Ok(State::Eval(Rc::clone(body), env.bind(*name, Value::fix(i))))
    }

    /// Goes through the next element of a `dolist`.
    fn element(&mut self, tree: &Tree, list: Value, env: &Env) -> Result<State> {
        let Expr::DoList(name, _, body, result) = &**tree else { return internal("a loop") };
        if list.is_nil() {
            return Ok(State::Eval(Rc::clone(result), env.bind(*name, Value::NIL)));
        }
        if !list.has_elements() {
            return Err(self.rt.wrong_type("dolist", "list", "a list", list));
        }
        self.rt.charge(1)?;
        let (first, rest) = (self.rt.heap.first(list), self.rt.heap.rest(list));
        self.runs.push(Frame::Element(Rc::clone(tree), rest, env.clone()));
        Ok(State::Eval(Rc::clone(body), env.bind(*name, first)))
    }

    fn apply(&mut self, f: Value, args: Vec<Value>) -> Result<State> {
        self.rt.charge(1)?;
        match f.kind() {
            Kind::CLOSURE => match self.closures.get(f.index()).cloned() {
                Some(closure) => self.enter(&closure.lambda, closure.env.clone(), &args),
                None => internal("a closure"),
            },
            Kind::NATIVE => self.call_native(f, args),
            Kind::GENERIC => self.call_generic(f, &args),
            Kind::CONTINUATION => {
                let value = match *args.as_slice() {
                    [v] => v,
                    _ => self.rt.heap.object(Object::Values(args.into()))?,
                };
                self.enter_continuation(f, value, true)
            }
            _ => Err(ErrorData::new(Code::NotAFunction, "this is no function").with_irritants(&[f]).into()),
        }
    }
}

impl Oracle {
    fn methods(&self, f: Value) -> Option<&[Method]> {
        match self.rt.heap.as_object(f) {
            Some(Object::Generic(g)) if f.is(Kind::GENERIC) => Some(&g.methods),
            _ => None,
        }
    }

    /// `defproc`: the function replaces what the name means, but to a generic function it is a method.
    pub(super) fn define_function(&mut self, module: ModuleId, name: Symbol, f: Value) -> Result<()> {
        // A definition of the library that is being evaluated is not there yet.
        let old = self.meaning_now(module, name)?.unwrap_or(Value::NIL);
        if self.methods(old).is_none() {
            self.names.set_global(module, name, f);
            return Ok(());
        }
        let Some(closure) = self.closures.get(f.index()).cloned() else { return internal("a function") };
        let p = &closure.lambda.params;
        let fallback = p.is_variadic();
        let types = if fallback { Vec::new() } else { vec![None; p.required.len()] };
        let source = self.rt.heap.list(&[closure.lambda.signature, Value::T, Value::NIL])?;
        let method = Method { types: types.into(), guard: None, body: f, source, fallback, reflection: None };
        self.add_method(module, name, method)
    }

    pub(super) fn new_method(&mut self, args: &[Value]) -> Result<Value> {
        let &[module, name, types, guard, body, source] = args else { return internal("a method") };
        let (Some(module), Some(symbol)) = (module.as_fixnum(), name.as_symbol()) else { return internal("a method") };
        let types: Vec<Option<Symbol>> = self.items(types)?.into_iter().map(Value::as_symbol).collect();
        for t in types.iter().flatten() {
            if self.type_depth(*t) == 0 {
                return fail(Code::Syntax, "defmethod: this is not the name of a type");
            }
        }
        let guard = (!guard.is_nil()).then_some(guard);
        let method = Method { types: types.into(), guard, body, source, fallback: false, reflection: None };
        self.add_method(ModuleId(module as u32), symbol, method)?;
        Ok(name)
    }

    fn add_method(&mut self, module: ModuleId, name: Symbol, method: Method) -> Result<()> {
        let old = self.value_of(module, name)?.unwrap_or(Value::NIL);
        let mut methods = match self.methods(old) {
            Some(methods) => methods.to_vec(),
            None if old.is_procedure() => vec![Method::fallback(old)],
            None => Vec::new(),
        };
        let guard = |o: &Oracle, m: &Method| m.guard.and_then(|_| o.rt.heap.iter(m.source).nth(1));
        let mut kept = Vec::new();
        for m in methods.drain(..) {
            let same_guard = match (guard(self, &m), guard(self, &method)) {
                (None, None) => true,
                (Some(a), Some(b)) => crate::equality::equal(&mut self.rt, a, b)?,
                _ => false,
            };
            let same_kind = m.fallback == method.fallback && m.reflection == method.reflection;
            if !same_kind || m.types != method.types || !same_guard {
                kept.push(m);
            }
        }
        kept.push(method.clone());
        let generic = Generic { name, methods: kept, entries: Vec::new(), more: None };
        let generic = self.rt.heap.object(Object::Generic(generic))?;
        self.names.set_global(module, name, generic);
        self.add_reflected(module, generic, &method)
    }

    fn operator(&self, f: Value) -> Option<&'static NumericOperator> {
        let builtin = match self.methods(f) {
            Some(methods) => methods.iter().find(|m| m.fallback)?.body,
            None => f,
        };
        NumericOperator::of(self.rt.native_name(builtin)?)
    }

    /// Adds the reflected method: a method of an operator may define a method of another operator, too.
    fn add_reflected(&mut self, module: ModuleId, generic: Value, method: &Method) -> Result<()> {
        let Some((name, reflection)) = self.operator(generic).and_then(|o| o.reflected) else { return Ok(()) };
        if !method.has_reflection(|t| is_numeric(self.rt.name(t))) {
            return Ok(());
        }
        let symbol = self.rt.symbols.intern(name);
        match self.value_of(module, symbol)? {
            Some(other) if self.operator(other).is_some_and(|o| o.builtin == name) => {
                self.add_method(module, symbol, method.reflected(reflection, method.source))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn call_generic(&mut self, f: Value, args: &[Value]) -> Result<State> {
        let methods = self.methods(f).unwrap_or_default().iter().enumerate();
        let mut fitting: Vec<(usize, Method)> =
            methods.filter(|(_, m)| !m.fallback && m.types.len() == args.len()).map(|(i, m)| (i, m.clone())).collect();
        // The most special types first, those with a guard before those without, the latest first.
        fitting.sort_by_key(|(i, m)| {
            let depths: Vec<u32> = m.types.iter().map(|t| t.map_or(0, |t| self.type_depth(t))).collect();
            Reverse((m.reflection.is_none(), depths, m.guard.is_some(), *i))
        });
        if let Some(operator) = self.operator(f) {
            let of_two = || self.methods(f).unwrap_or_default().iter().filter(|m| !m.fallback && m.types.len() == 2);
            if args.len() > 2 && fitting.is_empty() && of_two().next().is_some() && self.is_for_methods(of_two(), args)
            {
                let more = self.core_function(operator.more)?;
                return Ok(State::Apply(more, [&[f], args].concat()));
            }
        }
        let fallback = self.methods(f).unwrap_or_default().iter().find(|m| m.fallback).cloned();
        let candidates: Vec<Method> = fitting.into_iter().map(|f| f.1).chain(fallback).collect();
        self.dispatch(f, &Rc::new(candidates), 0, args)
    }

    /// Returns whether a call of an operator needs its methods, not the builtin. If its methods are for objects, one of
    /// the arguments must be an object, else a value that is no number.
    fn is_for_methods<'a>(&self, mut methods: impl Iterator<Item = &'a Method>, args: &[Value]) -> bool {
        let is_of_objects = |t: &Symbol| self.rt.heap.record_types.iter().any(|r| r.name == *t);
        let are_for_objects = methods.all(|m| m.types.iter().flatten().any(is_of_objects));
        args.iter().any(|&v| if are_for_objects { v.is(Kind::RECORD) || v.is(Kind::HOST) } else { !v.is_number() })
    }

    /// Returns whether methods of this arity, or of arity two if it is one, accept one of the arguments that is no
    /// number.
    fn lacks_operator_method(&self, f: Value, args: &[Value]) -> bool {
        let of_count = || self.methods(f).unwrap_or_default().iter().filter(|m| m.is_of_operator_for(args.len()));
        let has_methods = |v: Value| of_count().flat_map(|m| m.types.iter().flatten()).any(|&t| self.is_of_type(v, t));
        self.operator(f).is_some_and(NumericOperator::is_of_numbers)
            && args.iter().any(|&v| !v.is_number() && has_methods(v))
    }

    /// Goes on choosing with candidate number `from`.
    pub(super) fn dispatch(
        &mut self,
        f: Value,
        methods: &Rc<Vec<Method>>,
        from: usize,
        args: &[Value],
    ) -> Result<State> {
        for (i, m) in methods.iter().enumerate().skip(from) {
            let fits = m.types.iter().zip(args).all(|(t, &v)| t.is_none_or(|t| self.is_of_type(v, t)));
            match m.guard {
                _ if !fits || m.fallback && self.lacks_operator_method(f, args) => {}
                None => return self.method(m, args),
                Some(guard) => {
                    self.runs.push(Frame::Guard(f, Rc::clone(methods), i, args.to_vec()));
                    return Ok(State::Apply(guard, in_order(m, args)));
                }
            }
        }
        let operator = self.operator(f).filter(|_| self.lacks_operator_method(f, args));
        match (operator.map(|o| o.alone), args) {
            (Some(UnaryResult::Identity), &[v]) => Ok(State::Return(v)),
            (Some(UnaryResult::True), [_]) => Ok(State::Return(Value::T)),
            _ => Err(ErrorData::new(Code::NoMethod, "no method fits the arguments").with_irritants(args).into()),
        }
    }

    /// Goes on with what a method says.
    pub(super) fn method(&mut self, m: &Method, args: &[Value]) -> Result<State> {
        let args = in_order(m, args);
        if m.reflection != Some(Reflection::Negated) {
            return Ok(State::Apply(m.body, args));
        }
        self.runs.push(Frame::Negated);
        Ok(State::Apply(m.body, args))
    }

    /// Returns the rank of a type by specialization; 0 for a value that is no type.
    fn type_depth(&self, t: Symbol) -> u32 {
        match self.rt.name(t) {
            "fixnum" => 4,
            "integer" | "ratio" => 3,
            "rational" | "float" | "pair" | "null" | "generic-function" => 2,
            "number" | "list" | "function" | "procedure" | "symbol" | "keyword" | "string" | "character" | "array"
            | "table" | "condition" | "macro" | "port" | "record" | "boolean" => 1,
            _ if self.rt.heap.record_types.iter().any(|r| r.name == t) => 2,
            "board" => 2,
            "store" | "variable" => 1,
            _ => 0,
        }
    }

    pub(super) fn is_of_type(&self, v: Value, t: Symbol) -> bool {
        let is = |kinds: &[Kind]| kinds.iter().any(|&k| v.is(k));
        let integer = v.is_fixnum() || is(&[Kind::BIGINT]);
        match self.rt.name(t) {
            "number" => integer || v.is_float() || is(&[Kind::RATIO]),
            "rational" => integer || is(&[Kind::RATIO]),
            "integer" => integer,
            "fixnum" => v.is_fixnum(),
            "ratio" => is(&[Kind::RATIO]),
            "float" => v.is_float(),
            "list" => v.is_nil() || is(&[Kind::PAIR, Kind::DIGITS]),
            "pair" => is(&[Kind::PAIR, Kind::DIGITS]),
            "null" => v.is_nil(),
            "boolean" => v.is_nil() || v == Value::T,
            "symbol" => is(&[Kind::SYMBOL]),
            "keyword" => is(&[Kind::KEYWORD]),
            "string" => is(&[Kind::STRING]),
            "character" => is(&[Kind::CHARACTER]),
            "array" => is(&[Kind::ARRAY]),
            "table" => is(&[Kind::TABLE]),
            "condition" => is(&[Kind::CONDITION]),
            "port" => is(&[Kind::PORT]),
            "macro" => is(&[Kind::MACRO]),
            "record" => is(&[Kind::RECORD]),
            "function" | "procedure" => is(&[Kind::CLOSURE, Kind::NATIVE, Kind::GENERIC, Kind::CONTINUATION]),
            "generic-function" => is(&[Kind::GENERIC]),
            _ if v.is(Kind::RECORD) => self.rt.heap.record_type(v).is_some_and(|r| r.name == t),
            "board" | "store" => self.rt.heap.as_host_object(v).is_some_and(|object| object.class.name == t),
            "variable" => is(&[Kind::VARIABLE]),
            _ => false,
        }
    }
}

/// The arguments of a method's guard and body.
fn in_order(m: &Method, args: &[Value]) -> Vec<Value> {
    let mut args = args.to_vec();
    if m.reflection == Some(Reflection::Swapped) {
        args.reverse();
    }
    args
}
