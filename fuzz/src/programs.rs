//! Generated programs under tiny limits, any bytes as a source text, and any bytes as a file of puzzles.

use std::cell::RefCell;

use klammer::{Engine, Handle, Limits};
use klammer_search::puzzle::{DrawOptions, InputFormat, OutputFormat, Puzzle, ReadError, Reader};

use super::grammar::{self, PRELUDE};
use super::subject::{Choices, Outcome, Subject, tiny_limits};

/// Programs that one engine runs before it is replaced: what they define adds up, symbols above all.
const PROGRAMS_PER_ENGINE: u32 = 100;

thread_local! {
    static SUBJECT: RefCell<Option<(Subject, u32)>> = const { RefCell::new(None) };
}

/// The program that `data` stands for.
pub fn program(data: &[u8]) -> String {
    grammar::program(&mut Choices::new(data))
}

/// Runs the program that `data` stands for, in an engine that has run others.
pub fn run(data: &[u8]) {
    let program = program(data);
    SUBJECT.with_borrow_mut(|slot| {
        let (mut subject, count) = slot.take().unwrap_or_else(|| (fresh(), 0));
        if let Outcome::Value(printed) = subject.run(&program) {
            check_round_trip(&mut subject.engine, &printed);
        }
        // A panic leaves the slot empty, so that the next program begins with a new engine.
        let full = subject.live_bytes() > tiny_limits().memory / 2;
        if count < PROGRAMS_PER_ENGINE && !full {
            *slot = Some((subject, count + 1));
        }
    });
}

/// Runs the program twice, the second time with a collection at every opportunity (in builds with debug assertions):
/// the outcome must be the same.
pub fn run_stressed(data: &[u8]) {
    let program = program(data);
    // A tick with its collections takes a thousand times as long: a few ticks are enough, and the clock is looked at
    // seldom.
    let short = || Subject::new(Limits { ticks: Some(2_000), ..tiny_limits() }).prepared();
    let calm = short().run(&program);
    let mut subject = short();
    subject.engine.inspect().stress_collector(true);
    let stressed = subject.run(&program);
    let shows_chance = |o: &Outcome| matches!(o, Outcome::Value(text) if text.contains("#<") || text.contains("milli"));
    let reads_chance = ["collect-garbage", "current-milliseconds"].iter().any(|f| program.contains(f));
    if !calm.is_accidental() && !stressed.is_accidental() && !shows_chance(&calm) && !reads_chance {
        assert_eq!(calm, stressed, "a collection changes the outcome");
    }
}

fn fresh() -> Subject {
    Subject::new(tiny_limits()).prepared()
}

impl Subject {
    /// With the definitions that generated programs use.
    fn prepared(mut self) -> Subject {
        self.run(PRELUDE);
        self
    }
}

/// Reads the bytes in each format. Writes the result, which must read back as the same puzzle.
pub fn run_puzzles(data: &[u8]) {
    for &format in InputFormat::ALL {
        let mut last = 0;
        for item in Reader::new("fuzz", data).format(format) {
            match item {
                Ok(placed) => {
                    assert!(placed.line >= 1, "a puzzle without a line");
                    check(&placed.puzzle);
                }
                Err(ReadError::Malformed(malformed)) => {
                    assert!(malformed.line >= 1 && malformed.column >= 1, "{malformed}");
                    last += 1;
                }
                Err(error) => panic!("{error}"),
            }
        }
        // No more complaints than characters: each one takes something.
        assert!(last <= data.len(), "{last} complaints");
    }
}

fn check(puzzle: &Puzzle) {
    let again = |format: OutputFormat| {
        let text = puzzle.text(format);
        let read: Result<Puzzle, _> = text.parse();
        (text, read)
    };
    let (text, read) = again(OutputFormat::Lisp);
    if puzzle.cells().iter().all(|c| *c != 0) && puzzle.shape().box_rows() <= puzzle.shape().box_columns() {
        assert_eq!(read.as_ref().map(Puzzle::cells), Ok(puzzle.cells()), "{text}");
    }
    let (text, read) = again(OutputFormat::Grid);
    let read = read.unwrap_or_else(|malformed| panic!("{malformed}:\n{text}"));
    assert_eq!(read.text(OutputFormat::Grid), text);
    for candidates in [false, true] {
        let drawn = puzzle.draw(&DrawOptions { candidates: candidates.then_some(puzzle), ..DrawOptions::default() });
        assert!(!drawn.is_empty());
    }
}

/// Reads the bytes as data: what prints must read back and print the same. Then runs them as a program.
pub fn run_reader(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut subject = Subject::new(tiny_limits());
    if let Outcome::Value(printed) = subject.run(&format!("'(\n{text}\n)")) {
        check_round_trip(&mut subject.engine, &printed);
    }
    subject.run(&text);
}

/// Prefixes of notations that cannot be read: things that are only themselves, symbols without a name, arrays that are
/// no vectors.
const UNREADABLE: &[&str] = &["#<", "#:", "#u8(", "#0A", "#2", "#3", "#4", "#f64(", "#fixnum("];

/// `printed` is how some value prints: read, it must print the same again.
pub fn check_round_trip(engine: &mut Engine, printed: &str) {
    if UNREADABLE.iter().any(|u| printed.contains(u)) {
        return;
    }
    match engine.eval::<Handle>(&format!("'{printed}")) {
        Ok(value) => match engine.inspect().repr(&value) {
            Ok(again) => assert_eq!(again, printed, "a value prints differently when it has been read back"),
            Err(e) => assert!(e.is_limit(), "{e:#}"),
        },
        Err(e) => assert!(e.is_limit(), "what was printed does not read: {printed}: {e:#}"),
    }
}
