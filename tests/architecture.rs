//! The map of `ARCHITECTURE.md` is true: what stands in `src/` imports only what stands below it there, and the library
//! names no thing of a crate above it.

#[path = "support/settings.rs"]
#[allow(dead_code, reason = "this crate asks only for the project's folder")]
mod settings;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use settings::root;

/// Parts without a layer: the root itself, and the second evaluator, which there is in tests only.
const APART: [&str; 2] = ["lib.rs", "oracle"];

/// For each part of `src/`, the number of its layer; 0 is the lowest.
type Layers = BTreeMap<String, usize>;

/// The block of text below the heading "Layers", from the bottom line up.
fn layers() -> Layers {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let block = map.split("\n## Layers\n").nth(1).and_then(|section| section.split("```").nth(1));
    let lines = block.expect("ARCHITECTURE.md has a block of text below its heading \"Layers\"").lines().skip(1);
    let mut layers = Layers::new();
    for (number, line) in lines.collect::<Vec<_>>().into_iter().rev().enumerate() {
        for part in line.split_whitespace() {
            assert!(layers.insert(part.to_string(), number).is_none(), "the map has {part} twice");
        }
    }
    layers
}

/// The name of the part of `src/` that an entry of that folder is.
fn part_of(entry: &Path) -> String {
    entry.file_stem().unwrap().to_string_lossy().into_owned()
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    files_of_kind(folder, "rs", files);
}

/// The files in a folder and the folders in it whose names end so.
fn files_of_kind(folder: &Path, kind: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_of_kind(&path, kind, files);
        } else if path.extension().is_some_and(|e| e == kind) {
            files.push(path);
        }
    }
}

/// Attributes above items that there are in tests only.
const IN_TESTS: [&str; 2] = ["#[cfg(test)]", "#[cfg(all(test, "];

/// The lines of a file that are there outside of tests, without comments, each with its number.
fn code(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    // The depth of what is there in tests only.
    let mut in_test: Option<usize> = None;
    for (i, line) in text.lines().enumerate() {
        let depth = line.len() - line.trim_start().len();
        match in_test {
            Some(outer) => {
                if depth == outer && line.ends_with(['}', ';']) {
                    in_test = None;
                }
            }
            None if IN_TESTS.iter().any(|mark| line.trim().starts_with(mark)) => in_test = Some(depth),
            None => lines.push((i + 1, line.split("//").next().unwrap_or(""))),
        }
    }
    lines
}

/// The parts that a line names: what follows `crate::`, or each of a group in braces there.
fn named(line: &str) -> impl Iterator<Item = &str> {
    let first_name = |path: &'_ str| path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    line.split("crate::").skip(1).flat_map(move |rest| {
        let group = rest.strip_prefix('{').and_then(|group| group.split('}').next());
        let paths = group.map_or_else(|| vec![rest], |group| group.split(',').map(str::trim).collect());
        // Macros for other crates, and what they expand to, have no part.
        paths.into_iter().map(move |path| &path[..first_name(path)]).filter(|name| !name.starts_with("__"))
    })
}

/// Returns the violations of the map in a file, a sentence each.
fn violations(path: &Path, text: &str, part: &str, layers: &Layers) -> Vec<String> {
    let mut sentences = Vec::new();
    let own = layers[part];
    for (line, code) in code(text) {
        for other in named(code).filter(|&o| o != part) {
            let place = format!("{}:{line}", path.display());
            match layers.get(other) {
                None => sentences
                    .push(format!("{place} imports {other}, of which the map of ARCHITECTURE.md knows nothing")),
                Some(&layer) if layer < own => {}
                Some(_) => sentences.push(format!(
                    "{place} imports {other}, but the map of ARCHITECTURE.md has {other} not below {part}"
                )),
            }
        }
    }
    sentences
}

