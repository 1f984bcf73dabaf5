//! Conditions and expressions as programs say them: lists of the name of an operation and its operands.

pub(super) use crate::Failure;

use std::sync::Arc;

use klammer::{
    Built, Code, Context, ConvertError, FromContext, FromLisp, HostError, IntoContext, IntoLisp, RefMut, Value,
};
use klammer_constraints::{ConstraintText, Error, Expression, MAX_VALUE, OPERATIONS, Variable};

use super::{PART, Store};

/// Bytes of the text of a place for a tick.
const BYTES_PER_TICK: usize = 64;

/// Expressions inside one another, at most: what [`klammer_constraints`] takes.
const DEPTH: usize = 200;

/// Maximum number of parts of an expression; a shared list counts once per occurrence.
const PARTS: usize = 1 << 18;

/// Elements of a list that are written; what follows is dots.
const SHOWN: usize = 6;

/// Lists inside one another that are written.
const SHOWN_DEPTH: usize = 6;

/// Help for a list of variables in a condition.
const SUM_OF_LIST: &str = "a list of variables is none of the operands: (apply + variables) is the sum of its elements";
/// Help for a fraction.
const NO_FRACTIONS: &str = "constraints know integers alone: multiply both sides, (< (* 5 x) 30) for (< (* 0.5 x) 3)";
/// Help for a symbol, most often because the whole condition is quoted.
const NO_QUOTES: &str =
    "variables stand in a condition without quotes, (post! store (= x 1)), and their values are integers";
/// Help for nil, which is no number.
const NOTHING: &str =
    "nil is what nth and assoc give for what is not there, and value for a variable that is undecided";
/// Operators that take conditions, for which nil is a condition that never holds.
const CONNECTIVES: [&str; 6] = ["and", "or", "not", "if", "iff", "apply"];
/// Help for a whole condition that is true or false.
const ABOUT_VARIABLES: &str = "a function that asks about a variable answers before it has a value: that x is one of \
     some values is (or (= x 1) (= x 2)), or (table! store (list x) '((1) (2)))";
/// Help for anything else.
const PARTS_OF_CONDITIONS: &str = "what is called in a condition is worth a variable, an integer or a list such as \
     (list '< x 5); all-different! and its kin post by themselves, not inside of post!";

/// A condition or expression as the program wrote it.
pub(super) struct Form(Value);

impl FromLisp for Form {
    const EXPECTED: &'static str = "a condition or an expression";

    fn from_lisp(mut given: FromContext<'_>) -> Result<Form, ConvertError> {
        given.data(DEPTH + 2, PARTS).map(Form)
    }
}

/// The place of the program's text that posts a constraint.
pub(super) fn place(cx: &mut Context<'_>) -> Result<Option<Arc<str>>, Failure> {
    let place = cx.call_place()?.map(|place| place.to_string());
    cx.charge(place.as_ref().map_or(0, |place| place.len() / BYTES_PER_TICK) as u64)?;
    Ok(place.map(Arc::from))
}

/// Demands that a condition holds.
pub(super) fn post_condition(
    cx: &mut Context<'_>,
    mut store: RefMut<'_, Store>,
    Form(form): Form,
) -> Result<(), Failure> {
    if matches!(form, Value::Nil | Value::Bool(_)) {
        return Err(must(cx, "condition", "be about a variable", form).with_help(ABOUT_VARIABLES).into());
    }
    let e = read(cx, &store, "condition", &form)?;
    let place = place(cx)?;
    let before = store.before();
    let posted = store.post(&e);
    let mut words = wording(cx, &form)?;
    words.set_place(place);
    store.label_since(before, words);
    posted.map_err(refused)
}

