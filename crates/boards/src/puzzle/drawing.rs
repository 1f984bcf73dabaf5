//! Puzzles drawn with characters, for terminals.

use super::frame::{Border, Frame, Line, fits, joint, plain_joint};
use super::{Mask, Puzzle, Shape, single};
use crate::board::{Clue, Layout};

/// Options for drawing a puzzle with characters.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawOptions<'a> {
    /// Show these digits in the cells that have not got one, each in its place: mostly [`Puzzle::candidates`].
    pub candidates: Option<&'a Puzzle>,
    /// Draw lines with `+`, `-` and `|` only.
    pub ascii: bool,
    /// Use the colours of terminals.
    pub colour: bool,
    /// The puzzle as it was given: what is found beyond it has another colour.
    pub givens: Option<&'a Puzzle>,
    /// The board that the puzzle is for, if it is not the ordinary one of its shape: its regions, cages and clues are
    /// drawn. Thermometers and arrows, which lines of characters cannot show, are named below.
    pub layout: Option<&'a Layout>,
}

const GIVEN: &str = "1";
const FOUND: &str = "36";
const CANDIDATE: &str = "2";
const NOTHING: &str = "1;31";

impl Puzzle {
    /// The puzzle drawn with characters, each line with its end.
    #[must_use]
    pub fn draw(&self, options: &DrawOptions) -> String {
        let shape = self.shape();
        let layout = options.layout.filter(|layout| fits(layout, shape));
        let pen = Pen {
            puzzle: self,
            options,
            frame: Frame::new(shape, layout),
            layout,
            places: places_in_cell(shape, layout),
            all: layout.map_or(shape.all(), |layout| layout.all()),
        };
        let mut text = match options.candidates {
            Some(candidates) => pen.with_candidates(candidates),
            None => pen.digits_only(),
        };
        text.push_str(&pen.legend());
        text
    }
}

/// Returns the rows and columns of the places for digits among the candidates of a cell: as many as a box has.
pub(super) fn places_in_cell(shape: Shape, layout: Option<&Layout>) -> (usize, usize) {
    let digits = layout.map_or(shape.size(), Layout::digits);
    match layout.and_then(Layout::box_size) {
        Some(size) => size,
        None if shape.has_boxes() => (shape.box_rows(), shape.box_columns()),
        None => {
            let columns = digits.isqrt() + usize::from(digits.isqrt().pow(2) < digits);
            (digits.div_ceil(columns), columns)
        }
    }
}

struct Pen<'a> {
    puzzle: &'a Puzzle,
    options: &'a DrawOptions<'a>,
    frame: Frame,
    layout: Option<&'a Layout>,
    /// Rows and columns of candidates in a cell.
    places: (usize, usize),
    all: Mask,
}

/// A piece of text that stands on a line between two rows.
struct Mark {
    row: usize,
    column: usize,
    /// From where on in the cell.
    at: usize,
    text: String,
}

