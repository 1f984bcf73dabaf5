//! Klammer: a fast, safe, embeddable Lisp for people who write search.
//!
//! ```
//! let mut engine = klammer::Engine::new();
//! let sum: i64 = engine.eval("(+ 1 2)")?;
//! assert_eq!(sum, 3);
//! # Ok::<(), klammer::Error>(())
//! ```
//!
//! [`Engine`] runs programs; [`Limits`] says what they may use; [`Host`] what they may know of the world outside;
//! [`Error`] what went wrong and where. The language is described in `docs/`, the inside in `ARCHITECTURE.md`.
#![warn(missing_debug_implementations)]
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
#[doc(hidden)]
pub use convert::object::{AsksForMethods, HasMethods};
pub use convert::object::{Class, HostType};
pub use convert::parameter::{Optional, Parameter, Rest};
pub use convert::record::{ListMaker, RecordMaker, Variant};
#[cfg(feature = "serde")]
pub use convert::serde::Serde;
pub use convert::{ConvertError, FromLisp, Given, IntoArguments, IntoLisp, Made, Maker};
pub use documentation::{DefinitionKind, Documentation, Example, Outcome};
pub use engine::{
    Arity, Checkup, Engine, EngineBuilder, Evaluation, Function, Iter, Namespace, Program, Run, Snapshot, Step, Steps,
    Usage,
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
