//! Boards against the definitions of their rules, on random positions: real ones, and such as lead to contradictions. `KLAMMER_POSITIONS` says how
//! many of each kind.

mod definitions;

use std::sync::Arc;

use definitions::Position;
use klammer::board::{Board, Extras, Layout, Level, Random, Tie};

fn positions() -> usize {
    std::env::var("KLAMMER_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(100)
}

/// A solved board with square boxes, shuffled: digits, and rows inside each band.
fn solution(size: usize, random: &mut Random) -> Vec<u32> {
    let n = size * size;
    let mut names: Vec<u32> = (1..=n as u32).collect();
    shuffle(&mut names, random);
    let mut rows = Vec::new();
    for band in 0..size {
        let mut inner: Vec<usize> = (0..size).map(|i| band * size + i).collect();
        shuffle(&mut inner, random);
        rows.extend(inner);
    }
    rows.into_iter().flat_map(|r| (0..n).map(move |c| (r % size * size + r / size + c) % n)).map(|d| names[d]).collect()
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

/// A position in the middle of a search: some cells of a solution are given, others have candidates besides the right one; sometimes one is wrong.
fn sprinkle(layout: &Arc<Layout>, solution: Option<&[u32]>, random: &mut Random) -> (Board, Position) {
    let mut board = Board::new(layout);
    let mut position = Position::new(layout);
    let n = layout.digits();
    let given = random.below(60) + 10;
    let sparse = random.below(5) + 1;
    let errors = random.below(4);
    for cell in 0..layout.cells() {
        let right = solution.map_or_else(|| 1 << (random.below(n) + 1), |solution| 1 << solution[cell]);
        let mask = match random.below(100) {
            p if p < errors * errors => 1 << (random.below(n) + 1),
            p if p < given => right,
            p if p < 85 => {
                let extra = (0..sparse).fold(layout.all(), |mask, _| mask & random.next_bits());
                right | extra
            }
            _ => continue,
        };
        board.set(cell, mask);
        position.masks[cell] = mask;
    }
    (board, position)
}

fn masks(board: &Board) -> Vec<u64> {
    (0..board.layout().cells()).map(|cell| board.get(cell)).collect()
}

#[track_caller]
fn same(board: &Board, position: &Position) {
    assert_eq!(masks(board), position.masks);
    let settled: Vec<bool> = (0..position.masks.len()).map(|cell| board.is_settled(cell)).collect();
    assert_eq!(settled, position.settled);
}

/// Compares every level on one position, and a walk of assignments from there.
fn compare(board: &Board, position: &Position, random: &mut Random) {
    let layout = board.layout();
    for level in Level::ALL {
        let (mut board, mut position) = (board.clone(), position.clone());
        let (mut possible, mut expected) = (board.propagate(level).is_ok(), position.propagate(layout, level));
        for _ in 0..8 {
            assert_eq!(possible, expected, "{level:?}");
            if !possible {
                break;
            }
            same(&board, &position);
            let Some(cell) = board.most_constrained(Tie::Random(random)) else { break };
            let digit = (1..=layout.digits() as u32).rfind(|d| board.get(cell) >> d & 1 != 0).unwrap();
            if random.below(3) == 0 {
                board.eliminate(cell, digit);
                position.masks[cell] &= !(1 << digit);
                let level = Level::ALL[random.below(5)];
                possible = board.propagate(level).is_ok();
                expected = position.propagate(layout, level);
            } else {
                possible = board.assign(cell, digit, level).is_ok();
                position.masks[cell] = 1 << digit;
                expected = position.propagate(layout, level);
            }
        }
    }
}

fn campaign(layout: &Arc<Layout>, size: Option<usize>, count: usize, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let solution = size.map(|size| solution(size, &mut random));
        let (board, position) = sprinkle(layout, solution.as_deref(), &mut random);
        compare(&board, &position, &mut random);
    }
}

#[test]
fn the_ordinary_board_does_what_the_rules_say() {
    campaign(&Layout::classic(9).unwrap(), Some(3), positions(), 1);
}

#[test]
fn small_and_large_boards_do_what_the_rules_say() {
    campaign(&Layout::classic(4).unwrap(), Some(2), positions(), 2);
    campaign(&Layout::classic(16).unwrap(), Some(4), positions() / 10, 3);
    campaign(&Layout::classic(25).unwrap(), Some(5), positions() / 50, 4);
}

#[test]
fn variants_do_what_the_rules_say() {
    let diagonals = Extras { diagonals: true, windows: false };
    let windows = Extras { diagonals: false, windows: true };
    campaign(&Layout::boxes(2, 3, Extras::default()).unwrap(), None, positions(), 5);
    campaign(&Layout::boxes(3, 3, diagonals).unwrap(), None, positions(), 6);
    campaign(&Layout::boxes(3, 3, windows).unwrap(), None, positions(), 7);
    campaign(&Layout::latin(7).unwrap(), None, positions(), 8);
    campaign(&Layout::jigsaw(&JIGSAW).unwrap(), None, positions(), 9);
}

const JIGSAW: [usize; 25] = [
    1, 1, 1, 2, 2, //
    1, 1, 2, 2, 2, //
    3, 3, 3, 3, 4, //
    5, 5, 3, 4, 4, //
    5, 5, 5, 4, 4, //
];

#[test]
fn the_documented_step_leaves_the_documented_board() {
    for (size, seed) in [(2, 10), (3, 11), (4, 12)] {
        let layout = Layout::classic(size * size).unwrap();
        let mut random = Random::new(seed);
        for _ in 0..positions() {
            let solution = solution(size, &mut random);
            let (mut board, mut position) = sprinkle(&layout, Some(&solution), &mut random);
            for _ in 0..40 {
                let cell = random.below(layout.cells());
                let digit = if random.below(9) == 0 { random.below(size * size) as u32 + 1 } else { solution[cell] };
                let possible = board.propagate_constraint(cell, digit);
                assert_eq!(possible, position.propagate_constraint(size, cell, digit));
                assert_eq!(masks(&board), position.masks);
                assert!(!possible || board.is_settled(cell));
            }
            assert_eq!(board.is_solution(), position.is_solution(size));
            assert_eq!(masks(&board), position.masks);
        }
    }
}

#[test]
fn a_solution_is_one() {
    let layout = Layout::classic(9).unwrap();
    let mut random = Random::new(13);
    for _ in 0..positions() {
        let solution = solution(3, &mut random);
        let mut board = Board::new(&layout);
        for (cell, digit) in solution.iter().enumerate() {
            board.set(cell, 1 << digit);
        }
        assert!(board.is_solved() && board.is_solution());
        let (a, b) = (random.below(81), random.below(81));
        board.set(a, 1 << solution[b]);
        assert_eq!(board.is_solved(), solution[a] == solution[b]);
        assert_eq!(board.is_solution(), solution[a] == solution[b]);
    }
}
