//! Programs: texts that have been read and checked once, for any number of engines.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Engine;
use super::call::{ProgramText, TextSource};
use crate::error::Error;
use crate::fault::{Code, Limit, Result, Unwind};
use crate::io::{Capability, ClosedHost, Host, pass_on};
use crate::module::loading::Checking;
use crate::module::native::NativeKind;
use crate::module::warnings::Warnings;
use crate::source::Source;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::describe;
use crate::vm::host_call::{LentValues, Nothing};

/// A text that can be run: it has been read to its end, and every form of it can be compiled. Clones are the same
/// program; it can be sent to other threads and run by any number of engines, which share its text.
///
/// The code of a form depends on what the forms before it have done, and on the engine: so each engine compiles for
/// itself. To make many engines with one loaded program, load it once and use [`Engine::snapshot`]. The copies then
/// neither read nor compile.
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("now", || 7);
/// let program = engine.compile(("rules.lisp", "(setq started (now)) (list started 1)"))?;
/// // Nothing has been run.
/// assert!(engine.get::<i64>("started").is_err());
/// assert_eq!(engine.eval::<(i64, i64)>(&program)?, (7, 1));
///
/// let mut other = Engine::new();
/// other.set("now", 0)?;
/// assert!(other.run(&program).is_err());
/// assert!(engine.compile(("broken.lisp", "(car (list 1 2)")).is_err());
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone)]
pub struct Program(Arc<Checked>);

struct Checked {
    source: Arc<Source>,
    folder: Option<PathBuf>,
    warnings: Vec<Error>,
}

impl Program {
    pub(super) fn source(&self) -> &Arc<Source> {
        &self.0.source
    }

    pub(super) fn folder(&self) -> Option<PathBuf> {
        self.0.folder.clone()
    }

    /// Returns the warnings: parts of it that cannot be meant, though they are no errors.
    #[must_use]
    pub fn warnings(&self) -> &[Error] {
        &self.0.warnings
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("name", &self.0.source.name).finish_non_exhaustive()
    }
}

/// Findings of [`Engine::check`] in a text. There is an example there.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Diagnostics {
    /// Errors that keep it from running, in the order of the text.
    pub errors: Vec<Error>,
    /// Warnings: parts that cannot be meant, though they are no errors.
    pub warnings: Vec<Error>,
}

/// Ticks that the definitions of a text may take while it is checked.
const TICKS: u64 = 10_000_000;

impl Engine {
    /// Reads and checks a text without running it, for [`Engine::eval`] of this engine and others.
    ///
    /// # Errors
    /// The first error that [`Engine::check`] finds; also when the host cannot read the file.
    pub fn compile(&mut self, text: impl ProgramText) -> Result<Program, Error> {
        let written = text.source();
        let OwnedText { name, text, folder } = self.resolve_text(None, written)?;
        let Diagnostics { errors, warnings } = self.check_text(self.main, &name, &text, folder.clone());
        match errors.into_iter().next() {
            Some(error) => Err(error),
            None => {
                let source = Arc::new(Source::new(name, text));
                // With a folder, it is a whole text for warnings, as a file is: names that it never defines are told.
                let folder = folder.or_else(|| Some(PathBuf::new()));
                Ok(Program(Arc::new(Checked { source, folder, warnings })))
            }
        }
    }

    /// Returns a text as the host has it, with its name in errors.
    fn resolve_text(&mut self, scope: Option<&str>, text: TextSource<'_>) -> Result<OwnedText, Error> {
        let name = text.name(scope).into_owned();
        let (text, folder) = match text {
            TextSource::Text(text) | TextSource::Named(_, text) => (text.to_string(), None),
            TextSource::Program(program) => (program.source().text.to_string(), program.folder()),
            TextSource::File(path) => {
                self.begin();
                let text = self.text_of(path).map_err(|fault| self.error(*fault))?;
                (text, path.parent().map(Path::to_path_buf))
            }
        };
        Ok(OwnedText { name, text, folder })
    }

    /// Evaluates a text with the names of a module. `scope` is the name of texts without one.
    pub(super) fn evaluate_source(
        &mut self,
        module: ModuleId,
        scope: Option<&str>,
        text: TextSource<'_>,
        lent: LentValues<'_>,
    ) -> Result<Value> {
        let lenient = self.lenient;
        match text {
            TextSource::Text(s) | TextSource::Named(_, s) => {
                let name = match (&text, scope) {
                    (TextSource::Text(_), None) => Cow::Borrowed("<eval>"),
                    _ => Cow::Owned(text.name(scope).into_owned()),
                };
                self.vm.evaluate(module, name, s, None, lenient, lent)
            }
            TextSource::File(path) => {
                let text = self.text_of(path)?;
                let folder = path.parent().map(Path::to_path_buf);
                self.vm.evaluate(module, path.display().to_string().into(), text, folder, lenient, lent)
            }
            TextSource::Program(program) => self.run_lending(module, program, lent),
        }
    }

