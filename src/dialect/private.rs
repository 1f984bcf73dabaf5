//! Names that the macros of [`dialect`](crate::dialect) expand to.

pub use crate::builtins::{Builtin, Mode, Param, Row, Signature, arg};
pub use crate::bytecode::{Inline, Op};
pub use crate::fault::Result;
pub use crate::runtime::Runtime;
pub use crate::value::{Kind, Value};
pub use crate::vm::vm_natives::MachineBuiltin;
