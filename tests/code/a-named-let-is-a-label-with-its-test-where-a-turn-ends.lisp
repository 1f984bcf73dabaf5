(defproc total (list)
  (let loop ((l list) (n 0))
    (if (null? l)
      n
      (loop (rest l) (+ n (first l))))))
;; code of total
;;    0 Move                  r3 <- r1
;;    1 LoadInt               r4 <- 0
;;    2 JumpNil               r3 -> 8
;;    3 Cdr                   r5 <- r3
;;    4 Car                   r6 <- r3
;;    5 Add                   r4 <- r4 r6
;;    6 Move                  r3 <- r5
;;    7 LoopTrue              r3 -> 3
;;    8 Return                r4

(defproc count-down (n)
  (while (> n 0)
    (setq n (- n 1))))
;; code of count-down
;;    0 Jump                  -> 2
;;    1 AddInt                r1 <- r1 -1
;;    2 LoadInt               r3 <- 0
;;    3 LoopLess              r3 r1 -> 1
;;    4 ReturnNil
