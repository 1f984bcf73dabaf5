//! Conversions: each row of the tables at `FromLisp` and `Serde`, errors for values that do not fit, and limits.
//!
//! A list that shares its parts is small in the heap, and large in Rust.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use klammer::{
    Array, BigInteger, Built, Code, Context, ConvertError, Engine, Error, FromContext, FromLisp, Handle, HostError,
    IntoContext, IntoLisp, Keyword, Limits, Ratio, Serde, Symbol, Table, Value,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{code, engine, limited};

/// Checks that `text` evaluates to `expected`, and that this prints as `shown` after conversion to Lisp.
fn both_ways<T: FromLisp + IntoLisp + Clone + PartialEq + std::fmt::Debug>(text: &str, expected: &T, shown: &str) {
    let mut e = engine();
    assert_eq!(e.eval::<T>(text).unwrap(), *expected, "{text}");
    e.set("x", expected.clone()).unwrap();
    let handle: Handle = e.get("x").unwrap();
    assert_eq!(e.inspect().repr(&handle).unwrap(), shown, "{text}");
}

fn symbol(name: &str) -> Symbol {
    Symbol::new(name)
}

#[test]
fn integers_and_exact_numbers_of_any_size() {
    both_ways("(- 5)", &BigInteger::from(-5), "-5");
    let large: BigInteger = "-123456789012345678901234567890123456789012345678901234567890".parse().unwrap();
    both_ways(&large.to_string(), &large, &large.to_string());
    let (negative, bytes) = large.to_le_bytes();
    assert_eq!(BigInteger::from_le_bytes(negative, &bytes), large);
    assert_eq!((large.to_i64(), BigInteger::from(i64::MIN).to_i64()), (None, Some(i64::MIN)));
    for wrong in ["", "+", "1.5", "x", "1_000", " 1"] {
        assert!(wrong.parse::<BigInteger>().is_err(), "{wrong}");
    }
    both_ways("(/ 4 -6)", &Ratio::new((-2).into(), 3.into()).unwrap(), "-2/3");
    both_ways("7", &Ratio::new(14.into(), 2.into()).unwrap(), "7");
    assert_eq!(Ratio::new(1.into(), 0.into()), None);
    assert_eq!(Ratio::new(1.into(), (-2).into()).unwrap().to_string(), "-1/2");
    assert_eq!(code(engine().eval::<Ratio>("0.5")), Code::WrongType);
    assert_eq!(code(engine().eval::<BigInteger>("1/2")), Code::WrongType);
    // The limit on integers holds for the host's, too.
    let mut e = limited(Limits { integer_bits: 64, ..Limits::default() });
    assert_eq!(code(e.set("x", large)), Code::IntegerTooLarge);
}

#[test]
fn floats_truth_values_characters_and_strings() {
    both_ways("(+ 1 1.5)", &2.5, "2.5");
    both_ways("(+ 1 1.5)", &2.5f32, "2.5");
    both_ways("(= 1 1)", &true, "t");
    both_ways("(= 1 2)", &false, "nil");
    both_ways("#\\ä", &'ä', "#\\ä");
    both_ways("\"ä\\n\"", &String::from("ä\n"), "\"ä\\n\"");
    both_ways("\"ä\"", &Box::<str>::from("ä"), "\"ä\"");
    both_ways("\"ä\"", &Arc::<str>::from("ä"), "\"ä\"");
    both_ways("\"a/b\"", &PathBuf::from("a/b"), "\"a/b\"");
    let error = engine().eval::<PathBuf>("'a/b").unwrap_err();
    assert_eq!(error.message(), "the result must be a string (a path), got a/b");
    both_ways("nil", &(), "nil");
    both_ways("nil", &None::<i64>, "nil");
    both_ways("1", &Some(1), "1");
}

