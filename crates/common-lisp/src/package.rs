//! Packages of Common Lisp: which symbol a name means where, and the natives of packages. These have packages by their
//! numbers; `lisp/package.lisp` makes objects of them and checks arguments.
//!
//! Symbols that the core, the packages COMMON-LISP and COMMON-LISP-USER, and keywords have are *plain*: one for each
//! name, found in [`Symbols`]. A symbol that another package makes is a further one with the same name, whose home is
//! noted there. So programs with a single package have the names of the core, and the tables below stay empty.
//!
//! Names of packages are as programs see them, names of symbols as they are inside (see [`super::reading`]).

use hashbrown::{HashMap, HashSet};
use klammer::dialect::{
    Limit, PackageId, Result, Runtime, StringRef, Symbol, SymbolSet, Symbols, Value, natives, well_known,
};

use super::notation::inverted;
use super::{Lisp, lisp};

pub(crate) const COMMON_LISP: PackageId = PackageId(0);
pub(crate) const USER: PackageId = PackageId(1);
pub(crate) const KEYWORD: PackageId = PackageId(2);

/// Status of a symbol in a package.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Internal,
    External,
    /// It is external in a package that this one uses.
    Inherited,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Internal => "internal",
            Status::External => "external",
            Status::Inherited => "inherited",
        }
    }
}

#[derive(Clone, Default)]
pub(crate) struct Package {
    pub name: String,
    pub nicknames: Vec<String>,
    pub uses: Vec<PackageId>,
    /// The symbols that are in this package, by the plain symbol of their name.
    present: HashMap<Symbol, Symbol>,
    external: HashSet<Symbol>,
    pub shadowing: Vec<Symbol>,
    pub deleted: bool,
}

impl Package {
    /// Returns the number of symbols that a walk through them looks at.
    pub fn symbols_to_look_at(&self) -> usize {
        self.present.len() + self.external.len()
    }
}

/// All packages of one engine.
#[derive(Clone)]
pub(crate) struct Packages {
    all: Vec<Package>,
    /// The plain symbols that COMMON-LISP exports; filled when somebody asks.
    standard: HashSet<Symbol>,
    /// By number: the plain symbols that were read or interned in COMMON-LISP-USER, and as keywords.
    seen: SymbolSet,
    keywords: SymbolSet,
}

/// The names that the standard says COMMON-LISP exports, and what each of them is.
pub(crate) fn standard_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("package/standard.txt").lines().filter_map(|line| line.split_once(' '))
}

impl Default for Packages {
    fn default() -> Packages {
        let package = |name: &str, nicknames: &[&str], uses: &[PackageId]| Package {
            name: name.into(),
            nicknames: nicknames.iter().map(|&n| n.into()).collect(),
            uses: uses.into(),
            ..Package::default()
        };
        Packages {
            all: vec![
                package("COMMON-LISP", &["CL"], &[]),
                package("COMMON-LISP-USER", &["CL-USER"], &[COMMON_LISP]),
                package("KEYWORD", &[], &[]),
            ],
            standard: HashSet::new(),
            seen: SymbolSet::default(),
            keywords: SymbolSet::default(),
        }
    }
}

impl Packages {
    pub fn get(&self, id: PackageId) -> Option<&Package> {
        self.all.get(id.0 as usize)
    }

    /// Returns the number of packages, and of names in the lists of a package, that operations on it look at.
    pub fn names_to_look_at(&self, id: PackageId) -> usize {
        self.all.len() + self.get(id).map_or(0, |p| p.uses.len() + p.nicknames.len() + p.shadowing.len())
    }

    pub fn get_mut(&mut self, id: PackageId) -> Option<&mut Package> {
        self.all.get_mut(id.0 as usize)
    }

    /// The package of that name or nickname.
    pub fn find(&self, name: &str) -> Option<PackageId> {
        let found =
            self.all.iter().position(|p| !p.deleted && (p.name == name || p.nicknames.iter().any(|n| n == name)));
        found.map(|n| PackageId(n as u16))
    }

