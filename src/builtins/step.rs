//! Steps of a search: putting a digit into a cell of a board, taking one out, propagation.

use super::arg::{ArrayRef, BoardRef, ListRef, PlaceRef, SpaceRef};
use super::array::new_board;
use super::cell::{cell_of, digit_of, layout, located};
use super::digits::bit;
use super::plain_board::PlainBoard;
use super::putting::{Putting, level_named, level_option};
use super::space;
use super::{builtins, for_object};
use crate::fault::{Result, internal};
use crate::list::Walk;
use crate::object::host::{HostObject, Steps};
use crate::runtime::Runtime;
use crate::search::{Search, Searched};
use crate::trace::Placed;
use crate::value::Value;
use klammer_space::Contradiction;
use klammer_sudoku::board::{Board, Level};

/// Cells of a board that a propagation pays a tick for.
const CELLS_PER_TICK: usize = 32;

/// Operation of a step on a board.
#[derive(Clone, Copy)]
enum Step {
    Assign(usize, u32, Level),
    Eliminate(usize, u32, Option<Level>),
    Propagate(Level),
    /// Propagation of one cell's digit, as by [`Board::propagate_constraint`].
    Constraint(usize, u32),
}

impl Step {
    fn placed(self) -> Option<(usize, u32)> {
        match self {
            Step::Assign(cell, digit, _) | Step::Constraint(cell, digit) => Some((cell, digit)),
            _ => None,
        }
    }
}

/// Pays for a step before it is made.
fn pay(rt: &mut Runtime, board: Value, step: Step) -> Result<()> {
    let ticks = match step {
        // It reaches the cells that see this one, and no more.
        Step::Constraint(..) => 1,
        _ => layout(rt, board)?.cells() / CELLS_PER_TICK,
    };
    rt.charge(ticks)?;
    if step.placed().is_some() { rt.search.count_node() } else { Ok(()) }
}

/// Makes a step that has been paid for. Returns whether there is no contradiction.
#[inline]
fn make(search: &mut Search, board: &mut Board, steps: &mut Steps, step: Step) -> bool {
    steps.depth = steps.depth.saturating_add(1);
    let result = apply(board, step);
    let placed = step.placed().map(|(cell, digit)| Placed { cell: cell as u32, digit: digit.into() });
    search.step_done(Searched::Board(board), steps, placed, result);
    result.is_ok()
}

/// Makes a step that has been paid for on a copy.
#[inline]
fn make_on(search: &mut Search, copy: &mut HostObject, step: Step) -> Result<bool> {
    match copy.board_mut() {
        Some((board, steps)) => Ok(make(search, board, steps, step)),
        None => internal("a board that is none"),
    }
}

/// Makes a step that has been paid for on a copy, in memory of a freed board, which is written once: with the result of
/// the step. Returns whether there is no contradiction. Reports nothing to a trace, which would show the state that led
/// to a contradiction.
#[inline]
fn make_copy(
    search: &mut Search,
    board: &HostObject,
    copy: &mut HostObject,
    (cell, digit, level): (usize, u32, Level),
) -> Result<bool> {
    let (Some(from), Some((to, steps))) = (board.board(), copy.board_mut()) else {
        return internal("a board that is none");
    };
    steps.depth = steps.depth.saturating_add(1);
    let result = from.assign_in_copy(to, cell, digit, level).map_err(Some);
    search.step_counted(Searched::Board(to), steps, result);
    Ok(result.is_ok())
}

#[inline]
fn apply(board: &mut Board, step: Step) -> Result<(), Option<Contradiction>> {
    match step {
        Step::Assign(cell, digit, level) => board.assign(cell, digit, level).map_err(Some),
        Step::Propagate(level) => board.propagate(level).map_err(Some),
        Step::Constraint(cell, digit) if board.propagate_constraint(cell, digit) => Ok(()),
        Step::Constraint(..) => Err(None),
        Step::Eliminate(cell, digit, level) => {
            board.eliminate(cell, digit);
            match level {
                _ if board.get(cell) == 0 => Err(board.contradiction()),
                Some(level) => board.propagate(level).map_err(Some),
                None => Ok(()),
            }
        }
    }
}

