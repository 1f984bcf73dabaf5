//! Characters: their numbers, their classes, their order.
//!
//! Knows nothing of strings. Classes and case follow Unicode, digits are those of ASCII.

use super::builtins;
use crate::fault::{Code, Result, fail_in};
use crate::runtime::Runtime;
use crate::value::Value;

builtins! { "character";
    /// The number (code point) of `char`.
    ///
    /// (char->integer #\A)  ;=> 65
    #[inline_as(Leaf)]
    fn "char->integer" (rt, char: char) { i64::from(u32::from(char)) }

    /// The character whose number (code point) is `number`.
    ///
    /// (integer->char 955)      ;=> #\λ
    /// (integer->char 1114112)  ;!! bad-value
    #[inline_as(Leaf)]
    fn "integer->char" (rt, number: usize) {
        match u32::try_from(number).ok().and_then(char::from_u32) {
            Some(c) => Ok(c),
            None => fail_in("integer->char", Code::BadValue, format!("{number} is not the number of a character")),
        }
    }

    /// The upper-case form of `char`, if that is a single character; `char` itself otherwise.
    ///
    /// (char-upcase #\a)  ;=> #\A
    /// (char-upcase #\1)  ;=> #\1
    #[inline_as(Leaf)]
    fn "char-upcase" (rt, char: char) {
        if char.is_ascii() { char.to_ascii_uppercase() } else { single(char, char.to_uppercase()) }
    }

    /// The lower-case form of `char`, if that is a single character; `char` itself otherwise.
    ///
    /// (char-downcase #\A)  ;=> #\a
    #[inline_as(Leaf)]
    fn "char-downcase" (rt, char: char) {
        match char {
            _ if char.is_ascii() => char.to_ascii_lowercase(),
            // The only letter whose lower case is two characters has one of its own for this purpose.
            'İ' => 'i',
            _ => single(char, char.to_lowercase()),
        }
    }

    /// Returns whether `char` is a letter of any script.
    ///
    /// (char-alphabetic? #\a)  ;=> t
    /// (char-alphabetic? #\1)  ;=> nil
    #[inline_as(Leaf)]
    fn "char-alphabetic?" (rt, char: char) { char.is_alphabetic() }

    /// Returns whether `char` is one of the digits 0 to 9. These are the characters that have a `digit-value`.
    ///
    /// (char-numeric? #\7)  ;=> t
    /// (char-numeric? #\a)  ;=> nil
    #[inline_as(Leaf)]
    fn "char-numeric?" (rt, char: char) { char.is_ascii_digit() }

    /// Returns whether `char` is white space.
    ///
    /// (char-whitespace? #\space)  ;=> t
    /// (char-whitespace? #\a)      ;=> nil
    #[inline_as(Leaf)]
    fn "char-whitespace?" (rt, char: char) { char.is_whitespace() }

    /// Returns whether `char` is an upper-case letter.
    ///
    /// (char-upper-case? #\A)  ;=> t
    /// (char-upper-case? #\a)  ;=> nil
    #[inline_as(Leaf)]
    fn "char-upper-case?" (rt, char: char) { char.is_uppercase() }

    /// Returns whether `char` is a lower-case letter.
    ///
    /// (char-lower-case? #\a)  ;=> t
    /// (char-lower-case? #\1)  ;=> nil
    #[inline_as(Leaf)]
    fn "char-lower-case?" (rt, char: char) { char.is_lowercase() }

    /// Returns the value of the digit `char` in base `radix` (2 to 36, 10 if left out), or `nil` if it is no digit of
    /// that base.
    ///
    /// (digit-value #\7)     ;=> 7
    /// (digit-value #\.)     ;=> nil
    /// (digit-value #\f 16)  ;=> 15
    fn "digit-value" (rt, char: char, ?radix: usize) {
        let radix = base("digit-value", radix)?;
        Ok(char.to_digit(radix).map(i64::from))
    }

    /// The character of the digit `number` in base `radix` (2 to 36, 10 if left out), or `nil` if there is no such
    /// digit.
    ///
    /// (digit->char 7)      ;=> #\7
    /// (digit->char 12)     ;=> nil
    /// (digit->char 12 16)  ;=> #\c
    fn "digit->char" (rt, number: usize, ?radix: usize) {
        let radix = base("digit->char", radix)?;
        Ok(u32::try_from(number).ok().and_then(|n| char::from_digit(n, radix)))
    }

    /// Returns whether all these characters are the same.
    ///
    /// (char=? #\a #\a)      ;=> t
    /// (char=? #\a #\a #\b)  ;=> nil
    #[inline_as(OfKind(Kind::CHARACTER, Same))]
    fn "char=?" (rt, char: char, *more: char) { ordered(rt, char, more, |a, b| a == b) }

    /// Returns whether the numbers of these characters rise from each to the next.
    ///
    /// (char<? #\a #\b #\c)  ;=> t
    /// (char<? #\b #\a)      ;=> nil
    #[inline_as(Leaf)]
    fn "char<?" (rt, char: char, *more: char) { ordered(rt, char, more, |a, b| a < b) }

    /// Returns whether the numbers of these characters fall from each to the next.
    ///
    /// (char>? #\b #\a)  ;=> t
    #[inline_as(Leaf)]
    fn "char>?" (rt, char: char, *more: char) { ordered(rt, char, more, |a, b| a > b) }

    /// Returns whether the numbers of these characters never fall.
    ///
    /// (char<=? #\a #\a #\b)  ;=> t
    #[inline_as(Leaf)]
    fn "char<=?" (rt, char: char, *more: char) { ordered(rt, char, more, |a, b| a <= b) }

    /// Returns whether the numbers of these characters never rise.
    ///
    /// (char>=? #\b #\a #\a)  ;=> t
    #[inline_as(Leaf)]
    fn "char>=?" (rt, char: char, *more: char) { ordered(rt, char, more, |a, b| a >= b) }
}

/// The one character that `mapped` yields, or `original` where a mapping is longer (`ß` to `SS`).
fn single(original: char, mut mapped: impl Iterator<Item = char>) -> char {
    match (mapped.next(), mapped.next()) {
        (Some(c), None) => c,
        _ => original,
    }
}

fn base(function: &str, radix: Option<usize>) -> Result<u32> {
    match radix {
        None => Ok(10),
        Some(r @ 2..=36) => Ok(r as u32),
        Some(r) => fail_in(function, Code::BadValue, format!("radix must be from 2 to 36, got {r}")),
    }
}

/// Returns whether `holds` relates each character to the next.
fn ordered(rt: &mut Runtime, first: char, more: &[Value], holds: fn(char, char) -> bool) -> Result<bool> {
    if let &[second] = more {
        return Ok(second.as_character().is_some_and(|second| holds(first, second)));
    }
    rt.charge(more.len() / 8)?;
    let mut last = first;
    for c in more.iter().filter_map(|v| v.as_character()) {
        if !holds(last, c) {
            return Ok(false);
        }
        last = c;
    }
    Ok(true)
}
