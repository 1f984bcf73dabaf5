//! Strings: parts, comparison, conversion; searching, cutting and reshaping them.
//!
//! The core's functions change no string (dialects have some that do); positions count characters. Searching takes time
//! in proportion to the text, whatever the pattern is.

use std::ops::Range;

use compact_str::CompactString;

use super::arg::{Arg, StringRef};
use super::builtins;
use crate::fault::{Code, ErrorData, Limit, Result, Unwind, fail_in};
use crate::format::FormatSink;
use crate::heap::{Heap, MAX_UNCOUNTED};
use crate::limits::BYTES_PER_TICK;
use crate::list::proper_length;
use crate::object::array::{ArrayElements, ArrayObject, Shape, Storage};
use crate::printer::{PrintStyle, print};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

builtins! { "string";
    /// One string of all these strings.
    ///
    /// (string-append "back" "track" "ing")  ;=> "backtracking"
    /// (string-append)                       ;=> ""
    fn "string-append" (rt, *strings: StringRef) {
        match append_short(rt, strings) {
            Some(text) => rt.heap.string(text),
            None => append(rt, strings, Between::Text("")),
        }
    }

    /// One string of all these values as `display` writes them.
    ///
    /// (string "r" 3 #\c 7)  ;=> "r3c7"
    fn "string" (rt, *values: Value) {
        if values.iter().all(|v| v.is(Kind::CHARACTER)) {
            let mut text = room(rt, values.len().saturating_mul(4))?;
            text.extend(values.iter().filter_map(|v| v.as_character()));
            return Ok(text);
        }
        let mut all = FormatSink::at_column(0);
        for &v in values {
            let text = print(rt, v, PrintStyle::Display)?;
            all.push(rt, &text)?;
        }
        Ok(all.into_text().into())
    }

    /// A string of `count` times `char`, a blank if left out.
    ///
    /// (make-string 3 #\-)  ;=> "---"
    fn "make-string" (rt, count: usize, ?char: char) {
        let char = char.unwrap_or(' ');
        let text = repeated(rt, char.encode_utf8(&mut [0; 4]), count)?;
        rt.heap.string(text)
    }

    /// `string` repeated `count` times.
    ///
    /// (string-repeat "+---" 3)  ;=> "+---+---+---"
    fn "string-repeat" (rt, string: StringRef, count: usize) {
        let piece = copy_of(rt, string)?;
        let text = repeated(rt, &piece, count)?;
        rt.heap.string(text)
    }

    /// The number of characters in `string`.
    ///
    /// (string-length "größer")  ;=> 6
    #[inline_as(Op(StringLength))]
    fn "string-length" (rt, string: StringRef) { Ok(rt.heap.text_of(string.0)?.len()) }

    /// Returns whether `string` has no characters.
    ///
    /// (string-empty? "")   ;=> t
    /// (string-empty? " ")  ;=> nil
    fn "string-empty?" (rt, string: StringRef) { as_str(&rt.heap, string).is_empty() }

    /// The character at position `index` of `string`; the first is at 0.
    ///
    /// (string-ref "abc" 1)  ;=> #\b
    /// (string-ref "abc" 3)  ;!! index-out-of-range
    #[inline_as(Op(StringRef))]
    fn "string-ref" (rt, string: StringRef, index: usize) {
        let text = rt.heap.text_of(string.0)?;
        text.char_at(index).ok_or_else(|| outside(index, text.len()))
    }

    /// The characters of `string` from position `start` up to, but without, position `end`; to the end if that is left
    /// out.
    ///
    /// (substring "backtrack" 4)    ;=> "track"
    /// (substring "backtrack" 0 4)  ;=> "back"
    /// (substring "back" 2 9)       ;!! index-out-of-range
    fn "substring" (rt, string: StringRef, start: usize, ?end: usize) {
        let range = range(rt, "substring", string, Some(start), end)?;
        pay(rt, range.len())?;
        rt.heap.part_of_string(string.0, range)
    }

    /// The list of the characters of `string`, from `start` to `end` if these are given.
    ///
    /// (string->list "abc")    ;=> (#\a #\b #\c)
    /// (string->list "abc" 1)  ;=> (#\b #\c)
    fn "string->list" (rt, string: StringRef, ?start: usize, ?end: usize) {
        let range = range(rt, "string->list", string, start, end)?;
        let mut part = room(rt, range.len())?;
        part.push_str(as_str(&rt.heap, string).get(range).unwrap_or_default());
        let mut list = Value::NIL;
        for c in part.chars().rev() {
            list = rt.heap.pair(Value::character(c), list)?;
        }
        Ok(list)
    }

    /// The string of the characters in the list `characters`.
    ///
    /// (list->string '(#\a #\b))  ;=> "ab"
    /// (list->string '(1 2))      ;!! wrong-type
    fn "list->string" (rt, characters: Value) {
        let Some(count) = proper_length(rt, characters)? else {
            return Err(rt.wrong_type("list->string", "list", "a proper list", characters));
        };
        if count > MAX_UNCOUNTED {
            rt.heap.reserve(count.saturating_mul(8))?;
        }
        pay(rt, count)?;
        // A `String` takes single characters faster.
        let (mut short, mut long) = (CompactString::default(), String::new());
        if count > SHORT && long.try_reserve_exact(count).is_err() {
            return Err(Limit::Memory.into());
        }
        for v in rt.heap.iter(characters) {
            match v.as_character() {
                Some(c) if count > SHORT => long.push(c),
                Some(c) => short.push(c),
                None => return Err(rt.wrong_type("list->string", "an element of characters", "a character", v)),
            }
        }
        if count > SHORT { rt.heap.string(long) } else { rt.heap.string(short) }
    }

    /// All the elements of `sequences` in one sequence of the kind of the first one: strings, lists or vectors.
    /// All sequences must have the type of the first: none is converted.
    ///
    /// (concatenate "ab" "cd")       ;=> "abcd"
    /// (concatenate '(1 2) '(3))     ;=> (1 2 3)
    /// (concatenate "ab" '(3))       ;!! wrong-type
    fn "concatenate" (rt, *sequences: Value) {
        match sequences.first() {
            None => Ok(Value::NIL),
            Some(v) if v.is(Kind::STRING) => concatenate_strings(rt, sequences),
            Some(v) if v.is(Kind::ARRAY) => concatenate_vectors(rt, sequences),
            Some(_) => concatenate_lists(rt, sequences),
        }
    }

    /// Returns whether all these strings have the same characters.
    ///
    /// (string=? "ab" "ab")  ;=> t
    /// (string=? "ab" "AB")  ;=> nil
    #[inline_as(Leaf)]
    fn "string=?" (rt, string: StringRef, *more: StringRef) { ordered(rt, string, more, |a, b| a == b) }

    /// Returns whether each of these strings comes before the next in the order of the character numbers.
    ///
    /// (string<? "abacus" "abbey")  ;=> t
    /// (string<? "b" "a")           ;=> nil
    #[inline_as(Leaf)]
    fn "string<?" (rt, string: StringRef, *more: StringRef) { ordered(rt, string, more, |a, b| a < b) }

    /// Returns whether each of these strings comes after the next in the order of the character numbers.
    ///
    /// (string>? "b" "a")  ;=> t
    fn "string>?" (rt, string: StringRef, *more: StringRef) { ordered(rt, string, more, |a, b| a > b) }

    /// Returns whether none of these strings comes after the next.
    ///
    /// (string<=? "a" "a" "b")  ;=> t
    fn "string<=?" (rt, string: StringRef, *more: StringRef) { ordered(rt, string, more, |a, b| a <= b) }

    /// Returns whether none of these strings comes before the next.
    ///
    /// (string>=? "b" "a" "a")  ;=> t
    fn "string>=?" (rt, string: StringRef, *more: StringRef) { ordered(rt, string, more, |a, b| a >= b) }

    /// The position where `pattern` first occurs in `string`, at `start` or later, or `nil` if it does not occur.
    ///
    /// (string-search "track" "backtrack")  ;=> 4
    /// (string-search "a" "backtrack" 2)    ;=> 6
    /// (string-search "x" "backtrack")      ;=> nil
    fn "string-search" (rt, pattern: StringRef, string: StringRef, ?start: usize) {
        let bytes = as_str(&rt.heap, pattern).len();
        find(rt, "string-search", string, start, bytes, |text, heap| text.find(as_str(heap, pattern)))
    }

    /// The positions of all occurrences of `pattern` in `string` that do not overlap.
    ///
    /// (string-search-all "an" "banana")  ;=> (1 3)
    /// (string-search-all "aa" "aaaaa")   ;=> (0 2)
    fn "string-search-all" (rt, pattern: StringRef, string: StringRef) {
        let count = occurrences(rt, string, pattern)?;
        rt.charge(count)?;
        rt.heap.reserve(count.saturating_mul(size_of::<usize>()))?;
        let (text, pattern) = (as_str(&rt.heap, string), as_str(&rt.heap, pattern));
        let (mut position, mut offset) = (0, 0);
        let mut positions = Vec::with_capacity(count);
        for (found, _) in text.match_indices(pattern) {
            position += text.get(offset..found).map_or(0, |between| between.chars().count());
            offset = found;
            positions.push(Value::fix(position as i64));
        }
        rt.heap.list(&positions)
    }

    /// The position of the first `char` in `string`, at `start` or later, or `nil` if there is none.
    ///
    /// (string-index "a.b" #\.)  ;=> 1
    /// (string-index "a.b" #\x)  ;=> nil
    fn "string-index" (rt, string: StringRef, char: char, ?start: usize) {
        find(rt, "string-index", string, start, char.len_utf8(), |text, _| text.find(char))
    }

    /// Returns whether `pattern` occurs in `string`.
    ///
    /// (string-contains? "backtrack" "track")  ;=> t
    /// (string-contains? "track" "backtrack")  ;=> nil
    fn "string-contains?" (rt, string: StringRef, pattern: StringRef) {
        pay_for_pattern(rt, pattern)?;
        pay(rt, as_str(&rt.heap, string).len())?;
        Ok(as_str(&rt.heap, string).contains(as_str(&rt.heap, pattern)))
    }

    /// Returns whether `string` begins with `prefix`.
    ///
    /// (string-prefix? "back" "backtrack")  ;=> t
    /// (string-prefix? "backtrack" "back")  ;=> nil
    fn "string-prefix?" (rt, prefix: StringRef, string: StringRef) {
        pay(rt, as_str(&rt.heap, prefix).len())?;
        Ok(as_str(&rt.heap, string).starts_with(as_str(&rt.heap, prefix)))
    }

    /// Returns whether `string` ends with `suffix`.
    ///
    /// (string-suffix? "track" "backtrack")  ;=> t
    /// (string-suffix? "back" "backtrack")   ;=> nil
    fn "string-suffix?" (rt, suffix: StringRef, string: StringRef) {
        pay(rt, as_str(&rt.heap, suffix).len())?;
        Ok(as_str(&rt.heap, string).ends_with(as_str(&rt.heap, suffix)))
    }

    /// The list of the parts of `string` between occurrences of `separator`, a string or a character. Without a
    /// separator: the list of the words between white space. The arguments are easily exchanged: the string that is
    /// split comes first.
    ///
    /// (string-split "  one  two ")     ;=> ("one" "two")
    /// (string-split "a,b,,c" ",")      ;=> ("a" "b" "" "c")
    /// (string-split "2x3" #\x)         ;=> ("2" "3")
    /// (string-split "abc" "")          ;!! bad-value
    fn "string-split" (rt, string: StringRef, ?separator: Separator) {
        if let Some(Separator::String(s)) = separator {
            not_empty("string-split", "separator", as_str(&rt.heap, s))?;
        }
        let text = copy_of(rt, string)?;
        rt.with_charged(text.len(), |rt| match separator {
            None => list_of(rt, text.split_whitespace()),
            Some(Separator::Char(c)) => list_of(rt, text.split(c)),
            Some(Separator::String(s)) => {
                let separator = copy_of(rt, s)?;
                pay_for_pattern(rt, s)?;
                list_of(rt, text.split(separator.as_str()))
            }
        })
    }

    /// The strings of the list `strings` in one string, with `separator` in between, a blank if left out.
    ///
    /// (string-join '("a" "b" "c") ", ")  ;=> "a, b, c"
    /// (string-join '("a" "b"))           ;=> "a b"
    /// (string-join '(1 2))               ;!! wrong-type
    fn "string-join" (rt, strings: Value, ?separator: StringRef) {
        let parts = rt.list_items("string-join", strings)?;
        if let Some(&other) = parts.iter().find(|v| !v.is(Kind::STRING)) {
            return Err(rt.wrong_type("string-join", "an element of strings", "a string", other));
        }
        append(rt, &parts, separator.map_or(Between::Text(" "), Between::String))
    }

    /// `string` with every occurrence of `from` replaced by `to`.
    ///
    /// (string-replace "1.2..4" "." "0")  ;=> "102004"
    /// (string-replace "abc" "" "-")      ;!! bad-value
    fn "string-replace" (rt, string: StringRef, from: StringRef, to: StringRef) {
        not_empty("string-replace", "from", as_str(&rt.heap, from))?;
        let count = occurrences(rt, string, from)?;
        let removed = count.saturating_mul(as_str(&rt.heap, from).len());
        let added = count.saturating_mul(as_str(&rt.heap, to).len());
        let bytes = as_str(&rt.heap, string).len().saturating_sub(removed).saturating_add(added);
        let mut text = room(rt, bytes)?;
        for (i, part) in as_str(&rt.heap, string).split(as_str(&rt.heap, from)).enumerate() {
            if i > 0 {
                text.push_str(as_str(&rt.heap, to));
            }
            text.push_str(part);
        }
        rt.heap.string(text)
    }

    /// `string` in upper case.
    ///
    /// (string-upcase "straße")  ;=> "STRASSE"
    fn "string-upcase" (rt, string: StringRef) {
        mapped(rt, string, str::to_uppercase)
    }

    /// `string` in lower case.
    ///
    /// (string-downcase "Naked Single")  ;=> "naked single"
    fn "string-downcase" (rt, string: StringRef) {
        mapped(rt, string, str::to_lowercase)
    }

    /// `string` without the white space around it.
    ///
    /// (string-trim "  a b ")  ;=> "a b"
    fn "string-trim" (rt, string: StringRef) { trimmed(rt, string, str::trim) }

    /// `string` without the white space before it.
    ///
    /// (string-trim-left "  a b ")  ;=> "a b "
    fn "string-trim-left" (rt, string: StringRef) { trimmed(rt, string, str::trim_start) }

    /// `string` without the white space after it.
    ///
    /// (string-trim-right "  a b ")  ;=> "  a b"
    fn "string-trim-right" (rt, string: StringRef) { trimmed(rt, string, str::trim_end) }

    /// The characters of `string` in reverse order.
    ///
    /// (string-reverse "abc")  ;=> "cba"
    fn "string-reverse" (rt, string: StringRef) {
        mapped(rt, string, |text| text.chars().rev().collect())
    }

    /// `string` at the right of a field of `width` characters, filled up with `char`, a blank if left out. Of a longer
    /// string the last `width` characters are kept.
    ///
    /// (string-pad-left "42" 5)      ;=> "   42"
    /// (string-pad-left "42" 5 #\0)  ;=> "00042"
    /// (string-pad-left "12345" 3)   ;=> "345"
    fn "string-pad-left" (rt, string: StringRef, width: usize, ?char: char) {
        padded(rt, string, width, char, Side::Left)
    }

    /// `string` at the left of a field of `width` characters, filled up with `char`, a blank if left out. Of a longer
    /// string the first `width` characters are kept.
    ///
    /// (string-pad-right "42" 5)     ;=> "42   "
    /// (string-pad-right "12345" 3)  ;=> "123"
    fn "string-pad-right" (rt, string: StringRef, width: usize, ?char: char) {
        padded(rt, string, width, char, Side::Right)
    }
}

