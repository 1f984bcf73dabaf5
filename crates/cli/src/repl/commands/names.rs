//! Looking up names: documentation, sources, lists.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use klammer::docs::{Documentation, Example, Found};
use klammer::{Code, Engine, Error};

use crate::console;
use crate::puzzle_input::{similar_file, with_similar_file};
use crate::repl::show::Excerpt;
use crate::repl::{Change, Session, named, show};

/// Names that a search shows.
const MAX_FOUND: usize = 40;
/// Results of examples are in one column, unless an expression is longer than this.
const MAX_ALIGNED: usize = 50;
/// Names near a name that is not there.
const MAX_NEAR: usize = 5;
/// Characters that a name may have for which documentation is looked for.
const MAX_NAME: usize = 200;

pub fn doc(session: &mut Session, names: &str) -> Result<(), Error> {
    for name in meant(names) {
        document(session, name)?;
    }
    Ok(())
}

/// Returns whether a name has documentation.
pub fn is_known(engine: &mut Engine, name: &str) -> bool {
    engine.docs().module(name).is_some() || engine.docs().find(name).iter().any(|f| f.name == name)
}

/// Shows the documentation of a name. Returns whether there is any.
pub fn document(session: &mut Session, name: &str) -> Result<bool, Error> {
    let width = session.width;
    if name.chars().nth(MAX_NAME).is_some() {
        let beginning: String = name.chars().take(MAX_NAME).collect();
        session.say(&show::wrapped(&format!("{beginning}... is not defined."), width))?;
        return Ok(false);
    }
    let mut is_known = true;
    let described = session.engine().docs().describe(name);
    let module = session.engine().docs().module(name);
    let text = if let Some(documentation) = described {
        of_name(&documentation, width)
    } else if let Some(code) = Code::ALL.iter().find(|code| code.as_str() == name) {
        format!("error code {name}\n\n{}", show::wrapped(code.meaning(), width))
    } else if let Some(module) = module {
        let names = show::filled(module.names.iter().map(String::as_str), width);
        format!("(require '{name})\n\n{}\n\n{names}", show::wrapped(&module.text, width))
    } else if let Some(modules) = in_modules(&mut session.engine(), name, width) {
        modules
    } else if let Some(modules) = in_provided(session, name) {
        modules
    } else {
        is_known = false;
        not_defined(&mut session.engine(), name, width)
    };
    session.say(&text)?;
    Ok(is_known)
}

/// Names given to a command, in the form in which they occur in a program. A call stands for the name of its function.
pub fn meant(names: &str) -> impl Iterator<Item = &str> {
    let most = if names.starts_with('(') { 1 } else { usize::MAX };
    names.split_whitespace().take(most).map(bare)
}

