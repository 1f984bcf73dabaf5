//! Values become Rust values within the limits: a list that shares its parts is small in the heap, and large in Rust.
// found: 2026-11-26, a shared list through serde aborted the host

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use klammer::{
    Array, BigInteger, Code, ConvertError, Engine, Error, FromContext, FromLisp, Handle, Keyword, Limits, Serde,
    Symbol, Table, Value,
};

use super::{code, engine, limited};

/// Lists, vectors and tables in each other, `n` deep, each with the next one twice.
const SHARED: &str = "
    (setq lists (list 1) vectors (vector 1) tables (make-table) plists (list :a 1))
    (table-set! tables \"a\" 1)
    (dotimes (i 60)
      (setq lists (list lists lists))
      (setq vectors (vector vectors vectors))
      (setq plists (list :a plists :b plists))
      (let ((t2 (make-table)))
        (table-set! t2 \"a\" tables)
        (table-set! t2 \"b\" tables)
        (setq tables t2)))";

/// A list of 300 of a list of 300 of a list of 300 of something.
const WIDE: &str = "
    (defproc wide (x) (dotimes (i 3) (let ((l nil)) (dotimes (k 300) (push! x l)) (setq x l))) x)
    (setq text (make-string 2000 #\\x) big (expt 10 3000) long (list (string->symbol text)))";

fn small() -> Engine {
    limited(Limits { memory: 8 << 20, ..Limits::default() })
}

#[derive(Debug)]
struct Tree(#[expect(dead_code, reason = "nobody looks")] Vec<Tree>);

impl FromLisp for Tree {
    const EXPECTED: &'static str = "a tree";
    fn from_lisp(mut value: FromContext<'_>) -> Result<Tree, ConvertError> {
        match value.look::<i64>() {
            Ok(_) => Ok(Tree(Vec::new())),
            Err(_) => value.get().map(Tree),
        }
    }
}

#[derive(klammer::FromLisp)]
struct Node {
    #[lisp(name = "a")]
    _a: Option<Arc<Node>>,
    #[lisp(name = "b")]
    _b: Option<Arc<Node>>,
}

#[track_caller]
fn out_of_memory<T: FromLisp>(e: &mut Engine, text: &str) {
    assert_eq!(code(e.eval::<T>(text)), Code::OutOfMemory, "{text}");
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

#[test]
fn shared_parts_run_out_of_memory_in_serde() {
    let mut e = small();
    e.run(SHARED).unwrap();
    for name in ["lists", "vectors", "tables", "plists"] {
        out_of_memory::<Serde<serde_json::Value>>(&mut e, name);
        out_of_memory::<Value>(&mut e, name);
    }
    out_of_memory::<Tree>(&mut e, "lists");
    out_of_memory::<HashMap<String, Value>>(&mut e, "tables");
}

#[test]
fn shared_parts_run_out_of_fuel_and_time() {
    let limits = Limits { ticks: Some(100_000), ..Limits::default() };
    let mut e = limited(limits);
    e.run(SHARED).unwrap();
    for name in ["lists", "vectors", "tables", "plists"] {
        assert_eq!(code(e.eval::<Serde<serde_json::Value>>(name)), Code::OutOfTicks, "{name}");
        assert_eq!(code(e.eval::<Value>(name)), Code::OutOfTicks, "{name}");
    }
    assert_eq!(code(e.eval::<Tree>("lists")), Code::OutOfTicks);
    // A parameter, a returned value of a callback, a handle.
    e.define("take", |_: Serde<serde_json::Value>| ());
    e.define("take-tree", |_: Tree| ());
    e.define("take-back", |cx: &mut klammer::Context<'_>, f: Handle| cx.call::<Tree>(&f, ()).map(drop));
    for text in ["(take lists)", "(take-tree lists)", "(take-back (lambda () lists))", "(catch nil (take lists))"] {
        assert_eq!(code(e.run(text)), Code::OutOfTicks, "{text}");
    }
    let lists: Handle = e.get("lists").unwrap();
    assert_eq!(code(e.get::<Tree>(&lists)), Code::OutOfTicks);
    *e.limits_mut() = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    assert_eq!(code(e.run("(take lists)")), Code::OutOfTime);
    let stop = e.interrupt();
    *e.limits_mut() = Limits::default();
    stop.interrupt();
    assert_eq!(code(e.get::<Serde<serde_json::Value>>(&lists)), Code::Interrupted);
}

#[test]
fn each_type_of_many_parts_runs_out_of_memory() {
    let mut e = small();
    e.run(WIDE).unwrap();
    out_of_memory::<Vec<Vec<Vec<i64>>>>(&mut e, "(wide 1)");
    out_of_memory::<Vec<Vec<[Option<i64>; 300]>>>(&mut e, "(wide 1)");
    out_of_memory::<Vec<Vec<HashSet<i64>>>>(&mut e, "(wide 1)");
    out_of_memory::<Vec<Vec<Vec<Arc<i64>>>>>(&mut e, "(wide 1)");
    out_of_memory::<Vec<Vec<Vec<Handle>>>>(&mut e, "(wide car)");
    out_of_memory::<Vec<Vec<Vec<String>>>>(&mut e, "(wide text)");
    out_of_memory::<Vec<Vec<String>>>(&mut e, "(car (wide text))");
    out_of_memory::<Vec<Vec<Box<str>>>>(&mut e, "(car (wide text))");
    out_of_memory::<Vec<Vec<std::path::PathBuf>>>(&mut e, "(car (wide text))");
    out_of_memory::<Vec<Vec<Symbol>>>(&mut e, "(car (wide (car long)))");
    out_of_memory::<Vec<Vec<BigInteger>>>(&mut e, "(car (wide big))");
    out_of_memory::<Vec<Vec<Serde<String>>>>(&mut e, "(car (wide text))");
    out_of_memory::<Vec<Vec<Array<i64>>>>(&mut e, "(car (wide (make-array '(10 30) 1)))");
    out_of_memory::<Vec<Vec<Table<i64, i64>>>>(
        &mut e,
        "(let ((h (make-table))) (dotimes (i 300) (table-set! h i i)) (car (wide h)))",
    );
    out_of_memory::<Vec<Vec<BTreeMap<i64, i64>>>>(
        &mut e,
        "(let ((h (make-table))) (dotimes (i 300) (table-set! h i i)) (car (wide h)))",
    );
    out_of_memory::<Vec<Vec<klammer::board::Board>>>(&mut e, "(car (wide (board 9)))");
    // Values that fit are converted, again and again.
    for _ in 0..1_000 {
        assert_eq!(e.eval::<Vec<String>>("(list text text)").unwrap().len(), 2);
    }
    e.define("length-of", |text: String| text.len());
    assert_eq!(
        e.eval::<i64>("(let ((n 0)) (dotimes (i 20000 n) (setq n (+ n (length-of text)))))").unwrap(),
        40_000_000
    );
}

#[test]
fn parts_in_parts_are_nested_too_deeply() {
    let mut e = engine();
    e.run("(setq l (list 1) p nil) (dotimes (i 100000) (setq l (list l) p (list :a p)))").unwrap();
    assert_eq!(code(e.eval::<Tree>("l")), Code::TooComplex);
    assert_eq!(code(e.eval::<Node>("p")), Code::TooComplex);
    e.define("take", |_: Tree| ());
    assert_eq!(code(e.run("(take l)")), Code::TooComplex);
    assert!(e.eval::<Tree>("'((1) (1 (1)))").is_ok());
    assert!(e.eval::<Node>("'(:a (:b (:a nil)))").is_ok());
}

#[test]
fn times_and_numbers_that_are_not_zero_are_converted() -> Result<(), Error> {
    let mut e = engine();
    e.set("d", Duration::from_millis(1_500))?;
    assert_eq!(e.eval::<f64>("d")?, 1.5);
    assert_eq!(e.eval::<Duration>("3/2")?, Duration::from_millis(1_500));
    let error = e.eval::<Duration>("-1").unwrap_err();
    assert_eq!(error.message(), "the result must be a number of seconds that is not negative, got -1");
    assert!(e.eval::<Duration>("1e300").is_err());
    e.set("time", SystemTime::UNIX_EPOCH + Duration::from_secs(86_400))?;
    assert_eq!(e.eval::<f64>("time")?, 86_400.0);
    assert_eq!(e.eval::<SystemTime>("-1")?, SystemTime::UNIX_EPOCH - Duration::from_secs(1));
    assert!(e.eval::<SystemTime>("(- (* 1e300 1e300) (* 1e300 1e300))").is_err());
    assert_eq!(e.eval::<NonZero<u8>>("255")?.get(), 255);
    assert!(e.eval::<NonZero<u8>>("0").unwrap_err().message().contains("is not zero, got 0"));
    assert!(e.eval::<NonZero<u8>>("256").is_err());
    e.set("n", NonZero::new(-5_i64))?;
    assert_eq!(e.eval::<i64>("n")?, -5);
    assert_eq!(e.eval::<std::borrow::Cow<'static, str>>("\"a\"")?, "a");
    assert_eq!(*e.eval::<Arc<Vec<i64>>>("'(1 2)")?, [1, 2]);
    e.set("a", Arc::new(vec![Keyword::new("x")]))?;
    assert!(e.eval::<bool>("(= a '(:x))")?);
    Ok(())
}

#[test]
fn an_unfit_result_of_a_call_names_function_and_place() -> Result<(), Error> {
    let mut e = engine();
    e.eval::<()>(("rules.lisp", "(defproc id (x) x)\n(defproc price (n)\n  (list n))"))?;
    let error = e.call::<i64>("price", (3,)).unwrap_err();
    assert_eq!(error.message(), "the result of price must be an integer of 64 bits, got (3)");
    assert_eq!(error.place().unwrap().to_string(), "rules.lisp:2:1");
    let price: Handle = e.get("price")?;
    let error = e.call::<Vec<String>>(&price, (3,)).unwrap_err();
    assert_eq!(error.message(), "the result of price must have a string as element 1, got 3");
    assert_eq!(error.place().unwrap().line(), 2);
    assert_eq!(e.eval::<i64>("'x").unwrap_err().message(), "the result must be an integer of 64 bits, got x");
    Ok(())
}
