//! `klammer hint`, `rate` and `generate`: what the module `teach` says, for files of puzzles.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use klammer::{Code, Engine, Error, Handle, Keyword, Symbol};
use klammer_search::HOOKS;
use klammer_search::board::{Board, Conflict};
use klammer_search::puzzle::{Alphabet, DrawOptions, LocatedPuzzle, OutputFormat, Puzzle, ReadError, Shape};
use serde::Serialize;

use crate::args::{Generate, Hint, Options, PuzzleArguments, Rate, ReportFormat, ResultFormat, word};
use crate::console::{self, FAILURE, Failure, Output, SignalMode, USAGE, colour, print_message};
use crate::puzzle_input::{BoardKind, with_similar_file};
use crate::{puzzle_input, solver};

/// The list of techniques, as it is written.
fn shown_techniques(engine: &mut Engine) -> Result<Option<String>, Error> {
    let techniques: Handle = engine.eval(("<techniques>", "(list *techniques* *techniques-for-one-solution*)"))?;
    engine.inspect().show(&techniques)
}

/// An engine with the module and a script of the user's.
fn engine(options: &Options, script: Option<&Path>) -> Result<Engine, Failure> {
    puzzle_input::check_script(script)?;
    let mut engine = console::engine(options, script, Vec::new(), Output::Errors)?;
    engine.require("teach")?;
    if let Some(path) = script {
        let techniques = shown_techniques(&mut engine)?;
        engine.run(path).map_err(|error| with_similar_file(error, script))?;
        let mut hooks = HOOKS.iter().chain(&["find-solutions"]);
        let defined = hooks.find(|hook| solver::is_defined_in(&mut engine, hook, path));
        if let Some(hook) = defined
            && shown_techniques(&mut engine)? == techniques
        {
            print_message(&format!(
                "{} defines {hook}, which searches ask: steps are found by the techniques of *techniques* alone; one of your \
                own comes there by (push! (list 'mine 3.1 (lambda (board) ...)) *techniques*)",
                path.display()
            ));
        }
    }
    console::catch_ctrl_c(&engine.interrupt(), SignalMode::Once);
    Ok(engine)
}

