//! The bindings that are visible in a form, innermost last, and the blocks and named `let`s that it can leave or start
//! again.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::expand::Expander;
use super::ir::{Block, BlockId, Loop, LoopId, Node, NodeId, Nodes, VarId};
use super::syntax_form::Item;
use super::syntax_rules::LocalMacro;
use crate::fault::Result;
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

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

/// Meaning of a name at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    Var(VarId),
    Loop(LoopId),
    /// A macro by rules with a local name (Scheme's `let-syntax`), by its number: what its templates mean depends on
    /// where it stands.
    Macro(u32),
    /// A local function, where functions have a namespace of their own.
    Function(VarId),
    /// A local macro (Common Lisp's `macrolet`): a function of forms.
    Operator(Value),
    /// A name that stands for a form (Common Lisp's `symbol-macrolet`), by the form's number.
    Alias(u32),
    /// A function that a call gives to the library, compiled where the library calls it.
    InPlace(u32),
}

impl Binding {
    /// Returns whether the name means this where functions have a namespace of their own and `function` asks for that
    /// one.
    pub(crate) fn is_in(self, function: bool) -> bool {
        match self {
            Binding::Loop(_) | Binding::InPlace(_) => true,
            Binding::Var(_) | Binding::Alias(_) => !function,
            Binding::Function(_) | Binding::Operator(_) | Binding::Macro(_) => function,
        }
    }
}

/// Macros with local names, by the numbers in their bindings.
#[derive(Default)]
pub(crate) struct LocalMacros {
    pub by_rules: Vec<LocalMacro>,
    /// Forms that names stand for (`symbol-macrolet`).
    pub forms: Vec<Item>,
}

