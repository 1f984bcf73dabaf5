//! Completion of an error that starts to travel: its place, the function that complains, and the calls that led there.
//!
//! One rule holds for every library, be it the core's, a module's or a layer's: its texts are not the program's
//! business. What goes wrong inside of one is shown where the program called it, under the name that the program called
//! (`sort: <: argument 2 must be a number, got a`); the place in the library is a note. Calls within the library are
//! left out of the trace.

use super::Vm;
use super::absent::{Absent, TRACE_SCAN};
use super::calls::recursive_functions;
use crate::bytecode::{Insn, OperatorKind};
use crate::fault::{Argument, Code, Condition, Finding, Limit};
use crate::module::hosted::HostFacts;
use crate::module::native::{Action, Facts, Native};
use crate::object::Object;
use crate::source::Span;
use crate::symbol::{self, Symbol, well_known};
use crate::value::{Kind, Value};

/// Bytes of an expression that a message shows.
const MOST_EXPRESSION: usize = 60;

impl Vm {
    /// Fills in where the machine is: place, names, expansions, calls. Returns how many frames were looked at.
    pub(crate) fn locate(&self, c: &mut Condition) -> usize {
        let mut frames = 0;
        let mut absent = None;
        if c.span.is_none() {
            let (looked, gone) = self.place(c, TRACE_SCAN);
            frames += looked;
            absent = gone;
            self.drop_related(c);
            if c.finding == Some(Finding::InUse) {
                self.name_holder(c);
            }
        }
        if c.trace.is_empty() && c.trail.is_empty() {
            if let Some(absent) = absent {
                frames += self.trace(c, TRACE_SCAN);
                self.add_absent(c, &absent);
            } else {
                frames += self.leave_trail(c, TRACE_SCAN);
            }
        }
        frames
    }

    /// The place of the call that is being carried out, if it is a call of a text.
    pub(super) fn present_call(&self) -> Span {
        self.frames_of_run().next().map_or(Span::NONE, |pc| self.code.span_at(pc.wrapping_sub(1)))
    }

    /// The place in the program's text where the innermost code is, or has called the library; the function of the
    /// program that it is in, if that one is on the stack no more. No more than `most` frames are looked at; how many
    /// were.
    fn place(&self, c: &mut Condition, most: usize) -> (usize, Option<Absent>) {
        let (mut looked, mut inner, mut library, mut program) = (0, None, None, None);
        let (mut before, mut absent) = (None, None);
        for at in self.frames_of_run().map(|pc| pc.wrapping_sub(1)).take(most) {
            looked += 1;
            // Code that the engine made, a dispatcher say, stands nowhere.
            if self.code.span_at(at).is_none() {
                continue;
            }
            inner.get_or_insert(at);
            absent = self.gone(c, at, before).or_else(|| self.asked(c, at));
            if let Some(absent) = &absent {
                library = library.or_else(|| self.is_library(at).then_some(at));
                program = absent.at;
                break;
            }
            before = Some(at);
            if self.is_library(at) {
                library = Some(at);
            } else if !self.is_of_record(at) {
                program = Some(at);
                break;
            }
        }
        let Some(inner) = inner else { return (looked, None) };
        if c.subject.is_some() || c.argument.is_some() || c.code == Code::NotAFunction {
            self.name_as_written(c, inner);
        }
        if let Some(outermost) = library {
            self.name_call(c, inner, outermost, program);
        }
        if let Some(absent) = absent.as_ref().filter(|absent| absent.at.is_none()) {
            self.blame_absent(c, absent, inner);
            return (looked, Some(*absent));
        }
        let at = program.unwrap_or(inner);
        c.span = self.code.span_at(at);
        if c.unbound.is_some() && at == inner {
            c.name_span = self.code.head_at(at);
        }
        for e in self.code.expansions_at(at) {
            // Code that the program has written inside of a call of the library's macro says enough by its place.
            let is_inside =
                e.call.source() == c.span.source() && e.call.start() < c.span.start() && c.span.end() <= e.call.end();
            if is_inside && e.is_library {
                continue;
            }
            let name = e.name.map_or("an anonymous macro", |n| self.rt.name(n));
            c.expansion.push((name.to_string(), e.call));
        }
        (looked, absent)
    }

