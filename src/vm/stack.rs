//! Room on the stack: for the windows of calls, and no more of it than the limit on depth allows.

use super::Vm;
use super::slow_paths::WINDOW;
use crate::bytecode::Insn;
use crate::fault::{Limit, Result};
use crate::value::Value;

impl Vm {
    /// Makes room for a window at `base`, for a call whose function and arguments are not in registers yet.
    #[inline]
    pub(super) fn ensure_window_for(&mut self, base: usize, f: Value, args: &[Value]) -> Result<()> {
        if self.fiber.has_window(base) {
            return Ok(());
        }
        self.rooted(args, |vm| vm.rooted(&[f], |vm| vm.ensure_window(base)))
    }

    /// Makes room for a window at `base`. What the window holds already is kept.
    #[inline]
    pub(super) fn ensure_window(&mut self, base: usize) -> Result<()> {
        if self.fiber.has_window(base) { Ok(()) } else { self.make_window(base) }
    }

    #[inline(never)]
    fn make_window(&mut self, base: usize) -> Result<()> {
        // Not where the stack only grows: whether it has done so before must make no difference to what is paid.
        if base + WINDOW > self.fiber.usable {
            self.count_depth(base)?;
        }
        let needed = base + WINDOW;
        if needed > self.fiber.stack.len() {
            let new_len = (self.fiber.stack.len() + self.fiber.stack.len() / 2).max(needed + WINDOW);
            let extra = new_len - self.fiber.stack.len();
            let bytes = extra * size_of::<Value>();
            if self.program.rt.heap.reserve(bytes).is_err() {
                // A collection may make room, if there is memory that the program no longer needs.
                self.collect(base + WINDOW, &[])?;
                self.program.rt.heap.reserve(bytes)?;
            }
            if self.fiber.stack.try_reserve_exact(extra).is_err() {
                return Err(Limit::Memory.into());
            }
            self.fiber.stack.resize(new_len, Value::ZERO);
            self.account()?;
        }
        if self.max_depth.is_none() {
            self.fiber.usable = self.fiber.stack.len();
        }
        Ok(())
    }

    /// Enforces the depth limit, before a frame at `next` is entered. Frames are counted only when the usable part of
    /// the stack is used up; each takes at least one slot, so the next count comes before the limit can be passed.
    fn count_depth(&mut self, next: usize) -> Result<()> {
        let Some(limit) = self.max_depth else { return Ok(()) };
        let on_stack = self.fiber.run.stack_frames(&self.fiber.stack).count();
        let depth = on_stack + self.fiber.run.calls_below + self.fiber.calls_outside();
        self.program.rt.charge(on_stack / 16)?;
        if depth >= limit {
            return Err(Limit::Depth.into());
        }
        self.fiber.usable = next.max(self.fiber.run.base.saturating_add(limit - depth)).saturating_add(WINDOW);
        Ok(())
    }

    /// Returns the position up to which the stack may be used before frames are counted again. Below `bottom`, `calls`
    /// are under way; there is nothing above it.
    pub(super) fn usable_from(&self, bottom: usize, calls: usize) -> usize {
        match self.max_depth {
            None => self.fiber.stack.len(),
            // Each frame takes a slot at least.
            Some(limit) if self.fiber.suspended.is_empty() => {
                bottom.saturating_add(limit.saturating_sub(calls + 1)).saturating_add(WINDOW)
            }
            Some(_) => bottom + WINDOW,
        }
    }

    pub(super) fn grow(&mut self) -> Result<()> {
        if self.fiber.handlers.len() == self.fiber.handlers.capacity() {
            self.reserve_handlers(1)?;
        }
        // The call that needs a window has not moved the base yet.
        let next = match self.program.code.insns.get(self.fiber.run.pc) {
            Some(Insn::CallGlobal { a, .. } | Insn::Call { a, .. }) => usize::from(*a),
            _ => 0,
        };
        self.ensure_window(self.fiber.run.base + next)
    }
}
