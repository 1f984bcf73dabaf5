//! A program of somebody else's that has the commands of `klammer`.

use std::ffi::OsString;
use std::fs;
use std::process::ExitCode;

#[path = "../../examples/embed_own_cli.rs"]
mod embed_own_cli;

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
    assert_eq!(status(&["solve", "--quiet", "--script", &path("s.lisp"), puzzle]), success);
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
