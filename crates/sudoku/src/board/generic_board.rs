//! The state of any board: one mask for each cell, and what the rules have not looked at yet. Propagation on it: each rule
//! looks at one cell or one group, cheap rules first, until nothing changes.
//!
//! Everything is in one allocation: the masks, a bit for each settled cell, and a bit for each unsettled cell with at
//! most one digit. Each rule has a bit for each group that changed since it looked at it (for relations, one for each
//! relation). A group that a rule has looked at is handed on to the next, more expensive one.

use klammer_space::SmallMatching;

use crate::board::clue::{CELLS, ClueConstraint};
use crate::board::layout::{GroupInfo, Layout};
use crate::board::{Contradiction, Level, Mask, single};

/// The rules that look at groups, in the order in which they get them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Hidden,
    Locked,
    Pairs,
    Distinct,
    /// No rule for groups: the relations that clues make, which have numbers of their own.
    Relation,
    /// The end of the sequence.
    Done,
}

const STAGES: usize = Stage::Done as usize;

#[derive(Debug, Clone)]
pub(super) struct GenericState {
    words: Box<[u64]>,
    cells: u32,
    /// Index of the first word of the bits of urgent cells.
    urgent: u32,
    /// Index of the first word of the bits of the stages.
    stages: u32,
    /// Words for one stage.
    width: u32,
}

impl GenericState {
    pub fn new(layout: &Layout) -> GenericState {
        let cells = layout.cells();
        let urgent = cells + cells.div_ceil(64);
        let stages = urgent + cells.div_ceil(64);
        let width = layout.groups().len().max(layout.clues.relations.len()).div_ceil(64);
        let mut words = vec![0; stages + STAGES * width];
        for mask in words.iter_mut().take(cells) {
            *mask = layout.all();
        }
        let mut state = GenericState {
            words: words.into(),
            cells: cells as u32,
            urgent: urgent as u32,
            stages: stages as u32,
            width: width as u32,
        };
        for group in 0..layout.groups().len() {
            state.hand_to(Stage::Hidden, group);
        }
        for relation in 0..layout.clues.relations.len() {
            state.hand_to(Stage::Relation, relation);
        }
        for hole in (0..cells).filter(|&cell| !layout.is_cell(cell)) {
            state.put(hole, 0);
            state.set_settled(hole, true);
        }
        state
    }

    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    #[inline]
    pub fn masks(&self) -> &[Mask] {
        self.words.get(..self.cells as usize).unwrap_or(&[])
    }

    #[inline]
    pub fn mask(&self, cell: usize) -> Mask {
        if cell < self.cells as usize { self.mask_of(cell as u16) } else { 0 }
    }

    /// The mask of a cell that the board has.
    #[inline(always)]
    pub fn mask_of(&self, cell: u16) -> Mask {
        self.words.get(usize::from(cell)).copied().unwrap_or(0)
    }

    #[inline]
    fn put(&mut self, cell: usize, mask: Mask) {
        if cell < self.cells as usize
            && let Some(slot) = self.words.get_mut(cell)
        {
            *slot = mask;
        }
    }

    #[inline]
    pub fn is_settled(&self, cell: usize) -> bool {
        self.words.get(self.cells as usize + cell / 64).is_some_and(|word| word >> (cell % 64) & 1 != 0)
    }

    /// Returns the number of these cells that are not settled.
    #[inline]
    pub fn count_unsettled(&self, cells: impl Iterator<Item = usize>) -> usize {
        let settled = self.words.get(self.cells as usize..).unwrap_or_default();
        cells.filter(|cell| settled.get(cell / 64).is_none_or(|word| word >> (cell % 64) & 1 == 0)).count()
    }

    #[inline]
    pub fn set_settled(&mut self, cell: usize, settled: bool) {
        if let Some(word) = self.words.get_mut(self.cells as usize + cell / 64) {
            *word = *word & !(1 << (cell % 64)) | u64::from(settled) << (cell % 64);
        }
        if settled {
            self.set_urgent(cell, false);
        }
    }

    /// The bits of settled cells, 64 to a word.
    pub fn settled(&self) -> &[u64] {
        self.words.get(self.cells as usize..self.urgent as usize).unwrap_or(&[])
    }

