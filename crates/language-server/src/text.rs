//! A text as an editor sees it: lines, and columns in UTF-16 units.

use std::ops::Range;

/// A place as the protocol counts: both from 0, the column in UTF-16 units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A text that is edited.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text {
    text: String,
    /// Beginnings of the lines, in bytes.
    lines: Vec<usize>,
}

impl Text {
    /// Makes a text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Text {
        let text = text.into();
        let bytes = text.as_bytes();
        // A line ends with "\n", "\r\n" or "\r".
        let is_end = |&(at, byte): &(usize, &u8)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let lines = std::iter::once(0).chain(bytes.iter().enumerate().filter(is_end).map(|(at, _)| at + 1)).collect();
        Text { text, lines }
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text between two offsets, and none if they are no boundaries of characters.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// Returns the number of the line with the byte at an offset.
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Returns the position of an offset.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let line = self.line(offset);
        let before = self.slice(self.lines.get(line).copied().unwrap_or(0)..offset.min(self.text.len()));
        Position { line: line as u32, column: units(before) }
    }

    /// Returns the offset of a position. A column beyond the end of its line means the end, one within a character its
    /// beginning.
    #[must_use]
    pub fn offset(&self, position: Position) -> usize {
        let Some(&start) = self.lines.get(position.line as usize) else { return self.text.len() };
        let end = self.lines.get(position.line as usize + 1).copied().unwrap_or(self.text.len());
        let line = self.slice(start..end).trim_end_matches(['\r', '\n']);
        let mut column = 0;
        for (at, c) in line.char_indices() {
            column += c.len_utf16() as u32;
            if column > position.column {
                return start + at;
            }
        }
        start + line.len()
    }

    /// Replaces a range by another text.
    pub fn replace(&mut self, from: Position, to: Position, new: &str) {
        let (from, to) = (self.offset(from), self.offset(to));
        let mut text = std::mem::take(&mut self.text);
        text.replace_range(from..to.max(from), new);
        *self = Text::new(text);
    }
}

/// Returns the length of a text in UTF-16 units.
#[must_use]
pub fn units(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.chars().map(char::len_utf16).sum::<usize>() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn columns_count_utf16_units() {
        let text = Text::new("(ä \"😀\")\r\nx\ry\nz");
        let places = [(0, at(0, 0)), (3, at(0, 2)), (5, at(0, 4)), (9, at(0, 6)), (13, at(1, 0)), (15, at(2, 0))];
        for (offset, position) in places {
            assert_eq!((text.position(offset), text.offset(position)), (position, offset));
        }
        assert_eq!(text.offset(at(0, 5)), 5, "within a pair of units");
        assert_eq!((text.offset(at(0, 99)), text.offset(at(9, 0))), (11, 18));
    }

    #[test]
    fn a_replaced_range_gives_the_text_of_the_editor() {
        let mut text = Text::new("(ä 1)\n(b)\n");
        text.replace(at(0, 3), at(1, 1), "2)\n(😀");
        assert_eq!(text, Text::new("(ä 2)\n(😀b)\n"));
        text.replace(at(1, 3), at(1, 99), "");
        assert_eq!(text.as_str(), "(ä 2)\n(😀\n");
        text.replace(at(5, 0), at(2, 0), "end");
        assert_eq!(text.as_str(), "(ä 2)\n(😀\nend");
    }
}
