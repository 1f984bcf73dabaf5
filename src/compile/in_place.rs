//! Calls of the library's functions that are compiled as what the library says they do ([`crate::module::inlines`]):
//! loops over lists, mostly. Where the program gives them a `lambda` written in place or a builtin with an instruction,
//! no function is called at all.
//!
//! The forms of the library are expanded in the scope of the library: its names have nothing to do with those around
//! the call. Only a function that the call gives is expanded in the scope of the call, although the library's form
//! calls it.
//!
//! Like a builtin that becomes an instruction ([`super::inline`]), a name that a program has given another meaning is
//! left alone.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use super::binding::Binding;
use super::expand::{Blocks, Expander, Tag};
use super::ir::{Bindings, Ir, Node, NodeId, Nodes, VarId};
use super::parts::{Item, Items};
use super::scopes::Scopes;
use crate::code::{Operator, OperatorKind};
use crate::fault::{Res, internal};
use crate::runtime::dialect::Dialect;
use crate::symbol::{ModuleId, Symbol, well_known};
use crate::value::Value;

/// Number of levels of the native stack by which the expansion of a call is deeper than its form.
const LEVELS: usize = 2;

/// A function that is compiled where it is called.
pub(crate) struct InPlace {
    /// As it was given.
    item: Item,
    function: Function,
    /// Scope of its names: the position among [`Expander::around`].
    home: usize,
}

enum Function {
    /// A `lambda` with plain parameters only.
    Lambda { params: Vec<Symbol>, body: Items },
    /// The value of the name of a builtin that is an instruction.
    Builtin(Value),
}

/// Scope of a form: the meanings of its names, and the blocks that it can leave.
pub(crate) struct Surroundings {
    pub module: ModuleId,
    pub dialect: Dialect,
    pub scopes: Scopes,
    pub blocks: Blocks,
    pub tags: Vec<Tag>,
}

