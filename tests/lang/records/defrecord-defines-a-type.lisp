(defrecord point x y)
(setq p (make-point 1 2))
(point-x p)                                          ;=> 1
(point? p)                                           ;=> t
(point? 5)                                           ;=> nil
(point-x 5)                                          ;!! wrong-type
(= (make-point 1 2) (make-point 1 2))                ;=> nil
(= p p)                                              ;=> t
