//! Boards as objects that programs use as arrays of digit sets and search on, and questions about them: which cells see
//! one another, what is left in them, and where a search may branch. Boards in traces of searches
//! ([`klammer::trace`]), and `board-variant`: a board of any shape, from options.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use klammer::trace::{Event, SearchState};
use klammer::{
    Built, Class, Code, Context, ConvertError, Digits, Error, Handle, HostError, HostType, IntoContext, IntoLisp,
    Module, Optional, Ref, Rest, Symbol, Value,
};
use klammer_sudoku::board::{Clue, Group, GroupKind, Layout, LayoutError, Mask, Snapshot, VariantGroups};

use crate::{CELLS_PER_TICK, Failure, bad, cell_in, cell_of, is_false, items, place, wrong_type};

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
    module.define(NAME, board_variant).parameters(["options"]).doc(BOARD_VARIANT);
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

const NAME: &str = "board-variant";

/// Maximum that the rules for overlapping groups may examine: the work of preparing them is its square for hostile
/// groups.
const MAX_OVERLAPS: usize = 1 << 23;

/// Maximum cost of preparing a clue.
const CLUE_TICKS: usize = 2000;

const BOARD_VARIANT: &str = r#"Returns a board of the kind that the options describe. `:digits` says how many there are (9 if
left out). With rows, columns and rectangular boxes: `:box` with a list of rows and columns of a box; `:diagonals
t`, both diagonals have different digits; `:windows t`, so have the boxes that lie one cell inside. `:regions` with
a list that names the region of each cell, row after row: regions instead of boxes. `:latin t`: rows and columns
only. `:samurai t`: five boards of nine digits that overlap, in 21 rows and columns. `:groups` with a list of lists
of cells `(row column)` that have different digits, and nothing else; then `:rows` and `:columns` say how large the
board is (as many as digits, if left out). What is in no group is no cell: it never holds a digit.

Besides, cells can have clues: `:cages` with a list of cages, each a list of its sum and its cells, whose digits
differ and add up to it (killer); `:thermometers` and `:arrows` with a list of lists of cells, along which digits
become greater, or the first of which holds the sum of the others; `:less` with a list of lists of two cells, that
with the smaller digit first.

