//! Parameter lists, and what a call binds them to.

use std::rc::Rc;

use super::Oracle;
use super::expand::{constant, syntax};
use super::machine::{Frame, State};
use super::scope::Scope;
use super::tree::{Env, Lambda, Optional, Params, Pattern};
use crate::fault::{Code, Result, fail};
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Required,
    Optional,
    Rest,
    AfterRest,
    Key,
}

/// A part of a parameter list.
enum Part {
    /// A name or a list to take apart.
    Plain {
        item: Value,
        is_rest: bool,
    },
    Optional {
        name: Symbol,
        default: Option<Value>,
        supplied: Option<Symbol>,
        is_key: bool,
    },
}

impl Oracle {
    /// Reads a parameter list and binds its names. With `patterns`, parameters may be lists to take apart. What is wrong
    /// with the list itself is said before any default is looked at.
    pub(super) fn parameters(&mut self, s: &mut Scope, list: Value, patterns: bool) -> Result<Params> {
        let parts = self.parts(list, patterns)?;
        let mut params = Params::default();
        // The names in patterns are bound when all parameters are.
        let mut inside = Vec::new();
        for part in parts {
            match part {
                Part::Plain { item, is_rest } => {
                    let pattern = match item.as_symbol() {
                        Some(name) => Pattern::Name(self.bind(s, name)),
                        None => self.pattern(s, item, &mut inside)?,
                    };
                    if is_rest { params.rest = Some(pattern) } else { params.required.push(pattern) }
                }
                Part::Optional { name, default, supplied, is_key } => {
                    let default = match default {
                        Some(form) => self.expand(s, form)?,
                        None => constant(Value::NIL),
                    };
                    let key = self.rt.symbols.plain(name);
                    let name = self.bind(s, name);
                    let supplied = supplied.map(|supplied| self.bind(s, supplied));
                    let parameter = Optional { name, key, default, supplied };
                    if is_key { params.keys.push(parameter) } else { params.optional.push(parameter) }
                }
            }
        }
        s.names.extend(inside.into_iter().map(|(name, variable)| (name, super::scope::Role::Variable(variable))));
        Ok(params)
    }

    /// The parts of a parameter list, without its markers.
    fn parts(&mut self, list: Value, patterns: bool) -> Result<Vec<Part>> {
        let (items, tail) = if list.as_symbol().is_some() { (Vec::new(), list) } else { self.items_and_tail(list)? };
        let (mut parts, mut section, mut seen) = (Vec::new(), Section::Required, Vec::new());
        for item in items {
            if let Some(marker) = marker(item) {
                section = match (marker, section) {
                    (well_known::OPTIONAL, Section::Required) => Section::Optional,
                    (well_known::REST | well_known::BODY, Section::Required | Section::Optional) => Section::Rest,
                    (well_known::KEY, Section::Required | Section::Optional | Section::AfterRest) => Section::Key,
                    _ => return syntax("a marker is out of place in a parameter list"),
                };
                continue;
            }
            match section {
                Section::Required | Section::Rest => {
                    match item.as_symbol() {
                        Some(name) => once(&mut seen, name)?,
                        None if patterns && item.is_pair() => {}
                        None => return syntax("expected a parameter"),
                    }
                    let is_rest = section == Section::Rest;
                    parts.push(Part::Plain { item, is_rest });
                    if is_rest {
                        section = Section::AfterRest;
                    }
                }
                Section::AfterRest => return syntax("only one parameter can follow &rest"),
                Section::Optional | Section::Key => {
                    let optional = self.optional(item, section == Section::Key)?;
                    if let Part::Optional { name, supplied, .. } = optional {
                        [Some(name), supplied].into_iter().flatten().try_for_each(|name| once(&mut seen, name))?;
                    }
                    parts.push(optional);
                }
            }
        }
        match (tail.as_symbol(), section) {
            (_, Section::Rest) => return syntax("&rest needs a parameter"),
            (Some(_), Section::Required | Section::Optional) => {
                parts.push(Part::Plain { item: tail, is_rest: true });
            }
            _ if tail.is_nil() => {}
            _ => return syntax("expected a parameter list"),
        }
        Ok(parts)
    }

    /// A parameter that need not be given: its name, or a list of name, default and a variable that tells.
    fn optional(&mut self, item: Value, is_key: bool) -> Result<Part> {
        let parts = if item.is_pair() { self.items(item)? } else { vec![item] };
        let (name, default, supplied) = match *parts.as_slice() {
            [name] => (name, None, None),
            [name, default] => (name, Some(default), None),
            [name, default, supplied] => (name, Some(default), Some(supplied)),
            _ => return syntax("expected a parameter"),
        };
        let Some(name) = name.as_symbol() else { return syntax("expected a parameter") };
        match supplied.map(Value::as_symbol) {
            Some(None) => syntax("expected a symbol"),
            supplied => Ok(Part::Optional { name, default, supplied: supplied.flatten(), is_key }),
        }
    }

    fn pattern(&mut self, s: &Scope, list: Value, names: &mut Vec<(Symbol, Symbol)>) -> Result<Pattern> {
        let (items, tail) = self.items_and_tail(list)?;
        let (mut parts, mut rest, mut is_rest) = (Vec::new(), None, false);
        for item in items {
            let part = match item.as_symbol() {
                Some(well_known::REST | well_known::BODY) => {
                    is_rest = true;
                    continue;
                }
                Some(name) => {
                    names.push((name, self.variable(s, name)));
                    Pattern::Name(names.last().map_or(name, |n| n.1))
                }
                None if item.is_pair() => self.pattern(s, item, names)?,
                None => return syntax("expected a parameter"),
            };
            if is_rest { rest = Some(Box::new(part)) } else { parts.push(part) }
        }
        if let Some(name) = tail.as_symbol() {
            let variable = self.variable(s, name);
            names.push((name, variable));
            rest = Some(Box::new(Pattern::Name(variable)));
        }
        Ok(Pattern::List(parts, rest))
    }

