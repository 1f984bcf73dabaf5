//! Programs, modules, namespaces, snapshots of engines, and the memory that evaluated texts leave.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use klammer::{
    Class, ClosedHost, Code, Context, Engine, Error, Handle, HostType, Limits, Module, Program, ResourceUsage,
    Snapshot, StdHost, Step, Warnings,
};

use super::engine;
use crate::host::TestHost;

fn found(errors: &[Error]) -> Vec<(String, u32)> {
    errors.iter().map(|e| (e.code().as_str().to_string(), e.place().map_or(0, |p| p.line()))).collect()
}

#[test]
fn many_engines_on_many_threads_run_one_program() {
    let program: Program =
        engine().compile(("<squares>", "(setq n 0) (dotimes (i 10 n) (setq n (+ n (* i i))))")).unwrap();
    assert!(program.warnings().is_empty());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!((0..5).map(|_| engine().eval::<i64>(&program).unwrap()).sum::<i64>(), 5 * 285));
        }
    });
}

#[test]
fn an_error_of_a_program_is_shown_in_its_text() {
    let program = engine().compile(("rules.lisp", "(defproc rule (n)\n  (car n))\n(rule 5)")).unwrap();
    for mut engine in [engine(), engine()] {
        let error = engine.eval::<()>(&program).unwrap_err();
        let place = error.place().unwrap();
        assert_eq!((error.code(), place.file(), place.line()), (Code::WrongType, "rules.lisp", 2));
    }
}

#[test]
fn a_check_finds_all_mistakes_and_runs_nothing() {
    let calls = Arc::new(AtomicUsize::new(0));
    let mut engine = engine();
    let counted = Arc::clone(&calls);
    engine.define("launch", move || counted.fetch_add(1, Ordering::Relaxed));
    engine.set("n", 1).unwrap();
    let text = "
        (defmacro unless-zero (n &body body) `(if (= ,n 0) nil (progn ,@body)))
        (launch) (setq n 2) (setq m (launch))
        (unless-zero n (print (car 5)))
        (let ((x 1) . 5) x)
        (unless-zero)
        (defproc f (x) (lambda))
        (progn (setq k 1) (if))
        (print undefined-name m)
        (defproc g (l) (setq last-list l) (f l))
        (while t)
        (defproc no-body (n))
        (display \"never\"";
    let checkup = engine.check(("rules.lisp", text));
    let errors = found(&checkup.errors);
    let lines: Vec<u32> = errors.iter().map(|e| e.1).collect();
    assert_eq!(lines, [5, 6, 7, 8, 12, 13], "{errors:?}");
    let warnings = found(&checkup.warnings);
    assert_eq!(warnings, [("unbound-variable".into(), 9), ("undefined-assignment".into(), 10)]);
    assert_eq!(calls.load(Ordering::Relaxed), 0);
    assert_eq!(engine.get::<i64>("n").unwrap(), 1);
    assert!(engine.get::<()>("g").is_err() && engine.get::<()>("unless-zero").is_err());
    assert_eq!(engine.compile(("rules.lisp", text)).unwrap_err().place().map(|p| p.line()), Some(5));
    assert_eq!(engine.eval::<i64>("(launch)").unwrap(), 0);
}

#[test]
fn undefined_names_are_told_after_a_program() {
    let mut engine = engine();
    let program = engine.compile(("ai.lisp", "(defproc ai (enemy) (hitt! enemy))")).unwrap();
    engine.eval::<()>(&program).unwrap();
    assert_eq!(found(engine.warnings()), [("unbound-variable".into(), 1)]);
    engine.define("hitt!", |_: i64| ());
    engine.eval::<()>(&program).unwrap();
    assert_eq!(engine.warnings().len(), 0);
}

#[test]
fn runtime_errors_are_no_errors_of_a_check() {
    let mut engine = engine();
    for text in [
        "(car 5)",
        "(setq x (car 5)) (print x)",
        "(setq x (let loop () (loop))) x",
        "(defproc f () (g)) (defproc g () 1)",
    ] {
        let checkup = engine.check(("<text>", text));
        assert_eq!((checkup.errors.len(), found(&checkup.warnings)), (0, Vec::new()), "{text}");
    }
    let mut strict = crate::host::builder().host(ClosedHost::new()).warnings(Warnings::Deny).build();
    assert_eq!(strict.check(("<text>", "(defproc g (l) (setq last-list l) l)")).warnings.len(), 1);
}

#[test]
fn files_are_checked_with_what_they_require() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("shapes.lisp", "(defmacro square-of (n) `(* ,n ,n)) (write-file \"made\" \"x\")");
    file("main.lisp", "(require 'shapes)\n(defproc area (n) (square-of n))\n(write-file \"made\" \"x\")\n(area 3)");
    file("wrong.lisp", "(require 'no-such-module)\n(square-of)");
    let mut engine = crate::host::builder().host(StdHost::new()).build();
    let checkup = engine.check(&folder.path().join("main.lisp"));
    assert!(!folder.path().join("made").exists());
    assert!(checkup.errors.iter().all(|e| e.message().contains("write-file")), "{:?}", found(&checkup.errors));
    assert_eq!(found(&engine.check(&folder.path().join("wrong.lisp")).errors), [("file".into(), 1)]);
    assert_eq!(engine.check(&folder.path().join("none.lisp")).errors[0].code(), Code::File);
    file("shapes.lisp", "(defmacro square-of (n) `(* ,n ,n))");
    file("main.lisp", "(require 'shapes) (defproc area (n) (square-of n)) (area 3)");
    let program = engine.compile(&folder.path().join("main.lisp")).unwrap();
    assert_eq!(engine.eval::<i64>(&program).unwrap(), 9);
}

