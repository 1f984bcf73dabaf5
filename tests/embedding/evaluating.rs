//! Functions of the host that evaluate texts.

use klammer::{Code, Context, Engine, Error, Handle, Limits, Step};

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
fn errors_throws_and_limits_go_through_as_what_they_are() {
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
fn a_run_in_steps_pauses_behind_a_text_and_not_inside() {
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
fn an_evaluation_has_the_name_and_the_namespace_that_it_is_given() {
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
    let mut run = engine.with().scope(&orc).start_text::<i64>(&program).unwrap();
    let mut steps = 1;
    while !matches!(run.step(&mut engine, 50).unwrap(), Step::Done(1_000)) {
        steps += 1;
    }
    assert!(steps > 1);
    assert!(!engine.has("total").unwrap() && engine.has((&orc, "total")).unwrap());
}

#[test]
fn a_file_is_evaluated_in_a_namespace_and_warned_of_as_a_file() {
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
fn a_function_of_the_host_reaches_namespaces_and_fails_with_errors_of_its_own() {
    let mut engine = crate::host::builder().build();
    let orc = engine.scope("orc.lisp").unwrap();
    engine.with().scope(&orc).run("(setq anger 3)").unwrap();
    let its = orc.clone();
    engine.define("calm!", move |cx: &mut Context<'_>| -> Result<i64, Error> {
        let anger: i64 = cx.get((&its, "anger"))?;
        if anger == 0 {
            return cx.fail(klammer::HostError::new("it is calm").with_code(Code::BadValue));
        }
        cx.set_in(&its, "anger", anger - 1)?;
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
    engine.eval::<()>("(defproc tick (n) (dotimes (i n) (list i))) (defproc rare () (list 1))").unwrap();
    let mut used = 0;
    engine.inspect().start_profile();
    for call in 0..2_000 {
        engine.call::<()>("tick", (20,)).unwrap();
        used += engine.usage().ticks;
        if call % 100 == 0 {
            engine.call::<()>("rare", ()).unwrap();
            used += engine.usage().ticks;
        }
    }
    let profile = engine.inspect().stop_profile();
    assert_eq!(profile.functions[0].name, "tick");
    // The host's own work between the calls is not their time.
    let own: std::time::Duration = profile.functions.iter().map(|f| f.own).sum();
    assert!(profile.functions[0].total > profile.time / 2 && own <= profile.time * 2, "{profile:?}");
    assert!(profile.ticks <= used && profile.ticks > used - 1_000, "{} of {used}", profile.ticks);
    // Steps, too.
    let mut run = engine.start::<()>("tick", (10_000,)).unwrap();
    engine.inspect().start_profile();
    while !matches!(run.step(&mut engine, 40).unwrap(), Step::Done(())) {}
    let profile = engine.inspect().stop_profile();
    assert!(profile.ticks > 9_000 && profile.functions[0].name == "tick", "{profile:?}");
}

#[test]
fn two_things_of_one_type_cannot_be_lent_at_once() {
    let mut engine = world_engine();
    let (mut one, mut two) = (World { hits: Vec::new() }, World { hits: Vec::new() });
    engine.eval::<()>("(defproc strike () (hit! 1))").unwrap();
    let error = engine.with().lend((&mut one, &mut two)).call::<bool>("strike", ()).unwrap_err();
    assert_eq!(error.code(), Code::Host);
    assert!(error.message().starts_with("two things of the type") && error.message().contains("World"), "{error}");
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
