//! Long texts: what goes over them does so lot by lot, and natives can pause in between. Short ones, which are the
//! rule, are gone over at once ([`super::string`], [`super::string_edit`]).
//!
//! Between two lots another run may change what is gone over. So a place in it is looked up anew for each lot, and what
//! is not there any more ends the work.

use std::ops::Range;

use super::arg::StringRef;
use super::slices::{Gathered, Listing};
use super::string::as_str;
use crate::fault::{Limit, Res};
use crate::heap::Heap;
use crate::limits::BYTES_PER_TICK;
use crate::list::Builder;
use crate::runtime::Runtime;
use crate::runtime::unfinished::{ENABLED, Work};
use crate::value::Value;

/// Bytes of text that are gone over between two payments.
const LOT: usize = 1 << 16;

/// Characters that are put into a list, and parts that are looked at, between two payments.
const PARTS: usize = 1 << 12;

/// Is a text of so many bytes gone over in lots?
#[inline]
pub(super) fn is_long(bytes: usize) -> bool {
    ENABLED && bytes > LOT
}

/// Is a list of so many characters or texts gone over in lots?
#[inline]
pub(super) fn are_many(parts: usize) -> bool {
    ENABLED && parts > PARTS
}

/// The last place, up to this one, where a character begins.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The part of a text between two places, or between the characters that lie there.
fn part(text: &str, from: usize, end: usize) -> &str {
    text.get(floor(text, from)..floor(text, end)).unwrap_or_default()
}

/// The lot of a string that begins at `at`.
#[cfg(feature = "json")]
pub(super) fn lot(rt: &Runtime, string: StringRef, at: usize) -> &str {
    part(as_str(&rt.heap, string), at, at.saturating_add(LOT))
}

// ---- texts that are made

/// A text that is being made.
pub(super) struct Made {
    text: String,
    is_ascii: bool,
    /// Which part of what it is made of comes next, and where in it.
    part: usize,
    at: usize,
}

impl Work for Made {
    fn each_value(&self, _: &mut dyn FnMut(&[Value])) {}
}

/// A text of about so many bytes, lot by lot: `add` adds what comes next, and says how many bytes it has gone over. At
/// the end it says 0.
fn made(rt: &mut Runtime, bytes: usize, start: usize, add: impl Fn(&Heap, &mut Made) -> usize) -> Res<Value> {
    let Made { text, is_ascii, .. } = made_text(rt, bytes, start, add)?;
    rt.heap.string_known(text, is_ascii)
}

fn made_text(rt: &mut Runtime, bytes: usize, start: usize, add: impl Fn(&Heap, &mut Made) -> usize) -> Res<Made> {
    let mut made = match rt.take_up() {
        Some(made) => made,
        None => {
            rt.heap.reserve(bytes)?;
            let mut text = String::new();
            text.try_reserve_exact(bytes).map_err(|_| Limit::Memory)?;
            Made { text, is_ascii: true, part: 0, at: start }
        }
    };
    loop {
        let before = made.text.len();
        let bytes = add(&rt.heap, &mut made);
        if bytes == 0 {
            return Ok(made);
        }
        made.is_ascii = made.is_ascii && made.text.get(before..).is_some_and(str::is_ascii);
        rt.heap.reserve(made.text.capacity())?;
        if let Err(fault) = rt.pay_for_lot(bytes / BYTES_PER_TICK) {
            return Err(rt.interrupt_work(made, fault));
        }
    }
}

/// What the parts of a long text become.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Change {
    Same,
    Upper,
    Lower,
    Reversed,
}

/// What a change makes of the bytes `start` to `end` of a text.
pub(super) fn changed(rt: &mut Runtime, string: StringRef, start: usize, end: usize, change: Change) -> Res<Value> {
    made(rt, end.saturating_sub(start), start, |heap, made| {
        let text = as_str(heap, string);
        let end = end.min(text.len());
        let part = match change {
            Change::Reversed => {
                let last = end.saturating_sub(made.at - start);
                // What is left out at the end of one lot is the first character of the next one.
                let mut first = last.saturating_sub(LOT).max(start);
                while !text.is_char_boundary(first) {
                    first += 1;
                }
                part(text, first, last)
            }
            Change::Lower if !heap.as_text(string.0).is_some_and(|t| t.is_ascii()) => lowered_alone(text, made.at, end),
            _ => part(text, made.at, end.min(made.at + LOT)),
        };
        match change {
            Change::Same => made.text.push_str(part),
            Change::Upper => made.text.push_str(&part.to_uppercase()),
            Change::Lower => made.text.push_str(&part.to_lowercase()),
            Change::Reversed => made.text.extend(part.chars().rev()),
        }
        made.at += part.len();
        part.len()
    })
}

