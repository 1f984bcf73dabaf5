//! Calls that the compiler replaces: builtins that become instructions, and library functions inlined by their
//! `definline` ([`crate::module::definitions`]), mostly loops over lists. If the program gives such a function a
//! `lambda` or a builtin with an instruction, no function is called at all.
//!
//! The compiler inlines a call if the name is the builtin's own (or an alias of a dialect) and denotes the builtin at
//! that moment. A program that gives such a name a new meaning changes the calls that are compiled after that, not the
//! ones before. A name of the program's own is a variable, also while it holds a builtin. An operator with methods for
//! objects is the builtin for numbers, and a call for others.
//!
//! The forms of the library are expanded in the scope of the library: its names have nothing to do with those around
//! the call. Only a function that the call gives is expanded in the scope of the call, although the library's form
//! calls it.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use super::expand::{Expander, FormScope};
use super::ir::{Bindings, Ir, Node, NodeId, Nodes, Op, VarId};
use super::scopes::{Binding, Scopes};
use super::syntax_form::{Item, Items};
use crate::bytecode::{Inline, MAX_ARGUMENTS, OperatorKind, SiteOperator};
use crate::fault::{Result, internal};
use crate::object::generic::Generic;
use crate::object::host::Question;
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// Number of levels of the native stack by which the expansion of a call is deeper than its form.
const LEVELS: usize = 2;

/// A function that is compiled where it is called.
pub(crate) struct InPlace {
    /// As it was given.
    item: Item,
    function: InlineCallee,
    /// Scope of its names: the position among [`Expander::around`].
    home: usize,
}

enum InlineCallee {
    /// A `lambda` with plain parameters only.
    Lambda { params: Vec<Symbol>, body: Items },
    /// The value of the name of a builtin that is an instruction.
    Builtin(Value),
}

/// Library functions that are being expanded in place.
#[derive(Default)]
pub(super) struct Inlining {
    /// Scopes around the definitions of the library, outermost first.
    around: Vec<FormScope>,
    /// Functions that calls give to the library, by the numbers in their bindings.
    functions: Vec<Rc<InPlace>>,
}

