//! Ports: opening and closing them, and reading.
//!
//! The module [`crate::port`] defines ports and reads from them; [`super::output`] writes to them.

use std::path::Path;
use std::sync::Arc;

use compact_str::ToCompactString;

use super::arg::{Arg, InputPort, OutputPort, StoredValue, StringRef};
use super::builtins;
use crate::fault::{Code, Result, fail_in};
use crate::format;
use crate::limits::BYTES_PER_TICK;
use crate::object::port::{Channel, Standard};
use crate::port::destination;
use crate::printer::{PrintStyle, print, prints_as_digits};
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
use crate::value::{Kind, Value};

/// A port of any kind.
#[derive(Clone, Copy)]
struct PortRef(Value);

impl super::arg::Arg for PortRef {
    const EXPECTED: &'static str = "a port";
    fn from_value(_: &Runtime, v: Value) -> Option<PortRef> {
        v.is(Kind::PORT).then_some(PortRef(v))
    }
}

/// Bytes that a new port to a string has room for.
const FIRST_ROOM: usize = 56;

/// A copy of a string's text, paid for.
pub(crate) fn text(rt: &mut Runtime, string: StringRef) -> Result<String> {
    let bytes = rt.heap.text_of(string.0)?.as_str().len();
    rt.charge(bytes / 32)?;
    rt.heap.reserve(bytes)?;
    Ok(rt.heap.as_str(string.0).unwrap_or("").to_string())
}

/// Returns the port to read from: the current input by default.
fn input(rt: &mut Runtime, port: Option<InputPort>) -> Result<Value> {
    match port {
        Some(port) => Ok(port.0),
        None => rt.current_input(),
    }
}

fn or_eof<T: super::arg::Return>(rt: &mut Runtime, item: Option<T>) -> Result<Value> {
    match item {
        Some(item) => item.into_value::<false>(rt),
        None => Ok(Value::EOF),
    }
}

fn string_port(rt: &mut Runtime, string: StringRef) -> Result<Value> {
    let text = text(rt, string)?;
    rt.text_port("a string", text)
}

/// The next datum of a port, of the current input port, or of a string.
pub(crate) fn read(rt: &mut Runtime, source: Option<Value>, dialect: Dialect) -> Result<Value> {
    let port = match source {
        Some(s) if s.is(Kind::STRING) => string_port(rt, StringRef(s))?,
        Some(port) if port.is_input_port() => port,
        Some(other) => return Err(rt.wrong_type("read", "source", "an input port or a string", other)),
        None => rt.current_input()?,
    };
    let datum = rt.read_datum(port, dialect)?;
    or_eof(rt, datum)
}

// Output: values and text on their way to a port.
//
// Knows what is written, not where it goes: that is [`crate::port`]'s affair. The directives of `format` are
// [`crate::format`]'s.

