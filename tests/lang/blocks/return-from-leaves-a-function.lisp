(defproc find-first (p l) (dolist (x l) (when (p x) (return-from find-first x))) 'none)
(find-first even? '(1 3 4 5))                ;=> 4
(find-first even? '(1 3))                    ;=> none
(defproc sign (n) (when (< n 0) (return-from sign 'negative)) (if (= n 0) 'zero 'positive))
(map-with sign '(-5 0 5))                    ;=> (negative zero positive)