#[test]
fn symbols_and_keywords() {
    both_ways("'some-name", &symbol("some-name"), "some-name");
    both_ways("'|a b|", &symbol("a b"), "|a b|");
    both_ways(":key", &Keyword::new("key"), ":key");
    assert_eq!((symbol("a").to_string(), Keyword::new("a").to_string()), ("a".into(), ":a".into()));
    assert_eq!((symbol("a").as_str(), String::from(Keyword::new("a")), symbol("a").as_ref()), ("a", "a".into(), "a"));
    assert_eq!(code(engine().eval::<Symbol>("\"a\"")), Code::WrongType);
    assert_eq!(code(engine().eval::<Symbol>(":a")), Code::WrongType);
    assert_eq!(code(engine().set("x", symbol(&"x".repeat(1 << 20)))), Code::BadValue);
}

#[test]
fn lists_arrays_and_tuples() {
    both_ways("'(1 2)", &vec![1, 2], "(1 2)");
    both_ways("(vector 1 2)", &[1, 2], "(1 2)");
    both_ways("'(1 2)", &VecDeque::from([1, 2]), "(1 2)");
    assert_eq!(engine().call::<usize>("length", (&vec![1, 2],)).unwrap(), 2);
    both_ways("'(1 \"a\" (b))", &(1, String::from("a"), vec![symbol("b")]), "(1 \"a\" (b))");
    both_ways("'(1)", &(1,), "(1)");
    both_ways("(iota 12)", &(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), "(0 1 2 3 4 5 6 7 8 9 10 11)");
    let cube = Array { dimensions: vec![2, 1, 2], elements: vec![7, 7, 7, 7] };
    both_ways("(make-array '(2 1 2) 7)", &cube, "#3A(((7 7)) ((7 7)))");
    both_ways("(make-array '() 5)", &Array { dimensions: vec![], elements: vec![5] }, "#0A5");
    both_ways("(vector 1)", &Array { dimensions: vec![1], elements: vec![1] }, "#(1)");
    both_ways("(make-array 2 :of 'byte)", &Array { dimensions: vec![2], elements: vec![0u8, 0] }, "#(0 0)");
    let wrong = Array { dimensions: vec![2, 2], elements: vec![1] };
    assert_eq!(code(engine().set("x", wrong)), Code::Host);
    assert_eq!(code(engine().eval::<[i64; 3]>("'(1 2)")), Code::WrongType);
}

#[test]
fn lists_of_any_length_keep_their_order() {
    let mut e = engine();
    // Between the cells that are free then lie those of a list that is kept.
    e.run("(setq kept nil) (dotimes (i 5000) (setq kept (cons (list i i) kept)) (list i i i))").unwrap();
    e.run("(setq kept (filter (lambda (l) (even? (first l))) kept)) (dotimes (i 20000) (list i i))").unwrap();
    let same: Handle = e.eval("(lambda (l) l)").unwrap();
    for length in [0, 1, 2, 15, 16, 17, 31, 32, 33, 64, 65, 1000] {
        let list: Vec<Vec<String>> = (0..length).map(|i| vec![i.to_string(), "x".repeat(i % 3)]).collect();
        assert_eq!(e.call::<Vec<Vec<String>>>(&same, (list.clone(),)).unwrap(), list, "{length}");
        assert_eq!(e.call::<usize>("length", (list,)).unwrap(), length);
    }
    assert_eq!(e.eval::<i64>("(fold-left + 0 (map-with first kept))").unwrap(), (0..5000).step_by(2).sum::<i64>());
}

