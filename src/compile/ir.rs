//! The intermediate form between expansion and code generation: an arena of nodes with every name resolved.
//!
//! Nodes refer to each other by number, so nothing here is dropped or walked recursively.

use std::mem::ManuallyDrop;

use smallvec::SmallVec;

use super::escape_analysis::NodeContext;
pub(crate) use crate::bytecode::Op;
use crate::bytecode::{ExpansionSite, FunctionDefinition, SiteOperator, Yields};
use crate::source::Span;
use crate::symbol::{ModuleId, Symbol};
use crate::value::Value;

/// The number of a node, variable, lambda, loop or block.
macro_rules! ids {
    ($($id:ident),*) => { $(
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub(crate) struct $id(pub u32);
    )* };
}
ids!(NodeId, VarId, LambdaId, LoopId, BlockId);

/// The name of a loop: of a named `let` that is a label, or of a function that calls itself in tail position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoopName {
    Loop(LoopId),
    Function(LambdaId),
}

/// The parts of a node, mostly few.
pub(crate) type Nodes = SmallVec<[NodeId; 4]>;

/// Variables and their initial values, mostly few.
pub(crate) type Bindings = SmallVec<[(VarId, NodeId); 2]>;

/// The parameters of a function, mostly few.
pub(crate) type Parameters = SmallVec<[VarId; 4]>;

/// An expression. Statements are expressions whose value is unused.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Const(Value),
    Var(VarId),
    Global(u32),
    SetVar(VarId, NodeId),
    SetGlobal(u32, NodeId),
    /// Gives a global cell back the value that it had outside of a dynamic binding, which a hidden variable holds.
    Restore(u32, VarId),
    /// `defproc`: give a global cell a function, or its generic function a method.
    Define(u32, NodeId),
    If(NodeId, NodeId, NodeId),
    And(Nodes),
    Or(Nodes),
    Seq(Nodes),
    /// Variables initialised one after the other; no initial value sees any of the variables after it.
    Let(Bindings, NodeId),
    /// Variables that see each other.
    Letrec(Bindings, NodeId),
    Lambda(LambdaId),
    /// The value of a variable that is only called: a loop which the calls, [`Node::Again`], jump to. The form that
    /// binds it is around all of them, in tail position to it.
    Label(LoopId),
    Call(NodeId, Nodes),
    Op(Op, Nodes),
    List(Nodes),
    While(NodeId, NodeId),
    /// Variable, count, body, result.
    DoTimes(VarId, NodeId, NodeId, NodeId),
    /// Variable, list, body, result (evaluated outside the variable's scope).
    DoList(VarId, NodeId, NodeId, NodeId),
    NamedLet(LoopId, Nodes),
    /// A call of a named `let`'s name.
    Again(LoopId, Nodes),
    /// The name of a named `let` as a value.
    LoopRef(LoopId),
    Block(BlockId, NodeId),
    Leave(BlockId, NodeId),
    Catch(NodeId, NodeId),
    /// Tag, handler, body.
    CatchApply(NodeId, NodeId, NodeId),
    UnwindProtect(NodeId, NodeId),
}

impl Node {
    /// Returns whether it owns memory besides its own place: a list that is longer than most.
    #[inline(always)]
    fn owns_memory(&self) -> bool {
        match self {
            Node::And(nodes)
            | Node::Or(nodes)
            | Node::Seq(nodes)
            | Node::Op(_, nodes)
            | Node::List(nodes)
            | Node::Call(_, nodes)
            | Node::NamedLet(_, nodes)
            | Node::Again(_, nodes) => nodes.spilled(),
            Node::Let(bindings, _) | Node::Letrec(bindings, _) => bindings.spilled(),
            _ => false,
        }
    }

