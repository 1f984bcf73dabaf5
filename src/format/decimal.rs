//! Directives for numbers: `~F`, `~E`, `~G`, `~$`, `~D`, `~R` and their kin.

use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::machine::{DirectiveParameters, FormatMachine, Padding};
use super::parse::FormatItem;
use crate::fault::Result;
use crate::num::Number;
use crate::num::print::number_to_string;
use crate::printer::{PrintStyle, print};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Digits after the point that no double has: its last possible one is at place 1074.
const FLOAT_PLACES: i64 = 1100;

/// Significant digits that no double has; the largest number of them is 767.
const FLOAT_DIGITS: usize = 800;

/// A finite real number without its sign.
#[derive(Debug)]
pub(super) struct Real {
    pub negative: bool,
    magnitude: Magnitude,
}

#[derive(Debug)]
enum Magnitude {
    Float(f64),
    Integer(UBig),
    Ratio(UBig, UBig),
}

/// The number 0.d₁d₂d₃... × 10^`point`. Digits beyond the last are zeros; zero has none.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Decimal {
    pub digits: String,
    pub point: i64,
}

impl Real {
    /// `None` if `v` is no number, or not a finite one.
    pub fn of(rt: &Runtime, v: Value) -> Option<Real> {
        let integer = |n: IBig| {
            let (sign, magnitude) = n.into_parts();
            Real { negative: sign == dashu_int::Sign::Negative, magnitude: Magnitude::Integer(magnitude) }
        };
        match Number::from_value(&rt.heap, v)? {
            Number::Fixnum(n) => Some(integer(n.into())),
            Number::Integer(n) => Some(integer(n)),
            Number::Ratio(r) => {
                let (numerator, denominator) = r.into_parts();
                let (sign, numerator) = numerator.into_parts();
                let negative = sign == dashu_int::Sign::Negative;
                Some(Real { negative, magnitude: Magnitude::Ratio(numerator, denominator) })
            }
            Number::Float(x) => {
                x.is_finite().then(|| Real { negative: x.is_sign_negative(), magnitude: Magnitude::Float(x.abs()) })
            }
        }
    }

    /// The fewest digits that read back as the same float; all digits of an integer. A ratio counts as the float
    /// nearest to it.
    pub fn shortest(&self, rt: &mut Runtime) -> Result<Decimal> {
        match &self.magnitude {
            Magnitude::Float(x) => Ok(scientific(&format!("{x:e}"))),
            Magnitude::Integer(n) => all_digits(rt, n, 0),
            Magnitude::Ratio(n, d) => {
                let x = RBig::from_parts(n.clone().into(), d.clone()).to_f64().value();
                if x.is_finite() && x > 0.0 { Ok(scientific(&format!("{x:e}"))) } else { self.significant(rt, 17) }
            }
        }
    }

    /// Rounded to `places` digits after the point; to tens, hundreds ... if that is negative.
    pub fn rounded(&self, rt: &mut Runtime, places: i64) -> Result<Decimal> {
        match &self.magnitude {
            Magnitude::Float(x) if places >= 0 => {
                let text = format!("{:.*}", places.min(FLOAT_PLACES) as usize, x);
                let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
                Ok(Decimal::new(format!("{whole}{fraction}"), whole.len() as i64))
            }
            Magnitude::Float(x) => {
                let (n, d) = fraction(*x);
                exactly_rounded(rt, &n, &d, places)
            }
            Magnitude::Integer(n) if places >= 0 => all_digits(rt, n, 0),
            Magnitude::Integer(n) => exactly_rounded(rt, n, &UBig::ONE, places),
            Magnitude::Ratio(n, d) => exactly_rounded(rt, n, d, places),
        }
    }

