//! Access to the outside: nothing by default, then only what the host grants; streams, modules and time from the host.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use klammer::{Capability, ClosedHost, Code, Engine, Host, SearchBudget, StdHost, Symbol, Warnings};

use super::code;

fn with(host: impl Host + 'static) -> Engine {
    crate::host::builder().host(host).build()
}

fn message(engine: &mut Engine, text: &str) -> String {
    engine.eval::<()>(text).expect_err(text).message().to_string()
}

#[test]
fn an_engine_reaches_only_what_is_granted() {
    for mut engine in [crate::host::builder().build(), with(StdHost::closed())] {
        for (text, capability) in [
            ("(read-file \"Cargo.toml\")", Capability::Read),
            ("(file-exists? \"Cargo.toml\")", Capability::Read),
            ("(list-directory \".\")", Capability::Read),
            ("(directory? \".\")", Capability::Read),
            ("(load \"Cargo.toml\")", Capability::Read),
            ("(open-input-file \"Cargo.toml\")", Capability::Read),
            ("(write-file \"new\" \"\")", Capability::Write),
            ("(append-file \"new\" \"\")", Capability::Write),
            ("(delete-file \"Cargo.toml\")", Capability::Write),
            ("(make-directory \"new\")", Capability::Write),
            ("(delete-directory \"src\")", Capability::Write),
            ("(print 1)", Capability::Output),
            ("(format t \"x\")", Capability::Output),
            ("(read-line)", Capability::Input),
            ("(current-time)", Capability::Clock),
            ("(current-milliseconds)", Capability::Clock),
            ("(random-seed!)", Capability::Clock),
            ("(sleep 0.001)", Capability::Clock),
            ("(getenv \"PATH\")", Capability::Environment),
        ] {
            let message = message(&mut engine, text);
            assert!(message.ends_with(&format!("(capability {capability})")), "{text}: {message}");
        }
        assert_eq!(engine.eval::<Vec<String>>("(command-line)").unwrap(), Vec::<String>::new());
        assert_eq!(code(engine.run(Path::new("Cargo.toml"))), Code::File);
        assert_eq!(engine.eval::<i64>("(require 'search) (random-seed! 7)").unwrap(), 7);
    }
    assert!(!Path::new("new").exists());
}

#[test]
fn each_capability_is_granted_alone() {
    let paper = Paper::default();
    let mut e = with(StdHost::closed().output(paper.clone()));
    e.eval::<()>("(display \"seen\")").unwrap();
    assert_eq!(paper.0.lock().unwrap().as_slice(), b"seen");
    assert!(message(&mut e, "(current-time)").contains("capability clock"));

    let mut e = with(StdHost::closed().allow_clock(true));
    assert!(e.eval::<f64>("(sleep 0.001) (current-milliseconds) (current-time)").unwrap() > 1.7e9);
    assert!(message(&mut e, "(print 1)").contains("capability output"));

    let mut e = with(StdHost::closed().allow_environment(true));
    assert!(e.eval::<Option<String>>("(getenv \"PATH\")").unwrap().is_some());
    assert!(message(&mut e, "(read-file \"Cargo.toml\")").contains("capability read"));

    let mut e = with(StdHost::closed().allow_reading(true).arguments(["me"]));
    assert!(e.eval::<bool>("(file-exists? \"Cargo.toml\")").unwrap());
    assert_eq!(e.eval::<Vec<String>>("(command-line)").unwrap(), ["me"]);
    assert!(message(&mut e, "(write-file \"new\" \"\")").contains("capability write"));
}

/// A folder with one granted part and one secret.
fn folders() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in ["open", "open/inner", "secret", "out"] {
        fs::create_dir(folder.path().join(part)).unwrap();
    }
    fs::write(folder.path().join("open/a.txt"), "granted").unwrap();
    fs::write(folder.path().join("open/inner/b.lisp"), "(setq loaded 'b)").unwrap();
    fs::write(folder.path().join("secret/key"), "hidden").unwrap();
    folder
}

