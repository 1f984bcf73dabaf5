(for (i (range 10))
  (print i))
