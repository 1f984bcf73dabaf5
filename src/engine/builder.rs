//! Construction of an engine: its limits, its host, and all else that is settled before it runs; and copies of one.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::Engine;
use crate::error::Error;
use crate::fault::Code;
use crate::hints::Advisor;
use crate::host::registration::LibraryModule;
use crate::io::{ClosedHost, GuardedHost, Host};
use crate::limits::{Interrupt, Limits};
use crate::module::native::NativeKind;
use crate::module::warnings::Warnings;
use crate::object::host::HostOwned;
use crate::random::RandomState;
use crate::symbol::ModuleId;
use crate::vm::Vm;
use crate::vm::async_calls::{BlockOn, Wait};
use crate::vm::dialects::{Dialects, Language};
use crate::vm::loader::LibraryPart;

/// Sets up an [`Engine`].
///
/// ```
/// use klammer::{Engine, Limits, StdHost};
///
/// let mut engine = Engine::builder()
///     .limits(Limits { ticks: Some(1_000_000), ..Limits::default() })
///     .host(StdHost::closed().output(std::io::stdout()))
///     .seed(7)
///     .build();
/// engine.eval::<()>("(print (random 6))")?;
/// # Ok::<(), klammer::Error>(())
/// ```
#[must_use]
#[derive(Default)]
pub struct EngineBuilder {
    limits: Limits,
    host: Option<Box<dyn Host>>,
    lenient: bool,
    seed: Option<u64>,
    warnings: Warnings,
    inspected: bool,
    advisor: Option<Arc<dyn Advisor>>,
    interrupt: Interrupt,
    block_on: Option<BlockOn>,
    dialects: Dialects,
    library: Vec<&'static dyn LibraryPart>,
    /// Snapshot that the engine is to be a copy of.
    origin: Option<Snapshot>,
}

