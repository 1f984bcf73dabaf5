//! Runs that the host carries on step by step: where they wait in between.
//!
//! A step is a run like any other, and stops at the end of a slice of ticks if its own is used up. A run has a fiber of
//! its own ([`super::fiber`]), which is in the machine for the step. What it has bound for as long as something runs has
//! its outer value meanwhile. What runs inside of it (expansions, files, what functions of the host call) waits on the
//! native stack and cannot be taken out: it is finished first. Only what futures of the host call does not
//! ([`super::awaiting`]): the run that waits for it and the called one are in one fiber.

use std::slice::from_ref;
use std::sync::Arc;
use std::sync::Weak;
use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::asking::{Asked, Signal};
use super::awaiting::{Caller, Futures};
use super::callback::Lent;
use super::fiber::Fiber;
use super::interpreter::Interpreter;
use super::loader::Part;
use super::nested::RUN_LEVELS;
use super::{Outcome, Vm};
use crate::bytecode::Insn;
use crate::fault::{Code, Res, fail, internal};
use crate::handle::Handle;
use crate::module::loading::{Active, Progress};
use crate::reader::{Reader, Spans};
use crate::search::Budgets;
use crate::source::SourceId;
use crate::symbol::ModuleId;
use crate::value::Value;

/// A run that waits for its next step.
#[derive(Clone)]
struct Parked {
    /// Token of the ticket. When it is gone, nobody can carry the run on.
    owner: Weak<()>,
    fiber: Box<Fiber>,
    /// Call that the run begins with.
    call: Option<(Value, Vec<Value>)>,
    text: Option<Text>,
    /// Runs that wait for other runs, each for the call of a future.
    callers: Vec<Caller>,
    /// Whether the next step leaves the calls that have been given up.
    gives_up: bool,
    output: Option<Value>,
    input: Option<Value>,
    budgets: Budgets,
    /// Question that a function of the host has asked for it.
    asked: Option<Asked>,
    /// Ticks that the last step has taken too many.
    owed: u64,
}

/// A program whose forms are run one after the other.
#[derive(Clone)]
struct Text {
    active: Active,
    spans: Spans,
    lenient: bool,
    folds_case: bool,
    /// Whether forms of it have been evaluated, and below, whether its dialect knows of it.
    begun: bool,
    announced: bool,
    last: Value,
}

/// The runs that wait.
#[derive(Clone, Default)]
pub(crate) struct Parking {
    runs: HashMap<u64, Box<Parked>>,
    /// Bytes that they hold, for the memory limit.
    bytes: usize,
    last: u64,
    /// Number of tickets that have been dropped, and below, the number of those that have been seen to.
    dropped: Arc<AtomicUsize>,
    seen: usize,
}

/// Token of a run that the host holds.
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

/// State of a run after a step.
pub(crate) enum Stepped {
    Done(Value),
    Paused,
    /// A function of the host has asked for it, and handed over a value.
    Waiting(Handle),
    /// It goes on when what a function of the host has asked has been answered, by a future if there is one.
    Asking(Handle),
}

impl Parking {
    fn park(&mut self, number: u64, parked: Box<Parked>) {
        self.bytes += parked.bytes();
        self.runs.insert(number, parked);
    }

