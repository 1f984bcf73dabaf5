//! The page in a browser without a window. Skipped where there is no Chromium.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use klammer_search::board::{Extras, Layout, Level};

use crate::search::Recording;
use crate::search::tests::{HARD, classic, drawn, recorded, recorded_program};

/// Scripts that operate the page and check the result.
const WATCH_ERRORS: &str = include_str!("errors.js");
const CLICKS: &str = include_str!("clicks.js");
const REPLAY: &str = include_str!("replay.js");
const LOADED: &str = include_str!("loaded.js");
const VARIABLES: &str = include_str!("variables.js");

/// Opens the page from a file and runs a script after its own; what the script says of its checks. `None` without a
/// browser.
fn look(recording: &Recording, script: &str, options: &[&str]) -> Option<String> {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium found");
        return None;
    };
    let text = drawn(recording);
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
fn variables_are_a_table_that_tells_what_each_step_takes_away() {
    let text = "
        (require 'constraints)
        (setq s (make-store))
        (setq xs (name! s 'x (variables s 4 0 3)))
        (all-different! s xs)
        (all-different! s (map-with (lambda (x i) (expression! s (+ x i))) xs (iota 4)))
        (all-different! s (map-with (lambda (x i) (expression! s (- x i))) xs (iota 4)))
        (count-solutions s)";
    expect_all_fine(look(&recorded_program(text), VARIABLES, &[]));
}

#[test]
fn the_replay_goes_on_by_itself_until_it_is_stopped() {
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
            &Layout::boxes(3, 3, Extras { diagonals: true, windows: true }).unwrap(),
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