impl fmt::Debug for EngineBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineBuilder").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl EngineBuilder {
    /// Sets the limits of each evaluation.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the engine's access to the outside world. By default it has none ([`ClosedHost`]); a
    /// [`StdHost`](crate::StdHost) has what the process has, or parts of it.
    pub fn host(mut self, host: impl Host + 'static) -> Self {
        self.host = Some(Box::new(host));
        self
    }

    /// Sets the seed of the programs' random numbers. The same seed gives the same numbers on every machine and in
    /// every version. The default is 0, so programs are repeatable.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Skips surplus closing parentheses with a warning, instead of failing.
    pub fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// Sets the treatment of warnings, which are about parts of a program that cannot be meant, though they are no
    /// errors. The engine collects them by default.
    pub fn warnings(mut self, warnings: Warnings) -> Self {
        self.warnings = warnings;
        self
    }

    /// Explains the engine's errors and looks for suspicious code in its programs. Without it, errors have no hints and
    /// there are no lints.
    pub fn advisor(mut self, advisor: impl Advisor + 'static) -> Self {
        self.advisor = Some(Arc::new(advisor));
        self
    }

    /// Adds a dialect, in which programs are written after `(require 'name)`. Copies of the engine have it, too.
    ///
    /// There is an example at [`dialect`](crate::dialect).
    pub fn dialect(mut self, dialect: &'static Language) -> Self {
        self.dialects.add(dialect);
        self
    }

    /// Adds modules to the library: programs find them by `require`, and `doc` and hints before that. Files beside a
    /// program take the place of one, as they do of any module of the library. Copies of the engine have them, too.
    ///
    /// There is an example at [`LibraryModule`].
    pub fn library(mut self, modules: &[&'static LibraryModule]) -> Self {
        self.library.extend(modules.iter().map(|&module| module as &'static dyn LibraryPart));
        self
    }

    /// Records the variables of all calls that an error unwinds, for
    /// [`Inspect::take_error_frames`](crate::inspect::Inspect::take_error_frames). Programs run as fast as without; the
    /// records take some memory.
    pub fn inspected(mut self, inspected: bool) -> Self {
        self.inspected = inspected;
        self
    }

    /// Lets this handle stop the engine's evaluations, for hosts that stop several engines by one.
    ///
    /// ```
    /// use klammer::{Code, Engine, Interrupt};
    ///
    /// let stop = Interrupt::new();
    /// let mut engines: Vec<Engine> = (0..3).map(|_| Engine::builder().interrupt(&stop).build()).collect();
    /// stop.interrupt();
    /// for engine in &mut engines {
    ///     assert_eq!(engine.run("(while t)").unwrap_err().code(), Code::Interrupted);
    /// }
    /// ```
    pub fn interrupt(mut self, handle: &Interrupt) -> Self {
        self.interrupt = handle.clone();
        self
    }

    /// Sets how the thread waits for a future of [`Engine::define`] where the run that calls the function cannot. That
    /// is a call or an evaluation that is no future ([`Engine::call`], [`Engine::eval`], a step of
    /// [`Run::step`](crate::Run::step)). It is also, everywhere, inside a call back from a function of the host, an
    /// expansion of a macro, or a file that is loaded. Without this, it is an error to call the function there.
    /// `block_on` gets a future, and returns when that is ready, as `block_on` of most executors does; the thread waits
    /// meanwhile.
    ///
    /// It may return earlier. The engine then checks for interrupts ([`Engine::interrupt`]) and the limit on time,
    /// which it cannot do while it waits, and calls it again.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use klammer::{Code, Engine, Error, Limits};
    /// use tokio::time::{sleep, timeout};
    ///
    /// let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
    /// let mut engine = Engine::builder()
    ///     .block_on(move |wait| {
    ///         // Ten times a second somebody asks whether it is to stop.
    ///         let _ = runtime.block_on(async { timeout(Duration::from_millis(100), wait).await });
    ///     })
    ///     .build();
    /// engine.define("fetch", |page: String| async move {
    ///     sleep(Duration::from_millis(1)).await;
    ///     page.len()
    /// });
    /// engine.define("rest", || sleep(Duration::from_secs(3600)));
    /// assert_eq!(engine.eval::<Vec<usize>>("(sort (map-with fetch '(\"index\" \"news\")) <)")?, [4, 5]);
    /// *engine.limits_mut() = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    /// assert_eq!(engine.run("(rest)").unwrap_err().code(), Code::OutOfTime);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// An executor that must not block inside a task (tokio's) panics, which is an error of the function. In a task of
    /// tokio, use `|wait| tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(wait))` as
    /// `block_on`.
    ///
    /// Copies of the engine have it, too.
    pub fn block_on(mut self, block_on: impl Fn(Wait<'_>) + Send + Sync + 'static) -> Self {
        let block_on = HostOwned::new(block_on);
        self.block_on = Some(Arc::new(move |wait| {
            if let Some(block_on) = &*block_on {
                block_on(wait);
            }
        }));
        self
    }

    /// Makes the engine a copy. Limits, warnings and the rest are set as for any other engine;
    /// [`Snapshot::builder`] begins with those of the original. The random numbers go on from those of the copy, unless
    /// there is a seed.
    pub fn copy_of(mut self, snapshot: &Snapshot) -> Self {
        self.origin = Some(snapshot.clone());
        self
    }

    /// The engine.
    #[must_use]
    pub fn build(self) -> Engine {
        let host: Box<dyn Host> = match self.host {
            Some(host) => Box::new(GuardedHost::new(host)),
            None => Box::new(ClosedHost::new()),
        };
        let (mut vm, main) = match &self.origin {
            Some(origin) => {
                let (mut vm, main) = origin.copy(host, self.interrupt);
                self.dialects.iter().for_each(|dialect| vm.dialects.add(dialect));
                (vm, main)
            }
            None => {
                let mut vm = Vm::new(&self.limits, host, self.interrupt, self.dialects);
                let main = vm.program.modules.add("main");
                (vm, main)
            }
        };
        if let Some(seed) = self.seed {
            vm.program.rt.random = RandomState::new(seed);
        }
        vm.program.warning_collector.policy = self.warnings;
        vm.program.warning_collector.advisor = self.advisor.or(vm.program.warning_collector.advisor.take());
        vm.program.code.debug.keeps_locals = self.inspected;
        vm.host.block_on = self.block_on.or(vm.host.block_on.take());
        self.library.into_iter().for_each(|part| vm.add_to_library(part));
        Engine { vm, limits: self.limits, main, lenient: self.lenient }
    }
}

impl Snapshot {
    /// An engine that goes on from here, with the limits of the one that the snapshot is of, on the host that
    /// [`Engine::new`] has. Functions of the host without a context are missing in it, and so is its data:
    /// [`Engine::snapshot`] says more.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.builder().build()
    }

    /// For another host, other limits or another seed.
    ///
    /// ```
    /// use klammer::{ClosedHost, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.set("answer", 42)?;
    /// let mut copy = engine.snapshot()?.builder().host(ClosedHost::new()).build();
    /// assert_eq!(copy.get::<i64>("answer")?, 42);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn builder(&self) -> EngineBuilder {
        let (limits, lenient, warnings, inspected) = self.look(|p| {
            (p.limits.clone(), p.lenient, p.vm.program.warning_collector.policy, p.vm.program.code.debug.keeps_locals)
        });
        let builder = Engine::builder().limits(limits).lenient(lenient).warnings(warnings).inspected(inspected);
        builder.copy_of(self)
    }
}

/// An engine at one moment. Any number of engines can be made from it, on any thread, in a fraction of the time that
/// its preparation took. Clones are the same snapshot. [`Engine::snapshot`] lists its contents.
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::new();
/// engine.require("amb")?;
/// engine.eval::<()>("(setq rules 'strict)  (defproc count-all (n) (length (all-values (an-integer-between 1 n))))")?;
/// let prepared = engine.snapshot()?;
///
/// let counts = std::thread::scope(|scope| {
///     let count = || prepared.engine().call::<i64>("count-all", (288,)).unwrap();
///     [scope.spawn(count), scope.spawn(count)].map(|thread| thread.join().unwrap())
/// });
/// assert_eq!(counts, [288, 288]);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone)]
pub struct Snapshot(Arc<Mutex<SnapshotState>>);

/// The engine that others are copies of.
pub(super) struct SnapshotState {
    pub vm: Vm,
    pub limits: Limits,
    main: ModuleId,
    pub lenient: bool,
    /// Whether it has all that the host had given the engine.
    is_whole: bool,
}

opaque!("Snapshot" Snapshot);

impl Snapshot {
    /// Takes a snapshot: [`Engine::snapshot`].
    pub(super) fn of(engine: &mut Engine) -> Result<Snapshot, Error> {
        if engine.vm.program.rt.heap.uncopyable_objects().next().is_some() {
            // Perhaps nobody has them any more.
            let _ = engine.vm.collect(0, &[]);
        }
        if let Some(object) = engine.vm.program.rt.heap.uncopyable_objects().next() {
            let shown = engine.vm.program.rt.show(object);
            let message = format!("the engine cannot be copied: it holds an object of the host, {shown}");
            return Err(Error::plain(Code::Host, message));
        }
        let mut vm = engine.vm.copy(Box::new(ClosedHost::new()), Interrupt::default());
        vm.fill_again();
        let is_whole = engine.vm.host.data.is_empty()
            && vm.program.natives.own.iter().all(|n| !matches!(n.action, NativeKind::Absent));
        let (limits, main, lenient) = (engine.limits.clone(), engine.main, engine.lenient);
        let prepared = SnapshotState { vm, limits, main, lenient, is_whole };
        Ok(Snapshot(Arc::new(Mutex::new(prepared))))
    }

    /// Returns whether it has all that the host had given the engine, functions and data. See [`Engine::snapshot`].
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.look(|p| p.is_whole)
    }

    pub(super) fn copy(&self, host: Box<dyn Host>, interrupt: Interrupt) -> (Vm, ModuleId) {
        let (mut vm, main) = self.look(|p| (p.vm.copy(host, interrupt), p.main));
        vm.fill_again();
        (vm, main)
    }

    pub(super) fn look<T>(&self, f: impl FnOnce(&SnapshotState) -> T) -> T {
        // Nobody changes it, so nobody can have left it half changed.
        f(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
