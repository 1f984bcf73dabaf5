//! Runs that the host carries on step by step: where they wait in between.
//!
//! A step is a run like any other, and stops at the end of a slice of fuel if its own is used up. Then all that belongs
//! to it is moved out of the machine into the table of [`Parking`], and back for the next step. What it has bound for
//! as long as something runs has its outer value meanwhile. What runs inside of it (expansions, files, what functions
//! of the host call) waits on the native stack and cannot be moved: it is finished first. Only what futures of the host
//! call does not ([`super::awaiting`]): the run that waits for it and the called one are moved together.

use std::slice::from_ref;
use std::sync::Arc;
use std::sync::Weak;
use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::HashMap;

use super::asking::{Asked, Asking};
use super::awaiting::{Caller, Futures};
use super::callback::Lent;
use super::loader::Part;
use super::nested::{NESTED_TOO_DEEPLY, RUN_LEVELS, Run};
use super::{Vm, callback::Nothing};
use crate::code::Insn;
use crate::fault::{Code, Res, fail, internal};
use crate::handle::Handle;
use crate::limits::SLICE;
use crate::module::loading::{Active, Progress};
use crate::object::continuation::Handler;
use crate::reader::{Reader, Spans};
use crate::runtime::unfinished::{ENABLED, Unfinished};
use crate::search::Budgets;
use crate::source::SourceId;
use crate::symbol::ModuleId;
use crate::value::Value;

use super::window::WINDOW;

/// A call that the run goes on with: its result goes to register `a`.
#[derive(Clone)]
pub(super) struct Resumed {
    pub a: usize,
    pub f: Value,
    pub args: Vec<Value>,
    /// Is it the last thing that its function does? What a native calls takes the place of that function then.
    pub tail: bool,
}

/// A run that waits for its next step.
#[derive(Clone)]
struct Parked {
    /// Is there still somebody to carry it on?
    owner: Weak<()>,
    /// What it begins with, or the native that it has paused in.
    call: Option<Resumed>,
    text: Option<Text>,
    /// The run, or those that it consists of, the outermost first: each but the last waits for what a future has called
    /// in it.
    levels: Vec<Level>,
    callers: Vec<Caller>,
    /// Is what is given up to be left?
    gives_up: bool,
    /// The machine's stack up to the end of the current window.
    stack: Vec<Value>,
    /// How far the machine's stack could be used before calls are counted again, and under which limit on depth: each
    /// count is paid for, so a run in steps must not make more of them.
    usable: (usize, Option<usize>),
    exiting: Option<(Value, u32)>,
    output: Option<Value>,
    input: Option<Value>,
    budgets: Budgets,
    /// What that native has done.
    unfinished: Unfinished,
    /// What a function of the host has asked for it.
    asked: Option<Asked>,
    /// Ticks that the last step has taken too many.
    owed: u64,
    /// Ticks of all steps.
    ticks: u64,
}

/// What belongs to one of the runs.
#[derive(Clone)]
struct Level {
    run: Run,
    handlers: Vec<Handler>,
    /// Variables that it has bound and cleanups give back: the cell, its value in the run, and the slot of the stack
    /// that keeps the outer one, if it is there. The innermost binding comes first.
    bound: Vec<(u32, Value, Option<usize>)>,
}

/// A program whose forms are run one after the other.
#[derive(Clone)]
struct Text {
    active: Active,
    spans: Spans,
    lenient: bool,
    folds_case: bool,
    /// Have forms of it been evaluated, and does its dialect know of it?
    begun: bool,
    announced: bool,
    last: Value,
}

/// The runs that wait.
#[derive(Clone, Default)]
pub(crate) struct Parking {
    runs: HashMap<u64, Parked>,
    last: u64,
    /// What the host does at the moment may be undone, and with it what these runs and those before have done.
    before: u64,
    /// How many tickets have been dropped, and how many of them have been seen to.
    dropped: Arc<AtomicUsize>,
    seen: usize,
}

