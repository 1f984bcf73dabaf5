//! Copies of an engine that others are made of.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::Engine;
use crate::error::Error;
use crate::fault::Code;
use crate::host::{ClosedHost, Host};
use crate::limits::{InterruptHandle, Limits};
use crate::module::native::Action;
use crate::symbol::ModuleId;
use crate::vm::Vm;

/// An engine as it was at one moment, from which any number of others are made, on any thread, in a fraction of the
/// time that it took to prepare it. Clones are the same snapshot. [`Engine::snapshot`] lists its contents.
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
pub struct Snapshot(Arc<Mutex<Prepared>>);

/// The engine that others are copies of.
pub(super) struct Prepared {
    pub vm: Vm,
    pub limits: Limits,
    main: ModuleId,
    pub lenient: bool,
    /// Whether it has all that the host had given the engine.
    is_whole: bool,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Snapshot")
    }
}

impl Snapshot {
    /// Returns whether it has all that the host had given the engine, functions and data. See [`Engine::snapshot`].
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.look(|p| p.is_whole)
    }

    pub(super) fn copy(&self, host: Box<dyn Host>, interrupt: InterruptHandle) -> (Vm, ModuleId) {
        let (mut vm, main) = self.look(|p| (p.vm.copy(host, interrupt), p.main));
        vm.fill_again();
        (vm, main)
    }

    pub(super) fn look<T>(&self, f: impl FnOnce(&Prepared) -> T) -> T {
        // Nobody changes it, so nobody can have left it half changed.
        f(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Engine {
    /// The engine as it is now, for others to be made of ([`Snapshot::engine`], [`Snapshot::builder`]). They have what
    /// programs have defined and made, the functions of the host that have a [`Context`](crate::Context), where the
    /// random numbers are, and the limits; each its own from then on. They have neither the host, nor its data
    /// ([`Engine::set_data`]), nor runs that wait; and handles belong to the engine that made them.
    ///
    /// A function of the host without a context belongs to one engine: calling it in a copy is an error, until
    /// [`Engine::define`] has given the copy one of that name. So it is with the functions of a type that has been
    /// registered, its fields included: [`Engine::register`] gives them to the copy. Copies have the modules of the
    /// host ([`Engine::provide`]) without that. [`Snapshot::is_whole`] says whether anything is missing.
    ///
    /// ```
    /// use klammer::{Context, Engine};
    ///
    /// // What each engine is given, copy or not.
    /// fn prepare(engine: &mut Engine) {
    ///     engine.define("roll", || 4);
    /// }
    ///
    /// let mut engine = Engine::new();
    /// prepare(&mut engine);
    /// engine.define("twice", |_: &mut Context<'_>, n: i64| 2 * n);
    /// engine.run("(defproc act () (twice (roll)))")?;
    ///
    /// let snapshot = engine.snapshot()?;
    /// assert!(!snapshot.is_whole());
    /// let mut copy = snapshot.engine();
    /// assert_eq!(copy.eval::<i64>("(twice 21)")?, 42);
    /// let error = copy.call::<i64>("act", ()).unwrap_err();
    /// assert!(error.message().starts_with("roll: this function of the host stayed with the engine"));
    /// prepare(&mut copy);
    /// assert_eq!(copy.call::<i64>("act", ())?, 8);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// Nothing of the snapshot is in the account of the engine.
    ///
    /// # Errors
    /// When the engine holds objects of the host of which there is only one each: those of a type that does not say
    /// [`Class::copies`](crate::Class::copies).
    pub fn snapshot(&mut self) -> Result<Snapshot, Error> {
        if self.vm.program.rt.heap.only_ones().next().is_some() {
            // Perhaps nobody has them any more.
            self.vm.program.rt.host_roots.release_dropped();
            let _ = self.vm.collect(0, &[]);
        }
        if let Some(object) = self.vm.program.rt.heap.only_ones().next() {
            let shown = self.vm.program.rt.show(object);
            let message = format!("the engine cannot be copied: it holds an object of the host, {shown}");
            return Err(Error::plain(Code::Host, message));
        }
        let mut vm = self.vm.copy(Box::new(ClosedHost::new()), InterruptHandle::default());
        vm.fill_again();
        let is_whole =
            self.vm.host.data.is_empty() && vm.program.natives.own.iter().all(|n| !matches!(n.action, Action::Absent));
        let (limits, main, lenient) = (self.limits.clone(), self.main, self.lenient);
        let prepared = Prepared { vm, limits, main, lenient, is_whole };
        Ok(Snapshot(Arc::new(Mutex::new(prepared))))
    }
}
