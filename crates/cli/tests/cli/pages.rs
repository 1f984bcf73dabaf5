//! Tests of README and the guide. Commands print the output below them, Lisp has the values that its comments state,
//! and links have targets. (Their Rust is a documentation test of the crate.)
//!
//! A page is followed from top to bottom, in a folder of its own that has the project's `examples`:
//!
//! - `lisp`: all of these blocks are one program with expectations (`support::script`), which can require the files of
//!   the page. The same holds for `scheme` and `common-lisp`.
//! - `lisp file=NAME`, `text file=NAME`: the file is written.
//! - `console`: lines that begin with `$ ` are given to a shell; what they write, errors included, stands below. `…`
//!   stands for any text: for what depends on the machine.
//! - `prompt`: lines that begin with `klammer> ` are typed at the prompt; what it answers stands below.
//! - Tables with a column `Klammer` followed by a column `value`: each expression is evaluated by itself and prints the
//!   value; an error is `error` and its code.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Component, Path};
use std::process::{Command, Stdio};

use klammer::{Code, Handle, Limits};
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::Sandbox;
use crate::support::documented::engine;
use crate::support::run;
use crate::support::script::Script;
use crate::support::settings::root;
#[cfg(unix)]
use crate::terminal::{PROMPT, Transcript};

/// README and the pages of the guide.
fn pages() -> Vec<Page> {
    let mut names: Vec<String> = ["README.md", "docs/README.md"].map(String::from).into();
    for entry in std::fs::read_dir(root().join("docs/guide")).unwrap() {
        names.push(format!("docs/guide/{}", entry.unwrap().file_name().to_string_lossy()));
    }
    names.sort();
    assert!(names.len() > 15, "{names:?}");
    names.iter().map(|name| Page::read(name)).collect()
}

/// Kinds of blocks; what is not tried here is a documentation test or tried elsewhere.
const KINDS: &[&str] = &["lisp", "scheme", "common-lisp", "text", "console", "prompt", "rust", "toml", "sh"];

#[test]
fn all_code_of_the_pages_is_tried() {
    for page in pages() {
        for block in &page.blocks {
            let (kind, file) = block.info.split_once(" file=").unwrap_or((&block.info, ""));
            let known = KINDS.contains(&kind) && (kind != "text" || !file.is_empty());
            assert!(known, "{}:{}: a block of kind {:?}", page.name, block.line, block.info);
            if kind == "sh" {
                assert!(page.name == "README.md" || block.text.starts_with("cargo install"), "{}", page.name);
            }
            if kind == "toml" || kind == "rust" {
                let tried = page.name == "README.md" || page.name.starts_with("docs/guide/embedding");
                assert!(tried, "{}", page.name);
            }
        }
    }
}