#[test]
fn src_imports_only_lower_layers() {
    let layers = layers();
    let mut sentences = Vec::new();
    let mut parts = Vec::new();
    let src = root().join("src");
    for entry in fs::read_dir(&src).unwrap() {
        let entry = entry.unwrap().path();
        if APART.iter().any(|a| entry.ends_with(a)) {
            continue;
        }
        let part = part_of(&entry);
        if !layers.contains_key(&part) {
            sentences.push(format!("src has {part}, of which the map of ARCHITECTURE.md knows nothing"));
            continue;
        }
        let mut files = Vec::new();
        if entry.is_dir() {
            sources(&entry, &mut files);
        } else {
            files.push(entry);
        }
        for file in files.iter().filter(|f| !f.iter().any(|n| n == "tests" || n == "tests.rs" || n == "testing.rs")) {
            let shown = file.strip_prefix(root()).unwrap();
            sentences.extend(violations(shown, &fs::read_to_string(file).unwrap(), &part, &layers));
        }
        parts.push(part);
    }
    let gone = layers.keys().filter(|p| !parts.contains(p));
    sentences.extend(gone.map(|p| format!("the map of ARCHITECTURE.md has {p}, which src has not")));
    assert!(sentences.is_empty(), "{}", sentences.join("\n"));
}

/// Things of the crates above the library, each with the crate that has it. In code, hyphens and blanks are left out.
const OWNED: [(&str, &str); 7] = [
    ("scheme", "scheme"),
    ("commonlisp", "common-lisp"),
    ("board", "sudoku"),
    ("sudoku", "sudoku"),
    ("puzzle", "sudoku"),
    ("choosecell", "search"),
    ("ordervalues", "search"),
];

/// Such things whose names are also words of Rust: they are looked for in texts alone.
const OWNED_IN_TEXTS: [(&str, &str); 2] = [("store", "constraints"), ("stores", "constraints")];

/// Returns whether a line is an example in documentation. Examples run in an engine that has all modules.
fn is_example(line: &str) -> bool {
    [";=>", ";>>", ";!!"].iter().any(|mark| line.contains(mark))
}

/// The texts between quotes of a line of code.
fn texts(code: &str) -> impl Iterator<Item = &str> {
    code.split('"').skip(1).step_by(2)
}

/// The places of a file where code names a thing of a crate above the library.
fn upper_things_named(path: &Path, text: &str) -> Vec<String> {
    let thing = |code: &str| {
        let code = code.to_lowercase();
        let joined = code.replace(['-', '_', ' '], "");
        let words = || texts(&code).flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '-'));
        let in_code = OWNED.into_iter().find(|(name, _)| joined.contains(name));
        in_code.or_else(|| OWNED_IN_TEXTS.into_iter().find(|(name, _)| words().any(|word| word == *name)))
    };
    let is_lisp = path.extension().is_some_and(|kind| kind == "lisp");
    let comment = |code: &str| is_lisp && code.trim_start().starts_with(';');
    let lines = code(text).into_iter().filter(|(_, code)| !is_example(code) && !comment(code));
    let found = lines.filter_map(|(line, code)| Some((line, thing(code)?)));
    found.map(|(line, (name, owner))| format!("{}:{line} names {name}, of crates/{owner}", path.display())).collect()
}

#[test]
fn the_library_names_no_thing_of_a_crate_above() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    files_of_kind(&root().join("lisp"), "lisp", &mut files);
    let mut sentences = Vec::new();
    for file in files.iter().filter(|file| !file.iter().any(|n| n == "oracle" || n == "tests.rs" || n == "tests")) {
        let shown = file.strip_prefix(root()).unwrap();
        sentences.extend(upper_things_named(shown, &fs::read_to_string(file).unwrap()));
    }
    assert!(sentences.is_empty(), "{}", sentences.join("\n"));
    let text = "// of Scheme\nlet common_lisp = 1;\nf(\"Scheme\");\nflag.store(1);\nf(\"a store\");\n";
    let found = upper_things_named(Path::new("src/a.rs"), text);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[2], "src/a.rs:5 names store, of crates/constraints");
}

#[test]
fn a_violation_is_a_sentence_with_its_place() {
    let layers = Layers::from([("heap".into(), 0), ("vm".into(), 1)]);
    let in_test = "#[cfg(test)]\nmod tests {\n    use crate::vm::Vm;\n}\n";
    let text = &format!("use crate::vm::Vm; // crate::vm\n{in_test}use crate::{{nowhere, vm::Vm}};\n");
    let found = violations(Path::new("src/heap/mod.rs"), text, "heap", &layers);
    assert_eq!(
        found,
        [
            "src/heap/mod.rs:1 imports vm, but the map of ARCHITECTURE.md has vm not below heap",
            "src/heap/mod.rs:6 imports nowhere, of which the map of ARCHITECTURE.md knows nothing",
            "src/heap/mod.rs:6 imports vm, but the map of ARCHITECTURE.md has vm not below heap",
        ]
    );
    assert!(violations(Path::new("src/vm/mod.rs"), "use crate::heap;", "vm", &layers).is_empty());
}

