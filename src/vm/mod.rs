//! The virtual machine.
pub(crate) mod continuation;
