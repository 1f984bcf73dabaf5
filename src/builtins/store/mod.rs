//! Stores of variables and constraints: what the functions of boards do with them, and what `lisp/constraints.lisp` is
//! made of. Constraints are posted in `post.rs`.

mod argument;
mod post;
pub(super) mod words;

use std::sync::{Arc, LazyLock};

use super::arg::{ListRef, StoreRef};
use super::builtins;
use super::step::Putting;
use crate::fault::{Res, internal};
use crate::list::Builder;
use crate::object::store::StoreObject;
use crate::object::{Object, Resident};
use crate::runtime::Runtime;
use crate::search::Searched;
use crate::symbol::Symbol;
use crate::trace::Placed;
use crate::value::{Kind, Value};
use argument::{Parameter, integer, items, operands, refused, variable};
use klammer_constraints::{Contradiction, Error, Progress, Store, Variable, Wording};
use words::{call_wording, wording};

/// Steps of propagation that are paid for together.
const STEPS: i64 = 1024;

/// Variables that are looked at for one tick.
const VARIABLES_PER_TICK: usize = 32;

/// Bytes that a part of a constraint takes, at most: an argument, or an auxiliary variable with its constraint.
const PART: usize = 1024;

/// Bytes of the sets of a table, at most.
const TABLE_BYTES: usize = 8 << 20;

// ---- a store that is taken out of the heap while it changes

fn with_store<T>(rt: &mut Runtime, v: Value, f: impl FnOnce(&mut Runtime, &mut StoreObject) -> Res<T>) -> Res<T> {
    // What stands there meanwhile shares what it consists of: it takes no room.
    static EMPTY: LazyLock<StoreObject> = LazyLock::new(StoreObject::default);
    let taken = rt.heap.update(v, |object| match object {
        Object::Store(store) => std::mem::replace(&mut **store, EMPTY.clone()),
        _ => EMPTY.clone(),
    });
    let mut taken = taken.unwrap_or_else(|| EMPTY.clone());
    let result = f(rt, &mut taken);
    rt.heap.update(v, |object| {
        if let Object::Store(store) = object {
            **store = taken;
        }
    });
    result
}

/// Changes the constraints of a store, for which so many bytes will do.
pub(super) fn posting<T>(
    rt: &mut Runtime,
    v: Value,
    bytes: usize,
    post: impl FnOnce(&mut Runtime, &mut StoreObject) -> Res<Result<T, Error>>,
) -> Res<T> {
    let store = &rt.heap.store_of(v)?.store;
    // What copies share is copied for the one that gets further constraints.
    let own = if store.is_shared() { store.shared_bytes() } else { 0 };
    rt.heap.reserve(bytes.saturating_add(own))?;
    let result = with_store(rt, v, |rt, object| {
        let (shared, before) = (object.store.shared(), object.store.shared_bytes());
        let result = post(rt, object);
        let is_same = object.store.shared() == shared;
        let grown = object.store.shared_bytes() - if is_same { before } else { 0 };
        rt.search.add_store(&object.store);
        rt.heap.add_external(grown)?;
        result
    })?;
    result.or_else(refused)
}

// ---- propagation

/// Runs the native propagators until they have nothing left to say.
fn run(rt: &mut Runtime, store: &mut Store) -> Res<Result<(), Contradiction>> {
    loop {
        let mut left = STEPS;
        let progress = store.propagate(&mut left);
        rt.charge(STEPS.saturating_sub(left).unsigned_abs() as usize)?;
        match progress {
            Ok(Progress::OutOfBudget) => {}
            Ok(Progress::Fixpoint | Progress::Scripts) => return Ok(Ok(())),
            Err(contradiction) => return Ok(Err(contradiction)),
        }
    }
}

/// What a step changes before it propagates.
#[derive(Clone, Copy)]
enum Change {
    Nothing,
    Assign(Variable, i64),
    Remove(Variable, i64),
    AtLeast(Variable, i64),
    AtMost(Variable, i64),
}

