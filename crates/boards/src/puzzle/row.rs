//! A row of a grid: which of its characters are cells, however they are set apart and framed.

use super::{MAX_SIZE, MIN_SIZE};
use crate::symbol::{Symbol, is_blank, symbol};

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

/// Whether each character is a cell, instead of each token. A token with a blank among others is cells; tokens of one
/// length are, too, unless each can be the candidates of a cell.
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
        Symbol::Zero => Some(0),
        Symbol::Digit(d) => Some(usize::from(d)),
        Symbol::Letter(l) => Some(usize::from(if letters { l } else { l + 9 })),
        Symbol::Blank => None,
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
