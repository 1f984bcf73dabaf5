//! Boards as objects that programs use as arrays of digit sets and search on, and questions about them: which cells see
//! one another, what is left in them, and where a search may branch. Boards in traces of searches ([`klammer::trace`]).

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use klammer::trace::{Event, SearchState};
use klammer::{
    Built, Class, Code, Context, ConvertError, Digits, Error, Handle, HostType, IntoContext, IntoLisp, Module,
    Optional, Ref, Symbol, Value,
};
use klammer_sudoku::board::{Layout, Mask, Snapshot};

use crate::{CELLS_PER_TICK, Failure, bad, cell_of, items, wrong_type};

/// A board, for hosts that have one of a program ([`Engine::get`](klammer::Engine::get)) or give it one.
///
/// ```
/// use klammer_search::Board;
/// use klammer_search::board::Layout;
///
/// let mut engine = klammer_search::builder().build();
/// let board: Board = engine.eval("(assign (board 4) 0 0 1)")?;
/// assert_eq!(board.get(0), 1 << 1);
/// let changed: Board = engine.call("assign!", (&board, 1, 2, 1))?;
/// assert_eq!(changed.layout().cells(), Layout::classic(4).unwrap().cells());
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Debug)]
pub struct Board(pub klammer_sudoku::board::Board);

impl Clone for Board {
    fn clone(&self) -> Board {
        Board(self.0.clone())
    }

    #[inline]
    fn clone_from(&mut self, other: &Board) {
        self.0.clone_from(&other.0);
    }
}

impl Deref for Board {
    type Target = klammer_sudoku::board::Board;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Board {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl HostType for Board {
    const NAME: &'static str = "board";

    fn describe(class: &mut Class<'_, Board>) {
        class.doc(IS_BOARD);
        class.indexed(
            |board| [board.layout().rows(), board.layout().columns()],
            |board, cell| Digits(board.get(cell)),
            |board, cell, digits: Digits| put(board, cell, digits.0),
        );
        class.array_kind("digits", |dimensions| match *dimensions {
            [rows, columns] if rows == columns => of_digits(rows).map_err(|_| no_array(dimensions)),
            _ => Err(no_array(dimensions)),
        });
        class.print(|board| line(board).unwrap_or_else(|_| format!("{} digits", board.layout().digits())));
        class.searched_as(|board| &board.0, |board| &mut board.0);
        class.fixed_size(|board| board.heap_bytes());
        class.shares(|board| board.layout(), Layout::bytes);
    }
}

/// A copy of it.
impl IntoLisp for &Board {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.make(self.clone())
    }
}

fn put(board: &mut Board, cell: usize, digits: Mask) -> Result<(), &'static str> {
    if digits & !board.layout().all() != 0 {
        return Err("a list of digits that the board has");
    }
    board.set(cell, digits);
    Ok(())
}

/// Returns the board with this number of digits, and boxes, on which everything is possible.
fn of_digits(digits: usize) -> Result<Board, klammer_sudoku::board::LayoutError> {
    Layout::classic(digits).map(|layout| Board(klammer_sudoku::board::Board::new(&layout)))
}

fn no_array(dimensions: &[usize]) -> String {
    let dimensions: Vec<String> = dimensions.iter().map(usize::to_string).collect();
    let dimensions = dimensions.join(" by ");
    format!("a board of digits has as many rows as columns, which boxes can fill; got {dimensions} (see board-variant)")
}

/// A cell as programs name it: row and column.
pub(crate) type Coordinates = (usize, usize);

/// A cell and its digit.
type Placement = (Coordinates, u32);

