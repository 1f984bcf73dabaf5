//! Shapes of programs that machines get wrong: control that leaves, closures that assign, functions that are stored,
//! continuations that come again.

use super::generate::Kind::{self, Array, List, Number, Truth, Unary};
use super::generate::{FUNCTIONS, Generator, NAMES, Sexp, arity, atom, form};

fn pick<'a>(g: &mut Generator, words: &[&'a str]) -> &'a str {
    words[g.dice.below(words.len())]
}

fn names(g: &mut Generator, count: usize) -> Vec<String> {
    (0..count).map(|_| g.fresh()).collect()
}

fn bindings(names: &[String], values: Vec<Sexp>) -> Sexp {
    Sexp::List(names.iter().zip(values).map(|(n, v)| form("(_ _)", [atom(n), v])).collect())
}

/// A form that binds, branches, loops or leaves, with a value of that kind.
pub(super) fn control(g: &mut Generator, kind: Kind, depth: usize) -> Sexp {
    match g.dice.below(26) {
        0..=2 => {
            let parts = [g.value(Truth, depth), g.value(kind, depth), g.value(kind, depth)];
            form("(if _ _ _)", parts)
        }
        3..=5 => {
            let count = 1 + g.dice.below(3);
            let names = names(g, count);
            let kinds: Vec<Kind> = names.iter().map(|_| g.kind()).collect();
            let values: Vec<Sexp> = kinds.iter().map(|&k| g.value(k, depth)).collect();
            let bound: Vec<(&str, Kind)> = names.iter().map(String::as_str).zip(kinds).collect();
            let body = g.within(&bound, |g| sequence(g, kind, depth));
            let mut parts = vec![atom(if g.dice.below(3) == 0 { "let*" } else { "let" }), bindings(&names, values)];
            parts.extend(body);
            Sexp::List(parts)
        }
        6 => {
            let parts = sequence(g, kind, depth);
            form("(progn _...)", parts)
        }
        7 if g.dice.one_in(2) => letrec(g, kind, depth),
        7 => group(g, depth),
        8 => {
            let (test, value) = (g.any(depth), g.value(kind, depth));
            let operator = pick(g, &["when", "unless", "and", "or"]);
            form(&format!("({operator} _ _)"), [test, value])
        }
        9 => {
            let key = g.number(depth);
            let values = [g.value(kind, depth), g.value(kind, depth), g.value(kind, depth)];
            form("(case _ ((0 1 2) _) (-1 _) (t _))", std::iter::once(key).chain(values))
        }
        10 => {
            let tests = [g.value(Truth, depth), g.value(kind, depth), g.any(depth)];
            let last = g.value(kind, depth);
            form("(cond (_ _) (_ => (lambda (c) c)) (t _))", tests.into_iter().chain([last]))
        }
        11 => {
            let block = pick(g, &["here", "there", "nil"]);
            let body = g.in_block(block, |g| sequence(g, kind, depth));
            form("(block _ _...)", std::iter::once(atom(block)).chain(body))
        }
        12 | 13 => match g.block() {
            Some(block) => {
                let value = g.value(kind, depth);
                form("(return-from _ _)", [atom(block), value])
            }
            None => g.value(kind, depth),
        },
        14 => {
            let tag = g.key();
            let body = sequence(g, kind, depth);
            form("(catch _ _...)", std::iter::once(tag).chain(body))
        }
        15 => {
            let (tag, value) = (g.key(), g.value(kind, depth));
            form("(throw _ _)", [tag, value])
        }
        16 => {
            let (value, cleanup) = (g.value(kind, depth), g.any(depth.min(2)));
            let note = g.dice.below(9);
            form(&format!("(unwind-protect _ (display {note}) _)"), [value, cleanup])
        }
        17 => {
            let tag = pick(g, &["nil", "'error", "'a"]);
            let body = g.value(kind, depth);
            let handler = pick(
                g,
                &[
                    "(lambda (tag c) (if (condition? c) (list tag (condition-code c)) (list tag c)))",
                    "(lambda (tag c) 1)",
                    "(lambda (tag c) (throw 'a 2))",
                ],
            );
            form(&format!("(catch-and-apply {tag} {handler} _)"), [body])
        }
        18 => {
            // An escape, which may be kept, and called when it is too late.
            let name = g.fresh();
            let body = g.within(&[(&name, Unary)], |g| sequence(g, kind, depth));
            form("(let/cc _ _...)", std::iter::once(atom(name)).chain(body))
        }
        19 => again(g, depth),
        20 => {
            let (test, then) = (g.any(depth), g.within(&[("it", kind)], |g| g.value(kind, depth)));
            form(&format!("({} _ _)", pick(g, &["aif", "awhen", "aand"])), [test, then])
        }
        21..=24 => looping(g, kind, depth),
        _ => {
            let (f, x) = (g.function(1, depth), g.number(depth));
            form("(_ _)", [f, x])
        }
    }
}

