//! The reference is made of the documentation in the program, one page a subject, and stays in step with it.
//!
//! `docs/reference/README.md` is the index: the pages, and every name with links to where it is described. The pages
//! of the core lie beside it, those of the modules in `modules`, those of a layer in a folder of its name, one page
//! for each file of the layer. The table of contents of the book, `docs/SUMMARY.md`, ends with all these pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use klammer::{Documentation, Engine};

use crate::support::documented::{core_documentation, engine_with_module, module_documentation};
use crate::support::lisp_files;
use crate::support::places::root;

/// What the core's names are about: subject, title, and where the guide speaks of it.
const CHAPTERS: &[(&str, &str, Option<&str>)] = &[
    ("special", "Special operators", Some("lists-and-functions")),
    ("control", "Evaluation and control", Some("lists-and-functions")),
    ("function", "Functions that make functions", Some("lists-and-functions")),
    ("predicate", "Equality and types", None),
    ("number", "Numbers", None),
    ("integer", "Integers", None),
    ("real", "Roots, logarithms, angles, exactness", None),
    ("pair", "Pairs and places in lists", Some("lists-and-functions")),
    ("list", "Lists", Some("lists-and-functions")),
    ("sort", "Sorting", Some("lists-and-functions")),
    ("digits", "Digit sets", Some("boards")),
    ("array", "Arrays", None),
    ("board", "Boards", Some("boards")),
    ("puzzle", "Puzzles as texts", Some("boards")),
    ("step", "Steps of a search", Some("boards")),
    ("choice", "Choosing where to branch", Some("heuristic")),
    ("search", "Statistics of a search", Some("measuring")),
    ("budget", "Budgets of a search", Some("measuring")),
    ("table", "Hash tables", None),
    ("record", "Records", None),
    ("string", "Strings", None),
    ("character", "Characters", None),
    ("symbol", "Symbols and keywords", None),
    ("condition", "Errors", Some("errors")),
    ("drawing", "Pictures of puzzles", Some("boards")),
    ("output", "Output", Some("first-script")),
    ("port", "Ports: input, and output to other places", None),
    ("system", "Files, time, environment, the end of a program", Some("first-script")),
    ("random", "Random numbers", None),
    ("measure", "Watching a program", Some("measuring")),
];

/// Modules that are other languages: their title, and their folder in `lisp/`.
const LAYERS: &[(&str, &str)] = &[("scheme", "Scheme"), ("common-lisp", "Common Lisp")];

const INTRODUCTION: &str = "# Reference

