//! Where a command takes its puzzle from: its own words, a file, or standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use klammer::puzzle::{Puzzle, Reader};

/// The puzzle that `word` is, or the one with that number in the file of that name, or on standard input for `-`.
pub fn one_puzzle(word: &str, number: usize) -> Result<Puzzle, String> {
    let path = Path::new(word);
    let input: Box<dyn BufRead> = match word {
        "-" => Box::new(io::stdin().lock()),
        _ if path.exists() => {
            let file = File::open(path).map_err(|cause| format!("cannot read {word}: {cause}"))?;
            Box::new(BufReader::new(file))
        }
        _ => {
            let no_file = |malformed| format!("there is no file {word}, and as a puzzle it is wrong: {malformed}");
            return word.parse().map_err(no_file);
        }
    };
    let mut reader = Reader::new(if word == "-" { "<stdin>" } else { word }, input);
    match reader.nth(number - 1) {
        Some(Ok(placed)) => Ok(placed.puzzle),
        Some(Err(error)) => Err(error.to_string()),
        None => Err(format!("there is no puzzle {number} in {word}")),
    }
}
