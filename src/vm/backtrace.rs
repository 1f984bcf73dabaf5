//! Backtraces for readers: the trail of an error, errors that only the machine can word, and frames for tools.
//!
//! The machine records frames only after the host has asked for them.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Vm;
use super::call;
use super::debugger::Attached;
use super::describe;
use super::profiler::Profiler;
use crate::bytecode::{Insn, LocalVariable, OperatorKind, Proto, VariableHome};
use crate::call_site::{CallSites, CopyRegisters, expansions_of};
use crate::error::Place;
use crate::error_location::{FrameSite, Locator, recursive_functions};
use crate::fault::{Blamed, Callee, Code, ErrorData, ErrorKind, Limit, RawBacktrace, RawFrame};
use crate::inspection::ErrorFrame;
use crate::module::ProgramState;
use crate::module::native::HostSignature;
use crate::module::native::{Native, NativeInfo, NativeKind};
use crate::object::continuation::frame_distance;
use crate::source::Span;
use crate::symbol;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// Bytes of an expression that a message shows.
const MAX_EXPRESSION: usize = 60;

/// Frames that are looked at in a very deep recursion.
const MAX_FRAMES: usize = 10_000;

/// Frames for which a new trail has room: most errors have fewer.
const FEW_FRAMES: usize = 6;

/// Words about the frames of a trail that the next error may share.
const MAX_KEPT: usize = 64;

/// Keeps the frames that there are with the error, for its location, unless it is located. Returns how many were
/// looked at.
pub(crate) fn capture_backtrace(vm: &Vm, c: &mut ErrorData) -> usize {
    if c.trail.is_some() || !c.details().trace.is_empty() {
        return 0;
    }
    find_blamed(&vm.program, c);
    if let ErrorKind::InUse { holder: None } = c.kind {
        name_holder(vm, c);
    }
    if let Some(last) = vm.inspection.last_trail.as_ref().filter(|last| is_same_trail(vm, last, c)) {
        c.trail = Some(last.trail.clone());
        return last.words.len();
    }
    let (trail, looked) = new_trail(vm, c);
    c.trail = Some(Arc::new(trail));
    looked
}

/// The trail of a caught error.
pub(super) struct LastTrail {
    trail: Arc<RawBacktrace>,
    /// The words that say where the frames are.
    words: Vec<u64>,
    /// The innermost instruction that has sites.
    innermost: Option<usize>,
    /// The number of functions that were gone at the time: others may have taken their places since.
    gone: u64,
}

/// Shows `look` where each run is, and the return info of each of its frames, until `look` returns false. Returns
/// whether it was shown all; the frames of a continuation it is not shown.
#[inline]
fn look_at_frames(vm: &Vm, mut look: impl FnMut(u64) -> bool) -> bool {
    let stack = &vm.fiber.stack;
    vm.fiber.all_runs().all(|run| {
        run.rest.is_none()
            && look(run.pc as u64)
            && run.windows(stack).all(|(_, base)| look(stack.get(base).map_or(0, |info| info.bits())))
    })
}

/// Returns whether the frames are now those of the last trail, and the innermost one calls the same.
fn is_same_trail(vm: &Vm, last: &LastTrail, c: &ErrorData) -> bool {
    let mut kept = last.words.iter();
    look_at_frames(vm, |word| kept.next() == Some(&word))
        && kept.len() == 0
        && last.gone == vm.program.code.gone()
        && last.trail.callee == last.innermost.map_or(Callee::Instruction, |at| callee(&vm.program, at, c))
}

/// Keeps the trail of an error, if it is short, for the next error, which shares it if it is thrown at the same frames.
pub(super) fn keep_trail(vm: &mut Vm, c: &ErrorData) {
    let Some(trail) = &c.trail else { return };
    if vm.inspection.last_trail.as_ref().is_some_and(|last| Arc::ptr_eq(&last.trail, trail)) {
        return;
    }
    let mut words = Vec::with_capacity(FEW_FRAMES);
    let is_whole = look_at_frames(vm, |word| {
        words.push(word);
        words.len() < MAX_KEPT
    });
    let mut before = vm.frames().take(MAX_KEPT).map(|pc| pc.wrapping_sub(1));
    let innermost = before.find(|&at| vm.program.code.sites_at(at).is_some());
    drop(before);
    let last = LastTrail { trail: trail.clone(), words, innermost, gone: vm.program.code.gone() };
    vm.inspection.last_trail = is_whole.then_some(last);
}

