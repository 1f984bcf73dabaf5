//! Code that has a meaning, but hardly the one that its writer intends.
//!
//! Only forms whose operators the library defines are looked into: a macro of the program may mean anything.

mod calls;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use klammer::hints::{Form, Lint, MeaningKind, NameScope, near};
use klammer_syntax::lexer::is_delimiter;
use klammer_syntax::nearest;
use klammer_syntax::tree::{NodeId, NodeKind};

use crate::hint::{HOOKS, INFIX};
use crate::{Tree, count_work};

/// The name of a lint, and what it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Description {
    /// The name, by which a lint is allowed.
    pub name: &'static str,
    /// The code that the lint finds.
    pub text: &'static str,
    /// An example.
    pub example: &'static str,
}

macro_rules! lints {
    ($($id:ident = $name:literal $text:literal $example:literal)*) => {
        $(const $id: &str = $name;)*

        /// All lints, by name.
        pub const LINTS: &[Description] = &[$(Description { name: $name, text: $text, example: $example }),*];
    };
}

lints! {
    COMMA_IN_QUOTE = "comma-in-quote"
        "A comma stands in a list with a quote, which evaluates nothing; a backquote does." "'(1 ,(+ x 1))"
    CONSTANT_TEST = "constant-test"
        "A test is 0, an empty string, a function or a number, which are true: only nil is false." "(while 0 (work))"
    INFIX_OPERATOR = "infix-operator"
        "An operator stands between its operands, and is an argument like them." "(print a + b)"
    MISSING_BODY = "missing-body"
        "A let has no body, so nothing uses its variables: a parenthesis stands too early." "(let ((x 1))) x"
    MISSPELT_HOOK = "misspelt-hook"
        "A function has nearly the name of a search's hook."
        "(defproc choose-cel (board) ...)"
    NAMED_ARGUMENT = "named-argument"
        "A function that tells its arguments by their order gets the name of one as a value." "(make-point :x 3 :y 4)"
    NEVER_EQUAL = "never-equal"
        "What is compared is never equal: a string and a number, or two arrays." "(= x #(1 2))"
    SINGLE_CHOICE = "single-choice"
        "amb has one argument, and so nothing to choose from: a list is one value." "(amb '(1 2 3))"
    SURPLUS_ARGUMENT = "surplus-argument"
        "A pattern of format uses fewer values than the call gives." "(format t \"%d points~%\" n)"
    UNCALLED_FUNCTION = "uncalled-function"
        "The name of a function stands where a call is meant, without parentheses." "print x"
    UNKNOWN_LINT = "unknown-lint"
        "A comment allows a lint by a name that no lint has." "; klammer: allow unused-vale"
    UNREACHABLE_CLAUSE = "unreachable-clause"
        "Clauses of cond come after one that is always taken." "(cond (t 1) ((= x 2) 2))"
    UNUSED_VALUE = "unused-value"
        "A function only computes a value, and nothing uses it." "(defproc f (l) (sort l <) (first l))"
}

/// Functions whose calls do nothing but compute a value.
#[rustfmt::skip]
pub(crate) const PURE: &[&str] = &[
    "*", "+", "-", "/", "/=", "<", "<=", "=", ">", ">=", "1+", "1-", "abs", "acons", "append", "aref", "array->list",
    "array-dimensions", "array-length", "assoc", "caar", "cadr", "car", "cddr", "cdr", "complement", "compose",
    "cons", "constantly", "drop", "duplicate", "empty?", "equal?", "even?", "expt", "filter", "first",
    "fourth", "gcd", "group-by", "identity", "intersection", "iota", "last", "lcm", "length", "list",
    "list*", "list->array", "list-copy", "max", "member", "member?", "min", "modulo", "negative?",
    "board", "not", "nth", "null?", "number->string", "odd?", "partition", "positive?", "quotient", "remainder",
    "remove", "remove-duplicates", "remove-if", "rest", "reverse", "round", "second", "set-difference", "sort",
    "sort-by", "sqrt", "square", "string-append", "string-contains?", "string-downcase", "string-index",
    "string-join", "string-length", "string-ref", "string-replace", "string-search", "assign", "candidates",
    "count-candidates", "eliminate", "board->line", "string-split", "string-trim", "string-upcase", "string=?",
    "subarray", "sublist", "substring", "table-count", "table-has?", "table-keys", "table-ref", "table-values",
    "take", "third", "union", "zero?", "zip",
];

