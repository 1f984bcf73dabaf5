//! `klammer draw`: puzzles as pictures, at the terminal or in SVG.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use klammer_search::puzzle::{DrawOptions, LocatedPuzzle, Puzzle, ReadError, SvgOptions};

use crate::args::{Draw, Options};
use crate::console::{self, FAILURE, Failure, colour, exit_on_broken_pipe, print_message};
use crate::doc::escape;
use crate::puzzle_input;
use crate::puzzle_input::BoardKind;
use crate::solver::Solver;

/// Draws all puzzles of the source.
pub fn run(arguments: &Draw, options: &Options) -> Result<ExitCode, Failure> {
    let all_good = draw_all(arguments, options).map_err(Failure::Usage)?;
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
}

/// Returns whether everything could be drawn.
fn draw_all(arguments: &Draw, options: &Options) -> Result<bool, String> {
    let kind = BoardKind::new(arguments.puzzle.variant.as_ref(), options).map_err(|failure| failure.to_string())?;
    let givens = arguments.givens.as_deref().map(puzzle_input::one).transpose()?;
    let mut all_good = true;
    let mut drawn = 0;
    let sheet = arguments.worksheet.as_deref().map(|path| Worksheet::new(path, options).map(|sheet| (path, sheet)));
    let mut sheet = sheet.transpose()?;
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
            _ if let Some((_, sheet)) = &mut sheet => {
                let is_solved = sheet.add(arguments, &kind, &puzzle, givens.as_ref())?;
                all_good &= is_solved;
                Ok(())
            }
            Some(path) if drawn == 0 => save(path, &picture(arguments, &kind, &puzzle, givens.as_ref(), None)?),
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
    if let Some((path, sheet)) = sheet {
        save(path, &sheet.page(arguments.title.as_deref()))?;
    }
    Ok(all_good)
}

/// A page to print: the puzzles, and after them their solutions. In SVG, lengths are millimetres.
struct Worksheet {
    solver: Solver,
    is_svg: bool,
    puzzles: String,
    solutions: String,
    count: usize,
}

/// Columns of pictures in SVG, and the side of a picture. Above each is its number.
const PUZZLES: (usize, f64) = (2, 85.0);
const SOLUTIONS: (usize, f64) = (3, 53.0);
const GAP: f64 = 10.0;
const WIDTH: f64 = 180.0;

impl Worksheet {
    fn new(path: &Path, options: &Options) -> Result<Worksheet, String> {
        let solver = Solver::new(options, None).map_err(|failure| failure.to_string())?;
        let is_svg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
        Ok(Worksheet { solver, is_svg, puzzles: String::new(), solutions: String::new(), count: 0 })
    }

    /// Adds a puzzle. Returns whether it has one solution.
    fn add(
        &mut self,
        arguments: &Draw,
        kind: &BoardKind,
        placed: &LocatedPuzzle,
        givens: Option<&Puzzle>,
    ) -> Result<bool, String> {
        self.count += 1;
        let number = self.count;
        self.solver.begin();
        let board = placed.puzzle.board(&kind.layout_of(placed)?);
        let found = self.solver.solve(&board, 2).map_err(|error| error.to_string())?;
        let solution = match found.as_slice() {
            [solution] => Puzzle::new(placed.puzzle.shape(), solution.to_masks()),
            _ => None,
        };
        let shown = match &solution {
            Some(solution) => {
                let solution = solution.clone().written_in(placed.puzzle.alphabet());
                let (layout, frame) = (kind.drawn(placed), self.frame(SOLUTIONS));
                let givens = Some(givens.unwrap_or(&placed.puzzle));
                solution.svg(&SvgOptions { givens, layout: layout.as_deref(), frame, ..SvgOptions::default() })
            }
            None => {
                let problem = if found.is_empty() { "no solution" } else { "several solutions" };
                print_message(&format!("puzzle {number}, in line {}, has {problem}", placed.line));
                match self.frame(SOLUTIONS) {
                    Some([x, y, _]) => format!("<text x=\"{x}\" y=\"{}\">{problem}</text>\n", y + GAP),
                    None => format!("<p>{problem}</p>"),
                }
            }
        };
        let puzzle = picture(arguments, kind, placed, givens, self.frame(PUZZLES))?;
        self.puzzles.push_str(&self.figure(&puzzle, PUZZLES));
        self.solutions.push_str(&self.figure(&shown, SOLUTIONS));
        Ok(solution.is_some())
    }