#[test]
fn lists_come_out_wherever_their_pairs_lie() {
    let mut e = engine();
    let numbers: Vec<i64> = (0..1000).collect();
    let upward = "(let ((l nil)) (dotimes (i 1000 l) (setq l (append l (list i)))))";
    let downward = "(let ((l nil)) (dotimes (i 1000 l) (setq l (cons (- 999 i) l))))";
    let with_others = "(let ((l nil) (m nil)) (dotimes (i 1000 l) (setq m (cons i m)) (setq l (cons (- 999 i) l))))";
    let scattered = "(let ((v (make-array 1009)) (l nil))
        (dotimes (i 1009) (aset v i (list i)))
        (dotimes (i 1000 l)
          (let ((p (aref v (modulo (* i 387) 1009)))) (set-car! p (- 999 i)) (set-cdr! p l) (setq l p))))";
    for text in [upward, downward, with_others, scattered] {
        assert_eq!(e.eval::<Vec<i64>>(text).unwrap(), numbers, "{text}");
        assert!(e.eval::<Vec<f64>>(text).unwrap().into_iter().eq(numbers.iter().map(|&n| n as f64)));
        assert!(e.eval::<Vec<Option<i32>>>(text).unwrap().into_iter().flatten().eq(0..1000));
        let Err(error) = e.eval::<Vec<i64>>(&format!("(map-with (lambda (n) (if (= n 700) 'x n)) {text})")) else {
            panic!("x is no integer")
        };
        assert_eq!(error.message(), "the result must have an integer of 64 bits as element 701, got x");
        let improper = e.eval::<Vec<i64>>(&format!("(append {text} 5)"));
        assert_eq!(code(improper), Code::WrongType);
        let circular =
            e.eval::<Vec<i64>>(&format!("(let ((end (list 1))) (let ((l (append {text} end))) (set-cdr! end l) l))"));
        assert_eq!(code(circular), Code::WrongType);
    }
}

#[test]
fn calls_take_twelve_arguments_or_a_list() {
    let mut e = engine();
    let all: Handle = e.eval("(lambda arguments (format nil \"~S\" arguments))").unwrap();
    assert_eq!(e.call::<String>(&all, ()).unwrap(), "nil");
    assert_eq!(e.call::<String>(&all, ("a", 1.5)).unwrap(), "(\"a\" 1.5)");
    let twelve = (1, 2, 3, 4, 5, 6, 7, 8, 9, vec![10], true, symbol("x"));
    assert_eq!(e.call::<String>(&all, twelve).unwrap(), "(1 2 3 4 5 6 7 8 9 (10) t x)");
    let many: String = (0..40).map(|i| format!(" {i}")).collect();
    assert_eq!(e.call::<String>(&all, (0..40).collect::<Vec<i64>>()).unwrap(), format!("({})", many.trim_start()));
}

#[test]
fn hash_tables_and_sets() {
    let text = "(let ((h (make-table))) (table-set! h 'b 2) (table-set! h 'a 1) h)";
    let map: HashMap<Symbol, i64> = engine().eval(text).unwrap();
    assert_eq!((map.get("a"), map.get("b")), (Some(&1), Some(&2)));
    both_ways(text, &BTreeMap::from([(symbol("a"), 1), (symbol("b"), 2)]), "#<table 2 entries>");
    both_ways(text, &Table(vec![(symbol("b"), 2), (symbol("a"), 1)]), "#<table 2 entries>");
    both_ways("'(3 1 3)", &BTreeSet::from([1, 3]), "(1 3)");
    let set: HashSet<i64> = engine().eval("'(3 1 3)").unwrap();
    assert_eq!(set, HashSet::from([1, 3]));
    let mut e = engine();
    e.set("x", HashSet::from([5])).unwrap();
    assert_eq!(e.eval::<Vec<i64>>("x").unwrap(), [5]);
}

