(dolist (x '(1 2))
  (print x :end " "))
