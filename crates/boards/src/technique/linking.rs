//! The candidates of a grid, and the links between them.

use super::grid::{Grid, digits};
use super::links::{Candidates, Links, Matrix};

/// More candidates are not linked: the work grows with the square of their number.
const MOST: usize = 1000;

impl<const W: usize> Grid<'_, W> {
    /// Made when they are first asked for; none if there are too many candidates.
    pub fn links(&self) -> Option<&Links> {
        self.links.get_or_init(|| links_of(self)).as_ref()
    }
}

fn candidates_of<const W: usize>(grid: &Grid<W>) -> Option<Candidates> {
    let cells = grid.layout.cells();
    let (mut list, mut starts) = (Vec::new(), vec![0; cells]);
    for cell in grid.open.iter() {
        if let Some(start) = starts.get_mut(cell) {
            *start = list.len() as u16;
        }
        list.extend(digits(grid.mask(cell)).map(|digit| (cell, digit)));
        if list.len() > MOST {
            return None;
        }
    }
    Some(Candidates { list, starts, masks: (0..cells).map(|cell| grid.mask(cell)).collect() })
}

fn links_of<const W: usize>(grid: &Grid<W>) -> Option<Links> {
    let candidates = candidates_of(grid)?;
    let size = candidates.list.len();
    let [mut weak_of_digit, mut weak_in_cell, mut strong_of_digit, mut strong_in_cell] =
        [(); 4].map(|()| Matrix::new(size));
    for (i, &(cell, digit)) in candidates.list.iter().enumerate() {
        for other in (grid.plane(digit) & grid.peers(cell)).iter() {
            weak_of_digit.set(i, candidates.number(other, digit));
        }
        let mask = grid.mask(cell);
        for other in digits(mask & !(1 << digit)) {
            weak_in_cell.set(i, candidates.number(cell, other));
            if mask.count_ones() == 2 {
                strong_in_cell.set(i, candidates.number(cell, other));
            }
        }
    }
    for &unit in &grid.geometry.units {
        for digit in grid.digits() {
            if let Some(pair) = grid.places(unit, digit).pair() {
                let [a, b] = pair.map(|cell| candidates.number(cell, digit));
                strong_of_digit.set(a, b);
                strong_of_digit.set(b, a);
            }
        }
    }
    let weak = weak_of_digit.union(&weak_in_cell);
    Some(Links { candidates, weak_of_digit, weak, strong_of_digit, strong_in_cell })
}
