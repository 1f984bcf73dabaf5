//! Pages of searches that plain Rust code has made, and a browser that looks at them.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use klammer::trace::{Event, Placed, SearchState, StepOutcome};

use super::{Grid, Recorder, Recording, Subject};
use crate::board::{Board, Layout, Level, Mask, TieBreak, VariantGroups};

/// A search in depth for one solution, or until there are `most` events.
fn recorded(layout: &Arc<Layout>, puzzle: &str, level: Level, most: usize) -> Recording {
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
        if let Some(cell) = board.most_constrained(TieBreak::Degree) {
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
            Err(c) => StepOutcome::Contradiction { cell: c.place.map(|c| c as u32), group: c.group.map(|g| g as u32) },
            Ok(()) if board.is_solved() => StepOutcome::Solved,
            Ok(()) => StepOutcome::Open,
        };
        let placed = Some(Placed { cell: cell as u32, digit: digit.into() });
        let (candidates, depth) = (board.count_digits(), depth + 1);
        let state = crate::boards::state(layout.clone(), masks(&board));
        let mut event = Event::new(node, parent, outcome, state);
        (event.depth, event.placed, event.candidates) = (depth, placed, candidates.into());
        events.push(event);
        match outcome {
            StepOutcome::Solved => break,
            StepOutcome::Open => choices(&mut todo, &board, node, depth),
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
    }
}

/// Records the search of a program's first store.
fn recorded_program(text: &str) -> Recording {
    let mut engine = crate::builder().build();
    let recorder = Recorder::new(10_000, engine.interrupt());
    engine.inspect().trace_search(Some(recorder.sink(|event| matches!(event.state, SearchState::Variables { .. }))));
    engine.eval::<()>(text).unwrap();
    Recording::new("variables", recorder.searches().nth(0).unwrap())
}

/// Norvig's first hard one.
const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn classic() -> Arc<Layout> {
    Layout::classic(9).unwrap()
}

#[test]
fn data_cannot_end_the_script_of_the_page() {
    let text = recorded(&classic(), HARD, Level::Naked, 100).page().unwrap();
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
    recording.write_lines(&mut text).unwrap();
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
    let text = recorded(&jigsaw, "................", Level::Hidden, 100).page().unwrap();
    assert!(text.contains(r#""regions":[0,0,0,1,2,0,1,1,2,2,1,3,2,3,3,3]"#), "{text}");
    let latin = recorded(&Layout::latin(4).unwrap(), "................", Level::Hidden, 100).page().unwrap();
    assert!(latin.contains(r#""regions":[]"#));
    let windows = Layout::boxes(3, 3, VariantGroups { diagonals: true, windows: true }).unwrap();
    let text = recorded(&windows, &".".repeat(81), Level::Hidden, 100).page().unwrap();
    assert!(text.contains(r#""name":"window 3","cells":[50,51,52,59,60,61,68,69,70],"extra":true"#));
}

/// Returns a script that operates the page.
fn script(name: &str) -> &'static str {
    let (_, rest) = include_str!("checks.js").split_once(&format!("\n//// {name}\n")).expect("a script");
    rest.split("\n//// ").next().unwrap_or(rest)
}

/// Opens the page from a file and runs a script after its own; what the script says of its checks. `None` without a
/// browser.
fn look(recording: &Recording, checks: &str, options: &[&str]) -> Option<String> {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium found");
        return None;
    };
    let text = recording.page().unwrap();
    let text = text.replacen("<head>", &format!("<head><script>{}</script>", script("begin")), 1);
    let text = text.replacen("</body>", &format!("<script>tryOut(() => {{ {} }});</script></body>", script(checks)), 1);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    fs::write(&file, text).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .args(options)
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let result = dom.split_once("<pre id=\"result\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let result = result.map(|(text, _)| text.to_string());
    Some(result.unwrap_or_else(|| panic!("no result: {dom}\n{}", String::from_utf8_lossy(&output.stderr))))
}

fn browser() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name))).find(|file| file.is_file())
}

fn expect_all_fine(result: Option<String>) {
    if let Some(result) = result {
        assert!(result.lines().all(|line| line.starts_with("ok ")) && result.lines().count() > 2, "{result}");
    }
}

#[test]
fn the_tree_is_folded_followed_and_told() {
    let recording = recorded(&classic(), HARD, Level::Naked, 5000);
    assert!(recording.events.len() > 120, "folded at first");
    expect_all_fine(look(&recording, "clicks", &[]));
}

#[test]
fn variables_are_a_table_of_removed_values() {
    let text = "
        (require 'constraints)
        (setq s (make-store))
        (setq xs (set-name! s 'x (variables s 4 0 3)))
        (all-different! s xs)
        (all-different! s (map-with (lambda (x i) (expression! s (+ x i))) xs (iota 4)))
        (all-different! s (map-with (lambda (x i) (expression! s (- x i))) xs (iota 4)))
        (count-solutions s)";
    expect_all_fine(look(&recorded_program(text), "variables", &[]));
}

#[test]
fn the_replay_runs_until_it_is_stopped() {
    let recording = recorded(&classic(), HARD, Level::Hidden, 5000);
    expect_all_fine(look(&recording, "replay", &["--virtual-time-budget=20000"]));
}

#[test]
fn a_thousand_nodes_are_little_work_for_a_page() {
    let large = ".".repeat(625);
    let pages = [
        recorded(
            &classic(),
            ".....6....59.....82....8....45........3........6..3.54...325..6..................",
            Level::Forward,
            1000,
        ),
        recorded(&Layout::classic(25).unwrap(), &large, Level::Naked, 1000),
        recorded(&Layout::classic(16).unwrap(), &large[..256], Level::Hidden, 1000),
        recorded(
            &Layout::boxes(3, 3, VariantGroups { diagonals: true, windows: true }).unwrap(),
            &large[..81],
            Level::Naked,
            1000,
        ),
        recorded(&Layout::classic(4).unwrap(), "................", Level::Forward, 1000),
    ];
    for recording in pages {
        expect_all_fine(look(&recording, "loaded", &[]));
    }
}
