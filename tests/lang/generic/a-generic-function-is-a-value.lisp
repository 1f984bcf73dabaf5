(defmethod double ((x number)) t (* 2 x))
(defmethod double ((x string)) t (concatenate x x))
double                                    ;=> #<generic-function double>
(procedure? double)                       ;=> t
(map-with double '(1 "a"))                ;=> (2 "aa")
(apply double '(4))                       ;=> 8
(let ((d double)) (d 5))                  ;=> 10
