//! `format` with the directives that Common Lisp has besides the core's: `~R ~E ~G ~$ ~W ~| ~? ~< ~> ~_ ~I`, and more
//! of `~A ~C ~; ~{ ~^`.

use klammer::dialect::format::{
    Decimal, Directive, Directives, Flow, FormatSink, Padding, Real, Role, Rule, Settings, Writer, fixed_text,
    format_with, is_integer, plain, rounded_text, sign, without_zero,
};
use klammer::dialect::text::{WIDTH, pretty, print};
use klammer::dialect::{PrintStyle, Result, Runtime, Value, number};

use super::lisp;

/// Length of a line, where `~:;` does not give one.
const LINE: usize = 72;

/// Returns the text for `control` (a string value) and `arguments`, which continues a line at `column`.
pub(super) fn format(rt: &mut Runtime, control: Value, arguments: &[Value], column: usize) -> Result<String> {
    format_with(rt, &LispDirectives, control, arguments, column)
}

struct LispDirectives;

impl Directives for LispDirectives {
    fn rule(&self, letter: char) -> Option<Rule> {
        let (params, modifiers, role) = match letter {
            'a' | 's' | 'w' => (4, ":@", Role::Plain),
            'c' | '_' => (0, ":@", Role::Plain),
            'r' => (5, ":@", Role::Plain),
            'e' | 'g' => (7, "@", Role::Plain),
            '$' => (4, ":@", Role::Plain),
            '|' => (1, "", Role::Plain),
            '?' => (0, "@", Role::Plain),
            '^' => (3, ":", Role::Plain),
            'i' => (1, ":", Role::Plain),
            '<' => (4, ":@", Role::Opens { closer: '>', has_clauses: true }),
            '>' => (0, ":@", Role::Closes),
            ';' => (2, ":@", Role::Separates),
            _ => return None,
        };
        Some(Rule { params, modifiers, role })
    }

    fn write(&self, w: &mut Writer<'_>, d: &Directive, settings: &Settings) -> Result<Option<Flow>> {
        match d.letter {
            'a' => value(w, d, settings, PrintStyle::Display)?,
            's' | 'w' => value(w, d, settings, PrintStyle::Readable)?,
            'c' if d.colon || d.at => character(w, d)?,
            'r' => radix(w, d, settings)?,
            'e' => exponential(w, d, settings)?,
            'g' => general(w, d, settings)?,
            '$' => money(w, d, settings)?,
            '|' => {
                let count = w.size(d, settings, 0, 1)?;
                w.out.fill(w.rt, '\u{c}', count)?;
            }
            '_' if d.colon && d.at => w.out.push(w.rt, "\n")?,
            // They say how lines may be broken: they are not.
            '_' | 'i' => {}
            '?' if d.at => {
                w.with_control(d, |w, parts| w.parts(parts))?;
            }
            '?' => w.with_control(d, |w, parts| w.with_list(d, |w| w.parts(parts).map(|_| ())))?,
            '{' if d.clauses.iter().all(Vec::is_empty) => {
                w.with_control(d, |w, parts| w.iterate(d, settings, parts))?
            }
            '^' => return escape(w, d, settings),
            '<' if d.ends.last().is_some_and(|end| end.colon) => block(w, d)?,
            '<' => justify(w, d, settings)?,
            _ => return Ok(None),
        }
        Ok(Some(Flow::GoOn))
    }
}

/// `~A ~S ~W`: with `:`, the empty list is `()`.
fn value(w: &mut Writer<'_>, d: &Directive, settings: &Settings, style: PrintStyle) -> Result<()> {
    let v = w.argument(d)?;
    let column = if lisp(w.rt).wish.pretty { Some(w.out.column(w.rt)?) } else { None };
    w.padded(d, settings, |rt| match column {
        _ if v.is_nil() && d.colon => Ok("()".to_string()),
        Some(column) => pretty(rt, v, style, column, WIDTH),
        None => print(rt, v, style),
    })
}

