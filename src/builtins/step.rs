//! Steps of a search: a place gets a value or loses one, and consequences are propagated. Each step is counted and
//! traced.

use super::arg::{Arg, ArrayRef, ListRef, PlaceRef, SpaceRef};
use super::builtins;
use super::digits::bit;
use super::space::PlainState;
use super::space::{PLACES_PER_TICK, ask, integer, place_in, place_named, places, value, values};
use crate::fault::{Code, ErrorData, Result, Unwind, fail_in, internal};
use crate::heap::Heap;
use crate::list::{ListBuilder, ListWalk};
use crate::object::host::{Assignment, HostObject, Steps};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::search::Placed;
use crate::symbol::{Symbol, well_known};
use crate::value::Value;
use klammer_space::{Contradiction, Progress, Searchable};

/// Steps of propagation that are paid for together.
const STEPS: i64 = 1024;

/// A step: a change, and the level at which its consequences are propagated, if they are.
#[derive(Clone, Copy)]
struct SearchStep {
    change: Change,
    level: Option<usize>,
}

/// Change that a step makes before it propagates.
#[derive(Clone, Copy)]
enum Change {
    Nothing,
    Assign(usize, i64),
    Remove(usize, i64),
    AtLeast(usize, i64),
    AtMost(usize, i64),
}

impl SearchStep {
    #[inline(always)]
    fn begin(self, space: &mut dyn Searchable, budget: &mut i64) -> Result<Progress, Contradiction> {
        match (self.change, self.level) {
            (Change::Assign(x, value), Some(level)) => return space.assign_at(x, value, level, budget),
            (Change::Assign(x, value), None) => space.assign(x, value)?,
            (Change::Nothing, _) => {}
            (Change::Remove(x, value), _) => space.remove(x, value)?,
            (Change::AtLeast(x, value), _) => space.at_least(x, value)?,
            (Change::AtMost(x, value), _) => space.at_most(x, value)?,
        }
        match self.level {
            Some(level) => space.propagate_at(level, budget),
            None => Ok(Progress::Fixpoint),
        }
    }

    /// The place from which the step takes values away, if it might take none and propagates nothing.
    fn place_to_watch(self) -> Option<usize> {
        match self.change {
            Change::Remove(x, _) | Change::AtLeast(x, _) | Change::AtMost(x, _) if self.level.is_none() => Some(x),
            _ => None,
        }
    }

    #[inline]
    fn placed(self) -> Option<Placed> {
        match self.change {
            Change::Assign(x, digit) => Some(Placed { cell: x as u32, digit }),
            _ => None,
        }
    }

    /// Returns the description of the change in a trace, unless it only assigned a value or a place has no name in the
    /// language.
    fn told(self, space: &dyn Searchable) -> Option<String> {
        let (relation, x, value) = match self.change {
            Change::Nothing | Change::Assign(..) => return None,
            Change::Remove(x, value) => ("/=", x, value),
            Change::AtLeast(x, value) => (">=", x, value),
            Change::AtMost(x, value) => ("<=", x, value),
        };
        space.variable(x)?;
        Some(format!("({relation} {} {value})", space.name_of(x)))
    }
}

/// The object that a step changes: one of the heap, or a copy that is no value yet.
pub(super) enum StepTarget<'a> {
    Value(Value),
    Copy(&'a mut HostObject),
}

impl StepTarget<'_> {
    #[inline(always)]
    fn change<T>(&mut self, heap: &mut Heap, change: impl FnOnce(&mut dyn Searchable, &mut Steps) -> T) -> Result<T> {
        match self {
            StepTarget::Value(v) => heap.change_space(*v, change),
            StepTarget::Copy(object) => object.change_space(change),
        }
    }

    /// Concludes what follows, and pays for it.
    pub(super) fn propagate(&mut self, rt: &mut Runtime, level: usize) -> Result<Result<(), Contradiction>> {
        let mut left = STEPS;
        let progress = self.change(&mut rt.heap, |space, _| space.propagate_at(level, &mut left))?;
        self.finish_propagation(rt, level, progress, left)
    }

    /// Pays for a propagation that has come so far with [`STEPS`] steps, of which some are left, and goes on with it.
    #[inline(never)]
    fn finish_propagation(
        &mut self,
        rt: &mut Runtime,
        level: usize,
        mut progress: Result<Progress, Contradiction>,
        mut left: i64,
    ) -> Result<Result<(), Contradiction>> {
        loop {
            rt.charge(STEPS.saturating_sub(left).unsigned_abs() as usize)?;
            match progress {
                Ok(Progress::OutOfBudget) => {}
                Ok(Progress::Fixpoint | Progress::UserPropagators) => return Ok(Ok(())),
                Err(contradiction) => return Ok(Err(contradiction)),
            }
            left = STEPS;
            progress = self.change(&mut rt.heap, |space, _| space.propagate_at(level, &mut left))?;
        }
    }
}

