//! The syntax of numerals: which tokens are numbers.

/// Syntax of a numeral without its sign. The value has not been computed yet, so that callers without a heap can
/// classify a token, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numeral<'t> {
    /// Digits of the radix.
    Integer(&'t str),
    /// Numerator and denominator, which may be zero.
    Ratio(&'t str, &'t str),
    /// Digits of radix ten with a point, an exponent or both.
    Decimal,
    /// `+inf.0` or `-inf.0`.
    Infinity,
    /// `+nan.0`
    NotANumber,
}

impl Numeral<'_> {
    /// Parses the token as a numeral in `radix` (2 to 36), and whether a minus precedes it; `None` if it is no number.
    pub fn of(text: &str, radix: u32) -> Option<(bool, Numeral<'_>)> {
        if !(2..=36).contains(&radix) {
            return None;
        }
        let body = text.strip_prefix(['+', '-']).unwrap_or(text);
        let is_signed = body.len() < text.len();
        let named = if is_signed { Numeral::with_a_name(body) } else { None };
        let numeral = match named {
            Some(named) => named,
            None if body.starts_with(|c: char| c == '.' || c.is_digit(radix)) => Numeral::with_digits(body, radix)?,
            None => return None,
        };
        Some((text.starts_with('-'), numeral))
    }

    fn with_digits(body: &str, radix: u32) -> Option<Numeral<'_>> {
        if is_digits(body, radix) {
            return Some(Numeral::Integer(body));
        }
        if let Some((n, d)) = body.split_once('/') {
            return (is_digits(n, radix) && is_digits(d, radix)).then_some(Numeral::Ratio(n, d));
        }
        (radix == 10 && is_decimal(body)).then_some(Numeral::Decimal)
    }

    fn with_a_name(body: &str) -> Option<Numeral<'_>> {
        let names = [("inf.0", Numeral::Infinity), ("nan.0", Numeral::NotANumber)];
        names.into_iter().find(|(name, _)| body.eq_ignore_ascii_case(name)).map(|(_, numeral)| numeral)
    }
}

fn is_digits(text: &str, radix: u32) -> bool {
    !text.is_empty() && text.bytes().all(|b| char::from(b).is_digit(radix))
}

/// `1.5 .5 1. 1e5 1.5e-10`: digits with a point, an exponent or both, and at least one digit before the exponent.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let are_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    are_digits(whole)
        && are_digits(fraction)
        && whole.len() + fraction.len() > 0
        && is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent), 10)
}
