//! Tests of conversions through serde: each row of the table at `Serde`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use klammer::{Engine, Error, Limits, Serde, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{engine, limited};

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
fn tagged_and_untagged_enums_are_taken_from_plists() {
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
fn any_value_is_written_down_and_read_again_as_what_it_is() -> Result<(), Error> {
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
