//! Code that has a meaning, but hardly the one that its writer intends.
//!
//! Only forms whose operators the library defines are looked into: a macro of the program may mean anything.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use klammer::hints::{Form, Lint, MeaningKind, NameScope, near};
use klammer_syntax::lexer::is_delimiter;
use klammer_syntax::tree::{NodeId, NodeKind};

use crate::hint::{EVENTS, HOOKS, INFIX};
use crate::syntax::{Tree, count_work};

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
    ASSIGNMENT_IN_TEST = "assignment-in-test"
        "A test assigns a constant, so it is always true or always false." "(if (setq x 3) 'yes 'no)"
    CHANGED_CONSTANT = "changed-constant"
        "A quoted array is changed, which is the same one each time the code runs." "(let ((a '#(0 0))) (aset a 0 1) a)"
    COMMA_IN_QUOTE = "comma-in-quote"
        "A comma stands in a list with a quote, which evaluates nothing; a backquote does." "'(1 ,(+ x 1))"
    CONSTANT_TEST = "constant-test"
        "A test is 0, an empty string, a function or a number, which are true: only nil is false." "(while 0 (work))"
    DROPPED_RETURN = "dropped-return"
        "A loop is left with a value, and nothing uses the value of the loop."
        "(defproc f (l) (dolist (x l) (if (even? x) (return x))) nil)"
    ENDLESS_LOOP = "endless-loop"
        "Nothing in a loop changes what its test compares." "(let ((i 0)) (while (< i 3) (print i)))"
    INFIX_OPERATOR = "infix-operator"
        "An operator stands between its operands, and is an argument like them." "(print a + b)"
    LOOP_RESULT = "loop-result"
        "The third part of dotimes is the result, and not an end." "(dotimes (i 1 5) (print i))"
    MISSING_BODY = "missing-body"
        "A let has no body, so nothing uses its variables: a parenthesis stands too early." "(let ((x 1))) x"
    MISSPELT_HOOK = "misspelt-hook"
        "A function has nearly the name of a search's hook, or on-search-event looks for an event that no search has."
        "(defproc choose-cel (board) ...)"
    NAMED_ARGUMENT = "named-argument"
        "A function that tells its arguments by their order gets the name of one as a value." "(make-point :x 3 :y 4)"
    NESTED_QUOTE = "nested-quote"
        "A quoted list begins with a quote, so it has the list (quote a) in it, and not a." "'('a 'b)"
    NEVER_EQUAL = "never-equal"
        "What is compared is never equal: a string and a number, or two arrays." "(= x #(1 2))"
    SHARED_ELEMENT = "shared-element"
        "All elements of an array are one and the same array." "(make-array 3 (make-array 3 0))"
    SINGLE_CHOICE = "single-choice"
        "amb has one argument, and so nothing to choose from: a list is one value." "(amb '(1 2 3))"
    SORT_ORDER = "sort-order"
        "The order of sort gives a number, which is always true." "(sort l -)"
    SURPLUS_ARGUMENT = "surplus-argument"
        "A pattern of format uses fewer values than the call gives." "(format t \"%d points~%\" n)"
    UNCALLED_FUNCTION = "uncalled-function"
        "The name of a function stands where a call is meant, without parentheses." "print x"
    UNREACHABLE_CLAUSE = "unreachable-clause"
        "Clauses of cond come after one that is always taken." "(cond (t 1) ((= x 2) 2))"
    UNUSED_DIRECTIVE = "unused-directive"
        "A function that prints its arguments as they are gets a pattern." "(print \"x is %d\" x)"
    UNUSED_VALUE = "unused-value"
        "A function only computes a value, and nothing uses it." "(defproc f (l) (sort l <) (first l))"
    VARIABLE_IN_QUOTE = "variable-in-quote"
        "A quoted list has the names of local variables in it, and not their values." "(lambda (x) '(1 x))"
    WRONG_STORE = "wrong-store"
        "A propagator changes the store that it was made with, and not the one that it gets."
        "(propagator! s (list x) (lambda (st) (eliminate! s x 5)))"
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

/// Those of them that people expect to change what they are given, each with the position of that argument.
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

