//! The control string as a program: a flat sequence of items in which the brackets know each other's places.
//!
//! Knows the directives' names, modifiers and numbers of parameters, but not what they do.

use std::ops::Range;

use crate::fault::{Code, Result, fail_in};
use crate::runtime::Runtime;

/// A parsed control string.
#[derive(Debug)]
pub(super) struct FormatProgram {
    pub control: Box<str>,
    pub items: Vec<FormatItem>,
}

/// Literal text or one directive.
#[derive(Debug)]
pub(super) struct FormatItem {
    pub op: Directive,
    /// Position in the control string, in characters.
    pub position: usize,
    /// The directive's letter as it was written.
    pub letter: char,
    pub colon: bool,
    pub at: bool,
    pub params: Vec<DirectiveParameter>,
}

/// A parameter before its value is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum DirectiveParameter {
    Missing,
    Integer(i64),
    Char(char),
    /// `V`: the next argument.
    Argument,
    /// `#`: the number of arguments left.
    Left,
}

/// Operation of an item. Numbers are indices into [`FormatProgram::items`].
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Directive {
    /// These bytes of the control string.
    Text(Range<usize>),
    Aesthetic,
    Standard,
    Character,
    /// `~D ~B ~O ~X`.
    Integer {
        radix: u32,
    },
    /// `~R`.
    Radix,
    Fixed,
    Exponential,
    General,
    Money,
    Newline,
    FreshLine,
    Page,
    Tilde,
    Tabulate,
    GoTo,
    Indirect,
    Plural,
    /// `~^`.
    Escape,
    /// `~(`.
    Case,
    CaseEnd,
    /// `~[`: where each clause begins, whether the last is the default, and where `~]` is.
    Conditional {
        clauses: Vec<usize>,
        default: bool,
        end: usize,
    },
    /// `~;` in `~[ ~]`: the clause before it ends here, go to `~]`.
    ClauseEnd {
        end: usize,
    },
    ConditionalEnd,
    /// `~{`; `once` if it ends with `~:}`.
    Iteration {
        end: usize,
        once: bool,
    },
    IterationEnd,
    /// `~<`.
    Justification {
        end: usize,
    },
    /// `~;` in `~< ~>`.
    SegmentEnd,
    JustificationEnd,
    /// `~<` that ends with `~:>`: a part of the text with the elements of a list as its arguments.
    Block {
        end: usize,
    },
    BlockEnd,
    /// `~_ ~I`, which say how lines may be broken: they are not.
    Layout,
}

impl FormatProgram {
    /// Takes the control string apart.
    pub fn parse(rt: &mut Runtime, control: &str) -> Result<FormatProgram> {
        rt.charge(control.len() / 8 + 1)?;
        rt.heap.reserve(control.len())?;
        let mut parser = Parser { control, offset: 0, position: 0, items: Vec::new(), open: Vec::new() };
        parser.run(rt)?;
        let items = parser.items;
        Ok(FormatProgram { control: control.into(), items })
    }
}

/// A bracket that is still open: its place, and the places of its `~;`.
struct OpenBracket {
    place: usize,
    separators: Vec<usize>,
}

struct Parser<'a> {
    control: &'a str,
    /// Position of the parser, in bytes and in characters.
    offset: usize,
    position: usize,
    items: Vec<FormatItem>,
    open: Vec<OpenBracket>,
}

