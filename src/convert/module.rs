//! Modules of the host: functions and types that a program gets with `(require 'name)`.

use std::sync::Arc;

use super::declare::{Definition, define};
use super::function::HostFunction;
use super::method::define_method;
use super::object::{Class, HostType};
use crate::symbol::ModuleId;
use crate::vm::Vm;
use crate::vm::provided::Source;

/// A module of the host's, while a program requires it: what it has is said here. [`Engine::provide`] names it.
///
/// Modules that require it see its definitions; names that begin with `%` are the module's own, for the part of it that
/// is written in the language ([`Module::source`]).
///
/// There is an example at [`Engine::provide`].
///
/// [`Engine::provide`]: crate::Engine::provide
pub struct Module<'a> {
    vm: &'a mut Vm,
    module: ModuleId,
    sources: &'a mut Vec<Source>,
}

impl<'a> Module<'a> {
    pub(crate) fn new(vm: &'a mut Vm, module: ModuleId, sources: &'a mut Vec<Source>) -> Module<'a> {
        Module { vm, module, sources }
    }

    /// Defines a function, as [`Engine::define`](crate::Engine::define) does.
    pub fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define(self.vm, self.module, name, || f.into_hosted())
    }

    /// Defines a method of a generic function, as [`Engine::define_method`](crate::Engine::define_method) does. Those
    /// who require the module have the generic function as the module has it. A name of a builtin is the module's own
    /// then, which hides the builtin's as other names do: of two modules with methods of `+`, a program sees those of
    /// the one that it has required last.
    pub fn define_method<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define_method(self.vm, self.module, name, f.into_hosted())
    }

    /// Makes a type of the host known, with the functions that belong to it: see [`HostType`].
    pub fn register<T: HostType>(&mut self) {
        Class::<T>::register(self.vm, self.module);
    }

    /// A part of the module that is written in the language. It is evaluated when all functions are defined; with
    /// several, one after the other. `name` is what errors call the text.
    pub fn source(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) {
        self.sources.push(Source { name: name.into(), text: text.into() });
    }
}