impl Expander<'_> {
    /// Expands the call of a library function in cell `cell` in place, if the library has a template for it.
    pub(crate) fn inline_call(&mut self, cell: u32, form: Item, args: &[Item], tail: bool) -> Res<Option<NodeId>> {
        let values: SmallVec<[Value; 8]> = args.iter().map(|a| a.value).collect();
        let Some(number) = self.vm.inline_for(cell, &values) else { return Ok(None) };
        let template = self.vm.template(number)?;
        if tail && template.not_last {
            return Ok(None);
        }
        let mut scopes = Scopes::default();
        let mut bindings = Bindings::new();
        for (param, &arg) in template.params.iter().zip(args).filter(|(p, _)| p.name != well_known::NIL) {
            let in_place = match param.called_with {
                Some(argc) => self.in_place(arg, argc)?,
                None => None,
            };
            let binding = match in_place {
                Some(function) => function,
                None => {
                    let value = self.expand(arg, false)?;
                    let v = self.ir.add_var(param.name);
                    self.ir.var_mut(v).in_library = true;
                    bindings.push((v, value));
                    Binding::Var(v)
                }
            };
            scopes.push(param.name, binding);
        }
        let span = form.span;
        let body: Items = template.body.iter().map(|&value| Item { value, span }).collect();
        let dialect = self.vm.dialect(template.module);
        let inside = Surroundings { module: template.module, dialect, scopes, blocks: Blocks::new(), tags: Vec::new() };
        let first = self.ir.len();
        let result = self.levels_deeper(LEVELS, span, |e| e.inside(inside, |e| e.sequence(&body, span, tail)))?;
        settle(&mut self.ir, &mut bindings, result, first);
        Ok(Some(if bindings.is_empty() { result } else { self.node(Node::Let(bindings, result), span) }))
    }

    /// Returns the binding of a parameter of the library if the argument is a function that can be compiled where it is
    /// called.
    fn in_place(&mut self, item: Item, argc: usize) -> Res<Option<Binding>> {
        if let Some(name) = item.value.as_symbol() {
            match self.lookup(name) {
                Some(passed_on @ Binding::InPlace(_)) => return Ok(Some(passed_on)),
                Some(_) => return Ok(None),
                None => {}
            }
        }
        let function = match self.literal_function(item, argc)? {
            Some(function) => function,
            None => match self.instruction(item, argc)? {
                Some(function) => function,
                None => return Ok(None),
            },
        };
        self.functions.push(Rc::new(InPlace { item, function, home: self.around.len() }));
        Ok(Some(Binding::InPlace(self.functions.len() as u32 - 1)))
    }

    /// The builtin that a name stands for, if it is an instruction for this number of arguments.
    fn instruction(&mut self, item: Item, argc: usize) -> Res<Option<Function>> {
        let Some(name) = item.value.as_symbol() else { return Ok(None) };
        let cell = self.global(name)?;
        let f = self.vm.globals.value(cell);
        let certain = self.vm.is_given(cell) && self.vm.inline_of(f).iter().any(|i| i.is_certain(argc));
        Ok(certain.then_some(Function::Builtin(f)))
    }

    /// A `lambda` with this number of plain parameters.
    fn literal_function(&mut self, item: Item, argc: usize) -> Res<Option<Function>> {
        let Some(parts) = self.literal_lambda(item)? else { return Ok(None) };
        let [params, body @ ..] = parts.as_slice() else { return Ok(None) };
        if body.is_empty() || !(params.value.is_pair() || params.value.is_nil()) {
            return Ok(None);
        }
        let (items, tail) = self.items_and_tail(*params)?;
        if !tail.value.is_nil() || items.len() != argc {
            return Ok(None);
        }
        let plain = |s: &Symbol| !self.vm.rt.name(*s).starts_with(['&', ':']);
        let names: Option<Vec<Symbol>> = items.iter().map(|i| i.value.as_symbol().filter(plain)).collect();
        let distinct = |n: &Vec<Symbol>| n.iter().enumerate().all(|(i, s)| !n.iter().take(i).any(|other| other == s));
        let Some(params) = names.filter(distinct) else { return Ok(None) };
        Ok(Some(Function::Lambda { params, body: body.into() }))
    }

    /// Returns the rest of a form that begins with `lambda`.
    fn literal_lambda(&mut self, item: Item) -> Res<Option<Items>> {
        if self.special_head(item)? != Some("lambda") {
            return Ok(None);
        }
        let (mut parts, tail) = self.items_and_tail(item)?;
        parts.remove(0);
        Ok(tail.value.is_nil().then_some(parts))
    }

    /// A call of a function that is compiled where it is called. The arguments are the library's.
    pub(crate) fn call_in_place(&mut self, number: u32, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
        let f = self.function_in_place(number)?;
        match &f.function {
            Function::Builtin(value) => {
                // An error in it has the place of its name.
                let form = Item { value: form.value, span: f.item.span };
                let outer = self.head;
                if let Some(name) = f.item.value.as_symbol() {
                    self.head = (form.span, Operator::new(name, OperatorKind::Native));
                }
                let node = match self.inline_native(*value, form, args, tail)? {
                    Some(node) => Ok(node),
                    None => self.call(Node::Const(*value), f.item.span, args, form.span),
                };
                self.head = outer;
                node
            }
            Function::Lambda { params, body } => {
                let values = self.expand_all(args)?;
                let (vars, body) = self.at_home(f.home, |e| {
                    let vars: Vec<VarId> = params.iter().map(|&name| e.ir.add_var(name)).collect();
                    let body = e.scoped(|e| {
                        for (&name, &v) in params.iter().zip(&vars) {
                            e.show_binding(name, v);
                        }
                        e.body(body, form.span, tail)
                    })?;
                    Ok((vars, body))
                })?;
                Ok(self.node(Node::Let(vars.into_iter().zip(values).collect(), body), form.span))
            }
        }
    }

    /// The value of a function that could be compiled where it is called.
    pub(crate) fn value_in_place(&mut self, number: u32) -> Res<NodeId> {
        let f = self.function_in_place(number)?;
        self.at_home(f.home, |e| e.expand(f.item, false))
    }

    fn function_in_place(&self, number: u32) -> Res<Rc<InPlace>> {
        self.functions.get(number as usize).cloned().map_or_else(|| internal("a function in place"), Ok)
    }

    // ---- where names mean something

    /// Expands something of the library.
    fn inside<T>(&mut self, mut other: Surroundings, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.exchange(&mut other);
        self.around.push(other);
        let result = f(self);
        if let Some(mut own) = self.around.pop() {
            self.exchange(&mut own);
        }
        result
    }

    /// Expands something of those around: `home` is their position.
    fn at_home<T>(&mut self, home: usize, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.exchange_with(home);
        let result = f(self);
        self.exchange_with(home);
        result
    }

    fn exchange_with(&mut self, home: usize) {
        let mut around = std::mem::take(&mut self.around);
        if let Some(other) = around.get_mut(home) {
            self.exchange(other);
        }
        self.around = around;
    }

    fn exchange(&mut self, other: &mut Surroundings) {
        std::mem::swap(&mut self.module, &mut other.module);
        std::mem::swap(&mut self.dialect, &mut other.dialect);
        std::mem::swap(&mut self.scopes, &mut other.scopes);
        std::mem::swap(&mut self.blocks, &mut other.blocks);
        std::mem::swap(&mut self.tags, &mut other.tags);
        self.ir.in_library = self.vm.is_library_module(self.module);
    }
}

