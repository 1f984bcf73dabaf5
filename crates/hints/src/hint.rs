//! Hints for errors.

use std::ops::Range;
use std::path::Path;

use klammer::hints::{MeaningKind, NameScope, near};
use klammer::{Code, Error, Place};
use klammer_syntax::lexer::is_delimiter;
use klammer_syntax::tree::{NodeId, NodeKind};

use crate::{Tree, call_at, elsewhere_help};

/// Operators that other languages write between their operands.
pub(crate) const INFIX: [&str; 12] = ["+", "-", "*", "/", "<", ">", "<=", ">=", "=", "/=", "and", "or"];

/// Functions that searches call, of which a program may have its own, with their arguments.
pub(crate) const HOOKS: [(&str, &str); 5] = [
    ("choose-cell", "(choose-cell board)"),
    ("order-values", "(order-values board cell)"),
    ("propagation-level", "(propagation-level)"),
    ("incomplete-search?", "(incomplete-search?)"),
    ("on-search-event", "(on-search-event event board cell digit)"),
];

/// Returns what might help against an error that has no help of its own. The error, its text and the names in scope
/// prove a hint. Nothing unproved is given, except that a name resembles another.
#[must_use]
pub fn hint(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let code = error.code();
    if matches!(code, Code::UnboundVariable | Code::Syntax | Code::NotAFunction | Code::BadToken)
        && let Some(help) = of_language(error, scope)
    {
        return Some(help);
    }
    match code {
        Code::UnboundVariable | Code::UndefinedAssignment => on_name(error, scope),
        Code::NotAFunction => on_call(error, scope),
        Code::WrongType => on_type(error, scope).or_else(|| usage(error, scope)),
        Code::Syntax => comma(error)
            .or_else(|| infix_inside(error, scope))
            .or_else(|| on_syntax(error, scope))
            .or_else(|| usage(error, scope)),
        Code::ArgumentCount => on_hook(error).or_else(|| on_count(error, scope)),
        Code::BadValue => on_result_of_hook(error).or_else(|| on_choice(error)).or_else(|| on_file_name(error)),
        Code::File => on_file(error, scope),
        _ => None,
    }
}

/// The text is a program in another dialect, as its name or its forms show.
fn of_language(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let (_, text) = error.place()?.in_text();
    let block = error.message().strip_prefix("there is no block named ").and_then(|rest| rest.split(' ').next());
    let is_lisp = |name: &str| scope.dialect() == "core" && text.to_lowercase().contains(&format!("(defun {name} "));
    let language = scope
        .language_of(error.place()?.file(), text)
        .or_else(|| block.filter(|name| is_lisp(name)).map(|_| "common-lisp"))?;
    Some(format!(
        "this looks like a program in {language}: then it begins with (require '{language}), or is run with -r {language}"
    ))
}

// ---- names

fn on_name(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let name = error.unbound()?;
    let (place, text) = error.place().map_or((0..0, ""), |place| place.in_text());
    let place = call_at(text, place);
    let form = text.get(place.clone()).unwrap_or("");
    let before = text.get(..place.start).unwrap_or("");
    let begins_line = before.is_empty() || before.ends_with('\n');
    let is_called = begins_line || form.starts_with('(') && form != name;
    if error.code() == Code::UndefinedAssignment {
        return did_you_mean(name, &local_names(text, place.start, scope)).or_else(|| {
            let is_variable =
                |n: &&str| scope.meaning(n).is_some_and(|m| m.kind == MeaningKind::Variable && !m.is_of_library);
            did_you_mean(name, &scope.names().into_iter().filter(is_variable).collect::<Vec<_>>())
        });
    }
    if scope.dialect() != "core" {
        return on_name_of_dialect(name, form, text, place, scope);
    }
    if let Some(operator) = ["require", "provide"].into_iter().find(|o| before.ends_with(&format!("({o} "))) {
        return Some(format!("the name stands there with a quote: ({operator} '{name})"));
    }
    if let Some(operator) = ["catch", "throw"].into_iter().find(|o| before.ends_with(&format!("({o} "))) {
        return Some(format!("a tag is quoted: ({operator} '{name} ...)"));
    }
    if let Some(reader) = ["load", "read-file", "read-lines"].into_iter().find(|r| before.ends_with(&format!("({r} ")))
    {
        return Some(format!("the name of a file stands in double quotes: ({reader} \"{name}\")"));
    }
    of_macro(error, name)
        .or_else(|| as_written(name, text, place.start))
        .or_else(|| undefined_around(text, place.start, scope))
        .or_else(|| infix(form, scope))
        .or_else(|| infix_line(before, text.get(place.start..)?, scope))
        .or_else(|| arrow(form))
        .or_else(|| glued(name, text, place.start, scope))
        .or_else(|| bound_beside(name, text, place.start))
        .or_else(|| did_you_mean(name, &local_names(text, place.start, scope)))
        .or_else(|| named_loop(name, text, place.start))
        .or_else(|| elsewhere_help(name, is_called || text.is_empty()))
        // An argument may be a variable that is missing: many a name of a module is a common word.
        .or_else(|| in_module(name, scope).filter(|_| is_called || text.is_empty() || name.contains('-')))
        .or_else(|| {
            let file = scope.private_definer(name)?;
            Some(format!(
                "{file} defines {name} and does not provide it: (provide '{name}) in it makes it visible here"
            ))
        })
        .or_else(|| defined_below(name, text, place.start))
        .or_else(|| without_maker(name, is_called, scope))
        .or_else(|| near_global(name, is_called, scope, &|n| fits(n, is_called, scope)))
        .or_else(|| near_in_module(name, scope))
        .or_else(|| quoted_list(name, form, text, scope))
}

/// `x++`, `f"text"`, `name="value"`: notations of other languages that touch a name.
fn as_written(name: &str, text: &str, start: usize) -> Option<String> {
    if let Some(variable) = name.strip_suffix("++").filter(|v| !v.is_empty()) {
        return Some(format!("(inc! {variable}) counts a variable up"));
    }
    if let Some(variable) = name.strip_suffix("--").filter(|v| !v.is_empty()) {
        return Some(format!("(dec! {variable}) counts a variable down"));
    }
    let touches_text = text.get(start..)?.strip_prefix(name)?.starts_with('"');
    match name.strip_suffix('=') {
        Some(parameter) if touches_text && !parameter.is_empty() => {
            Some(format!("an argument with a name is written :{parameter} value"))
        }
        None if touches_text && name == "f" => Some(
            "(string \"Hello \" name) joins texts and values, (format nil \"Hello ~a\" name) fills in a text"
                .to_string(),
        ),
        _ => None,
    }
}