/// Pays for a step before it is made.
#[inline]
fn pay(rt: &mut Runtime, space: SpaceRef, step: SearchStep) -> Result<()> {
    rt.charge(1 + places(rt, space)? / PLACES_PER_TICK)?;
    if step.placed().is_some() { rt.search.count_node() } else { Ok(()) }
}

/// Makes a step that has been paid for. Returns whether there is no contradiction.
#[inline]
fn make(rt: &mut Runtime, target: &mut StepTarget<'_>, step: SearchStep) -> Result<bool> {
    let mut left = STEPS;
    let Runtime { heap, search, .. } = rt;
    let is_possible = target.change(heap, |space, steps| {
        steps.depth = steps.depth.saturating_add(1);
        let watched = step.place_to_watch().map(|x| (x, space.size(x)));
        let progress = step.begin(space, &mut left);
        match progress {
            Ok(Progress::OutOfBudget) => return None,
            // A bound that takes nothing away is no step of a search.
            Ok(_) if watched.is_some_and(|(x, before)| before == space.size(x)) => {
                search.step_counted(space, steps, Ok(()));
            }
            _ => search.step_done(space, steps, step.placed(), || step.told(space), progress.map(|_| ())),
        }
        Some(progress.is_ok())
    })?;
    match is_possible {
        // Most steps have nothing to pay for afterwards.
        Some(is_possible) if left == STEPS => Ok(is_possible),
        _ => finish(rt, target, step, is_possible, left),
    }
}

/// Pays for a step that has begun, and goes on with it if its budget was used up.
#[inline(never)]
fn finish(
    rt: &mut Runtime,
    target: &mut StepTarget<'_>,
    step: SearchStep,
    is_possible: Option<bool>,
    left: i64,
) -> Result<bool> {
    rt.charge(STEPS.saturating_sub(left).unsigned_abs() as usize)?;
    if let Some(is_possible) = is_possible {
        return Ok(is_possible);
    }
    let result = target.propagate(rt, step.level.unwrap_or(0))?;
    let Runtime { heap, search, .. } = rt;
    target.change(heap, |space, steps| {
        search.step_done(space, steps, step.placed(), || step.told(space), result);
    })?;
    Ok(result.is_ok())
}

/// The object, on which the step has been made, if there is no contradiction.
#[inline(never)]
fn step_in_place(rt: &mut Runtime, space: SpaceRef, step: SearchStep) -> Result<Option<Value>> {
    pay(rt, space, step)?;
    Ok(make(rt, &mut StepTarget::Value(space.value), step)?.then_some(space.value))
}

/// A copy that the step leads to, if there is no contradiction.
#[inline]
fn step_on_copy(rt: &mut Runtime, space: SpaceRef, step: SearchStep) -> Result<Option<Value>> {
    // First, because the step is counted and traced.
    let bytes = rt.heap.pay_copies(space.value, 1)?;
    let made = step_on_paid_copy(rt, space, step, bytes);
    if !matches!(made, Ok(Some(_))) {
        rt.heap.repay_copies(space.value, 1, bytes);
    }
    made
}

/// [`step_on_copy`] where the copy has been paid for.
#[inline]
fn step_on_paid_copy(rt: &mut Runtime, space: SpaceRef, step: SearchStep, bytes: usize) -> Result<Option<Value>> {
    pay(rt, space, step)?;
    if let SearchStep { change: Change::Assign(place, value), level: Some(level) } = step
        // A trace would show the state that led to a contradiction.
        && !rt.search.is_traced()
    {
        let mut assignment = Assignment { place, value, level, budget: STEPS, outcome: None };
        if let Some(steps) = rt.heap.assign_in_spare(space.value, &mut assignment)? {
            return assigned(rt, space, assignment, steps, bytes);
        }
    }
    step_on_new_copy(rt, space, step, bytes)
}

