//! Meaning of lists in any notation: rows, vectors, triples `(row column digit)` and constraints `((row column)
//! digit)`; texts in quotes are cells, rows or puzzles.

use crate::puzzle::grid::TextGrid;
use crate::puzzle::{
    Alphabet, Complaint, Context, Found, LocatedPuzzle, MAX_SIZE, MIN_SIZE, Mask, Puzzle, Shape, count, excerpt, line,
};
use crate::symbol::{Evidence, Meaning};

/// Contents of a pair of brackets.
pub(super) struct List {
    pub line: u64,
    pub column: usize,
    pub items: Vec<Item>,
    /// There are names in it: `define`, `vector`, `Matrix`.
    pub named: bool,
    /// Whether it begins right after a name.
    pub indexes: bool,
    /// There were objects of JSON in it.
    pub has_objects: bool,
}

pub(super) enum Item {
    Cell { line: u64, column: usize, cell: Cell },
    List(List),
}

/// Notation of a cell.
pub(super) enum Cell {
    Number(u32),
    /// `nil`, `null`, `.`
    Blank,
    /// Between quotes.
    Text(String),
}

impl Item {
    pub fn place(&self) -> (u64, usize) {
        match self {
            Item::Cell { line, column, .. } => (*line, *column),
            Item::List(list) => (list.line, list.column),
        }
    }

    pub fn cell(&self) -> Option<&Cell> {
        if let Item::Cell { cell, .. } = self { Some(cell) } else { None }
    }

    pub fn number(&self) -> Option<u32> {
        if let Some(Cell::Number(number)) = self.cell() { Some(*number) } else { None }
    }

    pub fn text(&self) -> Option<&str> {
        if let Some(Cell::Text(text)) = self.cell() { Some(text) } else { None }
    }

    pub fn list(&self) -> Option<&List> {
        if let Item::List(list) = self { Some(list) } else { None }
    }
}

impl List {
    /// All cells, those of lists inside of it, too.
    pub fn cells(&self) -> Vec<&Item> {
        let mut cells = Vec::new();
        for item in &self.items {
            match item {
                Item::List(list) => cells.extend(list.cells()),
                Item::Cell { .. } => cells.push(item),
            }
        }
        cells
    }

    /// The puzzles that it stands for, or what is wrong with it.
    pub fn puzzles(&self, context: Context) -> Vec<Found> {
        interpret(self, context)
    }
}

/// A complaint about a thing in brackets.
fn at(item: &Item, expected: impl Into<String>, found: impl Into<String>) -> Complaint {
    let (line, column) = item.place();
    Complaint::new(line, column, expected, found)
}

fn describe(item: &Item) -> String {
    match item {
        Item::Cell { cell: Cell::Number(u32::MAX), .. } => "a huge number".into(),
        Item::Cell { cell: Cell::Number(number), .. } => format!("`{number}`"),
        Item::Cell { cell: Cell::Blank, .. } => "a blank".into(),
        Item::Cell { cell: Cell::Text(text), .. } => excerpt(text),
        Item::List(list) => format!("a list of {}", list.items.len()),
    }
}

/// The puzzles of a list, or what is wrong with it.
fn interpret(outermost: &List, context: Context) -> Vec<Found> {
    let texts = || outermost.cells().into_iter().filter_map(|cell| Some((cell, cell.text()?)));
    let whole = |(item, text): (&Item, &str)| {
        let (line, _) = item.place();
        let found = match line::puzzle(text, context.before) {
            Some(puzzle) => Ok(LocatedPuzzle::new(line, puzzle)),
            None if line::has_meant_field(text) => Err(line::inner_complaint(line, text)),
            None => return None,
        };
        Some(found)
    };
    let puzzles: Vec<Found> = texts().filter(|(_, text)| text.len() > MAX_SIZE).filter_map(whole).collect();
    if !puzzles.is_empty() {
        return puzzles;
    }
    let mut list = outermost;
    // The list may be inside a definition, a call, or one more pair of brackets.
    while let [Item::List(inner)] = list.items.as_slice() {
        let lists_only = !inner.items.is_empty() && inner.items.iter().all(|i| i.list().is_some());
        let texts_only = inner.items.len() > 1 && inner.items.iter().all(|i| i.text().is_some());
        if !list.named && !lists_only && !texts_only {
            break;
        }
        list = inner;
    }
    let mut evidence = Evidence::default();
    let depth = if is_vector(list) { 0 } else { 1 };
    list.items.iter().for_each(|item| note(&mut evidence, item, depth));
    let [first, second] = [context.before, Alphabet::One].map(|before| evidence.alphabet(before));
    let found = match interpret_in(first, list, context) {
        Err(_) if first != second => interpret_in(second, list, context),
        other => other,
    };
    vec![found.map(|puzzle| LocatedPuzzle::new(outermost.line, puzzle))]
}