    /// Shows `f` the nodes that this one holds, in the order in which they are written. The bodies of functions and
    /// loops are not among them: the arena has those.
    pub fn each_part(&self, mut f: impl FnMut(NodeId)) {
        match self {
            Node::Const(_)
            | Node::Var(_)
            | Node::Global(_)
            | Node::Restore(..)
            | Node::LoopRef(_)
            | Node::Label(_)
            | Node::Lambda(_) => {}
            Node::SetVar(_, a) | Node::SetGlobal(_, a) | Node::Define(_, a) | Node::Block(_, a) | Node::Leave(_, a) => {
                f(*a);
            }
            Node::While(a, b) | Node::Catch(a, b) | Node::UnwindProtect(a, b) => [*a, *b].into_iter().for_each(f),
            Node::If(a, b, c) | Node::CatchApply(a, b, c) | Node::DoTimes(_, a, b, c) | Node::DoList(_, a, b, c) => {
                [*a, *b, *c].into_iter().for_each(f);
            }
            Node::And(nodes)
            | Node::Or(nodes)
            | Node::Seq(nodes)
            | Node::Op(_, nodes)
            | Node::List(nodes)
            | Node::NamedLet(_, nodes)
            | Node::Again(_, nodes) => nodes.iter().copied().for_each(f),
            Node::Let(bindings, body) | Node::Letrec(bindings, body) => {
                bindings.iter().for_each(|b| f(b.1));
                f(*body);
            }
            Node::Call(function, args) => {
                f(*function);
                args.iter().copied().for_each(f);
            }
        }
    }
}

/// Origin of a node in the program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Origin {
    pub span: Span,
    /// Number (from 1) of the expansion that made it; 0 for none.
    pub expansion: u32,
    /// The head of the form at `span`.
    pub operator: SiteOperator,
}

/// Nowhere.
impl std::default::Default for Origin {
    fn default() -> Origin {
        Origin { span: Span::NONE, expansion: 0, operator: SiteOperator::NONE }
    }
}

#[derive(Debug)]
pub(crate) struct Var {
    pub name: Symbol,
    /// The lambda in whose frame it lives.
    pub home: LambdaId,
    pub captured: bool,
    /// Whether it is ever the target of `setq`.
    pub assigned: bool,
    /// The function it is bound to for good, by `letrec`.
    pub fixed: Option<LambdaId>,
    /// Number of nodes when it was first used.
    pub mentioned: Option<usize>,
    /// The library has written it, in what a call of one of its functions has become.
    pub in_library: bool,
    /// A definition in a body gives it its value: a continuation that comes back to that assigns it.
    pub defined: bool,
}

impl Var {
    /// Returns whether the variable must live in a box: it is shared between frames and changed.
    pub fn boxed(&self) -> bool {
        self.captured && self.assigned
    }
}

#[derive(Debug)]
pub(crate) struct Lambda {
    pub definition: FunctionDefinition,
    pub parent: Option<LambdaId>,
    /// All parameters in register order.
    pub params: Parameters,
    pub required: usize,
    pub optional: usize,
    pub rest: bool,
    pub keys: Vec<Symbol>,
    /// For optional and keyword parameters: default, and the variable that says whether an argument came.
    pub defaults: Vec<Default>,
    pub body: NodeId,
    pub captures: Vec<VarId>,
    /// All calls are known: captures come as arguments, and there is no closure.
    pub is_known: bool,
}

impl Lambda {
    /// One without a name and without parameters.
    pub fn new(body: NodeId, span: Span) -> Lambda {
        Lambda {
            definition: FunctionDefinition { name: None, signature: Value::NIL, doc: None, span, source: Value::NIL },
            parent: None,
            params: Parameters::new(),
            required: 0,
            optional: 0,
            rest: false,
            keys: Vec::new(),
            defaults: Vec::new(),
            body,
            captures: Vec::new(),
            is_known: false,
        }
    }

    /// Returns whether it takes a fixed number of arguments, and not very many.
    pub fn is_plain(&self) -> bool {
        let required = self.required;
        required == self.params.len() && required <= MOST_PARAMETERS && !self.rest && self.defaults.is_empty()
    }
}

#[derive(Debug)]
pub(crate) struct Default {
    pub var: VarId,
    pub value: NodeId,
    pub supplied: Option<VarId>,
}

/// Parameters of a function that is called directly.
const MOST_PARAMETERS: usize = 24;

