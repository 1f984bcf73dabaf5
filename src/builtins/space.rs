//! States that searches work on, objects of host types that are [`Searchable`]. Here: their places and values as
//! programs name them, and questions.

use klammer_space::{Searchable, Variable};

use super::arg::{Arg, ArrayRef, PlaceRef, SpaceRef};
use super::array::{made_as, new_of_class};
use super::builtins;
use super::digits::mask_of;
use super::step::StepTarget;
use crate::fault::{Code, ErrorData, Result, Unwind, fail_in, internal};
use crate::object::array::{Shape, Storage};
use crate::object::host::{HostObject, Question, guarded};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Places that are looked at for one tick.
pub(super) const PLACES_PER_TICK: usize = 32;

/// Asks a state something.
#[inline]
pub(super) fn ask<T>(rt: &Runtime, space: SpaceRef, question: impl FnOnce(&dyn Searchable) -> T) -> Result<T> {
    rt.heap.ask_space(space.value, question)
}

/// Returns the title of the object's type.
fn title(rt: &Runtime, v: Value) -> &'static str {
    rt.heap.as_host_object(v).map_or("", |object| object.class.title)
}

/// Returns the number of places, to pay for a look at each.
#[inline]
pub(super) fn places(rt: &Runtime, space: SpaceRef) -> Result<usize> {
    match space.grid {
        Some((rows, columns)) => Ok(rows * columns),
        None => places_of_no_grid(rt, space),
    }
}

#[inline(never)]
fn places_of_no_grid(rt: &Runtime, space: SpaceRef) -> Result<usize> {
    match rt.heap.as_array(space.value) {
        Some(array) => Ok(array.len()),
        None => ask(rt, space, |space| space.places()),
    }
}

// ---- places

/// The place in a row and a column of a grid of this size, if there is one.
#[inline]
fn place_at((rows, columns): (usize, usize), row: Value, column: Value) -> Option<usize> {
    let (r, c) = (row.as_index(), column.as_index());
    (r < rows && c < columns).then(|| r * columns + c)
}

/// [`place_at`], or the error that names what is wrong.
#[inline]
pub(super) fn place_in(rt: &Runtime, function: &str, size: (usize, usize), row: Value, column: Value) -> Result<usize> {
    match place_at(size, row, column) {
        Some(place) => Ok(place),
        None => no_place(rt, function, size, row, column),
    }
}

#[cold]
#[inline(never)]
fn no_place(rt: &Runtime, function: &str, (rows, columns): (usize, usize), row: Value, column: Value) -> Result<usize> {
    if let Some(odd) = [row, column].into_iter().find(|c| !c.is_fixnum()) {
        return Err(rt.wrong_type(function, "a coordinate", "an integer", odd));
    }
    let (r, c) = (brief(rt, row), brief(rt, column));
    fail_in(
        function,
        Code::IndexOutOfRange,
        format!("coordinates ({r} {c}) outside of {rows} rows and {columns} columns, which count from 0"),
    )
}

/// The place that an argument names: a list of row and column, or a variable.
// Heuristics ask for every place, so this is where they ask.
#[inline(always)]
pub(super) fn place_named(rt: &Runtime, function: &str, space: SpaceRef, v: Value) -> Result<usize> {
    let Some(size) = space.grid else { return variable_place(rt, function, space, v) };
    if v.is_pair()
        && let [row, columns] = rt.heap.car_and_cdr(v)
        && columns.is_pair()
        && let [column, end] = rt.heap.car_and_cdr(columns)
        && end.is_nil()
        && let Some(place) = place_at(size, row, column)
    {
        return Ok(place);
    }
    place_listed(rt, function, size, v)
}

