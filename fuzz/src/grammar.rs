//! Random programs: every builtin with arguments that it takes more often than not, every special form, and snippets
//! that were written to break something.
//!
//! The file does not list the arguments of builtins. [`Vocabulary::learn`] finds them by calling each one, so that a
//! new builtin is fuzzed from its first day.

use std::fmt::Write;
use std::sync::OnceLock;

use klammer::{ClosedHost, Code, Handle, Limits};

use super::subject::Choices;

/// Arguments of all kinds. A function is tried with each of them.
const ARGUMENTS: &[&str] = &[
    "nil",
    "t",
    "0",
    "1",
    "2",
    "7",
    "-1",
    "100",
    "1/3",
    "2.5",
    "\"\"",
    "\"abc\"",
    "\"(1 b)\"",
    "#\\a",
    "'a",
    "':k",
    "'(1 2 3)",
    "'(3 1 2)",
    "'((a 1) (b 2))",
    "'(2 2)",
    "'(\"a\" \"b\")",
    "'(#\\a #\\b)",
    "(list 1 (list 2 3) 4)",
    "(make-array '(2 2) 0)",
    "(vector 1 2 3)",
    "(list->table '((a 1) (b 2)))",
    "car",
    "+",
    "<",
    "(lambda (x) x)",
    "(lambda (a b) (< a b))",
    "(lambda () 1)",
    "(lambda more more)",
    "'(x y)",
    "(make-record (make-record-type 'p '(x)) 1)",
    "(catch-and-apply 'error (lambda (tag c) c) (car 1))",
    "'(1 . 2)",
    "'(+ 1 2)",
    "1e300",
    "100000000000000000000",
    "(open-input-string \"(a) 1 b\")",
    "(open-output-string)",
];

/// Arguments that nothing expects.
const ODD: &[&str] = &[
    "1152921504606846975",
    "-1152921504606846976",
    "9223372036854775807",
    "4294967296",
    "1000000",
    "-7/3",
    "1e-300",
    "(- (expt 2 200))",
    "(/ 0. 0.)",
    "(/ 1. 0.)",
    "-0.0",
    "\"äöü\u{1f600}\"",
    "(make-string 300 #\\x)",
    "'|odd one|",
    "(gensym)",
    "(circle)",
    "(inward)",
    "(deep 300)",
    "(iota 500)",
    "progn",
    "if",
    "let/cc",
    "(values)",
    "(values 1 2)",
    "(call/cc (lambda (k) k))",
    "circle",
    "\"~a~{~a~^,~}~%\"",
    "\"~v,'*d|~r|~@r\"",
    "\"~1000000d\"",
    "\"~{~{~}\"",
    "(make-array '(0 3))",
    "(make-array '(3 3) :of 'byte)",
    "(make-array 1 :of 'float :initial 2.5)",
    "'(a a a)",
    "'(lambda (x) x)",
    "'(1 2 . 3)",
    "'(quote)",
    "#\\newline",
    "(string-repeat \"ab\" 1000)",
];

