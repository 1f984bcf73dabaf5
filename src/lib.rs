//! Klammer: a fast, safe, embeddable Lisp for people who write search.
//!
//! ```
//! use klammer::{Engine, Error};
//!
//! let mut engine = Engine::new();
//! engine.define("distance", |x: f64, y: f64| x.hypot(y));
//! engine.exec("(defproc score (x y) (- 100 (distance x y)))")?;
//! assert_eq!(engine.eval::<i64>("(+ 1 2)")?, 3);
//! assert_eq!(engine.call::<f64>("score", (3.0, 4.0))?, 95.0);
//! # Ok::<(), Error>(())
//! ```
//!
//! # What you want, and where it is
//!
//! | to | there is |
//! |---|---|
//! | evaluate a text | [`Engine::eval`]; [`Engine::exec`] where no value is wanted; [`Engine::eval_named`] and [`Engine::eval_file`] for errors with a name |
//! | call a function of the script | [`Engine::call`] by its name or a [`Handle`]; [`Engine::function`] for a [`Function`] with Rust types |
//! | read and set global variables | [`Engine::get`], [`Engine::set`] |
//! | give scripts a function | [`Engine::define`]; [`HostFunction`] has the table of what its parameters can be |
//! | call back out of such a function | [`Context`], its first parameter |
//! | give scripts objects of a type of yours | [`HostType`] and [`Engine::register`], by hand or by [derive](#derives) with [`#[methods]`](#attributes); [`Engine::make`], [`Engine::with_object`] |
//! | pass data | [`FromLisp`] (with the table of what converts to what) and [`IntoLisp`], by hand or by [derive](#derives); [`Value`] for what is known only at run time; [`Serde`] |
//! | keep a value of the script | [`Handle`] |
//! | lend your data for the time of a call | [`Engine::call_with`], [`Run::step_with`], and [`Context::lent`] in functions |
//! | leave data in the engine | [`Engine::set_data`], [`Context::data`] |
//! | limit what a script takes | [`Limits`], [`EngineBuilder::limits`]; [`Context::charge`] and [`Context::reserve`] for work of yours |
//! | stop a script from outside | [`Engine::interrupt_handle`] |
//! | spread a script over frames | [`Engine::start`] and [`Run`]; [`Context::pause`]; [`Run::in_steps`] for `async` |
//! | keep scripts apart in one engine | [`Engine::namespace`] |
//! | offer a module to `require` | [`Engine::provide`], [`Module`] |
//! | check a text without running it | [`Engine::check`]; [`Engine::compile`] and [`Engine::run`] for a [`Program`] |
//! | load a text again while the engine is used | [`Engine::reload`], [`Engine::atomically`] |
//! | have many engines alike | [`Engine::snapshot`] |
//! | save and load what scripts have | [`Engine::get`] and [`Engine::set`] with a [`Value`], which has serde's traits; [`Engine::random_state`] |
//! | say what went wrong | [`Error`]: code, place, calls; [`Error::render`], [`Error::to_json`]; [`HostError`] for errors of your functions |
//! | hear of what cannot be meant | [`Engine::warnings`], [`Warnings`] |
//! | make a console | [`Engine::atomically`] around [`Engine::eval_form`], with [`Engine::display`] or [`Engine::show_within`]; [`syntax`] to colour and complete lines |
//! | grant files, output, clock | [`StdHost`], or a [`Host`] of yours; [`Engine::new`] grants nothing |
//! | search | [`Engine::call_within`] for budgets, [`Engine::search_statistics`], [`trace`], [`board`], `space`, `constraints` |
//! | look at programs | [`Engine::start_profile`], [`Engine::take_error_frames`], [`Engine::trace_calls`] |
//!
//! # The language
//!
//! The language is described in the repository, in the folder `docs`: a guide, and a reference of every name. Rust
//! programs look names up by [`Engine::describe`], [`Engine::documentation`], [`Engine::module_documentation`] and
//! [`Engine::find_documentation`], scripts by `(doc 'name)`. What is there is said by [`Engine::names`] and
//! [`Engine::library_modules`].
//!
//! ```
//! let mut engine = klammer::Engine::new();
//! # #[cfg(feature = "documentation")]
//! assert_eq!(engine.describe("remove").unwrap().usage, ["(remove x list)"]);
//! let found = engine.find_documentation("hash table");
//! # #[cfg(feature = "documentation")]
//! assert!(found.iter().any(|found| found.name == "make-table"));
//! ```
//!
//! # Features
//!
//! All are on by default. With `default-features = false` there is none, and a dependency names those that it wants:
//! `klammer = { version = "0.1", default-features = false, features = ["derive", "serde", "report"] }`. Everything that
//! no row speaks of is always there. A script that requires a module which was left out is told which feature has it.
//!
//! | feature | brings |
//! |---|---|
//! | `derive` | `#[derive(FromLisp, IntoLisp, HostType)]` and `#[methods]` |
//! | `serde` | [`Serde`]; serde's traits for [`Value`], [`Array`], [`Symbol`], [`Keyword`] |
//! | `report` | errors that are drawn or written as JSON: [`Error::render`], [`Error::render_warning`], [`Error::to_json`], [`RenderOptions`]. It turns `json` on |
//! | `sandbox` | grants of folders and single files: [`StdHost::allow_reading_in`], [`StdHost::allow_writing_in`] |
//! | `pauses` | a [`Run`] pauses in the middle of natives of long work, too |
//! | `documentation` | what `doc` and [`Engine::describe`] say of the library, with its examples; help in errors for those who come from other languages |
//! | `search` | boards and puzzles: [`board`], `puzzle`, `space`, [`trace`], [`Class::searched`], [`Engine::trace_search`]; for scripts the functions of boards and the modules `search`, `sudoku`, `sudoku-reference` |
//! | `constraints` | `klammer::constraints`, and the module of that name. It turns `search` on |
//! | `teach` | the module `teach`: how people solve puzzles. It turns `search` on |
//! | `svg` | puzzles as pictures: `puzzle->svg`. It turns `search` on |
//! | `json`, `regex`, `date` | the modules of these names; `json` also puzzles as JSON |
//! | `scheme`, `common-lisp` | programs in these languages |
//!
//! The library needs Rust 1.88.
//!
// What is not there without its feature is looked for in the table above.
#![cfg_attr(not(feature = "search"), doc = "[`board`]: #features\n[`trace`]: #features")]
#![cfg_attr(not(feature = "search"), doc = "[`Class::searched`]: #features\n[`Engine::trace_search`]: #features")]
#![cfg_attr(not(feature = "serde"), doc = "[`Serde`]: #features")]
#![cfg_attr(
    not(feature = "sandbox"),
    doc = "[`StdHost::allow_reading_in`]: #features\n[`StdHost::allow_writing_in`]: #features"
)]
#![cfg_attr(not(feature = "report"), doc = "[`Error::render`]: #features\n[`Error::render_warning`]: #features")]
#![cfg_attr(not(feature = "report"), doc = "[`Error::to_json`]: #features\n[`RenderOptions`]: #features")]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "own-tests"),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::todo,
        clippy::unimplemented,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]