/// What `write` makes of the characters of a string.
#[cfg(feature = "regex")]
pub(super) fn written(rt: &mut Runtime, string: StringRef, write: impl Fn(&mut String, char)) -> Res<Value> {
    made(rt, as_str(&rt.heap, string).len(), 0, |heap, made| {
        let text = as_str(heap, string);
        let lot = part(text, made.at, made.at + LOT);
        lot.chars().for_each(|c| write(&mut made.text, c));
        made.at += lot.len();
        lot.len()
    })
}

/// A copy of a text for a native that works on one which lies still.
#[cfg(any(feature = "regex", feature = "json"))]
pub(super) fn copy_of(rt: &mut Runtime, string: StringRef) -> Res<String> {
    let copy = made_text(rt, as_str(&rt.heap, string).len(), 0, |heap, made| {
        let text = as_str(heap, string);
        let lot = part(text, made.at, made.at + LOT);
        made.text.push_str(lot);
        made.at += lot.len();
        lot.len()
    })?;
    Ok(copy.text)
}

/// The lot of a text that begins at `at` and is put in lower case as it would be within the text: what a sigma becomes
/// depends on the letters around it, past apostrophes and accents.
fn lowered_alone(text: &str, at: usize, end: usize) -> &str {
    let lot = part(text, at, end.min(at + LOT));
    let rest = part(text, at + lot.len(), end);
    let Some(mut next) = rest.chars().next() else { return lot };
    for (i, c) in lot.char_indices().rev() {
        if ends_context(c) && ends_context(next) {
            return part(lot, 0, i + c.len_utf8());
        }
        next = c;
    }
    let more = rest.find(char::is_whitespace).unwrap_or(rest.len());
    part(text, at, at + lot.len() + more)
}

/// Does a sigma look no further than this character, which is none? That is so for white space, and for the letters
/// that most texts are made of.
fn ends_context(c: char) -> bool {
    c.is_whitespace()
        || c.is_ascii_alphanumeric()
        || matches!(c, '\u{c0}'..='\u{24f}' | 'Α'..='ω' | 'А'..='я' | '\u{4e00}'..='\u{9fff}') && c != 'Σ'
}

/// A text so many times, `bytes` in all.
pub(super) fn repeated(rt: &mut Runtime, piece: impl Fn(&Heap) -> String, bytes: usize) -> Res<Value> {
    made(rt, bytes, 0, |heap, made| {
        let length = made.text.len();
        if length == 0 {
            made.text.push_str(&piece(heap));
            made.part = made.text.len();
        } else {
            // The text so far is whole pieces, and so is what is added.
            let pieces = (LOT / made.part).max(1) * made.part;
            made.text.extend_from_within(..length.min(pieces).min(bytes.saturating_sub(length)));
        }
        made.text.len() - length
    })
}

