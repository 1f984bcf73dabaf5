//! `board-variant`: a board of any shape, from options.

use std::sync::Arc;

use super::array::new_board;
use super::cell::cell_in;
use crate::fault::{Code, Condition, Fault, Res, complain};
use crate::list::Walk;
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_boards::board::{Clue, Extras, Group, GroupKind, Layout, LayoutError};

const NAME: &str = "board-variant";

/// Maximum that the rules for overlapping groups may examine: the work of preparing them is its square for hostile
/// groups.
const MOST_OVERLAPS: usize = 1 << 23;

#[derive(Default)]
struct Options {
    digits: Option<usize>,
    box_size: Option<(usize, usize)>,
    extras: Extras,
    latin: bool,
    rows: Option<usize>,
    columns: Option<usize>,
    regions: Option<Value>,
    groups: Option<Value>,
    samurai: bool,
    /// Kinds of clues, each with a list of those of this kind, in their order.
    clues: Vec<(ClueKind, Value)>,
}

#[derive(Clone, Copy)]
enum ClueKind {
    Cage,
    Thermometer,
    Arrow,
    Less,
}

pub(super) fn board_variant(rt: &mut Runtime, options: &[Value]) -> Res<Value> {
    let options = parse(rt, options)?;
    let layout = layout(rt, &options)?;
    new_board(rt, &layout)
}

fn parse(rt: &mut Runtime, mut rest: &[Value]) -> Res<Options> {
    let mut options = Options::default();
    while let Some((&key, more)) = rest.split_first() {
        let name = key.as_keyword().map(|s| rt.name(s).to_string()).unwrap_or_default();
        let Some((&value, more)) = more.split_first() else {
            return complain(NAME, Code::ArgumentCount, format!("no value after {}", brief(rt, key)));
        };
        match name.as_str() {
            "digits" => options.digits = Some(size(rt, "digits", value)?),
            "rows" => options.rows = Some(size(rt, "rows", value)?),
            "columns" => options.columns = Some(size(rt, "columns", value)?),
            "box" => options.box_size = Some(box_size(rt, value)?),
            "diagonals" => options.extras.diagonals = !value.is_false(),
            "windows" => options.extras.windows = !value.is_false(),
            "latin" => options.latin = !value.is_false(),
            "regions" => options.regions = Some(value),
            "groups" => options.groups = Some(value),
            "samurai" => options.samurai = !value.is_false(),
            "cages" => options.clues.push((ClueKind::Cage, value)),
            "thermometers" => options.clues.push((ClueKind::Thermometer, value)),
            "arrows" => options.clues.push((ClueKind::Arrow, value)),
            "less" => options.clues.push((ClueKind::Less, value)),
            _ => {
                let shown = brief(rt, key);
                let known = ":digits, :box, :diagonals, :windows, :regions, :latin, :samurai, :groups, :rows, \
                             :columns, :cages, :thermometers, :arrows and :less";
                return complain(NAME, Code::ArgumentCount, format!("options are {known}; got {shown}"));
            }
        }
        rest = more;
    }
    Ok(options)
}

fn size(rt: &Runtime, option: &str, v: Value) -> Res<usize> {
    match v.as_fixnum().and_then(|n| usize::try_from(n).ok()) {
        Some(n) => Ok(n),
        None => Err(rt.wrong_type(NAME, option, "an integer that is not negative", v)),
    }
}

fn box_size(rt: &mut Runtime, v: Value) -> Res<(usize, usize)> {
    let sizes = if v.has_elements() { rt.list_items(NAME, v)? } else { Vec::new() };
    match sizes.as_slice() {
        &[rows, columns] => Ok((size(rt, "box", rows)?, size(rt, "box", columns)?)),
        _ => Err(rt.wrong_type(NAME, "box", "a list of rows and columns, such as (2 3)", v)),
    }
}

fn layout(rt: &mut Runtime, options: &Options) -> Res<Arc<Layout>> {
    let plain = plain_layout(rt, options)?;
    if options.clues.is_empty() {
        return Ok(plain);
    }
    let mut clues = Vec::new();
    for &(kind, list) in &options.clues {
        self::clues(rt, &plain, kind, list, &mut clues)?;
    }
    // Each is compared with the units, and cages with the sets of digits that have their sums.
    rt.charge(clues.len().saturating_mul(CLUE_TICKS))?;
    let layout = plain.with_clues(clues).or_else(|e| bad(&e))?;
    kept(rt, layout)
}

