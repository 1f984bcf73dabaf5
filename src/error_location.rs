//! Location of an error: its place, the function that complains, and the calls that led there.
//!
//! All of it derives from the machine's [`RawBacktrace`] and the call-site tables, on request. A program that catches
//! an error without inspecting it pays nothing.
//!
//! One rule holds for every library, be it the core's, a module's or a dialect's: its texts are not the program's
//! business. An error inside a library function is reported at the program's call, under the function that the program
//! called (`sort: <: argument 2 must be a number, got a`). The place in the library is a note. Calls within the library
//! are left out of the trace.

use std::iter::repeat_n;

use crate::call_site::{CallSites, CodePlace, FrameDefinition, OperatorKind, expansions_of, levels};
use crate::fault::{
    Argument, Blamed, Callee, Code, ErrorData, ErrorKind, FrameLabel, RawBacktrace, RawFrame, TraceEntry,
};
use crate::source::{Sources, Span};
use crate::symbol::{self, Symbols};

/// Frames of a trace that are kept: this many innermost ones, and as many outermost ones.
const TRACE_HALF: usize = 24;

/// Calls for which there is room from the start: most errors have fewer.
const FIRST_CALLS: usize = 6;

/// One frame: the call sites of its function, nothing for the bottom of a run, and the instruction that it executes.
#[derive(Clone, Copy)]
pub(crate) struct FrameSite<'a> {
    pub sites: Option<&'a dyn CallSites>,
    pub function: u32,
    pub offset: u32,
    /// Number of calls between the code and this frame that are inlined.
    pub level: usize,
}

impl PartialEq for FrameSite<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.function, self.offset, self.level) == (other.function, other.offset, other.level)
    }
}

/// The site that a frame is at.
#[derive(Clone, Copy)]
struct Site<'a> {
    sites: &'a dyn CallSites,
    function: FrameDefinition,
    place: CodePlace,
}

impl<'a> FrameSite<'a> {
    fn site(&self) -> Option<Site<'a>> {
        let sites = self.sites?;
        if sites.inlined().calls.is_empty() {
            return Some(Site { sites, function: sites.function(), place: sites.site(self.offset) });
        }
        let (function, place) = levels(sites, self.offset).get(self.level).copied()?;
        Some(Site { sites, function, place })
    }

    /// The frames that there would be if no call was inlined, innermost first.
    pub fn levels(self) -> impl Iterator<Item = FrameSite<'a>> + Clone {
        let inlined = self.sites.filter(|sites| !sites.inlined().calls.is_empty());
        let count = inlined.map_or(1, |sites| levels(sites, self.offset).len());
        (0..count).map(move |level| FrameSite { level, ..self })
    }
}

/// Adds to an error what its trail says. Without effect if that has been done.
pub(crate) fn locate(c: &mut ErrorData, sources: &Sources, symbols: &Symbols) {
    let Some(trail) = c.trail.take() else { return };
    let RawBacktrace { frames, in_run, callee } = &*trail;
    let own = frames.iter().take(*in_run).map(frame_of).flat_map(FrameSite::levels);
    let all = frames.iter().flat_map(|f| repeat_n(frame_of(f), f.repeated as usize)).flat_map(FrameSite::levels);
    Locator { sources, symbols }.locate(c, own, all, *callee);
}

fn frame_of(f: &RawFrame) -> FrameSite<'_> {
    let sites = f.sites.as_deref().map(|sites| sites as &dyn CallSites);
    FrameSite { sites, function: f.function, offset: f.offset, level: 0 }
}

/// The texts and names that places refer to.
#[derive(Clone, Copy)]
pub(crate) struct Locator<'a> {
    pub sources: &'a Sources,
    pub symbols: &'a Symbols,
}

