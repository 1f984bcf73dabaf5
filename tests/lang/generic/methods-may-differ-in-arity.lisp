(defmethod area (r) t (* 3 r r))
(defmethod area (a b) t (* a b))
(defmethod area () t 0)
(area)                ;=> 0
(area 2)              ;=> 12
(area 2 5)            ;=> 10
(area 1 2 3)          ;!! no-applicable-method area
