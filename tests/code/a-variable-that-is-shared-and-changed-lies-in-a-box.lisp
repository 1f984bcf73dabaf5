(defproc counter (n)
  (lambda () (setq n (+ n 1))))
;; code of counter
;;    0 MakeBox               r1 <- r1 top=r3
;;    1 MakeClosure           r3 <- r1..r2 lambda
;;    2 Return                r3
(setq count (counter 0))
;; code of count
;;    0 GetCaptureBox         r3 <- r1 [0]
;;    1 AddInt                r2 <- r3 1
;;    2 SetCaptureBox         r1 [0] r2
;;    3 Return                r2

(defproc adder (n)
  (lambda (x) (+ x n)))
;; code of adder
;;    0 MakeClosure           r3 <- r1..r2 lambda
;;    1 Return                r3