    /// Rounded to `count` digits, at least 1, from the first that is not zero.
    pub fn significant(&self, rt: &mut Runtime, count: usize) -> Result<Decimal> {
        let count = count.max(1);
        match &self.magnitude {
            Magnitude::Float(x) => Ok(scientific(&format!("{:.*e}", count.min(FLOAT_DIGITS) - 1, x))),
            Magnitude::Integer(n) => {
                let length = all_digits(rt, n, 0)?.point;
                self.rounded(rt, i64::try_from(count).unwrap_or(i64::MAX).saturating_sub(length))
            }
            Magnitude::Ratio(n, d) => {
                // The position of the point for the least ratio with numbers of this length in bits. It may be one
                // digit too low, never too high. The result then has a digit more than requested, which shows the
                // error.
                let bits = n.bit_len() as i64 - d.bit_len() as i64 - 1;
                let mut point = (bits as f64 * std::f64::consts::LOG10_2).floor() as i64 + 1;
                let wanted = i64::try_from(count).unwrap_or(i64::MAX);
                loop {
                    let decimal = exactly_rounded(rt, n, d, wanted.saturating_sub(point))?;
                    // Rounded up to a power of ten: fewer digits would have made the same.
                    let rolled_over = decimal.digits == "1";
                    if decimal.point <= point || rolled_over {
                        return Ok(decimal);
                    }
                    point = decimal.point;
                }
            }
        }
    }
}

impl Decimal {
    /// From digits that may begin with zeros; the point stands after the first `point` of them.
    fn new(digits: String, point: i64) -> Decimal {
        let significant = digits.trim_start_matches('0');
        if significant.is_empty() {
            return Decimal { digits: String::new(), point: 0 };
        }
        let point = point - (digits.len() - significant.len()) as i64;
        Decimal { digits: significant.trim_end_matches('0').to_string(), point }
    }

    /// Times 10^`k`.
    pub fn scaled(mut self, k: i64) -> Decimal {
        if !self.digits.is_empty() {
            self.point = self.point.saturating_add(k);
        }
        self
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Digits after the point.
    pub fn places(&self) -> usize {
        let length = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        usize::try_from(length.saturating_sub(self.point)).unwrap_or(0)
    }
}

/// The digits of `1.25e-3`.
fn scientific(text: &str) -> Decimal {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().unwrap_or(0);
    Decimal::new(mantissa.replace('.', ""), exponent + 1)
}

/// The digits of `n` × 10^-`places`.
fn all_digits(rt: &mut Runtime, n: &UBig, places: i64) -> Result<Decimal> {
    let bits = n.bit_len();
    pay(rt, bits, bits)?;
    // A decimal digit takes about a third of the bits.
    rt.heap.reserve(bits / 2)?;
    let digits = n.to_string();
    let point = i64::try_from(digits.len()).unwrap_or(i64::MAX).saturating_sub(places);
    Ok(Decimal::new(digits, point))
}

/// `n`/`d` rounded to `places` digits after the point, by integer division.
fn exactly_rounded(rt: &mut Runtime, n: &UBig, d: &UBig, places: i64) -> Result<Decimal> {
    let power = usize::try_from(places.unsigned_abs()).unwrap_or(usize::MAX);
    // 10 has fewer than 10/3 bits.
    let bits = (power / 3).saturating_mul(10).saturating_add(10).saturating_add(n.bit_len().max(d.bit_len()));
    if places < 0 && power > n.bit_len() {
        // Less than a tenth of a unit: do not make the power to find that out.
        return Ok(Decimal { digits: String::new(), point: 0 });
    }
    rt.reserve_bits(bits)?;
    pay(rt, bits, bits)?;
    let scale = UBig::from(10u8).pow(power);
    let (n, d) = if places < 0 { (n.clone(), d * scale) } else { (n * scale, d.clone()) };
    if d.is_zero() {
        return Ok(Decimal { digits: String::new(), point: 0 });
    }
    let (mut quotient, remainder) = n.div_rem(&d);
    let up = match (remainder << 1usize).cmp(&d) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => quotient.bit(0),
        std::cmp::Ordering::Greater => true,
    };
    if up {
        quotient += UBig::ONE;
    }
    all_digits(rt, &quotient, places)
}

/// A float that is not negative as a fraction.
fn fraction(x: f64) -> (UBig, UBig) {
    let bits = x.to_bits();
    let (exponent, mantissa) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = if exponent == 0 { (mantissa, -1074) } else { (mantissa | 1 << 52, exponent - 1075) };
    let shift = exponent.unsigned_abs() as usize;
    if exponent < 0 { (UBig::from(mantissa), UBig::ONE << shift) } else { (UBig::from(mantissa) << shift, UBig::ONE) }
}

