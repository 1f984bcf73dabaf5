//! Puzzles in the brackets of programming languages: rows, vectors, triples `(row column digit)` and constraints `((row
//! column) digit)`, with any names and quotes around them.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{anychar, char, digit1, one_of};
use nom::combinator::{eof, map, not, peek, recognize, rest, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

#[cfg(feature = "json")]
use crate::puzzle::exchange;
use crate::puzzle::list::{Cell, Item, List};
use crate::puzzle::{Complaint, Context, Found, MAX_SIZE, MIN_SIZE, excerpt};
use crate::symbol::is_cell;

/// Greatest depth of brackets: a call around a definition around a list of rows of lists of candidates.
const DEEPEST: usize = 8;
/// Greatest number of items in one puzzle: all candidates of all cells of the largest size, and the lists around them.
const MOST: usize = MAX_SIZE * MAX_SIZE * (MAX_SIZE + 2);

/// Greatest length of the text of a JSON object.
#[cfg(feature = "json")]
const LONGEST_OBJECT: usize = 1 << 20;

/// A text in brackets, as far as it has been read.
#[derive(Default)]
pub(super) struct Nested {
    open: Vec<List>,
    /// An object of JSON that has begun.
    #[cfg(feature = "json")]
    object: Option<ObjectText>,
    /// Brackets that are open beyond the deepest.
    deeper: usize,
    /// The first complaint: the rest is skipped up to the last closing bracket.
    complaint: Option<Complaint>,
    items: usize,
    /// The last thing was a name: a bracket that follows is a call or an index.
    after_name: bool,
    /// There is a name outside of brackets on this line.
    named_outside: bool,
    /// Brackets have been closed that hold no puzzle.
    pub no_puzzle: bool,
}

/// The text of an object of JSON up to where it has been read.
#[cfg(feature = "json")]
struct ObjectText {
    line: u64,
    text: String,
    depth: usize,
    in_string: bool,
    escaped: bool,
}

#[cfg(feature = "json")]
impl ObjectText {
    /// Returns whether its end is missing, if another object begins on the next line.
    fn is_cut_short(&self) -> bool {
        self.depth == 1 && !self.text.trim_end().ends_with([':', ',', '[', '{'])
    }

    /// Takes the text up to the end of the object. Returns the text after it, if it ends here.
    fn take<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        for (i, c) in text.char_indices() {
            match c {
                _ if self.escaped => self.escaped = false,
                '\\' if self.in_string => self.escaped = true,
                '"' => self.in_string = !self.in_string,
                '{' | '[' if !self.in_string => self.depth += 1,
                '}' | ']' if !self.in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 {
                let (object, behind) = text.split_at(i + 1);
                self.text.push_str(object);
                return Some(behind);
            }
        }
        self.text.push_str(text);
        self.text.push('\n');
        None
    }
}

#[derive(Clone, Copy)]
enum NestedToken<'t> {
    Open,
    Close,
    /// One that is too large is the largest.
    Number(u32),
    /// `nil`, `_`, `.`
    Blank,
    Text(&'t str),
    Word,
    Nothing,
}

fn is_in_word(c: char) -> bool {
    !c.is_whitespace() && !"()[]{},;'`\"".contains(c)
}

/// Parses the text between quotes, if it can be cells. A quote of Lisp has no second one.
fn quoted(text: &str) -> IResult<&str, NestedToken<'_>> {
    let could_be = |c: char| c == ' ' || is_cell(c, MAX_SIZE);
    let double = delimited(char('"'), take_while(could_be), char('"'));
    let single = delimited(char('\''), take_while(move |c| could_be(c) && c != ' '), char('\''));
    map(alt((double, single)), NestedToken::Text).parse(text)
}

