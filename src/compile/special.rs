//! The special operators: what each makes of its unevaluated arguments.
//!
//! Operators are values (the head of a form may hold the object itself), so there is one table from number to name and
//! one function per operator.

use super::expand::{Binding, Expander, Item};
use super::ir::{Node, NodeId, Op, VarId};
use crate::fault::{Code, Condition, Res};
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// Expands one special form. `form` is the whole, `args` what follows the operator.
type Operator = fn(&mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId>;

/// A special operator with its documentation, in the same form as a builtin's.
pub(crate) struct Special {
    pub name: &'static str,
    pub doc: &'static [&'static str],
    /// Arguments as a manual shows them.
    pub usage: &'static str,
    expand: Operator,
}

macro_rules! specials {
    ($($(#[doc = $doc:literal])* $name:literal $usage:literal => $f:expr;)*) => {
        /// Every special operator; its number is its place here.
        pub(crate) const SPECIALS: &[Special] =
            &[$(Special { name: $name, doc: &[$($doc),*], usage: $usage, expand: $f }),*];
        /// Their names, by number.
        pub(crate) const NAMES: &[&str] = &[$($name),*];
    };
}

specials! {
    /// Returns its argument unevaluated.
    ///
    /// (quote (a b))  ;=> (a b)
    /// 'a             ;=> a
    "quote" "(quote datum)" => quote;
    /// Evaluates `then` if the test is true, else the last expression (`nil` if it is left out).
    ///
    /// (if (< 1 2) 'yes 'no)  ;=> yes
    /// (if nil 1)             ;=> nil
    "if" "(if test then [else])" => if_;
    /// Takes the first clause whose test is true and evaluates its body. A clause without body gives the value of its test; in `(test => f)` the
    /// function gets that value.
    ///
    /// (cond ((= 1 2) 'a) ((= 1 1) 'b) (t 'c))       ;=> b
    /// (cond ((assoc 2 '((1 a) (2 b))) => second))   ;=> b
    "cond" "(cond (test expr...)...)" => cond;
    /// The value of the last expression, unless an earlier one is nil: then nil, and the rest is not evaluated.
    ///
    /// (and 1 2 3)      ;=> 3
    /// (and 1 nil (error "not reached"))  ;=> nil
    /// (and)            ;=> t
    "and" "(and expr...)" => and;
    /// The value of the first expression that is not nil.
    ///
    /// (or nil 2 (error "not reached"))  ;=> 2
    /// (or)                              ;=> nil
    "or" "(or expr...)" => or;
    /// Evaluates the body if the test is true.
    ///
    /// (when (< 1 2) 'a 'b)  ;=> b
    /// (when nil 'a)         ;=> nil
    "when" "(when test expr...)" => when;
    /// Evaluates the body if the test is nil.
    ///
    /// (unless (< 2 1) 'a 'b)  ;=> b
    "unless" "(unless test expr...)" => unless;
    /// Compares a value with the keys of each clause and evaluates the body of the first that matches. A key list may be a
    /// single atom; `t`, `else` or `otherwise` matches everything.
    ///
    /// (case (+ 1 1) (1 'one) ((2 3) 'few) (t 'many))  ;=> few
    /// (case 'z ((a b) 1))                             ;=> nil
    "case" "(case key ((datum...) expr...)... [(t expr...)])" => case;
    /// Evaluates the expressions one after the other; the value is that of the last.
    ///
    /// (progn 1 2 3)  ;=> 3
    "progn" "(progn expr...)" => progn;
    /// Binds variables in parallel. With a name before the bindings, the name is a function of the variables within the body: calling it
    /// evaluates the body again.
    ///
    /// (let ((a 1) (b 2)) (list a b))                                        ;=> (1 2)
    /// (let loop ((i 3) (l nil)) (if (= i 0) l (loop (- i 1) (cons i l))))   ;=> (1 2 3)
    "let" "(let [name] ((variable value)...) expr...)" => let_;
    /// Binds variables one after the other: each value sees the variables before it.
    ///
    /// (let* ((a 1) (b (+ a 1))) (list a b))  ;=> (1 2)
    "let*" "(let* ((variable value)...) expr...)" => let_star;
    /// Binds variables that see each other: local functions that call each other.
    ///
    /// (letrec ((ev? (lambda (n) (if (= n 0) t (od? (- n 1))))) (od? (lambda (n) (if (= n 0) nil (ev? (- n 1)))))) (ev? 10))  ;=> t
    "letrec" "(letrec ((variable value)...) expr...)" => letrec;
    /// An anonymous function. Parameters: symbols, then `&optional (p default)`, `&rest p`, `&key (p default)`; a dotted tail means `&rest`.
    ///
    /// ((lambda (a &optional (b 2)) (list a b)) 1)  ;=> (1 2)
    /// ((lambda (a . more) more) 1 2 3)             ;=> (2 3)
    /// ((lambda (&key (size 9)) size) :size 4)      ;=> 4
    "lambda" "(lambda (parameter...) expr...)" => lambda;
    /// The value of a name, as a function: in this language the same as the name itself.
    ///
    /// (map-with #'first '((1 2) (3 4)))  ;=> (1 3)
    "function" "(function name)" => function;
    /// Assigns the innermost binding of the variable, or else defines a global one. Returns the value.
    ///
    /// (let ((a 1)) (setq a 5) a)  ;=> 5
    /// (progn (setq x 1 y 2) (+ x y))  ;=> 3
    "setq" "(setq variable value ...)" => setq;
    /// An anonymous macro: the symbol gets the list of unevaluated arguments, the body makes the form to evaluate instead.
    ///
    /// ((mlambda args (cons '+ args)) 1 2)  ;=> 3
    "mlambda" "(mlambda args expr...)" => mlambda;
    /// Defines a macro. With a symbol in place of the parameter list, the symbol gets the list of unevaluated arguments.
    ///
    /// (progn (defmacro twice (x) `(progn ,x ,x)) (let ((n 0)) (twice (setq n (+ n 1))) n))  ;=> 2
    /// (progn (defmacro sum args (cons '+ args)) (sum 1 2 3))                                ;=> 6
    "defmacro" "(defmacro name (parameter...) expr...)" => defmacro;
    /// Defines a function. On the name of a generic function it adds a method with guard `t`. Returns the name.
    ///
    /// (progn (defproc add (a b) (+ a b)) (add 1 2))  ;=> 3
    "defproc" "(defproc name (parameter...) expr...)" => defproc;
    /// Defines a method of a generic function. A parameter is a symbol or `(symbol type)`; the guard is an expression over the parameters.
    /// A call takes the most specific method whose number of parameters and types fit and whose guard is true; among equally specific
    /// ones the latest definition.
    ///
    /// (progn (defmethod size (x) t 'other) (defmethod size (x) (< x 10) 'small) (size 3))  ;=> small
    /// (progn (defmethod plus ((a string) (b string)) t (string-append a b)) (plus "a" "b"))  ;=> "ab"
    /// (progn (defmethod only ((a string)) t a) (only 1))  ;!! no-applicable-method
    "defmethod" "(defmethod name (parameter...) guard expr...)" => defmethod;
    /// `if` with the value of the test as `it`, in both branches.
    ///
    /// (aif (member 2 '(1 2 3)) it 'none)  ;=> (2 3)
    "aif" "(aif test then [else])" => aif;
    /// `when` with the value of the test as `it`.
    ///
    /// (awhen (+ 1 1) (* it it))  ;=> 4
    "awhen" "(awhen test expr...)" => awhen;
    /// `and` in which each expression sees the value of the one before as `it`.
    ///
    /// (aand 1 (+ it 1) (+ it 1))  ;=> 3
    "aand" "(aand expr...)" => aand;
    /// A function that can call itself as `self`.
    ///
    /// ((alambda (n) (if (= n 0) 1 (* n (self (- n 1))))) 5)  ;=> 120
    "alambda" "(alambda (parameter...) expr...)" => alambda;
    /// Evaluates the body for each number from 0 below the count, with a fresh binding each time. In the result form, the variable
    /// is the count. `(return value)` leaves the loop.
    ///
    /// (let ((s 0)) (dotimes (i 4 s) (setq s (+ s i))))  ;=> 6
    /// (dotimes (i 3))                                   ;=> nil
    "dotimes" "(dotimes (variable count [result]) expr...)" => dotimes;
    /// Evaluates the body for each element of a list, with a fresh binding each time. `(return value)` leaves the loop.
    ///
    /// (let ((s 0)) (dolist (x '(1 2 3) s) (setq s (+ s x))))  ;=> 6
    /// (dolist (x '(1 2 3)) (when (> x 1) (return x)))         ;=> 2
    "dolist" "(dolist (variable list [result]) expr...)" => dolist;
    /// Evaluates the body as long as the test is true. Returns nil.
    ///
    /// (let ((i 0)) (while (< i 5) (setq i (+ i 1))) i)  ;=> 5
    "while" "(while test expr...)" => while_;
    /// A loop over variables with initial and next values, until the test is true; then the result expressions.
    ///
    /// (do ((i 0 (+ i 1)) (s 0 (+ s i))) ((= i 4) s))  ;=> 6
    "do" "(do ((variable [init [step]])...) (test result...) expr...)" => do_;
    /// Evaluates the body; a `throw` to the same tag within it ends it with the thrown value. Tag nil catches everything.
    ///
    /// (catch 'done (dotimes (i 10) (when (= i 3) (throw 'done i))))  ;=> 3
    /// (catch 'other 5)                                               ;=> 5
    "catch" "(catch tag expr...)" => catch;
    /// Evaluates the expression; if something is thrown to the tag, the value is that of `(f thrown-tag thrown-value)`.
    ///
    /// (catch-and-apply 'error (lambda (tag c) (condition-code c)) (car 5))  ;=> wrong-type
    /// (catch-and-apply nil list (throw 'a 1))                               ;=> (a 1)
    "catch-and-apply" "(catch-and-apply tag f expr...)" => catch_and_apply;
    /// Evaluates the first expression, then the others, which are also evaluated when something is thrown through. The value is the first's.
    ///
    /// (let ((log nil)) (catch 'x (unwind-protect (throw 'x 1) (setq log 'cleaned))) log)  ;=> cleaned
    "unwind-protect" "(unwind-protect expr cleanup...)" => unwind_protect;
    /// A body that `(return-from name value)` leaves.
    ///
    /// (block b (+ 1 (return-from b 7)))  ;=> 7
    "block" "(block name expr...)" => block;
    /// Leaves the block of that name with the value, also from within a function made inside it.
    ///
    /// (block b (map-with (lambda (x) (return-from b x)) '(1 2)))  ;=> 1
    /// (return-from nowhere 1)                                     ;!! syntax
    "return-from" "(return-from name [value])" => return_from;
    /// Leaves the innermost loop (or block named nil) with the value.
    ///
    /// (while t (return 5))  ;=> 5
    "return" "(return [value])" => return_;
    /// A template: like `quote`, but for parts marked with `unquote` and `unquote-splicing`.
    ///
    /// `(1 ,(+ 1 1) ,@(list 3 4))  ;=> (1 2 3 4)
    /// (quasi-quote (a (unquote (+ 1 1))))  ;=> (a 2)
    "quasi-quote" "(quasi-quote template)" => super::quasi::quasi_quote;
}

/// Expands a form whose head is the special operator `operator`.
pub(super) fn expand(e: &mut Expander<'_>, operator: Value, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    match SPECIALS.get(operator.index()) {
        Some(s) => (s.expand)(e, form, args, tail),
        None => e.syntax(form.span, "unknown special operator"),
    }
}

/// The value of the special operator with this name.
pub(crate) fn operator(name: &str) -> Option<Value> {
    NAMES.iter().position(|n| *n == name).map(|i| Value::object(Kind::SPECIAL, i))
}

/// `if: expected (if test then [else]), found 5 arguments`
#[cold]
fn wrong_shape<T>(e: &Expander<'_>, form: Item, name: &str, found: &str) -> Res<T> {
    let usage = SPECIALS.iter().find(|s| s.name == name).map_or("", |s| s.usage);
    e.syntax(form.span, format!("{name}: expected {usage}, found {found}"))
}

fn count(n: usize) -> String {
    if n == 1 { "1 argument".into() } else { format!("{n} arguments") }
}

fn at_least<'i>(e: &Expander<'_>, form: Item, name: &str, args: &'i [Item], n: usize) -> Res<&'i [Item]> {
    if args.len() < n { wrong_shape(e, form, name, &count(args.len())) } else { Ok(args) }
}

fn name_of(e: &Expander<'_>, what: &str, item: Item) -> Res<Symbol> {
    match item.value.as_symbol() {
        Some(s) => Ok(s),
        None if item.value == Value::T || item.value.is_nil() => {
            e.syntax(item.span, format!("{what}: {} is a constant and cannot be bound", e.show(item.value)))
        }
        None => e.syntax(item.span, format!("{what}: expected a symbol, found {}", e.show(item.value))),
    }
}

fn quote(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    match args {
        [datum] => Ok(e.constant(datum.value, form.span)),
        _ => wrong_shape(e, form, "quote", &count(args.len())),
    }
}

fn if_(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let (test, then, otherwise) = match *args {
        [test, then] => (test, then, None),
        [test, then, otherwise] => (test, then, Some(otherwise)),
        _ => return wrong_shape(e, form, "if", &count(args.len())),
    };
    let test = e.expand(test, false)?;
    let then = e.expand(then, tail)?;
    let otherwise = match otherwise {
        Some(x) => e.expand(x, tail)?,
        None => e.nil(form.span),
    };
    Ok(e.node(Node::If(test, then, otherwise), form.span))
}

/// `(if test body nil)`
fn guarded(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool, name: &str, positive: bool) -> Res<NodeId> {
    let Some((test, body)) = args.split_first() else { return wrong_shape(e, form, name, "no test") };
    let test = e.expand(*test, false)?;
    let body = e.body(body, form.span, tail)?;
    let nil = e.nil(form.span);
    let (then, otherwise) = if positive { (body, nil) } else { (nil, body) };
    Ok(e.node(Node::If(test, then, otherwise), form.span))
}

fn when(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    guarded(e, form, args, tail, "when", true)
}

fn unless(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    guarded(e, form, args, tail, "unless", false)
}

fn and(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    connective(e, form, args, tail, Value::T, Node::And)
}

fn or(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    connective(e, form, args, tail, Value::NIL, Node::Or)
}

fn connective(
    e: &mut Expander<'_>,
    form: Item,
    args: &[Item],
    tail: bool,
    empty: Value,
    node: fn(Vec<NodeId>) -> Node,
) -> Res<NodeId> {
    match args {
        [] => Ok(e.constant(empty, form.span)),
        [one] => e.expand(*one, tail),
        [init @ .., last] => {
            let mut nodes = e.expand_all(init)?;
            nodes.push(e.expand(*last, tail)?);
            Ok(e.node(node(nodes), form.span))
        }
    }
}

fn cond(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    // From the last clause backwards; the clauses are expanded in order first.
    enum Clause {
        Test(NodeId),
        Body(NodeId, NodeId),
        Apply(VarId, NodeId, NodeId),
        Always(NodeId),
    }
    let mut clauses = Vec::with_capacity(args.len());
    for &clause in args {
        let parts = if clause.value.is_pair() { e.items(clause)? } else { Vec::new() };
        let Some((&test, body)) = parts.split_first() else {
            return e.syntax(clause.span, format!("cond: expected a clause (test expr...), found {}", e.show(clause.value)));
        };
        let always = test.value == Value::T || test.value.as_symbol() == Some(well_known::ELSE);
        if always && !body.is_empty() {
            clauses.push((Clause::Always(e.body(body, clause.span, tail)?), clause.span));
            break;
        }
        let test_node = e.expand(test, false)?;
        let clause_kind = match body {
            [] => Clause::Test(test_node),
            [arrow, f] if arrow.value.as_symbol() == Some(well_known::ARROW) => {
                let v = e.hidden();
                Clause::Apply(v, test_node, e.expand(*f, false)?)
            }
            _ => Clause::Body(test_node, e.body(body, clause.span, tail)?),
        };
        clauses.push((clause_kind, clause.span));
    }
    let mut rest = e.nil(form.span);
    for (clause, span) in clauses.into_iter().rev() {
        rest = match clause {
            Clause::Always(body) => body,
            Clause::Test(test) => e.node(Node::Or(vec![test, rest]), span),
            Clause::Body(test, body) => e.node(Node::If(test, body, rest), span),
            Clause::Apply(v, test, f) => {
                let it = e.node(Node::Var(v), span);
                let call = e.node(Node::Call(f, vec![it]), span);
                let choose = e.node(Node::If(it, call, rest), span);
                e.node(Node::Let(vec![(v, test)], choose), span)
            }
        };
    }
    Ok(rest)
}

fn case(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let Some((&key, clauses)) = args.split_first() else { return wrong_shape(e, form, "case", "no key") };
    let key_node = e.expand(key, false)?;
    let v = e.hidden();
    let mut expanded = Vec::with_capacity(clauses.len());
    for (i, &clause) in clauses.iter().enumerate() {
        let parts = if clause.value.is_pair() { e.items(clause)? } else { Vec::new() };
        let Some((&data, body)) = parts.split_first() else {
            return e.syntax(clause.span, format!("case: expected a clause (keys expr...), found {}", e.show(clause.value)));
        };
        let is_default = i + 1 == clauses.len()
            && (data.value == Value::T
                || matches!(data.value.as_symbol(), Some(well_known::ELSE | well_known::OTHERWISE)));
        let test = if is_default {
            None
        } else {
            let keys = if data.value.is_pair() {
                e.items(data)?
            } else if data.value.is_nil() {
                Vec::new()
            } else {
                vec![data]
            };
            let mut tests = Vec::with_capacity(keys.len());
            for k in keys {
                let it = e.node(Node::Var(v), k.span);
                let k_node = e.constant(k.value, k.span);
                tests.push(e.node(Node::Op(Op::Equal, vec![it, k_node]), k.span));
            }
            Some(match tests.as_slice() {
                [] => e.nil(data.span),
                [one] => *one,
                _ => e.node(Node::Or(tests), data.span),
            })
        };
        let body = e.body(body, clause.span, tail)?;
        expanded.push((test, body, clause.span));
    }
    let mut rest = e.nil(form.span);
    for (test, body, span) in expanded.into_iter().rev() {
        rest = match test {
            None => body,
            Some(test) => e.node(Node::If(test, body, rest), span),
        };
    }
    Ok(e.node(Node::Let(vec![(v, key_node)], rest), form.span))
}

fn progn(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    e.body(args, form.span, tail)
}

/// The bindings `((name value)...)`; a lone symbol, or a list of one, is bound to nil.
fn bindings(e: &mut Expander<'_>, operator: &str, list: Item) -> Res<Vec<(Symbol, Option<Item>, Span)>> {
    if !list.value.is_pair() && !list.value.is_nil() {
        return e.syntax(
            list.span,
            format!("{operator}: expected a list of bindings ((variable value)...), found {}", e.show(list.value)),
        );
    }
    let mut result = Vec::new();
    for b in e.items(list)? {
        let parts = if b.value.is_pair() { e.items(b)? } else { vec![b] };
        let (name, value) = match *parts.as_slice() {
            [name] => (name, None),
            [name, value] => (name, Some(value)),
            _ => {
                return e.syntax(
                    b.span,
                    format!("{operator}: expected a binding (variable value), found {}", e.show(b.value)),
                );
            }
        };
        result.push((name_of(e, operator, name)?, value, b.span));
    }
    Ok(result)
}

fn init(e: &mut Expander<'_>, value: Option<Item>, span: Span) -> Res<NodeId> {
    match value {
        Some(v) => e.expand(v, false),
        None => Ok(e.nil(span)),
    }
}

fn let_(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let (first, rest) = match args.split_first() {
        Some((first, rest)) if !rest.is_empty() || first.value.is_pair() || first.value.is_nil() => (*first, rest),
        _ => return wrong_shape(e, form, "let", &count(args.len())),
    };
    if let Some(name) = first.value.as_symbol() {
        let Some((list, body)) = rest.split_first() else { return wrong_shape(e, form, "let", "no bindings") };
        return named_let(e, form, name, *list, body, tail);
    }
    let mut bound = Vec::new();
    let mut names = Vec::new();
    for (name, value, span) in bindings(e, "let", first)? {
        let value = init(e, value, span)?;
        let v = e.ir.add_var(name);
        bound.push((v, value));
        names.push((name, v));
    }
    let body = e.scoped(|e| {
        for &(name, v) in &names {
            e.show_binding(name, v);
        }
        e.body(rest, form.span, tail)
    })?;
    Ok(e.node(Node::Let(bound, body), form.span))
}

fn named_let(e: &mut Expander<'_>, form: Item, name: Symbol, list: Item, body: &[Item], tail: bool) -> Res<NodeId> {
    let mut vars = Vec::new();
    let mut inits = Vec::new();
    for (name, value, span) in bindings(e, "let", list)? {
        inits.push(init(e, value, span)?);
        vars.push((name, e.ir.add_var(name)));
    }
    e.in_loop(Some(name), &vars, inits, form.span, tail, |e, _| e.body(body, form.span, true))
}

fn let_star(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, "let*", "no bindings") };
    let list = bindings(e, "let*", *list)?;
    e.scoped(|e| {
        let mut bound = Vec::new();
        for (name, value, span) in list {
            let value = init(e, value, span)?;
            bound.push((e.bind(name), value));
        }
        let body = e.body(body, form.span, tail)?;
        Ok(e.node(Node::Let(bound, body), form.span))
    })
}