/// The frames that there are, and how many of them were looked at.
fn new_trail(vm: &Vm, c: &ErrorData) -> (RawBacktrace, usize) {
    let mut trail = RawBacktrace { frames: Vec::with_capacity(FEW_FRAMES), in_run: 0, callee: Callee::Instruction };
    let (mut looked, mut last, mut is_first) = (0, None, true);
    let mut add = |pc: usize, trail: &mut RawBacktrace| {
        looked += 1;
        if last.replace(pc) == Some(pc) {
            if let Some(frame) = trail.frames.last_mut() {
                frame.repeated += 1;
            }
        } else {
            let at = pc.wrapping_sub(1);
            let frame = match vm.program.code.sites_at(at) {
                Some((proto, offset)) => {
                    if std::mem::take(&mut is_first) {
                        trail.callee = callee(&vm.program, at, c);
                    }
                    let function = vm.program.code.owner_number(at).unwrap_or(u32::MAX);
                    RawFrame { sites: Some(proto.clone()), function, offset, repeated: 1 }
                }
                None => RawFrame { sites: None, function: u32::MAX, offset: pc as u32, repeated: 1 },
            };
            trail.frames.push(frame);
        }
        looked < MAX_FRAMES
    };
    for (i, run) in vm.fiber.all_runs().enumerate() {
        let is_whole = vm.frames_of(run).all(|pc| add(pc, &mut trail));
        if i == 0 {
            trail.in_run = trail.frames.len();
        }
        if !is_whole {
            break;
        }
    }
    (trail, looked)
}

/// Describes what the instruction at `pc` calls.
fn callee(program: &ProgramState, pc: usize, c: &ErrorData) -> Callee {
    let called = program.code.insns.get(pc);
    if let Some(g) = called.and_then(Insn::called_global) {
        let Some(info) = program.globals.info(g) else { return Callee::Value };
        let f = program.globals.value(g);
        let complains = c.subject.is_some() && program.rt.procedure_name(f) == c.subject.as_deref();
        let in_library = program.is_library_module(info.module);
        return Callee::Global { name: info.name, in_library, is_native: f.is(Kind::NATIVE), complains };
    }
    match called {
        Some(Insn::Call { .. } | Insn::CallKnown { .. }) => Callee::Value,
        Some(insn) if insn.is_tail_call() => Callee::Value,
        Some(Insn::RecordRef { .. } | Insn::RecordSet { .. }) => Callee::Field,
        _ => Callee::Instruction,
    }
}

/// Finds the definition of a function of the program whose result is wrong, which is the place of the error.
fn find_blamed(program: &ProgramState, c: &mut ErrorData) {
    let number = match c.details().blamed {
        Some(Blamed::Function(number)) => number,
        Some(Blamed::Named(name)) => {
            let cell = program.find_cell(program.current_module(), name);
            let f = cell.map_or(Value::NIL, |cell| program.globals.value(cell));
            if f.is(Kind::CLOSURE) { f.meta() } else { u32::MAX }
        }
        Some(Blamed::Defined(_)) | None => return,
    };
    let is_of_program = |span: Span| !span.is_none() && !program.rt.sources.is_library(span.source());
    let proto = program.code.proto(number).filter(|p| is_of_program(p.span));
    let found = proto.map(|p| (describe::head_of_definition(program, p), locator(program).running(p.definition())));
    let d = c.details_mut();
    d.blamed = found.map(|(_, running)| Blamed::Defined(running));
    if let Some((span, _)) = found {
        d.span = span;
    }
}

pub(super) fn locator(program: &ProgramState) -> Locator<'_> {
    Locator { sources: &program.rt.sources, symbols: &program.rt.symbols }
}

/// The frames that execute the instruction before `pc`.
fn frames_before(program: &ProgramState, pc: usize) -> impl Iterator<Item = FrameSite<'_>> + Clone {
    let sites = program.code.sites_at(pc.wrapping_sub(1));
    let function = program.code.owner_number(pc.wrapping_sub(1)).unwrap_or(u32::MAX);
    let offset = sites.map_or(pc as u32, |(_, offset)| offset);
    FrameSite { sites: sites.map(|(proto, _)| &**proto as _), function, offset, level: 0 }.levels()
}

/// The place of the call that is being carried out, if it is a call of a text.
pub(super) fn present_call(vm: &Vm) -> Span {
    vm.frames_of_run().next().map_or(Span::NONE, |pc| vm.program.code.span_at(pc.wrapping_sub(1)))
}