/// Programs that once broke something, or should have.
const SNIPPETS: &[&str] = &[
    "(progn (defmacro bomb () '(bomb)) (bomb))",
    "(progn (defmacro bomb () '(progn (bomb) (bomb))) (bomb))",
    "(progn (defmacro bomb (x) `(bomb (+ 1 ,x))) (bomb 1))",
    "(progn (defmacro m () (eval '(m))) (m))",
    "(progn (defmacro m () (throw 'out 5)) (catch 'out (eval '(m))))",
    "(let/cc k (progn (defmacro m () (k 1)) (eval '(m))))",
    "(progn (setq kept nil) (defmacro m () (call/cc (lambda (k) (setq kept k))) 1) (eval '(m)) (kept 2))",
    "(progn (defproc f () (+ 1 (f))) (f))",
    "(progn (defproc f (n) (catch 'a (f (+ n 1)))) (f 0))",
    "(progn (defproc f (n) (unwind-protect (f (+ n 1)) (f n))) (f 0))",
    "(progn (defproc f (n) (catch nil (f (+ n 1))) (f n)) (f 0))",
    "(let ((n 0)) (call/cc (lambda (c) (setq again c))) (setq n (+ n 1)) (if (< n 5) (again 1) n))",
    "(again 2)",
    "(defproc deep-k (n) (if (= n 0) (call/cc (lambda (k) (setq again k) 0)) (+ 1 (call/cc (lambda (k) (deep-k (- n 1))))))) (deep-k 40)",
    "(defproc plain-k (n) (if (= n 0) (call/cc (lambda (k) (setq again k) 0)) (+ 1 (plain-k (- n 1))))) (list (plain-k 200) (again 3))",
    "(defproc tail-k (n k) (if (= n 0) (k n) (call/cc (lambda (l) (tail-k (- n 1) (if (odd? n) k l)))))) (tail-k 300 list)",
    "(catch 'a (unwind-protect (call/cc (lambda (k) (setq again k) (throw 'a 1))) (catch 'b (call/cc (lambda (k) (throw 'b 2))))))",
    "(let ((n 0)) (unwind-protect (catch n (call/cc (lambda (c) (setq again c))) (inc! n)) (inc! n)) (if (< n 9) (again n) n))",
    "(dotimes (i 3) (unwind-protect (call/cc (lambda (k) (when (= i 1) (setq again k)))) (again i)))",
    "(block b (call/cc (lambda (k) (setq again (lambda (x) (return-from b x))) (map-with (lambda (x) (call/cc (lambda (l) (setq k l)))) '(1 2)))))",
    "(progn (defmacro mk (x) (call/cc (lambda (k) (setq again k))) x) (list (mk 1) (eval '(mk 2)) (again 3)))",
    "(let/cc k (defmethod gk (x) (call/cc (lambda (c) (setq again c) (k x))) 1) (gk 2))",
    "(progn (require 'amb) (all-values (let ((x (amb 1 2 3)) (y (an-integer-between 1 3))) (require-that (< x y)) (local (setq z x)) (list x y))))",
    "(let ((s (solutions (let ((x (an-integer-above 1))) (when (> x 3) (throw 'x s)) x)))) (catch 'x (do-stream (x s) (setq s (stream-rest s)))))",
    "(one-value (unwind-protect (let ((x (amb 1 2 3))) (for-effects (amb x (fail))) (require-that (odd? x) (even? x)) x) (amb 4 5)) 'none)",
    "(fail)",
    "(progn (trail fail) (trail (lambda () (trail fail))) (amb 1 (again 2)) (fail))",
    "(let ((ks nil)) (dotimes (i 10) (call/cc (lambda (k) (setq ks (cons k ks))))) (when (= (length ks) 10) ((first ks) 1)))",
    "(catch 'a (unwind-protect (throw 'a 1) (throw 'b 2)))",
    "(catch 'a (catch 'b (unwind-protect (throw 'a 1) (throw 'b 2))))",
    "(unwind-protect (car 1) (cdr 1))",
    "(block b (unwind-protect (return-from b 1) (return-from b 2)))",
    "((block b (lambda () (return-from b 1))))",
    "(while t (unwind-protect (return 1) 2))",
    "(apply + (iota 3000))",
    "(apply (lambda more (length more)) (iota 3000))",
    "(apply list (circle))",
    "(map-with (lambda (x) (throw 'x x)) '(1 2 3))",
    "(let ((t1 (make-table)) (k (list 1 2))) (table-set! t1 k 1) (set-car! k 9) (table-ref t1 k) (table-set! t1 k 2) t1)",
    "(let ((t1 (make-table))) (table-set! t1 t1 t1) (table-ref t1 t1))",
    "(let ((a (make-array '(2)))) (aset a 0 a) (print a) a)",
    "(let ((a (make-array '(2)))) (aset a 0 (list a a)) a)",
    "(print (circle) (inward))",
    "(format nil \"~a ~s ~{~a~}\" (circle) (inward) (circle))",
    "(error \"~a\" (circle) (deep 500))",
    "(error (circle) (circle))",
    "(throw 'nobody (circle))",
    "(catch-and-apply nil (lambda (tag c) (error \"again\" tag c)) (car (circle)))",
    "(catch-and-apply nil (lambda (tag) tag) (throw 'a 1))",
    "(setq if 3)",
    "(let ((if list)) (if 1 2 3))",
    "(setq list car)",
    "(defproc car (x) x)",
    "(defmacro when body (cons 'progn body))",
    "(defmethod + ((a string) b) t a)",
    "(defmethod length ((x fixnum)) t x)",
    "(progn (defmethod g (x) (g x) 1) (g 1))",
    "(progn (defmethod g ((x fixnum) y) t 1) (defmethod g (x (y fixnum)) t 2) (g 1 2))",
    "(progn (defmethod g (x) t 1) (defproc g (x y &rest z) z) (list (g 1) (g 1 2 3 4)))",
    "(eval (list 'quasi-quote (circle)))",
    "(eval (circle))",
    "(eval (cons 'progn (circle)))",
    "(eval (list 'lambda (circle) 1))",
    "(eval (list 'let (circle) 1))",
    "(eval (inward))",
    "(eval (deep 400))",
    "(expand-macro (circle))",
    "(eval (cons '+ (iota 300)))",
    "(eval (cons 'list (iota 300)))",
    "(eval (cons 'aand (iota 3000)))",
    "(eval (cons 'and (iota 3000)))",
    "(eval (cons 'cond (map-with (lambda (i) (list nil i)) (iota 2000))))",
    "(eval (cons 'cond (map-with (lambda (i) (list nil)) (iota 2000))))",
    "(eval (list 'case 1 '(1 2)))",
    "(eval (cons 'case (cons 1 (map-with (lambda (i) (list i i)) (iota 1000)))))",
    "(eval (list 'quasi-quote (append (iota 500) '((unquote (+ 1 2))))))",
    "(eval (list 'let (map-with (lambda (i) (list (gensym) i)) (iota 300)) 1))",
    "(eval (list 'lambda (map-with (lambda (i) (gensym)) (iota 250)) 1))",
    "(let ((names (map-with (lambda (i) (gensym)) (iota 150)))) (eval (list 'let (map-with (lambda (n) (list n 1)) names) (cons 'lambda (cons nil names)))))",
    "(dotimes (i 1000) (eval (list 'lambda '(x) (list '+ 'x i))))",
    "(dotimes (i 1000) (string->symbol (number->string i)))",
    "(while t (gensym))",
    "(let ((l nil)) (while t (setq l (cons l l))))",
    "(let ((s \"x\")) (while t (setq s (string-append s s))))",
    "(let ((n 3)) (while t (setq n (* n n))))",
    "(let ((k nil)) (while t (setq k (cons (call/cc (lambda (k) k)) k))))",
    "(let ((v nil)) (while t (setq v (vector v v v v))))",
    "(let ((fs nil)) (while t (let ((x 1) (y 2) (z 3)) (setq fs (cons (lambda () (setq x y z x)) fs)))))",
    "(let ((t1 (make-table)) (i 0)) (while t (table-set! t1 i i) (setq i (+ i 1))))",
    "(make-array '(1000000 1000000 1000000))",
    "(make-array (iota 300))",
    "(iota 1000000000)",
    "(make-string 1000000000)",
    "(string-repeat \"abc\" 100000000000)",
    "(expt 3 1000000000)",
    "(expt 1/3 100000)",
    "(arithmetic-shift 1 1000000000)",
    "(drop 1000000000 (circle))",
    "(nth 1000000000 (circle))",
    "(sort (circle) <)",
    "(append (circle) (circle))",
    "(reverse (circle))",
    "(length (circle))",
    "(= (circle) (list->circle '(1 2 3 1 2 3)))",
    "(remove 1 (circle))",
    "(flatten (inward))",
    "(flatten (deep 2000))",
    "(= (deep 2000) (deep 2000))",
    "(format nil \"~1000000000a\" 1)",
    "(format nil \"~1000000000,1000000000f\" 1.5)",
    "(format nil \"~v@{~a~:*~}\" 1000000000 1)",
    "(format nil \"~1000000000%\")",
    "(format nil (string-repeat \"~{\" 1000) 1)",
    "(format nil (string-repeat \"~(\" 1000) 1)",
    "(format nil \"~?\" \"~?\" (list \"~?\" nil))",
    "(unwind-protect (exit 1) (throw 'a 1))",
    "(catch 'a (unwind-protect (exit 1) (throw 'a 1)))",
    "(let/cc k (unwind-protect (exit 1) (k 1)))",
    "(progn (defmacro m () (exit 1)) (unwind-protect (eval '(m)) (eval '(m))))",
    "(let ((k nil)) (with-output-to-string (let/cc c (setq k c)) (display 1)) (k 1))",
    "(let ((p (open-output-string))) (with-output-to p (while t (print 'again p))))",
    "(let ((p (open-output-string))) (while t (print p (get-output-string p) p)))",
    "(with-output-to (current-error-port) (with-input-from (open-input-string \"1\") (print (read) (read))))",
    "(let ((p (open-input-string \"a (b\"))) (list (read p) (read p)))",
    "(read (string-repeat \"(\" 100000))",
    "(read (string-repeat \"'\" 100000))",
    "(read-string 1000000000000 (open-input-string \"abc\"))",
    "(let ((p (open-input-string \"abc\"))) (close-port p) (close-port p) (with-input-from p (read-line)))",
    "(random (expt 10 3000))",
    "(shuffle (circle))",
    "(%make-macro 1 2)",
    "(%add-method 1 2 3 4 5 6)",
    "(%type? 1 2)",
    "(%no-method 1 2)",
    "(%values->list 1)",
    "(load \"x\")",
    "(require 'sudoku)",
    "(provide 'a 'b)",
    "(doc (circle))",
    "(function-source map-with)",
];

