//! Expressions of other languages, by how closely their operators bind.

use super::Parser;
use crate::advice::first_list;
use crate::advice::newcomer::foreign::lexer::Kind;
use crate::advice::newcomer::foreign::tree::{Argument, Expr, Parameter, Statement};

impl<'t> Parser<'t, '_> {
    /// An expression whose operators bind more closely than `above`.
    pub(super) fn expression(&mut self, above: u8) -> Option<Expr<'t>> {
        self.deeper(|p| p.expression_inside(above))
    }

    fn expression_inside(&mut self, above: u8) -> Option<Expr<'t>> {
        let mut left = self.operand()?;
        while let Some((operator, binding, words)) = self.operator().filter(|(_, binding, _)| *binding > above) {
            self.at += words;
            self.chain()?;
            // A power goes to the right.
            let right = self.expression(if operator == "expt" { binding - 1 } else { binding })?;
            let (a, b) = (Box::new(left), Box::new(right));
            left = match operator {
                "!=" => Expr::Not(Box::new(Expr::Binary("=", a, b))),
                "not in" => Expr::Not(Box::new(Expr::Binary("member?", a, b))),
                "is not" => Expr::Not(Box::new(Expr::Binary("=", a, b))),
                operator => Expr::Binary(operator, a, b),
            };
        }
        if above > 0 {
            return Some(left);
        }
        if self.skip("?") {
            let then = self.expression(0)?;
            self.expect(":")?;
            let otherwise = self.expression(0)?;
            return Some(Expr::Choice(Box::new([left, then, otherwise])));
        }
        let is_choice = |p: &mut Self| {
            p.expect("if")?;
            let test = p.expression(1)?;
            p.expect("else")?;
            Some((test, p.expression(0)?))
        };
        match self.attempt(is_choice) {
            Some((test, otherwise)) => Some(Expr::Choice(Box::new([test, left, otherwise]))),
            None => Some(left),
        }
    }

    /// The operator that comes next: what it is called here, how closely it binds, its words.
    fn operator(&self) -> Option<(&'static str, u8, usize)> {
        Some(match *self.kind() {
            Kind::Word("or") | Kind::Operator("||") => ("or", 1, 1),
            Kind::Word("and") | Kind::Operator("&&") => ("and", 2, 1),
            Kind::Word("in") => ("member?", 4, 1),
            Kind::Word("not") if *self.kind_behind(1) == Kind::Word("in") => ("not in", 4, 2),
            Kind::Word("is") if *self.kind_behind(1) == Kind::Word("not") => ("is not", 4, 2),
            Kind::Word("is") | Kind::Operator("==" | "===") => ("=", 4, 1),
            Kind::Operator("!=" | "!==" | "~=" | "<>") => ("!=", 4, 1),
            Kind::Operator("<") => ("<", 4, 1),
            Kind::Operator(">") => (">", 4, 1),
            Kind::Operator("<=") => ("<=", 4, 1),
            Kind::Operator(">=") => (">=", 4, 1),
            Kind::Operator("..") => ("..", 5, 1),
            Kind::Operator("+") => ("+", 6, 1),
            Kind::Operator("-") => ("-", 6, 1),
            Kind::Operator("*") => ("*", 7, 1),
            Kind::Operator("/") => ("/", 7, 1),
            Kind::Operator("//") => ("quotient", 7, 1),
            Kind::Operator("%") => ("mod", 7, 1),
            Kind::Operator("**" | "^") => ("expt", 9, 1),
            _ => return None,
        })
    }

    fn operand(&mut self) -> Option<Expr<'t>> {
        match *self.kind() {
            Kind::Word("not") | Kind::Operator("!") => {
                let is_word = self.is_word("not");
                self.at += 1;
                Some(Expr::Not(Box::new(self.expression(if is_word { 3 } else { 8 })?)))
            }
            Kind::Operator("-") => {
                self.at += 1;
                Some(Expr::Minus(Box::new(self.expression(8)?)))
            }
            Kind::Length => {
                self.at += 1;
                let value = self.expression(8)?;
                let arguments = vec![Argument { name: None, value }];
                Some(Expr::Call(Box::new(Expr::Name("length")), arguments))
            }
            _ => {
                let first = self.primary()?;
                self.behind(first)
            }
        }
    }

    /// Calls, fields and elements of what has been read.
    fn behind(&mut self, mut value: Expr<'t>) -> Option<Expr<'t>> {
        loop {
            self.chain()?;
            if self.is(".") || self.is("::") {
                self.at += 1;
                let Kind::Word(name) = *self.kind() else { return None };
                self.at += 1;
                value = Expr::Field(Box::new(value), name);
            } else if self.is(":")
                && self.touches()
                && self.tokens.get(self.at + 1).is_some_and(|t| t.touches && matches!(t.kind, Kind::Word(_)))
                && *self.kind_behind(2) == Kind::Operator("(")
            {
                // A method in Lua.
                self.at += 1;
                value = Expr::Field(Box::new(value), self.name()?);
            } else if self.is("!") && self.touches() && *self.kind_behind(1) == Kind::Operator("(") {
                // A macro in Rust.
                self.at += 1;
            } else if self.is("(") && self.touches() {
                self.at += 1;
                value = Expr::Call(Box::new(value), self.arguments()?);
            } else if self.is("[") && self.touches() {
                self.at += 1;
                let index = self.expression(0)?;
                self.expect("]")?;
                value = Expr::Index(Box::new(value), Box::new(index));
            } else {
                self.chained -= 1;
                return Some(value);
            }
        }
    }

    fn arguments(&mut self) -> Option<Vec<Argument<'t>>> {
        let mut arguments = Vec::new();
        while !self.skip(")") {
            let name = match (self.kind(), self.kind_behind(1)) {
                (Kind::Word(name), Kind::Operator("=")) => Some(*name),
                _ => None,
            };
            self.at += if name.is_some() { 2 } else { 0 };
            arguments.push(Argument { name, value: self.expression(0)? });
            if !self.skip(",") && !self.is(")") {
                return None;
            }
        }
        Some(arguments)
    }

    fn primary(&mut self) -> Option<Expr<'t>> {
        let kind = self.kind().clone();
        match kind {
            Kind::Number(number) => {
                self.at += 1;
                Some(Expr::Written(number))
            }
            Kind::Text(text, is_template) => {
                self.at += 1;
                if is_template { self.template(text) } else { Some(Expr::Text(text)) }
            }
            Kind::Word("None" | "null" | "nil" | "undefined" | "false" | "False") => {
                self.at += 1;
                Some(Expr::Truth(false))
            }
            Kind::Word("true" | "True") => {
                self.at += 1;
                Some(Expr::Truth(true))
            }
            Kind::Word("lambda") => {
                self.at += 1;
                let parameters = self.parameters(":")?;
                let value = self.expression(0)?;
                Some(Expr::Function(parameters, vec![Statement::Value(value)]))
            }
            Kind::Word("function") => {
                self.at += 1;
                self.expect("(")?;
                let parameters = self.parameters(")")?;
                Some(Expr::Function(parameters, self.block(0)?))
            }
            Kind::Word(word) => {
                if *self.kind_behind(1) == Kind::Operator("=>") {
                    self.at += 2;
                    return self.arrow(vec![Parameter { name: word, default: None }]);
                }
                self.name().map(Expr::Name)
            }
            Kind::Operator("(") => self.parenthesis(),
            Kind::Operator("[") => {
                self.at += 1;
                self.list()
            }
            Kind::Operator("{") => {
                self.at += 1;
                self.table()
            }
            _ => None,
        }
    }

    /// What stands behind `=>`.
    fn arrow(&mut self, parameters: Vec<Parameter<'t>>) -> Option<Expr<'t>> {
        let body = if self.is("{") { self.block(0)? } else { vec![Statement::Value(self.expression(0)?)] };
        Some(Expr::Function(parameters, body))
    }

    /// Parameters of a function, an expression in parentheses, or a call as it is written here.
    fn parenthesis(&mut self) -> Option<Expr<'t>> {
        let start = self.tokens.get(self.at)?.start;
        let function = |p: &mut Self| {
            p.expect("(")?;
            let parameters = p.parameters(")")?;
            p.expect("=>")?;
            p.arrow(parameters)
        };
        if let Some(function) = self.attempt(function) {
            return Some(function);
        }
        let inner = |p: &mut Self| {
            p.expect("(")?;
            let value = p.expression(0)?;
            p.expect(")")?;
            Some(value)
        };
        if let Some(inner) = self.attempt(inner) {
            return Some(inner);
        }
        let is_call = match *self.kind_behind(1) {
            Kind::Word(word) => (self.is_known)(word),
            Kind::Operator("+" | "-" | "*" | "/" | "<" | ">" | "<=" | ">=" | "=") => true,
            _ => false,
        };
        let list = first_list(self.text.get(start..)?).filter(|_| is_call)?;
        while self.tokens.get(self.at).is_some_and(|token| token.start < start + list.len()) {
            self.at += 1;
        }
        Some(Expr::Written(list))
    }

    /// What stands behind `[`.
    fn list(&mut self) -> Option<Expr<'t>> {
        let mut elements = Vec::new();
        while !self.skip("]") {
            elements.push(self.expression(0)?);
            if elements.len() == 1 && self.skip("for") {
                let name = self.name()?;
                self.expect("in")?;
                let list = self.expression(1)?;
                let test = if self.skip("if") { Some(Box::new(self.expression(0)?)) } else { None };
                self.expect("]")?;
                return Some(Expr::Comprehension(Box::new(elements.pop()?), name, Box::new(list), test));
            }
            if !self.skip(",") && !self.is("]") {
                return None;
            }
        }
        Some(Expr::List(elements))
    }

    /// What stands behind `{`: a table, or in Lua a list.
    fn table(&mut self) -> Option<Expr<'t>> {
        let (mut entries, mut elements) = (Vec::new(), Vec::new());
        self.skip_lines();
        while !self.skip("}") {
            let key = self.expression(0)?;
            if self.skip(":") || self.skip("=") {
                entries.push((key, self.expression(0)?));
            } else {
                elements.push(key);
            }
            self.skip_lines();
            if !self.skip(",") && !self.is("}") {
                return None;
            }
            self.skip_lines();
        }
        match (entries.is_empty(), elements.is_empty()) {
            (_, true) => Some(Expr::Table(entries)),
            (true, false) => Some(Expr::List(elements)),
            _ => None,
        }
    }

    /// A text with values in braces.
    fn template(&mut self, text: &'t str) -> Option<Expr<'t>> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, inside)) = rest.split_once('{') {
            let (value, behind) = inside.split_once('}')?;
            // What says how it is written has no place here.
            let value = value.split_once(':').map_or(value, |(value, _)| value);
            let parsed = self.deeper(|p| {
                let inner = Parser { levels: p.levels, chained: p.chained, ..Parser::new(value, p.is_known) };
                inner.only_expression()
            })?;
            pieces.push((before.strip_suffix('$').unwrap_or(before).to_string(), Some(parsed)));
            rest = behind;
        }
        pieces.push((rest.to_string(), None));
        Some(Expr::Template(pieces))
    }
}
