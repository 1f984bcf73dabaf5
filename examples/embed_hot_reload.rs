//! Rules that are edited while the program runs. A file that is wrong changes nothing: the old rules stay in force, as a
//! whole, until the new ones have been loaded to their end.
//!
//! `cargo run --example embed_hot_reload`

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use klammer::{Engine, Error, Function, StdHost};

/// The file has been saved, at a time that differs from the one before.
fn save(path: &Path, text: &str, time: u64) {
    fs::write(path, text).expect("a file that can be written");
    let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(time);
    fs::File::options().write(true).open(path).and_then(|file| file.set_modified(time)).expect("a file");
}

/// Loads the file again if it has changed since. Its errors are for its author.
fn reload_if_changed(engine: &mut Engine, path: &Path, since: &mut Option<SystemTime>) {
    let time = fs::metadata(path).and_then(|data| data.modified()).ok();
    if time != std::mem::replace(since, time)
        && let Err(error) = engine.reload::<()>(path)
    {
        println!("{}: not loaded, {error}", path.display());
    }
}

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("prices.lisp");
    let mut engine = Engine::builder().host(StdHost::new()).build();
    let mut since = None;

    let versions = [
        ("(setq rate 2)  (defproc price (n) (* rate n))", 20),
        ("(setq rate 3)  (defproc price (n) (* rate n))", 30),
        // The rate would be 4, and the function missing.
        ("(setq rate 4)  (defproc price (n) (* rate", 30),
        ("(setq rate 5)  (error \"no prices today\")", 30),
        ("(defproc price (n) (* 2 rate n))", 60),
    ];
    for (time, (text, price)) in (1..).zip(versions) {
        save(&path, text, time);
        reload_if_changed(&mut engine, &path, &mut since);
        let rule: Function<(i64,), i64> = engine.function("price")?;
        println!("10 pieces: {}", rule.call(&mut engine, (10,))?);
        assert_eq!(rule.call(&mut engine, (10,))?, price);
    }
    Ok(())
}
