//! The reader as a whole: what texts read as, what is said of those that do not, and that no text does harm.

use super::*;
use crate::fault::{Code, Limit, Unwind};
use crate::limits::Limits;
use crate::object::Object;
use crate::value::Kind;
use klammer_syntax::complete::{Completeness, completeness};
use proptest::prelude::*;

#[allow(dead_code, clippy::duplicate_mod, reason = "these tests need the documents only")]
#[path = "../../tests/support/settings.rs"]
mod settings;

fn runtime() -> Runtime {
    runtime_with(64 << 20)
}

fn runtime_with(memory: usize) -> Runtime {
    let limits = Limits { memory, ..Limits::default() };
    Runtime::for_tests_with(&limits)
}

fn reader(rt: &mut Runtime, text: &str) -> Reader {
    let id = rt.sources.add("test.lisp", text).unwrap();
    let source = rt.sources.get(id).unwrap().clone();
    Reader::new(id, source)
}

/// A printer for small data: these tests are about the reader alone.
fn show(rt: &Runtime, v: Value) -> String {
    let list = |v| {
        let mut shown: Vec<String> = rt.heap.iter(v).map(|x| show(rt, x)).collect();
        let tail = (0..shown.len()).fold(v, |rest, _| rt.heap.cdr(rest));
        if !tail.is_nil() {
            shown.extend([".".to_string(), show(rt, tail)]);
        }
        shown.join(" ")
    };
    match v.kind() {
        _ if v.is_nil() => "nil".into(),
        _ if v == Value::T => "t".into(),
        Kind::SYMBOL => rt.name(v.as_symbol().unwrap()).into(),
        Kind::KEYWORD => format!(":{}", rt.name(v.as_keyword().unwrap())),
        Kind::PAIR => format!("({})", list(v)),
        Kind::STRING => format!("{:?}", rt.heap.as_str(v).unwrap()),
        Kind::CHARACTER => format!("#\\{}", v.as_character().unwrap()),
        Kind::ARRAY => match rt.heap.values(v) {
            Some(items) => {
                format!("#({})", items.iter().map(|&x| show(rt, x)).collect::<Vec<_>>().join(" "))
            }
            other => panic!("{other:?}"),
        },
        Kind::BIGINT => rt.heap.as_big_integer(v).unwrap().to_string(),
        _ => match rt.heap.as_object(v) {
            Some(Object::Ratio(r)) => r.to_string(),
            _ => format!("{v:?}"),
        },
    }
}

/// Everything in a text, printed, one blank between two data.
#[expect(clippy::result_large_err, reason = "a test may move a condition around")]
fn read_all(text: &str) -> Result<String, ErrorData> {
    try_read_all(text).map_err(|fault| match *fault {
        Unwind::Error(condition) => condition,
        other => panic!("{other:?}"),
    })
}

fn try_read_all(text: &str) -> Result<String> {
    let mut rt = runtime();
    let mut reader = reader(&mut rt, text);
    let mut shown = Vec::new();
    loop {
        match reader.read(&mut rt, &mut Spans::new())? {
            Some(v) => shown.push(show(&rt, v)),
            None => return Ok(shown.join(" ")),
        }
    }
}

fn complaint(text: &str) -> ErrorData {
    read_all(text).expect_err(text)
}

/// Returns the text that a span covers.
fn covered(text: &str, span: Span) -> &str {
    &text[span.start() as usize..span.end() as usize]
}

