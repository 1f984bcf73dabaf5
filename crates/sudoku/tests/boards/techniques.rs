//! Tests of the solving techniques: no step contradicts the solution, and boards that they can solve are solved.

use std::collections::BTreeMap;
use std::sync::Arc;

use klammer_sudoku::board::{Board, Layout, Level, Mask, Random, TieBreak, VariantGroups};
use klammer_sudoku::puzzle::Puzzle;
use klammer_sudoku::techniques::{Step, Technique, find, start};

use crate::settings::number;

/// Number of ordinary puzzles to follow; a full run follows ten times as many.
const ORDINARY: usize = 200;

/// Returns the number of puzzles of a kind of board. It grows with the number of ordinary ones. A puzzle with more
/// groups takes fifty times as long as an ordinary one, and one of 4 by 4 cells next to nothing.
fn count(usual: usize) -> usize {
    let ordinary = number(ORDINARY, 10 * ORDINARY);
    (usual * ordinary).div_ceil(ORDINARY)
}

/// The solutions of a board, digits in random order, up to a number.
fn solutions(board: &Board, most: usize, random: &mut Random, found: &mut Vec<Board>) {
    let Some(cell) = board.most_constrained(TieBreak::Degree) else {
        found.push(board.clone());
        return;
    };
    let mut digits: Vec<u32> = (1..=board.layout().digits() as u32).filter(|d| board.get(cell) >> d & 1 == 1).collect();
    while !digits.is_empty() && found.len() < most {
        let digit = digits.swap_remove(random.below(digits.len()));
        let mut next = board.clone();
        if next.assign(cell, digit, Level::Locked).is_ok() {
            solutions(&next, most, random, found);
        }
    }
}

/// A puzzle from which no given can be taken, and its solution.
fn minimal(layout: &Arc<Layout>, random: &mut Random) -> (Board, Board) {
    let mut found = Vec::new();
    solutions(&Board::new(layout), 1, random, &mut found);
    let solution = found.remove(0);
    let mut cells: Vec<usize> = (0..layout.cells()).collect();
    let mut given = vec![true; layout.cells()];
    let board = |given: &[bool]| {
        let masks = given.iter().enumerate().map(|(c, given)| if *given { solution.get(c) } else { layout.all() });
        Board::with_masks(layout, masks)
    };
    while !cells.is_empty() {
        let cell = cells.swap_remove(random.below(cells.len()));
        given[cell] = false;
        let mut start = board(&given);
        let mut found = Vec::new();
        if start.propagate(Level::Locked).is_ok() {
            solutions(&start, 2, random, &mut found);
        }
        given[cell] = found.len() != 1;
    }
    (board(&given), solution)
}

/// Goes on by the techniques as far as they lead; the steps.
fn follow(puzzle: &Board, solution: &Board) -> (Vec<Step>, bool) {
    let line = || Puzzle::of_board(puzzle).map(|p| p.text(klammer_sudoku::puzzle::OutputFormat::Line));
    let mut board = puzzle.clone();
    assert!(start(&mut board));
    let mut steps = Vec::new();
    while let Some(step) = find(&board, &Technique::ALL) {
        for &(cell, digit) in &step.placements {
            assert_eq!(solution.get(cell), 1 << digit, "{step:?} {:?}", line());
        }
        for &(cell, digit) in &step.eliminations {
            assert_ne!(solution.get(cell), 1 << digit, "{step:?} {:?}", line());
            assert!(board.get(cell) >> digit & 1 == 1, "{step:?} takes away what is not there");
        }
        assert!(step.apply(&mut board), "{step:?} {:?}", line());
        steps.push(step);
    }
    (steps, board.is_solved())
}

/// The technique of a step, and its type where the field numbers them.
fn kind(step: &Step) -> String {
    step.kind.map_or(step.technique.to_string(), |kind| format!("{} {kind}", step.technique))
}

fn check(name: &str, layout: &Arc<Layout>, puzzles: usize) -> BTreeMap<String, usize> {
    let mut random = Random::new(7);
    let (mut used, mut solved) = (BTreeMap::new(), 0);
    for _ in 0..puzzles {
        let (puzzle, solution) = minimal(layout, &mut random);
        let (steps, all) = follow(&puzzle, &solution);
        steps.iter().for_each(|step| *used.entry(kind(step)).or_default() += 1);
        solved += usize::from(all);
    }
    println!("{name}: {solved} of {puzzles} solved; {used:?}");
    assert!(solved * 100 >= puzzles * 99, "{name}: {solved} of {puzzles}");
    used
}

