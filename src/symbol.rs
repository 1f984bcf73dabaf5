//! Symbols: each distinct name once, as a number.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use crate::memory::allocated;

/// The number of an interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Symbol(pub u32);

/// The number of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct ModuleId(pub u32);

/// The core: builtins and the part of the library that needs no `require`.
pub(crate) const CORE: ModuleId = ModuleId(0);

/// The program's own module: what the host evaluates belongs to it, and what it defines.
pub(crate) const PROGRAM: ModuleId = ModuleId(1);

/// The number of a package. They are never reused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct PackageId(pub u16);

/// All names of one engine. Names are never forgotten; what they take is charged to the memory limit.
#[derive(Default)]
pub(crate) struct Symbols {
    names: Vec<Box<str>>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    bytes: usize,
    gensyms: u64,
    /// The packages of the symbols that are not plain but belong to one; `None` for those that have been taken out of theirs.
    homes: HashMap<Symbol, Option<PackageId>>,
}

/// What a name takes besides its text: its place in the list and in the index, and what these have to spare.
const BYTES_PER_NAME: usize = 40;

/// Names for which there is room from the start.
const EXPECTED: usize = 800;

impl Symbols {
    pub fn new() -> Symbols {
        // The core alone has some hundred names.
        let mut symbols = Symbols {
            names: Vec::with_capacity(EXPECTED),
            index: HashTable::with_capacity(EXPECTED),
            ..Symbols::default()
        };
        for (i, name) in well_known::NAMES.iter().enumerate() {
            let s = symbols.intern(name);
            debug_assert_eq!(s.0 as usize, i);
        }
        symbols
    }

    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = self.hasher.hash_one(name);
        if let Some(&i) = self.index.find(hash, |&i| self.name(Symbol(i)) == name) {
            return Symbol(i);
        }
        let i = self.names.len() as u32;
        self.names.push(name.into());
        let (names, hasher) = (&self.names, &self.hasher);
        self.index.insert_unique(hash, i, |&j| hasher.hash_one(names.get(j as usize).map_or("", |n| n)));
        self.bytes += allocated(name.len()) + BYTES_PER_NAME;
        Symbol(i)
    }

    /// The symbol of that name if there is one already.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        let hash = self.hasher.hash_one(name);
        self.index.find(hash, |&i| self.name(Symbol(i)) == name).map(|&i| Symbol(i))
    }

    /// A symbol that no reader will ever produce: it is not in the index.
    pub fn gensym(&mut self, prefix: &str) -> Symbol {
        self.gensyms += 1;
        self.uninterned(&format!("{prefix}{}", self.gensyms))
    }

    /// A symbol of this name that no reader will ever produce.
    pub fn uninterned(&mut self, name: &str) -> Symbol {
        self.bytes += allocated(name.len()) + BYTES_PER_NAME;
        self.names.push(name.into());
        Symbol(self.names.len() as u32 - 1)
    }

    pub fn name(&self, s: Symbol) -> &str {
        self.names.get(s.0 as usize).map_or("", |n| n)
    }

    /// Was this symbol made by [`Symbols::gensym`]?
    pub fn is_uninterned(&self, s: Symbol) -> bool {
        self.find(self.name(s)) != Some(s) && !self.homes.contains_key(&s)
    }

    // ---- packages of Common Lisp: see [`crate::package`]

    /// A further symbol of this name, which belongs to a package.
    pub fn at_home(&mut self, plain: Symbol, home: PackageId) -> Symbol {
        let name = self.name(plain).to_string();
        let s = self.uninterned(&name);
        self.homes.insert(s, Some(home));
        // The entry here and that in the package.
        self.bytes += 64;
        s
    }

    /// The package to which a symbol belongs that is not plain.
    pub fn home(&self, s: Symbol) -> Option<PackageId> {
        self.homes.get(&s).copied().flatten()
    }

    /// Has the symbol been taken out of its package?
    pub fn is_homeless(&self, s: Symbol) -> bool {
        self.homes.get(&s) == Some(&None)
    }

    pub fn make_homeless(&mut self, s: Symbol) {
        self.homes.insert(s, None);
        self.bytes += 32;
    }

    /// The symbol of the same name that is found by its name.
    pub fn plain(&mut self, s: Symbol) -> Symbol {
        if self.homes.is_empty() {
            return s;
        }
        let name = self.name(s).to_string();
        self.intern(&name)
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Symbols that Rust code names. Their numbers are constants.
pub(crate) mod well_known {
    use super::Symbol;

    macro_rules! symbols {
        ($($id:ident = $name:literal),* $(,)?) => {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[repr(u32)]
            enum Index { $($id),* }
            $(pub const $id: Symbol = Symbol(Index::$id as u32);)*
            pub(super) const NAMES: &[&str] = &[$($name),*];
        };
    }

    symbols! {
        QUOTE = "quote", QUASI_QUOTE = "quasi-quote", UNQUOTE = "unquote", UNQUOTE_SPLICING = "unquote-splicing",
        ERROR = "error", IT = "it", SELF = "self", ELSE = "else", OTHERWISE = "otherwise", T = "t", NIL = "nil",
        OPTIONAL = "&optional", REST = "&rest", KEY = "&key", BODY = "&body", ARROW = "=>",
        FUNCTION = "function", QUASIQUOTE = "quasiquote",
        LEVEL = "level", FORWARD = "forward", NAKED = "naked", HIDDEN = "hidden", LOCKED = "locked", PAIRS = "pairs",
        DISTINCT = "distinct",
        TIE = "tie", FIRST = "first", DEGREE = "degree", WEIGHT = "weight", RANDOM = "random",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number() {
        let mut s = Symbols::new();
        let a = s.intern("propagate");
        assert_eq!(s.intern("propagate"), a);
        assert_eq!(s.name(a), "propagate");
        assert_eq!(s.intern("quote"), well_known::QUOTE);
    }

    #[test]
    fn gensyms_differ_from_every_name_that_can_be_read() {
        let mut s = Symbols::new();
        let g = s.gensym("g");
        let same_name = s.name(g).to_string();
        assert_ne!(s.intern(&same_name), g);
        assert!(s.is_uninterned(g));
    }
}
