//! Sequences of Common Lisp: their elements between two positions, and searching them with a test of the standard.
//! Strings, text through ports, and hash tables with the standard's comparison of keys.
//!
//! The library calls the natives of sequences where a program compares by `eql`, `equal` or `equalp` without a key. Everything
//! else is a loop of the library that calls what the program gives.

use klammer::Code;
use klammer::dialect::{
    Comparison, CostCounter, Elements, InputPort, KeyEquality, Kind, ListBuilder, ListWalk, OutputPort, Result,
    Runtime, StringRef, TableRef, Value, fail_in, internal, natives,
};

use super::DIALECT;
use super::equality::{self, elements, eql, equal};

/// A test of the standard. The library gives it as a number.
#[derive(Clone, Copy)]
enum Test {
    Eql,
    Equal,
    Equalp,
}

impl Test {
    /// Returns the test of a number, `eql` if there is none.
    fn of(number: Option<usize>) -> Test {
        match number {
            Some(1) => Test::Equal,
            Some(2) => Test::Equalp,
            _ => Test::Eql,
        }
    }

    /// Returns the comparison of keys of a hash table that finds by this test.
    fn keys(self, rt: &mut Runtime) -> KeyEquality {
        match self {
            Test::Eql => KeyEquality::Eqv,
            Test::Equal => rt.keys_by(&EQUAL),
            Test::Equalp => rt.keys_by(&EQUALP),
        }
    }

    #[inline]
    fn holds(self, rt: &mut Runtime, a: Value, b: Value) -> Result<bool> {
        match self {
            Test::Eql => Ok(eql(rt, a, b)),
            Test::Equal => equal(rt, a, b, false),
            Test::Equalp => equal(rt, a, b, true),
        }
    }
}

/// The elements of a list, vector or string.
fn items(rt: &mut Runtime, function: &str, sequence: Value) -> Result<Vec<Value>> {
    if sequence.is_pair() || sequence.is_nil() {
        return rt.list_items(function, sequence);
    }
    if rt.heap.is_vector(sequence) || sequence.is(Kind::STRING) {
        return elements(rt, sequence);
    }
    Err(rt.wrong_type(function, "sequence", "a list, vector or string", sequence))
}

/// Values that came before, compared by a test: a short list, later a hash table.
struct Seen {
    test: Test,
    short: Vec<Value>,
    table: Option<Value>,
}

impl Seen {
    /// Values that are compared one by one; more are looked up in a table.
    const SHORT: usize = 16;

    fn new(test: Test) -> Seen {
        Seen { test, short: Vec::new(), table: None }
    }

