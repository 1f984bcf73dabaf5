//! Tests of the limits of a script. Each limit ends it, every call is charged, and refused memory and meaningless calls
//! leave the engine usable.

mod calls;
mod each;
#[cfg(target_os = "linux")]
#[path = "../support/mod.rs"]
mod support;