/// One to three forms, of which the last has a value of that kind.
fn sequence(g: &mut Generator, kind: Kind, depth: usize) -> Vec<Sexp> {
    let mut forms = Vec::new();
    for _ in 0..g.dice.below(3) {
        let kind = g.kind();
        let value = g.value(kind, depth.min(3));
        forms.push(match g.variable(kind) {
            Some(name) if g.dice.below(3) > 0 => form("(setq _ _)", [atom(name), value]),
            _ if g.dice.below(3) == 0 => form("(display _)", [value]),
            _ => value,
        });
    }
    forms.push(g.value(kind, depth));
    forms
}

/// Functions that call one another, mostly in tail position, and their first calls.
fn group(g: &mut Generator, depth: usize) -> Sexp {
    const GROUP: [&str; 3] = ["h0", "h1", "h2"];
    let count = 2 + g.dice.below(2);
    let functions = &GROUP[..count];
    let mut bound = Vec::new();
    for name in functions {
        let end = g.within(&[("k", Number), ("a", Number)], |g| g.any(depth.min(2)));
        let more = g.within(&[("k", Number), ("a", Number)], |g| tail_call(g, functions, "(- k 1)", 3, depth.min(2)));
        let test = pick(g, &["(< k 1)", "(or (< k 1) (= a 3))", "(not (< 0 k))"]);
        let body = form(&format!("(if {test} _ _)"), [end, more]);
        bound.push(form("(_ (lambda (k a) _))", [atom(*name), body]));
    }
    if g.dice.one_in(5) {
        let value = g.any(depth.min(2));
        bound.insert(g.dice.below(count + 1), form("(hx _)", [value]));
    }
    let first = (1 + g.dice.below(5)).to_string();
    let calls = tail_call(g, functions, &first, 2, depth.min(2));
    let whole = form("(letrec _ _)", [Sexp::List(bound), calls]);
    match g.dice.below(4) {
        0 => form("(list _ (let ((k 2) (a 1)) (+ k a)))", [whole]),
        1 => form("((lambda (k a) _) 2 3)", [whole]),
        2 => form("(let go ((i 0)) (if (< i 2) (progn _ (go (+ i 1))) i))", [whole]),
        _ => whole,
    }
}

/// An expression that ends with calls of these functions, now and then with another use of one.
fn tail_call(g: &mut Generator, functions: &[&str], count: &str, levels: usize, depth: usize) -> Sexp {
    let f = atom(pick(g, functions));
    let argument = g.number(depth);
    let call = form(&format!("(_ {count} _)"), [f.clone(), argument]);
    if levels == 0 {
        return call;
    }
    let inner = |g: &mut Generator| tail_call(g, functions, count, levels - 1, depth);
    match g.dice.below(22) {
        0..=4 => {
            let parts = [g.value(Truth, depth), inner(g), inner(g)];
            form("(if _ _ _)", parts)
        }
        5 | 6 => {
            let parts = [g.any(depth), inner(g)];
            form("(progn _ _)", parts)
        }
        7 | 8 => {
            let parts = [g.number(depth), inner(g)];
            form("(let ((a _)) _)", parts)
        }
        9 => {
            let parts = [inner(g), g.value(Truth, depth), g.number(depth), g.number(depth)];
            form("(let ((m (lambda (a) _))) (if _ (m _) (m _)))", parts)
        }
        10 => {
            let parts = [inner(g), g.number(depth)];
            form("(let ((m (lambda (a) _))) (m _))", parts)
        }
        11 => {
            let parts = [inner(g), g.number(depth), inner(g)];
            form("(letrec ((m (lambda (j a) (if (< j 1) _ (m (- j 1) _))))) (if (= a 2) (m 2 a) _))", parts)
        }
        12 => {
            let parts = [inner(g), inner(g)];
            form("(let m ((j 0)) (if (< j 2) (if (= a j) _ (m (+ j 1))) _))", parts)
        }
        13 => {
            let parts = [g.number(depth), inner(g)];
            form("(progn (setq a _) _)", parts)
        }
        14 => {
            let parts = [g.any(depth), inner(g)];
            form("(or (not _) _)", parts)
        }
        15 => {
            let parts = [inner(g), inner(g)];
            form("(block done (if (< a 2) (return-from done _)) _)", parts)
        }
        16 => form("(list _)", [call]),
        17 => form("(+ 1 _)", [call]),
        18 => form(&format!("(map-with (lambda (x) (_ {count} x)) '(1 2))"), [f]),
        19 => form(&format!("(let/cc out (out (_ {count} a)))"), [f]),
        20 => form("(progn (let ((q (lambda () (setq a (+ a 1))))) (q)) _)", [call]),
        _ => call,
    }
}

