; limits: fuel=1000
(while t)                                                        ;!! out-of-fuel @2:1
(defproc f ()
  (while t (list 1)))
(f)                                                              ;!! out-of-fuel the program used up its fuel (1000 ticks)
