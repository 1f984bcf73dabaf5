(let ((x 1))
  (if (setq x 3) (print 'three) (print 'other))
  (while (setq x nil) (print x)))
