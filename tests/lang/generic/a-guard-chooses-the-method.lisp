(defmethod plus (a b) (and (number? a) (number? b)) (+ a b))
(defmethod plus (a b) (and (string? a) (string? b)) (concatenate a b))
(plus 1 2)            ;=> 3
(plus "ab" "cd")      ;=> "abcd"
(plus 1/2 0.5)        ;=> 1.0
(plus 1 "a")          ;!! no-applicable-method plus: no method fits the arguments 1 "a"
