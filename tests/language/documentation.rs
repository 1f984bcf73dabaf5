//! Documentation of names: usages, and texts of a program's own definitions. The examples are tests of their own
//! (`tests/corpus`).

use klammer::Engine;

use crate::support::documented::core_documentation;

#[test]
fn everything_that_can_be_called_says_how() {
    for entry in core_documentation() {
        assert!(!entry.usage.is_empty(), "{}", entry.name);
        assert!(entry.usage.iter().all(|u| u.starts_with(&format!("({}", entry.name))), "{:?}", entry.usage);
    }
}

#[test]
fn definitions_of_programs_are_described() {
    let mut engine = Engine::new();
    let text = "(defproc area (width &optional (height width)) \"Multiplies.\n\n(area 2 3)  ;=> 6\" (* width height))
        (defmacro swap args \"Swaps.\" (reverse args))
        (defmethod size (x) t \"Of anything.\" 1) (defmethod size (x y) t \"Of two.\" 2)";
    let _: () = engine.eval(text).unwrap();
    let area = engine.docs().describe("area").unwrap();
    assert_eq!((area.usage, area.text.as_str()), (vec!["(area width [height])".into()], "Multiplies."));
    assert_eq!(area.examples[0].to_string(), "(area 2 3)  ;=> 6");
    assert_eq!(area.subject, "main");
    assert_eq!(engine.docs().describe("swap").unwrap().usage, ["(swap args...)"]);
    let size = engine.docs().describe("size").unwrap();
    assert_eq!(size.usage, ["(size x)", "(size x y)"]);
    assert_eq!(size.text, "Of anything.\n\nOf two.");
    assert_eq!(engine.docs().describe("no-such-name"), None);
}
