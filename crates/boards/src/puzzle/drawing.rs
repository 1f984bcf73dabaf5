//! Puzzles drawn with characters, for terminals.

use super::symbol::character;
use super::{Mask, Puzzle, Shape, single};

/// How a puzzle is drawn with characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawOptions<'a> {
    /// Show these digits in the cells that have not got one, each in its place: mostly [`Puzzle::candidates`].
    pub candidates: Option<&'a Puzzle>,
    /// Draw lines with `+`, `-` and `|` only.
    pub ascii: bool,
    /// Use the colours of terminals.
    pub colour: bool,
    /// The puzzle as it was given: what is found beyond it has another colour.
    pub givens: Option<&'a Puzzle>,
}

const GIVEN: &str = "1";
const FOUND: &str = "36";
const CANDIDATE: &str = "2";
const NOTHING: &str = "1;31";

/// The characters of a frame: a horizontal line, and what stands where it begins, crosses a line between cells, crosses
/// one between boxes, and ends.
struct Rule {
    line: char,
    first: char,
    cell: char,
    box_: char,
    last: char,
}

const fn rule([first, line, cell, box_, last]: [char; 5]) -> Rule {
    Rule { line, first, cell, box_, last }
}

/// The frame of one style.
struct Frame {
    top: Rule,
    between_cells: Rule,
    between_boxes: Rule,
    bottom: Rule,
    /// The vertical lines.
    cell: char,
    box_: char,
}

const LIGHT: Frame = Frame {
    top: rule(['┌', '─', '─', '┬', '┐']),
    between_cells: rule(['├', '─', '─', '┼', '┤']),
    between_boxes: rule(['├', '─', '─', '┼', '┤']),
    bottom: rule(['└', '─', '─', '┴', '┘']),
    cell: '│',
    box_: '│',
};
const HEAVY: Frame = Frame {
    top: rule(['┏', '━', '┯', '┳', '┓']),
    between_cells: rule(['┠', '─', '┼', '╂', '┨']),
    between_boxes: rule(['┣', '━', '┿', '╋', '┫']),
    bottom: rule(['┗', '━', '┷', '┻', '┛']),
    cell: '│',
    box_: '┃',
};
const ASCII_LIGHT: Frame = Frame {
    top: rule(['+', '-', '-', '+', '+']),
    between_cells: rule(['+', '-', '-', '+', '+']),
    between_boxes: rule(['+', '-', '-', '+', '+']),
    bottom: rule(['+', '-', '-', '+', '+']),
    cell: '|',
    box_: '|',
};
const ASCII_HEAVY: Frame = Frame {
    top: rule(['#', '=', '=', '#', '#']),
    between_cells: rule(['#', '-', '+', '#', '#']),
    between_boxes: rule(['#', '=', '=', '#', '#']),
    bottom: rule(['#', '=', '=', '#', '#']),
    cell: '|',
    box_: '#',
};

impl Puzzle {
    /// The puzzle drawn with characters, each line with its end.
    #[must_use]
    pub fn draw(&self, options: &DrawOptions) -> String {
        let pen = Pen { puzzle: self, options };
        match options.candidates {
            Some(candidates) => pen.with_candidates(candidates),
            None => pen.digits_only(),
        }
    }
}

/// Where a digit has its place among the candidates of a cell: as many rows and columns as a box has.
pub(super) fn places_in_cell(shape: Shape) -> (usize, usize) {
    if shape.has_boxes() {
        (shape.box_rows(), shape.box_columns())
    } else {
        let columns = shape.size().isqrt() + usize::from(shape.size().isqrt().pow(2) < shape.size());
        (shape.size().div_ceil(columns), columns)
    }
}

struct Pen<'a> {
    puzzle: &'a Puzzle,
    options: &'a DrawOptions<'a>,
}

