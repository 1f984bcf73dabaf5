//! Code generation: from nodes to instructions, each expression straight into the register where its value is wanted.
//!
//! This file generates whole functions. `values` generates variables, operands, closures and lists; `calls` calls;
//! `recursion` copies of a function in itself; `operation` arithmetic and access; `choice` tests and jumps; `loops` the
//! other control forms.
//!
//! Registers are given out in stack order, so that at a call everything live is below the call's own registers.

mod calls;
mod choice;
mod copies;
mod loops;
mod operation;
mod recursion;
mod values;

use smallvec::SmallVec;

use values::VariableLocation;

use crate::bytecode::{
    Assumptions, CompiledFunction, ConstantTable, Insn, Iteration, Params, Reg, RestoreSite, VariableHome,
};
use crate::compile::Machine;
use crate::compile::assembler::{Assembly, Dest, Goal};
use crate::compile::ir::{Ir, LambdaId, LoopName, Node, NodeId};
use crate::fault::{Code, ErrorData, Result, internal};
use crate::value::Value;

/// Nodes inside each other that forms may become, for each level that forms may be nested.
const NODES_PER_FORM: usize = 4;

/// Further functions by which a tail call may come back to the function that makes it.
const MOST_LEVELS: u32 = 2;

/// Generates and links the function `top` and everything inside it.
pub(crate) fn generate(vm: &mut dyn Machine, ir: &Ir, top: LambdaId) -> Result<u32> {
    let a = new_assembly(vm, ir, top);
    let most_depth = vm.rt.budget.levels_left().saturating_mul(NODES_PER_FORM);
    let of_program = !vm.rt.sources.is_library(ir.lambda(top).definition.span.source());
    let mut g = Generator {
        vm,
        ir,
        registers: SmallVec::new(),
        known: Vec::new(),
        a,
        expansions: None,
        of_program,
        depth: 0,
        most_depth,
    };
    g.registers.resize(ir.vars.len(), 0);
    let linked = g.function(top);
    // After an error, some have not been linked.
    g.known.iter().for_each(|&number| g.vm.code.give_back(number));
    if let Some(number) = g.expansions {
        g.vm.code.leave_expansions(number);
    }
    g.vm.workshop().give_assembly(g.a);
    linked
}

/// The function as it is before it has any instructions.
fn new_assembly(vm: &mut dyn Machine, ir: &Ir, id: LambdaId) -> Box<Assembly> {
    let lambda = ir.lambda(id);
    let captured = if lambda.is_known { lambda.captures.len() } else { 0 };
    vm.workshop().take_assembly(id, lambda.params.len() + captured, ir.origin(lambda.body))
}

struct Generator<'a> {
    vm: &'a mut dyn Machine,
    ir: &'a Ir,
    /// The register of each variable, while it is in scope.
    registers: SmallVec<[Reg; 32]>,
    /// The number under which each function is linked whose calls are known, or `u32::MAX`. Empty if there is none.
    known: Vec<u32>,
    a: Box<Assembly>,
    /// The number of the table of the form's expansions, once a function refers to it.
    expansions: Option<u32>,
    /// Whether the program has written the function, and not the library.
    of_program: bool,
    /// Nodes inside each other that are being generated, and how many may be.
    depth: usize,
    most_depth: usize,
}

