//! Random programs from a grammar that stands in a file (`tests/random`): templates with holes for values of the kind
//! that is wanted, and with names that are bound.
//!
//! A file has sections, each with a line `== name`; `;` begins a comment. A template goes on in lines that are
//! indented, and may begin with how often it is chosen, such as `3*`. The sections:
//!
//! - `prelude`: what programs find defined, as it stands;
//! - `names`: names of variables, taken now and then instead of one that is unique;
//! - `functions`: the global functions that programs define, each after its kind: what may call what is decided by
//!   their order, so that most programs end;
//! - `top`: forms of a program;
//! - `*`: templates for every kind of value (`%k` is the one that is wanted);
//! - `a`: whatever kind;
//! - `n`, `l` and whatever other letter: templates for values of this kind, `n leaf` those without parts.
//!
//! In templates:
//!
//! - `%n` is a value of kind `n`, `%n/ab` one that may refer to the names `a` and `b` of the template; `%n*` is some
//!   values or none. A capital stands for something that is bound and has no other values, such as a block: `%B` is the
//!   name of one;
//! - `a:n` binds a name, which holds a value of kind `n` and is `a` in the template; `=a` is this name;
//! - `!u` is a global function of kind `u` which is being defined, `@u` one that may be called.

use std::collections::HashMap;

use super::generate::Dice;
use super::sexp::{Sexp, atom, parse};

struct Template {
    weight: usize,
    form: Sexp,
}

#[derive(Default)]
pub(super) struct Grammar {
    pub prelude: String,
    names: Vec<String>,
    functions: Vec<(char, String)>,
    sections: HashMap<String, Vec<Template>>,
}

impl Grammar {
    pub fn read(text: &str) -> Grammar {
        let mut grammar = Grammar::default();
        for part in text.split("\n== ").skip(1) {
            let (name, lines) = part.split_once('\n').unwrap_or((part, ""));
            let lines = lines.lines().filter(|l| !l.starts_with(';') && !l.trim().is_empty());
            if name == "prelude" {
                grammar.prelude = lines.collect::<Vec<_>>().join("\n");
                continue;
            }
            let mut entries: Vec<String> = Vec::new();
            for line in lines {
                match entries.last_mut() {
                    Some(last) if line.starts_with(' ') => {
                        last.push(' ');
                        last.push_str(line.trim_start());
                    }
                    _ => entries.push(line.to_string()),
                }
            }
            match name {
                "names" => grammar.names = entries.iter().flat_map(|l| l.split(' ')).map(str::to_string).collect(),
                "functions" => {
                    let function = |e: &String| e.split_once(' ').map(|(kind, name)| (letter(kind), name.to_string()));
                    grammar.functions = entries.iter().filter_map(function).collect();
                }
                _ => {
                    let templates = entries.iter().map(|e| template(e)).collect();
                    assert!(grammar.sections.insert(name.to_string(), templates).is_none(), "{name} is there twice");
                }
            }
        }
        grammar
    }

    /// The forms of the program that this number has.
    pub fn program(&self, seed: u64) -> Vec<Sexp> {
        let dice = Dice::new(seed);
        let mut writer = Writer { grammar: self, dice, scope: Vec::new(), level: 0, names: 0, values: 0 };
        let forms = 2 + writer.dice.below(5);
        (0..forms).map(|_| writer.top_level()).collect()
    }

    fn section(&self, name: &str) -> &[Template] {
        self.sections.get(name).map_or(&[], Vec::as_slice)
    }
}

fn letter(text: &str) -> char {
    text.chars().next().expect("a kind is a letter")
}

fn template(text: &str) -> Template {
    let (weight, text) = match text.split_once("* ") {
        Some((weight, rest)) if weight.chars().all(|c| c.is_ascii_digit()) => (weight.parse().expect("a number"), rest),
        _ => (1, text),
    };
    let mut forms = parse(text);
    assert!(forms.len() == 1, "{text}: a template is one form");
    Template { weight, form: forms.remove(0) }
}

/// Meaning of an atom of a template.
enum Mark<'t> {
    Hole { kind: char, several: bool, names: &'t str },
    Binding { name: char, kind: char },
    Name(char),
    Defined(char),
    Called(char),
    Itself,
}

