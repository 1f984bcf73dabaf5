//! Inner functions in place: a function whose calls all return to the same place becomes code of that place.
//!
//! The function must have a name that is only called, with the right number of arguments. If one place outside of it
//! calls it, its body becomes a local loop at that place, and its own tail calls are iterations. If several calls in
//! tail positions of one function enter it, it becomes a label of that function ("contification"; Fluet and Weeks,
//! 2001): a function dominates another one in the graph of tail calls if all ways to the latter lead through it. A table
//! of the code says which instructions belong to which function, so that errors, traces and profiles show the calls as
//! they are written ([`crate::call_site::InlinedCode`]).

use super::ir::{Inlined, Ir, LambdaId, Node, NodeId, VarId};

/// Attempts, each without the functions that could not move in the one before.
const MOST_ROUNDS: usize = 6;

/// Passes over the graph of calls. Loops of calls inside one another need more than two.
const MOST_PASSES: usize = 12;

/// Registers that a function may need after it has taken in another one, by an upper bound. It leaves room for what the
/// bound does not know.
const MOST_REGISTERS: u32 = 160;

/// Moves functions to the only places that call them. Comes before escape analysis.
pub(crate) fn inline_local_functions(ir: &mut Ir, top: LambdaId) {
    // A form that defines a function has no more than these two.
    if ir.lambdas.len() <= 2 {
        return;
    }
    let Some(mut survey) = Survey::of(ir, top) else { return };
    survey.reject_unfit(ir, top);
    for _ in 0..MOST_ROUNDS {
        let Some(tree) = survey.dominators() else { return };
        let before = survey.rejected;
        let plan = survey.plan(ir, &tree);
        survey.drop_too_large(ir, &plan);
        if survey.rejected == before {
            plan.iter().for_each(|step| survey.apply(ir, step));
            plan.iter().for_each(|step| ir.drop_empty_binding(step.candidate.binding));
            return;
        }
    }
}

/// Position of an expression in its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    Tail,
    Inside,
    /// In tail position, unless a block turns out to be left from elsewhere.
    Unsure,
}

/// Surroundings of a node.
#[derive(Clone, Copy)]
struct CallContext {
    owner: LambdaId,
    position: Position,
    /// The node whose value is that of this one: the body of the function if the position is a tail.
    root: NodeId,
}

/// A call of a variable.
struct LocalCall {
    node: NodeId,
    place: CallContext,
}

/// A variable that is bound to a function.
#[derive(Clone, Copy)]
struct Candidate {
    var: VarId,
    /// The form that binds it, and the node whose value is that of the form.
    binding: NodeId,
    root: NodeId,
}

/// Point of the graph of calls: 0 is everything outside, then come the functions by their numbers, then the places to
/// which calls return that are no tail calls.
type Point = usize;

const OUTSIDE: Point = 0;

/// The fate of a function.
struct Move {
    function: LambdaId,
    candidate: Candidate,
    /// The point that all its calls lead through.
    point: Point,
    how: How,
}

enum How {
    /// The only call from outside of it becomes the function.
    AtCall { call: NodeId, owner: LambdaId, is_tail: bool },
    /// It becomes a label where it is bound.
    AtBinding,
    /// It becomes a label of the body of this function.
    InBody(LambdaId),
}

/// The nodes of a form, as the calls of inner functions see them.
struct Survey {
    /// By function. `None` if it has no name or may not move.
    candidates: Vec<Option<Candidate>>,
    /// Number of candidates that turned out not to move.
    rejected: usize,
    /// By variable.
    calls: Vec<Vec<LocalCall>>,
    /// Whether the variable is used in another way, by variable.
    is_used: Vec<bool>,
    /// The function around each function.
    parents: Vec<Option<LambdaId>>,
    /// An upper bound of the registers that each function needs.
    registers: Vec<u32>,
    /// All nodes: a node comes before its parts.
    order: Vec<(NodeId, LambdaId)>,
    /// The places to which calls return, and the function of each.
    returns: Vec<(NodeId, LambdaId)>,
}

