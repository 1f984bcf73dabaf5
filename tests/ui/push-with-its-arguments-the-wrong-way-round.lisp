(let ((seen (list 1)))
  (push! seen 2)
  (print seen))
