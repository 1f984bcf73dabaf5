//! Pauses of a program for a debugger.
//!
//! The compiler puts a point before each form of a program once a debugger is attached: a call of `%debug-point`. There
//! the machine looks whether the debugger wants a pause, and calls it. The program waits on the native stack meanwhile,
//! so it pauses everywhere: in a file that it loads, in an expansion of a macro, in a call by a function of the host.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use super::Vm;
use super::backtrace;
use super::backtrace::{FRAMES_LOOKED_AT, MAX_NOTED};
use super::continuation;
use super::host_call;
use super::host_call::Nothing;
use super::loader::{begin_text, leave_text};
use super::slow_paths::WINDOW;
use crate::bytecode::VariableHome;
use crate::compile::special::SPECIALS;
use crate::error::Place;
use crate::fault::{Code, ErrorData, Result, Unwind, fail, fail_in, internal};
use crate::handle::Handle;
use crate::inspection::{Breakpoints, ErrorBreaks, ErrorFrame, Resume};
use crate::limits::Interrupt;
use crate::module::loading::Active;
use crate::object::host::{caught, panicked};
use crate::printer;
use crate::reader::{Reader, Spans};
use crate::source::{Source, SourceId, Span};
use crate::value::{Kind, Value};

/// Function of the host that shows a pause. It returns how the program goes on, and the value of `break`.
pub(crate) type OnPause = Box<dyn FnMut(&mut Vm, &mut Breakpoints, PauseCause) -> Result<(Resume, Value)> + Send>;

/// Cause of a pause, as [`PauseReason`](crate::inspection::PauseReason) has it.
pub(crate) enum PauseCause {
    Step,
    Breakpoint,
    Break(Option<String>),
    /// The condition, or what else has been thrown to `error`.
    Error(Value),
    Requested,
}

/// The debugger of an engine.
pub(crate) struct Attached {
    on_pause: OnPause,
    breakpoints: Breakpoints,
    /// The points of the chosen lines.
    stops: HashSet<(SourceId, u32)>,
    step: Option<StepGoal>,
    request: Interrupt,
    /// The condition of the last error at which the program paused.
    last_error: Option<Handle>,
}

/// A step that is over at the next point with at most so many calls under way.
#[derive(Clone, Copy)]
struct StepGoal {
    depth: usize,
    /// With just as many, the point belongs to this function: a call in tail position takes the frame of its caller.
    function: Option<u32>,
}

/// First pause of a debugger.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begin {
    /// The first form of the next program.
    Form,
    /// A breakpoint.
    Breakpoint,
    /// Calls of `break` alone, for which programs need no points.
    BreakCall,
}

/// Position of a frame on the stack: its instruction, and the beginning of its window.
#[derive(Clone, Copy)]
pub(crate) struct FramePosition {
    at: usize,
    base: usize,
}

/// Name of the texts that are evaluated during a pause.
const TEXT_NAME: &str = "<debug>";

/// Attaches a debugger. What is compiled from now on has points, unless it begins with [`Begin::BreakCall`].
pub(crate) fn attach(vm: &mut Vm, on_pause: OnPause, breakpoints: Breakpoints, begin: Begin, request: Interrupt) {
    vm.program.code.debug.keeps_locals = true;
    if begin != Begin::BreakCall {
        vm.program.code.debug.points.get_or_insert_default();
    }
    let breakpoints = Breakpoints { has_changed: true, ..breakpoints };
    let step = (begin == Begin::Form).then_some(StepGoal { depth: usize::MAX, function: None });
    let attached = Attached { on_pause, breakpoints, stops: HashSet::new(), step, request, last_error: None };
    vm.inspection.debugger = Some(Box::new(attached));
}

/// The program has reached a point.
pub(super) fn reach_point(vm: &mut Vm, is_entry: bool) -> Result<()> {
    let Some(mut debugger) = vm.inspection.debugger.take() else { return Ok(()) };
    match debugger.cause(vm, is_entry) {
        Some(reason) => debugger.pause(vm, reason).map(drop),
        None => {
            vm.inspection.debugger = Some(debugger);
            Ok(())
        }
    }
}

