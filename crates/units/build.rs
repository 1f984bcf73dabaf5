//! Finds the tests that stand in the library and in the program, and writes a test that runs each.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{env, fs};

/// Modules by name, and tests with the expression that runs them.
#[derive(Default)]
struct Module {
    modules: BTreeMap<String, Module>,
    tests: BTreeMap<String, String>,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Module::default();
    for (library, folder) in [("klammer", "src"), ("klammer_cli", "crates/cli/src")] {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        for file in sources(&root, folder) {
            let text = fs::read_to_string(root.join(&file)).unwrap_or_else(|e| panic!("{file}: {e}"));
            let mut path = vec![library];
            let inside = file[folder.len() + 1..].trim_end_matches(".rs").trim_end_matches("/mod");
            path.extend(inside.split('/').filter(|part| *part != "lib"));
            collect(&mut all, library, &file, &path, &text);
        }
    }
    let mut text = String::new();
    show(&all, &mut text);
    let out = env::var_os("OUT_DIR").unwrap_or_else(|| panic!("cargo sets OUT_DIR"));
    fs::write(Path::new(&out).join("units.rs"), text).unwrap_or_else(|e| panic!("{e}"));
}

/// The files of Rust in a folder and in all below, by their paths from the root.
fn sources(root: &Path, folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}")) {
        let entry = entry.unwrap_or_else(|e| panic!("{folder}: {e}"));
        let path = format!("{folder}/{}", entry.file_name().display());
        if entry.path().is_dir() {
            found.extend(sources(root, &path));
        } else if path.ends_with(".rs") {
            found.push(path);
        }
    }
    found
}

/// Notes the tests of a file. It is formatted, so what stands in a module is indented by four more.
fn collect(all: &mut Module, library: &str, file: &str, path: &[&str], text: &str) {
    let mut modules: Vec<(usize, &str)> = Vec::new();
    let mut is_test = false;
    for line in text.lines() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if let Some(name) = code.strip_suffix(" {").and_then(|code| code.rsplit_once("mod ")).map(|(_, name)| name) {
            modules.retain(|&(depth, _)| depth < indent);
            modules.push((indent, name));
        } else if code == "#[test]" {
            is_test = true;
        } else if let Some(name) = code.strip_prefix("fn ").filter(|_| is_test).and_then(|code| code.split('(').next())
        {
            is_test = false;
            modules.retain(|&(depth, _)| depth < indent);
            let mut module = &mut *all;
            for part in path.iter().chain(modules.iter().map(|(_, name)| name)) {
                module = module.modules.entry(part.to_string()).or_default();
            }
            // What the compiler says where it is missing shows this line.
            let run =
                format!("::{library}::OwnTest::<{}>::run() // {file}: is it there in `own-tests`?", number(file, name));
            module.tests.insert(name.into(), run);
        }
    }
}

/// As `#[test]` of `klammer-derive` works it out. Both are made by the same compiler.
fn number(file: &str, name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (file, name).hash(&mut hasher);
    hasher.finish()
}

fn show(module: &Module, text: &mut String) {
    for (name, run) in &module.tests {
        writeln!(text, "#[test]\nfn {name}() {{\n{run}\n}}").unwrap_or_default();
    }
    for (name, module) in &module.modules {
        writeln!(text, "mod {name} {{").unwrap_or_default();
        show(module, text);
        text.push_str("}\n");
    }
}