/// What stands between two texts.
#[derive(Clone, Copy)]
pub(super) enum Between {
    Text(&'static str),
    String(StringRef),
}

impl Between {
    pub fn text(self, heap: &Heap) -> &str {
        match self {
            Between::Text(text) => text,
            Between::String(string) => as_str(heap, string),
        }
    }
}

/// The bytes of a range of a text, with `fill` before it and behind it, so many times.
pub(super) fn padded(
    rt: &mut Runtime,
    string: StringRef,
    range: Range<usize>,
    fill: char,
    missing: [usize; 2],
) -> Res<Value> {
    let fills = missing.map(|count| count.saturating_mul(fill.len_utf8()));
    let bytes = fills.iter().fold(range.len(), |all, fill| all.saturating_add(*fill));
    made(rt, bytes, 0, |heap, made| {
        // Before it, it, and behind it.
        while made.part < 3 {
            let before = made.text.len();
            match made.part {
                1 => made.text.push_str(part(
                    as_str(heap, string),
                    range.start + made.at,
                    range.end.min(range.start + made.at + LOT),
                )),
                side => {
                    let count = missing.get(side / 2).map_or(0, |count| count.saturating_sub(made.at));
                    made.text.extend(std::iter::repeat_n(fill, count.min(LOT / fill.len_utf8())));
                }
            }
            let added = made.text.len() - before;
            if added > 0 {
                made.at += if made.part == 1 { added } else { added / fill.len_utf8() };
                return added;
            }
            (made.part, made.at) = (made.part + 1, 0);
        }
        0
    })
}

/// The strings among `parts`, one after the other with `between` in between.
pub(super) fn joined(rt: &mut Runtime, parts: &[Value], between: Between) -> Res<Value> {
    made(rt, 0, 0, |heap, made| {
        let mut bytes = 0;
        while bytes < LOT {
            // Every second piece is what stands in between.
            let piece = match parts.get(made.part / 2) {
                Some(_) if made.part % 2 == 1 && made.part / 2 + 1 == parts.len() => break,
                Some(_) if made.part % 2 == 1 => between.text(heap),
                Some(&v) => as_str(heap, StringRef(v)),
                None => break,
            };
            let lot = part(piece, made.at, (made.at + LOT).min(piece.len()));
            made.text.push_str(lot);
            made.at += lot.len();
            // A piece costs something, whatever is in it.
            bytes += lot.len() + 2;
            if made.at >= piece.len() || lot.is_empty() {
                (made.part, made.at) = (made.part + 1, 0);
            }
        }
        bytes
    })
}

/// The text of the characters in a list that has been taken apart, each of which is one.
pub(super) fn of_characters(rt: &mut Runtime, items: Vec<Value>) -> Res<Value> {
    let text = made(rt, items.len(), 0, |_, made| {
        let lot = items.get(made.at..).unwrap_or_default();
        let lot = lot.get(..PARTS).unwrap_or(lot);
        made.text.extend(lot.iter().filter_map(|v| v.as_character()));
        made.at += lot.len();
        4 * lot.len()
    });
    text.map_err(|fault| rt.interrupt_work(Gathered(vec![items]), fault))
}

/// A text with each occurrence of `from`, which is not empty, replaced by `to`.
pub(super) fn replaced(rt: &mut Runtime, string: StringRef, from: StringRef, to: StringRef) -> Res<Value> {
    made(rt, as_str(&rt.heap, string).len(), 0, |heap, made| {
        let (text, from, to) = (as_str(heap, string), as_str(heap, from), as_str(heap, to));
        let (mut count, begin) = (0, made.at);
        let end = each_occurrence(text, from, begin, LOT / (to.len() + 1) + 1, |place| {
            made.text.push_str(text.get(made.at..place).unwrap_or_default());
            made.text.push_str(to);
            made.at = place + from.len();
            count += 1;
        });
        made.text.push_str(text.get(made.at..end).unwrap_or_default());
        made.at = end;
        end - begin + count * to.len()
    })
}

// ---- texts that are searched

/// Where `pattern` occurs in the lot of a text that begins at `at`, without overlap, `most` times at most; and where
/// the next lot begins.
fn occurrences(text: &str, pattern: &str, at: usize, most: usize) -> (Vec<usize>, usize) {
    let mut found = Vec::new();
    let end = each_occurrence(text, pattern, at, most, |place| found.push(place));
    (found, end)
}

/// Calls `found` with each of these places. Returns where the next lot begins.
#[inline]
fn each_occurrence(text: &str, pattern: &str, at: usize, most: usize, mut found: impl FnMut(usize)) -> usize {
    let at = floor(text, at);
    // A pattern is looked at for each lot, so a lot is longer than that.
    let end = floor(text, at + LOT.max(4 * pattern.len()));
    let window = part(text, at, end.saturating_add(pattern.len()));
    let mut behind = at;
    for (i, (place, _)) in window.match_indices(pattern).enumerate() {
        let place = at + place;
        if place >= end && end < text.len() {
            break;
        }
        found(place);
        behind = place + pattern.len();
        if i + 1 == most {
            return behind;
        }
    }
    end.max(behind)
}

/// What is found in a text, from where on it is searched, and what has been counted up to there.
struct Search {
    found: Vec<Value>,
    at: usize,
    /// Characters before this place; or the byte where a part begins.
    counted: usize,
    is_done: bool,
}

impl Work for Search {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(&self.found);
    }
}

