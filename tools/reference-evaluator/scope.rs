//! Names: what is around a form, and what the names in it mean.

use super::Oracle;
use crate::symbol::{ModuleId, Symbol};

/// Scope of the form that is being expanded.
pub(super) struct Scope {
    pub module: ModuleId,
    pub names: Vec<(Symbol, Role)>,
    /// Names of blocks, and their numbers.
    pub blocks: Vec<(Option<Symbol>, u32)>,
    pub depth: usize,
    /// Functions around the form.
    pub functions: usize,
}

/// Meaning of a name in a form. Variables have symbols in environments: the name itself, or one of its own if that is
/// taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Variable(Symbol),
    /// The name of a named `let`, which cannot be assigned.
    Loop(Symbol),
}

impl Role {
    pub fn variable(self) -> Symbol {
        match self {
            Role::Variable(v) | Role::Loop(v) => v,
        }
    }
}

impl Scope {
    pub fn new(module: ModuleId) -> Scope {
        Scope { module, names: Vec::new(), blocks: Vec::new(), depth: 0, functions: 0 }
    }
}

impl Oracle {
    /// Binds a variable; what it is called in environments.
    pub(super) fn bind(&mut self, s: &mut Scope, name: Symbol) -> Symbol {
        let variable = self.variable(s, name);
        s.names.push((name, Role::Variable(variable)));
        variable
    }

    /// A symbol for a variable of this name that no variable around has.
    pub(super) fn variable(&mut self, s: &Scope, name: Symbol) -> Symbol {
        let is_taken = s.names.iter().any(|n| n.1.variable() == name);
        if is_taken { self.hidden() } else { name }
    }

    /// Returns the meaning of a name, if the scope binds it.
    pub(super) fn role(&self, s: &Scope, name: Symbol) -> Option<Role> {
        s.names.iter().rev().find(|n| n.0 == name).map(|n| n.1)
    }
}
