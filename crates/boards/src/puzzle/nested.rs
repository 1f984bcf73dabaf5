//! Puzzles in the brackets of programming languages: rows, vectors, triples `(row column digit)` and constraints
//! `((row column) digit)`, with whatever names and quotes stand around them.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{anychar, char, digit1, one_of};
use nom::combinator::{eof, map, not, peek, recognize, rest, value};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::error::{Complaint, count, excerpt};
use super::{MAX_SIZE, Mask, Puzzle, Shape, line};

/// How deep brackets may be nested: a call around a definition around a list of rows of lists of candidates.
const DEEPEST: usize = 8;
/// How many things may stand in one puzzle: all candidates of all cells of the largest size, and the lists around them.
const MOST: usize = MAX_SIZE * MAX_SIZE * (MAX_SIZE + 2);

/// A text in brackets, as far as it has been read.
#[derive(Default)]
pub(super) struct Nested {
    open: Vec<List>,
    /// Brackets that are open beyond the deepest.
    deeper: usize,
    /// What was wrong first: the rest is skipped up to the last closing bracket.
    complaint: Option<Complaint>,
    items: usize,
    /// The last thing was a name: a bracket that follows is a call or an index.
    after_name: bool,
}

/// What one line has brought.
pub(super) type Found = Result<(u64, Puzzle), Complaint>;

struct List {
    line: u64,
    column: usize,
    items: Vec<Item>,
    /// There are names in it: `define`, `vector`, `Matrix`.
    named: bool,
    /// It begins right behind a name.
    indexes: bool,
}

enum Item {
    Number { line: u64, column: usize, number: u32 },
    List(List),
}

impl Item {
    fn place(&self) -> (u64, usize) {
        match self {
            Item::Number { line, column, .. } => (*line, *column),
            Item::List(list) => (list.line, list.column),
        }
    }

    fn number(&self) -> Option<u32> {
        if let Item::Number { number, .. } = self { Some(*number) } else { None }
    }

    fn list(&self) -> Option<&List> {
        if let Item::List(list) = self { Some(list) } else { None }
    }
}

#[derive(Clone, Copy)]
enum Token {
    Open,
    Close,
    /// One that is too large is the largest.
    Number(u32),
    /// `nil`, `_`, `.`
    Blank,
    Word,
    Nothing,
}

fn is_in_word(c: char) -> bool {
    !c.is_whitespace() && !"()[]{},;'`\"".contains(c)
}

fn token(text: &str) -> IResult<&str, Token> {
    let end_of_word = || not(peek(nom::character::complete::satisfy(is_in_word)));
    let number = map(digit1, |digits: &str| Token::Number(digits.parse().unwrap_or(u32::MAX)));
    let comment = alt((preceded(char(';'), rest), preceded(tag("# "), rest), terminated(tag("#"), eof)));
    alt((
        value(Token::Nothing, take_while1(|c: char| c.is_whitespace() || matches!(c, ',' | '\'' | '`'))),
        value(Token::Open, recognize((nom::combinator::opt(char('#')), one_of("([{")))),
        value(Token::Close, one_of(")]}")),
        value(Token::Nothing, comment),
        terminated(number, end_of_word()),
        value(Token::Blank, terminated(alt((tag("nil"), tag("null"), tag("None"), tag("_"), tag("."))), end_of_word())),
        value(Token::Word, take_while1(is_in_word)),
        value(Token::Word, anychar),
    ))
    .parse(text)
}

impl Nested {
    /// Whether something is open.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Reads a line. `size` is the size that puzzles should have, if that is known.
    pub fn feed(&mut self, line: u64, text: &str, size: Option<usize>, found: &mut Vec<Found>) {
        let mut column = 1;
        let mut rest = text;
        while let Ok((behind, token)) = token(rest) {
            let (token_text, _) = rest.split_at(rest.len() - behind.len());
            match token {
                Token::Open => self.begin(line, column),
                Token::Close => found.extend(self.end(line, column, size)),
                Token::Number(number) => self.add(line, column, number),
                Token::Blank => self.add(line, column, 0),
                Token::Word => self.word(line, column, token_text),
                Token::Nothing => {}
            }
            self.after_name = matches!(token, Token::Word) || self.after_name && matches!(token, Token::Close);
            column += token_text.chars().count();
            rest = behind;
        }
    }

