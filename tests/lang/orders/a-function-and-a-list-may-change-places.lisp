; The types of a function and a list exclude one another: either may come first.
(map-with '(1 2 3) (lambda (x) (* x x)))  ;=> (1 4 9)
(map-with '(1 -2) abs)                    ;=> (1 2)
(filter '(1 2 3 4) even?)                 ;=> (2 4)
(filter nil even?)                        ;=> nil
(reduce '(1 2 3) 10 +)                    ;=> 16
(fold-left '(1 2) nil list)               ;=> ((nil 1) 2)
(fold-right '(1 2 3) nil cons)            ;=> (1 2 3)
(sort < '(3 1 2))                         ;=> (1 2 3)
(sort-by '(-3 2 1) abs >)                 ;=> (-3 2 1)
(for-each '(a b) display)                 ;>> ab
(group-by '(1 2 3) even?)                 ;=> ((nil 1 3) (t 2))
(list-tabulate square 3)                  ;=> (0 1 4)

; The values are those of variables, and the variables keep them.
(defproc counted (l p) (let ((n (count-if l p))) (list n l (p 1))))
(counted '(1 2 3) odd?)                   ;=> (2 (1 2 3) t)
(counted odd? '(1 2 3))                   ;!! not-a-function
(defproc again-and-again (l p) (map-with (lambda (i) (every? l p)) (iota 3)))
(again-and-again '(1 3) odd?)             ;=> (t t t)
(again-and-again '(1 2) odd?)             ;=> (nil nil nil)
(let ((found nil)) (for-each (list (list 1 2) (list 4 5)) (lambda (l) (setq found (cons (find-if l even?) found)))) found)  ;=> (4 2)

; As a value, by `apply`, and given on.
(apply filter (list '(1 2 3) odd?))       ;=> (1 3)
(let ((f some?)) (f '(1 2) even?))        ;=> t
((lambda (f) (f '(1 -2) abs)) map-with)   ;=> (1 2)

; A continuation that is captured in such a loop enters it again.
(let ((again nil) (turns 0))
  (let ((l (map-with '(1 2 3) (lambda (x) (let/cc k (when (= x 2) (setq again k)) x)))))
    (inc! turns)
    (if (< turns 3) (again (* 10 turns)) l)))  ;=> (1 20 3)

; Arguments that fit in neither order, or in both, are an error of the order that is written down.
(filter 5 even?)                          ;!! wrong-type
(filter even? 5)                          ;!! wrong-type
(filter even? odd?)                       ;!! wrong-type
(map-with '(1 2) '(3 4))                  ;!! not-a-function
(map-with '(1 2) abs '(3 4))              ;!! wrong-type
(reduce + '(1 2 3) 0)                     ;!! wrong-type
(reduce cons '(1 2 3) nil)                ;=> (1 2 3)
