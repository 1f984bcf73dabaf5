//! Types of the host, whose objects programs hold and use as arrays.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use klammer::{Class, Code, Context, Digits, Engine, Error, Handle, HostType, Limits, Ref, RefMut};

use super::{code, engine, limited};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Enemy {
    name: String,
    health: i64,
}

impl HostType for Enemy {
    const NAME: &'static str = "enemy";

    fn describe(class: &mut Class<'_, Enemy>) {
        class
            .define("make-enemy", |name: String, health: Option<i64>| Enemy { name, health: health.unwrap_or(10) })
            .parameters(["name", "&key", "health"])
            .doc("An enemy.");
        class.field("health", |e| e.health, |e, health| e.health = health);
        class.read_only("name", |e| e.name.clone());
        class.define("enemy-hurt!", |e: &mut Enemy, by: i64| {
            e.health -= by;
            if e.health < 0 { Err("it is dead") } else { Ok(e.health) }
        });
        class.define("enemy-total", |a: &Enemy, b: Ref<'_, Enemy>| a.health + b.health);
        class.define("enemy-attack!", |a: &mut Enemy, mut b: RefMut<'_, Enemy>| {
            a.health -= 1;
            b.health -= a.health;
        });
        class.define("enemy-copy", |e: Enemy| e);
        class.define("enemy-panic!", |e: &mut Enemy| -> i64 { panic!("{} has no nerves", e.name) });
        class.define("with-enemy", |cx: &mut Context<'_>, e: Ref<'_, Enemy>, f: Handle| {
            cx.call::<Handle>(&f, (e.health,))
        });
        class.define(
            "change-enemy!",
            |cx: &mut Context<'_>, mut e: RefMut<'_, Enemy>, f: Handle| -> Result<(), Error> {
                e.health = cx.call(&f, (e.health,))?;
                Ok(())
            },
        );
        class.equality();
        class.print(|e| format!("{} {}", e.name, e.health));
        class.size(|e| e.name.capacity());
    }
}

/// Says when it is gone.
struct Guard(Arc<AtomicUsize>, bool);

impl HostType for Guard {
    const NAME: &'static str = "guard";

    fn describe(_: &mut Class<'_, Guard>) {}
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
        assert!(!self.1, "a guard that panics when it goes");
    }
}

fn enemies() -> Engine {
    let mut e = engine();
    e.register::<Enemy>();
    e
}

fn message(e: &mut Engine, text: &str) -> String {
    e.eval::<()>(text).unwrap_err().message().to_string()
}

#[test]
fn objects_are_made_read_and_changed() {
    let mut e = enemies();
    let text = "(setq orc (make-enemy \"Orc\" :health 5)) (enemy-hurt! orc 2) (list (enemy-health orc) (set-enemy-health! orc 7))";
    assert_eq!(e.eval::<Vec<i64>>(text).unwrap(), [3, 7]);
    assert_eq!(e.eval::<String>("(format nil \"~a ~s\" orc (enemy-name orc))").unwrap(), "#<enemy Orc 7> \"Orc\"");
    assert_eq!(e.eval::<i64>("(enemy-total orc orc)").unwrap(), 14);
    assert_eq!(e.eval::<Enemy>("orc").unwrap(), Enemy { name: "Orc".into(), health: 7 });
    assert_eq!(message(&mut e, "(enemy-hurt! orc 100)"), "it is dead");
    assert_eq!(e.eval::<i64>("(enemy-health orc)").unwrap(), -93, "what was done before the error is done");
    let elf = Enemy { name: "Elf".into(), health: 3 };
    e.set("elf", elf.clone()).unwrap();
    assert_eq!(e.eval::<i64>("(enemy-attack! elf orc) (enemy-health elf)").unwrap(), 2);
    let handle: Handle = e.get("elf").unwrap();
    assert_eq!(e.with_object(&handle, |e: &mut Enemy| std::mem::replace(&mut e.health, 50)).unwrap(), 2);
    assert_eq!(e.eval::<i64>("(enemy-health elf)").unwrap(), 50);
    assert_eq!(e.eval::<Vec<Enemy>>("(list elf)").unwrap()[0].name, "Elf");
    // Registered again, the type is another one: the functions are there again.
    e.register::<Enemy>();
    assert_eq!(e.eval::<i64>("(enemy-health (make-enemy \"a\"))").unwrap(), 10);
}

