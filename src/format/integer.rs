//! Integers: `~D ~B ~O ~X`, and `~R` in any radix, in English and in Roman numerals.

use super::args::Params;
use super::machine::Machine;
use super::parse::Item;
use super::sink::Padding;
use crate::fault::Result;
use crate::num::print::number_to_string;
use crate::printer::{Style, print};
use crate::value::{Kind, Value};

/// `~mincol,padchar,commachar,commaintervalD`, the parameters beginning at number `first`. What is no integer
/// is written as `~A` writes it, in the same field.
pub(super) fn based(m: &mut Machine, item: &Item, params: &Params, first: usize, radix: u32, v: Value) -> Result<()> {
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
        print(m.rt, v, Style::Display)?
    };
    m.out.push_padded(m.rt, &text, padding)
}

/// `~radix,...R` like `~D`; without parameters in words, as an ordinal with `:`, in Roman numerals with `@`.
pub(super) fn radix(m: &mut Machine, item: &Item, params: &Params) -> Result<()> {
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
        let text = print(m.rt, v, Style::Display)?;
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
    use super::*;

    #[test]
    fn the_names_of_numbers_end_at_a_thousand_vigintillions() {
        let most = "9".repeat(66);
        assert!(cardinal(&most).is_some_and(|w| w.starts_with("nine hundred ninety-nine vigintillion")));
        assert_eq!(cardinal(&format!("1{}", "0".repeat(66))), None);
    }

    #[test]
    fn every_roman_numeral_has_the_value_it_came_from() {
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