/// A group of functions that see each other, called or given away; sometimes with variables among them.
fn letrec(g: &mut Generator, kind: Kind, depth: usize) -> Sexp {
    let count = 1 + g.dice.below(3);
    let names = names(g, count);
    let bound: Vec<(&str, Kind)> = names.iter().map(|n| (n.as_str(), Unary)).collect();
    g.within(&bound, |g| {
        let values = names.iter().map(|_| step(g, &names, depth)).collect();
        let body = g.value(kind, depth);
        form("(letrec _ _)", [bindings(&names, values), body])
    })
}

/// A function that counts down, and calls one of `names` (itself, perhaps) with less.
fn step(g: &mut Generator, names: &[String], depth: usize) -> Sexp {
    let other = names[g.dice.below(names.len())].clone();
    let n = g.fresh();
    let (end, more) = g.within(&[(&n, Number)], |g| (g.number(depth.min(3)), g.number(depth.min(2))));
    let call = form("(_ (- _ 1))", [atom(&other), atom(&n)]);
    let turn = match g.dice.below(5) {
        0 | 1 => call,
        2 => form("(+ _ _)", [call, more]),
        3 => form("(progn (setq _ (if (number? _) (- _ 1) 0)) _)", [atom(&n), atom(&n), atom(&n), call]),
        _ => form("(let ((r _)) (list r _))", [call, more]),
    };
    // Of something that is no small number it makes nothing.
    let test = ends(&n);
    form("(lambda (_) (if _ _ _))", [atom(&n), test, end, turn])
}

/// The test that a countdown has come to its end, or cannot come to it soon.
fn ends(n: &str) -> Sexp {
    form("(or (not (integer? _)) (<= _ 0) (> _ 40))", [n, n, n].map(atom))
}

/// A function that refers to itself or to a sibling, made where it is wanted.
pub(super) fn recursive(g: &mut Generator, count: usize, depth: usize) -> Sexp {
    if count == 1 && g.dice.below(4) > 0 {
        let size = 1 + g.dice.below(2);
        let names = names(g, size);
        let bound: Vec<(&str, Kind)> = names.iter().map(|n| (n.as_str(), Unary)).collect();
        return g.within(&bound, |g| {
            let values = names.iter().map(|_| step(g, &names, depth)).collect();
            form("(letrec _ _)", [bindings(&names, values), atom(&names[0])])
        });
    }
    let n = g.fresh();
    let end = g.within(&[(&n, Number)], |g| g.number(depth));
    if count == 1 {
        return form("(alambda (_) (if _ _ (self (- _ 1))))", [atom(&n), ends(&n), end, atom(&n)]);
    }
    let parts = [atom(&n), ends(&n), end, atom(&n), atom(&n)];
    form("(letrec ((go (lambda (_ m) (if _ (list m _) (go (- _ 1) (list _ m)))))) go)", parts)
}

/// A function with a state of its own, perhaps shared with others.
pub(super) fn maker(g: &mut Generator, count: usize, depth: usize) -> Sexp {
    let (state, start) = (g.fresh(), g.number(depth.min(2)));
    let parameters = names(g, count);
    let mut bound: Vec<(&str, Kind)> = vec![(&state, Number)];
    bound.extend(parameters.iter().map(|n| (n.as_str(), Number)));
    let (next, result) = g.within(&bound, |g| (g.number(depth.min(3)), g.number(depth.min(3))));
    let list = Sexp::List(parameters.iter().map(atom).collect());
    form("(let ((_ _)) (lambda _ (setq _ _) _))", [atom(&state), start, list, atom(&state), next, result])
}

