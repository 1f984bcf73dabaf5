//! Closures of the host as methods of generic functions: a call chooses one by the types of its arguments.

use super::declare::{Definition, add_hosted};
use super::function::{HostFunction, Hosted};
use super::object::{Class, HostType};
use crate::fault::{Code, ErrorData, Unwind};
use crate::module::host_functions::HostParameter;
use crate::symbol::ModuleId;
use crate::vm::Vm;
use crate::vm::generic;

/// Gives the generic function of a global name a method, for as many arguments as it has parameters. One whose last
/// parameters may be left out is a method for each number of arguments.
pub(crate) fn define_method<'a>(vm: &'a mut Vm, module: ModuleId, name: &str, hosted: Hosted) -> Definition<'a> {
    let method = shown(&hosted.parameters);
    let Some(value) = add_hosted(vm, module, name, Some(&method), hosted) else {
        return Definition::NONE;
    };
    let number = value.meta();
    if vm.native_modules.refilling {
        // In a copy, the program has determined the value of the name.
        return Definition::of_function(vm, number);
    }
    let cell = vm.program.own_cell(module, name);
    if let Err(fault) = generic::add_host_method(vm, cell, value) {
        // A limit, or what is no method: it is not there then, and the host is told so.
        let wrong = match *fault {
            Unwind::Error(condition) => *condition,
            _ => ErrorData::by(name, Code::Host, "there is no room for the method"),
        };
        vm.program.warn_host(wrong);
        return Definition::NONE;
    }
    Definition::of_method(vm, number, cell)
}

/// The types of the parameters as one text: a method with the same takes the place of one that is there.
fn shown(parameters: &[HostParameter]) -> Box<str> {
    let types: Vec<&str> = parameters.iter().map(|p| p.specializer.unwrap_or("t")).collect();
    format!("({})", types.join(" ")).into()
}

impl<T: HostType> Class<'_, T> {
    /// Defines a method of a generic function, as [`Engine::define_method`](crate::Engine::define_method) does: for the
    /// arguments that its parameters are made of.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType, Ref};
    ///
    /// struct Money(i64);
    ///
    /// impl HostType for Money {
    ///     const NAME: &'static str = "money";
    ///
    ///     fn describe(class: &mut Class<'_, Money>) {
    ///         class.define("money", Money);
    ///         class.read_only("cents", |m| m.0);
    ///         class.define_method("+", |a: &Money, b: Ref<'_, Money>| Money(a.0 + b.0));
    ///         class.define_method("*", |a: &Money, times: i64| Money(a.0 * times));
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Money>();
    /// assert_eq!(engine.eval::<i64>("(money-cents (* (+ (money 5) (money 2)) (+ 1 2)))")?, 21);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn define_method<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define_method(self.vm, self.module, name, f.into_hosted())
    }
}