pub(crate) fn define(module: &mut Module<'_>) {
    module.register::<Board>();
    module.define("board", board).parameters(["digits"]).doc(BOARD);
    module
        .define("board-from-constraints", from_constraints)
        .parameters(["constraints", "board"])
        .doc(FROM_CONSTRAINTS);
    module.define("board->constraints", constraints).parameters(["board"]).doc(CONSTRAINTS);
    module.define("board->line", line).parameters(["board"]).doc(LINE);
    module.define("peers", peers).parameters(["board", "cell"]).doc(PEERS);
    module.define("units", units).parameters(["board", "cell"]).doc(UNITS);
    module.define("places", places).parameters(["board", "digit", "unit"]).doc(PLACES);
    module.define("bivalue-cells", bivalue_cells).parameters(["board"]).doc(BIVALUE_CELLS);
    module.define("fewest-places", fewest_places).parameters(["board"]).doc(FEWEST_PLACES);
    module.define("alternatives", alternatives).parameters(["board"]).doc(ALTERNATIVES);
}

const IS_BOARD: &str = r#"A board is an array of digit sets.

(board? (board))             ;=> t
(board? (make-array '(9 9))) ;=> nil"#;

const BOARD: &str = r#"A board with the given number of digits (9 if left out), on which every digit is possible in
every cell. It has rows, columns and rectangular boxes; for other shapes see `board-variant`. A board is an array of
rows and columns whose elements are digit sets; functions of arrays work on it.

(array-dimensions (board))  ;=> (9 9)
(aref (board 4) 2 3)        ;=> (1 2 3 4)
(let ((b (board 4))) (aset b 0 0 '(2 1)) (aref b 0 0))  ;=> (1 2)
(aset (board 4) 0 0 '(5))   ;!! wrong-type
(board 7)                   ;!! bad-value"#;

const FROM_CONSTRAINTS: &str = r#"A copy of a board (a new one with 9 digits, if left out) on which one constraint
after the other has been propagated, as by `propagate-constraint`; nil if they contradict each other. A constraint is
a list `((row column) digit)` or `(row column digit)`.

(candidates (board-from-constraints '(((0 0) 1) (0 1 2))) '(0 2))  ;=> (3 4 5 6 7 8 9)
(board-from-constraints '((0 0 1) (0 3 1)) (board 4))              ;=> nil
(board-from-constraints '((0 0)))                                  ;!! wrong-type"#;

const CONSTRAINTS: &str = r#"The cells in which one digit is left, as a list of constraints `((row column) digit)`.

(board->constraints (board-from-constraints '((0 0 1) (2 1 3)) (board 4)))  ;=> (((0 0) 1) ((2 1) 3))"#;

const LINE: &str = r#"The board as a line of one character for each cell, row after row: its digit (A is 10, B is 11, and so on), or a
full stop if there is not exactly one.

(board->line (board-from-constraints '((0 0 1) (2 1 3)) (board 4)))  ;=> "1........3......""#;

const PEERS: &str = r#"The cells that may not have the same digit as this one.

(peers (board 4) '(0 0))           ;=> ((0 1) (0 2) (0 3) (1 0) (1 1) (2 0) (3 0))
(length (peers (board) '(4 4)))    ;=> 20"#;

const UNITS: &str = r#"The groups of cells that have different digits, each a list of cells: all of the board, or those that a cell
lies in. First rows, then columns, then boxes and others.

(length (units (board)))             ;=> 27
(second (units (board 4) '(1 2)))    ;=> ((0 2) (1 2) (2 2) (3 2))"#;

const PLACES: &str = r#"The cells of a list, such as `units` gives them, in which a digit is possible.

(places (assign (board 4) 0 0 1) 1 (second (units (board 4))))  ;=> ((1 2) (1 3))"#;

const BIVALUE_CELLS: &str = r#"The cells in which two digits are possible, row after row.

(let ((b (board 4))) (aset b 1 2 '(1 4)) (bivalue-cells b))  ;=> ((1 2))"#;

const FEWEST_PLACES: &str = r#"A digit with as few places as possible in a unit, but at least two: a list of the digit and the list of the
cells that it can go to. Nil if there is none. To branch on the places of a digit instead of the digits of a
place is what helps most on large boards.

(fewest-places (eliminate (eliminate (board 4) 0 0 3) 0 1 3))  ;=> (3 ((0 2) (0 3)))"#;

const ALTERNATIVES: &str = r#"All choices that have the fewest ways: between the digits of a cell, or between the places of a digit in a unit.
Each choice is a list of constraints, of which one must hold. Those that come to the same are there once. To try
all of them before branching on one (looking ahead) pays on hard large boards.

(first (alternatives (board 4)))  ;=> (((0 0) 1) ((0 0) 2) ((0 0) 3) ((0 0) 4))
(alternatives (eliminate (eliminate (board 4) 0 0 3) 0 1 3))  ;=> ((((0 2) 3) ((0 3) 3)) (((1 0) 3) ((1 1) 3)))
(alternatives (board-from-constraints '((0 0 1)) (board 1)))  ;=> nil"#;

/// Makes a board that there is room and ticks for.
pub(crate) fn new_board(
    cx: &mut Context<'_>,
    layout: &Arc<Layout>,
    make: impl FnOnce(&Arc<Layout>) -> klammer_sudoku::board::Board,
) -> Result<Board, Failure> {
    cx.reserve(layout.cells() * 2 * size_of::<u64>())?;
    cx.charge((layout.cells() / CELLS_PER_TICK) as u64)?;
    Ok(Board(make(layout)))
}

/// Pays for a look at each cell of a board.
fn look(cx: &mut Context<'_>, layout: &Layout) -> Result<(), Failure> {
    Ok(cx.charge((layout.cells() / CELLS_PER_TICK) as u64)?)
}

fn board(cx: &mut Context<'_>, digits: Optional<usize>) -> Result<Board, Failure> {
    let digits = digits.unwrap_or(9);
    match Layout::classic(digits) {
        Ok(layout) => new_board(cx, &layout, klammer_sudoku::board::Board::new),
        Err(_) => {
            let problem = format!("{digits} digits cannot be arranged in rectangular boxes (see board-variant)");
            Err(bad("board", problem).into())
        }
    }
}

fn from_constraints(
    cx: &mut Context<'_>,
    constraints: Handle,
    start: Optional<Handle>,
) -> Result<Option<Handle>, Failure> {
    let start = match start.0 {
        Some(start) => start,
        None => {
            let board = board(cx, Optional(None))?;
            cx.handle(board)?
        }
    };
    let made: Result<Option<Handle>, Error> =
        cx.call("%propagate-constraints", (Symbol::new("board-from-constraints"), constraints, start));
    Ok(made?)
}

fn constraints(cx: &mut Context<'_>, board: Ref<'_, Board>) -> Result<Vec<Placement>, Failure> {
    let layout = board.layout();
    look(cx, layout)?;
    let singles = board.masks().enumerate().filter(|(_, mask)| mask.is_power_of_two());
    Ok(singles.map(|(cell, mask)| (layout.coordinates(cell), mask.trailing_zeros())).collect())
}

fn line(board: &Board) -> Result<String, Failure> {
    let digits = board.layout().digits();
    if digits > 35 {
        return Err(bad("board->line", format!("{digits} digits are more than there are characters (35)")).into());
    }
    let mut text = String::with_capacity(board.layout().cells());
    board.write_line(&mut text);
    Ok(text)
}

fn peers(cx: &mut Context<'_>, board: Ref<'_, Board>, cell: Value) -> Result<Vec<Coordinates>, Failure> {
    let layout = board.layout();
    let cell = cell_of(cx, "peers", layout, &cell)?;
    look(cx, layout)?;
    Ok(layout.peers(cell).map(|peer| layout.coordinates(peer)).collect())
}

fn units(cx: &mut Context<'_>, board: Ref<'_, Board>, cell: Option<Value>) -> Result<Vec<Vec<Coordinates>>, Failure> {
    let layout = board.layout();
    let numbers: Vec<usize> = match cell {
        Some(cell) => layout.groups_of(cell_of(cx, "units", layout, &cell)?).collect(),
        None => (0..layout.groups().len()).collect(),
    };
    let groups: Vec<_> = numbers.into_iter().filter_map(|g| layout.groups().get(g)).collect();
    cx.charge((groups.iter().map(|group| group.cells.len()).sum::<usize>() / CELLS_PER_TICK) as u64)?;
    Ok(groups.iter().map(|group| group.cells.iter().map(|&cell| layout.coordinates(cell)).collect()).collect())
}

fn places(cx: &mut Context<'_>, board: Ref<'_, Board>, digit: Value, unit: Value) -> Result<Vec<Value>, Failure> {
    const NAME: &str = "places";
    let layout = Arc::clone(board.layout());
    let digit = match digit {
        Value::Integer(n) if (1..=layout.digits() as i64).contains(&n) => n as u32,
        odd => {
            let expected = format!("an integer from 1 to {}", layout.digits());
            let error = wrong_type(cx, NAME, "digit", &expected, &odd);
            let is_integer = matches!(odd, Value::Integer(_));
            return Err(if is_integer { error.with_code(Code::BadValue) } else { error }.into());
        }
    };
    let cells = items(cx, NAME, "unit", &unit)?;
    cx.charge((cells.len() / CELLS_PER_TICK) as u64)?;
    let mut found = Vec::new();
    for cell in cells {
        if board.get(cell_of(cx, NAME, &layout, cell)?) >> digit & 1 != 0 {
            found.push(cell.clone());
        }
    }
    Ok(found)
}

fn bivalue_cells(cx: &mut Context<'_>, board: Ref<'_, Board>) -> Result<Vec<Coordinates>, Failure> {
    look(cx, board.layout())?;
    Ok(board.bivalue_cells().into_iter().map(|cell| board.layout().coordinates(cell)).collect())
}

fn fewest_places(cx: &mut Context<'_>, board: Ref<'_, Board>) -> Result<Option<(u32, Vec<Coordinates>)>, Failure> {
    look(cx, board.layout())?;
    let cells = |group, digit| board.places(group, digit).map(|cell| board.layout().coordinates(cell)).collect();
    Ok(board.fewest_places().map(|found| (found.digit, cells(found.group, found.digit))))
}

fn alternatives(cx: &mut Context<'_>, board: Ref<'_, Board>) -> Result<Vec<Vec<Placement>>, Failure> {
    look(cx, board.layout())?;
    let found = board.alternatives();
    cx.charge(found.len() as u64)?;
    let constraint = |(cell, digit)| (board.layout().coordinates(cell), digit);
    Ok(found.into_iter().map(|ways| ways.into_iter().map(constraint).collect()).collect())
}

/// The view of a trace event on a board, if the search works on one.
///
/// ```
/// use std::sync::mpsc::channel;
///
/// use klammer_search::BoardEvent;
///
/// let mut engine = klammer_search::builder().build();
/// let (sender, events) = channel();
/// engine.inspect().trace_search(Some(Box::new(move |event| sender.send(event).unwrap())));
/// engine.eval::<()>("(assign (board 4) 0 0 1)")?;
/// let event = events.recv().unwrap();
/// assert_eq!((event.cells()[0], event.layout().unwrap().digits()), (1 << 1, 4));
/// # Ok::<(), klammer::Error>(())
/// ```
pub trait BoardEvent {
    /// The candidates of each cell of a board, bit d for digit d; none of another state.
    fn cells(&self) -> &[Mask];

    /// The layout of the board, if it is one.
    fn layout(&self) -> Option<&Arc<Layout>>;
}

fn snapshot(event: &Event) -> Option<&Snapshot> {
    match &event.state {
        SearchState::Snapshot(snapshot) => snapshot.downcast_ref(),
        _ => None,
    }
}

impl BoardEvent for Event {
    fn cells(&self) -> &[Mask] {
        snapshot(self).map_or(&[], |board| &board.cells)
    }

    fn layout(&self) -> Option<&Arc<Layout>> {
        snapshot(self).map(|board| &board.layout)
    }
}

/// Returns the state of a board in an event.
#[cfg(test)]
pub(crate) fn state(layout: Arc<Layout>, cells: Vec<Mask>) -> SearchState {
    SearchState::Snapshot(Arc::new(Snapshot { layout, cells }))
}
