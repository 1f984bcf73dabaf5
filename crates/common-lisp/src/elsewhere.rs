//! Common Lisp's counterparts of names from other Lisps.

/// Their names, and what there is here: see [`Description::elsewhere`](klammer::dialect::Description::elsewhere).
pub(super) const ELSEWHERE: &[(&str, &str)] = &[
    ("#f", "nil"),
    ("#t", "t"),
    ("begin", "progn"),
    ("define", "defun for a function, defvar for a variable"),
    ("defproc", "defun"),
    ("display", "princ"),
    ("empty?", "null"),
    ("eq?", "eq"),
    ("equal?", "equal"),
    ("for-each", "mapc"),
    ("hash-table-ref", "gethash"),
    ("hash-table-set!", "setf: (setf (gethash key table) value)"),
    ("map-with", "mapcar"),
    ("newline", "terpri"),
    ("null?", "null"),
    ("pair?", "consp"),
    ("set!", "setf"),
    ("string-append", "concatenate: (concatenate 'string a b)"),
    ("vector-ref", "aref"),
    ("vector-set!", "setf: (setf (aref v i) x)"),
    ("zero?", "zerop"),
];
