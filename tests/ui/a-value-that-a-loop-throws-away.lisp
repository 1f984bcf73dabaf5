(let ((sum 0))
  (dolist (x (list 1 2 3))
    (+ sum x))
  (print sum))