/// A form around the place has a head that nothing defines, so that the place does not mean what it is meant for.
fn undefined_around(text: &str, at: usize, scope: &dyn NameScope) -> Option<String> {
    let tree = Tree::around(text, at)?;
    let bound = tree.bound_names(scope.dialect());
    let around = tree.all().filter(|&node| {
        let range = tree.range(node);
        // The place may be that of the head itself.
        range.contains(&at) && range.start + 1 < at
    });
    let heads: Vec<&str> = around.filter_map(|node| tree.head(node)).collect();
    let is_unknown = |name: &&&str| scope.meaning(name).is_none() && (!bound.contains(*name) || **name == "define");
    let name = heads.iter().rev().find(is_unknown)?;
    Some(format!("`{name}` is not defined: {}", elsewhere_help(name, true)?))
}

/// `(when test ...)` in a template: the name is that of a parameter of the macro.
fn of_macro(error: &Error, name: &str) -> Option<String> {
    let (place, text) = error.place()?.in_text();
    let call = Tree::of(text, place)?;
    let of = call.head(*call.forms().first()?)?;
    let start = text.find(&format!("(defmacro {of} "))?;
    let tree = Tree::around(text, start)?;
    let &definition = tree.forms().iter().find(|&&form| tree.range(form).start == start)?;
    let parameters = tree.arguments(definition).get(1).map_or(&[][..], |&list| tree.children(list));
    let is_parameter = parameters.iter().any(|&p| tree.symbol(p) == Some(name));
    is_parameter.then(|| format!("`{name}` is a parameter of `{of}`: a template has its value by ,{name}"))
}

/// `(red green blue)`: nothing defines any of the names.
fn quoted_list(name: &str, form: &str, text: &str, scope: &dyn NameScope) -> Option<String> {
    let tree = Tree::of(form, 0..form.len())?;
    let parts = tree.children(*tree.forms().first()?);
    let bound = Tree::of(text, 0..text.len())?.bound_names(scope.dialect());
    let is_unknown = |&part: &NodeId| {
        tree.symbol(part).is_some_and(|n| scope.meaning(n).is_none() && (n == name || !bound.contains(&n)))
    };
    (parts.len() > 1 && parts.iter().all(is_unknown)).then(|| format!("a list of symbols is quoted: '{form}"))
}

fn on_name_of_dialect(
    name: &str,
    form: &str,
    text: &str,
    place: Range<usize>,
    scope: &dyn NameScope,
) -> Option<String> {
    let is_function = |n: &str| scope.meaning(n).is_some_and(|m| m.kind == MeaningKind::Function);
    if scope.dialect() == "common-lisp" && is_function(name) {
        // At the head of a list that is evaluated as a call, the function would be called.
        return match form.starts_with('(') {
            true => is_clause(text, &place).then(|| format!("a clause has parentheses around its test: ({form} ...)")),
            false => Some(format!("`{name}` is a function: #'{name} is its value")),
        };
    }
    let is_variable = || local_names(text, place.start, scope).contains(&name);
    if scope.dialect() == "common-lisp" && form.starts_with('(') && is_variable() {
        return Some(format!("`{name}` is a variable: (funcall {name} ...) calls its value"));
    }
    let near_one = || {
        did_you_mean(name, &local_names(text, place.start, scope)).or_else(|| near_global(name, true, scope, &|_| true))
    };
    let here = scope.elsewhere(name).map(|here| format!("here this is called {here}"));
    here.or_else(|| glued(name, text, place.start, scope)).or_else(near_one)
}

/// Returns whether a list is directly in a `cond`.
fn is_clause(text: &str, place: &Range<usize>) -> bool {
    let tree = Tree::around(text, place.start);
    tree.is_some_and(|tree| {
        let is_here = |&part: &NodeId| tree.range(part) == *place;
        tree.all().any(|node| tree.head(node) == Some("cond") && tree.arguments(node).iter().any(is_here))
    })
}

/// `(loop (+ i 1))` in a named `let` with another name.
fn named_loop(name: &str, text: &str, at: usize) -> Option<String> {
    let tree = Tree::around(text, at).filter(|_| name == "loop")?;
    let lets = tree.all().filter(|&n| tree.head(n) == Some("let") && tree.range(n).contains(&at));
    let called = lets.filter_map(|n| tree.symbol(*tree.arguments(n).first()?)).last()?;
    Some(format!("the name of the let around it is `{called}`"))
}

/// Returns whether a name in scope can be the head of a call, or as an argument.
fn fits(name: &str, is_called: bool, scope: &dyn NameScope) -> bool {
    match scope.meaning(name) {
        Some(m) if is_called => m.kind != MeaningKind::Variable || !m.is_of_library,
        Some(m) => m.kind != MeaningKind::Operator,
        None => false,
    }
}

/// The names that the form around a place binds.
fn local_names<'t>(text: &'t str, at: usize, scope: &dyn NameScope) -> Vec<&'t str> {
    let tree = Tree::around(text, at);
    tree.map(|tree| tree.bound_names(scope.dialect())).unwrap_or_default()
}

fn did_you_mean(name: &str, names: &[&str]) -> Option<String> {
    did_you_mean_one(name, names, &|_| true)
}

/// Returns a suggestion among the names that fit.
fn did_you_mean_one(name: &str, names: &[&str], fits: &dyn Fn(&str) -> bool) -> Option<String> {
    let close = nearest(name, names, fits)?;
    let case = if name.eq_ignore_ascii_case(close) { " Upper and lower case are different here" } else { "" };
    Some(format!("did you mean `{close}`?{case}"))
}

/// A global name of the program, or else one of the library.
fn near_global(name: &str, is_called: bool, scope: &dyn NameScope, fits: &dyn Fn(&str) -> bool) -> Option<String> {
    let names = scope.names();
    let own: Vec<&str> = names.iter().copied().filter(|n| scope.meaning(n).is_some_and(|m| !m.is_of_library)).collect();
    did_you_mean_one(name, &own, fits).or_else(|| near_of_library(name, is_called, &names, fits))
}

