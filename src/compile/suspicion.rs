//! What a program cannot mean, seen while it is expanded: values that are thrown away, clauses that are never reached
//! or always taken.
//!
//! Only what the program itself has written is looked at. A part of a body counts as written if the next part stands
//! right behind it in the text: what a macro puts together from its arguments does not.

use hashbrown::HashMap;

use super::expand::{Binding, Expander, Item};
use super::frames::Frame;
use super::ir::{Node, NodeId};
use crate::fault::{Code, Condition, Res};
use crate::object::Object;
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// Functions whose calls do nothing but compute a value.
const PURE: &str = "\
    % * + - / /= 1+ 1- < <= = > >= abs acons append aref array->list array-dimensions array-length assoc bit-and \
    bit-or bit-xor caar cadr candidates car cddr cdr concatenate cons count-candidates drop empty? eq? equal? \
    even? expt first fourth gcd head identity intersection iota isqrt last last-pair lcm length list list* \
    list->array list-copy list-ref list-tail max member member? min mod modulo negative? not nth nthcdr null? \
    number->string numerator odd? positive? quotient rem remainder remove remove-duplicates remove-first rest \
    reverse round second set-difference sqrt square string-append string-contains? string-downcase string-index \
    string-join string-length string-ref string-replace string-search string-split string-trim string-upcase \
    string=? subarray sublist substring table-count table-has? table-keys table-ref table-values tail take third \
    union zero?";

/// Likewise definitions in the core's own texts.
const PURE_IN_LISP: &str = "complement compose constantly filter group-by keep-if partition remove-if sort sort-by zip";

/// Bytes of a form that a message shows.
const MOST_SHOWN: usize = 50;

