//! Debuggers of a host: pauses of a program, in which it can be looked at and changed.

use std::fmt;

use super::inspect::{Inspect, laid_out};
use crate::error::Error;
use crate::fault::{Result, Unwind};
use crate::handle::Handle;
use crate::host::error::{to_fault, to_host_error, to_passing_error};
use crate::host::object::{HostType, with_object};
use crate::inspection::{Breakpoints, ErrorBreaks, ErrorFrame, PauseReason, Resume};
use crate::limits::Interrupt;
use crate::object::Object;
use crate::printer::{PrintStyle, print_as};
use crate::symbol::well_known;
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::debugger;
use crate::vm::debugger::{Begin, FramePosition, PauseCause};
use crate::vm::host_call;
use crate::vm::unwind;

/// A debugger: it shows each pause of a program, and says how the program goes on. The program waits meanwhile, so a
/// debugger reads from a terminal or a connection as it likes. A closure is one.
///
/// There is an example at [`Inspect::attach_debugger`].
pub trait Debugger: Send + 'static {
    /// Shows a pause. Returns the way in which the program goes on.
    fn pause(&mut self, pause: &mut Pause<'_>) -> Resume;
}

impl<F: FnMut(&mut Pause<'_>) -> Resume + Send + 'static> Debugger for F {
    fn pause(&mut self, pause: &mut Pause<'_>) -> Resume {
        self(pause)
    }
}

/// A program that pauses for its [`Debugger`].
///
/// There is an example at [`Inspect::attach_debugger`].
pub struct Pause<'a> {
    vm: &'a mut Vm,
    /// Places at which the program pauses, which the debugger may change.
    pub breakpoints: &'a mut Breakpoints,
    /// Reason of the pause.
    pub reason: PauseReason,
    /// The calls of the program under way, innermost first, with the variables that each sees; at most 64. The place of
    /// the first is the form that comes next, or the definition of the function that has just been called. Calls in
    /// tail position have no frames.
    pub frames: Vec<ErrorFrame>,
    positions: Vec<Option<FramePosition>>,
    /// Throw by which the program goes on.
    leaves_by: Option<Error>,
    /// Value of the call of `break`.
    answer: Option<Handle>,
}

impl fmt::Debug for Pause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pause").field("reason", &self.reason).field("frames", &self.frames).finish_non_exhaustive()
    }
}

/// Parts of a value that are shown at most.
const MAX_PARTS: usize = 1000;