/// Pays for work on `bytes` bytes of text.
pub(super) fn pay(rt: &mut Runtime, bytes: usize) -> Result<()> {
    rt.charge(bytes / BYTES_PER_TICK)
}

/// An empty string with room for `bytes` bytes, which are paid for and, if there are many, allowed by the memory limit.
#[inline]
pub(super) fn room(rt: &mut Runtime, bytes: usize) -> Result<CompactString> {
    pay(rt, bytes)?;
    if bytes <= MAX_UNCOUNTED { Ok(CompactString::with_capacity(bytes)) } else { much_room(rt, bytes) }
}

#[cold]
fn much_room(rt: &mut Runtime, bytes: usize) -> Result<CompactString> {
    rt.heap.reserve(bytes)?;
    CompactString::try_with_capacity(bytes).map_err(|_| Limit::Memory.into())
}

pub(super) fn as_str(heap: &Heap, string: StringRef) -> &str {
    heap.as_str(string.0).unwrap_or_default()
}

/// The characters outside the heap, for work that makes other strings.
pub(super) fn copy_of(rt: &mut Runtime, string: StringRef) -> Result<CompactString> {
    let mut copy = room(rt, as_str(&rt.heap, string).len())?;
    copy.push_str(as_str(&rt.heap, string));
    Ok(copy)
}

