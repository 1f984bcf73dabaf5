//! Where a command takes its puzzles from: its own words, a file, or standard input.

use std::fs::File;
use std::io::{self, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;

use klammer::puzzle::{Puzzle, Reader};

use crate::args::PuzzleArguments;

/// Puzzles of any origin; what has been read of it and not yet been taken can be looked at.
pub type Puzzles = Reader<BufReader<Box<dyn Read + Send>>>;

/// How much is read at once.
const BUFFER: usize = 64 << 10;

/// Opens the source that the words name: a file of that name if there is one, standard input for `-` or nothing, or else the puzzle itself.
pub fn open(arguments: &PuzzleArguments) -> Result<Puzzles, String> {
    let (name, input) = match arguments.puzzle.as_deref() {
        None if io::stdin().is_terminal() => return Err("a puzzle, a file or - is missing".into()),
        None | Some("-") => ("<stdin>", Box::new(io::stdin()) as Box<dyn Read + Send>),
        Some(word) => (word, file_or_text(word)?),
    };
    let size = arguments.size;
    let reader = |name: &str| Reader::new(name, BufReader::with_capacity(BUFFER, input)).format(arguments.input);
    // A puzzle is a poor name for a place in itself.
    let reader = reader(if is_file(name) { name } else { name.strip_prefix('<').map_or("<puzzle>", |_| name) });
    Ok(match size {
        Some(size) => reader.size(size),
        None => reader,
    })
}

/// The only puzzle of a file or of a word.
pub fn one(word: &str) -> Result<Puzzle, String> {
    let mut puzzles = Reader::new(if is_file(word) { word } else { "<puzzle>" }, BufReader::new(file_or_text(word)?));
    match puzzles.next() {
        Some(Ok(placed)) => Ok(placed.puzzle),
        Some(Err(error)) => Err(error.to_string()),
        None => Err(format!("there is no puzzle in {word}")),
    }
}

fn is_file(word: &str) -> bool {
    Path::new(word).exists()
}

fn file_or_text(word: &str) -> Result<Box<dyn Read + Send>, String> {
    if !is_file(word) {
        let mut reader = Reader::new("<puzzle>", word.as_bytes());
        return match reader.next() {
            // A word that hardly looks like a puzzle was meant to be a name.
            Some(Err(error)) if !looks_like_a_puzzle(word) => {
                Err(format!("there is no file {word}, and it is no puzzle: {error}"))
            }
            None => Err("the puzzle is empty".into()),
            Some(_) => Ok(Box::new(Cursor::new(word.to_string().into_bytes()))),
        };
    }
    let unreadable = |cause: io::Error| format!("cannot read {word}: {cause}");
    let file = File::open(word).map_err(unreadable)?;
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        return Err(format!("cannot read {word}: it is a folder"));
    }
    Ok(Box::new(file))
}

/// Whether errors should be told at their place in the puzzle.
fn looks_like_a_puzzle(word: &str) -> bool {
    word.contains(['(', '[', '\n']) || word.len() > 25 && !word.contains(['/', '\\'])
}
