//! A call with more or fewer arguments than its function takes. When the call runs, that is an error; a check runs
//! nothing, so it tells it beforehand.

use crate::compile::expand::Expander;
use crate::compile::parts::Item;
use crate::fault::Res;
use crate::value::{Kind, Value};

impl Expander<'_> {
    /// A call of a global function, which has become nothing else. What the function takes is known for certain when
    /// the whole text has been looked at, as it may define the name further on.
    pub(in crate::compile) fn suspect_number(&mut self, cell: u32, form: Item, got: usize) -> Res<()> {
        // Unless the library is to be small.
        let is_told = cfg!(feature = "documentation") && self.vm.loader.checking.is_some();
        if !is_told || !self.is_suspect(form.span) {
            return Ok(());
        }
        // A definition of the library that nothing has used yet is compiled: it knows its parameters then.
        if self.vm.globals.value(cell).is(Kind::LAZY) {
            self.vm.force(cell)?;
        }
        let world = self.vm.world_mut();
        if world.globals.value(cell) == Value::UNBOUND || world.wrong_count(cell, got).is_some() {
            world.note_count(cell, got, form.span);
        }
        Ok(())
    }
}
