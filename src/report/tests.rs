//! Tests of the layout of reports.

use super::*;
use crate::fault::{Code, ErrorData, Running, TraceEntry, Unwind};
use crate::reader::{Reader, Spans};
use crate::runtime::Runtime;
use crate::source::{SourceId, Span};

fn runtime() -> Runtime {
    Runtime::for_tests()
}

/// The error that a text gives when it is read.
fn reading(text: &str) -> Error {
    let mut rt = runtime();
    let id = rt.sources.add("solver.lisp", text).unwrap();
    let mut reader = Reader::new(id, rt.sources.get(id).unwrap().clone());
    loop {
        match reader.read(&mut rt, &mut Spans::new()).map_err(|fault| *fault) {
            Ok(v) => assert!(v.is_some(), "{text} reads"),
            Err(Unwind::Error(c)) => return rt.error(*c),
            Err(other) => panic!("{other:?}"),
        }
    }
}

fn find(text: &str, part: &str) -> Span {
    let start = text.find(part).unwrap() as u32;
    Span::new(SourceId(0), start, start + part.len() as u32)
}

#[track_caller]
fn check(error: &Error, expected: &str) {
    let rendered = error.render(&RenderOptions::default());
    assert_eq!(rendered, expected.trim_matches('\n'), "\n{rendered}\n");
}

#[test]
fn an_unclosed_list_with_a_guess() {
    check(
        &reading("(defproc a (x)\n  (let ((y 1))\n    (+ x y)\n  (print x))\n\n(defproc b () 2)\n"),
        r#"
error[unclosed]: this list is never closed: `(defproc a ...`
 --> solver.lisp:1:1
  |
1 | (defproc a (x)
  | ^
...
6 | (defproc b () 2)
  |                 - the text ends here
  |
  = help: line 4 begins a new form at the same column as `(let ...` (line 2): is a `)` missing at the end of line 3?
"#,
    );
}

#[test]
fn a_stray_parenthesis() {
    check(
        &reading("(defproc has? (c list)\n  (find-if\n    (lambda (x)\n      (= c (first x)))\n    list)))\n\n(f)\n"),
        r#"
error[stray-parenthesis]: this `)` closes nothing: `(defproc has? ...)` is already complete
 --> solver.lisp:5:11
  |
1 | / (defproc has? (c list)
2 | |   (find-if
3 | |     (lambda (x)
4 | |       (= c (first x)))
5 | |     list)))
  | |          -^
  | |__________|
  |            this form was already complete here
  |
  = help: the form that begins on line 1 is closed by the `)` before it: remove one
"#,
    );
}

#[test]
fn a_wrong_escape() {
    check(
        &reading("(print \"C:\\dir\")"),
        r#"
error[bad-token]: unknown escape `\d`
 --> solver.lisp:1:11
  |
1 | (print "C:\dir")
  |           ^^
  |
  = help: the escapes are \n \t \r \0 \a \b \\ \" \| \xHH; \u{HH}, and a backslash at the end of a line; write \\ for a backslash
"#,
    );
}

#[test]
fn brackets_that_do_not_match() {
    check(
        &reading("(let ([x 1))\n  x)"),
        r#"
error[stray-parenthesis]: `)` cannot close what `[` began
 --> solver.lisp:1:11
  |
1 | (let ([x 1))
  |       -   ^
  |       |
  |       `[` stands here
"#,
    );
}

#[test]
fn an_unclosed_string() {
    check(
        &reading("(print \"abc)\n(print \"def\")\n"),
        r#"
error[unclosed]: this string is never closed
 --> solver.lisp:2:12
  |
2 | (print "def")
  |            ^ - the text ends here
  |
  = help: the string that begins on line 1 ends in the middle of line 2: is its closing `"` missing on line 1?
"#,
    );
}

#[test]
fn a_wrong_type_in_a_line_with_tabs_and_umlauts() {
    let mut rt = runtime();
    let text = "(defproc größe (l)\n\t(list \"ä\"\t(+ 1 (first l))))\n(größe '(x))\n";
    rt.sources.add("größe.lisp", text).unwrap();
    let mut c = ErrorData::new(Code::WrongType, "+: number must be a number, got x").at(find(text, "(+ 1 (first l))"));
    let mut named = |name| Running::Named(rt.symbols.intern(name));
    c.details_mut().trace = vec![
        TraceEntry { function: named("größe"), span: find(text, "(größe '(x))"), repeated: 1 },
        TraceEntry { function: named("main"), span: Span::NONE, repeated: 3 },
    ];
    check(
        &rt.error(c),
        r#"
error[wrong-type]: +: number must be a number, got x
 --> größe.lisp:2:12
  |
2 |     (list "ä"    (+ 1 (first l))))
  |                  ^^^^^^^^^^^^^^^
  |
  = in `größe`, called from größe.lisp:3:1
  = in `main` (3 times)
"#,
    );
}

