//! Sources of a command's puzzles: the command line, a file, or standard input; `--variant`, the groups of their
//! boards.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use klammer::hints::nearest;
use klammer::{Code, Error};
use klammer_search::board::{Board, Layout, LayoutError, Mask, VariantGroups};
use klammer_search::puzzle::{Cages, InputFormat, LocatedPuzzle, Puzzle, Reader, Shape};

use crate::args::{Options, PuzzleArguments, Variant};
use crate::console::{self, Failure, Output, print_message};

/// Puzzles of any origin; what has been read of it and not yet been taken can be looked at.
pub type Puzzles = Reader<BufReader<Counted>>;

/// Puzzles, and what is known of where they come from.
pub struct Source {
    pub puzzles: Puzzles,
    /// Name of the source in errors.
    pub name: String,
    /// The puzzle itself was on the command line.
    pub is_word: bool,
    /// In bytes, if it is a file.
    pub length: Option<u64>,
    /// Number of bytes read so far.
    pub read: Arc<AtomicU64>,
}

/// Counts what is read.
pub struct Counted {
    input: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = console::waiting(|| self.input.read(buffer))?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Bytes at the beginning of a file that tell a program from puzzles.
const PROGRAM: u64 = 4096;

/// Size of one read, in bytes: a few hundred puzzles. The first touch of memory costs more than reading more often.
const BUFFER: usize = 16 << 10;

/// Opens the source that an argument names: the file of that name if it exists, standard input for `-` or no argument,
/// or else the puzzle itself. `command` is the command with its option for a script, such as `solve --heuristic`.
pub fn open(arguments: &PuzzleArguments, command: Option<&str>) -> Result<Source, String> {
    let mut length = None;
    let (name, input): (&str, Box<dyn Read + Send>) = match (arguments.puzzle.as_deref(), &arguments.variant) {
        // Most killers have no digits, and their file says how large they are.
        (None, Some(Variant::Killer(path))) if exchanged(path).map_err(|failure| failure.to_string())?.is_some() => {
            let name = path.to_str().ok_or("the name of the file is no text")?;
            (name, Box::new(open_file(name)?))
        }
        (None, Some(Variant::Killer(path))) => {
            let size = cages(path).map_err(|failure| failure.to_string())?.size;
            ("<puzzle>", Box::new(Cursor::new(vec![b'.'; size * size])))
        }
        (None, _) if io::stdin().is_terminal() => return Err("a puzzle, a file or - is missing".into()),
        (None | Some("-"), _) => ("<stdin>", Box::new(io::stdin())),
        (Some(word), _) if Path::new(word).exists() => {
            let file = open_file(word)?;
            if is_program(word) {
                let tool = console::name();
                let what = format!("{word} is a program, and no file of puzzles");
                return Err(match command {
                    Some(command) => format!("{what}: did you mean {tool} {command} {word} PUZZLES?"),
                    None => what,
                });
            }
            length = file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len());
            (word, Box::new(file))
        }
        (Some(word), _) => {
            check_word(word)?;
            // A puzzle is a poor name for a place in itself.
            ("<puzzle>", Box::new(Cursor::new(word.to_string().into_bytes())))
        }
    };
    let read = Arc::new(AtomicU64::new(0));
    let input = BufReader::with_capacity(BUFFER, Counted { input, read: Arc::clone(&read) });
    let puzzles = Reader::new(name, input).format(arguments.from);
    let puzzles = match arguments.size {
        Some(size) => puzzles.size(size),
        None => puzzles,
    };
    Ok(Source { puzzles, name: name.into(), is_word: name == "<puzzle>", length, read })
}

/// Says which lines were passed over because they are no puzzles.
pub fn note_passed_over<R: BufRead>(puzzles: &Reader<R>) {
    if let Some(note) = puzzles.passed_over() {
        print_message(&note);
    }
}

/// Message for a source without a puzzle.
pub fn no_puzzle(name: &str) -> String {
    match name {
        "<stdin>" => "there is no puzzle in the standard input".into(),
        "<puzzle>" => "there is no puzzle".into(),
        name => format!("there is no puzzle in {name}"),
    }
}

/// The first puzzle of a file or of a word.
pub fn one(word: &str) -> Result<Puzzle, String> {
    let arguments = PuzzleArguments { puzzle: Some(word.into()), from: InputFormat::Auto, size: None, variant: None };
    match open(&arguments, None)?.puzzles.next() {
        Some(Ok(placed)) => Ok(placed.puzzle),
        Some(Err(error)) => Err(error.to_string()),
        None => Err(no_puzzle(word)),
    }
}