/// The names that the library's root exports.
fn exported() -> Vec<String> {
    let text = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let uses = text.split(';').filter_map(|item| item.rsplit_once("\npub use "));
    let names = uses.flat_map(|(_, path)| match path.split_once('{') {
        Some((_, names)) => names.trim_end_matches('}').split(',').map(str::to_string).collect::<Vec<_>>(),
        None => vec![path.rsplit("::").next().unwrap_or(path).to_string()],
    });
    let names = names.map(|name| name.trim().to_string());
    names.filter(|name| name.starts_with(char::is_uppercase)).collect()
}

/// Checks that the page of each public item shows its use, or links to an example.
#[test]
fn each_public_item_has_an_example() {
    let names = exported();
    assert!(names.len() > 50, "{names:?}");
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut missing = names.clone();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut comment = String::new();
        for line in text.lines().map(str::trim) {
            let item =
                ["pub struct ", "pub enum ", "pub trait ", "pub type "].iter().find_map(|p| line.strip_prefix(p));
            if let Some(item) = item {
                let name = item.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
                if comment.contains("```") || comment.contains("here is an example") {
                    missing.retain(|n| n != name);
                }
            }
            if let Some(text) = line.strip_prefix("///") {
                comment.push_str(text);
            } else if line.is_empty() || line == "}" || line.ends_with(';') {
                comment.clear();
            }
        }
    }
    // Made by a macro, with an example that the page of each shows.
    missing.retain(|name| !["Symbol", "Keyword", "Code"].contains(&name.as_str()));
    assert!(missing.is_empty(), "without an example: {missing:?}");
}

/// A module by its path in the crate.
type Module = Vec<String>;

/// For each module, those that it imports from.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// The crates whose insides are looked at.
const CRATES: [&str; 7] = ["cli", "constraints", "derive", "language-server", "search", "space", "sudoku"];

/// The path of the module that a file of a crate is.
fn module_of(file: &Path) -> Module {
    let mut path: Module = file.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        path.pop();
    }
    path
}

/// The paths that a `use` names: `a::{b, c::d}` are `a::b` and `a::c::d`.
fn paths(tree: &str) -> Vec<String> {
    let Some((before, group)) = tree.split_once('{') else { return vec![tree.trim().to_string()] };
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let mut depth = 0;
    let parts = group.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts.flat_map(paths).map(|path| format!("{}{path}", before.trim())).collect()
}

/// Returns the imports and the re-exports of a file, as the words of each path.
fn uses(text: &str) -> Vec<(bool, Vec<String>)> {
    let lines: Vec<&str> = code(text).into_iter().map(|(_, line)| line.trim()).collect();
    let text = lines.join(" ");
    let statements = text.split(';').filter_map(|statement| {
        let (before, tree) = statement.rsplit_once("use ")?;
        let public = before.trim_end().ends_with("pub") || before.trim_end().ends_with(')');
        Some((public, tree.to_string()))
    });
    let words = |path: &str| path.split("::").map(|word| word.trim().to_string()).collect();
    statements.flat_map(|(public, tree)| paths(&tree).into_iter().map(move |p| (public, words(&p)))).collect()
}

/// The module of the crate that a path begins with, and what it names there.
fn resolve(path: &[String], from: &Module, modules: &BTreeMap<Module, String>) -> Option<(Module, Option<String>)> {
    let mut at = from.clone();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => (at, rest) = (Module::new(), &rest[1..]),
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|word| word == "super") {
                at.pop();
                rest = &rest[1..];
            }
        }
        child => {
            at.push(child.to_string());
            if !modules.contains_key(&at) {
                return None;
            }
            rest = &rest[1..];
        }
    }
    while let Some(word) = rest.first() {
        at.push(word.clone());
        if !modules.contains_key(&at) {
            at.pop();
            break;
        }
        rest = &rest[1..];
    }
    Some((at, rest.first().cloned()))
}

