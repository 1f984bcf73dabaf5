//! Functions of the library that are written in the language: with wrong arguments each complains under its own name,
//! at its call.

use klammer::Code;

/// The texts of the library, and the module that one must be required from.
const TEXTS: [(&str, Option<&str>); 10] = [
    (include_str!("../../lisp/array.lisp"), None),
    (include_str!("../../lisp/budget.lisp"), None),
    (include_str!("../../lisp/function.lisp"), None),
    (include_str!("../../lisp/list.lisp"), None),
    (include_str!("../../lisp/port.lisp"), None),
    (include_str!("../../lisp/sort.lisp"), None),
    (include_str!("../../lisp/string.lisp"), None),
    (include_str!("../../lisp/table.lisp"), None),
    (include_str!("../../crates/search/lisp/search.lisp"), Some("search")),
    (include_str!("../../lisp/amb.lisp"), Some("amb")),
];

/// Functions that take any value.
const UNDEMANDING: [&str; 2] = ["constantly", "on-search-event"];

/// Name and number of required parameters of each function that a text defines for programs.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    for line in text.lines() {
        let function = line.strip_prefix("(defproc ").and_then(|l| l.split_once(" ("));
        let in_place = || line.strip_prefix("(definline (").and_then(|l| l.split_once(' '));
        let Some((name, rest)) = function.or_else(in_place) else { continue };
        let parameters = rest.split([')', '&']).next().unwrap_or("");
        let provided = text.find("(provide").is_none_or(|at| {
            let list = text[at..].split(')').next().unwrap_or("");
            list.split(['\'', ' ', '\n']).any(|word| word == name)
        });
        if provided && !name.starts_with('%') {
            found.push((name, parameters.split_whitespace().count()));
        }
    }
    found
}

/// The error of a call with `wrong` for every parameter, in the third line from its third column on.
fn refusal(module: Option<&str>, name: &str, parameters: usize, wrong: &str) -> Option<klammer::Error> {
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    if let Some(module) = module {
        engine.eval::<()>(&format!("(require '{module})")).unwrap();
    }
    let call = format!("(progn\n t\n  ({name}{}))", format!(" {wrong}").repeat(parameters));
    engine.eval::<()>(&call).err()
}

#[test]
fn each_complains_under_its_own_name_at_its_call() {
    let mut seen = 0;
    for (text, module) in TEXTS {
        for (name, parameters) in functions(text).into_iter().filter(|f| f.1 > 0) {
            let error = refusal(module, name, parameters, "(current-output-port)");
            if UNDEMANDING.contains(&name) {
                assert!(error.is_none(), "{name}: {error:?}");
                continue;
            }
            let error = error.unwrap_or_else(|| panic!("{name} takes anything"));
            let expected = format!("{name}: ");
            assert!(error.message().starts_with(&expected), "{name}: {error:#}");
            assert_eq!(error.code(), Code::WrongType, "{name}: {error:#}");
            let place = error.place().unwrap_or_else(|| panic!("{name}: no place"));
            assert_eq!((place.line(), place.column()), (3, 3), "{name}: {error:#}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen} functions were tried");
}

#[test]
fn entry_checks_need_no_place_in_the_library() {
    for (name, parameters, message) in [
        ("sort", 2, "sort: list must be a list or array, got #<output-port"),
        ("sort-by", 2, "sort-by: key must be a function, got #<output-port"),
        ("group-by", 2, "group-by: key must be a function, got #<output-port"),
        ("max-by", 2, "max-by: key must be a function, got #<output-port"),
        ("table-for-each", 2, "table-for-each: f must be a function, got #<output-port"),
        ("string-count", 2, "string-count: predicate must be a function, got #<output-port"),
    ] {
        let error = refusal(None, name, parameters, "(current-output-port)").unwrap();
        assert!(error.message().starts_with(message), "{error:#}");
        assert!(error.library_place().is_none(), "{error:#}");
    }
}

/// Functions of the dialects whose errors have other words: their argument is the error, or a condition that the
/// standard names replaces it; and those of boxes and characters, for which there is no check.
const OWN_WORDS: [&str; 13] = [
    // It is `remove` by another name.
    "delete",
    "raise",
    "raise-continuable",
    "unbox",
    "set-box!",
    "char->digit",
    "invoke-restart",
    "invoke-restart-interactively",
    "compute-applicable-methods",
    "remove-method",
    "no-applicable-method",
    "slot-unbound",
    "slot-missing",
];

/// Parts of messages that Common Lisp words in its own way.
const CONDITIONS: [&str; 4] = [" is not of type ", " has no slot ", " not supported", "there is no package "];

/// Calls a dialect's functions with `wrong` for every parameter. Returns the errors in their complaints, and the number
/// of functions that complained.
fn complaints(layer: &str, wrong: &str, begin: &str, is_right: impl Fn(&str, &str) -> bool) -> (Vec<String>, usize) {
    let folder = crate::support::places::root().join("crates").join(layer).join("lisp");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut engine = crate::support::host::builder().host(klammer::ClosedHost::new()).build();
    engine.eval::<()>(&format!("(require '{layer})")).unwrap();
    let (mut wrong_ones, mut tried) = (Vec::new(), 0);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (name, parameters) in functions(&text).into_iter().filter(|f| f.1 > 0 && !OWN_WORDS.contains(&f.0)) {
            let call = format!("({begin}\n 1\n  ({name}{}))", format!(" {wrong}").repeat(parameters));
            let Err(error) = engine.eval::<klammer::Handle>(&call) else { continue };
            tried += 1;
            let at = error.place().map(|place| (place.line(), place.column()));
            if at != Some((3, 3)) || !is_right(name, error.message()) {
                wrong_ones.push(format!("{}: {name}: {at:?} {}", file.display(), error.message()));
            }
        }
    }
    (wrong_ones, tried)
}

#[test]
fn functions_of_scheme_complain_under_their_own_names() {
    // Not under the name of another function that they call.
    let is_right = |name: &str, says: &str| {
        let rest = says.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
        rest.is_some_and(|rest| rest.split_once(": ").is_none_or(|(by, _)| by.contains(' ')))
    };
    let (wrong, tried) = complaints("scheme", "(current-output-port)", "begin", is_right);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 250, "{tried} functions complained");
}

#[test]
fn functions_of_common_lisp_complain_at_their_calls() {
    let is_right = |name: &str, says: &str| {
        says.to_lowercase().starts_with(&format!("{name}: ")) || CONDITIONS.iter().any(|words| says.contains(words))
    };
    let (wrong, tried) = complaints("common-lisp", "(make-string-output-stream)", "progn", is_right);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 250, "{tried} functions complained");
}
