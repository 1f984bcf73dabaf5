//! What things are called that people look for who come from other languages.

use crate::runtime::dialect::Dialect;

/// The name of another language, and the one that there is here.
const NAMES: &[(&str, &str)] = &[
    ("!", "not"),
    ("&&", "and"),
    ("**", "expt"),
    ("^", "expt"),
    ("==", "="),
    ("===", "="),
    ("False", "nil"),
    ("None", "nil"),
    ("True", "t"),
    ("all", "every?"),
    ("any", "some?"),
    ("append!", "append"),
    ("ash", "arithmetic-shift"),
    ("assq", "assoc"),
    ("assv", "assoc"),
    ("begin", "progn"),
    ("boolean=?", "eq?"),
    ("call-with-current-continuation", "call/cc"),
    ("ceil", "ceiling"),
    ("char-code", "char->integer"),
    ("char", "string-ref"),
    ("charAt", "string-ref"),
    ("chr", "integer->char"),
    ("code-char", "integer->char"),
    ("concat", "append, or string-append for strings"),
    ("cons*", "list*"),
    ("consp", "pair?"),
    ("copy-list", "list-copy"),
    ("decf", "dec!"),
    ("def", "setq, or defproc for a function"),
    ("defconstant", "setq"),
    ("defgeneric", "defmethod, which makes the generic function, too"),
    ("define", "defproc, or setq for a variable"),
    ("define-macro", "defmacro"),
    ("define-record-type", "defrecord: (defrecord point x y) makes make-point, point?, point-x and point-y"),
    ("define-syntax", "defmacro: (defmacro swap! (a b) `(let ((old ,a)) (setq ,a ,b ,b old)))"),
    ("defn", "defproc"),
    ("defparameter", "defvar, or setq"),
    ("defstruct", "defrecord"),
    ("defun", "defproc"),
    ("delete", "remove"),
    ("delete-duplicates", "remove-duplicates"),
    ("echo", "print"),
    ("eq", "="),
    ("elt", "nth for a list, aref for an array"),
    ("endp", "null?"),
    ("eql", "="),
    ("equal", "equal?"),
    ("eqv?", "equal?"),
    ("every", "every?"),
    ("false", "nil"),
    ("fgets", "read-line"),
    ("find", "find-if, or member for a value"),
    ("flatmap", "append-map"),
    ("fn", "lambda"),
    ("foldl", "reduce, or fold-left"),
    ("foldr", "fold-right"),
    ("fold", "reduce, or fold-left"),
    ("format!", "format"),
    ("gethash", "table-ref: (table-ref table key)"),
    ("hash-has-key?", "table-has?"),
    ("hash-keys", "table-keys"),
    ("hash-ref", "table-ref: (table-ref table key)"),
    ("hash-set!", "table-set!: (table-set! table key value)"),
    ("hash-table-delete!", "table-remove!"),
    ("hash-table-ref", "table-ref"),
    ("hash-table-set!", "table-set!"),
    ("hash-table/get", "table-ref"),
    ("incf", "inc!"),
    ("index-of", "find-index, or string-index for strings"),
    ("int", "truncate, or string->number for a string"),
    ("join", "string-join"),
    ("len", "length"),
    ("let-values", "receive: (receive (a b) expr ...)"),
    ("list->vector", "list->array"),
    ("listp", "list?"),
    ("logand", "bit-and"),
    ("logior", "bit-or"),
    ("logxor", "bit-xor"),
    ("listdir", "list-directory"),
    ("lower", "string-downcase"),
    ("macroexpand", "expand-macro"),
    ("macroexpand-1", "expand-macro-once"),
    ("make-hash", "make-table"),
    ("make-hash-table", "make-table"),
    ("make-equal-hash-table", "make-table"),
    ("make-vector", "make-array"),
    ("map", "map-with"),
    ("mapc", "for-each"),
    ("mapcan", "append-map"),
    ("mapcar", "map-with"),
    ("memq", "member"),
    ("memv", "member"),
    ("minusp", "negative?"),
    ("multiple-value-bind", "receive: (receive (a b) expr ...)"),
    ("nil?", "null?"),
    ("nconc", "append"),
    ("now", "current-time"),
    ("null", "nil"),
    ("numberp", "number?"),
    ("oddp", "odd?"),
    ("evenp", "even?"),
    ("ord", "char->integer"),
    ("parse-integer", "string->number"),
    ("parseInt", "string->number"),
    ("plusp", "positive?"),
    ("pop", "pop!"),
    ("pow", "expt"),
    ("princ", "display"),
    ("prin1", "write"),
    ("print!", "print"),
    ("printf", "format: (format t \"~a~%\" x)"),
    ("println", "print"),
    ("push", "push!"),
    ("puts", "print"),
    ("quit", "exit"),
    ("rand", "random"),
    ("range", "iota: (iota count), (iota count start) or (iota count start step)"),
    ("rplaca", "set-car!"),
    ("rplacd", "set-cdr!"),
    ("set!", "setq"),
    ("setf", "setq, or aset for an element of an array"),
    ("some", "some?"),
    ("sorted", "sort: (sort list <)"),
    ("split", "string-split"),
    ("sqr", "square"),
    ("str", "string: (string \"x is \" x)"),
    ("string-find", "string-search"),
    ("stringp", "string?"),
    ("string-contains", "string-search"),
    ("strip", "string-trim"),
    ("strlen", "string-length"),
    ("sub1", "1-"),
    ("add1", "1+"),
    ("subseq", "sublist for lists, substring for strings"),
    ("substr", "substring"),
    ("sum", "apply: (apply + list)"),
    ("switch", "case: (case x (1 ...) ((2 3) ...) (t ...))"),
    ("symbolp", "symbol?"),
    ("this", "nothing: functions get what they work on as arguments"),
    ("tostring", "number->string for a number"),
    ("trim", "string-trim"),
    ("true", "t"),
    ("type", "type-of"),
    ("typep", "a question such as integer? or list?"),
    ("upper", "string-upcase"),
    ("use", "require: (require 'name)"),
    ("vector->list", "array->list"),
    ("vector-length", "array-length"),
    ("vector-ref", "aref"),
    ("vector-set!", "aset"),
    ("void", "nil"),
    ("zerop", "zero?"),
    ("λ", "lambda"),
    ("|>", "nothing: calls are written inside each other"),
    ("||", "or"),
];

