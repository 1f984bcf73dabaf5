//! `klammer rate`.

use std::process::ExitCode;

use klammer::board::Board;
use klammer::{Engine, Error, Handle, Symbol};
use serde::Serialize;

use super::{each, fault, json, line};
use crate::args::{Form, Rate};

/// Remark on a rating that may have passed over easier steps.
const UNDECIDED: &str = " (rules for one solution left out: whether there is another was not decided)";

#[derive(Serialize)]
struct Object {
    line: u64,
    puzzle: String,
    /// Missing if the rules do not solve it.
    rating: Option<f64>,
    hardest: Option<String>,
    steps: usize,
    /// Fault of the puzzle, if it has no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// A step was not made because nobody knows whether there is another solution.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undecided: bool,
    /// Rules and how many of the steps are theirs, in the order of their first use.
    rules: Vec<(String, usize)>,
}

/// Result of `grade`, part by part. Rust calls it directly, without a text that errors could show.
#[derive(Default)]
struct Graded {
    rating: Option<f64>,
    hardest: Option<Symbol>,
    steps: usize,
    undecided: bool,
    rules: Vec<(Symbol, usize)>,
}

fn grade(engine: &mut Engine, board: Board) -> Result<Graded, Error> {
    let mut graded = Graded::default();
    for (name, value) in engine.call::<Vec<(Symbol, Handle)>>("grade", (board,))? {
        match name.name() {
            "rating" => graded.rating = engine.convert(&value)?,
            "hardest" => graded.hardest = engine.convert(&value)?,
            "steps" => graded.steps = engine.convert(&value)?,
            "undecided" => graded.undecided = engine.convert(&value)?,
            "rules" => graded.rules = engine.convert(&value)?,
            _ => {}
        }
    }
    Ok(graded)
}

/// Rates all puzzles of the source.
pub fn run(arguments: &Rate) -> ExitCode {
    each(
        "rate --script",
        &arguments.puzzle,
        &arguments.options,
        arguments.script.as_deref(),
        |engine, placed, board| {
            let Graded { rating, hardest, steps, undecided, rules } = grade(engine, board.clone())?;
            let hardest = hardest.map(|rule| rule.name().to_string());
            let rules = rules.into_iter().map(|(rule, count)| (rule.name().to_string(), count)).collect();
            let good = rating.is_some();
            let puzzle = line(placed);
            let wrong = if good { None } else { fault(engine, &board)? };
            let undecided = undecided && wrong.is_none();
            let message = (!good).then(|| wrong.unwrap_or_else(|| "not solved by the rules".to_string()));
            let text = match arguments.to {
                Form::Json => {
                    json(&Object { line: placed.line, puzzle, rating, hardest, steps, message, undecided, rules })
                }
                Form::Text => {
                    let said = match (rating, &hardest) {
                        (Some(rating), Some(rule)) => format!("{rating:.1} {rule}"),
                        (Some(rating), None) => format!("{rating:.1}"),
                        (None, _) => message.unwrap_or_default(),
                    };
                    let doubt = if undecided { UNDECIDED } else { "" };
                    format!("{puzzle} # {said}{doubt}\n")
                }
            };
            Ok((text, good))
        },
    )
}