impl Expander<'_> {
    /// Expands the call of a library function in cell `cell` in place, if the library has a template for it.
    pub(crate) fn inline_call(&mut self, cell: u32, form: Item, args: &[Item], tail: bool) -> Result<Option<NodeId>> {
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
        let inside = FormScope { names: scopes, ..FormScope::new(template.module, dialect) };
        let first = self.ir.len();
        let result = self.levels_deeper(LEVELS, span, |e| e.inside(inside, |e| e.sequence(&body, span, tail)))?;
        settle(&mut self.ir, &mut bindings, result, first);
        Ok(Some(if bindings.is_empty() { result } else { self.node(Node::Let(bindings, result), span) }))
    }

    /// Returns the binding of a parameter of the library if the argument is a function that can be compiled where it is
    /// called.
    fn in_place(&mut self, item: Item, argc: usize) -> Result<Option<Binding>> {
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
        self.inlining.functions.push(Rc::new(InPlace { item, function, home: self.inlining.around.len() }));
        Ok(Some(Binding::InPlace(self.inlining.functions.len() as u32 - 1)))
    }

    /// The builtin that a name stands for, if it is an instruction for this number of arguments.
    fn instruction(&mut self, item: Item, argc: usize) -> Result<Option<InlineCallee>> {
        let Some(name) = item.value.as_symbol() else { return Ok(None) };
        let cell = self.global(name)?;
        let f = self.vm.globals.value(cell);
        let certain = self.vm.is_given(cell) && self.vm.inline_of(f).iter().any(|i| i.is_certain(argc));
        Ok(certain.then_some(InlineCallee::Builtin(f)))
    }

    /// A `lambda` with this number of plain parameters.
    fn literal_function(&mut self, item: Item, argc: usize) -> Result<Option<InlineCallee>> {
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
        Ok(Some(InlineCallee::Lambda { params, body: body.into() }))
    }

    /// Returns the rest of a form that begins with `lambda`.
    fn literal_lambda(&mut self, item: Item) -> Result<Option<Items>> {
        if self.special_head(item)? != Some("lambda") {
            return Ok(None);
        }
        let (mut parts, tail) = self.items_and_tail(item)?;
        parts.remove(0);
        Ok(tail.value.is_nil().then_some(parts))
    }

    /// A call of a function that is compiled where it is called. The arguments are the library's.
    pub(crate) fn call_in_place(&mut self, number: u32, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
        let f = self.function_in_place(number)?;
        match &f.function {
            InlineCallee::Builtin(value) => {
                // An error in it has the place of its name.
                let form = Item { value: form.value, span: f.item.span };
                let outer = self.site.head;
                if let Some(name) = f.item.value.as_symbol() {
                    self.site.head = (form.span, SiteOperator::new(name, OperatorKind::Native));
                }
                let node = match self.inline_native(*value, form, args, tail)? {
                    Some(node) => Ok(node),
                    None => self.call(Node::Const(*value), f.item.span, args, form.span),
                };
                self.site.head = outer;
                node
            }
            InlineCallee::Lambda { params, body } => {
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
    pub(crate) fn value_in_place(&mut self, number: u32) -> Result<NodeId> {
        let f = self.function_in_place(number)?;
        self.at_home(f.home, |e| e.expand(f.item, false))
    }

    fn function_in_place(&self, number: u32) -> Result<Rc<InPlace>> {
        self.inlining.functions.get(number as usize).cloned().map_or_else(|| internal("a function in place"), Ok)
    }

    // ---- where names mean something

    /// Expands something of the library.
    fn inside<T>(&mut self, mut other: FormScope, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.exchange(&mut other);
        self.inlining.around.push(other);
        let result = f(self);
        if let Some(mut own) = self.inlining.around.pop() {
            self.exchange(&mut own);
        }
        result
    }

    /// Expands something of those around: `home` is their position.
    fn at_home<T>(&mut self, home: usize, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.exchange_with(home);
        let result = f(self);
        self.exchange_with(home);
        result
    }

    fn exchange_with(&mut self, home: usize) {
        let mut around = std::mem::take(&mut self.inlining.around);
        if let Some(other) = around.get_mut(home) {
            self.exchange(other);
        }
        self.inlining.around = around;
    }

    fn exchange(&mut self, other: &mut FormScope) {
        std::mem::swap(&mut self.scope, other);
        self.ir.in_library = self.vm.is_library_module(self.scope.module);
    }

    /// The node for a call of the builtin `f`, if it has instructions for this number of arguments.
    /// `tail`: may the value be several values, because it becomes that of a procedure?
    pub(super) fn inline_native(&mut self, f: Value, form: Item, args: &[Item], tail: bool) -> Result<Option<NodeId>> {
        let mut f = f;
        let as_said = |e: &Self, f| {
            let inlines = e.vm.inline_of(f).iter().copied();
            inlines.filter(|i| !matches!(i, Inline::AllValues(_))).find(|i| i.takes(args.len()))
        };
        let mut how = as_said(self, f);
        let span = form.span;
        if let Some(Inline::OneValue(name)) = how {
            if tail {
                return Ok(None);
            }
            let Some(plain) = self.vm.function_for_dialect(self.scope.module, name)? else { return Ok(None) };
            f = plain;
            how = as_said(self, f);
            if how.is_none() {
                return self.call(Node::Const(f), span, args, span).map(Some);
            }
        }
        let Some(how) = how else { return Ok(None) };
        Ok(Some(match how {
            Inline::OneValue(_) | Inline::AllValues(_) => return Ok(None),
            Inline::Funcall if self.separates_functions() => return self.funcall(form, args, tail),
            Inline::Funcall => return Ok(None),
            Inline::Identity | Inline::IdentityOrString | Inline::Literal => {
                match self.decided_identity(how, args, span)? {
                    None => return self.call_of_leaf(f, args, span),
                    Some(node) => node,
                }
            }
            Inline::By(name) => {
                let Some(f) = self.vm.function_for_dialect(self.scope.module, name)? else { return Ok(None) };
                let f = self.constant(f, span);
                let args = self.expand_all(args)?;
                self.node(Node::Call(f, args), span)
            }
            Inline::ReadField | Inline::StoreField | Inline::AskType | Inline::NewRecord => {
                let Some((op, values)) = self.record_operation(how, args) else { return Ok(None) };
                let values = self.expand_all(&values)?;
                self.node(Node::Op(op, values), span)
            }
            Inline::Op(Op::Throw) if args.len() == 2 => {
                let tag = self.expand_all(args.get(..1).unwrap_or_default())?;
                let value = self.passing_values(|e, tail| e.sequence(args.get(1..).unwrap_or_default(), span, tail))?;
                self.node(Node::Op(Op::Throw, tag.into_iter().chain([value]).collect()), span)
            }
            Inline::Op(op) => {
                let mut nodes = Nodes::new();
                self.expand_all_into(args, &mut nodes)?;
                self.node_in_place(Node::Op(op, nodes), span)
            }
            Inline::OfKind(kind, op) => {
                let f = self.constant(f, self.first_item(form).span);
                self.of_kind(kind, op, f, args, span)?
            }
            Inline::Compose(outer, inner) => {
                let args = self.expand_all(args)?;
                let inner = self.node(Node::Op(inner, args), span);
                self.node(Node::Op(outer, smallvec![inner]), span)
            }
            Inline::Plus(n) => {
                let mut args = self.expand_all(args)?;
                args.push(self.constant(Value::fix(n), span));
                self.node(Node::Op(Op::Add, args), span)
            }
            Inline::List => {
                let args = self.expand_all(args)?;
                if args.is_empty() { self.nil(span) } else { self.node(Node::List(args), span) }
            }
            Inline::Leaf => return self.call_of_leaf(f, args, span),
            Inline::Fold(op) => return self.fold(op, args, span),
            // An ordinary call looks at all arguments, whatever it finds on the way.
            Inline::Chain(op) if op != Op::Equal && args.len() > 3 => return Ok(None),
            Inline::Chain(op) => self.chain(op, args, span)?,
            Inline::Coordinates => match self.literal_coordinates(args)? {
                Some((op, nodes)) => self.node(Node::Op(op, nodes), span),
                None => return Ok(None),
            },
            Inline::AskPlace(question) => {
                let (op, nodes) = self.question(question, args)?;
                self.node_in_place(Node::Op(op, nodes), span)
            }
            Inline::FloorOfQuotient => match args {
                [quotient] => match self.literal_call(*quotient, Inline::Op(Op::Div))?.as_deref() {
                    Some(&[a, b]) => {
                        let args = self.expand_all(&[a, b])?;
                        self.node(Node::Op(Op::FloorQuotient, args), span)
                    }
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            },
        }))
    }

    /// A call of an operator that has methods for objects: most calls are of numbers all the same, which have the
    /// instruction of the builtin.
    pub(super) fn operator_with_methods(
        &mut self,
        cell: u32,
        f: Value,
        form: Item,
        args: &[Item],
    ) -> Result<Option<NodeId>> {
        let rt = &self.vm.rt;
        let g = rt.heap.as_generic(f).filter(|g| args.len() == 2 && g.is_for_objects());
        let operator = g.and_then(|g| g.operator(|f| rt.native_name(f)));
        let (Some(_), Some(builtin)) = (operator, g.and_then(Generic::builtin)) else { return Ok(None) };
        let how = self.vm.inline_of(builtin).iter().copied().find(|i| i.takes(args.len()));
        let Some(Inline::Op(op) | Inline::Fold(op) | Inline::Chain(op)) = how else { return Ok(None) };
        let f = self.node(Node::Global(cell), self.first_item(form).span);
        self.of_kind(Kind::NUMBERS, op, f, args, form.span).map(Some)
    }

    /// The operation if all arguments are of a kind, else a call of `f`.
    fn of_kind(&mut self, kind: Kind, op: Op, f: NodeId, args: &[Item], span: Span) -> Result<NodeId> {
        let (mut vars, mut tests) = (Bindings::new(), Nodes::new());
        let (mut operands, mut arguments) = (Nodes::new(), Nodes::new());
        for &arg in args {
            if arg.value.is_among(kind) {
                operands.push(self.constant(arg.value, span));
                arguments.push(self.constant(arg.value, span));
                continue;
            }
            let (v, node) = (self.hidden(), self.expand(arg, false)?);
            vars.push((v, node));
            let mut read = || self.node(Node::Var(v), span);
            operands.push(read());
            arguments.push(read());
            let tested = read();
            tests.push(self.node(Node::Op(Op::IsKind(kind), smallvec![tested]), span));
        }
        let are_of_kind = self.node(Node::And(tests), span);
        let plain = self.node(Node::Op(op, operands), span);
        let call = self.node(Node::Call(f, arguments), span);
        let chosen = self.node(Node::If(are_of_kind, plain, call), span);
        Ok(self.node(Node::Let(vars, chosen), span))
    }

    /// An operation on the arguments from left to right.
    fn fold(&mut self, op: Op, args: &[Item], span: Span) -> Result<Option<NodeId>> {
        // Most have two operands.
        if args.len() == 2 {
            let mut nodes = Nodes::new();
            self.expand_all_into(args, &mut nodes)?;
            return Ok(Some(self.node_in_place(Node::Op(op, nodes), span)));
        }
        let args = self.expand_all(args)?;
        // The first operation comes before the remaining arguments, so these must have no effect.
        if args.iter().skip(2).any(|&a| !self.ir.is_harmless(a, &mut 30)) {
            return Ok(Some(self.node(Node::Op(op, args), span)));
        }
        let result =
            args.into_iter().reduce(|left, right| self.node_in_place(Node::Op(op, smallvec![left, right]), span));
        Ok(result)
    }

    /// The comparison of each argument with the next; all are evaluated first, as by a call.
    fn chain(&mut self, op: Op, args: &[Item], span: Span) -> Result<NodeId> {
        let nodes = self.expand_all(args)?;
        let vars: Bindings = nodes.iter().map(|&n| (self.hidden(), n)).collect();
        let compare = |e: &mut Self, [(a, _), (b, _)]: [(VarId, NodeId); 2]| {
            let operands = [a, b].map(|v| e.node(Node::Var(v), span));
            e.node(Node::Op(op, operands.as_slice().into()), span)
        };
        let all = match *vars.as_slice() {
            // Both comparisons are made, since each can fail: the second one also where the first has decided.
            [a, b, c] if op != Op::Equal => {
                let (first, second) = (compare(self, [a, b]), compare(self, [b, c]));
                let no = self.false_value(span);
                let checked = compare(self, [b, c]);
                let otherwise = self.node(Node::Seq(smallvec![checked, no]), span);
                self.node(Node::If(first, second, otherwise), span)
            }
            _ => {
                let pairs = vars.windows(2).filter_map(|pair| pair.try_into().ok());
                let tests = pairs.map(|pair| compare(self, pair)).collect();
                self.node(Node::And(tests), span)
            }
        };
        Ok(self.node(Node::Let(vars, all), span))
    }

    /// The operation on records of a type that is given as a number.
    fn record_operation(&self, how: Inline, args: &[Item]) -> Option<(Op, Vec<Item>)> {
        let number = |i: &Item| i.value.as_fixnum().and_then(|n| u32::try_from(n).ok());
        let t = number(args.first()?)?;
        let fields = crate::builtins::record::field_count(&self.vm.rt, t)?;
        let index = |i: &Item| number(i).filter(|&n| (n as usize) < fields).and_then(|n| u8::try_from(n).ok());
        Some(match (how, args) {
            (Inline::ReadField, [_, record, i]) => (Op::RecordRef(t, index(i)?), vec![*record]),
            (Inline::StoreField, [_, record, i, value]) => (Op::RecordSet(t, index(i)?), vec![*record, *value]),
            (Inline::AskType, [_, object]) => (Op::IsRecord(t), vec![*object]),
            (Inline::NewRecord, [_, values @ ..])
                if values.len() == fields && (1..=MAX_ARGUMENTS).contains(&fields) =>
            {
                (Op::MakeRecord(t), values.to_vec())
            }
            _ => return None,
        })
    }

    /// `(funcall f x ...)` as a call of what `f` gives; `(funcall #'f x ...)` as `(f x ...)`.
    fn funcall(&mut self, form: Item, args: &[Item], tail: bool) -> Result<Option<NodeId>> {
        let Some((f, rest)) = args.split_first() else { return Ok(None) };
        if let Some(name) = self.quoted(*f, well_known::FUNCTION)?.filter(|n| n.value.as_symbol().is_some())
            && name.value.as_symbol().is_some_and(|s| self.lookup_function(s).is_none())
        {
            let mut call = vec![name];
            call.extend_from_slice(rest);
            let value = self.list_value(&call)?;
            let operator = self.function_global(name.value.as_symbol().unwrap_or(well_known::NIL))?;
            if !matches!(self.vm.globals.value(operator).kind(), Kind::SPECIAL | Kind::MACRO) {
                return self.deeper(form.span, |e| e.expand(Item { value, span: form.span }, tail)).map(Some);
            }
        }
        let node = self.expand(*f, false)?;
        let node = self.ir.node(node).clone();
        self.call(node, f.span, rest, form.span).map(Some)
    }

    /// Returns the operand of `operator` in a form of two elements.
    fn quoted(&mut self, item: Item, operator: Symbol) -> Result<Option<Item>> {
        if !item.value.is_pair() || self.vm.rt.heap.car(item.value).as_symbol() != Some(operator) {
            return Ok(None);
        }
        match *self.items(item)?.as_slice() {
            [_, datum] => Ok(Some(datum)),
            _ => Ok(None),
        }
    }

    /// A comparison by identity, used if one side is a literal for which identity and equality agree.
    fn decided_identity(&mut self, how: Inline, args: &[Item], span: Span) -> Result<Option<NodeId>> {
        let mut decided = false;
        for &item in args {
            let datum = match how {
                Inline::Literal => self.quoted_datum(item)?,
                _ => self.quoted(item, well_known::QUOTE)?,
            };
            let v = match datum {
                Some(datum) => datum.value,
                None if item.value.as_symbol().is_none() => item.value,
                None => continue,
            };
            decided |= matches!(v.kind(), Kind::SYMBOL | Kind::KEYWORD | Kind::CHARACTER);
            decided |= match how {
                Inline::Literal => matches!(v.kind(), Kind::CONSTANT | Kind::NIL) || v.is_fixnum(),
                Inline::IdentityOrString if v.is(Kind::STRING) => true,
                _ => v.is_nil() || v == Value::T,
            };
        }
        if !decided {
            return Ok(None);
        }
        let args = self.expand_all(args)?;
        let op = if how == Inline::Literal { Op::Same } else { Op::Equal };
        Ok(Some(self.node(Node::Op(op, args), span)))
    }

    /// A call of a builtin that needs no machine, unless the number of arguments is wrong.
    fn call_of_leaf(&mut self, f: Value, args: &[Item], span: Span) -> Result<Option<NodeId>> {
        let (least, most) = self.vm.arity(f).unwrap_or_default();
        if args.len() < least || most.is_some_and(|most| args.len() > most) {
            return Ok(None);
        }
        let op = if args.len() == 1 { Op::Apply(f.meta()) } else { Op::Apply2(f.meta()) };
        let args = self.expand_all(args)?;
        Ok(Some(self.node(Node::Op(op, args), span)))
    }

    /// The datum of a form `(quote datum)`, whatever `quote` is called here.
    fn quoted_datum(&mut self, item: Item) -> Result<Option<Item>> {
        if self.special_head(item)? != Some("quote") {
            return Ok(None);
        }
        Ok(match *self.items(item)?.as_slice() {
            [_, datum] => Some(datum),
            _ => None,
        })
    }

    /// The arguments of `item` if it is a call of a builtin that becomes this.
    fn literal_call(&mut self, item: Item, how: Inline) -> Result<Option<Items>> {
        if !item.value.is_pair() {
            return Ok(None);
        }
        let head = self.vm.rt.heap.car(item.value);
        let f = match head.as_symbol() {
            Some(s) if self.lookup_function(s).is_none() => {
                let cell = self.function_global(s)?;
                if self.vm.is_given(cell) { self.vm.globals.value(cell) } else { Value::NIL }
            }
            _ => head,
        };
        if !self.vm.inline_of(f).contains(&how) {
            return Ok(None);
        }
        let rest = Item { value: self.vm.rt.heap.cdr(item.value), span: item.span };
        self.items(rest).map(Some)
    }

    /// A question about a place. Row and column that are written as a literal list need not become one.
    fn question(&mut self, question: Question, args: &[Item]) -> Result<(Op, Nodes)> {
        if let [state, place] = *args
            && let Some(&[row, column]) = self.literal_call(place, Inline::List)?.as_deref()
        {
            return Ok((Op::AskAt(question), self.expand_all(&[state, row, column])?));
        }
        Ok((Op::Ask(question), self.expand_all(args)?))
    }

    /// `(get-array-element a (list r c))` and its like: the coordinates need not become a list.
    fn literal_coordinates(&mut self, args: &[Item]) -> Result<Option<(Op, Nodes)>> {
        let [array, coordinates, value @ ..] = args else { return Ok(None) };
        let Some(parts) = self.literal_call(*coordinates, Inline::List)? else { return Ok(None) };
        let op = match (parts.len(), value.is_empty()) {
            (1, true) => Op::ArrayRef,
            (2, true) => Op::ArrayRef2,
            (1, false) => Op::ArraySet,
            (2, false) => Op::ArraySet2,
            _ => return Ok(None),
        };
        let mut nodes: Nodes = smallvec![self.expand(*array, false)?];
        for part in parts.iter().chain(value) {
            nodes.push(self.expand(*part, false)?);
        }
        Ok(Some((op, nodes)))
    }
}

/// Substitutes values for variables where that changes nothing: constants everywhere, other values where they are used
/// once and evaluated first. The nodes of `body` are those from `first` on.
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

/// Returns whether a call of the builtin becomes an instruction, whatever its arguments are.
#[cfg(all(test, feature = "reference-evaluator"))]
pub(crate) fn is_instruction(name: &str, argc: usize) -> bool {
    let rows = crate::builtins::all().find(|b| b.name == name).and_then(|b| b.inline);
    rows.unwrap_or_default().iter().any(|i| i.is_certain(argc))
}
