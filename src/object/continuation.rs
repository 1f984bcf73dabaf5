//! Continuations as data: frames on the heap, the handlers among them, and the rest of their text.
//!
//! [`crate::vm`] moves frames here and back to the stack.

use std::sync::Arc;

use super::HeapObject;
use crate::memory::allocated;
use crate::source::Span;
use crate::value::Value;

/// First bit of the tail site in a return info, after 8 bits of distance and 32 of the return address.
const TAIL_SITE: u32 = 40;
/// Bits of a tail site. Code beyond them has none.
const TAIL_SITE_BITS: u32 = 21;

/// Return addresses are in register 0 of the callee's window and look like fixnums to the collector.
#[inline(always)]
pub(crate) fn return_info(pc: usize, distance: usize) -> Value {
    Value::fix((pc as i64) << 8 | distance as i64)
}

/// Returns the return info of a frame whose function is about to be replaced, by a tail call before `pc`.
#[inline(always)]
pub(crate) fn with_tail_site(info: Value, pc: usize) -> Value {
    let site = if pc >> TAIL_SITE_BITS == 0 { pc as i64 } else { 0 };
    Value::fix(info.untag() & ((1 << TAIL_SITE) - 1) | site << TAIL_SITE)
}

/// Returns the instruction after the latest tail call in this frame that has left its site.
pub(crate) fn tail_site(info: Value) -> Option<usize> {
    let site = (info.untag() >> TAIL_SITE) as usize & ((1 << TAIL_SITE_BITS) - 1);
    (info.is_fixnum() && site > 0).then_some(site)
}

#[inline(always)]
pub(crate) fn frame_distance(info: Value) -> usize {
    (info.untag() & 0xff) as usize
}

#[inline(always)]
pub(crate) fn return_address(info: Value) -> usize {
    (info.untag() >> 8) as u32 as usize
}

/// A form that something thrown may stop at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handler {
    pub kind: HandlerKind,
    /// Given when a continuation is captured inside the form: continuations that share the form have the same number. 0
    /// until then.
    pub number: u32,
    pub tag: Value,
    /// Instruction at which to go on.
    pub pc: usize,
    /// On the stack, its position there; in a segment, its position in that.
    pub base: usize,
    /// The register that gets the value (or tag and value).
    pub a: u8,
}

// As large as `number`: one store writes both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum HandlerKind {
    /// `catch`: the value goes to `a`.
    Catch,
    /// `catch-and-apply`: tag and value go to `a` and `a+1`.
    Handler,
    /// `unwind-protect`: stops everything, for a while.
    Cleanup,
    /// A cleanup that gives dynamic variables their outer values back.
    Binding,
}

impl HandlerKind {
    /// Returns whether everything that is thrown past the form stops at it.
    pub fn is_cleanup(self) -> bool {
        matches!(self, HandlerKind::Cleanup | HandlerKind::Binding)
    }
}

/// Parts of a top-level form that is a sequence, with their places: the next is the last. Continuations share them with
/// the text; hardly any form has parts.
pub(crate) type Parts = Option<Arc<Vec<(Value, Span)>>>;

/// Rest of a text after a top-level form.
#[derive(Clone, Debug)]
pub(crate) struct RestOfText {
    /// The number of the evaluation of this text.
    pub load: u64,
    /// Position at which the text goes on.
    pub position: usize,
    /// Further parts of the form itself.
    pub parts: Parts,
}

impl RestOfText {
    pub fn bytes(&self) -> usize {
        self.parts.as_ref().map_or(0, |parts| allocated(size_of_val(&***parts)))
    }
}

/// Words that a continuation may have room for to be used again.
const SMALL: usize = 128;

/// Frames on the heap, with the segment that they return into: a continuation.
#[derive(Clone, Debug)]
pub(crate) struct Continuation {
    /// The frames as they were on the stack, and then the return info of the call that captured them. In the lowest
    /// frame, it has no distance, and says whether there is a segment below.
    pub words: Vec<Value>,
    /// Handlers of these frames; their bases are positions in `words`.
    pub handlers: Box<[Handler]>,
    pub below: Link,
    /// Frames that have the handlers after these.
    pub handled: Link,
    /// Calls under way in this run: frames here and below.
    pub calls: usize,
    /// Segments have rising numbers: a link leads to a smaller one.
    pub number: u64,
    pub run: u64,
    /// The dynamic context, as the library of a dialect keeps it.
    pub winds: Value,
    /// Captured by a top-level form of the program: it may be entered from a later one.
    pub outermost: bool,
    /// Its frames hold nothing that earlier frames have left ([`Continuation::clear_unset`]).
    pub is_clear: bool,
    /// Rest of the text after that form, while the text is being evaluated. A form that the host evaluates by itself
    /// has no rest: a form that enters it has its value.
    pub place: Option<RestOfText>,
}