    /// Cells that are not settled, in ascending order.
    pub fn unsettled(&self) -> impl Iterator<Item = usize> + '_ {
        let cells = self.cells as usize;
        self.settled().iter().enumerate().flat_map(move |(i, &settled)| {
            let room = cells - (i * 64).min(cells);
            let mut open = if room < 64 { !settled & ((1 << room) - 1) } else { !settled };
            std::iter::from_fn(move || {
                (open != 0).then(|| {
                    let bit = open.trailing_zeros() as usize;
                    open &= open - 1;
                    i * 64 + bit
                })
            })
        })
    }

    #[inline]
    pub fn hand_to(&mut self, stage: Stage, group: usize) {
        let start = self.stages as usize + stage as usize * self.width as usize;
        if stage != Stage::Done
            && let Some(word) = self.words.get_mut(start + group / 64)
        {
            *word |= 1 << (group % 64);
        }
    }

    /// Takes a group that a rule has to look at.
    #[inline]
    pub fn next_group(&mut self, stage: Stage) -> Option<usize> {
        let start = self.stages as usize + stage as usize * self.width as usize;
        let words = self.words.get_mut(start..start + self.width as usize)?;
        let (i, word) = words.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(i * 64 + bit)
    }

    /// The rules have to look at the groups of this cell.
    #[inline]
    fn mark(&mut self, layout: &Layout, cell: usize) {
        for &group in layout.memberships.get(cell) {
            self.hand_to(Stage::Hidden, usize::from(group));
        }
        if !layout.clues.relations.is_empty() {
            for &relation in layout.clues.related.get(cell) {
                self.hand_to(Stage::Relation, usize::from(relation));
            }
        }
    }

    /// The bits of urgent cells, 64 to a word: those with at most one digit that are not settled.
    #[inline]
    pub fn urgent(&mut self) -> &mut [u64] {
        self.words.get_mut(self.urgent as usize..self.stages as usize).unwrap_or(&mut [])
    }

    #[inline]
    pub fn set_urgent(&mut self, cell: usize, urgent: bool) {
        if let Some(word) = self.urgent().get_mut(cell / 64) {
            *word = *word & !(1 << (cell % 64)) | u64::from(urgent) << (cell % 64);
        }
    }

    /// Takes an urgent cell.
    #[inline]
    pub fn next_urgent(&mut self) -> Option<usize> {
        let (i, word) = self.urgent().iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(i * 64 + bit)
    }

    /// Candidates of a cell from outside: more or fewer than before.
    pub fn set(&mut self, layout: &Layout, cell: usize, mask: Mask) {
        if !layout.is_cell(cell) {
            return;
        }
        if mask & !self.mask(cell) != 0 {
            // A restored candidate may have been removed by a group without the cell, because of a group with it
            // (locked candidates).
            for group in 0..layout.groups().len() {
                self.hand_to(Stage::Hidden, group);
            }
            for relation in 0..layout.clues.relations.len() {
                self.hand_to(Stage::Relation, relation);
            }
        }
        self.put(cell, mask);
        self.set_settled(cell, false);
        self.set_urgent(cell, mask == 0 || single(mask));
        for &peer in layout.peers.get(cell) {
            let peer = usize::from(peer);
            if self.is_settled(peer) && self.mask(peer) & mask != 0 {
                self.set_settled(peer, false);
                self.set_urgent(peer, true);
            }
        }
        self.mark(layout, cell);
    }

    /// Takes digits out of a cell. A cell that a single one is left in becomes urgent.
    #[inline]
    pub fn remove(&mut self, layout: &Layout, cell: u16, digits: Mask) -> Result<(), Contradiction> {
        let at = usize::from(cell);
        let old = self.mask_of(cell);
        if old & digits == 0 {
            return Ok(());
        }
        let new = old & !digits;
        self.put(at, new);
        if new == 0 {
            return Err(Contradiction::at(at));
        }
        if single(new) {
            self.set_urgent(at, true);
        }
        self.mark(layout, at);
        Ok(())
    }

    /// Leaves only this digit in a cell. The rules have to look at its groups.
    pub fn place(&mut self, layout: &Layout, cell: usize, digit: Mask) {
        self.put(cell, digit);
        self.set_urgent(cell, true);
        self.mark(layout, cell);
    }

    /// One digit out of one cell, for the documented solver: a removal that would leave nothing is not made.
    #[inline]
    pub fn remove_unless_last(&mut self, layout: &Layout, cell: usize, digit: Mask) -> bool {
        let old = self.mask(cell);
        let new = old & !digit;
        if new == 0 {
            return false;
        }
        if new != old {
            self.put(cell, new);
            self.set_urgent(cell, single(new));
            self.mark(layout, cell);
        }
        true
    }
}