/// The points that dominate each point, in an order in which they come before it.
struct Dominators {
    /// The functions that anything outside reaches.
    order: Vec<Point>,
    /// The immediate dominator of each point.
    above: Vec<Option<Point>>,
    depth: Vec<u32>,
}

impl Dominators {
    /// Returns whether all ways to `point` lead through `other`.
    fn is_below(&self, mut point: Point, other: Point) -> bool {
        let depth = |p: Point| self.depth.get(p).copied().unwrap_or(0);
        while depth(point) > depth(other) {
            let Some(Some(above)) = self.above.get(point) else { return false };
            point = *above;
        }
        point == other
    }
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
        let mut survey = Survey {
            candidates: vec![None; ir.lambdas.len()],
            rejected: 0,
            calls: std::iter::repeat_with(Vec::new).take(ir.vars.len()).collect(),
            is_used: vec![false; ir.vars.len()],
            parents: vec![None; ir.lambdas.len()],
            registers: vec![0; ir.lambdas.len()],
            order: Vec::with_capacity(ir.len()),
            returns: Vec::new(),
        };
        let mut walk = Walk { ir, survey: &mut survey, is_seen: vec![false; ir.len()], work: Vec::new() };
        if !walk.all(top) {
            return None;
        }
        survey.count_registers(ir);
        Some(survey)
    }

    fn candidate(&self, function: LambdaId) -> Option<Candidate> {
        self.candidates.get(function.0 as usize).copied().flatten()
    }

    fn calls_of(&self, candidate: Candidate) -> &[LocalCall] {
        self.calls.get(candidate.var.0 as usize).map_or(&[], |calls| calls)
    }

    fn reject(&mut self, function: LambdaId) {
        if let Some(slot) = self.candidates.get_mut(function.0 as usize)
            && slot.take().is_some()
        {
            self.rejected += 1;
        }
    }

    fn functions(&self) -> impl Iterator<Item = (LambdaId, Candidate)> {
        let all = self.candidates.iter().enumerate();
        all.filter_map(|(i, candidate)| candidate.map(|c| (LambdaId(i as u32), c)))
    }

    /// Rejects the functions that are used otherwise than by calls that could be jumps.
    fn reject_unfit(&mut self, ir: &Ir, top: LambdaId) {
        let is_reached = self.reached(top);
        let is_fit = |&(function, candidate): &(LambdaId, Candidate)| {
            let calls = self.calls_of(candidate);
            let is_used = self.is_used.get(candidate.var.0 as usize).copied().unwrap_or(true);
            !is_used
                && calls.iter().all(|call| {
                    let is_call =
                        matches!(ir.node(call.node), Node::Call(_, args) if args.len() == ir.lambda(function).required);
                    let is_reached = is_reached.get(call.place.owner.0 as usize).copied().unwrap_or(false);
                    let is_in_form = call.place.owner == top;
                    is_call && is_reached && !is_in_form && call.place.position != Position::Unsure
                })
        };
        let unfit: Vec<LambdaId> = self.functions().filter(|f| !is_fit(f)).map(|f| f.0).collect();
        unfit.into_iter().for_each(|function| self.reject(function));
    }

    /// Returns whether anything that runs calls or makes each function.
    fn reached(&self, top: LambdaId) -> Vec<bool> {
        let mut inside: Vec<Vec<LambdaId>> = vec![Vec::new(); self.parents.len()];
        let mut add = |owner: LambdaId, function: LambdaId| {
            if let Some(all) = inside.get_mut(owner.0 as usize) {
                all.push(function);
            }
        };
        for (i, parent) in self.parents.iter().enumerate() {
            let function = LambdaId(i as u32);
            match (self.candidate(function), parent) {
                (Some(candidate), parent) => {
                    self.calls_of(candidate).iter().for_each(|call| add(call.place.owner, function));
                    if self.is_used.get(candidate.var.0 as usize).copied().unwrap_or(true)
                        && let Some(parent) = parent
                    {
                        add(*parent, function);
                    }
                }
                (None, Some(parent)) => add(*parent, function),
                (None, None) => {}
            }
        }
        let mut reached = vec![false; self.parents.len()];
        let mut work = vec![top];
        while let Some(function) = work.pop() {
            if let Some(slot) = reached.get_mut(function.0 as usize)
                && !std::mem::replace(slot, true)
            {
                work.extend(inside.get(function.0 as usize).into_iter().flatten());
            }
        }
        reached
    }

    /// The point from which a call reaches its function.
    fn point_of(&self, call: &LocalCall) -> Point {
        match call.place.position {
            Position::Tail => 1 + call.place.owner.0 as usize,
            _ => {
                let found = self.returns.binary_search_by_key(&call.place.root, |r| r.0);
                1 + self.parents.len() + found.unwrap_or_else(|next| next)
            }
        }
    }

    /// The dominators of the functions in the graph of calls (Cooper, Harvey and Kennedy, 2001). `None` if that takes
    /// too long.
    fn dominators(&mut self) -> Option<Dominators> {
        let all = self.functions().flat_map(|(_, candidate)| self.calls_of(candidate));
        let inner = all.filter(|call| call.place.position != Position::Tail);
        let mut returns: Vec<(NodeId, LambdaId)> = inner.map(|call| (call.place.root, call.place.owner)).collect();
        returns.sort_unstable();
        returns.dedup();
        self.returns = returns;
        let count = 1 + self.parents.len() + self.returns.len();
        let mut from: Vec<Vec<Point>> = vec![vec![OUTSIDE]; count];
        let mut to: Vec<Vec<Point>> = vec![Vec::new(); count];
        for (function, candidate) in self.functions() {
            let at = 1 + function.0 as usize;
            if let Some(from) = from.get_mut(at) {
                *from = self.calls_of(candidate).iter().map(|call| self.point_of(call)).collect();
            }
        }
        for (at, points) in from.iter().enumerate().skip(1) {
            for &point in points {
                to.get_mut(point)?.push(at);
            }
        }
        let order = reverse_postorder(&to);
        let mut number = vec![usize::MAX; count];
        order.iter().enumerate().for_each(|(i, &point)| set(&mut number, point as u32, i));
        let mut above: Vec<Option<Point>> = vec![None; count];
        set(&mut above, OUTSIDE as u32, Some(OUTSIDE));
        let number = |point: Point| number.get(point).copied().unwrap_or(usize::MAX);
        for _ in 0..MOST_PASSES {
            let mut has_changed = false;
            for &point in order.iter().skip(1) {
                let mut new: Option<Point> = None;
                for &p in from.get(point)? {
                    if above.get(p)?.is_none() {
                        continue;
                    }
                    new = Some(match new {
                        Some(mut a) => {
                            let mut b = p;
                            while a != b {
                                while number(a) > number(b) {
                                    a = (*above.get(a)?)?;
                                }
                                while number(b) > number(a) {
                                    b = (*above.get(b)?)?;
                                }
                            }
                            a
                        }
                        None => p,
                    });
                }
                if *above.get(point)? != new {
                    set(&mut above, point as u32, new);
                    has_changed = true;
                }
            }
            if !has_changed {
                let mut depth = vec![0; count];
                for &point in order.iter().skip(1) {
                    let outer = depth.get((*above.get(point)?)?).copied().unwrap_or(0);
                    set(&mut depth, point as u32, outer + 1);
                }
                return Some(Dominators { order, above, depth });
            }
        }
        None
    }

    /// The fate of each function that can move.
    fn plan(&mut self, ir: &Ir, tree: &Dominators) -> Vec<Move> {
        let mut plan = Vec::new();
        for &at in &tree.order {
            let function = LambdaId(at.wrapping_sub(1) as u32);
            let Some(candidate) = self.candidate(function).filter(|_| at <= self.parents.len()) else { continue };
            let Some(point) = tree.above.get(at).copied().flatten().filter(|&p| p != OUTSIDE) else { continue };
            let mut outer = self.calls_of(candidate).iter().filter(|call| !tree.is_below(self.point_of(call), at));
            let how = match (outer.next(), outer.next()) {
                (Some(call), None) => {
                    let CallContext { owner, position, .. } = call.place;
                    How::AtCall { call: call.node, owner, is_tail: position == Position::Tail }
                }
                // The trace of a call that returns to the middle of a function must tell which one it was.
                _ if point > self.parents.len() => {
                    self.reject(function);
                    continue;
                }
                _ => {
                    let owner = LambdaId(point as u32 - 1);
                    if candidate.root == ir.lambda(owner).body { How::AtBinding } else { How::InBody(owner) }
                }
            };
            plan.push(Move { function, candidate, point, how });
        }
        plan
    }

    /// Rejects functions whose registers would be too many, together with those of the function that they move to.
    fn drop_too_large(&mut self, ir: &Ir, plan: &[Move]) {
        let needs = |survey: &Survey, id: LambdaId| survey.registers.get(id.0 as usize).copied().unwrap_or(u32::MAX);
        // The function that each one moves to.
        let mut hosts: Vec<Option<LambdaId>> = vec![None; ir.lambdas.len()];
        for step in plan {
            let host = match step.how {
                How::AtCall { owner, .. } | How::InBody(owner) => Some(owner),
                How::AtBinding => Some(LambdaId(step.point as u32 - 1)),
            };
            set(&mut hosts, step.function.0, host);
        }
        let mut sums: Vec<Option<u32>> = vec![None; ir.lambdas.len()];
        for step in plan {
            let mut host = step.function;
            let mut left = plan.len() + 1;
            while let Some(Some(outer)) = hosts.get(host.0 as usize).filter(|_| left > 0) {
                host = *outer;
                left -= 1;
            }
            // The next ones have a shorter way.
            set(&mut hosts, step.function.0, Some(host));
            let sum = sums.get(host.0 as usize).copied().flatten().unwrap_or_else(|| needs(self, host));
            let sum = sum.saturating_add(needs(self, step.function));
            if sum > MOST_REGISTERS || left == 0 {
                self.reject(step.function);
            } else {
                set(&mut sums, host.0, Some(sum));
            }
        }
    }

    /// Moves a function.
    fn apply(&self, ir: &mut Ir, step: &Move) {
        let Move { function, candidate: Candidate { var, binding, .. }, ref how, .. } = *step;
        let calls = self.calls_of(step.candidate);
        let (begin, is_tail) = match *how {
            How::AtCall { call, is_tail, .. } => (Some(call), is_tail),
            How::AtBinding | How::InBody(_) => (None, true),
        };
        let iterates = calls.len() > 1;
        let id = ir.add_inlined(function, Inlined { function, is_tail, iterates });
        for call in calls {
            ir.call_to_loop(call.node, id, begin == Some(call.node));
        }
        match *how {
            How::AtCall { .. } => ir.remove_binding(binding, var),
            How::AtBinding => ir.bind_label(binding, var, id),
            How::InBody(owner) => {
                ir.remove_binding(binding, var);
                ir.add_label(owner, var, id);
            }
        }
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

/// The points that the first one leads to, each before those that it leads to, apart from loops.
fn reverse_postorder(to: &[Vec<Point>]) -> Vec<Point> {
    let mut is_seen = vec![false; to.len()];
    let mut order = Vec::new();
    let mut path = vec![(OUTSIDE, 0)];
    set(&mut is_seen, OUTSIDE as u32, true);
    while let Some((point, next)) = path.last_mut() {
        let Some(&successor) = to.get(*point).and_then(|all| all.get(*next)) else {
            order.push(*point);
            path.pop();
            continue;
        };
        *next += 1;
        if let Some(slot) = is_seen.get_mut(successor)
            && !std::mem::replace(slot, true)
        {
            path.push((successor, 0));
        }
    }
    order.reverse();
    order
}

/// The walk that a [`Survey`] results from.
struct Walk<'a> {
    ir: &'a Ir,
    survey: &'a mut Survey,
    is_seen: Vec<bool>,
    work: Vec<(NodeId, CallContext)>,
}

