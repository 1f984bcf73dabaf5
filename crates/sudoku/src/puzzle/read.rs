//! Reads puzzles from a stream, one after another: tells the formats apart, keeps places, and goes on after an error.
//!
//! At no time more than one line and one puzzle are kept.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use memchr::memchr;

use crate::puzzle::format::{Input, InputFormat, OwnLine, own_line};
use crate::puzzle::grid::{self, TextGrid};
use crate::puzzle::nested::Nested;
use crate::puzzle::{Alphabet, Complaint, Context, Found, LocatedPuzzle, MIN_SIZE, Puzzle, ReadError, excerpt, line};

/// An iterator over the puzzles of a stream.
///
/// Lines that begin with `#` or `;`, and blank ones, may stand between puzzles. Of a file in sections (`[Puzzle]`,
/// `[State]`) only the puzzles are read. What else is no puzzle is passed over, see [`Reader::passed_over`]; a text of
/// nothing else is malformed.
///
/// ```
/// use klammer_sudoku::puzzle::Reader;
///
/// let text = "# two puzzles, one of them wrong\n12343.12.1434321\n12343.12.1439321\n";
/// let mut reader = Reader::new("example.sdm", text.as_bytes());
/// assert_eq!(reader.next().unwrap()?.puzzle.givens(), 14);
/// let wrong = reader.next().unwrap().unwrap_err();
/// assert_eq!(wrong.to_string(), "example.sdm:3:13: expected a digit 1 to 4 or a blank (0 . * _), found `9`");
/// assert!(reader.next().is_none());
/// # Ok::<(), klammer_sudoku::puzzle::ReadError>(())
/// ```
pub struct Reader<R> {
    lines: Lines<R>,
    file: Arc<str>,
    format: InputFormat,
    size: Option<usize>,
    ready: VecDeque<Found>,
    grid: Option<TextGrid>,
    nested: Nested,
    sections: Sections,
    /// The lines that were no puzzle.
    passed: Passed,
    before: Preceding,
    done: bool,
}

/// Sections of a file (`[Puzzle]`, `[State]`).
#[derive(Default)]
struct Sections {
    /// Whether there was a section of a puzzle.
    has_puzzle: bool,
    /// Whether the lines are in a section that holds something else.
    is_skipping: bool,
}

impl Sections {
    /// Begins the section of this name. Returns whether it is one of the sections that files of puzzles have.
    fn begin(&mut self, name: &str) -> bool {
        let is_puzzle = name.eq_ignore_ascii_case("puzzle");
        self.has_puzzle |= is_puzzle;
        self.is_skipping = !is_puzzle && (self.has_puzzle || is_other_section(name));
        is_puzzle || self.is_skipping
    }
}

/// Text before the next line, which says what the line may be.
struct Preceding {
    /// Whether a puzzle or a complaint was found.
    has_found: bool,
    /// The alphabet of the last puzzle.
    alphabet: Alphabet,
    /// The size of the last puzzle, if it was on one line.
    line_size: Option<usize>,
    /// Whether the line before was blank: a grid may begin.
    is_gap: bool,
}