/// [`place_named`] for any list, some elements of which may be a digit set.
#[inline(never)]
fn place_listed(rt: &Runtime, function: &str, size: (usize, usize), v: Value) -> Result<usize> {
    if v.has_elements() {
        let columns = rt.heap.rest(v);
        if columns.has_elements() && rt.heap.rest(columns).is_nil() {
            return place_in(rt, function, size, rt.heap.first(v), rt.heap.first(columns));
        }
    }
    Err(rt.wrong_type(function, "place", "a list of row and column", v))
}

#[inline(never)]
fn variable_place(rt: &Runtime, function: &str, space: SpaceRef, v: Value) -> Result<usize> {
    let Some((number, mark)) = v.as_variable() else {
        let expected = format!("a variable of the {}", title(rt, space.value));
        let c = ErrorData::unfit(Code::WrongType, &expected, &rt.show(v));
        return Err(complaint(function, "variable", c, v).into());
    };
    ask(rt, space, |space| space.place(Variable(number, mark)))?.ok_or_else(|| foreign(rt, function, space, v))
}

/// A variable of something else.
#[cold]
fn foreign(rt: &Runtime, function: &str, space: SpaceRef, v: Value) -> Box<Unwind> {
    let (title, shown) = (title(rt, space.value), rt.show(v));
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

/// Returns the value by which programs name the place with this number.
pub(super) fn name_of(rt: &mut Runtime, space: SpaceRef, place: usize) -> Result<Value> {
    if let Some((_, columns)) = space.grid {
        let (row, column) = (place / columns.max(1), place % columns.max(1));
        let column = rt.heap.pair(Value::fix(column as i64), Value::NIL)?;
        return rt.heap.pair(Value::fix(row as i64), column);
    }
    match ask(rt, space, |space| space.variable(place))? {
        Some(x) => Ok(Value::variable(x.number(), x.mark())),
        None => internal("a place that there is not"),
    }
}

// ---- values

/// The value that an argument names, which must be in the state's range.
#[inline]
pub(super) fn value(rt: &Runtime, function: &str, range: Option<(i64, i64)>, v: Value) -> Result<i64> {
    match (v.as_fixnum(), range) {
        (Some(n), Some((least, greatest))) if (least..=greatest).contains(&n) => Ok(n),
        (_, Some(range)) => no_value(rt, function, range, v),
        (_, None) => integer(rt, function, "value", v),
    }
}

#[cold]
#[inline(never)]
fn no_value(rt: &Runtime, function: &str, (least, greatest): (i64, i64), v: Value) -> Result<i64> {
    let expected = format!("an integer from {least} to {greatest}");
    if v.is_fixnum() {
        let c = ErrorData::unfit(Code::BadValue, &expected, &brief(rt, v));
        return Err(c.with_subject(function).with_argument("value").into());
    }
    Err(rt.wrong_type(function, "value", &expected, v))
}

pub(super) fn integer(rt: &Runtime, function: &str, name: &str, v: Value) -> Result<i64> {
    v.as_fixnum().ok_or_else(|| {
        let c = ErrorData::unfit(Code::WrongType, "an integer of at most 61 bits", &rt.show(v));
        complaint(function, name, c, v).into()
    })
}

/// The values of a place, paid for.
pub(super) fn values(rt: &mut Runtime, space: SpaceRef, place: usize) -> Result<Vec<i64>> {
    tried(rt, space, place, |space| space.values(place))
}

/// The answer of an object with all values of a place, paid for.
fn tried(
    rt: &mut Runtime,
    space: SpaceRef,
    place: usize,
    question: impl FnOnce(&dyn Searchable) -> Vec<i64>,
) -> Result<Vec<i64>> {
    let size = usize::try_from(ask(rt, space, |space| space.size(place))?).unwrap_or(usize::MAX);
    rt.heap.reserve(size.saturating_mul(3 * size_of::<Value>()))?;
    rt.charge(size / PLACES_PER_TICK)?;
    ask(rt, space, question)
}

/// The values of a place as a list, in the order that `question` answers in unless they are a digit set.
fn value_list(
    rt: &mut Runtime,
    space: SpaceRef,
    place: usize,
    question: impl FnOnce(&dyn Searchable) -> Vec<i64>,
) -> Result<Value> {
    if let Some(set) = ask(rt, space, |space| space.value_set(place))? {
        return Ok(Value::digits(set));
    }
    let values: Vec<Value> = tried(rt, space, place, question)?.into_iter().map(Value::fix).collect();
    rt.heap.list(&values)
}

/// Returns whether a list has the elements of a set, each once.
fn is_order_of(rt: &Runtime, mut set: u64, mut list: Value) -> bool {
    if let Some(digits) = list.as_digits() {
        return digits == set;
    }
    while set != 0 && list.has_elements() {
        let bit = rt.heap.first(list).as_fixnum().and_then(|n| 1u64.checked_shl(u32::try_from(n).ok()?)).unwrap_or(0);
        if set & bit == 0 {
            return false;
        }
        (set, list) = (set & !bit, rt.heap.rest(list));
    }
    set == 0 && list.is_nil()
}

/// Returns a value of a place that is missing in the list of values to try. A value that occurs twice is an error,
/// because a search would find solutions twice.
fn left_out(rt: &mut Runtime, hook: Symbol, space: Value, at: Value, tried: Value) -> Result<Option<Value>> {
    let Some(space) = SpaceRef::from_value(rt, space) else { return Ok(None) };
    let function = if space.grid.is_some() { "candidates" } else { "" };
    let place = place_named(rt, function, space, at)?;
    if ask(rt, space, |space| space.value_set(place))?.is_some_and(|set| is_order_of(rt, set, tried)) {
        return Ok(None);
    }
    let possible = values(rt, space, place)?;
    let hook = rt.name(hook).to_string();
    let mut tried: Vec<i64> = rt.list_items(&hook, tried)?.into_iter().filter_map(Value::as_fixnum).collect();
    if tried == possible {
        return Ok(None);
    }
    rt.charge(tried.len() / PLACES_PER_TICK)?;
    tried.sort_unstable();
    if let Some(twice) = tried.windows(2).find_map(|pair| pair.first().filter(|&first| pair.last() == Some(first))) {
        let shown = rt.show(at);
        let problem = format!("{hook} must return each value once, but {twice} comes twice for {shown}");
        return Err(ErrorData::new(Code::User, problem).into());
    }
    Ok(possible.into_iter().find(|value| tried.binary_search(value).is_err()).map(Value::fix))
}

// ---- questions that are instructions

/// Answers a question about a place that is a list of row and column. `None` leaves it to [`ask_in_general`].
#[inline(never)]
pub(crate) fn ask_place(rt: &Runtime, question: Question, state: Value, place: Value) -> Option<Result<Value>> {
    let [row, columns] = rt.heap.cell_of(place).filter(|_| place.is_pair())?;
    let [column, end] = rt.heap.cell_of(columns).filter(|_| columns.is_pair())?;
    if end.is_nil() { ask_in_grid(rt, question, state, row, column) } else { None }
}

/// [`ask_place`] for the place in a row and a column.
#[inline(never)]
pub(crate) fn ask_coordinates(
    rt: &Runtime,
    question: Question,
    state: Value,
    row: Value,
    column: Value,
) -> Option<Result<Value>> {
    ask_in_grid(rt, question, state, row, column)
}

#[inline(always)]
fn ask_in_grid(rt: &Runtime, question: Question, state: Value, row: Value, column: Value) -> Option<Result<Value>> {
    let array = rt.heap.array_object(state)?;
    let (&Shape::Matrix { rows, columns }, Storage::Host { object, .. }) = (&array.shape, &array.data) else {
        return None;
    };
    object.answer(question, place_at((rows, columns), row, column)?)
}

/// Answers the question as the builtin does.
#[inline(never)]
pub(crate) fn ask_in_general(rt: &mut Runtime, question: Question, state: Value, place: Value) -> Result<Value> {
    if let Some((number, mark)) = place.as_variable()
        && let Some(space @ SpaceRef { grid: None, .. }) = SpaceRef::from_value(rt, state)
        && let Some(place) = ask(rt, space, |space| space.place(Variable(number, mark)))?
        && let Some(answer) = rt.heap.as_host_object(state).and_then(|object| object.answer(question, place))
    {
        return answer;
    }
    let builtin = TABLE.iter().find(|builtin| builtin.name == question.name()).and_then(|builtin| builtin.calls);
    match builtin {
        Some(calls) => calls.get(false)(rt, &[state, place]),
        None => internal("a question that is a builtin"),
    }
}

// Reasons why a state has no solution, in words.

/// Elementary steps of looking for what contradicts that are paid for by a tick.
const STEPS_PER_TICK: usize = 32;

/// Returns a description of the contradiction, if one can be given.
fn reason(rt: &mut Runtime, space: SpaceRef) -> Result<Option<String>> {
    let (cost, level) = ask(rt, space, |space| (space.explain_cost(), space.default_level()))?;
    if let Some(cost) = cost {
        rt.charge(1 + cost / STEPS_PER_TICK)?;
        return ask(rt, space, |space| space.explain());
    }
    let bytes = rt.heap.pay_copies(space.value, 2)?;
    rt.heap.repay_copies(space.value, 2, bytes);
    let mut copy = rt.heap.unplaced_copy(space.value)?;
    let mut target = StepTarget::Copy(&mut copy);
    let Err(contradiction) = target.propagate(rt, level)? else { return Ok(None) };
    copy.change_space(|space, _| described(space, contradiction.place))
}

/// Describes the contradiction that propagation has found in a state.
fn described(space: &dyn Searchable, place: Option<usize>) -> Option<String> {
    match (space.contradiction_text(), place.map(|place| space.name_of(place))) {
        (Some(said), _) => Some(format!("{said} cannot hold with the values that are left{}", numbers(&said))),
        (None, Some(place)) => Some(format!("no value is left for {place}{}", numbers(&place))),
        (None, None) => None,
    }
}

/// Returns the note for texts that name variables by their numbers, and "" for others.
fn numbers(text: &str) -> &'static str {
    if text.contains('#') { " (#0 is the variable that was made first)" } else { "" }
}