#[test]
fn data_of_every_kind_are_read() {
    for (text, expected) in [
        ("", ""),
        ("a B :key |odd name| ||", "a B :key odd name "),
        ("1 -2 +3 1.5 1e-5 -4/6", "1 -2 3 1.5 1e-5 -2/3"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("1+ 1- + - ... ->x -> .a", "1+ 1- + - ... ->x -> .a"),
        ("nil () [] t #t #f #true #false |nil|", "nil nil nil t t nil t nil nil"),
        ("(a [b c] () . d) (a . (b))", "(a (b c) nil . d) (a b)"),
        (
            "'a `(b ,c ,@d) #'f '()",
            "(quote a) (quasi-quote (b (unquote c) (unquote-splicing d))) (function f) (quote nil)",
        ),
        ("#(1 (2) #(3)) #()", "#(1 (2) #(3)) #()"),
        ("\"a\\n\\x41;\" #\\a #\\space #\\( #\\x41", "\"a\\nA\" #\\a #\\  #\\( #\\A"),
        ("#b101 #o17 #xff #e1.5 #i1/2 #e1e3 #e-0.1 #x-ff", "5 15 255 3/2 0.5 1000 -1/10 -255"),
        ("(a ; b\n #| c #| d |# |# #;(e f) g #;#;h i)", "(a g)"),
        ("#!/usr/bin/env klammer\n\u{feff}(\u{a0}a\u{3000}b\u{2028}c)", "(a b c)"),
        ("(a . b #;c)", "(a . b)"),
        ("#;a", ""),
        ("a'b", "a (quote b)"),
    ] {
        assert_eq!(read_all(text).map_err(|c| c.problem().into_owned()).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn wrong_tokens_are_errors_at_their_exact_place() {
    for (text, place, message) in [
        ("(a . b c)", "c", "after the dot, a list has exactly one datum"),
        ("(a . )", ")", "between the dot and the `)` a datum is missing"),
        ("(. a)", ".", "a list cannot begin with a dot"),
        ("(a . . b)", ".", "a list has at most one dot"),
        ("#(a . b)", ".", "a vector has no dot"),
        ("x . y", ".", "a lone dot is no datum"),
        ("(a ')", "'", "`'` is not followed by a datum"),
        ("(a #;)", "#;", "`#;` is not followed by a datum"),
        ("\"ä\\q\"", "\\q", "unknown escape `\\q`"),
        ("(#\\spcae)", "#\\spcae", "no character is named `spcae`"),
        ("(f #<function f>)", "#<function f>", "`#<function f>` cannot be read back"),
        ("#x1/0", "#x1/0", "`#x1/0` is not a number in base 16"),
        ("#xfg", "#xfg", "`#xfg` is not a number in base 16"),
        ("#einf", "#einf", "`#einf` is not a number in base 10"),
    ] {
        let c = complaint(text);
        assert_eq!((c.code, covered(text, c.span()), &*c.message()), (Code::BadToken, place, message), "{text}");
    }
}

#[test]
fn brackets_that_do_not_match_are_both_named() {
    let text = "(let ([a 1)) a)";
    let c = complaint(text);
    assert_eq!((c.code, &*c.message()), (Code::StrayParenthesis, "`)` cannot close what `[` began"));
    assert_eq!((c.span().start(), c.details().related.as_ref().unwrap().0.start()), (10, 6));
}

#[test]
fn an_unclosed_list_is_found_by_its_indentation() {
    let text = "(defproc a (x)\n  (let ((y 1))\n    (+ x y)\n  (print x))\n\n(defproc b () 2)\n";
    let c = complaint(text);
    assert_eq!(c.code, Code::Unclosed);
    assert_eq!(c.message(), "this list is never closed: `(defproc a ...`");
    assert_eq!((c.span().start(), c.span().end()), (0, 1));
    assert_eq!(c.details().related.as_ref().unwrap().0.start() as usize, text.trim_end().len());
    assert_eq!(
        c.help(),
        Some(
            "line 4 begins a new form at the same column as `(let ...` (line 2): is a `)` missing at the end of line 3?"
        )
    );

    let c = complaint("; two\n(define (f x)\n  (g x)\n; comment\n(define (h x)\n  x)");
    assert_eq!(
        c.help(),
        Some(
            "line 5 begins a new form at the same column as `(define ...` (line 2): is a `)` missing at the end of line 3?"
        )
    );

    let c = complaint("(let ((a 1)\n      (b 2)\n  (+ a b))");
    assert_eq!(
        c.help(),
        Some("line 3 begins a new form left of `((a 1 ...` (line 1): is a `)` missing at the end of line 2?")
    );
}

#[test]
fn indentation_from_mid_line_is_not_suspicious() {
    let c = complaint(
        "(define f (lambda (x)\n  (cond ((g x)\n         (h x))\n        (t (let loop ((y 1))\n          (loop y",
    );
    assert_eq!(c.help(), Some("add `))))))` at the end of the text"));
    let c = complaint("(+ 1 2");
    assert_eq!(c.message(), "this list is never closed: `(+ 1 ...`");
    assert_eq!(c.help(), Some("add `)` where it ends"));
}

#[test]
fn unclosed_tokens_say_where_they_began() {
    let text = "(print \"abc)\n(print \"def\")\n";
    let c = complaint(text);
    assert_eq!((c.code, &*c.message()), (Code::Unclosed, "this string is never closed"));
    assert_eq!(
        c.help(),
        Some("the string that begins on line 1 ends in the middle of line 2: is its closing `\"` missing on line 1?")
    );
    let c = complaint("(print \"abc)\n(print 1)\n");
    assert_eq!((c.span().start(), c.span().end()), (7, 8));
    assert_eq!(c.help(), Some("a string may have many lines: is the closing `\"` missing on line 1?"));

    let c = complaint("a #| b\n #| c |#\n #| d\n |#");
    assert_eq!((&*c.message(), c.span().start()), ("this comment is never closed", 2));
    let c2 = complaint("a #| b\n #| c |# #| d");
    assert_eq!(c2.help(), Some("comments nest: the `#|` on line 2 is open as well; each needs its own `|#`"));
    assert_eq!(
        (&*complaint("a |b c").message(), complaint("a x|b c").span().end()),
        ("this name in bars is never closed", 4)
    );
    assert_eq!(complaint("a '").message(), "`'` is not followed by a datum");
}

#[test]
fn a_stray_parenthesis_names_the_complete_form() {
    let text = "(defproc f (x)\n  (g x)))\n(f 1)";
    let c = complaint(text);
    assert_eq!(c.code, Code::StrayParenthesis);
    assert_eq!(c.message(), "this `)` closes nothing: `(defproc f ...)` is already complete");
    assert_eq!(c.span().start(), 23);
    assert_eq!(c.details().related.as_ref().map(|(s, _)| (s.start(), s.end())), Some((0, 23)));
    assert_eq!(c.help(), Some("the form that begins on line 1 is closed by the `)` before it: remove one"));
    let c = complaint("(defproc f (x)\n  (let ((y 1))))\n    (+ x y)))\n");
    assert_eq!(
        c.help(),
        Some(
            "`(+ x y)` on line 3 is indented as if it stood inside `(defproc f ...)`, which ends on line 2: is there one `)` too many?"
        )
    );
    assert_eq!(complaint(")").message(), "this `)` closes nothing");
}

/// The code of the documented dialect's own program, without the prose between: blank lines keep the numbers of the
/// others.
fn documented_program() -> Option<String> {
    let text = settings::shared("seeds/000-calc-dialect-solver.txt")?;
    let mut code = false;
    let lines = text.lines().map(|line| {
        code = line.starts_with('(') || code && !line.trim().is_empty();
        if code { line } else { "" }
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_documented_program_has_an_extra_bracket() {
    let Some(text) = documented_program() else { return };
    let c = complaint(&text);
    assert_eq!(c.code, Code::StrayParenthesis);
    assert_eq!(c.message(), "this `)` closes nothing: `(defproc has-constraint-for? ...)` is already complete");

    let mut rt = runtime();
    let mut reader = reader(&mut rt, &text).lenient(true);
    let mut names = Vec::new();
    while let Some(v) = reader.read(&mut rt, &mut Spans::new()).unwrap() {
        let rest = rt.heap.cdr(v);
        names.push(show(&rt, rt.heap.car(rest)));
    }
    assert_eq!(reader.take_warnings().len(), 1);
    assert!(reader.take_warnings().is_empty());
    assert_eq!((names.len(), names.last().map(String::as_str)), (14, Some("solve")));
}

#[test]
fn spans_lead_from_pairs_to_the_text() {
    let text = "x (a (b  c) 'd . e)\n12";
    let mut rt = runtime();
    let mut reader = reader(&mut rt, text);
    let mut spans = Spans::new();
    reader.read(&mut rt, &mut spans).unwrap();
    assert_eq!(covered(text, spans.top()), "x");
    let list = reader.read(&mut rt, &mut spans).unwrap().unwrap();
    assert_eq!(covered(text, spans.top()), "(a (b  c) 'd . e)");
    assert_eq!(covered(text, spans.list(list).unwrap()), "(a (b  c) 'd . e)");
    assert_eq!(covered(text, spans.element(list).unwrap()), "a");
    let second = rt.heap.cdr(list);
    assert_eq!(covered(text, spans.element(second).unwrap()), "(b  c)");
    assert_eq!(covered(text, spans.list(second).unwrap()), "(b  c) 'd . e)");
    assert_eq!(covered(text, spans.list(rt.heap.car(second)).unwrap()), "(b  c)");
    let third = rt.heap.cdr(second);
    let quoted = rt.heap.car(third);
    assert_eq!(covered(text, spans.list(quoted).unwrap()), "'d");
    assert_eq!(covered(text, spans.element(quoted).unwrap()), "'");
    assert_eq!(covered(text, spans.element(rt.heap.cdr(quoted)).unwrap()), "d");
    reader.read(&mut rt, &mut spans).unwrap();
    assert_eq!(covered(text, spans.top()), "12");
    assert_eq!(reader.read(&mut rt, &mut spans).unwrap(), None);
    assert_eq!(reader.position, text.len());
}

#[test]
fn nested_lists_are_read_without_native_stack() {
    // A test's thread has two megabytes of it.
    let depth = 200_000;
    let mut rt = runtime_with(1 << 30);
    let text = "(".repeat(depth) + &")".repeat(depth);
    let mut r = reader(&mut rt, &text);
    let mut v = r.read(&mut rt, &mut Spans::new()).unwrap().unwrap();
    let mut seen = 1;
    while v.is_pair() {
        v = rt.heap.car(v);
        seen += 1;
    }
    assert_eq!(seen, depth);
    assert_eq!(completeness(&text), Completeness::Complete);
    for opener in ["(", "'", "#(", "#;", "(quote ", "((a) . "] {
        let text = opener.repeat(depth);
        let fault = reader(&mut rt, &text).read(&mut rt, &mut Spans::new()).unwrap_err();
        assert!(matches!(&*fault, Unwind::Error(c) if c.code == Code::Unclosed), "{opener}");
    }
}

#[test]
fn open_lists_count_against_the_memory_limit() {
    let mut rt = runtime_with(1 << 20);
    for text in ["(".repeat(1 << 20), "#(1".repeat(1 << 18), (0..1 << 16).map(|i| format!("(name-{i} ")).collect()] {
        let fault = reader(&mut rt, &text).read(&mut rt, &mut Spans::new()).unwrap_err();
        assert!(matches!(*fault, Unwind::Limit(Limit::Memory)), "{fault:?}");
    }
}

#[test]
fn reading_takes_ticks() {
    let mut rt = runtime();
    let limits = Limits { ticks: Some(10_000), ..Limits::default() };
    rt.budget.start(&limits, std::time::Duration::ZERO);
    let mut reader = reader(&mut rt, &"a ".repeat(10_000));
    let fault = loop {
        match reader.read(&mut rt, &mut Spans::new()) {
            Ok(v) => assert!(v.is_some()),
            Err(fault) => break fault,
        }
    };
    assert!(matches!(*fault, Unwind::Limit(Limit::Ticks)));
}

/// A small generator of random numbers, so that these texts are the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

const SOUP: &[&str] = &[
    "(", ")", "[", "]", "#(", "'", "`", ",", ",@", "#'", "#;", "#|", "|#", "|", "\"", "\\", "\n", " ", "\u{a0}", ".",
    "a", "1", "-1/2", "1.5e3", "nil", ":k", "#t", "#xff", "#e1.25", "#e1e400", "#\\", "#\\space", "#<x>", "#", ";",
    "ä", "\u{feff}", "#!", "\\x41;", "e9",
];

#[test]
fn no_bytes_make_the_reader_panic_or_run_on() {
    let mut random = Random(42);
    let mut rt = runtime_with(256 << 10);
    let id = rt.sources.add("soup", "").unwrap();
    for round in 0..20_000 {
        let length = random.below(40);
        let text: String = if round % 2 == 0 {
            (0..length).map(|_| SOUP[random.below(SOUP.len())]).collect()
        } else {
            let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            assert!(crate::source::text_from_bytes(bytes.clone()).is_ok() || std::str::from_utf8(&bytes).is_err());
            String::from_utf8_lossy(&bytes).into_owned()
        };
        if round % 500 == 0 {
            rt = runtime_with(256 << 10);
        }
        let mut reader = Reader::new(id, Arc::new(Source::new("soup", text))).lenient(round % 3 == 0);
        let mut spans = Spans::new();
        let mut steps = 0;
        // Errors included, every step gets further in the text.
        while !matches!(reader.read(&mut rt, &mut spans), Ok(None)) {
            steps += 1;
            assert!(steps <= 400, "the reader does not get on");
        }
    }
}

/// Returns whether something like `#1#` or `#1=` is in the text.
fn has_label(text: &str) -> bool {
    text.split('#').skip(1).any(|after| {
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < after.len() && (rest.is_empty() || rest.starts_with('='))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn completeness_agrees_with_the_reader(picks in prop::collection::vec(0..SOUP.len(), 0..12)) {
        let text: String = picks.iter().map(|&i| SOUP[i]).collect();
        // A caller that needs only the end of a text does not ask whether a prompt may read a datum label, or its
        // value.
        if has_label(&text) {
            return Ok(());
        }
        let expected = match try_read_all(&text).map_err(|fault| *fault) {
            Ok(_) => "complete",
            Err(Unwind::Error(c)) if c.code == Code::Unclosed => "incomplete",
            Err(Unwind::Error(_)) => "invalid",
            // A huge number is whole, but too large.
            Err(_) => return Ok(()),
        };
        let found = match completeness(&text) {
            Completeness::Complete => "complete",
            Completeness::Incomplete { .. } => "incomplete",
            _ => "invalid",
        };
        prop_assert_eq!(found, expected, "{}", text);
    }
}
