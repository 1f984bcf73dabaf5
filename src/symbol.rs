//! Symbols: each distinct name once, as a number.

use std::borrow::Cow;
use std::hash::BuildHasher;
use std::sync::OnceLock;

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use crate::memory::allocated;

/// The number of an interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// The number of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ModuleId(pub u32);

/// The core: builtins and the part of the library that needs no `require`.
pub(crate) const CORE: ModuleId = ModuleId(0);

/// The program's own module: what the host evaluates belongs to it, and what it defines.
pub(crate) const PROGRAM: ModuleId = ModuleId(1);

/// The number of a package. They are never reused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PackageId(pub u16);

/// All names of one engine. What they take is charged to the memory limit. Interned names are never forgotten.
/// Uninterned symbols are forgotten when nothing refers to them.
#[derive(Clone)]
pub struct Symbols {
    /// Predefined names, which have the first numbers.
    fixed: &'static NameSet,
    names: Vec<Box<str>>,
    index: HashTable<u32>,
    /// Short names that were asked for lately, at the places that [`ShortName`] gives them.
    recent: Option<Box<[(ShortName, Symbol); ShortName::PLACES]>>,
    hasher: DefaultHashBuilder,
    bytes: usize,
    gensyms: u64,
    /// The symbols that no reader will ever produce and no package has, by their places.
    uninterned: Vec<u32>,
    /// Number of those from which a search for their owners pays.
    sweep_threshold: usize,
    /// Symbols that a collection never frees.
    pinned: SymbolSet,
    /// Places whose symbols are no more.
    free: Vec<u32>,
    /// The packages of the symbols that are not plain but belong to one; `None` for those that have been taken out of
    /// theirs.
    homes: HashMap<Symbol, Option<PackageId>>,
}

/// Bytes that a name takes besides its text: its slot in the list and in the index, with their spare capacity.
const BYTES_PER_NAME: usize = 40;

/// Number of uninterned symbols at which the first search for unused ones begins.
const MIN_SWEEP: usize = 4096;

/// The symbols of an engine in which nothing has happened.
impl Default for Symbols {
    fn default() -> Symbols {
        Symbols::new(NameSet::well_known())
    }
}

opaque!("Symbols" Symbols);

impl Symbols {
    pub(crate) fn new(fixed: &'static NameSet) -> Symbols {
        Symbols {
            fixed,
            names: Vec::new(),
            index: HashTable::new(),
            recent: None,
            hasher: DefaultHashBuilder::default(),
            bytes: 0,
            gensyms: 0,
            uninterned: Vec::new(),
            sweep_threshold: MIN_SWEEP,
            pinned: SymbolSet::default(),
            free: Vec::new(),
            homes: HashMap::new(),
        }
    }

