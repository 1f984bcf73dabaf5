//! A dialect that there is in tests only, made of what any dialect is made of: words for what is true and false, lists
//! in brackets, a native, an operator, a function that needs the machine, a variable with the last value. No file of
//! the core knows of it.

use std::sync::LazyLock;

use super::DIALECTS;
use crate::builtins::builtins;
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId};
use crate::compile::special::{count, specials, wrong_shape};
use crate::compile::syntax_form::Item;
use crate::fault::{Fault, Res};
use crate::host::ClosedHost;
use crate::library::File;
use crate::library::scan::scan;
use crate::limits::{InterruptHandle, Limits};
use crate::module::dialect_modules::Layer;
use crate::printer::{Style, print_as};
use crate::runtime::Runtime;
use crate::runtime::dialect::{Description, Dialect};
use klammer_syntax::token::Atom;

use crate::runtime::notation::{Bad, Hooks, Meaning, Notation, Surroundings, TokenKind};
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::controls::{Next, controls};
use crate::vm::language::{Dialects, Evaluation, Language};

static WITH_BRACKETS: LazyLock<Dialects> = LazyLock::new(|| {
    let definitions = Vec::leak(scan(LIBRARY).unwrap().0);
    let files = vec![File { name: "brackets.lisp", text: LIBRARY, definitions, at_once: &[] }];
    let brackets = Box::leak(Box::new(brackets(Vec::leak(files))));
    Dialects { languages: Vec::leak(vec![&*brackets]), left_out: &[] }
});

static NONE: Dialects = Dialects { languages: &[], left_out: &["brackets"] };

fn brackets(files: &'static [File]) -> Language {
    Language {
        layer: Layer {
            name: "brackets",
            dialect: Dialect::new(&PROGRAMS),
            files,
            rows: &[TABLE],
            stand_ins: &[("not", "%not"), ("null?", "%null?"), ("boolean?", "%boolean?")],
        },
        controls: &[CONTROLS],
        operators: SPECIALS,
        evaluation: &LastValue,
        enter_continuation: None,
        offer: None,
    }
}

static PROGRAMS: Description = Description {
    name: "brackets",
    library: Some(Dialect::new(&FILES)),
    notation: Some(&Words),
    list_brackets: ("[", "]"),
    ..KIND
};

static FILES: Description = Description { name: "the library of brackets", ..KIND };

const KIND: Description = Description { has_false: true, ..Description::CORE };

const LIBRARY: &str = "
(defalias double %double)
(defalias both %both)
(defalias call-it %call-it)
(defproc doubled (list) \"Each of them twice.\" (map-with %double list))
(defmacro when-yes (test then) `(if ,test ,then #f))
";

builtins! { "brackets";
    fn "%double" (rt, n: i64) { 2 * n }

    #[inline_as(Op(Not))]
    fn "%not" (rt, object: Value) { object == Value::FALSE }

    #[inline_as(Op(IsNull))]
    fn "%null?" (rt, object: Value) { object.is_nil() }

    fn "%boolean?" (rt, object: Value) { object == Value::T || object == Value::FALSE }
}

specials! {
    "%both" "(both expr expr)" => both;
}

fn both(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    if args.len() != 2 {
        return wrong_shape(e, form, "%both", &count(args.len()));
    }
    let parts = e.expand_all(args)?;
    Ok(e.node(Node::List(parts), form.span))
}

controls! { "brackets";
    "%call-it" (Required function) => |_| Ok(Next::Call(function, Vec::new()));
}

struct Words;

impl Hooks for Words {
    fn meaning<'t>(&self, kind: TokenKind, token: &'t str, _: Surroundings<'_>) -> Result<Meaning<'t>, Bad> {
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
    fn after_form(&self, vm: &mut Vm, module: ModuleId, value: Value) {
        let name = vm.rt.symbols.intern("that");
        let cell = vm.cell(module, name);
        vm.set_cell(cell, value);
    }
}

/// Returns the last value of a program in its own notation; if the program fails, the message.
fn value(dialects: &'static Dialects, text: &str) -> String {
    let limits = Limits::default();
    let mut vm = Vm::new(&limits, Box::new(ClosedHost::new()), InterruptHandle::default(), dialects);
    let main = vm.modules.add("main");
    vm.start(&limits);
    let dialect = |vm: &Vm| vm.dialect(main);
    match vm.evaluate(main, "program".into(), text, None, false) {
        Ok(v) => {
            let dialect = dialect(&vm);
            print_as(&mut vm.rt, v, Style::Readable, dialect).unwrap()
        }
        Err(fault) => match *fault {
            Fault::Throw { tag, value } => vm.uncaught_condition(tag, value).message(),
            Fault::Error(condition) => condition.message(),
            Fault::Limit(limit) => format!("{limit:?}"),
        },
    }
}

#[test]
fn a_further_dialect_needs_nothing_of_the_core_but_what_any_asks() {
    for (program, expected) in [
        ("[list yes no '[]]", "[yes no []]"),
        ("'[1 [2] . 3]", "[1 [2] . 3]"),
        ("[if '[] 1 2]", "1"),
        ("[if no 1 2]", "2"),
        ("[list [not no] [not '[]]]", "[yes no]"),
        ("[member 9 [list 1 2]]", "no"),
        ("[double 21]", "42"),
        ("[doubled [list 1 2]]", "[2 4]"),
        ("[both [double 1] [double 2]]", "[2 4]"),
        ("[when-yes no 1]", "no"),
        ("[call-it [lambda [] 7]]", "7"),
        ("[double 4] [list that that]", "[8 8]"),
        ("[do [[i 0 [+ i 1]] [s 0 [+ s i]]] [[= i 1000] s]]", "499500"),
    ] {
        assert_eq!(value(&WITH_BRACKETS, &format!("(require 'brackets)\n{program}")), expected, "{program}");
    }
}

#[test]
fn what_it_has_is_there_only_where_it_is_required() {
    assert_eq!(value(&WITH_BRACKETS, "(list t nil '[1 2])"), "(t nil (1 2))");
    for (dialects, program, complaint) in [
        (&*WITH_BRACKETS, "(double 4)", "double is not defined"),
        (&WITH_BRACKETS, "(%double 4)", "%double is not defined"),
        (&WITH_BRACKETS, "(require 'brackets) [both 1]", "expected (both expr expr), found 1 argument"),
        (&NONE, "(require 'brackets)", "there is no module brackets"),
    ] {
        let message = value(dialects, program);
        assert!(message.contains(complaint), "{program}: {message}");
    }
}

#[test]
fn a_dialect_is_there_with_its_feature() {
    for (name, built) in [("scheme", cfg!(feature = "scheme")), ("common-lisp", cfg!(feature = "common-lisp"))] {
        assert_eq!(DIALECTS.has(name), built);
        assert_eq!(DIALECTS.left_out.contains(&name), !built);
    }
}

#[test]
fn a_layer_defines_each_name_once_as_its_programs_write_it() {
    for layer in DIALECTS.languages.iter().map(|l| &l.layer) {
        let mut seen = std::collections::HashSet::new();
        for name in layer.definitions().filter(|d| !d.is_further).map(|d| d.name) {
            assert!(!name.contains(':'), "{}: {name} has a prefix", layer.name);
            assert!(seen.insert(name), "{}: {name} is defined twice", layer.name);
        }
    }
}
