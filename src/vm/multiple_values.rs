//! Multiple values where a form that gives several gives only the first of them to whoever asks for one.
//!
//! Nothing is done where one value is taken: the function that has several to give looks at what the code after its
//! call does with the result. If that returns it, the caller is looked at in the same way; if a form takes it that
//! takes several, or a run ends with it, all are given, else the first. So only programs that use several values pay
//! for them.

use super::Vm;
use super::controls::Next;
use crate::bytecode::{HALT, Insn, Reg};
use crate::fault::{Result, internal};
use crate::object::Object;
use crate::object::continuation::{Handler, HandlerKind, frame_distance, return_address};
use crate::value::{Kind, Value};

/// The native that takes all values of its argument.
const TAKER: &str = "%values->list";

/// Instructions looked at for one tick.
const STEPS_PER_TICK: usize = 16;

impl Vm {
    /// Gives values to the caller of a native that was called with `arguments` arguments.
    pub(crate) fn give(&mut self, arguments: usize, values: &[Value]) -> Result<Next> {
        if let [one] = values {
            return Ok(Next::Return(*one));
        }
        if !self.takes_several(arguments)? {
            return Ok(Next::Return(values.first().copied().unwrap_or(Value::NIL)));
        }
        self.program.rt.heap.reserve(size_of_val(values))?;
        self.program.rt.heap.object(Object::Values(values.into())).map(Next::Return)
    }

    /// Returns whether the code that waits for the native takes several values. The result goes to the register below
    /// the native's arguments.
    pub(crate) fn takes_several(&mut self, arguments: usize) -> Result<bool> {
        let result =
            self.fiber.run.top.checked_sub(self.fiber.run.base + 1 + arguments).and_then(|r| Reg::try_from(r).ok());
        let Some(mut r) = result else { return internal("a native without a result") };
        let (mut pc, mut base) = (self.fiber.run.pc, self.fiber.run.base);
        // The register that was loaded last, and what with: the tag of the block that a `return-from` leaves.
        let mut loaded = (0, Value::NIL);
        let mut steps = 0;
        loop {
            steps += 1;
            if steps % STEPS_PER_TICK == 0 {
                self.program.rt.charge(1)?;
            }
            if pc == HALT {
                return Ok(true);
            }
            match self.program.code.insns.get(pc) {
                Some(&Insn::Return { a }) if a == r => {
                    let info = self.fiber.stack.get(base).copied().unwrap_or(Value::ZERO);
                    let distance = if info.is_fixnum() { frame_distance(info) } else { 0 };
                    if distance == 0 || distance > base {
                        return Ok(true);
                    }
                    pc = return_address(info);
                    base -= distance;
                    r = distance as Reg;
                }
                // A register that is moved to itself says that a variable takes one value.
                Some(&Insn::Move { d, s }) if s == r && d != r => {
                    r = d;
                    pc += 1;
                }
                Some(&Insn::Move2 { d, s, d2, s2 }) if s == r || s2 == r => {
                    for (d, s) in [(d, s), (d2, s2)] {
                        if d == r {
                            return Ok(false);
                        }
                        r = if s == r { d } else { r };
                    }
                    pc += 1;
                }
                Some(&Insn::Move { d, s }) if d != r => {
                    loaded = (d, self.fiber.stack.get(base + usize::from(s)).copied().unwrap_or(Value::NIL));
                    pc += 1;
                }
                Some(&Insn::GetCapture { d, c, k }) if d != r => {
                    let closure = self.fiber.stack.get(base + usize::from(c)).copied().unwrap_or(Value::NIL);
                    if !closure.is(Kind::CLOSURE) {
                        return Ok(false);
                    }
                    loaded = (d, self.program.rt.heap.word(closure, usize::from(k)));
                    pc += 1;
                }
                Some(&Insn::Throw { a, b }) if b == r => {
                    let in_register = self.fiber.stack.get(base + usize::from(a)).copied().unwrap_or(Value::NIL);
                    let tag = if a == loaded.0 { loaded.1 } else { in_register };
                    let waits = |h: &&Handler| h.kind == HandlerKind::Catch && h.tag == tag;
                    let own = self.fiber.handlers.get(self.fiber.run.handler_floor..).unwrap_or_default();
                    let Some(h) = own.iter().rev().find(waits) else { return Ok(false) };
                    (pc, base, r) = (h.pc, h.base, h.a);
                }
                Some(&Insn::Jump { off }) => pc = target(pc, off),
                Some(Insn::PopHandler { .. }) => pc += 1,
                Some(Insn::LoadNil { .. }) => match self.after_cleanup(pc, r)? {
                    Some(after) => pc = after,
                    None => return Ok(false),
                },
                Some(&Insn::Call { a, n: 1 } | &Insn::TailCall { a, n: 1 }) => {
                    let f = self.fiber.stack.get(base + usize::from(a)).copied().unwrap_or(Value::NIL);
                    return Ok(a.wrapping_add(1) == r && f.is(Kind::NATIVE) && self.program.native_name(f) == TAKER);
                }
                _ => return Ok(false),
            }
        }
    }

    /// Returns the position at which the value in `r` goes on after the cleanup of an `unwind-protect`. It is the value
    /// of that form if `pc` is where the cleanup begins.
    fn after_cleanup(&mut self, pc: usize, r: Reg) -> Result<Option<usize>> {
        let (Some(Insn::LoadNil { .. }), Some(&Insn::Jump { off })) =
            (self.program.code.insns.get(pc + 1), self.program.code.insns.get(pc + 2))
        else {
            return Ok(None);
        };
        let start = target(pc + 2, off);
        let owner = self.program.code.owner_number(pc);
        let mut at = start;
        while self.program.code.owner_number(at) == owner {
            if matches!(self.program.code.insns.get(at), Some(&Insn::Rethrow { a }) if a == r) {
                return Ok(Some(at + 1));
            }
            at += 1;
            if (at - start).is_multiple_of(STEPS_PER_TICK) {
                self.program.rt.charge(1)?;
            }
        }
        Ok(None)
    }
}

fn target(pc: usize, off: i32) -> usize {
    (pc + 1).wrapping_add_signed(off as isize)
}
