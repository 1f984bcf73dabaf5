//! Random programs: forms of every kind inside each other, with values mostly of the kind that is wanted.

use std::fmt;

use Kind::{Array, Binary, List, Number, Table, Text, Truth, Unary};

/// Random numbers: SplitMix64.
pub(super) struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// Kind of value that a variable holds, unless the program breaks the generator's intention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Number,
    List,
    Truth,
    /// A function of one argument, and of two.
    Unary,
    Binary,
    Text,
    Array,
    Table,
}

/// Integers and floats where representations end.
const EDGES: [&str; 34] = [
    "1152921504606846975",
    "1152921504606846976",
    "-1152921504606846976",
    "-1152921504606846977",
    "576460752303423488",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "32767",
    "32768",
    "-32768",
    "-32769",
    "127",
    "128",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1267650600228229401496703205376",
    "0.0",
    "-0.0",
    "1e77",
    "2.3e77",
    "-2.4e77",
    "1.7e-77",
    "-1.8e-77",
    "1e308",
    "5e-324",
    "1/2",
    "-7/3",
    "(/ 1. 0.)",
    "(/ -1. 0.)",
    "(/ 0. 0.)",
    "1e22",
];

pub(super) const NAMES: [&str; 12] = ["a", "b", "c", "d", "e", "x", "y", "z", "n", "it", "self", "list"];

/// Global functions that programs define and redefine; a number less means what may be called from it.
pub(super) const FUNCTIONS: [&str; 5] = ["f0", "f1", "f2", "f3", "f4"];

const GLOBALS: [&str; 4] = ["g0", "g1", "g2", "g3"];

const KEYS: [&str; 8] = ["'a", "'b", ":k", "1", "2.0", "\"s\"", "'(1 2)", "#\\c"];

