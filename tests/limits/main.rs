//! Tests of the limits of a script: each limit ends it, every call is paid for, refused memory and calls that mean
//! nothing leave the engine usable.

mod calls;
mod each;
#[cfg(unix)]
mod pipes;
#[cfg(target_os = "linux")]
mod price;
#[path = "../support/mod.rs"]
mod support;
