(require 'constraints)
(let* ((s (make-store)) (x (variable s 1 9)))
  (post! (> x 3))
  (print (count-solutions s)))