pub(super) struct Generator {
    pub dice: Dice,
    scope: Vec<(String, Kind)>,
    /// Blocks that can be left here.
    blocks: Vec<&'static str>,
    /// Functions with a number not below this are not called from here.
    pub level: usize,
    names: usize,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator { dice: Dice::new(seed), scope: Vec::new(), blocks: Vec::new(), level: FUNCTIONS.len(), names: 0 }
    }

    /// The forms of a program.
    pub fn program(&mut self) -> Vec<Sexp> {
        let forms = 2 + self.dice.below(5);
        (0..forms).map(|_| self.top_level()).collect()
    }

    fn top_level(&mut self) -> Sexp {
        self.scope.clear();
        self.blocks.clear();
        self.level = FUNCTIONS.len();
        match self.dice.below(20) {
            0..=5 => self.definition(),
            6 => {
                let name = self.dice.of(&GLOBALS);
                let kind = self.kind();
                let value = self.value(kind, 4);
                form("(setq _ _)", [atom(name), value])
            }
            7 => super::shapes::shape(self, 3),
            _ => {
                let kind = self.kind();
                let depth = 3 + self.dice.below(4);
                self.value(kind, depth)
            }
        }
    }

    pub fn kind(&mut self) -> Kind {
        match self.dice.below(12) {
            0..=4 => Number,
            5..=7 => List,
            8 => Truth,
            9 => Unary,
            10 => Text,
            _ => [Binary, Array, Table][self.dice.below(3)],
        }
    }

    pub fn fresh(&mut self) -> String {
        self.names += 1;
        if self.dice.one_in(3) { self.dice.of(&NAMES).to_string() } else { format!("v{}", self.names % 30) }
    }

    /// The forms that `f` makes where these names are bound.
    pub fn within<T>(&mut self, names: &[(&str, Kind)], f: impl FnOnce(&mut Generator) -> T) -> T {
        let mark = self.scope.len();
        self.scope.extend(names.iter().map(|(n, k)| ((*n).to_string(), *k)));
        let result = f(self);
        self.scope.truncate(mark);
        result
    }

    pub fn in_block<T>(&mut self, name: &'static str, f: impl FnOnce(&mut Generator) -> T) -> T {
        self.blocks.push(name);
        let result = f(self);
        self.blocks.pop();
        result
    }

    pub fn block(&mut self) -> Option<&'static str> {
        if self.blocks.is_empty() { None } else { Some(self.blocks[self.dice.below(self.blocks.len())]) }
    }

    pub fn variable(&mut self, kind: Kind) -> Option<String> {
        let fitting: Vec<&String> = self.scope.iter().filter(|v| v.1 == kind).map(|v| &v.0).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.dice.below(fitting.len())].clone()) }
    }

    fn variable_or_leaf(&mut self, kind: Kind) -> Sexp {
        match self.variable(kind) {
            Some(name) if !self.dice.one_in(4) => atom(name),
            _ => self.leaf(kind),
        }
    }

    pub fn leaf(&mut self, kind: Kind) -> Sexp {
        let text = match kind {
            Number if self.dice.one_in(4) => self.dice.of(&EDGES).to_string(),
            Number if self.dice.one_in(4) => self.dice.of(&["1.5", "-2.25", "0.1", "3.0", "1e10"]).to_string(),
            Number => (self.dice.below(12) as i64 - 3).to_string(),
            List => {
                let lists = [
                    "'(1 2 3)", "nil", "(list 3 1 2)", "'(a b)", "(iota 5)", "(digits 1 2 5)", "'((a 1) (b 2))",
                    "'(1 (2 3) 4)", "(list 1.5 2 7/2)", "'(1 2 . 3)", "(digit-range 1 9)",
                ];
                self.dice.of(&lists).to_string()
            }
            Truth => self.dice.of(&["t", "nil", "t", "'x"]).to_string(),
            Unary => {
                let functions =
                    ["car", "1+", "-", "list", "abs", "even?", "identity", "(lambda (x) x)", "length", "not"];
                self.dice.of(&functions).to_string()
            }
            Binary => self.dice.of(&["+", "-", "*", "<", "=", "cons", "max", "list", "(lambda (a b) a)"]).to_string(),
            Text => self.dice.of(&["\"\"", "\"abc\"", "\"x\"", "\"äö\""]).to_string(),
            Array => {
                self.dice.of(&["(vector 1 2 3)", "(make-array '(2 2) 0)", "(make-array 3)", "(vector)"]).to_string()
            }
            Table => "(list->table '((a 1) (b 2)))".to_string(),
        };
        form(&text, [])
    }

    pub fn number(&mut self, depth: usize) -> Sexp {
        self.value(Number, depth)
    }

    pub fn numbers(&mut self, count: usize, depth: usize) -> Vec<Sexp> {
        (0..count).map(|_| self.number(depth)).collect()
    }

    pub fn list(&mut self, depth: usize) -> Sexp {
        self.value(List, depth)
    }

    pub fn key(&mut self) -> Sexp {
        form(self.dice.of(&KEYS), [])
    }

    /// A value of whatever kind, but no function: whether functions made at the same place are one is for nobody to
    /// rely on.
    pub fn any(&mut self, depth: usize) -> Sexp {
        let kind = self.data();
        self.value(kind, depth)
    }

    fn data(&mut self) -> Kind {
        match self.kind() {
            Unary | Binary => Number,
            kind => kind,
        }
    }

    pub fn value(&mut self, kind: Kind, depth: usize) -> Sexp {
        let Some(depth) = depth.checked_sub(1) else { return self.variable_or_leaf(kind) };
        // Now and then something else than what is wanted.
        if self.dice.one_in(60) {
            return self.any(depth);
        }
        match self.dice.below(10) {
            0 | 1 => self.variable_or_leaf(kind),
            2..=4 => super::shapes::control(self, kind, depth),
            _ => match kind {
                Number => self.numeric(depth),
                List => self.listing(depth),
                Truth => self.truth(depth),
                Unary => self.function(1, depth),
                Binary => self.function(2, depth),
                Text => self.text(depth),
                Array | Table => super::shapes::object(self, kind, depth),
            },
        }
    }

    fn numeric(&mut self, depth: usize) -> Sexp {
        match self.dice.below(16) {
            0..=5 => {
                let operators = ["+", "-", "*", "+", "-", "<", "max", "min", "bit-and", "bit-or", "bit-xor"];
                let operator = self.dice.of(&operators);
                let count = if self.dice.one_in(4) { 1 + self.dice.below(4) } else { 2 };
                let values = self.numbers(count, depth);
                form(&format!("({operator} _...)"), values)
            }
            6 | 7 => {
                let operators = ["/", "quotient", "remainder", "modulo", "floor", "round", "truncate", "ceiling"];
                let operator = self.dice.of(&operators);
                let values = self.numbers(2, depth);
                form(&format!("({operator} _ _)"), values)
            }
            8 => {
                let operator =
                    self.dice.of(&["1+", "1-", "abs", "-", "square", "floor", "exact", "inexact", "bit-not"]);
                let value = self.number(depth);
                form(&format!("({operator} _)"), [value])
            }
            9 => {
                let value = self.number(depth);
                let shift = self.dice.of(&["1", "3", "60", "-2", "-61"]);
                form(&format!("(arithmetic-shift _ {shift})"), [value])
            }
            10 => {
                let operator = self.dice.of(&["length", "first", "second", "third", "car", "caar", "cadr", "last"]);
                let value = self.list(depth);
                form(&format!("({operator} _)"), [value])
            }
            11 => {
                let (f, start, l) = (self.function(2, depth), self.number(depth), self.list(depth));
                let operator = self.dice.of(&["fold-left", "fold-right"]);
                form(&format!("({operator} _ _ _)"), [f, start, l])
            }
            12 => {
                let (f, l) = (self.function(1, depth), self.list(depth));
                let operator = self.dice.of(&["find-if", "count-if", "max-by", "find-index"]);
                form(&format!("({operator} _ _)"), [f, l])
            }
            13 => super::shapes::object(self, Number, depth),
            14 => self.setting(Number, depth),
            _ => self.call(depth),
        }
    }

    /// An assignment of a variable or global.
    fn setting(&mut self, kind: Kind, depth: usize) -> Sexp {
        let value = self.value(kind, depth);
        match self.variable(kind) {
            Some(name) => form("(setq _ _)", [atom(name), value]),
            None => form("(setq _ _)", [atom(self.dice.of(&GLOBALS)), value]),
        }
    }

    /// A call of a global function, or of what a variable holds.
    pub fn call(&mut self, depth: usize) -> Sexp {
        match self.dice.below(6) {
            0 => {
                let f = self.value(Unary, depth);
                let x = self.number(depth);
                Sexp::List(vec![f, x])
            }
            1 => {
                let f = self.value(Binary, depth);
                let arguments = self.numbers(2, depth);
                form("(apply _ (list _...))", std::iter::once(f).chain(arguments))
            }
            _ if self.level == 0 => self.number(depth),
            _ => {
                let i = self.dice.below(self.level);
                let count = if self.dice.one_in(6) { self.dice.below(4) } else { arity(i) };
                let arguments = self.numbers(count, depth);
                Sexp::List(std::iter::once(atom(FUNCTIONS[i])).chain(arguments).collect())
            }
        }
    }

    fn listing(&mut self, depth: usize) -> Sexp {
        match self.dice.below(14) {
            0 | 1 => {
                let count = self.dice.below(4);
                let values: Vec<Sexp> = (0..count).map(|_| self.any(depth)).collect();
                form("(list _...)", values)
            }
            2 => {
                let (x, l) = (self.any(depth), self.list(depth));
                form("(cons _ _)", [x, l])
            }
            3 => {
                let operator =
                    self.dice.of(&["rest", "cdr", "cddr", "reverse", "list-copy", "flatten", "remove-duplicates"]);
                let l = self.list(depth);
                form(&format!("({operator} _)"), [l])
            }
            4 => {
                let lists = [self.list(depth), self.list(depth)];
                form(&format!("({} _ _)", self.dice.of(&["append", "union", "intersection", "set-difference"])), lists)
            }
            5 | 6 => {
                let (f, l) = (self.function(1, depth), self.list(depth));
                let operators =
                    ["map-with", "filter", "remove-if", "filter", "take-while", "drop-while", "append-map", "group-by"];
                form(&format!("({} _ _)", self.dice.of(&operators)), [f, l])
            }
            7 => {
                let (f, a, b) = (self.function(2, depth), self.list(depth), self.list(depth));
                form("(map-with _ _ _)", [f, a, b])
            }
            8 => {
                let (l, f) = (self.list(depth), self.function(2, depth));
                form("(sort _ _)", [l, f])
            }
            9 => {
                let (x, l) = (self.any(depth), self.list(depth));
                form(&format!("({} _ _)", self.dice.of(&["member", "remove", "acons x", "cons"])), [x, l])
            }
            10 => {
                let parts = [self.any(depth), self.list(depth), self.any(depth)];
                form("(quasi-quote (p (unquote _) q (unquote-splicing _) (r (unquote _))))", parts)
            }
            11 => {
                let (f, count) = (self.function(1, depth), self.dice.below(4));
                form(&format!("(list-tabulate {count} _)"), [f])
            }
            12 => {
                let body = self.any(depth);
                form("(receive all _ all)", [body])
            }
            _ => self.setting(List, depth),
        }
    }

    fn truth(&mut self, depth: usize) -> Sexp {
        match self.dice.below(8) {
            0..=2 => {
                let count = if self.dice.one_in(4) { 3 } else { 2 };
                let values = self.numbers(count, depth);
                form(&format!("({} _...)", self.dice.of(&["<", "<=", ">", ">=", "=", "/="])), values)
            }
            3 => {
                let x = self.any(depth);
                let predicates = [
                    "pair?", "null?", "not", "symbol?", "number?", "integer?", "float?", "string?", "array?", "atom?",
                    "procedure?",
                ];
                form(&format!("({} _)", self.dice.of(&predicates)), [x])
            }
            4 => {
                let values = [self.any(depth), self.any(depth)];
                form(&format!("({} _ _)", self.dice.of(&["equal?", "=", "and", "or"])), values)
            }
            5 => {
                let (f, l) = (self.function(1, depth), self.list(depth));
                form(&format!("({} _ _)", self.dice.of(&["every?", "some?"])), [f, l])
            }
            6 => {
                let x = self.number(depth);
                form(&format!("({} _)", self.dice.of(&["zero?", "positive?", "even?", "nan?", "negative?"])), [x])
            }
            _ => {
                let (x, l) = (self.any(depth), self.list(depth));
                form("(member? _ _)", [x, l])
            }
        }
    }

    fn text(&mut self, depth: usize) -> Sexp {
        match self.dice.below(4) {
            0 => {
                let values = [self.value(Text, depth), self.value(Text, depth)];
                form("(string-append _ _)", values)
            }
            1 => {
                let x = self.any(depth);
                form("(format nil \"~a|~s\" _ 1)", [x])
            }
            2 => {
                let x = self.number(depth);
                form("(number->string _)", [x])
            }
            _ => {
                let x = self.value(Text, depth);
                form("(substring _ 0 1)", [x])
            }
        }
    }

    /// Returns a function of `count` numbers.
    pub fn function(&mut self, count: usize, depth: usize) -> Sexp {
        let kind = if count == 1 { Unary } else { Binary };
        match self.dice.below(8) {
            0 | 1 => self.variable_or_leaf(kind),
            2 if self.level > 0 => {
                let fitting: Vec<usize> = (0..self.level).filter(|&i| arity(i) == count).collect();
                if fitting.is_empty() {
                    self.leaf(kind)
                } else {
                    atom(FUNCTIONS[fitting[self.dice.below(fitting.len())]])
                }
            }
            3 => super::shapes::maker(self, count, depth),
            4 if count == 1 => {
                let f = self.function(1, depth.saturating_sub(1));
                let g = self.function(1, depth.saturating_sub(1));
                form("(compose _ _)", [f, g])
            }
            _ => {
                let names: Vec<String> = (0..count).map(|_| self.fresh()).collect();
                self.lambda(&names, depth)
            }
        }
    }

    pub fn lambda(&mut self, names: &[String], depth: usize) -> Sexp {
        let bound: Vec<(&str, Kind)> = names.iter().map(|n| (n.as_str(), Number)).collect();
        let result = if self.dice.one_in(4) { self.data() } else { Number };
        let body = self.within(&bound, |g| g.value(result, depth));
        let list = Sexp::List(names.iter().map(atom).collect());
        form("(lambda _ _)", [list, body])
    }
}

