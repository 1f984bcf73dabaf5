//! All that "these cells have different digits" says about one group: a digit stays in a cell only if the group can be
//! filled with it there (Régin, "A filtering algorithm for constraints of difference in CSPs", 1994).
//!
//! One way to fill the group is found by augmenting paths. Another digit of a cell is part of a way to fill it if the
//! digit's present cell can in turn take another, and so on, until somebody takes a digit that is free or that of the
//! first cell.

use crate::board::generic_board::General;
use crate::board::layout::{Area, Layout};
use crate::board::{Contradiction, Mask};

/// The cells of a group that are not settled, by their positions in a list, and a digit for each. Settled cells have no
/// say: their digits have left the others.
struct Matching {
    masks: [Mask; 64],
    digit_of: [u8; 64],
    /// 1 more than the position.
    cell_of: [u8; 64],
    given: Mask,
}

pub(super) fn distinct(board: &mut General, layout: &Layout, group: usize, area: &Area) -> Result<(), Contradiction> {
    let mut cells = [0u16; 64];
    let mut matching = Matching { masks: [0; 64], digit_of: [0; 64], cell_of: [0; 64], given: 0 };
    let mut count = 0;
    for &cell in area.cells.iter().filter(|&&cell| !board.is_settled(usize::from(cell))) {
        put(&mut cells, count, cell);
        put(&mut matching.masks, count, board.mask(usize::from(cell)));
        count += 1;
    }
    for i in 0..count {
        if !matching.add(i) {
            return Err(Contradiction::among(group));
        }
    }
    let reach = matching.reach(count);
    for i in 0..count {
        let (own, mut left) = (at(&matching.digit_of, i), at(&matching.masks, i));
        let mut keep = 0;
        while left != 0 {
            let digit = left.trailing_zeros();
            keep |= (at(&reach, digit as usize) >> own & 1) << digit;
            left &= left - 1;
        }
        board.remove(layout, at(&cells, i), !keep)?;
    }
    Ok(())
}

impl Matching {
    /// Finds a digit for one more cell; others may get another one for it.
    fn add(&mut self, first: usize) -> bool {
        let mut reached_from = [0u8; 64];
        let (mut seen, mut waiting) = (0, 1u64 << first);
        while waiting != 0 {
            let cell = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let fresh = at(&self.masks, cell) & !seen;
            seen |= fresh;
            let free = fresh & !self.given;
            if free != 0 {
                let mut digit = free.trailing_zeros() as u8;
                put(&mut reached_from, usize::from(digit), cell as u8);
                self.given |= 1 << digit;
                // Back along the path: each cell takes the digit that it was left for.
                loop {
                    let cell = at(&reached_from, usize::from(digit));
                    let before = at(&self.digit_of, usize::from(cell));
                    put(&mut self.digit_of, usize::from(cell), digit);
                    put(&mut self.cell_of, usize::from(digit), cell + 1);
                    if usize::from(cell) == first {
                        return true;
                    }
                    digit = before;
                }
            }
            let mut left = fresh;
            while left != 0 {
                let digit = left.trailing_zeros() as usize;
                put(&mut reached_from, digit, cell as u8);
                waiting |= 1 << (at(&self.cell_of, digit) - 1);
                left &= left - 1;
            }
        }
        false
    }

    /// For each digit, those that can come free if its cell gives it up.
    fn reach(&self, count: usize) -> [Mask; 64] {
        // No cell has this digit: a cell that takes it leaves any other digit free.
        let mut reach = [Mask::MAX; 64];
        for i in 0..count {
            put(&mut reach, usize::from(at(&self.digit_of, i)), at(&self.masks, i));
        }
        for i in 0..count {
            let through = usize::from(at(&self.digit_of, i));
            let further = at(&reach, through);
            for j in 0..count {
                let from = usize::from(at(&self.digit_of, j));
                let row = at(&reach, from);
                if row >> through & 1 != 0 {
                    put(&mut reach, from, row | further);
                }
            }
        }
        for i in 0..count {
            let from = usize::from(at(&self.digit_of, i));
            if at(&reach, from) & !self.given != 0 {
                put(&mut reach, from, Mask::MAX);
            }
        }
        reach
    }
}

#[inline(always)]
fn at<T: Copy + Default>(items: &[T; 64], i: usize) -> T {
    items.get(i & 63).copied().unwrap_or_default()
}

#[inline(always)]
fn put<T>(items: &mut [T; 64], i: usize, item: T) {
    if let Some(slot) = items.get_mut(i & 63) {
        *slot = item;
    }
}
