//! Removal of garbage that marking does not see: names, and functions of the host that others have replaced.
//!
//! Names are those of symbols that `gensym` and the expansions of macros have made, and that no
//! reader will ever produce.
//!
//! A symbol is a number, and marking does not look at what is no reference. So now and then, when very many of them
//! have been made, everything that can hold one is looked through once more, right after a collection: what lives on
//! the heap, what the collection began with, and the tables of code and modules. **Invariant:** this happens only
//! between two evaluations that the host asks for. Nothing runs and nothing is being compiled then, so that no symbol
//! is held by Rust code alone.

use std::slice::from_ref;

use hashbrown::HashSet;

use super::Vm;
use super::collection::each_root;
use crate::fault::Res;
use crate::symbol::SymbolSet;
use crate::value::{Kind, Value};

impl Vm {
    /// Returns whether a search for unused names or functions of the host pays off. Functions count only where nothing
    /// may be undone.
    pub(super) fn may_forget(&self) -> bool {
        self.rt.symbols.may_forget() || self.may_forget_functions()
    }

    fn may_forget_functions(&self) -> bool {
        self.natives.own.may_forget() && !self.rt.host_roots.is_frozen()
    }

    /// Drops the functions of the host that it has replaced and nobody has, if they are many and nothing runs.
    pub(crate) fn forget_replaced(&mut self) {
        if self.may_forget_functions() && self.suspended.is_empty() {
            // If what is still alive leaves no room, the next evaluation will find out.
            let _ = self.collect_with_names();
        }
    }

    /// [`Vm::collect`], and names and functions of the host as well, if that is worth it. Only while nothing runs.
    pub(super) fn collect_with_names(&mut self) -> Res<()> {
        let collected = self.collect_in_between();
        if self.may_forget_functions() {
            self.forget_functions(self.run.top);
        }
        if !self.rt.symbols.may_forget() {
            return collected;
        }
        self.forget_names(self.run.top);
        // Perhaps it was the names that left no room.
        self.account()?;
        self.rt.heap.make_room()
    }

    /// To be called right after a collection with the same `top`.
    #[cold]
    fn forget_functions(&mut self, top: usize) {
        let mut used = HashSet::new();
        let mut look = |v: Value| {
            if v.is(Kind::NATIVE) {
                used.insert(v.meta());
            }
        };
        self.rt.heap.each_value(&mut look);
        each_root!(self, top, &mut |roots| roots.iter().copied().for_each(&mut look));
        self.code.each_name(&mut look);
        let Vm { world, callbacks, .. } = self;
        world.natives.own.forget(|number| used.contains(&number), |number| callbacks.forget(number));
    }

    /// To be called right after a collection with the same `top`.
    #[cold]
    fn forget_names(&mut self, top: usize) {
        let mut used = SymbolSet::default();
        let mut look = |v: Value| {
            if let Some(s) = v.as_symbol().or(v.as_keyword()) {
                used.insert(s);
            }
        };
        self.rt.heap.each_value(&mut look);
        each_root!(self, top, &mut |roots| roots.iter().copied().for_each(&mut look));
        self.code.each_name(&mut look);
        let world = &self.world;
        let tables = world.modules.iter().flat_map(|m| m.own_names()).chain(world.globals.names());
        let tables = tables.chain(world.rt.closure_names.iter().copied().flatten());
        tables.for_each(|s| look(Value::symbol(s)));
        self.world.aliases.retain(&mut used);
        self.world.rt.symbols.forget(&used);
    }
}
