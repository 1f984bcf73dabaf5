//! Tests of searches from a host: boards, statistics, the trace, budgets under its own limits.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use klammer::inspect::SearchStatistics;
use klammer::trace::{Event, Placed, SearchState, StepOutcome};
use klammer::{ClosedHost, Code, Engine, Limits};
use klammer_search::Board;
use klammer_search::BoardEvent;
use klammer_search::board::{self, Layout, Level};

fn engine() -> Engine {
    crate::support::host::builder().host(ClosedHost::new()).build()
}

/// The events of a program's steps.
fn events(program: &str) -> Vec<Event> {
    let mut engine = engine();
    let (sender, receiver) = channel();
    engine.inspect().trace_search(Some(Box::new(move |event| sender.send(event).unwrap())));
    engine.eval::<()>(program).unwrap();
    receiver.try_iter().collect()
}

#[test]
fn a_board_goes_in_and_comes_out_again() {
    let mut e = engine();
    let mut board = Board(board::Board::new(&Layout::classic(9).unwrap()));
    board.assign(0, 5, Level::Locked).unwrap();
    e.set("b", board).unwrap();
    assert_eq!(e.eval::<Vec<u32>>("(candidates b '(0 1))").unwrap(), [1, 2, 3, 4, 6, 7, 8, 9]);
    let changed: Board = e.eval("(assign b 0 1 7)").unwrap();
    assert_eq!((changed.get(0), changed.get(1)), (1 << 5, 1 << 7));
    let original: Board = e.get("b").unwrap();
    assert_eq!(original.get(1).count_ones(), 8);
    assert_eq!(e.eval::<Board>("(vector 1)").unwrap_err().code(), Code::WrongType);
    assert!(e.eval::<Option<Board>>("nil").unwrap().is_none());
}

/// New boards take the memory of those that have gone, whatever these were.
#[test]
fn a_copy_in_old_memory_keeps_nothing_of_it() {
    let mut e = engine();
    let mut other = Board(board::Board::new(&Layout::classic(9).unwrap()));
    other.assign(40, 9, Level::Locked).unwrap();
    let blank = Board(board::Board::new(&Layout::classic(9).unwrap()));
    e.eval::<()>(
        "(defproc same (a b)
           (and (= (count-digits a) (count-digits b)) (settled? a '(4 4)) (not (settled? b '(0 0)))))",
    )
    .unwrap();
    e.eval::<()>("(setq kept (assign (board) 4 4 9))").unwrap();
    for _ in 0..3 {
        // Steps that fail, steps that lead on, boards of another size: enough that they are collected.
        e.eval::<()>("(dotimes (i 8000) (assign (assign (board) 0 0 1) 0 1 1) (assign (board 4) 0 0 1) (board))")
            .unwrap();
        assert!(e.call::<bool>("same", (&other, &other)).unwrap());
        assert!(e.eval::<bool>("(same kept (duplicate kept))").unwrap());
        let copy: Board = e.call("duplicate", (&blank,)).unwrap();
        assert!((0..81).all(|cell| copy.get(cell) == 0x3fe && !copy.is_settled(cell)));
    }
}

