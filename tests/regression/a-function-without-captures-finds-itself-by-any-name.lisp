; found: 2026-11-22, programs written elsewhere: another function's value, silently
; A call by the name of a global writes no closure into the callee's registers: a function that refers to itself must not look for it there.

(setq f (letrec ((loop (lambda (n) (if (= n 0) 'done (loop (- n 1)))))) loop))
(f 3)  ;=> done

; A function in that register was called instead.
(defproc other (a b) 1)
(defproc test () (other 1 (lambda (x) 'wrong)) (let ((y (f 3))) (list y)))
(test)  ;=> (done)

; Not in tail position, as a value, captured by an inner function, passed on, as a default.
(setq sum (letrec ((add (lambda (l) (if (null? l) 0 (+ (first l) (add (rest l))))))) add))
(sum '(1 2 3))  ;=> 6
(setq walk (letrec ((walk (lambda (x) (if (pair? x) (map-with walk x) (* 10 x))))) walk))
(walk '(1 (2 3) 4))  ;=> (10 (20 30) 40)
(setq later (letrec ((count (lambda (n) (if (= n 0) 'end (lambda () (count (- n 1))))))) count))
(((later 2)))  ;=> end
(setq itself (letrec ((me (lambda () me))) me))
(= (itself) itself)  ;=> t
(setq optional (letrec ((g (lambda (n &optional (h g)) (if (= n 0) (= h g) (g (- n 1) h))))) g))
(optional 3)  ;=> t

; A named let whose name is used as a value, and mutual references of which one closure has no captures.
(setq named (let loop ((n 2)) (if (= n 0) loop (loop (- n 1)))))
(named 5)  ;=> #<function loop>
(= (named 1) named)  ;=> t
(setq even (letrec ((even? (lambda (n) (if (= n 0) t (odd? (- n 1)))))
                    (odd? (lambda (n) (if (= n 0) nil (even? (- n 1)))))) even?))
(even 10)  ;=> t

; In a tail call by name, and through a redefinition.
(defproc outer (n) (f n))
(outer 4)  ;=> done
(setq g f)
(setq f (lambda (n) 'another))
(list (g 2) (f 2))  ;=> (done another)