/// The list of what `go_over` finds in a text, lot by lot. That adds it to what has been found, and goes on.
fn found(
    rt: &mut Runtime,
    string: StringRef,
    mut go_over: impl FnMut(&mut Runtime, &mut Search) -> Res<()>,
) -> Res<Value> {
    if let Some(listing) = rt.take_up::<Listing>() {
        return listing.go_on(rt);
    }
    let begin = Search { found: Vec::new(), at: 0, counted: 0, is_done: false };
    let mut search = rt.take_up().unwrap_or(begin);
    while !search.is_done {
        let (at, before) = (search.at, search.found.len());
        go_over(rt, &mut search)?;
        search.is_done = search.at >= as_str(&rt.heap, string).len() || search.at <= at;
        let ticks = search.at.saturating_sub(at) / BYTES_PER_TICK + search.found.len() - before;
        rt.heap.reserve(2 * search.found.capacity() * size_of::<Value>())?;
        if let Err(fault) = rt.pay_for_lot(ticks) {
            return Err(rt.interrupt_work(search, fault));
        }
    }
    Listing::new(vec![search.found], PER_TICK).go_on(rt)
}

/// Elements of a list that are made for a tick when they have been found.
const PER_TICK: usize = 16;

/// The positions where `pattern` occurs, without overlap.
pub(super) fn all_positions(rt: &mut Runtime, pattern: StringRef, string: StringRef) -> Res<Value> {
    found(rt, string, |rt, search| {
        let (text, pattern) = (as_str(&rt.heap, string), as_str(&rt.heap, pattern));
        let (places, end) = occurrences(text, pattern, search.at, PARTS);
        let mut at = search.at;
        for place in places {
            search.counted += part(text, at, place).chars().count();
            at = place;
            search.found.push(Value::fix(search.counted as i64));
        }
        search.counted += part(text, at, end).chars().count();
        search.at = end;
        Ok(())
    })
}

/// The parts of a text between occurrences of a separator; without one, those between white space.
pub(super) fn split(rt: &mut Runtime, string: StringRef, separator: impl Fn(&Heap) -> Option<String>) -> Res<Value> {
    found(rt, string, |rt, search| {
        let separator = separator(&rt.heap);
        let text = as_str(&rt.heap, string);
        let (mut ends, next) = match &separator {
            Some(separator) => {
                let (places, next) = occurrences(text, separator, search.at, PARTS);
                (places.into_iter().map(|place| (place, place + separator.len())).collect(), next)
            }
            None => {
                let lot = part(text, search.at, search.at + LOT / 8);
                let blanks = lot.char_indices().filter(|(_, c)| c.is_whitespace());
                let blanks = blanks.map(|(i, c)| (search.at + i, search.at + i + c.len_utf8()));
                (blanks.collect::<Vec<_>>(), search.at + lot.len())
            }
        };
        if next >= text.len() {
            ends.push((text.len(), text.len()));
        }
        for (end, after) in ends {
            let word = part(as_str(&rt.heap, string), search.counted, end);
            if separator.is_some() || !word.is_empty() {
                let word = word.to_string();
                search.found.push(rt.heap.string(word)?);
            }
            search.counted = after;
        }
        search.at = next;
        Ok(())
    })
}

/// A text that is searched for one thing.
struct Hunt {
    at: usize,
    /// Characters before that.
    position: usize,
}

impl Work for Hunt {
    fn each_value(&self, _: &mut dyn FnMut(&[Value])) {}
}

/// The position of the first thing that `search` finds in a text from byte `start` on, before which there are
/// `position` characters. It takes `bytes`.
pub(super) fn first(
    rt: &mut Runtime,
    string: StringRef,
    (start, position): (usize, usize),
    bytes: usize,
    search: impl Fn(&str, &Heap) -> Option<usize>,
) -> Res<Option<usize>> {
    let mut hunt = rt.take_up().unwrap_or(Hunt { at: start, position });
    loop {
        let text = as_str(&rt.heap, string);
        let at = floor(text, hunt.at);
        let end = floor(text, at + LOT.max(4 * bytes));
        if let Some(found) = search(part(text, at, end.saturating_add(bytes)), &rt.heap) {
            return Ok(Some(hunt.position + part(text, at, at + found).chars().count()));
        }
        if end >= text.len() {
            return Ok(None);
        }
        hunt = Hunt { at: end, position: hunt.position + part(text, at, end).chars().count() };
        if let Err(fault) = rt.pay_for_lot((end - at) / BYTES_PER_TICK) {
            return Err(rt.interrupt_work(hunt, fault));
        }
    }
}

// ---- positions and characters

