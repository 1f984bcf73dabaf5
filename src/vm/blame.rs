//! Trail of an error that starts to travel, and the errors that only the machine can put into words.

use super::Vm;
use crate::bytecode::{Insn, OperatorKind};
use crate::error_location::{Frame, Locator, recursive_functions};
use crate::fault::{Blamed, Callee, Code, Condition, ErrorKind, Limit, Trail, TrailFrame};
use crate::module::hosted::HostFacts;
use crate::module::native::{Action, Facts, Native};
use crate::object::Object;
use crate::source::Span;
use crate::symbol::{self, Symbol, well_known};
use crate::value::{Kind, Value};

/// Bytes of an expression that a message shows.
const MOST_EXPRESSION: usize = 60;

/// Frames that are looked at in a very deep recursion.
const MOST_FRAMES: usize = 10_000;

impl Vm {
    /// Keeps the frames that there are with the error, for its location, unless it is located. Returns how many were
    /// looked at.
    pub(crate) fn leave_trail(&self, c: &mut Condition) -> usize {
        if c.trail.is_some() || !c.details().trace.is_empty() {
            return 0;
        }
        self.find_blamed(c);
        if let ErrorKind::InUse { holder: None } = c.kind {
            self.name_holder(c);
        }
        let mut trail = Box::new(Trail { frames: Default::default(), in_run: 0, callee: Callee::Instruction });
        let (mut looked, mut last, mut is_first) = (0, None, true);
        let mut add = |pc: usize, trail: &mut Trail| {
            looked += 1;
            if last.replace(pc) == Some(pc) {
                if let Some(frame) = trail.frames.last_mut() {
                    frame.repeated += 1;
                }
            } else {
                let at = pc.wrapping_sub(1);
                let frame = match self.code.sites_at(at) {
                    Some((proto, offset)) => {
                        if std::mem::take(&mut is_first) {
                            trail.callee = self.callee(at, c);
                        }
                        let function = self.code.owner_number(at).unwrap_or(u32::MAX);
                        TrailFrame { sites: Some(proto.clone()), function, offset, repeated: 1 }
                    }
                    None => TrailFrame { sites: None, function: u32::MAX, offset: pc as u32, repeated: 1 },
                };
                trail.frames.push(frame);
            }
            looked < MOST_FRAMES
        };
        for (i, run) in self.runs().enumerate() {
            let is_whole = run.stack_frames(&self.fiber.stack).all(|pc| add(pc, &mut trail))
                && self.heap_frames(run.rest).all(|pc| add(pc, &mut trail));
            if i == 0 {
                trail.in_run = trail.frames.len();
            }
            if !is_whole {
                break;
            }
        }
        c.trail = Some(trail);
        looked
    }