/// Lines between puzzles that are no puzzles.
#[derive(Default)]
struct Passed {
    /// Characters that are not markup.
    count: u64,
    /// The complaint about the first of all, if there is no puzzle.
    first: Option<Complaint>,
    /// The first that is not markup.
    shown: Option<(u64, String)>,
}

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
            sections: Sections::default(),
            passed: Passed::default(),
            before: Preceding { has_found: false, alphabet: Alphabet::One, line_size: None, is_gap: false },
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

    /// Describes the lines that are no puzzles and were passed over so far, such as titles and headers.
    pub fn passed_over(&self) -> Option<String> {
        let (line, text) = self.passed.shown.as_ref()?;
        let file = &self.file;
        Some(match self.passed.count {
            1 => format!("{file}:{line}: {text} is no puzzle and is passed over"),
            n => format!("{file}: {n} lines are no puzzles and are passed over, the first is line {line}: {text}"),
        })
    }

    fn context(&self) -> Context {
        Context { size: self.size, before: self.before.alphabet }
    }

    /// Passes over a line that is no puzzle.
    fn pass_over(&mut self, number: u64, text: &str) {
        let column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let shown = excerpt(text.trim());
        self.passed.first.get_or_insert_with(|| Complaint::new(number, column, "a puzzle", shown.clone()));
        if !text.trim_start().starts_with('<') {
            self.passed.count += 1;
            self.passed.shown.get_or_insert((number, shown));
        }
    }

    /// Takes what has been found.
    fn find(&mut self, found: impl IntoIterator<Item = Found>) {
        for found in found {
            self.before.has_found = true;
            if let Ok(placed) = &found {
                self.before.alphabet = placed.puzzle.alphabet();
            }
            self.ready.push_back(found);
        }
    }

    /// A line that is a puzzle and cannot be anything else, as nearly all lines of large files are.
    fn plain_line(&mut self, bytes: &[u8]) -> Option<Puzzle> {
        let expected = self.before.line_size? > 5
            && self.before.alphabet == Alphabet::One
            && self.grid.is_none()
            && !self.nested.is_open()
            && !self.sections.is_skipping;
        if !expected || !matches!(self.format, InputFormat::Auto | InputFormat::Line) {
            return None;
        }
        // Nearly always the line is the puzzle and nothing else.
        let whole = line::size(bytes.len()) == self.before.line_size;
        let field = if whole { bytes } else { line::first_field(bytes) };
        if !whole && line::size(field.len()) != self.before.line_size {
            return None;
        }
        line::puzzle_in(field)
    }

    fn complain(&mut self, complaint: Complaint) {
        self.find([Err(complaint)]);
    }

    /// Takes the next line as far as it goes. A line that is a puzzle needs no place among what is ready.
    fn advance(&mut self) -> Result<Option<LocatedPuzzle>, ReadError> {
        match self.lines.read() {
            Err(source) => {
                self.done = true;
                Err(ReadError::Io { file: Arc::clone(&self.file), source })
            }
            Ok(None) => {
                self.done = true;
                self.end_grid();
                let complaint = self.nested.give_up(self.lines.number(), "the end of the file");
                self.find(complaint.map(Err));
                if !self.before.has_found {
                    let nothing = std::mem::take(&mut self.passed).first;
                    self.find(nothing.map(Err));
                }
                Ok(None)
            }
            Ok(Some(InputLine::Overlong)) => {
                self.end_all("a line that is too long");
                let number = self.lines.number();
                let expected = format!("a line of at most {LONGEST} bytes");
                self.complain(Complaint::new(number, LONGEST + 1, expected, "a longer one"));
                Ok(None)
            }
            Ok(Some(InputLine::Text)) => {
                let bytes = self.lines.take();
                if let Some(puzzle) = self.plain_line(&bytes) {
                    self.lines.put_back(bytes);
                    return Ok(Some(LocatedPuzzle::new(self.lines.number(), puzzle)));
                }
                match std::str::from_utf8(&bytes) {
                    Ok(text) => self.take(text),
                    Err(error) => self.complain_of_bytes(&bytes, error.valid_up_to()),
                }
                self.lines.put_back(bytes);
                Ok(None)
            }
        }
    }

    fn complain_of_bytes(&mut self, bytes: &[u8], valid: usize) {
        if self.sections.is_skipping {
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
            self.before.is_gap = true;
            return;
        }
        let is_remark = || self.nested.is_open_without_cells() && self.format == InputFormat::Auto;
        if is_remark() && line::puzzle_among_fields(text, self.size, self.before.alphabet).is_some() {
            // A bracket without end, and a puzzle after it.
            self.nested = Nested::default();
            self.pass_over(number.saturating_sub(1), "(");
        }
        if self.nested.is_open() {
            self.take_nested(text);
        } else if is_comment(text, is_in_grid) {
            // Comments may stand anywhere.
        } else if let Some(section) = section(text) {
            self.end_grid();
            if !self.sections.begin(section) {
                self.pass_over(number, text);
            }
        } else if self.sections.is_skipping {
            // Until the next section.
        } else {
            match self.format.input() {
                Input::Any => self.take_any(number, text),
                Input::Cells => self.take_line(number, text),
                Input::Rows => self.take_row(number, text),
                Input::Brackets => self.take_nested(text),
                Input::Own(format) => self.take_own(format, number, text),
            }
            self.before.is_gap = false;
        }
    }

    fn take_any(&mut self, number: u64, text: &str) {
        if let Some(format) = own_line(text) {
            self.take_own(format, number, text);
        } else if text.trim_start().starts_with(['(', '[', '{']) {
            self.take_nested(text);
        } else if self.is_line(text) {
            self.take_line(number, text);
        } else if text.contains(['(', '[', '{']) {
            self.take_nested(text);
        } else if self.is_cut_short(text) {
            self.complain_of_line(number, text);
        } else {
            self.take_row(number, text);
        }
    }

    /// Returns whether a line is a puzzle, or meant to be one.
    fn is_line(&self, text: &str) -> bool {
        let field = line::field(text);
        match line::size(field.len()) {
            // Could be a row as well: of a grid that has begun, or of one that begins here.
            small @ Some(4 | 5) => {
                let is_row = self.grid.is_some() || TextGrid::can_begin_with(text);
                !is_row
                    || match self.size {
                        None => self.before.line_size == small && self.grid.is_none(),
                        wanted => wanted == small,
                    }
            }
            size => {
                let is_meant = || size.is_some() || line::has_meant_field(text);
                let is_line =
                    || is_meant() || line::puzzle_among_fields(text, self.size, self.before.alphabet).is_some();
                !grid::is_frame(text) && is_line()
            }
        }
    }

    /// Returns whether a line is a puzzle with missing cells. After a puzzle on one line that is likelier than a row,
    /// unless it has exactly a row's length.
    fn is_cut_short(&self, text: &str) -> bool {
        let field = line::field(text);
        let is_alone = field.len() == text.trim().len() && line::size(field.len()).is_none();
        let is_row = |size: usize| size == field.len() || self.grid.is_some() || !is_alone;
        let is_after_line = self.before.line_size.is_some_and(|size| !is_row(size));
        // After a blank line, it may be the first row of a grid, if it is long enough.
        let is_short = field.len() < MIN_SIZE && field.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        is_after_line && !grid::is_frame(text) && (is_short || !self.before.is_gap && TextGrid::can_begin_with(text))
    }

    fn take_blank(&mut self) {
        if self.nested.is_open() && !self.nested.is_in_object() {
            let complaint = self.nested.give_up(self.lines.number(), "a blank line");
            self.find(complaint.map(Err));
        }
        let number = self.lines.number();
        let ends =
            |grid: &mut TextGrid| grid.is_empty() || !grid.takes_blank_row(number) && !grid.continues_after_gap();
        if self.grid.as_mut().is_some_and(ends) {
            self.end_grid();
        }
    }

    fn take_line(&mut self, number: u64, text: &str) {
        self.end_grid();
        match line::puzzle_among_fields(text, self.size, self.before.alphabet) {
            Some(puzzle) => {
                self.before.line_size = Some(puzzle.shape().size());
                self.find([Ok(LocatedPuzzle::new(number, puzzle))]);
            }
            None => self.complain_of_line(number, text),
        }
    }

    fn complain_of_line(&mut self, number: u64, text: &str) {
        self.complain(line::complaint(number, text, self.size.or(self.before.line_size)));
    }

    fn take_row(&mut self, number: u64, text: &str) {
        if grid::is_frame(text) {
            self.grid.get_or_insert_default().push_frame(number, text);
        } else {
            if self.grid.as_ref().is_some_and(|grid| !grid.is_empty() && grid.is_ended_by(text)) {
                self.end_grid();
            }
            if self.grid.as_ref().is_none_or(TextGrid::is_empty) && !TextGrid::can_begin_with(text) {
                self.grid = None;
                self.pass_over(number, text);
                return;
            }
            self.grid.get_or_insert_default().push(number, text);
        }
        if self.grid.as_ref().is_some_and(|grid| !grid.is_empty() && grid.is_full()) {
            self.end_grid();
        }
    }

    fn take_nested(&mut self, text: &str) {
        self.end_grid();
        let mut found = Vec::new();
        let was_open = self.nested.is_open();
        let number = self.lines.number();
        self.nested.feed(number, text, self.context(), &mut found);
        let nothing = found.is_empty() && !was_open && !self.nested.is_open();
        if std::mem::take(&mut self.nested.no_puzzle) || nothing {
            self.pass_over(number, text);
        }
        self.before.line_size = None;
        self.find(found);
    }

    fn take_own(&mut self, format: OwnLine, number: u64, text: &str) {
        self.end_grid();
        let found = (format.read)(number, text, self.context());
        if found.is_empty() {
            self.pass_over(number, text);
        }
        self.find(found);
    }

    /// No more rows come.
    fn end_grid(&mut self) {
        let Some(grid) = self.grid.take().filter(|g| !g.is_empty()) else { return };
        if grid.is_remark() && self.format == InputFormat::Auto {
            self.pass_over(grid.line(), grid.first_text());
            return;
        }
        match grid.lines(self.before.alphabet) {
            Some(lines) if self.format == InputFormat::Auto && self.size.is_none() => {
                self.before.line_size = lines.iter().flatten().last().map(|(_, p)| p.shape().size());
                self.find(lines.into_iter().map(|found| found.map(|(line, puzzle)| LocatedPuzzle::new(line, puzzle))));
            }
            _ => {
                self.before.line_size = None;
                let puzzle = grid.puzzle(self.size, self.before.alphabet);
                self.find([puzzle.map(|puzzle| LocatedPuzzle::new(grid.line(), puzzle))]);
            }
        }
    }

    fn end_all(&mut self, what_came: &str) {
        self.end_grid();
        let complaint = self.nested.give_up(self.lines.number(), what_came);
        self.find(complaint.map(Err));
    }
}