    fn take(&mut self, number: u64) -> Res<Box<Parked>> {
        let Some(parked) = self.runs.remove(&number) else { return internal("a parked run") };
        self.bytes = self.bytes.saturating_sub(parked.bytes());
        Ok(parked)
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns an error unless the ticket belongs to a run that waits here. A run that is being carried on does not
    /// wait.
    fn check(&self, ticket: &Ticket) -> Res<()> {
        if self.has(ticket)? { Ok(()) } else { fail(Code::Host, "the run has ended") }
    }

    fn has(&self, ticket: &Ticket) -> Res<bool> {
        match Arc::ptr_eq(&ticket.dropped, &self.dropped) {
            true => Ok(self.runs.contains_key(&ticket.number)),
            false => fail(Code::Host, "the run belongs to another engine"),
        }
    }

    fn find(&mut self, ticket: &Ticket) -> Res<&mut Parked> {
        self.check(ticket)?;
        self.runs.get_mut(&ticket.number).map_or_else(|| internal("a parked run"), |parked| Ok(&mut **parked))
    }

    /// Forgets the runs that nobody can carry on any more. Returns the cells that their texts have reserved.
    #[inline]
    pub fn release_dropped(&mut self) -> Vec<u32> {
        let dropped = self.dropped.load(Ordering::Relaxed);
        if dropped == std::mem::replace(&mut self.seen, dropped) { Vec::new() } else { self.release_some() }
    }

    #[cold]
    fn release_some(&mut self) -> Vec<u32> {
        let mut reserved = Vec::new();
        for (_, mut parked) in self.runs.extract_if(|_, parked| parked.owner.strong_count() == 0) {
            self.bytes = self.bytes.saturating_sub(parked.bytes());
            reserved.extend(parked.text.take().map(|text| text.active.progress.reserved).unwrap_or_default());
        }
        reserved
    }

    /// Shows `look` the values that the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        for p in self.runs.values() {
            p.fiber.each_value(look);
            if let Some((f, args)) = &p.call {
                look(from_ref(f));
                look(args);
            }
            if let Some(text) = &p.text {
                text.active.progress.each_value(look);
                look(from_ref(&text.last));
            }
            look(p.output.as_slice());
            look(p.input.as_slice());
            p.budgets.each_root(look);
            p.asked.iter().for_each(|asked| asked.each_value(look));
        }
    }

    /// The instructions that the runs will go on at.
    pub fn each_frame(&self, look: &mut dyn FnMut(usize)) {
        for p in self.runs.values() {
            p.fiber.each_frame(look);
        }
    }

    /// The texts of the programs.
    pub fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        self.runs.values().filter_map(|p| p.text.as_ref().map(|t| t.active.source))
    }
}

impl Parked {
    /// Bytes held, for the memory limit.
    fn bytes(&self) -> usize {
        let call = self.call.as_ref().map_or(0, |(_, args)| args.capacity() * size_of::<Value>());
        size_of::<Parked>() + self.fiber.bytes() + self.callers.capacity() * size_of::<Caller>() + call
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
        let progress = Progress { runs: self.fiber.suspended.len(), nested: self.nested, ..self.new_progress() };
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
        self.parking.last += 1;
        let number = self.parking.last;
        let parked = Box::new(Parked {
            owner: Arc::downgrade(&owner),
            fiber: Box::new(Fiber::new(run)),
            call,
            text,
            callers: Vec::new(),
            gives_up: false,
            output: None,
            input: None,
            budgets: Budgets::default(),
            asked: None,
            owed: 0,
        });
        self.parking.park(number, parked);
        // If it does not fit, it is forgotten as any other that nobody carries on.
        let ticket = Ticket { number, _owner: owner, dropped: Arc::clone(&self.parking.dropped) };
        self.account()?;
        Ok(ticket)
    }

    /// Carries a run on. The account of the step has begun, and its limits; it has that many `ticks`, or goes on until the
    /// run has ended or is asked to pause.
    pub fn step_run(
        &mut self,
        ticket: &Ticket,
        ticks: Option<u64>,
        futures: &mut Futures,
        lent: Lent<'_>,
    ) -> Res<Stepped> {
        let parked = self.parking.find(ticket)?;
        if let Some(asked) = parked.asked.as_ref().filter(|asked| asked.answer.is_none() && !futures.has_request()) {
            let question = asked.question;
            return Ok(Stepped::Asking(self.rt.host_roots.hold(question)));
        }
        let paid = parked.owed.min(ticks.unwrap_or(u64::MAX));
        parked.owed -= paid;
        let ticks = ticks.map(|ticks| ticks - paid);
        if ticks == Some(0) {
            return Ok(Stepped::Paused);
        }
        let swaps: SmallVec<[Value; 2]> = parked.fiber.swaps().collect();
        self.rt.budget.pause_after(ticks);
        let unsampled = self.carry_sample();
        self.rt.budget.shorten_slice(unsampled);
        self.signal = None;
        swaps.into_iter().for_each(|swaps| self.swap_all(swaps, true));
        let mut parked = self.parking.take(ticket.number)?;
        let levels = parked.fiber.levels();
        if !self.nest(levels) {
            return fail(Code::TooComplex, "the limit on nesting leaves no room for a run");
        }
        let idle = self.fiber_bytes();
        self.parking.bytes += idle;
        let result = self.carry_on(&mut parked, futures, lent);
        self.stepping = None;
        let stepped = match result {
            Ok(Outcome::Signal(signal)) => {
                let used = self.rt.budget.used();
                parked.owed = ticks.map_or(0, |ticks| used.saturating_sub(ticks));
                let levels = self.fiber.suspended.len() * RUN_LEVELS;
                self.unnest(levels);
                self.take_out(&mut parked);
                Ok(self.paused(&mut parked, signal, futures))
            }
            result => {
                let result = result.map(Outcome::value);
                self.end_dynamic(&result);
                if parked.text.is_some() {
                    self.leave_text();
                    self.loader.spans = Spans::new();
                }
                self.leave_run();
                self.leave_fiber(&mut parked.fiber);
                result.map(Stepped::Done)
            }
        };
        self.parking.bytes = self.parking.bytes.saturating_sub(idle);
        if let Ok(Stepped::Paused | Stepped::Waiting(_) | Stepped::Asking(_)) = stepped {
            let swaps: SmallVec<[Value; 2]> = parked.fiber.swaps().rev().collect();
            self.parking.park(ticket.number, parked);
            swaps.into_iter().for_each(|swaps| self.swap_all(swaps, false));
            if self.account().is_err()
                && let Err(fault) = self.collect(self.fiber.run.top, &[])
            {
                self.parking.take(ticket.number)?;
                return Err(fault);
            }
        }
        stepped
    }

