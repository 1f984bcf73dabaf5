//! Pictures of sudokus, made by [`klammer_boards::puzzle`].

use std::sync::Arc;

use super::arg::ArrayRef;
use super::array::element;
use super::builtins;
use crate::fault::{Code, Res, complain};
use crate::list::Walk;
use crate::object::array::dimensions_text;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_boards::board::Layout;
use klammer_boards::puzzle::{DrawOptions, MAX_SIZE, MIN_SIZE, Mask, Puzzle, Shape};

/// Cost of drawing a clue, in ticks: the drawing searches for it at each cell.
const DRAWN_CLUE: usize = 16;

/// Content of an array of digits or lists of digits, as it is drawn.
pub(super) struct Picture {
    /// Known digits of the cells; an empty cell has none.
    pub puzzle: Puzzle,
    /// Candidates of each cell; an empty cell has those that its row, column and box allow.
    pub candidates: Puzzle,
    /// Of a board, what it has besides boxes.
    pub layout: Option<Arc<Layout>>,
}

/// The puzzle that an array holds: in each cell a digit, 0 if it is empty, or a list of the digits that it may have.
pub(super) fn picture(rt: &mut Runtime, function: &'static str, cells: ArrayRef) -> Res<Picture> {
    let board = rt.heap.as_board(cells.0).map(|b| (Puzzle::of_board(&b.board), Arc::clone(b.board.layout())));
    if let Some((Some(puzzle), layout)) = board {
        // Each cell is looked at with its groups, each clue with its cells.
        let work: usize = layout.groups().iter().map(|group| group.cells.len()).sum();
        rt.charge(puzzle.cells().len() + work / 8 + layout.clues().len() * DRAWN_CLUE)?;
        return Ok(Picture { candidates: puzzle.clone(), puzzle, layout: Some(layout) });
    }
    let dimensions = rt.heap.as_array(cells.0).map(|a| a.dimensions()).unwrap_or_default();
    let size = match *dimensions.as_slice() {
        [rows, columns] if rows == columns => Shape::of_size(rows).map(|shape| (rows, shape)),
        _ => None,
    };
    let Some((size, shape)) = size else {
        let shown = dimensions_text(&dimensions);
        let message = format!(
            "cells must be an array of {MIN_SIZE} by {MIN_SIZE} to {MAX_SIZE} by {MAX_SIZE}, got one of {shown}"
        );
        return complain(function, Code::BadValue, message);
    };
    rt.charge(size * size)?;
    let mut masks = Vec::with_capacity(size * size);
    for at in 0..size * size {
        let value = element(rt, cells.0, at)?;
        masks.push(mask(rt, function, shape, value)?);
    }
    let blank: Vec<bool> = masks.iter().map(Option::is_none).collect();
    let known = masks.into_iter().map(|m| m.unwrap_or(shape.all())).collect();
    let Some(puzzle) = Puzzle::new(shape, known) else { return crate::fault::internal("a puzzle of the wrong size") };
    let left = puzzle.candidates();
    let cell = |((&known, &left), blank): ((&Mask, &Mask), bool)| if blank { left } else { known };
    let filled = puzzle.cells().iter().zip(left.cells()).zip(blank).map(cell).collect();
    match Puzzle::new(shape, filled) {
        Some(candidates) => Ok(Picture { puzzle, candidates, layout: None }),
        None => crate::fault::internal("a puzzle of the wrong size"),
    }
}

/// The digits of one cell; `None` for an empty one.
fn mask(rt: &mut Runtime, function: &'static str, shape: Shape, value: Value) -> Res<Option<Mask>> {
    if value == Value::ZERO {
        return Ok(None);
    }
    let mut mask = 0;
    if value.is_fixnum() {
        mask = bit(rt, function, shape, value)?;
    } else {
        let mut walk = Walk::new(function, "a cell", value);
        while let Some(digit) = walk.next(rt)? {
            mask |= bit(rt, function, shape, digit)?;
        }
    }
    Ok(Some(mask))
}

fn bit(rt: &Runtime, function: &str, shape: Shape, digit: Value) -> Res<Mask> {
    let size = shape.size();
    match digit.as_fixnum().and_then(|d| u32::try_from(d).ok()) {
        Some(d) if d >= 1 && d as usize <= size => Ok(1 << d),
        _ => Err(rt.wrong_type(
            function,
            "a cell",
            &format!("a digit from 0 to {size} or a list of digits from 1"),
            digit,
        )),
    }
}

builtins! { "drawing";
    /// A drawing of a sudoku with characters, as a string. `cells` is a square array of 4 to 25 rows whose elements are
    /// digits, 0 for an empty cell, or lists of the digits that a cell may have, as on a board. If `candidates` is
    /// true, each cell shows the digits that it may have; an empty one those that its row, column and box leave it. Of
    /// a board, boxes, regions and clues are drawn as it has them; diagonals and windows only by `puzzle->svg`.
    ///
    /// (first (string-split (draw-puzzle (make-array '(4 4) 0)) "\n"))     ;=> "┌─────┬─────┐"
    /// (first (string-split (draw-puzzle (make-array '(4 4) 0) t) "\n"))   ;=> "┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓"
    /// (first (string-split (draw-puzzle (board-variant :digits 4 :latin t)) "\n"))  ;=> "┌─────────┐"
    /// (draw-puzzle (make-array '(4 5) 0))                                ;!! bad-value
    /// (draw-puzzle (make-array '(4 4) 7))                                ;!! wrong-type
    fn "draw-puzzle" (rt, cells: ArrayRef, ?candidates: Value) {
        let picture = picture(rt, "draw-puzzle", cells)?;
        let candidates = candidates.filter(|c| !c.is_false()).map(|_| &picture.candidates);
        let options = DrawOptions { candidates, layout: picture.layout.as_deref(), ..DrawOptions::default() };
        let text = picture.puzzle.draw(&options);
        rt.heap.string(text)
    }
}