    /// The symbol of that name.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.recent(name.as_bytes()) {
            return symbol;
        }
        let symbol = self.look_up(name);
        if let Some(short) = ShortName::new(name.as_bytes()) {
            let recent = self.recent.get_or_insert_with(|| Box::new([(ShortName::NONE, Symbol(0)); ShortName::PLACES]));
            let (first, second) = short.places();
            recent.swap(first, second);
            if let Some(place) = recent.get_mut(first) {
                *place = (short, symbol);
            }
        }
        symbol
    }

    /// The symbol of a short name that was asked for lately.
    #[inline]
    pub(crate) fn recent(&self, name: &[u8]) -> Option<Symbol> {
        self.known(ShortName::new(name)?)
    }

    /// Returns the symbol named by the first bytes of a text.
    #[inline]
    pub(crate) fn recent_at(&self, text: &[u8], length: usize) -> Option<Symbol> {
        self.known(ShortName::at(text, length)?)
    }

    #[inline]
    fn known(&self, short: ShortName) -> Option<Symbol> {
        let (first, second) = short.places();
        let recent = self.recent.as_deref()?;
        let found = |place: usize| recent.get(place).filter(|l| l.0 == short).map(|l| l.1);
        found(first).or_else(|| found(second))
    }

    fn look_up(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.fixed.find(name) {
            return symbol;
        }
        let hash = self.hasher.hash_one(name);
        if let Some(&i) = self.index.find(hash, |&i| own_name(&self.names, i) == name) {
            return self.own(i);
        }
        let i = self.names.len() as u32;
        self.names.push(name.into());
        let (names, hasher) = (&self.names, &self.hasher);
        self.index.insert_unique(hash, i, |&j| hasher.hash_one(own_name(names, j)));
        self.bytes += allocated(name.len()) + BYTES_PER_NAME;
        self.own(i)
    }

    /// The symbol of that name if there is one already.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        if let Some(symbol) = self.fixed.find(name) {
            return Some(symbol);
        }
        let hash = self.hasher.hash_one(name);
        self.index.find(hash, |&i| own_name(&self.names, i) == name).map(|&i| self.own(i))
    }

    /// The symbol of a name that has come later, by its place among those.
    fn own(&self, i: u32) -> Symbol {
        Symbol(self.fixed.len() as u32 + i)
    }

    /// The name of a symbol that is there from the start.
    pub(crate) fn fixed_name(&self, s: Symbol) -> Option<&'static str> {
        self.fixed.get(s)
    }

    /// A symbol that no reader will ever produce: it is not in the index.
    pub fn gensym(&mut self, prefix: &str) -> Symbol {
        self.gensyms += 1;
        self.uninterned(&format!("{prefix}{}", self.gensyms))
    }

    /// A symbol of this name that no reader will ever produce.
    pub fn uninterned(&mut self, name: &str) -> Symbol {
        self.bytes += allocated(name.len()) + BYTES_PER_NAME;
        let i = match self.free.pop() {
            Some(i) => {
                if let Some(place) = self.names.get_mut(i as usize) {
                    *place = name.into();
                }
                i
            }
            None => self.push(name),
        };
        self.uninterned.push(i);
        self.own(i)
    }

    fn push(&mut self, name: &str) -> u32 {
        self.names.push(name.into());
        self.names.len() as u32 - 1
    }

    /// Pins a symbol: a holder that the collector does not trace refers to it.
    pub fn keep(&mut self, s: Symbol) {
        self.pinned.insert(s);
    }

    /// Returns whether enough symbols may be unused that a search for them pays.
    pub(crate) fn may_forget(&self) -> bool {
        self.uninterned.len() >= self.sweep_threshold
    }

    /// Forgets the symbols that no reader will ever produce and that are not among `used`. Their numbers will be those
    /// of new ones.
    pub(crate) fn forget(&mut self, used: &SymbolSet) {
        let Symbols { names, free, uninterned, pinned, bytes, homes, fixed, .. } = self;
        uninterned.retain(|&i| {
            let symbol = Symbol(fixed.len() as u32 + i);
            let stays = used.contains(symbol) || pinned.contains(symbol);
            if !stays && let Some(name) = names.get_mut(i as usize) {
                *bytes = bytes.saturating_sub(allocated(name.len()) + BYTES_PER_NAME);
                *name = Box::default();
                homes.remove(&symbol);
                free.push(i);
            }
            stays
        });
        self.sweep_threshold = MIN_SWEEP.max(2 * self.uninterned.len());
    }

    /// Like [`Symbols::name`], but owned. Names of the fixed table are not copied.
    pub(crate) fn shared_name(&self, s: Symbol) -> Cow<'static, str> {
        let fixed = self.fixed;
        match fixed.get(s) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(self.name(s).to_string()),
        }
    }

    /// Returns the name of a symbol.
    pub fn name(&self, s: Symbol) -> &str {
        match (s.0 as usize).checked_sub(self.fixed.len()) {
            Some(i) => self.names.get(i).map_or("", |n| n),
            None => self.fixed.get(s).unwrap_or(""),
        }
    }

    /// Returns whether no reader will ever produce the symbol ([`Symbols::uninterned`]).
    pub fn is_uninterned(&self, s: Symbol) -> bool {
        self.find(self.name(s)) != Some(s) && !self.homes.contains_key(&s)
    }

    // ---- symbols of one name in several packages: which there are, dialects keep

    /// A further symbol of this name, which belongs to a package.
    pub fn at_home(&mut self, plain: Symbol, home: PackageId) -> Symbol {
        let name = self.name(plain).to_string();
        self.bytes += allocated(name.len()) + BYTES_PER_NAME;
        let i = self.push(&name);
        let s = self.own(i);
        self.homes.insert(s, Some(home));
        // The entry here and that in the package.
        self.bytes += 64;
        s
    }

    /// The package to which a symbol belongs that is not plain.
    pub fn home(&self, s: Symbol) -> Option<PackageId> {
        self.homes.get(&s).copied().flatten()
    }

    /// Returns whether the symbol has been taken out of its package.
    pub fn is_homeless(&self, s: Symbol) -> bool {
        self.homes.get(&s) == Some(&None)
    }

    /// Lets a symbol belong to no package.
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