// What a dialect or a part of the library that is left out would ask of the core, nobody else need ask.
#![cfg_attr(
    not(all(feature = "scheme", feature = "common-lisp", feature = "constraints")),
    allow(dead_code, unused_imports)
)]

// What the library has in Rust besides the core is written as a host would write it.
extern crate self as klammer;

// `#[test]` in this library: what it marks is compiled into it, and run by `crates/units`.
#[cfg(feature = "own-tests")]
#[macro_use(test)]
extern crate klammer_derive;

mod advice;
mod builtins;
mod code;
mod compile;
mod convert;
mod dialects;
mod documentation;
mod engine;
mod equality;
mod error;
mod fault;
mod files;
mod format;
mod handle;
mod heap;
mod host;
mod inspection;
mod library;
mod limits;
mod list;
mod memory;
mod module;
mod num;
mod object;
#[cfg(feature = "own-tests")]
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
mod rust_modules;
mod search;
mod source;
mod spelling;
mod symbol;
pub mod syntax;
mod token;
#[cfg(feature = "search")]
pub mod trace;
mod types;
mod value;
mod vm;

#[cfg(feature = "search")]
pub use klammer_boards::{board, puzzle};
#[cfg(feature = "constraints")]
pub use klammer_constraints as constraints;
#[cfg(feature = "search")]
pub use klammer_space as space;

pub use convert::collection::{Array, Table};
pub use convert::context::{Callee, Context, Lend};
pub use convert::data::Value;
pub use convert::declare::Definition;
pub use convert::digits::Digits;
pub use convert::error::HostError;
pub use convert::exact::{BigInteger, ParseIntegerError, Ratio};
pub use convert::function::{HostFunction, Returned};
pub use convert::lent::{Ref, RefMut};
pub use convert::module::Module;
pub use convert::name::{Keyword, Symbol};
pub use convert::object::{Class, HostType};
pub use convert::parameter::{Optional, Parameter, Rest};
pub use convert::record::{ListMaker, RecordMaker, Variant};
#[cfg(feature = "serde")]
pub use convert::serde::Serde;
pub use convert::{ConvertError, FromLisp, Given, IntoArguments, IntoLisp, Made, Maker};
pub use documentation::{DefinitionKind, Documentation, Example, Outcome};
pub use engine::{
    Arity, Checkup, Engine, EngineBuilder, Function, Iter, Namespace, Program, Run, Snapshot, Step, Steps, Usage,
};
pub use error::{Error, Expansion, Frame, Place, Related};
pub use fault::Code;
pub use handle::Handle;
pub use host::{Capability, ClosedHost, Host, Names, StdHost};
pub use inspection::{ErrorFrame, Found, ModuleDocumentation, Profile, ProfiledFunction};
#[cfg(feature = "derive")]
pub use klammer_derive::{FromLisp, HostType, IntoLisp, methods};
pub use limits::{InterruptHandle, Limits};
pub use module::warnings::Warnings;
pub use random::RandomState;
#[cfg(feature = "report")]
pub use report::RenderOptions;
pub use search::{SearchBudget, SearchStatistics};

/// The Rust in README and in the guide runs as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/guide/embedding.md")]
struct Embedding;

/// One of the library's own tests, by its number (`crates/units`).
#[cfg(feature = "own-tests")]
#[doc(hidden)]
pub struct OwnTest<const NUMBER: u64>;
