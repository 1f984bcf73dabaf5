;;;; continuations count as memory
; limits: memory=4M
(defproc deep (n) (+ 1 (call/cc (lambda (k) (setq kept k) (deep (+ n 1))))))
(deep 0)                         ;!! out-of-memory
(defproc protected (n) (unwind-protect (call/cc (lambda (k) (setq kept k) (protected (+ n 1)))) n))
(protected 0)                    ;!! out-of-memory
(let ((l nil)) (while t (setq l (cons (call/cc (lambda (k) (setq kept k) k)) l))))   ;!! out-of-memory
(setq kept nil)                  ;=> nil
(+ 1 (call/cc (lambda (k) (setq kept k) (k 2))))   ;=> 3

;;;; copies of a store count as memory
; limits: ticks=100000000 memory=16M
(require 'constraints)
(setq s (make-store))
(setq xs (variables s 1000 0 9))
(let ((all nil)) (while t (push! (duplicate s) all)))              ;!! out-of-memory
(dotimes (i 2000) (duplicate s))                                   ;=> nil
(let ((other (make-store))) (while t (variables other 1000 0 9)))  ;!! out-of-memory
(while t (all-different! s xs 'bounds))                            ;!! out-of-memory

;;;; deep handlers count as memory
; limits: memory=4M
(defproc f (n) (catch n (+ 1 (f (+ n 1)))))
(f 0)                            ;!! out-of-memory
(defproc g (n) (unwind-protect (g (+ n 1)) n))
(g 0)                            ;!! out-of-memory
(catch 'x (throw 'x 5))          ;=> 5

;;;; symbols and code count as memory
; limits: memory=4M
(let ((i 0)) (while t (string->symbol (number->string (setq i (+ i 1))))))   ;!! out-of-memory
(+ 1 2)                          ;=> 3

;;;; memory of ports is counted
; limits: memory=4M
(setq p (open-output-string))
(while t (write-string "one hundred bytes or so, again and again and again, until there is no more room for any of them........" p))  ;!! out-of-memory
(setq p nil)
(+ 1 2)  ;=> 3

;;;; formats beyond the limits are refused
(format nil "~999999999999999999a" 1)                           ;!! out-of-ticks
(format nil "~999999999999999999,'0d" 1)                        ;!! out-of-ticks
(format nil "~,,999999999999999999a" 1)                         ;!! out-of-ticks
(format nil "~999999999999999999,9a" 1)                         ;!! out-of-ticks
(format nil "~9223372036854775807%" 1)                          ;!! out-of-ticks
(format nil "~9223372036854775807t" 1)                          ;!! out-of-ticks
(format nil "~9223372036854775807,9223372036854775807@t" 1)     ;!! out-of-ticks
(format nil "~,999999999999999999f" 0.5)                        ;!! out-of-ticks
(format nil "~,999999999999999999f" 1/3)                        ;!! integer-too-large
(format nil "~,0,999999999999999999f" 1)                        ;!! out-of-ticks
(format nil "~,9223372036854775807,9223372036854775807f" 1)     ;!! out-of-ticks

;;;; formats of Common Lisp beyond the limits are refused
(require 'common-lisp)
(format nil "~,999999999999999999e" 0.5)                        ;!! out-of-ticks
(format nil "~,999999999999999999e" 1/3)                        ;!! integer-too-large
(format nil "~9223372036854775807g" 0.5)                        ;!! out-of-ticks
(format nil "~9223372036854775807$" 0.5)                        ;!! out-of-ticks
(format nil "~,9223372036854775807$" 0.5)                       ;!! out-of-ticks
(format nil "~9223372036854775807<a~;b~>" 1)                    ;!! out-of-ticks
(format nil "~5,9223372036854775807,,'x<a~;bcdefgh~>" 1)        ;!! out-of-ticks

;;;; clauses that are constants count while they are compiled
; found: 2026-11-27, by the memory that a compiled case takes
; limits: memory=8M
(setq clauses (map-with (lambda (i) (list i i)) (iota 20000)))
(eval `(lambda (x) (case x ,@clauses)))              ;!! out-of-memory

;;;; functions of a macro share its expansion
; found: 2026-11-26, by a program of 64 kB that took 945 MB
; limits: memory=24M
(defmacro make-function () '(lambda (x) x))
(setq form (cons 'list (list-tabulate 4000 (lambda (i) '(make-function)))))
(length (eval form))                                                     ;=> 4000
(eval (list* 'defproc 'f '(l) (list-tabulate 2000 (lambda (i) '(let/cc k (k l))))))  ;=> f
