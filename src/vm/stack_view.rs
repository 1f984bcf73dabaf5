//! View of the stack and of natives for the inner loop, checked once where it is taken.

use crate::builtins::NativeFn;
use crate::fault::Result;
use crate::runtime::Runtime;
use crate::value::Value;

/// Registers that an instruction can name. The stack always reaches this far beyond the current base.
pub(crate) const WINDOW: usize = 256;

/// The registers that instructions at `base` can name; `None` when the stack must grow first.
#[inline(always)]
pub(super) fn window(stack: &mut [Value], base: usize) -> Option<&mut [Value; WINDOW]> {
    stack.get_mut(base..)?.first_chunk_mut()
}

/// Calls a native that needs nothing but the runtime.
#[inline(always)]
pub(super) fn call_leaf(
    leaves: &[Option<NativeFn>],
    rt: &mut Runtime,
    number: u32,
    args: &[Value],
) -> Option<Result<Value>> {
    match leaves.get(number as usize) {
        Some(Some(f)) => Some(f(rt, args)),
        _ => None,
    }
}
