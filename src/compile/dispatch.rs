//! Dispatchers: the functions by which a generic function chooses among its methods. They are compiled like other code,
//! from nodes instead of forms, so guards are budgeted, can throw and can recurse.

use smallvec::smallvec;

use super::Machine;
use super::generate;
use super::ir::{Ir, Lambda, LambdaId, Node, NodeId, Nodes, Origin, Parameters, VarId};
use crate::fault::Res;
use crate::object::generic::Method;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Who is called if no method fits.
pub(crate) enum Otherwise {
    /// This function, with the same arguments.
    Call(Value),
    /// The function that complains, with the generic function before the arguments.
    Complain(Value),
}

/// A function of `arity` parameters that tests types, calls guards and calls the first of the methods that fit.
/// `candidates` are in order.
pub(crate) fn dispatcher(
    vm: &mut dyn Machine,
    name: Symbol,
    arity: usize,
    candidates: &[&Method],
    otherwise: &Otherwise,
) -> Res<Value> {
    let type_test = vm.core_function("%type?")?;
    let no_method = vm.core_function("%no-method")?;
    let mut ir = Ir::default();
    let params: Parameters = (0..arity).map(|_| ir.add_var(name)).collect();
    let mut code = Builder { ir: &mut ir, params: &params };
    // What fits every argument is never passed over.
    let reached = candidates.iter().position(|m| m.guard.is_none() && m.types.iter().all(Option::is_none));
    let (tested, mut body) = match reached.and_then(|i| Some((candidates.get(..i)?, candidates.get(i)?))) {
        Some((tested, m)) => (tested, code.call(m.body, &[])),
        None => match *otherwise {
            Otherwise::Call(f) => (candidates, code.call(f, &[])),
            Otherwise::Complain(generic) => (candidates, code.call(no_method, &[generic])),
        },
    };
    for m in tested.iter().rev() {
        let types = m.types.iter().zip(&params).filter_map(|(t, &v)| Some((v, (*t)?)));
        let mut tests: Nodes = types.map(|(v, t)| code.is_of_type(type_test, v, t)).collect();
        tests.extend(m.guard.map(|guard| code.call(guard, &[])));
        let test = code.add(Node::And(tests));
        let chosen = code.call(m.body, &[]);
        body = code.add(Node::If(test, chosen, body));
    }
    ir.lambdas.push(Lambda { name: Some(name), required: arity, params, ..Lambda::new(body, Span::NONE) });
    let number = generate::generate(vm, &ir, LambdaId(0))?;
    Ok(Value::reference(Kind::CLOSURE, number, 0))
}

/// Makes nodes that stand nowhere in a text.
struct Builder<'a> {
    ir: &'a mut Ir,
    params: &'a [VarId],
}

impl Builder<'_> {
    fn add(&mut self, node: Node) -> NodeId {
        self.ir.add_any(node, Origin::default())
    }

    /// A call of `f` with these values and all arguments.
    fn call(&mut self, f: Value, before: &[Value]) -> NodeId {
        let f = self.add(Node::Const(f));
        let mut args: Nodes = before.iter().map(|&v| self.add(Node::Const(v))).collect();
        for &v in self.params {
            args.push(self.add(Node::Var(v)));
        }
        self.add(Node::Call(f, args))
    }

    fn is_of_type(&mut self, test: Value, v: VarId, t: Symbol) -> NodeId {
        let f = self.add(Node::Const(test));
        let args = smallvec![self.add(Node::Var(v)), self.add(Node::Const(Value::symbol(t)))];
        self.add(Node::Call(f, args))
    }
}
