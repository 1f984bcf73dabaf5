//! Output: values and text on their way to a port.
//!
//! Knows what is written, not where it goes: that is [`crate::port`]'s affair. The directives of `format` are
//! [`crate::format`]'s.

use super::arg::{Arg, OutputPort, StoredValue, StringRef};
use super::builtins;
use crate::fault::Result;
use crate::format;
use crate::limits::BYTES_PER_TICK;
use crate::port::destination;
use crate::printer::{PrintStyle, print};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

builtins! { "output";
    /// Writes the values for people (see `display`), separated by blanks, then a newline. Returns the last one, `nil`
    /// without arguments. A port as the last of several arguments is where they go.
    ///
    /// (print 1 "two")  ;>> 1 two
    /// (print 1 "two")  ;=> "two"
    /// (print)          ;=> nil
    /// (with-output-to-string (print 1 "two" (current-output-port)))  ;=> "1 two\n"
    fn "print" (rt, *values: Value) {
        let (port, values) = destination(values);
        let mut line = texts(rt, values, PrintStyle::Display, " ")?;
        line.push('\n');
        rt.write_to(port, &line)?;
        Ok(StoredValue(last(values)))
    }

    /// Writes the values for people: strings without quotes, nothing in between and no newline. Returns the last one,
    /// `nil` without arguments. A port as the last of several arguments is where they go.
    ///
    /// (display "two")  ;=> "two"
    /// (display "a" "b" (current-output-port))  ;>> ab
    fn "display" (rt, *values: Value) {
        let (port, values) = destination(values);
        write_all(rt, port, values, PrintStyle::Display)
    }

    /// Writes the values so that they read back, with nothing in between and no newline. Returns the last one, `nil`
    /// without arguments. A port as the last of several arguments is where they go.
    ///
    /// (write 'a)  ;=> a
    /// (let ((p (open-output-string))) (write "a" p) (get-output-string p))  ;=> "\"a\""
    fn "write" (rt, *values: Value) {
        let (port, values) = destination(values);
        write_all(rt, port, values, PrintStyle::Readable)
    }

    /// Begins a new line of output, or of what goes to `port`.
    ///
    /// (newline)  ;=> nil
    fn "newline" (rt, ?port: OutputPort) { rt.write_to(port.map(|p| p.0), "\n") }

    /// Begins a new line of output, or of what goes to `port`, unless the last one is still empty. Returns whether it
    /// did.
    ///
    /// (progn (write-string "abc") (fresh-line))  ;=> t
    /// (progn (newline) (fresh-line))             ;=> nil
    fn "fresh-line" (rt, ?port: OutputPort) {
        let port = port.map(|p| p.0);
        let begins = rt.column_of(port) > 0;
        if begins {
            rt.write_to(port, "\n")?;
        }
        Ok(begins)
    }

    /// Writes the characters of `string`, to `port` if one is given, and returns it.
    ///
    /// (write-string "abc")  ;=> "abc"
    /// (write-string 'abc)   ;!! wrong-type
    fn "write-string" (rt, string: StringRef, ?port: OutputPort) {
        rt.write_string_to(port.map(|p| p.0), string.0)?;
        Ok(StoredValue(string.0))
    }

    /// Writes the character `char`, to `port` if one is given, and returns it.
    ///
    /// (write-char #\a)  ;=> #\a
    fn "write-char" (rt, char: char, ?port: OutputPort) {
        rt.write_char_to(port.map(|p| p.0), char)?;
        Ok(StoredValue(Value::character(char)))
    }

    /// Text made after the pattern `control`, in which directives such as `~a` stand for the `arguments`, as in Common
    /// Lisp. With the destination `nil` it is returned as a string; with `t` or a port it is written there, and `nil`
    /// returned.
    ///
    /// Values: `~a` for people, `~s` so that they read back, `~c` a character. Integers: `~d ~b ~o ~x`. Other numbers:
    /// `~f`. Layout: `~% ~& ~~ ~t ~( ~)`. Control: `~* ~p ~[ ~; ~] ~{ ~} ~^`.
    ///
    /// (format nil "~a and ~s" "this" "that")    ;=> "this and \"that\""
    /// (format nil "~{~a~^, ~}" '(1 2 3))        ;=> "1, 2, 3"
    /// (format nil "~5d|~,2f" 42 2/3)            ;=> "   42|0.67"
    /// (format nil "~d cell~:p" 3)               ;=> "3 cells"
    /// (format nil "~d ~d" 1)                    ;!! bad-value
    fn "format" (rt, destination: Value, control: StringRef, *arguments: Value) {
        if destination.is_false() {
            let text = format::format(rt, control.0, arguments, 0)?;
            rt.heap.string(text)
        } else if destination == Value::T || OutputPort::from_value(rt, destination).is_some() {
            let port = (destination != Value::T).then_some(destination);
            let column = rt.column_of(port);
            let text = format::format(rt, control.0, arguments, column)?;
            rt.write_to(port, &text)?;
            Ok(Value::NIL)
        } else {
            let expected = "nil (for a string), t (for output) or an output port";
            Err(rt.wrong_type("format", "destination", expected, destination))
        }
    }
}

/// Writes a value to a port; `None` is the current one. The texts of characters and strings are not copied.
pub(crate) fn write_value(rt: &mut Runtime, port: Option<Value>, v: Value, style: PrintStyle) -> Result<()> {
    match v.kind() {
        Kind::CHARACTER if style == PrintStyle::Display => rt.write_char_to(port, v.as_character().unwrap_or_default()),
        Kind::STRING if style == PrintStyle::Display => rt.write_string_to(port, v),
        _ => {
            let text = print(rt, v, style)?;
            rt.charge(text.len() / BYTES_PER_TICK)?;
            rt.write_to(port, &text)
        }
    }
}

fn last(values: &[Value]) -> Value {
    values.last().copied().unwrap_or(Value::NIL)
}

/// Returns the text of the values, with `between` in between. Nothing is written before it is complete. The budget
/// covers the printed text and the separators.
fn texts(rt: &mut Runtime, values: &[Value], style: PrintStyle, between: &str) -> Result<String> {
    let mut all = String::new();
    for (i, &v) in values.iter().enumerate() {
        let text = print(rt, v, style)?;
        rt.charge(text.len() / BYTES_PER_TICK)?;
        if i == 0 {
            all = text;
        } else {
            rt.heap.reserve(2 * all.len().saturating_add(text.len()))?;
            all.push_str(between);
            all.push_str(&text);
        }
    }
    Ok(all)
}

fn write_all(rt: &mut Runtime, port: Option<Value>, values: &[Value], style: PrintStyle) -> Result<StoredValue> {
    if let &[v] = values {
        write_value(rt, port, v, style)?;
    } else if !values.is_empty() {
        let text = texts(rt, values, style, "")?;
        rt.write_to(port, &text)?;
    }
    Ok(StoredValue(last(values)))
}