/// Pays for work on numbers of `a` and `b` bits that grows with the product of their lengths.
fn pay(rt: &mut Runtime, a: usize, b: usize) -> Result<()> {
    rt.charge((a / 64).saturating_mul(b / 64) / 64)
}

/// A field: its width, if it has one, what fills it, and what is shown when the number does not fit.
struct FloatField {
    width: Option<usize>,
    overflow: Option<char>,
    fill: char,
}

impl FloatField {
    fn write(&self, m: &mut FormatMachine, text: &str) -> Result<()> {
        let width = self.width.unwrap_or(0);
        match self.overflow {
            Some(c) if self.width.is_some() && text.chars().count() > width => m.out.fill(m.rt, c, width),
            _ => m.out.push_padded(m.rt, text, Padding::left(width, self.fill)),
        }
    }
}

/// The next argument as a number; what is no finite number is written right away, as `~wD` does.
fn real(m: &mut FormatMachine, item: &FormatItem, params: &DirectiveParameters) -> Result<Option<(Value, Real)>> {
    let v = m.argument(item)?;
    real_or_written(m, item, params, v, 0)
}

fn real_or_written(
    m: &mut FormatMachine,
    item: &FormatItem,
    params: &DirectiveParameters,
    v: Value,
    width: usize,
) -> Result<Option<(Value, Real)>> {
    match Real::of(m.rt, v) {
        Some(real) => Ok(Some((v, real))),
        None => {
            let field = DirectiveParameters::width(m.integer(item, params, width)?);
            based(m, item, &field, 0, 10, v)?;
            Ok(None)
        }
    }
}

fn sign(real: &Real, always: bool) -> &'static str {
    match (real.negative, always) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    }
}

/// `~w,d,k,overflowchar,padcharF`
pub(super) fn fixed(m: &mut FormatMachine, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
    let Some((_, real)) = real(m, item, params)? else { return Ok(()) };
    let field = FloatField {
        width: m.given_size(item, params, 0)?,
        overflow: m.given_char(item, params, 3)?,
        fill: m.char(item, params, 4, ' ')?,
    };
    let places = m.given_size(item, params, 1)?;
    let scale = m.integer(item, params, 2)?.unwrap_or(0);
    let text = fixed_text(m, &real, sign(&real, item.at), field.width, places, scale)?;
    field.write(m, &text)
}

/// A number with a point and without exponent. With a width but no number of places, there are as many as fit.
fn fixed_text(
    m: &mut FormatMachine,
    real: &Real,
    sign: &str,
    width: Option<usize>,
    places: Option<usize>,
    scale: i64,
) -> Result<String> {
    let room = width.map(|w| w.saturating_sub(sign.len()));
    let body = match (places, room) {
        (Some(places), _) => rounded_text(m, real, places, scale)?,
        (None, room) => {
            let decimal = real.shortest(m.rt)?.scaled(scale);
            let most = decimal.places().max(1);
            let shortest = plain(m, &decimal, most)?;
            match room {
                Some(room) if shortest.len() > room => {
                    let whole = usize::try_from(decimal.point).unwrap_or(0);
                    fitting(m, real, room, scale, room.saturating_sub(whole + 1).min(most))?
                }
                _ => shortest,
            }
        }
    };
    let body = room.map_or(body.as_str(), |room| without_zero(&body, room));
    Ok(format!("{sign}{body}"))
}

/// The zero before the point stands only where there is room for it.
fn without_zero(text: &str, room: usize) -> &str {
    match text.strip_prefix('0') {
        Some(bare) if text.len() > room && bare.len() > 1 => bare,
        _ => text,
    }
}

/// With `places` places, or one less where rounding up has made the whole part too long for that.
fn fitting(m: &mut FormatMachine, real: &Real, room: usize, scale: i64, places: usize) -> Result<String> {
    let text = rounded_text(m, real, places, scale)?;
    if without_zero(&text, room).len() > room && places > 0 {
        return rounded_text(m, real, places - 1, scale);
    }
    Ok(text)
}

