//! The bindings that are visible where a form stands, innermost last.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::binding::Binding;
use crate::symbol::Symbol;

/// Number of the outermost bindings that are searched linearly: nearly every form has fewer.
const FEW: usize = 32;

#[derive(Default)]
pub(crate) struct Scopes {
    all: SmallVec<[(Symbol, Binding); 8]>,
    /// Positions of the names bound after the first [`FEW`].
    places: Option<Box<HashMap<Symbol, Vec<usize>>>>,
}

impl Scopes {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn get(&self, place: usize) -> Option<Binding> {
        self.all.get(place).map(|s| s.1)
    }

    #[inline]
    pub fn push(&mut self, name: Symbol, binding: Binding) {
        if self.all.len() >= FEW {
            self.note_place(name);
        }
        self.all.push((name, binding));
    }

    #[cold]
    fn note_place(&mut self, name: Symbol) {
        self.places.get_or_insert_default().entry(name).or_default().push(self.all.len());
    }

    /// Forgets all bindings but the outermost ones.
    pub fn truncate(&mut self, left: usize) {
        if self.all.len() > FEW {
            self.truncate_many(left.max(FEW));
        }
        self.all.truncate(left);
    }

    #[inline(never)]
    fn truncate_many(&mut self, left: usize) {
        for (name, _) in self.all.drain(left.min(self.all.len())..) {
            if let Some(places) = self.places.as_mut().and_then(|places| places.get_mut(&name)) {
                places.pop();
            }
        }
    }

    /// The innermost binding of a name that fits, among the outermost `within`.
    #[inline]
    pub fn find(&self, name: Symbol, within: usize, fits: impl Fn(Binding) -> bool) -> Option<usize> {
        if within > FEW
            && self.all.len() > FEW
            && let Some(place) = self.find_among_many(name, within, &fits)
        {
            return Some(place);
        }
        let few = self.all.get(..within.min(FEW)).unwrap_or(&self.all);
        few.iter().rposition(|&(n, b)| n == name && fits(b))
    }

    #[inline(never)]
    fn find_among_many(&self, name: Symbol, within: usize, fits: &dyn Fn(Binding) -> bool) -> Option<usize> {
        let places = self.places.as_ref()?.get(&name)?;
        places.iter().copied().rev().find(|&place| place < within && self.get(place).is_some_and(fits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::ir::VarId;
    use crate::symbol::well_known::{ELSE, IT, QUOTE};

    #[test]
    fn the_innermost_binding_is_found_among_few_and_many() {
        for outer in [0, 1, FEW - 1, FEW, FEW + 1, 1000] {
            let mut s = Scopes::default();
            (0..outer).for_each(|i| s.push(QUOTE, Binding::Var(VarId(i as u32))));
            s.push(IT, Binding::Var(VarId(0)));
            s.push(QUOTE, Binding::Var(VarId(1)));
            s.push(IT, Binding::Function(VarId(2)));
            assert_eq!(s.find(IT, s.len(), |_| true), Some(outer + 2));
            assert_eq!(s.find(IT, s.len(), |b| b.is_in(false)), Some(outer));
            assert_eq!(s.find(IT, outer + 2, |_| true), Some(outer));
            assert_eq!(s.find(IT, outer, |_| true), None);
            assert_eq!(s.find(ELSE, s.len(), |_| true), None);
            s.truncate(outer + 1);
            assert_eq!(s.find(IT, s.len(), |_| true), Some(outer));
            s.truncate(outer / 2);
            assert_eq!(s.find(IT, s.len(), |_| true), None);
            assert_eq!(s.find(QUOTE, s.len(), |_| true), (outer / 2).checked_sub(1));
        }
    }
}