/// Returns the modules that each module imports. A name that a module only re-exports is imported from its origin.
fn imports(modules: &BTreeMap<Module, String>) -> Imports {
    let mut passed = BTreeMap::new();
    let mut named = Vec::new();
    for (module, text) in modules {
        for (public, path) in uses(text) {
            if let Some((target, name)) = resolve(&path, module, modules) {
                if public && let Some(name) = &name {
                    passed.insert((module.clone(), name.clone()), target.clone());
                }
                named.push((module.clone(), target, name));
            }
        }
    }
    let mut imports = Imports::new();
    for (module, mut target, name) in named {
        // A name that is passed on in a circle would be none.
        for _ in 0..modules.len() {
            let next = name.clone().and_then(|name| passed.get(&(target.clone(), name)));
            next.into_iter().for_each(|next| target = next.clone());
        }
        imports.entry(module).or_default().insert(target);
    }
    imports
}

/// Files and folders of a folder that import one another in a circle, each with what it imports of them.
fn circles(folder: &Module, imports: &Imports) -> Vec<String> {
    let depth = folder.len() + 1;
    let inside =
        |module: &Module| (module.len() >= depth && module.starts_with(folder)).then(|| module[..depth].to_vec());
    let mut seen = Imports::new();
    for (from, to) in imports.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to))) {
        if let (Some(from), Some(to)) = (inside(from), inside(to))
            && from != to
        {
            seen.entry(from).or_default().insert(to);
        }
    }
    // A module that imports nothing of the rest, or that none of the rest imports, is in no circle.
    let imports_none = |seen: &Imports, m: &Module| seen[m].iter().all(|to| !seen.contains_key(to));
    let by_none = |seen: &Imports, m: &Module| !seen.values().any(|to| to.contains(m));
    while let Some(free) = seen.keys().find(|m| imports_none(&seen, m) || by_none(&seen, m)).cloned() {
        seen.remove(&free);
    }
    let left = seen.keys().cloned().collect::<BTreeSet<_>>();
    let sentence = |(from, to): (&Module, &BTreeSet<Module>)| {
        let to: Vec<String> = to.intersection(&left).map(|to| to.join("/")).collect();
        format!("{} imports {}", from.join("/"), to.join(", "))
    };
    seen.iter().map(sentence).collect()
}

fn circles_of_crate(modules: &BTreeMap<Module, String>) -> Vec<String> {
    let imports = imports(modules);
    let folders: BTreeSet<Module> =
        modules.keys().filter_map(|m| Some(m[..m.len().checked_sub(1)?].to_vec())).collect();
    folders.iter().flat_map(|folder| circles(folder, &imports)).collect()
}

#[test]
fn files_of_the_crates_import_without_circles() {
    let mut sentences = Vec::new();
    for name in CRATES {
        let src = root().join("crates").join(name).join("src");
        let mut files = Vec::new();
        sources(&src, &mut files);
        let modules =
            files.iter().map(|file| (module_of(file.strip_prefix(&src).unwrap()), fs::read_to_string(file).unwrap()));
        let found = circles_of_crate(&modules.collect());
        sentences.extend(found.into_iter().map(|sentence| format!("crates/{name}: in a circle, {sentence}")));
    }
    assert!(sentences.is_empty(), "{}", sentences.join("\n"));
}

#[test]
fn a_circle_is_found_through_what_is_passed_on() {
    let crate_of = |texts: &[(&str, &str)]| -> BTreeMap<Module, String> {
        texts.iter().map(|(file, text)| (module_of(Path::new(file)), text.to_string())).collect()
    };
    let parent = ("board/mod.rs", "mod cell;\nmod rule;\npub use rule::{Level, Rule};\npub type Mask = u64;\n");
    let circle = crate_of(&[
        ("lib.rs", "pub mod board;"),
        parent,
        ("board/cell.rs", "use super::{Mask,\n    Rule};"),
        ("board/rule.rs", "use crate::board::cell::Cell;"),
    ]);
    let found = circles_of_crate(&circle);
    assert_eq!(found, ["board/cell imports board/rule", "board/rule imports board/cell"]);
    let mut line = circle;
    line.insert(module_of(Path::new("board/cell.rs")), "use super::Mask;\n#[cfg(test)]\nuse super::Rule;\n".into());
    assert!(circles_of_crate(&line).is_empty());
}
