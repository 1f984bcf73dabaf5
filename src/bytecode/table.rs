//! The form of the table of instructions ([`super::insn`]): the macro that makes of it the instruction set, the
//! operations that the compiler knows, and what can be asked about each.

/// Declares all instructions, one line each:
///
/// ```text
/// /// Sum.
/// Add { d: Dest, a: Source, b: Source } "+" as value(a, b) harmless,
/// ```
///
/// A field has a role ([`super::insn::Field`]). The string is the name by which errors call the instruction: a function
/// or form of the language. `as` makes it an operation of the compiler ([`Op`](super::insn::Op)), for calls that are
/// nothing but this instruction on the values of the arguments, and says what it yields: any `value`; a `truth` value
/// of the core, `t` or nil; a `boolean`, which is a truth value in every dialect. `harmless` is an operation that does
/// nothing else and fails only where an operand has the wrong type.
///
/// Operations that become now this instruction, now that, come first.
macro_rules! instructions {
    (
        operations {
            $(
                $(#[doc = $op_doc:literal])+
                $op:ident $(($($payload:ty),+))? as $op_yields:ident($($op_operand:ident),*) $($op_harmless:ident)?,
            )*
        }
        instructions {
            $(
                $(#[doc = $doc:literal])*
                $name:ident $({ $($field:ident : $role:ident),* })? $($lisp:literal)?
                $(as $yields:ident($($operand:ident),+) $($harmless:ident)?)?,
            )*
        }
    ) => {
        /// One instruction: 8 bytes, fields typed, no decoding by hand.
        #[derive(Clone, Copy)]
        pub(crate) enum Insn {
            $($(#[doc = $doc])* $name $({ $($field: $role),* })?,)*
        }

        const _: () = assert!(size_of::<Insn>() == 8);

        impl Insn {
            /// Returns the name of the instruction in the table.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Insn::$name { .. } => stringify!($name),)*
                }
            }

            /// Returns the name of the instruction in errors: that of a function or form of the language, or the empty
            /// string.
            pub fn lisp_name(&self) -> &'static str {
                match self {
                    $(Insn::$name { .. } => concat!($($lisp)?),)*
                }
            }

            /// Shows `f` every field and its name, in the order of the table.
            pub fn each_field<'a>(&'a mut self, f: &mut dyn FnMut(&'static str, Field<'a>)) {
                match self {
                    $(Insn::$name $({ $($field),* })? => { $($(f(stringify!($field), Field::$role($field));)*)? })*
                }
            }

            /// Returns whether it has a field with a number of its function's own: of a constant, or of an inner
            /// function.
            #[inline]
            pub fn refers(&self) -> bool {
                match self {
                    $(Insn::$name { .. } => const { false $($(|| refers!($role))*)? },)*
                }
            }
        }

        /// Operation of the compiler on the values of operands: an instruction of its own, or one of several.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Op {
            $($(#[doc = $op_doc])+ $op $(($($payload),+))?,)*
            $($(
                #[doc = concat!("`Insn::", stringify!($name), "`, which yields a ", stringify!($yields), ".")]
                $name,
            )?)*
        }

        impl Op {
            /// Returns the kind of its result.
            pub(crate) fn yields(self) -> Yields {
                match self {
                    $(Op::$op { .. } => yields!($op_yields),)*
                    $($(Op::$name => yields!($yields),)?)*
                }
            }

            /// Returns whether its only effect is the error of an operand of the wrong type.
            pub(crate) fn is_harmless(self) -> bool {
                match self {
                    $(Op::$op { .. } => harmless!($op_yields $($op_harmless)?),)*
                    $($(Op::$name => harmless!($yields $($harmless)?),)?)*
                }
            }

            /// The number of operands.
            pub(crate) fn operands(self) -> usize {
                match self {
                    $(Op::$op { .. } => { const NAMES: &[&str] = &[$(stringify!($op_operand)),*]; NAMES.len() },)*
                    $($(Op::$name => [$(stringify!($operand)),+].len(),)?)*
                }
            }

            /// Its own instruction with destination `d` on these operands.
            pub(crate) fn instruction(self, d: Reg, operands: &[Reg]) -> Option<Insn> {
                match (self, operands) {
                    $($((Op::$name, &[$($operand),+]) => Some(Insn::$name { d, $($operand),+ }),)?)*
                    _ => None,
                }
            }
        }
    };
}

macro_rules! yields {
    (value) => {
        Yields::Value
    };
    (truth) => {
        Yields::Truth
    };
    (boolean) => {
        Yields::Boolean
    };
}

macro_rules! harmless {
    ($yields:ident) => {
        false
    };
    ($yields:ident harmless) => {
        true
    };
}

/// Expands to whether the number in a field of this role is one of its function's own.
macro_rules! refers {
    (Constant) => {
        true
    };
    (Inner) => {
        true
    };
    ($role:ident) => {
        false
    };
}

pub(super) use {harmless, instructions, refers, yields};
