//! Real numbers in fields: `~F ~E ~G ~$`.

use super::args::Params;
use super::decimal::{Decimal, Real};
use super::integer;
use super::machine::Machine;
use super::parse::Item;
use super::sink::Padding;
use crate::fault::Result;
use crate::value::Value;

/// A field: its width, if it has one, what fills it, and what is shown when the number does not fit.
struct Field {
    width: Option<usize>,
    overflow: Option<char>,
    fill: char,
}

impl Field {
    fn write(&self, m: &mut Machine, text: &str) -> Result<()> {
        let width = self.width.unwrap_or(0);
        match self.overflow {
            Some(c) if self.width.is_some() && text.chars().count() > width => m.out.fill(m.rt, c, width),
            _ => m.out.push_padded(m.rt, text, Padding::left(width, self.fill)),
        }
    }
}

/// The next argument as a number; what is no finite number is written right away, as `~wD` does.
fn real(m: &mut Machine, item: &Item, params: &Params) -> Result<Option<(Value, Real)>> {
    let v = m.argument(item)?;
    real_or_written(m, item, params, v, 0)
}

fn real_or_written(
    m: &mut Machine,
    item: &Item,
    params: &Params,
    v: Value,
    width: usize,
) -> Result<Option<(Value, Real)>> {
    match Real::of(m.rt, v) {
        Some(real) => Ok(Some((v, real))),
        None => {
            let field = Params::width(m.integer(item, params, width)?);
            integer::based(m, item, &field, 0, 10, v)?;
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
pub(super) fn fixed(m: &mut Machine, item: &Item, params: &Params) -> Result<()> {
    let Some((_, real)) = real(m, item, params)? else { return Ok(()) };
    let field = Field {
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
    m: &mut Machine,
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
fn fitting(m: &mut Machine, real: &Real, room: usize, scale: i64, places: usize) -> Result<String> {
    let text = rounded_text(m, real, places, scale)?;
    if without_zero(&text, room).len() > room && places > 0 {
        return rounded_text(m, real, places - 1, scale);
    }
    Ok(text)
}

fn rounded_text(m: &mut Machine, real: &Real, places: usize, scale: i64) -> Result<String> {
    let at = i64::try_from(places).unwrap_or(i64::MAX).saturating_add(scale);
    let decimal = real.rounded(m.rt, at)?.scaled(scale);
    plain(m, &decimal, places)
}

/// `12.50`: all of the whole part, a point, and `places` digits.
fn plain(m: &mut Machine, decimal: &Decimal, places: usize) -> Result<String> {
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
pub(super) fn exponential(m: &mut Machine, item: &Item, params: &Params) -> Result<()> {
    match real(m, item, params)? {
        Some((_, real)) => write_exponential(m, item, params, &real),
        None => Ok(()),
    }
}

fn write_exponential(m: &mut Machine, item: &Item, params: &Params, real: &Real) -> Result<()> {
    let field = Field {
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
pub(super) fn general(m: &mut Machine, item: &Item, params: &Params) -> Result<()> {
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
    let field = Field {
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
pub(super) fn money(m: &mut Machine, item: &Item, params: &Params) -> Result<()> {
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