/// A name of the library, which has many. Few people mistype a first letter; in a short name each letter makes another
/// word, and so does one more letter at the end. An argument is rather a symbol without its quote: `apple`, `apply`.
fn near_of_library(name: &str, is_called: bool, names: &[&str], fits: &dyn Fn(&str) -> bool) -> Option<String> {
    let shortest = if is_called { 5 } else { 6 };
    let is_near = |n: &str| {
        let is_long = n.len().min(name.len()) >= shortest && n.chars().next() == name.chars().next();
        let is_inflected = !name.contains('-') && (n.starts_with(name) || name.starts_with(n));
        (is_long && !is_inflected || n.eq_ignore_ascii_case(name) || letters(n) == letters(name)) && fits(n)
    };
    did_you_mean_one(name, names, &is_near)
}

/// The name that is most like another: one slip of the fingers away in a name of at least four letters. In shorter
/// ones, two letters may have changed places.
fn nearest<'a>(name: &str, names: &[&'a str], fits: &dyn Fn(&str) -> bool) -> Option<&'a str> {
    let is_long = name.chars().count() >= 4;
    let close = near(name, 1, names.iter().copied().filter(|n| *n != name))
        .filter(|(_, n)| is_long || n.eq_ignore_ascii_case(name) || letters(n) == letters(name));
    close.filter(|(_, n)| fits(n)).min().map(|(_, n)| n)
}

/// Returns the letters of a name in the order of the alphabet.
fn letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

fn in_module(name: &str, scope: &dyn NameScope) -> Option<String> {
    let modules = scope.modules_with(name);
    match modules.as_slice() {
        [] => None,
        [only] => Some(format!("it is in the module `{only}`: (require '{only})")),
        [rest @ .., last] => {
            let first = rest.first().unwrap_or(last);
            Some(format!("it is in the modules `{}` and `{last}`: (require '{first})", rest.join("`, `")))
        }
    }
}

/// A module has nearly this name. The program has not asked for it, so it must be long, and one slip away.
fn near_in_module(name: &str, scope: &dyn NameScope) -> Option<String> {
    let names = scope.names_of_modules();
    let (_, close) = near(name, 1, names.into_iter()).filter(|_| name.chars().count() >= 8).min()?;
    let module = *scope.modules_with(close).first()?;
    Some(format!("did you mean `{close}`? It is in the module `{module}`: (require '{module})"))
}

/// `make-variable` where there is `variable`, and `store` where there is `make-store`: functions that make something.
fn without_maker(name: &str, is_called: bool, scope: &dyn NameScope) -> Option<String> {
    const MAKERS: [&str; 3] = ["make-", "create-", "new-"];
    let others = match MAKERS.iter().find_map(|maker| name.strip_prefix(maker)) {
        Some(made) => vec![made.to_string(), format!("make-{made}")],
        None => vec![format!("make-{name}")],
    };
    // `(list x)` takes the elements, and not a length.
    let is_maker = |n: &str| n.starts_with("make-") || !scope.modules_with(n).is_empty();
    let is_function =
        |n: &&String| scope.meaning(n).is_some_and(|m| m.kind == MeaningKind::Function) && **n != name && is_maker(n);
    let found = others.iter().find(is_function).filter(|_| is_called)?;
    Some(format!("did you mean `{found}`?"))
}

/// A line below the place defines the name in its first column.
fn defined_below(name: &str, text: &str, start: usize) -> Option<String> {
    let is_definition = |line: &str| {
        let mut words = line.split([' ', '(', ')']).filter(|word| !word.is_empty());
        (line.starts_with("(def") || line.starts_with("(setq ")) && words.nth(1) == Some(name)
    };
    let found = text.get(start..)?.lines().skip(1).position(is_definition)?;
    let line = text.get(..start)?.matches('\n').count() + 2 + found;
    Some(format!("line {line} defines it: a file is evaluated form by form, from top to bottom"))
}

// ---- calls

/// `(a + b)`: the operator of the library is between two operands.
fn infix(form: &str, scope: &dyn NameScope) -> Option<String> {
    let (call, first) = infix_call(form, scope)?;
    if call.starts_with("(string ") {
        return Some(format!("texts and other values are joined by {call}"));
    }
    let assigns = match call.strip_prefix("(= ").filter(|_| first) {
        Some(operands) => format!(" compares, and (setq {operands} assigns"),
        None => String::new(),
    };
    Some(format!("the operator comes first: {call}{assigns}"))
}

/// The call that is meant by two operands with an operator between them, and whether the first one is a name.
fn infix_call(form: &str, scope: &dyn NameScope) -> Option<(String, bool)> {
    let tree = Tree::of(form, 0..form.len())?;
    let [first, operator, second] = *tree.children(*tree.forms().first()?) else { return None };
    let name = tree.symbol(operator).filter(|name| INFIX.contains(name))?;
    let meaning = tree.symbol(first).and_then(|n| scope.meaning(n));
    let operands = [tree.shown(first), tree.shown(second)];
    if meaning.is_some_and(|m| m.kind != MeaningKind::Variable) || operands.iter().any(|o| o == "...") {
        return None;
    }
    let is_text = [first, second].iter().any(|&part| tree.kind(part) == NodeKind::String);
    let function = if is_text && name == "+" { "string" } else { name };
    Some((format!("({function} {})", operands.join(" ")), tree.symbol(first).is_some()))
}

/// `x = 5` at top level: three forms on a line of its own.
fn infix_line(before: &str, rest: &str, scope: &dyn NameScope) -> Option<String> {
    let begins = before.is_empty() || before.ends_with('\n');
    let line = rest.lines().next().filter(|_| begins)?.split(';').next()?.trim_end();
    infix(&format!("({line})"), scope)
}

/// `i+1`, which is one name: numbers or variables on both sides of an operator.
fn glued(name: &str, text: &str, place: usize, scope: &dyn NameScope) -> Option<String> {
    let (at, operator) = name.char_indices().skip(1).find(|(_, c)| "+-*/<>=".contains(*c))?;
    let (left, right) = (name.get(..at)?, name.get(at + 1..)?);
    let local = local_names(text, place, scope);
    let is_operand = |part: &str| {
        let is_variable = || scope.meaning(part).is_some_and(|m| m.kind == MeaningKind::Variable && !m.is_of_library);
        part.parse::<f64>().is_ok() || local.contains(&part) || is_variable()
    };
    (is_operand(left) && is_operand(right)).then(|| format!("the operator comes first: ({operator} {left} {right})"))
}

