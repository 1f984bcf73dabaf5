//! Arguments of functions of stores: variables that the store must have, numbers, lists of them; what is wrong with one
//! is said with its name.

use klammer::{Built, Code, Context, ConvertError, FromContext, FromLisp, HostError, IntoContext, IntoLisp, Value};
use klammer_constraints::{Error, MAX_VALUE, Variable};

use super::Store;
pub(super) use crate::argument::Failure;

/// The function of the library that was called complains.
pub(super) fn refused(error: Error) -> Failure {
    HostError::new(error.to_string()).with_code(Code::BadValue).into()
}

/// A variable that the store does not have.
#[cold]
pub(super) fn foreign(name: &str, x: Variable) -> Failure {
    let number = x.number();
    HostError::new(format!("must belong to this store, but #<variable {number}> is a variable of another one"))
        .with_argument(name)
        .with_code(Code::BadValue)
        .with_help("a store has the variables that were made for it, and a copy those made before it was copied")
        .with_data([x])
        .into()
}

/// `what` it must be, or consist of.
#[cold]
pub(super) fn must(cx: &mut Context<'_>, name: &str, what: &str, got: impl Into<Value>) -> HostError {
    let got = got.into();
    let shown = cx.show(got.clone()).unwrap_or_default();
    let error = HostError::new(format!("must {what}, got {shown}")).with_argument(name);
    error.with_code(Code::WrongType).with_data([got])
}

/// Asks for room for further constraints, for which `bytes` bytes will do.
pub(super) fn room(cx: &mut Context<'_>, store: &Store, bytes: usize) -> Result<(), Failure> {
    Ok(cx.reserve(bytes.saturating_add(shared_bytes(store)))?)
}

/// Returns the bytes that the store shares with its copies: further constraints for one of them copy the shared part.
pub(super) fn shared_bytes(store: &Store) -> usize {
    if store.is_shared() { store.shared_bytes() } else { 0 }
}

/// A variable that the store should have.
pub(super) struct StoreVariable(Variable);

impl From<Variable> for StoreVariable {
    fn from(x: Variable) -> StoreVariable {
        StoreVariable(x)
    }
}

impl StoreVariable {
    /// The variable, if the store has it; `name` is that of the argument.
    pub fn of(&self, store: &Store, name: &str) -> Result<Variable, Failure> {
        if store.has(self.0) { Ok(self.0) } else { Err(foreign(name, self.0)) }
    }
}

impl FromLisp for StoreVariable {
    const EXPECTED: &'static str = "a variable of the store";

    fn from_lisp(mut given: FromContext<'_>) -> Result<StoreVariable, ConvertError> {
        given.look().map(StoreVariable).map_err(|_| given.unfit::<StoreVariable>())
    }
}

/// An integer as values of variables are.
#[derive(Clone, Copy)]
pub(super) struct Integer(pub i64);

/// Returns whether an integer can be the value of a variable.
pub(super) fn is_value(n: i64) -> bool {
    (-MAX_VALUE..=MAX_VALUE).contains(&n)
}

/// The range of the integers in constraints, for messages.
pub(super) const RANGE: &str = "between -1152921504606846975 and 1152921504606846975";

impl FromLisp for Integer {
    const EXPECTED: &'static str = "an integer between -1152921504606846975 and 1152921504606846975";

    fn from_lisp(mut given: FromContext<'_>) -> Result<Integer, ConvertError> {
        match given.look() {
            Ok(n) if is_value(n) => Ok(Integer(n)),
            _ => Err(given.unfit::<Integer>()),
        }
    }
}

/// The number of a state of an automaton.
#[derive(Clone, Copy)]
pub(super) struct State(pub u32);

impl FromLisp for State {
    const EXPECTED: &'static str = "the number of a state, from 0 on";

    fn from_lisp(mut given: FromContext<'_>) -> Result<State, ConvertError> {
        given.look().map(State).map_err(|_| given.unfit::<State>())
    }
}

/// A variable, or an integer in its place.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Variable(Variable),
    Integer(i64),
}

impl FromLisp for Operand {
    const EXPECTED: &'static str = "a variable or an integer between -1152921504606846975 and 1152921504606846975";

    fn from_lisp(mut given: FromContext<'_>) -> Result<Operand, ConvertError> {
        if let Ok(Value::Variable(x)) = given.data(1, 0) {
            return Ok(Operand::Variable(x));
        }
        given.look().map(|Integer(n)| Operand::Integer(n)).map_err(|_| given.unfit::<Operand>())
    }
}

/// The variable that an operand is.
pub(super) fn operand(store: &mut Store, name: &str, operand: Operand) -> Result<Variable, Failure> {
    match operand {
        Operand::Variable(x) => StoreVariable(x).of(store, name),
        Operand::Integer(n) => store.constant(n).map_err(refused),
    }
}

pub(super) fn operands(store: &mut Store, name: &str, operands: &[Operand]) -> Result<Vec<Variable>, Failure> {
    operands.iter().map(|&one| operand(store, name, one)).collect()
}

pub(super) fn integers(list: &[Integer]) -> Vec<i64> {
    list.iter().map(|n| n.0).collect()
}

/// An optional value, which becomes nil, or the value that is false in the language of the program.
pub(super) struct OrNil<T>(pub Option<T>);

impl<T: IntoLisp> IntoLisp for OrNil<T> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        match self.0 {
            Some(x) => maker.make(x),
            None => maker.make(()),
        }
    }
}

/// Anything but nil.
#[derive(Clone, Copy)]
pub(super) struct Flag(pub bool);

impl FromLisp for Flag {
    const EXPECTED: &'static str = "anything";

    fn from_lisp(mut given: FromContext<'_>) -> Result<Flag, ConvertError> {
        Ok(Flag(!matches!(given.data(1, 0), Ok(Value::Nil | Value::Bool(false)))))
    }
}