impl Change {
    fn variable(self) -> Option<Variable> {
        match self {
            Change::Nothing => None,
            Change::Assign(x, _) | Change::Remove(x, _) | Change::AtLeast(x, _) | Change::AtMost(x, _) => Some(x),
        }
    }

    /// What a trace says of it besides a value that was given.
    fn told(self, store: &Store) -> Option<String> {
        let (relation, x, value) = match self {
            Change::Nothing | Change::Assign(..) => return None,
            Change::Remove(x, value) => ("/=", x, value),
            Change::AtLeast(x, value) => (">=", x, value),
            Change::AtMost(x, value) => ("<=", x, value),
        };
        Some(format!("({relation} {} {value})", store.called(x)))
    }
}

fn make(rt: &mut Runtime, object: &mut StoreObject, change: Change, propagates: bool) -> Res<bool> {
    object.steps.depth = object.steps.depth.saturating_add(1);
    let store = &mut object.store;
    let left = change.variable().map(|x| store.size(x));
    let changed = match change {
        Change::Nothing => Ok(()),
        Change::Assign(x, value) => store.assign(x, value),
        Change::Remove(x, value) => store.remove(x, value),
        Change::AtLeast(x, value) => store.at_least(x, value),
        Change::AtMost(x, value) => store.at_most(x, value),
    };
    let result = match changed {
        Ok(()) if propagates => run(rt, store)?,
        _ => changed,
    };
    let placed = match change {
        Change::Assign(x, digit) => Some(Placed { cell: x.number(), digit }),
        _ => None,
    };
    let (searched, result) = (Searched::Store(&object.store), result.map_err(Some));
    // A bound that takes nothing away is no step of a search.
    let is_told = propagates || result.is_err() || change.variable().map(|x| object.store.size(x)) != left;
    if is_told {
        rt.search.store_step_done(searched, &mut object.steps, placed, || change.told(&object.store), result);
    } else {
        rt.search.step_counted(searched, &object.steps, result);
    }
    Ok(result.is_ok())
}

/// The store after a step, itself or a copy; nil if there is a contradiction.
fn step(rt: &mut Runtime, v: Value, change: Change, propagates: bool, in_place: bool) -> Res<Option<Value>> {
    rt.charge(1 + rt.heap.store_of(v)?.store.len() / VARIABLES_PER_TICK)?;
    let bytes = rt.heap.store_of(v)?.bytes();
    // First, because the step is counted. A hole is the only thing that takes room later.
    rt.heap.reserve(2 * bytes)?;
    if matches!(change, Change::Assign(..)) {
        rt.search.count_node()?;
    }
    if in_place {
        return Ok(with_store(rt, v, |rt, object| make(rt, object, change, propagates))?.then_some(v));
    }
    let mut copy = rt.heap.store_of(v)?.clone();
    match make(rt, &mut copy, change, propagates)? {
        true => rt.heap.object(Object::Store(Box::new(copy))).map(Some),
        false => Ok(None),
    }
}

/// What is put where; the functions of boards, which call it, have names of their own for it.
fn place_and_value(rt: &Runtime, function: &str, store: Value, putting: Putting) -> Res<(Variable, i64)> {
    let x = variable(rt, Parameter { function, name: "variable" }, store, putting.place)?;
    Ok((x, integer(rt, Parameter { function, name: "value" }, putting.digit)?))
}

pub(super) fn assign(
    rt: &mut Runtime,
    function: &str,
    v: Value,
    putting: Putting,
    in_place: bool,
) -> Res<Option<Value>> {
    putting.level(rt, function)?;
    let (x, value) = place_and_value(rt, function, v, putting)?;
    let change = Change::Assign(x, value);
    step(rt, v, change, true, in_place)
}

pub(super) fn eliminate(
    rt: &mut Runtime,
    function: &str,
    v: Value,
    putting: Putting,
    in_place: bool,
) -> Res<Option<Value>> {
    let propagates = putting.level(rt, function)?.is_some();
    let (x, value) = place_and_value(rt, function, v, putting)?;
    let change = Change::Remove(x, value);
    step(rt, v, change, propagates, in_place)
}