impl Parser<'_> {
    fn run(&mut self, rt: &mut Runtime) -> Result<()> {
        while let Some(c) = self.peek() {
            if self.items.len() == self.items.capacity() {
                rt.heap.reserve((self.items.len() * 2 + 16).saturating_mul(size_of::<FormatItem>()))?;
            }
            if c == '~' { self.directive()? } else { self.text() }
        }
        match self.open.pop().and_then(|open| self.items.get(open.place)) {
            Some(item) => self.fail(&item.name(), item.position, "is never closed"),
            None => Ok(()),
        }
    }

    fn peek(&self) -> Option<char> {
        self.control.get(self.offset..).and_then(|rest| rest.chars().next())
    }

    fn advance(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.offset += c.len_utf8();
        self.position += 1;
        Some(c)
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.advance();
        }
    }

    fn push_text(&mut self, range: Range<usize>, position: usize) {
        if !range.is_empty() {
            let op = Directive::Text(range);
            self.items.push(FormatItem { op, position, letter: ' ', colon: false, at: false, params: Vec::new() });
        }
    }

    fn text(&mut self) {
        let (start, position) = (self.offset, self.position);
        self.skip_while(|c| c != '~');
        self.push_text(start..self.offset, position);
    }

    fn directive(&mut self) -> Result<()> {
        let position = self.position;
        self.advance();
        let params = self.params(position)?;
        let (mut colon, mut at) = (false, false);
        loop {
            match self.peek() {
                Some(':') if !colon => colon = true,
                Some('@') if !at => at = true,
                _ => break,
            }
            self.advance();
        }
        let newline = self.offset;
        let Some(letter) = self.advance() else {
            return self.fail("the directive", position, "is not complete");
        };
        if letter == '\n' {
            // A continued line: the newline stays with `@`, the white space after it with `:`.
            if at {
                self.push_text(newline..self.offset, position);
            }
            if !colon {
                self.skip_while(|c| c != '\n' && c.is_whitespace());
            }
            return Ok(());
        }
        let Some((op, most)) = operation(letter) else {
            return self.fail(&name(letter, colon, at), position, "is no directive");
        };
        let item = FormatItem { op, position, letter, colon, at, params };
        if item.params.len() > most {
            let what = format!("takes at most {most} parameter(s), not {}", item.params.len());
            return self.fail(&item.name(), position, &what);
        }
        self.bracket(item)
    }

    /// The parameters between the tilde and the modifiers.
    fn params(&mut self, position: usize) -> Result<Vec<DirectiveParameter>> {
        let mut params = Vec::new();
        loop {
            let param = match self.peek() {
                Some('\'') => {
                    self.advance();
                    match self.advance() {
                        Some(c) => DirectiveParameter::Char(c),
                        None => return self.fail("the directive", position, "is not complete"),
                    }
                }
                Some('v' | 'V') => {
                    self.advance();
                    DirectiveParameter::Argument
                }
                Some('#') => {
                    self.advance();
                    DirectiveParameter::Left
                }
                Some('+' | '-' | '0'..='9') => self.integer(position)?,
                Some(',') => DirectiveParameter::Missing,
                _ => return Ok(params),
            };
            params.push(param);
            if params.len() > MAX_PARAMS {
                return self.fail("the directive", position, "has too many parameters");
            }
            if self.peek() != Some(',') {
                return Ok(params);
            }
            self.advance();
        }
    }

    fn integer(&mut self, position: usize) -> Result<DirectiveParameter> {
        let start = self.offset;
        self.advance();
        self.skip_while(|c| c.is_ascii_digit());
        let digits = self.control.get(start..self.offset).unwrap_or_default();
        match digits.parse() {
            Ok(n) => Ok(DirectiveParameter::Integer(n)),
            Err(_) => self.fail("the directive", position, "has a parameter that is no integer of 64 bits"),
        }
    }

    /// Adds a directive, and connects it if it is a bracket or between brackets.
    fn bracket(&mut self, item: FormatItem) -> Result<()> {
        let place = self.items.len();
        match item.op {
            Directive::Case
            | Directive::Conditional { .. }
            | Directive::Iteration { .. }
            | Directive::Justification { .. } => {
                self.open.push(OpenBracket { place, separators: Vec::new() });
                self.items.push(item);
                Ok(())
            }
            Directive::ClauseEnd { .. } => self.separator(item),
            Directive::CaseEnd | Directive::ConditionalEnd | Directive::IterationEnd | Directive::JustificationEnd => {
                self.close(item)
            }
            _ => {
                self.items.push(item);
                Ok(())
            }
        }
    }

    /// `~;`
    fn separator(&mut self, mut item: FormatItem) -> Result<()> {
        let place = self.items.len();
        let (name, position) = (item.name(), item.position);
        let Some(open) = self.open.last_mut() else {
            return self.fail(&name, position, "is outside ~[ ~] and ~< ~>");
        };
        let within = self.items.get(open.place).map(|i| &i.op);
        let follows_default =
            open.separators.last().and_then(|&s| self.items.get(s)).is_some_and(|before| before.colon);
        match within {
            Some(Directive::Conditional { .. }) if follows_default => {
                return self.fail(&name, position, "follows the default clause");
            }
            Some(Directive::Conditional { .. }) => {}
            Some(Directive::Justification { .. }) => item.op = Directive::SegmentEnd,
            _ => return self.fail(&name, position, "is outside ~[ ~] and ~< ~>"),
        }
        open.separators.push(place);
        self.items.push(item);
        Ok(())
    }

    /// A closing bracket.
    fn close(&mut self, mut item: FormatItem) -> Result<()> {
        let end = self.items.len();
        let (name, position) = (item.name(), item.position);
        let Some(OpenBracket { place, separators }) = self.open.pop() else {
            return self.fail(&name, position, "closes nothing");
        };
        let Some(opening) = self.items.get(place) else { return Ok(()) };
        let op = match (&opening.op, &item.op) {
            (Directive::Case, Directive::CaseEnd) => Directive::Case,
            (Directive::Iteration { .. }, Directive::IterationEnd) => Directive::Iteration { end, once: item.colon },
            (Directive::Justification { .. }, Directive::JustificationEnd) if item.colon => {
                item.op = Directive::BlockEnd;
                for &s in &separators {
                    if let Some(separator) = self.items.get_mut(s) {
                        separator.op = Directive::Layout;
                    }
                }
                Directive::Block { end }
            }
            (Directive::Justification { .. }, Directive::JustificationEnd) => Directive::Justification { end },
            (Directive::Conditional { .. }, Directive::ConditionalEnd) => {
                let wanted = match (opening.colon, opening.at) {
                    (false, false) => None,
                    (true, false) => Some(2),
                    (false, true) => Some(1),
                    (true, true) => return self.fail(&opening.name(), opening.position, "cannot have both : and @"),
                };
                let count = separators.len() + 1;
                if wanted.is_some_and(|n| n != count) {
                    let what = format!("needs {} clause(s), not {count}", wanted.unwrap_or_default());
                    return self.fail(&opening.name(), opening.position, &what);
                }
                let default = separators.last().and_then(|&s| self.items.get(s)).is_some_and(|s| s.colon);
                let clauses = std::iter::once(place).chain(separators.iter().copied()).map(|i| i + 1).collect();
                for &s in &separators {
                    if let Some(separator) = self.items.get_mut(s) {
                        separator.op = Directive::ClauseEnd { end };
                    }
                }
                Directive::Conditional { clauses, default, end }
            }
            _ => {
                let what = format!("does not close {} at position {}", opening.name(), opening.position);
                return self.fail(&name, position, &what);
            }
        };
        if let Some(opening) = self.items.get_mut(place) {
            opening.op = op;
        }
        self.items.push(item);
        Ok(())
    }

    fn fail<T>(&self, name: &str, position: usize, what: &str) -> Result<T> {
        fail_in("format", Code::BadValue, format!("{} {what}", place(name, position, self.control)))
    }
}

