//! Klammer: a fast, safe, embeddable Lisp for people who write search.
#![forbid(unsafe_code)]

mod builtins;
mod error;
mod fault;
mod heap;
mod host;
mod limits;
mod num;
mod object;
mod printer;
mod reader;
#[cfg(feature = "report")]
mod report;
mod runtime;
mod source;
mod symbol;
mod value;
mod vm;

pub use error::{Error, Expansion, Frame, Place, Related};
pub use fault::Code;
pub use host::{ClosedHost, Host, StdHost};
pub use limits::{InterruptHandle, Limits};
#[cfg(feature = "report")]
pub use report::RenderOptions;
