//! Numbers from text (a small stand-in: fixnums, ratios of fixnums and floats).

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::Number;
use crate::fault::Res;
use crate::runtime::Runtime;

/// The number that `text` writes in this radix; `None` if it is none.
pub(crate) fn parse_number(rt: &mut Runtime, text: &str, radix: u32) -> Res<Option<Number>> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.starts_with(|c: char| c.is_digit(radix) || c == '.') {
        return Ok(None);
    }
    if let Some((n, d)) = digits.split_once('/')
        && let (Ok(n), Ok(d)) = (u64::from_str_radix(n, radix), u64::from_str_radix(d, radix))
        && d != 0
    {
        let n = IBig::from(n) * if text.starts_with('-') { -1 } else { 1 };
        return Ok(Some(Number::Ratio(RBig::from_parts(n, d.into()))));
    }
    if digits.bytes().all(|b| (b as char).is_digit(radix)) {
        rt.reserve_bits(digits.len().saturating_mul(4))?;
        return Ok(IBig::from_str_radix(text, radix).ok().map(|n| match i64::try_from(&n) {
            Ok(small) => Number::Fixnum(small),
            Err(_) => Number::Integer(n),
        }));
    }
    if radix == 10 && digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-')) {
        return Ok(text.parse().ok().map(Number::Float));
    }
    Ok(None)
}
