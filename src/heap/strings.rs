//! Memory of short strings that have gone, for new ones: a host that passes strings in makes them by the thousand, and
//! most are gone at the next collection. The allocator would take them one by one, and look for room for each new one.

use super::Heap;
use super::slab::Slab;
use crate::fault::Res;
use crate::memory::allocated;
use crate::object::string::Text;
use crate::value::Value;

/// Bytes of strings that are kept, at most: about as many as are made between two collections.
const MOST_SPARE: usize = 512 << 10;

/// Bytes that a short string has, at most.
const SHORT: usize = 32;

/// Short strings that have gone.
#[derive(Default)]
pub(super) struct Spare {
    /// By their lengths: the memory of a string is as large as the string.
    by_length: Vec<Vec<Box<str>>>,
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

    /// Room for a string of so many bytes.
    #[inline]
    fn take(&mut self, length: usize) -> Option<String> {
        let mut room = String::from(self.by_length.get_mut(length)?.pop()?);
        self.bytes = self.bytes.saturating_sub(Self::bytes_of(length));
        room.clear();
        Some(room)
    }

    /// Frees the strings that are not marked, keeping short ones up to so many bytes. Returns the bytes freed. What has
    /// been kept before and was not used is given back.
    pub fn sweep(&mut self, strings: &mut Slab<Text>, most: usize) -> usize {
        let most = most.min(MOST_SPARE);
        self.by_length.iter_mut().for_each(Vec::clear);
        self.bytes = 0;
        strings.sweep_into(|text| {
            let length = text.as_str().len();
            if (1..=SHORT).contains(&length) && self.bytes < most {
                if self.by_length.is_empty() {
                    self.by_length.resize_with(SHORT + 1, Vec::new);
                }
                if let Some(same) = self.by_length.get_mut(length) {
                    same.push(text.into());
                    self.bytes += Self::bytes_of(length);
                }
            }
        })
    }

    fn bytes_of(length: usize) -> usize {
        allocated(length) + size_of::<Box<str>>()
    }
}

impl Heap {
    /// A string that is a copy of this one.
    pub fn copied_string(&mut self, text: &str) -> Res<Value> {
        match self.spare_strings.take(text.len()) {
            Some(mut room) => {
                room.push_str(text);
                self.string(room)
            }
            None => self.string(text),
        }
    }
}

#[cfg(feature = "own-tests")]
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
}
