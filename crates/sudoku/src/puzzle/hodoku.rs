//! A line of a library of the program HoDoKu: fields between colons. Two of them are looked at, the cells and the
//! digits that cells may not have.
//!
//! `:0000:x:53..7....6..195...:312 413::` are technique, its digits, cells, digits that are gone (digit, row and
//! column, counted from one), what the technique concludes, and a remark. In the cells, a plus stands before a digit
//! that is no given. As HoDoKu writes them, boards have nine digits; here all that have symbols may be written so.

use crate::puzzle::error::{Complaint, excerpt};
use crate::puzzle::placed::{Context, Found, Placed};
use crate::puzzle::{Alphabet, Puzzle, digits, line};
use crate::symbol::Meaning;

/// Frames of grids may begin with a colon, too, but not with the four digits of a technique.
pub(super) fn begins(text: &str) -> bool {
    let code = text.strip_prefix(':').and_then(|rest| rest.split([':', '-']).next());
    code.is_some_and(|code| code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit()))
}

pub(super) fn read(number: u64, text: &str, context: Context) -> Vec<Found> {
    vec![puzzle(number, text, context).map(|puzzle| Placed::new(number, puzzle))]
}

fn puzzle(number: u64, text: &str, context: Context) -> Result<Puzzle, Complaint> {
    let complain = |expected: &str, found: &str| Complaint::new(number, 1, expected, excerpt(found));
    let mut fields = text.trim().split(':').skip(3);
    let (Some(cells), Some(gone)) = (fields.next(), fields.next()) else {
        return Err(complain("a line `:code:digits:cells:digits that are gone::`", text.trim()));
    };
    let cells = cells.replace('+', "");
    let mut puzzle = line::puzzle(&cells, context.before).ok_or_else(|| line::inner_complaint(number, &cells))?;
    let alphabet = puzzle.alphabet;
    let size = puzzle.shape().size();
    for triple in gone.split_whitespace() {
        // Rows and columns are counted from one, whatever the digits begin with.
        let mut alphabets = [alphabet, Alphabet::One, Alphabet::One].into_iter();
        let mut numbers = triple.chars().map(|c| match alphabets.next()?.read(c, size) {
            Some(Meaning::Digit(digit)) => Some(usize::from(digit)),
            _ => None,
        });
        let numbers = [numbers.next(), numbers.next(), numbers.next(), numbers.next()];
        let [Some(Some(digit)), Some(Some(row)), Some(Some(column)), None] = numbers else {
            return Err(complain(
                &format!("digit, row and column, each 1 to {}", Alphabet::One.character(size as u32)),
                triple,
            ));
        };
        if let Some(cell) = puzzle.cells.get_mut((row - 1) * size + column - 1) {
            *cell &= !(1 << digit);
        }
    }
    Ok(puzzle)
}

/// Cells that cannot be told by a digit are blank, and lose the digits that they may not have.
pub(super) fn write(puzzle: &Puzzle, out: &mut String) {
    out.push_str(":0000:x:");
    crate::puzzle::write::line(puzzle, out);
    out.push(':');
    let (all, alphabet) = (puzzle.shape().all(), puzzle.alphabet());
    let mut between = "";
    for (row, column, cell) in puzzle.places().filter(|(_, _, cell)| !cell.is_power_of_two()) {
        for digit in digits(all & !cell) {
            out.push_str(between);
            out.push(alphabet.character(digit));
            out.extend([row, column].map(|n| Alphabet::One.character(n as u32 + 1)));
            between = " ";
        }
    }
    out.push_str("::");
}
