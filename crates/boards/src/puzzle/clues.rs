//! Shapes under and over the digits of a picture: diagonals, windows, cages, thermometers, arrows, inequalities.

use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Rectangle};

use super::style::{CANDIDATE, FONT, GIVEN, MARGIN, letter};
use crate::board::{Clue, GroupKind, Layout};

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
    /// The clues as pieces of SVG: what lies under the digits, and what over the lines; cells have this side, the first
    /// one begins at the origin.
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
