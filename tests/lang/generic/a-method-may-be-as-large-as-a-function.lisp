(defmethod sum-to ((n integer) (acc integer)) (> n 0)
  "Adds the numbers up to n."
  (let ((next (- n 1)))
    (sum-to next (+ acc n))))
(defmethod sum-to (n acc) t acc)
(sum-to 1000 0)                                      ;=> 500500
(catch 'odd (defmethod check (l) t (dolist (x l 'all-even) (when (odd? x) (return-from check x)))) (list (check '(2 4)) (check '(2 5))))  ;=> (all-even 5)