/// Techniques of the script that have a function, how often it was asked, and how often it found a step.
const ASKED: &str = "
(let ((calls (technique-calls)))
  (map-with (lambda (row) (list (first row) (or (rest (assoc (first row) calls)) '(0 0)))) (filter third *techniques*)))";

/// Returns a remark if no technique of a script has found anything. Without it, the author of a technique cannot see
/// whether the library asked the technique.
fn remark_on_techniques(engine: &mut Engine, script: &Path) -> Option<String> {
    let techniques: Vec<(Symbol, (u64, u64))> = engine.eval(("<techniques>", ASKED)).ok()?;
    let script = script.display();
    let asked: u64 = techniques.iter().map(|(_, (asked, _))| asked).sum();
    if techniques.is_empty() || techniques.iter().any(|(_, (_, found))| *found > 0) {
        return None;
    }
    let names: Vec<&str> = techniques.iter().map(|(name, _)| name.name()).collect();
    let (names, which) = (names.join(", "), if names.len() == 1 { "the technique" } else { "the techniques" });
    Some(match asked {
        0 => format!(
            "{script}: {which} {names} was not asked: each time, a technique before it in *techniques* found a step"
        ),
        1 => format!("{script}: {which} {names} found nothing: asked once, and nil was returned"),
        n => format!("{script}: {which} {names} found nothing: asked {n} times, and nil was returned each time"),
    })
}

/// Result of a puzzle: the text to write for it, and whether the command succeeded.
type PuzzleOutput = Result<(String, bool), Error>;

/// Applies `tell` to each puzzle of the source, in order, and writes the results. Reports puzzles that are malformed,
/// and ends at an error of a script.
fn each(
    command: &str,
    arguments: &PuzzleArguments,
    options: &Options,
    script: Option<&Path>,
    mut tell: impl FnMut(&mut Engine, &LocatedPuzzle, Board) -> PuzzleOutput,
) -> Result<ExitCode, Failure> {
    let source = puzzle_input::open(arguments, Some(command)).map_err(Failure::Usage)?;
    let (mut puzzles, name) = (source.puzzles, source.name);
    let kind = BoardKind::new(arguments.variant.as_ref(), options)?;
    let mut engine = engine(options, script)?;
    let random = engine.inspect().random_state().clone();
    let mut fine = true;
    let mut alphabet_told = false;
    let mut count = 0;
    for item in puzzles.by_ref() {
        count += 1;
        let placed = match item {
            Ok(placed) => placed,
            Err(ReadError::Malformed(malformed)) => {
                print_message(&malformed.to_string());
                fine = false;
                continue;
            }
            Err(error) => return Err(Failure::Usage(error.to_string())),
        };
        let board = match kind.layout_of(&placed) {
            Ok(layout) => placed.puzzle.board(&layout),
            Err(message) => {
                print_message(&message);
                fine = false;
                continue;
            }
        };
        if placed.puzzle.alphabet() != Alphabet::One && !std::mem::replace(&mut alphabet_told, true) {
            let [first, last] = [1, placed.puzzle.shape().size() as u32].map(|d| placed.puzzle.alphabet().character(d));
            print_message(&format!("{name}:{}: in words, {first} to {last} are called by numbers from 1", placed.line));
        }
        *engine.inspect().random_state() = random.clone();
        let (text, good) = tell(&mut engine, &placed, board)?;
        fine &= good;
        if console::write_out(&text).is_err() {
            return Ok(ExitCode::from(FAILURE));
        }
    }
    puzzle_input::note_passed_over(&puzzles);
    if count == 0 {
        return Err(Failure::Usage(puzzle_input::no_puzzle(&name)));
    }
    if let Some(remark) = script.and_then(|path| remark_on_techniques(&mut engine, path)) {
        print_message(&remark);
    }
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
}

/// Node limit of the check before techniques.
const FAULT_CHECK_NODES: u64 = 20_000;
/// Node limit of the check after techniques have failed, times the cells of the board.
const NODES_AFTER_TECHNIQUES: u64 = 120_000_000;

/// Returns the fault of a puzzle that the techniques do not solve, if a short search finds it. Techniques are for
/// puzzles with one solution.
fn fault(board: &Board) -> Option<String> {
    match board.count_solutions(2, NODES_AFTER_TECHNIQUES / board.layout().cells().max(1) as u64) {
        Some(0) => Some(no_solution(board)),
        Some(2) => Some("the puzzle has several solutions".to_string()),
        _ => None,
    }
}

/// Cells of boards on which it is soon clear whether there is a solution.
const MAX_CELLS: usize = 256;

/// Why a puzzle has no solution, if it has none and that is soon clear. The techniques would find steps in it all the
/// same.
fn unsolvable(board: &Board) -> Option<String> {
    let is_wrong = Conflict::on(board).is_some()
        || board.layout().cells() <= MAX_CELLS && board.count_solutions(1, FAULT_CHECK_NODES / 10) == Some(0);
    is_wrong.then(|| no_solution(board))
}

/// Returns the message for a puzzle without a solution.
fn no_solution(board: &Board) -> String {
    let reason = match Conflict::on(board) {
        Some(clash) => format!(": {clash}"),
        None => " (exhaustive search)".to_string(),
    };
    let wrong = if board.layout().cells() <= MAX_CELLS { wrong_givens(board) } else { Vec::new() };
    let without = match wrong.as_slice() {
        [] => String::new(),
        [one] => format!("; without the {one}, it has one solution"),
        [all @ .., last] => format!("; without the {} or the {last}, it has one", all.join(", the ")),
    };
    format!("the puzzle has no solution{reason}{without}")
}

/// Givens that are named, at most, where any one of them could be wrong.
const MAX_NAMED: usize = 3;

/// The givens without which a puzzle that has no solution has one and only one, if they are few.
fn wrong_givens(board: &Board) -> Vec<String> {
    let layout = board.layout();
    let mut wrong = Vec::new();
    for (cell, mask) in board.masks().enumerate().filter(|(_, mask)| mask.is_power_of_two()) {
        let mut other = board.clone();
        other.set(cell, layout.all());
        if other.count_solutions(2, FAULT_CHECK_NODES / 100) == Some(1) {
            wrong.push(format!("{} of {}", mask.trailing_zeros(), layout.cell_name(cell)));
        }
    }
    if wrong.len() > MAX_NAMED { Vec::new() } else { wrong }
}

/// A puzzle as it is written before its explanation.
fn line(placed: &LocatedPuzzle) -> String {
    placed.puzzle.text(OutputFormat::Line)
}

/// A line of JSON.
fn json(object: &impl serde::Serialize) -> String {
    // Strings, numbers and lists of them can always be written.
    serde_json::to_string(object).unwrap_or_default() + "\n"
}

// `klammer hint`.

type Constraint = ((usize, usize), u32);

/// Cells are rows and columns, counted from 0.
#[derive(Serialize)]
struct HintLine<'a> {
    line: u64,
    puzzle: &'a str,
    technique: String,
    difficulty: f64,
    text: String,
    place: Vec<Constraint>,
    remove: Vec<Constraint>,
}

type ShownStep = (String, f64, String, Vec<Constraint>, Vec<Constraint>);

/// A step in words, and what follows from it. The functions are called from here: errors could show a text of the
/// command's own, which nobody has written.
fn shown(engine: &mut Engine, step: &Handle, language: &str) -> Result<ShownStep, Error> {
    let mut part = |name: &str| engine.call::<Handle>("step-ref", (step, Symbol::new(name)));
    let (technique, place, remove) = (part("technique")?, part("place")?, part("remove")?);
    let language = (step, Keyword::new("language"), Symbol::new(language));
    Ok((
        engine.get::<Symbol>(&technique)?.name().to_string(),
        engine.call("difficulty", (step,))?,
        engine.call("explain", language)?,
        engine.get(&place)?,
        engine.get(&remove)?,
    ))
}

/// Remark on the name of the first cell, which programs call row 0 and column 0.
const ORIGIN: &str = "# r1c1 is the top left cell\n";

/// Says the next step in each puzzle of the source, or all steps.
pub fn hint(arguments: &Hint, options: &Options) -> Result<ExitCode, Failure> {
    let mut told = false;
    each("hint --script", &arguments.puzzle, options, arguments.script.as_deref(), |engine, placed, board| {
        let solved = placed.puzzle.is_complete();
        let wrong = unsolvable(&board);
        let puzzle = klammer_search::Board(board.clone());
        let steps: Vec<Handle> = match arguments.all {
            _ if wrong.is_some() => Vec::new(),
            true => engine.call("steps", (puzzle,))?,
            false => engine.call::<Option<Handle>>("next-step", (puzzle,))?.into_iter().collect(),
        };
        let shown = |step: Handle| shown(engine, &step, &word(arguments.language));
        let steps = steps.into_iter().map(shown).collect::<Result<Vec<ShownStep>, Error>>()?;
        let fault = if wrong.is_none() && steps.is_empty() { fault(&board) } else { wrong };
        let found = !steps.is_empty() || solved && fault.is_none();
        let puzzle = line(placed);
        let mut text = String::new();
        if arguments.to == ReportFormat::Text && !steps.is_empty() && !std::mem::replace(&mut told, true) {
            text.push_str(ORIGIN);
        }
        for (technique, difficulty, sentence, place, remove) in steps {
            match arguments.to {
                ReportFormat::Text => text.push_str(&(sentence + "\n")),
                ReportFormat::Json => {
                    let line = placed.line;
                    let puzzle = puzzle.as_str();
                    text.push_str(&json(&HintLine {
                        line,
                        puzzle,
                        technique,
                        difficulty,
                        text: sentence,
                        place,
                        remove,
                    }));
                }
            }
        }
        if text.is_empty() {
            let said = match (solved, fault) {
                (_, Some(fault)) => format!("no technique finds a step: {fault}"),
                (true, None) => "solved already".to_string(),
                (false, None) => "no technique finds a step".to_string(),
            };
            match arguments.to {
                ReportFormat::Text => text = format!("# {said}\n"),
                ReportFormat::Json => print_message(&format!("{puzzle}: {said}")),
            }
        }
        Ok((text, found))
    })
}

// `klammer rate`.

/// Remark on a rating that may have passed over easier steps.
const UNDECIDED: &str = " (techniques for one solution left out: whether there is another was not decided)";

#[derive(Serialize)]
struct RatingLine {
    line: u64,
    puzzle: String,
    /// Missing if the techniques do not solve it.
    rating: Option<f64>,
    hardest: Option<String>,
    steps: usize,
    /// Fault of the puzzle, if it has no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// A step was not made because nobody knows whether there is another solution.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undecided: bool,
    /// Techniques and how many of the steps are theirs, in the order of their first use.
    techniques: Vec<(String, usize)>,
}

/// Result of `grade`, part by part. Rust calls it directly, without a text that errors could show.
#[derive(Default)]
struct Graded {
    rating: Option<f64>,
    hardest: Option<Symbol>,
    steps: usize,
    undecided: bool,
    techniques: Vec<(Symbol, usize)>,
}

fn grade(engine: &mut Engine, board: Board) -> Result<Graded, Error> {
    let mut graded = Graded::default();
    for (name, value) in engine.call::<Vec<(Symbol, Handle)>>("rating-summary", (klammer_search::Board(board),))? {
        match name.name() {
            "rating" => graded.rating = engine.get(&value)?,
            "hardest" => graded.hardest = engine.get(&value)?,
            "steps" => graded.steps = engine.get(&value)?,
            "undecided" => graded.undecided = engine.get(&value)?,
            "techniques" => graded.techniques = engine.get(&value)?,
            _ => {}
        }
    }
    Ok(graded)
}

/// Rates all puzzles of the source.
pub fn rate(arguments: &Rate, options: &Options) -> Result<ExitCode, Failure> {
    each("rate --script", &arguments.puzzle, options, arguments.script.as_deref(), |engine, placed, board| {
        let Graded { rating, hardest, steps, undecided, techniques } = grade(engine, board.clone())?;
        let hardest = hardest.map(|technique| technique.name().to_string());
        let techniques =
            techniques.into_iter().map(|(technique, count)| (technique.name().to_string(), count)).collect();
        let good = rating.is_some();
        let puzzle = line(placed);
        let wrong = if good { None } else { fault(&board) };
        let undecided = undecided && wrong.is_none();
        let message = (!good).then(|| wrong.unwrap_or_else(|| "not solved by the techniques".to_string()));
        let text = match arguments.to {
            ReportFormat::Json => {
                json(&RatingLine { line: placed.line, puzzle, rating, hardest, steps, message, undecided, techniques })
            }
            ReportFormat::Text => {
                let said = match (rating, &hardest) {
                    (Some(rating), Some(technique)) => format!("{rating:.1} {technique}"),
                    (Some(rating), None) => format!("{rating:.1}"),
                    (None, _) => message.unwrap_or_default(),
                };
                let doubt = if undecided { UNDECIDED } else { "" };
                format!("{puzzle} # {said}{doubt}\n")
            }
        };
        Ok((text, good))
    })
}

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

/// An unpredictable seed, short enough to type.
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
pub fn generate(arguments: &Generate, options: &Options) -> Result<ExitCode, Failure> {
    let Some(shape) = Shape::of_size(arguments.size) else {
        return Ok(ExitCode::from(USAGE));
    };
    // The command line says how long to look if it has --tries, --ticks or --timeout.
    let patient = arguments.tries.is_some() || options.limits.ticks.is_some() || options.limits.timeout.is_some();
    let mut options = options.clone();
    let bounded = arguments.rating.is_some() && !patient;
    if bounded {
        options.limits.ticks = Some(TICKS);
    }
    let seed = options.seed.unwrap_or_else(random_seed);
    let is_random = options.seed.replace(seed).is_none();
    let options = &options;
    let kind = BoardKind::new(arguments.variant.as_ref(), options)?;
    let mut engine = engine(options, arguments.script.as_deref())?;
    let layout = kind.own_or(shape).map_err(Failure::Usage)?;
    let (low, high) = arguments.rating.map_or((None, None), |range| (Some(range.low), Some(range.high)));
    if let Some(clash) = Conflict::on(&Board::new(&layout)) {
        return Err(Failure::Unfit(format!("a board of this kind has no solution: {clash}")));
    }
    if is_random {
        print_message(&format!("generated with --seed {seed}"));
    }
    let mut written_so_far = 0;
    let tries = arguments.tries.map_or(if patient { ENDLESS } else { TRIES }, NonZeroUsize::get);
    let mut write = || -> Result<End, Error> {
        let make: Handle = engine.eval(("<generate>", PUZZLE))?;
        let rated = matches!(arguments.to, Some(ResultFormat::Objects));
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
        Ok(End::Complete) => Ok(ExitCode::SUCCESS),
        Ok(End::Unwritable) => Ok(ExitCode::from(FAILURE)),
        Ok(End::NotFound) => {
            let tries = if tries == 1 { "1 try".to_string() } else { format!("{tries} tries") };
            Err(Failure::Unfit(format!("no such puzzle in {tries}{nearest}{so_far}{longer}")))
        }
        Err(error) if !options.json && matches!(error.code(), Code::OutOfTime | Code::OutOfTicks) => {
            let (limit, option) =
                if error.code() == Code::OutOfTime { ("time", "timeout") } else { ("ticks", "ticks") };
            Err(Failure::Unfit(match bounded {
                true => {
                    format!("no such puzzle was found in {} million ticks{nearest}{so_far}{longer}", TICKS / 1_000_000)
                }
                false => format!("no such puzzle was found before the limit of {limit} (--{option}){nearest}{so_far}"),
            }))
        }
        // An error of the library about the request does not point at a line of somebody's program.
        Err(error) if !options.json && error.code() == Code::User && arguments.script.is_none() => {
            Err(Failure::Unfit(error.message().to_string()))
        }
        Err(error) => Err(error.into()),
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

fn written(arguments: &Generate, kind: &BoardKind, puzzle: &Puzzle, rating: Option<f64>) -> String {
    let alone = arguments.count.get() == 1 && io::stdout().is_terminal();
    match arguments.to.unwrap_or(if alone { ResultFormat::Draw } else { ResultFormat::LINE }) {
        ResultFormat::Draw => {
            let layout = kind.drawn(&LocatedPuzzle::new(1, puzzle.clone()));
            puzzle.draw(&DrawOptions { colour: colour(), layout: layout.as_deref(), ..DrawOptions::default() })
        }
        ResultFormat::Objects => {
            json(&PuzzleLine { puzzle: puzzle.text(OutputFormat::Line), givens: puzzle.givens(), rating })
        }
        ResultFormat::Text(format) => puzzle.text(format) + if format.has_several_lines() { "\n\n" } else { "\n" },
    }
}
