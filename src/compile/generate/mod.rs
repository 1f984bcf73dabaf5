//! Code generation: from nodes to instructions, each expression straight into the register where its value is wanted.
//!
//! `binding` makes variables, closures and calls; `operation` arithmetic and access; `choice` tests and jumps; `loops`
//! and `exit` the rest of control.
//!
//! Registers are given out in stack order, so that at a call everything live lies below the call's own registers.

mod binding;
mod choice;
mod exit;
mod loops;
mod operation;

use smallvec::{SmallVec, smallvec};

use crate::code::{Expansion, Function, Home, Insn, Params, Reg};
use crate::compile::Machine;
use crate::compile::ir::{Ir, LambdaId, Node, NodeId, Origin, VarId};
use crate::compile::registers::{Assembly, Dest};
use crate::fault::{Code, Condition, Res, internal};
use crate::symbol::{self, well_known};
use crate::value::Value;

/// Nodes inside each other that forms may become, for each level that forms may be nested.
const NODES_PER_FORM: usize = 4;

/// Generates and links the function `top` and everything inside it.
pub(crate) fn generate(vm: &mut dyn Machine, ir: &Ir, top: LambdaId) -> Res<u32> {
    let registers = smallvec![0; ir.vars.len()];
    // Around the outermost function there is nothing.
    let nothing = vm.workshop().take_assembly(top, 0, Origin::default());
    let most_depth = vm.levels_left().saturating_mul(NODES_PER_FORM);
    let of_program = !vm.rt.sources.is_library(ir.lambda(top).span.source);
    let keeps_locals = vm.keeps_locals && of_program;
    let mut g = Generator { vm, ir, registers, a: nothing, keeps_locals, depth: 0, most_depth };
    let linked = g.lambda(top);
    g.vm.workshop().give_assembly(g.a);
    linked
}

struct Generator<'a> {
    vm: &'a mut dyn Machine,
    ir: &'a Ir,
    /// The register of each variable, while it is in scope.
    registers: SmallVec<[Reg; 32]>,
    a: Box<Assembly>,
    /// Is where variables lie to be noted?
    keeps_locals: bool,
    /// Nodes inside each other that are being generated, and how many may be.
    depth: usize,
    most_depth: usize,
}

/// How a variable is reached from the current function.
enum Location {
    /// In a register, itself or its box.
    Register(Reg),
    /// Capture of the current closure.
    Capture(u8),
    /// It is the current closure, which has no captures: a constant.
    Myself,
}

impl Location {
    fn in_register(self) -> Option<Reg> {
        match self {
            Location::Register(r) => Some(r),
            _ => None,
        }
    }
}

