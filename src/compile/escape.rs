//! `call/cc` whose continuation is only called, where it was made: a block, and its calls leave the block.
//!
//! Such a continuation cannot outlive its form, so nothing needs to be captured. It must not be used in a function
//! inside, which might outlive the form, nor as a value.

use super::ir::{Block, Ir, LambdaId, Node, NodeId, VarId};

pub(crate) fn blocks_for_continuations(ir: &mut Ir) {
    let captures = ir.take_captures();
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
        let block = ir.add_block(Block { dynamic: false, tag, used: false });
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
