//! Puzzles as pictures: SVG, each in one piece.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Description, Group, Line, Path, Rectangle, Text, Title};

use crate::board::{Board, Clue, GroupKind, Layout};
use crate::puzzle::drawing::{Border, Frame, fits, places_in_cell};
use crate::puzzle::{Puzzle, digits, single};

/// Options for drawing a puzzle as a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct SvgOptions<'a> {
    /// Show these digits in the cells that have not got one, small, each in its place: mostly [`Puzzle::candidates`].
    pub candidates: Option<&'a Puzzle>,
    /// The puzzle as it was given: what is found beyond it has another colour.
    pub givens: Option<&'a Puzzle>,
    /// The title, which screen readers say, and which programs show as the picture's name.
    pub title: Option<&'a str>,
    /// The puzzle's board, if it is not the ordinary one of its shape. Its regions, diagonals, windows, cages and clues
    /// are drawn.
    pub layout: Option<&'a Layout>,
    /// Left, top and side of the picture inside another one, in the units of that one.
    pub frame: Option<[f64; 3]>,
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
        let document = match options.frame {
            Some([x, y, side]) => Document::new().set("x", x).set("y", y).set("width", side).set("height", side),
            None => Document::new().set("width", whole).set("height", whole),
        };
        let document = document
            .set("viewBox", (0, 0, whole, whole))
            .set("role", "img")
            .add(Title::new(title))
            .add(Description::new().add(svg::node::Text::new(about)))
            .add(background);
        let document = match layout {
            Some(layout) => document.add(below(layout, side)),
            None => document,
        };
        let document = document.add(self.digits(side, options)).add(self.lines(side, layout));
        let document = match layout {
            Some(layout) => document.add(above(layout, side)),
            None => document,
        };
        let mut text = document.to_string();
        text.push('\n');
        text
    }

    /// Draws a board with its candidates. `None` if it is no square of a size that texts can have.
    ///
    /// ```
    /// use klammer_sudoku::board::{Board, Layout};
    /// use klammer_sudoku::puzzle::Puzzle;
    ///
    /// let board = Board::new(&Layout::classic(4)?);
    /// assert!(Puzzle::svg_of_board(&board).is_some_and(|text| text.starts_with("<svg")));
    /// # Ok::<(), klammer_sudoku::board::LayoutError>(())
    /// ```
    #[must_use]
    pub fn svg_of_board(board: &Board) -> Option<String> {
        let puzzle = Puzzle::of_board(board)?;
        let options = SvgOptions { candidates: Some(&puzzle), layout: Some(board.layout()), ..SvgOptions::default() };
        Some(puzzle.svg(&options))
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

// Style that the parts of a picture share.

pub(super) const MARGIN: usize = 6;
pub(super) const FONT: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
pub(super) const GIVEN: &str = "#111111";
pub(super) const CANDIDATE: &str = "#5e5c64";

/// A character or a number whose middle is at `x`, `y`. Not all programs know how to centre a line: the middle of a
/// digit is 0.35 of its size above it.
pub(super) fn letter(c: impl Into<String>, x: f64, y: f64, size: f64, colour: &str) -> Text {
    let tenth = |v: f64| (v * 10.0).round() / 10.0;
    Text::new(c.into())
        .set("x", tenth(x))
        .set("y", tenth(y + 0.355 * size))
        .set("font-size", tenth(size))
        .set("fill", colour)
}

// Shapes under and over the digits of a picture: diagonals, windows, cages, thermometers, arrows, inequalities.

/// Windows, the bulbs and tubes of thermometers, the circles of arrows: they are paler than digits.
const TINT: &str = "#e3e6ea";
const TUBE: &str = "#c9ced6";
const ARROW: &str = "#9aa0a9";

/// Coordinates of things in a picture.
struct Places<'a> {
    layout: &'a Layout,
    side: f64,
}

