;;;; a counter keeps its state
(defproc make-counter () (let ((n 0)) (lambda () (setq n (+ n 1)))))
(setq a (make-counter))
(setq b (make-counter))
(list (a) (a) (a))    ;=> (1 2 3)
(b)                   ;=> 1
(a)                   ;=> 4

;;;; a parameter can be captured and assigned
(defproc accumulate (total) (lambda (x) (setq total (+ total x))))
(setq acc (accumulate 10))
(acc 5)                   ;=> 15
(acc 5)                   ;=> 20
((lambda (x) (let ((f (lambda () (setq x (* x 2))))) (f) (f) x)) 3)  ;=> 12
(defproc rest-capture (&rest l) (lambda () (setq l (rest l))))
(setq r (rest-capture 1 2 3))
(list (r) (r) (r))        ;=> ((2 3) (3) nil)

;;;; alambda calls itself as self
((alambda (n) (if (= n 0) 1 (* n (self (- n 1))))) 10)        ;=> 3628800
(map-with (alambda (n) (if (< n 2) n (+ (self (- n 1)) (self (- n 2))))) '(1 2 3 10))  ;=> (1 1 2 55)
((alambda (l) (if (pair? l) (+ (self (first l)) (self (rest l))) (if l 1 0))) '(1 (2 3) (4)))  ;=> 4
self                                                          ;!! unbound-variable

;;;; an assignment outside is seen inside and the other way round
(let ((n 1))
  (let ((get (lambda () n)) (put (lambda (v) (setq n v))))
    (setq n 2)
    (let ((seen (get)))
      (put 3)
      (list seen n))))      ;=> (2 3)
(let ((n 0))
  (let ((inc (lambda () (setq n (+ n 1)))))
    (inc) (inc)
    n))                     ;=> 2

;;;; church numerals count
(setq zero (lambda (f) (lambda (x) x)))
(defproc succ (n) (lambda (f) (lambda (x) (f ((n f) x)))))
(defproc add (m n) (lambda (f) (lambda (x) ((m f) ((n f) x)))))
(defproc mul (m n) (lambda (f) (m (n f))))
(defproc number (n) ((n (lambda (k) (+ k 1))) 0))
(setq three (succ (succ (succ zero))))
(number zero)                      ;=> 0
(number (add three three))         ;=> 6
(number (mul three (succ three)))  ;=> 12

;;;; closures nest through several functions
(((lambda (a) (lambda (b) (lambda () (list a b)))) 1) 2)  ;=> #<function>
((((lambda (a) (lambda (b) (lambda () (list a b)))) 1) 2))  ;=> (1 2)
(defproc compose (f g) (lambda (x) (f (g x))))
((compose (compose (lambda (x) (* 2 x)) (lambda (x) (+ x 1))) -) 3)  ;=> -4
(let ((n 0))
  (let ((f (lambda () (lambda () (setq n (+ n 1))))))
    ((f)) ((f))
    n))                                          ;=> 2

;;;; closures of one scope share its variables
(defproc make-account (balance)
  (list
    (lambda (amount) (setq balance (+ balance amount)))
    (lambda (amount) (setq balance (- balance amount)))
    (lambda () balance)))
(setq account (make-account 100))
((first account) 50)      ;=> 150
((second account) 30)     ;=> 120
((third account))         ;=> 120

;;;; each turn of a named let captures its own variables
(map-with (lambda (f) (f))
  (let loop ((i 0) (fs nil))
    (if (= i 3) fs (loop (+ i 1) (cons (lambda () i) fs)))))   ;=> (2 1 0)
(map-with (lambda (f) (f) (f))
  (let loop ((i 0) (fs nil))
    (if (= i 3) fs (loop (+ i 1) (cons (lambda () (setq i (+ i 100))) fs)))))  ;=> (202 201 200)

;;;; each turn of dolist captures its own variable
(let ((fs nil))
  (dolist (x '(a b c)) (setq fs (cons (lambda () x) fs)))
  (map-with (lambda (f) (f)) fs))                    ;=> (c b a)
(let ((fs nil))
  (dolist (x '(1 2)) (let ((y (* x x))) (setq fs (cons (lambda () (list x y)) fs))))
  (map-with (lambda (f) (f)) fs))                    ;=> ((2 4) (1 1))

;;;; each turn of dotimes captures its own variable
(let ((fs nil))
  (dotimes (i 3) (setq fs (cons (lambda () i) fs)))
  (map-with (lambda (f) (f)) fs))                    ;=> (2 1 0)
(let ((fs nil))
  (dotimes (i 3) (setq fs (cons (lambda () (setq i (+ i 10))) fs)))
  (list (map-with (lambda (f) (f)) fs) (map-with (lambda (f) (f)) fs)))  ;=> ((12 11 10) (22 21 20))

;;;; recursion without names
((lambda (f) (f f 5)) (lambda (f n) (if (= n 0) 1 (* n (f f (- n 1))))))  ;=> 120
(defproc y (f) ((lambda (x) (x x)) (lambda (x) (f (lambda (v) ((x x) v))))))
((y (lambda (fact) (lambda (n) (if (= n 0) 1 (* n (fact (- n 1))))))) 6)  ;=> 720
