//! Natives that need the machine: the row of each, and the next step that it asks for.

use super::Vm;
use crate::builtins::Row;
use crate::fault::{Code, Res, fail};
use crate::value::Value;

/// A native that needs the machine. It says what to do next instead of calling back.
pub(crate) type ControlFn = fn(&mut Vm, Vec<Value>) -> Res<Next>;

/// Next step of the machine after a control native.
pub(crate) enum Next {
    Return(Value),
    /// Call a function in its place (a tail call, if it was in tail position).
    Call(Value, Vec<Value>),
    /// A continuation has been entered: go on there.
    Entered,
}

/// A row: like [`crate::builtins::Builtin`], for functions of the machine. It begins `|vm|`: its parameters have the
/// names that it lists, a value each, an `Option` if optional, a vector if they are the rest.
pub(crate) struct Control {
    pub row: Row,
    pub call: ControlFn,
}

macro_rules! controls {
    ($module:literal; $(
        $(#[doc = $doc:literal])*
        $(#[inline_as($($inline:expr),+)])?
        $name:literal ($($mode:ident $param:ident),*) => |$vm:pat_param| $body:expr;
    )*) => {
        /// All of them. Names that begin with `%` are for the compiler and the library only.
        pub(crate) const CONTROLS: &[$crate::vm::controls::Control] = &[$($crate::vm::controls::Control {
            row: $crate::builtins::Row {
            name: $name,
            doc: concat!($($doc, "\n"),*),
            signature: $crate::builtins::macros::signature!($module; [
                $(($mode, $param, "a value"),)*
            ]),
            inline: $crate::builtins::macros::becomes!($($($inline),+)?),
            },
            call: |$vm: &mut $crate::vm::Vm, args: Vec<$crate::value::Value>| {
                #[allow(unused_mut, unused_variables, reason = "some rows have no parameters")]
                let mut args = args.into_iter();
                $(
                    #[allow(unused_variables, reason = "some are there for their documentation")]
                    let $param = $crate::vm::controls::bound!($mode args);
                )*
                $body
            },
        }),*];
    };
}

/// An argument of a row, whose number of arguments has been checked ([`Vm::check_control`]).
macro_rules! bound {
    (Required $args:ident) => {
        $args.next().unwrap_or($crate::value::Value::NIL)
    };
    (Optional $args:ident) => {
        $args.next()
    };
    (Rest $args:ident) => {
        $args.collect::<Vec<$crate::value::Value>>()
    };
}

pub(crate) use {bound, controls};

/// The names that begin with `%` can be written in a program, which has no business with them.
#[cold]
pub(crate) fn misused<T>(function: &str) -> Res<T> {
    fail(Code::BadValue, format!("{function} is for the compiler and the library only"))
}
