//! Small functions have copies in those that call them, also in themselves, but not in an engine that keeps its functions
//! as they are written. Values, errors, backtraces and accounts are those of such an engine.

use klammer::{ClosedHost, Engine, Limits, Value};

/// Definitions, and an expression.
const PROGRAMS: &[&str] = &[
    "(defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 12)",
    "(defproc tak (x y z) (if (not (< y x)) z (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))
     (tak 9 6 3)",
    "(defproc copy (l) (if (null? l) nil (cons (first l) (copy (rest l))))) (copy '(1 2 3 4 5))",
    // For effect, with iterations of the copy.
    "(setq seen nil)
     (defproc walk (tree) (if (pair? tree) (progn (walk (first tree)) (walk (rest tree))) (when tree (push tree seen))))
     (walk '(1 (2 (3 4) 5) ((6)) 7)) seen",
    // As a test.
    "(defproc has? (x tree) (cond ((null? tree) nil) ((pair? tree) (if (has? x (first tree)) t (has? x (rest tree))))
       (t (= x tree))))
     (list (has? 6 '(1 (2 (3 4) 5) ((6)) 7)) (has? 8 '(1 (2 (3 4) 5) ((6)) 7)))",
    "(defproc leaf? (tree) (and (pair? tree) (not (leaf? (first tree))) (or (leaf? (rest tree)) (not (rest tree)))))
     (map-with leaf? '(nil (1) (1 (2)) ((1) 2) ((1 (2 3)) (4))))",
    // Loops in the function, and a block.
    "(defproc count-all (tree) (let ((n 0)) (dolist (x tree n) (setq n (+ n (if (pair? x) (count-all x) 1))))))
     (count-all '(1 (2 (3 4) 5) ((6)) 7))",
    "(defproc queens (n row placed)
       (if (= row n) 1
         (let loop ((column 0) (found 0))
           (cond ((= column n) found)
                 ((member? column placed) (loop (+ column 1) found))
                 (t (loop (+ column 1) (+ found (queens n (+ row 1) (cons column placed)))))))))
     (queens 4 0 nil)",
    "(defproc find-in (f tree)
       (dolist (x tree) (cond ((pair? x) (let ((y (find-in f x))) (when y (return y)))) ((f x) (return x)))))
     (find-in (lambda (x) (> x 4)) '(1 (2 (3 4) 5) ((6)) 7))",
    // Parameters are assigned, also where a call might capture the frame.
    "(defproc down (n l) (if (= n 0) l (progn (setq n (- n 1)) (setq l (cons n l)) (append (down n l) (list n)))))
     (down 5 nil)",
    // The name means something else while the function runs.
    "(defproc f (n) (when (= n 4) (setq f (lambda (n) (list 'new n)))) (if (= n 0) nil (cons n (f (- n 1))))) (f 9)",
    "(defproc g (n) (when (= n 4) (setq g (lambda (n) (list 'new n))))
       (if (= n 0) nil (progn (push n seen) (g (- n 2)) (g (- n 1)))))
     (setq seen nil) (list (g 7) seen)",
    "(defproc h (n) (when (= n 3) (setq h nil)) (if (= n 0) nil (cons n (h (- n 1))))) (h 9)",
    // Continuations.
    "(setq k nil) (setq times 0)
     (defproc sum (n) (if (= n 0) (call/cc (lambda (c) (setq k c) 0)) (+ n (sum (- n 1)))))
     (let ((s (sum 5))) (setq times (+ times 1)) (if (< times 4) (k times) (list s times)))",
    "(defproc up (n) (if (= n 0) (throw 'out 'done) (+ n (up (- n 1))))) (catch 'out (up 7))",
    // Errors.
    "(defproc bad (n) (if (= n 0) (first 5) (+ 1 (bad (- n 1))))) (bad 0)",
    "(defproc bad (n) (if (= n 0) (first 5) (+ 1 (bad (- n 1))))) (bad 4)",
    "(defproc bad (n) (if (= n 0) (first 5) (+ 1 (bad (- n 1))))) (bad 5)",
    "(defproc bad (n) (if (= n 0) 'x (+ 1 (bad (- n 1))))) (bad 4)",
    "(defproc bad (n) (if (= n 0) (unknown n) (list (bad (- n 1)) (bad (- n 2))))) (bad 4)",
    "(defproc bad (l) (if (null? l) (error \"at the end\") (cons (first l) (bad (rest l))))) (bad '(1 2 3))",
    "(defproc bad (n) (+ 1 (bad (- n 1)))) (bad 1)",
    "(defproc bad (a b) (+ 1 (bad b a))) (bad 1 2)",
    "(defproc bad (a b) (+ 1 (bad a b))) (bad 1 2)",
    "(defproc bad (n) (if (= n 5) (bad n n) (list (bad (+ n 1))))) (bad 1)",
    // Other small functions: as an argument, for effect, as a test, in tail position.
    "(defproc square (x) (* x x)) (defproc sum (a b) (+ (square a) (square b))) (sum 3 4)",
    "(defproc key (x) (first x)) (defproc find (k l) (cond ((null? l) nil) ((= (key (first l)) k) (first l))
       (t (find k (rest l))))) (find 'b '((a 1) (b 2)))",
    "(defproc put (x) (setq kept (cons x kept))) (defproc note (x) (put x) (put (list x)) kept)
     (setq kept nil) (note 1)",
    "(defproc low? (x) (< x 3)) (defproc lows (l) (let ((n 0)) (dolist (x l n) (when (low? x) (setq n (+ n 1))))))
     (lows '(1 5 2 3 0))",
    "(defproc least (a b) (if (< a b) a b)) (defproc least3 (a b c) (least a (least b c)))
     (list (least3 1 2 3) (least3 3 2 1) (least3 2 1 3))",
    "(defproc sign (n) (if (< n 0) -1 (if (= n 0) 0 1))) (defproc signs (l) (map-with (lambda (n) (sign n)) l))
     (signs '(-3 0 4))",
    "(defproc same (x) x) (defproc none () nil) (defproc five () 5)
     (defproc all (x) (list (same x) (none) (five) (same (same x)))) (all 1)",
    // A call whose result is a parameter, and its arguments are beyond them.
    "(defproc longest (a) (max-by length (drop-while null? (list nil '(1) '(1 2))))) (defproc call (x y) (longest y))
     (call 1 2)",
    "(setq table (make-array 3 7)) (defproc cell (i) (aref table i)) (defproc two (i) (list (cell i) (cell (+ i 1))))
     (two 1)",
    "(defproc end (x) (list x 'end)) (defproc go (n) (if (= n 0) (end n) (go (- n 1)))) (go 5)",
    // The name means something else, while the caller runs and later.
    "(defproc one (x) (list 'one x)) (defproc both () (list (one 1) (progn (setq one list) (one 2)) (one 3)))
     (list (both) (both))",
    "(defproc one (x) (list 'one x)) (defproc ask (x) (one x)) (list (ask 1) (defproc one (x) (list 'two x)) (ask 1))",
    "(defproc one (x) (list 'one x)) (defproc ask (x) (one x)) (setq one 7) (ask 1)",
    "(defproc one (x) (list 'one x)) (defproc ask (x) (one x)) (setq one first) (ask 1)",
    // Errors in them.
    "(defproc head (x) (first x)) (defproc heads (l) (map-with (lambda (x) (head x)) l)) (heads '((1) 2))",
    "(defproc head (x) (first x)) (defproc last-head (l) (head (rest l))) (last-head '(1 . 2))",
    "(defproc next (n) (+ n 1)) (defproc more (n) (list (next n) (next 'x))) (more 1)",
    "(defproc read-it () missing) (defproc ask () (list (read-it))) (ask)",
    "(defproc next (n) (+ n 1)) (defproc more (n) (next n n)) (more 1)",
    // Functions that call one another in tail position.
    "(defproc a (n k) (if (= n 0) k (b (- n 1) (+ k 1)))) (defproc b (n k) (if (= n 0) k (c (- n 1) (+ k 1) 0)))
     (defproc c (n k spare) (if (= n 0) k (a (- n 1) (+ k 1)))) (list (a 20 0) (b 7 0) (c 8 0 0) (c 9 'k 0))",
    // A test that counts takes the tick.
    "(require 'scheme)
     (define (a n k) (if (= n 0) k (b (- n 1) (+ k 1)))) (define (b n k) (if (= n 0) k (c (- n 1) (+ k 1) 0)))
     (define (c n k spare) (if (= n 0) k (a (- n 1) (+ k 1))))
     (list (a 20 0) (b 7 0) (c 0 0 0) (c 1 0 0) (c 2 0 0) (c 3 0 0) (c 9 0.5 0) (c 9.0 0 0))",
    "(require 'scheme)
     (define (a n) (if (= n 0) (car n) (b (- n 1)))) (define (b n) (if (= n 0) (cdr n) (a (- n 1)))) (b 4)",
    "(require 'scheme)
     (define (a n) (if (= n 0) (car n) (b (- n 1)))) (define (b n) (if (= n 0) (cdr n) (a (- n 1)))) (b 5)",
    "(require 'scheme)
     (define (a n) (if (= n 0) n (b (- n 1)))) (define (b n) (if (= n 0) 'b (c (- n 1))))
     (define (c n) (if (= n 5) (set! a (lambda (n) (list 'new n)))) (if (= n 0) 'c (a (- n 1)))) (c 11)",
    "(defproc a (n) (if (> n 9) (list 'a n) (b (+ n 2)))) (defproc b (n) (if (> n 9) (list 'b n) (a (- n 1))))
     (list (a 0) (b 0) (b 5))",
    "(defproc ping (x l) (if (null? l) x (pong (first l) (rest l)))) (defproc pong (y l) (if (pair? l) (ping y l) y))
     (list (ping 0 '(1 2 3)) (pong 0 '(1 2 3 4)))",
    "(defproc a (n) (if (= n 0) (first 5) (b (- n 1)))) (defproc b (n) (if (= n 0) (rest 6) (a (- n 1)))) (b 3)",
    "(defproc a (n) (if (= n 0) (first 5) (b (- n 1)))) (defproc b (n) (if (= n 0) (rest 6) (a (- n 1)))) (b 4)",
    "(defproc a (n) (if (= n 0) (first 5) (b (- n 1)))) (defproc b (n) (if (= n 0) (rest 6) (a (- n 1)))) (b 'x)",
    "(defproc a (n k) (if (= n 0) k (b (- n 1) (+ k 1)))) (defproc b (n k) (if (= n 0) k (a (- n 1) (+ k 'y))))
     (b 5 0)",
    "(defproc a (n) (if (= n 0) 'a (b (- n 1)))) (defproc b (n) (if (= n 0) 'b (a n n))) (b 5)",
    "(defproc a (n) (b n n)) (defproc b (n) (if (= n 0) 'b (a (- n 1)))) (b 5)",
    // One of them means something else while the other runs.
    "(defproc a (n) (if (= n 0) 'a (b (- n 1))))
     (defproc b (n) (when (= n 3) (setq a (lambda (n) (list 'new n)))) (if (= n 0) 'b (a (- n 1)))) (b 9)",
    "(defproc a (n) (if (= n 0) 'a (b (- n 1))))
     (defproc b (n) (when (= n 3) (setq b (lambda (n) (list 'new n)))) (if (= n 0) 'b (a (- n 1)))) (b 9)",
    "(defproc a (n) (if (= n 0) 'a (b (- n 1)))) (defproc b (n) (if (= n 0) 'b (a (- n 1))))
     (list (b 3) (progn (setq a list) (b 3)) (progn (setq b list) (b 3)))",
    "(defproc a (n) (if (= n 0) 'a (b (- n 1)))) (defproc b (n) (if (= n 0) 'b (a (- n 1)))) (setq a first) (b 3)",
    // Small functions that call others, in tail position and elsewhere.
    "(defproc one (x) (two x x)) (defproc two (x y) (three x y 3)) (defproc three (x y z) (list x y z))
     (defproc go (x) (one x)) (list (go 1) (let ((y (go 2))) y))",
    "(defproc back (l) (reverse l)) (defproc go (l) (back l)) (list (go '(1 2)) (go '(3)))",
    "(defproc back (l) (reverse l)) (defproc go (l) (back l)) (go 5)",
    "(defproc back (l) (reverse l)) (defproc go (l) (list (back l))) (go 5)",
    "(defproc twice (f x) (f (f x))) (defproc go (x) (twice (lambda (y) (+ y 1)) x)) (go 1)",
    "(defproc twice (f x) (list (f (f x)))) (defproc go (x) (list (twice (lambda (y) (+ y 1)) x))) (go 1)",
    "(defproc twice (f x) (list (f (f x)))) (defproc go (x) (list (twice (lambda (y) (+ y 1)) x))) (go 'x)",
    "(defproc long (l) (let ((n 0)) (dolist (x l n) (setq n (+ n 1))))) (defproc size (l) (+ 1 (long l)))
     (defproc two (l) (+ (size l) (size (rest l)))) (list (two '(1 2 3)) (two '(4)))",
    "(defproc long (l) (let ((n 0)) (dolist (x l n) (setq n (+ n 1))))) (defproc size (l) (+ 1 (long l)))
     (defproc two (l) (+ (size l) (size (rest l)))) (two '(1 . 2))",
    // Copies in copies: the inner function is defined last.
    "(defproc both (x) (list (square x) (square 2))) (defproc square (x) (* x x)) (defproc all (x) (list (both x)))
     (list (all 3) (progn (setq square list) (all 3)) (progn (setq both first) (all '(7))))",
    "(defproc both (x) (list (square 2) (square x))) (defproc square (x) (* x x)) (defproc all (x) (list (both x)))
     (all 'x)",
    "(defproc both (x) (list (square x) (square x x))) (defproc square (x) (* x x)) (defproc all (x) (list (both x)))
     (all 3)",
    "(defproc up (n) (+ 1 (down n))) (defproc down (n) (if (= n 0) 0 (+ 1 (up (- n 1))))) (list (up 9) (down 9))",
    "(defproc up (n) (+ 1 (down n))) (defproc down (n) (if (= n 0) 'x (+ 1 (up (- n 1))))) (down 2)",
];

fn engine(inspected: bool, limits: Limits) -> Engine {
    crate::host::builder().host(ClosedHost::new()).inspected(inspected).limits(limits).build()
}

/// The value or the error of a program with its backtrace, and the ticks.
fn outcome(program: &str, inspected: bool, limits: Limits) -> (String, u64) {
    let mut engine = engine(inspected, limits);
    let result = engine.eval::<Value>(program);
    (result.map_or_else(|e| e.to_string(), |value| format!("{value:?}")), engine.usage().ticks)
}

#[test]
fn copies_give_the_values_errors_and_ticks() {
    let limits = Limits { depth: Some(500), ..Limits::default() };
    for program in PROGRAMS {
        let (plain, copied) = (outcome(program, true, limits.clone()), outcome(program, false, limits.clone()));
        assert_eq!(copied.0, plain.0, "{program}");
        // The limit on depth counts the frames on the stack now and then, for ticks.
        if !plain.0.contains("depth limit") {
            assert_eq!(copied.1, plain.1, "{program}");
        }
    }
}

#[test]
fn copies_end_where_ticks_are_used_up() {
    for program in &PROGRAMS[..10] {
        let all = outcome(program, true, Limits::default()).1;
        for ticks in (1..all).step_by(7) {
            let limits = Limits { ticks: Some(ticks), ..Limits::default() };
            let [plain, copied] = [true, false].map(|inspected| outcome(program, inspected, limits.clone()));
            assert_eq!(plain.0.contains("used up its ticks"), copied.0.contains("used up its ticks"), "{program}");
        }
    }
}

#[test]
fn copies_count_for_the_limit_on_depth() {
    let deepest = |inspected: bool, depth: usize, program: &str| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut engine = engine(inspected, limits);
        engine.eval::<()>(program).unwrap();
        (1..).find(|n| engine.eval::<i64>(&format!("(down {n})")).is_err())
    };
    for program in [
        "(defproc down (n) (if (= n 0) 0 (+ 1 (down (- n 1)))))",
        // Copies of each in the other.
        "(defproc down (n) (if (= n 0) 0 (+ 1 (further n)))) (defproc further (n) (+ 0 (down (- n 1))))",
        "(defproc further (n) (down (- n 1))) (defproc down (n) (if (= n 0) 0 (+ 1 (further n))))",
        // Its frames are on the heap, too.
        "(defproc down (n) (if (= n 0) (call/cc (lambda (c) (setq k c) 0)) (+ 1 (down (- n 1)))))",
    ] {
        for depth in [5, 6, 20, 21, 60] {
            let (plain, copied) = (deepest(true, depth, program).unwrap(), deepest(false, depth, program).unwrap());
            // Copies need no room, so nobody looks at the limit before they call: three are within each other at most.
            assert!((plain..=plain + 3).contains(&copied), "{depth}: {copied} instead of {plain}");
        }
    }
}

#[test]
fn an_endless_loop_by_copies_uses_up_its_ticks() {
    for program in [
        "(defproc b (n m) (if (= n 0) (c 1 m) n)) (defproc d (n m) (if (= n 0) (c 1 m) n))
         (defproc c (n m) (if (= m 0) (b (- n 1) 1) (d (- n 1) 0))) (c 1 0)",
        "(defproc a (n) (b n)) (defproc b (n) (a n)) (b 1)",
        "(defproc a (n) (if (= n 0) (b 1) (b 0))) (defproc b (n) (if (= n 0) (a 0) (a 1))) (b 1)",
    ] {
        let limits = Limits { ticks: Some(10_000), ..Limits::default() };
        assert!(outcome(program, false, limits).0.contains("used up its ticks"), "{program}");
    }
}

/// Callers come and go, and others take their places.
#[test]
fn a_redefinition_reaches_the_callers_there_are() {
    let mut engine = engine(false, Limits::default());
    engine.run("(defproc one (x) (list 0 x)) (defproc ask (x) (one x))").unwrap();
    for i in 1..60 {
        for caller in 0..20 {
            engine.run(&format!("(defproc ask-{caller} (x) (list {i} (one x)))")).unwrap();
        }
        // In a copy of the engine the name means something else, and here what it meant before.
        let mut other = engine.snapshot().unwrap().engine();
        other.run("(defproc one (x) (list 'other x))").unwrap();
        let there = format!("(equal? (list (ask 5) (ask-7 6)) '((other 5) ({i} (other 6))))");
        assert!(other.eval::<bool>(&there).unwrap());
        let here = format!("(equal? (list (ask 5) (ask-7 6)) '(({} 5) ({i} ({} 6))))", i - 1, i - 1);
        assert!(engine.eval::<bool>(&here).unwrap());
        engine.run(&format!("(collect-garbage) (defproc one (x) (list {i} x))")).unwrap();
    }
}
