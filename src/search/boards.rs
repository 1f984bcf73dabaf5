//! What boards and stores share in one engine: layouts, weights, the trace.

use std::sync::{Arc, Weak};

use super::Search;
use crate::fault::Res;
use crate::object::board::BoardArray;
use klammer_boards::board::{Board, Contradiction, Layout, Weights};
use klammer_boards::trace::{Event, Outcome, Placed, Sink};
#[cfg(feature = "constraints")]
use klammer_constraints::{Shared, Store};

/// Layouts whose weights are kept: those used last.
const WEIGHTED_LAYOUTS: usize = 16;

#[derive(Default)]
pub(super) struct Boards {
    /// For each layout, weights of its cells; only once they are used.
    weights: Vec<(Arc<Layout>, Weights)>,
    /// Ordinary layouts by their number of digits.
    classic: Vec<Option<Arc<Layout>>>,
    /// Layouts that programs have made, and what each takes.
    layouts: Vec<(Weak<Layout>, usize)>,
    #[cfg(feature = "constraints")]
    /// What the copies of each store share.
    stores: Vec<Shared>,
    /// Who wants to know of each step.
    sink: Option<Sink>,
    /// The number of the last node that was traced.
    traced: u32,
}

impl Boards {
    /// The same for a copy of the engine, in which nobody listens.
    pub fn copy(&self) -> Boards {
        Boards {
            weights: self.weights.clone(),
            classic: self.classic.clone(),
            layouts: self.layouts.clone(),
            #[cfg(feature = "constraints")]
            stores: self.stores.clone(),
            sink: None,
            traced: self.traced,
        }
    }

    /// No cell has a weight.
    pub fn reset(&mut self) {
        self.weights.clear();
    }

    pub fn keep_listener(&mut self, undone: &mut Boards) {
        self.sink = undone.sink.take();
    }

    /// Bytes of what boards and stores share with their copies, as long as there are any.
    pub fn shared_bytes(&mut self) -> usize {
        self.layouts.retain(|(layout, _)| layout.strong_count() > 0);
        let layouts: usize = self.layouts.iter().map(|(_, bytes)| bytes).sum();
        layouts + self.shared_by_stores()
    }

    #[cfg(feature = "constraints")]
    fn shared_by_stores(&mut self) -> usize {
        self.stores.retain(|shared| shared.bytes().is_some());
        self.stores.iter().filter_map(Shared::bytes).sum()
    }

    #[cfg(not(feature = "constraints"))]
    fn shared_by_stores(&mut self) -> usize {
        0
    }
}

impl Search {
    /// The ordinary layout with so many digits, if there is one.
    pub fn classic(&mut self, digits: usize) -> Option<&Arc<Layout>> {
        if digits > Layout::DIGITS {
            return None;
        }
        if self.boards.classic.len() <= digits {
            self.boards.classic.resize(digits + 1, None);
        }
        let slot = self.boards.classic.get_mut(digits)?;
        if slot.is_none() {
            *slot = Layout::classic(digits).ok();
        }
        slot.as_ref()
    }

    /// A program has made a layout. Returns the bytes that it takes.
    pub fn add_layout(&mut self, layout: &Arc<Layout>) -> usize {
        let bytes = layout.bytes();
        self.boards.layouts.push((Arc::downgrade(layout), bytes));
        bytes
    }

    #[cfg(feature = "constraints")]
    /// A store has been made, or its constraints are its own now.
    pub fn add_store(&mut self, store: &Store) {
        let shared = store.shared();
        if !self.boards.stores.iter().rev().any(|known| *known == shared) {
            self.boards.stores.push(shared);
        }
    }

    /// A step has been made on an array of lists: it is counted, and not traced.
    pub fn plain_step_done(&mut self, possible: &Res<bool>) {
        self.statistics.propagations += 1;
        self.statistics.failures += u64::from(matches!(possible, Ok(false)));
    }

