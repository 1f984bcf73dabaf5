//! The fuzz targets of `fuzz/`, driven by random bytes from fixed seeds.
//!
//! Each target runs for some seconds, in a full run longer. The seed says where to begin; a failure names the seed that
//! leads to it at once. If the environment names a seed, each call of the host is shown while that seed runs.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "the targets are a crate of their own")]
#[path = "../fuzz/src/lib.rs"]
mod targets;

#[allow(dead_code, reason = "others use the rest")]
#[path = "support/settings.rs"]
mod settings;

use targets::embedding::Counts;

/// Native stack for the targets: what a thread of a host may have.
const STACK: usize = if cfg!(debug_assertions) { 2 << 20 } else { 1 << 20 };

/// A run that takes longer hangs. An interpreter of Rust needs a thousand times as long.
const HANG: Duration = Duration::from_secs(if cfg!(miri) { 3600 } else { 240 });

/// The target that is made of calls of the host.
const CALLS: &str = "embedding";

/// Returns the input of a target.
fn bytes(name: &str, seed: u64) -> Vec<u8> {
    settings::bytes(seed, if name == CALLS { settings::MAX_FOR_CALLS } else { settings::MOST })
}

/// Time that a target has.
fn time() -> Duration {
    Duration::from_secs(settings::number(4, 45))
}

/// Runs `target`, which tells how many steps it has made, with seed after seed until it has done enough. What is being
/// run is also written to a file: an abort leaves nothing else behind.
fn drive(name: &'static str, target: impl Fn(&[u8]) -> u64 + Send + 'static, show: fn(&[u8]) -> String) {
    drive_and(name, target, show, || ());
}

/// [`drive`], and something when all is done.
fn drive_and(
    name: &'static str,
    target: impl Fn(&[u8]) -> u64 + Send + 'static,
    show: fn(&[u8]) -> String,
    done: impl FnOnce(),
) {
    let first = settings::seed();
    let current = Arc::new(Mutex::new((Instant::now(), first)));
    let watched = Arc::clone(&current);
    let worker = std::thread::Builder::new().stack_size(STACK).name(name.into()).spawn(move || {
        let end = Instant::now() + time();
        let (mut seed, mut steps) = (first, 0);
        while Instant::now() < end {
            *watched.lock().unwrap() = (Instant::now(), seed);
            let data = bytes(name, seed);
            note(name, seed, &show(&data));
            targets::embedding::show_calls(settings::given_seed() == Some(seed));
            steps += target(&data);
            seed += 1;
        }
        (seed - first, steps)
    });
    let worker = worker.unwrap();
    while !worker.is_finished() {
        std::thread::sleep(Duration::from_millis(100));
        let (begin, seed) = *current.lock().unwrap();
        if begin.elapsed() > HANG {
            eprintln!("{name}: seed {seed} hangs:\n{}", show(&bytes(name, seed)));
            std::process::exit(1);
        }
    }
    match worker.join() {
        Ok((runs, steps)) => {
            println!("{name}: {runs} runs, seeds from {first}, {steps} steps");
            done();
        }
        Err(_) => {
            let seed = current.lock().unwrap().1;
            panic!("{name}: seed {seed} fails:\n{}", show(&bytes(name, seed)));
        }
    }
}

/// One step.
fn once(target: fn(&[u8]), data: &[u8]) -> u64 {
    target(data);
    1
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
        "(", ")", "(", ")", "[", "]", "'", "`", ",", ",@", "#'", "#(", "#;", "#|", "|#", ";", "\n", "\"", "\\", "|",
        "#\\", "#\\space", "#\\x41", "\\x41;", ".", " ", " ", "1", "-", "+", "/", "1/2", "1e5", ".5", "e", "#x1f",
        "#b", "#u8(", "#2A(", "#t", "#f", "abc", ":key", "nil", "#!", "#<", "ä", "\u{a0}", "\u{feff}", "\u{1f600}",
        "\t", "if", "lambda", "#0=", "#d", "1.",
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
    drive("reader", |data| once(targets::programs::run_reader, &lispy(data)), |data| as_text(&lispy(data)));
}

/// Pieces of puzzles in all formats: rows, frames, brackets, values.
fn puzzling(data: &[u8]) -> Vec<u8> {
    const PIECES: &[&str] = &[
        ".", "0", "1", "2", "3", "4", "12", "A", "g", "*", "_", " ", "\n", "\n", "\n\n", "\r\n", "|", "+--+--+\n", "│",
        "───", ",", ";", "\t", "\"", "(", ")", "[", "]", "{", "}", "((0 0 2)", "((1 1) 3)", "'", "#(", "# x\n", "#2A(",
        "[Puzzle]\n", "[State]\n", "define x", "nil", "{\"puzzle\":\"", "\"}", "....", "1234\n", "1 2 3 4\n",
        "12|34\n", "1,2,3,4\n", "(1 2 3 4)", "................\n", "123 4 12 34\n", "\u{feff}", "ä",
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
    drive("puzzles", |data| once(targets::programs::run_puzzles, &puzzling(data)), |data| as_text(&puzzling(data)));
}

#[test]
fn programs_keep_the_promises() {
    drive("programs", |data| once(targets::programs::run, data), targets::programs::program);
}

#[test]
fn a_collection_changes_nothing() {
    drive("stressed", |data| once(targets::programs::run_stressed, data), targets::programs::program);
}

#[test]
fn hosts_can_call_in_any_order() {
    drive_calls(CALLS, targets::embedding::run);
}

/// Drives a target that is made of calls of the host, and tells which they were.
fn drive_calls(name: &'static str, target: fn(&[u8]) -> Counts) {
    let counts = Arc::new(Mutex::new(Counts::default()));
    let all = Arc::clone(&counts);
    let count = move |data: &[u8]| {
        let counts = target(data);
        all.lock().unwrap().add(&counts);
        counts.total()
    };
    drive_and(
        name,
        count,
        |data| format!("{data:?}"),
        || {
            let counts = counts.lock().unwrap();
            println!("{name}: {} calls of the host:\n{counts}", counts.total());
        },
    );
}