/// The character at a position, for the instruction: its operands can be anything.
pub(crate) fn character(rt: &Runtime, string: Value, index: Value) -> Result<Value> {
    let Some(text) = rt.heap.as_text(string) else {
        return Err(rt.wrong_type("string-ref", "string", StringRef::EXPECTED, string));
    };
    let Some(i) = usize::from_value(rt, index) else {
        return Err(rt.wrong_type("string-ref", "index", usize::EXPECTED, index));
    };
    text.char_at(i).map(Value::character).ok_or_else(|| outside(i, text.len()))
}

#[cold]
fn outside(index: usize, count: usize) -> Box<Unwind> {
    let message = format!("index {index} is outside a string of {count} characters");
    ErrorData::by("string-ref", Code::IndexOutOfRange, message).into()
}

/// `piece` repeated.
pub(super) fn repeated(rt: &mut Runtime, piece: &str, count: usize) -> Result<CompactString> {
    let mut text = room(rt, piece.len().saturating_mul(count))?;
    if let &[byte] = piece.as_bytes() {
        // As many as are copied in one go.
        let block = [byte; 64];
        let mut left = count;
        while left > 0 {
            let some = left.min(block.len());
            text.push_str(block.get(..some).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default());
            left -= some;
        }
    } else if !piece.is_empty() {
        (0..count).for_each(|_| text.push_str(piece));
    }
    Ok(text)
}

