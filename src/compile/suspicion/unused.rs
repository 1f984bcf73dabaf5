//! Values that are thrown away, where only a value makes sense.

use super::conditions::is_number;
use super::is_among;
use crate::compile::binding::Binding;
use crate::compile::expand::Expander;
use crate::compile::ir::{BlockId, Node, NodeId};
use crate::compile::parts::Item;
use crate::fault::{Code, Condition, Res};
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Functions whose calls do nothing but compute a value.
const PURE: &str = "\
    % * + - / /= < <= = > >= 1+ 1- abs acons append aref array->list array-dimensions array-length assign assoc \
    bit-and bit-or bit-xor board->line caar cadr candidates car cddr cdr concatenate cons count-candidates drop \
    duplicate eliminate empty? eq? equal? even? expt first fourth gcd head identity intersection iota isqrt last \
    last-pair lcm length list list* list->array list-copy list-ref list-tail max member member? min mod modulo \
    negative? not nth nthcdr null? number->string numerator odd? positive? quotient rem remainder remove \
    remove-duplicates remove-first rest reverse round second set-difference sqrt square string-append \
    string-contains? string-downcase string-index string-join string-length string-ref string-replace \
    string-search string-split string-trim string-upcase string=? subarray sublist substring table-count \
    table-has? table-keys table-ref table-values tail take third union zero?";

/// Those of them, and of the others, that people expect to change what they are given.
const CHANGING: &str = "\
    * + - / 1+ 1- = acons append assign concatenate cons drop eliminate filter intersection keep-if max min partition \
    remove remove-duplicates remove-first remove-if rest reverse set-difference solve sort sort-by string-append \
    string-downcase string-replace string-trim string-upcase subarray sublist substring tail take union";

/// Searches: they leave what they are given as it is, and return something else. Who watches one, by `observe` or by
/// its statistics, may have no use for what it finds.
const SEARCHES: &str = "find-solution find-solutions solve";

/// Forms inside of one another whose results are looked for.
const MOST_NESTED: usize = 8;

/// Words of texts that watch searches.
const WATCHED: [&str; 3] = ["observe", "search-statistics", "trace"];

/// Likewise definitions in the core's own texts.
const PURE_IN_LISP: &str = "complement compose constantly filter group-by keep-if partition remove-if sort sort-by zip";

/// Does a function of the library do nothing but compute a value?
pub(super) fn is_pure(function: &str) -> bool {
    is_among(function, PURE)
}

/// Operators that return the value of one of their parts.
const PASSING: [&str; 10] = ["let", "let*", "letrec", "when", "unless", "progn", "and", "or", "if", "cond"];

/// Why it is pointless to evaluate a form and forget its value.
enum Futile {
    /// It is a constant, or the name of a variable.
    Bare,
    /// A function computes a value, and does nothing else. Its name, and the first of its arguments that is a variable.
    Pure { function: String, variable: Option<String> },
}

