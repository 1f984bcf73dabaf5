//! Sets of symbols, a bit for each number.

use super::Symbol;

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
