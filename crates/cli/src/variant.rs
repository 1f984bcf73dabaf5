//! `--variant`: which groups the boards of puzzles have, where the puzzles do not tell.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use klammer_search::board::{Board, Extras, Layout, LayoutError, Mask};
use klammer_search::puzzle::{Cages, Placed, Puzzle, Reader, Shape};

use crate::args::{Options, Variant};
use crate::console::{self, Failure, Output};

/// A kind of board, for puzzles of any size that it has.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Rows, columns, boxes.
    Plain,
    /// These, and more.
    With(Extras),
    /// Rows and columns.
    Latin,
    /// A board of its own.
    Fixed(Arc<Layout>),
}

impl Kind {
    /// Reads the file that the word names, or runs it.
    pub fn new(variant: Option<&Variant>, options: &Options) -> Result<Kind, Failure> {
        Ok(match variant {
            None => Kind::Plain,
            Some(Variant::X) => Kind::With(Extras { diagonals: true, windows: false }),
            Some(Variant::Windows) => Kind::With(Extras { diagonals: false, windows: true }),
            Some(Variant::Latin) => Kind::Latin,
            Some(Variant::Samurai) => Kind::Fixed(Layout::samurai()?),
            Some(Variant::Killer(path)) if let Some(placed) = exchanged(path)? => {
                Kind::Fixed(placed.layout.map_or_else(|| placed.puzzle.shape().layout(), Ok)?)
            }
            Some(Variant::Killer(path)) => {
                let cages = cages(path)?;
                let layout = Shape::of_size(cages.size).map(Shape::layout).transpose()?;
                let layout = layout.ok_or_else(|| unfit(path, &"there are no puzzles of this size"))?;
                Kind::Fixed(layout.with_clues(cages.clues).map_err(|cause| unfit(path, &cause))?)
            }
            Some(Variant::Jigsaw(path)) => Kind::Fixed(jigsaw(path)?),
            Some(Variant::Script(path)) => {
                let mut engine = console::engine(options, Some(path), Vec::new(), Output::Errors)?;
                let board: klammer_search::Board = engine.eval(path)?;
                Kind::Fixed(board.layout().clone())
            }
        })
    }

    /// The board for puzzles that are to be made: its own, or one of the shape.
    pub fn own_or(&self, shape: Shape) -> Result<Arc<Layout>, String> {
        match self {
            Kind::Fixed(layout) => Ok(layout.clone()),
            _ => self.layout(shape),
        }
    }

    /// The puzzle without boxes, if its board has none.
    pub fn shaped(&self, puzzle: Puzzle) -> Puzzle {
        let size = puzzle.shape().size();
        let without = match self {
            Kind::Plain | Kind::With(_) => None,
            Kind::Fixed(layout) if layout.box_size().is_some() => None,
            Kind::Latin | Kind::Fixed(_) => Shape::with_boxes(size, 1, size),
        };
        let alphabet = puzzle.alphabet();
        let shaped = without.and_then(|shape| Puzzle::new(shape, puzzle.cells().to_vec()));
        shaped.map_or(puzzle, |shaped| shaped.written_in(alphabet))
    }

    /// The board for a drawing of a puzzle, if the puzzle does not say all of it.
    pub fn drawn(&self, placed: &Placed) -> Option<Arc<Layout>> {
        match self {
            Kind::Plain => placed.layout.clone(),
            _ => self.layout(placed.puzzle.shape()).ok(),
        }
    }

    /// The board of a puzzle: that of the option, or else the one that the text of the puzzle describes.
    pub fn layout_of(&self, placed: &Placed) -> Result<Arc<Layout>, String> {
        match (self, &placed.layout) {
            (Kind::Plain, Some(layout)) => Ok(layout.clone()),
            _ => self.layout(placed.puzzle.shape()),
        }
    }

    /// The puzzle with what its digits leave of each cell.
    pub fn candidates(&self, placed: &Placed) -> Result<Puzzle, String> {
        let puzzle = &placed.puzzle;
        let board = puzzle.board(&self.layout_of(placed)?);
        let left = Puzzle::new(puzzle.shape(), candidates(&board)).map(|left| left.written_in(puzzle.alphabet()));
        Ok(left.unwrap_or_else(|| puzzle.clone()))
    }

