//! Trials: a digit is put into a cell to see what follows. Nishio looks at that digit alone; nets at all that singles
//! bring about, then with locked candidates and pairs, and at last with trials inside trials (what Denis Berthier calls
//! T&E at depth one and two).

use crate::board::{Board, Level, Mask};
use crate::set::Set;
use crate::techniques::grid::{Grid, digits};
use crate::techniques::{Deadlock, Literal, Step, Technique};

/// Greatest number of candidates for trials inside trials.
const MOST_NESTED: usize = 400;

/// Candidates that are tried together, of which each takes a few microseconds; those that take a hundred.
const DEEP_IN_A_PART: usize = 4;
const NESTED_IN_A_PART: usize = 1;

/// Nobody has taken a candidate away.
const NOBODY: u16 = u16::MAX;

/// A digit that was put somewhere, and which candidates had to go first.
struct Placement {
    cell: usize,
    digit: u32,
    /// It is the only digit of the cell, or the cell is its only place in this unit.
    unit: Option<usize>,
}

/// Consequences of a digit in a cell, with the event that took each candidate away.
struct ForcingTrial<'a, 'b, const W: usize> {
    grid: &'a Grid<'b, W>,
    planes: Vec<Set<W>>,
    masks: Vec<Mask>,
    /// For each cell and digit, which event took it away.
    blame: Vec<u16>,
    events: Vec<Placement>,
    /// Cells that have been given a digit.
    done: Set<W>,
    /// Only this digit is looked at.
    only: Option<u32>,
}

impl<'a, 'b, const W: usize> ForcingTrial<'a, 'b, W> {
    fn new(grid: &'a Grid<'b, W>, only: Option<u32>) -> ForcingTrial<'a, 'b, W> {
        let (cells, count) = (grid.layout.cells(), grid.layout.digits() + 1);
        ForcingTrial {
            grid,
            planes: (0..count as u32).map(|digit| grid.plane(digit)).collect(),
            masks: (0..cells).map(|cell| grid.mask(cell)).collect(),
            blame: vec![NOBODY; cells * count],
            events: Vec::new(),
            done: Set::default(),
            only,
        }
    }

    fn digits(&self) -> impl Iterator<Item = u32> + use<W> {
        match self.only {
            Some(digit) => digit..digit + 1,
            None => 1..self.planes.len() as u32,
        }
    }

    fn plane(&self, digit: u32) -> Set<W> {
        self.planes.get(digit as usize).copied().unwrap_or_default()
    }

    fn mask(&self, cell: usize) -> Mask {
        self.masks.get(cell).copied().unwrap_or(0)
    }

    fn remove(&mut self, cell: usize, digit: u32) {
        let by = (self.events.len().saturating_sub(1)) as u16;
        if self.mask(cell) >> digit & 1 == 0 {
            return;
        }
        if let Some(mask) = self.masks.get_mut(cell) {
            *mask &= !(1 << digit);
        }
        if let Some(plane) = self.planes.get_mut(digit as usize) {
            *plane = *plane - [cell].into_iter().collect();
        }
        if let Some(blame) = self.blame.get_mut(cell * self.planes.len() + digit as usize) {
            *blame = by;
        }
    }

    fn place(&mut self, event: Placement) {
        let Placement { cell, digit, .. } = event;
        self.events.push(event);
        self.done.insert(cell);
        for other in digits(self.mask(cell) & !(1 << digit)) {
            self.remove(cell, other);
        }
        for peer in (self.plane(digit) & self.grid.peers(cell)).iter() {
            self.remove(peer, digit);
        }
    }

    /// Goes on until there is a contradiction or nothing follows any more.
    fn run(&mut self, cell: usize, digit: u32) -> Option<Deadlock> {
        self.place(Placement { cell, digit, unit: None });
        loop {
            if self.only.is_none() {
                let empty = self.grid.open.iter().find(|&cell| self.mask(cell) == 0);
                if let Some(cell) = empty {
                    return Some(Deadlock::Cell(cell));
                }
                let single = (self.grid.open - self.done).iter().find(|&cell| self.mask(cell).is_power_of_two());
                if let Some(cell) = single {
                    self.place(Placement { cell, digit: self.mask(cell).trailing_zeros(), unit: None });
                    continue;
                }
            }
            match self.hidden_single()? {
                Ok(event) => self.place(event),
                Err(deadlock) => return Some(deadlock),
            }
        }
    }

    fn hidden_single(&self) -> Option<Result<Placement, Deadlock>> {
        for &unit in &self.grid.geometry.units {
            let group = self.grid.group(unit);
            for digit in self.digits() {
                let places = self.plane(digit) & group;
                if places.is_empty() && !self.grid.places(unit, digit).is_empty() {
                    return Some(Err(Deadlock::Unit(unit, digit)));
                }
                if let Some(cell) = places.first().filter(|&cell| !self.done.has(cell) && places.count() == 1) {
                    return Some(Ok(Placement { cell, digit, unit: Some(unit) }));
                }
            }
        }
        None
    }