    /// An object is in use: by a function of the host that calls back and is lent one of its type, if only one is
    /// under way.
    #[cold]
    fn name_holder(&self, c: &mut Condition) {
        let of_type = |facts: &&HostFacts| facts.parameters.iter().any(|p| Some(p.expected) == c.subject.as_deref());
        let outside = self.frames().skip(1).take(TRACE_SCAN).filter_map(|pc| self.callback_at(pc.wrapping_sub(1)));
        let mut holders: Vec<&str> = outside.filter(of_type).map(|facts| &*facts.name).collect();
        holders.dedup();
        if let [holder] = holders.as_slice() {
            c.problem = format!("the object is in use by {holder} until that returns");
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

    /// Removes the place of the called function from an error. It stays only where the library makes the call, and
    /// where the called function stands elsewhere in the program.
    fn drop_related(&self, c: &mut Condition) {
        let Some(&(span, _)) = c.related.as_ref().filter(|_| c.code == Code::ArgumentCount) else { return };
        let is_inside =
            span.source() == c.span.source() && c.span.start() <= span.start() && span.end() <= c.span.end();
        if c.library.is_none() || span.is_none() || is_inside || self.rt.sources.is_library(span.source()) {
            c.related = None;
        }
    }

    /// Lets an error say which function of the library the program called: `outermost` is where that one is.
    fn name_call(&self, c: &mut Condition, inner: usize, outermost: usize, program: Option<usize>) {
        let name = |at: usize| self.code.owner(at).and_then(|p| p.name).map(|n| self.rt.name(n));
        let called = program.and_then(|at| self.library_call(at));
        let called = called.or_else(|| name(outermost).filter(|n| !symbol::is_private(n)));
        // A function that checks its arguments speaks for itself.
        if c.subject.is_none() && c.argument.is_some() && c.code == Code::WrongType {
            let own = if inner == outermost { called.or_else(|| name(inner)) } else { name(inner) };
            c.subject = own.map(|name| symbol::shown(name).to_string().into());
        }
        // So does what the library says in its own words, and what has nothing to do with a call.
        let is_plain = c.subject.is_none() && matches!(c.code, Code::User | Code::UncaughtThrow | Code::Continuation);
        if let Some(called) = called.filter(|&name| !is_plain && c.subject.as_deref() != Some(name)) {
            c.called = Some(called.to_string().into());
            c.library = program.map(|_| self.code.span_at(inner));
            self.drop_inner_name(c, inner, program);
        }
    }

    /// The native that complains within a function of the library is of no interest to a program, unless it is needed to
    /// understand which argument is meant, or the program has handed it to that function.
    fn drop_inner_name(&self, c: &mut Condition, inner: usize, program: Option<usize>) {
        let Some(subject) = c.subject.as_deref() else { return };
        let is_of_library = match self.code.insns.get(inner) {
            Some(&(Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. })) => self.globals.value(g).is(Kind::NATIVE),
            // It is a value: of the library, or what the program has written in its call.
            Some(Insn::Call { .. } | Insn::TailCall { .. }) => {
                let call = program.and_then(|at| self.text_at(self.code.span_at(at))).unwrap_or("");
                !call.contains(subject) && self.names_native(subject)
            }
            _ => true,
        };
        if is_of_library && !matches!(c.argument, Some(Argument::Position(_))) {
            c.subject = None;
        }
    }

    /// Returns whether this name means a native in the current module.
    fn names_native(&self, name: &str) -> bool {
        let cell = self.rt.symbols.find(name).and_then(|name| self.find_cell(self.current_module(), name));
        cell.is_some_and(|cell| self.globals.value(cell).is(Kind::NATIVE))
    }

    /// Returns whether the cell is that of a helper, which programs do not call.
    fn is_private(&self, cell: u32) -> bool {
        self.globals.info(cell).is_some_and(|info| symbol::is_private(self.rt.name(info.name)))
    }

    /// The name by which the instruction at `pc` calls a function or a macro of the library.
    fn library_call(&self, pc: usize) -> Option<&str> {
        let name = match *self.code.insns.get(pc)? {
            Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. }
                if !self.is_private(g) && self.is_from_library(self.globals.value(g)) =>
            {
                self.globals.info(g).map(|info| info.name)
            }
            // A call of the library's function may have become a call of the part of it that fits the arguments.
            _ => {
                let operator = self.code.operator_at(pc);
                let is_library = matches!(operator.kind(), OperatorKind::Library | OperatorKind::LibraryMacro);
                operator.name().filter(|_| is_library)
            }
        };
        name.map(|name| self.rt.name(name)).filter(|name| !symbol::is_private(name))
    }