/// The place in the program's text of the call that is being carried out. The functions of the library between the two
/// are passed over, for a tick each.
pub(crate) fn program_call(vm: &mut Vm) -> crate::fault::Result<Span> {
    let frames = vm.frames().take(MAX_FRAMES).flat_map(|pc| frames_before(&vm.program, pc));
    let (passed, span) = locator(&vm.program).program_call(frames);
    vm.program.rt.charge(passed)?;
    Ok(span)
}

/// Error of an object in use: a host function that calls back has borrowed it, or one of its type if only one such call
/// is active.
#[cold]
fn name_holder(vm: &Vm, c: &mut ErrorData) {
    let of_type = |facts: &&HostSignature| facts.parameters.iter().any(|p| Some(p.expected) == c.subject.as_deref());
    let outside = vm.frames().skip(1).take(MAX_FRAMES).filter_map(|pc| callback_at(&vm.program, pc.wrapping_sub(1)));
    let mut holders: Vec<&str> = outside.filter(of_type).map(|facts| &*facts.name).collect();
    holders.dedup();
    if let [holder] = holders.as_slice() {
        c.kind = ErrorKind::InUse { holder: Some((*holder).into()) };
    }
}

/// The name of the function of the host that is called now, if it is one that calls back.
pub(crate) fn callback_called(vm: &Vm) -> Option<&str> {
    vm.frames().next().and_then(|pc| Some(&*callback_at(&vm.program, pc.wrapping_sub(1))?.name))
}

/// Returns the facts of the function of the host that the instruction at `pc` calls, if it is one that calls back.
fn callback_at(program: &ProgramState, pc: usize) -> Option<&HostSignature> {
    let f = program.globals.value(program.code.insns.get(pc)?.called_global()?);
    match program.natives.own.get(f.meta()).filter(|_| f.is(Kind::NATIVE))? {
        Native { facts: NativeInfo::Host(facts), action: NativeKind::Callback(_) } => Some(&**facts),
        _ => None,
    }
}

/// Returns whether the cell is that of a helper, which programs do not call.
fn is_private(program: &ProgramState, cell: u32) -> bool {
    program.globals.info(cell).is_some_and(|info| symbol::is_private(program.rt.name(info.name)))
}

pub(super) fn text_at(program: &ProgramState, span: Span) -> Option<&str> {
    program.rt.sources.get(span.source()).and_then(|s| s.text.get(span.start() as usize..span.end() as usize))
}

/// `x is 5, an integer, and cannot be called`
#[cold]
pub(super) fn not_a_function(vm: &Vm, f: Value) -> ErrorData {
    if f == Value::UNBOUND {
        return ErrorData::new(Code::NotAFunction, "nothing cannot be called");
    }
    let (shown, kind) = (vm.program.rt.show(f), vm.program.rt.describe_kind(f));
    let c = match called_expression(&vm.program, f, vm.fiber.run.pc.wrapping_sub(1))
        .filter(|&expression| expression != shown)
    {
        Some(expression) => {
            let kind = if shown == kind { String::new() } else { format!(", {kind},") };
            ErrorData::new(Code::NotAFunction, format!("is {shown}{kind} and cannot be called"))
                .with_argument(expression)
        }
        None if shown == kind => ErrorData::new(Code::NotAFunction, format!("{shown} cannot be called")),
        None => ErrorData::new(Code::NotAFunction, format!("{shown} is {kind} and cannot be called")),
    };
    match f.kind() {
        // The name at the head of the call has become a macro since. Elsewhere, a macro has been passed as a function.
        Kind::MACRO if is_called_by_name(&vm.program, f, vm.fiber.run.pc.wrapping_sub(1)) => {
            c.with_help("a macro must be defined before the code that uses it is compiled")
        }
        Kind::MACRO => c.with_help("a macro is no function: a lambda around its call is one"),
        Kind::SPECIAL => c.with_help("a special operator is no function: a lambda around its call is one"),
        _ => c,
    }
    .with_irritants(&[f])
}

/// Returns whether the call at `pc` is one of a global name with this value, in a text of the program.
fn is_called_by_name(program: &ProgramState, f: Value, pc: usize) -> bool {
    let called = program.code.insns.get(pc);
    let is_global = called.and_then(Insn::called_global).is_some_and(|g| program.globals.value(g) == f);
    is_global && !is_library(program, pc)
}