/// The program that a page's blocks of one language are, each line where it is on the page.
fn program(page: &Page, language: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut put = |line: usize, text: &str| {
        lines.resize(lines.len().max(line), String::new());
        lines[line - 1] = text.to_string();
    };
    for block in &page.blocks {
        let file = block.file().filter(|_| block.info.starts_with("lisp "));
        if let Some(name) = file {
            put(block.line - 1, &format!(";; file: {name}"));
        }
        if file.is_some() || block.info == language {
            for (i, line) in block.text.lines().enumerate() {
                put(block.line + i, line);
            }
        }
        if file.is_some() {
            put(block.line + block.text.lines().count(), ";; main");
        }
    }
    if language != "lisp" {
        put(1, &format!("(require '{language})"));
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_lisp_gives_the_values_that_it_states() {
    let mut wrong = Vec::new();
    for page in pages() {
        for language in ["lisp", "scheme", "common-lisp"] {
            if page.blocks.iter().any(|b| b.info == language) {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join(page.name.replace('/', "-"));
                std::fs::write(&path, program(&page, language)).unwrap();
                let scripts = Script::read(&path);
                wrong.extend(scripts.iter().flat_map(|script| run::mismatches(script, run::Profile::Plain)));
            }
        }
    }
    run::report(&wrong);
}

/// The folder in which a page is followed.
fn folder() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(root().join("examples"), sandbox.path().join("examples")).unwrap();
    sandbox
}

/// Gives a command to the shell, with `klammer` on its path; what it writes, errors included.
fn shell(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_klammer"));
    let path = std::env::join_paths(program.parent().into_iter().chain(["/bin", "/usr/bin"].map(Path::new))).unwrap();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{command}\n")).current_dir(folder).env_clear().env("PATH", path);
    let output = shell.stdin(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// Returns whether the text is as expected; `…` stands for any text.
fn fits(text: &str, expected: &str) -> bool {
    let mut parts = expected.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// The entries of a block: what stands after a mark at the beginning of a line, and the lines up to the next one.
fn entries<'a>(text: &'a str, mark: &str) -> Vec<(&'a str, &'a str)> {
    let starts: Vec<usize> =
        text.match_indices(mark).map(|m| m.0).filter(|&i| i == 0 || text[..i].ends_with('\n')).collect();
    assert_eq!(starts.first(), Some(&0), "a block begins with {mark:?}: {text}");
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| text[start + mark.len()..end].split_once('\n').unwrap()).collect()
}

#[test]
#[cfg(unix)]
fn every_command_writes_what_stands_below_it() {
    let mut wrong = Vec::new();
    for page in pages() {
        let sandbox = folder();
        for block in &page.blocks {
            if let Some(name) = block.file() {
                std::fs::write(sandbox.path().join(name), &block.text).unwrap();
            }
            if block.info == "console" {
                for (command, expected) in entries(&block.text, "$ ") {
                    let got = shell(command, sandbox.path());
                    if !fits(got.trim_end(), expected.trim_end()) {
                        wrong.push(format!("{}:{}: $ {command}\n{got}", page.name, block.line));
                    }
                }
            }
        }
    }
    run::report(&wrong);
}

#[test]
#[cfg(unix)]
fn the_prompt_answers_as_the_page_says() {
    let mut wrong = Vec::new();
    for page in pages().iter().filter(|p| p.blocks.iter().any(|b| b.info == "prompt")) {
        let sandbox = folder();
        for block in &page.blocks {
            if let Some(name) = block.file() {
                std::fs::write(sandbox.path().join(name), &block.text).unwrap();
            }
            if block.info == "prompt" {
                let mut transcript = Transcript::begin(&sandbox);
                for (input, expected) in entries(&block.text, PROMPT) {
                    let got = transcript.ask(input);
                    if !fits(got.trim_end(), expected.trim_end()) {
                        wrong.push(format!("{}:{}: klammer> {input}\n{got}", page.name, block.line));
                    }
                }
            }
        }
    }
    run::report(&wrong);
}

#[test]
fn tables_of_correspondences_state_true_values() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for page in pages() {
        for table in &page.tables {
            let column = |title: &str| table.header.iter().position(|cell| cell.text == title);
            let (Some(ours), Some(value)) = (column("Klammer"), column("value")) else { continue };
            for (line, row) in &table.rows {
                let (code, expected) = (row[ours].code.join(" "), &row[value].text);
                if code.is_empty() && expected.is_empty() {
                    continue;
                }
                let (mut engine, heard) = engine();
                *engine.limits_mut() =
                    Limits { memory: 64 << 20, depth: Some(10_000), ticks: Some(10_000_000), ..Limits::default() };
                let result = engine.eval::<Handle>(&code).and_then(|value| engine.inspect().repr(&value));
                let output = heard.take_output();
                let got = match result {
                    Err(error) => format!("error {}", error.code().as_str()),
                    Ok(_) if expected.starts_with("writes ") => format!("writes {}", output.trim_end()),
                    Ok(value) => value,
                };
                tried += 1;
                if got != *expected {
                    wrong.push(format!("{}:{line}: {code}: expected {expected}, got {got}", page.name));
                }
            }
        }
    }
    assert!(tried > 100, "only {tried} rows");
    run::report(&wrong);
}

#[test]
fn the_table_has_every_code_as_the_program() {
    let page = Page::read("docs/guide/error-codes.md");
    let table = page.tables.iter().find(|t| t.header[0].text == "code").expect("a table of codes");
    let stated: Vec<(String, String)> =
        table.rows.iter().map(|(_, row)| (row[0].text.clone(), row[1].text.clone())).collect();
    let plain = |code: &Code| (code.as_str().to_string(), code.meaning().replace('`', ""));
    assert_eq!(stated, Code::ALL.iter().map(plain).collect::<Vec<_>>());
}

#[test]
fn the_table_of_lints_has_every_lint() {
    let page = Page::read("docs/guide/error-codes.md");
    let table = page.tables.iter().find(|t| t.header[0].text == "lint").expect("a table of lints");
    let stated: Vec<(String, String)> =
        table.rows.iter().map(|(_, row)| (row[0].text.clone(), row[1].text.clone())).collect();
    let known = klammer_hints::LINTS.iter().map(|lint| (lint.name.to_string(), lint.text.to_string()));
    assert_eq!(stated, known.collect::<Vec<_>>());
}

/// The project's pages: those of its folder, and all below `docs`.
fn all() -> Vec<String> {
    let mut names = Vec::new();
    let mut open = vec![String::new(), "docs/".to_string()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() && !folder.is_empty() {
                open.push(name + "/");
            } else if name.ends_with(".md") {
                names.push(name);
            }
        }
    }
    names.sort();
    names
}