/// A function whose body stands at the place of its only call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inlined {
    pub function: LambdaId,
    /// Whether the call was in tail position of the function that made it.
    pub is_tail: bool,
    /// Whether it calls itself, in tail position.
    pub iterates: bool,
}

/// A named `let`.
#[derive(Debug)]
pub(crate) struct Loop {
    pub vars: Vec<VarId>,
    pub body: NodeId,
    /// All uses are calls in tail position within the same function: the loop is a label in the frame around it.
    pub local: bool,
    /// Otherwise: the function it is, and the variable that holds it.
    pub lambda: LambdaId,
    pub function: VarId,
    /// The inner function that it was. Such a loop is local.
    pub inlined: Option<Inlined>,
}

#[derive(Debug)]
pub(crate) struct Block {
    /// Whether it is left from another function, or through an `unwind-protect`. Then leaving throws to the tag in
    /// `tag`.
    pub dynamic: bool,
    pub tag: VarId,
    /// Whether it is left at all. If not, there is no node for it.
    pub used: bool,
}

/// The nodes of a form, by their numbers.
///
/// The arena drops the nodes itself, so that a new node is written in place. A node is built on the stack and copied in
/// larger pieces if the list might fail to grow. The processor then waits for its fields to reach memory, which costs
/// more than the rest. Mostly there is nothing to drop: no node has a long list.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    nodes: Vec<ManuallyDrop<Node>>,
    /// Origin of each of them.
    origins: Vec<Origin>,
    /// Whether one of them owns memory.
    owns_memory: bool,
}

impl Arena {
    #[expect(clippy::indexing_slicing, reason = "the number was handed out by this arena")]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// All of them. The parts of a node come before it.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.iter().map(|n| &**n)
    }

    #[inline(always)]
    fn add(&mut self, node: Node, origin: Origin) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.owns_memory |= node.owns_memory();
        self.nodes.push(ManuallyDrop::new(node));
        self.origins.push(origin);
        id
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.owns_memory) {
            self.drop_nodes();
        }
        self.nodes.clear();
        self.origins.clear();
    }

    #[cold]
    #[inline(never)]
    fn drop_nodes(&mut self) {
        self.nodes.drain(..).map(ManuallyDrop::into_inner).for_each(drop);
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Nodes for which there is room in what is kept while nothing is compiled.
const MAX_KEPT: usize = 128;

/// Kinds of nodes that a form has, which spare the passes after the expansion work.
#[derive(Debug, Default)]
pub(crate) struct FormContent {
    /// Whether an operand of an operation is a constant.
    pub has_constant_operands: bool,
    /// Whether there is a node of a kind that may call a function, for the analysis.
    pub may_call: bool,
    /// Nodes that stand for natives that neither call nor capture anything, ascending.
    leaves: Vec<NodeId>,
    /// Calls of `call/cc`, inner ones first.
    captures: Vec<NodeId>,
}

impl FormContent {
    fn clear(&mut self) {
        (self.has_constant_operands, self.may_call) = (false, false);
        self.leaves.clear();
        self.captures.clear();
    }

    /// `node` is the name of a native that neither calls nor captures anything.
    pub fn mark_leaf(&mut self, node: NodeId) {
        self.leaves.push(node);
    }

    pub fn is_leaf(&self, node: NodeId) -> bool {
        self.leaves.binary_search(&node).is_ok()
    }

    /// `node` is a call of `call/cc`.
    pub fn mark_capture(&mut self, node: NodeId) {
        self.captures.push(node);
    }

    pub fn take_captures(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.captures)
    }
}

/// One top-level form.
#[derive(Debug, Default)]
pub(crate) struct Ir {
    nodes: Arena,
    pub vars: Vec<Var>,
    /// Variables that are added now are the library's.
    pub in_library: bool,
    pub lambdas: Vec<Lambda>,
    pub loops: Vec<Loop>,
    pub blocks: Vec<Block>,
    pub expansions: Vec<ExpansionSite>,
    pub content: FormContent,
    /// Whether the dialect has a distinct false.
    pub has_false: bool,
    /// The namespace of the host that it belongs to, if it does to one.
    pub home: Option<ModuleId>,
    /// The global cell of which the form makes a function, and the function, if it does no more than that.
    pub own_name: Option<(u32, LambdaId)>,
    /// Room for the analysis: what it still has to look at.
    pub(super) work: Vec<(NodeId, NodeContext)>,
}

