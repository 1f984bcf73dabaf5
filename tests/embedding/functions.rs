//! Functions of a program in Rust; functions of the host, their parameters, and as methods of generic functions.

use klammer::{
    Array, Class, Code, Context, Engine, Error, Handle, HostType, Limits, Optional, Ref, RefMut, Rest, Symbol, Table,
    Value,
};

use super::{code, engine, limited};

#[test]
fn a_function_by_its_handle_stays_what_it_is() {
    let mut engine = engine();
    engine.eval::<()>("(defproc scale (x &optional (by 2)) (* x by))").unwrap();
    let scale: Handle = engine.get("scale").unwrap();
    engine.eval::<()>("(setq scale nil) (collect-garbage)").unwrap();
    assert_eq!((engine.call::<i64>(&scale, (3, 4)).unwrap(), engine.call::<i64>(&scale, (3,)).unwrap()), (12, 6));
    assert_eq!(engine.call::<f64>(&scale, vec![1, 2]).unwrap(), 2.0);
    assert_eq!(engine.call::<i64>(&scale, vec![1, 2, 3]).unwrap_err().code(), Code::ArgumentCount);
    let error = self::engine().call::<i64>(&scale, (1, 2)).unwrap_err();
    assert_eq!(error.message(), "the handle belongs to another engine");
}

#[test]
fn a_handle_knows_what_it_holds() {
    let mut engine = engine();
    let all: Vec<Handle> = engine.eval("(list car (lambda (a &key b) a) 5 map-with)").unwrap();
    let names: Vec<Option<String>> = all.iter().map(|h| h.name(&engine).unwrap()).collect();
    assert_eq!(names[0].as_deref(), Some("car"));
    assert_eq!((names[1].as_deref(), names[2].as_deref()), (None, None));
    let arities: Vec<_> = all.iter().map(|h| h.arity(&engine).unwrap().map(|a| (a.least, a.most))).collect();
    assert_eq!(arities[..3], [Some((1, Some(1))), Some((1, None)), None]);
    assert!(all[0].name(&self::engine()).is_err());
}