fn rounded_text(m: &mut FormatMachine, real: &Real, places: usize, scale: i64) -> Result<String> {
    let at = i64::try_from(places).unwrap_or(i64::MAX).saturating_add(scale);
    let decimal = real.rounded(m.rt, at)?.scaled(scale);
    plain(m, &decimal, places)
}

/// `12.50`: all of the whole part, a point, and `places` digits.
fn plain(m: &mut FormatMachine, decimal: &Decimal, places: usize) -> Result<String> {
    let whole = usize::try_from(decimal.point).unwrap_or(0);
    let size = whole.saturating_add(places).saturating_add(2);
    m.rt.charge(size / 32)?;
    m.rt.heap.reserve(size)?;
    let (before, after) = decimal.digits.split_at_checked(whole).unwrap_or((&decimal.digits, ""));
    let mut text = String::with_capacity(size);
    text.push_str(if whole == 0 { "0" } else { before });
    zeros(&mut text, whole.saturating_sub(before.len()));
    text.push('.');
    let start = text.len();
    let leading = usize::try_from(decimal.point.saturating_neg()).unwrap_or(0);
    zeros(&mut text, if decimal.is_zero() { 0 } else { leading.min(places) });
    text.push_str(after.get(..places - (text.len() - start)).unwrap_or(after));
    let missing = places.saturating_sub(text.len() - start);
    zeros(&mut text, missing);
    Ok(text)
}

fn zeros(text: &mut String, count: usize) {
    text.extend(std::iter::repeat_n('0', count));
}

/// `~w,d,e,k,overflowchar,padchar,exptcharE`
pub(super) fn exponential(m: &mut FormatMachine, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
    match real(m, item, params)? {
        Some((_, real)) => write_exponential(m, item, params, &real),
        None => Ok(()),
    }
}

fn write_exponential(
    m: &mut FormatMachine,
    item: &FormatItem,
    params: &DirectiveParameters,
    real: &Real,
) -> Result<()> {
    let field = FloatField {
        width: m.given_size(item, params, 0)?,
        overflow: m.given_char(item, params, 4)?,
        fill: m.char(item, params, 5, ' ')?,
    };
    let places = m.given_size(item, params, 1)?;
    let exponent_digits = m.given_size(item, params, 2)?;
    let scale = m.integer(item, params, 3)?.unwrap_or(1);
    let marker = m.char(item, params, 6, 'e')?;
    if places.is_some_and(|d| i64::try_from(d).is_ok_and(|d| scale <= -d.max(1) || scale >= d.saturating_add(2))) {
        return Err(m.problem(item, "has a scale factor that leaves no digits"));
    }
    let sign = sign(real, item.at);
    let decimal = match places {
        // `k` digits before the point and one less after it, or `k` zeros after the point that count as places.
        Some(d) => {
            let digits = i64::try_from(d).unwrap_or(i64::MAX).saturating_add(if scale > 0 { 1 } else { scale });
            real.significant(m.rt, usize::try_from(digits).unwrap_or(0))?
        }
        None => real.shortest(m.rt)?,
    };
    let (mut decimal, mut tail) = with_exponent(decimal, scale, exponent_digits, marker);
    let least = match places {
        Some(d) if scale > 0 => d.saturating_add(1).saturating_sub(scale as usize),
        Some(d) => d,
        None => decimal.places().max(1),
    };
    let mut body = plain(m, &decimal, least)?;
    if let (None, Some(width)) = (places, field.width) {
        // As many places as fit.
        let room = width.saturating_sub(sign.len() + tail.len());
        if body.len() > room {
            let excess = body.len() - room;
            let digits = decimal.digits.len().saturating_sub(excess).max(usize::try_from(scale).unwrap_or(0)).max(1);
            (decimal, tail) = with_exponent(real.significant(m.rt, digits)?, scale, exponent_digits, marker);
            let shorter = least.saturating_sub(excess);
            body = plain(m, &decimal, shorter)?;
        }
    }
    if let Some(width) = field.width {
        let room = width.saturating_sub(sign.len() + tail.len());
        body = without_zero(&body, room).to_string();
    }
    // An exponent with more digits than asked for is an overflow as well.
    let long = exponent_digits.is_some_and(|e| tail.chars().count().saturating_sub(2) > e);
    match (field.overflow, field.width) {
        (Some(c), Some(width)) if long => m.out.fill(m.rt, c, width),
        _ => field.write(m, &format!("{sign}{body}{tail}")),
    }
}