#[test]
fn dialects_are_checked_in_their_own_way() {
    let mut engine = engine();
    let scheme = engine.check(("<scheme>", "(require 'scheme) (define (f x) (if)) (display 1) (let ((y 1)) #t"));
    assert_eq!(scheme.errors.len(), 2, "{:?}", found(&scheme.errors));
    let lisp = engine.check((
        "<lisp>",
        "(require 'common-lisp) (defun f (x) (g x)) (setf (car 5) 1) (defun h (x) (let ((1 2)) x)) (print 1)",
    ));
    assert_eq!(lisp.errors.len(), 1, "{:?}", found(&lisp.errors));
}

#[test]
fn a_check_obeys_the_limits_of_its_engine() {
    let text = "(setq a 1)\n".repeat(1000) + "(no-such-function)";
    let check = |limits| {
        let mut engine = crate::host::builder().host(ClosedHost::new()).limits(limits).build();
        let found = engine.check(("text", &text));
        let compiled = engine.compile(("text", &text)).map(drop).map_err(|e| e.code());
        (found.errors.iter().map(Error::code).collect::<Vec<_>>(), compiled)
    };
    let ticks = |ticks| Limits { ticks: Some(ticks), ..Limits::default() };
    assert_eq!(check(Limits::default()), (vec![], Ok(())));
    assert_eq!(check(ticks(1_000_000)), (vec![], Ok(())));
    assert_eq!(check(ticks(500)), (vec![Code::OutOfTicks], Err(Code::OutOfTicks)));
    let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(check(none), (vec![Code::OutOfTime], Err(Code::OutOfTime)));
    // One definition that does not end is no reason to leave out the rest.
    let mut engine = engine();
    let found = engine.check(("text", "(defproc f () 1)\n(setq x (while t))\n(let ((y)) y z"));
    assert_eq!(found.errors.iter().map(Error::code).collect::<Vec<_>>(), [Code::Unclosed]);
}

#[test]
fn a_check_can_be_interrupted() {
    let mut engine = engine();
    let handle = engine.interrupt();
    let done = AtomicUsize::new(0);
    let errors = std::thread::scope(|scope| {
        scope.spawn(|| {
            while done.load(Ordering::Relaxed) == 0 {
                handle.interrupt();
                std::thread::yield_now();
            }
        });
        let text = "(setq x (dotimes (i 5000000)))\n".repeat(200);
        let errors = engine.check(("text", &text)).errors;
        done.store(1, Ordering::Relaxed);
        errors
    });
    assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), [Code::Interrupted]);
}

/// A counter whose functions have state of their own, which belongs to one engine.
fn counting(module: &mut Module<'_>) {
    let mut count = 0;
    module
        .define("next", move |step: Option<i64>| {
            count += step.unwrap_or(1);
            count
        })
        .parameters(["step"])
        .doc("The next number.")
        .example("(next 3)", "3");
    module.define("%twice", |cx: &mut Context<'_>, f: Handle| -> Result<i64, Error> {
        cx.call::<i64>(&f, ())?;
        cx.call(&f, ())
    });
    module.source("counting", "(defproc next-but-one () \"Skips one.\" (%twice next))");
}

#[test]
fn a_module_is_seen_by_those_who_require_it() {
    let mut engine = crate::host::builder().build();
    engine.module("counting", counting);
    assert_eq!(engine.eval::<i64>("(next)").unwrap_err().code(), Code::UnboundVariable);
    assert_eq!(engine.eval::<i64>("(require 'counting) (next) (next 5)").unwrap(), 6);
    assert_eq!(engine.eval::<i64>("(next-but-one)").unwrap(), 8);
    // It is filled once, and what is its own stays that.
    assert_eq!(engine.eval::<i64>("(require 'counting) (next)").unwrap(), 9);
    assert_eq!(engine.eval::<i64>("(%twice next)").unwrap_err().code(), Code::UnboundVariable);
    let documentation = engine.docs().describe("next").unwrap();
    assert_eq!((documentation.usage, documentation.text.as_str()), (vec!["(next [step])".into()], "The next number."));
    assert_eq!(documentation.examples[0].to_string(), "(next 3)  ;=> 3");
}

#[test]
fn no_file_or_library_module_replaces_it() {
    let files = HashMap::from([(PathBuf::from("counting.lisp"), "(defproc next () 'of-the-file)".to_string())]);
    let mut engine = crate::host::builder().host(TestHost::new(files).0).build();
    assert_eq!(engine.eval::<String>("(require 'counting) (symbol->string (next))").unwrap(), "of-the-file");
    let files = HashMap::from([(PathBuf::from("counting.lisp"), "(defproc next () 'of-the-file)".to_string())]);
    let mut engine = crate::host::builder().host(TestHost::new(files).0).build();
    engine.module("counting", counting);
    engine.module("amb", |module| {
        module.define("amb", |x: i64| x);
    });
    assert_eq!(engine.eval::<i64>("(require 'counting) (require 'amb) (amb (next))").unwrap(), 1);
}

