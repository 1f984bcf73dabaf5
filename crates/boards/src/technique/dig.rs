//! What can be left out of a puzzle.

use crate::board::{Board, Level, Tie};

/// How much is concluded at each node of the search for other solutions.
const LEVEL: Level = Level::Locked;

/// How many nodes all searches together may have, times the cells of the board: about half a second. Boards of nine
/// digits take a hundredth of that. On large ones a search for another solution may come to no end.
const WORK: usize = 5_000_000;

/// The part of that which one search may take.
const SHARE: usize = 40;

/// Takes sets of givens out of a puzzle with one solution, in this order, each if the puzzle is found to keep one
/// solution without it. The puzzle that is left, and the numbers of the sets that were taken. On boards of many more
/// than 81 cells, what takes a long search to be found out stays.
///
/// # Errors
/// Those of `spend`, which is called at each node of a search.
pub fn dig<E>(
    puzzle: &Board,
    sets: &[Vec<usize>],
    mut spend: impl FnMut() -> Result<(), E>,
) -> Result<(Board, Vec<usize>), E> {
    let all = puzzle.layout().all();
    let mut puzzle = puzzle.clone();
    let mut taken = Vec::new();
    let total = WORK / puzzle.layout().cells().max(1);
    let mut left = total;
    for (number, set) in sets.iter().enumerate() {
        let mut without = puzzle.clone();
        set.iter().for_each(|&cell| without.set(cell, all));
        // Of a single cell it is enough that no other digit has a solution.
        let mut nodes = left.min(total / SHARE);
        left -= nodes;
        let most = if let [cell] = *set.as_slice() {
            let mut other = without.clone();
            other.set(cell, all & !puzzle.get(cell));
            count(other, 1, &mut nodes, &mut spend)?.map(|others| others + 1)
        } else {
            count(without.clone(), 2, &mut nodes, &mut spend)?
        };
        left += nodes;
        if most == Some(1) {
            puzzle = without;
            taken.push(number);
        }
    }
    Ok((puzzle, taken))
}

/// How many solutions a board has, counted up to `most`; nothing if that takes more than so many nodes, of which those
/// are taken that it needs.
fn count<E>(
    mut board: Board,
    most: usize,
    nodes: &mut usize,
    spend: &mut impl FnMut() -> Result<(), E>,
) -> Result<Option<usize>, E> {
    spend()?;
    let mut found = 0;
    // Boards with the cell to branch on and the digits of it that are left.
    let mut open = Vec::new();
    let mut next = board.propagate(LEVEL).is_ok().then_some(board);
    loop {
        if let Some(board) = next.take() {
            match board.most_constrained(Tie::Degree) {
                Some(cell) => {
                    let digits = board.get(cell);
                    open.push((board, cell, digits));
                }
                None => found += 1,
            }
        }
        if found >= most {
            return Ok(Some(found));
        }
        let Some((board, cell, digits)) = open.last_mut() else { return Ok(Some(found)) };
        if *digits == 0 {
            open.pop();
            continue;
        }
        let digit = digits.trailing_zeros();
        *digits &= *digits - 1;
        let Some(left) = nodes.checked_sub(1) else { return Ok(None) };
        *nodes = left;
        spend()?;
        let mut child = board.clone();
        if child.assign(*cell, digit, LEVEL).is_ok() {
            next = Some(child);
        }
    }
}
