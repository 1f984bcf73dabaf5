//! Tests of the parameters of a host's function, and of their descriptions.

use klammer::{Code, Context, Engine, Error, Handle, Optional, Rest, Symbol};

use super::{code, engine};

fn message(e: &mut Engine, text: &str) -> String {
    e.eval::<()>(text).unwrap_err().message().to_string()
}

#[test]
fn functions_have_up_to_twelve_parameters() {
    let mut e = engine();
    type N = i64;
    e.define("sum12", |a: N, b: N, c: N, d: N, e: N, f: N, g: N, h: N, i: N, j: N, k: N, l: N| {
        a + b + c + d + e + f + g + h + i + j + k + l
    });
    assert_eq!(e.eval::<i64>("(sum12 1 2 3 4 5 6 7 8 9 10 11 12)").unwrap(), 78);
    e.define("cx7", |cx: &mut Context<'_>, a: N, b: N, c: N, d: N, e: N, f: N, g: N| {
        cx.call::<N>("+", (a, b, c, d, e, f, g))
    });
    assert_eq!(e.eval::<i64>("(cx7 1 2 3 4 5 6 7)").unwrap(), 28);
    e.eval::<()>("(defproc all (&rest all) all)").unwrap();
    let all: Vec<i64> = e.call("all", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)).unwrap();
    assert_eq!(all.len(), 12);
}

#[test]
fn parameters_that_may_be_left_out() {
    let mut e = engine();
    e.define("option", |a: i64, b: Option<i64>, c: Option<String>| format!("{a} {b:?} {c:?}"));
    e.define("optional", |a: Optional<bool>| format!("{:?}", a.0));
    assert_eq!(e.eval::<String>("(option 1)").unwrap(), "1 None None");
    assert_eq!(e.eval::<String>("(option 1 nil \"x\")").unwrap(), "1 None Some(\"x\")");
    assert_eq!(e.eval::<String>("(option 1 2)").unwrap(), "1 Some(2) None");
    assert_eq!(
        e.eval::<String>("(format nil \"~a ~a ~a\" (optional) (optional nil) (optional 1))").unwrap(),
        "None Some(false) Some(true)"
    );
    assert_eq!(message(&mut e, "(option)"), "option: expected 1 to 3 arguments, got 0");
    assert_eq!(message(&mut e, "(option 1 2 \"x\" 4)"), "option: expected 1 to 3 arguments, got 4");
    assert_eq!(message(&mut e, "(option 1 'x)"), "option: argument 2 must be an integer of 64 bits, got x");
}

#[test]
fn a_last_parameter_takes_all_the_rest() {
    let mut e = engine();
    e.define("join", |separator: &str, parts: Rest<String>| parts.join(separator));
    e.define("count", |_: Option<i64>, parts: Rest<Handle>| parts.len());
    assert_eq!(e.eval::<String>("(join \", \" \"a\" \"b\" \"c\")").unwrap(), "a, b, c");
    assert_eq!(e.eval::<String>("(join \", \")").unwrap(), "");
    assert_eq!(e.eval::<i64>("(count)").unwrap(), 0);
    assert_eq!(e.eval::<i64>("(count 1 2 'x)").unwrap(), 2);
    assert_eq!(e.eval::<i64>("(apply count 1 (iota 1000))").unwrap(), 1000);
    assert_eq!(message(&mut e, "(join)"), "join: expected at least 1 argument, got 0");
    assert_eq!(message(&mut e, "(join \"\" \"a\" 5)"), "join: argument 3 must be a string, got 5");
}