impl Generator<'_> {
    // ---- functions

    /// Generates a function and links it.
    pub(super) fn lambda(&mut self, id: LambdaId) -> Res<u32> {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        if lambda.captures.len() > crate::heap::MAX_BLOCK {
            return self.too_complex(&format!("a function captures more than {} variables", crate::heap::MAX_BLOCK));
        }
        let assembly = self.vm.workshop().take_assembly(id, lambda.params.len(), ir.origin(lambda.body));
        let outer = std::mem::replace(&mut self.a, assembly);
        let result = self.lambda_body(id);
        let mut inner = std::mem::replace(&mut self.a, outer);
        result?;
        if !inner.finish() {
            return internal("a jump to nowhere");
        }
        let linked = self.link(id, &inner);
        self.vm.workshop().give_assembly(inner);
        linked
    }

    pub(super) fn lambda_body(&mut self, id: LambdaId) -> Res<()> {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        for (number, &v) in lambda.captures.iter().enumerate() {
            self.note_local(v, Home::Capture { closure: self.a.self_register, number: number as u8 });
        }
        for (i, &p) in lambda.params.iter().enumerate() {
            self.place_variable(p, i as Reg + 1);
        }
        for &p in lambda.params.iter().take(lambda.required) {
            self.box_if_needed(p);
        }
        for d in &lambda.defaults {
            let r = self.register(d.var);
            let supplied = match d.supplied {
                Some(s) => {
                    let f = self.allocate()?;
                    self.set_register(s, f);
                    self.a.emit(Insn::LoadTrue { d: f });
                    Some(f)
                }
                None => None,
            };
            let given = self.a.label();
            self.a.jump(Insn::JumpSupplied { a: r, off: 0 }, given);
            if let Some(f) = supplied {
                self.constant(self.ir.false_value(), Dest::Fresh(f))?;
            }
            self.generate(d.value, Dest::Fresh(r))?;
            self.single_value(d.value, r);
            self.a.bind(given);
            self.box_if_needed(d.var);
            if let Some(s) = d.supplied {
                self.box_if_needed(s);
            }
        }
        if lambda.rest
            && let Some(&p) = lambda.params.get(lambda.required + lambda.optional)
        {
            self.box_if_needed(p);
        }
        if lambda.parent.is_some() || lambda.span.is_none() {
            return self.generate(lambda.body, Dest::Return);
        }
        // A top-level form that stands somewhere makes no tail calls: errors can then say which form led to them.
        self.scoped(|g| {
            let r = g.allocate()?;
            g.generate(lambda.body, Dest::Fresh(r))?;
            g.deliver(r, Dest::Return);
            Ok(())
        })
    }

    pub(super) fn link(&mut self, id: LambdaId, a: &Assembly) -> Res<u32> {
        let lambda = self.ir.lambda(id);
        let expansions = self.ir.expansions.iter();
        let has_places = a.places.iter().any(|p| p.expansion != 0);
        let function = Function {
            name: lambda.name,
            params: Params {
                required: lambda.required as u8,
                optional: lambda.optional as u8,
                rest: lambda.rest,
                keys: lambda.keys.as_slice().into(),
            },
            signature: lambda.signature,
            doc: lambda.doc.clone(),
            captures: lambda.captures.len() as u8,
            insns: &a.insns,
            consts: &a.consts,
            own_constant: a.own_constant,
            leaves: if a.assigns { &a.leaves } else { &[] },
            inner: &a.inner,
            places: &a.places,
            locals: &a.locals,
            expansions: if has_places {
                expansions.map(|e| Expansion { name: e.name, call: e.call, parent: e.parent }).collect()
            } else {
                Vec::new()
            },
            exchanges: &a.exchanges,
            takes_either_order: self.ir.takes_either_order,
            is_form: lambda.parent.is_none(),
            span: lambda.span,
            source: lambda.source,
        };
        let name = function.name;
        let Some(number) = self.vm.code.link(function) else { return internal("too many functions") };
        let names = &mut self.vm.rt.closure_names;
        if names.len() <= number as usize {
            names.resize(number as usize + 1, None);
        }
        if let Some(n) = names.get_mut(number as usize) {
            *n = name;
        }
        Ok(number)
    }

    #[cold]
    pub(super) fn too_complex<T>(&self, message: &str) -> Res<T> {
        let span = self.ir.lambda(self.a.lambda).span;
        Err(Condition::new(Code::TooComplex, message).at(span).with_help("split the function into smaller ones").into())
    }

    // ---- registers and variables

    pub(super) fn allocate(&mut self) -> Res<Reg> {
        match self.a.allocate() {
            Some(r) => Ok(r),
            None => self.too_complex("a function needs more than 240 variables and intermediate values at once"),
        }
    }

    /// Runs `f`, then gives back the registers it took.
    pub(super) fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let (mark, locals) = (self.a.next, self.a.locals.len());
        let result = f(self);
        self.a.next = mark;
        self.a.end_locals(locals);
        result
    }

    pub(super) fn register(&self, v: VarId) -> Reg {
        self.registers.get(v.0 as usize).copied().unwrap_or(0)
    }

    pub(super) fn set_register(&mut self, v: VarId, r: Reg) {
        if let Some(slot) = self.registers.get_mut(v.0 as usize) {
            *slot = r;
        }
    }

    /// From here on, the register holds the variable.
    pub(super) fn place_variable(&mut self, v: VarId, r: Reg) {
        self.set_register(v, r);
        self.note_local(v, Home::Register(r));
    }

    /// Notes where a variable of the program lies, for those who look into frames.
    fn note_local(&mut self, v: VarId, home: Home) {
        if !self.keeps_locals {
            return;
        }
        let var = self.ir.var(v);
        let name = self.vm.rt.name(var.name);
        let is_shown = !var.in_library && var.name != well_known::NIL && !symbol::is_private(name);
        if is_shown && !self.vm.rt.symbols.is_uninterned(var.name) {
            self.a.begin_local(var.name, home, var.boxed());
        }
    }

    pub(super) fn box_if_needed(&mut self, v: VarId) {
        if self.ir.var(v).boxed() {
            let r = self.register(v);
            let top = self.a.next;
            self.a.emit(Insn::MakeBox { d: r, s: r, top });
        }
    }

    pub(super) fn location(&self, v: VarId) -> Res<Location> {
        let var = self.ir.var(v);
        if var.home == self.a.lambda {
            return Ok(Location::Register(self.register(v)));
        }
        let captures = &self.ir.lambda(self.a.lambda).captures;
        if var.fixed == Some(self.a.lambda) && !var.assigned {
            // A call by the name of a global writes no closure into its register: it can only be one without captures.
            let itself = if captures.is_empty() { Location::Myself } else { Location::Register(self.a.self_register) };
            return Ok(itself);
        }
        match captures.iter().position(|&c| c == v) {
            Some(k) => Ok(Location::Capture(k as u8)),
            None => internal("a variable that is neither local nor captured"),
        }
    }

    /// The instruction that brings what a variable has at its place, its value or its box, to register `d`.
    pub(super) fn fetch(&mut self, location: Location, d: Reg) -> Insn {
        match location {
            Location::Register(s) => Insn::Move { d, s },
            Location::Capture(k) => Insn::GetCapture { d, c: self.a.self_register, k },
            Location::Myself => Insn::LoadConst { d, k: self.a.own_constant() },
        }
    }

    /// The register that holds a variable's value, if there is one.
    pub(super) fn own_register(&self, node: NodeId) -> Option<Reg> {
        match *self.ir.node(node) {
            Node::Var(v) if !self.ir.var(v).boxed() => self.location(v).ok()?.in_register(),
            Node::LoopRef(l) => self.location(self.ir.the_loop(l).function).ok()?.in_register(),
            _ => None,
        }
    }

    /// The value of `node` in some register: its own, or a fresh one.
    pub(super) fn operand(&mut self, node: NodeId) -> Res<Reg> {
        if let Some(r) = self.own_register(node).or_else(|| self.hoisted(node)) {
            return Ok(r);
        }
        let r = self.allocate()?;
        self.generate(node, Dest::Fresh(r))?;
        Ok(r)
    }

    /// The values of several nodes, evaluated from left to right.
    pub(super) fn operands<const N: usize>(&mut self, nodes: &[NodeId]) -> Res<[Reg; N]> {
        let mut registers = [0; N];
        for (i, slot) in registers.iter_mut().enumerate().take(nodes.len()) {
            *slot = self.operand_before(nodes, i)?;
        }
        Ok(registers)
    }

    /// The register of operand `i`, as it is before those after it are evaluated.
    pub(super) fn operand_before(&mut self, nodes: &[NodeId], i: usize) -> Res<Reg> {
        let Some((&node, later)) = nodes.get(i..).and_then(<[NodeId]>::split_first) else {
            return internal("an operand");
        };
        if !self.changes_later(node, later) {
            return self.operand(node);
        }
        let r = self.allocate()?;
        self.generate(node, Dest::Fresh(r))?;
        Ok(r)
    }

    /// Is `node` a variable that evaluating `later` might assign?
    pub(super) fn changes_later(&self, node: NodeId, later: &[NodeId]) -> bool {
        match *self.ir.node(node) {
            // A variable without a box is changed by this function only: calls leave it alone.
            Node::Var(v) if self.ir.var(v).assigned => later.iter().any(|&n| self.assigns(n, v, &mut 60)),
            _ => false,
        }
    }

    /// Might evaluating the node assign `v`, here in this function? Gives up (true) after looking at `budget` nodes.
    pub(super) fn assigns(&self, node: NodeId, v: VarId, budget: &mut u32) -> bool {
        if *budget == 0 {
            return true;
        }
        *budget -= 1;
        match self.ir.node(node) {
            Node::Const(_) | Node::Var(_) | Node::Global(_) | Node::LoopRef(_) | Node::Lambda(_) => false,
            Node::Op(_, args) | Node::List(args) | Node::And(args) | Node::Or(args) | Node::Seq(args) => {
                args.iter().any(|&a| self.assigns(a, v, budget))
            }
            Node::Call(f, args) => self.assigns(*f, v, budget) || args.iter().any(|&a| self.assigns(a, v, budget)),
            Node::If(a, b, c) | Node::CatchApply(a, b, c) => [a, b, c].iter().any(|n| self.assigns(**n, v, budget)),
            Node::SetVar(target, value) => *target == v || self.assigns(*value, v, budget),
            Node::SetGlobal(_, value) => self.assigns(*value, v, budget),
            Node::Catch(a, b) => self.assigns(*a, v, budget) || self.assigns(*b, v, budget),
            Node::Let(bindings, body) => {
                bindings.iter().any(|b| self.assigns(b.1, v, budget)) || self.assigns(*body, v, budget)
            }
            _ => true,
        }
    }

    /// Might evaluating the node read register `r`? Gives up (true) after looking at `budget` nodes.
    pub(super) fn reads(&self, node: NodeId, r: Reg, budget: &mut u32) -> bool {
        if *budget == 0 {
            return true;
        }
        *budget -= 1;
        let reads_var = |v: VarId| self.ir.var(v).home == self.a.lambda && self.register(v) == r;
        match self.ir.node(node) {
            Node::Const(_) | Node::Global(_) => false,
            Node::Var(v) => reads_var(*v),
            Node::Op(_, args) | Node::List(args) | Node::And(args) | Node::Or(args) | Node::Seq(args) => {
                args.iter().any(|&a| self.reads(a, r, budget))
            }
            Node::Let(bindings, body) => {
                bindings.iter().any(|b| self.reads(b.1, r, budget)) || self.reads(*body, r, budget)
            }
            Node::Call(f, args) => self.reads(*f, r, budget) || args.iter().any(|&a| self.reads(a, r, budget)),
            Node::If(a, b, c) => [a, b, c].iter().any(|n| self.reads(**n, r, budget)),
            Node::Lambda(l) => self.ir.lambda(*l).captures.iter().any(|&v| reads_var(v)),
            _ => true,
        }
    }

    // ---- expressions

    /// Evaluates `node` into `dest`.
    pub(super) fn generate(&mut self, node: NodeId, dest: Dest) -> Res<()> {
        self.deeper(node, |g| g.dispatch(node, dest))
    }

    /// Runs `f` for a node one level deeper in the native stack. One form may become several nodes inside each other.
    pub(super) fn deeper(&mut self, node: NodeId, f: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        let outer = std::mem::replace(&mut self.a.origin, self.ir.origin(node));
        self.depth += 1;
        let result = if self.depth > self.most_depth {
            Err(Condition::new(Code::TooComplex, "code is nested too deeply").at(self.a.origin.span).into())
        } else {
            f(self)
        };
        self.depth -= 1;
        self.a.origin = outer;
        result
    }

    pub(super) fn dispatch(&mut self, id: NodeId, dest: Dest) -> Res<()> {
        let ir = self.ir;
        let node = ir.node(id);
        // What writes its destination before it has read everything cannot write one that it reads.
        if let Dest::Reg(r) = dest
            && !writes_last(node)
        {
            return self.scoped(|g| {
                let t = g.allocate()?;
                g.generate(id, Dest::Fresh(t))?;
                g.a.emit(Insn::Move { d: r, s: t });
                Ok(())
            });
        }
        match node {
            Node::Const(v) => self.constant(*v, dest),
            Node::Var(_) | Node::LoopRef(_) => self.variable(id, dest),
            Node::Global(g) => {
                let g = *g;
                self.into(dest, |_, d| Ok(Insn::GetGlobal { d, g }))
            }
            Node::SetVar(v, value) => self.set_variable(*v, *value, dest),
            Node::SetGlobal(g, value) => self.scoped(|s| {
                let r = s.operand(*value)?;
                s.a.emit(Insn::SetGlobal { s: r, g: *g });
                s.assigned(r, dest)
            }),
            Node::Restore(g, v) => {
                // The variable is of this very frame, or the machine would not find the value there.
                let Some(s) = self.location(*v)?.in_register() else {
                    return internal("a saved value that is in no register");
                };
                // What does nothing marks it for a limit (the machine takes dynamic bindings back); an instruction more
                // in the loop of the machine is dear.
                self.a.emit(Insn::PopHandler { n: 0 });
                self.a.emit(Insn::SetGlobal { s, g: *g });
                self.assigned(s, dest)
            }
            Node::Define(g, value) => self.scoped(|s| {
                let r = s.operand(*value)?;
                s.a.emit(Insn::Define { s: r, g: *g });
                s.deliver(r, dest);
                Ok(())
            }),
            Node::If(test, then, otherwise) => self.if_(*test, *then, *otherwise, dest),
            Node::And(nodes) => self.and(nodes, dest),
            Node::Or(nodes) => self.or(nodes, dest),
            Node::Seq(nodes) => {
                let from = self.a.here();
                if let Some((last, init)) = nodes.split_last() {
                    for &n in init {
                        self.generate(n, Dest::Effect)?;
                    }
                    self.generate(*last, dest)?;
                }
                self.note_exchange(id, from..self.a.here(), |_| None);
                Ok(())
            }
            Node::Let(bindings, body) => self.scoped(|g| {
                g.bind(bindings)?;
                g.generate(*body, dest)
            }),
            Node::Letrec(bindings, body) => self.scoped(|g| {
                g.bind_recursively(bindings)?;
                g.generate(*body, dest)
            }),
            Node::Lambda(l) => self.closure(*l, dest),
            Node::Call(f, args) => self.call(id, *f, args, dest),
            Node::Op(op, args) => self.operation(*op, args, dest),
            Node::List(items) => self.list(items, dest),
            Node::While(test, body) => {
                self.with_constants(&[*test, *body], |g| g.while_(*test, *body))?;
                self.constant(self.ir.nothing(), dest)
            }
            Node::DoTimes(v, count, body, result) => self.scoped(|g| {
                g.with_constants(&[*body], |g| g.do_times(*v, *count, *body))?;
                g.generate(*result, dest)
            }),
            Node::DoList(v, list, body, result) => self.scoped(|g| {
                g.with_constants(&[*body], |g| g.do_list(id, *v, *list, *body))?;
                g.generate(*result, dest)
            }),
            Node::NamedLet(l, inits) => self.named_let(id, *l, inits, dest),
            Node::Again(l, args) => self.again(*l, args, dest),
            Node::Block(b, body) => self.block(*b, *body, dest),
            Node::Leave(b, value) => self.leave(*b, *value),
            Node::Catch(tag, body) => self.catch(*tag, *body, dest),
            Node::CatchApply(tag, f, body) => self.catch_apply(*tag, *f, *body, dest),
            Node::UnwindProtect(body, cleanup) => self.unwind_protect(*body, *cleanup, dest),
        }
    }

    /// Emits an instruction with a destination register for `dest`. Registers that `f` takes are given back.
    pub(super) fn into(&mut self, dest: Dest, f: impl FnOnce(&mut Self, Reg) -> Res<Insn>) -> Res<()> {
        match dest {
            Dest::Fresh(d) | Dest::Reg(d) => {
                let insn = self.scoped(|g| f(g, d))?;
                self.a.emit(insn);
                Ok(())
            }
            Dest::Effect | Dest::Return => self.scoped(|g| {
                let d = g.allocate()?;
                let insn = g.scoped(|g| f(g, d))?;
                g.a.emit(insn);
                g.deliver(d, dest);
                Ok(())
            }),
        }
    }

    /// The value is in `r`: brings it to `dest`.
    pub(super) fn deliver(&mut self, r: Reg, dest: Dest) {
        match dest {
            Dest::Effect => {}
            Dest::Fresh(d) | Dest::Reg(d) if d == r => {}
            Dest::Fresh(d) | Dest::Reg(d) => self.a.emit(Insn::Move { d, s: r }),
            Dest::Return => self.a.emit(Insn::Return { a: r }),
        }
    }

    pub(super) fn constant(&mut self, v: Value, dest: Dest) -> Res<()> {
        match dest {
            Dest::Effect => Ok(()),
            Dest::Return if v.is_nil() => {
                self.a.emit(Insn::ReturnNil);
                Ok(())
            }
            Dest::Return => {
                let k = self.a.constant(v);
                self.a.emit(Insn::ReturnConst { k });
                Ok(())
            }
            _ => self.into(dest, |g, d| {
                Ok(match v.as_fixnum().and_then(|n| i32::try_from(n).ok()) {
                    Some(i) => Insn::LoadInt { d, i },
                    None if v.is_nil() => Insn::LoadNil { d },
                    None if v == Value::T => Insn::LoadTrue { d },
                    None => Insn::LoadConst { d, k: g.a.constant(v) },
                })
            }),
        }
    }

    pub(super) fn variable(&mut self, node: NodeId, dest: Dest) -> Res<()> {
        if dest == Dest::Effect {
            return Ok(());
        }
        if let Some(r) = self.own_register(node) {
            self.deliver(r, dest);
            return Ok(());
        }
        let v = match *self.ir.node(node) {
            Node::Var(v) => v,
            Node::LoopRef(l) => self.ir.the_loop(l).function,
            _ => return internal("not a variable"),
        };
        let boxed = self.ir.var(v).boxed();
        let c = self.a.self_register;
        let location = self.location(v)?;
        self.into(dest, |g, d| {
            Ok(match location {
                Location::Register(a) if boxed => Insn::GetBox { d, a },
                Location::Capture(k) if boxed => Insn::GetCaptureBox { d, c, k },
                location => g.fetch(location, d),
            })
        })
    }

    pub(super) fn set_variable(&mut self, v: VarId, value: NodeId, dest: Dest) -> Res<()> {
        let boxed = self.ir.var(v).boxed();
        let c = self.a.self_register;
        match self.location(v)? {
            Location::Register(r) if !boxed => {
                self.a.assigns = true;
                self.generate(value, Dest::Reg(r))?;
                if dest != Dest::Effect {
                    self.single_value(value, r);
                }
                self.assigned(r, dest)
            }
            location => self.scoped(|g| {
                let s = g.operand(value)?;
                g.a.emit(match location {
                    Location::Register(a) => Insn::SetBox { a, s },
                    Location::Capture(k) => Insn::SetCaptureBox { c, k, s },
                    Location::Myself => return internal("assignment of a fixed variable"),
                });
                g.assigned(s, dest)
            }),
        }
    }

    /// Something has been given the value in `r`: brings what that yields to `dest`.
    pub(super) fn assigned(&mut self, r: Reg, dest: Dest) -> Res<()> {
        if self.ir.has_false {
            return self.constant(Value::UNSPECIFIED, dest);
        }
        self.deliver(r, dest);
        Ok(())
    }
}

/// Does evaluating the node write its destination only after it has read everything?
fn writes_last(node: &Node) -> bool {
    matches!(
        node,
        Node::Const(_)
            | Node::Var(_)
            | Node::LoopRef(_)
            | Node::Global(_)
            | Node::SetVar(..)
            | Node::SetGlobal(..)
            | Node::Call(..)
            | Node::Op(..)
            | Node::List(_)
            | Node::Lambda(_)
            | Node::Leave(..)
            | Node::Again(..)
    )
}