/// Returns whether the name of a file ends in one of the endings.
pub fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
}

/// Message for a file of puzzles where a program is expected.
pub fn no_program(path: &Path) -> Option<String> {
    let word = path.to_str().filter(|_| path.extension().is_none_or(|ending| ending != "lisp"))?;
    let bytes = beginning(word)?;
    if bytes.contains(&b'(') || bytes.is_empty() {
        return None;
    }
    one(word).ok()?;
    let tool = console::name();
    Some(format!(
        "{word} has puzzles, and is no program: {tool} solve --check-unique {word} solves them, each with a word whether it \
         has other solutions"
    ))
}

/// Fails if the script is a file of puzzles.
pub fn check_script(script: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = script.filter(|path| no_program(path).is_some()) else { return Ok(()) };
    let path = path.display();
    Err(Failure::Unfit(format!(
        "{path} has puzzles, and is no script: a script is a file in Lisp; puzzles need no option"
    )))
}

/// Returns the first bytes of a file. Never reads a pipe: its reader would lose them for good.
fn beginning(name: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    Path::new(name).is_file().then_some(())?;
    File::open(name).ok()?.take(PROGRAM).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Endings of the names of programs.
const PROGRAMS: [&str; 5] = ["lisp", "lsp", "cl", "scm", "ss"];

/// Returns whether a file with one of the endings is a program. Programs of Scheme and puzzles are both called `.ss`:
/// only a program has parentheses.
pub fn is_program_file(path: &Path, endings: &[&str]) -> bool {
    let has_parenthesis = || path.to_str().and_then(beginning).is_none_or(|bytes| bytes.contains(&b'('));
    has_ending(path, endings) && path.is_file() && (!has_ending(path, &["ss"]) || has_parenthesis())
}

/// Returns whether a file is a program, by its name or the beginning of its text.
pub fn is_program(name: &str) -> bool {
    let path = Path::new(name);
    if is_program_file(path, &PROGRAMS) {
        return true;
    }
    let Some(bytes) = beginning(name).filter(|_| !has_ending(path, &PROGRAMS)) else { return false };
    let beginning = String::from_utf8_lossy(&bytes);
    let form = beginning.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(';'));
    let first = ["(require ", "(provide ", "(def", "(setq ", "(load ", "(let", "(print "];
    form.is_some_and(|form| first.iter().any(|f| form.starts_with(f)))
}

fn open_file(name: &str) -> Result<File, String> {
    let unreadable = |cause: &dyn std::fmt::Display| format!("cannot read {name}: {cause}");
    let file = File::open(name).map_err(|cause| unreadable(&cause))?;
    match file.metadata() {
        Ok(data) if data.is_dir() => Err(unreadable(&"it is a folder")),
        _ => Ok(file),
    }
}

/// A word that is neither a file nor looks like a puzzle was meant to be the name of a file.
fn check_word(word: &str) -> Result<(), String> {
    let like_a_puzzle = word.contains(['(', '[', '\n']) || word.len() > 25 && !word.contains(['/', '\\']);
    match Reader::new("<puzzle>", word.as_bytes()).next() {
        Some(Err(error)) if !like_a_puzzle => Err(match similar_puzzles(Path::new(word)) {
            Some(near) => format!("there is no file {word}: did you mean {near}?"),
            // A word with an ending is no puzzle, whatever is wrong with it as one.
            None if Path::new(word).extension().is_some() && word.contains(char::is_alphabetic) => {
                format!("there is no file {word}")
            }
            None => format!("there is no file {word}, and it is no puzzle: {error}"),
        }),
        None => Err("the puzzle is empty".into()),
        Some(_) => Ok(()),
    }
}

// Files that could be meant by the name of one that is not there.

/// Files of a folder that are compared with the name of one that is not there.
const MAX_FILES: usize = 1000;

/// The error that a script cannot be read says which file could be meant.
pub fn with_similar_file(error: Error, script: Option<&Path>) -> Error {
    match script.filter(|_| error.code() == Code::File && error.help().is_none()).and_then(similar_file) {
        Some(name) => error.with_help(format!("did you mean `{name}`?")),
        None => error,
    }
}

/// The file beside a script that is not there whose name is most like it, or is it with its ending.
pub fn similar_file(missing: &Path) -> Option<String> {
    if missing.exists() {
        return None;
    }
    if missing.extension().is_none() {
        let whole = missing.with_extension("lisp");
        return if whole.is_file() { Some(whole.display().to_string()) } else { nearest_file(&whole, |_| true) };
    }
    nearest_file(missing, |_| true)
}

