; Each turn is exact: the sum of a rational series (Bailey, Borwein and Plouffe).
(defproc pi-ratio (turns)
  (let ((sum 0))
    (dotimes (k turns sum)
      (setq sum (+ sum (* (/ 1 (expt 16 k))
                          (- (/ 4 (+ (* 8 k) 1)) (/ 2 (+ (* 8 k) 4)) (/ 1 (+ (* 8 k) 5)) (/ 1 (+ (* 8 k) 6)))))))))
(pi-ratio 1)                             ;=> 47/15
(floor (* (pi-ratio 20) (expt 10 20)))   ;=> 314159265358979323846
(ratio? (pi-ratio 20))                   ;=> t