fn token(text: &str) -> IResult<&str, NestedToken<'_>> {
    let end_of_word = || not(peek(nom::character::complete::satisfy(is_in_word)));
    let number = map(digit1, |digits: &str| NestedToken::Number(digits.parse().unwrap_or(u32::MAX)));
    let comment = alt((preceded(char(';'), rest), preceded(tag("# "), rest), terminated(tag("#"), eof)));
    let blank =
        alt((tag("nil"), tag("NIL"), tag("null"), tag("None"), tag("NaN"), tag("NULL"), tag("_"), tag("."), tag("?")));
    alt((
        quoted,
        value(NestedToken::Nothing, take_while1(|c: char| c.is_whitespace() || matches!(c, ',' | '`'))),
        value(NestedToken::Nothing, char('\'')),
        value(NestedToken::Open, recognize((nom::combinator::opt(char('#')), one_of("([{")))),
        value(NestedToken::Close, one_of(")]}")),
        value(NestedToken::Nothing, comment),
        terminated(number, end_of_word()),
        value(NestedToken::Blank, terminated(blank, end_of_word())),
        value(NestedToken::Word, take_while1(is_in_word)),
        value(NestedToken::Word, anychar),
    ))
    .parse(text)
}

impl Nested {
    /// Returns whether something is open.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty() || self.is_in_object()
    }

    /// Returns whether something is open in which there are no cells yet: it may be no puzzle.
    pub fn is_open_without_cells(&self) -> bool {
        self.is_open() && !self.is_in_object() && self.open.iter().all(|list| list.named && list.cells().is_empty())
    }

    /// Returns whether a blank line ends nothing.
    #[cfg(feature = "json")]
    pub fn is_in_object(&self) -> bool {
        self.object.is_some()
    }

    #[cfg(not(feature = "json"))]
    pub fn is_in_object(&self) -> bool {
        false
    }

    /// Reads a line.
    pub fn feed(&mut self, line: u64, text: &str, context: Context, found: &mut Vec<Found>) {
        let mut column = 1;
        let mut rest = text;
        self.named_outside = false;
        #[cfg(feature = "json")]
        if let Some(object) = self.object.take_if(|object| text.starts_with("{\"") && object.is_cut_short()) {
            found.extend(exchange::read_objects(object.line, object.text.trim_end(), context));
        }
        loop {
            #[cfg(feature = "json")]
            if let Some(object) = &mut self.object {
                let before = rest;
                let ended = object.take(rest);
                rest = ended.unwrap_or("");
                column += before.get(..before.len() - rest.len()).map_or(0, |text| text.chars().count());
                self.end_object(ended.is_some(), context, found);
            }
            let Ok((behind, token)) = token(rest) else { return };
            let (token_text, _) = rest.split_at(rest.len() - behind.len());
            #[cfg(feature = "json")]
            if self.begins_object(line, rest, token_text, behind) {
                continue;
            }
            match token {
                NestedToken::Open => self.begin(line, column),
                NestedToken::Close => found.extend(self.end(line, column, token_text, context)),
                NestedToken::Number(number) => self.add(line, column, Cell::Number(number)),
                NestedToken::Blank => self.add(line, column, Cell::Blank),
                NestedToken::Text(text) if text.trim().is_empty() => self.add(line, column, Cell::Blank),
                NestedToken::Text(text) => self.add(line, column, Cell::Text(text.to_string())),
                NestedToken::Word => self.word(line, column, token_text),
                NestedToken::Nothing => {}
            }
            self.after_name =
                matches!(token, NestedToken::Word) || self.after_name && matches!(token, NestedToken::Close);
            column += token_text.chars().count();
            rest = behind;
        }
    }

    /// Begins an object of JSON, if one begins with this token: a brace with a text and a colon after it.
    #[cfg(feature = "json")]
    fn begins_object(&mut self, line: u64, rest: &str, token: &str, behind: &str) -> bool {
        let begins = token == "{" && exchange::begins_member(behind);
        // The brace is on a line before.
        let begun = token.starts_with('"') && exchange::begins_member(rest);
        let list = self.open.last().filter(|list| begun && list.items.is_empty() && !list.named);
        let line = match list {
            Some(list) => list.line,
            None if begins => line,
            None => return false,
        };
        let brace = if begins { String::new() } else { "{\n".to_string() };
        let depth = usize::from(!begins);
        if !begins {
            self.open.pop();
        }
        self.object = Some(ObjectText { line, text: brace, depth, in_string: false, escaped: false });
        true
    }

    /// Takes the puzzles of an object that has ended, or gives up one that is too long.
    #[cfg(feature = "json")]
    fn end_object(&mut self, ended: bool, context: Context, found: &mut Vec<Found>) {
        let is_too_long = self.object.as_ref().is_some_and(|object| object.text.len() > LONGEST_OBJECT);
        let Some(object) = self.object.take_if(|_| ended || is_too_long) else { return };
        if ended {
            found.extend(exchange::read_objects(object.line, &object.text, context));
        } else {
            let expected = format!("an object of at most {LONGEST_OBJECT} bytes");
            found.push(Err(Complaint::new(object.line, 1, expected, "a longer one")));
        }
        if let Some(list) = self.open.last_mut() {
            list.has_objects = true;
            list.named = true;
        }
    }

    /// Ends what is open where no more comes: at a blank line, or at the end of the file.
    pub fn give_up(&mut self, line: u64, what_came: &str) -> Option<Complaint> {
        let begin = self.open.first().map(|list| list.line);
        #[cfg(feature = "json")]
        let begin = begin.or(self.object.as_ref().map(|object| object.line));
        let wanted = format!("a bracket that closes the one in line {}", begin?);
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
            let indexes = self.after_name;
            self.open.push(List { line, column, items: Vec::new(), named: false, indexes, has_objects: false });
        }
    }

    fn limit(&mut self, line: u64, column: usize) {
        if self.items > MOST {
            self.complain(Complaint::new(line, column, format!("a puzzle of at most {MOST} numbers"), "a longer one"));
        }
    }

    fn add(&mut self, line: u64, column: usize, cell: Cell) {
        if self.is_open() {
            self.items += 1;
            self.limit(line, column);
        }
        if self.complaint.is_none()
            && let Some(list) = self.open.last_mut()
        {
            list.items.push(Item::Cell { line, column, cell });
        }
    }

    fn word(&mut self, line: u64, column: usize, text: &str) {
        let Some(list) = self.open.last_mut() else {
            self.named_outside = true;
            return;
        };
        if !list.named && matches!(text, "x" | "X" | "-") {
            return self.add(line, column, Cell::Blank);
        }
        list.named = true;
        if list.items.last().is_some_and(|i| i.cell().is_some_and(|cell| !matches!(cell, Cell::Text(_)))) {
            self.complain(Complaint::new(line, column, "a number", excerpt(text)));
        }
    }

    fn end(&mut self, line: u64, column: usize, bracket: &str, context: Context) -> Vec<Found> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return Vec::new();
        }
        let Some(list) = self.open.pop() else {
            return vec![Err(Complaint::new(line, column, "a puzzle", "a closing bracket without an opening one"))];
        };
        if let Some(outer) = self.open.last_mut() {
            outer.has_objects |= list.has_objects;
            if self.complaint.is_none() && !list.has_objects {
                outer.items.push(Item::List(list));
            }
            return Vec::new();
        }
        self.items = 0;
        let cells = list.cells();
        // A remark between puzzles.
        if self.named_outside && cells.len() < MIN_SIZE * MIN_SIZE && list.items.iter().all(|i| i.number().is_some()) {
            self.complaint = None;
            self.no_puzzle = !list.indexes;
            self.after_name |= list.indexes;
            return Vec::new();
        }
        if let Some(complaint) = self.complaint.take() {
            return vec![Err(complaint)];
        }
        if list.has_objects && cells.is_empty() {
            return Vec::new();
        }
        // Other languages than Lisp write no puzzle, in which nothing is given, as a list of none.
        if list.items.is_empty() && bracket != ")" {
            return Vec::new();
        }
        // Code.
        if list.named && cells.is_empty() {
            self.no_puzzle = true;
            return Vec::new();
        }
        list.puzzles(context)
    }
}
