//! Scope of the form that is being expanded: variables, blocks, and which of them functions capture.
//!
//! The language leaves open whether a function that captures nothing is one object each time it is evaluated. In the
//! engine it is, so it is here, too.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

use super::Oracle;
use super::expand::{Expr, Lambda, Tree};
use crate::fault::Result;
use crate::symbol::{ModuleId, Symbol};

pub(super) struct Scope {
    pub module: ModuleId,
    names: Vec<Name>,
    /// Names of blocks, and their numbers.
    blocks: Vec<(Option<Symbol>, u32)>,
    pub depth: usize,
    /// Functions around the form.
    pub functions: usize,
    used: RefCell<Used>,
}

/// A name in a scope.
pub(super) struct Name {
    name: Symbol,
    pub role: Role,
    pub usage: Rc<Usage>,
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

/// Positions in the scope of what a form uses: variables, and the outermost block.
#[derive(Default)]
struct Used {
    variables: BTreeSet<usize>,
    block: Option<usize>,
}

impl Used {
    fn uses_block(&mut self, i: usize) {
        self.block = Some(self.block.map_or(i, |outermost| outermost.min(i)));
    }
}

impl Scope {
    pub fn new(module: ModuleId) -> Scope {
        Scope { module, names: Vec::new(), blocks: Vec::new(), depth: 0, functions: 0, used: RefCell::default() }
    }

    /// Returns the number of the innermost block of this name.
    pub fn block(&self, name: Option<Symbol>) -> Option<u32> {
        let (i, block) = self.blocks.iter().enumerate().rev().find(|b| b.1.0 == name)?;
        self.used.borrow_mut().uses_block(i);
        Some(block.1)
    }

    /// Returns the innermost variable of this name, which the form uses.
    pub fn find(&self, name: Symbol) -> Option<&Name> {
        let (i, found) = self.names.iter().enumerate().rev().find(|n| n.1.name == name)?;
        self.used.borrow_mut().variables.insert(i);
        Some(found)
    }

    pub fn push(&mut self, name: Symbol, role: Role) -> Rc<Usage> {
        let usage = Rc::<Usage>::default();
        self.names.push(Name { name, role, usage: Rc::clone(&usage) });
        usage
    }

    /// Returns the usages of the `count` innermost variables.
    pub fn innermost(&self, count: usize) -> Vec<Rc<Usage>> {
        self.names.iter().skip(self.names.len() - count).map(|n| Rc::clone(&n.usage)).collect()
    }
}

impl Oracle {
    /// Runs `f` with what it binds visible, then forgets the bindings.
    pub(super) fn scoped<T>(
        &mut self,
        s: &mut Scope,
        f: impl FnOnce(&mut Oracle, &mut Scope) -> Result<T>,
    ) -> Result<T> {
        let mark = s.names.len();
        let result = f(self, s);
        s.names.truncate(mark);
        result
    }

    /// The tree of a block.
    pub(super) fn in_block(
        &mut self,
        s: &mut Scope,
        name: Option<Symbol>,
        f: impl FnOnce(&mut Oracle, &mut Scope) -> Result<Tree>,
    ) -> Result<Tree> {
        self.blocks += 1;
        let number = self.blocks;
        s.blocks.push((name, number));
        let body = f(self, s);
        s.blocks.pop();
        let body = body?;
        Ok(if self.left_blocks.remove(&number) { Rc::new(Expr::Block(number, body)) } else { body })
    }

    /// Binds a variable; what it is called in environments.
    pub(super) fn bind(&mut self, s: &mut Scope, name: Symbol) -> Symbol {
        let variable = self.variable(s, name);
        s.push(name, Role::Variable(variable));
        variable
    }

    /// A symbol for a variable of this name that no variable around has.
    pub(super) fn variable(&mut self, s: &Scope, name: Symbol) -> Symbol {
        let is_taken = s.names.iter().any(|n| n.role.variable() == name);
        if is_taken { self.hidden() } else { name }
    }

    /// Returns the meaning of a name, if the scope binds it.
    pub(super) fn role(&self, s: &Scope, name: Symbol) -> Option<Role> {
        s.find(name).map(|found| found.role)
    }

    /// Runs `f`, which expands a function. Returns with its result what the function uses around it.
    pub(super) fn capturing<T>(
        &mut self,
        s: &mut Scope,
        f: impl FnOnce(&mut Oracle, &mut Scope) -> Result<T>,
    ) -> Result<(T, Free)> {
        let before = s.used.take();
        let result = f(self, s);
        let mut used = s.used.replace(before);
        // The others are the function's own.
        used.variables.retain(|&i| i < s.names.len());
        used.block = used.block.filter(|&i| i < s.blocks.len());
        let usages = used.variables.iter().filter_map(|&i| s.names.get(i)).map(|n| Rc::clone(&n.usage));
        let free = Free { variables: usages.collect(), has_block: used.block.is_some() };
        let mut all = s.used.borrow_mut();
        all.variables.append(&mut used.variables);
        used.block.into_iter().for_each(|i| all.uses_block(i));
        Ok((result?, free))
    }
}

/// The use of a variable: the function that is its value, and what the program does with it.
#[derive(Default)]
pub(super) struct Usage {
    /// The function that is written as its value.
    function: RefCell<Weak<Lambda>>,
    pub is_assigned: Cell<bool>,
    /// The number of arguments of each call of it, `None` for any other use.
    uses: RefCell<BTreeSet<Option<usize>>>,
}

impl Usage {
    /// The variable has this value from now on; only a function matters.
    pub fn bind(&self, value: &Tree) {
        if let Expr::Lambda(f) | Expr::Loop(_, f) = &**value {
            self.function.replace(Rc::downgrade(f));
        }
    }

    /// Notes a call with that number of arguments, or another use.
    pub fn add(&self, call: Option<usize>) {
        self.uses.borrow_mut().insert(call);
    }

    /// The function that the variable is bound to for good.
    fn function(&self) -> Option<Rc<Lambda>> {
        self.function.borrow().upgrade().filter(|_| !self.is_assigned.get())
    }

    /// Returns whether the program only calls `f`, which the variable is bound to.
    fn is_only_called(&self, f: &Lambda) -> bool {
        let required = f.params.required.len();
        !f.params.is_variadic() && self.uses.borrow().iter().all(|&call| call == Some(required))
    }
}

/// Variables around a function that it uses, and whether it leaves a block around it.
#[derive(Clone)]
pub(super) struct Free {
    variables: Vec<Rc<Usage>>,
    has_block: bool,
}

impl Lambda {
    /// Returns whether a closure of it holds anything. It knows itself, and calls a function that is only called
    /// without a closure: then it holds what that function would.
    pub fn captures(self: &Rc<Lambda>) -> bool {
        let mut reached = vec![Rc::clone(self)];
        let mut next = 0;
        while let Some(f) = reached.get(next).cloned() {
            for usage in &f.free.variables {
                let Some(g) = usage.function() else { return true };
                if !Rc::ptr_eq(&g, self) && !usage.is_only_called(&g) {
                    return true;
                }
                if !reached.iter().any(|f| Rc::ptr_eq(f, &g)) {
                    reached.push(g);
                }
            }
            if f.free.has_block {
                return true;
            }
            next += 1;
        }
        false
    }
}
