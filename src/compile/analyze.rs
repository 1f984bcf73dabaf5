//! Between expansion and code generation: in whose frame each variable lives, which variables are captured by which
//! functions, and which blocks must be left by a throw.
//!
//! Walks the nodes with a work list: every construct is visited before what it contains, which is all that is needed.

use super::ir::{BlockId, Ir, LambdaId, Node, NodeId, VarId};

/// What surrounds a node.
#[derive(Clone, Copy)]
struct Context {
    lambda: LambdaId,
    /// Number of `unwind-protect` forms around it in the same function.
    protections: u32,
}

pub(crate) fn analyze(ir: &mut Ir, top: LambdaId) {
    let mut walk = Walk { ir, work: Vec::new(), blocks: Vec::new(), top };
    walk.lambda(top);
    while let Some((node, cx)) = walk.work.pop() {
        walk.visit(node, cx);
    }
    if ir.reentrant {
        // A continuation puts copies of frames back. An assignment must outlive that, so it must not lie in a frame.
        for v in &mut ir.vars {
            v.captured |= v.assigned;
        }
    }
}

struct Walk<'a> {
    ir: &'a mut Ir,
    work: Vec<(NodeId, Context)>,
    blocks: Vec<(BlockId, Context)>,
    top: LambdaId,
}

impl Walk<'_> {
    fn lambda(&mut self, id: LambdaId) {
        let lambda = self.ir.lambda(id);
        let cx = Context { lambda: id, protections: 0 };
        self.work.push((lambda.body, cx));
        let mut own = lambda.params.clone();
        for d in &lambda.defaults {
            self.work.push((d.value, cx));
            own.extend(d.supplied);
        }
        for v in own {
            self.ir.var_mut(v).home = id;
        }
    }

    fn visit(&mut self, id: NodeId, cx: Context) {
        // The node is taken apart by value: what it holds are numbers.
        match self.ir.node(id).clone() {
            Node::Const(_) | Node::Global(_) => {}
            Node::Var(v) => self.reference(v, cx.lambda),
            Node::SetVar(v, value) => {
                self.reference(v, cx.lambda);
                self.work.push((value, cx));
            }
            Node::SetGlobal(_, value) | Node::Define(_, value) => self.work.push((value, cx)),
            Node::If(a, b, c) => self.work.extend([(a, cx), (b, cx), (c, cx)]),
            Node::And(nodes) | Node::Or(nodes) | Node::Seq(nodes) | Node::Op(_, nodes) | Node::List(nodes) => {
                self.work.extend(nodes.into_iter().map(|n| (n, cx)));
            }
            Node::Let(bindings, body) | Node::Letrec(bindings, body) => {
                for (v, init) in bindings {
                    self.ir.var_mut(v).home = cx.lambda;
                    self.work.push((init, cx));
                }
                self.work.push((body, cx));
            }
            Node::Lambda(l) => {
                self.ir.lambda_mut(l).parent = Some(cx.lambda);
                self.lambda(l);
            }
            Node::Call(f, args) => {
                self.work.push((f, cx));
                self.work.extend(args.into_iter().map(|n| (n, cx)));
            }
            Node::While(test, body) => self.work.extend([(test, cx), (body, cx)]),
            Node::DoTimes(v, count, body, result) | Node::DoList(v, count, body, result) => {
                self.ir.var_mut(v).home = cx.lambda;
                self.work.extend([(count, cx), (body, cx), (result, cx)]);
            }
            Node::NamedLet(l, inits) => {
                self.work.extend(inits.into_iter().map(|n| (n, cx)));
                let the_loop = self.ir.the_loop(l);
                let (function, lambda, body) = (the_loop.function, the_loop.lambda, the_loop.body);
                if the_loop.local {
                    for v in the_loop.vars.clone() {
                        self.ir.var_mut(v).home = cx.lambda;
                    }
                    self.work.push((body, cx));
                } else {
                    self.ir.var_mut(function).home = cx.lambda;
                    self.ir.lambda_mut(lambda).parent = Some(cx.lambda);
                    self.lambda(lambda);
                }
            }
            Node::Again(l, args) => {
                self.work.extend(args.into_iter().map(|n| (n, cx)));
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
                let block = self.ir.block_mut(b);
                block.used = true;
                if !near {
                    block.dynamic = true;
                    let tag = block.tag;
                    self.reference(tag, cx.lambda);
                }
            }
            Node::Catch(tag, body) => self.work.extend([(tag, cx), (body, cx)]),
            Node::CatchApply(tag, handler, body) => self.work.extend([(tag, cx), (handler, cx), (body, cx)]),
            Node::UnwindProtect(body, cleanup) => {
                let inside = Context { protections: cx.protections + 1, ..cx };
                self.work.extend([(body, inside), (cleanup, cx)]);
            }
        }
    }

    fn loop_reference(&mut self, l: super::ir::LoopId, cx: Context) {
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
            if lambda.captures.contains(&v) {
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