impl<'t> Locator<'t> {
    fn locate<'a>(
        self,
        c: &mut ErrorData,
        own: impl Iterator<Item = FrameSite<'a>>,
        all: impl Iterator<Item = FrameSite<'a>> + Clone,
        callee: Callee,
    ) {
        let blamed = match c.details().blamed {
            Some(Blamed::Defined(running)) => Some(running),
            _ => None,
        };
        if c.span().is_none() || blamed.is_some() {
            self.set_span(c, own, callee);
            self.drop_related(c);
        }
        if c.details().trace.is_empty() {
            self.trace(c, all.clone());
        }
        if let Some(function) = blamed {
            let caller = all.filter_map(|f| f.site()).find(|s| !self.is_library(s) && !s.function.span.is_none());
            let span = caller.map_or(Span::NONE, |s| s.place.span);
            c.details_mut().trace.insert(0, TraceEntry { function, span, repeated: 1 });
        }
    }

    fn is_library(self, site: &Site<'_>) -> bool {
        self.sources.is_library(site.function.span.source())
    }

    /// Finds the place in the program's text where the innermost code is, or has called the library.
    pub fn set_span<'a>(self, c: &mut ErrorData, frames: impl Iterator<Item = FrameSite<'a>>, callee: Callee) {
        let (mut inner, mut library, mut program) = (None, None, None);
        for site in frames.filter_map(|f| f.site()) {
            // Code that the engine made, such as a dispatcher, has no place.
            if site.place.span.is_none() {
                continue;
            }
            let is_of_record = inner.is_none() && is_of_record(&site, callee);
            inner.get_or_insert(site);
            if self.is_library(&site) {
                library = Some(site);
            } else if !is_of_record {
                program = Some(site);
                break;
            }
        }
        let Some(inner) = inner else { return };
        if c.subject.is_some() || c.argument.is_some() || c.code == Code::NotAFunction {
            self.name_as_written(c, &inner, callee);
        }
        if let Some(outermost) = &library {
            self.name_call(c, &inner, outermost, program.as_ref(), callee);
        }
        if c.details().blamed.is_some() && !c.span().is_none() {
            let library = self.is_library(&inner).then_some(inner.place.span);
            let d = c.details_mut();
            (d.called, d.library) = (None, library);
            return;
        }
        let is_unbound = c.details().unbound.is_some() && program.is_none_or(|p| p.place == inner.place);
        let at = program.unwrap_or(inner);
        let d = c.details_mut();
        d.span = at.place.span;
        if is_unbound {
            d.name_span = at.place.head_span();
        }
        for e in expansions_of(at.sites, at.place) {
            // Code that the program has written inside of a call of the library's macro says enough by its place.
            let is_inside =
                e.call.source() == d.span.source() && e.call.start() < d.span.start() && d.span.end() <= e.call.end();
            if is_inside && e.is_library {
                continue;
            }
            let name = e.name.map_or("an anonymous macro", |n| self.symbols.name(n));
            d.expansion.push((name.to_string(), e.call));
        }
    }

    /// The place of the innermost frame in the program's text, and the number of frames of the library before it.
    pub fn program_call<'a>(self, frames: impl Iterator<Item = FrameSite<'a>>) -> (usize, Span) {
        let mut passed = 0;
        for site in frames.filter_map(|f| f.site()) {
            if !site.place.span.is_none() && !self.is_library(&site) {
                return (passed, site.place.span);
            }
            passed += 1;
        }
        (passed, Span::NONE)
    }

    /// Removes the place of the called function from an error. It stays only where the library makes the call, and
    /// where the called function is elsewhere in the program.
    fn drop_related(self, c: &mut ErrorData) {
        let (own, library) = (c.span(), c.details().library);
        let Some(&(span, _)) = c.details().related.as_ref().filter(|_| c.code == Code::ArgumentCount) else { return };
        let is_inside = span.source() == own.source() && own.start() <= span.start() && span.end() <= own.end();
        if library.is_none() || span.is_none() || is_inside || self.sources.is_library(span.source()) {
            c.details_mut().related = None;
        }
    }

    /// Lets an error say which function of the library the program called: `outermost` is where that one is.
    fn name_call(
        self,
        c: &mut ErrorData,
        inner: &Site<'_>,
        outermost: &Site<'_>,
        program: Option<&Site<'_>>,
        callee: Callee,
    ) {
        let name = |site: &Site<'_>| site.function.name.map(|n| self.symbols.name(n));
        let own = name(outermost).filter(|n| !symbol::is_private(n));
        // `(apply sort l)` calls `sort`.
        let is_direct = program.is_some_and(|site| site.place.operator.kind() != OperatorKind::Native);
        let called = program.and_then(|site| self.library_call(site)).filter(|_| is_direct || own.is_none()).or(own);
        // A function that checks its arguments speaks for itself.
        if c.subject.is_none() && c.argument.is_some() && c.code == Code::WrongType {
            let own = if inner.place == outermost.place { called.or_else(|| name(inner)) } else { name(inner) };
            c.subject = own.map(|name| symbol::shown(name).to_string().into());
        }
        // So does what the library says in its own words, and what has nothing to do with a call.
        let is_plain = c.subject.is_none() && matches!(c.code, Code::User | Code::UncaughtThrow | Code::Continuation);
        if let Some(called) = called.filter(|&name| !is_plain && c.subject.as_deref() != Some(name)) {
            c.details_mut().called = Some(called.to_string().into());
            c.details_mut().library = program.map(|_| inner.place.span);
            // A report omits builtins that the library calls, unless one explains which argument is meant or the
            // program passed it as an argument.
            let is_of_library = match callee {
                Callee::Value => false,
                Callee::Global { is_native, .. } => is_native,
                Callee::Instruction | Callee::Field => true,
            };
            if is_of_library && !matches!(c.argument, Some(Argument::Position(_))) {
                c.subject = None;
            }
        }
    }

    /// The name by which the program calls a function or a macro of the library at this site.
    fn library_call(self, site: &Site<'_>) -> Option<&'t str> {
        let operator = site.place.operator;
        let name = operator.name().filter(|_| operator.kind() != OperatorKind::Other)?;
        Some(self.symbols.name(name)).filter(|name| !symbol::is_private(name))
    }

    /// Words a complaint with the name that the program used. A dialect may have renamed the builtin, an instruction
    /// may stand for `first` or `car`, and the call may come from an inlined `map-with`.
    fn name_as_written(self, c: &mut ErrorData, inner: &Site<'_>, callee: Callee) {
        if is_of_record(inner, callee) {
            c.subject = inner.function.name.map(|n| self.symbols.shared_name(n));
            return;
        }
        let operator = inner.place.operator;
        if let Callee::Global { name, in_library, complains, .. } = callee {
            if complains {
                // A program calls by cells of its own: the library's is called by what a function of the library has
                // become.
                let has_become = in_library && !self.is_library(inner);
                c.subject = Some(match operator.name().filter(|_| has_become) {
                    Some(written) => self.symbols.shared_name(written),
                    None => symbol::shown(self.symbols.name(name)).to_string().into(),
                });
            }
            return;
        }
        let Some(written) = operator.name().map(|name| self.symbols.shared_name(name)) else { return };
        if c.subject.as_deref() == Some(&*written) {
            return;
        }
        let is_call = callee == Callee::Value;
        match operator.kind() {
            OperatorKind::LibraryMacro => c.details_mut().called = Some(written),
            // The callee here is a value, in the inlined code of a function of the library.
            OperatorKind::Library if is_call && c.subject.is_some() => {
                c.details_mut().called = Some(written);
            }
            OperatorKind::Library => c.subject = Some(written),
            OperatorKind::Native if !is_call && c.subject.is_some() && !matches!(c.kind, ErrorKind::InUse { .. }) => {
                // `(> a b)` is `(< b a)` to the machine.
                if let (Some(Argument::Position(position @ 1..=2)), Some("<" | "<="), ">" | ">=") =
                    (&mut c.argument, c.subject.as_deref(), &*written)
                {
                    *position = 3 - *position;
                }
                c.subject = Some(written);
            }
            OperatorKind::Native => {}
            // The loop that a counting form has become asks whether its count is a number.
            OperatorKind::Other => {
                if written == "dotimes" && c.argument.is_some() {
                    (c.subject, c.argument) = (Some(written), Some("count".into()));
                }
            }
        }
    }

    /// Fills in the calls that are under way, innermost first: each function with the place it was called from. Equal
    /// ones in a row are counted, very many are cut in the middle.
    pub fn trace<'a>(self, c: &mut ErrorData, frames: impl Iterator<Item = FrameSite<'a>>) {
        let mut calls = TraceCalls::default();
        let (mut before, mut hidden, mut is_innermost) = (None, false, true);
        let mut frames = frames.peekable();
        while let Some(at) = frames.next() {
            // A function that calls itself at one place, again and again.
            let again = before.replace(at) == Some(at);
            if again && (hidden || frames.peek() == Some(&at) && calls.again()) {
                continue;
            }
            let site = at.site();
            hidden = site.as_ref().is_some_and(|site| self.is_library(site));
            let is_record = std::mem::take(&mut is_innermost)
                && site.as_ref().is_some_and(|s| s.function.name.is_some() && s.function.span == s.place.span);
            let Some(site) = site.filter(|_| !hidden) else { continue };
            // A call that the library makes has the place where the program has called the library.
            if calls.is_waiting {
                calls.locate_last(site.place.span);
            }
            // A top-level form was called by nobody, and code that the engine made has nothing to show.
            let Some(caller) = frames.peek().and_then(FrameSite::site) else { continue };
            if !is_record {
                let place = if self.is_library(&caller) { None } else { Some(caller.place.span) };
                calls.add(self.running(site.function), place);
            }
        }
        let d = c.details_mut();
        (d.trace, d.calls_left_out) = (calls.entries, calls.left_out);
    }

    /// Returns the entry of a function in a backtrace: its name, or its kind.
    pub fn running(self, function: FrameDefinition) -> FrameLabel {
        match function.name {
            Some(name) => FrameLabel::Named(name),
            None if !function.is_form => FrameLabel::Anonymous,
            None if self.sources.get(function.span.source()).is_some() => FrameLabel::TopLevel(function.span.source()),
            None => FrameLabel::Form,
        }
    }
}

