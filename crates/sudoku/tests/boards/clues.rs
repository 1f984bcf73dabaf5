//! Clues against their definitions: on small boards all solutions are known, and each is tried.

use std::sync::Arc;

use klammer_sudoku::board::{
    Board, Clue, Conflict, GroupKind, Layout, LayoutError, Level, Random, TieBreak, VariantGroups,
};
use klammer_sudoku::puzzle::{Cages, Puzzle, Shape};

use crate::rules::shuffle;

/// All solutions that a search finds with a level.
fn search(board: &Board, level: Level, found: &mut Vec<Vec<u32>>) {
    let Some(cell) = board.most_constrained(TieBreak::First) else {
        assert!(board.is_solved());
        found.push(board.masks().map(u64::trailing_zeros).collect());
        return;
    };
    for digit in (1..=board.layout().digits() as u32).filter(|digit| board.get(cell) >> digit & 1 == 1) {
        let mut next = board.clone();
        if next.assign(cell, digit, level).is_ok() {
            search(&next, level, found);
        }
    }
}

fn solutions(layout: &Arc<Layout>, level: Level) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut board = Board::new(layout);
    if board.propagate(level).is_ok() {
        search(&board, level, &mut found);
    }
    found.sort();
    found
}

/// Returns whether a clue is true of a full board.
fn is_true(clue: &Clue, digits: &[u32]) -> bool {
    let of: Vec<u32> = clue.cells().iter().map(|&cell| digits[cell]).collect();
    match clue {
        Clue::Cage { sum, .. } => {
            of.iter().sum::<u32>() == *sum && (0..of.len()).all(|i| (0..i).all(|j| of[i] != of[j]))
        }
        Clue::Thermometer(_) => (1..of.len()).all(|i| of[i - 1] < of[i]),
        Clue::Arrow(_) => of[0] == of[1..].iter().sum::<u32>(),
        Clue::Less(_) => of[0] < of[1],
    }
}

/// A clue about a few neighbouring cells, which is true of a solution as often as it can be.
fn clue(solution: &[u32], random: &mut Random) -> Clue {
    let mut path = vec![random.below(16)];
    let length = 2 + random.below(3);
    while path.len() < length {
        let last = path[path.len() - 1];
        let near = |&cell: &usize| (cell / 4).abs_diff(last / 4) < 2 && (cell % 4).abs_diff(last % 4) < 2;
        let mut next: Vec<usize> = (0..16).filter(near).filter(|cell| !path.contains(cell)).collect();
        shuffle(&mut next, random);
        match next.first() {
            Some(&cell) => path.push(cell),
            None => break,
        }
    }
    match random.below(4) {
        0 => {
            let count = path.len() as u32;
            let sum = path.iter().map(|&cell| solution[cell]).sum::<u32>();
            Clue::Cage { cells: path, sum: sum.clamp(count * (count + 1) / 2, (5 - count..5).sum()) }
        }
        1 => {
            path.sort_by_key(|&cell| solution[cell]);
            Clue::Thermometer(path)
        }
        2 => {
            path.sort_by_key(|&cell| std::cmp::Reverse(solution[cell]));
            Clue::Arrow(path)
        }
        _ => Clue::Less([path[0], path[1]]),
    }
}

#[test]
fn a_search_finds_exactly_what_the_clues_say() {
    let mut random = Random::new(11);
    let all = solutions(&Layout::classic(4).unwrap(), Level::Locked);
    assert_eq!(all.len(), 288);
    let mut with_solutions = 0;
    for round in 0..300 {
        let solution = &all[random.below(all.len())];
        let clues: Vec<Clue> = (0..1 + random.below(4)).map(|_| clue(solution, &mut random)).collect();
        let layout = Layout::classic(4).unwrap().with_clues(clues.clone()).unwrap();
        let right: Vec<Vec<u32>> =
            all.iter().filter(|digits| clues.iter().all(|clue| is_true(clue, digits))).cloned().collect();
        let level = Level::ALL[round % Level::ALL.len()];
        assert_eq!(solutions(&layout, level), right, "{clues:?} at {level:?}");
        with_solutions += usize::from(!right.is_empty());
    }
    assert!(with_solutions > 100);
}

/// Digits of some cells after propagation, 1 2 3 as 123.
fn left(board: &Board, cell: usize) -> u32 {
    (1..=9).filter(|digit| board.get(cell) >> digit & 1 == 1).fold(0, |all, digit| 10 * all + digit)
}

fn propagated(clues: Vec<Clue>) -> Board {
    let mut board = Board::new(&Layout::classic(9).unwrap().with_clues(clues).unwrap());
    board.propagate(Level::Locked).unwrap();
    board
}

