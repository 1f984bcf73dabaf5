//! Removal of givens that a puzzle does not need.

use crate::board::{Board, Level, Mask, Tie};

/// Level of propagation at each node of the search for other solutions.
const LEVEL: Level = Level::Locked;

/// Budget of nodes for all searches together, times the cells of the board: about half a second. Boards of nine digits
/// take a hundredth of that. On large ones a search for another solution may come to no end.
const WORK: usize = 5_000_000;

/// The part of that which one search may take.
const SHARE: usize = 40;

/// Takes sets of givens out of a puzzle with one solution, in this order, each if the puzzle is found to keep one
/// solution without it. On boards of many more than 81 cells, what takes a long search to be found out stays.
///
/// It goes node by node of its searches, and between two of them it can wait.
#[derive(Debug)]
pub struct Dig {
    puzzle: Board,
    sets: Vec<Vec<usize>>,
    /// The set that is looked at, or will be.
    next: usize,
    taken: Vec<usize>,
    /// Nodes that all searches together may still have.
    left: usize,
    search: Option<UniquenessSearch>,
}

/// A search for solutions of a puzzle without a set of givens.
#[derive(Debug)]
struct UniquenessSearch {
    without: Board,
    /// Solutions that are known of, without being looked for.
    known: usize,
    count: Count,
}

impl Dig {
    /// Nothing has been taken yet.
    #[must_use]
    pub fn new(puzzle: Board, sets: Vec<Vec<usize>>) -> Dig {
        let left = total(&puzzle);
        let mut dig = Dig { puzzle, sets, next: 0, taken: Vec::new(), left, search: None };
        dig.begin();
        dig
    }

    /// Begins to look at the next set.
    fn begin(&mut self) {
        self.search = self.sets.get(self.next).map(|set| {
            let all = self.puzzle.layout().all();
            let mut without = self.puzzle.clone();
            set.iter().for_each(|&cell| without.set(cell, all));
            let nodes = self.left.min(total(&self.puzzle) / SHARE);
            self.left -= nodes;
            // Of a single cell it is enough that no other digit has a solution.
            let (known, board) = match *set.as_slice() {
                [cell] => {
                    let mut other = without.clone();
                    other.set(cell, all & !self.puzzle.get(cell));
                    (1, other)
                }
                _ => (0, without.clone()),
            };
            UniquenessSearch { without, known, count: Count::new(board, 2 - known, nodes) }
        });
    }

    /// Returns whether all sets have been looked at. Until then there is a next node.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.search.is_none()
    }

    /// Looks at the next node, and goes on to where there is another one.
    pub fn node(&mut self) {
        let Some(search) = &mut self.search else { return };
        search.count.node();
        while let Some(search) = self.search.take_if(|search| search.count.is_done) {
            self.left += search.count.nodes;
            if search.count.found.map(|found| found + search.known) == Some(1) {
                self.puzzle = search.without;
                self.taken.push(self.next);
            }
            self.next += 1;
            self.begin();
        }
    }

    /// The puzzle that is left, and the numbers of the sets that were taken.
    #[must_use]
    pub fn finish(self) -> (Board, Vec<usize>) {
        (self.puzzle, self.taken)
    }
}

/// Returns the number of nodes that all searches of a puzzle may have.
fn total(puzzle: &Board) -> usize {
    WORK / puzzle.layout().cells().max(1)
}

/// Counts the solutions of a board.
#[derive(Debug)]
struct Count {
    most: usize,
    /// Nodes that it may still look at.
    nodes: usize,
    /// Solutions, `most` of them if there are more; nothing if there were not enough nodes.
    found: Option<usize>,
    /// The board, as long as it has not been looked at.
    first: Option<Board>,
    /// Boards with the cell to branch on and the digits of it that are left.
    open: Vec<(Board, usize, Mask)>,
    is_done: bool,
}

impl Count {
    fn new(board: Board, most: usize, nodes: usize) -> Count {
        Count { most, nodes, found: Some(0), first: Some(board), open: Vec::new(), is_done: false }
    }

    /// Looks at the next node: the first board, or the one with the next digit in the last cell to branch on.
    fn node(&mut self) {
        let next = match (self.first.take(), self.open.last_mut()) {
            (Some(mut board), _) => board.propagate(LEVEL).is_ok().then_some(board),
            (None, Some((board, cell, digits))) => {
                let digit = digits.trailing_zeros();
                *digits &= *digits - 1;
                let mut child = board.clone();
                child.assign(*cell, digit, LEVEL).is_ok().then_some(child)
            }
            (None, None) => None,
        };
        if let Some(board) = next {
            match board.most_constrained(Tie::Degree) {
                Some(cell) => {
                    let digits = board.get(cell);
                    self.open.push((board, cell, digits));
                }
                None => self.found = self.found.map(|found| found + 1),
            }
        }
        self.is_done = self.found.is_none_or(|found| found >= self.most) || !self.has_next();
    }

    /// Returns whether there is a next node, and takes it from the budget of nodes.
    fn has_next(&mut self) -> bool {
        while self.open.pop_if(|(.., digits)| *digits == 0).is_some() {}
        if self.open.is_empty() {
            return false;
        }
        match self.nodes.checked_sub(1) {
            Some(left) => self.nodes = left,
            None => self.found = None,
        }
        self.found.is_some()
    }
}
