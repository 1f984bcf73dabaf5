(defrecord point x y)
(setq p (make-point :x 3))
(print p)
