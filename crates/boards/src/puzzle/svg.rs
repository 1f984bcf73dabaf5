//! Puzzles as pictures: SVG, each in one piece.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Description, Group, Path, Rectangle, Title};

use super::clues;
use super::drawing::places_in_cell;
use super::frame::{Border, Frame, fits};
use super::style::{CANDIDATE, FONT, GIVEN, MARGIN, letter};
use super::{Puzzle, digits, single};
use crate::board::{GroupKind, Layout};

/// Options for drawing a puzzle as a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct SvgOptions<'a> {
    /// Show these digits in the cells that have not got one, small, each in its place: mostly [`Puzzle::candidates`].
    pub candidates: Option<&'a Puzzle>,
    /// The puzzle as it was given: what is found beyond it has another colour.
    pub givens: Option<&'a Puzzle>,
    /// The title, which screen readers say, and which programs show as the picture's name.
    pub title: Option<&'a str>,
    /// The board that the puzzle is for, if it is not the ordinary one of its shape: its regions, diagonals, windows,
    /// cages and clues are drawn.
    pub layout: Option<&'a Layout>,
}

/// The side of a cell with one place for a candidate, and of each further one: a nine by nine puzzle has cells of 54.
const PLACE: usize = 18;

const FOUND: &str = "#1a5fb4";
const NOTHING: &str = "#c01c28";

pub(super) fn write(puzzle: &Puzzle, out: &mut String) {
    out.push_str(&puzzle.svg(&SvgOptions::default()));
}

impl Puzzle {
    /// The puzzle as a text in SVG, which needs nothing else to be shown.
    #[must_use]
    pub fn svg(&self, options: &SvgOptions) -> String {
        let shape = self.shape();
        let layout = options.layout.filter(|layout| fits(layout, shape));
        let (rows, columns) = places_in_cell(shape, layout);
        let side = PLACE * rows.max(columns);
        let whole = side * shape.size() + 2 * MARGIN;
        let background = Rectangle::new().set("width", whole).set("height", whole).set("fill", "#ffffff");
        let title: String = options.title.unwrap_or("Sudoku").chars().filter(|c| !c.is_control()).collect();
        let holes = layout.map_or(0, |layout| (0..layout.cells()).filter(|&cell| !layout.is_cell(cell)).count());
        let about = if holes > 0 {
            format!("{} cells, {} of them filled", shape.cells() - holes, self.givens())
        } else {
            format!("{0} by {0} cells, {1} of them filled", shape.size(), self.givens())
        };
        let document = Document::new()
            .set("viewBox", (0, 0, whole, whole))
            .set("width", whole)
            .set("height", whole)
            .set("role", "img")
            .add(Title::new(title))
            .add(Description::new().add(svg::node::Text::new(about)))
            .add(background);
        let document = match layout {
            Some(layout) => document.add(clues::below(layout, side)),
            None => document,
        };
        let document = document.add(self.digits(side, options)).add(self.lines(side, layout));
        let document = match layout {
            Some(layout) => document.add(clues::above(layout, side)),
            None => document,
        };
        let mut text = document.to_string();
        text.push('\n');
        text
    }

    /// Thin lines between cells, thick ones around boxes.
    fn lines(&self, side: usize, layout: Option<&Layout>) -> Group {
        let shape = self.shape();
        if layout.is_some_and(|layout| layout.box_size().is_none()) {
            return irregular_lines(&Frame::new(shape, layout), side);
        }
        let end = side * shape.size() + MARGIN;
        let (rows, columns) =
            if shape.has_boxes() { (shape.box_rows(), shape.box_columns()) } else { (shape.size(), shape.size()) };
        let path = |thick: bool| {
            let mut data = Data::new();
            for i in 0..=shape.size() {
                let at = MARGIN + i * side;
                // The ends of thick lines reach to the outer edge of the frame.
                if thick == (i % rows == 0) {
                    data = data.move_to((MARGIN, at)).line_to((end, at));
                }
                if thick == (i % columns == 0) {
                    data = data.move_to((at, MARGIN)).line_to((at, end));
                }
            }
            Path::new().set("d", data).set("stroke-width", if thick { 3 } else { 1 })
        };
        strokes().add(path(false)).add(path(true))
    }

    fn digits(&self, side: usize, options: &SvgOptions) -> Group {
        let layout = options.layout.filter(|layout| fits(layout, self.shape()));
        let (rows, columns) = places_in_cell(self.shape(), layout);
        let all = layout.map_or(self.shape().all(), Layout::all);
        // Sums and outlines of cages need the edge of a cell, so candidates keep away from it.
        let has_cages = layout.is_some_and(|layout| layout.groups().iter().any(|g| g.kind == GroupKind::Cage));
        let (inset, room) = if has_cages { (0.16, 0.76) } else { (0.0, 1.0) };
        let mut group = Group::new().set("font-family", FONT).set("text-anchor", "middle");
        for (row, column, cell) in self.places() {
            if layout.is_some_and(|layout| !layout.is_cell(row * self.shape().size() + column)) {
                continue;
            }
            let corner = |along: usize| (MARGIN + along * side) as f64;
            let (left, top) = (corner(column), corner(row));
            let middle = side as f64 / 2.0;
            let large = side as f64 * 0.66;
            if let Some(digit) = single(cell) {
                let given = options.givens.is_none_or(|g| g.digit(row, column) == Some(digit));
                let text = letter(
                    self.alphabet().character(digit),
                    left + middle,
                    top + middle,
                    large,
                    if given { GIVEN } else { FOUND },
                );
                group = group.add(if given { text.set("font-weight", "bold") } else { text });
            } else if cell == 0 || options.candidates.is_some_and(|c| c.cell(row, column) == 0) {
                group = group.add(letter('×', left + middle, top + middle, large, NOTHING));
            } else if let Some(candidates) = options.candidates {
                let (high, wide) = (side as f64 * room / rows as f64, side as f64 * room / columns as f64);
                let (left, top) = (left + side as f64 * (1.0 - room) / 2.0, top + side as f64 * inset);
                for digit in digits(candidates.cell(row, column) & all) {
                    let place = digit as usize - 1;
                    let x = left + (place % columns) as f64 * wide + wide / 2.0;
                    let y = top + (place / columns) as f64 * high + high / 2.0;
                    group = group.add(letter(
                        self.alphabet().character(digit),
                        x,
                        y,
                        PLACE as f64 * 0.72 * room,
                        CANDIDATE,
                    ));
                }
            }
        }
        group
    }
}

fn strokes() -> Group {
    Group::new().set("stroke", GIVEN).set("stroke-linecap", "square").set("fill", "none")
}

/// Lines side by side of cells, one by one.
fn irregular_lines(frame: &Frame, side: usize) -> Group {
    let path = |thick: bool| {
        let is_wanted = |border| match border {
            Border::Outside => false,
            Border::Area => thick,
            Border::Cage | Border::Inner => !thick,
        };
        let mut data = Data::new();
        for a in 0..=frame.size {
            for b in 0..frame.size {
                let (at, from) = (MARGIN + a * side, MARGIN + b * side);
                if is_wanted(frame.above(a, b)) {
                    data = data.move_to((from, at)).line_to((from + side, at));
                }
                if is_wanted(frame.left(b, a)) {
                    data = data.move_to((at, from)).line_to((at, from + side));
                }
            }
        }
        Path::new().set("d", data).set("stroke-width", if thick { 3 } else { 1 })
    };
    strokes().add(path(false)).add(path(true))
}
