//! Functions of the host that evaluate texts.

use klammer::{Code, Context, Engine, Error, Handle, Limits, Step};

/// With `run`, which evaluates a text, and `try`, which does and goes on whatever comes of it.
fn running(limits: Limits) -> Engine {
    let mut e = Engine::builder().limits(limits).build();
    e.define("run", |cx: &mut Context<'_>, text: String| cx.eval::<Handle>(&text));
    e.define("try", |cx: &mut Context<'_>, text: String| cx.eval::<Handle>(&text).map_err(|e| e.code()).is_ok());
    e
}

#[test]
fn a_text_has_the_names_of_the_code_that_called() {
    let mut e = running(Limits::default());
    e.exec("(setq who 'host) (defproc ask () (list (run \"who\") 1))").unwrap();
    let (orc, elf) = (e.namespace("orc").unwrap(), e.namespace("elf").unwrap());
    for (namespace, name) in [(&orc, "orc"), (&elf, "elf")] {
        let text = format!(
            "(setq who '{name}) (defproc tell () (list (run \"who\") 2))
             (defproc tell-all () (map-with run (list \"who\")))
             (defproc extend () (run \"(defproc more () who)\") (list (more) 3))"
        );
        e.eval_in::<()>(namespace, &text).unwrap();
        // Whether a text of it is being evaluated or the host calls its function.
        for call in ["(car (tell))", "(car (tell-all))", "(car (extend))", "(more)", "(run \"who\")"] {
            let text = format!("(symbol->string {call})");
            assert_eq!(e.eval_in::<String>(namespace, &text).unwrap(), name, "{call}");
        }
        assert_eq!(e.eval_in::<String>(namespace, "(symbol->string (car (ask)))").unwrap(), "host");
    }
    let (told, _): (klammer::Symbol, i64) = e.call((&elf, "tell"), ()).unwrap();
    assert_eq!(told.name(), "elf");
    assert_eq!(e.eval::<String>("(symbol->string (car (ask)))").unwrap(), "host");
    assert!(e.get::<Handle>("more").is_err());
    // Another one than that of the caller, until it is dropped.
    let (its, theirs) = (orc.clone(), orc.clone());
    e.define_in(&elf, "in-orc", move |cx: &mut Context<'_>, text: String| cx.eval_in::<Handle>(&theirs, &text))
        .unwrap();
    e.define("in-orc", move |cx: &mut Context<'_>, text: String| cx.eval_in::<Handle>(&its, &text));
    assert_eq!(e.eval_in::<String>(&elf, "(symbol->string (in-orc \"who\"))").unwrap(), "orc");
    let error = e.eval::<()>("(in-orc \"\n(car 1)\")").unwrap_err();
    assert_eq!(error.place().unwrap().to_string(), "orc:2:1");
    e.drop_namespace(&orc).unwrap();
    assert_eq!(e.eval::<()>("(in-orc \"who\")").unwrap_err().message(), "the namespace orc has been dropped");
}

#[test]
fn errors_throws_and_limits_go_through_as_what_they_are() {
    let mut e = running(Limits { fuel: Some(20_000), ..Limits::default() });
    let error = e.eval::<()>("(run \"(defproc f (x)\n  (car x)) (f 5)\")").unwrap_err();
    assert_eq!((error.code(), error.place().unwrap().to_string()), (Code::WrongType, "<eval>:2:3".into()));
    assert_eq!(e.eval::<()>("(run \"(car (list 1 2)\")").unwrap_err().code(), Code::Unclosed);
    assert_eq!(e.eval::<()>("(run \"no-such\")").unwrap_err().code(), Code::UnboundVariable);
    assert_eq!(e.eval::<i64>("(catch 'out (+ 1000 (run \"(throw 'out 7)\")))").unwrap(), 7);
    assert!(!e.eval::<bool>("(try \"(car 1)\")").unwrap());
    assert!(e.eval::<bool>("(null? (ignore-errors (run \"(car 1)\")))").unwrap());
    // What is caught nowhere ends the evaluation, whatever the function makes of it.
    assert_eq!(e.eval::<()>("(try \"(do () (nil) 1)\") (setq on 1)").unwrap_err().code(), Code::OutOfFuel);
    assert!(e.get::<i64>("on").is_err());
    let interrupt = e.interrupt_handle();
    e.define("stop", move || interrupt.interrupt());
    let stopped = e.eval::<()>("(try \"(stop) (do () (nil) 1)\") (setq on 1)").unwrap_err();
    assert_eq!(stopped.code(), Code::Interrupted);
    assert!(e.get::<i64>("on").is_err());
    assert_eq!(e.eval::<i64>("(run \"(run \\\"(+ 1 2)\\\")\")").unwrap(), 3);
    let deep = e.eval::<()>("(defproc again () (run \"(again)\")) (again)").unwrap_err();
    assert!(matches!(deep.code(), Code::TooComplex | Code::OutOfFuel), "{deep}");
    assert_eq!(e.eval::<i64>("(run \"(+ 1 2)\")").unwrap(), 3);
}

#[test]
fn what_runs_may_be_defined_anew_and_texts_leave_nothing_behind() {
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
    e.exec("(defproc many (n) (dotimes (i n) (run \"(let ((x (list 1 2 3))) (apply + x))\")))").unwrap();
    e.call::<()>("many", (2_000,)).unwrap();
    let before = e.usage().memory;
    e.call::<()>("many", (20_000,)).unwrap();
    let after = e.usage().memory;
    assert!(after < 2 * before + 1_000_000, "{before} bytes, {after} after ten times as many");
}

#[test]
fn a_run_in_steps_pauses_behind_a_text_and_not_inside() {
    let mut e = running(Limits::default());
    e.exec("(setq seen 0) (defproc act () (run \"(dotimes (i 5000) (inc! seen))\") (run \"(inc! seen)\") seen)")
        .unwrap();
    let mut run = e.start::<i64>("act", ()).unwrap();
    assert!(matches!(run.step(&mut e, 100).unwrap(), Step::Paused(usage) if usage.ticks >= 5000));
    assert!(e.get::<i64>("seen").unwrap() >= 5000);
    let value = loop {
        if let Step::Done(value) = run.step(&mut e, 100).unwrap() {
            break value;
        }
    };
    assert_eq!(value, 5001);
}