/// Returns the bytes of a board.
fn bytes(rt: &Runtime, board: Value) -> usize {
    rt.heap.as_host_object(board).map_or(0, HostObject::bytes)
}

/// A new board that the step leads to, if there is no contradiction.
fn step_on_copy(rt: &mut Runtime, array: Value, step: Step) -> Result<Option<Value>> {
    let bytes = bytes(rt, array);
    // First, because the step is counted and traced.
    rt.heap.pay_arrays(1, bytes)?;
    let made = step_on_paid_copy(rt, array, step);
    if !matches!(made, Ok(Some(_))) {
        rt.heap.repay_arrays(1, bytes);
    }
    made
}

/// [`step_on_copy`] where the copy has been paid for.
fn step_on_paid_copy(rt: &mut Runtime, array: Value, step: Step) -> Result<Option<Value>> {
    pay(rt, array, step)?;
    let is_fresh = matches!(step, Step::Assign(..)) && !rt.search.is_traced();
    let spare = if is_fresh { rt.heap.spare_object(array) } else { None };
    let Runtime { heap, search, .. } = rt;
    let (board, is_possible) = match (step, spare, heap.as_host_object(array)) {
        (Step::Assign(cell, digit, level), Some(mut copy), Some(board)) => {
            let is_possible = make_copy(search, board, &mut copy, (cell, digit, level))?;
            (copy, is_possible)
        }
        _ => {
            let mut board = heap.unplaced_copy(array)?;
            let is_possible = make_on(search, &mut board, step)?;
            (board, is_possible)
        }
    };
    if is_possible {
        return heap.paid_host_array(board, array).map(Some);
    }
    heap.leave_host_object(board);
    Ok(None)
}

/// The boards that the digits which are possible in a cell lead to.
fn children(rt: &mut Runtime, array: Value, cell: usize, level: Level) -> Result<Value> {
    let board = rt.heap.board_of(array)?;
    let (left, bytes) = (board.get(cell), bytes(rt, array));
    let count = left.count_ones() as usize;
    // A list that has room for all of them.
    let places = rt.heap.list(&vec![Value::NIL; count])?;
    // All of it first, because steps are counted and traced.
    rt.heap.pay_arrays(count, bytes)?;
    let (mut made, mut left, mut result) = (Vec::new(), left, Ok(()));
    while left != 0 && result.is_ok() {
        match step_on_paid_copy(rt, array, Step::Assign(cell, left.trailing_zeros(), level)) {
            Ok(child) => made.extend(child),
            Err(fault) => result = Err(fault),
        }
        left &= left - 1;
    }
    rt.heap.repay_arrays(count - made.len(), bytes);
    result?;
    let list = (made.len()..count).fold(places, |rest, _| rt.heap.rest(rest));
    let mut rest = list;
    for child in made {
        rt.heap.set_car(rest, child);
        rest = rt.heap.rest(rest);
    }
    Ok(list)
}

/// The board, on which the step has been made, if there is no contradiction.
fn step_in_place(rt: &mut Runtime, array: Value, step: Step) -> Result<Option<Value>> {
    pay(rt, array, step)?;
    let Runtime { heap, search, .. } = rt;
    let (board, steps) = heap.board_of_mut(array)?;
    Ok(make(search, board, steps, step).then_some(array))
}

/// A copy of a board on which one constraint after the other has been propagated, if they do not contradict each other.
pub(super) fn from_constraints(rt: &mut Runtime, constraints: Value, start: Option<BoardRef>) -> Result<Option<Value>> {
    let start = match start {
        Some(board) => board.0,
        None => {
            let Some(classic) = rt.search.classic(9).cloned() else { return internal("a board with 9 digits") };
            new_board(rt, &classic)?
        }
    };
    let bytes = bytes(rt, start);
    // First, because the steps are counted and traced.
    rt.heap.pay_arrays(1, bytes)?;
    let made = propagated(rt, start, constraints);
    if !matches!(made, Ok(Some(_))) {
        rt.heap.repay_arrays(1, bytes);
    }
    made?.map(|board| rt.heap.paid_host_array(board, start)).transpose()
}

