//! Packages as natives have them, by their numbers. The library makes objects of them and checks arguments: see
//! `lisp/package.lisp`.

use klammer::dialect::{Limit, PackageId, Result, Runtime, StringRef, Symbol, Symbols, Value, natives, well_known};

use super::notation::inverted;
use super::package::{KEYWORD, Packages, Status, USER};
use super::{Lisp, lisp};

/// Returns the packages and the symbols of an engine.
fn state(rt: &mut Runtime) -> (&mut Packages, &mut Symbols) {
    let (lisp, symbols) = rt.state::<Lisp>();
    (&mut lisp.packages, symbols)
}

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
        let name = rt.text(name.0)?;
        let id = lisp(rt).packages.find(&name);
        Ok(id.map_or(Value::NIL, number))
    }

    /// The number of a new package.
    fn "%package-make" (rt, name: StringRef, nicknames: Value) {
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
        let ids = lisp(rt).packages.get(package(id)).map_or(Vec::new(), |p| p.uses.clone());
        numbers(rt, ids)
    }

    fn "%package-users" (rt, id: usize) {
        let id = package(id);
        let packages = &lisp(rt).packages;
        let uses = |p: &PackageId| packages.get(*p).is_some_and(|p| p.uses.contains(&id));
        let ids = packages.ids().filter(uses).collect();
        numbers(rt, ids)
    }

    /// The numbers of all packages.
    fn "%packages" (rt) {
        let ids = lisp(rt).packages.ids().collect();
        numbers(rt, ids)
    }

    fn "%package-shadowing" (rt, id: usize) {
        let symbols = lisp(rt).packages.get(package(id)).map_or(Vec::new(), |p| p.shadowing.clone());
        values(rt, package(id), symbols)
    }

    /// Lets a package use another one.
    fn "%package-use" (rt, id: usize, other: usize) {
        let other = package(other);
        if let Some(p) = lisp(rt).packages.get_mut(package(id)).filter(|p| !p.uses.contains(&other)) {
            p.uses.push(other);
        }
        Ok(Value::NIL)
    }

    fn "%package-unuse" (rt, id: usize, other: usize) {
        if let Some(p) = lisp(rt).packages.get_mut(package(id)) {
            p.uses.retain(|&u| u != package(other));
        }
        Ok(Value::NIL)
    }

    /// The symbols of another package whose names mean something else in this one.
    fn "%package-conflicts" (rt, id: usize, other: usize) {
        let (packages, symbols) = state(rt);
        let symbols = packages.conflicts(symbols, package(id), package(other));
        values(rt, package(other), symbols)
    }

    /// A list of the symbol that a name means in a package, which has it from now on, and how it had it before.
    fn "%package-intern" (rt, id: usize, name: StringRef) {
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
        let s = symbol(rt, name)?;
        rt.heap.add_external(64)?;
        let (packages, symbols) = state(rt);
        Ok(packages.import(symbols, package(id), s, !replace.is_nil()))
    }

    /// Gives a package a symbol of its own of that name.
    fn "%package-shadow" (rt, id: usize, name: StringRef) {
        let plain = plain(rt, name)?;
        rt.heap.add_external(64)?;
        let (packages, symbols) = state(rt);
        let s = packages.shadow(symbols, package(id), plain);
        Ok(value(package(id), s))
    }

    /// Makes a symbol one of those that a package keeps when its names clash with others.
    fn "%package-keep" (rt, id: usize, name: Value) {
        let s = symbol(rt, name)?;
        if let Some(p) = lisp(rt).packages.get_mut(package(id)).filter(|p| !p.shadowing.contains(&s)) {
            p.shadowing.push(s);
        }
        Ok(Value::T)
    }

    fn "%package-unintern" (rt, id: usize, name: Value) {
        let s = symbol(rt, name)?;
        rt.heap.add_external(128)?;
        let (packages, symbols) = state(rt);
        Ok(packages.unintern(symbols, package(id), s))
    }

    /// The symbols that are in a package, or only those that are external.
    fn "%package-symbols" (rt, id: usize, external: Value) {
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
