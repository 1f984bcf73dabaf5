//! The instruction set.

use std::num::NonZeroU32;

use crate::value::Kind;

/// A register of the current window. Register 0 holds the return address, the parameters follow from 1.
pub(crate) type Reg = u8;

/// Distance of a jump, from the instruction after the jump.
pub(crate) type Offset = i32;

/// One instruction: 8 bytes, fields typed, no decoding by hand.
///
/// `d` is the destination register, `a b` sources, `s` a stored register, `i` an immediate, `g` a global
/// cell, `k` a constant, `top` the first register that holds nothing live (what a collection need not look at).
#[rustfmt::skip] // one line for each instruction
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Insn {
    /// The bottom of a run, or of what of it is on the stack: the result is in register 0.
    Halt,
    /// Never reached by correct code: what unused code room is filled with.
    Trap,

    Move { d: Reg, s: Reg },
    Move2 { d: Reg, s: Reg, d2: Reg, s2: Reg },
    LoadInt { d: Reg, i: i32 },
    LoadConst { d: Reg, k: u32 },
    LoadNil { d: Reg },
    LoadTrue { d: Reg },

    GetGlobal { d: Reg, g: u32 },
    SetGlobal { s: Reg, g: u32 },
    /// Capture `k` of the closure in register `c`.
    GetCapture { d: Reg, c: Reg, k: u8 },
    SetCapture { c: Reg, k: u8, s: Reg },
    /// Contents of the box that is capture `k`.
    GetCaptureBox { d: Reg, c: Reg, k: u8 },
    SetCaptureBox { c: Reg, k: u8, s: Reg },
    MakeBox { d: Reg, s: Reg, top: Reg },
    GetBox { d: Reg, a: Reg },
    SetBox { a: Reg, s: Reg },
    /// A closure of function `f` over registers `a..a+n`.
    MakeClosure { d: Reg, a: Reg, n: u8, f: u32 },

    Add { d: Reg, a: Reg, b: Reg },
    Sub { d: Reg, a: Reg, b: Reg },
    Mul { d: Reg, a: Reg, b: Reg },
    Div { d: Reg, a: Reg, b: Reg },
    /// `left`: the constant was written on the left.
    AddInt { d: Reg, a: Reg, left: bool, i: i32 },
    MulInt { d: Reg, a: Reg, left: bool, i: i32 },
    /// With a constant that is a (self-tagged) float.
    AddFloat { d: Reg, a: Reg, k: u32 },
    SubFloat { d: Reg, a: Reg, k: u32 },
    MulFloat { d: Reg, a: Reg, k: u32 },
    /// `a * b + c`, rounded twice.
    MulAdd { d: Reg, a: Reg, b: Reg, c: Reg },
    Neg { d: Reg, a: Reg },
    Quotient { d: Reg, a: Reg, b: Reg },
    Remainder { d: Reg, a: Reg, b: Reg },
    Modulo { d: Reg, a: Reg, b: Reg },
    /// Modulo a positive constant, given as its tagged word.
    ModuloInt { d: Reg, a: Reg, m: NonZeroU32 },
    /// The floor of the exact quotient.
    ///
    /// `quotient`: it was written as the floor of a division, which rounds floats twice.
    FloorDiv { d: Reg, a: Reg, b: Reg, quotient: bool },
    FloorDivInt { d: Reg, a: Reg, quotient: bool, i: i32 },
    BitAnd { d: Reg, a: Reg, b: Reg },
    BitOr { d: Reg, a: Reg, b: Reg },
    BitXor { d: Reg, a: Reg, b: Reg },

    Less { d: Reg, a: Reg, b: Reg },
    LessEqual { d: Reg, a: Reg, b: Reg },
    Equal { d: Reg, a: Reg, b: Reg },
    /// Identity: the same word.
    Same { d: Reg, a: Reg, b: Reg },
    Not { d: Reg, a: Reg },
    /// Is it the value that is false where falsehood is a value of its own? Yields a truth value of that kind.
    IsFalse { d: Reg, a: Reg },
    /// Is it the empty list? Likewise.
    IsNull { d: Reg, a: Reg },
    /// Makes nil in `d`, the core's truth value, the value that is false elsewhere.
    NilToFalse { d: Reg },
    IsPair { d: Reg, a: Reg },
    /// Is the value among these kinds?
    IsKind { d: Reg, a: Reg, kind: Kind },

    Jump { off: Offset },
    /// A backward jump: counts a tick.
    Loop { off: Offset },
    /// By the core's truth: nil and the value that is false elsewhere are false.
    JumpNil { a: Reg, off: Offset },
    JumpTrue { a: Reg, off: Offset },
    /// By the truth of a dialect where one other value is false.
    JumpFalse { a: Reg, off: Offset },
    JumpNotFalse { a: Reg, off: Offset },
    /// By whether it is the empty list.
    JumpNull { a: Reg, off: Offset },
    JumpNotNull { a: Reg, off: Offset },
    JumpPair { a: Reg, off: Offset },
    JumpNotPair { a: Reg, off: Offset },
    JumpKind { a: Reg, kind: Kind, off: Offset },
    JumpNotKind { a: Reg, kind: Kind, off: Offset },
    JumpSupplied { a: Reg, off: Offset },
    JumpLess { a: Reg, b: Reg, off: Offset },
    JumpNotLess { a: Reg, b: Reg, off: Offset },
    JumpLessEqual { a: Reg, b: Reg, off: Offset },
    JumpNotLessEqual { a: Reg, b: Reg, off: Offset },
    JumpEqual { a: Reg, b: Reg, off: Offset },
    JumpNotEqual { a: Reg, b: Reg, off: Offset },
    JumpSame { a: Reg, b: Reg, off: Offset },
    JumpNotSame { a: Reg, b: Reg, off: Offset },
    JumpLessInt { a: Reg, i: i16, off: Offset },
    JumpNotLessInt { a: Reg, i: i16, off: Offset },
    JumpLessEqualInt { a: Reg, i: i16, off: Offset },
    JumpNotLessEqualInt { a: Reg, i: i16, off: Offset },
    JumpGreaterInt { a: Reg, i: i16, off: Offset },
    JumpNotGreaterInt { a: Reg, i: i16, off: Offset },
    JumpGreaterEqualInt { a: Reg, i: i16, off: Offset },
    JumpNotGreaterEqualInt { a: Reg, i: i16, off: Offset },
    JumpEqualInt { a: Reg, i: i16, off: Offset },
    JumpNotEqualInt { a: Reg, i: i16, off: Offset },
    /// Backward jumps that test whether a loop goes on.
    LoopLess { a: Reg, b: Reg, off: Offset },
    LoopNotLess { a: Reg, b: Reg, off: Offset },
    LoopLessEqual { a: Reg, b: Reg, off: Offset },
    LoopNotLessEqual { a: Reg, b: Reg, off: Offset },
    LoopEqual { a: Reg, b: Reg, off: Offset },
    LoopNotEqual { a: Reg, b: Reg, off: Offset },
    LoopTrue { a: Reg, off: Offset },
    LoopNil { a: Reg, off: Offset },
    LoopFalse { a: Reg, off: Offset },
    LoopNotFalse { a: Reg, off: Offset },
    LoopNull { a: Reg, off: Offset },
    LoopNotNull { a: Reg, off: Offset },
    /// `dotimes`: count register `a` up; go back while it is below `b`.
    CountLess { a: Reg, b: Reg, off: Offset },
    CountLessInt { a: Reg, i: i16, off: Offset },
    /// `dolist`: take the next element of the list in `a` into `d`, or jump.
    Next { d: Reg, a: Reg, off: Offset },
    /// The same where a turn ends: take the next element and go back, or go on.
    LoopNext { d: Reg, a: Reg, off: Offset },

    Cons { d: Reg, a: Reg, b: Reg, top: Reg },
    /// A list of registers `a..a+n`.
    List { d: Reg, a: Reg, n: u8 },
    Car { d: Reg, a: Reg },
    Cdr { d: Reg, a: Reg },
    Cadr { d: Reg, a: Reg },
    Cddr { d: Reg, a: Reg },
    Caar { d: Reg, a: Reg },

    ArrayRef { d: Reg, a: Reg, b: Reg },
    ArraySet { a: Reg, b: Reg, s: Reg },
    ArrayRef2 { d: Reg, a: Reg, b: Reg, c: Reg },
    ArraySet2 { a: Reg, b: Reg, c: Reg, s: Reg },

    /// Field number `index` of a record of type `t`.
    RecordRef { d: Reg, a: Reg, index: u8, t: u32 },
    RecordSet { a: Reg, s: Reg, index: u8, t: u32 },
    /// Is this a record of type `t`?
    IsRecord { d: Reg, a: Reg, t: u32 },
    /// A record of type `t` with registers `a..a+n` as its fields.
    MakeRecord { d: Reg, a: Reg, n: u8, t: u32 },

    /// Call the global function `g`: arguments in `a+1..=a+n`, result in `a`.
    CallGlobal { a: Reg, n: u8, g: u32 },
    TailGlobal { a: Reg, n: u8, g: u32 },
    /// Call the function in register `a`.
    Call { a: Reg, n: u8 },
    TailCall { a: Reg, n: u8 },
    Return { a: Reg },
    ReturnNil,
    /// Return the core's truth value in `a` as one of a dialect where falsehood is a value of its own.
    ReturnBoolean { a: Reg },
    ReturnConst { k: u32 },
    ReturnAdd { a: Reg, b: Reg },
    /// Return `s` if `a` is less than `i`.
    ReturnIfLessInt { a: Reg, i: i16, s: Reg },

    /// Catch what is thrown to the tag in `a`; the value arrives in `a`, at `off`.
    PushCatch { a: Reg, off: Offset },
    /// Likewise, but tag and value arrive in `a` and `a+1`.
    PushHandler { a: Reg, off: Offset },
    /// Everything thrown past here stops at `off`, tag and value in `a` and `a+1`; [`Insn::Rethrow`] sends it on.
    PushCleanup { a: Reg, off: Offset },
    PopHandler { n: u8 },
    Throw { a: Reg, b: Reg },
    Rethrow { a: Reg },

    /// `defproc`: the function in `s` becomes the value of cell `g`, or a method of the generic function there.
    Define { s: Reg, g: u32 },
}

const _: () = assert!(size_of::<Insn>() == 8);