builtins! { "state";
    /// The values that are possible in a place, ascending. A place is a list of row and column, or a variable.
    ///
    /// (candidates (board 4) '(0 3))   ;=> (1 2 3 4)
    /// (candidates (board 4) '(0 4))   ;!! index-out-of-range
    /// (candidates (board 4) 3)        ;!! wrong-type
    #[inline_as(AskPlace(Question::Candidates))]
    fn "candidates" (rt, state: SpaceRef, place: PlaceRef) {
        let place = place_named(rt, "candidates", state, place.0)?;
        value_list(rt, state, place, |space| space.values(place))
    }

    /// Returns the number of values that are possible in a place.
    ///
    /// (count-candidates (assign (board 4) 0 0 1) '(0 1))  ;=> 3
    #[inline_as(AskPlace(Question::CountCandidates))]
    fn "count-candidates" (rt, state: SpaceRef, place: PlaceRef) {
        let place = place_named(rt, "count-candidates", state, place.0)?;
        Ok(usize::try_from(ask(rt, state, |space| space.size(place))?).unwrap_or(usize::MAX))
    }

    /// Returns the number of values that are possible in all places together. The state can also be any array of lists.
    ///
    /// (count-digits (board))                            ;=> 729
    /// (count-digits (assign (board 4) 0 0 1 :level 'forward)) ;=> 54
    /// (count-digits (make-array '(9 9) '(1 2)))         ;=> 162
    fn "count-digits" (rt, state: ArrayRef) {
        if let Some(space) = SpaceRef::from_value(rt, state.0) {
            return Ok(Value::fix(ask(rt, space, |space| space.values_left())? as i64));
        }
        let places = rt.heap.array_of(state.0)?.len();
        rt.charge(places / PLACES_PER_TICK)?;
        let mut count = 0;
        for at in 0..places {
            let element = super::array::element(rt, state.0, at)?;
            count += match element.as_digits() {
                Some(set) => set.count_ones() as usize,
                None => super::list::list_length(rt, "count-digits", element)?,
            };
        }
        Ok(Value::fix(count as i64))
    }

    /// Returns whether each place has exactly one value and all values are consistent. Changes nothing.
    ///
    /// (solved? (board))                                             ;=> nil
    /// (solved? (assign (board-from-constraints '((0 0 1) (1 1 3) (2 2 2) (3 0 3)) (board 4)) 1 2 1))          ;=> t
    fn "solved?" (rt, state: SpaceRef) {
        rt.charge(places(rt, state)? / PLACES_PER_TICK)?;
        ask(rt, state, |space| space.is_solved())
    }

    /// Returns whether a contradiction has been found: a place without values, say.
    ///
    /// (contradiction? (board 4))                                          ;=> nil
    /// (let ((b (board 4))) (aset b 1 1 nil) (contradiction? b))           ;=> t
    fn "contradiction?" (rt, state: SpaceRef) {
        ask(rt, state, |space| space.contradiction().is_some())
    }

    /// Returns whether the place has a single value, from which all that follows directly has been concluded.
    ///
    /// (settled? (assign (board 4) 0 0 1) '(0 0))                    ;=> t
    /// (let ((b (board 4))) (aset b 0 0 '(1)) (settled? b '(0 0)))   ;=> nil
    fn "settled?" (rt, state: SpaceRef, place: PlaceRef) {
        let place = place_named(rt, "settled?", state, place.0)?;
        ask(rt, state, |space| space.is_settled(place))
    }

    /// For searches: the values to try in a place, in the order of the state itself.
    fn "%branch-values" (rt, space: SpaceRef, place: Value) {
        let place = place_named(rt, "candidates", space, place)?;
        value_list(rt, space, place, |space| space.ordered_values(place))
    }

    /// For searches: refuses values to try one of which comes twice, in the name of the function that `hook` names.
    /// Returns a value of the place that is left out, or nil.
    fn "%left-out" (rt, hook: Symbol, space: Value, place: Value, values: Value) {
        left_out(rt, hook, space, place, values)
    }

    /// Returns whether `object` is a variable of a state.
    ///
    /// (variable? 'x)  ;=> nil
    fn "variable?" (rt, object: Value) {
        object.is(Kind::VARIABLE)
    }

    /// Returns the reason why a state has no solution, in words: the places or the constraint in conflict, as
    /// far as that shows without a search. Nil if nothing contradicts so far. Rows and columns are counted from 1
    /// there, as where people talk of Sudoku.
    ///
    /// (explain-contradiction (read-puzzle "1..1............"))  ;=> "1 stands twice in row 1, in r1c1 and r1c4"
    /// (explain-contradiction (read-puzzle "1...1..........."))  ;=> "1 stands twice in column 1, in r1c1 and r2c1"
    /// (explain-contradiction (board 4))                         ;=> nil
    fn "explain-contradiction" (rt, state: SpaceRef) {
        reason(rt, state)
    }

    /// For searches: what is to be searched contradicts itself. Where a program stumbles over nil, or ends without
    /// having tried anything, it is told why.
    fn "%note-contradiction" (rt, state: SpaceRef) {
        if rt.search.may_note() {
            let reason = reason(rt, state)?;
            rt.search.note(reason);
        }
        Ok(Value::NIL)
    }
}

