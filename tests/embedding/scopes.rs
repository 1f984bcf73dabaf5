//! Namespaces: names apart in one engine.

use klammer::{Code, Context, Error, Handle, Limits, Step};

#[test]
fn later_outside_definitions_are_reported() {
    let mut e = crate::host::builder().build();
    let orc = e.scope("orc").unwrap();
    e.define("late", || 1);
    e.run("(defproc later () 2)").unwrap();
    for name in ["late", "later"] {
        let error = e.with().scope(&orc).eval::<i64>(&format!("({name})")).unwrap_err();
        assert_eq!(error.code(), Code::UnboundVariable);
        let help = error.help().unwrap();
        assert!(help.starts_with(&format!("`{name}` has been defined outside since: a scope has what")), "{help}");
    }
    assert!(!e.with().scope(&orc).eval::<i64>("(latte)").unwrap_err().help().unwrap_or("").contains("since"));
}

#[test]
fn a_namespace_that_does_not_fit_leaves_nothing_behind() {
    // found: 2026-11-25, fuzzing
    let mut e = crate::host::builder().build();
    for n in 0..100 {
        e.set(&format!("name-{n}"), n).unwrap();
    }
    let mut fail = |times: usize| {
        *e.limits_mut() = Limits { memory: 1, ..Limits::default() };
        for _ in 0..times {
            assert_eq!(e.scope("orc").unwrap_err().code(), Code::OutOfMemory);
        }
        *e.limits_mut() = Limits::default();
        e.run("(collect-garbage)").unwrap();
        e.usage().memory
    };
    let before = fail(1);
    let after = fail(100);
    assert!(after <= before, "{before} bytes after one attempt, {after} after a hundred more");
    let orc = e.scope("orc").unwrap();
    assert_eq!(e.with().scope(&orc).get::<i64>("name-99").unwrap(), 99);
}

#[test]
fn host_functions_see_the_names_of_their_caller() {
    let mut e = crate::host::builder().build();
    e.define("ask", |cx: &mut Context<'_>| -> Result<Vec<i64>, Error> {
        let own: i64 = cx.get("own")?;
        cx.set("seen", own + 1)?;
        let evaluated = cx.eval::<i64>("own")?;
        Ok(vec![cx.get("own")?, evaluated, cx.call("hook", ())?, i64::from(cx.has("only-here")?)])
    });
    let orc = e.scope("orc").unwrap();
    let elf = e.scope("elf").unwrap();
    for (namespace, own) in [(&orc, 5), (&elf, 6)] {
        let text = format!("(setq own {own}) (setq seen 0) (defproc hook () (* 10 own)) (defproc p () (ask))");
        e.with().scope(namespace).run(&text).unwrap();
    }
    e.with().scope(&orc).run("(setq only-here 1)").unwrap();
    e.run("(setq own 7) (setq seen 0) (defproc hook () 70)").unwrap();
    let (of_orc, of_elf) = ([5, 5, 50, 1], [6, 6, 60, 0]);
    // The caller does not matter: the host, a handle, a run, a text of its own, of the program or of another namespace.
    let handle: Handle = e.with().scope(&orc).get("p").unwrap();
    assert_eq!(e.call::<Vec<i64>>((&orc, "p"), ()).unwrap(), of_orc);
    assert_eq!(e.call::<Vec<i64>>((&elf, "p"), ()).unwrap(), of_elf);
    assert_eq!(e.call::<Vec<i64>>(&handle, ()).unwrap(), of_orc);
    let mut run = e.start::<Vec<i64>>((&orc, "p"), ()).unwrap();
    assert_eq!(run.step(&mut e, 100_000).unwrap(), Step::Done(of_orc.to_vec()));
    assert_eq!(e.with().scope(&orc).eval::<Vec<i64>>("(ask)").unwrap(), of_orc);
    assert_eq!(e.eval::<Vec<i64>>("(ask)").unwrap(), [7, 7, 70, 0]);
    e.with().scope(&elf).set("orcs", &handle).unwrap();
    assert_eq!(e.with().scope(&elf).eval::<Vec<i64>>("(orcs)").unwrap(), of_orc);
    assert_eq!(e.with().scope(&orc).get::<i64>("seen").unwrap(), 6);
    assert_eq!(e.get::<i64>("seen").unwrap(), 8);
}

#[test]
fn a_namespace_of_another_engine_is_named() {
    let orc = crate::host::builder().build().scope("orc.lisp").unwrap();
    let mut e = crate::host::builder().build();
    let error = e.with().scope(&orc).eval::<i64>("1").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::Host, "the scope orc.lisp belongs to another engine"));
}

#[test]
fn an_error_costs_no_more_beside_many_namespaces() {
    let time = |count: usize| {
        let mut e = crate::host::builder().build();
        let made: Vec<_> = (0..count).map(|i| e.scope(&format!("n{i}")).unwrap()).collect();
        e.eval::<()>("(defproc f (x) (car x)) (defproc try () (dotimes (i 5000) (catch 'error (f 5))))").unwrap();
        e.eval::<()>("(try)").unwrap();
        let start = std::time::Instant::now();
        e.eval::<()>("(try)").unwrap();
        drop(made);
        start.elapsed()
    };
    let (few, many) = (time(1), time(4000));
    assert!(many < few * 10, "{few:?} {many:?}");
}