#[test]
fn arguments_by_keyword() {
    let mut e = engine();
    e.define("draw", |what: Symbol, size: Option<i64>, mode: Optional<Symbol>| {
        format!("{what} {} {}", size.unwrap_or(1), mode.unwrap_or(Symbol::new("plain")))
    })
    .parameters(["what", "&key", "size", "mode"]);
    assert_eq!(e.eval::<String>("(draw 'cat)").unwrap(), "cat 1 plain");
    assert_eq!(e.eval::<String>("(draw 'cat :mode 'bold)").unwrap(), "cat 1 bold");
    assert_eq!(e.eval::<String>("(draw 'cat :mode 'bold :size 3 :mode 'thin)").unwrap(), "cat 3 bold");
    assert_eq!(message(&mut e, "(draw 'cat :colour 1)"), "draw: unknown keyword :colour (known: :size :mode)");
    assert_eq!(message(&mut e, "(draw 'cat :size)"), "draw: the last keyword has no value");
    assert_eq!(message(&mut e, "(draw 'cat 5 6)"), "draw: expected a keyword, found 5");
    assert_eq!(message(&mut e, "(draw 'cat :size 'x)"), "draw: size must be an integer of 64 bits, got x");
    assert!(message(&mut e, "(draw)").starts_with("draw: expected 1 to 5 arguments (what &key size mode), got 0"));
    e.define("must", |n: i64| n).parameters(["&key", "n"]);
    assert_eq!(e.eval::<i64>("(must :n 3)").unwrap(), 3);
    assert_eq!(message(&mut e, "(must)"), "must: the keyword :n is missing");
    e.define("back", |cx: &mut Context<'_>, f: Handle, n: Option<i64>| cx.call::<i64>(&f, (n.unwrap_or(4),)))
        .parameters(["f", "&key", "n"]);
    assert_eq!(e.eval::<Vec<i64>>("(list (back (lambda (n) n)) (back (lambda (n) n) :n 5))").unwrap(), [4, 5]);
}

#[test]
fn strings_and_slices_are_borrowed() {
    let mut e = engine();
    e.define("longer", |a: &str, b: &str| if a.len() > b.len() { a.to_string() } else { b.to_string() });
    e.define("first-of", |items: &[i64]| items.first().copied());
    e.define("shout", |cx: &mut Context<'_>, text: &str, f: Handle| cx.call::<String>(&f, (text,)));
    assert_eq!(e.eval::<String>("(let ((a \"aa\")) (longer a a))").unwrap(), "aa");
    assert_eq!(e.eval::<String>("(longer \"\" \"ä\")").unwrap(), "ä");
    assert_eq!(e.eval::<Option<i64>>("(first-of (vector 7 8))").unwrap(), Some(7));
    assert_eq!(e.eval::<String>("(shout \"a\" string-upcase)").unwrap(), "A");
    assert_eq!(message(&mut e, "(longer \"\" 'a)"), "longer: argument 2 must be a string, got a");
}

#[test]
fn documentation_of_host_functions_is_shown() {
    let mut e = engine();
    e.define("area", |width: f64, height: Option<f64>| width * height.unwrap_or(width))
        .parameters(["width", "&optional", "height"])
        .doc("The area of a rectangle,\nor of a square.")
        .example("(area 2 3)", "6.0")
        .example("(area 2)", "4.0");
    assert_eq!(message(&mut e, "(area)"), "area: expected 1 to 2 arguments (width &optional height), got 0");
    assert_eq!(message(&mut e, "(area 'x)"), "area: width must be a number, got x");
    let d = e.docs().describe("area").unwrap();
    assert_eq!(
        (d.usage.as_slice(), d.text.as_str()),
        (&["(area width [height])".to_string()][..], "The area of a rectangle,\nor of a square.")
    );
    assert_eq!(d.parameters, [("width".into(), "a number".into()), ("height".into(), "a number".into())]);
    for example in &d.examples {
        let value: Handle = e.eval(&example.expression).unwrap();
        assert_eq!(format!("{:?}", example.outcome), format!("Value({:?})", e.inspect().repr(&value).unwrap()));
    }
    assert_eq!(d.examples.len(), 2);
    assert!(
        e.eval::<String>("(doc 'area)").unwrap().starts_with("The area of a rectangle,\nor of a square.\n\n(area 2 3)")
    );
    assert_eq!(e.docs().text("area"), e.eval("(doc area)").unwrap());
    // Nothing is said of others.
    e.define("bare", |_: i64| ());
    let d = e.docs().describe("bare").unwrap();
    assert_eq!((d.usage.len(), d.text.as_str(), d.subject.as_str()), (0, "", "host"));
    assert_eq!(e.docs().text("bare"), None);
}

#[test]
fn names_that_are_too_many_or_too_few_are_an_error_of_each_call() {
    let mut e = engine();
    e.define("f", |_: i64, _: i64| ()).parameters(["a"]);
    let error = e.eval::<()>("(f 1 2)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::Host, "f: the host has named 1 parameters, its function has 2"));
    e.define("g", |_: Rest<i64>| ()).parameters(["&key", "a"]);
    assert_eq!(code(e.eval::<()>("(g)")), Code::Host);
    // It is a warning when it is said, and none when the names are right.
    e.define("h", |_: i64, _: i64| ()).parameters(["a", "b"]);
    assert!(e.warnings().is_empty());
    e.define("h", |_: i64, _: i64| ()).parameters(["a"]);
    let warning = &e.warnings()[0];
    assert_eq!(warning.message(), "h: the host has named 1 parameters, its function has 2");
    assert_eq!((warning.code(), warning.help()), (Code::Host, Some("each call of it is an error")));
}

#[test]
fn a_function_is_defined_again_with_other_parameters() -> Result<(), Error> {
    let mut e = engine();
    e.define("f", |a: i64| a);
    e.eval::<()>("(defproc g () (f 1))")?;
    assert_eq!(e.call::<i64>("g", ())?, 1);
    e.define("f", |a: i64| a + 10);
    assert_eq!(e.call::<i64>("g", ())?, 11);
    Ok(())
}

#[test]
fn parameters_before_required_ones_are_required() {
    let mut e = Engine::new();
    e.define("late", |a: Option<i64>, b: i64| a.unwrap_or(0) + b);
    assert_eq!(e.eval::<i64>("(late nil 2)").unwrap(), 2);
    let error = e.eval::<i64>("(late 1)").unwrap_err();
    assert_eq!(error.code(), Code::ArgumentCount);
    assert!(error.message().contains('2') && !error.message().contains("keyword"), "{error}");
}