(length (units (board-variant :diagonals t)))                            ;=> 29
(length (units (board-variant :digits 4 :regions '(1 1 1 2 1 3 2 2 3 3 4 2 3 4 4 4))))  ;=> 12
(length (units (board-variant :digits 5 :latin t)))                      ;=> 10
(peers (board-variant :digits 3 :rows 1 :columns 4 :groups '(((0 0) (0 1)) ((0 1) (0 2)))) '(0 1))  ;=> ((0 0) (0 2))
(candidates (assign (board-variant :digits 4 :cages '((3 (0 0) (0 1)))) 0 2 3) '(0 0))  ;=> (1 2)
(candidates (assign (board-variant :thermometers '(((0 0) (1 1) (2 2)))) 0 8 1) '(0 0)) ;=> (2 3 4 5 6 7)
(candidates (board-variant :samurai t) '(0 9))                           ;=> nil
(board-variant :box '(2 3) :digits 9)                                    ;!! bad-value
(board-variant :cages '((30 (0 0) (0 1))))                               ;!! bad-value"#;

#[derive(Default)]
struct Options<'v> {
    digits: Option<usize>,
    box_size: Option<(usize, usize)>,
    extras: VariantGroups,
    latin: bool,
    rows: Option<usize>,
    columns: Option<usize>,
    regions: Option<&'v Value>,
    groups: Option<&'v Value>,
    samurai: bool,
    /// Kinds of clues, each with a list of those of this kind, in their order.
    clues: Vec<(ClueKind, &'v Value)>,
}

#[derive(Clone, Copy)]
enum ClueKind {
    Cage,
    Thermometer,
    Arrow,
    Less,
}

fn board_variant(cx: &mut Context<'_>, options: Rest<Value>) -> Result<Board, Failure> {
    let options = parse(cx, &options)?;
    let layout = layout(cx, &options)?;
    new_board(cx, &layout, klammer_sudoku::board::Board::new)
}

fn parse<'v>(cx: &mut Context<'_>, mut rest: &'v [Value]) -> Result<Options<'v>, Failure> {
    let mut options = Options::default();
    while let Some((key, more)) = rest.split_first() {
        let name = if let Value::Keyword(name) = key { name.name() } else { "" };
        let Some((value, more)) = more.split_first() else {
            let shown = cx.show(key.clone())?;
            return Err(unknown(format!("no value after {shown}")));
        };
        match name {
            "digits" => options.digits = Some(size(cx, "digits", value)?),
            "rows" => options.rows = Some(size(cx, "rows", value)?),
            "columns" => options.columns = Some(size(cx, "columns", value)?),
            "box" => options.box_size = Some(box_size(cx, value)?),
            "diagonals" => options.extras.diagonals = !is_false(value),
            "windows" => options.extras.windows = !is_false(value),
            "latin" => options.latin = !is_false(value),
            "regions" => options.regions = Some(value),
            "groups" => options.groups = Some(value),
            "samurai" => options.samurai = !is_false(value),
            "cages" => options.clues.push((ClueKind::Cage, value)),
            "thermometers" => options.clues.push((ClueKind::Thermometer, value)),
            "arrows" => options.clues.push((ClueKind::Arrow, value)),
            "less" => options.clues.push((ClueKind::Less, value)),
            _ => {
                let shown = cx.show(key.clone())?;
                let known = ":digits, :box, :diagonals, :windows, :regions, :latin, :samurai, :groups, :rows, \
                             :columns, :cages, :thermometers, :arrows and :less";
                return Err(unknown(format!("options are {known}; got {shown}")));
            }
        }
        rest = more;
    }
    Ok(options)
}

#[cold]
fn unknown(problem: String) -> Failure {
    bad(NAME, problem).with_code(Code::ArgumentCount).into()
}

fn size(cx: &mut Context<'_>, option: &str, value: &Value) -> Result<usize, Failure> {
    match value {
        &Value::Integer(n) if n >= 0 => Ok(n as usize),
        _ => Err(wrong_type(cx, NAME, option, "an integer that is not negative", value).into()),
    }
}

fn box_size(cx: &mut Context<'_>, value: &Value) -> Result<(usize, usize), Failure> {
    match items(cx, NAME, "box", value) {
        Ok([rows, columns]) => Ok((size(cx, "box", rows)?, size(cx, "box", columns)?)),
        _ => Err(wrong_type(cx, NAME, "box", "a list of rows and columns, such as (2 3)", value).into()),
    }
}

fn layout(cx: &mut Context<'_>, options: &Options<'_>) -> Result<Arc<Layout>, Failure> {
    let plain = plain_layout(cx, options)?;
    if options.clues.is_empty() {
        return Ok(plain);
    }
    let mut clues = Vec::new();
    for &(kind, list) in &options.clues {
        self::clues(cx, &plain, kind, list, &mut clues)?;
    }
    // Each is compared with the units, and cages with the sets of digits that have their sums.
    cx.charge(clues.len().saturating_mul(CLUE_TICKS) as u64)?;
    plain.with_clues(clues).map_err(refused)
}

/// Adds the clues of one kind: lists of cells, of a cage after its sum.
fn clues(
    cx: &mut Context<'_>,
    layout: &Layout,
    kind: ClueKind,
    list: &Value,
    clues: &mut Vec<Clue>,
) -> Result<(), Failure> {
    let size = (layout.rows(), layout.columns());
    for clue in items(cx, NAME, "clues", list)? {
        let mut parts = items(cx, NAME, "a clue", clue)?;
        let mut sum = None;
        if let ClueKind::Cage = kind {
            let (first, rest) = parts.split_first().unwrap_or((&Value::Nil, &[]));
            match first {
                Value::Integer(n) if u32::try_from(*n).is_ok() => sum = Some(*n as u32),
                _ => return Err(unfit_clue(cx, kind, "what a cage begins with", "its sum", first).into()),
            }
            parts = rest;
        }
        if parts.len() > Layout::SIDE {
            return Err(bad(NAME, format!("a clue with more than {} cells", Layout::SIDE)).into());
        }
        let mut cells = Vec::new();
        for cell in parts {
            let Some(place) = place(cell) else {
                return Err(unfit_clue(cx, kind, "a cell", "a list of row and column", cell).into());
            };
            cells.push(cell_in(NAME, size, place)?);
        }
        clues.push(match (kind, sum, cells.as_slice()) {
            (ClueKind::Cage, Some(sum), _) => Clue::Cage { cells, sum },
            (ClueKind::Arrow, ..) => Clue::Arrow(cells),
            (ClueKind::Less, _, &[less, greater]) => Clue::Less([less, greater]),
            (ClueKind::Less, ..) => {
                let expected = "a list of two cells, that with the smaller digit first";
                return Err(wrong_type(cx, NAME, "an inequality", expected, clue).into());
            }
            _ => Clue::Thermometer(cells),
        });
        if clues.len() > Layout::GROUPS {
            return Err(bad(NAME, format!("more than {} clues", Layout::GROUPS)).into());
        }
    }
    Ok(())
}

/// Makes the error that a part of a clue is something else, with the form of such a clue.
#[cold]
fn unfit_clue(cx: &mut Context<'_>, kind: ClueKind, part: &str, expected: &str, got: &Value) -> HostError {
    wrong_type(cx, NAME, part, expected, got).with_help(match kind {
        ClueKind::Cage => "a cage is its sum, and then its cells: (3 (0 0) (0 1))",
        ClueKind::Thermometer => "a thermometer is a list of its cells from the bulb on: ((0 0) (1 0) (2 0))",
        ClueKind::Arrow => "an arrow is a list of its cells, that of the circle first: ((0 0) (0 1) (0 2))",
        ClueKind::Less => "an inequality is a list of two cells, that with the smaller digit first: ((0 0) (0 1))",
    })
}

fn plain_layout(cx: &mut Context<'_>, options: &Options<'_>) -> Result<Arc<Layout>, Failure> {
    let digits = options.digits.or(options.box_size.map(|(r, c)| r.saturating_mul(c))).unwrap_or(9);
    let without_boxes = options.latin || options.samurai || options.groups.is_some() || options.regions.is_some();
    if without_boxes && options.extras != VariantGroups::default() {
        let problem = ":diagonals and :windows go with boxes, not with :latin, :samurai, :regions or :groups";
        return Err(bad(NAME, problem.into()).into());
    }
    let made = if let Some(groups) = options.groups {
        let (rows, columns) = (options.rows.unwrap_or(digits), options.columns.unwrap_or(digits));
        let groups = cell_groups(cx, groups, (rows, columns), digits)?;
        Layout::new(rows, columns, digits, groups)
    } else if let Some(regions) = options.regions {
        let regions = region_names(cx, regions)?;
        if regions.len() != digits.saturating_mul(digits) {
            let problem = format!("{digits} digits need regions for {0} by {0} cells, got {1}", digits, regions.len());
            return Err(bad(NAME, problem).into());
        }
        Layout::jigsaw(&regions)
    } else if options.latin {
        Layout::latin(digits)
    } else if options.samurai {
        Layout::samurai()
    } else {
        match options.box_size.or_else(|| Layout::box_size_for(digits)) {
            Some((rows, columns)) if rows.saturating_mul(columns) == digits => {
                Layout::boxes(rows, columns, options.extras)
            }
            Some((rows, columns)) => Err(LayoutError::BoxSize { digits, rows, columns }),
            None => Err(LayoutError::Boxes(digits)),
        }
    };
    made.map_err(refused)
}

fn refused(error: LayoutError) -> Failure {
    bad(NAME, error.to_string()).into()
}

/// Returns regions by any names, numbered in the order in which they first come.
fn region_names(cx: &mut Context<'_>, list: &Value) -> Result<Vec<usize>, Failure> {
    let mut seen: Vec<&Value> = Vec::new();
    let mut regions = Vec::new();
    for name in items(cx, NAME, "regions", list)? {
        let number = seen.iter().position(|&known| known == name).unwrap_or_else(|| {
            seen.push(name);
            seen.len() - 1
        });
        regions.push(number);
        if regions.len() > Layout::DIGITS * Layout::DIGITS || seen.len() > Layout::DIGITS {
            return Err(bad(NAME, "more regions or cells than a board can have".into()).into());
        }
    }
    Ok(regions)
}

/// Returns groups of cells from lists of lists of row and column.
fn cell_groups(cx: &mut Context<'_>, list: &Value, size: (usize, usize), digits: usize) -> Result<Vec<Group>, Failure> {
    let mut groups = Vec::new();
    let mut memberships = vec![0usize; size.0.min(Layout::SIDE) * size.1.min(Layout::SIDE)];
    for group in items(cx, NAME, "groups", list)? {
        let mut cells = Vec::new();
        for cell in items(cx, NAME, "a group", group)? {
            let Some(place) = place(cell) else {
                return Err(wrong_type(cx, NAME, "a cell", "a list of row and column", cell).into());
            };
            let cell = cell_in(NAME, size, place)?;
            if let Some(count) = memberships.get_mut(cell) {
                *count += 1;
            }
            cells.push(cell);
            if cells.len() > digits {
                let problem = format!("a group has more cells than there are digits ({digits})");
                return Err(bad(NAME, problem).with_data([group.clone()]).into());
            }
        }
        groups.push(Group::new(GroupKind::Other, cells));
        if groups.len() > Layout::GROUPS {
            return Err(bad(NAME, format!("more than {} groups", Layout::GROUPS)).into());
        }
    }
    // Each group is compared with all groups that it meets.
    let meetings = groups.iter().flat_map(|g| &g.cells).filter_map(|&cell| memberships.get(cell)).sum::<usize>();
    let work = meetings.saturating_mul(digits);
    cx.charge((work / 64) as u64)?;
    if work > MAX_OVERLAPS {
        return Err(bad(NAME, "the groups have too many cells in common".into()).into());
    }
    Ok(groups)
}
