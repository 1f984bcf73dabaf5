//! `klammer search`: the search of a script for one puzzle, recorded and drawn.

mod page;
mod record;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;
use std::time::Duration;

use klammer::board::{Layout, Mask};
use klammer::trace::Event;

/// What is known of a search after its end.
pub struct Recording {
    /// Which puzzle it was.
    title: String,
    /// Which script, and what else is worth to be known.
    notes: Vec<String>,
    layout: Arc<Layout>,
    /// What each cell might hold when the search began, as the puzzle says it.
    puzzle: Vec<Mask>,
    /// The same after what the givens say of other cells.
    start: Vec<Mask>,
    events: Vec<Event>,
    time: Duration,
    /// Why the search ended before its time.
    stopped: Option<String>,
}

impl Recording {
    /// Cells and digits of the givens.
    fn givens(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.puzzle
            .iter()
            .enumerate()
            .filter(|(_, mask)| mask.is_power_of_two())
            .map(|(i, mask)| (i, mask.trailing_zeros()))
    }
}
