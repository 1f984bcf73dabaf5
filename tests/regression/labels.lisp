;;;; functions that call one another in tail position are one loop
; found: 2026-11-27, by the programs of the gate: functions with several callers each cost a call
(defproc machine (n)
  (letrec ((a (lambda (k acc) (if (= k 0) (list 'a acc) (if (even? k) (b (- k 1) (+ acc 1)) (c (- k 1) acc)))))
           (b (lambda (k acc) (cond ((= k 0) (list 'b acc)) ((> acc 5) (c (- k 1) 0)) (t (a (- k 1) acc)))))
           (c (lambda (k acc) (if (= k 0) (list 'c acc) (a (- k 1) (+ acc 2))))))
    (cond ((< n 10) (a n 0)) ((< n 20) (b n 0)) (t (c n 0)))))
(map-with machine '(0 7 8 15 21 100 1001))           ;=> ((a 0) (c 6) (a 4) (c 2) (c 12) (c 100) (c 992))
; The machine keeps one frame for them, so their number has no limit.
(first (machine 100000))                             ;=> c
(string-contains? (with-output-to-string (disassemble machine)) "Known")  ;=> nil

;;;; a label's value is that of the form around it
; found: 2026-11-27, by a review of the compiler
(defproc middle (n)
  (list (letrec ((f (lambda (k) (if (= k 0) 'f (g (- k 1))))) (g (lambda (k) (if (= k 0) 'g (if (odd? k) (f (- k 1)) (g (- k 2)))))))
          (f n))
        n))
(list (middle 0) (middle 1) (middle 5) (middle 8))   ;=> ((f 0) (g 1) (g 5) (f 8))
(defproc both (n)
  (+ 1 (letrec ((f (lambda (k) (if (< k 1) 10 (f (- k 1)))))) (if (> n 3) (f 3) (f n)))))
(list (both 2) (both 9))                             ;=> (11 11)
(defproc test (n)
  (letrec ((f (lambda (k) (if (= k 0) t (g (- k 1))))) (g (lambda (k) (if (= k 0) nil (f (- k 1))))))
    (if (if (> n 3) (f n) (g n)) 'yes 'no)))
(map-with test '(0 1 2 3 4 5))                       ;=> (no yes no yes yes no)

;;;; closures of each iteration have its variables
; found: 2026-11-27, by a review of the compiler: labels share registers
(defproc kept (n)
  (let ((all nil))
    (letrec ((f (lambda (i x) (if (= i 0) all (progn (push! (lambda () (list i x)) all) (if (odd? i) (g x (- i 1)) (f (- i 1) x))))))
             (g (lambda (y j) (push! (lambda () (setq y (+ y 1)) y) all) (if (> j 2) (g (+ y 10) (- j 1)) (f j y)))))
      (if (> n 4) (f n 100) (g 200 n)))))
(map-with (lambda (f) (f)) (kept 5))                 ;=> (121 (1 120) (2 120) 121 111 101 (5 100))
(map-with (lambda (f) (f)) (append (kept 2) (kept 2)))  ;=> (201 (1 200) (2 200) 201 201 (1 200) (2 200) 201)

;;;; a continuation in a label comes back
; found: 2026-11-27, by a review of the compiler
(defproc again (n)
  (let ((k nil) (count 0))
    (letrec ((f (lambda (i acc) (if (= i 0) (h acc) (g (- i 1) (cons (call/cc (lambda (c) (if (= i 2) (setq k c)) i)) acc)))))
             (g (lambda (i acc) (if (= i 0) (h acc) (f (- i 1) acc))))
             (h (lambda (acc) (setq count (+ count 1)) (if (< count 3) (k (* 10 count)) (list count acc)))))
      (if (> n 0) (f n nil) (g n nil)))))
(again 4)                                            ;=> (3 (20 4))

;;;; a function that another value of the letrec calls first
; found: 2026-11-27, by a review of the compiler
(defproc early (n)
  (letrec ((f (lambda (k) (if (= k 0) 'end (g (- k 1))))) (g (lambda (k) (f k))) (x (f n))) (list x (f n))))
(early 3)                                            ;=> (end end)

;;;; counters that come last change no result
; found: 2026-11-27, by a review of the compiler: a counter was computed before the other values of an iteration
(defproc squares (n) (let loop ((i 0) (l nil)) (if (< i n) (loop (+ i 1) (cons (* i i) l)) l)))
(squares 4)                                          ;=> (9 4 1 0)
(let loop ((i 0) (j 10) (l nil)) (if (or (>= i j) (= i 99)) l (loop (+ i 1) (- j 1) (cons (list i j) l))))
;=> ((4 6) (3 7) (2 8) (1 9) (0 10))
(defproc same (i l) (if (> i 3) l (same (+ i 1) (cons (lambda () i) l))))
(map-with (lambda (f) (f)) (same 0 nil))             ;=> (3 2 1 0)
(defproc order (i x) (if (= i 'a) x (order (+ i 1) (car x))))
(order 'b 5)                                         ;!! wrong-type +: argument 1 must be a number, got b
