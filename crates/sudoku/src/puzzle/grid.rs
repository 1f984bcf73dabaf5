//! A puzzle of several lines, a row a line: bare, with frames, with candidates, or as values with separators.
//!
//! Rows are collected as they come and understood when there are enough: what the cells of one row mean can depend on
//! the others.

use crate::puzzle::{Alphabet, Complaint, MAX_SIZE, MIN_SIZE, Mask, Puzzle, Shape, count, excerpt, line, shown};
use crate::symbol::{CellChar, Evidence, Meaning, is_blank, is_cell, symbol};

#[derive(Default)]
pub(super) struct TextGrid {
    rows: Vec<Row>,
    /// Number of rows before each line of the frame.
    frames: Vec<usize>,
    /// Lines of hyphens, with as many rows before them: rows of blanks, if hyphens are blanks here.
    hyphens: Vec<(usize, Row)>,
    /// Number of rows before each blank line.
    gaps: Vec<usize>,
}

struct Row {
    line: u64,
    text: String,
    width: usize,
}

impl Row {
    fn new(line: u64, text: &str) -> Row {
        Row { line, text: text.to_string(), width: cut(text).cells.len() }
    }

    /// Its length without spaces at the end.
    fn length(&self) -> usize {
        self.text.trim_end().chars().count()
    }

    fn has_hyphens_as_cells(&self) -> bool {
        self.text.contains('-')
    }
}

impl TextGrid {
    /// Returns whether a line could be a row: most of its characters could be cells, and there is no word among them.
    pub fn can_begin_with(text: &str) -> bool {
        let cells = cut(text).cells;
        let width = cells.len();
        let good = cells.iter().filter(|t| t.text.chars().all(|c| is_cell(c, width))).count();
        let is_row = (MIN_SIZE..=MAX_SIZE).contains(&width) && 4 * good >= 3 * width && !has_word(text, width);
        is_row || has_spaces_as_cells(text)
    }