    /// Lets a complaint be made under the name that the program used: a native may have another in a layer, an
    /// instruction does not know whether it was written `first` or `car`, nor that it is part of what `map-with` has
    /// become; the text at its place does.
    fn name_as_written(&self, c: &mut Condition, at: usize) {
        if self.is_of_record(at) {
            let name = self.code.owner(at).and_then(|p| p.name);
            c.subject = name.map(|n| self.rt.symbols.shared_name(n));
            return;
        }
        if let Some(&(Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. })) = self.code.insns.get(at) {
            let subject = self.rt.procedure_name(self.globals.value(g));
            let info = self.globals.info(g).filter(|_| subject.is_some() && subject == c.subject.as_deref());
            let Some(info) = info else { return };
            // A program calls by cells of its own: the library's is called by what a function of the library has
            // become.
            let of_program = |span: Span| !self.rt.sources.is_library(span.source());
            let has_become =
                self.is_library_module(info.module) && self.code.owner(at).is_some_and(|p| of_program(p.span));
            let written = self.code.operator_at(at).name().filter(|_| has_become);
            c.subject = Some(match written {
                Some(name) => self.rt.symbols.shared_name(name),
                None => symbol::shown(self.rt.name(info.name)).to_string().into(),
            });
            return;
        }
        let operator = self.code.operator_at(at);
        let Some(written) = operator.name().map(|name| self.rt.symbols.shared_name(name)) else { return };
        if c.subject.as_deref() == Some(&*written) {
            return;
        }
        let is_call = matches!(self.code.insns.get(at), Some(Insn::Call { .. } | Insn::TailCall { .. }));
        match operator.kind() {
            OperatorKind::LibraryMacro => c.called = Some(written),
            // The callee here is a value, in the inlined code of a function of the library.
            OperatorKind::Library if is_call && c.subject.is_some() => {
                c.called = Some(written);
            }
            OperatorKind::Library => c.subject = Some(written),
            OperatorKind::Native if !is_call && c.subject.is_some() && c.finding != Some(Finding::InUse) => {
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
        let finding = Finding::Uncallable { got: shown.as_str().into(), kind };
        let mut c = match self.called_expression(self.run.pc.wrapping_sub(1)).filter(|&expression| expression != shown)
        {
            Some(expression) => {
                let kind = if shown == kind { String::new() } else { format!(", {kind},") };
                Condition::new(Code::NotAFunction, format!("is {shown}{kind} and cannot be called"))
                    .with_argument(expression)
            }
            None if shown == kind => Condition::new(Code::NotAFunction, format!("{shown} cannot be called")),
            None => Condition::new(Code::NotAFunction, format!("{shown} is {kind} and cannot be called")),
        };
        c.finding = Some(finding);
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

    /// Returns whether the instruction at `pc` belongs to a function that the definition of a record type has made, as
    /// a whole. Such a function has the place of the definition, which is not where something is wrong.
    pub(super) fn is_of_record(&self, pc: usize) -> bool {
        let on_record = matches!(self.code.insns.get(pc), Some(Insn::RecordRef { .. } | Insn::RecordSet { .. }));
        on_record && self.code.owner(pc).is_some_and(|p| p.name.is_some() && p.span == self.code.span_at(pc))
    }

    /// Moves an error in a macro of the library to the call of the macro.
    pub(crate) fn place_at_call(&mut self, condition: Value, name: &str, call: Span) {
        let hidden = self.condition(condition).map(|c| c.span);
        let hidden = hidden.is_some_and(|span| span.is_none() || self.rt.sources.is_library(span.source()));
        if !call.is_none()
            && let Some(Object::Condition(c)) = self.rt.heap.as_object_mut(condition)
        {
            let is_of_call = c.code == Code::ArgumentCount && c.subject.as_deref() == Some(name);
            if hidden || is_of_call {
                c.span = call;
            }
            c.expansion.push((name.to_string(), call));
        }
    }

    /// Returns the condition by which the host learns of an exceeded limit.
    pub(crate) fn limit_condition(&self, limit: Limit) -> Condition {
        let heap = &self.rt.heap;
        let message = match limit {
            Limit::Fuel => {
                let used = self.rt.budget.before.saturating_add(self.rt.budget.used());
                format!("the program used up its fuel ({used} ticks)")
            }
            Limit::Memory => format!("the program reached the memory limit of {} bytes", heap.limit()),
            Limit::Time => "the program reached its time limit".to_string(),
            Limit::Depth => format!("{} calls are under way (the depth limit)", self.max_depth.unwrap_or_default()),
            Limit::IntegerBits => {
                format!("an integer would have more than {} bits", self.rt.budget.integer_bits)
            }
            Limit::Interrupt => "interrupted".to_string(),
            Limit::Step => "a pause where nothing can pause".to_string(),
        };
        let mut c = Condition::new(limit.code(), message);
        self.trace(&mut c, usize::MAX);
        if limit == Limit::Depth
            && let functions = recursive_functions(&c.trace)
            && let names = functions.iter().map(|f| f.text(&self.rt.symbols, &self.rt.sources)).collect::<Vec<_>>()
            && let [first, others @ ..] = names.as_slice()
        {
            let also: String = others.iter().map(|name| format!(" and `{name}`")).collect();
            let each = if others.is_empty() { "calls itself" } else { "call each other" };
            let stands_still = others.is_empty() && self.hands_on_the_same(first);
            let alike = if stands_still { " with the same arguments" } else { "" };
            c.problem = format!("`{first}`{also} {each} again and again{alike}: {}", c.problem);
            c.help = Some(if stands_still {
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
        if limit == Limit::Depth {
            // It may be the library that has made all the calls.
            self.place(&mut c, usize::MAX);
            let names = self.frames().take(10).map(|pc| self.code.owner(pc.wrapping_sub(1)).and_then(|p| p.name));
            let names: Vec<Symbol> = names.flatten().collect();
            let inner = names.iter().find(|&name| names.iter().filter(|n| *n == name).count() > 1);
            if let (None, Some(_), Some(called), Some(inner)) = (&c.help, c.library, &c.called, inner) {
                c.help = Some(format!(
                    "in `{called}`, it is the library's `{}` that calls itself: what it asks the program for must come \
                    to an end",
                    self.rt.name(*inner)
                ));
            }
        }
        self.locate(&mut c);
        c.trail.clear();
        // Nobody is to blame: which function was the last is chance.
        (c.subject, c.called) = (None, None);
        c
    }

    /// Returns whether all calls of this function, which calls itself, have the same arguments. If only the innermost
    /// calls do, the arguments have come to an end that the function does not see, such as that of a list.
    fn hands_on_the_same(&self, name: &str) -> bool {
        let arguments = |(pc, base): (usize, usize)| {
            let function = self.code.owner(pc.wrapping_sub(1))?;
            let is_meant = function.name.is_some_and(|n| self.rt.name(n) == name);
            is_meant.then(|| self.stack.get(base + 1..=base + function.params.count()))?
        };
        // The call that was not made any more has its arguments perhaps not yet.
        let mut calls = self.run.windows(&self.stack).skip(1).filter_map(arguments);
        let first = calls.next().filter(|first| !first.is_empty());
        first.is_some_and(|first| calls.next() == Some(first) && calls.all(|call| call == first))
    }

    /// Returns the condition by which the host learns of an uncaught throw.
    pub(crate) fn uncaught_condition(&self, tag: Value, value: Value) -> Condition {
        if let Some(c) = self.condition(value).filter(|_| is_error_tag(tag)) {
            let mut c = c.clone();
            self.follow_trail(&mut c);
            return c;
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