#[test]
fn a_granted_folder_is_all_that_is_reached() {
    let folder = folders();
    let root = folder.path();
    let host = StdHost::closed().allow_reading_in(root.join("open")).unwrap();
    let mut e = with(host.allow_writing_in(root.join("out")).unwrap());
    e.set("root", root.to_str().unwrap()).unwrap();
    let path = |rest: &str| format!("(string-append root \"/{rest}\")");
    let read = |rest: &str| format!("(read-file {})", path(rest));
    for good in ["open/a.txt", "open/./inner/../a.txt", "secret/../open/a.txt", "open//a.txt"] {
        assert_eq!(e.eval::<String>(&read(good)).unwrap(), "granted", "{good}");
    }
    assert_eq!(e.eval::<Vec<String>>(&format!("(list-directory {})", path("open"))).unwrap(), ["a.txt", "inner"]);
    assert_eq!(e.eval::<klammer::Symbol>(&format!("(load {}) loaded", path("open/inner/b.lisp"))).unwrap(), "b");
    assert!(e.eval::<bool>(&format!("(directory? {})", path("open/inner"))).unwrap());
    assert!(!e.eval::<bool>(&format!("(file-exists? {})", path("open/none"))).unwrap());
    for bad in ["secret/key", "open/../secret/key", "open/inner/../../secret/key", "openly", "out/x", ".."] {
        assert!(message(&mut e, &read(bad)).contains("does not let this be read"), "{bad}");
    }
    assert!(message(&mut e, "(read-file \"/etc/passwd\")").contains("capability read"));

    let write = |rest: &str| format!("(write-file {} \"new\")", path(rest));
    e.eval::<()>(&write("out/x")).unwrap();
    e.eval::<()>(&format!("(append-file {} \"er\")", path("out/x"))).unwrap();
    assert_eq!(fs::read_to_string(root.join("out/x")).unwrap(), "newer");
    e.eval::<()>(&format!("(make-directory {}) (delete-directory {})", path("out/d"), path("out/d"))).unwrap();
    e.eval::<()>(&format!("(delete-file {})", path("out/x"))).unwrap();
    for bad in ["open/a.txt", "out/../secret/key", "x", "secret/key"] {
        assert!(message(&mut e, &write(bad)).contains("does not let this be written"), "{bad}");
        assert_eq!(code(e.eval::<()>(&format!("(delete-file {})", path(bad)))), Code::File);
    }
    assert_eq!(fs::read_to_string(root.join("secret/key")).unwrap(), "hidden");
}

#[cfg(unix)]
#[test]
fn symbolic_links_do_not_lead_out() {
    use std::os::unix::fs::symlink;

    let folder = folders();
    let root = folder.path();
    symlink(root.join("secret"), root.join("open/way")).unwrap();
    symlink("../secret/key", root.join("open/key")).unwrap();
    symlink("a.txt", root.join("open/same")).unwrap();
    symlink(root.join("secret/key"), root.join("out/key")).unwrap();
    symlink(root.join("secret/made"), root.join("out/made")).unwrap();
    symlink(root.join("open"), root.join("alias")).unwrap();
    let host = StdHost::closed().allow_reading_in(root.join("alias")).unwrap();
    let mut e = with(host.allow_writing_in(root.join("out")).unwrap());
    let read = |rest: &str| format!("(read-file \"{}/{rest}\")", root.display());
    // Within the folder they are followed, and a grant may be one.
    assert_eq!(e.eval::<String>(&read("alias/same")).unwrap(), "granted");
    assert_eq!(e.eval::<String>(&read("open/same")).unwrap(), "granted");
    for bad in ["open/way/key", "open/key", "alias/key", "alias/way/../key"] {
        assert!(e.eval::<String>(&read(bad)).is_err(), "{bad}");
    }
    for bad in ["out/key", "out/made"] {
        let text = format!("(write-file \"{}/{bad}\" \"spoilt\")", root.display());
        assert!(message(&mut e, &text).contains("leads out of the folder"), "{bad}");
    }
    assert_eq!(fs::read_to_string(root.join("secret/key")).unwrap(), "hidden");
    assert!(!root.join("secret/made").exists());
}

#[test]
fn one_file_is_granted_without_its_neighbours() {
    let folder = folders();
    let file = folder.path().join("open/a.txt");
    let mut e = with(StdHost::closed().allow_reading_in(&file).unwrap());
    let read = |path: &Path| format!("(read-file \"{}\")", path.display());
    assert_eq!(e.eval::<String>(&read(&file)).unwrap(), "granted");
    assert_eq!(code(e.eval::<String>(&read(&folder.path().join("open/inner/b.lisp")))), Code::File);
    assert_eq!(code(e.eval::<String>(&read(&file.join("x")))), Code::File);
    assert!(StdHost::closed().allow_reading_in(folder.path().join("none")).is_err());
}

/// A stream that others can look at.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[test]
fn streams_of_the_standard_host_can_be_replaced() {
    let [output, errors, warnings] = [(); 3].map(|()| Paper::default());
    let mut warned = warnings.clone();
    let host = StdHost::new()
        .output(output.clone())
        .errors(errors.clone())
        .warnings(move |warning| write!(warned, "{}", warning.message()).unwrap())
        .arguments(["solver", "easy.sdm"]);
    let mut engine = crate::host::builder().host(host).lenient(true).warnings(Warnings::Tell).build();
    engine.eval::<()>("(display \"out\") (write-string \"err\" (current-error-port)))").unwrap();
    assert_eq!((output.text().as_str(), errors.text().as_str()), ("out", "err"));
    assert!(warnings.text().contains("closes nothing"), "{}", warnings.text());
    assert_eq!(engine.eval::<Vec<String>>("(command-line)").unwrap(), ["solver", "easy.sdm"]);
    // Without anybody to tell them, warnings are written where errors are.
    let errors = Paper::default();
    let mut engine = crate::host::builder()
        .host(StdHost::new().errors(errors.clone()))
        .lenient(true)
        .warnings(Warnings::Tell)
        .build();
    engine.eval::<()>("1)").unwrap();
    assert!(errors.text().starts_with("warning: ") && errors.text().ends_with('\n'), "{}", errors.text());
}