/// Returns the file of puzzles beside one that is not there whose name is it with an ending, or is most like it. A
/// program is none.
pub fn similar_puzzles(missing: &Path) -> Option<String> {
    let is_whole = |ending: &&str| missing.with_extension(ending).is_file();
    let ending =
        ["sdm", "txt", "sdk", "ss", "csv", "json"].iter().find(|e| missing.extension().is_none() && is_whole(e));
    match ending {
        Some(ending) => Some(missing.with_extension(ending).display().to_string()),
        None => nearest_file(missing, |name| !has_ending(Path::new(name), &PROGRAMS[..4])),
    }
}

/// Returns the file whose name differs least: in one character of four, and in two at most. The same holds for names
/// without their endings, which files have in common.
fn nearest_file(missing: &Path, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    let name = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files =
        fs::read_dir(folder).ok()?.take(MAX_FILES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let stem = missing.file_stem()?.to_str()?;
    let is_near = |file: &String| {
        let other = Path::new(file).file_stem().and_then(|other| other.to_str()).unwrap_or("");
        other == stem || nearest(stem, [other].into_iter()).is_some()
    };
    let files: Vec<String> = files.filter(|file| is_wanted(file) && is_near(file)).collect();
    let close = nearest(name, files.iter().map(String::as_str))?;
    Some(missing.with_file_name(close).display().to_string())
}

/// A kind of board, for puzzles of any size that it has.
#[derive(Debug, Clone)]
pub enum BoardKind {
    /// Rows, columns, boxes.
    Plain,
    /// These, and more.
    With(VariantGroups),
    /// Rows and columns.
    Latin,
    /// A board of its own.
    Fixed(Arc<Layout>),
}

impl BoardKind {
    /// Reads the file that the word names, or runs it.
    pub fn new(variant: Option<&Variant>, options: &Options) -> Result<BoardKind, Failure> {
        Ok(match variant {
            None => BoardKind::Plain,
            Some(Variant::X) => BoardKind::With(VariantGroups { diagonals: true, windows: false }),
            Some(Variant::Windows) => BoardKind::With(VariantGroups { diagonals: false, windows: true }),
            Some(Variant::Latin) => BoardKind::Latin,
            Some(Variant::Samurai) => BoardKind::Fixed(Layout::samurai()?),
            Some(Variant::Killer(path)) if let Some(placed) = exchanged(path)? => {
                BoardKind::Fixed(placed.layout.map_or_else(|| placed.puzzle.shape().layout(), Ok)?)
            }
            Some(Variant::Killer(path)) => {
                let cages = cages(path)?;
                let layout = Shape::of_size(cages.size).map(Shape::layout).transpose()?;
                let layout = layout.ok_or_else(|| unfit(path, &"there are no puzzles of this size"))?;
                BoardKind::Fixed(layout.with_clues(cages.clues).map_err(|cause| unfit(path, &cause))?)
            }
            Some(Variant::Jigsaw(path)) => BoardKind::Fixed(jigsaw(path)?),
            Some(Variant::Script(path)) => {
                let mut engine = console::engine(options, Some(path), Vec::new(), Output::Errors)?;
                let board: klammer_search::Board = engine.eval(path)?;
                BoardKind::Fixed(board.layout().clone())
            }
        })
    }

    /// The board for puzzles that are to be made: its own, or one of the shape.
    pub fn own_or(&self, shape: Shape) -> Result<Arc<Layout>, String> {
        match self {
            BoardKind::Fixed(layout) => Ok(layout.clone()),
            _ => self.layout(shape),
        }
    }

    /// The puzzle without boxes, if its board has none.
    pub fn shaped(&self, puzzle: Puzzle) -> Puzzle {
        let size = puzzle.shape().size();
        let without = match self {
            BoardKind::Plain | BoardKind::With(_) => None,
            BoardKind::Fixed(layout) if layout.box_size().is_some() => None,
            BoardKind::Latin | BoardKind::Fixed(_) => Shape::with_boxes(size, 1, size),
        };
        let alphabet = puzzle.alphabet();
        let shaped = without.and_then(|shape| Puzzle::new(shape, puzzle.cells().to_vec()));
        shaped.map_or(puzzle, |shaped| shaped.written_in(alphabet))
    }

    /// The board for a drawing of a puzzle, if the puzzle does not say all of it.
    pub fn drawn(&self, placed: &LocatedPuzzle) -> Option<Arc<Layout>> {
        match self {
            BoardKind::Plain => placed.layout.clone(),
            _ => self.layout(placed.puzzle.shape()).ok(),
        }
    }

    /// The board of a puzzle: that of the option, or else the one that the text of the puzzle describes.
    pub fn layout_of(&self, placed: &LocatedPuzzle) -> Result<Arc<Layout>, String> {
        match (self, &placed.layout) {
            (BoardKind::Plain, Some(layout)) => Ok(layout.clone()),
            _ => self.layout(placed.puzzle.shape()),
        }
    }

    /// The puzzle with what its digits leave of each cell.
    pub fn candidates(&self, placed: &LocatedPuzzle) -> Result<Puzzle, String> {
        let puzzle = &placed.puzzle;
        let board = puzzle.board(&self.layout_of(placed)?);
        let left = Puzzle::new(puzzle.shape(), candidates(&board)).map(|left| left.written_in(puzzle.alphabet()));
        Ok(left.unwrap_or_else(|| puzzle.clone()))
    }

    /// The board for puzzles of a shape.
    pub fn layout(&self, shape: Shape) -> Result<Arc<Layout>, String> {
        let layout = match self {
            BoardKind::Plain => shape.layout(),
            BoardKind::With(extras) => Layout::boxes(shape.box_rows(), shape.box_columns(), *extras),
            BoardKind::Latin => Layout::latin(shape.size()),
            BoardKind::Fixed(layout) => Ok(layout.clone()),
        };
        let layout = layout.map_err(|e| e.to_string())?;
        let (size, rows, columns) = (shape.size(), layout.rows(), layout.columns());
        if (rows, columns) == (size, size) && layout.digits() <= size {
            return Ok(layout);
        }
        Err(format!("the puzzle has {size} by {size} cells, the board of --variant {rows} by {columns}"))
    }
}

/// Candidates of each cell that the placed digits leave.
pub fn candidates(board: &Board) -> Vec<Mask> {
    let single = |cell: usize| Some(board.get(cell)).filter(|mask| mask.is_power_of_two());
    let left = |cell: usize| {
        let seen = board.layout().peers(cell).filter_map(single).fold(0, |all, mask| all | mask);
        single(cell).unwrap_or(board.get(cell) & !seen)
    };
    (0..board.layout().cells()).map(left).collect()
}

/// A map of regions: a character for each cell, the same for those of a region.
fn jigsaw(path: &Path) -> Result<Arc<Layout>, Failure> {
    let text = text(path)?;
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let cells = lines.flat_map(str::chars).filter(|c| !c.is_whitespace());
    // More cells than a board can have are too many, however many they are.
    let most = Layout::DIGITS * Layout::DIGITS + 1;
    let regions: Vec<usize> = cells.map(|c| c as usize).take(most).collect();
    Layout::jigsaw(&regions).map_err(|cause| match cause {
        LayoutError::Region { digits, .. } => unfit(path, &wrong_regions(&regions, digits)),
        cause => unfit(path, &cause),
    })
}

/// Describes the regions of a map that have a wrong number of cells. Each cell of the map is the character of its
/// region.
fn wrong_regions(regions: &[usize], cells: usize) -> String {
    let mut seen: Vec<(usize, usize)> = Vec::new();
    for &region in regions {
        match seen.iter_mut().find(|(known, _)| *known == region) {
            Some((_, count)) => *count += 1,
            None => seen.push((region, 1)),
        }
    }
    let name = |region: usize| u32::try_from(region).ok().and_then(char::from_u32).unwrap_or('?');
    let wrong = seen.iter().filter(|(_, count)| *count != cells);
    let told: Vec<String> =
        wrong.map(|(region, count)| format!("region {} has {count} cells", name(*region))).collect();
    format!("{}: each must have {cells}, and there must be {cells} regions", told.join(", "))
}

/// The first puzzle of a file that describes boards, instead of a map of cages.
pub fn exchanged(path: &Path) -> Result<Option<LocatedPuzzle>, Failure> {
    let text = text(path)?;
    if !text.trim_start().starts_with(['{', '[']) && !text.trim_start().starts_with("http") {
        return Ok(None);
    }
    match Reader::new(path.to_string_lossy(), text.as_bytes()).next() {
        Some(Ok(placed)) => Ok(Some(placed)),
        Some(Err(error)) => Err(Failure::Unfit(error.to_string())),
        None => Err(unfit(path, &"there is no puzzle")),
    }
}

/// A file of cages.
pub fn cages(path: &Path) -> Result<Cages, Failure> {
    Cages::parse(&path.to_string_lossy(), &text(path)?).map_err(|malformed| Failure::Unfit(malformed.to_string()))
}

fn text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|cause| unfit(path, &cause))
}

fn unfit(path: &Path, cause: &dyn std::fmt::Display) -> Failure {
    Failure::Unfit(format!("{}: {cause}", path.display()))
}