#[test]
fn any_value_as_data() {
    let data = Value::List(vec![
        Value::Nil,
        Value::Bool(true),
        Value::Integer(i64::MAX),
        Value::BigInteger("9223372036854775808".parse().unwrap()),
        Value::Ratio(Ratio::new(1.into(), 2.into()).unwrap()),
        Value::Float(0.5),
        Value::Char('c'),
        Value::from("s"),
        Value::Symbol(symbol("a")),
        Value::Keyword(Keyword::new("k")),
        Value::Dotted(vec![Value::Integer(1)], Box::new(Value::Integer(2))),
        Value::Vector(vec![Value::Integer(1)]),
    ]);
    let shown = "(nil t 9223372036854775807 9223372036854775808 1/2 0.5 #\\c \"s\" a :k (1 . 2) #(1))";
    both_ways(&format!("'{shown}"), &data, shown);
    let table: Value = engine().eval("(let ((h (make-table))) (table-set! h 'a '(1)) h)").unwrap();
    assert_eq!(table, Value::Table(vec![(symbol("a").into(), Value::List(vec![1.into()]))]));
    let array = Value::Array(Array { dimensions: vec![1, 2], elements: vec![Value::Nil, 5.into()] });
    let mut e = engine();
    e.set("x", array.clone()).unwrap();
    assert_eq!(e.get::<Value>("x").unwrap(), array);
    // Digit sets are lists.
    e.require("search").unwrap();
    assert!(matches!(e.eval::<Value>("(board 4)").unwrap(), Value::Array(a) if a.dimensions == [4, 4]));
    // A value that is no data is a handle, and converts to itself again.
    let f: Value = e.eval("(lambda (x) (* 2 x))").unwrap();
    let Value::Handle(h) = &f else { panic!("a handle was expected") };
    assert_eq!(e.call::<i64>(h, (4,)).unwrap(), 8);
    assert_eq!(e.call::<i64>("apply", (f, vec![5])).unwrap(), 10);
    assert!(matches!(e.eval::<Value>("(let ((l (list 1 2))) (set-cdr! (cdr l) l) l)").unwrap(), Value::Handle(_)));
    // In Scheme the two that are false are two.
    e.require("scheme").unwrap();
    let scheme = Value::List(vec![Value::Bool(false), Value::Nil, Value::Bool(true)]);
    assert_eq!(e.eval::<Value>("(list #f '() #t)").unwrap(), scheme);
    e.set("x", scheme).unwrap();
    assert!(e.eval::<bool>("(equal? x (list #f '() #t))").unwrap());
}

#[test]
fn data_is_copied_within_the_limits() {
    let mut e = limited(Limits { memory: 8 << 20, ..Limits::default() });
    e.eval::<()>("(setq deep nil) (dotimes (i 100000) (setq deep (list deep)))").unwrap();
    assert_eq!(code(e.get::<Value>("deep")), Code::TooComplex);
    // As a tree it has 2^100 leaves.
    e.eval::<()>("(setq wide 1) (dotimes (i 100) (setq wide (list wide wide)))").unwrap();
    assert_eq!(code(e.get::<Value>("wide")), Code::OutOfMemory);
    e.eval::<()>("(setq v (vector 1)) (aset v 0 v)").unwrap();
    assert_eq!(code(e.get::<Value>("v")), Code::TooComplex);
    let mut data = Value::Nil;
    for _ in 0..1000 {
        data = Value::List(vec![data]);
    }
    assert_eq!(code(e.set("x", data)), Code::TooComplex);
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

#[test]
fn unfit_parts_are_named_with_their_path() {
    let mut e = engine();
    let mut message = |f: &dyn Fn(&mut Engine) -> String, expected: &str| assert_eq!(f(&mut e), expected);
    fn of<T: FromLisp>(text: &'static str) -> impl Fn(&mut Engine) -> String {
        move |e| e.eval::<T>(text).map(|_| ()).unwrap_err().message().to_string()
    }
    message(&of::<i64>("'x"), "the result must be an integer of 64 bits, got x");
    message(&of::<Vec<u8>>("'(1 2 300)"), "the result must have an integer from 0 to 255 as element 3, got 300");
    message(
        &of::<Vec<Vec<u8>>>("'((1) (1 x))"),
        "the result must have an integer from 0 to 255 as element 2 of element 2, got x",
    );
    message(&of::<(i64, String)>("'(1 2)"), "the result must have a string as element 2, got 2");
    message(&of::<(i64, String)>("'(1)"), "the result must be a list of two, got (1)");
    message(&of::<[i64; 2]>("'(1)"), "the result must be a list of 2 elements, got (1)");
    let table = "(let ((h (make-table))) (table-set! h 'a \"x\") h)";
    message(
        &of::<HashMap<Symbol, i64>>(table),
        "the result must have an integer of 64 bits as the value of a, got \"x\"",
    );
    message(&of::<HashMap<String, String>>(table), "the result must have a string as a key, got a");
}

/// A type of a host's own that refuses some values, and has fields.
#[derive(Clone, PartialEq, Debug)]
struct Player {
    name: String,
    port: Option<u16>,
}

impl FromLisp for Player {
    const EXPECTED: &'static str = "a player";

    fn from_lisp(mut value: FromContext<'_>) -> Result<Player, ConvertError> {
        if !matches!(&*value.kind(), "a hash table" | "a list") {
            return Err(value.unfit::<Player>());
        }
        let player = Player { name: value.field("name")?, port: value.field("port")? };
        if player.port == Some(0) { Err(value.refuse("its port is 0")) } else { Ok(player) }
    }
}

impl IntoLisp for Player {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        if self.name.is_empty() {
            return Err(HostError::new("a player has a name").with_code(Code::BadValue).into());
        }
        maker.make((Keyword::new("name"), self.name, Keyword::new("port"), self.port))
    }
}