    /// All packages that have not been deleted.
    pub fn ids(&self) -> impl Iterator<Item = PackageId> + '_ {
        let there = self.all.iter().enumerate().filter(|(_, p)| !p.deleted);
        there.map(|(n, _)| PackageId(n as u16))
    }

    /// A new package; `None` if there are too many.
    pub fn add(&mut self, name: &str, nicknames: Vec<String>) -> Option<PackageId> {
        let id = u16::try_from(self.all.len()).ok().filter(|&n| n < 4096)?;
        self.all.push(Package { name: name.into(), nicknames, ..Package::default() });
        Some(PackageId(id))
    }

    /// Returns whether a name read in COMMON-LISP-USER means its plain symbol.
    fn user_is_plain(&self) -> bool {
        self.get(USER).is_some_and(|p| p.present.is_empty() && p.uses.len() == 1)
    }

    /// Returns whether the plain symbol is one that COMMON-LISP exports.
    pub fn is_standard(&mut self, symbols: &mut Symbols, plain: Symbol) -> bool {
        self.learn_standard(symbols);
        self.standard.contains(&plain)
    }

    fn learn_standard(&mut self, symbols: &mut Symbols) {
        if self.standard.is_empty() {
            self.standard = standard_names().map(|(name, _)| symbols.intern(name)).collect();
        }
    }

    /// The symbol that a plain one's name means in a package, and how the package has it.
    pub fn lookup(&mut self, symbols: &mut Symbols, id: PackageId, plain: Symbol) -> Option<(Symbol, Status)> {
        self.learn_standard(symbols);
        let own = self.present_in(id, plain);
        own.or_else(|| {
            let uses = self.get(id)?.uses.clone();
            let inherited =
                uses.into_iter().find_map(|u| self.present_in(u, plain).filter(|f| f.1 == Status::External));
            inherited.map(|(s, _)| (s, Status::Inherited))
        })
    }

    fn present_in(&self, id: PackageId, plain: Symbol) -> Option<(Symbol, Status)> {
        let package = self.get(id)?;
        let status = |s| if package.external.contains(&s) { Status::External } else { Status::Internal };
        if let Some(&s) = package.present.get(&plain) {
            return Some((s, status(s)));
        }
        match id {
            COMMON_LISP => self.standard.contains(&plain).then_some((plain, Status::External)),
            KEYWORD => self.keywords.contains(plain).then_some((plain, Status::External)),
            USER if self.seen.contains(plain) && !self.standard.contains(&plain) => Some((plain, status(plain))),
            _ => None,
        }
    }

    /// The symbol that a name means in a package, which has it from now on; and how it had it before.
    pub fn intern(&mut self, symbols: &mut Symbols, id: PackageId, plain: Symbol) -> (Symbol, Option<Status>) {
        if let Some((s, status)) = self.lookup(symbols, id, plain) {
            return (s, Some(status));
        }
        match id {
            USER => self.seen.insert(plain),
            KEYWORD => self.keywords.insert(plain),
            _ => {
                let s = symbols.at_home(plain, id);
                if let Some(p) = self.get_mut(id) {
                    p.present.insert(plain, s);
                }
                return (s, None);
            }
        }
        (plain, None)
    }

    /// A word of a program's text in COMMON-LISP-USER, or a keyword: the usual cases, which must be quick.
    #[inline]
    pub fn read_plain(&mut self, id: PackageId, plain: Symbol) -> bool {
        let usual = id == KEYWORD || id == USER && self.user_is_plain();
        match id {
            _ if !usual => {}
            KEYWORD => self.keywords.insert(plain),
            _ => self.seen.insert(plain),
        }
        usual
    }

    /// The package that a symbol belongs to; none if it is uninterned.
    pub fn home(&mut self, symbols: &mut Symbols, s: Symbol) -> Option<PackageId> {
        if let Some(home) = symbols.home(s) {
            return Some(home);
        }
        if symbols.is_uninterned(s) || symbols.is_homeless(s) {
            return None;
        }
        Some(if self.is_standard(symbols, s) { COMMON_LISP } else { USER })
    }

    /// The symbol that stands for the function name `(setf name)`, in the package of the name.
    pub fn setter(&mut self, symbols: &mut Symbols, name: Symbol) -> Symbol {
        let plain = symbols.intern(&format!("(setf {})", symbols.name(name)));
        match symbols.home(name) {
            Some(home) => self.intern(symbols, home, plain).0,
            None => plain,
        }
    }

    /// Returns the prefix with which a symbol is read back in package `current`.
    pub fn prefix(&self, symbols: &Symbols, current: PackageId, s: Symbol) -> Prefix {
        let home = symbols.home(s);
        if symbols.is_uninterned(s) || symbols.is_homeless(s) {
            return Prefix::Uninterned;
        }
        if current == USER && home.is_none() && self.user_is_plain() {
            return Prefix::None;
        }
        let plain = symbols.find(symbols.name(s)).unwrap_or(s);
        let seen_from = |id| {
            let package = self.get(id)?;
            let own = self.present_in(id, plain);
            // A symbol that is not standard and was not read there still belongs to COMMON-LISP-USER.
            let own = own.or(if id == USER && home.is_none() { Some((s, Status::Internal)) } else { None });
            own.or_else(|| {
                package.uses.iter().find_map(|&u| self.present_in(u, plain).filter(|f| f.1 == Status::External))
            })
        };
        if seen_from(current).is_some_and(|f| f.0 == s) {
            return Prefix::None;
        }
        let home = home.unwrap_or(if self.standard.contains(&s) { COMMON_LISP } else { USER });
        let external = self.present_in(home, plain).is_some_and(|f| f == (s, Status::External));
        Prefix::Package(home, external)
    }
}