impl<R: Read> Reader<BufReader<R>> {
    /// Returns whether a whole line is there that can be taken without waiting for the stream.
    pub fn has_line_ready(&self) -> bool {
        self.lines.is_ready()
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<LocatedPuzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(next) = self.ready.pop_front() {
                let malformed = |complaint: Complaint| ReadError::Malformed(complaint.in_file(&self.file));
                return Some(next.map_err(malformed));
            }
            if self.done {
                return None;
            }
            match self.advance() {
                Ok(None) => {}
                Ok(Some(placed)) => return Some(Ok(placed)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// `#` begins a comment, unless it begins a vector or an array of Lisp. `;` begins a comment, unless it separates
/// values.
fn is_comment(text: &str, is_in_grid: bool) -> bool {
    let text = text.trim_start();
    let is_digit = |c: char| c.is_ascii_digit();
    if text.starts_with(';') && (is_in_grid || text.contains(is_digit)) {
        return !text.chars().all(|c| is_digit(c) || matches!(c, ';' | ' ' | '"'));
    }
    let array = |rest: &str| rest.starts_with('(') || rest.to_ascii_uppercase().starts_with("2A(");
    text.starts_with(';') || text.strip_prefix('#').is_some_and(|rest| !array(rest))
}

/// Returns whether a section of this name holds what is no puzzle. Any other name may be a title.
fn is_other_section(name: &str) -> bool {
    ["state", "solution", "pencilmarks", "candidates", "comments", "info"].iter().any(|s| name.eq_ignore_ascii_case(s))
}

/// The name of the section that begins here.
fn section(text: &str) -> Option<&str> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    (!name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic())).then_some(name)
}

// Lines of bytes of a stream, one after another in one buffer of bounded size.

/// The longest line that is looked at: twice what the largest puzzle with pencil marks needs in the most verbose
/// format.
pub(super) const LONGEST: usize = 128 << 10;

pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// Lines begun so far.
    number: u64,
}

/// A line without its end.
pub(super) enum InputLine {
    /// It is in the buffer.
    Text,
    /// It is longer than any puzzle, and was skipped.
    Overlong,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        Lines { input, buffer: Vec::new(), number: 0 }
    }

