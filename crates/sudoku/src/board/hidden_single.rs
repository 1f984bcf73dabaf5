//! Propagation on the ordinary 9 by 9 board, on the places of one digit at a time.

use crate::board::bitboard::Planes;
use crate::board::cells::{Cells, and, and_not, any, cells, first, or, peers};
use crate::board::locked::locked;
use crate::board::tables::FIRST;
use crate::board::{Contradiction, Level};

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
            if let Some(cell) = first(&and(&taken, alone)) {
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
    let mut any = false;
    for (plane, alone) in board.planes.iter_mut().zip(alone) {
        let new = and_not(plane, &and_not(taken, alone));
        any |= *plane != new;
        *plane = new;
    }
    board.changed |= any;
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
