//! Reasons why a state has no solution, in words.

use super::arg::SpaceRef;
use super::builtins;
use super::space::ask;
use super::step::Target;
use crate::fault::Result;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_space::Searchable;

/// Elementary steps of looking for what contradicts that are paid for by a tick.
const STEPS_PER_TICK: usize = 32;

/// Returns a description of the contradiction, if one can be given.
fn reason(rt: &mut Runtime, space: SpaceRef) -> Result<Option<String>> {
    let (cost, level) = ask(rt, space, |space| (space.explain_cost(), space.default_level()))?;
    if let Some(cost) = cost {
        rt.charge(1 + cost / STEPS_PER_TICK)?;
        return ask(rt, space, |space| space.explain());
    }
    let bytes = rt.heap.pay_copies(space.value, 2)?;
    rt.heap.repay_copies(space.value, 2, bytes);
    let mut copy = rt.heap.unplaced_copy(space.value)?;
    let mut target = Target::Copy(&mut copy);
    let Err(contradiction) = target.propagate(rt, level)? else { return Ok(None) };
    copy.change_space(|space, _| described(space, contradiction.place))
}

/// Describes the contradiction that propagation has found in a state.
fn described(space: &dyn Searchable, place: Option<usize>) -> Option<String> {
    match (space.contradiction_text(), place.map(|place| space.name_of(place))) {
        (Some(said), _) => Some(format!("{said} cannot hold with the values that are left{}", numbers(&said))),
        (None, Some(place)) => Some(format!("no value is left for {place}{}", numbers(&place))),
        (None, None) => None,
    }
}

/// Returns the note for texts that name variables by their numbers, and "" for others.
fn numbers(text: &str) -> &'static str {
    if text.contains('#') { " (#0 is the variable that was made first)" } else { "" }
}

builtins! { "state";
    /// Returns the reason why a state has no solution, in words: the places or the constraint in conflict, as
    /// far as that shows without a search. Nil if nothing contradicts so far. Rows and columns are counted from 1
    /// there, as where people talk of Sudoku.
    ///
    /// (explain-contradiction (read-puzzle "1..1............"))  ;=> "1 stands twice in row 1, in r1c1 and r1c4"
    /// (explain-contradiction (read-puzzle "1...1..........."))  ;=> "1 stands twice in column 1, in r1c1 and r2c1"
    /// (explain-contradiction (board 4))                         ;=> nil
    fn "explain-contradiction" (rt, state: SpaceRef) {
        reason(rt, state)
    }

    /// For searches: what is to be searched contradicts itself. Where a program stumbles over nil, or ends without
    /// having tried anything, it is told why.
    fn "%note-contradiction" (rt, state: SpaceRef) {
        if rt.search.may_note() {
            let reason = reason(rt, state)?;
            rt.search.note(reason);
        }
        Ok(Value::NIL)
    }
}
