//! Puzzles drawn with characters, for terminals.

use crate::board::{Clue, GroupKind, Layout};
use crate::puzzle::{Mask, Puzzle, Shape, single};

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

/// A piece of text on a line between two rows.
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
            Border::Area if self.frame.has_cages => LineWeight::Heavy,
            Border::Area | Border::Cage => LineWeight::Light,
            Border::Inner | Border::Outside => LineWeight::None,
        };
        let is_line = |border| line(border) != LineWeight::None;
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
            Border::Area => LineWeight::Heavy,
            Border::Cage => LineWeight::Light,
            Border::Inner if !self.frame.has_cages => LineWeight::Light,
            Border::Inner | Border::Outside => LineWeight::None,
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
        line: &impl Fn(Border) -> LineWeight,
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
    fn bar(&self, out: &mut String, r: usize, c: usize, line: &impl Fn(Border) -> LineWeight) {
        out.push(self.sign_left(r, c).unwrap_or_else(|| self.upright(line(self.frame.left(r, c)))));
    }

    fn upright(&self, line: LineWeight) -> char {
        match (line, self.options.ascii) {
            (LineWeight::None, _) => ' ',
            (LineWeight::Light, true) => '|',
            (LineWeight::Heavy, true) => '#',
            (LineWeight::Light, false) => '│',
            (LineWeight::Heavy, false) => '┃',
        }
    }

    fn level(&self, line: LineWeight) -> char {
        match (line, self.options.ascii) {
            (LineWeight::None, _) => ' ',
            (LineWeight::Light, true) => '-',
            (LineWeight::Heavy, true) => '=',
            (LineWeight::Light, false) => '─',
            (LineWeight::Heavy, false) => '━',
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

// The lines of a picture: which there are between cells, and how heavy they are.

/// Weight of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LineWeight {
    None,
    Light,
    Heavy,
}

/// Border between two places beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Border {
    /// Both are outside.
    Outside,
    /// Both are in one box and one cage.
    Inner,
    /// Two cages meet, or a cage ends.
    Cage,
    /// Two boxes or regions meet, or the board ends.
    Area,
}

/// Returns whether the layout has as many rows and columns as the shape.
pub(super) fn fits(layout: &Layout, shape: Shape) -> bool {
    (layout.rows(), layout.columns()) == (shape.size(), shape.size())
}

/// The borders of a square board.
pub(super) struct Frame {
    pub size: usize,
    /// For each place the boxes or regions that contain it; none for a hole.
    areas: Vec<Option<Vec<usize>>>,
    cages: Vec<Option<usize>>,
    pub has_cages: bool,
}

impl Frame {
    /// The borders that a layout has; without one, those of the shape's boxes.
    pub fn new(shape: Shape, layout: Option<&Layout>) -> Frame {
        let size = shape.size();
        let mut areas: Vec<Option<Vec<usize>>> = vec![Some(Vec::new()); shape.cells()];
        let mut cages = vec![None; shape.cells()];
        match layout.filter(|layout| fits(layout, shape)) {
            Some(layout) => {
                for (number, group) in layout.groups().iter().enumerate() {
                    for &cell in &group.cells {
                        match group.kind {
                            GroupKind::Box | GroupKind::Region => {
                                areas.get_mut(cell).into_iter().flatten().for_each(|areas| areas.push(number));
                            }
                            GroupKind::Cage => cages.get_mut(cell).into_iter().for_each(|cage| *cage = Some(number)),
                            _ => {}
                        }
                    }
                }
                for hole in (0..size * size).filter(|&cell| !layout.is_cell(cell)) {
                    areas.get_mut(hole).into_iter().for_each(|areas| *areas = None);
                }
            }
            None if shape.has_boxes() => {
                for (cell, areas) in areas.iter_mut().enumerate() {
                    areas.iter_mut().for_each(|areas| areas.push(shape.box_of(cell / size, cell % size)));
                }
            }
            None => {}
        }
        let has_cages = cages.iter().any(Option::is_some);
        Frame { size, areas, cages, has_cages }
    }