Every name that Klammer has, one page a subject: first what is there without `require`, then the modules of the library
and the two layers. At the end stands [every name](#every-name), with links. The [guide](../README.md) is for reading,
these pages are for looking things up.

In a usage line, `[x]` can be left out and `x...` stands for any number. Examples show an expression and its value
(`;=>`), the code of its error (`;!!`) or what it writes (`;>>`); all of them are run as tests. At the prompt,
`,doc NAME` shows the same.

These pages are generated from the documentation in the program:
`UPDATE_REFERENCE=1 cargo test --test language reference`.
";

/// Where the part of `docs/SUMMARY.md` begins that is generated.
const CONTENTS: &str = "# Reference\n";

/// A page: what is described together.
struct Page {
    /// Its path below `docs/reference`, without the ending.
    path: String,
    title: String,
    /// What stands below the title.
    introduction: String,
    entries: Vec<Documentation>,
}

/// Everything that is generated: paths below `docs`, and texts.
type Files = BTreeMap<String, String>;

/// The pages of the core, of the modules, and of each layer.
fn pages() -> Vec<Page> {
    let core = core_documentation();
    for entry in &core {
        assert!(CHAPTERS.iter().any(|c| c.0 == entry.subject), "{}: no chapter on {}", entry.name, entry.subject);
    }
    let mut pages: Vec<Page> = CHAPTERS.iter().map(|chapter| core_page(chapter, &core)).collect();
    let layer = |module: &str| LAYERS.iter().find(|l| l.0 == module);
    for module in Engine::library_modules().filter(|m| layer(m).is_none()) {
        pages.push(Page {
            path: format!("modules/{module}"),
            title: format!("Module {module}"),
            introduction: format!(
                "{}\n\nThese names are there after `(require '{module})`.\n",
                said_first(&root().join("lisp").join(module).with_extension("lisp"))
            ),
            entries: module_documentation(module),
        });
    }
    pages.extend(Engine::library_modules().filter_map(layer).flat_map(|(module, title)| layer_pages(module, title)));
    pages
}

fn core_page((subject, title, guide): &(&str, &str, Option<&str>), core: &[Documentation]) -> Page {
    let introduction = guide.map_or_else(String::new, |page| {
        let text = std::fs::read_to_string(root().join(format!("docs/guide/{page}.md"))).expect("a page of the guide");
        let heading = text.lines().find_map(|line| line.strip_prefix("# ")).expect("it has a title");
        format!("In the guide: [{heading}](../guide/{page}.md).\n")
    });
    let entries = core.iter().filter(|e| e.subject == *subject).cloned().collect();
    Page { path: (*subject).to_string(), title: (*title).to_string(), introduction, entries }
}

/// One page for each file of a layer that defines something public.
fn layer_pages(module: &str, title: &str) -> Vec<Page> {
    let (mut engine, _) = engine_with_module(module);
    let mut visible: BTreeSet<String> = engine.names().into_iter().collect();
    let mut pages = Vec::new();
    for path in lisp_files(&root().join("lisp").join(module)) {
        let text = std::fs::read_to_string(&path).unwrap();
        let names: BTreeSet<&str> = text.lines().filter_map(defined).collect();
        let here = names.into_iter().filter(|name| visible.remove(*name));
        let entries: Vec<_> = here.filter_map(|name| engine.describe(name)).map(|d| of_layer(d, module)).collect();
        if entries.is_empty() {
            continue;
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut subject = stem.replace('-', " ");
        if let Some(number) = subject.strip_prefix("srfi ") {
            subject = format!("SRFI {number}");
        }
        pages.push(Page {
            path: format!("{module}/{stem}"),
            title: format!("{title}: {subject}"),
            introduction: format!(
                "{}\n\nThese names are there after `(require '{module})`. \
                 What is supported: [{title}](../../{module}.md).\n",
                said_first(&path)
            ),
            entries,
        });
    }
    // What is the layer's and defined in no file of it is among its names.
    let others = visible.iter().filter_map(|name| engine.describe(name)).filter(|entry| entry.subject == module);
    let names = pages.iter_mut().find(|page| page.path.ends_with("/names")).expect("a layer has a file of names");
    names.entries.extend(others);
    names.entries.sort_by(|a, b| a.name.cmp(&b.name));
    pages
}

/// An entry of a layer: what is native is described for the core, whose examples would not be true in the layer's
/// language.
fn of_layer(mut entry: Documentation, module: &str) -> Documentation {
    if !entry.subject.starts_with(module) {
        entry.examples.clear();
    }
    entry
}

/// What an entry is only another name of.
fn original(entry: &Documentation) -> Option<&str> {
    entry.subject.split_once(": other name of ").map(|(_, name)| name)
}

/// The name that a line defines, by the convention of the library: in the first column.
fn defined(line: &str) -> Option<&str> {
    let form = line.strip_prefix("(def").map(|rest| rest.trim_start_matches(char::is_alphabetic));
    let rest = form.or_else(|| line.strip_prefix("(setq"))?.trim_start();
    let rest = rest.strip_prefix('(').unwrap_or(rest);
    let end = rest.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(rest.len());
    rest.get(..end).filter(|name| !name.is_empty())
}

/// The first paragraph of the comment that a file begins with.
fn said_first(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("; ")).collect();
    assert!(!lines.is_empty(), "{}: it does not say what it is for", path.display());
    lines.join("\n")
}

/// The anchor of a name: its characters, or their numbers where Markdown has other uses for them.
fn anchor(name: &str) -> String {
    let mut anchor = String::from("name-");
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '-' {
            anchor.push(c);
        } else {
            write!(anchor, "_{:x}", u32::from(c)).unwrap();
        }
    }
    anchor
}

impl Page {
    /// A link to a name on this page, from a page in the folder of the reference.
    fn link(&self, name: &str, text: &str) -> String {
        format!("[{text}]({}.md#{})", self.path, anchor(name))
    }

    fn text(&self) -> String {
        let mut text = format!("# {}\n\n", self.title);
        if !self.introduction.is_empty() {
            writeln!(text, "{}", self.introduction).unwrap();
        }
        let names: Vec<String> = self.entries.iter().map(|e| format!("[`{}`](#{})", e.name, anchor(&e.name))).collect();
        writeln!(text, "{}", names.join(" ")).unwrap();
        for entry in &self.entries {
            describe(&mut text, entry);
        }
        text
    }
}

