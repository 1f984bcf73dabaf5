//! The grammar for tree-sitter, on all Lisp of the project. Skipped where there is no program `tree-sitter`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::places::root;
use crate::support::script::files_ending_in;

/// Files that are malformed on purpose.
const MALFORMED: &[&str] = &[
    "tests/lang/modules.lisp",
    "tests/lang/reader.lisp",
    "tests/scheme/expressions/7-1-formal-syntax.scm",
    "tests/ui/other-languages.lisp",
];

fn tree_sitter(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("tree-sitter").current_dir(folder).args(arguments).env("XDG_CACHE_HOME", folder).output().unwrap()
}

#[test]
fn the_grammar_parses_all_files() {
    if Command::new("tree-sitter").arg("--version").output().is_err() {
        eprintln!("skipped: no tree-sitter");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let grammar = folder.path().join("grammar");
    for file in ["grammar.js", "tree-sitter.json", "src/scanner.c", "queries/highlights.scm", "test/corpus/data.txt"] {
        let target = grammar.join(file);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(root().join("editors/tree-sitter").join(file), target).unwrap();
    }
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let generated = tree_sitter(&grammar, &["generate"]);
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
    let tested = tree_sitter(&grammar, &["test"]);
    assert!(tested.status.success(), "{}", text(&tested));
    let example = root().join("examples/queens.lisp");
    let coloured = tree_sitter(&grammar, &["query", "queries/highlights.scm", example.to_str().unwrap()]);
    assert!(coloured.status.success() && text(&coloured).contains("keyword"), "{}", text(&coloured));

    let folders = ["crates", "examples", "lisp", "tests", "benches"].into_iter();
    let files: Vec<PathBuf> =
        folders.flat_map(|folder| files_ending_in(&root().join(folder), &["lisp", "scm", "cl"])).collect();
    assert!(files.len() > 200, "{}", files.len());
    let list = folder.path().join("files.txt");
    let lines: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    fs::write(&list, lines.join("\n")).unwrap();
    let parsed = text(&tree_sitter(&grammar, &["parse", "--quiet", "--paths", list.to_str().unwrap()]));
    let wrong: Vec<&str> = parsed.lines().filter(|line| line.contains("(ERROR") || line.contains("(MISSING")).collect();
    let unknown = |line: &&&str| !MALFORMED.iter().any(|file| line.contains(file));
    assert_eq!(wrong.iter().filter(unknown).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert_eq!(wrong.len(), MALFORMED.len(), "{wrong:?}");
}
