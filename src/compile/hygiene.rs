//! Names that macros introduce.
//!
//! A template of `syntax-rules` may bind names and may refer to what its macro sees. Neither must meet the names of the
//! program that uses the macro. So each expansion gets an alias for every name of the template, a fresh symbol: what
//! the expansion binds under it nobody else can name, and where it is not bound it means what the name meant where the
//! macro was defined.

use std::collections::HashSet;

use super::expand::Expander;
use crate::fault::Res;
use crate::module::aliases::Alias;
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// Place at which a macro was defined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    pub module: ModuleId,
    /// The number of the macro, if it has a local name.
    pub local: Option<u32>,
}

/// A macro with a local name.
pub(crate) struct LocalMacro {
    pub operator: Value,
    /// Number of the bindings around it that its templates can mean.
    pub depth: usize,
}

/// Steps through a datum after which what has been seen is not gone through again: hardly any datum is so large.
const CARELESS_STEPS: usize = 4096;

impl Expander<'_> {
    /// A fresh alias.
    pub(crate) fn alias(&mut self, name: Symbol, home: Home) -> Res<Symbol> {
        let shown = self.vm.rt.name(self.vm.aliases.plain(name)).to_string();
        let growth = self.vm.aliases.growth();
        self.vm.rt.heap.reserve(growth)?;
        let fresh = self.vm.rt.new_symbols(|s| s.gensym(&shown))?;
        self.vm.aliases.add(fresh, Alias { name, module: home.module, local: home.local });
        Ok(fresh)
    }

    /// Returns whether this is the word, as a macro or the program wrote it. In Scheme it means nothing special where
    /// it is the name of a variable.
    pub(crate) fn is_word(&self, v: Value, word: Symbol) -> bool {
        let written = v.as_symbol().filter(|&s| self.vm.aliases.plain(s) == word);
        written.is_some_and(|s| !self.dialect.binds_words || self.lookup(s).is_none())
    }

    /// A datum with the names that were written in place of aliases.
    pub(crate) fn without_aliases(&mut self, v: Value) -> Res<Value> {
        if self.vm.aliases.is_empty() || !self.has_alias(v)? { Ok(v) } else { self.stripped(v) }
    }

    fn has_alias(&mut self, v: Value) -> Res<bool> {
        let mut pending = vec![v];
        let mut steps = 0usize;
        // A datum of a text can be circular.
        let mut seen = HashSet::new();
        while let Some(mut v) = pending.pop() {
            loop {
                self.vm.rt.charge(1)?;
                steps += 1;
                if steps > CARELESS_STEPS && (v.is_pair() || v.is(Kind::ARRAY)) && !seen.insert(v.bits()) {
                    break;
                }
                match v.kind() {
                    Kind::SYMBOL if v.as_symbol().is_some_and(|s| self.vm.aliases.get(s).is_some()) => return Ok(true),
                    Kind::PAIR => {
                        pending.push(self.vm.rt.heap.car(v));
                        self.vm.rt.heap.reserve((pending.len() + 2 * seen.capacity()) * size_of::<Value>())?;
                        v = self.vm.rt.heap.cdr(v);
                        continue;
                    }
                    Kind::ARRAY => pending.extend(self.vector_items(v).unwrap_or_default()),
                    _ => {}
                }
                break;
            }
        }
        Ok(false)
    }

    /// The elements of a vector of values.
    pub(crate) fn vector_items(&self, v: Value) -> Option<Vec<Value>> {
        match self.vm.rt.heap.as_array(v)? {
            a if a.dimensions().len() == 1 => match &a.data {
                crate::object::array::Storage::Values(items) => Some(items.to_vec()),
                _ => None,
            },
            _ => None,
        }
    }

    fn stripped(&mut self, v: Value) -> Res<Value> {
        self.deeper(crate::source::Span::NONE, |e| {
            if let Some(s) = v.as_symbol() {
                return Ok(Value::symbol(e.vm.aliases.plain(s)));
            }
            if let Some(items) = e.vector_items(v) {
                let items = items.into_iter().map(|x| e.stripped(x)).collect::<Res<Vec<Value>>>()?;
                let vector = e.vm.rt.heap.vector(items)?;
                e.keep(vector);
                return Ok(vector);
            }
            if !v.is_pair() {
                return Ok(v);
            }
            let mut items = Vec::new();
            let mut rest = v;
            while rest.is_pair() {
                e.vm.rt.charge(1)?;
                let item = e.vm.rt.heap.car(rest);
                items.push(e.stripped(item)?);
                rest = e.vm.rt.heap.cdr(rest);
            }
            let tail = e.stripped(rest)?;
            let list = e.vm.rt.heap.list_with_tail(&items, tail)?;
            e.keep(list);
            Ok(list)
        })
    }
}
