//! Calls that mean a function for good when they are compiled, as the language has it for builtins that are
//! instructions and for functions of the library that are loops.

use super::Oracle;
use super::expand::constant;
use super::scope::Scope;
use super::tree::Tree;
use crate::compile;
use crate::fault::Result;
use crate::library;
use crate::symbol::{CORE, Symbol};
use crate::value::{Kind, Value};

impl Oracle {
    /// The function that a call means for good when it is compiled, as the language has it for some builtins and
    /// functions of the library.
    pub(super) fn decided(
        &mut self,
        s: &Scope,
        name: Symbol,
        now: Option<Value>,
        args: &[Value],
    ) -> Result<Option<Value>> {
        if self.is_own(s.module, name) {
            return Ok(None);
        }
        if let Some(f) = now.filter(|f| f.is(Kind::NATIVE)) {
            let native = self.rt.native_name(f).unwrap_or("");
            let decided = match (native, args) {
                ("floor", [quotient]) => self.is_call_of(s, *quotient, "/")?,
                ("get-array-element", [_, coordinates]) | ("set-array-element", [_, coordinates, _]) => {
                    self.is_call_of(s, *coordinates, "list")?
                }
                _ => compile::is_instruction(native, args.len()),
            };
            return Ok(decided.then_some(f));
        }
        match self.cell(s.module, name).filter(|_| s.module != CORE) {
            Some(cell) if self.cell(CORE, name) == Some(cell) && library::is_inline(self.rt.name(name), args.len()) => {
                self.value_in(cell)
            }
            _ => Ok(None),
        }
    }

    /// A builtin that a call of a function of the library is given by its name is meant for good with it, if calls of
    /// it would be: its tree, and the arguments that are left.
    pub(super) fn decided_argument(
        &mut self,
        s: &Scope,
        is_loop: bool,
        mut args: Vec<Value>,
    ) -> Result<(Vec<Tree>, Vec<Value>)> {
        let is_global = |&name: &Symbol| is_loop && self.role(s, name).is_none();
        let name = args.first().and_then(|f| f.as_symbol()).filter(is_global);
        let Some(name) = name else { return Ok((Vec::new(), args)) };
        let now = self.meaning_now(s.module, name)?;
        let called_with = vec![Value::NIL; args.len() - 1];
        match self.decided(s, name, now, &called_with)?.filter(|f| f.is(Kind::NATIVE)) {
            Some(f) => {
                args.remove(0);
                Ok((vec![constant(f)], args))
            }
            None => Ok((Vec::new(), args)),
        }
    }

    fn is_call_of(&mut self, s: &Scope, form: Value, native: &str) -> Result<bool> {
        if !form.is_pair() {
            return Ok(false);
        }
        let head = self.rt.heap.car(form).as_symbol().filter(|&n| self.role(s, n).is_none());
        let f = match head {
            Some(name) if !self.is_own(s.module, name) => self.meaning_now(s.module, name)?,
            _ => None,
        };
        Ok(f.is_some_and(|f| f.is(Kind::NATIVE) && self.rt.native_name(f) == Some(native)))
    }

    /// Returns whether the form is a `lambda` with a body whose parameters are distinct names.
    pub(super) fn is_function_with_body(&mut self, s: &Scope, form: Option<&Value>) -> Result<bool> {
        let Some(&form) = form else { return Ok(false) };
        if !self.is_special(s, form, "lambda")? {
            return Ok(false);
        }
        let parts = self.items_and_tail(form)?.0;
        let [_, params, _, ..] = *parts.as_slice() else { return Ok(false) };
        let (names, tail) = self.items_and_tail(params)?;
        let plain = |v: &Value| v.as_symbol().is_some_and(|name| !self.rt.name(name).starts_with(['&', ':']));
        let distinct = names.iter().enumerate().all(|(i, name)| !names.iter().take(i).any(|other| other == name));
        Ok(tail.is_nil() && distinct && names.iter().all(plain))
    }
}
