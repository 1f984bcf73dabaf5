//! A puzzle of several lines, a row a line: bare, with frames, with candidates, or as values with separators.
//!
//! Rows are collected as they come and understood when there are enough: what the cells of one row mean can depend on
//! the others.

use super::error::{Complaint, count, excerpt, shown};
use super::row::{Cut, Token, cut, decimal};
use super::{MAX_SIZE, MIN_SIZE, Mask, Puzzle, Shape, line};
use crate::symbol::{Symbol, range, symbol};

#[derive(Default)]
pub(super) struct Grid {
    rows: Vec<Row>,
    /// How many rows stand before each line of the frame.
    frames: Vec<usize>,
    /// How many rows stand before each blank line.
    gaps: Vec<usize>,
}

struct Row {
    line: u64,
    text: String,
    width: usize,
}

impl Grid {
    /// Whether a line could be a row: most of its characters could be cells.
    pub fn can_begin_with(text: &str) -> bool {
        let cells = cut(text).cells;
        let width = cells.len();
        let good = cells.iter().filter(|t| t.text.chars().all(|c| value(c, width).is_some())).count();
        (MIN_SIZE..=MAX_SIZE).contains(&width) && 4 * good >= 3 * width
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The line where it begins.
    pub fn line(&self) -> u64 {
        self.rows.first().map_or(0, |r| r.line)
    }

    pub fn push(&mut self, line: u64, text: &str) {
        self.rows.push(Row { line, text: text.to_string(), width: cut(text).cells.len() });
    }

    pub fn push_frame(&mut self) {
        self.frames.push(self.rows.len());
    }

    /// The width that most rows have; of several the one that came last.
    fn width(&self) -> usize {
        let votes = |width: usize| self.rows.iter().filter(|r| r.width == width).count();
        self.rows.iter().map(|r| r.width).max_by_key(|w| votes(*w)).unwrap_or(0)
    }

    pub fn is_full(&self) -> bool {
        self.rows.len() >= self.width().clamp(MIN_SIZE, MAX_SIZE)
    }

    /// A blank line: whether the grid may go on behind it. It may where boxes end, if it did so before.
    pub fn continues_after_gap(&mut self) -> bool {
        let height = self.shape().map_or(0, Shape::box_rows);
        let expected = self.gaps.last().map_or(0, |g| g + height);
        let rows = self.rows.len();
        let goes_on = self.gaps.last() == Some(&rows) || height > 1 && rows == expected.max(height);
        if goes_on && self.gaps.last() != Some(&rows) {
            self.gaps.push(rows);
        }
        goes_on && self.lines().is_none()
    }

    /// The puzzles, if rows are puzzles: sixteen characters can be a row of sixteen or four by four cells, and only
    /// what follows can tell. What most of them are, the others are meant to be; what has all rows of a grid is one
    /// unless nearly all of them can be puzzles.
    pub fn lines(&self) -> Option<Vec<Result<(u64, Puzzle), Complaint>>> {
        let plain = |row: &Row| {
            let text = row.text.trim();
            cut(text).plain && text.len() == row.width
        };
        let puzzle = |row: &Row| line::puzzle(row.text.trim()).map(|p| (row.line, p));
        let sizes: Vec<usize> = self.rows.iter().filter_map(puzzle).map(|(_, p)| p.shape().size()).collect();
        let (good, all) = (sizes.len(), self.rows.len());
        let is_enough = if self.is_full() { 4 * good >= 3 * all } else { 2 * good >= all };
        if self.is_empty() || !self.frames.is_empty() || !is_enough || !self.rows.iter().all(plain) {
            return None;
        }
        let complaint = |row: &Row| line::complaint(row.line, &row.text, sizes.last().copied());
        Some(self.rows.iter().map(|row| puzzle(row).ok_or_else(|| complaint(row))).collect())
    }

    /// The size and boxes that the frame shows, or the usual ones.
    fn shape(&self) -> Option<Shape> {
        let size = self.width();
        let usual = Shape::of_size(size)?;
        let cuts = || self.rows.iter().map(|r| cut(&r.text).bars);
        let columns = cuts().next().and_then(|bars| step(&bars, size)).filter(|step| {
            let regular: Vec<usize> = (1..size / step).map(|k| k * step).collect();
            cuts().all(|bars| bars == regular)
        });
        let between: Vec<usize> = self.frames.iter().copied().filter(|f| (1..size).contains(f)).collect();
        let rows = step(&between, size).filter(|step| between.len() + 1 == size / step);
        let shape = match (rows, columns) {
            (_, Some(columns)) if columns > 1 => Shape::with_boxes(size, size / columns, columns),
            (Some(rows), _) if rows > 1 => Shape::with_boxes(size, rows, size / rows),
            _ => None,
        };
        Some(shape.unwrap_or(usual))
    }

    /// The puzzle, or the first thing that is wrong with it.
    pub fn puzzle(&self, wanted: Option<usize>) -> Result<Puzzle, Complaint> {
        let size = wanted.unwrap_or_else(|| self.width());
        let shape = self.shape().filter(|s| s.size() == size).or_else(|| Shape::of_size(size));
        let (Some(first), Some(shape)) = (self.rows.first(), shape) else {
            let (line, text) = self.rows.first().map_or((0, ""), |r| (r.line, &r.text));
            return Err(Complaint::new(line, 1, "a puzzle", excerpt(text)));
        };
        let cuts: Vec<(&Row, Cut)> = self.rows.iter().map(|r| (r, cut(&r.text))).collect();
        let numbers = size > 9 && cuts.iter().flat_map(|(_, c)| &c.cells).all(|t| could_be_number(t.text));
        let mut cells = Vec::with_capacity(shape.cells());
        for (row, cut) in &cuts {
            let in_row = |column, expected: String, found| Complaint::new(row.line, column, expected, found);
            for token in &cut.cells {
                cells.push(cell(token, shape, numbers).map_err(|(column, e, found)| in_row(column, e, found))?);
            }
            if cut.cells.len() != size {
                // The first one too many, or where the next one should be.
                let end = row.text.trim_end().chars().count() + 1;
                let column = cut.cells.get(size).map_or(end, |t| t.column);
                return Err(in_row(column, count(size, "cell") + " in the row", count(cut.cells.len(), "cell")));
            }
        }
        if self.rows.len() != size {
            let line = self.rows.last().unwrap_or(first).line;
            if let ([_], Some(whole)) = (self.rows.as_slice(), line::nearest_count(size)) {
                // Alone, it can be a whole puzzle as well as a row of one.
                if whole == size {
                    return Err(line::complaint(line, &first.text, Some(size.isqrt())));
                }
                let expected = format!("{}, or {whole} cells in one line", count(size, "row"));
                return Err(Complaint::new(line, 1, expected, format!("1 row of {}", count(size, "cell"))));
            }
            return Err(Complaint::new(line, 1, count(size, "row"), format!("only {}", count(self.rows.len(), "row"))));
        }
        Ok(Puzzle { shape, cells })
    }
}

/// The distance of bars, if the first one is at a part of the size.
fn step(places: &[usize], size: usize) -> Option<usize> {
    places.first().copied().filter(|step| *step > 0 && size.is_multiple_of(*step))
}

fn could_be_number(text: &str) -> bool {
    text.len() <= 2 && (text.chars().all(|c| c.is_ascii_digit()) || matches!(text, "." | "*" | "_"))
}

fn value(c: char, size: usize) -> Option<Symbol> {
    symbol(c).filter(|s| *s == Symbol::Blank || matches!(s, Symbol::Digit(d) if usize::from(*d) <= size))
}

/// The digits of one cell, or column, what was expected, and what came.
fn cell(token: &Token, shape: Shape, numbers: bool) -> Result<Mask, (usize, String, String)> {
    let size = shape.size();
    if numbers && let Some(number) = decimal(token.text) {
        return if number <= size {
            Ok(1 << number)
        } else {
            Err((token.column, format!("a number 1 to {size}"), format!("`{number}`")))
        };
    }
    if token.text.contains('0') && decimal(token.text).is_some() {
        return Err((token.column, format!("a digit {}", range(size)), format!("`{}`", token.text)));
    }
    let alone = token.text.chars().nth(1).is_none();
    let mut mask = 0;
    for (i, c) in token.text.chars().enumerate() {
        match value(c, size) {
            Some(Symbol::Digit(d)) => mask |= 1 << d,
            Some(Symbol::Blank) if alone => mask = shape.all(),
            _ => {
                let blank = if alone { " or a blank (0 . * _)" } else { "" };
                return Err((token.column + i, format!("a digit {}{blank}", range(size)), shown(c)));
            }
        }
    }
    // Nothing at all is a blank too.
    Ok(if mask == 0 { shape.all() } else { mask })
}