pub(super) fn propagate(rt: &mut Runtime, v: Value) -> Res<Option<Value>> {
    step(rt, v, Change::Nothing, true, true)
}

pub(super) fn children(rt: &mut Runtime, function: &str, v: Value, place: Value) -> Res<Value> {
    let x = variable(rt, Parameter { function, name: "variable" }, v, place)?;
    let mut made = Builder::new();
    for value in values(rt, v, x)? {
        if let Some(child) = step(rt, v, Change::Assign(x, value), true, false)? {
            made.push(&mut rt.heap, child)?;
        }
    }
    Ok(made.finish(&mut rt.heap, Value::NIL))
}

// ---- questions

/// The values of a variable, paid for.
fn values(rt: &mut Runtime, v: Value, x: Variable) -> Res<Vec<i64>> {
    let size = usize::try_from(rt.heap.store_of(v)?.store.size(x)).unwrap_or(usize::MAX);
    rt.heap.reserve(size.saturating_mul(3 * size_of::<Value>()))?;
    rt.charge(size / VARIABLES_PER_TICK)?;
    Ok(rt.heap.store_of(v)?.store.values(x).collect())
}

pub(super) fn candidates(rt: &mut Runtime, function: &str, v: Value, place: Value) -> Res<Value> {
    let x = variable(rt, Parameter { function, name: "variable" }, v, place)?;
    let values: Vec<Value> = values(rt, v, x)?.into_iter().map(Value::fix).collect();
    rt.heap.list(&values)
}

pub(super) fn count_candidates(rt: &mut Runtime, function: &str, v: Value, place: Value) -> Res<usize> {
    let x = variable(rt, Parameter { function, name: "variable" }, v, place)?;
    Ok(usize::try_from(rt.heap.store_of(v)?.store.size(x)).unwrap_or(usize::MAX))
}

/// The store, paid for like a look at each variable.
fn looked_at(rt: &mut Runtime, v: Value) -> Res<&Store> {
    let count = rt.heap.store_of(v)?.store.len();
    rt.charge(count / VARIABLES_PER_TICK)?;
    Ok(&rt.heap.store_of(v)?.store)
}

pub(super) fn solved(rt: &mut Runtime, v: Value) -> Res<bool> {
    Ok(looked_at(rt, v)?.is_solved())
}

pub(super) fn contradiction(rt: &mut Runtime, v: Value) -> Res<bool> {
    Ok(rt.heap.store_of(v)?.store.contradiction().is_some())
}

pub(super) fn settled(rt: &mut Runtime, function: &str, v: Value, place: Value) -> Res<bool> {
    let x = variable(rt, Parameter { function, name: "variable" }, v, place)?;
    Ok(rt.heap.store_of(v)?.store.value(x).is_some())
}

/// The number of a variable.
pub(super) fn number_of(rt: &Runtime, function: &str, v: Value, place: Value) -> Res<usize> {
    Ok(variable(rt, Parameter { function, name: "variable" }, v, place)?.number() as usize)
}

/// What a program knows the variable with this number by.
pub(super) fn name_of(rt: &Runtime, v: Value, number: usize) -> Res<Value> {
    match rt.heap.store_of(v)?.store.variable_at(number) {
        Some(x) => Ok(name(x)),
        None => internal("a variable that there is not"),
    }
}

fn name(x: Variable) -> Value {
    Value::variable(x.number(), x.mark())
}

/// How many elements the lists of an argument have, about.
fn size(rt: &mut Runtime, v: Value, depth: usize) -> Res<usize> {
    if depth == 0 || !v.has_elements() {
        return Ok(1);
    }
    let mut parts = 1;
    for item in rt.list_items("", v)? {
        parts += size(rt, item, depth - 1)?;
    }
    Ok(parts)
}

