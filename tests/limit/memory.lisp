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

;;;; results of builtins are charged in advance
; limits: memory=8M ticks=5000000
(make-array 1000000000)                                                         ;!! out-of-memory
(make-array '(100000 100000) 0)                                                 ;!! out-of-memory
(make-array '(4294967296 4294967296 4294967296))                                ;!! out-of-memory
(make-array '(9223372036854775807))                                             ;!! wrong-type
(let ((l (iota 1000))) (while t (setq l (append l l))))                         ;!! out-of-memory
(iota 1000000000)                                                               ;!! out-of-memory
(string-repeat "abc" 1000000000)                                                ;!! out-of-ticks
(string-repeat "abc" 9223372036854775807)                                       ;!! wrong-type
(make-string 1000000000 #\a)                                                    ;!! out-of-ticks
(string-pad-left "a" 1000000000)                                                ;!! out-of-ticks
(string-pad-right "a" 9223372036854775807)                                      ;!! wrong-type
(let ((s "ab")) (while t (setq s (string-append s s))))                         ;!! out-of-memory
(let ((s "ab")) (while t (setq s (concatenate s s))))                           ;!! out-of-memory
(let ((s "ab")) (while t (setq s (string-replace s "a" "aaa"))))                ;!! out-of-memory
(let ((l (list #\a))) (set-cdr! l l) (list->string l))                          ;!! wrong-type
(let ((l (list 1))) (set-cdr! l l) (list-copy l))                               ;!! out-of-memory
(let ((l (list 1))) (set-cdr! l l) (apply list l))                              ;!! wrong-type
(let ((l (list 1))) (set-cdr! l l) (append l '(1)))                             ;!! out-of-memory
(let ((l (list 1))) (set-cdr! l l) (reverse l))                                 ;!! out-of-memory
(let ((l (list 1))) (set-cdr! l l) (list->array l))                             ;!! wrong-type
(let ((l (list 1))) (set-cdr! l l) (map-with identity l))                       ;!! out-of-memory
(let ((l (list 1))) (set-cdr! l l) (format nil "~{~a~}" l))                     ;!! wrong-type
(let ((l (list "a"))) (set-cdr! l l) (string-join l ","))                       ;!! wrong-type
(let ((l (list 1))) (set-car! l l) (set-cdr! l l) (flatten l))                  ;!! out-of-memory
(format nil "~1000000000d" 5)                                                   ;!! out-of-ticks
(format nil "~1000000000t")                                                     ;!! out-of-ticks
(format nil "~1000000000%")                                                     ;!! out-of-ticks
(format nil "~,1000000000f" 1.5)                                                ;!! out-of-ticks
(let ((t1 (make-table)) (i 0)) (while t (table-set! t1 (setq i (+ i 1)) i)))    ;!! out-of-memory
(let ((l nil) (i 0)) (while t (setq l (cons (setq i (+ i 1)) l))))              ;!! out-of-memory
(let ((l nil)) (while t (setq l (cons (gensym) l))))                            ;!! out-of-memory
(let ((i 0)) (while t (string->symbol (number->string (setq i (+ i 1))))))      ;!! out-of-memory
(let ((l nil)) (while t (setq l (cons (lambda () l) l))))                       ;!! out-of-memory
(let ((l nil)) (while t (setq l (cons (make-array 10) l))))                     ;!! out-of-memory
(let ((l nil)) (while t (setq l (cons (call/cc identity) l))))                  ;!! out-of-memory
(let ((l nil)) (while t (setq l (cons (eval '(lambda (x) (list x x))) l))))     ;!! out-of-memory
(defproc f (n) (cons n (f (+ n 1)))) (f 0)                                      ;!! out-of-memory
(defproc f (n) (catch n (f (+ n 1)) 1)) (f 0)                                   ;!! out-of-memory
(defproc f (n) (unwind-protect (f (+ n 1)) 1)) (f 0)                            ;!! out-of-memory
(defproc f (n) (catch-and-apply 'error list (+ 1 (f (+ n 1))))) (f 0)           ;!! out-of-memory
(let ((x 3)) (while t (setq x (* x x))))                                        ;!! out-of-memory
(expt 3 (expt 10 12))                                                           ;!! integer-too-large
(expt 7/3 1000000000)                                                           ;!! integer-too-large
(arithmetic-shift 1 1000000000)                                                 ;!! integer-too-large
(arithmetic-shift 1 (expt 2 70))                                                ;!! integer-too-large
(exact 1e308) (expt (exact 1e308) 1000000)                                      ;!! integer-too-large
(let ((l nil) (p nil)) (while t (setq l (list 1 l)) (format nil "~s" l)))       ;!! out-of-memory
(make-string 1152921504606846975)                                               ;!! out-of-ticks
(string-repeat "abc" 1152921504606846975)                                       ;!! out-of-ticks
(string-pad-left "abc" 1152921504606846975)                                     ;!! out-of-ticks
(string-pad-right "abc" 1152921504606846975 #\é)                                ;!! out-of-ticks
(string-repeat "" 1152921504606846975)                                          ;=> ""

;;;; garbage of any kind is collected
; limits: memory=8M
(let ((l nil)) (dotimes (i 1000000 (length l)) (setq l (if (= 0 (modulo i 1000)) nil (cons i l)))))                 ;=> 999
(let ((f nil)) (dotimes (i 500000 (f)) (setq f (let ((k i)) (lambda () (setq k (+ k 1)))))))                        ;=> 500000
(let ((s nil)) (dotimes (i 100000 s) (setq s (number->string i))))                                                  ;=> "99999"
(dotimes (i 100000) (let ((self nil) (data (list i i i))) (setq self (lambda () (list self data)))))                ;=> nil
(dotimes (i 100000) (letrec ((a (lambda () b)) (b (lambda () a))) (a)))                                             ;=> nil
(dotimes (i 100000) (let ((l (list i))) (set-cdr! l l)))                                                            ;=> nil
(dotimes (i 20000) (let ((a (make-array 3)) (h (make-table))) (aset a 0 a) (table-set! h 'self h) (aset a 1 h)))    ;=> nil
(dotimes (i 20000) (eval (list 'lambda '(x) (list '+ 'x i))))                                                       ;=> nil
(dotimes (i 20000) (eval (list 'defproc 'f '(x) (list '+ 'x i))))                                                   ;=> nil

;;;; a tail loop stays in place
; limits: memory=8M depth=10
(defproc count-down (n) (if (= n 0) 'done (count-down (- n 1))))
(count-down 5000000)             ;=> done

;;;; a power of too many bits is never made
(expt 2 100000000000000000000001)             ;!! integer-too-large
(expt 3 1000000000)                           ;!! integer-too-large
(expt 1/3 -1000000000000)                     ;!! integer-too-large
