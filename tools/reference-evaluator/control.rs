//! The natives: those that work on their arguments are the engine's own, those that need the machine are here.

use std::rc::Rc;

use super::Oracle;
use super::expand::Native;
use super::machine::{Captured, Frame, Frames, Link, State};
use super::scope::Scope;
use crate::builtins::arg;
use crate::fault::{Code, ErrorData, Result, Unwind, fail, internal};
use crate::object::{Macro, Object};
use crate::symbol::well_known;
use crate::value::{Kind, Value};
use crate::vm::vm_natives::MachineBuiltin;

impl Oracle {
    pub(super) fn call_native(&mut self, f: Value, args: Vec<Value>) -> Result<State> {
        match self.natives.get(f.meta() as usize) {
            Some(&Native::Leaf(row)) => match row.calls {
                Some(calls) => calls.get(false)(&mut self.rt, &args).map(State::Return),
                None => internal("a builtin"),
            },
            Some(&Native::Machine(control)) => self.call_machine_builtin(control, args),
            None => internal("a native"),
        }
    }

    fn call_machine_builtin(&mut self, control: &MachineBuiltin, args: Vec<Value>) -> Result<State> {
        let name = control.row.name;
        arg::count(args.len(), name, &control.row.signature)?;
        let wrong_type = |o: &Oracle, v| Err(o.rt.wrong_type(name, "argument", "something else", v));
        Ok(State::Return(match (name, args.as_slice()) {
            ("apply", [f, before @ .., list]) => {
                let mut all = before.to_vec();
                all.extend(self.rt.list_items("apply", *list)?);
                return Ok(State::Apply(*f, all));
            }
            ("funcall", [f, args @ ..]) => return Ok(State::Apply(*f, args.to_vec())),
            ("call/cc", &[f]) => {
                let k = self.capture()?;
                return Ok(State::Apply(f, vec![k]));
            }
            ("%switch", &[k, value]) => return self.enter_continuation(k, value, false),
            ("eval", &[form]) => {
                let module = self.current_module();
                let form = self.evaluate_all_but_last(module, form)?;
                let tree = self.expand(&mut Scope::new(module), form)?;
                return Ok(State::Eval(tree, super::expand::Env::default()));
            }
            ("expand-macro", &[form]) => self.expand_macro(form, true)?,
            ("expand-macro-once", &[form]) => self.expand_macro(form, false)?,
            ("load", &[file]) => self.load(file)?,
            ("require", &[name]) => self.require(name)?,
            ("provide", names) => {
                for &v in names {
                    match v.as_symbol() {
                        Some(name) => self.names.provided.entry(self.current_module()).or_default().push(name),
                        None => return wrong_type(self, v),
                    }
                }
                Value::NIL
            }
            ("doc", &[v]) => {
                let module = self.current_module();
                let f = match v.as_symbol().map(|name| self.names.cell(module, name)) {
                    Some(Some(cell)) => self.value_in(cell)?.unwrap_or(Value::NIL),
                    Some(None) => Value::NIL,
                    None => v,
                };
                self.documentation(f)?
            }
            ("function-source", &[f]) if f.is_procedure() => self.lambda_of(f).map_or(Value::NIL, |l| l.source),
            ("parameters", &[f]) if f.is_pair() => self.method_part(name, f, 0)?,
            ("parameters", &[f]) if f.is(Kind::CLOSURE) => self.lambda_of(f).map_or(Value::NIL, |l| l.signature),
            ("method-guard", &[m]) => self.method_part(name, m, 1)?,
            ("generic-function-methods", &[f]) => match self.rt.heap.as_object(f) {
                Some(Object::Generic(g)) => {
                    let methods: Vec<Value> = g.methods.iter().rev().filter(|m| m.is_own()).map(|m| m.source).collect();
                    self.rt.heap.list(&methods)?
                }
                _ => return wrong_type(self, f),
            },
            ("body", &[f]) if f.is_pair() => self.method_part(name, f, 2)?,
            ("body", &[f]) => match self.lambda_of(f) {
                Some(l) => {
                    let (mut rest, signature, documented) = (l.source, l.signature, l.doc.is_some());
                    while rest.is_pair() && self.rt.heap.car(rest) != signature {
                        rest = self.rt.heap.cdr(rest);
                    }
                    (0..1 + usize::from(documented)).fold(rest, |rest, _| self.rt.heap.rest(rest))
                }
                _ => return wrong_type(self, f),
            },
            ("defined?", &[v]) => match v.as_symbol() {
                Some(name) => Value::truth(self.names.is_defined(self.current_module(), name)),
                None => return wrong_type(self, v),
            },
            ("current-milliseconds", []) => {
                let ms = self.rt.host.now().as_secs_f64() * 1000.0;
                self.rt.heap.float(ms)?
            }
            ("collect-garbage", []) => Value::fix(self.rt.heap.used() as i64),
            ("%redirect-output", &[port]) => self.rt.redirect_output(port).map(|()| Value::NIL)?,
            ("%redirect-input", &[port]) => self.rt.redirect_input(port).map(|()| Value::NIL)?,
            ("%make-macro", &[expander, name]) => {
                let object = Object::Macro(Macro { expander, rules: None, name: name.as_symbol() });
                self.rt.heap.object(object)?
            }
            ("%add-method", args) => self.new_method(args)?,
            ("%type?", &[v, t]) => Value::truth(t.as_symbol().is_some_and(|t| self.is_of_type(v, t))),
            ("%values->list", &[v]) => {
                let items = match self.rt.heap.as_object(v) {
                    Some(Object::Values(items)) if v.is(Kind::VALUES) => items.to_vec(),
                    _ => vec![v],
                };
                self.rt.heap.list(&items)?
            }
            ("function-source" | "parameters", &[v]) => return wrong_type(self, v),
            ("disassemble", &[f]) => {
                if !f.is(Kind::CLOSURE) {
                    return wrong_type(self, f);
                }
                self.rt.write("instructions")?;
                Value::NIL
            }
            _ => return fail(Code::Internal, format!("{name} is not known to the oracle")),
        }))
    }

