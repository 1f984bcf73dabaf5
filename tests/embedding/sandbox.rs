//! Tests of a program's access to the outside: nothing by default, then only what the host grants, and no way around
//! that.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use klammer::{Capability, Code, Engine, Host, StdHost};

use super::code;

/// Output that can be looked at.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn with(host: impl Host + 'static) -> Engine {
    crate::host::builder().host(host).build()
}

fn message(engine: &mut Engine, text: &str) -> String {
    engine.eval::<()>(text).expect_err(text).message().to_string()
}

#[test]
fn an_engine_reaches_nothing_outside_unless_it_is_granted() {
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
