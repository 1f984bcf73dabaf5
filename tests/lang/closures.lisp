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

;;;; a default is evaluated only when it is needed
(setq count 0)
(defproc next () (setq count (+ count 1)))
(defproc f (&optional (id (next))) id)
(f)         ;=> 1
(f 'given)  ;=> given
(f)         ;=> 2
count       ;=> 2

;;;; a default sees the parameters before it
(defproc f (a &optional (b (* a 2)) (c (+ a b))) (list a b c))
(f 1)        ;=> (1 2 3)
(f 1 10)     ;=> (1 10 11)
(f 1 10 0)   ;=> (1 10 0)
(defproc g (&key (width 3) (height (* width 2))) (list width height))
(g)                    ;=> (3 6)
(g :width 5)           ;=> (5 10)
(g :height 1)          ;=> (3 1)

;;;; a dotted tail means rest
(defproc f (a . more) (list a more))
(f 1 2 3)                      ;=> (1 (2 3))
((lambda all all) 1 2)         ;=> (1 2)
((lambda (a b . c) c) 1 2)     ;=> nil
((lambda (a &optional (b 2) . c) (list a b c)) 1)        ;=> (1 2 nil)
((lambda (a &optional (b 2) . c) (list a b c)) 1 3 4 5)  ;=> (1 3 (4 5))

;;;; a wrong number of arguments names the parameters
(defproc add (a b) (+ a b))
(add 1)                ;!! argument-count @127:1 add: expected 2 arguments (a b), got 1
(add 1 2 3)            ;!! argument-count add: expected 2 arguments (a b), got 3
((lambda () 1) 2)      ;!! argument-count got 1
(car)                  ;!! argument-count car
(car '(1) '(2))        ;!! argument-count car
(defproc opt (a &optional b) b)
(opt)                  ;!! argument-count opt: expected 1 to 2 arguments
(opt 1 2 3)            ;!! argument-count got 3
(defproc more (a &rest r) r)
(more)                 ;!! argument-count more: expected at least 1 argument

;;;; keywords come in any order
(defproc point (&key (x 0) (y 0)) (list x y))
(point)                    ;=> (0 0)
(point :y 2)               ;=> (0 2)
(point :y 2 :x 1)          ;=> (1 2)
(point :x 1 :x 2)          ;=> (1 0)
(defproc f (a &key b) (list a b))
(f 1)                      ;=> (1 nil)
(f :b :b :b)               ;=> (:b :b)

;;;; malformed parameter lists are syntax errors
(lambda (a a) a)               ;!! syntax @149:12 parameter a occurs twice
(lambda (5) 1)                 ;!! syntax @150:10
(lambda (&rest) 1)             ;!! syntax &rest
(lambda (&rest a b) 1)         ;!! syntax
(lambda (&key a &optional b) 1)  ;!! syntax &optional
(lambda "a" 1)                 ;!! syntax
(defproc "f" (a) a)            ;!! syntax expected a symbol

;;;; many arguments fit a call
(defproc count-them (&rest l) (length l))
(apply count-them (iota 100000))     ;=> 100000
(apply + (iota 1000))                ;=> 499500
(apply list (iota 5))                ;=> (0 1 2 3 4)
(apply max 7 (iota 500))             ;=> 499

;;;; optional parameters have defaults
(defproc f (a &optional b (c 3)) (list a b c))
(f 1)          ;=> (1 nil 3)
(f 1 2)        ;=> (1 2 3)
(f 1 2 30)     ;=> (1 2 30)
(f 1 nil nil)  ;=> (1 nil nil)

;;;; rest before key gets the keywords too
(defproc f (&rest all &key a b) (list all a b))
(f)               ;=> (nil nil nil)
(f :a 1)          ;=> ((:a 1) 1 nil)
(f :b 2 :a 1)     ;=> ((:b 2 :a 1) 1 2)

;;;; rest collects what is left
(defproc f (a &rest more) (list a more))
(f 1)                    ;=> (1 nil)
(f 1 2 3)                ;=> (1 (2 3))
(defproc g (&optional (a 0) &rest more) (list a more))
(g)                      ;=> (0 nil)
(g 1 2)                  ;=> (1 (2))
((lambda (&rest all) all))  ;=> nil

;;;; supplied p tells whether an argument was given
(defproc f (&optional (a 1 a?)) (list a a?))
(f)            ;=> (1 nil)
(f 1)          ;=> (1 t)
(f nil)        ;=> (nil t)
(defproc g (&key (size 5 size?) color) (list size size? color))
(g)                       ;=> (5 nil nil)
(g :size 5)               ;=> (5 t nil)
(g :color 'red)           ;=> (5 nil red)

;;;; the list is looked at before the defaults
(defmacro bad () (error "expanded"))

(lambda (&optional (x (bad)) 3) x)            ;!! syntax
(lambda (&optional (x (bad)) (x 3)) x)        ;!! syntax
(lambda (&optional (x (bad)) &optional y) x)  ;!! syntax
(lambda (&optional (x (bad)) &rest) x)        ;!! syntax
(lambda (&optional (x (bad)) y) x)            ;!! user-error

;;;; unknown and incomplete keywords are errors
(defproc point (&key x y) (list x y))
(point :z 1)      ;!! argument-count point: unknown keyword :z (known: :x :y)
(point :x)        ;!! argument-count
(point 1 2)       ;!! argument-count point: expected a keyword, found 1
