;;;; a cond of thousands of clauses compiles
; found: 2026-11-20, fuzzing: the native stack overflowed
; not under: stress: it would take long with so much code
; Each clause was one level of native recursion in code generation.
(setq f (eval (list 'lambda '(x) (cons 'cond (map-with (lambda (i) (list (list '= 'x i) i)) (iota 3000))))))
(f 2999)   ;=> 2999
(f 3000)   ;=> nil
(setq g (eval (list 'lambda '(x) (cons 'case (cons 'x (map-with (lambda (i) (list i (* 2 i))) (iota 3000)))))))
(g 2999)   ;=> 5998

;;;; a macro that evaluates itself ends
; found: 2026-11-20, fuzzing
; Each evaluation inside another began to count the nesting from 0 again.
(defmacro m () (eval '(m)))
(m)                                   ;!! too-complex
(defmacro n () '(n))
(n)                                   ;!! too-complex
(defmacro o (x) `(o (+ 1 ,x)))
(o 1)                                 ;!! too-complex
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval '(m)))  ;=> too-complex
(+ 1 2)                               ;=> 3

;;;; a sum may have many arguments
; found: 2026-11-20, fuzzing
(eval (cons '+ (iota 1000)))                                     ;=> 499500
(eval (cons '- (iota 300)))                                      ;=> -44850
(eval (cons '< (iota 1000)))                                     ;=> t
(let ((x 2)) (eval (cons '* (append (iota 0) (map-with (lambda (i) 2) (iota 200))))))
;=> 1606938044258990275541962092341162602522202993782792835301376

;;;; a template may be long
; found: 2026-11-20, fuzzing
; Each element took two registers.
(let ((x 1)) (length (eval (list 'quasi-quote (append (iota 1000) '((unquote (+ 1 1))))))))  ;=> 1001
(last (eval (list 'quasi-quote (append (iota 1000) '((unquote (+ 1 1)))))))                  ;=> 2
(let ((l '(x y)) (n 5)) `(1 2 3 4 5 6 7 8 9 10 ,n ,@l ,n 1 2 3 4 5 6 7 8 9 ,@l . ,n))
;=> (1 2 3 4 5 6 7 8 9 10 5 x y 5 1 2 3 4 5 6 7 8 9 x y . 5)
(let ((l '(x y))) `(,@l ,@l))    ;=> (x y x y)
(let ((l '(x y))) `(1 ,@l 2))    ;=> (1 x y 2)

;;;; apply takes a hundred thousand arguments
; found: 2026-11-20, fuzzing
; not under: stress: it would take minutes with so much data
(apply + (iota 100000))                                 ;=> 4999950000
(apply (lambda more (length more)) (iota 100000))       ;=> 100000
(apply (lambda (a &optional b &rest more) (list a b (length more))) (iota 100000))  ;=> (0 1 99998)
(apply list (iota 3))                                   ;=> (0 1 2)
(apply (lambda (a) a) (iota 100000))                    ;!! argument-count
(apply (lambda (&key a) a) (iota 100000))               ;!! argument-count
(length (apply append (map-with list (iota 100000))))   ;=> 100000

;;;; many catches inside each other
; found: 2026-11-20, fuzzing
; limits: memory=8M ticks=100000000
; not under: ticks stress
(defproc f (n) (if (= n 0) (throw 'out 'thrown) (catch n (f (- n 1)))))
(catch 'out (f 5000))                                                        ;=> thrown
(defproc g (n) (if (= n 0) (throw 'out 'thrown) (unwind-protect (g (- n 1)) n)))
(catch 'out (g 5000))                                                        ;=> thrown
(defproc h (n) (catch n (h (+ n 1))))
(h 0)                                                                          ;!! out-of-memory

;;;; nested cleanups compile once
; found: 2026-11-20, a reader of the core's code: code doubled with each level
; limits: memory=16M
(let ((x 2)) (dotimes (i 30) (setq x (list 'unwind-protect 1 x))) (eval x))  ;=> 1

;;;; tests of aand are no native recursion
; found: 2026-11-20, fuzzing
(eval (cons 'aand (append (iota 20) '(it))))     ;=> 19
(eval (cons 'aand (iota 100000)))                 ;!! too-complex
(+ 1 2)                                           ;=> 3

;;;; huge results are refused before they exist
; found: 2026-11-20, fuzzing
; limits: memory=16M bits=100000 ticks=9000000000000000000
; not under: ticks
(make-array '(1000000 1000000 1000000))          ;!! out-of-memory
(make-array '(4294967296 4294967296))            ;!! out-of-memory
(iota 1000000000)                                ;!! out-of-memory
(make-string 1000000000000)                      ;!! out-of-memory
(string-repeat "abc" 100000000000000000)         ;!! out-of-memory
(expt 3 1000000000)                              ;!! integer-too-large
(expt 1/3 1000000000)                            ;!! integer-too-large
(arithmetic-shift 1 1000000000000)               ;!! integer-too-large
(string-pad-left "x" 1000000000000)              ;!! out-of-memory
(format nil "~1000000000a" 1)                    ;!! out-of-memory
(format nil "~1000000000%")                      ;!! out-of-memory
(let ((n 3)) (while t (setq n (* n n))))         ;!! integer-too-large
(let ((s "x")) (while t (setq s (string-append s s))))  ;!! out-of-memory