/// A loop of any kind.
fn looping(g: &mut Generator, kind: Kind, depth: usize) -> Sexp {
    let v = g.fresh();
    let turns = g.dice.below(5);
    let inside = |g: &mut Generator, bound: &[(&str, Kind)], k: Kind| {
        g.in_block("nil", |g| g.within(bound, |g| sequence(g, k, depth)))
    };
    match g.dice.below(8) {
        0 => {
            let body = inside(g, &[(&v, Number)], Number);
            let result = g.within(&[(&v, Number)], |g| g.value(kind, depth));
            form(&format!("(dotimes (_ {turns} _) _...)"), [atom(&v), result].into_iter().chain(body))
        }
        1 => {
            let (list, body) = (g.list(depth), inside(g, &[(&v, Number)], Number));
            let result = g.value(kind, depth);
            form("(dolist (_ _ _) _...)", [atom(&v), list, result].into_iter().chain(body))
        }
        2 => {
            let body = inside(g, &[(&v, Number)], Number);
            let result = g.within(&[(&v, Number)], |g| g.value(kind, depth));
            let head = form(&format!("((_ {turns}))"), [atom(&v)]);
            let test = form("(> _ 0)", [atom(&v)]);
            let step = form("(setq _ (- _ 1))", [atom(&v), atom(&v)]);
            let body = Sexp::List(std::iter::once(atom("progn")).chain(body).collect());
            form("(let _ (while (and (number? _) _) _ _) _)", [head, atom(&v), test, step, body, result])
        }
        3 => {
            let l = g.fresh();
            let bound = [(v.as_str(), Number), (l.as_str(), List)];
            let (body, item) = (inside(g, &bound, Number), g.within(&bound, |g| g.any(depth.min(3))));
            let start = g.list(depth.min(2));
            let head = form("((_ 0 (+ _ 1)) (_ _ (cons _ _)))", [atom(&v), atom(&v), atom(&l), start, item, atom(&l)]);
            let result = g.within(&bound, |g| g.value(kind, depth));
            form(&format!("(do _ ((>= _ {turns}) _) _...)"), [head, atom(&v), result].into_iter().chain(body))
        }
        4 | 5 => {
            // Tail calls of the name, sometimes others, sometimes the name as a value.
            let (name, r) = (g.fresh(), g.fresh());
            let bound = [(v.as_str(), Number), (r.as_str(), kind)];
            let start = g.value(kind, depth.min(2));
            let (end, next, other) = g.within(&bound, |g| {
                (g.value(kind, depth), g.value(kind, depth), g.within(&[(&name, Unary)], |g| g.any(depth.min(3))))
            });
            let head = form(&format!("((_ {turns}) (_ _))"), [atom(&v), atom(&r), start]);
            let test = form("(not (and (integer? _) (< 0 _ 9)))", [atom(&v), atom(&v)]);
            let call = form("(_ (- _ 1) _)", [atom(&name), atom(&v), next]);
            let turn = match g.dice.below(4) {
                0 => form("(progn _ _)", [other, call]),
                1 => form("(let ((w _)) w)", [call]),
                2 => form("(if _ _ _)", [other, call.clone(), call]),
                _ => call,
            };
            form("(let _ _ (if _ _ _))", [atom(&name), head, test, end, turn])
        }
        6 => {
            // Functions made in a loop: each iteration has variables of its own.
            let body = g.within(&[(&v, Number)], |g| g.number(depth.min(3)));
            let x = g.number(depth.min(2));
            let fs = form(
                "(let ((fs nil)) (dotimes (_ 3) (setq fs (cons (lambda (q) (setq _ (+ _ q)) _) fs))) fs)",
                [atom(&v), atom(&v), atom(&v), body],
            );
            form("(map-with (lambda (f) (list (f _) (f 1))) _)", [x, fs])
        }
        _ => {
            let (f, l) = (g.function(1, depth), g.list(depth));
            form("(let ((r nil)) (for-each (lambda (q) (setq r (cons (_ q) r))) _) r)", [f, l])
        }
    }
}

