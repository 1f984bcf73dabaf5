//! Trees that the expander makes of forms, in which macros are gone and names are still names; and environments.

use std::cell::Cell;
use std::rc::Rc;

use crate::symbol::{ModuleId, Symbol};
use crate::value::Value;

/// A part of the tree, shared with what is to be done later.
pub(super) type Tree = Rc<Expr>;

/// Variable of a loop or binding, with its initial value.
pub(super) type Binding = (Symbol, Tree);

pub(super) enum Expr {
    Const(Value),
    /// A variable that is bound around here.
    Local(Symbol),
    Global(ModuleId, Symbol),
    /// The outer value of a dynamic variable, which may have none.
    Outer(ModuleId, Symbol),
    SetLocal(Symbol, Tree),
    SetGlobal(ModuleId, Symbol, Tree),
    /// `defproc`: on a generic function it adds a method.
    Define(ModuleId, Symbol, Tree),
    If(Tree, Tree, Tree),
    /// At least one.
    Seq(Vec<Tree>),
    /// At least one: the first value that is not false, or the last.
    Or(Vec<Tree>),
    Let(Vec<Binding>, Tree),
    Letrec(Vec<Binding>, Tree),
    Lambda(Rc<Lambda>),
    /// A function that sees itself as this variable, which nothing can assign.
    Loop(Symbol, Rc<Lambda>),
    Call(Tree, Vec<Tree>),
    /// The value is compared with the keys of each clause; a clause without keys fits.
    Case(Tree, Vec<Clause>, Tree),
    While(Tree, Tree),
    /// Variable, source, body, result.
    DoTimes(Symbol, Tree, Tree, Tree),
    DoList(Symbol, Tree, Tree, Tree),
    Catch(Tree, Tree),
    CatchApply(Tree, Tree, Tree),
    UnwindProtect(Tree, Tree),
    /// A place that can be left, by its number among all that were expanded.
    Block(u32, Tree),
    Leave(u32, Tree),
}

pub(super) struct Clause {
    pub keys: Option<Vec<Value>>,
    pub body: Tree,
    /// The body is a function that gets the key.
    pub applies: bool,
}

/// A function as it is written.
pub(super) struct Lambda {
    pub name: Cell<Option<Symbol>>,
    /// The number under which the printer knows the name.
    pub number: Cell<Option<u32>>,
    pub params: Params,
    pub body: Tree,
    pub signature: Value,
    /// The whole form.
    pub source: Value,
    pub doc: Option<String>,
}

#[derive(Default)]
pub(super) struct Params {
    pub required: Vec<Pattern>,
    pub optional: Vec<Optional>,
    pub rest: Option<Pattern>,
    pub keys: Vec<Optional>,
}

impl Params {
    pub fn is_variadic(&self) -> bool {
        !self.optional.is_empty() || self.rest.is_some() || !self.keys.is_empty()
    }
}

/// A parameter: a name, or, in macros, a list to take apart.
pub(super) enum Pattern {
    Name(Symbol),
    /// The patterns of the first elements, and the name of the rest if that is wanted.
    List(Vec<Pattern>, Option<Box<Pattern>>),
}

pub(super) struct Optional {
    pub name: Symbol,
    /// The name of the keyword.
    pub key: Symbol,
    pub default: Tree,
    /// The variable that says whether the argument was given.
    pub supplied: Option<Symbol>,
}

/// Variables and blocks, innermost first.
#[derive(Clone, Default)]
pub(super) struct Env(Option<Rc<Node>>);

struct Node {
    slot: Slot,
    outer: Env,
}

enum Slot {
    Variable(Symbol, Cell<Value>),
    /// A block, and the number of this evaluation of it.
    Block(u32, u64),
}

impl Env {
    pub fn bind(&self, name: Symbol, v: Value) -> Env {
        Env(Some(Rc::new(Node { slot: Slot::Variable(name, Cell::new(v)), outer: self.clone() })))
    }

    pub fn bind_block(&self, block: u32, number: u64) -> Env {
        Env(Some(Rc::new(Node { slot: Slot::Block(block, number), outer: self.clone() })))
    }

    fn find<T>(&self, mut wanted: impl FnMut(&Slot) -> Option<T>) -> Option<T> {
        let mut env = self;
        while let Some(node) = &env.0 {
            if let Some(found) = wanted(&node.slot) {
                return Some(found);
            }
            env = &node.outer;
        }
        None
    }

    pub fn get(&self, name: Symbol) -> Option<Value> {
        self.find(|slot| match slot {
            Slot::Variable(n, v) if *n == name => Some(v.get()),
            _ => None,
        })
    }

    pub fn set(&self, name: Symbol, new: Value) {
        self.find(|slot| match slot {
            Slot::Variable(n, v) if *n == name => {
                v.set(new);
                Some(())
            }
            _ => None,
        });
    }

    pub fn block(&self, block: u32) -> Option<u64> {
        self.find(|slot| match slot {
            Slot::Block(b, number) if *b == block => Some(*number),
            _ => None,
        })
    }
}

impl Drop for Node {
    /// One after the other: an environment can be longer than the native stack is deep.
    fn drop(&mut self) {
        let mut outer = self.outer.0.take();
        while let Some(mut node) = outer.and_then(Rc::into_inner) {
            outer = node.outer.0.take();
        }
    }
}
