//! `(%check (parameter type)...)`: how functions of the library make sure of their arguments, each under its own name.
//! A third part, a string, says what messages call the value if that is more than the name of a parameter.

use smallvec::smallvec;

use super::{at_least, name_of, wrong_shape};
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId, Nodes, Op};
use crate::compile::parts::Item;
use crate::fault::Res;
use crate::value::{Kind, Value};

/// Compiles `%check`: nearly every argument of a type passes with a jump. A native looks at the others more closely.
pub(super) fn check(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let mut checks = Nodes::new();
    for arg in at_least(e, form, "%check", args, 1)? {
        let parts = e.items(*arg)?;
        let (parameter, ty, name) = match *parts.as_slice() {
            [parameter, ty] => (parameter, ty, name_of(e, "%check", parameter)?),
            [parameter, ty, name] if name.value.is(Kind::STRING) => {
                let name = e.vm.rt.heap.as_str(name.value).unwrap_or_default().to_string();
                (parameter, ty, e.vm.rt.symbols.intern(&name))
            }
            _ => return wrong_shape(e, form, "%check", "something else"),
        };
        let name = Value::symbol(name);
        let ty = Value::symbol(name_of(e, "%check", ty)?);
        let value = e.expand(parameter, false)?;
        let (ty_node, name_node) = (e.constant(ty, form.span), e.constant(name, form.span));
        let mut check = e.call_core("%check-argument", &[ty_node, name_node, value], form.span)?;
        for op in usual(ty.as_symbol().map_or("", |s| e.vm.rt.name(s))) {
            let value = e.expand(parameter, false)?;
            let (test, fine) = (e.node(Node::Op(*op, smallvec![value]), form.span), e.nothing(form.span));
            check = e.node(Node::If(test, fine, check), form.span);
        }
        checks.push(check);
    }
    Ok(e.node(Node::Seq(checks), form.span))
}

/// The tests that are instructions, the likeliest last.
fn usual(ty: &str) -> &'static [Op] {
    match ty {
        "function" => &[Op::IsKind(Kind::NATIVE), Op::IsKind(Kind::CLOSURE)],
        "list" | "sequence" | "place" => &[Op::IsNull, Op::IsPair],
        "array" => &[Op::IsKind(Kind::ARRAY)],
        "string" => &[Op::IsKind(Kind::STRING)],
        "table" => &[Op::IsKind(Kind::TABLE)],
        "number" => &[Op::IsKind(Kind::NUMBERS)],
        _ => &[],
    }
}
