//! Storage of handlers: a vector has those of frames on the stack, the segments have those of frames on the heap.

use super::Vm;
use crate::fault::{Limit, Res};
use crate::object::continuation::{Handler, HandlerKind, Link};
use crate::value::Value;

/// The place of a handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HandlerPlace {
    Stack(usize),
    Segment(Value, usize),
}

impl Vm {
    /// Of the current run.
    pub(super) fn innermost_handler(&self) -> Option<(HandlerPlace, Handler)> {
        if self.fiber.handlers.len() > self.fiber.run.handler_floor {
            let place = HandlerPlace::Stack(self.fiber.handlers.len() - 1);
            return self.handler_at(place).map(|h| (place, h));
        }
        self.innermost_handler_in(self.fiber.run.rest)
    }

    /// Of any run of the fiber.
    pub(super) fn innermost_handler_of(&self, run: usize) -> Option<(HandlerPlace, Handler)> {
        let (handlers, rest) = self.fiber.handlers_of(run)?;
        if handlers.is_empty() {
            return self.innermost_handler_in(rest);
        }
        let place = HandlerPlace::Stack(handlers.end - 1);
        self.handler_at(place).map(|h| (place, h))
    }

    pub(super) fn innermost_handler_in(&self, link: Link) -> Option<(HandlerPlace, Handler)> {
        let link = self.nearest_handled(link);
        let handlers = self.segment(link.segment)?.handlers_below(link.at);
        let i = handlers.len().checked_sub(1)?;
        Some((HandlerPlace::Segment(link.segment, i), *handlers.get(i)?))
    }

    /// The first of the segments from `link` on that has handlers.
    pub(super) fn nearest_handled(&self, link: Link) -> Link {
        match self.segment(link.segment) {
            Some(s) if s.handlers_below(link.at).is_empty() => s.handled,
            Some(_) => link,
            None => Link::NONE,
        }
    }

    pub(super) fn handler_at(&self, place: HandlerPlace) -> Option<Handler> {
        match place {
            HandlerPlace::Stack(i) => self.fiber.handlers.get(i).copied(),
            HandlerPlace::Segment(segment, i) => self.segment(segment)?.handler(i).copied(),
        }
    }

    /// The handler around the one at `place`, of the same run.
    pub(super) fn next_handler(&self, place: HandlerPlace) -> Option<(HandlerPlace, Handler)> {
        match place {
            HandlerPlace::Stack(i) => {
                let (floor, rest) = self.run_of(i);
                if i > floor {
                    let place = HandlerPlace::Stack(i - 1);
                    return self.handler_at(place).map(|h| (place, h));
                }
                self.innermost_handler_in(rest)
            }
            HandlerPlace::Segment(segment, i) => match i.checked_sub(1) {
                Some(outer) => {
                    let place = HandlerPlace::Segment(segment, outer);
                    self.handler_at(place).map(|h| (place, h))
                }
                None => self.innermost_handler_in(self.segment(segment)?.handled),
            },
        }
    }

    /// Returns the position of the first handler of the run that handler `i` belongs to, and the run's frames on the
    /// heap.
    fn run_of(&self, i: usize) -> (usize, Link) {
        let run = self.runs().find(|run| run.handler_floor <= i).unwrap_or(&self.fiber.run);
        (run.handler_floor, run.rest)
    }

    /// The frame of the handler at `place` becomes the current one; that handler, and what lies inside, is no more.
    pub(super) fn leave_to(&mut self, place: HandlerPlace) -> Res<()> {
        match place {
            HandlerPlace::Stack(i) => {
                if let Some(h) = self.fiber.handlers.get(i) {
                    self.fiber.run.base = h.base;
                }
                self.fiber.handlers.truncate(i);
                Ok(())
            }
            HandlerPlace::Segment(segment, i) => self.leave_to_segment(segment, i),
        }
    }

    /// Puts handlers of frames that come back to the stack on top of the others.
    pub(super) fn push_handlers(&mut self, more: &[Handler]) -> Res<()> {
        self.fiber.passing = None;
        if self.fiber.handlers.capacity() - self.fiber.handlers.len() < more.len() {
            self.reserve_handlers(more.len())?;
        }
        for h in more {
            if h.kind == HandlerKind::Binding {
                self.note_binding()?;
            }
            self.fiber.handlers.push(*h);
        }
        Ok(())
    }

