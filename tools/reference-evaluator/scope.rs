//! Names: what is around a form, and what the names in it mean.

use std::rc::Rc;

use super::Oracle;
use super::tree::{Expr, Falsehood, Tree};
use crate::fault::Res;
use crate::runtime::dialect::Dialect;
use crate::symbol::{ModuleId, Symbol};
use crate::value::Value;

/// Scope of the form that is being expanded.
pub(super) struct Scope {
    pub module: ModuleId,
    pub dialect: Dialect,
    pub names: Vec<(Symbol, Role)>,
    /// The macros by rules that have local names.
    pub macros: Vec<LocalMacro>,
    /// Names of blocks, and their numbers.
    pub blocks: Vec<(Option<Symbol>, u32)>,
    /// Tags that `go` can reach: the tag, the block to leave, and the number of the part to continue with.
    pub tags: Vec<(Value, u32, i64)>,
    pub depth: usize,
    /// Functions around the form.
    pub functions: usize,
}

pub(super) struct LocalMacro {
    pub operator: Value,
    /// Number of the names in scope that its templates can mean.
    pub depth: usize,
}

/// Meaning of a name in a form. Variables have symbols in environments: the name itself, or one of its own if that is
/// taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Variable(Symbol),
    /// The name of a named `let`, which cannot be assigned.
    Loop(Symbol),
    /// A local function, where functions have a namespace of their own.
    Function(Symbol),
    /// Likewise a local macro.
    Operator(Value),
    /// A local macro by rules, by its number.
    Macro(usize),
    /// The name stands for a form.
    Alias(Value),
}

impl Role {
    /// Returns whether the role belongs to the requested namespace, where functions have a namespace of their own.
    fn is_in(self, function: bool) -> bool {
        match self {
            Role::Loop(_) => true,
            Role::Variable(_) | Role::Alias(_) => !function,
            Role::Function(_) | Role::Operator(_) | Role::Macro(_) => function,
        }
    }

    fn variable(self) -> Option<Symbol> {
        match self {
            Role::Variable(v) | Role::Loop(v) | Role::Function(v) => Some(v),
            Role::Operator(_) | Role::Macro(_) | Role::Alias(_) => None,
        }
    }
}

impl Scope {
    pub fn new(module: ModuleId, dialect: Dialect) -> Scope {
        Scope {
            module,
            dialect,
            names: Vec::new(),
            macros: Vec::new(),
            blocks: Vec::new(),
            tags: Vec::new(),
            depth: 0,
            functions: 0,
        }
    }

    pub fn falsehood(&self) -> Falsehood {
        if self.dialect.has_false { Falsehood::Own } else { Falsehood::Nil }
    }

    /// Returns whether the form is outside of every function and binding.
    pub fn is_at_top_level(&self) -> bool {
        self.names.is_empty() && self.functions == 0 && self.blocks.is_empty()
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
        let is_taken = s.names.iter().any(|n| n.1.variable() == Some(name));
        if is_taken { self.hidden() } else { name }
    }

    /// The number of the binding that a name has among the first `count`. A name that a macro introduced means what it
    /// meant where the macro was defined, unless the expansion itself binds it.
    fn place(&self, s: &Scope, function: bool, name: Symbol, count: usize) -> Option<usize> {
        let (mut name, mut count) = (name, count);
        loop {
            let fits = |role: Role| !s.dialect.separates_functions || role.is_in(function);
            let visible = s.names.get(..count).unwrap_or(&s.names);
            if let Some(place) = visible.iter().rposition(|&(n, role)| n == name && fits(role)) {
                return Some(place);
            }
            let alias = self.aliases.get(&name)?;
            count = self.depth_of(s, alias.local).min(count);
            name = alias.name;
        }
    }

    fn depth_of(&self, s: &Scope, local: Option<usize>) -> usize {
        local.and_then(|m| s.macros.get(m)).map_or(0, |m| m.depth)
    }

    /// Returns the meaning of a name as a variable, if the scope binds it.
    pub(super) fn role(&self, s: &Scope, name: Symbol) -> Option<Role> {
        self.place(s, false, name, s.names.len()).and_then(|place| s.names.get(place)).map(|n| n.1)
    }

    /// Returns the meaning of a name at the head of a form, if the scope binds it.
    pub(super) fn function_role(&self, s: &Scope, name: Symbol) -> Option<Role> {
        self.place(s, true, name, s.names.len()).and_then(|place| s.names.get(place)).map(|n| n.1)
    }

    /// Returns whether `used`, here, has the same meaning as `literal` at the definition of a macro.
    pub(super) fn means_the_same(&self, s: &Scope, used: Symbol, literal: Symbol, local: Option<usize>) -> bool {
        let here = self.place(s, false, used, s.names.len());
        let there = self.place(s, false, literal, self.depth_of(s, local));
        here == there && (here.is_some() || self.plain(used) == self.plain(literal))
    }

    /// The tree of a global variable.
    pub(super) fn global_name(&self, s: &Scope, name: Symbol) -> Tree {
        let (module, name) = self.origin(s.module, name);
        Rc::new(Expr::Global(module, name))
    }

    /// The tree of a global function.
    pub(super) fn global_head(&self, s: &Scope, name: Symbol) -> Tree {
        if !s.dialect.separates_functions {
            return self.global_name(s, name);
        }
        let (module, name) = self.origin(s.module, name);
        Rc::new(Expr::Function(module, name))
    }

    /// Returns the value of a global name at the head of a form.
    pub(super) fn head_now(&mut self, s: &Scope, name: Symbol) -> Res<Option<Value>> {
        let (module, name) = self.origin(s.module, name);
        self.meaning_now(module, name)
    }
}
