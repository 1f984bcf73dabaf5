(defproc average (l)
  (/ (sum-of l) (length l)))
(defproc sum-off (l) (apply + l))
(print (average (list 1 2)))