/// What the host holds of a run.
#[derive(Debug)]
pub(crate) struct Ticket {
    number: u64,
    /// Parked runs ask whether this is still there.
    _owner: Arc<()>,
    dropped: Arc<AtomicUsize>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

/// What has become of a run in a step.
pub(crate) enum Stepped {
    Done(Value),
    Paused,
    /// A function of the host has asked for it, and handed over a value.
    Waiting(Handle),
    /// It goes on when what a function of the host has asked has been answered, by a future if there is one.
    Asking(Handle),
}

impl Parking {
    fn park(&mut self, parked: Parked) -> u64 {
        self.last += 1;
        self.runs.insert(self.last, parked);
        self.last
    }

    /// Is it the ticket of a run that waits here? (One that is being carried on does not.)
    fn check(&self, ticket: &Ticket) -> Res<()> {
        if self.has(ticket)? { Ok(()) } else { fail(Code::Host, "the run has ended") }
    }

    fn has(&self, ticket: &Ticket) -> Res<bool> {
        match Arc::ptr_eq(&ticket.dropped, &self.dropped) {
            true => Ok(self.runs.contains_key(&ticket.number)),
            false => fail(Code::Host, "the run belongs to another engine"),
        }
    }

    /// From here on what is done may be undone, also of the runs that there are. Returns what was so before.
    pub fn begin_attempt(&mut self) -> u64 {
        std::mem::replace(&mut self.before, self.last)
    }

    pub fn end_attempt(&mut self, before: u64) {
        self.before = before;
    }

    /// May what the run does be undone, and the run go on? Then nobody polls what it waits for: what a future has done
    /// cannot be.
    pub fn is_undone(&self, ticket: &Ticket) -> bool {
        ticket.number <= self.before
    }

    pub fn is_attempt(&self) -> bool {
        self.before > 0
    }

    fn find(&mut self, ticket: &Ticket) -> Res<&mut Parked> {
        self.check(ticket)?;
        self.runs.get_mut(&ticket.number).map_or_else(|| internal("a parked run"), Ok)
    }

    /// Forgets the runs that nobody can carry on any more. Returns the cells that their texts have reserved.
    #[inline]
    pub fn release_dropped(&mut self) -> Vec<u32> {
        let dropped = self.dropped.load(Ordering::Relaxed);
        if dropped == std::mem::replace(&mut self.seen, dropped) { Vec::new() } else { self.release_some() }
    }

    #[cold]
    fn release_some(&mut self) -> Vec<u32> {
        let gone = self.runs.extract_if(|_, parked| parked.owner.strong_count() == 0);
        gone.flat_map(|(_, parked)| parked.text.map(|text| text.active.progress.reserved).unwrap_or_default()).collect()
    }

    /// The runs are as they were.
    pub fn roll_back(&mut self, before: Parking) {
        self.runs = before.runs;
        self.runs.retain(|_, parked| parked.owner.strong_count() > 0);
    }