    /// The docstring of a function or macro, or nil.
    fn documentation(&mut self, f: Value) -> Result<Value> {
        let f = match self.rt.heap.as_object(f) {
            Some(Object::Macro(m)) if f.is(Kind::MACRO) => m.expander,
            _ => f,
        };
        match self.lambda_of(f).and_then(|l| l.doc.clone()) {
            Some(text) => self.rt.heap.string(text),
            None => Ok(Value::NIL),
        }
    }

    fn lambda_of(&self, f: Value) -> Option<&super::expand::Lambda> {
        self.closures.get(f.index()).filter(|_| f.is(Kind::CLOSURE)).map(|c| &*c.lambda)
    }

    /// Returns a part of a method as `generic-function-methods` gives it: a list of its parameters, guard and body.
    fn method_part(&self, name: &str, method: Value, part: usize) -> Result<Value> {
        let parts: Vec<Value> = self.rt.heap.iter(method).take(4).collect();
        let is_list = |v: Value| v.is_nil() || v.is_pair();
        match parts[..] {
            [parameters, _, body] if is_list(parameters) && is_list(body) => Ok(parts[part]),
            _ => Err(self.rt.wrong_type(name, "argument", "something else", method)),
        }
    }

    fn expand_macro(&mut self, form: Value, full: bool) -> Result<Value> {
        let module = self.current_module();
        let mut form = form;
        while form.is_pair() {
            let head = self.rt.heap.car(form);
            let operator = match head.as_symbol() {
                Some(name) => self.meaning_now(module, name)?,
                None => Some(head),
            };
            let Some(operator) = operator.filter(|o| o.is(Kind::MACRO)) else { break };
            form = self.expand_once(operator, form)?;
            if !full {
                break;
            }
            self.rt.charge(1)?;
        }
        Ok(form)
    }
}

fn links(frames: &Frames) -> impl Iterator<Item = &Rc<Link>> {
    std::iter::successors(frames.as_ref(), |link| link.below.as_ref())
}

