//! Searches that are carried on step by step find what they find in one call, on the same way, for the same ticks.

use klammer::inspect::SearchStatistics;
use klammer::{Engine, Handle, Step};

use super::engine;

/// A library, what a program has defined with it, and calls of that.
const SEARCHES: &[(&str, &str, &[&str])] = &[
    (
        "search",
        "(setq some (read-puzzle \"1.............4.\") nine
           (read-puzzle \"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\"))",
        &[
            "(board->line (solve nine))",
            "(count-solutions some)",
            "(count-solutions (board 4))",
            "(count-solutions nine 2)",
            "(map-with board->line (find-solutions some 5))",
            "(let ((next (solutions some))) (list (board->line (next)) (board->line (next))))",
            "(unique? nine)",
            "(count-nodes (solve (board 9)))",
            "(board->line (solve-with-restarts nine 10))",
            "(with-budget (:nodes 7 :else 'unfinished) (count-solutions (board 4)))",
        ],
    ),
    (
        "constraints",
        "(defproc queens (n)
           (let* ((s (make-store)) (qs (variables s n 1 n)))
             (all-different! s qs)
             (dotimes (i n)
               (dotimes (j i)
                 (let ((a (nth i qs)) (b (nth j qs)) (d (- i j)))
                   (post! s (/= (- a b) d) (/= (- b a) d)))))
             (list s qs)))
         (defproc coins (total)
           (let* ((s (make-store)) (xs (variables s 4 0 total))
                  (a (first xs)) (b (second xs)) (c (third xs)) (d (fourth xs))
                  (sum (expression! s (+ a (* 3 b) (* 7 c) (* 11 d))))
                  (count (expression! s (apply + xs))))
             (post! s (= sum total))
             (list s xs count)))
         (setq six (queens 6) problem (coins 40))
         (defproc own (n)
           (let* ((s (make-store)) (xs (variables s n 0 n)))
             (propagator! s xs (lambda (s) (if (< (lower s (first xs)) 2) (at-least! s (first xs) 2) s)))
             (length (find-solutions s 20))))",
        &[
            "(values-of (solve (first six)) (second six))",
            "(count-solutions (first six))",
            "(map-with (lambda (s) (values-of s (second six))) (find-solutions (first six) 3))",
            "(values-of (minimize (first problem) (third problem)) (second problem))",
            "(value (maximize (first problem) (third problem)) (third problem))",
            "(let ((seen nil))
               (minimize (first problem) (third problem) :nodes 9
                 :found (lambda (s) (push! (value s (third problem)) seen)))
               seen)",
            "(progn
               (random-seed! 1)
               (value (large-neighbourhood-search (first problem) (third problem) (second problem)
                                                  (solve (first problem)) 5 :keep 0.3)
                      (third problem)))",
            "(let ((s (first (queens 5)))) (and (solve-with-nogoods s 2) t))",
            "(own 3)",
        ],
    ),
    (
        "teach",
        "(setq nine
           (read-puzzle \"..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\"))",
        &[
            "(rate nine)",
            "(length (steps nine))",
            "(board->line (generate :like (board 4) :seed 3))",
            "(board->line (generate :seed 5))",
        ],
    ),
];

/// Greatest number of steps in which a search is run.
const MANY: u64 = 60_000;

#[test]
fn searches_in_steps_find_the_same_on_the_same_way() {
    for (library, definitions, calls) in SEARCHES {
        let mut engine = engine();
        engine.require("search").unwrap();
        engine.require(library).unwrap();
        engine.eval::<()>(&format!("{definitions} nil")).unwrap();
        for call in *calls {
            let whole: Handle = engine.eval(&format!("(lambda () {call})")).unwrap();
            // This call compiles the functions that are compiled on first use.
            engine.call::<Handle>(&whole, ()).unwrap();
            let expected = in_one_call(&mut engine, &whole);
            assert_ne!(expected.value, "nil", "{call}");
            for step_ticks in [1, 10, 100, 1_000, 10_000] {
                if expected.ticks / step_ticks <= MANY {
                    let found = in_steps(&mut engine, &whole, step_ticks);
                    assert_eq!(found, expected, "{call} in steps of {step_ticks}");
                }
            }
        }
    }
}

#[derive(PartialEq, Debug)]
struct Found {
    value: String,
    statistics: SearchStatistics,
    ticks: u64,
}

fn in_one_call(engine: &mut Engine, whole: &Handle) -> Found {
    engine.inspect().reset_search_statistics();
    let value: Handle = engine.call(whole, ()).unwrap();
    let ticks = engine.usage().ticks;
    Found { value: engine.inspect().repr(&value).unwrap(), statistics: engine.inspect().search_statistics(), ticks }
}

fn in_steps(engine: &mut Engine, whole: &Handle, step_ticks: u64) -> Found {
    engine.inspect().reset_search_statistics();
    let mut run = engine.start::<Handle>(whole, ()).unwrap();
    let mut before = 0;
    let value = loop {
        match run.step(engine, step_ticks).unwrap() {
            Step::Done(value) => break value,
            Step::OutOfTicks => before = run.usage(engine).ticks,
            Step::Yielded(_) | Step::Asked(_) => panic!("nobody asks it to wait"),
        }
    };
    let ticks = before + engine.usage().ticks;
    Found { value: engine.inspect().repr(&value).unwrap(), statistics: engine.inspect().search_statistics(), ticks }
}

/// Each has statistics of its own kind: those of the engine are of all that has been searched in it.
#[test]
fn two_searches_that_take_turns_do_not_disturb_each_other() {
    let mut engine = engine();
    engine.require("search").unwrap();
    engine.eval::<()>("(defproc count (n) (count-solutions (board 4) n)) nil").unwrap();
    let expected = engine.call::<i64>("count", (288,)).unwrap();
    let nodes = engine.inspect().search_statistics().nodes;
    let (mut one, mut two) =
        (engine.start::<i64>("count", (288,)).unwrap(), engine.start::<i64>("count", (288,)).unwrap());
    engine.inspect().reset_search_statistics();
    let mut ends = Vec::new();
    while ends.len() < 2 {
        for run in [&mut one, &mut two] {
            match run.step(&mut engine, 97) {
                Ok(Step::Done(count)) => ends.push(count),
                Ok(Step::OutOfTicks | Step::Yielded(_) | Step::Asked(_)) => {}
                Err(error) => assert_eq!((ends.len(), error.message()), (1, "the run has ended")),
            }
        }
    }
    assert_eq!(ends, [expected, expected]);
    assert_eq!(engine.inspect().search_statistics().nodes, 2 * nodes);
}
