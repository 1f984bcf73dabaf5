//! `klammer hint`.

use std::process::ExitCode;

use klammer::Handle;
use serde::Serialize;

use super::{each, fault, json, line};
use crate::args::{Form, Hint, word};

/// Steps in words, and what follows from them. Language, all of them?
const HINTS: &str = "
(lambda (board language all)
  (let* ((language (string->symbol language))
         (shown (lambda (step)
                  (list (symbol->string (step-part step 'rule)) (difficulty step) (explain step :language language)
                        (step-part step 'place) (step-part step 'remove)))))
    (if all
      (map-with shown (steps board))
      (let ((step (next-step board))) (and step (list (shown step)))))))";

type Constraint = ((usize, usize), u32);

/// Cells are rows and columns, counted from 0.
#[derive(Serialize)]
struct Object<'a> {
    line: u64,
    puzzle: &'a str,
    rule: String,
    difficulty: f64,
    text: String,
    place: Vec<Constraint>,
    remove: Vec<Constraint>,
}

type Shown = (String, f64, String, Vec<Constraint>, Vec<Constraint>);

/// Says the next step in each puzzle of the source, or all steps.
pub fn run(arguments: &Hint) -> ExitCode {
    each("hint", &arguments.puzzle, &arguments.options, arguments.script.as_deref(), |engine, placed, board| {
        let hints: Handle = engine.eval_named("<hint>", HINTS)?;
        let solved = placed.puzzle.is_complete();
        let steps: Vec<Shown> = engine.call_handle(&hints, (board.clone(), word(arguments.language), arguments.all))?;
        let fault = if steps.is_empty() { fault(engine, board)? } else { None };
        let found = !steps.is_empty() || solved && fault.is_none();
        let puzzle = line(placed);
        let mut text = String::new();
        for (rule, difficulty, sentence, place, remove) in steps {
            match arguments.format {
                Form::Text => text.push_str(&(sentence + "\n")),
                Form::Json => {
                    let line = placed.line;
                    let puzzle = puzzle.as_str();
                    text.push_str(&json(&Object { line, puzzle, rule, difficulty, text: sentence, place, remove }));
                }
            }
        }
        if text.is_empty() && arguments.format == Form::Text {
            text.push_str(&match (solved, fault) {
                (_, Some(fault)) => format!("# no rule finds a step: {fault}\n"),
                (true, None) => "# solved already\n".to_string(),
                (false, None) => "# no rule finds a step\n".to_string(),
            });
        }
        Ok((text, found))
    })
}
