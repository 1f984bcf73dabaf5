(let ((x 1))
  (set! x 2)
  (print x))