    /// Returns whether a line cannot be a row of this grid, nor a malformed one: it has words.
    pub fn is_ended_by(&self, text: &str) -> bool {
        has_word(text, self.width())
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The line where it begins.
    pub fn line(&self) -> u64 {
        self.rows.first().map_or(0, |r| r.line)
    }

    pub fn push(&mut self, line: u64, text: &str) {
        self.rows.push(Row::new(line, text));
        self.adopt_hyphens();
    }

    pub fn push_frame(&mut self, line: u64, text: &str) {
        if text.trim().chars().all(|c| c == '-') {
            self.hyphens.push((self.rows.len(), Row::new(line, text)));
            self.adopt_hyphens();
        }
        self.frames.push(self.rows.len());
    }

    /// Makes rows of the lines of hyphens, if hyphens are blanks here.
    fn adopt_hyphens(&mut self) {
        let width = self.width();
        let is_row = |row: &Row| row.text.trim().len() == width;
        if !self.hyphens.iter().any(|(_, row)| is_row(row)) || !self.rows.iter().any(Row::has_hyphens_as_cells) {
            return;
        }
        for (before, row) in self.hyphens.drain(..).rev().filter(|(_, row)| is_row(row)) {
            self.rows.insert(before.min(self.rows.len()), Row { width, ..row });
            // It is no line of the frame.
            if let Some(place) = self.frames.iter().rposition(|frame| *frame == before) {
                self.frames.remove(place);
                self.frames.iter_mut().skip(place).for_each(|frame| *frame += 1);
            }
        }
    }

    /// The width that most rows have; of several the one that came last.
    fn width(&self) -> usize {
        let votes = |width: usize| self.rows.iter().filter(|r| r.width == width).count();
        let usual = || self.rows.iter().map(|r| r.width).max_by_key(|w| votes(*w)).unwrap_or(0);
        self.spaced().unwrap_or_else(usual)
    }

    /// The size of a grid whose blanks are spaces. Its rows have no other blanks, and are not aligned.
    fn spaced(&self) -> Option<usize> {
        let is_plain =
            |row: &Row| row.text.chars().all(|c| c == ' ' || symbol(c).is_some_and(|s| s != CellChar::Blank));
        if !self.frames.is_empty() || !self.rows.iter().all(is_plain) {
            return None;
        }
        let is_spaced = match self.rows.as_slice() {
            [row] => has_spaces_as_cells(&row.text) && row.width < row.length().div_ceil(2).max(MIN_SIZE),
            rows => {
                rows.iter().any(|row| has_spaces_as_cells(&row.text))
                    && [0, 1].into_iter().all(|end| {
                        let mut places = rows.iter().map(|row| boundaries(&row.text, end == 1));
                        let first = places.next();
                        places.any(|other| Some(other) != first)
                    })
            }
        };
        let size = self.rows.iter().map(Row::length).max()?;
        (is_spaced && (MIN_SIZE..=MAX_SIZE).contains(&size)).then_some(size)
    }

    /// The cells of a row.
    fn cut<'a>(&self, row: &'a Row) -> Cut<'a> {
        self.spaced().map_or_else(|| cut(&row.text), |size| cut_columns(&row.text, size))
    }

    pub fn is_full(&self) -> bool {
        self.rows.len() >= self.width().clamp(MIN_SIZE, MAX_SIZE)
    }

    /// Returns whether it is a single line that hardly anything makes a row.
    pub fn is_remark(&self) -> bool {
        matches!(self.rows.as_slice(), [row] if row.width < MIN_SIZE)
    }

    /// The text of its first row.
    pub fn first_text(&self) -> &str {
        self.rows.first().map_or("", |row| &row.text)
    }

    /// A blank line, which is a row if blanks are spaces.
    pub fn takes_blank_row(&mut self, line: u64) -> bool {
        let is_row = self.spaced().is_some() && !self.is_full();
        if is_row {
            self.push(line, "");
        }
        is_row
    }

    /// Takes a blank line, and returns whether the grid may go on after it. It may where boxes end, if it did so
    /// before.
    pub fn continues_after_gap(&mut self) -> bool {
        let height = self.shape().map_or(0, Shape::box_rows);
        let expected = self.gaps.last().map_or(0, |g| g + height);
        let rows = self.rows.len();
        let goes_on = self.gaps.last() == Some(&rows) || height > 1 && rows == expected.max(height);
        if goes_on && self.gaps.last() != Some(&rows) {
            self.gaps.push(rows);
        }
        goes_on && self.lines(Alphabet::One).is_none()
    }

    /// The puzzles, if rows are puzzles: sixteen characters can be a row of sixteen or four by four cells, and only
    /// what follows can tell. The kind of most of them decides for the others. A text with all rows of a grid is a
    /// grid, unless nearly all of its lines can be puzzles.
    pub fn lines(&self, before: Alphabet) -> Option<Vec<Result<(u64, Puzzle), Complaint>>> {
        let plain = |row: &Row| {
            let text = row.text.trim();
            cut(text).plain && text.len() == row.width
        };
        let puzzle = |row: &Row| line::puzzle(row.text.trim(), before).map(|p| (row.line, p));
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

    /// The puzzle, or the first thing that is wrong with it. `before` is the alphabet of the puzzle before it.
    pub fn puzzle(&self, wanted: Option<usize>, before: Alphabet) -> Result<Puzzle, Complaint> {
        let size = wanted.unwrap_or_else(|| self.width());
        let shape = self.shape().filter(|s| s.size() == size).or_else(|| Shape::of_size(size));
        let (Some(_), Some(shape)) = (self.rows.first(), shape) else {
            let (line, text) = self.rows.first().map_or((0, ""), |r| (r.line, &r.text));
            return Err(Complaint::new(line, 1, "a puzzle", excerpt(text)));
        };
        let cuts: Vec<(&Row, Cut)> = self.rows.iter().map(|r| (r, self.cut(r))).collect();
        let tokens = || cuts.iter().flat_map(|(_, c)| &c.cells);
        let numbers = size > 9 && tokens().all(|t| could_be_number(t.text));
        let mut evidence = Evidence::default();
        tokens().for_each(|t| note(&mut evidence, t, numbers));
        let [first, second] = [before, Alphabet::One].map(|before| evidence.alphabet(before));
        match self.puzzle_in(first, &cuts, shape, numbers) {
            Err(_) if first != second => self.puzzle_in(second, &cuts, shape, numbers),
            other => other,
        }
    }

    fn puzzle_in(
        &self,
        alphabet: Alphabet,
        cuts: &[(&Row, Cut)],
        shape: Shape,
        numbers: bool,
    ) -> Result<Puzzle, Complaint> {
        let size = shape.size();
        let mut cells = Vec::with_capacity(shape.cells());
        for (row, cut) in cuts {
            let in_row = |column, expected: String, found| Complaint::new(row.line, column, expected, found);
            for token in &cut.cells {
                let cell = cell(token, shape, alphabet, numbers);
                cells.push(cell.map_err(|(column, e, found)| in_row(column, e, found))?);
            }
            if cut.cells.len() != size {
                // The first one too many, or where the next one should be.
                let end = row.text.trim_end().chars().count() + 1;
                let column = cut.cells.get(size).map_or(end, |t| t.column);
                return Err(in_row(column, count(size, "cell") + " in the row", count(cut.cells.len(), "cell")));
            }
        }
        if self.rows.len() != size {
            let line = self.rows.last().map_or(0, |row| row.line);
            if let ([first], Some(whole)) = (self.rows.as_slice(), line::nearest_count(size)) {
                // Alone, it can be a whole puzzle as well as a row of one.
                if whole == size {
                    return Err(line::complaint(line, &first.text, Some(size.isqrt())));
                }
                let expected = format!("{}, or {whole} cells in one line", count(size, "row"));
                return Err(Complaint::new(line, 1, expected, format!("1 row of {}", count(size, "cell"))));
            }
            return Err(Complaint::new(line, 1, count(size, "row"), count(self.rows.len(), "row")));
        }
        Ok(Puzzle { shape, cells, alphabet })
    }
}