    /// What the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        for p in self.runs.values() {
            look(&p.stack);
            for level in &p.levels {
                level.run.each_root(look);
                level.bound.iter().for_each(|(_, value, _)| look(from_ref(value)));
                level.handlers.iter().for_each(|h| look(from_ref(&h.tag)));
            }
            if let Some(Resumed { f, args, .. }) = &p.call {
                look(from_ref(f));
                look(args);
            }
            if let Some(text) = &p.text {
                text.active.progress.each_value(look);
                look(from_ref(&text.last));
            }
            p.exiting.iter().for_each(|(status, _)| look(from_ref(status)));
            look(p.output.as_slice());
            look(p.input.as_slice());
            p.budgets.each_root(look);
            p.unfinished.each_value(look);
            p.asked.iter().for_each(|asked| asked.each_value(look));
        }
    }

    /// The instructions that the runs will go on at.
    pub fn each_frame(&self, look: &mut dyn FnMut(usize)) {
        for p in self.runs.values() {
            p.levels.iter().for_each(|level| level.run.stack_frames(&p.stack).for_each(&mut *look));
        }
    }

    /// The modules that texts belong to.
    pub fn modules(&self) -> impl Iterator<Item = ModuleId> + '_ {
        self.runs.values().filter_map(|p| p.text.as_ref().map(|t| t.active.module))
    }

    /// The texts of the programs.
    pub fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        self.runs.values().filter_map(|p| p.text.as_ref().map(|t| t.active.source))
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        let of_level = |level: &Level| level.handlers.capacity() * size_of::<Handler>();
        let of = |p: &Parked| {
            let levels = p.levels.len() * (size_of::<Level>() + size_of::<Caller>());
            let handlers: usize = p.levels.iter().map(of_level).sum();
            size_of::<Parked>() + p.stack.capacity() * size_of::<Value>() + levels + handlers
        };
        self.runs.values().map(of).sum()
    }
}

impl Vm {
    /// A run that will call `f`.
    pub fn start_run(&mut self, f: Value, args: Vec<Value>) -> Res<Ticket> {
        self.begin_parked(Some((f, args)), None)
    }

    /// A run that will evaluate a text.
    pub fn start_text(
        &mut self,
        module: ModuleId,
        source: SourceId,
        folder: Option<std::path::PathBuf>,
        lenient: bool,
    ) -> Res<Ticket> {
        let progress = Progress { runs: self.suspended.len(), nested: self.nested, ..self.new_progress() };
        let active = Active { module, source, folder, progress };
        let text = Text {
            active,
            spans: Spans::new(),
            lenient,
            folds_case: false,
            begun: false,
            announced: false,
            last: Value::NIL,
        };
        self.begin_parked(None, Some(text))
    }

    fn begin_parked(&mut self, call: Option<(Value, Vec<Value>)>, text: Option<Text>) -> Res<Ticket> {
        let owner = Arc::new(());
        let run = self.new_run();
        let number = self.parking.park(Parked {
            owner: Arc::downgrade(&owner),
            call: call.map(|(f, args)| Resumed { a: 0, f, args, tail: false }),
            text,
            levels: vec![Level { run, handlers: Vec::new(), bound: Vec::new() }],
            callers: Vec::new(),
            gives_up: false,
            stack: Vec::new(),
            usable: (0, None),
            exiting: None,
            output: None,
            input: None,
            budgets: Budgets::default(),
            unfinished: Unfinished::default(),
            asked: None,
            owed: 0,
            ticks: 0,
        });
        // If it does not fit, it is forgotten as any other that nobody carries on.
        let ticket = Ticket { number, _owner: owner, dropped: Arc::clone(&self.parking.dropped) };
        self.account()?;
        Ok(ticket)
    }

