//! Inner functions in place: a function that is called at one place becomes the code of that place.
//!
//! The function must have a name that is only called, with the right number of arguments, and one of the calls must be
//! outside of it. The others are iterations: they are in its own tail positions. Its body then becomes a local loop. A
//! table of the code says which instructions belong to which function, so that errors, traces and profiles show the
//! calls as they are written ([`crate::call_site::InlinedCode`]).

use super::ir::{Inlined, Ir, LambdaId, Node, NodeId, Op, VarId};

/// Passes over a form. Each may find functions that the one before has brought together.
const MOST_ROUNDS: usize = 4;

/// Registers that a function may need after it has taken in another one, by an upper bound. It leaves room for what the
/// bound does not know.
const MOST_REGISTERS: u32 = 160;

/// Moves functions to the only places that call them. Comes before escape analysis.
pub(crate) fn inline_local_functions(ir: &mut Ir, top: LambdaId) {
    // A form that defines a function has no more than these two.
    if ir.lambdas.len() <= 2 {
        return;
    }
    for _ in 0..MOST_ROUNDS {
        let Some(mut survey) = Survey::of(ir, top) else { return };
        if !survey.inline(ir, top) {
            return;
        }
    }
}

/// Position of an expression in its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    Tail,
    Inside,
    /// It decides which way to go on.
    Test,
    /// In tail position, unless a block turns out to be left from elsewhere.
    Unsure,
}

/// A call of a variable.
struct Call {
    node: NodeId,
    owner: LambdaId,
    position: Position,
}

/// A variable that is bound to a function.
struct Candidate {
    var: VarId,
    lambda: LambdaId,
    /// The form that binds it.
    binding: NodeId,
}

/// The nodes of a form, as the calls of inner functions see them.
struct Survey {
    candidates: Vec<Candidate>,
    /// By variable. Empty if there is no candidate.
    calls: Vec<Vec<Call>>,
    /// Whether the variable is used in another way, by variable.
    is_used: Vec<bool>,
    /// The function around each function.
    parents: Vec<Option<LambdaId>>,
    /// An upper bound of the registers that each function needs.
    registers: Vec<u32>,
    /// All nodes: a node comes before its parts.
    order: Vec<(NodeId, LambdaId)>,
}

impl Survey {
    /// Looks at everything in `top`. `None` if there is no function that might move.
    fn of(ir: &Ir, top: LambdaId) -> Option<Survey> {
        let is_function = |&(v, init): &(VarId, NodeId)| {
            matches!(ir.node(init), Node::Lambda(l) if ir.lambda(*l).is_plain()) && !ir.var(v).assigned
        };
        let has_candidates = (0..ir.len()).any(|i| match ir.node(NodeId(i as u32)) {
            Node::Let(bindings, _) | Node::Letrec(bindings, _) => bindings.iter().any(is_function),
            _ => false,
        });
        if !has_candidates {
            return None;
        }
        let mut is_left = vec![false; ir.blocks.len()];
        for i in 0..ir.len() {
            if let Node::Leave(block, _) = ir.node(NodeId(i as u32)) {
                set(&mut is_left, block.0, true);
            }
        }
        let mut survey = Survey {
            candidates: Vec::new(),
            calls: std::iter::repeat_with(Vec::new).take(ir.vars.len()).collect(),
            is_used: vec![false; ir.vars.len()],
            parents: vec![None; ir.lambdas.len()],
            registers: vec![0; ir.lambdas.len()],
            order: Vec::with_capacity(ir.len()),
        };
        let mut walk = Walk { ir, survey: &mut survey, is_left, is_seen: vec![false; ir.len()], work: Vec::new() };
        if !walk.all(top) {
            return None;
        }
        survey.count_registers(ir);
        Some(survey)
    }

