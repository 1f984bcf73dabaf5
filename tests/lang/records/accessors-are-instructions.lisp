; Reading a field takes no call of a function where the record is of that very type; what can go wrong is told as ever.

(defrecord point x y)
(defproc sum (p) (+ (point-x p) (point-y p)))
(sum (make-point 3 4))                                   ;=> 7
(sum 5)                                                  ;!! wrong-type point-x: record must be a record of type point, got 5
(point-x)                                                ;!! argument-count
(point-x (make-point 1 2) 3)                             ;!! argument-count
(point-x 7)                                              ;!! wrong-type point-x: record must be a record of type point, got 7
(defrecord circle center radius)
(point-x (make-circle 1 2))                              ;!! wrong-type
(list (point? (make-point 1 2)) (point? (make-circle 1 2)) (point? 'point))  ;=> (t nil nil)
(let ((p (make-point 1 2))) (list (set-point-y! p 7) p)) ;=> (7 #<point :x 1 :y 7>)
(set-point-y! 'p 7)                                      ;!! wrong-type
(map-with point-x (list (make-point 1 2) (make-point 3 4)))  ;=> (1 3)
(apply point-y (list (make-point 1 2)))                  ;=> 2
(let loop ((i 0) (p (make-point 0 0))) (if (< i 1000) (loop (+ i 1) (make-point (+ 1 (point-x p)) i)) p))  ;=> #<point :x 1000 :y 999>

; A new meaning counts for calls that were compiled before.
(defproc first-of (p) (point-x p))
(setq point-x (lambda (p) 'other))
(first-of (make-point 1 2))                              ;=> other
(progn (defrecord point x y) (first-of (make-point 1 2)))  ;=> 1

; A method with a guard of its own makes a generic function of an accessor.
(defmethod point-x ((n integer)) t (* 10 n))
(first-of 4)                                             ;=> 40
