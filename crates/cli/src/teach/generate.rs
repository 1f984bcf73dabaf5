//! `klammer generate`.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use klammer::board::{Board, Clash};
use klammer::puzzle::{DrawOptions, OutputFormat, Puzzle, Shape};
use klammer::{Code, Error, Handle};
use serde::Serialize;

use super::{engine, json};
use crate::args::{Generate, Notation, word};
use crate::console::{self, FAILURE, Reporter, USAGE, colour, complain};
use crate::variant::Kind;

/// A puzzle like a board, with its rating, or nil.
const PUZZLE: &str = "
(lambda (board symmetry low high tries)
  (let ((made (generate :like board :symmetry (string->symbol symmetry)
                        :rating (and low (list low high)) :tries tries)))
    (and made (list made (rate made)))))";

/// Why no puzzle like a board can be as wished, or nil.
const FAULT: &str = "(lambda (board low high) (rating-fault (list low high) :like board))";

/// What to expect of a rating that few puzzles have, or nil.
const REMARK: &str = "
(lambda (board symmetry low high)
  (rating-remark (if (= low high) low (list low high)) :like board :symmetry (string->symbol symmetry)))";

#[derive(Serialize)]
struct Object {
    puzzle: String,
    givens: usize,
    rating: Option<f64>,
}

/// Makes puzzles, and writes each as soon as it is there.
pub fn run(arguments: &Generate) -> ExitCode {
    let Some(shape) = Shape::of_size(arguments.size) else {
        complain(&format!("there are no puzzles of size {}: expected 4 to 25", arguments.size));
        return ExitCode::from(USAGE);
    };
    let options = &arguments.options;
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
    let mut written_so_far = 0;
    let mut write = || -> Result<ExitCode, Error> {
        if let Some(wished) = arguments.rating {
            let fault: Handle = engine.eval_named("<generate>", FAULT)?;
            let wished = (Board::new(&layout), wished.low, wished.high);
            if let Some(fault) = engine.call_handle::<Option<String>>(&fault, wished)? {
                complain(&fault);
                return Ok(ExitCode::from(USAGE));
            }
            let remark: Handle = engine.eval_named("<generate>", REMARK)?;
            let wished = (Board::new(&layout), word(arguments.symmetry), low, high);
            if let Some(remark) = engine.call_handle::<Option<String>>(&remark, wished)? {
                complain(&format!("{remark}: this may take long (--time gives up)"));
            }
        }
        let make: Handle = engine.eval_named("<generate>", PUZZLE)?;
        for _ in 0..arguments.count.get() {
            let like = Board::new(&layout);
            let wished = (like, word(arguments.symmetry), low, high, arguments.tries.get());
            let found: Option<(Board, Option<f64>)> = engine.call_handle(&make, wished)?;
            let Some((puzzle, rating)) = found.and_then(|(board, rating)| Some((Puzzle::of_board(&board)?, rating)))
            else {
                complain(&format!("no such puzzle in {} tries{}", arguments.tries, so_far(arguments, written_so_far)));
                return Ok(ExitCode::from(FAILURE));
            };
            if console::write_out(&written(arguments, &kind, &puzzle, rating)).is_err() {
                return Ok(ExitCode::from(FAILURE));
            }
            written_so_far += 1;
        }
        Ok(ExitCode::SUCCESS)
    };
    match write() {
        Ok(status) => status,
        Err(error) if !options.json && matches!(error.code(), Code::OutOfTime | Code::OutOfFuel) => {
            let limit = if error.code() == Code::OutOfTime { "time" } else { "fuel" };
            let problem = format!("no such puzzle was found before the limit of {limit} (--{limit})");
            complain(&(problem + &so_far(arguments, written_so_far)));
            ExitCode::from(FAILURE)
        }
        // What the library says of the wishes is not about a line of somebody's program.
        Err(error) if !options.json && error.code() == Code::User && arguments.script.is_none() => {
            complain(error.message());
            ExitCode::from(FAILURE)
        }
        Err(error) => Reporter::new(options).error(&error),
    }
}

/// What has been found when no more is, if there was more than one to find.
fn so_far(arguments: &Generate, count: usize) -> String {
    match arguments.count.get() {
        1 => String::new(),
        wished => format!(": {count} of {wished} are written"),
    }
}

fn written(arguments: &Generate, kind: &Kind, puzzle: &Puzzle, rating: Option<f64>) -> String {
    let alone = arguments.count.get() == 1 && io::stdout().is_terminal();
    match arguments.format.unwrap_or(if alone { Notation::Draw } else { Notation::LINE }) {
        Notation::Draw => {
            let layout = kind.drawn(puzzle);
            puzzle.draw(&DrawOptions { colour: colour(), layout: layout.as_deref(), ..DrawOptions::default() })
        }
        Notation::Objects => json(&Object { puzzle: puzzle.text(OutputFormat::Line), givens: puzzle.givens(), rating }),
        Notation::Text(format) => puzzle.text(format) + if format.has_several_lines() { "\n\n" } else { "\n" },
    }
}