/// Where characters lie in a text that is not ASCII.
#[derive(Clone, Copy)]
pub(super) struct Places {
    at: usize,
    /// Characters before that; in the end, all.
    pub count: usize,
    /// The bytes at which those begin that have been asked for.
    pub offsets: [Option<usize>; 2],
    is_done: bool,
}

impl Work for Places {
    fn each_value(&self, _: &mut dyn FnMut(&[Value])) {}
}

/// How many characters a text has, and where those at two positions begin. A native that pauses later hands this in.
pub(super) fn places(rt: &mut Runtime, string: StringRef, wanted: [usize; 2]) -> Res<Places> {
    let begin = Places { at: 0, count: 0, offsets: [None; 2], is_done: false };
    let mut places = rt.take_up().unwrap_or(begin);
    while !places.is_done {
        let text = as_str(&rt.heap, string);
        let lot = part(text, places.at, places.at + LOT);
        let count = lot.chars().count();
        for (offset, position) in places.offsets.iter_mut().zip(wanted) {
            if let Some(i) = position.checked_sub(places.count).filter(|&i| i < count || i == count && count == 0) {
                *offset = offset.or_else(|| Some(places.at + lot.char_indices().nth(i).map_or(0, |(at, _)| at)));
            }
        }
        places.at += lot.len();
        places.count += count;
        // The last lot is empty, and what has been asked for may begin there: the end.
        places.is_done = lot.is_empty();
        if let Err(fault) = rt.pay_for_lot(lot.len() / BYTES_PER_TICK) {
            return Err(rt.interrupt_work(places, fault));
        }
    }
    Ok(places)
}

/// A list of the characters between two bytes of a text, that are being put into it.
struct Spelled {
    made: Builder,
    at: usize,
}

impl Work for Spelled {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.made.each_value(look);
    }
}

/// A list of the characters between two bytes of a text.
pub(super) fn characters(rt: &mut Runtime, string: StringRef, start: usize, end: usize) -> Res<Value> {
    let mut work = rt.take_up().unwrap_or(Spelled { made: Builder::new(), at: start });
    loop {
        let lot = part(as_str(&rt.heap, string), work.at, end.min(work.at + PARTS)).to_string();
        for c in lot.chars() {
            work.made.push(&mut rt.heap, Value::character(c))?;
        }
        if lot.is_empty() {
            return Ok(work.made.finish(&mut rt.heap, Value::NIL));
        }
        work.at += lot.len();
        if let Err(fault) = rt.pay_for_lot(lot.len() / BYTES_PER_TICK) {
            return Err(rt.interrupt_work(work, fault));
        }
    }
}

/// Two texts that are being compared, the number of the first one among all, and up to where they are the same.
struct Same {
    number: usize,
    at: usize,
}

impl Work for Same {
    fn each_value(&self, _: &mut dyn FnMut(&[Value])) {}
}

/// Does `holds` relate each string to the next? It is asked about parts that differ as they do.
pub(super) fn ordered(rt: &mut Runtime, strings: &[Value], holds: fn(&str, &str) -> bool) -> Res<bool> {
    let mut work = rt.take_up().unwrap_or(Same { number: 0, at: 0 });
    while let Some(&[a, b]) = strings.get(work.number..work.number + 2) {
        let (a, b) = (as_str(&rt.heap, StringRef(a)).as_bytes(), as_str(&rt.heap, StringRef(b)).as_bytes());
        let lot = |text: &[u8]| text.get(work.at..).map_or(0, |rest| rest.len().min(LOT));
        let (end_a, end_b) = (work.at + lot(a), work.at + lot(b));
        let order = a.get(work.at..end_a).cmp(&b.get(work.at..end_b));
        let ends = end_a == a.len() && end_b == b.len();
        let holds = match order {
            std::cmp::Ordering::Less => holds("a", "b"),
            std::cmp::Ordering::Greater => holds("b", "a"),
            std::cmp::Ordering::Equal => !ends || holds("", ""),
        };
        if !holds {
            return Ok(false);
        }
        let done = ends || order.is_ne();
        let ticks = lot(a) / BYTES_PER_TICK;
        work = if done { Same { number: work.number + 1, at: 0 } } else { Same { at: end_a, ..work } };
        if let Err(fault) = rt.pay_for_lot(ticks) {
            return Err(rt.interrupt_work(work, fault));
        }
    }
    Ok(true)
}