macro_rules! access {
    ($($get:ident $get_mut:ident $field:ident $id:ident $t:ty;)*) => { $(
        #[expect(clippy::indexing_slicing, reason = "the number was handed out by this arena")]
        pub fn $get(&self, id: $id) -> &$t { &self.$field[id.0 as usize] }
        #[expect(clippy::indexing_slicing, reason = "the number was handed out by this arena")]
        pub fn $get_mut(&mut self, id: $id) -> &mut $t { &mut self.$field[id.0 as usize] }
    )* };
}

impl Ir {
    access! {
        var var_mut vars VarId Var;
        lambda lambda_mut lambdas LambdaId Lambda;
        the_loop loop_mut loops LoopId Loop;
        block block_mut blocks BlockId Block;
    }

    /// Forgets everything, and keeps the room.
    pub fn clear(&mut self) {
        let Ir {
            nodes,
            vars,
            in_library,
            lambdas,
            loops,
            blocks,
            expansions,
            content,
            has_false,
            home,
            own_name,
            work,
        } = self;
        nodes.clear();
        vars.clear();
        lambdas.clear();
        loops.clear();
        blocks.clear();
        expansions.clear();
        content.clear();
        work.clear();
        (*in_library, *has_false) = (false, false);
        *home = None;
        *own_name = None;
    }

