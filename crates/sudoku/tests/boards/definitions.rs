//! The rules of boards as they are defined, without any thought of speed: what `klammer_sudoku::board` is compared
//! with.

use klammer_sudoku::board::{Layout, Level, Mask};

/// Masks of cells, and which of the cells are settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub masks: Vec<Mask>,
    pub settled: Vec<bool>,
}

impl Position {
    pub fn new(layout: &Layout) -> Position {
        Position { masks: vec![layout.all(); layout.cells()], settled: vec![false; layout.cells()] }
    }

    fn single(&self, cell: usize) -> bool {
        self.masks[cell].count_ones() == 1
    }

    fn possible(&self) -> bool {
        self.masks.iter().all(|&mask| mask != 0)
    }

    /// The digits of all unsettled single cells leave their peers, once.
    pub fn forward(&mut self, layout: &Layout) -> bool {
        let singles: Vec<usize> =
            (0..layout.cells()).filter(|&cell| self.single(cell) && !self.settled[cell]).collect();
        let digits: Vec<Mask> = singles.iter().map(|&cell| self.masks[cell]).collect();
        for (&cell, &digit) in singles.iter().zip(&digits) {
            for peer in layout.peers(cell) {
                self.masks[peer] &= !digit;
            }
            self.settled[cell] = true;
        }
        self.possible()
    }

    /// Runs the rules of a level. False at a contradiction.
    pub fn propagate(&mut self, layout: &Layout, level: Level) -> bool {
        if level == Level::Forward {
            return self.possible() && self.forward(layout);
        }
        loop {
            let before = self.masks.clone();
            self.naked(layout);
            if level >= Level::Hidden && !self.hidden(layout) {
                return false;
            }
            if level >= Level::Locked {
                self.locked(layout);
            }
            if level >= Level::Pairs {
                self.pairs(layout);
            }
            if level >= Level::Distinct {
                self.distinct(layout);
            }
            if !self.possible() {
                return false;
            }
            if self.masks == before {
                self.settled = (0..layout.cells()).map(|cell| self.single(cell)).collect();
                return true;
            }
        }
    }

    fn naked(&mut self, layout: &Layout) {
        for cell in 0..layout.cells() {
            if !self.single(cell) {
                continue;
            }
            let digit = self.masks[cell];
            for peer in layout.peers(cell) {
                self.masks[peer] &= !digit;
            }
        }
    }

    fn hidden(&mut self, layout: &Layout) -> bool {
        for group in units(layout) {
            for digit in 1..=layout.digits() {
                let places = self.places(group, digit);
                match places[..] {
                    [] => return false,
                    [cell] => self.masks[cell] &= 1 << digit,
                    _ => {}
                }
            }
        }
        true
    }

    fn locked(&mut self, layout: &Layout) {
        for unit in units(layout) {
            for other in layout.groups().iter().map(|group| &group.cells).filter(|&other| other != unit) {
                for digit in 1..=layout.digits() {
                    if self.places(unit, digit).iter().all(|cell| other.contains(cell)) {
                        for cell in other.iter().filter(|cell| !unit.contains(cell)) {
                            self.masks[*cell] &= !(1 << digit);
                        }
                    }
                }
            }
        }
    }

    fn pairs(&mut self, layout: &Layout) {
        for group in layout.groups().iter().map(|group| &group.cells) {
            for (i, &a) in group.iter().enumerate() {
                for &b in &group[i + 1..] {
                    let mask = self.masks[a];
                    if mask == self.masks[b] && mask.count_ones() == 2 {
                        for &cell in group.iter().filter(|&&cell| cell != a && cell != b) {
                            self.masks[cell] &= !mask;
                        }
                    }
                }
            }
        }
        for unit in units(layout) {
            for d in 1..=layout.digits() {
                for e in d + 1..=layout.digits() {
                    let places = self.places(unit, d);
                    if places.len() == 2 && places == self.places(unit, e) {
                        for cell in places {
                            self.masks[cell] &= 1 << d | 1 << e;
                        }
                    }
                }
            }
        }
    }

    fn distinct(&mut self, layout: &Layout) {
        for group in layout.groups().iter().map(|group| &group.cells) {
            for &cell in group {
                for digit in 1..=layout.digits() {
                    let mask = self.masks[cell];
                    if mask >> digit & 1 != 0 {
                        self.masks[cell] = 1 << digit;
                        let fillable = self.fillable(group);
                        self.masks[cell] = if fillable { mask } else { mask & !(1 << digit) };
                    }
                }
            }
        }
    }

    /// Returns whether there is a different digit for each cell of a group, by Kuhn's algorithm for matchings.
    fn fillable(&self, group: &[usize]) -> bool {
        fn find(
            position: &Position,
            group: &[usize],
            i: usize,
            taken: &mut [Option<usize>; 64],
            seen: &mut u64,
        ) -> bool {
            (0..64).filter(|digit| position.masks[group[i]] >> digit & 1 != 0).any(|digit| {
                if *seen >> digit & 1 != 0 {
                    return false;
                }
                *seen |= 1 << digit;
                let free = taken[digit].is_none_or(|other| find(position, group, other, taken, seen));
                if free {
                    taken[digit] = Some(i);
                }
                free
            })
        }
        let mut taken = [None; 64];
        (0..group.len()).all(|i| find(self, group, i, &mut taken, &mut 0))
    }

    fn places(&self, cells: &[usize], digit: usize) -> Vec<usize> {
        cells.iter().copied().filter(|&cell| self.masks[cell] >> digit & 1 != 0).collect()
    }

    /// The documented step: rows and columns in turn, then the box; a peer keeps its last digit.
    pub fn propagate_constraint(&mut self, size: usize, cell: usize, digit: u32) -> bool {
        let bit = 1 << digit;
        if self.masks[cell] & bit == 0 {
            return false;
        }
        self.masks[cell] = bit;
        let (n, r, c) = (size * size, cell / (size * size), cell % (size * size));
        let mut order = Vec::new();
        for i in 0..n {
            order.push((r, i));
            order.push((i, c));
        }
        for i in 0..n {
            order.push((r / size * size + i / size, c / size * size + i % size));
        }
        for (row, column) in order.into_iter().filter(|&(row, column)| (row, column) != (r, c)) {
            let rest = self.masks[row * n + column] & !bit;
            if rest == 0 {
                return false;
            }
            self.masks[row * n + column] = rest;
        }
        true
    }

    pub fn is_solution(&mut self, size: usize) -> bool {
        (0..self.masks.len()).all(|cell| {
            self.single(cell) && {
                let digit = self.masks[cell].trailing_zeros();
                self.propagate_constraint(size, cell, digit)
            }
        })
    }
}

fn units(layout: &Layout) -> impl Iterator<Item = &Vec<usize>> {
    layout.groups().iter().enumerate().filter(|(g, _)| layout.is_unit(*g)).map(|(_, group)| &group.cells)
}
