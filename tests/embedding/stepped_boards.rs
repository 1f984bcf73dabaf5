//! What takes long on boards pauses in the middle: rating puzzles, making them, all children of a large board.

use klammer::{Engine, Handle, SearchStatistics, Step};

use super::engine;

/// A call, and the most ticks that are paid for at once: a part of the search for a rule, a node, a child.
const LONG: &[(&str, u64)] = &[
    ("(rate hard)", 100_000),
    ("(next-step hard (list (assoc 'nested-forcing-net *rules*)))", 10_000),
    ("(next-step hard (list (assoc 'deep-forcing-net *rules*)))", 6_000),
    ("(let ((puzzle (generate :like (board 16) :seed 3))) (board->line puzzle))", 3_000),
    ("(map-with count-digits (children (board 49) '(0 0)))", 200),
    ("(map-with count-digits (children (board 49) '(0 0) :level 'distinct))", 200),
    ("(with-budget (:nodes 20 :else 'enough) (children (board 49) '(0 0)))", 200),
];

const MANY: u64 = 60_000;

/// What comes of a call that is carried on in steps, and the most that a step has taken.
struct Found {
    value: String,
    statistics: SearchStatistics,
    ticks: u64,
    most: u64,
}

fn in_steps(engine: &mut Engine, f: &Handle, mut fuel: impl FnMut() -> u64) -> Found {
    engine.reset_search_statistics();
    let mut run = engine.start::<Handle>(f, ()).unwrap();
    let (mut ticks, mut most) = (0, 0);
    let value = loop {
        let fuel = fuel();
        let step = run.step(engine, fuel).unwrap();
        let taken = engine.usage().ticks;
        (ticks, most) = (ticks + taken, most.max(taken.saturating_sub(fuel)));
        match step {
            Step::Done(value) => break value,
            Step::Paused(_) => {}
            Step::Waiting(_) => panic!("nobody asks it to wait"),
        }
    };
    Found { value: engine.repr(&value).unwrap(), statistics: engine.search_statistics(), ticks, most }
}

#[test]
fn what_takes_long_on_boards_pauses_and_takes_as_much_as_in_one_call() {
    let mut engine = engine();
    engine.require("teach").unwrap();
    engine
        .exec(
            "(setq hard (read-puzzle
               \"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3..\"))",
        )
        .unwrap();
    for &(call, at_once) in LONG {
        let f: Handle = engine.eval(&format!("(lambda () {call})")).unwrap();
        // What is compiled on first use is compiled.
        engine.call::<Handle>(&f, ()).unwrap();
        engine.reset_search_statistics();
        let value: Handle = engine.call(&f, ()).unwrap();
        let ticks = engine.usage().ticks;
        let (value, statistics) = (engine.repr(&value).unwrap(), engine.search_statistics());
        let mut sizes = [1, 3, 1_000_000].into_iter().cycle();
        for fuel in [1, 3, 100, 1_000, 0] {
            // A call of so many ticks is not carried on tick by tick.
            if fuel > 0 && ticks / fuel > MANY {
                continue;
            }
            let found = in_steps(&mut engine, &f, || if fuel == 0 { sizes.next().unwrap_or(1) } else { fuel });
            assert_eq!((&found.value, &found.statistics), (&value, &statistics), "{call} in steps of {fuel}");
            assert_eq!(found.ticks, ticks, "{call} in steps of {fuel}");
            assert!(found.most <= at_once, "{call}: {} ticks more than {fuel} in a step", found.most);
        }
    }
}