fn propagated(rt: &mut Runtime, start: Value, constraints: Value) -> Result<Option<Box<HostObject>>> {
    const NAME: &str = "board-from-constraints";
    let mut board = rt.heap.unplaced_copy(start)?;
    let mut walk = Walk::new(NAME, "constraints", constraints);
    while let Some(constraint) = walk.next(rt)? {
        let (row, column, digit) = constraint_parts(rt, NAME, constraint)?;
        let (cell, digit) = place(rt, NAME, start, row, column, digit)?;
        let step = Step::Constraint(cell, digit);
        pay(rt, start, step)?;
        if !make_on(&mut rt.search, &mut board, step)? {
            return Ok(None);
        }
    }
    Ok(Some(board))
}

/// Tells the two ways of naming a place apart.
#[inline]
fn placed<'a>(
    function: &str,
    board: SpaceRef,
    (row, column, digit): (Value, Value, Option<Value>),
    options: &'a [Value],
) -> Result<Putting<'a>> {
    if row.has_elements() || !board.is_board() {
        return Ok(Putting { place: row, column: None, digit: column, options, key: digit });
    }
    match digit {
        Some(digit) => Ok(Putting { place: row, column: Some(column), digit, options, key: None }),
        None => Err(no_digit(function)),
    }
}

#[cold]
#[inline(never)]
fn no_digit(function: &str) -> Box<crate::fault::Unwind> {
    let signature = "(board row column digit &rest options)";
    crate::fault::ErrorData::count(function, 4, None, signature, 3).into()
}

impl Putting<'_> {
    /// Cell and digit of a board.
    #[inline]
    fn cell(&self, rt: &Runtime, function: &str, array: Value) -> Result<(usize, u32)> {
        match self.column {
            Some(column) => place(rt, function, array, self.place, column, self.digit),
            None => {
                let cell = cell_of(rt, function, array, self.place)?;
                Ok((cell, digit_of(rt, function, layout(rt, array)?, self.digit)?))
            }
        }
    }
}

fn assignment(rt: &Runtime, function: &str, array: Value, putting: Putting) -> Result<Step> {
    let level = putting.level(rt, function)?.unwrap_or(Level::Locked);
    let (cell, digit) = putting.cell(rt, function, array)?;
    Ok(Step::Assign(cell, digit, level))
}

fn elimination(rt: &Runtime, function: &str, array: Value, putting: Putting) -> Result<Step> {
    let level = putting.level(rt, function)?;
    let (cell, digit) = putting.cell(rt, function, array)?;
    Ok(Step::Eliminate(cell, digit, level))
}

#[inline]
fn place(rt: &Runtime, function: &str, array: Value, row: Value, column: Value, digit: Value) -> Result<(usize, u32)> {
    let layout = layout(rt, array)?;
    Ok((located(rt, function, layout, row, column)?, digit_of(rt, function, layout, digit)?))
}