    /// Carries a run on. The account of the step has begun, and its limits; it has `fuel` ticks, or goes on until the
    /// run has ended or is asked to pause.
    pub fn step_run(
        &mut self,
        ticket: &Ticket,
        fuel: Option<u64>,
        futures: &mut Futures,
        lent: Lent<'_>,
    ) -> Res<Stepped> {
        let parked = self.parking.find(ticket)?;
        if let Some(asked) = parked.asked.as_ref().filter(|asked| asked.answer.is_none() && !futures.has_request()) {
            let question = asked.question;
            return Ok(Stepped::Asking(self.rt.host_roots.hold(question)));
        }
        let paid = parked.owed.min(fuel.unwrap_or(u64::MAX));
        parked.owed -= paid;
        let fuel = fuel.map(|fuel| fuel - paid);
        if fuel == Some(0) {
            return Ok(Stepped::Paused);
        }
        let swaps: Vec<Value> = parked.levels.iter().map(|level| level.run.bindings).collect();
        self.rt.budget.pause_after(fuel);
        let unsampled = self.carry_sample();
        self.rt.budget.shorten_slice(unsampled);
        (self.handed_over, self.asking) = (None, None);
        swaps.into_iter().for_each(|swaps| self.swap_all(swaps, true));
        let Some(parked) = self.parking.runs.remove(&ticket.number) else { return internal("a parked run") };
        if !self.nest(RUN_LEVELS) {
            return fail(Code::TooComplex, "the limit on nesting leaves no room for a run");
        }
        let Parked { owner, text, ticks, .. } = &parked;
        let (owner, is_text, ticks) = (Weak::clone(owner), text.is_some(), *ticks);
        let (mut text, mut callers) = (None, Vec::new());
        let begun = self.unpark(parked, &mut text, &mut callers, futures, lent);
        let result = self.go_on_with(begun, text.as_mut(), &mut callers, futures, lent);
        self.stepping = None;
        let stepped = match result {
            Ok(None) => {
                let mut parked = self.park(owner, text.take(), callers);
                let used = self.rt.budget.used();
                let owed = fuel.map_or(0, |fuel| used.saturating_sub(fuel));
                (parked.owed, parked.ticks) = (owed, ticks.saturating_add(used));
                let stepped = match (self.asking.take(), self.handed_over.take()) {
                    (Some(Asking { a, question, future }), _) => {
                        let held = self.rt.host_roots.held(&question).unwrap_or(Value::NIL);
                        parked.asked = Some(Asked { a, question: held, answer: None });
                        if let Some(future) = future.and_then(|future| future.downcast().ok()) {
                            futures.push(*future);
                        }
                        Stepped::Asking(question)
                    }
                    (None, Some(value)) if self.rt.budget.is_pause_asked() => Stepped::Waiting(value),
                    _ => Stepped::Paused,
                };
                self.parking.runs.insert(ticket.number, parked);
                Ok(stepped)
            }
            result => {
                self.interrupted = None;
                self.rt.end_work();
                let result = result.map(|value| value.unwrap_or(Value::NIL));
                self.end_dynamic(&result);
                if is_text {
                    self.leave_text();
                    self.loader.spans = Spans::new();
                }
                result.map(Stepped::Done)
            }
        };
        self.leave_run();
        if let Ok(Stepped::Paused | Stepped::Waiting(_) | Stepped::Asking(_)) = stepped {
            let parked = self.parking.runs.get(&ticket.number);
            let levels = parked.into_iter().flat_map(|parked| parked.levels.iter().rev());
            let swaps: Vec<Value> = levels.map(|level| level.run.bindings).collect();
            swaps.into_iter().for_each(|swaps| self.swap_all(swaps, false));
            if self.account().is_err()
                && let Err(fault) = self.collect(self.run.top, &[])
            {
                self.parking.runs.remove(&ticket.number);
                return Err(fault);
            }
        }
        stepped
    }

    /// Ticks that a run has taken so far, unless it has ended.
    pub fn ticks_of_run(&self, ticket: &Ticket) -> Option<u64> {
        self.parking.runs.get(&ticket.number).map(|p| p.ticks)
    }

    /// Is a step over, and the run that pauses with it the one that is on?
    #[cold]
    pub(super) fn pauses_here(&self) -> bool {
        self.stepping == Some(self.run.number) && self.rt.budget.is_pause_due()
    }

    /// Runs until the run ends or pauses that has begun so, and goes on with those that wait for it when it has ended.
    fn go_on_with(
        &mut self,
        mut begun: Res<()>,
        mut text: Option<&mut Text>,
        callers: &mut Vec<Caller>,
        futures: &mut Futures,
        lent: Lent<'_>,
    ) -> Res<Option<Value>> {
        loop {
            let text = text.as_deref_mut().filter(|_| callers.is_empty());
            let result = match (begun, &self.asking) {
                (Err(fault), _) => Err(fault),
                // A function of the host has asked, or goes on waiting.
                (Ok(()), Some(_)) => return Ok(None),
                (Ok(()), None) => self.go_on(text, lent),
            };
            let ended = match result {
                Ok(None) => return Ok(None),
                result if callers.is_empty() => return result,
                result => result.map(|value| value.unwrap_or(Value::NIL)),
            };
            begun = self.end_request(ended, futures, callers);
        }
    }

