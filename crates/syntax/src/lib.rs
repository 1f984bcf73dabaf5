//! The syntax of Klammer's Lisp: tokens, the grammar, places in texts, and what is wrong with a text.
//!
//! There is no heap and no symbol here. The interpreter, its formatter, its lints and its prompt are built on this
//! crate.
//!
//! - [`lexer`] has tokens and cuts a text into them, without gaps, and never fails;
//! - [`literal`] says what a token means;
//! - [`parser`] is the grammar, a state machine that drives a [`Builder`](builder::Builder);
//! - [`grammar`] has the hooks of dialects, whose notation differs;
//! - [`complete`] tells whether a text ends inside something;
//! - [`tree`] has lossless trees of texts, for tools, and [`format`](mod@format) lays texts out;
//! - [`source`] has texts, and places in them; [`nearest`] finds the name that a misspelt one means.

#![forbid(unsafe_code)]

pub mod builder;
pub mod complete;
mod diagnose;
pub mod format;
pub mod grammar;
pub mod lexer;
pub mod literal;
pub mod parser;
pub mod scopes;
pub mod source;
pub mod tree;

/// Greatest length of names that are compared: longer ones take time and are rarely typed.
pub const MAX_MISTYPED: usize = 40;

/// Returns the name among `names` that is most like `name`, if one is close.
///
/// ```
/// use klammer_syntax::nearest;
///
/// assert_eq!(nearest("prnit", ["print", "princ"].into_iter()), Some("print"));
/// assert_eq!(nearest("f", ["g"].into_iter()), None);
/// ```
#[must_use]
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    near(name, 3, names).min().map(|(_, n)| n)
}

/// Returns the names that are close to `name`, at most `most` slips of the fingers away, each with how many. Capitals
/// for small letters are one slip, however many they are.
pub fn near<'a>(
    name: &str,
    most: usize,
    names: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    // Of short names, everything is a near miss.
    let length = name.chars().count();
    let far = if length > MAX_MISTYPED { 0 } else { (length / 3).min(most) };
    let set = letters(name);
    // A character takes up to four bytes.
    let is_worth_it = move |n: &str| {
        far > 0 && n.len().abs_diff(name.len()) <= 4 * far && (letters(n) ^ set).count_ones() as usize <= 2 * far
    };
    names.filter_map(move |n| {
        if n.eq_ignore_ascii_case(name) {
            return (n != name && most > 0).then_some((1, n));
        }
        let distance = is_worth_it(n).then(|| strsim::damerau_levenshtein(n, name))?;
        (distance > 0 && distance <= far).then_some((distance, n))
    })
}

/// The letters of a name, a bit each (some share one). A slip changes at most two: comparing these sets spares most
/// names the comparison letter by letter.
fn letters(name: &str) -> u64 {
    name.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 64))
}
