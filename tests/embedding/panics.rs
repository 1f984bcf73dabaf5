//! Code of the host that panics: the error comes back to the program or the host, and the engine goes on.
// found: 2026-11-26, a panic in `provide` and in methods of a host went through the engine

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use klammer::{
    Built, Class, Code, Context, ConvertError, Engine, FromContext, FromLisp, Host, HostType, IntoContext, IntoLisp,
    Limits,
};

use super::{code, engine};

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a bomb");
    }
}

impl HostType for Bomb {
    const NAME: &'static str = "bomb";
    fn describe(class: &mut Class<'_, Bomb>) {
        class.define("make-bomb", || Bomb);
    }
}

#[test]
fn a_panic_in_provide_is_an_error_of_require() {
    let mut e = engine();
    let tries = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&tries);
    e.module("broken", move |module| {
        module.define("half", || 1);
        if count.fetch_add(1, Ordering::Relaxed) < 2 {
            panic!("no module today");
        }
    });
    for _ in 0..2 {
        let error = e.run("(require 'broken)").unwrap_err();
        assert_eq!(error.code(), Code::HostPanic);
        assert_eq!(error.message(), "broken: the host's function panicked: no module today");
    }
    assert_eq!(e.eval::<i64>("(require 'broken) (half)").unwrap(), 1);
    assert!(e.eval::<bool>("(catch nil (require 'none)) t").unwrap());
}

/// A host each of whose methods panics.
struct Broken;

impl Host for Broken {
    fn write(&mut self, _: &str) -> io::Result<()> {
        panic!("write")
    }
    fn flush(&mut self) -> io::Result<()> {
        panic!("flush")
    }
    fn write_error(&mut self, _: &str) -> io::Result<()> {
        panic!("write_error")
    }
    fn read_input(&mut self) -> io::Result<String> {
        panic!("read_input")
    }
    fn warn(&mut self, _: &klammer::Error) {
        panic!("warn")
    }
    fn grant(&self, _: klammer::Capability) -> io::Result<()> {
        panic!("grant")
    }
    fn now(&self) -> Duration {
        panic!("now")
    }
    fn date(&self) -> Duration {
        panic!("date")
    }
    fn read_file(&self, _: &Path) -> io::Result<String> {
        panic!("read_file")
    }
    fn file_exists(&self, _: &Path) -> io::Result<bool> {
        panic!("file_exists")
    }
    fn write_file(&mut self, _: &Path, _: &str) -> io::Result<()> {
        panic!("write_file")
    }
    fn append_file(&mut self, _: &Path, _: &str) -> io::Result<()> {
        panic!("append_file")
    }
    fn delete_file(&mut self, _: &Path) -> io::Result<()> {
        panic!("delete_file")
    }
    fn list_directory(&self, _: &Path) -> io::Result<klammer::Names> {
        Ok(Box::new(std::iter::from_fn(|| panic!("names"))))
    }
    fn is_directory(&self, _: &Path) -> io::Result<bool> {
        panic!("is_directory")
    }
    fn make_directory(&mut self, _: &Path) -> io::Result<()> {
        panic!("make_directory")
    }
    fn delete_directory(&mut self, _: &Path) -> io::Result<()> {
        panic!("delete_directory")
    }
    fn sleep(&mut self, _: Duration) -> io::Result<()> {
        panic!("sleep")
    }
    fn environment(&self, _: &str) -> Option<String> {
        panic!("environment")
    }
    fn arguments(&self) -> Vec<String> {
        panic!("arguments")
    }
    fn module_path(&self) -> Vec<std::path::PathBuf> {
        panic!("module_path")
    }
}

impl Drop for Broken {
    fn drop(&mut self) {
        panic!("drop");
    }
}

#[test]
fn a_host_whose_methods_panic_fails() {
    let mut e = Engine::builder().host(Broken).warnings(klammer::Warnings::Tell).build();
    for text in [
        "(display 1)",
        "(print 1)",
        "(read-line)",
        "(read-file \"a\")",
        "(write-file \"a\" \"b\")",
        "(append-file \"a\" \"b\")",
        "(file-exists? \"a\")",
        "(delete-file \"a\")",
        "(list-directory \"a\")",
        "(make-directory \"a\")",
        "(delete-directory \"a\")",
        "(directory? \"a\")",
        "(sleep 1)",
        "(load \"a\")",
        "(require 'nowhere)",
        "(current-time)",
        "(command-line)",
        "(no-such-thing)",
    ] {
        let told = catch_unwind(AssertUnwindSafe(|| e.run(text)));
        assert!(told.is_ok_and(|told| told.is_err()), "{text}");
    }
    // Without a clock, each limit on time is reached.
    *e.limits_mut() = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    assert_eq!(code(e.run("(dotimes (i 100000) i)")), Code::OutOfTime);
}

#[test]
fn destructors_that_panic_do_not_abort() {
    let mut e = engine();
    e.register::<Bomb>();
    e.run("(setq bombs (list (make-bomb) (make-bomb) (make-bomb)))").unwrap();
    e.run("(dotimes (i 10) (make-bomb)) (collect-garbage)").unwrap();
    for name in ["plain", "other"] {
        let bomb = Bomb;
        e.define(name, move || bomb.is_there());
        let bomb = Bomb;
        e.define(&format!("{name}-context"), move |_: &mut Context<'_>| bomb.is_there());
        let bomb = Bomb;
        e.define(&format!("{name}-async"), move || {
            bomb.is_there();
            std::future::ready(1)
        });
    }
    *e.data() = Some(Bomb);
    let bomb = Bomb;
    e.module("bombs", move |_| {
        bomb.is_there();
    });
    let bomb = Bomb;
    e.set_block_on(move |_| {
        bomb.is_there();
    });
    drop(e);
}

impl Bomb {
    fn is_there(&self) -> bool {
        true
    }
}

#[test]
fn payloads_that_panic_go_nowhere() {
    let mut e = engine();
    e.define("f", || {
        if true {
            panic_any(Bomb)
        }
    });
    assert_eq!(code(e.run("(f)")), Code::HostPanic);
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

#[derive(Debug)]
struct Unconvertible;

impl FromLisp for Unconvertible {
    const EXPECTED: &'static str = "nothing";
    fn from_lisp(_: FromContext<'_>) -> Result<Unconvertible, ConvertError> {
        panic!("from_lisp")
    }
}

impl IntoLisp for Unconvertible {
    fn into_lisp(self, _: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        panic!("into_lisp")
    }
}

#[derive(Debug)]
struct Unspeakable;

impl std::fmt::Display for Unspeakable {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("display")
    }
}

impl std::error::Error for Unspeakable {}

#[test]
fn conversions_and_errors_that_panic_are_errors() {
    let mut e = engine();
    e.define("take", |_: Unconvertible| ());
    e.define("give", || Unconvertible);
    e.define("fail", || Err::<(), _>(Unspeakable));
    e.define("fail-within", |_: &mut Context<'_>| Err::<(), _>(Unspeakable));
    for text in ["(take 1)", "(give)", "(fail)", "(fail-within)"] {
        assert_eq!(code(e.run(text)), Code::HostPanic, "{text}");
    }
    assert_eq!(code(e.eval::<Unconvertible>("1")), Code::HostPanic);
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}
