//! Propagation on the ordinary 9 by 9 board, on the places of one digit at a time.

use super::planes::{Cells, Planes, and, and_not, any, cells, changes, or, peers};
use super::tables::{ACROSS, BEFORE_LAST, BOXES, DOWN, FIRST, LAST};
use super::{Contradiction, Level};

pub(super) fn propagate(board: &mut Planes, level: Level) -> Result<(), Contradiction> {
    match level {
        Level::Forward => forward(board),
        Level::Naked => naked(board),
        Level::Hidden => hidden(board),
        _ => locked(board),
    }
}

/// The digits of the single cells that are not settled leave their peers.
fn settle(board: &mut Planes, fresh: &Cells) {
    for d in 0..9 {
        let here = board.planes.get(d).map(|plane| and(plane, fresh)).unwrap_or_default();
        let seen = cells(here).fold([0; 4], |seen, cell| or(&seen, &peers(cell)));
        board.remove(&seen, d);
    }
    board.settled = or(&board.settled, fresh);
}

fn forward(board: &mut Planes) -> Result<(), Contradiction> {
    let singles = board.singles()?;
    settle(board, &and_not(&singles, &board.settled));
    board.singles().map(|_| ())
}

fn naked(board: &mut Planes) -> Result<(), Contradiction> {
    loop {
        let singles = board.singles()?;
        let fresh = and_not(&singles, &board.settled);
        if !any(&fresh) {
            return Ok(());
        }
        settle(board, &fresh);
    }
}

fn hidden(board: &mut Planes) -> Result<(), Contradiction> {
    loop {
        naked(board)?;
        let (mut alone, mut taken) = ([[0; 4]; 9], [0; 4]);
        for (plane, alone) in board.planes.iter().zip(&mut alone) {
            *alone = alone_in_a_unit(plane)?;
            if let Some(cell) = super::planes::first(&and(&taken, alone)) {
                return Err(Contradiction::at(cell));
            }
            taken = or(&taken, alone);
        }
        if !keep(board, &alone, &taken) {
            return Ok(());
        }
    }
}

/// Takes all other digits out of cells that a digit has to be in. Has anything changed?
#[inline(always)]
fn keep(board: &mut Planes, alone: &[Cells; 9], taken: &Cells) -> bool {
    let before = board.changed;
    board.changed = 0;
    for (d, (plane, alone)) in board.planes.iter_mut().zip(alone).enumerate() {
        let new = and_not(plane, &and_not(taken, alone));
        board.changed |= changes(plane, &new) << (3 * d);
        *plane = new;
    }
    let any = board.changed != 0;
    board.changed |= before;
    any
}

/// The places of a digit that are its only ones in a row, a column or a box.
fn alone_in_a_unit(plane: &Cells) -> Result<Cells, Contradiction> {
    let [a, b, c, _] = *plane;
    let mut alone = [0; 4];
    // Columns: nine rows are counted at once.
    let rows = [a, b, c].into_iter().flat_map(|band| [band & 511, band >> 9 & 511, band >> 18]);
    let (one, two) = rows.fold((0, 0), |(one, two), row| (one | row, two | one & row));
    if one != 511 {
        return Err(Contradiction::among(9 + (!one).trailing_zeros() as usize));
    }
    let columns = (one & !two) * FIRST;
    for (band, (&word, alone)) in plane.iter().zip(&mut alone).enumerate().take(3) {
        *alone |= word & columns;
        for row in 0..3 {
            *alone |= lone_bit(word, 511 << (9 * row)).ok_or(Contradiction::among(3 * band + row))?;
        }
        for k in 0..3 {
            *alone |= lone_bit(word, (7 * FIRST) << (3 * k)).ok_or(Contradiction::among(18 + 3 * band + k))?;
        }
    }
    Ok(alone)
}

/// The only bit of a word under a mask; 0 if there are several, `None` if there is none.
#[inline(always)]
fn lone_bit(word: u32, mask: u32) -> Option<u32> {
    let bits = word & mask;
    if bits == 0 { None } else { Some(if bits & (bits - 1) == 0 { bits } else { 0 }) }
}

