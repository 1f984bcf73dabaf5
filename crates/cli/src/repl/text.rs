//! Text for people at a terminal: lines that are not longer than it is wide.

/// Prose is hard to read in longer lines, however wide the terminal is.
const MOST_PROSE: usize = 100;

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
    let filled: Vec<String> = paragraphs.iter().map(|paragraph| in_lines(paragraph, width.min(MOST_PROSE))).collect();
    filled.join("\n")
}

/// Breaks a paragraph into lines of at most `width` characters. Further lines of a list item begin below its first
/// word.
fn in_lines(paragraph: &str, width: usize) -> String {
    let words = paragraph.trim_start_matches([' ', '-']);
    let mark = paragraph.strip_suffix(words).unwrap_or("");
    let margin = " ".repeat(mark.len());
    let lines = filled_with(words.split_whitespace(), " ", width.saturating_sub(mark.len()));
    let lines: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(n, line)| if n == 0 { format!("{mark}{line}") } else { format!("{margin}{line}") })
        .collect();
    lines.join("\n")
}

/// Words side by side, as many on a line as fit.
pub fn filled<'a>(words: impl IntoIterator<Item = &'a str>, width: usize) -> String {
    filled_with(words, "  ", width).join("\n")
}

/// Lines of words with something between them. A word that is longer has a line of its own.
fn filled_with<'a>(words: impl IntoIterator<Item = &'a str>, between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in words {
        let length = word.chars().count();
        match lines.last_mut().filter(|_| used + between.len() + length <= width) {
            Some(line) => {
                line.extend([between, word]);
                used += between.len() + length;
            }
            None => {
                lines.push(word.to_string());
                used = length;
            }
        }
    }
    lines
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