impl Pen<'_> {
    /// One line of text a row; lines where there are borders.
    fn digits_only(&self) -> String {
        let size = self.frame.size;
        let line = |border| match border {
            Border::Area if self.frame.has_cages => Line::Heavy,
            Border::Area | Border::Cage => Line::Light,
            Border::Inner | Border::Outside => Line::None,
        };
        let is_line = |border| line(border) != Line::None;
        let columns: Vec<bool> = (0..=size)
            .map(|c| (0..size).any(|r| is_line(self.frame.left(r, c)) || self.sign_left(r, c).is_some()))
            .collect();
        let has_column = |c: usize| columns.get(c) == Some(&true);
        let width = |c: usize| if has_column(c) { 3 } else { 2 };
        let marks = self.marks(|c| width(c) - 2);
        let mut out = String::new();
        for r in 0..=size {
            if (0..size).any(|c| is_line(self.frame.above(r, c))) || marks.iter().any(|mark| mark.row == r) {
                self.rule(&mut out, r, &line, &has_column, &width, &marks);
            }
            if r == size {
                break;
            }
            for c in 0..size {
                if has_column(c) {
                    self.bar(&mut out, r, c, &line);
                    out.push(' ');
                }
                let cell = self.puzzle.cell(r, c);
                match single(cell) {
                    Some(digit) => self.digit(&mut out, r, c, digit),
                    None if !self.is_cell(r, c) => out.push(' '),
                    None if cell == 0 => self.painted(&mut out, NOTHING, 'x'),
                    None => self.painted(&mut out, CANDIDATE, '.'),
                }
                out.push(' ');
            }
            self.bar(&mut out, r, size, &line);
            out.push('\n');
        }
        out
    }

    /// As many lines of text a row as there are rows of candidates, lines around cells; with cages, around these.
    fn with_candidates(&self, candidates: &Puzzle) -> String {
        let size = self.frame.size;
        let line = |border| match border {
            Border::Area => Line::Heavy,
            Border::Cage => Line::Light,
            Border::Inner if !self.frame.has_cages => Line::Light,
            Border::Inner | Border::Outside => Line::None,
        };
        let (height, width) = self.places;
        let marks = self.marks(|_| width);
        let mut out = String::new();
        for r in 0..=size {
            self.rule(&mut out, r, &line, &|_| true, &|_| 2 * width + 1, &marks);
            if r == size {
                break;
            }
            for within in 0..height {
                for c in 0..size {
                    if within == (height - 1) / 2 {
                        self.bar(&mut out, r, c, &line);
                    } else {
                        out.push(self.upright(line(self.frame.left(r, c))));
                    }
                    for at in 0..=2 * width {
                        let left = candidates.cell(r, c);
                        self.character(&mut out, (r, c), (self.puzzle.cell(r, c), left), (within, at));
                    }
                }
                out.push(self.upright(line(self.frame.left(r, size))));
                out.push('\n');
            }
        }
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
        let (height, width) = self.places;
        let middle = (line, at) == ((height - 1) / 2, width);
        let digit = if at % 2 == 1 { line * width + at / 2 + 1 } else { 0 };
        match single(cell) {
            Some(digit) if middle => self.digit(out, r, c, digit),
            Some(_) => out.push(' '),
            None if !self.is_cell(r, c) => out.push(' '),
            None if (cell == 0 || left == 0) && middle => self.painted(out, NOTHING, 'x'),
            None if digit > 0 && digit < 64 && left & self.all & 1 << digit != 0 => {
                self.painted(
                    out,
                    CANDIDATE,
                    u32::try_from(digit).map_or('?', |digit| self.puzzle.alphabet().character(digit)),
                );
            }
            None => out.push(' '),
        }
    }

    /// A line of text between rows, or above the first or below the last.
    fn rule(
        &self,
        out: &mut String,
        r: usize,
        line: &impl Fn(Border) -> Line,
        has_column: &impl Fn(usize) -> bool,
        width: &impl Fn(usize) -> usize,
        marks: &[Mark],
    ) {
        let size = self.frame.size;
        for c in 0..=size {
            if has_column(c) {
                let arms = self.frame.corner(r, c).map(line);
                out.push(if self.options.ascii { plain_joint(arms) } else { joint(arms) });
            }
            if c == size {
                break;
            }
            let level = line(self.frame.above(r, c));
            let mut piece = vec![self.level(level); width(c)];
            for mark in marks.iter().filter(|mark| (mark.row, mark.column) == (r, c)) {
                for (place, sign) in piece.iter_mut().skip(mark.at).zip(mark.text.chars()) {
                    *place = sign;
                }
            }
            out.extend(piece);
        }
        out.push('\n');
    }

    /// Writes the left edge of a cell: a line, or the sign of an inequality.
    fn bar(&self, out: &mut String, r: usize, c: usize, line: &impl Fn(Border) -> Line) {
        out.push(self.sign_left(r, c).unwrap_or_else(|| self.upright(line(self.frame.left(r, c)))));
    }

    fn upright(&self, line: Line) -> char {
        match (line, self.options.ascii) {
            (Line::None, _) => ' ',
            (Line::Light, true) => '|',
            (Line::Heavy, true) => '#',
            (Line::Light, false) => '│',
            (Line::Heavy, false) => '┃',
        }
    }

    fn level(&self, line: Line) -> char {
        match (line, self.options.ascii) {
            (Line::None, _) => ' ',
            (Line::Light, true) => '-',
            (Line::Heavy, true) => '=',
            (Line::Light, false) => '─',
            (Line::Heavy, false) => '━',
        }
    }

    fn is_cell(&self, r: usize, c: usize) -> bool {
        self.layout.is_none_or(|layout| layout.is_cell(r * self.frame.size + c))
    }

    fn clues(&self) -> &[Clue] {
        self.layout.map_or(&[], Layout::clues)
    }

    /// Returns the sign of an inequality between two cells side by side, for the place before the second.
    fn sign_left(&self, r: usize, c: usize) -> Option<char> {
        let right = r * self.frame.size + c;
        let left = right.checked_sub(1).filter(|_| c > 0 && c < self.frame.size)?;
        self.clues().iter().find_map(|clue| match clue {
            Clue::Less(cells) if *cells == [left, right] => Some('<'),
            Clue::Less(cells) if *cells == [right, left] => Some('>'),
            _ => None,
        })
    }

    /// Sums of cages, and which of two cells one above the other is less: the tip of the sign points to it. `middle`
    /// says where the digits of a column stand.
    fn marks(&self, middle: impl Fn(usize) -> usize) -> Vec<Mark> {
        let size = self.frame.size;
        let marks = self.clues().iter().filter_map(|clue| match clue {
            Clue::Cage { cells, sum } => {
                let first = *cells.iter().min()?;
                Some(Mark { row: first / size, column: first % size, at: 0, text: sum.to_string() })
            }
            Clue::Less([a, b]) if a.abs_diff(*b) == size => {
                let lower = *a.max(b);
                let sign = match (a < b, self.options.ascii) {
                    (true, true) => "^",
                    (true, false) => "∧",
                    (false, true) => "v",
                    (false, false) => "∨",
                };
                let column = lower % size;
                Some(Mark { row: lower / size, column, at: middle(column), text: sign.into() })
            }
            _ => None,
        });
        marks.collect()
    }

    /// The clues that no line shows, in words.
    fn legend(&self) -> String {
        let size = self.frame.size;
        let drawn = |clue: &Clue| match clue {
            Clue::Cage { .. } => true,
            Clue::Less([a, b]) => a.abs_diff(*b) == size || a.abs_diff(*b) == 1 && a / size == b / size,
            Clue::Thermometer(_) | Clue::Arrow(_) => false,
        };
        let mut text = String::new();
        for clue in self.clues().iter().filter(|clue| !drawn(clue)) {
            text.push_str(clue.name());
            for cell in clue.cells() {
                text.push_str(&format!(" r{}c{}", cell / size + 1, cell % size + 1));
            }
            text.push('\n');
        }
        text
    }

    fn digit(&self, out: &mut String, row: usize, column: usize, digit: u32) {
        let found = self.options.givens.is_some_and(|givens| givens.digit(row, column) != Some(digit));
        self.painted(out, if found { FOUND } else { GIVEN }, self.puzzle.alphabet().character(digit));
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