#[test]
fn modules_are_required_for_later_programs() {
    let mut engine = crate::host::builder().host(ClosedHost::new()).build();
    engine.require("search").unwrap();
    assert_eq!(engine.eval::<i64>("(count-solutions (board 4))").unwrap(), 288);
    engine.require("scheme").unwrap();
    assert_eq!(engine.eval::<i64>("(define (f x) (* 2 x)) (f 21)").unwrap(), 42);
    let error = engine.require("no-such-module").unwrap_err();
    assert_eq!(error.code(), Code::File);
    assert!(error.message().contains("there is no module no-such-module"), "{error}");
    assert_eq!(engine.require("").unwrap_err().code(), Code::File);
}

#[test]
fn a_search_beyond_its_budget_ends_and_cleans_up() {
    let mut engine = crate::host::builder().build();
    let program = "
        (setq cleaned 0)
        (defproc try (n) (unwind-protect (dotimes (i n n) (assign (board 4) 0 0 1)) (inc! cleaned)))
        (defproc wait () (while t))
        (defproc fail () (car 1))";
    engine.eval::<()>(program).unwrap();
    let budget = SearchBudget { nodes: Some(10), ..SearchBudget::default() };
    assert_eq!(engine.with().call_within::<i64>(budget, "try", (10,)).unwrap(), Some(10));
    assert_eq!(engine.with().call_within::<i64>(budget, "try", (11,)).unwrap(), None);
    assert_eq!(engine.get::<i64>("cleaned").unwrap(), 2);
    // It ends with the call.
    assert_eq!(engine.call::<i64>("try", (11,)).unwrap(), 11);
    assert_eq!(engine.with().call_within::<i64>(SearchBudget::default(), "try", (11,)).unwrap(), Some(11));
    let large = SearchBudget { nodes: Some(u64::MAX), time: Some(Duration::MAX) };
    assert_eq!(engine.with().call_within::<i64>(large, "try", (11,)).unwrap(), Some(11));
    let short = SearchBudget { time: Some(Duration::from_millis(5)), ..SearchBudget::default() };
    assert_eq!(engine.with().call_within::<()>(short, "wait", ()).unwrap(), None);
    assert_eq!(engine.with().call_within::<()>(large, "fail", ()).unwrap_err().code(), Code::WrongType);
    assert_eq!(
        engine.with().call_within::<()>(large, "no-such-function", ()).unwrap_err().code(),
        Code::UnboundVariable
    );
}

#[test]
fn budgets_hold_in_scheme() {
    let mut engine = crate::host::builder().build();
    engine.require("scheme").unwrap();
    engine.eval::<()>("(define (nothing) #f) (define (for-ever) (for-ever))").unwrap();
    let budget = SearchBudget { time: Some(Duration::from_millis(5)), ..SearchBudget::default() };
    let long = SearchBudget { time: Some(Duration::from_secs(600)), ..SearchBudget::default() };
    assert_eq!(engine.with().call_within::<bool>(long, "nothing", ()).unwrap(), Some(false));
    assert_eq!(engine.with().call_within::<bool>(budget, "for-ever", ()).unwrap(), None);
}

#[test]
fn first_mistakes_of_newcomers_are_explained() {
    let mut e = crate::host::builder().build();
    // A name of the library's is taken: that is a warning, once.
    e.define("damage", |n: i64| n);
    assert!(e.warnings().is_empty());
    e.define("reverse", |n: i64| n);
    let warning = &e.warnings()[0];
    assert_eq!(warning.message(), "reverse is the host's function from now on, and no longer that of the library");
    assert_eq!((warning.code(), e.warnings().len()), (Code::AmbiguousName, 1));
    assert!(warning.help().unwrap().contains("`Definition::replaces_builtin`"));
    e.define("append", |n: i64| n + 5).replaces_builtin().doc("What is meant.");
    e.define("sleep", |n: i64| async move { n }).replaces_builtin();
    assert_eq!(e.warnings().len(), 1);
    e.define("reverse", |n: i64| n + 1);
    assert_eq!((e.warnings().len(), e.eval::<i64>("(reverse 1)").unwrap()), (1, 2));
    assert_eq!(e.eval::<i64>("(append 2)").unwrap(), 7);
    // The library still uses its own functions.
    assert_eq!(e.eval::<Vec<i64>>("(sort '(2 3 1) <)").unwrap(), [1, 2, 3]);

    e.run("(setq name 'orc)").unwrap();
    let error = e.get::<String>("name").unwrap_err();
    assert_eq!(error.message(), "the result must be a string, got orc");
    assert_eq!(error.help(), Some("in Rust, a symbol is a `klammer::Symbol`, a keyword a `klammer::Keyword`"));
    assert_eq!(e.get::<Symbol>("name").unwrap().name(), "orc");
}