/// Pure functions that people expect to change an argument, each with the position of that argument.
#[rustfmt::skip]
const CHANGING: &[(&str, usize)] = &[
    ("*", 0), ("+", 0), ("-", 0), ("/", 0), ("1+", 0), ("1-", 0), ("append", 0), ("assign", 0), ("eliminate", 0),
    ("cons", 1), ("drop", 1), ("filter", 1), ("remove", 1), ("remove-duplicates", 0), ("remove-if", 1), ("rest", 0),
    ("reverse", 0), ("sort", 0), ("sort-by", 1), ("string-append", 0), ("string-downcase", 0), ("string-replace", 0),
    ("string-trim", 0), ("string-upcase", 0), ("take", 1), ("union", 0),
];

/// Functions that return a number, which is true.
#[rustfmt::skip]
const NUMERIC: &[&str] = &[
    "+", "-", "*", "/", "abs", "array-length", "length", "max", "min", "modulo", "quotient", "remainder",
    "string-length", "table-count", "count-solutions",
];

/// Macros and operators whose arguments are all expressions.
#[rustfmt::skip]
const PLAIN_OPERATORS: &[&str] = &[
    "and", "or", "not", "progn", "if", "assert", "inc!", "dec!", "push!", "prog1", "ignore-errors", "return", "throw",
    "catch",
];

/// Local variables around a place that is looked at.
const MAX_LOCALS: usize = 200;

/// Operands of a test, keywords of a call and parameters of a function that are compared with one another.
const MAX_OPERANDS: usize = 16;

/// Names nearly those of hooks for which a text is searched.
const MAX_SEARCHES: usize = 16;

/// Functions that only compare.
const COMPARISONS: [&str; 6] = ["=", "/=", "<", "<=", ">", ">="];

/// Operators that define or assign the name after them.
#[rustfmt::skip]
const DEFINERS: [&str; 13] = [
    "defproc", "defmacro", "defmethod", "setq", "define-syntax", "define-record-type", "define-values", "define",
    "defvar", "defun", "defparameter", "setf", "defgeneric",
];

/// Macros that evaluate forms, of which a function alone is none.
const FORM_TAKERS: [&str; 3] = ["all-values", "one-value", "count-nodes"];

/// Operators of the dialects, and the core's that means the same.
const SAME_OPERATORS: [(&str, &str); 5] =
    [("begin", "progn"), ("set!", "setq"), ("setf", "setq"), ("letrec*", "letrec"), ("defun", "defproc")];

/// Facts about a whole text, for the lints of its forms.
#[derive(Debug, Default)]
pub(crate) struct LintFacts {
    /// The names that the text defines or assigns anywhere.
    defined: HashSet<String>,
    /// The macros among them.
    macros: HashSet<String>,
    /// The functions among them.
    functions: HashSet<String>,
    /// Names bound to variables of a store.
    variables: HashSet<String>,
    /// The lints that its comments allow.
    allowed: HashSet<String>,
    /// Names in those comments that no lint has. The first form that is looked at reports them.
    unknown: Mutex<Vec<Lint>>,
    /// Searches of the whole text for a name.
    searches: AtomicUsize,
}

