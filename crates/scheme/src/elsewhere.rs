//! Scheme's counterparts of names from other Lisps.

/// Their names, and what there is here: see [`Description::elsewhere`](klammer::dialect::Description::elsewhere).
pub(super) const ELSEWHERE: &[(&str, &str)] = &[
    ("aref", "vector-ref"),
    ("car?", "pair?"),
    ("defmacro", "define-syntax"),
    ("defparameter", "define"),
    ("defproc", "define: (define (name parameter...) expr...)"),
    ("defun", "define: (define (name parameter...) expr...)"),
    ("defvar", "define"),
    ("dolist", "for-each: (for-each (lambda (x) ...) list)"),
    ("dotimes", "do: (do ((i 0 (+ i 1))) ((= i count)) expr...)"),
    ("false", "#f"),
    ("format", "display"),
    ("funcall", "nothing: the function stands first in its call, (f x)"),
    ("gethash", "hash-table-ref"),
    ("incf", "set!: (set! x (+ x 1))"),
    ("mapcar", "map"),
    ("map-with", "map"),
    ("multiple-value-bind", "call-with-values, or receive"),
    ("nil", "'() for the empty list, #f for false"),
    ("print", "display, and newline ends a line"),
    ("progn", "begin"),
    ("setf", "set!"),
    ("setq", "set!"),
    ("true", "#t"),
];