fn letrec(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, "letrec", "no bindings") };
    let list = bindings(e, "letrec", *list)?;
    e.scoped(|e| {
        let vars: Vec<VarId> = list.iter().map(|b| e.bind(b.0)).collect();
        let mut bound = Vec::new();
        for ((_, value, span), v) in list.into_iter().zip(vars) {
            let value = init(e, value, span)?;
            bound.push((v, value));
            bind_recursively(e, v, value);
        }
        let body = e.body(body, form.span, tail)?;
        Ok(e.node(Node::Letrec(bound, body), form.span))
    })
}

/// A variable that its own initial value may see: fixed if that is a function, else assigned once it is known.
fn bind_recursively(e: &mut Expander<'_>, v: VarId, value: NodeId) {
    match *e.ir.node(value) {
        Node::Lambda(l) => {
            e.ir.var_mut(v).fixed = Some(l);
            let name = e.ir.var(v).name;
            e.ir.lambda_mut(l).name.get_or_insert(name);
        }
        _ => e.ir.var_mut(v).assigned = true,
    }
}

fn lambda(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((params, body)) = args.split_first() else { return wrong_shape(e, form, "lambda", "no parameter list") };
    super::lambda_list::function(e, form, None, *params, body)
}

fn function(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    match args {
        [name] => e.expand(*name, tail),
        _ => wrong_shape(e, form, "function", &count(args.len())),
    }
}

