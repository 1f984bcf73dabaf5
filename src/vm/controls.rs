//! Natives that need the machine: the row of each, and the next step that it asks for.

use super::Vm;
use super::interpreter::Interpreter;
use crate::builtins::Row;
use crate::fault::{Code, Result, fail};
use crate::value::Value;

/// The code of a native that needs the machine. It says what to do next instead of calling back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Call {
    Core(fn(&mut Vm, Vec<Value>) -> Result<Next>),
    Dialect(fn(&mut Interpreter<'_>, Vec<Value>) -> Result<Next>),
}

/// Next step of the machine after a native that needs it.
#[derive(Debug)]
pub enum Next {
    /// Return this value.
    Return(Value),
    /// Call a function in its place (a tail call, if it was in tail position).
    Call(Value, Vec<Value>),
    /// A continuation has been entered: go on there.
    Entered,
    /// A function of the host waits for an answer, which is the result of the call.
    Pause,
}

/// A row: like [`crate::builtins::Builtin`], for functions of the machine. It begins `|vm|`: its parameters have the
/// names that it lists, a value each, an `Option` if optional, a vector if they are the rest.
#[derive(Debug)]
pub struct Control {
    pub(crate) row: Row,
    pub(crate) call: Call,
}

impl Control {
    /// Makes the row of a native of the core.
    pub(crate) const fn of_core(row: Row, call: fn(&mut Vm, Vec<Value>) -> Result<Next>) -> Control {
        Control { row, call: Call::Core(call) }
    }

    /// Makes the row of a native of a dialect.
    #[doc(hidden)]
    pub const fn of_dialect(row: Row, call: fn(&mut Interpreter<'_>, Vec<Value>) -> Result<Next>) -> Control {
        Control { row, call: Call::Dialect(call) }
    }
}

/// Declares the natives of one subject that need the machine as the constant `CONTROLS`. Names that begin with `%` are
/// for the compiler and the library only. `$make` is a function that makes a [`Control`].
#[doc(hidden)]
#[macro_export]
macro_rules! __controls {
    ($make:path, $module:literal; $(
        $(#[doc = $doc:literal])*
        $(#[inline_as($($inline:expr),+)])?
        $name:literal ($($mode:ident $param:ident),*) => |$vm:pat_param| $body:expr;
    )*) => {
        pub(crate) const CONTROLS: &[$crate::__private::Control] = &[$($make(
            $crate::__private::Row::new(
                $name,
                concat!($($doc, "\n"),*),
                $crate::__signature!($module; [
                    $(($mode, $param, "a value"),)*
                ]),
                $crate::__becomes!($($($inline),+)?),
            ),
            |$vm, args| {
                #[allow(unused_mut, unused_variables, reason = "some rows have no parameters")]
                let mut args = args.into_iter();
                $(
                    #[allow(unused_variables, reason = "some are there for their documentation")]
                    let $param = $crate::__bound!($mode args);
                )*
                $body
            },
        )),*];
    };
}

/// An argument of a row, whose number of arguments has been checked ([`Vm::check_control`]).
#[doc(hidden)]
#[macro_export]
macro_rules! __bound {
    (Required $args:ident) => {
        $args.next().unwrap_or($crate::__private::Value::NIL)
    };
    (Optional $args:ident) => {
        $args.next()
    };
    (Rest $args:ident) => {
        $args.collect::<Vec<$crate::__private::Value>>()
    };
}

macro_rules! controls {
    ($($rows:tt)*) => { $crate::__controls! { $crate::__private::Control::of_core, $($rows)* } };
}
pub(crate) use controls;

/// The names that begin with `%` can be written in a program, which has no business with them.
#[cold]
pub fn misused<T>(function: &str) -> Result<T> {
    fail(Code::BadValue, format!("{function} is for the compiler and the library only"))
}