/// Returns whether a list holds cells one after another, not rows.
fn is_vector(list: &List) -> bool {
    let has_cell = || list.items.iter().any(|i| i.cell().is_some());
    list.items.first().is_some_and(|i| i.cell().is_some()) || line::size(list.items.len()).is_some() && has_cell()
}

/// Takes an item into account for the alphabet. Lists so deep inside of it are rows, deeper ones are candidates.
fn note(evidence: &mut Evidence, item: &Item, rows: usize) {
    match item {
        Item::Cell { cell: Cell::Number(0), .. } => evidence.add('0'),
        Item::Cell { cell: Cell::Number(_), .. } => evidence.add('1'),
        Item::Cell { cell: Cell::Blank, .. } => evidence.add_blank(),
        Item::Cell { cell: Cell::Text(text), .. } => {
            // Candidates or a number; a longer one is a row.
            let several = matches!(text.len(), 2..MIN_SIZE) && text.bytes().all(|b| b.is_ascii_digit());
            let characters = text.chars().filter(|c| !(several && *c == '0'));
            characters.for_each(|c| evidence.add(c));
        }
        Item::List(list) if rows > 0 => list.items.iter().for_each(|item| note(evidence, item, rows - 1)),
        Item::List(list) if list.items.is_empty() => evidence.add_blank(),
        Item::List(list) => {
            if list.items.iter().any(|item| item.number() == Some(0)) {
                evidence.add_zero_digit();
            }
        }
    }
}

fn interpret_in(alphabet: Alphabet, list: &List, context: Context) -> Result<Puzzle, Complaint> {
    let size = context.size;
    let Some(first) = list.items.first() else {
        return if list.named {
            Err(Complaint::new(list.line, list.column, "a puzzle", "a list without numbers"))
        } else {
            // No givens at all.
            shape(list, size.unwrap_or(9)).map(Puzzle::blank)
        };
    };
    if list.items.len() >= MIN_SIZE && list.items.iter().all(|i| i.text().is_some_and(|text| text.len() >= MIN_SIZE)) {
        let mut grid = TextGrid::default();
        for (item, text) in list.items.iter().filter_map(|item| Some((item, item.text()?))) {
            grid.push(item.place().0, text);
        }
        return grid.puzzle(size, alphabet);
    }
    if is_vector(list) {
        return vector(list, size, alphabet);
    }
    match first.list().map(|l| l.items.as_slice()) {
        Some([Item::List(_), Item::Cell { .. }]) => {
            givens(list, size, alphabet, constraint, "a list ((row column) digit)")
        }
        Some([Item::Cell { .. }, Item::Cell { .. }, Item::Cell { .. }]) => {
            givens(list, size, alphabet, triple, "a list (row column digit)")
        }
        _ => rows(list, size, alphabet),
    }
}

fn shape(list: &List, size: usize) -> Result<Shape, Complaint> {
    let complain = || Complaint::new(list.line, list.column, "a size from 4 to 25", format!("`{size}`"));
    Shape::of_size(size).ok_or_else(complain)
}

/// All cells one after another.
fn vector(list: &List, size: Option<usize>, alphabet: Alphabet) -> Result<Puzzle, Complaint> {
    let Some(size) = line::size(list.items.len()).filter(|s| size.is_none_or(|wanted| wanted == *s)) else {
        let wanted = size.map_or("81 numbers, or the square of another size".into(), |s| count(s * s, "number"));
        return Err(Complaint::new(list.line, list.column, wanted, count(list.items.len(), "number")));
    };
    let shape = shape(list, size)?;
    let cells = list.items.iter().map(|i| cell(i, shape, alphabet)).collect::<Result<_, _>>()?;
    Ok(Puzzle { shape, cells, alphabet })
}