#[test]
fn host_types_have_their_own_conversions() {
    let mut e = engine();
    e.define("check", |p: Player| p);
    let anna = Player { name: "Anna".into(), port: Some(7) };
    both_ways("'(:name \"Anna\" :port 7)", &anna, "(:name \"Anna\" :port 7)");
    for key in ["'name", ":name", "\"name\""] {
        let text = format!("(let ((h (make-table))) (table-set! h {key} \"Bo\") h)");
        assert_eq!(e.eval::<Player>(&text).unwrap(), Player { name: "Bo".into(), port: None });
    }
    let message = |e: &mut Engine, text: &str| e.eval::<Player>(text).unwrap_err().message().to_string();
    assert_eq!(message(&mut e, "5"), "the result must be a player, got 5");
    assert_eq!(message(&mut e, "(check 5)"), "check: argument 1 must be a player, got 5");
    assert_eq!(message(&mut e, "'(:name 5)"), "the result must have a string as name, got 5");
    let refused = "the result cannot be taken: its port is 0, got (:name \"a\" :port 0)";
    assert_eq!(message(&mut e, "'(:name \"a\" :port 0)"), refused);
    assert_eq!(message(&mut e, "'(:port 1)"), "the result cannot be taken: it has no name, got (:port 1)");
    let error = e.eval::<Player>("(check '(:name \"\"))").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::BadValue, "a player has a name"));
    assert_eq!(e.eval::<Vec<Player>>("(list '(:name \"a\") '(:name \"b\"))").unwrap().len(), 2);
}