/// No directive has more parameters: `~E` has seven.
const MAX_PARAMS: usize = 7;

/// Returns the operation of a directive's letter, and its maximum number of parameters.
fn operation(letter: char) -> Option<(Directive, usize)> {
    Some(match letter.to_ascii_lowercase() {
        'a' => (Directive::Aesthetic, 4),
        's' | 'w' => (Directive::Standard, 4),
        'c' => (Directive::Character, 0),
        'd' => (Directive::Integer { radix: 10 }, 4),
        'b' => (Directive::Integer { radix: 2 }, 4),
        'o' => (Directive::Integer { radix: 8 }, 4),
        'x' => (Directive::Integer { radix: 16 }, 4),
        'r' => (Directive::Radix, 5),
        'f' => (Directive::Fixed, 5),
        'e' => (Directive::Exponential, 7),
        'g' => (Directive::General, 7),
        '$' => (Directive::Money, 4),
        '%' => (Directive::Newline, 1),
        '&' => (Directive::FreshLine, 1),
        '|' => (Directive::Page, 1),
        '~' => (Directive::Tilde, 1),
        't' => (Directive::Tabulate, 2),
        '*' => (Directive::GoTo, 1),
        '?' => (Directive::Indirect, 0),
        'p' => (Directive::Plural, 0),
        '^' => (Directive::Escape, 3),
        '(' => (Directive::Case, 0),
        ')' => (Directive::CaseEnd, 0),
        '[' => (Directive::Conditional { clauses: Vec::new(), default: false, end: 0 }, 1),
        ';' => (Directive::ClauseEnd { end: 0 }, 2),
        ']' => (Directive::ConditionalEnd, 0),
        '{' => (Directive::Iteration { end: 0, once: false }, 1),
        '}' => (Directive::IterationEnd, 0),
        '<' => (Directive::Justification { end: 0 }, 4),
        '>' => (Directive::JustificationEnd, 0),
        '_' => (Directive::Layout, 0),
        'i' => (Directive::Layout, 1),
        _ => return None,
    })
}

impl FormatItem {
    /// The directive as messages show it: `~:D`.
    pub fn name(&self) -> String {
        name(self.letter, self.colon, self.at)
    }
}

fn name(letter: char, colon: bool, at: bool) -> String {
    let (colon, at) = (if colon { ":" } else { "" }, if at { "@" } else { "" });
    format!("~{colon}{at}{}", letter.to_ascii_uppercase())
}

/// Characters of a control string that a message shows.
const SHOWN: usize = 60;

/// `~D at position 5 of "..."`
pub(super) fn place(name: &str, position: usize, control: &str) -> String {
    match control.char_indices().nth(SHOWN) {
        None => format!("{name} at position {position} of {control:?}"),
        Some((end, _)) => {
            format!("{name} at position {position} of {:?}...", control.get(..end).unwrap_or_default())
        }
    }
}