#[test]
fn errors_name_the_type_that_was_expected() {
    let mut e = enemies();
    assert_eq!(message(&mut e, "(enemy-health 5)"), "enemy-health: enemy must be an object of type enemy, got 5");
    assert_eq!(
        message(&mut e, "(enemy-total (make-enemy \"a\") 'x)"),
        "enemy-total: argument 2 must be an object of type enemy, got x"
    );
    assert_eq!(
        message(&mut e, "(enemy-copy \"x\")"),
        "enemy-copy: argument 1 must be an object of type enemy, got \"x\""
    );
    assert_eq!(
        message(&mut e, "(set-enemy-health! (make-enemy \"a\") 'x)"),
        "set-enemy-health!: health must be an integer of 64 bits, got x"
    );
    assert_eq!(message(&mut e, "(enemy-health)"), "enemy-health: expected 1 argument (enemy), got 0");
    assert_eq!(code(e.eval::<Enemy>("5")), Code::WrongType);
    let handle: Handle = e.eval("5").unwrap();
    assert_eq!(code(e.with_object(&handle, |_: &mut Enemy| ())), Code::WrongType);
    let error = engine().set("x", Enemy { name: String::new(), health: 0 }).unwrap_err();
    assert_eq!(error.message(), "the host has not registered the type enemy");
    e.register::<Guard>();
    e.set("guard", Guard(Arc::default(), false)).unwrap();
    assert_eq!(
        message(&mut e, "(enemy-health guard)"),
        "enemy-health: enemy must be an object of type enemy, got #<guard>"
    );
    let handle: Handle = e.get("guard").unwrap();
    assert_eq!(code(e.with_object(&handle, |_: &mut Enemy| ())), Code::WrongType);
    assert_eq!(code(other_engine().with_object(&handle, |_: &mut Guard| ())), Code::Host);
}

fn other_engine() -> Engine {
    enemies()
}

