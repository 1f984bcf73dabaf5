//! Advice for those who are new to the language: what a name, a form or an argument of the wrong kind was meant to be,
//! and what is called otherwise in the languages that they come from.

mod arguments;
mod call;
mod change;
mod count;
mod elsewhere;
mod enclosing;
mod endless;
mod foreign;
mod keywords;
mod languages;
mod rarer;
mod record;
mod rewritten;
mod shape;
#[cfg(feature = "constraints")]
mod stores;
mod unknown;

pub(crate) use foreign::on_line;
pub(crate) use unknown::{on_head, on_name};

use super::{
    BOARD_OR_NIL, MOST_AROUND, Visible, around, call_in_front, first_form, first_list, infix_operator, is_name,
};
use super::{listed, names, nearest_around, on_fields, parts, respelled, words_around};
use crate::fault::{Code, Condition};
use crate::runtime::dialect::Dialect;

/// Is it a word or name of another language that has another one here?
pub(crate) fn is_of_other_language(name: &str) -> bool {
    elsewhere::translation(name, Dialect::CORE).is_some()
}

/// What might help against an error at `start..end` of `text`. A program in a dialect gets no advice that names a
/// function of the core that it does not see.
pub(crate) fn on<'a>(
    c: &Condition,
    dialect: Dialect,
    name: Option<&str>,
    text: &'a str,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    let help = on_any(c, dialect, name, text, visible)?;
    let is_known = || {
        let seen = visible();
        functions_in(&help).all(|word| seen.contains(&word) || text.contains(word))
    };
    // Advice on a name that means nothing is made for the dialect.
    (dialect == Dialect::CORE || c.code == Code::UnboundVariable || is_known()).then_some(help)
}

/// Returns what looks like the name of a function in an advice: what a parenthesis opens before, and words that no
/// sentence has.
fn functions_in(help: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || "-+*/<>=!?%".contains(c);
    let words = help.split(move |c| !is_part(c)).filter(|word| word.len() > 1);
    words.filter(move |word| {
        let at = word.as_ptr() as usize - help.as_ptr() as usize;
        help.get(..at).is_some_and(|before| before.ends_with('(')) || word.contains(['-', '>', '?', '!'])
    })
}

fn on_any<'a>(
    c: &Condition,
    dialect: Dialect,
    name: Option<&str>,
    text: &'a str,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    let span = c.span.start() as usize..c.span.end() as usize;
    let form = text.get(span.clone()).unwrap_or("");
    let may_be_foreign = matches!(c.code, Code::UnboundVariable | Code::NotAFunction | Code::Syntax);
    if may_be_foreign
        && dialect == Dialect::CORE
        && let Some(help) = name
            .and_then(|name| unknown::import(name, text, span.start))
            .or_else(|| foreign::on_line(text, span.start, visible))
            .or_else(|| foreign::on_list(name.unwrap_or(""), form, text, span.start, visible))
    {
        return Some(help);
    }
    if let Some(help) = keywords::on_keyword(c).or_else(|| keywords::on_word(c)) {
        return Some(help);
    }
    #[cfg(feature = "constraints")]
    if let Some(help) = stores::on_range(c, form) {
        return Some(help);
    }
    match (c.code, name) {
        (Code::UnboundVariable, Some(name)) => unknown::on_unknown(name, dialect, form, text, span.start, visible),
        (Code::NotAFunction, _) => call::on_call(c, form, text, span.start, visible),
        (Code::Syntax, _) => shape::on_shape(c, form, text, dialect, visible),
        (Code::WrongType, _) => arguments::on_type(c, text, span.start, form, dialect),
        (Code::ArgumentCount, _) => count::on_count(c, form, text, span.start),
        (Code::BadValue | Code::IndexOutOfRange | Code::User, _) => arguments::on_value(c, text, span.start),
        (Code::Interrupted | Code::OutOfFuel | Code::OutOfTime, _) => endless::on_stopped(text, &span),
        _ => None,
    }
}
