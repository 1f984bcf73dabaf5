//! Board functions on other searchable things: objects of host types that are [`Searchable`], such as the stores of the
//! module `constraints`.

use std::sync::Arc;

use super::arg::{Arg, SpaceRef};
use super::builtins;
use super::putting::Putting;
use crate::fault::{Code, ErrorData, Result, Unwind, internal};
use crate::list::Builder;
use crate::object::host::{Steps, guarded};
use crate::runtime::Runtime;
use crate::search::Searched;
use crate::trace::Placed;
use crate::value::{Kind, Value};
use klammer_space::{Contradiction, Progress, Searchable, Variable};

/// Steps of propagation that are paid for together.
const STEPS: i64 = 1024;

/// Variables that are looked at for one tick.
const VARIABLES_PER_TICK: usize = 32;

// ---- questions

/// Asks an object something. What answers may be the host's.
pub(super) fn ask<T>(rt: &Runtime, v: Value, question: impl FnOnce(&dyn Searchable) -> T) -> Result<T> {
    let Some(object) = rt.heap.as_host_object(v) else { return internal("an object that is searched") };
    guarded(object.class.title, || match rt.heap.as_space(v) {
        Some(space) => Ok(question(space)),
        None => object.in_use(),
    })
}

/// Returns the title of the object's type.
fn title(rt: &Runtime, v: Value) -> &'static str {
    rt.heap.as_host_object(v).map_or("", |object| object.class.title)
}

/// The place that an argument names.
pub(super) fn place(rt: &Runtime, function: &str, space: Value, v: Value) -> Result<usize> {
    let Some((number, mark)) = v.as_variable() else {
        let expected = format!("a variable of the {}", title(rt, space));
        let c = ErrorData::unfit(Code::WrongType, &expected, &rt.show(v));
        return Err(complaint(function, "variable", c, v).into());
    };
    ask(rt, space, |space| space.place(Variable(number, mark)))?.ok_or_else(|| foreign(rt, function, space, v))
}

/// A variable of something else.
#[cold]
fn foreign(rt: &Runtime, function: &str, space: Value, v: Value) -> Box<Unwind> {
    let (title, shown) = (title(rt, space), rt.show(v));
    let problem = format!("must belong to this {title}, but {shown} is a variable of another one");
    let all = "the variables that were made for it, and a copy those made before it was copied";
    complaint(function, "variable", ErrorData::new(Code::BadValue, problem), v)
        .with_help(format!("a {title} has {all}"))
        .into()
}

/// An argument is wrong. `function` is empty in what a function of the library calls that complains itself.
#[cold]
fn complaint(function: &str, name: &str, c: ErrorData, v: Value) -> ErrorData {
    let c = if function.is_empty() { c } else { c.with_subject(function) };
    c.with_argument(name).with_irritants(&[v])
}

/// Returns the variable by which programs name the place with this number.
pub(super) fn name_of(rt: &Runtime, v: Value, place: usize) -> Result<Value> {
    match ask(rt, v, |space| space.variable(place))? {
        Some(x) => Ok(Value::variable(x.number(), x.mark())),
        None => internal("a place that there is not"),
    }
}

fn integer(rt: &Runtime, function: &str, name: &str, v: Value) -> Result<i64> {
    v.as_fixnum().ok_or_else(|| {
        let c = ErrorData::unfit(Code::WrongType, "an integer of at most 61 bits", &rt.show(v));
        complaint(function, name, c, v).into()
    })
}

/// The values of a place, paid for.
fn values(rt: &mut Runtime, v: Value, place: usize) -> Result<Vec<i64>> {
    tried(rt, v, place, |space| space.values(place))
}

/// The answer of an object with all values of a place, paid for.
fn tried(
    rt: &mut Runtime,
    v: Value,
    place: usize,
    question: impl FnOnce(&dyn Searchable) -> Vec<i64>,
) -> Result<Vec<i64>> {
    let size = usize::try_from(ask(rt, v, |space| space.size(place))?).unwrap_or(usize::MAX);
    rt.heap.reserve(size.saturating_mul(3 * size_of::<Value>()))?;
    rt.charge(size / VARIABLES_PER_TICK)?;
    ask(rt, v, question)
}

