//! Access of programs to the world outside, as far as the host allows: files, clocks, environment, exit.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::arg::StringRef;
use super::builtins;
use super::port::text;
use super::string::lines_of;
use crate::fault::{Code, Result, Unwind, fail_in};
use crate::io::{Capability, Host};
use crate::num::Number;
use crate::runtime::Runtime;
use crate::value::Value;

/// Seconds that a program may wait for in one go.
const MAX_SLEEP: f64 = 1e9;

/// The status that an argument of `exit` means.
fn status(rt: &Runtime, value: Option<Value>) -> Result<Value> {
    match value {
        None | Some(Value::T) => Ok(Value::ZERO),
        Some(Value::NIL | Value::FALSE) => Ok(Value::fix(1)),
        Some(v) if v.as_fixnum().is_some_and(|n| (0..=255).contains(&n)) => Ok(v),
        Some(v) => Err(rt.wrong_type("exit", "status", "t (success), nil (failure) or an integer from 0 to 255", v)),
    }
}

/// Asks the host about the file or directory that a string names.
fn on_path<T>(
    rt: &mut Runtime,
    function: &str,
    verb: &str,
    path: StringRef,
    ask: impl FnOnce(&mut dyn Host, &Path) -> io::Result<T>,
) -> Result<T> {
    let path = rt.path(function, path.0)?;
    let path = Path::new(&path);
    rt.on_file(function, verb, path, |host| ask(host, path))
}