    /// Can the function of the host that is called now put off the rest of its work?
    pub fn can_put_off(&self) -> bool {
        ENABLED && self.pauses_here()
    }

    /// Runs until the run ends or pauses.
    fn go_on(&mut self, mut text: Option<&mut Text>, lent: Lent<'_>) -> Res<Option<Value>> {
        // The call that a run begins with may have taken all of a step.
        if self.pauses_here() {
            return Ok(None);
        }
        loop {
            let Some(value) = self.drive_or_pause(lent)? else { return Ok(None) };
            let Some(text) = &mut text else { return Ok(Some(value)) };
            // Before the first form, it is nothing that has ended.
            text.last = if std::mem::replace(&mut text.begun, true) { value } else { Value::NIL };
            match self.next_form(text)? {
                Some(thunk) => {
                    self.begin_run();
                    self.start_call(thunk, &[], lent)?;
                }
                None => {
                    self.settle_names(true, "")?;
                    return Ok(Some(text.last));
                }
            }
        }
    }

    /// Compiles the next form of a text that is to be run; nothing at the end.
    fn next_form(&mut self, text: &mut Text) -> Res<Option<Value>> {
        let module = text.active.module;
        loop {
            self.begin_run();
            while let Some((form, span)) = self.loader.progress().and_then(Progress::next_part) {
                let mut spans = std::mem::take(&mut self.loader.spans);
                // A form may be nested as deep as where its text is evaluated in one go, outside of every run.
                let nested = self.nested;
                self.unnest(RUN_LEVELS);
                let part = self.rooted(&[form, text.last], |vm| vm.prepare_part(module, form, &mut spans, span));
                (self.nested, self.loader.spans) = (nested, spans);
                match part? {
                    Part::Compiled(thunk) => return Ok(Some(thunk)),
                    Part::Evaluated(value) => text.last = value,
                    Part::Definition(definition) => text.last = self.carry_out(form, definition)?,
                }
            }
            if let Some(language) = self.language(module).filter(|_| text.announced) {
                language.evaluation.after_form(self, module, text.last);
            }
            let Some(source) = self.rt.sources.get(text.active.source).cloned() else { return internal("a source") };
            let position = self.loader.progress().map_or(0, |p| p.position);
            let mut reader = Reader::new(text.active.source, source).lenient(text.lenient).starting_at(position);
            reader.set_folding(text.folds_case);
            let mut spans = Spans::new();
            let announced = &mut text.announced;
            let form = self.rooted(&[text.last], |vm| vm.read_form(module, &mut reader, &mut spans, announced))?;
            let Some(form) = form else { return Ok(None) };
            text.folds_case = reader.folds_case();
            self.add_parts(vec![(form, spans.top())]);
            self.loader.spans = spans;
        }
    }

