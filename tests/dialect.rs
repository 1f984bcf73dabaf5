//! A dialect only for tests, made on the public interface of dialects: words for true and false, lists in brackets,
//! builtins, and a variable with the last value.

use klammer::Engine;
use klammer::dialect::{
    Description, Dialect, DialectLibrary, Evaluation, Interpreter, Language, LibraryTexts, ModuleId, Next, Notation,
    PrinterRules, Runtime, Semantics, Value, Wording, machine_builtins, natives,
};
use klammer_syntax::grammar::{Hooks, Meaning, TextContext};
use klammer_syntax::lexer::{Atom, Bad, TokenKind};

static BRACKETS: Language = Language {
    library: DialectLibrary {
        name: "brackets",
        dialect: Dialect::new(&PROGRAMS),
        library: LibraryTexts::new(&[("brackets.lisp", LIBRARY)]),
        natives: &[TABLE],
        replacements: &[("not", "%not"), ("null?", "%null?"), ("boolean?", "%boolean?")],
    },
    machine_builtins: &[MACHINE_BUILTINS],
    operators: &[],
    evaluation: &LastValue,
    enter_continuation: None,
    offer: None,
};

static PROGRAMS: Description = Description {
    name: "brackets",
    library: Some(Dialect::new(&FILES)),
    notation: Some(&Words),
    wording: Wording { endings: &["br"], ..Wording::CORE },
    writing: PrinterRules { list_brackets: ("[", "]"), is_shown_at_prompt: true, ..PrinterRules::CORE },
    ..KIND
};

static FILES: Description = Description { name: "the library of brackets", ..KIND };

const KIND: Description =
    Description { semantics: Semantics { has_false: true, ..Semantics::CORE }, ..Description::CORE };

const LIBRARY: &str = "
(defalias double %double)
(defalias call-it %call-it)
(defproc doubled (list) \"Each of them twice.\" (map-with %double list))
(defmacro when-yes (test then) `(if ,test ,then #f))
";

natives! { "brackets";
    fn "%double" (rt, n: i64) { 2 * n }

    #[inline_as(Op(Not))]
    fn "%not" (rt, object: Value) { object == Value::FALSE }

    #[inline_as(Op(IsNull))]
    fn "%null?" (rt, object: Value) { object.is_nil() }

    fn "%boolean?" (rt, object: Value) { object == Value::T || object == Value::FALSE }
}

machine_builtins! { "brackets";
    "%call-it" (Required function) => |_| Ok(Next::Call(function, Vec::new()));
}

struct Words;

impl Hooks for Words {
    fn meaning<'t>(&self, kind: TokenKind, token: &'t str, _: TextContext<'_>) -> Result<Meaning<'t>, Bad> {
        Ok(match (kind, token) {
            (TokenKind::Word, "yes") => Meaning::Atom(Atom::True),
            (TokenKind::Word, "no") => Meaning::Atom(Atom::False),
            _ => Meaning::Plain,
        })
    }
}

impl Notation for Words {
    fn constant(&self, _: &Runtime, v: Value) -> Option<&'static str> {
        match v {
            Value::T => Some("yes"),
            Value::FALSE => Some("no"),
            Value::NIL => Some("[]"),
            _ => None,
        }
    }
}

/// The variable `that` has the value of the form before.
struct LastValue;

impl Evaluation for LastValue {
    fn after_form(&self, it: &mut Interpreter<'_>, module: ModuleId, value: Value) {
        let cell = it.own_variable(module, "that");
        it.set(cell, value);
    }
}

/// Returns the last value of a program, or the message of its error.
fn value(mut engine: Engine, text: &str) -> String {
    match engine.eval::<klammer::Handle>(text) {
        Ok(v) => engine.inspect().show(&v).expect("it is short").expect("it is specified"),
        Err(error) => error.to_string(),
    }
}

fn with_brackets() -> Engine {
    Engine::builder().dialect(&BRACKETS).build()
}

#[test]
fn a_dialect_changes_words_brackets_and_truth() {
    for (program, expected) in [
        ("[list yes no '[]]", "[yes no []]"),
        ("'[1 [2] . 3]", "[1 [2] . 3]"),
        ("[if '[] 1 2]", "1"),
        ("[if no 1 2]", "2"),
        ("[list [not no] [not '[]]]", "[yes no]"),
        ("[member 9 [list 1 2]]", "no"),
        ("[double 21]", "42"),
        ("[doubled [list 1 2]]", "[2 4]"),
        ("[when-yes no 1]", "no"),
        ("[call-it [lambda [] 7]]", "7"),
        ("[double 4] [list that that]", "[8 8]"),
        ("[do [[i 0 [+ i 1]] [s 0 [+ s i]]] [[= i 1000] s]]", "499500"),
    ] {
        assert_eq!(value(with_brackets(), &format!("(require 'brackets)\n{program}")), expected, "{program}");
    }
}

#[test]
fn a_dialect_is_in_copies_of_its_engine() {
    let mut engine = with_brackets();
    let before = engine.snapshot().expect("it is idle").engine();
    assert_eq!(value(before, "(require 'brackets) [double 2]"), "4");
    engine.eval::<()>("(require 'brackets)").expect("it is there");
    let after = engine.snapshot().expect("it is idle").engine();
    assert_eq!(value(after, "[doubled [list 1]]"), "[2]");
}

#[test]
fn a_dialect_is_only_where_it_is_required() {
    assert_eq!(value(with_brackets(), "(list t nil '[1 2])"), "(t nil (1 2))");
    for (engine, program, complaint) in [
        (with_brackets(), "(double 4)", "double is not defined"),
        (with_brackets(), "(%double 4)", "%double is not defined"),
        (Engine::new(), "(require 'brackets)", "there is no module brackets"),
    ] {
        let message = value(engine, program);
        assert!(message.contains(complaint), "{program}: {message}");
    }
}
