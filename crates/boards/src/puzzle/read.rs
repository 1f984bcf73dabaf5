//! Reads puzzles from a stream, one after another: tells the formats apart, keeps places, and goes on behind what is
//! wrong.
//!
//! At no time more than one line and one puzzle are kept.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

use super::error::{Complaint, ReadError, excerpt};
use super::format::{Input, InputFormat, OwnLine, own_line};
use super::grid::Grid;
use super::lines::{LONGEST, Line, Lines};
use super::nested::Nested;
use super::{Mask, Puzzle, line, row};

/// A puzzle and the line where it begins, counted from one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The line.
    pub line: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// An iterator over the puzzles of a stream.
///
/// Lines that begin with `#` or `;`, and blank ones, may stand between puzzles. Of a file in sections (`[Puzzle]`,
/// `[State]`) only the puzzles are read.
///
/// ```
/// use klammer_boards::puzzle::Reader;
///
/// let text = "# two puzzles, one of them wrong\n12343.12.1434321\n12343.12.1439321\n";
/// let mut reader = Reader::new("example.sdm", text.as_bytes());
/// assert_eq!(reader.next().unwrap()?.puzzle.givens(), 14);
/// let wrong = reader.next().unwrap().unwrap_err();
/// assert_eq!(wrong.to_string(), "example.sdm:3:13: expected a digit 1 to 4 or a blank (0 . * _), found `9`");
/// assert!(reader.next().is_none());
/// # Ok::<(), klammer_boards::puzzle::ReadError>(())
/// ```
pub struct Reader<R> {
    lines: Lines<R>,
    file: Arc<str>,
    format: InputFormat,
    size: Option<usize>,
    ready: VecDeque<Result<(u64, Puzzle), Complaint>>,
    grid: Option<Grid>,
    nested: Nested,
    /// In a section that holds something else.
    skipping: bool,
    /// The size of the last puzzle, if it stood on one line.
    last_line: Option<usize>,
    /// Room for the cells of puzzles to come.
    rooms: Vec<Vec<Mask>>,
    done: bool,
}

/// More rooms are not kept.
const MOST_ROOMS: usize = 1024;

impl<R: BufRead> Reader<R> {
    /// Reads `input`, which is called `file` in errors.
    pub fn new(file: impl Into<Arc<str>>, input: R) -> Reader<R> {
        Reader {
            lines: Lines::new(input),
            file: file.into(),
            format: InputFormat::Auto,
            size: None,
            ready: VecDeque::new(),
            grid: None,
            nested: Nested::default(),
            skipping: false,
            last_line: None,
            rooms: Vec::new(),
            done: false,
        }
    }

    /// Takes everything for this format.
    #[must_use]
    pub fn format(mut self, format: InputFormat) -> Self {
        self.format = format;
        self
    }

    /// Takes puzzles of another size for errors. Triples and constraints do not tell how large their puzzle is: without
    /// this, it is 9, 16 or 25.
    #[must_use]
    pub fn size(mut self, size: usize) -> Self {
        self.size = Some(size);
        self
    }

    /// The line that was read last.
    pub fn line(&self) -> u64 {
        self.lines.number()
    }

    /// Takes back a puzzle that is not needed any more: another one will have its room.
    pub fn recycle(&mut self, puzzle: Puzzle) {
        if self.rooms.len() < MOST_ROOMS {
            self.rooms.push(puzzle.cells);
        }
    }

    /// A line that is a puzzle and cannot be anything else, as nearly all lines of large files are.
    fn plain_line(&mut self, bytes: &[u8]) -> Option<Puzzle> {
        let expected = self.last_line? > 5 && self.grid.is_none() && !self.nested.is_open() && !self.skipping;
        if !expected || !matches!(self.format, InputFormat::Auto | InputFormat::Line) {
            return None;
        }
        // Nearly always the line is the puzzle and nothing else.
        let whole = line::size(bytes.len()) == self.last_line;
        let field = if whole { bytes } else { line::first_field(bytes) };
        if !whole && line::size(field.len()) != self.last_line {
            return None;
        }
        let mut room = self.rooms.pop().unwrap_or_default();
        line::puzzle_in(field, &mut room)
    }