/// The program calls `break`.
pub(super) fn break_here(vm: &mut Vm, message: Option<Value>) -> Result<Value> {
    match vm.inspection.debugger.take() {
        Some(debugger) => {
            let message =
                message.filter(|&m| !m.is_nil() && m != Value::FALSE).map(|m| match vm.program.rt.heap.as_str(m) {
                    Some(text) => text.to_string(),
                    None => printer::brief(&vm.program.rt, m),
                });
            debugger.pause(vm, PauseCause::Break(message))
        }
        None if vm.inspection.hides_handlers => {
            fail_in("break", Code::User, "the program is paused already: expressions of the debugger cannot pause")
        }
        None => {
            let c = ErrorData::by("break", Code::User, "the program does not run under a debugger");
            let module = host_call::calling_module(vm);
            // In Scheme a loop has no `return`.
            let of_loops = if vm.program.dialect(module).has_false { "" } else { "; (return) leaves a loop" };
            Err(c.with_help(format!("`klammer debug FILE` runs a program under one{of_loops}")).into())
        }
    }
}

/// An error with this condition has been raised, or leaves for the host.
pub(super) fn see_error(vm: &mut Vm, condition: Value, is_uncaught: bool) -> Result<()> {
    let Some(mut debugger) = vm.inspection.debugger.take() else { return Ok(()) };
    let is_wanted = match debugger.breakpoints.errors {
        ErrorBreaks::Never => false,
        ErrorBreaks::Uncaught => is_uncaught,
        ErrorBreaks::All => true,
    };
    let last = debugger.last_error.as_ref().and_then(|last| vm.program.rt.host_roots.value_of(last).ok());
    if !is_wanted || last == Some(condition) {
        vm.inspection.debugger = Some(debugger);
        return Ok(());
    }
    debugger.last_error = Some(vm.program.rt.host_roots.handle_of(condition));
    vm.fiber.run.top = vm.fiber.run.base + WINDOW;
    vm.rooted(&[condition], |vm| debugger.pause(vm, PauseCause::Error(condition))).map(drop)
}

/// Calls under way, counted up to `most`.
fn depth(vm: &Vm, most: usize) -> usize {
    let mut depth = 0;
    for run in vm.fiber.all_runs() {
        depth += run.calls_below + run.windows(&vm.fiber.stack).take(most.saturating_sub(depth)).count();
        if depth >= most {
            break;
        }
    }
    depth
}

/// Returns whether a chosen file is the text of this name: one of the two paths ends as the other.
fn is_file(chosen: &str, name: &str) -> bool {
    Path::new(chosen).ends_with(name) || Path::new(name).ends_with(chosen)
}

impl Attached {
    /// Cause of a pause at the point that has been reached, if there is one.
    fn cause(&mut self, vm: &mut Vm, is_entry: bool) -> Option<PauseCause> {
        let own = self.own_cause(vm, is_entry);
        if self.request.is_set() {
            self.request.clear();
            return own.or(Some(PauseCause::Requested));
        }
        own
    }

    /// Returns the cause of a pause here, leaving the request aside.
    fn own_cause(&mut self, vm: &mut Vm, is_entry: bool) -> Option<PauseCause> {
        let at = vm.fiber.run.pc.wrapping_sub(1);
        let is_chosen = is_entry && self.is_chosen_function(vm, at) || self.is_chosen_line(vm, at);
        if is_chosen {
            return Some(PauseCause::Breakpoint);
        }
        let step = self.step.filter(|_| !is_entry)?;
        let depth = depth(vm, step.depth.saturating_add(1));
        let is_over = depth < step.depth
            || depth == step.depth
                && step.function.is_none_or(|f| {
                    vm.program.code.owner_number(at) == Some(f)
                        || backtrace::function_at(vm, at, vm.fiber.run.base).is_none()
                });
        is_over.then_some(PauseCause::Step)
    }

    fn is_chosen_function(&self, vm: &Vm, at: usize) -> bool {
        let name = || vm.program.code.owner(at).and_then(|p| p.name).map(|name| vm.program.rt.name(name));
        !self.breakpoints.functions.is_empty()
            && name().is_some_and(|name| self.breakpoints.functions.iter().any(|f| f.eq_ignore_ascii_case(name)))
    }

