//! Strings: UTF-8, with positions counted in characters. Only functions of dialects change them (`string-set!`,
//! `(setf char)`).

use super::HeapObject;
use crate::memory::allocated;
use crate::value::Value;

/// A text with fast access to its characters.
#[derive(Clone, Debug)]
pub struct StringObject {
    text: Box<str>,
    /// All characters are one byte long: positions are byte offsets.
    ascii: bool,
}

impl StringObject {
    /// Makes a text.
    pub fn new(text: impl Into<Box<str>>) -> StringObject {
        let text = text.into();
        let ascii = text.is_ascii();
        StringObject { text, ascii }
    }

    /// Returns the characters.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether all characters are ASCII, so that positions are byte offsets.
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Number of characters.
    pub fn len(&self) -> usize {
        if self.ascii { self.text.len() } else { self.text.chars().count() }
    }

    /// Returns whether there are no characters.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The byte offset of character `i`; the end for `i == len`.
    pub fn offset(&self, i: usize) -> Option<usize> {
        if self.ascii {
            return (i <= self.text.len()).then_some(i);
        }
        let mut offsets = self.text.char_indices().map(|(o, _)| o).chain([self.text.len()]);
        offsets.nth(i)
    }

    /// The position of the character that begins at byte `offset`: the inverse of [`StringObject::offset`].
    pub fn position(&self, offset: usize) -> usize {
        if self.ascii {
            return offset.min(self.text.len());
        }
        self.text.char_indices().take_while(|&(o, _)| o < offset).count()
    }

    /// Puts a character in the place of another. In place where both are ASCII, else by making the text again.
    pub(crate) fn set(&mut self, i: usize, c: char) -> bool {
        let Some(old) = self.char_at(i) else { return false };
        let Some(start) = self.offset(i) else { return false };
        let mut text = String::from(std::mem::take(&mut self.text));
        text.replace_range(start..start + old.len_utf8(), c.encode_utf8(&mut [0; 4]));
        self.ascii = if self.ascii { c.is_ascii() } else { text.is_ascii() };
        self.text = text.into_boxed_str();
        true
    }

    /// Puts a character after the last one.
    pub fn push(&mut self, c: char) {
        let mut text = String::from(std::mem::take(&mut self.text));
        text.push(c);
        self.ascii &= c.is_ascii();
        self.text = text.into_boxed_str();
    }

    /// Another content.
    pub fn replace(&mut self, text: String) {
        *self = StringObject::new(text);
    }

    pub(crate) fn char_at(&self, i: usize) -> Option<char> {
        self.text.get(self.offset(i)?..)?.chars().next()
    }

    /// Characters `start` to `end` (exclusive).
    pub fn slice(&self, start: usize, end: usize) -> Option<&str> {
        self.text.get(self.offset(start)?..self.offset(end)?)
    }
}

impl From<StringObject> for Box<str> {
    fn from(text: StringObject) -> Box<str> {
        text.text
    }
}

impl HeapObject for StringObject {
    fn bytes(&self) -> usize {
        allocated(self.text.len())
    }

    fn trace(&self, _: &mut Vec<Value>) {}
}
