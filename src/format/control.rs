//! The control string as a tree: texts, and directives with what is between their brackets.

use std::ops::Range;
use std::sync::Arc;

use super::Directives;
use crate::fault::{Code, ErrorData, Result, Unwind, internal};
use crate::runtime::Runtime;
use crate::value::Value;

/// Maximum depth of brackets in brackets, and of control strings that control strings call.
pub(super) const DEEPEST: usize = 64;

/// Maximum number of parameters of a directive.
pub(super) const MAX_PARAMS: usize = 7;

/// Characters of a control string that a message shows.
const SHOWN: usize = 60;

/// Takes a control string apart.
pub(super) fn parse(rt: &mut Runtime, directives: &dyn Directives, control: Value) -> Result<(Arc<str>, Vec<Part>)> {
    let Some(control) = rt.heap.as_str(control) else { return internal("a control string that is no string") };
    let control: Arc<str> = control.into();
    rt.charge(control.len() / 8 + 1)?;
    let parts = control.matches('~').count() * 2 + 1;
    rt.heap.reserve(control.len().saturating_add(parts.saturating_mul(size_of::<Part>())))?;
    let mut parser = Parser { control: &control, directives, offset: 0, position: 0 };
    let (parts, end) = parser.parts(None, 0)?;
    match end {
        Some(end) => Err(parser.problem(&end, "closes nothing")),
        None => Ok((control, parts)),
    }
}

/// Literal text or a directive.
#[derive(Debug)]
pub enum Part {
    /// These bytes of the control string.
    Text(Range<usize>),
    /// A directive, with what is between its brackets.
    Directive(Directive),
}

/// A directive of a control string.
#[derive(Debug)]
pub struct Directive {
    /// The letter or mark, in lower case.
    pub letter: char,
    /// Position in the control string, in characters.
    pub(super) position: usize,
    /// Whether it has the modifier `:`.
    pub colon: bool,
    /// Whether it has the modifier `@`.
    pub at: bool,
    pub(super) params: Vec<DirectiveParam>,
    /// Parts between brackets, one sequence for each clause.
    pub clauses: Vec<Vec<Part>>,
    /// The directive at the end of each clause: `~;`, and the closing bracket.
    pub ends: Vec<Directive>,
}

/// A parameter before its value is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum DirectiveParam {
    Missing,
    Integer(i64),
    Char(char),
    /// `v`: the next argument.
    Argument,
    /// `#`: the number of arguments left.
    Left,
}

/// Parameters, modifiers and role of a directive.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Maximum number of parameters.
    pub params: usize,
    /// Modifiers that mean something: `":@"` or fewer.
    pub modifiers: &'static str,
    /// Whether the directive is a bracket.
    pub role: Role,
}

/// Role of a directive in the structure of a control string.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// It stands by itself.
    Plain,
    /// It opens a bracket, in which `~;` may separate clauses.
    Opens {
        /// The letter that closes it.
        closer: char,
        /// Whether clauses are separated in it.
        has_clauses: bool,
    },
    /// It closes a bracket.
    Closes,
    /// It separates clauses.
    Separates,
}

/// Returns the core's rule of a directive.
fn rule(letter: char) -> Option<Rule> {
    let (params, modifiers, role) = match letter {
        'a' | 's' => (4, "@", Role::Plain),
        'd' | 'b' | 'o' | 'x' => (4, ":@", Role::Plain),
        'f' => (5, "@", Role::Plain),
        '%' | '&' | '~' => (1, "", Role::Plain),
        't' => (2, "@", Role::Plain),
        '*' => (1, ":@", Role::Plain),
        'p' => (0, ":@", Role::Plain),
        'c' | '^' => (0, "", Role::Plain),
        '(' => (0, ":@", Role::Opens { closer: ')', has_clauses: false }),
        '[' => (1, ":@", Role::Opens { closer: ']', has_clauses: true }),
        '{' => (1, ":@", Role::Opens { closer: '}', has_clauses: false }),
        ';' => (0, ":", Role::Separates),
        ')' | ']' => (0, "", Role::Closes),
        '}' => (0, ":", Role::Closes),
        _ => return None,
    };
    Some(Rule { params, modifiers, role })
}

struct Parser<'a> {
    control: &'a str,
    directives: &'a dyn Directives,
    /// Position of the parser, in bytes and in characters.
    offset: usize,
    position: usize,
}

