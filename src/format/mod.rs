//! `format`: text made after a control string, with the directives of Common Lisp.
//!
//! [`parse`] makes a flat program of the control string, [`machine`] runs it against the arguments; the other files
//! make the text of one family of directives each. Neither the parser nor the machine recurses, whatever the nesting.
//!
//! Knows nothing of where the text goes: its result is a string.

mod args;
mod case;
mod decimal;
mod float;
mod integer;
mod machine;
mod nesting;
mod parse;
mod sink;
#[cfg(test)]
mod tests;

pub(crate) use sink::Sink;

use crate::fault::{Result, internal};
use crate::runtime::Runtime;
use crate::value::Value;

/// The text for `control` (a string value) and `arguments`. `column` is how far the line has been written that
/// the text will continue.
pub fn format(rt: &mut Runtime, control: Value, arguments: &[Value], column: usize) -> Result<String> {
    let Some(control) = rt.heap.as_str(control) else { return internal("a control string that is no string") };
    let control = control.to_string();
    let program = parse::Program::parse(rt, &control)?;
    machine::Machine::new(rt, program, arguments, column).run()
}
