//! How fast boards are, under the plainest depth-first search in Rust: `cargo bench --bench boards -- [collection] [level]`.
//!
//! Reads the collections in the folder that `KLAMMER_SHARED` names (`../shared`), looks for two solutions of each puzzle, and prints puzzles and nodes
//! per second of one core.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use klammer::board::{Board, Layout, Level, Tie};

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
    let shared = std::env::var_os("KLAMMER_SHARED").map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
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
        let Ok(text) = std::fs::read_to_string(shared.join("puzzles").join(file)) else {
            println!("{file}: not there");
            continue;
        };
        let layout = Layout::classic(digits).expect("a usual size");
        let puzzles: Vec<Vec<u32>> = text.lines().map(|line| line.chars().map(digit).collect()).collect();
        let start = Instant::now();
        let (mut nodes, mut unique) = (0, 0);
        for puzzle in &puzzles {
            let mut found = 0;
            let board = read(&layout, puzzle);
            search(board, level, &mut found, &mut nodes);
            unique += u32::from(found == 1);
        }
        let seconds = start.elapsed().as_secs_f64();
        let count = puzzles.len() as f64;
        println!(
            "{file}: {count} puzzles, {unique} with one solution, {:.0} puzzles/s, {:.2} nodes each, {:.0} ns a node",
            count / seconds,
            f64::from(nodes) / count,
            seconds * 1e9 / f64::from(nodes)
        );
    }
}

fn digit(c: char) -> u32 {
    match c {
        'A'..='Z' => c as u32 - 'A' as u32 + 10,
        _ => c.to_digit(10).unwrap_or(0),
    }
}

fn read(layout: &Arc<Layout>, puzzle: &[u32]) -> Board {
    Board::with_masks(layout, puzzle.iter().map(|&digit| if digit == 0 { layout.all() } else { 1 << digit }))
}

fn search(mut board: Board, level: Level, found: &mut u32, nodes: &mut u32) {
    *nodes += 1;
    if board.propagate(level).is_ok() {
        branch(board, level, found, nodes);
    }
}

fn branch(board: Board, level: Level, found: &mut u32, nodes: &mut u32) {
    let Some(cell) = board.most_constrained(Tie::Degree) else {
        *found += 1;
        return;
    };
    let mut digits = board.get(cell);
    while digits != 0 && *found < 2 {
        let mut next = board.clone();
        *nodes += 1;
        if next.assign(cell, digits.trailing_zeros(), level).is_ok() {
            branch(next, level, found, nodes);
        }
        digits &= digits - 1;
    }
}