    fn is_chosen_line(&mut self, vm: &mut Vm, at: usize) -> bool {
        if let Some(points) = &mut vm.program.code.debug.points
            && (points.take_news() | std::mem::take(&mut self.breakpoints.has_changed))
        {
            self.stops.clear();
            for (file, lines) in &self.breakpoints.lines {
                for &line in lines {
                    self.stops.extend(points.find(line, |name| is_file(file, name)));
                }
            }
        }
        if self.stops.is_empty() {
            return false;
        }
        let span = vm.program.code.span_at(at);
        self.stops.contains(&(span.source(), span.start()))
    }

    /// Shows the pause to the host, and takes its answer: the value of `break`. Nothing that is done meanwhile pauses,
    /// and the limit on time waits.
    fn pause(mut self: Box<Self>, vm: &mut Vm, reason: PauseCause) -> Result<Value> {
        let begun = vm.program.rt.host.now();
        let here = depth(vm, usize::MAX);
        let function = vm.program.code.owner_number(vm.fiber.run.pc.wrapping_sub(1));
        let Attached { on_pause, breakpoints, .. } = &mut *self;
        let answer = caught(|| on_pause(vm, breakpoints, reason));
        let answer = answer.unwrap_or_else(|panic| panicked("the debugger", &panic));
        let waited = vm.program.rt.host.now().saturating_sub(begun);
        vm.program.rt.budget.put_off(waited);
        let step = |depth, function| Some(StepGoal { depth, function });
        match answer.as_ref().map(|(resume, _)| resume) {
            Ok(Resume::Step) => self.step = step(usize::MAX, None),
            Ok(Resume::Next) => self.step = step(here, function),
            Ok(Resume::Out) => self.step = step(here.saturating_sub(1), None),
            Ok(Resume::Unchanged) => {}
            Ok(Resume::Continue | Resume::End) | Err(_) => self.step = None,
        }
        vm.inspection.debugger = Some(self);
        if let Some(ended) = vm.host.ended.take() {
            return Err(ended.fault());
        }
        match answer? {
            (Resume::End, _) => Err(Box::new(Unwind::Throw { tag: Value::EXIT, value: Value::ZERO })),
            (_, value) => Ok(value),
        }
    }
}

/// The frames of the program, innermost first, each with its position if it is on the stack. Those of a continuation
/// that has been captured are on the heap, and have no variables to show.
pub(crate) fn frames(vm: &mut Vm) -> Vec<(ErrorFrame, Option<FramePosition>)> {
    let mut positions = Vec::new();
    for run in vm.fiber.all_runs() {
        let on_stack = run.windows(&vm.fiber.stack).map(|(pc, base)| (pc, Some(base)));
        let on_heap = continuation::heap_frames(&vm.program, run.rest).map(|pc| (pc, None));
        positions.extend(on_stack.chain(on_heap).take(FRAMES_LOOKED_AT));
    }
    let mut frames = Vec::new();
    for (pc, base) in positions {
        let at = pc.wrapping_sub(1);
        if frames.len() == MAX_NOTED {
            break;
        }
        if vm.program.code.owner(at).is_none() || backtrace::is_library(&vm.program, at) {
            continue;
        }
        frames.push(match base {
            Some(base) => (backtrace::frame(vm, at, base), Some(FramePosition { at, base })),
            None => {
                let place = Place::new(&vm.program.rt.sources, vm.program.code.span_at(at));
                let name = vm.program.code.owner(at).and_then(|p| p.name);
                let function = name.map(|name| vm.program.rt.name(name).to_string());
                (ErrorFrame { function, place, locals: Vec::new() }, None)
            }
        });
    }
    frames
}

