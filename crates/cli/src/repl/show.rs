//! Output of values at the prompt. It draws boards, cuts long texts, and does not repeat a value that the program has
//! just written.

use anstream::adapter::strip_str;
use klammer::{Engine, Error, Handle};
use klammer_search::puzzle::{DrawOptions, OutputFormat, Puzzle};
use klammer_search::{Board, Store};

use crate::console;

/// Lines of a value that are shown at once.
const MAX_LINES: usize = 30;
/// Variables and constraints of a store that are shown.
const MAX_ROWS: usize = 1_000;
/// Boards of a list that are drawn.
const MAX_BOARDS: usize = 4;

/// Text that the prompt shows for a value.
pub struct Excerpt {
    pub text: String,
    /// All of it, if `text` is only its beginning.
    pub whole: Option<String>,
}

impl Excerpt {
    /// The beginning of a text, with a word on how to see the rest.
    pub fn cut(whole: String, width: usize) -> Excerpt {
        match cut(&whole, MAX_LINES, width) {
            Some((beginning, more)) => {
                let lines = if more == 1 { "line" } else { "lines" };
                Excerpt { text: format!("{beginning}\n... {more} more {lines}: ,more shows all"), whole: Some(whole) }
            }
            None => Excerpt { text: whole, whole: None },
        }
    }
}

/// Returns the text for the value of a form that has written `written`. `None` if the value shows nothing, or the form
/// has just written it.
pub fn value(engine: &mut Engine, value: &Handle, written: &str, width: usize) -> Result<Option<Excerpt>, Error> {
    let written = written.trim();
    let Some(shown) = engine.inspect().show_within(value, width)? else { return Ok(None) };
    // A longer text is none that the form has written.
    let may_be_written = !written.is_empty() && shown.len() <= 2 * MAX_WRITTEN;
    if may_be_written
        && (engine.inspect().repr(value)?.trim() == written || engine.inspect().display(value)?.trim() == written)
    {
        return Ok(None);
    }
    if let Some(drawn) = boards(engine, value, width) {
        return Ok(Some(drawn));
    }
    if let Some(table) = store(engine, value) {
        return Ok(Some(Excerpt::cut(table, width)));
    }
    let shown = if shown.starts_with('"') && shown.chars().count() > width { on_lines(&shown) } else { shown };
    Ok((written.is_empty() || shown.trim() != written).then(|| Excerpt::cut(shown, width)))
}

/// A value in few lines: a board is its line, a store its table.
pub fn brief(engine: &mut Engine, value: &Handle, width: usize) -> Result<Option<String>, Error> {
    match engine.get::<Board>(value).ok().and_then(|board| Puzzle::of_board(&board)) {
        Some(puzzle) => {
            let mut line = String::from("board ");
            puzzle.write(OutputFormat::Line, &mut line);
            Ok(Some(line))
        }
        None => match store(engine, value) {
            Some(table) => Ok(Some(table)),
            None => engine.inspect().show_within(value, width),
        },
    }
}

/// The table of a store, if the value is one.
fn store(engine: &mut Engine, value: &Handle) -> Option<String> {
    let table = engine.with_object(value, |store: &mut Store| store.text(MAX_ROWS)).ok()?;
    Some(table.trim_end().to_string())
}

/// A string, as it is printed, with its ends of lines as such: it still reads as the same string.
fn on_lines(string: &str) -> String {
    let mut text = String::with_capacity(string.len());
    let mut chars = string.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                escaped => text.extend([c].into_iter().chain(escaped)),
            },
            _ => text.push(c),
        }
    }
    text
}

/// One board, or a list of nothing but boards, drawn.
fn boards(engine: &mut Engine, value: &Handle, width: usize) -> Option<Excerpt> {
    let boards = match engine.get::<Board>(value) {
        Ok(board) => vec![board],
        Err(_) => engine.get::<Vec<Board>>(value).ok().filter(|boards| !boards.is_empty())?,
    };
    let drawn: Vec<String> = boards.iter().map(|board| drawing(board, width)).collect::<Option<_>>()?;
    let all = drawn.join("\n");
    let more = drawn.len().saturating_sub(MAX_BOARDS);
    if more == 0 {
        return Some(Excerpt { text: all, whole: None });
    }
    let boards = if more == 1 { "board" } else { "boards" };
    let first = drawn.get(..MAX_BOARDS)?.join("\n");
    Some(Excerpt { text: format!("{first}\n... {more} more {boards}: ,more shows all"), whole: Some(all) })
}

/// A board with its candidates, or without them where they would not fit or every cell is settled. `None` if a terminal
/// has no picture of it.
fn drawing(board: &Board, width: usize) -> Option<String> {
    let puzzle = Puzzle::of_board(board)?;
    let is_plain = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    let options = DrawOptions {
        ascii: is_plain,
        colour: console::colour(),
        layout: Some(board.layout()),
        ..DrawOptions::default()
    };
    let with_candidates = puzzle.draw(&DrawOptions { candidates: Some(&puzzle), ..options });
    let fits = |drawn: &str| strip_str(drawn).to_string().lines().all(|line| line.chars().count() <= width);
    let is_settled =
        (0..board.layout().cells()).all(|cell| board.get(cell).is_power_of_two() || !board.layout().is_cell(cell));
    if !is_settled && fits(&with_candidates) {
        return Some(with_candidates);
    }
    let without = puzzle.draw(&options);
    fits(&without).then_some(without)
}

