//! Loops that cannot end: nothing in them changes what their tests look at, and nothing leaves them. What small hosts
//! embed does without (feature `documentation`), as it does without the longer advice.

use std::ops::Range;

use super::is_among;
use super::unused::is_pure;
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId, Op, VarId};
use crate::compile::parts::Item;
use crate::fault::{Code, Condition, Res};
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Functions that do something, and neither change a variable or what it holds, nor leave a loop, nor call anything.
const UNINVOLVED: &str = "display fresh-line format newline print random sleep write write-char write-string";

/// Nodes of a loop that are looked at.
const MOST_NODES: usize = 2000;

impl Expander<'_> {
    /// Is this place suspect, where anybody looks at loops?
    fn is_looked_at(&self, span: Span) -> bool {
        cfg!(feature = "documentation") && self.is_suspect(span)
    }

    /// Looks at a loop with the nodes `tested` of its test, and the nodes from `body` on of all that is evaluated in a
    /// turn behind it, which gives the variables `changed` new values. Only what is certain is told: a function of the
    /// program may change anything that is global, and may throw.
    pub fn suspect_endless(
        &mut self,
        form: Item,
        test: Item,
        tested: Range<usize>,
        body: usize,
        changed: &[VarId],
    ) -> Res<()> {
        let turn = tested.clone().chain(body..self.ir.len());
        if !self.is_looked_at(form.span) || self.ir.len() - tested.start > MOST_NODES {
            return Ok(());
        }
        let mut names = Vec::new();
        let mut is_of_data = false;
        for node in tested.map(|i| self.ir.node(NodeId(i as u32))) {
            match *node {
                Node::Const(_) | Node::And(_) | Node::Or(_) | Node::If(..) => {}
                Node::Var(v) if changed.contains(&v) => return Ok(()),
                Node::Var(v) => names.push((Some(v), 0)),
                Node::Global(cell) if self.vm.is_given(cell) => {}
                Node::Global(cell) => names.push((None, cell)),
                Node::Op(op, _) => is_of_data |= !is_of_numbers(op),
                Node::Call(f, _) if self.calls_only(f, is_pure) => is_of_data = true,
                _ => return Ok(()),
            }
        }
        let is_tested = |v: Option<VarId>, cell: u32| names.contains(&(v, cell));
        let may_end = |node: &Node| match *node {
            Node::SetVar(v, _) => is_tested(Some(v), 0),
            Node::SetGlobal(cell, _) | Node::Define(cell, _) | Node::Restore(cell, _) => is_tested(None, cell),
            Node::Call(f, _) => !self.calls_only(f, |name| is_pure(name) || is_among(name, UNINVOLVED)),
            Node::Op(Op::Throw, _) | Node::Leave(..) | Node::Again(..) | Node::LoopRef(_) => true,
            Node::Op(Op::ArraySet | Op::ArraySet2 | Op::RecordSet(..), _) => is_of_data,
            _ => false,
        };
        let name = match names.first() {
            Some((Some(v), _)) if !self.ir.var(*v).in_library => self.ir.var(*v).name,
            Some((None, cell)) => match self.vm.globals.info(*cell) {
                Some(info) if self.vm.globals.value(*cell) != Value::UNBOUND => info.name,
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        if { turn }.any(|i| may_end(self.ir.node(NodeId(i as u32)))) {
            return Ok(());
        }
        let name = self.vm.rt.name(self.vm.aliases.plain(name)).to_string();
        let problem = format!("nothing in this loop gives `{name}` another value: its test stays what it is");
        let help = if self.given_head(form.value).is_some_and(|(head, _)| head == "do") {
            format!("a variable of `do` gets its next value from a step: ({name} start (+ {name} 1))")
        } else {
            format!("(setq {name} ...) in the loop changes it, (return) leaves the loop")
        };
        let span = if test.span.start() > form.span.start() { test.span } else { form.span };
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(span).with_help(help))
    }

    /// `(let x (* w h))`: a value where the bindings of a named `let` stand, whose name nothing in the body calls.
    pub fn suspect_name(&mut self, form: Item, name: Symbol, list: Item, body: &[Item]) -> Res<()> {
        let is_looked_at = self.is_looked_at(form.span);
        let Some((function, _)) = self.given_head(list.value).filter(|_| is_looked_at) else {
            return Ok(());
        };
        let function = function.to_string();
        if !self.vm.rt.heap.car(list.value).as_symbol().is_some_and(|head| self.is_function_of_library(head))
            || body.iter().any(|part| self.calls(part.value, name))
        {
            return Ok(());
        }
        let (name, value) = (self.vm.rt.name(name), self.shown(list.span));
        let problem =
            format!("this `let` is a loop named `{name}`, with `{function}` and what follows it as variables");
        let help = format!("each binding has parentheses, and so have all together: (let (({name} {value})) expr...)");
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(form.span).with_help(help))
    }

    fn is_function_of_library(&self, name: Symbol) -> bool {
        let cell = self.vm.find_cell(self.module, name).filter(|&cell| self.vm.is_given(cell));
        cell.is_some_and(|cell| {
            self.vm.globals.value(cell).is_procedure() || self.vm.globals.value(cell).is(Kind::LAZY)
        })
    }

    /// Does a list in a form of a usual size begin with a name?
    fn calls(&self, form: Value, name: Symbol) -> bool {
        let mut open = vec![form];
        for _ in 0..MOST_NODES {
            let Some(list) = open.pop() else { return false };
            if !list.is_pair() {
                continue;
            }
            let (first, rest) = (self.vm.rt.heap.car(list), self.vm.rt.heap.cdr(list));
            if first.as_symbol() == Some(name) {
                return true;
            }
            let mut parts = Vec::from_iter(first.is_pair().then_some(first));
            let mut rest = rest;
            while rest.is_pair() && parts.len() < MOST_NODES {
                let part = self.vm.rt.heap.car(rest);
                parts.extend(part.is_pair().then_some(part));
                rest = self.vm.rt.heap.cdr(rest);
            }
            open.extend(parts);
        }
        true
    }

    /// Is a function called that the library has given a meaning, with a name that `is_known` knows?
    fn calls_only(&self, f: NodeId, is_known: impl Fn(&str) -> bool) -> bool {
        let f = match *self.ir.node(f) {
            Node::Const(f) => f,
            Node::Global(cell) if self.vm.is_given(cell) => self.vm.globals.value(cell),
            _ => Value::NIL,
        };
        self.vm.rt.native_name(f).is_some_and(is_known)
    }
}

/// Does an operation look at values that stay what they are, and not into what can be changed?
fn is_of_numbers(op: Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Div
            | Op::Neg
            | Op::Quotient
            | Op::Remainder
            | Op::Modulo
            | Op::FloorDiv
            | Op::Less
            | Op::LessEqual
            | Op::Greater
            | Op::GreaterEqual
            | Op::NumberEqual
            | Op::Same
            | Op::Not
            | Op::IsNull
            | Op::IsPair
            | Op::IsKind(_)
    )
}