/// A continuation that comes again, a few times.
fn again(g: &mut Generator, depth: usize) -> Sexp {
    let (before, after) = (g.number(depth.min(2)), g.number(depth.min(2)));
    let inside = g.within(&[("n", Number), ("k", Unary)], |g| g.any(depth));
    let point = match g.dice.below(5) {
        0 => form("(call/cc (lambda (c) (setq k c) _))", [inside]),
        1 => form("(map-with (lambda (q) (call/cc (lambda (c) (setq k c) q))) (list 1 _))", [inside]),
        2 => form("(unwind-protect (call/cc (lambda (c) (setq k c) _)) (display 'u))", [inside]),
        3 => form("(catch 'a (call/cc (lambda (c) (setq k c) _)))", [inside]),
        _ => form(
            "(let ((m 0)) (dotimes (i 2) (call/cc (lambda (c) (setq k c))) (setq m (+ m i))) (list m _))",
            [inside],
        ),
    };
    form(
        "(let ((n 0) (k nil) (r nil)) (setq r (cons (list _ _ _) r)) (setq n (+ n 1)) (if (and k (< n 3)) (k n) (list n r)))",
        [before, point, after],
    )
}

/// An operation on a vector, table or string with a value of that kind.
pub(super) fn object(g: &mut Generator, kind: Kind, depth: usize) -> Sexp {
    let (index, value) = (pick(g, &["0", "1", "2", "3", "-1"]), g.any(depth));
    match (kind, g.dice.below(4)) {
        (Number, 0) => {
            let a = g.value(Array, depth);
            form(&format!("(aref _ {index})"), [a])
        }
        (Number, 1) => {
            let a = g.value(Array, depth);
            form(&format!("(aset _ {index} _)"), [a, value])
        }
        (Number, 2) => {
            let (t, key) = (g.value(Kind::Table, depth), g.key());
            form("(table-ref _ _ 7)", [t, key])
        }
        (Number, _) => {
            let (t, key) = (g.value(Kind::Table, depth), g.key());
            form("(table-set! _ _ _)", [t, key, value])
        }
        (Array, 0) => {
            let l = g.list(depth);
            form("(list->array _)", [l])
        }
        (Array, 1) => {
            let (f, a) = (g.function(1, depth), g.value(Array, depth));
            form("(array-map _ _)", [f, a])
        }
        (Array, _) => {
            let parts = [g.value(Array, depth), g.number(depth)];
            form("(let ((w _)) (set-array-element w (list 1) _) w)", parts)
        }
        (_, 0) => {
            let (key, f) = (g.key(), g.function(1, depth));
            form("(let ((h (make-table))) (table-update! h _ _ 0) h)", [key, f])
        }
        (_, _) => {
            let (key, t) = (g.key(), g.value(Kind::Table, depth));
            form("(let ((h _)) (table-set! h _ _) h)", [t, key, value])
        }
    }
}

/// A global function with parameters of all kinds, and a call of it.
pub(super) fn lambda_list(g: &mut Generator, name: &str, depth: usize) -> Sexp {
    let lists = [
        "(a &optional (b _) c)",
        "(a &optional (b _ given))",
        "(&rest a)",
        "(a . b)",
        "(a &key (b _) c)",
        "(&optional (a _) &rest b)",
        "(a &rest b &key (c _))",
        "(a &optional (b (+ a _)))",
    ];
    let template = pick(g, &lists);
    let default = g.within(&[("a", Number)], |g| g.number(depth.min(2)));
    let list = form(template, [default]);
    let body = g.within(&[("a", Number)], |g| g.any(depth.min(3)));
    let shown = ["a", "b", "c"].into_iter().filter(|n| template.split(['(', ')', ' ']).any(|w| w == *n));
    let shown = Sexp::List(std::iter::once("list").chain(shown).map(atom).collect());
    let calls = ["1", "1 2", "1 2 3", "", "1 :b 2", "1 :c 3 :b 4", "1 :z 2", "1 :b", "1 2 :c 5"];
    let call = form(&format!("({name} {})", pick(g, &calls)), []);
    let code = "(lambda (tag c) (if (condition? c) (condition-code c) c))";
    let parts = [atom(name), list, body, shown, call];
    form(&format!("(progn (setq _ (lambda _ (list _ _))) (catch-and-apply nil {code} _))"), parts)
}

