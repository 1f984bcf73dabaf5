//! Functions of the library that are written in the language: with wrong arguments each complains under its own name,
//! at its call.

use klammer::{Code, Engine};

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
    (include_str!("../../lisp/search.lisp"), Some("search")),
    (include_str!("../../lisp/amb.lisp"), Some("amb")),
];

/// What takes anything.
const UNDEMANDING: [&str; 2] = ["constantly", "observe"];

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
    let mut engine = Engine::builder().host(klammer::StdHost::new()).build();
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
fn what_is_checked_at_entry_needs_no_place_in_the_library() {
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