    /// [`Engine::evaluate_source`] in the engine's own module, without loans.
    pub(super) fn evaluate_text(&mut self, text: TextSource<'_>) -> Result<Value> {
        self.evaluate_source(self.main, None, text, &mut Nothing)
    }

    pub(super) fn run_lending(&mut self, module: ModuleId, program: &Program, lent: LentValues<'_>) -> Result<Value> {
        let (program, lenient) = (&program.0, self.lenient);
        let rt = &mut self.vm.program.rt;
        rt.reserve_source(&program.source.name, &program.source.text)?;
        let source = rt.add_source(&program.source)?;
        self.vm.evaluate_source(module, source, program.folder.clone(), lenient, lent)
    }

    /// Returns all errors and warnings of a text without running it. Every form is read, expanded and compiled. For
    /// that, definitions take effect and required files are loaded. All that happens in a copy of the engine that can
    /// read files and has no other capability and no functions of the host. The engine itself does not change. Its
    /// limits hold for the text as a whole, and it can be interrupted. That a file cannot be read is an error of the
    /// text.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let found = engine.check(("rules.lisp", "
    ///     (defproc area (w h) (* w h))
    ///     (let ((x)) (print (area x y)))
    ///     (defproc twice (n))
    ///     (car (cdr (list 1 2 3))"));
    /// let lines = |all: &[klammer::Error]| all.iter().map(|e| e.place().unwrap().line()).collect::<Vec<_>>();
    /// assert_eq!(lines(&found.errors), [4, 5]);
    /// assert_eq!(lines(&found.warnings), [3]);
    /// ```
    pub fn check(&mut self, text: impl ProgramText) -> Diagnostics {
        self.check_source(self.main, None, text.source())
    }

    pub(super) fn check_source(&mut self, module: ModuleId, scope: Option<&str>, text: TextSource<'_>) -> Diagnostics {
        match self.resolve_text(scope, text) {
            Ok(OwnedText { name, text, folder }) => self.check_text(module, &name, &text, folder),
            Err(error) => Diagnostics { errors: vec![error], warnings: Vec::new() },
        }
    }

    fn check_text(&mut self, module: ModuleId, name: &str, text: &str, folder: Option<PathBuf>) -> Diagnostics {
        // The copy reads files as the engine does, and nothing else.
        let lent = HostLoan::new(self);
        let copy = Engine { main: module, ..lent.engine.copy_for_check(ReadOnly(Arc::clone(&lent.host))) };
        copy.check_all(name, text, folder)
    }

    fn copy_for_check(&self, host: ReadOnly) -> Engine {
        let mut vm = self.vm.copy(Box::new(host), self.interrupt());
        vm.fill_again();
        for native in vm.program.natives.own.iter_mut().filter(|n| n.is_hosts()) {
            native.action = NativeKind::Absent;
        }
        vm.program.warning_collector.policy = Warnings::Collect;
        vm.program.loader.checking = Some(Checking::default());
        Engine { vm, limits: self.limits.clone(), main: self.main, lenient: self.lenient }
    }