    /// Returns the number of a place from coordinates counted from one: before the first and after the last there are
    /// places outside.
    fn place(&self, row: usize, column: usize) -> Option<usize> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        (row < self.size && column < self.size).then_some(row * self.size + column)
    }

    fn between(&self, a: Option<usize>, b: Option<usize>) -> Border {
        let area = |place: Option<usize>| place.and_then(|place| self.areas.get(place)).and_then(Option::as_ref);
        let cage = |place: Option<usize>| place.and_then(|place| self.cages.get(place)).copied().flatten();
        match (area(a), area(b)) {
            (None, None) => Border::Outside,
            (Some(ours), Some(theirs)) => {
                let neither = ours.is_empty() && theirs.is_empty();
                let apart = !neither && !ours.iter().any(|area| theirs.contains(area));
                match (apart, cage(a) == cage(b)) {
                    (true, _) => Border::Area,
                    (false, false) => Border::Cage,
                    (false, true) => Border::Inner,
                }
            }
            _ => Border::Area,
        }
    }

    /// Returns the border above a place; after the last row, the border below it.
    pub fn above(&self, row: usize, column: usize) -> Border {
        self.between(self.place(row, column + 1), self.place(row + 1, column + 1))
    }

    /// Returns the border left of a place; after the last column, the border right of it.
    pub fn left(&self, row: usize, column: usize) -> Border {
        self.between(self.place(row + 1, column), self.place(row + 1, column + 1))
    }

    /// The borders that meet in the upper left corner of a place: up, right, down, left.
    pub fn corner(&self, row: usize, column: usize) -> [Border; 4] {
        let place = |up: usize, left: usize| self.place(row + up, column + left);
        [
            self.between(place(0, 0), place(0, 1)),
            self.between(place(0, 1), place(1, 1)),
            self.between(place(1, 0), place(1, 1)),
            self.between(place(0, 0), place(1, 0)),
        ]
    }
}

/// The character in which lines meet: up, right, down, left.
pub(super) fn joint(arms: [LineWeight; 4]) -> char {
    // For each sum of arms, up counting 1, right 3, down 9 and left 27, light once and heavy twice.
    const JOINTS: [char; 81] = [
        ' ', '╵', '╹', '╶', '└', '┖', '╺', '┕', '┗', '╷', '│', '╿', '┌', '├', '┞', '┍', '┝', '┡', '╻', '╽', '┃', '┎',
        '┟', '┠', '┏', '┢', '┣', '╴', '┘', '┚', '─', '┴', '┸', '╼', '┶', '┺', '┐', '┤', '┦', '┬', '┼', '╀', '┮', '┾',
        '╄', '┒', '┧', '┨', '┰', '╁', '╂', '┲', '╆', '╊', '╸', '┙', '┛', '╾', '┵', '┹', '━', '┷', '┻', '┑', '┥', '┩',
        '┭', '┽', '╃', '┯', '┿', '╇', '┓', '┪', '┫', '┱', '╅', '╉', '┳', '╈', '╋',
    ];
    let index = arms.iter().rev().fold(0, |sum, line| 3 * sum + *line as usize);
    JOINTS.get(index).copied().unwrap_or(' ')
}

/// Returns the joint in ASCII.
pub(super) fn plain_joint(arms: [LineWeight; 4]) -> char {
    let [up, right, down, left] = arms;
    let (upright, level) = (up.max(down), left.max(right));
    match (upright, level) {
        (LineWeight::None, LineWeight::None) => ' ',
        (LineWeight::Heavy, _) => '#',
        (_, LineWeight::Heavy) => '=',
        (_, LineWeight::None) if up == down => '|',
        (LineWeight::None, _) if left == right => '-',
        _ => '+',
    }
}
