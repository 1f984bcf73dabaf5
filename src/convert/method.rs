//! Closures of the host as methods of generic functions: a call chooses one by the types of its arguments.

use super::declare::{Definition, add_hosted};
use super::function::HostFunction;
use crate::fault::{Code, Condition, Fault};
use crate::module::hosted::HostParameter;
use crate::symbol::ModuleId;
use crate::vm::Vm;

/// Gives the generic function of a global name a method, for as many arguments as it has parameters. One whose last
/// parameters may be left out is a method for each number of arguments.
pub(crate) fn define_method<'a, M>(
    vm: &'a mut Vm,
    module: ModuleId,
    name: &str,
    f: impl HostFunction<M>,
) -> Definition<'a> {
    let hosted = f.into_hosted();
    let method = shown(&hosted.parameters);
    let Some(value) = add_hosted(vm, module, name, Some(&method), hosted) else {
        return Definition::NONE;
    };
    let number = value.meta();
    let cell = vm.own_cell(module, name);
    if !vm.refilling
        && let Err(fault) = vm.add_host_method(cell, value)
    {
        // A limit, or what is no method: it is not there then, and the host is told so.
        let wrong = match *fault {
            Fault::Error(condition) => condition,
            _ => Condition::by(name, Code::Host, "there is no room for the method"),
        };
        vm.warn_host(wrong);
        return Definition::NONE;
    }
    Definition::of_method(vm, number, cell)
}

/// The types of the parameters as one text: a method with the same takes the place of one that is there.
fn shown(parameters: &[HostParameter]) -> Box<str> {
    let types: Vec<&str> = parameters.iter().map(|p| p.specializer.unwrap_or("t")).collect();
    format!("({})", types.join(" ")).into()
}