// States that are ordinary arrays of lists, as the documented solver has them.

/// The kind of elements whose arrays of the same size say which places are neighbours.
const KIND: &str = "digits";

/// An ordinary array of lists that is used as a state: as many rows as columns.
pub(super) struct PlainState {
    size: usize,
}

/// Makes a state of this size, whose neighbours are those of arrays. Returns whether there is one.
fn make_example(rt: &mut Runtime, size: usize) -> Result<bool> {
    let Some(class) = made_as(rt, KIND).filter(|class| class.space.is_some()) else { return Ok(false) };
    let example = new_of_class(rt, &class, &[size, size])?;
    Ok(example.is_ok_and(|data| {
        rt.search.keep_example(size, HostObject::new(class, data));
        true
    }))
}

impl PlainState {
    pub fn new(rt: &mut Runtime, function: &str, array: Value) -> Result<PlainState> {
        let size = match rt.heap.as_array(array) {
            Some(a) if a.values().is_some() => match *a.shape {
                Shape::Matrix { rows, columns } if rows == columns => rows,
                _ => 0,
            },
            _ => 0,
        };
        if size == 0 || rt.search.example(size).is_none() && !make_example(rt, size)? {
            let expected = "a search state, or an array of as many rows as columns with a list of digits in each place";
            return Err(rt.wrong_type(function, "array", expected, array));
        }
        Ok(PlainState { size })
    }

