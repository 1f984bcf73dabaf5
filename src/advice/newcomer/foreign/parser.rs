//! Statements and expressions of other languages, understood as far as it is certain what they mean: whatever else
//! comes makes the whole nothing.

mod expressions;

use super::lexer::{Kind, Token, cut};
use super::tree::{Argument, Expr, Parameter, Statement};

/// Expressions and statements inside of each other.
const MOST_LEVELS: usize = 24;

/// Operators, calls and fields of a statement, each of which encloses what stands before it.
const MOST_CHAINED: usize = 60;

/// Words that begin statements, and are no names.
const WORDS: [&str; 44] = [
    "if", "else", "elif", "elseif", "for", "while", "do", "then", "end", "def", "function", "return", "break", "in",
    "and", "or", "not", "is", "let", "const", "var", "local", "lambda", "class", "import", "from", "try", "except",
    "catch", "finally", "with", "switch", "case", "match", "struct", "repeat", "until", "raise", "throw", "assert",
    "yield", "del", "continue", "pass",
];

/// What a declaration begins with.
const DECLARATORS: [&str; 15] = [
    "let", "const", "var", "local", "int", "float", "double", "auto", "bool", "boolean", "string", "String", "char",
    "long", "val",
];

/// What a definition of a function begins with.
const DEFINERS: [&str; 6] = ["def", "function", "func", "fun", "fn", "defun"];

/// Functions that print what stands behind them without parentheses.
const PRINTERS: [&str; 4] = ["print", "puts", "echo", "println"];

pub(super) struct Parser<'t, 'k> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    levels: usize,
    chained: usize,
    is_known: &'k dyn Fn(&str) -> bool,
}

impl<'t, 'k> Parser<'t, 'k> {
    pub fn new(text: &'t str, is_known: &'k dyn Fn(&str) -> bool) -> Parser<'t, 'k> {
        Parser { text, tokens: cut(text, is_known), at: 0, levels: 0, chained: 0, is_known }
    }