/// Output that is longer is not compared with values.
const MAX_WRITTEN: usize = 1 << 16;

/// Prose is hard to read in longer lines, however wide the terminal is.
const MAX_PROSE: usize = 100;

/// Wraps prose between words. A line that begins with a blank or a dash begins a new line, and an empty line separates
/// paragraphs. Other line ends come from an earlier wrapping.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in text.lines() {
        let begins = line.is_empty() || line.starts_with([' ', '-']);
        match paragraphs.last_mut().filter(|last| !begins && !last.is_empty()) {
            Some(last) => last.extend([" ", line]),
            None => paragraphs.push(line.to_string()),
        }
    }
    let filled: Vec<String> = paragraphs.iter().map(|paragraph| in_lines(paragraph, width.min(MAX_PROSE))).collect();
    filled.join("\n")
}

/// Breaks a paragraph into lines of at most `width` characters. Further lines of a list item begin below its first
/// word.
fn in_lines(paragraph: &str, width: usize) -> String {
    let words = paragraph.trim_start_matches([' ', '-']);
    let mark = paragraph.strip_suffix(words).unwrap_or("");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    textwrap::fill(&words, lines_of(width).initial_indent(mark).subsequent_indent(&" ".repeat(mark.len())))
}

/// Lines of whole words. A word that is longer has a line of its own.
fn lines_of<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width).break_words(false).word_splitter(textwrap::WordSplitter::NoHyphenation)
}

/// Words side by side, as many on a line as fit.
pub fn filled<'a>(words: impl IntoIterator<Item = &'a str>, width: usize) -> String {
    textwrap::fill(&words.into_iter().collect::<Vec<_>>().join("  "), lines_of(width))
}

/// Rows of a name and what there is to say about it; the text begins in one column, and goes on there.
pub fn table<'a>(rows: impl IntoIterator<Item = (String, &'a str)>, width: usize) -> String {
    let rows: Vec<(String, &str)> = rows.into_iter().collect();
    let widest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let column = (widest + 2).min(width / 3).max(4);
    let mut text = String::new();
    for (name, says) in &rows {
        let room = width.saturating_sub(column).max(20);
        let lines = wrapped(says, room);
        let mut lines = lines.lines();
        let first = lines.next().unwrap_or("");
        if name.chars().count() + 2 > column {
            text.push_str(&format!("{name}\n{:column$}{first}", ""));
        } else {
            text.push_str(&format!("{name:column$}{first}"));
        }
        text.truncate(text.trim_end().len());
        for line in lines {
            text.push_str(&format!("\n{:column$}{line}", ""));
        }
        text.push('\n');
    }
    text
}

/// Returns the beginning of a text, at most `lines` lines of `width` characters, and the number of lines left out, if
/// any.
pub fn cut(text: &str, lines: usize, width: usize) -> Option<(String, usize)> {
    let rows = |line: &str| line.chars().count().div_ceil(width.max(1)).max(1);
    let total: usize = text.lines().map(rows).sum();
    if total <= lines {
        return None;
    }
    let mut kept = String::new();
    let mut left = lines;
    for line in text.lines() {
        if left == 0 {
            break;
        }
        if !kept.is_empty() {
            kept.push('\n');
        }
        kept.extend(line.chars().take(left * width.max(1)));
        left = left.saturating_sub(rows(line));
    }
    Some((kept, total - lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ends_of_lines_are_taken_out_of_a_string() {
        assert_eq!(on_lines(r#""a\nb\\n\"c\t""#), "\"a\nb\\\\n\\\"c\\t\"");
    }

    #[test]
    fn prose_wraps_again_between_words() {
        assert_eq!(wrapped("one two\nthree four", 9), "one two\nthree\nfour");
        assert_eq!(wrapped("one\n\ntwo", 9), "one\n\ntwo");
        assert_eq!(wrapped("incomprehensibilities", 9), "incomprehensibilities");
        assert_eq!(wrapped("kinds:\n- the first of them\n- b", 12), "kinds:\n- the first\n  of them\n- b");
    }

    #[test]
    fn words_fill_lines() {
        assert_eq!(filled(["a", "bc", "def"], 6), "a  bc\ndef");
        assert_eq!(filled(["abcdefgh", "i"], 6), "abcdefgh\ni");
    }

    #[test]
    fn cut_text_is_counted() {
        assert_eq!(cut("a\nb", 2, 80), None);
        assert_eq!(cut("a\nb\nc", 2, 80), Some(("a\nb".into(), 1)));
        assert_eq!(cut("abcdef", 2, 2), Some(("abcd".into(), 1)));
    }

    #[test]
    fn rows_begin_in_one_column() {
        let rows = [("a".to_string(), "is first of all the letters"), ("long-name-here".into(), "b")];
        assert_eq!(table(rows, 30), "a         is first of all the\n          letters\nlong-name-here\n          b\n");
    }
}