    fn has(&self, rt: &mut Runtime, v: Value) -> Result<bool> {
        if let Some(table) = self.table {
            return Ok(rt.table_get(table, v)?.is_some());
        }
        for &x in &self.short {
            if self.test.holds(rt, v, x)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn add(&mut self, rt: &mut Runtime, v: Value) -> Result<()> {
        if self.table.is_none() && self.short.len() < Seen::SHORT {
            self.short.push(v);
            return Ok(());
        }
        let table = match self.table {
            Some(table) => table,
            None => {
                let keys = self.test.keys(rt);
                *self.table.insert(rt.heap.new_table(keys)?)
            }
        };
        for x in self.short.drain(..) {
            rt.table_set(table, x, Value::NIL)?;
        }
        rt.table_set(table, v, Value::NIL)
    }
}

/// Returns the tree with `new` in place of the parts that are `old`. A part in which nothing changes stays as it is.
fn substituted(rt: &mut Runtime, new: Value, old: Value, tree: Value, test: Test) -> Result<Value> {
    enum Step {
        Part(Value),
        Join(Value),
    }
    let (mut pending, mut done, mut meter) = (vec![Step::Part(tree)], Vec::new(), CostCounter::default());
    while let Some(step) = pending.pop() {
        meter.step_holding(rt, pending.capacity() * size_of::<Step>() + done.capacity() * size_of::<Value>())?;
        match step {
            Step::Part(part) if test.holds(rt, old, part)? => done.push(new),
            Step::Part(part) if part.is_pair() => {
                pending.extend([Step::Join(part), Step::Part(rt.heap.cdr(part)), Step::Part(rt.heap.car(part))]);
            }
            Step::Part(part) => done.push(part),
            Step::Join(part) => {
                let (cdr, car) = (done.pop().unwrap_or(Value::NIL), done.pop().unwrap_or(Value::NIL));
                let same = car == rt.heap.car(part) && cdr == rt.heap.cdr(part);
                done.push(if same { part } else { rt.heap.pair(car, cdr)? });
            }
        }
    }
    Ok(done.pop().unwrap_or(tree))
}

/// The items as a sequence of the same kind as `like`; a string if that is one and they are characters.
fn sequence(rt: &mut Runtime, like: Value, items: &[Value]) -> Result<Value> {
    if like.is(Kind::STRING) {
        let text: Option<String> = items.iter().map(|v| v.as_character()).collect();
        if let Some(text) = text {
            return rt.heap.string(text);
        }
    }
    rt.heap.reserve(size_of_val(items))?;
    if let Some(Elements::Bits(_)) = rt.heap.array_elements(like) {
        let bit = |v: &Value| v.as_fixnum().filter(|n| matches!(n, 0 | 1)).map(|n| n == 1);
        if let Some(bits) = items.iter().map(bit).collect::<Option<Box<[bool]>>>() {
            return rt.heap.bit_vector(bits);
        }
    }
    if like.is_pair() || like.is_nil() { rt.heap.list(items) } else { rt.heap.vector(items) }
}

/// Returns the rest of the list from the first element on whose `part` the test holds of.
fn tail(
    rt: &mut Runtime,
    function: &'static str,
    list: Value,
    mut holds: impl FnMut(&mut Runtime, Value) -> Result<bool>,
) -> Result<Value> {
    let mut walk = ListWalk::new(function, "list", list);
    loop {
        let here = walk.rest();
        match walk.next(rt)? {
            Some(x) if holds(rt, x)? => return Ok(here),
            Some(_) => {}
            None => return Ok(Value::NIL),
        }
    }
}

/// Returns the first pair of an association list of whose `part` the test holds.
fn entry(
    rt: &mut Runtime,
    function: &'static str,
    alist: Value,
    mut holds: impl FnMut(&mut Runtime, Value) -> Result<bool>,
) -> Result<Value> {
    let found = tail(rt, function, alist, |rt, x| match x {
        Value::NIL => Ok(false),
        x if x.is_pair() => holds(rt, x),
        x => Err(rt.wrong_type(function, "alist", "a list of pairs", x)),
    })?;
    Ok(if found.is_pair() { rt.heap.car(found) } else { Value::NIL })
}

/// Returns the first element that is the item, and its index.
fn position(
    rt: &mut Runtime,
    function: &'static str,
    item: Value,
    sequence: Value,
    test: Test,
) -> Result<Option<(usize, Value)>> {
    if sequence.is_pair() || sequence.is_nil() {
        let (mut walk, mut at) = (ListWalk::new(function, "sequence", sequence), 0);
        while let Some(x) = walk.next(rt)? {
            if test.holds(rt, item, x)? {
                return Ok(Some((at, x)));
            }
            at += 1;
        }
        return Ok(None);
    }
    for (i, x) in items(rt, function, sequence)?.into_iter().enumerate() {
        if test.holds(rt, item, x)? {
            return Ok(Some((i, x)));
        }
    }
    Ok(None)
}

/// Returns the sequence without the elements that are the item.
fn without(rt: &mut Runtime, function: &'static str, item: Value, sequence: Value, test: Test) -> Result<Value> {
    if sequence.is_pair() || sequence.is_nil() {
        let (mut walk, mut made) = (ListWalk::new(function, "sequence", sequence), ListBuilder::new());
        while let Some(x) = walk.next(rt)? {
            if !test.holds(rt, item, x)? {
                made.push(&mut rt.heap, x)?;
            }
        }
        return Ok(made.finish(&mut rt.heap, Value::NIL));
    }
    let mut rest = items(rt, function, sequence)?;
    let mut kept = Vec::with_capacity(rest.len());
    for x in rest.drain(..) {
        if !test.holds(rt, item, x)? {
            kept.push(x);
        }
    }
    self::sequence(rt, sequence, &kept)
}

/// Returns the name of the function that complains.
fn name_of(rt: &Runtime, function: Value) -> String {
    function.as_symbol().map_or(String::new(), |s| rt.symbols.name(s).to_string())
}

/// Returns the end of a part of a sequence of `length` elements, if that has such a part.
fn end_of_part(rt: &Runtime, function: &str, length: usize, start: usize, end: Value) -> Result<usize> {
    let given = end.as_fixnum().and_then(|n| usize::try_from(n).ok());
    let last = match given {
        Some(n) => n,
        None if end.is_nil() => length,
        None => return Err(rt.wrong_type(function, "end", "an index or nil", end)),
    };
    if start > last || last > length {
        let until = if end.is_nil() { String::new() } else { format!(" and end {last}") };
        let message = format!("start {start}{until} are no part of a sequence of {length} elements");
        return fail_in(function, Code::IndexOutOfRange, message);
    }
    Ok(last)
}

fn length(rt: &Runtime, string: StringRef) -> Result<usize> {
    Ok(rt.heap.text_of(string.0)?.len())
}

/// Gives a string another content.
fn set_text(rt: &mut Runtime, string: StringRef, text: String) -> Result<Value> {
    rt.charge(text.len() / 32)?;
    rt.heap.reserve(text.len())?;
    rt.heap.change_text(string.0, |t| t.replace(text));
    Ok(string.0)
}

/// Ways to compare the keys of tables.
pub(super) static EQUAL: Comparison = Comparison {
    name: "equal",
    hash: |rt, key| equality::hash(rt, key, false),
    same: |rt, a, b| equality::equal(rt, a, b, false),
};

pub(super) static EQUALP: Comparison = Comparison {
    name: "equalp",
    hash: |rt, key| equality::hash(rt, key, true),
    same: |rt, a, b| equality::equal(rt, a, b, true),
};

natives! { "common-lisp";
    fn "%member" (rt, item: Value, list: Value, ?test: usize) {
        let test = Test::of(test);
        tail(rt, "member", list, |rt, x| test.holds(rt, item, x))
    }

    fn "%assoc" (rt, item: Value, alist: Value, ?test: usize) {
        let test = Test::of(test);
        entry(rt, "assoc", alist, |rt, x| test.holds(rt, item, rt.heap.car(x)))
    }

    fn "%rassoc" (rt, item: Value, alist: Value, ?test: usize) {
        let test = Test::of(test);
        entry(rt, "rassoc", alist, |rt, x| test.holds(rt, item, rt.heap.cdr(x)))
    }

    fn "%adjoin" (rt, item: Value, list: Value, ?test: usize) {
        let test = Test::of(test);
        let found = tail(rt, "adjoin", list, |rt, x| test.holds(rt, item, x))?;
        if found.is_pair() { Ok(list) } else { rt.heap.pair(item, list) }
    }

    fn "%find" (rt, item: Value, sequence: Value, ?test: usize) {
        let found = position(rt, "find", item, sequence, Test::of(test))?;
        Ok(found.map_or(Value::NIL, |f| f.1))
    }

    fn "%position" (rt, item: Value, sequence: Value, ?test: usize) {
        let found = position(rt, "position", item, sequence, Test::of(test))?;
        Ok(found.map(|f| f.0))
    }

    fn "%remove" (rt, item: Value, sequence: Value, ?test: usize) {
        without(rt, "remove", item, sequence, Test::of(test))
    }

    fn "%delete" (rt, item: Value, sequence: Value, ?test: usize) {
        without(rt, "delete", item, sequence, Test::of(test))
    }

    /// The items, in reverse order, whose keys did not come before.
    fn "%first-ones" (rt, items: Value, keys: Value, test: usize) {
        let mut seen = Seen::new(Test::of(Some(test)));
        let (mut items, mut keys) = (ListWalk::new("remove-duplicates", "sequence", items), ListWalk::new("remove-duplicates", "sequence", keys));
        let mut result = Value::NIL;
        while let (Some(x), Some(key)) = (items.next(rt)?, keys.next(rt)?) {
            if !seen.has(rt, key)? {
                seen.add(rt, key)?;
                result = rt.heap.pair(x, result)?;
            }
        }
        Ok(result)
    }

    /// The items whose keys are among others, or if `keep` is nil, those whose keys are not.
    fn "%chosen" (rt, keep: Value, items: Value, keys: Value, others: Value, test: usize) {
        let mut seen = Seen::new(Test::of(Some(test)));
        let mut others = ListWalk::new("member", "list", others);
        while let Some(key) = others.next(rt)? {
            seen.add(rt, key)?;
        }
        let (mut items, mut keys) = (ListWalk::new("member", "list", items), ListWalk::new("member", "list", keys));
        let mut made = ListBuilder::new();
        while let (Some(x), Some(key)) = (items.next(rt)?, keys.next(rt)?) {
            if seen.has(rt, key)? != keep.is_nil() {
                made.push(&mut rt.heap, x)?;
            }
        }
        Ok(made.finish(&mut rt.heap, Value::NIL))
    }

    fn "%subst" (rt, new: Value, old: Value, tree: Value, test: usize) {
        substituted(rt, new, old, tree, Test::of(Some(test)))
    }

    /// A list of the elements of a list, vector or string; a list is itself.
    fn "%sequence->list" (rt, function: Value, sequence: Value) {
        if sequence.is_pair() || sequence.is_nil() {
            return Ok(sequence);
        }
        let name = name_of(rt, function);
        let items = items(rt, &name, sequence)?;
        rt.heap.list(&items)
    }

    /// A list of the elements from `start` to before `end`, which may be nil; a whole list is itself.
    fn "%section" (rt, function: Value, sequence: Value, start: usize, end: Value) {
        if start == 0 && end.is_nil() && (sequence.is_pair() || sequence.is_nil()) {
            return Ok(sequence);
        }
        let name = name_of(rt, function);
        let items = items(rt, &name, sequence)?;
        let end = end_of_part(rt, &name, items.len(), start, end)?;
        rt.heap.list(items.get(start..end).unwrap_or_default())
    }

    /// The end of a part of a sequence of `length` elements; an error if it has no such part.
    fn "%end-of-part" (rt, function: Value, length: usize, start: usize, end: Value) {
        let name = name_of(rt, function);
        end_of_part(rt, &name, length, start, end)
    }

    /// The elements of a list as a sequence of the same kind as `like`.
    fn "%list->sequence" (rt, like: Value, list: Value) {
        if like.is_pair() || like.is_nil() {
            return Ok(list);
        }
        let items = rt.list_items("coerce", list)?;
        sequence(rt, like, &items)
    }

    fn "%set-char" (rt, string: StringRef, index: usize, char: char) {
        rt.set_character("setf", string.0, index, char).map(|()| Value::character(char))
    }

    /// Puts the characters of `source` into `string` from character `start` on.
    fn "%set-characters" (rt, string: StringRef, start: usize, source: StringRef) {
        let old = rt.heap.text_of(string.0)?.as_str().len();
        rt.charge(old / 16)?;
        rt.heap.reserve(old)?;
        let new = rt.text(source.0)?;
        let count = length(rt, source)?;
        let whole = rt.heap.as_text(string.0).and_then(|t| {
            let (before, after) = (t.offset(start)?, t.offset(start.checked_add(count)?)?);
            Some(format!("{}{new}{}", t.as_str().get(..before)?, t.as_str().get(after..)?))
        });
        match whole {
            Some(text) => set_text(rt, string, text),
            None => fail_in("replace", Code::IndexOutOfRange,
                format!("{count} characters from {start} on are not inside of a string of {}", length(rt, string)?),
            ),
        }
    }

    /// Scans for an integer among the characters from `start` up to `end`: white space, perhaps a sign, digits. Returns
    /// a list of the integer (its text if it is a large one, nil if there are no digits), the position after it (after
    /// the white space without digits), and whether only white space follows.
    fn "%scan-integer" (rt, string: StringRef, start: usize, end: usize, radix: usize) {
        let count = length(rt, string)?;
        let work = end.min(count).saturating_sub(start);
        rt.charge(work / 32)?;
        rt.heap.reserve(work)?;
        let text = rt.heap.text_of(string.0)?;
        let Some(part) = text.slice(start, end).filter(|_| start <= end) else {
            return fail_in("substring", Code::IndexOutOfRange,
                format!("positions {start} to {end} are outside a string of {count} characters"),
            );
        };
        let Some(radix) = u32::try_from(radix).ok().filter(|radix| (2..=36).contains(radix)) else {
            return fail_in("digit-value", Code::BadValue, format!("radix must be from 2 to 36, got {radix}"));
        };
        let after_blanks = part.trim_start();
        let unsigned = after_blanks.strip_prefix(['+', '-']).unwrap_or(after_blanks);
        let rest = unsigned.trim_start_matches(|c: char| c.is_digit(radix));
        // Digits are ASCII, as signs are.
        let length = after_blanks.len() - rest.len();
        let blanks = part.get(..part.len() - after_blanks.len()).unwrap_or("").chars().count();
        let digits = after_blanks.get(..length).filter(|_| rest.len() < unsigned.len());
        let small = digits.and_then(|digits| i64::from_str_radix(digits, radix).ok()).and_then(Value::fixnum);
        let (ends, digits) = (rest.trim_start().is_empty(), digits.map(str::to_string));
        let at = start + blanks + digits.as_ref().map_or(0, |_| length);
        let integer = match (small, digits) {
            (None, Some(digits)) => rt.heap.string(digits)?,
            (small, _) => small.unwrap_or(Value::NIL),
        };
        rt.heap.list(&[integer, Value::fix(at as i64), Value::truth(ends)])
    }

    /// Returns the index where two strings begin to differ, nil if they do not.
    fn "%first-difference" (rt, a: StringRef, b: StringRef) {
        let text = |string: StringRef| rt.heap.as_str(string.0).unwrap_or("");
        let (mut x, mut y) = (text(a).chars(), text(b).chars());
        let mut count = 0;
        let at = loop {
            match (x.next(), y.next()) {
                (None, None) => break None,
                (c, d) if c != d => break Some(count),
                _ => count += 1,
            }
        };
        rt.charge(count / 16)?;
        Ok(at)
    }

    /// Gives a string another number of characters; new ones are blanks.
    fn "%resize-string" (rt, string: StringRef, count: usize) {
        let old = length(rt, string)?;
        rt.charge((old + count) / 32)?;
        rt.heap.reserve(count)?;
        let text = rt.heap.as_str(string.0).unwrap_or("");
        let text: String = text.chars().chain(std::iter::repeat(' ')).take(count).collect();
        set_text(rt, string, text)
    }

    /// Appends a character to a string. Returns its index.
    fn "%string-push" (rt, string: StringRef, char: char) {
        let count = length(rt, string)?;
        let text = rt.heap.text_of(string.0)?;
        if !text.has_room() || text.is_ascii() && !char.is_ascii() {
            let bytes = text.as_str().len();
            rt.charge(bytes / 32)?;
            rt.heap.reserve(bytes.saturating_mul(2).saturating_add(8))?;
        }
        rt.heap.change_text(string.0, |t| t.push(char));
        Ok(count)
    }

    /// Returns the current column of `port`, or of the current output port.
    fn "%column" (rt, ?port: OutputPort) { rt.column_of(port.map(|p| p.0)) }

    /// Returns the text that a port has collected, and clears it.
    fn "%take-output" (rt, port: OutputPort) {
        match rt.collected(port.0)? {
            Some(text) => rt.forget_collected(port.0).map(|()| text),
            None => fail_in("get-output-stream-string", Code::BadValue, "the stream does not keep what is written to it"),
        }
    }

    /// The number of characters of the text that a port reads, from its beginning.
    fn "%input-length" (rt, port: InputPort) {
        let Some((count, bytes)) = rt.input_length(port.0) else {
            return fail_in("file-length", Code::BadValue, "the stream reads no file");
        };
        rt.charge(bytes / 64)?;
        Ok(count)
    }

    fn "%unread-char" (rt, port: InputPort) {
        if rt.unread_char(port.0)? {
            Ok(Value::NIL)
        } else {
            fail_in("unread-char", Code::BadValue, "there is no character to put back")
        }
    }

    /// A list of the next line and whether it had an end; nil at the end of the input.
    fn "%read-line" (rt, port: InputPort) {
        let line = rt.read_line(port.0, |rt, line, ended| {
            let line = rt.heap.string(line)?;
            rt.heap.list(&[line, Value::truth(ended)])
        })?;
        Ok(line.unwrap_or(Value::NIL))
    }

    /// The next datum in Common Lisp's notation, or the end-of-file object.
    fn "%read-datum" (rt, port: InputPort, ?wishes: Value, ?keep_blank: Value) {
        let datum = super::notation::reading_by(rt, wishes, |rt| rt.read_datum(port.0, DIALECT))?;
        let takes_blank = datum.is_some() && keep_blank.is_none_or(Value::is_nil);
        if takes_blank && rt.peek_ready(port.0)?.is_some_and(char::is_whitespace) {
            rt.read_char(port.0)?;
        }
        Ok(datum.unwrap_or(Value::EOF))
    }

    /// A hash table that compares its keys like the function or the symbol `test`.
    fn "%make-hash-table" (rt, test: Value) {
        let name = match test.as_symbol() {
            Some(symbol) => Some(rt.symbols.name(symbol)),
            None => rt.procedure_name(test),
        };
        let keys = match name {
            _ if test.is_nil() => KeyEquality::Eqv,
            Some("eql" | "eq" | "=" | "%=" | "char=" | "char=?") => KeyEquality::Eqv,
            Some("equal" | "string=") => rt.keys_by(&EQUAL),
            Some("equalp" | "string-equal") => rt.keys_by(&EQUALP),
            _ => return Err(rt.wrong_type("make-hash-table", "test", "one of eq, eql, equal and equalp", test)),
        };
        rt.heap.new_table(keys)
    }

    /// The name of the comparison of keys.
    fn "%hash-table-test" (rt, table: TableRef) {
        let Some((keys, _)) = rt.heap.table(table.0) else { return internal("a table") };
        let name = rt.comparison_name(keys)?.unwrap_or(if keys == KeyEquality::Eqv { "eql" } else { EQUAL.name });
        Ok(rt.symbol(name))
    }
}