/// The innermost frame that is in both: what is below it is the same.
fn innermost_shared(a: &Frames, b: &Frames) -> Option<*const Link> {
    let depth = a.as_ref()?.depth.min(b.as_ref()?.depth);
    let a = links(a).skip_while(|l| l.depth > depth);
    let b = links(b).skip_while(|l| l.depth > depth);
    a.zip(b).find(|(a, b)| Rc::ptr_eq(a, b)).map(|(a, _)| Rc::as_ptr(a))
}

impl Oracle {
    /// Lets a fault leave what is being done: it goes on at a handler or a cleanup, or is the end of the run.
    pub(super) fn unwind(&mut self, fault: Unwind) -> Result<State> {
        let (tag, value) = match fault {
            Unwind::Limit(_) => return Err(Box::new(fault)),
            Unwind::Error(c) => (Value::symbol(well_known::ERROR), self.rt.heap.condition(c)?),
            Unwind::Throw { tag, value } => (tag, value),
        };
        if tag == Value::EXIT {
            return self.end_program(value);
        }
        if tag.is(Kind::CONTINUATION) {
            return self.enter_continuation(tag, value, true);
        }
        if let Some(number) = self.block_of(tag) {
            return self.leave_block(number, value);
        }
        let (mut tag, mut value) = (tag, value);
        let mut is_caught = self.is_caught(tag)?;
        if !is_caught && tag != Value::symbol(well_known::ERROR) {
            let message = format!("nothing catches the tag {}", crate::printer::brief(&self.rt, tag));
            let c = ErrorData::new(Code::UncaughtThrow, message).with_irritants(&[tag, value]);
            (tag, value) = (Value::symbol(well_known::ERROR), self.rt.heap.condition(c)?);
            is_caught = self.is_caught(tag)?;
        }
        if !is_caught && !value.is(Kind::CONDITION) {
            // Something else than a condition, thrown to the tag of errors.
            let c = self.uncaught(value);
            value = self.rt.heap.condition(c)?;
        }
        while let Some(link) = self.runs.frames.take() {
            self.runs.frames.clone_from(&link.below);
            match &link.frame {
                Frame::Catch(own, f) if is_caught && self.catches(*own, tag)? => {
                    return Ok(match f {
                        None => State::Return(value),
                        Some(f) => State::Apply(*f, vec![tag, value]),
                    });
                }
                // The program is ending: what one of its cleanups throws out of itself is dropped.
                Frame::Cleaned(Err((Value::EXIT, status))) if is_caught => return self.end_program(*status),
                Frame::Cleanup(cleanup, env) => {
                    self.runs.push(Frame::Cleaned(Err((tag, value))));
                    return Ok(State::Eval(Rc::clone(cleanup), env.clone()));
                }
                _ => {}
            }
        }
        Err(Box::new(Unwind::Throw { tag, value }))
    }

    /// Returns the condition of an uncaught throw of a value to the tag of errors.
    pub(super) fn uncaught(&self, value: Value) -> ErrorData {
        match self.rt.heap.as_condition(value) {
            Some(c) => c.clone(),
            None => {
                let text = self.rt.heap.as_str(value).map(str::to_string);
                let text = text.unwrap_or_else(|| crate::printer::brief(&self.rt, value));
                ErrorData::new(Code::User, text).with_irritants(&[value])
            }
        }
    }

