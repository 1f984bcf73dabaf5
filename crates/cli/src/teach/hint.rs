//! `klammer hint`.

use std::process::ExitCode;

use klammer::{Engine, Error, Handle, Keyword, Symbol};
use serde::Serialize;

use super::{each, fault, json, line, unsolvable};
use crate::args::{Form, Hint, word};
use crate::console::complain;

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

/// A step in words, and what follows from it. The functions are called from here: errors could show a text of the
/// command's own, which nobody has written.
fn shown(engine: &mut Engine, step: &Handle, language: &str) -> Result<Shown, Error> {
    let mut part = |name: &str| engine.call::<Handle>("step-part", (step, Symbol::new(name)));
    let (rule, place, remove) = (part("rule")?, part("place")?, part("remove")?);
    let language = (step, Keyword::new("language"), Symbol::new(language));
    Ok((
        engine.convert::<Symbol>(&rule)?.name().to_string(),
        engine.call("difficulty", (step,))?,
        engine.call("explain", language)?,
        engine.convert(&place)?,
        engine.convert(&remove)?,
    ))
}

/// Remark on the name of the first cell, which programs call row 0 and column 0.
const ORIGIN: &str = "# r1c1 is the top left cell\n";

/// Says the next step in each puzzle of the source, or all steps.
pub fn run(arguments: &Hint) -> ExitCode {
    let mut told = false;
    each(
        "hint --script",
        &arguments.puzzle,
        &arguments.options,
        arguments.script.as_deref(),
        |engine, placed, board| {
            let solved = placed.puzzle.is_complete();
            let wrong = unsolvable(engine, &board)?;
            let steps: Vec<Handle> = match arguments.all {
                _ if wrong.is_some() => Vec::new(),
                true => engine.call("steps", (board.clone(),))?,
                false => engine.call::<Option<Handle>>("next-step", (board.clone(),))?.into_iter().collect(),
            };
            let shown = |step: Handle| shown(engine, &step, &word(arguments.language));
            let steps = steps.into_iter().map(shown).collect::<Result<Vec<Shown>, Error>>()?;
            let fault = if wrong.is_none() && steps.is_empty() { fault(engine, &board)? } else { wrong };
            let found = !steps.is_empty() || solved && fault.is_none();
            let puzzle = line(placed);
            let mut text = String::new();
            if arguments.to == Form::Text && !steps.is_empty() && !std::mem::replace(&mut told, true) {
                text.push_str(ORIGIN);
            }
            for (rule, difficulty, sentence, place, remove) in steps {
                match arguments.to {
                    Form::Text => text.push_str(&(sentence + "\n")),
                    Form::Json => {
                        let line = placed.line;
                        let puzzle = puzzle.as_str();
                        text.push_str(&json(&Object { line, puzzle, rule, difficulty, text: sentence, place, remove }));
                    }
                }
            }
            if text.is_empty() {
                let said = match (solved, fault) {
                    (_, Some(fault)) => format!("no rule finds a step: {fault}"),
                    (true, None) => "solved already".to_string(),
                    (false, None) => "no rule finds a step".to_string(),
                };
                match arguments.to {
                    Form::Text => text = format!("# {said}\n"),
                    Form::Json => complain(&format!("{puzzle}: {said}")),
                }
            }
            Ok((text, found))
        },
    )
}