    /// Gives numbers to those handlers of the run on the stack that have none; returns a number that none has yet.
    pub(super) fn number_handlers(&mut self) -> u32 {
        for h in self.fiber.handlers.get_mut(self.fiber.run.handler_floor..).unwrap_or(&mut []) {
            if h.number == 0 {
                h.number = self.handler_numbers;
                self.handler_numbers = self.handler_numbers.wrapping_add(1).max(1);
            }
        }
        self.handler_numbers
    }

    /// Returns whether the handler at `place` existed when `number` was the next to be given.
    pub(super) fn is_older(&self, place: HandlerPlace, number: u32) -> bool {
        let outer_run = matches!(place, HandlerPlace::Stack(i) if i < self.fiber.run.handler_floor);
        outer_run || self.handler_at(place).is_some_and(|h| h.number != 0 && h.number < number)
    }

    /// Makes room for `more` handlers at least.
    pub(super) fn reserve_handlers(&mut self, more: usize) -> Res<()> {
        let extra = self.fiber.handlers.len().max(32).max(more);
        self.rt.heap.reserve(extra * size_of::<Handler>())?;
        if self.fiber.handlers.try_reserve_exact(extra).is_err() {
            return Err(Limit::Memory.into());
        }
        self.account()
    }

    /// Executes [`Insn::PushBinding`](crate::bytecode::Insn).
    pub(super) fn push_binding(&mut self, a: u8, off: i32) -> Res<()> {
        if self.fiber.handlers.len() == self.fiber.handlers.capacity() {
            self.reserve_handlers(1)?;
        }
        self.note_binding()?;
        let (kind, base) = (HandlerKind::Binding, self.fiber.run.base);
        let pc = self.fiber.run.pc.wrapping_add(off as isize as usize);
        self.fiber.handlers.push(Handler { kind, number: 0, tag: Value::NIL, pc, base, a });
        Ok(())
    }

    /// Keeps the position of the handler that is pushed next, a binding.
    fn note_binding(&mut self) -> Res<()> {
        let position = self.fiber.handlers.len() as u32;
        let outer = self.fiber.bindings.partition_point(|&p| p < position);
        self.fiber.bindings.truncate(outer);
        if self.fiber.bindings.len() == self.fiber.bindings.capacity() {
            self.reserve_bindings()?;
        }
        self.fiber.bindings.push(position);
        Ok(())
    }

    fn reserve_bindings(&mut self) -> Res<()> {
        let extra = self.fiber.bindings.len().max(32);
        self.rt.heap.reserve(extra * size_of::<u32>())?;
        if self.fiber.bindings.try_reserve_exact(extra).is_err() {
            return Err(Limit::Memory.into());
        }
        self.account()
    }

    /// The first cleanup on the way from here to continuation `k`: of a form that the program is inside of and the
    /// continuation is not.
    pub(super) fn cleanup_before(&mut self, k: Value) -> Res<Option<HandlerPlace>> {
        let mut here = self.innermost_handler();
        let mut there = self.segment(k).and_then(|s| self.innermost_handler_in(s.whole(k)));
        let mut left: Vec<(HandlerPlace, u32)> = Vec::new();
        let mut kept: Vec<u32> = Vec::new();
        let mut steps = 0;
        // Both ways lead outward, to smaller numbers: whoever is further in goes on, until they meet.
        while here.is_some() || (there.is_some() && left.iter().any(|&(_, number)| number != 0)) {
            steps += 1;
            if steps % 64 == 0 {
                self.rt.charge(4)?;
            }
            let (mine, its) = (here.map(|h| self.order(h.0)), there.map(|t| self.order(t.0)));
            if mine == its {
                break;
            }
            if mine > its {
                if let Some((place, h)) = here {
                    if h.kind.is_cleanup() {
                        left.push((place, h.number));
                    }
                    here = self.next_handler(place);
                }
            } else if let Some((place, h)) = there {
                if h.kind.is_cleanup() {
                    kept.push(h.number);
                }
                there = self.next_handler(place);
            }
        }
        kept.sort_unstable();
        let cleanup = left.into_iter().find(|(_, number)| *number == 0 || kept.binary_search(number).is_err());
        Ok(cleanup.map(|(place, _)| place))
    }

    /// Returns a key that grows from the outermost to the innermost handler of a run.
    fn order(&self, place: HandlerPlace) -> (u64, usize) {
        match place {
            HandlerPlace::Stack(i) => (u64::MAX, i),
            HandlerPlace::Segment(segment, i) => (self.segment(segment).map_or(0, |s| s.number), i),
        }
    }
}
