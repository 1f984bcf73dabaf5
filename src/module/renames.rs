//! Names that macros introduce, and what they stand for.

use std::collections::HashMap;

use crate::symbol::{ModuleId, Symbol, SymbolSet};

/// Name and macro that an introduced name stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alias {
    pub name: Symbol,
    pub module: ModuleId,
    pub local: Option<u32>,
}

/// All introduced names.
#[derive(Clone, Default)]
pub(crate) struct Aliases(HashMap<Symbol, Alias>);

impl Aliases {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn add(&mut self, fresh: Symbol, alias: Alias) {
        self.0.insert(fresh, alias);
    }

    pub fn get(&self, name: Symbol) -> Option<Alias> {
        if self.0.is_empty() { None } else { self.0.get(&name).copied() }
    }

    /// Drops those of names that are no more, and adds to `used` what the others stand for.
    pub fn retain(&mut self, used: &mut SymbolSet) {
        // A name may stand for one that has been introduced itself.
        loop {
            let is_new = |(name, alias): &(&Symbol, &Alias)| used.contains(**name) && !used.contains(alias.name);
            let found: Vec<Symbol> = self.0.iter().filter(is_new).map(|(_, alias)| alias.name).collect();
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|s| used.insert(s));
        }
        self.0.retain(|&name, _| used.contains(name));
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * BYTES_PER_ALIAS
    }

    /// Bytes that one more may take, because it makes the table grow.
    pub fn growth(&self) -> usize {
        if self.0.len() == self.0.capacity() { 2 * self.bytes() + BYTES_PER_ALIAS } else { 0 }
    }

    /// The name that was written.
    pub fn plain(&self, name: Symbol) -> Symbol {
        let mut name = name;
        while let Some(a) = self.get(name) {
            name = a.name;
        }
        name
    }

    /// The name that was written, and the module in which it has its global meaning.
    pub fn origin(&self, module: ModuleId, name: Symbol) -> (ModuleId, Symbol) {
        let (mut module, mut name) = (module, name);
        while let Some(a) = self.get(name) {
            (module, name) = (a.module, a.name);
        }
        (module, name)
    }
}

/// Bytes that an alias takes; its name is a symbol like others.
const BYTES_PER_ALIAS: usize = size_of::<(Symbol, Alias)>() + 1;
