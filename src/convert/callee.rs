//! Functions that the host can call.

use super::context::{bound_cell, global};
use crate::fault::Result;
use crate::handle::Handle;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;

/// A function that can be called: a global name (`&str`), one of a scope (`(&scope, "name")`), or a function
/// that the host holds (`&Handle`).
///
/// There is an example at [`Context::call`](crate::Context::call), and one at [`Call::lend`](crate::Call::lend).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be called",
    note = "a function is called by its global name (`&str`), by that of a scope (`(&scope, \"name\")`), or by \
            a `&Handle`"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait Callee {
    /// Whether it depends on the module in which it is looked up.
    #[doc(hidden)]
    const IS_NAME: bool;

    #[doc(hidden)]
    fn find(self, vm: &mut Vm, module: ModuleId) -> Result<Value>;

    #[doc(hidden)]
    fn is_there(&self, vm: &Vm, module: ModuleId) -> Result<bool>;

    /// Returns the description by which it is found later.
    #[doc(hidden)]
    fn later(self) -> FoundLater;
}

/// Finds what is called where it is called.
pub(crate) type FoundLater = Box<dyn FnOnce(&mut Vm, ModuleId) -> Result<Value> + Send>;

#[expect(private_interfaces, reason = "see the trait")]
impl Callee for &str {
    const IS_NAME: bool = true;

    fn find(self, vm: &mut Vm, module: ModuleId) -> Result<Value> {
        global(vm, module, self)
    }

    fn is_there(&self, vm: &Vm, module: ModuleId) -> Result<bool> {
        Ok(bound_cell(vm, module, self).is_some())
    }

    fn later(self) -> FoundLater {
        let name = self.to_string();
        Box::new(move |vm, module| global(vm, module, &name))
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Callee for &String {
    const IS_NAME: bool = true;

    fn find(self, vm: &mut Vm, module: ModuleId) -> Result<Value> {
        Callee::find(self.as_str(), vm, module)
    }

    fn is_there(&self, vm: &Vm, module: ModuleId) -> Result<bool> {
        self.as_str().is_there(vm, module)
    }

    fn later(self) -> FoundLater {
        self.as_str().later()
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Callee for &Handle {
    const IS_NAME: bool = false;

    #[inline]
    fn find(self, vm: &mut Vm, _: ModuleId) -> Result<Value> {
        vm.program.rt.host_roots.held(self)
    }

    fn is_there(&self, vm: &Vm, _: ModuleId) -> Result<bool> {
        vm.program.rt.host_roots.held(self).map(|_| true)
    }

    fn later(self) -> FoundLater {
        let handle = self.clone();
        Box::new(move |vm, _| vm.program.rt.host_roots.held(&handle))
    }
}