/// Bytes of a string that stands in its object.
const SHORT: usize = size_of::<CompactString>();

/// The strings among `parts`, one after the other, if that is a short text.
fn append_short(rt: &Runtime, parts: &[Value]) -> Option<CompactString> {
    let (mut bytes, mut length) = ([0; SHORT], 0);
    if parts.len() > SHORT {
        return None;
    }
    for &part in parts {
        let part = as_str(&rt.heap, StringRef(part)).as_bytes();
        bytes.get_mut(length..length + part.len())?.copy_from_slice(part);
        length += part.len();
    }
    CompactString::from_utf8(bytes.get(..length)?).ok()
}

/// The strings among `parts`, one after the other with `separator` in between.
pub(super) fn append(rt: &mut Runtime, parts: &[Value], separator: Between) -> Result<Value> {
    let separators = separator.text(&rt.heap).len().saturating_mul(parts.len().saturating_sub(1));
    let bytes = parts.iter().fold(separators, |n, &s| n.saturating_add(as_str(&rt.heap, StringRef(s)).len()));
    rt.charge(parts.len() / 8)?;
    let mut text = room(rt, bytes)?;
    for (i, &s) in parts.iter().enumerate() {
        if i > 0 && separators > 0 {
            text.push_str(separator.text(&rt.heap));
        }
        text.push_str(as_str(&rt.heap, StringRef(s)));
    }
    rt.heap.string(text)
}