    /// Adds up the registers of each function, from the innermost nodes outwards.
    fn count_registers(&mut self, ir: &Ir) {
        // Registers of each node, and the variables that it mentions.
        let mut needs = vec![(0_u32, 0_u32); ir.len()];
        for &(id, owner) in self.order.iter().rev() {
            let node = ir.node(id);
            let (mut most, mut parts, mut mentions) = (0, 0, u32::from(mentions_variable(node)));
            let mut take = |part: NodeId| {
                let (registers, inside) = needs.get(part.0 as usize).copied().unwrap_or_default();
                most = most.max(registers);
                parts += 1;
                mentions += inside;
            };
            node.each_part(&mut take);
            if let Node::NamedLet(l, _) = node {
                take(ir.the_loop(*l).body);
            }
            let own = match node {
                Node::Lambda(l) => {
                    let lambda = ir.lambda(*l);
                    mentions += needs.get(lambda.body.0 as usize).map_or(0, |n| n.1);
                    mentions +=
                        lambda.defaults.iter().filter_map(|d| needs.get(d.value.0 as usize)).map(|n| n.1).sum::<u32>();
                    // Its captures.
                    mentions.min(ir.vars.len() as u32)
                }
                Node::Call(..) | Node::Again(..) | Node::NamedLet(..) => parts + 8,
                Node::CatchApply(..) | Node::UnwindProtect(..) | Node::DoTimes(..) | Node::DoList(..) => 6,
                _ => 2,
            };
            let registers = most + parts + own;
            if let Some(slot) = needs.get_mut(id.0 as usize) {
                *slot = (registers, mentions);
            }
            if let Some(all) = self.registers.get_mut(owner.0 as usize) {
                *all = (*all).max(registers + ir.lambda(owner).params.len() as u32);
            }
        }
    }

    /// Moves the functions that can move. Returns whether one did.
    fn inline(&mut self, ir: &mut Ir, top: LambdaId) -> bool {
        let mut has_moved = false;
        for Candidate { var, lambda, binding } in std::mem::take(&mut self.candidates) {
            let Some(call) = self.only_call(ir, top, var, lambda) else { continue };
            let (node, owner, is_tail) = (call.node, call.owner, call.position == Position::Tail);
            let needs = |id: LambdaId| self.registers.get(id.0 as usize).copied().unwrap_or(u32::MAX);
            let sum = needs(owner).saturating_add(needs(lambda));
            if sum > MOST_REGISTERS {
                continue;
            }
            // Each chain of functions that move into one another adds up.
            set(&mut self.registers, owner.0, sum);
            set(&mut self.registers, lambda.0, sum);
            let calls = self.calls.get(var.0 as usize).map_or(&[][..], |calls| calls);
            let again = calls.iter().map(|call| call.node).filter(|&other| other != node).collect::<Vec<_>>();
            ir.remove_binding(binding, var);
            let iterates = !again.is_empty();
            let body = ir.add_inlined(lambda, Inlined { function: lambda, is_tail, iterates });
            ir.call_to_loop(node, body, true);
            again.into_iter().for_each(|node| ir.call_to_loop(node, body, false));
            has_moved = true;
        }
        has_moved
    }

    /// The only call of a function from outside, if the function can move there.
    fn only_call(&self, ir: &Ir, top: LambdaId, var: VarId, lambda: LambdaId) -> Option<&Call> {
        if self.is_used.get(var.0 as usize).copied().unwrap_or(true) {
            return None;
        }
        let mut outside = None;
        for call in self.calls.get(var.0 as usize)? {
            let Node::Call(_, args) = ir.node(call.node) else { return None };
            if args.len() != ir.lambda(lambda).required || call.position == Position::Unsure {
                return None;
            }
            if call.owner == lambda {
                if call.position != Position::Tail {
                    return None;
                }
            } else if self.is_inside(call.owner, lambda) || outside.replace(call).is_some() {
                return None;
            }
        }
        // A loop that is a test would bring its truth into a register, which takes longer than the call.
        let iterates = self.calls.get(var.0 as usize).is_some_and(|calls| calls.len() > 1);
        outside.filter(|call| call.owner != top && !(iterates && call.position == Position::Test))
    }

    /// Returns whether a function is inside another one.
    fn is_inside(&self, mut inner: LambdaId, outer: LambdaId) -> bool {
        while let Some(Some(parent)) = self.parents.get(inner.0 as usize) {
            inner = *parent;
            if inner == outer {
                return true;
            }
        }
        false
    }
}

/// Returns whether a closure around the node may capture a variable for it.
fn mentions_variable(node: &Node) -> bool {
    matches!(
        node,
        Node::Var(_)
            | Node::SetVar(..)
            | Node::Restore(..)
            | Node::Again(..)
            | Node::LoopRef(_)
            | Node::Leave(..)
            | Node::NamedLet(..)
    )
}

