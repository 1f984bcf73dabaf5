//! Generic functions: the methods that may fit in order, and the first whose guard is true.

use std::cmp::Reverse;
use std::rc::Rc;

use super::Oracle;
use super::machine::{Frame, State};
use crate::fault::{Code, ErrorData, Result, fail, internal};
use crate::object::Object;
use crate::object::generic::{Generic, Method, NumericOperator, Reflection, UnaryResult, is_numeric};
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

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
