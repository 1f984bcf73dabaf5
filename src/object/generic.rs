//! Generic functions as data: their methods, and for each number of arguments the procedure that chooses one.

use super::Resident;
use crate::memory::allocated;
use crate::symbol::Symbol;
use crate::value::Value;

#[derive(Clone, Debug)]
pub(crate) struct Generic {
    pub name: Symbol,
    /// The latest definition last.
    pub methods: Vec<Method>,
    /// For each number of arguments that has a method, what a call enters. Rebuilt at every new method.
    pub entries: Vec<Entry>,
}

/// What a call with so many arguments enters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub count: usize,
    /// The method itself where nothing has to be chosen, else a generated dispatcher.
    pub procedure: Value,
    /// Each method for so many arguments is for a record or an object of the host: other arguments are the fallback's.
    pub is_for_objects: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Method {
    /// One type name per parameter; `None` accepts everything.
    pub types: Box<[Option<Symbol>]>,
    /// Called with the arguments; `None` is the guard `t`.
    pub guard: Option<Value>,
    pub body: Value,
    /// Parameter list, guard and body as written, for introspection and for telling whether a definition replaces one.
    pub source: Value,
    /// A plain function that was bound to the name before: comes last, whatever its arity.
    pub fallback: bool,
}

impl Generic {
    /// Hands over all values and names that it holds.
    pub fn each_value(&self, f: &mut dyn FnMut(Value)) {
        f(Value::symbol(self.name));
        for m in &self.methods {
            m.types.iter().flatten().for_each(|&t| f(Value::symbol(t)));
            [m.body, m.source].into_iter().chain(m.guard).for_each(&mut *f);
        }
        self.entries.iter().for_each(|e| f(e.procedure));
    }
}

impl Resident for Generic {
    fn bytes(&self) -> usize {
        self.methods.iter().map(|m| allocated(size_of_val(&*m.types))).sum::<usize>()
            + allocated(self.methods.capacity() * size_of::<Method>())
            + allocated(self.entries.capacity() * size_of::<Entry>())
    }

    fn trace(&self, gray: &mut Vec<Value>) {
        for m in &self.methods {
            gray.extend([m.body, m.source]);
            gray.extend(m.guard);
        }
        gray.extend(self.entries.iter().map(|e| e.procedure));
    }
}
