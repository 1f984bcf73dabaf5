//! Files: loading them, again when they have been saved, and keeping a session in one.

use std::path::{Path, PathBuf};

use klammer::Error;

use super::After;
use crate::console;
use crate::repl::session::Session;
use crate::repl::watch::{Change, named};
use crate::similar::{similar_file, with_similar_file};

pub fn load(session: &mut Session, file: &str) -> Result<After, Error> {
    let path = named(file);
    if evaluate(session, &path)? {
        session.say(&format!("{} is loaded.", path.display()))?;
    }
    Ok(After::Continue)
}

/// Evaluates a file, and shows an error of the program. Returns whether there was none.
fn evaluate(session: &mut Session, path: &Path) -> Result<bool, Error> {
    session.files.note_loaded(path);
    let result = session.engine().eval_file::<()>(path);
    match result {
        Ok(()) => {
            session.engine().fresh_line()?;
            Ok(true)
        }
        Err(error) => session.fail(with_similar_file(error, Some(path))).map(|()| false),
    }
}

pub fn reload(session: &mut Session, _: &str) -> Result<After, Error> {
    let paths: Vec<PathBuf> = session.files.loaded().to_vec();
    if paths.is_empty() {
        session.say("No file has been loaded yet: ,load FILE")?;
    }
    for path in paths {
        if evaluate(session, &path)? {
            session.say(&format!("{} is loaded again.", path.display()))?;
        }
    }
    Ok(After::Continue)
}

pub fn watch(session: &mut Session, file: &str) -> Result<After, Error> {
    if file.is_empty() {
        let watched: Vec<String> = session.files.watched().map(|path| path.display().to_string()).collect();
        let text = if watched.is_empty() { "No file is watched: ,watch FILE".into() } else { watched.join("\n") };
        session.say(&text)?;
        return Ok(After::Continue);
    }
    let path = named(file);
    if !path.is_file() {
        let near = similar_file(&path).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        session.say(&format!("There is no file {}.{near}", path.display()))?;
        return Ok(After::Continue);
    }
    session.files.watch(&path);
    if evaluate(session, &path)? {
        session.say(&format!("{} is loaded.", path.display()))?;
    }
    session.say("It is loaded again before the next input whenever it has been saved.")?;
    Ok(After::Continue)
}

pub fn unwatch(session: &mut Session, file: &str) -> Result<After, Error> {
    let path = named(file);
    let text = if session.files.unwatch(&path) { "is no longer watched." } else { "was not watched." };
    session.say(&format!("{} {text}", path.display()))?;
    Ok(After::Continue)
}

/// Loads the watched files that have been saved since the last time.
pub fn load_changed(session: &mut Session) -> Result<(), Error> {
    for change in session.files.changes() {
        match change {
            Change::Written(path) => {
                let is_loaded = evaluate(session, &path)?;
                session.say(&match is_loaded {
                    true => format!("{} has changed and is loaded again.", path.display()),
                    false => format!("{} has an error: what it defined before still holds.", path.display()),
                })?;
            }
            Change::Gone(path) => {
                session.say(&format!("{} is gone. What it has defined stays.", path.display()))?;
            }
        }
    }
    Ok(())
}

pub fn save(session: &mut Session, file: &str) -> Result<After, Error> {
    let path = named(file);
    let text = if session.accepted.is_empty() {
        "There is nothing to save yet.".to_string()
    } else if !session.files.is_free(&path) {
        format!("{} is there already: choose another name.", path.display())
    } else {
        match console::write_file(&path, &(session.accepted.join("\n\n") + "\n")) {
            Ok(()) => {
                session.files.note_saved(&path);
                let inputs = if session.accepted.len() == 1 { "input" } else { "inputs" };
                format!("{} {inputs} saved in {}.", session.accepted.len(), path.display())
            }
            Err(error) => format!("{} cannot be written: {error}", path.display()),
        }
    };
    session.say(&text)?;
    Ok(After::Continue)
}