#[test]
fn methods_dispatch_on_a_type_with_a_name() {
    let mut e = enemies();
    let text = "(defmethod cry ((e enemy)) t (enemy-name e))
        (defmethod cry ((n number)) t \"number\")
        (defmethod cry (x) t \"other\")
        (list (cry (make-enemy \"Orc\")) (cry 5) (cry 'x))";
    assert_eq!(e.eval::<Vec<String>>(text).unwrap(), ["Orc", "number", "other"]);
    assert_eq!(e.eval::<klammer::Symbol>("(type-of (make-enemy \"a\"))").unwrap(), "enemy");
    assert_eq!(
        e.eval::<Vec<bool>>("(list (enemy? (make-enemy \"a\")) (enemy? 5) (enemy? nil))").unwrap(),
        [true, false, false]
    );
    let d = e.docs().describe("make-enemy").unwrap();
    assert_eq!((d.usage[0].as_str(), d.text.as_str()), ("(make-enemy name [:health health])", "An enemy."));
    assert_eq!(e.docs().describe("set-enemy-health!").unwrap().usage, ["(set-enemy-health! enemy health)"]);
    assert!(e.docs().text("enemy?").is_some());
}

#[test]
fn objects_are_compared_as_their_type_says() {
    let mut e = enemies();
    let both = "(let ((a (make-enemy \"a\")) (b (make-enemy \"a\")) (c (make-enemy \"c\")))";
    assert_eq!(
        e.eval::<Vec<bool>>(&format!("{both} (list (= a a) (= a b) (= a c) (= a 5) (= 5 a)))")).unwrap(),
        [true, true, false, false, false]
    );
    let table = "(let ((h (make-table))) (table-set! h a 1) (list (table-ref h b) (table-ref h c)))";
    assert_eq!(e.eval::<Vec<Option<i64>>>(&format!("{both} {table})")).unwrap(), [Some(1), None]);
    assert!(e.eval::<bool>(&format!("{both} (= (list 1 a) (list 1 b)))")).unwrap());
    assert_eq!(e.eval::<i64>(&format!("{both} (length (remove a (list a b c))))")).unwrap(), 1);
    // Without equality, each is itself only.
    e.register::<Guard>();
    e.set("one", Guard(Arc::default(), false)).unwrap();
    e.set("two", Guard(Arc::default(), false)).unwrap();
    assert_eq!(e.eval::<Vec<bool>>("(list (= one one) (= one two))").unwrap(), [true, false]);
    assert_eq!(
        e.eval::<i64>("(let ((h (make-table))) (table-set! h one 1) (table-set! h two 2) (table-ref h one))").unwrap(),
        1
    );
    e.require("scheme").unwrap();
    assert!(
        e.eval::<bool>("(let ((a (make-enemy \"a\")) (b (make-enemy \"a\"))) (equal? (list 1 a) (list 1 b)))").unwrap()
    );
}

#[test]
fn an_object_is_in_one_hand_only() {
    let mut e = enemies();
    e.eval::<()>("(setq orc (make-enemy \"Orc\"))").unwrap();
    let twice = "enemy-attack!: argument 2 is in use by the call itself: argument 1 is the same object";
    assert_eq!(message(&mut e, "(enemy-attack! orc orc)"), twice);
    assert_eq!(e.eval::<i64>("(enemy-health orc)").unwrap(), 10, "it is back");
    // Also where one of both only looks at it.
    e.define("merge!", |a: RefMut<'_, Enemy>, b: Ref<'_, Enemy>| a.health + b.health);
    e.define("spare!", |a: Ref<'_, Enemy>, b: RefMut<'_, Enemy>| a.health + b.health);
    e.define("heal!", |a: &mut Enemy, n: i64, b: Ref<'_, Enemy>| a.health + b.health + n);
    for (text, name, n) in
        [("(merge! orc orc)", "merge!", 2), ("(spare! orc orc)", "spare!", 2), ("(heal! orc 1 orc)", "heal!", 3)]
    {
        let error = e.eval::<()>(text).unwrap_err();
        let expected = format!("{name}: argument {n} is in use by the call itself: argument 1 is the same object");
        assert_eq!(error.message(), expected);
        assert!(error.help().is_some_and(|help| help.contains("each of its arguments is another object")), "{error:#}");
    }
    assert_eq!(e.eval::<i64>("(merge! orc (make-enemy \"x\"))").unwrap(), 20);
    // The error tells which function has the object, and the help what the host can do.
    let error = e.eval::<()>("(change-enemy! orc (lambda (h) (enemy-health orc)))").unwrap_err();
    assert_eq!(error.message(), "enemy: the object is in use by change-enemy! until that returns");
    assert!(error.help().is_some_and(|help| help.contains("`Context::with_object`")), "{error:#}");
    let other = "(with-enemy orc (lambda (h) (change-enemy! (make-enemy \"x\") (lambda (h) (enemy-health orc)))))";
    assert_eq!(message(&mut e, other), "enemy: the object is in use by a function of the host");
    let message_of = |name: &str| format!("enemy: the object is in use by {name} until that returns");
    e.define("call-it", |cx: &mut Context<'_>, f: Handle| cx.call::<Handle>(&f, ()));
    let within = "(with-enemy orc (lambda (h) (call-it (lambda () (= orc (make-enemy \"x\"))))))";
    assert_eq!(message(&mut e, within), message_of("with-enemy"));
    // The same holds for a function of the host.
    e.define("look-at", |cx: &mut Context<'_>, e: Handle| cx.with_object(&e, |e: &mut Enemy| e.health));
    assert!(message(&mut e, "(with-enemy orc (lambda (h) (look-at orc)))").contains("in use by a function"));
    assert_eq!(e.eval::<String>("(with-enemy orc (lambda (h) (format nil \"~a\" orc)))").unwrap(), "#<enemy>");
    assert_eq!(e.eval::<i64>("(change-enemy! orc (lambda (h) (* 2 h))) (enemy-health orc)").unwrap(), 20);
    assert_eq!(
        e.eval::<i64>("(catch 'a (change-enemy! orc (lambda (h) (throw 'a 1)))) (enemy-health orc)").unwrap(),
        20
    );
    // The rest of the arguments is looked at while it is away.
    assert_eq!(code(e.eval::<()>("(enemy-hurt! orc 'x)")), Code::WrongType);
    assert_eq!(e.eval::<i64>("(enemy-health orc)").unwrap(), 20);
    // A function that panics gives back what it had, with a context as without.
    assert_eq!(message(&mut e, "(enemy-panic! orc)"), "enemy-panic!: the host's function panicked: Orc has no nerves");
    assert_eq!(e.eval::<i64>("(enemy-health orc)").unwrap(), 20);
    assert!(message(&mut e, "(change-enemy! orc (lambda (h) (car 'no)))").contains("car"));
    e.define("panic-within!", |_: &mut Context<'_>, e: RefMut<'_, Enemy>| -> i64 { panic!("{}", e.name) });
    assert_eq!(message(&mut e, "(panic-within! orc)"), "panic-within!: the host's function panicked: Orc");
    let orc: Handle = e.get("orc").unwrap();
    let lent = std::panic::AssertUnwindSafe((&mut e, &orc));
    let panicked = std::panic::catch_unwind(|| {
        let std::panic::AssertUnwindSafe((e, orc)) = { lent };
        e.with_object(orc, |_: &mut Enemy| panic!("outside"))
    });
    assert!(panicked.is_err());
    assert_eq!(e.eval::<i64>("(enemy-health orc)").unwrap(), 20);
    assert_eq!(e.eval::<i64>("(enemy-health (make-enemy \"b\"))").unwrap(), 10);
}

#[test]
fn objects_go_when_nobody_holds_them() {
    let gone = Arc::new(AtomicUsize::new(0));
    let mut e = engine();
    e.register::<Guard>();
    let counter = Arc::clone(&gone);
    e.define("guard", move || Guard(Arc::clone(&counter), false));
    let counter = Arc::clone(&gone);
    e.define("bomb", move || Guard(Arc::clone(&counter), true));
    e.eval::<()>("(setq kept (list (guard))) (dotimes (i 10) (guard)) (collect-garbage)").unwrap();
    assert_eq!(gone.load(Ordering::Relaxed), 10);
    let held: Handle = e.eval("(first kept)").unwrap();
    e.eval::<()>("(setq kept nil) (collect-garbage)").unwrap();
    assert_eq!(gone.load(Ordering::Relaxed), 10);
    drop(held);
    e.eval::<()>("(collect-garbage)").unwrap();
    assert_eq!(gone.load(Ordering::Relaxed), 11);
    // One that panics then disturbs nobody.
    e.eval::<()>("(dotimes (i 3) (bomb)) (guard) (collect-garbage)").unwrap();
    assert_eq!(gone.load(Ordering::Relaxed), 15);
    e.eval::<()>("(setq last (guard))").unwrap();
    drop(e);
    assert_eq!(gone.load(Ordering::Relaxed), 16);
}

#[test]
fn memory_of_objects_counts_against_the_limit() {
    let mut e = limited(Limits { memory: 8 << 20, ..Limits::default() });
    e.register::<Enemy>();
    e.define("heavy", || Enemy { name: "x".repeat(1 << 20), health: 1 });
    e.define("fatten!", |e: &mut Enemy| e.name = "y".repeat(64 << 20));
    let before = e.eval::<i64>("(collect-garbage)").unwrap();
    let after = e.eval::<i64>("(setq one (heavy)) (collect-garbage)").unwrap();
    assert!((after - before) > 1 << 20, "{before} {after}");
    assert_eq!(code(e.eval::<()>("(let ((l nil)) (while t (setq l (cons (heavy) l))))")), Code::OutOfMemory);
    e.eval::<()>("(dotimes (i 100) (heavy))").unwrap();
    // The engine charges the growth of an object when the function returns it.
    assert_eq!(code(e.eval::<()>("(fatten! one) (while t (list 1))")), Code::OutOfMemory);
    e.eval::<()>("(setq one nil)").unwrap_err();
    e.set("one", ()).unwrap();
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

/// Runs random programs with objects: nothing panics, and no object is lost or leaked.
#[test]
fn random_use_of_objects_loses_and_keeps_none() {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, TestRunner, contextualize_config};

    let step = prop_oneof![
        Just("(setq a (make-enemy \"a\"))"),
        Just("(setq b a)"),
        Just("(setq a b)"),
        Just("(enemy-attack! a b)"),
        Just("(enemy-hurt! a 3)"),
        Just("(enemy-total a b)"),
        Just("(change-enemy! a (lambda (h) (enemy-health b)))"),
        Just("(change-enemy! b (lambda (h) (throw 'out h)))"),
        Just("(with-enemy a (lambda (h) (setq a (make-enemy \"c\")) (collect-garbage)))"),
        Just("(with-enemy a (lambda (h) (= a b)))"),
        Just("(setq h (make-table)) (table-set! h a 1) (table-ref h b)"),
        Just("(collect-garbage)"),
        Just("(setq b (enemy-copy a))"),
    ];
    let mut runner = TestRunner::new(contextualize_config(Config::with_cases(200)));
    runner
        .run(&proptest::collection::vec(step, 1..30), |steps| {
            let mut e = enemies();
            e.inspect().stress_collector(true);
            e.eval::<()>("(setq a (make-enemy \"a\")) (setq b (make-enemy \"b\" :health 5))").unwrap();
            for step in steps {
                let text = format!("(catch 'out (catch-and-apply 'error (lambda (tag c) nil) {step}))");
                e.eval::<()>(&text).unwrap();
            }
            prop_assert!(e.eval::<bool>("(enemy-total a b) t").unwrap(), "both are there");
            Ok(())
        })
        .unwrap();
}

/// Rows and columns of numbers.
struct Land {
    width: usize,
    heights: Vec<i64>,
}

impl Clone for Land {
    fn clone(&self) -> Land {
        assert!(!self.heights.contains(&14), "a swamp");
        Land { width: self.width, heights: self.heights.clone() }
    }
}

impl HostType for Land {
    const NAME: &'static str = "land";

    fn describe(class: &mut Class<'_, Land>) {
        class.define("flat-land", |rows: usize, width: usize| Land { width, heights: vec![0; rows * width] });
        class.define("grow-land!", |land: &mut Land, rows: usize| land.heights.resize(rows * land.width, 7));
        class.define("land-keep!", |cx: &mut Context<'_>, land: Handle, v: Handle| cx.hold(&land, &v));
        class.define("land-kept", |cx: &mut Context<'_>, land: Handle| cx.held(&land, 0));
        class.define("with-land", |cx: &mut Context<'_>, _land: RefMut<'_, Land>, f: Handle| cx.call::<Handle>(&f, ()));
        class.define_method("+", |a: &Land, n: i64| a.heights.iter().sum::<i64>() + n);
        class.size(|land| land.heights.capacity() * 8);
        class.copies();
        class.indexed(
            |land| [land.heights.len() / land.width.max(1), land.width],
            |land, at| if land.heights[at] == 13 { panic!("a hole") } else { land.heights[at] },
            |land, at, height: i64| match height {
                0..9000 => {
                    land.heights[at] = height;
                    Ok(())
                }
                9999 => panic!("too high"),
                _ => Err("a height in metres"),
            },
        );
    }
}

/// Sets of small numbers in a row, which cannot be copied.
struct Sets(Vec<u64>);

impl HostType for Sets {
    const NAME: &'static str = "bag";

    fn describe(class: &mut Class<'_, Sets>) {
        class.define("make-bag", |n: usize| Sets(vec![0; n]));
        class.indexed(
            |bag| [bag.0.len()],
            |bag, at| Digits(bag.0[at]),
            |bag, at, x: Digits| {
                bag.0[at] = x.0;
                Ok(())
            },
        );
    }
}

fn indexed_engine() -> Engine {
    let mut engine = limited(Limits { memory: 16 << 20, ..Limits::default() });
    engine.register::<Land>();
    engine.register::<Sets>();
    engine.run("(setq land (flat-land 2 3)) (aset land 1 2 5) (setq bag (make-bag 3))").expect("a land");
    engine
}

fn shown(engine: &mut Engine, text: &str) -> String {
    engine.eval::<String>(&format!("(format nil \"~s\" {text})")).unwrap_or_else(|e| format!("{:?}: {e}", e.code()))
}

#[test]
fn indexed_object_works_as_an_array() {
    let e = &mut indexed_engine();
    for (text, expected) in [
        ("land", "#2s64((0 0 0) (0 0 5))"),
        ("(list (array? land) (land? land) (array-dimensions land) (length land))", "(t t (2 3) 6)"),
        ("(list (aref land 1 2) (get-array-element land '(1 2)) (row-major-aref land 5))", "(5 5 5)"),
        ("(array->list (array-map (lambda (x) (* 2 x)) land))", "(0 0 0 0 0 10)"),
        ("(let ((copy (duplicate land))) (aset copy 0 0 1) (list (aref copy 0 0) (aref land 0 0)))", "(1 0)"),
        ("(+ land 2)", "7"),
        ("(progn (defmethod height ((l land)) t (aref l 1 2)) (height land))", "5"),
        ("(progn (set-array-element land '(0 1) 8) (array->list land))", "(0 8 0 0 0 5)"),
        ("(progn (fill-array! land 3) land)", "#2s64((3 3 3) (3 3 3))"),
        ("(progn (aset bag 1 '(3 1)) bag)", "#(nil (1 3) nil)"),
        ("(subarray bag 1 2)", "#((1 3))"),
        ("(progn (grow-land! land 3) land)", "#2s64((3 3 3) (3 3 3) (7 7 7))"),
        ("(= land (duplicate land))", "nil"),
    ] {
        assert_eq!(shown(e, text), expected, "{text}");
    }
}

#[test]
fn unfit_element_or_place_is_an_error() {
    let e = &mut indexed_engine();
    for (text, expected, words) in [
        ("(aset land 2 0 1)", Code::IndexOutOfRange, "outside an array of 2 by 3"),
        ("(aset land 0 0 10000)", Code::BadValue, "a height in metres"),
        ("(aset land 0 0 'a)", Code::WrongType, "an integer of at most 61 bits"),
        ("(fill-array! land -1)", Code::BadValue, "a height in metres"),
        ("(aset bag 0 '(56))", Code::WrongType, "a list of integers from 0 to 55"),
    ] {
        let error = e.run(text).expect_err(text);
        assert_eq!(error.code(), expected, "{text}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
}

#[test]
fn panic_at_an_element_is_an_error() {
    let e = &mut indexed_engine();
    assert_eq!(code(e.run("(aset land 0 0 9999)")), Code::HostPanic);
    e.run("(aset land 0 0 13)").expect("a hole can be stored");
    for text in ["(aref land 0 0)", "(array->list land)", "(array-map identity land)"] {
        assert_eq!(code(e.run(text)), Code::HostPanic, "{text}");
    }
    e.run("(format nil \"~a\" land)").expect("what cannot be read is not printed");
    assert_eq!(e.eval::<i64>("(aset land 0 0 1) (aref land 0 0)").expect("it is there"), 1);
}

#[test]
fn panic_in_a_copy_is_an_error() {
    let e = &mut indexed_engine();
    e.run("(aset land 0 0 14)").expect("a swamp can be stored");
    let error = e.run("(duplicate land)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::HostPanic, "land: the host's function panicked: a swamp"));
    assert_eq!(e.eval::<i64>("(aset land 0 0 1) (aref (duplicate land) 0 0)").expect("it is there"), 1);
}

#[test]
fn object_in_use_has_no_elements() {
    let e = &mut indexed_engine();
    for text in ["(aref land 0 0)", "(aset land 0 0 1)", "(array->list land)", "(duplicate land)"] {
        let error = e.run(&format!("(with-land land (lambda () {text}))")).expect_err(text);
        assert!(error.to_string().contains("in use"), "{text}: {error}");
    }
    assert_eq!(shown(e, "(with-land land (lambda () (format nil \"~a\" land)))"), "\"#<array 2 by 3>\"");
}

#[test]
fn a_held_value_lives_as_long_as_its_object() -> Result<(), Error> {
    let e = &mut indexed_engine();
    e.run("(land-keep! land (list 'kept 1)) (dotimes (i 200000) (list i))")?;
    assert_eq!(shown(e, "(land-kept land)"), "(kept 1)");
    assert_eq!(shown(e, "(land-kept (duplicate land))"), "(kept 1)");
    Ok(())
}

#[test]
fn indexed_objects_count_for_the_memory_limit() {
    let e = &mut indexed_engine();
    e.run("(dotimes (i 100) (flat-land 100 1000))").expect("what nobody has makes room");
    let endless = "(setq all nil) (while t (setq all (cons (flat-land 100 1000) all)))";
    assert_eq!(code(e.run(endless)), Code::OutOfMemory);
}

#[test]
fn snapshots_copy_indexed_objects() -> Result<(), Error> {
    let mut e = limited(Limits::default());
    e.register::<Land>();
    e.register::<Sets>();
    e.run("(setq land (flat-land 1 2))")?;
    let mut copy = e.snapshot()?.engine();
    copy.run("(aset land 0 1 4)")?;
    assert_eq!((shown(&mut copy, "land"), shown(&mut e, "land")), ("#2s64((0 4))".into(), "#2s64((0 0))".into()));
    e.run("(setq bag (make-bag 1))")?;
    assert!(e.snapshot().is_err());
    Ok(())
}

/// Numbers that are an array of the program, and compared by Rust.
#[derive(PartialEq, Eq, Hash)]
struct Numbers(Vec<i64>);

impl HostType for Numbers {
    const NAME: &'static str = "numbers";

    fn describe(class: &mut Class<'_, Numbers>) {
        class.define("numbers", |numbers: Vec<i64>| Numbers(numbers));
        class.equality();
        class.indexed(|n| [n.0.len()], |n, at| n.0[at], |_, _, _: i64| Err("they stay as they are"));
    }
}

#[test]
fn an_indexed_object_is_compared_by_rust() {
    // found: 2026-11-27, by reading equality: `=` compared its identity
    let e = &mut Engine::new();
    e.register::<Numbers>();
    assert_eq!(shown(e, "(= (numbers '(1 2)) (numbers '(1 2)))"), "t");
    assert_eq!(shown(e, "(= (numbers '(1 2)) (numbers '(1 3)))"), "nil");
    assert_eq!(shown(e, "(= (list 1 (numbers '(1 2))) (list 1 (numbers '(1 2))))"), "t");
    assert_eq!(shown(e, "(= (numbers '(1 2)) (vector 1 2))"), "nil");
    assert_eq!(shown(e, "(= (vector 1 2) (vector 1 2))"), "nil");
    assert_eq!(shown(e, "(length (member (numbers '(1)) (list (vector 1) (numbers '(1)))))"), "1");
    e.run("(setq table (make-table)) (table-set! table (numbers '(1 2)) 'found)").expect("a table");
    assert_eq!(shown(e, "(table-ref table (numbers '(1 2)))"), "found");
}