/// What has no name of its own here: what to write instead.
const INSTEAD: &[(&str, &str)] = &[
    ("!=", "two values that differ: (not (= a b))"),
    ("++", "to count a variable up: (inc! x); lists are joined by append, strings by string-append"),
    ("+=", "to add to a variable: (inc! x amount)"),
    ("--", "a comment begins with ; and ends with its line; to count a variable down: (dec! x)"),
    ("-=", "to subtract from a variable: (dec! x amount)"),
    ("*=", "(setq x (* x 2)) gives x a new value"),
    ("..", "strings are joined by string-append"),
    ("//", "a comment begins with `;`; the quotient of two integers is (quotient a b)"),
    (":=", "(setq x value) gives x a value"),
    ("?", "(if test then else) is an expression and has a value"),
    ("class", "(defrecord name field...) makes a type of records, defmethod functions that look at types"),
    ("const", "(setq x value) gives x a value"),
    ("console.log", "(print x) shows a value on a line of its own"),
    ("continue", "what is to be left out of a turn of the loop stands inside of a `when` or `unless`"),
    ("break", "(return) leaves a loop"),
    ("do-list", "(dolist (x list) expr...) goes through a list"),
    ("elif", "several tests: (cond (test expr...) (test expr...) (t expr...))"),
    ("else", "(if test then else) has no word in between; in cond the last clause may be (else expr...)"),
    ("else-if", "several tests: (cond (test expr...) (test expr...) (t expr...))"),
    ("end", "a form ends with its closing parenthesis: no word is needed"),
    (
        "except",
        "(catch-and-apply 'error (lambda (tag e) ...) expr...) handles errors, (ignore-errors expr...) gives nil for \
        them",
    ),
    (
        "for",
        "(dolist (x list) expr...) goes through a list, (dotimes (i count) expr...) counts, (do ...) is for all else",
    ),
    ("foreach", "(dolist (x list) expr...) goes through a list"),
    ("func", "(defproc name (parameter...) expr...) defines a function"),
    ("fun", "(defproc name (parameter...) expr...) defines a function"),
    (
        "handler-case",
        "(catch-and-apply 'error (lambda (tag e) ...) expr...) handles errors, (ignore-errors expr...) gives nil for \
        them",
    ),
    ("in", "(member? x list) asks whether a list has an element; (dolist (x list) expr...) goes through it"),
    ("local", "(let ((x value)) expr...) binds x for the expressions inside"),
    ("loop", "(while test expr...), (dolist (x list) expr...), (dotimes (i count) expr...) or a named let"),
    ("match", "(case x (value expr...) ...) compares with values, (cond (test expr...) ...) takes any tests"),
    ("new", "(defrecord point x y) makes make-point, which makes records"),
    ("not-equal", "two values that differ: (not (= a b))"),
    ("not=", "two values that differ: (not (= a b))"),
    ("pass", "where nothing is to be done, nil stands"),
    ("raise", "(error \"what is wrong\" value...) raises an error"),
    ("self", "`self` is the function itself, inside of alambda"),
    ("then", "(if test then else) has no words in between"),
    (
        "try",
        "(catch-and-apply 'error (lambda (tag e) ...) expr...) handles errors, (ignore-errors expr...) gives nil for \
        them",
    ),
    ("undefined", "what is not there is nil"),
    ("var", "(let ((x value)) expr...) binds x for the expressions inside; (setq x value) makes a global variable"),
    ("%", "the remainder of two integers: (mod a b)"),
    (
        "import",
        "(require 'name) loads a module, whose name is quoted; what needs none is in the reference: lists, strings, \
         numbers, tables, files",
    ),
    ("->", "calls are written inside each other: (f (g x))"),
    ("->>", "calls are written inside each other: (f (g x))"),
    ("assertEqual", "(assert (= a b)) is an error if the two differ"),
    ("destructuring-bind", "(apply (lambda (a b) expr...) list) binds the elements of a list"),
    ("enumerate", "(map-indexed f list) calls f with each position and element"),
    ("items", "(dotable (key value table) expr...) goes through a table, (table->list table) makes a list of it"),
    ("input", "(read-line) reads a line of standard input"),
    ("isinstance", "(type-of x) is the type of a value, questions such as (integer? x) ask for one"),
    ("lambda:", "a function is written (lambda (x) expr...)"),
    ("open", "(read-file path) and (read-lines path) read a file, (write-file path string) writes one"),
    ("yield", "(require 'amb) has `solutions`, a stream of values that are computed when they are asked for"),
    ("{}", "a table: (make-table)"),
    ("dict", "a table: (make-table), (table-set! table key value), (table-ref table key)"),
];

