//! Functions of the host that call back or evaluate texts.

use std::cell::RefCell;
use std::error::Error as _;
use std::fmt;
use std::sync::{Arc, Mutex};

use klammer::inspect::ProfileUnit;
use klammer::{Code, Context, Engine, Error, Handle, HostError, Limits, Step, Symbol};

use super::{code, engine, limited};

/// With `call`, which calls a function without arguments and returns what it returns, and `each`, which calls one on
/// each element.
fn calling() -> Engine {
    with_callers(engine())
}

fn with_callers(mut e: Engine) -> Engine {
    e.define("call", |cx: &mut Context<'_>, f: Handle| cx.call::<Handle>(&f, ()));
    e.define("each", |cx: &mut Context<'_>, f: Handle, items: Vec<Handle>| -> Result<(), Error> {
        items.iter().try_for_each(|x| cx.call(&f, (x,)))
    });
    // The function goes on, whatever the call returns.
    e.define("ignore", |cx: &mut Context<'_>, f: Handle| cx.call::<Handle>(&f, ()).is_ok());
    e
}

#[test]
fn a_given_function_is_called_by_handle_or_name() {
    let mut e = calling();
    e.define("apply2", |cx: &mut Context<'_>, f: Handle, a: i64, b: i64| cx.call::<i64>(&f, (a, b)));
    e.define("sort-with", |cx: &mut Context<'_>, f: Handle, mut items: Vec<i64>| {
        let mut failed = None;
        items.sort_by(|a, b| match cx.call::<bool>(&f, (*a, *b)) {
            Ok(true) => std::cmp::Ordering::Less,
            Ok(false) => std::cmp::Ordering::Greater,
            Err(error) => {
                failed.get_or_insert(error);
                std::cmp::Ordering::Equal
            }
        });
        failed.map_or(Ok(items), Err)
    });
    e.define("by-name", |cx: &mut Context<'_>, name: String, x: i64| cx.call::<i64>(&name, (x,)));
    assert_eq!(e.eval::<i64>("(apply2 + 1 2)").unwrap(), 3);
    assert_eq!(e.eval::<i64>("(apply2 (let ((k 10)) (lambda (a b) (* k (- a b)))) 1 2)").unwrap(), -10);
    assert_eq!(e.eval::<Vec<i64>>("(sort-with > '(3 1 2))").unwrap(), [3, 2, 1]);
    assert_eq!(code(e.eval::<()>("(sort-with (lambda (a b) (car 1)) '(3 1 2))")), Code::WrongType);
    assert_eq!(e.eval::<i64>("(defproc twice (x) (* 2 x)) (by-name \"twice\" 4)").unwrap(), 8);
    assert_eq!(code(e.eval::<()>("(by-name \"no-such\" 4)")), Code::UnboundVariable);
    assert_eq!(e.eval::<i64>("(call (lambda () (call (lambda () (call (lambda () 5))))))").unwrap(), 5);
    assert_eq!(code(e.eval::<()>("(apply2 5 1 2)")), Code::NotAFunction);
    assert_eq!(e.eval::<Vec<i64>>("(map-with (lambda (n) (apply2 + n 1)) '(1 2))").unwrap(), [2, 3]);
    assert_eq!(e.eval::<i64>("(apply apply2 (list + 1 2))").unwrap(), 3);
    assert_eq!(e.eval::<i64>("(apply2 (lambda (a b) (call/cc (lambda (k) (k (+ a b))))) 1 2)").unwrap(), 3);
}

#[test]
fn all_arguments_arrive_at_any_depth() {
    let mut e = calling();
    e.define(
        "sum-of-nine",
        |_: &mut Context<'_>, a: i64, b: i64, c: i64, d: [i64; 4], e: i64, f: i64, g: i64, h: i64| {
            [a, b, c, e, f, g, h].iter().chain(&d).sum::<i64>()
        },
    );
    assert_eq!(e.eval::<i64>("(sum-of-nine 1 2 3 '(4 5 6 7) 8 9 10 11)").unwrap(), 66);
    assert_eq!(e.eval::<i64>("(apply sum-of-nine (list 1 2 3 '(4 5 6 7) 8 9 10 11))").unwrap(), 66);
    e.define("power", |_: &mut Context<'_>, base: i64, exponent: Option<u32>, minus: Option<bool>| {
        base.pow(exponent.unwrap_or(2)) * if minus.is_some() { -1 } else { 1 }
    })
    .parameters(["base", "&key", "exponent", "minus"]);
    assert_eq!(e.eval::<Vec<i64>>("(list (power 3) (power 2 :minus t :exponent 5))").unwrap(), [9, -32]);
    // A function that is called inside of itself, then again, and one whose call fails on the way.
    e.define("count-down", |cx: &mut Context<'_>, n: i64, f: Handle| -> Result<i64, Error> {
        if n == 0 { cx.call(&f, ()) } else { Ok(1 + cx.call::<i64>("count-down", (n - 1, f))?) }
    });
    for _ in 0..3 {
        assert_eq!(e.eval::<i64>("(count-down 20 (lambda () 5))").unwrap(), 25);
        assert_eq!(code(e.eval::<()>("(count-down 20 (lambda () (car 1)))")), Code::WrongType);
    }
}

