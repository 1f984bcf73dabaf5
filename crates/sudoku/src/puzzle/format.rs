//! The formats of puzzles, each once: its name, what it looks like, what reads or writes it. The choices of the
//! program, the documentation of the language's functions and the complaint about an unknown name are made of these
//! tables.
//!
//! A new format is a function in the file of its kind, and a row here.

use std::str::FromStr;

#[cfg(feature = "json")]
use crate::puzzle::exchange;
use crate::puzzle::{Alphabet, Context, Found, Mask, Puzzle, digits, line, single, write_line};

/// Declares an enumeration of formats. Each entry has an example of the format, its name, a hint if that is unclear,
/// and its properties.
macro_rules! formats {
    (
        $(#[doc = $about:literal])+
        $Format:ident: $Rule:ty, $descriptions:ident;
        $(
            $(#[doc = $looks:literal])+
            $(#[cfg(feature = $feature:literal)])?
            $Variant:ident = $name:literal $(($hint:literal))?, $rule:expr;
        )+
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum $Format {
            $($(#[doc = $looks])+ $(#[cfg(feature = $feature)])? $Variant,)+
        }

        impl $Format {
            /// All of them.
            pub const ALL: &[$Format] = &[$($(#[cfg(feature = $feature)])? $Format::$Variant,)+];

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($(#[cfg(feature = $feature)])? $Format::$Variant => $name,)+
                }
            }

            /// Its name, and what that stands for where it is not plain.
            #[must_use]
            pub fn hint(self) -> &'static str {
                match self {
                    $($(#[cfg(feature = $feature)])? $Format::$Variant => concat!($name $(, " (", $hint, ")")?),)+
                }
            }

            fn rule(self) -> $Rule {
                match self {
                    $($(#[cfg(feature = $feature)])? $Format::$Variant => $rule,)+
                }
            }
        }

        /// Descriptions of all formats, one below the other, including those that need a feature: a literal, for
        /// documentation.
        #[macro_export]
        macro_rules! $descriptions {
            () => {
                concat!($("\n- `", $name, "`:", $($looks,)+)+)
            };
        }

        impl FromStr for $Format {
            type Err = String;

            fn from_str(name: &str) -> Result<$Format, String> {
                let names = || $Format::ALL.iter().map(|f| f.name()).collect::<Vec<_>>().join(", ");
                let found = $Format::ALL.iter().copied().find(|f| f.name() == name);
                found.ok_or_else(|| format!("unknown format of puzzles {name:?}; there are {}", names()))
            }
        }
    };
}

formats! {
    /// The format of the puzzles in a text.
    InputFormat: Input, input_formats;

    /// Any of the others; a text may have several.
    Auto = "auto", Input::Any;
    /// Each line is a puzzle, a character a cell: `53..7....6..195...`, or 729 characters with all pencil marks. Other
    /// fields may stand on the line: numbers, ratings, the solution, remarks, an address around it.
    Line = "line", Input::Cells;
    /// Each line is a row: `.sdk`, `.ss`, with or without a frame, candidates, values with separators; spaces may be
    /// the blanks.
    Grid = "grid", Input::Rows;
    /// In brackets: rows, vectors, triples, constraints, texts in quotes, in the syntax of Lisp and of others.
    Nested = "nested" ("brackets of Lisp and others"), Input::Brackets;
    /// Objects such as `{"puzzle": "53..7...."}`, those of f-puzzles and SudokuPad with their cages and regions. Needs
    /// the feature `json`.
    #[cfg(feature = "json")]
    Json = "json", Input::Brackets;
    /// Each line is one of a library of HoDoKu: `:0000:x:53..7....:312 513::`, cells and digits that cells may not
    /// have.
    Hodoku = "hodoku", Input::Own(OwnLine { begins: line::begins_hodoku, read: line::read_hodoku });
    /// An address of f-puzzles or SudokuPad with a puzzle in it, or a name that begins with `scl`. Needs the feature
    /// `json`.
    #[cfg(feature = "json")]
    Link = "link", Input::Own(OwnLine { begins: exchange::begins_link, read: exchange::read_link });
    /// Elements with a puzzle as an attribute, as OpenSudoku has them: `<game data="5300700...">`.
    Xml = "xml", Input::Own(OwnLine { begins: line::begins_markup, read: line::read_markup });
}

#[allow(clippy::derivable_impls, reason = "the enumeration is made of the table")]
impl Default for InputFormat {
    fn default() -> InputFormat {
        InputFormat::Auto
    }
}

/// Treatment of the lines of a format.
pub(super) enum Input {
    /// As those of whatever format they look like.
    Any,
    /// Each is the cells of a puzzle.
    Cells,
    /// They are rows, which become a puzzle when there are enough.
    Rows,
    /// Brackets tell where a puzzle ends.
    Brackets,
    /// Each is a puzzle in a way of its own.
    Own(OwnLine),
}

/// A format of lines that cannot be taken for any other.
#[derive(Clone, Copy)]
pub(super) struct OwnLine {
    /// Returns whether a line, without the white space before it, is in this format.
    begins: fn(&str) -> bool,
    /// The puzzles on the line of this number.
    pub read: fn(u64, &str, Context) -> Vec<Found>,
}

impl InputFormat {
    pub(super) fn input(self) -> Input {
        self.rule()
    }
}

/// The format that a line shows by how it begins.
pub(super) fn own_line(text: &str) -> Option<OwnLine> {
    let text = text.trim_start();
    InputFormat::ALL.iter().find_map(|format| match format.rule() {
        Input::Own(own) if (own.begins)(text) => Some(own),
        _ => None,
    })
}

formats! {
    /// The format in which a puzzle is written.
    OutputFormat: Output, output_formats;

    /// A character a cell: `53..7....6..195...`
    Line = "line", one_line(write_line);
    /// A row a line, as in `.sdk` files.
    Rows = "rows", several_lines(rows);
    /// Rows in a frame that shows the boxes.
    Grid = "grid", several_lines(grid);
    /// A grid with all candidates of each cell.
    Marks = "marks", several_lines(marks);
    /// Rows in parentheses, 0 for a blank; some candidates of a cell are a list.
    Lisp = "lisp", several_lines(lisp);
    /// `(row column digit)` for each given, counted from zero.
    Triples = "triples", one_line(triples);
    /// `((row column) digit)` for each given, as the documented solver takes them.
    Constraints = "constraints", one_line(constraints);
    /// `#(5 3 0 ...)`; some candidates of a cell are a list.
    Vector = "vector", one_line(vector);
    /// `[[5,3,0,...],...]`; some candidates of a cell are a list.
    Matrix = "matrix", one_line(matrix);
    /// Numbers with commas, a row a line.
    Csv = "csv", several_lines(csv);
    /// A line of a library of HoDoKu, with the digits that cells may not have.
    Hodoku = "hodoku", one_line(line::write_hodoku);
    /// An object on one line: `{"puzzle":"53..7....6..195..."}`, with boxes and candidates where they are not the usual
    /// ones. Needs the feature `json`.
    #[cfg(feature = "json")]
    Json = "json", one_line(exchange::write_json);
    /// A picture. Needs the feature `svg`.
    #[cfg(feature = "svg")]
    Svg = "svg", Output { comment: ["<!-- ", " -->"], ..several_lines(crate::puzzle::svg::write) };
}

/// Properties of a format for writing.
struct Output {
    several_lines: bool,
    /// The text before and after a remark.
    comment: [&'static str; 2],
    write: fn(&Puzzle, &mut String),
}

fn one_line(write: fn(&Puzzle, &mut String)) -> Output {
    Output { several_lines: false, comment: ["# ", ""], write }
}

fn several_lines(write: fn(&Puzzle, &mut String)) -> Output {
    Output { several_lines: true, ..one_line(write) }
}

impl OutputFormat {
    /// Returns whether a puzzle takes several lines: then a blank one should stand between two.
    #[must_use]
    pub fn has_several_lines(self) -> bool {
        self.rule().several_lines
    }

    /// A line of a file in this format that is passed over where puzzles are read, or not shown.
    #[must_use]
    pub fn comment(self, text: &str) -> String {
        let [before, after] = self.rule().comment;
        // Two hyphens would end the comment of a picture; after others they say no less.
        let text = if after.is_empty() { text.to_string() } else { text.replace("--", "- -") };
        format!("{before}{text}{after}")
    }
}

impl Puzzle {
    /// Returns the puzzle as a text, without a final end of line.
    #[must_use]
    pub fn text(&self, format: OutputFormat) -> String {
        let mut out = String::new();
        self.write(format, &mut out);
        out
    }

    /// Appends the result of [`Puzzle::text`] to `out`.
    pub fn write(&self, format: OutputFormat, out: &mut String) {
        (format.rule().write)(self, out);
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
    pub(super) fn symbol(&self, cell: Mask) -> char {
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
