//! Any bytes as a file of puzzles.

use klammer_search::puzzle::{DrawOptions, InputFormat, OutputFormat, Puzzle, ReadError, Reader};

/// Reads the bytes in each format. Writes the result, which must read back as the same puzzle.
pub fn run(data: &[u8]) {
    for &format in InputFormat::ALL {
        let mut last = 0;
        for item in Reader::new("fuzz", data).format(format) {
            match item {
                Ok(placed) => {
                    assert!(placed.line >= 1, "a puzzle without a line");
                    check(&placed.puzzle);
                }
                Err(ReadError::Malformed(malformed)) => {
                    assert!(malformed.line >= 1 && malformed.column >= 1, "{malformed}");
                    last += 1;
                }
                Err(error) => panic!("{error}"),
            }
        }
        // No more complaints than characters: each one takes something.
        assert!(last <= data.len(), "{last} complaints");
    }
}

fn check(puzzle: &Puzzle) {
    let again = |format: OutputFormat| {
        let text = puzzle.text(format);
        let read: Result<Puzzle, _> = text.parse();
        (text, read)
    };
    let (text, read) = again(OutputFormat::Lisp);
    if puzzle.cells().iter().all(|c| *c != 0) && puzzle.shape().box_rows() <= puzzle.shape().box_columns() {
        assert_eq!(read.as_ref().map(Puzzle::cells), Ok(puzzle.cells()), "{text}");
    }
    let (text, read) = again(OutputFormat::Grid);
    let read = read.unwrap_or_else(|malformed| panic!("{malformed}:\n{text}"));
    assert_eq!(read.text(OutputFormat::Grid), text);
    for candidates in [false, true] {
        let drawn = puzzle.draw(&DrawOptions { candidates: candidates.then_some(puzzle), ..DrawOptions::default() });
        assert!(!drawn.is_empty());
    }
}