/// See [`Packages::prefix`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prefix {
    None,
    Uninterned,
    /// The name of the package, and one colon if the symbol is external, else two.
    Package(PackageId, bool),
}

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

/// Returns the packages and the symbols of an engine.
fn state(rt: &mut Runtime) -> (&mut Packages, &mut Symbols) {
    let (lisp, symbols) = rt.state::<Lisp>();
    (&mut lisp.packages, symbols)
}

/// Packages and names in lists that a tick pays for.
const NAMES_PER_TICK: usize = 64;

fn package(number: usize) -> PackageId {
    PackageId(u16::try_from(number).unwrap_or(u16::MAX))
}

fn number(id: PackageId) -> Value {
    Value::fix(id.0.into())
}

fn numbers(rt: &mut Runtime, ids: Vec<PackageId>) -> Result<Value> {
    let items: Vec<Value> = ids.into_iter().map(number).collect();
    rt.heap.list(&items)
}

/// Converts a symbol of a package to a value.
fn value(id: PackageId, s: Symbol) -> Value {
    match s {
        s if id == KEYWORD => Value::keyword(s),
        well_known::NIL => Value::NIL,
        well_known::T => Value::T,
        s => Value::symbol(s),
    }
}

/// Pays for a look at all packages, and at the names that a package keeps in lists.
fn pay(rt: &mut Runtime, id: PackageId) -> Result<()> {
    let names = lisp(rt).packages.names_to_look_at(id);
    rt.charge(names / NAMES_PER_TICK)
}

/// Pays for a walk through all symbols of a package, four of which cost this many ticks.
fn pay_for_symbols(rt: &mut Runtime, id: PackageId, ticks: usize) -> Result<()> {
    let symbols = lisp(rt).packages.get(id).map_or(0, Package::symbols_to_look_at);
    rt.charge(symbols / 4 * ticks)
}

fn values(rt: &mut Runtime, id: PackageId, symbols: Vec<Symbol>) -> Result<Value> {
    rt.charge(symbols.len() / 4)?;
    rt.heap.reserve(symbols.len() * 2 * size_of::<Value>())?;
    let items: Vec<Value> = symbols.into_iter().map(|s| value(id, s)).collect();
    rt.heap.list(&items)
}