/// The mantissa with `scale` digits before its point, and the text of the exponent.
fn with_exponent(decimal: Decimal, scale: i64, digits: Option<usize>, marker: char) -> (Decimal, String) {
    let exponent = if decimal.is_zero() { 0 } else { decimal.point.saturating_sub(scale) };
    let sign = if exponent < 0 { '-' } else { '+' };
    // Far more than any exponent has; a format's width is limited.
    let digits = digits.unwrap_or(1).min(1000);
    let text = format!("{marker}{sign}{:0>digits$}", exponent.unsigned_abs());
    (decimal.scaled(exponent.saturating_neg()), text)
}

/// `~w,d,e,k,overflowchar,padchar,exptcharG`: as `~F` in a field that leaves blank what an exponent would take, or as
/// `~E`.
pub(super) fn general(m: &mut FormatMachine, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
    let Some((_, real)) = real(m, item, params)? else { return Ok(()) };
    let width = m.given_size(item, params, 0)?;
    let exponent_width = m.given_size(item, params, 2)?.map_or(4, |e| e.saturating_add(2));
    let shortest = real.shortest(m.rt)?;
    let whole = if shortest.is_zero() { 0 } else { shortest.point };
    let places = match m.given_size(item, params, 1)? {
        Some(d) => d,
        None => {
            let needed = i64::try_from(shortest.digits.len()).unwrap_or(i64::MAX).max(1);
            usize::try_from(needed.max(whole.min(7))).unwrap_or(0)
        }
    };
    let after = i64::try_from(places).unwrap_or(i64::MAX).saturating_sub(whole);
    if after < 0 || usize::try_from(after).is_ok_and(|after| after > places) {
        return write_exponential(m, item, params, &real);
    }
    let field = FloatField {
        width: width.map(|w| w.saturating_sub(exponent_width)),
        overflow: m.given_char(item, params, 4)?,
        fill: m.char(item, params, 5, ' ')?,
    };
    let text = fixed_text(m, &real, sign(&real, item.at), field.width, usize::try_from(after).ok(), 0)?;
    field.write(m, &text)?;
    m.out.fill(m.rt, ' ', exponent_width)
}

/// `~d,n,w,padchar$`: `d` digits after the point and at least `n` before it; with `:` the sign stands before the
/// padding.
pub(super) fn money(m: &mut FormatMachine, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
    let v = m.argument(item)?;
    let Some((_, real)) = real_or_written(m, item, params, v, 2)? else { return Ok(()) };
    let places = m.size(item, params, 0, 2)?;
    let least = m.size(item, params, 1, 1)?;
    let width = m.size(item, params, 2, 0)?;
    let fill = m.char(item, params, 3, ' ')?;
    let sign = sign(&real, item.at);
    let text = rounded_text(m, &real, places, 0)?;
    let text = if least == 0 { text.strip_prefix("0.").map_or(text.clone(), |t| format!(".{t}")) } else { text };
    let whole = text.find('.').unwrap_or(text.len());
    let missing = least.saturating_sub(whole);
    let length = sign.len().saturating_add(missing).saturating_add(text.len());
    if item.colon {
        m.out.push(m.rt, sign)?;
    }
    m.out.fill(m.rt, fill, width.saturating_sub(length))?;
    if !item.colon {
        m.out.push(m.rt, sign)?;
    }
    m.out.fill(m.rt, '0', missing)?;
    m.out.push(m.rt, &text)
}

