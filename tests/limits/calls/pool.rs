//! Arguments for every name: values that nothing expects, made again for each call, and forms that are no code.

/// A language under test.
pub struct Language {
    pub name: &'static str,
    /// Text that is evaluated first.
    pub begin: &'static str,
    /// Text of a definition of a function without parameters, around its name and its body.
    pub define: [&'static str; 3],
    /// Expressions for values of all kinds, besides those that every language writes alike.
    own_values: &'static [&'static str],
}

impl Language {
    /// Expressions for values of all kinds.
    pub fn values(&self) -> Vec<&'static str> {
        EVERYWHERE.iter().chain(self.own_values).copied().collect()
    }
}

/// Values that are written alike in all languages, with what each has at its beginning.
const EVERYWHERE: &[&str] = &[
    "0",
    "1",
    "-1",
    "3",
    "1152921504606846975",
    "9223372036854775808",
    "(- (expt 2 3000))",
    "2/3",
    "1.5",
    "#\\a",
    "'a",
    "(list 1 2 3)",
    "'(1 2 . 3)",
    "(inward)",
    "(deep 500)",
    "(list \"a\" \"b\")",
    "(vector)",
    "(lambda () 1)",
    "(lambda (x) x)",
    "(lambda (x) (car x))",
    "(values 1 2)",
    "'(lambda (x) x)",
];

/// The core; its modules are taken in by turns.
pub const CORE: Language = Language {
    name: "core",
    begin: "(defproc ring () (let ((l (list 1 2 3))) (set-cdr! (last-pair l) l) l))
        (defproc inward () (let ((l (list 1 2))) (set-car! l l) l))
        (defproc deep (n) (let ((l 1)) (dotimes (i n l) (setq l (list l)))))
        (defrecord thing a b) (setq x 1 y (list 1 2))",
    define: ["(defproc ", " () ", ")"],
    own_values: &[
        "nil",
        "t",
        "1e300",
        "(- (/ 1. 0.) (/ 1. 0.))",
        "(/ -1. 0.)",
        "\"\"",
        "\"a λ\"",
        "\"~a~v,'*d~{~a~}\"",
        "(make-string 3000 #\\x)",
        "':key",
        "(gensym)",
        "(list 3 1 2)",
        "(list (list 'a 1) (list 'b 2))",
        "(list 0 1)",
        "(ring)",
        "(iota 300)",
        "(list #\\a #\\b)",
        "(vector 1 2 3)",
        "(let ((v (vector 1 2))) (aset v 0 v) v)",
        "(make-array '(2 3) 0)",
        "(make-array '(0 2))",
        "(make-array 3 :of 'byte)",
        "(make-array '(4 4) :of 'digits :initial '(1 2 3 4))",
        "(list->digits '(1 2 4))",
        "(board 4)",
        "(make-table)",
        "(let ((h (make-table))) (table-set! h 1 h) h)",
        "car",
        "+",
        "<",
        "(lambda (a b) (< a b))",
        "(lambda more (throw 'out more))",
        "(call/cc (lambda (k) k))",
        "(open-input-string \"(a b) 1 \\\"c\\\"\")",
        "(open-output-string)",
        "(let ((p (open-input-string \"\"))) (close-port p) p)",
        "(eof-object)",
        "(make-thing 1 2)",
        "(catch-and-apply 'error (lambda (tag c) c) (car 1))",
        "(values)",
    ],
};

