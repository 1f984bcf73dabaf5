//! Arguments in the other order: where the types of the first two exclude one another, a call gives the same whichever
//! comes first; elsewhere it is an error.

use std::collections::{BTreeMap, BTreeSet};

use klammer::{Code, Engine, Handle, Limits};

/// The functions that take two arguments, or two and more, in either order.
const EITHER: &str = include_str!("either-order.txt");

/// Values of types that exclude one another; the functions differ in what they return.
const VALUES: [(&str, &str); 11] = [
    ("list", "(list 1 2)"),
    ("list", "(list \"a\" \"b\")"),
    ("list", "(list '(1 a) '(2 b))"),
    ("number", "1"),
    ("string", "\"ab\""),
    ("character", "#\\b"),
    ("array", "(vector 1 2)"),
    ("table", "(list->table '((1 2)))"),
    ("function", "(lambda (&rest all) 1)"),
    ("function", "(lambda (&rest all) (list 1))"),
    ("function", "(lambda (&rest all) #\\z)"),
];

/// Calls of these wait, end the program, or give what is another each time.
const LEFT_OUT: [&str; 5] = ["exit", "sleep", "random", "gensym", "call-with-output-string"];

/// Returns the printed value of a call, or its error.
fn outcome(engine: &mut Engine, call: &str) -> Result<String, Code> {
    let value = engine.eval::<Handle>(call).map_err(|e| e.code())?;
    Ok(engine.show(&value).unwrap_or_default().unwrap_or_default())
}

/// The functions of the core that may be called with two arguments.
fn functions(engine: &mut Engine) -> Vec<String> {
    let mut found = Vec::new();
    for name in engine.names() {
        let usage = engine.describe(&name).and_then(|d| d.usage.first().cloned()).unwrap_or_default();
        let words: Vec<&str> = usage.trim_end_matches(')').split_whitespace().skip(1).collect();
        let required = words.iter().take_while(|w| !w.starts_with(['[', '&']) && !w.ends_with("...")).count();
        let is_function = matches!(engine.eval::<bool>(&format!("(procedure? {name})")), Ok(true));
        let is_left_out = name.starts_with('%') || LEFT_OUT.contains(&name.as_str());
        if is_function && !is_left_out && required <= 2 && (words.len() >= 2 || usage.contains("...")) {
            found.push(name);
        }
    }
    found
}

#[test]
fn functions_of_two_arguments_take_either_order_or_refuse_one() {
    let mut engine = crate::support::host::builder().host(klammer::ClosedHost::new()).build();
    let limits = Limits { fuel: Some(20_000), ..Limits::default() };
    engine.set_limits(limits);
    let mut either: BTreeSet<String> = BTreeSet::new();
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    let functions = functions(&mut engine);
    assert!(functions.len() > 150, "{} functions were tried", functions.len());
    for name in functions {
        // A function that takes any value anywhere cannot distinguish its arguments.
        let (mut same, mut is_demanding) = (false, false);
        for (i, (type_a, a)) in VALUES.iter().enumerate() {
            for (type_b, b) in VALUES.iter().skip(i + 1).filter(|v| v.0 != *type_a) {
                let [x, y] = [(a, b), (b, a)].map(|(a, b)| outcome(&mut engine, &format!("({name} {a} {b})")));
                is_demanding |= [&x, &y].into_iter().any(|o| *o == Err(Code::WrongType));
                match (x, y) {
                    (Ok(x), Ok(y)) if x == y => same = true,
                    (Ok(_), Err(_)) | (Err(_), Ok(_)) => {
                        refused.insert(name.clone(), format!("{type_a} {a}, {type_b} {b}"));
                    }
                    _ => {}
                }
            }
        }
        if same && is_demanding {
            either.insert(name);
        }
    }
    let half: Vec<_> = refused.iter().filter(|r| either.contains(r.0)).collect();
    assert!(half.is_empty(), "some arguments may change places, others not: {half:?}");
    let written: BTreeSet<String> = EITHER.split_whitespace().map(str::to_string).collect();
    let found: Vec<&str> = either.iter().map(String::as_str).collect();
    assert_eq!(either, written, "the list should be:\n{}", found.join("\n"));
}

#[test]
fn other_languages_keep_their_orders() {
    for (language, call) in [
        ("scheme", "(map '(1 2) abs)"),
        ("scheme", "(let ((l '(1 2)) (f abs)) (for-each l f))"),
        ("scheme", "(list-ref 1 '(1 2))"),
        ("scheme", "(vector-ref 1 (vector 1 2))"),
        ("scheme", "(apply vector-ref (list 1 (vector 1 2)))"),
        ("scheme", "(string-ref 1 \"ab\")"),
        ("common-lisp", "(mapcar '(1 2) #'abs)"),
        ("common-lisp", "(nth '(1 2) 1)"),
        ("common-lisp", "(aref 1 (vector 1 2))"),
        ("common-lisp", "(remove-if '(1 2) #'evenp)"),
    ] {
        let mut engine = crate::support::host::builder().host(klammer::ClosedHost::new()).build();
        engine.eval::<()>(&format!("(require '{language})")).unwrap();
        let error = engine.eval::<Handle>(call).err().unwrap_or_else(|| panic!("{language}: {call}"));
        assert_eq!(error.code(), Code::WrongType, "{language}: {call}: {error:#}");
    }
}

#[test]
fn the_host_may_call_in_either_order() {
    let mut engine = crate::support::host::builder().build();
    let odd = engine.eval::<Handle>("odd?").unwrap();
    assert_eq!(engine.call::<Vec<i64>>("filter", (vec![1, 2, 3], odd)).unwrap(), [1, 3]);
    assert_eq!(engine.call::<i64>("nth", (vec![5, 6, 7], 1)).unwrap(), 6);
}
