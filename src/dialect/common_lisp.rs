//! How Common Lisp writes names, numbers and characters, and what its variables say about reading and writing.
//!
//! The case of names does not count. Names are lower case inside, as in the core, while Common Lisp says they are upper
//! case: so the name that a Common Lisp program sees is the one inside with its case exchanged, if all letters are of
//! one case.

use std::borrow::Cow;

use crate::package::USER;
use crate::symbol::PackageId;
use crate::value::Value;

/// What the variables of a program say about reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// `*package*`
    pub package: PackageId,
    /// `*read-base*`
    pub base: u32,
    /// `*features*`: a list, of which only lists of keywords count; anything that is no list stands for [`FEATURES`].
    pub features: Value,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { package: USER, base: 10, features: Value::UNBOUND }
    }
}

/// The features that there are as long as a program does not change them.
pub(crate) const FEATURES: &[&str] = &["common-lisp", "klammer"];

/// What the variables of Common Lisp that begin with `*print-` say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    /// Long lists take several lines.
    pub pretty: bool,
    pub case: NameCase,
    /// The base of integers and ratios.
    pub base: u32,
    /// Does a number show its base?
    pub radix: bool,
    /// Do symbols without a package show that?
    pub gensym: bool,
    /// Are parts that are met again written as labels?
    pub circle: bool,
    /// The package in which symbols are read back.
    pub package: PackageId,
}

/// How names that are upper case are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameCase {
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

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            pretty: false,
            case: NameCase::Upper,
            base: 10,
            radix: false,
            gensym: true,
            circle: false,
            package: USER,
        }
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

pub(crate) fn upper(c: char) -> char {
    if c.is_lowercase() { other_case(c) } else { c }
}

fn lower(c: char) -> char {
    if c.is_uppercase() { other_case(c) } else { c }
}

/// The name inside that a bare word stands for.
pub(crate) fn folded(word: &str) -> Cow<'_, str> {
    if word.chars().any(char::is_uppercase) {
        Cow::Owned(word.chars().map(lower).collect())
    } else {
        Cow::Borrowed(word)
    }
}

/// The name inside of what a Common Lisp program sees as `name`, and the other way round.
pub(crate) fn inverted(name: &str) -> Cow<'_, str> {
    let has_upper = name.chars().any(|c| c.is_uppercase() && lower(c) != c);
    let has_lower = name.chars().any(|c| c.is_lowercase() && upper(c) != c);
    match (has_upper, has_lower) {
        (true, false) => Cow::Owned(name.chars().map(lower).collect()),
        (false, true) => Cow::Owned(name.chars().map(upper).collect()),
        _ => Cow::Borrowed(name),
    }
}

/// Does the word look like a number in another base than ten? (With a point, or an exponent, it would be decimal.)
pub(crate) fn is_in_base(word: &str, base: u32) -> bool {
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
pub(crate) fn character_name(c: char) -> Option<&'static str> {
    if c == '\x7f' { Some("Rubout") } else { CONTROL_NAMES.get(u32::from(c) as usize).copied() }
}

/// The character of that name, in whatever case.
pub(crate) fn named_character(name: &str) -> Option<char> {
    let found = CONTROL_NAMES.iter().position(|n| n.eq_ignore_ascii_case(name));
    found.and_then(|n| char::from_u32(n as u32))
}

/// The files of the library for Common Lisp, which is part of the crate with the feature `common-lisp`: name and text.
#[cfg(feature = "common-lisp")]
pub(crate) const FILES: &[(&str, &str)] = &[
    ("lisp/common-lisp/names.lisp", include_str!("../../lisp/common-lisp/names.lisp")),
    ("lisp/common-lisp/array.lisp", include_str!("../../lisp/common-lisp/array.lisp")),
    ("lisp/common-lisp/binding.lisp", include_str!("../../lisp/common-lisp/binding.lisp")),
    ("lisp/common-lisp/condition.lisp", include_str!("../../lisp/common-lisp/condition.lisp")),
    ("lisp/common-lisp/control.lisp", include_str!("../../lisp/common-lisp/control.lisp")),
    ("lisp/common-lisp/float.lisp", include_str!("../../lisp/common-lisp/float.lisp")),
    ("lisp/common-lisp/generic.lisp", include_str!("../../lisp/common-lisp/generic.lisp")),
    ("lisp/common-lisp/iteration.lisp", include_str!("../../lisp/common-lisp/iteration.lisp")),
    ("lisp/common-lisp/environment.lisp", include_str!("../../lisp/common-lisp/environment.lisp")),
    ("lisp/common-lisp/list.lisp", include_str!("../../lisp/common-lisp/list.lisp")),
    ("lisp/common-lisp/loop.lisp", include_str!("../../lisp/common-lisp/loop.lisp")),
    ("lisp/common-lisp/macro.lisp", include_str!("../../lisp/common-lisp/macro.lisp")),
    ("lisp/common-lisp/number.lisp", include_str!("../../lisp/common-lisp/number.lisp")),
    ("lisp/common-lisp/object.lisp", include_str!("../../lisp/common-lisp/object.lisp")),
    ("lisp/common-lisp/output.lisp", include_str!("../../lisp/common-lisp/output.lisp")),
    ("lisp/common-lisp/package.lisp", include_str!("../../lisp/common-lisp/package.lisp")),
    ("lisp/common-lisp/pathname.lisp", include_str!("../../lisp/common-lisp/pathname.lisp")),
    ("lisp/common-lisp/place.lisp", include_str!("../../lisp/common-lisp/place.lisp")),
    ("lisp/common-lisp/sequence.lisp", include_str!("../../lisp/common-lisp/sequence.lisp")),
    ("lisp/common-lisp/stream.lisp", include_str!("../../lisp/common-lisp/stream.lisp")),
    ("lisp/common-lisp/string.lisp", include_str!("../../lisp/common-lisp/string.lisp")),
    ("lisp/common-lisp/structure.lisp", include_str!("../../lisp/common-lisp/structure.lisp")),
    ("lisp/common-lisp/time.lisp", include_str!("../../lisp/common-lisp/time.lisp")),
    ("lisp/common-lisp/type.lisp", include_str!("../../lisp/common-lisp/type.lisp")),
    ("lisp/common-lisp/unsupported.lisp", include_str!("../../lisp/common-lisp/unsupported.lisp")),
];