/// Operators and functions that a loop may call without changing the variables of its test, unless one is their first
/// argument.
#[rustfmt::skip]
const HARMLESS: &[&str] = &[
    "print", "display", "write", "newline", "format", "+", "-", "*", "/", "1+", "1-", "<", ">", "<=", ">=", "=", "/=",
    "not", "and", "or", "if", "when", "unless", "cond", "progn", "let", "let*", "car", "cdr", "cons", "list",
    "append", "length", "nth", "aref", "first", "rest", "second", "string-append", "number->string", "even?", "odd?",
    "zero?", "null?", "square", "sqrt", "abs", "min", "max", "modulo", "quotient", "remainder", "setq", "inc!", "dec!",
    "push!", "table-ref", "string", "list-copy", "reverse", "member?", "expt", "t", "else",
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

/// Functions that show what a board or a store has become.
const SHOWING: [&str; 4] = ["value", "values-of", "board->line", "draw-puzzle"];

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
    /// Those that are variables of a store.
    variables: HashSet<String>,
    /// The lints that its comments allow.
    allowed: HashSet<String>,
    /// Searches of the whole text for a name.
    searches: AtomicUsize,
}

impl LintFacts {
    pub fn of(source: &str) -> LintFacts {
        count_work(source);
        let mut facts = LintFacts::default();
        for (at, _) in source.match_indices("klammer: allow ") {
            let before = source.get(..at).map_or("", |before| before.rsplit('\n').next().unwrap_or(""));
            let names = source.get(at..).and_then(|rest| rest.lines().next()).unwrap_or("").split_whitespace();
            if before.contains(';') {
                facts.allowed.extend(names.skip(2).map(str::to_string));
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
}

/// Returns what is suspicious in a form of a program in the core language.
#[must_use]
pub fn lint(form: &Form<'_>, scope: &dyn NameScope) -> Vec<Lint> {
    lint_with(form, scope, &LintFacts::of(form.source()))
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
    /// Those of them whose values are quoted arrays.
    constants: Vec<&'a str>,
    /// The function around the place.
    function: Option<&'a str>,
    found: Vec<Lint>,
}

impl<'a> Linter<'a> {
    fn new(tree: &'a Tree<'a>, scope: &'a dyn NameScope, source: &'a str, facts: &'a LintFacts) -> Linter<'a> {
        Linter {
            tree,
            scope,
            source,
            facts,
            locals: Vec::new(),
            constants: Vec::new(),
            function: None,
            found: Vec::new(),
        }
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
                self.function = tree.symbol(*name);
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
                let constants = self.constants.len();
                self.constants.extend(bindings.iter().filter_map(|&b| match *tree.children(b) {
                    [name, value] if tree.kind(value) == NodeKind::Vector => tree.symbol(name),
                    _ => None,
                }));
                self.with_names(&names, |l| l.whole_body(body));
                self.constants.truncate(constants);
            }
            ("dolist" | "dotimes", [list, body @ ..]) => {
                let parts = tree.children(*list);
                if name == "dotimes"
                    && let [_, count, result] = *parts
                    && let (Some(count), Some(end)) = (self.value(count), self.value(result))
                    && count < end
                {
                    let help = "(dotimes (i count result) ...) counts from 0; (iota count start) is a list of others";
                    let problem = "this is the result of the loop, and not its end".to_string();
                    self.report(LOOP_RESULT, result, problem, Some(help.to_string()));
                }
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
                self.endless(node, *test, body);
                self.reads_on(*test, body);
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
        let Some("setq") = self.head(test) else { return };
        if let [variable, value] = *tree.arguments(test) {
            let is_constant = matches!(tree.kind(value), NodeKind::Number | NodeKind::String)
                || matches!(tree.symbol(value), Some("t" | "nil"))
                || tree.prefix(value) == "'";
            if is_constant {
                let (variable, value) = (tree.shown(variable), tree.shown(value));
                self.report(
                    ASSIGNMENT_IN_TEST,
                    test,
                    format!("this test assigns {value}: it does not compare"),
                    Some(format!("({} {variable} {value}) compares", self.word("=", "equal?", "equal"))),
                );
            }
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

    /// `(while (< i 10) ...)`, where nothing changes `i`.
    fn endless(&mut self, node: NodeId, test: NodeId, body: &[NodeId]) {
        let tree = self.tree;
        let Some("<" | ">" | "<=" | ">=" | "=" | "/=") = self.head(test) else { return };
        let mut variables = Vec::new();
        let operands = tree.arguments(test);
        if operands.len() > MAX_OPERANDS {
            return;
        }
        for &operand in operands {
            match tree.symbol(operand) {
                Some(name) if self.locals.contains(&name) => variables.push(name),
                _ if tree.number(operand).is_some() => {}
                _ => return,
            }
        }
        if !variables.is_empty() && body.iter().all(|&part| self.leaves_alone(part, &variables)) {
            let names = variables.join("` and `");
            self.report(
                ENDLESS_LOOP,
                node,
                format!("this loop does not end once it has begun: nothing changes `{names}`"),
                None,
            );
        }
    }

    fn leaves_alone(&self, node: NodeId, variables: &[&str]) -> bool {
        let tree = self.tree;
        if tree.kind(node) != NodeKind::List || tree.prefix(node) == "'" {
            return true;
        }
        let head = tree.head(node);
        let assigns = matches!(head, Some("setq" | "inc!" | "dec!" | "push!"));
        let is_target =
            tree.arguments(node).iter().any(|&a| tree.symbol(a).is_some_and(|name| variables.contains(&name)));
        head.is_some_and(|head| HARMLESS.contains(&head) && !self.locals.contains(&head))
            && !(assigns && is_target)
            && tree.arguments(node).iter().all(|&part| self.leaves_alone(part, variables))
    }

    /// `(while line ... (setq line (read-line)))`
    fn reads_on(&mut self, test: NodeId, body: &[NodeId]) {
        let tree = self.tree;
        let reads = |node: NodeId| matches!(tree.head(node), Some("read-line" | "read" | "read-char"));
        let assigned = |&node: &NodeId| match (self.head(node), tree.arguments(node)) {
            (Some("setq"), [name, value]) if reads(*value) => tree.symbol(*name),
            _ => None,
        };
        let variable = tree.symbol(test).filter(|_| self.scope.dialect() != "common-lisp");
        if variable.is_some() && body.iter().any(|node| assigned(node) == variable) {
            let shown = tree.shown(test);
            let problem = "this test is always true: at the end of the input comes an object that is not nil";
            let help = format!("(while (not (eof-object? {shown})) ...) ends there");
            self.report(CONSTANT_TEST, test, problem.to_string(), Some(help));
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

    /// Looks at the expressions of a body; `is_loop` if nobody uses the value of the last one either.
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
        if let Some("dolist" | "dotimes" | "while" | "do") = self.head(node) {
            self.dropped_return(self.tree.arguments(node));
        }
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

    /// `(dolist (x l) (if (= x y) (return x)))`, where nothing uses the value of the loop.
    fn dropped_return(&mut self, parts: &[NodeId]) {
        let tree = self.tree;
        for &part in parts.iter().filter(|&&part| tree.is_form(part)) {
            match (self.head(part), tree.arguments(part)) {
                (Some("return"), [value]) if !matches!(tree.symbol(*value), Some("nil")) => {
                    let function = self.function.unwrap_or("name");
                    let problem = "this value is lost: `return` leaves the loop, whose value nothing uses".to_string();
                    let help = format!("(return-from {function} {}) leaves the function", tree.shown(*value));
                    self.report(DROPPED_RETURN, part, problem, Some(help).filter(|_| self.function.is_some()));
                }
                (Some("if" | "when" | "unless" | "cond" | "progn" | "let" | "let*"), inside) => {
                    self.dropped_return(inside);
                }
                // A clause of `cond`.
                (None, _) if tree.head(part).is_none() => self.dropped_return(tree.children(part)),
                _ => {}
            }
        }
    }

    /// A form of a file computes a value that its writer expects to change a variable, or states what is to hold.
    fn unused_change(&mut self, node: NodeId) {
        let Some(name) = self.head(node) else { return };
        if let ("solve", [state]) = (name, self.tree.arguments(node))
            && let Some(state) = self.tree.symbol(*state)
            && let Some(rest) = self.source.get(self.place(node).end..)
            && SHOWING
                .iter()
                .any(|f| rest.contains(&format!("({f} {state} ")) || rest.contains(&format!("({f} {state})")))
        {
            let problem = format!("`solve` returns a solution, which is not used, and does not change `{state}`");
            self.report(UNUSED_VALUE, node, problem, Some(format!("(setq solution (solve {state})) keeps it")));
        }
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
            return;
        }
        let is_quoted = |&part: &NodeId| tree.prefix(part) == "'" && tree.kind(part) == NodeKind::Symbol;
        if !parts.is_empty() && parts.iter().all(is_quoted) {
            let names: Vec<&str> = parts.iter().map(|&part| tree.text(part)).collect();
            self.report(
                NESTED_QUOTE,
                node,
                "a quoted list needs no further quotes: they are part of it".to_string(),
                Some(format!("'({})", names.join(" "))),
            );
            return;
        }
        let symbols: Vec<&str> = parts.iter().filter_map(|&part| tree.symbol(part)).collect();
        let numbers = parts.iter().filter(|&&part| tree.number(part).is_some()).count();
        let are_local = symbols.iter().all(|name| self.locals.contains(name));
        // Symbols alone may be meant, unless nothing else uses the variables.
        let uses = |name: &str| tree.all().filter(|&node| tree.symbol(node) == Some(name)).count();
        let are_certain = || numbers > 0 || symbols.iter().all(|name| uses(name) == 2);
        if let Some(name) = symbols.first()
            && are_local
            && numbers + symbols.len() == parts.len()
            && parts.len() > 1
            && are_certain()
        {
            let parts: Vec<&str> = parts.iter().map(|&part| tree.text(part)).collect();
            self.report(
                VARIABLE_IN_QUOTE,
                node,
                format!("this list has the symbol `{name}` in it, not the variable's value"),
                Some(format!("(list {}) has the value", parts.join(" "))),
            );
        }
    }

    // ---- calls

    fn call(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let tree = self.tree;
        match name {
            "print" | "display" => {
                self.infix(node, name, arguments);
                self.directive(node, name, arguments);
            }
            "=" if self.is_core() => {
                if let [a, b] = *arguments {
                    self.equal(node, a, b);
                }
            }
            "eq?" | "eqv?" | "assq" | "assv" | "memq" | "memv" | "eq" | "eql" | "member" | "assoc" | "find"
            | "position" => {
                self.identity(node, name, arguments);
            }
            "format" if self.scope.dialect() != "scheme" => self.surplus(arguments),
            "for-each" => {
                if let [function, ..] = *arguments
                    && let (Some("lambda"), [_, .., last]) = (self.head(function), tree.arguments(function))
                {
                    self.unused(*last);
                }
            }
            "make-array" => {
                if let [_, element] = *arguments
                    && let Some("make-array") = self.head(element)
                    && let Some(&inner) = tree.arguments(element).first()
                {
                    let sizes = format!("'({} {})", tree.shown(arguments[0]), tree.shown(inner));
                    let help = tree.number(arguments[0]).and(tree.number(inner));
                    let help = help.map(|_| format!("(make-array {sizes} ...) has elements of its own in each row"));
                    self.report(SHARED_ELEMENT, element, "all rows are this one array".to_string(), help);
                }
            }
            "aset" | "array-fill!" => {
                if let Some(array) =
                    arguments.first().and_then(|&a| tree.symbol(a)).filter(|a| self.constants.contains(a))
                {
                    let problem =
                        format!("this changes the constant of `{array}`, which stays changed for the next call");
                    let help = Some("(vector ...) and (make-array ...) make a new array each time".to_string());
                    self.report(CHANGED_CONSTANT, node, problem, help);
                }
            }
            "propagator!" => self.propagator(arguments),
            "string-split" => {
                if let [text, separator] = *arguments
                    && tree.kind(text) == NodeKind::String
                    && tree.kind(separator) == NodeKind::String
                    && tree.text(separator).trim_matches('"').contains(tree.text(text).trim_matches('"'))
                    && tree.text(separator).len() > tree.text(text).len()
                {
                    let help = format!("(string-split {} {})", tree.shown(separator), tree.shown(text));
                    self.report(NEVER_EQUAL, node, "the separator is longer than the text".to_string(), Some(help));
                }
            }
            "sort" => {
                if let [_, order] = *arguments {
                    self.order(order);
                }
            }
            _ => {}
        }
        if tree.head(node) == Some(name) {
            self.named_argument(node, name, arguments);
        }
    }

    /// `(print a + b)`
    fn infix(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let Some(help) = self.infix_in(arguments.get(..3).unwrap_or_default()) else { return };
        self.report(INFIX_OPERATOR, node, format!("an operator is an argument of `{name}` here"), Some(help));
    }

    /// Returns the call that is meant by two operands with an operator between them.
    fn infix_in(&self, parts: &[NodeId]) -> Option<String> {
        let tree = self.tree;
        let [left, operator, right] = *parts else { return None };
        let operator = tree.symbol(operator).filter(|o| INFIX.contains(o) && self.of_library(o).is_some())?;
        let is_text = |part: NodeId| tree.kind(part) == NodeKind::String;
        let is_operand = |part: NodeId| {
            tree.number(part).is_some()
                || tree.is_form(part)
                || is_text(part)
                || tree.symbol(part).is_some_and(|s| self.of_library(s).is_none())
        };
        if !is_operand(left) || !is_operand(right) {
            return None;
        }
        let operands = format!("{} {}", tree.shown(left), tree.shown(right));
        Some(match is_text(left) || is_text(right) {
            true => format!("texts and other values are joined by (string {operands})"),
            false => format!("the operator comes first: ({operator} {operands})"),
        })
    }

    /// `(print "x is %d" x)`
    fn directive(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let [control, _, ..] = *arguments else { return };
        let text = self.tree.text(control);
        let is_text = self.tree.kind(control) == NodeKind::String;
        let is_alone = |at: usize, d: &str| {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            let after = text.get(at + d.len()..).and_then(|after| after.chars().next());
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        };
        let is_used = |d: &&str| text.match_indices(d).any(|(at, d)| is_alone(at, d));
        let directive = ["%d", "%s", "%f", "%i", "~a", "~d"].into_iter().find(is_used);
        if let Some(directive) = directive.filter(|_| is_text) {
            self.report(
                UNUSED_DIRECTIVE,
                node,
                format!("`{name}` shows `{directive}` as it stands"),
                Some("(format t \"x is ~a~%\" x) puts values into a text".to_string()),
            );
        }
    }

    /// `(format t "%d points~%" n)`
    fn surplus(&mut self, arguments: &[NodeId]) {
        let [_, control, values @ ..] = arguments else { return };
        if self.tree.kind(*control) != NodeKind::String {
            return;
        }
        let used = values_of_pattern(self.tree.text(*control));
        if let Some(used) = used.filter(|&used| used < values.len()) {
            let problem = format!("the pattern has no place for `{}`", self.tree.shown(values[used]));
            self.report(SURPLUS_ARGUMENT, values[used], problem, Some("~a shows any value".to_string()));
        }
    }

    /// `(eq? x "a")`, `(member "a" l)` in Common Lisp.
    fn identity(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let tree = self.tree;
        let dialect = self.scope.dialect();
        let is_text = |&part: &NodeId| tree.kind(part) == NodeKind::String;
        let (is_pair, is_search) = (["eq?", "eqv?", "eq", "eql"].contains(&name), arguments.len() == 2);
        let looks = match (dialect, name) {
            ("scheme", "assq" | "assv" | "memq" | "memv") => true,
            ("common-lisp", "member" | "assoc" | "find" | "position") => is_search,
            _ => false,
        };
        let compares = is_pair && dialect != "core" && arguments.iter().any(is_text);
        if compares || looks && arguments.first().is_some_and(is_text) {
            let help = match name {
                "assq" | "assv" => "`assoc` compares texts by their characters",
                "memq" | "memv" => "`member` compares texts by their characters",
                _ if is_pair && dialect == "scheme" => "(equal? a b) compares the characters",
                _ if is_pair => "(equal a b) compares the characters",
                _ => "with :test #'equal it compares the characters",
            };
            let problem = format!("`{name}` never finds a text alike: it compares whether two are the same object");
            self.report(NEVER_EQUAL, node, problem, Some(help.to_string()));
        }
    }

    /// `(propagator! s (list x) (lambda (st) (eliminate! s x 5)))`
    fn propagator(&mut self, arguments: &[NodeId]) {
        let tree = self.tree;
        let [store, _, function, ..] = *arguments else { return };
        let (Some(store), (Some("lambda"), [parameters, body @ ..])) =
            (tree.symbol(store), (self.head(function), tree.arguments(function)))
        else {
            return;
        };
        let Some(own) = tree.children(*parameters).first().and_then(|&p| tree.symbol(p)).filter(|own| *own != store)
        else {
            return;
        };
        let range = body.first().map_or(0..0, |&first| tree.whole_range(first).start..tree.whole_range(function).end);
        let changes = |&node: &NodeId| {
            let is_change =
                matches!(tree.head(node), Some("eliminate!" | "assign!" | "at-least!" | "at-most!" | "post!"));
            is_change
                && range.contains(&tree.range(node).start)
                && tree.arguments(node).first().is_some_and(|&a| tree.symbol(a) == Some(store))
        };
        if let Some(node) = tree.all().find(changes) {
            let problem = format!("this changes the store `{store}`, and not the one that the search is at");
            self.report(WRONG_STORE, node, problem, Some(format!("the function gets that one as `{own}`")));
        }
    }

    /// `(sort l (lambda (a b) (- a b)))`
    fn order(&mut self, order: NodeId) {
        let tree = self.tree;
        let value = match (self.head(order), tree.arguments(order)) {
            (Some("lambda"), [_, body]) => self.head(*body),
            _ => tree.symbol(order).filter(|name| self.is_function(name)),
        };
        if let Some(name) = value.filter(|name| NUMERIC.contains(name)) {
            let problem = format!("this order is always true: `{name}` returns a number");
            let help = "an order tells whether the first value comes before the second: (< a b)".to_string();
            self.report(SORT_ORDER, order, problem, Some(help));
        }
    }

    fn value(&self, node: NodeId) -> Option<f64> {
        self.tree.number(node)?.parse().ok()
    }

    fn equal(&mut self, node: NodeId, a: NodeId, b: NodeId) {
        let tree = self.tree;
        let is_char = |part: NodeId| tree.text(part).starts_with("#\\") || self.head(part) == Some("string-ref");
        let is_literal = |part: NodeId| tree.kind(part) == NodeKind::String;
        let is_name = |part: NodeId| tree.kind(part) == NodeKind::Symbol && tree.prefix(part) == "'";
        let is_array = |part: NodeId| {
            tree.kind(part) == NodeKind::Vector
                || self.head(part).is_some_and(|h| ["make-array", "vector"].contains(&h))
        };
        let is_text = |part: NodeId| {
            let is_argument = || tree.arguments(part).last().and_then(|&l| tree.symbol(l)) == Some("*arguments*");
            tree.kind(part) == NodeKind::String
                || self.head(part).is_some_and(|head| match head {
                    "read-line" | "string" | "string-append" | "number->string" | "symbol->string" | "substring"
                    | "string-upcase" | "string-downcase" | "string-trim" | "string-join" => true,
                    "first" | "second" | "third" | "car" | "nth" => is_argument(),
                    _ => false,
                })
        };
        let is_variable = |part: NodeId| {
            let name = tree.symbol(part).filter(|name| !self.locals.contains(name));
            name.is_some_and(|name| self.facts.variables.contains(name))
        };
        let is_other = |part: NodeId, other: NodeId| {
            tree.number(part).is_some() || is_variable(part) && tree.symbol(part) != tree.symbol(other)
        };
        let problem = if is_variable(a) && is_other(b, a) || is_variable(b) && is_other(a, b) {
            Some((
                "a variable of a store is = only to itself",
                "conditions stand in (post! store ...), and (value solution variable) is a value",
            ))
        } else if is_array(a) || is_array(b) {
            Some(("an array is = only to itself", "(equal? a b) compares the elements"))
        } else if is_literal(a) && is_char(b) || is_literal(b) && is_char(a) {
            Some(("a text is never = to a character", "a character is written #\\a"))
        } else if is_literal(a) && is_name(b) || is_literal(b) && is_name(a) {
            Some(("a text is never = to a symbol", "(symbol->string symbol) is the text of its name"))
        } else if is_text(a) && tree.number(b).is_some() || is_text(b) && tree.number(a).is_some() {
            Some(("a text is never = to a number", "(string->number text) is the number that a text shows"))
        } else {
            None
        };
        if let Some((problem, help)) = problem {
            self.report(NEVER_EQUAL, node, format!("this is never true: {problem}"), Some(help.to_string()));
        }
    }

    /// `(make-point :x 3)`
    fn named_argument(&mut self, node: NodeId, name: &str, arguments: &[NodeId]) {
        let tree = self.tree;
        let keywords: Vec<&str> = arguments.iter().filter_map(|&a| tree.text(a).strip_prefix(':')).collect();
        let is_small = !keywords.is_empty() && keywords.len() <= MAX_OPERANDS;
        let Some(usage) = (if is_small { self.scope.usage(name) } else { None }) else { return };
        let Some(parameters) = usage.strip_suffix(')').and_then(|usage| usage.split_once(' ')) else { return };
        let parameters: Vec<&str> = parameters.1.split(' ').take(MAX_OPERANDS).collect();
        let has_keys =
            parameters.iter().any(|p| p.trim_start_matches('[').starts_with([':', '&']) || p.ends_with("..."));
        if let Some(keyword) = keywords.iter().find(|k| parameters.contains(k)).filter(|_| !has_keys) {
            self.report(
                NAMED_ARGUMENT,
                node,
                format!("`{name}` tells its arguments by their order: :{keyword} is the value of one"),
                Some(format!("usage: {usage}")),
            );
        }
    }

    // ---- forms at top level

    /// `1 + 2`, outside of parentheses.
    fn infix_at_top(&mut self) {
        let forms = self.tree.forms();
        let Some(help) = self.infix_in(forms) else { return };
        let shown = self.tree.shown(forms[1]);
        self.report(INFIX_OPERATOR, forms[1], format!("`{shown}` is not called here"), Some(help));
    }

    /// `print x`, outside of parentheses.
    fn uncalled_at_top(&mut self, node: NodeId, end: usize, is_of_file: bool) {
        if let Some(name) = self.tree.symbol(node).filter(|name| is_of_file && self.is_own_function(name))
            && self.source.get(end..).unwrap_or("").lines().next().unwrap_or("").trim().is_empty()
        {
            let problem = format!("`{name}` is not called here: a call has parentheses");
            self.report(UNCALLED_FUNCTION, node, problem, Some(format!("({name})")));
        }
        let Some(name) = self.tree.symbol(node).filter(|name| self.of_library(name).is_some()) else { return };
        let (before, rest) = (self.source.get(..end - name.len()), self.source.get(end..).unwrap_or(""));
        let begins = before.is_some_and(|before| before.is_empty() || before.ends_with('\n'));
        if !begins || !rest.starts_with(' ') {
            return;
        }
        let behind = rest.lines().next().and_then(|line| line.split(';').next()).unwrap_or("").trim();
        if !behind.is_empty() {
            let help = Some(format!("a call has its parenthesis in front: ({name} {behind})"))
                .filter(|_| Tree::of(behind, 0..behind.len()).is_some());
            self.report(UNCALLED_FUNCTION, node, format!("`{name}` is not called here: a call has parentheses"), help);
        }
    }

    /// A function with nearly the name of one that searches call.
    fn hook(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(name) = tree.arguments(node).first().and_then(|&n| tree.symbol(n)) else { return };
        if let (Some("setq"), [_, value], Some((hook, call))) =
            (self.head(node), tree.arguments(node), HOOKS.iter().find(|(hook, _)| *hook == name))
            && self.scope.meaning(hook).is_some()
            && !tree.is_form(*value)
            && tree.symbol(*value).is_none()
        {
            let arguments = call.trim_end_matches(')').split(' ').skip(1).collect::<Vec<_>>().join(" ");
            let help = format!("(defproc {hook} ({arguments}) {})", tree.shown(*value));
            self.report(MISSPELT_HOOK, node, format!("searches call {hook}: it must be a function"), Some(help));
        }
        if self.head(node) != Some("defproc") || HOOKS.iter().any(|(hook, _)| *hook == name) {
            if name == "on-search-event" && self.scope.meaning(name).is_some() {
                self.events(node);
            }
            return;
        }
        // Its own uses show that a function is meant as it is named. The whole text is searched only for few names.
        let is_used = || {
            let is_searched = self.facts.searches.fetch_add(1, Ordering::Relaxed) < MAX_SEARCHES;
            !is_searched || self.comes_twice(name)
        };
        let hook = near(name, 2, HOOKS.iter().map(|hook| hook.0)).min().map(|(_, hook)| hook);
        if let Some(hook) = hook.filter(|h| !name.starts_with(h) && self.scope.meaning(h).is_some() && !is_used()) {
            self.report(
                MISSPELT_HOOK,
                tree.arguments(node)[0],
                format!("nothing calls {name}: the library goes on calling its own {hook}"),
                Some(format!("did you mean `{hook}`?")),
            );
        }
    }

    /// Returns whether the text has a name more than once.
    fn comes_twice(&self, name: &str) -> bool {
        count_work(self.source);
        self.source.matches(name).nth(1).is_some()
    }

    /// Looks at the events that a definition of `on-search-event` tells apart.
    fn events(&mut self, definition: NodeId) {
        let tree = self.tree;
        let parameters = tree.arguments(definition).get(1).map_or(&[][..], |&list| tree.children(list));
        let Some(event) = parameters.first().and_then(|&n| tree.symbol(n)) else { return };
        let is_event = |node: &NodeId| tree.symbol(*node) == Some(event);
        let mut asked = Vec::new();
        for node in tree.all() {
            match (tree.head(node), tree.arguments(node)) {
                (Some("=" | "equal?"), [a, b]) if is_event(a) || is_event(b) => {
                    asked.extend([*a, *b].into_iter().filter(|&n| tree.prefix(n) == "'"));
                }
                (Some("case"), [value, clauses @ ..]) if is_event(value) => {
                    let keys = clauses.iter().filter_map(|&clause| tree.children(clause).first());
                    let (single, lists): (Vec<NodeId>, Vec<NodeId>) =
                        keys.partition(|&&key| tree.symbol(key).is_some());
                    let is_key = |&key: &NodeId| !matches!(tree.symbol(key), Some("t" | "else" | "otherwise"));
                    asked.extend(single.into_iter().filter(is_key));
                    asked.extend(lists.into_iter().flat_map(|keys| tree.children(keys)));
                }
                _ => {}
            }
        }
        // The program may call the function with events of its own.
        let is_called = !asked.is_empty() && self.comes_twice("on-search-event");
        for node in asked {
            let name = tree.text(node);
            if tree.kind(node) != NodeKind::Symbol || EVENTS.contains(&name) {
                continue;
            }
            let meant = near(name, 2, EVENTS.iter().copied()).min().map(|(_, event)| event);
            let help = match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if is_called => continue,
                None => {
                    format!("the events are {} and {}", EVENTS[..EVENTS.len() - 1].join(", "), EVENTS[EVENTS.len() - 1])
                }
            };
            self.report(MISSPELT_HOOK, node, format!("no search has the event {name}"), Some(help));
        }
    }
}

#[cfg(test)]
mod tests {

    use crate::Hints;
    use crate::syntax::tests::WORK;

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
        let texts: [fn(usize) -> String; 9] = [
            |n| "(list 1) ".repeat(n),
            |n| "car ".repeat(n),
            |n| (0..n / 4).map(|i| format!("(defmethod f (x) (= x {i}) {i}) (g :x)\n")).collect(),
            |n| (0..n).map(|i| format!("(defproc choose-ce{} (l) (choose-ce{} l))\n", i % 10, i % 10)).collect(),
            |n| (0..n).map(|i| format!("(setq v{i} (nope{i} 1))\n")).collect(),
            |n| (0..n).map(|i| format!("(setq v{i} (nope{i} 1)) ")).collect(),
            |n| "(let ((x 1) y 3) (if) x) ".repeat(n),
            |n| "(print a + b)\n".repeat(n),
            |n| {
                let keys: String = (0..n).map(|i| format!("(qqqqqqqqqqqq{i} 1)")).collect();
                format!("(defproc on-search-event (event) (case event {keys}))")
            },
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
