//! Expressions of another language as they are written here.

use super::{MODULES, PRINTERS, TEXTS, Writer};
use crate::advice::newcomer::elsewhere;
use crate::advice::newcomer::foreign::tree::{Argument, Expr};

impl Writer<'_> {
    pub(super) fn value(&mut self, expression: &Expr<'_>) -> Option<String> {
        Some(match expression {
            Expr::Written(text) => (*text).to_string(),
            Expr::Name(name) => (*name).to_string(),
            Expr::Truth(truth) => if *truth { "t" } else { "nil" }.to_string(),
            Expr::Text(text) => written(text),
            Expr::Template(_) => self.text_of(&[expression])?,
            Expr::Call(f, arguments) => self.call(f, arguments)?,
            Expr::Field(object, "length" | "size") => format!("(length {})", self.value(object)?),
            Expr::Field(object, name) => format!("(table-ref {} '{name})", self.value(object)?),
            Expr::Index(object, key) => {
                if let Some((array, row)) = element_of(object).filter(|_| !is_text(key)) {
                    return Some(format!("(aref {} {} {})", self.value(array)?, self.value(row)?, self.value(key)?));
                }
                let object = self.value(object)?;
                match &**key {
                    key if is_text(key) => format!("(table-ref {object} {})", self.value(key)?),
                    Expr::Minus(number) if **number == Expr::Written("1") => format!("(last {object})"),
                    Expr::Minus(_) => return None,
                    key => format!("(nth {} {object})", self.value(key)?),
                }
            }
            Expr::Binary("mod", format, values) if is_text(format) => {
                let Expr::Text(control) = **format else { return None };
                let values = match &**values {
                    Expr::List(values) => values.iter().collect(),
                    value => vec![value],
                };
                let values: Option<Vec<String>> = values.into_iter().map(|value| self.value(value)).collect();
                format!("(format nil {} {})", directives(control)?, values?.join(" "))
            }
            Expr::Binary("+", ..) if operands("+", expression).into_iter().any(is_text) => {
                self.text_of(&operands("+", expression))?
            }
            Expr::Binary("..", ..) => self.text_of(&operands("..", expression))?,
            Expr::Binary("=", a, b) if **b == Expr::Truth(false) => format!("(null? {})", self.value(a)?),
            Expr::Binary(operator @ ("+" | "*" | "and" | "or"), ..) => {
                let operands: Option<Vec<String>> =
                    operands(operator, expression).into_iter().map(|operand| self.value(operand)).collect();
                format!("({operator} {})", operands?.join(" "))
            }
            Expr::Binary(operator, a, b) => match (&**a, *operator) {
                // `1 < x < 10`
                (Expr::Binary(inner, first, second), "<" | ">" | "<=" | ">=") if inner == operator => {
                    format!("({operator} {} {} {})", self.value(first)?, self.value(second)?, self.value(b)?)
                }
                _ => format!("({operator} {} {})", self.value(a)?, self.value(b)?),
            },
            Expr::Not(value) => format!("(not {})", self.value(value)?),
            Expr::Minus(value) => match &**value {
                Expr::Written(number) => format!("-{number}"),
                value => format!("(- {})", self.value(value)?),
            },
            Expr::Choice(parts) => {
                let parts: Option<Vec<String>> = parts.iter().map(|part| self.value(part)).collect();
                format!("(if {})", parts?.join(" "))
            }
            Expr::List(elements) => {
                let values: Option<Vec<String>> = elements.iter().map(|e| self.value(e)).collect();
                let is_constant = elements.iter().all(|e| matches!(e, Expr::Written(_) | Expr::Text(_)));
                if is_constant { format!("'({})", values?.join(" ")) } else { format!("(list {})", values?.join(" ")) }
            }
            Expr::Table(entries) if entries.is_empty() => "(make-table)".to_string(),
            Expr::Table(entries) => self.table(entries)?,
            Expr::Function(parameters, body) => {
                let list = self.parameters(parameters)?;
                format!("(lambda ({list}) {})", self.function_body("", parameters, body)?)
            }
            Expr::Comprehension(value, name, list, test) => {
                let list = self.value(list)?;
                let list = match test {
                    Some(test) => format!("(filter (lambda ({name}) {}) {list})", self.value(test)?),
                    None => list,
                };
                match &**value {
                    Expr::Name(value) if value == name => list,
                    value => format!("(map-with (lambda ({name}) {}) {list})", self.value(value)?),
                }
            }
        })
    }

    fn table(&mut self, entries: &[(Expr<'_>, Expr<'_>)]) -> Option<String> {
        let is_constant = entries.iter().all(|(_, value)| matches!(value, Expr::Written(_) | Expr::Text(_)));
        let mut written = Vec::new();
        for (key, value) in entries {
            let value = self.value(value)?;
            written.push(match key {
                Expr::Name(key) if is_constant => format!("({key} {value})"),
                Expr::Name(key) => format!("(list '{key} {value})"),
                key if is_constant => format!("({} {value})", self.value(key)?),
                key => format!("(list {} {value})", self.value(key)?),
            });
        }
        let entries = written.join(" ");
        Some(if is_constant {
            format!("(list->table '({entries}))")
        } else {
            format!("(list->table (list {entries}))")
        })
    }

    /// A sum, worked out if it is one of two numbers.
    pub(super) fn sum(&mut self, expression: &Expr<'_>) -> Option<String> {
        if let Expr::Binary("+", a, b) = expression
            && let (Expr::Written(a), Expr::Written(b)) = (&**a, &**b)
            && let (Ok(a), Ok(b)) = (a.parse::<i32>(), b.parse::<i32>())
        {
            return Some(a.saturating_add(b).to_string());
        }
        self.value(expression)
    }

    /// The numbers from one to below another.
    pub(super) fn numbers(&mut self, from: &Expr<'_>, below: &Expr<'_>) -> Option<String> {
        let (from, below) = (self.value(from)?, self.sum(below)?);
        let count = match (from.parse::<i32>(), below.parse::<i32>()) {
            (Ok(from), Ok(below)) => below.saturating_sub(from).max(0).to_string(),
            // From one to a number is as many as that.
            _ if from == "1" && below.strip_prefix("(+ ").is_some_and(|sum| sum.ends_with(" 1)")) => {
                below.strip_prefix("(+ ")?.strip_suffix(" 1)")?.to_string()
            }
            _ => format!("(- {below} {from})"),
        };
        Some(format!("(iota {count} {from})"))
    }

    pub(super) fn call(&mut self, f: &Expr<'_>, arguments: &[Argument<'_>]) -> Option<String> {
        let name = match f {
            Expr::Name(name) => *name,
            Expr::Field(object, name) => match &**object {
                Expr::Name(module) if MODULES.contains(module) => match (*module, *name) {
                    ("console", "log" | "info") | ("io", "write") => "print",
                    (_, name) => name,
                },
                Expr::Field(..) if matches!(*name, "println" | "print") => "print",
                object => return self.method(object, name, arguments),
            },
            // What is called is a value.
            _ => "",
        };
        if PRINTERS.contains(&name) {
            return self.printed(arguments);
        }
        if arguments.iter().any(|argument| argument.name.is_some()) {
            return None;
        }
        let values: Option<Vec<String>> = arguments.iter().map(|argument| self.value(&argument.value)).collect();
        let values = values?;
        let known = if name.is_empty() { self.value(f)? } else { self.called(name).to_string() };
        Some(match (name, values.as_slice()) {
            (name, _) if !name.is_empty() && (self.is_known)(name) => format!("({})", joined(name, &values)),
            (name, [x]) if TEXTS.contains(&name) => format!("(format nil \"~a\" {x})"),
            ("int", [x]) if x == "(read-line)" => format!("(string->number {x})"),
            ("input", _) => "(read-line)".to_string(),
            ("sum", [list]) => format!("(apply + {list})"),
            ("sorted", [list]) => format!("(sort {list} <)"),
            ("range", [to]) => format!("(iota {to})"),
            ("range", [_, _]) => self.numbers(&arguments.first()?.value, &arguments.get(1)?.value)?,
            ("range", _) => return None,
            ("printf", [control, values @ ..]) if control.starts_with('"') => {
                let control = directives(control.trim_matches('"'))?;
                format!("(format t {})", joined(&control, values))
            }
            ("randint", [from, to]) => match (from.parse::<i32>(), to.parse::<i32>()) {
                (Ok(from), Ok(to)) => format!("(+ {from} (random {}))", to.saturating_sub(from).saturating_add(1)),
                _ => format!("(+ {from} (random (- {to} {from} -1)))"),
            },
            _ => format!("({})", joined(&known, &values)),
        })
    }

    /// What a function of another language is called here.
    fn called<'n>(&self, name: &'n str) -> &'n str {
        if (self.is_known)(name) {
            return name;
        }
        elsewhere::name(name).unwrap_or(name)
    }

    fn method(&mut self, object: &Expr<'_>, name: &str, arguments: &[Argument<'_>]) -> Option<String> {
        if arguments.iter().any(|argument| argument.name.is_some()) {
            return None;
        }
        if let (Expr::Text(control), "format") = (object, name) {
            let values: Option<Vec<String>> = arguments.iter().map(|a| self.value(&a.value)).collect();
            return Some(format!("(format nil {})", joined(&written(&control.replace("{}", "~a")), &values?)));
        }
        let object = self.value(object)?;
        let values: Option<Vec<String>> = arguments.iter().map(|argument| self.value(&argument.value)).collect();
        let values = values?;
        Some(match (name, values.as_slice()) {
            ("upper" | "toUpperCase" | "upcase", []) => format!("(string-upcase {object})"),
            ("lower" | "toLowerCase" | "downcase", []) => format!("(string-downcase {object})"),
            ("strip" | "trim", []) => format!("(string-trim {object})"),
            ("length" | "size" | "len", []) => format!("(length {object})"),
            ("keys", []) => format!("(table-keys {object})"),
            ("values", []) => format!("(table-values {object})"),
            ("pop", []) => format!("(pop! {object})"),
            ("append" | "push", [x]) => format!("(append {object} (list {x}))"),
            ("split", [mark]) => format!("(string-split {object} {mark})"),
            ("join", [list]) if object.starts_with('"') => format!("(string-join {list} {object})"),
            ("join", [mark]) => format!("(string-join {object} {mark})"),
            ("map", [f]) => format!("(map-with {f} {object})"),
            ("filter", [f]) => format!("(filter {f} {object})"),
            ("forEach" | "each", [f]) => format!("(for-each {f} {object})"),
            ("includes" | "contains", [x]) => format!("(member? {x} {object})"),
            ("startswith" | "startsWith", [x]) => format!("(string-prefix? {x} {object})"),
            ("endswith" | "endsWith", [x]) => format!("(string-suffix? {x} {object})"),
            ("get", [key, ..]) => format!("(table-ref {object} {key}{})", rest_of(&values)),
            (name, values) => {
                let all: Vec<String> = std::iter::once(object).chain(values.iter().cloned()).collect();
                format!("({})", joined(self.called(name), &all))
            }
        })
    }

    /// What is printed: a value as it is, several or a text with values in it by `format`.
    fn printed(&mut self, arguments: &[Argument<'_>]) -> Option<String> {
        let values: Vec<&Expr<'_>> = arguments.iter().filter(|a| a.name.is_none()).map(|a| &a.value).collect();
        let end = arguments.iter().find_map(|a| (a.name? == "end").then_some(&a.value));
        let line = match end {
            None => "~%",
            Some(Expr::Text("")) => "",
            Some(Expr::Text(" ")) => " ",
            Some(_) => return None,
        };
        if arguments.iter().filter_map(|a| a.name).any(|name| name != "end") {
            return None;
        }
        match values.as_slice() {
            [] => Some("(newline)".to_string()),
            [value]
                if line == "~%" && (!is_text(value) || matches!(value, Expr::Text(_))) && !is_concatenation(value) =>
            {
                Some(format!("(print {})", self.value(value)?))
            }
            [value] if line.is_empty() && !is_concatenation(value) => Some(format!("(display {})", self.value(value)?)),
            values => {
                let (mut control, mut shown) = (String::new(), Vec::new());
                for (at, value) in values.iter().enumerate() {
                    control += if at > 0 { " " } else { "" };
                    self.pieces(value, &mut control, &mut shown)?;
                }
                Some(format!("(format t {})", joined(&format!("\"{control}{line}\""), &shown)))
            }
        }
    }

    /// A text that is put together.
    pub(super) fn text_of(&mut self, operands: &[&Expr<'_>]) -> Option<String> {
        let (mut control, mut shown) = (String::new(), Vec::new());
        operands.iter().try_for_each(|operand| self.pieces(operand, &mut control, &mut shown))?;
        Some(format!("(format nil {})", joined(&format!("\"{control}\""), &shown)))
    }

    /// What a value is in a string of `format`, and the values that are put into it.
    fn pieces(&mut self, value: &Expr<'_>, control: &mut String, shown: &mut Vec<String>) -> Option<()> {
        match value {
            Expr::Text(text) => *control += &inside(text),
            Expr::Template(pieces) => {
                for (text, value) in pieces {
                    *control += &inside(text);
                    if let Some(value) = value {
                        *control += "~a";
                        shown.push(self.value(value)?);
                    }
                }
            }
            Expr::Binary(operator @ ("+" | ".."), ..) if is_concatenation(value) => {
                operands(operator, value).into_iter().try_for_each(|operand| self.pieces(operand, control, shown))?;
            }
            Expr::Call(f, arguments) => match (&**f, arguments.as_slice()) {
                (Expr::Name(name), [x]) if TEXTS.contains(name) => {
                    *control += "~a";
                    shown.push(self.value(&x.value)?);
                }
                _ => {
                    *control += "~a";
                    shown.push(self.value(value)?);
                }
            },
            value => {
                *control += "~a";
                shown.push(self.value(value)?);
            }
        }
        Some(())
    }
}

/// The operands of operators of one kind in a row.
fn operands<'e, 't>(operator: &str, expression: &'e Expr<'t>) -> Vec<&'e Expr<'t>> {
    match expression {
        Expr::Binary(o, a, b) if *o == operator => {
            let mut all = operands(operator, a);
            all.push(b);
            all
        }
        other => vec![other],
    }
}

/// The object and the index of `object[index]`.
fn element_of<'e, 't>(expression: &'e Expr<'t>) -> Option<(&'e Expr<'t>, &'e Expr<'t>)> {
    match expression {
        Expr::Index(object, index) if !is_text(index) => Some((object, index)),
        _ => None,
    }
}

/// Is it certainly a text?
pub(super) fn is_text(expression: &Expr<'_>) -> bool {
    match expression {
        Expr::Text(_) | Expr::Template(_) => true,
        Expr::Call(f, _) => matches!(**f, Expr::Name(name) if TEXTS.contains(&name)),
        other => is_concatenation(other),
    }
}

fn is_concatenation(expression: &Expr<'_>) -> bool {
    match expression {
        Expr::Binary("..", ..) => true,
        Expr::Binary("+", ..) => operands("+", expression).into_iter().any(is_text),
        _ => false,
    }
}

/// A string of another language as one of here.
fn written(text: &str) -> String {
    let mut string = String::from("\"");
    let mut is_escaped = false;
    for c in text.chars() {
        if c == '"' && !is_escaped {
            string.push('\\');
        }
        if is_escaped && c == '\'' {
            string.pop();
        }
        is_escaped = c == '\\' && !is_escaped;
        string.push(c);
    }
    string.push('"');
    string
}

/// The same without its quotes, for `format`.
fn inside(text: &str) -> String {
    let string = written(text).replace('~', "~~");
    string.get(1..string.len() - 1).unwrap_or("").to_string()
}

/// What `%d` and its like are for `format`.
fn directives(control: &str) -> Option<String> {
    let mut string = String::new();
    let mut chars = control.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('%', Some('d' | 's' | 'i' | 'v')) => {
                chars.next();
                string += "~a";
            }
            ('%', _) => return None,
            ('\\', Some('n')) => {
                chars.next();
                string += "~%";
            }
            ('~', _) => string += "~~",
            (c, _) => string.push(c),
        }
    }
    Some(written(&string))
}

fn joined(first: &str, rest: &[String]) -> String {
    std::iter::once(first).chain(rest.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

fn rest_of(values: &[String]) -> String {
    values.iter().skip(1).map(|value| format!(" {value}")).collect()
}