/// Defines what the arguments above use.
pub const PRELUDE: &str = "
(defproc list->circle (l) (let ((l (list-copy l))) (set-cdr! (last-pair l) l) l))
(defproc circle () (list->circle '(1 2 3)))
(defproc inward () (let ((l (list 1 2))) (set-car! l l) l))
(defproc deep (n) (let ((l 1)) (dotimes (i n l) (setq l (list l)))))
";

/// A function, and for each arity the arguments, by position, of a call that did not complain about types.
struct Function {
    name: String,
    calls: Vec<Vec<Vec<&'static str>>>,
}

impl Function {
    /// A function that takes these arguments.
    fn known(name: &str, arguments: &[&'static str]) -> Function {
        let good = |n: usize| arguments.iter().filter(|_| n == arguments.len()).map(|a| vec![*a]).collect();
        Function { name: name.to_string(), calls: (0..=arguments.len()).map(good).collect() }
    }
}

/// Some functions, and what they take.
const FEW: &[(&str, &[&str])] = &[
    ("+", &["1", "2.5"]),
    ("*", &["12345678901234567890", "1/3"]),
    ("append", &["'(1 2)", "'(3)"]),
    ("map-with", &["car", "'((1) (2))"]),
    ("sort", &["'(3 1 2)", "<"]),
    ("apply", &["list", "'(1 2)"]),
    ("string-append", &["\"a\"", "\"é\""]),
    ("string->number", &["\"12\""]),
    ("list->table", &["'((a 1))"]),
    ("table-ref", &["(list->table '((a 1)))", "'a"]),
    ("aref", &["(vector 1 2)", "0"]),
    ("call/cc", &["(lambda (k) (k 1))"]),
    ("throw", &["'a", "1"]),
    ("error", &["\"wrong\"", "'x"]),
    ("gensym", &[]),
    ("eval", &["'(list 1)"]),
    ("print", &["'(a \"b\")"]),
    ("collect-garbage", &[]),
];

/// All functions of the language.
pub struct Vocabulary {
    functions: Vec<Function>,
}

impl Vocabulary {
    pub fn get() -> &'static Vocabulary {
        static VOCABULARY: OnceLock<Vocabulary> = OnceLock::new();
        VOCABULARY.get_or_init(Vocabulary::learn)
    }

    fn learn() -> Vocabulary {
        // An interpreter of Rust would be at it for hours.
        if cfg!(miri) {
            return Vocabulary {
                functions: FEW.iter().map(|(name, arguments)| Function::known(name, arguments)).collect(),
            };
        }
        let limits = Limits { ticks: Some(100_000), ..Limits::default() };
        let mut engine = klammer_search::builder().limits(limits).host(ClosedHost::new()).build();
        let mut names = engine.docs().names();
        engine.eval::<()>(PRELUDE).expect("the prelude is right");
        names.retain(|n| engine.eval::<bool>(&format!("(procedure? {n})")).unwrap_or(false));
        let mut seed = 1u32;
        let mut random = move |n: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % n
        };
        let functions = names.into_iter().map(|name| {
            let calls = (0..=4).map(|n| {
                let mut good = vec![Vec::new(); n];
                for _ in 0..=60 * n {
                    let arguments: Vec<&str> = (0..n).map(|_| ARGUMENTS[random(ARGUMENTS.len())]).collect();
                    match engine.eval::<Handle>(&format!("({name} {})", arguments.join(" "))) {
                        Err(e) if e.code() == Code::ArgumentCount => return Vec::new(),
                        Err(e) if e.code() == Code::WrongType => {}
                        _ => good.iter_mut().zip(arguments).for_each(|(g, a)| g.push(a)),
                    }
                }
                good
            });
            let calls = calls.collect();
            Function { name, calls }
        });
        Vocabulary { functions: functions.collect() }
    }
}

/// A program under construction.
pub struct Generator<'c, 'd> {
    choices: &'c mut Choices<'d>,
    vocabulary: &'static Vocabulary,
    out: String,
    /// Variables in scope.
    scope: Vec<&'static str>,
    depth: usize,
}

const VARIABLES: &[&str] = &["x", "y", "z", "n", "l", "it", "self", "car", "list", "+", "k", "f"];
const TYPES: &[&str] = &["number", "integer", "fixnum", "list", "string", "symbol", "function", "array", "t", "record"];

/// A program of a few forms.
pub fn program(choices: &mut Choices<'_>) -> String {
    let mut g = Generator { choices, vocabulary: Vocabulary::get(), out: String::new(), scope: Vec::new(), depth: 0 };
    loop {
        g.expression();
        g.out.push('\n');
        if g.choices.is_used_up() || g.out.len() > 4000 {
            return g.out;
        }
    }
}

impl Generator<'_, '_> {
    fn word(&mut self, s: &str) {
        self.out.push_str(s);
    }

    /// Fills in a form: `$` is an expression, `@` a body, `#` a variable that the rest of the form can see.
    fn form(&mut self, pattern: &str) {
        let mark = self.scope.len();
        for c in pattern.chars() {
            match c {
                '$' => self.expression(),
                '@' => {
                    for i in 0..=self.choices.below(3) {
                        if i > 0 {
                            self.out.push(' ');
                        }
                        self.expression();
                    }
                }
                '#' => {
                    let v = *self.choices.pick(VARIABLES);
                    self.scope.push(v);
                    self.word(v);
                }
                '%' => {
                    let t = *self.choices.pick(TYPES);
                    self.word(t);
                }
                c => self.out.push(c),
            }
        }
        self.scope.truncate(mark);
    }

    pub fn expression(&mut self) {
        self.depth += 1;
        if self.depth > 12 || self.choices.is_used_up() || self.out.len() > 4000 {
            self.atom();
        } else {
            match self.choices.below(16) {
                0..=2 => self.atom(),
                3..=7 => self.call(),
                8 => {
                    let snippet = *self.choices.pick(SNIPPETS);
                    self.word(snippet);
                }
                _ => {
                    let pattern = *self.choices.pick(FORMS);
                    self.form(pattern);
                }
            }
        }
        self.depth -= 1;
    }

    fn atom(&mut self) {
        if !self.scope.is_empty() && self.choices.below(3) > 0 {
            let v = self.scope[self.choices.below(self.scope.len())];
            return self.word(v);
        }
        let s = match self.choices.below(8) {
            0 => *self.choices.pick(ODD),
            1 => *self.choices.pick(VARIABLES),
            _ => *self.choices.pick(ARGUMENTS),
        };
        self.word(s);
    }

    /// A call of a builtin.
    fn call(&mut self) {
        let f = &self.vocabulary.functions[self.choices.below(self.vocabulary.functions.len())];
        let known: Vec<usize> = (0..f.calls.len()).filter(|&n| f.calls[n].iter().any(|a| !a.is_empty())).collect();
        let n = if known.is_empty() || self.choices.rarely(20) {
            self.choices.below(6)
        } else {
            *self.choices.pick(&known)
        };
        if self.choices.rarely(12) {
            let _ = write!(self.out, "(apply {} (list", f.name);
        } else {
            let _ = write!(self.out, "({}", f.name);
        }
        let closing = if self.out.ends_with("(list") { "))" } else { ")" };
        for i in 0..n {
            self.out.push(' ');
            let good = f.calls.get(n).and_then(|c| c.get(i)).filter(|g| !g.is_empty());
            match (good, self.choices.below(4)) {
                (Some(good), 0..=1) => {
                    let a = *self.choices.pick(good);
                    self.word(a);
                }
                _ => self.expression(),
            }
        }
        self.word(closing);
    }
}

/// Special forms and the macros of the core. See [`Generator::form`].
const FORMS: &[&str] = &[
    "(if $ $ $)",
    "(if $ $)",
    "(cond ($ @) ($) ($ => $) (t @))",
    "(and @)",
    "(or @)",
    "(not $)",
    "(when $ @)",
    "(unless $ @)",
    "(case $ ((1 a) @) (2 @) (t @))",
    "(progn @)",
    "(let ((# $) (# $)) @)",
    "(let* ((# $) (# $)) @)",
    "(letrec ((# (lambda (#) @)) (# (lambda () @))) @)",
    "(letrec ((# $) (# $)) @)",
    "(let loop ((# $) (i 0)) (if (< i 5) (loop $ (+ i 1)) $))",
    "(let loop ((i 0)) (cond ((= i 4) $) (t @ (loop (+ i 1)))))",
    "(let loop ((i 0) (# $)) (map-with (lambda (#) (if (< i 3) (loop (+ i 1) $) $)) '(1 2)))",
    "(lambda (#) @)",
    "((lambda (#) @) $)",
    "((lambda (# &optional (# $) &rest #) @) $ $ $)",
    "((lambda (# &key (# $)) @) $ :x $)",
    "((lambda # @) $ $)",
    "(funcall (lambda (# #) @) $ $)",
    "(let ((# $)) (lambda () (setq x $) x))",
    "(let ((x $) (y $)) (list (lambda () (setq x (list x y))) (lambda () (setq y x))))",
    "(setq x $)",
    "(setq y $ z $)",
    "(let ((x $)) (setq x $) x)",
    "(aif $ $ $)",
    "(awhen $ @)",
    "(aand $ $ it)",
    "((alambda (n) (if (< n 1) $ (self (- n 1)))) 3)",
    "(dotimes (# 3) @)",
    "(dotimes (# $ $) @)",
    "(dolist (# $) @)",
    "(dolist (# '(1 2 3) $) @)",
    "(let ((n 0)) (while (< n 3) (setq n (+ n 1)) @))",
    "(while $ (return $))",
    "(do ((# 0 (+ 1 $)) (# $)) ($ $) @)",
    "(catch 'a @)",
    "(catch nil @)",
    "(throw 'a $)",
    "(throw $ $)",
    "(catch-and-apply 'error (lambda (# #) @) $)",
    "(catch-and-apply nil list $)",
    "(unwind-protect $ @)",
    "(block b @)",
    "(block b $ (map-with (lambda (#) (return-from b $)) '(1 2)) $)",
    "(return-from b $)",
    "`(1 ,$ ,@$ . $)",
    "`(a (b ,$) `(c ,,$))",
    "`#(1 ,$)",
    "(call/cc (lambda (k) @))",
    "(call/cc (lambda (k) (setq again k) @))",
    "(let/cc k @ (k $))",
    "(again $)",
    "(receive (# . #) (values $ $) @)",
    "(receive (# #) $ @)",
    "(defproc f (#) @)",
    "(defproc f (# # &rest #) \"text\" @)",
    "(f $)",
    "(f $ $)",
    "(defmacro m (# #) (list 'list # $))",
    "(defmacro m body `(progn ,@body))",
    "(m $ $)",
    "((mlambda args (cons 'list args)) $ $)",
    "(defmethod g ((# %)) t @)",
    "(defmethod g ((# %)) $ @)",
    "(defmethod g (# (# %)) $ @)",
    "(g $)",
    "(g $ $)",
    "(eval '$)",
    "(eval (list 'progn $ '$))",
    "(eval $)",
    "(apply $ $)",
    "(expand-macro '$)",
    "(list (+ $ 1) (- $ 1) (* $ $) (/ $ $) (< $ $) (= $ $))",
    "(list (1+ $) (floor (/ $ $)) (modulo $ 3) (floor $ 2) (quotient $ $) (bit-and $ $))",
    "(if (and (< $ 3) (not (> $ $))) $ $)",
    "(cons $ $)",
    "(list @)",
    "(get-array-element $ (list $ $))",
    "(set-array-element $ (list $) $)",
    "(aref (make-array '(2 2) $) 0 1)",
    "(sort $ $)",
    "(map-with $ $)",
    "(find-if $ $)",
    "(print $)",
    "(format nil \"~a ~s\" $ $)",
    "(collect-garbage)",
];
