//! Pages of searches that plain Rust code has made, and a browser that looks at them.

mod browser;

use std::sync::Arc;
use std::time::Duration;

use klammer::trace::{Event, Outcome, Placed, State};
use klammer_search::board::{Board, Extras, Layout, Level, Mask, Tie};

use crate::search::program::Variables;
use crate::search::puzzle::Grid;
use crate::search::recorder::Recorder;
use crate::search::tree::Tree;
use crate::search::{Recording, Subject, jsonl, page};

/// A search in depth for one solution, or until there are `most` events.
pub fn recorded(layout: &Arc<Layout>, puzzle: &str, level: Level, most: usize) -> Recording {
    let all = layout.all();
    let mask = |c: char| c.to_digit(36).filter(|&d| d > 0).map_or(all, |d| 1 << d);
    let puzzle: Vec<Mask> = puzzle.chars().map(mask).collect();
    let mut start = Board::new(layout);
    for (cell, given) in puzzle.iter().enumerate().filter(|(_, mask)| mask.is_power_of_two()) {
        start.assign(cell, given.trailing_zeros(), Level::Forward).unwrap();
    }
    let masks = |board: &Board| -> Vec<Mask> { (0..layout.cells()).map(|cell| board.get(cell)).collect() };
    let mut events: Vec<Event> = Vec::new();
    let mut todo: Vec<(Board, u32, u32, usize, u32)> = Vec::new();
    let choices = |todo: &mut Vec<_>, board: &Board, node: u32, depth: u32| {
        if let Some(cell) = board.most_constrained(Tie::Degree) {
            for digit in (1..=layout.digits() as u32).rev().filter(|digit| board.get(cell) >> digit & 1 == 1) {
                todo.push((board.clone(), node, depth, cell, digit));
            }
        }
    };
    choices(&mut todo, &start, 0, 0);
    while let Some((mut board, parent, depth, cell, digit)) = todo.pop()
        && events.len() < most
    {
        let node = events.len() as u32 + 1;
        let outcome = match board.assign(cell, digit, level) {
            Err(c) => Outcome::Contradiction { cell: c.place.map(|c| c as u32), group: c.group.map(|g| g as u32) },
            Ok(()) if board.is_solved() => Outcome::Solved,
            Ok(()) => Outcome::Open,
        };
        let placed = Some(Placed { cell: cell as u32, digit: digit.into() });
        let (candidates, depth) = (board.count_digits(), depth + 1);
        let state = klammer_search::trace::state(layout.clone(), masks(&board));
        let mut event = Event::new(node, parent, outcome, state);
        (event.depth, event.placed, event.candidates) = (depth, placed, candidates.into());
        events.push(event);
        match outcome {
            Outcome::Solved => break,
            Outcome::Open => choices(&mut todo, &board, node, depth),
            _ => {}
        }
    }
    Recording {
        title: "a <test> & </script> “puzzle”".to_string(),
        notes: vec!["script: <b>tests</b>".to_string(), "{{script}}".to_string()],
        subject: Subject::Board(Grid { layout: layout.clone(), start: masks(&start), puzzle }),
        events,
        time: Duration::from_micros(1234),
        stopped: None,
        full: false,
    }
}

/// Records the search of a program's first store.
fn recorded_program(text: &str) -> Recording {
    let recorder = Arc::new(Recorder::default());
    let mut engine = klammer_search::builder().build();
    let interrupt = engine.interrupt();
    engine
        .inspect()
        .trace_search(Some(recorder.sink(10_000, interrupt, |event| matches!(event.state, State::Store { .. }))));
    engine.eval::<()>(text).unwrap();
    let (events, full) = recorder.take();
    Recording {
        title: "variables".to_string(),
        notes: Vec::new(),
        subject: Subject::Store(Variables::of(&events)),
        events,
        time: Duration::ZERO,
        stopped: None,
        full,
    }
}

/// Its page.
fn drawn(recording: &Recording) -> String {
    match &recording.subject {
        Subject::Board(grid) => {
            page::of_board(recording, grid, &Tree::of_board(&grid.puzzle, grid.start.clone(), &recording.events))
        }
        Subject::Store(variables) => {
            page::of_store(recording, variables, &Tree::of_store(variables, &recording.events))
        }
    }
    .unwrap()
}

/// Norvig's first hard one.
pub const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn classic() -> Arc<Layout> {
    Layout::classic(9).unwrap()
}

#[test]
fn nothing_of_the_data_ends_the_script_or_leads_out_of_the_page() {
    let text = drawn(&recorded(&classic(), HARD, Level::Naked, 100));
    assert_eq!(text.matches("</script>").count(), 2);
    assert!(!text.contains("<b>tests") && text.contains("\\u003cb>tests"));
    assert_eq!(text.matches("{{").count(), 1, "a mark in the data stays there");
    for address in ["http:", "https:", "src=", "@import", "url("] {
        let unsafe_uses =
            text.match_indices(address).filter(|(i, _)| !text[*i..].starts_with("http://www.w3.org/2000/svg"));
        assert_eq!(unsafe_uses.count(), 0, "{address}");
    }
}

#[test]
fn lines_of_json_tell_the_whole_search() {
    let recording = recorded(&Layout::classic(4).unwrap(), "1...............", Level::Forward, 1000);
    let mut text = Vec::new();
    jsonl::write(&recording, &mut text).unwrap();
    let lines: Vec<serde_json::Value> =
        std::str::from_utf8(&text).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (first, last) = (&lines[0], lines.last().unwrap());
    assert_eq!(
        (&first["type"], &first["rows"], &first["givens"]),
        (&"puzzle".into(), &4.into(), &serde_json::json!([[[0, 0], 1]]))
    );
    assert_eq!(lines[1]["board"][0], serde_json::json!([[1], [2], [3, 4], [3, 4]]));
    assert_eq!(
        (&lines[1]["cell"], &lines[1]["digit"], &lines[1]["outcome"]),
        (&serde_json::json!([0, 1]), &2.into(), &"open".into())
    );
    assert_eq!(
        (&last["type"], &last["nodes"], &last["solutions"]),
        (&"end".into(), &(lines.len() - 2).into(), &1.into())
    );
}

#[test]
fn regions_are_numbered_whatever_their_shape() {
    let jigsaw = Layout::jigsaw(&[0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3]).unwrap();
    let text = drawn(&recorded(&jigsaw, "................", Level::Hidden, 100));
    assert!(text.contains(r#""regions":[0,0,0,1,2,0,1,1,2,2,1,3,2,3,3,3]"#), "{text}");
    let latin = drawn(&recorded(&Layout::latin(4).unwrap(), "................", Level::Hidden, 100));
    assert!(latin.contains(r#""regions":[]"#));
    let windows = Layout::boxes(3, 3, Extras { diagonals: true, windows: true }).unwrap();
    let text = drawn(&recorded(&windows, &".".repeat(81), Level::Hidden, 100));
    assert!(text.contains(r#""name":"window 3","cells":[50,51,52,59,60,61,68,69,70],"extra":true"#));
}