impl Mark<'_> {
    fn of(text: &str) -> Mark<'_> {
        let letters: Vec<char> = text.chars().take(4).collect();
        match *letters.as_slice() {
            ['%', kind, ..] if kind.is_ascii_alphabetic() => {
                let rest = &text[2..];
                let (several, rest) = rest.strip_prefix('*').map_or((false, rest), |rest| (true, rest));
                match rest.strip_prefix('/') {
                    Some(names) => Mark::Hole { kind, several, names },
                    None if rest.is_empty() => Mark::Hole { kind, several, names: "" },
                    None => Mark::Itself,
                }
            }
            [name, ':', kind] if name.is_ascii_lowercase() && kind.is_ascii_alphabetic() => {
                Mark::Binding { name, kind }
            }
            ['=', name] if name.is_ascii_lowercase() => Mark::Name(name),
            ['!', kind] if kind.is_ascii_lowercase() => Mark::Defined(kind),
            ['@', kind] if kind.is_ascii_lowercase() => Mark::Called(kind),
            _ => Mark::Itself,
        }
    }
}

/// Returns whether `f` holds for all atoms.
fn all_atoms(form: &Sexp, f: &mut dyn FnMut(&str) -> bool) -> bool {
    match form {
        Sexp::Atom(text) => f(text),
        Sexp::List(parts) => parts.iter().all(|p| all_atoms(p, f)),
    }
}

/// The names of a template, what they are in the program, and their kinds.
type Bound = Vec<(char, String, char)>;

/// The most values that a form of a program has.
const MOST_VALUES: usize = 90;

struct Writer<'g> {
    grammar: &'g Grammar,
    dice: Dice,
    scope: Vec<(String, char)>,
    /// Global functions with a number not below this are not called from here.
    level: usize,
    names: usize,
    values: usize,
}

impl<'g> Writer<'g> {
    fn top_level(&mut self) -> Sexp {
        self.scope.clear();
        self.values = 0;
        self.level = self.grammar.functions.len();
        let depth = 2 + self.dice.below(5);
        let template = self.choice("top").expect("the section `top`");
        self.fill(&template.form, 'a', depth)
    }

