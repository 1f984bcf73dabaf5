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
          (map-with (lambda (rule) (list (symbol->string (first rule)) (second rule))) (part 'rules)))))";

#[derive(Serialize)]
struct Object {
    line: u64,
    puzzle: String,
    /// Missing if the rules do not solve it.
    rating: Option<f64>,
    hardest: Option<String>,
    steps: usize,
    /// Rules and how many of the steps are theirs, in the order of their first use.
    rules: Vec<(String, usize)>,
}

type Graded = (Option<f64>, Option<String>, usize, Vec<(String, usize)>);

/// Rates all puzzles of the source.
pub fn run(arguments: &Rate) -> ExitCode {
    each("rate", &arguments.puzzle, &arguments.options, arguments.script.as_deref(), |engine, placed, board| {
        let grade: Handle = engine.eval_named("<rate>", GRADE)?;
        let (rating, hardest, steps, rules): Graded = engine.call_handle(&grade, (board.clone(),))?;
        let good = rating.is_some();
        let puzzle = line(placed);
        let text = match arguments.format {
            Form::Json => json(&Object { line: placed.line, puzzle, rating, hardest, steps, rules }),
            Form::Text => match (rating, &hardest) {
                (Some(rating), Some(rule)) => format!("{puzzle} # {rating:.1} {rule}\n"),
                (Some(rating), None) => format!("{puzzle} # {rating:.1}\n"),
                (None, _) => {
                    format!("{puzzle} # {}\n", fault(engine, board)?.unwrap_or("not solved by the rules"))
                }
            },
        };
        Ok((text, good))
    })
}
