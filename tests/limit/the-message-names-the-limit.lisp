; limits: fuel=1000
(while t)                                                        ;!! out-of-fuel @2:1 fuel
(defproc f ()
  (while t (list 1)))
(f)                                                              ;!! out-of-fuel @4:3
