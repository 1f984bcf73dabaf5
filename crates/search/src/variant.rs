//! `board-variant`: a board of any shape, from options.

use std::sync::Arc;

use klammer::{Code, Context, HostError, Module, Rest, Value};
use klammer_sudoku::board::{Clue, Group, GroupKind, Layout, LayoutError, VariantGroups};

use crate::boards::{Board, new_board};
use crate::{Failure, bad, cell_in, is_false, items, place, wrong_type};

const NAME: &str = "board-variant";

/// Maximum that the rules for overlapping groups may examine: the work of preparing them is its square for hostile
/// groups.
const MAX_OVERLAPS: usize = 1 << 23;

/// Maximum cost of preparing a clue.
const CLUE_TICKS: usize = 2000;

pub(crate) fn define(module: &mut Module<'_>) {
    module.define(NAME, board_variant).parameters(["options"]).doc(BOARD_VARIANT);
}

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
