;;;; a lazy stream of primes
(defmacro lazy (first rest) (list 'cons first (list 'lambda nil rest)))
(defproc take-stream (n s) (if (= n 0) nil (cons (first s) (take-stream (- n 1) ((rest s))))))
(defproc from (n) (lazy n (from (+ n 1))))
(defproc sieve (s)
  (let ((p (first s)))
    (lazy p (sieve (keep p ((rest s)))))))
(defproc keep (p s) (if (= 0 (modulo (first s) p)) (keep p ((rest s))) (lazy (first s) (keep p ((rest s))))))
(take-stream 8 (sieve (from 2)))                     ;=> (2 3 5 7 11 13 17 19)

;;;; an interpreter in the language
(defproc evaluate (e env)
  (cond ((number? e) e)
        ((symbol? e) (second (assoc e env)))
        ((= (first e) 'fn) (lambda (x) (evaluate (third e) (cons (list (first (second e)) x) env))))
        ((= (first e) 'add) (+ (evaluate (second e) env) (evaluate (third e) env)))
        (t ((evaluate (first e) env) (evaluate (second e) env)))))
(evaluate '((fn (x) (add x 1)) 41) nil)                      ;=> 42
(evaluate '(((fn (x) (fn (y) (add x y))) 3) 4) nil)          ;=> 7
(evaluate '((fn (f) (f (f 1))) (fn (x) (add x x))) nil)      ;=> 4

;;;; an object as a closure over a table
(defproc make-account (owner)
  (let ((state (list->table (list (list 'owner owner) (list 'balance 0)))))
    (lambda (message &rest args)
      (case message
        (deposit (table-set! state 'balance (+ (table-ref state 'balance) (first args))) (table-ref state 'balance))
        (balance (table-ref state 'balance))
        (owner (table-ref state 'owner))
        (t (error "unknown message" message))))))
(setq a (make-account 'ada))
(a 'deposit 10)                                      ;=> 10
(a 'deposit 5)                                       ;=> 15
(list (a 'owner) (a 'balance))                       ;=> (ada 15)
(a 'close)                                           ;!! user-error unknown message

;;;; eight queens by throwing
(defproc safe? (row placed)
  (let loop ((l placed) (d 1))
    (cond ((null? l) t)
          ((or (= row (first l)) (= d (abs (- row (first l))))) nil)
          (t (loop (rest l) (+ d 1))))))
(defproc place (k n placed)
  (if (= k 0)
    (throw 'solution (reverse placed))
    (dotimes (row n)
      (when (safe? row placed) (place (- k 1) n (cons row placed))))))
(catch 'solution (place 6 6 nil))        ;=> (1 3 5 0 2 4)
(catch 'solution (place 3 3 nil) 'none)  ;=> none

;;;; guards dispatch plus on numbers and strings
(defmethod plus (x y) (and (number? x) (number? y)) (+ x y))
(defmethod plus (x y) (and (string? x) (string? y)) (concatenate x y))
(defmethod plus (x y) (and (list? x) (list? y)) (append x y))
(plus 1/2 1/3)                           ;=> 5/6
(plus "Ein" "stein")                     ;=> "Einstein"
(plus '(1) '(2 3))                       ;=> (1 2 3)
(catch-and-apply 'error (lambda (tag c) (list tag (condition-code c))) (plus 1 "a"))  ;=> (error no-applicable-method)

;;;; memoized fibonacci
(setq memo (make-table))
(defproc fib (n)
  (aif (table-ref memo n)
    it
    (let ((v (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))
      (table-set! memo n v)
      v)))
(fib 100)                                            ;=> 354224848179261915075
(table-count memo)                                   ;=> 101

;;;; pi from a loop of ratios
; Each turn is exact: the sum of a rational series (Bailey, Borwein and Plouffe).
(defproc pi-ratio (turns)
  (let ((sum 0))
    (dotimes (k turns sum)
      (setq sum (+ sum (* (/ 1 (expt 16 k))
                          (- (/ 4 (+ (* 8 k) 1)) (/ 2 (+ (* 8 k) 4)) (/ 1 (+ (* 8 k) 5)) (/ 1 (+ (* 8 k) 6)))))))))
(pi-ratio 1)                             ;=> 47/15
(floor (* (pi-ratio 20) (expt 10 20)))   ;=> 314159265358979323846
(ratio? (pi-ratio 20))                   ;=> t

;;;; pi to 512 digits
; not under: stress: long integers
; The sum of Machin's formula with exact integers.
(defproc arctan-inverse (x unit)
  (let loop ((term (floor (/ unit x))) (n 1) (sign 1) (sum 0))
    (if (= term 0)
      sum
      (loop (floor (/ term (* x x))) (+ n 2) (- sign) (+ sum (* sign (floor (/ term n))))))))
(defproc pi-digits (digits)
  (let ((unit (expt 10 (+ digits 10))))
    (floor (/ (* 4 (- (* 4 (arctan-inverse 5 unit)) (arctan-inverse 239 unit))) (expt 10 10)))))
(pi-digits 30)                           ;=> 3141592653589793238462643383279
(setq digits (number->string (pi-digits 511)))
(string-length digits)                   ;=> 512
(substring digits 502)                   ;=> "8336733624"

;;;; symbolic differentiation
(defmethod d ((e number) x) t 0)
(defmethod d ((e symbol) x) t (if (= e x) 1 0))
(defmethod d ((e list) x) (= (first e) '+) (list '+ (d (second e) x) (d (third e) x)))
(defmethod d ((e list) x) (= (first e) '*)
  (list '+ (list '* (second e) (d (third e) x)) (list '* (d (second e) x) (third e))))
(d '(+ x 3) 'x)                          ;=> (+ 1 0)
(d '(* x x) 'x)                          ;=> (+ (* x 1) (* 1 x))
(d '(+ (* 2 x) y) 'x)                    ;=> (+ (+ (* 2 1) (* 0 x)) 0)
(d '(sin x) 'x)                          ;!! no-applicable-method

;;;; the best approximation of pi
(approximate 3.14159265359 1e-5)         ;=> 355/113
(approximate 3.14159265359 1e-2)         ;=> 22/7
(approximate 0.333333 1e-3)              ;=> 1/3
(approximate 2.5 1e-9)                   ;=> 5/2

;;;; the documented style of macros
; Macros of the dialect splice operators, macros and functions themselves.
(defmacro begin body (cons progn body))
(begin 1 2 3)                            ;=> 3
(defmacro define-shortcut (x expansion) (list setq x (list mlambda 'args (list cons (list quote expansion) 'args))))
(define-shortcut add +)
(add 1 2 3)                              ;=> 6
(defmacro when-let args (list aif (first args) (cons progn (rest args)) nil))
(when-let (assoc 'b '((a 1) (b 2))) (print 'found) (second it))  ;=> 2
;>> found
(defmacro each-squared (l) (list map-with (lambda (x) (* x x)) l))
(each-squared '(1 2 3))                  ;=> (1 4 9)

;;;; the towers of hanoi
(defproc hanoi (n from to via)
  (if (= n 0)
    nil
    (append (hanoi (- n 1) from via to) (list (list from to)) (hanoi (- n 1) via to from))))
(hanoi 2 'a 'c 'b)                       ;=> ((a b) (a c) (b c))
(length (hanoi 8 'a 'c 'b))              ;=> 255
(defproc print-hanoi (n from to via)
  (when (> n 0)
    (print-hanoi (- n 1) from via to)
    (format t "~a -> ~a~%" from to)
    (print-hanoi (- n 1) via to from)))
(print-hanoi 2 'a 'c 'b)                 ;=> nil
;>> a -> b
;>> a -> c
;>> b -> c
