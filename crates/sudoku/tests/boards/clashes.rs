//! Tests of the clashes on boards without a solution: only of those, and of all that simple rules refute.

use std::sync::Arc;

use klammer_sudoku::board::{Board, Clash, Clue, Extras, Layout, Level, Random, Tie};
use klammer_sudoku::puzzle::{Cages, Puzzle, Shape};

fn has_solution(board: &Board) -> bool {
    let mut board = board.clone();
    if board.propagate(Level::Locked).is_err() {
        return false;
    }
    let Some(cell) = board.most_constrained(Tie::First) else { return board.is_solved() };
    (1..=board.layout().digits() as u32).filter(|digit| board.get(cell) >> digit & 1 == 1).any(|digit| {
        let mut next = board.clone();
        next.assign(cell, digit, Level::Locked).is_ok() && has_solution(&next)
    })
}

fn said(layout: &Arc<Layout>, givens: &[(usize, u32)]) -> Option<String> {
    let mut board = Board::new(layout);
    givens.iter().for_each(|&(cell, digit)| board.set(cell, 1 << digit));
    Clash::on(&board).map(|clash| clash.to_string())
}

#[test]
fn a_clash_is_told_of_boards_without_a_solution_and_of_all_that_simple_rules_refute() {
    let plain = Layout::classic(4).unwrap();
    let diagonal = Layout::boxes(2, 2, Extras { diagonals: true, windows: false }).unwrap();
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
        let clash = Clash::on(&board);
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
fn cages_that_do_not_add_up_to_their_unit_are_told() {
    let said = |text: &str| {
        let cages = Cages::parse("cages.txt", text).unwrap();
        let layout = Layout::classic(4).unwrap().with_clues(cages.clues).unwrap();
        Clash::on(&Board::new(&layout)).map(|clash| clash.to_string())
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
fn a_line_as_long_as_a_small_puzzle_is_one_if_a_digit_is_wrong() {
    let text = "1.....3.5.....2.";
    let wrong = text.parse::<Puzzle>().unwrap_err().to_string();
    assert!(wrong.contains("expected a digit 1 to 4 or a blank (0 . * _), found `5`"), "{wrong}");
    assert_eq!(text.replace('5', "4").parse::<Puzzle>().unwrap().shape(), Shape::of_size(4).unwrap());
}
