//! Advice on names that mean nothing where they stand.

use std::ops::Range;

use super::{
    Visible, around, call, call_in_front, change, elsewhere, enclosing, first_list, is_name, languages, listed, names,
    nearest_around, parts, record, respelled, rewritten, words_around,
};
use crate::library;
use crate::runtime::dialect::Dialect;
use crate::spelling::{MOST_MISTYPED, near, nearest};

/// What other languages have before the point of a function's name.
const FOREIGN_MODULES: [&str; 16] = [
    "math",
    "Math",
    "string",
    "table",
    "os",
    "io",
    "sys",
    "random",
    "np",
    "Array",
    "Object",
    "functools",
    "itertools",
    "operator",
    "time",
    "torch",
];

pub(super) fn on_unknown<'a>(
    name: &str,
    dialect: Dialect,
    form: &str,
    text: &'a str,
    start: usize,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    if let Some(help) = range(name, text.get(..start).unwrap_or("")) {
        return Some(help);
    }
    if let Some(help) = oddity(name, text.get(start..).unwrap_or("")) {
        return Some(help.to_string());
    }
    let before = text.get(..start).unwrap_or("");
    if let Some(operator) = ["require", "provide"].into_iter().find(|o| before.ends_with(&format!("({o} "))) {
        return Some(format!("the name stands there with a quote: ({operator} '{name})"));
    }
    if ["load ", "read-file ", "read-lines "].iter().any(|reads| before.ends_with(reads))
        && parts(form).is_none_or(|parts| parts.is_empty())
    {
        let file = if name.contains('.') { name.to_string() } else { format!("{name}.lisp") };
        return Some(format!("the name of a file stands in double quotes: \"{file}\""));
    }
    #[cfg(feature = "constraints")]
    if let Some(help) = super::stores::on_constraint_inside(name, form, text, start) {
        return Some(help);
    }
    let parts = parts(form).unwrap_or_default();
    if name == "null" && parts.first() == Some(&name) && dialect == Dialect::CORE {
        return Some("here this is called null?".into());
    }
    if let Some(help) =
        enclosing::word_between(name, text, start).or_else(|| enclosing::bound_beside(name, text, start))
    {
        return Some(help);
    }
    if dialect == Dialect::CORE
        && let Some(help) = change::of_form(form, visible)
            .or_else(|| inner_definition(name, &parts, text, start))
            .or_else(|| rewritten::on_form(form))
    {
        return Some(help);
    }
    if dialect == Dialect::CORE
        && let Some(help) = import(name, text, start)
    {
        return Some(help);
    }
    #[cfg(feature = "constraints")]
    if let Some(help) = super::stores::within_post(name, form, text, start) {
        return Some(help);
    }
    if let ["!=" | "<>" | "not=" | "~=" | "!==" | "≠", a, b] = *parts.as_slice()
        && dialect == Dialect::CORE
        && parts.first() == Some(&name)
    {
        return Some(format!("here this is (not (= {a} {b}))"));
    }
    if let Some(here) = elsewhere::translation(name, dialect) {
        return Some(here);
    }
    let is_called = form.strip_prefix('(').is_some_and(|inside| inside.starts_with(name));
    if is_called && let Some(here) = of_other_language(name, dialect, visible) {
        return Some(here);
    }
    if let ["receive", first, second, ..] = parts.as_slice()
        && is_name(first)
        && *second == name
    {
        return Some("the names stand in a list: (receive (a b) expr ...)".into());
    }
    if before.ends_with("(with-output-to-string ") && form.starts_with('(') {
        return Some(
            "it takes no port: what is displayed inside is the string, (with-output-to-string (display x))".into(),
        );
    }
    if let Some(help) = enclosing::tag_meant(name, text, start).filter(|_| dialect == Dialect::CORE) {
        return Some(help);
    }
    if let Some(help) = call_outside(name, text, start).or_else(|| assigned(name, text, start, dialect)) {
        return Some(help);
    }
    if let [first, "=", value] = parts.as_slice()
        && *first == name
    {
        return Some(format!("to give `{name}` a value: ({} {name} {value})", dialect.definer));
    }
    if let [parameter, "=>", body @ ..] = parts.as_slice() {
        let parameter = parameter.trim_matches(['(', ')']);
        return Some(format!("a function is written (lambda ({parameter}) {})", body.join(" ")));
    }
    if let Some(help) = call::infix(form) {
        return Some(help);
    }
    if let Some(help) = names::in_modules(name, dialect) {
        return Some(help);
    }
    if let Some(help) = record::on_name(name, &visible())
        .or_else(|| of_module(name, text, visible))
        .or_else(|| keyword_value(name, text, start, visible))
    {
        return Some(help);
    }
    let around = words_around(text, start);
    if around.windows(3).any(|w| *w == ["for", name, "in"]) {
        return Some(format!("a list is made from another by (map-with (lambda ({name}) ...) list), or by filter"));
    }
    if around.contains(&format!("{name}:").as_str()) {
        return Some(format!("parameters stand in parentheses of their own: (lambda ({name}) ...)"));
    }
    if let Some(help) = method(name, &parts, &around, visible) {
        return Some(help);
    }
    if let Some(help) = difference(name, &around) {
        return Some(help);
    }
    if let Some(close) = nearest(name, around.iter().copied()) {
        return Some(names::did_you_mean(name, close));
    }
    if let Some(help) = names::defined_behind(name, text, start) {
        return Some(help);
    }
    if let Some(line) = bound_before(name, text, start) {
        return Some(format!("line {line} binds `{name}`, but only inside of its own form"));
    }
    if let Some(help) = enclosing::function_meant(name, form, text, start).filter(|_| dialect == Dialect::CORE) {
        return Some(help);
    }
    // Names that mean nothing, one beside the other, are data.
    let occurs = |words: &[&str], name: &str| words.iter().filter(|w| **w == name).count();
    let is_used_elsewhere = |part: &str| occurs(&around, part) > occurs(&parts, part);
    let is_unknown =
        |part: &&str| is_name(part) && (*part == name || !is_used_elsewhere(part)) && !visible().contains(part);
    if parts.len() > 1 && parts.first() == Some(&name) && parts.iter().all(is_unknown) && !is_misspelt(name, visible) {
        return Some(format!("is this a list of names? Data are quoted: '{form}"));
    }
    if let Some(here) = of_other_language(name, dialect, visible) {
        return Some(here);
    }
    if let Some(close) = nearest(name, visible().into_iter()) {
        return Some(names::did_you_mean(name, close));
    }
    if let Some(names) = longer_names(name, &visible()) {
        return Some(format!("did you mean {names}?"));
    }
    names::nearly_in_a_module(name, dialect)
}

