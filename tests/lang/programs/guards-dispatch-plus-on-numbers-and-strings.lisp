(defmethod plus (x y) (and (number? x) (number? y)) (+ x y))
(defmethod plus (x y) (and (string? x) (string? y)) (concatenate x y))
(defmethod plus (x y) (and (list? x) (list? y)) (append x y))
(plus 1/2 1/3)                           ;=> 5/6
(plus "Ein" "stein")                     ;=> "Einstein"
(plus '(1) '(2 3))                       ;=> (1 2 3)
(catch-and-apply 'error (lambda (tag c) (list tag (condition-code c))) (plus 1 "a"))  ;=> (error no-applicable-method)