    /// Ends what is open where no more comes: at a blank line, or at the end of the file.
    pub fn give_up(&mut self, line: u64, what_came: &str) -> Option<Complaint> {
        let list = self.open.first()?;
        let wanted = format!("a bracket that closes the one in line {}", list.line);
        let complaint = self.complaint.take().unwrap_or_else(|| Complaint::new(line, 1, wanted, what_came));
        *self = Nested::default();
        Some(complaint)
    }

    fn complain(&mut self, complaint: Complaint) {
        self.complaint.get_or_insert(complaint);
    }

    fn begin(&mut self, line: u64, column: usize) {
        self.items += 1;
        self.limit(line, column);
        if self.open.len() >= DEEPEST {
            self.complain(Complaint::new(
                line,
                column,
                format!("at most {DEEPEST} brackets inside one another"),
                "more",
            ));
            self.deeper += 1;
        } else {
            self.open.push(List { line, column, items: Vec::new(), named: false, indexes: self.after_name });
        }
    }

    fn limit(&mut self, line: u64, column: usize) {
        if self.items > MOST {
            self.complain(Complaint::new(line, column, format!("a puzzle of at most {MOST} numbers"), "a longer one"));
        }
    }

    fn add(&mut self, line: u64, column: usize, number: u32) {
        if self.is_open() {
            self.items += 1;
            self.limit(line, column);
        }
        if self.complaint.is_none()
            && let Some(list) = self.open.last_mut()
        {
            list.items.push(Item::Number { line, column, number });
        }
    }

    fn word(&mut self, line: u64, column: usize, text: &str) {
        let Some(list) = self.open.last_mut() else { return };
        list.named = true;
        if list.items.last().is_some_and(|i| i.number().is_some()) {
            self.complain(Complaint::new(line, column, "a number", excerpt(text)));
        }
    }

    fn end(&mut self, line: u64, column: usize, size: Option<usize>) -> Option<Found> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return None;
        }
        let Some(list) = self.open.pop() else {
            return Some(Err(Complaint::new(line, column, "a puzzle", "a closing bracket without an opening one")));
        };
        match self.open.last_mut() {
            Some(outer) => {
                if self.complaint.is_none() {
                    outer.items.push(Item::List(list));
                }
                None
            }
            None => {
                self.items = 0;
                // The size in a declaration, as in `int p[9][9]`.
                if list.indexes && list.items.len() <= 1 && list.items.iter().all(|i| i.number().is_some()) {
                    self.after_name = true;
                    return self.complaint.take().map(Err);
                }
                Some(match self.complaint.take() {
                    Some(complaint) => Err(complaint),
                    None => interpret(&list, size).map(|puzzle| (list.line, puzzle)),
                })
            }
        }
    }
}

/// A complaint about a thing in brackets.
fn at(item: &Item, expected: impl Into<String>, found: impl Into<String>) -> Complaint {
    let (line, column) = item.place();
    Complaint::new(line, column, expected, found)
}

fn describe(item: &Item) -> String {
    match item {
        Item::Number { number: u32::MAX, .. } => "a huge number".into(),
        Item::Number { number, .. } => format!("`{number}`"),
        Item::List(list) => format!("a list of {}", list.items.len()),
    }
}

fn interpret(outermost: &List, size: Option<usize>) -> Result<Puzzle, Complaint> {
    let mut list = outermost;
    // What stands around it: a definition, a call, one more pair of brackets.
    while let [Item::List(inner)] = list.items.as_slice() {
        let lists_only = !inner.items.is_empty() && inner.items.iter().all(|i| i.list().is_some());
        if !list.named && !lists_only {
            break;
        }
        list = inner;
    }
    let Some(first) = list.items.first() else {
        return if list.named {
            Err(Complaint::new(list.line, list.column, "a puzzle", "a list without numbers"))
        } else {
            // No givens at all.
            shape(list, size.unwrap_or(9)).map(Puzzle::blank)
        };
    };
    let is_square = line::size(list.items.len()).is_some();
    if first.number().is_some() || is_square && list.items.iter().any(|i| i.number().is_some()) {
        return vector(list, size);
    }
    match first.list().map(|l| l.items.as_slice()) {
        Some([Item::List(_), Item::Number { .. }]) => givens(list, size, constraint, "a list ((row column) digit)"),
        Some([Item::Number { .. }, Item::Number { .. }, Item::Number { .. }]) => {
            givens(list, size, triple, "a list (row column digit)")
        }
        _ => rows(list, size),
    }
}

fn shape(list: &List, size: usize) -> Result<Shape, Complaint> {
    let complain = || Complaint::new(list.line, list.column, "a size from 4 to 25", format!("`{size}`"));
    Shape::of_size(size).ok_or_else(complain)
}