/// Runs the rules of a level to their fixpoint.
pub(super) fn propagate(board: &mut GenericState, layout: &Layout, level: Level) -> Result<(), Contradiction> {
    if level == Level::Forward {
        settle_urgent(board, layout)?;
        // Without the relations, a full board could be wrong.
        while let Some(relation) = next_relation(board, layout) {
            settle_relation(board, layout, relation)?;
        }
        return Ok(());
    }
    loop {
        while let Some(cell) = board.next_urgent() {
            settle(board, layout, cell)?;
        }
        if level >= Level::Hidden
            && let Some(group) = board.next_group(Stage::Hidden)
        {
            hidden_singles(board, layout, group)?;
            board.hand_to(Stage::Locked, group);
        } else if let Some(relation) = next_relation(board, layout) {
            settle_relation(board, layout, relation)?;
        } else if level >= Level::Locked
            && let Some(group) = board.next_group(Stage::Locked)
        {
            locked_candidates(board, layout, group)?;
            board.hand_to(Stage::Pairs, group);
        } else if level >= Level::Pairs
            && let Some(group) = board.next_group(Stage::Pairs)
        {
            pairs(board, layout, group)?;
            board.hand_to(Stage::Distinct, group);
        } else if level >= Level::Distinct
            && let Some(group) = board.next_group(Stage::Distinct)
        {
            if let Some(area) = area(layout, group) {
                distinct(board, layout, group, area)?;
            }
        } else {
            return Ok(());
        }
    }
}

/// The cells that are urgent now, and not those that become so.
pub(super) fn settle_urgent(board: &mut GenericState, layout: &Layout) -> Result<(), Contradiction> {
    let mut words = [0; Layout::SIDE * Layout::SIDE / 64];
    for (copy, word) in words.iter_mut().zip(board.urgent()) {
        *copy = std::mem::take(word);
    }
    let count = layout.cells().div_ceil(64);
    for (i, mut word) in words.into_iter().enumerate().take(count) {
        while word != 0 {
            settle(board, layout, i * 64 + word.trailing_zeros() as usize)?;
            word &= word - 1;
        }
    }
    Ok(())
}

/// A relation whose cells have changed. (Those of boards without clues are not even looked for.)
#[inline]
fn next_relation<'a>(board: &mut GenericState, layout: &'a Layout) -> Option<&'a ClueConstraint> {
    if layout.clues.relations.is_empty() {
        return None;
    }
    board.next_group(Stage::Relation).and_then(|number| layout.clues.relations.get(number))
}

/// Takes the only digit of a cell out of its peers.
#[inline]
fn settle(board: &mut GenericState, layout: &Layout, cell: usize) -> Result<(), Contradiction> {
    let digit = board.mask(cell);
    if digit == 0 {
        return Err(Contradiction::at(cell));
    }
    for &peer in layout.peers.get(cell) {
        board.remove(layout, peer, digit)?;
    }
    board.set_settled(cell, true);
    Ok(())
}

fn area(layout: &Layout, group: usize) -> Option<&GroupInfo> {
    layout.areas.get(group)
}

/// A digit that has only one place in a unit goes there. Counting for all digits at once: `once` and `twice` have a bit
/// for each.
fn hidden_singles(board: &mut GenericState, layout: &Layout, group: usize) -> Result<(), Contradiction> {
    let Some(area) = area(layout, group).filter(|area| area.unit) else { return Ok(()) };
    let (mut once, mut twice, mut fixed) = (0, 0, 0);
    for &cell in &area.cells {
        let mask = board.mask_of(cell);
        twice |= once & mask;
        once |= mask;
        fixed |= only_digit(mask);
    }
    if once != layout.all() {
        return Err(Contradiction::among(group));
    }
    let hidden = once & !twice & !fixed;
    if hidden == 0 {
        return Ok(());
    }
    for &cell in &area.cells {
        let here = board.mask_of(cell) & hidden;
        if here != 0 {
            if !single(here) {
                return Err(Contradiction::among(group));
            }
            board.remove(layout, cell, !here)?;
        }
    }
    Ok(())
}

/// The digit of a cell with a single one, without a jump.
#[inline(always)]
fn only_digit(mask: Mask) -> Mask {
    if mask & mask.wrapping_sub(1) == 0 { mask } else { 0 }
}

/// Removes a digit whose places in a unit are all in another group from the rest of that group.
fn locked_candidates(board: &mut GenericState, layout: &Layout, group: usize) -> Result<(), Contradiction> {
    for partition in layout.partitions(group) {
        // Overlaps have at least two cells.
        let mut unions = [0; Layout::DIGITS / 2 + 1];
        let (outside, mut fixed) = union(board, &partition.remaining);
        let (mut once, mut twice) = (0, outside);
        for (overlap, here) in partition.overlaps.iter().zip(&mut unions) {
            let (all, single) = union(board, &overlap.shared);
            *here = all;
            twice |= once & all;
            once |= all;
            fixed |= single;
        }
        // Digits of settled cells have left the other groups already.
        let locked = once & !twice & !fixed;
        if locked == 0 {
            continue;
        }
        for (overlap, here) in partition.overlaps.iter().zip(unions) {
            if here & locked != 0 {
                for &cell in &overlap.rest {
                    board.remove(layout, cell, here & locked)?;
                }
            }
        }
    }
    Ok(())
}

