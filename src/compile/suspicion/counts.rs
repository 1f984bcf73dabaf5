//! A call with more or fewer arguments than its function takes. When the call runs, that is an error; a check runs
//! nothing, so it tells it beforehand.

use crate::compile::expand::Expander;
use crate::compile::parts::Item;
use crate::fault::{Condition, Res};
use crate::value::{Kind, Value};

impl Expander<'_> {
    /// A call, which has become nothing else, of a global function that the text does not define further on.
    pub(in crate::compile) fn suspect_number(&mut self, cell: u32, f: Value, form: Item, got: usize) -> Res<()> {
        // Unless the library is to be small.
        let is_told = cfg!(feature = "documentation") && self.vm.loader.checking.is_some();
        if !is_told || !self.is_suspect(form.span) {
            return Ok(());
        }
        // A definition of the library that nothing has used yet is compiled: it knows its parameters then.
        let f = match f.kind() {
            Kind::LAZY => {
                self.vm.force(cell)?;
                self.vm.globals.value(cell)
            }
            _ => f,
        };
        let world = self.vm.world();
        // Of a generic function, another file may have more methods.
        let Some((least, most)) = world.arity(f).filter(|_| matches!(f.kind(), Kind::NATIVE | Kind::CLOSURE)) else {
            return Ok(());
        };
        if got >= least && most.is_none_or(|most| got <= most) {
            return Ok(());
        }
        let signature = match world.natives.facts(f.meta()).filter(|_| f.is(Kind::NATIVE)) {
            Some(facts) => facts.signature(),
            None => {
                let signature = world.code.proto(f.meta()).map_or(Value::NIL, |p| p.signature);
                if signature.is_nil() { String::new() } else { self.vm.rt.show(signature) }
            }
        };
        let name = self.written_name(form);
        self.vm.warn(Condition::count(&name, least, most, &signature, got).at(form.span))
    }

    fn written_name(&self, form: Item) -> String {
        let head = self.vm.rt.heap.first(form.value).as_symbol();
        head.map_or(String::new(), |head| self.vm.rt.name(head).to_string())
    }
}
