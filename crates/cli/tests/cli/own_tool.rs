//! A program of somebody else's that has the commands of `klammer`.

use std::ffi::OsString;
use std::fs;
use std::process::ExitCode;

use klammer_cli::App;

#[path = "../../examples/embed_own_cli.rs"]
mod embed_own_cli;

/// Functions that programs have to ask for.
fn with_modules() -> App {
    App::new("shop").engine(|engine| {
        engine.define("net", |gross: u64| gross * 5 / 6).example("(net 6)", "5");
        engine.module("stock", |module| {
            module.define("left", |n: u64| n.saturating_sub(1)).parameters(["n"]).example("(left 3)", "2");
            module.source("stock", "(defproc none-left? (n) \"(none-left? 1) ;=> t\" (= (left n) 0))");
        });
        engine.module("wrong", |module| {
            module.define("price", |n: u64| n).parameters(["n"]).example("(price 3)", "4");
        });
        Ok(())
    })
}

fn status_of(tool: App, words: &[&str]) -> String {
    let words = std::iter::once("a-file").chain(words.iter().copied()).map(OsString::from);
    format!("{:?}", tool.run_with(words))
}

#[test]
fn its_modules_are_documented_and_tested() {
    let success = format!("{:?}", ExitCode::SUCCESS);
    for known in ["net", "stock", "left", "none-left?", "wrong", "price"] {
        assert_eq!(status_of(with_modules(), &["doc", known]), success, "{known}");
    }
    assert_ne!(status_of(with_modules(), &["doc", "stocks"]), success);
    // One of the examples of the module `wrong` is that.
    assert_ne!(status_of(with_modules(), &["test"]), success);
    let right = App::new("shop").engine(|engine| {
        engine.module("stock", |module| {
            module.define("left", |n: u64| n.saturating_sub(1)).parameters(["n"]).example("(left 3)", "2");
        });
        Ok(())
    });
    assert_eq!(status_of(right, &["test"]), success);
    let wrong = App::new("shop").engine(|engine| {
        let text = "(defproc none? (n) \"(none? 1) ;=> t\" nil)";
        engine.module("stock", move |module| module.source("stock", text));
        Ok(())
    });
    assert_ne!(status_of(wrong, &["test"]), success);
}

/// Its commands wait for what its functions wait for.
#[test]
fn asynchronous_functions_are_called_and_tested() {
    let tool = || {
        App::new("shop").engine(|engine| {
            let later = |price: u64| async move {
                tokio::task::yield_now().await;
                2 * price
            };
            engine.define("price-of", later).parameters(["n"]).example("(price-of 3)", "6");
            Ok(())
        })
        .block_on(|wait| tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(wait))
    };
    let success = format!("{:?}", ExitCode::SUCCESS);
    assert_eq!(status_of(tool(), &["test"]), success);
    assert_eq!(status_of(tool(), &["-e", "(if (= (price-of 4) 8) (exit 0) (exit 1))"]), success);
    assert_eq!(status_of(tool(), &["-e", "(sort (list 2 1) (lambda (a b) (< (price-of a) (price-of b))))"]), success);
    assert_ne!(status_of(tool(), &["-e", "(price-of 'x)"]), success);
}

fn status(words: &[&str]) -> String {
    let words = std::iter::once("shop").chain(words.iter().copied()).map(OsString::from);
    format!("{:?}", embed_own_cli::tool().run_with(words))
}

#[test]
fn its_functions_are_in_all_engines() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let success = format!("{:?}", ExitCode::SUCCESS);
    let out = path("out");
    assert_eq!(status(&["-e", &format!("(write-file \"{out}\" (format nil \"~a\" (total '(100 50))))")]), success);
    assert_eq!(fs::read_to_string(&out).unwrap(), "180");
    fs::write(path("a.lisp"), format!("(write-file \"{out}\" (format nil \"~a\" (gross (length *arguments*))))"))
        .unwrap();
    assert_eq!(status(&[&path("a.lisp"), "x", "y", "z", "u", "v"]), success);
    assert_eq!(fs::read_to_string(&out).unwrap(), "6");
    assert_eq!(status(&["doc", "gross", "total"]), success);
    // Solvers are engines, too.
    let solver = "(require 'search) (setq unit (gross 1))";
    fs::write(path("s.lisp"), solver).unwrap();
    let puzzle = "12343.12.1434321";
    assert_eq!(status(&["solve", "--quiet", "--heuristic", &path("s.lisp"), puzzle]), success);
    // The examples of its functions, and of a file that calls them.
    assert_eq!(status(&["test"]), success);
    let text = |cost: u32| format!("(defproc bill (n) \"(bill 100) ;=> {cost}\" (total (list n n)))");
    fs::write(path("t.lisp"), text(240)).unwrap();
    assert_eq!(status(&["test", &path("t.lisp")]), success);
    assert_eq!(status(&["check", &path("t.lisp")]), success);
    fs::write(path("t.lisp"), text(241) + "(bill 3").unwrap();
    assert_ne!(status(&["test", &path("t.lisp")]), success);
    assert_ne!(status(&["check", &path("t.lisp")]), success);
    assert_ne!(status(&["run", &path("none.lisp")]), success);
    assert_eq!(status(&["run", "--bogus"]), format!("{:?}", ExitCode::from(2)));
    assert_ne!(status(&["-e", "(gross 'x)"]), success);
}