impl Parser<'_> {
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

    fn rule(&self, letter: char) -> Option<Rule> {
        self.directives.rule(letter).or_else(|| rule(letter))
    }

    /// Reads up to the bracket that closes `opening`, or to the next clause or the end, and returns that directive.
    fn parts(&mut self, opening: Option<&Directive>, depth: usize) -> Result<(Vec<Part>, Option<Directive>)> {
        let within = opening.and_then(|d| self.rule(d.letter)).map(|rule| rule.role);
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            let start = self.offset;
            if c != '~' {
                self.skip_while(|c| c != '~');
                parts.push(Part::Text(start..self.offset));
                continue;
            }
            let mut directive = match self.part()? {
                Some(Part::Directive(directive)) => directive,
                text => {
                    parts.extend(text);
                    continue;
                }
            };
            match (self.rule(directive.letter).map(|rule| rule.role), within) {
                (Some(Role::Opens { .. }), _) => {
                    if depth == DEEPEST {
                        return Err(self.problem(&directive, &format!("is nested more than {DEEPEST} deep")));
                    }
                    self.clauses(&mut directive, depth + 1)?;
                    parts.push(Part::Directive(directive));
                }
                (Some(Role::Closes), Some(Role::Opens { closer, .. })) if directive.letter == closer => {
                    return Ok((parts, Some(directive)));
                }
                (Some(Role::Closes), None) => return Ok((parts, Some(directive))),
                (Some(Role::Closes), _) => {
                    let opening = opening.map(|d| format!("{} at position {}", name(d), d.position));
                    let what = format!("does not close {}", opening.unwrap_or_default());
                    return Err(self.problem(&directive, &what));
                }
                (Some(Role::Separates), Some(Role::Opens { has_clauses: true, .. })) => {
                    return Ok((parts, Some(directive)));
                }
                (Some(Role::Separates), _) => return Err(self.problem(&directive, "separates no clauses here")),
                _ => parts.push(Part::Directive(directive)),
            }
        }
        Ok((parts, None))
    }

    /// Reads what is between the brackets of a directive.
    fn clauses(&mut self, opening: &mut Directive, depth: usize) -> Result<()> {
        loop {
            let (parts, end) = self.parts(Some(opening), depth)?;
            let Some(end) = end else { return Err(self.problem(opening, "is never closed")) };
            let is_last = end.letter != ';';
            if opening.letter == '[' && !is_last && opening.ends.last().is_some_and(|before| before.colon) {
                return Err(self.problem(&end, "follows the default clause"));
            }
            opening.clauses.push(parts);
            opening.ends.push(end);
            if is_last {
                break;
            }
        }
        let wanted = match (opening.letter, opening.colon, opening.at) {
            ('[', true, true) => return Err(self.problem(opening, "cannot have both : and @")),
            ('[', true, false) => 2,
            ('[', false, true) => 1,
            _ => return Ok(()),
        };
        match opening.clauses.len() {
            n if n == wanted => Ok(()),
            n => Err(self.problem(opening, &format!("needs {wanted} clause(s), not {n}"))),
        }
    }

    /// Reads a directive. One that continues the line stands for nothing, or for the newline itself.
    fn part(&mut self) -> Result<Option<Part>> {
        let position = self.position;
        self.advance();
        let mut params = Vec::new();
        while let Some(param) = self.param(position)? {
            params.push(param);
            if params.len() > MAX_PARAMS {
                return Err(self.broken(position, "has too many parameters"));
            }
            if self.peek() != Some(',') {
                break;
            }
            self.advance();
        }
        let (mut colon, mut at) = (false, false);
        loop {
            match self.peek() {
                Some(':') if !colon => colon = true,
                Some('@') if !at => at = true,
                _ => break,
            }
            self.advance();
        }
        let start = self.offset;
        let Some(letter) = self.advance() else { return Err(self.broken(position, "is not complete")) };
        if letter == '\n' {
            // The newline stays with `@`, the white space after it with `:`.
            let newline = start..self.offset;
            if !colon {
                self.skip_while(|c| c != '\n' && c.is_whitespace());
            }
            return Ok(at.then_some(Part::Text(newline)));
        }
        let letter = letter.to_ascii_lowercase();
        let directive = Directive { letter, position, colon, at, params, clauses: Vec::new(), ends: Vec::new() };
        let rule = self.rule(letter);
        let allowed = |on: bool, mark| !on || rule.is_some_and(|rule| rule.modifiers.contains(mark));
        match rule {
            Some(rule) if allowed(colon, ':') && allowed(at, '@') => match directive.params.len() {
                n if n > rule.params => {
                    let what = format!("takes at most {} parameter(s), not {n}", rule.params);
                    Err(self.problem(&directive, &what))
                }
                _ => Ok(Some(Part::Directive(directive))),
            },
            _ => Err(self.problem(&directive, "is no directive")),
        }
    }

    /// Reads a parameter, if there is one.
    fn param(&mut self, position: usize) -> Result<Option<DirectiveParam>> {
        let start = self.offset;
        Ok(Some(match self.peek() {
            Some('\'') => {
                self.advance();
                match self.advance() {
                    Some(c) => DirectiveParam::Char(c),
                    None => return Err(self.broken(position, "is not complete")),
                }
            }
            Some('v' | 'V') => {
                self.advance();
                DirectiveParam::Argument
            }
            Some('#') => {
                self.advance();
                DirectiveParam::Left
            }
            Some('+' | '-' | '0'..='9') => {
                self.advance();
                self.skip_while(|c| c.is_ascii_digit());
                match self.control.get(start..self.offset).unwrap_or_default().parse() {
                    Ok(n) => DirectiveParam::Integer(n),
                    Err(_) => return Err(self.broken(position, "has a parameter that is no integer of 64 bits")),
                }
            }
            Some(',') => DirectiveParam::Missing,
            _ => return Ok(None),
        }))
    }

    #[cold]
    fn problem(&self, directive: &Directive, what: &str) -> Box<Unwind> {
        problem(&name(directive), directive.position, self.control, what)
    }

    #[cold]
    fn broken(&self, position: usize, what: &str) -> Box<Unwind> {
        problem("the directive", position, self.control, what)
    }
}

/// The directive as messages show it: `~:D`.
pub(super) fn name(directive: &Directive) -> String {
    let (colon, at) = (if directive.colon { ":" } else { "" }, if directive.at { "@" } else { "" });
    format!("~{colon}{at}{}", directive.letter.to_ascii_uppercase())
}

/// `format: ~D at position 5 of "..." what`
pub(super) fn problem(name: &str, position: usize, control: &str, what: &str) -> Box<Unwind> {
    ErrorData::by("format", Code::BadValue, format!("{} {what}", place(name, position, control))).into()
}

/// `~D at position 5 of "..."`
pub(super) fn place(name: &str, position: usize, control: &str) -> String {
    match control.char_indices().nth(SHOWN) {
        None => format!("{name} at position {position} of {control:?}"),
        Some((end, _)) => {
            format!("{name} at position {position} of {:?}...", control.get(..end).unwrap_or_default())
        }
    }
}
