//! Natives of Scheme that need the machine: its dynamic context, errors, libraries.

use klammer::dialect::{Interpreter, Next, Result, Value, controls, misused};

use super::values::error;
use super::{NAME, include};

/// `error`: asks the handlers of the dynamic context if there are any, or else is an error like others.
fn signal(it: &mut Interpreter<'_>, message: Value, irritants: &[Value]) -> Result<Next> {
    if it.dynamic_context().is_nil() {
        return Err(error(it.rt(), message, irritants)?.into());
    }
    // Comes first: when it is defined, garbage may be collected, and nobody else holds what is made here.
    let raise = it.library_function(NAME, "%raise-error")?;
    let condition = error(it.rt(), message, irritants)?;
    let object = it.condition_object(condition)?;
    Ok(Next::Call(raise, vec![object]))
}

controls! { "control";
    "%winds" () => |it| Ok(Next::Return(it.dynamic_context()));
    "%set-winds!" (Required context) => |it| {
        it.set_dynamic_context(context);
        Ok(Next::Return(Value::NIL))
    };
    "%error" (Required message, Rest irritants) => |it| signal(it, message, &irritants);
    "%new-module" () => |it| it.new_module().map(|m| Next::Return(Value::fix(i64::from(m.0))));
    "%evaluate-in" (Required module, Required form) => |it| {
        let module = it.module(module)?;
        it.evaluate_in(module, form).map(Next::Return)
    };
    "%load-library" (Required file) => |it| Ok(Next::Return(Value::boolean(include::load_library(it, file)?)));
    "%forms-of-file" (Required file, Required folds_case) => |it| {
        include::forms_of_file(it, file, !folds_case.is_false()).map(Next::Return)
    };
    "%visible-names" () => |it| include::library_names(it).map(Next::Return);
    "%share-name" (Required module, Required name, Required shown) => |it| {
        let (Some(name), Some(shown)) = (name.as_symbol(), shown.as_symbol()) else { return misused("%share-name") };
        let module = if module.is_nil() { it.current_module() } else { it.module(module)? };
        it.share_name(module, name, shown)?;
        Ok(Next::Return(Value::NIL))
    };
}