impl<'a> Pause<'a> {
    fn new(vm: &'a mut Vm, breakpoints: &'a mut Breakpoints, cause: PauseCause) -> Pause<'a> {
        let reason = match cause {
            PauseCause::Step => PauseReason::Step,
            PauseCause::Breakpoint => PauseReason::Breakpoint,
            PauseCause::Break(message) => PauseReason::Break(message),
            PauseCause::Requested => PauseReason::Requested,
            PauseCause::Error(value) => {
                let module = host_call::calling_module(vm);
                let thrown = Unwind::Throw { tag: Value::symbol(well_known::ERROR), value };
                PauseReason::Error(to_host_error(vm, module, thrown))
            }
        };
        let mut pause =
            Pause { vm, breakpoints, reason, frames: Vec::new(), positions: Vec::new(), leaves_by: None, answer: None };
        pause.look();
        pause
    }

    fn look(&mut self) {
        (self.frames, self.positions) = debugger::frames(self.vm).into_iter().unzip();
    }

    /// Evaluates the forms of a text with the variables that a frame sees, and returns the last value. An assignment to
    /// one of the variables changes it. The work is on the account of the program; its limit on time waits.
    ///
    /// A throw to a `catch` of the program, or the choice of a restart, leaves the pause: [`Pause::has_left`].
    ///
    /// # Errors
    /// When the text cannot be read, fails, throws, or exceeds a limit.
    pub fn eval(&mut self, frame: usize, text: &str) -> std::result::Result<Handle, Error> {
        if let Some(ended) = self.vm.host.ended {
            return Err(self.failed(*ended.fault()));
        }
        let position = self.positions.get(frame).copied().flatten();
        let value = debugger::evaluate(self.vm, position, text);
        let value = value.map_err(|fault| self.failed(*fault))?;
        let value = self.vm.program.rt.host_roots.handle_of(value);
        self.look();
        Ok(value)
    }

    fn failed(&mut self, fault: Unwind) -> Error {
        let is_error = !matches!(fault, Unwind::Throw { tag, .. } if !unwind::is_error(tag));
        let error = to_passing_error(self.vm, fault);
        if !is_error && self.vm.host.ended.is_none() {
            self.leaves_by = Some(error.clone());
        }
        error
    }

    /// Returns whether an expression has thrown to a `catch` of the program, exceeded a limit or ended the program. The
    /// program goes on with that after the pause, whatever the debugger returns.
    #[must_use]
    pub fn has_left(&self) -> bool {
        self.leaves_by.is_some() || self.vm.host.ended.is_some()
    }

    /// Lets the call of `break` at which the program pauses return this value. Of other pauses nobody takes it.
    pub fn answer(&mut self, value: Handle) {
        self.answer = Some(value);
    }

    /// Returns the global names that the program can use, in alphabetical order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let module = host_call::calling_module(self.vm);
        let mut names: Vec<String> = self.vm.program.visible_names(module).into_iter().map(str::to_string).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Gives an object of the host to a function, as [`Engine::with_object`](crate::Engine::with_object) does.
    ///
    /// # Errors
    /// When the value is no such object, or is in use.
    pub fn with_object<T: HostType, R>(
        &mut self,
        object: &Handle,
        f: impl FnOnce(&mut T) -> R,
    ) -> std::result::Result<R, Error> {
        let rt = &mut self.vm.program.rt;
        let given = rt.host_roots.value_of(object).and_then(|v| with_object(rt, v, f));
        given.map_err(|fault| self.failed(*fault))
    }

    /// Returns the text that a prompt shows of a value, as [`Inspect::show_within`] does.
    ///
    /// # Errors
    /// When printing it exceeds a limit, or the handle belongs to another engine.
    pub fn show_within(&mut self, handle: &Handle, width: usize) -> std::result::Result<Option<String>, Error> {
        let dialect = self.vm.program.dialect(host_call::calling_module(self.vm));
        let rt = &mut self.vm.program.rt;
        let shown = rt.host_roots.value_of(handle).and_then(|v| laid_out(rt, dialect, v, width));
        shown.map_err(|fault| self.failed(*fault))
    }

    /// Returns the value as it is written in a program of its dialect, on one line.
    ///
    /// # Errors
    /// As for [`Pause::show_within`].
    pub fn repr(&mut self, handle: &Handle) -> std::result::Result<String, Error> {
        let dialect = self.vm.program.dialect(host_call::calling_module(self.vm));
        let rt = &mut self.vm.program.rt;
        let text = rt.host_roots.value_of(handle).and_then(|v| print_as(rt, v, PrintStyle::Readable, dialect));
        text.map_err(|fault| self.failed(*fault))
    }

    /// Returns the parts of a value with their names: the elements of a list or vector, the entries of a table, the
    /// fields of a record. Atoms and other values have none. At most a thousand are given.
    ///
    /// # Errors
    /// When a name cannot be printed within the limits, or the handle belongs to another engine.
    pub fn parts(&mut self, handle: &Handle) -> std::result::Result<Vec<(String, Handle)>, Error> {
        let parts = parts(self.vm, handle).map_err(|fault| self.failed(*fault))?;
        let rt = &mut self.vm.program.rt;
        Ok(parts.into_iter().map(|(name, value)| (name, rt.host_roots.handle_of(value))).collect())
    }

    /// Writes `text` where the program's output goes, and sees to it that it arrives.
    ///
    /// # Errors
    /// When the host cannot write.
    pub fn write(&mut self, text: &str) -> std::result::Result<(), Error> {
        let rt = &mut self.vm.program.rt;
        let written = rt.write(text);
        // The next error of the program's own output is lost, too.
        let _ = rt.host.flush();
        written.map_err(|fault| self.failed(*fault))
    }

    /// Begins a new line of output, unless the program has just ended one.
    ///
    /// # Errors
    /// When the host cannot write.
    pub fn fresh_line(&mut self) -> std::result::Result<(), Error> {
        if self.vm.program.rt.ports.column > 0 { self.write("\n") } else { self.write("") }
    }
}

