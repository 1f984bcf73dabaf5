; limits: fuel=2000
(defproc work () (let ((n 0)) (while (< n 1000) (setq n (+ n 1)))))
(work)                           ;=> nil
(work)                           ;=> nil
(progn (work) (work))            ;!! out-of-ticks
(work)                           ;=> nil