    /// Returns the part of the digits put that the contradiction needs.
    fn proof(&self, deadlock: Deadlock) -> Vec<Literal> {
        let mut needed = vec![false; self.events.len()];
        if let Some(first) = needed.first_mut() {
            *first = true;
        }
        let blame = |cell: usize, digit: u32| self.blame.get(cell * self.planes.len() + digit as usize).copied();
        let need = |needed: &mut Vec<bool>, missing: Vec<(usize, u32)>| {
            for by in missing.into_iter().filter_map(|(cell, digit)| blame(cell, digit)) {
                if let Some(place) = needed.get_mut(usize::from(by)) {
                    *place = true;
                }
            }
        };
        let of_cell =
            |cell: usize, but: Mask| digits(self.grid.mask(cell) & !but).map(|digit| (cell, digit)).collect::<Vec<_>>();
        let of_unit = |unit: usize, digit: u32, but: Option<usize>| {
            let places = self.grid.places(unit, digit).iter().filter(|cell| Some(*cell) != but);
            places.map(|cell| (cell, digit)).collect::<Vec<_>>()
        };
        need(
            &mut needed,
            match deadlock {
                Deadlock::Cell(cell) => of_cell(cell, 0),
                Deadlock::Unit(unit, digit) => of_unit(unit, digit, None),
            },
        );
        for (i, event) in self.events.iter().enumerate().skip(1).rev() {
            if needed.get(i) == Some(&true) {
                need(
                    &mut needed,
                    match event.unit {
                        Some(unit) => of_unit(unit, event.digit, Some(event.cell)),
                        None => of_cell(event.cell, 1 << event.digit),
                    },
                );
            }
        }
        let literal = |event: &Placement| Literal { cell: event.cell, digit: event.digit, right: true };
        self.events.iter().zip(needed).filter(|(_, needed)| *needed).map(|(event, _)| literal(event)).collect()
    }
}

impl<const W: usize> Grid<'_, W> {
    fn candidates(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.open.iter().flat_map(|cell| digits(self.mask(cell)).map(move |digit| (cell, digit)))
    }

    /// A candidate that leads to a contradiction by singles: of its own digit (nishio), or of all (a net). The one
    /// whose contradiction needs the fewest digits.
    pub fn net(&self, technique: Technique) -> Option<Step> {
        let nishio = technique == Technique::Nishio;
        let mut best: Option<(Vec<Literal>, Deadlock)> = None;
        for (cell, digit) in self.candidates() {
            if !nishio && self.board.clone().assign(cell, digit, Level::Hidden).is_ok() {
                continue;
            }
            let mut trial = ForcingTrial::new(self, nishio.then_some(digit));
            let Some(deadlock) = trial.run(cell, digit) else { continue };
            let proof = trial.proof(deadlock);
            if best.as_ref().is_none_or(|(shortest, _)| proof.len() < shortest.len()) {
                best = Some((proof, deadlock));
            }
        }
        let (proof, deadlock) = best?;
        let Literal { cell, digit, .. } = *proof.first()?;
        let step = Step { chains: vec![proof], deadlock: Some(deadlock), ..self.step(technique, [cell], 1 << digit) };
        step.removing([(cell, digit)])
    }

    /// In how many parts the technique is looked for.
    pub fn parts(&self, technique: Technique) -> usize {
        let each = match technique {
            Technique::DeepNet => DEEP_IN_A_PART,
            Technique::NestedNet if self.candidates().nth(MOST_NESTED).is_none() => NESTED_IN_A_PART,
            _ => return 1,
        };
        self.candidates().count().div_ceil(each).max(1)
    }

    fn part(&self, part: usize, each: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.candidates().skip(part.saturating_mul(each)).take(each)
    }

    /// A candidate among those of a part that leads to a contradiction by locked candidates and pairs, too.
    pub fn deep_net(&self, part: usize) -> Option<Step> {
        let fails = |&(cell, digit): &(usize, u32)| self.board.clone().assign(cell, digit, Level::Pairs).is_err();
        let (cell, digit) = self.part(part, DEEP_IN_A_PART).find(fails)?;
        self.step(Technique::DeepNet, [cell], 1 << digit).removing([(cell, digit)])
    }

    /// A candidate among those of a part that leads to a contradiction if what follows from it is tried in turn.
    pub fn nested_net(&self, part: usize) -> Option<Step> {
        if self.candidates().nth(MOST_NESTED).is_some() {
            return None;
        }
        let (cell, digit) = self.part(part, NESTED_IN_A_PART).find(|&(cell, digit)| {
            let mut board = self.board.clone();
            board.assign(cell, digit, Level::Locked).is_err() || refuted(board)
        })?;
        self.step(Technique::NestedNet, [cell], 1 << digit).removing([(cell, digit)])
    }
}

/// Returns whether taking out the candidates that trials refute leads to a contradiction.
fn refuted(mut board: Board) -> bool {
    loop {
        let mut changed = false;
        for cell in board.unsettled().collect::<Vec<_>>() {
            for digit in digits(board.get(cell)) {
                if board.get(cell) >> digit & 1 == 1 && board.clone().assign(cell, digit, Level::Locked).is_err() {
                    board.eliminate(cell, digit);
                    changed = true;
                    if board.propagate(Level::Locked).is_err() {
                        return true;
                    }
                }
            }
        }
        if !changed {
            return false;
        }
    }
}