    /// A step has led to a store in that depth, or to a contradiction.
    pub fn store_step_done(&mut self, depth: u32, possible: bool) {
        self.statistics.propagations += 1;
        self.statistics.depth = self.statistics.depth.max(depth);
        self.statistics.failures += u64::from(!possible);
    }

    // ---- weights

    /// The weights of a layout's cells, if they have been used.
    fn known_weights(&self, layout: &Arc<Layout>) -> Option<&Weights> {
        self.boards.weights.iter().find(|(known, _)| Arc::ptr_eq(known, layout)).map(|(_, weights)| weights)
    }

    /// The weights of a layout's cells: from now on, contradictions change them.
    pub fn weights(&mut self, layout: &Arc<Layout>) -> Weights {
        if let Some(weights) = self.known_weights(layout) {
            return weights.clone();
        }
        let weights = Weights::new(layout);
        if self.boards.weights.len() >= WEIGHTED_LAYOUTS {
            self.boards.weights.remove(0);
        }
        self.boards.weights.push((layout.clone(), weights.clone()));
        weights
    }

    pub fn forget_weights(&mut self, layout: &Arc<Layout>) {
        self.boards.weights.retain(|(known, _)| !Arc::ptr_eq(known, layout));
    }

    /// A contradiction on a board of this layout.
    pub fn fail(&mut self, layout: &Arc<Layout>, contradiction: Option<Contradiction>) {
        self.statistics.failures += 1;
        if let Some(contradiction) = contradiction
            && let Some(weights) = self.known_weights(layout)
        {
            weights.blame(layout, contradiction);
        }
    }

    // ---- steps

    /// A step has led to `board`, or to a contradiction on it.
    #[inline]
    pub fn step_done(
        &mut self,
        board: &mut BoardArray,
        placed: Option<(usize, u32)>,
        result: Result<(), Option<Contradiction>>,
    ) {
        self.statistics.propagations += 1;
        self.statistics.depth = self.statistics.depth.max(board.depth);
        if let Err(contradiction) = result {
            self.fail(board.board.layout(), contradiction);
        }
        if self.boards.sink.is_some() {
            self.report(board, placed, result);
        }
    }

    /// Is somebody told of each step?
    pub fn is_traced(&self) -> bool {
        self.boards.sink.is_some()
    }

    /// A test has found a solution on a board that was not solved before it: what it has propagated belongs into a
    /// trace.
    pub fn report_solution(&mut self, board: &mut BoardArray) {
        self.report(board, None, Ok(()));
    }

    #[cold]
    #[inline(never)]
    fn report(
        &mut self,
        board: &mut BoardArray,
        placed: Option<(usize, u32)>,
        result: Result<(), Option<Contradiction>>,
    ) {
        self.boards.traced += 1;
        let parent = std::mem::replace(&mut board.node, self.boards.traced);
        let outcome = match result {
            Ok(()) if board.board.is_solved() => Outcome::Solved,
            Ok(()) => Outcome::Open,
            Err(found) => Outcome::Contradiction {
                cell: found.and_then(|c| c.cell).map(|cell| cell as u32),
                group: found.and_then(|c| c.group).map(|group| group as u32),
            },
        };
        let event = Event {
            node: board.node,
            parent,
            depth: board.depth,
            placed: placed.map(|(cell, digit)| Placed { cell: cell as u32, digit: digit as u8 }),
            outcome,
            candidates: board.board.count_digits(),
            layout: board.board.layout().clone(),
            board: masks(&board.board),
        };
        if let Some(sink) = &mut self.boards.sink {
            sink(event);
        }
    }

    /// Nodes are counted from 1 again, for a new trace.
    pub fn trace(&mut self, sink: Option<Sink>) {
        self.boards.sink = sink;
        self.boards.traced = 0;
    }
}

fn masks(board: &Board) -> Vec<u64> {
    (0..board.layout().cells()).map(|cell| board.get(cell)).collect()
}