/// Evaluates the forms of a text with the variables that a frame sees. An assignment to one of them changes it.
pub(crate) fn evaluate(vm: &mut Vm, frame: Option<FramePosition>, text: &str) -> Result<Value> {
    let module = host_call::calling_module(vm);
    vm.program.rt.reserve_source(TEXT_NAME, text)?;
    let text = Arc::new(Source::new(TEXT_NAME, text.to_string()));
    let source = vm.program.rt.add_source(&text)?;
    let progress = continuation::new_progress(vm);
    begin_text(&mut vm.program, false);
    vm.program.loader.active.push(Active { module, source, folder: None, progress });
    vm.inspection.hides_handlers = true;
    let result = evaluate_forms(vm, frame, &mut Reader::new(source, text));
    vm.inspection.hides_handlers = false;
    leave_text(&mut vm.program);
    result
}

fn evaluate_forms(vm: &mut Vm, frame: Option<FramePosition>, reader: &mut Reader) -> Result<Value> {
    let module = vm.program.current_module();
    let (mut last, mut is_announced) = (Value::NIL, false);
    let mut spans = Spans::new();
    loop {
        spans.clear();
        let form = vm.rooted(&[last], |vm| vm.read_form(module, reader, &mut spans, &mut is_announced))?;
        let Some(form) = form else { return Ok(last) };
        let seen = frame.map_or_else(Vec::new, |frame| backtrace::visible_locals(vm, frame.at, frame.base));
        last = match frame.filter(|_| !seen.is_empty()) {
            Some(frame) => evaluate_form(vm, frame, form, &mut spans)?,
            None => {
                let span = spans.top();
                vm.evaluate_form(module, form, &mut spans, span, &mut Nothing)?
            }
        };
    }
}

/// Evaluates a form as the body of a function whose parameters are the variables of the frame. It returns them, too.
fn evaluate_form(vm: &mut Vm, frame: FramePosition, form: Value, spans: &mut Spans) -> Result<Value> {
    let module = vm.program.current_module();
    let mut seen = backtrace::visible_locals(vm, frame.at, frame.base);
    // A name that a macro has introduced is no name that anybody can write.
    seen.retain(|(local, _)| vm.program.aliases.plain(local.name) == local.name);
    let (Some(lambda), list) =
        (SPECIALS.iter().position(|s| s.name == "lambda"), super::bootstrap::core_function(vm, "list")?)
    else {
        return internal("the operator lambda");
    };
    let lambda = Value::reference(Kind::SPECIAL, 0, lambda);
    let names: Vec<Value> = seen.iter().map(|(local, _)| Value::symbol(local.name)).collect();
    let values: Vec<Value> = seen.iter().map(|(_, value)| *value).collect();
    let heap = &mut vm.program.rt.heap;
    let results = heap.list(&names)?;
    let call = heap.list_with_tail(&[list, form], results)?;
    let parameters = heap.list(&names)?;
    let function = heap.list(&[lambda, parameters, call])?;
    let maker = vm.rooted(&[function], |vm| vm.compile_form(module, function, spans, Span::NONE))?;
    let function = vm.call_nested(maker, &[])?;
    let results = vm.rooted(&[function], |vm| vm.call_nested(function, &values))?;
    let mut results: Vec<Value> = vm.program.rt.heap.iter(results).collect();
    if results.len() != 1 + seen.len() {
        return internal("the variables of a frame");
    }
    let value = results.remove(0);
    for ((local, before), after) in seen.into_iter().zip(results) {
        if before == after {
            continue;
        }
        let there = match local.home {
            VariableHome::Register(r) => vm.fiber.stack.get(frame.base + usize::from(r)).copied(),
            VariableHome::Capture { closure, number } => {
                let closure = vm.fiber.stack.get(frame.base + usize::from(closure)).copied();
                closure.filter(|c| c.is(Kind::CLOSURE)).map(|c| vm.program.rt.heap.word(c, usize::from(number)))
            }
        };
        match (local.home, there) {
            (_, Some(there)) if local.boxed && there.is_pair() => vm.program.rt.heap.set_car(there, after),
            (VariableHome::Register(r), Some(_)) => {
                if let Some(slot) = vm.fiber.stack.get_mut(frame.base + usize::from(r)) {
                    *slot = after;
                }
            }
            _ => {
                let name = vm.program.rt.name(local.name).to_string();
                let problem = "the program never assigns it, so the function has a copy that cannot be changed";
                return fail(Code::BadValue, format!("{name} keeps its value: {problem}"));
            }
        }
    }
    Ok(value)
}
