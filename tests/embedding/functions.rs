//! Functions and sequences of a program as Rust has them.

use klammer::{ClosedHost, Code, Engine, Function, Handle, Limits, Optional, Rest};

fn engine() -> Engine {
    crate::host::builder().host(ClosedHost::new()).build()
}

#[test]
fn a_function_has_types_and_stays_what_it_is() {
    let mut engine = engine();
    engine.eval::<()>("(defproc scale (x &optional (by 2)) (* x by))").unwrap();
    let scale: Function<(i64, i64), i64> = Function::find(&mut engine, "scale").unwrap();
    let double: Function<(i64,), i64> = Function::find(&mut engine, "scale").unwrap();
    engine.eval::<()>("(setq scale nil) (collect-garbage)").unwrap();
    let clone = scale.clone();
    drop(scale);
    assert_eq!((clone.call(&mut engine, (3, 4)).unwrap(), double.call(&mut engine, (3,)).unwrap()), (12, 6));
    let again: Function<Vec<i64>, f64> = Function::find(&mut engine, clone.handle()).unwrap();
    assert_eq!(again.call(&mut engine, vec![1, 2]).unwrap(), 2.0);
    assert_eq!(again.call(&mut engine, vec![1, 2, 3]).unwrap_err().code(), Code::ArgumentCount);
    let sent = std::thread::spawn(move || (double.call(&mut engine, (5,)).unwrap(), engine)).join().unwrap();
    assert_eq!(sent.0, 10);
    assert_eq!(clone.call(&mut self::engine(), (1, 2)).unwrap_err().message(), "the handle belongs to another engine");
}

#[test]
fn a_function_that_cannot_be_called_so_is_refused_at_once() {
    let mut engine = engine();
    engine.define("host", |_: i64, _: Optional<i64>, _: Rest<i64>| ());
    engine.define("pair", |_: i64, _: i64| ());
    engine.eval::<()>("(defmethod m (a b c) t 3) (defmethod m (a) t 1) (setq five 5)").unwrap();
    let refusals = [
        ("host", "host takes at least 1 argument, and is to be called with 0"),
        ("pair", "pair takes 2 arguments, and is to be called with 0"),
        ("m", "m takes 1 to 3 arguments, and is to be called with 0"),
        ("car", "car takes 1 argument, and is to be called with 0"),
        ("five", "5 is no function"),
        ("nothing", "nothing is not defined"),
    ];
    for (name, refusal) in refusals {
        assert_eq!(Function::<(), ()>::find(&mut engine, name).unwrap_err().message(), refusal);
    }
    assert!(
        Function::<(), ()>::find(&mut engine, "list").is_ok()
            && Function::<(i64, i64, i64), ()>::find(&mut engine, "host").is_ok()
    );
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
    assert!(all[0].documentation(&engine).unwrap().unwrap().contains("first element"));
    assert_eq!(all[2].documentation(&engine).unwrap(), None);
    assert!(all[0].name(&self::engine()).is_err());
}

#[test]
fn a_stream_is_searched_as_far_as_it_is_asked_for() {
    let mut engine = engine();
    engine.require("amb").unwrap();
    let stream: Handle =
        engine.eval("(setq tried 0) (solutions (let ((n (an-integer-above 1))) (setq tried n) (* n n)))").unwrap();
    let squares: Vec<i64> = stream.iter(&mut engine).map(|s| s.unwrap()).take_while(|&s: &i64| s < 30).collect();
    assert_eq!(squares, [1, 4, 9, 16, 25]);
    assert_eq!(engine.get::<i64>("tried").unwrap(), 6);
    // The stream does not search again for solutions that it has found.
    assert_eq!(stream.iter::<i64>(&mut engine).nth(5).unwrap().unwrap(), 36);
    assert_eq!(engine.get::<i64>("tried").unwrap(), 6);
    let none: Handle = engine.eval("(solutions (fail))").unwrap();
    assert!(none.iter::<i64>(&mut engine).next().is_none());
    let nils: Handle = engine.eval("(solutions (amb nil 1 nil))").unwrap();
    let found: Vec<Option<i64>> = nils.iter(&mut engine).collect::<Result<_, _>>().unwrap();
    assert_eq!(found, [None, Some(1), None]);
}

#[test]
fn generators_and_lists_are_gone_through_as_well() {
    let mut engine = engine();
    engine.require("search").unwrap();
    let next: Handle = engine.eval("(solutions (board 4))").unwrap();
    assert_eq!(next.iter::<klammer::board::Board>(&mut engine).map(Result::unwrap).count(), 288);
    let list: Handle = engine.eval("(list 1 nil 3)").unwrap();
    let items: Vec<Option<i64>> = list.iter(&mut engine).collect::<Result<_, _>>().unwrap();
    assert_eq!(items, [Some(1), None, Some(3)]);
    let circle: Handle = engine.eval("(let ((l (list 1 2))) (set-cdr! (cdr l) l) l)").unwrap();
    assert_eq!(circle.iter::<i64>(&mut engine).take(5).map(Result::unwrap).collect::<Vec<_>>(), [1, 2, 1, 2, 1]);
}

#[test]
fn behind_an_error_there_is_nothing_more() {
    let mut engine = engine();
    engine.require("amb").unwrap();
    let stream: Handle = engine.eval("(solutions (/ 12 (amb 1 2 0 3)))").unwrap();
    let mut values = stream.iter::<i64>(&mut engine);
    assert_eq!((values.next().unwrap().unwrap(), values.next().unwrap().unwrap()), (12, 6));
    assert_eq!(values.next().unwrap().unwrap_err().code(), Code::DivisionByZero);
    assert!(values.next().is_none() && values.next().is_none());
    for (text, code) in [("(solutions 'a)", Code::WrongType), ("5", Code::WrongType), ("\"text\"", Code::WrongType)] {
        let source: Handle = engine.eval(text).unwrap();
        let mut values = source.iter::<i64>(&mut engine);
        assert_eq!(values.next().unwrap().unwrap_err().code(), code, "{text}");
        assert!(values.next().is_none());
    }
    *engine.limits_mut() = Limits { ticks: Some(10_000), ..Limits::default() };
    let endless: Handle = engine.eval("(let ((n 0)) (lambda () (if (= (inc! n) 3) (while t) n)))").unwrap();
    let mut values = endless.iter::<i64>(&mut engine);
    assert_eq!((values.next().unwrap().unwrap(), values.next().unwrap().unwrap()), (1, 2));
    assert_eq!(values.next().unwrap().unwrap_err().code(), Code::OutOfTicks);
    assert!(values.next().is_none());
}

#[test]
fn names_that_programs_cannot_write_as_they_stand_are_warnings() {
    let mut e = engine();
    for (name, written) in [("", "||"), ("a b", "|a b|"), ("(f x)", "|(f x)|"), ("5", "|5|"), (":key", "|:key|")] {
        e.define(name, || 7);
        let warnings = e.warnings();
        let told = format!("a name of the host's reads as something else: programs must write {written}");
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
