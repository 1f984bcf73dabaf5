//! What a program cannot mean where it calls a function: an operator between its operands, names of parameters where
//! arguments are told by their order, two strings that have changed places; and a test of what is never nil.

use hashbrown::HashMap;

use crate::advice::infix_operator;
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId, Op, VarId};
use crate::compile::parts::Item;
use crate::fault::{Code, Condition, Res};
use crate::runtime::dialect::Dialect;
use crate::source::{Span, boundary_before};
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// Functions of the library whose first argument is a test.
const PREDICATES: [&str; 9] =
    ["filter", "keep-if", "remove-if", "find-if", "count-if", "position-if", "every?", "some?", "partition"];

/// Builtins that call the functions among their arguments.
const CALLERS: [&str; 1] = ["apply"];

/// Builtins that make a text of any value: a string is an operand like others for them.
const PRINTERS: [&str; 5] = ["print", "display", "write", "format", "error"];

/// What functions of other languages that print take by name.
const WORDS_OF_PRINTERS: [&str; 4] = ["sep", "end", "file", "flush"];

/// What returns the end-of-file object at the end, and never nil.
const READERS: [&str; 4] = ["read-line", "read-char", "peek-char", "read-string"];

/// Builtins of two strings: where the text is, where what is looked for in it, and how long a constant text is at most
/// that nobody looks into.
const SEARCHERS: &[(&str, usize, usize, usize)] = &[
    ("string-split", 0, 1, 2),
    ("string-contains?", 0, 1, 1),
    ("string-search", 1, 0, 1),
    ("string-search-all", 1, 0, 1),
    ("string-prefix?", 1, 0, 2),
    ("string-suffix?", 1, 0, 2),
];

/// Characters of a line that are looked at for what stands before a place.
const MOST_BEFORE: usize = 80;

/// A variable, local or global.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Local(VarId),
    Global(u32),
}

/// What is known of the values that a form gives a variable.
struct Sources {
    /// Does one of them bind it? What calls give a parameter is not known.
    is_bound: bool,
    /// Is one of them what a reader returns?
    is_read: bool,
    /// Is none of them nil, as far as can be seen?
    is_true: bool,
}

