//! Storage of handlers: a vector has those of frames on the stack, the segments have those of frames on the heap.

use super::Vm;
use super::continuation;
use crate::fault::{Limit, Result};
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

    /// Of a run that waits for others.
    pub(super) fn innermost_handler_of(&self, run: usize) -> Option<(HandlerPlace, Handler)> {
        let waiting = self.fiber.suspended.get(run)?;
        let end = self.fiber.suspended.get(run + 1).map_or(self.fiber.run.handler_floor, |inner| inner.handler_floor);
        if end > waiting.handler_floor {
            let place = HandlerPlace::Stack(end - 1);
            return self.handler_at(place).map(|h| (place, h));
        }
        self.innermost_handler_in(waiting.rest)
    }

    pub(super) fn innermost_handler_in(&self, link: Link) -> Option<(HandlerPlace, Handler)> {
        let link = self.nearest_handled(link);
        let handlers = continuation::segment_of(&self.program, link.segment)?.handlers_below(link.at);
        let i = handlers.len().checked_sub(1)?;
        Some((HandlerPlace::Segment(link.segment, i), *handlers.get(i)?))
    }

    /// The first of the segments from `link` on that has handlers.
    pub(super) fn nearest_handled(&self, link: Link) -> Link {
        match continuation::segment_of(&self.program, link.segment) {
            Some(s) if s.handlers_below(link.at).is_empty() => s.handled,
            Some(_) => link,
            None => Link::NONE,
        }
    }

    pub(super) fn handler_at(&self, place: HandlerPlace) -> Option<Handler> {
        match place {
            HandlerPlace::Stack(i) => self.fiber.handlers.get(i).copied(),
            HandlerPlace::Segment(segment, i) => continuation::segment_of(&self.program, segment)?.handler(i).copied(),
        }
    }

    /// The handler around the one at `place`, of the same run.
    pub(super) fn next_handler(&self, place: HandlerPlace) -> Option<(HandlerPlace, Handler)> {
        match place {
            HandlerPlace::Stack(i) => {
                let (floor, rest) = self.fiber.run_of(i);
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
                None => self.innermost_handler_in(continuation::segment_of(&self.program, segment)?.handled),
            },
        }
    }

    /// The frame of the handler at `place` becomes the current one; that handler, and what lies inside, is no more.
    pub(super) fn leave_to(&mut self, place: HandlerPlace) -> Result<()> {
        match place {
            HandlerPlace::Stack(i) => {
                if let Some(h) = self.fiber.handlers.get(i) {
                    self.fiber.run.base = h.base;
                }
                self.fiber.handlers.truncate(i);
                Ok(())
            }
            HandlerPlace::Segment(segment, i) => continuation::leave_to_segment(self, segment, i),
        }
    }

    /// Puts handlers of frames that come back to the stack on top of the others.
    pub(super) fn push_handlers(&mut self, more: &[Handler]) -> Result<()> {
        self.fiber.passing = None;
        if self.fiber.handlers.capacity() - self.fiber.handlers.len() < more.len() {
            self.reserve_handlers(more.len())?;
        }
        self.fiber.handlers.extend_from_slice(more);
        Ok(())
    }

    /// Gives numbers to those handlers of the run on the stack that have none; returns a number that none has yet.
    pub(super) fn number_handlers(&mut self) -> u32 {
        for h in self.fiber.handlers.get_mut(self.fiber.run.handler_floor..).unwrap_or(&mut []) {
            if h.number == 0 {
                h.number = self.counters.handlers;
                self.counters.handlers = self.counters.handlers.wrapping_add(1).max(1);
            }
        }
        self.counters.handlers
    }

    /// Returns whether the handler at `place` existed when `number` was the next to be given.
    pub(super) fn is_older(&self, place: HandlerPlace, number: u32) -> bool {
        let outer_run = matches!(place, HandlerPlace::Stack(i) if i < self.fiber.run.handler_floor);
        outer_run || self.handler_at(place).is_some_and(|h| h.number != 0 && h.number < number)
    }

    /// Makes room for `more` handlers at least.
    pub(super) fn reserve_handlers(&mut self, more: usize) -> Result<()> {
        let extra = self.fiber.handlers.len().max(32).max(more);
        self.program.rt.heap.reserve(extra * size_of::<Handler>())?;
        if self.fiber.handlers.try_reserve_exact(extra).is_err() {
            return Err(Limit::Memory.into());
        }
        self.account()
    }

    /// The first cleanup on the way from here to continuation `k`: of a form that the program is inside of and the
    /// continuation is not.
    pub(super) fn cleanup_before(&mut self, k: Value) -> Result<Option<HandlerPlace>> {
        let mut here = self.innermost_handler();
        let mut there = continuation::segment_of(&self.program, k).and_then(|s| self.innermost_handler_in(s.whole(k)));
        let mut left: Vec<(HandlerPlace, u32)> = Vec::new();
        let mut kept: Vec<u32> = Vec::new();
        let mut steps = 0;
        // Both ways lead outward, to smaller numbers: whoever is further in goes on, until they meet.
        while here.is_some() || (there.is_some() && left.iter().any(|&(_, number)| number != 0)) {
            steps += 1;
            if steps % 64 == 0 {
                self.program.rt.charge(4)?;
            }
            let (mine, its) = (here.map(|h| self.order(h.0)), there.map(|t| self.order(t.0)));
            if mine == its {
                break;
            }
            if mine > its {
                if let Some((place, h)) = here {
                    if h.kind == HandlerKind::Cleanup {
                        left.push((place, h.number));
                    }
                    here = self.next_handler(place);
                }
            } else if let Some((place, h)) = there {
                if h.kind == HandlerKind::Cleanup {
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
            HandlerPlace::Segment(segment, i) => {
                (continuation::segment_of(&self.program, segment).map_or(0, |s| s.number), i)
            }
        }
    }
}
