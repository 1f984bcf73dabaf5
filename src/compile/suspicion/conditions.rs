//! Tests that are always true or never, and loops whose heads mean something else.

use super::is_among;
use crate::compile::expand::Expander;
use crate::compile::ir::VarId;
use crate::compile::parts::Item;
use crate::fault::{Code, Condition, Res};
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Functions whose value is a number, which is never false: how many of something, ...
const COUNTS: &str = "\
    array-length bit-count count count-candidates length string-length table-count";

/// ... and others.
const NUMBERS: &str = "\
    % * + - / 1+ 1- abs bit-and bit-or bit-xor expt gcd isqrt lcm max min mod modulo quotient random rem remainder \
    round sqrt square truncate floor ceiling";

/// Functions whose value is a list, if not nil.
const LISTS: &str = "\
    best-cells board->constraints candidates filter iota keep-if map-with peers reverse sort string->list units";

/// Is the value of a function of the library always a number?
pub(super) fn is_number(function: &str) -> bool {
    is_among(function, COUNTS) || is_among(function, NUMBERS)
}

/// Levels of `not`, `and` and `or` that a test is looked for in.
const MOST_CONNECTIVES: usize = 8;

impl Expander<'_> {
    /// Looks at a test of which the value can only be a number: 0 is as true as all others.
    pub fn suspect_condition(&mut self, test: Item) -> Res<()> {
        self.suspect_within(test, MOST_CONNECTIVES)
    }

    fn suspect_within(&mut self, test: Item, levels: usize) -> Res<()> {
        if levels == 0 || !test.value.is_pair() || !self.is_suspect(test.span) {
            return Ok(());
        }
        let Some((written, value)) = self.given_head(test.value) else { return Ok(()) };
        let name = match value.kind() {
            Kind::NATIVE => self.vm.rt.procedure_name(value).unwrap_or(""),
            Kind::SPECIAL => written,
            _ => return Ok(()),
        };
        if matches!(name, "not" | "and" | "or") {
            for part in self.items(test)?.iter().skip(1) {
                self.suspect_within(*part, levels - 1)?;
            }
            return Ok(());
        }
        let comparison = match name {
            _ if is_among(name, COUNTS) => ">",
            _ if is_among(name, NUMBERS) => "/=",
            _ => return Ok(()),
        };
        let form = self.shown(test.span);
        let problem = format!("as a test, `{form}` is always true: it is a number, and 0 is as true as the others");
        let nothing = if self.dialect.has_false { "#f" } else { "nil" };
        let help = format!("only {nothing} is false; numbers are compared: ({comparison} {form} 0)");
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(test.span).with_help(help))
    }

    /// Looks at the function that compares two elements: is its value a number, as in other languages?
    pub(super) fn suspect_order(&mut self, function: Item) -> Res<()> {
        let parts = self.items(function)?;
        let Some(&value) = parts.get(2..).and_then(<[Item]>::last).filter(|value| value.value.is_pair()) else {
            return Ok(());
        };
        let name = match self.given_head(value.value) {
            Some((_, value)) if value.is(Kind::NATIVE) => self.vm.rt.procedure_name(value).unwrap_or(""),
            _ => return Ok(()),
        };
        let parameters = parts.get(1).map_or(Value::NIL, |list| list.value);
        let is_of_two = parameters.is_pair() && self.vm.rt.heap.cdr(parameters).is_pair();
        if !is_of_two || !is_number(name) || !self.is_suspect(value.span) {
            return Ok(());
        }
        let form = self.shown(value.span);
        let problem = format!("`{form}` is a number, and each number is as true as another: that is no order");
        let meant = match form.strip_prefix("(- ") {
            Some(operands) => format!("(< {operands}"),
            None => "(< a b)".to_string(),
        };
        let help = format!("sort asks whether the first of two elements comes before the second: {meant}");
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(value.span).with_help(help))
    }

    /// Warns where a character, of `string->list` or `string-ref`, is compared with a string.
    pub fn suspect_character(&mut self, args: &[Item], span: Span) -> Res<()> {
        let (name, string) = match *args {
            [a, b] if b.value.is(Kind::STRING) => (a, b),
            [a, b] if a.value.is(Kind::STRING) => (b, a),
            _ => return Ok(()),
        };
        let text = self.vm.rt.heap.as_str(string.value).unwrap_or("");
        let mut characters = text.chars();
        let (Some(c), None) = (characters.next(), characters.next()) else { return Ok(()) };
        if !self.is_suspect(span) || !self.text_of(span).starts_with("(= ") || !self.is_character(name, span) {
            return Ok(());
        }
        let shown = match c {
            ' ' => "space".to_string(),
            '\n' => "newline".to_string(),
            c => c.to_string(),
        };
        let (name, form) = (self.shown(name.span), self.shown(span));
        let problem = format!("`{form}` is never true: {name} is a character, and no string");
        let help = format!("a character is written #\\{shown}: (= {name} #\\{shown})");
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(span).with_help(help))
    }

    /// Warns where the event that `observe` is told, a symbol, is compared with a string.
    pub fn suspect_event(&mut self, args: &[Item], span: Span) -> Res<()> {
        let (event, string) = match *args {
            [a, b] if b.value.is(Kind::STRING) => (a, b),
            [a, b] if a.value.is(Kind::STRING) => (b, a),
            _ => return Ok(()),
        };
        let Some(name) = event.value.as_symbol().filter(|_| self.is_suspect(span)) else { return Ok(()) };
        let name = self.vm.rt.name(name).to_string();
        let source = self.vm.rt.sources.get(span.source());
        let before = source.and_then(|source| source.text.get(..span.start() as usize)).unwrap_or("");
        let form = before.rfind("(defproc ").and_then(|at| before.get(at..)).unwrap_or("");
        if !form.starts_with(&format!("(defproc observe ({name} ")) || !self.text_of(span).starts_with("(= ") {
            return Ok(());
        }
        let text = self.vm.rt.heap.as_str(string.value).unwrap_or("").to_string();
        let shown = self.shown(span);
        let problem = format!("`{shown}` is never true: {name} is a symbol, and no string");
        let help = match text.as_str() {
            "try" | "fail" | "solution" => format!("a symbol is written with a quote: (= {name} '{text})"),
            _ => format!("the events are 'try, 'fail and 'solution: (= {name} 'fail)"),
        };
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(span).with_help(help))
    }

    /// Is an operand a character, as it is bound in the form around a place?
    fn is_character(&self, operand: Item, span: Span) -> bool {
        if operand.value.is_pair() {
            return self.text_of(operand.span).starts_with("(string-ref ");
        }
        let Some(name) = operand.value.as_symbol().filter(|&name| self.lookup(name).is_some()) else { return false };
        let Some(source) = self.vm.rt.sources.get(span.source()) else { return false };
        let (before, behind) = source.text.split_at_checked(span.start() as usize).unwrap_or_default();
        let before = before.rfind("\n(").and_then(|line| before.get(line..)).unwrap_or(before);
        let behind = behind.find("\n(").and_then(|line| behind.get(..line)).unwrap_or(behind);
        let name = self.vm.rt.name(name);
        let bound = ["(string->list ", "(string-ref "].iter().any(|of| before.contains(&format!("({name} {of}")));
        // The function is the last one that has begun, and is called with the characters behind it.
        let function = before.rfind("(lambda (").and_then(|at| before.get(at..));
        bound
            || function.is_some_and(|f| f.starts_with(&format!("(lambda ({name}) ")) && !f.contains("(let"))
                && behind.contains(") (string->list ")
    }

    /// Looks at the bindings of a `let`, whose body has been expanded: in other languages, what `*name*` is bound to is
    /// seen by the functions that the body calls.
    pub fn suspect_dynamic(&mut self, bindings: Item, names: &[(Symbol, VarId)]) -> Res<()> {
        if self.dialect != Dialect::CORE || !self.is_suspect(bindings.span) {
            return Ok(());
        }
        for &(symbol, v) in names {
            let name = self.vm.rt.name(symbol);
            let is_marked = name.len() > 2 && name.starts_with('*') && name.ends_with('*');
            if !is_marked || self.ir.var(v).mentioned.is_some() {
                continue;
            }
            let Some(cell) = self.vm.find_cell(self.module, symbol) else { continue };
            if self.vm.globals.value(cell) == Value::UNBOUND {
                continue;
            }
            let problem =
                format!("this `{name}` is seen in the body only: functions that are called there see the global one");
            let help = format!("(setq {name} ...) changes the global one; or it is handed over as a parameter");
            let c = Condition::by("let", Code::DoubtfulClause, problem);
            self.vm.warn(c.at(bindings.span).with_help(help))?;
        }
        Ok(())
    }

    /// Looks at the head of `dotimes`, whether a range was meant: `(i 1 10)`.
    pub fn suspect_range(&mut self, variable: Symbol, count: Item, result: Option<Item>) -> Res<()> {
        let Some(result) = result.filter(|_| self.dialect == Dialect::CORE && self.is_suspect(count.span)) else {
            return Ok(());
        };
        let Some(from) = count.value.as_fixnum() else { return Ok(()) };
        let to = result.value.as_fixnum();
        // What a loop returns is hardly ever a number that is written there; what runs once at most is no loop.
        let is_name = result.value.as_symbol().is_some_and(|name| name != variable) && from <= 1;
        if to.is_none() && !is_name {
            return Ok(());
        }
        let end = self.shown(result.span);
        let times = match from {
            ..=0 => "not at all".to_string(),
            1 => "once, for 0".to_string(),
            _ => format!("{from} times, from 0"),
        };
        let problem = format!("`{end}` is the value of this loop, and not where it ends: it runs {times}");
        let help = match (from, to) {
            (0, _) => format!("to count from 0, the end alone is written: (dotimes (i {end}) ...)"),
            (_, Some(to)) => {
                let numbers = to.saturating_sub(from).max(0);
                format!("to count from {from} to {}: (dolist (i (iota {numbers} {from})) ...)", to.saturating_sub(1))
            }
            (_, None) => format!("to count from {from} on: (dolist (i (iota (- {end} {from}) {from})) ...)"),
        };
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(result.span).with_help(help))
    }

    /// Looks at a loop whose head has all that it consists of: `(dolist (x list (print x)))`.
    pub fn suspect_bodiless(&mut self, form: Item, args: &[Item], result: Option<Item>) -> Res<()> {
        let (Some(result), [head]) = (result.filter(|r| r.value.is_pair()), args) else { return Ok(()) };
        let written = self.text_of(result.span);
        if self.dialect != Dialect::CORE || !self.is_suspect(form.span) || !written.starts_with('(') {
            return Ok(());
        }
        let shown = self.shown(result.span);
        let problem = format!("this loop has no body: `{shown}` is its value, and evaluated once, at its end");
        let before = head.span.up_to(result.span.start());
        let loop_ = self.text_of(form.span.up_to(head.span.start()));
        let help = format!(
            "does the parenthesis of its head close too late? {loop_}{}) {shown})",
            self.text_of(before).trim_end()
        );
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(result.span).with_help(help))
    }

    /// Warns where a variable of a store is compared with a number, outside of a condition that is posted: it is none.
    pub fn suspect_comparison(&mut self, args: &[Item], span: Span) -> Res<()> {
        let name = match *args {
            [a, b] if b.value.is_fixnum() => a.value.as_symbol(),
            [a, b] if a.value.is_fixnum() => b.value.as_symbol(),
            _ => None,
        };
        let has_stores = |_: &Symbol| self.vm.loader.loaded.iter().any(|(module, _)| module == "constraints");
        let Some(name) = name.filter(has_stores) else { return Ok(()) };
        let is_written = self.text_of(span).starts_with("(= ");
        if !is_written || !self.is_suspect(span) || !self.is_variable_of_store(name, span) {
            return Ok(());
        }
        let (name, form) = (self.vm.rt.name(name), self.shown(span));
        let problem = format!("`{form}` is never true: {name} is a variable of a store, and no number");
        let help =
            format!("(value store {name}) is its value, if it has one; a condition is posted: (post! store {form})");
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(span).with_help(help))
    }

    /// Warns where the list that a function of the library returns is compared with a number: `(= (candidates b c) 1)`.
    pub fn suspect_list(&mut self, args: &[Item], span: Span) -> Res<()> {
        let (call, number) = match *args {
            [a, b] if b.value.is_fixnum() && a.value.is_pair() => (a, b),
            [a, b] if a.value.is_fixnum() && b.value.is_pair() => (b, a),
            _ => return Ok(()),
        };
        if self.dialect != Dialect::CORE || !self.is_suspect(span) || !self.text_of(span).starts_with("(= ") {
            return Ok(());
        }
        let function = match self.given_head(call.value) {
            Some((name, _)) if is_among(name, LISTS) => name.to_string(),
            _ => return Ok(()),
        };
        let (form, list, number) = (self.shown(span), self.shown(call.span), self.shown(number.span));
        let problem = format!("`{form}` is never true: what {function} returns is a list, and no number");
        let help = match function.as_str() {
            "candidates" => format!(
                "(= {list} '({number})) asks whether {number} alone is left, (member? {number} {list}) whether it is \
                 possible"
            ),
            _ => format!(
                "(= (length {list}) {number}) asks how many, (member? {number} {list}) whether it is among them"
            ),
        };
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(span).with_help(help))
    }

    /// Is the name that of a variable of a store: by its value, or as it is bound in the form around a place?
    fn is_variable_of_store(&self, name: Symbol, span: Span) -> bool {
        if self.lookup(name).is_none() {
            let cell = self.vm.find_cell(self.module, name);
            return cell.is_some_and(|cell| self.vm.globals.value(cell).is(Kind::VARIABLE));
        }
        let Some(source) = self.vm.rt.sources.get(span.source()) else { return false };
        let before = source.text.get(..span.start() as usize).unwrap_or("");
        let form = before.rfind("\n(").and_then(|line| before.get(line..)).unwrap_or(before);
        form.contains(&format!("({} (variable ", self.vm.rt.name(name)))
    }
}