/// A value of a place that is not among those to be tried there, which are a list; an error if one of them comes twice:
/// a search would find solutions several times.
fn left_out(rt: &mut Runtime, space: Value, at: Value, tried: Value) -> Result<Option<Value>> {
    let Some(SpaceRef(space)) = SpaceRef::from_value(rt, space) else { return Ok(None) };
    let possible = match rt.heap.as_board(space) {
        Some(_) => {
            let digits = super::board::digits_of(rt, space, at)?;
            if digits == tried {
                return Ok(None);
            }
            let digits = rt.list_items("order-values", digits)?;
            digits.into_iter().filter_map(Value::as_fixnum).collect()
        }
        None => {
            let place = place(rt, "", space, at)?;
            values(rt, space, place)?
        }
    };
    let mut tried: Vec<i64> = rt.list_items("order-values", tried)?.into_iter().filter_map(Value::as_fixnum).collect();
    if tried == possible {
        return Ok(None);
    }
    rt.charge(tried.len() / VARIABLES_PER_TICK)?;
    tried.sort_unstable();
    if let Some(twice) = tried.windows(2).find_map(|pair| pair.first().filter(|&first| pair.last() == Some(first))) {
        let shown = rt.show(at);
        let problem = format!("order-values must return each value once, but {twice} comes twice for {shown}");
        return Err(ErrorData::new(Code::User, problem).into());
    }
    Ok(possible.into_iter().find(|value| tried.binary_search(value).is_err()).map(Value::fix))
}

pub(super) fn candidates(rt: &mut Runtime, function: &str, v: Value, at: Value) -> Result<Value> {
    let place = place(rt, function, v, at)?;
    let values: Vec<Value> = values(rt, v, place)?.into_iter().map(Value::fix).collect();
    rt.heap.list(&values)
}

pub(super) fn count_candidates(rt: &mut Runtime, function: &str, v: Value, at: Value) -> Result<usize> {
    let place = place(rt, function, v, at)?;
    Ok(usize::try_from(ask(rt, v, |space| space.size(place))?).unwrap_or(usize::MAX))
}

pub(super) fn solved(rt: &mut Runtime, v: Value) -> Result<bool> {
    let places = ask(rt, v, |space| space.places())?;
    rt.charge(places / VARIABLES_PER_TICK)?;
    ask(rt, v, |space| space.is_solved())
}

pub(super) fn contradiction(rt: &mut Runtime, v: Value) -> Result<bool> {
    ask(rt, v, |space| space.contradiction().is_some())
}

pub(super) fn settled(rt: &mut Runtime, function: &str, v: Value, at: Value) -> Result<bool> {
    let place = place(rt, function, v, at)?;
    ask(rt, v, |space| space.size(place) == 1)
}

// ---- steps

/// Change that a step makes before it propagates.
#[derive(Clone, Copy)]
enum Change {
    Nothing,
    Assign(usize, i64),
    Remove(usize, i64),
    AtLeast(usize, i64),
    AtMost(usize, i64),
}

impl Change {
    fn place(self) -> Option<usize> {
        match self {
            Change::Nothing => None,
            Change::Assign(x, _) | Change::Remove(x, _) | Change::AtLeast(x, _) | Change::AtMost(x, _) => Some(x),
        }
    }

    fn make(self, space: &mut dyn Searchable) -> Result<(), Contradiction> {
        match self {
            Change::Nothing => Ok(()),
            Change::Assign(x, value) => space.assign(x, value),
            Change::Remove(x, value) => space.remove(x, value),
            Change::AtLeast(x, value) => space.at_least(x, value),
            Change::AtMost(x, value) => space.at_most(x, value),
        }
    }

    /// Returns the description of the change in a trace, unless it only assigned a value.
    fn told(self, space: &dyn Searchable) -> Option<String> {
        let (relation, x, value) = match self {
            Change::Nothing | Change::Assign(..) => return None,
            Change::Remove(x, value) => ("/=", x, value),
            Change::AtLeast(x, value) => (">=", x, value),
            Change::AtMost(x, value) => ("<=", x, value),
        };
        Some(format!("({relation} {} {value})", space.called(x)))
    }
}

/// Concludes what follows, and pays for it.
pub(super) fn run(rt: &mut Runtime, space: &mut dyn Searchable) -> Result<Result<(), Contradiction>> {
    loop {
        let mut left = STEPS;
        let progress = space.propagate(&mut left);
        rt.charge(STEPS.saturating_sub(left).unsigned_abs() as usize)?;
        match progress {
            Ok(Progress::OutOfBudget) => {}
            Ok(Progress::Fixpoint | Progress::Scripts) => return Ok(Ok(())),
            Err(contradiction) => return Ok(Err(contradiction)),
        }
    }
}