/// `(let ((x 1) (y (+ x 1))) ...)`: an earlier binding of the same `let` has the name.
fn bound_beside(name: &str, text: &str, at: usize) -> Option<String> {
    let tree = Tree::around(text, at)?;
    let is_beside = |bindings: &[NodeId]| {
        let bound = bindings.iter().position(|&b| tree.children(b).first().and_then(|&n| tree.symbol(n)) == Some(name));
        let using = bindings.iter().position(|&b| tree.range(b).contains(&at));
        bound.zip(using).is_some_and(|(bound, using)| bound < using)
    };
    let found = tree.all().any(|node| {
        // Without a body, a parenthesis is in the wrong place.
        matches!((tree.head(node), tree.arguments(node)), (Some("let"), [b, _, ..]) if is_beside(tree.children(*b)))
    });
    found.then(|| format!("the values of a let do not see its variables: let* binds `{name}` before the next value"))
}

/// `(x => (* x x))`
fn arrow(form: &str) -> Option<String> {
    let tree = Tree::of(form, 0..form.len())?;
    let [parameter, arrow, body] = *tree.children(*tree.forms().first()?) else { return None };
    let is_arrow = tree.symbol(arrow) == Some("=>") && tree.symbol(parameter).is_some();
    is_arrow.then(|| format!("a function is written (lambda ({}) {})", tree.shown(parameter), tree.shown(body)))
}

/// Gives a hint on a comma after an element, as in `[1, 2]`.
fn comma(error: &Error) -> Option<String> {
    let (place, text) = error.place()?.in_text();
    let touches = text.get(..place.start)?.ends_with(|c: char| c.is_alphanumeric() || c == ')' || c == '"');
    let after = text.get(place.clone())?.strip_prefix(',')?.trim_start();
    // `'Hello, ' name`
    let line = text.get(..place.start)?.lines().next_back()?;
    match line.rsplit_once('\'') {
        Some((_, begun)) if touches && after.starts_with('\'') => {
            Some(format!("a text stands in double quotes: \"{begun}, \""))
        }
        _ => touches.then(|| "a comma is no separator: elements and parameters are separated by blanks".to_string()),
    }
}

/// `(if x > 3 a b)`: the test has no parentheses of its own.
fn infix_inside(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let form = error.place()?.text();
    let tree = Tree::of(form, 0..form.len())?;
    let [head, left, operator, right, ..] = *tree.children(*tree.forms().first()?) else { return None };
    if tree.symbol(operator) == Some("else") || tree.symbol(right) == Some("else") {
        return Some("(if test then else) has no word in between".to_string())
            .filter(|_| tree.symbol(head) == Some("if"));
    }
    let name = tree.symbol(operator).filter(|name| INFIX.contains(name))?;
    let is_test = tree.symbol(head).is_some_and(|head| head == "if");
    let is_operator = scope.meaning(name).is_some_and(|m| m.is_of_library && m.kind == MeaningKind::Function);
    (is_test && is_operator && scope.dialect() == "core")
        .then(|| format!("the operator comes first: ({name} {} {})", tree.shown(left), tree.shown(right)))
}

fn on_call(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let (place, text) = error.place()?.in_text();
    let form = text.get(place.clone())?;
    // `l[0]` and `f(1 2)`: the list touches a name that is no head itself.
    let before = text.get(..place.start)?;
    let name = before.rsplit(|c: char| c.is_whitespace() || "()[]'`,\"".contains(c)).next()?;
    if !name.is_empty() && !before.ends_with(&format!("({name}")) {
        return Some(match form.starts_with('[') {
            true => "an element of a list is (nth index list), one of an array (aref array index)".to_string(),
            false => match infix_call(form, scope) {
                Some((call, _)) => format!("a call has its parenthesis in front: ({name} {call})"),
                None => format!("a call has its parenthesis in front: ({name} {}", form.get(1..)?),
            },
        });
    }
    if let Some(help) = infix(form, scope) {
        return Some(help);
    }
    if error.complaint().is_some_and(|c| error.message().starts_with(&format!("{}: ", c.function))) {
        return usage(error, scope);
    }
    let tree = Tree::of(form, 0..form.len())?;
    let parts = tree.children(*tree.forms().first()?);
    let (&head, rest) = parts.split_first()?;
    if let Some(help) = spliced(error, &tree, text) {
        return Some(help);
    }
    let is_value = |&part: &NodeId| matches!(tree.kind(part), NodeKind::Number | NodeKind::String);
    // `(+1 2)` may be a sum.
    let has_sign = tree.text(head).starts_with(['+', '-']);
    if !has_sign && parts.iter().all(is_value) {
        return Some(format!("a list of values is quoted: '{form}"));
    }
    if parts.iter().all(|&part| tree.prefix(part) == "'" && tree.kind(part) == NodeKind::Symbol) {
        let names: Vec<&str> = parts.iter().map(|&part| tree.text(part)).collect();
        return Some(format!("a list of symbols is quoted as a whole: '({})", names.join(" ")));
    }
    if let Some(help) = tree.symbol(head).and_then(|name| on_value_called(error, name, &tree, rest, scope)) {
        return Some(help);
    }
    let called = tree.head(head);
    if rest.is_empty() {
        let is_call = called.is_some_and(|name| !["lambda", "alambda"].contains(&name));
        return is_call.then(|| format!("the outer parentheses call what {} returns", tree.shown(head)));
    }
    let is_done = called.is_some_and(|name| ["display", "print", "write", "newline", "setq", "set!"].contains(&name));
    let operator = if scope.dialect() == "scheme" { "begin" } else { "progn" };
    is_done.then(|| format!("({operator} expr...) makes one expression of several"))
}