#[test]
fn a_failed_module_can_be_tried_again() {
    let tries = Arc::new(AtomicUsize::new(0));
    let mut engine = crate::host::builder().build();
    let seen = Arc::clone(&tries);
    engine.module("moody", move |module| {
        let fails = seen.fetch_add(1, Ordering::Relaxed) == 0;
        module.source("moody.lisp", if fails { "(setq mood\n  (car 5))" } else { "(setq mood 'good)" });
    });
    let error = engine.require("moody").unwrap_err();
    assert_eq!(error.place().unwrap().to_string(), "moody.lisp:2:3");
    assert!(engine.eval::<bool>("(require 'moody) (= mood 'good)").unwrap());
    assert_eq!(tries.load(Ordering::Relaxed), 2);
    engine.module("round", |module| module.source("round", "(require 'round)"));
    assert!(engine.require("round").unwrap_err().message().contains("round requires itself"));
}

#[test]
fn a_copy_has_modules_with_state_of_their_own() {
    let mut engine = crate::host::builder().build();
    engine.define("next", || "of the program");
    engine.module("counting", counting);
    engine.eval::<()>("(setq mine next) (require 'counting) (setq count next) (next 10)").unwrap();
    let mut copy = engine.snapshot().unwrap().engine();
    assert_eq!(copy.eval::<i64>("(next 2) (count)").unwrap(), 3);
    assert_eq!(copy.eval::<i64>("(next-but-one)").unwrap(), 5);
    assert_eq!(engine.eval::<i64>("(next)").unwrap(), 11);
    // The host itself defines in the copy what it has defined beside modules.
    assert!(copy.eval::<String>("(mine)").is_err());
    // And it can be required where it has not been.
    let mut later = crate::host::builder().build();
    later.module("counting", counting);
    assert_eq!(later.snapshot().unwrap().engine().eval::<i64>("(require 'counting) (next)").unwrap(), 1);
}

#[test]
fn a_check_knows_the_names_and_runs_nothing() {
    let called = Arc::new(AtomicUsize::new(0));
    let mut engine = crate::host::builder().build();
    let seen = Arc::clone(&called);
    engine.module("watched", move |module| {
        let seen = Arc::clone(&seen);
        module.define("touch", move || seen.fetch_add(1, Ordering::Relaxed));
    });
    let found = engine.check(("program", "(require 'watched) (defproc f () (touch)) (touch) (touhc)"));
    assert_eq!(called.load(Ordering::Relaxed), 0);
    let told = format!("{found:?}");
    assert!(told.contains("touhc") && !told.contains("touch is not"), "{told}");
}

#[test]
fn a_module_has_types() {
    struct Purse(i64);
    impl HostType for Purse {
        const NAME: &'static str = "purse";
        fn describe(class: &mut Class<'_, Purse>) {
            class.define("make-purse", || Purse(0));
            class.define("put!", |p: &mut Purse, coins: i64| {
                p.0 += coins;
                p.0
            });
        }
    }
    let mut engine = crate::host::builder().build();
    engine.module("money", |module| module.register::<Purse>());
    assert!(engine.eval::<i64>("(put! (make-purse) 3)").is_err());
    assert_eq!(engine.eval::<i64>("(require 'money) (let ((p (make-purse))) (put! p 3) (put! p 4))").unwrap(), 7);
    assert!(engine.eval::<bool>("(purse? (make-purse))").unwrap());
}

#[test]
fn texts_in_namespaces_are_independent() {
    let mut e = crate::host::builder().build();
    e.define("roll", || 4);
    e.run("(setq gold 100) (defproc pay (n) (setq gold (- gold n)))").unwrap();
    let (orc, elf) = (e.scope("orc.lisp").unwrap(), e.scope("elf.lisp").unwrap());
    e.with()
        .scope(&orc)
        .run("(setq gold 7) (defproc roll () 0) (defproc reverse (l) 'mine) (defproc act () (list (roll) gold))")
        .unwrap();
    e.with().scope(&elf).run("(defmacro twice (x) `(* 2 ,x)) (defproc act () (list (twice (roll)) gold))").unwrap();
    e.run("(pay 1)").unwrap();
    assert_eq!(e.call::<Vec<i64>>((&orc, "act"), ()).unwrap(), [0, 7]);
    assert_eq!(e.call::<Vec<i64>>((&elf, "act"), ()).unwrap(), [8, 100]);
    assert_eq!(e.eval::<(i64, i64)>("(list gold (roll))").unwrap(), (99, 4));
    assert_eq!(e.eval::<Vec<i64>>("(reverse '(1 2))").unwrap(), [2, 1]);
    assert_eq!(e.with().scope(&elf).eval::<Vec<i64>>("(reverse '(1 2))").unwrap(), [2, 1]);
    assert!(e.get::<Handle>("act").is_err() && e.get::<Handle>("twice").is_err());
    // A module is required for one namespace only.
    e.with().scope(&elf).run("(require 'search)").unwrap();
    assert_eq!(e.with().scope(&elf).eval::<i64>("(count-solutions (board 4))").unwrap(), 288);
    assert!(e.with().scope(&orc).eval::<i64>("(count-solutions (board 4))").is_err());
    // Errors know the text; typed functions, runs and calls that lend take the pair, too.
    let error = e.with().scope(&orc).run("\n(car 1)").unwrap_err();
    assert_eq!(error.place().map(|p| (p.file().to_string(), p.line())), Some(("orc.lisp".into(), 2)));
    assert_eq!(e.with().lend(&mut 1).call::<Vec<i64>>((&elf, "act"), ()).unwrap(), [8, 100]);
    // Their variables are read and set from outside; others have theirs.
    e.with().scope(&orc).set("gold", 3).unwrap();
    assert_eq!((e.get::<i64>((&orc, "gold")).unwrap(), e.get::<i64>((&elf, "gold")).unwrap()), (3, 100));
    assert_eq!(e.call::<Vec<i64>>((&orc, "act"), ()).unwrap(), [0, 3]);
    assert_eq!(e.get::<i64>((&orc, "silver")).unwrap_err().code(), Code::UnboundVariable);
    assert_eq!(crate::host::builder().build().get::<i64>((&orc, "gold")).unwrap_err().code(), Code::Host);
    assert_eq!(crate::host::builder().build().with().scope(&orc).set("gold", 1).unwrap_err().code(), Code::Host);
    // A namespace belongs to its engine.
    assert_eq!(crate::host::builder().build().with().scope(&orc).run("1").unwrap_err().code(), Code::Host);
    // Programs in other languages have them as well.
    let mut e = crate::host::builder().build();
    e.run("(require 'common-lisp) (defun greet () 1) (defvar *depth* 1) (defun depth () *depth*)").unwrap();
    let own = e.scope("own.lisp").unwrap();
    e.with().scope(&own).run("(defun greet () (+ 1 (car (list 1)))) (defun act () (greet))").unwrap();
    assert_eq!((e.call::<i64>((&own, "act"), ()).unwrap(), e.eval::<i64>("(greet)").unwrap()), (2, 1));
    // A binding of a dynamic variable reaches the functions that were there before.
    assert_eq!(e.with().scope(&own).eval::<i64>("(let ((*depth* 5)) (depth))").unwrap(), 5);
}