#[test]
fn a_cage_has_its_digit_sets_and_needed_digits() {
    let board = propagated(vec![Clue::Cage { cells: vec![0, 1, 2], sum: 7 }]);
    assert_eq!([0, 3, 9].map(|cell| left(&board, cell)), [124, 356789, 356789]);
    // Of 16 and of 6 in two cells: 7 9, and 1 5 or 2 4.
    let board = propagated(vec![Clue::Cage { cells: vec![0, 9], sum: 16 }, Clue::Cage { cells: vec![1, 2], sum: 6 }]);
    assert_eq!([0, 1, 3, 10, 18].map(|cell| left(&board, cell)), [79, 1245, 123456789, 1234568, 1234568]);
}

#[test]
fn missing_digits_of_a_unit_are_a_sum() {
    // The first row but for a cell: 45 - 38.
    let cages = vec![Clue::Cage { cells: vec![0, 1, 2, 3], sum: 20 }, Clue::Cage { cells: vec![4, 5, 6, 7], sum: 18 }];
    assert_eq!(left(&propagated(cages), 8), 7);
    // One cell of the cages lies below the row: 52 - 45.
    let cages =
        vec![Clue::Cage { cells: vec![0, 1, 2, 3], sum: 20 }, Clue::Cage { cells: vec![4, 5, 6, 7, 8, 17], sum: 32 }];
    assert_eq!(left(&propagated(cages), 17), 7);
}

#[test]
fn thermometers_ascend_and_arrows_add_up() {
    let board = propagated(vec![Clue::Thermometer(vec![0, 10, 20, 30, 40, 50, 60])]);
    assert_eq!([0, 10, 60].map(|cell| left(&board, cell)), [123, 234, 789]);
    let board = propagated(vec![Clue::Arrow(vec![0, 10, 20, 30, 31]), Clue::Less([80, 79])]);
    assert_eq!([0, 10, 30, 80, 79].map(|cell| left(&board, cell)), [456789, 123456, 123456, 12345678, 23456789]);
}

#[test]
fn five_boards_of_a_samurai_hold_together() {
    let layout = Layout::samurai().unwrap();
    let count = |kind| layout.groups().iter().filter(|group| group.kind == kind).count();
    assert_eq!([GroupKind::Row, GroupKind::Column, GroupKind::Box].map(count), [45, 45, 41]);
    let holes: Vec<usize> = (0..layout.cells()).filter(|&cell| !layout.is_cell(cell)).collect();
    assert_eq!(holes.len(), 441 - 369);
    let mut board = Board::new(&layout);
    assert!(holes.iter().all(|&hole| board.get(hole) == 0 && board.is_settled(hole)));
    assert!(board.assign(holes[0], 1, Level::Locked).is_err() && board.contradiction().is_none());
    board.set(holes[0], 2);
    assert_eq!(board.get(holes[0]), 0);
    while let Some(cell) = board.most_constrained(TieBreak::Degree) {
        let digit = (1..10).find(|digit| {
            let mut next = board.clone();
            board.get(cell) >> digit & 1 == 1 && next.assign(cell, *digit, Level::Distinct).is_ok()
        });
        board.assign(cell, digit.expect("a samurai is filled without going back"), Level::Distinct).unwrap();
    }
    assert!(board.is_solved() && board.is_solution());
}

#[test]
fn clues_that_cannot_be_are_errors() {
    let error = |clue| Layout::classic(9).unwrap().with_clues(vec![clue]).unwrap_err();
    assert!(matches!(error(Clue::Cage { cells: vec![0, 1], sum: 18 }), LayoutError::ClueSum { sum: 18, most: 17, .. }));
    assert!(matches!(error(Clue::Cage { cells: vec![], sum: 0 }), LayoutError::ClueCells { .. }));
    assert!(matches!(error(Clue::Thermometer((0..10).collect())), LayoutError::ClueCells { most: 9, .. }));
    assert!(matches!(error(Clue::Less([3, 3])), LayoutError::ClueTwice { cell: 3, .. }));
    assert!(matches!(error(Clue::Arrow(vec![0, 81])), LayoutError::ClueOutside { cell: 81, .. }));
    let many = vec![Clue::Less([0, 1]); Layout::GROUPS + 1];
    assert_eq!(Layout::classic(9).unwrap().with_clues(many).unwrap_err(), LayoutError::Clues(Layout::GROUPS + 1));
}

fn has_solution(board: &Board) -> bool {
    let mut board = board.clone();
    if board.propagate(Level::Locked).is_err() {
        return false;
    }
    let Some(cell) = board.most_constrained(TieBreak::First) else { return board.is_solved() };
    (1..=board.layout().digits() as u32).filter(|digit| board.get(cell) >> digit & 1 == 1).any(|digit| {
        let mut next = board.clone();
        next.assign(cell, digit, Level::Locked).is_ok() && has_solution(&next)
    })
}

fn said(layout: &Arc<Layout>, givens: &[(usize, u32)]) -> Option<String> {
    let mut board = Board::new(layout);
    givens.iter().for_each(|&(cell, digit)| board.set(cell, 1 << digit));
    Conflict::on(&board).map(|clash| clash.to_string())
}