    /// Returns whether it is small enough to be kept while nothing is compiled.
    pub fn is_small(&self) -> bool {
        self.nodes.nodes.capacity() <= MAX_KEPT
            && self.vars.capacity() <= MAX_KEPT
            && self.work.capacity() <= MAX_KEPT
            && self.lambdas.capacity() + self.loops.capacity() + self.blocks.capacity() <= MAX_KEPT / 4
            && self.expansions.capacity() <= MAX_KEPT / 4
    }

    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.node(id)
    }

    /// The nodes, for somebody who changes what is known of all else while looking at them, and gives them back.
    pub fn take_nodes(&mut self) -> Arena {
        std::mem::take(&mut self.nodes)
    }

    pub fn give_nodes(&mut self, nodes: Arena) {
        self.nodes = nodes;
    }

    #[expect(clippy::indexing_slicing, reason = "the number was handed out by this arena")]
    pub fn origin(&self, id: NodeId) -> Origin {
        self.nodes.origins[id.0 as usize]
    }

    #[inline(always)]
    pub fn add(&mut self, node: Node, origin: Origin) -> NodeId {
        if let Node::Op(_, args) = &node {
            self.note_operands(args);
        }
        let may_call = matches!(node, Node::Call(..) | Node::CatchApply(..) | Node::NamedLet(..) | Node::Again(..));
        self.content.may_call |= may_call;
        self.nodes.add(node, origin)
    }

    /// Adds a node, out of line, for rare nodes and nodes of any kind.
    #[inline(never)]
    pub fn add_any(&mut self, node: Node, origin: Origin) -> NodeId {
        // A node that has just been put together from numbers is copied number by number: see `Arena`.
        match node {
            Node::Var(v) => self.add(Node::Var(v), origin),
            Node::Global(cell) => self.add(Node::Global(cell), origin),
            Node::Block(block, body) => self.add(Node::Block(block, body), origin),
            Node::DoTimes(v, count, body, result) => self.add(Node::DoTimes(v, count, body, result), origin),
            Node::If(test, a, b) => self.add(Node::If(test, a, b), origin),
            node => self.add(node, origin),
        }
    }

    #[inline(never)]
    fn note_operands(&mut self, args: &[NodeId]) {
        self.content.has_constant_operands |= args.iter().any(|&arg| matches!(self.node(arg), Node::Const(_)));
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.nodes.len()
    }

    /// Puts another node in the place of one whose parts it has.
    pub fn replace(&mut self, id: NodeId, node: Node) {
        if let Some(old) = self.nodes.nodes.get_mut(id.0 as usize) {
            self.nodes.owns_memory = true;
            **old = node;
        }
    }

    /// Puts another node, and where it comes from, in the place of one.
    pub fn put(&mut self, id: NodeId, other: NodeId) {
        let origin = self.origin(other);
        self.replace(id, self.node(other).clone());
        if let Some(old) = self.nodes.origins.get_mut(id.0 as usize) {
            *old = origin;
        }
        for captured in self.content.captures.iter_mut().filter(|captured| **captured == other) {
            *captured = id;
        }
    }

    /// Adds the loop that an inner function becomes.
    pub fn add_inlined(&mut self, id: LambdaId, inlined: Inlined) -> LoopId {
        let function = self.add_var(crate::symbol::well_known::NIL);
        let lambda = self.lambda(id);
        let (vars, body) = (lambda.params.to_vec(), lambda.body);
        self.loops.push(Loop { vars, body, local: true, lambda: id, function, inlined: Some(inlined) });
        LoopId(self.loops.len() as u32 - 1)
    }

    /// Puts a loop, or another iteration of it, in the place of a call.
    pub fn call_to_loop(&mut self, call: NodeId, id: LoopId, begins: bool) {
        let Node::Call(f, args) = self.node(call) else { return };
        let (f, args) = (*f, args.clone());
        self.replace(call, if begins { Node::NamedLet(id, args) } else { Node::Again(id, args) });
        self.replace(f, Node::Const(Value::NIL));
    }

    /// Removes a variable that nothing uses from the form that binds it.
    pub fn remove_binding(&mut self, binding: NodeId, var: VarId) {
        let mut node = self.node(binding).clone();
        if let Node::Let(bindings, _) | Node::Letrec(bindings, _) = &mut node {
            bindings.retain(|b| b.0 != var);
        }
        self.replace(binding, node);
        self.var_mut(var).fixed = None;
    }

    /// Puts the body of a form in its place if it binds nothing.
    pub fn drop_empty_binding(&mut self, binding: NodeId) {
        while let Node::Let(bindings, body) | Node::Letrec(bindings, body) = self.node(binding)
            && bindings.is_empty()
        {
            self.put(binding, *body);
        }
    }

    /// Makes a label of a variable where it is bound.
    pub fn bind_label(&mut self, binding: NodeId, var: VarId, id: LoopId) {
        if let Node::Let(bindings, _) | Node::Letrec(bindings, _) = self.node(binding)
            && let Some(&(_, init)) = bindings.iter().find(|b| b.0 == var)
        {
            self.replace(init, Node::Label(id));
        }
    }

    /// Adds a label to the body of a function.
    pub fn add_label(&mut self, owner: LambdaId, var: VarId, id: LoopId) {
        let body = self.lambda(owner).body;
        let origin = self.origin(body);
        let label = self.add(Node::Label(id), origin);
        // All labels of the body may jump to one another.
        let mut node = self.node(body).clone();
        if let Node::Letrec(bindings, _) = &mut node
            && bindings.iter().all(|b| matches!(self.node(b.1), Node::Label(_)))
        {
            bindings.push((var, label));
            return self.replace(body, node);
        }
        let new = self.add(Node::Letrec([(var, label)].into_iter().collect(), body), origin);
        self.lambda_mut(owner).body = new;
        for l in self.loops.iter_mut().filter(|l| l.inlined.is_some_and(|i| i.function == owner)) {
            l.body = new;
        }
    }

    /// The labels that a form binds.
    pub fn labels(&self, bindings: &[(VarId, NodeId)]) -> SmallVec<[LoopId; 4]> {
        let label = |&(_, init): &(VarId, NodeId)| match *self.node(init) {
            Node::Label(l) => Some(l),
            _ => None,
        };
        bindings.iter().filter_map(label).collect()
    }

    /// The global cell, the function and the value of a form that does nothing but define a function.
    pub fn definition(&self, form: LambdaId) -> Option<(u32, LambdaId, Value)> {
        let Node::Seq(parts) = self.node(self.lambda(form).body) else { return None };
        let &[define, value] = parts.as_slice() else { return None };
        let (&Node::Define(cell, function), &Node::Const(value)) = (self.node(define), self.node(value)) else {
            return None;
        };
        match *self.node(function) {
            Node::Lambda(function) => Some((cell, function, value)),
            _ => None,
        }
    }

    /// Returns whether a node gives a global name a function, and does no more.
    pub fn is_definition(&self, id: NodeId) -> bool {
        match *self.node(id) {
            Node::Define(_, f) | Node::SetGlobal(_, f) => matches!(self.node(f), Node::Lambda(_)),
            Node::Seq(ref parts) => match *parts.as_slice() {
                [set, value] => matches!(self.node(value), Node::Const(_)) && self.is_definition(set),
                _ => false,
            },
            _ => false,
        }
    }

    /// The global cell and the function of a form that does nothing but assign a function to a global variable.
    pub fn assigned_function(&self, form: LambdaId) -> Option<(u32, LambdaId)> {
        let body = self.lambda(form).body;
        let set = match self.node(body) {
            Node::Seq(parts) => match *parts.as_slice() {
                [set, value] if matches!(self.node(value), Node::Const(_)) => set,
                _ => return None,
            },
            _ => body,
        };
        let &Node::SetGlobal(cell, function) = self.node(set) else { return None };
        match *self.node(function) {
            Node::Lambda(function) => Some((cell, function)),
            _ => None,
        }
    }

    /// Returns whether the value of the node is a truth value.
    pub fn is_boolean(&self, node: NodeId) -> bool {
        matches!(self.node(node), Node::Op(op, _) if op.yields() != Yields::Value)
    }

    /// Returns whether evaluating the node has no effect but the error of an operand of the wrong type. Gives up
    /// (false) after looking at `budget` nodes.
    pub fn is_harmless(&self, node: NodeId, budget: &mut u32) -> bool {
        *budget = budget.saturating_sub(1);
        *budget > 0
            && match self.node(node) {
                Node::Const(_) | Node::Var(_) => true,
                Node::Op(op, args) if op.is_harmless() => args.iter().all(|&a| self.is_harmless(a, budget)),
                _ => false,
            }
    }

    /// Returns whether `node`, a tail of the loop's body, always ends with a further iteration (`None`: of any loop).
    /// Gives up (false) after looking at `budget` nodes.
    pub fn goes_on(&self, node: NodeId, id: Option<LoopName>, budget: &mut u32) -> bool {
        *budget = budget.saturating_sub(1);
        *budget > 0
            && match self.node(node) {
                Node::Again(of, _) if id.is_none_or(|id| LoopName::Loop(*of) == id) => self.the_loop(*of).local,
                node @ (Node::Again(..) | Node::Call(..)) => {
                    matches!(id, Some(LoopName::Function(f)) if self.calls_itself(node, f))
                }
                Node::Let(_, body) => self.goes_on(*body, id, budget),
                Node::Seq(nodes) => nodes.last().is_some_and(|&n| self.goes_on(n, id, budget)),
                Node::If(_, a, b) => self.goes_on(*a, id, budget) && self.goes_on(*b, id, budget),
                _ => false,
            }
    }

    /// Returns whether evaluating `node`, a part of the loop's body, might end with a further iteration. Gives up (true)
    /// after looking at `budget` nodes.
    pub fn may_continue(&self, node: NodeId, id: LoopName, budget: &mut u32) -> bool {
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            return true;
        }
        let mut may = match self.node(node) {
            Node::Again(of, _) if LoopName::Loop(*of) == id => true,
            node @ (Node::Again(..) | Node::Call(..)) => {
                matches!(id, LoopName::Function(f) if self.calls_itself(node, f))
            }
            Node::NamedLet(l, _) | Node::Label(l) => self.may_continue(self.the_loop(*l).body, id, budget),
            _ => false,
        };
        self.node(node).each_part(|part| may = may || self.may_continue(part, id, budget));
        may
    }

    /// Returns whether each further iteration of the loop in `node`, a part of its body, leaves the variable at this
    /// position as it is. Gives up (false) after looking at `budget` nodes.
    pub fn keeps(&self, node: NodeId, id: LoopId, at: usize, budget: &mut u32) -> bool {
        *budget = budget.saturating_sub(1);
        let mut keeps = *budget > 0;
        match self.node(node) {
            Node::Again(of, args) if *of == id => {
                let next = args.get(at).map(|&next| self.node(next));
                keeps &= matches!(next, Some(Node::Var(v)) if self.the_loop(id).vars.get(at) == Some(v));
            }
            Node::NamedLet(l, _) | Node::Label(l) => {
                keeps = keeps && self.keeps(self.the_loop(*l).body, id, at, budget);
            }
            _ => {}
        }
        self.node(node).each_part(|part| keeps = keeps && self.keeps(part, id, at, budget));
        keeps
    }

    /// The function that a variable stands for, if all calls of it are known.
    pub fn known(&self, v: VarId) -> Option<LambdaId> {
        let var = self.var(v);
        var.fixed.filter(|&id| !var.assigned && self.lambda(id).is_known)
    }

    /// Returns whether `node` calls the function `id`, which has this number of parameters, from inside of itself.
    pub fn calls_itself(&self, node: &Node, id: LambdaId) -> bool {
        let is_itself = |v: VarId| self.var(v).fixed == Some(id) && !self.var(v).assigned;
        let args = match node {
            Node::Call(f, args) => match *self.node(*f) {
                Node::Var(v) if is_itself(v) => args,
                Node::Global(g) if self.own_name == Some((g, id)) => args,
                _ => return false,
            },
            Node::Again(l, args) if !self.the_loop(*l).local && is_itself(self.the_loop(*l).function) => args,
            _ => return false,
        };
        let lambda = self.lambda(id);
        let is_plain = lambda.required == lambda.params.len() && lambda.defaults.is_empty() && !lambda.rest;
        is_plain && lambda.required == args.len()
    }

    /// Returns whether a tail of `node` is a call for which `comes_back` holds. Gives up (false) after looking at
    /// `budget` nodes.
    pub fn iterates(&self, node: NodeId, budget: &mut u32, comes_back: &dyn Fn(&Node) -> bool) -> bool {
        *budget = budget.saturating_sub(1);
        *budget > 0
            && match self.node(node) {
                Node::If(_, a, b) => self.iterates(*a, budget, comes_back) || self.iterates(*b, budget, comes_back),
                Node::Let(bindings, body) | Node::Letrec(bindings, body) => {
                    self.iterates(*body, budget, comes_back)
                        || self
                            .labels(bindings)
                            .iter()
                            .any(|&l| self.iterates(self.the_loop(l).body, budget, comes_back))
                }
                Node::Block(_, body) => self.iterates(*body, budget, comes_back),
                Node::Seq(nodes) | Node::And(nodes) | Node::Or(nodes) => {
                    nodes.last().is_some_and(|&n| self.iterates(n, budget, comes_back))
                }
                Node::NamedLet(l, _) if self.the_loop(*l).local => {
                    self.iterates(self.the_loop(*l).body, budget, comes_back)
                }
                node => comes_back(node),
            }
    }

    /// Returns whether the value is false here.
    pub fn is_false(&self, v: Value) -> bool {
        if self.has_false { v == Value::FALSE } else { v.is_false() }
    }

    /// The value of a comparison that does not hold.
    pub fn false_value(&self) -> Value {
        if self.has_false { Value::FALSE } else { Value::NIL }
    }

    /// The value of what is there for its effect.
    pub fn nothing(&self) -> Value {
        if self.has_false { Value::UNSPECIFIED } else { Value::NIL }
    }

    pub fn add_block(&mut self, block: Block) -> BlockId {
        self.blocks.push(block);
        BlockId(self.blocks.len() as u32 - 1)
    }

    pub fn add_var(&mut self, name: Symbol) -> VarId {
        self.vars.push(Var {
            name,
            home: LambdaId(0),
            captured: false,
            assigned: false,
            fixed: None,
            mentioned: None,
            in_library: self.in_library,
            defined: false,
        });
        VarId(self.vars.len() as u32 - 1)
    }
}
