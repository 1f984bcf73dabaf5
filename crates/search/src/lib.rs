#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod argument;
mod boards;
#[cfg(feature = "constraints")]
mod constraints;
mod puzzles;
#[cfg(feature = "recording")]
pub mod recording;
#[cfg(feature = "teach")]
mod teach;
pub mod trace;
mod variant;

use klammer::{Engine, EngineBuilder, LibraryModule};

pub use boards::Board;
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
    variant::define(module);
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