/// Ends an assignment that has been made in memory of a freed object.
#[inline]
fn assigned(
    rt: &mut Runtime,
    space: SpaceRef,
    assignment: Assignment,
    steps: Steps,
    bytes: usize,
) -> Result<Option<Value>> {
    match assignment.outcome {
        Some(Ok(Progress::Fixpoint | Progress::UserPropagators)) if assignment.budget == STEPS => {
            rt.search.propagated(&steps, true);
            let copy = rt.heap.take_assigned()?;
            Ok(Some(rt.heap.place_copy(copy, space.value, bytes)))
        }
        // The memory stays where it is, for the next one.
        Some(Err(_)) if assignment.budget == STEPS && !rt.search.has_weights() => {
            rt.search.propagated(&steps, false);
            Ok(None)
        }
        Some(progress) => {
            let mut copy = rt.heap.take_assigned()?;
            let result =
                StepTarget::Copy(&mut copy).finish_propagation(rt, assignment.level, progress, assignment.budget)?;
            copy.change_space(|space, steps| rt.search.step_counted(space, steps, result))?;
            Ok(place_or_leave(rt, space, copy, result.is_ok(), bytes))
        }
        None => out_of_range(rt, space, assignment.value),
    }
}

/// [`step_on_copy`] in new memory, or with a trace.
#[inline(never)]
fn step_on_new_copy(rt: &mut Runtime, space: SpaceRef, step: SearchStep, bytes: usize) -> Result<Option<Value>> {
    if let Change::Assign(_, value) = step.change
        && ask(rt, space, |space| space.value_range())?.is_some_and(|(least, most)| value < least || value > most)
    {
        return out_of_range(rt, space, value);
    }
    let mut copy = rt.heap.unplaced_copy(space.value)?;
    let is_possible = make(rt, &mut StepTarget::Copy(&mut copy), step)?;
    Ok(place_or_leave(rt, space, copy, is_possible, bytes))
}

fn place_or_leave(
    rt: &mut Runtime,
    space: SpaceRef,
    copy: Box<HostObject>,
    is_possible: bool,
    bytes: usize,
) -> Option<Value> {
    if is_possible {
        return Some(rt.heap.place_copy(copy, space.value, bytes));
    }
    rt.heap.leave_copy(copy);
    None
}

/// A value that is assigned is not in the range of the state: it has not been tried.
#[cold]
#[inline(never)]
fn out_of_range(rt: &mut Runtime, space: SpaceRef, assigned: i64) -> Result<Option<Value>> {
    rt.search.take_back_node();
    value_in_range(rt, "assign", space, Value::fix(assigned))?;
    internal("a value that is out of range")
}

/// The states that the values which are possible in a place lead to.
fn children(rt: &mut Runtime, space: SpaceRef, place: usize, level: usize) -> Result<Value> {
    let step = |value| SearchStep { change: Change::Assign(place, value), level: Some(level) };
    let Some(set) = ask(rt, space, |space| space.value_set(place))? else {
        let mut made = ListBuilder::new();
        for value in values(rt, space, place)? {
            if let Some(child) = step_on_copy(rt, space, step(value))? {
                made.push(&mut rt.heap, child)?;
            }
        }
        return Ok(made.finish(&mut rt.heap, Value::NIL));
    };
    let count = set.count_ones() as usize;
    // A list that has room for all of them.
    let rooms = rt.heap.list(&vec![Value::NIL; count])?;
    // All of it first, because steps are counted and traced.
    let bytes = rt.heap.pay_copies(space.value, count)?;
    let (mut made, mut left, mut result) = (Vec::new(), set, Ok(()));
    while left != 0 && result.is_ok() {
        match step_on_paid_copy(rt, space, step(left.trailing_zeros().into()), bytes) {
            Ok(child) => made.extend(child),
            Err(fault) => result = Err(fault),
        }
        left &= left - 1;
    }
    rt.heap.repay_copies(space.value, count - made.len(), bytes);
    result?;
    let list = (made.len()..count).fold(rooms, |rest, _| rt.heap.rest(rest));
    let mut rest = list;
    for child in made {
        rt.heap.set_car(rest, child);
        rest = rt.heap.rest(rest);
    }
    Ok(list)
}

