//! Calls of builtins that become instructions.
//!
//! A call is inlined when the name is the builtin's own (or an alias of a dialect) and means the builtin when the call
//! is compiled. A program that gives such a name a new meaning changes the calls that are compiled after that, not the
//! ones before. A name of the program's own is a variable, also while it holds a builtin. An operator with methods for
//! objects is the builtin for numbers, and a call for others.

use smallvec::smallvec;

use super::expand::Expander;
use super::ir::{Bindings, Node, NodeId, Nodes, Op, VarId};
use super::parts::{Item, Items};
use crate::code::{Inline, MOST_ARGUMENTS};
use crate::fault::Res;
use crate::object::generic::Generic;
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// Returns whether a call of the builtin becomes an instruction, whatever its arguments are.
#[cfg(all(test, feature = "reference-evaluator"))]
pub(crate) fn is_instruction(name: &str, argc: usize) -> bool {
    let rows = crate::builtins::all().find(|b| b.name == name).and_then(|b| b.inline);
    rows.unwrap_or_default().iter().any(|i| i.is_certain(argc))
}

/// The operations for Scheme's `cadar` and its like, in the order in which they are done.
fn path(letters: &str) -> Vec<Op> {
    let mut rest = letters;
    let mut ops = Vec::new();
    let steps = [("ad", Op::Cadr), ("dd", Op::Cddr), ("aa", Op::Caar), ("a", Op::Car), ("d", Op::Cdr)];
    while let Some((before, op)) = steps.iter().find_map(|&(end, op)| Some((rest.strip_suffix(end)?, op))) {
        ops.push(op);
        rest = before;
    }
    ops
}

