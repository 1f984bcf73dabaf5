(setq n 0)
(defproc deep (k) (if (= k 0) (throw 'bottom 'reached) (unwind-protect (deep (- k 1)) (setq n (+ n 1)))))
(catch 'bottom (deep 1000))           ;=> reached
n                                     ;=> 1000
