//! Namespaces that come and go.

use klammer::{Code, Context, Engine, Error, Handle, Limits, Step};

/// Returns the memory that an engine holds after a collection.
pub fn held(engine: &mut Engine) -> usize {
    // A copy is made of what is left.
    drop(engine.snapshot().unwrap());
    engine.exec("nil").unwrap();
    engine.usage().memory
}

#[test]
fn a_dropped_namespace_is_reached_by_nobody_and_what_refers_to_its_functions_goes_on() {
    let mut e = crate::host::builder().build();
    let orc = e.namespace("orc").unwrap();
    let same = orc.clone();
    e.eval_in::<()>(
        &orc,
        "(setq anger 3) (defproc calm () (setq anger (- anger 1))) (defproc act () (calm) (list anger (calm)))",
    )
    .unwrap();
    let act: Handle = e.get_in(&orc, "act").unwrap();
    e.set("orcs-act", &act).unwrap();
    drop(act);
    e.drop_namespace(&orc).unwrap();
    for n in 0..3 {
        let error = e.eval_in::<()>(&same, "1").unwrap_err();
        assert_eq!((error.code(), error.message()), (Code::Host, "the namespace orc has been dropped"));
        assert_eq!(e.get_in::<i64>(&orc, "anger").unwrap_err().message(), error.message());
        assert_eq!(e.set_in(&orc, "anger", 1).unwrap_err().message(), error.message());
        assert_eq!(e.call::<()>((&orc, "act"), ()).unwrap_err().message(), error.message());
        assert!(e.define_in(&orc, "f", || 1).is_err());
        assert_eq!(e.drop_namespace(&same).unwrap_err().message(), error.message());
        // One of the same name is another one.
        let other = e.namespace("orc").unwrap();
        e.eval_in::<()>(&other, "(setq anger 100) (defproc calm () 'other)").unwrap();
        assert_eq!(e.eval::<(i64, i64)>("(orcs-act)").unwrap(), (2 - 2 * n, 1 - 2 * n));
        held(&mut e);
        assert_eq!(e.get_in::<i64>(&other, "anger").unwrap(), 100);
        e.drop_namespace(&other).unwrap();
    }
    // When nobody refers to it any more, its place is another's.
    e.exec("(setq orcs-act nil)").unwrap();
    held(&mut e);
    let next: Vec<_> = (0..4).map(|i| e.namespace(&format!("next {i}")).unwrap()).collect();
    for (i, namespace) in next.iter().enumerate() {
        e.set_in(namespace, "anger", i).unwrap();
    }
    assert_eq!(e.get_in::<i64>(&orc, "anger").unwrap_err().message(), "the namespace orc has been dropped");
    assert_eq!(next.iter().map(|n| e.get_in::<i64>(n, "anger").unwrap()).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(crate::host::builder().build().drop_namespace(&next[0]).unwrap_err().code(), Code::Host);
}

#[test]
fn namespaces_made_and_dropped_leave_no_memory_behind() {
    let mut e = crate::host::builder().build();
    e.exec("(defproc shared (n) (* 2 n)) (setq limit 5)").unwrap();
    let round = |e: &mut Engine, i: usize| {
        let namespace = e.namespace("script").unwrap();
        let text = "(defmacro twice (x) `(* 2 ,x))
                    (setq data (make-array 50 0))
                    (defproc odd-one? (n) (if (= n 0) nil (even-one? (- n 1))))
                    (defproc even-one? (n) (if (= n 0) t (odd-one? (- n 1))))
                    (defproc act (n) (lambda () (list (twice n) (shared limit) (length data))))
                    (setq kept (list odd-one? (act 3)))";
        e.eval_in::<()>(&namespace, text).unwrap();
        e.set_in(&namespace, "number", i).unwrap();
        let act: Handle = e.call((&namespace, "act"), (i,)).unwrap();
        assert_eq!(e.call::<(usize, i64, i64)>(&act, ()).unwrap(), (2 * i, 10, 50));
        e.drop_namespace(&namespace).unwrap();
    };
    (0..200).for_each(|i| round(&mut e, i));
    let before = held(&mut e);
    (0..10_000).for_each(|i| round(&mut e, i));
    let after = held(&mut e);
    assert!(after <= before + before / 16, "{before} bytes after 200 namespaces, {after} after 10200");
    // Those that are there at the same time give back what they took as well, and so the next have room.
    let many = |e: &mut Engine| {
        let all: Vec<_> = (0..500).map(|_| e.namespace("many").unwrap()).collect();
        let text = "(setq l (list 1 2 3)) (defproc f () (g)) (defproc g () l)";
        all.iter().for_each(|n| e.eval_in::<()>(n, text).unwrap());
        let full = held(e);
        all.iter().for_each(|n| e.drop_namespace(n).unwrap());
        (full, held(e))
    };
    let (full, empty) = many(&mut e);
    assert!(empty < full * 2 / 3, "{full} bytes with 500, {empty} without");
    let (_, again) = (0..5).map(|_| many(&mut e)).last().unwrap();
    assert!(again <= empty + empty / 16, "{empty} bytes after 500, {again} after 3000");
}

#[test]
fn those_of_other_languages_leave_none_behind_either() {
    let texts = [
        ("common-lisp", "(defun act (n) (if (= n 0) 0 (double n))) (defmacro double (n) `(* 2 ,n)) (defvar *depth* 4)"),
        (
            "scheme",
            "(define-syntax double (syntax-rules () ((_ x) (* 2 x)))) (define (act n) (let ((two 2)) (double n)))",
        ),
    ];
    for (language, text) in texts {
        let mut e = crate::host::builder().build();
        e.require(language).unwrap();
        let round = |e: &mut Engine| {
            let namespace = e.namespace("script").unwrap();
            e.eval_in::<()>(&namespace, text).unwrap();
            assert_eq!(e.call::<i64>((&namespace, "act"), (4,)).unwrap(), 8);
            e.drop_namespace(&namespace).unwrap();
        };
        // Names that macros have made are forgotten when there are some thousands: so the memory goes up and down.
        (0..3_000).for_each(|_| round(&mut e));
        let before = held(&mut e);
        (0..9_000).for_each(|_| round(&mut e));
        let after = held(&mut e);
        assert!(after <= before + before / 4, "{language}: {before} bytes after 3000 namespaces, {after} after 12000");
    }
}

#[test]
fn dropping_is_undone_and_copied_like_anything_else() {
    let mut e = crate::host::builder().build();
    let (orc, elf) = (e.namespace("orc").unwrap(), e.namespace("elf").unwrap());
    e.eval_in::<()>(&orc, "(setq n 1) (defproc next () (setq n (+ n 1)))").unwrap();
    let failed = e.atomically(|e| {
        e.drop_namespace(&orc)?;
        assert!(e.eval_in::<()>(&orc, "n").is_err());
        e.exec("(dotimes (i 100000) (list i))")?;
        e.drop_namespace(&orc)
    });
    assert_eq!(failed.unwrap_err().message(), "the namespace orc has been dropped");
    assert_eq!(e.call::<i64>((&orc, "next"), ()).unwrap(), 2);
    // One that has been undone has given its number to nobody, either.
    let mut undone = None;
    let failed = e.atomically(|e| {
        undone = Some(e.namespace("late")?);
        e.exec("(car 1)")
    });
    assert!(failed.is_err());
    let late = e.namespace("late").unwrap();
    e.set_in(&late, "n", 7).unwrap();
    assert_eq!(e.get_in::<i64>(&undone.unwrap(), "n").unwrap_err().message(), "the namespace has been undone");
    // A copy goes on with what refers to a function of one that has been dropped.
    let next: Handle = e.get_in(&orc, "next").unwrap();
    e.set("next", &next).unwrap();
    e.drop_namespace(&orc).unwrap();
    e.drop_namespace(&elf).unwrap();
    let mut copy = e.snapshot().unwrap().engine();
    assert_eq!(copy.eval::<i64>("(next) (next)").unwrap(), 4);
    assert_eq!(e.eval::<i64>("(next)").unwrap(), 3);
    assert!(copy.eval_in::<()>(&late, "n").is_err());
    // A program belongs to no namespace.
    let program = e.compile("program", "(next)").unwrap();
    assert_eq!((e.run::<i64>(&program).unwrap(), copy.run::<i64>(&program).unwrap()), (4, 5));
}

#[test]
fn what_waits_or_has_been_captured_keeps_a_dropped_namespace() {
    kept_by_what_waits(false);
}

#[test]
fn it_does_so_when_garbage_is_collected_at_every_opportunity() {
    kept_by_what_waits(true);
}

fn kept_by_what_waits(stress: bool) {
    let fresh = || {
        let mut e = crate::host::builder().build();
        e.stress_collector(stress);
        e
    };
    let mut e = fresh();
    let orc = e.namespace("orc").unwrap();
    e.eval_in::<()>(
        &orc,
        "(setq seen 0) (defproc step-on () (setq seen (+ seen 1)))
         (defproc walk (n) (dotimes (i n) (step-on)) seen)",
    )
    .unwrap();
    let mut run = e.start::<i64>((&orc, "walk"), (2_000,)).unwrap();
    assert!(matches!(run.step(&mut e, 500).unwrap(), Step::Paused(_)));
    e.drop_namespace(&orc).unwrap();
    let result = loop {
        held(&mut e);
        let other = e.namespace("other").unwrap();
        e.eval_in::<()>(&other, "(setq seen -1) (defproc step-on () 0)").unwrap();
        e.drop_namespace(&other).unwrap();
        if let Step::Done(n) = run.step(&mut e, 500).unwrap() {
            break n;
        }
    };
    assert_eq!(result, 2_000);
    // Macros by rules, and what is compiled late, in the languages that have them.
    let mut e = fresh();
    e.exec("(require 'scheme)").unwrap();
    let own = e.namespace("own").unwrap();
    e.eval_in::<()>(
        &own,
        "(define (helper x) (* x 3))
         (define-syntax triple (syntax-rules () ((_ x) (helper x))))
         (define resume #f)
         (define (act) (+ 1 (call/cc (lambda (k) (set! resume k) (triple 2)))))",
    )
    .unwrap();
    let act: Handle = e.get_in(&own, "act").unwrap();
    e.drop_namespace(&own).unwrap();
    held(&mut e);
    assert_eq!(e.call::<i64>(&act, ()).unwrap(), 7);
    let mut e = fresh();
    e.exec("(require 'common-lisp)").unwrap();
    let own = e.namespace("own").unwrap();
    e.eval_in::<()>(
        &own,
        "(defun act (n) (if (= n 0) 0 (double n))) (defmacro double (n) `(* 2 ,n)) (defvar *depth* 4)
         (defun depth () (let ((*depth* (+ 1 *depth*))) (list *depth*)))",
    )
    .unwrap();
    let (act, depth): (Handle, Handle) = (e.get_in(&own, "act").unwrap(), e.get_in(&own, "depth").unwrap());
    e.drop_namespace(&own).unwrap();
    held(&mut e);
    assert_eq!(e.call::<i64>(&act, (4,)).unwrap(), 8);
    assert_eq!(e.call::<Vec<i64>>(&depth, ()).unwrap(), [5]);
}

#[test]
fn what_has_been_defined_outside_since_is_told() {
    let mut e = crate::host::builder().build();
    let orc = e.namespace("orc").unwrap();
    e.define("late", || 1);
    e.exec("(defproc later () 2)").unwrap();
    for name in ["late", "later"] {
        let error = e.eval_in::<i64>(&orc, &format!("({name})")).unwrap_err();
        assert_eq!(error.code(), Code::UnboundVariable);
        let help = error.help().unwrap();
        assert!(help.starts_with(&format!("`{name}` has been defined outside since: a namespace has what")), "{help}");
    }
    assert!(!e.eval_in::<i64>(&orc, "(latte)").unwrap_err().help().unwrap_or("").contains("since"));
}

/// Nobody has one that does not fit, so nobody can drop it.
#[test]
fn a_namespace_that_does_not_fit_leaves_nothing_behind() {
    // found: 2026-11-25, fuzzing
    let mut e = crate::host::builder().build();
    for n in 0..100 {
        e.set(&format!("name-{n}"), n).unwrap();
    }
    let mut fail = |times: usize| {
        e.set_limits(Limits { memory: 1, ..Limits::default() });
        for _ in 0..times {
            assert_eq!(e.namespace("orc").unwrap_err().code(), Code::OutOfMemory);
        }
        e.set_limits(Limits::default());
        held(&mut e)
    };
    let before = fail(1);
    let after = fail(100);
    assert!(after <= before, "{before} bytes after one attempt, {after} after a hundred more");
    let orc = e.namespace("orc").unwrap();
    assert_eq!(e.get_in::<i64>(&orc, "name-99").unwrap(), 99);
}

#[test]
fn what_a_function_of_the_host_asks_for_by_name_are_the_names_of_the_code_that_calls_it() {
    let mut e = crate::host::builder().build();
    e.define("ask", |cx: &mut Context<'_>| -> Result<Vec<i64>, Error> {
        let own: i64 = cx.get("own")?;
        cx.set("seen", own + 1)?;
        let evaluated = cx.eval::<i64>("own")?;
        Ok(vec![cx.get("own")?, evaluated, cx.call("hook", ())?, i64::from(cx.is_defined("only-here")?)])
    });
    let orc = e.namespace("orc").unwrap();
    let elf = e.namespace("elf").unwrap();
    for (namespace, own) in [(&orc, 5), (&elf, 6)] {
        let text = format!("(setq own {own}) (setq seen 0) (defproc hook () (* 10 own)) (defproc p () (ask))");
        e.eval_in::<()>(namespace, &text).unwrap();
    }
    e.eval_in::<()>(&orc, "(setq only-here 1)").unwrap();
    e.exec("(setq own 7) (setq seen 0) (defproc hook () 70)").unwrap();
    let (of_orc, of_elf) = ([5, 5, 50, 1], [6, 6, 60, 0]);
    // The caller does not matter: the host, a handle, a run, a text of its own, of the program or of another namespace.
    let handle: Handle = e.get_in(&orc, "p").unwrap();
    assert_eq!(e.call::<Vec<i64>>((&orc, "p"), ()).unwrap(), of_orc);
    assert_eq!(e.call::<Vec<i64>>((&elf, "p"), ()).unwrap(), of_elf);
    assert_eq!(e.call::<Vec<i64>>(&handle, ()).unwrap(), of_orc);
    let mut run = e.start::<Vec<i64>>((&orc, "p"), ()).unwrap();
    assert_eq!(run.step(&mut e, 100_000).unwrap(), Step::Done(of_orc.to_vec()));
    assert_eq!(e.eval_in::<Vec<i64>>(&orc, "(ask)").unwrap(), of_orc);
    assert_eq!(e.eval::<Vec<i64>>("(ask)").unwrap(), [7, 7, 70, 0]);
    e.set_in(&elf, "orcs", &handle).unwrap();
    assert_eq!(e.eval_in::<Vec<i64>>(&elf, "(orcs)").unwrap(), of_orc);
    assert_eq!(e.get_in::<i64>(&orc, "seen").unwrap(), 6);
    assert_eq!(e.get::<i64>("seen").unwrap(), 8);
}

#[test]
fn a_namespace_of_another_engine_is_named() {
    let orc = crate::host::builder().build().namespace("orc.lisp").unwrap();
    let mut e = crate::host::builder().build();
    let error = e.eval_in::<i64>(&orc, "1").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::Host, "the namespace orc.lisp belongs to another engine"));
    assert_eq!(e.drop_namespace(&orc).unwrap_err().message(), error.message());
}

#[test]
fn an_error_costs_no_more_beside_many_namespaces() {
    let time = |count: usize| {
        let mut e = crate::host::builder().build();
        let made: Vec<_> = (0..count).map(|i| e.namespace(&format!("n{i}")).unwrap()).collect();
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