#[test]
fn each_step_is_an_event_with_its_parent_node() {
    let events = events(
        "(setq a (assign (board 4) 0 0 1 :level 'forward))
         (assign a 0 1 1)
         (setq b (duplicate a))
         (propagate-constraint b '((3 3) 2))
         (propagate! b 'locked)",
    );
    let tree: Vec<(u32, u32, u32)> = events.iter().map(|e| (e.node, e.parent, e.depth)).collect();
    assert_eq!(tree, [(1, 0, 1), (2, 1, 2), (3, 1, 2), (4, 3, 3)]);
    assert_eq!(events[0].placed, Some(Placed { cell: 0, digit: 1 }));
    assert_eq!(events[2].placed, Some(Placed { cell: 15, digit: 2 }));
    assert_eq!(events[3].placed, None);
    assert_eq!(events[0].outcome, StepOutcome::Open);
    assert_eq!(events[1].outcome, StepOutcome::Contradiction { cell: Some(1), group: None });
    assert_eq!(events[0].cells().len(), 16);
    assert_eq!(events[0].cells()[..2], [1 << 1, 0b11100]);
    assert_eq!(events[0].candidates, 54);
}

#[test]
fn steps_on_stores_are_events_too() {
    let events = events(
        "(require 'constraints)
         (setq s (make-store))
         (setq x (variable s 1 3))
         (setq y (variable s 1 3))
         (post! s (< (* 2 x) y) (= (+ x x) 2))
         (propagate! s)
         (assign s y 3)
         (all-different! s (list x 1))
         (propagate! s)",
    );
    let tree: Vec<(u32, u32, u32)> = events.iter().map(|e| (e.node, e.parent, e.depth)).collect();
    assert_eq!(tree, [(1, 0, 1), (2, 1, 2), (3, 1, 2)]);
    assert_eq!(events[1].placed, Some(Placed { cell: 1, digit: 3 }));
    assert_eq!((events[1].outcome, events[1].candidates), (StepOutcome::Solved, 2));
    assert!(matches!(events[2].outcome, StepOutcome::Contradiction { cell: Some(_), group: Some(_) }));
    let SearchState::Variables { state: 1, domains } = &events[0].state else { panic!("{:?}", events[0].state) };
    assert_eq!((domains[0].variable, &*domains[1].runs), (0, &[(3, 3)][..]));
}

#[test]
fn traces_of_stores_use_names_of_the_program() {
    let events = events(
        "(require 'constraints)
         (setq s (make-store))
         (setq xs (set-name! s 'x (variables s 2 0 9)))
         (setq sum (expression! s (+ (first xs) (second xs))))
         (post! s (< (first xs) (second xs)))
         (propagator! s xs (lambda (s) (when (value s (first xs)) (at-least! s (second xs) 20))))
         (at-most! s sum 3)
         (assign s (first xs) 2)
         (assign s (first xs) 1)
         (eliminate! (duplicate s) (first xs) 5)
         (propagate-fixpoint (make-store))",
    );
    let told: Vec<_> = events.iter().map(|e| (e.change.as_deref(), e.reason.as_deref())).collect();
    assert_eq!(told[0], (Some("(<= (+ x[0] x[1]) 3)"), None));
    assert_eq!(told[1], (None, Some("(< x[0] x[1])")));
    assert_eq!((told[2], events[2].outcome), ((None, None), StepOutcome::Open));
    let (change, reason) = told[3];
    assert_eq!(change, Some("(>= x[1] 20)"));
    assert!(reason.is_some_and(|reason| reason.starts_with("(propagator! (x[0] x[1]) ")), "{reason:?}");
    assert_eq!(told[4], (Some("(/= x[0] 5)"), None));
    assert_eq!(told.len(), 5);
    let SearchState::Variables { state: 1, domains } = &events[2].state else { panic!("{:?}", events[2].state) };
    let names: Vec<_> = domains.iter().map(|domain| (domain.name.as_deref(), domain.initial_bounds)).collect();
    assert_eq!(names, [(Some("x[0]"), (0, 9)), (Some("x[1]"), (0, 9))]);
}

#[test]
fn weights_end_with_their_search() {
    let mut e = engine();
    e.eval::<()>("(require 'constraints) (setq b (board 4)) (setq s (make-store)) (setq x (variable s 0 9))").unwrap();
    let weights = "(list (weight b '(0 0)) (weight s x))";
    e.eval::<()>("(increment-weight! b '(0 0) 2) (increment-weight! (duplicate s) x 2)").unwrap();
    assert_eq!(e.eval::<Vec<f64>>(weights).unwrap(), [3.0, 3.0]);
    e.inspect().reset_search();
    assert_eq!(e.eval::<Vec<f64>>(weights).unwrap(), [1.0, 1.0]);
}

#[test]
fn solutions_show_in_the_trace() {
    let events = events(
        "(board-from-constraints '((0 0 1) (1 1 3) (2 2 2) (3 0 3)) (board 4)) (assign (board-from-constraints '((0 0 1) (1 1 3) (2 2 2) (3 0 3)) (board 4)) 1 2 1)",
    );
    assert_eq!(events.last().unwrap().outcome, StepOutcome::Solved);
    assert_eq!(events.len(), 9);
}

#[test]
fn a_trace_ends_when_the_host_says_so() {
    let mut e = engine();
    let (sender, receiver) = channel();
    e.inspect().trace_search(Some(Box::new(move |event: Event| sender.send(event.node).unwrap())));
    e.eval::<()>("(assign (board 4) 0 0 1)").unwrap();
    e.inspect().trace_search(None);
    e.eval::<()>("(assign (board 4) 0 0 1)").unwrap();
    assert_eq!(receiver.iter().collect::<Vec<_>>(), [1]);
}

#[test]
fn statistics_are_counted_until_they_are_reset() {
    let mut e = engine();
    e.eval::<()>("(setq b (assign (board 4) 0 0 1))").unwrap();
    e.eval::<()>("(assign b 0 1 1)").unwrap();
    let s = *e.inspect().search_statistics();
    assert_eq!((s.nodes, s.failures, s.propagations, s.depth), (2, 1, 2, 2));
    *e.inspect().search_statistics() = SearchStatistics::default();
    assert_eq!(*e.inspect().search_statistics(), SearchStatistics::default());
}

#[test]
fn a_limit_passes_a_budget_and_leaves_none() {
    let mut e = engine();
    *e.limits_mut() = Limits { ticks: Some(10_000), ..Limits::default() };
    let endless = "(with-budget (:nodes 5 :ms 100000 :else 'out) (do () (nil)))";
    assert_eq!(e.eval::<()>(endless).unwrap_err().code(), Code::OutOfTicks);
    *e.limits_mut() = Limits::default();
    e.eval::<()>("(dotimes (i 100) (assign (board 4) 0 0 1))").unwrap();
}

#[test]
fn a_budget_of_time_ends_between_long_natives() {
    let mut e = engine();
    let start = Instant::now();
    let text: String = e
        .eval(
            "(with-budget (:ms 20 :else \"late\") (let ((b (board 25))) (do () (nil) (assign b 0 0 1 :level 'pairs))))",
        )
        .unwrap();
    assert_eq!(text, "late");
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn boards_are_part_of_the_memory_limit() {
    let mut e = engine();
    *e.limits_mut() = Limits { memory: 16 << 20, ..Limits::default() };
    let hoard = "(let loop ((l nil)) (loop (cons (board 25) l)))";
    assert_eq!(e.eval::<()>(hoard).unwrap_err().code(), Code::OutOfMemory);
    e.eval::<()>("(dotimes (i 3000) (board 25))").unwrap();
    let kept = "(let loop ((l nil)) (loop (cons (board-variant :digits 24 :latin t) l)))";
    assert_eq!(e.eval::<()>(kept).unwrap_err().code(), Code::OutOfMemory);
    // Layouts of boards that are garbage are garbage.
    e.eval::<()>("(dotimes (i 200) (board-variant :digits 24 :latin t))").unwrap();
}

#[test]
fn groups_with_too_much_in_common_are_refused() {
    let mut e = engine();
    let program = "
        (let ((group (map-with (lambda (i) (list 0 i)) (iota 50))))
          (board-variant :digits 50 :groups (map-with (lambda (i) group) (iota 4000))))";
    assert_eq!(e.eval::<()>(program).unwrap_err().code(), Code::BadValue);
}
