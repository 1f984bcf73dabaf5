//! Advice on special forms and macros of the wrong shape.

use super::around::{around, head, lists_around};
use super::call::infix_inside;
use super::unknown::oddity;
use super::{Visible, call_in_front, change, is_name, parts, respelled};
use crate::fault::Condition;
use crate::reader::{TokenKind, tokens};
use crate::runtime::dialect::Dialect;

/// Advice on a special form of the wrong shape.
pub(super) fn on_shape<'a>(
    c: &Condition,
    form: &str,
    text: &str,
    dialect: Dialect,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    let has_braces = tokens(form)
        .any(|(kind, range)| kind == TokenKind::Word && form.get(range).is_some_and(|word| word.contains(['{', '}'])))
        || text.get(..c.span.start() as usize).is_some_and(|before| before.ends_with('{'));
    if has_braces {
        return oddity("{", "").map(str::to_string);
    }
    let found = c.problem.strip_prefix("expected the name of a variable, found ");
    if let Some(name) = form.strip_prefix('\'').filter(|name| is_name(name) && found.is_some()) {
        return Some(format!("the name stands there without a quote: {name}"));
    }
    if dialect == Dialect::CORE && found.is_some_and(|found| found.starts_with('(')) {
        let place = c.span.start() as usize..c.span.end() as usize;
        if let Some(help) = change::of_place(text, place, visible) {
            return Some(help);
        }
    }
    if c.problem.contains("is not inside a template") {
        return Some(outside_template(c, text));
    }
    if c.problem.starts_with("there is no loop or block named nil") {
        return Some(early_return(form, text, c.span.start() as usize));
    }
    if let Some(help) = on_parameters(&c.problem).filter(|_| dialect == Dialect::CORE) {
        return Some(help);
    }
    if let Some(help) = infix_inside(form) {
        return Some(help);
    }
    if c.problem.ends_with(" is not the name of a type") {
        return Some("a parameter is written before its type: (x number); names of records are types, too".into());
    }
    if c.subject.as_deref() == Some("setq") && form.len() <= MOST_SHOWN {
        let meant = respelled(form, &|_| false);
        if meant != form {
            return Some(call_in_front(&meant));
        }
    }
    let subject = c.subject.as_deref().or_else(|| c.problem.strip_prefix("wrong number of arguments for "))?;
    Some(
        match subject {
            "setq" if c.problem.contains("found 3 arguments") => return unclosed_assignment(form),
            "if" if parts(form).is_some_and(|p| p.len() < 3) => "does a parenthesis close the `if` too early?",
            "if" => {
                "several expressions in one branch go into (progn expr...), several tests into (cond (test \
                expr...)...); \
                     there are no words in between"
            }
            "dolist" | "dotimes" => return loop_head(subject, form),
            "let" | "let*" if c.problem.starts_with("expected a symbol, found (") => {
                "(receive (a b) expr ...) binds several values, (apply (lambda (a b) expr...) list) the elements of a \
                 list"
            }
            "let" | "let*" | "letrec" => {
                "each binding has parentheses, and so have all together: (let ((x 1) (y 2)) expr...); \
                 a global variable is made by (setq x 1)"
            }
            "defproc" => "(defproc name (parameter...) expr...): a function without parameters has () in their place",
            "defmethod" if dialect == Dialect::CORE => {
                "the guard stands before the body: t for always, or a condition such as (> x 0)"
            }
            "defmacro" => "(defmacro name (parameter...) expr...)",
            "function" => {
                "(defproc name (parameter...) expr...) defines a function, (lambda (parameter...) expr...) \
                makes one"
            }
            _ => return None,
        }
        .into(),
    )
}

/// Advice on `(setq x 5 (print x))`: a parenthesis closes too late.
fn unclosed_assignment(form: &str) -> Option<String> {
    let inside = form.strip_prefix("(setq ")?;
    let mut words = inside.split_whitespace();
    let (name, value) = (words.next()?, words.next().filter(|value| !value.starts_with(['(', '"', '\'', '`']))?);
    let next = words.next().filter(|next| next.starts_with('('))?.trim_end_matches(')');
    Some(format!("does the parenthesis close too late? (setq {name} {value}) is complete before {next}"))
}

/// Lists longer than this are not written out.
const MOST_SHOWN: usize = 80;

/// Commands of the prompt that are written in files and pipes, too.
const COMMANDS: [&str; 12] =
    ["doc", "help", "load", "quit", "exit", "time", "names", "apropos", "expand", "trace", "reset", "locals"];