// found: 2026-11-26, a shared list through serde aborted the host

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
fn shared_parts_run_out_of_ticks_and_time() {
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
    out_of_memory::<Vec<Vec<klammer_search::Board>>>(&mut e, "(car (wide (board 9)))");
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
fn times_and_nonzero_numbers_are_converted() -> Result<(), Error> {
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
fn an_unfit_result_names_function_and_place() -> Result<(), Error> {
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
    // The same of a run, and of a function that calls back.
    let error = e.start::<i64>("price", (3,))?.step(&mut e, 1_000).unwrap_err();
    assert_eq!(error.message(), "the result of price must be an integer of 64 bits, got (3)");
    assert_eq!(error.place().unwrap().to_string(), "rules.lisp:2:1");
    e.define("priced", |cx: &mut Context<'_>| cx.call::<i64>("price", (3,)));
    let error = e.run(("text", "(list\n  (priced))")).unwrap_err();
    assert_eq!(error.message(), "priced: the result of price must be an integer of 64 bits, got (3)");
    assert_eq!(error.place().unwrap().to_string(), "text:2:3");
    Ok(())
}

/// Gives `x` to a program, to which it is what `text` is, and takes it back.
#[track_caller]
fn row<T: Serialize + DeserializeOwned + PartialEq + Debug + Clone>(x: T, text: &str) {
    let mut e = engine();
    e.set("x", Serde(x.clone())).unwrap();
    assert!(e.eval::<bool>(&format!("(= x {text})")).unwrap(), "{x:?} is {text}");
    assert_eq!(e.get::<Serde<T>>("x").unwrap().0, x, "{text} comes back");
}

/// The same for what programs compare by identity: the condition holds for what they call `x`.
#[track_caller]
fn row_where<T: Serialize + DeserializeOwned + PartialEq + Debug + Clone>(x: T, condition: &str) {
    let mut e = engine();
    e.set("x", Serde(x.clone())).unwrap();
    assert!(e.eval::<bool>(condition).unwrap(), "{x:?}: {condition}");
    assert_eq!(e.get::<Serde<T>>("x").unwrap().0, x);
}

/// `text` is taken as `x`.
#[track_caller]
fn taken<T: DeserializeOwned + PartialEq + Debug>(text: &str, x: T) {
    assert_eq!(engine().eval::<Serde<T>>(text).unwrap().0, x, "{text}");
}

#[track_caller]
fn refused<T: DeserializeOwned + Debug>(text: &str, why: &str) {
    let error = engine().eval::<Serde<T>>(text).unwrap_err();
    assert!(error.message().contains(why), "{text}: {error}");
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Unit;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Newtype(i64);

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Pair(i64, String);

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Point {
    x: i64,
    #[serde(default)]
    y: Option<i64>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Shape {
    NothingDrawn,
    Circle(f64),
    Line(i64, i64),
    Box { width: i64, height: i64 },
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
enum Any {
    Number(i64),
    Text(String),
    Many(Vec<Any>),
    Record { x: i64 },
}

#[test]
fn scalars() {
    row(true, "t");
    row(false, "nil");
    taken("5", true);
    row(i128::MIN, "(- (expt 2 127))");
    row(u128::MAX, "(- (expt 2 128) 1)");
    row(200_u8, "200");
    refused::<u8>("256", "an integer from 0 to 255");
    row(1.5_f64, "1.5");
    taken("1/2", 0.5_f64);
    row('ä', "#\\ä");
    row("text".to_string(), "\"text\"");
    taken("'name", "name".to_string());
    taken(":name", "name".to_string());
    refused::<String>("5", "a string or symbol");
}

#[test]
fn bytes_are_a_vector_of_bytes() {
    #[derive(PartialEq, Debug)]
    struct Bytes(Vec<u8>);
    impl Serialize for Bytes {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0)
        }
    }
    impl<'de> Deserialize<'de> for Bytes {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
            struct Visitor;
            impl serde::de::Visitor<'_> for Visitor {
                type Value = Bytes;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("bytes")
                }
                fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                    Ok(Bytes(bytes.to_vec()))
                }
            }
            deserializer.deserialize_bytes(Visitor)
        }
    }
    let mut e = engine();
    e.set("b", Serde(Bytes(vec![1, 255]))).unwrap();
    assert_eq!(e.eval::<Vec<u8>>("b").unwrap(), [1, 255]);
    assert_eq!(e.eval::<u8>("(aref b 1)").unwrap(), 255);
    for (text, bytes) in [("b", vec![1, 255]), ("'(1 2)", vec![1, 2]), ("\"ab\"", vec![97, 98])] {
        assert_eq!(e.eval::<Serde<Bytes>>(text).unwrap().0, Bytes(bytes));
    }
}

#[test]
fn options_and_units() {
    row(None::<i64>, "nil");
    row(Some(3), "3");
    row((), "nil");
    row(Unit, "nil");
    row(Newtype(4), "4");
}

#[test]
fn lists_tuples_and_maps() {
    row(vec![1, 2, 3], "'(1 2 3)");
    taken("(vector 1 2)", vec![1, 2]);
    row((1, "a".to_string(), 2.5), "'(1 \"a\" 2.5)");
    row(Pair(1, "b".into()), "'(1 \"b\")");
    refused::<(i64, i64)>("'(1 2 3)", "more elements");
    refused::<(i64, i64)>("'(1)", "invalid length 1");
    row_where(BTreeMap::from([(1, 2), (3, 4)]), "(= (list (table-ref x 1) (table-ref x 3)) '(2 4))");
    taken("'(:a 1 :b 2)", BTreeMap::from([("a".to_string(), 1), ("b".to_string(), 2)]));
    taken("nil", BTreeMap::<String, i64>::new());
    refused::<Vec<i64>>("'(1 x)", "an integer of 64 bits as element 2, got x");
    refused::<BTreeMap<String, i64>>("'(:a x)", "as the value of :a");
}