impl Generator<'_> {
    // ---- registers

    pub(super) fn allocate(&mut self) -> Result<Reg> {
        match self.a.registers.allocate() {
            Some(r) => Ok(r),
            None => self.too_complex("a function needs more than 240 variables and intermediate values at once"),
        }
    }

    /// Runs `f`, then gives back the registers it took.
    pub(super) fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let (mark, locals) = (self.a.registers.next, self.a.code.sites.locals.len());
        let result = f(self);
        self.a.registers.next = mark;
        self.a.code.end_locals(locals);
        result
    }

    #[cold]
    pub(super) fn too_complex<T>(&self, message: &str) -> Result<T> {
        let span = self.ir.lambda(self.a.lambda).definition.span;
        Err(ErrorData::new(Code::TooComplex, message).at(span).with_help("split the function into smaller ones").into())
    }

    // ---- expressions

    /// Evaluates `node` into `dest`.
    pub(super) fn generate(&mut self, node: NodeId, dest: Dest) -> Result<()> {
        self.deeper(node, |g| g.dispatch(node, dest))
    }

    /// Runs `f` for a node one level deeper in the native stack. One form may become several nodes inside each other.
    pub(super) fn deeper(&mut self, node: NodeId, f: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let outer = std::mem::replace(&mut self.a.code.origin, self.ir.origin(node));
        self.depth += 1;
        let result = if self.depth > self.most_depth {
            Err(ErrorData::new(Code::TooComplex, "code is nested too deeply").at(self.a.code.origin.span).into())
        } else {
            f(self)
        };
        self.depth -= 1;
        self.a.code.origin = outer;
        result
    }

    fn dispatch(&mut self, id: NodeId, dest: Dest) -> Result<()> {
        let ir = self.ir;
        let node = ir.node(id);
        // A node that writes its destination before it has read everything cannot write one that it reads.
        if let Dest::Reg(r) = dest
            && !writes_last(node)
        {
            return self.scoped(|g| {
                let t = g.allocate()?;
                g.generate(id, Dest::Fresh(t))?;
                g.a.code.emit(Insn::Move { d: r, s: t });
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
                s.a.code.emit(Insn::SetGlobal { s: r, g: *g });
                s.assigned(r, dest)
            }),
            Node::Restore(g, v) => {
                // The variable is of this very frame, or the machine would not find the value there.
                let Some(s) = self.location(*v)?.in_register() else {
                    return internal("a saved value that is in no register");
                };
                self.a.code.sites.restores.push(RestoreSite { offset: self.a.control.cleanup, register: s, cell: *g });
                self.a.code.emit(Insn::SetGlobal { s, g: *g });
                self.assigned(s, dest)
            }
            Node::Define(g, value) => self.scoped(|s| {
                let r = s.operand(*value)?;
                s.a.code.emit(Insn::Define { s: r, g: *g });
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
                g.bind(bindings, *body)?;
                g.with_labels(&ir.labels(bindings), g.of_kind(bindings, *body), Goal::Value(dest))
            }),
            Node::Letrec(bindings, body) => self.scoped(|g| {
                g.bind_recursively(bindings)?;
                g.with_labels(&ir.labels(bindings), *body, Goal::Value(dest))
            }),
            Node::Label(_) => internal("a label as a value"),
            Node::Lambda(l) => self.closure(*l, dest),
            Node::Call(..) | Node::Again(..) if self.is_recursion(id, dest) => self.recursion(id, Goal::Value(dest)),
            Node::Call(f, args) => self.call(*f, args, dest),
            Node::Op(op, args) => self.operation(*op, args, dest),
            Node::List(items) => self.list(items, dest),
            Node::While(test, body) => {
                self.with_invariants(&[*test], &[*test, *body], |g| g.while_(*test, *body))?;
                self.constant(self.ir.nothing(), dest)
            }
            Node::DoTimes(v, count, body, result) => self.scoped(|g| {
                g.with_invariants(&[], &[*body], |g| g.do_times(*v, *count, *body))?;
                g.generate(*result, dest)
            }),
            Node::DoList(v, list, body, result) => self.scoped(|g| {
                g.with_invariants(&[], &[*body], |g| g.do_list(*v, *list, *body))?;
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
    pub(super) fn into(&mut self, dest: Dest, f: impl FnOnce(&mut Self, Reg) -> Result<Insn>) -> Result<()> {
        match dest {
            Dest::Fresh(d) | Dest::Reg(d) | Dest::Passing(d, _) => {
                let insn = self.scoped(|g| f(g, d))?;
                self.a.code.emit(insn);
                Ok(())
            }
            Dest::Effect | Dest::Return => self.scoped(|g| {
                let d = g.allocate()?;
                let insn = g.scoped(|g| f(g, d))?;
                g.a.code.emit(insn);
                g.deliver(d, dest);
                Ok(())
            }),
        }
    }

    /// The value is in `r`: brings it to `dest`.
    pub(super) fn deliver(&mut self, r: Reg, dest: Dest) {
        match dest {
            Dest::Effect => {}
            Dest::Fresh(d) | Dest::Reg(d) | Dest::Passing(d, _) if d == r => {}
            Dest::Fresh(d) | Dest::Reg(d) | Dest::Passing(d, _) => self.a.code.emit(Insn::Move { d, s: r }),
            Dest::Return => self.a.code.emit(Insn::Return { a: r }),
        }
    }

    pub(super) fn constant(&mut self, v: Value, dest: Dest) -> Result<()> {
        match dest {
            Dest::Effect => Ok(()),
            Dest::Return if v.is_nil() => {
                self.a.code.emit(Insn::ReturnNil);
                Ok(())
            }
            Dest::Return => {
                let k = self.a.constants.number(v);
                self.a.code.emit(Insn::ReturnConst { k });
                Ok(())
            }
            _ => self.into(dest, |g, d| {
                Ok(match v.as_fixnum().and_then(|n| i32::try_from(n).ok()) {
                    Some(i) => Insn::LoadInt { d, i },
                    None if v.is_nil() => Insn::LoadNil { d },
                    None if v == Value::T => Insn::LoadTrue { d },
                    None => Insn::LoadConst { d, k: g.a.constants.number(v) },
                })
            }),
        }
    }

    /// Something has been given the value in `r`: brings what that yields to `dest`.
    pub(super) fn assigned(&mut self, r: Reg, dest: Dest) -> Result<()> {
        if self.ir.has_false {
            return self.constant(Value::UNSPECIFIED, dest);
        }
        self.deliver(r, dest);
        Ok(())
    }
}

/// Returns whether evaluating the node writes its destination only after it has read everything, or leaves that to the
/// nodes in its tails.
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
            | Node::If(..)
            | Node::And(_)
            | Node::Seq(_)
            | Node::Let(..)
            | Node::Letrec(..)
    )
}

impl Generator<'_> {
    /// Generates a function inside of the present one, and links it.
    pub(super) fn lambda(&mut self, id: LambdaId) -> Result<u32> {
        if self.ir.lambda(id).captures.len() > crate::heap::MAX_BLOCK {
            return self.too_complex(&format!("a function captures more than {} variables", crate::heap::MAX_BLOCK));
        }
        let inner = new_assembly(self.vm, self.ir, id);
        let outer = std::mem::replace(&mut self.a, inner);
        let linked = self.function(id);
        let inner = std::mem::replace(&mut self.a, outer);
        self.vm.workshop().give_assembly(inner);
        linked
    }

    /// Generates the function that has been begun, and links it.
    pub(super) fn function(&mut self, id: LambdaId) -> Result<u32> {
        self.lambda_body(id)?;
        let iterations = self.replaced_calls();
        if !self.a.code.finish(&iterations) {
            return internal("a jump to nowhere");
        }
        self.link(id, &iterations)
    }

    fn lambda_body(&mut self, id: LambdaId) -> Result<()> {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        for (number, &v) in lambda.captures.iter().enumerate() {
            let home = match self.capture(number) {
                VariableLocation::Register(r) => VariableHome::Register(r),
                _ => VariableHome::Capture { closure: self.a.registers.closure, number: number as u8 },
            };
            self.note_local(v, home);
        }
        for (i, &p) in lambda.params.iter().enumerate() {
            self.begin_variable(p, i as Reg + 1);
        }
        self.find_recursion(id);
        if self.iterates(id) {
            let registers = (1..=lambda.params.len() as Reg).collect();
            return self.with_invariants(&[lambda.body], &[lambda.body], |g| {
                g.iterate(
                    LoopName::Function(id),
                    &lambda.params,
                    lambda.body,
                    registers,
                    Goal::Value(Dest::Return),
                    false,
                )
            });
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
                    self.a.code.emit(Insn::LoadTrue { d: f });
                    Some(f)
                }
                None => None,
            };
            let given = self.a.code.label();
            self.a.code.jump(Insn::JumpSupplied { a: r, off: 0 }, given);
            if let Some(f) = supplied {
                self.constant(self.ir.false_value(), Dest::Fresh(f))?;
            }
            self.generate(d.value, Dest::Fresh(r))?;
            self.a.code.bind(given);
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
        if lambda.parent.is_some() || lambda.definition.span.is_none() {
            return self.generate(lambda.body, Dest::Return);
        }
        // A top-level form with a source position makes no tail calls: errors can then say which form led to them.
        self.scoped(|g| {
            let r = g.allocate()?;
            g.generate(lambda.body, Dest::Return.through(r))?;
            g.deliver(r, Dest::Return);
            Ok(())
        })
    }

    /// Returns whether a tail call of the function comes back to it, as another iteration of its body.
    fn iterates(&self, id: LambdaId) -> bool {
        let (ir, lambda) = (self.ir, self.ir.lambda(id));
        let is_own = ir.own_name.is_some_and(|(_, own)| own == id);
        ir.iterates(lambda.body, &mut 100, &|node| {
            ir.calls_itself(node, id)
                || is_own
                    && lambda.is_plain()
                    && match node {
                        Node::Call(f, args) => match *ir.node(*f) {
                            Node::Global(g) => self.leads_back(g, args.len(), MOST_LEVELS),
                            _ => false,
                        },
                        _ => false,
                    }
        })
    }

    fn link(&mut self, id: LambdaId, iterations: &[Iteration]) -> Result<u32> {
        let has_places = self.a.code.places.iter().any(|p| p.expansion != 0);
        if has_places && self.expansions.is_none() {
            self.expansions = Some(self.vm.code.add_expansions(&self.ir.expansions));
        }
        let expansions = self.expansions.filter(|_| has_places);
        let (lambda, a) = (self.ir.lambda(id), &self.a);
        let function = CompiledFunction {
            definition: lambda.definition.clone(),
            params: Params {
                required: lambda.required as u8,
                optional: lambda.optional as u8,
                rest: lambda.rest,
                keys: lambda.keys.as_slice().into(),
                captured: if lambda.is_known { lambda.captures.len() as u8 } else { 0 },
            },
            captures: if lambda.is_known { 0 } else { lambda.captures.len() as u8 },
            insns: &a.code.insns,
            consts: ConstantTable { values: &a.constants.values, own: a.constants.own },
            inner: &a.inner,
            places: &a.code.places,
            sites: &a.code.sites,
            assumptions: Assumptions { leaves: if a.assigns { &a.leaves } else { &[] }, iterations },
            expansions,
            is_form: lambda.parent.is_none(),
            home: self.ir.home,
        };
        let name = lambda.definition.name;
        let reserved = self.number_of_known(id);
        let Some(number) = self.vm.code.link(function, reserved) else { return internal("too many functions") };
        self.vm.rt.procedures.set_closure(number, name);
        Ok(number)
    }
}