    /// Finds the errors and warnings of a text, in an engine that is a copy.
    fn check_all(mut self, name: &str, text: &str, folder: Option<PathBuf>) -> Diagnostics {
        let mut found = Diagnostics::default();
        // Names that nothing defines are looked for as in a file.
        let folder = Some(folder.unwrap_or_default());
        let mut position = 0;
        let mut left = RemainingLimits::new(&self);
        let source = Arc::new(Source::new(name.to_string(), text.to_string()));
        loop {
            left.begin_form(&mut self);
            // The check goes on after a closing parenthesis too many.
            let next = self.vm.evaluate_next(self.main, &source, position, folder.clone(), true);
            for kept in self.vm.program.warning_collector.kept() {
                let is_error = kept.code() == Code::StrayParenthesis && !self.lenient;
                if is_error { &mut found.errors } else { &mut found.warnings }.push(kept.clone());
            }
            if let Err(limit) = left.end_form(&self) {
                found.errors.push(self.error(Unwind::Limit(limit)));
                return found;
            }
            let checking = self.vm.program.loader.checking.unwrap_or_default();
            match next {
                Ok(None) => break,
                Ok(Some((_, behind))) => position = behind,
                Err(fault) => {
                    let is_interrupted = matches!(*fault, Unwind::Limit(Limit::Interrupt));
                    // It reports neither errors at run time nor errors that only the host's functions avoid. An invalid
                    // definition reports its error when it is evaluated.
                    let is_running = checking.runs && !checking.loads;
                    // Most errors at run time are dropped, and a hint may look through the whole text.
                    let is_plain = is_running || found.errors.len() >= MAX_HINTS;
                    let advisor = if is_plain { self.vm.program.warning_collector.advisor.take() } else { None };
                    let error = self.error(*fault);
                    self.vm.program.warning_collector.advisor =
                        advisor.or(self.vm.program.warning_collector.advisor.take());
                    if is_interrupted {
                        found.errors.push(error);
                        return found;
                    }
                    let counts = !is_running || error.code() == Code::Syntax;
                    if counts && error.code() != Code::Host {
                        found.errors.push(error);
                    }
                    if checking.position <= position {
                        break;
                    }
                    position = checking.position;
                }
            }
        }
        self.vm.program.assume_defined(self.main);
        left.begin_form(&mut self);
        if let Err(fault) = describe::report_unresolved(&mut self.vm, true, "")
            && matches!(*fault, Unwind::Limit(_))
        {
            found.errors.push(self.error(*fault));
        }
        found.warnings.extend_from_slice(self.vm.program.warning_collector.kept());
        found
    }
}

/// Errors of a text that is checked which have hints.
const MAX_HINTS: usize = 100;

/// A text as the host has it.
struct OwnedText {
    name: String,
    text: String,
    folder: Option<PathBuf>,
}

/// Limits that remain for a check of a text. A single form gets fewer ticks, so that the check goes on after a form
/// that does not end.
struct RemainingLimits {
    ticks: Option<u64>,
    end: Option<Duration>,
}

impl RemainingLimits {
    fn new(engine: &Engine) -> RemainingLimits {
        let end = engine.limits.time.map(|time| engine.vm.program.rt.host.now().saturating_add(time));
        RemainingLimits { ticks: engine.limits.ticks, end }
    }

    /// A form begins.
    fn begin_form(&self, engine: &mut Engine) {
        engine.limits.ticks = Some(self.ticks.map_or(TICKS, |ticks| ticks.min(TICKS)));
        engine.limits.time = self.end.map(|end| end.saturating_sub(engine.vm.program.rt.host.now()));
        engine.begin();
    }

    /// Charges a form, at least one tick. Fails if the text has reached a limit.
    fn end_form(&mut self, engine: &Engine) -> Result<(), Limit> {
        let budget = &engine.vm.program.rt.budget;
        self.ticks = self.ticks.map(|ticks| ticks.saturating_sub(budget.before.saturating_add(budget.used()).max(1)));
        if self.ticks == Some(0) {
            return Err(Limit::Ticks);
        }
        match self.end {
            Some(end) if engine.vm.program.rt.host.now() >= end => Err(Limit::Time),
            _ => Ok(()),
        }
    }
}

/// An engine whose host a check has. It comes back when this is dropped: also when the host panics.
struct HostLoan<'e> {
    engine: &'e mut Engine,
    host: Arc<Mutex<Box<dyn Host>>>,
}

impl<'e> HostLoan<'e> {
    fn new(engine: &'e mut Engine) -> HostLoan<'e> {
        let host = std::mem::replace(&mut engine.vm.program.rt.host, Box::new(ClosedHost::new()));
        HostLoan { engine, host: Arc::new(Mutex::new(host)) }
    }
}

impl Drop for HostLoan<'_> {
    fn drop(&mut self) {
        let mut host = self.host.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut self.engine.vm.program.rt.host, &mut *host);
    }
}

/// The host of an engine as a check sees it: there are files to read, and nothing happens.
struct ReadOnly(Arc<Mutex<Box<dyn Host>>>);

impl ReadOnly {
    fn ask<T>(&self, f: impl FnOnce(&dyn Host) -> T) -> T {
        f(&**self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Host for ReadOnly {
    pass_on! {
        ask {
            now() -> Duration;
            date() -> Duration;
            grant(capability: Capability) -> io::Result<()>;
            read_file(path: &Path) -> io::Result<String>;
            open_file(path: &Path) -> io::Result<Box<dyn Read>>;
            file_exists(path: &Path) -> io::Result<bool>;
            is_directory(path: &Path) -> io::Result<bool>;
            environment(name: &str) -> Option<String>;
            arguments() -> Vec<String>;
            module_path() -> Vec<PathBuf>;
        }
    }

    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn read_input(&mut self) -> io::Result<String> {
        Ok(String::new())
    }
}