/// Puts values of variables in the places of the variables where that changes nothing: constants everywhere, others
/// where they are used only once and evaluated first. The nodes of `body` are those from `first` on.
fn settle(ir: &mut Ir, bindings: &mut Bindings, body: NodeId, first: usize) {
    let uses = |ir: &Ir, v: VarId| -> Vec<NodeId> {
        let nodes = (first..ir.len()).map(|i| NodeId(i as u32));
        nodes.filter(|&n| matches!(ir.node(n), Node::Var(used) if *used == v)).collect()
    };
    bindings.retain(|&mut (v, value)| {
        let constant = matches!(ir.node(value), Node::Const(_));
        if constant {
            uses(ir, v).into_iter().for_each(|n| ir.put(n, value));
        }
        !constant
    });
    let operands = first_operands(ir, body);
    for count in (1..=bindings.len().min(operands.len())).rev() {
        let from = bindings.len() - count;
        let Some(last) = bindings.get(from..) else { return };
        let fits = |(&(v, _), &operand): (&(VarId, NodeId), &NodeId)| uses(ir, v).as_slice() == [operand];
        if last.iter().zip(&operands).all(fits) {
            bindings.drain(from..).zip(operands).for_each(|((_, value), operand)| ir.put(operand, value));
            return;
        }
    }
}

/// The operands that are evaluated before anything else happens in a node, in order.
fn first_operands(ir: &Ir, node: NodeId) -> Nodes {
    let mut node = node;
    loop {
        let operands = match ir.node(node) {
            Node::NamedLet(_, nodes) | Node::Op(_, nodes) | Node::List(nodes) => nodes.clone(),
            Node::Let(bindings, _) => bindings.iter().map(|b| b.1).collect(),
            Node::Call(f, args) if matches!(ir.node(*f), Node::Const(_) | Node::Global(_)) => args.clone(),
            Node::DoList(_, list, ..) => smallvec![*list],
            Node::Block(_, body) => smallvec![*body],
            Node::If(test, ..) => smallvec![*test],
            Node::Seq(nodes) | Node::And(nodes) | Node::Or(nodes) => nodes.iter().take(1).copied().collect(),
            _ => return Nodes::new(),
        };
        match operands.first() {
            Some(&first) if !matches!(ir.node(first), Node::Var(_)) => node = first,
            _ => return operands,
        }
    }
}