#[test]
fn structs_and_enums() {
    row_where(Point { x: 1, y: Some(2) }, r#"(= (list (table-ref x "x") (table-ref x "y")) '(1 2))"#);
    taken("'(:x 1)", Point { x: 1, y: None });
    taken("(let ((h (make-table))) (table-set! h \"x\" 1) h)", Point { x: 1, y: None });
    refused::<Point>("'(:y 1)", "missing field `x`");
    refused::<Point>("'(1 2)", "a hash table with fields");
    row(Shape::NothingDrawn, "'nothing-drawn");
    row(Shape::Circle(2.5), "'(circle 2.5)");
    row(Shape::Line(1, 2), "'(line 1 2)");
    row(Shape::Box { width: 3, height: 4 }, "'(box :width 3 :height 4)");
    taken(":nothing-drawn", Shape::NothingDrawn);
    refused::<Shape>("'(line 1)", "2 values belong after its name");
    refused::<Shape>("'(circle)", "one value belongs");
    refused::<Shape>("'(nothing-drawn 1)", "nothing belongs");
    refused::<Shape>("'(box 1 2 3)", "fields such as");
    refused::<Shape>("'pyramid", "unknown variant `pyramid`");
    refused::<Shape>("5", "a symbol, or a list that begins with one");
}

#[test]
fn a_type_that_asks_what_there_is_finds_it() {
    taken("5", Any::Number(5));
    taken("'name", Any::Text("name".into()));
    taken("'(1 (\"a\"))", Any::Many(vec![Any::Number(1), Any::Many(vec![Any::Text("a".into())])]));
    taken("(let ((h (make-table))) (table-set! h 'x 1) h)", Any::Record { x: 1 });
    let json = serde_json::json!({"a": [1, 2.5, "x", null, true], "b": {"c": -1}});
    row_where(json, "(= (table-ref x \"a\") '(1 2.5 \"x\" nil t))");
    refused::<serde_json::Value>("car", "data");
}

#[test]
fn tagged_and_untagged_enums_come_from_plists() {
    #[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[serde(tag = "kind", rename_all = "kebab-case")]
    enum Rule {
        Discount { percent: i64, on: Vec<String> },
        Free,
    }
    #[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        One(i64),
        Two { x: i64 },
    }
    taken("'(:kind discount :percent 5 :on (a b))", Rule::Discount { percent: 5, on: vec!["a".into(), "b".into()] });
    taken("'(:kind free)", Rule::Free);
    taken("'(:t One :c 5)", Adjacent::One(5));
    taken("'(:t Two :c (:x 5))", Adjacent::Two { x: 5 });
    taken("'(:x 7)", Any::Record { x: 7 });
    taken("'(:a 1 :b (:c nil))", serde_json::json!({"a": 1, "b": {"c": null}}));
    // A keyword alone makes no map of a list.
    taken("'(:a)", serde_json::json!(["a"]));
    taken("'(:a 1 b 2)", serde_json::json!(["a", 1, "b", 2]));
    refused::<Rule>("'(:kind gift)", "unknown variant `gift`");
    let mut e = engine();
    for rule in [Rule::Discount { percent: 5, on: vec!["a".into()] }, Rule::Free] {
        e.set("x", Serde(rule.clone())).unwrap();
        assert_eq!(e.get::<Serde<Rule>>("x").unwrap().0, rule);
    }
}

#[test]
fn objects_of_every_origin_have_strings_as_keys() {
    let mut e = engine();
    e.set("a", Serde(Point { x: 1, y: None })).unwrap();
    e.set("b", Serde(serde_json::json!({"x": 1}))).unwrap();
    e.set("c", Serde(BTreeMap::from([("x", 1)]))).unwrap();
    e.require("json").unwrap();
    let all = r#"(map-with (lambda (h) (table-ref h "x")) (list a b c (json-decode "{\"x\":1}")))"#;
    assert_eq!(e.eval::<Vec<i64>>(all).unwrap(), [1; 4]);
}