/// `~C`: the name of a character with `:`, as it reads back with `@`.
fn character(w: &mut Writer<'_>, d: &Directive) -> Result<()> {
    let v = w.argument(d)?;
    if v.as_character().is_none() {
        return Err(w.unsuitable(d, "a character", v));
    }
    let text = print(w.rt, v, PrintStyle::Readable)?;
    let text = if d.colon { text.strip_prefix("#\\").unwrap_or(&text) } else { &text };
    w.out.push(w.rt, text)
}

/// `~^`: leaves the text if no argument is left, or the parameters say so; with `:`, if no list is left.
fn escape(w: &Writer<'_>, d: &Directive, settings: &Settings) -> Result<Option<Flow>> {
    let parameter = |i| w.given_integer(d, settings, i);
    let leaves = match (parameter(0)?, parameter(1)?, parameter(2)?) {
        (Some(a), Some(b), Some(c)) => a <= b && b <= c,
        (Some(a), Some(b), None) => a == b,
        (Some(a), None, None) => a == 0,
        _ if d.colon => match w.lists_left() {
            Some(left) => left == 0,
            None => return Err(w.problem(d, "is outside ~:{")),
        },
        _ => w.arguments_left() == 0,
    };
    Ok(Some(match leaves {
        false => Flow::GoOn,
        true if d.colon => Flow::LeaveAll,
        true => Flow::Leave,
    }))
}

/// `~< ~:>`: the text with the elements of a list as its arguments; with `:` in parentheses, with `@` over the arguments
/// that are left.
fn block(w: &mut Writer<'_>, d: &Directive) -> Result<()> {
    if !d.at
        && let Some(v) = w.peek_argument().filter(|v| !v.has_elements() && !v.is_nil())
    {
        w.argument(d)?;
        let text = print(w.rt, v, PrintStyle::Readable)?;
        return w.out.push(w.rt, &text);
    }
    w.out.push(w.rt, if d.colon { "(" } else { "" })?;
    if d.at {
        all_clauses(w, d)?
    } else {
        w.with_list(d, |w| all_clauses(w, d))?
    }
    w.out.push(w.rt, if d.colon { ")" } else { "" })
}

fn all_clauses(w: &mut Writer<'_>, d: &Directive) -> Result<()> {
    for clause in &d.clauses {
        if w.parts(clause)? != Flow::GoOn {
            break;
        }
    }
    Ok(())
}

/// `~mincol,colinc,minpad,padchar< ~; ~>`
fn justify(w: &mut Writer<'_>, d: &Directive, settings: &Settings) -> Result<()> {
    let layout = JustificationWidths {
        width: w.size(d, settings, 0, 0)?,
        step: w.size(d, settings, 1, 1)?.max(1),
        least: w.size(d, settings, 2, 0)?,
        fill: w.char(d, settings, 3, ' ')?,
        before: d.colon,
        after: d.at,
    };
    let from = w.out.len();
    let (mut segments, mut overflow) = (Vec::new(), None);
    for (clause, end) in d.clauses.iter().zip(&d.ends) {
        let flow = w.parts(clause)?;
        if flow != Flow::GoOn {
            w.out.take_from(from);
            break;
        }
        segments.push(w.out.set_aside(from));
        let settings = w.settings(end)?;
        if end.letter == ';' && end.colon && segments.len() == 1 {
            overflow = Some((w.size(end, &settings, 0, 0)?, w.size(end, &settings, 1, LINE)?));
        }
    }
    let total = segments.iter().map(String::len).sum::<usize>();
    w.rt.charge(total / 8 + segments.len())?;
    let prefix = if overflow.is_some() && !segments.is_empty() { Some(segments.remove(0)) } else { None };
    if let (Some(prefix), Some((spare, line))) = (prefix, overflow) {
        let column = w.out.column(w.rt)?;
        if column.saturating_add(layout.total(&segments)).saturating_add(spare) > line {
            w.out.push(w.rt, &prefix)?;
        }
    }
    layout.write(w.rt, &mut w.out, &segments)?;
    w.out.forget_aside(total);
    Ok(())
}