fn symbol(rt: &Runtime, v: Value) -> Result<Symbol> {
    match v {
        Value::NIL => Ok(well_known::NIL),
        Value::T => Ok(well_known::T),
        v => v.as_symbol().or(v.as_keyword()).ok_or_else(|| rt.wrong_type("package", "symbol", "a symbol", v)),
    }
}

/// The plain symbol of a name as programs see it.
fn plain(rt: &mut Runtime, name: StringRef) -> Result<Symbol> {
    let name = inverted(&rt.text(name.0)?).into_owned();
    rt.intern(&name)
}

/// A list of a symbol and how the package has it.
fn found(rt: &mut Runtime, id: PackageId, s: Symbol, status: Option<Status>) -> Result<Value> {
    let status = match status {
        Some(status) => Value::keyword(rt.symbols.intern(status.name())),
        None => Value::NIL,
    };
    rt.heap.list(&[value(id, s), status])
}

/// The texts in a list of strings.
fn texts(rt: &mut Runtime, list: Value) -> Result<Vec<String>> {
    let items = rt.list_items("package", list)?;
    Ok(items.into_iter().filter_map(|v| rt.heap.as_str(v).map(str::to_string)).collect())
}

natives! { "common-lisp";
    /// The number of the package of that name, or nil.
    fn "%package-find" (rt, name: StringRef) {
        pay(rt, USER)?;
        let name = rt.text(name.0)?;
        let id = lisp(rt).packages.find(&name);
        Ok(id.map_or(Value::NIL, number))
    }

    /// The number of a new package.
    fn "%package-make" (rt, name: StringRef, nicknames: Value) {
        pay(rt, USER)?;
        let nicknames = texts(rt, nicknames)?;
        let name = rt.text(name.0)?;
        rt.heap.add_external(name.len() + nicknames.iter().map(|n| n.len() + 24).sum::<usize>() + 400)?;
        match lisp(rt).packages.add(&name, nicknames) {
            Some(id) => Ok(number(id)),
            None => Err(Limit::Memory.into()),
        }
    }

    fn "%package-rename" (rt, id: usize, name: StringRef, nicknames: Value) {
        let nicknames = texts(rt, nicknames)?;
        let name = rt.text(name.0)?;
        rt.heap.add_external(name.len() + nicknames.iter().map(|n| n.len() + 24).sum::<usize>())?;
        if let Some(p) = lisp(rt).packages.get_mut(package(id)) {
            (p.name, p.nicknames) = (name, nicknames);
        }
        Ok(Value::NIL)
    }

    fn "%package-delete" (rt, id: usize) {
        if let Some(p) = lisp(rt).packages.get_mut(package(id)) {
            p.deleted = true;
        }
        Ok(Value::NIL)
    }

    /// Its name, or nil if it has been deleted.
    fn "%package-name" (rt, id: usize) {
        match lisp(rt).packages.get(package(id)).filter(|p| !p.deleted).map(|p| p.name.clone()) {
            Some(name) => rt.heap.string(name),
            None => Ok(Value::NIL),
        }
    }

    fn "%package-nicknames" (rt, id: usize) {
        let names = lisp(rt).packages.get(package(id)).map_or(Vec::new(), |p| p.nicknames.clone());
        let names = names.into_iter().map(|n| rt.heap.string(n)).collect::<Result<Vec<Value>>>()?;
        rt.heap.list(&names)
    }

    fn "%package-uses" (rt, id: usize) {
        pay(rt, package(id))?;
        let ids = lisp(rt).packages.get(package(id)).map_or(Vec::new(), |p| p.uses.clone());
        numbers(rt, ids)
    }

    fn "%package-users" (rt, id: usize) {
        pay(rt, package(id))?;
        let id = package(id);
        let packages = &lisp(rt).packages;
        let uses = |p: &PackageId| packages.get(*p).is_some_and(|p| p.uses.contains(&id));
        let ids = packages.ids().filter(uses).collect();
        numbers(rt, ids)
    }

    /// The numbers of all packages.
    fn "%packages" (rt) {
        pay(rt, USER)?;
        let ids = lisp(rt).packages.ids().collect();
        numbers(rt, ids)
    }

    fn "%package-shadowing" (rt, id: usize) {
        pay(rt, package(id))?;
        let symbols = lisp(rt).packages.get(package(id)).map_or(Vec::new(), |p| p.shadowing.clone());
        values(rt, package(id), symbols)
    }

    /// Lets a package use another one.
    fn "%package-use" (rt, id: usize, other: usize) {
        pay(rt, package(id))?;
        let other = package(other);
        if let Some(p) = lisp(rt).packages.get_mut(package(id)).filter(|p| !p.uses.contains(&other)) {
            p.uses.push(other);
        }
        Ok(Value::NIL)
    }

    fn "%package-unuse" (rt, id: usize, other: usize) {
        pay(rt, package(id))?;
        if let Some(p) = lisp(rt).packages.get_mut(package(id)) {
            p.uses.retain(|&u| u != package(other));
        }
        Ok(Value::NIL)
    }

    /// The symbols of another package whose names mean something else in this one.
    fn "%package-conflicts" (rt, id: usize, other: usize) {
        // Each is looked for among those that the package keeps.
        let kept = lisp(rt).packages.names_to_look_at(package(id)) / NAMES_PER_TICK;
        pay_for_symbols(rt, package(other), 1 + kept)?;
        let (packages, symbols) = state(rt);
        let symbols = packages.conflicts(symbols, package(id), package(other));
        values(rt, package(other), symbols)
    }

    /// A list of the symbol that a name means in a package, which has it from now on, and how it had it before.
    fn "%package-intern" (rt, id: usize, name: StringRef) {
        pay(rt, package(id))?;
        let plain = plain(rt, name)?;
        let id = package(id);
        let before = rt.symbols.bytes();
        let (packages, symbols) = state(rt);
        let (s, status) = packages.intern(symbols, id, plain);
        rt.heap.add_external(rt.symbols.bytes() - before)?;
        found(rt, id, s, status)
    }

    /// A list of the symbol that a name means in a package and how it has it, or nil.
    fn "%package-lookup" (rt, id: usize, name: StringRef) {
        pay(rt, package(id))?;
        let name = inverted(&rt.text(name.0)?).into_owned();
        // The standard symbols must be known before the lookup of a name.
        let (packages, symbols) = state(rt);
        packages.is_standard(symbols, well_known::NIL);
        let Some(plain) = rt.symbols.find(&name) else { return Ok(Value::NIL) };
        let id = package(id);
        let (packages, symbols) = state(rt);
        match packages.lookup(symbols, id, plain) {
            Some((s, status)) => found(rt, id, s, Some(status)),
            None => Ok(Value::NIL),
        }
    }

    fn "%package-export" (rt, id: usize, name: Value) {
        let s = symbol(rt, name)?;
        lisp(rt).packages.export(package(id), s);
        Ok(Value::T)
    }

    fn "%package-unexport" (rt, id: usize, name: Value) {
        let s = symbol(rt, name)?;
        lisp(rt).packages.unexport(package(id), s);
        Ok(Value::T)
    }

    /// Puts a symbol into a package; nil if its name means another one there, which is not to be replaced.
    fn "%package-import" (rt, id: usize, name: Value, replace: Value) {
        pay(rt, package(id))?;
        let s = symbol(rt, name)?;
        rt.heap.add_external(64)?;
        let (packages, symbols) = state(rt);
        Ok(packages.import(symbols, package(id), s, !replace.is_nil()))
    }

    /// Gives a package a symbol of its own of that name.
    fn "%package-shadow" (rt, id: usize, name: StringRef) {
        pay(rt, package(id))?;
        let plain = plain(rt, name)?;
        rt.heap.add_external(64)?;
        let (packages, symbols) = state(rt);
        let s = packages.shadow(symbols, package(id), plain);
        Ok(value(package(id), s))
    }

    /// Makes a symbol one of those that a package keeps when its names clash with others.
    fn "%package-keep" (rt, id: usize, name: Value) {
        pay(rt, package(id))?;
        let s = symbol(rt, name)?;
        if let Some(p) = lisp(rt).packages.get_mut(package(id)).filter(|p| !p.shadowing.contains(&s)) {
            p.shadowing.push(s);
        }
        Ok(Value::T)
    }

    fn "%package-unintern" (rt, id: usize, name: Value) {
        pay(rt, package(id))?;
        let s = symbol(rt, name)?;
        rt.heap.add_external(128)?;
        let (packages, symbols) = state(rt);
        Ok(packages.unintern(symbols, package(id), s))
    }

    /// The symbols that are in a package, or only those that are external.
    fn "%package-symbols" (rt, id: usize, external: Value) {
        pay_for_symbols(rt, package(id), 1)?;
        let (packages, symbols) = state(rt);
        let symbols = packages.symbols(symbols, package(id), !external.is_nil());
        values(rt, package(id), symbols)
    }

    /// The number of the package that a symbol belongs to, or nil.
    fn "%symbol-home" (rt, name: Value) {
        if name.as_keyword().is_some() {
            return Ok(number(KEYWORD));
        }
        let s = symbol(rt, name)?;
        let (packages, symbols) = state(rt);
        let home = packages.home(symbols, s);
        Ok(home.map_or(Value::NIL, number))
    }

    /// The symbol that stands for the function name `(setf name)`.
    fn "%setter-name" (rt, name: Symbol) {
        let before = rt.symbols.bytes();
        let (packages, symbols) = state(rt);
        let s = packages.setter(symbols, name);
        rt.heap.add_external(rt.symbols.bytes() - before)?;
        Ok(Value::symbol(s))
    }

    /// The symbol of the same name that every package of the core's names shares.
    fn "%plain-symbol" (rt, name: Symbol) {
        let s = rt.symbols.plain(name);
        Ok(value(USER, s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_standard_are_counted() {
        assert_eq!(standard_names().count(), 978);
    }

    #[test]
    fn a_package_has_symbols_of_its_own() {
        let (mut symbols, mut packages) = (Symbols::default(), Packages::default());
        let zoo = packages.add("ZOO", Vec::new()).unwrap();
        packages.get_mut(zoo).unwrap().uses.push(COMMON_LISP);
        let (cat, car) = (symbols.intern("cat"), symbols.intern("car"));
        let (own, before) = packages.intern(&mut symbols, zoo, cat);
        assert!(own != cat && before.is_none());
        assert_eq!(packages.intern(&mut symbols, zoo, cat), (own, Some(Status::Internal)));
        assert_eq!(packages.intern(&mut symbols, zoo, car), (car, Some(Status::Inherited)));
        assert_eq!(packages.home(&mut symbols, own), Some(zoo));
        assert_eq!(packages.prefix(&symbols, USER, own), Prefix::Package(zoo, false));
        assert_eq!(packages.prefix(&symbols, zoo, own), Prefix::None);
        assert_eq!(packages.prefix(&symbols, zoo, cat), Prefix::Package(USER, false));
        assert_eq!(packages.prefix(&symbols, zoo, car), Prefix::None);
    }

    #[test]
    fn exports_are_visible_in_using_packages() {
        let (mut symbols, mut packages) = (Symbols::default(), Packages::default());
        let zoo = packages.add("ZOO", Vec::new()).unwrap();
        let cat = symbols.intern("cat");
        let (own, _) = packages.intern(&mut symbols, zoo, cat);
        packages.export(zoo, own);
        packages.get_mut(USER).unwrap().uses.push(zoo);
        assert_eq!(packages.lookup(&mut symbols, USER, cat), Some((own, Status::Inherited)));
        assert_eq!(packages.prefix(&symbols, USER, own), Prefix::None);
    }
}
