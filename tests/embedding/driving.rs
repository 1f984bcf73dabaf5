//! Tests of settings that a host makes without a text of Lisp: streams, modules, and the time for a search.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use klammer::{ClosedHost, Code, SearchBudget, StdHost, Symbol, Warnings};

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
fn the_streams_of_the_standard_host_can_be_exchanged() {
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
fn modules_and_layers_are_required_for_the_programs_to_come() {
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
fn a_search_is_given_up_when_its_budget_is_used_up_and_cleans_up_behind_it() {
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
fn budgets_hold_for_programs_in_scheme_whose_false_is_a_value() {
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
    assert!(warning.help().unwrap().contains("`Engine::redefine`"));
    e.redefine("append", |n: i64| n + 5).doc("What is meant.");
    e.redefine("sleep", |n: i64| async move { n });
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