#[test]
fn a_host_function_may_belong_to_a_namespace() {
    let mut engine = crate::host::builder().build();
    let (orc, elf) = (engine.scope("orc").unwrap(), engine.scope("elf").unwrap());
    engine.with().scope(&orc).define("strength", || 10).unwrap();
    engine.with().scope(&elf).define("strength", || 3).unwrap().doc("How strong an elf is.");
    for (namespace, strength) in [(&orc, 10), (&elf, 3)] {
        engine.with().scope(namespace).run("(defproc act () (strength))").unwrap();
        assert_eq!(engine.call::<i64>((namespace, "act"), ()).unwrap(), strength);
    }
    assert_eq!(engine.eval::<i64>("(strength)").unwrap_err().code(), klammer::Code::UnboundVariable);
    // The host's function looks up a name as its documentation says.
    engine.with().scope(&orc).set("home", 5).unwrap();
    engine.set("home", 7).unwrap();
    engine.with().scope(&orc).define("where", |cx: &mut klammer::Context<'_>| cx.get::<i64>("home")).unwrap();
    assert_eq!(engine.with().scope(&orc).eval::<i64>("(defproc look () (+ 0 (where))) (look)").unwrap(), 5);
    assert_eq!(engine.call::<i64>((&orc, "look"), ()).unwrap(), 5);
    let other = crate::host::builder().build().scope("orc").unwrap();
    assert!(engine.with().scope(&other).define("strength", || 1).is_err());
}

#[test]
fn requiring_a_loaded_module_is_charged() {
    let many = (0..2000).map(|i| format!("(defproc f{i} () {i})\n")).collect();
    let files = HashMap::from([(PathBuf::from("many.lisp"), many)]);
    let limits = Limits { ticks: Some(200_000), ..Limits::default() };
    let mut engine = crate::host::builder().host(TestHost::new(files).0).limits(limits).build();
    engine.eval::<()>("(require 'many)").unwrap();
    let error = engine.eval::<()>("(dotimes (i 10000) (require 'many))").unwrap_err();
    assert_eq!(error.code(), Code::OutOfTicks);
}

/// A module of another crate, a part of the core, and what neither has: a global name.
mod tally {
    use klammer::{Code, HostError, LibraryModule, Module};

    const TALLY: &str = "; Counts.\n(provide 'tally)\n(setq *said* nil)\n(display \"loaded\")\n\
                         (defproc tally (n)\n  \"Twice `n`.\n\n(tally 2)  ;=> 4\"\n  (%twice n))\n\
                         (defproc broken () (no-such-name))";

    static MODULE: LibraryModule = LibraryModule::with_functions("tally", &[("tally", TALLY)], |module| {
        module.define("%twice", |n: i64| 2 * n);
    });

    static CORE: LibraryModule = LibraryModule::core("counting", |module: &mut Module<'_>| {
        let half = |n: i64| match n % 2 {
            0 => Ok(n / 2),
            _ => Err(HostError::new("n is odd").with_function("half").with_code(Code::BadValue)),
        };
        module.define("half", half).parameters(["n"]).doc("Half of `n`.\n\n(half 4)  ;=> 2");
    });

    pub static LIBRARY: &[&LibraryModule] = &[&MODULE, &CORE];
}