/// Writes a value to a port; `None` is the current one. The texts of characters and strings are not copied.
pub(crate) fn write_value(rt: &mut Runtime, port: Option<Value>, v: Value, style: PrintStyle) -> Result<()> {
    match v.kind() {
        Kind::CHARACTER if style == PrintStyle::Display => rt.write_char_to(port, v.as_character().unwrap_or_default()),
        Kind::STRING if style == PrintStyle::Display => rt.write_string_to(port, v),
        _ if prints_as_digits(rt, v) => rt.write_to(port, &v.untag().to_compact_string()),
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

builtins! { "port";
    /// The port to which `print`, `display` and their kin write unless they are told otherwise.
    ///
    /// (output-port? (current-output-port))  ;=> t
    fn "current-output-port" (rt) { rt.current_output() }

    /// The port from which `read`, `read-line` and their kin read unless they are told otherwise.
    ///
    /// (input-port? (current-input-port))  ;=> t
    fn "current-input-port" (rt) { rt.current_input() }

    /// The port for what is no result: messages, progress.
    ///
    /// (write-string "almost done" (current-error-port))  ;=> "almost done"
    fn "current-error-port" (rt) { rt.standard_port(Standard::Error) }

    /// A port that reads the characters of `string`.
    ///
    /// (read-line (open-input-string "one\ntwo"))  ;=> "one"
    fn "open-input-string" (rt, string: StringRef) { string_port(rt, string) }

    /// A port that keeps what is written to it, for `get-output-string`.
    ///
    /// (let ((p (open-output-string))) (display 12 p) (get-output-string p))  ;=> "12"
    fn "open-output-string" (rt) {
        // Room for a short text, which is what most keep.
        rt.new_port(Channel::Collector { text: String::with_capacity(FIRST_ROOM), column: 0 })
    }

    /// Returns the text written so far to a port that `open-output-string` made.
    ///
    /// (let ((p (open-output-string))) (write-char #\a p) (get-output-string p))  ;=> "a"
    /// (get-output-string (current-output-port))                                  ;!! bad-value
    fn "get-output-string" (rt, port: OutputPort) {
        match rt.collected(port.0)? {
            Some(text) => Ok(text),
            None => fail_in("get-output-string", Code::BadValue, "the port does not keep what is written to it"),
        }
    }

    /// A port that reads a file. The host may refuse.
    ///
    /// (open-input-file "no-such-file.txt")  ;!! file
    /// (progn (write-file "a.txt" "one two") (read (open-input-file "a.txt")))  ;=> one
    fn "open-input-file" (rt, path: StringRef) {
        let path = rt.path("open-input-file", path.0)?;
        let text = rt.read_file("open-input-file", Path::new(&path))?;
        rt.text_port(path, text)
    }

    /// A port that writes a file, from its beginning, or at its end if `append` is true. Output reaches the file when
    /// the port is closed or flushed, or when the evaluation ends. Until then, a file that is written from its
    /// beginning keeps its old text, even if a limit or an interrupt ends the evaluation. The host may refuse: the
    /// program `klammer` does not.
    ///
    /// (let ((p (open-output-file "a.txt"))) (print 12 p) (close-port p) (read-file "a.txt"))  ;=> "12\n"
    /// (progn (write-file "a.txt" "a") (with-open-port (p (open-output-file "a.txt" t)) (display "b" p)) (read-file "a.txt"))  ;=> "ab"
    fn "open-output-file" (rt, path: StringRef, ?append: Value) {
        let path = rt.path("open-output-file", path.0)?;
        let path = Path::new(&path);
        // Output for this file that earlier ports have buffered comes first.
        rt.write_out_all()?;
        let at_end = append.is_some_and(|a| !a.is_false());
        let path: Arc<Path> = path.into();
        if at_end {
            rt.on_file("open-output-file", "write", &path, |host| host.append_file(&path, ""))?;
        } else {
            rt.begin_file(&path)?;
        }
        rt.new_port(Channel::File { path, column: 0 })
    }

    /// Closes a port: nothing can be read from it or written to it any more. Closing it again does nothing, and the
    /// standard ports stay open.
    ///
    /// (let ((p (open-input-string "a"))) (close-port p) (read-char p))  ;!! bad-value
    fn "close-port" (rt, port: PortRef) { rt.close_port(port.0) }

    /// Sees to it that what was written to `port`, or to the current output port, arrives.
    ///
    /// (flush-output)  ;=> nil
    fn "flush-output" (rt, ?port: OutputPort) { rt.flush_port(port.map(|p| p.0)) }

    /// Returns whether `object` is a port.
    ///
    /// (port? (open-input-string ""))  ;=> t
    /// (port? "a.txt")                 ;=> nil
    fn "port?" (rt, object: Value) { object.is(Kind::PORT) }

    /// Returns whether `object` is a port to read from.
    ///
    /// (input-port? (open-input-string ""))  ;=> t
    /// (input-port? (open-output-string))    ;=> nil
    fn "input-port?" (rt, object: Value) {
        object.is_input_port()
    }

    /// Returns whether `object` is a port to write to.
    ///
    /// (output-port? (open-output-string))  ;=> t
    fn "output-port?" (rt, object: Value) {
        object.is_output_port()
    }

    /// Returns whether the port has not been closed.
    ///
    /// (let ((p (open-output-string))) (close-port p) (port-open? p))  ;=> nil
    fn "port-open?" (rt, port: PortRef) {
        rt.port(port.0).is_some_and(|p| p.open)
    }

    /// Returns the next line, without its end, from `port` or the current input port. At the end it returns the
    /// end-of-file object, which is not nil; `eof-object?` tests for it.
    ///
    /// (let ((p (open-input-string "a\nb"))) (list (read-line p) (read-line p) (read-line p)))  ;=> ("a" "b" #<end-of-file>)
    fn "read-line" (rt, ?port: InputPort) {
        let port = input(rt, port)?;
        let line = rt.read_line(port, |rt, line, _| rt.heap.string(line))?;
        or_eof(rt, line)
    }

    /// The next character from `port` or the current input port; the end-of-file object if there is none.
    ///
    /// (let ((p (open-input-string "ab"))) (list (read-char p) (read-char p)))  ;=> (#\a #\b)
    #[inline_as(Leaf)]
    fn "read-char" (rt, ?port: InputPort) {
        let port = input(rt, port)?;
        let c = rt.read_char(port)?;
        or_eof(rt, c)
    }

    /// The next character from `port` or the current input port, which stays there to be read; the end-of-file object
    /// if there is none.
    ///
    /// (let ((p (open-input-string "ab"))) (list (peek-char p) (read-char p)))  ;=> (#\a #\a)
    #[inline_as(Leaf)]
    fn "peek-char" (rt, ?port: InputPort) {
        let port = input(rt, port)?;
        let c = rt.peek_char(port)?;
        or_eof(rt, c)
    }

    /// The next `count` characters from `port` or the current input port, or those that are left; the end-of-file
    /// object if none are.
    ///
    /// (let ((p (open-input-string "abc"))) (list (read-string 2 p) (read-string 2 p)))  ;=> ("ab" "c")
    fn "read-string" (rt, count: usize, ?port: InputPort) {
        let port = input(rt, port)?;
        let text = rt.read_string(port, count)?;
        or_eof(rt, text)
    }

    /// All characters that are left in `port` or the current input port, as a string.
    ///
    /// (let ((p (open-input-string "abc"))) (read-char p) (read-all p))  ;=> "bc"
    fn "read-all" (rt, ?port: InputPort) {
        let port = input(rt, port)?;
        rt.read_rest(port)
    }

    /// Reads one datum, such as `(1 "two")`, from a port, the current input port, or a string; the end-of-file object
    /// if there is none. Nothing is evaluated.
    ///
    /// (read "(+ 1 2) rest")                                      ;=> (+ 1 2)
    /// (let ((p (open-input-string "1 b"))) (list (read p) (read p) (eof-object? (read p))))  ;=> (1 b t)
    /// (read "(1 2")                                              ;!! unclosed
    fn "read" (rt, ?source: Value) {
        read(rt, source, Dialect::CORE)
    }

    /// Returns the object that reading returns at the end of the input.
    ///
    /// (eof-object)  ;=> #<end-of-file>
    fn "eof-object" (rt) { Value::EOF }

    /// Returns whether `object` is the object that reading returns at the end of the input.
    ///
    /// (eof-object? (read-char (open-input-string "")))  ;=> t
    /// (eof-object? nil)                                 ;=> nil
    fn "eof-object?" (rt, object: Value) { object == Value::EOF }

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
    #[inline_as(Leaf)]
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