impl Pen<'_> {
    /// Rows and columns between the lines of boxes.
    fn boxes(&self) -> (usize, usize) {
        let shape = self.puzzle.shape();
        if shape.has_boxes() { (shape.box_rows(), shape.box_columns()) } else { (shape.size(), shape.size()) }
    }

    /// One line of text a row, lines around boxes.
    fn digits_only(&self) -> String {
        let frame = if self.options.ascii { ASCII_LIGHT } else { LIGHT };
        let (rows, columns) = self.boxes();
        let size = self.puzzle.shape().size();
        let mut out = String::new();
        let horizontal = |out: &mut String, rule: &Rule| {
            let piece = rule.line.to_string().repeat(2 * columns + 1);
            ruled(out, rule, size / columns, |_| rule.box_, &piece);
        };
        horizontal(&mut out, &frame.top);
        for (r, row) in self.puzzle.rows().enumerate() {
            if r > 0 && r % rows == 0 {
                horizontal(&mut out, &frame.between_boxes);
            }
            for (c, cell) in row.iter().enumerate() {
                if c % columns == 0 {
                    out.push(frame.box_);
                    out.push(' ');
                }
                match single(*cell) {
                    Some(digit) => self.digit(&mut out, r, c, digit),
                    None if *cell == 0 => self.painted(&mut out, NOTHING, 'x'),
                    None => self.painted(&mut out, CANDIDATE, '.'),
                }
                out.push(' ');
                if c + 1 == size {
                    out.push(frame.box_);
                }
            }
            out.push('\n');
        }
        horizontal(&mut out, &frame.bottom);
        out
    }

    /// As many lines of text a row as a box has, lines around cells.
    fn with_candidates(&self, candidates: &Puzzle) -> String {
        let frame = if self.options.ascii { ASCII_HEAVY } else { HEAVY };
        let (rows, columns) = self.boxes();
        let (height, width) = places_in_cell(self.puzzle.shape());
        let size = self.puzzle.shape().size();
        let mut out = String::new();
        let horizontal = |out: &mut String, rule: &Rule| {
            let piece = rule.line.to_string().repeat(2 * width + 1);
            ruled(out, rule, size, |c| if c % columns == 0 { rule.box_ } else { rule.cell }, &piece);
        };
        for (r, row) in self.puzzle.rows().enumerate() {
            horizontal(
                &mut out,
                match r {
                    0 => &frame.top,
                    _ if r % rows == 0 => &frame.between_boxes,
                    _ => &frame.between_cells,
                },
            );
            for line in 0..height {
                for (c, cell) in row.iter().enumerate() {
                    out.push(if c % columns == 0 { frame.box_ } else { frame.cell });
                    for at in 0..=2 * width {
                        let left = candidates.cell(r, c);
                        self.character(&mut out, (r, c), (*cell, left), (line, at));
                    }
                }
                out.push(frame.box_);
                out.push('\n');
            }
        }
        horizontal(&mut out, &frame.bottom);
        out
    }

    /// One character of a cell: a digit in the middle, or a candidate in its place, which is every second character.
    fn character(
        &self,
        out: &mut String,
        (r, c): (usize, usize),
        (cell, left): (Mask, Mask),
        (line, at): (usize, usize),
    ) {
        let (height, width) = places_in_cell(self.puzzle.shape());
        let middle = (line, at) == ((height - 1) / 2, width);
        let digit = if at % 2 == 1 { line * width + at / 2 + 1 } else { 0 };
        match single(cell) {
            Some(digit) if middle => self.digit(out, r, c, digit),
            Some(_) => out.push(' '),
            None if (cell == 0 || left == 0) && middle => self.painted(out, NOTHING, 'x'),
            None if digit > 0 && digit < 64 && left >> digit & 1 == 1 => {
                self.painted(out, CANDIDATE, u32::try_from(digit).map_or('?', character));
            }
            None => out.push(' '),
        }
    }

    fn digit(&self, out: &mut String, row: usize, column: usize, digit: u32) {
        let found = self.options.givens.is_some_and(|givens| givens.digit(row, column) != Some(digit));
        self.painted(out, if found { FOUND } else { GIVEN }, character(digit));
    }

    /// `style` is the number of a way to draw on terminals.
    fn painted(&self, out: &mut String, style: &str, c: char) {
        if self.options.colour {
            out.push_str(&format!("\x1b[{style}m{c}\x1b[0m"));
        } else {
            out.push(c);
        }
    }
}

/// A line of `pieces` pieces; `between` says what stands before each but the first.
fn ruled(out: &mut String, rule: &Rule, pieces: usize, between: impl Fn(usize) -> char, piece: &str) {
    for i in 0..pieces {
        out.push(if i == 0 { rule.first } else { between(i) });
        out.push_str(piece);
    }
    out.push(rule.last);
    out.push('\n');
}
