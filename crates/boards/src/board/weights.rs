//! Weights of cells: which took part in contradictions, counted over a whole search (dom/wdeg: Boussemart, Hemery,
//! Lecoutre and Sais, 2004).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Contradiction, Layout};

/// A weight for each cell, 1 at first. Clones share the weights.
#[derive(Debug, Clone)]
pub struct Weights(Arc<[AtomicU64]>);

impl Weights {
    /// Weights for the boards of a layout.
    pub fn new(layout: &Layout) -> Weights {
        Weights((0..layout.cells()).map(|_| AtomicU64::new(1.0f64.to_bits())).collect())
    }

    /// The weight of a cell; 1 for one that there is not.
    pub fn get(&self, cell: usize) -> f64 {
        self.0.get(cell).map_or(1.0, read)
    }

    /// Makes a cell heavier.
    pub fn bump(&self, cell: usize, by: f64) {
        if let Some(weight) = self.0.get(cell) {
            write(weight, read(weight) + by);
        }
    }

    /// Makes the cell of a contradiction heavier by 1, or the cells of its group together.
    pub fn blame(&self, layout: &Layout, contradiction: Contradiction) {
        if let Some(cell) = contradiction.cell {
            self.bump(cell, 1.0);
        }
        if let Some(group) = contradiction.group.and_then(|group| layout.groups().get(group)) {
            for &cell in &group.cells {
                self.bump(cell, 1.0);
            }
        }
    }

    /// Multiplies what exceeds 1: a factor below 1 lets what was long ago count less.
    pub fn fade(&self, factor: f64) {
        for weight in self.0.iter() {
            write(weight, 1.0 + (read(weight) - 1.0) * factor);
        }
    }
}

// One search uses the weights at a time: atomics let boards go from thread to thread, no more.

fn read(weight: &AtomicU64) -> f64 {
    f64::from_bits(weight.load(Ordering::Relaxed))
}

fn write(weight: &AtomicU64, value: f64) {
    weight.store(value.to_bits(), Ordering::Relaxed);
}