    /// Returns left, top and side of the last picture in SVG.
    fn frame(&self, (columns, side): (usize, f64)) -> Option<[f64; 3]> {
        let at = self.count - 1;
        let (row, column) = ((at / columns) as f64, (at % columns) as f64);
        self.is_svg.then_some([column * (side + GAP), row * (side + GAP), side])
    }

    /// Adds its number to the last picture.
    fn figure(&self, picture: &str, kind: (usize, f64)) -> String {
        let number = self.count;
        match self.frame(kind) {
            Some([x, y, _]) => {
                let y = y - 2.0;
                format!("<text x=\"{x}\" y=\"{y}\" font-weight=\"bold\">{number}</text>\n{picture}")
            }
            None => format!("<figure><figcaption>{number}</figcaption>{picture}</figure>\n"),
        }
    }

    fn page(&self, title: Option<&str>) -> String {
        let title = escape(title.unwrap_or("Sudoku"));
        let Worksheet { puzzles, solutions, .. } = self;
        if self.is_svg {
            let height = |(columns, side): (usize, f64)| self.count.div_ceil(columns) as f64 * (side + GAP);
            let below = 2.0 * GAP + height(PUZZLES);
            let whole = below + GAP + height(SOLUTIONS);
            return format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}mm\" height=\"{whole}mm\" \
                 viewBox=\"0 0 {WIDTH} {whole}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"4\">\n\
                 <title>{title}</title>\n<text y=\"6\" font-size=\"6\">{title}</text>\n\
                 <g transform=\"translate(0 {top})\">\n{puzzles}</g>\n\
                 <text y=\"{below}\" font-size=\"6\">Solutions</text>\n\
                 <g transform=\"translate(0 {first})\">\n{solutions}</g>\n</svg>\n",
                top = 2.0 * GAP,
                first = below + GAP,
            );
        }
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<h1>{title}</h1>\n<main>\n{puzzles}</main>\n\
             <h1 class=\"solutions\">Solutions</h1>\n<main class=\"solutions\">\n{solutions}</main>\n</html>\n"
        )
    }
}

/// Four puzzles on a page of paper, solutions on pages of their own.
const STYLE: &str = "
@page { margin: 15mm }
body { font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; max-width: 180mm; margin: 0 auto }
h1 { font-size: 16pt; margin: 0 0 8mm }
main { display: flex; flex-wrap: wrap; gap: 10mm }
figure { width: 84mm; margin: 0; break-inside: avoid }
figcaption { font-weight: bold; margin-bottom: 2mm }
svg { width: 100%; height: auto }
h1.solutions { break-before: page }
.solutions figure { width: 53mm }
";

/// Candidates that the givens leave in the puzzle's cells, if the command line asks for them.
fn candidates(arguments: &Draw, kind: &BoardKind, puzzle: &LocatedPuzzle) -> Result<Option<Puzzle>, String> {
    arguments.candidates.then(|| kind.candidates(puzzle)).transpose()
}

fn picture(
    arguments: &Draw,
    kind: &BoardKind,
    puzzle: &LocatedPuzzle,
    givens: Option<&Puzzle>,
    frame: Option<[f64; 3]>,
) -> Result<String, String> {
    let (candidates, layout) = (candidates(arguments, kind, puzzle)?, kind.drawn(puzzle));
    let (candidates, layout) = (candidates.as_ref(), layout.as_deref());
    Ok(puzzle.puzzle.svg(&SvgOptions { candidates, givens, title: arguments.title.as_deref(), layout, frame }))
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
