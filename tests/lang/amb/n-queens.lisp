(require 'amb)
(defproc safe? (row queens distance)
  (or (null? queens)
      (and (not (= row (first queens)))
           (not (= distance (abs (- row (first queens)))))
           (safe? row (rest queens) (+ distance 1)))))
(defproc place (n queens)
  (if (= (length queens) n)
    queens
    (let ((row (an-integer-between 1 n)))
      (require-that (safe? row queens 1))
      (place n (cons row queens)))))
(one-value (place 6 nil))                          ;=> (5 3 1 6 4 2)
(length (all-values (place 6 nil)))                ;=> 4
(possibly? (place 3 nil))                          ;=> nil
