//! Puzzles on one line or in one attribute: a character a cell, candidates, lines of HoDoKu's libraries, markup.

use memchr::{memchr, memchr3};

use crate::puzzle::{
    Alphabet, Complaint, Context, Found, LocatedPuzzle, MAX_SIZE, MIN_SIZE, Mask, Puzzle, Shape, count, digits,
    excerpt, shown,
};
use crate::symbol::{Evidence, Meaning};

/// Returns whether a character separates fields of a line: white space, and punctuation of lists, tables, addresses and
/// markup.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '"' | '\'' | '=' | '&' | '<' | '>')
}

/// The fields of a line, up to a comment.
fn fields(line: &str) -> impl Iterator<Item = &str> {
    let text = line.split('#').next().unwrap_or("");
    text.split(is_separator).filter(|field| !field.is_empty())
}

/// The first field of a line.
pub(super) fn field(line: &str) -> &str {
    fields(line).next().unwrap_or("")
}

/// The puzzle on a line of several fields. That of another field than the first is larger than any row.
pub(super) fn puzzle_among_fields(line: &str, wanted: Option<usize>, before: Alphabet) -> Option<Puzzle> {
    let mut numbered = fields(line).enumerate().filter(|(i, field)| *i == 0 || field.len() > MAX_SIZE);
    let fits = |puzzle: &Puzzle| wanted.is_none_or(|size| size == puzzle.shape().size());
    numbered.find_map(|(_, field)| puzzle(field, before).filter(fits))
}

/// The field of a line that can only be meant to be a puzzle, or else the first.
fn meant_field(line: &str) -> &str {
    let longest = fields(line).filter(|field| is_meant(field)).max_by_key(|field| field.len());
    longest.unwrap_or_else(|| field(line))
}

/// Returns whether a field of the line can only be meant to be a puzzle.
pub(super) fn has_meant_field(line: &str) -> bool {
    fields(line).any(is_meant)
}

/// Returns the size of a puzzle with this number of cells.
pub(super) fn size(cells: usize) -> Option<usize> {
    let size = cells.isqrt();
    (size * size == cells && (MIN_SIZE..=MAX_SIZE).contains(&size)).then_some(size)
}

/// The number of cells of some size of puzzles that is nearest to this one.
pub(super) fn nearest_count(cells: usize) -> Option<usize> {
    (MIN_SIZE..=MAX_SIZE).map(|size| size * size).min_by_key(|whole| whole.abs_diff(cells))
}

/// Returns whether `field` can only be meant to be a whole puzzle: it is longer than a row, and most of it could be
/// cells.
fn is_meant(field: &str) -> bool {
    let is_digit = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b'*' | b'_' | b'-' | b'?' | b'x' | b'X');
    field.len() > MAX_SIZE
        && field.bytes().all(|b| b.is_ascii_alphanumeric() || is_digit(&b))
        && 2 * field.bytes().filter(is_digit).count() >= field.len()
}

/// Returns the size of a puzzle with this number of pencil marks. Sixty-four characters are the cells of a larger one.
fn size_of_marks(length: usize) -> Option<usize> {
    (MIN_SIZE + 1..=MAX_SIZE).find(|size| size * size * size == length)
}

/// Returns whether a field is as long as a puzzle.
pub(super) fn size_of_field(field: &str) -> Option<usize> {
    size(field.len()).or_else(|| size_of_marks(field.len()))
}

/// The puzzle of a field that has as many characters as some size has cells, or pencil marks. `before` is the alphabet
/// of the puzzle before it.
pub(super) fn puzzle(field: &str, before: Alphabet) -> Option<Puzzle> {
    if before == Alphabet::One
        && let Some(puzzle) = puzzle_in(field.as_bytes())
    {
        return Some(puzzle);
    }
    let shape = Shape::of_size(size_of_field(field)?)?;
    if size(field.len()).is_none() {
        return marks(field, shape);
    }
    let mut evidence = Evidence::default();
    field.chars().for_each(|c| evidence.add(c));
    let read = |alphabet: Alphabet| {
        let cell = |c| match alphabet.read(c, shape.size())? {
            Meaning::Blank => Some(shape.all()),
            Meaning::Digit(d) => Some(1 << d),
        };
        let cells = field.chars().map(cell).collect::<Option<Vec<Mask>>>()?;
        Some(Puzzle { shape, cells, alphabet })
    };
    read(evidence.alphabet(before)).or_else(|| read(evidence.alphabet(Alphabet::One)))
}

/// The puzzle of a text with as many characters for a cell as there are digits, each of which is its digit or a blank.
fn marks(field: &str, shape: Shape) -> Option<Puzzle> {
    let size = shape.size();
    let characters: Vec<char> = field.chars().collect();
    [Alphabet::One, Alphabet::Zero, Alphabet::Letters].into_iter().find_map(|alphabet| {
        let mask = |(digit, c): (usize, &char)| match alphabet.read(*c, size)? {
            Meaning::Blank => Some(0),
            Meaning::Digit(d) => (usize::from(d) == digit).then_some(1 << d),
        };
        let cell = |cell: &[char]| {
            let marks = (1..).zip(cell).map(mask).try_fold(0, |all: Mask, mark| Some(all | mark?));
            marks.filter(|marks| *marks != 0)
        };
        let cells = characters.chunks(size).map(cell).collect::<Option<Vec<Mask>>>()?;
        Some(Puzzle { shape, cells, alphabet })
    })
}