// ---- arguments of steps

/// Returns the names of a state's levels.
fn levels(rt: &Runtime, space: SpaceRef) -> &[Symbol] {
    let class = rt.heap.as_host_object(space.value).map(|object| &object.class);
    class.and_then(|class| class.space.as_ref()).map_or(&[], |space| &space.levels)
}

/// Returns the level that is meant where a program names none.
#[inline]
fn default_level(rt: &Runtime, space: SpaceRef) -> Result<usize> {
    ask(rt, space, |space| space.default_level())
}

/// The level of that name. A state without levels takes any name.
#[inline]
fn level_named(rt: &Runtime, function: &str, space: SpaceRef, name: Value) -> Result<usize> {
    let levels = levels(rt, space);
    let symbol = name.as_symbol();
    match levels.iter().position(|&level| Some(level) == symbol) {
        Some(level) => Ok(level),
        None => no_level(rt, function, levels, name),
    }
}

/// No level of a state has that name.
#[inline(never)]
fn no_level(rt: &Runtime, function: &str, levels: &[Symbol], name: Value) -> Result<usize> {
    match (name.as_symbol(), levels) {
        (Some(_), []) => Ok(0),
        (None, []) => Err(rt.wrong_type(function, "level", "a symbol", name)),
        (_, [first @ .., last]) => {
            let first: Vec<&str> = first.iter().map(|&level| rt.name(level)).collect();
            let expected = format!("{} or {}", first.join(", "), rt.name(*last));
            let c = ErrorData::unfit(Code::BadValue, &expected, &brief(rt, name));
            Err(c.with_subject(function).with_argument("level").into())
        }
    }
}

/// The level that the options `:level name` state: the first, if there is one, and those after it.
#[inline]
fn level_option(
    rt: &Runtime,
    function: &str,
    space: SpaceRef,
    key: Option<Value>,
    after: &[Value],
) -> Result<Option<usize>> {
    match (key, after) {
        (None, _) => Ok(None),
        (Some(key), &[name]) if key.as_keyword() == Some(well_known::LEVEL) => {
            level_named(rt, function, space, name).map(Some)
        }
        (Some(key), _) => no_level_option(rt, function, key),
    }
}

#[cold]
#[inline(never)]
fn no_level_option(rt: &Runtime, function: &str, key: Value) -> Result<Option<usize>> {
    let shown = brief(rt, key);
    fail_in(function, Code::ArgumentCount, format!("expected the option :level and its value, got {shown}"))
}

/// Place, value and level of a step.
struct Putting {
    place: usize,
    value: Value,
    level: Option<usize>,
}

/// Reads the arguments after the state: a place, which is a list, a variable, or a row and a column, then a value and
/// options.
#[inline]
fn putting(
    rt: &Runtime,
    function: &str,
    space: SpaceRef,
    (first, second, third): (Value, Value, Option<Value>),
    options: &[Value],
) -> Result<Putting> {
    match space.grid {
        Some(size) if !first.has_elements() => {
            let Some(value) = third else { return Err(no_value(function)) };
            let (key, after) = (options.first().copied(), options.get(1..).unwrap_or(&[]));
            let level = level_option(rt, function, space, key, after)?;
            let place = place_in(rt, function, size, first, second)?;
            Ok(Putting { place, value, level })
        }
        _ => {
            let level = level_option(rt, function, space, third, options)?;
            let place = place_named(rt, function, space, first)?;
            Ok(Putting { place, value: second, level })
        }
    }
}

/// The value that an argument names, which must be in the state's range.
fn value_in_range(rt: &Runtime, function: &str, space: SpaceRef, v: Value) -> Result<i64> {
    let range = ask(rt, space, |space| space.value_range())?;
    value(rt, function, range, v)
}

#[cold]
#[inline(never)]
fn no_value(function: &str) -> Box<Unwind> {
    let signature = "(state row column value &rest options)";
    ErrorData::count(function, 4, None, signature, 3).into()
}

