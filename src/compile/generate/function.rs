//! Whole functions: their parameters, their body, and linking the finished instructions.

use super::{Generator, new_assembly};
use crate::code::{Function, Home, Insn, Params, Reg};
use crate::compile::ir::LambdaId;
use crate::compile::registers::Dest;
use crate::fault::{Res, internal};

impl Generator<'_> {
    /// Generates a function inside of the present one, and links it.
    pub(super) fn lambda(&mut self, id: LambdaId) -> Res<u32> {
        if self.ir.lambda(id).captures.len() > crate::heap::MAX_BLOCK {
            return self.too_complex(&format!("a function captures more than {} variables", crate::heap::MAX_BLOCK));
        }
        let inner = new_assembly(self.vm, self.ir, id);
        let outer = std::mem::replace(&mut self.a, inner);
        let linked = self.function(id);
        let inner = std::mem::replace(&mut self.a, outer);
        self.vm.workshop().give_assembly(inner);
        linked
    }

    /// Generates the function that has been begun, and links it.
    pub(super) fn function(&mut self, id: LambdaId) -> Res<u32> {
        self.lambda_body(id)?;
        if !self.a.finish() {
            return internal("a jump to nowhere");
        }
        self.link(id)
    }

    fn lambda_body(&mut self, id: LambdaId) -> Res<()> {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        for (number, &v) in lambda.captures.iter().enumerate() {
            self.note_local(v, Home::Capture { closure: self.a.self_register, number: number as u8 });
        }
        for (i, &p) in lambda.params.iter().enumerate() {
            self.place_variable(p, i as Reg + 1);
        }
        for &p in lambda.params.iter().take(lambda.required) {
            self.box_if_needed(p);
        }
        for d in &lambda.defaults {
            let r = self.register(d.var);
            let supplied = match d.supplied {
                Some(s) => {
                    let f = self.allocate()?;
                    self.set_register(s, f);
                    self.a.emit(Insn::LoadTrue { d: f });
                    Some(f)
                }
                None => None,
            };
            let given = self.a.label();
            self.a.jump(Insn::JumpSupplied { a: r, off: 0 }, given);
            if let Some(f) = supplied {
                self.constant(self.ir.false_value(), Dest::Fresh(f))?;
            }
            self.generate(d.value, Dest::Fresh(r))?;
            self.single_value(d.value, r);
            self.a.bind(given);
            self.box_if_needed(d.var);
            if let Some(s) = d.supplied {
                self.box_if_needed(s);
            }
        }
        if lambda.rest
            && let Some(&p) = lambda.params.get(lambda.required + lambda.optional)
        {
            self.box_if_needed(p);
        }
        if lambda.parent.is_some() || lambda.span.is_none() {
            return self.generate(lambda.body, Dest::Return);
        }
        // A top-level form that stands somewhere makes no tail calls: errors can then say which form led to them.
        self.scoped(|g| {
            let r = g.allocate()?;
            g.generate(lambda.body, Dest::Fresh(r))?;
            g.deliver(r, Dest::Return);
            Ok(())
        })
    }

    fn link(&mut self, id: LambdaId) -> Res<u32> {
        let has_places = self.a.places.iter().any(|p| p.expansion != 0);
        if has_places && self.expansions.is_none() {
            self.expansions = Some(self.vm.code.add_expansions(&self.ir.expansions));
        }
        let expansions = self.expansions.filter(|_| has_places);
        let (lambda, a) = (self.ir.lambda(id), &self.a);
        let function = Function {
            name: lambda.name,
            params: Params {
                required: lambda.required as u8,
                optional: lambda.optional as u8,
                rest: lambda.rest,
                keys: lambda.keys.as_slice().into(),
            },
            signature: lambda.signature,
            doc: lambda.doc.clone(),
            captures: lambda.captures.len() as u8,
            insns: &a.insns,
            consts: &a.consts,
            own_constant: a.own_constant,
            leaves: if a.assigns { &a.leaves } else { &[] },
            inner: &a.inner,
            places: &a.places,
            locals: &a.locals,
            expansions,
            is_form: lambda.parent.is_none(),
            home: self.ir.home,
            span: lambda.span,
            source: lambda.source,
        };
        let name = function.name;
        let Some(number) = self.vm.code.link(function) else { return internal("too many functions") };
        let names = &mut self.vm.rt.closure_names;
        if names.len() <= number as usize {
            names.resize(number as usize + 1, None);
        }
        if let Some(n) = names.get_mut(number as usize) {
            *n = name;
        }
        Ok(number)
    }
}
