//! Arguments in the other order. Where the types of two arguments tell them apart, both orders are right: what fails
//! because a value is of the wrong type is tried once more with the two exchanged, if they fit then. A call in the
//! order that is written down pays nothing for it.
//!
//! Three kinds of code fail so: a native, before it has done anything; a check at the beginning of a function of the
//! library, and a loop that a call of one has become ([`crate::code::Exchange`]); an instruction that a call has
//! become.
//!
//! It is the core language that takes either order. Other languages on the same core have standards that say what is
//! wrong.

use super::Vm;
use super::slow::{array_get, array_set};
use crate::code::Insn;
use crate::fault::{Code, Fault, Res};
use crate::module::native::Facts;
use crate::runtime::dialect::Dialect;
use crate::types::TypeSet;
use crate::value::{Kind, Value};

impl Vm {
    /// The instruction before `pc` has failed: the program goes on if it had its values in the other order.
    #[cold]
    pub(super) fn in_other_order(&mut self, fault: Box<Fault>) -> Res<()> {
        let at = self.run.pc.wrapping_sub(1);
        if !is_of_type(&fault) || !self.takes_either_order(at) {
            return Err(fault);
        }
        if let Some(pc) = self.exchange_at(at) {
            self.run.pc = pc;
            return Ok(());
        }
        let insn = self.code.insns.get(at).copied();
        let done = match insn {
            Some(Insn::CallGlobal { a, n, g } | Insn::TailGlobal { a, n, g }) => {
                return self.call_in_other_order(self.globals.value(g), a, n, fault);
            }
            Some(Insn::Call { a, n } | Insn::TailCall { a, n }) => {
                return self.call_in_other_order(self.register(usize::from(a)), a, n, fault);
            }
            Some(Insn::ArrayRef { d, a, b }) => self.exchanged_element(a, b).map(|(array, i)| {
                let v = array_get(&mut self.rt, array, &[i])?;
                self.set_register(usize::from(d), v);
                Ok(())
            }),
            Some(Insn::ArraySet { a, b, s }) => self.exchanged_element(a, b).map(|(array, i)| {
                let v = self.register(usize::from(s));
                array_set(&mut self.rt, array, &[i], v)
            }),
            _ => None,
        };
        done.unwrap_or(Err(fault))
    }

    /// Returns whether the first two arguments of a native that has failed fit only if they change places.
    #[cold]
    pub(super) fn are_exchanged(&self, f: Value, args: &[Value], fault: &Fault) -> bool {
        is_of_type(fault) && self.takes_either_order(self.run.pc.wrapping_sub(1)) && self.native_is_exchanged(f, args)
    }

    fn native_is_exchanged(&self, f: Value, args: &[Value]) -> bool {
        match self.natives.facts(f.meta()) {
            Some(Facts::Row(row)) if f.is(Kind::NATIVE) => row.are_exchanged(args),
            _ => false,
        }
    }

    /// Returns whether the instruction at `pc` is of the core language. Where there is no instruction, the host has
    /// called.
    fn takes_either_order(&self, pc: usize) -> bool {
        match self.code.owner(pc) {
            // The program has given the arguments that the library hands on.
            Some(proto) if self.rt.sources.is_library(proto.span.source()) => {
                proto.takes_either_order && self.rt.program == Dialect::CORE
            }
            Some(proto) => proto.takes_either_order,
            None => self.dialect(self.current_module()) == Dialect::CORE,
        }
    }

    /// Exchanges the values of which the code at `pc` says that they may have changed places, if they have; returns
    /// where it begins again.
    fn exchange_at(&mut self, pc: usize) -> Option<usize> {
        self.code.exchanges_at(pc).next()?;
        let caller = self.frames().nth(1).unwrap_or(0).wrapping_sub(1);
        let found = self.code.exchanges_at(pc).find(|(_, e)| {
            let values = e.places.map(|r| self.register(usize::from(r)));
            TypeSet::are_exchanged(e.types, values) && (!e.is_own || self.takes_either_order(caller))
        });
        let (start, [a, b]) = found.map(|(start, e)| (start, e.places.map(usize::from)))?;
        let (x, y) = (self.register(a), self.register(b));
        self.set_register(a, y);
        self.set_register(b, x);
        Some(start)
    }

    /// The call of a native that has failed is made once more if its first two arguments have changed places.
    fn call_in_other_order(&mut self, f: Value, a: u8, n: u8, fault: Box<Fault>) -> Res<()> {
        let first = usize::from(a) + 1;
        let args: Vec<Value> = (first..first + usize::from(n)).map(|r| self.register(r)).collect();
        let ([x, y, ..], true) = (args.as_slice(), self.native_is_exchanged(f, &args)) else { return Err(fault) };
        self.set_register(first, *y);
        self.set_register(first + 1, *x);
        self.run.pc = self.run.pc.wrapping_sub(1);
        Ok(())
    }

    /// Returns the value with elements and the index, if registers `a` and `b` hold them in the other order.
    fn exchanged_element(&self, a: u8, b: u8) -> Option<(Value, Value)> {
        let types = [TypeSet::ARRAY.or(TypeSet::STRING), TypeSet::NUMBER];
        let [i, array] = [a, b].map(|r| self.register(usize::from(r)));
        TypeSet::are_exchanged(types, [i, array]).then_some((array, i))
    }
}

fn is_of_type(fault: &Fault) -> bool {
    matches!(fault, Fault::Error(c) if c.code == Code::WrongType)
}