fn setq(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    if args.is_empty() || args.len() % 2 != 0 {
        return wrong_shape(e, form, "setq", &count(args.len()));
    }
    let mut nodes = Vec::new();
    for pair in args.chunks_exact(2) {
        let [target, value] = *pair else { continue };
        let name = name_of(e, "setq", target)?;
        let value = e.expand(value, false)?;
        nodes.push(assign(e, name, value, form.span)?);
    }
    match nodes.as_slice() {
        [one] => Ok(*one),
        _ => Ok(e.node(Node::Seq(nodes), form.span)),
    }
}

fn assign(e: &mut Expander<'_>, name: Symbol, value: NodeId, span: Span) -> Res<NodeId> {
    match e.lookup(name) {
        Some(Binding::Var(v)) => {
            e.ir.var_mut(v).assigned = true;
            Ok(e.node(Node::SetVar(v, value), span))
        }
        Some(Binding::Loop(_)) => {
            e.syntax(span, format!("setq: {} names a loop here and cannot be assigned", e.vm.rt.name(name)))
        }
        None => {
            let cell = e.vm.define(e.module, name)?;
            if let Node::Lambda(l) = *e.ir.node(value) {
                e.ir.lambda_mut(l).name.get_or_insert(name);
            }
            Ok(e.node(Node::SetGlobal(cell, value), span))
        }
    }
}

