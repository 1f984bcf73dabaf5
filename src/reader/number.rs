//! Numbers as the reader meets them: which words may be numbers, and what `#e` and `#i` make of one.

use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;
use dashu_ratio::RBig;

use klammer_syntax::literal;
use klammer_syntax::token::Exactness;

use crate::fault::{Code, Limit, Result, Unwind, internal};
use crate::num::Number;
use crate::num::parse::{Numeral, parse_number};
use crate::runtime::Runtime;

/// The number that a bare word is, if it is one: `1+`, `-` and `...` are not.
pub fn plain(rt: &mut Runtime, word: &str) -> Result<Option<Number>> {
    // Most words are symbols, and most of them can be told by their first characters.
    let mut bytes = word.bytes();
    let may_be = match bytes.next() {
        Some(b'0'..=b'9') => true,
        Some(b'+' | b'-' | b'.') => bytes.next().is_some(),
        _ => false,
    };
    if may_be { parse_number(rt, word, 10) } else { Ok(None) }
}

/// Returns whether a bare word is a complex number, such as `1+2i`, `-i` or `1@2`.
pub(super) fn is_complex(rt: &mut Runtime, word: &str) -> Result<bool> {
    if !word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
        return Ok(false);
    }
    if let Some((magnitude, angle)) = word.split_once('@') {
        return Ok(parse_number(rt, magnitude, 10)?.is_some() && parse_number(rt, angle, 10)?.is_some());
    }
    let Some(parts) = word.strip_suffix(['i', 'I']) else { return Ok(false) };
    // The sign of the imaginary part is the last one that is not that of an exponent.
    let signs = parts.char_indices().rev().filter(|&(_, c)| matches!(c, '+' | '-'));
    let exponent = |at: usize| parts.get(..at).is_some_and(|before| before.ends_with(['e', 'E']));
    let Some(at) = signs.map(|(at, _)| at).find(|&at| !exponent(at)) else { return Ok(false) };
    let (real, imaginary) = parts.split_at(at);
    Ok((real.is_empty() || parse_number(rt, real, 10)?.is_some())
        && (imaginary.len() == 1 || parse_number(rt, imaginary, 10)?.is_some()))
}

/// Returns the number that a text denotes, prefixes such as `#x` included, as the reader reads it; without one of them
/// that says the radix, it is in `radix`. `None` if the text denotes none, or one that is too long for the limits.
pub fn numeral(rt: &mut Runtime, text: &str, radix: u32) -> Result<Option<Number>> {
    let Some((digits, own, exactness)) = literal::number_prefixes(text) else { return Ok(None) };
    prefixed(rt, digits, own.unwrap_or(radix), exactness).or_else(|fault| match *fault {
        Unwind::Limit(Limit::IntegerBits) => Ok(None),
        // A denominator of zero.
        Unwind::Error(c) if c.code == Code::BadToken => Ok(None),
        other => Err(Box::new(other)),
    })
}

/// The number after `#x`, `#e` and the like; `None` if there is none.
pub fn prefixed(rt: &mut Runtime, digits: &str, radix: u32, exactness: Option<Exactness>) -> Result<Option<Number>> {
    if exactness == Some(Exactness::Exact)
        && let Some((negative, Numeral::Decimal)) = Numeral::of(digits, radix)
    {
        return exact_decimal(rt, negative, digits).map(Some);
    }
    let Some(n) = parse_number(rt, digits, radix)? else { return Ok(None) };
    match (exactness, n) {
        // Infinities, and what is not a number.
        (Some(Exactness::Exact), Number::Float(_)) => Ok(None),
        (Some(Exactness::Inexact), Number::Fixnum(n)) => Ok(Some(Number::Float(n as f64))),
        (Some(Exactness::Inexact), Number::Integer(n)) => Ok(Some(Number::Float(n.to_f64().value()))),
        (Some(Exactness::Inexact), Number::Ratio(r)) => Ok(Some(Number::Float(r.to_f64().value()))),
        (_, n) => Ok(Some(n)),
    }
}

/// Returns the number that is written with a point or an exponent, exactly: `#e0.1` is 1/10, not the float next to it.
fn exact_decimal(rt: &mut Runtime, negative: bool, text: &str) -> Result<Number> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = whole.trim_start_matches(['+', '-']);
    let digits = match parse_number(rt, &format!("{whole}{fraction}"), 10)? {
        Some(Number::Fixnum(n)) => IBig::from(n),
        Some(Number::Integer(n)) => n,
        _ => return internal("a decimal number without digits"),
    };
    if digits.is_zero() {
        return Ok(Number::Fixnum(0));
    }
    let digits = if negative { -digits } else { digits };
    // An exponent that does not fit is one that no limit allows.
    let limit = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
    let exponent = exponent.parse::<i32>().map_or(limit, i64::from);
    let scale = exponent.saturating_sub(fraction.len() as i64);
    let size = usize::try_from(scale.unsigned_abs()).unwrap_or(usize::MAX);
    rt.reserve_bits(size.saturating_add(text.len()).saturating_mul(4))?;
    // Reducing the fraction may take the product of both lengths in words.
    rt.charge((size / 16).saturating_mul(1 + text.len() / 16))?;
    let power = IBig::from(10).pow(size);
    Ok(if scale >= 0 {
        Number::Integer(digits * power)
    } else {
        Number::Ratio(RBig::from_parts(digits, power.unsigned_abs()))
    })
}