/// Advice on a comma outside of a template.
fn outside_template(c: &Condition, text: &str) -> String {
    let place = c.span.start() as usize..c.span.end() as usize;
    let lists = lists_around(text, &place);
    let command = text.get(place.clone()).and_then(|form| form.strip_prefix(',')).unwrap_or("");
    if lists.is_empty() && COMMANDS.contains(&command) {
        return format!(
            ",{command} is a command of the prompt, which begins where klammer has a terminal and no file; a program \
             has functions: (print (doc 'take)), (load \"file.lisp\"), (exit)"
        );
    }
    let mut heads = lists.iter().filter_map(|list| head(text.get(list.clone())?));
    if !c.expansion.is_empty() || heads.any(|head| head == "defmacro") {
        return "the template that a macro returns begins with a backquote: `(if ,x nil ,y)".into();
    }
    let list = lists.first().and_then(|list| text.get(list.clone())).filter(|list| list.len() <= MOST_SHOWN);
    match list.and_then(|list| list.strip_prefix('[')?.strip_suffix(']')) {
        Some(inside) if !inside.contains(['[', '(', '{']) => {
            format!("elements are separated by blanks, and a list is made by list: (list {})", inside.replace(',', ""))
        }
        _ => match list.and_then(without_commas) {
            Some(meant) => format!("the elements of a list are separated by blanks, without commas: {meant}"),
            None => {
                "the elements of a list are separated by blanks, without commas: a comma belongs to templates".into()
            }
        },
    }
}

/// A call as it is written without commas, if nothing in it could mean a comma.
fn without_commas(list: &str) -> Option<String> {
    let inside = list.strip_prefix('(')?.strip_suffix(')')?;
    if inside.contains(['"', '\'', ';', '\n', '`', '(']) {
        return None;
    }
    let words: Vec<&str> = inside.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    Some(format!("({})", words.join(" ")))
}

/// Advice on `(return x)` where there is no loop: in a function, or nowhere.
fn early_return(form: &str, text: &str, start: usize) -> String {
    let forms = around(text, start);
    let value = parts(form).and_then(|parts| parts.get(1).copied()).unwrap_or("nil");
    let function = forms.iter().find(|form| form.head == "defproc").and_then(|form| {
        let mut words = text.get(form.start..)?.split([' ', '(', ')', '\n']).filter(|word| !word.is_empty());
        words.nth(1)
    });
    let test = forms.first().filter(|form| matches!(form.head, "if" | "when")).and_then(|form| {
        let list = super::first_list(text.get(form.start..)?.split_once(' ')?.1)?;
        (list.len() <= 40).then_some(list)
    });
    let value_or = |f: &str| match test {
        Some(test) => {
            format!("(cond ({test} {value}) ... (t expr)) instead of it, or (block {f} expr...) around the body")
        }
        None => format!("{value} alone, if it is the last; or (block {f} expr...) around the body"),
    };
    match function {
        Some(f) => format!(
            "`return` leaves loops; a function has the value of its last expression: {}, left by (return-from {f} \
             {value})",
            value_or(f)
        ),
        None => "`return` leaves loops; (block name expr...) is left by (return-from name value)".to_string(),
    }
}

/// Advice on the head of a loop: `(dolist x list ...)`, `(dolist ((x list)) ...)`.
fn loop_head(operator: &str, form: &str) -> Option<String> {
    let source = if operator == "dolist" { "list" } else { "count" };
    let parts = parts(form).unwrap_or_default();
    let (variable, source) = match *parts.as_slice() {
        [_, variable, "in" | "of" | "=", source, ..] if is_name(&variable) => (variable, source),
        [_, variable, source, ..] if is_name(&variable) => (variable, source),
        [_, head, ..] if head.starts_with("((") => {
            return Some(format!("one pair of parentheses stands around both: ({operator} (x {source}) expr...)"));
        }
        _ => ("x", source),
    };
    Some(format!(
        "variable and {0} stand in a list: ({operator} ({variable} {source}) expr...)",
        if operator == "dolist" { "list" } else { "count" }
    ))
}

/// Advice on parameter lists, and on blocks that there are not.
fn on_parameters(problem: &str) -> Option<String> {
    if let Some(name) = problem.strip_prefix("there is no block named ").and_then(|p| p.split(' ').next()) {
        return Some(format!("(block {name} expr...) around it is left with (return-from {name} value)"));
    }
    if problem.starts_with("expected a parameter, found ,") {
        return Some("parameters are separated by blanks, without commas: (x y)".into());
    }
    if let Some(found) = problem.strip_prefix("expected a parameter, found (") {
        let found = found.strip_suffix(')')?;
        return Some(format!("what may be left out comes behind &optional or &key: (name &optional ({found}))"));
    }
    if problem.strip_prefix("expected a parameter, found ").is_some_and(|found| found.parse::<f64>().is_ok()) {
        return Some(
            "a parameter is a name; cases are told apart in the body, (cond ((= n 0) 1) (t ...)), or by the guards of \
             methods: (defmethod fact (n) (= n 0) 1) (defmethod fact (n) t ...)"
                .into(),
        );
    }
    let name = problem.strip_prefix("parameter ")?.strip_suffix(" occurs twice")?;
    let is_type = ["string", "number", "integer", "list", "symbol", "array"].contains(&name);
    is_type.then(|| format!("a parameter is written before its type: (x {name})"))
}
