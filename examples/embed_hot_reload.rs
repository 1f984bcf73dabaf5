//! Rules that are edited while the program runs. A changed file is loaded into a new engine, which takes the place of
//! the old one. A file that is wrong changes nothing: the old rules stay in force, as a whole.
//!
//! `cargo run --example embed_hot_reload`

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use klammer::{Engine, Error, Snapshot, StdHost};

/// Writes the file, at a time that differs from the one before.
fn save(path: &Path, text: &str, time: u64) {
    fs::write(path, text).expect("a file that can be written");
    let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(time);
    fs::File::options().write(true).open(path).and_then(|file| file.set_modified(time)).expect("a file");
}

/// Returns a new engine with the rules of the file.
fn load(prepared: &Snapshot, path: &Path) -> Result<Engine, Error> {
    let mut engine = prepared.builder().host(StdHost::new()).build();
    engine.run(path)?;
    Ok(engine)
}

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("prices.lisp");
    // The definitions that all engines share: a copy of them takes microseconds.
    let mut engine = Engine::new();
    engine.run("(setq rate 1)")?;
    let prepared = engine.snapshot()?;
    let mut since = None;

    let versions = [
        ("(setq rate 2)  (defproc price (n) (* rate n))", 20),
        ("(setq rate 3)  (defproc price (n) (* rate n))", 30),
        // The rate would be 4, and the function missing.
        ("(setq rate 4)  (defproc price (n) (* rate", 30),
        ("(setq rate 5)  (error \"no prices today\")", 30),
        // The new engine knows nothing of the old texts.
        ("(defproc price (n) (* 6 rate n))", 60),
    ];
    for (time, (text, price)) in (1..).zip(versions) {
        save(&path, text, time);
        let time = fs::metadata(&path).and_then(|data| data.modified()).ok();
        if time != std::mem::replace(&mut since, time) {
            match load(&prepared, &path) {
                Ok(fresh) => engine = fresh,
                Err(error) => println!("{}: not loaded, {error}", path.display()),
            }
        }
        let of_ten: i64 = engine.call("price", (10,))?;
        println!("10 pieces: {of_ten}");
        assert_eq!(of_ten, price);
    }
    Ok(())
}
