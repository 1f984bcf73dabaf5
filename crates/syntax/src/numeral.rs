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
            None => Numeral::with_digits(body, radix)?,
        };
        Some((text.starts_with('-'), numeral))
    }

    fn with_digits(body: &str, radix: u32) -> Option<Numeral<'_>> {
        let (whole, rest) = body.split_at(digits(body, radix));
        match rest.as_bytes().first() {
            None if !whole.is_empty() => Some(Numeral::Integer(body)),
            Some(b'/') if !whole.is_empty() => {
                let below = rest.get(1..).unwrap_or("");
                is_digits(below, radix).then_some(Numeral::Ratio(whole, below))
            }
            Some(b'.' | b'e' | b'E') if radix == 10 => is_decimal(whole, rest).then_some(Numeral::Decimal),
            _ => None,
        }
    }

    fn with_a_name(body: &str) -> Option<Numeral<'_>> {
        let names = [("inf.0", Numeral::Infinity), ("nan.0", Numeral::NotANumber)];
        names.into_iter().find(|(name, _)| body.eq_ignore_ascii_case(name)).map(|(_, numeral)| numeral)
    }
}

fn is_digits(text: &str, radix: u32) -> bool {
    !text.is_empty() && digits(text, radix) == text.len()
}

/// Returns the number of digits at the beginning of a text.
fn digits(text: &str, radix: u32) -> usize {
    let is_digit = |b: u8| if radix == 10 { b.is_ascii_digit() } else { char::from(b).is_digit(radix) };
    text.bytes().position(|b| !is_digit(b)).unwrap_or(text.len())
}

/// A whole part and what follows, such as `1.5 .5 1. 1e5 1.5e-10`: digits with a point, an exponent or both, and at least one digit before the exponent.
fn is_decimal(whole: &str, rest: &str) -> bool {
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(digits(rest, 10)),
        None => ("", rest),
    };
    let exponent = match rest.strip_prefix(['e', 'E']) {
        Some(exponent) => exponent.strip_prefix(['+', '-']).unwrap_or(exponent),
        None if rest.is_empty() => "0",
        None => return false,
    };
    whole.len() + fraction.len() > 0 && is_digits(exponent, 10)
}
