//! Peers and groups as sets of cells, for the solving techniques (`techniques`).

use std::sync::OnceLock;

use crate::set::Set;

/// Sets that do not change while a puzzle is solved. They are made once for a layout, which keeps them.
#[derive(Debug)]
pub(crate) struct Geometry<const W: usize> {
    pub peers: Vec<Set<W>>,
    pub groups: Vec<Set<W>>,
    /// The units, those that are no lines first: that is where people look first.
    pub units: Vec<usize>,
    pub rows: Vec<usize>,
    pub columns: Vec<usize>,
    /// Cells in a group. Cells in no group are no part of the puzzle.
    pub inside: Set<W>,
}

/// Geometry that a layout keeps: with sets of two words, or of ten.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) small: OnceLock<Geometry<2>>,
    pub(crate) large: OnceLock<Geometry<10>>,
}