/// Maximum cost of preparing a clue.
const CLUE_TICKS: usize = 2000;

/// The clues of one kind: lists of cells, of a cage after its sum.
fn clues(rt: &mut Runtime, layout: &Layout, kind: ClueKind, list: Value, clues: &mut Vec<Clue>) -> Res<()> {
    let size = (layout.rows(), layout.columns());
    let mut walk = Walk::new(NAME, "clues", list);
    while let Some(clue) = walk.next(rt)? {
        let mut inner = Walk::new(NAME, "a clue", clue);
        let mut sum = None;
        if let ClueKind::Cage = kind {
            let first = inner.next(rt)?.unwrap_or(Value::NIL);
            let number = first.as_fixnum().and_then(|n| u32::try_from(n).ok());
            sum = Some(number.ok_or_else(|| unfit_clue(rt, kind, "what a cage begins with", "its sum", first))?);
        }
        let mut cells = Vec::new();
        while let Some(cell) = inner.next(rt)? {
            if !is_place(rt, cell) {
                return Err(unfit_clue(rt, kind, "a cell", "a list of row and column", cell));
            }
            cells.push(cell_at(rt, size, cell)?);
            if cells.len() > Layout::SIDE {
                return complain(NAME, Code::BadValue, format!("a clue with more than {} cells", Layout::SIDE));
            }
        }
        clues.push(match (kind, sum, cells.as_slice()) {
            (ClueKind::Cage, Some(sum), _) => Clue::Cage { cells, sum },
            (ClueKind::Arrow, ..) => Clue::Arrow(cells),
            (ClueKind::Less, _, &[less, greater]) => Clue::Less([less, greater]),
            (ClueKind::Less, ..) => {
                return Err(rt.wrong_type(
                    NAME,
                    "an inequality",
                    "a list of two cells, that with the smaller digit first",
                    clue,
                ));
            }
            _ => Clue::Thermometer(cells),
        });
        if clues.len() > Layout::GROUPS {
            return complain(NAME, Code::BadValue, format!("more than {} clues", Layout::GROUPS));
        }
    }
    Ok(())
}

/// Returns whether `cell` is a list of two integers.
fn is_place(rt: &Runtime, cell: Value) -> bool {
    let second = rt.heap.cdr(cell);
    cell.is_pair() && rt.heap.car(cell).is_fixnum() && second.is_pair() && rt.heap.car(second).is_fixnum()
}

/// A part of a clue is something else; how such a clue is written.
#[cold]
fn unfit_clue(rt: &Runtime, kind: ClueKind, part: &str, expected: &str, got: Value) -> Box<Fault> {
    let help = match kind {
        ClueKind::Cage => "a cage is its sum, and then its cells: (3 (0 0) (0 1))",
        ClueKind::Thermometer => "a thermometer is a list of its cells from the bulb on: ((0 0) (1 0) (2 0))",
        ClueKind::Arrow => "an arrow is a list of its cells, that of the circle first: ((0 0) (0 1) (0 2))",
        ClueKind::Less => "an inequality is a list of two cells, that with the smaller digit first: ((0 0) (0 1))",
    };
    let c = Condition::unfit(Code::WrongType, expected, &rt.show(got));
    c.with_subject(NAME).with_argument(part).with_irritants(&[got]).with_help(help).into()
}

fn cell_at(rt: &mut Runtime, size: (usize, usize), cell: Value) -> Res<usize> {
    let &[row, column] = rt.list_items(NAME, cell)?.as_slice() else {
        return Err(rt.wrong_type(NAME, "a cell", "a list of row and column", cell));
    };
    cell_in(rt, NAME, size, row, column)
}

/// A layout of this program's own counts as its memory.
fn kept(rt: &mut Runtime, layout: Arc<Layout>) -> Res<Arc<Layout>> {
    let bytes = rt.search.add_layout(&layout);
    rt.heap.add_external(bytes)?;
    Ok(layout)
}