/// Is it almost a known name, and long enough for that to be no chance?
fn is_misspelt(name: &str, visible: Visible<'_, '_>) -> bool {
    (name.len() >= 7 || name.contains('-')) && near(name, 2, visible().into_iter()).next().is_some()
}

/// Advice on `(define pi 3)` inside of a function.
fn inner_definition(name: &str, parts: &[&str], text: &str, start: usize) -> Option<String> {
    if !matches!(name, "define" | "def" | "local" | "var" | "const" | "defun") {
        return None;
    }
    let form = start..start.saturating_add(1);
    let call = parts.get(1).and_then(|defined| defined.strip_prefix('(')?.strip_suffix(')'));
    let function = call.map(|call| call.split_once(' ').unwrap_or((call, "")));
    match parts {
        _ if around::lists_around(text, &form).iter().all(|list| list.start == start) => None,
        _ if name == "defun" || function.is_some() => {
            let (f, parameters) = function.unwrap_or(("f", "x"));
            Some(format!(
                "inside of a body, functions are bound for the expressions in a let, or in a letrec if they call \
                 themselves: (let (({f} (lambda ({parameters}) expr...))) expr...)"
            ))
        }
        [_, variable, value] if is_name(variable) => Some(format!(
            "inside of a body, names are bound for the expressions in a let: (let (({variable} {value})) expr...)"
        )),
        _ => Some("inside of a body, names are bound for the expressions in a let: (let ((x value)) expr...)".into()),
    }
}

/// Advice on a name of another language that is asked for less often.
fn of_other_language(name: &str, dialect: Dialect, visible: Visible<'_, '_>) -> Option<String> {
    if dialect != Dialect::CORE {
        return None;
    }
    languages::translation(name).or_else(|| languages::within_module(name, visible))
}

/// Advice on `1..8`, from one number to another.
fn range(name: &str, before: &str) -> Option<String> {
    let (from, to) = name.split_once("..")?;
    let (from, to) = (from.parse::<i64>().ok()?, to.trim_matches(['.', '=']).parse::<i64>().ok()?);
    let keyword = before.trim_end().rsplit([' ', '(', '\n']).next().filter(|word| word.starts_with(':'));
    Some(match keyword {
        Some(keyword) => format!("from one number to another is a list of both: {keyword} '({from} {to})"),
        None => format!(
            "bounds are two arguments, {from} {to}; the numbers from {from} to {to} are the list (iota {} {from})",
            to.saturating_sub(from).saturating_add(1)
        ),
    })
}

