//! Throwing: how control leaves through handlers, and how an error comes to carry its place and the calls that led there.

use super::Vm;
use super::handlers::Place;
use crate::fault::{Code, Condition, Fault, Limit, Res, TraceEntry};
use crate::object::Object;
use crate::object::continuation::{Handler, HandlerKind};
use crate::source::{SourceId, Span};
use crate::symbol::well_known;
use crate::value::{Kind, Value};

/// A throw that a cleanup has stopped: when it is thrown on from there, its handler need not be looked for again. Whatever else is thrown, and
/// whatever puts other handlers in place of those of the run, makes this void.
#[derive(Debug)]
pub(super) struct Passing {
    tag: Value,
    target: Option<Place>,
    /// Handlers around the cleanup.
    handlers: usize,
}

/// Names by which instructions speak of themselves that have other names, too.
const SYNONYMS: [&str; 11] =
    ["first", "rest", "second", "cddr", "caar", "aref", "aset", "modulo", "remainder", "<", "<="];

/// How the definitions of types of records begin that the layers have.
const RECORD_DEFINITIONS: [&str; 2] = ["(define-record-type", "(define-structure"];

/// What the loops are made of that calls of functions on lists become.
const IN_LOOPS: [&str; 4] = ["first", "rest", "dolist", "array-length"];

/// Frames of a trace that are kept: this many innermost ones, and as many outermost ones.
const TRACE_HALF: usize = 24;
/// Frames that are looked at for a trace of a very deep recursion.
const TRACE_SCAN: usize = 10_000;
/// Frames of a trace that a tick pays for.
const FRAMES_PER_TICK: usize = 16;

impl Vm {
    /// Lets `fault` leave the current code: either some handler of this run takes it and the machine goes on there, or it is
    /// the result of the run.
    pub(super) fn unwind(&mut self, fault: Box<Fault>) -> Res<()> {
        let passing = self.passing.take();
        if let Fault::Throw { tag, value } = *fault
            && tag.is(Kind::CONTINUATION)
        {
            return self.leave_for(tag, value);
        }
        if let Fault::Throw { tag: Value::EXIT, value } = *fault {
            return self.end_program(value);
        }
        let (mut tag, mut value) = match *fault {
            Fault::Limit(limit) => {
                // Where it happened is known only now: the frames are about to be left.
                if self.stopped.is_none() {
                    self.stopped = Some(self.limit_condition(limit));
                }
                return Err(fault);
            }
            Fault::Error(c) => self.condition_object(c)?,
            Fault::Throw { tag, value } => (tag, value),
        };
        let mut target = match passing {
            Some(p) if p.tag == tag && p.handlers == self.handlers.len() => p.target,
            _ => self.find_handler(tag)?,
        };
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
        if let (Some((status, first)), Some(t)) = (self.exiting, target)
            && self.is_older(t, first)
        {
            return self.end_program(status);
        }
        if target.is_none() && self.condition(value).is_none() {
            // Something else than a condition, thrown to the tag of errors: nobody will handle it, but its place must not be lost.
            let c = self.uncaught_condition(tag, value);
            (tag, value) = self.condition_object(c)?;
        }
        while self.handlers.len() > self.handler_floor {
            let Some(h) = self.handlers.pop() else { break };
            if target == Some(Place::Stack(self.handlers.len())) || h.kind == HandlerKind::Cleanup {
                self.base = h.base;
                if h.kind == HandlerKind::Cleanup {
                    self.passing = Some(Passing { tag, target, handlers: self.handlers.len() });
                }
                self.land(&h, tag, value);
                return Ok(());
            }
        }
        let mut at = self.innermost_handler();
        while let Some((place, h)) = at {
            if target == Some(place) || h.kind == HandlerKind::Cleanup {
                self.leave_to(place)?;
                self.land(&h, tag, value);
                return self.window_fits();
            }
            at = self.next_handler(place);
        }
        Err(Box::new(Fault::Throw { tag, value }))
    }

