//! Code generation: from nodes to instructions, each expression straight into the register where its value is wanted.
//!
//! Registers are given out in stack order, so that at a call everything live lies below the call's own registers.

use super::ir::{Ir, LambdaId, LoopId, Node, NodeId, Op, VarId};
use super::registers::{Assembly, BlockTarget, Dest, Label, LoopTarget};
use crate::code::{Expansion, Function, Insn, Params, Reg};
use crate::fault::{Code, Condition, Res, internal};
use crate::value::{Kind, Value};
use crate::vm::Vm;

/// Arguments that a call passes in registers; more go through a list and `apply`.
const MAX_ARGUMENTS: usize = 100;
/// Elements of a literal `(list ...)` that are held in registers at once.
const MAX_ELEMENTS: usize = 64;

/// Nodes inside each other that forms may become, for each level that forms may be nested.
const NODES_PER_FORM: usize = 4;

/// Generates and links the function `top` and everything inside it.
pub(crate) fn generate(vm: &mut Vm, ir: &Ir, top: LambdaId) -> Res<u32> {
    let registers = vec![0; ir.vars.len()];
    let assembly = Assembly::new(top, 0, ir.origin(ir.lambda(top).body));
    let mut g = Generator { vm, ir, registers, a: assembly, depth: 0 };
    g.lambda(top)
}

struct Generator<'a> {
    vm: &'a mut Vm,
    ir: &'a Ir,
    /// The register of each variable, while it is in scope.
    registers: Vec<Reg>,
    a: Assembly,
    /// Nodes inside each other that are being generated.
    depth: usize,
}

/// How a variable is reached from the current function.
enum Location {
    /// In a register, itself or its box.
    Register(Reg),
    /// Capture of the current closure.
    Capture(u8),
    /// It is the current closure.
    Myself,
}