impl Expander<'_> {
    pub fn bind(&mut self, name: Symbol) -> VarId {
        let v = self.ir.add_var(name);
        self.scope.names.push(name, Binding::Var(v));
        v
    }

    /// A variable that no program text can name.
    pub fn hidden(&mut self) -> VarId {
        self.ir.add_var(well_known::NIL)
    }

    pub fn show_binding(&mut self, name: Symbol, v: VarId) {
        self.scope.names.push(name, Binding::Var(v));
    }

    pub fn show_as(&mut self, name: Symbol, binding: Binding) {
        self.scope.names.push(name, binding);
    }

    /// From here on the name stands for a form.
    pub fn show_alias(&mut self, name: Symbol, form: Item) {
        self.scope.names.push(name, Binding::Alias(self.local_macros.forms.len() as u32));
        self.local_macros.forms.push(form);
    }

    /// The form that a name stands for.
    pub fn form_of_alias(&self, number: u32) -> Item {
        let nothing = Item { value: Value::NIL, span: Span::NONE };
        self.local_macros.forms.get(number as usize).copied().unwrap_or(nothing)
    }

    /// Runs `f` with what it binds visible, then forgets the bindings.
    pub fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mark = self.scope.names.len();
        #[expect(clippy::needless_match, reason = "copied in parts, as in `levels_deeper`")]
        let result = match f(self) {
            Ok(made) => Ok(made),
            Err(fault) => Err(fault),
        };
        self.scope.names.truncate(mark);
        result
    }

    /// Returns the meaning of a name as a variable here, if a form around it binds it. A name that a macro introduced
    /// means what it meant where the macro was defined, unless the expansion itself binds it.
    pub fn lookup(&self, name: Symbol) -> Option<Binding> {
        self.lookup_in(false, name)
    }

    /// Returns the meaning of a name at the head of a form here.
    pub fn lookup_function(&self, name: Symbol) -> Option<Binding> {
        self.lookup_in(true, name)
    }

    #[inline]
    fn lookup_in(&self, function: bool, name: Symbol) -> Option<Binding> {
        let place = self.binding_place(function, name, self.scope.names.len())?;
        self.scope.names.get(place)
    }

    /// The number of the binding that a name has among the first `scopes`.
    #[inline]
    fn binding_place(&self, function: bool, name: Symbol, scopes: usize) -> Option<usize> {
        let fits = |b: Binding| !self.separates_functions() || b.is_in(function);
        match self.scope.names.find(name, scopes, fits) {
            None if !self.vm.aliases.is_empty() => self.place_of_alias(function, name, scopes),
            place => place,
        }
    }

    /// Resolves a name that a macro introduced.
    #[inline(never)]
    fn place_of_alias(&self, function: bool, name: Symbol, scopes: usize) -> Option<usize> {
        let fits = |b: Binding| !self.separates_functions() || b.is_in(function);
        let mut name = name;
        let mut scopes = scopes;
        loop {
            let alias = self.vm.aliases.get(name)?;
            scopes = self.depth_of(alias.local).min(scopes);
            name = alias.name;
            if let Some(place) = self.scope.names.find(name, scopes, fits) {
                return Some(place);
            }
        }
    }

    /// Returns the number of bindings that the templates of a macro can mean.
    fn depth_of(&self, local: Option<u32>) -> usize {
        local.and_then(|m| self.local_macros.by_rules.get(m as usize)).map_or(0, |m| m.depth)
    }

    /// Returns whether `used`, here, means the same as `literal` where the macro was defined. Two names that nothing
    /// binds mean the same if they are the same word.
    pub fn means_the_same(&self, used: Symbol, literal: Symbol, local: Option<u32>) -> bool {
        let here = self.binding_place(false, used, self.scope.names.len());
        let there = self.binding_place(false, literal, self.depth_of(local));
        here == there && (here.is_some() || self.vm.aliases.plain(used) == self.vm.aliases.plain(literal))
    }

    /// Expands a block that `return-from` can leave; `None` is the block of loops, named `nil`. It has a node only if
    /// something leaves it.
    pub fn in_block(
        &mut self,
        name: Option<Symbol>,
        span: Span,
        f: impl FnOnce(&mut Self) -> Result<NodeId>,
    ) -> Result<NodeId> {
        let tag = self.hidden();
        let id = self.ir.add_block(Block { dynamic: false, tag, used: false });
        self.scope.blocks.push((name, id));
        let body = f(self);
        self.scope.blocks.pop();
        let body = body?;
        Ok(if self.ir.block(id).used { self.node(Node::Block(id, body), span) } else { body })
    }

    /// Leaves a block around this point with a value.
    pub fn leave(&mut self, block: BlockId, value: NodeId, span: Span) -> NodeId {
        self.ir.block_mut(block).used = true;
        self.node(Node::Leave(block, value), span)
    }

    /// Expands what is not in tail position, but whose values become those of the form around it: `f` gets whether
    /// those may be several.
    pub fn passing_values(&mut self, f: impl FnOnce(&mut Self, bool) -> Result<NodeId>) -> Result<NodeId> {
        if !self.separates_functions() {
            return f(self, false);
        }
        self.control.frames.push(ControlScope::Passage);
        let node = f(self, true);
        self.control.frames.pop();
        node
    }

    pub fn find_block(&self, name: Option<Symbol>) -> Option<BlockId> {
        self.scope.blocks.iter().rev().find(|(n, _)| *n == name).map(|(_, id)| *id)
    }

    /// Expands a named `let`, or a loop without a name: `f` expands its body with the name and the variables bound.
    pub fn in_loop(
        &mut self,
        name: Option<Symbol>,
        vars: &[(Symbol, VarId)],
        inits: Nodes,
        span: Span,
        tail: bool,
        f: impl FnOnce(&mut Self, LoopId) -> Result<NodeId>,
    ) -> Result<NodeId> {
        let function = self.ir.add_var(name.unwrap_or(crate::symbol::well_known::NIL));
        let lambda = self.add_lambda(span, Value::NIL);
        let nil = self.nil(span);
        let id = LoopId(self.ir.loops.len() as u32);
        self.ir.loops.push(Loop {
            vars: vars.iter().map(|v| v.1).collect(),
            body: nil,
            local: false,
            lambda,
            function,
            inlined: None,
        });
        self.control.loops.push(LoopState { local: true, depends: Vec::new(), arity: vars.len() });
        self.control.frames.push(ControlScope::Loop(id, tail));
        let body = self.scoped(|e| {
            name.into_iter().for_each(|n| e.scope.names.push(n, Binding::Loop(id)));
            vars.iter().for_each(|&(n, v)| e.scope.names.push(n, Binding::Var(v)));
            f(e, id)
        });
        self.control.frames.pop();
        let body = body?;
        let state = self.control.loops.get(id.0 as usize);
        let local = state.is_some_and(|s| s.local && s.depends.iter().all(|&l| self.ir.the_loop(l).local));
        let the_loop = self.ir.loop_mut(id);
        the_loop.local = local;
        the_loop.body = body;
        let params = the_loop.vars.clone();
        let l = self.ir.lambda_mut(lambda);
        l.definition.name = name;
        l.required = params.len();
        l.params = params.into();
        l.body = body;
        self.ir.var_mut(function).fixed = Some(lambda);
        Ok(self.node(Node::NamedLet(id, inits), span))
    }

    /// Notes a use of a named `let`'s name, and whether it allows the loop to be a label.
    pub(crate) fn use_loop(&mut self, id: LoopId, argc: Option<usize>, tail: bool) {
        let mut between = Vec::new();
        let mut reachable = false;
        for frame in self.control.frames.iter().rev() {
            match *frame {
                ControlScope::Loop(l, _) if l == id => {
                    reachable = true;
                    break;
                }
                ControlScope::Loop(l, true) => between.push(l),
                ControlScope::Loop(_, false) | ControlScope::Function | ControlScope::Passage => break,
            }
        }
        if let Some(state) = self.control.loops.get_mut(id.0 as usize) {
            state.local &= reachable && tail && argc == Some(state.arity);
            state.depends.extend(between);
        }
    }

    /// Makes the jump to the next iteration of a loop, in tail position.
    pub fn again(&mut self, id: LoopId, args: Nodes, span: Span) -> NodeId {
        self.use_loop(id, Some(args.len()), true);
        self.node(Node::Again(id, args), span)
    }
}

/// A function or named `let` whose body is being expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ControlScope {
    Function,
    /// A named `let`, and whether it is itself in tail position of the form around it.
    Loop(LoopId, bool),
    /// Body of a form with a cleanup that passes on multiple values. It is in tail position for values, but no outer
    /// loop can be continued from inside.
    Passage,
}

/// Functions and loops around a form.
pub(crate) struct ControlContext {
    pub frames: SmallVec<[ControlScope; 4]>,
    /// State of the named `let`s of the form, by their numbers.
    pub loops: Vec<LoopState>,
}

/// State of a named `let` while its body is expanded.
pub(crate) struct LoopState {
    /// Every use so far is a call in tail position.
    local: bool,
    /// Inner loops that must be local for this one to be.
    depends: Vec<LoopId>,
    arity: usize,
}
