//! Helpers for tests of native functions: a runtime, calls by name, a look at the outcome.

use super::all;
use crate::fault::{Code, Result, Unwind};
use crate::limits::Limits;
use crate::runtime::Runtime;
use crate::value::Value;

/// A small engine's runtime.
pub(crate) fn engine() -> Runtime {
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    Runtime::for_tests_with(&limits)
}

/// Calls the builtin of that name.
pub(crate) fn call(rt: &mut Runtime, name: &str, args: &[Value]) -> Result<Value> {
    let builtin = all().find(|b| b.name == name).unwrap_or_else(|| panic!("there is no {name}"));
    (builtin.calls.unwrap().get(false))(rt, args)
}

/// The string that a call returns.
pub(crate) fn shown(rt: &mut Runtime, name: &str, args: &[Value]) -> String {
    let v = call(rt, name, args).unwrap();
    rt.heap.as_str(v).unwrap().to_string()
}

pub(crate) fn is_code(result: Result<Value>, code: Code) -> bool {
    matches!(result, Err(fault) if matches!(&*fault, Unwind::Error(c) if c.code == code))
}

pub(crate) fn is_limit(result: Result<Value>) -> bool {
    matches!(result, Err(fault) if matches!(*fault, Unwind::Limit(_)))
}
