//! `klammer doc --html FOLDER`: the documentation of all names as pages, one for the core and one for each module.
//! `klammer man` and `completions`: the documentation of the command line.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use klammer::Engine;
use klammer::docs::Documentation;

use crate::AppInfo;
use crate::args::{Completions, Man, definition};
use crate::console;
use crate::console::{FAILURE, print_message};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}\
code,pre{font-family:ui-monospace,monospace;background:#f4f4f4;border-radius:3px}code{padding:0 .2em}\
pre{padding:.6em;overflow-x:auto}h2{border-bottom:1px solid #ccc;margin-top:2.5rem}h3{margin:1.5rem 0 .3rem}\
nav a{margin-right:.8em;white-space:nowrap}@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}\
code,pre{background:#2a2a2a}a{color:#8bf}}";

/// Writes the pages into `folder`, which is made if it is not there. The core's page has the names of `tool`, too.
pub fn write(folder: &Path, tool: &AppInfo) -> ExitCode {
    match pages(tool).and_then(|pages| save(folder, &pages)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            print_message(&message);
            ExitCode::from(FAILURE)
        }
    }
}

fn save(folder: &Path, pages: &BTreeMap<String, String>) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|cause| format!("cannot make {}: {cause}", folder.display()))?;
    for (name, text) in pages {
        let path = folder.join(name);
        console::write_file(&path, text).map_err(|cause| format!("cannot write {}: {cause}", path.display()))?;
    }
    Ok(())
}

/// Returns file names with their texts.
fn pages(tool: &AppInfo) -> Result<BTreeMap<String, String>, String> {
    let mut contents = String::new();
    let mut pages = BTreeMap::new();
    let mut add = |file: &str, title: &str, names: &[Documentation]| {
        let links: String =
            names.iter().map(|d| format!("<a href=\"{file}.html#{0}\">{0}</a> ", escape(&d.name))).collect();
        let _ = write!(contents, "<h2><a href=\"{file}.html\">{title}</a></h2>\n<nav>{links}</nav>\n");
        pages.insert(format!("{file}.html"), page(title, &body(file, names)));
    };
    let mut engine = crate::console::engine_builder().build();
    tool.set_up(&mut engine).map_err(|error| error.to_string())?;
    let mut core = described(&mut engine);
    core.sort_by(|a, b| (&a.subject, &a.name).cmp(&(&b.subject, &b.name)));
    add("core", "The core", &core);
    let modules: Vec<String> = engine.docs().modules().map(str::to_string).collect();
    for module in modules.iter().map(String::as_str) {
        let mut engine = crate::console::engine_builder().build();
        engine.require(module).map_err(|error| error.to_string())?;
        let names: Vec<_> = described(&mut engine).into_iter().filter(|d| heading(d) == module).collect();
        add(module, module, &names);
    }
    pages.insert("index.html".into(), page("Klammer: every name", &contents));
    Ok(pages)
}

fn described(engine: &mut Engine) -> Vec<Documentation> {
    let names = engine.docs().names();
    names.iter().filter_map(|name| engine.docs().describe(name)).collect()
}

/// The module or group of an entry.
fn heading(entry: &Documentation) -> &str {
    entry.subject.split(':').next().unwrap_or_default()
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n{body}</html>\n"
    )
}

fn body<'a>(file: &'a str, names: &'a [Documentation]) -> String {
    let mut text = String::from("<p><a href=\"index.html\">Every name</a></p>\n");
    let mut subject = file;
    for entry in names {
        let heading = heading(entry);
        if heading != subject {
            let _ = writeln!(text, "<h2>{}</h2>", escape(heading));
            subject = heading;
        }
        describe(&mut text, entry);
    }
    text
}

fn describe(text: &mut String, entry: &Documentation) {
    let name = escape(&entry.name);
    let _ = writeln!(text, "<h3 id=\"{name}\"><code>{name}</code> <small>{}</small></h3>", entry.kind.as_str());
    let mut usage: Vec<String> = entry.usage.iter().map(|u| format!("<code>{}</code>", escape(u))).collect();
    usage.extend(
        entry.parameters.iter().map(|(name, kind)| format!("<code>{}</code> is {}", escape(name), escape(kind))),
    );
    let _ = writeln!(text, "<p>{}</p>", usage.join("<br>"));
    if let Some((_, original)) = entry.subject.split_once(": other name of ") {
        let _ = writeln!(text, "<p>Another name of <code>{}</code>.</p>", escape(original));
        return;
    }
    for paragraph in entry.text.split("\n\n").filter(|p| !p.is_empty()) {
        let _ = writeln!(text, "<p>{}</p>", prose(paragraph));
    }
    if !entry.examples.is_empty() {
        let lines: Vec<String> = entry.examples.iter().map(|e| escape(&e.to_string())).collect();
        let _ = writeln!(text, "<pre>{}</pre>", lines.join("\n"));
    }
}

/// Returns a paragraph whose parts between backticks are code.
fn prose(text: &str) -> String {
    let mut html = String::new();
    for (i, part) in escape(text).split('`').enumerate() {
        let (open, close) = if i % 2 == 0 { ("", "") } else { ("<code>", "</code>") };
        let _ = write!(html, "{open}{part}{close}");
    }
    html
}

/// Returns a text for HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Prints the completions for a shell.
pub fn complete(completions: &Completions, tool: &AppInfo) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(completions.shell, &mut definition(tool), tool.name, &mut text);
    console::status_of(console::write_out(&String::from_utf8_lossy(&text)), ExitCode::SUCCESS)
}

/// Writes a page for the program and one for each command.
pub fn write_manual(man: &Man, tool: &AppInfo) -> ExitCode {
    let definition = definition(tool).disable_help_subcommand(true);
    let written = fs::create_dir_all(&man.folder).and_then(|()| clap_mangen::generate_to(definition, &man.folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            print_message(&format!("cannot write to {}: {cause}", man.folder.display()));
            ExitCode::from(FAILURE)
        }
    }
}
