//! Statements of another language as they are written here.

mod values;

use values::is_text;

use super::tree::{Argument, Expr, Parameter, Statement};

/// Functions of other languages that print their arguments and end the line.
const PRINTERS: [&str; 6] = ["print", "println", "puts", "echo", "disp", "alert"];

/// What makes a text of a value: texts are put together by `format`, which does that.
const TEXTS: [&str; 4] = ["str", "String", "tostring", "string"];

/// What other languages have before the point of a function's name.
const MODULES: [&str; 8] = ["math", "Math", "string", "table", "os", "io", "console", "System"];

pub(super) struct Writer<'k> {
    is_known: &'k dyn Fn(&str) -> bool,
    /// Are bodies left out?
    is_short: bool,
    /// Names that the function has which is being written, if one is.
    locals: Option<Vec<String>>,
    /// Does the function that is being written return anywhere but at its end?
    leaves: bool,
    /// The name of the function that is being written.
    function: String,
    /// Loops around what is being written, within its function.
    loops: usize,
}

impl<'k> Writer<'k> {
    pub fn new(is_known: &'k dyn Fn(&str) -> bool, is_short: bool) -> Writer<'k> {
        Writer { is_known, is_short, locals: None, leaves: false, function: String::new(), loops: 0 }
    }

    // ---- statements

    pub fn statement(&mut self, statement: &Statement<'_>) -> Option<String> {
        Some(match statement {
            Statement::Value(Expr::Call(f, arguments)) => match (&**f, arguments.as_slice()) {
                (Expr::Field(object, method), arguments) => match self.change_by_method(object, method, arguments) {
                    Some(change) => change,
                    None => self.call(f, arguments)?,
                },
                (_, arguments) => self.call(f, arguments)?,
            },
            Statement::Value(value) => self.value(value)?,
            Statement::Assign(target, value) => match (target, value) {
                (Expr::Name(name), Expr::Function(parameters, body)) if self.locals.is_none() => {
                    return self.definition(name, parameters, body);
                }
                (Expr::Name(name), value) => format!("(setq {name} {})", self.value(value)?),
                (place, value) => {
                    let value = self.value(value)?;
                    self.set(place, &value)?
                }
            },
            Statement::Change(operator, target, amount) => self.change(operator, target, amount)?,
            Statement::Define(name, parameters, body) => self.definition(name, parameters, body)?,
            Statement::If(branches, otherwise) => self.branches(branches, otherwise, false)?,
            Statement::While(test, body) => format!("(while {}{})", self.value(test)?, self.looped(body, &[])?),
            Statement::Each(name, list, body) => {
                format!("(dolist ({name} {}){})", self.value(list)?, self.looped(body, &[name])?)
            }
            Statement::Entries(key, value, table, body) => {
                format!("(dotable ({key} {value} {}){})", self.value(table)?, self.looped(body, &[key, value])?)
            }
            Statement::Count(name, Expr::Written("0"), below, body) => {
                format!("(dotimes ({name} {}){})", self.sum(below)?, self.looped(body, &[name])?)
            }
            Statement::Count(name, from, below, body) => {
                let numbers = self.numbers(from, below)?;
                format!("(dolist ({name} {numbers}){})", self.looped(body, &[name])?)
            }
            Statement::Return(value) => {
                let value = value.as_ref().map_or(Some("nil".to_string()), |value| self.value(value))?;
                if self.function.is_empty() {
                    return None;
                }
                self.leaves = true;
                format!("(return-from {} {value})", self.function)
            }
            Statement::Break if self.loops > 0 => "(return)".to_string(),
            Statement::Break => return None,
            Statement::Nothing => "nil".to_string(),
        })
    }

    /// Statements one after the other; what the first of them bind is bound around the others. `is_last`: the value of
    /// the last is that of the function.
    fn body(&mut self, statements: &[Statement<'_>], is_last: bool) -> Option<Vec<String>> {
        let mut forms = Vec::new();
        for (at, statement) in statements.iter().enumerate() {
            let behind = statements.get(at + 1..).unwrap_or(&[]);
            match statement {
                Statement::Nothing => {}
                Statement::Return(value) if is_last => {
                    forms.extend(value.as_ref().map(|value| self.value(value)).unwrap_or(Some("nil".to_string())));
                    return (!forms.is_empty()).then_some(forms);
                }
                Statement::Assign(Expr::Name(name), value) if self.is_new(name) => {
                    let value = self.value(value)?;
                    self.locals.get_or_insert_default().push((*name).to_string());
                    let inner = self.body(behind, is_last)?;
                    forms.push(format!("(let (({name} {value})) {})", inner.join(" ")));
                    return Some(forms);
                }
                // What comes behind a branch that returns is what is done otherwise.
                Statement::If(branches, otherwise)
                    if is_last
                        && otherwise.is_empty()
                        && !behind.is_empty()
                        && branches.iter().all(|(_, body)| matches!(body.last(), Some(Statement::Return(_)))) =>
                {
                    forms.push(self.branches(branches, behind, true)?);
                    return Some(forms);
                }
                Statement::If(branches, otherwise) if is_last && behind.is_empty() => {
                    forms.push(self.branches(branches, otherwise, true)?);
                }
                other => forms.push(self.statement(other)?),
            }
        }
        if forms.is_empty() {
            forms.push("nil".to_string());
        }
        Some(forms)
    }

    /// Is it assigned here for the first time in a function?
    fn is_new(&self, name: &str) -> bool {
        self.locals.as_ref().is_some_and(|locals| locals.iter().all(|local| local != name)) && !(self.is_known)(name)
    }

    fn looped(&mut self, body: &[Statement<'_>], names: &[&str]) -> Option<String> {
        if self.is_short {
            return Some(" expr...".to_string());
        }
        let before = self.locals.clone();
        if let Some(locals) = &mut self.locals {
            locals.extend(names.iter().map(|name| (*name).to_string()));
        }
        self.loops += 1;
        let forms = self.body(body, false);
        self.loops -= 1;
        self.locals = before;
        Some(format!(" {}", forms?.join(" ")))
    }

    fn branches(
        &mut self,
        branches: &[(Expr<'_>, Vec<Statement<'_>>)],
        otherwise: &[Statement<'_>],
        is_last: bool,
    ) -> Option<String> {
        let mut written = Vec::new();
        for (test, body) in branches {
            let test = self.value(test)?;
            written.push((test, self.branch(body, is_last)?));
        }
        let otherwise = if otherwise.is_empty() { Vec::new() } else { self.branch(otherwise, is_last)? };
        if let [(test, then)] = written.as_slice() {
            match (then.as_slice(), otherwise.as_slice()) {
                ([then], [otherwise]) => return Some(format!("(if {test} {then} {otherwise})")),
                ([then], []) => return Some(format!("(if {test} {then})")),
                (then, []) => return Some(format!("(when {test} {})", then.join(" "))),
                _ => {}
            }
        }
        let clauses: Vec<String> = written.iter().map(|(test, then)| format!("({test} {})", then.join(" "))).collect();
        let last = if otherwise.is_empty() { String::new() } else { format!(" (t {})", otherwise.join(" ")) };
        Some(format!("(cond {}{last})", clauses.join(" ")))
    }

    fn branch(&mut self, body: &[Statement<'_>], is_last: bool) -> Option<Vec<String>> {
        if self.is_short {
            return Some(vec!["expr...".to_string()]);
        }
        let before = self.locals.clone();
        let forms = self.body(body, is_last);
        self.locals = before;
        forms
    }

    fn definition(&mut self, name: &str, parameters: &[Parameter<'_>], body: &[Statement<'_>]) -> Option<String> {
        let list = self.parameters(parameters)?;
        Some(format!("(defproc {name} ({list}) {})", self.function_body(name, parameters, body)?))
    }

    fn function_body(&mut self, name: &str, parameters: &[Parameter<'_>], body: &[Statement<'_>]) -> Option<String> {
        if self.is_short {
            return Some("expr...".to_string());
        }
        let names = parameters.iter().map(|p| p.name.to_string());
        let locals = names.chain(self.locals.clone().into_iter().flatten()).collect();
        let mut inner = Writer {
            is_known: self.is_known,
            is_short: false,
            locals: Some(locals),
            leaves: false,
            function: name.to_string(),
            loops: 0,
        };
        let forms = inner.body(body, true)?.join(" ");
        Some(if inner.leaves { format!("(block {name} {forms})") } else { forms })
    }

    fn parameters(&mut self, parameters: &[Parameter<'_>]) -> Option<String> {
        let mut words = Vec::new();
        for Parameter { name, default } in parameters {
            match default {
                None => words.push((*name).to_string()),
                Some(default) => {
                    if !words.iter().any(|word| word == "&optional") {
                        words.push("&optional".to_string());
                    }
                    words.push(format!("({name} {})", self.value(default)?));
                }
            }
        }
        Some(words.join(" "))
    }

    /// `x += 1`
    fn change(&mut self, operator: &str, target: &Expr<'_>, amount: &Expr<'_>) -> Option<String> {
        if operator == "+" && is_text(amount) {
            let value = self.text_of(&[target, amount])?;
            let Expr::Name(name) = target else { return None };
            return Some(format!("(setq {name} {value})"));
        }
        let amount = self.value(amount)?;
        match (target, operator) {
            (Expr::Name(name), "+" | "-") => {
                let changer = if operator == "+" { "inc!" } else { "dec!" };
                let amount = if amount == "1" { String::new() } else { format!(" {amount}") };
                Some(format!("({changer} {name}{amount})"))
            }
            (Expr::Name(name), _) => Some(format!("(setq {name} ({operator} {name} {amount}))")),
            (place, _) => {
                let old = self.value(place)?;
                self.set(place, &format!("({operator} {old} {amount})"))
            }
        }
    }

    /// An element or field gets a value.
    fn set(&mut self, place: &Expr<'_>, value: &str) -> Option<String> {
        match place {
            Expr::Index(object, key) => {
                let setter = if is_text(key) { "table-set!" } else { "aset" };
                Some(format!("({setter} {} {} {value})", self.value(object)?, self.value(key)?))
            }
            Expr::Field(object, name) => Some(format!("(table-set! {} '{name} {value})", self.value(object)?)),
            _ => None,
        }
    }

    /// What a method does that changes its object.
    fn change_by_method(&mut self, object: &Expr<'_>, method: &str, arguments: &[Argument<'_>]) -> Option<String> {
        let Expr::Name(name) = object else { return None };
        match (method, arguments) {
            ("append" | "push" | "add" | "push_back", [x]) => {
                Some(format!("(setq {name} (append {name} (list {})))", self.value(&x.value)?))
            }
            ("table" | "insert", [x]) if *name == "table" => self.value(&x.value),
            ("sort", []) => Some(format!("(setq {name} (sort {name} <))")),
            ("reverse", []) => Some(format!("(setq {name} (reverse {name}))")),
            _ => None,
        }
    }
}
