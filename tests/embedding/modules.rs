//! Modules of the host, which programs require.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use klammer::{Class, Code, Context, Error, Handle, HostType, Limits, Module};

use crate::host::TestHost;

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
fn no_file_and_no_module_of_the_library_takes_its_place() {
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
fn a_module_that_fails_is_not_there_and_can_be_tried_again() {
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
    assert!(engine.require("round").unwrap_err().message().contains("require each other"));
}

#[test]
fn a_copy_of_the_engine_has_its_modules_with_state_of_their_own() {
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
fn texts_in_namespaces_know_nothing_of_each_other() {
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
    assert_eq!(
        (e.with().scope(&orc).get::<i64>("gold").unwrap(), e.with().scope(&elf).get::<i64>("gold").unwrap()),
        (3, 100)
    );
    assert_eq!(e.call::<Vec<i64>>((&orc, "act"), ()).unwrap(), [0, 3]);
    assert_eq!(e.with().scope(&orc).get::<i64>("silver").unwrap_err().code(), Code::UnboundVariable);
    assert_eq!(crate::host::builder().build().with().scope(&orc).get::<i64>("gold").unwrap_err().code(), Code::Host);
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
fn a_function_of_the_host_can_be_that_of_one_namespace_alone() {
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

/// The time that a program of this text takes which requires a module with thousands of functions.
fn time_with_many_names(before: &str, after: &str) -> Duration {
    const NAMES: usize = 8000;
    let all = |form: &dyn Fn(usize) -> String| (0..NAMES).map(form).collect::<String>();
    let files = HashMap::from([(PathBuf::from("many.lisp"), all(&|i| format!("(defproc f{i} () {i})\n")))]);
    let mut engine = crate::host::builder().host(TestHost::new(files).0).build();
    let uses = all(&|i| format!("(defproc g{i} () (f{i}))\n"));
    let program = format!("{}{}(g7999)", before.replace("USES", &uses), after.replace("USES", &uses));
    let start = Instant::now();
    assert_eq!(engine.eval::<i64>(&program).unwrap(), 7999);
    assert!(engine.warnings().is_empty());
    start.elapsed()
}

#[test]
fn a_require_after_use_takes_no_scan_of_all_code() {
    // The other order was a hundred times faster.
    let first = time_with_many_names("(require 'many)", "USES");
    let last = time_with_many_names("USES", "(require 'many)");
    assert!(last < first * 20, "{first:?} {last:?}");
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
fn a_core_part_needs_no_require_and_can_be_hidden() {
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