    fn is_caught(&mut self, tag: Value) -> Result<bool> {
        let outer: Vec<Frames> = self.runs.suspended.iter().rev().map(|s| s.0.clone()).collect();
        for frames in std::iter::once(self.runs.frames.clone()).chain(outer) {
            for link in links(&frames) {
                if let Frame::Catch(own, _) = link.frame
                    && self.catches(own, tag)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn catches(&mut self, own: Value, tag: Value) -> Result<bool> {
        Ok(own.is_nil() || crate::equality::equal(&mut self.rt, own, tag)?)
    }

    /// The program ends itself: its cleanups run, and nothing stops it.
    fn end_program(&mut self, status: Value) -> Result<State> {
        while let Some(link) = self.runs.frames.take() {
            self.runs.frames.clone_from(&link.below);
            if let Frame::Cleanup(cleanup, env) = &link.frame {
                self.runs.push(Frame::Cleaned(Err((Value::EXIT, status))));
                return Ok(State::Eval(Rc::clone(cleanup), env.clone()));
            }
        }
        Err(Box::new(Unwind::Throw { tag: Value::EXIT, value: status }))
    }

    fn exit_status(&self) -> Option<Value> {
        links(&self.runs.frames).find_map(|link| match link.frame {
            Frame::Cleaned(Err((Value::EXIT, status))) => Some(status),
            _ => None,
        })
    }

    // ---- blocks

    /// The tag of a throw that leaves a block is a pair that no program can make.
    fn block_of(&self, tag: Value) -> Option<u64> {
        let is_block = tag.is_pair() && self.rt.heap.car(tag) == Value::MISSING;
        is_block.then(|| self.rt.heap.cdr(tag).as_fixnum().unwrap_or(0) as u64)
    }

    pub(super) fn leave_block(&mut self, number: u64, value: Value) -> Result<State> {
        let tag = self.rt.heap.pair(Value::MISSING, Value::fix(number as i64))?;
        let around = |frames: &Frames| links(frames).any(|l| matches!(l.frame, Frame::Block(n) if n == number));
        if !around(&self.runs.frames) && !self.runs.suspended.iter().any(|s| around(&s.0)) {
            return fail(Code::UncaughtThrow, "return-from: the block has already been left");
        }
        while let Some(link) = self.runs.frames.take() {
            self.runs.frames.clone_from(&link.below);
            match &link.frame {
                Frame::Block(n) if *n == number => return Ok(State::Return(value)),
                Frame::Cleaned(Err((Value::EXIT, status))) => return self.end_program(*status),
                Frame::Cleanup(cleanup, env) => {
                    self.runs.push(Frame::Cleaned(Err((tag, value))));
                    return Ok(State::Eval(Rc::clone(cleanup), env.clone()));
                }
                _ => {}
            }
        }
        Err(Box::new(Unwind::Throw { tag, value }))
    }

    // ---- continuations

    pub(super) fn capture(&mut self) -> Result<Value> {
        let captured = Captured {
            frames: self.runs.frames.clone(),
            run: self.runs.present.number,
            outermost: self.runs.present.outermost,
            place: self.toplevel_rest(),
        };
        let (bytes, _) = self.rt.heap.reserve_continuation(0, 0, None)?;
        let k = self.rt.heap.new_continuation(bytes);
        self.continuations.insert(k.index(), captured);
        Ok(k)
    }

    /// Goes on where `k` was captured; with `clean`, after the cleanups that it does not lie inside of.
    pub(super) fn enter_continuation(&mut self, k: Value, value: Value, clean: bool) -> Result<State> {
        let Some(captured) = self.continuations.get(&k.index()).cloned() else { return internal("a continuation") };
        let same_run = captured.run == self.runs.present.number || captured.outermost && self.runs.present.outermost;
        if !same_run && !captured.place.as_ref().is_some_and(|p| self.is_present(p)) {
            return fail(Code::Continuation, "this continuation belongs to an evaluation that has ended");
        }
        if let Some(status) = self.exit_status() {
            return self.end_program(status);
        }
        let shared = innermost_shared(&self.runs.frames, &captured.frames);
        while let Some(link) = self.runs.frames.take_if(|link| Some(Rc::as_ptr(link)) != shared) {
            self.runs.frames.clone_from(&link.below);
            if let Frame::Cleanup(cleanup, env) = &link.frame
                && clean
            {
                self.runs.push(Frame::Cleaned(Err((k, value))));
                return Ok(State::Eval(Rc::clone(cleanup), env.clone()));
            }
        }
        self.runs.frames = captured.frames;
        if let Some(place) = captured.place {
            self.resume_toplevel(place);
        }
        Ok(State::Return(value))
    }
}