/// Parameters of a global function.
pub(super) fn arity(i: usize) -> usize {
    [1, 2, 1, 2, 1][i]
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl fmt::Display for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexp::Atom(text) => f.write_str(text),
            Sexp::List(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    f.write_str(if i == 0 { "(" } else { " " })?;
                    part.fmt(f)?;
                }
                f.write_str(if parts.is_empty() { "()" } else { ")" })
            }
        }
    }
}

pub(super) fn atom(text: impl Into<String>) -> Sexp {
    Sexp::Atom(text.into())
}

/// The forms of a text.
pub(super) fn parse(text: &str) -> Vec<Sexp> {
    let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
    // Number of open lists at each quotation mark, whose list ends after one datum.
    let mut quotes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = match c {
            '(' | ')' | '\'' | ' ' | '\n' => 1,
            '"' => {
                let inside = rest.char_indices().skip(1).scan(false, |escaped, (i, c)| {
                    let end = c == '"' && !*escaped;
                    *escaped = c == '\\' && !*escaped;
                    Some((i, end))
                });
                inside.filter(|i| i.1).map(|i| i.0 + 1).next().expect("the end of a string")
            }
            _ => rest.find(['(', ')', ' ', '\n']).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        let list = open.last_mut().expect("something is open");
        match token {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = open.pop().expect("a parenthesis that closes nothing");
                open.last_mut().expect("a parenthesis that closes nothing").push(Sexp::List(list));
            }
            " " | "\n" => {}
            "'" => {
                open.push(vec![atom("quote")]);
                quotes.push(open.len());
            }
            _ => list.push(atom(token)),
        }
        while quotes.last() == Some(&open.len()) && open.last().is_some_and(|l| l.len() == 2) {
            quotes.pop();
            let datum = open.pop().expect("a quotation");
            open.last_mut().expect("something is open").push(Sexp::List(datum));
        }
    }
    let forms = open.pop().expect("something is open");
    assert!(open.is_empty(), "{text}: a parenthesis is missing");
    forms
}

