//! Sets of types, as far as a value shows its type at once: what tells two arguments apart that have changed places.

use crate::value::{Kind, Value};

/// A set of types. Every value is of exactly one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeSet(u16);

impl TypeSet {
    pub const NUMBER: TypeSet = TypeSet(1);
    /// Digit sets that have members are among them.
    pub const PAIR: TypeSet = TypeSet(1 << 1);
    pub const NIL: TypeSet = TypeSet(1 << 2);
    pub const STRING: TypeSet = TypeSet(1 << 3);
    pub const SYMBOL: TypeSet = TypeSet(1 << 4);
    pub const CHARACTER: TypeSet = TypeSet(1 << 5);
    /// Boards are among them.
    pub const ARRAY: TypeSet = TypeSet(1 << 6);
    pub const TABLE: TypeSet = TypeSet(1 << 7);
    pub const FUNCTION: TypeSet = TypeSet(1 << 8);
    pub const CONDITION: TypeSet = TypeSet(1 << 9);
    pub const RECORD: TypeSet = TypeSet(1 << 10);
    /// Objects of the host, stores among them.
    pub const HOST: TypeSet = TypeSet(1 << 11);
    pub const VARIABLE: TypeSet = TypeSet(1 << 12);
    pub const PORT: TypeSet = TypeSet(1 << 13);
    const OTHER: TypeSet = TypeSet(1 << 14);
    pub const ANY: TypeSet = TypeSet(u16::MAX);
    pub const LIST: TypeSet = TypeSet::PAIR.or(TypeSet::NIL);

    pub const fn bits(self) -> u16 {
        self.0
    }

    pub const fn from_bits(bits: u16) -> TypeSet {
        TypeSet(bits)
    }

    pub const fn or(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }

    /// The type of a value.
    pub fn of(v: Value) -> TypeSet {
        const OBJECTS: [(Kind, TypeSet); 11] = [
            (Kind::STRING, TypeSet::STRING),
            (Kind::SYMBOL, TypeSet::SYMBOL),
            (Kind::KEYWORD, TypeSet::SYMBOL),
            (Kind::CHARACTER, TypeSet::CHARACTER),
            (Kind::ARRAY, TypeSet::ARRAY),
            (Kind::TABLE, TypeSet::TABLE),
            (Kind::CONDITION, TypeSet::CONDITION),
            (Kind::RECORD, TypeSet::RECORD),
            (Kind::HOST, TypeSet::HOST),
            (Kind::VARIABLE, TypeSet::VARIABLE),
            (Kind::PORT, TypeSet::PORT),
        ];
        match v {
            _ if v.has_elements() => TypeSet::PAIR,
            _ if v.is_nil() => TypeSet::NIL,
            _ if v.is_number() => TypeSet::NUMBER,
            _ if v.is_procedure() => TypeSet::FUNCTION,
            _ => OBJECTS.iter().find(|o| v.is(o.0)).map_or(TypeSet::OTHER, |o| o.1),
        }
    }

    /// Returns whether no value is of both.
    pub const fn excludes(self, other: TypeSet) -> bool {
        self.0 & other.0 == 0
    }

    fn has(self, v: Value) -> bool {
        !self.excludes(TypeSet::of(v))
    }

    /// Returns whether two values fit only if they change places. The first should be of the first types, the second of
    /// the second ones.
    pub fn are_exchanged(types: [TypeSet; 2], values: [Value; 2]) -> bool {
        let ([a, b], [x, y]) = (types, values);
        a.excludes(b) && a.has(y) && b.has(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_of_types_that_exclude_one_another_have_changed_places() {
        let types = [TypeSet::NUMBER, TypeSet::LIST];
        assert!(TypeSet::are_exchanged(types, [Value::NIL, Value::ZERO]));
        assert!(!TypeSet::are_exchanged(types, [Value::ZERO, Value::NIL]));
        assert!(!TypeSet::are_exchanged(types, [Value::T, Value::ZERO]));
        assert!(!TypeSet::are_exchanged([TypeSet::ANY, TypeSet::LIST], [Value::NIL, Value::ZERO]));
    }
}
