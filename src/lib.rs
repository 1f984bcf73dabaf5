//! Klammer: a fast, safe, embeddable Lisp for people who write search.
//!
//! ```
//! use klammer::{Engine, Error};
//!
//! let mut engine = Engine::new();
//! engine.define("distance", |x: f64, y: f64| x.hypot(y));
//! engine.run("(defproc score (x y) (- 100 (distance x y)))")?;
//! assert_eq!(engine.eval::<i64>("(+ 1 2)")?, 3);
//! assert_eq!(engine.call::<f64>("score", (3.0, 4.0))?, 95.0);
//! # Ok::<(), Error>(())
//! ```
//!
//! # Five concepts
//!
//! An [`Engine`] has names and data. A [`Scope`] keeps names apart. A [`Call`] ([`Engine::with`]) states the conditions
//! under which something runs. A [`Run`] can stop and go on. A [`Value`], or any type with [`FromLisp`] and
//! [`IntoLisp`], crosses the boundary; a [`Handle`] keeps a value where it is.
//!
//! | to | there is |
//! |---|---|
//! | evaluate a text or a file | [`Engine::run`], [`Engine::eval`], with a [`ProgramText`] |
//! | call a function of the script | [`Engine::call`], by name or [`Handle`]; [`Engine::has`] for a hook |
//! | read and set variables | [`Engine::get`], [`Engine::set`] |
//! | give scripts a function | [`Engine::define`], also for `async`; [`HostFunction`] has the table of its parameters; `#[klammer::function]` at one of Rust |
//! | call back out of it | [`Context`] as its first parameter |
//! | give scripts objects of your type | [`HostType`], [derives](#derives), [`Engine::register`], [`Engine::define_method`] |
//! | lend data for one call, keep data | [`Call::lend`] and [`Context::lent`]; [`Engine::data`] and [`Context::data`] |
//! | limit and cancel | [`Limits`], [`Engine::limits_mut`], [`Call::ticks`], [`Call::time`], [`Call::interrupt`] |
//! | resume a script each frame, in steps | [`Engine::start`] of a function or a [`Program`], [`Call::step`], [`Context::pause_with`], [`Context::ask`] |
//! | await a script | [`Run::drive`]; [`Call::drive`] and [`Call::poll`] with conditions |
//! | copy an engine, reload a script | [`Engine::snapshot`] |
//! | offer a module to `require` | [`Engine::module`]; [`EngineBuilder::library`] for one of a crate |
//! | check a text, compile it once | [`Engine::check`], [`Engine::compile`] |
//! | report errors | [`Error`], [`Error::render`], [`Error::to_json`]; [`HostError`] for errors of your functions |
//! | grant files, output, clock | [`StdHost`], or a [`Host`] of yours; [`Engine::new`] grants nothing |
//! | make a console, a debugger, a profiler | [`Engine::inspect`], [`Engine::docs`], [`syntax`] |
//! | search | the crate `klammer-search`; [`Call::call_within`] for budgets |
//!
//! # The language
//!
//! The language is described in the repository, in the folder `docs`: a guide, and a reference of every name. Rust
//! programs look names up by [`Engine::docs`], scripts by `(doc 'name)`.
//!
//! ```
//! let mut engine = klammer::Engine::new();
//! assert_eq!(engine.docs().describe("remove").unwrap().usage, ["(remove x list)"]);
//! let found = engine.docs().find("hash table");
//! assert!(found.iter().any(|found| found.name == "make-table"));
//! ```
//!
//! # Features
//!
//! All are on by default. With `default-features = false` there is none, and a dependency names its features: `klammer
//! = { version = "0.1", default-features = false, features = ["derive", "serde", "report"] }`. Everything that no row
//! speaks of is always there. A script that requires a module which was left out is told which feature has it.
//!
//! | feature | brings |
//! |---|---|
//! | `derive` | `#[derive(FromLisp, IntoLisp, HostType)]`, `#[methods]` and `#[function]` |
//! | `serde` | [`Serde`]; serde's traits for [`Value`], [`Array`], [`Symbol`], [`Keyword`] |
//! | `report` | errors that are drawn or written as JSON: [`Error::render`], [`Error::render_warning`], [`Error::to_json`], [`RenderOptions`]. It turns `json` on |
//! | `sandbox` | grants of folders and single files: [`StdHost::allow_reading_in`], [`StdHost::allow_writing_in`] |
//! | `json`, `regex`, `date` | the modules of these names |
//!
//! The library needs Rust 1.88.
//!
// Links to items that are not there without their feature lead to the table above.
#![cfg_attr(not(feature = "serde"), doc = "[`Serde`]: #features")]
#![cfg_attr(
    not(feature = "sandbox"),
    doc = "[`StdHost::allow_reading_in`]: #features\n[`StdHost::allow_writing_in`]: #features"
)]
#![cfg_attr(not(feature = "report"), doc = "[`Error::render`]: #features\n[`Error::render_warning`]: #features")]
#![cfg_attr(not(feature = "report"), doc = "[`Error::to_json`]: #features\n[`RenderOptions`]: #features")]
#![warn(missing_debug_implementations)]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::todo,
        clippy::unimplemented, clippy::indexing_slicing, clippy::string_slice
    )
)]