/// What is to be written in a dialect for a name that it does not have.
pub(super) fn translation(name: &str, dialect: Dialect) -> Option<String> {
    let find = |table: &[(&str, &'static str)]| table.iter().find(|(n, _)| *n == name).map(|(_, here)| *here);
    let called = |here| format!("here this is called {here}");
    if dialect != Dialect::CORE {
        return find(dialect.elsewhere).map(called);
    }
    let instead = INSTEAD_TABLES.iter().find_map(|table| find(table)).map(str::to_string);
    instead.or_else(|| NAME_TABLES.iter().find_map(|table| find(table)).map(called))
}

/// The name here of what has another one elsewhere, if it is the same thing.
pub(super) fn name(name: &str) -> Option<&'static str> {
    let here = NAME_TABLES.iter().find_map(|table| table.iter().find(|(n, _)| *n == name))?.1;
    here.split([' ', ',', ':']).next().filter(|word| !word.starts_with('('))
}

/// All there is of one kind and of the other.
const NAME_TABLES: &[&[(&str, &str)]] = &[NAMES, super::rarer::NAMES];
const INSTEAD_TABLES: &[&[(&str, &str)]] = &[INSTEAD, super::rarer::INSTEAD];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::newcomer::languages;
    use crate::library;

    type Table = &'static [(&'static str, &'static str)];

    fn of(tables: &'static [Table]) -> impl Iterator<Item = (&'static str, &'static str)> {
        tables.iter().copied().flatten().copied()
    }

    fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        of(NAME_TABLES).chain(of(languages::NAMES))
    }

    fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        names().chain(of(INSTEAD_TABLES)).chain(of(languages::INSTEAD))
    }

    #[test]
    fn each_name_is_translated_once() {
        let mut names: Vec<&str> = all().map(|(name, _)| name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn what_is_here_is_not_looked_for_elsewhere() {
        let mut engine = crate::Engine::new();
        for (name, _) in all() {
            assert!(!engine.eval::<bool>(&format!("(defined? (string->symbol {name:?}))")).unwrap(), "{name}");
        }
    }

    /// What a name is called here begins with a name that there is, in the core or in a module.
    #[cfg(feature = "constraints")]
    #[test]
    fn what_names_are_called_here_is_here() {
        let mut engine = crate::Engine::new();
        let is_sentence = |here: &str| ["(", "a question ", "nothing: "].iter().any(|start| here.starts_with(start));
        for (name, here) in names().filter(|(_, here)| !is_sentence(here)) {
            let word = here.split([' ', ',', ':']).next().unwrap();
            if ["nil", "t"].contains(&word) {
                continue;
            }
            let is_defined = engine.eval::<bool>(&format!("(defined? (string->symbol {word:?}))")).unwrap();
            assert!(is_defined || !library::modules_that_define(word).is_empty(), "{name}: {word}");
        }
    }
}
