//! `klammer rate`.

use std::process::ExitCode;

use klammer::Handle;
use serde::Serialize;

use super::{each, fault, json, line};
use crate::args::{Form, Rate};

/// What `grade` says, as a list without names.
const GRADE: &str = "
(lambda (board)
  (let* ((said (grade board)) (part (lambda (name) (second (assoc name said)))))
    (list (part 'rating)
          (and (part 'hardest) (symbol->string (part 'hardest)))
          (part 'steps)
          (part 'undecided)
          (map-with (lambda (rule) (list (symbol->string (first rule)) (second rule))) (part 'rules)))))";

/// What is said where easier steps may have been passed over.
const UNDECIDED: &str = " (rules for one solution left out: whether there is another was not decided)";

#[derive(Serialize)]
struct Object {
    line: u64,
    puzzle: String,
    /// Missing if the rules do not solve it.
    rating: Option<f64>,
    hardest: Option<String>,
    steps: usize,
    /// A step was not made because nobody knows whether there is another solution.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undecided: bool,
    /// Rules and how many of the steps are theirs, in the order of their first use.
    rules: Vec<(String, usize)>,
}

type Graded = (Option<f64>, Option<String>, usize, bool, Vec<(String, usize)>);

/// Rates all puzzles of the source.
pub fn run(arguments: &Rate) -> ExitCode {
    each("rate", &arguments.puzzle, &arguments.options, arguments.script.as_deref(), |engine, placed, board| {
        let grade: Handle = engine.eval_named("<rate>", GRADE)?;
        let (rating, hardest, steps, undecided, rules): Graded = engine.call_handle(&grade, (board.clone(),))?;
        let good = rating.is_some();
        let puzzle = line(placed);
        let text = match arguments.format {
            Form::Json => json(&Object { line: placed.line, puzzle, rating, hardest, steps, undecided, rules }),
            Form::Text => {
                let said = match (rating, &hardest) {
                    (Some(rating), Some(rule)) => format!("{rating:.1} {rule}"),
                    (Some(rating), None) => format!("{rating:.1}"),
                    (None, _) => fault(engine, board)?.unwrap_or("not solved by the rules").to_string(),
                };
                let doubt = if undecided { UNDECIDED } else { "" };
                format!("{puzzle} # {said}{doubt}\n")
            }
        };
        Ok((text, good))
    })
}
