//! Definitions that are compiled on first use.

use super::World;
use crate::library;
use crate::source::Span;
use crate::symbol::{ModuleId, PackageId};
use crate::value::Value;

/// A definition that is compiled on first use.
pub(crate) struct LazyDefinition {
    pub origin: LazyOrigin,
    /// The core, or the module of a layer.
    pub module: ModuleId,
    /// What it defines, once compiled.
    pub value: Value,
}

pub(crate) enum LazyOrigin {
    Library(library::Definition),
    /// A definition of a program, at this place in this module, that must be compiled anew.
    Program(ModuleId, Span, PackageId),
}

impl World {
    /// Is the uncompiled definition `v` that of a macro?
    pub(crate) fn lazy_is_macro(&self, v: Value) -> bool {
        let is_macro = |l: &LazyDefinition| matches!(&l.origin, LazyOrigin::Library(d) if d.is_macro);
        v != Value::UNBOUND && self.lazy.get(v.index()).is_some_and(is_macro)
    }
}
