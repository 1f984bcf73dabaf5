//! Dispatchers: the functions by which a generic function chooses among its methods. They are compiled like other code,
//! from nodes instead of forms, so guards are budgeted, can throw and can recurse.

use smallvec::smallvec;

use super::ir::{Ir, Lambda, LambdaId, Node, NodeId, Nodes, Origin, Parameters, VarId};
use super::{Machine, generate};
use crate::fault::Result;
use crate::object::generic::{Method, Reflection};
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Fallback that is called if no method fits.
pub(crate) enum Otherwise {
    /// This function, with the same arguments.
    Call(Value),
    /// The function that complains, with the generic function before the arguments.
    Complain(Value),
    /// The builtin, if the arguments are numbers. For other arguments, the owner of the methods makes the error.
    Numbers { builtin: Value, generic: Value },
}

/// A function of `arity` parameters that tests types, calls guards and calls the first of the methods that fit.
/// `candidates` are in order.
pub(crate) fn dispatcher(
    vm: &mut dyn Machine,
    name: Symbol,
    arity: usize,
    candidates: &[&Method],
    otherwise: &Otherwise,
) -> Result<Value> {
    let type_test = vm.core_function("%type?")?;
    let no_method = vm.core_function("%no-method")?;
    let no_operator_method = vm.core_function("%no-operator-method")?;
    let is_number = vm.core_function("number?")?;
    let mut ir = Ir::default();
    let params: Parameters = (0..arity).map(|_| ir.add_var(name)).collect();
    let mut code = DispatchBuilder { ir: &mut ir, params: &params };
    // A method that fits every argument is never passed over.
    let reached = candidates.iter().position(|m| m.guard.is_none() && m.types.iter().all(Option::is_none));
    let (tested, mut body) = match reached.and_then(|i| Some((candidates.get(..i)?, candidates.get(i)?))) {
        Some((tested, m)) => (tested, code.body(m)),
        None => match *otherwise {
            Otherwise::Call(f) => (candidates, code.call(f, &[])),
            Otherwise::Complain(generic) => (candidates, code.call(no_method, &[generic])),
            Otherwise::Numbers { builtin, generic } => {
                let tests = params.iter().map(|&v| code.test(is_number, v, &[])).collect();
                let are_numbers = code.add(Node::And(tests));
                let (of_numbers, of_others) = (code.call(builtin, &[]), code.call(no_operator_method, &[generic]));
                (candidates, code.add(Node::If(are_numbers, of_numbers, of_others)))
            }
        },
    };
    for m in tested.iter().rev() {
        let types = m.types.iter().zip(&params).filter_map(|(t, &v)| Some((v, (*t)?)));
        let mut tests: Nodes = types.map(|(v, t)| code.test(type_test, v, &[Value::symbol(t)])).collect();
        tests.extend(m.guard.map(|guard| code.call_for(m, guard)));
        let test = code.add(Node::And(tests));
        let chosen = code.body(m);
        body = code.add(Node::If(test, chosen, body));
    }
    let mut lambda = Lambda { required: arity, params, ..Lambda::new(body, Span::NONE) };
    lambda.definition.name = Some(name);
    ir.lambdas.push(lambda);
    let number = generate::generate(vm, &ir, LambdaId(0))?;
    Ok(Value::reference(Kind::CLOSURE, number, 0))
}

/// A function of any number of arguments that calls `f`, a function of the library, on `generic` and them.
pub(crate) fn over_more(vm: &mut dyn Machine, name: Symbol, f: Value, generic: Value) -> Result<Value> {
    let apply = vm.core_function("apply")?;
    let mut ir = Ir::default();
    let params: Parameters = smallvec![ir.add_var(name)];
    let body = DispatchBuilder { ir: &mut ir, params: &params }.call(apply, &[f, generic]);
    let mut lambda = Lambda { rest: true, params, ..Lambda::new(body, Span::NONE) };
    lambda.definition.name = Some(name);
    ir.lambdas.push(lambda);
    let number = generate::generate(vm, &ir, LambdaId(0))?;
    Ok(Value::reference(Kind::CLOSURE, number, 0))
}

/// Makes nodes without a source position.
struct DispatchBuilder<'a> {
    ir: &'a mut Ir,
    params: &'a [VarId],
}

impl DispatchBuilder<'_> {
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

    /// A call of a method's guard or body with all arguments, as the method has them.
    fn call_for(&mut self, m: &Method, f: Value) -> NodeId {
        let f = self.add(Node::Const(f));
        let mut args: Nodes = self.params.iter().map(|&v| self.ir.add_any(Node::Var(v), Origin::default())).collect();
        if m.reflection == Some(Reflection::Swapped) {
            args.reverse();
        }
        self.add(Node::Call(f, args))
    }

    /// Returns the body of a method.
    fn body(&mut self, m: &Method) -> NodeId {
        let called = self.call_for(m, m.body);
        if m.reflection != Some(Reflection::Negated) {
            return called;
        }
        let (no, yes) = (self.add(Node::Const(Value::NIL)), self.add(Node::Const(Value::T)));
        self.add(Node::If(called, no, yes))
    }

    /// A call of `test` with a variable and these values.
    fn test(&mut self, test: Value, v: VarId, behind: &[Value]) -> NodeId {
        let f = self.add(Node::Const(test));
        let mut args: Nodes = smallvec![self.add(Node::Var(v))];
        for &v in behind {
            args.push(self.add(Node::Const(v)));
        }
        self.add(Node::Call(f, args))
    }
}
