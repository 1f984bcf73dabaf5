//! Types of the host, whose objects programs hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use klammer::{Class, Code, Context, Engine, Error, Handle, HostType, Limits, Ref, RefMut};

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
fn methods_dispatch_on_the_type_and_it_has_a_name() {
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
    // A function that panics gives back what it had, with a context as without, and a part as the whole.
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
fn random_use_of_objects_neither_loses_nor_keeps_any() {
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