#[test]
fn steps_lead_to_solutions_of_ordinary_puzzles() {
    let used = check("9x9", &Layout::classic(9).unwrap(), count(ORDINARY));
    let singles = ["full-house", "hidden-single", "hidden-single-line", "naked-single"];
    let others = ["pointing", "claiming", "turbot-fish", "unique-rectangle 1", "unique-rectangle 4", "wxyz-wing"];
    for technique in singles.into_iter().chain(others) {
        assert!(used.contains_key(technique), "{technique}");
    }
}

#[test]
fn steps_lead_to_the_solution_of_other_boards() {
    let with = |diagonals, windows| Layout::boxes(3, 3, VariantGroups { diagonals, windows }).unwrap();
    check("4x4", &Layout::classic(4).unwrap(), count(50));
    check("6x6", &Layout::classic(6).unwrap(), count(50));
    check("X", &with(true, false), count(3));
    check("windows", &with(false, true), count(3));
    check("both", &with(true, true), count(2));
    let map = "aaaacccccaaaaacbccbbbbbbbbcgddeeeeffggdeehhfigddeehhfiggdehhffigddhhfffiggdhiiiii";
    let regions: Vec<usize> = map.bytes().map(usize::from).collect();
    check("jigsaw", &Layout::jigsaw(&regions).unwrap(), count(3));
    check("latin", &Layout::latin(7).unwrap(), count(10));
}

#[test]
fn a_board_of_more_cells_has_steps_too() {
    let layout = Layout::classic(16).unwrap();
    let mut found = Vec::new();
    let mut random = Random::new(3);
    solutions(&Board::new(&layout), 1, &mut random, &mut found);
    let solution = &found[0];
    let masks = (0..256).map(|cell| if random.below(5) < 3 { solution.get(cell) } else { layout.all() });
    let (steps, solved) = follow(&Board::with_masks(&layout, masks), solution);
    assert!(!steps.is_empty());
    println!("16x16: {} steps, solved: {solved}", steps.len());
}

/// A board of 4x4 with the candidates of some cells as they are said; the others are open.
fn open_but(cells: &[(usize, Mask)]) -> Board {
    let layout = Layout::classic(4).unwrap();
    let mask = |cell| cells.iter().find(|(at, _)| *at == cell).map_or(layout.all(), |(_, mask)| *mask);
    Board::with_masks(&layout, (0..16).map(mask))
}

/// The type of what was found, and which candidates go.
type Found = (Option<u32>, Vec<(usize, u32)>);

fn found(cells: &[(usize, Mask)], technique: Technique) -> Option<Found> {
    find(&open_but(cells), &[technique]).map(|step| (step.kind, step.eliminations))
}

#[test]
fn unique_rectangles_are_those_of_the_definition() {
    // Rows 1 and 2 (in the same boxes), columns 1 and 3 (in two).
    let (a, b, c, d) = (0, 2, 4, 6);
    let (pair, three, all) = (0b110, 0b1110, 0b11110);
    let one = found(&[(a, pair), (b, pair), (c, pair), (d, three)], Technique::UniqueRectangle);
    assert_eq!(one, Some((Some(1), vec![(d, 1), (d, 2)])));
    // The digit leaves the cells that see both cells with a three: the rest of their column.
    let two = found(&[(a, pair), (c, pair), (b, three), (d, three)], Technique::UniqueRectangle);
    assert_eq!(two, Some((Some(2), vec![(3, 3), (7, 3), (10, 3), (14, 3)])));
    // With a cell of their box that has both other digits they use them up there.
    let three_four = [(a, pair), (c, pair), (b, 0b01110), (d, 0b10110), (3, 0b11000)];
    assert_eq!(found(&three_four, Technique::UniqueRectangle), Some((Some(3), vec![(7, 3), (7, 4)])));
    // A digit that has no other place in the column or box.
    let four = [(a, pair), (c, pair), (b, all), (d, all), (3, 0b11100), (7, 0b11100)];
    assert_eq!(found(&four, Technique::UniqueRectangle), Some((Some(4), vec![(b, 2), (d, 2)])));
    // Four cells of one box cannot have two digits at all.
    assert_eq!(found(&[(0, pair), (1, pair), (4, pair), (5, three)], Technique::UniqueRectangle), None);
    // Four boxes with a cell each: after an exchange they would not have the same digits.
    assert_eq!(found(&[(0, pair), (2, pair), (8, pair), (10, three)], Technique::UniqueRectangle), None);
}
