//! Rust parts of library modules, written on the public interface, as any host would write a module.
//!
//! This file alone knows how the library finds them; `tests/architecture.rs` sees to it that the others import nothing
//! of the crate but what it exports.

#[cfg(feature = "constraints")]
mod constraints;
#[cfg(feature = "teach")]
mod teach;

use crate::convert::module::Module;
use crate::symbol::ModuleId;
use crate::vm::Vm;
use crate::vm::provided::LibraryPart;

/// A part that a file here defines.
#[allow(unused_macros, reason = "a build may have no such module")]
macro_rules! part {
    ($module:literal, $define:path) => {
        LibraryPart {
            module: $module,
            fill: |vm: &mut Vm, module: ModuleId| $define(&mut Module::new(vm, module, &mut Vec::new())),
        }
    };
}

pub(crate) const LIBRARY_PARTS: &[LibraryPart] = &[
    #[cfg(feature = "constraints")]
    part!("constraints", constraints::define),
    #[cfg(feature = "teach")]
    part!("teach", teach::define),
];
