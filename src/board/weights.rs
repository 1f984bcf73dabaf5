//! Weights of cells: which took part in contradictions, counted over a whole search (dom/wdeg: Boussemart, Hemery, Lecoutre and Sais, 2004).

use std::cell::RefCell;
use std::rc::Rc;

use super::{Contradiction, Layout};

/// A weight for each cell, 1 at first. Clones share the weights.
#[derive(Debug, Clone)]
pub struct Weights(Rc<RefCell<Vec<f64>>>);

impl Weights {
    /// Weights for the boards of a layout.
    pub fn new(layout: &Layout) -> Weights {
        Weights(Rc::new(RefCell::new(vec![1.0; layout.cells()])))
    }

    /// The weight of a cell; 1 for one that there is not.
    pub fn get(&self, cell: usize) -> f64 {
        self.0.borrow().get(cell).copied().unwrap_or(1.0)
    }

    /// Makes a cell heavier.
    pub fn bump(&self, cell: usize, by: f64) {
        if let Some(weight) = self.0.borrow_mut().get_mut(cell) {
            *weight += by;
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
        for weight in self.0.borrow_mut().iter_mut() {
            *weight = 1.0 + (*weight - 1.0) * factor;
        }
    }
}
