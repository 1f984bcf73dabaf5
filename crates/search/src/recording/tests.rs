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
        let state = crate::trace::state(layout.clone(), masks(&board));
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

/// Scripts that operate the page and check the result.
const WATCH_ERRORS: &str = r#"
// Before the page's own script: keeps what goes wrong.
window.begun = performance.now();
window.wrong = [];
addEventListener("error", (event) => wrong.push(event.message));
addEventListener("securitypolicyviolation", (event) => wrong.push(`policy: ${event.violatedDirective}`));
console.error = console.warn = (...words) => wrong.push(words.join(" "));
window.result = document.createElement("pre");
result.id = "result";
window.check = (name, fine) => result.append(`${fine ? "ok" : "WRONG"} ${name}\n`);
window.finish = () => {
  check(`no errors ${wrong.join("; ")}`, wrong.length === 0);
  document.body.append(result);
};
window.tryOut = (script) => {
  try {
    script();
  } catch (error) {
    wrong.push(error.stack);
    finish();
  }
};
"#;
const CLICKS: &str = r##"
const all = (selector) => [...document.querySelectorAll(selector)];
const click = (id) => document.getElementById(id).click();
const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const caption = () => document.getElementById("caption").textContent;
const step = () => Number(document.getElementById("seek").value);
const last = Number(document.getElementById("seek").max);
const shown = () => all("#items .item").length;
const cell = (row, column) => all("#board [data-cell]")[9 * row + column];

check("the title is text", document.getElementById("title").textContent === "a <test> & <\/script> “puzzle”");
check("it begins at the start", caption().startsWith("Start. 17 givens; ") && step() === 0);
check("givens are drawn", all("#board .cell.given").length === 17);
check("every open cell shows its candidates", all("#board .candidate").length > 200);
check("only a part is unfolded", shown() > 1 && shown() < last / 2);

const before = shown();
click("unfold-all");
check("unfolding shows more", shown() > before);
click("fold-failures");
check("folding shows as much as before", shown() === before);

key("ArrowRight");
check("a step on", step() === 1 && caption().startsWith(`Node 1 of ${last}. `));
check("the digit that was put is marked", all("#board .cell.now.placed").length === 1);
check("the node is marked", all("#items .current").length === 1);
check("candidates that go are struck", all("#board .strike").length > 0);
click("failure");
check("the next failure", caption().includes("Contradiction. No ") && all("#board .conflict").length + all("#board .conflict-group[d*=M]").length > 0);
check("its node is in sight", all("#items .current.failure").length === 1);
const failed = step();
key("f");
check("the failure after that", step() > failed && caption().includes("Contradiction."));
key("F");
check("and the one before", step() === failed);
click("parent");
check("the parent", step() < failed && caption().includes("Choice point: "));
check("what can be tried is offered", all("#alternatives .chip.failure").length > 0);
all("#alternatives .chips:last-child button.chip")[0].click();
check("a chip leads there", step() > 0);
key("s");
check("the solution", caption().includes("Solution.") && all("#board .digit").length === 81);
check("decisions are listed", all("#path .decision").length > 3);
check("the totals tell", document.getElementById("totals").textContent.includes("Solutions1 of 1"));
all("#path .decision")[0].click();
check("a decision leads back", step() < last && step() > 0);
key("End");
cell(0, 1).dispatchEvent(new MouseEvent("click", { bubbles: true }));
check("a cell leads to the step that settled it", step() < last);
key("d");
check("candidates can be hidden", all("#board .candidate").length === 0);
key("d");
check("and shown", step() === last || all("#board .candidate").length > 0);
key("Home");
key("c");
const unfolded = shown();
key("Enter");
check("a node is folded", shown() < unfolded && caption().includes("Choice point: "));
key("Enter");
check("and unfolded", shown() === unfolded);
const toggle = all("#items .toggle").find((button) => button.textContent.startsWith("+"));
const folded = shown();
toggle.click();
check("so it is by its own button", shown() > folded);
const run = all("#items .run .toggle")[0];
check("forced steps are one node", run === undefined || run.textContent === "+");
document.getElementById("seek").value = 7;
document.getElementById("seek").dispatchEvent(new Event("input"));
check("the slider leads anywhere", step() === 7 && caption().startsWith("Node 7 "));
finish();
"##;
const REPLAY: &str = r##"
const step = () => Number(document.getElementById("seek").value);
const last = Number(document.getElementById("seek").max);
const play = document.getElementById("play");
document.getElementById("speed").value = 50;
document.getElementById("speed").dispatchEvent(new Event("input"));
check("the speed is told", document.getElementById("rate").textContent === "37 nodes/s");
play.click();
check("it can be stopped", play.textContent.includes("Pause"));
setTimeout(() => {
  check("it goes on by itself", step() > 2 && step() < last);
  play.click();
  check("it can be continued", play.textContent.includes("Play"));
  const stopped = step();
  setTimeout(() => {
    check("it stays where it was stopped", step() === stopped);
    play.click();
    setTimeout(() => {
      check("it ends at the end", step() === last && play.textContent.includes("Play"));
      check("the address names the step", location.hash === `#${last}`);
      location.hash = "#2";
      setTimeout(() => {
        check("and leads to one", step() === 2);
        finish();
      }, 100);
    }, 5000);
  }, 500);
}, 300);
"##;
const LOADED: &str = r#"
// The test counts the parts that the page makes, and those that a jump changes. The clock is only for what would
// hang: its limits are more than ten times what is taken.
const loaded = performance.now();
const made = document.querySelectorAll("*").length;
const watch = new MutationObserver(() => {});
watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
document.getElementById("seek").value = 500;
document.getElementById("seek").dispatchEvent(new Event("input"));
document.body.offsetHeight;
const changed = watch.takeRecords().length;
const jumped = performance.now();
check(`${made} elements are made`, made < 8000);
check(`${changed} changes for a jump`, changed < 4000);
check(`loaded in ${Math.round(loaded - begun)} ms`, loaded - begun < 10000);
check(`a jump takes ${Math.round(jumped - loaded)} ms`, jumped - loaded < 10000);
finish();
"#;
const VARIABLES: &str = r##"
const all = (selector) => [...document.querySelectorAll(selector)];
const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const caption = () => document.getElementById("caption").textContent;
const names = () => all("#board tbody tr:not(.hidden) th").map((name) => name.textContent).join(" ");

