//! Stores of variables and constraints: what the functions of boards do with them, and what `lisp/constraints.lisp` is
//! made of.

use std::sync::{Arc, LazyLock};

use super::arg::{ListRef, StoreRef};
use super::builtins;
use super::step::Putting;
use super::store_words::{call_wording, wording};
use crate::fault::{Code, Condition, Res};
use crate::list::Builder;
use crate::object::store::StoreObject;
use crate::object::{Object, Resident};
use crate::runtime::Runtime;
use crate::search::Searched;
use crate::symbol::{Symbol, well_known};
use crate::trace::Placed;
use crate::value::{Kind, Value};
use klammer_constraints::{Contradiction, Error, Expression, Progress, Store, Strength, Transition, Variable, Wording};

/// Steps of propagation that are paid for together.
const STEPS: i64 = 1024;

/// Variables that are looked at for one tick.
const VARIABLES_PER_TICK: usize = 32;

/// Bytes that a part of a constraint takes, at most: an argument, or an auxiliary variable with its constraint.
const PART: usize = 1024;

/// Bytes of the sets of a table, at most.
const TABLE_BYTES: usize = 8 << 20;

/// Expressions inside one another, at most: what the crate takes.
const DEPTH: usize = 200;

/// Parts of an expression, at most; a list that is there at several places counts so often.
const PARTS: usize = 1 << 18;

// ---- arguments

/// The function of the library that was called complains.
fn refused<T>(error: Error) -> Res<T> {
    Err(Condition::new(Code::BadValue, error.to_string()).into())
}

pub(super) fn wrong<T>(rt: &Runtime, expected: &str, v: Value) -> Res<T> {
    let problem = format!("expected {expected}, got {}", rt.show(v));
    Err(Condition::new(Code::WrongType, problem).with_irritants(&[v]).into())
}

pub(super) fn variable(rt: &Runtime, store: Value, v: Value) -> Res<Variable> {
    match v.as_variable().map(Variable::numbered) {
        Some(x) if rt.heap.store_of(store)?.store.has(x) => Ok(x),
        Some(_) => refused(Error::NoSuchVariable),
        None => wrong(rt, "a variable", v),
    }
}

fn integer(rt: &Runtime, v: Value) -> Res<i64> {
    match v.as_fixnum() {
        Some(n) => Ok(n),
        None => wrong(rt, "an integer of at most 61 bits", v),
    }
}

/// The elements of a list.
pub(super) fn items(rt: &mut Runtime, list: Value) -> Res<Vec<Value>> {
    if !list.has_elements() && !list.is_nil() {
        return wrong(rt, "a list", list);
    }
    let items = rt.list_items("", list)?;
    rt.charge(items.len() / VARIABLES_PER_TICK)?;
    Ok(items)
}

fn integers(rt: &mut Runtime, list: Value) -> Res<Vec<i64>> {
    items(rt, list)?.into_iter().map(|v| integer(rt, v)).collect()
}

fn state(rt: &mut Runtime, v: Value) -> Res<u32> {
    match v.as_fixnum().and_then(|n| u32::try_from(n).ok()) {
        Some(n) => Ok(n),
        None => wrong(rt, "the number of a state, from 0 on", v),
    }
}

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

pub(super) fn assign(
    rt: &mut Runtime,
    function: &str,
    v: Value,
    putting: Putting,
    in_place: bool,
) -> Res<Option<Value>> {
    putting.level(rt, function)?;
    let change = Change::Assign(variable(rt, v, putting.place)?, integer(rt, putting.digit)?);
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
    let change = Change::Remove(variable(rt, v, putting.place)?, integer(rt, putting.digit)?);
    step(rt, v, change, propagates, in_place)
}

pub(super) fn propagate(rt: &mut Runtime, v: Value) -> Res<Option<Value>> {
    step(rt, v, Change::Nothing, true, true)
}

