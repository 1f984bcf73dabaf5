//! Tests that propagation in several ways comes to the same result.

use std::sync::Arc;

use klammer_sudoku::board::{Board, Layout, Level, Random};

/// The rules are compiled for several generations of processors.
#[test]
fn every_generation_of_processors_concludes_the_same() {
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

/// A copy on which a digit is assigned at once is the board that a copy comes to on which it is assigned, whatever the
/// copy was before.
#[test]
fn a_digit_assigned_in_a_copy_leads_to_what_it_leads_to_on_a_copy() {
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
