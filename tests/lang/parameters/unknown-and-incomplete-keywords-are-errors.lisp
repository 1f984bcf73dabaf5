(defproc point (&key x y) (list x y))
(point :z 1)      ;!! argument-count point: unknown keyword :z (known: :x :y)
(point :x)        ;!! argument-count
(point 1 2)       ;!! argument-count point: expected a keyword, found 1