/// A copy with a value in a place, if there is no contradiction: what `assign` does.
#[inline]
fn assign(rt: &mut Runtime, space: SpaceRef, place: usize, value: Value, level: usize) -> Result<Option<Value>> {
    let value = match value.as_fixnum() {
        // The object itself tells whether it is in range.
        Some(value) => value,
        None => value_in_range(rt, "assign", space, value)?,
    };
    step_on_copy(rt, space, SearchStep { change: Change::Assign(place, value), level: Some(level) })
}

fn elimination(
    rt: &Runtime,
    function: &str,
    space: SpaceRef,
    places: (Value, Value, Option<Value>),
    options: &[Value],
) -> Result<SearchStep> {
    let Putting { place, value, level } = putting(rt, function, space, places, options)?;
    let value = value_in_range(rt, function, space, value)?;
    Ok(SearchStep { change: Change::Remove(place, value), level })
}

/// A constraint `((row column) digit)` or `(row column digit)` taken apart.
fn constraint_parts(rt: &Runtime, function: &str, constraint: Value) -> Result<(Value, Value, Value)> {
    let heap = &rt.heap;
    let parts = (|| {
        let (first, rest) = constraint.has_elements().then(|| (heap.first(constraint), heap.rest(constraint)))?;
        let (second, rest) = rest.has_elements().then(|| (heap.first(rest), heap.rest(rest)))?;
        if first.has_elements() {
            let columns = heap.rest(first);
            let column = columns.has_elements().then(|| heap.first(columns))?;
            (rest.is_nil() && heap.rest(columns).is_nil()).then_some((heap.first(first), column, second))
        } else {
            let third = rest.has_elements().then(|| heap.first(rest))?;
            heap.rest(rest).is_nil().then_some((first, second, third))
        }
    })();
    match parts {
        Some(parts) => Ok(parts),
        None => Err(rt.wrong_type(function, "constraint", "a list ((row column) digit)", constraint)),
    }
}

/// Puts the value of a constraint into its place, and takes it away from the neighbours. False after a contradiction.
fn propagate_constraint(rt: &mut Runtime, array: Value, constraint: Value) -> Result<bool> {
    const NAME: &str = "propagate-constraint";
    let (row, column, digit) = constraint_parts(rt, NAME, constraint)?;
    let Some((space, size)) = SpaceRef::from_value(rt, array).and_then(|space| Some((space, space.grid?))) else {
        let plain = PlainState::new(rt, NAME, array)?;
        let place = plain.place(rt, NAME, row, column)?;
        let digit = bit(rt, NAME, digit)?;
        rt.charge(1)?;
        rt.search.count_node()?;
        let possible = plain.propagate(rt, NAME, array, place, digit)?;
        rt.search.plain_step_done(possible);
        return Ok(possible);
    };
    let place = place_in(rt, NAME, size, row, column)?;
    constrain(rt, &mut StepTarget::Value(array), NAME, space, (place, digit))
}

/// Gives a place its value by [`Searchable::assign_once`], and pays for it. Returns whether there is no contradiction.
#[inline]
fn constrain(
    rt: &mut Runtime,
    target: &mut StepTarget<'_>,
    function: &str,
    space: SpaceRef,
    (place, digit): (usize, Value),
) -> Result<bool> {
    // It reaches the neighbours, and no more.
    rt.charge(1)?;
    let Runtime { heap, search, .. } = rt;
    let made: Result<Option<bool>> = target.change(heap, |space, steps| {
        let range = space.value_range();
        let Some(digit) = digit.as_fixnum().filter(|n| range.is_none_or(|(least, most)| (least..=most).contains(n)))
        else {
            return Ok(None);
        };
        search.count_node()?;
        steps.depth = steps.depth.saturating_add(1);
        let result = space.assign_once(place, digit);
        search.step_done(space, steps, Some(Placed { cell: place as u32, digit }), || None, result);
        Ok(Some(result.is_ok()))
    })?;
    if let Some(is_possible) = made? {
        return Ok(is_possible);
    }
    value_in_range(rt, function, space, digit).map(|_| false)
}

