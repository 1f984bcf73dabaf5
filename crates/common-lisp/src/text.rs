//! Natives of Common Lisp that change strings, read and write through ports, and make hash tables with its key
//! comparison.

use klammer::Code;
use klammer::dialect::{
    Comparison, InputPort, KeyEquality, OutputPort, Result, Runtime, StringRef, TableRef, Value, fail_in, internal,
    natives,
};

use super::{DIALECT, equality};

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
