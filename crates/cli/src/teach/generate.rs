//! `klammer generate`.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::process::ExitCode;

use klammer::{Code, Engine, Error, Handle};
use klammer_search::board::{Board, Clash};
use klammer_search::puzzle::{DrawOptions, OutputFormat, Placed, Puzzle, Shape};
use serde::Serialize;

use crate::args::{Generate, Notation, word};
use crate::console::{self, FAILURE, Reporter, USAGE, colour, complain};
use crate::teach::{engine, json};
use crate::variant::Kind;

/// Tries for a requested rating, and ticks for all of them, if nobody says how long to look: a second or two.
const TRIES: usize = 5_000;
/// Tries where time or ticks are the limit.
const ENDLESS: usize = 1 << 40;
const TICKS: u64 = 60_000_000;

/// Advice to look for longer, in the message of a failure.
const LONGER: &str = " (--timeout 10 looks for ten seconds)";

/// A puzzle like a board, with its rating if that is asked for, or nil.
const PUZZLE: &str = "
(lambda (board symmetry low high tries rated)
  (let ((made (generate :like board :symmetry (string->symbol symmetry)
                        :rating (and low (list low high)) :tries tries)))
    (and made (list made (and rated (rate made))))))";

/// A seed that nobody can foresee, short enough to be typed.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// End of making puzzles.
enum End {
    Complete,
    NotFound,
    Unwritable,
}

#[derive(Serialize)]
struct PuzzleLine {
    puzzle: String,
    givens: usize,
    rating: Option<f64>,
}

/// Makes puzzles, and writes each as soon as it is there.
pub fn run(arguments: &Generate) -> ExitCode {
    let Some(shape) = Shape::of_size(arguments.size) else {
        return ExitCode::from(USAGE);
    };
    // The command line says how long to look if it has --tries, --ticks or --timeout.
    let patient = arguments.tries.is_some() || arguments.options.ticks.is_some() || arguments.options.timeout.is_some();
    let mut options = arguments.options.clone();
    let bounded = arguments.rating.is_some() && !patient;
    if bounded {
        options.ticks = Some(TICKS);
    }
    let seed = options.seed.unwrap_or_else(random_seed);
    let is_random = options.seed.replace(seed).is_none();
    let options = &options;
    let made = Kind::new(arguments.variant.as_ref(), options)
        .and_then(|kind| Ok((kind, engine(options, arguments.script.as_deref())?)));
    let (kind, mut engine) = match made {
        Ok(made) => made,
        Err(failure) => return failure.report(options),
    };
    let layout = match kind.own_or(shape) {
        Ok(layout) => layout,
        Err(message) => {
            complain(&message);
            return ExitCode::from(USAGE);
        }
    };
    let (low, high) = arguments.rating.map_or((None, None), |range| (Some(range.low), Some(range.high)));
    if let Some(clash) = Clash::on(&Board::new(&layout)) {
        complain(&format!("a board of this kind has no solution: {clash}"));
        return ExitCode::from(FAILURE);
    }
    if is_random {
        complain(&format!("--seed {seed} makes the same"));
    }
    let mut written_so_far = 0;
    let tries = arguments.tries.map_or(if patient { ENDLESS } else { TRIES }, NonZeroUsize::get);
    let mut write = || -> Result<End, Error> {
        let make: Handle = engine.eval(("<generate>", PUZZLE))?;
        let rated = matches!(arguments.to, Some(Notation::Objects));
        for _ in 0..arguments.count.get() {
            let like = klammer_search::Board(Board::new(&layout));
            let requested = (like, word(arguments.symmetry), low, high, tries, rated);
            let found: Option<(klammer_search::Board, Option<f64>)> = engine.call(&make, requested)?;
            let Some((puzzle, rating)) = found.and_then(|(board, rating)| Some((Puzzle::of_board(&board)?, rating)))
            else {
                return Ok(End::NotFound);
            };
            if console::write_out(&written(arguments, &kind, &puzzle, rating)).is_err() {
                return Ok(End::Unwritable);
            }
            written_so_far += 1;
        }
        Ok(End::Complete)
    };
    let result = write();
    let longer = if patient { "" } else { LONGER };
    let so_far = so_far(arguments, written_so_far);
    let nearest = nearest(&mut engine);
    match result {
        Ok(End::Complete) => ExitCode::SUCCESS,
        Ok(End::Unwritable) => ExitCode::from(FAILURE),
        Ok(End::NotFound) => {
            let tries = if tries == 1 { "1 try".to_string() } else { format!("{tries} tries") };
            complain(&format!("no such puzzle in {tries}{nearest}{so_far}{longer}"));
            ExitCode::from(FAILURE)
        }
        Err(error) if !options.json && matches!(error.code(), Code::OutOfTime | Code::OutOfTicks) => {
            let limit = if error.code() == Code::OutOfTime { "time" } else { "ticks" };
            complain(&match bounded {
                true => {
                    format!("no such puzzle was found in {} million ticks{nearest}{so_far}{longer}", TICKS / 1_000_000)
                }
                false => format!("no such puzzle was found before the limit of {limit} (--{limit}){nearest}{so_far}"),
            });
            ExitCode::from(FAILURE)
        }
        // An error of the library about the request does not point at a line of somebody's program.
        Err(error) if !options.json && error.code() == Code::User && arguments.script.is_none() => {
            complain(error.message());
            ExitCode::from(FAILURE)
        }
        Err(error) => Reporter::new(options).error(&error),
    }
}

/// The rating that came nearest to a requested one, in words.
fn nearest(engine: &mut Engine) -> String {
    match engine.get::<Option<(f64, Handle)>>("*nearest-puzzle*") {
        Ok(Some((rating, _))) => format!(", the nearest is rated {rating:.1}"),
        _ => String::new(),
    }
}

/// Returns the count of the puzzles found so far, if the command line requests more than one.
fn so_far(arguments: &Generate, count: usize) -> String {
    match arguments.count.get() {
        1 => String::new(),
        requested => format!(": {count} of {requested} are written"),
    }
}

fn written(arguments: &Generate, kind: &Kind, puzzle: &Puzzle, rating: Option<f64>) -> String {
    let alone = arguments.count.get() == 1 && io::stdout().is_terminal();
    match arguments.to.unwrap_or(if alone { Notation::Draw } else { Notation::LINE }) {
        Notation::Draw => {
            let layout = kind.drawn(&Placed::new(1, puzzle.clone()));
            puzzle.draw(&DrawOptions { colour: colour(), layout: layout.as_deref(), ..DrawOptions::default() })
        }
        Notation::Objects => {
            json(&PuzzleLine { puzzle: puzzle.text(OutputFormat::Line), givens: puzzle.givens(), rating })
        }
        Notation::Text(format) => puzzle.text(format) + if format.has_several_lines() { "\n\n" } else { "\n" },
    }
}