builtins! { "board";
    /// For the module `constraints`: a store without variables.
    fn "%make-store" (rt) {
        let object = StoreObject::default();
        rt.search.add_store(&object.store);
        rt.heap.object(Object::Store(Box::new(object)))
    }

    /// For the module `constraints`: a list of so many new variables with the values from `lo` to `hi`.
    fn "%store-variables" (rt, store: StoreRef, count: usize, lo: Value, hi: Value) {
        let (lo, hi) = (integer(rt, Parameter::named("lo"), lo)?, integer(rt, Parameter::named("hi"), hi)?);
        let values = hi.abs_diff(lo).saturating_add(1);
        let words = if values > 4096 { 0 } else { values as usize / 8 };
        rt.heap.reserve(count.saturating_mul(PART + words))?;
        rt.charge(count)?;
        posting(rt, store.0, count.saturating_mul(PART), |rt, object| {
            let next = object.store.next_variable();
            let numbers = next.number()..next.number().saturating_add(count as u32);
            let list: Vec<Value> = numbers.map(|number| Value::variable(number, next.mark())).collect();
            // First: what has been made is not to be made again.
            let list = rt.heap.list(&list)?;
            Ok((0..count).try_for_each(|_| object.store.variable(lo, hi).map(drop)).map(|()| list))
        })
    }

    /// For the module `constraints`: adds the constraint of that name to the store.
    fn "%store-post" (rt, store: StoreRef, kind: Symbol, *arguments: Value) {
        let mut parts = 1;
        for &argument in arguments {
            parts += size(rt, argument, 2)?;
        }
        let tables = if rt.name(kind) == "table" { TABLE_BYTES.min(parts.saturating_mul(parts)) } else { 0 };
        posting(rt, store.0, parts * PART + tables, |rt, object| {
            let before = object.store.constraints();
            let posted = post::constraint(rt, object, kind, arguments)?;
            let words = call_wording(rt, &format!("{}!", rt.name(kind)), arguments);
            object.store.say_since(before, words);
            Ok(posted)
        })?;
        Ok(store.0)
    }

    /// For the module `constraints`: the operations of conditions, a list of symbols.
    fn "%store-operations" (rt) {
        let mut names = Vec::new();
        for name in crate::advice::OPERATIONS.split(' ') {
            names.push(Value::symbol(rt.intern(name)?));
        }
        rt.heap.list(&names)
    }

    /// For the module `constraints`: demands that an expression holds.
    fn "%store-demand" (rt, store: StoreRef, condition: Value) {
        let mut parts = 0;
        let e = post::expression(rt, store.0, "condition", condition, &mut parts)?;
        posting(rt, store.0, parts * PART, |rt, object| {
            let before = object.store.constraints();
            let posted = object.store.post(&e);
            object.store.say_since(before, wording(rt, condition));
            Ok(posted)
        })?;
        Ok(store.0)
    }

    /// For the module `constraints`: a variable with the value of an expression.
    fn "%store-express" (rt, store: StoreRef, expression: Value) {
        let mut parts = 0;
        let e = post::expression(rt, store.0, "expression", expression, &mut parts)?;
        let x = posting(rt, store.0, parts * PART, |rt, object| {
            let (before, known) = (object.store.constraints(), object.store.len());
            let made = object.store.variable_for(&e);
            let words = wording(rt, expression);
            let mut value = Wording::default();
            value.push_str("the value of ");
            value.push(&words);
            object.store.say_since(before, value);
            if let Ok(x) = made
                && x.number() as usize >= known
            {
                object.store.say_meaning(x, words);
            }
            Ok(made)
        })?;
        Ok(name(x))
    }

    /// For the module `constraints`: a function that propagates, and when it does.
    fn "%store-propagator" (rt, store: StoreRef, function: Value, variables: ListRef, event: Symbol) {
        let (on_bounds, on_domain) = match rt.name(event) {
            "fixed" => (false, false),
            "bounds" => (true, false),
            "any" => (true, true),
            _ => {
                let must = "be one of the symbols fixed, bounds and any";
                return Err(Parameter::named("event").wrong(rt, must, Value::symbol(event)));
            }
        };
        let watched = Parameter::named("variables");
        let count = items(rt, watched, variables.0)?.len();
        posting(rt, store.0, (count + 1) * PART, |rt, object| {
            let watched = operands(rt, object, watched, variables.0)?;
            let number = object.propagators.len() as u32;
            let before = object.store.constraints();
            let posted = object.store.script(number, &watched, on_bounds, on_domain);
            object.store.say_since(before, call_wording(rt, "propagator!", &[variables.0, function]));
            if posted.is_ok() {
                Arc::make_mut(&mut object.propagators).push(function);
            }
            Ok(posted)
        })?;
        Ok(store.0)
    }

    /// For searches: propagates until it is the turn of a function, which it returns; t if nothing is left to do, nil
    /// after a contradiction.
    fn "%next-propagator" (rt, store: StoreRef) {
        let known = &rt.heap.store_of(store.0)?.store;
        let (at_rest, has_failed) = (known.is_at_fixpoint(), known.contradiction().is_some());
        if at_rest && !has_failed && known.turn().is_none() {
            return Ok(Value::T);
        }
        let (possible, next) = with_store(rt, store.0, |rt, object| {
            let result = run(rt, &mut object.store)?;
            if let Err(contradiction) = result {
                let (searched, result) = (Searched::Store(&object.store), Err(Some(contradiction)));
                // What a function has taken away has been told of as its own step.
                if has_failed {
                    rt.search.step_counted(searched, &object.steps, result);
                } else {
                    rt.search.step_done(searched, &mut object.steps, None, result);
                }
            }
            let possible = result.is_ok();
            let number = if possible { object.store.next_script() } else { None };
            // Where a function had to agree, nobody has told of the solution yet.
            if possible && number.is_none() && (!at_rest || object.store.is_solved()) {
                rt.search.report_propagated(Searched::Store(&object.store), &mut object.steps);
            }
            Ok((possible, number.and_then(|number| object.propagators.get(number as usize).copied())))
        })?;
        Ok(next.unwrap_or(Value::truth(possible)))
    }

    /// For the module `constraints`: refuses a variable that the store does not have, by the name of the parameter.
    fn "%store-check" (rt, store: StoreRef, variable: Value, parameter: Symbol) {
        self::variable(rt, Parameter::named(rt.name(parameter)), store.0, variable).map(drop)
    }

    /// For the module `constraints`: least and greatest value of a variable, a list.
    fn "%store-bounds" (rt, store: StoreRef, variable: Value) {
        let x = self::variable(rt, Parameter::named("variable"), store.0, variable)?;
        let (lo, hi) = rt.heap.store_of(store.0)?.store.bounds(x);
        rt.heap.list(&[Value::fix(lo), Value::fix(hi)])
    }

    /// For the module `constraints`: the value of a variable, or nil.
    fn "%store-value" (rt, store: StoreRef, variable: Value) {
        let x = self::variable(rt, Parameter::named("variable"), store.0, variable)?;
        Ok(rt.heap.store_of(store.0)?.store.value(x))
    }

    /// For the module `constraints`: the values of the variables of a list.
    fn "%store-values" (rt, store: StoreRef, variables: ListRef) {
        let p = Parameter::named("variables");
        let mut found = items(rt, p, variables.0)?;
        for v in &mut found {
            let x = self::variable(rt, p, store.0, *v)?;
            *v = rt.heap.store_of(store.0)?.store.value(x).map_or(Value::NIL, Value::fix);
        }
        rt.heap.list(&found)
    }

    /// For the module `constraints`: takes the values below, or with `upper` above, a number away. Propagates nothing.
    fn "%store-bound!" (rt, store: StoreRef, variable: Value, value: Value, upper: Value) {
        let x = self::variable(rt, Parameter::named("variable"), store.0, variable)?;
        let value = integer(rt, Parameter::named("value"), value)?;
        let change = if upper.is_false() { Change::AtLeast(x, value) } else { Change::AtMost(x, value) };
        step(rt, store.0, change, false, true)
    }

    /// Is `object` a store of variables and constraints (see the module `constraints`)?
    ///
    /// (store? (board))  ;=> nil
    fn "store?" (rt, object: Value) {
        object.is(Kind::STORE)
    }

    /// Is `object` a variable of a store?
    ///
    /// (variable? 'x)  ;=> nil
    fn "variable?" (rt, object: Value) {
        object.is(Kind::VARIABLE)
    }
}
