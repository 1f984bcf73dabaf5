;;;; code that has run is collected
; found: 2026-11-20, fuzzing
; limits: memory=6M ticks=100000000
; not under: ticks stress
(dotimes (i 50000) (eval (list 'lambda '(x) (list '+ 'x i))))                  ;=> nil
(dotimes (i 50000) (eval (list '+ 1 2)))                                       ;=> nil

;;;; garbage of one kind makes room for another
; found: 2026-11-20, fuzzing
; limits: memory=6M ticks=100000000
; not under: ticks stress
(dotimes (i 20) (iota 75000))                                                 ;=> nil
(dotimes (i 20) (make-string 1000000 #\x))                                    ;=> nil
(dotimes (i 20) (iota 75000))                                                 ;=> nil
(defproc deep (n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))
(deep 50000)                                                                   ;=> 50000
(dotimes (i 10) (make-string 1000000 #\x))                                     ;=> nil
(string-length (make-string 1000000 #\x))                                      ;=> 1000000

;;;; methods added in a loop are collected
; found: 2026-11-20, fuzzing
; limits: memory=4M ticks=10000000
; not under: ticks stress
(dotimes (i 20000) (defmethod g ((a string)) t a) (defmethod g ((a fixnum)) t a))  ;=> nil
(g 1)                                                                              ;=> 1

;;;; symbols count against the memory limit
; found: 2026-11-20, fuzzing
; limits: memory=4M ticks=10000000
; not under: ticks stress
(while t (gensym))                                                   ;!! out-of-memory

;;;; data with shared parts is metered
; found: 2026-11-20, a reader of the core's code
; limits: memory=64M ticks=100000000
(let ((x '(car nil))) (dotimes (i 25) (setq x (list 'list x x))) (eval x))  ;!! out-of-memory

;;;; recursion is counted again each time
; found: 2026-11-20, the corpus of the language, as it was written
; limits: depth=100
(defproc f (n) (+ 1 (f n)))
(defproc g (n) (if (= n 0) 0 (+ 1 (g (- n 1)))))
(f 1)                                                ;!! too-deep
(g 90)                                               ;=> 90
(f 1)                                                ;!! too-deep
(map-with g '(80 90 50))                             ;=> (80 90 50)
(defproc wide (a b c d e f) (+ a (g b) (g c)))
(wide 1 80 80 4 5 6)                                 ;=> 161

;;;; the depth limit counts calls
; found: 2026-11-20, fuzzing
; limits: depth=100
(defproc f (n) (if (= n 0) 0 (+ 1 (f (- n 1)))))
(f 90)      ;=> 90
(f 1000)    ;!! too-deep
(f 90)      ;=> 90
(catch nil (f 1000))   ;!! too-deep

;;;; a rest list makes room by a collection
; found: 2026-11-27, by reading calls: apply raised out-of-memory where garbage had the room
; limits: memory=18M ticks=100000000
; not under: ticks stress
(defproc count (&rest l) (length l))
(defproc count-others (x &optional y &rest l) (length l))
(setq l (iota 200000))
(dotimes (i 30) (apply count l))                                              ;=> nil
(dotimes (i 30) (apply count-others l))                                       ;=> nil
(apply count-others l)                                                        ;=> 199998

;;;; loops that make nothing but numbers are collected
; found: 2026-11-27, by hand: a loop of products ran out of memory, with nothing but garbage in it
; limits: memory=4M ticks=100000000
; not under: ticks stress
(setq x nil)   ;=> nil
(setq big (expt 7 200))
(dotimes (i 100000) (setq x (* big i)))   ;=> nil
(defproc factorial (n) (if (= n 0) 1 (* n (factorial (- n 1)))))
(dotimes (i 200) (setq x (modulo (factorial 200) 1000003)))   ;=> nil
(setq huge (expt 7 1000000))
(dotimes (i 5) (setq x (* huge i)) (setq x (+ huge i)) (setq x (- huge i)) (setq x (* huge i)) (setq x (+ huge i)) (setq x (- huge i)) (setq x (* huge i)) (setq x (+ huge i)) (setq x (- huge i)) (setq x (* huge i)) (setq x (+ huge i)) (setq x (- huge i)) (setq x (* huge i)) (setq x (+ huge i)))   ;=> nil
(setq kept nil)
(dotimes (i 100) (push! (* huge (+ i 1)) kept))   ;!! out-of-memory
(< 5 (length kept) 12)   ;=> t

;;;; a generator that has ended keeps none before it
; found: 2026-11-28, a profile of generators: the collector took a third of the time
; limits: memory=6M ticks=100000000
; not under: ticks stress
(require 'scheme)
(define (make-generator walk)
  (define return #f)
  (define resume #f)
  (define (yield x) (call/cc (lambda (k) (set! resume k) (return x))))
  (lambda ()
    (call/cc (lambda (k)
      (set! return k)
      (if resume (resume #t) (begin (walk yield) (return 'done)))))))
(define (sum n)
  (let ((next (make-generator (lambda (yield) (let loop ((i 0)) (if (< i n) (begin (yield i) (loop (+ i 1)))))))))
    (let loop ((sum 0)) (let ((x (next))) (if (eq? x 'done) sum (loop (+ sum x)))))))
(define (repeat n) (if (= n 1) (sum 3) (begin (sum 3) (repeat (- n 1)))))
(repeat 20000)                                                                ;=> 3
(define (id x) x)
(define (repeat n) (if (= n 0) n (begin (+ 1 (id (+ 1 (id (sum 2))))) (repeat (- n 1)))))
(repeat 20000)                                                                ;=> 0
