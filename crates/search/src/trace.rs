//! Boards in traces of searches ([`klammer::trace`]).

use std::sync::Arc;

use klammer::trace::{Event, SearchState};
use klammer_sudoku::board::{Layout, Mask, Snapshot};

/// The view of a trace event on a board, if the search works on one.
///
/// ```
/// use std::sync::mpsc::channel;
///
/// use klammer_search::trace::BoardEvent;
///
/// let mut engine = klammer_search::builder().build();
/// let (sender, events) = channel();
/// engine.inspect().trace_search(Some(Box::new(move |event| sender.send(event).unwrap())));
/// engine.eval::<()>("(assign (board 4) 0 0 1)")?;
/// let event = events.recv().unwrap();
/// assert_eq!((event.cells()[0], event.layout().unwrap().digits()), (1 << 1, 4));
/// # Ok::<(), klammer::Error>(())
/// ```
pub trait BoardEvent {
    /// The candidates of each cell of a board, bit d for digit d; none of another state.
    fn cells(&self) -> &[Mask];

    /// The layout of the board, if it is one.
    fn layout(&self) -> Option<&Arc<Layout>>;
}

fn snapshot(event: &Event) -> Option<&Snapshot> {
    match &event.state {
        SearchState::Snapshot(snapshot) => snapshot.downcast_ref(),
        _ => None,
    }
}

impl BoardEvent for Event {
    fn cells(&self) -> &[Mask] {
        snapshot(self).map_or(&[], |board| &board.cells)
    }

    fn layout(&self) -> Option<&Arc<Layout>> {
        snapshot(self).map(|board| &board.layout)
    }
}

/// Returns the state of a board in an event.
pub fn state(layout: Arc<Layout>, cells: Vec<Mask>) -> SearchState {
    SearchState::Snapshot(Arc::new(Snapshot { layout, cells }))
}
