//! Natives of Scheme that need the machine: its dynamic context, errors, libraries.

use super::values::error;
use super::{NAME, include};
use crate::fault::Res;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::controls::{Next, controls, misused};

/// `error`: asks the handlers of the dynamic context if there are any, or else is an error like others.
fn signal(vm: &mut Vm, message: Value, irritants: &[Value]) -> Res<Next> {
    if vm.winds().is_nil() {
        return Err(error(&mut vm.rt, message, irritants)?.into());
    }
    // Comes first: when it is defined, garbage may be collected, and nobody else holds what is made here.
    let raise = vm.layer_function(NAME, "%raise-error")?;
    let condition = error(&mut vm.rt, message, irritants)?;
    let (_, object) = vm.condition_object(condition)?;
    Ok(Next::Call(raise, vec![object]))
}

controls! { "control";
    "%winds" () => |vm| Ok(Next::Return(vm.winds()));
    "%set-winds!" (Required context) => |vm| {
        vm.set_winds(context);
        Ok(Next::Return(Value::NIL))
    };
    "%error" (Required message, Rest irritants) => |vm| signal(vm, message, &irritants);
    "%new-module" () => |vm| vm.new_library().map(|m| Next::Return(Value::fix(i64::from(m.0))));
    "%evaluate-in" (Required module, Required form) => |vm| {
        let module = vm.library_module(module)?;
        vm.evaluate_in(module, form).map(Next::Return)
    };
    "%load-library" (Required file) => |vm| Ok(Next::Return(Value::boolean(include::load_library(vm, file)?)));
    "%forms-of-file" (Required file, Required folds_case) => |vm| {
        include::forms_of_file(vm, file, !folds_case.is_false()).map(Next::Return)
    };
    "%visible-names" () => |vm| include::library_names(vm).map(Next::Return);
    "%share-name" (Required module, Required name, Required shown) => |vm| {
        let (Some(name), Some(shown)) = (name.as_symbol(), shown.as_symbol()) else { return misused("%share-name") };
        let module = if module.is_nil() { vm.current_module() } else { vm.library_module(module)? };
        vm.share_name(module, name, shown)?;
        Ok(Next::Return(Value::NIL))
    };
}