impl Expander<'_> {
    /// A call of a global function. `is_given`: it is one of the library.
    pub(in crate::compile) fn suspect_arguments(
        &mut self,
        f: Value,
        is_given: bool,
        form: Item,
        args: &[Item],
    ) -> Res<()> {
        if args.is_empty() && !f.is(Kind::NATIVE) || !self.vm.is_watched(form.span) {
            return Ok(());
        }
        let is_string = |arg: &Item| arg.value.is(Kind::STRING);
        let has_names = args.iter().any(|arg| arg.value.is(Kind::KEYWORD));
        let native = if is_given { self.vm.rt.native_name(f) } else { None };
        if let Some(name) = native {
            if args.len() > 2 {
                self.suspect_infix(name, form, args)?;
            }
            if args.iter().take(2).any(is_string) {
                self.suspect_directives(name, form, args)?;
                self.suspect_strings(name, form, args)?;
            }
            self.reads |= READERS.contains(&name);
            if let [a, b] = args
                && (a.value.is_pair() || b.value.is_pair())
                && name == "*"
            {
                self.suspect_quotient(form, if b.value.is_pair() { (*a, *b) } else { (*b, *a) })?;
            }
        }
        if has_names {
            self.suspect_names(f, native, form, args)?;
        }
        self.suspect_predicate(form, args)
    }

    /// A call of `filter` or its like: what the function that is written there returns is a test.
    fn suspect_predicate(&mut self, form: Item, args: &[Item]) -> Res<()> {
        let is_lambda = |arg: &&Item| self.is_call_of(arg.value, "lambda");
        if let Some(&order) = args.get(1).filter(is_lambda)
            && self.is_call_of(form.value, "sort")
        {
            return self.suspect_order(order);
        }
        if let [function, list] = args
            && self.dialect == Dialect::CORE
            && self.is_call_of(form.value, "remove")
            && (is_lambda(&function) || self.is_global_function(*function))
        {
            let (f, list) = (self.shown(function.span), self.shown(list.span));
            let problem = format!("this takes away what is equal to the function {f}, and calls it with nothing");
            let help = format!("(remove-if {f} {list}) takes away what it is true of");
            let warning = Condition::new(Code::DoubtfulCall, problem).at(form.span).with_help(help);
            return self.vm.warn(warning);
        }
        let Some(&function) = args.first().filter(is_lambda) else { return Ok(()) };
        if !self.given_head(form.value).is_some_and(|(name, _)| PREDICATES.contains(&name)) {
            return Ok(());
        }
        let parts = self.items(function)?;
        parts.get(2..).and_then(<[Item]>::last).map_or(Ok(()), |test| self.suspect_condition(*test))
    }

    /// Is it the name of a function of the library that no variable has?
    fn is_global_function(&self, item: Item) -> bool {
        let name = item.value.as_symbol().filter(|&name| self.lookup(name).is_none());
        let cell = name.and_then(|name| self.vm.find_cell(self.module, name));
        cell.is_some_and(|cell| self.vm.is_given(cell) && self.is_function(cell))
    }

    // ---- operators between operands

    /// The name of an operator of the library, if that is what an item is.
    pub(in crate::compile) fn operator_name(&self, item: Item) -> Option<&'static str> {
        let name = item.value.as_symbol().filter(|_| !self.separates_functions())?;
        let written = self.vm.rt.name(name);
        let operator = infix_operator(written)?;
        let cell = self.vm.find_cell(self.module, name).filter(|&cell| self.vm.is_given(cell))?;
        (self.lookup(name).is_none() && self.vm.globals.value(cell).is(Kind::NATIVE)).then_some(operator)
    }

    /// Can an operator of another language stand beside it?
    fn is_operand(&self, item: Item) -> bool {
        if let Some(name) = item.value.as_symbol() {
            let cell = if self.lookup(name).is_none() { self.vm.find_cell(self.module, name) } else { None };
            return !cell.is_some_and(|cell| self.is_function(cell));
        }
        let is_quoted = item.value.is_pair() && self.vm.rt.heap.car(item.value) == Value::symbol(well_known::QUOTE);
        !is_quoted && !item.value.is(Kind::KEYWORD)
    }

    /// What is to be written instead of an operator between two operands.
    pub(in crate::compile) fn prefix_form(&self, operator: &str, first: Item, second: Item) -> String {
        let (a, b) = (self.shown(first.span), self.shown(second.span));
        if operator == "+" && (first.value.is(Kind::STRING) || second.value.is(Kind::STRING)) {
            return format!("a text is put together by format: (format nil \"~a~a\" {a} {b})");
        }
        format!("the operator comes first: ({operator} {a} {b})")
    }

    /// What is wrong with `x + 1` and `print x` in a body, without parentheses of their own, where part `at` of the
    /// body begins it. (Of a test before the body only the text knows.)
    pub(in crate::compile) fn loose_call(&self, items: &[Item], at: usize) -> Option<Condition> {
        let (&item, behind) = items.get(at..)?.split_first()?;
        let next = behind.first()?;
        let warning = |first: Span, last: Span, help: String| {
            let span = first.up_to(last.end());
            let problem = "a call has parentheses of its own: these are expressions one after the other";
            Some(Condition::new(Code::UnusedValue, problem).at(span).with_help(help))
        };
        if let (Some(operator), Some(second)) = (self.operator_name(*next), behind.get(1)) {
            return warning(item.span, second.span, self.prefix_form(operator, item, *second));
        }
        let name = item.value.as_symbol().filter(|name| self.lookup(*name).is_none() && !self.separates_functions())?;
        let cell = self.vm.find_cell(self.module, name).filter(|&cell| self.vm.is_given(cell))?;
        if !self.is_function(cell) {
            return None;
        }
        if let (0, Some(operator)) = (at, self.operator_name(item))
            && let Some(before) = self.operand_before(item.span)
        {
            let operand = self.shown(next.span);
            return warning(item.span, next.span, format!("the operator comes first: ({operator} {before} {operand})"));
        }
        let last = behind.last()?;
        let whole = match self.shown(item.span.up_to(last.span.end())) {
            "..." => format!("({} ...)", self.vm.rt.name(name)),
            whole => format!("({whole})"),
        };
        warning(item.span, last.span, format!("a call stands in parentheses: {whole}"))
    }

    /// Is the value of a global cell a function, whether it is compiled yet or not?
    fn is_function(&self, cell: u32) -> bool {
        let value = self.vm.globals.value(cell);
        value.is_procedure() || self.vm.lazy_is_function(value)
    }

    /// What stands right before a place on the same line: a word, or a list that is no list of parameters.
    fn operand_before(&self, span: Span) -> Option<&str> {
        let source = self.vm.rt.sources.get(span.source())?;
        // A text may be a single line of a million forms.
        let start = span.start() as usize;
        let window = boundary_before(&source.text, start.saturating_sub(4 * MOST_BEFORE));
        let line = source.text.get(window..start)?.rsplit('\n').next()?.trim_end_matches(' ');
        let mut depth = 0usize;
        for (at, c) in line.char_indices().rev().take(MOST_BEFORE) {
            match c {
                ')' => depth += 1,
                '(' if depth > 1 => depth -= 1,
                '(' if depth == 1 => {
                    let (before, list) = line.split_at_checked(at)?;
                    let mut words = before.split_whitespace().rev();
                    let is_parameters = words.next() == Some("(lambda") || words.next() == Some("(defproc");
                    return (!is_parameters).then_some(list);
                }
                c if depth == 0 && crate::reader::is_delimiter(c) => {
                    return line.get(at + c.len_utf8()..).filter(|word| !word.is_empty());
                }
                _ => {}
            }
        }
        None
    }

    /// `(print a + 1)`
    fn suspect_infix(&mut self, name: &str, form: Item, args: &[Item]) -> Res<()> {
        for part in args.windows(3) {
            let &[first, operator, second] = part else { continue };
            let Some(operator) = self.operator_name(operator) else { continue };
            let is_printed = PRINTERS.contains(&name);
            let is_text = |item: Item| item.value.is(Kind::STRING);
            // What computes will say itself that it got a function.
            if CALLERS.contains(&name)
                || infix_operator(name).is_some()
                || !is_printed && (is_text(first) || is_text(second))
                || ![first, second].into_iter().all(|item| self.is_operand(item))
                || !self.is_suspect(form.span)
            {
                continue;
            }
            let problem = format!("`{operator}` is an argument of its own here: `{name}` gets the function");
            let help = self.prefix_form(operator, first, second);
            return self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(form.span).with_help(help));
        }
        Ok(())
    }

    /// `(setq b a + 1)`: `pairs` are variables and values in turn, but for the first variable.
    pub(in crate::compile) fn suspect_assigned_operator(&mut self, form: Item, args: &[Item]) -> Res<()> {
        for part in args.get(1..).unwrap_or_default().chunks(2) {
            let (&[first, operator], Some(second)) = (part, args.last()) else { continue };
            let Some(operator) = self.operator_name(operator).filter(|_| self.is_suspect(form.span)) else { continue };
            let problem = format!("this setq gives `{operator}` a new value, too");
            let help = self.prefix_form(operator, first, *second);
            return self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(form.span).with_help(help));
        }
        Ok(())
    }

    /// `(catch (f))`: the only form is the tag, and nothing is caught.
    pub(in crate::compile) fn suspect_tag(&mut self, form: Item, tag: Item, body: &[Item]) -> Res<()> {
        if !body.is_empty() || !self.is_suspect(form.span) {
            return Ok(());
        }
        let problem = format!("`{}` is the tag of this catch, which has no body", self.shown(tag.span));
        let help = "(catch 'tag expr...) catches what is thrown to the tag; (catch-and-apply 'error (lambda (tag e) \
                    ...) expr...) catches errors, (ignore-errors expr...) gives nil for them";
        self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(form.span).with_help(help))
    }

    /// `(setq p.x 3)`: a new variable is made, whose name only looks like a part of another.
    pub(in crate::compile) fn suspect_point(&mut self, name: Symbol, span: Span) -> Res<()> {
        let written = self.vm.rt.name(self.vm.aliases.plain(name)).to_string();
        let Some((object, part)) = written.split_once('.').filter(|(o, p)| !o.is_empty() && !p.is_empty()) else {
            return Ok(());
        };
        let object_name = self.vm.rt.symbols.find(object);
        let is_there = object_name.is_some_and(|o| {
            let cell = self.vm.find_cell(self.module, o).filter(|&cell| !self.vm.is_given(cell));
            self.lookup(o).is_some() || cell.is_some_and(|cell| self.vm.globals.value(cell) != Value::UNBOUND)
        });
        if !is_there || !self.is_suspect(span) {
            return Ok(());
        }
        let problem = format!("a point is part of a name: `{written}` is a variable of its own, no part of `{object}`");
        let help = format!(
            "(table-set! {object} '{part} value) changes a table, (set-type-{part}! {object} value) a record of that type"
        );
        self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(span).with_help(help))
    }

    // ---- names of parameters

    /// `(make-point :x 3)`, and `(print x :end "")`.
    fn suspect_names(&mut self, f: Value, native: Option<&str>, form: Item, args: &[Item]) -> Res<()> {
        let keyword = |item: &Item| item.value.as_keyword();
        let Some(at) = args.iter().position(|arg| keyword(arg).is_some()) else { return Ok(()) };
        if let Some(function @ ("print" | "display")) = native {
            let word = args.get(at).and_then(keyword).map_or("", |name| self.vm.rt.name(name));
            if at + 1 < args.len() && WORDS_OF_PRINTERS.contains(&word) && self.is_suspect(form.span) {
                let problem = format!("`{function}` takes no options: it prints `:{word}` and what follows, too");
                let help = "(display x \" \" y) prints without quotes, blanks and end of line, (format t \"~a, ~a~%\" x \
                            y) by a pattern";
                return self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(form.span).with_help(help));
            }
            return Ok(());
        }
        let Some((required, parameters)) = self.parameters_in_order(f) else { return Ok(()) };
        let rest = args.get(at..).unwrap_or_default();
        let is_named =
            |pair: &[Item]| matches!(pair, [name, _] if keyword(name).is_some_and(|k| parameters.contains(&k)));
        if !(required..=parameters.len()).contains(&args.len())
            || !rest.chunks(2).all(is_named)
            || !self.is_suspect(form.span)
        {
            return Ok(());
        }
        let order: String = parameters.iter().map(|&p| format!(" {}", self.vm.rt.name(p))).collect();
        let function = self.vm.rt.procedure_name(f).unwrap_or("lambda");
        let keyword = self.shown(rest.first().map_or(form.span, |k| k.span));
        let problem = format!("`{function}` tells its arguments by their order: {keyword} is the value of one here");
        let help = format!("({function}{order}); a keyword that is meant itself is quoted: '{keyword}");
        self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(form.span).with_help(help))
    }

    /// The parameters of a function of the program, and how many of them must have arguments; nothing if it takes
    /// arguments by name or any number of them.
    fn parameters_in_order(&self, f: Value) -> Option<(usize, Vec<Symbol>)> {
        let proto = if f.is(Kind::CLOSURE) { self.vm.code.proto(f.meta()) } else { None }?;
        let (mut required, mut parameters) = (None, Vec::new());
        let mut rest = proto.signature;
        while rest.is_pair() {
            let parameter = self.vm.rt.heap.car(rest);
            rest = self.vm.rt.heap.cdr(rest);
            let name = if parameter.is_pair() { self.vm.rt.heap.car(parameter) } else { parameter };
            match name.as_symbol()? {
                well_known::OPTIONAL => required = Some(parameters.len()),
                word if self.vm.rt.name(word).starts_with('&') => return None,
                name => parameters.push(name),
            }
        }
        rest.is_nil().then(|| (required.unwrap_or(parameters.len()), parameters))
    }

    // ---- quotients without a fraction

    /// `(* 3 (/ row 3))`, which is `row`: where integers are divided without a fraction it is the first of three rows.
    fn suspect_quotient(&mut self, form: Item, (factor, quotient): (Item, Item)) -> Res<()> {
        let parts = self.items(quotient)?;
        let &[_, dividend, divisor] = parts.as_slice() else { return Ok(()) };
        let is_division = self.given_head(quotient.value).is_some_and(|(head, _)| head == "/");
        let is_same = divisor.value == factor.value && factor.value.is_fixnum();
        if !is_division || !is_same || !self.is_suspect(form.span) {
            return Ok(());
        }
        let (n, x) = (self.shown(factor.span), self.shown(dividend.span));
        let problem = format!("`/` is exact, so this is `{x}` again: of 7, {n} times 7/{n} is 7");
        let help = format!("without its fraction, the quotient of integers is (quotient {x} {n})");
        self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(form.span).with_help(help))
    }

    // ---- strings that have changed places

    /// `(string-split "," line)`
    fn suspect_strings(&mut self, name: &str, form: Item, args: &[Item]) -> Res<()> {
        let text_of = |item: &Item| self.vm.rt.heap.as_str(item.value);
        let call = match (name, args) {
            ("string-replace", [text, from, to, ..]) => {
                let (Some(within), Some(sought)) = (text_of(text), text_of(from)) else { return Ok(()) };
                if within.contains(sought) {
                    return Ok(());
                }
                [to, text, from].map(|item| self.shown(item.span)).join(" ")
            }
            _ => {
                let Some(&(_, text, sought, most)) = SEARCHERS.iter().find(|s| s.0 == name) else { return Ok(()) };
                let (Some(text), Some(sought)) = (args.get(text), args.get(sought)) else { return Ok(()) };
                let is_short = text_of(text).is_some_and(|t| t.chars().nth(most).is_none());
                if !is_short || !sought.value.has_elements() && sought.value.as_symbol().is_none() {
                    return Ok(());
                }
                args.iter().take(2).rev().map(|item| self.shown(item.span)).collect::<Vec<_>>().join(" ")
            }
        };
        if !self.is_suspect(form.span) {
            return Ok(());
        }
        let text = if SEARCHERS.iter().any(|s| s.0 == name && s.1 == 1) { args.get(1) } else { args.first() };
        let text = text.map_or("...", |item| self.shown(item.span));
        let problem = format!("the text that `{name}` looks into is {text} here");
        let help = format!("the other way round: ({name} {call})");
        self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(form.span).with_help(help))
    }

    // ---- tests of what is never nil

    /// The form has been expanded: does it test what a reader has returned?
    pub(in crate::compile) fn suspect_tests(&mut self) -> Res<()> {
        if !self.reads {
            return Ok(());
        }
        let sources = self.sources();
        let nodes = || (0..self.ir.len()).map(|i| NodeId(i as u32));
        let tested = |id: NodeId| match self.ir.node(id) {
            Node::If(test, ..) | Node::While(test, _) => Some(*test),
            Node::Op(Op::Not, operands) => operands.first().copied(),
            _ => None,
        };
        let is_always_true = |&test: &NodeId| match *self.ir.node(test) {
            Node::Var(v) => sources.get(&Variable::Local(v)).is_some_and(|s| s.is_bound && s.is_read && s.is_true),
            Node::Global(cell) => sources.get(&Variable::Global(cell)).is_some_and(|s| s.is_read && s.is_true),
            _ => self.is_read(test),
        };
        let tests: Vec<NodeId> = nodes().filter_map(tested).filter(is_always_true).collect();
        for test in tests {
            let origin = self.ir.origin(test);
            self.expansion = origin.expansion;
            if self.is_suspect(origin.span) {
                let tested = self.shown(origin.span);
                let problem = format!(
                    "`{tested}` is never nil: where there is no more to read, it is the end-of-file \
                     object"
                );
                let help = "(eof-object? x) asks for the end: (while (not (eof-object? (setq x (read-line)))) expr...)";
                self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(origin.span).with_help(help))?;
            }
        }
        Ok(())
    }

    /// Is a node what a reader returns?
    fn is_read(&self, id: NodeId) -> bool {
        let mut id = id;
        while let Node::SetVar(_, value) | Node::SetGlobal(_, value) = self.ir.node(id) {
            id = *value;
        }
        let Node::Call(f, _) = self.ir.node(id) else { return false };
        let f = match *self.ir.node(*f) {
            Node::Const(f) => f,
            Node::Global(cell) if self.vm.is_given(cell) => self.vm.globals.value(cell),
            _ => return false,
        };
        self.vm.rt.native_name(f).is_some_and(|name| READERS.contains(&name))
    }

    /// What the form gives its variables.
    fn sources(&self) -> HashMap<Variable, Sources> {
        let mut sources = HashMap::new();
        let mut note = |variable: Variable, value: NodeId, binds: bool| {
            let is_read = self.is_read(value);
            let is_true = is_read || matches!(self.ir.node(value), Node::Const(v) if !v.is_nil());
            let known = sources.entry(variable).or_insert(Sources { is_bound: false, is_read: false, is_true: true });
            known.is_bound |= binds;
            known.is_read |= is_read;
            known.is_true &= is_true;
        };
        for id in (0..self.ir.len()).map(|i| NodeId(i as u32)) {
            match self.ir.node(id) {
                Node::Let(bindings, _) | Node::Letrec(bindings, _) => {
                    bindings.iter().for_each(|&(v, value)| note(Variable::Local(v), value, true));
                }
                Node::SetVar(v, value) => note(Variable::Local(*v), *value, false),
                Node::SetGlobal(cell, value) => note(Variable::Global(*cell), *value, false),
                Node::NamedLet(number, values) | Node::Again(number, values) => {
                    let vars = self.ir.loops.get(number.0 as usize).map_or(&[][..], |l| l.vars.as_slice());
                    vars.iter().zip(values).for_each(|(&v, &value)| note(Variable::Local(v), value, true));
                }
                _ => {}
            }
        }
        sources
    }
}