    /// The board for puzzles of a shape.
    pub fn layout(&self, shape: Shape) -> Result<Arc<Layout>, String> {
        let layout = match self {
            Kind::Plain => shape.layout(),
            Kind::With(extras) => Layout::boxes(shape.box_rows(), shape.box_columns(), *extras),
            Kind::Latin => Layout::latin(shape.size()),
            Kind::Fixed(layout) => Ok(layout.clone()),
        };
        let layout = layout.map_err(|e| e.to_string())?;
        let (size, rows, columns) = (shape.size(), layout.rows(), layout.columns());
        if (rows, columns) == (size, size) && layout.digits() <= size {
            return Ok(layout);
        }
        Err(format!("the puzzle has {size} by {size} cells, the board of --variant {rows} by {columns}"))
    }
}

/// Candidates of each cell that the placed digits leave.
pub fn candidates(board: &Board) -> Vec<Mask> {
    let single = |cell: usize| Some(board.get(cell)).filter(|mask| mask.is_power_of_two());
    let left = |cell: usize| {
        let seen = board.layout().peers(cell).filter_map(single).fold(0, |all, mask| all | mask);
        single(cell).unwrap_or(board.get(cell) & !seen)
    };
    (0..board.layout().cells()).map(left).collect()
}

/// A map of regions: a character for each cell, the same for those of a region.
fn jigsaw(path: &Path) -> Result<Arc<Layout>, Failure> {
    let text = text(path)?;
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let cells = lines.flat_map(str::chars).filter(|c| !c.is_whitespace());
    // More cells than a board can have are too many, however many they are.
    let most = Layout::DIGITS * Layout::DIGITS + 1;
    let regions: Vec<usize> = cells.map(|c| c as usize).take(most).collect();
    Layout::jigsaw(&regions).map_err(|cause| match cause {
        LayoutError::Region { digits, .. } => unfit(path, &wrong_regions(&regions, digits)),
        cause => unfit(path, &cause),
    })
}

/// Describes the regions of a map that have a wrong number of cells. Each cell of the map is the character of its
/// region.
fn wrong_regions(regions: &[usize], cells: usize) -> String {
    let mut seen: Vec<(usize, usize)> = Vec::new();
    for &region in regions {
        match seen.iter_mut().find(|(known, _)| *known == region) {
            Some((_, count)) => *count += 1,
            None => seen.push((region, 1)),
        }
    }
    let name = |region: usize| u32::try_from(region).ok().and_then(char::from_u32).unwrap_or('?');
    let wrong = seen.iter().filter(|(_, count)| *count != cells);
    let told: Vec<String> =
        wrong.map(|(region, count)| format!("region {} has {count} cells", name(*region))).collect();
    format!("{}: each must have {cells}, and there must be {cells} regions", told.join(", "))
}

/// The first puzzle of a file that describes boards, instead of a map of cages.
pub fn exchanged(path: &Path) -> Result<Option<Placed>, Failure> {
    let text = text(path)?;
    if !text.trim_start().starts_with(['{', '[']) && !text.trim_start().starts_with("http") {
        return Ok(None);
    }
    match Reader::new(path.to_string_lossy(), text.as_bytes()).next() {
        Some(Ok(placed)) => Ok(Some(placed)),
        Some(Err(error)) => Err(Failure::Unfit(error.to_string())),
        None => Err(unfit(path, &"there is no puzzle")),
    }
}

/// A file of cages.
pub fn cages(path: &Path) -> Result<Cages, Failure> {
    Cages::parse(&path.to_string_lossy(), &text(path)?).map_err(|malformed| Failure::Unfit(malformed.to_string()))
}

fn text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|cause| unfit(path, &cause))
}

fn unfit(path: &Path, cause: &dyn std::fmt::Display) -> Failure {
    Failure::Unfit(format!("{}: {cause}", path.display()))
}