fn describe(text: &mut String, entry: &Documentation) {
    let kind = match entry.kind.as_str() {
        "function" | "special operator" => String::new(),
        other => format!(" ({other})"),
    };
    writeln!(text, "\n<a id=\"{}\"></a>\n\n## `{}`{kind}\n", anchor(&entry.name), entry.name).unwrap();
    let usage: Vec<String> = entry.usage.iter().map(|u| format!("`{u}`")).collect();
    let parameters: Vec<String> = entry.parameters.iter().map(|(name, what)| format!("`{name}` is {what}")).collect();
    let checked = if parameters.is_empty() { String::new() } else { format!("  \n{}.", parameters.join(", ")) };
    writeln!(text, "{}{checked}", usage.join("  \n")).unwrap();
    if let Some(name) = original(entry) {
        writeln!(text, "\nAnother name of `{name}`.").unwrap();
        return;
    }
    if !entry.text.is_empty() {
        writeln!(text, "\n{}", entry.text).unwrap();
    }
    if !entry.examples.is_empty() {
        text.push_str("\n```lisp\n");
        for example in &entry.examples {
            writeln!(text, "{example}").unwrap();
        }
        text.push_str("```\n");
    }
}

/// The page with all pages and all names.
fn index(pages: &[Page]) -> String {
    let mut text = String::from(INTRODUCTION);
    text.push_str("\n## Pages\n\n");
    for page in pages {
        writeln!(text, "- [{}]({}.md)", page.title, page.path).unwrap();
    }
    let mut places: BTreeMap<&str, Vec<&Page>> = BTreeMap::new();
    for page in pages {
        for entry in &page.entries {
            places.entry(&entry.name).or_default().push(page);
        }
    }
    text.push_str("\n## Every name\n\nA name that several pages describe has a link to each of them.\n\n");
    for (name, pages) in places {
        let links: Vec<String> = match pages.as_slice() {
            [page] => vec![page.link(name, &format!("`{name}`"))],
            several => several.iter().map(|page| page.link(name, &page.title)).collect(),
        };
        let shown = if pages.len() == 1 { String::new() } else { format!("`{name}`: ") };
        writeln!(text, "- {shown}{}", links.join(" · ")).unwrap();
    }
    text
}

/// The table of contents of the book: what is written by hand, and all pages of the reference.
fn contents(pages: &[Page]) -> String {
    let present = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("there is a table of contents");
    let (by_hand, _) = present.split_once(CONTENTS).expect("the table of contents has a part on the reference");
    let mut text = format!("{by_hand}{CONTENTS}\n- [All pages and names](reference/README.md)\n");
    for page in pages {
        writeln!(text, "- [{}](reference/{}.md)", page.title, page.path).unwrap();
    }
    text
}

fn files() -> Files {
    let pages = pages();
    let mut files: Files = pages.iter().map(|p| (format!("reference/{}.md", p.path), p.text())).collect();
    files.insert("reference/README.md".into(), index(&pages));
    files.insert("SUMMARY.md".into(), contents(&pages));
    files
}

/// The files that are there: all below `docs/reference`, and the table of contents.
fn present() -> Files {
    let docs = root().join("docs");
    let mut files = Files::from([("SUMMARY.md".into(), std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap())]);
    let mut open: Vec<PathBuf> = vec![docs.join("reference")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(&docs).unwrap().to_string_lossy().replace('\\', "/");
                files.insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn the_reference_is_up_to_date() {
    let docs = root().join("docs");
    let generated = files();
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        for stale in present().keys().filter(|name| !generated.contains_key(*name)) {
            std::fs::remove_file(docs.join(stale)).unwrap();
        }
        for (name, text) in &generated {
            let path = docs.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            if std::fs::read_to_string(&path).is_ok_and(|present| present == *text) {
                continue;
            }
            std::fs::write(path, text).unwrap();
        }
    }
    let present = present();
    let names: BTreeSet<&String> = present.keys().chain(generated.keys()).collect();
    let wrong: Vec<_> = names.into_iter().filter(|name| present.get(*name) != generated.get(*name)).collect();
    assert!(
        wrong.is_empty(),
        "out of date: {wrong:?}; `UPDATE_REFERENCE=1 cargo test --test language reference` updates them"
    );
}

#[test]
fn anchors_of_different_names_differ() {
    for page in pages() {
        let anchors: BTreeSet<String> = page.entries.iter().map(|e| anchor(&e.name)).collect();
        assert_eq!(anchors.len(), page.entries.len(), "{}", page.path);
    }
}
