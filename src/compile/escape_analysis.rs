//! Escape analysis, between expansion and code generation. It decides the frame of each variable, the captures of each
//! function, and the blocks that need a throw.
//!
//! Walks the nodes with a work list: every construct is visited before what it contains, which is all that is needed.
//!
//! A continuation that is only called inside the form that captures it cannot outlive that form. `call/cc` then becomes
//! a block, and a call of the continuation leaves the block. That is so unless a function inside uses it or it is used
//! as a value.

use smallvec::SmallVec;

use super::ir::{Arena, Block, BlockId, Ir, LambdaId, Node, NodeId, VarId};
use crate::heap::MAX_BLOCK;

/// Surroundings of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext {
    lambda: LambdaId,
    /// Number of `unwind-protect` forms around it in the same function.
    protections: u32,
}

pub(crate) fn analyze(ir: &mut Ir, top: LambdaId) {
    let nodes = ir.take_nodes();
    let work = std::mem::take(&mut ir.work);
    let mut walk =
        ClosureWalk { ir, nodes: &nodes, work, blocks: SmallVec::new(), top, may_capture: None, defined: Vec::new() };
    walk.lambda(top);
    while let Some((node, cx)) = walk.work.pop() {
        walk.visit(node, cx);
    }
    walk.assign_defined();
    let work = walk.work;
    ir.work = work;
    ir.give_nodes(nodes);
}

struct ClosureWalk<'a> {
    /// All but the nodes.
    ir: &'a mut Ir,
    nodes: &'a Arena,
    work: Vec<(NodeId, NodeContext)>,
    blocks: SmallVec<[(BlockId, NodeContext); 4]>,
    top: LambdaId,
    /// Whether evaluating each node might capture a continuation. Needed only if variables are assigned. Nodes that are
    /// not listed capture none.
    may_capture: Option<Vec<bool>>,
    /// Variables that definitions in bodies give their values.
    defined: Vec<(VarId, NodeId)>,
}

