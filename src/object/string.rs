//! Strings: UTF-8, with positions counted in characters. Only functions of dialects change them (`string-set!`,
//! `(setf char)`).

pub use compact_str::CompactString;

use super::HeapObject;
use crate::memory::allocated;
use crate::value::Value;

/// Bytes of a text between two entries of its index.
const BLOCK: usize = 128;

/// A text with fast access to its characters. Texts of up to 24 bytes stand in the object itself.
#[derive(Clone, Debug)]
pub struct StringObject {
    text: CompactString,
    /// Finds characters. `None`: all are one byte long, so positions are byte offsets.
    index: Option<Box<CharacterIndex>>,
}

/// Numbers of characters in the blocks of a text.
#[derive(Clone, Debug)]
struct CharacterIndex {
    /// Characters in all.
    count: usize,
    /// Characters that begin before each block but the first.
    before: Vec<usize>,
}

impl CharacterIndex {
    fn of(text: &str) -> CharacterIndex {
        let mut index = CharacterIndex { count: 0, before: Vec::with_capacity(text.len().saturating_sub(1) / BLOCK) };
        for (i, block) in text.as_bytes().chunks(BLOCK).enumerate() {
            if i > 0 {
                index.before.push(index.count);
            }
            index.count += beginnings(block);
        }
        index
    }

    /// Returns the characters that begin before a block.
    fn before(&self, block: usize) -> usize {
        block.checked_sub(1).and_then(|i| self.before.get(i)).copied().unwrap_or(0)
    }

    /// Returns the offset of character `i`.
    fn offset(&self, text: &str, i: usize) -> Option<usize> {
        if i >= self.count {
            return (i == self.count).then_some(text.len());
        }
        let block = self.before.partition_point(|&n| n <= i);
        let mut start = block * BLOCK;
        while !text.is_char_boundary(start) {
            start += 1;
        }
        let mut characters = text.get(start..)?.chars();
        if let Some(last) = (i - self.before(block)).checked_sub(1) {
            characters.nth(last);
        }
        Some(text.len() - characters.as_str().len())
    }

    /// Counts a character that has been put at the end of a text, which is `length` bytes long with it.
    fn push(&mut self, c: char, length: usize) {
        let next = (self.before.len() + 1) * BLOCK;
        if length > next {
            self.before.push(self.count + usize::from(length - c.len_utf8() < next));
        }
        self.count += 1;
    }
}

/// Returns the number of characters that begin among these bytes of a text.
fn beginnings(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0xc0 != 0x80).count()
}

impl StringObject {
    /// Makes a text.
    #[inline]
    pub fn new(text: impl Into<CompactString>) -> StringObject {
        let mut text = text.into();
        // A little room is not worth another allocation.
        if text.is_heap_allocated() && text.capacity() - text.len() > 16 + text.len() / 8 {
            text.shrink_to_fit();
        }
        let index = if text.is_ascii() { None } else { Some(Box::new(CharacterIndex::of(&text))) };
        StringObject { text, index }
    }

    /// Makes a text of ASCII characters.
    #[inline]
    pub(crate) fn of_ascii(text: CompactString) -> StringObject {
        debug_assert!(text.is_ascii());
        StringObject { text, index: None }
    }

    /// Returns the characters.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether all characters are ASCII, so that positions are byte offsets.
    pub fn is_ascii(&self) -> bool {
        self.index.is_none()
    }

    /// Number of characters.
    pub fn len(&self) -> usize {
        self.index.as_ref().map_or(self.text.len(), |index| index.count)
    }

    /// Returns whether there are no characters.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The byte offset of character `i`; the end for `i == len`.
    pub fn offset(&self, i: usize) -> Option<usize> {
        match &self.index {
            None => (i <= self.text.len()).then_some(i),
            Some(index) => index.offset(&self.text, i),
        }
    }

    /// The position of the character that begins at byte `offset`: the inverse of [`StringObject::offset`].
    pub fn position(&self, offset: usize) -> usize {
        let Some(index) = &self.index else { return offset.min(self.text.len()) };
        if offset >= self.text.len() {
            return index.count;
        }
        let block = offset / BLOCK;
        index.before(block) + self.text.as_bytes().get(block * BLOCK..offset).map_or(0, beginnings)
    }

    /// Puts a character in the place of one of the same width, which takes no memory. Returns whether it has.
    #[inline]
    pub(crate) fn set_in_place(&mut self, i: usize, c: char) -> bool {
        let start = match self.index {
            None => (c.is_ascii() && i < self.text.len()).then_some(i),
            Some(_) => self.offset(i).filter(|_| self.char_at(i).is_some_and(|old| old.len_utf8() == c.len_utf8())),
        };
        let Some(start) = start else { return false };
        self.text.replace_range(start..start + c.len_utf8(), c.encode_utf8(&mut [0; 4]));
        true
    }

    /// Puts a character in the place of another. What follows moves if the new one has another width.
    pub(crate) fn set(&mut self, i: usize, c: char) -> bool {
        let (Some(start), Some(end)) = (self.offset(i), self.offset(i + 1)) else { return false };
        self.replace_part(start, end, c.encode_utf8(&mut [0; 4]));
        true
    }

