//! `klammer fmt`.

use std::fs;
use std::path::{Path, PathBuf};

use klammer::Engine;
use klammer::syntax::format::{FormatOptions, format};
use klammer::syntax::tree::{NodeKind, Tree};

use crate::Sandbox;
use crate::support::places::root;

const UGLY: &str = "(defproc area (w h) ; of a box\n(* w\n     h )\n)\n";
const FINE: &str = "(defproc area (w h) ; of a box\n  (* w\n    h))\n";

#[test]
fn files_are_laid_out_and_fine_ones_stay() {
    let sandbox = Sandbox::new(&[("a.lisp", UGLY.as_bytes()), ("b.lisp", FINE.as_bytes())]);
    let told = sandbox.run(&["fmt", "--check", "a.lisp", "b.lisp"]);
    assert!(told.contains("a.lisp would change") && !told.contains("b.lisp"), "{told}");
    assert!(told.starts_with("exit status 1"), "{told}");
    assert_eq!(fs::read_to_string(sandbox.path().join("a.lisp")).unwrap(), UGLY);
    let told = sandbox.run(&["fmt", "a.lisp", "b.lisp"]);
    assert!(told.starts_with("exit status 0"), "{told}");
    for name in ["a.lisp", "b.lisp"] {
        assert_eq!(fs::read_to_string(sandbox.path().join(name)).unwrap(), FINE, "{name}");
    }
    assert!(sandbox.run(&["fmt", "--check", "."]).starts_with("exit status 0"));
}

#[test]
fn a_folder_has_its_programs_laid_out() {
    let sandbox = Sandbox::new(&[("a.lisp", UGLY.as_bytes()), ("b.txt", b"( a"), ("c.scm", b"(display  #\\( )")]);
    fs::create_dir(sandbox.path().join("in")).unwrap();
    fs::write(sandbox.path().join("in/d.lisp"), "(f  )").unwrap();
    let told = sandbox.run(&["fmt", "."]);
    assert!(told.starts_with("exit status 0"), "{told}");
    let text = |name: &str| fs::read_to_string(sandbox.path().join(name)).unwrap();
    assert_eq!([text("a.lisp").as_str(), &text("b.txt")], [FINE, "( a"]);
    assert_eq!([text("c.scm").as_str(), &text("in/d.lisp")], ["(display #\\()\n", "(f)\n"]);
}

#[test]
fn a_file_that_cannot_be_read_stays_and_is_told() {
    let sandbox = Sandbox::new(&[("a.lisp", b"(f\n  (g  1)"), ("b.lisp", b"\xff"), ("c.lisp", UGLY.as_bytes())]);
    let told = sandbox.run(&["fmt", "a.lisp", "b.lisp", "none.lisp", "c.lisp"]);
    for part in ["error[unclosed]", "a.lisp:1:1", "UTF-8", "none.lisp"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.starts_with("exit status 1"), "{told}");
    assert_eq!(fs::read(sandbox.path().join("a.lisp")).unwrap(), b"(f\n  (g  1)");
    assert_eq!(fs::read_to_string(sandbox.path().join("c.lisp")).unwrap(), FINE);
}

#[test]
fn the_dialect_of_a_file_says_how_it_is_cut() {
    let lisp = "(require 'common-lisp)\n(print  '(a\\ b |c  d| #+klammer  e #p\"f\"  [ #.(g) #2A((1  2))))\n";
    let sandbox = Sandbox::new(&[("a.lisp", lisp.as_bytes()), ("b.lisp", b"(f  #\\a[b  c])")]);
    let told = sandbox.run(&["fmt", "a.lisp", "b.lisp"]);
    assert!(told.starts_with("exit status 0"), "{told}");
    let text = |name: &str| fs::read_to_string(sandbox.path().join(name)).unwrap();
    let expected = "(require 'common-lisp)\n(print '(a\\ b |c  d| #+klammer e #p\"f\" [ #.(g) #2A((1 2))))\n";
    assert_eq!([text("a.lisp").as_str(), &text("b.lisp")], [expected, "(f #\\a [b c])\n"]);
}

/// The programs in a folder.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "lisp" || ending == "scm") {
            found.push(path);
        }
    }
}

/// All leaves of a text but white space.
fn read<'t>(tree: &Tree<'t>) -> Vec<&'t str> {
    let leaves = tree.nodes().filter(|&node| !tree.kind(node).has_parts() && tree.kind(node) != NodeKind::Space);
    leaves.map(|leaf| tree.written(leaf)).collect()
}

#[test]
fn programs_of_the_project_keep_what_is_read() {
    let mut files = Vec::new();
    ["lisp", "examples", "tests/lang"].iter().for_each(|folder| programs(&root().join(folder), &mut files));
    let dialects = Engine::builder().dialect(klammer_scheme::dialect()).dialect(klammer_common_lisp::dialect());
    let mut engine = dialects.build();
    let mut laid_out = 0;
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        for width in [120, 40] {
            let options = FormatOptions { grammar: engine.inspect().grammar(&path.to_string_lossy(), &text), width };
            let (before, new) = (Tree::parse(&text, options.grammar), format(&text, &options));
            let after = Tree::parse(&new, options.grammar);
            assert_eq!(before.print(), text, "{}", path.display());
            assert!(read(&before) == read(&after), "{} reads otherwise", path.display());
            assert_eq!(format(&new, &options), new, "{} the second time", path.display());
            laid_out += usize::from(!before.has_errors());
        }
    }
    assert!(laid_out > 250, "{laid_out}");
}
