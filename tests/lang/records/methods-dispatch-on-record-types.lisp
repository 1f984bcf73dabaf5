(defrecord circle radius)
(defrecord square side)
(defmethod area ((c circle)) t (* 3 (circle-radius c) (circle-radius c)))
(defmethod area ((s square)) t (* (square-side s) (square-side s)))
(map-with area (list (make-circle 1) (make-square 2)))   ;=> (3 4)
(defmethod area ((r record)) t 'some-record)
(defrecord blob)
(area (make-blob))                                   ;=> some-record
(area (make-circle 2))                               ;=> 12
(area 5)                                             ;!! no-applicable-method