    // ---- calls

    /// Enters a function: the arguments are brought into the order of the parameters, `None` for those left out.
    pub(super) fn enter(&mut self, lambda: &Rc<Lambda>, env: Env, args: &[Value]) -> Result<State> {
        let p = &lambda.params;
        let (required, positional) = (p.required.len(), p.required.len() + p.optional.len());
        let open = p.rest.is_some() || !p.keys.is_empty();
        if args.len() < required || args.len() > positional && !open {
            return fail(Code::ArgumentCount, "the number of arguments does not fit");
        }
        let mut values: Vec<Option<Value>> = (0..positional).map(|i| args.get(i).copied()).collect();
        let rest = args.get(positional..).unwrap_or(&[]);
        if p.rest.is_some() {
            values.push(Some(self.rt.heap.list(rest)?));
        }
        if !p.keys.is_empty() {
            let mut given = vec![None; p.keys.len()];
            for pair in rest.chunks(2) {
                let &[key, value] = pair else { return fail(Code::ArgumentCount, "the last keyword has no value") };
                let place = key.as_keyword().and_then(|k| p.keys.iter().position(|known| known.key == k));
                match place.and_then(|i| given.get_mut(i)) {
                    Some(slot) => {
                        slot.get_or_insert(value);
                    }
                    None => return fail(Code::ArgumentCount, "unknown keyword"),
                }
            }
            values.extend(given);
        }
        self.bind_from(lambda, &values, 0, env)
    }

    /// Binds parameter number `from` and those after it, then goes on with the body. Stops to evaluate a default.
    pub(super) fn bind_from(
        &mut self,
        lambda: &Rc<Lambda>,
        values: &[Option<Value>],
        from: usize,
        env: Env,
    ) -> Result<State> {
        let p = &lambda.params;
        let after_optional = p.required.len() + p.optional.len();
        let mut env = env;
        for (i, value) in values.iter().enumerate().skip(from) {
            let optional = match i.checked_sub(p.required.len()) {
                None => None,
                Some(k) if i < after_optional => p.optional.get(k),
                Some(_) => i.checked_sub(after_optional + usize::from(p.rest.is_some())).and_then(|k| p.keys.get(k)),
            };
            match (optional, *value) {
                (Some(o), None) => {
                    let (lambda, values) = (Rc::clone(lambda), values.to_vec());
                    self.push(Frame::Default(lambda, values, i, env.clone()));
                    return Ok(State::Eval(Rc::clone(&o.default), env));
                }
                (Some(o), Some(v)) => env = bind_optional(&env, o, v, true),
                (None, v) => {
                    let pattern = if i < p.required.len() { p.required.get(i) } else { p.rest.as_ref() };
                    if let Some(Pattern::Name(name)) = pattern {
                        env = env.bind(*name, v.unwrap_or(Value::NIL));
                    }
                }
            }
        }
        let patterns = p.required.iter().enumerate().chain(p.rest.iter().map(|r| (after_optional, r)));
        for (i, pattern) in patterns {
            if let (Pattern::List(..), Some(Some(v))) = (pattern, values.get(i)) {
                env = self.take_apart(pattern, *v, env)?;
            }
        }
        Ok(State::Eval(Rc::clone(&lambda.body), env))
    }

    /// The value of the default of parameter `i` is known.
    pub(super) fn bind_default(
        &mut self,
        lambda: &Rc<Lambda>,
        values: &[Option<Value>],
        i: usize,
        env: &Env,
        v: Value,
    ) -> Result<State> {
        let p = &lambda.params;
        let k = i - p.required.len();
        let after = p.optional.len() + usize::from(p.rest.is_some());
        let optional = p.optional.get(k).or_else(|| k.checked_sub(after).and_then(|k| p.keys.get(k)));
        let env = optional.map_or(env.clone(), |o| bind_optional(env, o, v, false));
        self.bind_from(lambda, values, i + 1, env)
    }

    fn take_apart(&mut self, pattern: &Pattern, v: Value, env: Env) -> Result<Env> {
        let (parts, rest) = match pattern {
            Pattern::Name(name) => return Ok(env.bind(*name, v)),
            Pattern::List(parts, rest) => (parts, rest),
        };
        let (mut env, mut v) = (env, v);
        for part in parts {
            if !v.has_elements() && !v.is_nil() {
                return fail(Code::WrongType, "a list was expected");
            }
            let first = if v.is_nil() { Value::NIL } else { self.rt.heap.first(v) };
            env = self.take_apart(part, first, env)?;
            v = if v.is_nil() { v } else { self.rt.heap.rest(v) };
        }
        match rest {
            Some(rest) => self.take_apart(rest, v, env),
            None => Ok(env),
        }
    }
}

fn bind_optional(env: &Env, o: &Optional, v: Value, given: bool) -> Env {
    let env = env.bind(o.name, v);
    match o.supplied {
        Some(name) => env.bind(name, Value::truth(given)),
        None => env,
    }
}

/// The marker that a part of a parameter list is, if it is one.
fn marker(v: Value) -> Option<Symbol> {
    let is_marker =
        |name: &Symbol| matches!(*name, well_known::OPTIONAL | well_known::REST | well_known::BODY | well_known::KEY);
    v.as_symbol().filter(is_marker)
}

fn once(seen: &mut Vec<Symbol>, name: Symbol) -> Result<()> {
    if seen.contains(&name) {
        return syntax("a parameter occurs twice");
    }
    seen.push(name);
    Ok(())
}