/// All cells one after another.
fn vector(list: &List, size: Option<usize>) -> Result<Puzzle, Complaint> {
    let Some(size) = line::size(list.items.len()).filter(|s| size.is_none_or(|wanted| wanted == *s)) else {
        let wanted = size.map_or("81 numbers, or the square of another size".into(), |s| count(s * s, "number"));
        return Err(Complaint::new(list.line, list.column, wanted, count(list.items.len(), "number")));
    };
    let shape = shape(list, size)?;
    let cells = list.items.iter().map(|i| cell(i, shape)).collect::<Result<_, _>>()?;
    Ok(Puzzle { shape, cells })
}

/// A list a row.
fn rows(list: &List, wanted: Option<usize>) -> Result<Puzzle, Complaint> {
    // That of most rows: one row too many or too few is less likely than a row of another length.
    let lengths = || list.items.iter().filter_map(|i| i.list()).map(|l| l.items.len());
    let usual = lengths().max_by_key(|l| lengths().filter(|k| k == l).count()).unwrap_or(0);
    let size = wanted.unwrap_or(usual);
    let Some(shape) = Shape::of_size(size) else {
        let found = format!("{} of {}", count(list.items.len(), "list"), count(usual, "thing"));
        let expected = "rows, a vector, triples (row column digit) or constraints ((row column) digit)";
        return Err(Complaint::new(list.line, list.column, expected, found));
    };
    let mut cells = Vec::with_capacity(shape.cells());
    for item in &list.items {
        let Some(row) = item.list() else {
            return Err(at(item, format!("a row of {}", count(size, "cell")), describe(item)));
        };
        for item in &row.items {
            cells.push(cell(item, shape)?);
        }
        if row.items.len() != size {
            return Err(at(item, format!("a row of {}", count(size, "cell")), count(row.items.len(), "cell")));
        }
    }
    if list.items.len() != size {
        return Err(Complaint::new(list.line, list.column, count(size, "row"), count(list.items.len(), "row")));
    }
    Ok(Puzzle { shape, cells })
}

/// A number, 0 for a blank, or a list of candidates.
fn cell(item: &Item, shape: Shape) -> Result<Mask, Complaint> {
    match item {
        Item::Number { number: 0, .. } => Ok(shape.all()),
        Item::Number { .. } => digit(item, shape),
        Item::List(list) if list.items.is_empty() => Ok(shape.all()),
        Item::List(list) => list.items.iter().try_fold(0, |mask, item| Ok(mask | digit(item, shape)?)),
    }
}

fn digit(item: &Item, shape: Shape) -> Result<Mask, Complaint> {
    match item.number() {
        Some(d) if d > 0 && d as usize <= shape.size() => Ok(1 << d),
        _ => Err(at(item, format!("a digit 1 to {}", shape.size()), describe(item))),
    }
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
fn givens<'a>(list: &'a List, size: Option<usize>, parts: Given<'a>, form: &str) -> Result<Puzzle, Complaint> {
    let mut givens = Vec::with_capacity(list.items.len());
    let mut largest = 9;
    for item in &list.items {
        let Some(given) = item.list().and_then(parts) else {
            return Err(at(item, form, describe(item)));
        };
        let [row, column, digit] = given;
        let above = |item: &Item| item.number().map_or(0, |n| n.saturating_add(1));
        largest = largest.max(above(row)).max(above(column)).max(digit.number().unwrap_or(0));
        givens.push(given);
    }
    let usual = [9, 16, 25].into_iter().find(|s| *s >= largest as usize).unwrap_or(MAX_SIZE);
    let shape = shape(list, size.unwrap_or(usual))?;
    let mut puzzle = Puzzle::blank(shape);
    for [row, column, item] in givens {
        let index = |item: &Item, what: &str| match item.number() {
            Some(n) if (n as usize) < shape.size() => Ok(n as usize),
            _ => Err(at(item, format!("a {what} from 0 to {}", shape.size() - 1), describe(item))),
        };
        let index = index(row, "row")? * shape.size() + index(column, "column")?;
        let mask = digit(item, shape)?;
        if let Some(cell) = puzzle.cells.get_mut(index) {
            if *cell != mask && cell.is_power_of_two() {
                return Err(at(item, "one digit for each cell", format!("a second one, {}", describe(item))));
            }
            *cell = mask;
        }
    }
    Ok(puzzle)
}