    /// Puts a run back into the machine, as it was, with those that wait for it: these are `callers`.
    fn unpark(
        &mut self,
        parked: Parked,
        text: &mut Option<Text>,
        callers: &mut Vec<Caller>,
        futures: &mut Futures,
        lent: Lent<'_>,
    ) -> Res<()> {
        let Parked { call, text: own, levels, stack, exiting, output, input, budgets, asked, .. } = parked;
        self.rt.unfinished = parked.unfinished;
        let room = self.reserve_for(&stack, &levels);
        let bottom = levels.first().map_or(0, |outermost| outermost.run.bottom);
        if let (Some(to), Some(from)) = (self.stack.get_mut(bottom..stack.len()), stack.get(bottom..)) {
            to.copy_from_slice(from);
        }
        // If there is no room, the runs end with that, each for itself.
        let has_room = room.is_ok();
        let mut waiting = parked.callers.into_iter();
        for level in levels {
            self.enter_level(level, has_room)?;
            if let Some(caller) = waiting.next() {
                if !self.nest(RUN_LEVELS) {
                    return fail(Code::TooComplex, NESTED_TOO_DEEPLY);
                }
                callers.push(caller);
            }
        }
        self.stepping = Some(self.run.number);
        if let Some(mut own) = own {
            self.begin_text(own.lenient);
            self.loader.active.push(Active {
                module: own.active.module,
                source: own.active.source,
                folder: own.active.folder.clone(),
                progress: std::mem::take(&mut own.active.progress),
            });
            self.loader.spans = std::mem::take(&mut own.spans);
            *text = Some(own);
        }
        (self.rt.ports.output, self.rt.ports.input) = (output, input);
        self.rt.search.put_back(budgets);
        self.exiting = exiting;
        if stack.is_empty() {
            self.begin_run();
            return match call {
                Some(Resumed { f, args, .. }) => self.start_call(f, &args, lent),
                // The first form of a text comes when nothing has ended with nil.
                None => Ok(()),
            };
        }
        room?;
        self.interrupted = call;
        self.usable = match parked.usable {
            (usable, limit) if limit == self.max_depth && limit.is_some() => usable,
            _ => self.usable_from(self.run.bottom, self.run.calls_below),
        };
        match asked {
            _ if parked.gives_up => self.leave_given_up(callers),
            Some(Asked { a, answer: Some(answer), .. }) => self.take_answer(a, answer),
            Some(Asked { a, answer: None, .. }) => self.begin_request(a, futures, callers, lent),
            None => Ok(()),
        }
    }

    /// Makes room for a stack, and for the handlers of runs.
    fn reserve_for(&mut self, stack: &[Value], levels: &[Level]) -> Res<()> {
        let more = stack.len().saturating_sub(self.stack.len());
        if more > 0 {
            self.rt.heap.reserve(more * size_of::<Value>())?;
            self.stack.resize(stack.len(), Value::ZERO);
        }
        let handlers = levels.iter().map(|level| level.handlers.len()).sum();
        if self.handlers.capacity() - self.handlers.len() < handlers {
            self.reserve_handlers(handlers)?;
        }
        Ok(())
    }

    /// Goes into a run, whose stack has been put back.
    fn enter_level(&mut self, level: Level, has_room: bool) -> Res<()> {
        self.enter_run(level.run);
        if !has_room {
            // Its frames are not there.
            self.begin_run();
            return Ok(());
        }
        self.push_handlers(&level.handlers)?;
        // The outermost binding first, as they were made.
        for (cell, inner, slot) in level.bound.into_iter().rev() {
            let outer = self.globals.value(cell);
            if let Some(kept) = slot.and_then(|slot| self.stack.get_mut(slot)) {
                *kept = outer;
            }
            self.set_cell(cell, inner);
        }
        Ok(())
    }

    /// What a run has asked, if it waits for an answer or has just got one.
    pub(super) fn asked_by(&self, ticket: &Ticket) -> Res<Option<&Asked>> {
        self.parking.check(ticket)?;
        Ok(self.parking.runs.get(&ticket.number).and_then(|parked| parked.asked.as_ref()))
    }

    /// The same, to be answered.
    pub(super) fn asked_by_mut(&mut self, ticket: &Ticket) -> Res<Option<&mut Asked>> {
        self.parking.find(ticket).map(|parked| parked.asked.as_mut())
    }

