//! Names that nobody has any more: those of symbols that `gensym` and the expansions of macros have made, and that no reader will ever produce.
//!
//! A symbol is a number, and marking does not look at what is no reference. So now and then, when very many of them have been made, everything that can
//! hold one is looked through once more, right after a collection: what lives on the heap, what the collection began with, and the tables of code and
//! modules. **Invariant:** this happens only where nothing runs but the program itself, at an instruction that asks for room, before a call, or between two
//! evaluations. Nothing is being compiled then, and no native holds a symbol that is nowhere else.

use super::Vm;
use crate::fault::Res;
use crate::symbol::UsedNames;
use crate::value::Value;

impl Vm {
    /// [`Vm::collect`], and names as well, if that is worth it. Only for the outermost run.
    pub(super) fn collect_with_names(&mut self, top: usize) -> Res<()> {
        let collected = self.collect(top, &[]);
        if !self.suspended.is_empty() || !self.rt.symbols.may_forget() {
            return collected;
        }
        self.forget_names(top);
        // Perhaps it was the names that left no room.
        self.account()?;
        self.rt.heap.make_room()
    }

    /// To be called right after a collection with the same `top`.
    #[cold]
    fn forget_names(&mut self, top: usize) {
        let mut used = UsedNames::default();
        let mut look = |v: Value| {
            if let Some(s) = v.as_symbol().or(v.as_keyword()) {
                used.add(s);
            }
        };
        self.rt.heap.each_value(&mut look);
        roots!(self, top).copied().for_each(&mut look);
        self.code.each_name(&mut look);
        let world = &self.world;
        let tables = world.modules.iter().flat_map(|m| m.own_names()).chain(world.globals.names());
        let tables = tables.chain(world.rt.closure_names.iter().copied().flatten());
        tables.chain(world.rt.packages.names()).for_each(|s| look(Value::symbol(s)));
        self.world.aliases.retain(&mut used);
        self.world.rt.symbols.forget(&used);
    }
}
