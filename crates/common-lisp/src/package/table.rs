//! Package operations of programs: exporting, importing, shadowing, and queries.

use klammer::dialect::{Symbol, Symbols};

use super::{COMMON_LISP, KEYWORD, PackageId, Packages, Status, USER};

impl Packages {
    /// Makes a symbol that the package has external.
    pub fn export(&mut self, id: PackageId, s: Symbol) {
        if let Some(p) = self.get_mut(id) {
            p.external.insert(s);
        }
    }

    pub fn unexport(&mut self, id: PackageId, s: Symbol) {
        if let Some(p) = self.get_mut(id) {
            p.external.remove(&s);
        }
    }

    /// Puts a symbol into a package; false if another one of this name is there, unless it is to be replaced.
    pub fn import(&mut self, symbols: &mut Symbols, id: PackageId, s: Symbol, replace: bool) -> bool {
        let plain = symbols.plain(s);
        let there = self.lookup(symbols, id, plain);
        if there.is_some_and(|(old, status)| old != s && !(replace && status != Status::Inherited)) && !replace {
            return false;
        }
        match there {
            Some((old, status)) if old == s && status != Status::Inherited => return true,
            _ => {}
        }
        if id == USER && plain == s {
            self.seen.insert(s);
            if let Some(p) = self.get_mut(id) {
                p.present.remove(&plain);
            }
            return true;
        }
        symbols.keep(s);
        if let Some(p) = self.get_mut(id) {
            p.present.insert(plain, s);
        }
        true
    }

    /// Gives a package a symbol of its own of that name, whatever it inherits.
    pub fn shadow(&mut self, symbols: &mut Symbols, id: PackageId, plain: Symbol) -> Symbol {
        let own = self.lookup(symbols, id, plain).filter(|f| f.1 != Status::Inherited).map(|f| f.0);
        let s = own.unwrap_or_else(|| symbols.at_home(plain, id));
        if let Some(p) = self.get_mut(id) {
            p.present.insert(plain, s);
            if !p.shadowing.contains(&s) {
                p.shadowing.push(s);
            }
        }
        s
    }

    /// Removes a symbol from a package. Returns whether it was there.
    pub fn unintern(&mut self, symbols: &mut Symbols, id: PackageId, s: Symbol) -> bool {
        let plain = symbols.plain(s);
        let there = self.lookup(symbols, id, plain).is_some_and(|f| f.0 == s && f.1 != Status::Inherited);
        if !there || id == COMMON_LISP {
            return false;
        }
        if let Some(p) = self.get_mut(id) {
            p.present.remove(&plain);
            p.external.remove(&s);
            p.shadowing.retain(|&x| x != s);
        }
        if s == plain {
            // Its name must lead to another symbol from now on.
            self.seen.remove(s);
            if id == USER {
                symbols.make_homeless(s);
                let fresh = symbols.at_home(plain, USER);
                if let Some(p) = self.get_mut(USER) {
                    p.present.insert(plain, fresh);
                }
            }
        } else if symbols.home(s) == Some(id) {
            symbols.make_homeless(s);
        }
        true
    }

    /// The symbols that are in a package: all, or those that are external.
    pub fn symbols(&mut self, symbols: &mut Symbols, id: PackageId, only_external: bool) -> Vec<Symbol> {
        self.learn_standard(symbols);
        let Some(package) = self.get(id) else { return Vec::new() };
        let mut found: Vec<Symbol> =
            package.present.values().copied().filter(|s| !only_external || package.external.contains(s)).collect();
        match id {
            COMMON_LISP => found.extend(self.standard.iter().copied()),
            KEYWORD => found.extend(self.keywords.iter()),
            USER => {
                let shadowed = |s: &Symbol| package.present.contains_key(s);
                let own = self.seen.iter().filter(|s| !self.standard.contains(s) && !shadowed(s));
                found.extend(own.filter(|s| !only_external || package.external.contains(s)));
            }
            _ => {}
        }
        found.sort_unstable_by(|&a, &b| symbols.name(a).cmp(symbols.name(b)));
        found
    }

    /// The names of symbols that would clash if `id` used `other`.
    pub fn conflicts(&mut self, symbols: &mut Symbols, id: PackageId, other: PackageId) -> Vec<Symbol> {
        let external = self.symbols(symbols, other, true);
        let clashes = |packages: &mut Packages, symbols: &mut Symbols, s: Symbol| {
            let plain = symbols.plain(s);
            let there = packages.lookup(symbols, id, plain);
            let shadowed = |x: Symbol| packages.get(id).is_some_and(|p| p.shadowing.contains(&x));
            there.is_some_and(|(x, _)| x != s && !shadowed(x))
        };
        external.into_iter().filter(|&s| clashes(self, symbols, s)).collect()
    }
}
