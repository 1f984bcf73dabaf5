//! Constraints from what a program says: by name with their arguments, or as conditions.

use super::argument::{Parameter, integer, integers, items, operand, operands, refused, state};
use crate::advice::OPERATIONS;
use crate::fault::{Code, Condition, Res};
use crate::object::store::StoreObject;
use crate::runtime::Runtime;
use crate::symbol::Symbol;
use crate::value::Value;
use klammer_constraints::{Error, Expression, Strength, Transition, Variable};

/// Expressions inside one another, at most: what the crate takes.
const DEPTH: usize = 200;

/// Parts of an expression, at most; a list that is there at several places counts so often.
const PARTS: usize = 1 << 18;

/// The constraint of that name, as the functions of the module `constraints` say it.
pub(super) fn constraint(
    rt: &mut Runtime,
    object: &mut StoreObject,
    kind: Symbol,
    arguments: &[Value],
) -> Res<Result<(), Error>> {
    let kind = rt.name(kind).to_string();
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| arguments.get(i).copied().unwrap_or(Value::NIL));
    let p = Parameter::named;
    let first = match kind.as_str() {
        "element" => "list",
        "lexicographic" => "left",
        "circuit" => "next",
        "cumulative" | "no-overlap" => "starts",
        _ => "variables",
    };
    let first = operands(rt, object, p(first), a)?;
    Ok(match kind.as_str() {
        "decisions" => object.store.set_decisions(&first),
        "all-different" => {
            let strength = match b.as_symbol().map(|name| rt.name(name)) {
                Some("value") => Strength::Value,
                Some("bounds") => Strength::Bounds,
                Some("domain") => Strength::Domain,
                _ => return Err(p("strength").wrong(rt, "be one of the symbols value, bounds and domain", b)),
            };
            object.store.all_different(&first, strength)
        }
        "all-different-sum" => {
            let sum = integer(rt, p("sum"), b)?;
            object.store.all_different_sum(&first, sum)
        }
        "element" => {
            let (index, result) = (operand(rt, object, p("index"), b)?, operand(rt, object, p("result"), c)?);
            object.store.element(&first, index, result)
        }
        "table" => {
            let mut tuples = Vec::new();
            for tuple in items(rt, p("tuples"), b)? {
                if !tuple.has_elements() && !tuple.is_nil() {
                    return Err(p("tuples").wrong(rt, "consist of lists of integers", tuple));
                }
                tuples.push(integers(rt, p("tuples"), tuple)?);
            }
            object.store.table(&first, &tuples)
        }
        "no-good" => {
            let values = integers(rt, p("values"), b)?;
            object.store.no_good(&first, &values)
        }
        "regular" => {
            let mut transitions = Vec::new();
            for transition in items(rt, p("transitions"), b)? {
                transitions.push(self::transition(rt, p("transitions"), transition)?);
            }
            let start = state(rt, p("start"), c)?;
            let mut accepting = Vec::new();
            for v in items(rt, p("accepting"), d)? {
                accepting.push(state(rt, p("an element of accepting"), v)?);
            }
            object.store.regular(&first, &transitions, start, &accepting)
        }
        "count" => {
            let (value, count) = (integer(rt, p("value"), b)?, operand(rt, object, p("count"), c)?);
            object.store.count(&first, value, count)
        }
        "cardinality" => {
            let (values, counts) = (integers(rt, p("values"), b)?, operands(rt, object, p("counts"), c)?);
            object.store.cardinality(&first, &values, &counts)
        }
        "lexicographic" => {
            let right = operands(rt, object, p("right"), b)?;
            object.store.lexicographic(&first, &right, !c.is_false())
        }
        "circuit" => object.store.circuit(&first),
        "cumulative" => {
            let (durations, demands) = (integers(rt, p("durations"), b)?, integers(rt, p("demands"), c)?);
            let capacity = integer(rt, p("capacity"), d)?;
            object.store.cumulative(&first, &durations, &demands, capacity)
        }
        "no-overlap" => {
            let durations = integers(rt, p("durations"), b)?;
            object.store.no_overlap(&first, &durations)
        }
        _ => return crate::fault::internal("a constraint that there is not"),
    })
}

fn transition(rt: &mut Runtime, p: Parameter, v: Value) -> Res<Transition> {
    let parts = if v.has_elements() { items(rt, p, v)? } else { Vec::new() };
    let &[from, value, to] = parts.as_slice() else {
        return Err(p.wrong(rt, "consist of lists of a state, a value and the next state", v));
    };
    let of = |name| Parameter { name, ..p };
    let (from, to) = (state(rt, of("a state of transitions"), from)?, state(rt, of("a state of transitions"), to)?);
    Ok(Transition { from, value: integer(rt, of("a value of transitions"), value)?, to })
}

/// An expression of variables of the store, from lists whose first elements are names of operations. Counts its parts.
pub(super) fn expression(
    rt: &mut Runtime,
    store: Value,
    parameter: &str,
    v: Value,
    parts: &mut usize,
) -> Res<Expression> {
    Reading { rt, store, p: Parameter::named(parameter), parts }.expression(v, DEPTH)
}

struct Reading<'a> {
    rt: &'a mut Runtime,
    store: Value,
    p: Parameter<'a>,
    parts: &'a mut usize,
}

