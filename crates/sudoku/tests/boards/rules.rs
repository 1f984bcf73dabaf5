//! Boards against the definitions of their rules, on random positions: real ones, and such as lead to contradictions.

use std::sync::Arc;

use klammer_sudoku::board::{
    Board, Group, GroupKind, Layout, Level, Mask, Random, Space, TieBreak, VariantGroups, Weights,
};

use crate::settings::number;

fn positions() -> usize {
    number(100, 2000)
}

/// A solved board of any layout, found by search with random choices.
fn any_solution(layout: &Arc<Layout>, random: &mut Random) -> Vec<u32> {
    let mut open = vec![Board::new(layout)];
    while let Some(board) = open.pop() {
        let Some(cell) = board.most_constrained(TieBreak::Random(random)) else {
            return board.masks().map(Mask::trailing_zeros).collect();
        };
        let mut digits: Vec<u32> = (1..=layout.digits() as u32).filter(|d| board.get(cell) >> d & 1 != 0).collect();
        shuffle(&mut digits, random);
        for digit in digits {
            let mut next = board.clone();
            if next.assign(cell, digit, Level::Locked).is_ok() {
                open.push(next);
            }
        }
    }
    panic!("a layout without solutions");
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

pub fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

/// A position inside a search: some cells of a solution are given, others have further candidates, and sometimes one is
/// wrong.
fn sprinkle(layout: &Arc<Layout>, solution: &[u32], random: &mut Random) -> (Board, Position) {
    let mut board = Board::new(layout);
    let mut position = Position::new(layout);
    let n = layout.digits();
    let given = random.below(60) + 10;
    let sparse = random.below(5) + 1;
    let errors = random.below(4);
    for (cell, digit) in solution.iter().enumerate() {
        let right = 1 << digit;
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
            if random.below(6) == 0 {
                let (cell, mask) = (random.below(layout.cells()), layout.all() & random.next_bits());
                put(&mut board, &mut position, cell, mask);
                possible = board.propagate(level).is_ok();
                expected = position.propagate(layout, level);
                continue;
            }
            let Some(cell) = board.most_constrained(TieBreak::Random(random)) else { break };
            let digit = (1..=layout.digits() as u32).rfind(|d| board.get(cell) >> d & 1 != 0).unwrap();
            if random.below(3) == 0 {
                board.eliminate(cell, digit);
                position.masks[cell] &= !(1 << digit);
                let level = Level::ALL[random.below(Level::ALL.len())];
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

/// Candidates from outside, more or fewer.
fn put(board: &mut Board, position: &mut Position, cell: usize, mask: Mask) {
    board.set(cell, mask);
    position.masks[cell] = mask;
    position.settled[cell] = false;
    for peer in board.layout().peers(cell) {
        position.settled[peer] &= position.masks[peer] & mask == 0;
    }
}

fn campaign(layout: &Arc<Layout>, size: Option<usize>, count: usize, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let solution = match size {
            Some(size) => solution(size, &mut random),
            None => any_solution(layout, &mut random),
        };
        let (board, position) = sprinkle(layout, &solution, &mut random);
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
    let diagonals = VariantGroups { diagonals: true, windows: false };
    let windows = VariantGroups { diagonals: false, windows: true };
    campaign(&Layout::boxes(2, 3, VariantGroups::default()).unwrap(), None, positions(), 5);
    campaign(&Layout::boxes(3, 3, diagonals).unwrap(), None, positions(), 6);
    campaign(&Layout::boxes(3, 3, windows).unwrap(), None, positions(), 7);
    campaign(&Layout::latin(7).unwrap(), None, positions(), 8);
    campaign(&Layout::jigsaw(&JIGSAW).unwrap(), None, positions(), 9);
}

/// Queens on 5 rows: a group for each diagonal, smaller ones than rows.
#[test]
fn extra_groups_only_have_different_digits() {
    let mut groups = Layout::latin(5).unwrap().groups().to_vec();
    for k in 1..5 {
        groups.push(Group::new(GroupKind::Other, (0..=k).map(|i| i * 5 + k - i).collect()));
        groups.push(Group::new(GroupKind::Other, (0..=k).map(|i| (4 - i) * 5 + k - i).collect()));
    }
    let layout = Layout::new(5, 5, 5, groups).unwrap();
    assert!(!layout.is_unit(10) && layout.is_unit(9));
    campaign(&layout, None, positions(), 14);
}

const JIGSAW: [usize; 25] = [
    1, 1, 1, 2, 2, //
    1, 1, 2, 2, 2, //
    3, 3, 3, 3, 4, //
    5, 5, 3, 4, 4, //
    5, 5, 5, 4, 4, //
];

#[test]
fn the_documented_step_gives_its_board() {
    for (size, seed) in [(2, 10), (3, 11), (4, 12)] {
        let layout = Layout::classic(size * size).unwrap();
        let mut random = Random::new(seed);
        for _ in 0..positions() {
            let solution = solution(size, &mut random);
            let (mut board, mut position) = sprinkle(&layout, &solution, &mut random);
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

/// The ordinary board, and the same as a jigsaw, which is kept in another way: both against plain looking.
#[test]
fn a_board_solves_those_that_allow_its_digits() {
    let boxes: Vec<usize> = (0..81).map(|cell| cell / 27 * 3 + cell % 9 / 3).collect();
    let layouts = [Layout::classic(9).unwrap(), Layout::jigsaw(&boxes).unwrap()];
    let mut random = Random::new(21);
    for _ in 0..positions() {
        let mut solution = solution(3, &mut random);
        let spoilt = random.below(3) == 0;
        if spoilt {
            // Two digits of a row change places: columns or boxes are wrong.
            let (row, a, b) = (random.below(9), random.below(9), random.below(9));
            solution.swap(9 * row + a, 9 * row + b);
        }
        let masks = || solution.iter().map(|&digit| 1 << digit);
        let open: Vec<Mask> = (0..81).map(|_| Mask::from(random.below(1 << 20) as u32) & 0x3fe).collect();
        for layout in &layouts {
            let solved = Board::with_masks(layout, masks());
            let differ = (0..81).all(|cell| layout.peers(cell).all(|peer| solution[peer] != solution[cell]));
            assert_eq!(solved.is_solved(), differ);
            for other in &layouts {
                let given = |cell: usize, all: bool| if all { 0x3fe } else { open[cell] | 1 << solution[cell] };
                let all = random.below(2) == 0;
                let start = Board::with_masks(other, (0..81).map(|cell| given(cell, all)));
                assert_eq!(solved.solves(&start), differ);
                let narrow = Board::with_masks(other, open.iter().copied());
                let among = solution.iter().zip(&open).all(|(digit, open)| open >> digit & 1 != 0);
                assert_eq!(solved.solves(&narrow), differ && among);
            }
        }
    }
}

/// Records a search on a board: which cells and digits it tries, whether that leads on, and the candidates left then.
fn walk(board: &Board, level: Level, told: &mut Vec<(usize, u32, Option<Vec<Mask>>)>) {
    let Some(cell) = board.most_constrained(TieBreak::Degree) else { return };
    for digit in (1..=9).filter(|digit| board.get(cell) >> digit & 1 != 0) {
        if told.len() >= 200 {
            return;
        }
        let mut next = board.clone();
        let possible = next.assign(cell, digit, level).is_ok();
        told.push((cell, digit, possible.then(|| masks(&next))));
        if possible {
            walk(&next, level, told);
        }
    }
}

/// The ordinary board, and the same as a jigsaw, which is kept in another way: nodes and boards are the same.
#[test]
fn a_search_is_the_same_for_all_kinds_of_boards() {
    let boxes: Vec<usize> = (0..81).map(|cell| cell / 27 * 3 + cell % 9 / 3).collect();
    let layouts = [Layout::classic(9).unwrap(), Layout::jigsaw(&boxes).unwrap()];
    let mut random = Random::new(23);
    for _ in 0..positions() {
        // Few givens and nearly all right: puzzles with one solution, with several and with none.
        let solution = solution(3, &mut random);
        let given = 20 + random.below(20);
        let masks: Vec<Mask> = solution
            .iter()
            .map(|digit| match random.below(100) {
                p if p < given => 1 << digit,
                p if p == given => 1 << (1 + random.below(9)),
                p if p < given + 4 => 1 << digit | 1 << (1 + random.below(9)),
                _ => 0x3fe,
            })
            .collect();
        let level = [Level::Naked, Level::Hidden, Level::Locked, Level::Locked][random.below(4)];
        let [one, other] = layouts.each_ref().map(|layout| {
            let mut board = Board::with_masks(layout, masks.iter().copied());
            let mut told = Vec::new();
            if board.propagate(level).is_ok() {
                walk(&board, level, &mut told);
                told.push((81, 0, Some(board.masks().collect())));
            }
            told
        });
        assert_eq!(one, other);
    }
}

/// A copy may have held before a board of the same layout, of another, or one that is kept differently.
#[test]
fn a_board_becomes_a_copy_of_any_other() {
    let boxes: Vec<usize> = (0..81).map(|cell| cell / 27 * 3 + cell % 9 / 3).collect();
    let layouts = [Layout::classic(9), Layout::classic(9), Layout::jigsaw(&boxes), Layout::classic(4)];
    let layouts = layouts.map(Result::unwrap);
    let mut random = Random::new(24);
    for _ in 0..positions() {
        let mut any = || {
            let layout = &layouts[random.below(4)];
            let open = (0..layout.cells()).map(|_| Mask::from(random.below(1 << 10) as u32)).collect::<Vec<_>>();
            let mut board = Board::with_masks(layout, open);
            // Some are contradictions: their content is copied, too.
            let _ = board.propagate(Level::Naked);
            board
        };
        let (mut copy, original) = (any(), any());
        copy.clone_from(&original);
        assert!(Arc::ptr_eq(copy.layout(), original.layout()));
        assert_eq!(masks(&copy), masks(&original));
        assert!(copy.unsettled().eq(original.unsettled()));
    }
}

#[test]
fn a_line_has_a_character_for_each_cell() {
    let mut random = Random::new(22);
    for layout in [Layout::classic(9).unwrap(), Layout::classic(16).unwrap()] {
        for _ in 0..positions() {
            let solution = solution(layout.box_size().map_or(3, |(rows, _)| rows), &mut random);
            let (board, _) = sprinkle(&layout, &solution, &mut random);
            let character = |mask: Mask| match mask.is_power_of_two() {
                true => char::from_digit(mask.trailing_zeros(), 36).unwrap().to_ascii_uppercase(),
                false => '.',
            };
            let mut line = String::from("here: ");
            board.write_line(&mut line);
            assert_eq!(line, format!("here: {}", board.masks().map(character).collect::<String>()));
        }
    }
}

/// Compares the choices of a search with plain counting.
#[test]
fn choices_are_what_they_are_called() {
    let mut random = Random::new(15);
    for (layout, size) in [(Layout::classic(9).unwrap(), 3), (Layout::classic(16).unwrap(), 4)] {
        for _ in 0..positions() / 4 {
            let solution = solution(size, &mut random);
            let (mut board, _) = sprinkle(&layout, &solution, &mut random);
            if board.propagate(Level::ALL[random.below(Level::ALL.len())]).is_err() {
                continue;
            }
            let count = |cell: usize| board.get(cell).count_ones();
            let open: Vec<usize> = (0..layout.cells()).filter(|&cell| !board.is_settled(cell)).collect();
            assert_eq!(board.unsettled().collect::<Vec<_>>(), open);
            assert_eq!(board.count_digits(), (0..layout.cells()).map(count).sum::<u32>());
            let fewest = open.iter().map(|&cell| count(cell)).min();
            assert_eq!(board.fewest(), fewest);
            let best: Vec<usize> = open.iter().copied().filter(|&cell| Some(count(cell)) == fewest).collect();
            assert_eq!(board.best_cells(), best);
            assert_eq!(board.most_constrained(TieBreak::First), best.first().copied());
            let degree = |cell: usize| layout.peers(cell).filter(|&peer| !board.is_settled(peer)).count();
            let highest = best.iter().map(|&cell| degree(cell)).max();
            let first = best.iter().copied().find(|&cell| Some(degree(cell)) == highest);
            assert_eq!(board.most_constrained(TieBreak::Degree), first);
            let any = board.most_constrained(TieBreak::Random(&mut random));
            assert!(any.is_none_or(|cell| best.contains(&cell)) && any.is_some() != best.is_empty());
            let weights = Weights::new(layout.cells());
            if let Some(&last) = best.last() {
                weights.bump(last, 0.5);
                assert_eq!(board.most_constrained(TieBreak::Weight(&weights)), Some(last));
                weights.bump(last, 100.0);
                assert_eq!(board.min_dom_wdeg(&weights), Some(last));
            }
            let bivalue: Vec<usize> = open.iter().copied().filter(|&cell| count(cell) == 2).collect();
            assert_eq!(board.bivalue_cells(), bivalue);
            let mut counts = Vec::new();
            for group in 0..layout.groups().len() {
                for digit in 1..=layout.digits() as u32 {
                    counts.push((board.places(group, digit).count() as u32, group, digit));
                }
            }
            let mut ways: Vec<Vec<(usize, u32)>> = open
                .iter()
                .filter(|&&cell| count(cell) > 0)
                .map(|&cell| {
                    (1..=layout.digits() as u32).filter(|d| board.get(cell) >> d & 1 != 0).map(|d| (cell, d)).collect()
                })
                .collect();
            for &(_, group, digit) in &counts {
                let mut places: Vec<_> = board.places(group, digit).map(|cell| (cell, digit)).collect();
                places.sort_unstable();
                if places.len() > 1 || places.iter().any(|&(cell, _)| !board.is_settled(cell)) {
                    ways.push(places);
                }
            }
            let smallest = ways.iter().map(Vec::len).min().unwrap_or(0);
            let alternatives = board.alternatives();
            assert_eq!(alternatives.is_empty(), ways.is_empty());
            for (i, choice) in alternatives.iter().enumerate() {
                assert!(choice.len() == smallest && ways.contains(choice) && !alternatives[..i].contains(choice));
            }
            for choice in ways.iter().filter(|choice| choice.len() == smallest && !alternatives.contains(choice)) {
                // Left out: what comes to the same as the digits of a cell.
                assert!(choice.iter().any(|&(cell, _)| smallest < 3 && count(cell) as usize == smallest));
            }
            let few = counts.iter().filter(|(count, ..)| *count > 1).min();
            assert_eq!(board.fewest_places().map(|place| (place.count, place.group, place.digit)).as_ref(), few);
        }
    }
}

#[test]
fn a_layout_that_cannot_be_is_an_error() {
    let group = |cells: &[usize]| vec![Group::new(GroupKind::Other, cells.to_vec())];
    for (error, message) in [
        (Layout::classic(7), "7 digits cannot be arranged in rectangular boxes"),
        (Layout::classic(100), "100 digits cannot be arranged in rectangular boxes"),
        (Layout::boxes(8, 8, VariantGroups::default()), "64 digits: expected 1 to 55"),
        (
            Layout::boxes(2, 3, VariantGroups { windows: true, ..VariantGroups::default() }),
            "windows go with square boxes, not with boxes of 2 by 3 cells",
        ),
        (Layout::latin(0), "a board of 0 by 0 cells: expected 1 to 64 rows and columns"),
        (Layout::new(3, 3, 3, group(&[0, 9])), "group 0: there is no cell 9"),
        (Layout::new(3, 3, 3, group(&[0, 1, 0])), "group 0: cell 0 is there twice"),
        (Layout::new(3, 3, 3, group(&[0, 1, 2, 3])), "group 0 has 4 cells: expected 1 to 3, the number of digits"),
        (Layout::jigsaw(&[0, 0, 0, 1]), "region 0 has 3 cells: expected 2"),
        (Layout::jigsaw(&[0, 0, 0]), "a map of 3 cells: expected a square number of at most 3025"),
    ] {
        assert_eq!(error.map(|_| ()).unwrap_err().to_string(), message);
    }
}

/// A cell that the board does not have: nothing is possible there, and nothing happens.
#[test]
fn cells_and_digits_outside_are_harmless() {
    for digits in [9, 16] {
        let layout = Layout::classic(digits).unwrap();
        let mut board = Board::new(&layout);
        let outside = layout.cells();
        board.set(outside, 2);
        assert_eq!(board.get(outside), 0);
        assert!(!board.eliminate(outside, 1) && !board.propagate_constraint(outside, 1));
        assert!(board.assign(outside, 1, Level::Locked).is_err());
        for digit in [0, digits as u32 + 1, 64, u32::MAX] {
            assert!(board.assign(0, digit, Level::Locked).is_err());
            assert!(!board.propagate_constraint(0, digit) && !board.eliminate(0, digit));
        }
        assert_eq!(board.count_digits() as usize, layout.cells() * digits);
    }
}

/// The digit that a cell has been left with for lack of other places comes out again when others are put back.
#[test]
fn restored_candidates_wake_all_rules() {
    for digits in [9, 16] {
        let layout = Layout::classic(digits).unwrap();
        let mut board = Board::new(&layout);
        for cell in 1..digits {
            board.set(cell, layout.all() & !2);
        }
        for level in [Level::Hidden, Level::Locked, Level::Locked, Level::Distinct] {
            board.propagate(level).unwrap();
            assert_eq!(board.get(0), 2);
            board.set(0, layout.all());
        }
    }
}

/// Masks of cells, and which of the cells are settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub masks: Vec<Mask>,
    pub settled: Vec<bool>,
}

impl Position {
    pub fn new(layout: &Layout) -> Position {
        Position { masks: vec![layout.all(); layout.cells()], settled: vec![false; layout.cells()] }
    }

    fn single(&self, cell: usize) -> bool {
        self.masks[cell].count_ones() == 1
    }

    fn possible(&self) -> bool {
        self.masks.iter().all(|&mask| mask != 0)
    }

    /// The digits of all unsettled single cells leave their peers, once.
    pub fn forward(&mut self, layout: &Layout) -> bool {
        let singles: Vec<usize> =
            (0..layout.cells()).filter(|&cell| self.single(cell) && !self.settled[cell]).collect();
        let digits: Vec<Mask> = singles.iter().map(|&cell| self.masks[cell]).collect();
        for (&cell, &digit) in singles.iter().zip(&digits) {
            for peer in layout.peers(cell) {
                self.masks[peer] &= !digit;
            }
            self.settled[cell] = true;
        }
        self.possible()
    }

    /// Runs the rules of a level. False at a contradiction.
    pub fn propagate(&mut self, layout: &Layout, level: Level) -> bool {
        if level == Level::Forward {
            return self.possible() && self.forward(layout);
        }
        loop {
            let before = self.masks.clone();
            self.naked(layout);
            if level >= Level::Hidden && !self.hidden(layout) {
                return false;
            }
            if level >= Level::Locked {
                self.locked(layout);
            }
            if level >= Level::Pairs {
                self.pairs(layout);
            }
            if level >= Level::Distinct {
                self.distinct(layout);
            }
            if !self.possible() {
                return false;
            }
            if self.masks == before {
                self.settled = (0..layout.cells()).map(|cell| self.single(cell)).collect();
                return true;
            }
        }
    }

    fn naked(&mut self, layout: &Layout) {
        for cell in 0..layout.cells() {
            if !self.single(cell) {
                continue;
            }
            let digit = self.masks[cell];
            for peer in layout.peers(cell) {
                self.masks[peer] &= !digit;
            }
        }
    }

    fn hidden(&mut self, layout: &Layout) -> bool {
        for group in units(layout) {
            for digit in 1..=layout.digits() {
                let places = self.places(group, digit);
                match places[..] {
                    [] => return false,
                    [cell] => self.masks[cell] &= 1 << digit,
                    _ => {}
                }
            }
        }
        true
    }

    fn locked(&mut self, layout: &Layout) {
        for unit in units(layout) {
            for other in layout.groups().iter().map(|group| &group.cells).filter(|&other| other != unit) {
                for digit in 1..=layout.digits() {
                    if self.places(unit, digit).iter().all(|cell| other.contains(cell)) {
                        for cell in other.iter().filter(|cell| !unit.contains(cell)) {
                            self.masks[*cell] &= !(1 << digit);
                        }
                    }
                }
            }
        }
    }

    fn pairs(&mut self, layout: &Layout) {
        for group in layout.groups().iter().map(|group| &group.cells) {
            for (i, &a) in group.iter().enumerate() {
                for &b in &group[i + 1..] {
                    let mask = self.masks[a];
                    if mask == self.masks[b] && mask.count_ones() == 2 {
                        for &cell in group.iter().filter(|&&cell| cell != a && cell != b) {
                            self.masks[cell] &= !mask;
                        }
                    }
                }
            }
        }
        for unit in units(layout) {
            for d in 1..=layout.digits() {
                for e in d + 1..=layout.digits() {
                    let places = self.places(unit, d);
                    if places.len() == 2 && places == self.places(unit, e) {
                        for cell in places {
                            self.masks[cell] &= 1 << d | 1 << e;
                        }
                    }
                }
            }
        }
    }

    fn distinct(&mut self, layout: &Layout) {
        for group in layout.groups().iter().map(|group| &group.cells) {
            for &cell in group {
                for digit in 1..=layout.digits() {
                    let mask = self.masks[cell];
                    if mask >> digit & 1 != 0 {
                        self.masks[cell] = 1 << digit;
                        let fillable = self.fillable(group);
                        self.masks[cell] = if fillable { mask } else { mask & !(1 << digit) };
                    }
                }
            }
        }
    }

    /// Returns whether there is a different digit for each cell of a group, by Kuhn's algorithm for matchings.
    fn fillable(&self, group: &[usize]) -> bool {
        fn find(
            position: &Position,
            group: &[usize],
            i: usize,
            taken: &mut [Option<usize>; 64],
            seen: &mut u64,
        ) -> bool {
            (0..64).filter(|digit| position.masks[group[i]] >> digit & 1 != 0).any(|digit| {
                if *seen >> digit & 1 != 0 {
                    return false;
                }
                *seen |= 1 << digit;
                let free = taken[digit].is_none_or(|other| find(position, group, other, taken, seen));
                if free {
                    taken[digit] = Some(i);
                }
                free
            })
        }
        let mut taken = [None; 64];
        (0..group.len()).all(|i| find(self, group, i, &mut taken, &mut 0))
    }

    fn places(&self, cells: &[usize], digit: usize) -> Vec<usize> {
        cells.iter().copied().filter(|&cell| self.masks[cell] >> digit & 1 != 0).collect()
    }

    /// The documented step: rows and columns in turn, then the box; a peer keeps its last digit.
    pub fn propagate_constraint(&mut self, size: usize, cell: usize, digit: u32) -> bool {
        let bit = 1 << digit;
        if self.masks[cell] & bit == 0 {
            return false;
        }
        self.masks[cell] = bit;
        let (n, r, c) = (size * size, cell / (size * size), cell % (size * size));
        let mut order = Vec::new();
        for i in 0..n {
            order.push((r, i));
            order.push((i, c));
        }
        for i in 0..n {
            order.push((r / size * size + i / size, c / size * size + i % size));
        }
        for (row, column) in order.into_iter().filter(|&(row, column)| (row, column) != (r, c)) {
            let rest = self.masks[row * n + column] & !bit;
            if rest == 0 {
                return false;
            }
            self.masks[row * n + column] = rest;
        }
        true
    }

    pub fn is_solution(&mut self, size: usize) -> bool {
        (0..self.masks.len()).all(|cell| {
            self.single(cell) && {
                let digit = self.masks[cell].trailing_zeros();
                self.propagate_constraint(size, cell, digit)
            }
        })
    }
}

fn units(layout: &Layout) -> impl Iterator<Item = &Vec<usize>> {
    layout.groups().iter().enumerate().filter(|(g, _)| layout.is_unit(*g)).map(|(_, group)| &group.cells)
}

/// The rules are compiled for several generations of processors.
#[test]
fn every_processor_level_concludes_the_same() {
    let layout = Layout::classic(9).unwrap();
    let mut random = Random::new(31);
    let (mut fine, mut wrong) = (0, 0);
    for _ in 0..2000 {
        let dense = 1 + random.below(4);
        let masks = [(); 81].map(|()| (0..dense).fold(0, |mask, _| mask | random.next_bits()) & layout.all());
        let mut board = Board::with_masks(&layout, masks);
        for _ in 0..random.below(12) {
            let (cell, digit) = (random.below(81), 1 + random.below(9));
            if board.get(cell) >> digit & 1 != 0 {
                board.set(cell, 1 << digit);
            }
        }
        let outcomes = board.locked_on_each_processor().into_iter().map(|(board, result)| {
            let settled = (0..81).filter(|&cell| board.is_settled(cell)).collect::<Vec<_>>();
            // After a contradiction a board has anything on it.
            (result.is_ok().then(|| (board.to_masks(), settled)), result)
        });
        let outcomes: Vec<_> = outcomes.collect();
        assert!(outcomes.len() > 1 && outcomes.windows(2).all(|pair| pair[0] == pair[1]), "{outcomes:?}");
        let count = if outcomes[0].1.is_ok() { &mut fine } else { &mut wrong };
        *count += 1;
    }
    assert!(fine > 100 && wrong > 100, "{fine} {wrong}");
}

/// Assigning on a copy in one operation gives the same board as copying and then assigning, whatever the copy was
/// before.
#[test]
fn assigning_in_a_copy_equals_copying_first() {
    let mut random = Random::new(47);
    for digits in [9, 4] {
        let layout = Layout::classic(digits).unwrap();
        let other = Board::new(&Layout::classic(6).unwrap());
        let (mut fine, mut wrong, mut absent) = (0, 0, 0);
        for _ in 0..1000 {
            let dense = 1 + random.below(2);
            let mask = |_| (0..dense).fold(0, |mask, _| mask | random.next_bits()) & layout.all();
            let mut board = Board::with_masks(&layout, (0..layout.cells()).map(mask).collect::<Vec<_>>());
            for _ in 0..8 {
                let (cell, digit) = (random.below(layout.cells()), 1 + random.below(digits) as u32);
                let level = Level::ALL[random.below(Level::ALL.len())];
                let mut next = if random.below(2) == 0 { Board::new(&layout) } else { other.clone() };
                let mut copy = board.clone();
                let result = copy.assign(cell, digit, level);
                assert_eq!(board.assign_in_copy(&mut next, cell, digit, level), result, "{level:?} {cell} {digit}");
                if result.is_err() {
                    let count = if board.get(cell) >> digit & 1 == 0 { &mut absent } else { &mut wrong };
                    *count += 1;
                    continue;
                }
                fine += 1;
                let settled = |board: &Board| board.unsettled().collect::<Vec<_>>();
                assert_eq!((next.to_masks(), settled(&next)), (copy.to_masks(), settled(&copy)), "{level:?}");
                assert!(Arc::ptr_eq(next.layout(), &layout));
                // Further propagation has the same result, too.
                assert_eq!(next.clone().propagate(Level::Locked), copy.propagate(Level::Locked));
                board = next;
            }
        }
        assert!(fine > 300 && wrong > 300 && absent > 300, "{fine} {wrong} {absent}");
    }
}