check("all variables are there", names() === "x[0] x[1] x[2] x[3]");
check("with all their values", all("#board td.left").length === 16);
check("the start is told", caption() === "Start. 4 variables with 16 values, before anything is concluded. ");
key("c");
check(`a choice is told: ${caption()}`, caption().includes("x[0] may be 0..3; the search tries 0, then 1, then 2, then 3."));
key("ArrowRight");
check(`and what was tried: ${caption()}`, caption().includes("x[0] = 0, one of 0..3. "));
check("its row is marked", all("#board tr.now.placed")[0]?.dataset.variable === "0");
check("what goes is struck", all("#board td.removed").length > 2);
key("f");
check(`why it fails: ${caption()}`, /Contradiction. \(all-different! .*\) (leaves .* with no value|cannot hold any more)[.]/.test(caption()));
all("#board tr[data-variable='0']")[0].click();
check("a row leads to the step that settled it", caption().startsWith("Node 2 of "));
key("s");
check("the solution", caption().includes("Every variable has one value") && all("#board tr.forced, #board tr.placed").length === 4);
key("Home");
document.getElementById("candidates").click();
check("rows that do not change can be left out", names() === "");
check("labels are names", all("#items .node").some((node) => node.textContent === "x[0] = 1"));
finish();
"##;

/// Opens the page from a file and runs a script after its own; what the script says of its checks. `None` without a
/// browser.
fn look(recording: &Recording, script: &str, options: &[&str]) -> Option<String> {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium found");
        return None;
    };
    let text = recording.page().unwrap();
    let text = text.replacen("<head>", &format!("<head><script>{WATCH_ERRORS}</script>"), 1);
    let text = text.replacen("</body>", &format!("<script>tryOut(() => {{ {script} }});</script></body>"), 1);
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
    expect_all_fine(look(&recording, CLICKS, &[]));
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
    expect_all_fine(look(&recorded_program(text), VARIABLES, &[]));
}

#[test]
fn the_replay_runs_until_it_is_stopped() {
    let recording = recorded(&classic(), HARD, Level::Hidden, 5000);
    expect_all_fine(look(&recording, REPLAY, &["--virtual-time-budget=20000"]));
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
        expect_all_fine(look(&recording, LOADED, &[]));
    }
}
