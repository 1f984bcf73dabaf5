//! The scripts, each with the memory it may take and the errors it may end with.

/// A script under limits.
pub struct Script {
    /// The layer that it requires, if any.
    pub layer: &'static str,
    /// Seconds that it may take.
    pub seconds: f64,
    /// MiB that it may take.
    pub memory: u64,
    pub text: &'static str,
    /// Codes of the errors it may end with; `ok` for none, empty where all will do.
    pub ends: &'static [&'static str],
}

const fn core(seconds: f64, memory: u64, ends: &'static [&'static str], text: &'static str) -> Script {
    Script { layer: "", seconds, memory, text, ends }
}

const fn scheme(seconds: f64, memory: u64, ends: &'static [&'static str], text: &'static str) -> Script {
    Script { layer: "scheme", seconds, memory, text, ends }
}

const fn common_lisp(seconds: f64, memory: u64, ends: &'static [&'static str], text: &'static str) -> Script {
    Script { layer: "common-lisp", seconds, memory, text, ends }
}

/// Enough for a slow build on a busy machine to come to the end, and enough to see that the time is noticed.
const LONG: f64 = 40.0;
const SHORT: f64 = 0.2;

/// It ends by one of its limits.
const LIMIT: &[&str] = &["out-of-time", "out-of-memory", "integer-too-large"];

/// It ends by its limit on memory.
const FULL: &[&str] = &["out-of-memory"];

pub const SCRIPTS: &[Script] = &[
    // Small objects that own memory.
    core(LONG, 32, FULL, r#"(let ((l nil)) (while t (setq l (cons (open-input-string "abc def") l))))"#),
    core(
        LONG,
        32,
        FULL,
        r#"(let ((p (open-input-string "abc def")) (l nil)) (while t (setq l (cons (open-input-string "x") l))))"#,
    ),
    scheme(LONG, 256, FULL, r#"(let loop ((l '())) (loop (cons (string-copy "abc") l)))"#),
    common_lisp(LONG, 128, FULL, r#"(let ((l nil)) (loop (push (make-string-input-stream "x") l)))"#),
    // Operations on big numbers.
    core(SHORT, 64, &[], "(let ((x (expt 3 2600000)) (y (expt 7 1400000))) (gcd x y))"),
    core(SHORT, 64, &[], "(random (expt 3 2600000))"),
    // Circular forms, and macros that make data.
    core(LONG, 64, FULL, "(let ((b (list 1 2))) (set-cdr! (cdr b) b) (eval (list 'quasi-quote b)))"),
    core(LONG, 128, FULL, "(progn (defmacro m () (let ((l nil)) (while t (setq l (cons l l))))) (m))"),
    common_lisp(
        LONG,
        128,
        &[],
        "(let ((x (let ((l (list 'a 'b))) (setf (cdr (last l)) l) l))) (eval `(defclass s ,x ,x)))",
    ),
    common_lisp(
        LONG,
        128,
        &[],
        "(let ((x (let ((l (list 'a 'b))) (setf (cdr (last l)) l) l))) (eval (list 'quasi-quote x)))",
    ),
    // Natives that do much for a tick or two.
    core(SHORT, 512, &[], r"(let ((s (make-string 20000000 #\a))) (while t (string->symbol s)))"),
    core(SHORT, 512, LIMIT, "(let ((l (iota 1000000))) (while t (collect-garbage)))"),
    core(SHORT, 128, &[], r"(let ((s (string->symbol (make-string 5000000 #\a)))) (while t (catch nil (require s))))"),
    core(
        SHORT,
        128,
        &[],
        r"(let ((s (string->symbol (make-string 5000000 #\a)))) (while t (catch nil (eval (list 'defproc s '(x) 'x)))))",
    ),
    core(
        SHORT,
        128,
        &[],
        r"(let ((s (string->symbol (make-string 5000000 #\a)))) (while t (catch nil (symbol-append s 'b))))",
    ),
    core(SHORT, 64, LIMIT, r#"(while t (write-file "out.txt" "x"))"#),
    // Long reports.
    core(LONG, 128, &[], r"(eval (string->symbol (make-string 10000000 #\a)))"),
    core(LONG, 128, &["user-error"], r"(error (make-string 10000000 #\a))"),
    core(LONG, 128, &["user-error"], r"(error (make-string 100000 #\newline))"),
    common_lisp(LONG, 128, &[], r"(read-from-string (make-string 1000000 :initial-element #\())"),
    common_lisp(LONG, 128, &[], "(probe-file (make-string 100000))"),
    // Long lists of parameters.
    core(LONG, 256, &["syntax"], "(eval (list 'lambda (map-with (lambda (i) (gensym)) (iota 400000)) 1))"),
    core(LONG, 256, &["syntax"], "(eval (list 'defproc 'f (map-with (lambda (i) (gensym)) (iota 400000)) 1))"),
    core(LONG, 256, &["syntax"], "(eval (list 'defmacro 'f (map-with (lambda (i) (gensym)) (iota 400000)) 1))"),
    core(LONG, 256, &["syntax"], "(eval (list 'defmethod 'f (map-with (lambda (i) (gensym)) (iota 400000)) t 1))"),
    core(
        LONG,
        256,
        &["syntax"],
        "(eval (list 'lambda (cons '&optional (map-with (lambda (i) (gensym)) (iota 400000))) 1))",
    ),
    core(
        LONG,
        256,
        &["syntax"],
        "(eval (list 'lambda (cons '&key (map-with (lambda (i) (list (gensym) 1)) (iota 400000))) 1))",
    ),
    core(LONG, 256, &["syntax"], "(eval (list 'receive (map-with (lambda (i) (gensym)) (iota 400000)) 1 1))"),
    scheme(
        LONG,
        256,
        &[],
        r#"(define g (map (lambda (i) (string->symbol (string-append "v" (number->string i)))) (iota 200000)))
           (eval (list 'lambda g 1) (interaction-environment))"#,
    ),
    common_lisp(LONG, 128, &[], "(eval (list 'defun 'f (loop for i below 200000 collect (gensym)) 1))"),
    // Files without end.
    scheme(LONG, 256, &[], r#"(include "/dev/zero")"#),
    scheme(LONG, 256, &[], r#"(call-with-input-file "/dev/zero" read-char)"#),
    scheme(LONG, 256, &[], r#"(with-input-from-file "/dev/zero" read)"#),
    scheme(LONG, 256, &[], r#"(load "/dev/zero")"#),
    common_lisp(LONG, 128, &[], r#"(with-open-file (s "/dev/zero") (read-line s))"#),
];