#[test]
fn code_that_macros_made() {
    let mut rt = runtime();
    let text = "(defmacro inner (x) `(car ,x))\n(defmacro outer (x) `(inner ,x))\n(outer 3)\n";
    rt.sources.add("m.lisp", text).unwrap();
    let mut c = ErrorData::new(Code::WrongType, "car: pair must be a pair, got 3").at(find(text, "(car ,x)"));
    c.details_mut().expansion =
        vec![("inner".into(), find(text, "(inner ,x)")), ("outer".into(), find(text, "(outer 3)"))];
    check(
        &rt.error(c),
        r#"
error[wrong-type]: car: pair must be a pair, got 3
 --> m.lisp:1:22
  |
1 | (defmacro inner (x) `(car ,x))
  |                      ^^^^^^^^
  |
  = in the expansion of `inner` at m.lisp:2:22
  = in the expansion of `outer` at m.lisp:3:1
"#,
    );
}

#[test]
fn a_limit_has_no_place() {
    let rt = runtime();
    check(
        &rt.error(ErrorData::new(Code::OutOfTicks, "the ticks are used up")),
        r#"
error[out-of-ticks]: the ticks are used up
"#,
    );
}

#[test]
fn a_warning_has_another_title_and_colours_are_only_added() {
    let e = reading("(f))");
    let plain = e.render_warning(&RenderOptions::default());
    assert!(plain.starts_with("warning[stray-parenthesis]: "), "{plain}");
    let coloured = e.render_warning(&RenderOptions::default().colour(true));
    assert!(coloured.contains("\x1b["));
    assert!(!plain.contains('\x1b'));
}

#[test]
fn json_has_every_field() {
    assert_eq!(
        reading("(f))").to_json(),
        concat!(
            r#"{"severity":"error","code":"stray-parenthesis","message":"this `)` closes nothing: `(f)` is already complete","#,
            r#""file":"solver.lisp","line":1,"column":4,"end_line":1,"end_column":5,"#,
            r#""help":"the form that begins on line 1 is closed by the `)` before it: remove one","#,
            r#""related":{"text":"this form was already complete here","file":"solver.lisp","line":1,"column":1,"end_line":1,"end_column":4},"#,
            r#""library":null,"trace":[],"expansion":[],"irritants":[]}"#,
        )
    );
}

#[test]
fn a_related_place_in_another_text_has_its_own_excerpt() {
    let mut rt = runtime();
    rt.sources.add("a.lisp", "(f 1)").unwrap();
    rt.sources.add("b.lisp", "\n(defproc f (x)\n  x)").unwrap();
    let there = Span::new(SourceId(1), 1, 20);
    let c = ErrorData::new(Code::ArgumentCount, "f: too many arguments")
        .at(find("(f 1)", "(f 1)"))
        .with_related(there, "defined here");
    check(
        &rt.error(c),
        r#"
error[argument-count]: f: too many arguments
 --> a.lisp:1:1
  |
1 |   (f 1)
  |   ^^^^^
  |
 ::: b.lisp:2:1
  |
2 | / (defproc f (x)
3 | |   x)
  | |____- defined here
"#,
    );
}

#[test]
fn a_form_of_many_lines_is_folded() {
    let text = format!("(begin\n{})", "  (f)\n".repeat(40));
    let mut rt = runtime();
    rt.sources.add("a.lisp", &*text).unwrap();
    let c = ErrorData::new(Code::Syntax, "begin: wrong").at(find(&text, &text));
    check(
        &rt.error(c),
        r#"
error[syntax]: begin: wrong
  --> a.lisp:1:1
   |
 1 | / (begin
 2 | |   (f)
 3 | |   (f)
 4 | |   (f)
...  |
41 | |   (f)
42 | | )
   | |_^
"#,
    );
}

#[test]
fn control_characters_in_a_text_do_not_reach_the_terminal() {
    let e = reading("(f \"\x1b[31m\" #\\\x1b[31mx \x07)");
    let rendered = e.render(&RenderOptions::default());
    assert!(!rendered.contains(['\x1b', '\x07']), "{rendered:?}");
}

#[test]
fn a_line_of_a_megabyte_is_cut_to_the_width() {
    let text = "(a)".repeat(300_000) + ")" + &"(b)".repeat(300_000);
    let rendered = reading(&text).render(&RenderOptions::default().width(80));
    assert!(rendered.lines().all(|l| l.chars().count() < 120), "{}", rendered.len());
}
