//! `klammer draw`: puzzles as pictures, at the terminal or in SVG.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use klammer_search::puzzle::{DrawOptions, LocatedPuzzle, Puzzle, ReadError, SvgOptions};

use crate::args::Draw;
use crate::console::{self, FAILURE, USAGE, colour, exit_on_broken_pipe, print_message};
use crate::puzzle_input;
use crate::puzzle_input::BoardKind;

/// Draws all puzzles of the source.
pub fn run(arguments: &Draw) -> ExitCode {
    match draw_all(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FAILURE),
        Err(message) => {
            print_message(&message);
            ExitCode::from(USAGE)
        }
    }
}

/// Returns whether everything could be drawn.
fn draw_all(arguments: &Draw) -> Result<bool, String> {
    if let Some(path) = &arguments.output
        && let Some(other) = path.extension().filter(|e| !e.eq_ignore_ascii_case("svg"))
    {
        let other = other.to_string_lossy();
        let instead = path.with_extension("svg");
        return Err(format!("pictures are written in SVG, not in {other}: use -o {}", instead.display()));
    }
    let kind =
        BoardKind::new(arguments.puzzle.variant.as_ref(), &arguments.options).map_err(|failure| failure.to_string())?;
    let givens = arguments.givens.as_deref().map(puzzle_input::one).transpose()?;
    let mut all_good = true;
    let mut drawn = 0;
    let mut source = puzzle_input::open(&arguments.puzzle, None)?;
    for item in source.puzzles.by_ref() {
        let puzzle = match item {
            Ok(mut placed) => {
                placed.puzzle = kind.shaped(placed.puzzle);
                placed
            }
            Err(ReadError::Malformed(malformed)) => {
                print_message(&malformed.to_string());
                all_good = false;
                continue;
            }
            Err(error) => return Err(error.to_string()),
        };
        let result = match &arguments.output {
            Some(path) if drawn == 0 => save(path, &picture(arguments, &kind, &puzzle, givens.as_ref())?),
            Some(path) => return Err(format!("{} holds the first puzzle: a picture has room for one", path.display())),
            None => show(arguments, &kind, &puzzle, givens.as_ref(), drawn > 0),
        };
        result?;
        drawn += 1;
    }
    puzzle_input::note_passed_over(&source.puzzles);
    if drawn == 0 && all_good {
        return Err(puzzle_input::no_puzzle(&source.name));
    }
    Ok(all_good)
}

/// Candidates that the givens leave in the puzzle's cells, if the command line asks for them.
fn candidates(arguments: &Draw, kind: &BoardKind, puzzle: &LocatedPuzzle) -> Result<Option<Puzzle>, String> {
    arguments.candidates.then(|| kind.candidates(puzzle)).transpose()
}

fn picture(
    arguments: &Draw,
    kind: &BoardKind,
    puzzle: &LocatedPuzzle,
    givens: Option<&Puzzle>,
) -> Result<String, String> {
    let (candidates, layout) = (candidates(arguments, kind, puzzle)?, kind.drawn(puzzle));
    let (candidates, layout) = (candidates.as_ref(), layout.as_deref());
    Ok(puzzle.puzzle.svg(&SvgOptions { candidates, givens, title: arguments.title.as_deref(), layout }))
}

fn save(path: &Path, picture: &str) -> Result<(), String> {
    let written = match path.to_str() {
        Some("-") => exit_on_broken_pipe(io::stdout().write_all(picture.as_bytes())),
        _ => console::write_file(path, picture),
    };
    written.map_err(|cause| format!("cannot write {}: {cause}", path.display()))
}

fn show(
    arguments: &Draw,
    kind: &BoardKind,
    puzzle: &LocatedPuzzle,
    givens: Option<&Puzzle>,
    again: bool,
) -> Result<(), String> {
    let mut stdout = io::stdout();
    let (candidates, layout) = (candidates(arguments, kind, puzzle)?, kind.drawn(puzzle));
    let (candidates, layout) = (candidates.as_ref(), layout.as_deref());
    let options = DrawOptions { candidates, ascii: arguments.ascii, colour: colour(), givens, layout };
    let text = if again { "\n".to_string() } else { String::new() } + &puzzle.puzzle.draw(&options);
    exit_on_broken_pipe(stdout.write_all(text.as_bytes())).map_err(|cause| format!("cannot write output: {cause}"))
}
