//! The names of Common Lisp: their case, and those of characters.
//!
//! The case of names does not count. Names are lower case inside, as in the core, while Common Lisp says they are upper
//! case: so the name that a Common Lisp program sees is the one inside with its case exchanged, if all letters are of
//! one case.

use std::borrow::Cow;

/// The features that there are as long as a program does not change them.
pub(super) const FEATURES: &[&str] = &["common-lisp", "klammer"];

/// Case in which upper-case names are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameCase {
    Upper,
    Lower,
    /// The first letter of each word in upper case.
    Capitalized,
}

impl NameCase {
    /// The name NIL.
    pub fn nil(self) -> &'static str {
        match self {
            NameCase::Upper => "NIL",
            NameCase::Lower => "nil",
            NameCase::Capitalized => "Nil",
        }
    }

    /// The name, which is upper case, in this case.
    pub fn apply(self, name: &str) -> String {
        let mut inside = false;
        let letter = |c: char| {
            let lower = self == NameCase::Lower || inside;
            inside = c.is_alphanumeric();
            if lower { c.to_ascii_lowercase() } else { c }
        };
        name.chars().map(letter).collect()
    }
}

/// A letter in the other case, if it has just one and that leads back.
fn other_case(c: char) -> char {
    fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
        letters.next().filter(|_| letters.next().is_none())
    }
    let other = if c.is_uppercase() { single(c.to_lowercase()) } else { single(c.to_uppercase()) };
    let back = |o: char| if c.is_uppercase() { single(o.to_uppercase()) } else { single(o.to_lowercase()) };
    other.filter(|&o| back(o) == Some(c)).unwrap_or(c)
}

pub(super) fn upper(c: char) -> char {
    if c.is_lowercase() { other_case(c) } else { c }
}

fn lower(c: char) -> char {
    if c.is_uppercase() { other_case(c) } else { c }
}

/// The name inside that a bare word stands for.
pub(super) fn folded(word: &str) -> Cow<'_, str> {
    if word.chars().any(char::is_uppercase) {
        Cow::Owned(word.chars().map(lower).collect())
    } else {
        Cow::Borrowed(word)
    }
}

/// The name inside of what a Common Lisp program sees as `name`, and the other way round.
pub(super) fn inverted(name: &str) -> Cow<'_, str> {
    let has_upper = name.chars().any(|c| c.is_uppercase() && lower(c) != c);
    let has_lower = name.chars().any(|c| c.is_lowercase() && upper(c) != c);
    match (has_upper, has_lower) {
        (true, false) => Cow::Owned(name.chars().map(lower).collect()),
        (false, true) => Cow::Owned(name.chars().map(upper).collect()),
        _ => Cow::Borrowed(name),
    }
}

/// Returns whether the word looks like a number in another base than ten. With a point or an exponent it would be
/// decimal.
pub(super) fn is_in_base(word: &str, base: u32) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let digits = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_digit(base));
    match unsigned.split_once('/') {
        Some((numerator, denominator)) => digits(numerator) && digits(denominator),
        None => digits(unsigned),
    }
}

/// The names that control characters have in Common Lisp, by their codes.
const CONTROL_NAMES: [&str; 33] = [
    "Nul",
    "Soh",
    "Stx",
    "Etx",
    "Eot",
    "Enq",
    "Ack",
    "Bel",
    "Backspace",
    "Tab",
    "Newline",
    "Vt",
    "Page",
    "Return",
    "So",
    "Si",
    "Dle",
    "Dc1",
    "Dc2",
    "Dc3",
    "Dc4",
    "Nak",
    "Syn",
    "Etb",
    "Can",
    "Em",
    "Sub",
    "Esc",
    "Fs",
    "Gs",
    "Rs",
    "Us",
    "Space",
];

/// The name of a character that has one in Common Lisp.
pub(super) fn character_name(c: char) -> Option<&'static str> {
    if c == '\x7f' { Some("Rubout") } else { CONTROL_NAMES.get(u32::from(c) as usize).copied() }
}

/// The character of that name, in whatever case.
pub(super) fn named_character(name: &str) -> Option<char> {
    let found = CONTROL_NAMES.iter().position(|n| n.eq_ignore_ascii_case(name));
    found.and_then(|n| char::from_u32(n as u32))
}