    /// The program ends itself: its cleanups run, and nothing stops it. What a cleanup throws to a handler outside of it is dropped.
    fn end_program(&mut self, status: Value) -> Res<()> {
        let mut at = self.innermost_handler();
        while let Some((place, h)) = at {
            if h.kind == HandlerKind::Cleanup {
                self.leave_to(place)?;
                self.exiting = Some((status, self.number_handlers()));
                self.land(&h, Value::EXIT, status);
                return self.window_fits();
            }
            at = self.next_handler(place);
        }
        Err(Box::new(Fault::Throw { tag: Value::EXIT, value: status }))
    }

    /// On the way to continuation `k`: the cleanups that it does not lie inside of come first.
    pub(super) fn leave_for(&mut self, k: Value, value: Value) -> Res<()> {
        if let Some((status, _)) = self.exiting {
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
        self.pc = h.pc;
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

    /// The innermost handler for `tag`, of this run or an outer one. Tag nil stops every throw, but not the way out of a block: that is
    /// no throw to those who wrote it.
    fn find_handler(&mut self, tag: Value) -> Res<Option<Place>> {
        let tag = if tag == Value::OFFERED { Value::symbol(well_known::ERROR) } else { tag };
        let leaves_block = self.is_block_tag(tag);
        let mut steps = 0;
        for i in (self.handler_floor..self.handlers.len()).rev() {
            steps += 1;
            if steps % 64 == 63 {
                self.rt.charge(4)?;
            }
            let Some((kind, own)) = self.handlers.get(i).map(|h| (h.kind, h.tag)) else { continue };
            if kind != HandlerKind::Cleanup
                && (own == tag || own.is_nil() && !leaves_block || self.same_tag(own, tag)?)
            {
                return Ok(Some(Place::Stack(i)));
            }
        }
        let mut at = self.innermost_handler_in(self.rest);
        let mut outer = self.suspended.len();
        loop {
            let Some((place, h)) = at else {
                // Whoever waits for this run may have handlers, too.
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
            if h.kind != HandlerKind::Cleanup && (h.tag.is_nil() && !leaves_block || self.same_tag(h.tag, tag)?) {
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
            return Condition::new(Code::UncaughtThrow, "return-from: the block has already been left");
        }
        let shown = crate::printer::brief(&self.rt, tag);
        Condition::new(Code::UncaughtThrow, format!("nothing catches the tag {shown}"))
            .with_irritants(&[tag, value])
            .with_help(format!("(catch '{shown} ...) around the expression would receive the value"))
    }

    /// Makes an error into what a handler gets: the tag `error` and a condition object that knows its place.
    pub(super) fn condition_object(&mut self, mut c: Condition) -> Res<(Value, Value)> {
        if c.span.is_none() {
            self.spell(&mut c);
        }
        let frames = self.locate(&mut c);
        // Programs may throw from great depths again and again.
        self.rt.charge(frames / FRAMES_PER_TICK)?;
        let object = self.rt.heap.object(Object::Condition(Box::new(c)))?;
        Ok((Value::symbol(well_known::ERROR), object))
    }

    /// Lets a message begin with the name that the program used. An instruction does not know whether it was written `first` or `car`, but
    /// the source does.
    fn spell(&self, c: &mut Condition) {
        let Some((name, rest)) = c.message.split_once(':') else { return };
        if !SYNONYMS.contains(&name) && !IN_LOOPS.contains(&name) && !self.has_layers() {
            return;
        }
        let at = self.pc.wrapping_sub(1);
        let span = self.code.span_at(at);
        if self.defines_records(at)
            && let Some(name) = self.code.owner(at).and_then(|p| p.name)
        {
            c.message = format!("{}:{rest}", self.rt.name(name));
            return;
        }
        let text = self.text_at(span);
        // The name of a function that a loop calls stands for itself.
        let Some(form) = text.map(|t| t.strip_prefix('(').unwrap_or(t)) else { return };
        let written = form.split(crate::reader::is_delimiter).next().unwrap_or("");
        if IN_LOOPS.contains(&name) && crate::compile::is_loop(written) {
            c.message = format!("{written}:{rest}");
            return;
        }
        let is_synonym = SYNONYMS.contains(&name) && self.natives.iter().any(|n| n.name() == written);
        if written != name && (is_synonym || self.is_layer_name(written, name)) {
            // `(> a b)` is `(< b a)` to the machine.
            let rest = match (name, written) {
                ("<", ">") | ("<=", ">=") if rest.contains("argument 1") => rest.replace("argument 1", "argument 2"),
                ("<", ">") | ("<=", ">=") => rest.replace("argument 2", "argument 1"),
                _ => rest.to_string(),
            };
            c.message = format!("{written}:{rest}");
        }
    }

    /// Fills in where the machine is: place, expansions, calls.
    /// Returns how many frames were looked at.
    pub(crate) fn locate(&self, c: &mut Condition) -> usize {
        let at = self.pc.wrapping_sub(1);
        if c.span.is_none() {
            // Code that the engine made, a dispatcher say, stands nowhere: then the place is that of the call.
            let places = || self.frames().map(|pc| pc.wrapping_sub(1));
            let at = places().take(4).find(|&at| !self.code.span_at(at).is_none()).unwrap_or(at);
            // What goes wrong inside of a layer may be the business of the program that called it.
            let inside = |at: usize| self.is_in_layer(at) || self.defines_records(at);
            let outside = |&at: &usize| !self.code.span_at(at).is_none() && !inside(at);
            let at = if inside(at) { places().take(TRACE_SCAN).find(outside).unwrap_or(at) } else { at };
            c.span = self.code.span_at(at);
            for e in self.code.expansions_at(at) {
                let name = e.name.map_or("an anonymous macro", |n| self.rt.name(n));
                c.expansion.push((name.to_string(), e.call));
            }
        }
        if !c.trace.is_empty() {
            return 0;
        }
        (c.trace, c.calls_left_out) = self.trace(TRACE_SCAN);
        c.trace.iter().map(|e| u64::from(e.repeated)).sum::<u64>().saturating_add(c.calls_left_out) as usize
    }

    /// What went wrong in a macro of a layer that hides its own places went wrong at the call of the macro.
    pub(crate) fn place_at_call(&mut self, condition: Value, name: &str, call: Span) {
        let hidden =
            self.condition(condition).is_some_and(|c| c.span.is_none() || self.loader.is_in_layer(c.span.source));
        if hidden
            && !call.is_none()
            && let Some(Object::Condition(c)) = self.rt.heap.as_object_mut(condition)
        {
            c.span = call;
            c.expansion.push((name.to_string(), call));
            c.trace.retain(|t| t.span.source == call.source);
        }
    }

    /// The calls that are under way, innermost first: each function with the place it was called from. Equal ones in a row are
    /// counted, very many are cut in the middle; how many those are comes second. No more than `most` frames are looked at.
    fn trace(&self, most: usize) -> (Vec<TraceEntry>, u64) {
        let mut entries: Vec<TraceEntry> = Vec::new();
        let mut left_out = 0;
        let mut before = None;
        let mut frames = self.frames().map(|pc| pc.wrapping_sub(1)).take(most).peekable();
        while let Some(at) = frames.next() {
            // A function that calls itself at one place, again and again.
            if before.replace(at) == Some(at)
                && frames.peek() == Some(&at)
                && let Some(last) = entries.last_mut()
            {
                last.repeated = last.repeated.saturating_add(1);
                continue;
            }
            let Some(proto) = self.code.owner(at).filter(|_| !self.is_in_layer(at)) else { continue };
            // A top-level form was called by nobody, and code that the engine made has nothing to show.
            let Some(caller) = frames.peek().filter(|&&c| self.code.owner(c).is_some()) else { continue };
            let span = self.code.span_at(*caller);
            let function = proto.name.map_or("an anonymous function", |n| self.rt.name(n)).to_string();
            match entries.last_mut() {
                Some(last) if last.function == function && last.span == span => last.repeated += 1,
                _ => {
                    if entries.len() >= 2 * TRACE_HALF {
                        // Keep the outermost ones: forget the oldest of the outer half.
                        left_out += u64::from(entries.remove(TRACE_HALF).repeated);
                    }
                    entries.push(TraceEntry { function, span, repeated: 1 });
                }
            }
        }
        (entries, left_out)
    }

    fn text_at(&self, span: Span) -> Option<&str> {
        self.rt.sources.get(span.source).and_then(|s| s.text.get(span.start as usize..span.end as usize))
    }

    /// Does the instruction at `pc` belong to a function that a layer's definition of a type of records has made?
    fn defines_records(&self, pc: usize) -> bool {
        let definition = |text: &str| RECORD_DEFINITIONS.iter().any(|d| text.starts_with(d));
        self.has_layers() && self.text_at(self.code.span_at(pc)).is_some_and(definition)
    }

    /// Is this the text of a layer that shows what goes wrong inside of it where the program called it?
    pub(crate) fn hides(&self, source: SourceId) -> bool {
        self.loader.is_in_layer(source)
    }

    /// Does the instruction at `pc` belong to a layer that shows what goes wrong inside of it where the program called it?
    fn is_in_layer(&self, pc: usize) -> bool {
        let source = self.code.owner(pc).map(|p| p.span.source);
        source.is_some_and(|s| self.loader.is_in_layer(s))
    }

    /// What exceeding a limit means to the host.
    pub(crate) fn limit_condition(&self, limit: Limit) -> Condition {
        let heap = &self.rt.heap;
        let message = match limit {
            Limit::Fuel => format!("the program used up its fuel ({} ticks)", self.rt.budget.used()),
            Limit::Memory => format!("the program reached the memory limit of {} bytes", heap.limit()),
            Limit::Time => "the program reached its time limit".to_string(),
            Limit::Depth => format!("{} calls are under way (the depth limit)", self.max_depth.unwrap_or_default()),
            Limit::IntegerBits => {
                format!("an integer would have more than {} bits", self.rt.budget.integer_bits)
            }
            Limit::Interrupt => "interrupted".to_string(),
        };
        let mut c = Condition::new(limit.code(), message);
        (c.trace, c.calls_left_out) = self.trace(usize::MAX);
        if limit == Limit::Depth
            && let Some(name) = recursive_function(&c.trace)
        {
            c.help = Some(format!("is the recursion of `{name}` endless?"));
        }
        self.locate(&mut c);
        c
    }

    /// What an uncaught throw means to the host.
    pub(crate) fn uncaught_condition(&self, tag: Value, value: Value) -> Condition {
        if let Some(c) = self.condition(value).filter(|_| is_error_tag(tag)) {
            return c.clone();
        }
        let message = match self.rt.heap.as_str(value) {
            Some(s) => s.to_string(),
            None => crate::printer::brief(&self.rt, value),
        };
        let c = Condition::new(Code::User, message).with_irritants(&[value]);
        if value.is(Kind::CONDITION) { c } else { c.at(Span::NONE) }
    }
}

/// The function with the most calls among the innermost ones of a very deep recursion.
fn recursive_function(trace: &[TraceEntry]) -> Option<&str> {
    let inner = || trace.iter().take(TRACE_HALF);
    let calls = |name: &str| inner().filter(|e| e.function == name).map(|e| u64::from(e.repeated)).sum::<u64>();
    // Of several, the innermost.
    inner().rev().max_by_key(|e| calls(&e.function)).map(|e| e.function.as_str())
}

/// Is it the tag of errors, offered or not?
fn is_error_tag(tag: Value) -> bool {
    tag == Value::symbol(well_known::ERROR) || tag == Value::OFFERED
}