impl Generator<'_> {
    // ---- functions

    /// Generates a function and links it.
    fn lambda(&mut self, id: LambdaId) -> Res<u32> {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        if lambda.captures.len() > crate::heap::MAX_BLOCK {
            return self.too_complex(&format!("a function captures more than {} variables", crate::heap::MAX_BLOCK));
        }
        let assembly = Assembly::new(id, lambda.params.len(), ir.origin(lambda.body));
        let outer = std::mem::replace(&mut self.a, assembly);
        let result = self.lambda_body(id);
        let inner = std::mem::replace(&mut self.a, outer);
        result?;
        self.link(id, inner)
    }

    fn lambda_body(&mut self, id: LambdaId) -> Res<()> {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        for (i, &p) in lambda.params.iter().enumerate() {
            self.set_register(p, i as Reg + 1);
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
                self.a.emit(Insn::LoadNil { d: f });
            }
            self.generate(d.value, Dest::Fresh(r))?;
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
        self.generate(lambda.body, Dest::Return)
    }

    fn link(&mut self, id: LambdaId, mut a: Assembly) -> Res<u32> {
        if !a.finish() {
            return internal("a jump to nowhere");
        }
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
            insns: a.insns,
            consts: a.consts,
            inner: a.inner,
            places: a.places,
            expansions: if has_places {
                expansions.map(|e| Expansion { name: e.name, call: e.call, parent: e.parent }).collect()
            } else {
                Vec::new()
            },
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
    fn too_complex<T>(&self, message: &str) -> Res<T> {
        let span = self.ir.lambda(self.a.lambda).span;
        Err(Condition::new(Code::TooComplex, message)
            .at(span)
            .with_help("split the function into smaller ones")
            .into())
    }

    // ---- registers and variables

    fn allocate(&mut self) -> Res<Reg> {
        match self.a.allocate() {
            Some(r) => Ok(r),
            None => self.too_complex("a function needs more than 240 variables and intermediate values at once"),
        }
    }

    /// Runs `f`, then gives back the registers it took.
    fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let mark = self.a.next;
        let result = f(self);
        self.a.next = mark;
        result
    }

    fn register(&self, v: VarId) -> Reg {
        self.registers.get(v.0 as usize).copied().unwrap_or(0)
    }

    fn set_register(&mut self, v: VarId, r: Reg) {
        if let Some(slot) = self.registers.get_mut(v.0 as usize) {
            *slot = r;
        }
    }

    fn box_if_needed(&mut self, v: VarId) {
        if self.ir.var(v).boxed() {
            let r = self.register(v);
            let top = self.a.next;
            self.a.emit(Insn::MakeBox { d: r, s: r, top });
        }
    }

    fn location(&self, v: VarId) -> Res<Location> {
        let var = self.ir.var(v);
        if var.home == self.a.lambda {
            return Ok(Location::Register(self.register(v)));
        }
        if var.fixed == Some(self.a.lambda) && !var.assigned {
            return Ok(Location::Myself);
        }
        match self.ir.lambda(self.a.lambda).captures.iter().position(|&c| c == v) {
            Some(k) => Ok(Location::Capture(k as u8)),
            None => internal("a variable that is neither local nor captured"),
        }
    }

    /// The register that holds a variable's value, if there is one.
    fn own_register(&self, node: NodeId) -> Option<Reg> {
        match *self.ir.node(node) {
            Node::Var(v) if !self.ir.var(v).boxed() => match self.location(v) {
                Ok(Location::Register(r)) => Some(r),
                Ok(Location::Myself) => Some(self.a.self_register),
                _ => None,
            },
            Node::LoopRef(l) => {
                let f = self.ir.the_loop(l).function;
                match self.location(f) {
                    Ok(Location::Register(r)) => Some(r),
                    Ok(Location::Myself) => Some(self.a.self_register),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value of `node` in some register: its own, or a fresh one.
    fn operand(&mut self, node: NodeId) -> Res<Reg> {
        if let Some(r) = self.own_register(node) {
            return Ok(r);
        }
        let r = self.allocate()?;
        self.generate(node, Dest::Fresh(r))?;
        Ok(r)
    }

    /// The values of several nodes, evaluated from left to right.
    fn operands<const N: usize>(&mut self, nodes: &[NodeId]) -> Res<[Reg; N]> {
        let mut registers = [0; N];
        for (i, (&node, slot)) in nodes.iter().zip(&mut registers).enumerate() {
            let later = nodes.get(i + 1..).unwrap_or(&[]);
            *slot = if self.changes_later(node, later) {
                let r = self.allocate()?;
                self.generate(node, Dest::Fresh(r))?;
                r
            } else {
                self.operand(node)?
            };
        }
        Ok(registers)
    }

    /// Is `node` a variable that evaluating `later` might assign?
    fn changes_later(&self, node: NodeId, later: &[NodeId]) -> bool {
        match *self.ir.node(node) {
            Node::Var(v) if self.ir.var(v).assigned => later.iter().any(|&n| !self.is_simple(n)),
            _ => false,
        }
    }

    /// Does evaluating the node surely assign nothing? (False when that is not obvious.)
    fn is_simple(&self, node: NodeId) -> bool {
        match self.ir.node(node) {
            Node::Const(_) | Node::Var(_) | Node::Global(_) | Node::LoopRef(_) | Node::Lambda(_) => true,
            Node::Op(_, args) => args.iter().all(|&a| {
                matches!(self.ir.node(a), Node::Const(_) | Node::Var(_) | Node::Global(_))
            }),
            _ => false,
        }
    }

    /// Might evaluating the node read register `r`? Gives up (true) after looking at `budget` nodes.
    fn reads(&self, node: NodeId, r: Reg, budget: &mut u32) -> bool {
        if *budget == 0 {
            return true;
        }
        *budget -= 1;
        let reads_var = |v: VarId| self.ir.var(v).home == self.a.lambda && self.register(v) == r;
        match self.ir.node(node) {
            Node::Const(_) | Node::Global(_) => false,
            Node::Var(v) => reads_var(*v),
            Node::Op(_, args) | Node::List(args) | Node::And(args) | Node::Or(args) => {
                args.iter().any(|&a| self.reads(a, r, budget))
            }
            Node::Call(f, args) => self.reads(*f, r, budget) || args.iter().any(|&a| self.reads(a, r, budget)),
            Node::If(a, b, c) => [a, b, c].iter().any(|n| self.reads(**n, r, budget)),
            Node::Lambda(l) => self.ir.lambda(*l).captures.iter().any(|&v| reads_var(v)),
            _ => true,
        }
    }

    // ---- expressions

    /// Evaluates `node` into `dest`.
    fn generate(&mut self, node: NodeId, dest: Dest) -> Res<()> {
        self.deeper(node, |g| g.dispatch(node, dest))
    }

    /// Runs `f` for a node one level deeper in the native stack. One form may become several nodes inside each other.
    fn deeper(&mut self, node: NodeId, f: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        let outer = std::mem::replace(&mut self.a.origin, self.ir.origin(node));
        self.depth += 1;
        let result = if self.depth > self.vm.rt.budget.nesting.saturating_mul(NODES_PER_FORM) {
            Err(Condition::new(Code::TooComplex, "code is nested too deeply").at(self.a.origin.span).into())
        } else {
            f(self)
        };
        self.depth -= 1;
        self.a.origin = outer;
        result
    }

    fn dispatch(&mut self, id: NodeId, dest: Dest) -> Res<()> {
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
                s.deliver(r, dest);
                Ok(())
            }),
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
                if let Some((last, init)) = nodes.split_last() {
                    for &n in init {
                        self.generate(n, Dest::Effect)?;
                    }
                    self.generate(*last, dest)?;
                }
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
            Node::Call(f, args) => self.call(*f, args, dest),
            Node::Op(op, args) => self.operation(*op, args, dest),
            Node::List(items) => self.list(items, dest),
            Node::While(test, body) => {
                self.while_(*test, *body)?;
                self.constant(Value::NIL, dest)
            }
            Node::DoTimes(v, count, body, result) => self.scoped(|g| {
                g.do_times(*v, *count, *body)?;
                g.generate(*result, dest)
            }),
            Node::DoList(v, list, body, result) => self.scoped(|g| {
                g.do_list(*v, *list, *body)?;
                g.generate(*result, dest)
            }),
            Node::NamedLet(l, inits) => self.named_let(*l, inits, dest),
            Node::Again(l, args) => self.again(*l, args, dest),
            Node::Block(b, body) => self.block(*b, *body, dest),
            Node::Leave(b, value) => self.leave(*b, *value),
            Node::Catch(tag, body) => self.catch(*tag, *body, dest),
            Node::CatchApply(tag, f, body) => self.catch_apply(*tag, *f, *body, dest),
            Node::UnwindProtect(body, cleanup) => self.unwind_protect(*body, *cleanup, dest),
        }
    }

    /// Emits an instruction with a destination register for `dest`. Registers that `f` takes are given back.
    fn into(&mut self, dest: Dest, f: impl FnOnce(&mut Self, Reg) -> Res<Insn>) -> Res<()> {
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
    fn deliver(&mut self, r: Reg, dest: Dest) {
        match dest {
            Dest::Effect => {}
            Dest::Fresh(d) | Dest::Reg(d) if d == r => {}
            Dest::Fresh(d) | Dest::Reg(d) => self.a.emit(Insn::Move { d, s: r }),
            Dest::Return => self.a.emit(Insn::Return { a: r }),
        }
    }

    fn constant(&mut self, v: Value, dest: Dest) -> Res<()> {
        match dest {
            Dest::Effect => Ok(()),
            Dest::Return if v.is_nil() => {
                self.a.emit(Insn::ReturnNil);
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

    fn variable(&mut self, node: NodeId, dest: Dest) -> Res<()> {
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
        self.into(dest, |_, d| {
            Ok(match location {
                Location::Register(a) => Insn::GetBox { d, a },
                Location::Capture(k) if boxed => Insn::GetCaptureBox { d, c, k },
                Location::Capture(k) => Insn::GetCapture { d, c, k },
                Location::Myself => Insn::Move { d, s: c },
            })
        })
    }

    fn set_variable(&mut self, v: VarId, value: NodeId, dest: Dest) -> Res<()> {
        let boxed = self.ir.var(v).boxed();
        let c = self.a.self_register;
        match self.location(v)? {
            Location::Register(r) if !boxed => {
                self.generate(value, Dest::Reg(r))?;
                self.deliver(r, dest);
                Ok(())
            }
            location => self.scoped(|g| {
                let s = g.operand(value)?;
                g.a.emit(match location {
                    Location::Register(a) => Insn::SetBox { a, s },
                    Location::Capture(k) => Insn::SetCaptureBox { c, k, s },
                    Location::Myself => return internal("assignment of a fixed variable"),
                });
                g.deliver(s, dest);
                Ok(())
            }),
        }
    }

    // ---- binding

    fn bind(&mut self, bindings: &[(VarId, NodeId)]) -> Res<()> {
        for &(v, init) in bindings {
            let var = self.ir.var(v);
            // Another name for a value that does not change needs no register of its own.
            if !var.assigned
                && let Node::Var(of) = *self.ir.node(init)
                && !self.ir.var(of).assigned
                && let Some(r) = self.own_register(init)
                && self.ir.var(of).home == self.a.lambda
            {
                self.set_register(v, r);
                continue;
            }
            let r = self.allocate()?;
            self.generate(init, Dest::Fresh(r))?;
            self.set_register(v, r);
            self.box_if_needed(v);
        }
        Ok(())
    }

    fn bind_recursively(&mut self, bindings: &[(VarId, NodeId)]) -> Res<()> {
        let fixed = |g: &Self, v: VarId| !g.ir.var(v).assigned && g.ir.var(v).fixed.is_some();
        for &(v, _) in bindings {
            let r = self.allocate()?;
            self.set_register(v, r);
            self.a.emit(Insn::LoadNil { d: r });
            self.box_if_needed(v);
        }
        // Captures of functions that do not exist yet are filled in as soon as they do.
        let mut waiting: Vec<(Reg, u8, VarId)> = Vec::new();
        let mut unborn: Vec<VarId> = bindings.iter().map(|b| b.0).filter(|&v| fixed(self, v)).collect();
        for &(v, init) in bindings {
            let r = self.register(v);
            if let (true, Node::Lambda(l)) = (fixed(self, v), self.ir.node(init)) {
                for (k, &c) in self.ir.lambda(*l).captures.iter().enumerate() {
                    if unborn.contains(&c) && c != v {
                        waiting.push((r, k as u8, c));
                    }
                }
                self.generate(init, Dest::Fresh(r))?;
                unborn.retain(|&u| u != v);
                for &(c, k, _) in waiting.iter().filter(|w| w.2 == v) {
                    self.a.emit(Insn::SetCapture { c, k, s: r });
                }
                waiting.retain(|w| w.2 != v);
            } else if self.ir.var(v).boxed() {
                self.scoped(|g| {
                    let s = g.operand(init)?;
                    g.a.emit(Insn::SetBox { a: r, s });
                    Ok(())
                })?;
            } else {
                self.generate(init, Dest::Reg(r))?;
            }
        }
        Ok(())
    }

    fn closure(&mut self, l: LambdaId, dest: Dest) -> Res<()> {
        let number = self.lambda(l)?;
        self.make_closure(l, number, dest)
    }

    fn make_closure(&mut self, l: LambdaId, number: u32, dest: Dest) -> Res<()> {
        let ir = self.ir;
        let captures = &ir.lambda(l).captures;
        if captures.is_empty() {
            // Always the same closure: a constant.
            return self.constant(Value::reference(Kind::CLOSURE, number, 0), dest);
        }
        self.a.inner.push(number);
        let f = self.a.inner.len() as u32 - 1;
        self.into(dest, |g, d| {
            let n = captures.len() as u8;
            if let Some(a) = g.consecutive(captures)? {
                return Ok(Insn::MakeClosure { d, a, n, f });
            }
            let a = g.a.next;
            for &v in captures {
                let r = g.allocate()?;
                let c = g.a.self_register;
                let insn = match g.location(v)? {
                    Location::Register(s) => Insn::Move { d: r, s },
                    Location::Capture(k) => Insn::GetCapture { d: r, c, k },
                    Location::Myself => Insn::Move { d: r, s: c },
                };
                g.a.emit(insn);
            }
            Ok(Insn::MakeClosure { d, a, n, f })
        })
    }

    /// The first of the registers that hold these variables side by side, if they do.
    fn consecutive(&self, vars: &[VarId]) -> Res<Option<Reg>> {
        let mut first = None;
        for (i, &v) in vars.iter().enumerate() {
            let Location::Register(r) = self.location(v)? else { return Ok(None) };
            let start = *first.get_or_insert(r);
            if usize::from(r) != usize::from(start) + i {
                return Ok(None);
            }
        }
        Ok(first)
    }

    // ---- calls

    fn call(&mut self, f: NodeId, args: &[NodeId], dest: Dest) -> Res<()> {
        if args.len() > MAX_ARGUMENTS {
            return self.call_with_list(f, args, dest);
        }
        let mark = self.a.next;
        // A fresh destination on top of the stack is itself the bottom of the call.
        let a = match dest {
            Dest::Fresh(d) if d + 1 == mark => d,
            _ => self.allocate()?,
        };
        let global = match *self.ir.node(f) {
            Node::Global(g) => Some(g),
            _ => {
                self.generate(f, Dest::Fresh(a))?;
                None
            }
        };
        for &arg in args {
            let r = self.allocate()?;
            self.generate(arg, Dest::Fresh(r))?;
        }
        self.emit_call(global, a, args.len() as u8, dest);
        self.a.next = mark;
        Ok(())
    }

    /// The function (unless global) and the arguments are in place: the call itself.
    fn emit_call(&mut self, global: Option<u32>, a: Reg, n: u8, dest: Dest) {
        match (global, dest) {
            (Some(g), Dest::Return) => self.a.emit(Insn::TailGlobal { a, n, g }),
            (Some(g), _) => self.a.emit(Insn::CallGlobal { a, n, g }),
            (None, Dest::Return) => self.a.emit(Insn::TailCall { a, n }),
            (None, _) => self.a.emit(Insn::Call { a, n }),
        }
        self.deliver(a, dest);
    }

    /// `(f a b c ...)` as `(apply f (list a b c ...))`.
    fn call_with_list(&mut self, f: NodeId, args: &[NodeId], dest: Dest) -> Res<()> {
        let apply = self.vm.core_function("apply")?;
        self.scoped(|g| {
            let a = g.allocate()?;
            g.constant(apply, Dest::Fresh(a))?;
            let callee = g.allocate()?;
            g.generate(f, Dest::Fresh(callee))?;
            let list = g.allocate()?;
            g.list(args, Dest::Fresh(list))?;
            g.emit_call(None, a, 2, dest);
            Ok(())
        })
    }

    fn list(&mut self, items: &[NodeId], dest: Dest) -> Res<()> {
        if items.len() <= MAX_ELEMENTS {
            return self.into(dest, |g, d| {
                let a = g.a.next;
                for &item in items {
                    let r = g.allocate()?;
                    g.generate(item, Dest::Fresh(r))?;
                }
                Ok(Insn::List { d, a, n: items.len() as u8 })
            });
        }
        // Longer ones are collected from the front and reversed.
        let reverse = self.vm.core_function("reverse")?;
        self.scoped(|g| {
            let a = g.allocate()?;
            g.constant(reverse, Dest::Fresh(a))?;
            let list = g.allocate()?;
            g.constant(Value::NIL, Dest::Fresh(list))?;
            for &item in items {
                g.scoped(|g| {
                    let r = g.operand(item)?;
                    let top = g.a.next;
                    g.a.emit(Insn::Cons { d: list, a: r, b: list, top });
                    Ok(())
                })?;
            }
            g.emit_call(None, a, 1, dest);
            Ok(())
        })
    }

    // ---- operations

    /// A constant that fits an instruction.
    fn small(&self, node: NodeId) -> Option<i32> {
        match *self.ir.node(node) {
            Node::Const(v) => v.as_fixnum().and_then(|n| i32::try_from(n).ok()),
            _ => None,
        }
    }

    fn number_constant(&self, node: NodeId) -> Option<Value> {
        match *self.ir.node(node) {
            Node::Const(v) if v.is_float() || v.is_fixnum() => Some(v),
            _ => None,
        }
    }

    fn operation(&mut self, op: Op, args: &[NodeId], dest: Dest) -> Res<()> {
        match (op, args) {
            (Op::ArraySet | Op::ArraySet2, _) => self.array_set(op, args, dest),
            (Op::Throw, _) => self.scoped(|g| {
                let [a, b] = g.operands(args)?;
                g.a.emit(Insn::Throw { a, b });
                Ok(())
            }),
            (Op::Add, [a, b]) if dest == Dest::Return && self.small(*a).is_none() && self.small(*b).is_none() => {
                self.scoped(|g| {
                    let [a, b] = g.operands(args)?;
                    g.a.emit(Insn::ReturnAdd { a, b });
                    Ok(())
                })
            }
            _ => self.into(dest, |g, d| g.operator(op, args, d)),
        }
    }

    /// The instruction of an operation that yields a value.
    fn operator(&mut self, op: Op, args: &[NodeId], d: Reg) -> Res<Insn> {
        if let [x, y] = *args
            && let Some(insn) = self.with_constant(op, x, y, d)?
        {
            return Ok(insn);
        }
        if let [x] = *args {
            let a = self.operand(x)?;
            return Ok(match op {
                Op::Neg => Insn::Neg { d, a },
                Op::Not => Insn::Not { d, a },
                Op::IsPair => Insn::IsPair { d, a },
                Op::Car => Insn::Car { d, a },
                Op::Cdr => Insn::Cdr { d, a },
                Op::Cadr => Insn::Cadr { d, a },
                Op::Cddr => Insn::Cddr { d, a },
                Op::Caar => Insn::Caar { d, a },
                _ => return internal("an operation of one argument"),
            });
        }
        if op == Op::ArrayRef2 {
            let [a, b, c] = self.operands(args)?;
            return Ok(Insn::ArrayRef2 { d, a, b, c });
        }
        let [a, b] = self.operands(args)?;
        let top = self.a.next;
        Ok(match op {
            Op::Add => Insn::Add { d, a, b },
            Op::Sub => Insn::Sub { d, a, b },
            Op::Mul => Insn::Mul { d, a, b },
            Op::Div => Insn::Div { d, a, b },
            Op::Quotient => Insn::Quotient { d, a, b },
            Op::Remainder => Insn::Remainder { d, a, b },
            Op::Modulo => Insn::Modulo { d, a, b },
            Op::FloorDiv => Insn::FloorDiv { d, a, b },
            Op::BitAnd => Insn::BitAnd { d, a, b },
            Op::BitOr => Insn::BitOr { d, a, b },
            Op::BitXor => Insn::BitXor { d, a, b },
            Op::Less => Insn::Less { d, a, b },
            Op::LessEqual => Insn::LessEqual { d, a, b },
            Op::Greater => Insn::Less { d, a: b, b: a },
            Op::GreaterEqual => Insn::LessEqual { d, a: b, b: a },
            Op::Equal => Insn::Equal { d, a, b },
            Op::Cons => Insn::Cons { d, a, b, top },
            Op::ArrayRef => Insn::ArrayRef { d, a, b },
            _ => return internal("an operation of two arguments"),
        })
    }

    /// Arithmetic with a constant in the instruction.
    fn with_constant(&mut self, op: Op, x: NodeId, y: NodeId, d: Reg) -> Res<Option<Insn>> {
        let (small_x, small_y) = (self.small(x), self.small(y));
        Ok(Some(match (op, small_x, small_y) {
            (Op::Add, _, Some(i)) => Insn::AddInt { d, a: self.operand(x)?, i },
            (Op::Add, Some(i), _) => Insn::AddInt { d, a: self.operand(y)?, i },
            (Op::Sub, _, Some(i)) if i != i32::MIN => Insn::AddInt { d, a: self.operand(x)?, i: -i },
            (Op::Mul, _, Some(i)) => Insn::MulInt { d, a: self.operand(x)?, i },
            (Op::Mul, Some(i), _) => Insn::MulInt { d, a: self.operand(y)?, i },
            (Op::Modulo, _, Some(i)) if i > 0 => Insn::ModuloInt { d, a: self.operand(x)?, i },
            (Op::FloorDiv, _, Some(i)) if i > 0 => Insn::FloorDivInt { d, a: self.operand(x)?, i },
            (Op::Add | Op::Mul, None, None) | (Op::Sub, _, None) => {
                let (x, y) = match (op, self.number_constant(x)) {
                    (Op::Add | Op::Mul, Some(_)) => (y, x),
                    _ => (x, y),
                };
                let Some(v) = self.number_constant(y) else { return Ok(None) };
                let a = self.operand(x)?;
                let k = self.a.constant(v);
                match op {
                    Op::Add => Insn::AddConst { d, a, k },
                    Op::Mul => Insn::MulConst { d, a, k },
                    _ => Insn::SubConst { d, a, k },
                }
            }
            _ => return Ok(None),
        }))
    }

    fn array_set(&mut self, op: Op, args: &[NodeId], dest: Dest) -> Res<()> {
        self.scoped(|g| {
            let s = if op == Op::ArraySet2 {
                let [a, b, c, s] = g.operands(args)?;
                g.a.emit(Insn::ArraySet2 { a, b, c, s });
                s
            } else {
                let [a, b, s] = g.operands(args)?;
                g.a.emit(Insn::ArraySet { a, b, s });
                s
            };
            g.deliver(s, dest);
            Ok(())
        })
    }

    // ---- choices

    fn if_(&mut self, test: NodeId, then: NodeId, otherwise: NodeId, dest: Dest) -> Res<()> {
        if let Some(insn) = self.early_return(test, then, dest) {
            self.a.emit(insn);
            return self.generate(otherwise, dest);
        }
        let end = self.a.label();
        let (mut test, mut then, mut otherwise) = (test, then, otherwise);
        // The many clauses of a `cond` are no nesting.
        loop {
            let no = self.a.label();
            self.test(test, no, false)?;
            self.generate(then, dest)?;
            let nothing_else = dest == Dest::Effect && matches!(self.ir.node(otherwise), Node::Const(_));
            if !nothing_else && dest != Dest::Return {
                self.a.jump(Insn::Jump { off: 0 }, end);
            }
            self.a.bind(no);
            match *self.ir.node(otherwise) {
                _ if nothing_else => break,
                Node::If(a, b, c) if self.early_return(a, b, dest).is_none() => {
                    self.a.origin = self.ir.origin(otherwise);
                    (test, then, otherwise) = (a, b, c);
                }
                _ => {
                    self.generate(otherwise, dest)?;
                    break;
                }
            }
        }
        self.a.bind(end);
        Ok(())
    }

    /// The one instruction for `(if (< x 5) y ...)` where the value is returned.
    fn early_return(&self, test: NodeId, then: NodeId, dest: Dest) -> Option<Insn> {
        let Node::Op(Op::Less, args) = self.ir.node(test) else { return None };
        let [x, y] = *args.as_slice() else { return None };
        let i = self.small(y).and_then(|i| i16::try_from(i).ok())?;
        let (a, s) = (self.own_register(x)?, self.own_register(then)?);
        (dest == Dest::Return).then_some(Insn::ReturnIfLessInt { a, i, s })
    }

    fn and(&mut self, nodes: &[NodeId], dest: Dest) -> Res<()> {
        let Some((last, init)) = nodes.split_last() else { return self.constant(Value::T, dest) };
        let (no, end) = (self.a.label(), self.a.label());
        for &n in init {
            self.test(n, no, false)?;
        }
        self.generate(*last, dest)?;
        if matches!(dest, Dest::Fresh(_) | Dest::Reg(_)) {
            self.a.jump(Insn::Jump { off: 0 }, end);
        }
        self.a.bind(no);
        self.constant(Value::NIL, dest)?;
        self.a.bind(end);
        Ok(())
    }

    fn or(&mut self, nodes: &[NodeId], dest: Dest) -> Res<()> {
        let Some((last, init)) = nodes.split_last() else { return self.constant(Value::NIL, dest) };
        let end = self.a.label();
        for &n in init {
            match dest {
                Dest::Effect => self.test(n, end, true)?,
                Dest::Fresh(d) | Dest::Reg(d) => {
                    self.generate(n, Dest::Fresh(d))?;
                    self.a.jump(Insn::JumpTrue { a: d, off: 0 }, end);
                }
                Dest::Return => self.scoped(|g| {
                    let r = g.operand(n)?;
                    let next = g.a.label();
                    g.a.jump(Insn::JumpNil { a: r, off: 0 }, next);
                    g.a.emit(Insn::Return { a: r });
                    g.a.bind(next);
                    Ok(())
                })?,
            }
        }
        self.generate(*last, dest)?;
        self.a.bind(end);
        Ok(())
    }

    /// Evaluates `node` as a condition: jumps to `to` if its truth is `when`, else goes on.
    fn test(&mut self, node: NodeId, to: Label, when: bool) -> Res<()> {
        self.deeper(node, |g| g.test_dispatch(node, to, when))
    }

    fn test_dispatch(&mut self, node: NodeId, to: Label, when: bool) -> Res<()> {
        let ir = self.ir;
        match ir.node(node) {
            Node::Const(v) => {
                if v.is_nil() != when {
                    self.a.jump(Insn::Jump { off: 0 }, to);
                }
                Ok(())
            }
            Node::Op(Op::Not, args) => match *args.as_slice() {
                [x] => self.test(x, to, !when),
                _ => internal("not"),
            },
            // Every one must be true: the first that is not decides.
            Node::And(nodes) if !when => nodes.iter().try_for_each(|&n| self.test(n, to, false)),
            Node::Or(nodes) if when => nodes.iter().try_for_each(|&n| self.test(n, to, true)),
            Node::And(nodes) | Node::Or(nodes) => {
                let skip = self.a.label();
                if let Some((last, init)) = nodes.split_last() {
                    for &n in init {
                        self.test(n, skip, !when)?;
                    }
                    self.test(*last, to, when)?;
                }
                self.a.bind(skip);
                Ok(())
            }
            Node::If(test, then, otherwise) => {
                let (no, end) = (self.a.label(), self.a.label());
                self.test(*test, no, false)?;
                self.test(*then, to, when)?;
                self.a.jump(Insn::Jump { off: 0 }, end);
                self.a.bind(no);
                self.test(*otherwise, to, when)?;
                self.a.bind(end);
                Ok(())
            }
            Node::Seq(nodes) => {
                if let Some((last, init)) = nodes.split_last() {
                    for &n in init {
                        self.generate(n, Dest::Effect)?;
                    }
                    self.test(*last, to, when)?;
                }
                Ok(())
            }
            Node::Let(bindings, body) => self.scoped(|g| {
                g.bind(bindings)?;
                g.test(*body, to, when)
            }),
            Node::Op(op, args) => match (op, args.as_slice()) {
                (Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual | Op::Equal, &[x, y]) => {
                    self.scoped(|g| g.comparison(*op, x, y, to, when))
                }
                (Op::IsPair, &[x]) => self.scoped(|g| {
                    let a = g.operand(x)?;
                    let insn = if when { Insn::JumpPair { a, off: 0 } } else { Insn::JumpNotPair { a, off: 0 } };
                    g.a.jump(insn, to);
                    Ok(())
                }),
                _ => self.test_value(node, to, when),
            },
            _ => self.test_value(node, to, when),
        }
    }

    fn test_value(&mut self, node: NodeId, to: Label, when: bool) -> Res<()> {
        self.scoped(|g| {
            let a = g.operand(node)?;
            let insn = if when { Insn::JumpTrue { a, off: 0 } } else { Insn::JumpNil { a, off: 0 } };
            g.a.jump(insn, to);
            Ok(())
        })
    }

    fn comparison(&mut self, op: Op, x: NodeId, y: NodeId, to: Label, when: bool) -> Res<()> {
        let short = |g: &Self, n| g.small(n).and_then(|i| i16::try_from(i).ok());
        // A constant goes to the right.
        let (op, x, y) = match short(self, x) {
            Some(_) if short(self, y).is_none() => (mirrored(op), y, x),
            _ => (op, x, y),
        };
        let off = 0;
        if let Some(i) = short(self, y) {
            let a = self.operand(x)?;
            let insn = match (op, when) {
                (Op::Less, true) => Insn::JumpLessInt { a, i, off },
                (Op::Less, false) => Insn::JumpNotLessInt { a, i, off },
                (Op::LessEqual, true) => Insn::JumpLessEqualInt { a, i, off },
                (Op::LessEqual, false) => Insn::JumpNotLessEqualInt { a, i, off },
                (Op::Greater, true) => Insn::JumpGreaterInt { a, i, off },
                (Op::Greater, false) => Insn::JumpNotGreaterInt { a, i, off },
                (Op::GreaterEqual, true) => Insn::JumpGreaterEqualInt { a, i, off },
                (Op::GreaterEqual, false) => Insn::JumpNotGreaterEqualInt { a, i, off },
                (_, true) => Insn::JumpEqualInt { a, i, off },
                (_, false) => Insn::JumpNotEqualInt { a, i, off },
            };
            self.a.jump(insn, to);
            return Ok(());
        }
        if op == Op::Equal && matches!(self.ir.node(y), Node::Const(v) if v.is_nil()) {
            return self.test(x, to, !when);
        }
        let [a, b] = self.operands(&[x, y])?;
        let insn = match (op, when) {
            (Op::Less, true) => Insn::JumpLess { a, b, off },
            (Op::Less, false) => Insn::JumpNotLess { a, b, off },
            (Op::LessEqual, true) => Insn::JumpLessEqual { a, b, off },
            (Op::LessEqual, false) => Insn::JumpNotLessEqual { a, b, off },
            (Op::Greater, true) => Insn::JumpLess { a: b, b: a, off },
            (Op::Greater, false) => Insn::JumpNotLess { a: b, b: a, off },
            (Op::GreaterEqual, true) => Insn::JumpLessEqual { a: b, b: a, off },
            (Op::GreaterEqual, false) => Insn::JumpNotLessEqual { a: b, b: a, off },
            (_, true) => Insn::JumpEqual { a, b, off },
            (_, false) => Insn::JumpNotEqual { a, b, off },
        };
        self.a.jump(insn, to);
        Ok(())
    }

    // ---- loops

    fn while_(&mut self, test: NodeId, body: NodeId) -> Res<()> {
        let (head, check) = (self.a.label(), self.a.label());
        self.a.jump(Insn::Jump { off: 0 }, check);
        self.a.bind(head);
        self.generate(body, Dest::Effect)?;
        self.a.bind(check);
        // The test stands at the end, so that one turn is one jump.
        if let Node::Op(op, args) = self.ir.node(test)
            && let (Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual, &[x, y]) = (op, args.as_slice())
        {
            let op = *op;
            return self.scoped(|g| {
                let [a, b] = g.operands(&[x, y])?;
                let off = 0;
                let insn = match op {
                    Op::Less => Insn::LoopLess { a, b, off },
                    Op::Greater => Insn::LoopLess { a: b, b: a, off },
                    Op::LessEqual => Insn::LoopLessEqual { a, b, off },
                    _ => Insn::LoopLessEqual { a: b, b: a, off },
                };
                g.a.jump(insn, head);
                Ok(())
            });
        }
        let end = self.a.label();
        self.test(test, end, false)?;
        self.a.jump(Insn::Loop { off: 0 }, head);
        self.a.bind(end);
        Ok(())
    }

    fn do_times(&mut self, v: VarId, count: NodeId, body: NodeId) -> Res<()> {
        let constant = self.small(count);
        let limit = match constant.and_then(|i| i16::try_from(i).ok()) {
            Some(_) => None,
            None => Some(self.operand(count)?),
        };
        let counter = self.allocate()?;
        let var = self.ir.var(v);
        let own_binding = var.captured || var.assigned;
        let variable = if own_binding { self.allocate()? } else { counter };
        self.set_register(v, variable);
        self.a.emit(Insn::LoadInt { d: counter, i: 0 });
        let (head, end) = (self.a.label(), self.a.label());
        match (constant, limit) {
            (Some(n), _) if n <= 0 => self.a.jump(Insn::Jump { off: 0 }, end),
            (None, Some(b)) => self.a.jump(Insn::JumpNotLess { a: counter, b, off: 0 }, end),
            _ => {}
        }
        self.a.bind(head);
        if own_binding {
            self.a.emit(Insn::Move { d: variable, s: counter });
            self.box_if_needed(v);
        }
        self.generate(body, Dest::Effect)?;
        let insn = match limit {
            Some(b) => Insn::CountLess { a: counter, b, off: 0 },
            None => Insn::CountLessInt { a: counter, i: constant.unwrap_or(0) as i16, off: 0 },
        };
        self.a.jump(insn, head);
        self.a.bind(end);
        Ok(())
    }

    fn do_list(&mut self, v: VarId, list: NodeId, body: NodeId) -> Res<()> {
        let rest = self.allocate()?;
        self.generate(list, Dest::Fresh(rest))?;
        let element = self.allocate()?;
        self.set_register(v, element);
        let (head, end) = (self.a.label(), self.a.label());
        self.a.bind(head);
        self.a.jump(Insn::Next { d: element, a: rest, off: 0 }, end);
        self.box_if_needed(v);
        self.generate(body, Dest::Effect)?;
        self.a.jump(Insn::Loop { off: 0 }, head);
        self.a.bind(end);
        Ok(())
    }

    fn named_let(&mut self, id: LoopId, inits: &[NodeId], dest: Dest) -> Res<()> {
        let ir = self.ir;
        let the_loop = ir.the_loop(id);
        if !the_loop.local {
            return self.scoped(|g| {
                let function = g.allocate()?;
                g.closure(the_loop.lambda, Dest::Fresh(function))?;
                g.set_register(the_loop.function, function);
                let mark = g.a.next;
                let a = g.allocate()?;
                g.a.emit(Insn::Move { d: a, s: function });
                for &init in inits {
                    let r = g.allocate()?;
                    g.generate(init, Dest::Fresh(r))?;
                }
                g.emit_call(None, a, inits.len() as u8, dest);
                g.a.next = mark;
                Ok(())
            });
        }
        self.scoped(|g| {
            let mut registers = Vec::with_capacity(inits.len());
            for &init in inits {
                let r = g.allocate()?;
                g.generate(init, Dest::Fresh(r))?;
                registers.push(r);
            }
            for (&v, &r) in the_loop.vars.iter().zip(&registers) {
                g.set_register(v, r);
            }
            let head = g.a.label();
            g.a.bind(head);
            // Each turn has bindings of its own.
            for &v in &the_loop.vars {
                g.box_if_needed(v);
            }
            g.a.loops.push(LoopTarget { id, head, registers });
            let result = g.generate(the_loop.body, dest);
            g.a.loops.pop();
            result
        })
    }

    fn again(&mut self, id: LoopId, args: &[NodeId], dest: Dest) -> Res<()> {
        let ir = self.ir;
        let the_loop = ir.the_loop(id);
        if !the_loop.local {
            let origin = self.a.origin;
            return self.scoped(|g| {
                let a = g.allocate()?;
                g.load_function(the_loop.function, a)?;
                for &arg in args {
                    let r = g.allocate()?;
                    g.generate(arg, Dest::Fresh(r))?;
                }
                g.a.origin = origin;
                g.emit_call(None, a, args.len() as u8, dest);
                Ok(())
            });
        }
        let Some(target) = self.a.loops.iter().rev().find(|t| t.id == id).cloned() else {
            return internal("a loop that is not around its call");
        };
        self.scoped(|g| {
            let mut moves = Vec::new();
            for (i, (&arg, &r)) in args.iter().zip(&target.registers).enumerate() {
                let boxed = the_loop.vars.get(i).is_some_and(|&v| g.ir.var(v).boxed());
                if g.own_register(arg) == Some(r) && !boxed {
                    continue;
                }
                let later = args.get(i + 1..).unwrap_or(&[]);
                if later.iter().any(|&n| g.reads(n, r, &mut 40)) {
                    let t = g.allocate()?;
                    g.generate(arg, Dest::Fresh(t))?;
                    moves.push((r, t));
                } else {
                    g.generate(arg, Dest::Reg(r))?;
                }
            }
            for (d, s) in moves {
                g.a.emit(Insn::Move { d, s });
            }
            g.a.jump(Insn::Loop { off: 0 }, target.head);
            Ok(())
        })
    }

    fn load_function(&mut self, v: VarId, d: Reg) -> Res<()> {
        let c = self.a.self_register;
        let insn = match self.location(v)? {
            Location::Register(s) => Insn::Move { d, s },
            Location::Capture(k) => Insn::GetCapture { d, c, k },
            Location::Myself => Insn::Move { d, s: c },
        };
        self.a.emit(insn);
        Ok(())
    }

    // ---- exits

    fn block(&mut self, id: super::ir::BlockId, body: NodeId, dest: Dest) -> Res<()> {
        let block = self.ir.block(id);
        if !block.used {
            return self.generate(body, dest);
        }
        let end = self.a.label();
        if !block.dynamic {
            let handlers = self.a.handlers;
            self.a.blocks.push(BlockTarget { id, dest, end, handlers });
            let result = self.generate(body, dest);
            self.a.blocks.pop();
            self.a.bind(end);
            return result;
        }
        // Left from elsewhere: by a throw to a tag that nothing else has.
        let tag = block.tag;
        self.scoped(|g| {
            let t = g.allocate()?;
            let k = g.a.constant(Value::MISSING);
            g.a.emit(Insn::LoadConst { d: t, k });
            let top = g.a.next;
            g.a.emit(Insn::MakeBox { d: t, s: t, top });
            g.set_register(tag, t);
            let a = g.allocate()?;
            g.a.emit(Insn::Move { d: a, s: t });
            g.a.jump(Insn::PushCatch { a, off: 0 }, end);
            g.guarded(body, a)?;
            g.a.emit(Insn::PopHandler { n: 1 });
            g.a.bind(end);
            g.deliver(a, dest);
            Ok(())
        })
    }

    /// The body of a form that has pushed a handler.
    fn guarded(&mut self, body: NodeId, a: Reg) -> Res<()> {
        self.a.handlers += 1;
        let result = self.generate(body, Dest::Fresh(a));
        self.a.handlers -= 1;
        result
    }

    fn leave(&mut self, id: super::ir::BlockId, value: NodeId) -> Res<()> {
        let block = self.ir.block(id);
        if block.dynamic {
            let tag = block.tag;
            return self.scoped(|g| {
                let b = g.operand(value)?;
                let a = g.allocate()?;
                g.load_function(tag, a)?;
                g.a.emit(Insn::Throw { a, b });
                Ok(())
            });
        }
        let Some(&target) = self.a.blocks.iter().rev().find(|t| t.id == id) else {
            return internal("a block that is not around its exit");
        };
        let inner = self.a.handlers - target.handlers;
        if inner == 0 {
            self.generate(value, target.dest)?;
        } else {
            self.scoped(|g| {
                let r = g.operand(value)?;
                g.a.emit(Insn::PopHandler { n: inner as u8 });
                g.deliver(r, target.dest);
                Ok(())
            })?;
        }
        if target.dest != Dest::Return {
            self.a.jump(Insn::Jump { off: 0 }, target.end);
        }
        Ok(())
    }

    fn catch(&mut self, tag: NodeId, body: NodeId, dest: Dest) -> Res<()> {
        self.scoped(|g| {
            let a = g.allocate()?;
            g.generate(tag, Dest::Fresh(a))?;
            let end = g.a.label();
            g.a.jump(Insn::PushCatch { a, off: 0 }, end);
            g.guarded(body, a)?;
            g.a.emit(Insn::PopHandler { n: 1 });
            g.a.bind(end);
            g.deliver(a, dest);
            Ok(())
        })
    }

    fn catch_apply(&mut self, tag: NodeId, f: NodeId, body: NodeId, dest: Dest) -> Res<()> {
        self.scoped(|g| {
            let t = g.allocate()?;
            g.generate(tag, Dest::Fresh(t))?;
            let handler = g.allocate()?;
            g.generate(f, Dest::Fresh(handler))?;
            let a = g.allocate()?;
            g.a.emit(Insn::Move { d: a, s: t });
            let (caught, end) = (g.a.label(), g.a.label());
            g.a.jump(Insn::PushHandler { a, off: 0 }, caught);
            g.guarded(body, a)?;
            g.a.emit(Insn::PopHandler { n: 1 });
            g.deliver(a, dest);
            if dest != Dest::Return {
                g.a.jump(Insn::Jump { off: 0 }, end);
            }
            g.a.bind(caught);
            let value = g.allocate()?;
            let call = g.allocate()?;
            let (first, second) = (g.allocate()?, g.allocate()?);
            g.a.emit(Insn::Move { d: call, s: handler });
            g.a.emit(Insn::Move { d: first, s: a });
            g.a.emit(Insn::Move { d: second, s: value });
            g.emit_call(None, call, 2, dest);
            g.a.bind(end);
            Ok(())
        })
    }

    fn unwind_protect(&mut self, body: NodeId, cleanup: NodeId, dest: Dest) -> Res<()> {
        self.scoped(|g| {
            let a = g.allocate()?;
            let (thrown, end) = (g.a.label(), g.a.label());
            g.a.jump(Insn::PushCleanup { a, off: 0 }, thrown);
            g.guarded(body, a)?;
            g.a.emit(Insn::PopHandler { n: 1 });
            g.generate(cleanup, Dest::Effect)?;
            g.deliver(a, dest);
            if dest != Dest::Return {
                g.a.jump(Insn::Jump { off: 0 }, end);
            }
            g.a.bind(thrown);
            // Tag and value wait in two registers while the cleanup runs.
            g.allocate()?;
            g.generate(cleanup, Dest::Effect)?;
            g.a.emit(Insn::Rethrow { a });
            g.a.bind(end);
            Ok(())
        })
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

/// The comparison with its arguments exchanged.
fn mirrored(op: Op) -> Op {
    match op {
        Op::Less => Op::Greater,
        Op::LessEqual => Op::GreaterEqual,
        Op::Greater => Op::Less,
        Op::GreaterEqual => Op::LessEqual,
        other => other,
    }
}
