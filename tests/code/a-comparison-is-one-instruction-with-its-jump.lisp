(defproc compare (x y)
  (cond
    ((< x 10) 'small)
    ((>= x y) 'greater)
    ((null? y) 'none)
    ((symbol? x) 'name)
    (t (list x y))))
;; code of compare
;;    0 JumpNotLessInt        r1 10 -> 2
;;    1 ReturnConst           small
;;    2 JumpNotLessEqual      r2 r1 -> 4
;;    3 ReturnConst           greater
;;    4 JumpTrue              r2 -> 6
;;    5 ReturnConst           none
;;    6 JumpNotKind           r1 symbol -> 8
;;    7 ReturnConst           name
;;    8 Move2                 r5 <- r1 r6 <- r2
;;    9 List                  r4 <- r5..r7
;;   10 Return                r4

(defproc both (x y) (and (pair? x) (not (equal? x y))))
;; code of both
;;    0 JumpNotPair           r1 -> 4
;;    1 Equal                 r5 <- r1 r2
;;    2 Not                   r4 <- r5
;;    3 Return                r4
;;    4 ReturnNil