#[test]
fn any_value_is_written_and_read_back() -> Result<(), Error> {
    let mut e = engine();
    let all = "(list nil t 7 (expt 10 30) (/ -1 3) 2.5 #\\a \"text\" 'calm :key '(1 . 2) (vector 1 'x)
                     (make-array '(2 2) 'y) (let ((h (make-table))) (table-set! h '(1 a) \"one\") h))";
    let value: Value = e.eval(all)?;
    let text = serde_json::to_string(&value).unwrap();
    assert!(text.contains(r#"{"symbol":"calm"},{"keyword":"key"}"#), "{text}");
    let again: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(again, value);
    e.set("again", again)?;
    assert!(e.eval::<bool>("(and (= (nth 8 again) 'calm) (= (nth 3 again) (expt 10 30)) (= (nth 4 again) -1/3))")?);
    assert_eq!(e.eval::<String>("(table-ref (nth 13 again) '(1 a))")?, "one");
    // Values that have a meaning only in their engine cannot be written, and wrong texts cannot be read.
    let function: Value = e.eval("car")?;
    let error = serde_json::to_string(&function).unwrap_err().to_string();
    assert!(error.starts_with("a function cannot be written down, only data can"), "{error}");
    let record: Value = e.eval("(defrecord point x) (list (make-point 1))")?;
    let error = serde_json::to_string(&record).unwrap_err().to_string();
    assert!(error.starts_with("a record cannot be written down"), "{error}");
    for wrong in [r#"{"ratio":"1/0"}"#, r#"{"ratio":"1/x"}"#, r#"{"big-integer":"ten"}"#, r#"{"handle":1}"#] {
        assert!(serde_json::from_str::<Value>(wrong).is_err(), "{wrong}");
    }
    // JSON has no numbers for these.
    for (text, written) in
        [("(* 1e300 1e300)", "inf"), ("(* -1e300 1e300)", "-inf"), ("(- (* 1e300 1e300) (* 1e300 1e300))", "NaN")]
    {
        let value: Value = e.eval(text)?;
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(json, format!("{{\"float\":\"{written}\"}}"));
        let again: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(format!("{again:?}"), format!("{value:?}"));
    }
    assert_eq!(serde_json::from_str::<Value>(r#"{"float":2}"#).unwrap(), Value::Float(2.0));
    assert!(serde_json::from_str::<Value>(r#"{"float":"2.5"}"#).unwrap_err().to_string().contains("\"inf\""));
    let misshapen: Value = serde_json::from_str(r#"{"array":{"dimensions":[3,3],"elements":["nil"]}}"#).unwrap();
    assert!(e.set("x", misshapen).is_err());
    Ok(())
}

#[test]
fn depth_and_memory_are_bounded() -> Result<(), Error> {
    let mut e = limited(Limits { memory: 4 << 20, ..Limits::default() });
    let mut deep = serde_json::json!(1);
    for _ in 0..10_000 {
        deep = serde_json::Value::Array(vec![deep]);
    }
    assert!(e.set("x", Serde(&deep)).unwrap_err().message().contains("nested too deeply"));
    // Taking it apart again recurses as deep as it is.
    std::mem::forget(deep);
    let nested = "(let ((l nil)) (dotimes (i 10000 l) (setq l (list l))))";
    assert!(e.eval::<Serde<serde_json::Value>>(nested).unwrap_err().message().contains("nested too deeply"));
    assert!(e.set("x", Serde(vec![1_u8; 1 << 20])).unwrap_err().is_limit());
    assert!(e.eval::<Serde<Vec<i64>>>("(let ((l (list 1))) (set-cdr! l l) l)").is_err());
    assert_eq!(e.eval::<i64>("(+ 1 2)")?, 3);
    Ok(())
}

#[test]
fn functions_take_and_return_it() -> Result<(), Error> {
    let mut e: Engine = engine();
    e.define("moved", |p: Serde<Point>, by: i64| Serde(Point { x: p.0.x + by, ..p.0 }));
    assert_eq!(e.eval::<i64>(r#"(table-ref (moved '(:x 1) 5) "x")"#)?, 6);
    let error = e.eval::<()>("(moved '(:x a) 5)").unwrap_err();
    assert_eq!(error.message(), "moved: argument 1 must have an integer of 64 bits as the value of :x, got a");
    Ok(())
}