/// Documentation of a name from the modules that define it, if the session has not loaded them. Leaves out meanings in
/// other languages: the core's own name has a text of its own.
fn in_modules(engine: &mut Engine, name: &str, width: usize) -> Option<String> {
    let found = engine.docs().find(name).into_iter().filter(|f| f.name == name);
    let mut told = HashSet::new();
    let texts: Vec<String> = found
        .filter_map(|f| {
            let module = f.module.filter(|m| engine.docs().module(m).is_some_and(|m| !m.names.is_empty()))?;
            // A generic function is found once for each of its methods.
            if !told.insert(module.clone()) {
                return None;
            }
            let mut aside = crate::console::engine_builder().build();
            aside.eval::<()>(&format!("(require '{module})")).ok()?;
            let documentation = aside.docs().describe(name)?;
            Some(format!("(require '{module})\n\n{}", of_name(&documentation, width)))
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Documentation of a name that is a module of the host's, or that such modules define.
fn in_provided(session: &mut Session, name: &str) -> Option<String> {
    let width = session.width;
    let modules = console::host_modules(&mut session.engine());
    let before: HashSet<String> = if modules.is_empty() { HashSet::new() } else { names_of(&mut session.engine()) };
    let mut texts = Vec::new();
    for module in modules {
        // One that cannot be required has nothing to tell.
        let Ok(mut aside) = session.engine_with(&module) else { continue };
        if module == name {
            let mut own: Vec<String> = names_of(&mut aside).into_iter().filter(|name| !before.contains(name)).collect();
            own.sort_unstable();
            let names = show::filled(own.iter().map(String::as_str), width);
            texts.push(format!("(require '{module})\n\nA module of {}.\n\n{names}", session.tool().name));
        } else if let Some(documentation) = aside.docs().describe(name) {
            texts.push(format!("(require '{module})\n\n{}", of_name(&documentation, width)));
        }
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn names_of(engine: &mut Engine) -> HashSet<String> {
    engine.docs().names().into_iter().collect()
}

/// A name as somebody writes it who has seen it in a program.
fn bare(name: &str) -> &str {
    let bare = name.trim_start_matches(['(', '\'', '#', '"']).trim_end_matches([')', '"']);
    if bare.is_empty() { name } else { bare }
}

fn of_name(d: &Documentation, width: usize) -> String {
    let usage = if d.usage.is_empty() { d.name.clone() } else { d.usage.join("\n") };
    let text = if d.text.is_empty() { "It has no documentation." } else { &d.text };
    let expressions = d.examples.iter().map(|e| e.expression.chars().count());
    let column = expressions.filter(|&length| length <= MAX_ALIGNED).max().unwrap_or(0);
    let aligned =
        |e: &Example| format!("\n{}", e.to_string().replacen(&e.expression, &format!("{:column$}", e.expression), 1));
    let examples: String = d.examples.iter().map(aligned).collect();
    format!("{usage}\n{}, {}\n\n{}\n{examples}", d.kind.as_str(), d.subject, show::wrapped(text, width))
}

/// Text for a name without a definition: advice and similar names.
fn not_defined(engine: &mut Engine, name: &str, width: usize) -> String {
    let mut text = format!("{name} is not defined");
    if let Some(advice) = engine.docs().hint(name) {
        text.push_str(&format!(": {advice}"));
    } else {
        text.push('.');
    }
    let found = engine.docs().find(name);
    let elsewhere = found.iter().filter(|f| f.name == name && f.module.is_some());
    let near = found.iter().filter(|f| f.name != name && f.name.contains(name));
    let rows: Vec<_> = elsewhere.chain(near).take(MAX_NEAR).map(row).collect();
    let names = engine.docs().names();
    if rows.is_empty()
        && let Some(near) = klammer::hints::nearest(name, names.iter().map(String::as_str))
        && text.ends_with('.')
    {
        text.push_str(&format!(" Did you mean {near}?"));
    }
    let rows = rows.iter().map(|(name, says)| (name.clone(), says.as_str()));
    format!("{}\n{}", show::wrapped(&text, width), show::table(rows, width))
}

pub fn apropos(session: &mut Session, words: &str) -> Result<(), Error> {
    let found = session.engine().docs().find(words);
    let rows: Vec<_> = found.iter().take(MAX_FOUND).map(row).collect();
    let mut text = show::table(rows.iter().map(|(name, says)| (name.clone(), says.as_str())), session.width);
    if found.is_empty() {
        text = format!("Nothing has {words} in its name or documentation.");
    } else if found.len() > MAX_FOUND {
        text.push_str(&format!("... and {} more: more words find fewer.", found.len() - MAX_FOUND));
    }
    session.say(&text)
}

fn row(found: &Found) -> (String, String) {
    let says = match &found.module {
        Some(module) => format!("[{module}] {}", found.summary),
        None => found.summary.clone(),
    };
    (found.name.clone(), says)
}

/// The names that begin so, each with a word on it; without a prefix, those that the program has defined.
pub fn names(session: &mut Session, prefix: &str) -> Result<(), Error> {
    let mut engine = session.engine();
    let all = engine.docs().names();
    let count = all.len();
    let beginning: Vec<String> = all.into_iter().filter(|name| name.starts_with(prefix)).collect();
    let described = beginning.iter().filter_map(|name| engine.docs().describe(name));
    // The prompt's own names are left out.
    let is_own = |d: &Documentation| d.subject == "main" && !crate::repl::PREDEFINED.contains(&d.name.as_str());
    let meant: Vec<Documentation> = described.filter(|d| !prefix.is_empty() || is_own(d)).collect();
    drop(engine);
    let rows = meant.iter().map(|d| (d.name.clone(), first_sentence(d)));
    let rows: Vec<(String, String)> = rows.collect();
    let mut text = show::table(rows.iter().map(|(name, says)| (name.clone(), says.as_str())), session.width);
    if prefix.is_empty() {
        let own = if rows.is_empty() { "You have defined nothing yet. " } else { "" };
        text.push_str(&format!("{own}There are {count} names: ,names PREFIX and ,apropos WORDS find them."));
    } else if rows.is_empty() {
        text = "No name begins so.".to_string();
    }
    session.say(&text)
}

/// The beginning of a documentation text; without one, what kind of thing it is about.
fn first_sentence(d: &Documentation) -> String {
    let first = d.text.split("\n\n").next().unwrap_or("").replace('\n', " ");
    let end = first.find(". ").map_or(first.len(), |at| at + 1);
    match first.get(..end).unwrap_or("") {
        "" => d.kind.as_str().to_string(),
        sentence => sentence.to_string(),
    }
}

pub fn source(session: &mut Session, name: &str) -> Result<(), Error> {
    let name = meant(name).next().unwrap_or(name);
    let width = session.width;
    let places = session.engine().docs().definition(name);
    let described = session.engine().docs().describe(name);
    if places.is_empty() {
        let text = match described {
            Some(d) if d.subject == "main" => format!("{name} is a {}: it has no source.", d.kind.as_str()),
            Some(d) => format!("{name} is a {} that is built in: it has no source in the language.", d.kind.as_str()),
            None => not_defined(&mut session.engine(), name, width),
        };
        return session.say(&text);
    }
    let texts = places.iter().map(|place| format!("; {place}\n{}", place.text()));
    let text = texts.collect::<Vec<_>>().join("\n\n");
    session.say_shown(Excerpt::cut(text, width))
}

// Files: loading them, again when they have been saved, and keeping a session in one.

pub fn load(session: &mut Session, file: &str) -> Result<(), Error> {
    let path = named(file);
    if evaluate(session, &path)? {
        session.say(&format!("{} is loaded.", path.display()))?;
    }
    Ok(())
}

/// Evaluates a file, and shows an error of the program. Returns whether there was none.
pub fn evaluate(session: &mut Session, path: &Path) -> Result<bool, Error> {
    session.files.note_loaded(path);
    let result = session.engine().run(path);
    match result {
        Ok(()) => {
            session.engine().inspect().fresh_line()?;
            Ok(true)
        }
        Err(error) => session.fail(with_similar_file(error, Some(path))).map(|()| false),
    }
}

pub fn reload(session: &mut Session, _: &str) -> Result<(), Error> {
    let paths: Vec<PathBuf> = session.files.loaded().to_vec();
    if paths.is_empty() {
        session.say("No file has been loaded yet: ,load FILE")?;
    }
    for path in paths {
        if evaluate(session, &path)? {
            session.say(&format!("{} is loaded again.", path.display()))?;
        }
    }
    Ok(())
}

pub fn watch(session: &mut Session, file: &str) -> Result<(), Error> {
    if file.is_empty() {
        let watched: Vec<String> = session.files.watched().map(|path| path.display().to_string()).collect();
        let text = if watched.is_empty() { "No file is watched: ,watch FILE".into() } else { watched.join("\n") };
        return session.say(&text);
    }
    let path = named(file);
    if !path.is_file() {
        let near = similar_file(&path).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        return session.say(&format!("There is no file {}.{near}", path.display()));
    }
    session.files.watch(&path);
    if evaluate(session, &path)? {
        session.say(&format!("{} is loaded.", path.display()))?;
    }
    session.say("It is loaded again before the next input whenever it has been saved.")
}

pub fn unwatch(session: &mut Session, file: &str) -> Result<(), Error> {
    let path = named(file);
    let text = if session.files.unwatch(&path) { "is no longer watched." } else { "was not watched." };
    session.say(&format!("{} {text}", path.display()))
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

pub fn save(session: &mut Session, file: &str) -> Result<(), Error> {
    let path = named(file);
    let text = if session.history.accepted.is_empty() {
        "There is nothing to save yet.".to_string()
    } else if !session.files.is_free(&path) {
        format!("{} is there already: choose another name.", path.display())
    } else {
        match console::write_file(&path, &(session.history.accepted.join("\n\n") + "\n")) {
            Ok(()) => {
                session.files.note_saved(&path);
                let inputs = if session.history.accepted.len() == 1 { "input" } else { "inputs" };
                format!("{} {inputs} saved in {}.", session.history.accepted.len(), path.display())
            }
            Err(error) => format!("{} cannot be written: {error}", path.display()),
        }
    };
    session.say(&text)
}
