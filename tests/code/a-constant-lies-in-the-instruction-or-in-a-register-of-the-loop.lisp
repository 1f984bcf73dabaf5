; Small integers and floats have instructions that hold them.
(defproc constants (x) (* 2 (+ 1.5 (- x 3))))
;; code of constants
;;    0 AddInt                r5 <- r1 -3
;;    1 AddFloat              r4 <- r5 1.5
;;    2 MulInt                r3 <- r4 left 2
;;    3 Return                r3

; A float that a loop adds to a product would have to be loaded in each iteration: the loop keeps it in a register.
(defproc sum (n)
  (let loop ((i 0) (s 0.0))
    (if (< i n)
      (loop (+ i 1) (+ 0.5 (* s s)))
      s)))
;; code of sum
;;    0 LoadInt               r3 <- 0
;;    1 LoadConst             r4 <- 0.0
;;    2 LoadConst             r5 <- 0.5
;;    3 JumpNotLess           r3 r1 -> 7
;;    4 AddInt                r3 <- r3 1
;;    5 MulAdd                r4 <- r4 r4 r5
;;    6 LoopLess              r3 r1 -> 4
;;    7 Return                r4
