; limits: fuel=1000
(while t)                                                        ;!! out-of-ticks @2:1
(defproc f ()
  (while t (list 1)))
(f)                                                              ;!! out-of-ticks the program used up its ticks (1000)