/// A list a row.
fn rows(list: &List, wanted: Option<usize>, alphabet: Alphabet) -> Result<Puzzle, Complaint> {
    // That of most rows: one row too many or too few is less likely than a row of another length.
    let lengths = || list.items.iter().filter_map(|i| i.list()).map(|l| l.items.len());
    let usual = lengths().max_by_key(|l| lengths().filter(|k| k == l).count()).unwrap_or(0);
    let size = wanted.unwrap_or(usual);
    let Some(shape) = Shape::of_size(size) else {
        let (least, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
        let from = if least == most { String::new() } else { format!("{least} to ") };
        let found = format!("{} of {from}{}", count(list.items.len(), "list"), count(most, "element"));
        let expected = "rows, a vector, triples (row column digit) or constraints ((row column) digit)";
        return Err(Complaint::new(list.line, list.column, expected, found));
    };
    let mut cells = Vec::with_capacity(shape.cells());
    for item in &list.items {
        let Some(row) = item.list() else {
            return Err(at(item, format!("a row of {}", count(size, "cell")), describe(item)));
        };
        for item in &row.items {
            cells.push(cell(item, shape, alphabet)?);
        }
        if row.items.len() != size {
            return Err(at(item, format!("a row of {}", count(size, "cell")), count(row.items.len(), "cell")));
        }
    }
    if list.items.len() != size {
        return Err(Complaint::new(list.line, list.column, count(size, "row"), count(list.items.len(), "row")));
    }
    Ok(Puzzle { shape, cells, alphabet })
}

/// A digit, a blank, or a list of candidates.
fn cell(item: &Item, shape: Shape, alphabet: Alphabet) -> Result<Mask, Complaint> {
    match item {
        Item::Cell { cell: Cell::Blank, .. } => Ok(shape.all()),
        Item::Cell { cell: Cell::Number(0), .. } if alphabet != Alphabet::Zero => Ok(shape.all()),
        Item::Cell { .. } => digit(item, shape, alphabet),
        Item::List(list) if list.items.is_empty() => Ok(shape.all()),
        Item::List(list) => list.items.iter().try_fold(0, |mask, item| Ok(mask | digit(item, shape, alphabet)?)),
    }
}

fn digit(item: &Item, shape: Shape, alphabet: Alphabet) -> Result<Mask, Complaint> {
    let size = shape.size();
    let of_number = |number: u32| alphabet.digit(number, size).map(|d| 1 << d);
    let mask = match item.cell() {
        Some(Cell::Number(number)) => of_number(*number),
        Some(Cell::Text(text)) if size > 9 && text.len() == 2 => text.parse().ok().and_then(of_number),
        Some(Cell::Text(text)) => {
            let mut characters = text.chars().map(|c| alphabet.read(c, size));
            let alone = text.chars().nth(1).is_none();
            characters.try_fold(0, |mask, meaning| match meaning {
                Some(Meaning::Digit(d)) => Some(mask | 1 << d),
                Some(Meaning::Blank) if alone => Some(shape.all()),
                _ => None,
            })
        }
        _ => None,
    };
    let [first, last] = [1, size as u32].map(|digit| alphabet.number(digit));
    let expected = match alphabet {
        Alphabet::Letters => format!("a letter {}", alphabet.range(size)),
        _ => format!("a digit {first} to {last}"),
    };
    mask.ok_or_else(|| at(item, expected, describe(item)))
}

/// Row, column and digit of an item.
type Given<'a> = fn(&'a List) -> Option<[&'a Item; 3]>;

fn triple(list: &List) -> Option<[&Item; 3]> {
    if let [row, column, digit] = list.items.as_slice() { Some([row, column, digit]) } else { None }
}

fn constraint(list: &List) -> Option<[&Item; 3]> {
    match list.items.as_slice() {
        [Item::List(cell), digit] => {
            if let [row, column] = cell.items.as_slice() {
                Some([row, column, digit])
            } else {
                None
            }
        }
        _ => None,
    }
}

/// Cells that have a digit; the others are blank. The size is that of a usual puzzle which is large enough.
fn givens<'a>(
    list: &'a List,
    size: Option<usize>,
    alphabet: Alphabet,
    parts: Given<'a>,
    form: &str,
) -> Result<Puzzle, Complaint> {
    let mut givens = Vec::with_capacity(list.items.len());
    let mut largest = 9;
    let has_zero = |item: &'a Item| item.list().and_then(parts).is_some_and(|[_, _, digit]| digit.number() == Some(0));
    let alphabet = match alphabet {
        Alphabet::Letters => alphabet,
        // Blanks are not mentioned, so a 0 is a digit.
        _ if list.items.iter().any(has_zero) => Alphabet::Zero,
        _ => Alphabet::One,
    };
    for item in &list.items {
        let Some(given) = item.list().and_then(parts) else {
            return Err(at(item, form, describe(item)));
        };
        let [row, column, digit] = given;
        let above = |item: &Item| item.number().map_or(0, |n| n.saturating_add(1));
        let digit = digit.number().map_or(0, |n| n.saturating_add(u32::from(alphabet == Alphabet::Zero)));
        largest = largest.max(above(row)).max(above(column)).max(digit);
        givens.push(given);
    }
    let usual = [9, 16, 25].into_iter().find(|s| *s >= largest as usize).unwrap_or(MAX_SIZE);
    let shape = shape(list, size.unwrap_or(usual))?;
    let mut puzzle = Puzzle::blank(shape).written_in(alphabet);
    for [row, column, item] in givens {
        let index = |item: &Item, what: &str| match item.number() {
            Some(n) if (n as usize) < shape.size() => Ok(n as usize),
            _ => Err(at(item, format!("a {what} from 0 to {}", shape.size() - 1), describe(item))),
        };
        let index = index(row, "row")? * shape.size() + index(column, "column")?;
        let mask = digit(item, shape, alphabet)?;
        if let Some(cell) = puzzle.cells.get_mut(index) {
            if *cell != mask && cell.is_power_of_two() {
                return Err(at(item, "one digit for each cell", format!("a second one, {}", describe(item))));
            }
            *cell = mask;
        }
    }
    Ok(puzzle)
}