impl LintFacts {
    pub fn of(source: &str) -> LintFacts {
        count_work(source);
        let mut facts = LintFacts::default();
        for (at, allow) in source.match_indices("klammer: allow ") {
            let before = source.get(..at).map_or("", |before| before.rsplit('\n').next().unwrap_or(""));
            if before.contains(';') {
                facts.allow_in(source, at + allow.len());
            }
        }
        for (at, _) in source.match_indices('(').chain(source.match_indices('[')) {
            let rest = source.get(at + 1..).unwrap_or("").trim_start();
            let Some((operator, rest)) = DEFINERS.iter().find_map(|d| Some((*d, rest.strip_prefix(d)?))) else {
                continue;
            };
            let after = rest.trim_start();
            // Scheme writes the parameters around: `(define (f x) ...)`.
            let name = after.trim_start_matches('(').split(is_delimiter).next().unwrap_or("");
            if after.len() < rest.len() && !name.is_empty() {
                let (is, name) = (|operators: &[&str]| operators.contains(&operator), name.to_string());
                let value = after.strip_prefix(&name).unwrap_or("").trim_start();
                facts.macros.extend(is(&["defmacro", "define-syntax"]).then(|| name.clone()));
                facts.functions.extend(is(&["defproc"]).then(|| name.clone()));
                facts.variables.extend((is(&["setq"]) && value.starts_with("(variable ")).then(|| name.clone()));
                facts.defined.insert(name);
            }
        }
        facts
    }

    /// Notes the names of the lints that a comment allows, from the first name on.
    fn allow_in(&mut self, source: &str, mut at: usize) {
        let names = source.get(at..).and_then(|rest| rest.lines().next()).unwrap_or("");
        let mut is_first = true;
        for name in names.split([' ', '\t']) {
            let range = at..at + name.len();
            at = range.end + 1;
            if name.is_empty() {
                continue;
            }
            let known = || LINTS.iter().map(|lint| lint.name);
            let meant = nearest(name, known());
            // Words after the first name may be a remark.
            if known().all(|lint| lint != name) && (is_first || meant.is_some()) {
                let lint = Lint::new(UNKNOWN_LINT, range, format!("there is no lint {name}"));
                let lint = match meant {
                    Some(meant) => lint.with_help(format!("did you mean `{meant}`?")),
                    None => lint,
                };
                self.unknown.get_mut().unwrap_or_else(PoisonError::into_inner).push(lint);
            }
            self.allowed.insert(name.to_string());
            is_first = false;
        }
    }