#[test]
fn a_library_module_is_compiled_when_it_is_used() {
    let (host, heard) = TestHost::new(HashMap::new());
    let mut engine = klammer::Engine::builder().library(tally::LIBRARY).host(host).build();
    let documentation = engine.docs().module("tally").unwrap();
    assert_eq!((documentation.text.as_str(), documentation.names), ("Counts.", vec!["tally".to_string()]));
    assert_eq!(engine.docs().find("tally")[0].module.as_deref(), Some("tally"));
    assert_eq!(heard.take_output(), "");
    assert_eq!(engine.eval::<i64>("(require 'tally) (tally 4)").unwrap(), 8);
    assert_eq!(heard.take_output(), "loaded");
    assert_eq!(engine.docs().describe("tally").unwrap().examples[0].to_string(), "(tally 2)  ;=> 4");
    // The functions in Rust are in copies, though they have no context.
    let mut copy = engine.snapshot().unwrap().engine();
    assert_eq!(copy.eval::<i64>("(tally (half 6))").unwrap(), 6);
    assert_eq!(klammer::Engine::new().require("tally").unwrap_err().code(), Code::File);
    let files = HashMap::from([(PathBuf::from("tally.lisp"), "(defproc tally (n) 'mine)".to_string())]);
    let mut engine = klammer::Engine::builder().library(tally::LIBRARY).host(TestHost::new(files).0).build();
    assert_eq!(engine.eval::<String>("(require 'tally) (symbol->string (tally 1))").unwrap(), "mine");
}

#[test]
fn a_library_text_that_is_not_closed_is_an_error() {
    static OPEN: klammer::LibraryModule = klammer::LibraryModule::new("open", &[("open", "(defproc f () 1")]);
    static LATE: klammer::LibraryModule = klammer::LibraryModule::new("late", &[("late", "(provide 'f) (print 1")]);
    let mut engine = klammer::Engine::builder().library(&[&OPEN, &LATE]).build();
    for text in ["(require 'open) (f)", "(require 'late)"] {
        assert_eq!(engine.eval::<()>(text).unwrap_err().code(), Code::Unclosed, "{text}");
    }
}

#[test]
fn a_core_part_needs_no_require_and_can_hide() {
    let files = HashMap::from([(PathBuf::from("user.lisp"), "(defproc third-half (n) (half n))".to_string())]);
    let mut engine = klammer::Engine::builder().library(tally::LIBRARY).host(TestHost::new(files).0).build();
    assert_eq!(engine.eval::<i64>("(require 'user) (+ (half 4) (third-half 8))").unwrap(), 6);
    assert_eq!(engine.docs().describe("half").unwrap().subject, "counting");
    let errors = [("(half 3)", "half: n is odd"), ("(half 'x)", "half: n must be an integer"), ("(half)", "half:")];
    for (text, expected) in errors {
        let error = engine.eval::<()>(text).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    // A check runs it, as it runs builtins: a macro may need it.
    let checkup = engine.check("(defmacro four () (half 8)) (four)");
    assert!(checkup.errors.is_empty(), "{checkup:?}");
    // A program's definition of the name is the program's own.
    assert_eq!(engine.eval::<i64>("(defproc half (n) 0) (+ (half 4) (third-half 8))").unwrap(), 4);
    assert!(engine.warnings().iter().all(|w| !w.to_string().contains("half")), "{:?}", engine.warnings());
}

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
        assert!(help.starts_with(&format!("`{name}` was defined after the scope was made: a scope sees")), "{help}");
    }
    assert!(!e.with().scope(&orc).eval::<i64>("(latte)").unwrap_err().help().unwrap_or("").contains("after the scope"));
}

#[test]
fn a_namespace_beyond_memory_leaves_nothing() {
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
    assert_eq!(e.get::<i64>((&orc, "name-99")).unwrap(), 99);
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
    let handle: Handle = e.get((&orc, "p")).unwrap();
    assert_eq!(e.call::<Vec<i64>>((&orc, "p"), ()).unwrap(), of_orc);
    assert_eq!(e.call::<Vec<i64>>((&elf, "p"), ()).unwrap(), of_elf);
    assert_eq!(e.call::<Vec<i64>>(&handle, ()).unwrap(), of_orc);
    let mut run = e.start::<Vec<i64>>((&orc, "p"), ()).unwrap();
    assert_eq!(run.step(&mut e, 100_000).unwrap(), Step::Done(of_orc.to_vec()));
    assert_eq!(e.with().scope(&orc).eval::<Vec<i64>>("(ask)").unwrap(), of_orc);
    assert_eq!(e.eval::<Vec<i64>>("(ask)").unwrap(), [7, 7, 70, 0]);
    e.with().scope(&elf).set("orcs", &handle).unwrap();
    assert_eq!(e.with().scope(&elf).eval::<Vec<i64>>("(orcs)").unwrap(), of_orc);
    assert_eq!(e.get::<i64>((&orc, "seen")).unwrap(), 6);
    assert_eq!(e.get::<i64>("seen").unwrap(), 8);
}

#[test]
fn a_namespace_of_another_engine_is_named() {
    let orc = crate::host::builder().build().scope("orc.lisp").unwrap();
    let mut e = crate::host::builder().build();
    let error = e.with().scope(&orc).eval::<i64>("1").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::Host, "the scope orc.lisp belongs to another engine"));
}

