//! Registers of frames that have no value yet.
//!
//! A call takes its window from the stack as earlier calls have left it, and a function writes its registers when it
//! needs them. Until then they may refer to anything, for instance to an earlier continuation. A captured frame would
//! keep that alive, and that one another, without end.

use std::ops::Range;

use super::insn::{Field, Insn, Property, Reg};
use crate::value::Value;

/// The instructions of a function that write a register first.
#[derive(Clone, Debug)]
pub(super) struct WrittenRegisters {
    /// Registers that a call writes: the return address, the parameters, the closure.
    given: usize,
    /// For each register, the position of the first instruction that writes it.
    first: Vec<usize>,
    /// Instructions that may be executed after one of them with a greater position, in ascending order.
    loops: Vec<Range<usize>>,
}

impl WrittenRegisters {
    /// Looks at the instructions of a function, of which calls write so many registers beside the return address.
    pub fn new(insns: &[Insn], given: usize) -> WrittenRegisters {
        let (mut first, mut loops) = (Vec::new(), Vec::<Range<usize>>::new());
        for (i, &insn) in insns.iter().enumerate() {
            each_written(insn, &mut |r| {
                if first.len() <= r.into() {
                    first.resize(usize::from(r) + 1, usize::MAX);
                }
                if let Some(first) = first.get_mut(usize::from(r)) {
                    *first = i.min(*first);
                }
            });
            let Some(mut head) = jump_back(insn).map(|distance| (i + 1).saturating_sub(distance)) else { continue };
            while let Some(inner) = loops.pop_if(|inner| inner.end > head) {
                head = head.min(inner.start);
            }
            loops.push(head..i + 1);
        }
        WrittenRegisters { given: 1 + given, first, loops }
    }

    /// Clears the registers of a frame that nothing has written before the instruction at `position`.
    pub fn clear_others(&self, position: usize, frame: &mut [Value]) {
        let around = self.loops.get(self.loops.partition_point(|around| around.end <= position));
        let executed = around.filter(|around| around.start < position).map_or(position, |around| around.end);
        for (r, register) in frame.iter_mut().enumerate().skip(self.given) {
            if self.first.get(r).is_none_or(|&first| first >= executed) {
                *register = Value::NIL;
            }
        }
    }
}

/// Shows `f` the registers that an instruction writes, now or when a throw comes to the handler that it makes.
fn each_written(mut insn: Insn, f: &mut dyn FnMut(Reg)) {
    let makes_handler = insn.has(Property::Handler);
    insn.each_field(&mut |_, field| match field {
        Field::Dest(&mut r) | Field::Changed(&mut r) | Field::Window(&mut r) => f(r),
        Field::Source(&mut r) if makes_handler => {
            f(r);
            f(r.saturating_add(1));
        }
        _ => {}
    });
}

/// Returns the distance of a jump backward, from the instruction after it.
fn jump_back(mut insn: Insn) -> Option<usize> {
    let mut distance = 0;
    insn.each_field(&mut |_, field| match field {
        Field::Offset(&mut offset) => distance = offset,
        Field::Near(&mut offset) => distance = offset.into(),
        _ => {}
    });
    (distance < 0).then_some(distance.unsigned_abs() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the registers that are cleared in a frame of six, of which a call writes the first two.
    fn cleared(insns: &[Insn], position: usize) -> Vec<usize> {
        let mut frame = [Value::T; 6];
        WrittenRegisters::new(insns, 1).clear_others(position, &mut frame);
        (0..6).filter(|&r| frame[r].is_nil()).collect()
    }

    #[test]
    fn only_unwritten_registers_are_cleared() {
        let insns = [
            Insn::LoadNil { d: 3 },
            Insn::PushCatch { a: 4, off: 1 },
            Insn::Call { a: 6, n: 0, s: 6, f: 1 },
            Insn::LoadNil { d: 2 },
        ];
        assert_eq!(cleared(&insns, 1), [2, 4, 5]);
        assert_eq!(cleared(&insns, 3), [2]);
        assert_eq!(cleared(&insns, 4), [0; 0]);
    }

    #[test]
    fn iterations_write_what_comes_later() {
        let insns = [
            Insn::LoadNil { d: 2 },
            Insn::LoadNil { d: 3 },
            Insn::JumpNil { a: 3, off: -2 },
            Insn::LoadNil { d: 4 },
            Insn::Loop { off: -4 },
            Insn::LoadNil { d: 5 },
        ];
        // Before the loops, in the inner one, in the outer one, after them.
        let of = |position| cleared(&insns, position);
        assert_eq!([of(0), of(2), of(3), of(5)], [vec![2, 3, 4, 5], vec![5], vec![5], vec![5]]);
    }
}
