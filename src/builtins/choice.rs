//! Choosing where to branch: what a board's cells look like to a search, and weights that it learns.

use super::arg::{BoardRef, PlaceRef, SpaceRef};
use super::cell::{cell_of, cells, coordinates, layout};
use super::random::drawing;
use super::space;
use super::{builtins, for_object};
use crate::fault::{Code, Result, complain};
use crate::heap::Heap;
use crate::num::Number;
use crate::object::host::guarded;
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::search::Searched;
use crate::symbol::well_known;
use crate::value::Value;
use klammer_space::{Random, Tie, Weights};
use klammer_sudoku::board::Board;

/// Cells that are looked at for one tick, each with the cells that it sees.
const CELLS_PER_TICK: usize = 64;

/// Something about a board, paid for, and its number of columns.
fn ask<T>(rt: &mut Runtime, board: Value, ask: impl FnOnce(&Board) -> T) -> Result<(T, usize)> {
    let count = rt.heap.board_of(board)?.layout().cells();
    rt.charge(count / CELLS_PER_TICK)?;
    let board = rt.heap.board_of(board)?;
    Ok((ask(board), board.layout().columns()))
}

/// Asks a board, or another thing that is searched; what answers there may be the host's.
fn look<T>(heap: &Heap, space: SpaceRef, question: impl FnOnce(Searched<'_>) -> T) -> Result<T> {
    match heap.as_host_object(space.0) {
        Some(object) if !space.is_board() => guarded(object.class.title, || match heap.as_space(space.0) {
            Some(space) => Ok(question(Searched::Object(space))),
            None => object.in_use(),
        }),
        _ => Ok(question(Searched::Board(heap.board_of(space.0)?))),
    }
}

/// The same, paid for like a look at each of its places.
fn searched<T>(rt: &mut Runtime, space: SpaceRef, question: impl FnOnce(Searched<'_>) -> T) -> Result<T> {
    // A look at a variable takes longer than one at a cell.
    let per_tick = if space.is_board() { CELLS_PER_TICK } else { CELLS_PER_TICK / 2 };
    rt.charge(look(&rt.heap, space, |searched| searched.places())? / per_tick)?;
    look(&rt.heap, space, question)
}

/// The number of a cell, or of a variable.
fn place_of(rt: &Runtime, function: &str, space: SpaceRef, place: Value) -> Result<usize> {
    for_object!(space => space::place(rt, function, space.0, place));
    cell_of(rt, function, space.0, place)
}

/// Returns the value by which programs name a place: coordinates of a cell, or a variable.
fn name_of(rt: &mut Runtime, space: SpaceRef, place: usize) -> Result<Value> {
    for_object!(space => space::name_of(rt, space.0, place));
    let columns = layout(rt, space.0)?.columns();
    coordinates(rt, columns, place)
}

fn name_if_any(rt: &mut Runtime, space: SpaceRef, place: Option<usize>) -> Result<Option<Value>> {
    place.map(|place| name_of(rt, space, place)).transpose()
}

/// The weights of a space: from now on, contradictions change them.
fn weights(rt: &mut Runtime, space: SpaceRef) -> Result<Weights> {
    let Runtime { heap, search, .. } = rt;
    look(heap, space, |searched| search.weights(searched))
}

fn most_constrained(rt: &mut Runtime, space: SpaceRef, options: &[Value]) -> Result<Option<Value>> {
    let tie = match *options {
        [] => well_known::FIRST,
        [key, tie] if key.as_keyword() == Some(well_known::TIE) => match tie.as_symbol() {
            Some(tie @ (well_known::FIRST | well_known::DEGREE | well_known::WEIGHT | well_known::RANDOM)) => tie,
            _ => {
                let shown = brief(rt, tie);
                let message = format!(":tie must be first, degree, weight or random, got {shown}");
                return complain("most-constrained", Code::BadValue, message);
            }
        },
        [key, ..] => {
            let shown = brief(rt, key);
            let message = format!("expected the option :tie and its value, got {shown}");
            return complain("most-constrained", Code::ArgumentCount, message);
        }
    };
    let weights = if tie == well_known::WEIGHT { Some(weights(rt, space)?) } else { None };
    let mut random = if tie == well_known::RANDOM { Some(Random::new(rt.random.word())) } else { None };
    let tie = match (&mut random, &weights) {
        (Some(random), _) => Tie::Random(random),
        (_, Some(weights)) => Tie::Weight(weights),
        _ if tie == well_known::DEGREE => Tie::Degree,
        _ => Tie::First,
    };
    let place = searched(rt, space, |searched| searched.most_constrained(tie))?;
    name_if_any(rt, space, place)
}

builtins! { "choice";
    /// The cell with the fewest candidates, as a list of row and column: of those that have any and are not
    /// settled (see `settled?`). Nil if there is none. Of several, the option `:tie` takes the `'first` (row after row;
    /// if left out), the one that sees most cells which are not settled (`'degree`), the one with the
    /// greatest `'weight`, or any (`'random`, which follows `random-seed!`).
    ///
    /// (most-constrained (assign (board 4) 0 0 1 :level 'forward))               ;=> (0 1)
    /// (let ((b (assign (board 4) 0 3 1))) (aset b 0 0 '(2 3)) (aset b 2 1 '(2 3)) (most-constrained b :tie 'degree))  ;=> (2 1)
    /// (most-constrained (make-array '(1 1) :of 'digits :initial nil))           ;=> nil
    /// (most-constrained (board 4) :tie 'last)                                   ;!! bad-value
    fn "most-constrained" (rt, board: SpaceRef, *options: Value) {
        drawing(rt, |rt| most_constrained(rt, board, options))
    }

    /// All cells that have the fewest candidates, row after row: those from which `most-constrained` takes one.
    ///
    /// (best-cells (eliminate (eliminate (board 4) 1 2 1) 3 3 4))  ;=> ((1 2) (3 3))
    fn "best-cells" (rt, board: SpaceRef) {
        let best = searched(rt, board, |searched| searched.best())?;
        let best = best.into_iter().map(|place| name_of(rt, board, place)).collect::<Result<Vec<_>>>()?;
        rt.heap.list(&best)
    }

    /// The cells in which two digits are possible, row after row.
    ///
    /// (let ((b (board 4))) (aset b 1 2 '(1 4)) (bivalue-cells b))  ;=> ((1 2))
    fn "bivalue-cells" (rt, board: BoardRef) {
        let (found, columns) = ask(rt, board.0, Board::bivalue_cells)?;
        cells(rt, columns, &found)
    }

    /// Returns the number of unsettled cells that this cell sees.
    ///
    /// (degree (assign (board 4) 0 0 1 :level 'forward) '(0 1))  ;=> 6
    fn "degree" (rt, board: SpaceRef, cell: PlaceRef) {
        let place = place_of(rt, "degree", board, cell.0)?;
        searched(rt, board, |searched| searched.degree(place))
    }

    /// A digit with as few places as possible in a unit, but at least two: a list of the digit and the list of the
    /// cells that it can go to. Nil if there is none. To branch on the places of a digit instead of the digits of a
    /// place is what helps most on large boards.
    ///
    /// (fewest-places (eliminate (eliminate (board 4) 0 0 3) 0 1 3))  ;=> (3 ((0 2) (0 3)))
    fn "fewest-places" (rt, board: BoardRef) {
        let (found, columns) = ask(rt, board.0, |b| {
            b.fewest_places().map(|place| (place.digit, b.places(place.group, place.digit).collect::<Vec<_>>()))
        })?;
        Ok(match found {
            Some((digit, places)) => {
                let places = cells(rt, columns, &places)?;
                Some(rt.heap.list(&[Value::fix(digit.into()), places])?)
            }
            None => None,
        })
    }

    /// All choices that have the fewest ways: between the digits of a cell, or between the places of a digit in a unit.
    /// Each choice is a list of constraints, of which one must hold. Those that come to the same are there once. To try
    /// all of them before branching on one (looking ahead) pays on hard large boards.
    ///
    /// (first (alternatives (board 4)))  ;=> (((0 0) 1) ((0 0) 2) ((0 0) 3) ((0 0) 4))
    /// (alternatives (eliminate (eliminate (board 4) 0 0 3) 0 1 3))  ;=> ((((0 2) 3) ((0 3) 3)) (((1 0) 3) ((1 1) 3)))
    /// (alternatives (board-from-constraints '((0 0 1)) (board 1)))  ;=> nil
    fn "alternatives" (rt, board: BoardRef) {
        let (found, columns) = ask(rt, board.0, Board::alternatives)?;
        let mut choices = Vec::with_capacity(found.len());
        for ways in found {
            rt.charge(1)?;
            let mut constraints = Vec::with_capacity(ways.len());
            for (cell, digit) in ways {
                let place = coordinates(rt, columns, cell)?;
                constraints.push(rt.heap.list(&[place, Value::fix(digit.into())])?);
            }
            choices.push(rt.heap.list(&constraints)?);
        }
        rt.heap.list(&choices)
    }

    /// The weight of a cell: 1, and 1 more for each contradiction that was found in the cell or in a unit that it lies
    /// in. Weights belong to all boards with the same layout together; they are kept from the first time on that a
    /// program asks for one, until `reset-weights!`.
    ///
    /// (weight (board) '(0 0))  ;=> 1.0
    fn "weight" (rt, board: SpaceRef, cell: PlaceRef) {
        let place = place_of(rt, "weight", board, cell.0)?;
        Ok(weights(rt, board)?.get(place))
    }

    /// Makes a cell heavier, by 1 if `amount` is left out. Returns its weight.
    ///
    /// (let ((b (board 4))) (increment-weight! b '(0 0)) (increment-weight! b '(0 0) 2.5))  ;=> 4.5
    fn "increment-weight!" (rt, board: SpaceRef, cell: PlaceRef, ?amount: Number) {
        let place = place_of(rt, "increment-weight!", board, cell.0)?;
        let by = match amount {
            Some(n) => {
                let n = n.into_value(&mut rt.heap)?;
                crate::num::to_float(rt, "increment-weight!", n)?
            }
            None => 1.0,
        };
        let weights = weights(rt, board)?;
        weights.bump(place, by);
        Ok(weights.get(place))
    }

    /// Brings weights nearer to 1: what exceeds 1 is multiplied by `factor`, so that what was long ago counts less.
    /// Returns the board.
    ///
    /// (let ((b (board 4))) (increment-weight! b '(0 0) 8) (fade-weights! b 0.5) (weight b '(0 0)))  ;=> 5.0
    fn "fade-weights!" (rt, board: SpaceRef, factor: Number) {
        let factor = factor.into_value(&mut rt.heap)?;
        let factor = crate::num::to_float(rt, "fade-weights!", factor)?;
        searched(rt, board, |_| ())?;
        weights(rt, board)?.fade(factor);
        Ok(board.0)
    }

    /// From now on all cells of boards with this layout have the weight 1 again, and contradictions are not counted
    /// until a weight is asked for. Returns the board.
    ///
    /// (let ((b (board 4))) (increment-weight! b '(0 0) 8) (reset-weights! b) (weight b '(0 0)))  ;=> 1.0
    fn "reset-weights!" (rt, board: SpaceRef) {
        let Runtime { heap, search, .. } = rt;
        look(heap, board, |searched| search.forget_weights(searched))?;
        Ok(board.0)
    }

    /// The cell with the fewest candidates in proportion to its weight (see `weight`), the first of several; of those
    /// that have any and are not settled. Nil if there is none.
    ///
    /// (let ((b (board 4))) (increment-weight! b '(2 1)) (min-dom/wdeg-cell b))  ;=> (2 1)
    fn "min-dom/wdeg-cell" (rt, board: SpaceRef) {
        let weights = weights(rt, board)?;
        let place = searched(rt, board, |searched| searched.lightest(&weights))?;
        name_if_any(rt, board, place)
    }
}