/// Returns the text in function position of the call at `pc`, if the program has written that call. In a call by
/// the library, returns the called name, which the program may have given another value.
fn called_expression(program: &ProgramState, f: Value, pc: usize) -> Option<&str> {
    let global = program.code.insns.get(pc)?.called_global();
    // A function such as `apply`, which calls another one, is not what cannot be called.
    if global.is_some_and(|g| program.globals.value(g) != f) {
        return None;
    }
    if let Some(g) = global
        && is_library(program, pc)
        && !is_private(program, g)
    {
        return program.globals.info(g).map(|info| program.rt.name(info.name));
    }
    if is_library(program, pc) {
        return None;
    }
    let operator = program.code.operator_at(pc);
    if let Some(g) = global {
        let name = operator.name().filter(|&name| program.globals.info(g).is_some_and(|i| i.name == name));
        return name.map(|name| program.rt.name(name));
    }
    let is_shown = |text: &&str| text.len() <= MAX_EXPRESSION && !text.contains('\n');
    match (operator.kind(), operator.name()) {
        // A macro is not what the code that it has made calls.
        (_, Some(name)) if is_macro_around(program, pc, name) => None,
        // The head of a form that the library has made into a call was not called itself.
        (OperatorKind::Other, Some(name)) => Some(program.rt.name(name)),
        (_, Some(_)) => None,
        (_, None) => program.code.head_at(pc).and_then(|head| text_at(program, head)).filter(is_shown),
    }
}

/// Returns whether a macro of this name has made the code at `pc`.
fn is_macro_around(program: &ProgramState, pc: usize, name: Symbol) -> bool {
    program.code.sites_at(pc).is_some_and(|(sites, offset)| {
        let mut expansions = expansions_of(&**sites, sites.site(offset));
        expansions.any(|expansion| expansion.name == Some(name))
    })
}

/// Returns whether the instruction at `pc` belongs to a text of the library.
pub(super) fn is_library(program: &ProgramState, pc: usize) -> bool {
    program.code.owner(pc).is_some_and(|p| program.rt.sources.is_library(p.span.source()))
}

/// Returns whether the instruction at `pc` belongs to a function that the program has written. The library, and what
/// the engine makes for record types and generic functions, calls nothing in the program's name.
pub(super) fn is_written_by_program(program: &ProgramState, pc: usize) -> bool {
    let is_field = matches!(program.code.insns.get(pc), Some(Insn::RecordRef { .. } | Insn::RecordSet { .. }));
    program.code.owner(pc).is_some_and(|p| {
        let is_made = p.span.is_none() || is_field && p.name.is_some() && p.span == program.code.span_at(pc);
        !is_made && !program.rt.sources.is_library(p.span.source())
    })
}

/// Moves an error in a macro of the library to the call of the macro.
pub(crate) fn locate_at_call(vm: &mut Vm, condition: Value, name: &str, call: Span) {
    let Some(c) = call::condition(&vm.program, condition) else { return };
    let mut c = vm.program.rt.completed(c).into_owned();
    let hidden = c.span().is_none() || vm.program.rt.sources.is_library(c.span().source());
    let is_of_call = c.code == Code::ArgumentCount && c.subject.as_deref() == Some(name);
    if call.is_none() {
        return;
    }
    if hidden || is_of_call {
        c.details_mut().span = call;
    }
    c.details_mut().expansion.push((name.to_string(), call));
    if let Some(kept) = vm.program.rt.heap.as_condition_mut(condition) {
        *kept = c;
    }
}