builtins! { "system";
    /// Ends the program: the cleanups of `unwind-protect` run, nothing else, and nothing can catch it. The status is 0
    /// without argument or for t, 1 for nil, or an integer from 0 to 255. The program `klammer` ends with it; other
    /// hosts see it as an error of their own kind.
    ///
    /// (exit)                      ;!! exit
    /// (catch nil (exit 3))        ;!! exit
    /// (unwind-protect (exit) (display "bye"))  ;!! exit
    /// (exit 1000)                 ;!! wrong-type
    fn "exit" (rt, ?status: Value) {
        let value = self::status(rt, status)?;
        Err::<Value, _>(Box::new(Unwind::Throw { tag: Value::EXIT, value }))
    }

    /// The text of a file as a string. The host may refuse.
    ///
    /// (read-file "no-such-file.txt")                                ;!! file
    /// (progn (write-file "a.txt" "one\ntwo\n") (read-file "a.txt"))  ;=> "one\ntwo\n"
    fn "read-file" (rt, path: StringRef) {
        let path = rt.path("read-file", path.0)?;
        rt.read_file("read-file", Path::new(&path))
    }

    /// A list of the lines of a file, without their ends. The host may refuse.
    ///
    /// (progn (write-file "a.txt" "one\ntwo\n") (read-lines "a.txt"))  ;=> ("one" "two")
    /// (read-lines "no-such-file.txt")                                ;!! file
    fn "read-lines" (rt, path: StringRef) {
        let path = rt.path("read-lines", path.0)?;
        let text = rt.read_file("read-lines", Path::new(&path))?;
        lines_of(rt, &text)
    }

    /// Gives a file this text, in place of any that it has. The host may refuse: the program `klammer` does not.
    ///
    /// (progn (write-file "a.txt" "one") (read-file "a.txt"))  ;=> "one"
    fn "write-file" (rt, path: StringRef, string: StringRef) {
        let path = rt.path("write-file", path.0)?;
        let (path, text) = (Path::new(&path), text(rt, string)?);
        rt.write_out_all()?;
        rt.finish_file(path)?;
        rt.on_file("write-file", "write", path, |host| host.write_file(path, &text))
    }

    /// Adds text at the end of a file, which is made if there is none. The host may refuse: the program `klammer` does
    /// not.
    ///
    /// (progn (write-file "a.txt" "one ") (append-file "a.txt" "two") (read-file "a.txt"))  ;=> "one two"
    fn "append-file" (rt, path: StringRef, string: StringRef) {
        let path = rt.path("append-file", path.0)?;
        let (path, text) = (Path::new(&path), text(rt, string)?);
        rt.write_out_all()?;
        rt.on_file("append-file", "write", path, |host| host.append_file(path, &text))
    }

    /// Removes a file. The host may refuse: the program `klammer` does not.
    ///
    /// (progn (write-file "a.txt" "one") (delete-file "a.txt") (file-exists? "a.txt"))  ;=> nil
    /// (delete-file "no-such-file.txt")                                                ;!! file
    fn "delete-file" (rt, path: StringRef) {
        let path = rt.path("delete-file", path.0)?;
        rt.delete_file(Path::new(&path))
    }

    /// Returns whether a file of this name exists. The host may refuse to tell.
    ///
    /// (file-exists? "no-such-file.txt")                               ;=> nil
    /// (progn (write-file "a.txt" "one") (file-exists? "a.txt"))       ;=> t
    fn "file-exists?" (rt, path: StringRef) {
        on_path(rt, "file-exists?", "look for", path, |host, path| host.file_exists(path))
    }

    /// A list of the names of what is in a directory, in alphabetical order. The host may refuse.
    ///
    /// (progn (make-directory "d") (write-file "d/b" "") (write-file "d/a" "") (list-directory "d"))  ;=> ("a" "b")
    /// (list-directory "no-such-directory")                                                            ;!! file
    fn "list-directory" (rt, path: StringRef) {
        let path = rt.path("list-directory", path.0)?;
        rt.write_out_all()?;
        rt.directory("list-directory", Path::new(&path))
    }

    /// Returns whether a directory of this name exists. The host may refuse to tell.
    ///
    /// (directory? "no-such-directory")                      ;=> nil
    /// (progn (make-directory "d") (directory? "d"))         ;=> t
    fn "directory?" (rt, path: StringRef) {
        on_path(rt, "directory?", "look for", path, |host, path| host.is_directory(path))
    }

    /// Makes a directory, in one that there is. The host may refuse: the program `klammer` does not.
    ///
    /// (progn (make-directory "d") (make-directory "d"))   ;!! file
    fn "make-directory" (rt, path: StringRef) {
        on_path(rt, "make-directory", "make", path, |host, path| host.make_directory(path))
    }

    /// Removes a directory, which must be empty. The host may refuse: the program `klammer` does not.
    ///
    /// (progn (make-directory "d") (delete-directory "d") (directory? "d"))             ;=> nil
    /// (progn (make-directory "d") (write-file "d/a" "") (delete-directory "d"))        ;!! file
    fn "delete-directory" (rt, path: StringRef) {
        let path = rt.path("delete-directory", path.0)?;
        let path = Path::new(&path);
        rt.write_out_all()?;
        rt.on_file("delete-directory", "remove", path, |host| host.delete_directory(path))
    }

    /// Waits for a number of seconds, at most a thousand million. The time counts for the time limit, and an interrupt
    /// ends it. The host may refuse.
    ///
    /// (sleep 0.01)  ;=> nil
    /// (sleep -1)    ;!! bad-value
    fn "sleep" (rt, seconds: Number) {
        match seconds.to_f64() {
            s if (0.0..=MAX_SLEEP).contains(&s) => rt.sleep("sleep", Duration::from_secs_f64(s)),
            _ => fail_in("sleep", Code::BadValue, format!("seconds must be from 0 to {MAX_SLEEP}")),
        }
    }

    /// The value of an environment variable as a string, or nil if it has none. The host may refuse.
    ///
    /// (getenv "NO_SUCH_VARIABLE")  ;=> nil
    fn "getenv" (rt, name: StringRef) {
        rt.must_have("getenv", "ask for environment variables", Capability::Environment)?;
        let name = text(rt, name)?;
        Ok(rt.host.environment(&name))
    }

    /// The program's name and the arguments it was started with, as a list of strings; nil if the host does not tell.
    ///
    /// (list? (command-line))  ;=> t
    fn "command-line" (rt) { rt.host.arguments() }

    /// Seconds since the beginning of 1970 (UTC), as a float. The host may refuse.
    ///
    /// (float? (current-time))  ;=> t
    fn "current-time" (rt) {
        rt.must_have("current-time", "ask for the time", Capability::Clock)?;
        Ok(rt.host.date().as_secs_f64())
    }
}
