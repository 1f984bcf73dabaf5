//! Text for people at a terminal: lines that are not longer than it is wide.

use textwrap::core::Word;
use textwrap::wrap_algorithms::wrap_first_fit;
use textwrap::{Options, WordSplitter};

/// Prose is hard to read in longer lines, however wide the terminal is.
const MOST_PROSE: usize = 100;

/// Wraps prose between words. A line that begins with a blank or a dash begins anew, an empty line separates
/// paragraphs; other ends of lines are where somebody has wrapped the text before.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in text.lines() {
        let begins = line.is_empty() || line.starts_with([' ', '-']);
        match paragraphs.last_mut().filter(|last| !begins && !last.is_empty()) {
            Some(last) => last.extend([" ", line]),
            None => paragraphs.push(line.to_string()),
        }
    }
    let filled: Vec<String> = paragraphs.iter().map(|paragraph| in_lines(paragraph, width.min(MOST_PROSE))).collect();
    filled.join("\n")
}

/// A paragraph in lines of so many characters. What a list item goes on with stands below its first word.
fn in_lines(paragraph: &str, width: usize) -> String {
    let words = paragraph.trim_start_matches([' ', '-']);
    let mark = paragraph.strip_suffix(words).unwrap_or("");
    let margin = " ".repeat(mark.len());
    let options = Options::new(width).initial_indent(mark).subsequent_indent(&margin);
    let options = options.break_words(false).word_splitter(WordSplitter::NoHyphenation);
    let words: Vec<&str> = words.split_whitespace().collect();
    textwrap::fill(&words.join(" "), options)
}

/// Words side by side, as many on a line as fit.
pub fn filled<'a>(words: impl IntoIterator<Item = &'a str>, width: usize) -> String {
    let spaced: Vec<String> = words.into_iter().map(|word| format!("{word}  ")).collect();
    let words: Vec<Word<'_>> = spaced.iter().map(|word| Word::from(word)).collect();
    let lines = wrap_first_fit(&words, &[width as f64]).into_iter().map(|line| {
        let words: Vec<&str> = line.iter().map(|word| word.word).collect();
        words.join("  ")
    });
    lines.collect::<Vec<_>>().join("\n")
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

/// The beginning of a text, at most so many lines of so many characters; and how many lines are left out, if any.
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
    fn prose_wraps_between_words_wherever_it_was_wrapped_before() {
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
    fn what_is_cut_is_counted() {
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