/// Returns the condition by which the host learns of an exceeded limit.
pub(crate) fn limit_condition(vm: &Vm, limit: Limit) -> ErrorData {
    let heap = &vm.program.rt.heap;
    let counted = |n: u64, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let message = match limit {
        Limit::Ticks => {
            let used = vm.program.rt.budget.before.saturating_add(vm.program.rt.budget.used());
            format!("the program used up its ticks ({used})")
        }
        Limit::Memory => format!("the program reached the memory limit of {}", counted(heap.limit() as u64, "byte")),
        Limit::Time => "the program reached its time limit".to_string(),
        Limit::Depth => {
            let calls = vm.max_depth.unwrap_or_default() as u64;
            let verb = if calls == 1 { "is" } else { "are" };
            format!("{} {verb} under way (the depth limit)", counted(calls, "call"))
        }
        Limit::IntegerBits => {
            format!("an integer would have more than {}", counted(vm.program.rt.budget.integer_bits as u64, "bit"))
        }
        Limit::Interrupt => "interrupted".to_string(),
    };
    let mut c = ErrorData::new(limit.code(), message);
    locator(&vm.program).trace(&mut c, vm.frames().flat_map(|pc| frames_before(&vm.program, pc)));
    if limit == Limit::Depth
        && let functions = recursive_functions(&c.details().trace)
        && let names =
            functions.iter().map(|f| f.text(&vm.program.rt.symbols, &vm.program.rt.sources)).collect::<Vec<_>>()
        && let [first, others @ ..] = names.as_slice()
    {
        let also: String = others.iter().map(|name| format!(" and `{name}`")).collect();
        let each = if others.is_empty() { "calls itself" } else { "call each other" };
        let stands_still = others.is_empty() && all_calls_have_same_arguments(vm, first);
        let alike = if stands_still { " with the same arguments" } else { "" };
        c.kind = ErrorKind::Message(format!("`{first}`{also} {each} again and again{alike}: {}", c.problem()).into());
        c = c.with_help(if stands_still {
            format!(
                "each call of `{first}` gets the arguments of the first one: pass the new value that a step returns"
            )
        } else {
            format!(
                "the recursion of `{first}`{also} needs a case that ends it, and must come nearer to it with each \
                 call"
            )
        });
    }
    let most = if limit == Limit::Depth { usize::MAX } else { MAX_FRAMES };
    let own = vm.frames_of_run().take(most).flat_map(|pc| frames_before(&vm.program, pc));
    let at = vm.fiber.run.pc.wrapping_sub(1);
    let callee = callee(&vm.program, at, &c);
    locator(&vm.program).set_span(&mut c, own, callee);
    if limit == Limit::Depth {
        // It may be the library that has made all the calls.
        let names = vm.frames().take(10).map(|pc| vm.program.code.owner(pc.wrapping_sub(1)).and_then(|p| p.name));
        let names: Vec<Symbol> = names.flatten().collect();
        let inner = names.iter().find(|&name| names.iter().filter(|n| *n == name).count() > 1);
        let d = c.details();
        if let (None, Some(_), Some(called), Some(inner)) = (&d.help, d.library, &d.called, inner) {
            let help = format!(
                "in `{called}`, it is the library's `{}` that calls itself: what it asks the program for must come \
                 to an end",
                vm.program.rt.name(*inner)
            );
            c = c.with_help(help);
        }
    }
    // The error names no function: the one that reached the limit is chance.
    c.subject = None;
    c.details_mut().called = None;
    c
}

/// Returns whether all calls of this function, which calls itself, have the same arguments. If only the innermost
/// calls do, the arguments have come to an end that the function does not see, such as that of a list.
fn all_calls_have_same_arguments(vm: &Vm, name: &str) -> bool {
    let code = &vm.program.code;
    let arguments = |(pc, base): (usize, usize)| {
        let is_meant = |p: &&Proto| p.name.is_some_and(|n| vm.program.rt.name(n) == name);
        let function = code.owner(pc.wrapping_sub(1)).filter(is_meant).into_iter();
        function.flat_map(move |function| {
            let copies = code.copies_at(pc.wrapping_sub(1)).map(|(_, copy)| copy.registers);
            copies.chain([CopyRegisters::after(0)]).map(move |registers| {
                let registers = (0..function.params.count() as u8).map(|i| base + usize::from(registers.parameter(i)));
                registers.filter_map(|r| vm.fiber.stack.get(r).copied()).collect::<SmallVec<[Value; 8]>>()
            })
        })
    };
    // The innermost call did not begin: its arguments may be incomplete.
    let mut calls = vm.fiber.run.windows(&vm.fiber.stack).skip(1).flat_map(arguments);
    let first = calls.next().filter(|first| !first.is_empty());
    first.is_some_and(|first| calls.next().is_some_and(|next| next == first) && calls.all(|call| call == first))
}

/// Returns the condition by which the host learns of an uncaught throw.
pub(crate) fn uncaught_condition(vm: &Vm, tag: Value, value: Value) -> ErrorData {
    if let Some(c) = call::condition(&vm.program, value).filter(|_| is_error_tag(tag)) {
        return vm.program.rt.completed(c).into_owned();
    }
    let message = match vm.program.rt.heap.as_str(value) {
        Some(s) => s.to_string(),
        None => crate::printer::brief(&vm.program.rt, value),
    };
    ErrorData::new(Code::User, message).with_irritants(&[value])
}

/// Returns whether this is the tag of errors, offered or not.
pub(super) fn is_error_tag(tag: Value) -> bool {
    tag == Value::symbol(well_known::ERROR) || tag == Value::SIGNALLED_TAG
}

