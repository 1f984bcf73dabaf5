//! Arguments of the functions of boards, and what is wrong with one.

use klammer::{Code, Context, HostError, Value};

pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Cells that are listed or looked at for one tick.
pub(crate) const CELLS_PER_TICK: usize = 64;

/// Makes the error that the arguments of a function make no sense.
#[cold]
pub(crate) fn bad(function: &str, problem: String) -> HostError {
    HostError::new(problem).with_function(function).with_code(Code::BadValue)
}

/// Makes the error that an argument of a function, or a part of one, is of the wrong type.
#[cold]
pub(crate) fn wrong_type(cx: &mut Context<'_>, function: &str, part: &str, expected: &str, got: &Value) -> HostError {
    let shown = cx.show(got.clone()).unwrap_or_default();
    let error = HostError::new(format!("must be {expected}, got {shown}")).with_function(function);
    error.with_argument(part).with_code(Code::WrongType).with_data([got.clone()])
}

/// Returns whether a value is false: in the core language nil, in Scheme `#f`.
pub(crate) fn is_false(value: &Value) -> bool {
    matches!(value, Value::Nil | Value::Bool(false))
}

/// Returns the elements of a list.
pub(crate) fn items<'v>(
    cx: &mut Context<'_>,
    function: &str,
    part: &str,
    list: &'v Value,
) -> Result<&'v [Value], Failure> {
    match list {
        Value::List(items) => Ok(items),
        Value::Nil => Ok(&[]),
        _ => Err(wrong_type(cx, function, part, "a list", list).into()),
    }
}
