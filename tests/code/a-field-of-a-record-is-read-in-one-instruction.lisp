(defrecord point x y)
(defproc norm (p) (+ (* (point-x p) (point-x p)) (* (point-y p) (point-y p))))
;; code of norm
;;    0 Move                  r5 <- r1
;;    1 CallGlobal            r4: 1 point-x
;;    2 Move                  r6 <- r1
;;    3 CallGlobal            r5: 1 point-x
;;    4 Mul                   r3 <- r4 r5
;;    5 Move                  r6 <- r1
;;    6 CallGlobal            r5: 1 point-y
;;    7 Move                  r7 <- r1
;;    8 CallGlobal            r6: 1 point-y
;;    9 Mul                   r4 <- r5 r6
;;   10 ReturnAdd             r3 r4
;; code of point-x
;;    0 RecordRef             r3 <- r1 [0] point
;;    1 Return                r3
;; code of make-point
;;    0 Move2                 r5 <- r1 r6 <- r2
;;    1 MakeRecord            r4 <- r5..r7 point
;;    2 Return                r4