fn mlambda(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let [params, body @ ..] = at_least(e, form, "mlambda", args, 2)? else { return e.syntax(form.span, "mlambda") };
    macro_object(e, form, None, *params, body)
}

/// The code that makes a macro object: its expander gets the list of arguments, whatever the shape of `params`.
fn macro_object(e: &mut Expander<'_>, form: Item, name: Option<Symbol>, params: Item, body: &[Item]) -> Res<NodeId> {
    let expander = super::lambda_list::expander(e, form, name, params, body)?;
    let name = e.constant(name.map_or(Value::NIL, Value::symbol), form.span);
    e.call_core("%make-macro", vec![expander, name], form.span)
}

fn defmacro(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let [name, params, body @ ..] = args else { return wrong_count(e, form, "defmacro") };
    if body.is_empty() {
        return wrong_count(e, form, "defmacro");
    }
    let symbol = name_of(e, "defmacro", *name)?;
    let object = macro_object(e, form, Some(symbol), *params, body)?;
    let cell = e.vm.define(e.module, symbol)?;
    let set = e.node(Node::SetGlobal(cell, object), form.span);
    let result = e.constant(name.value, form.span);
    Ok(e.node(Node::Seq(vec![set, result]), form.span))
}

/// The documented dialect throws this one when the definition is *evaluated*, so a program can catch it.
fn wrong_count(e: &mut Expander<'_>, form: Item, name: &str) -> Res<NodeId> {
    let message = format!("wrong number of arguments for {name}");
    let c = Condition::new(Code::Syntax, message).with_irritants(&[form.value]);
    let condition = e.vm.rt.heap.object(crate::object::Object::Condition(Box::new(e.located(c, form.span))))?;
    let tag = e.constant(Value::symbol(well_known::ERROR), form.span);
    let condition = e.constant(condition, form.span);
    Ok(e.node(Node::Op(Op::Throw, vec![tag, condition]), form.span))
}