/// A core name gets another meaning, permanently or temporarily. Calls compiled before keep theirs where the language
/// says so.
pub(super) fn redefinition(g: &mut Generator, depth: usize) -> Sexp {
    let name = pick(
        g,
        &[
            "second", "third", "abs", "max", "append", "length", "1+", "find-if", "identity", "square", "list*",
            "filter",
        ],
    );
    let count = 1 + g.dice.below(2);
    match g.dice.below(4) {
        0 => form(&format!("(setq {name} {})", pick(g, &["car", "list", "+", "-", "7"])), []),
        1 => {
            let f = g.function(count, depth);
            form(&format!("(setq {name} _)"), [f])
        }
        2 => {
            let body = g.within(&[("a", Number)], |g| g.any(depth));
            form(&format!("(defproc {name} (a) _)"), [body])
        }
        _ => {
            let body = g.within(&[("a", Number)], |g| g.any(depth));
            form(&format!("(defmethod {name} ((a integer)) t _)"), [body])
        }
    }
}

/// A global function that calls itself in any position, and may change its own name's meaning on the way.
fn self_calling(g: &mut Generator, name: &str, names: &[&str], depth: usize) -> Sexp {
    let bound: Vec<(&str, Kind)> = names.iter().map(|n| (*n, Number)).collect();
    let call = |g: &mut Generator| {
        let others = names.iter().skip(1).map(|_| g.within(&bound, |g| g.number(1))).collect::<Vec<_>>();
        let less = form("(- _ 1)", [atom(names[0])]);
        Sexp::List([atom(name), less].into_iter().chain(others).collect())
    };
    let (end, more) = g.within(&bound, |g| (g.number(depth.min(3)), g.number(depth.min(2))));
    let (one, two, a) = (call(g), call(g), atom(names[0]));
    let body = match g.dice.below(8) {
        0 => form("(list _ _ _)", [one, more, two]),
        1 => form("(if _ _ _)", [one, more, two]),
        2 => form("(progn _ (or _ _))", [one, more, two]),
        3 => form("(let ((r _)) (list r _ _))", [one, two, more]),
        4 => form("(progn (setq _ (- _ 1)) (list _ _ _))", [a.clone(), a.clone(), one, a.clone(), more]),
        5 => form("(let ((sum nil)) (dotimes (i 2 (cons _ sum)) (setq sum (cons _ sum))))", [two, one]),
        6 => form("(and (cons _ nil) _)", [one, two]),
        _ => {
            let meaning =
                if g.dice.one_in(2) { g.function(names.len(), 2) } else { atom(g.dice.of(&["list", "+", "5"])) };
            form("(progn (when (= _ 2) (setq _ _)) (list _ _))", [a.clone(), atom(name), meaning, one, two])
        }
    };
    let test = form("(or (not (integer? _)) (<= _ 0) (> _ 5))", [a.clone(), a.clone(), a]);
    let parameters = Sexp::List(names.iter().map(|n| atom(*n)).collect());
    form("(defproc _ _ (if _ _ _))", [atom(name), parameters, test, end, body])
}

/// A function that is stored in a global while others have been compiled to call it.
pub(super) fn stored(g: &mut Generator, name: &str, count: usize, depth: usize) -> Sexp {
    let arguments = g.numbers(count, 1);
    let f = recursive(g, count, depth);
    let other = g.function(count, depth);
    let call = Sexp::List(std::iter::once(atom(name)).chain(arguments).collect());
    form("(list (progn (setq _ _) _) (progn (setq _ _) _))", [atom(name), f, call.clone(), atom(name), other, call])
}