    /// The statement at the beginning of the text, if it ends with a line.
    pub fn only_statement(mut self) -> Option<Statement<'t>> {
        let statement = self.statement(0)?;
        self.skip(";");
        matches!(self.kind(), Kind::Line(_) | Kind::End).then_some(statement)
    }

    /// The expression that the text is.
    pub fn only_expression(mut self) -> Option<Expr<'t>> {
        let expression = self.expression(0)?;
        (*self.kind() == Kind::End).then_some(expression)
    }

    // ---- tokens

    fn kind(&self) -> &Kind<'t> {
        self.tokens.get(self.at).map_or(&Kind::End, |token| &token.kind)
    }

    fn kind_behind(&self, count: usize) -> &Kind<'t> {
        self.tokens.get(self.at + count).map_or(&Kind::End, |token| &token.kind)
    }

    fn touches(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.touches)
    }

    fn is(&self, operator: &str) -> bool {
        matches!(self.kind(), Kind::Operator(o) if *o == operator)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Word(w) if *w == word)
    }

    /// Goes behind an operator or word, if it comes next.
    fn skip(&mut self, what: &str) -> bool {
        let is_next = self.is(what) || self.is_word(what);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, what: &str) -> Option<()> {
        self.skip(what).then_some(())
    }

    fn name(&mut self) -> Option<&'t str> {
        let Kind::Word(word) = *self.kind() else { return None };
        if WORDS.contains(&word) {
            return None;
        }
        self.at += 1;
        Some(word)
    }

    fn skip_lines(&mut self) {
        while matches!(self.kind(), Kind::Line(_)) {
            self.at += 1;
        }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.levels == MOST_LEVELS {
            return None;
        }
        self.levels += 1;
        let parsed = parse(self);
        self.levels -= 1;
        parsed
    }

    /// One more part encloses what stands before it.
    fn chain(&mut self) -> Option<()> {
        self.chained += 1;
        (self.chained <= MOST_CHAINED).then_some(())
    }

    /// What one way to read it gives, or else nothing is read.
    fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let (at, levels, chained) = (self.at, self.levels, self.chained);
        let parsed = parse(self);
        if parsed.is_none() {
            (self.at, self.levels, self.chained) = (at, levels, chained);
        }
        parsed
    }

    // ---- statements

    /// `indent`: that of the line it begins on.
    fn statement(&mut self, indent: usize) -> Option<Statement<'t>> {
        let before = self.chained;
        let statement = self.deeper(|p| p.statement_inside(indent));
        self.chained = before;
        statement
    }

    fn statement_inside(&mut self, indent: usize) -> Option<Statement<'t>> {
        let Kind::Word(word) = *self.kind() else { return self.simple() };
        let is_declared_function = matches!(word, "local" | "export") && *self.kind_behind(1) == Kind::Word("function");
        self.at += usize::from(is_declared_function);
        let word = if is_declared_function { "function" } else { word };
        match word {
            "if" => {
                self.at += 1;
                self.branches(indent)
            }
            "while" => {
                self.at += 1;
                let test = self.expression(0)?;
                Some(Statement::While(test, self.block(indent)?))
            }
            "for" => {
                self.at += 1;
                self.loop_head(indent)
            }
            "return" => {
                self.at += 1;
                let is_over = matches!(self.kind(), Kind::Line(_) | Kind::End) || self.is(";") || self.is("}");
                let value = if is_over || self.is_word("end") { None } else { Some(self.expression(0)?) };
                Some(Statement::Return(value))
            }
            "break" => {
                self.at += 1;
                Some(Statement::Break)
            }
            "pass" => {
                self.at += 1;
                Some(Statement::Nothing)
            }
            _ if DEFINERS.contains(&word) && matches!(self.kind_behind(1), Kind::Word(_)) => {
                self.at += 1;
                self.definition(indent)
            }
            _ if DECLARATORS.contains(&word) && matches!(self.kind_behind(1), Kind::Word(_)) => {
                self.at += 1;
                self.skip("mut");
                let name = Expr::Name(self.name()?);
                self.skip_type();
                self.expect("=")?;
                Some(Statement::Assign(name, self.expression(0)?))
            }
            _ if PRINTERS.contains(&word) && !self.tokens.get(self.at + 1)?.touches => {
                self.at += 1;
                let mut values = vec![self.expression(0)?];
                while self.skip(",") {
                    values.push(self.expression(0)?);
                }
                let arguments = values.into_iter().map(|value| Argument { name: None, value }).collect();
                Some(Statement::Value(Expr::Call(Box::new(Expr::Name(word)), arguments)))
            }
            _ => self.simple(),
        }
    }

    /// An assignment, a change or a value.
    fn simple(&mut self) -> Option<Statement<'t>> {
        let target = self.expression(0)?;
        let is_place = matches!(target, Expr::Name(_) | Expr::Index(..) | Expr::Field(..));
        let Kind::Operator(operator) = *self.kind() else { return Some(Statement::Value(target)) };
        let change = match operator {
            "+=" | "++" => "+",
            "-=" | "--" => "-",
            "*=" => "*",
            "/=" => "/",
            ":" | "=" | ":=" => {
                if operator == ":" {
                    self.skip_type();
                } else {
                    self.at += 1;
                }
                if operator == ":" {
                    self.expect("=")?;
                }
                return Some(Statement::Assign(is_place.then_some(target)?, self.expression(0)?));
            }
            _ => return Some(Statement::Value(target)),
        };
        self.at += 1;
        let amount = if matches!(operator, "++" | "--") { Expr::Written("1") } else { self.expression(0)? };
        Some(Statement::Change(change, is_place.then_some(target)?, amount))
    }

    /// `: int`, `-> int`
    fn skip_type(&mut self) {
        let _ = self.attempt(|p| {
            (p.skip(":") || p.skip("->")).then_some(())?;
            p.name()?;
            if p.skip("[") {
                p.name()?;
                p.expect("]")?;
            }
            Some(())
        });
    }

    /// What stands behind `def`.
    fn definition(&mut self, indent: usize) -> Option<Statement<'t>> {
        let name = self.name()?;
        self.expect("(")?;
        let parameters = self.parameters(")")?;
        self.skip_type();
        if self.skip("=") {
            let value = self.expression(0)?;
            return Some(Statement::Define(name, parameters, vec![Statement::Value(value)]));
        }
        Some(Statement::Define(name, parameters, self.block(indent)?))
    }

    /// Parameters up to what closes them.
    fn parameters(&mut self, closing: &str) -> Option<Vec<Parameter<'t>>> {
        let mut parameters = Vec::new();
        while !self.skip(closing) {
            let name = self.name()?;
            if closing != ":" {
                self.skip_type();
            }
            let default = if self.skip("=") { Some(self.expression(0)?) } else { None };
            parameters.push(Parameter { name, default });
            if !self.skip(",") && !self.is(closing) {
                return None;
            }
        }
        Some(parameters)
    }

    /// What stands behind `if`.
    fn branches(&mut self, indent: usize) -> Option<Statement<'t>> {
        let mut branches = Vec::new();
        loop {
            let test = self.expression(0)?;
            let is_closed_by_word = self.skip("then");
            let body = if is_closed_by_word { self.until_word(indent)? } else { self.block(indent)? };
            branches.push((test, body));
            // The word that goes on may stand on the next line.
            let before = self.at;
            self.skip_lines();
            if self.skip("elif")
                || self.skip("elseif")
                || self
                    .attempt(|p| {
                        p.expect("else")?;
                        p.expect("if")
                    })
                    .is_some()
            {
                continue;
            }
            let otherwise = if self.skip("else") {
                if is_closed_by_word { self.until_word(indent)? } else { self.block(indent)? }
            } else {
                self.at = before;
                Vec::new()
            };
            if is_closed_by_word {
                self.skip_lines();
                self.expect("end")?;
            }
            return Some(Statement::If(branches, otherwise));
        }
    }

    /// What stands behind `for`.
    fn loop_head(&mut self, indent: usize) -> Option<Statement<'t>> {
        if let Some(loop_) = self.attempt(|p| p.loop_of_three(indent)) {
            return Some(loop_);
        }
        let in_parentheses = self.skip("(");
        let _ = ["let", "const", "var", "auto", "int"].iter().any(|word| self.skip(word));
        let name = self.name()?;
        if self.skip("=") {
            let from = self.expression(0)?;
            self.expect(",")?;
            let to = self.expression(0)?;
            let below = Expr::Binary("+", Box::new(to), Box::new(Expr::Written("1")));
            return Some(Statement::Count(name, from, below, self.block(indent)?));
        }
        let second = if self.skip(",") { Some(self.name()?) } else { None };
        (self.skip("in") || self.skip("of") || self.skip(":")).then_some(())?;
        let list = self.expression(0)?;
        if in_parentheses {
            self.expect(")")?;
        }
        let body = self.block(indent)?;
        let call = match &list {
            Expr::Call(f, arguments) => match (&**f, arguments.as_slice()) {
                (Expr::Name(f), arguments) => Some((*f, arguments)),
                (Expr::Field(object, "items"), []) => {
                    let second = second?;
                    return Some(Statement::Entries(name, second, (**object).clone(), body));
                }
                _ => None,
            },
            _ => None,
        };
        Some(match (call, second) {
            (Some(("range", [to])), None) => Statement::Count(name, Expr::Written("0"), to.value.clone(), body),
            (Some(("range", [from, to])), None) => Statement::Count(name, from.value.clone(), to.value.clone(), body),
            (Some(("pairs", [table])), Some(second)) => Statement::Entries(name, second, table.value.clone(), body),
            (Some(("ipairs", [list])), Some(second)) if name == "_" => {
                Statement::Each(second, list.value.clone(), body)
            }
            (_, None) => Statement::Each(name, list, body),
            _ => return None,
        })
    }

    /// `(int i = 0; i < n; i++)`
    fn loop_of_three(&mut self, indent: usize) -> Option<Statement<'t>> {
        self.expect("(")?;
        let _ = ["let", "var", "int", "auto"].iter().any(|word| self.skip(word));
        let name = self.name()?;
        self.expect("=")?;
        let from = self.expression(0)?;
        self.expect(";")?;
        (self.name()? == name).then_some(())?;
        let is_below = self.skip("<");
        (is_below || self.skip("<=")).then_some(())?;
        let to = self.expression(0)?;
        self.expect(";")?;
        let before = self.skip("++");
        (self.name()? == name).then_some(())?;
        if !before && !self.skip("++") {
            self.expect("+=")?;
            (self.expression(0)? == Expr::Written("1")).then_some(())?;
        }
        self.expect(")")?;
        let body = self.block(indent)?;
        let below = if is_below { to } else { Expr::Binary("+", Box::new(to), Box::new(Expr::Written("1"))) };
        Some(Statement::Count(name, from, below, body))
    }

    /// A body: in braces, up to `end`, or indented behind a colon.
    fn block(&mut self, indent: usize) -> Option<Vec<Statement<'t>>> {
        if self.skip("{") {
            return self.statements(|p| p.skip("}"), |_| true, indent);
        }
        if self.skip(":") {
            let Kind::Line(inner) = *self.kind() else {
                return Some(vec![self.statement(indent)?]);
            };
            if inner <= indent {
                return None;
            }
            // The line that goes on further left is behind it.
            return self.statements(
                |p| *p.kind() == Kind::End || matches!(*p.kind(), Kind::Line(n) if n <= indent),
                |n| n == inner,
                inner,
            );
        }
        let _ = self.skip("do") || self.skip("then");
        let body = self.until_word(indent)?;
        self.expect("end")?;
        Some(body)
    }

    /// Statements up to `end`, `else` or `elseif`.
    fn until_word(&mut self, indent: usize) -> Option<Vec<Statement<'t>>> {
        let is_end = |p: &mut Self| {
            let words = ["end", "else", "elseif"];
            let is_word = |kind: &Kind<'_>| matches!(kind, Kind::Word(w) if words.contains(w));
            if matches!(p.kind(), Kind::Line(_)) && is_word(p.kind_behind(1)) {
                p.at += 1;
            }
            is_word(p.kind())
        };
        self.statements(is_end, |_| true, indent)
    }

    /// Statements on lines of their own or with `;` between them. `is_end` goes behind what ends them.
    fn statements(
        &mut self,
        is_end: impl Fn(&mut Self) -> bool,
        is_line: impl Fn(usize) -> bool,
        indent: usize,
    ) -> Option<Vec<Statement<'t>>> {
        let mut statements = Vec::new();
        loop {
            if is_end(self) {
                return Some(statements);
            }
            match *self.kind() {
                Kind::Line(n) if is_line(n) => self.at += 1,
                Kind::Operator(";") => self.at += 1,
                Kind::Line(_) | Kind::End => return None,
                _ => statements.push(self.statement(indent)?),
            }
        }
    }
}
