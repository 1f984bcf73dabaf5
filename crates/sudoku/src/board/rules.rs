//! Propagation on any board: each rule looks at one cell or one group, cheap rules first, until nothing changes.

use klammer_space::SmallMatching;

use crate::board::clue::{CELLS, ClueConstraint};
use crate::board::generic_board::{GenericState, Stage};
use crate::board::layout::{GroupInfo, Layout};
use crate::board::{Contradiction, Level, Mask, single};

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