/// A name that has a value stands where a function is called.
fn on_value_called(
    error: &Error,
    name: &str,
    tree: &Tree<'_>,
    rest: &[NodeId],
    scope: &dyn NameScope,
) -> Option<String> {
    let (place, text) = error.place()?.in_text();
    let shown: Vec<String> = rest.iter().map(|&part| tree.shown(part)).collect();
    let is_of_library = |m: klammer::hints::Meaning| m.is_of_library && m.kind == MeaningKind::Function;
    let is_local = || local_names(text, place.start, scope).contains(&name);
    let is_hidden = scope.meaning(name).is_some_and(is_of_library) && is_local()
        || crate::lint::PURE.contains(&name)
        || !scope.modules_with(name).is_empty();
    if is_hidden && scope.dialect() != "common-lisp" {
        return Some(format!("`{name}` is a variable here, which hides the function of that name"));
    }
    if scope.dialect() != "core" {
        return None;
    }
    if let [assigned, operands @ ..] = rest
        && let Some("=" | ":=") = tree.symbol(*assigned)
    {
        return Some(match operands {
            [left, operator, right] if tree.symbol(*operator).is_some_and(|o| INFIX.contains(&o)) => {
                let (left, operator, right) = (tree.shown(*left), tree.shown(*operator), tree.shown(*right));
                format!("(setq {name} ({operator} {left} {right})) assigns")
            }
            _ => format!("(setq {name} value) assigns"),
        });
    }
    let (message, arguments) = (error.message(), shown.join(" "));
    let is = |kind: &str| message.contains(&format!(", {kind}, and cannot be called"));
    Some(match rest {
        [_] if is("a hash table") => format!("(table-ref {name} {arguments}) is the value of a key"),
        [_] if is("a list") => format!("(nth {arguments} {name}) is an element of a list"),
        [_, ..] if is("an array") || is("a vector") => format!("(aref {name} {arguments}) is an element of an array"),
        [field] if is("a record") && tree.prefix(*field) == "'" => {
            let of = message.split_once("#<")?.1.split([' ', '>']).next()?;
            format!("({of}-{} {name}) is a field of a record", tree.text(*field))
        }
        [_, ..]
            if rest.iter().all(|&part| tree.symbol(part).is_some_and(|n| scope.meaning(n).is_none() || is_local())) =>
        {
            format!("(list {name} {arguments}) is a list of values")
        }
        _ => return None,
    })
}

/// `,body` in a template, where the parameter is a list of expressions.
fn spliced(error: &Error, call: &Tree<'_>, text: &str) -> Option<String> {
    let macro_name = call.head(*call.forms().first()?)?;
    if !error.message().starts_with('"') && !error.message().contains(" is a") {
        return None;
    }
    let start = text.find(&format!("(defmacro {macro_name} "))?;
    let tree = Tree::around(text, start)?;
    let &definition = tree.forms().iter().find(|&&form| tree.range(form).start == start)?;
    let parameters = tree.arguments(definition).get(1).map_or(&[][..], |&list| tree.children(list));
    let at = parameters.iter().position(|&p| matches!(tree.symbol(p), Some("&body" | "&rest")))?;
    let rest = tree.symbol(*parameters.get(at + 1)?)?;
    let is_inserted = |node: NodeId| tree.prefix(node) == "," && tree.text(node) == rest;
    tree.all().any(is_inserted).then(|| {
        format!("`{rest}` of `{macro_name}` is a list of expressions: ,@{rest} inserts them into the template, ,{rest} calls the first")
    })
}

// ---- arguments

fn on_type(error: &Error, scope: &dyn NameScope) -> Option<String> {
    // `(choose-cell board)` has returned several places.
    let is_own = || scope.meaning("choose-cell").is_some_and(|m| !m.is_of_library);
    if error.library_place().is_some() && error.message().contains(": place must be a list of row and column, got ((") {
        return is_own()
            .then(|| "the search has called (choose-cell board): its value is one cell, or nil".to_string());
    }
    let complaint = error.complaint()?;
    let (function, inner) = (&*complaint.function, &*complaint.inner);
    if let Some(help) = on_result_of_hook(error) {
        return Some(help);
    }
    let (argument, mismatch) = (complaint.argument.as_deref()?, complaint.mismatch.as_ref()?);
    let (expected, got) = (&*mismatch.0, &*mismatch.1);
    if got.starts_with("#<variable ") && scope.modules_with(function).contains(&"constraints") {
        return (expected == "a list" && argument == "variables")
            .then(|| "several variables stand in a list: (list x y ...)".to_string());
    }
    if got.starts_with("#<variable ") && scope.modules_with("post!").contains(&"constraints") {
        return Some(on_variable(error, got, inner));
    }
    let form = error.place()?.text();
    if let Some(help) = destination(function, argument, form, scope) {
        return Some(help);
    }
    if let Some(help) = swapped(function, argument, expected, got, form, scope) {
        return Some(help);
    }
    if scope.dialect() == "common-lisp" {
        return None;
    }
    if let Some(help) = bare_parameter(error, inner, got) {
        return Some(help);
    }
    let is_number = matches!(expected, "a number" | "an integer");
    let arguments = Tree::of(form, 0..form.len()).map_or(0, |t| t.forms().first().map_or(0, |&f| t.arguments(f).len()));
    if is_number && got.starts_with('(') && arguments == 1 && matches!(function, "+" | "*" | "max" | "min") {
        return Some(format!("(apply {function} list) takes the numbers of a list"));
    }
    let content = got.strip_prefix('"').and_then(|got| got.strip_suffix('"'));
    // A function that makes the one of the other has got what it would return.
    if function.contains("->") {
        return None;
    }
    if is_number && content.is_some_and(|text| text.parse::<f64>().is_ok()) {
        return Some(format!("a text that looks like a number is none: (string->number {got}) is one"));
    }
    if content.is_some() && expected == "a number" && scope.dialect() == "core" {
        return match inner {
            "+" => Some("texts are joined by string-append; (string a b) makes one text of any values".to_string()),
            "<" | ">" | "<=" | ">=" => Some(format!("{inner} compares numbers, string{inner}? compares texts")),
            _ => None,
        };
    }
    // An argument for another parameter may be in a wrong place.
    let is_text = matches!(argument, "string" | "strings" | "text") || argument.starts_with("argument ");
    if is_text && expected == "a string" && got.parse::<f64>().is_ok() {
        return Some(format!("a number is no text: (number->string {got}) is one"));
    }
    on_argument(function, argument, expected, got, form, scope)
}

/// `(lambda x (* x x))`: the parameter is the list of all arguments.
fn bare_parameter(error: &Error, function: &str, got: &str) -> Option<String> {
    let (place, text) = error.place()?.in_text();
    let tree = Tree::around(text, place.start).filter(|_| got.starts_with('('))?;
    let call = tree.all().find(|&node| tree.range(node) == place && tree.head(node) == Some(function))?;
    let lambda =
        tree.all().filter(|&n| tree.head(n) == Some("lambda") && tree.range(n).contains(&place.start)).last()?;
    let name = tree.symbol(*tree.arguments(lambda).first()?)?;
    let is_given = tree.arguments(call).iter().any(|&argument| tree.symbol(argument) == Some(name));
    is_given.then(|| {
        format!(
            "in (lambda {name} ...), `{name}` is the list of all arguments; (lambda ({name}) ...) has one parameter"
        )
    })
}

