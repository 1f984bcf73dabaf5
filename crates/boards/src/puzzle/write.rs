//! Puzzles as texts. What is written is read back as the same puzzle, except for what a format cannot say.

use std::str::FromStr;

use super::symbol::character;
use super::{Mask, Puzzle, digits, single};

/// How a puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OutputFormat {
    /// A character a cell: `53..7....6..195...`
    Line,
    /// A row a line, as in `.sdk` files.
    Rows,
    /// Rows in a frame that shows the boxes.
    Grid,
    /// Like `Grid`, with all candidates of each cell. The only one of the formats for people that keeps candidates.
    Marks,
    /// Rows in parentheses, 0 for a blank; some candidates of a cell are a list.
    Lisp,
    /// `(row column digit)` for each given, counted from zero.
    Triples,
    /// `((row column) digit)` for each given, as the documented solver takes them.
    Constraints,
    /// `#(5 3 0 ...)`
    Vector,
    /// `[[5,3,0,...],...]`; some candidates of a cell are a list.
    Matrix,
    /// Numbers with commas, a row a line.
    Csv,
    /// An object on one line: `{"puzzle":"53..7....6..195..."}`, with boxes and candidates where they are not the usual ones.
    #[cfg(feature = "json")]
    Json,
    /// A picture.
    #[cfg(feature = "svg")]
    Svg,
}

impl OutputFormat {
    /// All of them.
    pub const ALL: &[OutputFormat] = &[
        OutputFormat::Line,
        OutputFormat::Rows,
        OutputFormat::Grid,
        OutputFormat::Marks,
        OutputFormat::Lisp,
        OutputFormat::Triples,
        OutputFormat::Constraints,
        OutputFormat::Vector,
        OutputFormat::Matrix,
        OutputFormat::Csv,
        #[cfg(feature = "json")]
        OutputFormat::Json,
        #[cfg(feature = "svg")]
        OutputFormat::Svg,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OutputFormat::Line => "line",
            OutputFormat::Rows => "rows",
            OutputFormat::Grid => "grid",
            OutputFormat::Marks => "marks",
            OutputFormat::Lisp => "lisp",
            OutputFormat::Triples => "triples",
            OutputFormat::Constraints => "constraints",
            OutputFormat::Vector => "vector",
            OutputFormat::Matrix => "matrix",
            OutputFormat::Csv => "csv",
            #[cfg(feature = "json")]
            OutputFormat::Json => "json",
            #[cfg(feature = "svg")]
            OutputFormat::Svg => "svg",
        }
    }

    /// Whether a puzzle takes several lines: then a blank one should stand between two.
    #[must_use]
    pub fn has_several_lines(self) -> bool {
        use OutputFormat::{Csv, Grid, Lisp, Marks, Rows};
        #[cfg(feature = "svg")]
        if self == OutputFormat::Svg {
            return true;
        }
        matches!(self, Rows | Grid | Marks | Lisp | Csv)
    }
}

impl FromStr for OutputFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<OutputFormat, String> {
        let names = || OutputFormat::ALL.iter().map(|f| f.name()).collect::<Vec<_>>().join(", ");
        let found = OutputFormat::ALL.iter().copied().find(|f| f.name() == name);
        found.ok_or_else(|| format!("unknown format of puzzles {name:?}; there are {}", names()))
    }
}

impl Puzzle {
    /// The puzzle as a text, without an end of line behind it.
    #[must_use]
    pub fn text(&self, format: OutputFormat) -> String {
        let mut out = String::new();
        self.write(format, &mut out);
        out
    }

    /// Writes what [`Puzzle::text`] gives behind `out`.
    pub fn write(&self, format: OutputFormat, out: &mut String) {
        match format {
            OutputFormat::Line => {
                // Pieces of a few characters each, in a buffer: faster than one after another.
                let mut buffer = [b'.'; 64];
                for piece in self.cells().chunks(buffer.len()) {
                    for (byte, cell) in buffer.iter_mut().zip(piece) {
                        *byte = SYMBOLS.get(single(*cell).unwrap_or(0) as usize).copied().unwrap_or(b'?');
                    }
                    let piece = buffer.get(..piece.len()).unwrap_or_default();
                    out.push_str(std::str::from_utf8(piece).unwrap_or_default());
                }
            }
            OutputFormat::Rows => {
                let row = |row: &[Mask], out: &mut String| out.extend(row.iter().map(|c| symbol(*c)));
                separated(self.rows(), "\n", out, row);
            }
            OutputFormat::Grid => self.framed(out, |c, text| text.push(symbol(c))),
            OutputFormat::Marks => self.framed(out, marks),
            OutputFormat::Lisp => {
                let cell = |c: &Mask, out: &mut String| self.cell_or_list(*c, ["(", " ", ")"], out);
                out.push('(');
                separated(self.rows(), "\n ", out, |row, out| {
                    out.push('(');
                    separated(row, " ", out, cell);
                    out.push(')');
                });
                out.push(')');
            }
            OutputFormat::Triples => self.givens_as(out, |r, c, d| format!("({r} {c} {d})")),
            OutputFormat::Constraints => self.givens_as(out, |r, c, d| format!("(({r} {c}) {d})")),
            OutputFormat::Vector => {
                out.push_str("#(");
                separated(self.cells(), " ", out, |c, out| self.cell_or_list(*c, ["(", " ", ")"], out));
                out.push(')');
            }
            OutputFormat::Matrix => {
                let cell = |c: &Mask, out: &mut String| self.cell_or_list(*c, ["[", ",", "]"], out);
                out.push('[');
                separated(self.rows(), ",", out, |row, out| {
                    out.push('[');
                    separated(row, ",", out, cell);
                    out.push(']');
                });
                out.push(']');
            }
            OutputFormat::Csv => separated(self.rows(), "\n", out, |row, out| {
                separated(row, ",", out, |c, out| number(single(*c).unwrap_or(0), out));
            }),
            #[cfg(feature = "json")]
            OutputFormat::Json => super::json::write(self, out),
            #[cfg(feature = "svg")]
            OutputFormat::Svg => out.push_str(&self.svg(&super::SvgOptions::default())),
        }
    }

    fn givens_as(&self, out: &mut String, form: impl Fn(usize, usize, u32) -> String) {
        let givens = self.places().filter_map(|(r, c, cell)| Some(form(r, c, single(cell)?)));
        out.push('(');
        separated(givens, " ", out, |given, out| out.push_str(&given));
        out.push(')');
    }

    /// A number, 0 for a blank; candidates between brackets.
    fn cell_or_list(&self, cell: Mask, [open, between, close]: [&str; 3], out: &mut String) {
        if let Some(digit) = single(cell) {
            number(digit, out);
        } else if cell == self.shape().all() {
            out.push('0');
        } else {
            out.push_str(open);
            separated(digits(cell), between, out, number);
            out.push_str(close);
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

/// How the digits are written, after the blank.
const SYMBOLS: &[u8; 26] = b".123456789ABCDEFGHIJKLMNOP";

/// The digit of a given, a dot for any other cell.
fn symbol(cell: Mask) -> char {
    single(cell).map_or('.', character)
}

/// All digits; an `x` stands for none, which cannot be read back.
fn marks(cell: Mask, out: &mut String) {
    out.extend(digits(cell).map(character));
    if cell == 0 {
        out.push('x');
    }
}

fn number(number: u32, out: &mut String) {
    out.push_str(&number.to_string());
}

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
