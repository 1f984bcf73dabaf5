//! Naked and hidden singles and locked candidates on the ordinary 9 by 9 board: three bands of a digit at once.

use wide::u32x4;

use super::Contradiction;
use super::planes::{self, Planes};
use super::tables::{BAND, BEFORE_LAST, FIRST, LAST};

/// The first box of each row of a band, by the first cell that it has there.
const LEFT: u32 = FIRST;
const MIDDLE: u32 = LEFT << 3;
const RIGHT: u32 = LEFT << 6;
/// For nine columns, the first, the second and the third of each stack.
const COLUMNS: [u32; 3] = [0o111, 0o222, 0o444];

/// Runs naked and hidden singles and locked candidates until nothing changes.
///
/// Where the places of a digit are consistent across (each row of a band has its own box) and down (each band of a
/// stack its own column), a digit that has a single place in a row has left that cell's box and column. So it is enough
/// to look for single places in rows, and to keep a digit that is the last of its cell out of the rest of its row.
///
/// In each round all digits whose places have changed are looked at, each by itself: what one concludes about the
/// others is left for the next round. That takes a few rounds more, and less time, because the processor works on
/// several digits at once.
pub(super) fn locked(board: &mut Planes) -> Result<(), Contradiction> {
    let all = u32x4::new(planes::ALL);
    let mut planes = board.planes.map(u32x4::new);
    // The places that each digit had when they were consistent across.
    let mut seen = planes;
    for (d, seen) in seen.iter_mut().enumerate() {
        if board.changed >> d & 1 != 0 {
            *seen = splat(u32::MAX);
        }
    }
    // Cells with a single digit whose row has been cleared of it, or that is alone there.
    let mut done = u32x4::new(board.settled);
    // Cells that a digit has to be in because it is alone in its row: of all, and of each. The others leave them.
    let (mut taken, mut own) = (splat(0), [splat(0); 9]);
    loop {
        let (mut one, mut two) = (splat(0), splat(0));
        for (plane, own) in planes.iter_mut().zip(&own) {
            *plane = without(*plane, without(taken, *own));
            two |= one & *plane;
            one |= *plane;
        }
        if !one.cmp_eq(all).all() {
            return Err(planes::empty(&one.to_array()));
        }
        let singles = without(one, two);
        let fresh = without(singles, done);
        if !is_empty(fresh) {
            done |= fresh;
            clear_rows(&mut planes, fresh)?;
        }
        let mut active = false;
        for ((plane, seen), own) in planes.iter_mut().zip(&mut seen).zip(&mut own) {
            if plane.cmp_eq(*seen).all() {
                continue;
            }
            active = true;
            *seen = across(*plane);
            *plane = down(*seen);
            if (*plane | splat(BAND) ^ all).cmp_eq(splat(0)).any() {
                return Err(nowhere(*seen));
            }
            let alone = without(*plane, rows_of(*plane & (*plane - splat(FIRST))));
            *own |= without(alone, done);
        }
        if !active {
            board.planes = planes.map(u32x4::to_array);
            board.settled = singles.to_array();
            board.changed = 0;
            return Ok(());
        }
        let mut wanted_twice = splat(0);
        taken = splat(0);
        for own in &own {
            wanted_twice |= taken & *own;
            taken |= *own;
        }
        if !is_empty(wanted_twice) {
            return Err(Contradiction::at(first(wanted_twice)));
        }
        done |= taken;
    }
}

/// A digit has no place in some band; these are its places after it has been looked at across.
#[cold]
fn nowhere(across: u32x4) -> Contradiction {
    let [a, b, c, _] = across.to_array();
    Contradiction::among([a, b, c].iter().position(|&band| band == 0).map_or(9, |band| 3 * band))
}

/// Takes the digits of some cells that have no other out of the rest of their rows.
#[inline(always)]
fn clear_rows(planes: &mut [u32x4; 9], fresh: u32x4) -> Result<(), Contradiction> {
    let mut twice = splat(0);
    for plane in planes {
        let here = *plane & fresh;
        let rows = rows_of(here);
        // Bits in empty rows keep the subtraction inside its row.
        let filled = here | without(splat(FIRST), rows);
        twice |= filled & (filled - splat(FIRST));
        *plane = without(*plane, without(rows, here));
    }
    if is_empty(twice) { Ok(()) } else { Err(Contradiction::among(first(twice) / 9)) }
}

/// The places of a digit that are part of some way to give each row of a band its own box. None if there is no way.
/// That is all that locked candidates between rows and boxes can say.
#[inline(always)]
fn across(places: u32x4) -> u32x4 {
    let boxes = (places | places >> 1 | places >> 2) & splat(LEFT | MIDDLE | RIGHT);
    let one = boxes >> 3 & splat(LEFT | MIDDLE) | boxes << 6 & splat(RIGHT);
    let two = boxes >> 6 & splat(LEFT) | boxes << 3 & splat(MIDDLE | RIGHT);
    let next = |rows: u32x4| rows >> 9 | rows << 18;
    let pairs = one & next(two) | two & next(one);
    let kept = boxes & next(pairs);
    places & (kept | kept << 1 | kept << 2)
}

/// The same for columns: the places that are part of some way to give each band of a stack its own column.
#[inline(always)]
fn down(places: u32x4) -> u32x4 {
    let [a, b, c] = COLUMNS;
    let columns = (places | places >> 9 | places >> 18) & splat(a | b | c);
    let one = columns >> 1 & splat(a | b) | columns << 2 & splat(c);
    let two = columns >> 2 & splat(a) | columns << 1 & splat(b | c);
    let next = |bands: u32x4| {
        let [a, b, c, _] = bands.to_array();
        u32x4::new([b, c, a, 0])
    };
    let pairs = one & next(two) | two & next(one);
    let kept = columns & next(pairs);
    places & (kept | (kept | kept << 9) << 9)
}

/// All cells of the rows that have any of these.
#[inline(always)]
fn rows_of(cells: u32x4) -> u32x4 {
    let last = (cells | ((cells & splat(BEFORE_LAST)) + splat(BEFORE_LAST))) & splat(LAST);
    last | (last - (last >> 8))
}

#[inline(always)]
fn splat(word: u32) -> u32x4 {
    u32x4::new([word; 4])
}

#[inline(always)]
fn without(cells: u32x4, others: u32x4) -> u32x4 {
    cells & (others ^ splat(u32::MAX))
}

/// The first of some cells, of which there is one.
#[cold]
fn first(cells: u32x4) -> usize {
    planes::first(&cells.to_array()).unwrap_or(0)
}

#[inline(always)]
fn is_empty(cells: u32x4) -> bool {
    cells.cmp_eq(splat(0)).all()
}
