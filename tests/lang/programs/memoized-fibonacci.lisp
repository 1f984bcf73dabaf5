(setq memo (make-table))
(defproc fib (n)
  (aif (table-ref memo n)
    it
    (let ((v (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))
      (table-set! memo n v)
      v)))
(fib 100)                                            ;=> 354224848179261915075
(table-count memo)                                   ;=> 101