/// Returns whether the innermost site belongs to a function that the definition of a record type has made, as a whole.
/// Such a function has the place of the definition, which is not where something is wrong.
fn is_of_record(site: &Site<'_>, callee: Callee) -> bool {
    callee == Callee::Field && site.function.name.is_some() && site.function.span == site.place.span
}

/// The calls of a trace.
#[derive(Default)]
struct TraceCalls {
    entries: Vec<TraceEntry>,
    left_out: u64,
    /// The library made the last one: the place that it has to show comes further out.
    is_waiting: bool,
}

impl TraceCalls {
    fn add(&mut self, function: FrameLabel, place: Option<Span>) {
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
    fn locate_last(&mut self, span: Span) {
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
pub(crate) fn recursive_functions(trace: &[TraceEntry]) -> Vec<FrameLabel> {
    let inner = || trace.iter().take(TRACE_HALF);
    let calls = |f: FrameLabel| inner().filter(|e| e.function == f).map(|e| u64::from(e.repeated)).sum::<u64>();
    // Of several, the innermost first.
    let mut functions: Vec<FrameLabel> = Vec::new();
    for e in inner() {
        if !functions.contains(&e.function) {
            functions.push(e.function);
        }
    }
    let most = functions.iter().map(|&f| calls(f)).max().unwrap_or(0);
    functions.retain(|&f| calls(f) + 1 >= most);
    functions
}
