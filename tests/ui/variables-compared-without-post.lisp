(require 'constraints)
(let* ((s (make-store)) (x (variable s 1 9)) (y (variable s 1 9)))
  (< x y)
  (print (count-solutions s)))
