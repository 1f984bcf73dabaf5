//! Printing.
use crate::runtime::Runtime;
use crate::value::Value;

/// A value in at most a line, for messages.
pub(crate) fn brief(_rt: &Runtime, v: Value) -> String {
    format!("{v:?}")
}