impl ClosureWalk<'_> {
    fn lambda(&mut self, id: LambdaId) {
        let cx = NodeContext { lambda: id, protections: 0 };
        let lambda = self.ir.lambda_mut(id);
        let body = lambda.body;
        let plain = lambda.defaults.is_empty();
        self.work.push((body, cx));
        if plain {
            for i in 0..lambda.params.len() {
                if let Some(&v) = self.ir.lambda(id).params.get(i) {
                    self.bind(v, id, body);
                }
            }
            return;
        }
        let lambda = self.ir.lambda_mut(id);
        let (params, defaults) = (std::mem::take(&mut lambda.params), std::mem::take(&mut lambda.defaults));
        self.work.extend(defaults.iter().map(|d| (d.value, cx)));
        for v in params.iter().copied().chain(defaults.iter().filter_map(|d| d.supplied)) {
            for scope in defaults.iter().map(|d| d.value).chain([body]) {
                self.bind(v, id, scope);
            }
        }
        let lambda = self.ir.lambda_mut(id);
        (lambda.params, lambda.defaults) = (params, defaults);
    }

    /// A function of a `letrec` may be captured before it exists. The capture is filled in later, if no other code runs
    /// in between. After an initial value that is more than a function, the variables live in boxes.
    fn unfix(&mut self, bindings: &[(VarId, NodeId)]) {
        let mut other_code = false;
        for &(v, init) in bindings {
            let is_function = matches!(self.nodes.node(init), Node::Lambda(_) | Node::Label(_));
            let var = self.ir.var_mut(v);
            other_code |= !is_function || var.assigned;
            if other_code {
                var.assigned = true;
                var.fixed = None;
            }
        }
    }

    /// Returns whether evaluating a node may capture a continuation.
    fn may_capture(&mut self, node: NodeId) -> bool {
        let may_capture = self.may_capture.get_or_insert_with(|| may_capture(self.nodes, self.ir));
        may_capture.get(node.0 as usize).copied().unwrap_or(false)
    }

    /// Makes assigned variables of those whose definition may capture a continuation: one that comes back assigns the
    /// variable, and the closures made before see that.
    fn assign_defined(&mut self) {
        for (v, init) in std::mem::take(&mut self.defined) {
            if self.ir.var(v).captured && !self.ir.var(v).assigned {
                let assigned = self.may_capture(init);
                self.ir.var_mut(v).assigned = assigned;
            }
        }
    }

    /// `v` lives in the frame of `home` while `scope` is evaluated.
    fn bind(&mut self, v: VarId, home: LambdaId, scope: NodeId) {
        self.bind_before(v, home, scope, false);
    }

    /// [`Self::bind`] for a variable that lives already before its scope, while something else is evaluated.
    /// (`is_shared`: that may capture the frame.)
    fn bind_before(&mut self, v: VarId, home: LambdaId, scope: NodeId, is_shared: bool) {
        let var = self.ir.var_mut(v);
        var.home = home;
        // A continuation puts copies of frames back. An assignment must outlive that, so it must not be in a frame
        // that some call inside the scope might capture.
        if var.assigned && !var.captured {
            let shared = is_shared || self.may_capture(scope);
            self.ir.var_mut(v).captured = shared;
        }
    }

    fn visit(&mut self, id: NodeId, cx: NodeContext) {
        match *self.nodes.node(id) {
            // Most are of the function that they are used in.
            Node::Var(v) if self.ir.var(v).home == cx.lambda => {}
            Node::Var(v) | Node::Restore(_, v) => self.reference(v, cx.lambda),
            Node::SetVar(v, value) => {
                self.reference(v, cx.lambda);
                self.work.push((value, cx));
            }
            Node::Let(ref bindings, body) | Node::Letrec(ref bindings, body) => {
                let is_letrec = matches!(self.nodes.node(id), Node::Letrec(..));
                if is_letrec {
                    self.unfix(bindings);
                }
                // The values of the bindings after its own are evaluated while a variable lives, in a `letrec` all.
                let assigned = bindings.iter().any(|&(v, _)| self.ir.var(v).assigned);
                let last =
                    if assigned { bindings.iter().rposition(|&(_, value)| self.may_capture(value)) } else { None };
                for (number, &(v, init)) in bindings.iter().enumerate() {
                    if self.ir.var(v).defined {
                        self.defined.push((v, init));
                    } else if let Node::Lambda(l) = *self.nodes.node(init) {
                        let var = self.ir.var_mut(v);
                        var.fixed = var.fixed.or(Some(l)).filter(|_| !var.assigned);
                    }
                    self.bind_before(v, cx.lambda, body, last.is_some_and(|last| is_letrec || number < last));
                    self.work.push((init, cx));
                }
                self.work.push((body, cx));
            }
            Node::Lambda(l) => {
                self.ir.lambda_mut(l).parent = Some(cx.lambda);
                self.lambda(l);
            }
            Node::DoTimes(v, count, body, result) | Node::DoList(v, count, body, result) => {
                self.bind(v, cx.lambda, body);
                self.work.extend([(count, cx), (body, cx), (result, cx)]);
            }
            Node::NamedLet(l, ref inits) => {
                self.work.extend(inits.iter().map(|&n| (n, cx)));
                let the_loop = self.ir.the_loop(l);
                let (function, lambda, body) = (the_loop.function, the_loop.lambda, the_loop.body);
                if the_loop.local {
                    for v in the_loop.vars.clone() {
                        self.bind(v, cx.lambda, body);
                    }
                    self.work.push((body, cx));
                } else {
                    self.ir.var_mut(function).home = cx.lambda;
                    self.ir.lambda_mut(lambda).parent = Some(cx.lambda);
                    self.lambda(lambda);
                }
            }
            Node::Label(l) => {
                let the_loop = self.ir.the_loop(l);
                let body = the_loop.body;
                for v in the_loop.vars.clone() {
                    self.bind(v, cx.lambda, body);
                }
                self.work.push((body, cx));
            }
            Node::Again(l, ref args) => {
                self.work.extend(args.iter().map(|&n| (n, cx)));
                self.loop_reference(l, cx);
            }
            Node::LoopRef(l) => self.loop_reference(l, cx),
            Node::Block(b, body) => {
                let tag = self.ir.block(b).tag;
                self.ir.var_mut(tag).home = cx.lambda;
                self.blocks.push((b, cx));
                self.work.push((body, cx));
            }
            Node::Leave(b, value) => {
                self.work.push((value, cx));
                let home = self.blocks.iter().rev().find(|(id, _)| *id == b).map(|(_, cx)| *cx);
                let near = home.is_some_and(|h| h.lambda == cx.lambda && h.protections == cx.protections);
                if !near {
                    let block = self.ir.block_mut(b);
                    block.dynamic = true;
                    let tag = block.tag;
                    self.reference(tag, cx.lambda);
                }
            }
            Node::UnwindProtect(body, cleanup) => {
                let inside = NodeContext { protections: cx.protections + 1, ..cx };
                // A jump out of a cleanup is not possible either: the throw that the cleanup interrupts must be
                // consulted.
                self.work.extend([(body, inside), (cleanup, inside)]);
            }
            // These bind and refer to nothing themselves.
            ref node @ (Node::Const(_)
            | Node::Global(_)
            | Node::SetGlobal(..)
            | Node::Define(..)
            | Node::If(..)
            | Node::And(_)
            | Node::Or(_)
            | Node::Seq(_)
            | Node::Op(..)
            | Node::List(_)
            | Node::Call(..)
            | Node::While(..)
            | Node::Catch(..)
            | Node::CatchApply(..)) => node.each_part(|part| self.work.push((part, cx))),
        }
    }

    fn loop_reference(&mut self, l: super::ir::LoopId, cx: NodeContext) {
        let the_loop = self.ir.the_loop(l);
        if !the_loop.local {
            let f = the_loop.function;
            self.reference(f, cx.lambda);
        }
    }

    /// `v` is used in `user`: every function between the two captures it, up to the one that `v` is bound to.
    fn reference(&mut self, v: VarId, user: LambdaId) {
        let var = self.ir.var(v);
        let (home, fixed) = (var.home, var.fixed.filter(|_| !var.assigned));
        let mut at = user;
        while at != home && at != self.top && fixed != Some(at) {
            let lambda = self.ir.lambda_mut(at);
            // Of a function that captures more than a closure can hold, nothing else matters.
            if lambda.captures.len() > MAX_BLOCK || lambda.captures.contains(&v) {
                return;
            }
            lambda.captures.push(v);
            let parent = lambda.parent;
            self.ir.var_mut(v).captured = true;
            match parent {
                Some(p) => at = p,
                None => return,
            }
        }
    }
}