/// The form that a template means: `_` stands for the next of the parts, `_...` for all that are left.
pub(super) fn form(template: &str, parts: impl IntoIterator<Item = Sexp>) -> Sexp {
    let mut forms = parse(template);
    assert!(forms.len() == 1, "{template}: a template is one form");
    let mut parts = parts.into_iter();
    match forms.remove(0) {
        Sexp::List(inside) => Sexp::List(filled(inside, &mut parts)),
        other => other,
    }
}

fn filled(template: Vec<Sexp>, parts: &mut impl Iterator<Item = Sexp>) -> Vec<Sexp> {
    let mut list = Vec::new();
    for part in template {
        match part {
            Sexp::List(inside) => list.push(Sexp::List(filled(inside, parts))),
            Sexp::Atom(text) if text == "_" => list.push(parts.next().expect("a part for each place")),
            Sexp::Atom(text) if text == "_..." => list.extend(parts.by_ref()),
            other => list.push(other),
        }
    }
    list
}

/// The most that is tried to make a program smaller.
const ATTEMPTS: usize = 20_000;

/// Shrinks a program as long as the property holds: forms and parts of forms are left out, or replaced by one of their
/// parts.
pub(super) fn shrink(program: Vec<Sexp>, fails: impl Fn(&[Sexp]) -> bool) -> Vec<Sexp> {
    let mut best = Sexp::List(program);
    let mut attempts = 0;
    loop {
        let mut smaller = None;
        any_smaller(&best, &mut |candidate| {
            attempts += 1;
            let Sexp::List(forms) = &candidate else { return false };
            let is_it = attempts <= ATTEMPTS && fails(forms);
            if is_it {
                smaller = Some(candidate);
            }
            is_it || attempts > ATTEMPTS
        });
        match smaller {
            Some(candidate) => best = candidate,
            None => break,
        }
    }
    match best {
        Sexp::List(forms) => forms,
        Sexp::Atom(_) => Vec::new(),
    }
}