/// `Debug` for types whose contents belong to the engine: it writes their names only.
macro_rules! opaque {
    ($($name:literal $t:ty);* $(;)?) => { $(
        impl std::fmt::Debug for $t {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    )* };
}

mod builtins;
mod bytecode;
mod call_site;
mod compile;

pub mod dialect;
mod documentation;
mod engine;
mod equality;
mod error;
mod error_location;
mod fault;
mod files;
mod format;
mod handle;
mod heap;
pub mod hints;
mod host;
mod inspection;
mod io;
mod library;
mod limits;
mod list;
mod memory;
mod module;
mod num;
mod object;
// Helpers of the tests name the crate.
#[cfg(all(test, feature = "reference-evaluator"))]
extern crate self as klammer;

// The second evaluator is no part of the library: `cargo test --lib --features reference-evaluator oracle` runs it.
#[cfg(all(test, feature = "reference-evaluator"))]
#[path = "../tools/reference-evaluator/mod.rs"]
mod oracle;
#[cfg(feature = "regex")]
mod pattern;
mod port;
mod printer;
mod random;
mod reader;
#[cfg(feature = "report")]
mod report;
mod runtime;
mod search;
mod source;
mod symbol;
pub mod syntax;
mod value;
mod vm;

pub use klammer_space as space;

/// Documentation of names and modules, for tools: see [`docs::Docs`].
pub mod docs {
    pub use crate::documentation::{DefinitionKind, Documentation, Example, ExampleOutcome};
    pub use crate::engine::Docs;
    pub use crate::inspection::{Found, ModuleDocumentation};
}

/// Traces of a search: what the functions that change states tell a host that has asked for it.
pub mod trace {
    pub use klammer_space::Domain;

    pub use crate::search::{Event, Placed, SearchState, Sink, StepOutcome};
}

/// Inspection of engines and their programs, for tools: see [`inspect::Inspect`].
pub mod inspect {
    pub use crate::engine::{Debugger, Inspect, Pause};
    pub use crate::inspection::{Breakpoints, ErrorBreaks, ErrorFrame, PauseReason, Resume};
    pub use crate::inspection::{Profile, ProfileUnit, ProfiledFunction, ProfiledKind, ProfiledStack};
    pub use crate::random::RandomState;
    pub use crate::search::SearchStatistics;
}

#[doc(hidden)]
pub use dialect::private as __private;
pub use engine::{
    Arity, Call, Diagnostics, Engine, EngineBuilder, Program, ProgramText, ResourceUsage, Run, RunFuture, Scope,
    Snapshot, Startable, Step,
};
pub use error::{Complaint, Error, Expansion, Frame, Place, Related};
pub use fault::Code;
pub use handle::Handle;
pub use host::collection::{Array, Table};
pub use host::context::Context;
pub use host::data::Value;
pub use host::error::HostError;
pub use host::function::Callable;
pub use host::function::{HostFunction, IntoReturn};
pub use host::function::{Optional, Parameter, Rest};
#[doc(hidden)]
pub use host::object::{AsksForMethods, HasMethods};
pub use host::object::{Class, Element, HostType};
pub use host::record::{ListMaker, RecordMaker, Variant};
pub use host::registration::{Define, Definition};
pub use host::registration::{LibraryModule, Module};
pub use host::scalar::Digits;
pub use host::scalar::{BigInteger, ParseIntegerError, Ratio};
pub use host::scalar::{Keyword, Symbol};
pub use host::scoped::Scoped;
pub use host::scoped::{Ref, RefMut};
#[cfg(feature = "serde")]
pub use host::serde::Serde;
pub use host::yielding::AsyncHostFunction;
pub use host::yielding::{AsyncCall, AsyncContext};
pub use host::{Built, ConvertError, FromContext, FromLisp, IntoArguments, IntoContext, IntoLisp};
pub use io::{Capability, ClosedHost, Host, Names, StdHost};
/// Data that comes from a script as a struct or enum of yours.
///
/// ```
/// use klammer::{Engine, FromLisp, Symbol};
///
/// #[derive(FromLisp, PartialEq, Debug)]
/// struct Spawn {
///     kind: Symbol,
///     start_at: (i64, i64),
///     // May be missing, for it is an `Option`.
///     leader: Option<String>,
///     // May be missing: then it is 0, the `Default`.
///     #[lisp(default)]
///     gold: u32,
///     #[lisp(name = "hit-points")]
///     health: i64,
///     // Scripts know nothing of it.
///     #[lisp(skip)]
///     seen: bool,
/// }
///
/// #[derive(FromLisp, PartialEq, Debug)]
/// enum Order {
///     Stop,
///     Walk(i64),
///     TurnLeft { by: i64 },
/// }
///
/// let mut engine = Engine::new();
///
/// // A struct is taken from a list of keywords and values, or from a hash table.
/// let spawn: Spawn = engine.eval("'(:kind orc :start-at (3 4) :hit-points 10)")?;
/// assert_eq!((spawn.start_at, spawn.health, spawn.gold), ((3, 4), 10, 0));
/// let same: Spawn = engine.eval(
///     "(let ((h (make-table)))
///        (table-set! h 'kind 'orc) (table-set! h 'start-at '(3 4)) (table-set! h 'hit-points 10)
///        h)",
/// )?;
/// assert_eq!(same, spawn);
///
/// // An enum is taken from a symbol, or a list that begins with one. Functions take it like any other type.
/// engine.define("obey", |order: Order| match order {
///     Order::Stop => 0,
///     Order::Walk(steps) => steps,
///     Order::TurnLeft { by } => -by,
/// });
/// let obeyed: Vec<i64> = engine.eval("(list (obey 'stop) (obey '(walk 3)) (obey '(turn-left :by 90)))")?;
/// assert_eq!(obeyed, [0, 3, -90]);
///
/// let error = engine.eval::<i64>("(obey 'fly)").unwrap_err();
/// assert_eq!(error.message(), "obey: argument 1 must be stop, walk or turn-left, got fly");
/// # Ok::<(), klammer::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use klammer_derive::FromLisp;

/// A struct or enum of yours as data for a script.
///
/// ```
/// use klammer::{Engine, IntoLisp};
///
/// #[derive(IntoLisp)]
/// struct Tile {
///     ground: Ground,
///     move_cost: u32,
/// }
///
/// #[derive(IntoLisp)]
/// enum Ground {
///     DeepWater,
///     Road(u32),
/// }
///
/// // A list of keywords and values instead of a hash table.
/// #[derive(IntoLisp)]
/// #[lisp(list)]
/// struct Size {
///     width: u32,
///     height: u32,
/// }
///
/// let mut engine = Engine::new();
/// engine.define("tile-at", |x: u32| match x {
///     0 => Tile { ground: Ground::DeepWater, move_cost: 9 },
///     _ => Tile { ground: Ground::Road(x), move_cost: 1 },
/// });
/// // A struct is a hash table with symbols as keys, an enum a symbol or a list.
/// assert_eq!(engine.eval::<u32>("(table-ref (tile-at 0) 'move-cost)")?, 9);
/// assert!(engine.eval::<bool>("(= (table-ref (tile-at 0) 'ground) 'deep-water)")?);
/// assert!(engine.eval::<bool>("(= (table-ref (tile-at 5) 'ground) '(road 5))")?);
///
/// engine.set("size", Size { width: 30, height: 20 })?;
/// assert!(engine.eval::<bool>("(= size '(:width 30 :height 20))")?);
/// # Ok::<(), klammer::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use klammer_derive::IntoLisp;

/// A struct or enum of yours as a type whose objects scripts hold.
///
/// ```
/// use std::fmt;
///
/// use klammer::{Engine, HostType, methods};
///
/// /// What fights the player.
/// #[derive(HostType)]
/// #[lisp(methods, print)]
/// struct Enemy {
///     /// What is left of its strength.
///     health: i64,
///     #[lisp(read_only)]
///     full_name: String,
///     // A type that scripts do not know.
///     #[lisp(skip)]
///     sprite: std::time::Duration,
/// }
///
/// #[methods]
/// impl Enemy {
///     pub fn new(full_name: String) -> Enemy {
///         Enemy { health: 10, full_name, sprite: std::time::Duration::ZERO }
///     }
///
///     /// Hurts the enemy.
///     pub fn hurt(&mut self, by: i64) {
///         self.health -= by;
///     }
/// }
///
/// impl fmt::Display for Enemy {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{} {}", self.full_name, self.health)
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Enemy>();
/// engine.run("(setq orc (make-enemy \"Orc\"))
///      (enemy-hurt! orc 3)
///      (set-enemy-health! orc (* 2 (enemy-health orc)))")?;
/// assert_eq!(engine.eval::<i64>("(enemy-health orc)")?, 14);
/// assert_eq!(engine.eval::<String>("(format nil \"~a\" orc)")?, "#<enemy Orc 14>");
/// assert_eq!(engine.eval::<String>("(enemy-full-name orc)")?, "Orc");
/// assert!(engine.eval::<bool>("(enemy? orc)")?);
/// // What is read only has no function that changes it, what is skipped none at all.
/// assert!(!engine.docs().names().iter().any(|name| name == "set-enemy-full-name!" || name == "enemy-sprite"));
/// # Ok::<(), klammer::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use klammer_derive::HostType;

/// The methods of such a type as functions of scripts, or as methods of their generic functions, such as operators.
///
/// ```
/// use klammer::{Context, Engine, Error, Handle, HostType, methods};
///
/// // Without `methods` here, the functions below would not be there.
/// #[derive(HostType)]
/// #[lisp(methods)]
/// struct Robot {
///     #[lisp(read_only)]
///     place: i64,
/// }
///
/// #[methods]
/// impl Robot {
///     // `make-robot`
///     pub fn new() -> Robot {
///         Robot { place: 0 }
///     }
///
///     // `robot-at`, for only `new` is `make-...`: a name makes it `make-robot-at`.
///     #[lisp(name = "make-robot-at")]
///     pub fn at(place: i64) -> Robot {
///         Robot { place }
///     }
///
///     // `robot-move!`: it has `&mut self`, and `move` is a word of Rust.
///     pub fn r#move(&mut self, by: i64) {
///         self.place += by;
///     }
///
///     // `robot-near?`: without a name it would be `robot-is-near`.
///     /// Is there less than ten between them?
///     #[lisp(name = "robot-near?")]
///     pub fn is_near(&self, other: &Robot) -> bool {
///         self.place.abs_diff(other.place) < 10
///     }
///
///     // `robot-ask`: the context is no argument of the script's.
///     pub fn ask(&self, cx: &mut Context<'_>, f: Handle) -> Result<i64, Error> {
///         cx.call(&f, (self.place,))
///     }
///
///     // A method of `+`, which leaves all other sums to the builtin.
///     #[lisp(method, name = "+")]
///     pub fn farther(&self, by: i64) -> Robot {
///         Robot { place: self.place + by }
///     }
///
///     // Not public, so scripts do not have it.
///     fn reset(&mut self) {
///         self.place = 0;
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Robot>();
/// engine.run("(setq r (make-robot)) (robot-move! r 3)")?;
/// assert_eq!(engine.eval::<i64>("(robot-place r)")?, 3);
/// assert!(engine.eval::<bool>("(robot-near? r (make-robot-at 5))")?);
/// assert_eq!(engine.eval::<i64>("(robot-ask r (lambda (place) (* 10 place)))")?, 30);
/// assert_eq!(engine.eval::<i64>("(robot-place (+ r (+ 1 2)))")?, 6);
/// # Ok::<(), klammer::Error>(())
/// ```
///
/// An `async fn` is a function that scripts wait for. It has no `self`, as the object stays theirs meanwhile:
///
/// ```
/// use klammer::{AsyncContext, Engine, Error, Handle, HostType, methods};
///
/// #[derive(HostType, Clone)]
/// #[lisp(methods)]
/// struct Sensor {
///     value: i64,
/// }
///
/// # async fn read(port: String) -> Result<i64, std::num::ParseIntError> { port.parse() }
/// #[methods]
/// impl Sensor {
///     // `make-sensor`
///     pub async fn new(port: String) -> Result<Sensor, std::num::ParseIntError> {
///         Ok(Sensor { value: read(port).await? })
///     }
///
///     // It changes the object itself, which it has for a moment, and so it has a name with `!`.
///     #[lisp(name = "sensor-calibrate!")]
///     pub async fn calibrate(cx: AsyncContext, sensor: Handle, f: Handle) -> Result<(), Error> {
///         cx.with(move |cx| {
///             let offset: i64 = cx.call(&f, (sensor.clone(),))?;
///             cx.with_object(&sensor, |sensor: &mut Sensor| sensor.value += offset)
///         })
///         .await
///     }
///
///     // `sensor-difference`: two copies.
///     pub async fn difference(one: Sensor, other: Sensor) -> i64 {
///         one.value.abs_diff(other.value) as i64
///     }
/// }
///
/// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
/// let mut engine = Engine::new();
/// engine.register::<Sensor>();
/// let text = "(setq a (make-sensor \"5\"))
///             (sensor-calibrate! a (lambda (s) (* 2 (sensor-value s))))
///             (sensor-difference a (make-sensor \"1\"))";
/// let program = engine.compile(text)?;
/// assert_eq!(runtime.block_on(engine.start::<i64>(&program, ())?.drive(&mut engine))?, 14);
/// # Ok::<(), Error>(())
/// ```
#[cfg(feature = "derive")]
pub use klammer_derive::methods;

/// A function that programs call, from one of Rust: name, names of parameters and documentation are its own.
///
/// ```
/// use klammer::{Context, Engine, Error};
///
/// /// The price of some things, with a discount in percent.
/// #[klammer::function]
/// fn price(each: u64, count: u64, discount: Option<u64>) -> Result<u64, String> {
///     match discount.unwrap_or(0) {
///         percent @ ..=100 => Ok(each * count * (100 - percent) / 100),
///         percent => Err(format!("no discount is {percent} percent")),
///     }
/// }
///
/// #[klammer::function]
/// #[lisp(name = "in-stock?")]
/// fn is_in_stock(cx: &mut Context<'_>, name: &str) -> bool {
///     cx.data::<Vec<String>>().is_some_and(|all| all.iter().any(|n| n == name))
/// }
///
/// let mut engine = Engine::new();
/// price::define(&mut engine).example("(price 5 4 50)", "10");
/// is_in_stock::define(&mut engine);
/// *engine.data() = Some(vec!["apple".to_string()]);
/// assert_eq!(engine.eval::<u64>("(if (in-stock? \"apple\") (price 5 4) 0)")?, 20);
/// assert_eq!(engine.docs().describe("price").unwrap().usage, ["(price each count [discount])"]);
/// let error = engine.eval::<u64>("(price 'five 4)").unwrap_err();
/// assert!(error.message().starts_with("price: each must be a non-negative integer"));
/// # Ok::<(), Error>(())
/// ```
///
/// A parameter that cannot cross the host boundary is an error at its type:
///
/// ```compile_fail,E0277
/// struct Socket;
///
/// #[klammer::function]
/// fn send(to: Socket, text: &str) {}
/// ```
#[cfg(feature = "derive")]
pub use klammer_derive::function;
pub use limits::{Interrupt, Limits};
pub use module::warnings::Warnings;
#[cfg(feature = "report")]
pub use report::RenderOptions;
pub use search::SearchBudget;
pub use vm::async_calls::Wait;

/// The Rust in README and in the guide runs as documentation tests.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "tests of pages read the files that blocks are to be kept in")]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/guide/embedding.md")]
struct Embedding;

#[cfg(doctest)]
#[doc = include_str!("../docs/guide/embedding-types.md")]
struct EmbeddingTypes;

#[cfg(doctest)]
#[doc = include_str!("../docs/guide/embedding-async.md")]
struct EmbeddingAsync;
