//! Throwing: how control leaves through handlers.

use super::Vm;
use super::blame::is_error_tag;
use super::handlers::HandlerPlace;
use crate::fault::{Code, Condition, Fault, Res};
use crate::object::Object;
use crate::object::continuation::{Handler, HandlerKind};
use crate::symbol::well_known;
use crate::value::{Kind, Value};

/// A throw that a cleanup has stopped. When it is thrown on from there, its handler need not be looked for again. Any
/// other throw makes this void, and so does the replacement of the run's handlers by others.
#[derive(Debug, Clone)]
pub(super) struct Passing {
    tag: Value,
    target: Option<HandlerPlace>,
    /// Handlers around the cleanup.
    handlers: usize,
}

/// Frames of a trace that a tick pays for.
const FRAMES_PER_TICK: usize = 16;

impl Vm {
    /// Lets `fault` leave the current code: either some handler of this run takes it and the machine goes on there, or
    /// it is the result of the run.
    pub(super) fn unwind(&mut self, fault: Box<Fault>) -> Res<()> {
        match *fault {
            Fault::Throw { tag, value } => self.throw(tag, value),
            Fault::Error(c) => {
                let passing = self.fiber.passing.take();
                let (tag, value) = self.condition_of(c)?;
                self.throw_to_handler(tag, value, passing)
            }
            Fault::Limit(limit) => {
                self.fiber.passing = None;
                // The place is known only now: the frames are about to be left.
                if self.stopped.is_none() {
                    self.stopped = Some(self.limit_condition(limit));
                    self.note_frames();
                }
                Err(fault)
            }
        }
    }

    /// The same for a throw, which needs no fault as long as it stays inside of the run.
    pub(super) fn throw(&mut self, tag: Value, value: Value) -> Res<()> {
        let passing = self.fiber.passing.take();
        if tag.is(Kind::CONTINUATION) {
            return self.leave_for(tag, value);
        }
        if tag == Value::EXIT {
            return self.end_program(value);
        }
        self.throw_to_handler(tag, value, passing)
    }

    fn throw_to_handler(&mut self, mut tag: Value, mut value: Value, passing: Option<Passing>) -> Res<()> {
        let is_new = tag != Value::OFFERED && passing.as_ref().is_none_or(|p| p.tag != tag);
        let mut target = match passing {
            Some(p) if p.tag == tag && p.handlers == self.fiber.handlers.len() => p.target,
            _ => self.find_handler(tag)?,
        };
        if target.is_none() && is_new {
            self.note_frames();
        }
        if target.is_none() && !is_error_tag(tag) {
            // Nobody waits for this tag: that is an error at the place of the throw.
            let c = self.uncaught(tag, value);
            (tag, value) = self.condition_object(c)?;
            target = self.find_handler(tag)?;
        }
        if tag == Value::symbol(well_known::ERROR) && self.has_signal_handlers()? {
            return match self.offer(value) {
                Err(fault) if matches!(*fault, Fault::Limit(_)) => self.unwind(fault),
                offered => offered,
            };
        }
        if let (Some((status, first)), Some(t)) = (self.fiber.exiting, target)
            && self.is_older(t, first)
        {
            return self.end_program(status);
        }
        if target.is_none() && self.condition(value).is_none() {
            // Something else than a condition, thrown to the tag of errors: nobody will handle it, but its place must
            // not be lost.
            let c = self.uncaught_condition(tag, value);
            (tag, value) = self.condition_object(c)?;
        }
        while self.fiber.handlers.len() > self.fiber.run.handler_floor {
            let Some(h) = self.fiber.handlers.pop() else { break };
            if target == Some(HandlerPlace::Stack(self.fiber.handlers.len())) || h.kind.is_cleanup() {
                self.fiber.run.base = h.base;
                if h.kind.is_cleanup() {
                    self.fiber.passing = Some(Passing { tag, target, handlers: self.fiber.handlers.len() });
                }
                self.land(&h, tag, value);
                return Ok(());
            }
        }
        let mut at = self.innermost_handler();
        while let Some((place, h)) = at {
            if target == Some(place) || h.kind.is_cleanup() {
                self.leave_to(place)?;
                self.land(&h, tag, value);
                return self.window_fits();
            }
            at = self.next_handler(place);
        }
        Err(Box::new(Fault::Throw { tag, value }))
    }

    /// The program ends itself: its cleanups run, and nothing stops it. What a cleanup throws to a handler outside of
    /// it is dropped.
    fn end_program(&mut self, status: Value) -> Res<()> {
        let mut at = self.innermost_handler();
        while let Some((place, h)) = at {
            if h.kind.is_cleanup() {
                self.leave_to(place)?;
                self.fiber.exiting = Some((status, self.number_handlers()));
                self.land(&h, Value::EXIT, status);
                return self.window_fits();
            }
            at = self.next_handler(place);
        }
        Err(Box::new(Fault::Throw { tag: Value::EXIT, value: status }))
    }