    /// The number of the line that was read last, from one.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Takes the line's bytes out; [`Lines::put_back`] returns the buffer.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.buffer)
    }

    pub fn put_back(&mut self, buffer: Vec<u8>) {
        self.buffer = buffer;
    }

    /// Reads the next line, without its end (`\n` or `\r\n`) and without a byte order mark.
    pub fn read(&mut self) -> io::Result<Option<InputLine>> {
        self.buffer.clear();
        // Room for the end of the longest line, `\r` included.
        let most = LONGEST as u64 + 2;
        if self.input.by_ref().take(most).read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = self.buffer.pop_if(|b| *b == b'\n').is_some();
        if ended {
            self.buffer.pop_if(|b| *b == b'\r');
        }
        if self.number == 1 && self.buffer.starts_with("\u{feff}".as_bytes()) {
            self.buffer.drain(..3);
        }
        if self.buffer.len() <= LONGEST {
            return Ok(Some(InputLine::Text));
        }
        if !ended {
            // The rest may be endless, so nothing of it is kept.
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(InputLine::Overlong))
    }
}

impl<R: Read> Lines<BufReader<R>> {
    /// Returns whether the rest of a line has been read from the stream.
    pub fn is_ready(&self) -> bool {
        memchr(b'\n', self.input.buffer()).is_some()
    }
}
