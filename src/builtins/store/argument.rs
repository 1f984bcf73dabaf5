//! Arguments of functions of stores: variables that the store must have, numbers, lists of them; what is wrong with one
//! is said with its name.

use super::VARIABLES_PER_TICK;
use crate::fault::{Code, Condition, Fault, Res};
use crate::object::store::StoreObject;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_constraints::{Error, Variable};

/// An argument as messages name it.
#[derive(Clone, Copy)]
pub(super) struct Parameter<'a> {
    /// The function that complains; empty in what the module `constraints` calls, whose own function does.
    pub function: &'a str,
    pub name: &'a str,
}

impl<'a> Parameter<'a> {
    /// Of a function of the module `constraints`.
    pub fn named(name: &'a str) -> Parameter<'a> {
        Parameter { function: "", name }
    }

    fn complaint(self, code: Code, problem: String, v: Value) -> Condition {
        let Parameter { function, name } = self;
        let c = match function {
            "" => Condition::new(code, problem).with_argument(name),
            // There the parameters have the names that suit boards.
            _ => Condition::by(function, code, format!("{name} {problem}")),
        };
        c.with_irritants(&[v])
    }

    /// `must`: what it must be, or consist of.
    #[cold]
    pub fn wrong(self, rt: &Runtime, must: &str, v: Value) -> Box<Fault> {
        self.complaint(Code::WrongType, format!("must {must}, got {}", rt.show(v)), v).into()
    }

    /// A variable that the store does not have.
    #[cold]
    pub fn foreign(self, rt: &Runtime, v: Value) -> Box<Fault> {
        let problem = format!("must belong to this store, but {} is a variable of another one", rt.show(v));
        let help = "a store has the variables that were made for it, and a copy those made before it was copied";
        self.complaint(Code::BadValue, problem, v).with_help(help).into()
    }
}

/// The function of the library that was called complains.
pub(super) fn refused<T>(error: Error) -> Res<T> {
    Err(Condition::new(Code::BadValue, error.to_string()).into())
}

/// A variable that the store has.
pub(super) fn variable(rt: &Runtime, p: Parameter, store: Value, v: Value) -> Res<Variable> {
    match v.as_variable().map(|(number, mark)| Variable::from_parts(number, mark)) {
        Some(x) if rt.heap.store_of(store)?.store.has(x) => Ok(x),
        Some(_) => Err(p.foreign(rt, v)),
        None => Err(p.wrong(rt, "be a variable of the store", v)),
    }
}

pub(super) fn integer(rt: &Runtime, p: Parameter, v: Value) -> Res<i64> {
    v.as_fixnum().ok_or_else(|| p.wrong(rt, "be an integer of at most 61 bits", v))
}

/// The elements of a list.
pub(super) fn items(rt: &mut Runtime, p: Parameter, list: Value) -> Res<Vec<Value>> {
    if !list.has_elements() && !list.is_nil() {
        return Err(p.wrong(rt, "be a list", list));
    }
    let items = rt.list_items("", list)?;
    rt.charge(items.len() / VARIABLES_PER_TICK)?;
    Ok(items)
}

pub(super) fn integers(rt: &mut Runtime, p: Parameter, list: Value) -> Res<Vec<i64>> {
    let number =
        |rt: &Runtime, v: Value| v.as_fixnum().ok_or_else(|| p.wrong(rt, "consist of integers of at most 61 bits", v));
    items(rt, p, list)?.into_iter().map(|v| number(rt, v)).collect()
}

pub(super) fn state(rt: &mut Runtime, p: Parameter, v: Value) -> Res<u32> {
    let number = v.as_fixnum().and_then(|n| u32::try_from(n).ok());
    number.ok_or_else(|| p.wrong(rt, "be the number of a state, from 0 on", v))
}

/// Variables from a list of variables and integers.
pub(super) fn operands(rt: &mut Runtime, object: &mut StoreObject, p: Parameter, list: Value) -> Res<Vec<Variable>> {
    let must = "consist of variables and integers";
    items(rt, p, list)?.into_iter().map(|v| one(rt, object, p, must, v)).collect()
}

/// A variable, or an integer as one.
pub(super) fn operand(rt: &Runtime, object: &mut StoreObject, p: Parameter, v: Value) -> Res<Variable> {
    one(rt, object, p, "be a variable or an integer", v)
}

fn one(rt: &Runtime, object: &mut StoreObject, p: Parameter, must: &str, v: Value) -> Res<Variable> {
    match (v.as_variable(), v.as_fixnum()) {
        (Some((number, mark)), _) => {
            let x = Variable::from_parts(number, mark);
            if object.store.has(x) { Ok(x) } else { Err(p.foreign(rt, v)) }
        }
        (_, Some(n)) => object.store.constant(n).or_else(refused),
        _ => Err(p.wrong(rt, must, v)),
    }
}
