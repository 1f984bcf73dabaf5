//! The special operators: what each makes of its unevaluated arguments.
//!
//! Operators are values, because the head of a form may be the operator object. One table maps numbers to names, and
//! each operator has one function. Dialects have operators of their own, whose numbers follow those of the core.

pub(crate) mod binding;
mod choice;
pub(crate) mod define;
mod loops;
pub(crate) mod separate;

pub(crate) use binding::bind_recursively;

use super::expand::Expander;
use super::ir::NodeId;
use super::syntax_form::Item;
use crate::fault::Result;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Expands one special form. `form` is the whole, `args` what follows the operator.
pub(crate) type SpecialForm = fn(&mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId>;

/// A special operator with its documentation, in the same form as a builtin's.
#[derive(Debug)]
pub struct Special {
    pub(crate) name: &'static str,
    pub(crate) doc: &'static str,
    /// Arguments as a manual shows them.
    pub(crate) usage: &'static str,
    pub(crate) expand: SpecialForm,
    /// Its meaning at the beginning of a body, if bodies can hold definitions.
    pub(crate) in_body: Option<InBody>,
}

/// Meaning of an operator at the beginning of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InBody {
    /// Its arguments are parts of the body.
    Sequence,
    /// It defines a variable.
    Define,
    /// It defines a macro: its name, and the macro or operator that it stands for.
    DefineSyntax(fn(&mut Expander<'_>, form: Item) -> Result<(Symbol, Value)>),
}

/// Declares special operators as the constant `SPECIALS`. Before the name may stand `#[in_body(...)]`, an [`InBody`].
macro_rules! specials {
    ($($(#[doc = $doc:literal])* $(#[in_body($in_body:expr)])? $name:literal $usage:literal => $f:expr;)*) => {
        /// The special operators of one subject.
        pub const SPECIALS: &[$crate::compile::special::Special] = &[$($crate::compile::special::Special {
            name: $name,
            doc: concat!($($doc, "\n"),*),
            usage: $usage,
            expand: $f,
            in_body: $crate::compile::special::in_body!($($in_body)?),
        }),*];
    };
}

macro_rules! in_body {
    () => {
        None
    };
    ($in_body:expr) => {
        Some($in_body)
    };
}

pub(crate) use {in_body, specials};

/// The names of the core's special operators, by number.
#[expect(clippy::indexing_slicing, reason = "while the crate is compiled, a panic is an error of the compiler")]
pub(crate) const NAMES: &[&str] = &{
    let mut names = [""; SPECIALS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = SPECIALS[i].name;
        i += 1;
    }
    names
};

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
    "if" "(if test then [else])" => choice::if_;
    /// Takes the first clause whose test is true and evaluates its body. A clause without body gives the value of its
    /// test; in `(test => f)` the function gets that value.
    ///
    /// (cond ((= 1 2) 'a) ((= 1 1) 'b) (t 'c))       ;=> b
    /// (cond ((assoc 2 '((1 a) (2 b))) => second))   ;=> b
    "cond" "(cond (test expr...)...)" => choice::cond;
    /// The value of the last expression, unless an earlier one is nil: then nil, and the rest is not evaluated.
    ///
    /// (and 1 2 3)      ;=> 3
    /// (and 1 nil (error "not reached"))  ;=> nil
    /// (and)            ;=> t
    "and" "(and expr...)" => choice::and;
    /// The value of the first expression that is not nil.
    ///
    /// (or nil 2 (error "not reached"))  ;=> 2
    /// (or)                              ;=> nil
    "or" "(or expr...)" => choice::or;
    /// Evaluates the body if the test is true.
    ///
    /// (when (< 1 2) 'a 'b)  ;=> b
    /// (when nil 'a)         ;=> nil
    "when" "(when test expr...)" => choice::when;
    /// Evaluates the body if the test is nil.
    ///
    /// (unless (< 2 1) 'a 'b)  ;=> b
    "unless" "(unless test expr...)" => choice::unless;
    /// Compares a value with the keys of each clause and evaluates the body of the first that matches. A key list may
    /// be a single atom; `t`, `else` or `otherwise` matches everything.
    ///
    /// (case (+ 1 1) (1 'one) ((2 3) 'few) (t 'many))  ;=> few
    /// (case 'z ((a b) 1))                             ;=> nil
    "case" "(case key ((datum...) expr...)... [(t expr...)])" => choice::case;
    /// Evaluates the expressions one after the other; the value is that of the last.
    ///
    /// (progn 1 2 3)  ;=> 3
    #[in_body(InBody::Sequence)]
    "progn" "(progn expr...)" => progn;
    /// Binds variables in parallel. With a name before the bindings, the name is a function of the variables within the
    /// body: calling it evaluates the body again.
    ///
    /// (let ((a 1) (b 2)) (list a b))                                        ;=> (1 2)
    /// (let loop ((i 3) (l nil)) (if (= i 0) l (loop (- i 1) (cons i l))))   ;=> (1 2 3)
    "let" "(let [name] ((variable value)...) expr...)" => binding::let_;
    /// Binds variables one after the other: each value sees the variables before it.
    ///
    /// (let* ((a 1) (b (+ a 1))) (list a b))  ;=> (1 2)
    "let*" "(let* ((variable value)...) expr...)" => binding::let_star;
    /// Binds variables that see each other: local functions that call each other.
    ///
    /// (letrec ((ev? (lambda (n) (if (= n 0) t (od? (- n 1))))) (od? (lambda (n) (if (= n 0) nil (ev? (- n 1)))))) (ev? 10))  ;=> t
    "letrec" "(letrec ((variable value)...) expr...)" => binding::letrec;
    /// An anonymous function. Parameters: symbols, then `&optional (p default)`, `&rest p`, `&key (p default)`; a
    /// dotted tail means `&rest`.
    ///
    /// ((lambda (a &optional (b 2)) (list a b)) 1)  ;=> (1 2)
    /// ((lambda (a . more) more) 1 2 3)             ;=> (2 3)
    /// ((lambda (&key (size 9)) size) :size 4)      ;=> 4
    "lambda" "(lambda (parameter...) expr...)" => binding::lambda;
    /// The value of a name, as a function: in this language the same as the name itself.
    ///
    /// (map-with (function first) '((1 2) (3 4)))  ;=> (1 3)
    /// (map-with #'first '((1 2) (3 4)))           ;=> (1 3)
    "function" "(function name)" => binding::function;
    /// Assigns the innermost binding of the variable, or else defines a global one. Returns the value.
    ///
    /// (let ((a 1)) (setq a 5) a)  ;=> 5
    /// (progn (setq x 1 y 2) (+ x y))  ;=> 3
    "setq" "(setq variable value ...)" => binding::setq;
    /// An anonymous macro: the symbol gets the list of unevaluated arguments, the body makes the form to evaluate
    /// instead. At the head of a form it is expanded when that is compiled, and does not see local variables.
    ///
    /// ((mlambda args (cons '+ args)) 1 2)  ;=> 3
    "mlambda" "(mlambda args expr...)" => define::mlambda;
    /// Defines a macro. With a symbol in place of the parameter list, the symbol gets the list of unevaluated
    /// arguments.
    ///
    /// (progn (defmacro twice (x) `(progn ,x ,x)) (let ((n 0)) (twice (setq n (+ n 1))) n))  ;=> 2
    /// (progn (defmacro sum args (cons '+ args)) (sum 1 2 3))                                ;=> 6
    "defmacro" "(defmacro name (parameter...) expr...)" => define::defmacro;
    /// Defines a function. On the name of a generic function it adds a method with guard `t`. Returns the name.
    ///
    /// (progn (defproc add (a b) (+ a b)) (add 1 2))  ;=> 3
    "defproc" "(defproc name (parameter...) expr...)" => define::defproc;
    /// Defines a method of a generic function. A parameter is a symbol or `(symbol type)`; the guard is an expression
    /// over the parameters. A call chooses among the methods whose parameter count, types and guard fit. The first
    /// parameter whose types differ decides: the more specific type wins. With equal types, a guarded method precedes
    /// one with the guard `t`, whatever their order. Among guarded methods, the latest definition wins.
    ///
    /// A function that has the name already does what no method is for. A method of two arguments for `+`, `-`, `*`,
    /// `/`, `min`, `max` or a numeric comparison also serves longer calls. Arithmetic folds from the left; comparisons
    /// test neighbouring arguments. With one argument, `+`, `*`, `min` and `max` return it, and comparisons are true.
    /// `(- a)` and `(/ a)` need methods of one parameter. A method of `<` also serves `>` with its arguments exchanged,
    /// and the reverse. The same holds for `<=` and `>=`. A method of `=` also serves `/=`, negated. Those of the
    /// operator itself come first.
    ///
    /// (progn (defmethod size (x) (< x 10) 'small) (defmethod size (x) t 'other) (size 3))  ;=> small
    /// (progn (defmethod size (x) (< x 10) 'small) (defmethod size (x) (< x 5) 'tiny) (size 3))  ;=> tiny
    /// (progn (defmethod plus ((a string) (b string)) t (string-append a b)) (plus "a" "b"))  ;=> "ab"
    /// (progn (defmethod only ((a string)) t a) (only 1))  ;!! no-applicable-method
    /// (progn (defmethod + ((a string) (b string)) t (string-append a b)) (+ "a" "b" "c"))  ;=> "abc"
    /// (progn (defmethod + ((a string) (b string)) t (string-append a b)) (apply + '("a")))  ;=> "a"
    /// (progn (defmethod < ((a string) (b string)) t (string<? a b)) (> "b" "a"))  ;=> t
    "defmethod" "(defmethod name (parameter...) guard expr...)" => define::defmethod;
    /// `if` with the value of the test as `it`, in both branches.
    ///
    /// (aif (member 2 '(1 2 3)) it 'none)  ;=> (2 3)
    "aif" "(aif test then [else])" => choice::aif;
    /// `when` with the value of the test as `it`.
    ///
    /// (awhen (+ 1 1) (* it it))  ;=> 4
    "awhen" "(awhen test expr...)" => choice::awhen;
    /// `and` in which each expression sees the value of the one before as `it`.
    ///
    /// (aand 1 (+ it 1) (+ it 1))  ;=> 3
    "aand" "(aand expr...)" => choice::aand;
    /// A function that can call itself as `self`.
    ///
    /// ((alambda (n) (if (= n 0) 1 (* n (self (- n 1))))) 5)  ;=> 120
    "alambda" "(alambda (parameter...) expr...)" => binding::alambda;
    /// Evaluates the body for each number from 0 below the count, with a fresh binding each time. In the result form,
    /// the variable is the count. `(return value)` leaves the loop.
    ///
    /// (let ((s 0)) (dotimes (i 4 s) (setq s (+ s i))))  ;=> 6
    /// (dotimes (i 3))                                   ;=> nil
    "dotimes" "(dotimes (variable count [result]) expr...)" => loops::dotimes;
    /// Evaluates the body for each element of a list, with a fresh binding each time. `(return value)` leaves the loop.
    ///
    /// (let ((s 0)) (dolist (x '(1 2 3) s) (setq s (+ s x))))  ;=> 6
    /// (dolist (x '(1 2 3)) (when (> x 1) (return x)))         ;=> 2
    "dolist" "(dolist (variable list [result]) expr...)" => loops::dolist;
    /// Evaluates the body as long as the test is true. Returns nil.
    ///
    /// (let ((i 0)) (while (< i 5) (setq i (+ i 1))) i)  ;=> 5
    "while" "(while test expr...)" => loops::while_;
    /// A loop over variables with initial and next values, until the test is true; then the result expressions.
    ///
    /// (do ((i 0 (+ i 1)) (s 0 (+ s i))) ((= i 4) s))  ;=> 6
    "do" "(do ((variable [init [step]])...) (test result...) expr...)" => loops::do_;
    /// Evaluates the body; a `throw` to the same tag within it ends it with the thrown value. Tag nil catches
    /// everything.
    ///
    /// (catch 'done (dotimes (i 10) (when (= i 3) (throw 'done i))))  ;=> 3
    /// (catch 'other 5)                                               ;=> 5
    "catch" "(catch tag expr...)" => loops::catch;
    /// Evaluates the expression; if something is thrown to the tag, the value is that of `(f thrown-tag thrown-value)`.
    ///
    /// (catch-and-apply 'error (lambda (tag c) (condition-code c)) (car 5))  ;=> wrong-type
    /// (catch-and-apply nil list (throw 'a 1))                               ;=> (a 1)
    "catch-and-apply" "(catch-and-apply tag f expr...)" => loops::catch_and_apply;
    /// Evaluates the first expression, then the others, which are also evaluated when something is thrown through. The
    /// value is the first's.
    ///
    /// (let ((log nil)) (catch 'x (unwind-protect (throw 'x 1) (setq log 'cleaned))) log)  ;=> cleaned
    "unwind-protect" "(unwind-protect expr cleanup...)" => loops::unwind_protect;
    /// A body that `(return-from name value)` leaves.
    ///
    /// (block b (+ 1 (return-from b 7)))  ;=> 7
    "block" "(block name expr...)" => loops::block;
    /// Leaves the block of that name with the value, also from within a function made inside it.
    ///
    /// (block b (map-with (lambda (x) (return-from b x)) '(1 2)))  ;=> 1
    /// (return-from nowhere 1)                                     ;!! syntax
    "return-from" "(return-from name [value])" => loops::return_from;
    /// Leaves the innermost loop (or block named nil) with the value.
    ///
    /// (while t (return 5))  ;=> 5
    "return" "(return [value])" => loops::return_;
    "%check" "(%check (parameter type)...)" => define::check;
    /// A template: like `quote`, but for parts marked with `unquote` and `unquote-splicing`.
    ///
    /// `(1 ,(+ 1 1) ,@(list 3 4))  ;=> (1 2 3 4)
    /// (quasi-quote (a (unquote (+ 1 1))))  ;=> (a 2)
    "quasi-quote" "(quasi-quote template)" => crate::compile::quasiquote::quasi_quote;
    /// Within a template: the value of the expression. Written `,x`.
    ///
    /// (quasi-quote (a (unquote (+ 1 1))))  ;=> (a 2)
    /// (unquote x)                          ;!! syntax
    "unquote" "(unquote expr)" => crate::compile::quasiquote::outside;
    /// Within a template: the elements of the list that the expression gives. Written `,@x`.
    ///
    /// (quasi-quote (a (unquote-splicing (list 1 2))))  ;=> (a 1 2)
    /// (unquote-splicing x)                             ;!! syntax
    "unquote-splicing" "(unquote-splicing expr)" => crate::compile::quasiquote::outside;
    "%let-dynamic" "(%let-dynamic ((variable value)...) expr...)" => binding::let_dynamic;
}

/// The name of a special operator; nothing if the value is something else.
pub(crate) fn name(operator: Value) -> Option<&'static str> {
    if operator.is(Kind::SPECIAL) { NAMES.get(operator.index()).copied() } else { None }
}

/// Expands a form whose head is the special operator `operator`.
pub(super) fn expand(e: &mut Expander<'_>, operator: Value, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    match e.vm.operator(operator) {
        Some(s) => {
            let outer = std::mem::replace(&mut e.site.operator_at, form.span);
            let node = (s.expand)(e, form, args, tail);
            e.site.operator_at = outer;
            node
        }
        None => e.syntax(form.span, "unknown special operator"),
    }
}

/// `if: expected (if test then [else]), found 5 arguments`
#[cold]
pub(crate) fn wrong_shape<T>(e: &Expander<'_>, form: Item, name: &str, found: &str) -> Result<T> {
    let mut operators = SPECIALS.iter().chain(e.vm.own_operators().iter().copied());
    let usage = operators.find(|s| s.name == name).map_or("", |s| s.usage);
    e.misuse(name, form.span, format!("expected {usage}, found {found}"))
}

pub(crate) fn count(n: usize) -> String {
    if n == 1 { "1 argument".into() } else { format!("{n} arguments") }
}

fn at_least<'i>(e: &Expander<'_>, form: Item, name: &str, args: &'i [Item], n: usize) -> Result<&'i [Item]> {
    if args.len() < n { wrong_shape(e, form, name, &count(args.len())) } else { Ok(args) }
}

pub(crate) fn name_of(e: &Expander<'_>, what: &str, item: Item) -> Result<Symbol> {
    match item.value.as_symbol() {
        Some(s) => Ok(s),
        None if item.value == Value::T || item.value.is_nil() => {
            e.misuse(what, item.span, format!("{} is a constant and cannot be bound", e.show(item.value)))
        }
        None => {
            let kind = if what == "setq" { "the name of a variable" } else { "a symbol" };
            e.misuse(what, item.span, format!("expected {kind}, found {}", e.show(item.value)))
        }
    }
}

fn quote(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    match args {
        [datum] => {
            let value = e.without_aliases(datum.value)?;
            Ok(e.constant(value, form.span))
        }
        _ => wrong_shape(e, form, "quote", &count(args.len())),
    }
}

fn progn(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    if e.at_top_level() { e.sequence(args, form.span, tail) } else { e.body(args, form.span, tail) }
}