    /// Puts other characters in the place of those from byte `from` up to byte `end`. In ASCII, what has the same
    /// length takes no memory.
    pub fn replace_part(&mut self, from: usize, end: usize, new: &str) {
        if self.index.is_none() && new.is_ascii() {
            self.text.replace_range(from..end, new);
        } else {
            let mut text = std::mem::take(&mut self.text);
            text.replace_range(from..end, new);
            *self = StringObject::new(text);
        }
    }

    /// Returns whether a character can be added without more memory.
    pub fn has_room(&self) -> bool {
        self.text.capacity() - self.text.len() >= 4
    }

    /// Puts a character after the last one.
    pub fn push(&mut self, c: char) {
        self.text.push(c);
        match &mut self.index {
            Some(index) => index.push(c, self.text.len()),
            None if c.is_ascii() => {}
            None => self.index = Some(Box::new(CharacterIndex::of(&self.text))),
        }
    }

    /// Another content.
    pub fn replace(&mut self, text: impl Into<CompactString>) {
        *self = StringObject::new(text);
    }

    #[inline]
    pub(crate) fn char_at(&self, i: usize) -> Option<char> {
        match &self.index {
            None => self.ascii_at(i),
            Some(_) => self.text.get(self.offset(i)?..)?.chars().next(),
        }
    }

    /// Returns the character at `i`, if all are ASCII.
    #[inline(always)]
    pub(crate) fn ascii_at(&self, i: usize) -> Option<char> {
        if self.index.is_some() { None } else { self.text.as_bytes().get(i).map(|&b| char::from(b)) }
    }

    /// Characters `start` to `end` (exclusive).
    pub fn slice(&self, start: usize, end: usize) -> Option<&str> {
        self.text.get(self.offset(start)?..self.offset(end)?)
    }
}

impl From<StringObject> for Box<str> {
    fn from(text: StringObject) -> Box<str> {
        text.text.into()
    }
}

impl HeapObject for StringObject {
    #[inline]
    fn bytes(&self) -> usize {
        let text = if self.text.is_heap_allocated() { allocated(self.text.capacity()) } else { 0 };
        let index = self.index.as_ref().map_or(0, |index| {
            allocated(size_of::<CharacterIndex>()) + allocated(index.before.capacity() * size_of::<usize>())
        });
        text + index
    }

    fn each_value(&self, _: &mut dyn FnMut(&[Value])) {}
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Checks all that a text says of itself against its characters.
    fn check(text: &StringObject, characters: &[char]) {
        let whole: String = characters.iter().collect();
        assert_eq!((text.as_str(), text.len()), (whole.as_str(), characters.len()));
        let mut offset = 0;
        for (i, c) in characters.iter().enumerate() {
            assert_eq!((text.char_at(i), text.offset(i), text.position(offset)), (Some(*c), Some(offset), i));
            offset += c.len_utf8();
        }
        assert_eq!((text.char_at(characters.len()), text.offset(characters.len())), (None, Some(offset)));
        assert_eq!((text.offset(characters.len() + 1), text.position(offset)), (None, characters.len()));
    }

    fn characters() -> impl Strategy<Value = char> {
        prop_oneof![4 => proptest::char::range('a', 'z'), 1 => Just('é'), 1 => Just('中'), 1 => Just('🂡')]
    }

    proptest! {
        #[test]
        fn a_text_is_its_characters(
            first in proptest::collection::vec(characters(), 0..300),
            is_ascii: bool,
            changes in proptest::collection::vec((any::<prop::sample::Index>(), characters(), 0..4u8), 0..60),
        ) {
            let mut expected: Vec<char> = if is_ascii { first.iter().map(|_| 'a').collect() } else { first };
            let mut text = StringObject::new(expected.iter().collect::<String>());
            check(&text, &expected);
            for (place, c, what) in changes {
                match what {
                    0 if !expected.is_empty() => {
                        let i = place.index(expected.len());
                        let same = expected[i].len_utf8() == c.len_utf8();
                        prop_assert_eq!(text.set_in_place(i, c), same);
                        prop_assert!(same || text.set(i, c));
                        expected[i] = c;
                    }
                    1 => {
                        prop_assert!(!text.set(expected.len(), c));
                        let (start, end) = (place.index(expected.len() + 1), expected.len());
                        let part: String = expected[start..].iter().collect();
                        prop_assert_eq!(text.slice(start, end), Some(part.as_str()));
                    }
                    2 => {
                        let start = place.index(expected.len() + 1);
                        let end = expected.len().min(start + 2);
                        text.replace_part(text.offset(start).unwrap(), text.offset(end).unwrap(), &c.to_string());
                        expected.splice(start..end, [c]);
                    }
                    _ => {
                        text.push(c);
                        expected.push(c);
                    }
                }
                check(&text, &expected);
            }
        }
    }

    #[test]
    fn memory_is_reused_as_a_text_grows() {
        let mut text = StringObject::new("");
        let mut sizes = 0;
        for _ in 0..10_000 {
            let before = text.bytes();
            text.push('a');
            sizes += usize::from(text.bytes() != before);
        }
        assert!(sizes < 20, "{sizes} sizes");
    }
}