/// `~mincol,padchar,commachar,commaintervalD`, the parameters beginning at number `first`. What is no integer
/// is written as `~A` writes it, in the same field.
pub(super) fn based(
    m: &mut FormatMachine,
    item: &FormatItem,
    params: &DirectiveParameters,
    first: usize,
    radix: u32,
    v: Value,
) -> Result<()> {
    let padding = Padding::left(m.size(item, params, first, 0)?, m.char(item, params, first + 1, ' ')?);
    let text = if is_integer(v) {
        let digits = number_to_string(m.rt, v, radix)?;
        let digits = if item.colon {
            let comma = m.char(item, params, first + 2, ',')?;
            let interval = m.size(item, params, first + 3, 3)?;
            if interval == 0 {
                return Err(m.problem(item, "needs a comma interval of at least 1"));
            }
            m.rt.charge(digits.len() / 8)?;
            m.rt.heap.reserve(digits.len().saturating_mul(1 + comma.len_utf8()))?;
            grouped(&digits, comma, interval)
        } else {
            digits
        };
        if item.at && !digits.starts_with('-') { format!("+{digits}") } else { digits }
    } else if v.is(Kind::RATIO) {
        number_to_string(m.rt, v, radix)?
    } else {
        print(m.rt, v, PrintStyle::Display)?
    };
    m.out.push_padded(m.rt, &text, padding)
}

/// `~radix,...R` like `~D`; without parameters in words, as an ordinal with `:`, in Roman numerals with `@`.
pub(super) fn radix(m: &mut FormatMachine, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
    let v = m.argument(item)?;
    if params.any() {
        let radix = match m.integer(item, params, 0)? {
            None => 10,
            Some(r @ 2..=36) => r as u32,
            Some(r) => return Err(m.problem(item, &format!("needs a radix from 2 to 36, not {r}"))),
        };
        return based(m, item, params, 1, radix, v);
    }
    if !is_integer(v) {
        let text = print(m.rt, v, PrintStyle::Display)?;
        return m.out.push(m.rt, &text);
    }
    let digits = number_to_string(m.rt, v, 10)?;
    let words = match (item.at, item.colon) {
        (false, false) => cardinal(&digits),
        (false, true) => ordinal(&digits),
        (true, old) => roman(&digits, old),
    };
    m.out.push(m.rt, &words.unwrap_or(digits))
}

fn is_integer(v: Value) -> bool {
    v.is_fixnum() || v.is(Kind::BIGINT)
}

/// Digits in groups, counted from the right.
fn grouped(digits: &str, comma: char, interval: usize) -> String {
    let (sign, digits) = digits.split_at(usize::from(digits.starts_with('-')));
    let mut text = sign.to_string();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(interval) {
            text.push(comma);
        }
        text.push(c);
    }
    text
}

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Names of the powers of 1000.
const POWERS: [&str; 22] = [
    "",
    "thousand",
    "million",
    "billion",
    "trillion",
    "quadrillion",
    "quintillion",
    "sextillion",
    "septillion",
    "octillion",
    "nonillion",
    "decillion",
    "undecillion",
    "duodecillion",
    "tredecillion",
    "quattuordecillion",
    "quindecillion",
    "sexdecillion",
    "septendecillion",
    "octodecillion",
    "novemdecillion",
    "vigintillion",
];

/// `-1234` is "negative one thousand two hundred thirty-four". `None` where the names of numbers end.
fn cardinal(digits: &str) -> Option<String> {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    if digits == "0" {
        return Some("zero".to_string());
    }
    let groups = digits.len().div_ceil(3);
    if groups > POWERS.len() {
        return None;
    }
    let mut words: Vec<String> = if negative { vec!["negative".to_string()] } else { Vec::new() };
    let (mut start, mut end) = (0, (digits.len() - 1) % 3 + 1);
    for power in POWERS.iter().take(groups).rev() {
        let group: usize = digits.get(start..end)?.parse().ok()?;
        (start, end) = (end, end + 3);
        if group == 0 {
            continue;
        }
        if group >= 100 {
            words.push(format!("{} hundred", SMALL.get(group / 100)?));
        }
        match group % 100 {
            0 => {}
            n @ 1..20 => words.push(SMALL.get(n)?.to_string()),
            n if n % 10 == 0 => words.push(TENS.get(n / 10)?.to_string()),
            n => words.push(format!("{}-{}", TENS.get(n / 10)?, SMALL.get(n % 10)?)),
        }
        if !power.is_empty() {
            words.push(power.to_string());
        }
    }
    Some(words.join(" "))
}

/// Ordinals that are not made by adding `th`.
const IRREGULAR: [(&str, &str); 7] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("five", "fifth"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("twelve", "twelfth"),
];

