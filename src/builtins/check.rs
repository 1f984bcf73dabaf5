//! Arguments of the library's functions that are written in the language: what they must be.

#[cfg(feature = "search")]
use super::arg::SpaceRef;
use super::arg::{Arg, ArrayRef, ListRef, StringRef, TableRef};
use super::builtins;
use crate::fault::{Code, Condition, Res};
use crate::num::Number;
use crate::object::RecordType;
use crate::runtime::Runtime;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// The values that functions of searches take: nil stands for a contradiction.
#[cfg(feature = "search")]
const BOARD_OR_NIL: &str = "a board, a store or nil";

/// Description of a place that a search branches on, for messages.
const PLACE: &str = "a cell (a list of row and column), a variable of a store, or nil";

/// Returns the description of a type of `%check` for messages, and whether a value is of that type.
fn kind(rt: &Runtime, ty: Symbol, v: Value) -> Option<(&'static str, bool)> {
    let is_list = v.has_elements() || v.is_nil();
    Some(match ty {
        // In some dialects a symbol stands for the function that it names; its call finds out.
        well_known::FUNCTION => ("a function", v.is_procedure() || v.is(Kind::SYMBOL) && rt.calls_symbols),
        well_known::LIST => (ListRef::EXPECTED, is_list),
        // A cell of a board, nil for none, or a variable of a store.
        well_known::PLACE => (PLACE, is_list || v.is(Kind::VARIABLE)),
        well_known::SEQUENCE => ("a list or array", is_list || v.is(Kind::ARRAY)),
        well_known::ARRAY => (ArrayRef::EXPECTED, v.is(Kind::ARRAY)),
        well_known::STRING => (StringRef::EXPECTED, v.is(Kind::STRING)),
        well_known::TABLE => (TableRef::EXPECTED, v.is(Kind::TABLE)),
        well_known::NUMBER => (Number::EXPECTED, <Number as Arg>::from_value(rt, v).is_some()),
        well_known::COUNT => (usize::EXPECTED, usize::from_value(rt, v).is_some()),
        well_known::POSITIVE => ("a positive integer", v.as_fixnum().is_some_and(|n| n > 0)),
        well_known::COUNT_OR_NIL => {
            ("an integer that is not negative, or nil", v.is_nil() || usize::from_value(rt, v).is_some())
        }
        #[cfg(feature = "search")]
        well_known::BOARD => (BOARD_OR_NIL, v.is_nil() || SpaceRef::from_value(rt, v).is_some()),
        #[cfg(feature = "search")]
        well_known::LIVE_BOARD => (SpaceRef::EXPECTED, SpaceRef::from_value(rt, v).is_some()),
        // A type of the host, which the module `constraints` makes known.
        well_known::STORE => ("a store", is_of_host(rt, ty, v)),
        well_known::STORE_OR_NIL => ("a store or nil", v.is_nil() || is_of_host(rt, well_known::STORE, v)),
        well_known::VARIABLE => ("a variable", v.is(Kind::VARIABLE)),
        // Of the module `amb`, where it is a record.
        well_known::STREAM => ("a stream of solutions or nil", v.is_nil() || is_solution(rt, v)),
        _ => return None,
    })
}

/// Returns whether `v` is an object of the host type with this name.
fn is_of_host(rt: &Runtime, name: Symbol, v: Value) -> bool {
    v.is(Kind::HOST) && rt.heap.as_host_object(v).is_some_and(|object| object.class.name == name)
}

fn is_solution(rt: &Runtime, v: Value) -> bool {
    let named = |name: Symbol, text: &str| rt.name(name) == text;
    let fields = ["value", "rest", "known?"];
    let is_one = |t: &RecordType| {
        let same = t.fields.iter().zip(fields).all(|(&field, text)| named(field, text));
        named(t.name, "solution") && t.fields.len() == fields.len() && same
    };
    v.is(Kind::RECORD) && rt.heap.record_type(v).is_some_and(is_one)
}

fn check(rt: &Runtime, ty: Symbol, name: Symbol, v: Value) -> Res<()> {
    match kind(rt, ty, v) {
        Some((_, true)) => Ok(()),
        // The function that checks complains: the machine knows which one that is.
        Some((expected, false)) => {
            let c = Condition::unfit(Code::WrongType, expected, &rt.show(v));
            Err(c.with_argument(rt.name(name)).with_irritants(&[v]).into())
        }
        // No type of the library's: written by hand.
        None => {
            let problem = format!("must be a type of arguments, got {}", rt.name(ty));
            Err(Condition::new(Code::WrongType, problem).with_argument("ty").into())
        }
    }
}

builtins! { "condition";
    fn "%check-argument" (rt, ty: Symbol, name: Symbol, value: Value) {
        check(rt, ty, name, value)
    }
}
