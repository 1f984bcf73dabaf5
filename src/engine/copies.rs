//! Copies of an engine: those that others are made of, and the one that takes its place again when something fails.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Engine;
use crate::convert::collection::Array;
use crate::convert::data::Value;
use crate::convert::name::Symbol;
use crate::convert::{FromLisp, from_top, to_value};
use crate::error::Error;
use crate::fault::Code;
use crate::host::{ClosedHost, Host};
use crate::limits::{InterruptHandle, Limits};
use crate::module::native::Action;
use crate::runtime::Runtime;
use crate::symbol::ModuleId;
use crate::value::Kind;
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
    /// engine.exec("(defproc act () (twice (roll)))")?;
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
        if self.vm.rt.heap.only_ones().next().is_some() {
            // Perhaps nobody has them any more.
            self.vm.rt.host_roots.release_dropped();
            let _ = self.vm.collect(0, &[]);
        }
        if let Some(object) = self.vm.rt.heap.only_ones().next() {
            let shown = self.vm.rt.show(object);
            let message = format!("the engine cannot be copied: it holds an object of the host, {shown}");
            return Err(Error::plain(Code::Host, message));
        }
        if self.vm.may_release() {
            // Dropped handles need not be copied.
            self.vm.rt.host_roots.release_dropped();
            let _ = self.vm.collect_in_between();
        }
        let mut vm = self.vm.copy(Box::new(ClosedHost::new()), InterruptHandle::default());
        vm.fill_again();
        let is_whole = self.vm.data.is_empty() && vm.natives.own.iter().all(|n| !matches!(n.action, Action::Absent));
        let (limits, main, lenient) = (self.limits.clone(), self.main, self.lenient);
        let prepared = Prepared { vm, limits, main, lenient, is_whole };
        Ok(Snapshot(Arc::new(Mutex::new(prepared))))
    }

    /// Runs `f` as a whole or not at all: if `f` fails (or panics), the engine is as it was before. All that programs
    /// have defined, assigned, changed, loaded and drawn of random numbers is undone, and so is all that the host has
    /// defined in the engine. Effects outside of the engine are not undone: output, files, and the data of the host
    /// ([`Engine::set_data`]). Of objects of the host, those of a type that has [`Class::copies`](crate::Class::copies)
    /// are as they were before; changes to others stay.
    ///
    /// Handles that were there before hold what they held. Handles that were made meanwhile hold copies then, of what
    /// is data, and objects of the host, which stay; what else is in data is a symbol that looks like it. A handle to
    /// anything else, a function say, holds nothing any more: its use is an error. So handlers that a text has given to
    /// the host are put back by the host when the text fails:
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Handle};
    ///
    /// #[derive(Default)]
    /// struct Handlers(Vec<Handle>);
    ///
    /// /// Evaluates the text of a script anew: its handlers are the new ones, or, if it fails, the old ones.
    /// fn load(engine: &mut Engine, text: &str) -> Result<(), Error> {
    ///     let old = engine.set_data(Handlers::default()).unwrap_or_default();
    ///     let loaded = engine.atomically(|engine| engine.exec(text));
    ///     if loaded.is_err() {
    ///         engine.set_data(old);
    ///     }
    ///     loaded
    /// }
    ///
    /// fn fire(engine: &mut Engine, n: i64) -> Result<i64, Error> {
    ///     let handlers = engine.data::<Handlers>().map(|handlers| handlers.0.clone()).unwrap_or_default();
    ///     handlers.iter().map(|f| engine.call::<i64>(f, (n,))).sum()
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.define("on-hit!", |cx: &mut Context<'_>, f: Handle| {
    ///     cx.data::<Handlers>().map(|handlers| handlers.0.push(f));
    /// });
    /// load(&mut engine, "(on-hit! (lambda (n) (* 2 n)))")?;
    /// assert_eq!(fire(&mut engine, 5)?, 10);
    /// // It fails behind its first form: the handler of before is still the only one.
    /// assert!(load(&mut engine, "(on-hit! (lambda (n) (* 3 n))) (car 'oops)").is_err());
    /// assert_eq!(fire(&mut engine, 5)?, 10);
    /// load(&mut engine, "(on-hit! (lambda (n) (* 4 n)))")?;
    /// assert_eq!(fire(&mut engine, 5)?, 20);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// A [`Run`](crate::Run) that waits goes on afterwards. When `f` fails, a step that was made in it is undone with
    /// the rest, also if it was the last, and a run that was started in it is over.
    ///
    /// This takes the engine's memory a second time, outside of its account, and a time that grows with that: a
    /// few microseconds for a small engine.
    ///
    /// ```
    /// use klammer::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.eval::<()>("(setq prices (list 1 2 3))")?;
    /// let result = engine.atomically(|engine| {
    ///     engine.eval::<()>("(set-car! prices 100)")?;
    ///     engine.eval::<()>("(car 'oops)")
    /// });
    /// assert_eq!(result.unwrap_err().message(), "car: list must be a list, got oops");
    /// assert_eq!(engine.get::<Vec<i64>>("prices")?, [1, 2, 3]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// That of `f`.
    pub fn atomically<T>(&mut self, f: impl FnOnce(&mut Engine) -> Result<T, Error>) -> Result<T, Error> {
        let checkpoint = self.vm.checkpoint();
        let before = self.vm.parking.begin_attempt();
        let result = catch_unwind(AssertUnwindSafe(|| f(self)));
        self.vm.parking.end_attempt(before);
        let failed = match result {
            Ok(Ok(value)) => {
                self.vm.keep(&checkpoint);
                return Ok(value);
            }
            Ok(Err(error)) => Ok(error),
            Err(panic) => Err(panic),
        };
        // A limit may have ended what failed; this is another matter.
        // The memory of the copies is outside of the account, too: else an engine that is full would lose what is held.
        self.vm.rt.budget.start(&Limits::default(), Duration::ZERO);
        self.vm.rt.heap.set_limit(usize::MAX / 2);
        let (first, held) = self.vm.held_since(&checkpoint);
        let rt = &mut self.vm.rt;
        let copies: Vec<Option<Value>> = held
            .into_iter()
            .map(|v| match from_top(rt, v) {
                Ok(Value::Handle(_)) | Err(_) => None,
                Ok(copy) => Some(data_only(rt, copy)),
            })
            .collect();
        self.vm.roll_back(checkpoint);
        let rt = &mut self.vm.rt;
        rt.heap.set_limit(usize::MAX / 2);
        for (slot, copy) in (first..).zip(copies) {
            if let Some(Ok(copy)) = copy.map(|copy| to_value(rt, copy)) {
                rt.host_roots.hold_at(slot, copy);
            }
        }
        match failed {
            Ok(error) => Err(error),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Evaluates a file as [`Engine::eval_file`] does, all of it or nothing: if it cannot be read, or fails at its last
    /// form, the engine is as it was before. So a program can be exchanged while it is in use. [`Engine::atomically`]
    /// says what becomes of handles, of handlers that the program has given to the host, and of objects.
    ///
    /// A variable that the file defines by `defvar` keeps the value that it has, one that it assigns by `setq` is
    /// assigned again. Names that the file does not define any more stay. A run that waits goes on in the function that
    /// it is in, as that was; what it calls from now on is new.
    ///
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("rules.lisp");
    /// let mut engine = klammer::Engine::builder().host(klammer::StdHost::new()).build();
    /// std::fs::write(&path, "(defproc price (n) (* 10 n))").unwrap();
    /// engine.reload::<()>(&path)?;
    /// std::fs::write(&path, "(defproc price (n) (* 20 n))  (defproc broken (").unwrap();
    /// assert!(engine.reload::<()>(&path).is_err());
    /// assert_eq!(engine.call::<i64>("price", (3,))?, 30);
    ///
    /// std::fs::write(&path, "(defvar sold 0) (setq rate 2)").unwrap();
    /// engine.reload::<()>(&path)?;
    /// engine.exec("(setq sold 7) (setq rate 9)")?;
    /// engine.reload::<()>(&path)?;
    /// assert_eq!((engine.get::<i64>("sold")?, engine.get::<i64>("rate")?), (7, 2));
    /// // It is no longer in the file.
    /// assert_eq!(engine.call::<i64>("price", (3,))?, 30);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::eval_file`].
    pub fn reload<T: FromLisp>(&mut self, path: impl AsRef<Path>) -> Result<T, Error> {
        self.atomically(|engine| engine.eval_file(path))
    }
}

/// The value without handles to anything but objects of the host: what they hold is shown by symbols.
fn data_only(rt: &Runtime, value: Value) -> Value {
    let all = |items: Vec<Value>| -> Vec<Value> { items.into_iter().map(|v| data_only(rt, v)).collect() };
    match value {
        Value::Handle(handle) => match rt.host_roots.held(&handle) {
            Ok(v) if v.is(Kind::HOST) => Value::Handle(handle),
            held => Value::Symbol(Symbol::new(held.map(|v| rt.show(v)).unwrap_or_default())),
        },
        Value::List(items) => Value::List(all(items)),
        Value::Vector(items) => Value::Vector(all(items)),
        Value::Array(array) => Value::Array(Array { elements: all(array.elements), ..array }),
        Value::Dotted(items, end) => Value::Dotted(all(items), Box::new(data_only(rt, *end))),
        Value::Table(entries) => {
            let entries = entries.into_iter();
            Value::Table(entries.map(|(k, v)| (data_only(rt, k), data_only(rt, v))).collect())
        }
        data => data,
    }
}
