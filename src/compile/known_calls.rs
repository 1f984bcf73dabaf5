//! Known calls: a function inside a function that is only called needs no closure (lambda lifting; Johnsson 1985).
//!
//! If all uses of a function's name are calls with the right number of arguments, each call enters the function
//! directly. The variables that a closure would capture come with the call, in the registers after the parameters: the
//! value of a variable that never changes, the box of one that does. A function that calls such a function therefore
//! needs that one's captures instead of its closure. They are in scope there, since the name is.

use super::ir::{Ir, Lambda, LambdaId, Node, NodeId, VarId};

/// Captures that calls pass on. With more of them, a closure costs less than the moves of each call.
const MOST_CAPTURES: usize = 8;

/// Captures by which a closure may grow that calls such functions.
const MOST_GROWTH: usize = 16;

/// Attempts, each without the functions that the one before has found too expensive.
const MOST_ROUNDS: usize = 4;

/// Passes over the functions of a form. Long chains of functions, each of which calls one before it, need more.
const MOST_PASSES: usize = 12;

/// Marks the functions whose calls are known, and settles the captures of all functions. Escape analysis comes first.
pub(crate) fn find_known_calls(ir: &mut Ir) {
    // A form that defines a function has no more than these two.
    if ir.lambdas.len() <= 2 {
        return;
    }
    let mut known = Candidates::find(ir);
    for _ in 0..MOST_ROUNDS {
        if known.count == 0 {
            return;
        }
        let Some(closed) = known.closed_captures(ir) else { return };
        let before = known.count;
        known.drop_expensive(ir, &closed);
        if known.count < before {
            continue;
        }
        for (i, captures) in closed.into_iter().enumerate() {
            let id = LambdaId(i as u32);
            let lambda = ir.lambda_mut(id);
            lambda.captures = captures;
            lambda.is_known = known.has(id);
        }
        return;
    }
}

/// Functions that may be called directly.
struct Candidates {
    /// By the function's number.
    are: Vec<bool>,
    count: usize,
}

impl Candidates {
    /// Finds the functions whose names are only called.
    fn find(ir: &Ir) -> Candidates {
        let mut found = Candidates { are: vec![false; ir.lambdas.len()], count: 0 };
        for var in &ir.vars {
            if let Some(id) = var.fixed.filter(|_| !var.assigned)
                && ir.lambda(id).is_plain()
                && ir.lambda(id).parent == Some(var.home)
            {
                found.add(id);
            }
        }
        if found.count == 0 {
            return found;
        }
        let mut is_head = vec![false; ir.len()];
        for i in 0..ir.len() {
            if let Node::Call(f, args) = ir.node(NodeId(i as u32))
                && let Node::Var(v) = *ir.node(*f)
                && let Some(id) = found.function(ir, v)
                && ir.lambda(id).required == args.len()
                && let Some(head) = is_head.get_mut(f.0 as usize)
            {
                *head = true;
            }
        }
        for (i, is_head) in is_head.into_iter().enumerate() {
            let used = match *ir.node(NodeId(i as u32)) {
                Node::Var(v) if !is_head => v,
                Node::Restore(_, v) => v,
                Node::LoopRef(l) => ir.the_loop(l).function,
                Node::Again(l, ref args) if args.len() != ir.the_loop(l).vars.len() => ir.the_loop(l).function,
                _ => continue,
            };
            if let Some(id) = found.function(ir, used) {
                found.remove(id);
            }
        }
        found
    }

    fn has(&self, id: LambdaId) -> bool {
        self.are.get(id.0 as usize).copied().unwrap_or(false)
    }

    fn add(&mut self, id: LambdaId) {
        if let Some(is) = self.are.get_mut(id.0 as usize) {
            self.count += usize::from(!*is);
            *is = true;
        }
    }

    fn remove(&mut self, id: LambdaId) {
        if let Some(is) = self.are.get_mut(id.0 as usize) {
            self.count -= usize::from(*is);
            *is = false;
        }
    }

    /// The candidate that a variable is bound to.
    fn function(&self, ir: &Ir, v: VarId) -> Option<LambdaId> {
        let var = ir.var(v);
        var.fixed.filter(|&id| !var.assigned && self.has(id))
    }

    /// The captures of each function, with those of the candidates that it calls in the place of their names. `None` if
    /// that takes too long.
    fn closed_captures(&self, ir: &Ir) -> Option<Vec<Vec<VarId>>> {
        let is_variable = |v: &VarId| self.function(ir, *v).is_none();
        let captures = |lambda: &Lambda| lambda.captures.iter().copied().filter(is_variable).collect();
        let mut closed: Vec<Vec<VarId>> = ir.lambdas.iter().map(captures).collect();
        // Functions that capture names of candidates.
        let callers: Vec<usize> = (0..ir.lambdas.len())
            .filter(|&i| !ir.lambda(LambdaId(i as u32)).captures.iter().all(is_variable))
            .collect();
        for pass in 0..MOST_PASSES {
            let mut has_changed = false;
            for k in 0..callers.len() {
                // Functions call those before them and those after them.
                let at = if pass % 2 == 0 { callers.len() - 1 - k } else { k };
                let Some(&i) = callers.get(at) else { continue };
                let id = LambdaId(i as u32);
                for callee in ir.lambda(id).captures.iter().filter_map(|&v| self.function(ir, v)) {
                    has_changed |= callee != id && self.pass_on(ir, &mut closed, callee, id);
                }
            }
            if !has_changed {
                return Some(closed);
            }
        }
        None
    }

    /// Adds the captures of `callee` to those of the function that calls it, and returns whether there was one to add.
    fn pass_on(&self, ir: &Ir, closed: &mut [Vec<VarId>], callee: LambdaId, caller: LambdaId) -> bool {
        let (from, to) = (callee.0 as usize, caller.0 as usize);
        let Some(source) = closed.get(from).filter(|c| c.len() <= MOST_CAPTURES).cloned() else { return false };
        let Some(target) = closed.get_mut(to) else { return false };
        let before = target.len();
        for v in source {
            // A closure knows itself.
            let is_itself = ir.var(v).fixed == Some(caller) && !ir.var(v).assigned;
            if !is_itself && !target.contains(&v) {
                target.push(v);
            }
        }
        target.len() > before
    }

    /// Removes the candidates whose captures are too many, and those that make a closure too large.
    fn drop_expensive(&mut self, ir: &Ir, closed: &[Vec<VarId>]) {
        for (i, captures) in closed.iter().enumerate() {
            let id = LambdaId(i as u32);
            if self.has(id) && captures.len() > MOST_CAPTURES {
                self.remove(id);
            } else if captures.len() > ir.lambda(id).captures.len() + MOST_GROWTH {
                for callee in ir.lambda(id).captures.iter().filter_map(|&v| self.function(ir, v)).collect::<Vec<_>>() {
                    self.remove(callee);
                }
            }
        }
    }
}
