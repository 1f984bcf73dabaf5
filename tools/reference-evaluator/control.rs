//! The natives: those that work on their arguments are the engine's own, those that need the machine are here.

use super::Oracle;
use super::machine::State;
use super::names::Native;
use super::scope::Scope;
use crate::builtins::arg;
use crate::fault::{Code, Result, fail, internal};
use crate::object::{Macro, Object};
use crate::value::{Kind, Value};
use crate::vm::vm_natives::Control;

impl Oracle {
    pub(super) fn call_native(&mut self, f: Value, args: Vec<Value>) -> Result<State> {
        match self.natives.get(f.meta() as usize) {
            Some(&Native::Leaf(row)) => (row.calls.get(false))(&mut self.rt, &args).map(State::Return),
            Some(&Native::Machine(control)) => self.call_control(control, args),
            None => internal("a native"),
        }
    }

    fn call_control(&mut self, control: &Control, args: Vec<Value>) -> Result<State> {
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
                return Ok(State::Eval(tree, super::tree::Env::default()));
            }
            ("expand-macro", &[form]) => self.expand_macro(form, true)?,
            ("expand-macro-once", &[form]) => self.expand_macro(form, false)?,
            ("load", &[file]) => self.load(file)?,
            ("require", &[name]) => self.require(name)?,
            ("provide", names) => {
                for &v in names {
                    match v.as_symbol() {
                        Some(name) => self.provided.entry(self.current_module()).or_default().push(name),
                        None => return wrong_type(self, v),
                    }
                }
                Value::NIL
            }
            ("doc", &[v]) => {
                let module = self.current_module();
                let f = match v.as_symbol().map(|name| self.cell(module, name)) {
                    Some(Some(cell)) => self.value_in(cell)?.unwrap_or(Value::NIL),
                    Some(None) => Value::NIL,
                    None => v,
                };
                self.documentation(f)?
            }
            ("function-source", &[f]) if f.is_procedure() => self.lambda_of(f).map_or(Value::NIL, |l| l.source),
            ("parameters", &[f]) if f.has_elements() => self.rt.heap.first(f),
            ("parameters", &[f]) if f.is(Kind::CLOSURE) => self.lambda_of(f).map_or(Value::NIL, |l| l.signature),
            ("method-guard", &[m]) => match self.rt.heap.iter(m).nth(1) {
                Some(guard) => guard,
                None => return wrong_type(self, m),
            },
            ("generic-function-methods", &[f]) => match self.rt.heap.as_object(f) {
                Some(Object::Generic(g)) => {
                    let methods: Vec<Value> = g.methods.iter().rev().filter(|m| m.is_own()).map(|m| m.source).collect();
                    self.rt.heap.list(&methods)?
                }
                _ => return wrong_type(self, f),
            },
            ("body", &[f]) => match (self.rt.heap.iter(f).nth(2), self.lambda_of(f)) {
                (Some(body), _) => body,
                (None, Some(l)) => {
                    let (mut rest, signature, documented) = (l.source, l.signature, l.doc.is_some());
                    while rest.is_pair() && self.rt.heap.car(rest) != signature {
                        rest = self.rt.heap.cdr(rest);
                    }
                    (0..1 + usize::from(documented)).fold(rest, |rest, _| self.rt.heap.rest(rest))
                }
                _ => return wrong_type(self, f),
            },
            ("defined?", &[v]) => match v.as_symbol() {
                Some(name) => Value::truth(self.is_defined(self.current_module(), name)),
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

    fn lambda_of(&self, f: Value) -> Option<&super::tree::Lambda> {
        self.closures.get(f.index()).filter(|_| f.is(Kind::CLOSURE)).map(|c| &*c.lambda)
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