/// A variable with the value of an expression.
pub(super) fn express(
    cx: &mut Context<'_>,
    mut store: RefMut<'_, Store>,
    Form(form): Form,
) -> Result<Variable, Failure> {
    let e = read(cx, &store, "expression", &form)?;
    let words = wording(cx, &form)?;
    let place = place(cx)?;
    let (before, known) = (store.before(), store.len());
    let made = store.variable_for(&e);
    let mut value = ConstraintText::default();
    value.push_str("the value of ");
    value.push(&words);
    value.set_place(place);
    store.label_since(before, value);
    let x = made.map_err(refused)?;
    if x.number() as usize >= known {
        store.label_variable(x, words);
    }
    Ok(x)
}

/// The expression of variables of the store that the argument of this name says, with room for its constraints.
fn read(cx: &mut Context<'_>, store: &Store, name: &str, form: &Value) -> Result<Expression, Failure> {
    let mut reading = Reading { cx, store, name, parts: 0 };
    let e = reading.expression(form, DEPTH)?;
    let parts = reading.parts;
    room(cx, store, parts * PART)?;
    Ok(e)
}

struct Reading<'a, 'b> {
    cx: &'a mut Context<'b>,
    store: &'a Store,
    name: &'a str,
    parts: usize,
}

impl Reading<'_, '_> {
    fn expression(&mut self, form: &Value, depth: usize) -> Result<Expression, Failure> {
        self.parts += 1;
        if self.parts > PARTS {
            return Err(refused(Error::TooLarge("the expression has too many parts")));
        }
        self.cx.charge(1)?;
        match form {
            Value::Variable(x) if self.store.has(*x) => Ok(Expression::Variable(*x)),
            Value::Variable(x) => Err(foreign(self.name, *x)),
            Value::Integer(n) if is_value(*n) => Ok(Expression::Constant(*n)),
            Value::Integer(_) | Value::BigInteger(_) => Err(self.must(&format!("have integers {RANGE}"), form).into()),
            Value::Nil => Ok(Expression::Constant(0)),
            Value::Bool(holds) => Ok(Expression::Constant((*holds).into())),
            Value::List(_) if depth == 0 => Err(refused(Error::TooLarge("the expression is nested too deeply"))),
            Value::List(items) => self.operation(form, items, depth),
            _ => {
                let error = self.must("consist of variables, integers and operations on these", form);
                let help = match form {
                    Value::Float(_) => NO_FRACTIONS,
                    Value::Symbol(_) => NO_QUOTES,
                    _ => PARTS_OF_CONDITIONS,
                };
                Err(error.with_help(help).into())
            }
        }
    }

    fn operation(&mut self, form: &Value, items: &[Value], depth: usize) -> Result<Expression, Failure> {
        let Some((operator, mut operands)) = items.split_first() else { return Err(self.no_operation(form, "", 0)) };
        let mut name = if let Value::Symbol(symbol) = operator { symbol.name() } else { "" };
        let spread;
        if name == "apply"
            && let [Value::Symbol(function), first @ .., last] = operands
        {
            name = function.name();
            spread = [first, self.list(last)?].concat();
            operands = &spread;
        }
        if name == "dot"
            && let [factors, others] = operands
        {
            return self.dot(factors, others, depth);
        }
        if operands.iter().any(|operand| matches!(operand, Value::Nil)) && !CONNECTIVES.contains(&name) {
            return Err(self.nothing(name));
        }
        let made: Vec<Expression> =
            operands.iter().map(|operand| self.expression(operand, depth - 1)).collect::<Result<_, _>>()?;
        let count = made.len();
        Expression::operation(name, made).ok_or_else(|| self.no_operation(form, name, count))
    }

    fn dot(&mut self, factors: &Value, others: &Value, depth: usize) -> Result<Expression, Failure> {
        let (factors, others) = (self.list(factors)?, self.list(others)?);
        if factors.len() != others.len() {
            return Err(refused(Error::Lengths("the two lists of dot", factors.len(), others.len())));
        }
        let mut made = Vec::with_capacity(factors.len());
        for (a, x) in factors.iter().zip(others) {
            if [a, x].iter().any(|element| matches!(element, Value::Nil)) {
                return Err(self.nothing("dot"));
            }
            let (a, x) = (self.expression(a, depth - 1)?, self.expression(x, depth - 1)?);
            made.push(Expression::Product(vec![a, x]));
        }
        Ok(Expression::Sum(made))
    }