#[test]
fn throws_out_of_callbacks_keep_their_kind() {
    let mut e = calling();
    assert_eq!(e.eval::<i64>("(catch 'found (each (lambda (x) (if (> x 1) (throw 'found x))) '(1 2 3)))").unwrap(), 2);
    assert_eq!(e.eval::<i64>("(block b (each (lambda (x) (if (> x 1) (return-from b x))) '(1 2 3)))").unwrap(), 2);
    let text = "(setq log nil)
        (catch 'a (unwind-protect (call (lambda () (unwind-protect (throw 'a 1) (setq log (cons 'inner log)))))
                    (setq log (cons 'outer log))))
        (format nil \"~a\" log)";
    assert_eq!(e.eval::<String>(text).unwrap(), "(outer inner)");
    // The condition is the same one, with its place.
    let error = e.eval::<()>("(call\n (lambda ()\n  (car 1)))").unwrap_err();
    assert_eq!((error.code(), error.place().map(|p| (p.line(), p.column()))), (Code::WrongType, Some((3, 3))));
    assert_eq!(
        e.eval::<String>(
            "(catch-and-apply 'error (lambda (tag c) (condition-message c)) (call (lambda () (error \"no\" 1))))"
        )
        .unwrap(),
        "no 1"
    );
    let error = e.eval::<()>("(call (lambda () (throw 'nowhere 1)))").unwrap_err();
    assert_eq!(error.code(), Code::UncaughtThrow);
    assert!(error.message().contains("nowhere"), "{error}");
    // A function of the host may deal with it.
    assert!(!e.eval::<bool>("(ignore (lambda () (car 1)))").unwrap());
    assert_eq!(e.eval::<i64>("(catch 'a (ignore (lambda () (throw 'a 1))) 2)").unwrap(), 2);
}

#[test]
fn continuations_do_not_cross_a_host_function() {
    let mut e = calling();
    let entered = "(call/cc (lambda (k) (call (lambda () (k 5)))))";
    assert_eq!(code(e.eval::<()>(entered)), Code::Continuation);
    let again =
        "(setq k nil) (setq n 0) (call (lambda () (call/cc (lambda (c) (setq k c))))) (inc! n) (if (< n 3) (k 1)) n";
    assert_eq!(code(e.eval::<i64>(again)), Code::Continuation);
    assert_eq!(e.eval::<i64>("(call (lambda () (+ 1 (call/cc (lambda (k) (k 5))))))").unwrap(), 6);
    // Continuations of earlier top-level forms cannot be entered from inside of one either.
    e.eval::<()>("(setq top nil) (+ 0 (call/cc (lambda (c) (setq top c) 1)))").unwrap();
    assert_eq!(code(e.eval::<()>("(call (lambda () (top 1)))")), Code::Continuation);
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

#[test]
fn limits_pass_whatever_the_host_does_with_them() {
    let limits = Limits { ticks: Some(100_000), ..Limits::default() };
    let mut e = with_callers(limited(limits.clone()));
    assert_eq!(code(e.eval::<()>("(call (lambda () (while t)))")), Code::OutOfTicks);
    assert_eq!(code(e.eval::<()>("(ignore (lambda () (while t))) 1")), Code::OutOfTicks);
    assert_eq!(
        code(e.eval::<()>("(catch nil (ignore (lambda () (ignore (lambda () (while t)))))) 1")),
        Code::OutOfTicks
    );
    assert_eq!(e.usage().ticks, 100_000);
    // A call from the host is on the same account.
    assert_eq!(code(e.eval::<()>("(while t (call (lambda () 1)))")), Code::OutOfTicks);
    *e.limits_mut() = Limits { memory: 4 << 20, ..Limits::default() };
    assert_eq!(
        code(e.eval::<()>("(ignore (lambda () (let ((l nil)) (while t (setq l (cons 1 l))))))")),
        Code::OutOfMemory
    );
    *e.limits_mut() = Limits { depth: Some(1000), ..Limits::default() };
    assert_eq!(code(e.eval::<()>("(defproc f (n) (+ 1 (f n))) (ignore (lambda () (f 1)))")), Code::TooDeep);
    *e.limits_mut() = Limits::default();
    assert_eq!(e.eval::<i64>("(call (lambda () (+ 1 2)))").unwrap(), 3);
    let status = e.eval::<()>("(ignore (lambda () (exit 7))) 1").unwrap_err().exit_status();
    assert_eq!(status, Some(7));
    let interrupt = e.interrupt();
    e.define("stop", move || interrupt.interrupt());
    assert_eq!(code(e.eval::<()>("(ignore (lambda () (stop))) 1")), Code::Interrupted);
}

#[test]
fn after_a_limit_a_host_function_runs_nothing() {
    let mut e = limited(Limits { ticks: Some(10_000), ..Limits::default() });
    let seen = Arc::new(Mutex::new(Vec::new()));
    let codes = Arc::clone(&seen);
    e.define("try-all", move |cx: &mut Context<'_>, f: Handle| {
        let mut codes = codes.lock().unwrap();
        codes.push(code(cx.call::<()>(&f, ())));
        codes.push(code(cx.call::<()>("list", ())));
        codes.push(code(cx.handle(1)));
        codes.push(code(cx.write("more")));
        codes.push(code(cx.charge(1)));
    });
    assert_eq!(code(e.eval::<()>("(try-all (lambda () (while t)))")), Code::OutOfTicks);
    assert_eq!(*seen.lock().unwrap(), [Code::OutOfTicks; 5]);
    assert_eq!(e.eval::<i64>("(length (list 1 2))").unwrap(), 2);
}

#[test]
fn calls_through_the_host_count_as_nesting() {
    let mut e = calling();
    e.eval::<()>("(defproc down (n) (if (= n 0) 0 (+ 1 (call (lambda () (down (- n 1)))))))").unwrap();
    assert_eq!(e.eval::<i64>("(down 40)").unwrap(), 40);
    let error = e.eval::<i64>("(down 100000)").unwrap_err();
    assert_eq!(error.code(), Code::TooComplex);
    assert!(error.message().contains("functions of the host that call back"), "{error}");
    assert_eq!(e.eval::<i64>("(down 40)").unwrap(), 40);
    // The whole way is in the trace.
    let error =
        e.eval::<()>("(defproc inner () (car 1)) (defproc outer () (list (call inner))) (list (outer))").unwrap_err();
    let names: Vec<&str> = error.trace().iter().map(|f| f.function.as_str()).collect();
    assert!(names.contains(&"inner") && names.contains(&"outer"), "{names:?}");
}

#[test]
fn handles_stay_alive_during_callbacks() {
    let mut e = calling();
    e.inspect().stress_collector(true);
    e.define("keep", |cx: &mut Context<'_>, f: Handle, mut kept: Vec<Handle>| -> Result<Vec<Handle>, Error> {
        let own = cx.handle(vec!["fresh", "values"])?;
        cx.call::<()>(&f, ())?;
        kept.push(own);
        Ok(kept)
    });
    let text = "(let ((a (list 1 2)))
        (format nil \"~s\" (cons a (keep (lambda () (dotimes (i 1000) (list i i)) (collect-garbage))
                                         (list (list 3) (vector 4 \"x\"))))))";
    assert_eq!(e.eval::<String>(text).unwrap(), "((1 2) (3) #(4 \"x\") (\"fresh\" \"values\"))");
}

#[test]
fn throws_and_handles_leave_nothing_behind() {
    let mut e = with_callers(limited(Limits { memory: 2 << 20, ..Limits::default() }));
    e.eval::<()>("(dotimes (i 50000) (catch 'a (call (lambda () (throw 'a i)))) (ignore (lambda () (car i))))")
        .unwrap();
    assert!(e.usage().memory < 2 << 20);
}

#[test]
fn a_panic_within_calls_is_an_error_like_others() {
    let mut e = calling();
    e.define("burst", |cx: &mut Context<'_>, f: Handle| -> i64 {
        let n: i64 = cx.call(&f, ()).unwrap();
        panic!("at {n}")
    });
    let error = e.eval::<()>("(call (lambda () (burst (lambda () 5))))").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::HostPanic, "burst: the host's function panicked: at 5"));
    assert_eq!(
        e.eval::<i64>("(catch-and-apply 'error (lambda (tag c) 1) (burst (lambda () (burst (lambda () 5)))))").unwrap(),
        1
    );
    assert_eq!(e.eval::<i64>("(call (lambda () 3))").unwrap(), 3);
}

/// An error of a host with something in it.
#[derive(Debug)]
enum Failure {
    Own(u32),
    Script(Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Own(n) => write!(f, "number {n}"),
            Failure::Script(_) => write!(f, "the script has failed"),
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Failure::Own(_) => None,
            Failure::Script(error) => Some(error),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Script(error)
    }
}

#[test]
fn errors_of_the_host_keep_what_is_in_them() {
    let mut e = engine();
    e.define("fail", |n: u32| Err::<(), _>(Failure::Own(n)));
    e.define("wrap", |cx: &mut Context<'_>, f: Handle| -> Result<i64, Failure> { Ok(cx.call(&f, ())?) });
    e.define("data", |cx: &mut Context<'_>, x: i64| -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let data = [cx.handle(x)?, cx.handle(Symbol::new("b"))?];
        Err(HostError::new("too much").with_code(Code::BadValue).with_help("take less").with_data(data).into())
    });
    let error = e.eval::<()>("(fail 7)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::Host, "number 7"));
    assert!(matches!(error.source().and_then(|s| s.downcast_ref()), Some(Failure::Own(7))));
    // It is there after having been caught and thrown again.
    let again = e.eval::<()>("(catch-and-apply 'error (lambda (tag c) (error c)) (fail 8))").unwrap_err();
    assert!(matches!(again.source().and_then(|s| s.downcast_ref()), Some(Failure::Own(8))));
    // An error that the host wraps is the host's.
    let error = e.eval::<()>("(wrap (lambda () (car 1)))").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::Host, "the script has failed"));
    let inner = error.source().and_then(|s| s.source()).and_then(|s| s.downcast_ref::<Error>());
    assert_eq!(inner.map(Error::code), Some(Code::WrongType));
    // Control is not.
    assert_eq!(e.eval::<i64>("(catch 'a (wrap (lambda () (throw 'a 5))))").unwrap(), 5);
    let text = "(catch-and-apply 'error (lambda (tag c) (list (condition-code c) (condition-irritants c))) (data 9))";
    assert_eq!(e.eval::<(Symbol, (i64, Symbol))>(text).unwrap(), ("bad-value".into(), (9, "b".into())));
    let error = e.eval::<()>("(data 9)").unwrap_err();
    assert_eq!((error.message(), error.help()), ("too much", Some("take less")));
    assert_eq!(error.irritants(), ["9", "b"]);
}

/// An error that the host reports about the result of a program's function has that function's place.
#[test]
fn an_error_may_belong_to_a_programs_function() {
    let mut e = engine();
    e.define("price", |cx: &mut Context<'_>, f: Handle| -> Result<i64, Box<dyn std::error::Error + Send + Sync>> {
        let price: i64 = cx.call(&f, ())?;
        let wrong = || HostError::new("a price is not negative").with_code(Code::BadValue).with_blame(f);
        if price < 0 { Err(wrong().into()) } else { Ok(price) }
    });
    let text = "(defproc fair () 7)\n(defproc mean () -7)\n";
    e.eval::<()>(text).unwrap();
    assert_eq!(e.eval::<i64>("(price fair)").unwrap(), 7);
    let error = e.eval::<()>(("later", "\n\n\n(price mean)")).unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::BadValue, "a price is not negative"));
    assert_eq!(error.place().map(|place| place.line()), Some(2));
    assert_eq!(error.trace().first().map(|call| call.function.as_str()), Some("mean"));
    // A function without a text of the program is not to blame.
    let error = e.eval::<()>(("later", "\n\n\n(defmethod odd () t -1)\n(price odd)")).unwrap_err();
    assert_eq!(error.place().map(|place| place.line()), Some(5));
}