// found: 2026-11-26, without the lock file the installation builds all crates once more
#[test]
fn commands_that_install_take_the_lock_file() {
    let pages = all().into_iter().chain(["crates/cli/README.md".to_string()]);
    let texts = pages.map(|name| std::fs::read_to_string(root().join(name)).unwrap());
    let commands: Vec<String> = texts
        .flat_map(|text| {
            text.split('`').filter(|code| code.starts_with("cargo install ")).map(str::to_string).collect::<Vec<_>>()
        })
        .collect();
    assert!(commands.len() >= 3, "{commands:?}");
    assert!(commands.iter().all(|command| command.contains("--locked")), "{commands:?}");
}

/// Resolves the target of a link on a page to a path in the project.
fn resolve(page: &str, target: &str) -> String {
    let mut path: Vec<String> = Vec::new();
    for component in Path::new(page).parent().unwrap_or(Path::new("")).join(target).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    path.join("/")
}

/// The pages that the table of contents of the book has.
fn in_the_book() -> BTreeSet<String> {
    let contents = Page::read("docs/SUMMARY.md");
    contents.links.iter().map(|link| resolve(&contents.name, &link.target)).collect()
}

#[test]
fn every_link_leads_to_something_that_is_there() {
    let pages: HashMap<String, Page> = all().into_iter().map(|name| (name.clone(), Page::read(&name))).collect();
    let book = in_the_book();
    let mut wrong = Vec::new();
    let mut followed = 0;
    for page in pages.values() {
        for link in page.links.iter().filter(|link| !link.target.contains("://")) {
            let (path, anchor) = link.target.split_once('#').unwrap_or((&link.target, ""));
            let target = if path.is_empty() { page.name.clone() } else { resolve(&page.name, path) };
            let at = format!("{}:{}: {}", page.name, link.line, link.target);
            followed += 1;
            if !root().join(&target).exists() {
                wrong.push(format!("{at} is not there"));
            } else if !anchor.is_empty() && !pages.get(&target).is_some_and(|p| p.anchors.contains(anchor)) {
                wrong.push(format!("{at}: {target} has no such anchor"));
            } else if book.contains(&page.name) && !book.contains(&target) && !target.starts_with("examples") {
                // The book has its pages, and the examples lie beside it.
                wrong.push(format!("{at} leads out of the book"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(followed > 300, "only {followed} links");
}

#[test]
fn the_book_has_every_page() {
    let pages: BTreeSet<String> =
        all().into_iter().filter(|name| name.starts_with("docs/") && name != "docs/SUMMARY.md").collect();
    let book = in_the_book();
    let lacking: Vec<_> = pages.symmetric_difference(&book).collect();
    assert!(lacking.is_empty(), "in docs/SUMMARY.md or in docs, but not in both: {lacking:?}");
}

struct Page {
    /// Its path in the project, with `/` between folders.
    pub name: String,
    pub blocks: Vec<Block>,
    pub tables: Vec<Table>,
    pub links: Vec<Link>,
    /// Anchors of headings, and explicit anchors.
    pub anchors: HashSet<String>,
}

/// A fenced block: what stands after the fence, its text, and the line of the page where the text begins.
struct Block {
    pub info: String,
    pub text: String,
    pub line: usize,
}

struct Table {
    pub header: Vec<Cell>,
    pub rows: Vec<(usize, Vec<Cell>)>,
}

/// Text of a cell of a table, and the code in it.
#[derive(Default)]
struct Cell {
    pub text: String,
    pub code: Vec<String>,
}

struct Link {
    pub line: usize,
    pub target: String,
}

impl Block {
    /// The file that the block is the text of: `lisp file=mine.lisp`.
    fn file(&self) -> Option<&str> {
        self.info.split_once(" file=").map(|(_, name)| name)
    }
}

impl Page {
    fn read(name: &str) -> Page {
        let text = std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut page = Page {
            name: name.to_string(),
            blocks: Vec::new(),
            tables: Vec::new(),
            links: Vec::new(),
            anchors: HashSet::new(),
        };
        let line = |offset: usize| text.get(..offset).unwrap_or_default().matches('\n').count() + 1;
        let (mut heading, mut cell, mut row) = (None, None, Vec::new());
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let line = line(range.start) + 1;
                    page.blocks.push(Block { info: info.to_string(), text: String::new(), line });
                    // The text follows as events of its own.
                    heading = Some(String::new());
                }
                Event::End(TagEnd::CodeBlock) => {
                    if let (Some(block), Some(text)) = (page.blocks.last_mut(), heading.take()) {
                        block.text = text;
                    }
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let slug = slug(&heading.take().unwrap_or_default());
                    page.anchors.insert(slug);
                }
                Event::Start(Tag::Link { link_type, dest_url, .. }) if link_type != LinkType::Email => {
                    page.links.push(Link { line: line(range.start), target: dest_url.to_string() });
                }
                Event::Start(Tag::Table(_)) => page.tables.push(Table { header: Vec::new(), rows: Vec::new() }),
                Event::Start(Tag::TableCell) => cell = Some(Cell::default()),
                Event::End(TagEnd::TableCell) => row.extend(cell.take()),
                Event::End(TagEnd::TableHead) => {
                    page.tables.last_mut().expect("a head is in a table").header = std::mem::take(&mut row);
                }
                Event::End(TagEnd::TableRow) => {
                    let row = (line(range.start), std::mem::take(&mut row));
                    page.tables.last_mut().expect("a row is in a table").rows.push(row);
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    let id = html.split_once("<a id=\"").and_then(|(_, rest)| rest.split_once('"'));
                    page.anchors.extend(id.map(|(id, _)| id.to_string()));
                }
                Event::Text(words) | Event::Code(words) if cell.is_none() => {
                    if let Some(text) = &mut heading {
                        text.push_str(&words);
                    }
                }
                Event::Text(words) => cell.get_or_insert_default().text.push_str(&words),
                Event::Code(code) => {
                    let cell = cell.get_or_insert_default();
                    cell.text.push_str(&code);
                    cell.code.push(code.to_string());
                }
                _ => {}
            }
        }
        page
    }

    /// Its blocks of a kind; there must be some.
    fn of_kind(&self, kind: &str) -> Vec<&Block> {
        let found: Vec<&Block> = self.blocks.iter().filter(|b| b.info == kind).collect();
        assert!(!found.is_empty(), "{} has no block of kind {kind}", self.name);
        found
    }
}

/// The anchor that a heading gets, on the web and in the book.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

fn readme() -> Page {
    Page::read("README.md")
}

#[test]
fn the_first_command_solves_a_sudoku() {
    let readme = readme();
    let first = &readme.of_kind("sh")[0].text;
    let command = first.lines().next().unwrap();
    let arguments = command.strip_prefix("cargo run --release -- ").expect("the first command runs the program");
    assert!(shell(&format!("klammer {arguments}"), root()).contains("│ 5 3 4 │ 6 7 8 │ 9 1 2 │"));
    assert!(first.lines().any(|l| l == "cargo test"));
}

#[test]
#[cfg(unix)]
fn the_commands_on_files_of_puzzles_succeed() {
    let readme = readme();
    let sandbox = folder();
    std::fs::write(sandbox.path().join("mine.lisp"), &readme.of_kind("lisp file=mine.lisp")[0].text).unwrap();
    let commands =
        readme.of_kind("sh").into_iter().find(|b| b.text.starts_with("klammer solve")).expect("the commands");
    for command in commands.text.lines() {
        let shown = shell(&format!("{command} && echo good"), sandbox.path());
        assert!(shown.contains("good\n"), "{command}: {shown}");
    }
    for (name, beginning) in [("tree.html", "<!doctype html>"), ("grid.svg", "<svg")] {
        let text = std::fs::read_to_string(sandbox.path().join(name)).unwrap();
        assert!(text.to_lowercase().contains(beginning), "{name}");
    }
}
