//! Klammer: a fast, safe, embeddable Lisp for people who write search.
#![forbid(unsafe_code)]

mod builtins;
mod fault;
mod heap;
mod host;
mod limits;
mod num;
mod object;
mod printer;
mod reader;
mod runtime;
mod source;
mod symbol;
mod value;
mod vm;

pub use fault::Code;
pub use host::{ClosedHost, Host, StdHost};
pub use limits::{InterruptHandle, Limits};
