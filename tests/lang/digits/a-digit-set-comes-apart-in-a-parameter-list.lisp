(defmacro add-both ((a b) c) `(+ ,a ,b ,c))
(defmacro with-set (form) (list 'add-both (digits 3 4) form))
(with-set 5)                                                ;=> 12
(defmacro numbers () (cons 'list (digits 1 2 3)))
(numbers)                                                   ;=> (1 2 3)
(defmacro is-one-of (x) `(case ,x (,(digits 1 3) 'in) (t 'out)))
(list (is-one-of 3) (is-one-of 2))                          ;=> (in out)
(defmethod kind-of ((x list)) t 'list)
(defmethod kind-of (x) t 'other)
(list (kind-of (digits 1)) (kind-of 1))                     ;=> (list other)
(defmethod has-two ((x pair)) t 'pair)
(has-two (digits 1))                                        ;=> pair
