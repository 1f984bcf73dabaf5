//! Arguments of the functions of boards, and what is wrong with one.

use klammer::{Code, Context, HostError, Value};
use klammer_sudoku::board::Layout;

pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Cells that are listed or looked at for one tick.
pub(crate) const CELLS_PER_TICK: usize = 64;

/// Makes the error that the arguments of a function make no sense.
#[cold]
pub(crate) fn bad(function: &str, problem: String) -> HostError {
    HostError::new(problem).with_function(function).with_code(Code::BadValue)
}

/// Makes the error that an argument of a function, or a part of one, is of the wrong type.
#[cold]
pub(crate) fn wrong_type(cx: &mut Context<'_>, function: &str, part: &str, expected: &str, got: &Value) -> HostError {
    let shown = cx.show(got.clone()).unwrap_or_default();
    let error = HostError::new(format!("must be {expected}, got {shown}")).with_function(function);
    error.with_argument(part).with_code(Code::WrongType).with_data([got.clone()])
}

/// Returns whether a value is false: in the core language nil, in Scheme `#f`.
pub(crate) fn is_false(value: &Value) -> bool {
    matches!(value, Value::Nil | Value::Bool(false))
}

/// Returns the elements of a list.
pub(crate) fn items<'v>(
    cx: &mut Context<'_>,
    function: &str,
    part: &str,
    list: &'v Value,
) -> Result<&'v [Value], Failure> {
    match list {
        Value::List(items) => Ok(items),
        Value::Nil => Ok(&[]),
        _ => Err(wrong_type(cx, function, part, "a list", list).into()),
    }
}

/// Returns the row and the column that a list of two integers names.
pub(crate) fn place(cell: &Value) -> Option<(i64, i64)> {
    let Value::List(parts) = cell else { return None };
    match parts.as_slice() {
        &[Value::Integer(row), Value::Integer(column)] => Some((row, column)),
        _ => None,
    }
}

/// Returns the number of a cell on a board of this size.
pub(crate) fn cell_in(
    function: &str,
    (rows, columns): (usize, usize),
    (row, column): (i64, i64),
) -> Result<usize, Failure> {
    // A negative coordinate becomes a huge one, which is outside of every board.
    let (r, c) = (row as usize, column as usize);
    if r < rows && c < columns {
        return Ok(r * columns + c);
    }
    let problem = format!("coordinates ({row} {column}) outside a board of {rows} by {columns}");
    Err(bad(function, problem).with_code(Code::IndexOutOfRange).into())
}

/// Returns the number of the cell of a board that a list of row and column names.
pub(crate) fn cell_of(cx: &mut Context<'_>, function: &str, layout: &Layout, cell: &Value) -> Result<usize, Failure> {
    match place(cell) {
        Some(place) => cell_in(function, (layout.rows(), layout.columns()), place),
        None => Err(wrong_type(cx, function, "cell", "a list of row and column", cell).into()),
    }
}