/// The frames of a segment below position `at`, which has the return info of the frame above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub segment: Value,
    pub at: usize,
}

impl Link {
    /// The bottom of a run.
    pub const NONE: Link = Link { segment: Value::NIL, at: 0 };

    pub fn is_none(self) -> bool {
        self.segment.is_nil()
    }
}

impl Default for Continuation {
    fn default() -> Continuation {
        Continuation {
            words: Vec::new(),
            handlers: Box::default(),
            below: Link::NONE,
            handled: Link::NONE,
            calls: 0,
            number: 0,
            run: 0,
            winds: Value::NIL,
            outermost: false,
            is_clear: false,
            place: None,
        }
    }
}

impl Continuation {
    /// Returns whether the memory of its frames has the size that most have, or less.
    pub fn is_small(&self) -> bool {
        self.words.capacity() <= SMALL
    }

    /// Forgets everything but the memory of its frames.
    pub fn clear(&mut self) {
        self.words.clear();
        self.handlers = Box::default();
        self.place = None;
    }

    /// Shows `clear` each frame, and the position at which it goes on, for it to clear registers without a value. They
    /// may refer to an earlier continuation, which would keep the one before it, and so on. Only the first
    /// collection that finds the continuation alive does that.
    pub fn clear_unset(&mut self, mut clear: impl FnMut(usize, &mut [Value])) {
        let mut at = if std::mem::replace(&mut self.is_clear, true) { 0 } else { self.top() };
        while at > 0 {
            let info = self.info(at);
            let below = at.saturating_sub(frame_distance(info));
            match self.words.get_mut(below..at) {
                Some(frame) if !frame.is_empty() => clear(return_address(info), frame),
                _ => return,
            }
            at = below;
        }
    }

    /// All of its frames.
    pub fn top(&self) -> usize {
        self.words.len().saturating_sub(1)
    }

    pub fn info(&self, at: usize) -> Value {
        self.words.get(at).copied().unwrap_or(Value::ZERO)
    }

    /// Positions of the return infos from `at` down to the lowest frame's, which is left out.
    pub fn frames(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let lower = move |&at: &usize| {
            let distance = frame_distance(self.info(at));
            (distance > 0 && distance <= at).then(|| at - distance)
        };
        std::iter::successors(Some(at), lower).take_while(|&at| frame_distance(self.info(at)) > 0)
    }

    /// Returns the addresses that the frames return to, and their tail sites.
    pub fn code_addresses(&self) -> impl Iterator<Item = usize> + '_ {
        let infos = self.frames(self.top()).map(|at| self.info(at));
        infos.flat_map(|info| [Some(return_address(info)), tail_site(info)].into_iter().flatten())
    }

    /// All frames of the segment that `k` refers to.
    pub fn whole(&self, k: Value) -> Link {
        Link { segment: k, at: self.top() }
    }

    /// Handlers of the frames below `at`.
    pub fn handlers_below(&self, at: usize) -> &[Handler] {
        let n = self.handlers.partition_point(|h| h.base < at);
        self.handlers.get(..n).unwrap_or(&[])
    }

    /// Returns the handlers of the frames from `from` up to `at`, with their positions when `from` is at `base`.
    #[cold]
    pub fn handlers_between(&self, from: usize, at: usize, base: usize) -> Vec<Handler> {
        let first = self.handlers.partition_point(|h| h.base < from);
        let handlers = self.handlers_below(at).get(first..).unwrap_or(&[]);
        handlers.iter().map(|h| Handler { base: h.base - from + base, ..*h }).collect()
    }

    pub fn handler(&self, i: usize) -> Option<&Handler> {
        self.handlers.get(i)
    }

    /// Returns the bytes that a continuation holds with room for so many words and handlers.
    #[inline]
    pub fn bytes_with(words: usize, handlers: usize, place: Option<&RestOfText>) -> usize {
        allocated(words * size_of::<Value>())
            + allocated(handlers * size_of::<Handler>())
            + place.map_or(0, RestOfText::bytes)
    }
}

impl HeapObject for Continuation {
    fn bytes(&self) -> usize {
        Continuation::bytes_with(self.words.capacity(), self.handlers.len(), self.place.as_ref())
    }

    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(&self.words);
        self.handlers.iter().for_each(|h| look(&[h.tag]));
        look(&[self.below.segment, self.handled.segment, self.winds]);
        let parts = self.place.iter().filter_map(|rest| rest.parts.as_deref());
        parts.flatten().for_each(|&(part, _)| look(&[part]));
    }
}