/// The value of an argument is wrong, and the call of the program shows where it comes from.
fn on_argument(
    function: &str,
    argument: &str,
    expected: &str,
    got: &str,
    form: &str,
    scope: &dyn NameScope,
) -> Option<String> {
    let tree = Tree::of(form, 0..form.len())?;
    let &call = tree.forms().first().filter(|&&call| tree.head(call) == Some(function))?;
    if let (true, "dolist") = (scope.dialect() == "core", function) {
        return match got {
            _ if got.starts_with("#<table ") => {
                Some("(dotable (key value table) expr...) goes through a table".to_string())
            }
            _ if got.starts_with('"') => Some(
                "(string->list string) is the list of its characters, (string-split string) of its words".to_string(),
            ),
            _ => None,
        };
    }
    let usage = || scope.usage(function);
    let at = match argument.strip_prefix("argument ") {
        Some(number) => number.parse::<usize>().ok()?.checked_sub(1)?,
        None => usage()?.strip_suffix(')')?.split(' ').skip(1).position(|p| p.trim_matches(['[', ']']) == argument)?,
    };
    let &node = tree.arguments(call).get(at).filter(|&&node| tree.is_form(node))?;
    let shown = tree.shown(node);
    let names_nothing = if scope.dialect() == "scheme" { "#f" } else { "nil" };
    match (tree.head(node)?, tree.arguments(node)) {
        ("table-ref", [table, key]) if got == "nil" && scope.dialect() == "core" => {
            let default = if expected == "a number" { "0" } else { "default" };
            let call = format!("(table-ref {} {} {default})", tree.shown(*table), tree.shown(*key));
            Some(format!("the table has no such key: {call} is {default} there"))
        }
        ("string->number", _) if got == names_nothing => Some(format!("{shown} is {got}: the text shows no number")),
        _ if shown == "..." => None,
        ("lambda" | "alambda", _) => None,
        _ if got.starts_with("#<function") => Some(format!("{shown} returns a function: ({shown} ...) calls it")),
        _ if got.starts_with("#<values ") && scope.dialect() != "common-lisp" => {
            Some(format!("(receive (a b) {shown} expr...) takes several values"))
        }
        _ if got == names_nothing || got == "#<unspecified>" => Some(format!("{shown} is {got} here")),
        _ => None,
    }
}

/// Functions that call the one that they get with more or fewer arguments than one, and a function for it.
#[rustfmt::skip]
const CALLBACKS: [(&str, &str); 12] = [
    ("best-cell", "(lambda (board cell) ...)"), ("call/cc", "(lambda (k) ...)"),
    ("call-with-current-continuation", "(lambda (k) ...)"), ("catch-and-apply", "(lambda (tag error) ...)"),
    ("fold", "(lambda (x accumulated) ...)"), ("fold-left", "(lambda (accumulated x) ...)"),
    ("fold-right", "(lambda (x accumulated) ...)"), ("list-sort", "(lambda (a b) ...)"),
    ("reduce", "(lambda (accumulated x) ...)"), ("sort", "(lambda (a b) ...)"),
    ("table-for-each", "(lambda (key value) ...)"), ("table-update!", "(lambda (value) ...)"),
];

/// A call with too many or too few arguments.
fn on_count(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let form = error.place()?.text();
    let tree = Tree::of(form, 0..form.len())?;
    let &call = tree.forms().first()?;
    let (name, arguments) = (tree.head(call)?, tree.arguments(call));
    let message = error.message();
    let is_of_call = message.starts_with(&format!("{name}: expected "));
    if !is_of_call {
        let (_, callback) = CALLBACKS.iter().find(|(caller, _)| *caller == name)?;
        let is_callback = message.contains("an anonymous function: expected ");
        return is_callback.then(|| format!("`{name}` takes a function like {callback}"));
    }
    if arguments.iter().any(|&a| tree.is_form(a) && tree.children(a).is_empty()) {
        return Some(format!("`()` is an argument: ({name}) is a call without any"));
    }
    if let [left, operator, right] = *arguments
        && message.contains("expected 1 argument ")
        && let Some(operator) = tree.symbol(operator).filter(|o| INFIX.contains(o) && scope.meaning(o).is_some())
    {
        return Some(format!(
            "the operator comes first: ({name} ({operator} {} {}))",
            tree.shown(left),
            tree.shown(right)
        ));
    }
    let predicate = format!("{name}?");
    let is_predicate = message.contains("expected 0 arguments") && scope.meaning(&predicate).is_some();
    (is_predicate && arguments.len() == 1).then(|| format!("did you mean `{predicate}`?"))
}

/// A form of the language that is written in another way.
fn on_syntax(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let (place, text) = error.place()?.in_text();
    let (message, form) = (error.message(), text.get(place.clone())?);
    let is_core = scope.dialect() == "core";
    if message.contains("no loop or block named nil") {
        return outside_of_loop(text, place.start, scope);
    }
    if message.starts_with("if: expected ") && message.ends_with(" arguments") {
        let operator = if scope.dialect() == "scheme" { "begin" } else { "progn" };
        return Some(format!(
            "(cond (test value) ...) has several tests, ({operator} expr...) makes one expression of several"
        ));
    }
    if let Some(found) = message.strip_prefix("expected a parameter, found ") {
        let tree = Tree::of(form, 0..form.len())?;
        let before = text.get(..place.start)?.trim_end();
        return match *tree.children(*tree.forms().first()?) {
            _ if ["t", "nil"].contains(&found) => {
                Some(format!("`{found}` is a constant: give the parameter another name"))
            }
            // A macro may have put its own list in the place of parameters, as `receive` does with its names.
            _ if !error.expansion().is_empty() => None,
            [name, _] if is_core && tree.symbol(name).is_some() => {
                Some(format!("a parameter with a default stands after &optional: (&optional {found})"))
            }
            [] if before.contains("&optional ") && tree.symbol(tree.forms()[0]).is_none() => {
                let name = before.rsplit([' ', '(']).next()?;
                Some(format!("a parameter and its default stand in parentheses: ({name} {found})"))
            }
            _ => None,
        };
    }
    if !is_core {
        return None;
    }
    if message.starts_with("function: expected (function name)") {
        return Some("(defproc name (parameter...) expr...) defines a function".to_string());
    }
    if text.get(..place.start)?.ends_with('{') || form.starts_with('(') && form.contains(" {") && !form.contains('"') {
        return Some("braces make no table: (list->table '((key value) ...)) does".to_string());
    }
    let inside = |head: &str| form.strip_prefix(head).and_then(|rest| rest.strip_suffix(')'));
    match message.split(':').next()? {
        "setq" => inside("(aref ").map(|place| format!("(aset {place} value) changes an element of an array")),
        "inc!" | "dec!" => form
            .starts_with("(table-ref ")
            .then(|| "(table-update! table key function default) changes the value of a key".to_string()),
        "let" => inside("(values ").map(|_| format!("(receive (a b) {form} expr...) gives several values names")),
        _ => None,
    }
}

