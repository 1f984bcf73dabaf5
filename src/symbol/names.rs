//! Names known at compile time. Their table is static data, so a new engine has them without work.

#![expect(clippy::indexing_slicing, reason = "indexes are those of names that are there, and the table is never full")]

use super::well_known;

// If these sizes are too small, the compiler reports an error. Unused space adds to the size of every program that
// embeds the library.

/// Bytes of all names together, at most.
const MAX_BYTES: usize = 6 << 10;

/// Places in the table, a power of two; about a quarter of them are used.
const SLOTS: usize = 1 << 11;

/// A fixed set of names, numbered from 0 on, the [`well_known`] ones first.
///
/// Without pointers, so that nothing has to be done to it when the program is loaded.
pub(crate) struct NameSet {
    text: [u8; MAX_BYTES],
    /// Position after the name of each number.
    ends: [u16; NameSet::MOST],
    count: usize,
    /// Numbers plus one, by hash, with linear probing; 0 is a free place.
    slots: [u16; SLOTS],
}

impl NameSet {
    /// Names at most.
    pub const MOST: usize = 640;

    /// The names that Rust code names.
    pub const WELL_KNOWN: &'static NameSet = &NameSet::new();

    pub const fn new() -> NameSet {
        let mut names = NameSet { text: [0; MAX_BYTES], ends: [0; NameSet::MOST], count: 0, slots: [0; SLOTS] };
        let mut i = 0;
        while i < well_known::NAMES.len() {
            names.add(well_known::NAMES[i].as_bytes());
            i += 1;
        }
        names
    }

    /// Adds a name that is not there yet; its number.
    pub const fn add(&mut self, name: &[u8]) -> usize {
        let mut slot = hash(name) as usize % SLOTS;
        while self.slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        let number = self.count;
        self.slots[slot] = number as u16 + 1;
        let start = self.start(number);
        let mut i = 0;
        while i < name.len() {
            self.text[start + i] = name[i];
            i += 1;
        }
        self.ends[number] = (start + name.len()) as u16;
        self.count += 1;
        number
    }

    const fn start(&self, number: usize) -> usize {
        if number == 0 { 0 } else { self.ends[number - 1] as usize }
    }

    pub const fn len(&self) -> usize {
        self.count
    }

    /// The name of a number.
    pub fn get(&self, number: usize) -> Option<&str> {
        std::str::from_utf8(self.bytes(number)?).ok()
    }

    /// The bytes of the name of a number.
    pub fn bytes(&self, number: usize) -> Option<&[u8]> {
        if number >= self.count {
            return None;
        }
        self.text.get(self.start(number)..usize::from(*self.ends.get(number)?))
    }

    /// The number of a name.
    pub const fn find(&self, name: &[u8]) -> Option<usize> {
        let mut slot = hash(name) as usize % SLOTS;
        while self.slots[slot] != 0 {
            let number = self.slots[slot] as usize - 1;
            let (until, _) = self.text.split_at(self.ends[number] as usize);
            if same(until.split_at(self.start(number)).1, name) {
                return Some(number);
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }
}

/// Returns whether these are the same bytes. It is for constants, where `==` cannot be used.
const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// FNV-1a, of 32 bits, folded to the bits that count. Programs cannot choose these names, so nobody can force
/// collisions.
const fn hash(name: &[u8]) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut i = 0;
    while i < name.len() {
        hash = (hash ^ name[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    hash ^ (hash >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_found_under_its_number() {
        let mut names = NameSet::new();
        let number = names.add(b"map-with");
        assert_eq!(names.find(b"map-with"), Some(number));
        assert_eq!(names.get(number), Some("map-with"));
        assert_eq!(names.find(b"quote"), Some(well_known::QUOTE.0 as usize));
        assert_eq!(names.find(b"no-such-name"), None);
        assert_eq!(names.get(names.len()), None);
        for (i, name) in well_known::NAMES.iter().enumerate() {
            assert_eq!(names.get(i), Some(*name));
        }
    }
}