impl Expander<'_> {
    /// Are we in a function or a loop, whose body may run at any time or many times?
    pub fn is_in_function_or_loop(&self) -> bool {
        let functions = self.frames.iter().filter(|f| matches!(f, Frame::Function)).count();
        let is_loop = || self.frames.iter().any(|f| matches!(f, Frame::Loop(..)));
        functions > 1 || is_loop() || self.blocks.iter().any(|(name, _)| name.is_none())
    }

    /// A name is used that the program may have nowhere, or of two modules.
    pub fn note_use(&mut self, cell: u32, name: Symbol, span: Span) -> Res<()> {
        if self.vm.globals.value(cell) == Value::UNBOUND && !self.is_settled(span) {
            self.vm.note_unknown(cell, span);
        }
        self.vm.warn_of_clash(self.module, name, span)
    }

    /// Is this place in the program's own text, and neither made nor moved by a macro of the program?
    fn is_suspect(&self, span: Span) -> bool {
        self.around.is_empty()
            && !self.is_settled(span)
            && self.vm.is_watched(span)
            && self.expanders().all(|m| self.is_of_library(m))
    }

    fn is_settled(&self, span: Span) -> bool {
        self.is_settled.is_some_and(|s| s.source == span.source && s.start <= span.start && span.end <= s.end)
    }

    /// The macros whose expansions we are in.
    fn expanders(&self) -> impl Iterator<Item = Option<Symbol>> + '_ {
        let record = |number: u32| (number as usize).checked_sub(1).and_then(|i| self.ir.expansions.get(i));
        std::iter::successors(record(self.expansion), move |e| record(e.parent)).map(|e| e.name)
    }

    /// Does the name belong to a macro of the library?
    pub(super) fn is_of_library(&self, name: Option<Symbol>) -> bool {
        let cell = name.and_then(|name| self.vm.find_cell(self.module, name));
        let expander = match cell.and_then(|cell| self.vm.rt.heap.as_object(self.vm.globals.value(cell))) {
            Some(Object::Macro(m)) => m.expander,
            _ => return false,
        };
        let proto = if expander.is(Kind::CLOSURE) { self.vm.code.proto(expander.meta()) } else { None };
        expander.is(Kind::NATIVE) || proto.is_some_and(|p| self.vm.rt.sources.is_library(p.span.source))
    }

    fn text_of(&self, span: Span) -> &str {
        let source = self.vm.rt.sources.get(span.source);
        source.and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// Does `next` stand right behind `item` in the text?
    fn are_neighbours(&self, item: Item, next: Item) -> bool {
        let between = Span { start: item.span.end, end: next.span.start, ..item.span };
        item.span.source == next.span.source
            && item.span.start < item.span.end
            && item.span.end < next.span.start
            && self.text_of(between).trim_start().chars().next().is_none_or(|c| c == ';' || c == '#')
    }

    // ---- values that are thrown away

    /// Looks at all parts of a body but the last. `nodes`: what they have become.
    pub fn suspect_unused(&mut self, items: &[Item], nodes: &[NodeId]) -> Res<()> {
        for (i, pair) in items.windows(2).enumerate() {
            let &[item, next] = pair else { continue };
            // Strings at the beginning are comments in all but name.
            if i == 0 && item.value.is(Kind::STRING) || !self.is_suspect(item.span) || !self.are_neighbours(item, next)
            {
                continue;
            }
            if let Some(help) = self.futility(item) {
                self.warn_of_unused(item, help)?;
            } else if let Some(&Node::Block(block, _)) = nodes.get(i).map(|&n| self.ir.node(n))
                && let Some(&span) = self.returns.get(&block)
            {
                let problem =
                    "the value of this `return` is not used: it leaves the loop, and what comes behind goes on";
                let help = "let the loop be the last expression of the function, or leave a (block name ...) around \
                            both with (return-from name value)";
                self.vm.warn(Condition::new(Code::UnusedValue, problem).at(span).with_help(help))?;
            }
        }
        Ok(())
    }

    /// Looks at the last part of the body of a loop: its value is thrown away, too.
    pub fn suspect_last(&mut self, form: Item, items: &[Item]) -> Res<()> {
        // A mere name or constant may be there for want of anything to do.
        let is_call = |i: &Item| i.value.is_pair() && self.is_suspect(i.span) && i.span.end < form.span.end;
        let Some(&item) = items.last().filter(|i| is_call(i)) else {
            return Ok(());
        };
        let behind = Span { start: item.span.end, ..form.span };
        if item.span.start <= form.span.start || self.text_of(behind).trim() != ")" {
            return Ok(());
        }
        match self.futility(item) {
            Some(help) => self.warn_of_unused(item, help),
            None => Ok(()),
        }
    }

    fn warn_of_unused(&mut self, item: Item, help: String) -> Res<()> {
        let problem = format!("the value of `{}` is not used", self.shown(item.span));
        self.vm.warn(Condition::new(Code::UnusedValue, problem).at(item.span).with_help(help))
    }

    /// A block is left with the value of `item`.
    pub fn note_return(&mut self, block: super::ir::BlockId, item: Item) {
        let is_constant = !item.value.is_pair() && item.value.as_symbol().is_none();
        if !is_constant && self.is_suspect(item.span) && self.futility(item).is_some() {
            self.returns.entry(block).or_insert(item.span);
        }
    }

    /// A `let` without a body.
    pub fn suspect_empty_body(&mut self, form: Item, body: &[Item]) -> Res<()> {
        if !body.is_empty() || !self.is_suspect(form.span) || !self.text_of(form.span).starts_with("(let") {
            return Ok(());
        }
        let problem = "this `let` has no body: what it binds is gone behind its closing parenthesis";
        let help = "expressions that use the variables stand inside: (let ((x 1)) expr...); (setq x 1) makes a global \
            variable";
        self.vm.warn(Condition::new(Code::UnusedValue, problem).at(form.span).with_help(help))
    }

    /// A call of `print` whose string has directives for values that follow, or of `format` whose string has those of
    /// another language.
    pub fn suspect_directives(&mut self, f: Value, form: Item, args: &[Item]) -> Res<()> {
        if !args.iter().take(2).any(|arg| arg.value.is(Kind::STRING)) {
            return Ok(());
        }
        let (control, directives, rest): (Item, &[&str], &str) = match (self.vm.rt.native_name(f), args) {
            (Some("print"), &[control, _, ..]) => {
                (control, &["%d", "%s", "%f", "%i", "~a", "~d", "{}"], ", and the values behind the string")
            }
            (Some("format"), &[_, control, _, ..]) => (control, &["%d", "%s", "%f", "%i", "{}"], ""),
            _ => return Ok(()),
        };
        if !control.value.is(Kind::STRING) {
            return Ok(());
        }
        let text = self.vm.rt.heap.as_str(control.value).unwrap_or("");
        let Some(directive) = directives.iter().find(|d| text.contains(**d)) else { return Ok(()) };
        // A string that has directives of `format` means the others as they stand.
        if rest.is_empty() && text.contains('~') || !self.is_suspect(form.span) {
            return Ok(());
        }
        let function = if rest.is_empty() { "format" } else { "print" };
        let problem = format!("`{function}` prints `{directive}` as it stands{rest}");
        let help = "values are put into a text by format: (format t \"x is ~a~%\" x)";
        self.vm.warn(Condition::new(Code::UnusedValue, problem).at(form.span).with_help(help))
    }

    /// Why it is pointless to evaluate a form and forget its value; `None` if it may have a point.
    fn futility(&mut self, item: Item) -> Option<String> {
        const LAST: &str = "only the value of the last expression of a body is passed on";
        if !item.value.is_pair() {
            let is_name = item.value.as_symbol().is_some_and(|s| self.is_variable(s));
            let is_literal = item.value.as_symbol().is_none() && !item.value.has_elements();
            return (is_name || is_literal).then(|| LAST.to_string());
        }
        let head = self.vm.rt.heap.car(item.value).as_symbol()?;
        if self.lookup_function(head).is_some() {
            return None;
        }
        let function = if self.separates_functions() {
            self.vm.find_function(self.module, head)
        } else {
            self.vm.find_cell(self.module, head)
        };
        let cell = function.filter(|&cell| self.vm.is_given(cell))?;
        let value = self.vm.globals.value(cell);
        let written = self.vm.rt.name(head);
        let is_pure = match value.kind() {
            Kind::SPECIAL => return (written == "quote" || written == "lambda").then(|| LAST.to_string()),
            Kind::NATIVE => self.vm.rt.procedure_name(value).is_some_and(|name| is_among(name, PURE)),
            Kind::CLOSURE | Kind::LAZY => self.dialect == Dialect::CORE && is_among(written, PURE_IN_LISP),
            _ => false,
        };
        if !is_pure {
            return None;
        }
        let (written, arguments) = (written.to_string(), self.vm.rt.heap.cdr(item.value));
        let variable = self.first_variable(arguments);
        let setter = self.dialect.setter;
        Some(match variable {
            Some(name) if written == "=" => format!("`=` compares: ({setter} {name} ...) gives `{name}` a value"),
            Some(name) => format!(
                "`{written}` changes nothing: ({setter} {name} {}) keeps what it returns",
                self.shown(item.span)
            ),
            None => format!("`{written}` changes nothing, and {LAST}"),
        })
    }

    /// Does a name mean a variable that has a value? Of others something else is to be said.
    fn is_variable(&self, name: Symbol) -> bool {
        match self.lookup(name) {
            Some(Binding::Alias(_)) => false,
            Some(_) => true,
            None if self.separates_functions() => self.vm.global_variable_is_bound(self.module, name),
            None => {
                let cell = self.vm.find_cell(self.module, name);
                cell.is_some_and(|c| self.vm.globals.value(c) != Value::UNBOUND)
            }
        }
    }

    /// The first of the arguments that is the name of a variable.
    fn first_variable(&self, arguments: Value) -> Option<String> {
        let mut rest = arguments;
        for _ in 0..4 {
            if !rest.is_pair() {
                break;
            }
            if let Some(name) = self.vm.rt.heap.car(rest).as_symbol()
                && (self.lookup(name).is_some()
                    || self.vm.find_cell(self.module, name).is_none_or(|c| !self.vm.is_given(c)))
            {
                return Some(self.vm.rt.name(self.vm.aliases.plain(name)).to_string());
            }
            rest = self.vm.rt.heap.cdr(rest);
        }
        None
    }

    /// What is written at a place, if it is short.
    fn shown(&self, span: Span) -> &str {
        let text = self.text_of(span);
        if text.len() <= MOST_SHOWN && !text.contains('\n') { text } else { "..." }
    }

    // ---- clauses

    /// A test of `cond` that names a function or operator of the library: its parentheses have been forgotten.
    pub fn suspect_test(&mut self, form: Item, clause: Item, test: Item, body: &[Item]) -> Res<()> {
        let Some(name) = test.value.as_symbol().filter(|_| !body.is_empty() && self.is_suspect(clause.span)) else {
            return Ok(());
        };
        let separate = self.separates_functions();
        if self.lookup(name).is_some() || separate && self.vm.global_variable_is_bound(self.module, name) {
            return Ok(());
        }
        let cell =
            if separate { self.vm.find_function(self.module, name) } else { self.vm.find_cell(self.module, name) };
        let Some(cell) = cell.filter(|&c| self.vm.is_given(c)) else { return Ok(()) };
        let what = match self.vm.globals.value(cell).kind() {
            Kind::NATIVE | Kind::CLOSURE | Kind::GENERIC => "function",
            Kind::LAZY if !self.vm.lazy_is_macro(self.vm.globals.value(cell)) => "function",
            Kind::SPECIAL | Kind::MACRO | Kind::LAZY => "operator",
            _ => return Ok(()),
        };
        let name = self.vm.rt.name(name);
        let problem = format!("the test of this clause is the {what} `{name}` itself, not a call of it");
        let help =
            format!("a clause has parentheses of its own around test and body: ({} ...)", self.shown(clause.span));
        self.is_settled = Some(form.span);
        self.vm.warn(Condition::by("cond", Code::DoubtfulClause, problem).at(clause.span).with_help(help))
    }

    /// Clauses of `cond` behind one that is always taken.
    pub fn suspect_clauses_behind(&mut self, always: Item, test: Item, rest: &[Item]) -> Res<()> {
        let Some(clause) = rest.first().filter(|c| self.is_suspect(c.span) && self.are_neighbours(always, **c)) else {
            return Ok(());
        };
        let problem =
            format!("this clause is never reached: the one with `{}` before it is always taken", self.show(test.value));
        self.vm.warn(Condition::by("cond", Code::DoubtfulClause, problem).at(clause.span))
    }

    /// Keys of a clause of `case`, each once, and not quoted. `seen`: those of the clauses before.
    pub fn suspect_keys(&mut self, data: Item, keys: &[Item], seen: &mut HashMap<u64, Span>) -> Res<()> {
        if !self.is_suspect(data.span) {
            return Ok(());
        }
        if let [quote, key] = keys
            && quote.value == Value::symbol(well_known::QUOTE)
            && self.text_of(data.span).starts_with('\'')
        {
            let key = self.shown(key.span);
            let problem = format!("keys are not evaluated: this clause has the keys `quote` and `{key}`");
            let help = format!("write the key without the quote: {key}");
            return self.vm.warn(Condition::by("case", Code::DoubtfulClause, problem).at(data.span).with_help(help));
        }
        let is_only = keys.len() == 1 && !data.value.has_elements();
        if is_only && (data.value == Value::T || self.is_word(data.value, well_known::ELSE)) {
            let problem = format!(
                "`{}` takes everything in the last clause only: here it is a key like others",
                self.show(data.value)
            );
            return self.vm.warn(Condition::by("case", Code::DoubtfulClause, problem).at(data.span));
        }
        for key in keys {
            let is_comparable =
                matches!(key.value.kind(), Kind::SYMBOL | Kind::KEYWORD | Kind::CHARACTER | Kind::CONSTANT)
                    || key.value.is_fixnum();
            if !is_comparable {
                continue;
            }
            match seen.get(&key.value.bits()) {
                Some(&before) if before != key.span => {
                    let problem = format!(
                        "the key {} stands in a clause before: this one is never reached by it",
                        self.show(key.value)
                    );
                    let c = Condition::by("case", Code::DoubtfulClause, problem).at(key.span);
                    self.vm.warn(c.with_related(before, "here"))?;
                }
                _ => drop(seen.insert(key.value.bits(), key.span)),
            }
        }
        Ok(())
    }
}

fn is_among(name: &str, names: &str) -> bool {
    names.split(' ').any(|n| n == name)
}