#[test]
fn an_error_belongs_to_its_engine() {
    let mut e = calling();
    let kept = Arc::new(Mutex::new(None));
    let keep = Arc::clone(&kept);
    e.define("keep-error", move |cx: &mut Context<'_>, f: Handle| *keep.lock().unwrap() = cx.call::<()>(&f, ()).err());
    e.eval::<()>("(catch 'later (keep-error (lambda () (throw 'later 5))))").unwrap();
    let keep = Arc::clone(&kept);
    e.define("raise", move || keep.lock().unwrap().clone().map_or(Ok(()), Err));
    assert_eq!(e.eval::<i64>("(catch 'later (raise))").unwrap(), 5, "also in a later evaluation");
    let mut other = engine();
    other.define("raise", move || kept.lock().unwrap().clone().map_or(Ok(()), Err));
    assert_eq!(code(other.eval::<i64>("(catch 'later (raise))")), Code::Host);
}

#[test]
fn data_of_the_host_is_found_by_its_type() {
    #[derive(Debug, PartialEq)]
    struct Counter(i64);
    let mut e = engine();
    assert!(e.data::<Counter>().is_none());
    assert_eq!(e.data().replace(Counter(1)), None);
    assert_eq!(e.data().replace(Counter(5)), Some(Counter(1)));
    *e.data() = Some(String::from("other"));
    e.define("count", |cx: &mut Context<'_>| cx.data::<Counter>().map(|c| std::mem::replace(&mut c.0, 100)));
    e.define("text", |cx: &mut Context<'_>| cx.data::<String>().cloned());
    e.define("none", |cx: &mut Context<'_>| cx.data::<u8>().is_none());
    assert_eq!(e.eval::<Vec<i64>>("(list (count) (count))").unwrap(), [5, 100]);
    assert_eq!(e.eval::<String>("(text)").unwrap(), "other");
    assert!(e.eval::<bool>("(none)").unwrap());
}

#[test]
fn loans_last_for_the_call_and_nested_calls() {
    struct Names(Vec<String>);
    let mut e = calling();
    e.define("note", |cx: &mut Context<'_>, n: i64| cx.lent::<Vec<i64>>().map(|v| v.push(n)).is_some());
    e.define("name", |cx: &mut Context<'_>, n: String| cx.lent::<Names>().map(|v| v.0.push(n)).is_some());
    e.eval::<()>(
        "(defproc turn (n) (dotimes (i n) (note i)) (call (lambda () (note 10) (call (lambda () (note 11))))))",
    )
    .unwrap();
    let mut numbers: Vec<i64> = Vec::new();
    e.with().lend(&mut numbers).call::<()>("turn", (2,)).unwrap();
    assert_eq!(numbers, [0, 1, 10, 11]);
    // Nothing is kept.
    assert!(!e.eval::<bool>("(note 1)").unwrap());
    // Several, and by handle; also when it fails.
    let mut names = Names(Vec::new());
    let f: Handle = e.eval("(lambda () (note 1) (name \"a\") (apply note '(2)) (car 1))").unwrap();
    assert_eq!(code(e.with().lend((&mut numbers, &mut names)).call::<()>(&f, ())), Code::WrongType);
    assert_eq!((numbers.len(), names.0.as_slice()), (6, &["a".to_string()][..]));
}

/// Functions that call each other through the host at random, throw, return and exceed limits: each evaluation ends as
/// it does without the host between.
#[test]
fn random_calls_are_the_same_through_the_host() {
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    fn expression() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            (0..9i64).prop_map(|n| n.to_string()),
            Just("(throw 'a 1)".to_string()),
            Just("(throw 'b 2)".to_string()),
            Just("(error \"no\")".to_string()),
            Just("(car 5)".to_string()),
            Just("(setq n (+ n 1))".to_string()),
            Just("(return-from out 3)".to_string()),
        ];
        leaf.prop_recursive(6, 40, 3, |inner| {
            prop_oneof![
                inner.clone().prop_map(|x| format!("(call (lambda () {x}))")),
                inner.clone().prop_map(|x| format!("(catch 'a {x})")),
                inner.clone().prop_map(|x| format!("(catch 'b {x})")),
                inner.clone().prop_map(|x| format!("(catch-and-apply 'error (lambda (tag c) 7) {x})")),
                inner.clone().prop_map(|x| format!("(unwind-protect {x} (setq n (+ n 10)))")),
                (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("(+ {x} {y})")),
                (inner.clone(), inner).prop_map(|(x, y)| format!("(progn {x} {y})")),
            ]
        })
    }

    let (through, plain) = (RefCell::new(calling()), RefCell::new(engine()));
    plain.borrow_mut().eval::<()>("(defproc call (f) (f))").unwrap();
    let mut runner = TestRunner::default();
    runner
        .run(&expression(), |text| {
            let text = format!("(setq n 0) (list (block out {text}) n)");
            let outcome = |e: &RefCell<Engine>| match e.borrow_mut().eval::<(i64, i64)>(&text) {
                Ok(value) => format!("{value:?}"),
                Err(error) => format!("{} {}", error.code().as_str(), error.message()),
            };
            prop_assert_eq!(outcome(&through), outcome(&plain), "{}", text);
            Ok(())
        })
        .unwrap();
}

#[test]
fn errors_of_callbacks_name_the_host_function() {
    let mut e = engine();
    e.define("call-back", |cx: &mut Context<'_>, f: Handle| cx.call::<i64>(&f, ()));
    let mut on = |text: &str| e.eval::<i64>(text).unwrap_err().message().to_string();
    let expected = "call-back: the value passed to it must be an integer of 64 bits, got \"text\"";
    assert_eq!(on("(call-back (lambda () \"text\"))"), expected);
    assert_eq!(on("(+ 1 (call-back (lambda () (call-back (lambda () \"text\")))))"), expected);
    assert_eq!(on("(call-back 5)"), "call-back: 5 is an integer and cannot be called");
    // An error inside of the callee has a place of its own.
    assert_eq!(on("(call-back (lambda () (5)))"), "5 is an integer and cannot be called");
    assert_eq!(on("\"text\""), "the result must be an integer of 64 bits, got \"text\"");
}

/// With `run`, which evaluates a text, and `try`, which does and goes on whatever comes of it.
fn running(limits: Limits) -> Engine {
    let mut e = crate::host::builder().limits(limits).build();
    e.define("run", |cx: &mut Context<'_>, text: String| cx.eval::<Handle>(&text));
    e.define("try", |cx: &mut Context<'_>, text: String| cx.eval::<Handle>(&text).map_err(|e| e.code()).is_ok());
    e
}

#[test]
fn a_text_has_the_names_of_the_code_that_called() {
    let mut e = running(Limits::default());
    e.run("(setq who 'host) (defproc ask () (list (run \"who\") 1))").unwrap();
    let (orc, elf) = (e.scope("orc").unwrap(), e.scope("elf").unwrap());
    for (namespace, name) in [(&orc, "orc"), (&elf, "elf")] {
        let text = format!(
            "(setq who '{name}) (defproc tell () (list (run \"who\") 2))
             (defproc tell-all () (map-with run (list \"who\")))
             (defproc extend () (run \"(defproc more () who)\") (list (more) 3))"
        );
        e.with().scope(namespace).run(&text).unwrap();
        // Whether a text of it is being evaluated or the host calls its function.
        for call in ["(car (tell))", "(car (tell-all))", "(car (extend))", "(more)", "(run \"who\")"] {
            let text = format!("(symbol->string {call})");
            assert_eq!(e.with().scope(namespace).eval::<String>(&text).unwrap(), name, "{call}");
        }
        assert_eq!(e.with().scope(namespace).eval::<String>("(symbol->string (car (ask)))").unwrap(), "host");
    }
    let (told, _): (klammer::Symbol, i64) = e.call((&elf, "tell"), ()).unwrap();
    assert_eq!(told.name(), "elf");
    assert_eq!(e.eval::<String>("(symbol->string (car (ask)))").unwrap(), "host");
    assert!(e.get::<Handle>("more").is_err());
    // Another one than that of the caller.
    let (its, theirs) = (orc.clone(), orc.clone());
    e.with()
        .scope(&elf)
        .define("in-orc", move |cx: &mut Context<'_>, text: String| cx.eval_in::<Handle>(&theirs, &text))
        .unwrap();
    e.define("in-orc", move |cx: &mut Context<'_>, text: String| cx.eval_in::<Handle>(&its, &text));
    assert_eq!(e.with().scope(&elf).eval::<String>("(symbol->string (in-orc \"who\"))").unwrap(), "orc");
    let error = e.eval::<()>("(in-orc \"\n(car 1)\")").unwrap_err();
    assert_eq!(error.place().unwrap().to_string(), "orc:2:1");
}

#[test]
fn errors_throws_and_limits_pass_unchanged() {
    let mut e = running(Limits { ticks: Some(20_000), ..Limits::default() });
    let error = e.eval::<()>("(run \"(defproc f (x)\n  (car x)) (f 5)\")").unwrap_err();
    assert_eq!((error.code(), error.place().unwrap().to_string()), (Code::WrongType, "<eval>:2:3".into()));
    assert_eq!(e.eval::<()>("(run \"(car (list 1 2)\")").unwrap_err().code(), Code::Unclosed);
    assert_eq!(e.eval::<()>("(run \"no-such\")").unwrap_err().code(), Code::UnboundVariable);
    assert_eq!(e.eval::<i64>("(catch 'out (+ 1000 (run \"(throw 'out 7)\")))").unwrap(), 7);
    assert!(!e.eval::<bool>("(try \"(car 1)\")").unwrap());
    assert!(e.eval::<bool>("(null? (ignore-errors (run \"(car 1)\")))").unwrap());
    // An error that nothing catches ends the evaluation, whatever the function does with it.
    assert_eq!(e.eval::<()>("(try \"(do () (nil) 1)\") (setq on 1)").unwrap_err().code(), Code::OutOfTicks);
    assert!(e.get::<i64>("on").is_err());
    let interrupt = e.interrupt();
    e.define("stop", move || interrupt.interrupt());
    let stopped = e.eval::<()>("(try \"(stop) (do () (nil) 1)\") (setq on 1)").unwrap_err();
    assert_eq!(stopped.code(), Code::Interrupted);
    e.interrupt().clear();
    assert!(e.get::<i64>("on").is_err());
    assert_eq!(e.eval::<i64>("(run \"(run \\\"(+ 1 2)\\\")\")").unwrap(), 3);
    let deep = e.eval::<()>("(defproc again () (run \"(again)\")) (again)").unwrap_err();
    assert!(matches!(deep.code(), Code::TooComplex | Code::OutOfTicks), "{deep}");
    assert_eq!(e.eval::<i64>("(run \"(+ 1 2)\")").unwrap(), 3);
}

#[test]
fn running_code_is_redefinable_texts_free_memory() {
    let mut e = running(Limits::default());
    let text = "(defproc f (n) (run \"(defproc f (n) 'new) (defproc g () 'new)\")
                                (dotimes (i 20000) (list i)) (list n (g)))
                (defproc g () 'old)
                (let ((first (f 1))) (repr (list first (f 2))))";
    let text = text.replace("(repr ", "(format nil \"~a\" ");
    assert_eq!(e.eval::<String>(&text).unwrap(), "((1 new) new)");
    // A function of the host that takes the place of the one that runs.
    e.define("replace", |cx: &mut Context<'_>, n: i64| -> Result<i64, Error> {
        cx.eval::<()>("(setq replace (lambda (n) (* 100 n)))")?;
        cx.eval::<i64>(&format!("(replace {n})"))
    });
    assert_eq!(e.eval::<(i64, i64)>("(list (replace 1) (replace 2))").unwrap(), (100, 200));
    // Many texts in one evaluation: what they are compiled to is garbage.
    e.run("(defproc many (n) (dotimes (i n) (run \"(let ((x (list 1 2 3))) (apply + x))\")))").unwrap();
    e.call::<()>("many", (2_000,)).unwrap();
    let before = e.usage().memory;
    e.call::<()>("many", (20_000,)).unwrap();
    let after = e.usage().memory;
    assert!(after < 2 * before + 1_000_000, "{before} bytes, {after} after ten times as many");
}

#[test]
fn a_run_in_steps_pauses_after_a_text() {
    let mut e = running(Limits::default());
    e.run("(setq seen 0) (defproc act () (run \"(dotimes (i 5000) (inc! seen))\") (run \"(inc! seen)\") seen)")
        .unwrap();
    let mut run = e.start::<i64>("act", ()).unwrap();
    assert!(matches!(run.step(&mut e, 100).unwrap(), Step::OutOfTicks));
    assert!(run.usage(&e).ticks >= 5000);
    assert!(e.get::<i64>("seen").unwrap() >= 5000);
    let value = loop {
        if let Step::Done(value) = run.step(&mut e, 100).unwrap() {
            break value;
        }
    };
    assert_eq!(value, 5001);
}

struct World {
    hits: Vec<i64>,
}

fn world_engine() -> Engine {
    let mut engine = crate::host::builder().build();
    engine.define("hit!", |cx: &mut Context<'_>, n: i64| cx.lent::<World>().map(|world| world.hits.push(n)).is_some());
    engine.define("rule!", |cx: &mut Context<'_>, text: String| cx.eval::<bool>(&text));
    engine
}

#[test]
fn loans_reach_all_forms_of_a_text() {
    let mut engine = world_engine();
    let orc = engine.scope("orc.lisp").unwrap();
    let mut world = World { hits: Vec::new() };
    engine.with().lend(&mut world).run("(hit! 1) (progn (hit! 2) (hit! 3)) (rule! \"(hit! 4)\")").unwrap();
    engine.with().scope(&orc).lend(&mut world).run("(defproc act () (hit! 5)) (act)").unwrap();
    let program = engine.compile(("rules.lisp", "(hit! 6)")).unwrap();
    assert!(engine.with().lend(&mut world).eval::<bool>(&program).unwrap());
    assert_eq!(world.hits, [1, 2, 3, 4, 5, 6]);
    // Afterwards nothing is lent.
    assert!(!engine.eval::<bool>("(hit! 7)").unwrap());
    assert!(!engine.with().scope(&orc).eval::<bool>("(act)").unwrap());
    assert!(engine.has((&orc, "act")).unwrap() && !engine.has("act").unwrap());
    // found: 2026-11-26, a dialect that compiles its top-level forms itself ran them itself, too
    for dialect in ["scheme", "common-lisp"] {
        let mut engine = world_engine();
        let mut world = World { hits: Vec::new() };
        engine.require(dialect).unwrap();
        engine.with().lend(&mut world).run("(hit! 1) (let ((n 2)) (hit! n))").unwrap();
        assert_eq!(world.hits, [1, 2], "{dialect}");
    }
}

#[test]
fn an_evaluation_has_its_name_and_namespace() {
    let mut engine = world_engine();
    let orc = engine.scope("orc.lisp").unwrap();
    engine.with().scope(&orc).run("(defproc strength () 10)").unwrap();
    let place = |error: Error| error.place().unwrap().to_string();
    let error = engine.with().scope(&orc).eval::<i64>("(car (strength))").unwrap_err();
    assert_eq!(place(error), "orc.lisp:1:1");
    let error = engine.with().scope(&orc).eval::<i64>(("console", "(car (strength))")).unwrap_err();
    assert_eq!(place(error), "console:1:1");
    // A program is begun with the names of a namespace, too, and a text checked.
    let program = engine.with().scope(&orc).check("(+ (strength) 1) (rol)").unwrap();
    assert_eq!((program.errors.len(), program.warnings.len()), (0, 1));
    let program =
        engine.compile(("late.lisp", "(setq total 0) (dotimes (i 100) (inc! total (strength))) total")).unwrap();
    let mut run = engine.with().scope(&orc).start::<i64>(&program, ()).unwrap();
    let mut steps = 1;
    while !matches!(run.step(&mut engine, 50).unwrap(), Step::Done(1_000)) {
        steps += 1;
    }
    assert!(steps > 1);
    assert!(!engine.has("total").unwrap() && engine.has((&orc, "total")).unwrap());
}

#[test]
fn a_file_in_a_namespace_gives_its_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orc.lisp");
    std::fs::write(&path, "(defproc act () (rol 3)) 'loaded").unwrap();
    let host = klammer::StdHost::closed().allow_reading_in(folder.path()).unwrap();
    let mut engine = crate::host::builder().host(host).build();
    let orc = engine.scope("orc").unwrap();
    let value: klammer::Symbol = engine.with().scope(&orc).eval(&path).unwrap();
    assert_eq!(value, "loaded");
    assert!(engine.warnings()[0].message().starts_with("rol is not defined"));
    assert_eq!(engine.warnings()[0].place().unwrap().line(), 1);
    assert!(engine.has((&orc, "act")).unwrap());
}

#[test]
fn a_host_function_reaches_namespaces_and_fails() {
    let mut engine = crate::host::builder().build();
    let orc = engine.scope("orc.lisp").unwrap();
    engine.with().scope(&orc).run("(setq anger 3)").unwrap();
    let its = orc.clone();
    engine.define("calm!", move |cx: &mut Context<'_>| -> Result<i64, Error> {
        let anger: i64 = cx.get((&its, "anger"))?;
        if anger == 0 {
            return cx.fail(klammer::HostError::new("it is calm").with_code(Code::BadValue));
        }
        cx.eval_in::<()>(&its, &format!("(setq anger {})", anger - 1))?;
        assert!(cx.has((&its, "anger"))? && !cx.has("anger")?);
        Ok(anger - 1)
    });
    assert_eq!(engine.eval::<i64>("(calm!) (calm!) (calm!)").unwrap(), 0);
    let error = engine.eval::<i64>("(+ 1\n (calm!))").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::BadValue, "it is calm"));
    assert_eq!(error.place().unwrap().line(), 2);
    assert!(
        engine
            .eval::<bool>("(catch-and-apply 'error (lambda (tag c) (= (condition-code c) 'bad-value)) (calm!))")
            .unwrap()
    );
}

#[test]
fn a_profile_sees_many_short_calls() {
    let mut engine = crate::host::builder().build();
    engine.eval::<()>("(defproc tick (n) (dotimes (i n) (gcd i 6))) (defproc rare () (list 1))").unwrap();
    let mut used = 0;
    let begun = std::time::Instant::now();
    engine.inspect().start_profile(ProfileUnit::Time);
    for call in 0..2_000 {
        engine.call::<()>("tick", (20,)).unwrap();
        used += engine.usage().ticks;
        if call % 100 == 0 {
            engine.call::<()>("rare", ()).unwrap();
            used += engine.usage().ticks;
        }
    }
    let profile = engine.inspect().stop_profile();
    let tick = profile.functions.iter().find(|f| f.name == "tick").unwrap();
    let gcd = profile.functions.iter().find(|f| f.name == "gcd").unwrap();
    // The host's own work between the calls is not their time.
    assert!(profile.time < begun.elapsed() && u128::from(profile.total()) == profile.time.as_nanos(), "{profile:?}");
    let own: u64 = profile.functions.iter().map(|f| f.own).sum();
    assert!(tick.total > own / 2 && own == profile.total() && gcd.calls == 40_000, "{profile:?}");
    // Calls that the host makes are counted, not estimated.
    assert!(tick.calls == 2_000 && !tick.is_estimate, "{profile:?}");
    assert_eq!(profile.ticks, used);
    // Steps, too.
    let mut run = engine.start::<()>("tick", (10_000,)).unwrap();
    engine.inspect().start_profile(ProfileUnit::Ticks);
    while !matches!(run.step(&mut engine, 40).unwrap(), Step::Done(())) {}
    let profile = engine.inspect().stop_profile();
    assert!(profile.ticks > 9_000 && profile.functions[0].name == "tick", "{profile:?}");
    assert_eq!(profile.functions[0].own, profile.total());
}

#[test]
fn two_things_of_one_type_cannot_be_lent_at_once() {
    let mut engine = world_engine();
    let (mut one, mut two) = (World { hits: Vec::new() }, World { hits: Vec::new() });
    engine.eval::<()>("(defproc strike () (hit! 1))").unwrap();
    let error = engine.with().lend((&mut one, &mut two)).call::<bool>("strike", ()).unwrap_err();
    assert_eq!(error.code(), Code::Host);
    assert!(error.message().starts_with("two loans have the type") && error.message().contains("World"), "{error}");
    assert!(engine.with().lend((&mut one, &mut two)).run("(strike)").is_err());
    let mut run = engine.start::<bool>("strike", ()).unwrap();
    assert!(engine.with().lend((&mut one, (&mut 5_i64, &mut two))).ticks(100).step(&mut run).is_err());
    assert!(one.hits.is_empty() && two.hits.is_empty());
    // The run has not begun, and can go on.
    assert!(matches!(engine.with().lend((&mut one, &mut 5_i64)).ticks(100).step(&mut run), Ok(Step::Done(true))));
}

#[test]
fn missing_names_are_reported_to_the_host() {
    let mut engine = crate::host::builder().build();
    let orc = engine.scope("orc.lisp").unwrap();
    let error = engine.call::<i64>((&orc, "on-hit"), ()).unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::UnboundVariable, "on-hit is not defined in the scope orc.lisp"));
    assert_eq!(error.irritants(), ["on-hit"]);
    assert_eq!(engine.get::<i64>("on-hit").unwrap_err().message(), "on-hit is not defined");
}

#[test]
fn a_check_obeys_the_limit_on_time() {
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let mut engine = crate::host::builder().limits(limits).build();
    let found = engine.check(("a.lisp", "(defproc f () 1) (defproc g () 2)"));
    assert_eq!(found.errors.iter().map(klammer::Error::code).collect::<Vec<_>>(), [Code::OutOfTime]);
}

/// An even number; the error has data, and blames a function.
struct Even(i64);

impl klammer::FromLisp for Even {
    const EXPECTED: &'static str = "an even number";

    fn from_lisp(value: klammer::FromContext<'_>) -> Result<Even, klammer::ConvertError> {
        let n = i64::from_lisp(value)?;
        let odd = || HostError::new("must be even").with_code(Code::BadValue).with_data([n, 2]);
        if n % 2 == 0 { Ok(Even(n)) } else { Err(odd().into()) }
    }
}

#[test]
fn an_error_of_a_conversion_keeps_its_data() {
    // found: 2026-11-27, a reader of the core's code
    let mut e = engine();
    e.define("half", |n: Even| n.0 / 2);
    let irritants = "(catch-and-apply 'error (lambda (tag c) (condition-irritants c)) (half 7))";
    assert_eq!(e.eval::<Vec<i64>>(irritants).unwrap(), [7, 2]);
    assert_eq!(e.eval::<i64>("(half 8)").unwrap(), 4);
    let error = e.eval::<i64>("(half 7)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::BadValue, "must be even"));
}

#[test]
fn a_throw_passes_through_errors_of_the_host() {
    // found: 2026-11-27, a reader of the core's code: a `HostError` stopped it
    let mut e = engine();
    e.define("pass", |cx: &mut Context<'_>, f: Handle| {
        cx.call::<i64>(&f, ()).map_err(|e| HostError::new("it has failed").with_source(e))
    });
    assert_eq!(e.eval::<i64>("(catch 'a (pass (lambda () (throw 'a 7))))").unwrap(), 7);
    assert_eq!(e.eval::<i64>("(pass (lambda () (car 5)))").unwrap_err().message(), "it has failed");
}
