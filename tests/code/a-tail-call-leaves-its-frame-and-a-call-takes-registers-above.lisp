(defproc fib (n)
  (if (< n 2)
    n
    (+ (fib (- n 1)) (fib (- n 2)))))
;; code of fib
;;    0 ReturnIfLessInt       r1 2 r1
;;    1 AddInt                r4 <- r1 -1
;;    2 CallGlobal            r3: 1 fib
;;    3 AddInt                r5 <- r1 -2
;;    4 CallGlobal            r4: 1 fib
;;    5 ReturnAdd             r3 r4

(defproc forever (f x) (forever f (f x)))
;; code of forever
;;    0 Move2                 r5 <- r1 r6 <- r1
;;    1 Move                  r7 <- r2
;;    2 Call                  r6: 1
;;    3 TailGlobal            r4: 2 forever
;;    4 Return                r4