/// A name of at most seven bytes in one word: these, and how many they are, plus one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ShortName(u64);

impl ShortName {
    /// Places for names that were asked for lately.
    const PLACES: usize = 128;

    const NONE: ShortName = ShortName(0);

    #[inline]
    fn new(name: &[u8]) -> Option<ShortName> {
        if name.len() >= 8 {
            return None;
        }
        let bytes = name.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        Some(ShortName((name.len() as u64 + 1) << 56 | bytes))
    }

    /// The name that consists of the first bytes of a text.
    #[inline]
    fn at(text: &[u8], length: usize) -> Option<ShortName> {
        match text.first_chunk() {
            // Not byte by byte: names are of different lengths, and the number of iterations is hard to foresee.
            Some(&bytes) if (1..8).contains(&length) => {
                Some(ShortName((length as u64 + 1) << 56 | u64::from_be_bytes(bytes) >> (64 - 8 * length)))
            }
            _ => ShortName::new(text.get(..length)?),
        }
    }

    /// The two slots in which it may be: the first by the upper bits of a product (Knuth's multiplicative hashing), the
    /// second after it has been displaced.
    #[inline]
    fn places(self) -> (usize, usize) {
        let first = (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as usize;
        (first, first ^ 1)
    }
}

fn own_name(names: &[Box<str>], i: u32) -> &str {
    names.get(i as usize).map_or("", |n| n)
}

/// Symbols that Rust code names. Their numbers are constants.
pub mod well_known {
    use super::Symbol;

    macro_rules! symbols {
        ($($id:ident = $name:literal),* $(,)?) => {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[repr(u32)]
            enum Index { $($id),* }
            $(#[doc = concat!("`", $name, "`")] pub const $id: Symbol = Symbol(Index::$id as u32);)*
            pub(super) const NAMES: &[&str] = &[$($name),*];
        };
    }

    symbols! {
        QUOTE = "quote", QUASI_QUOTE = "quasi-quote", UNQUOTE = "unquote", UNQUOTE_SPLICING = "unquote-splicing",
        ERROR = "error", IT = "it", SELF = "self", ELSE = "else", OTHERWISE = "otherwise", T = "t", NIL = "nil",
        OPTIONAL = "&optional", REST = "&rest", KEY = "&key", BODY = "&body", ARROW = "=>",
        FUNCTION = "function", QUASIQUOTE = "quasiquote",
        LEVEL = "level",
        TIE = "tie", FIRST = "first", DEGREE = "degree", WEIGHT = "weight", RANDOM = "random",
    }
}

/// Returns whether this is the name of something that only the library and the compiler use.
pub(crate) fn is_private(name: &str) -> bool {
    name.starts_with('%')
}

/// Returns a name as it is shown. A native that a dialect gives its name is `%name` (or `%%name`) in the core.
pub(crate) fn shown(name: &str) -> &str {
    name.trim_start_matches('%')
}

/// A set of symbols.
#[derive(Clone, Default, Debug)]
pub struct SymbolSet(Vec<u64>);

impl SymbolSet {
    /// Adds a symbol.
    #[inline]
    pub fn insert(&mut self, s: Symbol) {
        let word = s.0 as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        if let Some(bits) = self.0.get_mut(word) {
            *bits |= 1 << (s.0 % 64);
        }
    }