impl Expander<'_> {
    /// Looks at all parts of a body but the last. `nodes`: what they have become.
    pub fn suspect_unused(&mut self, items: &[Item], nodes: &[NodeId]) -> Res<()> {
        for (i, pair) in items.windows(2).enumerate() {
            let &[item, next] = pair else { continue };
            // Strings at the beginning are comments in all but name.
            if i == 0 && item.value.is(Kind::STRING) || !self.is_suspect(item.span) || !self.are_neighbours(item, next)
            {
                continue;
            }
            if let Some(warning) = self.loose_call(items, i) {
                // All that stands beside it is part of the same mistake.
                return self.vm.warn(warning);
            }
            if let Some(futile) = self.futility(item) {
                match self.closed_too_late(items, i) {
                    Some(help) => self.unused(item, help)?,
                    None => self.warn_of_unused(item, &futile)?,
                }
            } else if self.suspect_results(item)? {
                // The part of it whose value is lost has been told.
            } else if let Some(&node) = nodes.get(i) {
                let help = "let the loop be the last expression of the function, or leave a (block name ...) around \
                            both with (return-from name value)";
                self.suspect_return(node, "what comes behind goes on", help)?;
            }
        }
        Ok(())
    }

    /// What is meant by `(lambda (x) (* x x) '(1 2 3))`, where what a function is called with has come into its body.
    fn closed_too_late(&self, items: &[Item], at: usize) -> Option<String> {
        let &[item, last] = items.get(at..)? else { return None };
        let source = self.vm.rt.sources.get(item.span.source())?;
        let place = item.span.start() as usize..item.span.end() as usize;
        let (head, list) = crate::advice::calls_around(&source.text, &place).into_iter().next()?;
        let data = self.text_of(last.span);
        let is_datum = data.starts_with("'(") || data.starts_with("(list ");
        let function = source.text.get(list.start..place.end)?;
        (head == "lambda" && is_datum && function.len() <= 80).then(|| {
            format!("does the parenthesis of the function close too late? {function}) {}", self.shown(last.span))
        })
    }

    /// Looks at the body of a loop, whose value is thrown away: its last part may be a loop that is left with a value.
    pub fn suspect_inner_loop(&mut self, body: NodeId) -> Res<()> {
        let last = match self.ir.node(body) {
            Node::Seq(parts) => parts.last().copied(),
            _ => Some(body),
        };
        let help = "(block name ...) around both loops is left with (return-from name value)";
        last.map_or(Ok(()), |last| self.suspect_return(last, "the loop around it goes on", help))
    }

    /// Warns of a value with which a loop is left, where nobody sees it.
    fn suspect_return(&mut self, node: NodeId, goes_on: &str, help: &str) -> Res<()> {
        let Some(&span) = (match self.ir.node(node) {
            Node::Block(block, _) => self.returns.as_ref().and_then(|returns| returns.get(block)),
            _ => None,
        }) else {
            return Ok(());
        };
        let problem = format!("the value of this `return` is not used: it leaves the loop, and {goes_on}");
        self.vm.warn(Condition::new(Code::UnusedValue, problem).at(span).with_help(help))
    }

    /// Looks at the last part of the body of a loop: its value is thrown away, too.
    pub fn suspect_last(&mut self, form: Item, items: &[Item]) -> Res<()> {
        // A mere name or constant may be there for want of anything to do.
        let is_call = |i: &Item| i.value.is_pair() && self.is_suspect(i.span) && i.span.end() < form.span.end();
        let Some(&item) = items.last().filter(|i| is_call(i)) else {
            return Ok(());
        };
        let Some(futile) = self.futility(item) else { return self.suspect_results(item).map(|_| ()) };
        let behind = form.span.from(item.span.end());
        if item.span.start() <= form.span.start() || self.text_of(behind).trim() != ")" {
            return Ok(());
        }
        self.warn_of_unused(item, &futile)
    }

    /// Looks at the calls whose values a form returns, where nobody has a use for its value. Is one of them futile?
    fn suspect_results(&mut self, item: Item) -> Res<bool> {
        let head = self.written_head(item.value);
        if !PASSING.iter().any(|name| name.as_bytes() == head) {
            return Ok(false);
        }
        let mut results = Vec::new();
        self.results(item, MOST_NESTED, &mut results)?;
        let mut is_futile = false;
        for result in results {
            if result.span == item.span || !result.value.is_pair() || !self.is_suspect(result.span) {
                continue;
            }
            if let Some(futile @ Futile::Pure { .. }) = self.futility(result) {
                is_futile = true;
                self.warn_of_unused(result, &futile)?;
            }
        }
        Ok(is_futile)
    }

    /// The parts whose values a form returns, where all that it does is to bind names or to choose.
    fn results(&mut self, item: Item, levels: usize, found: &mut Vec<Item>) -> Res<()> {
        if !item.value.is_pair() {
            found.push(item);
            return Ok(());
        }
        let operator = match self.given_head(item.value) {
            Some((name, value)) if value.is(Kind::SPECIAL) || value.is(Kind::MACRO) || value.is(Kind::LAZY) => name,
            _ => "",
        };
        // How many parts stand before those that are results; all but the last of the others are not.
        let (before, is_choice) = match operator {
            "let" | "let*" | "letrec" | "when" | "unless" => (2, false),
            "progn" | "and" | "or" => (1, false),
            "if" => (2, true),
            "cond" => (1, true),
            _ => {
                found.push(item);
                return Ok(());
            }
        };
        let (is_cond, is_let) = (operator == "cond", operator == "let");
        let parts = self.items(item)?;
        let last = parts.len().saturating_sub(1);
        let is_named = is_let && parts.get(1).is_some_and(|part| part.value.as_symbol().is_some());
        if levels == 0 || is_named {
            return Ok(());
        }
        for (_, &part) in parts.iter().enumerate().filter(|(i, _)| *i >= before && (is_choice || *i == last)) {
            if !is_cond {
                self.results(part, levels - 1, found)?;
            } else if part.value.is_pair()
                && let [_, .., result] = *self.items(part)?
            {
                self.results(result, levels - 1, found)?;
            }
        }
        Ok(())
    }

    /// Looks at a form at top level whose value nobody sees.
    pub fn suspect_forgotten(&mut self, item: Item) -> Res<()> {
        if !item.value.is_pair() || !self.is_suspect(item.span) {
            return Ok(());
        }
        let mut results = Vec::new();
        self.results(item, MOST_NESTED, &mut results)?;
        for result in results.into_iter().filter(|result| result.value.is_pair()) {
            let futile = self.futility(result);
            // What a form has bound itself is gone behind it.
            let is_kept = |name: &str| !self.text_of(item.span).contains(&format!("({name} "));
            let help = match futile {
                Some(ref futile @ Futile::Pure { ref function, variable: Some(ref variable) })
                    if is_among(function, CHANGING) && (result.span == item.span || is_kept(variable)) =>
                {
                    self.help_on_unused(result, futile)
                }
                Some(Futile::Pure { .. }) if result.span == item.span => {
                    format!("a file shows no values by itself: (print {})", self.shown(item.span))
                }
                _ => continue,
            };
            if self.is_suspect(result.span) {
                // If it fails, what is wrong is something else.
                let warning = self.of_unused(result, help);
                self.vm.warn_behind_line(warning)?;
            }
        }
        Ok(())
    }

    fn warn_of_unused(&mut self, item: Item, futile: &Futile) -> Res<()> {
        let help = self.help_on_unused(item, futile);
        self.unused(item, help)
    }

    fn help_on_unused(&self, item: Item, futile: &Futile) -> String {
        const LAST: &str = "only the value of the last expression of a body is passed on";
        let setter = self.dialect.setter;
        match futile {
            Futile::Bare => LAST.to_string(),
            Futile::Pure { function, variable: Some(name) } if function == "=" => {
                format!("`=` compares: ({setter} {name} ...) gives `{name}` a value")
            }
            Futile::Pure { function, variable: Some(name) } => {
                let form = self.appending_lists(item).unwrap_or_else(|| self.shown(item.span).to_string());
                match self.is_of_store(item, function) {
                    // The store itself is still wanted.
                    true => format!(
                        "`solve` changes nothing: ({setter} solution {form}) keeps what it returns, and (values-of \
                         solution variables) are the values"
                    ),
                    false => format!("`{function}` changes nothing: ({setter} {name} {form}) keeps what it returns"),
                }
            }
            Futile::Pure { function, variable: None } => format!("`{function}` changes nothing, and {LAST}"),
        }
    }

    /// Is a store solved, in a program that does not read values from what it keeps?
    fn is_of_store(&self, item: Item, function: &str) -> bool {
        let text = self.vm.rt.sources.get(item.span.source()).map_or("", |source| &*source.text);
        function == "solve" && text.contains("(make-store)") && !text.contains("(values-of ")
    }

    /// `(append l 4)` with a list in the place of the number.
    fn appending_lists(&self, item: Item) -> Option<String> {
        let arguments = self.vm.rt.heap.cdr(item.value);
        let last = self.vm.rt.heap.car(self.vm.rt.heap.cdr(arguments));
        let form = self.shown(item.span).strip_prefix("(append ")?.strip_suffix(')')?;
        let is_number = last.is_pair() && self.given_head(last).is_some_and(|(name, _)| is_number(name));
        let is_single = is_number || !last.is_pair() && !last.has_elements() && last.as_symbol().is_none();
        let (list, element) = form.split_once(' ').filter(|(list, _)| is_single && !list.starts_with('('))?;
        Some(format!("(append {list} (list {element}))"))
    }

    fn unused(&mut self, item: Item, help: String) -> Res<()> {
        let warning = self.of_unused(item, help);
        self.vm.warn(warning)
    }

    fn of_unused(&self, item: Item, help: String) -> Condition {
        let problem = format!("the value of `{}` is not used", self.shown(item.span));
        Condition::new(Code::UnusedValue, problem).at(item.span).with_help(help)
    }

    /// A block is left with the value of `item`.
    pub fn note_return(&mut self, block: BlockId, item: Item) {
        // To leave a loop with nothing is to leave it.
        let is_nothing = item.value == Value::NIL || item.value == self.ir.false_value();
        if !is_nothing && self.is_suspect(item.span) && self.futility(item).is_some() {
            self.returns.get_or_insert_default().entry(block).or_insert(item.span);
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
    pub(in crate::compile) fn suspect_directives(&mut self, name: &str, form: Item, args: &[Item]) -> Res<()> {
        let (control, directives, rest): (Item, &[&str], &str) = match (name, args) {
            ("print", &[control, _, ..]) => {
                (control, &["%d", "%s", "%f", "%i", "~a", "~d", "{}"], ", and the values behind the string")
            }
            ("error", &[control, _, ..]) => {
                (control, &["%d", "%s", "~a", "~d", "~s", "{}"], ", and the values behind the string")
            }
            ("format", &[_, control, _, ..]) => (control, &["%d", "%s", "%f", "%i", "{}"], ""),
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
        let problem = format!("`{name}` prints `{directive}` as it stands{rest}");
        let help = match name {
            "error" => "values are put into a text by format: (error (format nil \"x is ~a\" x))",
            _ => "values are put into a text by format: (format t \"x is ~a~%\" x)",
        };
        self.vm.warn(Condition::new(Code::UnusedValue, problem).at(form.span).with_help(help))
    }

    /// Why it is pointless to evaluate a form and forget its value; `None` if it may have a point.
    fn futility(&mut self, item: Item) -> Option<Futile> {
        if !item.value.is_pair() {
            let is_name = item.value.as_symbol().is_some_and(|s| self.is_variable(s));
            let is_literal = item.value.as_symbol().is_none() && !item.value.has_elements();
            return (is_name || is_literal).then_some(Futile::Bare);
        }
        let (written, value) = self.given_head(item.value)?;
        let is_pure = match value.kind() {
            Kind::SPECIAL => return (written == "quote" || written == "lambda").then_some(Futile::Bare),
            Kind::NATIVE => self.vm.rt.procedure_name(value).is_some_and(|name| is_among(name, PURE)),
            Kind::CLOSURE | Kind::LAZY if self.dialect == Dialect::CORE => {
                is_among(written, PURE_IN_LISP) || is_among(written, SEARCHES) && !self.is_watching(item.span)
            }
            _ => false,
        };
        let function = is_pure.then(|| written.to_string())?;
        // Unless the library is to be small.
        #[cfg(feature = "documentation")]
        if self.vm.world_mut().is_redefined_behind(item.span, &function) {
            return None;
        }
        let variable = self.first_variable(self.vm.rt.heap.cdr(item.value));
        Some(Futile::Pure { function, variable })
    }

    /// Does a text look at searches while they run, or count what they do?
    fn is_watching(&self, span: Span) -> bool {
        let source = self.vm.rt.sources.get(span.source());
        source.is_none_or(|source| WATCHED.iter().any(|word| source.text.contains(word)))
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
}
