; limits: memory=4M
(defproc f (n) (catch n (+ 1 (f (+ n 1)))))
(f 0)                            ;!! out-of-memory
(defproc g (n) (unwind-protect (g (+ n 1)) n))
(g 0)                            ;!! out-of-memory
(catch 'x (throw 'x 5))          ;=> 5
