//! Cells and digits of boards, as functions on boards take and give them.

use std::sync::Arc;

use crate::fault::{Code, ErrorData, Result, complain};
use crate::list::Builder;
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_sudoku::board::Layout;

/// Cells that are listed or looked at for one tick.
pub(super) const CELLS_PER_TICK: usize = 64;

/// The cell in a row and a column of a board of this size.
#[inline]
pub(super) fn cell_in(
    rt: &Runtime,
    function: &str,
    (rows, columns): (usize, usize),
    row: Value,
    column: Value,
) -> Result<usize> {
    // A negative coordinate becomes a huge one, which is outside of every board.
    let (r, c) = (row.untag() as usize, column.untag() as usize);
    if Value::both_fixnum(row, column) && r < rows && c < columns {
        return Ok(r * columns + c);
    }
    no_cell(rt, function, (rows, columns), row, column)
}

#[cold]
#[inline(never)]
fn no_cell(rt: &Runtime, function: &str, (rows, columns): (usize, usize), row: Value, column: Value) -> Result<usize> {
    if let Some(odd) = [row, column].into_iter().find(|c| !c.is_fixnum()) {
        return Err(rt.wrong_type(function, "a coordinate", "an integer", odd));
    }
    let (r, c) = (brief(rt, row), brief(rt, column));
    complain(function, Code::IndexOutOfRange, format!("coordinates ({r} {c}) outside a board of {rows} by {columns}"))
}

/// The layout of a board.
pub(super) fn layout(rt: &Runtime, board: Value) -> Result<&Arc<Layout>> {
    Ok(rt.heap.board_of(board)?.layout())
}

/// The cell in a row and a column of a board with this layout.
#[inline]
pub(super) fn located(rt: &Runtime, function: &str, layout: &Layout, row: Value, column: Value) -> Result<usize> {
    cell_in(rt, function, (layout.rows(), layout.columns()), row, column)
}

/// The cell of a board that a list of row and column names.
#[inline]
pub(super) fn cell_of(rt: &Runtime, function: &str, board: Value, cell: Value) -> Result<usize> {
    if cell.has_elements() {
        let columns = rt.heap.rest(cell);
        if columns.has_elements() && rt.heap.rest(columns).is_nil() {
            return located(rt, function, layout(rt, board)?, rt.heap.first(cell), rt.heap.first(columns));
        }
    }
    Err(rt.wrong_type(function, "cell", "a list of row and column", cell))
}

/// A digit of a board with this layout.
#[inline]
pub(super) fn digit_of(rt: &Runtime, function: &str, layout: &Layout, digit: Value) -> Result<u32> {
    let digits = layout.digits() as i64;
    match digit.as_fixnum() {
        Some(n) if (1..=digits).contains(&n) => Ok(n as u32),
        _ => no_digit(rt, function, digits, digit),
    }
}

#[cold]
#[inline(never)]
fn no_digit(rt: &Runtime, function: &str, digits: i64, digit: Value) -> Result<u32> {
    let expected = format!("an integer from 1 to {digits}");
    if digit.is_fixnum() {
        let c = ErrorData::unfit(Code::BadValue, &expected, &brief(rt, digit));
        return Err(c.with_subject(function).with_argument("digit").into());
    }
    Err(rt.wrong_type(function, "digit", &expected, digit))
}

/// The list of row and column of a cell.
#[inline]
pub(super) fn coordinates(rt: &mut Runtime, columns: usize, cell: usize) -> Result<Value> {
    let (row, column) = (cell / columns.max(1), cell % columns.max(1));
    rt.heap.list(&[Value::fix(row as i64), Value::fix(column as i64)])
}

/// The list of these cells, each a list of row and column.
pub(super) fn cells(rt: &mut Runtime, columns: usize, cells: &[usize]) -> Result<Value> {
    rt.charge(cells.len() / CELLS_PER_TICK)?;
    let mut result = Builder::new();
    for &cell in cells {
        let cell = coordinates(rt, columns, cell)?;
        result.push(&mut rt.heap, cell)?;
    }
    Ok(result.finish(&mut rt.heap, Value::NIL))
}