/// Separator of two texts.
#[derive(Clone, Copy)]
pub(super) enum Between {
    Text(&'static str),
    String(StringRef),
}

impl Between {
    fn text(self, heap: &Heap) -> &str {
        match self {
            Between::Text(text) => text,
            Between::String(string) => as_str(heap, string),
        }
    }
}

/// The bytes of `string` between two positions.
fn range(
    rt: &Runtime,
    function: &str,
    string: StringRef,
    start: Option<usize>,
    end: Option<usize>,
) -> Result<Range<usize>> {
    let start = start.unwrap_or(0);
    let count = rt.heap.text_of(string.0)?.len();
    let end = end.unwrap_or(count);
    let text = rt.heap.as_text(string.0).filter(|_| start <= end);
    match text.and_then(|t| Some(t.offset(start)?..t.offset(end)?)) {
        Some(range) => Ok(range),
        None => {
            let message = format!("positions {start} to {end} are outside a string of {count} characters");
            fail_in(function, Code::IndexOutOfRange, message)
        }
    }
}

/// Returns whether `holds` relates each string to the next. UTF-8 bytes have the order of the character numbers.
#[inline]
fn ordered(rt: &mut Runtime, first: StringRef, more: &[Value], holds: impl Fn(&str, &str) -> bool) -> Result<bool> {
    let mut last = first;
    for &v in more {
        let next = StringRef(v);
        let (a, b) = (as_str(&rt.heap, last), as_str(&rt.heap, next));
        let (are_ordered, shorter) = (holds(a, b), a.len().min(b.len()));
        pay(rt, shorter)?;
        if !are_ordered {
            return Ok(false);
        }
        last = next;
    }
    Ok(true)
}

fn concatenate_strings(rt: &mut Runtime, sequences: &[Value]) -> Result<Value> {
    if let Some(&other) = sequences.iter().find(|v| !v.is(Kind::STRING)) {
        return Err(rt.wrong_type("concatenate", "each sequence", "a string like the first", other));
    }
    append(rt, sequences, Between::Text(""))
}

fn concatenate_lists(rt: &mut Runtime, sequences: &[Value]) -> Result<Value> {
    let mut all = Vec::new();
    for &list in sequences {
        let items = rt.list_items("concatenate", list)?;
        rt.heap.reserve((all.len() + items.len()).saturating_mul(2 * size_of::<Value>()))?;
        all.extend(items);
    }
    rt.charge(all.len())?;
    rt.heap.list(&all)
}

/// Vectors of one kind of element keep that kind; otherwise the result holds values.
fn concatenate_vectors(rt: &mut Runtime, sequences: &[Value]) -> Result<Value> {
    let mut count = 0usize;
    for &v in sequences {
        match rt.heap.as_array(v) {
            Some(a) if a.is_vector() => count = count.saturating_add(a.len()),
            _ => return Err(rt.wrong_type("concatenate", "each sequence", "a vector like the first", v)),
        }
    }
    rt.heap.reserve(count.saturating_mul(size_of::<Value>()))?;
    rt.charge(count / 4)?;
    let vectors = || sequences.iter().filter_map(|&v| rt.heap.as_array(v));
    let same = |wanted: fn(ArrayElements<'_>) -> bool| vectors().all(|a| wanted(a.elements));
    macro_rules! joined {
        ($kind:ident) => {{
            let mut elements = Vec::with_capacity(count);
            for vector in vectors() {
                if let ArrayElements::$kind(part) = vector.elements {
                    elements.extend_from_slice(part);
                }
            }
            Storage::$kind(elements.into())
        }};
    }
    let data = if same(|s| matches!(s, ArrayElements::Values(_))) {
        joined!(Values)
    } else if same(|s| matches!(s, ArrayElements::Bytes(_))) {
        joined!(Bytes)
    } else if same(|s| matches!(s, ArrayElements::Bits(_))) {
        joined!(Bits)
    } else if same(|s| matches!(s, ArrayElements::Fixnums(_))) {
        joined!(Fixnums)
    } else if same(|s| matches!(s, ArrayElements::Floats(_))) {
        joined!(Floats)
    } else {
        return fail_in("concatenate", Code::BadValue, "the vectors have elements of different kinds");
    };
    rt.heap.array(ArrayObject { shape: Shape::Vector, data })
}

/// Separator of the parts of a string.
#[derive(Clone, Copy)]
enum Separator {
    String(StringRef),
    Char(char),
}

impl Arg for Separator {
    const EXPECTED: &'static str = "a string or a character";
    fn from_value(rt: &Runtime, v: Value) -> Option<Separator> {
        match v.as_character() {
            Some(c) => Some(Separator::Char(c)),
            None => StringRef::from_value(rt, v).map(Separator::String),
        }
    }
}

/// Side on which a string is padded and cut off.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// Returns the position of the match of `search`, which has `bytes` bytes, in the text from position `start` on.
fn find(
    rt: &mut Runtime,
    function: &str,
    string: StringRef,
    start: Option<usize>,
    bytes: usize,
    search: impl Fn(&str, &Heap) -> Option<usize>,
) -> Result<Option<usize>> {
    let start = start.unwrap_or(0);
    let outside = |count: usize| {
        let message = format!("start {start} is outside a string of {count} characters");
        fail_in(function, Code::IndexOutOfRange, message)
    };
    pay(rt, bytes.saturating_mul(4))?;
    pay(rt, as_str(&rt.heap, string).len())?;
    let text = rt.heap.text_of(string.0)?;
    let Some(offset) = text.offset(start) else { return outside(text.len()) };
    let found = search(text.as_str().get(offset..).unwrap_or_default(), &rt.heap);
    Ok(found.map(|at| text.position(offset + at)))
}

/// A pattern is looked through, a few times, before it is looked for.
fn pay_for_pattern(rt: &mut Runtime, pattern: StringRef) -> Result<()> {
    pay(rt, as_str(&rt.heap, pattern).len().saturating_mul(4))
}

/// Counts the occurrences of `pattern` in `string` without overlap.
fn occurrences(rt: &mut Runtime, string: StringRef, pattern: StringRef) -> Result<usize> {
    pay_for_pattern(rt, pattern)?;
    pay(rt, as_str(&rt.heap, string).len())?;
    Ok(as_str(&rt.heap, string).matches(as_str(&rt.heap, pattern)).count())
}

fn not_empty(function: &str, argument: &str, text: &str) -> Result<()> {
    if text.is_empty() { fail_in(function, Code::BadValue, format!("{argument} must not be empty")) } else { Ok(()) }
}

/// The list of these parts as strings of their own.
fn list_of<'a>(rt: &mut Runtime, parts: impl Iterator<Item = &'a str>) -> Result<Value> {
    rt.with_rooted_list(|rt, strings| {
        for part in parts {
            // Each is paid for when it is found: there may be more than ticks or memory are left for.
            rt.charge(1)?;
            let string = rt.heap.string(part)?;
            strings.push(rt, string)?;
        }
        Ok(())
    })
}

/// The list of the lines of a text, without their ends.
pub(super) fn lines_of(rt: &mut Runtime, text: &str) -> Result<Value> {
    rt.with_charged(text.len(), |rt| list_of(rt, text.lines()))
}

/// The text that `map` makes, which is up to three times as long: that is how much a change of case can add.
fn mapped(rt: &mut Runtime, string: StringRef, map: fn(&str) -> String) -> Result<Value> {
    let bytes = as_str(&rt.heap, string).len();
    pay(rt, bytes)?;
    rt.heap.reserve(bytes.saturating_mul(3))?;
    let text = map(as_str(&rt.heap, string));
    rt.heap.string(text)
}

fn trimmed(rt: &mut Runtime, string: StringRef, trim: fn(&str) -> &str) -> Result<CompactString> {
    let mut text = room(rt, as_str(&rt.heap, string).len())?;
    text.push_str(trim(as_str(&rt.heap, string)));
    Ok(text)
}

fn padded(rt: &mut Runtime, string: StringRef, width: usize, fill: Option<char>, side: Side) -> Result<Value> {
    let count = rt.heap.text_of(string.0)?.len();
    let (start, end) = match side {
        Side::Left => (count.saturating_sub(width), count),
        Side::Right => (0, count.min(width)),
    };
    let (fill, missing) = (fill.unwrap_or(' '), width.saturating_sub(count));
    let longest = missing.saturating_mul(fill.len_utf8()).saturating_add(as_str(&rt.heap, string).len());
    let mut text = room(rt, longest)?;
    if side == Side::Left {
        text.extend(std::iter::repeat_n(fill, missing));
    }
    text.push_str(rt.heap.as_text(string.0).and_then(|t| t.slice(start, end)).unwrap_or_default());
    if side == Side::Right {
        text.extend(std::iter::repeat_n(fill, missing));
    }
    rt.heap.string(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::builtins::tests::{call, engine, shown};

    fn string(rt: &mut Runtime, s: &str) -> Value {
        rt.heap.string(s).unwrap()
    }

    proptest! {
        #[test]
        fn joining_undoes_splitting(text in "[ab,é]{0,20}", separator in "[,a]{1,2}") {
            let rt = &mut engine();
            let (s, sep) = (string(rt, &text), string(rt, &separator));
            let parts = call(rt, "string-split", &[s, sep]).unwrap();
            prop_assert_eq!(shown(rt, "string-join", &[parts, sep]), text);
        }

        #[test]
        fn replacing_and_trimming_are_those_of_rust(text in "[ab \\n中]{0,20}", from in "[ab中]{1,2}", to in "[ab]{0,3}") {
            let rt = &mut engine();
            let (s, f, t) = (string(rt, &text), string(rt, &from), string(rt, &to));
            prop_assert_eq!(shown(rt, "string-replace", &[s, f, t]), text.replace(&from, &to));
            prop_assert_eq!(shown(rt, "string-trim", &[s]), text.trim());
            prop_assert_eq!(shown(rt, "string-reverse", &[s]), text.chars().rev().collect::<String>());
        }
    }
}