    fn take_unknown(&self) -> Vec<Lint> {
        std::mem::take(&mut *self.unknown.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the range of the line that a form begins, if an operator follows the form.
fn infix_line(source: &str, form: Range<usize>) -> Option<Range<usize>> {
    let (before, rest) = (source.get(..form.start)?, source.get(form.end..)?);
    // Only a form that begins a line is looked at, so that each line is looked at once.
    if !rest.starts_with(' ') || !(before.is_empty() || before.ends_with('\n')) {
        return None;
    }
    let line = rest.lines().next()?;
    let is_infix = line.split_whitespace().next().is_some_and(|word| INFIX.contains(&word));
    is_infix.then(|| form.start..form.end + line.len())
}

pub(crate) fn lint_with(form: &Form<'_>, scope: &dyn NameScope, facts: &LintFacts) -> Vec<Lint> {
    let (source, start) = (form.source(), form.start());
    let range = start..start + form.text().len();
    let Some(tree) = Tree::of(source, range.clone()) else { return Vec::new() };
    let Some(&top) = tree.forms().first() else { return Vec::new() };
    let mut linter = Linter::new(&tree, scope, source, facts);
    let is_core = linter.is_core();
    if tree.symbol(top).is_some() && is_core {
        linter.uncalled_at_top(top, range.end, form.is_of_file());
    } else {
        if is_core {
            linter.hook(top);
        }
        if form.is_of_file() && is_unseen(source, range.start, range.end) {
            linter.unused_change(top);
        }
        linter.form(top);
    }
    let mut found = linter.found;
    if is_core
        && let Some(line) = infix_line(source, range)
        && let Some(tree) = Tree::of(source, line)
    {
        let mut linter = Linter::new(&tree, scope, source, facts);
        linter.infix_at_top();
        found.append(&mut linter.found);
    }
    found.append(&mut facts.take_unknown());
    found.retain(|lint| !facts.allowed.contains(lint.name()));
    found
}

/// Returns whether a form of a file begins a line, with no comment beside or below that may say its value, and with
/// another form below.
fn is_unseen(source: &str, start: usize, end: usize) -> bool {
    let begins = source.get(..start).is_some_and(|before| before.is_empty() || before.ends_with('\n'));
    let rest = source.get(end..).unwrap_or("").trim_start_matches([' ', '\t', '\r']);
    let below = rest.strip_prefix('\n').map_or("", |below| below.trim_start());
    begins && below.starts_with('(')
}

/// Returns how many values a pattern of `format` uses, if it has only directives that use one each, or none.
fn values_of_pattern(pattern: &str) -> Option<usize> {
    let mut used = 0;
    let mut characters = pattern.chars();
    while characters.by_ref().any(|c| c == '~') {
        match characters.find(|c| !c.is_ascii_digit() && *c != ',')?.to_ascii_lowercase() {
            'a' | 's' | 'd' | 'b' | 'o' | 'x' | 'c' | 'f' => used += 1,
            '%' | '&' | '~' | '\n' => {}
            _ => return None,
        }
    }
    Some(used)
}

struct Linter<'a> {
    tree: &'a Tree<'a>,
    scope: &'a dyn NameScope,
    source: &'a str,
    facts: &'a LintFacts,
    /// The local variables around the place.
    locals: Vec<&'a str>,
    found: Vec<Lint>,
}

impl<'a> Linter<'a> {
    fn new(tree: &'a Tree<'a>, scope: &'a dyn NameScope, source: &'a str, facts: &'a LintFacts) -> Linter<'a> {
        Linter { tree, scope, source, facts, locals: Vec::new(), found: Vec::new() }
    }

    fn is_core(&self) -> bool {
        self.scope.dialect() == "core"
    }

    /// Returns the text by which the dialect writes what the core, Scheme or Common Lisp has.
    fn word(&self, core: &'static str, scheme: &'static str, common_lisp: &'static str) -> &'static str {
        match self.scope.dialect() {
            "scheme" => scheme,
            "common-lisp" => common_lisp,
            _ => core,
        }
    }

    fn report(&mut self, name: &'static str, node: NodeId, message: String, help: Option<String>) {
        let lint = Lint::new(name, self.place(node), message);
        self.found.push(match help {
            Some(help) => lint.with_help(help),
            None => lint,
        });
    }

    /// The place of a part with its prefix.
    fn place(&self, node: NodeId) -> std::ops::Range<usize> {
        self.tree.whole_range(node)
    }

    /// Returns the kind of an operator of the library, if neither the form nor the text gives it another meaning.
    fn of_library(&self, name: &str) -> Option<MeaningKind> {
        let meaning = self.scope.meaning(name).filter(|m| m.is_of_library && !self.locals.contains(&name))?;
        (!self.facts.defined.contains(name)).then_some(meaning.kind)
    }

    /// Returns whether a name has a function of the library as its value, which Common Lisp keeps apart.
    fn is_function(&self, name: &str) -> bool {
        self.of_library(name) == Some(MeaningKind::Function) && self.scope.dialect() != "common-lisp"
    }

    /// The library's operator at the head of a list, by the core's name for it.
    fn head(&self, node: NodeId) -> Option<&'a str> {
        let name = self.tree.head(node).filter(|name| self.of_library(name).is_some())?;
        Some(SAME_OPERATORS.iter().find(|(own, _)| *own == name).map_or(name, |(_, core)| core))
    }

    fn forms(&mut self, nodes: &[NodeId]) {
        nodes.iter().for_each(|&node| self.form(node));
    }

    /// Looks at an expression.
    fn form(&mut self, node: NodeId) {
        let tree = self.tree;
        if !tree.prefix(node).is_empty() {
            if tree.prefix(node) == "'" {
                self.quoted(node);
            }
            return;
        }
        if tree.kind(node) != NodeKind::List {
            return;
        }
        let arguments = tree.arguments(node);
        let Some(name) = tree.head(node) else { return self.forms(tree.children(node)) };
        if self.locals.contains(&name) {
            return self.forms(arguments);
        }
        match self.of_library(name) {
            Some(MeaningKind::Operator) => self.operator(node, self.head(node).unwrap_or(name), arguments),
            Some(MeaningKind::Function) => {
                self.call(node, name, arguments);
                self.forms(arguments);
            }
            _ => {
                let is_macro = self.scope.meaning(name).is_some_and(|m| m.kind == MeaningKind::Operator)
                    || self.facts.macros.contains(name);
                if !is_macro {
                    self.named_argument(node, name, arguments);
                    self.forms(arguments);
                }
            }
        }
    }

    fn operator(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let tree = self.tree;
        match (name, arguments) {
            ("lambda", [parameters, body @ ..]) => self.with_names(tree.children(*parameters), |l| l.whole_body(body)),
            ("defproc", [name, parameters, body @ ..]) => {
                let names = [&[*name], tree.children(*parameters)].concat();
                self.with_names(&names, |l| l.body(body, false));
            }
            ("define", [target, body @ ..]) => match tree.symbol(*target) {
                Some(_) => self.forms(body),
                None => self.with_names(tree.children(*target), |l| l.whole_body(body)),
            },
            ("defmacro", [_, _, body @ ..]) => {
                body.iter().filter(|&&part| tree.prefix(part) == "'").for_each(|&part| self.quoted(part));
            }
            ("let" | "let*" | "letrec", [first, rest @ ..]) => {
                let named = tree.symbol(*first).is_some();
                let (bindings, body) = match (named, rest) {
                    (true, [bindings, body @ ..]) => (tree.children(*bindings), body),
                    (false, body) => (tree.children(*first), body),
                    _ => return,
                };
                if body.is_empty() && !bindings.is_empty() {
                    let help = "the body stands before the last parenthesis of the let".to_string();
                    self.report(MISSING_BODY, node, format!("this {name} has no body"), Some(help));
                }
                let names: Vec<NodeId> =
                    bindings.iter().map(|&b| tree.children(b).first().copied().unwrap_or(b)).collect();
                let names = if named { [&[*first], &names[..]].concat() } else { names };
                bindings.iter().for_each(|&b| self.forms(tree.arguments_or_none(b)));
                self.with_names(&names, |l| l.whole_body(body));
            }
            ("dolist" | "dotimes", [list, body @ ..]) => {
                let parts = tree.children(*list);
                self.forms(parts.get(1..2).unwrap_or_default());
                let variable = parts.get(..1).unwrap_or_default().to_vec();
                self.with_names(&variable, |l| {
                    l.body(body, true);
                    l.forms(parts.get(2..).unwrap_or_default());
                });
            }
            ("if", [test, rest @ ..]) => {
                self.test(*test);
                self.form(*test);
                self.forms(rest);
            }
            ("when" | "unless", [test, body @ ..]) => {
                self.infix(node, name, arguments);
                self.test(*test);
                self.form(*test);
                self.body(body, false);
            }
            ("while", [test, body @ ..]) => {
                self.infix(node, name, arguments);
                self.test(*test);
                self.form(*test);
                self.body(body, true);
            }
            ("do", [list, end, body @ ..]) => {
                let bindings = tree.children(*list);
                let parts = |b: &NodeId, at: usize| tree.children(*b).get(at).copied();
                let names: Vec<NodeId> = bindings.iter().filter_map(|b| parts(b, 0)).collect();
                bindings.iter().filter_map(|b| parts(b, 1)).for_each(|init| self.form(init));
                self.with_names(&names, |l| {
                    bindings.iter().filter_map(|b| parts(b, 2)).for_each(|step| l.form(step));
                    if let Some((&test, results)) = tree.children(*end).split_first() {
                        l.test(test);
                        l.form(test);
                        l.body(results, false);
                    }
                    l.body(body, true);
                });
            }
            ("cond", clauses) => self.clauses(clauses),
            ("setq", _) => {
                self.infix(node, name, arguments.get(1..).unwrap_or_default());
                self.forms(arguments);
            }
            ("amb", [choice]) => {
                let is_list = tree.prefix(*choice) == "'" && tree.kind(*choice) == NodeKind::List
                    || self.head(*choice).is_some_and(|head| ["iota", "list"].contains(&head));
                if is_list {
                    let help = Some(format!("(a-member-of {}) chooses an element", tree.shown(*choice)));
                    self.report(SINGLE_CHOICE, node, "amb chooses among its arguments, and has one".to_string(), help);
                }
                self.form(*choice);
            }
            ("progn", body) => self.body(body, false),
            ("case", [value, clauses @ ..]) => {
                self.form(*value);
                for &clause in clauses {
                    let parts = tree.children(clause);
                    let key = parts.first().and_then(|&key| tree.symbol(key));
                    if let (Some(key @ ("default" | "_")), Some(&key_node)) = (key, parts.first()) {
                        let problem = format!("this clause is for the symbol `{key}` alone");
                        let help = Some("the clause for everything else begins with t or else".to_string());
                        self.report(UNREACHABLE_CLAUSE, key_node, problem, help.filter(|_| self.is_core()));
                    }
                    self.body(parts.get(1..).unwrap_or_default(), false);
                }
            }
            (taker, [function, rest @ ..])
                if FORM_TAKERS.contains(&taker)
                    && tree.symbol(*function).is_some_and(|f| self.is_function(f) || self.is_own_function(f)) =>
            {
                let parts: Vec<String> = [&[*function], rest].concat().iter().map(|&part| tree.shown(part)).collect();
                let problem = format!("`{}` is not called here: `{taker}` takes a form", parts[0]);
                self.report(UNCALLED_FUNCTION, *function, problem, Some(format!("({taker} ({}))", parts.join(" "))));
            }
            ("catch", [tag, body @ ..]) => {
                self.form(*tag);
                self.body(body, false);
            }
            _ if PLAIN_OPERATORS.contains(&name) => self.forms(arguments),
            _ => {}
        }
    }

    /// Runs `f` while names are bound, unless they are too many to look names up among them.
    fn with_names(&mut self, names: &[NodeId], f: impl FnOnce(&mut Self)) {
        let before = self.locals.len();
        if before + names.len() > MAX_LOCALS {
            return;
        }
        for &name in names {
            // An optional parameter may be in a list with its value.
            let name = self.tree.children(name).first().copied().unwrap_or(name);
            self.locals.extend(self.tree.symbol(name));
        }
        f(self);
        self.locals.truncate(before);
    }

    // ---- tests

    fn test(&mut self, test: NodeId) {
        let tree = self.tree;
        let is_empty = tree.kind(test) == NodeKind::String && tree.text(test) == "\"\"";
        if tree.number(test).is_some_and(|n| n.parse::<f64>().is_ok_and(|n| n == 0.0)) || is_empty {
            self.report(
                CONSTANT_TEST,
                test,
                format!("this test is always true: {} is no false value", tree.text(test)),
                Some(format!("only {} is false", self.word("nil", "#f", "nil"))),
            );
        }
        if let Some(name) = tree.symbol(test).filter(|name| self.is_function(name)) {
            let problem = format!("this test is always true: `{name}` is a function, which is not called");
            self.report(
                CONSTANT_TEST,
                test,
                problem,
                Some("a test that calls it has parentheses of its own".to_string()),
            );
        }
        if let Some(function) = self.head(test).filter(|name| NUMERIC.contains(name)) {
            let problem = format!("this test is always true: `{function}` returns a number");
            self.report(CONSTANT_TEST, test, problem, Some(format!("only {} is false", self.word("nil", "#f", "nil"))));
        }
    }

    fn clauses(&mut self, clauses: &[NodeId]) {
        let tree = self.tree;
        for (i, &clause) in clauses.iter().enumerate() {
            let parts = tree.children(clause);
            let Some((&test, body)) = parts.split_first() else { continue };
            let always = self.word("t else", "else", "t");
            let is_last =
                tree.symbol(test).is_some_and(|s| always.split(' ').any(|a| a == s) && !self.locals.contains(&s));
            if let (true, Some(&next)) = (is_last && !body.is_empty(), clauses.get(i + 1)) {
                let shown = tree.shown(test);
                self.report(
                    UNREACHABLE_CLAUSE,
                    next,
                    "this clause is never reached".to_string(),
                    Some(format!("the clause with `{shown}` before it is always taken")),
                );
            }
            if !is_last && !body.is_empty() {
                self.test(test);
            }
            self.form(test);
            self.body(body, false);
        }
    }

    fn is_own_function(&self, name: &str) -> bool {
        self.facts.functions.contains(name) && !self.locals.contains(&name)
    }

    // ---- values

    /// Looks at a body, which must have an expression.
    fn whole_body(&mut self, nodes: &[NodeId]) {
        if let Some(&last) = nodes.last().filter(|&&last| self.head(last) == Some("define") && !self.is_core()) {
            let help = Some("the value of a body is that of its last expression".to_string());
            self.report(MISSING_BODY, last, "this body ends with a definition, and has no value".to_string(), help);
        }
        self.body(nodes, false);
    }

    /// Looks at the expressions of a body; `is_loop` if the value of the last one is unused, too.
    fn body(&mut self, nodes: &[NodeId], is_loop: bool) {
        let tree = self.tree;
        for (i, &node) in nodes.iter().enumerate() {
            let is_last = i + 1 == nodes.len();
            if let Some(help) = self.infix_in(nodes.get(i..i + 3).unwrap_or_default()) {
                let problem = "these are expressions one after the other: a call has parentheses".to_string();
                self.report(INFIX_OPERATOR, node, problem, Some(help));
                return;
            }
            if let (Some(name), Some(&next)) = (tree.symbol(node), nodes.get(i + 1))
                && self.is_function(name)
                && !INFIX.contains(&name)
            {
                let touches = tree.is_form(next) && tree.whole_range(next).start == tree.whole_range(node).end;
                let inside: Vec<String> = tree.children(next).iter().map(|&part| tree.shown(part)).collect();
                let (name, next) = (name.to_string(), if touches { inside.join(" ") } else { tree.shown(next) });
                self.report(
                    UNCALLED_FUNCTION,
                    node,
                    format!("`{name}` is not called here: a call has parentheses"),
                    Some(format!("a call has its parenthesis in front: ({name} {next})")),
                );
            } else if !is_last || is_loop {
                self.unused(node);
            }
            self.form(node);
        }
    }

    fn unused(&mut self, node: NodeId) {
        // The unused value of a choice is that of each branch.
        let branches = match (self.head(node), self.tree.arguments_or_none(node)) {
            (Some("when" | "unless"), [_, .., last]) => vec![*last],
            (Some("if"), [_, branches @ ..]) => branches.to_vec(),
            _ => Vec::new(),
        };
        branches.into_iter().for_each(|branch| self.unused(branch));
        if let (Some("format"), [destination, _, ..]) = (self.head(node), self.tree.arguments(node))
            && self.tree.symbol(*destination) == Some("nil")
        {
            let help = Some("(format t ...) shows the text".to_string());
            self.report(UNUSED_VALUE, node, "the text that `format` returns is not used".to_string(), help);
        }
        let Some(name) = self.head(node).filter(|name| PURE.contains(name)) else { return };
        let help = match self.kept(node, name) {
            Some(help) => help,
            None => match self.tree.arguments(node) {
                [variable, value] if name == "=" && self.tree.symbol(*variable).is_some() => {
                    let (variable, value) = (self.tree.shown(*variable), self.tree.shown(*value));
                    format!(
                        "`=` compares and changes nothing: ({} {variable} {value}) assigns",
                        self.word("setq", "set!", "setq")
                    )
                }
                _ => format!("`{name}` computes a value and changes nothing"),
            },
        };
        let shown = self.tree.shown(node);
        self.report(UNUSED_VALUE, node, format!("the value of `{shown}` is not used"), Some(help));
    }

    /// A form of a file computes a value that its writer expects to change a variable, or states what is to hold.
    fn unused_change(&mut self, node: NodeId) {
        let Some(name) = self.head(node) else { return };
        let is_variable = |&part: &NodeId| self.tree.symbol(part).is_some_and(|s| self.of_library(s).is_none());
        let states = COMPARISONS.contains(&name) && self.tree.arguments(node).iter().any(is_variable);
        if let Some(help) =
            self.kept(node, name).or_else(|| states.then(|| format!("`{name}` compares and changes nothing")))
        {
            let shown = self.tree.shown(node);
            self.report(UNUSED_VALUE, node, format!("the value of `{shown}` is not used"), Some(help));
        }
    }

    /// Returns the assignment that keeps the value of a call in the variable that it is computed from.
    fn kept(&self, node: NodeId, name: &str) -> Option<String> {
        let position = CHANGING.iter().find(|(changing, _)| *changing == name)?.1;
        let arguments = self.tree.arguments(node);
        let variable = self.tree.symbol(*arguments.get(position)?)?;
        if arguments.iter().filter(|&&a| self.tree.symbol(a) == Some(variable)).count() > 1 {
            return None;
        }
        let is_constant = ["t", "nil"].contains(&variable) || self.of_library(variable).is_some();
        let shown = self.tree.shown(node);
        if ["assign", "eliminate"].contains(&name) {
            let in_place = shown.strip_prefix(&format!("({name} "))?;
            return (!is_constant)
                .then(|| format!("`{name}` returns a changed copy: ({name}! {in_place} changes `{variable}` itself"));
        }
        let setq = self.word("setq", "set!", "setq");
        let keeps = format!("({setq} {variable} {shown}) keeps what it returns");
        // Common Lisp may change the list that it sorts.
        let is_destructive = self.scope.dialect() == "common-lisp" && name == "sort";
        (!is_constant).then(|| if is_destructive { keeps } else { format!("`{name}` changes nothing: {keeps}") })
    }

    // ---- quotes

    fn quoted(&mut self, node: NodeId) {
        let tree = self.tree;
        if tree.kind(node) != NodeKind::List {
            return;
        }
        let parts = tree.children(node);
        if let Some(&part) = parts.iter().find(|&&part| tree.prefix(part).starts_with(',')) {
            let problem = format!("`{}` is not evaluated in a list with a quote", tree.shown(part));
            self.report(COMMA_IN_QUOTE, part, problem, Some("a template has ` and not '".to_string()));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Hints;
    use crate::tests::WORK;

    /// Returns the bytes that hints and lints look through while a text is checked, and the number of its faults.
    fn work(text: &str) -> (usize, usize) {
        let mut engine = klammer_search::builder().advisor(Hints::new()).build();
        engine.eval::<()>("(require 'search)").unwrap();
        let before = WORK.get();
        let found = engine.check(("long.lisp", text));
        (WORK.get() - before, found.errors.len() + found.warnings.len())
    }

    #[test]
    fn work_of_hints_grows_with_the_text() {
        let texts: [fn(usize) -> String; 8] = [
            |n| "(list 1) ".repeat(n),
            |n| "car ".repeat(n),
            |n| (0..n / 4).map(|i| format!("(defmethod f (x) (= x {i}) {i}) (g :x)\n")).collect(),
            |n| (0..n).map(|i| format!("(defproc choose-ce{} (l) (choose-ce{} l))\n", i % 10, i % 10)).collect(),
            |n| (0..n).map(|i| format!("(setq v{i} (nope{i} 1))\n")).collect(),
            |n| (0..n).map(|i| format!("(setq v{i} (nope{i} 1)) ")).collect(),
            |n| "(let ((x 1) y 3) (if) x) ".repeat(n),
            |n| "(print a + b)\n".repeat(n),
        ];
        for text in texts {
            let (short, long) = (text(250), text(2000));
            let ((few, _), (many, faults)) = (work(&short), work(&long));
            // Of the bytes of a text, as many are looked at in a long one as in a short one, but for those that each of
            // the first hundred faults looks at.
            let most = few / short.len() * long.len() + 200 * long.len();
            assert!(many <= most, "{few} {many} {faults} {}", &short[..40]);
        }
    }
}
