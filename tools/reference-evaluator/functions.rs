//! Functions: parameters, a body, and what is known of both.

use std::cell::Cell;
use std::rc::Rc;

use super::Oracle;
use super::expand::constant;
use super::scope::Scope;
use super::tree::{Expr, Lambda, Params, Pattern, Tree};
use crate::fault::Result;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// A function as it stands in a program: its form, its name if it has one, parameters and body.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    pub form: Value,
    pub name: Option<Symbol>,
    pub params: Value,
    pub body: &'a [Value],
}

impl Oracle {
    /// A function of these parameters and this body; a docstring may come first.
    pub(super) fn function(&mut self, s: &mut Scope, written: Written) -> Result<Rc<Lambda>> {
        self.lambda(s, written, false)
    }

    /// The function that a macro calls: it gets the list of arguments, and takes it apart.
    pub(super) fn expander(&mut self, s: &mut Scope, written: Written) -> Result<Tree> {
        if written.params.as_symbol().is_some() {
            let params = self.rt.heap.list(&[written.params])?;
            return Ok(Rc::new(Expr::Lambda(self.lambda(s, Written { params, ..written }, false)?)));
        }
        let inner = self.lambda(s, written, true)?;
        let doc = inner.doc.clone();
        let arguments = self.hidden();
        let apply = constant(self.core_function("apply")?);
        let call = Expr::Call(apply, vec![Rc::new(Expr::Lambda(inner)), Rc::new(Expr::Local(arguments))]);
        let params = Params { required: vec![Pattern::Name(arguments)], ..Params::default() };
        let outer = Lambda { doc, ..new_lambda(written.name, params, Rc::new(call)) };
        Ok(Rc::new(Expr::Lambda(Rc::new(outer))))
    }

    fn lambda(&mut self, s: &mut Scope, written: Written, patterns: bool) -> Result<Rc<Lambda>> {
        let Written { form, name, params, body } = written;
        let (doc, body) = match body {
            [doc, rest @ ..] if !rest.is_empty() && doc.is(Kind::STRING) => {
                (self.rt.heap.as_str(*doc).map(str::to_string), rest)
            }
            _ => (None, body),
        };
        s.functions += 1;
        let result = self.scoped(s, |o, s| {
            let parsed = o.parameters(s, params, patterns)?;
            let body = match name {
                Some(name) => o.in_block(s, Some(name), |o, s| o.body(s, body))?,
                None => o.body(s, body)?,
            };
            Ok((parsed, body))
        });
        s.functions -= 1;
        let (parsed, body) = result?;
        let mut lambda = new_lambda(name, parsed, body);
        (lambda.signature, lambda.source, lambda.doc) = (params, form, doc);
        Ok(Rc::new(lambda))
    }
}

pub(super) fn new_lambda(name: Option<Symbol>, params: Params, body: Tree) -> Lambda {
    Lambda {
        name: Cell::new(name),
        number: Cell::new(None),
        params,
        body,
        signature: Value::NIL,
        source: Value::NIL,
        doc: None,
    }
}

/// A function gets the name of what it is bound to, unless it has one.
pub(super) fn name_function(tree: &Tree, name: Symbol) {
    if let Expr::Lambda(l) = &**tree
        && l.name.get().is_none()
    {
        l.name.set(Some(name));
    }
}