pub(super) fn children(rt: &mut Runtime, v: Value, place: Value) -> Res<Value> {
    let x = variable(rt, v, place)?;
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

pub(super) fn candidates(rt: &mut Runtime, v: Value, place: Value) -> Res<Value> {
    let x = variable(rt, v, place)?;
    let values: Vec<Value> = values(rt, v, x)?.into_iter().map(Value::fix).collect();
    rt.heap.list(&values)
}

pub(super) fn count_candidates(rt: &mut Runtime, v: Value, place: Value) -> Res<usize> {
    let x = variable(rt, v, place)?;
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

pub(super) fn settled(rt: &mut Runtime, v: Value, place: Value) -> Res<bool> {
    let x = variable(rt, v, place)?;
    Ok(rt.heap.store_of(v)?.store.value(x).is_some())
}

// ---- constraints

/// Variables from a list of variables and integers.
fn operands(rt: &mut Runtime, object: &mut StoreObject, list: Value) -> Res<Vec<Variable>> {
    items(rt, list)?.into_iter().map(|v| operand(rt, object, v)).collect()
}

fn operand(rt: &Runtime, object: &mut StoreObject, v: Value) -> Res<Variable> {
    match (v.as_variable(), v.as_fixnum()) {
        (Some(number), _) if object.store.has(Variable::numbered(number)) => Ok(Variable::numbered(number)),
        (Some(_), _) => refused(Error::NoSuchVariable),
        (_, Some(n)) => object.store.constant(n).or_else(refused),
        _ => wrong(rt, "a variable or an integer", v),
    }
}

fn post(rt: &mut Runtime, object: &mut StoreObject, kind: Symbol, arguments: &[Value]) -> Res<Result<(), Error>> {
    let kind = rt.name(kind).to_string();
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| arguments.get(i).copied().unwrap_or(Value::NIL));
    let first = operands(rt, object, a)?;
    Ok(match kind.as_str() {
        "decisions" => object.store.set_decisions(&first),
        "all-different" => {
            let strength = match rt.name(b.as_symbol().unwrap_or(well_known::FIRST)) {
                "value" => Strength::Value,
                "bounds" => Strength::Bounds,
                "domain" => Strength::Domain,
                _ => return wrong(rt, "one of the symbols value, bounds and domain", b),
            };
            object.store.all_different(&first, strength)
        }
        "all-different-sum" => {
            let sum = integer(rt, b)?;
            object.store.all_different_sum(&first, sum)
        }
        "element" => {
            let (index, result) = (operand(rt, object, b)?, operand(rt, object, c)?);
            object.store.element(&first, index, result)
        }
        "table" => {
            let mut tuples = Vec::new();
            for tuple in items(rt, b)? {
                tuples.push(integers(rt, tuple)?);
            }
            object.store.table(&first, &tuples)
        }
        "regular" => {
            let mut transitions = Vec::new();
            for transition in items(rt, b)? {
                let &[from, value, to] = items(rt, transition)?.as_slice() else {
                    return wrong(rt, "a list of a state, a value and the next state", transition);
                };
                let (from, value, to) = (state(rt, from)?, integer(rt, value)?, state(rt, to)?);
                transitions.push(Transition { from, value, to });
            }
            let start = state(rt, c)?;
            let mut accepting = Vec::new();
            for v in items(rt, d)? {
                accepting.push(state(rt, v)?);
            }
            object.store.regular(&first, &transitions, start, &accepting)
        }
        "count" => {
            let (value, count) = (integer(rt, b)?, operand(rt, object, c)?);
            object.store.count(&first, value, count)
        }
        "cardinality" => {
            let (values, counts) = (integers(rt, b)?, operands(rt, object, c)?);
            object.store.cardinality(&first, &values, &counts)
        }
        "lexicographic" => {
            let right = operands(rt, object, b)?;
            object.store.lexicographic(&first, &right, !c.is_false())
        }
        "circuit" => object.store.circuit(&first),
        "cumulative" => {
            let (durations, demands, capacity) = (integers(rt, b)?, integers(rt, c)?, integer(rt, d)?);
            object.store.cumulative(&first, &durations, &demands, capacity)
        }
        "no-overlap" => {
            let durations = integers(rt, b)?;
            object.store.no_overlap(&first, &durations)
        }
        _ => return crate::fault::internal("a constraint that there is not"),
    })
}

/// An expression from lists whose first elements are names of operations.
fn expression(rt: &mut Runtime, v: Value, depth: usize, parts: &mut usize) -> Res<Expression> {
    *parts += 1;
    if *parts > PARTS {
        return refused(Error::TooLarge("the expression has too many parts"));
    }
    rt.charge(1)?;
    rt.heap.reserve(*parts * size_of::<Expression>())?;
    if let Some(number) = v.as_variable() {
        return Ok(Expression::Variable(Variable::numbered(number)));
    }
    if let Some(n) = v.as_fixnum() {
        return Ok(Expression::Constant(n));
    }
    if v == Value::T || v.is_false() {
        return Ok(Expression::Constant(i64::from(!v.is_false())));
    }
    if !v.has_elements() {
        return wrong(rt, "a variable, an integer or an operation on these", v);
    }
    if depth == 0 {
        return refused(Error::TooLarge("the expression is nested too deeply"));
    }
    let all = items(rt, v)?;
    let Some((operator, mut operands)) = all.split_first() else { return wrong(rt, "an operation", v) };
    let mut spread = Vec::new();
    let mut name = operator.as_symbol().map(|s| rt.name(s).to_string()).unwrap_or_default();
    if name == "apply"
        && let [function, first @ .., last] = operands
        && let Some(function) = function.as_symbol()
    {
        name = rt.name(function).to_string();
        spread.extend_from_slice(first);
        spread.extend(items(rt, *last)?);
        operands = &spread;
    }
    let mut made = Vec::with_capacity(operands.len());
    if name == "dot"
        && let [factors, others] = *operands
    {
        let (factors, others) = (items(rt, factors)?, items(rt, others)?);
        if factors.len() != others.len() {
            return refused(Error::Lengths("the two lists of dot", factors.len(), others.len()));
        }
        for (a, x) in factors.into_iter().zip(others) {
            let (a, x) = (expression(rt, a, depth - 1, parts)?, expression(rt, x, depth - 1, parts)?);
            made.push(Expression::Product(vec![a, x]));
        }
        return Ok(Expression::Sum(made));
    }
    for &operand in operands {
        made.push(expression(rt, operand, depth - 1, parts)?);
    }
    let count = made.len();
    operation(&name, made).map_or_else(|| no_operation(rt, v, &name, count), Ok)
}

#[cold]
fn no_operation(rt: &Runtime, v: Value, name: &str, count: usize) -> Res<Expression> {
    let problem = match name {
        "" => format!("expected an operation, got {}", rt.show(v)),
        _ => format!("there is no operation {name} with {count} operands for constraints"),
    };
    Err(Condition::new(Code::BadValue, problem).with_irritants(&[v]).into())
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
        "modulo" => E::Modulo(two(parts)?),
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

/// How many elements the lists of an argument have, about.
fn size(rt: &mut Runtime, v: Value, depth: usize) -> Res<usize> {
    if depth == 0 || !v.has_elements() {
        return Ok(1);
    }
    let mut parts = 1;
    for item in items(rt, v)? {
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
    fn "%store-variables" (rt, store: StoreRef, count: usize, lo: i64, hi: i64) {
        let values = hi.abs_diff(lo).saturating_add(1);
        let words = if values > 4096 { 0 } else { values as usize / 8 };
        rt.heap.reserve(count.saturating_mul(PART + words))?;
        rt.charge(count)?;
        let first = rt.heap.store_of(store.0)?.store.len();
        // First: what has been made is not to be made again.
        let list: Vec<Value> = (first..first + count).map(|x| Value::variable(x as u32)).collect();
        let list = rt.heap.list(&list)?;
        posting(rt, store.0, count.saturating_mul(PART), |_, object| {
            Ok((0..count).try_for_each(|_| object.store.variable(lo, hi).map(drop)))
        })?;
        Ok(list)
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
            let posted = post(rt, object, kind, arguments)?;
            let words = call_wording(rt, &format!("{}!", rt.name(kind)), arguments);
            object.store.say_since(before, words);
            Ok(posted)
        })?;
        Ok(store.0)
    }

    /// For the module `constraints`: demands that an expression holds.
    fn "%store-demand" (rt, store: StoreRef, condition: Value) {
        let mut parts = 0;
        let e = expression(rt, condition, DEPTH, &mut parts)?;
        posting(rt, store.0, parts * PART, |rt, object| {
            let before = object.store.constraints();
            let posted = object.store.post(&e);
            object.store.say_since(before, wording(rt, condition));
            Ok(posted)
        })?;
        Ok(store.0)
    }

    /// For the module `constraints`: a variable with the value of an expression.
    fn "%store-express" (rt, store: StoreRef, term: Value) {
        let mut parts = 0;
        let e = expression(rt, term, DEPTH, &mut parts)?;
        let x = posting(rt, store.0, parts * PART, |rt, object| {
            let (before, known) = (object.store.constraints(), object.store.len());
            let made = object.store.variable_for(&e);
            let words = wording(rt, term);
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
        Ok(Value::variable(x.number()))
    }

    /// For the module `constraints`: a function that propagates, and when it does.
    fn "%store-propagator" (rt, store: StoreRef, function: Value, variables: ListRef, event: Symbol) {
        let (on_bounds, on_domain) = match rt.name(event) {
            "fixed" => (false, false),
            "bounds" => (true, false),
            "any" => (true, true),
            _ => return wrong(rt, "one of the symbols fixed, bounds and any", Value::symbol(event)),
        };
        let count = items(rt, variables.0)?.len();
        posting(rt, store.0, (count + 1) * PART, |rt, object| {
            let watched = operands(rt, object, variables.0)?;
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

    /// For the module `constraints`: least and greatest value of a variable, a list.
    fn "%store-bounds" (rt, store: StoreRef, variable: Value) {
        let x = self::variable(rt, store.0, variable)?;
        let (lo, hi) = rt.heap.store_of(store.0)?.store.bounds(x);
        rt.heap.list(&[Value::fix(lo), Value::fix(hi)])
    }

    /// For the module `constraints`: the value of a variable, or nil.
    fn "%store-value" (rt, store: StoreRef, variable: Value) {
        let x = self::variable(rt, store.0, variable)?;
        Ok(rt.heap.store_of(store.0)?.store.value(x))
    }

    /// For the module `constraints`: takes the values below, or with `upper` above, a number away. Propagates nothing.
    fn "%store-bound!" (rt, store: StoreRef, variable: Value, value: i64, upper: Value) {
        let x = self::variable(rt, store.0, variable)?;
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