impl Walk<'_> {
    /// Visits every node of a function. Returns false if one is a part of two.
    fn all(&mut self, top: LambdaId) -> bool {
        self.lambda(top);
        while let Some((node, place)) = self.work.pop() {
            if self.is_seen.get(node.0 as usize).copied().unwrap_or(true) {
                return false;
            }
            set(&mut self.is_seen, node.0, true);
            self.survey.order.push((node, place.owner));
            self.visit(node, place);
        }
        true
    }

    fn lambda(&mut self, id: LambdaId) {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        self.work.push((lambda.body, CallContext { owner: id, position: Position::Tail, root: lambda.body }));
        lambda.defaults.iter().for_each(|d| self.begin(d.value, id, Position::Inside));
    }

    /// Puts a node on the list whose value is not that of the node around it.
    fn begin(&mut self, node: NodeId, owner: LambdaId, position: Position) {
        self.work.push((node, CallContext { owner, position, root: node }));
    }

    fn visit(&mut self, id: NodeId, place: CallContext) {
        let ir = self.ir;
        let node = ir.node(id);
        let owner = place.owner;
        let unsure = match place.position {
            Position::Tail => CallContext { position: Position::Unsure, ..place },
            _ => place,
        };
        // The part whose value is that of the node.
        let (last, place) = match *node {
            Node::Var(v) | Node::Restore(_, v) | Node::SetVar(v, _) => {
                set(&mut self.survey.is_used, v.0, true);
                (None, place)
            }
            Node::Call(f, ref args) => {
                if let Node::Var(v) = *ir.node(f) {
                    if let Some(calls) = self.survey.calls.get_mut(v.0 as usize) {
                        calls.push(LocalCall { node: id, place });
                    }
                    args.iter().for_each(|&arg| self.begin(arg, owner, Position::Inside));
                    return;
                }
                (None, place)
            }
            Node::If(test, then, otherwise) => {
                self.begin(test, owner, Position::Inside);
                self.work.extend([(then, place), (otherwise, place)]);
                return;
            }
            Node::And(ref nodes) | Node::Or(ref nodes) | Node::Seq(ref nodes) => (nodes.last().copied(), place),
            Node::Let(ref bindings, body) | Node::Letrec(ref bindings, body) => {
                let is_let = matches!(node, Node::Let(..));
                for &(var, init) in bindings {
                    let Node::Lambda(lambda) = *ir.node(init) else {
                        // It may call functions after it, which do not exist yet.
                        if is_let { continue } else { break }
                    };
                    if ir.lambda(lambda).is_plain() && !ir.var(var).assigned && !ir.var(var).defined {
                        let candidate = Candidate { var, binding: id, root: place.root };
                        set(&mut self.survey.candidates, lambda.0, Some(candidate));
                    }
                }
                (Some(body), place)
            }
            Node::Lambda(l) => {
                set(&mut self.survey.parents, l.0, Some(owner));
                self.lambda(l);
                return;
            }
            Node::NamedLet(l, _) => {
                let the_loop = ir.the_loop(l);
                if the_loop.local {
                    self.work.push((the_loop.body, place));
                } else {
                    set(&mut self.survey.parents, the_loop.lambda.0, Some(owner));
                    self.lambda(the_loop.lambda);
                }
                (None, place)
            }
            Node::Block(_, body) => (Some(body), unsure),
            Node::Leave(_, value) => (Some(value), CallContext { position: Position::Unsure, ..place }),
            Node::DoTimes(.., result) | Node::DoList(.., result) => (Some(result), unsure),
            _ => (None, place),
        };
        node.each_part(|part| {
            if last == Some(part) {
                self.work.push((part, place));
            } else {
                self.begin(part, owner, Position::Inside);
            }
        });
    }
}