    /// Returns whether a symbol is in the set.
    pub fn contains(&self, s: Symbol) -> bool {
        self.0.get(s.0 as usize / 64).is_some_and(|bits| bits >> (s.0 % 64) & 1 == 1)
    }

    /// Removes a symbol.
    pub fn remove(&mut self, s: Symbol) {
        if let Some(bits) = self.0.get_mut(s.0 as usize / 64) {
            *bits &= !(1 << (s.0 % 64));
        }
    }

    /// In the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + '_ {
        (0..self.0.len() * 64).map(|n| Symbol(n as u32)).filter(|&s| self.contains(s))
    }
}

// Names that all engines share, numbered before there is an engine.

/// A set of names, numbered from 0 on, the [`well_known`] ones first.
pub(crate) struct NameSet {
    names: Vec<&'static str>,
    numbers: HashMap<&'static str, Symbol>,
}

impl NameSet {
    /// The names that Rust code names.
    pub fn well_known() -> &'static NameSet {
        static NAMES: OnceLock<NameSet> = OnceLock::new();
        NAMES.get_or_init(NameSet::new)
    }

    pub fn new() -> NameSet {
        let mut set = NameSet { names: Vec::new(), numbers: HashMap::new() };
        for name in well_known::NAMES {
            set.add(name);
        }
        set
    }

    /// Adds a name, unless it is there. Returns its number.
    pub fn add(&mut self, name: &'static str) -> Symbol {
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            Symbol(self.names.len() as u32 - 1)
        })
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of this number.
    pub fn get(&self, number: Symbol) -> Option<&'static str> {
        self.names.get(number.0 as usize).copied()
    }

    /// The number of this name.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.numbers.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number() {
        let mut s = Symbols::new(NameSet::well_known());
        let a = s.intern("propagate");
        assert_eq!(s.intern("propagate"), a);
        assert_eq!(s.name(a), "propagate");
        assert_eq!(s.intern("quote"), well_known::QUOTE);
    }

    #[test]
    fn different_short_names_have_other_numbers() {
        let mut s = Symbols::new(NameSet::well_known());
        let names: Vec<String> =
            (0..2000).map(|i| format!("{i}")).chain(["".into(), "\0".into(), "0\0".into()]).collect();
        let all: Vec<Symbol> = names.iter().map(|n| s.intern(n)).collect();
        for (name, symbol) in names.iter().zip(&all) {
            assert_eq!((s.intern(name), s.name(*symbol)), (*symbol, name.as_str()));
        }
    }

    #[test]
    fn unused_symbols_free_their_numbers() {
        let mut s = Symbols::new(NameSet::well_known());
        let plain = s.intern("plain");
        let all: Vec<Symbol> = (0..MIN_SWEEP).map(|_| s.gensym("g")).collect();
        assert!(s.may_forget());
        let (bytes, mut used) = (s.bytes(), SymbolSet::default());
        used.insert(all[7]);
        let kept = s.name(all[7]).to_string();
        s.forget(&used);
        assert!(!s.may_forget() && s.bytes() < bytes / 100);
        assert_eq!((s.name(plain), s.name(all[7])), ("plain", kept.as_str()));
        let new = s.gensym("new");
        assert!(all.contains(&new) && new != all[7] && s.is_uninterned(new));
    }

    #[test]
    fn gensyms_differ_from_all_readable_names() {
        let mut s = Symbols::new(NameSet::well_known());
        let g = s.gensym("g");
        let same_name = s.name(g).to_string();
        assert_ne!(s.intern(&same_name), g);
        assert!(s.is_uninterned(g));
    }
}

#[cfg(test)]
mod names_tests {
    use super::*;

    #[test]
    fn each_name_is_found_under_its_number() {
        let mut names = NameSet::new();
        let number = names.add("map-with");
        assert_eq!((names.find("map-with"), names.get(number)), (Some(number), Some("map-with")));
        assert_eq!(names.find("quote"), Some(well_known::QUOTE));
        assert_eq!(names.find("no-such-name"), None);
        assert_eq!(names.get(Symbol(names.len() as u32)), None);
    }
}
