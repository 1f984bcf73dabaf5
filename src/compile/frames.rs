//! Surroundings of the expanded place that it can leave or start again: blocks and named `let`s.

use super::binding::Binding;
use super::expand::Expander;
use super::ir::{Block, BlockId, Loop, LoopId, Node, NodeId, Nodes, VarId};
use crate::fault::Res;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::Value;

/// A function or named `let` whose body is being expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    Function,
    /// A named `let`, and whether it is itself in tail position of the form around it.
    Loop(LoopId, bool),
    /// The body of a form that has something to undo after it, but passes on all values: in tail position as far as
    /// values go, and no loop outside goes on from in there.
    Passage,
}

/// State of a named `let` while its body is expanded.
pub(crate) struct LoopState {
    /// Every use so far is a call in tail position.
    local: bool,
    /// Inner loops that must be local for this one to be.
    depends: Vec<LoopId>,
    arity: usize,
}

impl Expander<'_> {
    /// Expands a block that `return-from` can leave; `None` is the block of loops, named `nil`.
    pub fn in_block(
        &mut self,
        name: Option<Symbol>,
        span: Span,
        f: impl FnOnce(&mut Self) -> Res<NodeId>,
    ) -> Res<NodeId> {
        let tag = self.hidden();
        let id = self.ir.add_block(Block { dynamic: false, tag, used: false });
        self.blocks.push((name, id));
        let body = f(self);
        self.blocks.pop();
        let body = body?;
        Ok(self.node(Node::Block(id, body), span))
    }

    /// Expands what is not in tail position, but whose values become those of the form around it: `f` gets whether
    /// those may be several.
    pub fn passing_values(&mut self, f: impl FnOnce(&mut Self, bool) -> Res<NodeId>) -> Res<NodeId> {
        if !self.separates_functions() {
            return f(self, false);
        }
        self.frames.push(Frame::Passage);
        let node = f(self, true);
        self.frames.pop();
        node
    }

    pub fn find_block(&self, name: Option<Symbol>) -> Option<BlockId> {
        self.blocks.iter().rev().find(|(n, _)| *n == name).map(|(_, id)| *id)
    }

    /// Expands a named `let`, or a loop without a name: `f` expands its body with the name and the variables bound.
    pub fn in_loop(
        &mut self,
        name: Option<Symbol>,
        vars: &[(Symbol, VarId)],
        inits: Nodes,
        span: Span,
        tail: bool,
        f: impl FnOnce(&mut Self, LoopId) -> Res<NodeId>,
    ) -> Res<NodeId> {
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
        });
        self.loops.push(LoopState { local: true, depends: Vec::new(), arity: vars.len() });
        self.frames.push(Frame::Loop(id, tail));
        let body = self.scoped(|e| {
            name.into_iter().for_each(|n| e.scopes.push(n, Binding::Loop(id)));
            vars.iter().for_each(|&(n, v)| e.scopes.push(n, Binding::Var(v)));
            f(e, id)
        });
        self.frames.pop();
        let body = body?;
        let state = self.loops.get(id.0 as usize);
        let local = state.is_some_and(|s| s.local && s.depends.iter().all(|&l| self.ir.the_loop(l).local));
        let the_loop = self.ir.loop_mut(id);
        the_loop.local = local;
        the_loop.body = body;
        let params = the_loop.vars.clone();
        let l = self.ir.lambda_mut(lambda);
        l.name = name;
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
        for frame in self.frames.iter().rev() {
            match *frame {
                Frame::Loop(l, _) if l == id => {
                    reachable = true;
                    break;
                }
                Frame::Loop(l, true) => between.push(l),
                Frame::Loop(_, false) | Frame::Function | Frame::Passage => break,
            }
        }
        if let Some(state) = self.loops.get_mut(id.0 as usize) {
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