/// Offers trees like this one with one thing taken away, the largest first, until one is taken. They are made one by
/// one: all of them together would fill the memory.
fn any_smaller(tree: &Sexp, take: &mut dyn FnMut(Sexp) -> bool) -> bool {
    let Sexp::List(parts) = tree else { return false };
    let half = parts.len() / 2;
    if half > 1 && (take(Sexp::List(parts[half..].to_vec())) || take(Sexp::List(parts[..half].to_vec()))) {
        return true;
    }
    let without = |i| parts.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, part)| part.clone()).collect();
    if (0..parts.len()).any(|i| take(Sexp::List(without(i)))) {
        return true;
    }
    parts.iter().enumerate().any(|(i, part)| {
        let mut with = |s: Sexp| {
            let mut changed = parts.clone();
            changed[i] = s;
            take(Sexp::List(changed))
        };
        let Sexp::List(inner) = part else { return false };
        inner.iter().cloned().any(&mut with)
            || [atom("1"), atom("nil")].into_iter().any(&mut with)
            || any_smaller(part, &mut with)
    })
}

#[test]
fn templates_are_filled_from_left_to_right() {
    let program = form("(let ((a _)) (print \"a b\" '(c)) _...)", [atom("1"), atom("x"), atom("y")]);
    assert_eq!(program.to_string(), "(let ((a 1)) (print \"a b\" (quote (c))) x y)");
}

#[test]
fn read_forms_are_written_unchanged() {
    let text = r##"(a (b c) #\f (t (g)) "h\"(" ((quote i)))"##;
    let forms = parse(&format!("{text} {text}"));
    assert_eq!(forms.iter().map(Sexp::to_string).collect::<Vec<_>>(), [text, text]);
}

#[test]
fn a_program_shrinks_to_what_matters() {
    let program = vec![form("(a (b (c bad)) d)", []), form("(e f)", [])];
    let small = shrink(program, |p| p.iter().any(|f| f.to_string().contains("bad")));
    assert_eq!(small, [atom("bad")]);
}