fn defproc(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let [name, params, body @ ..] = args else { return wrong_count(e, form, "defproc") };
    if body.is_empty() {
        return wrong_count(e, form, "defproc");
    }
    let symbol = name_of(e, "defproc", *name)?;
    let cell = e.vm.define(e.module, symbol)?;
    let f = super::lambda_list::function(e, form, Some(symbol), *params, body)?;
    let define = e.node(Node::Define(cell, f), form.span);
    let result = e.constant(name.value, form.span);
    Ok(e.node(Node::Seq(vec![define, result]), form.span))
}

fn defmethod(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let [name, params, guard, body @ ..] = args else {
        return wrong_shape(e, form, "defmethod", &count(args.len()));
    };
    if body.is_empty() {
        return wrong_shape(e, form, "defmethod", &count(args.len()));
    }
    let symbol = name_of(e, "defmethod", *name)?;
    let cell = e.vm.define(e.module, symbol)?;
    let (plain, types) = super::lambda_list::typed_params(e, *params)?;
    let list = Item { value: e.list_value(&plain)?, span: params.span };
    // A fresh list has no places of its own; the parameters are symbols, so nothing is lost.
    let body_function = super::lambda_list::function(e, form, Some(symbol), list, body)?;
    let guard_function = if guard.value == Value::T {
        e.nil(guard.span)
    } else {
        super::lambda_list::function(e, Item { value: form.value, span: guard.span }, Some(symbol), list, &[*guard])?
    };
    let body_list = e.list_value(body)?;
    let source = e.vm.rt.heap.list(&[params.value, guard.value, body_list])?;
    let args = vec![
        e.constant(Value::fix(i64::from(cell)), form.span),
        e.constant(name.value, form.span),
        e.constant(types, params.span),
        guard_function,
        body_function,
        e.constant(source, form.span),
    ];
    e.call_core("%add-method", args, form.span)
}