    fn complain(&mut self, complaint: Complaint) {
        self.ready.push_back(Err(complaint));
    }

    /// Takes the next line as far as it goes.
    fn advance(&mut self) -> Result<(), ReadError> {
        match self.lines.read() {
            Err(source) => {
                self.done = true;
                Err(ReadError::Io { file: Arc::clone(&self.file), source })
            }
            Ok(None) => {
                self.done = true;
                self.end_grid();
                let complaint = self.nested.give_up(self.lines.number(), "the end of the file");
                self.ready.extend(complaint.map(Err));
                Ok(())
            }
            Ok(Some(Line::Overlong)) => {
                self.end_all("a line that is too long");
                let number = self.lines.number();
                let expected = format!("a line of at most {LONGEST} bytes");
                self.complain(Complaint::new(number, LONGEST + 1, expected, "a longer one"));
                Ok(())
            }
            Ok(Some(Line::Text)) => {
                let bytes = self.lines.take();
                if let Some(puzzle) = self.plain_line(&bytes) {
                    self.lines.put_back(bytes);
                    self.ready.push_back(Ok((self.lines.number(), puzzle)));
                    return Ok(());
                }
                match std::str::from_utf8(&bytes) {
                    Ok(text) => self.take(text),
                    Err(error) => self.complain_of_bytes(&bytes, error.valid_up_to()),
                }
                self.lines.put_back(bytes);
                Ok(())
            }
        }
    }

    fn complain_of_bytes(&mut self, bytes: &[u8], valid: usize) {
        if self.skipping {
            return;
        }
        self.end_all("bytes that are no text");
        let (good, bad) = bytes.split_at_checked(valid).unwrap_or((bytes, &[]));
        let column = String::from_utf8_lossy(good).chars().count() + 1;
        let found = bad.first().map_or(String::new(), |b| format!("the byte 0x{b:02x}"));
        self.complain(Complaint::new(self.lines.number(), column, "text in UTF-8", found));
    }

    fn take(&mut self, text: &str) {
        let number = self.lines.number();
        let is_in_grid = self.grid.is_some();
        if text.trim().is_empty() && !(is_in_grid && text.contains('\t')) {
            self.take_blank();
        } else if self.nested.is_open() {
            self.take_nested(text);
        } else if is_comment(text, is_in_grid) {
            // Comments may stand anywhere.
        } else if let Some(section) = section(text) {
            self.end_grid();
            self.skipping = !section.eq_ignore_ascii_case("puzzle");
        } else if self.skipping {
            // Until the next section.
        } else {
            match self.format.input() {
                Input::Any => self.take_any(number, text),
                Input::Cells => self.take_line(number, text),
                Input::Rows => self.take_row(number, text),
                Input::Brackets => self.take_nested(text),
                Input::Own(format) => self.take_own(format, number, text),
            }
        }
    }

    fn take_any(&mut self, number: u64, text: &str) {
        let field = line::field(text.trim_start());
        let is_frame = row::is_frame(text);
        let is_line = match line::size(field.len()) {
            None => line::is_meant(field) && !is_frame,
            // Could be a row as well: of a grid that has begun, or of one that begins here.
            small @ Some(4 | 5) => match self.size {
                None => self.last_line == small && self.grid.is_none(),
                wanted => wanted == small,
            },
            Some(_) => !is_frame,
        };
        // Behind a puzzle on one line, a line that is too short is more likely a puzzle than a row, unless it is just
        // as long as one.
        let is_alone = field.len() == text.trim().len() && line::size(field.len()).is_none();
        let is_row = |size: usize| size == field.len() || self.grid.is_some() || !is_alone;
        let cut_short = || self.last_line.is_some_and(|size| !is_row(size));
        if let Some(format) = own_line(text) {
            self.take_own(format, number, text);
        } else if is_line {
            self.take_line(number, text);
        } else if text.contains(['(', '[', '{']) {
            self.take_nested(text);
        } else if cut_short() && !is_frame {
            self.complain_of_line(number, text);
        } else {
            self.take_row(number, text);
        }
    }

