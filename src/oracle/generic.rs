//! Generic functions: the methods that may fit in order, and the first whose guard is true.

use std::cmp::Reverse;
use std::rc::Rc;

use super::Oracle;
use super::machine::{Frame, State};
use crate::fault::{Code, Condition, Res, fail, internal};
use crate::object::Object;
use crate::object::generic::{Generic, Method};
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
    pub(super) fn define_function(&mut self, module: ModuleId, name: Symbol, f: Value) -> Res<()> {
        // A definition of the library that is being evaluated is not there yet.
        let old = self.meaning_now(module, name)?.unwrap_or(Value::NIL);
        if self.methods(old).is_none() {
            self.set_global(module, name, f);
            return Ok(());
        }
        let Some(closure) = self.closures.get(f.index()).cloned() else { return internal("a function") };
        let p = &closure.lambda.params;
        let fallback = p.is_variadic();
        let types = if fallback { Vec::new() } else { vec![None; p.required.len()] };
        let source = self.rt.heap.list(&[closure.lambda.signature, Value::T, Value::NIL])?;
        let method = Method { types: types.into(), guard: None, body: f, source, fallback };
        self.add_method(module, name, method)
    }

    pub(super) fn new_method(&mut self, args: &[Value]) -> Res<Value> {
        let &[module, name, types, guard, body, source] = args else { return internal("a method") };
        let (Some(module), Some(symbol)) = (module.as_fixnum(), name.as_symbol()) else { return internal("a method") };
        let types: Vec<Option<Symbol>> = self.items(types)?.into_iter().map(Value::as_symbol).collect();
        for t in types.iter().flatten() {
            if self.type_depth(*t) == 0 {
                return fail(Code::Syntax, "defmethod: this is not the name of a type");
            }
        }
        let guard = (!guard.is_nil()).then_some(guard);
        let method = Method { types: types.into(), guard, body, source, fallback: false };
        self.add_method(ModuleId(module as u32), symbol, method)?;
        Ok(name)
    }

    fn add_method(&mut self, module: ModuleId, name: Symbol, method: Method) -> Res<()> {
        let old = self.value_of(module, name)?.unwrap_or(Value::NIL);
        let mut methods = match self.methods(old) {
            Some(methods) => methods.to_vec(),
            None if old.is_procedure() => {
                vec![Method { types: [].into(), guard: None, body: old, source: Value::NIL, fallback: true }]
            }
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
            if m.fallback != method.fallback || m.types != method.types || !same_guard {
                kept.push(m);
            }
        }
        kept.push(method);
        let generic = self.rt.heap.object(Object::Generic(Generic { name, methods: kept, entries: Vec::new() }))?;
        self.set_global(module, name, generic);
        Ok(())
    }

    pub(super) fn call_generic(&mut self, f: Value, args: &[Value]) -> Res<State> {
        let methods = self.methods(f).unwrap_or_default().iter().enumerate();
        let mut fitting: Vec<(usize, Method)> =
            methods.filter(|(_, m)| !m.fallback && m.types.len() == args.len()).map(|(i, m)| (i, m.clone())).collect();
        // The most special types first, those with a guard before those without, the latest first.
        fitting.sort_by_key(|(i, m)| {
            let depths: Vec<u32> = m.types.iter().map(|t| t.map_or(0, |t| self.type_depth(t))).collect();
            Reverse((depths, m.guard.is_some(), *i))
        });
        let fallback = self.methods(f).unwrap_or_default().iter().find(|m| m.fallback).cloned();
        let candidates: Vec<Method> = fitting.into_iter().map(|f| f.1).chain(fallback).collect();
        self.dispatch(f, &Rc::new(candidates), 0, args)
    }

    /// Goes on choosing with candidate number `from`.
    pub(super) fn dispatch(&mut self, f: Value, methods: &Rc<Vec<Method>>, from: usize, args: &[Value]) -> Res<State> {
        for (i, m) in methods.iter().enumerate().skip(from) {
            let fits = m.types.iter().zip(args).all(|(t, &v)| t.is_none_or(|t| self.is_of_type(v, t)));
            match m.guard {
                _ if !fits => {}
                None => return Ok(State::Apply(m.body, args.to_vec())),
                Some(guard) => {
                    self.push(Frame::Guard(f, Rc::clone(methods), i, args.to_vec()));
                    return Ok(State::Apply(guard, args.to_vec()));
                }
            }
        }
        Err(Condition::new(Code::NoMethod, "no method fits the arguments").with_irritants(args).into())
    }

    /// How special a type is; 0 for what is no type.
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
            #[cfg(feature = "search")]
            "board" => self.rt.heap.as_board(v).is_some(),
            "store" => self.rt.heap.as_host_object(v).is_some_and(|object| object.class.name == t),
            "variable" => is(&[Kind::VARIABLE]),
            _ => false,
        }
    }
}
