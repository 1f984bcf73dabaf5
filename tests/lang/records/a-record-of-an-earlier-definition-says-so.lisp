(defrecord point x y)                ;=> point
(setq old (make-point 1 2))
(setq old-x point-x)
(defrecord point x y z)              ;=> point
(point-x old)                        ;!! wrong-type point-x: record must be a record of type point, got #<point :x 1 :y 2> of an earlier definition of point
(set-point-z! old 3)                 ;!! wrong-type set-point-z!: record must be a record of type point, got #<point :x 1 :y 2> of an earlier definition of point
(old-x (make-point 1 2 3))           ;!! wrong-type #<point :x 1 :y 2 :z 3> of another definition of point
(point-x 3)                          ;!! wrong-type point-x: record must be a record of type point, got 3
(defrecord point x y)                ;=> point
(point-x old)                        ;=> 1