    fn take_blank(&mut self) {
        if self.nested.is_open() {
            let complaint = self.nested.give_up(self.lines.number(), "a blank line");
            self.ready.extend(complaint.map(Err));
        }
        if self.grid.as_mut().is_some_and(|g| g.is_empty() || !g.continues_after_gap()) {
            self.end_grid();
        }
    }

    fn take_line(&mut self, number: u64, text: &str) {
        self.end_grid();
        let field = line::field(text.trim_start());
        match line::puzzle(field).filter(|p| self.size.is_none_or(|s| s == p.shape().size())) {
            Some(puzzle) => {
                self.last_line = Some(puzzle.shape().size());
                self.ready.push_back(Ok((number, puzzle)));
            }
            None => self.complain_of_line(number, text),
        }
    }

    fn complain_of_line(&mut self, number: u64, text: &str) {
        self.complain(line::complaint(number, text, self.size.or(self.last_line)));
    }

    fn take_row(&mut self, number: u64, text: &str) {
        if row::is_frame(text) {
            self.grid.get_or_insert_default().push_frame();
            return;
        }
        if self.grid.as_ref().is_none_or(Grid::is_empty) && !Grid::can_begin_with(text) {
            self.grid = None;
            let column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
            self.complain(Complaint::new(number, column, "a puzzle", excerpt(text.trim())));
            return;
        }
        let grid = self.grid.get_or_insert_default();
        grid.push(number, text);
        if grid.is_full() {
            self.end_grid();
        }
    }

    fn take_nested(&mut self, text: &str) {
        self.end_grid();
        let mut found = Vec::new();
        let was_open = self.nested.is_open();
        self.nested.feed(self.lines.number(), text, self.size, &mut found);
        if found.is_empty() && !was_open && !self.nested.is_open() {
            found.push(Err(Complaint::new(self.lines.number(), 1, "a puzzle", excerpt(text.trim()))));
        }
        self.last_line = None;
        self.ready.extend(found);
    }

    fn take_own(&mut self, format: OwnLine, number: u64, text: &str) {
        self.end_grid();
        self.ready.push_back((format.read)(number, text).map(|p| (number, p)));
    }

    /// No more rows come.
    fn end_grid(&mut self) {
        let Some(grid) = self.grid.take().filter(|g| !g.is_empty()) else { return };
        match grid.lines() {
            Some(lines) if self.format == InputFormat::Auto && self.size.is_none() => {
                self.last_line = lines.iter().flatten().last().map(|(_, p)| p.shape().size());
                self.ready.extend(lines);
            }
            _ => {
                self.last_line = None;
                self.ready.push_back(grid.puzzle(self.size).map(|p| (grid.line(), p)));
            }
        }
    }

    fn end_all(&mut self, what_came: &str) {
        self.end_grid();
        let complaint = self.nested.give_up(self.lines.number(), what_came);
        self.ready.extend(complaint.map(Err));
    }
}

impl<R: Read> Reader<BufReader<R>> {
    /// Whether a whole line is there that can be taken without waiting for the stream.
    pub fn has_line_ready(&self) -> bool {
        self.lines.is_ready()
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Placed, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(next) = self.ready.pop_front() {
                let malformed = |complaint: Complaint| ReadError::Malformed(complaint.in_file(&self.file));
                return Some(next.map(|(line, puzzle)| Placed { line, puzzle }).map_err(malformed));
            }
            if self.done {
                return None;
            }
            if let Err(error) = self.advance() {
                return Some(Err(error));
            }
        }
    }
}

/// `#` begins a comment, unless it begins a vector or an array of Lisp; `;` does, unless it stands between values.
fn is_comment(text: &str, is_in_grid: bool) -> bool {
    let text = text.trim_start();
    let is_digit = |c: char| c.is_ascii_digit();
    if text.starts_with(';') && (is_in_grid || text.contains(is_digit)) {
        return !text.chars().all(|c| is_digit(c) || matches!(c, ';' | ' ' | '"'));
    }
    let array = |rest: &str| rest.starts_with('(') || rest.to_ascii_uppercase().starts_with("2A(");
    text.starts_with(';') || text.strip_prefix('#').is_some_and(|rest| !array(rest))
}

/// The name of the section that begins here.
fn section(text: &str) -> Option<&str> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    (!name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic())).then_some(name)
}
