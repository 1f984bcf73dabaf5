(defmethod d ((e number) x) t 0)
(defmethod d ((e symbol) x) t (if (= e x) 1 0))
(defmethod d ((e list) x) (= (first e) '+) (list '+ (d (second e) x) (d (third e) x)))
(defmethod d ((e list) x) (= (first e) '*)
  (list '+ (list '* (second e) (d (third e) x)) (list '* (d (second e) x) (third e))))
(d '(+ x 3) 'x)                          ;=> (+ 1 0)
(d '(* x x) 'x)                          ;=> (+ (* x 1) (* 1 x))
(d '(+ (* 2 x) y) 'x)                    ;=> (+ (+ (* 2 1) (* 0 x)) 0)
(d '(sin x) 'x)                          ;!! no-applicable-method