fn parts(vm: &mut Vm, handle: &Handle) -> Result<Vec<(String, Value)>> {
    let v = vm.program.rt.host_roots.value_of(handle)?;
    let dialect = vm.program.dialect(host_call::calling_module(vm));
    let rt = &mut vm.program.rt;
    let numbered = |values: Vec<Value>| values.into_iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect();
    if v.has_elements() {
        let (mut items, mut rest) = (Vec::new(), v);
        while rest.has_elements() && items.len() < MAX_PARTS {
            items.push(rt.heap.first(rest));
            rest = rt.heap.rest(rest);
        }
        let mut items: Vec<(String, Value)> = numbered(items);
        if !rest.is_nil() && !rest.has_elements() {
            items.push(("rest".to_string(), rest));
        }
        return Ok(items);
    }
    if v.is(Kind::RECORD) {
        let fields = rt.heap.record_type(v).map_or_else(Vec::new, |t| t.fields.to_vec());
        let field = |(i, &name): (usize, _)| (rt.name(name).to_string(), rt.heap.word(v, i));
        return Ok(fields.iter().enumerate().map(field).collect());
    }
    if let Some(Object::Table(table)) = rt.heap.as_object(v) {
        let entries: Vec<(Value, Value)> = table.iter().take(MAX_PARTS).collect();
        return entries.into_iter().map(|(k, v)| Ok((print_as(rt, k, PrintStyle::Readable, dialect)?, v))).collect();
    }
    match rt.heap.values(v) {
        Some(values) => Ok(numbered(values.iter().copied().take(MAX_PARTS).collect())),
        _ => Ok(Vec::new()),
    }
}

impl Inspect<'_> {
    /// Attaches a debugger. From now on each program that the engine loads pauses where the breakpoints say so, and
    /// `begin` says whether it pauses at its first form. What has been loaded before pauses at errors and at `break`
    /// only. The request that is returned pauses the program at its next form, from another thread or a signal handler;
    /// the pause withdraws it.
    ///
    /// A program that has been loaded with a debugger takes several times as long. Results are the same, but for the
    /// ticks that it takes.
    ///
    /// ```
    /// use klammer::Engine;
    /// use klammer::inspect::{Breakpoints, Pause, Resume};
    ///
    /// let mut engine = Engine::new();
    /// let mut breakpoints = Breakpoints::default();
    /// breakpoints.set_functions(["area"]);
    /// let debugger = |pause: &mut Pause<'_>| {
    ///     let two = pause.eval(0, "(setq width 2)").unwrap();
    ///     assert_eq!(pause.repr(&two).unwrap(), "2");
    ///     assert_eq!(pause.frames[0].function.as_deref(), Some("area"));
    ///     Resume::Continue
    /// };
    /// engine.inspect().attach_debugger(debugger, breakpoints, Resume::Continue);
    /// let area: i64 = engine.eval("(defproc area (width height) (* width height)) (+ 0 (area 3 5))")?;
    /// assert_eq!(area, 10);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// Without breakpoints, programs pause at calls of `break` alone: they are as fast as without a debugger, and there
    /// is nothing to step by.
    ///
    /// ```
    /// use klammer::Engine;
    /// use klammer::inspect::{Pause, Resume};
    ///
    /// let mut engine = Engine::new();
    /// let debugger = |pause: &mut Pause<'_>| {
    ///     let value = pause.eval(0, "(* 2 width)").unwrap();
    ///     pause.answer(value);
    ///     Resume::Continue
    /// };
    /// engine.inspect().attach_debugger(debugger, None, Resume::Continue);
    /// let area: i64 = engine.eval("(defproc area (width height) (* (break) height)) (+ 0 (area 3 5))")?;
    /// assert_eq!(area, 30);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn attach_debugger(
        &mut self,
        mut debugger: impl Debugger,
        breakpoints: impl Into<Option<Breakpoints>>,
        begin: Resume,
    ) -> Interrupt {
        let (breakpoints, begin) = match breakpoints.into() {
            None => (Breakpoints { errors: ErrorBreaks::Never, ..Breakpoints::default() }, Begin::BreakCall),
            Some(breakpoints) if begin == Resume::Step => (breakpoints, Begin::Form),
            Some(breakpoints) => (breakpoints, Begin::Breakpoint),
        };
        let request = Interrupt::new();
        let on_pause = move |vm: &mut Vm, breakpoints: &mut Breakpoints, cause: PauseCause| {
            let mut pause = Pause::new(vm, breakpoints, cause);
            let resume = debugger.pause(&mut pause);
            let rt = &mut pause.vm.program.rt;
            match (pause.leaves_by, pause.answer) {
                (Some(error), _) => Err(to_fault(rt, error.into())),
                (None, Some(value)) => Ok((resume, rt.host_roots.value_of(&value)?)),
                (None, None) => Ok((resume, Value::NIL)),
            }
        };
        debugger::attach(&mut self.engine.vm, Box::new(on_pause), breakpoints, begin, request.clone());
        request
    }
}