/// A program of one of the kinds that whole forms are needed for.
pub(super) fn shape(g: &mut Generator, depth: usize) -> Sexp {
    match g.dice.below(6) {
        0 => {
            // A continuation of a top-level form, entered from a later one.
            let (a, b) = (g.number(2), g.any(depth));
            form(
                "(progn (setq turns 0) (setq later nil) (list _ (call/cc (lambda (c) (setq later c) _))) (setq turns (+ turns 1)) (if (< turns 3) (later turns) turns))",
                [a, b],
            )
        }
        1 => {
            let (first, second, body) = (g.any(2), g.number(2), g.within(&[("r", List)], |g| g.any(depth)));
            form(
                "(progn (defrecord point x (y _)) (let ((r (make-point _))) (set-point-x! r (list (point-x r) (point-y r) (point? r))) (list r _)))",
                [first, second, body],
            )
        }
        2 => {
            let body = g.within(&[("v", Number), ("w", Number)], |g| g.any(depth));
            let test = g.within(&[("v", Number), ("w", Number)], |g| g.value(Truth, 3));
            let search = pick(g, &["all-values", "one-value", "for-effects", "possibly?", "necessarily?"]);
            form(
                &format!(
                    "(progn (require 'amb) ({search} (let* ((v (amb 1 2 3)) (w (an-integer-between 0 v))) (require-that _) _)))"
                ),
                [test, body],
            )
        }
        3 => {
            // A generator: two continuations take turns.
            let (list, f) = (g.list(2), g.function(1, depth));
            form(
                "(let ((return nil) (resume nil) (out nil)) (letrec ((next (lambda () (call/cc (lambda (r) (setq return r) (if resume (resume nil) (progn (for-each (lambda (x) (call/cc (lambda (c) (setq resume c) (return (_ x))))) _) (return 'end)))))))) (dotimes (i 4) (setq out (cons (next) out))) out))",
                [f, list],
            )
        }
        4 => {
            let (f, count) = (g.function(1, depth), 500 + g.dice.below(3000));
            form(
                &format!(
                    "(letrec ((deep (lambda (n) (if (= n 0) (_ 0) (progn (deep (- n 1)) n))))) (list (deep {count}) (catch 'out (deep 3))))"
                ),
                [f],
            )
        }
        _ => {
            let (body, cleanup) = (g.any(depth), g.any(2));
            form(
                "(let ((log nil)) (list (catch-and-apply nil (lambda (tag c) (if (condition? c) (condition-code c) c)) (unwind-protect (progn (setq log (cons 'in log)) _) (setq log (cons 'out log)) _)) log))",
                [body, cleanup],
            )
        }
    }
}

impl Generator {
    /// A definition of a global function.
    pub(super) fn definition(&mut self) -> Sexp {
        let i = self.dice.below(FUNCTIONS.len());
        let (name, count) = (atom(FUNCTIONS[i]), arity(i));
        // Mostly a function calls those before it; now and then any, itself included.
        self.level = if self.dice.one_in(8) { FUNCTIONS.len() } else { i };
        let names = &NAMES[..count];
        let bound: Vec<(&str, Kind)> = names.iter().map(|n| (*n, Number)).collect();
        let parameters = Sexp::List(names.iter().map(|n| atom(*n)).collect());
        let depth = 2 + self.dice.below(4);
        match self.dice.below(18) {
            0..=3 => {
                let body = self.in_block(FUNCTIONS[i], |g| g.within(&bound, |g| g.number(depth)));
                form("(defproc _ _ _)", [name, parameters, body])
            }
            4 | 5 => {
                let f = self.function(count, depth);
                form("(setq _ _)", [name, f])
            }
            6 => form(
                "(setq _ _)",
                [name, atom(self.dice.of(&["car", "list", "+", "1+", "cons", "5", "nil", "identity"]))],
            ),
            7 | 8 => {
                let f = recursive(self, count, depth);
                form("(setq _ _)", [name, f])
            }
            9..=11 => {
                let types = ["integer", "number", "float", "list", "fixnum", "t", "string"];
                let typed = names.iter().map(|n| form(&format!("({n} {})", self.dice.of(&types)), []));
                let typed = Sexp::List(typed.collect());
                let guard = if self.dice.one_in(2) { atom("t") } else { self.within(&bound, |g| g.value(Truth, 2)) };
                let body = self.in_block(FUNCTIONS[i], |g| g.within(&bound, |g| g.number(depth)));
                form("(defmethod _ _ _ _)", [name, typed, guard, body])
            }
            12 => {
                let body = self.within(&bound, |g| g.number(2));
                // The parameters hold forms: the expansion evaluates them once or twice.
                let template = ["(+ (unquote a) _)", "(list (unquote a) (unquote a) _)", "(let ((b (unquote a))) _)"];
                let template = form(self.dice.of(&template), [body]);
                let rest = if count == 1 { "(a &optional b)" } else { "(a &rest b)" };
                form(&format!("(defmacro _ {rest} (quasi-quote _))"), [name, template])
            }
            13 => lambda_list(self, FUNCTIONS[i], depth),
            14 => redefinition(self, depth),
            15 | 16 => self_calling(self, FUNCTIONS[i], names, depth),
            _ => stored(self, FUNCTIONS[i], count, depth),
        }
    }
}