pub const SCHEME: Language = Language {
    name: "scheme",
    begin: "(require 'scheme)
        (define (inward) (let ((l (list 1 2))) (set-car! l l) l))
        (define (deep n) (let loop ((n n) (l 1)) (if (= n 0) l (loop (- n 1) (list l)))))
        (define-record-type thing (make-thing a b) thing? (a thing-a set-thing-a!))
        (define x 1) (define y (list 1 2))",
    define: ["(define (", ") ", ")"],
    own_values: &[
        "#f",
        "#t",
        "'()",
        "-0.0",
        "+nan.0",
        "-inf.0",
        "(string)",
        "(string-copy \"a λ\")",
        "(make-string 3000 #\\x)",
        "(list (cons 'a 1) (cons 'b 2))",
        "(circular-list 1 2 3)",
        "(iota 300)",
        "(list #\\a #\\b)",
        "(vector 3 1 2)",
        "(let ((v (vector 1 2))) (vector-set! v 0 v) v)",
        "(bytevector)",
        "(bytevector 1 2 255)",
        "(make-equal-hash-table)",
        "(let ((h (make-equal-hash-table))) (hash-table-set! h 1 h) h)",
        "car",
        "+",
        "<",
        "(lambda (a b) (< a b))",
        "(lambda more (raise more))",
        "(call/cc (lambda (k) k))",
        "(open-input-string \"(a b) 1 #;c\")",
        "(open-output-string)",
        "(open-input-bytevector (bytevector 1 2))",
        "(let ((p (open-input-string \"\"))) (close-port p) p)",
        "(eof-object)",
        "(make-thing 1 2)",
        "(guard (e (#t e)) (error \"x\" 1))",
        "(guard (e (#t e)) (car 1))",
        "(delay 1)",
        "(delay (car 1))",
        "(cons-stream 1 2)",
        "(make-parameter 1)",
        "(if #f #f)",
    ],
};

pub const COMMON_LISP: Language = Language {
    name: "common-lisp",
    begin: "(require 'common-lisp)
        (defun ring () (let ((l (list 1 2 3))) (setf (cdr (last l)) l) l))
        (defun inward () (let ((l (list 1 2))) (setf (car l) l) l))
        (defun deep (n) (let ((l 1)) (dotimes (i n l) (setq l (list l)))))
        (defstruct thing a b) (defclass object () ((a :initform 1 :initarg :a))) (setq x 1 y (list 1 2))",
    define: ["(defun ", " () ", ")"],
    own_values: &[
        "nil",
        "t",
        "1d300",
        "(string \"\")",
        "(copy-seq \"a b\")",
        "\"~a~v,'*d~{~a~}\"",
        "(make-string 3000 :initial-element #\\x)",
        "':key",
        "(gensym)",
        "(list 3 1 2)",
        "(list (cons 'a 1) (cons 'b 2))",
        "(list :start 1 :end 0)",
        "(ring)",
        "(loop for i below 300 collect i)",
        "(vector 3 1 2)",
        "(let ((v (vector 1 2))) (setf (aref v 0) v) v)",
        "(make-array '(2 3) :initial-element 0)",
        "(make-array '(0 2))",
        "(make-array 3 :fill-pointer 1 :adjustable t)",
        "(make-array 3 :element-type 'bit)",
        "(make-hash-table)",
        "(let ((h (make-hash-table :test 'equal))) (setf (gethash 1 h) h) h)",
        "#'car",
        "#'+",
        "#'<",
        "(lambda (&rest r) (throw 'out r))",
        "(make-string-input-stream \"(a b) 1\")",
        "(make-string-output-stream)",
        "(let ((s (make-string-output-stream))) (close s) s)",
        "(make-thing :a 1)",
        "(make-instance 'object)",
        "(find-class 'object)",
        "(make-condition 'simple-error :format-control \"x\")",
        "(handler-case (car 1) (error (c) c))",
        "(values)",
        "'(integer 0 5)",
        "'list",
        "*package*",
        "*standard-output*",
    ],
};

/// Data where code is expected.
pub const FORMS: &[&str] = &[
    "()",
    "5",
    "x",
    "\"text\"",
    "(x)",
    "(x 1)",
    "((x 1))",
    "((x 1) (y 2))",
    "((x))",
    "(x y)",
    "(x . y)",
    "((x . y) . 1)",
    "(1 2)",
    "(quote)",
    "(quote x)",
    "(lambda (x) x)",
    "(lambda)",
    "(if)",
    "`(1 ,x ,@y)",
    "(&rest)",
    "(x &rest r)",
    "(x &optional (y 1) &key z)",
    ":key",
    "#\\a",
    "#(1 2)",
    "(t 1)",
    "(nil)",
    "(1 (2 (3 (4 (5)))))",
    "(values 1 2)",
    "(list 1 2)",
];