fn plain_layout(rt: &mut Runtime, options: &Options) -> Res<Arc<Layout>> {
    let digits = options.digits.or(options.box_size.map(|(r, c)| r.saturating_mul(c))).unwrap_or(9);
    let without_boxes = options.latin || options.samurai || options.groups.is_some() || options.regions.is_some();
    if without_boxes && options.extras != Extras::default() {
        let message = ":diagonals and :windows go with boxes, not with :latin, :samurai, :regions or :groups";
        return complain(NAME, Code::BadValue, message);
    }
    let made = if let Some(groups) = options.groups {
        let (rows, columns) = (options.rows.unwrap_or(digits), options.columns.unwrap_or(digits));
        let groups = cell_groups(rt, groups, (rows, columns), digits)?;
        Layout::new(rows, columns, digits, groups)
    } else if let Some(regions) = options.regions {
        let regions = region_names(rt, regions)?;
        if regions.len() != digits.saturating_mul(digits) {
            let message = format!("{digits} digits need regions for {0} by {0} cells, got {1}", digits, regions.len());
            return complain(NAME, Code::BadValue, message);
        }
        Layout::jigsaw(&regions)
    } else if options.latin {
        Layout::latin(digits)
    } else if options.samurai {
        Layout::samurai()
    } else {
        match options.box_size.or_else(|| Layout::box_size_for(digits)) {
            Some((rows, columns)) if rows.saturating_mul(columns) == digits => {
                // Shared with other boards of the thread: it costs nothing more.
                return Layout::boxes(rows, columns, options.extras).or_else(|e| bad(&e));
            }
            Some((rows, columns)) => Err(LayoutError::BoxSize { digits, rows, columns }),
            None => Err(LayoutError::Boxes(digits)),
        }
    };
    let layout = made.or_else(|e| bad(&e))?;
    kept(rt, layout)
}

fn bad<T>(error: &LayoutError) -> Res<T> {
    complain(NAME, Code::BadValue, error.to_string())
}

/// Regions by any names, numbered in the order in which they first come.
fn region_names(rt: &mut Runtime, list: Value) -> Res<Vec<usize>> {
    let mut seen: Vec<Value> = Vec::new();
    let mut regions = Vec::new();
    let mut walk = Walk::new(NAME, "regions", list);
    while let Some(name) = walk.next(rt)? {
        let mut number = None;
        for (i, &known) in seen.iter().enumerate() {
            if crate::equality::equal(rt, known, name)? {
                number = Some(i);
                break;
            }
        }
        if number.is_none() {
            seen.push(name);
        }
        regions.push(number.unwrap_or(seen.len() - 1));
        if regions.len() > Layout::DIGITS * Layout::DIGITS || seen.len() > Layout::DIGITS {
            return complain(NAME, Code::BadValue, "more regions or cells than a board can have");
        }
    }
    Ok(regions)
}

/// Groups of cells from lists of lists of row and column.
fn cell_groups(rt: &mut Runtime, list: Value, size: (usize, usize), digits: usize) -> Res<Vec<Group>> {
    let mut groups = Vec::new();
    let mut memberships = vec![0usize; size.0.min(Layout::SIDE) * size.1.min(Layout::SIDE)];
    let mut walk = Walk::new(NAME, "groups", list);
    while let Some(group) = walk.next(rt)? {
        let mut cells = Vec::new();
        let mut inner = Walk::new(NAME, "a group", group);
        while let Some(cell) = inner.next(rt)? {
            let cell = cell_at(rt, size, cell)?;
            if let Some(count) = memberships.get_mut(cell) {
                *count += 1;
            }
            cells.push(cell);
            if cells.len() > digits {
                let message = format!("a group has more cells than there are digits ({digits})");
                return Err(Condition::by(NAME, Code::BadValue, message).with_irritants(&[group]).into());
            }
        }
        groups.push(Group::new(GroupKind::Other, cells));
        if groups.len() > Layout::GROUPS {
            return complain(NAME, Code::BadValue, format!("more than {} groups", Layout::GROUPS));
        }
    }
    // Each group is compared with all groups that it meets.
    let meetings = groups.iter().flat_map(|g| &g.cells).filter_map(|&cell| memberships.get(cell)).sum::<usize>();
    let work = meetings.saturating_mul(digits);
    rt.charge(work / 64)?;
    if work > MOST_OVERLAPS {
        return complain(NAME, Code::BadValue, "the groups have too many cells in common");
    }
    Ok(groups)
}