/// Frames that are noted, the innermost ones.
pub(super) const MAX_NOTED: usize = 64;
/// Frames that are looked at for them.
pub(super) const FRAMES_LOOKED_AT: usize = 2_000;

/// Data that a host has asked for.
#[derive(Default)]
pub(crate) struct Inspection {
    /// The frames of the error that is leaving for the host.
    pub frames: Vec<ErrorFrame>,
    /// The trail of the last caught error.
    last_trail: Option<LastTrail>,
    /// The profile that is being taken.
    pub profiler: Option<Box<Profiler>>,
    /// The debugger that pauses the program, unless it does so now.
    pub debugger: Option<Box<Attached>>,
    /// Whether an expression is evaluated during a pause: its errors are none of the program's.
    pub hides_handlers: bool,
}

impl Inspection {
    pub fn is_profiling(&self) -> bool {
        self.profiler.is_some()
    }

    /// Returns whether a sample of a native that has ended is due.
    pub fn has_finished_native(&self) -> bool {
        self.profiler.as_ref().is_some_and(|profiler| profiler.has_finished_native())
    }
}

/// Notes the frames of the program that are about to be left for the host.
pub(super) fn note_frames(vm: &mut Vm) {
    if !vm.program.code.debug.keeps_locals {
        return;
    }
    let windows = vm.fiber.all_runs().flat_map(|run| run.windows(&vm.fiber.stack));
    let windows = windows.map(|(pc, base)| (pc.wrapping_sub(1), base)).take(FRAMES_LOOKED_AT);
    let of_program = windows.filter(|&(at, _)| vm.program.code.owner(at).is_some() && !is_library(&vm.program, at));
    let of_program: Vec<(usize, usize)> = of_program.take(MAX_NOTED).collect();
    vm.inspection.frames = of_program.into_iter().map(|(at, base)| frame(vm, at, base)).collect();
}

/// The frame whose window begins at `base`, stopped at an instruction.
pub(super) fn frame(vm: &mut Vm, at: usize, base: usize) -> ErrorFrame {
    let place = Place::new(&vm.program.rt.sources, vm.program.code.span_at(at));
    let seen = visible_locals(vm, at, base);
    let rt = &mut vm.program.rt;
    let locals = seen.into_iter().rev();
    let locals = locals.map(|(local, v)| (rt.name(local.name).to_string(), rt.host_roots.handle_of(v))).collect();
    ErrorFrame { function: function_at(vm, at, base), place, locals }
}

/// The variables that an instruction sees in the frame whose window begins at `base`, innermost first, with their
/// values.
pub(super) fn visible_locals(vm: &Vm, at: usize, base: usize) -> Vec<(LocalVariable, Value)> {
    let mut seen: Vec<(LocalVariable, Value)> = Vec::new();
    for local in vm.program.code.locals_at(at) {
        let value = value_of_local(vm, local, base);
        if let Some(value) = value.filter(|_| seen.iter().all(|s| s.0.name != local.name)) {
            seen.push((local, value));
        }
    }
    seen
}

/// The name of the function whose window begins at `base`; `None` for a top-level form.
pub(super) fn function_at(vm: &Vm, at: usize, base: usize) -> Option<String> {
    let info = vm.fiber.stack.get(base).copied().unwrap_or(Value::ZERO);
    // It is what a run begins with.
    let is_outermost = !info.is_fixnum() || frame_distance(info) == 0;
    let function = vm.program.code.owner(at)?;
    let is_form = function.name.is_none() && is_outermost;
    (!is_form).then(|| {
        locator(&vm.program).running(function.definition()).text(&vm.program.rt.symbols, &vm.program.rt.sources)
    })
}

/// Returns the value of a variable in the frame whose window begins at `base`. `None` while it holds nothing that a
/// program could see.
fn value_of_local(vm: &Vm, local: LocalVariable, base: usize) -> Option<Value> {
    let register = |r: u8| vm.fiber.stack.get(base + usize::from(r)).copied();
    let there = match local.home {
        VariableHome::Register(r) => register(r)?,
        VariableHome::Capture { closure, number } => {
            let closure = register(closure).filter(|c| c.is(Kind::CLOSURE))?;
            vm.program.rt.heap.word(closure, usize::from(number))
        }
    };
    // A box is a pair that no program sees.
    let value = if local.boxed && there.is_pair() { vm.program.rt.heap.car(there) } else { there };
    (value != Value::MISSING && value != Value::UNBOUND).then_some(value)
}