/// Finds, for each node, whether it contains a call, in the same function, of something that might capture a
/// continuation. Empty if none does. Parts of a node have smaller numbers than the node, so one pass is enough, unless
/// there are labels.
fn may_capture(nodes: &Arena, ir: &Ir) -> Vec<bool> {
    let calls = |node: &Node| match node {
        Node::Call(f, _) => !ir.content.is_leaf(*f),
        // The handler is called in this frame.
        Node::CatchApply(..) => true,
        Node::NamedLet(l, _) | Node::Again(l, _) => !ir.the_loop(*l).local,
        _ => false,
    };
    if !ir.content.may_call || !nodes.iter().any(calls) {
        return Vec::new();
    }
    let mut result = vec![false; nodes.iter().len()];
    loop {
        // Only the bodies of labels may come after what holds them.
        let (mut has_changed, mut is_ordered) = (false, true);
        for (at, node) in nodes.iter().enumerate() {
            let in_part = |part: NodeId| result.get(part.0 as usize).copied().unwrap_or(true);
            let mut captures = calls(node);
            if let Node::NamedLet(l, _) | Node::Label(l) = node {
                let body = ir.the_loop(*l).body;
                captures |= in_part(body);
                is_ordered &= (body.0 as usize) < at;
            }
            node.each_part(|part| captures |= in_part(part));
            if let Some(slot) = result.get_mut(at) {
                has_changed |= *slot != captures;
                *slot = captures;
            }
        }
        if is_ordered || !has_changed {
            return result;
        }
    }
}

pub(crate) fn blocks_for_continuations(ir: &mut Ir) {
    let captures = ir.content.take_captures();
    if captures.is_empty() {
        return;
    }
    let mut uses = count_uses(ir);
    // Inner forms come first: once they are blocks, the outer ones see what they contain.
    for call in captures {
        let Some((lambda, k)) = receiver(ir, call) else { continue };
        let exits = exits(ir, lambda, k);
        if uses.get(k.0 as usize) != Some(&exits.len()) {
            continue;
        }
        let body = ir.lambda(lambda).body;
        let tag = ir.add_var(crate::symbol::well_known::NIL);
        uses.push(0);
        let block = ir.add_block(Block { dynamic: false, tag, used: true });
        ir.replace(call, Node::Block(block, body));
        for (exit, value) in exits {
            ir.replace(exit, Node::Leave(block, value));
        }
    }
}

/// Counts the reads of each variable.
fn count_uses(ir: &Ir) -> Vec<usize> {
    let mut uses = vec![0; ir.vars.len()];
    for i in 0..ir.len() {
        if let Node::Var(v) = ir.node(NodeId(i as u32))
            && let Some(n) = uses.get_mut(v.0 as usize)
        {
            *n += 1;
        }
    }
    uses
}

/// The function of one parameter that a capture calls, if it is written there.
fn receiver(ir: &Ir, call: NodeId) -> Option<(LambdaId, VarId)> {
    let Node::Call(_, args) = ir.node(call) else { return None };
    let &[f] = args.as_slice() else { return None };
    let Node::Lambda(id) = *ir.node(f) else { return None };
    let lambda = ir.lambda(id);
    let &[k] = lambda.params.as_slice() else { return None };
    let plain = lambda.required == 1 && !lambda.rest && !ir.var(k).assigned;
    plain.then_some((id, k))
}

/// The calls of `k` with one argument in the body of its function, and the arguments.
fn exits(ir: &Ir, lambda: LambdaId, k: VarId) -> Vec<(NodeId, NodeId)> {
    let mut exits = Vec::new();
    let mut work = vec![ir.lambda(lambda).body];
    while let Some(id) = work.pop() {
        let node = ir.node(id);
        if let Node::Call(f, args) = node
            && let (Node::Var(v), &[value]) = (ir.node(*f), args.as_slice())
            && *v == k
        {
            exits.push((id, value));
            work.push(value);
            continue;
        }
        node.each_part(|part| work.push(part));
        if let Node::NamedLet(l, _) = node {
            let the_loop = ir.the_loop(*l);
            if the_loop.local {
                work.push(the_loop.body);
            }
        }
    }
    exits
}
