//! Variables and places of search states, as they cross the host boundary.

use super::{Built, ConvertError, FromContext, FromLisp, IntoContext, IntoLisp};
use crate::value::Value;
use klammer_space::Variable;

impl FromLisp for Variable {
    const EXPECTED: &'static str = "a variable";
    const SPECIALIZER: Option<&'static str> = Some("variable");

    fn from_lisp(given: FromContext<'_>) -> Result<Variable, ConvertError> {
        let parts = given.value.as_variable();
        parts.map(|(number, mark)| Variable(number, mark)).ok_or_else(|| given.unfit::<Variable>())
    }
}

impl IntoLisp for Variable {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.done(Value::variable(self.number(), self.mark()))
    }
}
