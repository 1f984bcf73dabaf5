//! The calls that are under way, as errors and those who look into programs show them.

use super::Vm;
use crate::bytecode::Proto;
use crate::fault::{Condition, Running, TraceEntry, TrailEntry};
use crate::source::Span;

/// Frames of a trace that are kept: this many innermost ones, and as many outermost ones.
const TRACE_HALF: usize = 24;

/// Calls for which there is room from the start: most errors have fewer.
const FIRST_CALLS: usize = 6;

impl Vm {
    /// Fills in the calls that are under way, innermost first: each function with the place it was called from. Equal
    /// ones in a row are counted, very many are cut in the middle. No more than `most` frames are looked at; returns
    /// how many were.
    pub(super) fn trace(&self, c: &mut Condition, most: usize) -> usize {
        self.trace_of(c, self.frames().take(most))
    }

    /// Notes which frames there are, for a trace that mostly nobody reads: most errors are caught. Returns how many were
    /// looked at.
    pub(super) fn leave_trail(&self, c: &mut Condition, most: usize) -> usize {
        let mut trail: Vec<TrailEntry> = Vec::with_capacity(FIRST_CALLS);
        let mut looked = 0;
        let mut add = |pc: usize| {
            looked += 1;
            match trail.last_mut() {
                Some(last) if last.pc as usize == pc => last.repeated += 1,
                _ => {
                    let function = self.code.owner_number(pc.wrapping_sub(1)).unwrap_or(u32::MAX);
                    trail.push(TrailEntry { function, pc: pc as u32, repeated: 1 });
                }
            }
            looked < most
        };
        for run in self.runs() {
            if !(run.stack_frames(&self.stack).all(&mut add) && self.heap_frames(run.rest).all(&mut add)) {
                break;
            }
        }
        c.trail = trail;
        looked
    }

    /// Makes the trace that a trail leads to.
    pub(crate) fn follow_trail(&self, c: &mut Condition) {
        if c.trace.is_empty() && !c.trail.is_empty() {
            let trail = std::mem::take(&mut c.trail);
            let frames = trail.iter().flat_map(|t| std::iter::repeat_n(t.pc as usize, t.repeated as usize));
            self.trace_of(c, frames);
        }
    }

    fn trace_of(&self, c: &mut Condition, frames: impl Iterator<Item = usize>) -> usize {
        let mut calls = Calls::default();
        let (mut looked, mut before, mut hidden) = (0, None, false);
        let mut frames = frames.map(|pc| pc.wrapping_sub(1)).peekable();
        while let Some(at) = frames.next() {
            looked += 1;
            // A function that calls itself at one place, again and again.
            let again = before.replace(at) == Some(at);
            if again && (hidden || frames.peek() == Some(&at) && calls.again()) {
                continue;
            }
            let owner = self.code.owner(at);
            hidden = owner.is_some_and(|p| self.rt.sources.is_library(p.span.source()));
            let Some(proto) = owner.filter(|_| !hidden) else { continue };
            // A call that the library makes has the place where the program has called the library.
            if calls.is_waiting {
                calls.place_last(self.code.span_at(at));
            }
            // A top-level form was called by nobody, and code that the engine made has nothing to show.
            let Some(caller) = frames.peek().copied().filter(|&c| self.code.owner(c).is_some()) else { continue };
            if !self.is_of_record(at) {
                let place = if self.is_library(caller) { None } else { Some(self.code.span_at(caller)) };
                calls.add(self.running(proto), place);
            }
        }
        (c.trace, c.calls_left_out) = (calls.entries, calls.left_out);
        looked
    }

    /// Returns the entry of a function in a backtrace: its name, or its kind.
    pub(super) fn running(&self, proto: &Proto) -> Running {
        match proto.name {
            Some(name) => Running::Named(name),
            None if !proto.is_form => Running::Anonymous,
            None if self.rt.sources.get(proto.span.source()).is_some() => Running::TopLevel(proto.span.source()),
            None => Running::Form,
        }
    }
}

/// The calls of a trace.
#[derive(Default)]
struct Calls {
    entries: Vec<TraceEntry>,
    left_out: u64,
    /// The library made the last one: the place that it has to show comes further out.
    is_waiting: bool,
}

impl Calls {
    fn add(&mut self, function: Running, place: Option<Span>) {
        self.is_waiting = place.is_none();
        if self.entries.is_empty() {
            self.entries.reserve(FIRST_CALLS);
        }
        self.entries.push(TraceEntry { function, span: place.unwrap_or(Span::NONE), repeated: 1 });
        if !self.is_waiting {
            self.settle();
        }
    }

    /// The last call was made once more at the same place. False if there is none.
    fn again(&mut self) -> bool {
        let last = self.entries.last_mut().filter(|_| !self.is_waiting);
        last.map(|last| last.repeated = last.repeated.saturating_add(1)).is_some()
    }

    /// Gives the last call, which the library has made, the place where the program has called the library.
    fn place_last(&mut self, span: Span) {
        if std::mem::take(&mut self.is_waiting)
            && let Some(last) = self.entries.last_mut()
        {
            last.span = span;
            self.settle();
        }
    }

    /// Finishes the last call, whose place is known: merges it with the call before if both are alike. If there are too
    /// many calls, drops one.
    fn settle(&mut self) {
        if let [.., before, last] = self.entries.as_mut_slice()
            && before.function == last.function
            && before.span == last.span
        {
            before.repeated = before.repeated.saturating_add(last.repeated);
            self.entries.pop();
        }
        if self.entries.len() > 2 * TRACE_HALF {
            // Keep the outermost ones: forget the oldest of the outer half.
            self.left_out += u64::from(self.entries.remove(TRACE_HALF).repeated);
        }
    }
}

/// The function with the most calls among the innermost ones of a very deep recursion, and those with about as many.
pub(super) fn recursive_functions(trace: &[TraceEntry]) -> Vec<Running> {
    let inner = || trace.iter().take(TRACE_HALF);
    let calls = |f: Running| inner().filter(|e| e.function == f).map(|e| u64::from(e.repeated)).sum::<u64>();
    // Of several, the innermost first.
    let mut functions: Vec<Running> = Vec::new();
    for e in inner() {
        if !functions.contains(&e.function) {
            functions.push(e.function);
        }
    }
    let most = functions.iter().map(|&f| calls(f)).max().unwrap_or(0);
    functions.retain(|&f| calls(f) + 1 >= most);
    functions
}