    /// One of the templates of this section that can be filled here.
    fn choice(&mut self, section: &str) -> Option<&'g Template> {
        let grammar = self.grammar;
        let templates = grammar.section(section);
        let all: usize = templates.iter().map(|t| t.weight).sum();
        (0..if all == 0 { 0 } else { 10 }).find_map(|_| {
            let mut number = self.dice.below(all);
            let chosen = templates.iter().find(|t| {
                let is_it = number < t.weight;
                number = number.wrapping_sub(t.weight);
                is_it
            });
            chosen.filter(|t| self.is_possible(&t.form))
        })
    }

    fn is_possible(&self, form: &Sexp) -> bool {
        all_atoms(form, &mut |text| match Mark::of(text) {
            Mark::Hole { kind, names: "", .. } if kind.is_ascii_uppercase() => self.scope.iter().any(|v| v.1 == kind),
            Mark::Called(kind) => self.grammar.functions.iter().take(self.level).any(|f| f.0 == kind),
            _ => true,
        })
    }

    fn value(&mut self, kind: char, depth: usize) -> Sexp {
        self.values += 1;
        let is_capital = kind.is_ascii_uppercase();
        if is_capital || depth == 0 || self.values > MOST_VALUES || self.dice.below(10) < 2 {
            return self.leaf(kind, depth);
        }
        // Now and then something else than what is wanted.
        let kind = if self.dice.one_in(60) { 'a' } else { kind };
        let control = self.dice.below(8) < 3;
        let template = if control { self.choice("*") } else { self.choice(&kind.to_string()) };
        match template {
            Some(template) => self.fill(&template.form, kind, depth - 1),
            None => self.leaf(kind, depth),
        }
    }

    fn leaf(&mut self, kind: char, depth: usize) -> Sexp {
        let fitting: Vec<usize> = (0..self.scope.len()).filter(|&i| self.scope[i].1 == kind).collect();
        let leaves = format!("{kind} leaf");
        let has_leaves = !self.grammar.section(&leaves).is_empty();
        if !(fitting.is_empty() || has_leaves && self.dice.one_in(4)) {
            return atom(self.scope[fitting[self.dice.below(fitting.len())]].0.clone());
        }
        let section = if has_leaves { leaves } else { kind.to_string() };
        let template = self.choice(&section).unwrap_or_else(|| panic!("nothing of kind {kind}"));
        self.fill(&template.form, kind, depth.saturating_sub(1))
    }

    /// A template with everything filled in.
    fn fill(&mut self, template: &Sexp, wanted: char, depth: usize) -> Sexp {
        let level = self.level;
        let mut bound = Bound::new();
        let mut defined = None;
        all_atoms(template, &mut |text| {
            match Mark::of(text) {
                Mark::Binding { name, kind } => {
                    let fresh = self.fresh();
                    bound.push((name, fresh, if kind == 'k' { wanted } else { kind }));
                }
                Mark::Defined(kind) if defined.is_none() => defined = self.define(kind),
                _ => {}
            }
            true
        });
        let mut filled = Vec::new();
        self.fill_part(template, wanted, depth, &bound, defined, &mut filled);
        self.level = level;
        filled.pop().unwrap_or(Sexp::List(Vec::new()))
    }

    fn fill_part(
        &mut self,
        part: &Sexp,
        wanted: char,
        depth: usize,
        bound: &Bound,
        defined: Option<usize>,
        to: &mut Vec<Sexp>,
    ) {
        let text = match part {
            Sexp::Atom(text) => text,
            Sexp::List(parts) => {
                let mut list = Vec::new();
                for part in parts {
                    self.fill_part(part, wanted, depth, bound, defined, &mut list);
                }
                return to.push(Sexp::List(list));
            }
        };
        let named = |name: char| bound.iter().find(|b| b.0 == name).unwrap_or_else(|| panic!("no name {name}"));
        match Mark::of(text) {
            Mark::Hole { kind, several, names } => {
                let mark = self.scope.len();
                self.scope.extend(names.chars().map(|n| (named(n).1.clone(), named(n).2)));
                let kind = if kind == 'k' { wanted } else { kind };
                for _ in 0..if several { self.dice.below(4) } else { 1 } {
                    let value = self.value(kind, depth);
                    to.push(value);
                }
                self.scope.truncate(mark);
            }
            Mark::Binding { name, .. } | Mark::Name(name) => to.push(atom(named(name).1.clone())),
            Mark::Defined(_) => {
                let function = defined.and_then(|i| self.grammar.functions.get(i)).expect("a function of this kind");
                to.push(atom(function.1.clone()));
            }
            Mark::Called(kind) => {
                let callable: Vec<&String> =
                    self.grammar.functions.iter().take(self.level).filter(|f| f.0 == kind).map(|f| &f.1).collect();
                // A definition may be the first of its kind: then it calls itself.
                let name = match callable.len() {
                    0 => self.grammar.functions.iter().find(|f| f.0 == kind).map(|f| &f.1),
                    count => callable.get(self.dice.below(count)).copied(),
                };
                to.push(atom(name.expect("a function of this kind").clone()));
            }
            Mark::Itself => to.push(part.clone()),
        }
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        let own = &self.grammar.names;
        if self.dice.one_in(3) { own[self.dice.below(own.len())].clone() } else { format!("v{}", self.names % 30) }
    }

    /// The number of a function of this kind that is to be defined. Mostly it calls those before it; now and then any,
    /// itself included.
    fn define(&mut self, kind: char) -> Option<usize> {
        let fitting: Vec<usize> =
            (0..self.grammar.functions.len()).filter(|&i| self.grammar.functions[i].0 == kind).collect();
        let chosen = fitting.get(self.dice.below(fitting.len().max(1))).copied();
        self.level = match chosen {
            Some(i) if !self.dice.one_in(8) => i,
            _ => self.grammar.functions.len(),
        };
        chosen
    }
}

#[test]
fn a_grammar_binds_names_and_fills_holes() {
    let grammar = Grammar::read(
        "\n== names\nx y\n== functions\nu f0\nu f1\n== top\n(define (!u a:n) %n/a)\n== n\n3* (+ %n\n   %n)\n(@u %n)
(let ((a:n %n)) (* =a %n/a))\n== n leaf\n1\n== a\n%n\n",
    );
    let programs: Vec<String> = (0..300).flat_map(|seed| grammar.program(seed)).map(|f| f.to_string()).collect();
    assert!(programs.iter().all(|p| p.starts_with("(define (f")));
    assert!(programs.iter().any(|p| p.contains("(define (f1 x) ") && p.contains("(f0 ")), "{programs:?}");
    assert!(programs.iter().any(|p| p.contains("(let ((y ") && p.contains("(* y ")), "{programs:?}");
}
