;;;; a record of an earlier definition says so
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

;;;; accessors are instructions
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

;;;; defrecord defines a type
(defrecord point x y)
(setq p (make-point 1 2))
(point-x p)                                          ;=> 1
(point? p)                                           ;=> t
(point? 5)                                           ;=> nil
(point-x 5)                                          ;!! wrong-type
(= (make-point 1 2) (make-point 1 2))                ;=> nil
(= p p)                                              ;=> t

;;;; methods dispatch on record types
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