fn make(
    rt: &mut Runtime,
    space: &mut dyn Searchable,
    steps: &mut Steps,
    (change, propagates): (Change, bool),
) -> Result<bool> {
    steps.depth = steps.depth.saturating_add(1);
    // Number of values of the place before the step changes it.
    let left = change.place().map(|x| space.size(x));
    let changed = change.make(space);
    let result = match changed {
        Ok(()) if propagates => run(rt, space)?,
        _ => changed,
    };
    let placed = match change {
        Change::Assign(x, digit) => Some(Placed { cell: x as u32, digit }),
        _ => None,
    };
    let space: &dyn Searchable = space;
    let (searched, result) = (Searched::Object(space), result.map_err(Some));
    // A bound that takes nothing away is no step of a search.
    let is_told = propagates || result.is_err() || change.place().map(|x| space.size(x)) != left;
    if is_told {
        rt.search.object_step_done(searched, steps, placed, || change.told(space), result);
    } else {
        rt.search.step_counted(searched, steps, result);
    }
    Ok(result.is_ok())
}

/// Takes the object out of the heap while it changes.
fn changing<T>(
    rt: &mut Runtime,
    v: Value,
    change: impl FnOnce(&mut Runtime, &mut dyn Searchable, &mut Steps) -> Result<T>,
) -> Result<T> {
    let Some(object) = rt.heap.as_host_object(v) else { return internal("an object that is searched") };
    let (class, mut steps, place) = (Arc::clone(&object.class), object.steps, object.place.clone());
    let whole = place.as_ref().map_or(v, |place| place.whole);
    let mut data = rt.heap.take_host_data(whole)?;
    let result = guarded(class.title, || {
        let part = match &place {
            Some(place) => place.find_mut(&mut *data),
            None => Some(&mut *data),
        };
        let space = part.zip(class.space.as_ref()).and_then(|(part, space)| (space.exclusive)(part));
        space.map_or_else(|| internal("an object that is searched"), |space| change(rt, space, &mut steps))
    });
    rt.heap.put_host_data(whole, data);
    if let Some(object) = rt.heap.as_host_object_mut(v) {
        object.steps = steps;
    }
    result
}

/// A changed copy of the object, if the change finds no contradiction.
fn changed_copy(
    rt: &mut Runtime,
    v: Value,
    change: impl FnOnce(&mut Runtime, &mut dyn Searchable, &mut Steps) -> Result<bool>,
) -> Result<Option<Value>> {
    let Some(object) = rt.heap.as_host_object(v) else { return internal("an object that is searched") };
    let (class, mut steps) = (Arc::clone(&object.class), object.steps);
    let Some(mut data) = rt.heap.host_data(object).and_then(|data| class.copy_of(data)) else {
        return object.in_use();
    };
    let possible =
        guarded(class.title, || match class.space.as_ref().and_then(|space| (space.exclusive)(&mut *data)) {
            Some(space) => change(rt, space, &mut steps),
            None => internal("an object that is searched"),
        });
    if !possible? {
        return Ok(None);
    }
    let Some(object) = rt.heap.as_host_object(v) else { return internal("an object that is searched") };
    let mut copy = object.copy_with(data);
    copy.steps = steps;
    rt.heap.host_object(copy).map(Some)
}

/// The object after a step, itself or a copy; nil if there is a contradiction.
fn step(rt: &mut Runtime, v: Value, change: Change, propagates: bool, in_place: bool) -> Result<Option<Value>> {
    let Some(object) = rt.heap.as_host_object(v) else { return internal("an object that is searched") };
    let bytes = object.bytes();
    rt.charge(1 + ask(rt, v, |space| space.places())? / VARIABLES_PER_TICK)?;
    // First, because the step is counted. What a step makes of the object takes room later.
    rt.heap.reserve(2 * bytes)?;
    if matches!(change, Change::Assign(..)) {
        rt.search.count_node()?;
    }
    let what = (change, propagates);
    if in_place {
        changing(rt, v, |rt, space, steps| make(rt, space, steps, what)).map(|ok| ok.then_some(v))
    } else {
        changed_copy(rt, v, |rt, space, steps| make(rt, space, steps, what))
    }
}

/// Assigns or eliminates a value on an object, for the board functions that do so.
pub(super) fn put(
    rt: &mut Runtime,
    function: &str,
    v: Value,
    putting: Putting,
    takes_away: bool,
    in_place: bool,
) -> Result<Option<Value>> {
    let has_level = putting.level(rt, function)?.is_some();
    let x = place(rt, function, v, putting.place)?;
    let value = integer(rt, function, "value", putting.digit)?;
    match takes_away {
        true => step(rt, v, Change::Remove(x, value), has_level, in_place),
        false => step(rt, v, Change::Assign(x, value), true, in_place),
    }
}