/// Binds `it` to the test around `then` and `otherwise`.
fn with_it(
    e: &mut Expander<'_>,
    span: Span,
    test: Item,
    branches: impl FnOnce(&mut Expander<'_>) -> Res<(NodeId, NodeId)>,
) -> Res<NodeId> {
    let test = e.expand(test, false)?;
    e.scoped(|e| {
        let it = e.bind(well_known::IT);
        let (then, otherwise) = branches(e)?;
        let it_node = e.node(Node::Var(it), span);
        let choose = e.node(Node::If(it_node, then, otherwise), span);
        Ok(e.node(Node::Let(vec![(it, test)], choose), span))
    })
}

fn aif(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let (test, then, otherwise) = match *args {
        [test, then] => (test, then, None),
        [test, then, otherwise] => (test, then, Some(otherwise)),
        _ => return wrong_shape(e, form, "aif", &count(args.len())),
    };
    with_it(e, form.span, test, |e| {
        let then = e.expand(then, tail)?;
        let otherwise = match otherwise {
            Some(x) => e.expand(x, tail)?,
            None => e.nil(form.span),
        };
        Ok((then, otherwise))
    })
}

fn awhen(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let Some((test, body)) = args.split_first() else { return wrong_shape(e, form, "awhen", "no test") };
    with_it(e, form.span, *test, |e| Ok((e.body(body, form.span, tail)?, e.nil(form.span))))
}

fn aand(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let Some((last, tests)) = args.split_last() else { return Ok(e.constant(Value::T, form.span)) };
    e.scoped(|e| {
        let mut bound = Vec::with_capacity(tests.len());
        for &test in tests {
            let value = e.expand(test, false)?;
            bound.push((e.bind(well_known::IT), value));
        }
        let mut result = e.expand(*last, tail)?;
        for (it, value) in bound.into_iter().rev() {
            let it_node = e.node(Node::Var(it), form.span);
            let nil = e.nil(form.span);
            let choose = e.node(Node::If(it_node, result, nil), form.span);
            result = e.node(Node::Let(vec![(it, value)], choose), form.span);
        }
        Ok(result)
    })
}

fn alambda(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((params, body)) = args.split_first() else { return wrong_shape(e, form, "alambda", "no parameter list") };
    e.scoped(|e| {
        let v = e.bind(well_known::SELF);
        let f = super::lambda_list::function(e, form, None, *params, body)?;
        bind_recursively(e, v, f);
        let value = e.node(Node::Var(v), form.span);
        Ok(e.node(Node::Letrec(vec![(v, f)], value), form.span))
    })
}

/// `(variable source [result])`, the head of `dotimes` and `dolist`.
fn loop_head(e: &mut Expander<'_>, form: Item, args: &[Item], name: &str) -> Res<(Symbol, Item, Option<Item>)> {
    let Some(head) = args.first() else { return wrong_shape(e, form, name, "nothing") };
    let parts = if head.value.is_pair() { e.items(*head)? } else { Vec::new() };
    match *parts.as_slice() {
        [v, source] => Ok((name_of(e, name, v)?, source, None)),
        [v, source, result] => Ok((name_of(e, name, v)?, source, Some(result))),
        _ => wrong_shape(e, form, name, &e.show(head.value)),
    }
}

fn dotimes(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let (name, source, result) = loop_head(e, form, args, "dotimes")?;
    counted(e, form, (name, source, result), args.get(1..).unwrap_or(&[]), tail, true)
}

fn dolist(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let (name, source, result) = loop_head(e, form, args, "dolist")?;
    counted(e, form, (name, source, result), args.get(1..).unwrap_or(&[]), tail, false)
}

fn counted(
    e: &mut Expander<'_>,
    form: Item,
    (name, source, result): (Symbol, Item, Option<Item>),
    body: &[Item],
    _tail: bool,
    times: bool,
) -> Res<NodeId> {
    let source = e.expand(source, false)?;
    e.in_block(None, form.span, |e| {
        let v = e.ir.add_var(name);
        let body = e.scoped(|e| {
            e.show_binding(name, v);
            e.body(body, form.span, false)
        })?;
        // The count is visible in the result form of dotimes through a variable of its own; dolist's variable is nil there.
        let result_var = e.ir.add_var(name);
        let result = match result {
            Some(r) => e.scoped(|e| {
                e.show_binding(name, result_var);
                e.expand(r, false)
            })?,
            None => e.nil(form.span),
        };
        if times && matches!(e.ir.node(source), Node::Const(_)) {
            let result = e.node(Node::Let(vec![(result_var, source)], result), form.span);
            Ok(e.node(Node::DoTimes(v, source, body, result), form.span))
        } else if times {
            let count = e.hidden();
            let count_node = e.node(Node::Var(count), form.span);
            let result = e.node(Node::Let(vec![(result_var, count_node)], result), form.span);
            let node = e.node(Node::DoTimes(v, count_node, body, result), form.span);
            Ok(e.node(Node::Let(vec![(count, source)], node), form.span))
        } else {
            let nil = e.nil(form.span);
            let result = e.node(Node::Let(vec![(result_var, nil)], result), form.span);
            Ok(e.node(Node::DoList(v, source, body, result), form.span))
        }
    })
}

fn while_(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((test, body)) = args.split_first() else { return wrong_shape(e, form, "while", "no test") };
    e.in_block(None, form.span, |e| {
        let test = e.expand(*test, false)?;
        let body = e.body(body, form.span, false)?;
        Ok(e.node(Node::While(test, body), form.span))
    })
}

fn do_(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Res<NodeId> {
    let [list, end, body @ ..] = args else { return wrong_shape(e, form, "do", &count(args.len())) };
    let mut vars = Vec::new();
    let mut inits = Vec::new();
    let mut steps = Vec::new();
    for b in e.items(*list)? {
        let parts = if b.value.is_pair() { e.items(b)? } else { vec![b] };
        let (name, value, step) = match *parts.as_slice() {
            [name] => (name, None, None),
            [name, value] => (name, Some(value), None),
            [name, value, step] => (name, Some(value), Some(step)),
            _ => return e.syntax(b.span, format!("do: expected (variable init step), found {}", e.show(b.value))),
        };
        let name = name_of(e, "do", name)?;
        inits.push(init(e, value, b.span)?);
        vars.push((name, e.ir.add_var(name)));
        steps.push(step);
    }
    let end = if end.value.is_pair() { e.items(*end)? } else { Vec::new() };
    let Some((test, results)) = end.split_first() else { return wrong_shape(e, form, "do", "no end test") };
    e.in_block(None, form.span, |e| {
        e.in_loop(None, &vars, inits, form.span, tail, |e, id| {
            let test = e.expand(*test, false)?;
            let results = e.body(results, form.span, false)?;
            let body = e.body(body, form.span, false)?;
            let mut args = Vec::new();
            for (step, (_, v)) in steps.iter().zip(&vars) {
                args.push(match step {
                    Some(s) => e.expand(*s, false)?,
                    None => e.node(Node::Var(*v), form.span),
                });
            }
            let again = e.again(id, args, form.span);
            let turn = e.node(Node::Seq(vec![body, again]), form.span);
            Ok(e.node(Node::If(test, results, turn), form.span))
        })
    })
}

fn catch(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((tag, body)) = args.split_first() else { return wrong_shape(e, form, "catch", "no tag") };
    let tag = e.expand(*tag, false)?;
    let body = e.body(body, form.span, false)?;
    Ok(e.node(Node::Catch(tag, body), form.span))
}

fn catch_and_apply(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let [tag, f, body @ ..] = args else { return wrong_shape(e, form, "catch-and-apply", &count(args.len())) };
    let tag = e.expand(*tag, false)?;
    let f = e.expand(*f, false)?;
    let body = e.body(body, form.span, false)?;
    Ok(e.node(Node::CatchApply(tag, f, body), form.span))
}

fn unwind_protect(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((body, cleanup)) = args.split_first() else { return wrong_shape(e, form, "unwind-protect", "nothing") };
    let body = e.expand(*body, false)?;
    let cleanup = e.body(cleanup, form.span, false)?;
    Ok(e.node(Node::UnwindProtect(body, cleanup), form.span))
}

fn block_name(e: &Expander<'_>, what: &str, item: Item) -> Res<Option<Symbol>> {
    if item.value.is_nil() { Ok(None) } else { name_of(e, what, item).map(Some) }
}

fn block(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((name, body)) = args.split_first() else { return wrong_shape(e, form, "block", "no name") };
    let name = block_name(e, "block", *name)?;
    e.in_block(name, form.span, |e| e.body(body, form.span, false))
}

fn return_from(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let (name, value) = match *args {
        [name] => (name, None),
        [name, value] => (name, Some(value)),
        _ => return wrong_shape(e, form, "return-from", &count(args.len())),
    };
    let symbol = block_name(e, "return-from", name)?;
    leave(e, form, symbol, value, |e| {
        format!("return-from: there is no block named {} around this", e.show(name.value))
    })
}

fn return_(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let value = match *args {
        [] => None,
        [value] => Some(value),
        _ => return wrong_shape(e, form, "return", &count(args.len())),
    };
    leave(e, form, None, value, |_| "return: there is no loop or block named nil around this".into())
}

fn leave(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    value: Option<Item>,
    message: impl FnOnce(&Expander<'_>) -> String,
) -> Res<NodeId> {
    let Some(id) = e.find_block(name) else {
        let message = message(e);
        return e.syntax(form.span, message);
    };
    let value = init(e, value, form.span)?;
    Ok(e.node(Node::Leave(id, value), form.span))
}
