//! The advice that every library has: on names. The feature `documentation` has more (`newcomer/`).

use std::ops::Range;

use super::{Visible, names, nearest_around};
use crate::fault::{Code, Condition};
use crate::runtime::dialect::Dialect;

/// What might help against an error at a place in a text.
pub(crate) fn on<'a>(
    c: &Condition,
    dialect: Dialect,
    name: Option<&str>,
    text: &'a str,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    let name = name.filter(|_| c.code == Code::UnboundVariable)?;
    known_or_near(name, dialect, text, c.span.start() as usize, visible)
}

/// Advice on a name that is the head of a list at a place in a text, and means nothing.
pub(crate) fn on_head<'a>(
    name: &str,
    dialect: Dialect,
    text: &'a str,
    place: Range<usize>,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    known_or_near(name, dialect, text, place.start, visible)
}

/// What might help somebody who has asked for a name that there is not.
pub(crate) fn on_name<'a>(name: &str, dialect: Dialect, visible: Visible<'_, 'a>) -> Option<String> {
    known_or_near(name, dialect, "", 0, visible)
}

/// Where the name is defined, or which one is close.
fn known_or_near<'a>(
    name: &str,
    dialect: Dialect,
    text: &'a str,
    start: usize,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    names::in_modules(name, dialect)
        .or_else(|| names::defined_behind(name, text, start))
        .or_else(|| nearest_around(name, text, start, visible).map(|close| names::did_you_mean(name, close)))
        .or_else(|| names::nearly_in_a_module(name, dialect))
}

/// Nobody looks for statements of another language.
pub(crate) fn on_line(_: &str, _: usize, _: Visible<'_, '_>) -> Option<String> {
    None
}

/// Nobody looks for names of another language.
pub(crate) fn is_of_other_language(_: &str) -> bool {
    false
}