#[test]
fn a_clash_explains_boards_without_a_solution() {
    let plain = Layout::classic(4).unwrap();
    let diagonal = Layout::boxes(2, 2, VariantGroups { diagonals: true, windows: false }).unwrap();
    let clues = vec![
        Clue::Cage { cells: vec![0, 1, 4], sum: 8 },
        Clue::Thermometer(vec![10, 11, 15]),
        Clue::Arrow(vec![3, 6, 7]),
        Clue::Less([8, 12]),
    ];
    let with_clues = plain.with_clues(clues).unwrap();
    let mut random = Random::new(7);
    let (mut told, mut open) = (0, 0);
    for i in 0..600 {
        let layout = [&plain, &diagonal, &with_clues][i % 3];
        let mut board = Board::new(layout);
        for _ in 0..random.below(7) {
            board.set(random.below(16), 1 << (1 + random.below(4)));
        }
        let clash = Conflict::on(&board);
        match &clash {
            Some(clash) => {
                told += 1;
                assert!(!has_solution(&board), "{clash}: {board:?}");
            }
            None => open += 1,
        }
        assert!(clash.is_some() || board.propagate(Level::Hidden).is_ok(), "{board:?}");
    }
    assert!(told > 100 && open > 100, "{told} {open}");
}

#[test]
fn a_clash_names_cells_and_groups_as_people_do() {
    let plain = Layout::classic(4).unwrap();
    let of_plain = |givens: &[(usize, u32)]| said(&plain, givens).unwrap();
    assert_eq!(of_plain(&[(1, 3), (13, 3)]), "3 stands twice in column 2, in r1c2 and r4c2");
    let empty = "no digit is left for r1c4: those that see it have them all";
    assert_eq!(of_plain(&[(0, 1), (1, 2), (2, 3), (7, 4)]), empty);
    assert_eq!(of_plain(&[(2, 1), (12, 1), (5, 3)]), "1 has no place in row 2");
    let later = "4 would stand twice in row 2, in r2c1 and r2c4";
    assert_eq!(of_plain(&[(0, 3), (3, 1), (8, 2), (14, 4)]), later);
    assert_eq!(said(&plain, &[(0, 1), (5, 2)]), None);
}

#[test]
fn a_clash_tells_what_cannot_be_true_of_a_clue() {
    let with = |clue: Clue| Layout::classic(4).unwrap().with_clues(vec![clue]).unwrap();
    let cage = with(Clue::Cage { cells: vec![0, 1, 5], sum: 6 });
    assert_eq!(said(&cage, &[(0, 4)]).unwrap(), "the cage of r1c1, r1c2 and r2c2 cannot have the sum 6");
    let rising = with(Clue::Thermometer(vec![0, 1, 2]));
    assert_eq!(said(&rising, &[(1, 4)]).unwrap(), "the digits cannot become greater from r1c1, r1c2 and r1c3");
    let arrow = with(Clue::Arrow(vec![0, 5, 10]));
    assert_eq!(said(&arrow, &[(0, 1)]).unwrap(), "r1c1 cannot be the sum of r2c2 and r3c3, as the arrow says");
    let less = with(Clue::Less([0, 1]));
    assert_eq!(said(&less, &[(1, 1)]).unwrap(), "r1c1 cannot be less than r1c2");
}

#[test]
fn cages_that_do_not_fill_their_unit_are_told() {
    let said = |text: &str| {
        let cages = Cages::parse("cages.txt", text).unwrap();
        let layout = Layout::classic(4).unwrap().with_clues(cages.clues).unwrap();
        Conflict::on(&Board::new(&layout)).map(|clash| clash.to_string())
    };
    let right = "aabb\nccdd\neeff\ngghh\na 3\nb 7\nc 7\nd 3\ne 3\nf 7\ng 7\nh 3\n";
    assert_eq!(said(right), None);
    let of_row = "the sums of the cages of row 2 are 11 together, its digits 10";
    assert_eq!(said(&right.replace("d 3", "d 4")).unwrap(), of_row);
    // No unit is filled by cages of its own.
    let crossing = "aaab\nccbb\ncdde\nddee\na 9\nb 8\nc 8\nd 10\ne 6\n";
    let whole = "the sums of the cages of all of the board are 41 together, its digits 40";
    assert_eq!(said(crossing).unwrap(), whole);
}

#[test]
fn a_line_with_a_wrong_digit_is_a_small_puzzle() {
    let text = "1.....3.5.....2.";
    let wrong = text.parse::<Puzzle>().unwrap_err().to_string();
    assert!(wrong.contains("expected a digit 1 to 4 or a blank (0 . * _), found `5`"), "{wrong}");
    assert_eq!(text.replace('5', "4").parse::<Puzzle>().unwrap().shape(), Shape::of_size(4).unwrap());
}
