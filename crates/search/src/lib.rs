#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod boards;
#[cfg(feature = "constraints")]
mod constraints;
mod puzzles;
#[cfg(feature = "recording")]
pub mod recording;
#[cfg(feature = "teach")]
mod teach;

use klammer::{Code, Context, Engine, EngineBuilder, HostError, LibraryModule, Value};
use klammer_sudoku::board::Layout;

pub use boards::{Board, BoardEvent};
#[cfg(feature = "constraints")]
pub use constraints::Store;
#[cfg(feature = "constraints")]
pub use klammer_constraints;
pub use klammer_sudoku::{board, puzzle};

/// The core's functions on boards, stores and puzzles: their subjects, and a name.
const CORE_FUNCTIONS: &[&str] = &["board", "puzzle", "drawing", "state", "step", "search", "budget", "duplicate"];

#[cfg(feature = "constraints")]
static CONSTRAINTS: LibraryModule = LibraryModule::with_functions(
    "constraints",
    &[("constraints", include_str!("../lisp/constraints.lisp")), BRANCHING],
    constraints::define,
)
.with_core(CORE_FUNCTIONS);

/// Functions of the module `search` that a program may define itself, for the search to call.
pub const HOOKS: [&str; 5] =
    ["choose-cell", "order-values", "propagation-level", "incomplete-search?", "on-search-event"];

/// Private definitions, which a module does not import from another.
const BRANCHING: (&str, &str) = ("branching", include_str!("../lisp/branching.lisp"));

static SEARCH: LibraryModule =
    LibraryModule::new("search", &[("search", include_str!("../lisp/search.lisp")), BRANCHING])
        .with_core(CORE_FUNCTIONS);

static BOARDS: LibraryModule = LibraryModule::core("board", |module| {
    boards::define(module);
});

static PUZZLES: LibraryModule = LibraryModule::core("puzzle", puzzles::define);

static DRAWINGS: LibraryModule = LibraryModule::core("drawing", puzzles::define_drawing);

const SUDOKU_SOLVE: (&str, &str) = ("sudoku-solve", include_str!("../lisp/sudoku-solve.lisp"));

static SUDOKU: LibraryModule =
    LibraryModule::new("sudoku", &[("sudoku", include_str!("../lisp/sudoku.lisp")), SUDOKU_SOLVE])
        .with_core(CORE_FUNCTIONS);

static SUDOKU_REFERENCE: LibraryModule = LibraryModule::new(
    "sudoku-reference",
    &[("sudoku-reference", include_str!("../lisp/sudoku-reference.lisp")), SUDOKU_SOLVE],
)
.with_core(CORE_FUNCTIONS);

#[cfg(feature = "teach")]
static TEACH: LibraryModule = LibraryModule::with_functions(
    "teach",
    &[
        ("teach", include_str!("../lisp/teach.lisp")),
        ("teach-words", include_str!("../lisp/teach-words.lisp")),
        ("teach-make", include_str!("../lisp/teach-make.lisp")),
    ],
    teach::define,
)
.with_core(CORE_FUNCTIONS);

/// The modules, and functions of boards and puzzles that need no `require`, for [`EngineBuilder::library`].
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::builder().library(klammer_search::LIBRARY).build();
/// assert_eq!(engine.eval::<i64>("(require 'search) (count-solutions (board 4))")?, 288);
/// # Ok::<(), klammer::Error>(())
/// ```
pub static LIBRARY: &[&LibraryModule] = &[
    #[cfg(feature = "constraints")]
    &CONSTRAINTS,
    &SEARCH,
    &SUDOKU,
    #[cfg(feature = "teach")]
    &TEACH,
    &SUDOKU_REFERENCE,
    &BOARDS,
    &PUZZLES,
    &DRAWINGS,
];

/// Returns a builder of an engine that has the modules.
///
/// ```
/// let mut engine = klammer_search::builder().seed(7).build();
/// assert!(engine.docs().modules().any(|name| name == "search"));
/// ```
pub fn builder() -> EngineBuilder {
    Engine::builder().library(LIBRARY)
}

// Arguments of the functions of boards, and what is wrong with one.

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
