//! Tests of conversions: the table at `FromLisp`, row by row, and the errors for values that do not fit.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use klammer::{
    Array, BigInteger, Built, Code, ConvertError, Engine, FromContext, FromLisp, Handle, HostError, IntoContext,
    IntoLisp, Keyword, Limits, Ratio, Symbol, Table, Value,
};

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
fn calls_take_up_to_twelve_arguments_of_any_types_or_a_list() {
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
        if !matches!(value.kind(), "a hash table" | "a list") {
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
fn types_of_the_host_have_conversions_of_their_own() {
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
