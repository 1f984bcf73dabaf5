//! The calls that are under way, as errors and those who look into programs show them.

use super::Vm;
use crate::code::Proto;
use crate::fault::{Condition, TraceEntry};
use crate::source::Span;

/// Frames of a trace that are kept: this many innermost ones, and as many outermost ones.
const TRACE_HALF: usize = 24;

impl Vm {
    /// Fills in the calls that are under way, innermost first: each function with the place it was called from. Equal
    /// ones in a row are counted, very many are cut in the middle. No more than `most` frames are looked at; returns
    /// how many were.
    pub(super) fn trace(&self, c: &mut Condition, most: usize) -> usize {
        let mut calls = Calls::default();
        let (mut looked, mut before, mut hidden) = (0, None, false);
        let mut frames = self.frames().map(|pc| pc.wrapping_sub(1)).take(most).peekable();
        while let Some(at) = frames.next() {
            looked += 1;
            // A function that calls itself at one place, again and again.
            let again = before.replace(at) == Some(at);
            if again && (hidden || frames.peek() == Some(&at) && calls.again()) {
                continue;
            }
            hidden = self.is_library(at);
            let Some(proto) = self.code.owner(at).filter(|_| !hidden) else { continue };
            // What the library called was called where the program called the library.
            calls.place_last(self.code.span_at(at));
            // A top-level form was called by nobody, and code that the engine made has nothing to show.
            let Some(caller) = frames.peek().copied().filter(|&c| self.code.owner(c).is_some()) else { continue };
            if !self.is_of_record(at) {
                let place = if self.is_library(caller) { None } else { Some(self.code.span_at(caller)) };
                calls.add(proto.name.is_some(), &self.name_in_traces(proto), place);
            }
        }
        (c.trace, c.calls_left_out) = (calls.entries, calls.left_out);
        looked
    }

    /// What a trace says of a function: its name, or what it is.
    pub(super) fn name_in_traces(&self, proto: &Proto) -> String {
        match proto.name {
            Some(name) => self.rt.name(name).to_string(),
            None if !proto.is_form => "an anonymous function".to_string(),
            None => match self.rt.sources.get(proto.span.source()) {
                Some(source) if !proto.span.is_none() => format!("the top level of {}", source.name),
                _ => "a form that is evaluated".to_string(),
            },
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
    fn add(&mut self, is_named: bool, function: &str, place: Option<Span>) {
        self.is_waiting = place.is_none();
        self.entries.push(TraceEntry {
            function: function.to_string(),
            is_named,
            span: place.unwrap_or(Span::NONE),
            repeated: 1,
        });
        if !self.is_waiting {
            self.settle();
        }
    }

    /// The last call was made once more at the same place. False if there is none.
    fn again(&mut self) -> bool {
        let last = self.entries.last_mut().filter(|_| !self.is_waiting);
        last.map(|last| last.repeated = last.repeated.saturating_add(1)).is_some()
    }

    /// Where the program called the library that made the last call.
    fn place_last(&mut self, span: Span) {
        if std::mem::take(&mut self.is_waiting)
            && let Some(last) = self.entries.last_mut()
        {
            last.span = span;
            self.settle();
        }
    }

    /// The place of the last call is known: is it like the one before? And are there too many?
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
pub(super) fn recursive_functions(trace: &[TraceEntry]) -> Vec<&str> {
    let inner = || trace.iter().take(TRACE_HALF);
    let calls = |name: &str| inner().filter(|e| e.function == name).map(|e| u64::from(e.repeated)).sum::<u64>();
    // Of several, the innermost first.
    let mut names: Vec<&str> = Vec::new();
    for e in inner() {
        if !names.contains(&e.function.as_str()) {
            names.push(&e.function);
        }
    }
    let most = names.iter().map(|name| calls(name)).max().unwrap_or(0);
    names.retain(|name| calls(name) + 1 >= most);
    names
}