/// A copy of a state in which one constraint after the other has been propagated, if they do not contradict each other.
fn constrained_copy(rt: &mut Runtime, constraints: Value, state: Value) -> Result<Option<Value>> {
    let size = SpaceRef::from_value(rt, state).and_then(|space| Some((space, space.grid?)));
    let Some((space, size)) = size else { return Err(rt.wrong_type("", "state", SpaceRef::EXPECTED, state)) };
    if ListRef::from_value(rt, constraints).is_none() {
        return Err(rt.wrong_type("", "constraints", "a list", constraints));
    }
    // First, because the steps are counted and traced.
    let bytes = rt.heap.pay_copies(state, 1)?;
    let made = constrained(rt, space, size, constraints);
    if !matches!(made, Ok(Some(_))) {
        rt.heap.repay_copies(state, 1, bytes);
    }
    Ok(made?.map(|copy| rt.heap.place_copy(copy, state, bytes)))
}

fn constrained(
    rt: &mut Runtime,
    space: SpaceRef,
    size: (usize, usize),
    constraints: Value,
) -> Result<Option<Box<HostObject>>> {
    let mut copy = rt.heap.unplaced_copy(space.value)?;
    let mut walk = ListWalk::new("", "constraints", constraints);
    while let Some(constraint) = walk.next(rt)? {
        let (row, column, digit) = constraint_parts(rt, "", constraint)?;
        let place = place_in(rt, "", size, row, column)?;
        if !constrain(rt, &mut StepTarget::Copy(&mut copy), "", space, (place, digit))? {
            return Ok(None);
        }
    }
    Ok(Some(copy))
}

/// See `is-solution?`.
fn check_solved(rt: &mut Runtime, array: Value) -> Result<bool> {
    let Some(space) = SpaceRef::from_value(rt, array) else {
        rt.charge(1)?;
        return PlainState::new(rt, "is-solution?", array)?.is_solution(rt, "is-solution?", array);
    };
    rt.charge(1 + places(rt, space)? / PLACES_PER_TICK)?;
    let Runtime { heap, search, .. } = rt;
    heap.change_space(array, |space, steps| {
        let is_open = search.is_traced() && !space.is_solved();
        let is_solution = space.check_solved();
        if is_solution && is_open {
            search.report_propagated(space, steps);
        }
        is_solution
    })
}

/// The propagator whose turn it is.
enum Turn {
    /// Nobody's. Whether there is no contradiction.
    Over(bool),
    /// A function's.
    Of(Value),
}

/// Calls [`Searchable::next_user_propagator`] after all else has been concluded.
fn next(rt: &mut Runtime, space: SpaceRef) -> Result<Turn> {
    let (at_rest, in_turn) = ask(rt, space, |space| (space.is_at_fixpoint(), space.running_propagator().is_some()))?;
    if at_rest && !in_turn {
        return Ok(Turn::Over(true));
    }
    let (level, has_failed) = ask(rt, space, |space| (space.default_level(), space.contradiction().is_some()))?;
    let mut target = StepTarget::Value(space.value);
    let result = target.propagate(rt, level)?;
    let Runtime { heap, search, .. } = rt;
    let (possible, number) = target.change(heap, |space, steps| {
        // An elimination by a function has already been reported as a step of its own.
        match result {
            Err(_) if has_failed => search.step_counted(space, steps, result),
            Err(_) => search.step_done(space, steps, None, || None, result),
            Ok(()) => {}
        }
        let possible = result.is_ok();
        let number = if possible { space.next_user_propagator() } else { None };
        // If a function had to agree, the solution has not been reported yet.
        if possible && number.is_none() && (!at_rest || space.is_solved()) {
            search.report_propagated(space, steps);
        }
        (possible, number)
    })?;
    let Some(number) = number else { return Ok(Turn::Over(possible)) };
    let held = heap.as_host_object(space.value).and_then(|object| object.held.as_ref());
    match held.and_then(|held| held.get(number as usize)) {
        Some(&function) => Ok(Turn::Of(function)),
        None => internal("a propagator that there is not"),
    }
}