fn ordinal(digits: &str) -> Option<String> {
    let words = cardinal(digits)?;
    let at = words.rfind([' ', '-']).map_or(0, |i| i + 1);
    let (before, last) = words.split_at_checked(at)?;
    let last = match IRREGULAR.iter().find(|(word, _)| *word == last) {
        Some((_, irregular)) => irregular.to_string(),
        None => match last.strip_suffix('y') {
            Some(stem) => format!("{stem}ieth"),
            None => format!("{last}th"),
        },
    };
    Some(format!("{before}{last}"))
}

const ROMAN: [(u32, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// Roman numerals; the old ones, with `:`, do not subtract. `None` where they end.
fn roman(digits: &str, old: bool) -> Option<String> {
    let most = if old { 4999 } else { 3999 };
    let mut n: u32 = digits.parse().ok().filter(|n| (1..=most).contains(n))?;
    let mut text = String::new();
    for (value, letters) in ROMAN.into_iter().filter(|(_, letters)| !old || letters.len() == 1) {
        while n >= value {
            text.push_str(letters);
            n -= value;
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::builtins::testing::engine;

    fn float(x: f64) -> Real {
        Real { negative: x < 0.0, magnitude: Magnitude::Float(x.abs()) }
    }

    fn ratio(x: f64) -> Real {
        let (n, d) = fraction(x.abs());
        Real { negative: x < 0.0, magnitude: Magnitude::Ratio(n, d) }
    }

    fn finite() -> impl Strategy<Value = f64> {
        prop_oneof![any::<f64>(), -1e6..1e6, (0u32..100_000).prop_map(|n| f64::from(n) / 1024.0)]
            .prop_filter("finite", |x| x.is_finite() && *x != 0.0)
    }

    proptest! {
        #[test]
        fn the_exact_way_and_the_fast_way_round_alike(x in finite(), places in 0i64..40) {
            let rt = &mut engine();
            prop_assert_eq!(float(x).rounded(rt, places).unwrap(), ratio(x).rounded(rt, places).unwrap());
        }

        #[test]
        fn significant_digits_are_the_same_both_ways(x in finite(), count in 1usize..40) {
            let rt = &mut engine();
            prop_assert_eq!(float(x).significant(rt, count).unwrap(), ratio(x).significant(rt, count).unwrap());
        }

        #[test]
        fn the_shortest_digits_read_back(x in finite()) {
            let rt = &mut engine();
            for real in [float(x), ratio(x)] {
                let d = real.shortest(rt).unwrap();
                let back: f64 = format!("0.{}e{}", d.digits, d.point).parse().unwrap();
                prop_assert_eq!(back, x.abs());
            }
        }
    }

    #[test]
    fn tens_are_rounded_half_to_even() {
        let rt = &mut engine();
        for (x, places, digits, point) in
            [(25.0, -1, "2", 2), (35.0, -1, "4", 2), (94.9, -2, "1", 3), (49.0, -2, "", 0)]
        {
            let expected = Decimal { digits: digits.to_string(), point };
            assert_eq!(float(x).rounded(rt, places).unwrap(), expected, "{x} {places}");
        }
    }

    #[test]
    fn names_of_numbers_end_at_vigintillions() {
        let most = "9".repeat(66);
        assert!(cardinal(&most).is_some_and(|w| w.starts_with("nine hundred ninety-nine vigintillion")));
        assert_eq!(cardinal(&format!("1{}", "0".repeat(66))), None);
    }

    #[test]
    fn every_roman_numeral_has_its_value() {
        for n in 1..=3999u32 {
            let text = roman(&n.to_string(), false).unwrap();
            let value = |c| ROMAN.iter().find(|(_, l)| l.chars().eq([c])).unwrap().0;
            let values: Vec<u32> = text.chars().map(value).collect();
            let sum = values.iter().enumerate().fold(0i64, |sum, (i, &v)| {
                let sign = if values.get(i + 1).is_some_and(|&next| next > v) { -1 } else { 1 };
                sum + sign * i64::from(v)
            });
            assert_eq!(sum, i64::from(n), "{text}");
        }
    }
}