/// Returns whether a line has a word with a letter that cannot be a cell.
fn has_word(text: &str, width: usize) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().nth(1).is_some());
    words.any(|word| word.chars().any(|c| !is_cell(c, width)))
}

/// Returns whether a line could be a row with spaces as blanks: some digits with more than a space between or before
/// them.
fn has_spaces_as_cells(text: &str) -> bool {
    let text = text.trim_end();
    text.chars().all(|c| c == ' ' || symbol(c).is_some_and(|s| s != CellChar::Blank))
        && text.contains(|c: char| c.is_ascii_digit())
        && (text.starts_with(' ') || text.contains("  "))
        && text.len() <= MAX_SIZE
}

/// Returns the positions at which the tokens of a row begin, or those at which they end.
fn boundaries(text: &str, ends: bool) -> Vec<usize> {
    let bytes = text.trim_end().as_bytes();
    let is_cell = |i: usize| bytes.get(i).is_some_and(|b| *b != b' ');
    let other = |i: usize| if ends { i + 1 } else { i.wrapping_sub(1) };
    (0..bytes.len()).filter(|i| is_cell(*i) && !is_cell(other(*i))).collect()
}

/// Takes a cell into account for the alphabet.
fn note(evidence: &mut Evidence, token: &Token, numbers: bool) {
    let mut characters = token.text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => evidence.add_blank(),
        (Some(c), None) => evidence.add(c),
        (Some('0'), Some(_)) => evidence.add_zero_digit(),
        _ if numbers => {}
        _ => token.text.chars().filter(|c| *c != '0').for_each(|c| evidence.add(c)),
    }
}

/// The distance of bars, if the first one is at a part of the size.
fn step(places: &[usize], size: usize) -> Option<usize> {
    places.first().copied().filter(|step| *step > 0 && size.is_multiple_of(*step))
}

fn could_be_number(text: &str) -> bool {
    let is_blank = || text.chars().all(|c| is_blank(c, MIN_SIZE));
    text.len() <= 2 && text.chars().all(|c| c.is_ascii_digit()) || text.len() == 1 && is_blank()
}

