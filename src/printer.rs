//! Printing.
use crate::fault::Res;
use crate::runtime::Runtime;
use crate::value::Value;

/// For whom a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// So that it reads back: strings in quotes, characters with `#\\`.
    Readable,
    /// For people: strings and characters bare.
    Display,
}

/// The text of a value.
pub(crate) fn print(_rt: &mut Runtime, v: Value, _style: Style) -> Res<String> {
    Ok(format!("{v:?}"))
}

/// A value in at most a line, for messages.
pub(crate) fn brief(_rt: &Runtime, v: Value) -> String {
    format!("{v:?}")
}
