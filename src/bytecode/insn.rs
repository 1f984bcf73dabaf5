//! The instruction set: one table, from which everything else that is known of instructions is made, and the macro that
//! makes it.
//!
//! `d` is the destination register, `a b c` sources, `s` a stored register, `i` an immediate, `g` a global cell, `k` a
//! constant or a capture, `top` the first register that holds nothing live (what a collection need not look at).

use std::num::NonZeroU32;

use smallvec::SmallVec;

use crate::object::host::Question;
use crate::value::Kind;

/// Declares all instructions, one line each:
///
/// ```text
/// /// Sum.
/// Add { d: Dest, a: Source, b: Source } "+" as value(a, b) harmless,
/// ```
///
/// A field has a role ([`Field`]). The string is the name by which errors call the instruction: a function or form of
/// the language. `as` makes the instruction an operation of the compiler ([`Op`]), for calls that need only this
/// instruction. It also declares the result: any `value`, a `truth` value of the core (`t` or nil), or a `boolean` of
/// every dialect. `harmless` is an operation that does nothing else and fails only where an operand has the wrong type.
///
/// After a colon come properties ([`Property`]) that do not follow from the fields.
///
/// Operations that have several instructions come first.
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
                $(as $yields:ident($($operand:ident),+) $($harmless:ident)?)? $(: $($property:ident)+)?,
            )*
        }
    ) => {
        /// One instruction: 8 bytes, fields typed, no decoding by hand.
        #[derive(Clone, Copy, PartialEq)]
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

            /// Returns whether the table gives it this property.
            #[inline]
            pub fn has(&self, property: Property) -> bool {
                let all = match self {
                    $(Insn::$name { .. } => const { 0 $($(| Property::$property as u8)+)? },)*
                };
                all & property as u8 != 0
            }

            /// Returns whether the instruction does no more than write registers and jump forward, where it does not
            /// fail. So nothing is collected or stored, and no other code runs.
            #[inline]
            pub fn only_writes_registers(&self) -> bool {
                let does = match self {
                    $(Insn::$name { .. } => const { 0 $($(| does!($role))*)? },)*
                };
                does == WRITES || self.has(Property::Jumps)
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

/// Expands to what an instruction with a field of this role does: it writes registers, or has another effect.
macro_rules! does {
    (Dest) => {
        WRITES
    };
    (Changed) => {
        MORE
    };
    (First) => {
        MORE
    };
    (Top) => {
        MORE
    };
    (Window) => {
        MORE
    };
    (Global) => {
        MORE
    };
    (Leaf) => {
        MORE
    };
    (Offset) => {
        MORE
    };
    ($role:ident) => {
        0
    };
}

const WRITES: u8 = 1;
const MORE: u8 = 2;

/// A property that the table gives an instruction.
#[derive(Clone, Copy)]
pub(crate) enum Property {
    /// It only reads, and reads the same until another one writes: once is enough.
    Repeats = 1,
    /// It does no more than jump forward, where it does not fail.
    Jumps = 2,
    /// It ends its function and names no place in it: it may stand anywhere.
    Returns = 4,
    /// Otherwise, the next instruction never follows it.
    Ends = 8,
    /// It pushes a handler: its offset is not of a jump.
    Handler = 16,
    /// It needs its function or another instruction beside it: no copy of a function has it.
    Bound = 32,
}

/// A register of the current window. Register 0 holds the return address, the parameters follow from 1.
pub(crate) type Reg = u8;

/// Distance of a jump, from the instruction after the jump.
pub(crate) type Offset = i32;

/// Declares the roles of fields: each is the name of a type in the table, and a case of [`Field`].
macro_rules! roles {
    ($($(#[doc = $doc:literal])+ $role:ident : $t:ty,)*) => {
        $($(#[doc = $doc])+ type $role = $t;)*

        /// A field of an instruction, by its role.
        #[derive(Debug)]
        pub(crate) enum Field<'a> {
            $($(#[doc = $doc])+ $role(&'a mut $t),)*
            /// A jump.
            Offset(&'a mut Offset),
        }
    };
}

roles! {
    /// A register that is written.
    Dest: Reg,
    /// A register that is read.
    Source: Reg,
    /// A register that is read and written.
    Changed: Reg,
    /// The first of `n` registers that are read.
    First: Reg,
    /// The register that gets the result of a call, and before that may hold the function; those after it hold `n`
    /// arguments.
    Window: Reg,
    /// A number of registers, or of handlers.
    Count: u8,
    /// The first register that a collection need not look at.
    Top: Reg,
    /// A position in a closure or record.
    Index: u8,
    /// A choice of two ways.
    Flag: bool,
    /// An integer in the instruction.
    Int: i32,
    /// A short one.
    Short: i16,
    /// The distance of a short jump.
    Near: i8,
    /// The distance of a short jump forward, from the second instruction after this one.
    Beyond: i8,
    /// The number that an iteration adds to its counter.
    Step: i8,
    /// An integer as the word that is its value.
    Word: NonZeroU32,
    /// A set of kinds.
    Kinds: Kind,
    /// A question about a place of a state.
    Asked: Question,
    /// A constant of the function.
    Constant: u32,
    /// A global cell.
    Global: u32,
    /// A function inside the function.
    Inner: u32,
    /// A type of records.
    RecordType: u32,
    /// A builtin that works on its arguments and the runtime only.
    Leaf: u32,
}

/// Kind of result of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Yields {
    Value,
    /// A truth value of the core: `t` or nil.
    Truth,
    /// A truth value of the dialect that the function is written in.
    Boolean,
}

#[rustfmt::skip] // one line for each instruction
instructions! {
    operations {
        /// The floor of the quotient: `Insn::FloorDiv`.
        FloorDiv as value(a, b),
        /// The floor of what a division yields, which rounds floats twice.
        FloorQuotient as value(a, b),
        /// `Insn::Less` with its operands exchanged.
        Greater as truth(a, b),
        /// `Insn::LessEqual` with its operands exchanged.
        GreaterEqual as truth(a, b),
        /// `Insn::IsKind`.
        IsKind(Kind) as truth(a) harmless,
        /// `Insn::Cons`.
        Cons as value(a, b),
        /// `Insn::ArraySet`.
        ArraySet as value(array, i, value),
        /// `Insn::ArraySet2`.
        ArraySet2 as value(array, i, j, value),
        /// `Insn::Throw`.
        Throw as value(tag, value),
        /// Field of a record of this type: type and index.
        RecordRef(u32, u8) as value(record) harmless,
        /// `Insn::RecordSet`.
        RecordSet(u32, u8) as value(record, value),
        /// `Insn::IsRecord`.
        IsRecord(u32) as truth(a) harmless,
        /// A record of this type of all its arguments, however many there are.
        MakeRecord(u32) as value(),
        /// `Insn::Ask`.
        Ask(Question) as value(state, place),
        /// `Insn::AskAt`.
        AskAt(Question) as value(state, row, column),
        /// `Insn::Apply`, of the leaf of this number.
        Apply(u32) as value(a),
        /// `Insn::Apply2`.
        Apply2(u32) as value(a, b),
    }
    instructions {
        /// The bottom of a run, or of what of it is on the stack: the result is in register 0.
        Halt: Bound,
        /// Fills unused code space. Correct code never reaches it.
        Trap: Bound,

        /// A value to another register.
        Move { d: Dest, s: Source },
        /// Two moves, one after the other.
        Move2 { d: Dest, s: Source, d2: Dest, s2: Source },
        /// Three moves, one after the other.
        Move3 { d: Dest, s: Source, d2: Dest, s2: Source, d3: Dest, s3: Source },
        /// A small integer.
        LoadInt { d: Dest, i: Int }: Repeats,
        /// A constant of the function.
        LoadConst { d: Dest, k: Constant }: Repeats,
        /// The empty list.
        LoadNil { d: Dest }: Repeats,
        /// Truth.
        LoadTrue { d: Dest }: Repeats,

        /// The value of a global cell, which is compiled first if it is a definition of the library that nobody has
        /// used.
        GetGlobal { d: Dest, g: Global },
        /// Gives a global cell a value.
        SetGlobal { s: Source, g: Global }: Bound,
        /// Capture `k` of the closure in register `c`.
        GetCapture { d: Dest, c: Source, k: Index }: Repeats,
        /// Gives capture `k` a value, when a closure is made before what it captures.
        SetCapture { c: Source, k: Index, s: Source },
        /// Contents of the box that is capture `k`.
        GetCaptureBox { d: Dest, c: Source, k: Index }: Repeats,
        /// Changes what is in the box that is capture `k`.
        SetCaptureBox { c: Source, k: Index, s: Source },
        /// A box for a variable that is shared and changed.
        MakeBox { d: Dest, s: Source, top: Top },
        /// Contents of a box.
        GetBox { d: Dest, a: Source }: Repeats,
        /// Changes what is in a box.
        SetBox { a: Source, s: Source },
        /// A closure of function `f` over registers `a..a+n`.
        MakeClosure { d: Dest, a: First, n: Count, f: Inner },

        /// Sum.
        Add { d: Dest, a: Source, b: Source } "+" as value(a, b) harmless,
        /// A sum, and a jump if it equals `s`, for small integers. The jump that follows is for other numbers.
        AddJumpEqual { d: Dest, a: Source, b: Source, s: Source, off: Near } "+",
        /// A difference, and a jump in the same way.
        SubJumpEqual { d: Dest, a: Source, b: Source, s: Source, off: Near } "-",
        /// Difference.
        Sub { d: Dest, a: Source, b: Source } "-" as value(a, b) harmless,
        /// Product.
        Mul { d: Dest, a: Source, b: Source } "*" as value(a, b) harmless,
        /// Quotient, exact where it can be.
        Div { d: Dest, a: Source, b: Source } "/" as value(a, b),
        /// `left`: the constant was written on the left.
        AddInt { d: Dest, a: Source, left: Flag, i: Int } "+",
        /// Product with a small constant.
        MulInt { d: Dest, a: Source, left: Flag, i: Int } "*",
        /// Sum with a constant that is a (self-tagged) float.
        AddFloat { d: Dest, a: Source, k: Constant } "+",
        /// Difference with a constant that is a (self-tagged) float.
        SubFloat { d: Dest, a: Source, k: Constant } "-",
        /// Product with a constant that is a (self-tagged) float.
        MulFloat { d: Dest, a: Source, k: Constant } "*",
        /// `a * b + c`, rounded twice, for small integers and floats. The two instructions that follow compute it for
        /// all numbers.
        MulAdd { d: Dest, a: Source, b: Source, c: Source }: Bound,
        /// The negated number.
        Neg { d: Dest, a: Source } "-" as value(a) harmless,
        /// The quotient rounded towards zero.
        Quotient { d: Dest, a: Source, b: Source } "quotient" as value(a, b),
        /// The remainder of that quotient.
        Remainder { d: Dest, a: Source, b: Source } "remainder" as value(a, b),
        /// The remainder of the quotient rounded down.
        Modulo { d: Dest, a: Source, b: Source } "modulo" as value(a, b),
        /// Modulo a positive constant, given as its tagged word.
        ModuloInt { d: Dest, a: Source, m: Word } "modulo",
        /// The floor of the exact quotient.
        ///
        /// `quotient`: it was written as the floor of a division, which rounds floats twice.
        FloorDiv { d: Dest, a: Source, b: Source, quotient: Flag } "floor",
        /// `FloorDiv` or its remainder, with a constant divisor.
        FloorDivInt { d: Dest, a: Source, quotient: Flag, i: Int } "floor",
        /// Bitwise and.
        BitAnd { d: Dest, a: Source, b: Source } "bit-and" as value(a, b),
        /// Bitwise or.
        BitOr { d: Dest, a: Source, b: Source } "bit-or" as value(a, b),
        /// Bitwise exclusive or.
        BitXor { d: Dest, a: Source, b: Source } "bit-xor" as value(a, b),

        /// Tests whether the first number is less.
        Less { d: Dest, a: Source, b: Source } "<" as truth(a, b),
        /// Tests whether the first number is not greater.
        LessEqual { d: Dest, a: Source, b: Source } "<=" as truth(a, b),
        /// Tests whether the numbers are equal.
        NumberEqual { d: Dest, a: Source, b: Source } "=" as truth(a, b),
        /// Tests whether the values are equal.
        Equal { d: Dest, a: Source, b: Source } "equal?" as truth(a, b),
        /// Identity: the same word.
        Same { d: Dest, a: Source, b: Source } as truth(a, b),
        /// Tests whether the value is false by the core's truth.
        Not { d: Dest, a: Source } "not" as boolean(a) harmless,
        /// Tests for the false value of a dialect with a distinct false, and yields a boolean of that dialect.
        IsFalse { d: Dest, a: Source },
        /// Tests for the empty list, and yields a boolean of that dialect.
        IsNull { d: Dest, a: Source } as boolean(a),
        /// Replaces nil in `d` by the distinct false.
        NilToFalse { d: Changed },
        /// Tests whether the value is a pair.
        IsPair { d: Dest, a: Source } "pair?" as truth(a) harmless,
        /// Tests whether the value is of one of these kinds.
        IsKind { d: Dest, a: Source, kind: Kinds },

        /// Jumps.
        Jump { off: Offset }: Jumps Ends,
        /// A move and a jump.
        MoveJump { d: Dest, s: Source, off: Offset }: Ends,
        /// Jumps backward and counts a tick. A copy of a function begins with one that jumps nowhere.
        Loop { off: Offset }: Ends Bound,
        /// The beginning of a copy of a function whose first instruction is a test: counts a tick and makes the test, for
        /// numbers only if they are small integers. The instruction that follows makes it where this one has not.
        EnterNull { a: Source, off: Offset }: Bound,
        EnterNotNull { a: Source, off: Offset }: Bound,
        EnterNotPair { a: Source, off: Offset }: Bound,
        EnterNotFalse { a: Source, off: Offset }: Bound,
        EnterNotLess { a: Source, b: Source, off: Offset }: Bound,
        EnterNotEqual { a: Source, b: Source, off: Offset }: Bound,
        EnterLessInt { a: Source, i: Short, off: Offset }: Bound,
        EnterNotEqualInt { a: Source, i: Short, off: Offset }: Bound,
        /// `AddInt` and the beginning of a copy, which follows.
        AddEnterLessInt { d: Dest, a: Source, step: Step, i: Short, off: Beyond } "+": Bound,
        AddEnterNotEqualInt { d: Dest, a: Source, step: Step, i: Short, off: Beyond } "+": Bound,
        /// `Cdr` and the beginning of a copy, which follows.
        CdrEnterNotNull { d: Dest, a: Source, off: Beyond } "rest": Bound,
        /// Jumps if the value is nil or the distinct false.
        JumpNil { a: Source, off: Offset }: Jumps,
        /// Jumps if the value is true by the core's truth.
        JumpTrue { a: Source, off: Offset }: Jumps,
        /// Jumps if the value is false by the truth of a dialect with a distinct false.
        JumpFalse { a: Source, off: Offset }: Jumps,
        /// Jumps unless the value is false by the truth of such a dialect.
        JumpNotFalse { a: Source, off: Offset }: Jumps,
        /// Jumps if the value is the empty list.
        JumpNull { a: Source, off: Offset }: Jumps,
        /// Jumps unless the value is the empty list.
        JumpNotNull { a: Source, off: Offset }: Jumps,
        /// Jumps if the value is a pair.
        JumpPair { a: Source, off: Offset }: Jumps,
        /// Jumps unless the value is a pair.
        JumpNotPair { a: Source, off: Offset }: Jumps,
        /// Jumps if the value is of one of these kinds.
        JumpKind { a: Source, kind: Kinds, off: Offset }: Jumps,
        /// Jumps unless the value is of one of these kinds.
        JumpNotKind { a: Source, kind: Kinds, off: Offset }: Jumps,
        /// Jumps if a call supplied the parameter.
        JumpSupplied { a: Source, off: Offset }: Jumps,
        /// Jumps by a comparison of two numbers.
        JumpLess { a: Source, b: Source, off: Offset }: Jumps,
        JumpNotLess { a: Source, b: Source, off: Offset }: Jumps,
        JumpLessEqual { a: Source, b: Source, off: Offset }: Jumps,
        JumpNotLessEqual { a: Source, b: Source, off: Offset }: Jumps,
        JumpNumberEqual { a: Source, b: Source, off: Offset }: Jumps,
        JumpNotNumberEqual { a: Source, b: Source, off: Offset }: Jumps,
        /// Jumps if two values are equal.
        JumpEqual { a: Source, b: Source, off: Offset }: Jumps,
        /// Jumps unless two values are equal.
        JumpNotEqual { a: Source, b: Source, off: Offset }: Jumps,
        /// Jumps if two values are identical.
        JumpSame { a: Source, b: Source, off: Offset }: Jumps,
        /// Jumps unless two values are identical.
        JumpNotSame { a: Source, b: Source, off: Offset }: Jumps,
        /// Makes the jump that follows, if the value is this constant, and else skips it.
        IfSame { a: Source, k: Constant }: Jumps Bound,
        /// Makes the jump that follows, unless the value is this constant, and else skips it.
        UnlessSame { a: Source, k: Constant }: Jumps Bound,
        /// `case`: of the `2^bits` jumps that follow, makes the one at the place of the value ([`Value::place`]), if the
        /// constant there is the value: they begin at `k`. Another small integer makes the jump after those. Any other
        /// value goes on after that one.
        ///
        /// [`Value::place`]: crate::value::Value::place
        Case { a: Source, bits: Count, k: Constant }: Jumps Bound,
        /// Jumps by a comparison with a small constant.
        JumpLessInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpNotLessInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpLessEqualInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpNotLessEqualInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpGreaterInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpNotGreaterInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpGreaterEqualInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpNotGreaterEqualInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpNumberEqualInt { a: Source, i: Short, off: Offset }: Jumps,
        JumpNotNumberEqualInt { a: Source, i: Short, off: Offset }: Jumps,
        /// Jumps if a value equals a small constant.
        JumpEqualInt { a: Source, i: Short, off: Offset }: Jumps,
        /// Jumps unless a value equals a small constant.
        JumpNotEqualInt { a: Source, i: Short, off: Offset }: Jumps,
        /// Backward jumps that test whether a loop continues.
        LoopLess { a: Source, b: Source, off: Offset },
        LoopNotLess { a: Source, b: Source, off: Offset },
        LoopLessEqual { a: Source, b: Source, off: Offset },
        LoopNotLessEqual { a: Source, b: Source, off: Offset },
        LoopNumberEqual { a: Source, b: Source, off: Offset },
        LoopNotNumberEqual { a: Source, b: Source, off: Offset },
        LoopEqual { a: Source, b: Source, off: Offset },
        LoopNotEqual { a: Source, b: Source, off: Offset },
        LoopTrue { a: Source, off: Offset },
        LoopNil { a: Source, off: Offset },
        LoopFalse { a: Source, off: Offset },
        LoopNotFalse { a: Source, off: Offset },
        LoopNull { a: Source, off: Offset },
        LoopNotNull { a: Source, off: Offset },
        LoopPair { a: Source, off: Offset },
        LoopNotPair { a: Source, off: Offset },
        /// `Cdr` and the end of an iteration, for pairs. The instruction that follows makes the test where this one has not.
        CdrLoopNotNull { d: Dest, a: Source, off: Offset } "rest": Bound,
        CdrLoopPair { d: Dest, a: Source, off: Offset } "rest": Bound,
        /// End of an iteration that counts: adds `i` to `a`, and jumps back while it compares with `b` so, for small
        /// integers. The two instructions that follow do the same for all numbers.
        CountLess { a: Changed, b: Source, i: Step, off: Offset },
        CountLessEqual { a: Changed, b: Source, i: Step, off: Offset },
        CountGreater { a: Changed, b: Source, i: Step, off: Offset },
        CountGreaterEqual { a: Changed, b: Source, i: Step, off: Offset },
        CountNotEqual { a: Changed, b: Source, i: Step, off: Offset },
        /// The same with a number in a register, `s`.
        StepLess { a: Changed, s: Source, b: Source, off: Offset },
        StepLessEqual { a: Changed, s: Source, b: Source, off: Offset },
        /// A sum, and the end of an iteration that counts up by 1 with `n`, in one. The instruction that follows counts
        /// where this one has not.
        AddCountLess { d: Dest, a: Source, s: Source, n: Changed, b: Source, off: Near } "+",
        AddCountNotEqual { d: Dest, a: Source, s: Source, n: Changed, b: Source, off: Near } "+",
        /// `MulAdd` and `CountLess` in one; the instructions that follow are those of both.
        MulAddCountLess { d: Dest, a: Source, s: Source, c: Source, n: Changed, b: Source, off: Near },
        MulAddCountNotEqual { d: Dest, a: Source, s: Source, c: Source, n: Changed, b: Source, off: Near },
        /// `dotimes`: increments `a` and jumps back while it is less than a constant.
        CountLessInt { a: Changed, i: Short, off: Offset },
        /// `dolist`: takes the next element of the list in `a` into `d`, or jumps at its end.
        Next { d: Dest, a: Changed, off: Offset } "dolist",
        /// End of a `dolist` iteration: takes the next element into `d` and jumps back, or continues at the end.
        LoopNext { d: Dest, a: Changed, off: Offset } "dolist",

        /// A pair.
        Cons { d: Dest, a: Source, b: Source, top: Top } "cons",
        /// A list of registers `a..a+n`.
        List { d: Dest, a: First, n: Count } "list",
        /// The first element of a list, nil of nil.
        Car { d: Dest, a: Source } "first" as value(a) harmless: Repeats,
        /// The list without its first element.
        Cdr { d: Dest, a: Source } "rest" as value(a) harmless: Repeats,
        /// `Car`, and then `Cdr` of the same list.
        CarCdr { d: Dest, d2: Dest, a: Source } "first",
        /// `Cdr`, and then `Car` of the same list.
        CdrCar { d: Dest, d2: Dest, a: Source } "rest",
        /// `Car` of two lists. The instruction that follows takes the second element where the second list is no pair.
        CarCar { d: Dest, a: Source, d2: Dest, a2: Source } "first",
        /// `Cdr` of two lists, in the same way.
        CdrCdr { d: Dest, a: Source, d2: Dest, a2: Source } "rest",
        /// The second element.
        Cadr { d: Dest, a: Source } "second" as value(a) harmless: Repeats,
        /// The list without its first two elements.
        Cddr { d: Dest, a: Source } "cddr" as value(a) harmless: Repeats,
        /// The first element of the first.
        Caar { d: Dest, a: Source } "caar" as value(a) harmless: Repeats,

        /// A character of a string.
        StringRef { d: Dest, a: Source, b: Source } "string-ref" as value(a, b): Repeats,
        /// The number of characters of a string.
        StringLength { d: Dest, a: Source } "string-length" as value(a) harmless: Repeats,
        /// The number of elements of an array.
        ArrayLength { d: Dest, a: Source } "array-length" as value(a) harmless: Repeats,
        /// An element of an array of one dimension.
        ArrayRef { d: Dest, a: Source, b: Source } "aref" as value(a, b): Repeats,
        /// An element of an element: `e` gets element `b` of `a`, and `d` element `c` of that. The instruction that follows
        /// reads the second one where this one has not.
        ArrayRefRef { d: Dest, e: Dest, a: Source, b: Source, c: Source } "aref",
        /// Stores an element of an array of one dimension.
        ArraySet { a: Source, b: Source, s: Source } "aset",
        /// An element of an array of two dimensions.
        ArrayRef2 { d: Dest, a: Source, b: Source, c: Source } "aref" as value(a, b, c): Repeats,
        /// Stores an element of an array of two dimensions.
        ArraySet2 { a: Source, b: Source, c: Source, s: Source } "aset",

        /// The answer of a state of a search to a question about a place.
        Ask { d: Dest, a: Source, b: Source, question: Asked },
        /// `Ask` for the place in a row and a column, which a program writes as `(list row column)`.
        AskAt { d: Dest, a: Source, b: Source, c: Source, question: Asked },

        /// Calls builtin `f` with one argument.
        Apply { d: Dest, a: Source, f: Leaf },
        /// Calls builtin `f` with two arguments.
        Apply2 { d: Dest, a: Source, b: Source, f: Leaf },

        /// Field number `index` of a record of type `t`.
        RecordRef { d: Dest, a: Source, index: Index, t: RecordType } "record-ref": Repeats,
        /// Stores field number `index` of a record of type `t`.
        RecordSet { a: Source, s: Source, index: Index, t: RecordType } "record-set!",
        /// Tests whether the value is a record of type `t`.
        IsRecord { d: Dest, a: Source, t: RecordType } "record-of-type?",
        /// A record of type `t` with registers `a..a+n` as its fields.
        MakeRecord { d: Dest, a: First, n: Count, t: RecordType } "make-record",

        /// Calls the global function `g`: arguments in `a+1..=a+n`, result in `a`. The last argument comes from `s`.
        CallGlobal { a: Window, n: Count, s: Source, g: Global },
        /// Calls the global function `g` in tail position, in the frame of the caller.
        TailGlobal { a: Window, n: Count, g: Global },
        /// Calls the global function `g` in tail position; the arguments are already in the parameters. Registers from
        /// `a` on are free, for a function that is not entered directly.
        EnterGlobal { a: Window, n: Count, g: Global },
        /// Calls the function in register `f`. The last argument comes from `s`.
        Call { a: Window, n: Count, s: Source, f: Source },
        /// Calls the function in register `f` in tail position.
        TailCall { a: Window, n: Count, f: Source },
        /// Calls function `f`, which takes this number of arguments and has no closure. The last argument comes from `s`.
        CallKnown { a: Window, n: Count, s: Source, f: Inner },
        /// Calls function `f` in tail position.
        TailKnown { a: Window, n: Count, f: Inner },
        /// Calls function `f` in tail position; the arguments are already in the parameters.
        EnterKnown { f: Inner }: Ends,
        /// Records its place in the frame: the tail call that follows replaces the function by one of the library.
        MarkTail,
        /// Returns a value.
        Return { a: Source }: Returns,
        /// Returns nil.
        ReturnNil: Returns,
        /// Returns the core's truth value in `a` as a boolean of a dialect with a distinct false.
        ReturnBoolean { a: Source }: Returns Bound,
        /// Returns a constant.
        ReturnConst { k: Constant }: Returns,
        /// Returns a sum.
        ReturnAdd { a: Source, b: Source } "+": Returns,
        /// Returns a pair.
        ReturnCons { a: Source, b: Source, top: Top } "cons": Returns,
        /// Returns `s` if `a` is less than `i`.
        ReturnIfLessInt { a: Source, i: Short, s: Source } "<",

        /// Catches throws to the tag in `a`: the value arrives in `a`, at `off`.
        PushCatch { a: Source, off: Offset }: Handler,
        /// Catches throws to the tag in `a`: tag and value arrive in `a` and `a+1`.
        PushHandler { a: Source, off: Offset }: Handler,
        /// Stops each throw at `off`, with tag and value in `a` and `a+1`; [`Insn::Rethrow`] continues it.
        PushCleanup { a: Source, off: Offset }: Handler,
        /// As `PushCleanup`, for a cleanup that restores dynamic variables.
        PushBinding { a: Source, off: Offset }: Handler,
        /// Removes the innermost `n` handlers.
        PopHandler { n: Count }: Bound,
        /// Throws a value to a tag.
        Throw { a: Source, b: Source } "throw": Ends Bound,
        /// Continues the throw that a cleanup has stopped: tag and value in `a` and `a+1`.
        Rethrow { a: Source }: Ends Bound,

        /// `defproc`: the function in `s` becomes the value of cell `g`, or a method of the generic function there.
        Define { s: Source, g: Global } "defproc": Bound,
    }
}

impl Op {
    /// Returns whether the operation is a comparison, which a jump can make itself.
    pub fn is_comparison(self) -> bool {
        use Op::{Equal, Greater, GreaterEqual, Less, LessEqual, NumberEqual};
        matches!(self, Less | LessEqual | Greater | GreaterEqual | NumberEqual | Equal)
    }
}

impl Insn {
    /// The global cell whose function the instruction calls.
    pub fn called_global(&self) -> Option<u32> {
        match *self {
            Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. } | Insn::EnterGlobal { g, .. } => Some(g),
            _ => None,
        }
    }

    /// Returns whether the instruction is a call in tail position.
    pub fn is_tail_call(&self) -> bool {
        use Insn::{EnterGlobal, EnterKnown, TailCall, TailGlobal, TailKnown};
        matches!(self, TailCall { .. } | TailGlobal { .. } | EnterGlobal { .. } | TailKnown { .. } | EnterKnown { .. })
    }

    /// Returns whether the instruction can stand in a copy of its function, with other registers: it has nothing to do
    /// with handlers or inner functions, and needs no other instruction beside it.
    pub fn is_copyable(&self) -> bool {
        let mut is_copyable = !self.has(Property::Bound) && !self.has(Property::Handler);
        let mut copy = *self;
        copy.each_field(&mut |_, field| {
            is_copyable &= match field {
                Field::Inner(_) => false,
                Field::Offset(off) => *off >= 0,
                _ => true,
            };
        });
        is_copyable
    }

    /// Returns whether the next instruction never follows this one.
    pub fn never_goes_on(&self) -> bool {
        self.has(Property::Ends) || self.has(Property::Returns)
    }

    /// The registers that the instruction writes, or those that it reads, of one that only writes registers.
    pub fn registers(mut self, written: bool) -> SmallVec<[Reg; 6]> {
        let mut found = SmallVec::new();
        self.each_field(&mut |_, field| match field {
            Field::Dest(&mut r) if written => found.push(r),
            Field::Source(&mut r) if !written => found.push(r),
            _ => {}
        });
        found
    }

    /// Returns the instruction with `d` as the register that it writes.
    pub fn with_result_in(mut self, d: Reg) -> Insn {
        self.each_field(&mut |_, field| {
            if let Field::Dest(r) = field {
                *r = d;
            }
        });
        self
    }

    /// Returns whether the instruction, which only writes registers, reads or writes this one.
    pub fn has_register(mut self, register: Reg) -> bool {
        let mut has = false;
        self.each_field(&mut |_, field| {
            has |= matches!(field, Field::Dest(&mut r) | Field::Source(&mut r) if r == register);
        });
        has
    }

    /// Returns whether one that reads `list` and writes `d` may come before the instruction as well as after it.
    pub fn may_follow(self, d: Reg, list: Reg) -> bool {
        match self {
            // A collection looks at the registers below `top`.
            Insn::Cons { d: pair, a, b, top } => ![pair, a, b].contains(&d) && pair != list && d < top,
            _ => {
                let is_plain = self.only_writes_registers() && !self.has(Property::Jumps);
                is_plain && !self.has_register(d) && !self.registers(true).contains(&list)
            }
        }
    }

    /// Returns the instruction that does what this one and `next` do, if there is one.
    pub fn joined(self, next: Insn) -> Option<Insn> {
        match (self, next) {
            (Insn::LoadNil { d }, Insn::Return { a }) if d == a => Some(Insn::ReturnNil),
            (Insn::LoadConst { d, k }, Insn::Return { a }) if d == a => Some(Insn::ReturnConst { k }),
            (Insn::Move { d, s }, Insn::Return { a }) if d == a => Some(Insn::Return { a: s }),
            (Insn::Move { d, s }, Insn::ReturnAdd { a, b }) => {
                let from = |r| if r == d { s } else { r };
                Some(Insn::ReturnAdd { a: from(a), b: from(b) })
            }
            // A collection looks at the registers below `top`.
            (Insn::Move { d, s }, Insn::ReturnCons { a, b, top }) if s < top => {
                let from = |r| if r == d { s } else { r };
                Some(Insn::ReturnCons { a: from(a), b: from(b), top })
            }
            (Insn::Move { d, s }, Insn::Jump { off }) => Some(Insn::MoveJump { d, s, off: off + 1 }),
            // The machine reads `c` before it stores the inner array.
            (Insn::ArrayRef { d: e, a, b }, Insn::ArrayRef { d, a: inner, b: c }) if e == inner && e != c => {
                Some(Insn::ArrayRefRef { d, e, a, b, c })
            }
            (Insn::Loop { off: 0 }, test) => test.entering(),
            (Insn::Car { d, a }, Insn::Car { d: d2, a: a2 }) => Some(Insn::CarCar { d, a, d2, a2 }),
            (Insn::Cdr { d, a }, Insn::Cdr { d: d2, a: a2 }) => Some(Insn::CdrCdr { d, a, d2, a2 }),
            (Insn::Cdr { d, a }, Insn::LoopNotNull { a: tested, off }) if tested == d => {
                Some(Insn::CdrLoopNotNull { d, a, off: off + 1 })
            }
            (Insn::Cdr { d, a }, Insn::LoopPair { a: tested, off }) if tested == d => {
                Some(Insn::CdrLoopPair { d, a, off: off + 1 })
            }
            (Insn::Cdr { d, a }, Insn::EnterNotNull { a: tested, off }) if tested == d => {
                Some(Insn::CdrEnterNotNull { d, a, off: i8::try_from(off).ok()? })
            }
            (Insn::Add { d, a, b }, Insn::JumpNumberEqual { a: x, b: y, off }) if (x == d) != (y == d) => {
                let off = i8::try_from(off + 1).ok()?;
                Some(Insn::AddJumpEqual { d, a, b, s: if x == d { y } else { x }, off })
            }
            (Insn::Sub { d, a, b }, Insn::JumpNumberEqual { a: x, b: y, off }) if (x == d) != (y == d) => {
                let off = i8::try_from(off + 1).ok()?;
                Some(Insn::SubJumpEqual { d, a, b, s: if x == d { y } else { x }, off })
            }
            (Insn::AddInt { d, a, left: false, i: step }, test) => {
                let step = i8::try_from(step).ok()?;
                let near = |tested: Reg, off: Offset| i8::try_from(off).ok().filter(|_| tested == d);
                Some(match test {
                    Insn::EnterLessInt { a: x, i, off } => Insn::AddEnterLessInt { d, a, step, i, off: near(x, off)? },
                    Insn::EnterNotEqualInt { a: x, i, off } => {
                        Insn::AddEnterNotEqualInt { d, a, step, i, off: near(x, off)? }
                    }
                    _ => return None,
                })
            }
            _ => None,
        }
    }

    /// Returns the instruction that counts a tick and makes this test, if there is one: in the place before it.
    pub fn entering(self) -> Option<Insn> {
        use Insn::{EnterLessInt, EnterNotEqual, EnterNotEqualInt, EnterNotFalse, EnterNotLess};
        use Insn::{EnterNotNull, EnterNotPair, EnterNull};
        let mut test = self;
        let off = *test.offset_mut()? + 1;
        Some(match self {
            Insn::JumpNull { a, .. } => EnterNull { a, off },
            Insn::JumpNotNull { a, .. } => EnterNotNull { a, off },
            Insn::JumpNotPair { a, .. } => EnterNotPair { a, off },
            Insn::JumpNotFalse { a, .. } => EnterNotFalse { a, off },
            Insn::JumpNotLess { a, b, .. } => EnterNotLess { a, b, off },
            Insn::JumpLessEqual { a, b, .. } => EnterNotLess { a: b, b: a, off },
            Insn::JumpNotNumberEqual { a, b, .. } | Insn::JumpNotEqual { a, b, .. } => EnterNotEqual { a, b, off },
            Insn::JumpLessInt { a, i, .. } | Insn::JumpNotGreaterEqualInt { a, i, .. } => EnterLessInt { a, i, off },
            Insn::JumpLessEqualInt { a, i, .. } | Insn::JumpNotGreaterInt { a, i, .. } => {
                EnterLessInt { a, i: i.checked_add(1)?, off }
            }
            Insn::JumpNotNumberEqualInt { a, i, .. } | Insn::JumpNotEqualInt { a, i, .. } => {
                EnterNotEqualInt { a, i, off }
            }
            _ => return None,
        })
    }

    /// Returns the instruction that does only its own part, for one that a copy of a function may have from
    /// [`Insn::joined`].
    pub fn apart(self) -> Insn {
        match self {
            Insn::MoveJump { d, s, .. } => Insn::Move { d, s },
            Insn::ArrayRefRef { e, a, b, .. } => Insn::ArrayRef { d: e, a, b },
            Insn::CarCar { d, a, .. } => Insn::Car { d, a },
            Insn::CdrCdr { d, a, .. } => Insn::Cdr { d, a },
            Insn::AddJumpEqual { d, a, b, .. } => Insn::Add { d, a, b },
            Insn::SubJumpEqual { d, a, b, .. } => Insn::Sub { d, a, b },
            other => other,
        }
    }

    /// Returns the instruction that computes the sum that this one does and ends the iteration as `end`, if there is one.
    /// Between the two are the `plain` instructions of this one.
    pub fn counting_with(self, end: Insn, plain: Offset) -> Option<Insn> {
        let (Insn::CountLess { a: n, b, i: 1, off } | Insn::CountNotEqual { a: n, b, i: 1, off }) = end else {
            return None;
        };
        let off = i8::try_from(off + 1 + plain).ok()?;
        match (self, end) {
            (Insn::Add { d, a, b: s }, Insn::CountLess { .. }) => Some(Insn::AddCountLess { d, a, s, n, b, off }),
            (Insn::Add { d, a, b: s }, _) => Some(Insn::AddCountNotEqual { d, a, s, n, b, off }),
            (Insn::MulAdd { d, a, b: s, c }, Insn::CountLess { .. }) => {
                Some(Insn::MulAddCountLess { d, a, s, c, n, b, off })
            }
            (Insn::MulAdd { d, a, b: s, c }, _) => Some(Insn::MulAddCountNotEqual { d, a, s, c, n, b, off }),
            _ => None,
        }
    }

    /// Returns the instruction that would read what this one has just stored in a box.
    pub fn reads_back(self) -> Option<Insn> {
        match self {
            Insn::SetBox { a, s } if a != s => Some(Insn::GetBox { d: s, a }),
            Insn::SetCaptureBox { c, k, s } if c != s => Some(Insn::GetCaptureBox { d: s, c, k }),
            _ => None,
        }
    }

    /// Returns the register that the instruction adds a number to, if it is one that does.
    pub fn counter(self) -> Option<Reg> {
        match self {
            Insn::AddInt { d, a, .. } if d == a => Some(d),
            Insn::Add { d, a, b } if d == a || d == b => Some(d),
            _ => None,
        }
    }

    /// Returns the instruction that adds a number to a register as `self` does, and jumps back as `back` does, if
    /// there is one.
    pub fn counting(self, back: Insn) -> Option<Insn> {
        use Insn::{
            CountGreater, CountGreaterEqual, CountLess, CountLessEqual, CountNotEqual, LoopLess, LoopLessEqual,
            LoopNotEqual, LoopNotLess, LoopNotLessEqual, LoopNotNumberEqual, StepLess, StepLessEqual,
        };
        let d = self.counter()?;
        let (x, y) = match back {
            LoopLess { a, b, .. }
            | LoopNotLess { a, b, .. }
            | LoopLessEqual { a, b, .. }
            | LoopNotLessEqual { a, b, .. }
            | LoopNotNumberEqual { a, b, .. }
            | LoopNotEqual { a, b, .. } => (a, b),
            _ => return None,
        };
        let (b, is_left) = match (x == d, y == d) {
            (true, false) => (y, true),
            (false, true) => (x, false),
            _ => return None,
        };
        let (a, off) = (d, 0);
        let i = match self {
            Insn::Add { a: x, b: y, .. } => {
                let s = if x == d { y } else { x };
                return match (back, is_left) {
                    (LoopLess { .. }, true) | (LoopNotLessEqual { .. }, false) => Some(StepLess { a, s, b, off }),
                    (LoopLessEqual { .. }, true) | (LoopNotLess { .. }, false) => Some(StepLessEqual { a, s, b, off }),
                    _ => None,
                };
            }
            Insn::AddInt { i, .. } => i8::try_from(i).ok()?,
            _ => return None,
        };
        Some(match (back, is_left) {
            (LoopLess { .. }, true) | (LoopNotLessEqual { .. }, false) => CountLess { a, b, i, off },
            (LoopLess { .. }, false) | (LoopNotLessEqual { .. }, true) => CountGreater { a, b, i, off },
            (LoopLessEqual { .. }, true) | (LoopNotLess { .. }, false) => CountLessEqual { a, b, i, off },
            (LoopLessEqual { .. }, false) | (LoopNotLess { .. }, true) => CountGreaterEqual { a, b, i, off },
            _ => CountNotEqual { a, b, i, off },
        })
    }

    /// Returns the field that holds the distance of a jump.
    pub fn offset_mut(&mut self) -> Option<&mut Offset> {
        let mut found = None;
        self.each_field(&mut |_, field| {
            if let Field::Offset(offset) = field {
                found = Some(offset);
            }
        });
        found
    }
}