/// The digits of one cell, or column, what was expected, and what came.
fn cell(token: &Token, shape: Shape, alphabet: Alphabet, numbers: bool) -> Result<Mask, (usize, String, String)> {
    let size = shape.size();
    if numbers && let Some(number) = decimal(token.text) {
        return match alphabet.digit(number as u32, size) {
            Some(digit) => Ok(1 << digit),
            None => Err((token.column, numbers_of(alphabet, size), format!("`{number}`"))),
        };
    }
    if token.text.contains('0') && decimal(token.text).is_some() {
        return Err((token.column, format!("a digit {}", alphabet.range(size)), format!("`{}`", token.text)));
    }
    let alone = token.text.chars().nth(1).is_none();
    let mut mask = 0;
    for (i, c) in token.text.chars().enumerate() {
        match alphabet.read(c, size) {
            Some(Meaning::Digit(d)) => mask |= 1 << d,
            Some(Meaning::Blank) if alone => mask = shape.all(),
            _ => {
                let digit = || format!("a digit {}", alphabet.range(size));
                return Err((token.column + i, if alone { alphabet.expected(size) } else { digit() }, shown(c)));
            }
        }
    }
    // Nothing at all is a blank too.
    Ok(if mask == 0 { shape.all() } else { mask })
}

/// Describes the numbers that are expected.
fn numbers_of(alphabet: Alphabet, size: usize) -> String {
    let [first, last] = [1, size as u32].map(|digit| alphabet.number(digit));
    format!("a number {first} to {last}")
}

// A row of a grid: which of its characters are cells, however they are set apart and framed.

/// Content of one cell: nothing, a blank, a digit, or several candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    /// In characters, from one.
    pub column: usize,
    pub text: &'a str,
}

/// A row, cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cut<'a> {
    pub cells: Vec<Token<'a>>,
    /// Number of cells before each bar.
    pub bars: Vec<usize>,
    /// No bars, no spaces: it could be a whole puzzle as well.
    pub plain: bool,
}

/// Characters of frames. Box drawing characters are one block of Unicode.
fn is_bar(c: char) -> bool {
    matches!(c, '|' | '!' | '¦' | '\u{2500}'..='\u{257f}')
}

/// A line that only frames: it has a piece of a horizontal line, and nothing that could be a cell.
pub(super) fn is_frame(text: &str) -> bool {
    let mut lines = 0;
    for c in text.chars() {
        match c {
            '-' | '=' | '─' | '━' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '═' => lines += 1,
            '+' | '*' | '.' | ':' | '\'' | '`' | ' ' | '\t' => {}
            _ if is_bar(c) => {}
            _ => return false,
        }
    }
    lines >= 3
}

/// Cuts a row into its cells.
pub(super) fn cut(text: &str) -> Cut<'_> {
    // Tabs at the end can stand between blanks.
    let text = text.trim_end_matches(|c: char| c.is_whitespace() && c != '\t');
    if let Some(separator) = [',', ';', '\t'].into_iter().find(|s| text.contains(*s)).filter(|_| !text.contains(is_bar))
    {
        return Cut { cells: fields(text, separator), bars: Vec::new(), plain: false };
    }
    let segments = segments(text);
    let each_in_a_frame = segments.len() >= MIN_SIZE && segments.iter().all(|s| s.len() <= 1);
    let tokens: Vec<Token> = segments.iter().flatten().copied().collect();
    let plain = segments.len() == 1 && tokens.len() == 1;
    if each_in_a_frame && !is_packed(&tokens, segments.len()) {
        let nothing = Token { column: 1, text: "" };
        let cells = segments.iter().map(|s| s.first().copied().unwrap_or(nothing)).collect();
        return Cut { cells, bars: Vec::new(), plain };
    }
    if !is_packed(&tokens, tokens.len()) {
        let bars = places_of_bars(segments.iter().map(Vec::len));
        return Cut { cells: tokens, bars, plain };
    }
    let bars = places_of_bars(segments.iter().map(|s| s.iter().map(|t| t.text.chars().count()).sum()));
    Cut { cells: tokens.iter().flat_map(|t| characters(*t)).collect(), bars, plain }
}

/// A row in which each column is a cell, and a space a blank.
pub(super) fn cut_columns(text: &str, size: usize) -> Cut<'_> {
    let space = |column| Token { column, text: "" };
    let mut cells: Vec<Token> = characters(Token { column: 1, text: text.trim_end() }).collect();
    cells.iter_mut().filter(|t| t.text == " ").for_each(|t| t.text = "");
    cells.extend((cells.len() + 1..=size).map(space));
    Cut { cells, bars: Vec::new(), plain: false }
}

