//! What is said of a store's variables and constraints when a search is shown to people: names that programs give, and
//! constraints as they were written.

use super::argument::{Parameter, items, variable};
use super::posting;
use crate::builtins::arg::StoreRef;
use crate::builtins::builtins;
use crate::fault::Res;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_constraints::{Variable, Wording};

/// Elements of a list that are written; what follows is dots.
const SHOWN: usize = 6;

/// Lists inside one another that are written.
const SHOWN_DEPTH: usize = 6;

/// Lists inside one another that can have names.
const NAMED_DEPTH: usize = 8;

/// Bytes that a name may take.
const NAME: usize = 256;

/// A condition or an expression as it was written.
pub(super) fn wording(rt: &Runtime, condition: Value) -> Wording {
    let mut made = Wording::default();
    write(rt, condition, SHOWN_DEPTH, &mut made);
    made
}

/// A constraint as it was written: the name of the function that posts it, and the arguments.
pub(super) fn call_wording(rt: &Runtime, function: &str, arguments: &[Value]) -> Wording {
    let mut made = Wording::default();
    made.push_str(&format!("({function}"));
    for &argument in arguments.iter().filter(|v| !v.is_nil()) {
        made.push_str(" ");
        // Tables and automata are long: of what is in their lists, nothing is written.
        write(rt, argument, 2, &mut made);
    }
    made.push_str(")");
    made
}

fn write(rt: &Runtime, v: Value, depth: usize, made: &mut Wording) {
    // However often a list occurs in itself.
    if made.is_long() {
        return;
    }
    if let Some((number, mark)) = v.as_variable() {
        return made.push_variable(Variable::from_parts(number, mark));
    }
    if !v.has_elements() || v.is_nil() {
        return made.push_str(&rt.show(v));
    }
    if depth <= 1 {
        return made.push_str("…");
    }
    made.push_str("(");
    let mut rest = v;
    for place in 0.. {
        if !rest.has_elements() {
            break;
        }
        made.push_str(if place > 0 { " " } else { "" });
        if place == SHOWN {
            made.push_str("…");
            break;
        }
        write(rt, rt.heap.first(rest), depth - 1, made);
        rest = rt.heap.rest(rest);
    }
    made.push_str(")");
}

/// Gives names to a variable, or to those in a list, with their places in it.
fn give(rt: &mut Runtime, store: Value, name: &str, places: &str, what: Value, depth: usize) -> Res<()> {
    let p = Parameter::named("what");
    // However often a list occurs in itself.
    rt.charge(1)?;
    if what.as_variable().is_some() {
        let x = variable(rt, p, store, what)?;
        let name = if places.is_empty() { name.to_string() } else { format!("{name}[{places}]") };
        return posting(rt, store, 2 * NAME, |_, object| {
            object.store.set_name(x, &name);
            Ok(Ok(()))
        });
    }
    if depth == 0 {
        return Err(p.wrong(rt, "consist of variables in lists inside one another at most 8 times", what));
    }
    if what.as_fixnum().is_some() {
        // A place of a list of variables may hold a number.
        return Ok(());
    }
    for (item, place) in items(rt, p, what)?.into_iter().zip(0..) {
        let places = if places.is_empty() { format!("{place}") } else { format!("{places} {place}") };
        give(rt, store, name, &places, item, depth - 1)?;
    }
    Ok(())
}

builtins! { "board";
    /// For the module `constraints`: gives a variable a name, or those of a list names with places.
    fn "%store-name!" (rt, store: StoreRef, name: Value, what: Value) {
        let text = name.as_symbol().map(|symbol| rt.name(symbol)).or_else(|| rt.heap.as_str(name));
        let Some(text) = text.filter(|text| text.len() <= NAME).map(str::to_string) else {
            let p = Parameter::named("name");
            return Err(p.wrong(rt, "be a symbol or a string of at most 256 bytes", name));
        };
        give(rt, store.0, &text, "", what, NAMED_DEPTH)?;
        Ok(what)
    }

    /// For the module `constraints`: what a variable is called.
    fn "%variable-name" (rt, store: StoreRef, variable: Value) {
        let x = self::variable(rt, Parameter::named("variable"), store.0, variable)?;
        let name = rt.heap.store_of(store.0)?.store.called(x);
        rt.heap.string(name)
    }
}
