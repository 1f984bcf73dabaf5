//! Generic functions as data: their methods, and for each number of arguments the procedure that chooses one.

use super::HeapObject;
use crate::memory::allocated;
use crate::symbol::Symbol;
use crate::value::Value;

#[derive(Clone, Debug)]
pub(crate) struct Generic {
    pub name: Symbol,
    /// The latest definition last.
    pub methods: Vec<Method>,
    /// For each number of arguments that has a method, what a call enters. Rebuilt at every new method.
    pub entries: Vec<ArityEntry>,
    /// Procedure for calls with more than two arguments that no method takes: that of an operator which has methods for
    /// two.
    pub more: Option<Value>,
}

/// Procedure for calls with one number of arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArityEntry {
    pub count: usize,
    /// The method itself where nothing has to be chosen, else a generated dispatcher.
    pub procedure: Value,
    /// Whether each method for this number of arguments is for a record or an object of the host. Other arguments are
    /// the fallback's.
    pub is_for_objects: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Method {
    /// One type name per parameter; `None` accepts everything.
    pub types: Box<[Option<Symbol>]>,
    /// Called with the arguments; `None` is the guard `t`.
    pub guard: Option<Value>,
    pub body: Value,
    /// Parameter list, guard and body as written, for introspection and for telling whether a definition replaces one.
    pub source: Value,
    /// A plain function that was bound to the name before: comes last, whatever its arity.
    pub fallback: bool,
    /// It follows from a method of another operator, whose guard and body these are.
    pub reflection: Option<Reflection>,
}

/// Relation of an operator to another one, of which its methods say something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reflection {
    /// The other one holds for the same two arguments in the other order.
    Swapped,
    /// The other one holds where this one does not.
    Negated,
}

/// A builtin for any number of numbers, of which types can have methods for two.
#[derive(Debug)]
pub(crate) struct NumericOperator {
    /// Its name in the core.
    pub builtin: &'static str,
    /// Result for one argument that has methods for two.
    pub alone: UnaryResult,
    /// The function of the library that makes a call with more arguments of calls with two.
    pub more: &'static str,
    /// The other operator that a method also defines, by exchanged arguments or negation. `<=` does not define `<`: of
    /// two values without an order, neither holds.
    pub reflected: Option<(&'static str, Reflection)>,
}

/// Result of an operator for one argument alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnaryResult {
    /// The argument.
    Identity,
    /// It is true of one argument.
    True,
    /// Another result, for which a method of one argument is needed: the negative, the reciprocal.
    Method,
}

/// An operator whose result has the type of its arguments.
const fn operator(builtin: &'static str, alone: UnaryResult) -> NumericOperator {
    NumericOperator { builtin, alone, more: "%fold-operator", reflected: None }
}

const fn relation(builtin: &'static str, other: &'static str, reflection: Reflection) -> NumericOperator {
    NumericOperator { builtin, alone: UnaryResult::True, more: "%chain-operator", reflected: Some((other, reflection)) }
}

const OPERATORS: [NumericOperator; 13] = [
    operator("+", UnaryResult::Identity),
    operator("-", UnaryResult::Method),
    operator("*", UnaryResult::Identity),
    operator("/", UnaryResult::Method),
    operator("min", UnaryResult::Identity),
    operator("max", UnaryResult::Identity),
    relation("<", ">", Reflection::Swapped),
    relation(">", "<", Reflection::Swapped),
    relation("<=", ">=", Reflection::Swapped),
    relation(">=", "<=", Reflection::Swapped),
    relation("=", "/=", Reflection::Negated),
    // That of numbers only, which a dialect may have by the same name.
    relation("%=", "/=", Reflection::Negated),
    NumericOperator { builtin: "/=", alone: UnaryResult::True, more: "%differ-operator", reflected: None },
];

impl NumericOperator {
    /// The operator that has this name in the core.
    pub fn of(builtin: &str) -> Option<&'static NumericOperator> {
        OPERATORS.iter().find(|o| o.builtin == builtin)
    }

    /// Returns whether an argument that is no number is an error of the builtin.
    pub fn is_of_numbers(&self) -> bool {
        self.builtin != "="
    }
}

impl Method {
    /// A function that was bound to the name before its first method.
    pub fn fallback(body: Value) -> Method {
        Method { types: Box::new([]), guard: None, body, source: Value::NIL, fallback: true, reflection: None }
    }

    /// Returns whether the method shows that its operator is for a type, in a call with `count` arguments. A method for
    /// two arguments shows it for one, too.
    pub fn is_of_operator_for(&self, count: usize) -> bool {
        !self.fallback && (self.types.len() == count || count == 1 && self.types.len() == 2)
    }

    /// Returns whether the method has been defined as it is.
    pub fn is_own(&self) -> bool {
        !self.fallback && self.reflection.is_none()
    }

    /// Returns whether a method of another operator follows from this one. None does if this one is for any two
    /// arguments or for numbers, of which the other knows enough.
    pub fn has_reflection(&self, is_numeric: impl Fn(Symbol) -> bool) -> bool {
        self.is_own() && self.types.len() == 2 && self.types.iter().flatten().any(|&t| !is_numeric(t))
    }

    /// Returns the method that follows from it, with `source` as the parameter list, guard and body to show.
    pub fn reflected(&self, reflection: Reflection, source: Value) -> Method {
        let mut types = self.types.clone();
        if reflection == Reflection::Swapped {
            types.reverse();
        }
        Method { types, guard: self.guard, body: self.body, source, fallback: false, reflection: Some(reflection) }
    }
}

/// Returns whether this is the name of a type of numbers.
pub(crate) fn is_numeric(name: &str) -> bool {
    matches!(name, "number" | "rational" | "integer" | "fixnum" | "ratio" | "float")
}

impl Generic {
    /// The operator that it is beside its methods, by how the builtin is called that was bound to its name.
    pub fn operator<'a>(&self, name: impl Fn(Value) -> Option<&'a str>) -> Option<&'static NumericOperator> {
        NumericOperator::of(name(self.builtin()?)?)
    }

    /// Returns the function that was bound to the name before its first method.
    pub fn builtin(&self) -> Option<Value> {
        self.methods.iter().find(|m| m.fallback).map(|m| m.body)
    }

    /// Returns whether each method for two arguments is for a record or an object of the host.
    pub fn is_for_objects(&self) -> bool {
        self.entries.iter().any(|e| e.count == 2 && e.is_for_objects)
    }
}

impl HeapObject for Generic {
    fn bytes(&self) -> usize {
        self.methods.iter().map(|m| allocated(size_of_val(&*m.types))).sum::<usize>()
            + allocated(self.methods.capacity() * size_of::<Method>())
            + allocated(self.entries.capacity() * size_of::<ArityEntry>())
    }

    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(&[Value::symbol(self.name)]);
        for m in &self.methods {
            m.types.iter().flatten().for_each(|&t| look(&[Value::symbol(t)]));
            look(&[m.body, m.source]);
            look(m.guard.as_slice());
        }
        self.entries.iter().for_each(|e| look(&[e.procedure]));
        look(self.more.as_slice());
    }
}