/// Something of everything that an engine keeps.
const PROGRAM: &str = r#"
    (require 'search)
    (require 'amb)
    (setq counter 0)
    (setq words (let ((table (make-table))) (table-set! table "one" 1) (table-set! table 'two (list 2 2.5 (expt 3 80))) table))
    (defrecord point x y)
    (setq place (make-point 1 "y"))
    (defmacro twice (form) `(progn ,form ,form))
    (defmethod area ((p point)) t (* 2 (point-x p)))
    (defproc next! () (twice (inc! counter)) counter)
    (setq later (let ((n 10)) (lambda () (inc! n) n)))
    (setq stream (solutions (an-integer-above 7)))
    (setq k nil)
    (setq entered (list 1 (call/cc (lambda (c) (setq k c) 2))))"#;

#[test]
fn a_copy_has_a_whole_program_and_shares_nothing() {
    let mut original = engine();
    original.eval::<()>(PROGRAM).unwrap();
    let snapshot = original.snapshot().unwrap();
    for engine in [&mut snapshot.engine(), &mut snapshot.builder().host(ClosedHost::new()).build(), &mut original] {
        assert_eq!(engine.eval::<i64>("(next!)").unwrap(), 2);
        assert_eq!(engine.eval::<(i64, i64)>("(list (later) (later))").unwrap(), (11, 12));
        assert_eq!(engine.eval::<i64>("(area place)").unwrap(), 2);
        assert!(engine.eval::<bool>("(= (third (table-ref words 'two)) (expt 3 80))").unwrap());
        assert_eq!(
            engine.eval::<(i64, i64)>("(list (stream-first stream) (stream-first (stream-rest stream)))").unwrap(),
            (7, 8)
        );
        assert_eq!(engine.eval::<i64>("(count-solutions (board 4))").unwrap(), 288);
        engine
            .eval::<()>("(table-set! words \"one\" 0)  (set-point-x! place 50)  (defproc next! () 'changed)")
            .unwrap();
        engine.eval::<()>("(collect-garbage) (k 3)").unwrap();
        assert_eq!(engine.eval::<(i64, i64)>("entered").unwrap(), (1, 3));
    }
    let mut copy = snapshot.engine();
    assert_eq!(copy.eval::<(i64, i64)>("(list (next!) (point-x place))").unwrap(), (2, 1));
}

#[test]
fn copies_on_threads_collect_garbage_alone() {
    let mut original = engine();
    original.eval::<()>(PROGRAM).unwrap();
    let snapshot: Snapshot = original.snapshot().unwrap();
    drop(original);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let snapshot = snapshot.clone();
            scope.spawn(move || {
                for round in 0..10 {
                    let mut copy = snapshot.engine();
                    copy.inspect().stress_collector(thread == 0);
                    let sum: i64 = copy.eval("(fold-left + 0 (map-with (lambda (x) (* x x)) (iota 100)))").unwrap();
                    assert_eq!((sum, copy.eval::<i64>("(next!)").unwrap()), (328_350, 2), "{round}");
                }
            });
        }
    });
}

#[test]
fn a_copy_has_the_limits_and_random_numbers() {
    let mut original =
        crate::host::builder().seed(5).limits(Limits { ticks: Some(50_000), ..Limits::default() }).build();
    original.eval::<()>("(random 10)").unwrap();
    let snapshot = original.snapshot().unwrap();
    let next: i64 = original.eval("(random 1000000000)").unwrap();
    let mut copy = snapshot.engine();
    assert_eq!(copy.eval::<i64>("(random 1000000000)").unwrap(), next);
    assert_eq!(copy.eval::<()>("(while t)").unwrap_err().code(), Code::OutOfTicks);
    let mut other = snapshot.builder().seed(6).limits(Limits { ticks: Some(10), ..Limits::default() }).build();
    assert_eq!(other.eval::<()>("(dotimes (i 100) i)").unwrap_err().code(), Code::OutOfTicks);
    *other.limits_mut() = Limits::default();
    assert_ne!(other.eval::<i64>("(random 1000000000)").unwrap(), next);
}

#[test]
fn copies_share_callbacks_and_get_others_again() {
    let mut original = engine();
    original.define("apply-twice", |cx: &mut Context<'_>, f: Handle, x: i64| -> Result<i64, Error> {
        let once: i64 = cx.call(&f, (x,))?;
        cx.call(&f, (once,))
    });
    let mut calls = 0;
    original.define("count-calls", move || {
        calls += 1;
        calls
    });
    original.eval::<()>("(setq kept (list count-calls)) (defproc call-kept () ((first kept)))").unwrap();
    assert_eq!(original.eval::<i64>("(call-kept)").unwrap(), 1);
    let snapshot = original.snapshot().unwrap();
    assert!(!snapshot.is_whole());
    let mut copy = snapshot.engine();
    assert_eq!(copy.eval::<i64>("(apply-twice (lambda (n) (* n n)) 3)").unwrap(), 81);
    let error = copy.eval::<()>("(call-kept)").unwrap_err();
    assert_eq!(error.code(), Code::Host);
    assert!(error.message().starts_with("count-calls: the host function was not copied with"), "{error}");
    copy.define("count-calls", || 100);
    assert_eq!(copy.eval::<i64>("(+ (call-kept) (count-calls))").unwrap(), 200);
    assert!(engine().snapshot().unwrap().is_whole());
    assert_eq!(original.eval::<i64>("(call-kept)").unwrap(), 2);
}

/// Says when it is dropped.
struct Guest(Arc<Mutex<i64>>);

impl Drop for Guest {
    fn drop(&mut self) {
        *self.0.lock().unwrap() -= 1;
    }
}

impl HostType for Guest {
    const NAME: &'static str = "guest";

    fn describe(class: &mut Class<'_, Guest>) {
        class.define("guest-add!", |guest: &mut Guest, n: i64| *guest.0.lock().unwrap() += n);
    }
}

fn with_guests() -> (Engine, Arc<Mutex<i64>>) {
    let here = Arc::new(Mutex::new(0));
    let mut engine = engine();
    engine.register::<Guest>();
    let count = Arc::clone(&here);
    engine.define("make-guest", move || {
        *count.lock().unwrap() += 1;
        Guest(Arc::clone(&count))
    });
    (engine, here)
}

#[test]
fn an_engine_with_host_objects_is_not_copied() {
    let (mut engine, _) = with_guests();
    engine.eval::<()>("(setq guest (make-guest))").unwrap();
    let error = engine.snapshot().unwrap_err();
    assert_eq!(error.code(), Code::Host);
    assert!(error.message().contains("it holds an object of the host, #<guest"), "{error}");
    engine.eval::<()>("(setq guest nil)").unwrap();
    engine.snapshot().unwrap();
}

#[test]
fn handles_are_equal_while_they_hold_the_same() {
    let mut engine = engine();
    engine.eval::<()>("(setq kept (list 1 2))").unwrap();
    let (a, b): (Handle, Handle) = (engine.get("kept").unwrap(), engine.eval("kept").unwrap());
    assert_eq!(a, b);
    assert_ne!(a, engine.eval::<Handle>("(list 1 2)").unwrap());
    engine.run("(setq kept nil)").unwrap();
    assert_eq!((&a, a.clone()), (&b, b.clone()));
    assert_eq!(engine.get::<Vec<i64>>(&a).unwrap(), [1, 2]);
}

#[test]
fn layers_are_in_copies() {
    let mut engine = engine();
    engine
        .eval::<()>("(require 'common-lisp) (defpackage :tools (:export :tool)) (defun g () (list 'tools:tool))")
        .unwrap();
    let mut copy = engine.snapshot().unwrap().engine();
    for engine in [&mut copy, &mut engine] {
        assert!(engine.eval::<bool>("(eq (first (g)) (intern \"TOOL\" :tools))").unwrap());
        engine.eval::<()>("(defpackage :more) (export (intern \"X\" :more) :more)").unwrap();
    }
}

/// Loads rules into a new engine, which takes the place of the one in use if they are right.
fn reload(engine: &mut Engine, prepared: &Snapshot, text: &str) -> Result<(), Error> {
    let mut fresh = prepared.engine();
    fresh.run(text)?;
    *engine = fresh;
    Ok(())
}

#[test]
fn a_reload_swaps_engines_or_changes_nothing() {
    let mut engine = engine();
    engine.define("rate", |_: &mut Context<'_>| 10);
    let prepared = engine.snapshot().unwrap();
    reload(&mut engine, &prepared, "(setq n 1) (defproc price (n) (* (rate) n))").unwrap();
    let handle: Handle = engine.get("price").unwrap();
    for wrong in ["(setq n 2) (defproc price (n) (*", "(setq n 2) (defproc price (n) 0) (car n)"] {
        assert!(reload(&mut engine, &prepared, wrong).is_err());
        assert_eq!((engine.call::<i64>(&handle, (3,)).unwrap(), engine.get::<i64>("n").unwrap()), (30, 1));
    }
    reload(&mut engine, &prepared, "(defproc price (n) (* 2 (rate) n))").unwrap();
    assert_eq!(engine.call::<i64>("price", (3,)).unwrap(), 60);
    assert!(!engine.has("n").unwrap());
    assert_eq!(engine.call::<i64>(&handle, (3,)).unwrap_err().message(), "the handle belongs to another engine");
}

/// Makes one-off texts, macros and redefinitions leave nothing behind in an engine that stays.
#[test]
fn one_off_texts_leave_no_memory_behind() {
    let mut engine = engine();
    engine.run("(defmacro swap! (a b) (let ((old (gensym))) `(let ((,old ,a)) (setq ,a ,b) (setq ,b ,old))))").unwrap();
    let mut round = |n: usize| {
        let text =
            format!("(defproc f (x) (let ((y {n})) (swap! x y) (push! x kept) (list x y))) (setq kept nil) (f 1)");
        engine.eval::<Handle>(&text).unwrap();
        engine.run("(collect-garbage)").unwrap();
        engine.usage().memory
    };
    let before = (0..4_000).map(&mut round).max().unwrap();
    let after = (4_000..16_000).map(&mut round).max().unwrap();
    assert!(after <= before + before / 8, "{before} bytes in 4000 rounds, {after} in 12000 more");
}

#[test]
fn texts_that_leave_nothing_take_no_memory() {
    let mut e = engine();
    let mut evaluate = |i: i64| {
        assert_eq!(e.eval::<i64>(&format!("(+ {i} (* 2 3)) ; the text number {i:09}")).unwrap(), i + 6);
        e.usage()
    };
    let ResourceUsage { memory, collections, .. } = evaluate(0);
    // So few that not all cells of a new heap have been used.
    for i in 1..30 {
        let now = evaluate(i);
        assert_eq!((now.memory, now.collections), (memory, collections), "text {i}");
    }
}

#[test]
fn a_captured_form_is_entered_again_after_others() {
    let text = "
        (setq k nil) (setq n 0) (setq results nil)
        (setq results (cons (+ 100 (call/cc (lambda (c) (setq k c) n))) results))
        (list 1 2 3 4 5 6 7 8 9 10)
        (setq n (+ n (* 1 1)))
        (if (< n 4) (k n) 'done)
        (reverse results)";
    let mut e = engine();
    for _ in 0..3 {
        assert_eq!(e.eval::<Vec<i64>>(text).unwrap(), [100, 101, 102, 103]);
    }
}

#[test]
fn functions_that_a_form_has_made_outlive_it() {
    let mut e = engine();
    e.run("(setq add (let ((n 40)) (lambda (x) (+ x n))))").unwrap();
    for i in 0..50 {
        e.run(&format!("(let ((n {i})) (list (* n 2) (+ n 3)))")).unwrap();
    }
    assert_eq!(e.eval::<i64>("(add 2)").unwrap(), 42);
    let error = e.eval::<i64>("(add 'x)").unwrap_err();
    assert_eq!(error.code(), Code::WrongType);
    assert_eq!(error.place().unwrap().line_text(), "(setq add (let ((n 40)) (lambda (x) (+ x n))))");
}

#[test]
fn a_kept_error_has_its_place_after_other_runs() {
    let mut e = engine();
    e.run("(setq kept nil)").unwrap();
    e.run("(catch-and-apply 'error (lambda (tag c) (setq kept c)) (car 5))").unwrap();
    for i in 0..50 {
        e.run(&format!("(+ {i} (* 2 3))")).unwrap();
    }
    let error = e.run("(throw 'error kept)").unwrap_err();
    let place = error.place().unwrap();
    assert!(place.line_text().ends_with("(car 5))"), "{}", place.line_text());
}

#[test]
fn a_deleted_file_has_no_new_text_either() {
    // found: 2026-11-27, a reader of the core's code: closing the port brought the file back
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.txt");
    let mut e = Engine::builder().host(StdHost::new().allow_writing(true)).build();
    e.set("file", file.display().to_string()).unwrap();
    let there = |e: &mut Engine| e.eval::<bool>("(file-exists? file)").unwrap();
    e.run("(write-file file \"1\")").unwrap();
    for begin in ["(write-file file \"1\")", "nil"] {
        e.run(&format!(
            "{begin} (setq p (open-output-file file)) (display \"2\" p) (delete-file file)
                        (setq there (file-exists? file)) (close-port p)"
        ))
        .unwrap();
        assert!(!e.get::<bool>("there").unwrap() && !there(&mut e), "{begin}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // A file that a program writes whole replaces a text that it has begun.
    e.run("(setq p (open-output-file file)) (display \"2\" p) (write-file file \"3\") (close-port p)").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "3");
    let error = e.eval::<()>("(delete-file file) (delete-file file)").unwrap_err();
    assert_eq!(error.code(), Code::File);
}

#[test]
fn a_copy_has_the_dialects_of_its_builder() {
    // found: 2026-11-27, a reader of the core's code: `dialect` did nothing beside `copy_of`
    let bare = Engine::builder().build().snapshot().unwrap();
    let mut e = Engine::builder().copy_of(&bare).dialect(klammer_scheme::dialect()).build();
    assert_eq!(e.eval::<i64>("(require 'scheme) (let loop ((i 0)) (if (< i 5) (loop (+ i 1)) i))").unwrap(), 5);
    assert!(bare.engine().run("(require 'scheme)").is_err());
}

#[test]
fn conditions_of_a_call_have_no_order() {
    // found: 2026-11-27, a reader of the core's code: `limits` undid `time`
    let mut e = engine();
    let limits = || Limits { ticks: Some(100_000), ..Limits::default() };
    let zero = Duration::ZERO;
    assert_eq!(e.with().time(zero).limits(limits()).run("(while t)").unwrap_err().code(), Code::OutOfTime);
    assert_eq!(e.with().limits(limits()).time(zero).run("(while t)").unwrap_err().code(), Code::OutOfTime);
    for ticks in [10, 1_000_000] {
        let used = |error: Error| error.message().to_string();
        let before = used(e.with().ticks(ticks).limits(limits()).run("(while t)").unwrap_err());
        assert_eq!(before, used(e.with().limits(limits()).ticks(ticks).run("(while t)").unwrap_err()));
    }
    assert_eq!(e.limits_mut().ticks, Limits::default().ticks);
}

#[test]
fn a_panic_of_the_host_leaves_the_limits() {
    struct Explosive;
    impl klammer::IntoLisp for Explosive {
        fn into_lisp(self, _: klammer::IntoContext<'_>) -> Result<klammer::Built<'_>, klammer::ConvertError> {
            panic!("on purpose")
        }
    }
    // found: 2026-11-27, a reader of the core's code
    let mut e = engine();
    let call = || e.with().ticks(5).call::<()>("list", (Explosive,)).is_err();
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call));
    assert_eq!(e.limits_mut().ticks, Limits::default().ticks);
    assert_eq!(e.eval::<i64>("(let ((n 0)) (dotimes (i 1000 n) (setq n (+ n i))))").unwrap(), 499_500);
}

#[test]
fn a_form_is_evaluated_once_though_its_value_does_not_fit() {
    // found: 2026-11-27, a reader of the core's code: the position stayed, and the form came again
    let mut e = engine();
    e.run("(setq n 0)").unwrap();
    let text = "(progn (setq n (+ n 1)) 'text) (* 2 n)";
    let mut position = 0;
    assert_eq!(e.inspect().eval_form::<i64>("<prompt>", text, &mut position).unwrap_err().code(), Code::WrongType);
    assert_eq!(e.inspect().eval_form::<i64>("<prompt>", text, &mut position).unwrap(), Some(2));
    // Of a form that fails, nobody knows how far it has come.
    let mut position = 0;
    assert!(e.inspect().eval_form::<i64>("<prompt>", "(car 5) 1", &mut position).is_err());
    assert_eq!(position, 0);
}
