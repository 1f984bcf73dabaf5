; Evaluation: constants, variables, calls, the order of things.

(+ 1 2)
;=> 3
(values 1 "two" 'three)
;=> 1 ; "two" ; THREE
(car 5)
;!! type-error
(defun twice (x)
  (* 2 x))
(twice 4)
;=> 8
(let ((x 1)
      (y 2))
  (list x y))
;=> (1 2)
(error "no ~a" 'luck)
;!! simple-error
(undefined-thing 1)
;!! undefined-function
unbound-thing
;!! unbound-variable
(values)
;=>
(format nil "a~%b")
;=> "a\nb"