pub(super) fn propagate(rt: &mut Runtime, v: Value) -> Result<Option<Value>> {
    step(rt, v, Change::Nothing, true, true)
}

pub(super) fn children(rt: &mut Runtime, function: &str, v: Value, at: Value) -> Result<Value> {
    let x = place(rt, function, v, at)?;
    let mut made = Builder::new();
    for value in values(rt, v, x)? {
        if let Some(child) = step(rt, v, Change::Assign(x, value), true, false)? {
            made.push(&mut rt.heap, child)?;
        }
    }
    Ok(made.finish(&mut rt.heap, Value::NIL))
}

/// Calls [`Searchable::next_script`] after all else has been concluded. Returns whether there is no contradiction, and
/// the number of the function that is next.
fn next(rt: &mut Runtime, v: Value) -> Result<(bool, Option<u32>)> {
    let (at_rest, has_failed, in_turn) =
        ask(rt, v, |space| (space.is_at_fixpoint(), space.contradiction().is_some(), space.turn().is_some()))?;
    if at_rest && !has_failed && !in_turn {
        return Ok((true, None));
    }
    changing(rt, v, |rt, space, steps| {
        let result = run(rt, space)?;
        if let Err(contradiction) = result {
            let (searched, result) = (Searched::Object(space), Err(Some(contradiction)));
            // An elimination by a function has already been reported as a step of its own.
            if has_failed {
                rt.search.step_counted(searched, steps, result);
            } else {
                rt.search.step_done(searched, steps, None, result);
            }
        }
        let possible = result.is_ok();
        let number = if possible { space.next_script() } else { None };
        // If a function had to agree, the solution has not been reported yet.
        if possible && number.is_none() && (!at_rest || space.is_solved()) {
            rt.search.report_propagated(Searched::Object(space), steps);
        }
        Ok((possible, number))
    })
}

builtins! { "board";
    /// For searches: propagates until it is the turn of a function, which it returns; t if nothing is left to do, nil
    /// after a contradiction.
    fn "%next-propagator" (rt, space: SpaceRef) {
        if space.is_board() {
            return Ok(Value::T);
        }
        let (possible, number) = next(rt, space.0)?;
        let held = rt.heap.as_host_object(space.0).and_then(|object| object.held.as_ref());
        match number {
            Some(number) => match held.and_then(|held| held.get(number as usize)) {
                Some(&function) => Ok(function),
                None => internal("a propagator that there is not"),
            },
            None => Ok(Value::truth(possible)),
        }
    }

    /// For searches: the values to try in a place, in the order of the board or store itself.
    fn "%branch-values" (rt, space: SpaceRef, place: Value) {
        if space.is_board() {
            return super::board::digits_of(rt, space.0, place);
        }
        let place = self::place(rt, "candidates", space.0, place)?;
        let values = tried(rt, space.0, place, |space| space.branches(place))?;
        let values: Vec<Value> = values.into_iter().map(Value::fix).collect();
        rt.heap.list(&values)
    }

    /// For searches: refuses values to try one of which comes twice. Returns a value of the place that is left out, or
    /// nil.
    fn "%left-out" (rt, space: Value, place: Value, values: Value) {
        left_out(rt, space, place, values)
    }

    /// For searches: takes the values below, or with `upper` above, a number away. Propagates nothing.
    fn "%bound!" (rt, space: SpaceRef, variable: Value, value: Value, upper: Value) {
        if space.is_board() {
            return Err(rt.wrong_type("", "store", "a store", space.0));
        }
        let x = place(rt, "", space.0, variable)?;
        let value = integer(rt, "", "value", value)?;
        let change = if upper.is_false() { Change::AtLeast(x, value) } else { Change::AtMost(x, value) };
        step(rt, space.0, change, false, true)
    }

    /// Returns whether `object` is a store of variables and constraints (see the module `constraints`).
    ///
    /// (store? (board))  ;=> nil
    fn "store?" (rt, object: Value) {
        title(rt, object) == "store"
    }

    /// Returns whether `object` is a variable of a store.
    ///
    /// (variable? 'x)  ;=> nil
    fn "variable?" (rt, object: Value) {
        object.is(Kind::VARIABLE)
    }
}