/// Values between separators; nothing between two is a blank.
fn fields(text: &str, separator: char) -> Vec<Token<'_>> {
    let mut column = 1;
    let field = |field| {
        let token = trimmed(column, field);
        column += field.chars().count() + 1;
        token
    };
    text.split(separator).map(field).collect()
}

fn trimmed(column: usize, text: &str) -> Token<'_> {
    let is_around = |c: char| c.is_whitespace() || c == '"';
    let column = column + text.chars().take_while(|c| is_around(*c)).count();
    Token { column, text: text.trim_matches(is_around) }
}

/// Returns the tokens between bars; bars at the ends stand before and after all.
fn segments(text: &str) -> Vec<Vec<Token<'_>>> {
    let mut segments = vec![Vec::new()];
    let mut column = 1;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_cell = |c: char| !is_bar(c) && !c.is_whitespace();
        let length = rest.find(|c| is_cell(c) != is_cell(rest.chars().next().unwrap_or(' '))).unwrap_or(rest.len());
        let (token, behind) = if is_cell(c) { rest.split_at(length) } else { rest.split_at(c.len_utf8()) };
        if is_cell(c) {
            segments.last_mut().into_iter().for_each(|s| s.push(Token { column, text: token }));
        } else if is_bar(c) {
            segments.push(Vec::new());
        }
        column += token.chars().count();
        rest = behind;
    }
    if segments.len() > 1 && segments.last().is_some_and(Vec::is_empty) {
        segments.pop();
    }
    if segments.len() > 1 && segments.first().is_some_and(Vec::is_empty) {
        segments.remove(0);
    }
    segments
}

/// Returns whether each character is a cell, instead of each token. A token with a blank among others is cells; tokens
/// of one length are, too, unless each can be the candidates of a cell.
fn is_packed(tokens: &[Token], cells: usize) -> bool {
    if !(MIN_SIZE..=MAX_SIZE).contains(&cells) {
        return true;
    }
    let lengths = || tokens.iter().map(|t| t.text.chars().count());
    // A 0 is a blank, or the first of some candidates.
    let blank = |text: &str| {
        text.contains(|c| is_blank(c, cells))
            || text.contains('0') && decimal(text).is_none() && !is_one_cell(text, cells)
    };
    if tokens.iter().any(|t| t.text.chars().count() > 1 && blank(t.text)) {
        return true;
    }
    let first = lengths().next().unwrap_or(0);
    first > 1 && lengths().all(|l| l == first) && !tokens.iter().all(|t| is_one_cell(t.text, cells))
}

/// Digits in order, each once, or a number.
fn is_one_cell(text: &str, size: usize) -> bool {
    let letters = text.chars().all(|c| c.is_ascii_alphabetic());
    let place = |c| match symbol(c)? {
        CellChar::Zero => Some(0),
        CellChar::Digit(d) => Some(usize::from(d)),
        CellChar::Letter(l) => Some(usize::from(if letters { l } else { l + 9 })),
        CellChar::Blank => None,
    };
    let places: Option<Vec<usize>> = text.chars().map(place).collect();
    let ascends = places.is_some_and(|p| p.is_sorted_by(|a, b| a < b) && p.last().is_some_and(|last| *last <= size));
    ascends || size > 9 && decimal(text).is_some_and(|n| n <= size)
}

/// A number from 10 on: where it is allowed, a 0 in it is no blank.
pub(super) fn decimal(text: &str) -> Option<usize> {
    let starts = text.starts_with(|c: char| ('1'..='9').contains(&c));
    if starts && text.len() == 2 { text.parse().ok() } else { None }
}

fn characters(token: Token<'_>) -> impl Iterator<Item = Token<'_>> {
    let column = move |index| token.column + index;
    let piece = move |(index, (start, c)): (usize, (usize, char))| {
        let text = token.text.get(start..start + c.len_utf8()).unwrap_or("");
        Token { column: column(index), text }
    };
    token.text.char_indices().enumerate().map(piece)
}

fn places_of_bars(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut places: Vec<usize> = lengths
        .scan(0, |sum, length| {
            *sum += length;
            Some(*sum)
        })
        .collect();
    // The last is the end of the row.
    places.pop();
    places
}
