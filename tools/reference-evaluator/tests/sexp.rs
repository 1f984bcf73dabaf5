//! Programs as trees: written from templates, printed, and made smaller.

use std::fmt;

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

/// A smaller program of which the same can be said: forms and parts of forms are left out, or replaced by one of their
/// parts, as long as that works.
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
