//! Output: values and text on their way to the host.
//!
//! Knows what is written, not where it goes: that is the host's affair. The directives of `format` are [`crate::format`]'s.

use super::arg::StringRef;
use super::builtins;
use crate::fault::Res;
use crate::format::{self, Sink};
use crate::printer::{Style, print};
use crate::runtime::Runtime;
use crate::value::Value;

builtins! { "output";
    /// Writes the values so that they read back, separated by blanks, then a newline. Returns the last one, `nil` without arguments.
    ///
    /// (print 1 "two")  ;=> "two"
    /// (print)          ;=> nil
    fn "print" (rt, *values: Value) {
        let mut line = Sink::new(rt);
        for (i, &v) in values.iter().enumerate() {
            if i > 0 {
                line.push(rt, " ")?;
            }
            let text = print(rt, v, Style::Readable)?;
            line.push(rt, &text)?;
        }
        line.push(rt, "\n")?;
        rt.write(line.text())?;
        Ok(last(values))
    }

    /// Writes the values for people: strings without quotes, nothing in between and no newline. Returns the last one, `nil` without arguments.
    ///
    /// (display "two")  ;=> "two"
    fn "display" (rt, *values: Value) { write_all(rt, values, Style::Display) }

    /// Writes the values so that they read back, with nothing in between and no newline. Returns the last one, `nil` without arguments.
    ///
    /// (write 'a)  ;=> a
    fn "write" (rt, *values: Value) { write_all(rt, values, Style::Readable) }

    /// Begins a new line of output.
    ///
    /// (newline)  ;=> nil
    fn "newline" (rt) { rt.write("\n") }

    /// Begins a new line of output unless the last one is still empty. Returns whether it did.
    ///
    /// (progn (write-string "abc") (fresh-line))  ;=> t
    /// (progn (newline) (fresh-line))             ;=> nil
    fn "fresh-line" (rt) {
        let begins = rt.column > 0;
        if begins {
            rt.write("\n")?;
        }
        Ok(begins)
    }

    /// Writes the characters of `string` and returns it.
    ///
    /// (write-string "abc")  ;=> "abc"
    /// (write-string 'abc)   ;!! wrong-type
    fn "write-string" (rt, string: StringRef) { write_all(rt, &[string.0], Style::Display) }

    /// Writes the character `char` and returns it.
    ///
    /// (write-char #\a)  ;=> #\a
    fn "write-char" (rt, char: char) {
        rt.write(char.encode_utf8(&mut [0; 4]))?;
        Ok(char)
    }

    /// Text made after the pattern `control`, in which directives such as `~a` stand for the `arguments`, as in Common Lisp.
    /// With the destination `nil` it is returned as a string, with `t` it is written and `nil` returned.
    ///
    /// Values: `~a` for people, `~s` and `~w` so that they read back, `~c` a character. Integers: `~d ~b ~o ~x`, `~r` in words or to any
    /// radix, `~@r` in Roman numerals. Floats: `~f ~e ~g ~$`. Layout: `~% ~& ~| ~~ ~t ~( ~) ~< ~>`. Control: `~* ~? ~p ~[ ~; ~] ~{ ~} ~^`.
    ///
    /// (format nil "~a and ~s" "this" "that")    ;=> "this and \"that\""
    /// (format nil "~{~a~^, ~}" '(1 2 3))        ;=> "1, 2, 3"
    /// (format nil "~5d|~,2f" 42 2/3)            ;=> "   42|0.67"
    /// (format nil "~d cell~:p" 3)               ;=> "3 cells"
    /// (format nil "~d ~d" 1)                    ;!! bad-value
    fn "format" (rt, destination: Value, control: StringRef, *arguments: Value) {
        if destination.is_nil() {
            let text = format::format(rt, control.0, arguments, 0)?;
            rt.heap.string(text)
        } else if destination == Value::T {
            let column = rt.column;
            let text = format::format(rt, control.0, arguments, column)?;
            rt.write(&text)?;
            Ok(Value::NIL)
        } else {
            Err(rt.wrong_type("format", "destination", "nil (for a string) or t (for output)", destination))
        }
    }
}

fn last(values: &[Value]) -> Value {
    values.last().copied().unwrap_or(Value::NIL)
}

fn write_all(rt: &mut Runtime, values: &[Value], style: Style) -> Res<Value> {
    for &v in values {
        let text = print(rt, v, style)?;
        rt.charge(text.len() / 32)?;
        rt.write(&text)?;
    }
    Ok(last(values))
}
