//! Puzzles as texts, in the formats that have no file of their own. What is written is read back as the same puzzle,
//! except for what a format cannot say.

use crate::puzzle::{Alphabet, Mask, Puzzle, digits, single};

pub(super) fn line(puzzle: &Puzzle, out: &mut String) {
    if puzzle.alphabet() != Alphabet::One {
        out.extend(puzzle.cells().iter().map(|c| puzzle.symbol(*c)));
        return;
    }
    // Pieces of a few characters each, in a buffer: faster than one after another.
    let mut buffer = [b'.'; 64];
    for piece in puzzle.cells().chunks(buffer.len()) {
        for (byte, cell) in buffer.iter_mut().zip(piece) {
            *byte = SYMBOLS.get(single(*cell).unwrap_or(0) as usize).copied().unwrap_or(b'?');
        }
        let piece = buffer.get(..piece.len()).unwrap_or_default();
        out.push_str(std::str::from_utf8(piece).unwrap_or_default());
    }
}

pub(super) fn rows(puzzle: &Puzzle, out: &mut String) {
    separated(puzzle.rows(), "\n", out, |row, out| out.extend(row.iter().map(|c| puzzle.symbol(*c))));
}

pub(super) fn grid(puzzle: &Puzzle, out: &mut String) {
    puzzle.framed(out, |c, text| text.push(puzzle.symbol(c)));
}

pub(super) fn marks(puzzle: &Puzzle, out: &mut String) {
    puzzle.framed(out, |c, text| puzzle.all_digits(c, text));
}

pub(super) fn lisp(puzzle: &Puzzle, out: &mut String) {
    out.push('(');
    separated(puzzle.rows(), "\n ", out, |row, out| {
        out.push('(');
        separated(row, " ", out, |c, out| puzzle.cell_or_list(*c, "nil", ["(", " ", ")"], out));
        out.push(')');
    });
    out.push(')');
}

pub(super) fn triples(puzzle: &Puzzle, out: &mut String) {
    puzzle.givens_as(out, |r, c, d| format!("({r} {c} {d})"));
}

pub(super) fn constraints(puzzle: &Puzzle, out: &mut String) {
    puzzle.givens_as(out, |r, c, d| format!("(({r} {c}) {d})"));
}

pub(super) fn vector(puzzle: &Puzzle, out: &mut String) {
    out.push_str("#(");
    separated(puzzle.cells(), " ", out, |c, out| puzzle.cell_or_list(*c, "nil", ["(", " ", ")"], out));
    out.push(')');
}

pub(super) fn matrix(puzzle: &Puzzle, out: &mut String) {
    out.push('[');
    separated(puzzle.rows(), ",", out, |row, out| {
        out.push('[');
        separated(row, ",", out, |c, out| puzzle.cell_or_list(*c, "null", ["[", ",", "]"], out));
        out.push(']');
    });
    out.push(']');
}

pub(super) fn csv(puzzle: &Puzzle, out: &mut String) {
    separated(puzzle.rows(), "\n", out, |row, out| {
        separated(row, ",", out, |c, out| match single(*c) {
            Some(digit) => puzzle.number(digit, out),
            None => out.push_str(puzzle.blank_or("")),
        });
    });
}

impl Puzzle {
    fn givens_as(&self, out: &mut String, form: impl Fn(usize, usize, u32) -> String) {
        let givens = self.places().filter_map(|(r, c, cell)| Some(form(r, c, self.alphabet().number(single(cell)?))));
        out.push('(');
        separated(givens, " ", out, |given, out| out.push_str(&given));
        out.push(')');
    }

    /// A number, 0 for a blank where that is no digit; candidates between brackets.
    fn cell_or_list(&self, cell: Mask, blank: &'static str, [open, between, close]: [&str; 3], out: &mut String) {
        if let Some(digit) = single(cell) {
            self.number(digit, out);
        } else if cell == self.shape().all() {
            out.push_str(self.blank_or(blank));
        } else {
            out.push_str(open);
            separated(digits(cell), between, out, |digit, out| self.number(digit, out));
            out.push_str(close);
        }
    }

    /// A blank among numbers: `other` where 0 is a digit.
    fn blank_or(&self, other: &'static str) -> &'static str {
        if self.alphabet() == Alphabet::Zero { other } else { "0" }
    }

    fn number(&self, digit: u32, out: &mut String) {
        out.push_str(&self.alphabet().number(digit).to_string());
    }

    /// The digit of a given, a dot for any other cell.
    fn symbol(&self, cell: Mask) -> char {
        single(cell).map_or('.', |digit| self.alphabet().character(digit))
    }

    /// All digits; an `x` stands for none, which cannot be read back.
    fn all_digits(&self, cell: Mask, out: &mut String) {
        out.extend(digits(cell).map(|digit| self.alphabet().character(digit)));
        if cell == 0 {
            out.push('x');
        }
    }

    /// Rows with a frame around them and between the boxes; cells are as wide as the widest.
    fn framed(&self, out: &mut String, cell: impl Fn(Mask, &mut String)) {
        let shape = self.shape();
        let cells: Vec<String> = self
            .cells()
            .iter()
            .map(|c| {
                let mut text = String::new();
                cell(*c, &mut text);
                text
            })
            .collect();
        let width = cells.iter().map(String::len).max().unwrap_or(1);
        let (height, columns) =
            if shape.has_boxes() { (shape.box_rows(), shape.box_columns()) } else { (shape.size(), shape.size()) };
        let piece = "-".repeat(columns * (width + 1) + 1);
        let rule = format!("+{}", format!("{piece}+").repeat(shape.size() / columns));
        for (i, row) in cells.chunks(shape.size()).enumerate() {
            if i % height == 0 {
                out.push_str(&rule);
                out.push('\n');
            }
            for piece in row.chunks(columns) {
                out.push('|');
                for text in piece {
                    out.push_str(&format!(" {text:width$}"));
                }
                out.push(' ');
            }
            out.push_str("|\n");
        }
        out.push_str(&rule);
    }
}

/// Symbols of the digits, after the blank.
const SYMBOLS: &[u8; 26] = b".123456789ABCDEFGHIJKLMNOP";

fn separated<T>(
    items: impl IntoIterator<Item = T>,
    separator: &str,
    out: &mut String,
    mut write: impl FnMut(T, &mut String),
) {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push_str(separator);
        }
        write(item, out);
    }
}
