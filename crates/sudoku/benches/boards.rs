//! Measures the speed of boards under the plainest depth-first search in Rust: `cargo bench -p klammer-sudoku --
//! [collection] [level]`.
//!
//! Reads the collections in `shared/puzzles` beside the project, looks for two solutions of
//! each puzzle, and prints puzzles and nodes per second of one core.

#[allow(dead_code, reason = "not every crate needs all of it")]
#[path = "../../../tests/support/settings.rs"]
mod settings;

use std::sync::Arc;
use std::time::{Duration, Instant};

use klammer_sudoku::board::{Board, Layout, Level, TieBreak};

use settings::shared_path;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let wanted = words.first().map_or("", String::as_str);
    let level = match words.get(1).map(String::as_str) {
        Some("forward") => Level::Forward,
        Some("naked") => Level::Naked,
        Some("hidden") => Level::Hidden,
        Some("pairs") => Level::Pairs,
        _ => Level::Locked,
    };
    for (file, digits) in [
        ("17clue_royle_49151.sdm", 9),
        ("magictour_top1465.sdm", 9),
        ("norvig_top95.sdm", 9),
        ("serg_benchmark_multi.sdm", 9),
        ("gecode_16x16.txt", 16),
    ] {
        if !file.contains(wanted) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(shared_path("puzzles").join(file)) else {
            println!("{file}: not there");
            continue;
        };
        let layout = Layout::classic(digits).expect("a usual size");
        let start = Instant::now();
        let cpu = cpu_time();
        let (mut nodes, mut unique, mut count) = (0, 0, 0.0);
        for line in text.lines() {
            let mut found = 0;
            search(read(&layout, line), level, &mut found, &mut nodes);
            unique += u32::from(found == 1);
            count += 1.0;
        }
        let time = cpu.zip(cpu_time()).map_or_else(|| start.elapsed(), |(start, end)| end - start);
        let seconds = time.as_secs_f64();
        println!(
            "{file}: {count} puzzles, {unique} with one solution, {:.0} puzzles/s, {:.2} nodes each, {:.0} ns a node",
            count / seconds,
            f64::from(nodes) / count,
            seconds * 1e9 / f64::from(nodes)
        );
    }
}

/// Returns the processor time of this process, whatever else runs; `None` where the system does not count it.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

fn read(layout: &Arc<Layout>, line: &str) -> Board {
    let mask = |c| match c {
        b'1'..=b'9' => 1 << (c - b'0'),
        b'A'..=b'Z' => 1 << (c - b'A' + 10),
        _ => layout.all(),
    };
    Board::with_masks(layout, line.bytes().map(mask))
}

fn search(mut board: Board, level: Level, found: &mut u32, nodes: &mut u32) {
    *nodes += 1;
    if board.propagate(level).is_ok() {
        branch(&board, level, found, nodes);
    }
}

fn branch(board: &Board, level: Level, found: &mut u32, nodes: &mut u32) {
    let Some(cell) = board.most_constrained(TieBreak::Degree) else {
        *found += 1;
        return;
    };
    let mut digits = board.get(cell);
    let mut next = board.clone();
    while digits != 0 && *found < 2 {
        *nodes += 1;
        if board.assign_in_copy(&mut next, cell, digits.trailing_zeros(), level).is_ok() {
            branch(&next, level, found, nodes);
        }
        digits &= digits - 1;
    }
}
