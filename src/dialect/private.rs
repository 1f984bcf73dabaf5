//! Names that the macros of [`dialect`](crate::dialect) expand to.

pub use crate::builtins::{Builtin, Mode, Param, Row, Signature, arg, signature};
pub use crate::code::{Inline, Op};
pub use crate::documentation::kept;
pub use crate::fault::Res;
pub use crate::runtime::Runtime;
pub use crate::value::{Kind, Value};
pub use crate::vm::controls::Control;