    /// On the way to continuation `k`: the cleanups that it does not lie inside of come first.
    pub(super) fn leave_for(&mut self, k: Value, value: Value) -> Res<()> {
        if let Some((status, _)) = self.fiber.exiting {
            return self.end_program(status);
        }
        if let Some(place) = self.cleanup_before(k)?
            && let Some(h) = self.handler_at(place)
        {
            self.leave_to(place)?;
            self.land(&h, k, value);
            return self.window_fits();
        }
        self.resume(k, value)
    }

    /// Goes on at a handler, whose frame is the current one.
    fn land(&mut self, h: &Handler, tag: Value, value: Value) {
        self.fiber.run.pc = h.pc;
        let a = usize::from(h.a);
        if h.kind == HandlerKind::Catch {
            self.set_register(a, value);
        } else {
            // A cleanup throws on what it has stopped: it is not offered again.
            let caught = h.kind == HandlerKind::Handler && tag == Value::OFFERED;
            self.set_register(a, if caught { Value::symbol(well_known::ERROR) } else { tag });
            self.set_register(a + 1, value);
        }
    }

    /// The innermost handler for `tag`, of this run or an outer one. Tag nil stops every throw, but not the way out of
    /// a block: that is no throw to those who wrote it.
    fn find_handler(&mut self, tag: Value) -> Res<Option<HandlerPlace>> {
        let tag = if tag == Value::OFFERED { Value::symbol(well_known::ERROR) } else { tag };
        let leaves_block = self.is_block_tag(tag);
        let mut steps = 0;
        for i in (self.fiber.run.handler_floor..self.fiber.handlers.len()).rev() {
            steps += 1;
            if steps % 64 == 63 {
                self.rt.charge(4)?;
            }
            let Some((kind, own)) = self.fiber.handlers.get(i).map(|h| (h.kind, h.tag)) else { continue };
            if !kind.is_cleanup() && (own == tag || own.is_nil() && !leaves_block || self.same_tag(own, tag)?) {
                return Ok(Some(HandlerPlace::Stack(i)));
            }
        }
        let mut at = self.innermost_handler_in(self.fiber.run.rest);
        let mut outer = self.fiber.suspended.len();
        loop {
            let Some((place, h)) = at else {
                // A run that waits for this one may have handlers, too.
                let Some(o) = outer.checked_sub(1) else { return Ok(None) };
                outer = o;
                at = self.innermost_handler_of(outer);
                continue;
            };
            // Throwing on through many cleanups looks at all handlers again and again.
            steps += 1;
            if steps % 64 == 63 {
                self.rt.charge(4)?;
            }
            if !h.kind.is_cleanup() && (h.tag.is_nil() && !leaves_block || self.same_tag(h.tag, tag)?) {
                return Ok(Some(place));
            }
            at = self.next_handler(place);
        }
    }

    fn same_tag(&mut self, a: Value, b: Value) -> Res<bool> {
        if a == b || self.is_private_tag(a) || self.is_private_tag(b) {
            return Ok(a == b);
        }
        crate::equality::equal(&mut self.rt, a, b)
    }

    /// Tags of blocks are pairs that no program can make.
    fn is_block_tag(&self, tag: Value) -> bool {
        tag.is_pair() && self.rt.heap.car(tag) == Value::MISSING
    }

    #[cold]
    fn uncaught(&self, tag: Value, value: Value) -> Condition {
        if self.is_block_tag(tag) {
            return Condition::by("return-from", Code::UncaughtThrow, "the block has already been left");
        }
        let shown = crate::printer::brief(&self.rt, tag);
        Condition::new(Code::UncaughtThrow, format!("nothing catches the tag {shown}"))
            .with_irritants(&[tag, value])
            .with_help(if tag.is(Kind::STRING) {
                format!("(error {shown}) raises an error; (throw tag value) goes to (catch tag ...)")
            } else {
                format!("(catch '{shown} ...) around the expression would receive the value")
            })
    }

    /// Makes an error into what a handler gets: the tag `error` and a condition object that knows its frames.
    pub(crate) fn condition_object(&mut self, c: Condition) -> Res<(Value, Value)> {
        self.condition_of(Box::new(c))
    }

    pub(crate) fn condition_of(&mut self, mut c: Box<Condition>) -> Res<(Value, Value)> {
        let frames = self.leave_trail(&mut c);
        self.trails += 1;
        // Programs may throw from great depths again and again.
        self.rt.charge(frames / FRAMES_PER_TICK)?;
        let object = self.rt.heap.object(Object::Condition(c))?;
        Ok((Value::symbol(well_known::ERROR), object))
    }
}
