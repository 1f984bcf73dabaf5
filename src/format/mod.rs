//! `format`: text made after a control string, with the directives of Common Lisp.
//!
//! [`parse`] makes a flat program of the control string, [`machine`] runs it against the arguments; the other files make
//! the text of one family of directives each. Neither the parser nor the machine recurses, whatever the nesting.
//!
//! Knows nothing of where the text goes: its result is a string.

mod sink;

pub(crate) use sink::Sink;

use crate::fault::Res;
use crate::runtime::Runtime;
use crate::value::Value;

/// The text for `control` (a string value) and `arguments`. `column` is how far the line has been written that
/// the text will continue.
pub(crate) fn format(_rt: &mut Runtime, _control: Value, _arguments: &[Value], _column: usize) -> Res<String> {
    Ok(String::new())
}
