//! Within the crates beside the library, too, the files of a folder do not import one another in a circle. What a folder
//! says of itself (`mod.rs`) belongs to all of its files and counts for none of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{code, root, sources};

/// A module by its path in the crate.
type Module = Vec<String>;

/// For each module, those that it imports from.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// The crates whose insides are looked at.
const CRATES: [&str; 6] = ["cli", "constraints", "derive", "search", "space", "sudoku"];

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
fn files_of_the_crates_do_not_import_one_another_in_a_circle() {
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