/// `(return x)` outside of a loop.
fn outside_of_loop(text: &str, at: usize, scope: &dyn NameScope) -> Option<String> {
    let tree = Tree::around(text, at)?;
    let around: Vec<NodeId> = tree.all().filter(|&node| tree.range(node).contains(&at)).collect();
    let is_capture = |&&node: &&NodeId| tree.head(node) == Some("call/cc") && tree.arguments(node).len() > 1;
    if around.iter().find(is_capture).is_some() && scope.dialect() == "core" {
        return Some("(let/cc return expr...) binds the continuation to a name".to_string());
    }
    undefined_around(text, at, scope).or_else(|| {
        let definition = around.iter().find(|&&node| matches!(tree.head(node), Some("defproc" | "defun")))?;
        let name = tree.symbol(*tree.arguments(*definition).first()?)?;
        Some(format!("`return` leaves a loop: (return-from {name} value) leaves the function"))
    })
}

/// `(read-puzzle "puzzle.txt")`
fn on_file_name(error: &Error) -> Option<String> {
    let form = error.place()?.text();
    let (_, found) = error.message().strip_prefix("read-puzzle: ")?.rsplit_once("expected a puzzle, found `")?;
    let path = found.strip_suffix('`')?;
    let has_extension = Path::new(path).extension().is_some_and(|e| e.len() <= 4) && !path.contains(' ');
    (has_extension && form.contains(&format!("\"{path}\"")))
        .then(|| format!("(read-puzzle (read-file \"{path}\")) reads it from the file"))
}

/// The function takes something else than this variable of a store.
fn on_variable(error: &Error, got: &str, inner: &str) -> String {
    let is_in_condition = error.place().is_some_and(|place| {
        let (place, text) = place.in_text();
        let tree = Tree::around(text, place.start);
        tree.is_some_and(|tree| {
            let is_post = |n: NodeId| matches!(tree.head(n), Some("post!" | "expression!"));
            tree.all().any(|node| {
                is_post(node) && tree.range(node).start < place.start && tree.range(node).contains(&place.start)
            })
        })
    });
    match inner {
        "/" if is_in_condition => "conditions have no fractions: (quotient a b), or multiply both sides".to_string(),
        "+" if is_in_condition => "in a condition, the sum of a list of variables is (apply + list)".to_string(),
        "even?" if is_in_condition => "this condition is written (= (modulo x 2) 0)".to_string(),
        "odd?" if is_in_condition => "this condition is written (= (modulo x 2) 1)".to_string(),
        _ if is_in_condition => format!("`{inner}` is no operation of conditions: (doc post!) lists them"),
        _ => format!(
            "{got} is a variable of a store: conditions on it stand in (post! store ...), computations with it in \
             (expression! store ...), and its value in a solution is (value solution variable)"
        ),
    }
}

/// `(format "~a" 5)`: the text is in the place of the destination.
fn destination(function: &str, argument: &str, form: &str, scope: &dyn NameScope) -> Option<String> {
    let tree = Tree::of(form, 0..form.len())?;
    let &first = tree.arguments(*tree.forms().first()?).first()?;
    let is_text_first =
        function == "format" && matches!(argument, "destination" | "control") && tree.kind(first) == NodeKind::String;
    (is_text_first && scope.dialect() != "scheme")
        .then(|| "the destination comes first: (format t ...) shows the text, (format nil ...) returns it".to_string())
}

/// Returns the call with two arguments exchanged if each is certainly what the other must be.
fn swapped(
    function: &str,
    argument: &str,
    expected: &str,
    got: &str,
    form: &str,
    scope: &dyn NameScope,
) -> Option<String> {
    let usage = scope.usage(function).filter(|_| scope.meaning(function).is_some_and(|m| m.is_of_library))?;
    let words = usage.strip_suffix(')')?.split(' ').skip(1).map(|p| p.trim_matches(['[', ']', '.']));
    let parameters: Vec<&str> = words.filter(|p| !p.starts_with('&')).collect();
    let tree = Tree::of(form, 0..form.len())?;
    let [call] = *tree.forms() else { return None };
    if tree.head(call) != Some(function) {
        return None;
    }
    let arguments = tree.arguments(call);
    let wrong = parameters.iter().position(|p| *p == argument).filter(|&i| i < arguments.len())?;
    let got = type_of(got, true)?;
    let ty = |node: NodeId| type_of(&format!("{}{}", tree.prefix(node), tree.text(node)), false);
    let value = |node: NodeId| tree.number(node)?.parse::<f64>().ok();
    // Everything must fit its parameter, and a start is before the end.
    let fits = |order: &[NodeId]| {
        let all_fit = order.iter().zip(&parameters).all(|(&node, parameter)| {
            let ty = if node == arguments[wrong] { Some(got) } else { ty(node) };
            ty.is_none_or(|ty| is_free(parameter) || parameter_accepts(parameter, ty))
        });
        let bound = |name: &str| parameters.iter().position(|p| *p == name).and_then(|i| value(*order.get(i)?));
        all_fit && bound("start").zip(bound("end")).is_none_or(|(start, end)| start <= end)
    };
    // `(filter cells (lambda (c) ...))`: nobody means a function for a list, so the variable must be the list.
    let is_written_out = tree.head(arguments[wrong]) == Some("lambda") && arguments.len() == 2;
    let is_expected = |i: usize| {
        let ty = ty(arguments[i]);
        i != wrong && ty.map_or(is_written_out && tree.symbol(arguments[i]).is_some(), |ty| accepts(expected, ty))
    };
    let is_for_wrong = |i: usize| parameters.get(i).is_some_and(|p| parameter_accepts(p, got));
    let mut orders: Vec<Vec<NodeId>> = Vec::new();
    for other in (0..arguments.len()).filter(|&i| is_expected(i)) {
        let mut exchanged = arguments.to_vec();
        exchanged.swap(wrong, other);
        let mut moved = arguments.to_vec();
        let node = moved.remove(other);
        moved.insert(wrong, node);
        let follows = if other > wrong { wrong + 1 } else { wrong.saturating_sub(1) };
        let orders_of_it = [(exchanged, other), (moved, follows)];
        orders.extend(orders_of_it.into_iter().filter(|(o, at)| is_for_wrong(*at) && fits(o)).map(|(order, _)| order));
    }
    orders.dedup();
    let [order] = orders.as_slice() else { return None };
    let shown: Vec<String> = order.iter().map(|&a| tree.shown(a)).collect();
    Some(format!("arguments seem swapped: ({function} {})", shown.join(" ")))
}