/// The fast way: says only whether the field is a puzzle.
pub(super) fn puzzle_in(field: &[u8]) -> Option<Puzzle> {
    let shape = Shape::of_size(size(field.len())?)?;
    let all = shape.all();
    // Wrong characters have no bit at all.
    let mut wrong = false;
    let masks = field.iter().map(|byte| {
        let mask = MASKS.get(usize::from(*byte)).copied().unwrap_or(0) & all;
        wrong |= mask == 0;
        mask
    });
    let cells = masks.collect();
    if wrong || may_have_another_alphabet(field, shape.size()) {
        return None;
    }
    Some(Puzzle { shape, cells, alphabet: Alphabet::One })
}

/// Returns whether 0 may be a digit, or all digits letters.
fn may_have_another_alphabet(field: &[u8], size: usize) -> bool {
    let has_letters = || field.iter().any(u8::is_ascii_alphabetic) && !field.iter().any(|b| (b'1'..=b'9').contains(b));
    memchr(b'0', field).is_some() && memchr3(b'.', b'*', b'_', field).is_some() || size > 9 && has_letters()
}

/// The bytes of the first field of a line, as [`field`] has it, without looking at more than needed.
pub(super) fn first_field(line: &[u8]) -> &[u8] {
    let end =
        line.iter().position(|b| matches!(b, b' ' | b'\t' | b',' | b';' | b':' | b'|' | b'#')).unwrap_or(line.len());
    line.get(..end).unwrap_or(line)
}

/// Mask of each byte, all digits for a blank; 0 if the byte stands for no cell.
#[allow(clippy::indexing_slicing, reason = "the compiler computes it")]
const MASKS: [Mask; 256] = {
    let mut masks = [0; 256];
    let mut d = 1;
    while d <= 9 {
        masks[b'0' as usize + d] = 1 << d;
        d += 1;
    }
    while d <= MAX_SIZE {
        masks[b'A' as usize + d - 10] = 1 << d;
        masks[b'a' as usize + d - 10] = 1 << d;
        d += 1;
    }
    masks[b'0' as usize] = Mask::MAX;
    masks[b'.' as usize] = Mask::MAX;
    masks[b'*' as usize] = Mask::MAX;
    masks[b'_' as usize] = Mask::MAX;
    masks
};

/// Returns the complaint about a line that is no puzzle. `wanted` is the size that it should have, if that is known.
pub(super) fn complaint(line: u64, text: &str, wanted: Option<usize>) -> Complaint {
    let text = text.trim_end();
    let field = meant_field(text);
    let indent = text.find(field).and_then(|start| text.get(..start)).map_or(0, |before| before.chars().count());
    let length = field.chars().count();
    // Nine by nine unless the length tells otherwise.
    let size = wanted.or_else(|| size(length)).unwrap_or(9);
    let place = |index: usize| indent + index + 1;
    let mut evidence = Evidence::default();
    field.chars().for_each(|c| evidence.add(c));
    let alphabet = evidence.alphabet(Alphabet::One);
    let odd = field.chars().enumerate().find(|(_, c)| alphabet.read(*c, size).is_none());
    if let Some((index, c)) = odd {
        return Complaint::new(line, place(index), alphabet.expected(size), shown(c));
    }
    let cells = match wanted {
        Some(size) => count(size * size, "cell"),
        None => format!("81 cells, or the square of another size from {MIN_SIZE} to {MAX_SIZE}"),
    };
    Complaint::new(line, place(length.min(size * size)), cells, count(length, "cell"))
}

/// Returns the complaint about a puzzle inside of something else.
pub(super) fn inner_complaint(line: u64, text: &str) -> Complaint {
    let inner = complaint(line, text, None);
    Complaint::new(line, 1, format!("a puzzle of {}", inner.expected), format!("{} in {}", inner.found, excerpt(text)))
}

/// Frames of grids may begin with a colon, too, but not with the four digits of a technique.
pub(super) fn begins_hodoku(text: &str) -> bool {
    let code = text.strip_prefix(':').and_then(|rest| rest.split([':', '-']).next());
    code.is_some_and(|code| code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit()))
}

pub(super) fn read_hodoku(number: u64, text: &str, context: Context) -> Vec<Found> {
    vec![hodoku_puzzle(number, text, context).map(|puzzle| LocatedPuzzle::new(number, puzzle))]
}

fn hodoku_puzzle(number: u64, text: &str, context: Context) -> Result<Puzzle, Complaint> {
    let complain = |expected: &str, found: &str| Complaint::new(number, 1, expected, excerpt(found));
    let mut fields = text.trim().split(':').skip(3);
    let (Some(cells), Some(gone)) = (fields.next(), fields.next()) else {
        return Err(complain("a line `:code:digits:cells:digits that are gone::`", text.trim()));
    };
    let cells = cells.replace('+', "");
    let mut puzzle = puzzle(&cells, context.before).ok_or_else(|| inner_complaint(number, &cells))?;
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
pub(super) fn write_hodoku(puzzle: &Puzzle, out: &mut String) {
    out.push_str(":0000:x:");
    crate::puzzle::write_line(puzzle, out);
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

pub(super) fn begins_markup(text: &str) -> bool {
    text.starts_with('<')
}

/// The puzzle of each element of a line. Most elements have none.
pub(super) fn read_markup(number: u64, text: &str, context: Context) -> Vec<Found> {
    let element = |element: &str| match puzzle_among_fields(element, context.size, context.before) {
        Some(puzzle) => Some(Ok(LocatedPuzzle::new(number, puzzle))),
        None if has_meant_field(element) => Some(Err(complaint(number, element, context.size))),
        None => None,
    };
    text.split('<').filter_map(element).collect()
}