/// Advice on `n-1`, where `n` is a name: here that is another one.
fn difference(name: &str, around: &[&str]) -> Option<String> {
    let (sign, (left, right)) = ["-", "+"].into_iter().find_map(|sign| Some((sign, name.rsplit_once(sign)?)))?;
    let is_number = right.parse::<u32>().is_ok();
    (is_name(&left) && around.contains(&left) && (is_number || around.contains(&right)))
        .then(|| format!("`{name}` is one name; computed, it is ({sign} {left} {right})"))
}

/// Advice on `import search`, `from search import solve` and `(import (search))`: modules of the library.
pub(super) fn import(name: &str, text: &str, start: usize) -> Option<String> {
    let words = ["import", "from", "use", "using", "include", "#include", "library", "load-module", "require-module"];
    if !words.contains(&name) {
        return None;
    }
    let behind = text.get(start..)?.trim_start_matches('(').strip_prefix(name)?.lines().next()?;
    let word =
        behind.trim_start_matches([' ', '(', '<', '"', '\'', ':']).split([' ', ')', '>', '"', '.', ';', ':']).next()?;
    let (module, _) = library::modules().find(|(module, _)| *module == word)?;
    Some(format!("here this is (require '{module})"))
}

/// The names, three at most, that have all the words of a name and others: `all-cells` of `cells`.
fn longer_names(name: &str, visible: &[&str]) -> Option<String> {
    let words = || name.split(['-', '_']);
    if name.len() < 4 || name.len() > MOST_MISTYPED || words().any(str::is_empty) {
        return None;
    }
    let has_all = |known: &&&str| words().all(|word| known.split('-').any(|own| own == word));
    let mut found: Vec<&str> =
        visible.iter().filter(|known| !known.starts_with('%')).filter(has_all).copied().collect();
    found.sort_unstable();
    found.dedup();
    (1..=3).contains(&found.len()).then(|| listed(&found).replace(" and ", " or "))
}

/// Advice on `:level hidden`: what a keyword is followed by is evaluated, too.
fn keyword_value<'a>(name: &str, text: &'a str, start: usize, visible: Visible<'_, 'a>) -> Option<String> {
    let keyword = text.get(..start)?.trim_end().rsplit([' ', '(', '\n']).next().filter(|word| word.len() > 1)?;
    keyword.strip_prefix(':')?;
    if let Some((from, to)) = name.split_once(['-', '.']) {
        let to = to.trim_start_matches('.');
        if from.parse::<f64>().is_ok() && to.parse::<f64>().is_ok() {
            return Some(format!("from one number to another is a list of both: {keyword} '({from} {to})"));
        }
    }
    let quoted = format!("{keyword} '{name}");
    Some(match nearest_around(name, text, start, visible) {
        Some(near) => format!("if the symbol is meant, it is quoted: {quoted}; or did you mean `{near}`?"),
        None => format!("if the symbol is meant, it is quoted: {quoted}"),
    })
}

/// Advice on a name that is the head of a list at a place in a text, and means nothing.
pub(crate) fn on_head<'a>(
    name: &str,
    dialect: Dialect,
    text: &'a str,
    place: Range<usize>,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    on_unknown(name, dialect, text.get(place.clone())?, text, place.start, visible)
}

/// Advice on `name(x)`: the parenthesis stands before the name of what is called.
pub(super) fn call_outside(name: &str, text: &str, start: usize) -> Option<String> {
    let behind = text.get(start..)?.strip_prefix(name).filter(|_| name.len() <= MOST_MISTYPED)?;
    let arguments = behind.starts_with('(').then(|| first_list(behind)).flatten()?;
    Some(call_in_front(&respelled(&format!("{name}{arguments}"), &|_| false)))
}

/// Advice on `name = value`, without parentheses.
fn assigned(name: &str, text: &str, start: usize, dialect: Dialect) -> Option<String> {
    let behind = text.get(start..)?.strip_prefix(name).filter(|_| name.len() <= MOST_MISTYPED)?;
    let line = behind.trim_start_matches(' ').strip_prefix("= ")?.lines().next()?.trim();
    let value = if line.starts_with('(') { first_list(line)? } else { line.split([' ', ')']).next()? };
    (1..=200).contains(&value.len()).then(|| format!("to give `{name}` a value: ({} {name} {value})", dialect.definer))
}

/// What might help somebody who has asked for a name that there is not.
pub(crate) fn on_name<'a>(name: &str, dialect: Dialect, visible: Visible<'_, 'a>) -> Option<String> {
    on_unknown(name, dialect, "", "", 0, visible)
}