/// All digits of some cells, and those of the cells that have a single one.
#[inline(always)]
fn union(board: &GenericState, cells: &[u16]) -> (Mask, Mask) {
    cells.iter().fold((0, 0), |(all, fixed), &cell| {
        let mask = board.mask_of(cell);
        (all | mask, fixed | only_digit(mask))
    })
}

fn pairs(board: &mut GenericState, layout: &Layout, group: usize) -> Result<(), Contradiction> {
    let Some(area) = area(layout, group) else { return Ok(()) };
    naked_pairs(board, layout, area)?;
    if area.unit { hidden_pairs(board, layout, group, area) } else { Ok(()) }
}

/// Two cells of a group with the same two candidates: these leave the other cells.
fn naked_pairs(board: &mut GenericState, layout: &Layout, area: &GroupInfo) -> Result<(), Contradiction> {
    for (i, &first) in area.cells.iter().enumerate() {
        let mask = board.mask_of(first);
        if mask.count_ones() != 2 {
            continue;
        }
        let equal = |cell: &&u16| board.mask_of(**cell) == mask;
        let Some(&second) = area.cells.iter().skip(i + 1).find(equal) else { continue };
        for &cell in area.cells.iter().filter(|&&cell| cell != first && cell != second) {
            board.remove(layout, cell, mask)?;
        }
    }
    Ok(())
}

/// Two digits with the same two places in a unit: all others leave these cells.
fn hidden_pairs(
    board: &mut GenericState,
    layout: &Layout,
    group: usize,
    area: &GroupInfo,
) -> Result<(), Contradiction> {
    let (mut once, mut twice, mut thrice) = (0, 0, 0);
    for &cell in &area.cells {
        let mask = board.mask_of(cell);
        thrice |= twice & mask;
        twice |= once & mask;
        once |= mask;
    }
    let two = twice & !thrice;
    for (i, &first) in area.cells.iter().enumerate() {
        let here = board.mask_of(first) & two;
        if here.count_ones() < 2 {
            continue;
        }
        for &second in area.cells.iter().skip(i + 1) {
            let both = here & board.mask_of(second);
            match both.count_ones() {
                0 | 1 => {}
                2 => {
                    board.remove(layout, first, !both)?;
                    board.remove(layout, second, !both)?;
                }
                _ => return Err(Contradiction::among(group)),
            }
        }
    }
    Ok(())
}

/// Takes away what cannot be as a relation has it.
fn settle_relation(board: &mut GenericState, layout: &Layout, relation: &ClueConstraint) -> Result<(), Contradiction> {
    let mut masks = [0; CELLS];
    let Some(masks) = masks.get_mut(..relation.cells.len()) else { return Ok(()) };
    for (mask, &cell) in masks.iter_mut().zip(&relation.cells) {
        *mask = board.mask_of(cell);
    }
    let needed = relation.narrow(masks);
    for (mask, &cell) in masks.iter().zip(&relation.cells) {
        board.remove(layout, cell, !mask)?;
    }
    if needed != 0 {
        for overlap in relation.overlaps() {
            let locked = relation.locked_in(overlap, needed, |cell| board.mask_of(cell));
            if locked != 0 {
                for &cell in &overlap.rest {
                    board.remove(layout, cell, locked)?;
                }
            }
        }
    }
    Ok(())
}

/// The unsettled cells of a group keep the digits that they can have if all have different ones. The digits of settled
/// cells have left the others.
pub(super) fn distinct(
    board: &mut GenericState,
    layout: &Layout,
    group: usize,
    area: &GroupInfo,
) -> Result<(), Contradiction> {
    let mut cells = [0u16; SmallMatching::MAX];
    let mut matching = SmallMatching::default();
    let mut count = 0;
    let open = area.cells.iter().copied().filter(|&cell| !board.is_settled(usize::from(cell)));
    for ((i, cell), place) in open.enumerate().zip(&mut cells) {
        *place = cell;
        matching.allow(i, board.mask(usize::from(cell)));
        count = i + 1;
    }
    if !matching.complete(count) {
        return Err(Contradiction::among(group));
    }
    for (cell, gone) in cells.into_iter().zip(matching.impossible(count)).take(count) {
        board.remove(layout, cell, gone)?;
    }
    Ok(())
}
