(defmacro two (a b) `(list ,a ,b))
(two 1)                                  ;!! argument-count
(two 1 2 3)                              ;!! argument-count two
(defproc f () (two 1))                   ;!! argument-count
