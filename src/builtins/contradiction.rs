//! Reasons why a board or a store has no solution, in words.

use std::sync::Arc;

use klammer_sudoku::board::Clash;

use super::arg::SpaceRef;
use super::builtins;
use super::space::run;
use crate::fault::{Result, internal};
use crate::object::host::guarded;
use crate::runtime::Runtime;
use crate::value::Value;

/// Elementary steps of looking for what contradicts that are paid for by a tick.
const STEPS_PER_TICK: usize = 32;

/// Returns a description of the contradiction, if one can be given.
fn reason(rt: &mut Runtime, space: SpaceRef) -> Result<Option<String>> {
    if space.is_board() {
        let layout = Arc::clone(rt.heap.board_of(space.0)?.layout());
        rt.charge(1 + Clash::work(&layout) / STEPS_PER_TICK)?;
        let clash = Clash::on(rt.heap.board_of(space.0)?);
        return Ok(clash.map(|clash| clash.to_string()));
    }
    let Some(object) = rt.heap.as_host_object(space.0) else { return internal("an object that is searched") };
    let (class, bytes) = (Arc::clone(&object.class), object.bytes());
    rt.heap.reserve(2 * bytes)?;
    let Some(object) = rt.heap.as_host_object(space.0) else { return internal("an object that is searched") };
    let mut data = match rt.heap.host_data(object).and_then(|data| class.copy_of(data)) {
        Some(data) => data,
        None => return object.in_use(),
    };
    guarded(class.title, || {
        let Some(copy) = class.space.as_ref().and_then(|space| (space.exclusive)(&mut *data)) else { return Ok(None) };
        let Err(contradiction) = run(rt, copy)? else { return Ok(None) };
        let place = contradiction.place.map(|place| copy.called(place));
        Ok(match (copy.said_of_contradiction(), place) {
            (Some(said), _) => Some(format!("{said} cannot hold with the values that are left{}", numbers(&said))),
            (None, Some(place)) => Some(format!("no value is left for {place}{}", numbers(&place))),
            (None, None) => None,
        })
    })
}

/// Returns the note for texts that name variables by their numbers, and "" for others.
fn numbers(text: &str) -> &'static str {
    if text.contains('#') { " (#0 is the variable that was made first; name! gives names)" } else { "" }
}

builtins! { "board";
    /// Returns the reason why a board or a store has no solution, in words, as far as that shows without a search:
    /// which cells or which constraint. Nil if nothing contradicts so far. Rows and columns are counted from 1 there,
    /// as where people talk of Sudoku.
    ///
    /// (explain-contradiction (read-puzzle "1..1............"))  ;=> "1 stands twice in row 1, in r1c1 and r1c4"
    /// (explain-contradiction (read-puzzle "1...1..........."))  ;=> "1 stands twice in column 1, in r1c1 and r2c1"
    /// (explain-contradiction (board 4))                         ;=> nil
    fn "explain-contradiction" (rt, board: SpaceRef) {
        reason(rt, board)
    }

    /// For searches: what is to be searched contradicts itself. Where a program stumbles over nil, or ends without
    /// having tried anything, it is told why.
    fn "%note-contradiction" (rt, board: SpaceRef) {
        if rt.search.may_note() {
            let reason = reason(rt, board)?;
            rt.search.note(reason);
        }
        Ok(Value::NIL)
    }
}