builtins! { "step";
    /// Puts a value into its place and takes it out of all places that must differ. Returns the state, which has
    /// changed, or nil if the value is not possible or another place would have none left. Nothing more is concluded: a
    /// place in which one value is left is not looked at. The state may also be an array of lists of values with as
    /// many rows as columns. Changed elements become digit sets.
    ///
    /// (aref (propagate-constraint (board) '((0 0) 5)) 0 0)    ;=> (5)
    /// (aref (propagate-constraint (board) '((0 0) 5)) 8 0)    ;=> (1 2 3 4 6 7 8 9)
    /// (propagate-constraint (propagate-constraint (board) '((0 0) 5)) '((0 1) 5))              ;=> nil
    /// (aref (propagate-constraint (make-array '(4 4) '(1 2 3 4)) '((0 0) 3)) 1 1)             ;=> (1 2 4)
    /// (propagate-constraint (board) '((9 0) 5))               ;!! index-out-of-range
    fn "propagate-constraint" (rt, state: ArrayRef, constraint: ListRef) {
        Ok(propagate_constraint(rt, state.0, constraint.0)?.then_some(state.0))
    }

    /// Returns a copy of the state with the value in the place, after the propagation of a level (the state's usual one
    /// if left out); nil after a contradiction. Each level has the rules of those before. The levels of a sudoku are
    /// these. `'forward` removes the value from the places that see it; `'naked` continues with places of one value.
    /// `'hidden` adds values with one place in a unit. `'locked` adds values whose places in a unit share another group.
    /// `'pairs` adds naked and hidden pairs. `'distinct` removes each value without a place in any complete assignment
    /// of its group. Instead of row and column there can be a list of them, or a variable of a state that has variables;
    /// there, what is concluded depends on the constraints, and the level says nothing.
    ///
    /// (candidates (assign (board 4) 0 0 1 :level 'forward) '(0 3))  ;=> (2 3 4)
    /// (assign (assign (board 4) 0 0 1) 0 1 1)                       ;=> nil
    /// (candidates (assign (board 4) '(0 0) 1 :level 'forward) '(0 3))  ;=> (2 3 4)
    /// (board->line (assign (board-from-constraints '((0 0 1) (1 1 3) (2 2 2) (3 0 3)) (board 4)) 1 2 1))  ;=> "1432231441233241"
    /// (assign (board 4) 0 0 5)                                      ;!! bad-value
    /// (assign (board 4) 0 4 1)                                      ;!! index-out-of-range
    fn "assign" (rt, state: SpaceRef, row: Value, column: Value, ?value: Value, *options: Value) {
        let Putting { place, value, level } = putting(rt, "assign", state, (row, column, value), options)?;
        let level = level.map_or_else(|| default_level(rt, state), Ok)?;
        assign(rt, state, place, value, level)
    }

    /// Like `assign`, but changes the state itself. Returns the state, or nil after a contradiction: then what the
    /// state holds means nothing any more.
    ///
    /// (let ((b (board 4))) (assign! b 0 0 1) (candidates b '(0 1)))  ;=> (2 3 4)
    fn "assign!" (rt, state: SpaceRef, row: Value, column: Value, ?value: Value, *options: Value) {
        let Putting { place, value, level } = putting(rt, "assign!", state, (row, column, value), options)?;
        let value = value_in_range(rt, "assign!", state, value)?;
        let level = level.map_or_else(|| default_level(rt, state), Ok)?;
        step_in_place(rt, state, SearchStep { change: Change::Assign(place, value), level: Some(level) })
    }

    /// Returns a copy of the state without the value in the place, after the propagation of a level if `:level` names
    /// one; nil after a contradiction.
    ///
    /// (candidates (eliminate (board 4) 0 0 1) '(0 0))                          ;=> (2 3 4)
    /// (eliminate (assign (board 4) 0 0 1) 0 0 1)                               ;=> nil
    /// (candidates (eliminate (assign (board 4) 0 0 1) 1 1 2 :level 'locked) '(1 1))  ;=> (3 4)
    fn "eliminate" (rt, state: SpaceRef, row: Value, column: Value, ?value: Value, *options: Value) {
        let step = elimination(rt, "eliminate", state, (row, column, value), options)?;
        step_on_copy(rt, state, step)
    }

    /// Like `eliminate`, but changes the state itself. Returns the state, or nil after a contradiction.
    ///
    /// (let ((b (board 4))) (eliminate! b 0 0 1) (candidates b '(0 0)))  ;=> (2 3 4)
    fn "eliminate!" (rt, state: SpaceRef, row: Value, column: Value, ?value: Value, *options: Value) {
        let step = elimination(rt, "eliminate!", state, (row, column, value), options)?;
        step_in_place(rt, state, step)
    }

    /// Runs the rules of a level (see `assign`) on the state until they find nothing more.
    /// Returns the state, which has changed, or nil if there is a contradiction.
    ///
    /// (let ((b (board 4))) (aset b 0 0 '(1)) (propagate! b 'naked) (candidates b '(0 1)))  ;=> (2 3 4)
    /// (let ((b (board 4))) (aset b 0 0 '(1)) (aset b 0 1 '(1)) (propagate! b))             ;=> nil
    fn "propagate!" (rt, state: SpaceRef, ?level: Value) {
        let level = level.map_or_else(|| default_level(rt, state), |name| level_named(rt, "propagate!", state, name))?;
        step_in_place(rt, state, SearchStep { change: Change::Nothing, level: Some(level) })
    }

    /// Returns the states that `assign` makes for the values of a place, in ascending order of the values, without
    /// those with a contradiction.
    ///
    /// (map-with (lambda (b) (candidates b '(0 0))) (children (assign (board 4) 3 3 1) '(0 0)))  ;=> ((1) (2) (3) (4))
    fn "children" (rt, state: SpaceRef, place: PlaceRef, *options: Value) {
        let (key, after) = (options.first().copied(), options.get(1..).unwrap_or(&[]));
        let level = level_option(rt, "children", state, key, after)?;
        let level = level.map_or_else(|| default_level(rt, state), Ok)?;
        let place = place_named(rt, "children", state, place.0)?;
        children(rt, state, place, level)
    }

    /// Returns whether exactly one value is possible in each place and all values are consistent. The function
    /// eliminates the value of one place after the other from those that must differ, as `propagate-constraint` does. So
    /// the state can change if the answer is nil (`solved?` changes nothing). The state can also be an array of lists,
    /// as there.
    ///
    /// (is-solution? (board))                      ;=> nil
    /// (is-solution? (make-array '(9 9) '(1)))     ;=> nil
    /// (is-solution? (board-from-constraints '((0 0 1) (1 1 3) (2 2 2) (3 0 3)) (board 4)))  ;=> nil
    fn "is-solution?" (rt, state: ArrayRef) {
        check_solved(rt, state.0)
    }

    /// For hosts: a copy of the state in which one constraint after the other has been propagated, as by
    /// `propagate-constraint`; nil if they contradict each other. `name` is the function that complains.
    fn "%propagate-constraints" (rt, name: Symbol, constraints: Value, state: Value) {
        constrained_copy(rt, constraints, state).map_err(|mut fault| {
            if let Unwind::Error(c) = &mut *fault {
                c.subject = Some(rt.name(name).to_string().into());
            }
            fault
        })
    }

    /// For searches: `assign` with a level. If functions propagate in the state, it propagates until it is the turn of
    /// one. Returns a pair of state and function then.
    fn "%try-value" (rt, state: SpaceRef, place: Value, value: Value, level: Value) {
        let level = level_named(rt, "assign", state, level)?;
        let place = place_named(rt, "assign", state, place)?;
        let Some(made) = assign(rt, state, place, value, level)? else { return Ok(Value::NIL) };
        if rt.heap.as_host_object(made).is_none_or(|object| object.held.is_none()) {
            return Ok(made);
        }
        match next(rt, SpaceRef { value: made, ..state })? {
            Turn::Over(is_possible) => Ok(if is_possible { made } else { Value::NIL }),
            Turn::Of(function) => rt.heap.pair(made, function),
        }
    }

    /// For searches: propagates until it is the turn of a function, which it returns; t if nothing is left to do, nil
    /// after a contradiction.
    fn "%next-propagator" (rt, space: SpaceRef) {
        match next(rt, space)? {
            Turn::Over(is_possible) => Ok(Value::truth(is_possible)),
            Turn::Of(function) => Ok(function),
        }
    }

    /// For searches: takes the values below, or with `upper` above, a number away. Propagates nothing.
    fn "%bound!" (rt, space: SpaceRef, variable: Value, value: Value, upper: Value) {
        if space.grid.is_some() {
            return Err(rt.wrong_type("", "state", "a state with variables", space.value));
        }
        let x = place_named(rt, "", space, variable)?;
        let value = integer(rt, "", "value", value)?;
        let change = if upper.is_false() { Change::AtLeast(x, value) } else { Change::AtMost(x, value) };
        step_in_place(rt, space, SearchStep { change, level: None })
    }
}