/// Spacing of the segments of `~< ~>`.
#[derive(Clone, Copy, Debug)]
struct JustificationWidths {
    /// Fewest characters of the whole.
    width: usize,
    /// The width beyond that grows in multiples of this.
    step: usize,
    /// Fewest characters of padding between two segments.
    least: usize,
    fill: char,
    /// There is padding before the first segment.
    before: bool,
    /// There is padding after the last segment.
    after: bool,
}

impl JustificationWidths {
    fn length(segments: &[String]) -> usize {
        segments.iter().map(|s| s.chars().count()).sum()
    }

    /// The places where padding goes: before the segments with these numbers, or after the last.
    fn gaps(&self, segments: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        // A segment that stands alone is pushed to the right.
        let alone = segments <= 1 && !self.before && !self.after;
        let first = if self.before || alone { 0 } else { 1 };
        let end = if self.after { segments + 1 } else { segments.max(first) };
        first..end.max(first)
    }

    /// Characters of the whole.
    fn total(&self, segments: &[String]) -> usize {
        let padding = self.least.saturating_mul(self.gaps(segments.len()).count());
        let needed = JustificationWidths::length(segments).saturating_add(padding);
        let beyond = needed.saturating_sub(self.width);
        self.width.saturating_add(beyond.checked_next_multiple_of(self.step.max(1)).unwrap_or(usize::MAX))
    }

    fn write(&self, rt: &mut Runtime, out: &mut FormatSink, segments: &[String]) -> Result<()> {
        let gaps = self.gaps(segments.len());
        let mut padding = self.total(segments).saturating_sub(JustificationWidths::length(segments));
        let mut left = gaps.clone().count();
        for i in 0..=segments.len() {
            if gaps.clone().any(|gap| gap == i) && left > 0 {
                // The remainder of the division goes to the later gaps.
                let share = padding / left;
                out.fill(rt, self.fill, share)?;
                padding -= share;
                left -= 1;
            }
            if let Some(segment) = segments.get(i) {
                out.push(rt, segment)?;
            }
        }
        Ok(())
    }
}

/// A field: its width, if it has one, what fills it, and what is shown when the number does not fit.
struct FloatField {
    width: Option<usize>,
    overflow: Option<char>,
    fill: char,
}

impl FloatField {
    fn write(&self, w: &mut Writer<'_>, text: &str) -> Result<()> {
        w.out.push_field(w.rt, text, self.width, self.overflow, self.fill)
    }
}

/// A value as a number. One that is no finite number is written right away, in a field whose width is a parameter.
fn real(w: &mut Writer<'_>, d: &Directive, settings: &Settings, v: Value, width: usize) -> Result<Option<Real>> {
    let real = Real::of(w.rt, v);
    if real.is_none() {
        let width = w.size(d, settings, width, 0)?;
        let text = print(w.rt, v, PrintStyle::Display)?;
        w.out.push_padded(w.rt, &text, Padding::left(width, ' '))?;
    }
    Ok(real)
}

/// `~w,d,e,k,overflowchar,padchar,exptcharE`
fn exponential(w: &mut Writer<'_>, d: &Directive, settings: &Settings) -> Result<()> {
    let v = w.argument(d)?;
    match real(w, d, settings, v, 0)? {
        Some(real) => write_exponential(w, d, settings, &real),
        None => Ok(()),
    }
}