    /// Returns the state of a run that pauses with this signal, and keeps its question if it has asked one.
    fn paused(&mut self, parked: &mut Parked, signal: Signal, futures: &mut Futures) -> Stepped {
        match signal {
            Signal::StepOver => Stepped::Paused,
            Signal::Yield(value) => Stepped::Waiting(value),
            Signal::Request { a, question, future } => {
                let held = self.rt.host_roots.held(&question).unwrap_or(Value::NIL);
                parked.asked = Some(Asked { a, question: held, answer: None });
                if let Some(future) = future.and_then(|future| future.downcast().ok()) {
                    futures.push(*future);
                }
                Stepped::Asking(question)
            }
        }
    }

    /// Returns whether a step is over and the run that pauses with it is the current one.
    #[cold]
    pub(super) fn pauses_here(&self) -> bool {
        self.stepping == Some(self.fiber.run.number) && self.rt.budget.is_pause_due()
    }

    /// Runs until the run ends or pauses that has begun so, and goes on with those that wait for it when it has ended.
    fn go_on_with(
        &mut self,
        mut begun: Res<()>,
        mut text: Option<&mut Text>,
        callers: &mut Vec<Caller>,
        futures: &mut Futures,
        lent: Lent<'_>,
    ) -> Res<Outcome> {
        loop {
            let text = text.as_deref_mut().filter(|_| callers.is_empty());
            let result = match begun {
                Err(fault) => Err(fault),
                // A function of the host has asked, or goes on waiting.
                Ok(()) if self.has_asked() => return Ok(Outcome::Signal(self.take_signal())),
                Ok(()) => self.go_on(text, lent),
            };
            let ended = match result {
                Ok(Outcome::Signal(signal)) => return Ok(Outcome::Signal(signal)),
                result if callers.is_empty() => return result,
                result => result.map(Outcome::value),
            };
            begun = self.end_request(ended, futures, callers);
        }
    }