    /// Takes the run that is on out of the machine, and those that wait for it.
    fn park(&mut self, owner: Weak<()>, text: Option<Text>, callers: Vec<Caller>) -> Parked {
        // What is thrown meanwhile has other handlers.
        self.passing = None;
        let text = text.zip(self.loader.active.pop()).map(|(text, active)| Text {
            active,
            spans: std::mem::take(&mut self.loader.spans),
            ..text
        });
        let end = (self.run.base + WINDOW).min(self.stack.len());
        let stack = self.stack.get(..end).unwrap_or_default().to_vec();
        let mut levels = Vec::with_capacity(callers.len() + 1);
        levels.push(self.take_level());
        for _ in &callers {
            self.leave_run();
            levels.push(self.take_level());
        }
        levels.reverse();
        Parked {
            owner,
            call: self.interrupted.take(),
            text,
            levels,
            callers,
            gives_up: false,
            stack,
            usable: (self.usable, self.max_depth),
            exiting: self.exiting.take(),
            output: self.rt.ports.output.take(),
            input: self.rt.ports.input.take(),
            budgets: self.rt.search.set_aside(),
            unfinished: std::mem::take(&mut self.rt.unfinished),
            asked: None,
            owed: 0,
            ticks: 0,
        }
    }

    /// What belongs to the innermost run, whose variables have their outer values from here on.
    fn take_level(&mut self) -> Level {
        let bound = self.unbind();
        Level { run: self.run, handlers: self.handlers.split_off(self.run.handler_floor), bound }
    }

    /// What the future has called that is the `n`th of those that a run waits for is to be left with the next step.
    pub(super) fn give_up(&mut self, ticket: &Ticket, n: usize) -> Res<()> {
        let parked = self.parking.find(ticket)?;
        (parked.asked, parked.gives_up) = (None, true);
        parked.callers.iter_mut().skip(n).for_each(Caller::give_up);
        Ok(())
    }

    /// The whole run is to be left with the next step, and what futures have called in it. Is there anything to leave?
    pub fn give_up_run(&mut self, ticket: &Ticket) -> Res<bool> {
        if !self.parking.has(ticket)? {
            return Ok(false);
        }
        self.give_up(ticket, 0)?;
        let parked = self.parking.find(ticket)?;
        parked.callers.first_mut().into_iter().for_each(Caller::end_all);
        Ok(!parked.stack.is_empty())
    }

    /// Gives the variables that the run has bound, and that cleanups would give back, their outer values.
    fn unbind(&mut self) -> Vec<(u32, Value, Option<usize>)> {
        let mut bound = Vec::new();
        self.each_bound(|vm, cell, outer, slot| {
            bound.push((cell, vm.globals.value(cell), slot));
            vm.set_cell(cell, outer);
        });
        bound
    }

    /// Calls the swaps of a list ([`super::binding`]), the outermost first, to bind, or the innermost first, to unbind.
    /// They are short, and have a slice of their own.
    fn swap_all(&mut self, swaps: Value, bind: bool) {
        let mut all: Vec<Value> = self.rt.heap.iter(swaps).collect();
        if bind {
            all.reverse();
        }
        for swap in all {
            let fuel = std::mem::replace(&mut self.rt.budget.fuel, SLICE);
            // If one cannot be done, the others still can.
            let _ = self.call_lending(swap, &[Value::truth(bind)], &mut Nothing);
            self.rt.budget.fuel = fuel;
        }
    }

    /// If a cleanup that ends dynamic bindings begins at `pc`: the registers that keep the outer values, and the cells.
    pub(super) fn restored_at(&self, pc: usize) -> Vec<(u8, u32)> {
        let mut restored = Vec::new();
        // What comes first notes that something was thrown.
        let Some(Insn::LoadTrue { .. }) = self.code.insns.get(pc) else { return restored };
        let mut at = pc + 1;
        while let Some(&[Insn::PopHandler { n: 0 }, Insn::SetGlobal { s, g }]) = self.code.insns.get(at..at + 2) {
            restored.push((s, g));
            at += 2;
        }
        restored
    }
}
