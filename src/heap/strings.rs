//! Memory of strings that have gone, for new ones of the same length: a host that passes strings in makes them by the
//! thousand, and most are gone at the next collection. The allocator would take them one by one, and look for room for
//! each new one.

use hashbrown::HashMap;

use super::Heap;
use super::slab::Slab;
use crate::fault::Res;
use crate::memory::allocated;
use crate::object::string::Text;
use crate::value::Value;

/// Bytes of strings that are kept, at most: about as many as are made between two collections.
const MOST_SPARE: usize = 512 << 10;

/// Bytes that a short string has, at most. Most have so few, of any length.
const SHORT: usize = 32;

/// Bytes that a string has, at most, whose memory is kept.
const LONGEST: usize = 4 << 10;

/// Lengths beyond [`SHORT`] of which strings are kept: who passes in longer texts again and again mostly has them of a
/// few lengths.
const MOST_LENGTHS: usize = 32;

/// Strings that have gone.
#[derive(Default)]
pub(super) struct Spare {
    /// Short ones by their lengths: the memory of a string is as large as the string.
    short: Vec<Vec<Box<str>>>,
    longer: HashMap<usize, Vec<Box<str>>>,
    bytes: usize,
}

impl Spare {
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn clear(&mut self) {
        *self = Spare::default();
    }

    /// Returns room for a string of `length` bytes, if there is any.
    #[inline]
    fn take(&mut self, length: usize) -> Option<String> {
        let same = if length <= SHORT { self.short.get_mut(length) } else { self.longer.get_mut(&length) };
        let mut room = String::from(same?.pop()?);
        self.bytes = self.bytes.saturating_sub(Self::bytes_of(length));
        room.clear();
        Some(room)
    }

    /// Frees the strings that are not marked, and keeps some up to `most` bytes. Gives back room that was kept before
    /// and not used. Returns the bytes freed.
    pub fn sweep(&mut self, strings: &mut Slab<Text>, most: usize) -> usize {
        let most = most.min(MOST_SPARE);
        self.short.iter_mut().for_each(Vec::clear);
        self.longer.clear();
        self.bytes = 0;
        strings.sweep_into(|text| {
            let length = text.as_str().len();
            if (1..=LONGEST).contains(&length)
                && self.bytes < most
                && let Some(same) = self.of_length(length)
            {
                same.push(text.into());
                self.bytes += Self::bytes_of(length);
            }
        })
    }

    /// Returns the store of strings of a length, if they are kept.
    fn of_length(&mut self, length: usize) -> Option<&mut Vec<Box<str>>> {
        if length > SHORT {
            let is_kept = self.longer.len() < MOST_LENGTHS || self.longer.contains_key(&length);
            return is_kept.then(|| self.longer.entry(length).or_default());
        }
        if self.short.is_empty() {
            self.short.resize_with(SHORT + 1, Vec::new);
        }
        self.short.get_mut(length)
    }

    fn bytes_of(length: usize) -> usize {
        allocated(length) + size_of::<Box<str>>()
    }
}

impl Heap {
    /// A string that is a copy of this one.
    pub(crate) fn copied_string(&mut self, text: &str) -> Res<Value> {
        match self.spare_strings.take(text.len()) {
            Some(mut room) => {
                room.push_str(text);
                self.string(room)
            }
            None => self.string(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_string_that_has_gone_is_that_of_the_next_of_its_length() {
        let mut strings = Slab::default();
        let (gone, kept) = (strings.insert(Text::new("gone")), strings.insert(Text::new("kept")));
        let place = |strings: &Slab<Text>, i: usize| strings.get(i).map(|text| text.as_str().as_ptr());
        let before = place(&strings, gone);
        strings.clear_marks();
        strings.mark(kept);
        let mut spare = Spare::default();
        let freed = spare.sweep(&mut strings, 1 << 20);
        assert_eq!(freed, allocated(4) + Slab::<Text>::SLOT_BYTES);
        assert_eq!((spare.bytes() > 0, spare.take(3), spare.take(0), spare.take(99)), (true, None, None, None));
        let mut room = spare.take(4).unwrap();
        room.push_str("next");
        let next = strings.insert(Text::new(room));
        assert_eq!((place(&strings, next), spare.bytes(), spare.take(4)), (before, 0, None));
        assert_eq!([kept, next].map(|i| strings.get(i).unwrap().as_str()), ["kept", "next"]);
        strings.clear_marks();
        assert!(spare.sweep(&mut strings, 0) > 0 && spare.take(4).is_none(), "no more than the limit allows");
    }

    #[test]
    fn of_longer_strings_some_lengths_are_kept() {
        let mut strings = Slab::default();
        let lengths = (SHORT + 1..=SHORT + MOST_LENGTHS + 1).chain([LONGEST, LONGEST + 1]);
        lengths.clone().for_each(|length| {
            strings.insert(Text::new("x".repeat(length)));
        });
        strings.clear_marks();
        let mut spare = Spare::default();
        spare.sweep(&mut strings, 1 << 20);
        assert_eq!(lengths.filter(|&length| spare.take(length).is_some()).count(), MOST_LENGTHS);
        assert_eq!(spare.bytes(), 0);
    }
}