/// A constraint `((row column) digit)` or `(row column digit)` taken apart.
pub(super) fn constraint_parts(rt: &Runtime, function: &str, constraint: Value) -> Result<(Value, Value, Value)> {
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

/// [`Board::propagate_constraint`] in place; false after a contradiction.
fn propagate_constraint(rt: &mut Runtime, array: Value, constraint: Value) -> Result<bool> {
    const NAME: &str = "propagate-constraint";
    let (row, column, digit) = constraint_parts(rt, NAME, constraint)?;
    if rt.heap.as_board(array).is_none() {
        let plain = PlainBoard::new(rt, NAME, array)?;
        let cell = plain.cell(rt, NAME, row, column)?;
        let digit = bit(rt, NAME, digit)?;
        rt.charge(1)?;
        rt.search.count_node()?;
        let possible = plain.propagate(rt, NAME, array, cell, digit);
        rt.search.plain_step_done(&possible);
        return possible;
    }
    let (cell, digit) = place(rt, NAME, array, row, column, digit)?;
    Ok(step_in_place(rt, array, Step::Constraint(cell, digit))?.is_some())
}

builtins! { "step";
    /// Puts a digit into its cell and takes it out of all cells that see it. Returns the board, which has changed, or
    /// nil if the digit is not possible or another cell would have none left. Nothing more is concluded: a cell in
    /// which one digit is left is not looked at. The board can also be an array of lists of digits that has as many
    /// rows as columns; what changes in it becomes a digit set.
    ///
    /// (aref (propagate-constraint (board) '((0 0) 5)) 0 0)    ;=> (5)
    /// (aref (propagate-constraint (board) '((0 0) 5)) 8 0)    ;=> (1 2 3 4 6 7 8 9)
    /// (propagate-constraint (propagate-constraint (board) '((0 0) 5)) '((0 1) 5))              ;=> nil
    /// (aref (propagate-constraint (make-array '(4 4) '(1 2 3 4)) '((0 0) 3)) 1 1)             ;=> (1 2 4)
    /// (propagate-constraint (board) '((9 0) 5))               ;!! index-out-of-range
    fn "propagate-constraint" (rt, board: ArrayRef, constraint: ListRef) {
        Ok(propagate_constraint(rt, board.0, constraint.0)?.then_some(board.0))
    }

    /// A copy of the board on which the cell has the digit, with what the rules of a level (`'locked` if left out)
    /// conclude from that; nil if they find a contradiction. The levels, each of which has the rules of those before:
    /// `'forward` takes the digit out of the cells that see it, `'naked` goes on with cells in which one digit is left,
    /// `'hidden` also with digits that have one place left in a unit, `'locked` with digits whose places in
    /// a unit all lie in another group, `'pairs` with naked and hidden pairs, `'distinct` with all that follows for
    /// each group by itself (a digit stays in a cell only if the whole group can be filled with it there). Instead of
    /// row and column there can be a cell, a list of them. On a store (see the module `constraints`), a variable and
    /// its value; there, what is concluded depends on the constraints, and the level says nothing.
    ///
    /// (candidates (assign (board 4) 0 0 1 :level 'forward) '(0 3))  ;=> (2 3 4)
    /// (assign (assign (board 4) 0 0 1) 0 1 1)                       ;=> nil
    /// (candidates (assign (board 4) '(0 0) 1 :level 'forward) '(0 3))  ;=> (2 3 4)
    /// (board->line (assign (board-from-constraints '((0 0 1) (1 1 3) (2 2 2) (3 0 3)) (board 4)) 1 2 1))  ;=> "1432231441233241"
    /// (assign (board 4) 0 0 5)                                      ;!! bad-value
    /// (assign (board 4) 0 4 1)                                      ;!! index-out-of-range
    fn "assign" (rt, board: SpaceRef, row: Value, column: Value, ?digit: Value, *options: Value) {
        let place = placed("assign", board, (row, column, digit), options)?;
        for_object!(board => space::put(rt, "assign", board.0, place, false, false));
        let step = assignment(rt, "assign", board.0, place)?;
        step_on_copy(rt, board.0, step)
    }

    /// Like `assign`, but changes the board itself. Returns the board, or nil after a contradiction: then what the
    /// board holds means nothing any more.
    ///
    /// (let ((b (board 4))) (assign! b 0 0 1) (candidates b '(0 1)))  ;=> (2 3 4)
    fn "assign!" (rt, board: SpaceRef, row: Value, column: Value, ?digit: Value, *options: Value) {
        let place = placed("assign!", board, (row, column, digit), options)?;
        for_object!(board => space::put(rt, "assign!", board.0, place, false, true));
        let step = assignment(rt, "assign!", board.0, place)?;
        step_in_place(rt, board.0, step)
    }

    /// A copy of the board on which the digit is not possible in the cell any more, with what the rules of a level
    /// conclude from that, if the option `:level` names one; nil if there is a contradiction.
    ///
    /// (candidates (eliminate (board 4) 0 0 1) '(0 0))                          ;=> (2 3 4)
    /// (eliminate (assign (board 4) 0 0 1) 0 0 1)                               ;=> nil
    /// (candidates (eliminate (assign (board 4) 0 0 1) 1 1 2 :level 'locked) '(1 1))  ;=> (3 4)
    fn "eliminate" (rt, board: SpaceRef, row: Value, column: Value, ?digit: Value, *options: Value) {
        let place = placed("eliminate", board, (row, column, digit), options)?;
        for_object!(board => space::put(rt, "eliminate", board.0, place, true, false));
        let step = elimination(rt, "eliminate", board.0, place)?;
        step_on_copy(rt, board.0, step)
    }

    /// Like `eliminate`, but changes the board itself. Returns the board, or nil after a contradiction.
    ///
    /// (let ((b (board 4))) (eliminate! b 0 0 1) (candidates b '(0 0)))  ;=> (2 3 4)
    fn "eliminate!" (rt, board: SpaceRef, row: Value, column: Value, ?digit: Value, *options: Value) {
        let place = placed("eliminate!", board, (row, column, digit), options)?;
        for_object!(board => space::put(rt, "eliminate!", board.0, place, true, true));
        let step = elimination(rt, "eliminate!", board.0, place)?;
        step_in_place(rt, board.0, step)
    }

    /// Runs the rules of a level (see `assign`; `'locked` if left out) on the board until they find nothing more.
    /// Returns the board, which has changed, or nil if there is a contradiction.
    ///
    /// (let ((b (board 4))) (aset b 0 0 '(1)) (propagate! b 'naked) (candidates b '(0 1)))  ;=> (2 3 4)
    /// (let ((b (board 4))) (aset b 0 0 '(1)) (aset b 0 1 '(1)) (propagate! b))             ;=> nil
    fn "propagate!" (rt, board: SpaceRef, ?level: Value) {
        for_object!(board => space::propagate(rt, board.0));
        let level = match level {
            Some(name) => level_named(rt, "propagate!", name)?,
            None => Level::Locked,
        };
        step_in_place(rt, board.0, Step::Propagate(level))
    }

    /// The boards that `assign` makes for the digits that are possible in a cell, in ascending order of the digits;
    /// those with a contradiction left out.
    ///
    /// (map-with (lambda (b) (candidates b '(0 0))) (children (assign (board 4) 3 3 1) '(0 0)))  ;=> ((1) (2) (3) (4))
    fn "children" (rt, board: SpaceRef, cell: PlaceRef, *options: Value) {
        for_object!(board => space::children(rt, "children", board.0, cell.0));
        let level = level_option(rt, "children", options)?.unwrap_or(Level::Locked);
        let cell = cell_of(rt, "children", board.0, cell.0)?;
        children(rt, board.0, cell, level)
    }

    /// Returns whether exactly one digit is possible in each cell and all digits are consistent. The function
    /// eliminates the digit of one cell after the other from the cells that see it, as `propagate-constraint` does. So
    /// the board can change if the answer is nil (`solved?` changes nothing). The board can also be an array of lists,
    /// as there.
    ///
    /// (is-solution? (board))                      ;=> nil
    /// (is-solution? (make-array '(9 9) '(1)))     ;=> nil
    /// (is-solution? (board-from-constraints '((0 0 1) (1 1 3) (2 2 2) (3 0 3)) (board 4)))  ;=> nil
    fn "is-solution?" (rt, board: ArrayRef) {
        // An array of lists pays for each cell by itself.
        let cells = rt.heap.as_board(board.0).map_or(0, |b| b.layout().cells());
        rt.charge(1 + cells / CELLS_PER_TICK)?;
        Ok(match rt.heap.as_host_object_mut(board.0).and_then(HostObject::board_mut) {
            Some((b, steps)) => {
                let open = rt.search.is_traced() && !b.is_solved();
                let solution = b.is_solution();
                if solution && open {
                    rt.search.report_propagated(Searched::Board(b), steps);
                }
                solution
            }
            None => PlainBoard::new(rt, "is-solution?", board.0)?.is_solution(rt, "is-solution?", board.0)?,
        })
    }
}