/// Returns whether a parameter of the library takes any value, or nothing is known of it by its name.
fn is_free(name: &str) -> bool {
    !["a list", "a string", "an array", "an index", "a function"].iter().any(|ty| parameter_accepts(name, ty))
}

/// Returns whether the description of a type in a message includes a type.
fn accepts(expected: &str, ty: &str) -> bool {
    match ty {
        "a list" => matches!(expected, "a list" | "a list or array"),
        "an array" => matches!(expected, "an array" | "a list or array"),
        "an index" => expected.starts_with("an integer") || expected == "a number",
        _ => expected == ty,
    }
}

/// Returns whether a parameter of the library includes a type, by the parameter's name.
fn parameter_accepts(name: &str, ty: &str) -> bool {
    match name {
        "x" | "item" => true,
        "list" | "lists" | "strings" => ty == "a list",
        "string" | "text" => ty == "a string",
        "array" => ty == "an array",
        "n" | "index" | "start" | "end" | "count" | "width" | "coordinates" => ty == "an index",
        "f" | "predicate" | "before?" => ty == "a function",
        _ => false,
    }
}

/// Returns the type of a value as a program writes it or a message shows it, where that is certain.
fn type_of(text: &str, is_shown: bool) -> Option<&'static str> {
    let datum = text.trim_start_matches('\'');
    let is_datum = is_shown || datum.len() < text.len();
    let begins = |with: &[&str]| with.iter().any(|w| datum.starts_with(w));
    Some(match () {
        () if begins(&["\""]) => "a string",
        () if datum.parse::<u32>().is_ok() => "an index",
        () if begins(&["#("]) || !is_datum && begins(&["(vector ", "(make-array "]) => "an array",
        () if begins(&["#<function"]) || !is_datum && begins(&["(lambda "]) => "a function",
        () if begins(&["("]) && (is_datum || begins(&["(list "])) => "a list",
        () => return None,
    })
}

/// A function of the program that a search calls, and that takes other parameters.
fn on_hook(error: &Error) -> Option<String> {
    error.library_place()?;
    let name = &error.complaint()?.function;
    let call = HOOKS.iter().find(|(hook, _)| hook == name)?.1;
    Some(format!("a search calls it: {call}"))
}

/// A search complains about what a function of the program returns.
fn on_result_of_hook(error: &Error) -> Option<String> {
    let message = error.message();
    let texts = [error.place(), error.library_place()].map(|place| place.map_or("", Place::text));
    let is_result = |hook: &str| {
        message.contains(&format!("what {hook} returns")) || texts.iter().any(|t| t.contains(&format!("({hook})")))
    };
    let (_, call) = HOOKS.iter().find(|(hook, _)| is_result(hook))?;
    let choice = on_choice(error).map(|help| format!("; {help}")).unwrap_or_default();
    Some(format!("the search has called {call}, and this is its value{choice}"))
}

/// `level must be forward, naked or hidden, got hiden`: one of the choices is near.
fn on_choice(error: &Error) -> Option<String> {
    let message = error.message();
    let (expected, got) = message.rsplit_once(" must be ")?.1.rsplit_once(", got ")?;
    let choices: Vec<&str> = expected.split(", ").flat_map(|part| part.split(" or ")).collect();
    let are_words = choices.len() > 1 && choices.iter().all(|word| !word.contains(' '));
    let (_, close) = near(got, 1, choices.into_iter()).filter(|_| are_words).min()?;
    Some(format!("did you mean `{close}`?"))
}

/// Returns the operator of a call as it is written.
fn call_of(form: &str) -> &str {
    form.trim_start_matches(['(', '[']).split(is_delimiter).next().unwrap_or("")
}

/// Returns the usage of the function that the program calls at the place of the error, or that complains.
fn usage(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let complaint = error.complaint()?;
    // If the call of the program is not at this place, a hook may have called the function inside another one.
    let is_called = error.place().is_some_and(|place| call_of(place.text()) == complaint.function);
    let name = if is_called { &complaint.function } else { &complaint.inner };
    // The message may show it already.
    if error.message().contains(": expected (") {
        return None;
    }
    let usage = scope.usage(name)?;
    (usage.split(' ').count() > 2).then(|| format!("usage: {usage}"))
}

// ---- files

/// A file that is not there, and one beside it with nearly its name.
fn on_file(error: &Error, scope: &dyn NameScope) -> Option<String> {
    let (path, _) = error.message().strip_prefix("cannot read ")?.rsplit_once(": ")?;
    let path = Path::new(path);
    let name = path.file_name()?.to_str()?;
    let beside = scope.files_beside(path);
    let names: Vec<&str> = beside.iter().map(String::as_str).collect();
    let whole = format!("{name}.lisp");
    let with_ending = names.iter().copied().find(|n| path.extension().is_none() && *n == whole);
    fn stem(name: &str) -> &str {
        Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or("")
    }
    // An ending that files have in common makes short names no more alike.
    let is_near = |n: &str| stem(n) == stem(name) || nearest(stem(name), &[stem(n)], &|_| true).is_some();
    let near = with_ending.or_else(|| nearest(name, &names, &is_near))?;
    Some(format!("did you mean `{}`?", path.with_file_name(near).display()))
}