/// What is wrong with the name itself. `text_behind` begins with it.
pub(super) fn oddity(name: &str, text_behind: &str) -> Option<&'static str> {
    if name.contains(['\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}']) {
        return Some("a string stands in straight double quotes: \"...\"");
    }
    if name == "f" && text_behind.starts_with("f\"") {
        return Some("values are put into a text by format: (format nil \"x is ~a\" x)");
    }
    if name.contains(['\u{2018}', '\u{2019}', '\u{b4}']) {
        return Some("the quote before data is the straight one: '(1 2)");
    }
    if name.contains(['{', '}']) {
        return Some(
            "lists stand in ( ) or [ ]: `{` and `}` are parts of names; a table is made by (list->table '((key \
            value)...))",
        );
    }
    if name == "//" && text_behind.starts_with("(// ") {
        return Some("a comment begins with `;`; the quotient of two integers is (quotient a b)");
    }
    if name.starts_with("//") || name.starts_with("/*") {
        return Some("a comment begins with `;`");
    }
    let digits = name.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if matches!(name.get(digits.len()..), Some("s" | "ms" | "us")) && digits.parse::<f64>().is_ok() {
        return Some("a number has no unit: `:ms` is told a number of milliseconds");
    }
    if let Some(radix) = ["0x", "0b", "0o"].iter().position(|start| name.starts_with(start)) {
        return ["#x1F is a number with the base 16", "#b101 is one with the base 2", "#o17 is one with the base 8"]
            .get(radix)
            .copied();
    }
    let is_like_a_number =
        name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(|c| c.is_ascii_digit() || ".,_".contains(c));
    is_like_a_number.then_some("a number has digits and at most one point, else it is a name")
}

/// Advice on a name such as `list.append`.
fn method<'a>(name: &str, parts: &[&str], around: &[&str], visible: Visible<'_, 'a>) -> Option<String> {
    let (object, function) = name.split_once('.').filter(|(o, f)| !o.is_empty() && !f.is_empty())?;
    let rest = if parts.first() == Some(&name) { parts.get(1..).unwrap_or(&[]) } else { &[] };
    if let Some(module) = library::module_names().find(|m| *m == object) {
        return Some(format!("a point is part of a name: (require '{module}) makes the names of the module visible"));
    }
    let of_kind = format!("{object}-{function}");
    if FOREIGN_MODULES.contains(&object) && visible().contains(&of_kind.as_str()) {
        return Some(format!("a point is part of a name: here this is called {of_kind}, and needs no module"));
    }
    if FOREIGN_MODULES.contains(&object) && visible().contains(&function) {
        return Some(format!("a point is part of a name: here this is called {function}, and needs no module"));
    }
    if !visible().contains(&function) {
        let here = elsewhere::translation(function, Dialect::CORE)
            .or_else(|| of_other_language(function, Dialect::CORE, visible));
        return Some(match here {
            Some(here) => format!("there are no methods behind a point: a function gets what it works on; {here}"),
            None if FOREIGN_MODULES.contains(&object) => return None,
            None if around.contains(&object) || visible().contains(&object) => format!(
                "a point is part of a name: what a table has under a key is read by (table-ref {object} '{function})"
            ),
            None => return None,
        });
    }
    // `append` takes lists.
    let rest =
        rest.iter().map(|part| if function == "append" { format!("(list {part})") } else { (*part).to_string() });
    let call = [function.to_string(), object.to_string()].into_iter().chain(rest).collect::<Vec<_>>().join(" ");
    Some(format!("there are no methods behind a point: a function gets what it works on, ({call})"))
}

/// Advice on `util.helper`, `util:helper` and `util/helper`, where a module is named before the name itself.
fn of_module(name: &str, text: &str, visible: Visible<'_, '_>) -> Option<String> {
    let (module, function) = name.split_once(['.', ':', '/']).filter(|(m, f)| !m.is_empty() && !f.is_empty())?;
    let is_required = ["'", "\""].iter().any(|quote| text.contains(&format!("(require {quote}{module}")));
    (is_required && visible().contains(&function))
        .then(|| format!("what a module defines is called by its name alone, here {function}"))
}

/// The line of a `let` that binds the name in a form before a place.
fn bound_before(name: &str, text: &str, start: usize) -> Option<usize> {
    let before = text.get(..start)?;
    let at = before.rfind(&format!("(({name} "))?;
    // Only what stands in the form itself could have ended too early.
    Some(1 + before.get(..at)?.matches('\n').count())
}