impl Places<'_> {
    fn corner(&self, cell: usize) -> (f64, f64) {
        let (row, column) = self.layout.coordinates(cell);
        (MARGIN as f64 + column as f64 * self.side, MARGIN as f64 + row as f64 * self.side)
    }

    fn middle(&self, cell: usize) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (tenth(x + self.side / 2.0), tenth(y + self.side / 2.0))
    }

    /// A line through the middles of cells.
    fn path(&self, cells: &[usize]) -> Data {
        let mut data = Data::new();
        for (i, &cell) in cells.iter().enumerate() {
            data = if i == 0 { data.move_to(self.middle(cell)) } else { data.line_to(self.middle(cell)) };
        }
        data
    }

    fn circle(&self, cell: usize, radius: f64) -> Circle {
        let (x, y) = self.middle(cell);
        Circle::new().set("cx", x).set("cy", y).set("r", tenth(radius))
    }
}

impl Layout {
    /// The clues as pieces of SVG: those below the digits, and those above the lines. Cells have this side, and the
    /// first begins at the origin.
    #[must_use]
    pub fn clue_pictures(&self, side: usize) -> [String; 2] {
        let moved = |group: Group| group.set("transform", format!("translate(-{MARGIN} -{MARGIN})")).to_string();
        [moved(under(self, side)), moved(above(self, side))]
    }
}

/// Returns the shapes under the digits.
pub(super) fn below(layout: &Layout, side: usize) -> Group {
    let places = Places { layout, side: side as f64 };
    let mut group = Group::new();
    for window in layout.groups().iter().filter(|group| group.kind == GroupKind::Window) {
        for &cell in &window.cells {
            let (x, y) = places.corner(cell);
            group = group
                .add(Rectangle::new().set("x", x).set("y", y).set("width", side).set("height", side).set("fill", TINT));
        }
    }
    for diagonal in layout.groups().iter().filter(|group| group.kind == GroupKind::Diagonal) {
        if let (Some(&first), Some(&last)) = (diagonal.cells.first(), diagonal.cells.last()) {
            let ((x1, y1), (x2, y2)) = (places.middle(first), places.middle(last));
            // To the corners of the first and the last cell.
            let half = |from: f64, to: f64| (to - from).signum() * places.side / 2.0;
            let (x, y) = (half(x1, x2), half(y1, y2));
            group = group.add(
                Line::new()
                    .set("x1", x1 - x)
                    .set("y1", y1 - y)
                    .set("x2", x2 + x)
                    .set("y2", y2 + y)
                    .set("stroke", TUBE)
                    .set("stroke-width", 3),
            );
        }
    }
    group.add(under(layout, side))
}

/// Thermometers and arrows.
fn under(layout: &Layout, side: usize) -> Group {
    let places = Places { layout, side: side as f64 };
    let mut group = Group::new();
    for clue in layout.clues() {
        match clue {
            Clue::Thermometer(cells) => {
                let tube = Path::new()
                    .set("d", places.path(cells))
                    .set("fill", "none")
                    .set("stroke", TUBE)
                    .set("stroke-width", tenth(places.side * 0.26))
                    .set("stroke-linecap", "round")
                    .set("stroke-linejoin", "round");
                group = group.add(tube);
                for &bulb in cells.iter().take(1) {
                    group = group.add(places.circle(bulb, places.side * 0.36).set("fill", TUBE));
                }
            }
            Clue::Arrow(cells) => group = group.add(arrow(&places, cells)),
            Clue::Cage { .. } | Clue::Less(_) => {}
        }
    }
    group
}

/// A circle around the first cell, and a line with a head from there to the last.
fn arrow(places: &Places, cells: &[usize]) -> Group {
    let radius = places.side * 0.4;
    let mut group = Group::new().set("stroke", ARROW).set("stroke-width", 2.5).set("fill", "none");
    let &[circle, second, ..] = cells else { return group };
    let ((x1, y1), (x2, y2)) = (places.middle(circle), places.middle(second));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let start = (tenth(x1 + (x2 - x1) * radius / length), tenth(y1 + (y2 - y1) * radius / length));
    let mut data = Data::new().move_to(start);
    for &cell in cells.iter().skip(1) {
        data = data.line_to(places.middle(cell));
    }
    if let &[.., before, last] = cells {
        let ((x1, y1), (x2, y2)) = (places.middle(before), places.middle(last));
        let angle = (y2 - y1).atan2(x2 - x1);
        let barb = |turn: f64| {
            let (sin, cos) = (angle + turn).sin_cos();
            (tenth(x2 - cos * places.side * 0.2), tenth(y2 - sin * places.side * 0.2))
        };
        data = data.move_to(barb(0.6)).line_to((x2, y2)).line_to(barb(-0.6));
    }
    group = group.add(places.circle(circle, radius));
    group.add(Path::new().set("d", data))
}