fn set<T>(all: &mut [T], at: u32, value: T) {
    if let Some(slot) = all.get_mut(at as usize) {
        *slot = value;
    }
}

/// The walk that a [`Survey`] results from.
struct Walk<'a> {
    ir: &'a Ir,
    survey: &'a mut Survey,
    /// Blocks that are left before their end.
    is_left: Vec<bool>,
    is_seen: Vec<bool>,
    work: Vec<(NodeId, LambdaId, Position)>,
}

impl Walk<'_> {
    /// Visits every node of a function. Returns false if one is a part of two.
    fn all(&mut self, top: LambdaId) -> bool {
        self.lambda(top);
        while let Some((node, owner, position)) = self.work.pop() {
            if self.is_seen.get(node.0 as usize).copied().unwrap_or(true) {
                return false;
            }
            set(&mut self.is_seen, node.0, true);
            self.survey.order.push((node, owner));
            self.visit(node, owner, position);
        }
        true
    }

    fn lambda(&mut self, id: LambdaId) {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        self.work.push((lambda.body, id, Position::Tail));
        self.work.extend(lambda.defaults.iter().map(|d| (d.value, id, Position::Inside)));
    }

    fn visit(&mut self, id: NodeId, owner: LambdaId, position: Position) {
        let ir = self.ir;
        let node = ir.node(id);
        let unsure = if position == Position::Tail { Position::Unsure } else { position };
        // The part whose value is that of the node.
        let (last, position) = match *node {
            Node::Var(v) | Node::Restore(_, v) | Node::SetVar(v, _) => {
                set(&mut self.survey.is_used, v.0, true);
                (None, position)
            }
            Node::Call(f, ref args) => {
                if let Node::Var(v) = *ir.node(f) {
                    let call = Call { node: id, owner, position };
                    if let Some(calls) = self.survey.calls.get_mut(v.0 as usize) {
                        calls.push(call);
                    }
                    self.work.extend(args.iter().map(|&arg| (arg, owner, Position::Inside)));
                    return;
                }
                (None, position)
            }
            Node::If(test, then, otherwise) => {
                self.work.extend([
                    (test, owner, Position::Test),
                    (then, owner, position),
                    (otherwise, owner, position),
                ]);
                return;
            }
            Node::And(ref nodes) | Node::Or(ref nodes) | Node::Seq(ref nodes) => (nodes.last().copied(), position),
            Node::Let(ref bindings, body) | Node::Letrec(ref bindings, body) => {
                let is_let = matches!(node, Node::Let(..));
                for &(var, init) in bindings {
                    let Node::Lambda(lambda) = *ir.node(init) else {
                        // It may call functions after it, which do not exist yet.
                        if is_let { continue } else { break }
                    };
                    if ir.lambda(lambda).is_plain() && !ir.var(var).assigned && !ir.var(var).defined {
                        self.survey.candidates.push(Candidate { var, lambda, binding: id });
                    }
                }
                (Some(body), position)
            }
            Node::Lambda(l) => {
                set(&mut self.survey.parents, l.0, Some(owner));
                self.lambda(l);
                return;
            }
            Node::NamedLet(l, _) => {
                let the_loop = ir.the_loop(l);
                if the_loop.local {
                    self.work.push((the_loop.body, owner, position));
                } else {
                    set(&mut self.survey.parents, the_loop.lambda.0, Some(owner));
                    self.lambda(the_loop.lambda);
                }
                (None, position)
            }
            Node::Block(block, body) => {
                let is_left = self.is_left.get(block.0 as usize).copied().unwrap_or(true);
                (Some(body), if is_left { unsure } else { position })
            }
            Node::Leave(_, value) => (Some(value), Position::Unsure),
            Node::DoTimes(.., result) | Node::DoList(.., result) => (Some(result), unsure),
            _ => (None, position),
        };
        let is_logical = matches!(node, Node::And(_) | Node::Or(_) | Node::Op(Op::Not, _));
        let other = if is_logical { Position::Test } else { Position::Inside };
        node.each_part(|part| {
            let position = if last == Some(part) { position } else { other };
            self.work.push((part, owner, position));
        });
    }
}
