(defproc total (list)
  (let loop ((l list) (n 0))
    (if (null? l)
      n
      (loop (rest l) (+ n (first l))))))
;; code of total
;;    0 Move                  r3 <- r1
;;    1 LoadInt               r4 <- 0
;;    2 JumpTrue              r3 -> 4
;;    3 Return                r4
;;    4 Cdr                   r5 <- r3
;;    5 Car                   r6 <- r3
;;    6 Add                   r4 <- r4 r6
;;    7 Move                  r3 <- r5
;;    8 LoopTrue              r3 -> 4
;;    9 Jump                  -> 3

(defproc count-down (n)
  (while (> n 0)
    (setq n (- n 1))))
;; code of count-down
;;    0 Jump                  -> 2
;;    1 AddInt                r1 <- r1 -1
;;    2 LoadInt               r3 <- 0
;;    3 LoopLess              r3 r1 -> 1
;;    4 ReturnNil