impl Expander<'_> {
    /// The node for a call of the builtin `f`, if it has instructions for this number of arguments.
    /// `tail`: may the value be several values, because it becomes that of a function?
    pub(super) fn inline_native(&mut self, f: Value, form: Item, args: &[Item], tail: bool) -> Res<Option<NodeId>> {
        let as_said = |e: &Self, f| e.vm.inline_of(f).iter().copied().find(|i| i.takes(args.len()));
        let mut how = as_said(self, f);
        let span = form.span;
        if let Some(Inline::OneValue(name)) = how {
            if tail {
                return Ok(None);
            }
            let Some(plain) = self.vm.function_for_layer(self.module, name)? else { return Ok(None) };
            how = as_said(self, plain);
            if how.is_none() {
                return self.call(Node::Const(plain), span, args, span).map(Some);
            }
        }
        let Some(how) = how else { return Ok(None) };
        Ok(Some(match how {
            Inline::OneValue(_) => return Ok(None),
            Inline::Funcall if self.separates_functions() => return self.funcall(form, args, tail),
            Inline::Funcall => return Ok(None),
            Inline::Identity | Inline::IdentityOrString | Inline::Literal => {
                return self.decided_identity(how, args, span);
            }
            Inline::By(name) => {
                let Some(f) = self.vm.function_for_layer(self.module, name)? else { return Ok(None) };
                let f = self.constant(f, span);
                let args = self.expand_all(args)?;
                self.node(Node::Call(f, args), span)
            }
            Inline::Path(letters) => {
                let [list] = *args else { return Ok(None) };
                let node = self.expand(list, false)?;
                path(letters).into_iter().fold(node, |node, op| self.node(Node::Op(op, smallvec![node]), span))
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
            Inline::Fold(op) => return self.fold(op, args, span),
            // An ordinary call looks at all arguments, whatever it finds on the way.
            Inline::Chain(op) if op != Op::Equal && args.len() > 3 => return Ok(None),
            Inline::Chain(op) => self.chain(op, args, span)?,
            Inline::Coordinates => match self.literal_coordinates(args)? {
                Some((op, nodes)) => self.node(Node::Op(op, nodes), span),
                None => return Ok(None),
            },
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
    ) -> Res<Option<NodeId>> {
        let rt = &self.vm.rt;
        let g = rt.heap.as_generic(f).filter(|g| args.len() == 2 && g.is_for_objects());
        let operator = g.and_then(|g| g.operator(|f| rt.native_name(f)));
        let (Some(_), Some(builtin)) = (operator, g.and_then(Generic::builtin)) else { return Ok(None) };
        let how = self.vm.inline_of(builtin).iter().copied().find(|i| i.takes(args.len()));
        let Some(Inline::Op(op) | Inline::Fold(op) | Inline::Chain(op)) = how else { return Ok(None) };
        let span = form.span;
        let (mut vars, mut tests) = (Bindings::new(), Nodes::new());
        let (mut of_numbers, mut of_others) = (Nodes::new(), Nodes::new());
        for &arg in args {
            if arg.value.is_number() {
                of_numbers.push(self.constant(arg.value, span));
                of_others.push(self.constant(arg.value, span));
                continue;
            }
            let (v, node) = (self.hidden(), self.expand(arg, false)?);
            vars.push((v, node));
            let mut read = || self.node(Node::Var(v), span);
            of_numbers.push(read());
            of_others.push(read());
            let tested = read();
            tests.push(self.node(Node::Op(Op::IsKind(Kind::NUMBERS), smallvec![tested]), span));
        }
        let are_numbers = self.node(Node::And(tests), span);
        let plain = self.node(Node::Op(op, of_numbers), span);
        let f = self.node(Node::Global(cell), self.first_item(form).span);
        let call = self.node(Node::Call(f, of_others), span);
        let chosen = self.node(Node::If(are_numbers, plain, call), span);
        Ok(Some(self.node(Node::Let(vars, chosen), span)))
    }

    /// An operation on the arguments from left to right.
    fn fold(&mut self, op: Op, args: &[Item], span: Span) -> Res<Option<NodeId>> {
        // Most have two operands.
        if args.len() == 2 {
            let mut nodes = Nodes::new();
            self.expand_all_into(args, &mut nodes)?;
            return Ok(Some(self.node_in_place(Node::Op(op, nodes), span)));
        }
        let args = self.expand_all(args)?;
        // An operation that is not done yet can only be done earlier than the language says if nobody can tell.
        if args.iter().skip(2).any(|&a| !self.ir.is_harmless(a, &mut 30)) {
            return Ok(Some(self.node(Node::Op(op, args), span)));
        }
        let result =
            args.into_iter().reduce(|left, right| self.node_in_place(Node::Op(op, smallvec![left, right]), span));
        Ok(result)
    }

    /// The comparison of each argument with the next; all are evaluated first, as by a call.
    fn chain(&mut self, op: Op, args: &[Item], span: Span) -> Res<NodeId> {
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
                if values.len() == fields && (1..=MOST_ARGUMENTS).contains(&fields) =>
            {
                (Op::MakeRecord(t), values.to_vec())
            }
            _ => return None,
        })
    }

    /// `(funcall f x ...)` as a call of what `f` gives; `(funcall #'f x ...)` as `(f x ...)`.
    fn funcall(&mut self, form: Item, args: &[Item], tail: bool) -> Res<Option<NodeId>> {
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
    fn quoted(&mut self, item: Item, operator: Symbol) -> Res<Option<Item>> {
        if !item.value.is_pair() || self.vm.rt.heap.car(item.value).as_symbol() != Some(operator) {
            return Ok(None);
        }
        match *self.items(item)?.as_slice() {
            [_, datum] => Ok(Some(datum)),
            _ => Ok(None),
        }
    }

    /// A comparison by identity, because one side is a literal that is the same only as itself; or one by value that
    /// decides identity just as well.
    fn decided_identity(&mut self, how: Inline, args: &[Item], span: Span) -> Res<Option<NodeId>> {
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

    /// The datum of a form `(quote datum)`, whatever `quote` is called here.
    fn quoted_datum(&mut self, item: Item) -> Res<Option<Item>> {
        if self.special_head(item)? != Some("quote") {
            return Ok(None);
        }
        Ok(match *self.items(item)?.as_slice() {
            [_, datum] => Some(datum),
            _ => None,
        })
    }

    /// The arguments of `item` if it is a call of a builtin that becomes this.
    fn literal_call(&mut self, item: Item, how: Inline) -> Res<Option<Items>> {
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

    /// `(get-array-element a (list r c))` and its like: the coordinates need not become a list.
    fn literal_coordinates(&mut self, args: &[Item]) -> Res<Option<(Op, Nodes)>> {
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
