(let ((i 0))
  (defproc step () (print i))
  (while (< i 0)
    (print i)))