    /// Runs until the run ends or pauses.
    fn go_on(&mut self, mut text: Option<&mut Text>, lent: Lent<'_>) -> Res<Outcome> {
        // The call that a run begins with may have taken all of a step.
        if self.pauses_here() {
            return Ok(Outcome::Signal(self.take_signal()));
        }
        loop {
            let value = match self.drive_or_pause(lent)? {
                Outcome::Done(value) => value,
                signal @ Outcome::Signal(_) => return Ok(signal),
            };
            let Some(text) = &mut text else { return Ok(Outcome::Done(value)) };
            // Before the first form, it is nothing that has ended.
            text.last = if std::mem::replace(&mut text.begun, true) { value } else { Value::NIL };
            match self.next_form(text)? {
                Some(thunk) => {
                    self.begin_run();
                    self.start_call(thunk, &[], lent)?;
                }
                None => {
                    self.settle_names(true, "")?;
                    return Ok(Outcome::Done(text.last));
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
                language.evaluation.after_form(&mut Interpreter::new(self), module, text.last);
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

    /// Puts a run into the machine, and carries it on until it ends or pauses.
    fn carry_on(&mut self, parked: &mut Parked, futures: &mut Futures, lent: Lent<'_>) -> Res<Outcome> {
        let has_begun = parked.fiber.has_begun();
        let entered = self.enter_fiber(&mut parked.fiber);
        self.stepping = Some(self.fiber.run.number);
        if let Some(text) = &mut parked.text {
            self.begin_text(text.lenient);
            self.loader.active.push(Active {
                module: text.active.module,
                source: text.active.source,
                folder: text.active.folder.clone(),
                progress: std::mem::take(&mut text.active.progress),
            });
            self.loader.spans = std::mem::take(&mut text.spans);
        }
        (self.rt.ports.output, self.rt.ports.input) = (parked.output.take(), parked.input.take());
        self.rt.search.put_back(std::mem::take(&mut parked.budgets));
        let Parked { text, callers, call, asked, gives_up, .. } = parked;
        let begun = match (entered, asked.take()) {
            (Err(fault), _) => Err(fault),
            (Ok(()), _) if !has_begun => {
                self.begin_run();
                match call.take() {
                    Some((f, args)) => self.start_call(f, &args, lent),
                    // The first form of a text comes when nothing has ended with nil.
                    None => Ok(()),
                }
            }
            (Ok(()), _) if std::mem::take(gives_up) => self.leave_given_up(callers),
            (Ok(()), Some(Asked { a, answer: Some(answer), .. })) => self.take_answer(a, answer),
            (Ok(()), Some(Asked { a, answer: None, .. })) => self.begin_request(a, futures, callers, lent),
            (Ok(()), None) => Ok(()),
        };
        self.go_on_with(begun, text.as_mut(), callers, futures, lent)
    }

    /// Takes the run that is on out of the machine, and those that wait for it.
    fn take_out(&mut self, parked: &mut Parked) {
        if let (Some(text), Some(active)) = (&mut parked.text, self.loader.active.pop()) {
            (text.active, text.spans) = (active, std::mem::take(&mut self.loader.spans));
        }
        self.leave_fiber(&mut parked.fiber);
        (parked.output, parked.input) = (self.rt.ports.output.take(), self.rt.ports.input.take());
        parked.budgets = self.rt.search.set_aside();
    }

    /// Returns the question of a run, if it waits for an answer or has just got one.
    pub(super) fn asked_by(&self, ticket: &Ticket) -> Res<Option<&Asked>> {
        self.parking.check(ticket)?;
        Ok(self.parking.runs.get(&ticket.number).and_then(|parked| parked.asked.as_ref()))
    }

    /// The same, to be answered.
    pub(super) fn asked_by_mut(&mut self, ticket: &Ticket) -> Res<Option<&mut Asked>> {
        self.parking.find(ticket).map(|parked| parked.asked.as_mut())
    }

    /// Gives up the call of the `n`th future that a run waits for, and the calls inside it. The next step leaves them.
    pub(super) fn give_up(&mut self, ticket: &Ticket, n: usize) -> Res<()> {
        let parked = self.parking.find(ticket)?;
        (parked.asked, parked.gives_up) = (None, true);
        parked.callers.iter_mut().skip(n).for_each(Caller::give_up);
        Ok(())
    }

    /// Gives up the whole run, and the calls of futures in it. The next step leaves them. Returns whether there is
    /// anything to leave.
    pub fn give_up_run(&mut self, ticket: &Ticket) -> Res<bool> {
        if !self.parking.has(ticket)? {
            return Ok(false);
        }
        self.give_up(ticket, 0)?;
        let parked = self.parking.find(ticket)?;
        parked.callers.first_mut().into_iter().for_each(Caller::end_all);
        Ok(parked.fiber.has_begun())
    }

    /// If a cleanup that ends dynamic bindings begins at `pc`: the registers that keep the outer values, and the cells.
    pub(super) fn restored_at(&self, pc: usize) -> Vec<(u8, u32)> {
        let mut restored = Vec::new();
        // The first instruction notes that something was thrown.
        let Some(Insn::LoadTrue { .. }) = self.code.insns.get(pc) else { return restored };
        let mut at = pc + 1;
        while let Some(&[Insn::PopHandler { n: 0 }, Insn::SetGlobal { s, g }]) = self.code.insns.get(at..at + 2) {
            restored.push((s, g));
            at += 2;
        }
        restored
    }
}