#[test]
fn unwritable_names_give_warnings() {
    let mut e = engine();
    for (name, written) in [("", "||"), ("a b", "|a b|"), ("(f x)", "|(f x)|"), ("5", "|5|"), (":key", "|:key|")] {
        e.define(name, || 7);
        let warnings = e.warnings();
        let told = format!("the reader takes this name of the host for something else: programs must write {written}");
        assert_eq!(warnings.last().map(klammer::Error::message), Some(&*told), "{name}");
        assert_eq!(e.eval::<i64>(&format!("({written})")).unwrap(), 7);
    }
    for name in ["nil", "t"] {
        e.define(name, || 7);
        assert!(e.warnings().last().unwrap().message().starts_with("no program can write"), "{name}");
        assert_eq!(e.call::<i64>(name, ()).unwrap(), 7);
    }
    e.run("1").unwrap();
    e.module("a module", |_| {});
    assert_eq!(e.warnings().len(), 1);
    e.run("1").unwrap();
    e.define("a-b?", || 7);
    e.define("->%&1+", || 7);
    e.define_method("+", |_: &str| 7);
    assert_eq!(e.warnings().len(), 0);
}

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
fn a_wrong_number_of_names_fails_each_call() {
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
fn a_function_is_redefined_with_other_parameters() -> Result<(), Error> {
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

#[derive(Clone, Copy, PartialEq, Debug)]
struct Vec2(f64, f64);

impl HostType for Vec2 {
    const NAME: &'static str = "vec2";

    fn describe(class: &mut Class<'_, Vec2>) {
        class.define("vec2", |x: f64, y: f64| Vec2(x, y));
        class.print(|v| format!("{} {}", v.0, v.1));
        class
            .define_method("+", |a: &Vec2, b: Ref<'_, Vec2>| Vec2(a.0 + b.0, a.1 + b.1))
            .parameters(["v", "w"])
            .doc("The sum of two vectors.");
        class.define_method("-", |a: &Vec2, b: Ref<'_, Vec2>| Vec2(a.0 - b.0, a.1 - b.1));
        class.define_method("-", |a: &Vec2| Vec2(-a.0, -a.1));
        class.define_method("*", |a: &Vec2, by: f64| Vec2(a.0 * by, a.1 * by));
        class.define_method("*", |by: f64, a: Vec2| Vec2(a.0 * by, a.1 * by));
        class.define_method("*", |a: &Vec2, b: Vec2| a.0 * b.0 + a.1 * b.1);
        class.define_method("<", |a: &Vec2, b: Vec2| a.0.hypot(a.1) < b.0.hypot(b.1));
        class.define_method("length", |a: &Vec2| a.0.hypot(a.1));
    }
}

fn vectors() -> Engine {
    let mut e = engine();
    e.register::<Vec2>();
    e
}

fn shown(e: &mut Engine, text: &str) -> String {
    let value: Handle = e.eval(text).unwrap();
    e.inspect().repr(&value).unwrap()
}

#[test]
fn types_of_the_host_have_operators() -> Result<(), Error> {
    let mut e = vectors();
    for (text, expected) in [
        ("(+ (vec2 1 2) (vec2 3 4))", "#<vec2 4 6>"),
        ("(- (vec2 1 2) (vec2 3 5))", "#<vec2 -2 -3>"),
        ("(- (vec2 1 2))", "#<vec2 -1 -2>"),
        ("(* (vec2 1 2) 3)", "#<vec2 3 6>"),
        ("(* 3/2 (vec2 1 2))", "#<vec2 1.5 3>"),
        ("(* (vec2 1 2) (vec2 3 4))", "11.0"),
        ("(fold-left + (vec2 0 0) (list (vec2 1 2) (vec2 3 4) (vec2 5 6)))", "#<vec2 9 12>"),
        ("(sort (list (vec2 5 6) (vec2 1 2)) <)", "(#<vec2 1 2> #<vec2 5 6>)"),
        ("(length (vec2 3 4))", "5.0"),
        // The rest is the builtin's.
        ("(list (+) (+ 1) (+ 1 2) (+ 1 2 3) (- 5) (* 2.5 2) (< 1 2) (length '(a b)))", "(0 1 3 6 -5 5.0 t 2)"),
        ("(let ((sum 0)) (dotimes (i 10) (setq sum (+ sum i))) sum)", "45"),
    ] {
        assert_eq!(shown(&mut e, text), expected, "{text}");
    }
    // An error of the builtin says what there is besides.
    let error = e.eval::<()>("(+ (vec2 1 2) 'a)").unwrap_err();
    assert_eq!(error.message(), "+: no method is for a vec2 and a symbol: #<vec2 1 2> a");
    assert_eq!(error.help(), Some("the methods are: (+ (v vec2) (w vec2))"));
    // The library's own sums are as they were.
    assert_eq!(e.eval::<i64>("(apply + '(1 2 3))")?, 6);
    assert_eq!(code(e.eval::<()>("(+ 1 'a)")), Code::WrongType);
    Ok(())
}

#[test]
fn operators_with_methods_take_more_arguments() -> Result<(), Error> {
    let mut e = vectors();
    for (text, expected) in [
        ("(+ (vec2 1 2) (vec2 3 4) (vec2 5 6))", "#<vec2 9 12>"),
        ("(- (vec2 9 9) (vec2 3 4) (vec2 5 4) (vec2 1 1))", "#<vec2 0 0>"),
        ("(* 2 (vec2 1 2) 3)", "#<vec2 6 12>"),
        ("(apply + (map-with (lambda (i) (vec2 i 1)) (an-array-of-300)))", "#<vec2 44850 300>"),
        ("(apply + (an-array-of-300))", "44850"),
        ("(list (+ (vec2 1 2)) (apply + (list (vec2 1 2))) (+ 1) (- 1))", "(#<vec2 1 2> #<vec2 1 2> 1 -1)"),
        ("(list (< (vec2 1 2)) (> (vec2 1 2)) (< 1))", "(t t t)"),
        ("(list (< (vec2 1 1) (vec2 2 2) (vec2 3 3)) (< (vec2 1 1) (vec2 3 3) (vec2 2 2)))", "(t nil)"),
        ("(list (> (vec2 3 3) (vec2 2 2) (vec2 1 1)) (> (vec2 3 3) (vec2 3 3) (vec2 1 1)))", "(t nil)"),
        ("(list (+ 1 2 3) (< 1 2 3) (> 1 2 3) (apply + '(1 2 3 4)))", "(6 t nil 10)"),
    ] {
        e.run("(defproc an-array-of-300 () (let ((l nil)) (dotimes (i 300 l) (setq l (cons i l)))))")?;
        assert_eq!(shown(&mut e, text), expected, "{text}");
    }
    // A reciprocal is no quotient.
    e.define_method("/", |v: Vec2, by: f64| Vec2(v.0 / by, v.1 / by));
    let error = e.eval::<()>("(/ (vec2 1 2))").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::NoMethod, "/: no method is for a vec2: #<vec2 1 2>"));
    // An error with two of several arguments is an error of the whole call.
    let error = e.eval::<()>("(+ (vec2 1 2)\n (vec2 1 2) 'a)").unwrap_err();
    assert_eq!((error.code(), error.place().map(|p| (p.line(), p.column()))), (Code::NoMethod, Some((1, 1))));
    assert_eq!(error.message(), "+: no method is for a vec2 and a symbol: #<vec2 2 4> a");
    let error = e.eval::<()>("(+ 1 2 'a)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::WrongType, "+: argument 3 must be a number, got a"));
    Ok(())
}

#[test]
fn an_order_by_an_operator_is_one_reflected() -> Result<(), Error> {
    let mut e = vectors();
    assert_eq!(shown(&mut e, "(list (> (vec2 1 1) (vec2 2 2)) (> (vec2 2 2) (vec2 1 1)) (> 2 1))"), "(nil t t)");
    assert_eq!(shown(&mut e, "(sort (list (vec2 1 2) (vec2 5 6)) >)"), "(#<vec2 5 6> #<vec2 1 2>)");
    // An object that is not less need not be greater or equal.
    let error = e.eval::<()>("(<= (vec2 1 1) (vec2 2 2))").unwrap_err();
    assert_eq!(error.message(), "<=: argument 1 must be a number, got #<vec2 1 1>");
    e.define_method("<=", |a: Vec2, b: Vec2| a.0 <= b.0 && a.1 <= b.1).parameters(["part", "whole"]);
    assert_eq!(shown(&mut e, "(list (>= (vec2 1 1) (vec2 2 2)) (>= (vec2 2 2) (vec2 1 1)))"), "(nil t)");
    let error = e.eval::<()>("(>= (vec2 1 1) 5)").unwrap_err();
    assert_eq!(error.message(), ">=: no method is for a vec2 and an integer: #<vec2 1 1> 5");
    assert_eq!(error.help(), Some("the methods are: (>= (whole vec2) (part vec2))"));
    // One of its own comes first, whichever of them is defined first.
    e.define_method(">=", |_: Vec2, _: Vec2| "own");
    e.define_method("<=", |_: Vec2, _: Vec2| "other");
    assert_eq!(shown(&mut e, "(list (>= (vec2 1 1) (vec2 2 2)) (<= (vec2 1 1) (vec2 2 2)))"), r#"("own" "other")"#);
    // Equality says what is not equal.
    e.define_method("=", |a: &Vec2, b: Ref<'_, Vec2>| a.0 == b.0);
    let text = "(list (= (vec2 1 1) (vec2 1 2) (vec2 1 3)) (/= (vec2 1 1) (vec2 1 2)) (/= (vec2 1 1) (vec2 2 2))
                  (/= (vec2 1 1) (vec2 2 2) (vec2 1 3)) (/= (vec2 1 1) (vec2 2 2) (vec2 3 3)) (= (vec2 1 1) 5))";
    assert_eq!(shown(&mut e, text), "(t nil t nil t nil)");
    // Numbers have the instructions that they had, beside objects and each other.
    let text = "(let ((sum 0) (v (vec2 0 0)))
                  (dotimes (i 10) (when (and (> i 5) (< 2 i 9)) (setq sum (+ sum (* i 2)) v (+ v (* 2 (vec2 i i))))))
                  (list sum v (- 7 sum) (/ 1 4) (> 1/2 0.25)))";
    assert_eq!(shown(&mut e, text), "(42 #<vec2 42 42> -35 1/4 t)");
    let error = e.eval::<()>("(defproc divide (n) (+ n\n 'a)) (divide 5)").unwrap_err();
    assert_eq!(error.message(), "+: argument 2 must be a number, got a");
    // A name that means something else is left alone.
    let mut e = engine();
    e.define(">", |_: Value, _: Value| "the host's");
    e.register::<Vec2>();
    assert_eq!(shown(&mut e, "(> (vec2 1 1) (vec2 2 2))"), r#""the host's""#);
    Ok(())
}

#[test]
fn a_copy_has_what_follows_from_a_method() -> Result<(), Error> {
    let mut e = engine();
    e.register::<Vec2>();
    e.run("(defproc most (a b) (if (> a b) a b)) (defproc sum (&rest all) (apply + all))")?;
    let mut copy = e.snapshot()?.engine();
    copy.register::<Vec2>();
    assert_eq!(shown(&mut copy, "(most (vec2 1 1) (vec2 2 2))"), "#<vec2 2 2>");
    assert_eq!(shown(&mut copy, "(sum (vec2 1 1) (vec2 2 2) (vec2 3 3))"), "#<vec2 6 6>");
    Ok(())
}

#[test]
fn an_operator_is_for_what_is_compiled_after_it() -> Result<(), Error> {
    let mut e = engine();
    e.run("(defproc twice (x) (+ x x)) (defproc both (x) (list (twice x) (apply + (list x x))))")?;
    e.register::<Vec2>();
    let numbers = "this call of `+` is arithmetic: it is in the library, or was compiled before `+` had methods";
    for text in ["(twice (vec2 1 2))", "(setq x (vec2 1 2)) (inc! x (vec2 3 4))"] {
        let error = e.eval::<()>(text).unwrap_err();
        assert_eq!((error.code(), error.help()), (Code::WrongType, Some(numbers)), "{text}: {error}");
    }
    // Of what no method is for, the advice is that without methods.
    let mut plain = engine();
    for text in ["(+ 1 \"2\")", "(+ \"a\" \"b\")", "(sort '(3 1 a) <)", "(+ 1 nil)", "(< 'a 1)"] {
        let (error, without) = (e.eval::<()>(text).unwrap_err(), plain.eval::<()>(text).unwrap_err());
        assert_eq!((error.message(), error.help()), (without.message(), without.help()), "{text}");
    }
    assert_eq!(e.eval::<i64>("(twice 2)")?, 4);
    e.run("(defproc twice (x) (+ x x))")?;
    assert_eq!(shown(&mut e, "(both (vec2 1 2))"), "(#<vec2 2 4> #<vec2 2 4>)");
    assert_eq!(e.eval::<Vec<i64>>("(both 2)")?, [4, 4]);
    Ok(())
}

struct Circle(f64);

impl HostType for Circle {
    const NAME: &'static str = "circle";

    fn describe(class: &mut Class<'_, Circle>) {
        class.define("circle", Circle);
        class.define_method("area", |c: &Circle| c.0 * c.0 * 3.0).parameters(["shape"]).doc("How large a circle is.");
        class.define_method("grow!", |c: &mut Circle, by: f64| c.0 += by);
    }
}

struct Square(f64);

impl HostType for Square {
    const NAME: &'static str = "square";

    fn describe(class: &mut Class<'_, Square>) {
        class.define("square", Square);
        class.define_method("area", |s: &Square| s.0 * s.0).parameters(["shape"]).doc("How large a square is.");
        class.define_method("fits?", |s: &Square, c: Ref<'_, Circle>| 2.0 * c.0 <= s.0);
        class.define_method("fits?", |s: &Square, other: Ref<'_, Square>| other.0 <= s.0);
    }
}

fn shapes() -> Engine {
    let mut e = engine();
    // The methods of squares are for circles, too, which are not there yet.
    e.register::<Square>();
    e.register::<Circle>();
    e
}

#[test]
fn a_method_is_chosen_by_types_of_the_host() -> Result<(), Error> {
    let mut e = shapes();
    assert_eq!(e.eval::<Vec<f64>>("(map-with area (list (circle 2) (square 3)))")?, [12.0, 9.0]);
    assert_eq!(e.eval::<f64>("(setq c (circle 1)) (grow! c 2) (area c)")?, 27.0);
    assert_eq!(
        e.eval::<Vec<bool>>("(list (fits? (square 2) (circle 1)) (fits? (square 2) (square 3)))")?,
        [true, false]
    );
    // Programs have methods beside them, and so has the host afterwards.
    e.run("(defmethod area ((n number)) t n) (defproc area-of-all shapes (map-with area shapes))")?;
    e.define_method("area", |text: &str| text.len());
    e.define_method("area", |cx: &mut Context<'_>, f: Handle, x: i64| cx.call::<i64>(&f, (x,)));
    assert_eq!(e.eval::<Vec<i64>>("(list (area 7) (area \"four\") (area (lambda (x) (* x x)) 5))")?, [7, 4, 25]);

    let error = e.eval::<()>("(area 'x)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::NoMethod, "area: no method fits the arguments x"));
    let there =
        "(area (shape square)), (area (shape circle)), (area (n number)), (area (a string)), (area a (b integer))";
    assert_eq!(error.help(), Some(&*format!("the methods are: {there}")));
    assert_eq!(code(e.eval::<()>("(area (circle 1) (circle 1) 1)")), Code::NoMethod);
    assert_eq!(code(e.eval::<()>("(fits? (circle 2) (circle 1))")), Code::NoMethod);
    // A value of the right type that the parameter cannot be made of.
    let error = e.eval::<()>("(area car 100000000000000000000)").unwrap_err();
    assert!(error.message().contains("argument 2 must be an integer of 64 bits"), "{error}");

    let d = e.docs().describe("area").unwrap();
    assert_eq!(d.usage[..3], ["(area (shape square))", "(area (shape circle))", "(area (n number))"]);
    assert!(d.text.contains("How large a circle is.") && d.text.contains("How large a square is."), "{}", d.text);
    Ok(())
}

#[test]
fn a_method_is_chosen_by_types_of_rust() -> Result<(), Error> {
    let mut e = engine();
    e.define_method("kind", |_: i64| "integer");
    e.define_method("kind", |_: f64| "number");
    e.define_method("kind", |_: &str| "string");
    e.define_method("kind", |_: char| "character");
    e.define_method("kind", |_: Symbol| "symbol");
    e.define_method("kind", |_: klammer::Keyword| "keyword");
    e.define_method("kind", |_: Vec<Value>| "list");
    e.define_method("kind", |_: Array<Value>| "array");
    e.define_method("kind", |_: Table<Value, Value>| "table");
    e.define_method("kind", |_: Handle| "other");
    let text = "(map-with kind (list 5 100000000000000000000 2.5 1/2 \"a\" #\\a 'a :a '(1) (list->array '(1 2)) (make-table) car))";
    let expected = [
        "integer", "number", "number", "number", "string", "character", "symbol", "keyword", "list", "array", "table",
        "other",
    ];
    let error = e.eval::<Vec<String>>(text).unwrap_err();
    assert!(error.message().contains("64 bits"), "{error}");
    e.define_method("kind", |_: klammer::BigInteger| "integer");
    let kinds: Vec<String> = e.eval(text)?;
    assert_eq!((&*kinds[1], &kinds[2..]), ("integer", &expected.map(String::from)[2..]));
    assert_eq!(kinds[0], "integer");
    Ok(())
}

#[test]
fn optional_parameters_make_methods_per_arity() -> Result<(), Error> {
    let mut e = engine();
    e.define_method("cut", |text: String, from: usize, to: Option<usize>| {
        text.get(from..to.unwrap_or(text.len())).unwrap_or_default().to_string()
    })
    .parameters(["text", "from", "to"]);
    e.define_method("cut", |n: i64| n);
    assert_eq!(
        e.eval::<Vec<String>>("(list (cut \"abcd\" 1) (cut \"abcd\" 1 2) (cut \"abcd\" 1 nil))")?,
        ["bcd", "b", "bcd"]
    );
    assert_eq!(e.eval::<i64>("(cut 5)")?, 5);
    let error = e.eval::<()>("(cut \"a\")").unwrap_err();
    let there = "(cut (text string) (from integer)), (cut (text string) (from integer) to), (cut (a integer))";
    assert_eq!(error.help(), Some(&*format!("the methods are: {there}")));
    assert_eq!(
        e.docs().describe("cut").unwrap().usage,
        ["(cut (text string) (from integer))", "(cut (text string) (from integer) to)", "(cut (a integer))"]
    );
    Ok(())
}

#[test]
fn impossible_methods_are_warnings() {
    let mut e = engine();
    e.define_method("all", |_: i64, rest: Rest<i64>| rest.len()).doc("None.");
    let warnings = e.warnings();
    assert!(warnings[0].message().starts_with("all: a method of the host takes a `Rest`"), "{warnings:?}");
    assert_eq!(code(e.eval::<()>("(all 1 2)")), Code::UnboundVariable);
    e.define_method("named", |a: i64, _b: i64| a).parameters(["a", "&key", "b"]);
    assert!(e.warnings()[0].message().contains("by keyword"), "{:?}", e.warnings());
    assert_eq!(code(e.eval::<()>("(named 1 2)")), Code::Host);
}

#[test]
fn a_method_replaces_the_one_for_the_same_types() -> Result<(), Error> {
    let mut e = engine();
    e.define_method("f", |_: i64| 1);
    e.run("(defproc g () (f 0))")?;
    e.define_method("f", |_: i64| 2);
    assert_eq!(e.eval::<i64>("(g)")?, 2);
    assert_eq!(e.docs().describe("f").unwrap().usage.len(), 1);
    e.run("(defmethod f ((n integer)) t 3)")?;
    assert_eq!(e.eval::<i64>("(g)")?, 3);
    // A function of that name is one function again.
    e.define("f", |_: i64| 4);
    assert_eq!(e.eval::<i64>("(g)")?, 4);
    e.define_method("f", |_: &str| 5);
    assert_eq!(e.eval::<Vec<i64>>("(list (g) (f \"\"))")?, [4, 5]);
    Ok(())
}

#[test]
fn copies_have_the_methods() -> Result<(), Error> {
    let mut e = engine();
    let mut calls = 0;
    e.module("shapes", |module| {
        module.register::<Vec2>();
        module.define_method("area", |_: i64| 1);
        module.define_method("area", |cx: &mut Context<'_>, _: &str| cx.call::<i64>("length", (vec![1, 2],)));
        module.define_method("area", |_: Symbol| 3);
    });
    e.run("(require 'shapes)")?;
    e.define_method("area", move |_: char| {
        calls += 1;
        calls
    });
    let text = "(list (area 5) (area \"a\") (area 'a))";
    assert_eq!(e.eval::<Vec<i64>>(text)?, [1, 2, 3]);
    assert_eq!(shown(&mut e, "(+ (vec2 1 2) (vec2 1 2))"), "#<vec2 2 4>");
    let mut copy = e.snapshot()?.engine();
    assert_eq!(copy.eval::<Vec<i64>>(text)?, [1, 2, 3]);
    assert_eq!(shown(&mut copy, "(+ (vec2 1 2) (vec2 1 2))"), "#<vec2 2 4>");
    // That one belongs to the first engine, until the copy is given one.
    assert_eq!(e.eval::<i64>("(area #\\a)")?, 1);
    assert_eq!(code(copy.eval::<i64>("(area #\\a)")), Code::Host);
    copy.define_method("area", |_: char| 9);
    assert_eq!(copy.eval::<i64>("(area #\\a)")?, 9);
    Ok(())
}

#[test]
fn methods_are_defined_with_little_limit_left() {
    let mut e = limited(Limits { ticks: Some(1000), ..Limits::default() });
    e.run("(defmethod f ((a pair)) t 1) (defmethod f ((a symbol)) t 1)").unwrap();
    assert_eq!(code(e.eval::<()>("(while t)")), Code::OutOfTicks);
    e.define_method("f", |_: i64| 2);
    assert_eq!(e.warnings().len(), 0);
    assert_eq!(e.eval::<i64>("(f 1)").unwrap(), 2);
}

#[test]
fn an_object_lent_to_a_method_has_one_owner() {
    let mut e = shapes();
    e.define_method("swap!", |a: &mut Circle, mut b: RefMut<'_, Circle>| std::mem::swap(a, &mut *b));
    assert_eq!(e.eval::<f64>("(setq a (circle 1) b (circle 2)) (swap! a b) (area a)").unwrap(), 12.0);
    assert_eq!(code(e.eval::<()>("(swap! a a)")), Code::Host);
    assert_eq!(e.eval::<f64>("(area a)").unwrap(), 12.0);
}