impl Reading<'_> {
    fn expression(&mut self, v: Value, depth: usize) -> Res<Expression> {
        *self.parts += 1;
        if *self.parts > PARTS {
            return refused(Error::TooLarge("the expression has too many parts"));
        }
        self.rt.charge(1)?;
        self.rt.heap.reserve(*self.parts * size_of::<Expression>())?;
        if let Some((number, mark)) = v.as_variable() {
            let x = Variable::from_parts(number, mark);
            let is_known = self.rt.heap.store_of(self.store)?.store.has(x);
            return if is_known { Ok(Expression::Variable(x)) } else { Err(self.p.foreign(self.rt, v)) };
        }
        if let Some(n) = v.as_fixnum() {
            return Ok(Expression::Constant(n));
        }
        if v == Value::T || v.is_false() {
            return Ok(Expression::Constant(i64::from(!v.is_false())));
        }
        if !v.has_elements() {
            return Err(self.p.wrong(self.rt, "consist of variables, integers and operations on these", v));
        }
        if depth == 0 {
            return refused(Error::TooLarge("the expression is nested too deeply"));
        }
        let all = items(self.rt, self.p, v)?;
        let Some((operator, mut operands)) = all.split_first() else { return self.no_operation(v, "", 0) };
        let mut spread = Vec::new();
        let mut name = operator.as_symbol().map(|s| self.rt.name(s).to_string()).unwrap_or_default();
        if name == "apply"
            && let [function, first @ .., last] = operands
            && let Some(function) = function.as_symbol()
        {
            name = self.rt.name(function).to_string();
            spread.extend_from_slice(first);
            spread.extend(items(self.rt, self.p, *last)?);
            operands = &spread;
        }
        if name == "dot"
            && let [factors, others] = *operands
        {
            return self.dot(factors, others, depth);
        }
        let mut made = Vec::with_capacity(operands.len());
        for &operand in operands {
            made.push(self.expression(operand, depth - 1)?);
        }
        let count = made.len();
        operation(&name, made).map_or_else(|| self.no_operation(v, &name, count), Ok)
    }

    fn dot(&mut self, factors: Value, others: Value, depth: usize) -> Res<Expression> {
        let (factors, others) = (items(self.rt, self.p, factors)?, items(self.rt, self.p, others)?);
        if factors.len() != others.len() {
            return refused(Error::Lengths("the two lists of dot", factors.len(), others.len()));
        }
        let mut made = Vec::with_capacity(factors.len());
        for (a, x) in factors.into_iter().zip(others) {
            let (a, x) = (self.expression(a, depth - 1)?, self.expression(x, depth - 1)?);
            made.push(Expression::Product(vec![a, x]));
        }
        Ok(Expression::Sum(made))
    }

    #[cold]
    fn no_operation(&self, v: Value, name: &str, count: usize) -> Res<Expression> {
        let rt = &*self.rt;
        let (problem, help) = match (name, count) {
            ("", _) => (format!("expected an operation, got {}", rt.show(v)), None),
            ("expt", 2) => ("expt of variables needs an exponent from 0 to 60".into(), None),
            _ if OPERATIONS.split(' ').any(|known| known == name) => {
                (format!("there is no operation {name} with {count} operands for constraints"), None)
            }
            _ => {
                let operands = if count == 1 { "operand" } else { "operands" };
                let problem = format!("there is no operation {name} with {count} {operands} for constraints");
                (problem, Some(format!("there are {OPERATIONS}")))
            }
        };
        let c = Condition::new(Code::BadValue, problem).with_irritants(&[v]);
        Err(match help {
            Some(help) => c.with_help(help).into(),
            None => c.into(),
        })
    }
}

fn operation(name: &str, parts: Vec<Expression>) -> Option<Expression> {
    use Expression as E;
    let negated = |e: E| E::Product(vec![E::Constant(-1), e]);
    let two = |parts: Vec<E>| Some(Box::new(<[E; 2]>::try_from(parts).ok()?));
    let one = |parts: Vec<E>| <[E; 1]>::try_from(parts).ok().map(|[e]| Box::new(e));
    let reversed = |mut parts: Vec<E>| {
        parts.reverse();
        parts
    };
    Some(match name {
        "+" => E::Sum(parts),
        "*" => E::Product(parts),
        "-" => {
            let mut parts = parts.into_iter();
            let first = parts.next()?;
            if parts.len() == 0 {
                negated(first)
            } else {
                E::Sum([first].into_iter().chain(parts.map(negated)).collect())
            }
        }
        "quotient" => E::Quotient(two(parts)?),
        "modulo" | "mod" => E::Modulo(two(parts)?),
        "rem" | "remainder" => E::Remainder(two(parts)?),
        "expt" => match <[E; 2]>::try_from(parts).ok()? {
            [base, E::Constant(exponent @ 0..=60)] => E::Power(Box::new(base), exponent as u32),
            _ => return None,
        },
        "abs" => E::Absolute(one(parts)?),
        "min" if !parts.is_empty() => E::Minimum(parts),
        "max" if !parts.is_empty() => E::Maximum(parts),
        "=" if !parts.is_empty() => E::Equal(parts),
        "/=" => E::NotEqual(two(parts)?),
        "<" if !parts.is_empty() => E::Less(parts),
        "<=" if !parts.is_empty() => E::AtMost(parts),
        ">" if !parts.is_empty() => E::Less(reversed(parts)),
        ">=" if !parts.is_empty() => E::AtMost(reversed(parts)),
        "and" => E::And(parts),
        "or" => E::Or(parts),
        "not" => E::Not(one(parts)?),
        "if" => E::If(two(parts)?),
        "iff" => E::Iff(two(parts)?),
        _ => return None,
    })
}
