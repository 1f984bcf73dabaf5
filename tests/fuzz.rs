//! The fuzz targets of `fuzz/`, driven by random bytes from fixed seeds.
//!
//! - `KLAMMER_FUZZ_SECONDS`: how long each target runs (4 by default);
//! - `KLAMMER_FUZZ_SEED`: where to begin (1 by default); a failure names the seed that leads to it at once;
//! - `KLAMMER_FUZZ_KEEP_GOING`: set it to see all failures, each kind once, instead of the first.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "the targets are a crate of their own")]
#[path = "../fuzz/src/lib.rs"]
mod targets;

/// Native stack for the targets: what a thread of a host may have.
const STACK: usize = if cfg!(debug_assertions) { 2 << 20 } else { 1 << 20 };

/// A run that takes longer hangs. An interpreter of Rust needs a thousand times as long.
const HANG: Duration = Duration::from_secs(if cfg!(miri) { 3600 } else { 60 });

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(otherwise)
}

/// Bytes from a seed: SplitMix64, of a random length from 8 to 1,024.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let length = 8 << (next() % 8);
    (0..length).map(|_| next() as u8).collect()
}

/// Runs `target` with seed after seed until the time is up. What is being run is also written to a file: an abort
/// leaves nothing else behind.
fn drive(name: &'static str, target: fn(&[u8]), show: fn(&[u8]) -> String) {
    let seconds = setting("KLAMMER_FUZZ_SECONDS", 4);
    let first = setting("KLAMMER_FUZZ_SEED", 1);
    let current = Arc::new(Mutex::new((Instant::now(), first)));
    let watched = Arc::clone(&current);
    let keep_going = std::env::var_os("KLAMMER_FUZZ_KEEP_GOING").is_some();
    let mut kinds = std::collections::HashSet::new();
    let worker = std::thread::Builder::new().stack_size(STACK).name(name.into()).spawn(move || {
        let end = Instant::now() + Duration::from_secs(seconds);
        let mut seed = first;
        while Instant::now() < end {
            *watched.lock().unwrap() = (Instant::now(), seed);
            let data = bytes(seed);
            note(name, seed, &show(&data));
            if !keep_going {
                target(&data);
            } else if let Err(panic) = std::panic::catch_unwind(|| target(&data)) {
                let message = panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".into());
                let kind: String = message.chars().filter(|c| !c.is_ascii_digit()).take(70).collect();
                if kinds.insert(kind) {
                    println!("==== {name}: seed {seed}: {message}\n{}", show(&data));
                }
            }
            seed += 1;
        }
        assert!(kinds.is_empty(), "{} kinds of failures", kinds.len());
        seed - first
    });
    let worker = worker.unwrap();
    while !worker.is_finished() {
        std::thread::sleep(Duration::from_millis(100));
        let (begin, seed) = *current.lock().unwrap();
        if begin.elapsed() > HANG {
            eprintln!("{name}: seed {seed} hangs:\n{}", show(&bytes(seed)));
            std::process::exit(1);
        }
    }
    match worker.join() {
        Ok(runs) => println!("{name}: {runs} runs"),
        Err(_) => {
            let seed = current.lock().unwrap().1;
            panic!("{name}: seed {seed} fails:\n{}", show(&bytes(seed)));
        }
    }
}

fn note(name: &str, seed: u64, shown: &str) {
    let path = format!("{}/fuzz-{name}.lisp", env!("CARGO_TARGET_TMPDIR"));
    if let Ok(mut file) = std::fs::File::create(path) {
        let _ = write!(file, "; seed {seed}\n{shown}");
    }
}

fn as_text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// Random bytes are hardly ever a text: most of them become characters that mean something to the reader.
fn lispy(data: &[u8]) -> Vec<u8> {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "(",
        ")",
        "[",
        "]",
        "'",
        "`",
        ",",
        ",@",
        "#'",
        "#(",
        "#;",
        "#|",
        "|#",
        ";",
        "\n",
        "\"",
        "\\",
        "|",
        "#\\",
        "#\\space",
        "#\\x41",
        "\\x41;",
        ".",
        " ",
        " ",
        "1",
        "-",
        "+",
        "/",
        "1/2",
        "1e5",
        ".5",
        "e",
        "#x1f",
        "#b",
        "#u8(",
        "#2A(",
        "#t",
        "#f",
        "abc",
        ":key",
        "nil",
        "#!",
        "#<",
        "ä",
        "\u{a0}",
        "\u{feff}",
        "\u{1f600}",
        "\t",
        "if",
        "lambda",
        "#0=",
        "#d",
        "1.",
    ];
    let mut text = Vec::new();
    for &b in data {
        match PIECES.get(usize::from(b) % (PIECES.len() + 4)) {
            Some(piece) => text.extend_from_slice(piece.as_bytes()),
            None => text.push(b),
        }
    }
    text
}

#[test]
fn the_reader_takes_any_text() {
    drive("reader", |data| targets::reader::run(&lispy(data)), |data| as_text(&lispy(data)));
}

/// Pieces of puzzles in all formats: rows, frames, brackets, values.
fn puzzling(data: &[u8]) -> Vec<u8> {
    const PIECES: &[&str] = &[
        ".",
        "0",
        "1",
        "2",
        "3",
        "4",
        "12",
        "A",
        "g",
        "*",
        "_",
        " ",
        "\n",
        "\n",
        "\n\n",
        "\r\n",
        "|",
        "+--+--+\n",
        "│",
        "───",
        ",",
        ";",
        "\t",
        "\"",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "((0 0 2)",
        "((1 1) 3)",
        "'",
        "#(",
        "# x\n",
        "#2A(",
        "[Puzzle]\n",
        "[State]\n",
        "define x",
        "nil",
        "{\"puzzle\":\"",
        "\"}",
        "....",
        "1234\n",
        "1 2 3 4\n",
        "12|34\n",
        "1,2,3,4\n",
        "(1 2 3 4)",
        "................\n",
        "123 4 12 34\n",
        "\u{feff}",
        "ä",
    ];
    let mut text = Vec::new();
    for &b in data {
        match PIECES.get(usize::from(b) % (PIECES.len() + 2)) {
            Some(piece) => text.extend_from_slice(piece.as_bytes()),
            None => text.push(b),
        }
    }
    text
}

#[test]
fn any_bytes_are_puzzles_or_complaints() {
    drive("puzzles", |data| targets::puzzles::run(&puzzling(data)), |data| as_text(&puzzling(data)));
}

#[test]
fn programs_keep_the_promises() {
    drive("programs", targets::programs::run, targets::programs::program);
}

#[test]
fn a_collection_changes_nothing() {
    drive("stressed", targets::programs::run_stressed, targets::programs::program);
}

#[test]
fn hosts_can_call_in_any_order() {
    static STEPS: AtomicU64 = AtomicU64::new(0);
    let target = |data: &[u8]| {
        STEPS.fetch_add(targets::embedding::run(data), Ordering::Relaxed);
    };
    drive("embedding", target, |data| format!("{data:?}"));
    println!("embedding: {} calls of the host", STEPS.load(Ordering::Relaxed));
}