fn write_exponential(w: &mut Writer<'_>, d: &Directive, settings: &Settings, real: &Real) -> Result<()> {
    let field = FloatField {
        width: w.given_size(d, settings, 0)?,
        overflow: w.given_char(d, settings, 4)?,
        fill: w.char(d, settings, 5, ' ')?,
    };
    let places = w.given_size(d, settings, 1)?;
    let exponent_digits = w.given_size(d, settings, 2)?;
    let scale = w.given_integer(d, settings, 3)?.unwrap_or(1);
    let marker = w.char(d, settings, 6, 'e')?;
    if places.is_some_and(|d| i64::try_from(d).is_ok_and(|d| scale <= -d.max(1) || scale >= d.saturating_add(2))) {
        return Err(w.problem(d, "has a scale factor that leaves no digits"));
    }
    let sign = sign(real, d.at);
    let decimal = match places {
        // `k` digits before the point and one less after it, or `k` zeros after the point that count as places.
        Some(d) => {
            let digits = i64::try_from(d).unwrap_or(i64::MAX).saturating_add(if scale > 0 { 1 } else { scale });
            real.significant(w.rt, usize::try_from(digits).unwrap_or(0))?
        }
        None => real.shortest(w.rt)?,
    };
    let (mut decimal, mut tail) = with_exponent(decimal, scale, exponent_digits, marker);
    let least = match places {
        Some(d) if scale > 0 => d.saturating_add(1).saturating_sub(scale as usize),
        Some(d) => d,
        None => decimal.places().max(1),
    };
    let mut body = plain(w.rt, &decimal, least)?;
    if let (None, Some(width)) = (places, field.width) {
        // As many places as fit.
        let room = width.saturating_sub(sign.len() + tail.len());
        if body.len() > room {
            let excess = body.len() - room;
            let digits = decimal.digits.len().saturating_sub(excess).max(usize::try_from(scale).unwrap_or(0)).max(1);
            (decimal, tail) = with_exponent(real.significant(w.rt, digits)?, scale, exponent_digits, marker);
            let shorter = least.saturating_sub(excess);
            body = plain(w.rt, &decimal, shorter)?;
        }
    }
    if let Some(width) = field.width {
        let room = width.saturating_sub(sign.len() + tail.len());
        body = without_zero(&body, room).to_string();
    }
    // An exponent with more digits than asked for is an overflow as well.
    let long = exponent_digits.is_some_and(|e| tail.chars().count().saturating_sub(2) > e);
    match (field.overflow, field.width) {
        (Some(c), Some(width)) if long => w.out.fill(w.rt, c, width),
        _ => field.write(w, &format!("{sign}{body}{tail}")),
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
fn general(w: &mut Writer<'_>, d: &Directive, settings: &Settings) -> Result<()> {
    let v = w.argument(d)?;
    let Some(real) = real(w, d, settings, v, 0)? else { return Ok(()) };
    let width = w.given_size(d, settings, 0)?;
    let exponent_width = w.given_size(d, settings, 2)?.map_or(4, |e| e.saturating_add(2));
    let shortest = real.shortest(w.rt)?;
    let whole = if shortest.is_zero() { 0 } else { shortest.point };
    let places = match w.given_size(d, settings, 1)? {
        Some(d) => d,
        None => {
            let needed = i64::try_from(shortest.digits.len()).unwrap_or(i64::MAX).max(1);
            usize::try_from(needed.max(whole.min(7))).unwrap_or(0)
        }
    };
    let after = i64::try_from(places).unwrap_or(i64::MAX).saturating_sub(whole);
    if after < 0 || usize::try_from(after).is_ok_and(|after| after > places) {
        return write_exponential(w, d, settings, &real);
    }
    let field = FloatField {
        width: width.map(|w| w.saturating_sub(exponent_width)),
        overflow: w.given_char(d, settings, 4)?,
        fill: w.char(d, settings, 5, ' ')?,
    };
    let text = fixed_text(w.rt, &real, sign(&real, d.at), field.width, usize::try_from(after).ok(), 0)?;
    field.write(w, &text)?;
    w.out.fill(w.rt, ' ', exponent_width)
}

/// `~d,n,w,padchar$`: `d` digits after the point and at least `n` before it; with `:` the sign stands before the
/// padding.
fn money(w: &mut Writer<'_>, d: &Directive, settings: &Settings) -> Result<()> {
    let v = w.argument(d)?;
    let Some(real) = real(w, d, settings, v, 2)? else { return Ok(()) };
    let places = w.size(d, settings, 0, 2)?;
    let least = w.size(d, settings, 1, 1)?;
    let width = w.size(d, settings, 2, 0)?;
    let fill = w.char(d, settings, 3, ' ')?;
    let sign = sign(&real, d.at);
    let text = rounded_text(w.rt, &real, places, 0)?;
    let text = if least == 0 { text.strip_prefix("0.").map_or(text.clone(), |t| format!(".{t}")) } else { text };
    let whole = text.find('.').unwrap_or(text.len());
    let missing = least.saturating_sub(whole);
    let length = sign.len().saturating_add(missing).saturating_add(text.len());
    if d.colon {
        w.out.push(w.rt, sign)?;
    }
    w.out.fill(w.rt, fill, width.saturating_sub(length))?;
    if !d.colon {
        w.out.push(w.rt, sign)?;
    }
    w.out.fill(w.rt, '0', missing)?;
    w.out.push(w.rt, &text)
}

/// `~radix,...R` like `~D`; without parameters in words, as an ordinal with `:`, in Roman numerals with `@`.
fn radix(w: &mut Writer<'_>, d: &Directive, settings: &Settings) -> Result<()> {
    let v = w.argument(d)?;
    if settings.any() {
        let radix = match w.given_integer(d, settings, 0)? {
            None => 10,
            Some(r @ 2..=36) => r as u32,
            Some(r) => return Err(w.problem(d, &format!("needs a radix from 2 to 36, not {r}"))),
        };
        return w.integer(d, settings, 1, radix, v);
    }
    if !is_integer(v) {
        let text = print(w.rt, v, PrintStyle::Display)?;
        return w.out.push(w.rt, &text);
    }
    let digits = number::number_to_string(w.rt, v, 10)?;
    let words = match (d.at, d.colon) {
        (false, false) => cardinal(&digits),
        (false, true) => ordinal(&digits),
        (true, old) => roman(&digits, old),
    };
    w.out.push(w.rt, &words.unwrap_or(digits))
}

const SMALL: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen";

const TENS: &str = "  twenty thirty forty fifty sixty seventy eighty ninety";

/// Names of the powers of 1000.
const POWERS: &str = " thousand million billion trillion quadrillion quintillion sextillion septillion octillion \
    nonillion decillion undecillion duodecillion tredecillion quattuordecillion quindecillion \
    sexdecillion septendecillion octodecillion novemdecillion vigintillion";

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
    if groups > POWERS.split(' ').count() {
        return None;
    }
    let mut words: Vec<String> = if negative { vec!["negative".to_string()] } else { Vec::new() };
    let (mut start, mut end) = (0, (digits.len() - 1) % 3 + 1);
    let word = |words: &'static str, n: usize| words.split(' ').nth(n);
    for power in (0..groups).rev().filter_map(|n| word(POWERS, n)) {
        let group: usize = digits.get(start..end)?.parse().ok()?;
        (start, end) = (end, end + 3);
        if group == 0 {
            continue;
        }
        if group >= 100 {
            words.push(format!("{} hundred", word(SMALL, group / 100)?));
        }
        match group % 100 {
            0 => {}
            n @ 1..20 => words.push(word(SMALL, n)?.to_string()),
            n if n % 10 == 0 => words.push(word(TENS, n / 10)?.to_string()),
            n => words.push(format!("{}-{}", word(TENS, n / 10)?, word(SMALL, n % 10)?)),
        }
        if !power.is_empty() {
            words.push(power.to_string());
        }
    }
    Some(words.join(" "))
}

/// Ordinals that are not made by adding `th`.
const IRREGULAR: &str = "one first two second three third five fifth eight eighth nine ninth twelve twelfth";

fn ordinal(digits: &str) -> Option<String> {
    let words = cardinal(digits)?;
    let at = words.rfind([' ', '-']).map_or(0, |i| i + 1);
    let (before, last) = words.split_at_checked(at)?;
    let mut pairs = IRREGULAR.split(' ');
    let last = match pairs.find(|word| *word == last).and_then(|_| pairs.next()) {
        Some(irregular) => irregular.to_string(),
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
    use super::*;

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