    /// Describes what the instruction at `pc` calls.
    fn callee(&self, pc: usize, c: &Condition) -> Callee {
        match self.code.insns.get(pc) {
            Some(&(Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. })) => {
                let Some(info) = self.globals.info(g) else { return Callee::Value };
                let f = self.globals.value(g);
                let complains = c.subject.is_some() && self.rt.procedure_name(f) == c.subject.as_deref();
                let in_library = self.is_library_module(info.module);
                Callee::Global { name: info.name, in_library, is_native: f.is(Kind::NATIVE), complains }
            }
            Some(Insn::Call { .. } | Insn::TailCall { .. }) => Callee::Value,
            Some(Insn::RecordRef { .. } | Insn::RecordSet { .. }) => Callee::Field,
            _ => Callee::Instruction,
        }
    }

    /// Finds the definition of a function of the program whose result is wrong, which is the place of the error.
    fn find_blamed(&self, c: &mut Condition) {
        let number = match c.details().blamed {
            Some(Blamed::Function(number)) => number,
            Some(Blamed::Named(name)) => {
                let cell = self.find_cell(self.current_module(), name);
                let f = cell.map_or(Value::NIL, |cell| self.globals.value(cell));
                if f.is(Kind::CLOSURE) { f.meta() } else { u32::MAX }
            }
            Some(Blamed::Defined(_)) | None => return,
        };
        let is_of_program = |span: Span| !span.is_none() && !self.rt.sources.is_library(span.source());
        let proto = self.code.proto(number).filter(|p| is_of_program(p.span));
        let found = proto.map(|p| (self.head_of_definition(p), self.locator().running(p.definition())));
        let d = c.details_mut();
        d.blamed = found.map(|(_, running)| Blamed::Defined(running));
        if let Some((span, _)) = found {
            d.span = span;
        }
    }

    pub(super) fn locator(&self) -> Locator<'_> {
        Locator { sources: &self.rt.sources, symbols: &self.rt.symbols }
    }

    /// The frame that executes the instruction before `pc`.
    fn frame_before(&self, pc: usize) -> Frame<'_> {
        let sites = self.code.sites_at(pc.wrapping_sub(1));
        let function = self.code.owner_number(pc.wrapping_sub(1)).unwrap_or(u32::MAX);
        let offset = sites.map_or(pc as u32, |(_, offset)| offset);
        Frame { sites: sites.map(|(proto, _)| &**proto as _), function, offset }
    }

    /// The place of the call that is being carried out, if it is a call of a text.
    pub(super) fn present_call(&self) -> Span {
        self.frames_of_run().next().map_or(Span::NONE, |pc| self.code.span_at(pc.wrapping_sub(1)))
    }

    /// An object is in use: by a function of the host that calls back and is lent one of its type, if only one is
    /// under way.
    #[cold]
    fn name_holder(&self, c: &mut Condition) {
        let of_type = |facts: &&HostFacts| facts.parameters.iter().any(|p| Some(p.expected) == c.subject.as_deref());
        let outside = self.frames().skip(1).take(MOST_FRAMES).filter_map(|pc| self.callback_at(pc.wrapping_sub(1)));
        let mut holders: Vec<&str> = outside.filter(of_type).map(|facts| &*facts.name).collect();
        holders.dedup();
        if let [holder] = holders.as_slice() {
            c.kind = ErrorKind::InUse { holder: Some((*holder).into()) };
        }
    }

    /// The name of the function of the host that is called now, if it is one that calls back.
    pub(crate) fn callback_called(&self) -> Option<&str> {
        self.frames().next().and_then(|pc| Some(&*self.callback_at(pc.wrapping_sub(1))?.name))
    }

    /// Returns the facts of the function of the host that the instruction at `pc` calls, if it is one that calls back.
    fn callback_at(&self, pc: usize) -> Option<&HostFacts> {
        let Some(&(Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. })) = self.code.insns.get(pc) else {
            return None;
        };
        let f = self.globals.value(g);
        match self.natives.own.get(f.meta()).filter(|_| f.is(Kind::NATIVE))? {
            Native { facts: Facts::Host(facts), action: Action::Callback(_) } => Some(&**facts),
            _ => None,
        }
    }

    /// Returns whether the cell is that of a helper, which programs do not call.
    fn is_private(&self, cell: u32) -> bool {
        self.globals.info(cell).is_some_and(|info| symbol::is_private(self.rt.name(info.name)))
    }

    pub(super) fn text_at(&self, span: Span) -> Option<&str> {
        self.rt.sources.get(span.source()).and_then(|s| s.text.get(span.start() as usize..span.end() as usize))
    }

    /// `x is 5, an integer, and cannot be called`
    #[cold]
    pub(super) fn not_a_function(&self, f: Value) -> Condition {
        if f == Value::UNBOUND {
            return Condition::new(Code::NotAFunction, "nothing cannot be called");
        }
        let (shown, kind) = (self.rt.show(f), self.rt.describe_kind(f));
        let c =
            match self.called_expression(self.fiber.run.pc.wrapping_sub(1)).filter(|&expression| expression != shown) {
                Some(expression) => {
                    let kind = if shown == kind { String::new() } else { format!(", {kind},") };
                    Condition::new(Code::NotAFunction, format!("is {shown}{kind} and cannot be called"))
                        .with_argument(expression)
                }
                None if shown == kind => Condition::new(Code::NotAFunction, format!("{shown} cannot be called")),
                None => Condition::new(Code::NotAFunction, format!("{shown} is {kind} and cannot be called")),
            };
        match f.kind() {
            Kind::MACRO => c.with_help("a macro must be defined before the code that uses it is compiled"),
            _ => c,
        }
        .with_irritants(&[f])
    }

    /// Returns the text in function position of the call at `pc`, if the program has written that call. In a call by
    /// the library, returns the called name, which the program may have given another value.
    fn called_expression(&self, pc: usize) -> Option<&str> {
        if let Some(&(Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. })) = self.code.insns.get(pc)
            && self.is_library(pc)
            && !self.is_private(g)
        {
            return self.globals.info(g).map(|info| self.rt.name(info.name));
        }
        if self.is_library(pc) {
            return None;
        }
        let operator = self.code.operator_at(pc);
        if let Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. } = *self.code.insns.get(pc)? {
            let name = operator.name().filter(|&name| self.globals.info(g).is_some_and(|i| i.name == name));
            return name.map(|name| self.rt.name(name));
        }
        let is_shown = |text: &&str| text.len() <= MOST_EXPRESSION && !text.contains('\n');
        match (operator.kind(), operator.name()) {
            // The head of a form that the library has made into a call was not called itself.
            (OperatorKind::Other, Some(name)) => Some(self.rt.name(name)),
            (_, Some(_)) => None,
            (_, None) => self.code.head_at(pc).and_then(|head| self.text_at(head)).filter(is_shown),
        }
    }

    /// Returns whether the instruction at `pc` belongs to a text of the library.
    pub(super) fn is_library(&self, pc: usize) -> bool {
        self.code.owner(pc).is_some_and(|p| self.rt.sources.is_library(p.span.source()))
    }

    /// Moves an error in a macro of the library to the call of the macro.
    pub(crate) fn place_at_call(&mut self, condition: Value, name: &str, call: Span) {
        let Some(c) = self.condition(condition) else { return };
        let mut c = self.rt.completed(c).into_owned();
        let hidden = c.span().is_none() || self.rt.sources.is_library(c.span().source());
        let is_of_call = c.code == Code::ArgumentCount && c.subject.as_deref() == Some(name);
        if call.is_none() {
            return;
        }
        if hidden || is_of_call {
            c.details_mut().span = call;
        }
        c.details_mut().expansion.push((name.to_string(), call));
        if let Some(Object::Condition(kept)) = self.rt.heap.as_object_mut(condition) {
            **kept = c;
        }
    }

    /// Returns the condition by which the host learns of an exceeded limit.
    pub(crate) fn limit_condition(&self, limit: Limit) -> Condition {
        let heap = &self.rt.heap;
        let message = match limit {
            Limit::Ticks => {
                let used = self.rt.budget.before.saturating_add(self.rt.budget.used());
                format!("the program used up its ticks ({used})")
            }
            Limit::Memory => format!("the program reached the memory limit of {} bytes", heap.limit()),
            Limit::Time => "the program reached its time limit".to_string(),
            Limit::Depth => format!("{} calls are under way (the depth limit)", self.max_depth.unwrap_or_default()),
            Limit::IntegerBits => {
                format!("an integer would have more than {} bits", self.rt.budget.integer_bits)
            }
            Limit::Interrupt => "interrupted".to_string(),
        };
        let mut c = Condition::new(limit.code(), message);
        self.locator().trace(&mut c, self.frames().map(|pc| self.frame_before(pc)));
        if limit == Limit::Depth
            && let functions = recursive_functions(&c.details().trace)
            && let names = functions.iter().map(|f| f.text(&self.rt.symbols, &self.rt.sources)).collect::<Vec<_>>()
            && let [first, others @ ..] = names.as_slice()
        {
            let also: String = others.iter().map(|name| format!(" and `{name}`")).collect();
            let each = if others.is_empty() { "calls itself" } else { "call each other" };
            let stands_still = others.is_empty() && self.hands_on_the_same(first);
            let alike = if stands_still { " with the same arguments" } else { "" };
            c.kind = ErrorKind::Said(format!("`{first}`{also} {each} again and again{alike}: {}", c.problem()).into());
            c = c.with_help(if stands_still {
                format!(
                    "each call of `{first}` gets what the first one got: call it with what has been made of that, such \
                     as the board that `assign` returns"
                )
            } else {
                format!(
                    "the recursion of `{first}`{also} needs a case that ends it, and must come nearer to it with each \
                     call"
                )
            });
        }
        let most = if limit == Limit::Depth { usize::MAX } else { MOST_FRAMES };
        let own = self.frames_of_run().take(most).map(|pc| self.frame_before(pc));
        let at = self.fiber.run.pc.wrapping_sub(1);
        let callee = self.callee(at, &c);
        self.locator().place(&mut c, own, callee);
        if limit == Limit::Depth {
            // It may be the library that has made all the calls.
            let names = self.frames().take(10).map(|pc| self.code.owner(pc.wrapping_sub(1)).and_then(|p| p.name));
            let names: Vec<Symbol> = names.flatten().collect();
            let inner = names.iter().find(|&name| names.iter().filter(|n| *n == name).count() > 1);
            let d = c.details();
            if let (None, Some(_), Some(called), Some(inner)) = (&d.help, d.library, &d.called, inner) {
                let help = format!(
                    "in `{called}`, it is the library's `{}` that calls itself: what it asks the program for must come \
                     to an end",
                    self.rt.name(*inner)
                );
                c = c.with_help(help);
            }
        }
        // Nobody is to blame: which function was the last is chance.
        c.subject = None;
        c.details_mut().called = None;
        c
    }

    /// Returns whether all calls of this function, which calls itself, have the same arguments. If only the innermost
    /// calls do, the arguments have come to an end that the function does not see, such as that of a list.
    fn hands_on_the_same(&self, name: &str) -> bool {
        let arguments = |(pc, base): (usize, usize)| {
            let function = self.code.owner(pc.wrapping_sub(1))?;
            let is_meant = function.name.is_some_and(|n| self.rt.name(n) == name);
            is_meant.then(|| self.fiber.stack.get(base + 1..=base + function.params.count()))?
        };
        // The call that was not made any more has its arguments perhaps not yet.
        let mut calls = self.fiber.run.windows(&self.fiber.stack).skip(1).filter_map(arguments);
        let first = calls.next().filter(|first| !first.is_empty());
        first.is_some_and(|first| calls.next() == Some(first) && calls.all(|call| call == first))
    }

    /// Returns the condition by which the host learns of an uncaught throw.
    pub(crate) fn uncaught_condition(&self, tag: Value, value: Value) -> Condition {
        if let Some(c) = self.condition(value).filter(|_| is_error_tag(tag)) {
            return self.rt.completed(c).into_owned();
        }
        let message = match self.rt.heap.as_str(value) {
            Some(s) => s.to_string(),
            None => crate::printer::brief(&self.rt, value),
        };
        Condition::new(Code::User, message).with_irritants(&[value])
    }
}

/// Returns whether this is the tag of errors, offered or not.
pub(super) fn is_error_tag(tag: Value) -> bool {
    tag == Value::symbol(well_known::ERROR) || tag == Value::OFFERED
}