    fn list<'v>(&mut self, form: &'v Value) -> Result<&'v [Value], Failure> {
        match form {
            Value::Nil => Ok(&[]),
            Value::List(items) => Ok(items),
            _ => Err(self.must("be a list", form).into()),
        }
    }

    #[cold]
    fn must(&mut self, what: &str, form: &Value) -> HostError {
        must(self.cx, self.name, what, form.clone())
    }

    /// An operand that is nil was meant to be a variable: as a condition, nil never holds, but a number it is not.
    #[cold]
    fn nothing(&mut self, operation: &str) -> Failure {
        let problem =
            format!("an operand of {operation} must be a variable, an integer or an expression of these, got nil");
        HostError::new(problem).with_code(Code::WrongType).with_help(NOTHING).into()
    }

    #[cold]
    fn no_operation(&mut self, form: &Value, name: &str, count: usize) -> Failure {
        let operands = if count == 1 { "operand" } else { "operands" };
        let (problem, help) = match (name, count) {
            ("", _) => {
                let problem = format!("expected an operation, got {}", self.cx.show(form.clone()).unwrap_or_default());
                let is_of_variables =
                    matches!(form, Value::List(items) if matches!(items[..], [Value::Variable(_), ..]));
                (problem, Some(if is_of_variables { SUM_OF_LIST } else { PARTS_OF_CONDITIONS }.into()))
            }
            ("/=", 3..) => (format!("/= takes two operands, got {count}: all-different! is for more"), None),
            ("expt", 2) => ("expt of variables needs an exponent from 0 to 60".into(), None),
            _ if OPERATIONS.split(' ').any(|known| known == name) => {
                let expected = match name {
                    "not" | "abs" => "one operand",
                    "quotient" | "remainder" | "modulo" | "expt" | "iff" | "/=" | "dot" => "two operands",
                    "if" => "two or three operands",
                    "apply" => "an operation and a list",
                    _ => "at least one operand",
                };
                (format!("{name} takes {expected}, got {count}"), None)
            }
            _ => {
                let problem = format!("there is no operation {name} with {count} {operands} for constraints");
                (problem, Some(format!("there are {OPERATIONS}")))
            }
        };
        let error = HostError::new(problem).with_code(Code::BadValue).with_data([form.clone()]);
        match help {
            Some(help) => error.with_help(help).into(),
            None => error.into(),
        }
    }
}

/// A condition or an expression as it was written.
fn wording(cx: &mut Context<'_>, form: &Value) -> Result<ConstraintText, Failure> {
    let mut words = ConstraintText::default();
    write(cx, form, SHOWN_DEPTH, &mut words)?;
    Ok(words)
}

fn write(cx: &mut Context<'_>, form: &Value, depth: usize, words: &mut ConstraintText) -> Result<(), Failure> {
    // However large it is.
    if words.is_long() {
        return Ok(());
    }
    match form {
        Value::Variable(x) => words.push_variable(*x),
        Value::Integer(n) => words.push_str(&n.to_string()),
        Value::Symbol(symbol) => words.push_str(symbol.name()),
        Value::List(_) if depth <= 1 => words.push_str("…"),
        Value::List(items) => {
            words.push_str("(");
            for (place, item) in items.iter().enumerate() {
                words.push_str(if place > 0 { " " } else { "" });
                if place == SHOWN {
                    words.push_str("…");
                    break;
                }
                write(cx, item, depth - 1, words)?;
            }
            words.push_str(")");
        }
        other => words.push_str(&cx.show(other.clone())?),
    }
    Ok(())
}

// Arguments of functions of stores: variables that the store must have, numbers, lists of them; what is wrong with one
// is said with its name.

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