    pub fn place(&self, rt: &Runtime, function: &str, row: Value, column: Value) -> Result<usize> {
        place_in(rt, function, (self.size, self.size), row, column)
    }

    /// The digits of a cell.
    fn mask(&self, rt: &mut Runtime, function: &'static str, array: Value, cell: usize) -> Result<u64> {
        let element = rt.heap.values(array).and_then(|values| values.get(cell)).copied().unwrap_or(Value::NIL);
        mask_of(rt, function, element)
    }

    fn put(&self, rt: &mut Runtime, array: Value, cell: usize, mask: u64) {
        if let Some(slot) = rt.heap.values_mut(array).and_then(|values| values.get_mut(cell)) {
            *slot = Value::digits(mask);
        }
    }

    /// The documented step. What it writes are digit sets.
    pub fn propagate(
        &self,
        rt: &mut Runtime,
        function: &'static str,
        array: Value,
        cell: usize,
        digit: u64,
    ) -> Result<bool> {
        if self.mask(rt, function, array, cell)? & digit == 0 {
            return Ok(false);
        }
        self.put(rt, array, cell, digit);
        let mut at = 0;
        loop {
            // As long as there are digit sets; then one list becomes a set.
            let Runtime { heap, search, .. } = rt;
            let Some(example) = search.example(self.size) else { return Ok(false) };
            let Some(values) = heap.values_mut(array) else { return Ok(false) };
            let list = guarded(example.class.title, || {
                let peers = example.as_space().map_or(&[][..], |space| space.neighbours(cell));
                while let Some(&peer) = peers.get(at) {
                    let Some(slot) = values.get_mut(usize::from(peer)) else { return Ok(Err(false)) };
                    let Some(mask) = slot.as_digits() else { return Ok(Ok(usize::from(peer))) };
                    let others = mask & !digit;
                    if others == 0 {
                        return Ok(Err(false));
                    }
                    *slot = Value::digits(others);
                    at += 1;
                }
                Ok(Err(true))
            })?;
            let list = match list {
                Ok(list) => list,
                Err(possible) => return Ok(possible),
            };
            let mask = self.mask(rt, function, array, list)?;
            self.put(rt, array, list, mask);
        }
    }

    pub fn is_solution(&self, rt: &mut Runtime, function: &'static str, array: Value) -> Result<bool> {
        for cell in 0..self.size * self.size {
            let mask = self.mask(rt, function, array, cell)?;
            if !mask.is_power_of_two() {
                return Ok(false);
            }
            rt.charge(1)?;
            if !self.propagate(rt, function, array, cell, mask)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
