//! Tests of a Rust program that uses an engine, and of the guarantees that it must be able to rely on.

mod answers;
mod async_calls;
mod boundary;
mod context;
mod conversion;
mod derived;
mod functions;
mod futures;
mod objects;
mod programs;
mod recursion;
mod sandbox;
mod searched;
mod stepping;
#[path = "../support/mod.rs"]
mod support;

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use support::host;

use klammer::{ClosedHost, Code, Engine, EngineBuilder, Error, FromLisp, Handle, Host, Limits, ResourceUsage, Run};

fn builder() -> EngineBuilder {
    crate::host::builder().host(ClosedHost::new())
}

fn engine() -> Engine {
    builder().build()
}

/// A run of a text, which must be right.
fn run_of<T: FromLisp>(engine: &mut Engine, text: &str) -> Run<T> {
    let program = engine.compile(text).unwrap();
    engine.start(&program, ()).unwrap()
}

fn limited(limits: Limits) -> Engine {
    crate::host::builder().host(ClosedHost::new()).limits(limits).build()
}

fn code<T>(result: Result<T, Error>) -> Code {
    match result {
        Ok(_) => panic!("an error was expected"),
        Err(e) => e.code(),
    }
}

#[test]
fn host_functions_take_up_to_six_arguments() -> Result<(), Error> {
    let mut e = engine();
    e.define("f0", || 0);
    e.define("f1", |a: i64| a);
    e.define("f2", |a: i64, b: f64| a as f64 + b);
    e.define("f3", |a: String, b: char, c: bool| format!("{a}{b}{c}"));
    e.define("f4", |a: u8, b: u16, c: u32, d: u64| u64::from(a) + u64::from(b) + u64::from(c) + d);
    e.define("f5", |a: i8, b: i16, c: i32, d: i128, _e: ()| i128::from(a) + i128::from(b) + i128::from(c) + d);
    e.define("f6", |a: usize, b: isize, c: u128, d: f32, e: Option<i64>, f: Vec<i64>| {
        a as f64 + b as f64 + c as f64 + f64::from(d) + e.unwrap_or(10) as f64 + f.iter().sum::<i64>() as f64
    });
    assert_eq!(e.eval::<i64>("(+ (f0) (f1 5))")?, 5);
    assert_eq!(e.eval::<f64>("(f2 1 1/2)")?, 1.5);
    assert_eq!(e.eval::<String>(r#"(f3 "a" #\b nil)"#)?, "abfalse");
    assert_eq!(e.eval::<u64>("(f4 255 65535 1 2)")?, 65793);
    assert_eq!(e.eval::<i128>("(f5 -1 -2 -3 100000000000000000000 'any)")?, 99_999_999_999_999_999_994);
    assert_eq!(e.eval::<f64>("(f6 1 -1 2 0.5 nil '(1 2 3))")?, 18.5);
    Ok(())
}

#[test]
fn wrong_arguments_name_function_and_argument() {
    let mut e = engine();
    e.define("area", |width: f64, height: f64| width * height);
    let error = e.eval::<f64>("(area 1)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::ArgumentCount, "area: expected 2 arguments, got 1"));
    let error = e.eval::<f64>("(area 1 'x)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::WrongType, "area: argument 2 must be a number, got x"));
    assert_eq!(error.irritants(), ["x"]);
    assert_eq!(error.place().map(|p| (p.line(), p.column())), Some((1, 1)));
}

#[test]
fn integers_that_do_not_fit_are_refused() {
    let mut e = engine();
    assert_eq!(e.eval::<u8>("255").unwrap(), 255);
    assert_eq!(code(e.eval::<u8>("256")), Code::WrongType);
    assert_eq!(code(e.eval::<u8>("-1")), Code::WrongType);
    assert_eq!(code(e.eval::<i64>("9223372036854775808")), Code::WrongType);
    assert_eq!(e.eval::<i64>("-9223372036854775808").unwrap(), i64::MIN);
    assert_eq!(e.eval::<u128>("340282366920938463463374607431768211455").unwrap(), u128::MAX);
    assert_eq!(code(e.eval::<i64>("1.0")), Code::WrongType);
    assert_eq!(code(e.eval::<i64>("1/2")), Code::WrongType);
}

#[test]
fn every_type_goes_in_and_comes_out_again() -> Result<(), Error> {
    let mut e = engine();
    e.set("x", i64::MIN)?;
    assert_eq!(e.get::<i64>("x")?, i64::MIN);
    e.set("x", u128::MAX)?;
    assert_eq!(e.get::<u128>("x")?, u128::MAX);
    for number in [0.0, -0.0, 1e300, f64::MIN_POSITIVE / 8.0, f64::INFINITY] {
        e.set("x", number)?;
        assert_eq!(e.get::<f64>("x")?.to_bits(), number.to_bits());
    }
    e.set("x", "text")?;
    assert_eq!(e.get::<String>("x")?, "text");
    let text = String::from("text");
    e.set("x", &text)?;
    e.set("x", vec![Some(1), None])?;
    assert_eq!(e.get::<Vec<Option<i32>>>("x")?, [Some(1), None]);
    e.set("x", [[1, 2], [3, 4]])?;
    assert_eq!(e.get::<Vec<(u8, u8)>>("x")?, [(1, 2), (3, 4)]);
    e.set("x", &['a', 'b'][..])?;
    assert_eq!(e.get::<(char, char)>("x")?, ('a', 'b'));
    e.set("x", ("a", 1, 2.5, vec![true]))?;
    assert_eq!(e.get::<(String, i64, f64, Vec<bool>)>("x")?, ("a".into(), 1, 2.5, vec![true]));
    let map: HashMap<String, i64> = [("one".to_string(), 1), ("two".to_string(), 2)].into();
    e.set("x", map.clone())?;
    assert_eq!(e.get::<HashMap<String, i64>>("x")?, map);
    assert_eq!(e.eval::<i64>(r#"(table-ref x "two")"#)?, 2);
    e.set("x", ())?;
    assert_eq!(e.get::<Option<i64>>("x")?, None);
    Ok(())
}

#[test]
fn vectors_are_lists_too_and_others_are_not() {
    let mut e = engine();
    assert_eq!(e.eval::<Vec<i64>>("(vector 1 2)").unwrap(), [1, 2]);
    assert_eq!(e.eval::<Vec<u8>>("(make-array 3 :of 'byte)").unwrap(), [0, 0, 0]);
    assert_eq!(e.eval::<Vec<f64>>("(make-array 2 :of 'float)").unwrap(), [0.0, 0.0]);
    assert_eq!(code(e.eval::<Vec<i64>>("(make-array '(2 2) 0)")), Code::WrongType);
    assert_eq!(code(e.eval::<Vec<i64>>("'(1 . 2)")), Code::WrongType);
    assert_eq!(code(e.eval::<Vec<i64>>("'(1 a)")), Code::WrongType);
    assert_eq!(code(e.eval::<(i64, i64)>("'(1 2 3)")), Code::WrongType);
    assert_eq!(code(e.eval::<HashMap<i64, i64>>("'((1 2))")), Code::WrongType);
}

#[test]
fn a_host_err_is_an_error_and_comes_back_as_one() {
    let mut e = engine();
    e.define("parse", |s: String| s.parse::<i64>());
    assert_eq!(e.eval::<i64>(r#"(parse "42")"#).unwrap(), 42);
    let error = e.eval::<i64>("(+ 1\n  (parse \"x\"))").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::Host, "invalid digit found in string"));
    assert_eq!(error.place().map(|p| (p.line(), p.column(), p.text())), Some((2, 3, "(parse \"x\")")));
    let caught = e.eval::<String>(r#"(catch-and-apply 'error (lambda (tag c) (condition-message c)) (parse "x"))"#);
    assert_eq!(caught.unwrap(), "invalid digit found in string");
}

#[test]
fn a_host_panic_is_an_error_and_may_be_retried() {
    let mut e = engine();
    let mut calls = 0;
    e.define("flaky", move || {
        calls += 1;
        assert!(calls > 1, "the first call fails");
        calls
    });
    let error = e.eval::<i64>("(flaky)").unwrap_err();
    assert_eq!(
        (error.code(), error.message()),
        (Code::HostPanic, "flaky: the host's function panicked: the first call fails")
    );
    assert_eq!(e.eval::<i64>("(flaky)").unwrap(), 2);
    // A program can tell a mistake of the host from a function that has failed.
    e.define("boom", || -> i64 { panic!("a bug") });
    let told = "(catch-and-apply 'error (lambda (tag c) (condition-code c)) (boom))";
    assert_eq!(e.eval::<klammer::Symbol>(told).unwrap().name(), "host-panic");
}

#[test]
fn host_functions_are_functions_like_others() -> Result<(), Error> {
    let mut e = engine();
    e.define("add", |a: i64, b: i64| a + b);
    e.define("double", |a: i64| 2 * a);
    assert_eq!(e.eval::<i64>("(apply add '(1 2))")?, 3);
    assert_eq!(e.eval::<i64>("(apply add 1 '(2))")?, 3);
    assert_eq!(e.eval::<i64>("(funcall add 1 2)")?, 3);
    assert_eq!(e.eval::<Vec<i64>>("(map-with double '(1 2 3))")?, [2, 4, 6]);
    assert_eq!(e.eval::<Vec<i64>>("(map-with add '(1 2) '(10 20))")?, [11, 22]);
    assert_eq!(e.eval::<i64>("(let ((f add)) (f 1 (f 2 3)))")?, 6);
    assert_eq!(e.eval::<i64>("(call/cc (lambda (k) (k (add 1 2))))")?, 3);
    assert_eq!(e.eval::<i64>("(defproc tail (n) (if (= n 0) (add 1 2) (tail (- n 1)))) (tail 100000)")?, 3);
    assert!(e.eval::<bool>("(procedure? add)")?);
    assert!(e.docs().names().contains(&"add".to_string()));
    Ok(())
}

#[test]
fn a_host_function_replaces_a_programs_builtin() -> Result<(), Error> {
    let mut e = engine();
    e.define("reverse", |_: Handle| "mine");
    assert_eq!(e.eval::<String>("(reverse '(1 2))")?, "mine");
    assert_eq!(e.eval::<Vec<i64>>("(map-with (lambda (x) x) '(1 2))")?, [1, 2]);
    Ok(())
}

#[test]
fn handles_keep_values_alive_across_collections() -> Result<(), Error> {
    let mut e = engine();
    let handles: Vec<Handle> = e.eval("(list (list 1 2) \"text\" (lambda (x) (* 2 x)) (expt 2 100))")?;
    for _ in 0..3 {
        e.eval::<()>("(dotimes (i 100000) (list i i)) (collect-garbage)")?;
    }
    let shown: Result<Vec<String>, Error> = handles.iter().map(|h| e.inspect().repr(h)).collect();
    let shown = shown?;
    assert_eq!(
        (shown[0].as_str(), shown[1].as_str(), shown[3].as_str()),
        ("(1 2)", "\"text\"", "1267650600228229401496703205376")
    );
    assert_eq!(e.call::<i64>(&handles[2], (21,))?, 42);
    assert_eq!(e.get::<Vec<i64>>(&handles[0])?, [1, 2]);
    Ok(())
}

#[test]
fn handles_pass_through_host_functions() -> Result<(), Error> {
    let mut e = engine();
    let kept = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&kept);
    e.define("keep", move |h: Handle| keep.lock().map(|mut k| k.push(h)).is_ok());
    let keep = Arc::clone(&kept);
    e.define("give", move || keep.lock().ok().and_then(|mut k| k.pop()));
    e.eval::<()>("(keep (vector 1 2))")?;
    e.eval::<()>("(dotimes (i 100000) (list i)) (collect-garbage)")?;
    assert_eq!(e.eval::<String>("(format nil \"~s\" (give))")?, "#(1 2)");
    assert_eq!(e.eval::<Option<i64>>("(give)")?, None);
    let list: Handle = e.eval("(list 3 1 2)")?;
    assert_eq!(e.call::<i64>("length", (&list,))?, 3);
    e.set("kept", &list)?;
    assert!(e.eval::<bool>("(= kept '(3 1 2))")?);
    Ok(())
}

#[test]
fn dropped_handles_let_go_of_what_they_held() -> Result<(), Error> {
    let mut e = engine();
    let live = |e: &mut Engine| e.eval::<i64>("(collect-garbage)");
    let before = live(&mut e)?;
    for _ in 0..50 {
        let held: Handle = e.eval("(make-string 1000000 #\\x)")?;
        drop(held);
    }
    assert!(live(&mut e)? < before + 500_000);
    let kept: Handle = e.eval("(make-string 1000000 #\\x)")?;
    assert!(live(&mut e)? > before + 900_000);
    assert_eq!(e.get::<String>(&kept)?.len(), 1_000_000);
    Ok(())
}

#[test]
fn a_handle_is_for_its_engine_and_may_outlive_it() {
    let (mut one, mut two) = (engine(), engine());
    let h: Handle = one.eval("(list 1)").unwrap();
    assert_eq!(code(two.inspect().repr(&h)), Code::Host);
    assert_eq!(code(two.get::<Vec<i64>>(&h)), Code::Host);
    assert_eq!(code(two.call::<()>(&h, ())), Code::Host);
    assert_eq!(code(two.set("x", &h)), Code::Host);
    assert_eq!(code(two.call::<()>("list", (&h,))), Code::Host);
    drop(one);
    drop(h);
}

/// Natives cannot collect, so they may take memory before a collection: little enough that it does not add up.
#[test]
fn garbage_of_natives_does_not_grow_the_heap() {
    let mut e = engine();
    let programs = [("(append '(1 2 3 4) '(5))", 300_000), ("(lambda () i)", 300_000), ("(iota 1000)", 2000)];
    for (garbage, times) in programs {
        e.eval::<()>(&format!("(dotimes (i {times}) {garbage})")).unwrap();
        let ResourceUsage { memory, collections, .. } = e.usage();
        assert!(memory < 3 << 20, "{garbage}: {memory} bytes after {collections} collections");
    }
}

#[test]
fn limits_can_change_between_evaluations() {
    let mut e = engine();
    let endless = "(while t nil)";
    *e.limits_mut() = Limits { ticks: Some(1000), ..Limits::default() };
    assert_eq!(code(e.eval::<()>(endless)), Code::OutOfTicks);
    assert_eq!(e.usage().ticks, 1000);
    *e.limits_mut() = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    assert_eq!(code(e.eval::<()>(endless)), Code::OutOfTime);
    *e.limits_mut() = Limits { depth: Some(100), ..Limits::default() };
    assert_eq!(code(e.eval::<()>("(defproc f (n) (+ 1 (f n))) (f 1)")), Code::TooDeep);
    *e.limits_mut() = Limits { integer_bits: 1000, ..Limits::default() };
    assert_eq!(code(e.eval::<()>("(expt 2 1001)")), Code::IntegerTooLarge);
    *e.limits_mut() = Limits { memory: 4 << 20, ..Limits::default() };
    assert_eq!(code(e.eval::<()>("(let ((l nil)) (while t (setq l (cons 1 l))))")), Code::OutOfMemory);
    *e.limits_mut() = Limits { nesting: 20, ..Limits::default() };
    let nested = format!("{}1{}", "(+ 1 ".repeat(50), ")".repeat(50));
    assert_eq!(code(e.eval::<i64>(&nested)), Code::TooComplex);
    *e.limits_mut() = Limits::default();
    assert_eq!(e.eval::<i64>(&nested).unwrap(), 51);
}

#[test]
fn extreme_limits_are_limits_and_not_panics() {
    for n in [0, 1, usize::MAX] {
        let mut e = engine();
        let all = Limits { memory: n, integer_bits: n, depth: Some(n), ticks: Some(n as u64), ..Limits::default() };
        *e.limits_mut() = Limits { time: Some(Duration::MAX), ..all };
        let _ = e.eval::<i64>("(defproc f (n) (if (= n 0) 0 (+ 1 (f (- n 1))))) (f 1000)");
        let _ = e.eval::<i64>("(expt 3 1000)");
        *e.limits_mut() = Limits::default();
        assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
    }
}

#[test]
fn another_thread_can_interrupt() {
    let mut e = engine();
    let handle = e.interrupt();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        handle.interrupt();
    });
    assert_eq!(code(e.eval::<()>("(catch nil (unwind-protect (while t nil) (while t nil)))")), Code::Interrupted);
    other.join().unwrap();
    e.interrupt().clear();
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

#[test]
fn an_engine_can_move_to_another_thread() {
    let mut e = engine();
    e.define("double", |a: i64| 2 * a);
    let h: Handle = e.eval("(lambda (x) (double x))").unwrap();
    let worker = std::thread::spawn(move || {
        let n = e.call::<i64>(&h, (4,));
        drop(h);
        (e, n)
    });
    let (mut e, n) = worker.join().unwrap();
    assert_eq!(n.unwrap(), 8);
    assert_eq!(e.eval::<i64>("(double 1)").unwrap(), 2);
}

#[test]
fn errors_are_data() {
    let mut e = engine();
    let text = "(defproc inner (x)\n  (car x))\n(defproc outer (x)\n  (list (inner x)))\n(outer 5)";
    let error = e.eval::<()>(("file.lisp", text)).unwrap_err();
    assert_eq!(error.code(), Code::WrongType);
    assert_eq!(error.code().as_str(), "wrong-type");
    let place = error.place().unwrap();
    assert_eq!((place.file(), place.line(), place.column(), place.text()), ("file.lisp", 2, 3, "(car x)"));
    let trace: Vec<_> = error.trace().iter().map(|f| f.function.as_str()).collect();
    assert_eq!(trace[0], "inner");
    assert!(!error.is_limit() && error.to_string().contains("got 5"));
    // It outlives the engine.
    drop(e);
    assert!(format!("{error:#}").contains("file.lisp:2:3"));
}

#[test]
fn traces_say_of_what_has_no_name_what_it_is() {
    let mut e = engine();
    let mut trace = |text: &str| {
        let error = e.eval::<()>(text).unwrap_err();
        error.trace().iter().map(|f| f.function.clone()).collect::<Vec<_>>()
    };
    assert_eq!(trace("(defproc f (x) (eval (list 'car x)) 1) (f 5)"), ["a form that is evaluated", "f"]);
    assert_eq!(trace("(defproc g (h) (h 5) 1) (g (lambda (x) (+ 1 (car x))))"), ["an anonymous function", "g"]);
}

#[test]
fn an_error_that_ends_a_host_is_readable() {
    let text = "(defproc half (n) (/ n 2))\n(half 'x)";
    let error = Engine::new().eval::<i64>(("rules.lisp", text)).unwrap_err();
    let shown = format!("{error:?}");
    assert!(shown.starts_with("wrong-type: /: "), "{shown}");
    assert!(shown.contains("\n  at rules.lisp:1:19\n"), "{shown}");
    assert!(shown.contains("in `half`, called from rules.lisp:2:1"), "{shown}");
    // All parts, for those who look into it.
    let parts = format!("{error:#?}");
    assert!(parts.contains("code: WrongType") && parts.contains("irritants"), "{parts}");
}

#[test]
fn errors_after_errors_do_not_pile_up() {
    let mut e = limited(Limits { memory: 2 << 20, ticks: Some(100_000), ..Limits::default() });
    let programs = [
        "(car 1)",
        "(throw 'x 1)",
        "(defproc f () (+ 1 (f))) (f)",
        "(let ((l nil)) (while t (setq l (cons 1 l))))",
        "(let ((s \"x\")) (while t (setq s (string-append s s))))",
        "(while t nil)",
        "(",
        "(if)",
        "(catch 'a (unwind-protect (throw 'a 1) (car 1)))",
        "(defmacro m () '(m)) (m)",
    ];
    let mut after_warm_up = 0;
    for round in 0..60 {
        for p in programs {
            assert_ne!(code(e.eval::<()>(p)), Code::Internal);
        }
        assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
        let live = e.eval::<i64>("(collect-garbage)").unwrap();
        if round == 10 {
            after_warm_up = live;
        }
        assert!(round < 10 || live <= after_warm_up + 10_000, "round {round}: {live} after {after_warm_up}");
    }
}

#[test]
fn globals_can_be_set_read_called_and_documented() -> Result<(), Error> {
    let mut e = engine();
    e.set("limit", 5)?;
    e.eval::<()>("(defproc below (x) \"Is it below the limit?\" (< x limit))")?;
    assert!(e.call::<bool>("below", (3,))?);
    assert!(!e.call::<bool>("below", vec![7])?);
    assert_eq!(e.docs().text("below").as_deref(), Some("Is it below the limit?"));
    assert!(e.docs().text("no such name").is_none());
    assert_eq!(code(e.get::<()>("no such name")), Code::UnboundVariable);
    assert_eq!(code(e.call::<()>("no such name", ())), Code::UnboundVariable);
    assert_eq!(code(e.call::<()>("limit", ())), Code::NotAFunction);
    assert_eq!(code(e.call::<()>("below", ())), Code::ArgumentCount);
    let square: Handle = e.eval("(lambda (x) (* x x))")?;
    assert_eq!(e.call::<Vec<i64>>("map-with", (square, vec![1, 2, 3]))?, [1, 4, 9]);
    Ok(())
}

#[test]
fn a_closed_host_grants_no_files() {
    let mut e = engine();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert_eq!(code(e.eval::<()>(&format!("(load {path:?})"))), Code::File);
    assert_eq!(code(e.eval::<()>(&format!("(require {path:?})"))), Code::File);
    assert_eq!(code(e.run(Path::new(path))), Code::File);
}

/// Files in memory, and everything that is written.
#[derive(Clone, Default)]
struct Memory {
    out: Arc<Mutex<String>>,
    fails: bool,
}

impl Host for Memory {
    fn write(&mut self, text: &str) -> io::Result<()> {
        if self.fails {
            return Err(io::Error::other("the disk is full"));
        }
        self.out.lock().map_err(|_| io::Error::other("poisoned"))?.push_str(text);
        Ok(())
    }

    fn read_file(&self, path: &std::path::Path) -> io::Result<String> {
        match path.to_str() {
            Some("one.lisp") => Ok("(load \"two.lisp\") (print 'one) (defproc one () 1)".into()),
            Some("two.lisp") => Ok("(print 'two)".into()),
            Some("self.lisp") => Ok("(load \"self.lisp\")".into()),
            Some("a.lisp") => Ok("(require 'b)".into()),
            Some("b.lisp") => Ok("(require 'a)".into()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

#[test]
fn a_custom_host_gives_files_and_takes_output() {
    let host = Memory::default();
    let mut e = Engine::builder().host(host.clone()).build();
    assert_eq!(e.eval::<i64>(Path::new("one.lisp")).map(|_: i64| ()).unwrap_err().code(), Code::WrongType);
    assert_eq!(*host.out.lock().unwrap(), "two\none\n");
    assert_eq!(e.eval::<i64>("(require 'one) (one)").unwrap(), 1);
    assert_eq!(code(e.eval::<()>("(load \"self.lisp\")")), Code::TooComplex);
    assert_eq!(code(e.eval::<()>("(require 'a)")), Code::File);
    assert_eq!(code(e.run(Path::new("none.lisp"))), Code::File);
    assert_eq!(e.eval::<i64>("(one)").unwrap(), 1);
}

#[test]
fn failed_output_is_an_error_to_catch() {
    let mut e = Engine::builder().host(Memory { fails: true, ..Memory::default() }).build();
    let caught = e.eval::<String>("(catch-and-apply 'error (lambda (tag c) (condition-message c)) (print 1))");
    assert_eq!(caught.unwrap(), "cannot write output: the disk is full");
}

#[test]
fn continuations_of_earlier_forms_can_be_entered() {
    let mut e = engine();
    e.eval::<()>("(setq k nil) (+ 1 (call/cc (lambda (c) (setq k c) 1)))").unwrap();
    assert_eq!(e.eval::<i64>("(list (k 5))").unwrap(), 6);
    assert_eq!(e.call::<i64>("k", (6,)).unwrap(), 7);
}

#[test]
fn a_program_that_ends_itself_tells_its_status() {
    let mut e = engine();
    let error = e.eval::<()>("(catch nil (unwind-protect (exit 3) (setq cleaned t)))").unwrap_err();
    assert_eq!((error.code(), error.exit_status()), (Code::Exit, Some(3)));
    assert!(!error.is_limit());
    assert_eq!(e.eval::<i64>("(if cleaned 1 0)").unwrap(), 1);
    e.eval::<()>("(defproc leave () (exit nil))").unwrap();
    assert_eq!(e.call::<()>("leave", ()).unwrap_err().exit_status(), Some(1));
    assert_eq!(e.eval::<()>("(car 1)").unwrap_err().exit_status(), None);
    // A block can be left from a cleanup again, now that no end is under way.
    assert_eq!(e.eval::<i64>("(block b (unwind-protect (car 1) (return-from b 5)))").unwrap(), 5);
}

#[test]
fn a_host_grants_nothing_unless_it_says_so() {
    let mut e = Engine::builder().host(klammer::ClosedHost::new()).build();
    for program in [
        "(read-file \"Cargo.toml\")",
        "(read-lines \"Cargo.toml\")",
        "(file-exists? \"Cargo.toml\")",
        "(write-file \"no.txt\" \"\")",
        "(append-file \"no.txt\" \"\")",
        "(delete-file \"no.txt\")",
        "(open-input-file \"Cargo.toml\")",
        "(open-output-file \"no.txt\")",
    ] {
        let error = e.eval::<()>(program).unwrap_err();
        assert_eq!(error.code(), Code::File, "{program}");
        assert!(error.message().contains("the host lets no files be"), "{error}");
    }
    for program in ["(getenv \"PATH\")", "(current-time)", "(read-line)", "(print 1)"] {
        assert!(e.eval::<()>(program).is_err(), "{program}");
    }
}

/// A host of one's own that says nothing of clock, environment and input grants what there is of them: nothing to see.
#[test]
fn undefined_parts_of_a_host_are_refused() {
    let mut e = Engine::builder().host(Memory::default()).build();
    assert_eq!(e.eval::<Vec<String>>("(command-line)").unwrap(), Vec::<String>::new());
    for (program, capability) in [
        ("(getenv \"PATH\")", "environment"),
        ("(read-line)", "input"),
        ("(current-time)", "clock"),
        ("(sleep 1)", "clock"),
        ("(delete-file \"a\")", "write"),
        ("(list-directory \".\")", "read"),
    ] {
        let error = e.eval::<klammer::Handle>(program).unwrap_err();
        assert!(error.message().ends_with(&format!("(capability {capability})")), "{program}: {error}");
    }
}

#[test]
fn a_time_limit_holds_without_a_host_clock() {
    let limits = Limits { time: Some(std::time::Duration::from_millis(20)), ..Limits::default() };
    let mut e = Engine::builder().host(Memory::default()).limits(limits).build();
    assert_eq!(code(e.eval::<()>("(while t)")), Code::OutOfTime);
}

#[test]
fn the_standard_host_writes_only_where_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    let program = format!("(write-file {path:?} \"a\") (append-file {path:?} \"b\") (file-exists? {path:?})");
    let mut e = Engine::new();
    assert_eq!(code(e.eval::<()>(&program)), Code::File);
    assert!(!path.exists());
    let mut e = Engine::builder().host(klammer::StdHost::new().allow_writing(true)).build();
    e.eval::<klammer::Handle>(&program).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "ab");
    // The buffered output of a port has arrived when the evaluation ends.
    e.eval::<klammer::Handle>(&format!("(setq p (open-output-file {path:?})) (display 1 p)")).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "1");
    e.eval::<()>(&format!("(delete-file {path:?})")).unwrap();
    assert!(!path.exists());
    assert!(e.eval::<f64>("(current-time)").unwrap() > 1.7e9);
}

#[test]
fn the_host_gives_the_seed_of_random_numbers() {
    let draw = |seed| Engine::builder().seed(seed).build().eval::<i64>("(random 1000000000)").unwrap();
    assert_eq!(draw(5), draw(5));
    assert_ne!(draw(5), draw(6));
    assert_eq!(draw(0), Engine::new().eval::<i64>("(random 1000000000)").unwrap());
}

#[test]
fn unreadable_names_are_no_variables() {
    let mut e = crate::host::builder().build();
    let orc = e.scope("orc").unwrap();
    for name in ["nil", "t", ":key", ""] {
        assert_eq!(code(e.set(name, 5)), Code::Host, "{name}");
        assert_eq!(code(e.with().scope(&orc).set(name, 5)), Code::Host, "{name}");
    }
    assert_eq!(e.eval::<Option<i64>>("nil").unwrap(), None);
    e.set("t-1", 5).unwrap();
    assert_eq!(e.eval::<i64>("t-1").unwrap(), 5);
    // Scheme has no special meaning for the name, so it can be a variable.
    e.require("scheme").unwrap();
    e.set("nil", 5).unwrap();
    assert_eq!(e.eval::<i64>("nil").unwrap(), 5);
}

// The examples of embedding do what they say: each ends with what it expects.

#[path = "../../examples/embed_bot.rs"]
mod embed_bot;
#[path = "../../examples/embed_callbacks.rs"]
mod embed_callbacks;
#[path = "../../examples/embed_derive.rs"]
mod embed_derive;
#[path = "../../examples/embed_dialogue.rs"]
mod embed_dialogue;
#[path = "../../examples/embed_game.rs"]
mod embed_game;
#[path = "../../examples/embed_hello.rs"]
mod embed_hello;
#[path = "../../examples/embed_host_type.rs"]
mod embed_host_type;
#[path = "../../examples/embed_lending.rs"]
mod embed_lending;
#[path = "../../examples/embed_module.rs"]
mod embed_module;
#[path = "../../examples/embed_resumable.rs"]
mod embed_resumable;
#[path = "../../examples/embed_rules.rs"]
mod embed_rules;
#[path = "../../examples/embed_sandbox.rs"]
mod embed_sandbox;
#[path = "../../examples/embed_serde.rs"]
mod embed_serde;
#[path = "../../examples/embed_service.rs"]
mod embed_service;
#[path = "../../examples/embed_tokio.rs"]
mod embed_tokio;

#[test]
fn each_example_ends_well() {
    embed_hello::main().unwrap();
    embed_callbacks::main().unwrap();
    embed_host_type::main().unwrap();
    embed_lending::main().unwrap();
    embed_module::main().unwrap();
    embed_sandbox::main().unwrap();
    embed_derive::main().unwrap();
    embed_serde::main().unwrap();
    embed_resumable::main().unwrap();
    embed_dialogue::main().unwrap();
    embed_tokio::main().unwrap();
    embed_bot::main().unwrap();
    embed_rules::main().unwrap();
    embed_service::main().unwrap();
    embed_game::main().unwrap();
}
