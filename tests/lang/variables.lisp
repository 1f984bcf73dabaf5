;;;; a named let is a loop
(let loop ((i 0) (l nil)) (if (= i 4) (reverse l) (loop (+ i 1) (cons i l))))  ;=> (0 1 2 3)
(let sum ((l '(1 2 3))) (if (null? l) 0 (+ (first l) (sum (rest l)))))         ;=> 6
(let f ((n 5)) (if (< n 2) n (+ (f (- n 1)) (f (- n 2)))))                     ;=> 5
(let loop () 5)                                                                ;=> 5
(let loop ((x 1)) (let ((x 2)) x))                                             ;=> 2

;;;; a variable is visible only in its scope
(let ((hidden 1)) hidden)          ;=> 1
hidden                             ;!! unbound-variable
((lambda (p) p) 1)                 ;=> 1
p                                  ;!! unbound-variable
(dotimes (i 2) i)
i                                  ;!! unbound-variable

;;;; functions of a letrec may be assigned
(letrec ((f (lambda () 'first)) (g (lambda () (f))))
  (setq f (lambda () 'second))
  (list (f) (g)))                    ;=> (second second)
(letrec ((f (lambda (n) (if (= n 0) 'done (f (- n 1))))))
  (let ((old f))
    (setq f (lambda (n) (list 'new n)))
    (old 5)))                        ;=> (new 4)

;;;; let binds in parallel
(let ((a 1) (b 2)) (let ((a b) (b a)) (list a b)))  ;=> (2 1)
(setq a 'outer)
(let ((a 1) (b a)) (list a b))          ;=> (1 outer)
(let (a (b) (c 3)) (list a b c))        ;=> (nil nil 3)
(let ((a 1)) (let ((a 2)) (setq a 3)) a)  ;=> 1

;;;; let star binds one after the other
(let* ((a 1) (b (+ a 1)) (c (* b 10))) (list a b c))  ;=> (1 2 20)
(let* ((a 1) (a (+ a 1)) (a (* a 10))) a)             ;=> 20
(let* () 5)                                           ;=> 5
(let* ((f (lambda () a)) (a 2)) (f))                  ;!! unbound-variable

;;;; letrec binds functions that call each other
(letrec ((ev? (lambda (n) (if (= n 0) t (od? (- n 1)))))
         (od? (lambda (n) (if (= n 0) nil (ev? (- n 1))))))
  (list (ev? 100) (od? 100) (ev? 7)))                 ;=> (t nil nil)
(letrec ((fact (lambda (n) (if (= n 0) 1 (* n (fact (- n 1))))))) (fact 20))  ;=> 2432902008176640000
(letrec ((a 1) (b (+ a 1))) (list a b))               ;=> (1 2)
(letrec ((f (lambda () n)) (n 5)) (f))                ;=> 5

;;;; nested named lets call each other
(let outer ((i 0) (result nil))
  (if (= i 3)
    (reverse result)
    (let inner ((j 0) (row nil))
      (if (= j 2)
        (outer (+ i 1) (cons (reverse row) result))
        (inner (+ j 1) (cons (list i j) row))))))  ;=> (((0 0) (0 1)) ((1 0) (1 1)) ((2 0) (2 1)))
(let outer ((n 3))
  (list n (let inner ((m n)) (if (= m 0) (if (= n 0) 'end (outer (- n 1))) (inner (- m 1))))))  ;=> (3 (2 (1 (0 end))))

;;;; scope is lexical not dynamic
(setq x 'global)
(defproc show () x)
(let ((x 'local)) (show))                           ;=> global
(defproc make () (let ((x 'made)) (lambda () x)))
(let ((x 'caller)) ((make)))                        ;=> made
(defproc call-with-x (f x) (f))
(let ((x 'definition)) (call-with-x (lambda () x) 'call))  ;=> definition

;;;; setq assigns the innermost binding and returns the value
(setq a 1)                               ;=> 1
(let ((a 10)) (setq a 20) a)             ;=> 20
a                                        ;=> 1
(let ((b 0)) (setq a 2) b)               ;=> 0
a                                        ;=> 2
(setq x 1 y (+ x 1))                     ;=> 2
(list x y)                               ;=> (1 2)

;;;; setq on an unbound name defines a global from anywhere
(defproc init () (setq fresh 5))
fresh           ;!! unbound-variable
(init)          ;=> 5
fresh           ;=> 5
(let ((a 1)) (setq from-let a))
from-let        ;=> 1
; warns: undefined-assignment

;;;; the name of a named let is a function in its body
(let walk ((tree '(1 (2 (3)) 4))) (if (pair? tree) (apply + (map-with walk tree)) tree))  ;=> 10
(let f ((n 3)) (if (= n 0) f (f (- n 1))))  ;=> #<function f>
(let f ((n 3)) (let ((g (lambda (m) (f m)))) (if (= n 0) 'end (g (- n 1)))))  ;=> end
(let loop ((i 0)) (if (< i 3) (loop (+ i 1) 2) i))  ;!! argument-count loop
loop                                                ;!! unbound-variable

;;;; one value is the value itself
(values 5)                                         ;=> 5
(+ 1 (values 2))                                   ;=> 3
(defproc divide (a b) (values (floor a b) (modulo a b)))
(receive (q r) (divide 17 5) (list q r))           ;=> (3 2)
(receive (a b) (if t (values 1 2) 3) (list a b))   ;=> (1 2)

;;;; receive binds multiple values
(receive (a b) (values 1 2) (list b a))            ;=> (2 1)
(receive (a . more) (values 1 2 3) (list a more))  ;=> (1 (2 3))
(receive all (values 1 2) all)                     ;=> (1 2)
(receive (a) 5 a)                                  ;=> 5
(receive all (values) all)                         ;=> nil
(receive (a &optional (b 'none)) (values 1) (list a b))  ;=> (1 none)
(receive (a b) (values 1) a)                       ;!! argument-count