/// Naked and hidden singles and locked candidates.
///
/// Where the places of a digit are consistent across (each row of a band has its own box) and down (each band of a
/// stack its own column), a digit that has a single place in a row has left that cell's box and column. So it is enough
/// to look for single places in rows, and to keep a digit that is the last of its cell out of the rest of its row.
fn locked(board: &mut Planes) -> Result<(), Contradiction> {
    let mut done = board.settled;
    loop {
        let singles = board.singles()?;
        let fresh = and_not(&singles, &done);
        if any(&fresh) {
            done = or(&done, &fresh);
            for (d, plane) in board.planes.iter_mut().enumerate() {
                board.changed |= clear_rows(plane, &fresh)? << (3 * d);
            }
        }
        if board.changed == 0 {
            board.settled = singles;
            return Ok(());
        }
        for d in 0..9 {
            let changed = board.changed >> (3 * d) & 7;
            if changed == 0 {
                continue;
            }
            board.changed &= !(7 << (3 * d));
            let Some(plane) = board.planes.get_mut(d) else { continue };
            close(plane, changed)?;
            let alone = and_not(&alone_in_rows(plane), &done);
            if any(&alone) {
                done = or(&done, &alone);
                for (e, plane) in board.planes.iter_mut().enumerate() {
                    if e != d {
                        let new = and_not(plane, &alone);
                        board.changed |= changes(plane, &new) << (3 * e);
                        *plane = new;
                    }
                }
            }
        }
    }
}

/// Takes a digit out of the rows of some cells that it is the last candidate of. Returns a bit for each band that has
/// changed.
#[inline(always)]
fn clear_rows(plane: &mut Cells, fresh: &Cells) -> Result<u32, Contradiction> {
    let here = and(plane, fresh);
    if !any(&here) {
        return Ok(0);
    }
    let mut changed = 0;
    for (band, (word, here)) in plane.iter_mut().zip(here).enumerate().take(3) {
        if here != 0 {
            let rows = rows_of(here);
            // Bits in empty rows keep the subtraction inside its row.
            let filled = here | FIRST & !rows;
            if filled & (filled - FIRST) != 0 {
                return Err(Contradiction::among(3 * band));
            }
            let new = *word & (!rows | here);
            changed |= u32::from(new != *word) << band;
            *word = new;
        }
    }
    Ok(changed)
}

/// All cells of the rows that have any of these.
#[inline(always)]
fn rows_of(bits: u32) -> u32 {
    let last = (bits | ((bits & BEFORE_LAST) + BEFORE_LAST)) & LAST;
    last | (last - (last >> 8))
}

/// Locked candidates of one digit.
#[inline(always)]
fn close(plane: &mut Cells, mut changed: u32) -> Result<(), Contradiction> {
    let [mut a, mut b, mut c, _] = *plane;
    loop {
        if changed & 1 != 0 {
            a &= across(a);
        }
        if changed & 2 != 0 {
            b &= across(b);
        }
        if changed & 4 != 0 {
            c &= across(c);
        }
        if a == 0 || b == 0 || c == 0 {
            let band = [a, b, c].iter().position(|&band| band == 0).unwrap_or(0);
            return Err(Contradiction::among(3 * band));
        }
        // Nine bits for each stack.
        let columns = stacks(a) | stacks(b) << 3 | stacks(c) << 6;
        let allowed = down(columns) | down(columns >> 9) << 9 | down(columns >> 18) << 18;
        if allowed == columns {
            break;
        }
        let (x, y, z) = (a & cells_of(allowed), b & cells_of(allowed >> 3), c & cells_of(allowed >> 6));
        if x == 0 || y == 0 || z == 0 {
            return Err(Contradiction::among(9));
        }
        changed = u32::from(x != a) | u32::from(y != b) << 1 | u32::from(z != c) << 2;
        (a, b, c) = (x, y, z);
    }
    *plane = [a, b, c, 0];
    Ok(())
}

#[inline(always)]
fn across(band: u32) -> u32 {
    let boxes = |row: u32| u32::from(BOXES.get(row as usize & 511).copied().unwrap_or(0));
    let index = boxes(band) | boxes(band >> 9) << 3 | boxes(band >> 18) << 6;
    ACROSS.get(index as usize & 511).copied().unwrap_or(0)
}

/// The columns of a band that have any of its cells: three bits for each stack, nine bits apart.
#[inline(always)]
fn stacks(band: u32) -> u32 {
    let columns = band | band >> 9 | band >> 18;
    columns & 7 | (columns & 7 << 3) << 6 | (columns & 7 << 6) << 12
}

/// All cells of these columns of a band.
#[inline(always)]
fn cells_of(stacks: u32) -> u32 {
    (stacks & 7 | stacks >> 6 & 7 << 3 | stacks >> 12 & 7 << 6) * FIRST
}

#[inline(always)]
fn down(columns: u32) -> u32 {
    DOWN.get(columns as usize & 511).copied().unwrap_or(0)
}

/// The places of a digit that are its only ones in a row, if each row has one.
#[inline(always)]
fn alone_in_rows(plane: &Cells) -> Cells {
    plane.map(|word| word & !rows_of(word & word.wrapping_sub(FIRST)))
}
