;;;; assigning the variable of dolist does not disturb the walk
(let ((l nil)) (dolist (x '(1 2 3) l) (setq x (* x x)) (setq l (cons x l))))  ;=> (9 4 1)
(let ((list '(1 2 3)) (n 0)) (dolist (x list) (setq list nil) (setq n (+ n 1))) n)  ;=> 3

;;;; assigning the variable of dotimes does not disturb the count
(let ((n 0)) (dotimes (i 3) (setq i 100) (setq n (+ n 1))) n)      ;=> 3
(let ((l nil)) (dotimes (i 3) (setq i (* i 10)) (setq l (cons i l))) l)  ;=> (20 10 0)
(dotimes (i 3 i) (setq i 50))                                      ;=> 3
(let ((n 4) (turns 0)) (dotimes (i n) (setq n 1) (setq turns (+ turns 1))) turns)  ;=> 4

;;;; do steps its variables in parallel
(do ((i 0 (+ i 1)) (s 0 (+ s i))) ((= i 4) s))             ;=> 6
(do ((a 0 b) (b 1 (+ a b)) (n 0 (+ n 1))) ((= n 10) a))    ;=> 55
(do ((l '(1 2 3) (rest l)) (r nil (cons (first l) r))) ((null? l) r))  ;=> (3 2 1)
(do ((x 5)) ((< x 0) 'end) (setq x (- x 1)))               ;=> end
(do ((i 0 (+ i 1))) ((= i 3)))                             ;=> nil
(let ((l nil)) (do ((i 0 (+ i 1))) ((= i 3) l 'x (reverse l)) (setq l (cons i l))))  ;=> (0 1 2)

;;;; dolist needs a proper list
(dolist (x 5) x)            ;!! wrong-type
(dolist (x '(1 . 2)) x)     ;!! wrong-type
(dolist (x "abc") x)        ;!! wrong-type
(let ((n 0)) (catch 'error (dolist (x '(1 2 . 3)) (setq n (+ n x)))) n)  ;=> 3

;;;; dolist visits each element
(let ((s 0)) (dolist (x '(1 2 3) s) (setq s (+ s x))))     ;=> 6
(dolist (x '(1 2 3)) x)                                    ;=> nil
(dolist (x nil 'empty) (car 5))                            ;=> empty
(dolist (x '(1 2) x))                                      ;=> nil
(let ((l nil)) (dolist (x '(a (b) nil)) (setq l (cons x l))) l)  ;=> (nil (b) a)

;;;; dotimes counts from zero
(let ((l nil)) (dotimes (i 4) (setq l (cons i l))) l)      ;=> (3 2 1 0)
(dotimes (i 3))                                            ;=> nil
(dotimes (i 3 'done) i)                                    ;=> done
(dotimes (i 0 'done) (car 5))                              ;=> done
(dotimes (i -5 i))                                         ;=> -5
(let ((n 0)) (dotimes (i 3) (setq n (+ n 1)) (setq n (* n 2))) n)  ;=> 14

;;;; dotimes needs an integer
(dotimes (i 'a) i)          ;!! wrong-type
(dotimes (i "3") i)         ;!! wrong-type
(dotimes (i nil) i)         ;!! wrong-type
(dotimes (5 3) 1)           ;!! syntax
(dotimes (i) 1)             ;!! syntax

;;;; each turn of do has fresh variables
(map-with (lambda (f) (f))
  (do ((i 0 (+ i 1)) (fs nil (cons (lambda () i) fs))) ((= i 3) fs)))   ;=> (2 1 0)

;;;; loops nest
(let ((l nil))
  (dotimes (i 2) (dolist (x '(a b)) (setq l (cons (list i x) l))))
  (reverse l))                                             ;=> ((0 a) (0 b) (1 a) (1 b))
(let ((n 0)) (dotimes (i 10) (dotimes (j i) (dotimes (k j) (setq n (+ n 1))))) n)  ;=> 120
(let ((i 'outer)) (dotimes (i 2) (dotimes (i 3))) i)       ;=> outer

;;;; return leaves the innermost loop
(dotimes (i 10 'end) (when (= i 3) (return i)))            ;=> 3
(dolist (x '(1 2 3)) (when (> x 1) (return (list 'found x))))  ;=> (found 2)
(while t (return))                                         ;=> nil
(let ((l nil)) (dotimes (i 3) (dotimes (j 3) (when (= j 1) (return)) (setq l (cons (list i j) l)))) l)  ;=> ((2 0) (1 0) (0 0))
(do ((i 0 (+ i 1))) (nil) (when (= i 7) (return i)))       ;=> 7
(return 1)                                                 ;!! syntax

;;;; the count is visible in the result of dotimes
(dotimes (i 5 i))                          ;=> 5
(dotimes (i 0 (list i i)))                 ;=> (0 0)
(let ((n 3)) (dotimes (i n (list i n)) (setq n 10)))  ;=> (3 10)
(dotimes (i (+ 1 2) (* i 10)))             ;=> 30

;;;; while evaluates its body as long as the test is true
(let ((i 0)) (while (< i 5) (setq i (+ i 1))) i)           ;=> 5
(while nil (car 5))                                        ;=> nil
(let ((l '(1 2 3)) (s 0)) (while l (setq s (+ s (first l))) (setq l (rest l))) s)  ;=> 6
(let ((i 0)) (while (progn (setq i (+ i 1)) (< i 10))) i)  ;=> 10

;;;; a loop through a generic function takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defmethod count-down (n) t (count-down (- n 1)))
(defmethod count-down (n) (= n 0) 'done)
(count-down 100000)     ;=> done
(defmethod walk ((n integer)) t (if (= n 0) 'done (walk (- n 1) 'other)))
(defmethod walk ((n integer) (s symbol)) t (walk n))
(walk 50000)            ;=> done

;;;; a loop through and or when unless takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-and (n) (and t (or (= n 0) (by-and (- n 1)))))
(by-and 100000)         ;=> t
(defproc by-when (n) (when t (if (= n 0) 'done (by-when (- n 1)))))
(by-when 100000)        ;=> done
(defproc by-unless (n) (unless nil (if (= n 0) 'done (by-unless (- n 1)))))
(by-unless 100000)      ;=> done

;;;; a loop through apply and funcall takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-apply (n) (if (= n 0) 'done (apply by-apply (list (- n 1)))))
(by-apply 100000)       ;=> done
(defproc by-funcall (n) (if (= n 0) 'done (funcall by-funcall (- n 1))))
(by-funcall 100000)     ;=> done
(defproc by-rest (n &rest more) (if (= n 0) more (apply by-rest (- n 1) more)))
(by-rest 50000 'a 'b)   ;=> (a b)

;;;; a loop through closures takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc loop-with (n k) (if (= n 0) (k 'done) (loop-with (- n 1) (lambda (x) (k x)))))
(loop-with 10 identity)   ;=> done
(let loop ((n 100000) (acc nil)) (if (= n 0) 'done ((lambda (m) (loop m (lambda () acc))) (- n 1))))  ;=> done
((alambda (n) (if (= n 0) 'done (self (- n 1)))) 100000)  ;=> done

;;;; a loop through if takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc count-down (n) (if (= n 0) 'done (count-down (- n 1))))
(count-down 100000)     ;=> done
(defproc even-steps (n) (if (= n 0) t (odd-steps (- n 1))))
(defproc odd-steps (n) (if (= n 0) nil (even-steps (- n 1))))
(even-steps 100000)     ;=> t

;;;; a loop through let and progn takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-let (n) (let ((m (- n 1))) (if (< m 0) 'done (by-let m))))
(by-let 100000)         ;=> done
(defproc by-progn (n) (progn n (let* ((m (- n 1)) (k m)) (letrec ((f (lambda () k))) (if (< (f) 0) 'done (by-progn k))))))
(by-progn 100000)       ;=> done
(defproc by-aif (n) (aif (> n 0) (by-aif (- n 1)) 'done))
(by-aif 100000)         ;=> done

;;;; a loop through the last clause of cond and case takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-cond (n) (cond ((< n 0) 'negative) ((= n 0) 'done) (t (by-cond (- n 1)))))
(by-cond 100000)        ;=> done
(defproc by-clause (n) (cond ((> n 0) 'more (by-clause (- n 1))) (t 'done)))
(by-clause 100000)      ;=> done
(defproc by-case (n) (case n (0 'done) (t (by-case (- n 1)))))
(by-case 100000)        ;=> done

;;;; continuation passing style runs in constant stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc sum-cps (n k) (if (= n 0) (k 0) (sum-cps (- n 1) (lambda (s) (k (+ s n))))))
(sum-cps 20000 identity)   ;=> 200010000

;;;; a loop that sums and counts takes numbers of every kind
(defproc sum (n s by) (dotimes (i n s) (setq s (+ s by))))
(defproc horner (n s by) (dotimes (i n s) (setq s (+ (* s by) i))))
(defproc sum-do (n s by) (do ((i 0 (+ i 1)) (s s (+ s by))) ((= i n) s)))
(defproc sum-steps (from to by s) (let loop ((i from) (s s)) (if (<= i to) (loop (+ i by) (+ s i)) s)))
(list (sum 3 0 2) (sum 3 0.5 2) (sum 3 1/2 1/2) (sum 3 0.5 0.5) (sum 3 (expt 2 59) (expt 2 59)))
;=> (6 6.5 2 2.0 2305843009213693952)
(list (horner 3 1 2) (horner 3 1 0.5) (horner 3 1/2 1/2) (horner 3 (expt 2 59) 4) (horner 3 1.0 0.5))
;=> (12 2.625 41/16 36893488147419103238 2.625)
(list (sum-do 3 0 2) (sum-do 3.0 0.5 2) (sum-do 3 0.5 1.5) (sum-do 0 7 1) (sum-do 1 7 1))
;=> (6 6.5 5.0 7 8)
(list (sum-steps 0 9 3 0) (sum-steps 0 1 1/2 0) (sum-steps 0.0 1 0.5 0) (sum-steps (expt 2 59) (expt 2 60) (expt 2 59) 0))
;=> (18 3/2 1.5 1729382256910270464)
(sum 3 0 'x)                                               ;!! wrong-type

;;;; an element of an element is read from arrays of every kind
(defproc entry (rows i j) (aref (aref rows i) j))
(setq rows (vector (vector 1 2) (vector 3 4) "ab" 5))
(list (entry rows 0 1) (entry rows 1 0))                   ;=> (2 3)
(entry rows 3 0)                                           ;!! wrong-type
(entry rows 4 0)                                           ;!! index-out-of-range
(entry rows 0 2)                                           ;!! index-out-of-range