/// Returns the shapes over the lines: cages with their sums, and inequalities.
pub(super) fn above(layout: &Layout, side: usize) -> Group {
    let places = Places { layout, side: side as f64 };
    let mut outlines = Data::new();
    let mut signs = Data::new();
    let mut sums = Group::new().set("font-family", FONT).set("text-anchor", "middle");
    for clue in layout.clues() {
        match clue {
            Clue::Cage { cells, sum } => {
                outlines = outline(&places, cells, outlines);
                if let Some(&first) = cells.iter().min() {
                    let (x, y) = places.corner(first);
                    let (text, size) = (sum.to_string(), places.side * 0.2);
                    let width = text.len() as f64 * size * 0.58 + 2.0;
                    let room = Rectangle::new()
                        .set("x", tenth(x + 2.0))
                        .set("y", tenth(y + 2.0))
                        .set("width", tenth(width))
                        .set("height", tenth(size))
                        .set("fill", "#ffffff");
                    let text = letter(text, x + 2.0 + width / 2.0, y + 2.0 + size / 2.0, size, GIVEN);
                    sums = sums.add(room).add(text);
                }
            }
            Clue::Less([less, greater]) => signs = sign(&places, *less, *greater, signs),
            Clue::Thermometer(_) | Clue::Arrow(_) => {}
        }
    }
    let path = |data| Path::new().set("d", data).set("fill", "none");
    let outlines = path(outlines).set("stroke", CANDIDATE).set("stroke-width", 1).set("stroke-dasharray", "4 3");
    // First wide and white: the line below is interrupted.
    let room = path(signs.clone()).set("stroke", "#ffffff").set("stroke-width", 6);
    let signs = path(signs).set("stroke", GIVEN).set("stroke-width", 2);
    Group::new().add(outlines).add(sums).add(room).add(signs)
}

/// The outline of a cage, a little inside of its cells.
fn outline(places: &Places, cells: &[usize], mut data: Data) -> Data {
    let inset = places.side * 0.08;
    let (rows, columns) = (places.layout.rows() as isize, places.layout.columns() as isize);
    let has = |row: isize, column: isize| {
        (0..rows).contains(&row)
            && (0..columns).contains(&column)
            && cells.contains(&((row * columns + column) as usize))
    };
    for &cell in cells {
        let (row, column) = places.layout.coordinates(cell);
        let (row, column) = (row as isize, column as isize);
        let (x, y) = places.middle(cell);
        let half = places.side / 2.0;
        // Each side by the direction to it, and to its right as seen from inside.
        for (down, right) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
            if has(row + down, column + right) {
                continue;
            }
            let end = |turn: isize| {
                let (along_down, along_right) = (right * turn, -down * turn);
                let beside = has(row + along_down, column + along_right);
                let beyond = has(row + along_down + down, column + along_right + right);
                let along = match (beside, beyond) {
                    (false, _) => half - inset,
                    (true, false) => half,
                    (true, true) => half + inset,
                };
                let out = half - inset;
                (
                    tenth(x + right as f64 * out + along_right as f64 * along),
                    tenth(y + down as f64 * out + along_down as f64 * along),
                )
            };
            data = data.move_to(end(-1)).line_to(end(1));
        }
    }
    data
}

/// Adds the sign of an inequality: an angle between two cells, with its tip towards the lesser one.
fn sign(places: &Places, less: usize, greater: usize, data: Data) -> Data {
    let ((x1, y1), (x2, y2)) = (places.middle(less), places.middle(greater));
    let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (along, across) = (((x2 - x1) / length, (y2 - y1) / length), (-(y2 - y1) / length, (x2 - x1) / length));
    let size = places.side * 0.09;
    let point = |a: f64, b: f64| {
        (tenth(x + (along.0 * a + across.0 * b) * size), tenth(y + (along.1 * a + across.1 * b) * size))
    };
    data.move_to(point(0.8, 1.3)).line_to(point(-0.8, 0.0)).line_to(point(0.8, -1.3))
}

fn tenth(v: f64) -> f64 {
    (v * 10.0).round() / 10.0
}
