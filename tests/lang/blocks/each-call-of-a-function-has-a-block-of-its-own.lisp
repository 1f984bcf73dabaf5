(defproc f (n exit)
  (if (= n 0)
    (exit 'left)
    (list n (f (- n 1) (if (= n 2) (lambda (v) (return-from f v)) exit)))))
(f 3 nil)           ;=> (3 left)
(f 4 nil)           ;=> (4 (3 left))
(f 2 nil)           ;=> left
